/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kernels of the k-means family, each against its definition: the pass, its tolerances and sums, seeds, the polish,
 * empty clusters, and the published algorithm step by step. */
#include "config.h"

#include "eqp-check.h"
#include "eqp-test.h"

#include <float.h>
#include <math.h>

#include "solvers/kmeans/eqp-cross-private.h"
#include "solvers/kmeans/eqp-polish-private.h"
#include "solvers/kmeans/eqp-published-private.h"

typedef struct
{
  EqpDataset *dataset;
  EqpPool    *pool;
  EqpKMeans  *state;
  gint32     *labels;
} Subject;

enum
{
  WHOLE = 1,   /* small whole numbers: everything is exact, and ties abound */
  CLOSE = 2,   /* far from the origin and close together: float costs tell nothing */
  BOUNDS = 4,
  TINY = 8,    /* in small units */
  SPIKE = 16   /* one column outweighs all others */
};

static void
subject_set (Subject *self, EqpRng *rng, gint64 n, gint64 d, int k, int kind)
{
  g_autofree double *values = g_new (double, n * d);
  EqpContext context = { 0 };

  for (gint64 i = 0; i < n * d; i++)
    values[i] = kind & WHOLE ? (double) eqp_rng_below (rng, 4) - (i / d == 0 ? 3.0 : 0.0)
                : kind & CLOSE ? (i / d % 2 ? 100.0 : -100.0) + 1e-3 * (float) eqp_rng_normal (rng)
                               : (eqp_rng_normal (rng) + (double) (i / d % 5)) * (kind & TINY ? 1e-7 : 1.0);
  for (gint64 i = 0; (kind & SPIKE) && i < n; i++)
    values[i * d] *= 200.0;
  self->dataset = eqp_test_dataset (n, d, values);
  self->pool = eqp_pool_new (2);
  context.pool = self->pool;
  self->state = _eqp_kmeans_new (self->dataset, k, (kind & BOUNDS) != 0, &context, NULL);
  g_assert_nonnull (self->state);
  self->labels = g_new (gint32, n);
  for (gint64 i = 0; i < n; i++)
    self->labels[i] = (gint32) eqp_rng_below (rng, k);
}

static void
subject_clear (Subject *self)
{
  _eqp_kmeans_free (self->state);
  eqp_pool_free (self->pool);
  eqp_dataset_unref (self->dataset);
  g_free (self->labels);
}

/* Sums and sizes are those of the labels. */
static void
check_sums (EqpKMeans *state, const gint32 *labels)
{
  g_autofree double *sums = g_new0 (double, state->k * state->d);
  g_autofree gint64 *sizes = g_new0 (gint64, state->k);

  for (gint64 i = 0; i < state->n; i++)
    {
      sizes[labels[i]]++;
      for (gint64 j = 0; j < state->d; j++)
        sums[labels[i] * state->d + j] += state->x[i * state->d + j];
    }
  for (int c = 0; c < state->k; c++)
    {
      g_assert_cmpint (state->sizes[c], ==, sizes[c]);
      for (gint64 j = 0; j < state->d; j++)
        eqp_assert_close (state->sums[c * state->d + j], sums[c * state->d + j], 1e-9);
    }
}

/* As near as can be in double, which for whole numbers is exactly; on a tie the current one, else the first. */
static void
check_label (EqpKMeans *state, gint64 row, int current, int label, gboolean exact)
{
  const float *x = state->x + row * state->d;
  int best = eqp_check_nearest (x, state->centers, state->k, state->d, current);
  long double least = eqp_check_distance (x, state->centers + best * state->d, state->d);

  if (exact)
    g_assert_cmpint (label, ==, best);
  else if (label != best)
    g_assert_cmpfloat ((double) (eqp_check_distance (x, state->centers + label * state->d, state->d) - least), <=,
                       (double) (1e-15L * state->d * least));
}

