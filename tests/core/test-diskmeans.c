/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DisKmeans against kernel k-means with the whole matrix, and the alternation of DisCluster against DisKmeans. */
#include "config.h"

#include "eqp-check-kernel.h"

#include <math.h>
#include <string.h>

#include "solvers/kmeans/eqp-mapped-private.h"

typedef struct
{
  double first;
  double last;
  double worst_fall;
  int    steps;
  const double *gram; /* n x n; NULL: not looked at */
  gint64 n;
  int    k;
} Watch;

static void
watch (const EqpEvent *event, gpointer user_data)
{
  Watch *self = user_data;

  if (event->kind != EQP_EVENT_ITERATION)
    return;

  /* A subspace made for the labels before holds no more of the value of these labels than the best one for them. */
  if (self->gram != NULL && g_strcmp0 (event->phase, "subspace") == 0)
    g_assert_cmpfloat (event->objective, <=,
                       eqp_check_kernel_value (self->n, self->k, self->gram, event->labels) * (1.0 + 1e-9));
  if (self->steps++ == 0)
    self->first = event->objective;
  else
    self->worst_fall = MAX (self->worst_fall, self->last - event->objective);
  self->last = event->objective;
}

static EqpResult *
run (const char *method, EqpDataset *dataset, const EqpParams *params, Watch *watcher)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autoptr (GError) error = NULL;
  EqpSink sink = { watch, watcher };
  EqpContext context = { .pool = pool, .sink = watcher != NULL ? &sink : NULL };
  EqpResult *result = eqp_solver_run (eqp_solver_find (method), dataset, params, &context, &error);

  g_assert_no_error (error);
  return result;
}

/* Groups that differ in a few directions, beside directions of noise; some columns are large, one is constant. */
static EqpDataset *
groups (gint64 n, gint64 d, int k, guint64 seed, gint32 *truth)
{
  g_autofree double *values = g_new (double, n * d);
  EqpRng rng;

  eqp_rng_init (&rng, seed, 0);
  for (gint64 i = 0; i < n; i++)
    {
      gint32 group = truth[i] = (gint32) eqp_rng_below (&rng, k);

      for (gint64 j = 0; j < d; j++)
        values[i * d + j] = j == 1 ? 3.0 : (j % 4 + 1) * (2.5 * sin (group * 7.0 + j) + eqp_rng_normal (&rng));
    }
  return eqp_test_dataset (n, d, values);
}

static const struct
{
  gint64 n, d;
  int    k;
} shapes[] = { { 60, 5, 3 }, { 40, 70, 4 }, { 90, 12, 7 }, { 30, 1, 3 } };

/* The map gives the inner products of the reference, and those of the inverse to the last digits. */
static void
test_fixture (void)
{
  JsonArray *cases = eqp_test_cases ("diskmeans.json");

  if (cases == NULL)
    return;
  for (guint c = 0; c < json_array_get_length (cases); c++)
    {
      JsonObject *object = json_array_get_object_element (cases, c);
      JsonArray *expected = json_object_get_array_member (object, "gram");
      g_autoptr (EqpDataset) dataset = eqp_test_dataset_json (json_object_get_array_member (object, "x"));
      g_autofree gint32 *labels = eqp_test_labels_json (json_object_get_array_member (object, "labels"));
      double lambda = json_object_get_double_member (object, "lambda_");
      gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
      const double *mean = eqp_dataset_get_mean (dataset);
      const float *x = eqp_dataset_get_features (dataset);
      g_autofree double *gram = eqp_check_gram (dataset, lambda);
      g_autoptr (EqpPool) pool = eqp_pool_new (1);
      EqpContext context = { .pool = pool };
      g_autoptr (EqpPca) directions = _eqp_whitening_new (dataset, &context, NULL);
      int rank = _eqp_whitening_rank (directions);
      g_autofree double *map = g_new (double, rank * d), *y = g_new0 (double, n * rank);

      g_assert_cmpint (rank, ==, MIN (n - 1, d));
      _eqp_whitening_fill (directions, n, lambda, map);
      for (gint64 i = 0; i < n; i++)
        for (int r = 0; r < rank; r++)
          for (gint64 j = 0; j < d; j++)
            y[i * rank + r] += map[r * d + j] * (x[i * d + j] - mean[j]);
      for (gint64 a = 0; a < n; a++)
        for (gint64 b = 0; b < n; b++)
          {
            double product = 0.0;

            for (int r = 0; r < rank; r++)
              product += y[a * rank + r] * y[b * rank + r];
            eqp_assert_close (product, gram[a * n + b], 1e-9);
            eqp_assert_close (product, json_array_get_double_element (json_array_get_array_element (expected, a), b),
                              1e-5); /* float features, and a lambda down to 0.1 */
          }
      eqp_assert_close (eqp_check_kernel_value (n, 3, gram, labels),
                        json_object_get_double_member (object, "trace_objective"), 1e-5);
    }
}

