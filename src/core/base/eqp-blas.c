/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the core needs of BLAS and LAPACK beyond plain calls. BLAS never starts threads of its own here: the pool
 * of eqp-parallel decides how many work, and each of them may call BLAS. */
#include "config.h"

#include "eqp-blas.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "eqp-alloc.h"
#include "eqp-error.h"

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

static gpointer
set_up (gpointer data)
{
  openblas_set_num_threads (1);
  return NULL;
}

/**
 * eqp_blas_init:
 *
 * Has to be called before the first use of BLAS in a module; any number of times, from any thread.
 */
void
eqp_blas_init (void)
{
  static GOnce once = G_ONCE_INIT;

  g_once (&once, set_up, NULL);
}

/* The QR way: slower, but it does not lose count where very many eigenvalues are equal, as those of a complete
 * graph are. @matrix is what dsyevr left: without one of the triangles, which is not needed, and without its diagonal.
 */
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

/**
 * eqp_symmetric_eigen:
 * @n: size of the matrix, 1 to 46340
 * @matrix: n x n, symmetric; destroyed
 * @n_largest: how many eigenpairs are wanted, 1..n
 * @values: (out): n_largest, the largest first
 * @vectors: (out): n_largest x n, unit rows
 * @error: return location, EQP_ERROR_NUMERICAL or EQP_ERROR_TOO_LARGE
 *
 * The largest eigenvalues and their vectors, by LAPACK's dsyevr, and by dsyev where that fails. Time O(n^3).
 *
 * Returns: FALSE when LAPACK gave up
 */
gboolean
eqp_symmetric_eigen (gint64    n,
                     double   *matrix,
                     gint64    n_largest,
                     double   *values,
                     double   *vectors,
                     GError  **error)
{
  int size = (int) n, first, last, found = 0, info = 0, work_size = -1, iwork_size = -1, iwork_query;
  double work_query, nothing = 0.0;
  double *work, *ascending;
  int *iwork, *support;
  g_autofree double *diagonal = NULL;
  gboolean done = FALSE;

  g_return_val_if_fail (n >= 1 && n <= 46340 && n_largest >= 1 && n_largest <= n, FALSE);

  eqp_blas_init ();
  first = (int) (n - n_largest + 1);
  last = size;
  dsyevr_ ("V", n_largest == n ? "A" : "I", "U", &size, matrix, &size, &nothing, &nothing, &first, &last, &nothing,
           &found, NULL, NULL, &size, NULL, &work_query, &work_size, &iwork_query, &iwork_size, &info);
  work_size = (int) work_query;
  iwork_size = iwork_query;

  work = eqp_try_alloc ((gsize) work_size, sizeof (double), N_ ("the eigenvalues"), error);
  ascending = g_new (double, n);
  diagonal = g_new (double, n);
  for (gint64 i = 0; i < n; i++)
    diagonal[i] = matrix[i * n + i];
  iwork = g_new (int, iwork_size);
  support = g_new (int, 2 * n);
  if (work != NULL)
    {
      dsyevr_ ("V", n_largest == n ? "A" : "I", "U", &size, matrix, &size, &nothing, &nothing, &first, &last, &nothing,
               &found, ascending, vectors, &size, support, work, &work_size, iwork, &iwork_size, &info);
      for (gint64 i = 0; info == 0 && i < found; i++)
        values[i] = ascending[found - 1 - i];
      for (gint64 i = 0; info == 0 && i < found / 2; i++)
        cblas_dswap (size, vectors + i * n, 1, vectors + (found - 1 - i) * n, 1);
      done = (info == 0 && found == (int) n_largest) ||
             solve_by_qr (size, matrix, diagonal, (int) n_largest, values, vectors);
      if (!done)
        g_set_error (error, EQP_ERROR, EQP_ERROR_NUMERICAL,
                     _ ("The eigenvalues of a matrix of %d rows could not be found; standardize the columns and try "
                        "again."),
                     size);
    }

  eqp_free (work);
  g_free (ascending);
  g_free (iwork);
  g_free (support);
  return done;
}
