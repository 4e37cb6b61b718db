/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "solvers/kmeans/eqp-kmeans-private.h"

static EqpResult *
run (EqpDataset *dataset, const EqpParams *params)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool };
  EqpResult *result = eqp_solver_run (eqp_solver_find ("kmeans"), dataset, params, &context, &error);

  g_assert_no_error (error);
  return result;
}

/* Lloyd as it stands in the books, in double, from given labels. */
static void
naive_lloyd (gint64 n, gint64 d, gint k, const float *x, gint32 *labels)
{
  g_autofree double *centers = g_new0 (double, k * d);
  gboolean moved = TRUE;

  while (moved)
    {
      g_autofree gint64 *sizes = g_new0 (gint64, k);
      g_autofree double *sums = g_new0 (double, k * d);

      for (gint64 i = 0; i < n; i++)
        {
          sizes[labels[i]]++;
          for (gint64 j = 0; j < d; j++)
            sums[labels[i] * d + j] += x[i * d + j];
        }
      for (int c = 0; c < k; c++)
        for (gint64 j = 0; j < d && sizes[c] > 0; j++)
          centers[c * d + j] = sums[c * d + j] / (double) sizes[c];

      moved = FALSE;
      for (gint64 i = 0; i < n; i++)
        {
          int best = labels[i];
          double least = INFINITY;

          for (int pass = 0; pass < 2; pass++) /* its own first, so that a tie stays */
            for (int c = 0; c < k; c++)
              if (pass == 1 || c == labels[i])
                {
                  double distance = 0.0;

                  for (gint64 j = 0; j < d; j++)
                    distance += ((double) x[i * d + j] - centers[c * d + j]) * ((double) x[i * d + j] - centers[c * d + j]);
                  if (distance < least)
                    {
                      least = distance;
                      best = c;
                    }
                }
          moved |= best != labels[i];
          labels[i] = best;
        }
    }
}

/* The pass with products, the pass with differences and the pass with bounds give the labels of exact arithmetic, also
 * where rounded costs leave nearly everything open, and where the lengths of rows and centres are far from even. */
static void
test_against_naive (void)
{
  struct { gint64 n, d; gint k; double far; double uneven; } shapes[] = { { 400, 2, 7 }, { 500, 33, 5 }, { 500, 150, 7 }, { 600, 70, 21 }, { 800, 130, 40 }, { 700, 260, 36 }, { 600, 100, 30, 1000.0 },
    { 900, 256, 20, 0.0, 1.0 }, { 900, 300, 68, 0.0, 3.0 }, { 700, 70, 50, 3.0, 12.0 } };
  EqpRng rng;

  eqp_rng_init (&rng, 17, 0);
  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      gint64 n = shapes[s].n, d = shapes[s].d;
      gint k = shapes[s].k;
      g_autofree double *values = g_new (double, n * d);
      g_autofree gint32 *initial = g_new (gint32, n), *expected = g_new (gint32, n);
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (EqpResult) result = NULL;
      EqpParams params = eqp_params_default ();

      for (gint64 i = 0; i < n; i++)
        {
          gint64 cluster = (gint64) eqp_rng_below (&rng, k);

          initial[i] = expected[i] = eqp_rng_uniform (&rng) < 0.5 ? (gint32) cluster : (gint32) (i % k);
          for (gint64 j = 0; j < d; j++)
            values[i * d + j] = shapes[s].far + sin ((double) (cluster * 31 + j)) + 0.5 * eqp_rng_normal (&rng);
          if (shapes[s].uneven > 0.0)
            {
              double length = pow (10.0, shapes[s].uneven * (eqp_rng_uniform (&rng) - 0.5));

              for (gint64 j = 0; j < d; j++)
                values[i * d + j] = j == 5 ? shapes[s].far : i % 7 == 6 ? values[(i - 1) * d + j] * (1.0 + 1e-7 * (double) (j == 0)) : length * values[i * d + j];
            }
        }
      dataset = eqp_test_dataset (n, d, values);
      naive_lloyd (n, d, k, eqp_dataset_get_features (dataset), expected);
      params.k = k;
      params.initial_labels = initial;
      params.empty = EQP_EMPTY_KEEP;
      result = run (dataset, &params);
      g_assert_cmpmem (result->labels, sizeof (gint32) * n, expected, sizeof (gint32) * n);
      eqp_assert_close (result->data_term, eqp_metrics_sse (dataset, k, expected), 1e-12);
    }
}

