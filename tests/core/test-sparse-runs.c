/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is made of sparse rows is what is made of the same rows dense: runs, neighbors, measures. */
#include "config.h"

#include "eqp-check.h"
#include "eqp-test.h"
#include "eqp-truth.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-cpu.h"
#include "base/eqp-kernels.h"
#include "base/eqp-sparse-rows.h"
#include "solvers/eqp-registry.h"

#define N 600
#define D 300
#define TOPICS 6

typedef struct
{
  EqpDataset *sparse;
  EqpDataset *dense;
} Pair;

static EqpDataset *
make_dense (EqpDataset *sparse)
{
  gint64 n = eqp_dataset_get_n (sparse), d = eqp_dataset_get_d (sparse);
  EqpDatasetParts parts = { .n = n, .d = d };

  parts.features = eqp_try_alloc ((gsize) (n * d), sizeof (float), "a test", NULL);
  for (gint64 i = 0; i < n; i++)
    _eqp_sparse_rows_spread (eqp_dataset_get_sparse (sparse), i, parts.features + i * d);
  return eqp_dataset_new (&parts);
}

/* Rows of a topic share words. A word in all rows, with numbers far from 0, makes most of the norms cancel; some rows
 * are copies, some empty but for it. */
static void
set_up (Pair *pair, gconstpointer bias)
{
  EqpDatasetParts parts = { .n = N, .d = D };
  EqpSparseRows *rows = parts.sparse = _eqp_sparse_rows_new (N, D, N * D, NULL);
  gint64 at = 0;
  EqpRng rng;

  eqp_rng_init (&rng, 11, 0);
  for (gint64 i = 0; i < N; i++)
    {
      gint64 first = rows->starts[i], copied = i >= N - 20 ? rows->starts[i - 100] : -1;

      if (copied >= 0)
        {
          gint64 count = rows->starts[i - 99] - copied;

          memcpy (rows->columns + first, rows->columns + copied, (gsize) count * sizeof (gint32));
          memcpy (rows->values + first, rows->values + copied, (gsize) count * sizeof (float));
          at += count;
        }
      else
        {
          if (bias != NULL)
            {
              rows->columns[at] = 0;
              rows->values[at++] = 3000.0f + (float) eqp_rng_uniform (&rng);
            }
          for (gint32 j = 1; i % 50 != 0 && j < D; j++)
            if (eqp_rng_below (&rng, j % TOPICS == i % TOPICS ? 3 : 60) == 0)
              {
                rows->columns[at] = j;
                rows->values[at++] = (float) (1.0 + eqp_rng_uniform (&rng));
              }
        }
      rows->starts[i + 1] = at;
    }
  pair->sparse = eqp_dataset_new (&parts);
  pair->dense = make_dense (pair->sparse);
}

static void
tear_down (Pair *pair, gconstpointer bias)
{
  eqp_dataset_unref (pair->sparse);
  eqp_dataset_unref (pair->dense);
}

static EqpResult *
run (const char *method, EqpDataset *dataset, const EqpParams *params, guint threads)
{
  EqpPool *pool = eqp_pool_new (threads);
  EqpContext context = { .pool = pool };
  GError *error = NULL;
  EqpResult *result = eqp_solver_run (eqp_solver_find (method), dataset, params, &context, &error);

  g_assert_no_error (error);
  eqp_pool_free (pool);
  return result;
}

static void
assert_alike (const EqpResult *a, const EqpResult *b, double tolerance)
{
  g_assert_cmpmem (a->labels, sizeof (gint32) * (gsize) a->n, b->labels, sizeof (gint32) * (gsize) b->n);
  eqp_assert_close (a->data_term, b->data_term, tolerance);
  eqp_assert_close (a->objective, b->objective, tolerance);
  for (gint64 e = 0; e < a->k * a->d; e++)
    eqp_assert_close (a->centers[e], b->centers[e], tolerance);
}

