/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k-means on principal components against k-means on data that were reduced to them before. */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

static EqpResult *
run (const char *method, EqpDataset *dataset, const EqpParams *params)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool };
  EqpResult *result = eqp_solver_run (eqp_solver_find (method), dataset, params, &context, &error);

  g_assert_no_error (error);
  return result;
}

static void
test_reduced (void)
{
  struct { gint64 n, d; gint k; int components, expected; } cases[] = {
    { 200, 8, 5, 0, 4 }, { 200, 8, 5, 2, 2 }, { 200, 8, 5, 100, 8 }, { 30, 60, 4, 0, 3 }, { 50, 6, 1, 0, 1 }, { 40, 2, 9, 0, 2 }
  };

  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      gint64 n = cases[c].n, d = cases[c].d;
      g_autofree double *values = g_new (double, n * d);
      g_autofree gint32 *initial = g_new (gint32, n);
      g_autoptr (EqpDataset) dataset = NULL, reduced = NULL;
      g_autoptr (EqpResult) result = NULL, expected = NULL;
      EqpPreparation preparation = { .pca = cases[c].expected };
      EqpParams params = eqp_params_default ();
      EqpRng rng;

      eqp_rng_init (&rng, c, 0);
      for (gint64 i = 0; i < n; i++)
        {
          initial[i] = (gint32) (i % cases[c].k);
          for (gint64 j = 0; j < d; j++)
            values[i * d + j] = (3.0 * sin ((double) (i % 7 * 3 + j)) + eqp_rng_normal (&rng)) / (double) (1 + j);
        }
      dataset = eqp_test_dataset (n, d, values);
      reduced = eqp_dataset_prepare (dataset, &preparation, 1, NULL, NULL);
      params.k = cases[c].k;
      params.initial_labels = initial;
      expected = run ("kmeans", reduced, &params);
      if (cases[c].components > 0)
        params.own[0] = cases[c].components;
      result = run ("kmeans-pca", dataset, &params);
      g_assert_cmpmem (result->labels, sizeof (gint32) * n, expected->labels, sizeof (gint32) * n);
      eqp_assert_close (result->objective, expected->objective, 1e-5);
      eqp_assert_close (result->data_term, eqp_metrics_sse (dataset, params.k, result->labels), 1e-12);
      if (cases[c].expected == d)
        eqp_assert_close (result->objective, result->data_term, 1e-5);
      else
        g_assert_cmpfloat (result->objective, <, result->data_term);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/kmeans-pca/reduced", test_reduced);
  return g_test_run ();
}
