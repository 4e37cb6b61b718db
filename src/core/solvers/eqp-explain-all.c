/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For all rows at once what eqp_explain_row () tells of one: the second choice, and by how much the first is cheaper.
 */
#include "config.h"

#include "eqp-explain.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/eqp-alloc.h"
#include "base/eqp-kernels.h"
#include "data/eqp-dataset.h"
#include "graph/eqp-graph.h"
#include "eqp-gamma.h"

/* Rows from one look at the cancellable to the next. */
#define ROWS_A_TURN 256

typedef struct
{
  EqpDataset    *dataset;
  EqpGraph      *graph;   /* NULL: k-means family */
  gint           k;
  const gint32  *labels;
  double         gamma;
  gint64        *sizes;   /* k */
  double        *centers; /* k x d, or NULL */
  double        *data;    /* k: of the row at hand */
} Explainer;

/* Means of the clusters, which an empty one does not have. */
static void
find_centers (Explainer *self)
{
  const EqpKernels *kernels = _eqp_kernels_get ();
  gint64 n = eqp_dataset_get_n (self->dataset), d = eqp_dataset_get_d (self->dataset);
  const float *features = eqp_dataset_get_features (self->dataset);

  for (gint64 i = 0; i < n; i++)
    kernels->add (self->centers + (gsize) self->labels[i] * d, features + i * d, 1.0, d);
  for (gint c = 0; c < self->k; c++)
    for (gint64 j = 0; self->sizes[c] > 0 && j < d; j++)
      self->centers[(gsize) c * d + j] /= (double) self->sizes[c];
}

/* |x - m_c|^2, or twice the weight of the edges that would be cut. */
static void
find_data_costs (Explainer *self, gint64 row)
{
  if (self->graph == NULL)
    {
      const EqpKernels *kernels = _eqp_kernels_get ();
      gint64 d = eqp_dataset_get_d (self->dataset);
      const float *x = eqp_dataset_get_features (self->dataset) + row * d;

      for (gint c = 0; c < self->k; c++)
        self->data[c] = self->sizes[c] > 0 ? kernels->distance (x, self->centers + (gsize) c * d, d) : NAN;
    }
  else
    {
      const EqpCsr *csr = eqp_graph_get_csr (self->graph);
      double degree = 0.0;

      for (gint c = 0; c < self->k; c++)
        self->data[c] = 0.0;
      for (gint64 e = csr->starts[row]; e < csr->starts[row + 1]; e++)
        {
          degree += csr->weights[e];
          self->data[self->labels[csr->columns[e]]] -= csr->weights[e];
        }
      for (gint c = 0; c < self->k; c++)
        self->data[c] = 2.0 * MAX (0.0, degree + self->data[c]);
    }
}

static gboolean
explain_all (Explainer *self, GCancellable *cancellable, gint32 *second, double *margin, GError **error)
{
  for (gint64 i = 0; i < eqp_dataset_get_n (self->dataset); i++)
    {
      gint own = self->labels[i], best = -1;
      double least = INFINITY, price = eqp_balance_price (self->gamma, self->sizes[own] - 1);

      if (i % ROWS_A_TURN == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      find_data_costs (self, i);
      for (gint c = 0; c < self->k; c++)
        {
          double cost = self->data[c] + eqp_balance_price (self->gamma, self->sizes[c]);

          /* Where a cluster has no center, the sum is not a number and not smaller. */
          if (c != own && cost < least)
            {
              least = cost;
              best = c;
            }
        }
      second[i] = best;
      margin[i] = best >= 0 ? least - (self->data[own] + price) : NAN;
    }
  return TRUE;
}

/**
 * eqp_explain_all:
 * @dataset: n x d, as the method saw it
 * @graph: (nullable): its graph, for a method of the graph family; %NULL for one of the k-means family
 * @k: clusters, at least 1
 * @labels: n cluster numbers 0..@k-1
 * @gamma: raw gamma; 0 for a method that does not balance
 * @cancellable: (nullable): ends it early
 * @second: (out): n: the cheapest cluster besides the own one, the first of equal ones; -1: there is none
 * @margin: (out): n: how much more that one would cost, in the units of the objective; below 0 where a move would help;
 *   NaN without a second choice
 * @error: EQP_ERROR_TOO_LARGE, G_IO_ERROR_CANCELLED
 *
 * The costs are those of eqp_explain_row(): all other rows and the centers stay. Time O(n K d), or O(n K + edges) with
 * a graph; memory O(K d).
 *
 * Returns: whether all rows are explained
 */
gboolean
eqp_explain_all (EqpDataset    *dataset,
                 EqpGraph      *graph,
                 gint           k,
                 const gint32  *labels,
                 double         gamma,
                 GCancellable  *cancellable,
                 gint32        *second,
                 double        *margin,
                 GError       **error)
{
  Explainer self = { .dataset = dataset, .graph = graph, .k = k, .labels = labels, .gamma = gamma };
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  gboolean done = FALSE;

  if ((self.sizes = eqp_try_alloc (k, sizeof (gint64), N_ ("the cluster sizes"), error)) != NULL &&
      (self.data = eqp_try_alloc (k, sizeof (double), N_ ("the costs"), error)) != NULL &&
      (self.centers = eqp_try_alloc (graph == NULL ? (gsize) k * MAX (1, d) : 1, sizeof (double), N_ ("the centres"),
                                     error)) != NULL)
    {
      for (gint c = 0; c < k; c++)
        self.sizes[c] = 0;
      for (gsize i = 0; i < (graph == NULL ? (gsize) k * MAX (1, d) : 1); i++)
        self.centers[i] = 0.0;
      for (gint64 i = 0; i < n; i++)
        self.sizes[labels[i]]++;
      if (graph == NULL)
        find_centers (&self);
      done = explain_all (&self, cancellable, second, margin, error);
    }
  eqp_free (self.sizes);
  eqp_free (self.data);
  eqp_free (self.centers);
  return done;
}
