/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The path of gamma as sizes and measures over gamma. Pieces were found by runs that name their clusters as they like,
 * so each takes over the numbers of the one before: those by which the fewest rows move. */
#include "config.h"

#include "eqp-path-stream.h"

#include <string.h>

/* numbers[c] is what cluster c of @labels is called, such that as many rows as can be keep their cluster: the greatest
 * sum of shared rows over all ways to pair clusters (Kuhn-Munkres). Returns how many rows move. */
static gint64
match (gint64        n,
       gint          k,
       const gint32 *before,
       const gint32 *labels,
       double       *cost,
       gint         *numbers)
{
  gint64 kept = 0;

  memset (cost, 0, sizeof (double) * (gsize) k * (gsize) k);
  for (gint64 i = 0; i < n; i++)
    cost[labels[i] * (gsize) k + before[i]] -= 1.0;
  eqp_hungarian (k, k, cost, numbers);
  for (gint c = 0; c < k; c++)
    kept -= (gint64) cost[c * (gsize) k + numbers[c]];
  return n - kept;
}

static void
measure (EqpPathStream *self,
         guint          piece,
         gint64         n,
         const gint32  *truth,
         const gint32  *labels)
{
  EqpMeasureInput input = { .n = n, .k = self->k, .labels = labels, .truth = truth };
  EqpMeasureSet set;

  eqp_measure_set_init (&set);
  eqp_measure_set_compute (&set, &input, EQP_MEASURES_TRUTH | EQP_MEASURES_BALANCE, NULL, NULL);
  memcpy (self->measures + piece * (gsize) EQP_N_MEASURES, set.values, sizeof set.values);
}

static gboolean
fill (EqpPathStream *self,
      EqpPath       *path,
      const gint32  *truth,
      GCancellable  *cancellable)
{
  gint64 n = eqp_path_get_n (path);
  gsize k = (gsize) self->k;
  g_autofree gint32 *before = g_try_new (gint32, MAX (1, n));
  g_autofree gint32 *labels = g_try_new (gint32, MAX (1, n));
  g_autofree double *cost = g_new (double, k * k);
  g_autofree gint *numbers = g_new (gint, k);

  if (before == NULL || labels == NULL)
    return FALSE;
  for (guint p = 0; p < self->n_pieces; p++)
    {
      const EqpPathPiece *piece = eqp_path_get_piece (path, (gint) p);

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      self->from[p] = piece->from;
      self->data_term[p] = piece->data_term;
      self->squares[p] = (double) piece->squares;
      eqp_path_get_labels (path, (gint) p, labels);
      measure (self, p, n, truth, labels);
      for (gsize c = 0; c < k; c++)
        numbers[c] = (gint) c;
      if (p > 0)
        self->moved[p] = match (n, self->k, before, labels, cost, numbers);
      for (gsize c = 0; c < k; c++)
        self->sizes[p * k + (gsize) numbers[c]] = piece->sizes[c];
      for (gint64 i = 0; i < n; i++)
        before[i] = numbers[labels[i]];
    }
  return TRUE;
}

/**
 * eqp_path_stream_new:
 * @path: a path that is finished
 * @truth: (nullable): known classes of its rows; negative: not known
 * @cancellable: (nullable): ends it early
 *
 * Time O(pieces x (n + k^3)) and that of eqp_metrics_external() for each piece; from any thread.
 *
 * Returns: (transfer full) (nullable): its stream; %NULL when cancelled, when memory is short, and of more than
 *   EQP_STREAM_MOST_CLUSTERS clusters
 */
EqpPathStream *
eqp_path_stream_new (EqpPath      *path,
                     const gint32 *truth,
                     GCancellable *cancellable)
{
  g_autoptr (EqpPathStream) self = g_new0 (EqpPathStream, 1);
  gsize pieces = (gsize) eqp_path_get_n_pieces (path);

  self->k = eqp_path_get_k (path);
  if (pieces == 0 || self->k > EQP_STREAM_MOST_CLUSTERS)
    return NULL;
  self->n_pieces = (guint) pieces;
  self->from = g_new0 (double, pieces);
  self->sizes = g_new0 (gint64, pieces * (gsize) self->k);
  self->moved = g_new0 (gint64, pieces);
  self->data_term = g_new0 (double, pieces);
  self->squares = g_new0 (double, pieces);
  self->measures = g_new0 (double, pieces * EQP_N_MEASURES);
  self->knee = pieces > 2 ? eqp_path_find_knee (path) : -1;
  return fill (self, path, truth, cancellable) ? g_steal_pointer (&self) : NULL;
}

/**
 * eqp_path_stream_free:
 * @self: (nullable): a stream
 */
void
eqp_path_stream_free (EqpPathStream *self)
{
  if (self == NULL)
    return;
  g_free (self->from);
  g_free (self->sizes);
  g_free (self->moved);
  g_free (self->data_term);
  g_free (self->squares);
  g_free (self->measures);
  g_free (self);
}
