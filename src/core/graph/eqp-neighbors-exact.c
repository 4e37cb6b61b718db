/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact nearest neighbors by blocked matrix products with a running list of the nearest.
 *
 * 1. Every pair of blocks of rows is multiplied once, in float, and serves the rows of both. A pair that is near enough
 *    for either end is offered to the lists of both, which keep a few more candidates than are wanted.
 * 2. The candidates are ranked by direct differences in double. The distance of the worst candidate, less what
 *    rounding may have done, bounds everything that was left out; a row whose k-th neighbor lies below that bound
 *    is finished.
 * 3. The few others (ties, rows far from the mean with near neighbors) meet all points again by direct differences,
 * which lose no digits; whatever comes close to the k-th neighbor known is measured in double.
 *
 * The lists depend on the set of pairs only, not on their order, hence not on the number of threads. */
#include "config.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"
#include "eqp-neighbors-private.h"

#define PENDING 8192      /* pairs a worker holds back at most */
#define FLUSH_AT 1024     /* enough to be worth a lock */
#define LARGEST_BLOCK 1056
#define SMALLEST_BLOCK 192

typedef struct
{
  gint32 row;
  gint32 column;
  float  value;
} Pair;

typedef struct
{
  EqpMeeting  meeting;        /* its panel and hits serve the first look too */
  float       row_limits[LARGEST_BLOCK];
  float       column_limits[LARGEST_BLOCK + EQP_PAIRS_PANEL];
  float       column_base[EQP_PAIRS_PANEL];
  Pair        pending[PENDING + EQP_PAIRS_HITS];
  int         n_pending;
} Scratch;

typedef struct
{
  EqpSearchState *state;
  EqpNeighbors   *neighbors;
  gint64          n;
  gint64          d;
  int             k;
  int             candidates;  /* of each row, k and a few more */
  gint64          block;       /* rows of a block */
  gint64          n_blocks;
  gint64         *tiles;       /* 2 x n_tiles: pairs of blocks */
  gint64          n_tiles;
  GMutex         *locks;       /* n_blocks: over the lists of its rows */
  float          *base;        /* n: minus half the squared norm */
  float          *values;      /* n x candidates: closeness, the best first */
  gint32         *ids;         /* n x candidates */
  guint8         *unsure;      /* n */
  gint32         *unsure_rows;
  gint64          n_unsure;
  Scratch       **scratch;     /* one a worker */
  gboolean        cancelled;   /* atomic */
} Exact;

/* -- first look: products in float ------------------------------------------------------------------------------- */

static inline void
offer (Exact *self, gint64 row, gint32 id, float value)
{
  float *values = self->values + row * self->candidates;
  gint32 *ids = self->ids + row * self->candidates;
  int place = self->candidates - 1;

  if (value < values[place] || (value == values[place] && id >= ids[place]))
    return;
  for (; place > 0 && (value > values[place - 1] || (value == values[place - 1] && id < ids[place - 1])); place--)
    {
      values[place] = values[place - 1];
      ids[place] = ids[place - 1];
    }
  values[place] = value;
  ids[place] = id;
}

static inline float
limit (const Exact *self, gint64 row)
{
  return self->values[(row + 1) * self->candidates - 1];
}

/* Hands the pairs held back to the lists of both blocks and learns their new limits. */
static void
flush (Exact *self, Scratch *scratch, gint64 a, gint64 b)
{
  gint64 first_a = a * self->block, first_b = b * self->block;

  g_mutex_lock (&self->locks[a]);
  for (int p = 0; p < scratch->n_pending; p++)
    {
      const Pair *pair = &scratch->pending[p];

      offer (self, first_a + pair->row, (gint32) (first_b + pair->column), pair->value);
      if (a == b)
        offer (self, first_b + pair->column, (gint32) (first_a + pair->row), pair->value);
    }
  for (int p = 0; p < scratch->n_pending; p++)
    {
      const Pair *pair = &scratch->pending[p];

      scratch->row_limits[pair->row] = limit (self, first_a + pair->row);
      if (a == b)
        {
          scratch->column_limits[pair->row] = scratch->row_limits[pair->row];
          scratch->row_limits[pair->column] = scratch->column_limits[pair->column] =
              limit (self, first_a + pair->column);
        }
    }
  g_mutex_unlock (&self->locks[a]);

  if (a != b)
    {
      g_mutex_lock (&self->locks[b]);
      for (int p = 0; p < scratch->n_pending; p++)
        {
          const Pair *pair = &scratch->pending[p];

          offer (self, first_b + pair->column, (gint32) (first_a + pair->row), pair->value);
          scratch->column_limits[pair->column] = limit (self, first_b + pair->column);
        }
      g_mutex_unlock (&self->locks[b]);
    }
  scratch->n_pending = 0;
}