/* From the same labels the same way to the same labels, and the same value to 1e-9. */
static void
test_kernel_form (void)
{
  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    for (guint64 seed = 1; seed <= 5; seed++)
      {
        gint64 n = shapes[s].n, count;
        gint k = shapes[s].k;
        g_autofree gint32 *labels = g_new (gint32, n), *initial = g_new (gint32, n);
        g_autoptr (EqpDataset) dataset = groups (n, shapes[s].d, k, seed, labels);
        g_autofree double *spectrum = eqp_check_spectrum (dataset, &count);
        gint64 rank = MIN (n - 1, shapes[s].d > 1 ? shapes[s].d - 1 : 1); /* a column is constant */
        g_autofree double *gram = eqp_check_gram (dataset, spectrum[MIN (k, rank) - 1]);
        g_autoptr (EqpResult) result = NULL;
        EqpParams params = eqp_params_default ();
        Watch watcher = { 0 };
        EqpRng rng;

        eqp_rng_init (&rng, seed, 1);
        for (gint64 i = 0; i < n; i++)
          initial[i] = labels[i] = i < k ? (gint32) i : (gint32) eqp_rng_below (&rng, k);
        params.k = k;
        params.initial_labels = initial;
        params.empty = EQP_EMPTY_KEEP;
        result = run ("diskmeans", dataset, &params, &watcher);
        eqp_assert_close (watcher.first, eqp_check_kernel_value (n, k, gram, initial), 1e-9);
        eqp_check_kernel_kmeans (n, k, gram, labels);
        g_assert_cmpmem (result->labels, sizeof (gint32) * n, labels, sizeof (gint32) * n);
        eqp_assert_close (result->objective, eqp_check_kernel_value (n, k, gram, labels), 1e-9);
        eqp_assert_close (result->data_term, eqp_metrics_sse (dataset, k, labels), 1e-12);
      }
}

/* By hand the same; and a large lambda is k-means, whose value it gives times lambda. */
static void
test_lambda (void)
{
  const double lambdas[] = { 0.01, 1.0, 300.0, 1e9 };
  enum { N = 60, D = 5, K = 3 };
  g_autofree gint32 *truth = g_new (gint32, N), *initial = g_new (gint32, N);
  g_autoptr (EqpDataset) dataset = groups (N, D, K, 4, truth);
  g_autoptr (EqpResult) plain = NULL;
  EqpParams params = eqp_params_default ();

  for (int i = 0; i < N; i++)
    initial[i] = i % K;
  params.k = K;
  params.initial_labels = initial;
  plain = run ("kmeans", dataset, &params, NULL);
  for (gsize l = 0; l < G_N_ELEMENTS (lambdas); l++)
    {
      g_autofree double *gram = eqp_check_gram (dataset, lambdas[l]);
      g_autofree gint32 *labels = g_memdup2 (initial, sizeof (gint32) * N);
      g_autoptr (EqpResult) result = NULL;

      params.own[0] = lambdas[l];
      result = run ("diskmeans", dataset, &params, NULL);
      eqp_check_kernel_kmeans (N, K, gram, labels);
      g_assert_cmpmem (result->labels, sizeof (gint32) * N, labels, sizeof (gint32) * N);
      if (l < 3)
        eqp_assert_close (result->objective, eqp_check_kernel_value (N, K, gram, labels), 1e-9);
      else
        {
          g_assert_cmpmem (result->labels, sizeof (gint32) * N, plain->labels, sizeof (gint32) * N);
          eqp_assert_close (result->objective * lambdas[l], eqp_dataset_get_total_ss (dataset) - plain->data_term, 1e-4);
        }
    }
}

