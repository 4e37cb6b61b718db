/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shared machinery of the k-means family: one pass over the data an iteration.
 *
 * A pass meets every row once, in blocks that stay in the cache, and does two things with it: the exact distance to
 * its own centre, by direct differences in double (these are the values that are shown), and the costs to all centres
 * in float (these only choose). Where the float costs cannot tell two centres apart, the row is decided again in
 * double, so labels are those of exact arithmetic on the stored floats. */
#include "config.h"

#include "eqp-kmeans-private.h"

#include <math.h>
#include <string.h>

#include "../base/eqp-alloc.h"
#include "../base/eqp-parallel.h"
#include "../data/eqp-dataset.h"

#define FLOAT_EPS 5.9604645e-8 /* 2^-24, half a unit in the last place */
#define BLOCK_BYTES (32 * 1024) /* the first-level cache */
#define SUM_CHUNKS 16          /* row chunks of a summation, each with sums of its own */
#define SUM_BYTES (64 * 1024 * 1024)
#define SUM_COLUMNS 64         /* where that would take more memory: columns a chunk */

/**
 * _eqp_kmeans_new:
 * @dataset: n x d; borrowed
 * @k: number of clusters
 * @bounds: whether the run will call _eqp_kmeans_assign() again and again, so that bounds may pay
 * @context: pool and cancellable; borrowed
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Allocates everything a run needs, once: about (k + 2) floats a row at the most.
 *
 * Returns: (transfer full): the state
 */
EqpKMeans *
_eqp_kmeans_new (EqpDataset  *dataset,
                 int          k,
                 gboolean     bounds,
                 EqpContext  *context,
                 GError     **error)
{
  EqpKMeans *self = g_new0 (EqpKMeans, 1);
  guint threads = eqp_pool_get_threads (context->pool);
  gboolean ok = TRUE;

  self->dataset = dataset;
  self->x = eqp_dataset_get_features (dataset);
  self->n = eqp_dataset_get_n (dataset);
  self->d = eqp_dataset_get_d (dataset);
  self->k = k;
  self->kp = (k + EQP_PANEL - 1) / EQP_PANEL * EQP_PANEL;
  self->pool = context->pool;
  self->cancellable = context->cancellable;
  self->kernels = _eqp_kernels_get ();
  self->direct = self->d <= EQP_NARROW;
  self->product_terms = (float) (8.0 + 4.0 * sqrt ((double) self->d));

  self->block_rows = (int) CLAMP (BLOCK_BYTES / (gint64) sizeof (float) / (self->d + self->kp), 8, 256) / 8 * 8;
  self->chunk_rows = CLAMP (((gint64) 1 << 17) / (self->d + self->kp), 64, 8192);
  self->n_chunks = (self->n + self->chunk_rows - 1) / self->chunk_rows;
  self->chunk_rows = ((self->n + self->n_chunks - 1) / self->n_chunks + 7) / 8 * 8; /* no short one at the end */
  self->n_chunks = (self->n + self->chunk_rows - 1) / self->chunk_rows;
  self->scratch_size = (gsize) self->block_rows * (self->kp + self->d) + 32;

#define ALLOC(field, count, what) ok = ok && (self->field = eqp_try_alloc (count, sizeof *self->field, what, error)) != NULL
  ALLOC (centers, (gsize) k * self->d, "the centres");
  ALLOC (packed, (gsize) k * self->d, "the centres");
  ALLOC (sums, (gsize) k * self->d, "the centres");
  ALLOC (sizes, k, "the cluster sizes");
  ALLOC (panel, (gsize) self->kp * self->d, "the centres");
  ALLOC (norms, self->kp, "the centres");
  ALLOC (drift, self->kp, "the centres");
  ALLOC (free_price, self->kp, "the centres");
  ALLOC (row_norms, self->n, "the row norms");
  ALLOC (origin, self->d, "the row norms");
  ALLOC (scratch, self->scratch_size * threads, "a block of rows");
  ALLOC (chunk_sse, self->n_chunks, "the partial sums");
  ALLOC (chunk_moved, self->n_chunks, "the partial sums");
  ALLOC (movers, self->n, "the moved rows");
  if ((double) k * (double) self->d * SUM_CHUNKS * sizeof (double) <= SUM_BYTES)
    ALLOC (partial_sums, (gsize) SUM_CHUNKS * k * self->d, "the partial sums");
  if (bounds && k > EQP_PANEL && self->d >= 4 * EQP_PANEL)
    self->lower = eqp_try_alloc ((gsize) self->n * self->kp, sizeof (float), "bounds", NULL);

  if (!ok)
    {
      _eqp_kmeans_free (self);
      return NULL;
    }

  for (int c = 0; c < self->kp; c++)
    self->free_price[c] = c < k ? 0.0f : INFINITY;

  return self;
}

