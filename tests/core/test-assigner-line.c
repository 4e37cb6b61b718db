/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prices of clusters on a line, held against a dynamic program over all borders. */
#include "config.h"

#include <math.h>

#include "eqp-check.h"
#include "eqp-test.h"

#include "solvers/kmeans/eqp-assigner-parts-private.h"
#include "solvers/kmeans/eqp-line-partition-private.h"

typedef struct
{
  gint64  n;
  int     k;
  float  *x;       /* n */
  double *centers; /* k */
  double *cost;    /* n x k */
  double *q;
  gint32 *labels;
  gint64  least;
  gint64  most;
} Line;

static int
compare (gconstpointer a, gconstpointer b)
{
  double one = *(const double *) a, other = *(const double *) b;

  return (one > other) - (one < other);
}

/* Rows and clusters that are spread evenly, thickly at one end, or on few whole numbers, so that rows, clusters and
 * both are often the same. */
static double
draw (EqpRng *rng, int kind)
{
  return kind == 0   ? eqp_rng_uniform (rng)
         : kind == 1 ? exp (eqp_rng_normal (rng))
                     : (double) eqp_rng_below (rng, 40);
}

static void
line_set (Line *self, EqpRng *rng, gint64 n, int k, int kind, gboolean limited, gboolean known)
{
  *self = (Line) { .n = n, .k = k, .most = n };
  self->x = g_new (float, n);
  self->centers = g_new (double, k);
  self->cost = g_new (double, n * k);
  self->q = g_new0 (double, k);
  self->labels = g_new (gint32, n);
  if (limited)
    {
      self->most = n / k + 1 + (gint64) eqp_rng_below (rng, 3);
      self->least = n / k - (gint64) eqp_rng_below (rng, MIN (3, n / k + 1));
    }
  for (int c = 0; c < k; c++)
    self->centers[c] = draw (rng, kind);
  for (gint64 i = 0; i < n; i++)
    {
      self->x[i] = (float) draw (rng, kind);
      self->labels[i] = known ? (gint32) eqp_rng_below (rng, k) : -1;
      for (int c = 0; c < k; c++)
        self->cost[i * k + c] = ((double) self->x[i] - self->centers[c]) * ((double) self->x[i] - self->centers[c]);
    }
}

static void
line_clear (Line *self)
{
  g_free (self->x);
  g_free (self->centers);
  g_free (self->cost);
  g_free (self->q);
  g_free (self->labels);
}

/* The optimum: the best of all borders. */
static double
find_best (Line *self, double gamma)
{
  gint64 n = self->n, width = n + 1;
  g_autofree double *x = g_new (double, n), *h = g_memdup2 (self->centers, sizeof (double) * (gsize) self->k);
  g_autofree double *past = g_new (double, width), *best = g_new (double, width);
  g_autofree long double *sum = g_new (long double, width);

  for (gint64 i = 0; i < n; i++)
    x[i] = self->x[i];
  qsort (x, n, sizeof *x, compare);
  qsort (h, self->k, sizeof *h, compare);
  for (gint64 s = 0; s <= n; s++)
    past[s] = s == 0 ? 0.0 : INFINITY;
  for (int c = 0; c < self->k; c++)
    {
      sum[0] = 0.0L;
      for (gint64 s = 0; s < n; s++)
        sum[s + 1] = sum[s] + (x[s] - h[c]) * (x[s] - h[c]);
      for (gint64 s = 0; s <= n; s++)
        {
          best[s] = INFINITY;
          for (gint64 size = self->least; size <= MIN (s, self->most); size++)
            best[s] = MIN (best[s], past[s - size] + (double) (sum[s] - sum[s - size]) + gamma * (double) (size * size));
        }
      memcpy (past, best, sizeof (double) * (gsize) width);
    }
  return past[n];
}

/* The prices prove the optimum before anything is repaired, whatever holds the sizes, wherever the labels so far are,
 * and however many rows, clusters or both are the same; and they leave only ties to the repair. */
static void
test_prices (void)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  EqpRng rng;

  eqp_rng_init (&rng, 31, 0);
  for (int round = 0; round < 90; round++)
    {
      int k = 129 + (int) eqp_rng_below (&rng, 40), kind = round % 3;
      gint64 n = 60 + (gint64) eqp_rng_below (&rng, round % 2 ? 900 : 200);
      gboolean limited = round % 5 == 0;
      double gamma = limited && round % 2 ? 0.0 : pow (10.0, (double) (round / 3 % 10) - 6.0), best, bound;
      gboolean told = round % 4 > 0;
      g_autofree double *prices = NULL;
      EqpAssigner *assigner = _eqp_assigner_new (n, k, pool, NULL, NULL);
      EqpAssignmentReport report;
      Line line;

      line_set (&line, &rng, n, k, kind, limited, round % 7 == 0);
      best = find_best (&line, gamma);
      _eqp_assigner_set_limits (assigner, line.least, line.most);
      if (told)
        _eqp_assigner_set_line (assigner, line.x, 1, line.centers);
      _eqp_assigner_begin (assigner);
      assigner->cost_double = line.cost;
      assigner->stride = k;
      assigner->gamma = gamma;
      assigner->labels = line.labels;
      assigner->q = line.q;
      assigner->base = 2 * (n / k) + (n % k != 0 ? 1 : 0);
      if (told)
        g_assert_true (_eqp_assigner_price_line (assigner, 0.0));
      else
        _eqp_assigner_price_line (assigner, (double) n / 8.0);
      prices = g_memdup2 (line.q, sizeof (double) * (gsize) k);
      for (int c = 0; c < k; c++)
        prices[c] += gamma * (double) assigner->base;
      bound = eqp_check_dual_bound (n, k, line.cost, gamma, prices, NULL, line.least, line.most);
      g_test_message ("n %d k %d kind %d gamma %g: excess %g, bound below by %g", (int) n, k, kind, gamma,
                      _eqp_assigner_total_excess (assigner), (best - bound) / best);
      if (told)
        eqp_assert_close (bound, best, 1e-10);

      memset (line.q, 0, sizeof (double) * (gsize) k);
      g_assert_true (_eqp_assigner_solve (assigner, NULL, line.cost, k, gamma, line.q, line.labels, &report));
      g_test_message ("%d moved, effort %d", (int) report.repairs, (int) assigner->effort);
      if (told)
        g_assert_cmpint (assigner->effort, <=, (kind == 2 ? 10 : 1) * (n + k));
      eqp_assert_close (report.objective, best, 1e-11);
      g_assert_cmpfloat (report.gap, <=, 1e-11 * best);
      _eqp_assigner_free (assigner);
      line_clear (&line);
    }
}

