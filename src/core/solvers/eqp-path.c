/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The path of gamma as an object: the partitions that were found (eqp-path-search.c), and the lower envelope of the
 * lines that they are worth. */
#include "config.h"

#include "eqp-path-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define SAME 1e-12 /* gains below this part of the objective are rounding */

/* -- partitions -------------------------------------------------------------------------------------------------- */

static void
partition_free (EqpPathPartition *partition)
{
  g_free (partition->sizes);
  eqp_free (partition->packed);
  g_free (partition->ran);
  g_free (partition);
}

static void
pack (const EqpPath *self, const gint32 *labels, guint8 *packed)
{
  for (gint64 i = 0; i < self->n; i++)
    if (self->width == 1)
      packed[i] = (guint8) labels[i];
    else if (self->width == 2)
      ((guint16 *) packed)[i] = (guint16) labels[i];
    else
      ((gint32 *) packed)[i] = labels[i];
}

void
_eqp_path_unpack (const EqpPath *self, const guint8 *packed, gint32 *labels)
{
  for (gint64 i = 0; i < self->n; i++)
    labels[i] = _eqp_path_label (self, packed, i);
}

/* The same value and the same sizes are the same partition, but for a name of its clusters or a tie. */
static gboolean
are_same (const EqpPathPartition *a, const EqpPathPartition *b)
{
  return a->squares == b->squares && fabs (a->data_term - b->data_term) <= SAME * fabs (b->data_term);
}

static gint
find_same (const EqpPath *self, const EqpPathPartition *partition)
{
  for (guint i = 0; i < self->partitions->len; i++)
    if (are_same (_eqp_path_partition (self, i), partition))
      return (gint) i;
  return -1;
}

/* Keeps the labels of a result; those of the chains (@order at least 0) all, others once. Returns where; -1: no memory.
 * Under the lock. */
gint
_eqp_path_keep (EqpPath *self, const EqpResult *result, gint order, GError **error)
{
  EqpPathPartition *partition;
  EqpPathPartition seen = { .data_term = result->data_term };
  gint found;

  for (gint c = 0; c < self->k; c++)
    seen.squares += result->sizes[c] * result->sizes[c];
  found = order < 0 ? find_same (self, &seen) : -1;
  if (found >= 0)
    return found;

  partition = g_new0 (EqpPathPartition, 1);
  *partition = seen;
  partition->order = order;
  partition->packed = eqp_try_alloc ((gsize) self->n, (gsize) self->width, N_ ("the labels of the path"), error);
  if (partition->packed == NULL)
    {
      partition_free (partition);
      return -1;
    }
  pack (self, result->labels, partition->packed);
  partition->sizes = g_memdup2 (result->sizes, sizeof (gint64) * self->k);
  partition->ran = g_new0 (guint8, self->n_gammas);
  g_ptr_array_add (self->partitions, partition);
  return (gint) self->partitions->len - 1;
}

static gint
by_order (gconstpointer a, gconstpointer b)
{
  return (*(EqpPathPartition *const *) a)->order - (*(EqpPathPartition *const *) b)->order;
}

/* What the two chains found, as if one had come after the other, and each partition once. */
void
_eqp_path_join_chains (EqpPath *self)
{
  g_autoptr (GPtrArray) all = self->partitions;

  g_ptr_array_sort (all, by_order);
  self->partitions = g_ptr_array_new_with_free_func ((GDestroyNotify) partition_free);
  for (guint i = 0; i < all->len; i++)
    {
      EqpPathPartition *partition = g_ptr_array_index (all, i);
      gint same = find_same (self, partition);

      if (same >= 0)
        for (gint node = 0; node < self->n_gammas; node++)
          _eqp_path_partition (self, same)->ran[node] |= partition->ran[node];
      else
        g_ptr_array_add (self->partitions, partition);
      if (same >= 0)
        partition_free (partition);
    }
  g_ptr_array_set_free_func (all, NULL);
  for (gint node = 0; node < self->n_gammas; node++)
    self->best[node] = -1;
}
/* -- the envelope ------------------------------------------------------------------------------------------------ */