/**
 * _eqp_kmeans_free:
 * @self: (nullable): the state
 */
void
_eqp_kmeans_free (EqpKMeans *self)
{
  if (self == NULL)
    return;

  eqp_free (self->centers);
  eqp_free (self->packed);
  eqp_free (self->sums);
  eqp_free (self->sizes);
  eqp_free (self->panel);
  eqp_free (self->norms);
  eqp_free (self->drift);
  eqp_free (self->free_price);
  eqp_free (self->row_norms);
  eqp_free (self->origin);
  eqp_free (self->lower);
  eqp_free (self->scratch);
  eqp_free (self->chunk_sse);
  eqp_free (self->chunk_moved);
  eqp_free (self->movers);
  eqp_free (self->partial_sums);
  g_free (self);
}

gboolean
_eqp_kmeans_cancelled (EqpKMeans *self)
{
  return self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable);
}

/* -- sums of the clusters ------------------------------------------------------------------------------------ */

typedef struct
{
  EqpKMeans    *self;
  const gint32 *from;     /* NULL: all rows are added */
  const gint32 *to;
  gint64        n_movers; /* with from: rows are self->movers[0..n_movers) */
  gint64        rows_per_chunk;
} SumJob;

static void
sum_rows (SumJob *job, double *sums, gint64 first, gint64 last, gint64 column, gint64 width)
{
  EqpKMeans *self = job->self;
  gint64 d = self->d;

  for (gint64 m = first; m < last; m++)
    {
      gint64 i = job->from != NULL ? self->movers[m] : m;
      const float *x = self->x + i * d + column;

      if (job->from != NULL && job->from[i] >= 0)
        self->kernels->add (sums + job->from[i] * d + column, x, -1.0, width);
      self->kernels->add (sums + job->to[i] * d + column, x, 1.0, width);
    }
}

/* Many and wide centres: a chunk is a range of columns, all rows in order. */
static void
sum_columns_chunk (gint64 chunk, guint worker, gpointer data)
{
  SumJob *job = data;
  gint64 column = chunk * SUM_COLUMNS;

  sum_rows (job, job->self->sums, 0, job->n_movers, column, MIN (SUM_COLUMNS, job->self->d - column));
}

/* Else a chunk is a range of rows with sums of its own, added up in chunk order afterwards. */
static void
sum_rows_chunk (gint64 chunk, guint worker, gpointer data)
{
  SumJob *job = data;
  EqpKMeans *self = job->self;
  double *sums = self->partial_sums + chunk * self->k * self->d;
  gint64 first = chunk * job->rows_per_chunk;

  memset (sums, 0, sizeof (double) * self->k * self->d);
  sum_rows (job, sums, first, MIN (first + job->rows_per_chunk, job->n_movers), 0, self->d);
}

static void
sum (SumJob *job)
{
  EqpKMeans *self = job->self;
  gint64 count = (gint64) self->k * self->d;

  if (self->partial_sums == NULL)
    {
      eqp_pool_run (self->pool, (self->d + SUM_COLUMNS - 1) / SUM_COLUMNS, sum_columns_chunk, job);
    }
  else if (job->n_movers * self->d < 65536 || job->n_movers < SUM_CHUNKS * self->k)
    {
      sum_rows (job, self->sums, 0, job->n_movers, 0, self->d);
    }
  else
    {
      job->rows_per_chunk = (job->n_movers + SUM_CHUNKS - 1) / SUM_CHUNKS;
      eqp_pool_run (self->pool, SUM_CHUNKS, sum_rows_chunk, job);
      for (int chunk = 0; chunk < SUM_CHUNKS; chunk++)
        for (gint64 j = 0; j < count; j++)
          self->sums[j] += self->partial_sums[chunk * count + j];
    }
}

