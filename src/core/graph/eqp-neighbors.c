/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nearest neighbors of all points: the door to the ways of searching, and what they have in common. */
#include "config.h"

#include "eqp-neighbors.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-parallel.h"
#include "eqp-neighbors-private.h"

/* A core does about 1e11 of these products a second, so this is half a minute on four; the same for all machines, since
 * the result depends on it. */
#define EXACT_BUDGET 2e13
/* Fewer rows are searched exactly in no time. */
#define FEW_ROWS 4096
/* More are searched exactly: a leaf of a tree has to hold them. */
#define MOST_NEIGHBORS 128

/**
 * eqp_neighbors_new:
 * @n: rows
 * @k: neighbors of each, 0 or more
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Returns: (transfer full): zeroed lists in units of the data
 */
EqpNeighbors *
eqp_neighbors_new (gint64   n,
                   gint     k,
                   GError **error)
{
  EqpNeighbors *self = g_new0 (EqpNeighbors, 1);

  self->n = n;
  self->k = k;
  self->unit = 1.0;
  self->recall = 1.0;
  if ((self->ids = eqp_try_alloc ((gsize) n * k, sizeof (gint32), N_ ("the nearest neighbors"), error)) == NULL ||
      (self->distances = eqp_try_alloc ((gsize) n * k, sizeof (double), N_ ("the nearest neighbors"), error)) == NULL)
    {
      eqp_neighbors_free (self);
      return NULL;
    }
  return self;
}

/**
 * eqp_neighbors_free:
 * @self: (nullable): lists of neighbors
 */
void
eqp_neighbors_free (EqpNeighbors *self)
{
  if (self == NULL)
    return;

  eqp_free (self->ids);
  eqp_free (self->distances);
  g_free (self);
}

/* -- a search under way ------------------------------------------------------------------------------------------ */

void
_eqp_search_begin_stage (EqpSearchState *self,
                         const char     *what,
                         gint64          n_steps)
{
  self->what = what;
  self->n_steps = n_steps;
  self->n_done = 0;
  self->told = 0;
}

/* Counts a step; returns FALSE when there is no point in going on. Only the thread that began the search tells news. */
gboolean
_eqp_search_step (EqpSearchState *self,
                  guint           worker)
{
  gint64 done = __atomic_add_fetch (&self->n_done, 1, __ATOMIC_RELAXED);

  if (worker == 0)
    eqp_progress_tell (self->progress, &self->told, (double) done / (double) MAX (1, self->n_steps), self->what);
  return !g_cancellable_is_cancelled (self->cancellable);
}

/**
 * eqp_neighbors_find:
 * @points: n x d
 * @k: neighbors wanted, 1 or more; cut to n - 1
 * @search: exact or approximate
 * @pool: who works
 * @cancellable: (nullable): ends it early
 * @progress: (nullable): called from this thread
 * @error: EQP_ERROR_INVALID_PARAM, EQP_ERROR_TOO_LARGE, G_IO_ERROR_CANCELLED
 *
 * Exact: O(n^2 d) time and O(n k) memory; distances are direct differences in double, equal ones go by the lower row,
 * and the same comes out on any number of threads and any processor. Approximate: about O(n log n d); how many of the
 * true neighbors were found is measured on a sample and kept. Up to 4096 rows every search is exact,
 * and of sparse rows, in the time that the products of the columns they share take.
 *
 * Returns: (transfer full): the neighbors
 */
EqpNeighbors *
eqp_neighbors_find (EqpPoints           points,
                    gint                k,
                    EqpSearch           search,
                    EqpPool            *pool,
                    GCancellable       *cancellable,
                    const EqpProgress  *progress,
                    GError            **error)
{
  gint64 n = points.n;
  g_autoptr (EqpNeighbors) neighbors = NULL;
  EqpSearchState state = {
    .kernels = _eqp_pairs_get (), .x = points.x, .sparse = points.sparse, .n = n, .d = points.d,
    .pool = pool, .cancellable = cancellable, .progress = progress
  };

  if (k < 1)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  _ ("The number of neighbors is %d; it has to be at least 1."), k);
      return NULL;
    }
  if (n < 1 || n > G_MAXINT32)
    {
      eqp_refuse (error, n < 1 ? EQP_ERROR_INVALID_DATA : EQP_ERROR_TOO_LARGE,
                  _ ("The data have %" PRId64 " rows; neighbors can be found among 1 to %d."), n, G_MAXINT32);
      return NULL;
    }

  state.k = (gint) MIN (k, n - 1);
  neighbors = eqp_neighbors_new (n, state.k, error);
  if (neighbors == NULL)
    return NULL;
  neighbors->unit = points.unit;
  if (state.k == 0)
    return g_steal_pointer (&neighbors);

  if (points.sparse != NULL)
    {
      if (!_eqp_search_sparse (&state, neighbors, error))
        return NULL;
    }
  else if (n > FEW_ROWS && k <= MOST_NEIGHBORS &&
      (search == EQP_SEARCH_APPROXIMATE ||
       (search == EQP_SEARCH_AUTO && (double) n * (double) n * (double) state.d > EXACT_BUDGET)))
    {
      if (!_eqp_search_approximate (&state, neighbors, error))
        return NULL;
    }
  else if (!_eqp_search_exact (&state, neighbors, error))
    return NULL;

  return g_steal_pointer (&neighbors);
}
