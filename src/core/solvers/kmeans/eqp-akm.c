/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Approximate k-means (Philbin et al. 2007): Lloyd's method with nearest centres from a forest of randomised k-d trees
 * over the centres, built anew each iteration.
 *
 * A row is given to another centre only if that is nearer than its own, both distances taken in double, so the SSE
 * never rises although a search may miss the nearest one; and as other trees are drawn each time, what one missed the
 * next may find. Where as many centres are to be looked at as there are, this is k-means. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/eqp-parallel.h"
#include "data/eqp-dataset.h"
#include "eqp-center-forest-private.h"
#include "eqp-lloyd-private.h"
#include "solvers/eqp-solvers-private.h"

#define STREAM (G_GUINT64_CONSTANT (1) << 32) /* of random numbers: apart from those of the starts */
#define OWN_ROWS 64
#define LEAST_GAIN 1e-4 /* below it, what is gained is what single searches missed before */

/* Places of its parameters. */
enum
{
  TREES,
  CHECKS
};

static const EqpParam trees = {
  .id = "trees",
  .label = N_ ("Trees"),
  .kind = EQP_PARAM_WHOLE,
  .store = EQP_STORE_DOUBLE,
  .at = EQP_PARAM_OWN (TREES),
  .argument = "T",
  .usual = 4,
  .least = 1,
  .most = 64,
  .sentence = N_ ("random trees over the centers; more of them find nearer centers with the same checks"),
};

static const EqpParam checks = {
  .id = "checks",
  .label = N_ ("Checks"),
  .kind = EQP_PARAM_WHOLE,
  .store = EQP_STORE_DOUBLE,
  .at = EQP_PARAM_OWN (CHECKS),
  .argument = "N",
  .usual = 128,
  .least = 1,
  .most = G_MAXINT32,
  .logarithmic = TRUE,
  .sentence = N_ ("centers that a row is compared with in an iteration; with as many as there are clusters it is "
                  "k-means"),
};

typedef struct
{
  EqpKMeans       *state;
  EqpLloyd        *lloyd;
  EqpCenterForest *forest;     /* NULL: all centres are looked at */
  EqpTrace         trace;
  int              trees;
  int              checks;
  guint64          builds;

  /* one pass */
  const gint32    *current;    /* may be NULL */
  gint32          *next;
  int              cancelled;  /* atomic */
} Run;

/* The nearer one in double: the found one, another that float could not tell from it, or the row's own. */
static gint32
decide (Run *run, gint64 row, int found, int other, gboolean close, int current, double own)
{
  double distance = _eqp_kmeans_distance (run->state, row, found);

  if (close)
    {
      double second = _eqp_kmeans_distance (run->state, row, other);

      if (second < distance || (second == distance && other < found))
        {
          distance = second;
          found = other;
        }
    }
  return current < 0 || distance < own ? found : current;
}

static void
search_chunk (gint64 chunk, guint worker, gpointer user_data)
{
  Run *run = user_data;
  EqpKMeans *state = run->state;
  gint64 first = chunk * state->chunk_rows, last = MIN (first + state->chunk_rows, state->n), moved = 0;
  double own[OWN_ROWS], sse = 0.0;

  for (gint64 block = first; block < last; block += OWN_ROWS)
    {
      gint64 end = MIN (block + OWN_ROWS, last);

      if (__atomic_load_n (&run->cancelled, __ATOMIC_RELAXED))
        return;
      if (_eqp_kmeans_cancelled (state))
        {
          __atomic_store_n (&run->cancelled, TRUE, __ATOMIC_RELAXED);
          return;
        }
      if (run->current != NULL)
        state->kernels->own (state->x + block * state->d, (int) (end - block), state->d, state->centers,
                             run->current + block, own);

      for (gint64 i = block; i < end; i++)
        {
          int current = run->current != NULL ? run->current[i] : -1, second;
          double reach = current >= 0 ? own[i - block] : INFINITY;
          float distance, second_distance;
          int found = _eqp_center_forest_nearest (run->forest, worker, state->x + i * state->d, run->checks, reach,
                                                  &second, &distance, &second_distance);
          gboolean close =
              second >= 0 &&
              second_distance - distance <= 2.0 * _eqp_kmeans_cost_tolerance (state, i, second_distance);

          run->next[i] = found == current && !close ? current : decide (run, i, found, second, close, current, reach);
          moved += run->next[i] != current;
          sse += current >= 0 ? reach : 0.0;
        }
    }
  state->chunk_sse[chunk] = sse;
  state->chunk_moved[chunk] = moved;
}