static void
copy_limits (Exact *self, gint64 block, gint64 n_rows, float *limits)
{
  g_mutex_lock (&self->locks[block]);
  for (gint64 i = 0; i < n_rows; i++)
    limits[i] = limit (self, block * self->block + i);
  g_mutex_unlock (&self->locks[block]);
}

static void
do_tile (gint64 chunk, guint worker, gpointer user_data)
{
  Exact *self = user_data;
  Scratch *scratch = self->scratch[worker];
  gint64 a = self->tiles[2 * chunk], b = self->tiles[2 * chunk + 1];
  gint64 first_a = a * self->block, first_b = b * self->block;
  gint64 n_a = MIN (self->block, self->n - first_a), n_b = MIN (self->block, self->n - first_b);
  const float *x = self->state->x;

  if (__atomic_load_n (&self->cancelled, __ATOMIC_RELAXED))
    return;

  copy_limits (self, a, n_a, scratch->row_limits);
  copy_limits (self, b, n_b, scratch->column_limits);
  for (int c = 0; c < EQP_PAIRS_PANEL; c++)
    scratch->column_limits[n_b + c] = INFINITY;

  for (gint64 column = 0; column < n_b; column += EQP_PAIRS_PANEL)
    {
      int n_columns = (int) MIN (EQP_PAIRS_PANEL, n_b - column);

      self->state->kernels->pack (x + (first_b + column) * self->d, self->d, n_columns, self->d,
                                  scratch->meeting.panel);
      for (int c = 0; c < EQP_PAIRS_PANEL; c++)
        scratch->column_base[c] = c < n_columns ? self->base[first_b + column + c] : -INFINITY;

      for (gint64 row = 0; row < n_a; row += EQP_PAIRS_ROWS)
        {
          int n_hits;

          /* Of a block against itself the pairs above the diagonal are enough. */
          if (a == b && row >= column + n_columns)
            break;

          n_hits = self->state->kernels->products (
              x + (first_a + row) * self->d, self->d, (int) MIN (EQP_PAIRS_ROWS, n_a - row), self->d,
              scratch->meeting.panel, self->base + first_a + row, scratch->column_base, scratch->row_limits + row,
              scratch->column_limits + column, scratch->meeting.hits);
          for (int h = 0; h < n_hits; h++)
            {
              const EqpPairHit *hit = &scratch->meeting.hits[h];

              if (hit->column < n_columns && (a != b || row + hit->row < column + hit->column))
                scratch->pending[scratch->n_pending++] =
                    (Pair){ (gint32) row + hit->row, (gint32) column + hit->column, hit->value };
            }
          if (scratch->n_pending >= FLUSH_AT)
            flush (self, scratch, a, b);
        }
    }
  if (scratch->n_pending > 0)
    flush (self, scratch, a, b);

  if (!_eqp_search_step (self->state, worker))
    __atomic_store_n (&self->cancelled, TRUE, __ATOMIC_RELAXED);
}

/* Blocks against themselves first: that sets all limits, and the rest then passes little. */
static void
plan_tiles (Exact *self)
{
  gint64 t = 0;

  self->block = self->n / 24 / EQP_PAIRS_PANEL * EQP_PAIRS_PANEL;
  self->block = CLAMP (self->block, SMALLEST_BLOCK, LARGEST_BLOCK);
  self->n_blocks = (self->n + self->block - 1) / self->block;
  self->n_tiles = self->n_blocks * (self->n_blocks + 1) / 2;
  self->tiles = g_new (gint64, 2 * self->n_tiles);
  for (gint64 apart = 0; apart < self->n_blocks; apart++)
    for (gint64 a = 0; a + apart < self->n_blocks; a++, t++)
      {
        self->tiles[2 * t] = a;
        self->tiles[2 * t + 1] = a + apart;
      }
}

