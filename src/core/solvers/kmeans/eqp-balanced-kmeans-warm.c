/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balanced k-means from gamma to gamma on many rows: centers and exact assignments by turns, as in
 * eqp-balanced-kmeans.c, with all that is known kept. Where no row has moved since costs were taken, the first
 * assignment at another gamma needs no pass over the data; prices of one gamma start those of the next; sums follow the
 * rows that move. What a polish of single rows would gain is not worth its passes on many rows and left to a run. */
#include "config.h"

#include "solvers/eqp-warm-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "data/eqp-dataset.h"
#include "eqp-assigner-private.h"
#include "eqp-costs-private.h"
#include "eqp-cross-private.h"
#include "eqp-kmeans-private.h"
#include "solvers/eqp-gamma.h"
#include "solvers/eqp-solvers-private.h"

#define LEAST_WORK 100000   /* n K: on less, runs of their own take no time to speak of */
#define GAIN 2e-5           /* what lowers the SSE by a smaller part is left to the next gamma; */
#define THOROUGH_GAIN 1e-6
#define MOST_STEPS 30

typedef struct
{
  EqpKMeans   *state;       /* sums and sizes are those of @current */
  EqpAssigner *assigner;
  EqpCosts    *costs;
  double      *prices;      /* k, of the last assignment */
  gint32      *current;     /* n */
  gint32      *next;        /* n */
  gboolean     started;     /* there are current labels, */
  gboolean     known;       /* and costs to their centers, */
  double       sse;         /* and what they are worth */
  gint64       even;        /* sum of squares of even sizes */

  double       best;        /* of this run: J less the penalty of even sizes */
  double       best_sse;
  gint32      *best_labels; /* n */
  gint64      *best_sizes;  /* k */
} Walk;

static gboolean
serves (EqpDataset      *dataset,
        const EqpParams *params,
        EqpContext      *context)
{
  gint64 n = eqp_dataset_get_n (dataset);

  return params->k > 1 && (double) n * params->k >= LEAST_WORK && _eqp_rows_are_plain (params, n);
}

static void
walk_free (gpointer data)
{
  Walk *self = data;

  _eqp_costs_free (self->costs);
  _eqp_assigner_free (self->assigner);
  _eqp_kmeans_free (self->state);
  eqp_free (self->prices);
  eqp_free (self->current);
  eqp_free (self->next);
  eqp_free (self->best_labels);
  eqp_free (self->best_sizes);
  g_free (self);
}

static gpointer
walk_new (EqpDataset      *dataset,
          const EqpParams *params,
          EqpContext      *context,
          GError         **error)
{
  Walk *self = g_new0 (Walk, 1);
  gint64 n = eqp_dataset_get_n (dataset), base = n / params->k, larger = n % params->k;
  gboolean ok = (self->state = _eqp_kmeans_new (dataset, params->k, FALSE, context, error)) != NULL &&
                (self->assigner = _eqp_assigner_new (n, params->k, context->pool, context->cancellable, error)) != NULL;

#define ALLOC(field, count, what)                                                                                      \
  ok = ok && (self->field = eqp_try_alloc ((gsize) (count), sizeof *self->field, what, error)) != NULL
  ok = ok && (self->costs = _eqp_costs_new (self->state, error)) != NULL;
  ALLOC (prices, params->k, N_ ("the prices"));
  ALLOC (current, n, N_ ("the labels"));
  ALLOC (next, n, N_ ("the labels"));
  ALLOC (best_labels, n, N_ ("the labels"));
  ALLOC (best_sizes, params->k, N_ ("the cluster sizes"));
#undef ALLOC
  if (!ok)
    {
      walk_free (self);
      return NULL;
    }
  _eqp_assigner_set_source (self->assigner, _eqp_kmeans_block_costs, self->state);
  _eqp_assigner_set_column (self->assigner, self->state, 1);
  memset (self->prices, 0, sizeof (double) * (gsize) params->k);
  self->even = larger * (base + 1) * (base + 1) + (params->k - larger) * base * base;
  if (params->min_size > 0 || params->max_size > 0)
    _eqp_assigner_set_limits (self->assigner, params->min_size, params->max_size > 0 ? params->max_size : n);
  return self;
}

/* The labels in next become the current ones. Returns how many differ. */
static gint64
take_next (Walk *self)
{
  gint64 moved = _eqp_kmeans_sum_moved (self->state, self->current, self->next);
  gint32 *swap = self->current;

  self->current = self->next;
  self->next = swap;
  self->known = self->known && moved == 0;
  return moved;
}

