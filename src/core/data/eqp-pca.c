/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Principal components: the choice between the two ways of computing them, and projection.
 * The small side of the matrix decides: a covariance (or, with fewer rows than columns, the matrix of inner
 * products) is solved exactly; few components of a large matrix come from a block Krylov iteration. */
#include "config.h"

#include "eqp-pca-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-blas.h"
#include "base/eqp-error.h"
#include "base/eqp-parallel.h"

#define PROJECT_ROWS 256
#define FEW_COMPONENTS 16
#define SMALL_SIDE 200
#define LARGE_SIDE 2000

/* What orthonormalizing leaves of a row that lay in the span of the others. */
#define DEPENDENT 1e-10

/* More rows than these, or against more of them, are made orthonormal in blocks of so many. */
#define BLOCK_ROWS 64

/* Takes the span of the first @kept rows out of @count rows behind them, by two products of matrices; of a single row
 * by vectors, since BLAS would copy all rows to multiply them once. */
static void
clear_block (double *rows,
             gint64  kept,
             double *block,
             gint64  count,
             gint64  d,
             double *shares)
{
  if (count == 1)
    {
      cblas_dgemv (CblasRowMajor, CblasNoTrans, (int) kept, (int) d, 1.0, rows, (int) d, block, 1, 0.0, shares, 1);
      cblas_dgemv (CblasRowMajor, CblasTrans, (int) kept, (int) d, -1.0, rows, (int) d, shares, 1, 1.0, block, 1);
      return;
    }
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int) count, (int) kept, (int) d, 1.0, block, (int) d, rows,
               (int) d, 0.0, shares, (int) kept);
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int) count, (int) d, (int) kept, -1.0, shares, (int) kept,
               rows, (int) d, 1.0, block, (int) d);
}

/* Takes the span of rows first..kept-1 out of row kept, which then has length 1. Returns what of the length, @before
 * once, was left, 0 where it was no row. */
static double
clear_row (double *rows,
           gint64  first,
           gint64  kept,
           gint64  d,
           double  before)
{
  double *row = rows + kept * d;
  double length = cblas_dnrm2 ((int) d, row, 1), after;

  if (!(length > 0.0))
    return 0.0;
  cblas_dscal ((int) d, 1.0 / length, row, 1);
  for (int pass = 0; pass < 2; pass++)
    for (gint64 j = first; j < kept; j++)
      cblas_daxpy ((int) d, -cblas_ddot ((int) d, rows + j * d, 1, row, 1), rows + j * d, 1, row, 1);
  after = cblas_dnrm2 ((int) d, row, 1);
  if (after > 0.0)
    cblas_dscal ((int) d, 1.0 / after, row, 1);
  return after * (before > 0.0 ? length / before : 1.0);
}

/**
 * _eqp_pca_orthonormalize:
 * @rows: n_rows x d; rows 0..first-1 are orthonormal already
 * @first: the first row to work on
 * @n_rows: rows
 * @d: columns
 * @tolerance: rows that lose more than this share of their length are taken out
 * @cancellable: (nullable): ends it early; the rows are of no use then
 *
 * Gram-Schmidt, twice for each row; the rows that are left move up. Many rows are first cleared block by block of what
 * lies in the span of those before, twice as well. O(n_rows^2 d).
 *
 * Returns: how many rows are left
 */
gint64
_eqp_pca_orthonormalize (double        *rows,
                         gint64         first,
                         gint64         n_rows,
                         gint64         d,
                         double         tolerance,
                         GCancellable  *cancellable)
{
  gboolean in_blocks = n_rows - first > BLOCK_ROWS || first >= BLOCK_ROWS;
  gint64 step = in_blocks ? BLOCK_ROWS : MAX (1, n_rows - first), kept = first;
  g_autofree double *shares = in_blocks ? g_new (double, BLOCK_ROWS * (gsize) n_rows) : NULL;
  double before[BLOCK_ROWS];

  for (gint64 start = first; start < n_rows; start += step)
    {
      gint64 count = MIN (step, n_rows - start), cleared = in_blocks ? kept : 0;
      double *block = rows + start * d;

      if (g_cancellable_is_cancelled (cancellable))
        break;
      for (gint64 i = 0; in_blocks && i < count; i++)
        before[i] = cblas_dnrm2 ((int) d, block + i * d, 1);
      for (int pass = 0; pass < 2 && in_blocks && kept > 0; pass++)
        clear_block (rows, kept, block, count, d, shares);

      for (gint64 i = 0; i < count && !g_cancellable_is_cancelled (cancellable); i++)
        {
          if (kept != start + i)
            memcpy (rows + kept * d, block + i * d, (gsize) d * sizeof (double));
          if (clear_row (rows, cleared, kept, d, in_blocks ? before[i] : 0.0) > tolerance)
            kept++;
        }
    }

  return kept;
}

