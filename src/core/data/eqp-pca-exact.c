/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Principal components from the whole covariance matrix, or with fewer rows than columns from the matrix of inner
 * products of the rows, whose eigenvectors u give the components X'u. Everything in double. */
#include "config.h"

#include "eqp-pca-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-blas.h"
#include "base/eqp-parallel.h"

#define SLAB 1024 /* rows (columns, for inner products) converted at a time */
#define TILE 128  /* of the symmetric matrix: the unit of work of a thread */
#define VECTORS 64 /* that are made components by a thread at a time */

typedef struct
{
  const float  *features; /* or: */
  const EqpSparseRows *sparse;
  const double *mean;
  gint64        n;
  gint64        d;
  gboolean      gram;     /* inner products of rows instead of the covariance */
  gint64        side;     /* of the symmetric matrix */
  double       *slab;     /* centered: SLAB x d, or n x SLAB */
  gint64        slab_first;
  gint64        slab_size;
  double       *matrix;   /* side x side, upper triangle of tiles */
  gint64        tiles;    /* in one direction */
  const double *vectors;  /* of the inner products, n_vectors x n */
  gint64        n_vectors;
  double       *components; /* n_vectors x d */
  GCancellable *cancellable;
} Work;

/* A row of the slab, columns first..first + count - 1 of row i of the data. */
static void
convert_sparse (const Work *work, gint64 i, gint64 first, gint64 count, double *row)
{
  for (gint64 j = 0; j < count; j++)
    row[j] = -work->mean[first + j];
  for (gint64 e = work->sparse->starts[i]; e < work->sparse->starts[i + 1]; e++)
    if (work->sparse->columns[e] >= first && work->sparse->columns[e] < first + count)
      row[work->sparse->columns[e] - first] += work->sparse->values[e];
}

static void
convert_rows (gint64 chunk, guint worker, gpointer user_data)
{
  Work *work = user_data;
  gint64 d = work->d;

  if (work->sparse != NULL && work->gram)
    for (gint64 i = chunk * 64; i < MIN (work->n, chunk * 64 + 64); i++)
      convert_sparse (work, i, work->slab_first, work->slab_size, work->slab + i * work->slab_size);
  else if (work->sparse != NULL)
    for (gint64 i = chunk * 64; i < MIN (work->slab_size, chunk * 64 + 64); i++)
      convert_sparse (work, work->slab_first + i, 0, d, work->slab + i * d);
  else if (work->gram)
    {
      for (gint64 i = chunk * 64; i < MIN (work->n, chunk * 64 + 64); i++)
        for (gint64 j = 0; j < work->slab_size; j++)
          {
            gint64 column = work->slab_first + j;

            work->slab[i * work->slab_size + j] = work->features[i * d + column] - work->mean[column];
          }
    }
  else
    for (gint64 i = chunk * 64; i < MIN (work->slab_size, chunk * 64 + 64); i++)
      for (gint64 j = 0; j < d; j++)
        work->slab[i * d + j] = work->features[(work->slab_first + i) * d + j] - work->mean[j];
}

static void
add_tile (gint64 chunk, guint worker, gpointer user_data)
{
  Work *work = user_data;
  gint64 row = 0;
  gint64 rows, columns, left;
  double *target;

  if (g_cancellable_is_cancelled (work->cancellable))
    return;
  /* chunk counts the tiles of the upper triangle, row by row. */
  for (left = work->tiles; chunk >= left; left--, row++)
    chunk -= left;
  chunk += row;
  rows = MIN (TILE, work->side - row * TILE);
  columns = MIN (TILE, work->side - chunk * TILE);
  target = work->matrix + row * TILE * work->side + chunk * TILE;

  if (work->gram)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int) rows, (int) columns, (int) work->slab_size, 1.0,
                 work->slab + row * TILE * work->slab_size, (int) work->slab_size,
                 work->slab + chunk * TILE * work->slab_size, (int) work->slab_size, 1.0, target, (int) work->side);
  else
    cblas_dgemm (CblasRowMajor, CblasTrans, CblasNoTrans, (int) rows, (int) columns, (int) work->slab_size, 1.0,
                 work->slab + row * TILE, (int) work->d,
                 work->slab + chunk * TILE, (int) work->d, 1.0, target, (int) work->side);
}

