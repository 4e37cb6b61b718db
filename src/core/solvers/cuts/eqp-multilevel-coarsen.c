/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coarsening: vertices, those of few edges first, are matched with the neighbor they hang on most (heavy-edge matching,
 * rated by w^2 / (mass_u mass_v) or w / (mass_u mass_v), as chance has it on each level, so that chunks grow evenly),
 * left-over vertices join through a common neighbor, and each pair becomes one vertex. Masses and parallel edges add
 * up, so cut and sizes of a coarse partition are exact. */
#include "config.h"

#include "eqp-multilevel-private.h"

#include <string.h>

static inline gint64
mass_of (const EqpLevel *graph, gint64 v)
{
  return graph->mass != NULL ? graph->mass[v] : 1;
}

/* Vertices that found no free neighbor: partners that share their heaviest neighbor. Stars would not shrink otherwise.
 */
static gint64
match_two_hops (const EqpLevel *fine, const gint32 *keep, gint64 most_mass, const gint32 *order, gint32 *mate)
{
  g_autofree gint32 *waiting = g_new (gint32, fine->n + 1);
  gint64 matched = 0;

  memset (waiting, 0xff, sizeof (gint32) * (fine->n + 1));
  for (gint64 o = 0; o < fine->n; o++)
    {
      gint32 v = order[o], hub = -1, other;
      double heaviest = -1.0;

      if (mate[v] != v)
        continue;
      /* Vertices without edges meet at a hub of their own. */
      if (fine->starts[v] == fine->starts[v + 1])
        hub = (gint32) fine->n;
      for (gint64 e = fine->starts[v]; e < fine->starts[v + 1]; e++)
        if (fine->weights[e] > heaviest && (keep == NULL || keep[fine->columns[e]] == keep[v]))
          {
            heaviest = fine->weights[e];
            hub = fine->columns[e];
          }
      if (hub < 0)
        continue;
      other = waiting[hub];
      if (other >= 0 && mass_of (fine, v) + mass_of (fine, other) <= most_mass &&
          (keep == NULL || keep[other] == keep[v]))
        {
          mate[v] = other;
          mate[other] = v;
          waiting[hub] = -1;
          matched++;
        }
      else
        waiting[hub] = v;
    }
  return matched;
}

/* -- contraction ------------------------------------------------------------------------------------------------- */

/* Takes @map (n entries of @fine, values 0..@n-1). O(entries). */
EqpCoarse *
_eqp_contract (const EqpLevel *fine, gint32 *map, gint64 n)
{
  EqpCoarse *self = g_new0 (EqpCoarse, 1);
  gint64 *starts = g_new0 (gint64, n + 1);
  gint32 *mass = g_new0 (gint32, n);
  g_autofree gint64 *first = g_new0 (gint64, n + 1);
  g_autofree gint32 *members = g_new (gint32, fine->n);
  g_autofree gint64 *slot = g_new (gint64, n);
  gint32 *columns = g_new (gint32, fine->starts[fine->n]);
  double *weights = g_new (double, fine->starts[fine->n]);
  gint64 used = 0;

  for (gint64 v = 0; v < fine->n; v++)
    first[map[v] + 1]++;
  for (gint64 c = 0; c < n; c++)
    first[c + 1] += first[c];
  for (gint64 v = 0; v < fine->n; v++)
    members[first[map[v]]++] = (gint32) v;
  for (gint64 c = n; c > 0; c--)
    first[c] = first[c - 1];
  first[0] = 0;

  memset (slot, 0xff, sizeof (gint64) * n);
  for (gint64 c = 0; c < n; c++)
    {
      gint64 begin = used;

      for (gint64 m = first[c]; m < first[c + 1]; m++)
        {
          gint32 v = members[m];

          mass[c] += (gint32) mass_of (fine, v);
          for (gint64 e = fine->starts[v]; e < fine->starts[v + 1]; e++)
            {
              gint32 to = map[fine->columns[e]];

              if (to == c)
                continue;
              if (slot[to] >= begin)
                weights[slot[to]] += fine->weights[e];
              else
                {
                  slot[to] = used;
                  columns[used] = to;
                  weights[used++] = fine->weights[e];
                }
            }
        }
      starts[c + 1] = used;
    }

  self->map = map;
  self->graph.n = n;
  self->graph.starts = starts;
  self->graph.columns = g_renew (gint32, columns, MAX (used, 1));
  self->graph.weights = g_renew (double, weights, MAX (used, 1));
  self->graph.mass = mass;
  self->graph.total_mass = fine->total_mass;
  return self;
}

