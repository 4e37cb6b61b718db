/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-check.h"
#include "eqp-test.h"

#include <math.h>

#include "solvers/kmeans/eqp-assigner-parts-private.h"

static double
objective (gint64 n, gint k, const double *cost, double gamma, const gint32 *labels)
{
  g_autofree gint64 *sizes = g_new0 (gint64, k);
  double sum = 0.0;

  for (gint64 i = 0; i < n; i++)
    {
      g_assert_cmpint (labels[i], >=, 0);
      g_assert_cmpint (labels[i], <, k);
      sum += cost[i * k + labels[i]];
      sizes[labels[i]]++;
    }
  return sum + eqp_balance_penalty (gamma, k, sizes);
}

/* Exact optima computed by other means. */
static void
test_fixture (void)
{
  g_autoptr (JsonArray) cases = eqp_test_cases ("balanced_assignment.json");
  g_autoptr (EqpPool) pool = eqp_pool_new (2);

  if (cases == NULL)
    return;

  for (guint c = 0; c < json_array_get_length (cases); c++)
    {
      JsonObject *item = json_array_get_object_element (cases, c);
      JsonArray *rows = json_object_get_array_member (item, "cost");
      gint64 n = json_object_get_int_member (item, "n");
      gint k = (gint) json_object_get_int_member (item, "k");
      double gamma = json_object_get_double_member (item, "gamma");
      g_autofree double *cost = g_new (double, n * k);
      g_autofree gint32 *labels = g_new (gint32, n);
      g_autoptr (GError) error = NULL;
      EqpAssignmentReport report;

      for (gint64 i = 0; i < n; i++)
        for (gint j = 0; j < k; j++)
          cost[i * k + j] = json_array_get_double_element (json_array_get_array_element (rows, i), j);

      g_assert_true (eqp_balanced_assignment (n, k, cost, gamma, pool, NULL, labels, &report, NULL, &error));
      g_assert_no_error (error);
      eqp_assert_close (objective (n, k, cost, gamma, labels), json_object_get_double_member (item, "optimum"), 1e-9);
      eqp_assert_close (report.objective, objective (n, k, cost, gamma, labels), 1e-12);
      eqp_assert_close (report.bound, report.objective, 1e-9);
    }
}

/* Every assignment of 7 rows to 3 clusters, also with ties and a huge gamma. */
static void
test_against_enumeration (void)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  EqpRng rng;

  eqp_rng_init (&rng, 11, 0);
  for (int round = 0; round < 200; round++)
    {
      const double gammas[] = { 0.0, 0.01, 0.3, 1.0, 7.0, 1e12 };
      double gamma = gammas[round % 6], cost[21], best = INFINITY, bulk = gamma * 49.0 / 3.0;
      gint32 labels[7], trial[7];
      EqpAssignmentReport report;

      for (int c = 0; c < 21; c++)
        cost[c] = round % 2 ? eqp_rng_uniform (&rng) * 10.0 : (double) eqp_rng_below (&rng, 3);
      for (int code = 0; code < 2187; code++)
        {
          for (int i = 0, rest = code; i < 7; i++, rest /= 3)
            trial[i] = rest % 3;
          best = MIN (best, objective (7, 3, cost, gamma, trial));
        }
      g_assert_true (eqp_balanced_assignment (7, 3, cost, gamma, pool, NULL, labels, &report, NULL, NULL));
      g_assert_cmpfloat (objective (7, 3, cost, gamma, labels), <=, best + 1e-9 + 1e-15 * bulk);
      g_assert_cmpfloat (report.gap, <=, 1e-9 + 1e-15 * bulk);
    }
}

/* Thousands of equal rows: every margin is a tie, and the whole work falls to the repair. */
static void
test_duplicates (void)
{
  const gint64 n = 6000;
  const gint k = 7;
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autofree double *cost = g_new (double, n * k);
  g_autofree gint32 *labels = g_new (gint32, n);
  gint64 sizes[7] = { 0 };
  EqpAssignmentReport report;

  for (gint64 i = 0; i < n; i++)
    for (gint c = 0; c < k; c++)
      cost[i * k + c] = c == 2 ? 1.0 : 5.0;
  g_assert_true (eqp_balanced_assignment (n, k, cost, 1e6, pool, NULL, labels, &report, NULL, NULL));
  for (gint64 i = 0; i < n; i++)
    sizes[labels[i]]++;
  for (gint c = 0; c < k; c++)
    g_assert_cmpint (ABS (sizes[c] - n / k), <=, 1);
  g_assert_cmpint (sizes[2], ==, 858);
}