/* Two tight pairs, also far from the origin: the SSE keeps its digits. */
static void
test_sse_keeps_digits (void)
{
  for (int far = 0; far < 2; far++)
    {
      double values[4] = { -1.0001, -0.9999, 0.9999, 1.0001 };
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (EqpResult) result = NULL;
      EqpParams params = eqp_params_default ();

      for (int i = 0; i < 4 && far; i++)
        values[i] += 1e8;
      dataset = eqp_test_dataset (4, 1, values);
      params.k = 2;
      params.restarts = 5;
      result = run (dataset, &params);
      g_assert_cmpfloat_with_epsilon (result->data_term, 4.0e-8, 4.0e-10);
    }
}

static void
test_empty_policies (void)
{
  double values[12] = { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1 };
  const gint32 initial[12] = { 0 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (12, 1, values);
  EqpParams params = eqp_params_default ();

  params.k = 3;
  params.initial_labels = initial;
  for (int policy = 0; policy < 3; policy++)
    {
      g_autoptr (EqpResult) result = NULL;
      gint64 empty = 0;

      params.empty = (EqpEmptyPolicy) policy;
      result = run (dataset, &params);
      for (int c = 0; c < 3; c++)
        empty += result->sizes[c] == 0;
      /* Two distinct rows fill two clusters at the most; "keep" leaves all rows where they are. */
      g_assert_cmpint (empty, ==, policy == EQP_EMPTY_KEEP ? 2 : 1);
      g_assert_cmpint (result->warnings->len, >, 0);
      if (policy != EQP_EMPTY_KEEP)
        g_assert_cmpfloat (result->data_term, ==, 0.0);
    }
}

static void
test_restarts_keep_the_best (void)
{
  g_autoptr (EqpDataset) dataset = eqp_sample_load ("iris", NULL, NULL);
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) one = NULL, many = NULL;

  params.k = 6;
  params.init = EQP_INIT_RANDOM;
  one = run (dataset, &params);
  params.restarts = 20;
  many = run (dataset, &params);
  g_assert_cmpfloat (many->data_term, <=, one->data_term);
}

