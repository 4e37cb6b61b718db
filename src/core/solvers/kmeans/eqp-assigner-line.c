/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prices of clusters on a line, see eqp-assigner.c: a single column, or centers in a row. Where what two clusters cost
 * differs the more the further a row is along the line, the rows in order and the clusters in order belong together,
 * so many to each, and the rows at the borders tell the prices. On a chain of thousands of clusters nothing else gets
 * from one end to the other. Whether it is a line is told by how well sizes suit these prices. */
#include "config.h"

#include "eqp-assigner-parts-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define ROWS_PER_LOOK 1024 /* at the cancellable */

typedef struct
{
  double along; /* the line */
  gint32 number;
} Place;

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Place *one = a, *other = b;

  return one->along != other->along ? (one->along < other->along ? -1 : 1) : one->number - other->number;
}

static double
cost_of (EqpAssigner *self, gint64 row, int cluster)
{
  return cost_in (_eqp_assigner_row (self, row, 0), cluster);
}

static int
dearest (EqpAssigner *self, gint64 row)
{
  EqpCostRow costs = _eqp_assigner_row (self, row, 0);
  int most = 0;

  for (int c = 1; c < self->k; c++)
    if (cost_in (costs, c) > cost_in (costs, most))
      most = c;
  return most;
}

/* How much more @first costs than @second in the cluster. */
static double
difference (EqpAssigner *self, gint64 first, gint64 second, int cluster)
{
  return cost_of (self, first, cluster) - cost_of (self, second, cluster);
}

/* Rows by what a cluster at one end of the line costs them and one at the other end does not, and clusters by what they
 * cost a row at one end and not the one at the other. FALSE when cancelled. */
static gboolean
put_in_order (EqpAssigner *self, Place *rows, Place *clusters)
{
  int near = dearest (self, 0), far = near;
  gint64 first = 0, last = 0;

  for (gint64 i = 0; i < self->n; i++)
    {
      if (i % ROWS_PER_LOOK == 0 && _eqp_assigner_poll (self))
        return FALSE;
      rows[i].along = cost_of (self, i, near);
      first = rows[i].along < rows[first].along ? i : first;
      last = rows[i].along > rows[last].along ? i : last;
    }
  for (int c = 0; c < self->k; c++)
    clusters[c] = (Place){ fabs (difference (self, first, last, c) - difference (self, first, last, near)), c };
  for (int c = 0; c < self->k; c++)
    far = clusters[c].along > clusters[far].along ? c : far;
  for (gint64 i = 0; i < self->n; i++)
    {
      if (i % ROWS_PER_LOOK == 0 && _eqp_assigner_poll (self))
        return FALSE;
      rows[i] = (Place){ rows[i].along - cost_of (self, i, far), (gint32) i };
    }
  g_qsort_with_data (rows, (int) self->n, sizeof *rows, compare, NULL);
  for (int c = 0; c < self->k; c++)
    clusters[c] = (Place){ difference (self, rows[0].number, rows[self->n - 1].number, c), c };
  g_qsort_with_data (clusters, self->k, sizeof *clusters, compare, NULL);
  return TRUE;
}

/* Prices as on a line, in place of those so far. FALSE: it is none, and prices are what they were; or it was cancelled,
 * or memory is short. @most: what may be left to be moved. */
gboolean
_eqp_assigner_price_line (EqpAssigner *self,
                          double       most)
{
  Place *rows = eqp_try_alloc (self->n, sizeof (Place), "the assignment step", NULL);
  g_autofree Place *clusters = g_new (Place, self->k);
  g_autofree double *before = g_memdup2 (self->q, sizeof (double) * (gsize) self->k);
  gboolean line = FALSE;

  if (rows != NULL && put_in_order (self, rows, clusters))
    {
      self->q[clusters[0].number] = 0.0;
      for (int j = 1; j < self->k; j++)
        {
          gint64 border = MIN (MAX (1, self->n * j / self->k), self->n - 1);
          int a = clusters[j - 1].number, b = clusters[j].number;
          double more = 0.0;

          for (gint64 at = border - 1; at <= border; at++)
            more += 0.5 * (cost_of (self, rows[at].number, a) - cost_of (self, rows[at].number, b));
          self->q[b] = self->q[a] + more;
        }
      _eqp_assigner_center_prices (self);
      _eqp_assigner_evaluate (self, self->q);
      line = !self->cancelled && _eqp_assigner_total_excess (self) <= most;
    }
  if (!line)
    memcpy (self->q, before, sizeof (double) * (gsize) self->k);
  eqp_free (rows);
  return line;
}
