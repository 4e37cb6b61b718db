/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eigenpairs of symmetric matrices, by what they have to fulfil, and how soon they end when told to. */
#include "config.h"

#include "eqp-test.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "base/eqp-blas.h"

/* Products of n random rows of @rank columns, so that most eigenvalues are 0 where the rank is small. */
static double *
make_matrix (gint64 n, gint64 rank, guint64 seed)
{
  double *matrix = g_new0 (double, n * n);
  g_autofree double *rows = g_new (double, n * rank);
  EqpRng rng;

  eqp_rng_init (&rng, seed, 0);
  for (gint64 i = 0; i < n * rank; i++)
    rows[i] = eqp_rng_normal (&rng);
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j <= i; j++)
      {
        double sum = 0.0;

        for (gint64 l = 0; l < rank; l++)
          sum += rows[i * rank + l] * rows[j * rank + l];
        matrix[i * n + j] = matrix[j * n + i] = sum;
      }
  return matrix;
}

/* A z = w z, z of length 1 and perpendicular to the others, w descending. */
static void
check_pairs (gint64 n, const double *matrix, gint64 count, const double *values, const double *vectors)
{
  for (gint64 p = 0; p < count; p++)
    {
      const double *z = vectors + p * n;

      g_assert_true (p == 0 || values[p] <= values[p - 1]);
      for (gint64 i = 0; i < n; i++)
        {
          double sum = 0.0;

          for (gint64 j = 0; j < n; j++)
            sum += matrix[i * n + j] * z[j];
          g_assert_cmpfloat (fabs (sum - values[p] * z[i]), <, 1e-11 * values[0]);
        }
      for (gint64 q = 0; q <= p; q++)
        {
          double product = 0.0;

          for (gint64 j = 0; j < n; j++)
            product += z[j] * vectors[q * n + j];
          g_assert_cmpfloat (fabs (product - (p == q)), <, 1e-11);
        }
    }
}

/* Sizes around those at which other steps are taken; no pair may be missed, so the few are the first of all. */
static void
test_pairs (void)
{
  static const struct { gint64 n, rank, few; } cases[] = {
    { 1, 1, 1 }, { 7, 9, 3 }, { 256, 300, 9 }, { 257, 300, 9 }, { 288, 300, 100 }, { 300, 40, 30 }, { 333, 400, 333 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 n = cases[i].n, few = cases[i].few;
      g_autofree double *matrix = make_matrix (n, cases[i].rank, i + 1);
      g_autofree double *spent = g_memdup2 (matrix, sizeof (double) * (gsize) (n * n));
      g_autofree double *values = g_new (double, n);
      g_autofree double *some = g_new (double, n);
      g_autofree double *vectors = g_new (double, n * n);
      g_autoptr (GError) error = NULL;
      double trace = 0.0, sum = 0.0;

      g_assert_true (eqp_symmetric_eigen (n, spent, n, values, vectors, NULL, &error));
      g_assert_no_error (error);
      check_pairs (n, matrix, n, values, vectors);
      for (gint64 j = 0; j < n; j++)
        {
          trace += matrix[j * n + j];
          sum += values[j];
        }
      eqp_assert_close (sum, trace, 1e-10 * trace);

      memcpy (spent, matrix, sizeof (double) * (gsize) (n * n));
      g_assert_true (eqp_symmetric_eigen (n, spent, few, some, vectors, NULL, &error));
      g_assert_no_error (error);
      check_pairs (n, matrix, few, some, vectors);
      for (gint64 p = 0; p < few; p++)
        g_assert_cmpfloat (fabs (some[p] - values[p]), <, 1e-11 * values[0]);
    }
}

/* All rows of the identity alike, and a complete graph: nearly all eigenvalues are equal. */
static void
test_equal_values (void)
{
  enum { N = 300 };
  g_autofree double *matrix = g_new (double, N * N);
  g_autofree double *spent = NULL;
  g_autofree double *values = g_new (double, N);
  g_autofree double *vectors = g_new (double, N * N);
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < N * N; i++)
    matrix[i] = i % (N + 1) == 0 ? 0.0 : 1.0;
  spent = g_memdup2 (matrix, sizeof (double) * N * N);
  g_assert_true (eqp_symmetric_eigen (N, spent, N, values, vectors, NULL, &error));
  check_pairs (N, matrix, N, values, vectors);
  eqp_assert_close (values[0], N - 1.0, 1e-9);
  eqp_assert_close (values[1], -1.0, 1e-9);

  memcpy (spent, matrix, sizeof (double) * N * N);
  g_assert_true (eqp_symmetric_eigen (N, spent, 20, values, vectors, NULL, &error));
  check_pairs (N, matrix, 20, values, vectors);
}

