/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact nearest neighbors of sparse rows: the products of a row with all others come from the columns it has, and where
 * these leave a pair open, direct differences in double decide, as among dense rows. */
#include "config.h"

#include "eqp-neighbors-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"
#include "base/eqp-sparse-rows.h"

#define CHUNK_ROWS 32
/* Of the norms: how far a difference of double sums is off at the most, with room to spare. */
#define ROUNDING 1e-12

typedef struct
{
  EqpSearchState      *state;
  EqpNeighbors        *neighbors;
  const EqpSparseRows *turned;
  const double        *norms;
  double              *products; /* one a worker: n */
  int                  cancelled; /* atomic */
} Sparse;

static void
meet_rows (gint64   chunk,
           guint    worker,
           gpointer user_data)
{
  Sparse *self = user_data;
  const EqpSparseRows *rows = self->state->sparse;
  double *products = self->products + (gint64) worker * rows->n;
  gint k = self->state->k;

  if (__atomic_load_n (&self->cancelled, __ATOMIC_RELAXED))
    return;
  for (gint64 i = chunk * CHUNK_ROWS; i < MIN (rows->n, (chunk + 1) * CHUNK_ROWS); i++)
    {
      gint32 *ids = self->neighbors->ids + i * k;
      double *distances = self->neighbors->distances + i * k;
      double norm = self->norms[i];

      for (gint j = 0; j < k; j++)
        {
          ids[j] = G_MAXINT32;
          distances[j] = INFINITY;
        }
      _eqp_sparse_rows_products (rows, self->turned, i, products);
      for (gint64 other = 0; other < rows->n; other++)
        {
          double both = norm + self->norms[other];

          if (other != i && both - 2.0 * products[other] - ROUNDING * both <= distances[k - 1])
            _eqp_offer_distance (distances, ids, k, _eqp_sparse_rows_between (rows, i, other), (gint32) other);
        }
    }
  if (!_eqp_search_step (self->state, worker))
    __atomic_store_n (&self->cancelled, TRUE, __ATOMIC_RELAXED);
}

/*< private >
 * _eqp_search_sparse:
 * @state: the search
 * @neighbors: (out): n x k, filled
 * @error: EQP_ERROR_TOO_LARGE, G_IO_ERROR_CANCELLED
 *
 * Time O(n^2) and the squares of the lengths of the columns, memory that of the rows once more.
 *
 * Returns: whether it came to its end
 */
gboolean
_eqp_search_sparse (EqpSearchState  *state,
                    EqpNeighbors    *neighbors,
                    GError         **error)
{
  const EqpSparseRows *rows = state->sparse;
  g_autoptr (EqpSparseRows) turned = _eqp_sparse_rows_turn (rows, error);
  double *norms = turned != NULL ? _eqp_sparse_rows_norms (rows, error) : NULL;
  Sparse self = { .state = state, .neighbors = neighbors, .turned = turned, .norms = norms };

  if (norms != NULL)
    self.products = eqp_try_alloc ((gsize) eqp_pool_get_threads (state->pool), (gsize) rows->n * sizeof (double),
                                   N_ ("the search for neighbors"), error);
  if (self.products != NULL)
    {
      _eqp_search_begin_stage (state, _ ("Finding nearest neighbors"), (rows->n + CHUNK_ROWS - 1) / CHUNK_ROWS);
      eqp_pool_run (state->pool, state->n_steps, meet_rows, &self);
      if (self.cancelled)
        g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The search for neighbors was cancelled."));
      for (gint64 e = 0; e < rows->n * state->k; e++)
        neighbors->distances[e] = sqrt (neighbors->distances[e]);
    }
  eqp_free (norms);
  eqp_free (self.products);
  return norms != NULL && self.products != NULL && !self.cancelled;
}
