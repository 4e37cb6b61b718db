/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The shared machinery of the k-means family: memory, sums and centres. The pass over the rows is in eqp-kmeans-pass.c.
 */
#include "config.h"

#include "eqp-costs-private.h"
#include "eqp-kmeans-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"
#include "data/eqp-dataset.h"

#define BLOCK_BYTES (32 * 1024) /* the first-level cache */
#define COARSE_BLOCK_BYTES                                                                                             \
  (144 * 1024)                 /* rows are rounded first, and many of them meet a panel before it is fetched again */
#define LEAST_CHUNK 64         /* rows */
#define MIN_PARTS 16           /* row ranges of a summation, each with sums of its own */
#define MAX_PARTS 64
#define PART_BYTES (2 * 1024 * 1024) /* more than the least number of parts only where they take no more than this */
#define FOLLOW_BYTES (4 * 1024 * 1024) /* sums this large are added up in no time against a pass */
#define ADD_NUMBERS 1024        /* sums added up at a time */
#define GUESS_NUMBERS (1 << 20) /* fewer are in the cache anyway when rows have moved */
#define SUM_BYTES (64 * 1024 * 1024)
#define COARSE_CENTERS 17      /* fewer centres leave a pass waiting for memory, whatever the kernel */
#define SUM_COLUMNS 64         /* where that would take more memory: columns a chunk */

/* Numbers that a row is in memory. */
static gint64
row_length (EqpKMeans *self)
{
  return self->sparse != NULL ? 2 * _eqp_sparse_rows_count (self->sparse) / MAX (1, self->n) + 1 : self->d;
}

/* Chunks of about the same number of rows, by the data and k alone. Returns how many there may be with n rows or
 * fewer. */
static gint64
divide_rows (EqpKMeans *self)
{
  gint64 at_most;

  self->chunk_rows = CLAMP (((gint64) 1 << 17) / (row_length (self) + self->kp), LEAST_CHUNK, 8192);
  self->n_chunks = (self->n + self->chunk_rows - 1) / self->chunk_rows;
  /* Fewer sparse rows may be longer ones. */
  at_most = self->sparse != NULL ? (self->n + LEAST_CHUNK - 1) / LEAST_CHUNK : self->n_chunks;
  self->chunk_rows = ((self->n + self->n_chunks - 1) / self->n_chunks + 7) / 8 * 8; /* no short one at the end */
  self->n_chunks = (self->n + self->chunk_rows - 1) / self->chunk_rows;
  return at_most;
}

/**
 * _eqp_kmeans_new_rows:
 * @x: (nullable): n x d; borrowed
 * @sparse: (nullable): n x d, where @x is not given; borrowed
 * @n: rows
 * @d: columns
 * @mean: (nullable): d; of the rows, or %NULL for 0
 * @k: number of clusters
 * @bounds: whether the run will call _eqp_kmeans_assign() again and again, so that bounds may pay, and not
 *   _eqp_kmeans_costs() with prices
 * @context: pool and cancellable; borrowed
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Allocates everything a run needs, once: about (k + 2) floats a row at the most.
 *
 * Returns: (transfer full): the state
 */