/* Every kind of kernel this processor runs, against plain loops. */
static void
test_kernels (void)
{
  const EqpKernels *kernels[3] = { &_eqp_kernels_generic };
  const gint64 ds[] = { 1, 2, 7, 16, 33, 100, 1050 };
  int n_kernels = 1;
  EqpRng rng;

#if defined(__x86_64__)
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    kernels[n_kernels++] = &_eqp_kernels_avx2;
  if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512dq") && __builtin_cpu_supports ("avx512bw") && __builtin_cpu_supports ("avx512vl"))
    kernels[n_kernels++] = &_eqp_kernels_avx512;
#endif

  eqp_rng_init (&rng, 23, 0);
  for (gsize t = 0; t < G_N_ELEMENTS (ds) * 4; t++)
    {
      gint64 d = ds[t / 4];
      double slack = 1e-5 * MAX (1.0, d / 50.0);
      int kp = EQP_PANEL * (int) (1 + t % 4 * 2), n = 19;
      g_autofree float *x = g_new (float, n * d), *panel = g_new (float, d * kp), *init = g_new (float, kp);
      g_autofree float *cost = g_new (float, n * kp), *price = g_new (float, kp);
      g_autofree float *no_price = g_new0 (float, kp);
      g_autofree double *center = g_new (double, d), *sum = g_new0 (double, d);

      for (gint64 i = 0; i < n * d; i++)
        x[i] = (float) eqp_rng_normal (&rng);
      for (gint64 i = 0; i < d * kp; i++)
        panel[i] = (float) eqp_rng_normal (&rng);
      for (int c = 0; c < kp; c++)
        {
          init[c] = (float) eqp_rng_normal (&rng);
          price[c] = c < kp - 5 ? (float) eqp_rng_uniform (&rng) : INFINITY;
        }
      for (gint64 j = 0; j < d; j++)
        center[j] = panel[j * kp];

      for (int q = 0; q < n_kernels; q++)
        {
          kernels[q]->dots (x, d, n, d, panel, kp, init, cost);
          for (int i = 0; i < n; i++)
            {
              float least, second, best = INFINITY, next = INFINITY;
              int where = kernels[q]->least (cost + i * kp, price, kp, &least, &second), expected = 0;

              for (int c = 0; c < kp; c++)
                {
                  double product = init[c];
                  float value = cost[i * kp + c] + price[c];

                  for (gint64 j = 0; j < d; j++)
                    product += (double) x[i * d + j] * panel[j * kp + c];
                  eqp_assert_close (cost[i * kp + c], product, slack);
                  if (value < best)
                    {
                      next = best;
                      best = value;
                      expected = c;
                    }
                  else
                    next = MIN (next, value);
                }
              g_assert_cmpint (where, ==, expected);
              g_assert_cmpfloat (least, ==, best);
              g_assert_cmpfloat (second, ==, next);
            }

          for (int i = 0; i < n; i++)
            {
              g_autofree float *squared = g_new (float, kp), *drift = g_new (float, kp), *lower = g_new (float, kp);
              int own = (int) eqp_rng_below (&rng, (guint64) (kp - 5));
              float lowest = INFINITY;

              for (int c = 0; c < kp; c++)
                {
                  float left;

                  squared[c] = fabsf (cost[i * kp + c]);
                  drift[c] = (float) eqp_rng_uniform (&rng);
                  left = MAX (0.0f, sqrtf (squared[c]) - drift[c]);
                  if (c != own)
                    lowest = MIN (lowest, left * left + price[c]);
                }
              eqp_assert_close (kernels[q]->lowest (squared, drift, price, kp, own, lower), lowest, 1e-5);
            }

          for (int rows = 1; rows <= n; rows += 6)
            {
              gint32 labels[19];
              float least[19], second[19], best, next;

              kernels[q]->leasts (cost, rows, price, kp, labels, least, second);
              for (int i = 0; i < rows; i++)
                {
                  g_assert_cmpint (labels[i], ==, kernels[q]->least (cost + i * kp, price, kp, &best, &next));
                  g_assert_cmpfloat (least[i], ==, best);
                  g_assert_cmpfloat (second[i], ==, next);
                }
            }

          for (int i = 0; i < n; i++)
            {
              const float *row = cost + i * kp;
              g_autofree gint32 *columns = g_new (gint32, kp);
              g_autofree float *error = g_new (float, kp);
              float bar = INFINITY;
              int count, at = 0;

              for (int c = 0; c < kp; c++)
                {
                  error[c] = (float) eqp_rng_uniform (&rng);
                  bar = MIN (bar, row[c] + 0.5f * error[c] + 0.25f);
                }
              count = kernels[q]->within (row, error, 0.5f, 0.25f, kp, columns);
              for (int c = 0; c < kp; c++)
                {
                  gboolean is = at < count && columns[at] == c;

                  at += is;
                  if (fabsf (row[c] - 0.5f * error[c] - bar) > 1e-4f * MAX (1.0f, fabsf (bar)))
                    g_assert_cmpint (is, ==, row[c] - 0.5f * error[c] <= bar);
                }
              g_assert_cmpint (at, ==, count);
            }

          if (kp == EQP_PANEL && kernels[q]->choose != NULL)
            {
              gint32 labels[19];
              int doubtful[19], n_doubtful;
              float least[19], second[19], norms[19];

              for (int i = 0; i < n; i++)
                {
                  norms[i] = (float) i;
                  for (int c = 0; c < kp; c++)
                    cost[i * kp + c] += price[c];
                }
              n_doubtful = kernels[q]->choose (cost, n, norms, 0.1f, 0.2f, labels, doubtful, least, second);
              for (int i = 0, at = 0; i < n; i++)
                {
                  float best, next;

                  g_assert_cmpint (labels[i], ==, kernels[q]->least (cost + i * kp, no_price, kp, &best, &next));
                  if (at < n_doubtful && doubtful[at] == i)
                    {
                      g_assert_cmpfloat (least[at], ==, best);
                      g_assert_cmpfloat (second[at++], ==, next);
                      g_assert_cmpfloat (next - best, <=, 0.1f * norms[i] + 0.20001f);
                    }
                  else
                    g_assert_cmpfloat (next - best, >=, 0.1f * norms[i] + 0.19999f);
                  g_assert_true (i < n - 1 || at == n_doubtful);
                }
            }

          kernels[q]->direct (x, d, n, d, panel, kp, cost);
          for (int i = 0; i < n; i++)
            {
              double distance = 0.0, between = 0.0;

              for (gint64 j = 0; j < d; j++)
                {
                  distance += ((double) x[i * d + j] - center[j]) * ((double) x[i * d + j] - center[j]);
                  between += ((double) x[i * d + j] - x[j]) * ((double) x[i * d + j] - x[j]);
                }
              eqp_assert_close (kernels[q]->distance (x + i * d, center, d), distance, 1e-13);
              eqp_assert_close (kernels[q]->between (x + i * d, x, d), between, 1e-13);
              eqp_assert_close (cost[i * kp], distance, 1e-5);
            }

          if (d <= EQP_NARROW)
            {
              gint32 labels[19];
              int doubtful[19];
              float least[19], second[19];
              double own[19];
              int n_doubtful = kernels[q]->nearest (x, n, d, panel, kp - 5, kp, 0.25f, 0.0f, labels, doubtful, least, second);

              for (int i = 0, at = 0; i < n; i++)
                {
                  float best = INFINITY, next = INFINITY;

                  for (int c = 0; c < kp - 5; c++)
                    {
                      float value = cost[i * kp + c];

                      next = value < best ? best : MIN (next, value);
                      best = MIN (best, value);
                    }
                  eqp_assert_close (cost[i * kp + labels[i]], best, 1e-5);
                  if (at < n_doubtful && doubtful[at] == i)
                    {
                      eqp_assert_close (least[at], best, 1e-5);
                      eqp_assert_close (second[at++], next, 1e-5);
                      g_assert_cmpfloat (next - best, <=, 0.2501f * next);
                    }
                  else
                    g_assert_cmpfloat (next - best, >=, 0.2499f * next);
                  g_assert_true (i < n - 1 || at == n_doubtful);
                  labels[i] = i % 2;
                }

              {
                g_autofree double *centers = g_new (double, 2 * d);

                for (gint64 j = 0; j < 2 * d; j++)
                  centers[j] = sin ((double) j);
                kernels[q]->own (x, n, d, centers, labels, own);
                for (int i = 0; i < n; i++)
                  eqp_assert_close (own[i], kernels[q]->distance (x + i * d, centers + i % 2 * d, d), 1e-13);
              }
            }

          memset (sum, 0, sizeof (double) * d);
          kernels[q]->add (sum, x, 1.0, d);
          kernels[q]->add (sum, x + d, -1.0, d);
          for (gint64 j = 0; j < d; j++)
            g_assert_cmpfloat (sum[j], ==, (double) x[j] - (double) x[d + j]);
        }
    }
}

