/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>
#include <string.h>

static EqpPath *
find_path (const char *method, EqpDataset *dataset, EqpGraph *graph, gint k, const EqpPathOptions *options, guint threads)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool, .graph = graph };
  EqpParams params = eqp_params_default ();
  EqpPath *path;

  params.k = k;
  params.restarts = 4;
  path = eqp_path_new (eqp_solver_find (method), dataset, &params, options, &context, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (eqp_path_is_complete (path));
  return path;
}

/* What holds for every path: pieces join without gaps, slopes fall, values agree where they meet, labels are what the piece
 * says. */
static void
check_path (EqpPath *path, EqpDataset *dataset)
{
  gint64 n = eqp_path_get_n (path);
  gint k = eqp_path_get_k (path);
  g_autofree gint32 *labels = g_new (gint32, n);
  g_autofree gint64 *sizes = g_new (gint64, k);

  g_assert_cmpfloat (eqp_path_get_piece (path, 0)->from, ==, 0.0);
  g_assert_true (isinf (eqp_path_get_piece (path, eqp_path_get_n_pieces (path) - 1)->to));
  for (gint p = 0; p < eqp_path_get_n_pieces (path); p++)
    {
      const EqpPathPiece *piece = eqp_path_get_piece (path, p);
      gint64 squares = 0;

      g_assert_cmpfloat (piece->from, <, piece->to);
      if (p > 0)
        {
          const EqpPathPiece *before = eqp_path_get_piece (path, p - 1);

          g_assert_cmpfloat (before->to, ==, piece->from);
          g_assert_cmpint (before->squares, >, piece->squares);
          g_assert_cmpfloat (before->data_term, <=, piece->data_term);
          g_assert_cmpfloat_with_epsilon (before->data_term + piece->from * (double) before->squares,
                                          piece->data_term + piece->from * (double) piece->squares,
                                          1e-9 * fabs (piece->data_term) + 1e-9);
        }
      g_assert_cmpint (eqp_path_find (path, piece->from), ==, p);
      if (isfinite (piece->to))
        g_assert_cmpint (eqp_path_find (path, 0.5 * (piece->from + piece->to)), ==, p);

      eqp_path_get_labels (path, p, labels);
      memset (sizes, 0, sizeof (gint64) * k);
      for (gint64 i = 0; i < n; i++)
        sizes[labels[i]]++;
      for (gint c = 0; c < k; c++)
        squares += sizes[c] * sizes[c];
      g_assert_cmpmem (sizes, sizeof (gint64) * k, piece->sizes, sizeof (gint64) * k);
      g_assert_cmpint (squares, ==, piece->squares);
      if (dataset != NULL)
        g_assert_cmpfloat_with_epsilon (eqp_metrics_sse (dataset, k, labels), piece->data_term,
                                        1e-9 * fabs (piece->data_term) + 1e-9);
    }
}