/* @ties: equal rows may have changed places. */
static void
check_runs (Pair *pair, const char *method, const EqpParams *params, gboolean ties)
{
  g_autoptr (EqpResult) sparse = run (method, pair->sparse, params, 1);
  g_autoptr (EqpResult) again = run (method, pair->sparse, params, 3);
  g_autoptr (EqpResult) dense = run (method, pair->dense, params, 1);

  assert_alike (sparse, again, 0.0);
  if (ties)
    eqp_assert_close (sparse->objective, dense->objective, 1e-10);
  else
    assert_alike (sparse, dense, 1e-10);
  eqp_assert_close (sparse->data_term,
                    (double) eqp_check_sse (N, D, eqp_dataset_get_features (pair->dense), params->k, sparse->labels),
                    1e-10);
}

/* All the ways a run begins; more clusters than a panel of centers has. */
static void
test_kmeans (Pair *pair, gconstpointer bias)
{
  static const gint ks[] = { 1, 5, TOPICS, 18, 40 };
  g_autofree gint32 *labels = g_new (gint32, N);

  for (gint64 i = 0; i < N; i++)
    labels[i] = (gint32) (i % 5);
  for (guint r = 0; r < G_N_ELEMENTS (ks); r++)
    {
      EqpParams params = eqp_params_default ();

      params.k = ks[r];
      params.seed = 4;
      params.restarts = 2;
      check_runs (pair, "kmeans", &params, FALSE);
      params.init = EQP_INIT_RANDOM;
      params.empty = EQP_EMPTY_SPLIT;
      check_runs (pair, "kmeans", &params, FALSE);
      if (params.k >= 5)
        {
          g_autoptr (EqpResult) first = run ("kmeans", pair->dense, &params, 1);

          params.initial_labels = labels;
          check_runs (pair, "kmeans", &params, FALSE);
          params.initial_labels = NULL;
          params.initial_centers = first->centers;
          check_runs (pair, "kmeans", &params, FALSE);
        }
    }
}

/* They divide their rows, or draw centers from them. */
static void
test_hkm (Pair *pair, gconstpointer bias)
{
  static const char *const methods[] = { "hkm", "hkm-tree" };
  static const gint ks[] = { 1, 5, 18 };

  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    for (guint r = 0; r < G_N_ELEMENTS (ks); r++)
      {
        EqpParams params = eqp_params_default ();

        params.k = ks[r];
        params.seed = 4;
        params.restarts = 2;
        check_runs (pair, methods[m], &params, FALSE);
      }
}

static void
test_bkm (Pair *pair, gconstpointer bias)
{
  EqpParams params = eqp_params_default ();
  double unit = eqp_gamma_unit (EQP_FAMILY_KMEANS, N, TOPICS, eqp_dataset_get_total_ss (pair->dense));

  params.k = TOPICS;
  params.seed = 2;
  for (int r = 0; r < 3; r++)
    {
      params.gamma = unit * pow (10.0, r - 1);
      params.restarts = r == 2 ? 3 : 1;
      check_runs (pair, "bkm", &params, TRUE);
    }
  params.restarts = 1;
  params.gamma = 0.0;
  params.min_size = 95;
  params.max_size = 105;
  check_runs (pair, "bkm", &params, TRUE);
  params.min_size = params.max_size = 0;
  params.gamma = unit;
  check_runs (pair, "bkm-published", &params, TRUE);
}

/* What does not read sparse rows runs on dense ones, bit for bit; so does what gives rows weights. */
static void
test_others (Pair *pair, gconstpointer bias)
{
  static const char *const methods[] = { "akm", "kmeans" };
  g_autofree double *weights = g_new (double, N);

  for (gint64 i = 0; i < N; i++)
    weights[i] = 1.0 + (double) (i % 3);
  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      EqpParams params = eqp_params_default ();

      params.k = 4;
      params.seed = 1;
      if (m == 1)
        params.weights = weights;
      {
        g_autoptr (EqpResult) sparse = run (methods[m], pair->sparse, &params, 1);
        g_autoptr (EqpResult) dense = run (methods[m], pair->dense, &params, 1);

        assert_alike (sparse, dense, 0.0);
      }
    }
}

