/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

typedef struct
{
  EqpDataset *dataset;
  gint64      n;
  gint64      d;
  gint        k;
  gint32     *labels;
  double     *centers; /* of these labels */
  double      unit;
} Problem;

/* Blobs of unequal sizes, and labels by blob and chance. */
static void
problem_init (Problem *problem, gint64 n, gint64 d, gint k)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  g_autofree double *x = g_new (double, n * d);
  g_autofree gint64 *sizes = g_new0 (gint64, k);

  *problem = (Problem){ .n = n, .d = d, .k = k };
  problem->labels = g_new (gint32, n);
  problem->centers = g_new0 (double, k * d);
  for (gint64 i = 0; i < n; i++)
    {
      gint blob = (gint) (k * pow (g_rand_double (random), 2.0));

      problem->labels[i] = g_rand_int_range (random, 0, 4) == 0 ? g_rand_int_range (random, 0, k) : MIN (blob, k - 1);
      for (gint64 j = 0; j < d; j++)
        x[i * d + j] = g_rand_double (random) + 0.3 * (double) ((blob * (j + 3)) % 5);
    }
  problem->dataset = eqp_test_dataset (n, d, x);
  for (gint64 i = 0; i < n; i++)
    {
      sizes[problem->labels[i]]++;
      for (gint64 j = 0; j < d; j++)
        problem->centers[problem->labels[i] * d + j] += eqp_dataset_get_features (problem->dataset)[i * d + j];
    }
  for (gint c = 0; c < k; c++)
    for (gint64 j = 0; j < d; j++)
      problem->centers[c * d + j] /= (double) MAX (1, sizes[c]);
  problem->unit = eqp_gamma_unit (EQP_FAMILY_KMEANS, n, k, eqp_dataset_get_total_ss (problem->dataset));
}

static void
problem_clear (Problem *problem)
{
  eqp_dataset_unref (problem->dataset);
  g_free (problem->labels);
  g_free (problem->centers);
}

static double
cost_of (const Problem *problem, gint64 row, gint cluster)
{
  const float *x = eqp_dataset_get_features (problem->dataset) + row * problem->d;
  double sum = 0.0;

  for (gint64 j = 0; j < problem->d; j++)
    sum += pow ((double) x[j] - problem->centers[cluster * problem->d + j], 2.0);
  return sum;
}

/* What is found is worth as much as the exact optimum for these centers, but for a share. */
static void
check (const Problem *problem, const EqpResult *result, double gamma, const double *cost, double share)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autofree gint32 *best = g_new (gint32, problem->n);
  g_autofree gint64 *sizes = g_new0 (gint64, problem->k);
  EqpAssignmentReport report;
  double own = 0.0, sse;

  for (gint64 i = 0; i < problem->n; i++)
    {
      own += cost[i * problem->k + result->labels[i]];
      sizes[result->labels[i]]++;
    }
  g_assert_cmpmem (result->sizes, sizeof (gint64) * problem->k, sizes, sizeof (gint64) * problem->k);
  own += eqp_balance_penalty (gamma, problem->k, sizes);
  g_assert_true (eqp_balanced_assignment (problem->n, problem->k, cost, gamma, pool, NULL, best, &report, NULL, NULL));
  g_assert_cmpfloat (own, >=, report.bound * (1.0 - 1e-6));
  g_assert_cmpfloat (own, <=, report.objective * (1.0 + share));
  sse = eqp_metrics_sse (problem->dataset, problem->k, result->labels);
  eqp_assert_close (result->data_term, sse, 1e-4);
  eqp_assert_close (result->penalty, eqp_balance_penalty (gamma, problem->k, sizes), 1e-12);
  g_assert_cmpfloat (result->gamma, ==, gamma);
}

static void
drag (gint64 n, gint64 d, gint k, double share)
{
  static const double relative[] = { 0.0, 0.3, 30.0, 1.0, 0.01, 1000.0, 2.0 };
  Problem problem;
  EqpGammaDrag *self;
  g_autofree double *cost = g_new (double, n * k);

  problem_init (&problem, n, d, k);
  for (gint64 i = 0; i < n; i++)
    for (gint c = 0; c < k; c++)
      cost[i * k + c] = cost_of (&problem, i, c);
  self = eqp_gamma_drag_new (problem.dataset, k, problem.labels, 2, NULL);
  g_assert_nonnull (self);
  g_assert_cmpint (eqp_gamma_drag_get_sample (self) > 0, ==, share > 1e-5);
  for (guint i = 0; i < G_N_ELEMENTS (relative); i++)
    {
      EqpResult *result = eqp_gamma_drag_at (self, relative[i] * problem.unit);

      check (&problem, result, relative[i] * problem.unit, cost, share);
      eqp_result_free (result);
    }
  eqp_gamma_drag_free (self);
  problem_clear (&problem);
}

/* All rows decide: the optimum, but for single precision. */
static void
test_all (void)
{
  drag (3000, 6, 7, 1e-5);
  drag (500, 90, 2, 1e-5);
}

/* A sample decides: near it. */
static void
test_sample (void)
{
  drag (520000, 2, 8, 1e-2);
}

static void
test_serves (void)
{
  EqpParams params = eqp_params_default ();

  params.k = 3;
  g_assert_true (eqp_gamma_drag_serves (eqp_solver_find ("bkm"), &params, 100));
  g_assert_false (eqp_gamma_drag_serves (eqp_solver_find ("kmeans"), &params, 100));
  g_assert_false (eqp_gamma_drag_serves (eqp_solver_find ("bmincut"), &params, 100));
  params.max_size = 40;
  g_assert_false (eqp_gamma_drag_serves (eqp_solver_find ("bkm"), &params, 100));
  params.max_size = 0;
  params.k = 1;
  g_assert_false (eqp_gamma_drag_serves (eqp_solver_find ("bkm"), &params, 100));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/gamma-drag/all", test_all);
  g_test_add_func ("/core/gamma-drag/sample", test_sample);
  g_test_add_func ("/core/gamma-drag/serves", test_serves);
  return g_test_run ();
}
