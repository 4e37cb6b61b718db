/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mean row of each cluster in the units of the file: what a center looks like, whatever a run was prepared with. */
#include "config.h"

#include "eqp-cluster-means.h"

/**
 * eqp_cluster_means:
 * @dataset: rows
 * @labels: of as many rows
 *
 * mean_c = offset + scale / |c| sum_{i in c} stored_i. For a worker thread. Time O(n d).
 *
 * Returns: (transfer full) (nullable): k x d means; those of empty clusters are 0. %NULL: there is no memory for
 *   them
 */
float *
eqp_cluster_means (EqpDataset      *dataset,
                   const EqpLabels *labels)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  gint k = eqp_labels_get_k (labels);
  const double *offsets = eqp_dataset_get_offsets (dataset);
  double scale = eqp_dataset_get_scale (dataset);
  g_autofree gint64 *sizes = g_new0 (gint64, (gsize) MAX (1, k));
  g_autofree double *sums = NULL;
  float *means;

  g_return_val_if_fail (eqp_labels_get_n (labels) == n && eqp_dataset_get_graph (dataset) == NULL, NULL);

  sums = g_try_new0 (double, (gsize) k * (gsize) d);
  means = sums != NULL ? g_try_new (float, (gsize) k * (gsize) d) : NULL;
  if (means == NULL)
    return NULL;

  for (gint64 i = 0; i < n; i++)
    {
      gint32 c = eqp_labels_get (labels, i);

      sizes[c]++;
      eqp_dataset_add_row (dataset, i, 1.0, sums + c * d);
    }
  for (gint c = 0; c < k; c++)
    for (gint64 j = 0; j < d; j++)
      means[c * d + j] = sizes[c] > 0 ? (float) (offsets[j] + scale * sums[c * d + j] / (double) sizes[c]) : 0.0f;
  return means;
}