static void
check_costs (EqpKMeans *state)
{
  g_autofree float *cost = g_new (float, state->n * state->kp), *sample = g_new (float, state->n * state->kp);
  double off = 0.0;
  gint64 step = MAX (1, state->n / 7);

  g_assert_true (_eqp_kmeans_costs (state, NULL, NULL, cost, NULL));
  for (gint64 i = 0; i < state->n; i++)
    for (int c = 0; c < state->k; c++)
      {
        long double exact = eqp_check_distance (state->x + i * state->d, state->centers + c * state->d, state->d);
        double tolerance = _eqp_kmeans_cost_tolerance (state, i, (double) exact);

        g_assert_cmpfloat ((double) fabsl (cost[i * state->kp + c] - exact), <=, tolerance);
        g_assert_cmpfloat (cost[i * state->kp + c], >=, 0.0);
        off = MAX (off, (double) fabsl (cost[i * state->kp + c] - exact) / MAX (tolerance, 1e-300));
      }
  g_test_message ("d %d k %d: %g of the tolerance", (int) state->d, state->k, off);

  /* Those of a row alone are the same to the last bit. */
  for (gint64 i = 0; i < state->n; i += step)
    {
      _eqp_kmeans_block_costs (state, i, 1, sample);
      g_assert_cmpmem (sample, sizeof (float) * (gsize) state->k, cost + i * state->kp, sizeof (float) * (gsize) state->k);
    }

  /* A sample has the same costs, up to a number for each row. */
  _eqp_kmeans_sample_costs (state, step, state->n / step, sample);
  for (gint64 s = 0; s < state->n / step; s++)
    for (int c = 0; c < state->k; c++)
      {
        const float *row = cost + s * step * state->kp;

        if (row[0] > 0.0f && row[c] > 0.0f)
          g_assert_cmpfloat (fabs ((double) sample[s * state->kp + c] - sample[s * state->kp] - row[c] + row[0]), <=,
                             4.0 * _eqp_kmeans_cost_tolerance (state, s * step, MAX (row[0], row[c])));
      }
}

/* What a float cost may be off: half a unit in the last place for each of the products and sums. */
static void
check_tolerances (EqpKMeans *state)
{
  const double eps = ldexp (1.0, -24);
  double norm = 0.0;

  for (int c = 0; c < state->k; c++)
    {
      long double square = 0.0L;

      for (gint64 j = 0; j < state->d; j++)
        square += (long double) state->centers[c * state->d + j] * state->centers[c * state->d + j];
      norm = MAX (norm, (double) sqrtl (square));
    }
  eqp_assert_close (state->largest_norm, norm, 1e-6);
  for (gint64 i = 0; i < MIN (state->n, 50); i++)
    {
      double cost = 0.1 + 3.0 * (double) i, row = 0.0, terms = 8.0 + 4.0 * sqrt ((double) state->d), expected, open;

      for (gint64 j = 0; j < state->d; j++)
        row += (double) state->x[i * state->d + j] * state->x[i * state->d + j];
      expected = state->direct ? 2.0 * eps * ((double) (state->d + 4) * cost + 4.0 * sqrt (cost) * norm)
                               : eps * (terms * (2.0 * sqrt (row) * norm + norm * norm) + 4.0 * norm * norm + 4.0 * row);
      eqp_assert_close (_eqp_kmeans_cost_tolerance (state, i, cost) / expected, 1.0, 1e-5);
      eqp_assert_close (_eqp_kmeans_cost_tolerance (state, i, -1.0), state->direct
                        ? -2.0 * eps * (double) (state->d + 4) : expected, 1e-5);
      if (state->direct)
        continue;
      /* Twice that, with 2 |x||h| <= |x|^2 + |h|^2 in place of the root, and a hundredth more for its own rounding. */
      open = 1.01 * 4.0 * eps * (terms / 2.0 + 2.0) * (row + 2.0 * norm * norm);
      eqp_assert_close (_eqp_kmeans_open_below (state, i, FALSE) / open, 1.0, 1e-5);
      if (state->coarse != NULL)
        eqp_assert_close (_eqp_kmeans_open_below (state, i, TRUE) / (open + 2.001 * sqrt (row) * state->coarse_worst), 1.0, 1e-5);
    }
}

/* The panel that kernels read, norms, and how far each centre went since the last time. */
static void
check_pack (EqpKMeans *state, const double *old)
{
  double sum = 0.0;

  for (int c = 0; c < state->k; c++)
    {
      double drift = 0.0, norm = 0.0;

      for (gint64 j = 0; j < state->d; j++)
        {
          double value = state->centers[c * state->d + j];

          drift += (value - old[c * state->d + j]) * (value - old[c * state->d + j]);
          norm += value * value;
          g_assert_cmpfloat (state->panel[j * state->kp + c], ==, (float) (state->direct ? value : -2.0 * value));
        }
      eqp_assert_close (state->norms[c], norm, 1e-6);
      g_assert_cmpfloat (state->drift[c], >=, sqrt (drift) * (1.0 - 1e-7));
      eqp_assert_close (state->drift[c], sqrt (drift), 1e-5);
      sum += state->drift[c];
    }
  eqp_assert_close (state->mean_drift, sum / state->k, 1e-5);
}

