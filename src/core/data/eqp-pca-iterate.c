/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A few principal components of a large matrix, by a block Krylov iteration with Rayleigh-Ritz (Musco, Musco 2015)
 * that goes on until the residuals are small. The data are read once a step. */
#include "config.h"

#include "eqp-pca-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-blas.h"
#include "base/eqp-error.h"
#include "base/eqp-parallel.h"
#include "base/eqp-rng.h"
#include "base/eqp-sparse-rows.h"

/* Rows of a product done in float before the sums go on in double. */
#define STRIPE 256
/* The rows are cut into this many groups at most, each with its own sums, whatever the number of threads. */
#define GROUPS 64
/* Where a plane for looking at the data does not stand out after this many steps, any plane is as good. */
#define MAX_STEPS_DISPLAY 8
#define MAX_STEPS 24
/* Residual over eigenvalue; the error of the variance is about its square, float noise is near 1e-6. */
#define RESIDUAL 1e-3
/* A sample of this many rows gives a start that saves half of the steps over all rows. */
#define SAMPLE_ROWS 4096
#define SAMPLE_RESIDUAL 3e-2
/* Blocks in a full basis: with fewer it starts again more often, with more it is larger than sparse data are. */
#define DENSE_BLOCKS 8
#define SPARSE_BLOCKS 4
/* Rows or columns of sparse data that a thread works on at a time. */
#define SPARSE_LINES 256

typedef struct
{
  const float  *features;
  const float  *mean;       /* d; NULL: so small that it may stay */
  gint64        n;          /* rows to look at */
  gint64        stride;     /* every stride-th row of the data set */
  gint64        d;
  gint64        group_rows;
  gint64        groups;
  gint64        b;          /* vectors in a block */
  double       *basis;      /* capacity x d, orthonormal rows */
  double       *images;     /* capacity x d: covariance times basis */
  gint64        capacity;
  gint64        size;       /* rows of basis in use */
  float        *block;      /* b x d, the block to multiply */
  double       *sums;       /* groups x b x d */
  float        *scratch;    /* one a worker: STRIPE x d, STRIPE x b, b x d */
  gsize         scratch_size;
  double       *ritz;       /* b x d, Ritz vectors */
  double       *values;     /* capacity */
  double       *small;      /* capacity x capacity */
  double       *turned;     /* capacity x capacity, eigenvectors of the small matrix */
  const EqpSparseRows *sparse; /* instead of features, mean and block, or NULL */
  const EqpSparseRows *sparse_turned;
  const double *sparse_mean; /* d */
  gboolean      by_rows;    /* sparse data of fewer rows than columns: d is their number, and vectors have one each */
  double       *panel;      /* columns x b, the block to multiply or the products, turned */
  double       *scores;     /* n x b, likewise */
  double       *shift;      /* b: what the mean takes off */
  GCancellable *cancellable;
} Krylov;

/* A stripe of rows with the mean taken off; leading is what lies between two rows. */
static const float *
center_stripe (Krylov *krylov, gint64 first, gint64 count, float *rows, gint64 *leading)
{
  const float *features = krylov->features + first * krylov->stride * krylov->d;

  *leading = krylov->stride * krylov->d;
  if (krylov->mean == NULL)
    return features;

  for (gint64 i = 0; i < count; i++)
    for (gint64 j = 0; j < krylov->d; j++)
      rows[i * krylov->d + j] = features[i * *leading + j] - krylov->mean[j];
  *leading = krylov->d;
  return rows;
}

