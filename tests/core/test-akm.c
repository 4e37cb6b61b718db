/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Approximate k-means and its forest, against looking at all centres. */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

#include "solvers/kmeans/eqp-center-forest-private.h"

static EqpResult *
run (const char *method, EqpDataset *dataset, const EqpParams *params, guint threads)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool };
  EqpResult *result = eqp_solver_run (eqp_solver_find (method), dataset, params, &context, &error);

  g_assert_no_error (error);
  return result;
}

static EqpDataset *
groups (gint64 n, gint64 d, int k, guint64 seed)
{
  g_autofree double *values = g_new (double, n * d);
  EqpRng rng;

  eqp_rng_init (&rng, seed, 0);
  for (gint64 i = 0; i < n; i++)
    {
      gint64 group = (gint64) eqp_rng_below (&rng, k);

      for (gint64 j = 0; j < d; j++)
        values[i * d + j] = 4.0 * sin ((double) (group * 131 + j * 17)) + eqp_rng_normal (&rng);
    }
  return eqp_test_dataset (n, d, values);
}

/* Looking at all centres finds the nearest two; looking at a few finds the nearest of most rows, and none that it tells
 * wrong distances of. Some centres are equal, and some rows are centres. */
static void
test_forest (void)
{
  struct { int k; gint64 d; int trees; } shapes[] = { { 1, 3, 2 }, { 16, 2, 1 }, { 17, 5, 3 }, { 500, 8, 4 }, { 1003, 40, 2 } };
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      int k = shapes[s].k, hits = 0;
      gint64 d = shapes[s].d;
      g_autofree double *centers = g_new (double, k * d);
      g_autofree float *x = g_new (float, d);
      EqpCenterForest *forest = _eqp_center_forest_new (k, d, shapes[s].trees, pool, NULL);

      for (gint64 i = 0; i < k * d; i++)
        centers[i] = i / d % 10 == 9 ? centers[i - d] : (float) eqp_rng_normal (&rng);
      _eqp_center_forest_build (forest, centers, 3, 0);
      for (int q = 0; q < 400; q++)
        {
          double least = INFINITY, next = INFINITY;
          float distance, second_distance;
          int found, second;

          for (gint64 j = 0; j < d; j++)
            x[j] = q < 100 ? (float) centers[q % k * d + j] : (float) eqp_rng_normal (&rng);
          for (int c = 0; c < k; c++)
            {
              double sum = 0.0;

              for (gint64 j = 0; j < d; j++)
                sum += (x[j] - centers[c * d + j]) * (x[j] - centers[c * d + j]);
              next = MIN (next, MAX (sum, least));
              least = MIN (least, sum);
            }

          found = _eqp_center_forest_nearest (forest, q % 2, x, -1, INFINITY, &second, &distance, &second_distance);
          g_assert_true (found >= 0 && found < k && found != second);
          eqp_assert_close (distance, least, 1e-5);
          if (k > 1)
            eqp_assert_close (second_distance, next, 1e-5);
          else
            g_assert_cmpint (second, ==, -1);

          found = _eqp_center_forest_nearest (forest, q % 2, x, 128, INFINITY, &second, &distance, &second_distance);
          g_assert_cmpfloat (distance, >=, least - 1e-5 * (1.0 + least));
          hits += distance <= least + 1e-5 * (1.0 + least);
        }
      g_assert_cmpint (hits, >, k <= 128 ? 399 : d < 10 ? 320 : 120);
      _eqp_center_forest_free (forest);
    }
}

/* Up to as many clusters as centres are looked at, it is k-means. */
static void
test_exhaustive (void)
{
  g_autoptr (EqpDataset) dataset = groups (1500, 40, 30, 4);
  g_autoptr (EqpResult) exact = NULL, result = NULL;
  EqpParams params = eqp_params_default ();

  params.k = 60;
  params.restarts = 2;
  exact = run ("kmeans", dataset, &params, 2);
  result = run ("akm", dataset, &params, 2);
  g_assert_cmpmem (result->labels, sizeof (gint32) * result->n, exact->labels, sizeof (gint32) * exact->n);
  g_assert_cmpfloat (result->objective, ==, exact->objective);

  params.k = 200;
  params.own[1] = 200; /* checks */
  g_clear_pointer (&exact, eqp_result_free);
  g_clear_pointer (&result, eqp_result_free);
  exact = run ("kmeans", dataset, &params, 2);
  result = run ("akm", dataset, &params, 2);
  g_assert_cmpmem (result->labels, sizeof (gint32) * result->n, exact->labels, sizeof (gint32) * exact->n);
}

/* Beyond, it comes within a percent in the mean of a few seeds, the same on any number of threads, and a start is never made worse. */
static void
test_approximate (void)
{
  struct { gint64 n, d; int groups, k; } shapes[] = { { 6000, 16, 40, 400 }, { 5000, 50, 300, 250 }, { 4000, 2, 20, 300 } };

  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      g_autoptr (EqpDataset) dataset = groups (shapes[s].n, shapes[s].d, shapes[s].groups, s);
      EqpParams params = eqp_params_default ();
      double ratio = 0.0;

      params.k = shapes[s].k;
      for (params.seed = 1; params.seed <= 4; params.seed++)
        {
          g_autoptr (EqpResult) exact = NULL, one = NULL, four = NULL, again = NULL;

          params.initial_labels = NULL;
          exact = run ("kmeans", dataset, &params, 2);
          one = run ("akm", dataset, &params, 1);
          four = run ("akm", dataset, &params, 4);
          g_assert_cmpmem (one->labels, sizeof (gint32) * one->n, four->labels, sizeof (gint32) * four->n);
          eqp_assert_close (one->objective, eqp_metrics_sse (dataset, params.k, one->labels), 1e-9);
          ratio += one->objective / exact->objective / 4.0;
          params.initial_labels = exact->labels;
          again = run ("akm", dataset, &params, 2);
          g_assert_cmpfloat (again->objective, <=, exact->objective * (1.0 + 1e-12));
        }
      g_assert_cmpfloat (ratio, <=, 1.01);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/akm/forest", test_forest);
  g_test_add_func ("/core/akm/exhaustive", test_exhaustive);
  g_test_add_func ("/core/akm/approximate", test_approximate);
  return g_test_run ();
}
