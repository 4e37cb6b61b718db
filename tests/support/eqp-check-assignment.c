/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The balanced assignment problem by successive shortest paths on a graph of all rows, its dual bound for any prices, and
 * a system of equations by elimination. */
#include "config.h"

#include <math.h>

#include "eqp-check.h"

/**
 * eqp_check_assignment:
 * @labels: (out): n labels of an optimum
 *
 * Rows come one by one, each on the cheapest chain of moves that makes room for it: Bellman and Ford on the clusters,
 * where an arc from a to b moves the row of a that costs least more in b, and a cluster of size s takes one more at
 * gamma (2 s + 1).
 *
 * Returns: the least of sum_i cost[i][z_i] + gamma sum n_k^2
 */
double
eqp_check_assignment (gint64 n, int k, const double *cost, double gamma, gint32 *labels)
{
  g_autofree long double *distance = g_new (long double, k);
  g_autofree int *before = g_new (int, k);
  g_autofree gint64 *row = g_new (gint64, k), *sizes = g_new0 (gint64, k);
  long double value = 0.0L;

  for (gint64 i = 0; i < n; i++)
    {
      int best = 0;

      for (int c = 0; c < k; c++)
        {
          distance[c] = cost[i * k + c];
          before[c] = -1;
          row[c] = i;
        }
      for (gboolean changed = TRUE; changed;)
        {
          changed = FALSE;
          for (gint64 r = 0; r < i; r++)
            for (int c = 0; c < k; c++)
              {
                int a = labels[r];
                long double through = distance[a] + cost[r * k + c] - cost[r * k + a];

                if (through < distance[c] - 1e-12L * (1.0L + fabsl (distance[c])))
                  {
                    distance[c] = through;
                    before[c] = a;
                    row[c] = r;
                    changed = TRUE;
                  }
              }
        }
      for (int c = 1; c < k; c++)
        if (distance[c] + gamma * (2 * sizes[c] + 1) < distance[best] + gamma * (2 * sizes[best] + 1))
          best = c;
      sizes[best]++;
      for (int c = best; c >= 0; c = before[c])
        labels[row[c]] = c;
    }
  for (gint64 i = 0; i < n; i++)
    value += cost[i * k + labels[i]];
  for (int c = 0; c < k; c++)
    value += (long double) gamma * sizes[c] * sizes[c];
  return (double) value;
}

/* sum_i min_k (cost + p_k) + sum_k min_s (gamma (s + load_k)^2 - p_k s): never above any objective, whatever the prices.
 * Only sizes s + load_k within the limits count; @load may be NULL. */
double
eqp_check_dual_bound (gint64 n, int k, const double *cost, double gamma, const double *prices, const gint64 *load,
                      gint64 least_size, gint64 most_size)
{
  long double bound = 0.0L;

  for (gint64 i = 0; i < n; i++)
    {
      long double least = INFINITY;

      for (int c = 0; c < k; c++)
        least = MIN (least, (long double) cost[i * k + c] + prices[c]);
      bound += least;
    }
  for (int c = 0; c < k; c++)
    {
      gint64 there = load != NULL ? load[c] : 0;
      long double least = INFINITY;

      for (gint64 size = MAX (there, least_size); size <= most_size; size++)
        least = MIN (least, (long double) gamma * size * size - (long double) prices[c] * (size - there));
      bound += least;
    }
  return (double) bound;
}

/* Gauss with pivots; the solution stands in @right. */
gboolean
eqp_check_solve (int n, double *matrix, double *right)
{
  for (int p = 0; p < n; p++)
    {
      int pivot = p;

      for (int i = p + 1; i < n; i++)
        if (fabs (matrix[i * n + p]) > fabs (matrix[pivot * n + p]))
          pivot = i;
      if (matrix[pivot * n + p] == 0.0)
        return FALSE;
      for (int j = 0; j < n; j++)
        {
          double swap = matrix[p * n + j];

          matrix[p * n + j] = matrix[pivot * n + j];
          matrix[pivot * n + j] = swap;
        }
      {
        double swap = right[p];

        right[p] = right[pivot];
        right[pivot] = swap;
      }
      for (int i = 0; i < n; i++)
        if (i != p)
          {
            double factor = matrix[i * n + p] / matrix[p * n + p];

            for (int j = 0; j < n; j++)
              matrix[i * n + j] -= factor * matrix[p * n + j];
            right[i] -= factor * right[p];
          }
    }
  for (int i = 0; i < n; i++)
    right[i] /= matrix[i * n + i];
  return TRUE;
}
