/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hartigan's moves and swaps, judged by J computed anew for every one that is tried. */
#include "config.h"

#include <math.h>

#include "eqp-check.h"

#define NOISE 1e-12L
#define LIST 8

static gint64
size_of (gint64 n, const gint32 *labels, int cluster)
{
  gint64 size = 0;

  for (gint64 i = 0; i < n; i++)
    size += labels[i] == cluster;
  return size;
}

/* One pass over the rows in order: each is offered to the one cluster that the listed costs, corrected for the shift of
 * the centres, make the cheapest of those with room, and goes there if J falls and enough stay. Returns the rows moved. */
gint64
eqp_check_moves (gint64 n, gint64 d, const float *x, int k, double gamma, gint64 least_size, gint64 most_size,
                 const float *cost, int kp, gint32 *labels)
{
  gint64 moved = 0;

  for (gint64 i = 0; i < n; i++)
    {
      int a = labels[i], b = -1;
      double least = INFINITY, own, own_size = (double) size_of (n, labels, a);
      g_autofree double *centers = g_new0 (double, k * d);
      long double before, after, compared;

      if (own_size < 2 || own_size <= (double) least_size)
        continue;
      for (int c = 0; c < k; c++)
        {
          double size = (double) size_of (n, labels, c);
          double value = size / (size + 1.0) * cost[i * kp + c] + 2.0 * gamma * size;

          if (c != a && value < least && size < (double) most_size)
            {
              least = value;
              b = c;
            }
        }
      own = own_size / (own_size - 1.0) * cost[i * kp + a] + 2.0 * gamma * (own_size - 1.0);
      if (b < 0 || own <= least)
        continue;

      eqp_check_centers (n, d, x, k, labels, centers);
      compared = own_size / (own_size - 1.0) * eqp_check_distance (x + i * d, centers + a * d, d);
      if (size_of (n, labels, b) > 0)
        compared += (long double) size_of (n, labels, b) / (size_of (n, labels, b) + 1) *
                    eqp_check_distance (x + i * d, centers + b * d, d);
      before = eqp_check_objective (n, d, x, k, gamma, labels);
      labels[i] = b;
      after = eqp_check_objective (n, d, x, k, gamma, labels);
      if (before - after > NOISE * compared)
        moved++;
      else
        labels[i] = a;
    }
  return moved;
}

/* The rows of @a in the order of what they cost more in @b, at most LIST. */
static int
list (gint64 n, const float *cost, int kp, const gint32 *labels, int a, int b, gint64 *rows, float *weights)
{
  int count = 0;

  for (int place = 0; place < LIST; place++)
    {
      gint64 next = -1;

      for (gint64 i = 0; i < n; i++)
        {
          gboolean taken = FALSE;

          for (int t = 0; t < place; t++)
            taken |= rows[t] == i;
          if (labels[i] == a && !taken &&
              (next < 0 || cost[i * kp + b] - cost[i * kp + a] < cost[next * kp + b] - cost[next * kp + a]))
            next = i;
        }
      if (next < 0)
        break;
      rows[place] = next;
      weights[place] = cost[next * kp + b] - cost[next * kp + a];
      count++;
    }
  return count;
}

/* The best rows of every pair of clusters against each other; a swap is made if J falls, unless by the listed costs it
 * is out of the question. Returns the pairs swapped. */
gint64
eqp_check_swaps (gint64 n, gint64 d, const float *x, int k, const float *cost, int kp, gint32 *labels)
{
  g_autofree gint32 *start = g_memdup2 (labels, sizeof (gint32) * n);
  gint64 swapped = 0;

  for (int a = 0; a < k; a++)
    for (int b = a + 1; b < k; b++)
      {
        gint64 out[LIST], in[LIST];
        float out_weights[LIST], in_weights[LIST];
        int n_out = list (n, cost, kp, start, a, b, out, out_weights);
        int n_in = list (n, cost, kp, start, b, a, in, in_weights);

        for (int s = 0; s < n_out; s++)
          for (int t = 0; t < n_in; t++)
            {
              gint64 i = out[s], j = in[t];
              double price = (double) out_weights[s] + in_weights[t];
              double shrink = 1.0 / (double) size_of (n, start, a) + 1.0 / (double) size_of (n, start, b);
              g_autofree double *centers = g_new0 (double, k * d);
              g_autofree double *other = g_new (double, d);
              long double before, after, compared, apart;

              if (labels[i] != a || labels[j] != b)
                continue;
              for (gint64 m = 0; m < d; m++)
                other[m] = x[j * d + m];
              apart = shrink * eqp_check_distance (x + i * d, other, d);
              if (price >= 2.02 * shrink * ((double) cost[i * kp + a] + cost[j * kp + a]) || apart < 0.9 * price)
                continue;
              eqp_check_centers (n, d, x, k, labels, centers);
              compared = eqp_check_distance (x + i * d, centers + a * d, d) +
                         eqp_check_distance (x + j * d, centers + b * d, d) +
                         eqp_check_distance (x + i * d, centers + b * d, d) +
                         eqp_check_distance (x + j * d, centers + a * d, d);
              before = eqp_check_sse (n, d, x, k, labels);
              labels[i] = b;
              labels[j] = a;
              after = eqp_check_sse (n, d, x, k, labels);
              if (before - after > NOISE * compared)
                swapped++;
              else
                {
                  labels[i] = a;
                  labels[j] = b;
                }
            }
      }
  return swapped;
}