/* -- ranking in double ------------------------------------------------------------------------------------------- */

#define RANK_ROWS 256

/* Whether no row outside the candidates can be nearer than the k-th of them. Rounding errors of a product of d terms
 * add up like a random walk whose steps are at most half a unit in the last place of the largest partial sum. */
static gboolean
is_sure (const Exact *self, gint64 row, double kth)
{
  double half_norm = -(double) self->base[row];
  double reach = sqrt (2.0 * half_norm) + sqrt (kth);
  double error = (4.0 * sqrt ((double) self->d) + 8.0) * (0.5 * FLT_EPSILON) * (half_norm + 0.5 * reach * reach) +
                 (double) self->d * FLT_MIN;

  /* Equal rows have equal products, so ties among them were already settled by their numbers. */
  return self->candidates == self->n - 1 || kth == 0.0 || 0.5 * kth < -(double) limit (self, row) - error;
}

static void
rank_rows (gint64 chunk, guint worker, gpointer user_data)
{
  Exact *self = user_data;
  EqpNeighbors *neighbors = self->neighbors;

  if (g_cancellable_is_cancelled (self->state->cancellable))
    {
      __atomic_store_n (&self->cancelled, TRUE, __ATOMIC_RELAXED);
      return;
    }
  for (gint64 i = chunk * RANK_ROWS; i < MIN (self->n, (chunk + 1) * RANK_ROWS); i++)
    {
      gint32 *ids = neighbors->ids + i * self->k;
      double *distances = neighbors->distances + i * self->k;

      for (int j = 0; j < self->k; j++)
        {
          ids[j] = G_MAXINT32;
          distances[j] = INFINITY;
        }
      for (int c = 0; c < self->candidates; c++)
        {
          gint32 id = self->ids[i * self->candidates + c];

          _eqp_offer_distance (
              distances, ids, self->k,
              self->state->kernels->distance (self->state->x + i * self->d, self->state->x + id * self->d, self->d),
              id);
        }
      self->unsure[i] = !is_sure (self, i, distances[self->k - 1]);
    }
}

/* -- second look: direct differences ----------------------------------------------------------------------------- */

static float
second_limit (gint64 d, double kth)
{
  double closeness = -0.5 * kth * (1.0 + ((double) d + 8.0) * FLT_EPSILON) - (double) d * FLT_MIN;

  return nextafterf ((float) closeness, -INFINITY);
}

/*< private >
 * _eqp_search_meet_all:
 * @state: the search
 * @meeting: memory for it
 * @which: n_rows rows, at most EQP_PAIRS_ROWS
 * @n_rows: how many
 * @ids: (inout): n_rows x k neighbors known
 * @distances: (inout): n_rows x k squared distances; infinity where none is known
 *
 * Finds the nearest of some rows by direct differences to all points. What is known only saves time.
 */