/* Lloyd's method by hand, every pass against exact arithmetic: narrow and wide rows, few and many centres, with bounds
 * and without. */
static void
test_passes (void)
{
  const struct { gint64 n, d; int k, kind; } cases[] = {
    { 700, 1, 3, 0 }, { 900, 2, 20, 0 }, { 700, 2, 5, WHOLE }, { 400, 7, 17, WHOLE }, { 400, 32, 9, CLOSE },
    { 700, 33, 5, 0 }, { 600, 40, 16, WHOLE }, { 500, 48, 16, CLOSE }, { 900, 64, 24, BOUNDS }, { 600, 70, 40, BOUNDS | WHOLE },
    { 500, 80, 20, BOUNDS | CLOSE }, { 1500, 65, 18, BOUNDS }, { 500, 260, 19, 0 }, { 400, 260, 35, CLOSE }, { 300, 100, 17, WHOLE }, { 400, 260, 19, SPIKE },
    { 1, 3, 1, 0 }, { 9, 50, 9, 0 }, { 3000, 40, 3, 0 },
  };
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  for (gsize t = 0; t < G_N_ELEMENTS (cases); t++)
    {
      Subject s;
      EqpKMeans *state;
      g_autofree gint32 *next = NULL;
      g_autofree double *old = NULL;
      gboolean exact = (cases[t].kind & WHOLE) != 0;

      subject_set (&s, &rng, cases[t].n, cases[t].d, cases[t].k, cases[t].kind);
      state = s.state;
      next = g_new (gint32, state->n);
      old = g_new0 (double, state->k * state->d);
      _eqp_kmeans_sum_all (state, s.labels);
      for (int pass = 0; pass < 9; pass++)
        {
          double sse, expected = 0.0;
          gint64 moved, differ = 0;
          gint32 *swap;

          check_sums (state, s.labels);
          if (state->coarse != NULL && !(cases[t].kind & (WHOLE | CLOSE | SPIKE)))
            g_assert_cmpint (state->coarse_misses, ==, 0); /* 16 bits tell nearly all */
          _eqp_kmeans_update_centers (state);
          if (exact) /* whole centres, each twice: all is a tie */
            for (gint64 j = 0; j < state->k * state->d; j++)
              state->centers[j] = rint (state->centers[j]);
          if (exact && state->k > 1)
            memcpy (state->centers + (state->k - 1) * state->d, state->centers, sizeof (double) * state->d);
          if ((cases[t].kind & CLOSE) && pass > 0)
            for (gint64 j = 0; j < state->k * state->d; j++)
              state->centers[j] = (float) state->centers[j] + 1e-9 * eqp_rng_normal (&rng);
          _eqp_kmeans_pack (state);
          check_pack (state, old);
          memcpy (old, state->centers, sizeof (double) * state->k * state->d);

          g_assert_true (_eqp_kmeans_assign (state, pass == 0 ? NULL : s.labels, next, &sse, &moved));
          for (gint64 i = 0; i < state->n; i++)
            {
              check_label (state, i, pass == 0 ? -1 : s.labels[i], next[i], exact);
              differ += next[i] != s.labels[i];
              expected += (double) eqp_check_distance (state->x + i * state->d, state->centers + s.labels[i] * state->d, state->d);
            }
          eqp_assert_close (sse, pass == 0 ? 0.0 : expected, 1e-12);
          g_assert_cmpint (moved, ==, pass == 0 ? state->n : differ);
          if (pass == 0)
            {
              check_tolerances (state);
              _eqp_kmeans_sum_all (state, next);
            }
          else
            g_assert_cmpint (_eqp_kmeans_sum_moved (state, s.labels, next), ==, differ);
          swap = g_steal_pointer (&next);
          next = g_steal_pointer (&s.labels);
          s.labels = swap;
          if (pass == 4)
            {
              check_costs (state);
              g_assert_true (_eqp_kmeans_sse (state, s.labels, &sse));
              expected = 0.0;
              for (gint64 i = 0; i < state->n; i++)
                expected += (double) eqp_check_distance (state->x + i * state->d, state->centers + s.labels[i] * state->d, state->d);
              eqp_assert_close (sse, expected, 1e-12);
            }
        }
      subject_clear (&s);
    }
}

