/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the balanced assignment, each against its definition: from outside, the repair makes good what a broken
 * ascent leaves over, and an optimum always has a gap of zero. */
#include "config.h"

#include "eqp-check.h"
#include "eqp-test.h"

#include <float.h>
#include <math.h>

#include "solvers/kmeans/eqp-assigner-parts-private.h"

typedef struct
{
  gint64       n;
  int          k;
  double       gamma;
  double      *cost;    /* n x k */
  float       *single;  /* n x kp */
  double      *q;
  gint32      *labels;
  EqpPool     *pool;
  EqpAssigner *assigner;
} Problem;

/* With whole numbers ties abound; float costs are the same numbers. */
static void
problem_set (Problem *self, EqpRng *rng, gint64 n, int k, double gamma, gboolean whole, gboolean single)
{
  int kp = (k + EQP_PANEL - 1) / EQP_PANEL * EQP_PANEL;

  *self = (Problem) { .n = n, .k = k, .gamma = gamma, .cost = g_new (double, n * k), .q = g_new0 (double, k),
                      .labels = g_new (gint32, n), .pool = eqp_pool_new (2) };
  self->single = single ? g_new0 (float, n * kp) : NULL;
  for (gint64 i = 0; i < n; i++)
    for (int c = 0; c < k; c++)
      {
        double value = whole ? (double) eqp_rng_below (rng, 6) : eqp_rng_uniform (rng) * (1.0 + 3.0 * c / k);

        self->cost[i * k + c] = single ? (float) value : value;
        if (single)
          self->single[i * kp + c] = (float) value;
      }
  for (gint64 i = 0; i < n; i++)
    self->labels[i] = (gint32) eqp_rng_below (rng, k + 1) - 1;
  self->assigner = _eqp_assigner_new (n, k, self->pool, NULL, NULL);
  self->assigner->cost_float = self->single;
  self->assigner->cost_double = single ? NULL : self->cost;
  self->assigner->stride = single ? kp : k;
  self->assigner->gamma = gamma;
  self->assigner->labels = self->labels;
  self->assigner->q = self->q;
  self->assigner->base = 2 * (n / k) + (n % k != 0 ? 1 : 0);
}

static void
problem_clear (Problem *self)
{
  _eqp_assigner_free (self->assigner);
  eqp_pool_free (self->pool);
  g_free (self->cost);
  g_free (self->single);
  g_free (self->q);
  g_free (self->labels);
}

/* The argmin of cost + q; on a tie the label so far, else the first. */
static void
test_evaluation (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  for (int round = 0; round < 60; round++)
    {
      Problem p;
      int k = 1 + (int) eqp_rng_below (&rng, 40);
      g_autofree gint32 *before = NULL;
      g_autofree double *prices = NULL;
      g_autofree gint64 *sizes = NULL;
      double value, expected = 0.0;

      problem_set (&p, &rng, round % 7 == 0 ? 5000 : 1 + (gint64) eqp_rng_below (&rng, 300), k, 0.01 * (1 + round % 5),
                   round % 2, round % 3 == 0);
      before = g_memdup2 (p.labels, sizeof (gint32) * p.n);
      prices = g_new (double, k);
      sizes = g_new0 (gint64, k);
      for (int c = 0; c < k; c++)
        prices[c] = round % 2 ? (double) eqp_rng_below (&rng, 3) : eqp_rng_normal (&rng);
      value = _eqp_assigner_evaluate (p.assigner, prices);

      for (gint64 i = 0; i < p.n; i++)
        {
          int best = MAX (before[i], 0);
          double second = INFINITY;

          for (int c = 0; c < k; c++)
            if (p.cost[i * k + c] + prices[c] < p.cost[i * k + best] + prices[best])
              best = c;
          for (int c = 0; c < k; c++)
            if (c != best)
              second = MIN (second, p.cost[i * k + c] + prices[c]);
          g_assert_cmpint (p.labels[i], ==, best);
          if (k > 1)
            eqp_assert_close (p.assigner->margin[i], second - p.cost[i * k + best] - prices[best], 1e-6);
          sizes[best]++;
          expected += p.cost[i * k + best] + prices[best];
        }
      for (int c = 0; c < k; c++)
        {
          double excess = (double) sizes[c] - (double) p.n / k - prices[c] / (2.0 * p.gamma);

          g_assert_cmpint (p.assigner->sizes[c], ==, sizes[c]);
          eqp_assert_close (p.assigner->excess[c], excess, 1e-12);
          expected -= (double) p.n / k * prices[c] + prices[c] * prices[c] / (4.0 * p.gamma);
        }
      eqp_assert_close (value, expected, 1e-11);
      problem_clear (&p);
    }
}