/* Squares of these are not finite, or 0. */
static void
test_far_units (void)
{
  enum { N = 280 };
  static const double units[] = { 1e-160, 1e160 };

  for (guint u = 0; u < G_N_ELEMENTS (units); u++)
    {
      g_autofree double *matrix = make_matrix (N, N + 5, 3);
      g_autofree double *spent = g_new (double, N * N);
      g_autofree double *values = g_new (double, N);
      g_autofree double *vectors = g_new (double, N * N);
      g_autoptr (GError) error = NULL;

      for (int i = 0; i < N * N; i++)
        spent[i] = matrix[i] * units[u];
      g_assert_true (eqp_symmetric_eigen (N, spent, 12, values, vectors, NULL, &error));
      for (int p = 0; p < 12; p++)
        values[p] /= units[u];
      check_pairs (N, matrix, 12, values, vectors);
    }
}

static void
test_cancelled (void)
{
  enum { N = 400 };
  g_autofree double *matrix = make_matrix (N, 10, 1);
  g_autofree double *values = g_new (double, N);
  g_autofree double *vectors = g_new (double, N * N);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_false (eqp_symmetric_eigen (N, matrix, N, values, vectors, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

typedef struct
{
  GCancellable *cancellable;
  gint64        microseconds;
  double        told; /* processor time of the program when it was told to end */
} Bell;

static double
processor_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static gpointer
ring (gpointer data)
{
  Bell *bell = data;

  g_usleep ((gulong) bell->microseconds);
  bell->told = processor_seconds ();
  g_cancellable_cancel (bell->cancellable);
  return NULL;
}

/* Methods that need all directions of 1,000 columns end soon wherever they are told to. The budget is processor time,
 * since other programs may have the processors; 0.1 s is the aim, and three times as much means that nobody heard. */
static void
test_methods_end_soon (void)
{
  enum { N = 1100, D = 1000 };
  static const char *const methods[] = { "diskmeans", "discluster", "kmeans-pca" };
  g_autofree double *values = g_new (double, N * D);
  g_autoptr (EqpDataset) dataset = NULL;
  EqpPool *pool = eqp_pool_new (1);
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  for (int i = 0; i < N * D; i++)
    values[i] = eqp_rng_normal (&rng) / (1.0 + i % D);
  dataset = eqp_test_dataset (N, D, values);

  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    for (gint64 wait = 8000; wait <= 512000; wait *= 4)
      {
        const EqpSolver *solver = eqp_solver_find (methods[m]);
        g_autoptr (GCancellable) cancellable = g_cancellable_new ();
        EqpContext context = { .pool = pool, .cancellable = cancellable };
        EqpParams params = eqp_params_default ();
        Bell bell = { cancellable, wait, 0.0 };
        g_autoptr (GError) error = NULL;
        GThread *thread = g_thread_new ("bell", ring, &bell);
        EqpResult *result;
        double ended;

        params.k = 300;
        params.restarts = 50;
        result = eqp_solver_run (solver, dataset, &params, &context, &error);
        ended = processor_seconds ();
        g_thread_join (thread);
        if (result == NULL)
          g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
        g_test_message ("%s after %.3f s: %.3f s", methods[m], 1e-6 * (double) wait, ended - bell.told);
        g_assert_cmpfloat (ended - bell.told, <, 0.3);
        eqp_result_free (result);
      }
  eqp_pool_free (pool);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/symmetric-eigen/pairs", test_pairs);
  g_test_add_func ("/core/symmetric-eigen/equal-values", test_equal_values);
  g_test_add_func ("/core/symmetric-eigen/far-units", test_far_units);
  g_test_add_func ("/core/symmetric-eigen/cancelled", test_cancelled);
  g_test_add_func ("/core/symmetric-eigen/methods-end-soon", test_methods_end_soon);
  return g_test_run ();
}
