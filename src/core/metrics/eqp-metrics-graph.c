/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures of labels on a graph: cut, conductance, modularity. */
#include "config.h"

#include "eqp-metrics.h"

#include <math.h>

#include "graph/eqp-graph.h"

/* Weights at each cluster; edges that have an end without a cluster are not there. */
typedef struct
{
  double *volumes; /* k: sum of the degrees of its rows */
  double *leaving; /* k: of the edges to other clusters, each once */
  double  total;   /* W: all edges, each twice */
  double  cut;     /* all edges between clusters, each twice */
} Weights;

static void
weights_clear (Weights *self)
{
  g_clear_pointer (&self->volumes, g_free);
  g_clear_pointer (&self->leaving, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Weights, weights_clear)

static void
weights_init (Weights      *self,
              const EqpCsr *csr,
              gint          k,
              const gint32 *labels)
{
  *self = (Weights) { g_new0 (double, (gsize) k), g_new0 (double, (gsize) k), 0.0, 0.0 };

  for (gint64 i = 0; i < csr->n; i++)
    {
      double degree = 0.0, leaving = 0.0;

      if (labels[i] < 0)
        continue;
      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        {
          gint32 other = labels[csr->columns[e]];

          if (other >= 0)
            degree += csr->weights[e];
          if (other >= 0 && other != labels[i])
            leaving += csr->weights[e];
        }
      self->volumes[labels[i]] += degree;
      self->leaving[labels[i]] += leaving;
      self->total += degree;
      self->cut += leaving;
    }
}

/* phi_k = cut (k, rest) / min (vol k, vol rest) over the clusters with edges, where there are two of these. */
static void
conductance (const Weights    *self,
             gint              k,
             EqpGraphMeasures *measures)
{
  double sum = 0.0, worst = 0.0;
  gint counted = 0;

  for (gint c = 0; c < k; c++)
    {
      double smaller = MIN (self->volumes[c], self->total - self->volumes[c]);
      double phi;

      if (!(self->volumes[c] > 0.0))
        continue;
      counted++;
      /* Rounding may leave the rest of all edges a trace below what leaves. */
      phi = smaller > 0.0 ? MIN (1.0, self->leaving[c] / smaller) : 0.0;
      sum += phi;
      worst = MAX (worst, phi);
    }
  if (counted < 2)
    return;
  measures->conductance_max = worst;
  measures->conductance_mean = sum / counted;
}

/* Newman, "Analysis of weighted networks", Physical Review E 70 (2004): sum_k (W_kk / W - (vol k / W)^2). */
static double
modularity (const Weights *self,
            gint           k)
{
  double sum = 0.0;

  for (gint c = 0; c < k; c++)
    {
      double share = self->volumes[c] / self->total;

      sum += (self->volumes[c] - self->leaving[c]) / self->total - share * share;
    }
  return sum;
}

/**
 * eqp_metrics_graph:
 * @graph: the graph
 * @k: clusters, at least 1
 * @labels: n cluster numbers below @k; rows with a negative one and their edges are left out
 * @measures: (out caller-allocates): the measures, those not defined NaN
 *
 * The cut counts each edge twice: W - Tr(F'AF). Conductance of a cluster: weight that leaves it over the smaller of its
 * volume and that of the rest; clusters without edges are left out, and two with edges are needed. Modularity with
 * resolution 1 needs an edge. Time O(edges + K).
 */
void
eqp_metrics_graph (const EqpGraph   *graph,
                   gint              k,
                   const gint32     *labels,
                   EqpGraphMeasures *measures)
{
  g_auto (Weights) weights = { 0 };

  *measures = (EqpGraphMeasures) { .conductance_max = NAN, .conductance_mean = NAN, .modularity = NAN };
  weights_init (&weights, eqp_graph_get_csr (graph), k, labels);
  measures->cut = weights.cut;
  if (!(weights.total > 0.0))
    return;
  conductance (&weights, k, measures);
  measures->modularity = modularity (&weights, k);
}
