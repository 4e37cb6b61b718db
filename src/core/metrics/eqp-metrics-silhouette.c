/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Silhouette: Rousseeuw, "Silhouettes: a graphical aid to the interpretation and validation of cluster analysis",
 * Journal of Computational and Applied Mathematics 20 (1987). Distances come block by block and are summed up at once;
 * there is never an array of n x n. */
#include "config.h"

#include "eqp-metrics-private.h"
#include "eqp-metrics.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-blas.h"
#include "base/eqp-parallel.h"
#include "base/eqp-rng.h"
#include "base/eqp-sparse-rows.h"

/* So many rows are taken all against all; of more, a sample of at least SAMPLE_LEAST is taken against all, so that
 * about SAMPLE_PAIRS distances are looked at, and no more than SAMPLE_STEPS differences of values. */
#define EXACT_ROWS 20000
#define SAMPLE_LEAST 600
#define SAMPLE_PAIRS 100000000
#define SAMPLE_STEPS G_GINT64_CONSTANT (25000000000)

/* Rows of a chunk and of a block; fewer where they are long, so that a block stays in the cache. */
#define CHUNK_ROWS 64
#define BLOCK_ROWS 512
#define BLOCK_VALUES (1 << 19)

/* Up to so many columns direct differences are faster than a product. */
#define DIRECT_COLUMNS 8

/* |x|^2 + |y|^2 - 2 x'y has lost more than four digits below this share of |x|^2 + |y|^2, so the pair is done again by
 * direct differences. */
#define CANCELLED EQP_SPARSE_CANCELED

/* Memory of one worker. */
typedef struct
{
  double *chunk;       /* chunk_rows x d */
  double *block;       /* block_rows x d; for few columns d x block_rows */
  double *squares;     /* chunk_rows x block_rows: squared distances */
  double *sums;        /* chunk_rows x filled: of the distances to each cluster */
  double *chunk_norms;
  double *block_norms;
  double *products;    /* n, of sparse rows; then all above but sums are not there */
} Scratch;

typedef struct
{
  EqpPoints               points;
  const EqpRowsByCluster *rows;
  gint                    filled;
  gint64                 *bounds;      /* filled + 1: of the clusters that are not empty, in rows */
  gint64                 *sample;      /* n_sample places in rows, ascending */
  gint64                  n_sample;
  gint64                  chunk_rows;
  gint64                  block_rows;
  double                 *values;      /* n_sample */
  Scratch                *scratch;     /* one a worker */
  guint                   n_workers;
  const EqpSparseRows    *turned;      /* of sparse rows: their columns, or NULL */
  double                 *norms;       /* and n: |x|^2 */
  GCancellable           *cancellable;
} Silhouette;

static void
silhouette_clear (Silhouette *self)
{
  for (guint w = 0; self->scratch != NULL && w < self->n_workers; w++)
    {
      eqp_free (self->scratch[w].chunk);
      eqp_free (self->scratch[w].block);
      eqp_free (self->scratch[w].squares);
      eqp_free (self->scratch[w].sums);
      g_free (self->scratch[w].chunk_norms);
      g_free (self->scratch[w].block_norms);
      eqp_free (self->scratch[w].products);
    }
  eqp_free (self->norms);
  g_clear_pointer (&self->scratch, g_free);
  g_clear_pointer (&self->bounds, g_free);
  g_clear_pointer (&self->sample, g_free);
  g_clear_pointer (&self->values, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Silhouette, silhouette_clear)

static const float *
point (const Silhouette *self,
       gint64            place)
{
  return self->points.x + self->rows->rows[place] * self->points.d;
}

/* ---- Distances -------------------------------------------------------------------------------------------------- */

/* Few columns: squares[r][i] = sum_j (x_rj - y_ij)^2, column by column over the whole block. */
static void
measure_directly (const Silhouette *self,
                  Scratch          *scratch,
                  const gint64     *chunk,
                  gint64            n_chunk,
                  gint64            first,
                  gint64            n_block)
{
  gint64 d = self->points.d;

  for (gint64 i = 0; i < n_block; i++)
    for (gint64 j = 0; j < d; j++)
      scratch->block[j * self->block_rows + i] = (double) point (self, first + i)[j];

  for (gint64 r = 0; r < n_chunk; r++)
    {
      const float *x = point (self, chunk[r]);
      double *squares = scratch->squares + r * self->block_rows;

      memset (squares, 0, sizeof (double) * (gsize) n_block);
      for (gint64 j = 0; j < d; j++)
        {
          const double *y = scratch->block + j * self->block_rows;
          double value = (double) x[j];

          for (gint64 i = 0; i < n_block; i++)
            squares[i] += (value - y[i]) * (value - y[i]);
        }
    }
}

static double
spread_out (const float *x,
            gint64       d,
            double      *out)
{
  double norm = 0.0;

  for (gint64 j = 0; j < d; j++)
    {
      out[j] = (double) x[j];
      norm += out[j] * out[j];
    }
  return norm;
}

/* Many columns: a product of matrices in double, and direct differences for the pairs that it says too little of. */
static void
measure_by_product (const Silhouette *self,
                    Scratch          *scratch,
                    const gint64     *chunk,
                    gint64            n_chunk,
                    gint64            first,
                    gint64            n_block)
{
  const EqpKernels *kernels = _eqp_kernels_get ();
  gint64 d = self->points.d;

  for (gint64 i = 0; i < n_block; i++)
    scratch->block_norms[i] = spread_out (point (self, first + i), d, scratch->block + i * d);
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int) n_chunk, (int) n_block, (int) d, -2.0, scratch->chunk,
               (int) d, scratch->block, (int) d, 0.0, scratch->squares, (int) self->block_rows);

  for (gint64 r = 0; r < n_chunk; r++)
    {
      double *squares = scratch->squares + r * self->block_rows;
      double norm = scratch->chunk_norms[r];
      int doubtful = 0;

      for (gint64 i = 0; i < n_block; i++)
        {
          double both = norm + scratch->block_norms[i];

          squares[i] += both;
          doubtful |= !(squares[i] > CANCELLED * both);
        }
      for (gint64 i = 0; doubtful && i < n_block; i++)
        if (!(squares[i] > CANCELLED * (norm + scratch->block_norms[i])))
          squares[i] = kernels->between (point (self, chunk[r]), point (self, first + i), d);
    }
}

