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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/numbering/best", test_best);
  g_test_add_func ("/session/numbering/again", test_again);
  return g_test_run ();
}
