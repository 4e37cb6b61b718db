/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outside reference for cuts: k-way partitioning by the METIS library (Karypis, Kumar 1998), where it was found at
 * build time. It knows a tolerance instead of a price on sizes and whole-number weights, so the real ones are scaled.
 */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <metis.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-sentence.h"
#include "solvers/eqp-gamma.h"
#include "eqp-graph-run-private.h"
#include "eqp-multilevel-private.h"
#include "solvers/eqp-solvers-private.h"

#define DEFAULT_EXCESS 0.03     /* the largest cluster may exceed the mean by this part, METIS's own default */
#define MOST_WEIGHT 10000.0     /* of one edge, scaled */
#define MOST_TOTAL 1e9          /* of all edges: sums have to fit into 31 bits */

typedef struct
{
  idx_t *starts;      /* n + 1 */
  idx_t *columns;
  idx_t *weights;
  idx_t *part;        /* n */
} Problem;

static void
problem_clear (Problem *self)
{
  g_free (self->starts);
  g_free (self->columns);
  g_free (self->weights);
  g_free (self->part);
}

static void
problem_init (Problem *self, const EqpCsr *csr)
{
  gint64 entries = csr->starts[csr->n];
  double largest = 0.0, total = 0.0, scale;

  for (gint64 e = 0; e < entries; e++)
    {
      largest = MAX (largest, csr->weights[e]);
      total += csr->weights[e];
    }
  scale = MIN (MOST_WEIGHT / largest, MOST_TOTAL / total);

  self->starts = g_new (idx_t, csr->n + 1);
  self->columns = g_new (idx_t, entries);
  self->weights = g_new (idx_t, entries);
  self->part = g_new0 (idx_t, csr->n);
  for (gint64 i = 0; i <= csr->n; i++)
    self->starts[i] = (idx_t) csr->starts[i];
  for (gint64 e = 0; e < entries; e++)
    {
      self->columns[e] = csr->columns[e];
      self->weights[e] = (idx_t) MAX (1.0, round (csr->weights[e] * scale));
    }
}

/* gamma_rel = 1 stands for METIS's own tolerance, a tenth of it for ten times as much. */
static int
excess_in_thousandths (EqpGraph *graph, const EqpParams *params)
{
  double unit =
      eqp_gamma_unit (EQP_FAMILY_GRAPH, eqp_graph_get_n (graph), params->k, eqp_graph_get_total_weight (graph));

  if (!(params->gamma > 0.0) || !(unit > 0.0))
    return (int) (DEFAULT_EXCESS * 1000.0);
  return (int) CLAMP (round (1000.0 * DEFAULT_EXCESS * unit / params->gamma), 1.0, 1000.0);
}

static gboolean
partition (Problem *problem, const EqpCsr *csr, int k, int excess, guint64 seed, gint32 *labels, GError **error)
{
  /* METIS draws from the random numbers of the C library, of which there is one sequence for all threads. */
  static GMutex one_at_a_time;
  idx_t options[METIS_NOPTIONS], n = (idx_t) csr->n, parts = k, constraints = 1, cut = 0;
  int status;

  METIS_SetDefaultOptions (options);
  options[METIS_OPTION_UFACTOR] = excess;
  options[METIS_OPTION_SEED] = (idx_t) (seed % G_MAXINT32);
  g_mutex_lock (&one_at_a_time);
  status = METIS_PartGraphKway (&n, &constraints, problem->starts, problem->columns, NULL, NULL, problem->weights,
                                &parts, NULL, NULL, options, &cut, problem->part);
  g_mutex_unlock (&one_at_a_time);
  if (status != METIS_OK)
    {
      eqp_refuse (error, status == METIS_ERROR_MEMORY ? EQP_ERROR_TOO_LARGE : EQP_ERROR_NUMERICAL,
                  _ ("METIS could not partition the graph of %" PRId64
                     " points into %d clusters (its status is %d); use “Balanced min-cut”."),
                  csr->n, k, status);
      return FALSE;
    }
  for (gint64 i = 0; i < csr->n; i++)
    labels[i] = (gint32) CLAMP (problem->part[i], 0, k - 1);
  return TRUE;
}

