/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that count several times: the same as rows that stand there several times, the least of all divisions on small
 * data, real weights, weights of zero, refusals, cancellation and threads. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "eqp-check.h"
#include "eqp-test.h"

static EqpResult *
solve (const char       *method,
       EqpDataset       *dataset,
       const EqpParams  *params,
       guint             threads)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  EqpContext context = { .pool = pool };
  g_autoptr (GError) error = NULL;
  EqpResult *result = eqp_solver_run (eqp_solver_find (method), dataset, params, &context, &error);

  g_assert_no_error (error);
  g_assert_nonnull (result);
  return result;
}

static double *
random_values (EqpRng *rng,
               gint64  count)
{
  double *values = g_new (double, count);

  for (gint64 at = 0; at < count; at++)
    values[at] = eqp_rng_normal (rng);
  return values;
}

/* What a result says of itself is what its labels are worth. */
static void
check_result (const EqpResult  *result,
              EqpDataset       *dataset,
              const EqpParams  *params)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  g_autofree double *masses = g_new0 (double, params->k);

  g_assert_true (eqp_check_linked_keeps (n, params, result->labels));
  eqp_assert_close (result->objective,
                    (double) eqp_check_linked_objective (n, d, eqp_dataset_get_features (dataset), params,
                                                         result->labels),
                    1e-9);
  eqp_assert_close (result->objective, result->data_term + result->penalty, 1e-12);
  for (gint64 i = 0; i < n; i++)
    masses[result->labels[i]] += params->weights != NULL ? params->weights[i] : 1.0;
  for (int c = 0; c < params->k; c++)
    {
      g_assert_cmpint (result->sizes[c], ==, llround (masses[c]));
      if (params->weights != NULL && result->masses != NULL)
        eqp_assert_close (result->masses[c], masses[c], 1e-12);
    }
}

/* Random small problems against all divisions there are. */
static void
test_optimum (void)
{
  const double gammas[] = { 0.0, 0.05, 1.0, 100.0 };
  EqpRng rng;
  int missed = 0;

  eqp_rng_init (&rng, 11, 0);
  for (int round = 0; round < 120; round++)
    {
      gint64 n = 4 + (gint64) eqp_rng_below (&rng, 5), d = 1 + (gint64) eqp_rng_below (&rng, 2);
      gboolean kmeans = round % 4 == 3;
      g_autofree double *values = random_values (&rng, n * d);
      g_autofree double *weights = g_new (double, n);
      g_autoptr (EqpDataset) dataset = eqp_test_dataset (n, d, values);
      g_autoptr (EqpResult) result = NULL;
      EqpParams params = eqp_params_default ();
      double optimum;

      for (gint64 i = 0; i < n; i++)
        weights[i] = kmeans ? 0.1 + 3.0 * eqp_rng_uniform (&rng) : (double) (1 + eqp_rng_below (&rng, 4));
      params.k = 2 + (int) eqp_rng_below (&rng, 2);
      params.gamma = kmeans ? 0.0 : gammas[round / 4 % 4];
      params.weights = weights;
      params.restarts = kmeans ? 300 : 40;
      params.seed = (guint64) round;
      result = solve (kmeans ? "kmeans" : "bkm", dataset, &params, 1);
      check_result (result, dataset, &params);
      optimum = eqp_check_linked_optimum (n, d, eqp_dataset_get_features (dataset), &params);
      g_assert_cmpfloat (result->objective, >=, optimum * (1.0 - 1e-9));
      if (!kmeans)
        g_assert_cmpfloat (result->assignment_gap, >=, 0.0);
      if (result->objective > optimum * (1.0 + 1e-9))
        {
          missed++;
          g_test_message ("%s k %d n %d gamma %g: %.12g, least %.12g", kmeans ? "kmeans" : "bkm", params.k, (int) n,
                          params.gamma, result->objective, optimum);
        }
    }
  g_assert_cmpint (missed, ==, 0);
}

/* The certificate is what the prices prove: the labels' worth at their centers less the bound of the prices, each row as
 * often as it counts. */