static int
compare_floats (gconstpointer a, gconstpointer b, gpointer data)
{
  const float *x = data;
  gint32 i = *(const gint32 *) a, j = *(const gint32 *) b;

  return x[i] != x[j] ? (x[i] > x[j]) - (x[i] < x[j]) : (i > j) - (i < j);
}

typedef struct
{
  const float  *x;
  const double *weights; /* NULL: each row counts once */
  const gint32 *rows;
  double        gamma, even, least, most;
} Division;

static double
weight_of (const Division *self, gint64 r)
{
  return self->weights != NULL ? self->weights[self->rows[r]] : 1.0;
}

/* J less a part that all partitions share, of the rows from i to j - 1 in order. */
static double
stretch (const Division *self, gint64 i, gint64 j)
{
  double mean = 0.0, sse = 0.0, size = 0.0;

  for (gint64 r = i; r < j; r++)
    size += weight_of (self, r);
  for (gint64 r = i; r < j && size > 0.0; r++)
    mean += weight_of (self, r) / size * (double) self->x[self->rows[r]];
  for (gint64 r = i; r < j; r++)
    sse += weight_of (self, r) * ((double) self->x[self->rows[r]] - mean) * ((double) self->x[self->rows[r]] - mean);
  if (size < self->least || size > self->most)
    return INFINITY;
  return sse + self->gamma * (size - self->even) * (size - self->even);
}

/* The least J of K stretches, against all of them: ties and equal rows, all weights of balance, weights of rows, some
 * of them 0, and limits of size. */
static void
test_partition (void)
{
  int n_bound = 0, n_infeasible = 0;
  EqpRng rng;

  eqp_rng_init (&rng, 7, 0);
  for (int round = 0; round < 1200; round++)
    {
      const double gammas[] = { 0.0, 1e-4, 1e-2, 0.3, 1e9 };
      gint64 n = 1 + (gint64) eqp_rng_below (&rng, 40);
      int k = 1 + (int) eqp_rng_below (&rng, (guint64) n), kind = round % 3;
      double found = 0.0, total = 0.0;
      g_autofree float *x = g_new (float, n);
      g_autofree gint32 *rows = g_new (gint32, n), *labels = g_new (gint32, n);
      g_autofree double *best = g_new (double, n + 1), *weights = g_new (double, n);
      Division division = { .x = x, .rows = rows, .gamma = gammas[round % 5], .most = INFINITY };
      gint64 first = 0;

      for (gint64 i = 0; i < n; i++)
        {
          x[i] = (float) (kind == 2 ? (double) eqp_rng_below (&rng, 6) : draw (&rng, kind));
          rows[i] = (gint32) i;
          weights[i] = (double) eqp_rng_below (&rng, 4);
          total += weights[i];
        }
      if (round % 4 >= 2 && total > 0.0)
        division.weights = weights;
      else
        total = (double) n;
      division.even = total / (double) k;
      if (round % 2 == 1)
        {
          division.least = floor (division.even * eqp_rng_uniform (&rng));
          division.most = ceil (division.even * (1.0 + eqp_rng_uniform (&rng)));
        }
      g_qsort_with_data (rows, (int) n, sizeof *rows, compare_floats, x);
      for (gint64 j = 0; j <= n; j++)
        best[j] = j == 0 ? 0.0 : INFINITY;
      for (int c = 0; c < k; c++)
        for (gint64 j = n; j >= 0; j--)
          {
            double least = INFINITY;

            for (gint64 i = 0; i < j; i++)
              if (isfinite (best[i]))
                least = MIN (least, best[i] + stretch (&division, i, j));
            best[j] = least;
          }

      g_assert_true (_eqp_line_partition (x, division.weights, n, k, division.gamma, division.least, division.most,
                                          NULL, labels));
      for (int c = 0; c < k; c++)
        {
          gint64 last = first;

          while (last < n && labels[rows[last]] == c)
            last++;
          g_assert_cmpint (last, >, first);
          found += stretch (&division, first, last);
          first = last;
        }
      g_assert_cmpint (first, ==, n);
      n_infeasible += !isfinite (best[n]);
      if (isfinite (best[n]))
        g_assert_cmpfloat (found, <=, best[n] * (1.0 + 1e-9) + 1e-9);
      n_bound += round % 2 == 1 && isfinite (best[n]);
    }
  g_assert_cmpint (n_bound, >, 200);
  g_assert_cmpint (n_infeasible, >, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/assigner-line/prices", test_prices);
  g_test_add_func ("/core/assigner-line/partition", test_partition);
  return g_test_run ();
}