/* Directions of noise, large ones, hide the groups from k-means and not from DisKmeans. */
static void
test_finds_what_kmeans_misses (void)
{
  enum { N = 600, D = 12, K = 3 };
  g_autofree double *values = g_new (double, N * D);
  g_autofree gint32 *truth = g_new (gint32, N);
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpResult) plain = NULL, result = NULL;
  EqpExternalMeasures of_plain, of_result;
  EqpParams params = eqp_params_default ();
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (int i = 0; i < N; i++)
    {
      truth[i] = i % K;
      for (int j = 0; j < D; j++)
        values[i * D + j] = j < 2 ? (truth[i] == j) * 8.0 + eqp_rng_normal (&rng) : 12.0 * eqp_rng_uniform (&rng) * (j == 2) + eqp_rng_normal (&rng);
    }
  dataset = eqp_test_dataset (N, D, values);
  params.k = K;
  params.restarts = 5;
  plain = run ("kmeans", dataset, &params, NULL);
  result = run ("diskmeans", dataset, &params, NULL);
  eqp_metrics_external (N, truth, plain->labels, &of_plain);
  eqp_metrics_external (N, truth, result->labels, &of_result);
  g_assert_cmpfloat (of_result.acc, >, 0.97);
  g_assert_cmpfloat (of_plain.acc, <=, of_result.acc);
}

/* Names of clusters and the order of rows make no difference. */
static void
test_invariance (void)
{
  const char *methods[] = { "diskmeans", "discluster" };
  enum { N = 80, D = 6, K = 4 };

  for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autofree gint32 *truth = g_new (gint32, N), *initial = g_new (gint32, N), *turned = g_new (gint32, N);
      g_autofree double *values = g_new (double, N * D);
      g_autoptr (EqpDataset) dataset = groups (N, D, K, 8, truth), reversed = NULL;
      g_autoptr (EqpResult) result = NULL, other = NULL;
      EqpParams params = eqp_params_default ();

      for (int i = 0; i < N; i++)
        {
          initial[i] = (i + i / 7) % K;
          turned[N - 1 - i] = (initial[i] + 1) % K;
          for (int j = 0; j < D; j++)
            values[(N - 1 - i) * D + j] = eqp_dataset_get_value (dataset, i, j);
        }
      reversed = eqp_test_dataset (N, D, values);
      params.k = K;
      params.initial_labels = initial;
      result = run (methods[m], dataset, &params, NULL);
      params.initial_labels = turned;
      other = run (methods[m], reversed, &params, NULL);
      eqp_assert_close (other->objective, result->objective, 1e-6);
      for (int i = 0; i < N; i++)
        g_assert_cmpint (other->labels[N - 1 - i], ==, (result->labels[i] + 1) % K);
    }
}

/* Discriminant analysis on given labels finds the K - 1 directions that hold all of the between-cluster value; what
 * DisCluster ends with, DisKmeans cannot better by a step; no step of either kind ever lowers the value. */