EqpKMeans *
_eqp_kmeans_new_rows (const float         *x,
                      const EqpSparseRows *sparse,
                      gint64               n,
                      gint64               d,
                      const double        *mean,
                      int                  k,
                      gboolean             bounds,
                      EqpContext          *context,
                      GError             **error)
{
  EqpKMeans *self = g_new0 (EqpKMeans, 1);
  guint threads = eqp_pool_get_threads (context->pool);
  gint64 block_bytes, max_chunks;
  double sum_bytes;
  gboolean ok = TRUE;

  self->x = x;
  self->sparse = sparse;
  self->n = n;
  self->d = d;
  self->k = k;
  self->kp = (k + EQP_PANEL - 1) / EQP_PANEL * EQP_PANEL;
  self->pool = context->pool;
  self->cancellable = context->cancellable;
  self->kernels = _eqp_kernels_get ();
  self->direct = self->d <= EQP_NARROW && sparse == NULL;
  self->product_terms = (float) (8.0 + 4.0 * sqrt ((double) self->d));

  max_chunks = divide_rows (self);
  if (!self->direct && sparse == NULL && k >= COARSE_CENTERS && self->d >= 2 * EQP_COARSE_GROUP &&
      self->d <= EQP_COARSE_COLUMNS)
    self->coarse = _eqp_kernels_get_coarse ();
  block_bytes = self->coarse != NULL ? COARSE_BLOCK_BYTES : BLOCK_BYTES;
  self->block_rows = 256;
  if (!self->direct)
    self->block_rows =
        (int) CLAMP (block_bytes / (gint64) sizeof (float) / (row_length (self) + self->kp), 8, 256) / 8 * 8;
  self->scratch_size = (gsize) self->block_rows * (self->kp + (sparse != NULL ? 0 : self->d)) + 32;
  if (self->coarse != NULL)
    {
      self->width = (self->d + EQP_COARSE_GROUP - 1) / EQP_COARSE_GROUP * EQP_COARSE_GROUP;
      self->scratch_size += (gsize) self->block_rows * (self->width / 2 + 1) + self->kp + 32;
    }
  self->scratch_size = (self->scratch_size + 15) / 16 * 16;

  sum_bytes = (double) k * (double) self->d * sizeof (double);
  self->n_parts = (gint64) CLAMP (PART_BYTES / sum_bytes, MIN_PARTS, MAX_PARTS);

#define ALLOC(field, count, what)                                                                                      \
  ok = ok && (self->field = eqp_try_alloc (count, sizeof *self->field, what, error)) != NULL
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
  ALLOC (chunk_sse, max_chunks, "the partial sums");
  ALLOC (chunk_moved, max_chunks, "the partial sums");
  ALLOC (movers, self->n + 1, "the moved rows");
  ALLOC (part_used, self->n_parts, "the partial sums");
  if (sparse != NULL)
    ALLOC (center_norms, k, "the centres");
  if (sparse == NULL && sum_bytes * (double) self->n_parts <= SUM_BYTES)
    ALLOC (partial_sums, (gsize) self->n_parts * k * self->d, "the partial sums");
  if (sparse == NULL && (bounds || self->n * self->d >= GUESS_NUMBERS) &&
      sum_bytes * (double) self->n_parts <= FOLLOW_BYTES)
    {
      self->follow = TRUE;
      if (!bounds)
        {
          ALLOC (guess, self->n, "the labels");
          ALLOC (guess_price, self->kp, "the labels");
        }
      ALLOC (part_sizes, (gsize) self->n_parts * k, "the partial sums");
      ALLOC (part_moved, self->n_parts, "the partial sums");
    }
  if (self->coarse != NULL)
    {
      ALLOC (coarse_panel, (gsize) self->width * self->kp, "the centres");
      ALLOC (coarse_unit, self->kp, "the centres");
      ALLOC (coarse_error, self->kp, "the centres");
      if (k % EQP_PANEL != 0 && k % EQP_PANEL <= EQP_COARSE_REST && self->d >= EQP_COARSE_LONG)
        ALLOC (coarse_rest, EQP_COARSE_REST * self->width, "the centres");
    }
  if (bounds && k > EQP_PANEL && self->d >= 4 * EQP_PANEL)
    self->lower = eqp_try_alloc ((gsize) self->n * self->kp, sizeof (float), "bounds", NULL);

  if (!ok)
    {
      _eqp_kmeans_free (self);
      return NULL;
    }

  /* A cluster that never had a row stands in the middle of the data, wherever their origin is. */
  for (int c = 0; c < k; c++)
    memcpy (self->centers + c * self->d, mean != NULL ? mean : self->origin, sizeof (double) * (gsize) self->d);
  for (int c = 0; c < k && sparse != NULL && mean != NULL; c++)
    for (gint64 j = 0; j < d; j++)
      self->center_norms[c] += mean[j] * mean[j];
  for (int c = 0; c < self->kp; c++)
    {
      self->free_price[c] = c < k ? 0.0f : INFINITY;
      self->norms[c] = c < k ? 0.0f : INFINITY;
    }

  return self;
}

