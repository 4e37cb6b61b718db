/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole path of gamma: which partition is the best one known for every gamma, not only for those of a grid.
 *
 * A partition with data term D and S = sum_k n_k^2 is worth the line J(gamma) = D + gamma S, so the best of many
 * partitions is the lower envelope of their lines: concave, piecewise linear, with S falling from left to right. Where
 * two neighbors on it cross, gamma* = (D_b - D_a) / (S_a - S_b), the labels change; no grid has to be fine for that.
 *
 *   climb     from a cold start at the least gamma, warm from node to node;
 *   descent   from a cold start at the greatest, warm back; both at once, neither knows of the other;
 *   mend      where the envelope has another node's partition, the method runs once more from there;
 *   breaks    at the crossings of the envelope it runs from both sides: what ends below the crossing is a piece between
 *             (as in parametric optimization: Eisner and Severance 1976), and has crossings of its own.
 *
 * The time is that of two warm runs a node and as many a break; memory is that of the labels of the pieces, one byte
 * each up to 256 clusters. */
#include "config.h"

#include "eqp-path.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-parallel.h"
#include "data/eqp-dataset.h"

#define MEND_ROUNDS 3
#define SAME 1e-12 /* gains below this part of the objective are rounding */

typedef struct
{
  double  data_term;
  gint64  squares;
  gint64 *sizes;
  guint8 *packed;   /* n labels of self->width bytes */
  guint8 *ran;      /* n_gammas: whether the method started from here, or ended here, at that gamma */
  gint    order;    /* of its run in the chains, whichever of them was faster */
} Partition;

struct _EqpPath
{
  gint           ref_count;
  gint64         n;
  gint           k;
  gint           width;      /* bytes of a label */
  gint           n_gammas;
  double        *gammas;     /* n_gammas, ascending */
  gboolean       complete;

  GMutex         lock;       /* of what follows, while the path is made */
  GPtrArray     *partitions; /* Partition */
  gint          *best;       /* n_gammas: a partition, or -1 */
  GArray        *pieces;     /* EqpPathPiece, by rising gamma, once the path is made */
  GArray        *piece_of;   /* int: the partition of each piece */
};

typedef struct
{
  EqpPath         *path;
  const EqpSolver *solver;
  EqpDataset      *dataset;
  const EqpParams *params;
  EqpContext      *context;
  EqpPathFunc      func;
  gpointer         user_data;
  GError          *error;     /* the first */
} Work;

/* -- partitions -------------------------------------------------------------------------------------------------- */

static void
partition_free (Partition *partition)
{
  g_free (partition->sizes);
  eqp_free (partition->packed);
  g_free (partition->ran);
  g_free (partition);
}

static Partition *
get_partition (const EqpPath *self, gint i)
{
  return g_ptr_array_index (self->partitions, i);
}

