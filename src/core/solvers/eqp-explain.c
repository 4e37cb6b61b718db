/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a row is in its cluster: what each cluster would cost it, as distance or lost edges and as price of balance,
 * while all other rows and the centers stay where they are. For one row; or for all, the second choice and what each
 * pays for balance. */
#include "config.h"

#include "eqp-explain.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-kernels.h"
#include "data/eqp-dataset.h"
#include "eqp-gamma.h"
#include "graph/eqp-graph.h"

/* Rounding may not make another cluster look cheaper than the own one. */
#define TIE 1e-12

/* Rows from one look at the cancellable to the next. */
#define ROWS_A_TURN 256

typedef struct
{
  EqpDataset    *dataset;
  EqpGraph      *graph;   /* NULL: k-means family */
  gint           k;
  const gint32  *labels;
  const double  *weights; /* n, or NULL: each row counts once */
  gint64        *sizes;   /* k */
  double        *masses;  /* k: weights of their rows */
  double        *centers; /* k x d, of the k-means family */
  double        *norms;   /* k: of the centers, squared */
  double        *data;    /* k: of the row at hand; NaN: an empty cluster has no center */
} Explainer;

static void
explainer_clear (Explainer *self)
{
  eqp_free (self->sizes);
  eqp_free (self->masses);
  eqp_free (self->data);
  eqp_free (self->centers);
  eqp_free (self->norms);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Explainer, explainer_clear)

static double
weight_of (const Explainer *self, gint64 row)
{
  return self->weights != NULL ? self->weights[row] : 1.0;
}

/* The sizes, and the means of the clusters, which an empty one does not have. */
static gboolean
explainer_init (Explainer *self, GError **error)
{
  gint64 n = eqp_dataset_get_n (self->dataset), d = eqp_dataset_get_d (self->dataset);
  gsize k = (gsize) self->k, numbers = self->graph == NULL ? k * (gsize) MAX (1, d) : 1;

  if ((self->sizes = eqp_try_alloc (k, sizeof (gint64), N_ ("the cluster sizes"), error)) == NULL ||
      (self->masses = eqp_try_alloc (k, sizeof (double), N_ ("the cluster sizes"), error)) == NULL ||
      (self->norms = eqp_try_alloc (k, sizeof (double), N_ ("the centres"), error)) == NULL ||
      (self->data = eqp_try_alloc (k, sizeof (double), N_ ("the costs"), error)) == NULL ||
      (self->centers = eqp_try_alloc (numbers, sizeof (double), N_ ("the centres"), error)) == NULL)
    return FALSE;
  memset (self->sizes, 0, k * sizeof (gint64));
  memset (self->masses, 0, k * sizeof (double));
  memset (self->centers, 0, numbers * sizeof (double));
  for (gint64 i = 0; i < n; i++)
    {
      self->sizes[self->labels[i]]++;
      self->masses[self->labels[i]] += weight_of (self, i);
    }
  for (gint64 i = 0; i < n && self->graph == NULL; i++)
    eqp_dataset_add_row (self->dataset, i, weight_of (self, i), self->centers + (gsize) self->labels[i] * d);
  for (gint c = 0; c < self->k && self->graph == NULL; c++)
    for (gint64 j = 0; self->masses[c] > 0.0 && j < d; j++)
      {
        double *center = self->centers + (gsize) c * d;

        center[j] /= self->masses[c];
        self->norms[c] += center[j] * center[j];
      }
  return TRUE;
}

/* w |x - m_c|^2; or twice the weight of the edges that would be cut: one to a cluster that the row is not in is, and
 * the trace counts each edge twice. */