/* Bounds skip rows once the centres hardly move; if they skipped none, or all, this would not be met. */
static void
test_bounds_pay (void)
{
  EqpRng rng;
  Subject s;
  g_autofree gint32 *next = NULL;
  double moved_to = 0.0;

  eqp_rng_init (&rng, 2, 0);
  subject_set (&s, &rng, 2000, 64, 20, BOUNDS);
  next = g_new (gint32, s.state->n);
  for (gint64 i = 0; i < s.state->n; i++)
    s.labels[i] = (gint32) (i % 20);
  _eqp_kmeans_sum_all (s.state, s.labels);
  g_assert_nonnull (s.state->lower);
  g_assert_false (s.state->lower_valid);
  for (int pass = 0; pass < 3; pass++)
    {
      if (pass == 0)
        _eqp_kmeans_update_centers (s.state);
      else /* a step so small that nothing can change hands */
        s.state->centers[0] += 1e-7;
      _eqp_kmeans_pack (s.state);
      g_assert_true (_eqp_kmeans_assign (s.state, s.labels, next, NULL, NULL));
      memcpy (s.labels, next, sizeof (gint32) * s.state->n);
      moved_to = s.state->mean_drift;
      if (pass >= 2)
        {
          g_assert_true (s.state->bounds_pay);
          g_assert_true (s.state->lower_valid);
          /* No bound is above the distance. */
          for (gint64 i = 0; i < s.state->n; i++)
            for (int c = 0; c < s.state->k; c++)
              g_assert_cmpfloat (s.state->lower[i * s.state->kp + c], <=,
                                 (double) sqrtl (eqp_check_distance (s.state->x + i * s.state->d, s.state->centers + c * s.state->d, s.state->d)) * (1.0 + 1e-6));
        }
    }
  g_assert_cmpfloat (moved_to, <, 1e-6);
  subject_clear (&s);
}

/* Sums by all their ways: all rows, few movers, many movers, none in a cluster any more, labels that were foretold. */
static void
test_sums (void)
{
  const struct { gint64 n, d; int k, share; } cases[] = {
    { 30, 2, 3, 2 }, { 5000, 40, 5, 1000 }, { 5000, 40, 5, 9 }, { 5000, 40, 5, 2 }, { 30000, 40, 4, 7 }, { 1200, 3000, 900, 6 },
  };
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (gsize t = 0; t < G_N_ELEMENTS (cases); t++)
    {
      Subject s;
      g_autofree gint32 *to = NULL;
      g_autofree float *cost = NULL;
      g_autofree double *prices = g_new0 (double, cases[t].k);
      gint64 moved = 0;

      subject_set (&s, &rng, cases[t].n, cases[t].d, cases[t].k, 0);
      to = g_new (gint32, s.state->n);
      _eqp_kmeans_sum_all (s.state, s.labels);
      check_sums (s.state, s.labels);
      for (gint64 i = 0; i < s.state->n; i++)
        {
          to[i] = eqp_rng_below (&rng, cases[t].share) == 0 ? (gint32) eqp_rng_below (&rng, s.state->k) : s.labels[i];
          moved += to[i] != s.labels[i];
        }
      g_assert_cmpint (_eqp_kmeans_sum_moved (s.state, s.labels, to), ==, moved);
      check_sums (s.state, to);

      /* A pass for costs that expects labels, right or wrong. */
      if (cases[t].k * cases[t].d < 10000)
        {
          cost = g_new (float, s.state->n * s.state->kp);
          for (int round = 0; round < 3; round++)
            {
              _eqp_kmeans_update_centers (s.state);
              _eqp_kmeans_pack (s.state);
              g_assert_true (_eqp_kmeans_costs (s.state, to, prices, cost, NULL));
              moved = 0;
              for (gint64 i = 0; i < s.state->n; i++)
                {
                  int best = 0;

                  for (int c = 1; c < s.state->k; c++)
                    if (cost[i * s.state->kp + c] < cost[i * s.state->kp + best])
                      best = c;
                  s.labels[i] = round == 1 ? to[i] : round == 2 && i % 10 == 0 ? 0 : best;
                  moved += s.labels[i] != to[i];
                }
              g_assert_cmpint (_eqp_kmeans_sum_moved (s.state, to, s.labels), ==, moved);
              check_sums (s.state, s.labels);
              memcpy (to, s.labels, sizeof (gint32) * s.state->n);
            }
        }
      subject_clear (&s);
    }
}