/* Directions without variance are as good as any others, but they have to be perpendicular to the rest. */
static void
complete (EqpPca *self, gint64 found, GCancellable *cancellable)
{
  for (gint64 axis = 0; found < self->n_components && axis < self->d && !g_cancellable_is_cancelled (cancellable);
       axis++)
    {
      double *row = self->components + found * self->d;

      memset (row, 0, (gsize) self->d * sizeof (double));
      row[axis] = 1.0;
      self->variances[found] = 0.0;
      found = _eqp_pca_orthonormalize (self->components, found, found + 1, self->d, 1e-3, NULL);
    }
}

static void
tidy (EqpPca *self, GCancellable *cancellable)
{
  gint64 found;

  for (gint i = 0; i < self->n_components; i++)
    if (!(self->variances[i] > self->variances[0] * 1e-14))
      {
        self->variances[i] = 0.0;
        memset (self->components + i * self->d, 0, (gsize) self->d * sizeof (double));
      }

  /* Variances descend, so the rows that fall out are the last ones. */
  found = _eqp_pca_orthonormalize (self->components, 0, self->n_components, self->d, DEPENDENT, cancellable);
  complete (self, found, cancellable);

  for (gint i = 0; i < self->n_components; i++)
    {
      double *row = self->components + i * self->d;

      if (row[cblas_idamax ((int) self->d, row, 1)] < 0.0)
        cblas_dscal ((int) self->d, -1.0, row, 1);
    }
}

/**
 * eqp_pca_new:
 * @dataset: a data set
 * @n_components: how many, 1..min (n, d)
 * @threads: how many threads may work; 0: one a processor
 * @cancellable: (nullable): to stop
 * @error: return location, EQP_ERROR_INVALID_PARAM, EQP_ERROR_TOO_LARGE or EQP_ERROR_NUMERICAL
 *
 * The leading principal components, in stored units; the same on any number of threads. Exact (to rounding) when
 * the small side of the matrix is small or many components are wanted, otherwise to about 1e-6 of each variance
 * (less where three or fewer components are wanted and no directions stand out).
 * Components without variance are perpendicular unit vectors like the others.
 * Time O(n d min (n, d)) for the exact way, O(n d n_components) a step for the other, of which 4 to 8 are usual.
 *
 * Returns: (transfer full): the components
 */
EqpPca *
eqp_pca_new (EqpDataset    *dataset,
             gint           n_components,
             guint          threads,
             GCancellable  *cancellable,
             GError       **error)
{
  gint64 n = eqp_dataset_get_n (dataset);
  gint64 d = eqp_dataset_get_d (dataset);
  gint64 side = MIN (n, d);
  g_autoptr (EqpPca) self = NULL;
  g_autoptr (EqpPool) pool = NULL;
  gboolean exact, done;

  if (eqp_dataset_get_graph (dataset) != NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   _ ("“%s” is a graph without features, which have no principal components; its spectral coordinates "
                      "show it."),
                   eqp_dataset_get_name (dataset));
      return NULL;
    }
  if (n_components < 1 || n_components > side)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  _ ("%d principal components were asked for, but %" PRId64 " rows of %" PRId64
                     " columns have 1 to %" PRId64 "."),
                  n_components, n, d, side);
      return NULL;
    }
  if (d > G_MAXINT32 / 8 || (gint64) n_components * d > G_MAXINT32)
    {
      eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                  _ ("%d principal components of %" PRId64 " columns are too many for this version; use fewer."),
                  n_components, d);
      return NULL;
    }

  eqp_blas_init ();
  pool = eqp_pool_new (threads);
  self = g_new0 (EqpPca, 1);
  self->d = d;
  self->n_components = n_components;
  self->mean = g_memdup2 (eqp_dataset_get_mean (dataset), (gsize) d * sizeof (double));
  self->components = g_new0 (double, (gsize) n_components * (gsize) d);
  self->variances = g_new0 (double, n_components);
  self->total_variance = eqp_dataset_get_total_ss (dataset) / (double) n;

  exact = side <= SMALL_SIDE || (n_components > FEW_COMPONENTS && side <= LARGE_SIDE) || n_components > side / 4;
  if (self->total_variance == 0.0)
    done = TRUE;
  else if (exact)
    done = _eqp_pca_exact (self, dataset, pool, cancellable, error);
  else
    done = _eqp_pca_iterate (self, dataset, pool, cancellable, error);
  if (!done)
    return NULL;

  tidy (self, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * eqp_pca_free:
 * @self: (nullable): components
 */
void
eqp_pca_free (EqpPca *self)
{
  if (self == NULL)
    return;

  g_free (self->mean);
  g_free (self->components);
  g_free (self->variances);
  g_free (self);
}

typedef struct
{
  const EqpPca *pca;
  const float  *features;
  gint64        n;
  float        *directions; /* n_components x d */
  float        *buffers;    /* one a worker: PROJECT_ROWS x d */
  float        *scores;
} Projection;

static void
project_chunk (gint64 chunk, guint worker, gpointer user_data)
{
  Projection *projection = user_data;
  gint64 d = projection->pca->d;
  int k = projection->pca->n_components;
  gint64 first = chunk * PROJECT_ROWS;
  gint64 rows = MIN (PROJECT_ROWS, projection->n - first);
  float *buffer = projection->buffers + (gsize) worker * PROJECT_ROWS * (gsize) d;

  for (gint64 i = 0; i < rows; i++)
    for (gint64 j = 0; j < d; j++)
      buffer[i * d + j] = (float) (projection->features[(first + i) * d + j] - projection->pca->mean[j]);
  cblas_sgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int) rows, k, (int) d, 1.0f, buffer, (int) d,
               projection->directions, (int) d, 0.0f, projection->scores + first * k, k);
}