/* Float costs that float arithmetic cannot tell apart: decided in double. */
static void
test_close_costs (void)
{
  EqpRng rng;
  Problem p;
  int kp;

  eqp_rng_init (&rng, 2, 0);
  problem_set (&p, &rng, 4000, 20, 1.0, FALSE, TRUE);
  kp = (int) p.assigner->stride;
  for (gint64 i = 0; i < p.n; i++)
    {
      float value = 1000.0f + (float) eqp_rng_uniform (&rng);

      for (int c = 0; c < p.k; c++)
        {
          p.single[i * kp + c] = value;
          for (int up = (int) eqp_rng_below (&rng, 4); up > 0; up--)
            p.single[i * kp + c] = nextafterf (p.single[i * kp + c], INFINITY);
          p.cost[i * p.k + c] = p.single[i * kp + c];
        }
      p.labels[i] = -1;
    }
  for (int c = 0; c < p.k; c++)
    p.q[c] = 1e-4 * eqp_rng_normal (&rng) + 3.0;
  _eqp_assigner_evaluate (p.assigner, p.q);
  for (gint64 i = 0; i < p.n; i++)
    for (int c = 0; c < p.k; c++)
      g_assert_cmpfloat (p.cost[i * p.k + p.labels[i]] + p.q[p.labels[i]], <=, p.cost[i * p.k + c] + p.q[c]);
  problem_clear (&p);
}

/* All rows within the limit, each once and in order, whatever the margins. */
static void
test_next_within (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (int round = 0; round < 80; round++)
    {
      const double limits[] = { 0.0, 0.25, 0.5, 1.0, 1e300 };
      Problem p;
      double limit = limits[round % 5];
      gint32 rows[EQP_ASSIGNER_ROWS];
      gint64 at = 0, expected = 0;
      int count;

      problem_set (&p, &rng, 1 + (gint64) eqp_rng_below (&rng, 700), 2, 1.0, FALSE, FALSE);
      for (gint64 i = 0; i < p.n; i++)
        p.assigner->margin[i] = round % 2 ? 0.25f * (float) eqp_rng_below (&rng, 8)
                                          : eqp_rng_below (&rng, 60) == 0 ? 0.5f : 2.0f;
      while ((count = _eqp_assigner_next_within (p.assigner, &at, limit, rows)) > 0)
        {
          g_assert_cmpint (count, <=, EQP_ASSIGNER_ROWS);
          for (int r = 0; r < count; r++, expected++)
            {
              while (expected < p.n && p.assigner->margin[expected] > limit)
                expected++;
              g_assert_cmpint (rows[r], ==, expected);
            }
        }
      while (expected < p.n && p.assigner->margin[expected] > limit)
        expected++;
      g_assert_cmpint (expected, ==, p.n);
      problem_clear (&p);
    }
}

/* At least so many rows lie below, and no more than a step of the bins (an eighth) further up. */
static void
test_quantile (void)
{
  EqpRng rng;
  Problem p;

  eqp_rng_init (&rng, 4, 0);
  problem_set (&p, &rng, 1000, 2, 1.0, FALSE, FALSE);
  for (gint64 i = 0; i < p.n; i++)
    p.assigner->margin[i] = (float) exp (4.0 * eqp_rng_normal (&rng));
  for (gint64 count = 1; count <= p.n; count += 37)
    {
      double edge = _eqp_assigner_margin_quantile (p.assigner, count);
      gint64 below = 0, well_below = 0;

      for (gint64 i = 0; i < p.n; i++)
        {
          below += p.assigner->margin[i] < edge;
          well_below += p.assigner->margin[i] < edge / 1.126;
        }
      g_assert_cmpint (below, >=, count);
      g_assert_cmpint (well_below, <, count);
    }
  g_assert_cmpfloat (_eqp_assigner_margin_quantile (p.assigner, 2000), >=, FLT_MAX);
  problem_clear (&p);
}

