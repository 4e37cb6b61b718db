/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures that need no known classes. The SSE shown anywhere comes from here or is held against it. */
#include "config.h"

#include "eqp-metrics.h"

#include "data/eqp-dataset.h"
#include "base/eqp-kernels.h"

#include <math.h>

/* Row numbers, cluster after cluster (a counting sort); @starts gets k + 1 bounds. */
static gint64 *
rows_by_cluster (gint64        n,
                 gint          k,
                 const gint32 *labels,
                 gint64       *starts)
{
  g_autofree gint64 *next = g_new (gint64, (gsize) k);
  gint64 *rows = g_new (gint64, (gsize) MAX (1, n));

  for (gint64 i = 0; i < n; i++)
    starts[labels[i] + 1]++;
  for (gint c = 0; c < k; c++)
    {
      starts[c + 1] += starts[c];
      next[c] = starts[c];
    }
  for (gint64 i = 0; i < n; i++)
    rows[next[labels[i]]++] = i;
  return rows;
}

static void
compute_mean (const EqpKernels *kernels,
              const float      *features,
              gint64            d,
              const gint64     *rows,
              gint64            n_rows,
              double           *mean)
{
  for (gint64 j = 0; j < d; j++)
    mean[j] = 0.0;
  for (gint64 i = 0; i < n_rows; i++)
    kernels->add (mean, features + rows[i] * d, 1.0, d);
  for (gint64 j = 0; j < d; j++)
    mean[j] /= (double) n_rows;
}

/**
 * eqp_metrics_sse:
 * @dataset: the points
 * @k: clusters, at least 1
 * @labels: n cluster numbers 0..@k-1
 *
 * Sums the squared distances of all rows to the mean of their cluster, by direct differences in double: the
 * expanded square loses every digit where clusters are tight and far apart. The sum over rows is compensated
 * (Neumaier 1974). Units are the data set's stored ones, which differ from the file's only where values were
 * scaled to keep squares finite.
 *
 * Time O(n d + K), memory O(n + K + d).
 *
 * Returns: the SSE, at least 0; NaN for a graph without features
 */
double
eqp_metrics_sse (const EqpDataset *dataset,
                 gint              k,
                 const gint32     *labels)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  const float *features = eqp_dataset_get_features (dataset);
  g_autofree gint64 *starts = g_new0 (gint64, (gsize) k + 1);
  g_autofree gint64 *rows = rows_by_cluster (n, k, labels, starts);
  g_autofree double *mean = g_new (double, (gsize) MAX (1, d));
  const EqpKernels *kernels = _eqp_kernels_get ();
  double total = 0.0, lost = 0.0;

  if (features == NULL)
    return NAN;
  for (gint c = 0; c < k; c++)
    {
      compute_mean (kernels, features, d, rows + starts[c], starts[c + 1] - starts[c], mean);
      for (gint64 i = starts[c]; i < starts[c + 1]; i++)
        {
          double distance = kernels->distance (features + rows[i] * d, mean, d);
          double sum = total + distance;

          lost += total >= distance ? (total - sum) + distance : (distance - sum) + total;
          total = sum;
        }
    }

  return total + lost;
}
