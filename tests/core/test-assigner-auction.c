/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The balanced assignment of many clusters with few rows each, far from where the rows are: the auction that tells their
 * prices, those of a line, and the optimum that comes of them. */
#include "config.h"

#include "eqp-check.h"
#include "eqp-test.h"

#include "solvers/kmeans/eqp-assigner-parts-private.h"

typedef struct
{
  gint64       n;
  int          k;
  int          kp;
  float       *single; /* n x kp */
  double      *cost;   /* n x k: the same */
  double      *q;
  gint32      *labels;
  EqpPool     *pool;
  EqpAssigner *assigner;
} Problem;

/* Rows in the plane, and clusters among the rows or ten times as far apart. */
static void
problem_set (Problem *self, EqpRng *rng, gint64 n, int k, gboolean far, guint threads)
{
  g_autofree double *at = g_new (double, 2 * (n + k));

  *self = (Problem) { .n = n, .k = k, .kp = (k + EQP_PANEL - 1) / EQP_PANEL * EQP_PANEL };
  self->single = g_new0 (float, n * self->kp);
  self->cost = g_new (double, n * k);
  self->q = g_new0 (double, k);
  self->labels = g_new (gint32, n);
  self->pool = eqp_pool_new (threads);
  self->assigner = _eqp_assigner_new (n, k, self->pool, NULL, NULL);
  for (gint64 t = 0; t < 2 * (n + k); t++)
    at[t] = eqp_rng_normal (rng) * (far && t >= 2 * n ? 10.0 : 1.0);
  for (gint64 i = 0; i < n; i++)
    {
      self->labels[i] = -1;
      for (int c = 0; c < k; c++)
        {
          double x = at[2 * i] - at[2 * (n + c)], y = at[2 * i + 1] - at[2 * (n + c) + 1];

          self->cost[i * k + c] = self->single[i * self->kp + c] = (float) (x * x + y * y);
        }
    }
}

static void
problem_clear (Problem *self)
{
  _eqp_assigner_free (self->assigner);
  eqp_pool_free (self->pool);
  g_free (self->single);
  g_free (self->cost);
  g_free (self->q);
  g_free (self->labels);
}

static void
problem_pose (Problem *self, gboolean single, double gamma)
{
  _eqp_assigner_begin (self->assigner);
  self->assigner->cost_float = single ? self->single : NULL;
  self->assigner->cost_double = single ? NULL : self->cost;
  self->assigner->stride = single ? self->kp : self->k;
  self->assigner->gamma = gamma;
  self->assigner->labels = self->labels;
  self->assigner->q = self->q;
  self->assigner->base = 2 * (self->n / self->k) + (self->n % self->k != 0 ? 1 : 0);
}

/* From no prices at all to some at which next to nothing is left to be moved, whatever holds the sizes; where these give
 * way to prices it does nothing. */
static void
test_prices (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 18, 0);
  for (int round = 0; round < 12; round++)
    {
      Problem p;
      int k = 150 + (int) eqp_rng_below (&rng, 60);
      gint64 n = 1500 + (gint64) eqp_rng_below (&rng, 1000);
      double before, after, excess;

      problem_set (&p, &rng, n, k, round % 2, 2);
      if (round % 4 > 1)
        _eqp_assigner_set_limits (p.assigner, n / k, n / k + 1);
      problem_pose (&p, round % 3 > 0, round % 4 == 3 ? 10.0 : 1e5);
      before = _eqp_assigner_evaluate (p.assigner, p.q);
      excess = _eqp_assigner_total_excess (p.assigner);
      g_assert_true (_eqp_assigner_auction (p.assigner));
      after = _eqp_assigner_evaluate (p.assigner, p.q);
      g_test_message ("k %d: %g bids a row, excess %g to %g", k, (double) p.assigner->bids / (double) n, excess,
                      _eqp_assigner_total_excess (p.assigner));
      g_assert_cmpfloat (after, >, before);
      g_assert_cmpfloat (_eqp_assigner_total_excess (p.assigner), <=, (double) k / 2.0);
      g_assert_cmpfloat (excess, >, (double) n / 8.0);

      _eqp_assigner_set_limits (p.assigner, 0, n);
      problem_pose (&p, round % 3 > 0, 1e-6);
      for (int c = 0; c < k; c++)
        p.q[c] = eqp_rng_normal (&rng);
      g_assert_false (_eqp_assigner_auction (p.assigner));
      problem_clear (&p);
    }
}

/* Whole problems, from one thread and three: the optimum, in little work. What is counted are the bids, the nodes that
 * shortest paths settle and the rows put into the exchange graph. */
static void
test_optimum (void)
{
  for (int round = 0; round < 4; round++)
    {
      const gint64 n = 6000 + 1000 * round;
      const int k = round == 3 ? 250 : 600;
      double gamma = 1e4, value = 0.0;
      g_autofree gint32 *labels = NULL;
      g_autofree gint64 *sizes = g_new0 (gint64, k);

      for (guint threads = 1; threads <= 3; threads += 2)
        {
          Problem p;
          EqpRng rng;
          EqpAssignmentReport report;

          eqp_rng_init (&rng, 19, round);
          problem_set (&p, &rng, n, k, round % 2, threads);
          g_assert_true (_eqp_assigner_solve (p.assigner, p.single, NULL, p.kp, gamma, p.q, p.labels, &report));
          g_test_message ("%d rows, k %d: %g bids a row, %d moved, effort %g n", (int) n, k,
                          (double) p.assigner->bids / (double) n, (int) report.repairs,
                          (double) p.assigner->effort / (double) n);
          g_assert_cmpint (p.assigner->bids, <=, (round % 2 ? 40 : 65) * n);
          g_assert_cmpint (p.assigner->effort, <=, (round == 3 ? 30 : 12) * n);
          for (int c = 0; c < k; c++)
            p.q[c] += gamma * (double) p.assigner->base;
          eqp_assert_close (eqp_check_dual_bound (n, k, p.cost, gamma, p.q, NULL, 0, n), report.objective, 1e-11);
          if (threads > 1)
            g_assert_cmpmem (labels, sizeof (gint32) * (gsize) n, p.labels, sizeof (gint32) * (gsize) n);
          else
            {
              for (gint64 i = 0; i < n; i++)
                {
                  value += p.cost[i * k + p.labels[i]];
                  sizes[p.labels[i]]++;
                }
              for (int c = 0; c < k; c++)
                value += gamma * (double) (sizes[c] * sizes[c]);
              labels = g_memdup2 (p.labels, sizeof (gint32) * (gsize) n);
            }
          eqp_assert_close (report.objective, value, 1e-12);
          problem_clear (&p);
        }
    }
}