static void
test_certificate (void)
{
  EqpRng rng;
  int n_above = 0;

  eqp_rng_init (&rng, 17, 0);
  for (int round = 0; round < 60; round++)
    {
      gint64 n = 20 + (gint64) eqp_rng_below (&rng, 30), d = 2, total = 0;
      g_autofree double *values = random_values (&rng, n * d);
      g_autofree double *weights = g_new (double, n), *cost = NULL;
      g_autoptr (EqpDataset) dataset = eqp_test_dataset (n, d, values);
      const float *x = eqp_dataset_get_features (dataset);
      g_autoptr (EqpResult) result = NULL;
      EqpParams params = eqp_params_default ();
      double worth = 0.0, proven;

      for (gint64 i = 0; i < n; i++)
        {
          weights[i] = round % 2 == 0 ? 1.0 : (double) eqp_rng_below (&rng, 4);
          total += (gint64) weights[i];
        }
      params.k = 2 + (int) eqp_rng_below (&rng, 4);
      params.gamma = 0.02 * pow (10.0, (double) (round % 3));
      params.weights = round % 2 == 0 ? NULL : weights;
      result = solve ("bkm", dataset, &params, 1);
      g_assert_nonnull (result->prices);
      cost = g_new (double, total * params.k);
      total = 0;
      for (gint64 i = 0; i < n; i++)
        for (int copy = 0; copy < (int) weights[i]; copy++, total++)
          {
            for (int c = 0; c < params.k; c++)
              cost[total * params.k + c] = (double) eqp_check_distance (x + i * d, result->centers + c * d, d);
            worth += cost[total * params.k + result->labels[i]];
          }
      /* Prices are told about what a row more costs a cluster of the mean size. */
      for (int c = 0; c < params.k; c++)
        {
          worth += params.gamma * (double) result->sizes[c] * (double) result->sizes[c];
          result->prices[c] += params.gamma * (double) (2 * (total / params.k) + (total % params.k != 0));
        }
      proven = eqp_check_dual_bound (total, params.k, cost, params.gamma, result->prices, NULL, 0, total);
      g_test_message ("k %d gamma %g: %.9g, gap %g, of the prices %g", params.k, params.gamma, worth,
                      result->assignment_gap, worth - proven);
      g_assert_cmpfloat (fabs (result->assignment_gap - (worth - proven)), <=, 1e-6 * worth);
      n_above += worth - proven > 1e-5 * worth;
    }
  g_assert_cmpint (n_above, >=, 10);
}

/* Rows written out as often as they count: the same J from the same start, and nothing to gain for the other side. */
static void
test_copies (void)
{
  const double gammas[] = { 0.0, 0.02, 0.3, 50.0 };
  EqpRng rng;
  int n_whole = 0;

  eqp_rng_init (&rng, 3, 0);
  for (int round = 0; round < 16; round++)
    {
      gboolean kmeans = round % 4 == 0;
      gint64 n = 150, d = 3, total = 0;
      int k = 4;
      g_autofree double *values = g_new (double, n * d);
      g_autofree double *weights = g_new (double, n);
      g_autofree double *copies = g_new (double, 4 * n * d);
      g_autofree gint32 *labels = g_new (gint32, 4 * n);
      g_autofree double *start = g_new (double, k * d);
      g_autofree double *start_copies = g_new (double, k * d);
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (EqpDataset) doubled = NULL;
      g_autoptr (EqpResult) weighed = NULL;
      g_autoptr (EqpResult) counted = NULL;
      EqpParams params = eqp_params_default (), plain;
      gboolean parted = FALSE;
      double gamma = kmeans ? 0.0 : gammas[round % 4];

      for (gint64 i = 0; i < n; i++)
        for (gint64 j = 0; j < d; j++)
          values[i * d + j] = 5.0 * (double) ((i % k) >> j & 1) + eqp_rng_normal (&rng);
      for (gint64 i = 0; i < n; i++)
        {
          weights[i] = (double) eqp_rng_below (&rng, 4);
          for (int copy = 0; copy < (int) weights[i]; copy++)
            memcpy (copies + total++ * d, values + i * d, sizeof (double) * d);
        }
      dataset = eqp_test_dataset (n, d, values);
      doubled = eqp_test_dataset (total, d, copies);
      for (int c = 0; c < k; c++)
        for (gint64 j = 0; j < d; j++)
          {
            const double *a = eqp_dataset_get_offsets (dataset), *b = eqp_dataset_get_offsets (doubled);
            double at = 5.0 * (double) (c >> j & 1) + 0.5;

            start[c * d + j] = at - (a != NULL ? a[j] : 0.0);
            start_copies[c * d + j] = at - (b != NULL ? b[j] : 0.0);
          }
      params.k = k;
      params.gamma = gamma;
      plain = params;
      params.weights = weights;
      params.initial_centers = start;
      plain.initial_centers = start_copies;
      weighed = solve (kmeans ? "kmeans" : "bkm", dataset, &params, 2);
      counted = solve (kmeans ? "kmeans" : "bkm", doubled, &plain, 2);
      check_result (weighed, dataset, &params);
      g_assert_true (weighed->converged);

      total = 0;
      for (gint64 i = 0; i < n; i++)
        for (int copy = 0; copy < (int) weights[i]; copy++)
          labels[total++] = weighed->labels[i];
      for (gint64 i = 0; i < total && kmeans; i++)
        g_assert_cmpint (labels[i], ==, counted->labels[i]);
      /* What keeps copies together is a division of the weighed rows. Copies that part may gain a little. */
      total = 0;
      for (gint64 i = 0; i < n; i++)
        for (int copy = 0; copy < (int) weights[i]; copy++, total++)
          parted = parted || counted->labels[total] != counted->labels[total - copy];
      eqp_assert_close (weighed->objective,
                        (double) eqp_check_objective (total, d, eqp_dataset_get_features (doubled), k, gamma, labels),
                        1e-6);
      g_assert_cmpfloat (weighed->objective, <=, counted->objective * (1.0 + (parted ? 1e-3 : 1e-6)));
      g_assert_cmpfloat (weighed->objective, >=, counted->objective * (1.0 - (kmeans ? 1e-6 : 1e-3)));
      n_whole += !parted;
    }
  g_assert_cmpint (n_whole, >=, 8);
}

