/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eigenvalues and eigenvectors of a symmetric matrix. Small ones are a single call of LAPACK; large ones take the steps
 * of its dsyevr one by one, T = Q'AQ, T z = w z, then Q z, so that there are places to stop between them: the reduction
 * to T column block by column block as dsytrd has it, and Q z for some vectors at a time. */
#include "config.h"

#include "eqp-blas.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "eqp-alloc.h"
#include "eqp-error.h"

/* Up to this size one call takes a few milliseconds. */
#define ONE_CALL 256
/* Of dsytrd: columns reduced together, and vectors that Q is applied to at a time. */
#define PANEL 32
#define VECTORS 64
/* With more than one of so many eigenpairs wanted, all of T's are found, which is no dearer. */
#define MANY 4
/* Outside of it dsyevr scales the matrix, which is left to it. */
#define LEAST_ENTRY 1e-100
#define MOST_ENTRY 1e100

/* OpenBLAS carries LAPACK, but Debian 12 has no header for it in this place. */
extern void dsyevr_ (const char   *job,
                     const char   *range,
                     const char   *triangle,
                     const int    *n,
                     double       *a,
                     const int    *lda,
                     const double *low,
                     const double *high,
                     const int    *first,
                     const int    *last,
                     const double *tolerance,
                     int          *found,
                     double       *values,
                     double       *vectors,
                     const int    *ldz,
                     int          *support,
                     double       *work,
                     const int    *work_size,
                     int          *iwork,
                     const int    *iwork_size,
                     int          *info);

extern void dsyev_ (const char *job,
                    const char *triangle,
                    const int  *n,
                    double     *a,
                    const int  *lda,
                    double     *values,
                    double     *work,
                    const int  *work_size,
                    int        *info);

extern void dlatrd_ (const char *triangle,
                     const int  *n,
                     const int  *columns,
                     double     *a,
                     const int  *lda,
                     double     *e,
                     double     *tau,
                     double     *w,
                     const int  *ldw);

extern void dsytd2_ (const char *triangle,
                     const int  *n,
                     double     *a,
                     const int  *lda,
                     double     *d,
                     double     *e,
                     double     *tau,
                     int        *info);

extern void dstemr_ (const char   *job,
                     const char   *range,
                     const int    *n,
                     double       *d,
                     double       *e,
                     const double *low,
                     const double *high,
                     const int    *first,
                     const int    *last,
                     int          *found,
                     double       *values,
                     double       *vectors,
                     const int    *ldz,
                     const int    *room,
                     int          *support,
                     int          *accurate,
                     double       *work,
                     const int    *work_size,
                     int          *iwork,
                     const int    *iwork_size,
                     int          *info);

extern void dstebz_ (const char   *range,
                     const char   *order,
                     const int    *n,
                     const double *low,
                     const double *high,
                     const int    *first,
                     const int    *last,
                     const double *tolerance,
                     const double *d,
                     const double *e,
                     int          *found,
                     int          *n_blocks,
                     double       *values,
                     int          *blocks,
                     int          *splits,
                     double       *work,
                     int          *iwork,
                     int          *info);

extern void dstein_ (const int    *n,
                     const double *d,
                     const double *e,
                     const int    *found,
                     const double *values,
                     const int    *blocks,
                     const int    *splits,
                     double       *vectors,
                     const int    *ldz,
                     double       *work,
                     int          *iwork,
                     int          *failed,
                     int          *info);

extern void dormtr_ (const char   *side,
                     const char   *triangle,
                     const char   *transposed,
                     const int    *rows,
                     const int    *columns,
                     double       *a,
                     const int    *lda,
                     const double *tau,
                     double       *c,
                     const int    *ldc,
                     double       *work,
                     const int    *work_size,
                     int          *info);

/* The QR way: slower, but it does not lose count where very many eigenvalues are equal, as those of a complete
 * graph are. @matrix is what the reduction left: without one of the triangles, which is not needed, and without its
 * diagonal. */
static gboolean
solve_by_qr (int           size,
             double       *matrix,
             const double *diagonal,
             int           n_largest,
             double       *values,
             double       *vectors)
{
  g_autofree double *ascending = g_new (double, size);
  g_autofree double *work = NULL;
  double work_query;
  int work_size = -1, info = 0;

  dsyev_ ("V", "L", &size, matrix, &size, ascending, &work_query, &work_size, &info);
  work_size = (int) work_query;
  work = g_new (double, work_size);
  for (gint64 i = 0; i < size; i++)
    matrix[i * size + i] = diagonal[i];
  dsyev_ ("V", "L", &size, matrix, &size, ascending, work, &work_size, &info);
  if (info != 0)
    return FALSE;

  for (int i = 0; i < n_largest; i++)
    {
      values[i] = ascending[size - 1 - i];
      memcpy (vectors + (gsize) i * size, matrix + (gsize) (size - 1 - i) * size, sizeof (double) * (gsize) size);
    }
  return TRUE;
}