/**
 * _eqp_kmeans_sum_all:
 * @self: the state
 * @labels: n, all in 0..k-1
 *
 * Sets sums and sizes from scratch. O(n d).
 */
void
_eqp_kmeans_sum_all (EqpKMeans    *self,
                     const gint32 *labels)
{
  SumJob job = { .self = self, .to = labels, .n_movers = self->n };

  memset (self->sums, 0, sizeof (double) * self->k * self->d);
  memset (self->sizes, 0, sizeof (gint64) * self->k);
  for (gint64 i = 0; i < self->n; i++)
    self->sizes[labels[i]]++;
  sum (&job);
}

/**
 * _eqp_kmeans_sum_moved:
 * @self: the state, whose sums and sizes belong to @from
 * @from: n labels before
 * @to: n labels now
 *
 * Brings sums and sizes up to date, touching only rows that moved. When many did, the
 * sums are taken anew, which also keeps rounding from piling up. O(n + moved d).
 *
 * Returns: rows that moved
 */
gint64
_eqp_kmeans_sum_moved (EqpKMeans    *self,
                       const gint32 *from,
                       const gint32 *to)
{
  SumJob job = { .self = self, .from = from, .to = to };

  for (gint64 i = 0; i < self->n; i++)
    if (from[i] != to[i])
      {
        self->movers[job.n_movers++] = (gint32) i;
        self->sizes[from[i]]--;
        self->sizes[to[i]]++;
      }

  if (job.n_movers > self->n / 4)
    _eqp_kmeans_sum_all (self, to);
  else
    sum (&job);
  return job.n_movers;
}

/**
 * _eqp_kmeans_update_centers:
 * @self: the state
 *
 * Centres become the means of their clusters; an empty cluster keeps its last centre.
 */
void
_eqp_kmeans_update_centers (EqpKMeans *self)
{
  for (int c = 0; c < self->k; c++)
    if (self->sizes[c] > 0)
      {
        double inverse = 1.0 / (double) self->sizes[c];

        for (gint64 j = 0; j < self->d; j++)
          self->centers[c * self->d + j] = self->sums[c * self->d + j] * inverse;
      }
}

/**
 * _eqp_kmeans_pack:
 * @self: the state
 *
 * Copies the centres into the panel that the kernels read. Call after every change of the centres. O(k d).
 */
void
_eqp_kmeans_pack (EqpKMeans *self)
{
  gint64 d = self->d;
  double largest = 0.0;

  for (int c = 0; c < self->k; c++)
    {
      const double *center = self->centers + c * d;
      double *packed = self->packed + c * d;
      double norm = 0.0, drift = 0.0;

      for (gint64 j = 0; j < d; j++)
        {
          double step = center[j] - packed[j];

          norm += center[j] * center[j];
          drift += step * step;
          packed[j] = center[j];
          self->panel[j * self->kp + c] = (float) (self->direct ? center[j] : -2.0 * center[j]);
        }
      self->norms[c] = (float) norm;
      self->drift[c] = (float) (sqrt (drift) * (1.0 + 1e-6));
      largest = MAX (largest, norm);
    }
  self->largest_norm = (float) sqrt (largest);
}

/* -- passes over the rows -------------------------------------------------------------------------------------- */

typedef struct
{
  EqpKMeans     *self;
  const gint32  *current;  /* may be NULL */
  gint32        *next;     /* may be NULL */
  float         *cost;     /* may be NULL */
  int            cancelled;
} PassJob;