void
_eqp_search_meet_all (const EqpSearchState *state,
                      EqpMeeting           *meeting,
                      const gint32         *which,
                      int                   n_rows,
                      gint32               *ids,
                      double               *distances)
{
  gint64 n = state->n, d = state->d;
  gint k = state->k;
  float limits[EQP_PAIRS_ROWS], column_limits[EQP_PAIRS_PANEL], column_base[EQP_PAIRS_PANEL];

  for (int r = 0; r < n_rows; r++)
    {
      memcpy (meeting->rows + r * d, state->x + which[r] * d, sizeof (float) * d);
      limits[r] = second_limit (d, distances[(r + 1) * k - 1]);
      for (int j = 0; j < k; j++)
        {
          ids[r * k + j] = G_MAXINT32;
          distances[r * k + j] = INFINITY;
        }
    }
  for (int c = 0; c < EQP_PAIRS_PANEL; c++)
    column_limits[c] = INFINITY;

  for (gint64 column = 0; column < n; column += EQP_PAIRS_PANEL)
    {
      int n_columns = (int) MIN (EQP_PAIRS_PANEL, n - column), n_hits;

      state->kernels->pack (state->x + column * d, d, n_columns, d, meeting->panel);
      for (int c = 0; c < EQP_PAIRS_PANEL; c++)
        column_base[c] = c < n_columns ? 0.0f : -INFINITY;
      n_hits = state->kernels->differences (meeting->rows, d, n_rows, d, meeting->panel, limits, column_base, limits,
                                            column_limits, meeting->hits);
      for (int h = 0; h < n_hits; h++)
        {
          int r = meeting->hits[h].row;
          gint64 i = which[r], j = column + meeting->hits[h].column;

          if (j == i || meeting->hits[h].column >= n_columns || meeting->hits[h].value < limits[r])
            continue;
          _eqp_offer_distance (distances + r * k, ids + r * k, k,
                               state->kernels->distance (state->x + i * d, state->x + j * d, d), (gint32) j);
          if (distances[(r + 1) * k - 1] < INFINITY)
            limits[r] = MAX (limits[r], second_limit (d, distances[(r + 1) * k - 1]));
        }
    }
}

gboolean
_eqp_meeting_init (EqpMeeting            *self,
                   const EqpSearchState  *state,
                   GError               **error)
{
  self->panel =
      eqp_try_alloc ((gsize) state->d * EQP_PAIRS_PANEL, sizeof (float), N_ ("the search for neighbors"), error);
  if (self->panel != NULL)
    self->rows =
        eqp_try_alloc ((gsize) state->d * EQP_PAIRS_ROWS, sizeof (float), N_ ("the search for neighbors"), error);
  return self->panel != NULL && self->rows != NULL;
}

void
_eqp_meeting_clear (EqpMeeting *self)
{
  eqp_free (self->panel);
  eqp_free (self->rows);
}

static void
look_again (gint64 chunk, guint worker, gpointer user_data)
{
  Exact *self = user_data;
  EqpNeighbors *neighbors = self->neighbors;
  gint64 first = chunk * EQP_PAIRS_ROWS;
  int n_rows = (int) MIN (EQP_PAIRS_ROWS, self->n_unsure - first);
  g_autofree gint32 *ids = g_new (gint32, n_rows * self->k);
  g_autofree double *distances = g_new (double, n_rows * self->k);

  if (__atomic_load_n (&self->cancelled, __ATOMIC_RELAXED))
    return;

  for (int r = 0; r < n_rows; r++)
    memcpy (distances + r * self->k, neighbors->distances + (gint64) self->unsure_rows[first + r] * self->k,
            sizeof (double) * self->k);
  _eqp_search_meet_all (self->state, &self->scratch[worker]->meeting, self->unsure_rows + first, n_rows, ids,
                        distances);
  for (int r = 0; r < n_rows; r++)
    {
      memcpy (neighbors->distances + (gint64) self->unsure_rows[first + r] * self->k, distances + r * self->k,
              sizeof (double) * self->k);
      memcpy (neighbors->ids + (gint64) self->unsure_rows[first + r] * self->k, ids + r * self->k,
              sizeof (gint32) * self->k);
    }

  if (!_eqp_search_step (self->state, worker))
    __atomic_store_n (&self->cancelled, TRUE, __ATOMIC_RELAXED);
}

/* -- all together ------------------------------------------------------------------------------------------------ */

