/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Approximate nearest neighbors for data too large for all pairs: several random projection trees (Dasgupta and Freund
 * 2008) whose leaves are searched exactly, then rounds in which every row meets the neighbors of its neighbors (Dong,
 * Moses, Li 2011, Efficient k-nearest neighbor graph construction). How many of the true neighbors were found is
 * measured on rows drawn at random.
 *
 * A row's list is written by one worker at a time and reads lists of the round before, so that the number of threads
 * makes no difference. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"
#include "base/eqp-rng.h"
#include "eqp-neighbors-private.h"

#define TREES 8
#define LEAF 480              /* rows at most */
#define ROUNDS 5
#define SETTLED 0.002         /* share of changed entries at which the rounds end */
#define ROWS 256              /* of a chunk */
#define SAMPLE 512            /* rows the recall is measured on */

typedef struct
{
  double value;
  gint32 id;
} Projection;

typedef struct
{
  EqpSearchState *state;
  int             kept;        /* neighbors of a row on the way */
  gint32         *order;       /* TREES x n: rows, those of a leaf side by side */
  gint64         *leaves;      /* starts of the leaves of the tree at hand, and the end */
  gint64          n_leaves;
  gint64          tree;
  gint32         *ids;         /* n x kept */
  double         *distances;   /* n x kept, squared */
  gint32         *before;      /* n x kept: ids of the round before */
  float          *base;        /* n: minus half the squared norm */
  gint64          n_changed;   /* atomic */
  EqpMeeting    **meetings;    /* one a worker */
  float         **points;      /* one a worker: LEAF x d */
  gint32        **seen;        /* one a worker, n: the last row that met this one, + 1 */
  gint32         *sample;
  gint64          n_sample;
  gint64          n_found;     /* atomic */
  gboolean        cancelled;   /* atomic */
} Trees;

static gboolean
stopped (Trees *self)
{
  return __atomic_load_n (&self->cancelled, __ATOMIC_RELAXED);
}

static void
step (Trees *self, guint worker)
{
  if (!_eqp_search_step (self->state, worker))
    __atomic_store_n (&self->cancelled, TRUE, __ATOMIC_RELAXED);
}

/* Returns whether the row was new and near enough. */
static gboolean
offer (Trees *self, gint64 i, gint64 j)
{
  gint32 *ids = self->ids + i * self->kept;
  double *distances = self->distances + i * self->kept;
  gint64 d = self->state->d;
  double distance;

  for (int a = 0; a < self->kept; a++)
    if (ids[a] == j)
      return FALSE;
  distance = self->state->kernels->distance (self->state->x + i * d, self->state->x + j * d, d);
  if (!_eqp_nearer (distance, (gint32) j, distances[self->kept - 1], ids[self->kept - 1]))
    return FALSE;
  _eqp_offer_distance (distances, ids, self->kept, distance, (gint32) j);
  return TRUE;
}

/* -- trees ------------------------------------------------------------------------------------------------------- */

static int
compare_projections (gconstpointer a, gconstpointer b)
{
  const Projection *x = a, *y = b;

  return x->value != y->value ? (x->value > y->value) - (x->value < y->value) : (x->id > y->id) - (x->id < y->id);
}

/* Splits by the side of the plane between two rows drawn at random; equal halves, so that equal rows do no harm. */
static void
grow (Trees *self, gint32 *order, gint64 size, Projection *projections, EqpRng *rng)
{
  const float *x = self->state->x;
  gint64 d = self->state->d;
  const float *a, *b;

  if (size <= LEAF || stopped (self))
    return;

  a = x + order[eqp_rng_below (rng, (guint64) size)] * d;
  b = x + order[eqp_rng_below (rng, (guint64) size)] * d;
  for (gint64 v = 0; v < size; v++)
    {
      const float *row = x + order[v] * d;
      float sums[8] = { 0.0f };
      gint64 j = 0;

      for (; j + 8 <= d; j += 8)
        for (int lane = 0; lane < 8; lane++)
          sums[lane] += (b[j + lane] - a[j + lane]) * row[j + lane];
      for (; j < d; j++)
        sums[0] += (b[j] - a[j]) * row[j];
      projections[v].id = order[v];
      projections[v].value = ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
    }
  qsort (projections, size, sizeof (Projection), compare_projections);
  for (gint64 v = 0; v < size; v++)
    order[v] = projections[v].id;

  grow (self, order, size / 2, projections, rng);
  grow (self, order + size / 2, size - size / 2, projections, rng);
}