typedef struct
{
  const EqpSparseRows *rows;
  gint64               k;
  const double        *turned;  /* d x k: the components */
  const double        *shift;   /* k: of the mean */
  double              *buffers; /* one a worker: k */
  float               *scores;
} SparseProjection;

static void
project_sparse_chunk (gint64 chunk, guint worker, gpointer user_data)
{
  SparseProjection *projection = user_data;
  const EqpSparseRows *rows = projection->rows;
  gint64 k = projection->k;
  double *restrict sum = projection->buffers + (gint64) worker * k;

  for (gint64 i = chunk * PROJECT_ROWS; i < MIN (rows->n, (chunk + 1) * PROJECT_ROWS); i++)
    {
      for (gint64 c = 0; c < k; c++)
        sum[c] = -projection->shift[c];
      for (gint64 e = rows->starts[i]; e < rows->starts[i + 1]; e++)
        {
          const double *restrict direction = projection->turned + rows->columns[e] * k;
          double value = rows->values[e];

          for (gint64 c = 0; c < k; c++)
            sum[c] += value * direction[c];
        }
      for (gint64 c = 0; c < k; c++)
        projection->scores[i * k + c] = (float) sum[c];
    }
}

/* x c' - mean c', where the first product has the entries of the row only. */
static void
project_sparse (const EqpPca *self, const EqpSparseRows *rows, EqpPool *pool, float *scores)
{
  gint64 k = self->n_components, d = self->d;
  g_autofree double *turned = g_new (double, (gsize) (k * d));
  g_autofree double *shift = g_new0 (double, (gsize) k);
  g_autofree double *buffers = g_new (double, (gsize) eqp_pool_get_threads (pool) * (gsize) k);
  SparseProjection projection = { rows, k, turned, shift, buffers, scores };

  for (gint64 c = 0; c < k; c++)
    for (gint64 j = 0; j < d; j++)
      {
        turned[j * k + c] = self->components[c * d + j];
        shift[c] += self->mean[j] * self->components[c * d + j];
      }
  eqp_pool_run (pool, (rows->n + PROJECT_ROWS - 1) / PROJECT_ROWS, project_sparse_chunk, &projection);
}

/**
 * eqp_pca_project:
 * @self: components
 * @dataset: a data set with the columns the components were computed from
 * @threads: how many threads may work; 0: one a processor
 * @scores: (out): n x n_components: each row's coordinates, in stored units
 */
void
eqp_pca_project (const EqpPca *self,
                 EqpDataset   *dataset,
                 guint         threads,
                 float        *scores)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  gsize entries = (gsize) self->n_components * (gsize) self->d;
  g_autofree float *directions = NULL;
  g_autofree float *buffers = NULL;
  Projection projection = { self, NULL, eqp_dataset_get_n (dataset), NULL, NULL, scores };

  g_return_if_fail (eqp_dataset_get_d (dataset) == self->d);

  if (eqp_dataset_get_sparse (dataset) != NULL)
    {
      project_sparse (self, eqp_dataset_get_sparse (dataset), pool, scores);
      return;
    }
  eqp_blas_init ();
  projection.features = eqp_dataset_get_features (dataset);
  projection.directions = directions = g_new (float, entries);
  projection.buffers = buffers =
      g_new (float, (gsize) eqp_pool_get_threads (pool) * PROJECT_ROWS * (gsize) self->d);
  for (gsize i = 0; i < entries; i++)
    directions[i] = (float) self->components[i];
  eqp_pool_run (pool, (projection.n + PROJECT_ROWS - 1) / PROJECT_ROWS, project_chunk, &projection);
}
