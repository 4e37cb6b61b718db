/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The squared distances of all rows to all centers, in float, for the methods of balanced k-means that read them row
 * by row. They are stored once a step where memory for that is well spent, and computed by blocks of rows where they
 * are read elsewhere: the numbers are the same, bit for bit. */
#include "config.h"

#include "eqp-costs-private.h"

#include <glib/gi18n-lib.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"

#define BUDGET ((gint64) 1 << 30) /* bytes that are stored at the most */
#define FEW_COLUMNS 16            /* costs of so few columns are sooner computed than fetched, */
#define MANY_COSTS (1 << 21)      /* where there are so many */
#define BLOCK_CHUNKS 4            /* computed at a time, at least */

static gint64 budget = BUDGET; /* atomic */

/**
 * _eqp_costs_set_budget:
 * @bytes: what the costs of a run may take; negative: what is usual
 *
 * For tests.
 *
 * Returns: what it was
 */
gint64
_eqp_costs_set_budget (gint64 bytes)
{
  return __atomic_exchange_n (&budget, bytes < 0 ? BUDGET : bytes, __ATOMIC_RELAXED);
}

/**
 * _eqp_costs_new:
 * @state: whose rows and centers they are of
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Returns: (transfer full) (nullable): costs to be taken; free with _eqp_costs_free()
 */
EqpCosts *
_eqp_costs_new (EqpKMeans  *state,
                GError    **error)
{
  EqpCosts *self = g_new0 (EqpCosts, 1);
  gint64 numbers = state->n * state->kp;
  gboolean stored = numbers <= __atomic_load_n (&budget, __ATOMIC_RELAXED) / (gint64) sizeof (float) &&
                    !(state->d <= FEW_COLUMNS && numbers >= MANY_COSTS);

  self->state = state;
  self->room = MIN (state->n, MAX (BLOCK_CHUNKS, 2 * (gint64) eqp_pool_get_threads (state->pool)) * state->chunk_rows);
  if (stored)
    self->whole = eqp_try_alloc (numbers, sizeof (float), N_ ("the costs"), error);
  else
    self->block = eqp_try_alloc (self->room * state->kp, sizeof (float), N_ ("the costs"), error);
  if (self->whole == NULL && self->block == NULL)
    g_clear_pointer (&self, g_free);
  return self;
}

void
_eqp_costs_free (EqpCosts *self)
{
  if (self == NULL)
    return;

  eqp_free (self->whole);
  eqp_free (self->block);
  g_free (self);
}

/**
 * _eqp_costs_take:
 * @self: the costs
 * @current: (nullable): n labels
 * @prices: (nullable): as in _eqp_kmeans_costs()
 * @sse: (out) (optional): as in _eqp_kmeans_assign(), with @current
 *
 * From here on they are those to the centers that the panel of the state holds, until it is packed again.
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_costs_take (EqpCosts     *self,
                 const gint32 *current,
                 const double *prices,
                 double       *sse)
{
  self->n_rows = 0;
  /* A pass takes the norms of the rows along, which costs need. */
  return (self->whole == NULL && current == NULL && self->state->norms_valid) ||
         _eqp_kmeans_costs (self->state, current, prices, self->whole, sse);
}

static void
fetch_chunk (gint64 chunk, guint worker, gpointer data)
{
  EqpCosts *self = data;
  gint64 first = chunk * self->state->chunk_rows, last = MIN (first + self->state->chunk_rows, self->n_rows);

  for (; first < last; first += self->state->block_rows)
    {
      if (_eqp_kmeans_cancelled (self->state))
        __atomic_store_n (&self->cancelled, 1, __ATOMIC_RELAXED);
      if (__atomic_load_n (&self->cancelled, __ATOMIC_RELAXED))
        return;
      _eqp_kmeans_block_costs (self->state, self->first + first, (int) MIN (self->state->block_rows, last - first),
                               self->block + first * self->state->kp);
    }
}

/* Computes a row and those behind it. NULL when cancelled. */
const float *
_eqp_costs_fetch (EqpCosts *self,
                  gint64    row)
{
  self->first = row;
  self->n_rows = MIN (self->room, self->state->n - row);
  self->cancelled = 0;
  eqp_pool_run (self->state->pool, (self->n_rows + self->state->chunk_rows - 1) / self->state->chunk_rows, fetch_chunk,
                self);
  if (!self->cancelled)
    return self->block;
  self->n_rows = 0;
  return NULL;
}

/* The costs of a row where rows are asked for here and there. */
const float *
_eqp_costs_single (EqpCosts *self,
                   gint64    row)
{
  if (self->whole != NULL)
    return self->whole + row * self->state->kp;
  self->n_rows = 0;
  _eqp_kmeans_block_costs (self->state, row, 1, self->block);
  return self->block;
}
