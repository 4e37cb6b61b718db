/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DisKmeans (Ye, Zhao, Wu 2007): kernel k-means with G = I - (I + Xc Xc' / lambda)^-1, which is what alternating
 * regularized discriminant analysis and k-means comes to.
 *
 * Maximises sum_k 1' G_kk 1 / n_k, where G_kk are the entries of G among the rows of cluster k. G = Y Y' with
 * Y = U diag(s / sqrt(lambda + s^2)) from the thin singular value decomposition Xc = U diag(s) V', so this is plain
 * k-means on the rows of Y: the value and the SSE in that space add up to the trace of G. */
#include "config.h"

#include "eqp-mapped-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static gboolean
check_params (EqpDataset *dataset, const EqpParams *params, GError **error)
{
  return eqp_check_common_params (dataset, params, error) && _eqp_check_side (dataset, error);
}

static EqpResult *
run_diskmeans (EqpDataset       *dataset,
               const EqpParams  *params,
               EqpContext       *context,
               GError          **error)
{
  gint64 started = g_get_monotonic_time (); /* the components are part of the run */
  int restarts = params->initial_labels != NULL ? 1 : params->restarts;
  g_autoptr (EqpPca) directions = _eqp_whitening_new (dataset, context, error);
  gboolean cancelled, converged = FALSE;
  EqpResult *result = NULL;
  EqpMapped *run;
  gint64 n;

  /* -- allocate -- */
  if (directions == NULL)
    return NULL;
  run = _eqp_mapped_new (dataset, params, MAX (1, _eqp_whitening_rank (directions)), context, error);
  if (run == NULL)
    return NULL;
  n = run->data->n;
  run->value = _eqp_mapped_between;

  /* -- iterate -- */
  _eqp_trace_start (&run->trace, context, n, params->k);
  run->trace.start = started;
  _eqp_whitening_fill (directions, n, _eqp_whitening_lambda (directions, n, params->k, params->own[0]), run->map);
  cancelled = !_eqp_mapped_apply (run) || !_eqp_lloyd_starts (run->lloyd, &run->trace, restarts, &converged);

  /* -- finish -- */
  result = _eqp_mapped_result (run, cancelled, converged, error);
  _eqp_mapped_free (run);
  return result;
}

const EqpSolver _eqp_solver_diskmeans = {
  .id = "diskmeans",
  .name = N_ ("DisKmeans"),
  .summary = N_ ("k-means where all directions of the data count nearly alike, as discriminant analysis would have "
                 "them."),
  .reference = "Ye, Zhao and Wu 2007, Discriminative k-means for clustering, NIPS 20",
  .family = EQP_FAMILY_KMEANS,
  .cost = { .per_value = 1e-9, .per_part = 2e-8, .per_side = 3e-10 },
  .flags = EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE | EQP_SOLVER_MAXIMIZES,
  .objective = N_ ("Separation"),
  .objective_note = N_ ("How far the centers are apart where the data spread evenly; at most K − 1, the larger "
                        "the better"),
  .params = (const EqpParam *const[]){ &_eqp_param_lambda, &eqp_param_init, &eqp_param_starts,
                                       &eqp_param_max_iterations, &eqp_param_empty, NULL },
  .check_params = check_params,
  .run = run_diskmeans,
};
