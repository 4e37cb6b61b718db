/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lower bounds against the best of all labellings, and the formula behind them for multipliers that are not the best. */
#include "config.h"

#include "eqp-check.h"
#include "eqp-test.h"

#include <math.h>

#include "solvers/eqp-relaxation-private.h"

#define N 8
#define D 2

/* The least SSE + gamma sum n_k^2 over all k^n labels with sizes within the limits; empty clusters only without @least. */
static double
best_by_trying_all (EqpDataset *dataset, gint k, double gamma, gint64 least, gint64 most)
{
  double best = INFINITY;
  gint64 count = (gint64) pow (k, N);

  for (gint64 code = 0; code < count; code++)
    {
      gint64 sizes[N] = { 0 }, rest = code;
      gint32 labels[N];
      gboolean within = TRUE;

      for (gint i = 0; i < N; i++, rest /= k)
        sizes[labels[i] = (gint32) (rest % k)]++;
      for (gint c = 0; c < k; c++)
        within = within && sizes[c] >= least && sizes[c] <= most;
      if (within)
        best = MIN (best, (double) eqp_check_objective (N, D, eqp_dataset_get_features (dataset), k, gamma, labels));
    }
  return best;
}

static EqpDataset *
random_points (EqpRng *rng, gint kind)
{
  double values[N * D];

  for (gint i = 0; i < N; i++)
    for (gint j = 0; j < D; j++)
      values[i * D + j] = kind == 0   ? eqp_rng_normal (rng)
                          : kind == 1 ? floor (3.0 * eqp_rng_uniform (rng))
                                      : 1e6 * (i % 3) + eqp_rng_normal (rng);
  return eqp_test_dataset (N, D, values);
}

static void
test_enumeration (void)
{
  double gaps = 0.0;
  gint closed = 0, tried = 0;
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (gint round = 0; round < 60; round++)
    {
      g_autoptr (EqpDataset) dataset = random_points (&rng, round % 3);
      g_autoptr (GError) error = NULL;
      EqpParams params = eqp_params_default ();
      double best, spread = eqp_dataset_get_total_ss (dataset);
      EqpBound bound;

      params.k = 2 + round % 2;
      params.gamma = round % 4 == 0 ? 0.0 : spread * pow (10.0, 6.0 * eqp_rng_uniform (&rng) - 4.0);
      if (round % 5 == 1)
        params.min_size = 1 + (gint64) eqp_rng_below (&rng, 2);
      if (round % 5 < 2)
        params.max_size = (N + params.k - 1) / params.k + (gint64) eqp_rng_below (&rng, 2);
      best = best_by_trying_all (dataset, params.k, params.gamma, params.min_size,
                                 params.max_size > 0 ? params.max_size : N);

      g_assert_true (eqp_bound_find (dataset, &params, best, 0.0, NULL, NULL, NULL, &bound, &error));
      g_assert_no_error (error);
      g_assert_cmpfloat (bound.bound, <=, best * (1.0 + 1e-12) + 1e-9 * spread);
      g_assert_cmpfloat (bound.gap, >=, 0.0);
      g_assert_cmpint (bound.parts, ==, 1);
      if (isfinite (bound.gap))
        {
          gaps += bound.gap;
          closed += bound.gap < 1e-4;
          tried++;
        }

      /* Of a labelling that is not the best the gap tells at least how much worse it is. */
      if (best > 0.0 && isfinite (bound.gap))
        {
          EqpBound worse;
          double least = params.gamma * (params.k == 2 ? 32.0 : 22.0);

          g_assert_true (eqp_bound_find (dataset, &params, best + 0.1 * spread, 0.0, NULL, NULL, NULL, &worse, &error));
          g_assert_cmpfloat (worse.bound, <=, best * (1.0 + 1e-12) + 1e-9 * spread);
          if (best - least > 1e-6 * spread)
            g_assert_cmpfloat (worse.gap, >=, 0.1 * spread / (best - least) * (1.0 - 1e-6));
        }
    }
  g_assert_cmpint (tried, >=, 40);
  /* Not only safe but of use. */
  g_assert_cmpfloat (gaps / tried, <, 0.25);
  g_assert_cmpint (closed, >=, tried / 4);
}

/* Whatever the multiplier, its bound is one. */
static void
test_any_multiplier (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 6, 0);
  for (gint round = 0; round < 60; round++)
    {
      g_autoptr (EqpDataset) dataset = random_points (&rng, 0);
      const float *features = eqp_dataset_get_features (dataset);
      gint64 least = 1 + round % 2, most = 4 + round % 4;
      gint k = 2 + round % 2;
      EqpRelaxation relaxation = { .k = k, .least = least, .most = most, .gamma = round % 3 * 0.3,
                                   .free = round % 2 ? 4.0 : 0.0 };
      double rows[N * D], best = best_by_trying_all (dataset, k, relaxation.gamma, least, most);

      for (gint i = 0; i < N * D; i++)
        rows[i] = features[i];
      g_assert_true (_eqp_relaxation_init (&relaxation, N, D, rows, NULL));
      eqp_assert_close (relaxation.total, eqp_dataset_get_total_ss (dataset), 1e-6);
      for (gint trial = 0; trial < 20; trial++)
        {
          double scale = pow (10.0, trial % 5 - 3), bound;

          for (gint i = 0; i < N; i++)
            for (gint j = 0; j <= i; j++)
              relaxation.multiplier[i * N + j] = relaxation.multiplier[j * N + i] = scale * eqp_rng_normal (&rng);
          if (trial % 4 == 0 && trial > 0)
            for (gint i = 0; i < N; i++)
              relaxation.multiplier[i * (N + 1)] *= 20.0;
          g_assert_true (_eqp_relaxation_bound (&relaxation, &bound, NULL));
          g_assert_cmpfloat (bound, <=, best - relaxation.gamma * relaxation.free * N);
        }
      _eqp_relaxation_clear (&relaxation);
    }
}

