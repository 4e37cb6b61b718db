/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balanced k-means as published: Algorithm 1 of Chang, Nie, Ma, Yang, Balanced k-Means and Min-Cut Clustering.
 *
 * Random labels; then until nothing moves: centres = means; one pass over the rows in order, each moved to the cluster
 * with the least |x_i - h_k|^2 + gamma (2 n_k + 1), its own membership taken out first and n_k updated at once. A row
 * stays on ties; an empty cluster keeps its last centre.
 *
 * It is kept to the letter as a lesson: a pass of single moves cannot swap two rows, so once sizes are equal and gamma
 * is large no move pays any more, and the run freezes close to where it began. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-rng.h"
#include "base/eqp-sentence.h"
#include "data/eqp-dataset.h"
#include "solvers/eqp-gamma.h"
#include "eqp-published-private.h"
#include "solvers/eqp-solvers-private.h"

#define DEFAULT_MAX_ITERATIONS 1000
#define ROWS_PER_LOOK 1024 /* at the cancellable */
#define FLOAT_ROUNDING 1e-6 /* more than what sums of two floats are off by, relative */

/* Steps 2 and 3 for one row, in double: the formula as it stands in the paper. */
static int
choose_exactly (EqpKMeans *state, gint64 row, int own, const double *price)
{
  int best = own;
  double least = _eqp_kmeans_distance (state, row, own) + price[own];

  for (int c = 0; c < state->k; c++)
    if (c != own)
      {
        double value = _eqp_kmeans_distance (state, row, c) + price[c];

        if (value < least)
          {
            least = value;
            best = c;
          }
      }
  return best;
}

/* The least of the costs in float and the prices in double, or of both in double where that is too close. */
static int
choose_closely (EqpKMeans *state, gint64 i, int own, const float *row, const double *price)
{
  int best = own;
  double least = (double) row[own] + price[own], second = INFINITY, tolerance;

  for (int c = 0; c < state->k; c++)
    if (c != own)
      {
        double value = (double) row[c] + price[c];

        if (value < least)
          {
            second = least;
            least = value;
            best = c;
          }
        else if (value < second)
          second = value;
      }

  tolerance = 2.0 * _eqp_kmeans_cost_tolerance (state, i, MAX (row[own], row[best])) + 1e-14 * fabs (least);
  if (second - least <= tolerance)
    best = choose_exactly (state, i, own, price);
  return best;
}

/* The gamma that decides as @gamma does and leaves the costs their digits: two centers, means of rows, differ in their
 * distance to a row by no more than 4 sum_i |x_i|^2, so from there on a size that is smaller by one comes first. */
static double
decisive_gamma (EqpKMeans *state, double gamma)
{
  double sum = 0.0;

  for (gint64 i = 0; i < state->n && gamma > sum; i++)
    sum += 4.0 * _eqp_kmeans_norm (state, i);
  return sum > 0.0 ? MIN (gamma, sum) : gamma;
}

/* One pass over the rows in order. Float costs decide where they can, double where they cannot. @about: kp, scratch for
 * prices as floats; @less: k, for those of a row in its own cluster, which is smaller without it. Returns the
 * rows moved, -1 when cancelled on the way. */
static gint64
sweep (EqpKMeans *state, double gamma, EqpCosts *costs, double *price, double *less, float *about, gint64 *sizes,
       gint32 *labels)
{
  gint64 moved = 0, settled = 0;
  EqpStay stay = { about, less, NULL, 0.0 };

  for (int c = 0; c < state->kp; c++)
    about[c] = INFINITY;
  for (int c = 0; c < state->k; c++)
    {
      price[c] = eqp_balance_price (gamma, sizes[c]);
      about[c] = (float) price[c];
      less[c] = eqp_balance_price (gamma, sizes[c] - 1);
    }

  for (gint64 i = 0; i < state->n; i++)
    {
      const float *row;
      int own = labels[i], best = own;
      double least, second, tolerance;
      float about_least, about_second;

      if (i % ROWS_PER_LOOK == 0 && _eqp_kmeans_cancelled (state))
        return -1;
      if (_eqp_costs_stays (costs, labels, &stay, i, &settled))
        continue;
      row = eqp_costs_row (costs, i);
      if (row == NULL)
        return -1;
      sizes[own]--;
      price[own] = eqp_balance_price (gamma, sizes[own]);
      about[own] = (float) price[own];
      best = state->kernels->least (row, about, state->kp, &about_least, &about_second);
      least = (1.0 + FLOAT_ROUNDING) * (double) about_least;
      second = (1.0 - FLOAT_ROUNDING) * (double) about_second;
      tolerance = 2.0 * _eqp_kmeans_cost_tolerance (state, i, MAX (row[own], row[best])) + 1e-14 * fabs (least);
      if (!(second - least > tolerance))
        best = choose_closely (state, i, own, row, price);

      sizes[best]++;
      price[best] = eqp_balance_price (gamma, sizes[best]);
      about[best] = (float) price[best];
      if (best != own)
        {
          moved++;
          less[own] = eqp_balance_price (gamma, sizes[own] - 1);
          less[best] = eqp_balance_price (gamma, sizes[best] - 1);
          _eqp_costs_change (costs, &stay, own);
        }
      labels[i] = best;
    }
  return moved;
}