/* How far off a float cost may be: rounding of the products (or of the differences) and of the packed centres. */
static inline double
cost_tolerance (EqpKMeans *self, gint64 row, double cost)
{
  double norm = self->largest_norm;

  if (self->direct)
    return 2.0 * FLOAT_EPS * ((double) (self->d + 4) * cost + 4.0 * sqrt (MAX (0.0, cost)) * norm);

  return 2.0 * FLOAT_EPS * ((double) self->product_terms * sqrt (self->row_norms[row]) * norm +
                            2.0 * norm * norm + 2.0 * self->row_norms[row]);
}

/* Whether two costs a gap apart are told apart surely by floats. No root is taken where a mean of squares will do. */
static inline gboolean
surely_apart (EqpKMeans *self, gint64 row, float gap, float cost)
{
  float norm = self->largest_norm, scale;

  if (self->direct)
    scale = (float) (self->d + 4) * cost + 2.0f * (cost + norm * norm);
  else
    scale = (self->product_terms * 0.5f + 2.0f) * (self->row_norms[row] + norm * norm);

  return gap > 4.0f * (float) FLOAT_EPS * 1.01f * scale || gap > 2.0 * cost_tolerance (self, row, cost);
}

double
_eqp_kmeans_cost_tolerance (EqpKMeans *self,
                            gint64     row,
                            double     cost)
{
  return cost_tolerance (self, row, cost);
}

/**
 * _eqp_kmeans_distance:
 * @self: the state
 * @row: 0..n-1
 * @cluster: 0..k-1
 *
 * Returns: |x - h|^2 by direct differences in double
 */
double
_eqp_kmeans_distance (EqpKMeans *self,
                      gint64     row,
                      int        cluster)
{
  return self->kernels->distance (self->x + row * self->d, self->centers + cluster * self->d, self->d);
}

/**
 * _eqp_kmeans_exact_nearest:
 * @self: the state
 * @row: 0..n-1
 * @current: its cluster, or -1
 *
 * Returns: the nearest centre in double; on a tie the current one, else the first
 */
int
_eqp_kmeans_exact_nearest (EqpKMeans *self,
                           gint64     row,
                           int        current)
{
  int best = MAX (current, 0);
  double least = _eqp_kmeans_distance (self, row, best);

  for (int c = 0; c < self->k; c++)
    {
      double distance = c == best ? least : _eqp_kmeans_distance (self, row, c);

      if (distance < least)
        {
          least = distance;
          best = c;
        }
    }
  return best;
}

static void
block_costs (EqpKMeans *self, const float *x, int rows, float *cost)
{
  if (self->direct)
    self->kernels->direct (x, self->d, rows, self->d, self->panel, self->kp, cost);
  else
    self->kernels->dots (x, self->d, rows, self->d, self->panel, self->kp, self->norms, cost);
}

/* Decides one row from its costs; exactly where floats cannot. */
static inline int
decide (EqpKMeans *self, gint64 row, const float *cost, int current)
{
  float first, second;
  int best = self->kernels->least (cost, self->free_price, self->kp, &first, &second);

  if (G_UNLIKELY (!surely_apart (self, row, second - first, second)))
    best = _eqp_kmeans_exact_nearest (self, row, current);
  return best;
}

/* Lowers the bounds of a row by the drift of the centres; whether one of them came within reach. */
static inline gboolean
within_reach (EqpKMeans *self, float *lower, int own, float reach)
{
  float kept = lower[own];
  int close = 0;

  lower[own] = INFINITY;
  for (int c = 0; c < self->kp; c++)
    {
      lower[c] -= self->drift[c];
      close |= lower[c] <= reach;
    }
  lower[own] = kept;
  return close;
}

/* Bounds from costs; a little below, for their rounding. */
static inline void
set_bounds (EqpKMeans *self, gint64 row, const float *cost, float *lower)
{
  float norm = self->direct ? 0.0f : self->row_norms[row];
  float slack = (float) cost_tolerance (self, row, self->direct ? 0.0 : norm);

  for (int c = 0; c < self->k; c++)
    {
      float squared = cost[c] + norm - slack;

      lower[c] = squared > 0.0f ? sqrtf (squared) * (1.0f - 1e-5f) : 0.0f;
    }
  for (int c = self->k; c < self->kp; c++)
    lower[c] = INFINITY;
}