static EqpResult *
finish (EqpGraph *graph, const EqpParams *params, const gint32 *labels, int excess, EqpTrace *trace, gboolean cancelled)
{
  EqpResult *result = eqp_result_new (eqp_graph_get_n (graph), 0, params->k);
  gint64 empty = 0;

  memcpy (result->labels, labels, sizeof (gint32) * result->n);
  for (gint64 i = 0; i < result->n; i++)
    result->sizes[labels[i]]++;
  result->gamma = params->gamma;
  result->data_term = eqp_graph_compute_cut (graph, labels);
  result->penalty = eqp_balance_penalty (params->gamma, params->k, result->sizes);
  result->objective = result->data_term + result->penalty;
  result->converged = !cancelled;
  result->cancelled = cancelled;
  for (int c = 0; c < params->k; c++)
    empty += result->sizes[c] == 0;
  g_ptr_array_add (result->warnings, g_strdup_printf (_ ("METIS has no price on sizes but a tolerance; it was set to "
                                                         "%.3f, the largest cluster in parts of the mean."),
                                                      1.0 + excess / 1000.0));
  if (empty > 0)
    g_ptr_array_add (result->warnings,
                     eqp_sentence_dup (g_dngettext (GETTEXT_PACKAGE,
                                                    "METIS left %" PRId64 " of %d clusters empty.",
                                                    "METIS left %" PRId64 " of %d clusters empty.", (gulong) empty),
                                      empty, params->k));
  _eqp_graph_warn (graph, result);
  _eqp_trace_finish (trace, result);
  return result;
}

static EqpResult *
run_metis (EqpDataset       *dataset,
           const EqpParams  *params,
           EqpContext       *context,
           GError          **error)
{
  g_autoptr (EqpGraph) graph = _eqp_graph_for_run (dataset, params, context, error);
  g_autofree gint32 *labels = NULL, *best = NULL;
  g_autofree gint64 *sizes = NULL;
  Problem problem = { 0 };
  double best_objective = INFINITY;
  EqpResult *result = NULL;
  const EqpCsr *csr;
  gboolean trivial;
  EqpTally tally;
  EqpTrace trace;
  int excess;

  if (graph == NULL)
    return NULL;
  csr = eqp_graph_get_csr (graph);
  if (csr->starts[csr->n] > G_MAXINT32 || csr->n >= G_MAXINT32)
    {
      eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                  _ ("The graph has %" PRId64 " entries, more than METIS can count; use “Balanced min-cut”."),
                  csr->starts[csr->n]);
      return NULL;
    }

  /* -- allocate -- */
  labels = g_new0 (gint32, csr->n);
  best = g_new0 (gint32, csr->n);
  sizes = g_new0 (gint64, params->k);
  excess = excess_in_thousandths (graph, params);
  /* METIS divides by log K and by the number of edges. */
  trivial = params->k == 1 || csr->starts[csr->n] == 0;
  if (!trivial)
    problem_init (&problem, csr);

  /* -- iterate: one seed a start -- */
  _eqp_trace_start (&trace, context, csr->n, params->k);
  _eqp_tally_init (&tally, 0.0);
  trace.iteration = 1; /* 0 is for a start that has labels */
  for (int restart = 0;
       restart < (trivial ? 1 : params->restarts) && !g_cancellable_is_cancelled (context->cancellable); restart++)
    {
      double cut, objective;

      _eqp_trace_restart (&trace, restart, trivial ? 1 : params->restarts);
      if (trivial)
        {
          EqpLevel level = {
            .n = csr->n, .starts = csr->starts, .columns = csr->columns, .weights = csr->weights, .total_mass = csr->n
          };

          _eqp_start_components (&level, params->k, labels);
        }
      else if (!partition (&problem, csr, params->k, excess, params->seed + (guint64) restart, labels, error))
        {
          problem_clear (&problem);
          return NULL;
        }

      cut = eqp_graph_compute_cut (graph, labels);
      memset (sizes, 0, sizeof (gint64) * params->k);
      for (gint64 i = 0; i < csr->n; i++)
        sizes[labels[i]]++;
      objective = cut + eqp_balance_penalty (params->gamma, params->k, sizes);
      _eqp_tally_add_priced (&tally, objective, params, csr->n);
      if (objective < best_objective)
        {
          best_objective = objective;
          memcpy (best, labels, sizeof (gint32) * csr->n);
          _eqp_trace_step (&trace, "k-way", cut, objective - cut, sizes, best, 0);
        }
    }

  /* -- finish -- */
  if (best_objective == INFINITY)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         _ ("The run was cancelled before its first step was done."));
  else
    {
      result = finish (graph, params, best, excess, &trace, g_cancellable_is_cancelled (context->cancellable));
      _eqp_tally_close (&tally, tally.best, result);
    }
  problem_clear (&problem);
  return result;
}

const EqpSolver _eqp_solver_metis = {
  .id = "metis",
  .name = N_ ("METIS k-way"),
  .summary = N_ ("The partition of the neighbor graph by the METIS library: a tolerance on sizes instead of a price."),
  .reference = "Karypis, Kumar, A Fast and High Quality Multilevel Scheme for Partitioning Irregular Graphs, 1998",
  .family = EQP_FAMILY_GRAPH,
  .cost = { .per_row = 2e-6, .per_part = 1e-7 },
  .flags = EQP_SOLVER_USES_GAMMA | EQP_SOLVER_MONOTONE,
  .params = (const EqpParam *const[]) { &eqp_param_neighbors, &eqp_param_scale, &eqp_param_search, &eqp_param_starts,
                                        NULL },
  .check_params = _eqp_graph_check_params,
  .run = run_metis,
};
