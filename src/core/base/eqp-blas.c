/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the core needs of BLAS and LAPACK beyond plain calls. BLAS never starts threads of its own here: the pool
 * of eqp-parallel decides how many work, and each of them may call BLAS. */
#include "config.h"

#include "eqp-blas.h"

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

/**
 * eqp_symmetric_eigen:
 * @n: size of the matrix, 1 to 46340
 * @matrix: n x n, symmetric; destroyed
 * @n_largest: how many eigenpairs are wanted, 1..n
 * @values: (out): n_largest, the largest first
 * @vectors: (out): n_largest x n, unit rows
 * @error: return location, EQP_ERROR_NUMERICAL or EQP_ERROR_TOO_LARGE
 *
 * The largest eigenvalues and their vectors, by LAPACK's dsyevr. Time O(n^3).
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

  g_return_val_if_fail (n >= 1 && n <= 46340 && n_largest >= 1 && n_largest <= n, FALSE);

  eqp_blas_init ();
  first = (int) (n - n_largest + 1);
  last = size;
  dsyevr_ ("V", n_largest == n ? "A" : "I", "U", &size, matrix, &size, &nothing, &nothing, &first, &last, &nothing,
           &found, NULL, NULL, &size, NULL, &work_query, &work_size, &iwork_query, &iwork_size, &info);
  work_size = (int) work_query;
  iwork_size = iwork_query;

  work = eqp_try_alloc ((gsize) work_size, sizeof (double), "the eigenvalues", error);
  ascending = g_new (double, n);
  iwork = g_new (int, iwork_size);
  support = g_new (int, 2 * n);
  if (work != NULL)
    {
      dsyevr_ ("V", n_largest == n ? "A" : "I", "U", &size, matrix, &size, &nothing, &nothing, &first, &last, &nothing,
               &found, ascending, vectors, &size, support, work, &work_size, iwork, &iwork_size, &info);
      if (info != 0 || found != (int) n_largest)
        {
          info = 1;
          g_set_error (error, EQP_ERROR, EQP_ERROR_NUMERICAL,
                       "The eigenvalues of a matrix of %d rows could not be found; standardize the columns and try again.", size);
        }
    }
  else
    info = 1;

  if (info == 0)
    for (gint64 i = 0; i < n_largest; i++)
      values[i] = ascending[n_largest - 1 - i];
  for (gint64 i = 0; info == 0 && i < n_largest / 2; i++)
    {
      double *a = vectors + i * n;
      double *b = vectors + (n_largest - 1 - i) * n;

      cblas_dswap (size, a, 1, b, 1);
    }

  eqp_free (work);
  g_free (ascending);
  g_free (iwork);
  g_free (support);
  return info == 0;
}