static void
grow_tree (gint64 tree, guint worker, gpointer user_data)
{
  Trees *self = user_data;
  gint64 n = self->state->n;
  gint32 *order = self->order + tree * n;
  g_autofree Projection *projections = g_new (Projection, n);
  EqpRng rng;

  eqp_rng_init (&rng, 1, (guint64) tree);
  for (gint64 i = 0; i < n; i++)
    order[i] = (gint32) i;
  grow (self, order, n, projections, &rng);
  step (self, worker);
}

/* The same halving as in grow (). */
static void
list_leaves (Trees *self, gint64 first, gint64 size)
{
  if (size > LEAF)
    {
      list_leaves (self, first, size / 2);
      list_leaves (self, first + size / 2, size - size / 2);
    }
  else
    self->leaves[self->n_leaves++] = first;
}

static void
search_leaf (gint64 leaf, guint worker, gpointer user_data)
{
  Trees *self = user_data;
  EqpMeeting *meeting = self->meetings[worker];
  float *points = self->points[worker];
  gint64 d = self->state->d, size = self->leaves[leaf + 1] - self->leaves[leaf];
  const gint32 *rows = self->order + self->tree * self->state->n + self->leaves[leaf];
  float base[LEAF + EQP_PAIRS_PANEL], limits[LEAF], never[EQP_PAIRS_PANEL];

  if (stopped (self))
    return;

  for (gint64 v = 0; v < size; v++)
    {
      memcpy (points + v * d, self->state->x + rows[v] * d, sizeof (float) * d);
      base[v] = self->base[rows[v]];
      limits[v] = (float) (-0.5 * self->distances[(rows[v] + 1) * (gint64) self->kept - 1]);
    }
  for (int c = 0; c < EQP_PAIRS_PANEL; c++)
    {
      base[size + c] = -INFINITY;
      never[c] = INFINITY;
    }

  for (gint64 column = 0; column < size; column += EQP_PAIRS_PANEL)
    {
      int n_columns = (int) MIN (EQP_PAIRS_PANEL, size - column);

      self->state->kernels->pack (points + column * d, d, n_columns, d, meeting->panel);
      for (gint64 row = 0; row < size; row += EQP_PAIRS_ROWS)
        {
          int n_hits = self->state->kernels->products (points + row * d, d, (int) MIN (EQP_PAIRS_ROWS, size - row), d,
                                                       meeting->panel, base + row, base + column, limits + row, never,
                                                       meeting->hits);

          for (int h = 0; h < n_hits; h++)
            {
              gint64 v = row + meeting->hits[h].row, u = column + meeting->hits[h].column;

              if (u != v && meeting->hits[h].column < n_columns && meeting->hits[h].value >= limits[v] &&
                  offer (self, rows[v], rows[u]))
                limits[v] = (float) (-0.5 * self->distances[(rows[v] + 1) * (gint64) self->kept - 1]);
            }
        }
    }
  step (self, worker);
}

/* -- rounds ------------------------------------------------------------------------------------------------------ */