/* (border Laplacian + (1/(2 gamma) + a tenth of a row) I) step = excess, by elimination; then centred and held. */
static void
test_newton_step (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (int round = 0; round < 30; round++)
    {
      Problem p;
      int k = round == 0 ? 200 : 2 + (int) eqp_rng_below (&rng, 20);
      double window = 0.02 * (1 + round % 7), weight = 1.0 / (2.0 * window), mean = 0.0;
      g_autofree double *matrix = g_new0 (double, (gsize) k * k), *step = g_new (double, k);

      problem_set (&p, &rng, 400, k, round % 2 ? 0.003 : 100.0, FALSE, round % 4 == 1);
      for (int c = 0; c < k; c++)
        p.q[c] = 0.2 * eqp_rng_normal (&rng);
      _eqp_assigner_evaluate (p.assigner, p.q);
      _eqp_assigner_newton_step (p.assigner, window);

      for (gint64 i = 0; i < p.n; i++)
        for (int b = 0; b < k; b++)
          {
            int a = p.labels[i];

            if (b == a || p.cost[i * k + b] + p.q[b] - p.cost[i * k + a] - p.q[a] > window)
              continue;
            matrix[a * k + a] += weight;
            matrix[b * k + b] += weight;
            matrix[a * k + b] -= weight;
            matrix[b * k + a] -= weight;
          }
      for (int c = 0; c < k; c++)
        {
          matrix[c * k + c] += 1.0 / (2.0 * p.gamma) + 0.1 * weight;
          step[c] = p.assigner->excess[c];
        }
      g_assert_true (eqp_check_solve (k, matrix, step));
      for (int c = 0; c < k; c++)
        mean += step[c] / k;
      for (int c = 0; c < k; c++)
        eqp_assert_close (p.assigner->step[c], CLAMP (step[c] - mean, -8.0 * window, 8.0 * window), 1e-8);
      problem_clear (&p);
    }
}

/* The ascent alone comes so close that few rows are left to the repair, in few looks at the rows, and never ends below
 * where it began. */
static void
test_climb (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 6, 0);
  for (int round = 0; round < 24; round++)
    {
      Problem p;
      int k = 3 + round, evaluations = 0;
      double start, end, excess = 0.0;

      problem_set (&p, &rng, 4000, k, round % 2 ? 0.001 : 1e6, FALSE, FALSE);
      if (round % 3 == 2) /* prices that are worse than none */
        for (int c = 0; c < k; c++)
          p.q[c] = c == 0 ? 0.0 : 50.0;
      start = _eqp_assigner_evaluate (p.assigner, p.q);
      _eqp_assigner_climb (p.assigner, &evaluations);
      end = _eqp_assigner_evaluate (p.assigner, p.q);
      for (int c = 0; c < k; c++)
        excess += MAX (0.0, fabs (p.assigner->excess[c]) - 0.5) / 2.0;
      g_assert_cmpfloat (end, >=, start);
      g_test_message ("k %d: %d evaluations, excess %g", k, evaluations, excess);
      g_assert_cmpint (evaluations, >=, 2);
      g_assert_cmpint (evaluations, <=, 7);
      g_assert_cmpfloat (excess, <=, MAX (k, 4000.0 * p.assigner->kp / (32.0 * k * k)));
      problem_clear (&p);
    }
}

/* Rows held to their best clusters: lists that hold these and say what all others cost at the least, and labels and
 * margins for all clusters again once that is lifted, wherever prices have gone meanwhile. */
