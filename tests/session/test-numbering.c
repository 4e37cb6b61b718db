/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which number a cluster gets: the best of all ways to give them, among few clusters; the same clusters under other
 * names keep theirs. */
#include "config.h"

#include "eqp-numbering.h"

#include <math.h>
#include <string.h>

#include "eqp-test.h"

#define N 40
#define K 4

/* What is made of labels, with their sizes. */
static void
number (EqpNumbering *numbering, EqpEventKind kind, const gint32 *labels, gint32 *numbered)
{
  gint64 sizes[K] = { 0 }, counted[K] = { 0 };
  EqpEvent event = { .kind = kind, .k = K, .sizes = sizes, .n = N, .labels = labels }, told;

  for (gint i = 0; i < N; i++)
    sizes[labels[i]]++;
  eqp_numbering_event (numbering, &event, &told);
  memcpy (numbered, told.labels, sizeof (gint32) * N);
  for (gint i = 0; i < N; i++)
    counted[numbered[i]]++;
  g_assert_cmpmem (told.sizes, sizeof counted, counted, sizeof counted);
}

/* Rows shared with the old cluster, a quarter of those shared with the step before; first of all clusters that keep over
 * half of their rows, and among these those that are most of the new one. */
static double
profit_of (const gint32 *labels, const gint32 *like, const gint32 *last, gint cluster, gint as)
{
  double shared = 0.0, recent = 0.0, old = 0.0, size = 0.0;

  for (gint i = 0; i < N; i++)
    {
      shared += labels[i] == cluster && like[i] == as;
      recent += last != NULL && labels[i] == cluster && last[i] == as;
      old += like[i] == as;
      size += labels[i] == cluster;
    }
  return shared + 0.25 * recent + (2.0 * shared > old ? 4.0 * N : 0.0) +
         (2.0 * shared > old && 2.0 * shared > size ? 8.0 * N : 0.0);
}

static double
total_of (const gint32 *labels, const gint32 *like, const gint32 *last, const gint *numbers)
{
  double total = 0.0;

  for (gint c = 0; c < K; c++)
    total += profit_of (labels, like, last, c, numbers[c]);
  return total;
}

static void
test_best (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  for (gint round = 0; round < 150; round++)
    {
      gint32 like[N], labels[N], numbered[N], last[N];
      gboolean has_last = FALSE;
      g_autoptr (EqpLabels) shown = NULL;
      EqpNumbering *numbering;

      for (gint i = 0; i < N; i++)
        like[i] = (gint32) eqp_rng_below (&rng, K);
      shown = eqp_labels_new (N, K, like);
      numbering = eqp_numbering_new (shown);
      for (gint step = 0; step < 4; step++)
        {
          gint numbers[K] = { -1, -1, -1, -1 }, all[K];
          gint turn = (gint) eqp_rng_below (&rng, K), noise = 1 + round % 4, way = round % 3;
          double best = 0.0;

          /* Turned round, or two clusters and more gone into one; and some rows elsewhere. */
          for (gint i = 0; i < N; i++)
            labels[i] = (way == 0 ? like[i] + turn : way == 1 ? (like[i] + turn) / 2 : step % 2 ? 0 : like[i] / 2) % K;
          for (gint i = 0; i < N; i++)
            if (eqp_rng_below (&rng, 8) < (guint64) noise)
              labels[i] = (gint32) eqp_rng_below (&rng, K);
          for (gint c = 0; c < K; c++)
            labels[c] = c; /* none is empty */
          number (numbering, step == 3 ? EQP_EVENT_FINISHED : EQP_EVENT_ITERATION, labels, numbered);
          for (gint i = 0; i < N; i++)
            {
              g_assert_true (numbers[labels[i]] < 0 || numbers[labels[i]] == numbered[i]);
              numbers[labels[i]] = numbered[i];
            }
          for (gint code = 0; code < K * K * K * K; code++)
            {
              gint used = 0;

              for (gint c = 0, rest = code; c < K; c++, rest /= K)
                used |= 1 << (all[c] = rest % K);
              if (used == (1 << K) - 1)
                best = MAX (best, total_of (labels, like, has_last ? last : NULL, all));
            }
          eqp_assert_close (total_of (labels, like, has_last ? last : NULL, numbers), best, 1e-12);
          memcpy (last, numbered, sizeof last);
          has_last = TRUE;
        }
      eqp_numbering_free (numbering);
    }
}

