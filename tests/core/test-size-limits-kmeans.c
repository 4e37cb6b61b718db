/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>
#include <string.h>

#include "solvers/kmeans/eqp-assigner-private.h"

/* The least of sum cost + gamma sum n_k^2 over all k^n labels whose sizes are within the limits. */
static double
best_by_trying_all (gint n, gint k, const double *cost, double gamma, gint64 least, gint64 most)
{
  double best = INFINITY;
  gint64 count = 1;

  for (gint i = 0; i < n; i++)
    count *= k;
  for (gint64 code = 0; code < count; code++)
    {
      gint64 sizes[8] = { 0 }, rest = code;
      double value = 0.0;
      gboolean within = TRUE;

      for (gint i = 0; i < n; i++, rest /= k)
        {
          sizes[rest % k]++;
          value += cost[i * k + rest % k];
        }
      for (gint c = 0; c < k; c++)
        {
          within = within && sizes[c] >= least && sizes[c] <= most;
          value += gamma * (double) (sizes[c] * sizes[c]);
        }
      if (within)
        best = MIN (best, value);
    }
  return best;
}

/* The step is exact for any limits and any gamma, none included, and says so; ties (whole numbers) and all. */
static void
test_assignment (void)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  const gint n = 8;
  EqpRng rng;

  eqp_rng_init (&rng, 11, 0);
  for (gint round = 0; round < 400; round++)
    {
      gint k = 2 + round % 3;
      double cost[8 * 4], prices[4] = { 0 };
      double gamma = round % 4 == 0 ? 0.0 : pow (10.0, 2.0 * eqp_rng_uniform (&rng) - 1.0);
      gint64 least = (gint64) eqp_rng_below (&rng, (guint64) (n / k + 1)), sizes[4] = { 0 };
      gint64 most = (n + k - 1) / k + (gint64) eqp_rng_below (&rng, 4);
      gint32 labels[8];
      double value = 0.0;
      EqpAssigner *assigner = _eqp_assigner_new (n, k, pool, NULL, NULL);
      EqpAssignmentReport report;

      for (gint i = 0; i < n * k; i++)
        cost[i] = round % 2 ? floor (10.0 * eqp_rng_uniform (&rng)) : 10.0 * eqp_rng_uniform (&rng);
      for (gint i = 0; i < n; i++)
        labels[i] = -1;
      _eqp_assigner_set_limits (assigner, least, most);
      g_assert_true (_eqp_assigner_solve (assigner, NULL, cost, k, gamma, prices, labels, &report));
      for (gint i = 0; i < n; i++)
        {
          sizes[labels[i]]++;
          value += cost[i * k + labels[i]];
        }
      for (gint c = 0; c < k; c++)
        {
          g_assert_cmpint (sizes[c], >=, least);
          g_assert_cmpint (sizes[c], <=, most);
          value += gamma * (double) (sizes[c] * sizes[c]);
        }
      g_assert_cmpfloat_with_epsilon (value, best_by_trying_all (n, k, cost, gamma, least, most), 1e-9);
      g_assert_cmpfloat_with_epsilon (report.objective, value, 1e-9);
      g_assert_cmpfloat (report.gap, >=, 0.0);
      g_assert_cmpfloat (report.gap, <=, 1e-9);
      _eqp_assigner_free (assigner);
    }
}

typedef struct
{
  gint64 least, most;
  double last;
} Seen;

static void
look (const EqpEvent *event, gpointer user_data)
{
  Seen *seen = user_data;

  if (event->kind != EQP_EVENT_ITERATION)
    return;
  for (gint c = 0; c < event->k; c++)
    {
      g_assert_cmpint (event->sizes[c], >=, seen->least);
      g_assert_cmpint (event->sizes[c], <=, seen->most);
    }
  g_assert_cmpfloat (event->objective, <=, seen->last * (1.0 + 1e-12));
  seen->last = event->objective;
}

static EqpResult *
run (EqpDataset *dataset, const EqpParams *params, guint threads)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  g_autoptr (GError) error = NULL;
  Seen seen = { params->min_size, params->max_size > 0 ? params->max_size : G_MAXINT64, INFINITY };
  EqpSink sink = { look, &seen };
  EqpContext context = { pool, &sink, NULL, NULL };
  EqpResult *result = eqp_solver_run (eqp_solver_find ("bkm"), dataset, params, &context, &error);

  g_assert_no_error (error);
  return result;
}

/* Every step that is shown keeps the limits and lowers the objective; sizes within one reach what a huge gamma reaches. */
static void
test_digits (void)
{
  const gint64 limits[][2] = { { 179, 180 }, { 170, 190 }, { 0, 185 }, { 175, 0 }, { 100, 200 } };
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);
  double plain = INFINITY;

  for (gsize i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      EqpParams params = eqp_params_default ();
      g_autoptr (EqpResult) one = NULL, two = NULL;

      params.k = 10;
      params.min_size = limits[i][0];
      params.max_size = limits[i][1];
      one = run (digits, &params, 1);
      two = run (digits, &params, 2);
      g_assert_cmpmem (one->labels, sizeof (gint32) * one->n, two->labels, sizeof (gint32) * two->n);
      g_assert_cmpfloat (one->assignment_gap, <=, 1e-6 * one->objective);
      if (i == 0)
        {
          g_assert_cmpfloat (one->data_term / 1797.0, <, 655.9);
          plain = one->data_term;
        }
      else if (limits[i][0] <= 179 && (limits[i][1] == 0 || limits[i][1] >= 180))
        g_assert_cmpfloat (one->data_term, <=, plain * (1.0 + 1e-9));
    }
}

/* Labels far outside the limits are mended, whatever gamma is. */
static void
test_warm (void)
{
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, NULL);
  gint32 labels[150] = { 0 };

  for (gint step = 0; step < 3; step++)
    {
      EqpParams params = eqp_params_default ();
      g_autoptr (EqpResult) result = NULL;

      params.k = 3;
      params.gamma = step == 0 ? 0.0 : pow (10.0, step - 1);
      params.min_size = 45;
      params.max_size = 52;
      params.initial_labels = labels;
      result = run (iris, &params, 2);
      for (gint c = 0; c < 3; c++)
        g_assert_true (result->sizes[c] >= 45 && result->sizes[c] <= 52);
    }
}

/* Duplicates, K = n, K = 1, and limits that leave no choice. */
static void
test_corners (void)
{
  const double values[] = { 0, 0, 0, 0, 5, 5, 5, 5, 5, 5, 9, 9 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (12, 1, values);
  const struct
  {
    gint k;
    gint64 least, most;
  } cases[] = { { 1, 12, 12 }, { 12, 1, 1 }, { 4, 3, 3 }, { 5, 2, 3 }, { 3, 0, 4 }, { 2, 6, 0 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gint gamma = 0; gamma < 2; gamma++)
      {
        EqpParams params = eqp_params_default ();
        g_autoptr (EqpResult) result = NULL;

        params.k = cases[i].k;
        params.gamma = gamma;
        params.min_size = cases[i].least;
        params.max_size = cases[i].most;
        result = run (dataset, &params, 1);
        for (gint c = 0; c < params.k; c++)
          g_assert_true (result->sizes[c] >= params.min_size &&
                         (params.max_size == 0 || result->sizes[c] <= params.max_size));
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/size-limits-kmeans/assignment", test_assignment);
  g_test_add_func ("/core/size-limits-kmeans/digits", test_digits);
  g_test_add_func ("/core/size-limits-kmeans/warm", test_warm);
  g_test_add_func ("/core/size-limits-kmeans/corners", test_corners);
  return g_test_run ();
}