static void
test_restriction (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 13, 0);
  for (int round = 0; round < 12; round++)
    {
      Problem p;
      int k = 130 + (int) eqp_rng_below (&rng, 60), looked_again = 0;
      const EqpCandidates *lists;
      gsize count = 0;
      double value = 0.0;
      g_autofree gint64 *sizes = g_new0 (gint64, k);

      problem_set (&p, &rng, 2500, k, 1.0, round % 4 == 3, round % 2);
      lists = &p.assigner->candidates;
      for (int c = 0; c < k; c++)
        p.q[c] = eqp_rng_normal (&rng);
      g_assert_true (_eqp_assigner_restrict (p.assigner));
      for (gint64 i = 0; i < p.n; i++)
        {
          const EqpCandidateChunk *chunk = &lists->chunks[i / EQP_LISTED_PER_CHUNK];
          int r = (int) (i % EQP_LISTED_PER_CHUNK), at = r > 0 ? chunk->end[r - 1] : 0, end = chunk->end[r];

          count += (gsize) (end - at);
          for (int c = 0; c < k; c++)
            if (at < end && chunk->columns[at] == c)
              g_assert_cmpfloat (chunk->costs[at++], ==, p.cost[i * k + c]);
            else
              g_assert_cmpfloat (p.cost[i * k + c] + p.q[c], >=, (double) lists->bar[i] - 1e-5);
          g_assert_cmpint (at, ==, end);
        }
      g_assert_cmpuint (count, >=, 8 * (gsize) p.n);

      for (int c = 0; c < k; c++)
        p.q[c] += (round % 3 == 0 ? 0.02 : 1.0) * eqp_rng_normal (&rng);
      _eqp_assigner_evaluate (p.assigner, p.q);
      _eqp_assigner_lift (p.assigner);
      for (gint64 i = 0; i < p.n; i++)
        {
          double least = INFINITY, next = INFINITY, own = p.cost[i * k + p.labels[i]] + p.q[p.labels[i]];

          for (int c = 0; c < k; c++)
            {
              double priced = p.cost[i * k + c] + p.q[c];

              next = MIN (next, MAX (priced, least));
              least = MIN (least, priced);
            }
          g_assert_cmpfloat (own, ==, least);
          g_assert_cmpfloat (p.assigner->margin[i], <=, next - least + 1e-5);
          looked_again += fabs ((double) p.assigner->margin[i] - (next - least)) < 1e-5;
          value += own;
          sizes[p.labels[i]]++;
        }
      g_assert_cmpint (looked_again, >, p.n / 8);
      eqp_assert_close (p.assigner->plain_value, value, 1e-11);
      for (int c = 0; c < k; c++)
        g_assert_cmpint (p.assigner->sizes[c], ==, sizes[c]);
      problem_clear (&p);
    }
}

static void
copy_costs (gpointer data, gint64 first_row, int rows, float *cost)
{
  Problem *p = data;
  gsize kp = (gsize) p->assigner->kp;

  memcpy (cost, p->single + (gsize) first_row * kp, sizeof (float) * (gsize) rows * kp);
}

/* Costs that are computed where they are needed, and a first look by whoever has them at hand: the same to the last bit
 * as costs that are stored. Few clusters and many, with prices that are known and not. */
static void
test_source (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 14, 0);
  for (int round = 0; round < 12; round++)
    {
      Problem p;
      gint64 n = round % 4 == 3 ? 40000 : 3000;
      int k = round % 3 == 0 ? 150 : 5 + round;
      double gamma = round % 2 ? 1e-3 : 1.0;
      g_autofree gint32 *start = NULL, *labels = NULL;
      g_autofree double *prices = g_new0 (double, k);
      EqpAssignmentReport stored, computed;

      problem_set (&p, &rng, n, k, gamma, FALSE, TRUE);
      for (int c = 0; c < k && round % 4 > 0; c++)
        p.q[c] = prices[c] = 0.1 * eqp_rng_normal (&rng);
      start = g_memdup2 (p.labels, sizeof (gint32) * (gsize) n);
      labels = g_memdup2 (p.labels, sizeof (gint32) * (gsize) n);
      g_assert_true (
          _eqp_assigner_solve (p.assigner, p.single, NULL, p.assigner->kp, gamma, prices, labels, &stored));

      _eqp_assigner_set_source (p.assigner, copy_costs, &p);
      g_assert_true (_eqp_assigner_solve (p.assigner, NULL, NULL, p.assigner->kp, gamma, p.q, p.labels, &computed));
      g_assert_cmpmem (labels, sizeof (gint32) * (gsize) n, p.labels, sizeof (gint32) * (gsize) n);
      g_assert_cmpmem (prices, sizeof (double) * (gsize) k, p.q, sizeof (double) * (gsize) k);
      g_assert_cmpfloat (stored.gap, ==, computed.gap);
      g_assert_cmpfloat (stored.objective, ==, computed.objective);

      /* From these prices, with a look ahead or without. */
      memcpy (labels, start, sizeof (gint32) * (gsize) n);
      memcpy (p.labels, start, sizeof (gint32) * (gsize) n);
      g_assert_true (_eqp_assigner_solve (p.assigner, p.single, NULL, p.assigner->kp, gamma, prices, labels, NULL));
      g_assert_true (_eqp_assigner_look_ahead_begin (p.assigner, NULL, p.assigner->kp, (n + 999) / 1000, p.q, p.labels));
      for (gint64 i = 0; i < n; i += 1000)
        _eqp_assigner_look_ahead (p.assigner, i / 1000, i, 1000, p.single + i * p.assigner->kp);
      _eqp_assigner_look_ahead_end (p.assigner);
      g_assert_true (_eqp_assigner_solve_ahead (p.assigner, NULL, p.assigner->kp, gamma, p.q, p.labels));
      g_assert_cmpmem (labels, sizeof (gint32) * (gsize) n, p.labels, sizeof (gint32) * (gsize) n);
      problem_clear (&p);
    }
}