static gint64
assign_block_bounded (PassJob *job, gint64 first, int rows, const double *own, float *cost, float *gathered)
{
  EqpKMeans *self = job->self;
  gint64 d = self->d, moved = 0;
  int todo[256], n_todo = 0;

  for (int r = 0; r < rows; r++)
    {
      gint64 i = first + r;
      int label = job->current[i];

      job->next[i] = label;
      if (within_reach (self, self->lower + i * self->kp, label, (float) (sqrt (own[r]) * (1.0 + 1e-6))))
        todo[n_todo++] = r;
    }

  /* Most rows in reach: not worth copying them together. */
  if (n_todo * 8 > rows * 7)
    {
      n_todo = rows;
      for (int r = 0; r < rows; r++)
        todo[r] = r;
      block_costs (self, self->x + first * d, rows, cost);
    }
  else if (n_todo > 0)
    {
      for (int t = 0; t < n_todo; t++)
        memcpy (gathered + t * d, self->x + (first + todo[t]) * d, sizeof (float) * d);
      block_costs (self, gathered, n_todo, cost);
    }

  for (int t = 0; t < n_todo; t++)
    {
      gint64 i = first + todo[t];

      set_bounds (self, i, cost + (gint64) t * self->kp, self->lower + i * self->kp);
      job->next[i] = decide (self, i, cost + (gint64) t * self->kp, job->current[i]);
      moved += job->next[i] != job->current[i];
    }
  return moved;
}

/* Few columns: nearest centres without a table of costs. */
static gint64
assign_block_narrow (PassJob *job, gint64 first, int rows)
{
  EqpKMeans *self = job->self;
  float least[256], second[256];
  gint64 moved = 0;

  self->kernels->nearest (self->x + first * self->d, rows, self->d, self->panel, self->k, self->kp, job->next + first, least, second);
  for (int r = 0; r < rows; r++)
    {
      gint64 i = first + r;
      int current = job->current != NULL ? job->current[i] : -1;

      if (G_UNLIKELY (!surely_apart (self, i, second[r] - least[r], second[r])))
        job->next[i] = _eqp_kmeans_exact_nearest (self, i, current);
      moved += job->next[i] != current;
    }
  return moved;
}

static gint64
assign_block (PassJob *job, gint64 first, int rows, float *cost)
{
  EqpKMeans *self = job->self;
  gint64 moved = 0;

  if (self->direct)
    return assign_block_narrow (job, first, rows);

  block_costs (self, self->x + first * self->d, rows, cost);
  for (int r = 0; r < rows; r++)
    {
      gint64 i = first + r;
      int current = job->current != NULL ? job->current[i] : -1;

      job->next[i] = decide (self, i, cost + (gint64) r * self->kp, current);
      moved += job->next[i] != current;
      if (self->lower != NULL)
        set_bounds (self, i, cost + (gint64) r * self->kp, self->lower + i * self->kp);
    }
  return moved;
}

/* Costs for the assignment problem: the squared distance itself, so that they can be weighed. */
static void
cost_block (PassJob *job, gint64 first, int rows)
{
  EqpKMeans *self = job->self;
  float *cost = job->cost + first * self->kp;

  block_costs (self, self->x + first * self->d, rows, cost);
  if (!self->direct)
    for (int r = 0; r < rows; r++)
      for (int c = 0; c < self->kp; c++)
        {
          float value = cost[(gint64) r * self->kp + c] + self->row_norms[first + r];

          cost[(gint64) r * self->kp + c] = MAX (value, 0.0f);
        }
}

