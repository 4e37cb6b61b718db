/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each row pays for balance: how much more its cluster costs it than the one that costs it least, in the data
 * alone, while all other rows and the centers stay where they are. */
#include "config.h"

#include "eqp-row-prices.h"

#include "base/eqp-kernels.h"
#include "data/eqp-dataset.h"
#include "graph/eqp-graph.h"

/* Rows from one look at the cancellable to the next. */
#define BATCH 256
/* Rounding may not make another cluster look cheaper than the own one. */
#define TIE 1e-12

/* mu_c = the mean of the rows of c; NULL: memory is short. */
static double *
find_centers (EqpDataset   *dataset,
              gint          k,
              const gint32 *labels,
              gint64       *sizes)
{
  const EqpKernels *kernels = _eqp_kernels_get ();
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  const float *features = eqp_dataset_get_features (dataset);
  double *centers = g_try_new0 (double, (gsize) k * (gsize) MAX (1, d));

  for (gint64 i = 0; centers != NULL && i < n; i++)
    {
      kernels->add (centers + (gsize) labels[i] * d, features + i * d, 1.0, d);
      sizes[labels[i]]++;
    }
  for (gint c = 0; centers != NULL && c < k; c++)
    for (gint64 j = 0; sizes[c] > 0 && j < d; j++)
      centers[(gsize) c * d + j] /= (double) sizes[c];
  return centers;
}

/* price_i = |x_i - mu_own|^2 - min_c |x_i - mu_c|^2 */
static void
pay_distance (EqpDataset   *dataset,
              gint          k,
              const double *centers,
              const gint64 *sizes,
              gint32        own,
              gint64        row,
              double       *price,
              gint32       *nearest)
{
  const EqpKernels *kernels = _eqp_kernels_get ();
  gint64 d = eqp_dataset_get_d (dataset);
  const float *x = eqp_dataset_get_features (dataset) + row * d;
  double here = kernels->distance (x, centers + (gsize) own * d, d), least = here;

  *nearest = own;
  for (gint c = 0; c < k; c++)
    {
      double there = c != own && sizes[c] > 0 ? kernels->distance (x, centers + (gsize) c * d, d) : here;

      if (there >= least - TIE * least)
        continue;
      least = there;
      *nearest = c;
    }
  *price = here - least;
}

/* price_i = 2 (max_c w(i, c) - w(i, own)), w(i, c) the weight of the edges of i to c: what is cut counts twice.
 * weights is 0 everywhere before and after. */
static void
pay_edges (const EqpCsr *csr,
           const gint32 *labels,
           double       *weights,
           gint64        row,
           double       *price,
           gint32       *nearest)
{
  double own, most;

  for (gint64 e = csr->starts[row]; e < csr->starts[row + 1]; e++)
    weights[labels[csr->columns[e]]] += csr->weights[e];
  own = most = weights[labels[row]];
  *nearest = labels[row];
  for (gint64 e = csr->starts[row]; e < csr->starts[row + 1]; e++)
    {
      gint32 c = labels[csr->columns[e]];

      if (weights[c] <= most + TIE * most)
        continue;
      most = weights[c];
      *nearest = c;
    }
  for (gint64 e = csr->starts[row]; e < csr->starts[row + 1]; e++)
    weights[labels[csr->columns[e]]] = 0.0;
  *price = 2.0 * (most - own);
}

/**
 * eqp_row_prices:
 * @dataset: n x d, as the method saw it
 * @graph: (nullable): its graph, for a method of the graph family; %NULL for one of the k-means family
 * @k: clusters, at least 1
 * @labels: n cluster numbers 0..@k-1
 * @cancellable: (nullable): to stop
 * @prices: (out caller-allocates) (array length=n): what each row pays, at least 0, in the units of the objective
 * @nearest: (out caller-allocates) (array length=n): the cluster that costs it least; its own among equals
 *
 * The same costs as eqp_explain_row() tells of one row. Time O(n K d) for the k-means family, O(n + edges) for the
 * graph family; memory O(K d).
 *
 * Returns: FALSE when cancelled, and when memory is short
 */
gboolean
eqp_row_prices (EqpDataset   *dataset,
                EqpGraph     *graph,
                gint          k,
                const gint32 *labels,
                GCancellable *cancellable,
                double       *prices,
                gint32       *nearest)
{
  gint64 n = eqp_dataset_get_n (dataset);
  g_autofree gint64 *sizes = g_new0 (gint64, (gsize) k);
  g_autofree double *work = graph != NULL ? g_try_new0 (double, (gsize) k) : find_centers (dataset, k, labels, sizes);

  if (work == NULL)
    return FALSE;
  for (gint64 i = 0; i < n; i++)
    {
      if (i % BATCH == 0 && g_cancellable_is_cancelled (cancellable))
        return FALSE;
      if (graph != NULL)
        pay_edges (eqp_graph_get_csr (graph), labels, work, i, &prices[i], &nearest[i]);
      else
        pay_distance (dataset, k, work, sizes, labels[i], i, &prices[i], &nearest[i]);
    }
  return TRUE;
}
