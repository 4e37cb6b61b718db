/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

/* All pairs in double, the slow way. */
static void
check (EqpDataset *dataset, int k, const EqpNeighbors *found)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  const float *x = eqp_dataset_get_features (dataset);
  g_autofree double *squares = g_new (double, n);
  g_autofree gboolean *taken = g_new (gboolean, n);

  g_assert_cmpint (found->k, ==, MIN (k, n - 1));
  for (gint64 i = 0; i < n; i++)
    {
      for (gint64 j = 0; j < n; j++)
        {
          squares[j] = 0.0;
          for (gint64 c = 0; c < d; c++)
            squares[j] += ((double) x[i * d + c] - x[j * d + c]) * ((double) x[i * d + c] - x[j * d + c]);
          taken[j] = j == i;
        }
      for (int a = 0; a < found->k; a++)
        {
          gint64 best = -1;

          for (gint64 j = 0; j < n; j++)
            if (!taken[j] && (best < 0 || squares[j] < squares[best] * (1.0 - 1e-13)))
              best = j;
          taken[best] = TRUE;
          g_assert_cmpint (found->ids[i * found->k + a], ==, best);
          g_assert_cmpfloat (fabs (found->distances[i * found->k + a] - sqrt (squares[best])), <=, 1e-12 * sqrt (squares[best]));
        }
    }
}

static EqpNeighbors *
find (EqpDataset *dataset, int k, guint threads)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  g_autoptr (GError) error = NULL;
  EqpNeighbors *found = eqp_neighbors_find (eqp_dataset_get_points (dataset), k, EQP_SEARCH_EXACT, pool, NULL, NULL, &error);

  g_assert_no_error (error);
  return found;
}

static EqpDataset *
random_points (gint64 n, gint64 d, guint64 seed, double shift, double step)
{
  g_autofree double *values = g_new (double, n * d);
  EqpRng rng;

  eqp_rng_init (&rng, seed, 0);
  for (gint64 e = 0; e < n * d; e++)
    values[e] = step > 0.0 ? step * (double) eqp_rng_below (&rng, 4) : eqp_rng_normal (&rng);
  /* Two far groups: the mean lies far from all points and products lose their digits. */
  for (gint64 i = 0; i < n; i++)
    for (gint64 c = 0; c < d; c++)
      values[i * d + c] += i % 2 ? shift : -shift;
  return eqp_test_dataset (n, d, values);
}

static void
test_against_all_pairs (void)
{
  const gint64 ns[] = { 2, 3, 9, 50, 193, 700 };
  const gint64 ds[] = { 1, 2, 7, 33, 64 };

  for (gsize a = 0; a < G_N_ELEMENTS (ns); a++)
    for (gsize b = 0; b < G_N_ELEMENTS (ds); b++)
      {
        g_autoptr (EqpDataset) dataset = random_points (ns[a], ds[b], 10 * a + b, 0.0, 0.0);
        g_autoptr (EqpNeighbors) found = find (dataset, 7, 2);

        check (dataset, 7, found);
      }
}

/* A grid of few values has thousands of equal distances, and equal rows. */
static void
test_ties (void)
{
  g_autoptr (EqpDataset) grid = random_points (600, 3, 5, 0.0, 1.0);
  g_autoptr (EqpNeighbors) found = find (grid, 6, 2);
  g_autofree double *same = g_new0 (double, 500 * 4);
  g_autoptr (EqpDataset) duplicates = eqp_test_dataset (500, 4, same);
  g_autoptr (EqpNeighbors) among = find (duplicates, 5, 2);

  check (grid, 6, found);
  for (gint64 i = 0; i < 500; i++)
    for (int a = 0; a < 5; a++)
      {
        g_assert_cmpint (among->ids[i * 5 + a], ==, a + (i <= a));
        g_assert_cmpfloat (among->distances[i * 5 + a], ==, 0.0);
      }
}

/* Where products in float see nothing at all, differences have to. */
static void
test_far_from_the_mean (void)
{
  const double shifts[] = { 1e2, 1e4, 1e6 };

  for (gsize s = 0; s < G_N_ELEMENTS (shifts); s++)
    {
      g_autoptr (EqpDataset) dataset = random_points (400, 5, 8, shifts[s], 0.0);
      g_autoptr (EqpNeighbors) found = find (dataset, 5, 2);

      check (dataset, 5, found);
    }
}

static void
test_all_others (void)
{
  g_autoptr (EqpDataset) dataset = random_points (6, 2, 3, 0.0, 0.0);
  g_autoptr (EqpDataset) alone = random_points (1, 2, 3, 0.0, 0.0);
  g_autoptr (EqpNeighbors) found = find (dataset, 50, 1);
  g_autoptr (EqpNeighbors) none = find (alone, 5, 1);

  check (dataset, 50, found);
  g_assert_cmpint (none->k, ==, 0);
}