/* ---- Rows ------------------------------------------------------------------------------------------------------- */

/* Adds up the distances of the block to each cluster it has rows of. */
static void
add_block (const Silhouette *self,
           Scratch          *scratch,
           gint64            n_chunk,
           gint64            first,
           gint64            n_block,
           gint              cluster)
{
  for (gint64 start = first; start < first + n_block; cluster++)
    {
      gint64 end = MIN (first + n_block, self->bounds[cluster + 1]);

      for (gint64 r = 0; r < n_chunk; r++)
        {
          const double *squares = scratch->squares + r * self->block_rows + (start - first);
          double sum = 0.0;

          for (gint64 i = 0; i < end - start; i++)
            sum += sqrt (squares[i]);
          scratch->sums[r * self->filled + cluster] += sum;
        }
      start = end;
    }
}

/* s = (b - a) / max (a, b); a row alone in its cluster has 0, and so has one that equals all it is compared with. */
static double
row_value (const Silhouette *self,
           const double     *sums,
           gint              own)
{
  gint64 size = self->bounds[own + 1] - self->bounds[own];
  double a, b = INFINITY;

  if (size == 1)
    return 0.0;
  a = sums[own] / (double) (size - 1);
  for (gint c = 0; c < self->filled; c++)
    if (c != own)
      b = MIN (b, sums[c] / (double) (self->bounds[c + 1] - self->bounds[c]));
  return MAX (a, b) > 0.0 ? (b - a) / MAX (a, b) : 0.0;
}