/* The same rows for the same numbers: drawn by squared distance, the best of its candidates each. */
static void
test_seeds (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 4, 0);
  for (int round = 0; round < 60; round++)
    {
      Subject s;
      gint64 n = 1 + (gint64) eqp_rng_below (&rng, 400);
      int k = 1 + (int) eqp_rng_below (&rng, 25);
      g_autofree double *centers = NULL;
      EqpRng one, other;

      subject_set (&s, &rng, n, 1 + round % 40, k, WHOLE);
      centers = g_new (double, k * s.state->d);
      eqp_rng_init (&one, 7, round);
      other = one;
      g_assert_true (_eqp_seed_kmeanspp (s.state, &one));
      eqp_check_seeds (n, s.state->d, s.state->x, k, &other, centers);
      g_assert_cmpmem (s.state->centers, sizeof (double) * k * s.state->d, centers, sizeof (double) * k * s.state->d);
      g_assert_cmpmem (&one, sizeof one, &other, sizeof other);
      subject_clear (&s);
    }
}

/* Many rows: one out of each stretch stands for all. */
static void
test_seeds_of_many_rows (void)
{
  const gint64 n = 20001, n_sample = 8192;
  EqpRng rng, one, other;
  Subject s;
  g_autofree float *sample = g_new (float, n_sample * 3);
  double centers[12];

  eqp_rng_init (&rng, 5, 0);
  subject_set (&s, &rng, n, 3, 4, WHOLE);
  eqp_rng_init (&one, 8, 0);
  other = one;
  g_assert_true (_eqp_seed_kmeanspp (s.state, &one));
  for (gint64 r = 0; r < n_sample; r++)
    {
      gint64 first = (gint64) ((double) n / n_sample * (double) r), last = (gint64) ((double) n / n_sample * (double) (r + 1));

      memcpy (sample + 3 * r, s.state->x + 3 * (first + (gint64) eqp_rng_below (&other, MAX (1, last - first))), 3 * sizeof (float));
    }
  eqp_check_seeds (n_sample, 3, sample, 4, &other, centers);
  g_assert_cmpmem (s.state->centers, sizeof centers, centers, sizeof centers);
  subject_clear (&s);
}

/* Moves and swaps, pass after pass, each as J computed anew would have it. */
static void
test_polish (void)
{
  EqpRng rng;
  gint64 all_moved = 0, all_swapped = 0;

  eqp_rng_init (&rng, 6, 0);
  for (int round = 0; round < 120; round++)
    {
      const double gammas[] = { 0.0, 0.03, 0.4, 20.0 };
      Subject s;
      EqpPolisher *polisher;
      EqpCosts *costs;
      gint64 n = 4 + (gint64) eqp_rng_below (&rng, 50), least_size = 0, most_size = n;
      int k = 1 + (int) eqp_rng_below (&rng, 5);
      double gamma = gammas[round % 4] * (round % 3 == 1 ? 1e-14 : 1.0);
      g_autofree gint32 *expected = NULL;
      g_autofree float *cost = NULL;

      subject_set (&s, &rng, n, 1 + round % 3, k, round % 3 == 0 ? WHOLE : round % 3 == 1 ? TINY : 0);
      if (round % 7 == 0) /* one cluster is empty */
        for (gint64 i = 0; i < n; i++)
          s.labels[i] = MAX (0, s.labels[i] - 1);
      if (round % 4 < 2) /* limits that the sizes may be outside of */
        {
          least_size = (gint64) eqp_rng_below (&rng, (guint64) (n / k + 1));
          most_size = n / k + 1 + (gint64) eqp_rng_below (&rng, 4);
        }
      polisher = _eqp_polisher_new (s.state, least_size, most_size);
      if (round % 5 < 2) /* computed by blocks; one would hold all of so few rows, so it is made smaller */
        _eqp_costs_set_budget (0);
      costs = _eqp_costs_new (s.state, NULL);
      _eqp_costs_set_budget (-1);
      g_assert_cmpint (costs->whole == NULL, ==, round % 5 < 2);
      costs->room = MIN (costs->room, 7);
      cost = g_new (float, n * s.state->kp);
      expected = g_memdup2 (s.labels, sizeof (gint32) * n);
      _eqp_kmeans_sum_all (s.state, s.labels);
      for (int pass = 0; pass < 4; pass++)
        {
          gint64 moved, swapped;

          _eqp_kmeans_update_centers (s.state);
          _eqp_kmeans_pack (s.state);
          g_assert_true (_eqp_kmeans_costs (s.state, NULL, NULL, cost, NULL));
          g_assert_true (_eqp_costs_take (costs, NULL, NULL, NULL));
          if (pass % 2 == 0)
            {
              moved = _eqp_polisher_moves (polisher, gamma, costs, s.labels);
              g_assert_cmpint (moved, ==, eqp_check_moves (n, s.state->d, s.state->x, k, gamma, least_size, most_size,
                                                           cost, s.state->kp, expected));
              g_assert_cmpmem (s.labels, sizeof (gint32) * n, expected, sizeof (gint32) * n);
              check_sums (s.state, s.labels);
              all_moved += moved;
            }
          swapped = _eqp_polisher_swaps (polisher, costs, s.labels);
          g_assert_cmpint (swapped, ==, eqp_check_swaps (n, s.state->d, s.state->x, k, cost, s.state->kp, expected));
          g_assert_cmpmem (s.labels, sizeof (gint32) * n, expected, sizeof (gint32) * n);
          check_sums (s.state, s.labels);
          all_swapped += swapped;
        }
      _eqp_costs_free (costs);
      _eqp_polisher_free (polisher);
      subject_clear (&s);
    }
  g_assert_cmpint (all_moved, >, 600);
  g_assert_cmpint (all_swapped, >, 60);
}