/* Weights that are all 1 change nothing, not a bit. */
static void
test_ones (void)
{
  EqpRng rng;
  g_autofree double *values = NULL;
  g_autofree double *weights = g_new (double, 300);
  g_autoptr (EqpDataset) dataset = NULL;

  eqp_rng_init (&rng, 4, 0);
  values = random_values (&rng, 600);
  dataset = eqp_test_dataset (300, 2, values);
  for (int i = 0; i < 300; i++)
    weights[i] = 1.0;
  for (int m = 0; m < 2; m++)
    {
      EqpParams params = eqp_params_default ();
      g_autoptr (EqpResult) without = NULL;
      g_autoptr (EqpResult) with = NULL;

      params.k = 5;
      params.gamma = m == 0 ? 0.0 : 0.1;
      without = solve (m == 0 ? "kmeans" : "bkm", dataset, &params, 1);
      params.weights = weights;
      with = solve (m == 0 ? "kmeans" : "bkm", dataset, &params, 1);
      g_assert_cmpmem (with->labels, sizeof (gint32) * 300, without->labels, sizeof (gint32) * 300);
      g_assert_cmpfloat (with->objective, ==, without->objective);
    }
}

/* A row that counts 0 times is as if it were not there, but gets its nearest cluster; one that counts a lot is a center.
 */