/**
 * _eqp_published_run:
 * @state: scratch; sums and sizes are set from @labels
 * @gamma: raw gamma
 * @limit: iterations at the most
 * @costs: of @state; scratch
 * @labels: (inout): n labels
 * @trace: (nullable): gets a step for every iteration, with the objective at the centres used in that sweep
 * @converged: (out): whether nothing moved any more
 *
 * Algorithm 1 from the given labels. O(n d k) an iteration.
 *
 * Returns: FALSE when cancelled; labels are then those of the last finished sweep
 */
gboolean
_eqp_published_run (EqpKMeans *state,
                    double     gamma,
                    gint64     limit,
                    EqpCosts  *costs,
                    gint32    *labels,
                    EqpTrace  *trace,
                    gboolean  *converged)
{
  g_autofree double *price = g_new (double, state->k);
  g_autofree double *less = g_new (double, state->k);
  g_autofree float *about = g_new (float, state->kp);
  g_autofree gint64 *sizes = g_new (gint64, state->k);
  gint32 *before = eqp_try_alloc (state->n, sizeof (gint32), N_ ("the labels"), NULL);
  gboolean done = before != NULL;
  double decisive = decisive_gamma (state, gamma);

  *converged = FALSE;
  _eqp_kmeans_sum_all (state, labels);
  for (gint64 iteration = 0; done && iteration < limit && !*converged; iteration++)
    {
      gint64 moved;
      double sse;

      _eqp_kmeans_update_centers (state);
      _eqp_kmeans_pack (state);
      if (costs->place != NULL ? !_eqp_costs_follow (costs, labels, &sse)
                               : !_eqp_costs_take (costs, trace != NULL && iteration == 0 ? labels : NULL, NULL, &sse))
        {
          done = FALSE;
          break;
        }
      if (trace != NULL && iteration == 0)
        _eqp_trace_step (trace, "start", sse, eqp_balance_penalty (gamma, state->k, state->sizes), state->sizes, labels,
                         0);

      memcpy (before, labels, sizeof (gint32) * state->n);
      memcpy (sizes, state->sizes, sizeof (gint64) * state->k);
      moved = sweep (state, decisive, costs, price, less, about, sizes, labels);
      if (moved < 0)
        {
          memcpy (labels, before, sizeof (gint32) * state->n);
          done = FALSE;
          break;
        }

      if (trace != NULL && !_eqp_kmeans_sse (state, labels, &sse))
        {
          memcpy (labels, before, sizeof (gint32) * state->n);
          done = FALSE;
          break;
        }
      _eqp_kmeans_sum_moved (state, before, labels);
      if (trace != NULL)
        _eqp_trace_step (trace, "sweep", sse, eqp_balance_penalty (gamma, state->k, sizes), sizes, labels, moved);
      *converged = moved == 0;
      if (_eqp_kmeans_cancelled (state))
        done = FALSE;
    }

  eqp_free (before);
  return done;
}

static EqpResult *
finish (EqpKMeans *state, const EqpParams *params, const gint32 *labels, EqpTrace *trace, gboolean converged,
        gboolean cancelled)
{
  EqpResult *result = eqp_result_new (state->n, state->d, state->k);
  gint64 empty = 0;

  memcpy (result->labels, labels, sizeof (gint32) * state->n);
  _eqp_kmeans_sum_all (state, labels);
  _eqp_kmeans_update_centers (state);
  memcpy (result->sizes, state->sizes, sizeof (gint64) * state->k);
  memcpy (result->centers, state->centers, sizeof (double) * state->k * state->d);

  /* The value of a cancelled run is needed too. */
  state->cancellable = NULL;
  _eqp_kmeans_sse (state, labels, &result->data_term);
  result->gamma = params->gamma;
  result->penalty = eqp_balance_penalty (params->gamma, state->k, state->sizes);
  result->objective = result->data_term + result->penalty;
  result->converged = converged && !cancelled;
  result->cancelled = cancelled;
  for (int c = 0; c < state->k; c++)
    empty += state->sizes[c] == 0;
  if (empty > 0)
    g_ptr_array_add (result->warnings, eqp_sentence_dup (g_dngettext (GETTEXT_PACKAGE,
                                                                      "%" PRId64 " of %d clusters is empty; the "
                                                                      "published algorithm keeps its last "
                                                                      "center.",
                                                                      "%" PRId64 " of %d clusters are empty; "
                                                                      "the published algorithm keeps their last "
                                                                      "centers.", (gulong) empty),
                                                         empty, state->k));
  if (result->converged && params->gamma > 0.0)
    g_ptr_array_add (result->warnings, g_strdup (_ ("The published algorithm moves single rows and cannot swap "
                                                    "two, so a large gamma freezes it close to its start; compare "
                                                    "with “Balanced k-means”.")));
  _eqp_trace_finish (trace, result);
  return result;
}