/* 6 + 2 up to 9109/9, 5 + 3 up to 4697/3, then 4 + 4, although the grid has no node near either. */
static void
test_known (void)
{
  const double x[] = { 0, 1, 2, 3, 4, 5, 100, 101 };
  const EqpPathOptions options = { .n_gammas = 5, .least = 1.0, .most = 1e5, .most_breaks = 32 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (8, 1, x);
  g_autoptr (EqpPath) path = find_path ("bkm", dataset, NULL, 2, &options, 1);

  check_path (path, dataset);
  g_assert_cmpint (eqp_path_get_n_pieces (path), ==, 3);
  g_assert_cmpint (eqp_path_get_piece (path, 0)->squares, ==, 40);
  g_assert_cmpint (eqp_path_get_piece (path, 1)->squares, ==, 34);
  g_assert_cmpint (eqp_path_get_piece (path, 2)->squares, ==, 32);
  g_assert_cmpfloat_with_epsilon (eqp_path_get_piece (path, 1)->from, 9109.0 / 9.0, 1e-6 * 9109.0 / 9.0);
  g_assert_cmpfloat_with_epsilon (eqp_path_get_piece (path, 2)->from, 4697.0 / 3.0, 1e-6 * 4697.0 / 3.0);
}

/* The least of D + gamma S over all partitions. */
static double
least_of_all (EqpDataset *dataset, gint k, double gamma)
{
  gint64 n = eqp_dataset_get_n (dataset), count = 1;
  gint32 labels[16];
  double least = INFINITY;

  for (gint64 i = 0; i < n; i++)
    count *= k;
  for (gint64 code = 0; code < count / k; code++) /* the last row is in cluster 0 */
    {
      gint64 rest = code, sizes[4] = { 0 }, squares = 0;

      for (gint64 i = 0; i < n; i++, rest /= k)
        sizes[labels[i] = (gint32) (rest % k)]++;
      for (gint c = 0; c < k; c++)
        squares += sizes[c] * sizes[c];
      least = MIN (least, eqp_metrics_sse (dataset, k, labels) + gamma * (double) squares);
    }
  return least;
}

/* Against every partition of small random sets: never below, and at each of these not above either. */
static void
test_optima (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (gint round = 0; round < 6; round++)
    {
      gint k = 2 + round % 2;
      double x[16];
      const EqpPathOptions options = { .n_gammas = 20, .least = 1e-3, .most = 1e3, .most_breaks = 64 };
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (EqpPath) path = NULL;

      for (gint i = 0; i < 16; i++)
        x[i] = eqp_rng_normal (&rng) * (i < 8 ? 1.0 : 3.0);
      dataset = eqp_test_dataset (8, 2, x);
      path = find_path ("bkm", dataset, NULL, k, &options, 1);
      check_path (path, dataset);
      for (gint step = 0; step <= 12; step++)
        {
          double gamma = pow (10.0, -3.0 + 0.5 * step), least = least_of_all (dataset, k, gamma);
          const EqpPathPiece *piece = eqp_path_get_piece (path, eqp_path_find (path, gamma));

          g_assert_cmpfloat_with_epsilon (piece->data_term + gamma * (double) piece->squares, least, 1e-6 * least);
        }
    }
}

/* Real data: at each node at most the best of ten cold starts and 0.05 %, and the same on two threads. */
static void
test_digits (gconstpointer data)
{
  const char *method = data;
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  EqpGraphOptions graph_options = { .neighbors = 5 };
  g_autoptr (EqpGraph) graph = eqp_dataset_build_graph (digits, &graph_options, pool, NULL, NULL, NULL);
  gboolean cut = eqp_solver_find (method)->family == EQP_FAMILY_GRAPH;
  double unit = eqp_gamma_unit (eqp_solver_find (method)->family, 1797, 10,
                                cut ? eqp_graph_get_total_weight (graph) : eqp_dataset_get_total_ss (digits));
  const EqpPathOptions options = { .n_gammas = 12, .least = 0.02 * unit, .most = 50.0 * unit };
  g_autoptr (EqpPath) one = find_path (method, digits, graph, 10, &options, 1);
  g_autoptr (EqpPath) two = find_path (method, digits, graph, 10, &options, 2);
  g_autofree gint32 *a = g_new (gint32, 1797);
  g_autofree gint32 *b = g_new (gint32, 1797);

  check_path (one, cut ? NULL : digits);
  g_assert_cmpint (eqp_path_get_n_pieces (one), ==, eqp_path_get_n_pieces (two));
  for (gint p = 0; p < eqp_path_get_n_pieces (one); p++)
    {
      eqp_path_get_labels (one, p, a);
      eqp_path_get_labels (two, p, b);
      g_assert_cmpmem (a, sizeof (gint32) * 1797, b, sizeof (gint32) * 1797);
    }
  for (gint node = 1; node < 12; node += 5)
    {
      EqpContext context = { .pool = pool, .graph = graph };
      EqpParams params = eqp_params_default ();
      const EqpPathPiece *piece = eqp_path_get_piece (one, eqp_path_find (one, eqp_path_get_gamma (one, node)));
      g_autoptr (EqpResult) cold = NULL;

      params.k = 10;
      params.restarts = cut ? 2 : 10;
      params.gamma = eqp_path_get_gamma (one, node);
      cold = eqp_solver_run (eqp_solver_find (method), digits, &params, &context, NULL);
      g_assert_cmpfloat (piece->data_term + params.gamma * (double) piece->squares, <=,
                         (cold->data_term + cold->penalty) * 1.0005);
    }
}

static void
test_refused (void)
{
  const double x[] = { 0, 1, 2, 3 };
  const EqpPathOptions good = { .n_gammas = 5, .least = 1.0, .most = 10.0 }, bad = { .n_gammas = 1, .least = 1.0, .most = 2.0 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 1, x);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  EqpContext context = { .pool = pool };
  EqpParams params = eqp_params_default ();
  GError *error = NULL;

  params.k = 2;
  g_assert_null (eqp_path_new (eqp_solver_find ("kmeans"), dataset, &params, &good, &context, NULL, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_clear_error (&error);
  g_assert_null (eqp_path_new (eqp_solver_find ("bkm"), dataset, &params, &bad, &context, NULL, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_clear_error (&error);
  params.k = 9;
  g_assert_null (eqp_path_new (eqp_solver_find ("bkm"), dataset, &params, &good, &context, NULL, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_clear_error (&error);
  params.k = 2;
  g_cancellable_cancel (cancelled);
  context.cancellable = cancelled;
  g_assert_null (eqp_path_new (eqp_solver_find ("bkm"), dataset, &params, &good, &context, NULL, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/path/known", test_known);
  g_test_add_func ("/core/path/optima", test_optima);
  g_test_add_data_func ("/core/path/digits/bkm", "bkm", test_digits);
  g_test_add_data_func ("/core/path/digits/bmincut", "bmincut", test_digits);
  g_test_add_func ("/core/path/refused", test_refused);
  return g_test_run ();
}