/**
 * _eqp_kmeans_new:
 * @dataset: n x d; borrowed
 * @k: number of clusters
 * @bounds: as in _eqp_kmeans_new_rows()
 * @context: pool and cancellable; borrowed
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Of sparse rows the state has no x; who looks at that takes _eqp_kmeans_new_dense().
 *
 * Returns: (transfer full): the state for the rows of a data set
 */
EqpKMeans *
_eqp_kmeans_new (EqpDataset  *dataset,
                 int          k,
                 gboolean     bounds,
                 EqpContext  *context,
                 GError     **error)
{
  const EqpSparseRows *sparse = eqp_dataset_get_sparse (dataset);

  if (sparse == NULL)
    return _eqp_kmeans_new_dense (dataset, k, bounds, context, error);
  return _eqp_kmeans_new_rows (NULL, sparse, sparse->n, sparse->d, eqp_dataset_get_mean (dataset), k, bounds, context,
                               error);
}

/**
 * _eqp_kmeans_new_dense:
 * @dataset: n x d; borrowed
 * @k: number of clusters
 * @bounds: as in _eqp_kmeans_new_rows()
 * @context: pool and cancellable; borrowed
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Returns: (transfer full): the state for the rows of a data set, which are made dense
 */
EqpKMeans *
_eqp_kmeans_new_dense (EqpDataset  *dataset,
                       int          k,
                       gboolean     bounds,
                       EqpContext  *context,
                       GError     **error)
{
  if (!eqp_dataset_check_dense (dataset, error))
    return NULL;
  return _eqp_kmeans_new_rows (eqp_dataset_get_features (dataset), NULL, eqp_dataset_get_n (dataset),
                               eqp_dataset_get_d (dataset), eqp_dataset_get_mean (dataset), k, bounds, context,
                               error);
}

/**
 * _eqp_kmeans_set_rows:
 * @self: the state
 * @x: n x d, other rows or the same with other values; borrowed; %NULL where they are sparse ones that have changed
 * @n: rows, no more than the state was made for
 *
 * Has the state work on these rows from now on, in the memory it has. Sums and centres are those of before. O(1).
 */
void
_eqp_kmeans_set_rows (EqpKMeans   *self,
                      const float *x,
                      gint64       n)
{
  self->x = x;
  self->n = n;
  divide_rows (self);
  self->norms_valid = self->lower_valid = FALSE;
  self->bounds_pay = FALSE;
  self->coarse_pause = self->coarse_misses = 0;
  self->followed_from = self->followed_to = NULL;
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
  eqp_free (self->center_norms);
  eqp_free (self->lower);
  eqp_free (self->scratch);
  eqp_free (self->chunk_sse);
  eqp_free (self->chunk_moved);
  eqp_free (self->movers);
  eqp_free (self->partial_sums);
  eqp_free (self->guess);
  eqp_free (self->guess_price);
  eqp_free (self->part_used);
  eqp_free (self->part_sizes);
  eqp_free (self->part_moved);
  eqp_free (self->coarse_panel);
  eqp_free (self->coarse_rest);
  eqp_free (self->coarse_unit);
  eqp_free (self->coarse_error);
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
  if (first < job->n_movers)
    sum_rows (job, sums, first, MIN (first + job->rows_per_chunk, job->n_movers), 0, self->d);
}

/* Adds up the parts in order, a range of their numbers. */
static void
add_parts_chunk (gint64 chunk, guint worker, gpointer data)
{
  EqpKMeans *self = data;
  gint64 count = (gint64) self->k * self->d, first = chunk * ADD_NUMBERS, last = MIN (first + ADD_NUMBERS, count);

  for (gint64 part = 0; part < self->n_parts; part++)
    if (self->part_used[part])
      for (gint64 j = first; j < last; j++)
        self->sums[j] += self->partial_sums[part * count + j];
}