static EqpResult *
run_published (EqpDataset       *dataset,
               const EqpParams  *params,
               EqpContext       *context,
               GError          **error)
{
  gint64 n = eqp_dataset_get_n (dataset);
  gint64 limit = params->max_iterations > 0 ? params->max_iterations : DEFAULT_MAX_ITERATIONS;
  int restarts = params->initial_labels != NULL ? 1 : params->restarts;
  gboolean converged = FALSE, done = TRUE, best_converged = FALSE;
  gint32 *labels = NULL, *best = NULL;
  EqpCosts *costs = NULL;
  double best_objective = INFINITY;
  EqpKMeans *state = NULL;
  EqpResult *result = NULL;
  EqpTally tally;
  EqpTrace trace;

  /* -- allocate -- */
  if ((state = _eqp_kmeans_new (dataset, params->k, FALSE, context, error)) == NULL ||
      (labels = eqp_try_alloc (n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (best = eqp_try_alloc (n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (costs = _eqp_costs_new (state, error)) == NULL)
    goto out;

  /* -- iterate: the first start is streamed, further ones only compete -- */
  _eqp_trace_start (&trace, context, n, params->k);
  _eqp_tally_init (&tally, 0.0);
  for (int restart = 0; restart < restarts && done; restart++)
    {
      double objective = 0.0;

      _eqp_trace_restart (&trace, restart, restarts);
      if (params->initial_labels != NULL)
        memcpy (labels, params->initial_labels, sizeof (gint32) * n);
      else
        {
          EqpRng rng;

          eqp_rng_init (&rng, params->seed, restart);
          _eqp_seed_random_labels (n, params->k, &rng, labels);
        }

      done = _eqp_published_run (state, params->gamma, limit, costs, labels, restart == 0 ? &trace : NULL, &converged);
      if (restarts > 1)
        {
          GCancellable *cancellable = state->cancellable;

          _eqp_kmeans_update_centers (state);
          state->cancellable = NULL;
          _eqp_kmeans_sse (state, labels, &objective);
          state->cancellable = cancellable;
          objective += eqp_balance_penalty (params->gamma, state->k, state->sizes);
        }
      if (done)
        _eqp_tally_add_priced (&tally, objective, params, n);
      if (objective < best_objective)
        {
          gint32 *swap = best;

          best_objective = objective;
          best_converged = converged;
          best = labels;
          labels = swap;
          if (restart > 0 && state->n > 0)
            _eqp_trace_step (&trace, "restart", objective - eqp_balance_penalty (params->gamma, state->k, state->sizes),
                             eqp_balance_penalty (params->gamma, state->k, state->sizes), state->sizes, best, 0);
        }
    }

  /* -- finish -- */
  if (trace.iteration == 0)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         _ ("The run was cancelled before its first step was done."));
  else
    {
      result = finish (state, params, best, &trace, best_converged, !done);
      _eqp_tally_close (&tally, tally.best, result);
    }

out:
  _eqp_costs_free (costs);
  _eqp_kmeans_free (state);
  eqp_free (labels);
  eqp_free (best);
  return result;
}

const EqpSolver _eqp_solver_bkm_published = {
  .id = "bkm-published",
  .name = N_ ("Balanced k-means, as published"),
  .summary = N_ ("Algorithm 1 of the paper to the letter: single moves, which freeze close to the start when gamma is "
                "large."),
  .reference = "Chang, Nie, Ma, Yang, Balanced k-Means and Min-Cut Clustering, Algorithm 1",
  .family = EQP_FAMILY_KMEANS,
  .cost = { .per_value = 2e-9, .per_part = 1e-8 },
  .flags = EQP_SOLVER_USES_GAMMA | EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE | EQP_SOLVER_PUBLISHED |
           EQP_SOLVER_READS_SPARSE,
  .params = (const EqpParam *const[]) { &eqp_param_starts, &eqp_param_max_iterations, NULL },
  .check_params = eqp_check_common_params,
  .run = run_published,
};