static void
find_data_costs (Explainer *self, gint64 row)
{
  if (self->graph == NULL)
    {
      gint64 d = eqp_dataset_get_d (self->dataset);

      for (gint c = 0; c < self->k; c++)
        self->data[c] = self->masses[c] > 0.0
                          ? weight_of (self, row) * eqp_dataset_get_distance (self->dataset, row,
                                                                              self->centers + (gsize) c * d,
                                                                              self->norms[c])
                          : NAN;
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

/* The cluster of least data cost + price, the own one among equals. @prices: k, or NULL: there are none. */
static gint
find_least (const Explainer *self, gint own, const double *prices)
{
  double least = self->data[own] + (prices != NULL ? prices[own] : 0.0);
  gint best = own;

  for (gint c = 0; c < self->k; c++)
    {
      double cost = self->data[c] + (prices != NULL ? prices[c] : 0.0);

      /* Where a cluster has no center, the sum is not a number and not smaller. */
      if (cost < least - TIE * fabs (least))
        {
          least = cost;
          best = c;
        }
    }
  return best;
}

/**
 * eqp_explain_row:
 * @dataset: n x d, as the method saw it
 * @graph: (nullable): its graph, for a method of the graph family; %NULL for one of the k-means family
 * @k: clusters, at least 1
 * @labels: n cluster numbers 0..@k-1
 * @weights: (nullable): how often each row counted in a run of the k-means family; %NULL: once
 * @gamma: raw gamma; 0 for a method that does not balance
 * @row: 0..n-1
 *
 * Tells what a row costs in each cluster while all other rows and the centers stay: in the k-means family the squared
 * distance to the mean of the cluster, in the graph family twice the weight of the edges that would be cut, and in
 * both the marginal price gamma (2 s + 1) of one more row beside s others. A labelling that no single move improves has
 * the own cluster as the cheapest: the shift of the centers, left out here, only adds to what a move costs. A row that
 * counts w times has w times the distance, and the price gamma (2 s w + w^2) beside weights s.
 *
 * Time O(n d + K d) for the k-means family, O(n + degree) for the graph family; memory O(K d).
 *
 * Returns: (transfer full) (nullable): the costs, in the units of the objective; %NULL when memory is short
 */
EqpExplanation *
eqp_explain_row (EqpDataset   *dataset,
                 EqpGraph     *graph,
                 gint          k,
                 const gint32 *labels,
                 const double *weights,
                 double        gamma,
                 gint64        row)
{
  g_auto (Explainer) explainer = { .dataset = dataset, .graph = graph, .k = k, .labels = labels, .weights = weights };
  double weight = weight_of (&explainer, row);
  EqpExplanation *self;

  if (!explainer_init (&explainer, NULL))
    return NULL;
  find_data_costs (&explainer, row);
  self = g_new0 (EqpExplanation, 1);
  self->k = k;
  self->own = labels[row];
  self->data = g_memdup2 (explainer.data, (gsize) k * sizeof (double));
  self->prices = g_new0 (double, (gsize) k);
  self->others = g_memdup2 (explainer.sizes, (gsize) k * sizeof (gint64));
  self->others[self->own]--;
  explainer.masses[self->own] -= weight;
  for (gint c = 0; c < k; c++)
    self->prices[c] = weights != NULL ? gamma * weight * (2.0 * explainer.masses[c] + weight)
                                      : eqp_balance_price (gamma, self->others[c]);
  self->nearest = find_least (&explainer, self->own, NULL);
  self->cheapest = find_least (&explainer, self->own, self->prices);
  return self;
}

/* The cheapest cluster besides the own one, the first of equal ones, and how much more it costs. */
static gint
find_second (const Explainer *self, gint own, double gamma, double *margin)
{
  double least = INFINITY;
  gint best = -1;

  for (gint c = 0; c < self->k; c++)
    {
      double cost = self->data[c] + eqp_balance_price (gamma, self->sizes[c]);

      if (c != own && cost < least)
        {
          least = cost;
          best = c;
        }
    }
  *margin = best >= 0 ? least - (self->data[own] + eqp_balance_price (gamma, self->sizes[own] - 1)) : NAN;
  return best;
}

/**
 * eqp_explain_all:
 * @dataset: n x d, as the method saw it
 * @graph: (nullable): its graph, for a method of the graph family; %NULL for one of the k-means family
 * @k: clusters, at least 1
 * @labels: n cluster numbers 0..@k-1
 * @gamma: raw gamma; 0 for a method that does not balance
 * @cancellable: (nullable): ends it early
 * @choices: what is wanted to know of each row
 * @error: EQP_ERROR_TOO_LARGE, G_IO_ERROR_CANCELLED
 *
 * The costs are those of eqp_explain_row(): all other rows and the centers stay. Time O(n K d), or O(n K + edges) with
 * a graph; memory O(K d).
 *
 * Returns: whether all rows are explained
 */
gboolean
eqp_explain_all (EqpDataset           *dataset,
                 EqpGraph             *graph,
                 gint                  k,
                 const gint32         *labels,
                 double                gamma,
                 GCancellable         *cancellable,
                 const EqpRowChoices  *choices,
                 GError              **error)
{
  g_auto (Explainer) self = { .dataset = dataset, .graph = graph, .k = k, .labels = labels };

  if (!explainer_init (&self, error))
    return FALSE;
  for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
    {
      if (i % ROWS_A_TURN == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      find_data_costs (&self, i);
      if (choices->second != NULL)
        choices->second[i] = find_second (&self, labels[i], gamma, &choices->margins[i]);
      if (choices->nearest != NULL)
        {
          choices->nearest[i] = find_least (&self, labels[i], NULL);
          choices->prices[i] = self.data[labels[i]] - self.data[choices->nearest[i]];
        }
    }
  return TRUE;
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