/* So many clusters that only pairs which can have a swap are looked at: none is missed. */
static void
test_swaps_of_many_clusters (void)
{
  EqpRng rng;
  gint64 all_swapped = 0;

  eqp_rng_init (&rng, 16, 0);
  for (int round = 0; round < 4; round++)
    {
      const gint64 n = 400;
      const int k = 100 + round;
      Subject s;
      EqpPolisher *polisher;
      EqpCosts *costs;
      g_autofree gint32 *expected = NULL;
      g_autofree float *cost = NULL;

      subject_set (&s, &rng, n, 1 + round % 3, k, round % 4 == 3 ? WHOLE : round % 4 == 2 ? TINY : 0);
      g_assert_true (_eqp_seed_kmeanspp (s.state, &rng));
      _eqp_kmeans_pack (s.state);
      g_assert_true (_eqp_kmeans_assign (s.state, NULL, s.labels, NULL, NULL));
      for (gint64 i = 0; i < n; i += 1 + round)
        s.labels[i] = (gint32) eqp_rng_below (&rng, (guint64) k);
      _eqp_kmeans_sum_all (s.state, s.labels);
      polisher = _eqp_polisher_new (s.state, 0, n);
      if (round % 2 == 0)
        _eqp_costs_set_budget (0);
      costs = _eqp_costs_new (s.state, NULL);
      _eqp_costs_set_budget (-1);
      costs->room = MIN (costs->room, 70);
      cost = g_new (float, n * s.state->kp);
      expected = g_memdup2 (s.labels, sizeof (gint32) * n);
      for (int pass = 0; pass < 3; pass++)
        {
          gint64 swapped;

          _eqp_kmeans_update_centers (s.state);
          _eqp_kmeans_pack (s.state);
          g_assert_true (_eqp_kmeans_costs (s.state, NULL, NULL, cost, NULL));
          g_assert_true (_eqp_costs_take (costs, NULL, NULL, NULL));
          swapped = _eqp_polisher_swaps (polisher, costs, s.labels);
          g_assert_cmpint (swapped, ==, eqp_check_swaps (n, s.state->d, s.state->x, k, cost, s.state->kp, expected));
          g_assert_cmpmem (s.labels, sizeof (gint32) * n, expected, sizeof (gint32) * n);
          all_swapped += swapped;
        }
      _eqp_costs_free (costs);
      _eqp_polisher_free (polisher);
      subject_clear (&s);
    }
  g_assert_cmpint (all_swapped, >, 40);
}

/* Of the rows in clusters that can spare one, the one farthest from its centre and from those just placed. */
static gint64
farthest (EqpKMeans *state, const gint32 *labels, int only, const int *filled, int n_filled)
{
  gint64 best = -1;
  long double most = 0.0L;

  for (gint64 i = 0; i < state->n; i++)
    {
      const float *x = state->x + i * state->d;
      long double distance = eqp_check_distance (x, state->centers + labels[i] * state->d, state->d);

      for (int f = 0; f < n_filled; f++)
        distance = MIN (distance, eqp_check_distance (x, state->centers + filled[f] * state->d, state->d));
      if (state->sizes[labels[i]] > 1 && (only < 0 || labels[i] == only) && distance > most)
        {
          most = distance;
          best = i;
        }
    }
  return best;
}