/* The clusters of the step before under other names keep its numbers, also where nothing was shown before. */
static void
test_again (void)
{
  gint32 labels[N], turned[N], first[N], second[N];
  EqpRng rng;

  eqp_rng_init (&rng, 2, 0);
  for (gint round = 0; round < 20; round++)
    {
      g_autoptr (EqpLabels) shown = NULL;
      EqpNumbering *numbering;

      for (gint i = 0; i < N; i++)
        {
          labels[i] = (gint32) eqp_rng_below (&rng, K);
          turned[i] = (labels[i] + 1 + round % 3) % K;
        }
      shown = round % 2 ? eqp_labels_new (N, K, turned) : NULL;
      numbering = eqp_numbering_new (shown);
      number (numbering, EQP_EVENT_ITERATION, labels, first);
      number (numbering, EQP_EVENT_FINISHED, turned, second);
      g_assert_cmpmem (first, sizeof first, second, sizeof second);
      if (shown == NULL)
        g_assert_cmpmem (first, sizeof first, labels, sizeof labels);
      eqp_numbering_free (numbering);
    }
}

/* A cluster that comes apart: one half has a number of its own, that of a cluster without rows. */
static void
test_apart (void)
{
  gint32 labels[N], apart[N], first[N], second[N];
  gboolean used[K] = { FALSE };
  g_autoptr (EqpLabels) shown = NULL;
  EqpNumbering *numbering;

  for (gint i = 0; i < N; i++)
    {
      labels[i] = i % (K - 1);
      apart[i] = i % K;
    }
  shown = eqp_labels_new (N, K, labels);
  numbering = eqp_numbering_new (shown);
  number (numbering, EQP_EVENT_ITERATION, labels, first);
  for (gint i = 0; i < N; i++)
    apart[i] = first[i] == 0 && i % 2 != 0 ? K - 1 : first[i];
  number (numbering, EQP_EVENT_FINISHED, apart, second);
  for (gint i = 0; i < N; i++)
    used[second[i]] = TRUE;
  for (gint c = 0; c < K; c++)
    g_assert_true (used[c]);
  eqp_numbering_free (numbering);
}

/* In a result everything of a cluster goes with its number: rows, size, center, price and weight. Few clusters, and more than are
 * matched exactly, of which each keeps most of its rows. */
static void
test_result (void)
{
  for (gint k = 5; k < 500; k += 300)
    {
      gint64 n = 8 * k;
      g_autofree gint32 *before = g_new (gint32, n);
      g_autoptr (EqpLabels) shown = NULL;
      EqpNumbering *numbering;
      EqpResult result = { .n = n, .k = k, .d = 1 };

      result.labels = g_new (gint32, n);
      result.sizes = g_new0 (gint64, k);
      result.centers = g_new (double, k);
      result.prices = g_new (double, k);
      result.masses = g_new (double, k);
      for (gint64 i = 0; i < n; i++)
        {
          gint32 now = (gint32) (i % k);

          before[i] = (gint32) (i % k);
          if (i < k)
            now = (gint32) ((i * 2 + 1) % k); /* one of eight rows elsewhere */
          result.labels[i] = k - 1 - now;
          result.sizes[k - 1 - now]++;
        }
      for (gint c = 0; c < k; c++)
        {
          result.centers[c] = k - 1 - c;
          result.prices[c] = -1.0 * (k - 1 - c);
          result.masses[c] = 0.5 + result.centers[c];
        }
      shown = eqp_labels_new (n, k, before);
      numbering = eqp_numbering_new (shown);
      eqp_numbering_result (numbering, &result);
      for (gint64 i = k; i < n; i++)
        g_assert_cmpint (result.labels[i], ==, before[i]);
      for (gint c = 0; c < k; c++)
        {
          gint64 size = 0;

          for (gint64 i = 0; i < n; i++)
            size += result.labels[i] == c;
          g_assert_cmpint (result.sizes[c], ==, size);
          g_assert_cmpfloat (result.centers[c], ==, c);
          g_assert_cmpfloat (result.prices[c], ==, -c);
          g_assert_cmpfloat (result.masses[c], ==, 0.5 + c);
        }
      eqp_numbering_free (numbering);
      g_free (result.labels);
      g_free (result.sizes);
      g_free (result.centers);
      g_free (result.prices);
      g_free (result.masses);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/numbering/best", test_best);
  g_test_add_func ("/session/numbering/again", test_again);
  g_test_add_func ("/session/numbering/apart", test_apart);
  g_test_add_func ("/session/numbering/result", test_result);
  return g_test_run ();
}
