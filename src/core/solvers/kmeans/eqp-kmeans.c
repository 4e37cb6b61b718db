/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k-means: Lloyd's method (Lloyd 1982) to convergence, from k-means++ centres or a random partition. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "data/eqp-dataset.h"
#include "eqp-linked-private.h"
#include "eqp-lloyd-private.h"
#include "solvers/eqp-solvers-private.h"

static gboolean
improved (EqpLloyd *lloyd, gint64 moved, gpointer user_data)
{
  EqpTrace *trace = user_data;

  if (!lloyd->from_labels && trace->iteration == 0)
    trace->iteration = 1; /* 0 is for a start that has labels */
  _eqp_trace_step (trace, "lloyd", lloyd->best_sse, 0.0, lloyd->best_sizes, lloyd->best, moved);
  return TRUE;
}

static EqpResult *
run_kmeans (EqpDataset       *dataset,
            const EqpParams  *params,
            EqpContext       *context,
            GError          **error)
{
  gboolean cancelled, converged = FALSE;
  EqpKMeans *state = NULL;
  EqpLloyd *lloyd = NULL;
  EqpResult *result = NULL;
  EqpTrace trace;

  if (!_eqp_rows_are_plain (params, eqp_dataset_get_n (dataset)))
    return _eqp_linked_run (dataset, params, FALSE, context, error);

  /* -- allocate -- */
  if ((state = _eqp_kmeans_new (dataset, params->k, TRUE, context, error)) == NULL ||
      (lloyd = _eqp_lloyd_new (state, params, error)) == NULL)
    goto out;
  lloyd->improved = improved;
  lloyd->user_data = &trace;

  /* -- iterate -- */
  _eqp_trace_start (&trace, context, state->n, params->k);
  cancelled = !_eqp_lloyd_starts (lloyd, &trace, _eqp_params_count_starts (params), &converged);

  /* -- finish -- */
  if (lloyd->best_sse == INFINITY)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         _ ("The run was cancelled before its first step was done."));
  else
    {
      result = _eqp_lloyd_result (lloyd, cancelled, converged);
      _eqp_trace_finish (&trace, result);
    }

out:
  _eqp_lloyd_free (lloyd);
  _eqp_kmeans_free (state);
  return result;
}

const EqpSolver _eqp_solver_kmeans = {
  .id = "kmeans",
  .name = N_ ("k-means"),
  .summary = N_ ("Every row goes to the nearest center; sizes come out as they will."),
  .reference = "Lloyd 1982, Least squares quantization in PCM; start: Arthur and Vassilvitskii 2007, k-means++",
  .family = EQP_FAMILY_KMEANS,
  .cost = { .per_value = 1e-9, .per_part = 1e-8 },
  .flags = EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE | EQP_SOLVER_FROM_CENTERS | EQP_SOLVER_WEIGHS_ROWS |
           EQP_SOLVER_READS_SPARSE,
  .params = (const EqpParam *const[]) { &eqp_param_init, &eqp_param_starts, &eqp_param_max_iterations, &eqp_param_empty,
                                        NULL },
  .check_params = eqp_check_common_params,
  .run = run_kmeans,
};