static gint
cluster_of (const Silhouette *self,
            gint64            place)
{
  gint low = 0, high = self->filled - 1;

  while (low < high)
    {
      gint middle = low + (high - low) / 2;

      if (self->bounds[middle + 1] <= place)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Sparse rows one by one: products with all others at once. */
static void
measure_sparse_chunk (gint64   number,
                      guint    worker,
                      gpointer user_data)
{
  Silhouette *self = user_data;
  Scratch *scratch = &self->scratch[worker];
  const EqpSparseRows *points = self->points.sparse;

  for (gint64 at = number * self->chunk_rows; at < MIN (self->n_sample, (number + 1) * self->chunk_rows); at++)
    {
      gint64 row = self->rows->rows[self->sample[at]];

      if (g_cancellable_is_cancelled (self->cancellable))
        return;
      _eqp_sparse_rows_products (points, self->turned, row, scratch->products);
      for (gint c = 0; c < self->filled; c++)
        {
          scratch->sums[c] = 0.0;
          for (gint64 place = self->bounds[c]; place < self->bounds[c + 1]; place++)
            {
              gint64 other = self->rows->rows[place];
              double both = self->norms[row] + self->norms[other], squared = both - 2.0 * scratch->products[other];

              if (!(squared > CANCELLED * both))
                squared = _eqp_sparse_rows_between (points, row, other);
              scratch->sums[c] += sqrt (squared);
            }
        }
      self->values[at] = row_value (self, scratch->sums, cluster_of (self, self->sample[at]));
    }
}

static void
measure_chunk (gint64   number,
               guint    worker,
               gpointer user_data)
{
  Silhouette *self = user_data;
  Scratch *scratch = &self->scratch[worker];
  const gint64 *chunk = self->sample + number * self->chunk_rows;
  gint64 n_chunk = MIN (self->chunk_rows, self->n_sample - number * self->chunk_rows);
  gboolean direct = self->points.d <= DIRECT_COLUMNS;
  gint cluster = 0;

  memset (scratch->sums, 0, sizeof (double) * (gsize) (n_chunk * self->filled));
  for (gint64 r = 0; r < n_chunk && !direct; r++)
    scratch->chunk_norms[r] = spread_out (point (self, chunk[r]), self->points.d, scratch->chunk + r * self->points.d);

  for (gint64 first = 0; first < self->rows->n; first += self->block_rows)
    {
      gint64 n_block = MIN (self->block_rows, self->rows->n - first);

      if (g_cancellable_is_cancelled (self->cancellable))
        return;
      if (direct)
        measure_directly (self, scratch, chunk, n_chunk, first, n_block);
      else
        measure_by_product (self, scratch, chunk, n_chunk, first, n_block);
      while (self->bounds[cluster + 1] <= first)
        cluster++;
      add_block (self, scratch, n_chunk, first, n_block, cluster);
    }
  for (gint64 r = 0; r < n_chunk; r++)
    self->values[number * self->chunk_rows + r] =
        row_value (self, scratch->sums + r * self->filled, cluster_of (self, chunk[r]));
}

/* ---- The whole -------------------------------------------------------------------------------------------------- */

/* Places of the rows to look at: all, or a sample without replacement (Knuth, algorithm S), which comes sorted. */
static void
choose_sample (Silhouette        *self,
               EqpSilhouetteRows  how_many,
               guint64            seed)
{
  gint64 n = self->rows->n, taken = 0, pairs = MIN (SAMPLE_PAIRS, SAMPLE_STEPS / MAX (1, self->points.d));
  EqpRng rng;

  self->n_sample = how_many == EQP_SILHOUETTE_AUTO && n <= EXACT_ROWS
                     ? n
                     : MIN (n, CLAMP (pairs / n, SAMPLE_LEAST, EXACT_ROWS));
  self->sample = g_new (gint64, (gsize) self->n_sample);
  eqp_rng_init (&rng, seed, 0);
  for (gint64 i = 0; taken < self->n_sample; i++)
    if (self->n_sample == n || (gint64) eqp_rng_below (&rng, (guint64) (n - i)) < self->n_sample - taken)
      self->sample[taken++] = i;
}

static gboolean
allocate_sparse (Silhouette *self,
                 guint       threads)
{
  gsize n = (gsize) self->points.n;

  self->chunk_rows = CHUNK_ROWS;
  self->values = g_new0 (double, (gsize) self->n_sample);
  self->n_workers = threads;
  self->scratch = g_new0 (Scratch, threads);
  self->norms = _eqp_sparse_rows_norms (self->points.sparse, NULL);
  if (self->norms == NULL)
    return FALSE;
  for (guint w = 0; w < threads; w++)
    {
      Scratch *scratch = &self->scratch[w];

      scratch->sums = eqp_try_alloc ((gsize) self->filled, sizeof (double), N_ ("the silhouette"), NULL);
      scratch->products = eqp_try_alloc (n, sizeof (double), N_ ("the silhouette"), NULL);
      if (scratch->sums == NULL || scratch->products == NULL)
        return FALSE;
    }
  return TRUE;
}

static gboolean
allocate (Silhouette *self,
          guint       threads)
{
  gint64 d = self->points.d;

  self->block_rows = CLAMP (BLOCK_VALUES / MAX (1, d), 16, BLOCK_ROWS);
  self->chunk_rows = CLAMP (BLOCK_VALUES / MAX (1, d), 4, CHUNK_ROWS);
  self->values = g_new0 (double, (gsize) self->n_sample);
  self->n_workers = threads;
  self->scratch = g_new0 (Scratch, threads);
  for (guint w = 0; w < threads; w++)
    {
      Scratch *scratch = &self->scratch[w];

      scratch->chunk = eqp_try_alloc ((gsize) (self->chunk_rows * d), sizeof (double), N_ ("the silhouette"), NULL);
      scratch->block = eqp_try_alloc ((gsize) (self->block_rows * d), sizeof (double), N_ ("the silhouette"), NULL);
      scratch->squares =
          eqp_try_alloc ((gsize) (self->chunk_rows * self->block_rows), sizeof (double), N_ ("the silhouette"), NULL);
      scratch->sums =
          eqp_try_alloc ((gsize) self->chunk_rows * (gsize) self->filled, sizeof (double), N_ ("the silhouette"), NULL);
      scratch->chunk_norms = g_new (double, (gsize) self->chunk_rows);
      scratch->block_norms = g_new (double, (gsize) self->block_rows);
      if (scratch->chunk == NULL || scratch->block == NULL || scratch->squares == NULL || scratch->sums == NULL)
        return FALSE;
    }
  return TRUE;
}

/* The mean, and how far it may be off where not all rows are in it: s sqrt ((1 - m/n) / m). */
static void
average (const Silhouette *self,
         EqpSilhouette    *silhouette)
{
  double sum = 0.0, squares = 0.0, m = (double) self->n_sample;

  for (gint64 i = 0; i < self->n_sample; i++)
    sum += self->values[i];
  silhouette->value = sum / m;
  for (gint64 i = 0; i < self->n_sample; i++)
    squares += (self->values[i] - silhouette->value) * (self->values[i] - silhouette->value);
  if (self->n_sample < self->rows->n)
    silhouette->error = sqrt (squares / (m - 1.0) * (1.0 - m / (double) self->rows->n) / m);
}

/**
 * eqp_metrics_silhouette:
 * @points: the points, dense or sparse
 * @k: clusters, at least 1; empty ones do not count
 * @labels: n cluster numbers below @k; rows with a negative one are left out
 * @how_many: rows that the mean is taken of
 * @seed: of the sample
 * @pool: for the rows
 * @cancellable: (nullable): ends it early
 * @silhouette: (out caller-allocates): the mean over rows of (b - a) / max (a, b), a and b the mean distances to the
 *   other rows of the own cluster and to those of the nearest other one; NaN where it is not defined, memory was short
 *   or it was cancelled
 *
 * Up to 20,000 rows all pairs are taken. Above, or where @how_many says so and all pairs were more than 10^8 or more
 * than 2.5 10^10 differences of values, the mean is over a sample of rows drawn without replacement, each of
 * which is compared with all rows: an estimate without bias, whatever K is, told with its standard error. (A sample
 * compared with itself, as elsewhere, is biased where clusters have few rows in it.) Distances are Euclidean, in
 * double. It is defined for 2 to n - 1 clusters.
 *
 * Time O(m n d) for m rows looked at, of sparse rows O(m n) and the products of the columns they share, shared by the
 * pool; memory O(n + threads K). The same on any number of threads.
 */
void
eqp_metrics_silhouette (EqpPoints      points,
                        gint           k,
                        const gint32  *labels,
                        EqpSilhouetteRows how_many,
                        guint64        seed,
                        EqpPool       *pool,
                        GCancellable  *cancellable,
                        EqpSilhouette *silhouette)
{
  gint64 started = g_get_monotonic_time ();
  g_auto (EqpRowsByCluster) rows = { 0 };
  g_autoptr (EqpSparseRows) turned = NULL;
  g_auto (Silhouette) self = { .points = points, .rows = &rows, .cancellable = cancellable };
  gint c = 0;

  *silhouette = (EqpSilhouette) { .value = NAN };
  _eqp_rows_by_cluster_init (&rows, points.n, k, labels);
  silhouette->n = rows.n;
  if (rows.filled < 2 || rows.filled >= rows.n)
    return;

  self.filled = rows.filled;
  self.bounds = g_new0 (gint64, (gsize) rows.filled + 1);
  for (gint label = 0; label < k; label++)
    if (rows.starts[label + 1] > rows.starts[label])
      self.bounds[++c] = rows.starts[label + 1];
  choose_sample (&self, how_many, seed);
  if (points.sparse != NULL && (self.turned = turned = _eqp_sparse_rows_turn (points.sparse, NULL)) == NULL)
    return;
  if (!(turned != NULL ? allocate_sparse : allocate) (&self, eqp_pool_get_threads (pool)))
    return;

  eqp_pool_run (pool, (self.n_sample + self.chunk_rows - 1) / self.chunk_rows,
                turned != NULL ? measure_sparse_chunk : measure_chunk, &self);
  if (g_cancellable_is_cancelled (cancellable))
    return;
  silhouette->sampled = self.n_sample;
  silhouette->seconds = (double) (g_get_monotonic_time () - started) * 1e-6;
  average (&self, silhouette);
}