/* sums[group] = Xc' (Xc Q') for the rows of one group. */
static void
multiply_group (gint64 group, guint worker, gpointer user_data)
{
  Krylov *krylov = user_data;
  gint64 d = krylov->d;
  gint64 b = krylov->b;
  double *sums = krylov->sums + group * b * d;
  float *buffer = krylov->scratch + (gsize) worker * krylov->scratch_size;
  float *scores = buffer + STRIPE * d;
  float *part = scores + STRIPE * b;
  gint64 end = MIN (krylov->n, (group + 1) * krylov->group_rows);

  memset (sums, 0, (gsize) (b * d) * sizeof (double));
  for (gint64 first = group * krylov->group_rows; first < end; first += STRIPE)
    {
      gint64 count = MIN (STRIPE, end - first);
      gint64 leading;
      const float *rows;

      if (g_cancellable_is_cancelled (krylov->cancellable))
        return;
      rows = center_stripe (krylov, first, count, buffer, &leading);

      cblas_sgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int) count, (int) b, (int) d, 1.0f,
                   rows, (int) leading, krylov->block, (int) d, 0.0f, scores, (int) b);
      cblas_sgemm (CblasRowMajor, CblasTrans, CblasNoTrans, (int) b, (int) d, (int) count, 1.0f,
                   scores, (int) b, rows, (int) leading, 0.0f, part, (int) d);
      for (gint64 i = 0; i < b * d; i++)
        sums[i] += part[i];
    }
}

static void
add_line (const EqpSparseRows *lines, gint64 line, const double *panel, gint64 b, double *restrict sum)
{
  for (gint64 e = lines->starts[line]; e < lines->starts[line + 1]; e++)
    {
      const double *restrict from = panel + lines->columns[e] * b;
      double value = lines->values[e];

      for (gint64 c = 0; c < b; c++)
        sum[c] += value * from[c];
    }
}

/* scores = Xc panel, Xc = X - 1 mean' */
static void
score_rows (gint64 chunk, guint worker, gpointer user_data)
{
  Krylov *krylov = user_data;
  gint64 b = krylov->b;

  if (g_cancellable_is_cancelled (krylov->cancellable))
    return;
  for (gint64 i = chunk * SPARSE_LINES; i < MIN (krylov->n, (chunk + 1) * SPARSE_LINES); i++)
    {
      double *sum = krylov->scores + i * b;

      for (gint64 c = 0; c < b; c++)
        sum[c] = -krylov->shift[c];
      add_line (krylov->sparse, i, krylov->panel, b, sum);
    }
}

/* panel = Xc' scores */
static void
gather_columns (gint64 chunk, guint worker, gpointer user_data)
{
  Krylov *krylov = user_data;
  gint64 b = krylov->b;

  if (g_cancellable_is_cancelled (krylov->cancellable))
    return;
  for (gint64 j = chunk * SPARSE_LINES; j < MIN (krylov->sparse->d, (chunk + 1) * SPARSE_LINES); j++)
    {
      double *sum = krylov->panel + j * b;

      for (gint64 c = 0; c < b; c++)
        sum[c] = -krylov->sparse_mean[j] * krylov->shift[c];
      add_line (krylov->sparse_turned, j, krylov->scores, b, sum);
    }
}

/* shift = lines' weights, or without weights their sum */
static void
weigh_lines (Krylov *krylov, const double *lines, gint64 count, const double *weights)
{
  gint64 b = krylov->b;

  memset (krylov->shift, 0, (gsize) b * sizeof (double));
  for (gint64 i = 0; i < count; i++)
    for (gint64 c = 0; c < b; c++)
      krylov->shift[c] += weights != NULL ? weights[i] * lines[i * b + c] : lines[i * b + c];
}

static void
panel_to_scores (Krylov *krylov, EqpPool *pool)
{
  weigh_lines (krylov, krylov->panel, krylov->sparse->d, krylov->sparse_mean);
  eqp_pool_run (pool, (krylov->n + SPARSE_LINES - 1) / SPARSE_LINES, score_rows, krylov);
}

static void
scores_to_panel (Krylov *krylov, EqpPool *pool)
{
  weigh_lines (krylov, krylov->scores, krylov->n, NULL);
  eqp_pool_run (pool, (krylov->sparse->d + SPARSE_LINES - 1) / SPARSE_LINES, gather_columns, krylov);
}

/* Xc' Xc Q' / n from the entries alone, or on the side of the rows Xc Xc' Q' / n: by rows and by columns, so that no
 * thread needs sums of its own. */
