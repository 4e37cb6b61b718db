/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>
#include <string.h>

#include "solvers/eqp-warm-private.h"

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

/* Labels change at 80/9 for the first time, well below the grid. */
static void
test_below (void)
{
  const double x[] = { 15, 22, 1, 6, 245, 5, 1, 11, 1, 30, 1, 43, 1, 16, 14, 2, 16, 6 };
  const EqpPathOptions options = { .n_gammas = 20, .least = 20.0, .most = 1e5, .most_breaks = 32 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (9, 2, x);
  g_autoptr (EqpPath) path = find_path ("bkm", dataset, NULL, 3, &options, 1);

  check_path (path, dataset);
  g_assert_cmpint (eqp_path_get_n_pieces (path), ==, 4);
  eqp_assert_close (eqp_path_get_piece (path, 0)->data_term, 656.0, 1e-6);
  g_assert_cmpint (eqp_path_get_piece (path, 0)->squares, ==, 41);
  eqp_assert_close (eqp_path_get_piece (path, 1)->from, 80.0 / 9.0, 1e-6);
  eqp_assert_close (eqp_path_get_piece (path, 2)->from, 511.0 / 12.0, 1e-6);
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

/* Few rows, where both chains are stuck early: at each node at most the best of ten cold starts and 0.05 %. */
static void
test_anew (void)
{
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, NULL);
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  EqpGraphOptions graph_options = { .neighbors = 5 };
  g_autoptr (EqpGraph) graph = eqp_dataset_build_graph (iris, &graph_options, pool, NULL, NULL, NULL);
  double unit = eqp_gamma_unit (EQP_FAMILY_GRAPH, 150, 3, eqp_graph_get_total_weight (graph));
  const EqpPathOptions options = { .n_gammas = 24, .least = 0.01 * unit, .most = 1000.0 * unit };
  g_autoptr (EqpPath) path = find_path ("bmincut", iris, graph, 3, &options, 2);

  check_path (path, NULL);
  for (gint node = 0; node < 24; node += 3)
    {
      EqpContext context = { .pool = pool, .graph = graph };
      EqpParams params = eqp_params_default ();
      const EqpPathPiece *piece = eqp_path_get_piece (path, eqp_path_find (path, eqp_path_get_gamma (path, node)));

      params.k = 3;
      params.gamma = eqp_path_get_gamma (path, node);
      for (params.seed = 11; params.seed <= 20; params.seed++)
        {
          g_autoptr (EqpResult) cold = eqp_solver_run (eqp_solver_find ("bmincut"), iris, &params, &context, NULL);

          g_assert_cmpfloat (piece->data_term + params.gamma * (double) piece->squares, <=,
                             (cold->data_term + cold->penalty) * 1.0005);
        }
    }
}

/* Many partitions that are about as good, most of them met by no start: at each node at most what the best of ten cold
 * starts ended with (seeds 1000 to 1009), and 0.05 %. */
static void
test_rugged (void)
{
  const double cold[] = { 30.35918658, 118.3138109, 559.3915579, 2817.715733, 14524.32336, 75150.53664, 389162.4732, 2015579.348 };
  const gint nodes = G_N_ELEMENTS (cold);
  g_autofree char *file = eqp_test_shared_path ("data/libsvm/vowel.scale");
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  EqpGraphOptions graph_options = { .neighbors = 5 };
  g_autoptr (EqpDataset) vowel = NULL;
  g_autoptr (EqpGraph) graph = NULL;
  g_autoptr (EqpPath) path = NULL;
  EqpPathOptions options = { .n_gammas = nodes };
  double unit;

  if (file == NULL)
    return;
  vowel = eqp_dataset_load (file, NULL, NULL, NULL, NULL);
  graph = eqp_dataset_build_graph (vowel, &graph_options, pool, NULL, NULL, NULL);
  unit = eqp_gamma_unit (EQP_FAMILY_GRAPH, 528, 11, eqp_graph_get_total_weight (graph));
  options.least = 0.01 * unit;
  options.most = 1000.0 * unit;
  path = find_path ("bmincut", vowel, graph, 11, &options, 2);
  for (gint node = 0; node < nodes; node++)
    {
      double gamma = eqp_path_get_gamma (path, node);
      const EqpPathPiece *piece = eqp_path_get_piece (path, eqp_path_find (path, gamma));

      g_assert_cmpfloat (piece->data_term + gamma * (double) piece->squares, <=, cold[node] * 1.0005);
    }
}

/* Groups that overlap: n x 3, of different sizes. */
static EqpDataset *
make_rows (gint64 n, gint groups)
{
  g_autofree double *x = g_new (double, 3 * n);
  g_autofree double *middle = g_new (double, 3 * groups);
  EqpRng rng;

  eqp_rng_init (&rng, 11, 0);
  for (gint j = 0; j < 3 * groups; j++)
    middle[j] = 3.0 * eqp_rng_normal (&rng);
  for (gint64 i = 0; i < n; i++)
    {
      gint group = (gint) MIN (eqp_rng_below (&rng, (guint64) groups), eqp_rng_below (&rng, (guint64) groups));

      for (gint j = 0; j < 3; j++)
        x[3 * i + j] = middle[3 * group + j] + eqp_rng_normal (&rng);
    }
  return eqp_test_dataset (n, 3, x);
}

/* So many rows that runs go on from what is known: as good as cold runs, and the same on two threads. */
static void
test_many_rows (void)
{
  const gint64 n = 12000;
  g_autoptr (EqpDataset) dataset = make_rows (n, 10);
  double unit = eqp_gamma_unit (EQP_FAMILY_KMEANS, n, 10, eqp_dataset_get_total_ss (dataset));
  const EqpPathOptions options = { .n_gammas = 30, .least = 0.01 * unit, .most = 1000.0 * unit, .most_breaks = 3 };
  g_autoptr (EqpPath) one = find_path ("bkm", dataset, NULL, 10, &options, 1);
  g_autoptr (EqpPath) two = find_path ("bkm", dataset, NULL, 10, &options, 4);
  g_autofree gint32 *a = g_new (gint32, n);
  g_autofree gint32 *b = g_new (gint32, n);

  check_path (one, dataset);
  g_assert_cmpint (eqp_path_get_n_pieces (one), >, 10);
  g_assert_cmpint (eqp_path_get_n_pieces (one), ==, eqp_path_get_n_pieces (two));
  for (gint p = 0; p < eqp_path_get_n_pieces (one); p++)
    {
      eqp_path_get_labels (one, p, a);
      eqp_path_get_labels (two, p, b);
      g_assert_cmpmem (a, sizeof (gint32) * n, b, sizeof (gint32) * n);
    }
  /* The last is as even as can be. */
  g_assert_cmpint (eqp_path_get_piece (one, eqp_path_get_n_pieces (one) - 1)->squares, ==, n * n / 10);
  for (gint node = 0; node < 30; node += 7)
    {
      g_autoptr (EqpPool) pool = eqp_pool_new (1);
      EqpContext context = { .pool = pool };
      EqpParams params = eqp_params_default ();
      const EqpPathPiece *piece = eqp_path_get_piece (one, eqp_path_find (one, eqp_path_get_gamma (one, node)));

      params.k = 10;
      params.gamma = eqp_path_get_gamma (one, node);
      for (params.seed = 1; params.seed <= 3; params.seed++)
        {
          g_autoptr (EqpResult) cold = eqp_solver_run (eqp_solver_find ("bkm"), dataset, &params, &context, NULL);

          g_assert_cmpfloat (piece->data_term + params.gamma * (double) piece->squares, <=,
                             (cold->data_term + cold->penalty) * 1.0005);
        }
    }
}

/* Wherever runs go on from, in whatever order: what is told is true of the labels, and no worse than the start. */
static void
test_warm_runs (gconstpointer data)
{
  const char *method = data;
  gboolean cut = eqp_solver_find (method)->family == EQP_FAMILY_GRAPH;
  const gint64 n = cut ? 300 : 10000;
  g_autoptr (EqpDataset) dataset = make_rows (n, 10);
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  EqpGraphOptions graph_options = { .neighbors = 5 };
  g_autoptr (EqpGraph) graph = cut ? eqp_dataset_build_graph (dataset, &graph_options, pool, NULL, NULL, NULL) : NULL;
  double unit = eqp_gamma_unit (eqp_solver_find (method)->family, n, 10,
                                cut ? eqp_graph_get_total_weight (graph) : eqp_dataset_get_total_ss (dataset));

  for (gint limited = 0; limited < 2; limited++)
    {
      EqpContext context = { .pool = pool, .graph = graph };
      EqpParams params = eqp_params_default ();
      g_autoptr (EqpWarm) warm = NULL;
      g_autoptr (EqpResult) last = NULL;
      g_autofree gint32 *labels = g_new (gint32, n);
      EqpRng rng;

      params.k = 10;
      if (limited)
        {
          params.min_size = n / 10 - n / 300; /* which groups of chance are not within */
          params.max_size = n / 10 + n / 300;
        }
      warm = _eqp_warm_new (eqp_solver_find (method), dataset, &params, &context, NULL);
      g_assert_nonnull (warm);
      eqp_rng_init (&rng, 3, 0);
      for (gint run = 0; run < 12; run++)
        {
          double gamma = unit * pow (10.0, 4.0 * eqp_rng_uniform (&rng) - 2.0), before = 0.0, squares = 0.0;
          gint64 sizes[10] = { 0 };
          g_autoptr (EqpResult) result = NULL;

          /* Every third run starts from even labels of chance, the others where the last one ended. */
          for (gint64 i = 0; i < n; i++)
            labels[i] = run % 3 == 0 ? (gint32) (i % 10) : last->labels[i];
          if (run % 3 == 0)
            eqp_rng_shuffle (&rng, labels, n);
          for (gint64 i = 0; i < n; i++)
            sizes[labels[i]]++;
          for (gint c = 0; c < 10; c++)
            before += gamma * (double) sizes[c] * (double) sizes[c];
          before += cut ? eqp_graph_compute_cut (graph, labels) : eqp_metrics_sse (dataset, 10, labels);

          result = _eqp_warm_run (warm, gamma, labels, run % 4 == 3, NULL);
          g_assert_nonnull (result);
          g_assert_false (result->cancelled);
          eqp_assert_close (result->data_term,
                            cut ? eqp_graph_compute_cut (graph, result->labels)
                                : eqp_metrics_sse (dataset, 10, result->labels),
                            1e-9);
          memset (sizes, 0, sizeof sizes);
          for (gint64 i = 0; i < n; i++)
            sizes[result->labels[i]]++;
          g_assert_cmpmem (sizes, sizeof sizes, result->sizes, sizeof sizes);
          for (gint c = 0; c < 10; c++)
            {
              squares += (double) sizes[c] * (double) sizes[c];
              if (limited)
                {
                  g_assert_cmpint (sizes[c], >=, params.min_size);
                  g_assert_cmpint (sizes[c], <=, params.max_size);
                }
            }
          g_assert_cmpfloat (result->data_term + gamma * squares, <=, before * (1.0 + 1e-9));
          if (run % 3 == 0)
            g_assert_cmpfloat (result->data_term + gamma * squares, <, before);
          if (run % 3 != 0 && !cut && !limited)
            {
              /* Where it ended, another assignment at this gamma has next to nothing to gain. */
              EqpGammaDrag *drag = eqp_gamma_drag_new (dataset, 10, result->labels, 2, NULL);
              g_autoptr (EqpResult) further = eqp_gamma_drag_at (drag, gamma);

              g_assert_cmpfloat (result->data_term + gamma * squares - further->objective, <=, 3e-5 * result->data_term);
              eqp_gamma_drag_free (drag);
            }
          g_clear_pointer (&last, eqp_result_free);
          last = g_steal_pointer (&result);
        }
    }
}

static void
cancel_cb (EqpPath *path, gint node, gpointer user_data)
{
  if (node == 5)
    g_cancellable_cancel (user_data);
}

/* What was found until then is there, true, and told not to be all. */
static void
test_cancelled (void)
{
  const gint64 n = 12000;
  g_autoptr (EqpDataset) dataset = make_rows (n, 10);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  double unit = eqp_gamma_unit (EQP_FAMILY_KMEANS, n, 10, eqp_dataset_get_total_ss (dataset));
  const EqpPathOptions options = { .n_gammas = 30, .least = 0.01 * unit, .most = 1000.0 * unit, .most_breaks = 3 };
  EqpContext context = { .pool = pool, .cancellable = cancellable };
  EqpParams params = eqp_params_default ();
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpPath) path = NULL;

  params.k = 10;
  path = eqp_path_new (eqp_solver_find ("bkm"), dataset, &params, &options, &context, cancel_cb, cancellable, &error);
  g_assert_no_error (error);
  g_assert_false (eqp_path_is_complete (path));
  check_path (path, dataset);
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
  g_test_add_func ("/core/path/below", test_below);
  g_test_add_func ("/core/path/optima", test_optima);
  g_test_add_data_func ("/core/path/digits/bkm", "bkm", test_digits);
  g_test_add_data_func ("/core/path/digits/bmincut", "bmincut", test_digits);
  g_test_add_func ("/core/path/anew", test_anew);
  g_test_add_func ("/core/path/rugged", test_rugged);
  g_test_add_func ("/core/path/many-rows", test_many_rows);
  g_test_add_data_func ("/core/path/warm-runs/bkm", "bkm", test_warm_runs);
  g_test_add_data_func ("/core/path/warm-runs/bmincut", "bmincut", test_warm_runs);
  g_test_add_func ("/core/path/cancelled", test_cancelled);
  g_test_add_func ("/core/path/refused", test_refused);
  return g_test_run ();
}