static void
start_from (Walk         *self,
            const gint32 *labels)
{
  gsize bytes = sizeof (gint32) * (gsize) self->state->n;

  if (!self->started)
    {
      memcpy (self->current, labels, bytes);
      _eqp_kmeans_sum_all (self->state, labels);
      self->started = TRUE;
      self->known = FALSE;
    }
  else if (memcmp (self->current, labels, bytes) != 0)
    {
      memcpy (self->next, labels, bytes);
      take_next (self);
    }
}

/* What the current labels are worth at @gamma; the best of the run are kept. FALSE when cancelled. */
static gboolean
value_current (Walk   *self,
               double  gamma,
               double *worth)
{
  EqpKMeans *state = self->state;
  gint64 squares = 0;

  if (!self->known)
    {
      _eqp_kmeans_update_centers (state);
      _eqp_kmeans_pack (state);
      if (!_eqp_costs_take (self->costs, self->current, self->prices, &self->sse))
        return FALSE;
      self->known = TRUE;
    }
  for (int c = 0; c < state->k; c++)
    squares += state->sizes[c] * state->sizes[c];
  *worth = self->sse + gamma * (double) (squares - self->even);
  if (*worth < self->best)
    {
      self->best = *worth;
      self->best_sse = self->sse;
      memcpy (self->best_labels, self->current, sizeof (gint32) * (gsize) state->n);
      memcpy (self->best_sizes, state->sizes, sizeof (gint64) * (gsize) state->k);
    }
  return TRUE;
}

/* Turns of assignment and centers until one gains little. FALSE when cancelled. */
static gboolean
descend (Walk    *self,
         double   gamma,
         double   gain)
{
  double worth, before;

  if (!value_current (self, gamma, &worth))
    return FALSE;
  for (int step = 0; step < MOST_STEPS; step++)
    {
      before = worth;
      memcpy (self->next, self->current, sizeof (gint32) * (gsize) self->state->n);
      if (!_eqp_assigner_solve (self->assigner, self->costs->whole, NULL, self->state->kp, gamma, self->prices,
                                self->next, NULL))
        return FALSE;
      if (take_next (self) == 0)
        return TRUE;
      if (!value_current (self, gamma, &worth))
        return FALSE;
      if (before - worth < gain * self->best_sse)
        return TRUE;
    }
  return TRUE;
}

static EqpResult *
walk_run (gpointer       data,
          double         gamma,
          const gint32  *labels,
          gboolean       thorough,
          GError       **error)
{
  Walk *self = data;
  EqpKMeans *state = self->state;
  EqpResult *result;
  gboolean done;

  start_from (self, labels);
  self->best = INFINITY;
  done = descend (self, gamma, thorough ? THOROUGH_GAIN : GAIN);
  if (!done)
    {
      /* Where sums and costs are is not known. */
      self->started = self->known = FALSE;
      memset (self->prices, 0, sizeof (double) * (gsize) state->k);
    }
  if (self->best == INFINITY)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           _ ("The run was cancelled before its first step was done."));
      return NULL;
    }

  result = eqp_result_new (state->n, 0, state->k);
  memcpy (result->labels, self->best_labels, sizeof (gint32) * (gsize) state->n);
  memcpy (result->sizes, self->best_sizes, sizeof (gint64) * (gsize) state->k);
  result->gamma = gamma;
  result->data_term = self->best_sse;
  result->penalty = eqp_balance_penalty (gamma, state->k, result->sizes);
  result->objective = result->data_term + result->penalty;
  result->cancelled = !done;
  result->converged = done;
  return result;
}

/**
 * _eqp_warm_cross_labels:
 * @dataset: n x d
 * @k: clusters
 * @first: n labels
 * @second: n labels
 * @seed: decides
 * @context: pool and cancellable
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Returns: (transfer full) (nullable): _eqp_cross_centers() of the centers of @first and @second, k x d
 */
double *
_eqp_warm_cross_labels (EqpDataset    *dataset,
                        gint           k,
                        const gint32  *first,
                        const gint32  *second,
                        guint64        seed,
                        EqpContext    *context,
                        GError       **error)
{
  EqpKMeans *state = _eqp_kmeans_new (dataset, k, FALSE, context, error);
  g_autofree double *centers = NULL;
  double *child;
  gsize count;
  EqpRng rng;

  if (state == NULL)
    return NULL;
  count = (gsize) k * (gsize) state->d;
  eqp_rng_init (&rng, seed, 0);
  _eqp_kmeans_sum_all (state, first);
  _eqp_kmeans_update_centers (state);
  centers = g_memdup2 (state->centers, sizeof (double) * count);
  _eqp_kmeans_sum_all (state, second);
  _eqp_kmeans_update_centers (state);
  child = g_new (double, count);
  _eqp_cross_centers (state, centers, state->centers, &rng, child);
  _eqp_kmeans_free (state);
  return child;
}

const EqpWarmClass _eqp_warm_bkm = { .serves = serves, .new = walk_new, .run = walk_run, .free = walk_free };