static void
test_drag (Pair *pair, gconstpointer bias)
{
  g_autofree gint32 *labels = g_new (gint32, N);
  EqpGammaDrag *sparse, *dense;
  double unit = eqp_gamma_unit (EQP_FAMILY_KMEANS, N, TOPICS, eqp_dataset_get_total_ss (pair->dense));

  for (gint64 i = 0; i < N; i++)
    labels[i] = (gint32) (i % TOPICS);
  sparse = eqp_gamma_drag_new (pair->sparse, TOPICS, labels, 1, NULL);
  dense = eqp_gamma_drag_new (pair->dense, TOPICS, labels, 1, NULL);
  for (int r = -2; r <= 2; r++)
    {
      g_autoptr (EqpResult) a = eqp_gamma_drag_at (sparse, unit * pow (10.0, r));
      g_autoptr (EqpResult) b = eqp_gamma_drag_at (dense, unit * pow (10.0, r));

      eqp_assert_close (a->objective, b->objective, bias != NULL ? 3e-2 : 1e-5);
    }
  eqp_gamma_drag_free (sparse);
  eqp_gamma_drag_free (dense);
}

/* The same neighbors, equal ones by number, whatever is asked for and on any number of threads. */
static void
test_neighbors (Pair *pair, gconstpointer bias)
{
  static const gint ks[] = { 1, 5, 40, N };

  for (guint r = 0; r < G_N_ELEMENTS (ks); r++)
    {
      EqpPool *one = eqp_pool_new (1), *three = eqp_pool_new (3);
      EqpPoints points = eqp_dataset_get_points (pair->sparse);
      g_autoptr (EqpNeighbors) a = NULL;
      g_autoptr (EqpNeighbors) b = NULL;
      g_autoptr (EqpNeighbors) dense = NULL;
      gsize count = N * (gsize) MIN (ks[r], N - 1);

      g_assert_null (points.x);
      a = eqp_neighbors_find (points, ks[r], EQP_SEARCH_EXACT, one, NULL, NULL, NULL);
      b = eqp_neighbors_find (points, ks[r], EQP_SEARCH_APPROXIMATE, three, NULL, NULL, NULL);
      dense = eqp_neighbors_find (eqp_dataset_get_points (pair->dense), ks[r], EQP_SEARCH_EXACT, one, NULL, NULL, NULL);
      g_assert_cmpmem (a->ids, sizeof (gint32) * count, b->ids, sizeof (gint32) * count);
      g_assert_cmpmem (a->distances, sizeof (double) * count, b->distances,
                       sizeof (double) * count);
      for (gsize e = 0; e < count; e++)
        {
          eqp_assert_close (a->distances[e], dense->distances[e], 1e-12);
          /* Distances that differ by rounding only may be the other way round. */
          if (a->ids[e] != dense->ids[e])
            eqp_assert_close (dense->distances[e],
                              sqrt (_eqp_sparse_rows_between (points.sparse, (gint64) (e / (count / N)),
                                                              a->ids[e])),
                              1e-12);
        }
      eqp_pool_free (one);
      eqp_pool_free (three);
    }
}

static void
test_neighbors_cancelled (Pair *pair, gconstpointer bias)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  EqpPool *pool = eqp_pool_new (2);

  g_cancellable_cancel (cancellable);
  g_assert_null (eqp_neighbors_find (eqp_dataset_get_points (pair->sparse), 5, EQP_SEARCH_AUTO, pool, cancellable, NULL,
                                     &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  eqp_pool_free (pool);
}

/* Cuts know rows by their graph alone. */
static void
test_cuts (Pair *pair, gconstpointer bias)
{
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) sparse = NULL;
  g_autoptr (EqpResult) dense = NULL;

  params.k = TOPICS;
  params.seed = 1;
  params.neighbors = 8;
  sparse = run ("bmincut", pair->sparse, &params, 1);
  dense = run ("bmincut", pair->dense, &params, 1);
  eqp_assert_close (sparse->objective, dense->objective, 1e-8);
}