static void
test_extremes (void)
{
  static const double values[] = { 0, 1, 2, 100, 10, 11, 12 };
  static const double weights[] = { 1, 1, 1, 0, 1, 1, 1 };
  static const double heavy[] = { 1e6, 1, 1, 1, 1, 1, 1 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (7, 1, values);

  for (int m = 0; m < 2; m++)
    {
      EqpParams params = eqp_params_default ();
      g_autoptr (EqpResult) result = NULL;

      params.k = 2;
      params.restarts = 5;
      params.weights = weights;
      params.gamma = m == 0 ? 0.0 : 1.0;
      result = solve (m == 0 ? "kmeans" : "bkm", dataset, &params, 1);
      check_result (result, dataset, &params);
      eqp_assert_close (result->data_term, 4.0, 1e-12);
      /* Of few rows more are made, but what is told is what was asked for. */
      g_assert_cmpint (result->starts, ==, 5);
      g_assert_cmpint (result->sizes[0], ==, 3);
      g_assert_cmpint (result->sizes[1], ==, 3);
      g_assert_cmpint (result->labels[3], ==, result->labels[4]);
    }
  {
    EqpParams params = eqp_params_default ();
    g_autoptr (EqpResult) result = NULL;

    params.k = 2;
    params.restarts = 5;
    params.weights = heavy;
    result = solve ("kmeans", dataset, &params, 1);
    check_result (result, dataset, &params);
    g_assert_cmpint (result->labels[3], !=, result->labels[0]);
  }
}

typedef struct
{
  GCancellable *cancellable;
  int           events;
  double        previous;
} Watch;

static void
watch_cb (const EqpEvent *event,
          gpointer        user_data)
{
  Watch *watch = user_data;

  if (event->kind == EQP_EVENT_ITERATION)
    {
      g_assert_cmpfloat (event->objective, <=, watch->previous * (1.0 + 1e-12));
      watch->previous = event->objective;
      if (++watch->events == 3 && watch->cancellable != NULL)
        g_cancellable_cancel (watch->cancellable);
    }
}

/* The trace falls, cancelled runs keep the best, the same seed gives the same labels on any number of threads. */
static void
test_run (void)
{
  EqpRng rng;
  g_autofree double *values = NULL;
  g_autofree double *weights = g_new (double, 5000);
  g_autoptr (EqpDataset) dataset = NULL;

  eqp_rng_init (&rng, 6, 0);
  values = random_values (&rng, 20000);
  dataset = eqp_test_dataset (5000, 4, values);
  for (int i = 0; i < 5000; i++)
    weights[i] = (double) (1 + eqp_rng_below (&rng, 5));
  for (int m = 0; m < 2; m++)
    {
      g_autoptr (EqpResult) one = NULL;
      g_autoptr (EqpResult) four = NULL;
      g_autoptr (EqpResult) ended = NULL;
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (EqpPool) pool = eqp_pool_new (2);
      Watch watch = { NULL, 0, INFINITY }, stop = { cancellable, 0, INFINITY };
      EqpSink sink = { watch_cb, &watch }, stop_sink = { watch_cb, &stop };
      EqpContext context = { pool, &sink, NULL, NULL };
      EqpParams params = eqp_params_default ();

      params.k = 12;
      params.gamma = m == 0 ? 0.0 : 0.05;
      params.weights = weights;
      one = solve (m == 0 ? "kmeans" : "bkm", dataset, &params, 1);
      check_result (one, dataset, &params);
      four = eqp_solver_run (eqp_solver_find (m == 0 ? "kmeans" : "bkm"), dataset, &params, &context, NULL);
      g_assert_cmpmem (one->labels, sizeof (gint32) * 5000, four->labels, sizeof (gint32) * 5000);
      g_assert_cmpint (watch.events, >, 3);
      context.sink = &stop_sink;
      context.cancellable = cancellable;
      ended = eqp_solver_run (eqp_solver_find (m == 0 ? "kmeans" : "bkm"), dataset, &params, &context, NULL);
      g_assert_true (ended->cancelled);
      check_result (ended, dataset, &params);
    }
}

static void
test_refused (void)
{
  static const double values[] = { 0, 1, 2, 10, 11, 12 };
  static const struct
  {
    const char *method;
    double      weights[6];
    const char *reason;
    double      gamma;
  } cases[] = {
    { "bkm", { 1, 2, 1, 1, 1, 1 }, "its penalty for weights of 7 together is larger than any number", 8e305 },
    { "kmeans", { 1, 1, -1, 1, 1, 1 }, "The weight of row 3 is -1" },
    { "kmeans", { 1, 1, 1, NAN, 1, 1 }, "The weight of row 4 is nan" },
    { "kmeans", { 0, 0, 0, 0, 0, 0 }, "The weights of all rows are 0 together" },
    { "kmeans", { 1e300, 1, 1, 1, 1, 1 }, "together" },
    { "bkm", { 1, 1.5, 1, 1, 1, 1 }, "“Balanced k-means” counts sizes and needs whole numbers" },
    { "bkm", { 3e9, 1, 1, 1, 1, 1 }, "together" },
    { "akm", { 1, 2, 1, 1, 1, 1 }, "“Approximate k-means” takes no weights" },
  };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (6, 1, values);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      EqpParams params = eqp_params_default ();
      g_autoptr (GError) error = NULL;

      params.k = 2;
      params.weights = cases[i].weights;
      params.gamma = cases[i].gamma;
      g_assert_false (eqp_solver_check (eqp_solver_find (cases[i].method), dataset, &params, &error));
      g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
      g_assert_nonnull (strstr (error->message, cases[i].reason));
    }
}

/* The spread around the weighted mean, rows of weight 0 left out. */
static void
test_total_ss (void)
{
  enum { N = 12, D = 3 };
  EqpRng rng;

  eqp_rng_init (&rng, 21, 0);
  for (int round = 0; round < 20; round++)
    {
      double values[N * D], weights[N], mean[D] = { 0.0 }, total = 0.0, sum = 0.0;
      g_autoptr (EqpDataset) dataset = NULL;

      for (gint i = 0; i < N * D; i++)
        values[i] = (double) eqp_rng_below (&rng, 40) - 7.0;
      for (gint i = 0; i < N; i++)
        {
          weights[i] = i == 0 ? 2.5 : (double) eqp_rng_below (&rng, 4);
          total += weights[i];
          for (gint j = 0; j < D; j++)
            mean[j] += weights[i] * values[i * D + j];
        }
      dataset = eqp_test_dataset (N, D, values);
      for (gint i = 0; i < N; i++)
        for (gint j = 0; j < D; j++)
          sum += weights[i] * pow (values[i * D + j] - mean[j] / total, 2.0);
      eqp_assert_close (eqp_weights_total_ss (dataset, weights), sum, 1e-6);
      eqp_assert_close (eqp_weights_total (weights, N), total, 1e-12);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/weights/optimum", test_optimum);
  g_test_add_func ("/core/weights/certificate", test_certificate);
  g_test_add_func ("/core/weights/copies", test_copies);
  g_test_add_func ("/core/weights/ones", test_ones);
  g_test_add_func ("/core/weights/extremes", test_extremes);
  g_test_add_func ("/core/weights/run", test_run);
  g_test_add_func ("/core/weights/total-ss", test_total_ss);
  g_test_add_func ("/core/weights/refused", test_refused);
  return g_test_run ();
}