void
_eqp_coarse_free (EqpCoarse *self)
{
  if (self == NULL)
    return;

  g_free ((gpointer) self->graph.starts);
  g_free ((gpointer) self->graph.columns);
  g_free ((gpointer) self->graph.weights);
  g_free ((gpointer) self->graph.mass);
  g_free (self->map);
  g_free (self);
}

/* Vertices of few edges choose first, for they have the fewest choices; the order among equals stays. O(n). */
static void
sort_by_degree (const EqpLevel *graph, gint32 *order)
{
  gint64 most = 0, before = 0;
  g_autofree gint64 *place = NULL;
  g_autofree gint32 *sorted = g_new (gint32, graph->n);

  for (gint64 v = 0; v < graph->n; v++)
    most = MAX (most, graph->starts[v + 1] - graph->starts[v]);
  place = g_new0 (gint64, most + 1);
  for (gint64 v = 0; v < graph->n; v++)
    place[graph->starts[v + 1] - graph->starts[v]]++;
  for (gint64 d = 0; d <= most; d++)
    {
      gint64 count = place[d];

      place[d] = before;
      before += count;
    }
  for (gint64 o = 0; o < graph->n; o++)
    sorted[place[graph->starts[order[o] + 1] - graph->starts[order[o]]]++] = order[o];
  memcpy (order, sorted, sizeof (gint32) * graph->n);
}

/**
 * _eqp_coarsen:
 * @fine: a graph
 * @keep: (nullable): only vertices with equal values are merged, so that a partition survives
 * @most_mass: no vertex of the coarser graph gets heavier
 * @wanted: vertices that are few enough: no more pairs are made then
 * @rng: the order in which vertices choose
 *
 * One level of coarsening. O(entries).
 *
 * Returns: (transfer full) (nullable): the coarser graph, or NULL when next to nothing could be merged
 */
EqpCoarse *
_eqp_coarsen (const EqpLevel *fine,
              const gint32   *keep,
              gint64          most_mass,
              gint64          wanted,
              EqpRng         *rng)
{
  g_autofree gint32 *order = g_new (gint32, fine->n);
  g_autofree gint32 *mate = g_new (gint32, fine->n);
  gboolean squared = eqp_rng_below (rng, 2) == 0;
  gint64 left = fine->n, n = 0;
  gint32 *map;

  for (gint64 v = 0; v < fine->n; v++)
    order[v] = mate[v] = (gint32) v;
  eqp_rng_shuffle (rng, order, fine->n);

  sort_by_degree (fine, order);

  for (gint64 o = 0; o < fine->n && left > wanted; o++)
    {
      gint32 v = order[o], choice = -1;
      double best = -1.0;
      gint64 mass;

      if (mate[v] != v)
        continue;
      mass = mass_of (fine, v);
      for (gint64 e = fine->starts[v]; e < fine->starts[v + 1]; e++)
        {
          gint32 u = fine->columns[e];
          gint64 other = mass_of (fine, u);

          if (mate[u] == u && mass + other <= most_mass && (keep == NULL || keep[u] == keep[v]))
            {
              double weight = fine->weights[e], rating = (squared ? weight * weight : weight) / (double) other;

              if (rating > best)
                {
                  best = rating;
                  choice = u;
                }
            }
        }
      if (choice >= 0)
        {
          mate[v] = choice;
          mate[choice] = v;
          left--;
        }
    }
  if (left > wanted && (double) left > 0.6 * (double) fine->n)
    left -= match_two_hops (fine, keep, most_mass, order, mate);
  if ((double) left > 0.97 * (double) fine->n)
    return NULL;

  map = g_new (gint32, fine->n);
  for (gint64 v = 0; v < fine->n; v++)
    if (mate[v] >= v)
      {
        map[v] = (gint32) n;
        map[mate[v]] = (gint32) n++;
      }
  return _eqp_contract (fine, map, n);
}