/* Larger problems are checked by their own certificate, and do not depend on the number of threads. */
static void
test_certificate_and_threads (void)
{
  const gint64 n = 4000;
  const gint ks[] = { 2, 10, 60, 600 };
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (gsize t = 0; t < G_N_ELEMENTS (ks); t++)
    {
      gint k = ks[t];
      g_autofree double *cost = g_new (double, n * k);
      g_autofree gint32 *first = g_new (gint32, n);

      for (gint64 i = 0; i < n * k; i++)
        cost[i] = eqp_rng_uniform (&rng) * (1.0 + 3.0 * (double) (i % k) / k);
      for (int g = 0; g < 4; g++)
        {
          const double gammas[] = { 1e-6, 1e-4, 1e-2, 1e12 };

          for (guint threads = 1; threads <= 4; threads *= 2)
            {
              g_autoptr (EqpPool) pool = eqp_pool_new (threads);
              g_autofree gint32 *labels = g_new (gint32, n);
              EqpAssignmentReport report;

              g_assert_true (eqp_balanced_assignment (n, k, cost, gammas[g], pool, NULL, labels, &report, NULL, NULL));
              g_assert_cmpfloat (report.gap, <=, 1e-9 * (double) n);
              if (threads == 1)
                memcpy (first, labels, sizeof (gint32) * n);
              else
                g_assert_cmpmem (first, sizeof (gint32) * n, labels, sizeof (gint32) * n);
            }
        }
    }
}

static void
test_refusals (void)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  double cost[4] = { 0.0, 1.0, NAN, 1.0 };
  gint32 labels[2];

  g_assert_false (eqp_balanced_assignment (2, 2, cost, 1.0, pool, NULL, labels, NULL, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, "row 2 in cluster 1"));
  g_clear_error (&error);

  cost[2] = 0.0;
  g_cancellable_cancel (cancelled);
  g_assert_false (eqp_balanced_assignment (2, 2, cost, 1.0, pool, NULL, labels, NULL, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Centers far from where the rows are, close together or alike, and rows that are alike: the optimum, in little work.
 * What is counted are the looks, the nodes that shortest paths settle and the rows put into the exchange graph. */
static void
test_cold (void)
{
  const char *kinds[] = { "corner", "copies", "close", "other", "line" };
  EqpRng rng;

  eqp_rng_init (&rng, 15, 0);
  for (int round = 0; round < 30; round++)
    {
      const char *kind = kinds[round % 5];
      gint64 n = 20000, distinct = round >= 20 ? 500 : n;
      int k = round >= 10 && round < 20 ? 140 : 50, kp = (k + EQP_PANEL - 1) / EQP_PANEL * EQP_PANEL;
      double gamma = round % 2 ? 1e-3 : 1e3, value;
      g_autofree double *x = g_new (double, 2 * n), *cost = g_new (double, n * k), *prices = g_new0 (double, k);
      g_autofree float *single = g_new0 (float, n * kp);
      g_autofree gint32 *labels = g_new (gint32, n);
      g_autoptr (EqpPool) pool = eqp_pool_new (2);
      EqpAssigner *assigner = _eqp_assigner_new (n, k, pool, NULL, NULL);
      EqpAssignmentReport report;

      for (gint64 t = 0; t < 2 * n; t++)
        x[t] = t < 2 * distinct ? eqp_rng_normal (&rng) + (double) (3 * (t / 2 % 7)) : x[t % (2 * distinct)];
      for (int c = 0; c < k; c++)
        {
          double at[2];

          for (int j = 0; j < 2; j++)
            at[j] = g_str_equal (kind, "corner")   ? 30.0 + 0.1 * eqp_rng_normal (&rng)
                    : g_str_equal (kind, "copies") ? x[2 * (c % 10) + j]
                    : g_str_equal (kind, "close")  ? x[2 * (c % 10) + j] + 1e-3 * eqp_rng_normal (&rng)
                    : g_str_equal (kind, "other")  ? 100.0 * eqp_rng_normal (&rng)
                                                   : (j == 0 ? 10.0 + c : 0.0);
          for (gint64 i = 0; i < n; i++)
            single[i * kp + c] = (float) ((x[2 * i] - at[0]) * (x[2 * i] - at[0]) +
                                            (x[2 * i + 1] - at[1]) * (x[2 * i + 1] - at[1]));
        }
      for (gint64 i = 0; i < n; i++)
        {
          labels[i] = -1;
          for (int c = 0; c < k; c++)
            cost[i * k + c] = single[i * kp + c];
        }
      g_assert_true (_eqp_assigner_solve (assigner, single, NULL, kp, gamma, prices, labels, &report));
      g_test_message ("%s, k %d, gamma %g, %d rows: %d looks, %d moved, effort %g n", kind, k, gamma, (int) distinct,
                      report.evaluations, (int) report.repairs, (double) assigner->effort / (double) n);
      g_assert_cmpint (report.evaluations, <=, 20);
      g_assert_cmpint (assigner->effort, <=, 20 * n);

      value = objective (n, k, cost, gamma, labels);
      for (int c = 0; c < k; c++)
        prices[c] += gamma * (double) assigner->base;
      eqp_assert_close (report.objective, value, 1e-12);
      eqp_assert_close (eqp_check_dual_bound (n, k, cost, gamma, prices, NULL, 0, n), value, 1e-11);
      _eqp_assigner_free (assigner);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/balanced-assignment/fixture", test_fixture);
  g_test_add_func ("/core/balanced-assignment/against-enumeration", test_against_enumeration);
  g_test_add_func ("/core/balanced-assignment/duplicates", test_duplicates);
  g_test_add_func ("/core/balanced-assignment/certificate-and-threads", test_certificate_and_threads);
  g_test_add_func ("/core/balanced-assignment/refusals", test_refusals);
  g_test_add_func ("/core/balanced-assignment/cold", test_cold);
  return g_test_run ();
}