static void
next_slab (Work *work, EqpPool *pool, gint64 first)
{
  gint64 length = work->gram ? work->d : work->n;

  work->slab_first = first;
  work->slab_size = MIN (SLAB, length - first);
  eqp_pool_run (pool, ((work->gram ? work->n : work->slab_size) + 63) / 64, convert_rows, work);
}

static gboolean
fill_matrix (Work *work, EqpPool *pool, GError **error)
{
  gint64 length = work->gram ? work->d : work->n;

  for (gint64 first = 0; first < length; first += SLAB)
    {
      next_slab (work, pool, first);
      eqp_pool_run (pool, work->tiles * (work->tiles + 1) / 2, add_tile, work);
      if (g_cancellable_set_error_if_cancelled (work->cancellable, error))
        return FALSE;
    }

  for (gint64 i = 0; i < work->side; i++)
    for (gint64 j = i; j < work->side; j++)
      {
        double value = work->matrix[i * work->side + j] / (double) work->n;

        work->matrix[i * work->side + j] = value;
        work->matrix[j * work->side + i] = value;
      }
  return TRUE;
}

static void
combine_rows (gint64 chunk, guint worker, gpointer user_data)
{
  Work *work = user_data;
  gint64 first = chunk * VECTORS, count = MIN (VECTORS, work->n_vectors - first);

  if (!g_cancellable_is_cancelled (work->cancellable))
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int) count, (int) work->slab_size, (int) work->n, 1.0,
                 work->vectors + first * work->n, (int) work->n, work->slab, (int) work->slab_size, 0.0,
                 work->components + first * work->d + work->slab_first, (int) work->d);
}

/* Component = X'u; its length is sqrt (n variance), which orthonormalizing takes off afterwards. */
static gboolean
components_from_rows (EqpPca *self, Work *work, EqpPool *pool, const double *vectors, GError **error)
{
  work->vectors = vectors;
  work->n_vectors = self->n_components;
  work->components = self->components;
  for (gint64 first = 0; first < work->d; first += SLAB)
    {
      next_slab (work, pool, first);
      eqp_pool_run (pool, (work->n_vectors + VECTORS - 1) / VECTORS, combine_rows, work);
      if (g_cancellable_set_error_if_cancelled (work->cancellable, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
_eqp_pca_exact (EqpPca        *self,
                EqpDataset    *dataset,
                EqpPool       *pool,
                GCancellable  *cancellable,
                GError       **error)
{
  const EqpSparseRows *sparse = eqp_dataset_get_sparse (dataset);
  Work work = { sparse == NULL ? eqp_dataset_get_features (dataset) : NULL, sparse, self->mean,
                eqp_dataset_get_n (dataset), self->d };
  double *vectors = NULL;
  gboolean done = FALSE;

  work.cancellable = cancellable;
  work.gram = work.n < work.d;
  work.side = MIN (work.n, work.d);
  work.tiles = (work.side + TILE - 1) / TILE;
  work.slab = eqp_try_alloc (SLAB, (gsize) work.side * sizeof (double), N_ ("the principal components"), error);
  if (work.slab != NULL)
    work.matrix =
        eqp_try_alloc ((gsize) work.side, (gsize) work.side * sizeof (double), N_ ("the principal components"), error);
  if (work.matrix != NULL)
    vectors = eqp_try_alloc ((gsize) self->n_components, (gsize) work.side * sizeof (double),
                             N_ ("the principal components"), error);

  if (vectors != NULL
      && fill_matrix (&work, pool, error)
      && eqp_symmetric_eigen (work.side, work.matrix, self->n_components, self->variances, vectors, cancellable, error))
    {
      done = TRUE;
      if (work.gram)
        done = components_from_rows (self, &work, pool, vectors, error);
      else
        memcpy (self->components, vectors, (gsize) self->n_components * (gsize) work.d * sizeof (double));
    }

  eqp_free (work.slab);
  eqp_free (work.matrix);
  eqp_free (vectors);
  return done;
}