static void
add_parts (EqpKMeans *self)
{
  eqp_pool_run (self->pool, ((gint64) self->k * self->d + ADD_NUMBERS - 1) / ADD_NUMBERS, add_parts_chunk, self);
}

/* Few additions a row: less than its costs take by a factor of k. */
static void
sum_sparse (SumJob *job)
{
  EqpKMeans *self = job->self;

  for (gint64 m = 0; m < job->n_movers; m++)
    {
      gint64 i = job->from != NULL ? self->movers[m] : m;

      if (job->from != NULL && job->from[i] >= 0)
        _eqp_sparse_rows_add (self->sparse, i, -1.0, self->sums + job->from[i] * self->d);
      _eqp_sparse_rows_add (self->sparse, i, 1.0, self->sums + job->to[i] * self->d);
    }
}

static void
sum (SumJob *job)
{
  EqpKMeans *self = job->self;

  if (self->sparse != NULL)
    {
      sum_sparse (job);
    }
  else if (self->partial_sums == NULL)
    {
      eqp_pool_run (self->pool, (self->d + SUM_COLUMNS - 1) / SUM_COLUMNS, sum_columns_chunk, job);
    }
  else if (job->n_movers * self->d < 65536 || job->n_movers < self->n_parts * self->k)
    {
      sum_rows (job, self->sums, 0, job->n_movers, 0, self->d);
    }
  else
    {
      job->rows_per_chunk = (job->n_movers + self->n_parts - 1) / self->n_parts;
      eqp_pool_run (self->pool, self->n_parts, sum_rows_chunk, job);
      memset (self->part_used, TRUE, self->n_parts);
      add_parts (self);
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

  self->followed_from = self->followed_to = NULL;
  memset (self->sums, 0, sizeof (double) * self->k * self->d);
  memset (self->sizes, 0, sizeof (gint64) * self->k);
  for (gint64 i = 0; i < self->n; i++)
    self->sizes[labels[i]]++;
  sum (&job);
}

/* Adds up what the pass noted while it decided. */
static gint64
sum_followed (EqpKMeans *self)
{
  gint64 moved = 0;

  for (gint64 part = 0; part < self->n_parts; part++)
    {
      self->part_used[part] = self->part_moved[part] > 0;
      if (self->part_used[part])
        {
          moved += self->part_moved[part];
          for (int c = 0; c < self->k; c++)
            self->sizes[c] += self->part_sizes[part * self->k + c];
        }
    }
  if (moved > 0)
    add_parts (self);
  self->followed_from = self->followed_to = NULL;
  return moved;
}

/**
 * _eqp_kmeans_sum_moved:
 * @self: the state, whose sums and sizes belong to @from
 * @from: n labels before
 * @to: n labels now
 *
 * Brings sums and sizes up to date, touching only rows that moved. When many did, the
 * sums are taken anew, which also keeps rounding from piling up. O(n + moved d), or
 * O(k d) where the pass that gave @to has taken the changes along; where it has taken
 * them along to labels that were only expected, the rows that are not as expected count.
 *
 * Returns: rows that moved
 */
gint64
_eqp_kmeans_sum_moved (EqpKMeans    *self,
                       const gint32 *from,
                       const gint32 *to)
{
  SumJob job = { .self = self, .from = from, .to = to };
  gint64 moved = 0;

  if (self->followed_from == from && self->followed_to == to && from != NULL)
    return sum_followed (self);

  if (self->followed_from == from && self->followed_to == self->guess && from != NULL)
    {
      gint64 wrong = 0;

      for (gint64 i = 0; i < self->n; i++)
        {
          moved += from[i] != to[i];
          wrong += self->guess[i] != to[i];
        }
      if (wrong < moved)
        {
          sum_followed (self);
          job.from = self->guess;
        }
    }
  self->followed_from = self->followed_to = NULL;

  for (gint64 i = 0; i < self->n; i++)
    {
      self->movers[job.n_movers] = (gint32) i;
      job.n_movers += job.from[i] != to[i];
    }
  for (gint64 m = 0; m < job.n_movers; m++)
    {
      self->sizes[job.from[self->movers[m]]]--;
      self->sizes[to[self->movers[m]]]++;
    }

  if (job.n_movers > self->n / 4)
    _eqp_kmeans_sum_all (self, to);
  else
    sum (&job);
  return job.from == from ? job.n_movers : moved;
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
      _eqp_kmeans_update_center (self, c);
}

/**
 * _eqp_kmeans_update_center:
 * @self: the state
 * @cluster: one with rows
 *
 * Its centre becomes the mean. O(d).
 */
void
_eqp_kmeans_update_center (EqpKMeans *self,
                           int        cluster)
{
  double *center = self->centers + cluster * self->d;
  const double *sum = self->sums + cluster * self->d;
  double inverse = 1.0 / (double) self->sizes[cluster], norm = 0.0;

  for (gint64 j = 0; j < self->d; j++)
    center[j] = sum[j] * inverse;
  if (self->sparse == NULL)
    return;
  for (gint64 j = 0; j < self->d; j++)
    norm += center[j] * center[j];
  self->center_norms[cluster] = norm;
}

/* Rounds the centres to 16 bits, each to a scale of its own, and notes how far that takes its costs off at the most:
 * |x| |h - h'| + |x - x'| |h'|, where the second factor of the first term is known and no coordinate of a row is off by
 * more than half a unit. */
static void
pack_coarse (EqpKMeans *self)
{
  double row_error = 0.51 * sqrt ((double) self->d) / EQP_COARSE_ROW_NORM;

  self->coarse_worst = 0.0f;
  for (int c = 0; c < self->k; c++)
    {
      const double *center = self->centers + c * self->d;
      gint16 *rest = self->coarse_rest != NULL && c >= self->kp - EQP_PANEL
                         ? self->coarse_rest + c % EQP_PANEL * self->width
                         : NULL;
      double largest = 0.0, norm = 0.0, error = 0.0, scale, unit;

      for (gint64 j = 0; j < self->d; j++)
        {
          largest = MAX (largest, fabs (center[j]));
          norm += center[j] * center[j];
        }
      scale = MIN (EQP_COARSE_CENTER_LARGEST / largest, EQP_COARSE_CENTER_NORM / sqrt (norm));
      if (!(scale < 1e30)) /* all but zero */
        scale = 0.0;
      unit = scale > 0.0 ? 1.0 / scale : 0.0;

      for (gint64 place = 0; place < self->width; place++)
        {
          gint64 j = eqp_coarse_column (place);
          double value = j < self->d ? center[j] : 0.0;
          double rounded = rint (value * scale);

          if (rest != NULL)
            rest[place] = (gint16) rounded;
          else
            self->coarse_panel[(place / 2 * self->kp + c) * 2 + place % 2] = (gint16) rounded;
          error += (value - rounded * unit) * (value - rounded * unit);
        }
      self->coarse_unit[c] = (float) (-2.0 * unit);
      error = sqrt (error);
      self->coarse_error[c] = (float) (2.0 * (1.0 + 1e-6) * (error + row_error * (sqrt (norm) + error)));
      self->coarse_worst = MAX (self->coarse_worst, self->coarse_error[c]);
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
  double largest = 0.0, drift_sum = 0.0;

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
      if (self->sparse != NULL)
        self->center_norms[c] = norm;
      self->drift[c] = (float) (sqrt (drift) * (1.0 + 1e-6));
      drift_sum += self->drift[c];
      largest = MAX (largest, norm);
    }
  self->largest_norm = (float) sqrt (largest);
  self->mean_drift = (float) (drift_sum / self->k);
  if (self->coarse != NULL)
    pack_coarse (self);
  if (self->kept != NULL)
    _eqp_costs_note_drift (self->kept);
}
