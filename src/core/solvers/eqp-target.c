/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The smallest gamma whose sizes are as wished: a coarse path of gamma finds where the wish is first met, bisection
 * with runs from both sides narrows it down. Where no gamma meets the wish (its best partition is above the lower
 * envelope of all, as the sizes of a partitioner with limits often are), hard limits of size do, in the methods that
 * keep them. */
#include "config.h"

#include "eqp-target.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-sentence.h"
#include "data/eqp-dataset.h"
#include "eqp-path.h"
#include "eqp-weights.h"

#define NODES 25
#define LEAST_RELATIVE 0.01
#define MOST_RELATIVE 10000.0
#define CLOSE 1.001 /* gammas this near to each other are the same to people */

/* The better of two runs at @gamma, from the labels below and above it. */
static EqpResult *
run_from_both (const EqpSolver *solver, EqpDataset *dataset, EqpParams params, double gamma, const gint32 *below,
               const gint32 *above, EqpContext *context, GError **error)
{
  EqpContext quiet = { .pool = context->pool, .cancellable = context->cancellable, .graph = context->graph };
  EqpResult *a, *b;

  params.gamma = gamma;
  params.initial_labels = below;
  a = eqp_solver_run (solver, dataset, &params, &quiet, error);
  if (a == NULL)
    return NULL;
  params.initial_labels = above;
  b = eqp_solver_run (solver, dataset, &params, &quiet, error);
  if (b == NULL || a->data_term + a->penalty <= b->data_term + b->penalty)
    {
      eqp_result_free (b);
      return a;
    }
  eqp_result_free (a);
  return b;
}

/* The last run, which the sink sees: from labels that meet the wish. What it improves may lose the wish again; then a
 * little more gamma brings it back. */
static EqpResult *
finish (const EqpSolver *solver, EqpDataset *dataset, EqpParams params, const EqpWish *wish, double gamma,
        const gint32 *labels, EqpContext *context, GError **error)
{
  for (gint attempt = 0; attempt < 40; attempt++, gamma *= 1.05)
    {
      EqpResult *result;

      params.gamma = gamma;
      params.initial_labels = labels;
      result = eqp_solver_run (solver, dataset, &params, context, error);
      if (result == NULL || result->cancelled || eqp_wish_is_met (wish, result->k, result->sizes))
        return result;
      eqp_result_free (result);
    }
  return NULL;
}

static EqpResult *
run_limited (const EqpSolver *solver, EqpDataset *dataset, EqpParams params, const EqpWish *wish, EqpContext *context,
             GError **error)
{
  EqpResult *result;

  if (!eqp_solver_takes (solver, &eqp_param_min_size))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("No gamma was found at which “%s” meets the wish; choose “Balanced k-means” or “Balanced "
                      "min-cut”, which keep limits of size."),
                   _ (solver->name));
      return NULL;
    }
  params.gamma = 0.0;
  params.initial_labels = NULL;
  eqp_wish_as_limits (wish, (gint64) eqp_weights_total (params.weights, eqp_dataset_get_n (dataset)), params.k,
                      &params.min_size, &params.max_size);
  result = eqp_solver_run (solver, dataset, &params, context, error);
  if (result != NULL)
    g_ptr_array_add (result->warnings, eqp_sentence_dup (_ ("No gamma was found that meets the wish, so limits of size "
                                                            "do, "
                                                            "from %" PRId64 " to %" PRId64 " rows, without gamma."),
                                                         params.min_size, params.max_size));
  return result;
}

/**
 * eqp_target_run:
 * @solver: a method that weighs balance and takes a start
 * @dataset: n x d, or a graph
 * @params: its settings; gamma does not count
 * @wish: what sizes are to be like
 * @unit: gamma that relative gamma 1 stands for
 * @context: pool, cancellable, graph, and the sink of the last run
 * @error: EQP_ERROR_INVALID_PARAM where the wish cannot be, G_IO_ERROR_CANCELLED
 *
 * Finds the smallest gamma whose sizes, sums of weights where rows have them, meet the wish, which is that of the
 * result. Where none does the result is one
 * within limits of size, and says so in a warning.
 *
 * Returns: (transfer full): the result
 */
EqpResult *
eqp_target_run (const EqpSolver  *solver,
                EqpDataset       *dataset,
                const EqpParams  *params,
                const EqpWish    *wish,
                double            unit,
                EqpContext       *context,
                GError          **error)
{
  const EqpPathOptions options = { .n_gammas = NODES, .least = LEAST_RELATIVE * unit, .most = MOST_RELATIVE * unit };
  g_autoptr (EqpPath) path = NULL;
  g_autofree gint32 *below = NULL;
  g_autofree gint32 *above = NULL;
  gint64 n = eqp_dataset_get_n (dataset), counted = (gint64) eqp_weights_total (params->weights, n);
  EqpResult *result;
  double low, high;
  gint piece = 0;

  if (!eqp_wish_check (wish, counted, params->k, error))
    return NULL;
  if (!(unit > 0.0) || !isfinite (unit))
    {
      g_set_error_literal (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                           _ ("All rows are equal, so gamma has no scale to look for a wish on; give gamma itself."));
      return NULL;
    }
  path = eqp_path_new (solver, dataset, params, &options, context, NULL, NULL, error);
  if (path == NULL)
    return NULL;
  while (piece < eqp_path_get_n_pieces (path) &&
         !eqp_wish_is_met (wish, params->k, eqp_path_get_piece (path, piece)->sizes))
    piece++;
  if (piece == eqp_path_get_n_pieces (path))
    return run_limited (solver, dataset, *params, wish, context, error);

  below = eqp_try_malloc (n, sizeof (gint32), N_ ("the labels"), error);
  above = below != NULL ? eqp_try_malloc (n, sizeof (gint32), N_ ("the labels"), error) : NULL;
  if (above == NULL)
    return NULL;
  eqp_path_get_labels (path, piece, above);
  eqp_path_get_labels (path, MAX (0, piece - 1), below);
  high = piece > 0 ? eqp_path_get_piece (path, piece)->from : 0.0;
  low = piece > 1 ? eqp_path_get_piece (path, piece - 1)->from : LEAST_RELATIVE * unit * 0.1;
  while (piece > 0 && high > low * CLOSE && !g_cancellable_is_cancelled (context->cancellable))
    {
      double middle = sqrt (low * high);
      g_autoptr (EqpResult) tried = run_from_both (solver, dataset, *params, middle, below, above, context, error);

      if (tried == NULL)
        return NULL;
      if (eqp_wish_is_met (wish, params->k, tried->sizes))
        {
          high = middle;
          memcpy (above, tried->labels, sizeof (gint32) * n);
        }
      else
        {
          low = middle;
          memcpy (below, tried->labels, sizeof (gint32) * n);
        }
    }

  result = finish (solver, dataset, *params, wish, high, above, context, error);
  if (result == NULL && (error == NULL || *error == NULL))
    return run_limited (solver, dataset, *params, wish, context, error);
  return result;
}