/* The one call. Values ascend. Returns whether LAPACK found as many as are wanted. */
static gboolean
solve_at_once (int      size,
               double  *matrix,
               int      n_largest,
               double  *ascending,
               double  *vectors)
{
  int first = size - n_largest + 1, found = 0, info = 0, work_size = -1, iwork_size = -1, iwork_query;
  double work_query, nothing = 0.0;
  const char *range = n_largest == size ? "A" : "I";
  g_autofree double *work = NULL;
  g_autofree int *iwork = NULL;
  g_autofree int *support = g_new (int, 2 * (gsize) size);

  dsyevr_ ("V", range, "U", &size, matrix, &size, &nothing, &nothing, &first, &size, &nothing, &found, NULL, NULL,
           &size, NULL, &work_query, &work_size, &iwork_query, &iwork_size, &info);
  work_size = (int) work_query;
  iwork_size = iwork_query;
  work = g_new (double, work_size);
  iwork = g_new (int, iwork_size);
  dsyevr_ ("V", range, "U", &size, matrix, &size, &nothing, &nothing, &first, &size, &nothing, &found, ascending,
           vectors, &size, support, work, &work_size, iwork, &iwork_size, &info);
  return info == 0 && found == n_largest;
}

/* What the steps share. */
typedef struct
{
  int           size;
  double       *matrix;      /* after the reduction: the reflections that Q is made of */
  double       *d;           /* T: its diagonal, and the one beside it */
  double       *e;
  double       *tau;
  double       *work;
  int           work_size;
  int          *iwork;
  GCancellable *cancellable;
} Steps;