/* The assignment step, as _eqp_kmeans_assign(). */
static gboolean
assign (EqpLloyd *lloyd, const gint32 *current, gint32 *next, double *sse, gint64 *moved, gpointer user_data)
{
  Run *run = user_data;
  EqpKMeans *state = run->state;

  if (run->forest == NULL)
    return _eqp_kmeans_assign (state, current, next, sse, moved);

  run->current = current;
  run->next = next;
  run->cancelled = FALSE;
  _eqp_center_forest_build (run->forest, state->centers, run->lloyd->params->seed,
                            STREAM + run->builds++ * (guint64) run->trees);
  eqp_pool_run (state->pool, state->n_chunks, search_chunk, run);
  if (run->cancelled)
    return FALSE;

  if (sse != NULL)
    *sse = 0.0;
  if (moved != NULL)
    *moved = 0;
  for (gint64 chunk = 0; chunk < state->n_chunks; chunk++)
    {
      if (sse != NULL)
        *sse += state->chunk_sse[chunk];
      if (moved != NULL)
        *moved += state->chunk_moved[chunk];
    }
  return TRUE;
}

static gboolean
improved (EqpLloyd *lloyd, gint64 moved, gpointer user_data)
{
  Run *run = user_data;

  if (!lloyd->from_labels && run->trace.iteration == 0)
    run->trace.iteration = 1; /* 0 is for a start that has labels */
  _eqp_trace_step (&run->trace, "lloyd", lloyd->best_sse, 0.0, lloyd->best_sizes, lloyd->best, moved);
  return TRUE;
}

static EqpResult *
run_akm (EqpDataset       *dataset,
         const EqpParams  *params,
         EqpContext       *context,
         GError          **error)
{
  gboolean cancelled, converged = FALSE, all = params->own[CHECKS] >= params->k;
  Run run = { .trees = (int) params->own[TREES], .checks = (int) params->own[CHECKS] };
  EqpResult *result = NULL;

  /* -- allocate -- */
  if ((run.state = _eqp_kmeans_new_dense (dataset, params->k, all, context, error)) == NULL ||
      (run.lloyd = _eqp_lloyd_new (run.state, params, error)) == NULL ||
      (!all && (run.forest = _eqp_center_forest_new (params->k, run.state->d, run.trees, context->pool, error)) ==
                   NULL))
    goto out;
  run.lloyd->improved = improved;
  run.lloyd->assign = assign;
  run.lloyd->user_data = &run;
  run.lloyd->quick_seeds = !all;
  run.lloyd->least_gain = all ? 0.0 : LEAST_GAIN;

  /* -- iterate -- */
  _eqp_trace_start (&run.trace, context, run.state->n, params->k);
  cancelled = !_eqp_lloyd_starts (run.lloyd, &run.trace, _eqp_params_count_starts (params), &converged);

  /* -- finish -- */
  if (run.lloyd->best_sse == INFINITY)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         _ ("The run was cancelled before its first step was done."));
  else
    {
      result = _eqp_lloyd_result (run.lloyd, cancelled, converged);
      _eqp_trace_finish (&run.trace, result);
    }

out:
  _eqp_center_forest_free (run.forest);
  _eqp_lloyd_free (run.lloyd);
  _eqp_kmeans_free (run.state);
  return result;
}

const EqpSolver _eqp_solver_akm = {
  .id = "akm",
  .name = N_ ("Approximate k-means"),
  .summary = N_ ("k-means that looks at a few likely centers only, found by random trees; pays off from a thousand "
                "clusters on."),
  .reference = "Philbin, Chum, Isard, Sivic and Zisserman 2007, Object retrieval with large vocabularies and fast "
               "spatial matching",
  .family = EQP_FAMILY_KMEANS,
  .cost = { .per_value = 1e-9, .per_part = 2e-8 },
  .flags = EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE | EQP_SOLVER_FROM_CENTERS,
  .params = (const EqpParam *const[]) { &checks, &trees, &eqp_param_init, &eqp_param_starts, &eqp_param_max_iterations,
                                        &eqp_param_empty, NULL },
  .check_params = eqp_check_common_params,
  .run = run_akm,
};