/* Clusters and rows along one column: prices that leave next to nothing, from there the optimum in little work, and
 * prices that are left alone where it is no line. */
static void
test_line (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 20, 0);
  for (int round = 0; round < 6; round++)
    {
      Problem p;
      const gint64 n = 5000;
      const int k = 400;
      g_autofree double *x = g_new (double, n), *h = g_new (double, k);
      EqpAssignmentReport report;

      problem_set (&p, &rng, n, k, FALSE, 2);
      for (int c = 0; c < k; c++)
        p.q[c] = h[c] = eqp_rng_normal (&rng);
      problem_pose (&p, round % 2, 1e4);
      g_assert_false (_eqp_assigner_price_line (p.assigner, (double) n / 8.0));
      g_assert_cmpmem (p.q, sizeof (double) * (gsize) k, h, sizeof (double) * (gsize) k);

      for (gint64 i = 0; i < n; i++)
        x[i] = eqp_rng_normal (&rng);
      for (int c = 0; c < k; c++)
        h[c] = round > 2 ? 3.0 * eqp_rng_normal (&rng) : 1.0 + 0.02 * (double) c;
      for (gint64 i = 0; i < n; i++)
        for (int c = 0; c < k; c++)
          {
            p.cost[i * k + c] = (x[i] - h[c]) * (x[i] - h[c]);
            p.single[i * p.kp + c] = (float) p.cost[i * k + c];
            if (round % 2)
              p.cost[i * k + c] = p.single[i * p.kp + c];
          }
      problem_pose (&p, round % 2, 1e4);
      g_assert_true (_eqp_assigner_price_line (p.assigner, (double) n / 8.0));
      g_test_message ("excess %g", _eqp_assigner_total_excess (p.assigner));
      g_assert_cmpfloat (_eqp_assigner_total_excess (p.assigner), <=, (double) n / 20.0);

      memset (p.q, 0, sizeof (double) * (gsize) k);
      g_assert_true (_eqp_assigner_solve (p.assigner, round % 2 ? p.single : NULL, round % 2 ? NULL : p.cost,
                                          p.assigner->stride, 1e4, p.q, p.labels, &report));
      g_test_message ("%g bids a row, %d moved, effort %g n", (double) p.assigner->bids / (double) n,
                      (int) report.repairs, (double) p.assigner->effort / (double) n);
      g_assert_cmpint (p.assigner->bids, ==, 0);
      g_assert_cmpint (p.assigner->effort, <=, 20 * n);
      for (int c = 0; c < k; c++)
        p.q[c] += 1e4 * (double) p.assigner->base;
      eqp_assert_close (eqp_check_dual_bound (n, k, p.cost, 1e4, p.q, NULL, 0, n), report.objective, 1e-11);
      problem_clear (&p);
    }
}

/* Centers on a line so far from the rows that single precision rounds away what most bids would differ by: the auction
 * leaves the prices as they were, and the run takes no more work than without. */
static void
test_rounded (void)
{
  const gint64 n = 1100;
  const int k = 150;
  EqpRng rng;
  Problem p;
  EqpAssignmentReport report;
  g_autofree double *before = g_new (double, k), *at = g_new (double, n + k);

  eqp_rng_init (&rng, 23, 0);
  problem_set (&p, &rng, n, k, FALSE, 1);
  for (gint64 t = 0; t < n + k; t++)
    at[t] = eqp_rng_normal (&rng) + (t < n ? 0.0 : 100.0);
  for (gint64 i = 0; i < n; i++)
    for (int c = 0; c < k; c++)
      p.cost[i * k + c] = p.single[i * p.kp + c] = (float) ((at[n + c] - at[i]) * (at[n + c] - at[i]));
  _eqp_assigner_set_limits (p.assigner, 2, 10);
  problem_pose (&p, TRUE, 282.0);
  for (int c = 0; c < k; c++)
    before[c] = p.q[c] = -(at[n + c] * at[n + c]);
  g_assert_false (_eqp_assigner_auction (p.assigner));
  g_assert_cmpmem (p.q, sizeof (double) * k, before, sizeof (double) * k);

  memset (p.q, 0, sizeof (double) * k);
  g_assert_true (_eqp_assigner_solve (p.assigner, p.single, NULL, p.kp, 282.0, p.q, p.labels, &report));
  g_test_message ("effort %g n, gap %g", (double) p.assigner->effort / (double) n, report.gap);
  g_assert_cmpfloat (report.gap, <=, 1e-9 * report.objective);
  problem_clear (&p);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/assigner-auction/prices", test_prices);
  g_test_add_func ("/core/assigner-auction/rounded", test_rounded);
  g_test_add_func ("/core/assigner-auction/optimum", test_optimum);
  g_test_add_func ("/core/assigner-auction/line", test_line);
  return g_test_run ();
}