/* The flow nearest to the wish whose last unit costs no more than the price and whose next one no less. */
static void
test_sink_flow (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 7, 0);
  for (int round = 0; round < 400; round++)
    {
      Problem p;
      gint64 n = 1 + (gint64) eqp_rng_below (&rng, 30), wish = (gint64) eqp_rng_below (&rng, n + 1), best = -1, flow;
      int k = 1 + (int) eqp_rng_below (&rng, 4);
      double gamma = round % 2 ? 0.5 : 0.1, q;

      problem_set (&p, &rng, n, k, gamma, FALSE, FALSE);
      q = round % 3 ? gamma * ((double) eqp_rng_below (&rng, 60) - 30.0) : 10.0 * eqp_rng_normal (&rng);
      for (gint64 f = 0; f <= n; f++)
        if ((f == n || gamma * (double) (2 * f + 1 - p.assigner->base) >= q) &&
            (f == 0 || gamma * (double) (2 * f - 1 - p.assigner->base) <= q) &&
            (best < 0 || ABS (f - wish) < ABS (best - wish)))
          best = f;
      flow = _eqp_assigner_sink_flow (p.assigner, 0, q, wish);
      g_assert_cmpint (flow, ==, best);
      problem_clear (&p);
    }
}

/* From any prices at all the repair ends in an optimum, and moves no more than the units that are not where
 * the sinks want them. */
static void
test_repair (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 8, 0);
  for (int round = 0; round < 300; round++)
    {
      Problem p;
      const double gammas[] = { 0.01, 0.1, 1.0, 30.0 };
      gint64 n = 1 + (gint64) eqp_rng_below (&rng, 25), wanted = 0, off = 0, moved;
      int k = 1 + (int) eqp_rng_below (&rng, 6);
      double gamma = gammas[round % 4], sink_q, value = 0.0, optimum;
      g_autofree gint32 *labels = g_new (gint32, n);
      g_autofree gint64 *sizes = g_new0 (gint64, k);
      EqpAssignmentReport report;

      problem_set (&p, &rng, n, k, gamma, round % 3 == 0, round % 5 == 0);
      for (int c = 0; c < k; c++)
        p.q[c] = round % 2 ? 0.0 : eqp_rng_normal (&rng);
      _eqp_assigner_evaluate (p.assigner, p.q);
      off = -n;
      for (int c = 0; c < k; c++)
        {
          gint64 flow = _eqp_assigner_sink_flow (p.assigner, c, p.q[c], p.assigner->sizes[c]);

          wanted += MAX (0, p.assigner->sizes[c] - flow);
          off += flow;
        }
      moved = _eqp_assigner_repair (p.assigner, &sink_q);
      g_assert_cmpint (moved, <=, wanted + MAX (0, off)); /* a price common to all may leave less to move */

      for (gint64 i = 0; i < n; i++)
        {
          value += p.cost[i * k + p.labels[i]];
          sizes[p.labels[i]]++;
        }
      for (int c = 0; c < k; c++)
        {
          g_assert_cmpint (p.assigner->sizes[c], ==, sizes[c]);
          value += gamma * (double) (sizes[c] * sizes[c]);
        }
      optimum = eqp_check_assignment (n, k, p.cost, gamma, labels);
      eqp_assert_close (value, optimum, 1e-11);
      _eqp_assigner_certify (p.assigner, sink_q, &report);
      eqp_assert_close (report.objective, optimum, 1e-11);
      g_assert_cmpfloat (report.gap, <=, 1e-11 * MAX (1.0, optimum));
      problem_clear (&p);
    }
}

/* The certificate leaves out rows by their margins: as it is with all rows looked at, also for labels that are not
 * optimal because prices moved on. */
