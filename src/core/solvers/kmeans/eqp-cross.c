/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Good solutions combined: centers of two are matched, of each pair one goes on, and one center in all goes elsewhere
 * (Gribel, Vidal 2019, HG-means: a scalable hybrid genetic algorithm for minimum sum-of-squares clustering). What both
 * parents agree on stays, and where they differ the child takes now this, now that. */
#include "config.h"

#include "eqp-cross-private.h"

#include <math.h>
#include <string.h>

#define ROWS_PER_LOOK 1024 /* at the cancellable */

static double
apart (const double *x, const double *y, gint64 d)
{
  double sum = 0.0;

  for (gint64 j = 0; j < d; j++)
    sum += (x[j] - y[j]) * (x[j] - y[j]);
  return sum;
}

/* A row, the likelier the farther it is from the child's centers but @without: as in k-means++. */
static gint64
far_row (EqpKMeans *state, const double *child, int without, EqpRng *rng)
{
  g_autofree double *distance = g_new (double, state->n);
  g_autofree double *norms = g_new0 (double, state->k);
  double total = 0.0, at;

  for (int c = 0; c < state->k; c++)
    for (gint64 j = 0; j < state->d; j++)
      norms[c] += child[c * state->d + j] * child[c * state->d + j];

  for (gint64 i = 0; i < state->n; i++)
    {
      if (i % ROWS_PER_LOOK == 0 && _eqp_kmeans_cancelled (state))
        return i;
      distance[i] = INFINITY;
      for (int c = 0; c < state->k; c++)
        if (c != without)
          distance[i] = MIN (distance[i], _eqp_kmeans_distance_to (state, i, child + c * state->d, norms[c]));
      total += distance[i];
    }
  if (!(total > 0.0))
    return (gint64) eqp_rng_below (rng, (guint64) state->n);

  at = eqp_rng_uniform (rng) * total;
  for (gint64 i = 0; i < state->n; i++)
    if ((at -= distance[i]) <= 0.0)
      return i;
  return state->n - 1;
}

/**
 * _eqp_cross_centers:
 * @state: rows, k and d
 * @first: k x d
 * @second: k x d
 * @rng: decides
 * @child: (out): k x d
 *
 * A center for each matched pair of those of @first and @second, and a row in place of one of them. O(k^2 d + n k d).
 */
void
_eqp_cross_centers (EqpKMeans    *state,
                    const double *first,
                    const double *second,
                    EqpRng       *rng,
                    double       *child)
{
  gint64 d = state->d;
  int k = state->k, begin = (int) eqp_rng_below (rng, (guint64) k), moved;
  g_autofree gboolean *taken = g_new0 (gboolean, k);
  gint64 row;

  for (int t = 0; t < k; t++)
    {
      int a = (begin + t) % k, match = -1;
      double least = INFINITY;

      for (int b = 0; b < k; b++)
        if (!taken[b])
          {
            double distance = apart (first + a * d, second + b * d, d);

            if (match < 0 || distance < least)
              {
                least = distance;
                match = b;
              }
          }
      taken[match] = TRUE;
      memcpy (child + a * d, eqp_rng_below (rng, 2) == 0 ? first + a * d : second + match * d,
              sizeof (double) * (gsize) d);
    }

  if (k < 2)
    return;
  moved = (int) eqp_rng_below (rng, (guint64) k);
  row = far_row (state, child, moved, rng);
  memset (child + moved * d, 0, sizeof (double) * (gsize) d);
  _eqp_kmeans_add (state, row, 1.0, child + moved * d);
}
