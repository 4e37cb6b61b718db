/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The balanced assignment where most clusters cost each row the same. */
#include "config.h"

#include "eqp-check.h"
#include "eqp-test.h"

#include "solvers/kmeans/eqp-assigner-parts-private.h"

static void
copy_costs (gpointer data, gint64 first_row, int rows, float *cost)
{
  memcpy (cost, (const float *) data + first_row * EQP_PANEL, sizeof (float) * (gsize) rows * EQP_PANEL);
}

/* The optimum, whatever the limits and wherever the costs are, also where one row tells a cluster from the others; with
 * sizes of clusters alike that are even, and rows that stay where there is room for them. */
static void
test_optimum (void)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  EqpRng rng;
  int stayed = 0;

  eqp_rng_init (&rng, 16, 0);
  for (int round = 0; round < 240; round++)
    {
      int k = 4 + (int) eqp_rng_below (&rng, 9), kinds = 1 + (int) eqp_rng_below (&rng, (guint64) (k / 2));
      gint64 n = 17 + (gint64) eqp_rng_below (&rng, 60), least = 0, most = n;
      double gamma = round % 5 == 4 ? 0.0 : round % 2 ? 1e-3 : 10.0;
      gboolean real = round % 3 == 0, limited = round % 4 > 1 || gamma == 0.0, broken = round % 6 == 5;
      g_autofree double *cost = g_new (double, n * k), *prices = g_new0 (double, k);
      g_autofree float *single = g_new0 (float, n * EQP_PANEL);
      g_autofree gint32 *wished = g_new (gint32, n), *labels = g_new (gint32, n), *other = g_new (gint32, n);
      g_autofree gint64 *sizes = g_new0 (gint64, k);
      EqpAssigner *assigner = _eqp_assigner_new (n, k, pool, NULL, NULL);
      EqpAssignmentReport report;

      for (gint64 i = 0; i < n; i++)
        {
          labels[i] = wished[i] = (gint32) eqp_rng_below (&rng, k + 1) - 1;
          for (int c = 0; c < k; c++)
            {
              single[i * EQP_PANEL + c] = c >= kinds      ? single[i * EQP_PANEL + c % kinds]
                                          : round % 7 > 0 ? (float) (eqp_rng_uniform (&rng) * (1.0 + 3.0 * c / k))
                                                          : (float) eqp_rng_below (&rng, 6);
              if (broken && i == n - 1 && c == k - 1)
                single[i * EQP_PANEL + c] += 0.25f;
              cost[i * k + c] = single[i * EQP_PANEL + c];
            }
        }
      if (limited)
        {
          most = n / k + 1 + (gint64) eqp_rng_below (&rng, 3);
          least = MAX (0, n / k - (gint64) eqp_rng_below (&rng, 3));
        }
      _eqp_assigner_set_limits (assigner, least, most);
      if (round % 3 == 2)
        _eqp_assigner_set_source (assigner, copy_costs, single);
      g_assert_true (_eqp_assigner_solve (assigner, round % 3 == 1 ? single : NULL, real ? cost : NULL,
                                          real ? k : EQP_PANEL, gamma, prices, labels, &report));

      for (gint64 i = 0; i < n; i++)
        {
          sizes[labels[i]]++;
          stayed += wished[i] == labels[i];
        }
      for (int c = 0; c < k; c++)
        {
          prices[c] += gamma * (double) assigner->base;
          g_assert_cmpint (sizes[c], >=, least);
          g_assert_cmpint (sizes[c], <=, most);
          if (!broken)
            g_assert_cmpint (ABS (sizes[c] - sizes[c % kinds]), <=, 1);
        }
      eqp_assert_close (eqp_check_dual_bound (n, k, cost, gamma, prices, NULL, least, most), report.objective, 1e-9);
      if (!limited)
        eqp_assert_close (report.objective, eqp_check_assignment (n, k, cost, gamma, other), 1e-9);
      g_assert_cmpfloat (report.gap, <=, 1e-9 * (1.0 + report.objective));
      _eqp_assigner_free (assigner);
    }
  g_assert_cmpint (stayed, >, 2000);
}

/* Many clusters of few kinds: no more work than for as many clusters as there are kinds. */
static void
test_work (void)
{
  const gint64 n = 10000;
  const int k = 1000, kp = (k + EQP_PANEL - 1) / EQP_PANEL * EQP_PANEL;
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autofree float *single = g_new0 (float, n * kp);
  EqpRng rng;

  eqp_rng_init (&rng, 17, 0);
  for (int kinds = 1; kinds <= 30; kinds += 29)
    {
      g_autofree double *prices = g_new0 (double, k);
      g_autofree gint32 *labels = g_new (gint32, n);
      EqpAssigner *assigner = _eqp_assigner_new (n, k, pool, NULL, NULL);
      EqpAssignmentReport report;

      for (gint64 i = 0; i < n; i++)
        {
          labels[i] = -1;
          for (int c = 0; c < k; c++)
            single[i * kp + c] = c < kinds ? (float) eqp_rng_uniform (&rng) : single[i * kp + c % kinds];
        }
      g_assert_true (_eqp_assigner_solve (assigner, single, NULL, kp, 1e4, prices, labels, &report));
      g_test_message ("%d kinds: %g rows put in or nodes settled a row", kinds, (double) assigner->effort / (double) n);
      g_assert_cmpint (assigner->effort, <=, n);
      g_assert_cmpfloat (report.gap, <=, 1e-9 * report.objective);
      _eqp_assigner_free (assigner);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/assigner-alike/optimum", test_optimum);
  g_test_add_func ("/core/assigner-alike/work", test_work);
  return g_test_run ();
}