static void
test_certificate_margins (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 12, 0);
  for (int round = 0; round < 60; round++)
    {
      Problem p;
      gint64 n = 2000 + (gint64) eqp_rng_below (&rng, 3000);
      int k = 2 + (int) eqp_rng_below (&rng, 30);
      double sink_q;
      EqpAssignmentReport quick, full;

      problem_set (&p, &rng, n, k, 0.001, round % 3 == 0, round % 5 == 0);
      for (gint64 at = 0; at < n * k && round % 4 == 3; at++) /* all so high that a margin in float is hardly right */
        {
          p.cost[at] = (float) (p.cost[at] + 3e5);
          if (p.single != NULL)
            p.single[at / k * p.assigner->stride + at % k] = (float) p.cost[at];
        }
      _eqp_assigner_evaluate (p.assigner, p.q);
      g_assert_cmpint (_eqp_assigner_repair (p.assigner, &sink_q), >=, 0);
      for (int c = 0; c < k && round % 2; c++)
        p.q[c] += 0.05 * eqp_rng_normal (&rng);
      _eqp_assigner_certify (p.assigner, sink_q, &quick);
      memset (p.assigner->margin, 0, sizeof (float) * (gsize) n);
      _eqp_assigner_certify (p.assigner, sink_q, &full);
      g_assert_cmpfloat (quick.objective, ==, full.objective);
      g_assert_cmpfloat (quick.gap, ==, full.gap);
      if (round % 2)
        g_assert_cmpfloat (full.gap, >, 1e-3);
      problem_clear (&p);
    }
}

/* A margin is not trusted where it may be too large by what float makes of large costs, or of large prices. */
static void
test_certificate_rounding (void)
{
  static const struct
  {
    double cost, start, now; /* of both clusters: what it costs, at what price the margins were taken, and the price now */
  } cases[] = { { 3e3, 0.0, 0.0 }, { -3e3, 0.0, 0.0 }, { -3e3, 3e3, 3e3 }, { 3e3, -3e3, -3e3 },
                { 0.0, 3e3, 0.0 }, { 0.0, -3e3, 0.0 }, { -3e3, 0.0, 3e3 }, { 3e3, 0.0, -3e3 } };

  for (guint at = 0; at < 2 * G_N_ELEMENTS (cases); at++)
    {
      EqpRng rng;
      Problem p;
      double margin = 0.25, lost = FLT_EPSILON * 3e3; /* as much as own and other may be off together */
      EqpAssignmentReport report;

      eqp_rng_init (&rng, 1, 0);
      problem_set (&p, &rng, 4, 2, 0.0, FALSE, FALSE);
      for (int i = 0; i < 4; i++)
        {
          p.labels[i] = i % 2;
          p.cost[2 * i + i % 2] = cases[at / 2].cost;
          p.cost[2 * i + 1 - i % 2] = cases[at / 2].cost + margin;
          p.assigner->margin[i] = (float) (margin + lost);
        }
      for (int c = 0; c < 2; c++)
        {
          p.q[c] = cases[at / 2].now;
          p.assigner->start_q[c] = cases[at / 2].start;
          p.assigner->sizes[c] = 2;
        }
      p.q[at % 2] += margin + 0.5 * lost; /* which now loses half of it at each of its two rows */
      _eqp_assigner_certify (p.assigner, 0.0, &report);
      eqp_assert_close (report.gap, lost, 1e-6);
      problem_clear (&p);
    }
}

/* For labels and prices that are far from optimal the gap is what they are worth above the dual bound at these prices,
 * also beside a load and within limits. */
