/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mean rows of clusters, against a sum over the values that the file had. */
#include "config.h"

#include "eqp-cluster-means.h"

#include "eqp-test.h"

static void
test_means (void)
{
  const gint64 n = 97, d = 5;
  const gint k = 6;
  g_autofree double *values = g_new (double, n * d);
  g_autofree gint32 *rows = g_new (gint32, n);
  g_autofree float *means = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpLabels) labels = NULL;
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (gint64 i = 0; i < n * d; i++)
    values[i] = 1e4 + 100.0 * eqp_rng_normal (&rng);
  /* Cluster 4 is empty. */
  for (gint64 i = 0; i < n; i++)
    rows[i] = (gint32) (i % k == 4 ? 0 : i % k);
  dataset = eqp_test_dataset (n, d, values);
  labels = eqp_labels_new (n, k, rows);

  means = eqp_cluster_means (dataset, labels);
  for (gint c = 0; c < k; c++)
    for (gint64 j = 0; j < d; j++)
      {
        double sum = 0.0;
        gint64 count = 0;

        for (gint64 i = 0; i < n; i++)
          if (rows[i] == c)
            {
              sum += values[i * d + j];
              count++;
            }
        if (c == 4)
          g_assert_cmpfloat (means[c * d + j], ==, 0.0);
        else
          g_assert_cmpfloat_with_epsilon (means[c * d + j], sum / (double) count, 1e-2);
      }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/cluster-means/means", test_means);
  return g_test_run ();
}