/* T = Q'AQ, as dsytrd does it with the upper triangle: the last columns first. FALSE when cancelled. */
static gboolean
reduce (Steps *self)
{
  int n = self->size, columns = PANEL, first = n - PANEL, info;

  for (; first > 0; first -= PANEL)
    {
      int rows = first + PANEL;

      if (g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      dlatrd_ ("U", &rows, &columns, self->matrix, &n, self->e, self->tau, self->work, &n);
      cblas_dsyr2k (CblasColMajor, CblasUpper, CblasNoTrans, first, PANEL, -1.0, self->matrix + (gsize) first * n, n,
                    self->work, n, 1.0, self->matrix, n);
      for (int j = first; j < rows; j++)
        {
          self->matrix[(gsize) j * n + j - 1] = self->e[j - 1];
          self->d[j] = self->matrix[(gsize) j * n + j];
        }
    }
  first += PANEL;
  dsytd2_ ("U", &first, self->matrix, &n, self->d, self->e, self->tau, &info);
  return !g_cancellable_is_cancelled (self->cancellable);
}

/* All eigenpairs of T, of which the largest are kept. */
static gboolean
solve_all (Steps   *self,
           int      n_largest,
           double  *ascending,
           double  *vectors)
{
  int n = self->size, found = 0, accurate = 1, info = 0, work_size = 18 * n, iwork_size = 10 * n, skip = n - n_largest;
  double nothing = 0.0;
  g_autofree double *d = g_memdup2 (self->d, sizeof (double) * (gsize) n);
  g_autofree double *e = g_memdup2 (self->e, sizeof (double) * (gsize) n);
  g_autofree double *values = g_new (double, n);
  g_autofree int *support = g_new (int, 2 * (gsize) n);
  double *all = skip > 0 ? eqp_try_alloc ((gsize) n, (gsize) n * sizeof (double), N_ ("the eigenvalues"), NULL)
                         : vectors;
  gboolean done = FALSE;

  if (all != NULL)
    {
      dstemr_ ("V", "A", &n, d, e, &nothing, &nothing, &n, &n, &found, values, all, &n, &n, support, &accurate,
               self->work, &work_size, self->iwork, &iwork_size, &info);
      done = info == 0 && found == n;
    }
  if (done)
    memcpy (ascending, values + skip, sizeof (double) * (gsize) n_largest);
  if (skip > 0)
    {
      if (done)
        memcpy (vectors, all + (gsize) skip * n, sizeof (double) * (gsize) n_largest * (gsize) n);
      eqp_free (all);
    }
  return done;
}

/* Values of the blocks that T falls into come block by block. */
static void
sort_pairs (int      size,
            int      count,
            double  *values,
            double  *vectors)
{
  for (int i = 0; i < count - 1; i++)
    {
      int least = i;
      double value;

      for (int j = i + 1; j < count; j++)
        if (values[j] < values[least])
          least = j;
      if (least == i)
        continue;
      value = values[i];
      values[i] = values[least];
      values[least] = value;
      cblas_dswap (size, vectors + (gsize) i * size, 1, vectors + (gsize) least * size, 1);
    }
}

/* Some eigenpairs of T: by bisection, and their vectors by inverse iteration. */
static gboolean
solve_some (Steps   *self,
            int      n_largest,
            double  *ascending,
            double  *vectors)
{
  int n = self->size, first = n - n_largest + 1, found = 0, n_blocks, info = 0;
  double nothing = 0.0;
  g_autofree int *blocks = g_new (int, n);
  g_autofree int *splits = g_new (int, n);
  g_autofree int *failed = g_new (int, n);
  g_autofree double *values = g_new (double, n);

  dstebz_ ("I", "B", &n, &nothing, &nothing, &first, &n, &nothing, self->d, self->e, &found, &n_blocks, values, blocks,
           splits, self->work, self->iwork, &info);
  if (info != 0 || found != n_largest)
    return FALSE;
  dstein_ (&n, self->d, self->e, &found, values, blocks, splits, vectors, &n, self->work, self->iwork, failed, &info);
  if (info != 0)
    return FALSE;
  memcpy (ascending, values, sizeof (double) * (gsize) n_largest);
  return TRUE;
}

/* Q z for all vectors z. FALSE when cancelled. */
static gboolean
turn_back (Steps   *self,
           int      count,
           double  *vectors)
{
  int n = self->size, info;

  for (int first = 0; first < count; first += VECTORS)
    {
      int columns = MIN (VECTORS, count - first);

      if (g_cancellable_is_cancelled (self->cancellable))
        return FALSE;
      dormtr_ ("L", "U", "N", &n, &columns, self->matrix, &n, self->tau, vectors + (gsize) first * n, &n, self->work,
               &self->work_size, &info);
    }
  return TRUE;
}

/* The steps of dsyevr. Returns whether they came to an end, which they do not when cancelled. */
static gboolean
solve_in_steps (int            size,
                double        *matrix,
                int            n_largest,
                double        *ascending,
                double        *vectors,
                GCancellable  *cancellable)
{
  gsize n = (gsize) size;
  Steps self = { .size = size, .matrix = matrix, .cancellable = cancellable };
  g_autofree double *tridiagonal = g_new (double, 3 * n);
  g_autofree double *work = NULL;
  g_autofree int *iwork = g_new (int, 10 * n);
  int columns = VECTORS, query = -1, info;
  double wanted = 0.0;
  gboolean done;

  self.d = tridiagonal;
  self.e = tridiagonal + n;
  self.tau = tridiagonal + 2 * n;
  self.iwork = iwork;
  dormtr_ ("L", "U", "N", &size, &columns, matrix, &size, self.tau, vectors, &size, &wanted, &query, &info);
  self.work_size = (int) MAX (wanted, (double) (n * PANEL));
  work = self.work = g_new (double, self.work_size);

  done = reduce (&self) &&
         ((n_largest > size / MANY && solve_all (&self, n_largest, ascending, vectors)) ||
          solve_some (&self, n_largest, ascending, vectors)) &&
         turn_back (&self, n_largest, vectors);
  if (done)
    sort_pairs (size, n_largest, ascending, vectors);
  return done;
}

static gboolean
is_plain (gint64        n,
          const double *matrix)
{
  double most = fabs (matrix[cblas_idamax ((int) MIN (n * n, G_MAXINT32), matrix, 1)]);

  return most > LEAST_ENTRY && most < MOST_ENTRY;
}

/**
 * eqp_symmetric_eigen:
 * @n: size of the matrix, 1 to 46340
 * @matrix: n x n, symmetric; destroyed
 * @n_largest: how many eigenpairs are wanted, 1..n
 * @values: (out): n_largest, the largest first
 * @vectors: (out): n_largest x n, unit rows
 * @cancellable: (nullable): to stop
 * @error: return location, EQP_ERROR_NUMERICAL or G_IO_ERROR_CANCELLED
 *
 * The largest eigenvalues and their vectors, by the steps of LAPACK's dsyevr, and by dsyev where they fail. O(n^3);
 * that between two looks at @cancellable is O(n^2) but for large factors.
 *
 * Returns: FALSE when LAPACK gave up, or when cancelled
 */
gboolean
eqp_symmetric_eigen (gint64         n,
                     double        *matrix,
                     gint64         n_largest,
                     double        *values,
                     double        *vectors,
                     GCancellable  *cancellable,
                     GError       **error)
{
  int size = (int) n, count = (int) n_largest;
  g_autofree double *ascending = NULL;
  g_autofree double *diagonal = NULL;
  gboolean done;

  g_return_val_if_fail (n >= 1 && n <= 46340 && n_largest >= 1 && n_largest <= n, FALSE);

  eqp_blas_init ();
  ascending = g_new (double, n);
  diagonal = g_new (double, n);
  for (gint64 i = 0; i < n; i++)
    diagonal[i] = matrix[i * n + i];

  done = n <= ONE_CALL || !is_plain (n, matrix) ? solve_at_once (size, matrix, count, ascending, vectors)
                                                : solve_in_steps (size, matrix, count, ascending, vectors, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  for (gint64 i = 0; done && i < n_largest; i++)
    values[i] = ascending[n_largest - 1 - i];
  for (gint64 i = 0; done && i < n_largest / 2; i++)
    cblas_dswap (size, vectors + i * n, 1, vectors + (n_largest - 1 - i) * n, 1);
  done = done || solve_by_qr (size, matrix, diagonal, count, values, vectors);
  if (!done)
    eqp_refuse (error, EQP_ERROR_NUMERICAL,
                _ ("The eigenvalues of a matrix of %d rows could not be found; standardize the columns and try "
                   "again."),
                size);
  return done;
}