static gboolean
allocate (Exact *self, GError **error)
{
  gsize n_lists = (gsize) self->n * self->candidates;
  guint threads = eqp_pool_get_threads (self->state->pool);

  if ((self->base = eqp_try_alloc (self->n, sizeof (float), N_ ("the search for neighbors"), error)) == NULL ||
      (self->values = eqp_try_alloc (n_lists, sizeof (float), N_ ("the search for neighbors"), error)) == NULL ||
      (self->ids = eqp_try_alloc (n_lists, sizeof (gint32), N_ ("the search for neighbors"), error)) == NULL ||
      (self->unsure = eqp_try_alloc (self->n, 1, N_ ("the search for neighbors"), error)) == NULL)
    return FALSE;

  self->scratch = g_new0 (Scratch *, threads);
  for (guint t = 0; t < threads; t++)
    if ((self->scratch[t] = eqp_try_alloc (1, sizeof (Scratch), N_ ("the search for neighbors"), error)) == NULL ||
        !_eqp_meeting_init (&self->scratch[t]->meeting, self->state, error))
      return FALSE;

  plan_tiles (self);
  self->locks = g_new0 (GMutex, self->n_blocks);
  for (gint64 b = 0; b < self->n_blocks; b++)
    g_mutex_init (&self->locks[b]);
  return TRUE;
}

static void
clear (Exact *self)
{
  for (guint t = 0; self->scratch != NULL && t < eqp_pool_get_threads (self->state->pool) && self->scratch[t] != NULL;
       t++)
    {
      _eqp_meeting_clear (&self->scratch[t]->meeting);
      eqp_free (self->scratch[t]);
    }
  for (gint64 b = 0; self->locks != NULL && b < self->n_blocks; b++)
    g_mutex_clear (&self->locks[b]);
  g_free (self->scratch);
  g_free (self->locks);
  g_free (self->tiles);
  eqp_free (self->base);
  eqp_free (self->values);
  eqp_free (self->ids);
  eqp_free (self->unsure);
  eqp_free (self->unsure_rows);
}

static gboolean
search (Exact *self, GError **error)
{
  g_autofree float *origin = NULL;

  if (!allocate (self, error))
    return FALSE;

  origin = g_new0 (float, self->d);
  for (gint64 i = 0; i < self->n; i++)
    self->base[i] = (float) (-0.5 * self->state->kernels->distance (self->state->x + i * self->d, origin, self->d));
  for (gint64 e = 0; e < self->n * self->candidates; e++)
    {
      self->values[e] = -INFINITY;
      self->ids[e] = G_MAXINT32;
    }

  _eqp_search_begin_stage (self->state, _ ("Finding nearest neighbors"), self->n_tiles);
  eqp_pool_run (self->state->pool, self->n_tiles, do_tile, self);
  if (self->cancelled)
    return FALSE;

  eqp_pool_run (self->state->pool, (self->n + RANK_ROWS - 1) / RANK_ROWS, rank_rows, self);
  if (self->cancelled)
    return FALSE;
  for (gint64 i = 0; i < self->n; i++)
    self->n_unsure += self->unsure[i];
  if (self->n_unsure == 0)
    return TRUE;

  self->unsure_rows = eqp_try_alloc (self->n_unsure, sizeof (gint32), N_ ("the search for neighbors"), error);
  if (self->unsure_rows == NULL)
    return FALSE;
  for (gint64 i = 0, u = 0; i < self->n; i++)
    if (self->unsure[i])
      self->unsure_rows[u++] = (gint32) i;

  _eqp_search_begin_stage (self->state, _ ("Checking close calls"),
                           (self->n_unsure + EQP_PAIRS_ROWS - 1) / EQP_PAIRS_ROWS);
  eqp_pool_run (self->state->pool, self->state->n_steps, look_again, self);
  return !self->cancelled;
}

/*< private >
 * _eqp_search_exact:
 * @state: the search
 * @neighbors: (out): n x k, filled
 * @error: EQP_ERROR_TOO_LARGE, G_IO_ERROR_CANCELLED
 *
 * Returns: whether it came to its end
 */
gboolean
_eqp_search_exact (EqpSearchState *state,
                   EqpNeighbors   *neighbors,
                   GError        **error)
{
  Exact self = { .state = state, .neighbors = neighbors, .n = state->n, .d = state->d, .k = state->k };
  gboolean done;

  self.candidates = (int) MIN (state->n - 1, (gint64) state->k + MAX (4, state->k / 4));
  done = search (&self, error);
  if (!done && self.cancelled)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The search for neighbors was cancelled."));
  for (gint64 e = 0; done && e < self.n * self.k; e++)
    neighbors->distances[e] = sqrt (neighbors->distances[e]);

  clear (&self);
  return done;
}