static double
line (const Partition *partition, double gamma)
{
  return partition->data_term + gamma * (double) partition->squares;
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

static void
unpack (const EqpPath *self, const guint8 *packed, gint32 *labels)
{
  for (gint64 i = 0; i < self->n; i++)
    labels[i] = self->width == 1   ? packed[i]
                : self->width == 2 ? ((const guint16 *) packed)[i]
                                   : ((const gint32 *) packed)[i];
}

/* The same value and the same sizes are the same partition, but for a name of its clusters or a tie. */
static gboolean
are_same (const Partition *a, const Partition *b)
{
  return a->squares == b->squares && fabs (a->data_term - b->data_term) <= SAME * fabs (b->data_term);
}

static gint
find_same (const EqpPath *self, const Partition *partition)
{
  for (guint i = 0; i < self->partitions->len; i++)
    if (are_same (get_partition (self, i), partition))
      return (gint) i;
  return -1;
}

/* Keeps the labels of a result; those of the chains (@order at least 0) all, others once. Returns where; -1: no memory.
 * Under the lock. */
static gint
keep (EqpPath *self, const EqpResult *result, gint order, GError **error)
{
  Partition *partition;
  Partition seen = { .data_term = result->data_term };
  gint found;

  for (gint c = 0; c < self->k; c++)
    seen.squares += result->sizes[c] * result->sizes[c];
  found = order < 0 ? find_same (self, &seen) : -1;
  if (found >= 0)
    return found;

  partition = g_new0 (Partition, 1);
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
  return (*(Partition *const *) a)->order - (*(Partition *const *) b)->order;
}

/* What the two chains found, as if one had come after the other, and each partition once. */
static void
join_chains (EqpPath *self)
{
  g_autoptr (GPtrArray) all = self->partitions;

  g_ptr_array_sort (all, by_order);
  self->partitions = g_ptr_array_new_with_free_func ((GDestroyNotify) partition_free);
  for (guint i = 0; i < all->len; i++)
    {
      Partition *partition = g_ptr_array_index (all, i);
      gint same = find_same (self, partition);

      if (same >= 0)
        for (gint node = 0; node < self->n_gammas; node++)
          get_partition (self, same)->ran[node] |= partition->ran[node];
      else
        g_ptr_array_add (self->partitions, partition);
      if (same >= 0)
        partition_free (partition);
    }
  g_ptr_array_set_free_func (all, NULL);
  for (gint node = 0; node < self->n_gammas; node++)
    self->best[node] = -1;
}

/* -- runs -------------------------------------------------------------------------------------------------------- */

static void
take_error (Work *work, GError *error)
{
  if (work->error == NULL)
    work->error = error;
  else
    g_error_free (error);
}

/* Runs at @gamma, from partition @from or cold (-1), with the threads of @pool; @order: in the chains, else -1. Returns
 * the partition it ends with, or -1 when cancelled or failed. */
static gint
run_at (Work *work, double gamma, gint node, gint from, gint order, EqpPool *pool)
{
  EqpPath *path = work->path;
  EqpContext context = { .pool = pool, .cancellable = work->context->cancellable, .graph = work->context->graph };
  EqpParams params = *work->params;
  g_autofree gint32 *labels = NULL;
  g_autoptr (EqpResult) result = NULL;
  GError *error = NULL;
  gint kept = -1;

  params.gamma = gamma;
  params.initial_labels = NULL;
  if (from >= 0)
    {
      labels = g_try_new (gint32, path->n);
      if (labels == NULL)
        return -1;
      g_mutex_lock (&path->lock);
      unpack (path, get_partition (path, from)->packed, labels);
      if (node >= 0)
        get_partition (path, from)->ran[node] = TRUE;
      g_mutex_unlock (&path->lock);
      params.initial_labels = labels;
    }
  result = eqp_solver_run (work->solver, work->dataset, &params, &context, &error);

  g_mutex_lock (&path->lock);
  if (result != NULL)
    kept = keep (path, result, order, &error);
  if (kept >= 0 && node >= 0)
    get_partition (path, kept)->ran[node] = TRUE;
  if (error != NULL)
    take_error (work, error);
  if (kept >= 0 && node >= 0 &&
      (path->best[node] < 0 ||
       line (get_partition (path, kept), gamma) < line (get_partition (path, path->best[node]), gamma)))
    {
      path->best[node] = kept;
      if (work->func != NULL)
        work->func (path, node, work->user_data);
    }
  g_mutex_unlock (&path->lock);
  return result != NULL && result->cancelled ? -1 : kept;
}

/* The climb (0) and the descent (1). Each on one thread, so that both go on at once and end alike on any machine. */
static void
chain (gint64 chunk, guint worker, gpointer data)
{
  Work *work = data;
  EqpPath *path = work->path;
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  gint at = -1;

  for (gint step = 0; step < path->n_gammas; step++)
    {
      gint node = chunk == 0 ? step : path->n_gammas - 1 - step;

      at = run_at (work, path->gammas[node], node, at, (gint) chunk * path->n_gammas + step, pool);
      if (at < 0)
        return;
    }
}

static gboolean
stopped (Work *work)
{
  return work->error != NULL || g_cancellable_is_cancelled (work->context->cancellable);
}

/* -- the envelope ------------------------------------------------------------------------------------------------ */

/* For each node the best of all partitions. Returns whether some node has another one now, from which the method has
 * not run there yet. */
static gboolean
settle (Work *work)
{
  EqpPath *path = work->path;
  gboolean changed = FALSE;

  for (gint node = 0; node < path->n_gammas; node++)
    {
      double gamma = path->gammas[node];
      gint best = path->best[node];

      for (guint i = 0; i < path->partitions->len; i++)
        if (best < 0 || line (get_partition (path, i), gamma) < line (get_partition (path, best), gamma))
          best = (gint) i;
      if (best != path->best[node])
        {
          path->best[node] = best;
          if (work->func != NULL)
            work->func (path, node, work->user_data);
        }
      changed = changed || (best >= 0 && !get_partition (path, best)->ran[node]);
    }
  return changed;
}

static void
mend (Work *work)
{
  EqpPath *path = work->path;

  for (gint round = 0; round < MEND_ROUNDS && settle (work) && !stopped (work); round++)
    for (gint node = 0; node < path->n_gammas && !stopped (work); node++)
      if (path->best[node] >= 0 && !get_partition (path, path->best[node])->ran[node])
        run_at (work, path->gammas[node], node, path->best[node], -1, work->context->pool);
  settle (work);
}

static gint
by_squares (gconstpointer a, gconstpointer b, gpointer user_data)
{
  const Partition *x = get_partition (user_data, *(const gint *) a), *y = get_partition (user_data, *(const gint *) b);

  if (x->squares != y->squares)
    return x->squares > y->squares ? -1 : 1;
  return x->data_term < y->data_term ? -1 : x->data_term > y->data_term ? 1 : *(const gint *) a - *(const gint *) b;
}

/* gamma* = (D_b - D_a) / (S_a - S_b) for b to the right of a: S_a > S_b */
static double
crossing (const Partition *a, const Partition *b)
{
  return (b->data_term - a->data_term) / (double) (a->squares - b->squares);
}

/* The lower envelope over gamma >= 0, by the usual stack: lines come with falling slope; one that a later line meets
 * before it met its neighbor is nowhere the lowest. O(p log p) for p partitions. */
static void
make_pieces (EqpPath *self)
{
  g_autofree gint *order = g_new (gint, self->partitions->len);

  for (guint i = 0; i < self->partitions->len; i++)
    order[i] = (gint) i;
  g_qsort_with_data (order, (gint) self->partitions->len, sizeof (gint), by_squares, self);

  g_array_set_size (self->pieces, 0);
  g_array_set_size (self->piece_of, 0);
  for (guint i = 0; i < self->partitions->len; i++)
    {
      const Partition *partition = get_partition (self, order[i]);
      EqpPathPiece piece = { partition->data_term, partition->squares, partition->sizes, 0.0, INFINITY };

      if (i > 0 && get_partition (self, order[i - 1])->squares == partition->squares)
        continue;
      while (self->pieces->len > 0)
        {
          EqpPathPiece *last = &g_array_index (self->pieces, EqpPathPiece, self->pieces->len - 1);
          gint of = g_array_index (self->piece_of, gint, self->pieces->len - 1);
          double at = crossing (get_partition (self, of), partition);

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

/* A crossing at which nothing lower was found is settled; it is known by its two sides. */
static gint64
crossing_key (gint a, gint b)
{
  return ((gint64) a << 32) | b;
}

/* Widest first: what is missed there is missed over the longest way. */
static gint
next_break (EqpPath *self, GHashTable *looked_at)
{
  double widest = 0.0;
  gint found = -1;

  for (guint i = 0; i + 1 < self->pieces->len; i++)
    {
      const EqpPathPiece *a = &g_array_index (self->pieces, EqpPathPiece, i), *b = a + 1;
      gint64 key = crossing_key (g_array_index (self->piece_of, gint, i), g_array_index (self->piece_of, gint, i + 1));
      double change = (double) (a->squares - b->squares) * a->to;

      if (!g_hash_table_contains (looked_at, &key) && (found < 0 || change > widest))
        {
          widest = change;
          found = (gint) i;
        }
    }
  return found;
}

static void
look_at_breaks (Work *work, gint most)
{
  EqpPath *path = work->path;
  g_autoptr (GHashTable) looked_at = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);

  make_pieces (path);
  for (gint looked = 0; looked < most && !stopped (work); looked++)
    {
      gint place = next_break (path, looked_at), a, b;
      double gamma;
      gint64 key;

      if (place < 0)
        break;
      a = g_array_index (path->piece_of, gint, place);
      b = g_array_index (path->piece_of, gint, place + 1);
      gamma = g_array_index (path->pieces, EqpPathPiece, place).to;
      key = crossing_key (a, b);
      g_hash_table_add (looked_at, g_memdup2 (&key, sizeof key));
      run_at (work, gamma, -1, a, -1, work->context->pool);
      run_at (work, gamma, -1, b, -1, work->context->pool);
      run_at (work, gamma, -1, -1, -1, work->context->pool);
      make_pieces (path);
    }
}

/* -- the path ---------------------------------------------------------------------------------------------------- */

static EqpPath *
path_alloc (gint64 n, gint k, const EqpPathOptions *options)
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

static gboolean
check (const EqpSolver *solver, const EqpPathOptions *options, GError **error)
{
  const EqpSolverFlags needed = EQP_SOLVER_USES_GAMMA | EQP_SOLVER_WARM_START;

  if ((solver->flags & needed) != needed || (solver->flags & EQP_SOLVER_PUBLISHED) != 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The method %s has no path of gamma; choose one that weighs balance and starts warm, such as "
                      "bkm."),
                   solver->id);
      return FALSE;
    }
  if (options->n_gammas < 2 || !(options->least > 0.0) || !(options->most > options->least) ||
      !isfinite (options->most))
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  _ ("The path has %d nodes from gamma %g to %g; it needs at least 2, above 0 and rising."),
                  options->n_gammas, options->least, options->most);
      return FALSE;
    }
  return TRUE;
}