static void
test_empty_clusters (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 7, 0);
  for (int round = 0; round < 90; round++)
    {
      const EqpEmptyPolicy policies[] = { EQP_EMPTY_KEEP, EQP_EMPTY_RELOCATE, EQP_EMPTY_SPLIT };
      EqpEmptyPolicy policy = policies[round % 3];
      Subject s, t;
      EqpKMeans *slow;
      int k = 3 + round % 5, filled[8], n_filled = 0;
      gint64 left = 0;
      EqpRng copy = rng;

      /* The same subject twice: one for the checker. */
      subject_set (&s, &rng, 4 + round / 3, 1 + round % 2, k, round % 2 ? WHOLE : 0);
      rng = copy;
      subject_set (&t, &rng, 4 + round / 3, 1 + round % 2, k, round % 2 ? WHOLE : 0);
      slow = t.state;
      for (gint64 i = 0; i < slow->n; i++)
        s.labels[i] = t.labels[i] = t.labels[i] % 2 + (round % 4 == 0 ? 1 : 0);
      _eqp_kmeans_sum_all (s.state, s.labels);
      _eqp_kmeans_update_centers (s.state);
      _eqp_kmeans_sum_all (slow, t.labels);
      _eqp_kmeans_update_centers (slow);
      for (int c = 0; c < k; c++)
        {
          gint64 row = -1;
          int worst = 0;

          if (slow->sizes[c] > 0)
            continue;
          if (policy == EQP_EMPTY_SPLIT)
            {
              long double sse[8] = { 0.0L };

              for (gint64 i = 0; i < slow->n; i++)
                sse[t.labels[i]] += eqp_check_distance (slow->x + i * slow->d, slow->centers + t.labels[i] * slow->d, slow->d);
              for (int other = 1; other < k; other++)
                if ((double) sse[other] > (double) sse[worst])
                  worst = other;
            }
          if (policy != EQP_EMPTY_KEEP)
            row = farthest (slow, t.labels, policy == EQP_EMPTY_SPLIT ? worst : -1, filled, n_filled);
          if (row < 0)
            {
              left++;
              continue;
            }
          t.labels[row] = c;
          filled[n_filled++] = c;
          _eqp_kmeans_sum_all (slow, t.labels);
          _eqp_kmeans_update_centers (slow);
        }
      g_assert_cmpint (_eqp_kmeans_fill_empty (s.state, s.labels, policy), ==, left);
      g_assert_cmpmem (s.labels, sizeof (gint32) * slow->n, t.labels, sizeof (gint32) * slow->n);
      check_sums (s.state, s.labels);
      for (gint64 j = 0; j < k * slow->d; j++)
        eqp_assert_close (s.state->centers[j], slow->centers[j], 1e-12);
      subject_clear (&s);
      subject_clear (&t);
    }
}

/* Algorithm 1, sweep by sweep. */
static void
test_published (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 8, 0);
  for (int round = 0; round < 40; round++)
    {
      const double gammas[] = { 0.0, 0.5, 0.02, 2.0, 1e6 };
      Subject s;
      gint64 n = 5 + (gint64) eqp_rng_below (&rng, 40), moved = 1;
      int k = 1 + (int) eqp_rng_below (&rng, 5);
      double gamma = gammas[round % 5];
      g_autofree gint32 *expected = NULL;
      g_autofree double *centers = NULL;
      EqpCosts *costs;
      gboolean converged;

      subject_set (&s, &rng, n, round % 4 == 3 ? 40 : 2, k, round % 3 == 0 ? WHOLE : 0);
      if (round % 3 == 0) /* equal rows: ties */
        for (gint64 i = 0; i < n; i++)
          s.labels[i] = (gint32) (i % k);
      expected = g_memdup2 (s.labels, sizeof (gint32) * n);
      if (round % 7 < 3)
        _eqp_costs_set_budget (0);
      costs = _eqp_costs_new (s.state, NULL);
      _eqp_costs_set_budget (-1);
      costs->room = MIN (costs->room, 7);
      centers = g_new (double, k * s.state->d);
      memcpy (centers, s.state->centers, sizeof (double) * k * s.state->d);
      for (int limit = 1; limit < 50 && moved > 0; limit++)
        {
          g_autofree gint32 *labels = g_memdup2 (s.labels, sizeof (gint32) * n);

          moved = eqp_check_sweep (n, s.state->d, s.state->x, k, gamma, centers, expected);
          for (int c = 0; c < k; c++)
            memcpy (s.state->centers + c * s.state->d, eqp_dataset_get_mean (s.dataset), sizeof (double) * s.state->d);
          g_assert_true (_eqp_published_run (s.state, gamma, limit, costs, labels, NULL, &converged));
          g_assert_cmpmem (labels, sizeof (gint32) * n, expected, sizeof (gint32) * n);
          g_assert_cmpint (converged, ==, moved == 0);
          check_sums (s.state, labels);
        }
      g_assert_cmpint (moved, ==, 0);
      _eqp_costs_free (costs);
      subject_clear (&s);
    }
}