static void
test_discluster (void)
{
  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    for (guint64 seed = 1; seed <= 5; seed++)
      {
        gint64 n = shapes[s].n, count;
        gint k = shapes[s].k;
        g_autofree gint32 *truth = g_new (gint32, n), *initial = g_new (gint32, n);
        g_autoptr (EqpDataset) dataset = groups (n, shapes[s].d, k, seed, truth);
        g_autofree double *spectrum = eqp_check_spectrum (dataset, &count);
        gint64 rank = MIN (n - 1, shapes[s].d > 1 ? shapes[s].d - 1 : 1);
        g_autofree double *gram = eqp_check_gram (dataset, spectrum[MIN (k, rank) - 1]);
        g_autoptr (EqpResult) from_labels = NULL, cold = NULL, kernel = NULL;
        EqpParams params = eqp_params_default ();
        Watch watcher = { .gram = gram, .n = n, .k = k }, cold_watcher = watcher;

        params.k = k;
        params.seed = seed;
        cold = run ("discluster", dataset, &params, &cold_watcher);
        g_assert_cmpfloat (cold_watcher.worst_fall, <=, 0.0);
        eqp_assert_close (cold->data_term, eqp_metrics_sse (dataset, k, cold->labels), 1e-12);

        for (gint64 i = 0; i < n; i++)
          initial[i] = (gint32) ((i + i / 7) % k);
        params.initial_labels = initial;
        from_labels = run ("discluster", dataset, &params, &watcher);
        eqp_assert_close (watcher.first, eqp_check_kernel_value (n, k, gram, initial), 1e-9);
        g_assert_cmpfloat (watcher.worst_fall, <=, 0.0);

        g_assert_true (cold->converged && from_labels->converged);
        eqp_assert_close (from_labels->objective, eqp_check_kernel_value (n, k, gram, from_labels->labels), 1e-9);
        params.initial_labels = from_labels->labels;
        kernel = run ("diskmeans", dataset, &params, NULL);
        g_assert_cmpmem (kernel->labels, sizeof (gint32) * n, from_labels->labels, sizeof (gint32) * n);
        params.initial_labels = cold->labels;
        g_clear_pointer (&kernel, eqp_result_free);
        kernel = run ("diskmeans", dataset, &params, NULL);
        g_assert_cmpmem (kernel->labels, sizeof (gint32) * n, cold->labels, sizeof (gint32) * n);
      }
}

/* All rows equal; more columns than can be turned into directions. */
static void
test_limits (void)
{
  const char *methods[] = { "diskmeans", "discluster" };
  g_autofree double *values = g_new0 (double, 10 * 3);
  g_autoptr (EqpDataset) equal = eqp_test_dataset (10, 3, values);
  g_autofree double *many = g_new0 (double, 2100 * 2100);
  g_autoptr (EqpDataset) wide = NULL;
  EqpParams params = eqp_params_default ();

  for (gint64 i = 0; i < 2100; i++)
    many[i * 2100 + i] = 1.0;
  wide = eqp_test_dataset (2100, 2100, many);
  params.k = 3;
  for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (EqpResult) result = run (methods[m], equal, &params, NULL);
      g_autoptr (GError) error = NULL;

      g_assert_cmpfloat (result->objective, ==, 0.0);
      g_assert_cmpfloat (result->data_term, ==, 0.0);
      g_assert_cmpint (result->warnings->len, ==, 1);
      g_assert_false (eqp_solver_check (eqp_solver_find (methods[m]), wide, &params, &error));
      g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
      g_assert_nonnull (strstr (error->message, "2100 columns"));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/diskmeans/fixture", test_fixture);
  g_test_add_func ("/core/diskmeans/kernel-form", test_kernel_form);
  g_test_add_func ("/core/diskmeans/lambda", test_lambda);
  g_test_add_func ("/core/diskmeans/finds-what-kmeans-misses", test_finds_what_kmeans_misses);
  g_test_add_func ("/core/diskmeans/invariance", test_invariance);
  g_test_add_func ("/core/diskmeans/discluster", test_discluster);
  g_test_add_func ("/core/diskmeans/limits", test_limits);
  return g_test_run ();
}