static void
test_certificate (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 9, 0);
  for (int round = 0; round < 300; round++)
    {
      Problem p;
      int k = 1 + (int) eqp_rng_below (&rng, 8);
      gboolean loaded = round % 6 > 2, limited = round % 4 > 1;
      double gamma = round % 5 == 0 ? 0.0 : 0.05 * (1 + round % 7), sink_q = round % 3 ? 0.0 : eqp_rng_normal (&rng);
      double objective = 0.0, bound;
      gint64 smallest = G_MAXINT64, largest = 0, least = 0, most;
      g_autofree double *prices = g_new (double, k);
      g_autofree gint64 *load = g_new0 (gint64, k);
      EqpAssignmentReport report;

      problem_set (&p, &rng, 2 + (gint64) eqp_rng_below (&rng, 40), k, gamma, FALSE, round % 4 == 0);
      memset (p.assigner->sizes, 0, sizeof (gint64) * k);
      for (gint64 i = 0; i < p.n; i++)
        {
          p.labels[i] = (gint32) eqp_rng_below (&rng, round % 2 ? k : (k + 1) / 2);
          p.assigner->sizes[p.labels[i]]++;
          objective += p.cost[i * k + p.labels[i]];
        }
      for (int c = 0; c < k; c++)
        {
          gint64 size = p.assigner->sizes[c] + (load[c] = loaded ? (gint64) eqp_rng_below (&rng, 12) : 0);

          objective += gamma * (double) (size * size);
          smallest = MIN (smallest, size);
          largest = MAX (largest, size);
        }
      _eqp_assigner_set_units (p.assigner, NULL, loaded ? load : NULL);
      most = p.assigner->total;
      if (limited)
        {
          gint64 room = largest + (gint64) eqp_rng_below (&rng, 4);

          least = (gint64) eqp_rng_below (&rng, (guint64) smallest + 1);
          most = MIN (most, room);
        }
      _eqp_assigner_set_limits (p.assigner, least, most);
      for (int c = 0; c < k; c++)
        {
          /* Sizes that cost nothing and have no limit leave no other price than that of the sink. */
          p.q[c] = gamma > 0.0 || least > 0 || most < p.assigner->total ? eqp_rng_normal (&rng) : sink_q;
          prices[c] = p.q[c] - sink_q + gamma * (double) p.assigner->base;
        }
      _eqp_assigner_certify (p.assigner, sink_q, &report);
      bound = eqp_check_dual_bound (p.n, k, p.cost, gamma, prices, loaded ? load : NULL, least, most);
      eqp_assert_close (report.objective, objective, 1e-12);
      eqp_assert_close (report.bound, bound, 1e-10);
      eqp_assert_close (report.gap, objective - bound, 1e-10);
      problem_clear (&p);
    }
}

/* Whole problems, also with prices to start from, which the solver leaves as they prove the optimum. */
static void
test_prices (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 10, 0);
  for (int round = 0; round < 40; round++)
    {
      Problem p;
      int k = 2 + (int) eqp_rng_below (&rng, 6);
      double gamma = round % 4 == 3 ? 0.0 : 0.003 * (1 + round % 5), value = 0.0;
      g_autofree gint32 *labels = NULL, *again = NULL;
      g_autofree double *prices = NULL;
      g_autofree gint64 *sizes = g_new0 (gint64, k);
      EqpAssignmentReport report;

      problem_set (&p, &rng, 300, k, gamma, round % 2, round % 3 == 0);
      labels = g_new (gint32, p.n);
      prices = g_new (double, k);
      for (int c = 0; c < k; c++)
        p.q[c] = round % 2 ? 7.0 : 100.0 * eqp_rng_normal (&rng);
      g_assert_true (_eqp_assigner_solve (p.assigner, p.single, p.single != NULL ? NULL : p.cost, p.assigner->stride, gamma,
                                          p.q, p.labels, &report));
      if (round < 12)
        eqp_assert_close (report.objective, eqp_check_assignment (p.n, k, p.cost, gamma, labels), 1e-9);
      for (gint64 i = 0; i < p.n; i++)
        {
          value += p.cost[i * k + p.labels[i]];
          sizes[p.labels[i]]++;
        }
      for (int c = 0; c < k; c++)
        {
          value += gamma * (double) (sizes[c] * sizes[c]);
          prices[c] = p.q[c] + gamma * (double) p.assigner->base;
        }
      eqp_assert_close (report.objective, value, 1e-12);
      eqp_assert_close (eqp_check_dual_bound (p.n, k, p.cost, gamma, prices, NULL, 0, p.n), value, 1e-9);

      /* From the prices found there is nothing left to do, and rows stay where they are. */
      again = g_memdup2 (p.labels, sizeof (gint32) * p.n);
      g_assert_true (_eqp_assigner_solve (p.assigner, p.single, p.single != NULL ? NULL : p.cost, p.assigner->stride, gamma,
                                          p.q, p.labels, &report));
      if (round % 2 == 0)
        {
          g_assert_cmpint (report.evaluations, ==, 1);
          g_assert_cmpint (report.repairs, <=, k);
        }
      eqp_assert_close (report.objective, value, 1e-12);
      problem_clear (&p);
    }
}

