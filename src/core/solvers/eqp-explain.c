/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a row is in its cluster: what each cluster would cost it, as distance or lost edges and as price of balance. */
#include "config.h"

#include "eqp-explain.h"

#include "data/eqp-dataset.h"
#include "graph/eqp-graph.h"
#include "eqp-gamma.h"
#include "base/eqp-kernels.h"

#include <math.h>

/* Rounding may not make another cluster look cheaper than the own one. */
#define TIE 1e-12

static void
squared_distances (EqpExplanation *self,
                   EqpDataset     *dataset,
                   const gint32   *labels,
                   gint64          row)
{
  const EqpKernels *kernels = _eqp_kernels_get ();
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  const float *features = eqp_dataset_get_features (dataset);
  g_autofree double *centers = g_new0 (double, (gsize) self->k * (gsize) MAX (1, d));

  for (gint64 i = 0; i < n; i++)
    kernels->add (centers + (gsize) labels[i] * d, features + i * d, 1.0, d);
  for (gint c = 0; c < self->k; c++)
    {
      gint64 size = self->others[c] + (c == self->own);
      double *center = centers + (gsize) c * d;

      for (gint64 j = 0; size > 0 && j < d; j++)
        center[j] /= (double) size;
      self->data[c] = size > 0 ? kernels->distance (features + row * d, center, d) : NAN;
    }
}

/* An edge to a cluster that the row is not in is cut, and the trace counts each edge twice. */
static void
lost_weights (EqpExplanation *self,
              EqpGraph       *graph,
              const gint32   *labels,
              gint64          row)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  double degree = 0.0;

  for (gint64 e = csr->starts[row]; e < csr->starts[row + 1]; e++)
    {
      degree += csr->weights[e];
      self->data[labels[csr->columns[e]]] -= csr->weights[e];
    }
  for (gint c = 0; c < self->k; c++)
    self->data[c] = 2.0 * MAX (0.0, degree + self->data[c]);
}

static void
find_least (EqpExplanation *self)
{
  double price = self->prices[self->own], least = self->data[self->own], sum = least + price;

  self->nearest = self->cheapest = self->own;
  for (gint c = 0; c < self->k; c++)
    {
      double total = self->data[c] + self->prices[c];

      if (isnan (total))
        continue;
      if (self->data[c] < least - TIE * fabs (least))
        {
          least = self->data[c];
          self->nearest = c;
        }
      if (total < sum - TIE * fabs (sum))
        {
          sum = total;
          self->cheapest = c;
        }
    }
}

/**
 * eqp_explain_row:
 * @dataset: n x d, as the method saw it
 * @graph: (nullable): its graph, for a method of the graph family; %NULL for one of the k-means family
 * @k: clusters, at least 1
 * @labels: n cluster numbers 0..@k-1
 * @gamma: raw gamma; 0 for a method that does not balance
 * @row: 0..n-1
 *
 * Tells what a row costs in each cluster while all other rows and the centers stay: in the k-means family the squared
 * distance to the mean of the cluster, in the graph family twice the weight of the edges that would be cut, and in
 * both the marginal price gamma (2 s + 1) of one more row beside s others. A labelling that no single move improves has
 * the own cluster as the cheapest: the shift of the centers, left out here, only adds to what a move costs.
 *
 * Time O(n d + K d) for the k-means family, O(n + degree) for the graph family; memory O(K d).
 *
 * Returns: (transfer full): the costs, in the units of the objective
 */
EqpExplanation *
eqp_explain_row (EqpDataset   *dataset,
                 EqpGraph     *graph,
                 gint          k,
                 const gint32 *labels,
                 double        gamma,
                 gint64        row)
{
  EqpExplanation *self = g_new0 (EqpExplanation, 1);
  gint64 n = eqp_dataset_get_n (dataset);

  self->k = k;
  self->own = labels[row];
  self->data = g_new0 (double, (gsize) k);
  self->prices = g_new0 (double, (gsize) k);
  self->others = g_new0 (gint64, (gsize) k);
  for (gint64 i = 0; i < n; i++)
    if (i != row)
      self->others[labels[i]]++;
  for (gint c = 0; c < k; c++)
    self->prices[c] = eqp_balance_price (gamma, self->others[c]);

  if (graph != NULL)
    lost_weights (self, graph, labels, row);
  else
    squared_distances (self, dataset, labels, row);
  find_least (self);
  return self;
}

/**
 * eqp_explanation_free:
 * @self: (nullable): an explanation
 */
void
eqp_explanation_free (EqpExplanation *self)
{
  if (self == NULL)
    return;
  g_free (self->data);
  g_free (self->prices);
  g_free (self->others);
  g_free (self);
}