static void
multiply_sparse (Krylov *krylov, EqpPool *pool, const double *from, gint64 rows, double *target)
{
  gint64 d = krylov->d, b = krylov->b;
  double *lines = krylov->by_rows ? krylov->scores : krylov->panel;

  for (gint64 j = 0; j < d; j++)
    for (gint64 c = 0; c < b; c++)
      lines[j * b + c] = c < rows ? from[c * d + j] : 0.0;
  if (krylov->by_rows)
    scores_to_panel (krylov, pool);
  panel_to_scores (krylov, pool);
  if (!krylov->by_rows)
    scores_to_panel (krylov, pool);
  for (gint64 c = 0; c < rows; c++)
    for (gint64 j = 0; j < d; j++)
      target[c * d + j] = lines[j * b + c] / (double) krylov->n;
}

/* The components Xc' u of unit length that belong to eigenvectors u on the side of the rows. */
static void
leave_rows (Krylov *krylov, EqpPca *self, EqpPool *pool)
{
  gint64 b = krylov->b, d = self->d;

  for (gint64 i = 0; i < krylov->n; i++)
    for (gint64 c = 0; c < b; c++)
      krylov->scores[i * b + c] = krylov->ritz[c * krylov->d + i];
  scores_to_panel (krylov, pool);
  for (gint64 c = 0; c < self->n_components; c++)
    {
      double *component = self->components + c * d, length;

      for (gint64 j = 0; j < d; j++)
        component[j] = krylov->panel[j * b + c];
      length = cblas_dnrm2 ((int) d, component, 1);
      if (length > 0.0)
        cblas_dscal ((int) d, 1.0 / length, component, 1);
    }
}

/* The images of the rows first..size-1 of the basis; at most b of them. */
static void
multiply (Krylov *krylov, EqpPool *pool, gint64 first)
{
  gint64 d = krylov->d;
  gint64 rows = krylov->size - first;
  double *target = krylov->images + first * d;

  if (krylov->sparse != NULL)
    {
      multiply_sparse (krylov, pool, krylov->basis + first * d, rows, target);
      return;
    }
  for (gint64 i = 0; i < krylov->b * d; i++)
    krylov->block[i] = i < rows * d ? (float) krylov->basis[first * d + i] : 0.0f;
  eqp_pool_run (pool, krylov->groups, multiply_group, krylov);

  memset (target, 0, (gsize) (rows * d) * sizeof (double));
  for (gint64 group = 0; group < krylov->groups; group++)
    cblas_daxpy ((int) (rows * d), 1.0 / (double) krylov->n, krylov->sums + group * krylov->b * d, 1, target, 1);
}

/* out = the leading rows of turned times in. */
static void
combine (Krylov *krylov, gint64 count, const double *in, double *out)
{
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int) count, (int) krylov->d, (int) krylov->size, 1.0,
               krylov->turned, (int) krylov->size, in, (int) krylov->d, 0.0, out, (int) krylov->d);
}

/* Rayleigh-Ritz: eigenpairs of basis C basis', C the covariance. */
static gboolean
solve_small (Krylov *krylov, GError **error)
{
  gint64 m = krylov->size;

  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int) m, (int) m, (int) krylov->d, 1.0,
               krylov->basis, (int) krylov->d, krylov->images, (int) krylov->d, 0.0, krylov->small, (int) m);
  for (gint64 i = 0; i < m; i++)
    for (gint64 j = 0; j < i; j++)
      {
        double mean = 0.5 * (krylov->small[i * m + j] + krylov->small[j * m + i]);

        krylov->small[i * m + j] = mean;
        krylov->small[j * m + i] = mean;
      }
  return eqp_symmetric_eigen (m, krylov->small, m, krylov->values, krylov->turned, krylov->cancellable, error);
}

/* Puts the residuals C u - value u of the leading b Ritz pairs behind the basis; returns whether the first k are small.
 */
static gboolean
append_residuals (Krylov *krylov, gint64 k, double tolerance)
{
  gint64 d = krylov->d;
  gint64 count = MIN (krylov->b, krylov->size);
  double *residuals = krylov->basis + krylov->size * d;
  gboolean small = TRUE;

  combine (krylov, count, krylov->basis, krylov->ritz);
  combine (krylov, count, krylov->images, residuals);
  for (gint64 i = 0; i < count; i++)
    {
      cblas_daxpy ((int) d, -krylov->values[i], krylov->ritz + i * d, 1, residuals + i * d, 1);
      if (i < k && cblas_dnrm2 ((int) d, residuals + i * d, 1) > tolerance * krylov->values[i])
        small = FALSE;
    }
  krylov->size =
      _eqp_pca_orthonormalize (krylov->basis, krylov->size, krylov->size + count, d, 1e-7, krylov->cancellable);
  return small;
}