static void
test_threads (void)
{
  g_autoptr (EqpDataset) dataset = random_points (5000, 20, 77, 0.0, 0.0);
  g_autoptr (EqpNeighbors) one = find (dataset, 8, 1);

  for (guint threads = 2; threads <= 5; threads++)
    {
      g_autoptr (EqpNeighbors) several = find (dataset, 8, threads);

      g_assert_cmpmem (one->ids, sizeof (gint32) * 5000 * 8, several->ids, sizeof (gint32) * 5000 * 8);
      g_assert_cmpmem (one->distances, sizeof (double) * 5000 * 8, several->distances, sizeof (double) * 5000 * 8);
    }
}

/* Most neighbors are found, their distances are true, the recall told is the recall there is, and threads do not matter. */
static void
test_approximate (void)
{
  enum { N = 9000, D = 12, K = 7 };
  g_autofree double *values = g_new (double, N * D);
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpDataset) same = NULL;
  g_autoptr (EqpNeighbors) exact = NULL;
  g_autoptr (EqpNeighbors) first = NULL;
  const float *x;
  gint64 hits = 0;
  EqpRng rng;

  eqp_rng_init (&rng, 21, 0);
  for (int i = 0; i < N; i++)
    for (int c = 0; c < D; c++)
      values[i * D + c] = eqp_rng_normal (&rng) * (c < 4 ? 1.0 : 0.2) + (c == i % 5 ? 4.0 : 0.0);
  dataset = eqp_test_dataset (N, D, values);
  x = eqp_dataset_get_features (dataset);
  exact = find (dataset, K, 2);
  for (guint threads = 1; threads <= 3; threads++)
    {
      g_autoptr (EqpPool) pool = eqp_pool_new (threads);
      g_autoptr (GError) error = NULL;
      EqpNeighbors *found = eqp_neighbors_find (eqp_dataset_get_points (dataset), K, EQP_SEARCH_APPROXIMATE, pool, NULL, NULL, &error);

      g_assert_no_error (error);
      if (first == NULL)
        first = found;
      else
        {
          g_assert_cmpmem (first->ids, sizeof (gint32) * N * K, found->ids, sizeof (gint32) * N * K);
          g_assert_cmpfloat (first->recall, ==, found->recall);
          eqp_neighbors_free (found);
        }
    }

  for (int i = 0; i < N; i++)
    for (int a = 0; a < K; a++)
      {
        gint32 id = first->ids[i * K + a];
        double square = 0.0;

        g_assert_true (id >= 0 && id < N && id != i);
        for (int c = 0; c < D; c++)
          square += ((double) x[i * D + c] - x[id * D + c]) * ((double) x[i * D + c] - x[id * D + c]);
        eqp_assert_close (first->distances[i * K + a], sqrt (square), 1e-12);
        g_assert_true (a == 0 || first->distances[i * K + a] >= first->distances[i * K + a - 1]);
        hits += first->distances[i * K + a] <= exact->distances[i * K + K - 1];
      }
  g_assert_cmpfloat ((double) hits / (N * K), >, 0.95);
  g_assert_cmpint (first->recall_rows, >, 0);
  g_assert_cmpfloat (fabs (first->recall - (double) hits / (N * K)), <, 0.02);

  for (int e = 0; e < N * D; e++)
    values[e] = 1.0;
  same = eqp_test_dataset (N, D, values);
  {
    g_autoptr (EqpPool) pool = eqp_pool_new (2);
    g_autoptr (EqpNeighbors) among = eqp_neighbors_find (eqp_dataset_get_points (same), K, EQP_SEARCH_APPROXIMATE, pool, NULL, NULL, NULL);

    g_assert_cmpfloat (among->recall, ==, 1.0);
  }
}

static void
count_news (double fraction, const char *what, gpointer user_data)
{
  g_assert_cmpfloat (fraction, >, 0.0);
  g_assert_cmpfloat (fraction, <=, 1.0);
  g_assert_nonnull (what);
  ++*(int *) user_data;
}

static void
cancel_at_news (double fraction, const char *what, gpointer user_data)
{
  g_cancellable_cancel (user_data);
}

static void
test_progress_and_cancel (void)
{
  g_autoptr (EqpDataset) dataset = random_points (3000, 4, 1, 0.0, 0.0);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpNeighbors) found = NULL;
  int news = 0;
  EqpProgress counter = { count_news, &news }, stopper = { cancel_at_news, cancellable };

  found = eqp_neighbors_find (eqp_dataset_get_points (dataset), 5, EQP_SEARCH_EXACT, pool, cancellable, &counter, &error);
  g_assert_no_error (error);
  g_assert_nonnull (found);
  g_assert_cmpint (news, >=, 1);

  g_assert_null (eqp_neighbors_find (eqp_dataset_get_points (dataset), 5, EQP_SEARCH_EXACT, pool, cancellable, &stopper, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/knn/against-all-pairs", test_against_all_pairs);
  g_test_add_func ("/core/knn/ties", test_ties);
  g_test_add_func ("/core/knn/far-from-the-mean", test_far_from_the_mean);
  g_test_add_func ("/core/knn/all-others", test_all_others);
  g_test_add_func ("/core/knn/threads", test_threads);
  g_test_add_func ("/core/knn/approximate", test_approximate);
  g_test_add_func ("/core/knn/progress-and-cancel", test_progress_and_cancel);
  return g_test_run ();
}