static gint
by_squares (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const EqpPathPartition *x = _eqp_path_partition (user_data, *(const gint *) a);
  const EqpPathPartition *y = _eqp_path_partition (user_data, *(const gint *) b);

  if (x->squares != y->squares)
    return x->squares > y->squares ? -1 : 1;
  return x->data_term < y->data_term ? -1 : x->data_term > y->data_term ? 1 : *(const gint *) a - *(const gint *) b;
}

/* gamma* = (D_b - D_a) / (S_a - S_b) for b to the right of a: S_a > S_b */
static double
crossing (const EqpPathPartition *a, const EqpPathPartition *b)
{
  return (b->data_term - a->data_term) / (double) (a->squares - b->squares);
}

/* The lower envelope over gamma >= 0, by the usual stack: lines come with falling slope; one that a later line meets
 * before it met its neighbor is nowhere the lowest. O(p log p) for p partitions. */
void
_eqp_path_make_pieces (EqpPath *self)
{
  g_autofree gint *order = g_new (gint, self->partitions->len);

  for (guint i = 0; i < self->partitions->len; i++)
    order[i] = (gint) i;
  g_qsort_with_data (order, (gint) self->partitions->len, sizeof (gint), by_squares, self);

  g_array_set_size (self->pieces, 0);
  g_array_set_size (self->piece_of, 0);
  for (guint i = 0; i < self->partitions->len; i++)
    {
      const EqpPathPartition *partition = _eqp_path_partition (self, order[i]);
      EqpPathPiece piece = { partition->data_term, partition->squares, partition->sizes, 0.0, INFINITY };

      if (i > 0 && _eqp_path_partition (self, order[i - 1])->squares == partition->squares)
        continue;
      while (self->pieces->len > 0)
        {
          EqpPathPiece *last = &g_array_index (self->pieces, EqpPathPiece, self->pieces->len - 1);
          gint of = g_array_index (self->piece_of, gint, self->pieces->len - 1);
          double at = crossing (_eqp_path_partition (self, of), partition);

          if (at > last->from)
            {
              last->to = piece.from = at;
              break;
            }
          g_array_set_size (self->pieces, self->pieces->len - 1);
          g_array_set_size (self->piece_of, self->piece_of->len - 1);
        }
      g_array_append_val (self->pieces, piece);
      g_array_append_val (self->piece_of, order[i]);
    }
}

/**
 * _eqp_path_find_even:
 * @self: a path that has a partition at each node and that nobody changes
 * @tolerance: of data terms that are the same, relative
 *
 * Labels with other numbers are the same partition.
 *
 * Returns: the node from which on the best partition is as good as that of the last
 */
gint
_eqp_path_find_even (const EqpPath *self,
                     double         tolerance)
{
  gint last = self->n_gammas - 1;
  const EqpPathPartition *even = _eqp_path_partition (self, self->best[last]);

  while (last > 0)
    {
      const EqpPathPartition *best = _eqp_path_partition (self, self->best[last - 1]);

      if (best->squares != even->squares || fabs (best->data_term - even->data_term) > tolerance * even->data_term)
        break;
      last--;
    }
  return last;
}

/* -- the path ---------------------------------------------------------------------------------------------------- */

EqpPath *
_eqp_path_alloc (gint64 n, gint k, const EqpPathOptions *options)
{
  EqpPath *self = g_new0 (EqpPath, 1);

  self->ref_count = 1;
  self->n = n;
  self->k = k;
  self->width = k <= 256 ? 1 : k <= 65536 ? 2 : 4;
  self->n_gammas = options->n_gammas;
  self->gammas = g_new (double, self->n_gammas);
  self->best = g_new (gint, self->n_gammas);
  for (gint node = 0; node < self->n_gammas; node++)
    {
      double part = (double) node / (double) (self->n_gammas - 1);

      self->gammas[node] = exp ((1.0 - part) * log (options->least) + part * log (options->most));
      self->best[node] = -1;
    }
  self->gammas[0] = options->least;
  self->gammas[self->n_gammas - 1] = options->most;
  g_mutex_init (&self->lock);
  self->partitions = g_ptr_array_new_with_free_func ((GDestroyNotify) partition_free);
  self->pieces = g_array_new (FALSE, FALSE, sizeof (EqpPathPiece));
  self->piece_of = g_array_new (FALSE, FALSE, sizeof (gint));
  return self;
}