static void
meet_neighbors (gint64 chunk, guint worker, gpointer user_data)
{
  Trees *self = user_data;
  gint32 *seen = self->seen[worker];
  gint64 changed = 0;

  if (stopped (self))
    return;

  for (gint64 i = chunk * ROWS; i < MIN (self->state->n, (chunk + 1) * ROWS); i++)
    {
      const gint32 *near = self->before + i * self->kept;

      seen[i] = (gint32) i + 1;
      for (int a = 0; a < self->kept; a++)
        for (int b = 0; b < self->kept; b++)
          {
            gint32 other = self->before[(gint64) near[a] * self->kept + b];

            if (seen[other] != (gint32) i + 1)
              {
                seen[other] = (gint32) i + 1;
                changed += offer (self, i, other);
              }
          }
    }
  __atomic_add_fetch (&self->n_changed, changed, __ATOMIC_RELAXED);
  step (self, worker);
}

/* -- recall ------------------------------------------------------------------------------------------------------ */

static void
measure (gint64 chunk, guint worker, gpointer user_data)
{
  Trees *self = user_data;
  gint k = self->state->k;
  gint64 first = chunk * EQP_PAIRS_ROWS, found = 0;
  int n_rows = (int) MIN (EQP_PAIRS_ROWS, self->n_sample - first);
  g_autofree gint32 *ids = g_new (gint32, n_rows * k);
  g_autofree double *distances = g_new (double, n_rows * k);

  if (stopped (self))
    return;

  for (int r = 0; r < n_rows; r++)
    memcpy (distances + r * k, self->distances + (gint64) self->sample[first + r] * self->kept, sizeof (double) * k);
  _eqp_search_meet_all (self->state, self->meetings[worker], self->sample + first, n_rows, ids, distances);

  /* Of several rows at the same distance any is as good. */
  for (int r = 0; r < n_rows; r++)
    for (int a = 0; a < k; a++)
      found += self->distances[(gint64) self->sample[first + r] * self->kept + a] <= distances[(r + 1) * k - 1];
  __atomic_add_fetch (&self->n_found, found, __ATOMIC_RELAXED);
  step (self, worker);
}

/* -- all together ------------------------------------------------------------------------------------------------ */

static gboolean
allocate (Trees *self, GError **error)
{
  const char *what = _ ("the search for neighbors");
  gint64 n = self->state->n, lists = n * self->kept;
  guint threads = eqp_pool_get_threads (self->state->pool);

  if ((self->order = eqp_try_alloc ((gsize) n * TREES, sizeof (gint32), what, error)) == NULL ||
      (self->leaves = eqp_try_alloc ((gsize) (n / (LEAF / 2) + 2), sizeof (gint64), what, error)) == NULL ||
      (self->ids = eqp_try_alloc (lists, sizeof (gint32), what, error)) == NULL ||
      (self->distances = eqp_try_alloc (lists, sizeof (double), what, error)) == NULL ||
      (self->before = eqp_try_alloc (lists, sizeof (gint32), what, error)) == NULL ||
      (self->base = eqp_try_alloc (n, sizeof (float), what, error)) == NULL)
    return FALSE;

  self->meetings = g_new0 (EqpMeeting *, threads);
  self->points = g_new0 (float *, threads);
  self->seen = g_new0 (gint32 *, threads);
  for (guint t = 0; t < threads; t++)
    if ((self->meetings[t] = eqp_try_alloc (1, sizeof (EqpMeeting), what, error)) == NULL ||
        !_eqp_meeting_init (self->meetings[t], self->state, error) ||
        (self->points[t] = eqp_try_alloc ((gsize) LEAF * self->state->d, sizeof (float), what, error)) == NULL ||
        (self->seen[t] = eqp_try_alloc (n, sizeof (gint32), what, error)) == NULL)
      return FALSE;
  return TRUE;
}

static void
clear (Trees *self)
{
  for (guint t = 0; self->meetings != NULL && t < eqp_pool_get_threads (self->state->pool); t++)
    {
      if (self->meetings[t] != NULL)
        _eqp_meeting_clear (self->meetings[t]);
      eqp_free (self->meetings[t]);
      eqp_free (self->points[t]);
      eqp_free (self->seen[t]);
    }
  g_free (self->meetings);
  g_free (self->points);
  g_free (self->seen);
  g_free (self->sample);
  eqp_free (self->order);
  eqp_free (self->leaves);
  eqp_free (self->ids);
  eqp_free (self->distances);
  eqp_free (self->before);
  eqp_free (self->base);
}