/* Without a multiplier the bound is that of principal components: for two clusters all but the first. */
static void
test_components (void)
{
  const double values[] = { -2, 1, -2, -1, 2, 1, 2, -1 };
  double rows[8], bound;
  EqpRelaxation relaxation = { .k = 2, .least = 1, .most = 3 };

  for (gint i = 0; i < 8; i++)
    rows[i] = values[i] + 7.0;
  g_assert_true (_eqp_relaxation_init (&relaxation, 4, 2, rows, NULL));
  g_assert_true (_eqp_relaxation_bound (&relaxation, &bound, NULL));
  eqp_assert_close (relaxation.total, 20.0, 1e-12);
  eqp_assert_close (bound, 4.0, 1e-9);
  g_assert_cmpfloat (bound, <=, 4.0);
  _eqp_relaxation_clear (&relaxation);
}

/* More rows than fit into one relaxation: never above what a method finds, and near it. */
static void
test_parts (void)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  const gint n = EQP_BOUND_ROWS + 100;
  g_autofree double *values = g_new (double, n * D);
  g_autoptr (EqpDataset) dataset = NULL;
  EqpParams params = eqp_params_default ();
  EqpContext context = { .pool = pool };
  EqpRng rng;

  eqp_rng_init (&rng, 7, 0);
  for (gint i = 0; i < n; i++)
    for (gint j = 0; j < D; j++)
      values[i * D + j] = (j == 0 ? 8.0 * (i % 3) : 0.0) + eqp_rng_normal (&rng);
  dataset = eqp_test_dataset (n, D, values);
  params.k = 3;
  for (gint round = 0; round < 2; round++)
    {
      EqpBound bound;
      EqpResult *result;

      params.gamma = round == 0 ? 0.0 : 1e4;
      result = eqp_solver_run (eqp_solver_find ("bkm"), dataset, &params, &context, NULL);
      g_assert_nonnull (result);
      g_assert_true (eqp_bound_find (dataset, &params, result->objective, 0.0, NULL, NULL, NULL, &bound, NULL));
      g_assert_cmpint (bound.parts, ==, 2);
      g_assert_cmpfloat (bound.bound, <=, result->objective);
      g_assert_cmpfloat (bound.gap, <, 0.05);
      eqp_result_free (result);
    }
}

static void
tell_nothing (const EqpBound *bound, gpointer user_data)
{
  double *last = user_data;

  g_assert_cmpfloat (bound->bound, >=, *last);
  *last = bound->bound;
}

/* Sizes are narrowed to those that a labelling as good as the known one can have, not further: the best one here has no
 * spread at all and pays for its sizes alone. */
static void
test_narrowed (void)
{
  const double values[N * D] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 100, 0, 100, 0 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (N, D, values);
  EqpParams params = eqp_params_default ();
  EqpBound bound;

  params.k = 2;
  params.gamma = 1.0;
  g_assert_true (eqp_bound_find (dataset, &params, 36.0 + 4.0, 0.0, NULL, NULL, NULL, &bound, NULL));
  g_assert_cmpfloat (bound.bound, <=, 40.0);
  g_assert_cmpfloat (bound.bound, >=, 39.9);
}

/* What is told only grows; stopped at once it is still a bound; one cluster and as many as rows need no proof. */
static void
test_edges (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (EqpDataset) dataset = NULL;
  EqpParams params = eqp_params_default ();
  double best, last = -1.0;
  EqpBound bound;
  EqpRng rng;

  eqp_rng_init (&rng, 8, 0);
  dataset = random_points (&rng, 0);
  params.k = 3;
  best = best_by_trying_all (dataset, 3, 0.0, 0, N);
  g_assert_true (eqp_bound_find (dataset, &params, best, 0.0, tell_nothing, &last, NULL, &bound, NULL));
  g_assert_cmpfloat (last, ==, bound.bound);
  g_assert_false (bound.cancelled);
  g_cancellable_cancel (cancellable);
  g_assert_true (eqp_bound_find (dataset, &params, best, 0.0, NULL, NULL, cancellable, &bound, NULL));
  g_assert_true (bound.cancelled || bound.gap == 0.0);
  g_assert_cmpint (bound.iterations, ==, 0);
  g_assert_cmpfloat (bound.bound, <=, best);

  params.k = 1;
  params.gamma = 2.0;
  g_assert_true (eqp_bound_find (dataset, &params, eqp_dataset_get_total_ss (dataset) + 2.0 * N * N, 0.0, NULL, NULL, NULL,
                                 &bound, NULL));
  g_assert_cmpfloat (bound.gap, ==, 0.0);
  params.k = N;
  g_assert_true (eqp_bound_find (dataset, &params, 2.0 * N, 0.0, NULL, NULL, NULL, &bound, NULL));
  g_assert_cmpfloat (bound.gap, ==, 0.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/bound/enumeration", test_enumeration);
  g_test_add_func ("/bound/any-multiplier", test_any_multiplier);
  g_test_add_func ("/bound/components", test_components);
  g_test_add_func ("/bound/parts", test_parts);
  g_test_add_func ("/bound/narrowed", test_narrowed);
  g_test_add_func ("/bound/edges", test_edges);
  return g_test_run ();
}