static void
pass_chunk (gint64 chunk, guint worker, gpointer data)
{
  PassJob *job = data;
  EqpKMeans *self = job->self;
  float *cost = self->scratch + worker * self->scratch_size;
  float *gathered = cost + (gsize) self->block_rows * self->kp;
  gint64 last = MIN ((chunk + 1) * self->chunk_rows, self->n);
  gint64 moved = 0;
  double sse = 0.0;

  for (gint64 first = chunk * self->chunk_rows; first < last; first += self->block_rows)
    {
      int rows = (int) MIN (self->block_rows, last - first);
      double own[256];

      if (__atomic_load_n (&job->cancelled, __ATOMIC_RELAXED))
        return;
      if (_eqp_kmeans_cancelled (self))
        {
          __atomic_store_n (&job->cancelled, 1, __ATOMIC_RELAXED);
          return;
        }

      /* The first pass takes the norms along, while the rows are in the cache. */
      if (!self->norms_valid && !self->direct)
        for (gint64 i = first; i < first + rows; i++)
          self->row_norms[i] = (float) self->kernels->distance (self->x + i * self->d, self->origin, self->d);

      if (job->current != NULL)
        {
          self->kernels->own (self->x + first * self->d, rows, self->d, self->centers, job->current + first, own);
          for (int r = 0; r < rows; r++)
            sse += own[r];
        }

      if (job->cost != NULL)
        cost_block (job, first, rows);
      else if (job->next != NULL && self->lower_valid && job->current != NULL)
        moved += assign_block_bounded (job, first, rows, own, cost, gathered);
      else if (job->next != NULL)
        moved += assign_block (job, first, rows, cost);
    }

  self->chunk_sse[chunk] = sse;
  self->chunk_moved[chunk] = moved;
}

static gboolean
run_pass (PassJob *job, double *sse, gint64 *moved)
{
  EqpKMeans *self = job->self;

  eqp_pool_run (self->pool, self->n_chunks, pass_chunk, job);
  if (job->cancelled)
    {
      self->lower_valid = FALSE;
      return FALSE;
    }
  self->norms_valid = TRUE;

  if (sse != NULL)
    *sse = 0.0;
  if (moved != NULL)
    *moved = 0;
  for (gint64 chunk = 0; chunk < self->n_chunks; chunk++)
    {
      if (sse != NULL)
        *sse += self->chunk_sse[chunk];
      if (moved != NULL)
        *moved += self->chunk_moved[chunk];
    }
  return TRUE;
}

/**
 * _eqp_kmeans_assign:
 * @self: the state; its panel holds the centres
 * @current: (nullable): n labels; NULL at the start
 * @next: (out): n labels: the nearest centre of each row; a row stays on ties
 * @sse: (out) (optional): the SSE of @current with these centres, by direct differences in double; 0 without @current
 * @moved: (out) (optional): rows whose label differs
 *
 * The assignment step of Lloyd's method and the SSE of the step before it, in one pass. O(n d k), less where bounds
 * show that a row cannot change: the distance to its own centre is exact in every pass, and a lower bound to each
 * other centre shrinks by the way that centre moved (Elkan 2003; a row is skipped as a whole).
 *
 * Returns: FALSE when cancelled; the outputs are then not valid
 */
gboolean
_eqp_kmeans_assign (EqpKMeans    *self,
                    const gint32 *current,
                    gint32       *next,
                    double       *sse,
                    gint64       *moved)
{
  PassJob job = { .self = self, .current = current, .next = next };
  gboolean done = run_pass (&job, sse, moved);

  self->lower_valid = done && self->lower != NULL;
  return done;
}

/**
 * _eqp_kmeans_costs:
 * @self: the state; its panel holds the centres
 * @current: (nullable): n labels
 * @cost: (out): n x kp squared distances; the padding is not meaningful
 * @sse: (out) (optional): as in _eqp_kmeans_assign()
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_kmeans_costs (EqpKMeans    *self,
                   const gint32 *current,
                   float        *cost,
                   double       *sse)
{
  PassJob job = { .self = self, .current = current, .cost = cost };

  self->lower_valid = FALSE;
  return run_pass (&job, sse, NULL);
}

/**
 * _eqp_kmeans_sse:
 * @self: the state
 * @labels: n labels
 * @sse: (out): sum of |x - h|^2 by direct differences in double, with the present centres
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_kmeans_sse (EqpKMeans    *self,
                 const gint32 *labels,
                 double       *sse)
{
  PassJob job = { .self = self, .current = labels };

  return run_pass (&job, sse, NULL);
}
