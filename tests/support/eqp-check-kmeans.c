/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k-means by definition: distances, means, sums of squares, seeds, and one sweep of the published algorithm. */
#include "config.h"

#include <math.h>

#include "eqp-check.h"

long double
eqp_check_distance (const float *x, const double *center, gint64 d)
{
  long double sum = 0.0L;

  for (gint64 j = 0; j < d; j++)
    sum += ((long double) x[j] - center[j]) * ((long double) x[j] - center[j]);
  return sum;
}

/* The means; an empty cluster keeps what stands there. */
void
eqp_check_centers (gint64 n, gint64 d, const float *x, int k, const gint32 *labels, double *centers)
{
  for (int c = 0; c < k; c++)
    for (gint64 j = 0; j < d; j++)
      {
        long double sum = 0.0L;
        gint64 size = 0;

        for (gint64 i = 0; i < n; i++)
          if (labels[i] == c)
            {
              sum += x[i * d + j];
              size++;
            }
        if (size > 0)
          centers[c * d + j] = (double) (sum / size);
      }
}

long double
eqp_check_sse (gint64 n, gint64 d, const float *x, int k, const gint32 *labels)
{
  long double sse = 0.0L;

  for (int c = 0; c < k; c++)
    for (gint64 j = 0; j < d; j++)
      {
        long double sum = 0.0L;
        gint64 size = 0;

        for (gint64 i = 0; i < n; i++)
          if (labels[i] == c)
            {
              sum += x[i * d + j];
              size++;
            }
        for (gint64 i = 0; i < n; i++)
          if (labels[i] == c)
            sse += (x[i * d + j] - sum / size) * (x[i * d + j] - sum / size);
      }
  return sse;
}

/* J = SSE + gamma sum n_k^2, the centres being the means. */
long double
eqp_check_objective (gint64 n, gint64 d, const float *x, int k, double gamma, const gint32 *labels)
{
  long double value = eqp_check_sse (n, d, x, k, labels);

  for (int c = 0; c < k; c++)
    {
      long double size = 0.0L;

      for (gint64 i = 0; i < n; i++)
        size += labels[i] == c;
      value += gamma * size * size;
    }
  return value;
}

/* The nearest centre; on a tie @current, else the first. */
int
eqp_check_nearest (const float *x, const double *centers, int k, gint64 d, int current)
{
  int best = 0;

  for (int c = 1; c < k; c++)
    if (eqp_check_distance (x, centers + c * d, d) < eqp_check_distance (x, centers + best * d, d))
      best = c;
  if (current >= 0 &&
      eqp_check_distance (x, centers + current * d, d) == eqp_check_distance (x, centers + best * d, d))
    return current;
  return best;
}

/* One iteration of Algorithm 1 of the paper: means, then each row in order to the least |x - h|^2 + gamma (2 n + 1), its
 * own membership taken out; it stays on ties. Returns the rows moved. */
gint64
eqp_check_sweep (gint64 n, gint64 d, const float *x, int k, double gamma, double *centers, gint32 *labels)
{
  gint64 moved = 0;

  eqp_check_centers (n, d, x, k, labels, centers);
  for (gint64 i = 0; i < n; i++)
    {
      int own = labels[i], best = own;
      long double least = INFINITY;

      labels[i] = -1;
      for (int pass = 0; pass <= k; pass++)
        {
          int c = pass == 0 ? own : pass - 1;
          gint64 size = 0;
          long double value;

          for (gint64 other = 0; other < n; other++)
            size += labels[other] == c;
          value = eqp_check_distance (x + i * d, centers + c * d, d) + (long double) gamma * (2 * size + 1);
          if (value < least)
            {
              least = value;
              best = c;
            }
        }
      labels[i] = best;
      moved += best != own;
    }
  return moved;
}

/* Greedy k-means++ on few rows: each seed the best of 2 + ln k (the first: of one) that are drawn by squared distance.
 * Exact, so the same to the bit, where all distances are whole numbers. */
void
eqp_check_seeds (gint64 n, gint64 d, const float *x, int k, EqpRng *rng, double *centers)
{
  g_autofree double *nearest = g_new (double, n);
  double total = 0.0;

  for (int c = 0; c < k; c++)
    {
      int trials = c == 0 ? 1 : 2 + (int) log (k);
      gint64 chosen = -1;
      double least = INFINITY;

      for (int t = 0; t < trials; t++)
        {
          gint64 row = -1;
          double potential = 0.0;

          if (total > 0.0)
            {
              double mark = eqp_rng_uniform (rng) * total, passed = 0.0;

              for (gint64 i = 0; i < n && row < 0; i++)
                if ((passed += nearest[i]) > mark)
                  row = i;
              g_assert_cmpint (row, >=, 0);
            }
          else
            row = (gint64) eqp_rng_below (rng, n);
          for (gint64 i = 0; i < n; i++)
            {
              double distance = 0.0;

              for (gint64 j = 0; j < d; j++)
                distance += ((double) x[i * d + j] - x[row * d + j]) * ((double) x[i * d + j] - x[row * d + j]);
              potential += c == 0 ? distance : MIN (distance, nearest[i]);
            }
          if (potential < least)
            {
              least = potential;
              chosen = row;
            }
        }
      for (gint64 j = 0; j < d; j++)
        centers[c * d + j] = x[chosen * d + j];
      for (gint64 i = 0; i < n; i++)
        {
          double distance = (double) eqp_check_distance (x + i * d, centers + c * d, d);

          nearest[i] = c == 0 ? distance : MIN (distance, nearest[i]);
        }
      total = least;
    }
}