/* A full basis shrinks to its leading 2 b Ritz vectors. */
static void
restart (Krylov *krylov)
{
  gint64 keep = 2 * krylov->b;
  double *spare = krylov->sums;

  combine (krylov, keep, krylov->basis, spare);
  memcpy (krylov->basis, spare, (gsize) (keep * krylov->d) * sizeof (double));
  combine (krylov, keep, krylov->images, spare);
  memcpy (krylov->images, spare, (gsize) (keep * krylov->d) * sizeof (double));
  krylov->size = keep;
}

static void
set_rows (Krylov *krylov, gint64 n, gint64 stride)
{
  krylov->n = n / stride;
  krylov->stride = stride;
  krylov->groups = CLAMP (krylov->n / 512, 1, GROUPS);
  krylov->group_rows = (krylov->n + krylov->groups - 1) / krylov->groups;
}

/* Starts from the first size rows of the basis and leaves the leading Ritz pairs in ritz and values. */
static gboolean
iterate (Krylov *krylov, gint64 k, double tolerance, EqpPool *pool, GError **error)
{
  int max_steps = k <= 3 ? MAX_STEPS_DISPLAY : MAX_STEPS;
  gboolean converged = FALSE;

  multiply (krylov, pool, 0);
  for (int step = 0; !converged && step < max_steps; step++)
    {
      gint64 before;

      if (g_cancellable_set_error_if_cancelled (krylov->cancellable, error))
        return FALSE;
      if (!solve_small (krylov, error))
        return FALSE;
      if (krylov->size + krylov->b > krylov->capacity)
        {
          restart (krylov);
          if (!solve_small (krylov, error))
            return FALSE;
        }
      before = krylov->size;
      converged = append_residuals (krylov, k, tolerance) || krylov->size == before;
      if (!converged)
        multiply (krylov, pool, before);
    }
  return !g_cancellable_set_error_if_cancelled (krylov->cancellable, error);
}

static gboolean
find_components (Krylov *krylov, EqpPca *self, gint64 n, EqpPool *pool, GError **error)
{
  gint64 k = self->n_components;
  gint64 d = krylov->d;
  EqpRng rng;

  eqp_rng_init (&rng, 20130102, 0);
  for (gint64 i = 0; i < krylov->b * d; i++)
    krylov->basis[i] = eqp_rng_normal (&rng);
  krylov->size = _eqp_pca_orthonormalize (krylov->basis, 0, krylov->b, d, 1e-7, krylov->cancellable);

  if (n >= 8 * SAMPLE_ROWS && krylov->sparse == NULL)
    {
      set_rows (krylov, n, n / SAMPLE_ROWS);
      if (!iterate (krylov, k, SAMPLE_RESIDUAL, pool, error))
        return FALSE;
      memcpy (krylov->basis, krylov->ritz, (gsize) (krylov->b * d) * sizeof (double));
      krylov->size = _eqp_pca_orthonormalize (krylov->basis, 0, krylov->b, d, 1e-7, krylov->cancellable);
    }
  set_rows (krylov, n, 1);
  if (!iterate (krylov, k, RESIDUAL, pool, error))
    return FALSE;

  if (krylov->by_rows)
    leave_rows (krylov, self, pool);
  else
    memcpy (self->components, krylov->ritz, (gsize) (k * d) * sizeof (double));
  for (gint64 i = 0; i < k; i++)
    self->variances[i] = MAX (0.0, krylov->values[i]);
  return TRUE;
}

/* Readers take the means off, and then there is nothing to take off here. */
static float *
mean_to_subtract (EqpPca *self, EqpDataset *dataset)
{
  double n = (double) eqp_dataset_get_n (dataset);
  gboolean needed = FALSE;
  float *mean;

  for (gint64 j = 0; j < self->d && !needed; j++)
    needed = self->mean[j] * self->mean[j] > 1e-12 * eqp_dataset_get_column_ss (dataset, j) / n;
  if (!needed)
    return NULL;

  mean = g_new (float, self->d);
  for (gint64 j = 0; j < self->d; j++)
    mean[j] = (float) self->mean[j];
  return mean;
}

