/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k-means: Lloyd's method (Lloyd 1982) to convergence, from k-means++ centres or a random partition.
 *
 * Minimises sum_i |x_i - h_(z_i)|^2 by turns: labels = nearest centre, centres = means. The value of a step is known
 * one pass later, when the new centres meet the data again, so there is one pass an iteration and not two. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-rng.h"
#include "data/eqp-dataset.h"
#include "solvers/eqp-gamma.h"
#include "eqp-kmeans-private.h"
#include "solvers/eqp-solvers-private.h"

#define DEFAULT_MAX_ITERATIONS 1000

typedef struct
{
  EqpKMeans       *state;
  const EqpParams *params;
  EqpTrace         trace;
  gint32          *current;   /* n: labels of the step whose value is not yet known */
  gint32          *next;      /* n */
  gint32          *best;      /* n: labels of the best value known */
  double          *best_centers; /* k x d: kept, so that a cancelled run ends without another pass */
  gint64          *best_sizes;   /* k */
  double           best_sse;     /* infinite: none yet */
  gint64           left_empty;
  gboolean         converged;
} Run;

/* One start. Returns FALSE when cancelled. */
static gboolean
lloyd (Run *run, guint64 restart)
{
  EqpKMeans *state = run->state;
  const EqpParams *params = run->params;
  gint64 limit = params->max_iterations > 0 ? params->max_iterations : DEFAULT_MAX_ITERATIONS;
  gint64 moved = state->n;
  gboolean from_labels = params->initial_labels != NULL || params->init == EQP_INIT_RANDOM;
  double previous = INFINITY;
  gint64 left_empty = 0;
  EqpRng rng;

  eqp_rng_init (&rng, params->seed, restart);
  state->lower_valid = FALSE;

  if (params->initial_labels != NULL)
    memcpy (run->current, params->initial_labels, sizeof (gint32) * state->n);
  else if (params->init == EQP_INIT_RANDOM)
    _eqp_seed_random_labels (state->n, state->k, &rng, run->current);
  else
    {
      if (!_eqp_seed_kmeanspp (state, &rng))
        return FALSE;
      _eqp_kmeans_pack (state);
      if (!_eqp_kmeans_assign (state, NULL, run->current, NULL, NULL))
        return FALSE;
    }

  _eqp_kmeans_sum_all (state, run->current);
  if (from_labels)
    moved = 0;
  else if (run->trace.iteration == 0)
    run->trace.iteration = 1; /* 0 is for a start that has labels */

  for (gint64 iteration = from_labels ? 0 : 1;; iteration++)
    {
      gint32 *labels = run->current, *swap;
      gint64 will_move;
      double sse;

      _eqp_kmeans_update_centers (state);
      left_empty = _eqp_kmeans_fill_empty (state, run->current, params->empty);
      _eqp_kmeans_pack (state);
      if (!_eqp_kmeans_assign (state, run->current, run->next, &sse, &will_move))
        return FALSE;

      /* Exact arithmetic never gets here; rounding may, at the very end. */
      if (sse >= previous && moved > 0 && iteration > 1 && previous < INFINITY)
        {
          run->converged = TRUE;
          break;
        }

      previous = sse;
      if (sse < run->best_sse)
        {
          run->best_sse = sse;
          run->left_empty = left_empty;
          swap = run->best;
          run->best = run->current;
          run->current = swap; /* what it holds is not needed any more */
          memcpy (run->best_centers, state->centers, sizeof (double) * state->k * state->d);
          memcpy (run->best_sizes, state->sizes, sizeof (gint64) * state->k);
          _eqp_trace_step (&run->trace, "lloyd", sse, 0.0, state->sizes, run->best, moved);
        }

      run->converged = will_move == 0;
      if (run->converged || iteration >= limit)
        break;
      if (_eqp_kmeans_cancelled (state))
        return FALSE;

      moved = will_move;
      _eqp_kmeans_sum_moved (state, labels, run->next);
      swap = run->current;
      run->current = run->next;
      run->next = swap;
    }

  return TRUE;
}

static EqpResult *
finish (Run *run, gboolean cancelled, gboolean converged)
{
  EqpKMeans *state = run->state;
  EqpResult *result = eqp_result_new (state->n, state->d, state->k);

  memcpy (result->labels, run->best, sizeof (gint32) * state->n);
  memcpy (result->sizes, run->best_sizes, sizeof (gint64) * state->k);
  memcpy (result->centers, run->best_centers, sizeof (double) * state->k * state->d);
  result->gamma = run->params->gamma;
  result->data_term = result->objective = run->best_sse;
  result->cancelled = cancelled;
  result->converged = converged && !cancelled;
  _eqp_empty_clusters_warn (run->left_empty, state->k, result->warnings);
  _eqp_trace_finish (&run->trace, result);
  return result;
}

static EqpResult *
run_kmeans (EqpDataset       *dataset,
            const EqpParams  *params,
            EqpContext       *context,
            GError          **error)
{
  Run run = { .params = params, .best_sse = INFINITY };
  gint64 n = eqp_dataset_get_n (dataset);
  int restarts = params->initial_labels != NULL ? 1 : params->restarts;
  gboolean cancelled = FALSE, converged = FALSE;
  EqpResult *result = NULL;

  /* -- allocate -- */
  if ((run.state = _eqp_kmeans_new (dataset, params->k, TRUE, context, error)) == NULL ||
      (run.current = eqp_try_alloc (n, sizeof (gint32), "the labels", error)) == NULL ||
      (run.next = eqp_try_alloc (n, sizeof (gint32), "the labels", error)) == NULL ||
      (run.best = eqp_try_alloc (n, sizeof (gint32), "the labels", error)) == NULL ||
      (run.best_centers = eqp_try_alloc ((gsize) params->k * run.state->d, sizeof (double), "the centres", error)) ==
          NULL ||
      (run.best_sizes = eqp_try_alloc (params->k, sizeof (gint64), "the cluster sizes", error)) == NULL)
    goto out;

  /* -- iterate -- */
  _eqp_trace_start (&run.trace, context, n, params->k);
  for (int restart = 0; restart < restarts && !cancelled; restart++)
    {
      double before = run.best_sse;

      cancelled = !lloyd (&run, restart);
      if (run.best_sse < before)
        converged = run.converged;
    }

  /* -- finish -- */
  if (run.best_sse == INFINITY)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         "The run was cancelled before its first step was done.");
  else
    result = finish (&run, cancelled, converged);

out:
  _eqp_kmeans_free (run.state);
  eqp_free (run.current);
  eqp_free (run.next);
  eqp_free (run.best);
  eqp_free (run.best_centers);
  eqp_free (run.best_sizes);
  return result;
}

const EqpSolver _eqp_solver_kmeans = {
  .id = "kmeans",
  .name = "k-means",
  .summary = "Every row goes to the nearest center; sizes come out as they will.",
  .reference = "Lloyd 1982, Least squares quantization in PCM; start: Arthur and Vassilvitskii 2007, k-means++",
  .family = EQP_FAMILY_KMEANS,
  .flags = EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE,
  .params = (const EqpParam *const[]) { &eqp_param_init, &eqp_param_starts, &eqp_param_max_iterations, &eqp_param_empty,
                                        NULL },
  .check_params = eqp_check_common_params,
  .run = run_kmeans,
};