static void
test_measures (Pair *pair, gconstpointer bias)
{
  g_autofree gint32 *labels = g_new (gint32, N);
  EqpPool *one = eqp_pool_new (1), *three = eqp_pool_new (3);

  for (int round = 0; round < 3; round++)
    {
      EqpMeasureSet sets[3];

      /* One cluster is empty, and rows without a cluster are left out. */
      for (gint64 i = 0; i < N; i++)
        labels[i] = round == 2 && i % 4 == 0 ? -1 : (gint32) (round == 0 ? i % TOPICS : i % 3 == 0 ? 4 : i % 2);
      for (int s = 0; s < 3; s++)
        {
          EqpMeasureInput input = {
            .n = N, .k = TOPICS, .labels = labels, .seed = 1,
            .points = eqp_dataset_get_points (s == 2 ? pair->dense : pair->sparse),
          };

          eqp_measure_set_init (&sets[s]);
          eqp_measure_set_compute (&sets[s], &input, EQP_MEASURES_POINTS | EQP_MEASURES_SILHOUETTE,
                                   s == 1 ? three : one, NULL);
        }
      for (int m = 0; m < EQP_N_MEASURES; m++)
        {
          g_assert_cmpstr (sets[0].reasons[m], ==, sets[2].reasons[m]);
          if (isnan (sets[2].values[m]))
            continue;
          g_assert_cmpfloat (sets[0].values[m], ==, sets[1].values[m]);
          eqp_assert_close (sets[0].values[m], sets[2].values[m], 1e-10);
        }
      g_assert_true (isfinite (sets[0].values[EQP_MEASURE_SILHOUETTE]));
      eqp_assert_close (eqp_metrics_sse (pair->sparse, TOPICS, labels), sets[2].values[EQP_MEASURE_SSE], 1e-10);
    }
  eqp_pool_free (one);
  eqp_pool_free (three);
}

static void
test_explain (Pair *pair, gconstpointer bias)
{
  g_autofree gint32 *labels = g_new (gint32, N);

  for (gint64 i = 0; i < N; i++)
    labels[i] = (gint32) (i % TOPICS);
  for (gint64 i = 0; i < N; i += 37)
    {
      g_autoptr (EqpExplanation) a = eqp_explain_row (pair->sparse, NULL, TOPICS, labels, NULL, 2.5, i);
      g_autoptr (EqpExplanation) b = eqp_explain_row (pair->dense, NULL, TOPICS, labels, NULL, 2.5, i);

      for (int c = 0; c < TOPICS; c++)
        eqp_assert_close (a->data[c], b->data[c], 1e-10);
    }
}

static void
test_kernels (void)
{
  const EqpKernels *kernels[3] = { &_eqp_kernels_generic };
  int n_kernels = 1;
  const int kps[] = { 16, 32, 48, 80, 144, 272 };
  gint32 columns[40];
  float values[40];
  EqpRng rng;

#ifdef HAVE_X86_KERNELS
  if (eqp_cpu_get () >= EQP_CPU_AVX2)
    kernels[n_kernels++] = &_eqp_kernels_avx2;
  if (eqp_cpu_get () >= EQP_CPU_AVX512)
    kernels[n_kernels++] = &_eqp_kernels_avx512;
#endif
  eqp_rng_init (&rng, 7, 0);
  for (int v = 0; v < n_kernels; v++)
    for (guint p = 0; p < G_N_ELEMENTS (kps); p++)
      for (int count = 0; count <= 40; count += 8)
        {
          int kp = kps[p];
          g_autofree float *panel = g_new (float, 100 * kp);
          g_autofree float *init = g_new (float, kp);
          g_autofree float *cost = g_new (float, kp);

          for (int e = 0; e < 100 * kp; e++)
            panel[e] = (float) eqp_rng_normal (&rng);
          for (int c = 0; c < kp; c++)
            init[c] = (float) eqp_rng_normal (&rng);
          for (int e = 0; e < count; e++)
            {
              columns[e] = (gint32) eqp_rng_below (&rng, 100);
              values[e] = (float) eqp_rng_normal (&rng);
            }
          kernels[v]->entries (columns, values, count, panel, kp, init, cost);
          for (int c = 0; c < kp; c++)
            {
              double sum = init[c];

              for (int e = 0; e < count; e++)
                sum += (double) values[e] * (double) panel[columns[e] * kp + c];
              eqp_assert_close (cost[c], sum, 2e-5);
            }
        }
}