/**
 * eqp_path_new:
 * @solver: a method that weighs balance and takes a start
 * @dataset: n x d, or a graph
 * @params: its settings; gamma and initial labels do not count
 * @options: the grid
 * @context: pool, cancellable and graph; its sink is not used
 * @func: (nullable): told of each node
 * @user_data: for @func
 * @error: EQP_ERROR, or G_IO_ERROR_CANCELLED when there is nothing to keep
 *
 * Finds the best partition for every gamma; see the top of this file. A cancelled path has what was found until then,
 * and is not complete. The same on any number of threads.
 *
 * Returns: (transfer full): the path
 */
EqpPath *
eqp_path_new (const EqpSolver       *solver,
              EqpDataset            *dataset,
              const EqpParams       *params,
              const EqpPathOptions  *options,
              EqpContext            *context,
              EqpPathFunc            func,
              gpointer               user_data,
              GError               **error)
{
  g_autoptr (EqpPath) self = NULL;
  Work work = { NULL, solver, dataset, params, context, func, user_data, NULL };

  if (!check (solver, options, error) || !eqp_solver_check (solver, dataset, params, error))
    return NULL;

  self = work.path = path_alloc (eqp_dataset_get_n (dataset), params->k, options);
  eqp_pool_run (context->pool, 2, chain, &work);
  join_chains (self);
  if (!stopped (&work))
    mend (&work);
  if (!stopped (&work))
    look_at_breaks (&work, options->most_breaks);
  settle (&work);
  make_pieces (self);
  self->complete = !stopped (&work);

  if (work.error != NULL && (self->pieces->len == 0 || !g_error_matches (work.error, G_IO_ERROR, G_IO_ERROR_CANCELLED)))
    {
      g_propagate_error (error, work.error);
      return NULL;
    }
  g_clear_error (&work.error);
  if (self->pieces->len == 0)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           _ ("The path was cancelled before its first node."));
      return NULL;
    }
  return g_steal_pointer (&self);
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
  unpack (self, get_partition (self, g_array_index (self->piece_of, gint, piece))->packed, labels);
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
