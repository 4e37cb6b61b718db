/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lloyd's method (Lloyd 1982): labels = nearest centre, centres = means, by turns, which never raises
 * sum_i |x_i - h_(z_i)|^2. The value of a step is known one pass later, when the new centres meet the data again, so
 * there is one pass an iteration and not two. */
#include "config.h"

#include "eqp-lloyd-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-rng.h"

#define DEFAULT_MAX_ITERATIONS 1000

/**
 * _eqp_lloyd_new:
 * @state: the rows and k; borrowed
 * @params: seed, start, empty-cluster policy and limit of iterations; borrowed
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Returns: (transfer full): the memory of a run
 */
EqpLloyd *
_eqp_lloyd_new (EqpKMeans        *state,
                const EqpParams  *params,
                GError          **error)
{
  EqpLloyd *self = g_new0 (EqpLloyd, 1);

  self->state = state;
  self->params = params;
  self->limit = params->max_iterations > 0 ? params->max_iterations : DEFAULT_MAX_ITERATIONS;
  self->best_sse = INFINITY;
  _eqp_tally_init (&self->tally, 0.0);
  if ((self->current = eqp_try_alloc (state->n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (self->next = eqp_try_alloc (state->n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (self->best = eqp_try_alloc (state->n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (self->best_centers = eqp_try_alloc ((gsize) state->k * state->d, sizeof (double), N_ ("the centres"), error)) ==
          NULL ||
      (self->best_sizes = eqp_try_alloc (state->k, sizeof (gint64), N_ ("the cluster sizes"), error)) == NULL)
    g_clear_pointer (&self, _eqp_lloyd_free);
  return self;
}

/**
 * _eqp_lloyd_free:
 * @self: (nullable): the memory of a run
 */
void
_eqp_lloyd_free (EqpLloyd *self)
{
  if (self == NULL)
    return;

  eqp_free (self->current);
  eqp_free (self->next);
  eqp_free (self->best);
  eqp_free (self->best_centers);
  eqp_free (self->best_sizes);
  g_free (self);
}

/* The assignment step of this run. */
static gboolean
assign (EqpLloyd *self, const gint32 *current, gint32 *next, double *sse, gint64 *moved)
{
  if (self->assign != NULL)
    return self->assign (self, current, next, sse, moved, self->user_data);
  return _eqp_kmeans_assign (self->state, current, next, sse, moved);
}

/**
 * _eqp_lloyd_start:
 * @self: the run
 * @restart: number of the start, from 0
 *
 * Sets the labels to go on from: those of the settings, those nearest to its centers, random ones, or those nearest to
 * k-means++ centres.
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_lloyd_start (EqpLloyd *self,
                  guint64   restart)
{
  EqpKMeans *state = self->state;
  const EqpParams *params = self->params;
  EqpRng rng;

  eqp_rng_init (&rng, params->seed, restart);
  state->lower_valid = FALSE;
  self->from_labels = TRUE;
  self->moved = 0;

  if (params->initial_labels != NULL)
    memcpy (self->current, params->initial_labels, sizeof (gint32) * state->n);
  else if (params->initial_centers != NULL)
    {
      self->from_labels = FALSE;
      self->moved = state->n;
      memcpy (state->centers, params->initial_centers, sizeof (double) * state->k * state->d);
      _eqp_kmeans_pack (state);
      return assign (self, NULL, self->current, NULL, NULL);
    }
  else if (params->init == EQP_INIT_RANDOM)
    _eqp_seed_random_labels (state->n, state->k, &rng, self->current);
  else
    {
      self->from_labels = FALSE;
      self->moved = state->n;
      self->current[0] = -1;
      if (!(self->quick_seeds ? _eqp_seed_quickly (state, &rng, self->current) : _eqp_seed_kmeanspp (state, &rng)))
        return FALSE;
      if (self->current[0] >= 0)
        return TRUE;
      _eqp_kmeans_pack (state);
      return assign (self, NULL, self->current, NULL, NULL);
    }
  return TRUE;
}

/**
 * _eqp_lloyd_run:
 * @self: the run, with labels to go on from
 *
 * Lloyd's method until no row moves, or to the limit of iterations. Calls improved() at every step that is better than
 * all before, those of earlier starts included. O(n d k) an iteration.
 *
 * Returns: FALSE when cancelled; the best so far is kept
 */
gboolean
_eqp_lloyd_run (EqpLloyd *self)
{
  EqpKMeans *state = self->state;
  double previous = INFINITY;
  gint64 left_empty = 0;

  self->converged = FALSE;
  self->reached = INFINITY;
  _eqp_kmeans_sum_all (state, self->current);

  for (gint64 iteration = self->from_labels ? 0 : 1;; iteration++)
    {
      gint32 *labels = self->current, *swap;
      gint64 will_move;
      double sse, gain;

      self->iterations = iteration;
      _eqp_kmeans_update_centers (state);
      left_empty = _eqp_kmeans_fill_empty (state, self->current, self->params->empty);
      _eqp_kmeans_pack (state);
      if (!assign (self, self->current, self->next, &sse, &will_move))
        return FALSE;

      /* Exact arithmetic never gets here; rounding may, at the very end. */
      if (sse >= previous && self->moved > 0 && iteration > 1 && previous < INFINITY)
        {
          self->converged = TRUE;
          break;
        }

      gain = (previous - sse) / previous;
      previous = sse;
      self->reached = MIN (self->reached, sse);
      if (sse < self->best_sse)
        {
          self->best_sse = sse;
          self->best_left_empty = left_empty;
          swap = self->best;
          self->best = self->current;
          self->current = swap; /* what it holds is not needed any more */
          memcpy (self->best_centers, state->centers, sizeof (double) * state->k * state->d);
          memcpy (self->best_sizes, state->sizes, sizeof (gint64) * state->k);
          if (self->improved != NULL && !self->improved (self, self->moved, self->user_data))
            return FALSE;
        }

      self->converged = will_move == 0 || gain < self->least_gain;
      if (self->converged || iteration >= self->limit)
        break;
      if (_eqp_kmeans_cancelled (state))
        return FALSE;

      self->moved = will_move;
      _eqp_kmeans_sum_moved (state, labels, self->next);
      swap = self->current;
      self->current = self->next;
      self->next = swap;
    }

  return TRUE;
}

/**
 * _eqp_lloyd_starts:
 * @self: the run
 * @trace: told of each start
 * @starts: how many
 * @converged: (inout): whether the start that led to the best came to its end
 *
 * Lloyd's method from every start, and how many of them reached the best.
 *
 * Returns: FALSE when cancelled; the best so far is kept
 */
gboolean
_eqp_lloyd_starts (EqpLloyd *self,
                   EqpTrace *trace,
                   int       starts,
                   gboolean *converged)
{
  for (int start = 0; start < starts; start++)
    {
      double before = self->best_sse;
      gboolean done;

      _eqp_trace_restart (trace, start, starts);
      done = _eqp_lloyd_start (self, start) && _eqp_lloyd_run (self);
      if (self->best_sse < before)
        *converged = self->converged;
      if (!done)
        return FALSE;
      _eqp_tally_add (&self->tally, self->reached);
    }
  return TRUE;
}

/**
 * _eqp_lloyd_result:
 * @self: the run, with a best
 * @cancelled: whether it was
 * @converged: whether the start that led to the best came to its end
 *
 * Returns: (transfer full): the best as a result: labels, sizes, centres and values
 */
EqpResult *
_eqp_lloyd_result (EqpLloyd *self,
                   gboolean  cancelled,
                   gboolean  converged)
{
  EqpKMeans *state = self->state;
  EqpResult *result = eqp_result_new (state->n, state->d, state->k);

  memcpy (result->labels, self->best, sizeof (gint32) * state->n);
  memcpy (result->sizes, self->best_sizes, sizeof (gint64) * state->k);
  memcpy (result->centers, self->best_centers, sizeof (double) * state->k * state->d);
  result->gamma = self->params->gamma;
  result->data_term = result->objective = self->best_sse;
  result->cancelled = cancelled;
  result->converged = converged && !cancelled;
  _eqp_tally_close (&self->tally, self->best_sse, result);
  _eqp_empty_clusters_warn (self->best_left_empty, state->k, result->warnings);
  return result;
}