static gboolean
allocate (Krylov *krylov, guint threads, GError **error)
{
  const char *const what = N_ ("the principal components");
  gsize d = (gsize) krylov->d, b = (gsize) krylov->b, capacity = (gsize) krylov->capacity;

  if ((krylov->basis = eqp_try_alloc (capacity + b, d * sizeof (double), what, error)) == NULL ||
      (krylov->images = eqp_try_alloc (capacity + b, d * sizeof (double), what, error)) == NULL ||
      (krylov->sums = eqp_try_alloc ((krylov->sparse != NULL ? 2 : GROUPS) * b, d * sizeof (double), what, error)) ==
          NULL ||
      (krylov->ritz = eqp_try_alloc (b, d * sizeof (double), what, error)) == NULL ||
      (krylov->values = eqp_try_alloc (capacity + b, sizeof (double), what, error)) == NULL ||
      (krylov->small = eqp_try_alloc (capacity + b, (capacity + b) * sizeof (double), what, error)) == NULL ||
      (krylov->turned = eqp_try_alloc (capacity + b, (capacity + b) * sizeof (double), what, error)) == NULL)
    return FALSE;
  if (krylov->sparse != NULL)
    return (krylov->panel = eqp_try_alloc (b, (gsize) krylov->sparse->d * sizeof (double), what, error)) != NULL &&
           (krylov->scores = eqp_try_alloc (b, (gsize) krylov->sparse->n * sizeof (double), what, error)) != NULL &&
           (krylov->shift = eqp_try_alloc (b, sizeof (double), what, error)) != NULL;
  return (krylov->block = eqp_try_alloc (b, d * sizeof (float), what, error)) != NULL &&
         (krylov->scratch = eqp_try_alloc (threads, krylov->scratch_size * sizeof (float), what, error)) != NULL;
}

gboolean
_eqp_pca_iterate (EqpPca        *self,
                  EqpDataset    *dataset,
                  EqpPool       *pool,
                  GCancellable  *cancellable,
                  GError       **error)
{
  gint64 n = eqp_dataset_get_n (dataset);
  const EqpSparseRows *sparse = eqp_dataset_get_sparse (dataset);
  g_autoptr (EqpSparseRows) turned = NULL;
  g_autofree float *mean = sparse == NULL ? mean_to_subtract (self, dataset) : NULL;
  Krylov krylov = { sparse == NULL ? eqp_dataset_get_features (dataset) : NULL, mean };
  gboolean by_rows = sparse != NULL && n < self->d;
  gsize d = (gsize) (by_rows ? n : self->d);
  gsize b;
  gboolean done = FALSE;

  if (sparse != NULL && (turned = _eqp_sparse_rows_turn (sparse, error)) == NULL)
    return FALSE;
  b = (gsize) MIN (MIN (n, self->d), self->n_components + MAX (6, self->n_components / 4));
  krylov.b = (gint64) b;
  krylov.capacity = (gint64) MIN (d, (sparse != NULL ? SPARSE_BLOCKS : DENSE_BLOCKS) * b);
  krylov.d = (gint64) d;
  krylov.by_rows = by_rows;
  krylov.cancellable = cancellable;
  krylov.scratch_size = STRIPE * d + STRIPE * b + b * d;
  krylov.sparse = sparse;
  krylov.sparse_turned = turned;
  krylov.sparse_mean = self->mean;

  if (allocate (&krylov, eqp_pool_get_threads (pool), error))
    done = find_components (&krylov, self, n, pool, error);

  eqp_free (krylov.basis);
  eqp_free (krylov.images);
  eqp_free (krylov.block);
  eqp_free (krylov.sums);
  eqp_free (krylov.scratch);
  eqp_free (krylov.ritz);
  eqp_free (krylov.values);
  eqp_free (krylov.small);
  eqp_free (krylov.turned);
  eqp_free (krylov.panel);
  eqp_free (krylov.scores);
  eqp_free (krylov.shift);
  return done;
}