/* The cheapest row of every arc, ties to the lower number, in whatever order rows came and clusters lost them; of arcs
 * with many rows until it says that it knows no more, and again when the node has been filled anew. */
static void
test_exchange (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 11, 0);
  for (int round = 0; round < 100; round++)
    {
      const int k = round % 2 ? 2 : 12, n = 80;
      int used_up = 0;
      EqpExchange *exchange = _eqp_exchange_new (k, NULL);
      gint32 labels[80];
      double weights[80][12];
      gboolean added[80][12] = { 0 };

      for (int clear = 0; clear < 2; clear++)
        {
          memset (added, 0, sizeof added);
          for (int i = 0; i < n; i++)
            {
              labels[i] = (gint32) eqp_rng_below (&rng, k);
              for (int c = 0; c < k; c++)
                weights[i][c] = (double) eqp_rng_below (&rng, 5);
            }
          for (int t = 0; t < 600; t++)
            {
              int i = (int) eqp_rng_below (&rng, n), to = (int) eqp_rng_below (&rng, k);

              if (to == labels[i] || added[i][to])
                continue;
              added[i][to] = TRUE;
              _eqp_exchange_add (exchange, labels[i], to, weights[i][to], i);
            }
          for (int step = 0; step < (k == 2 ? n : n / 2); step++)
            {
              for (int from = 0; from < k; from++)
                {
                  int to, met = 0, arcs = 0;
                  double weight;
                  gint32 row;

                  for (guint arc = 0; _eqp_exchange_best (exchange, from, arc, labels, &to, &weight, &row); arc++)
                    {
                      gint32 best = -1;

                      arcs++;
                      for (int i = 0; i < n; i++)
                        if (labels[i] == from && added[i][to] && (best < 0 || weights[i][to] < weights[best][to]))
                          best = i;
                      if (row == EQP_EXCHANGE_USED_UP)
                        {
                          used_up++;
                          _eqp_exchange_clear_node (exchange, from);
                          for (int i = 0; i < n; i++)
                            for (int c = 0; c < k; c++)
                              if (labels[i] == from && added[i][c])
                                _eqp_exchange_add (exchange, from, c, weights[i][c], i);
                          g_assert_true (_eqp_exchange_find (exchange, from, to, labels, &weight, &row) == (best >= 0));
                        }
                      g_assert_cmpint (row, ==, best);
                      g_assert_cmpint (met & (1 << to), ==, 0);
                      met |= 1 << to;
                      g_assert_cmpfloat (weight, ==, best >= 0 ? weights[best][to] : 0.0);
                    }
                  for (int i = 0; i < n; i++)
                    for (int c = 0; c < k; c++)
                      g_assert_true (labels[i] != from || !added[i][c] || (met & (1 << c)) != 0);
                }
              /* A row leaves; it is in the lists of no other cluster unless it is added there. */
              labels[step] = (labels[step] + 1) % k;
              memset (added[step], 0, sizeof added[step]);
            }
          _eqp_exchange_clear (exchange);
        }
      if (k == 2)
        g_assert_cmpint (used_up, >, 0);
      _eqp_exchange_free (exchange);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pin-assigner/evaluation", test_evaluation);
  g_test_add_func ("/core/pin-assigner/close-costs", test_close_costs);
  g_test_add_func ("/core/pin-assigner/next-within", test_next_within);
  g_test_add_func ("/core/pin-assigner/quantile", test_quantile);
  g_test_add_func ("/core/pin-assigner/newton-step", test_newton_step);
  g_test_add_func ("/core/pin-assigner/climb", test_climb);
  g_test_add_func ("/core/pin-assigner/restriction", test_restriction);
  g_test_add_func ("/core/pin-assigner/source", test_source);
  g_test_add_func ("/core/pin-assigner/sink-flow", test_sink_flow);
  g_test_add_func ("/core/pin-assigner/repair", test_repair);
  g_test_add_func ("/core/pin-assigner/certificate", test_certificate);
  g_test_add_func ("/core/pin-assigner/certificate-margins", test_certificate_margins);
  g_test_add_func ("/core/pin-assigner/certificate-rounding", test_certificate_rounding);
  g_test_add_func ("/core/pin-assigner/prices", test_prices);
  g_test_add_func ("/core/pin-assigner/exchange", test_exchange);
  return g_test_run ();
}