/* From a center on that is drawn, each takes the nearest of the other parent's that are left, and one of the two goes on;
 * then one in all is replaced by a row, drawn by its distance from the others. */
static void
test_cross (void)
{
  EqpRng rng;
  int contested = 0;

  eqp_rng_init (&rng, 21, 0);
  for (int round = 0; round < 200; round++)
    {
      Subject s;
      int k = 1 + (int) eqp_rng_below (&rng, 7), begin, moved;
      gint64 d = 1 + round % 3, n = 30, row = 0;
      gsize count = (gsize) k * (gsize) d;
      g_autofree double *first = g_new (double, count), *second = g_new (double, count), *child = g_new (double, count);
      g_autofree double *expected = g_new (double, count);
      gboolean taken[8] = { FALSE };
      double distance[30], total = 0.0, at;
      EqpRng draws;

      subject_set (&s, &rng, n, d, k, 0);
      for (gsize j = 0; j < count; j++)
        {
          first[j] = eqp_rng_normal (&rng);
          second[j] = round % 4 ? 3.0 * eqp_rng_normal (&rng) : first[j] + 1e-3 * eqp_rng_normal (&rng);
        }
      draws = rng;
      _eqp_cross_centers (s.state, first, second, &rng, child);

      begin = (int) eqp_rng_below (&draws, (guint64) k);
      for (int t = 0; t < k; t++)
        {
          int a = (begin + t) % k, match = -1, nearest = -1;
          double ways[8];

          for (int b = 0; b < k; b++)
            {
              ways[b] = 0.0;
              for (gint64 j = 0; j < d; j++)
                ways[b] += pow (first[a * d + j] - second[b * d + j], 2.0);
              if (nearest < 0 || ways[b] < ways[nearest])
                nearest = b;
              if (!taken[b] && (match < 0 || ways[b] < ways[match]))
                match = b;
            }
          contested += match != nearest;
          taken[match] = TRUE;
          memcpy (expected + a * d, eqp_rng_below (&draws, 2) == 0 ? first + a * d : second + match * d,
                  sizeof (double) * (gsize) d);
        }
      if (k > 1)
        {
          moved = (int) eqp_rng_below (&draws, (guint64) k);
          for (gint64 i = 0; i < n; i++)
            {
              distance[i] = INFINITY;
              for (int c = 0; c < k; c++)
                if (c != moved)
                  distance[i] = MIN (distance[i], (double) eqp_check_distance (s.state->x + i * d, expected + c * d, d));
              total += distance[i];
            }
          at = eqp_rng_uniform (&draws) * total;
          while (row < n - 1 && (at -= distance[row]) > 0.0)
            row++;
          for (gint64 j = 0; j < d; j++)
            expected[moved * d + j] = s.state->x[row * d + j];
        }
      g_assert_cmpmem (child, sizeof (double) * count, expected, sizeof (double) * count);
      g_assert_cmpmem (&rng, sizeof rng, &draws, sizeof draws);
      subject_clear (&s);
    }
  g_assert_cmpint (contested, >, 100);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pin-kmeans/cross", test_cross);
  g_test_add_func ("/core/pin-kmeans/passes", test_passes);
  g_test_add_func ("/core/pin-kmeans/bounds-pay", test_bounds_pay);
  g_test_add_func ("/core/pin-kmeans/sums", test_sums);
  g_test_add_func ("/core/pin-kmeans/seeds", test_seeds);
  g_test_add_func ("/core/pin-kmeans/seeds-of-many-rows", test_seeds_of_many_rows);
  g_test_add_func ("/core/pin-kmeans/polish", test_polish);
  g_test_add_func ("/core/pin-kmeans/swaps-of-many-clusters", test_swaps_of_many_clusters);
  g_test_add_func ("/core/pin-kmeans/empty-clusters", test_empty_clusters);
  g_test_add_func ("/core/pin-kmeans/published", test_published);
  return g_test_run ();
}