/* Sums taken along to labels that were expected, and put right to those that came, are the sums of those that came. */
static void
test_expected_labels (void)
{
  const gint64 n = 20000, d = 64;
  const int k = 6;
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool };
  EqpDatasetParts parts = { .n = n, .d = d, .features = eqp_try_alloc (n * d, sizeof (float), "the data", NULL) };
  g_autofree gint32 *from = g_new (gint32, n), *nearest = g_new (gint32, n), *to = g_new (gint32, n);
  g_autofree float *cost = g_new (float, n * EQP_PANEL);
  EqpKMeans *state;
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (gint64 i = 0; i < n * d; i++)
    parts.features[i] = (float) (eqp_rng_normal (&rng) + (double) (i / d % k));
  for (gint64 i = 0; i < n; i++)
    from[i] = (gint32) (eqp_rng_uniform (&rng) < 0.2 ? eqp_rng_uniform (&rng) * k : (double) (i % k));
  dataset = eqp_dataset_new (&parts);
  state = _eqp_kmeans_new (dataset, k, FALSE, &context, &error);
  g_assert_no_error (error);
  g_assert_nonnull (state->guess);

  /* All as expected, few not, many not, and hardly any moved while many were expected to. */
  for (int part = 0; part < 4; part++)
    {
      const double shares[] = { 0.0, 0.01, 0.6, 1.0 }, prices[] = { 0.0, 1.0, 5.0, 0.0, 2.0, 3.0 };
      g_autofree double *sums = g_new (double, k * d);
      gint64 sizes[6], moved = 0, counted;
      double sse;

      _eqp_kmeans_sum_all (state, from);
      _eqp_kmeans_update_centers (state);
      _eqp_kmeans_pack (state);
      g_assert_true (_eqp_kmeans_costs (state, from, prices, cost, &sse));
      for (gint64 i = 0; i < n; i++)
        {
          nearest[i] = 0;
          for (int c = 1; c < k; c++)
            if (cost[i * EQP_PANEL + c] + (float) prices[c] < cost[i * EQP_PANEL + nearest[i]] + (float) prices[nearest[i]])
              nearest[i] = c;
          g_assert_cmpint (state->guess[i], ==, nearest[i]);
          to[i] = eqp_rng_uniform (&rng) < shares[part] ? from[i] : nearest[i];
          moved += to[i] != from[i];
        }
      counted = _eqp_kmeans_sum_moved (state, from, to);
      g_assert_cmpint (counted, ==, moved);
      memcpy (sums, state->sums, sizeof (double) * k * d);
      memcpy (sizes, state->sizes, sizeof sizes);
      _eqp_kmeans_sum_all (state, to);
      for (int c = 0; c < k; c++)
        g_assert_cmpint (sizes[c], ==, state->sizes[c]);
      for (gint64 j = 0; j < k * d; j++)
        eqp_assert_close (sums[j], state->sums[j], 1e-9);
    }
  _eqp_kmeans_free (state);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/kmeans/against-naive", test_against_naive);
  g_test_add_func ("/core/kmeans/sse-keeps-digits", test_sse_keeps_digits);
  g_test_add_func ("/core/kmeans/empty-policies", test_empty_policies);
  g_test_add_func ("/core/kmeans/restarts-keep-the-best", test_restarts_keep_the_best);
  g_test_add_func ("/core/kmeans/kernels", test_kernels);
  g_test_add_func ("/core/kmeans/expected-labels", test_expected_labels);
  return g_test_run ();
}