/* Text as it is: some documents of a real set. */
static void
test_reuters (void)
{
  g_autofree char *path = eqp_test_shared_path ("data/reuters/Reuters21578.mat");
  g_autoptr (EqpDataset) all = NULL;
  gint32 rows[500];
  Pair pair;

  if (path == NULL)
    {
      g_test_skip ("the data set is not there");
      return;
    }
  all = eqp_test_load (path, NULL);
  g_assert_cmpint (eqp_dataset_get_n (all), ==, 8293);
  g_assert_cmpint (eqp_dataset_get_d (all), ==, 18933);
  g_assert_cmpint (_eqp_sparse_rows_count (eqp_dataset_get_sparse (all)), ==, 389455);
  for (int i = 0; i < 500; i++)
    rows[i] = i * 16;
  pair.sparse = eqp_dataset_take_rows (all, rows, 500, NULL);
  pair.dense = make_dense (pair.sparse);
  eqp_assert_close (eqp_dataset_get_total_ss (pair.sparse), eqp_dataset_get_total_ss (pair.dense), 1e-12);
  for (int m = 0; m < 2; m++)
    {
      EqpParams params = eqp_params_default ();
      g_autoptr (EqpResult) sparse = NULL;
      g_autoptr (EqpResult) dense = NULL;

      params.k = 12;
      params.seed = 3;
      params.gamma = m == 0 ? 0.0 : eqp_gamma_unit (EQP_FAMILY_KMEANS, 500, 12, eqp_dataset_get_total_ss (pair.dense));
      sparse = run (m == 0 ? "kmeans" : "bkm", pair.sparse, &params, 2);
      dense = run (m == 0 ? "kmeans" : "bkm", pair.dense, &params, 2);
      if (m == 0)
        assert_alike (sparse, dense, 1e-10);
      eqp_assert_close (sparse->data_term, eqp_metrics_sse (pair.dense, params.k, sparse->labels), 1e-10);
      /* The costs that it assigns by are rounded, so that it may end elsewhere, as good. */
      eqp_assert_close (sparse->objective, dense->objective, 2e-2);
    }
  tear_down (&pair, NULL);
}

#define ADD(name, func)                                                                                                \
  g_test_add ("/core/sparse-runs/" name, Pair, NULL, set_up, func, tear_down);                                         \
  g_test_add ("/core/sparse-runs/" name "-far", Pair, GINT_TO_POINTER (1), set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/core/sparse-runs/kernels", test_kernels);
  ADD ("kmeans", test_kmeans);
  ADD ("hkm", test_hkm);
  ADD ("bkm", test_bkm);
  ADD ("others", test_others);
  ADD ("drag", test_drag);
  ADD ("neighbors", test_neighbors);
  ADD ("neighbors-cancelled", test_neighbors_cancelled);
  ADD ("cuts", test_cuts);
  ADD ("measures", test_measures);
  ADD ("explain", test_explain);
  g_test_add_func ("/core/sparse-runs/reuters", test_reuters);
  return g_test_run ();
}