EqpPath *
eqp_path_ref (EqpPath *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

void
eqp_path_unref (EqpPath *self)
{
  if (self == NULL || !g_atomic_int_dec_and_test (&self->ref_count))
    return;

  g_free (self->gammas);
  g_free (self->best);
  g_ptr_array_unref (self->partitions);
  g_array_unref (self->pieces);
  g_array_unref (self->piece_of);
  g_mutex_clear (&self->lock);
  g_free (self);
}

gint
eqp_path_get_k (const EqpPath *self)
{
  return self->k;
}

gint64
eqp_path_get_n (const EqpPath *self)
{
  return self->n;
}

gint
eqp_path_get_n_nodes (const EqpPath *self)
{
  return self->n_gammas;
}

/**
 * eqp_path_get_gamma:
 * @self: a path
 * @node: of its grid
 *
 * Returns: its raw gamma
 */
double
eqp_path_get_gamma (const EqpPath *self,
                    gint           node)
{
  return self->gammas[node];
}

/**
 * eqp_path_is_complete:
 * @self: a path
 *
 * Returns: whether it was not cancelled
 */
gboolean
eqp_path_is_complete (const EqpPath *self)
{
  return self->complete;
}

/**
 * eqp_path_get_n_pieces:
 * @self: a path
 *
 * Returns: how many partitions are the best one known for some gamma
 */
gint
eqp_path_get_n_pieces (const EqpPath *self)
{
  return (gint) self->pieces->len;
}

/**
 * eqp_path_get_piece:
 * @self: a path
 * @piece: by rising gamma
 *
 * Returns: (transfer none): the piece
 */
const EqpPathPiece *
eqp_path_get_piece (const EqpPath *self,
                    gint           piece)
{
  return &g_array_index (self->pieces, EqpPathPiece, piece);
}

/**
 * eqp_path_find:
 * @self: a path
 * @gamma: raw, at least 0
 *
 * Returns: the piece that is the best one known for @gamma; O(log pieces)
 */
gint
eqp_path_find (const EqpPath *self,
               double         gamma)
{
  gint low = 0, high = (gint) self->pieces->len - 1;

  while (low < high)
    {
      gint middle = (low + high + 1) / 2;

      if (g_array_index (self->pieces, EqpPathPiece, middle).from <= gamma)
        low = middle;
      else
        high = middle - 1;
    }
  return low;
}

/**
 * eqp_path_get_labels:
 * @self: a path
 * @piece: one of its pieces
 * @labels: (out caller-allocates): n labels
 */
void
eqp_path_get_labels (const EqpPath *self,
                     gint           piece,
                     gint32        *labels)
{
  _eqp_path_unpack (self, _eqp_path_partition (self, g_array_index (self->piece_of, gint, piece))->packed, labels);
}

/**
 * eqp_path_find_knee:
 * @self: a path
 *
 * The knee of the front, data term against sum of squares: the piece farthest from the straight line between the two
 * ends of the front, both axes stretched to 0..1.
 *
 * Returns: a piece
 */
gint
eqp_path_find_knee (const EqpPath *self)
{
  const EqpPathPiece *first = eqp_path_get_piece (self, 0);
  const EqpPathPiece *last = eqp_path_get_piece (self, (gint) self->pieces->len - 1);
  double high = (double) (first->squares - last->squares), wide = last->data_term - first->data_term, farthest = 0.0;
  gint knee = 0;

  for (guint i = 0; i < self->pieces->len && high > 0.0 && wide > 0.0; i++)
    {
      const EqpPathPiece *piece = eqp_path_get_piece (self, (gint) i);
      double x = (piece->data_term - first->data_term) / wide, y = (double) (piece->squares - last->squares) / high;

      if (1.0 - x - y > farthest)
        {
          farthest = 1.0 - x - y;
          knee = (gint) i;
        }
    }
  return knee;
}