static void
search_trees (Trees *self)
{
  EqpSearchState *state = self->state;

  _eqp_search_begin_stage (state, _ ("Growing trees"), TREES);
  eqp_pool_run (state->pool, TREES, grow_tree, self);
  list_leaves (self, 0, state->n);
  self->leaves[self->n_leaves] = state->n;

  _eqp_search_begin_stage (state, _ ("Finding nearest neighbors"), TREES * self->n_leaves);
  for (self->tree = 0; self->tree < TREES && !self->cancelled; self->tree++)
    eqp_pool_run (state->pool, self->n_leaves, search_leaf, self);
}

static void
search_rounds (Trees *self)
{
  EqpSearchState *state = self->state;
  gint64 n_chunks = (state->n + ROWS - 1) / ROWS, entries = state->n * self->kept;

  for (int round = 0; round < ROUNDS && !self->cancelled; round++)
    {
      memcpy (self->before, self->ids, sizeof (gint32) * entries);
      for (guint t = 0; t < eqp_pool_get_threads (state->pool); t++)
        memset (self->seen[t], 0, sizeof (gint32) * state->n);
      self->n_changed = 0;
      _eqp_search_begin_stage (state, _ ("Meeting neighbors of neighbors"), n_chunks);
      eqp_pool_run (state->pool, n_chunks, meet_neighbors, self);
      if ((double) self->n_changed < SETTLED * (double) entries)
        break;
    }
}

static void
search_sample (Trees *self)
{
  EqpRng rng;

  eqp_rng_init (&rng, 2, 0);
  self->n_sample = SAMPLE;
  self->sample = g_new (gint32, SAMPLE);
  for (int s = 0; s < SAMPLE; s++)
    self->sample[s] = (gint32) eqp_rng_below (&rng, (guint64) self->state->n);
  _eqp_search_begin_stage (self->state, _ ("Measuring the recall"), SAMPLE / EQP_PAIRS_ROWS);
  eqp_pool_run (self->state->pool, SAMPLE / EQP_PAIRS_ROWS, measure, self);
}

/*< private >
 * _eqp_search_approximate:
 * @state: the search, of more rows than a leaf has
 * @neighbors: (out): n x k, filled, with its recall
 * @error: EQP_ERROR_TOO_LARGE, G_IO_ERROR_CANCELLED
 *
 * Returns: whether it came to its end
 */
gboolean
_eqp_search_approximate (EqpSearchState *state,
                         EqpNeighbors   *neighbors,
                         GError        **error)
{
  Trees self = { .state = state, .kept = MAX (16, state->k + state->k / 2) };
  gboolean done = allocate (&self, error);

  if (done)
    {
      g_autofree float *origin = g_new0 (float, state->d);

      for (gint64 i = 0; i < state->n; i++)
        self.base[i] = (float) (-0.5 * state->kernels->distance (state->x + i * state->d, origin, state->d));
      for (gint64 e = 0; e < state->n * self.kept; e++)
        {
          self.ids[e] = G_MAXINT32;
          self.distances[e] = INFINITY;
        }
      search_trees (&self);
      if (!self.cancelled)
        search_rounds (&self);
      if (!self.cancelled)
        search_sample (&self);
      done = !self.cancelled;
      if (!done)
        g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The search for neighbors was cancelled."));
    }

  for (gint64 i = 0; done && i < state->n; i++)
    for (int a = 0; a < state->k; a++)
      {
        neighbors->ids[i * state->k + a] = self.ids[i * self.kept + a];
        neighbors->distances[i * state->k + a] = sqrt (self.distances[i * self.kept + a]);
      }
  if (done)
    {
      neighbors->recall = (double) self.n_found / ((double) self.n_sample * state->k);
      neighbors->recall_rows = self.n_sample;
    }
  clear (&self);
  return done;
}
