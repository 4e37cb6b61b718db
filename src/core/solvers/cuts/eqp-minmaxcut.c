/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Min-max cut (Ding, He, Zha, Gu, Simon 2001): minimises sum_k s(C_k, rest) / s(C_k, C_k), where s is the weight
 * between two sets. It starts from the normalized cut and moves single points, each to the neighbor's cluster that
 * lowers the sum most. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "eqp-graph-run-private.h"
#include "eqp-spectral-private.h"

#define DEFAULT_MAX_ITERATIONS 200

static double
term (const EqpPartition *partition, gint cluster, gint64 size_change, double cut_change, double within_change)
{
  return _eqp_partition_term (partition, EQP_CUT_MINMAX, partition->sizes[cluster] + size_change,
                              MAX (0.0, partition->cuts[cluster] + cut_change),
                              MAX (0.0, partition->within[cluster] + within_change));
}

/* Offers point i to the clusters of its neighbors. @links is k zeros, and is again afterwards; @met has room for k. */
static gboolean
move_point (EqpPartition *partition, gint64 i, double *links, gint *met)
{
  const EqpCsr *csr = eqp_graph_get_csr (partition->graph);
  double degree = eqp_graph_get_degrees (partition->graph)[i], best_gain = 0.0, leave;
  gint from = partition->labels[i], to = -1;
  int n_met = 0;

  if (partition->sizes[from] == 1)
    return FALSE;

  for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
    {
      gint label = partition->labels[csr->columns[e]];

      if (links[label] == 0.0)
        met[n_met++] = label;
      links[label] += csr->weights[e];
    }

  leave = term (partition, from, 0, 0.0, 0.0) -
          term (partition, from, -1, 2.0 * links[from] - degree, -2.0 * links[from]);
  for (int m = 0; m < n_met; m++)
    if (met[m] != from)
      {
        gint other = met[m];
        double gain = leave + term (partition, other, 0, 0.0, 0.0) -
                      term (partition, other, 1, degree - 2.0 * links[other], 2.0 * links[other]);

        if (gain > best_gain)
          {
            best_gain = gain;
            to = other;
          }
      }

  /* A gain that rounding made is no gain. */
  if (to >= 0 && best_gain > 1e-10 * (term (partition, from, 0, 0.0, 0.0) + term (partition, to, 0, 0.0, 0.0)))
    {
      partition->sizes[from]--;
      partition->sizes[to]++;
      partition->cuts[from] += 2.0 * links[from] - degree;
      partition->within[from] -= 2.0 * links[from];
      partition->cuts[to] += degree - 2.0 * links[to];
      partition->within[to] += 2.0 * links[to];
      partition->labels[i] = to;
    }
  else
    to = -1;

  for (int m = 0; m < n_met; m++)
    links[met[m]] = 0.0;
  return to >= 0;
}

static gboolean
refine (EqpPartition *partition, const EqpParams *params, EqpContext *context, EqpTrace *trace, gboolean *cancelled)
{
  g_autofree double *links = g_new0 (double, partition->k);
  g_autofree gint *met = g_new (gint, partition->k);
  EqpGraph *graph = partition->graph;
  gint32 *labels = partition->labels;
  gint64 n = eqp_graph_get_n (graph), moved = 1;
  gint64 limit = params->max_iterations > 0 ? params->max_iterations : DEFAULT_MAX_ITERATIONS;

  for (gint64 pass = 0; pass < limit && moved > 0 && !*cancelled; pass++)
    {
      moved = 0;
      for (gint64 i = 0; i < n && !*cancelled; i++)
        {
          if (i % 4096 == 0)
            *cancelled = g_cancellable_is_cancelled (context->cancellable);
          if (!*cancelled)
            moved += move_point (partition, i, links, met);
        }
      /* The sums anew: what is tiny inside a cluster divides, so rounding of a pass would show in the trace. */
      _eqp_partition_clear (partition);
      _eqp_partition_init (partition, graph, params->k, labels);
      if (moved > 0)
        _eqp_trace_value (trace, "moves", _eqp_partition_value (partition, EQP_CUT_MINMAX),
                          _eqp_partition_cut (partition), 0.0, partition->sizes, partition->labels, moved);
    }
  return moved == 0;
}

static EqpResult *
run (EqpDataset       *dataset,
     const EqpParams  *params,
     EqpContext       *context,
     GError          **error)
{
  static const EqpSpectralMethod start = { EQP_SPECTRUM_NORMALIZED, TRUE, EQP_CUT_MINMAX };
  g_autoptr (EqpGraph) graph = _eqp_graph_for_run (dataset, params, context, error);
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  gboolean converged = TRUE, cancelled = FALSE, settled;
  EqpPartition partition;
  EqpTrace trace;
  EqpResult *result;
  gint32 *labels;

  if (graph == NULL)
    return NULL;
  labels = eqp_try_alloc (eqp_graph_get_n (graph), sizeof (gint32), N_ ("the labels"), error);
  if (labels == NULL)
    return NULL;

  _eqp_trace_start (&trace, context, eqp_graph_get_n (graph), params->k);
  if (params->initial_labels != NULL)
    memcpy (labels, params->initial_labels, sizeof (gint32) * eqp_graph_get_n (graph));
  else if (!_eqp_spectral_labels (graph, &start, params, context, NULL, labels, warnings, &converged, &cancelled,
                                  error))
    {
      eqp_free (labels);
      return NULL;
    }

  _eqp_partition_init (&partition, graph, params->k, labels);
  _eqp_trace_value (&trace, "normalised cut", _eqp_partition_value (&partition, EQP_CUT_MINMAX),
                    _eqp_partition_cut (&partition), 0.0, partition.sizes, labels, 0);
  settled = refine (&partition, params, context, &trace, &cancelled);
  result = _eqp_partition_result (&partition, EQP_CUT_MINMAX, params);
  _eqp_partition_clear (&partition);
  eqp_free (labels);
  result->converged = converged && settled && !cancelled;
  result->cancelled = cancelled;
  _eqp_graph_warn (graph, result);
  g_ptr_array_extend_and_steal (result->warnings, g_steal_pointer (&warnings));
  _eqp_trace_finish (&trace, result);
  return result;
}

const EqpSolver _eqp_solver_minmaxcut = {
  .id = "minmaxcut",
  .name = N_ ("Min-max cut"),
  .summary = N_ ("Each cluster's cut is divided by the weight inside it; starts from the normalized cut and moves "
                 "single "
                 "points."),
  .reference = "Ding, He, Zha, Gu and Simon 2001, A min-max cut algorithm for graph partitioning and data clustering",
  .family = EQP_FAMILY_GRAPH,
  .cost = { .before = _eqp_spectral_cost_laplacian, .starts = _eqp_spectral_cost_starts },
  .flags = EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE,
  .objective = N_ ("Min-max cut"),
  .objective_note = N_ ("The cut of each cluster over the weight inside it, added up"),
  .params = (const EqpParam *const[]){ &eqp_param_neighbors, &eqp_param_scale, &eqp_param_search, &eqp_param_starts,
                                       &eqp_param_max_iterations, NULL },
  .check_params = _eqp_graph_check_params,
  .run = run,
};
