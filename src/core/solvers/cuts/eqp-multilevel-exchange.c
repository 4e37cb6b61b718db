/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cyclic exchanges (Ahuja, Ergun, Orlin, Punnen 2002; on graphs Sanders, Schulz 2013): where sizes are held so firmly
 * that no single move pays, several vertices go round a cycle of clusters, and no size changes.
 *
 * An arc from cluster a to b weighs what the cheapest vertex of a costs in b, and one node more stands for the sizes: a
 * cycle through it is a chain of moves that takes a vertex from one cluster and gives one to another, at the price of
 * that. A negative cycle lowers J unless its vertices are neighbors; therefore it is tried, and taken back where it
 * does not. */
#include "config.h"

#include "eqp-multilevel-walk-private.h"

#include <math.h>
#include <string.h>

#define MOST_CLUSTERS 128   /* a search for a cycle takes k^3 */
#define MOST_FAILED 20
#define WORK 2e7            /* entries and arcs that may be looked at */

/* A graph of k + 1 nodes, all arcs. */
typedef struct
{
  int     n;
  double *cost;       /* n x n */
  gint32 *vertex;     /* n x n; -1: none goes there */
  double *distance;   /* n */
  int    *before;     /* n */
  int    *cycle;      /* n + 1 */
} Exchange;

static inline void
offer (Exchange *self, int from, int to, double cost, gint32 v)
{
  gsize arc = (gsize) from * self->n + to;

  if (cost < self->cost[arc])
    {
      self->cost[arc] = cost;
      self->vertex[arc] = v;
    }
}

/* Half of what J grows by, for each arc. O(n + edges of the boundary + k^2). */
static void
weigh (EqpWalk *walk, Exchange *self)
{
  const EqpLevel *graph = walk->graph;
  int k = walk->k;
  /* Where one step of the sizes outweighs the whole cut, a higher price only costs digits. */
  double gamma = MIN (walk->judge.gamma, walk->heavy), mean = (double) graph->total_mass / k;
  g_autofree gint32 *loosest = g_new (gint32, k);
  g_autofree double *least = g_new (double, k);

  for (int i = 0; i < self->n * self->n; i++)
    {
      self->cost[i] = INFINITY;
      self->vertex[i] = -1;
    }
  for (int c = 0; c < k; c++)
    least[c] = INFINITY;
  for (gint64 v = 0; v < graph->n; v++)
    {
      const Slot *slots = walk->slots + graph->starts[v];
      gint32 own = walk->labels[v];
      double inside;

      if (walk->locked[v])
        continue;
      inside = walk_weight_into (walk, v, own);
      if (inside < least[own])
        {
          least[own] = inside;
          loosest[own] = (gint32) v;
        }
      for (gint32 s = 0; s < walk->n_slots[v]; s++)
        if (slots[s].cluster != own)
          offer (self, own, slots[s].cluster, inside - slots[s].weight, (gint32) v);
    }
  for (int a = 0; a < k; a++)
    {
      double size = (double) walk->sizes[a] - mean;

      for (int b = 0; b < k; b++)
        if (a != b && least[a] < INFINITY)
          offer (self, a, b, least[a], loosest[a]);
      if (walk->sizes[a] > walk->fewest)
        offer (self, k, a, -gamma * (size - 0.5), -1);
      if (walk->sizes[a] < walk->most)
        offer (self, a, k, gamma * (size + 0.5), -1);
    }
}

/* Bellman and Ford from everywhere at once; the length of the cycle found, 0 for none. O(k^3). */
static int
find_cycle (Exchange *self, double tolerance)
{
  int n = self->n, changed = -1, length = 0;

  for (int i = 0; i < n; i++)
    {
      self->distance[i] = 0.0;
      self->before[i] = -1;
    }
  for (int round = 0; round <= n; round++)
    {
      changed = -1;
      for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
          {
            double through = self->distance[a] + self->cost[(gsize) a * n + b];

            if (through < self->distance[b] - tolerance)
              {
                self->distance[b] = through;
                self->before[b] = a;
                changed = b;
              }
          }
      if (changed < 0)
        return 0;
    }

  /* So many steps back lead onto the cycle. */
  for (int i = 0; i < n && changed >= 0; i++)
    changed = self->before[changed];
  if (changed < 0)
    return 0;
  for (int at = changed; length == 0 || at != changed; at = self->before[at])
    {
      if (length == n)
        return 0;
      self->cycle[length++] = at;
    }
  return length;
}

/* The moves along the cycle, which is listed backwards. Returns whether they lower J; they are taken back otherwise. */
static gboolean
try_cycle (EqpWalk *walk, Exchange *self, int length)
{
  double before = walk_worth (walk), data = walk->data;

  g_array_set_size (walk->steps, 0);
  for (int i = 0; i < length; i++)
    {
      int to = self->cycle[i], from = self->cycle[(i + 1) % length];
      gint32 v = self->vertex[(gsize) from * self->n + to];
      Step step = { v, from };

      if (v < 0)
        continue;
      _eqp_walk_apply (walk, v, to);
      g_array_append_val (walk->steps, step);
    }
  if (walk_worth (walk) < before - walk->tolerance)
    return TRUE;

  /* Without one of its vertices the cycle is not found again, and the others may go another way. */
  if (walk->steps->len > 0)
    walk->locked[g_array_index (walk->steps, Step, 0).vertex] = 1;
  _eqp_walk_roll_back (walk, data);
  return FALSE;
}

/**
 * _eqp_walk_exchange:
 * @self: a walk that has been set, on a graph whose masses are 1, with sizes within the limits
 *
 * Cyclic exchanges while they lower J, by the prices of _eqp_walk_set(); none for more than 128 clusters.
 * O(n + boundary + k^3) for each.
 *
 * Returns: whether a better state was found
 */
gboolean
_eqp_walk_exchange (EqpWalk *self)
{
  Exchange exchange = { .n = self->k + 1 };
  gboolean found = FALSE;
  double work = 0.0, each = (double) self->graph->starts[self->graph->n] + pow (exchange.n, 3.0);
  int failed = 0;

  if (self->k < 2 || self->k > MOST_CLUSTERS || self->excess > 0)
    return FALSE;

  exchange.cost = g_new (double, (gsize) exchange.n * exchange.n);
  exchange.vertex = g_new (gint32, (gsize) exchange.n * exchange.n);
  exchange.distance = g_new (double, exchange.n);
  exchange.before = g_new (int, exchange.n);
  exchange.cycle = g_new (int, exchange.n + 1);
  memset (self->locked, 0, sizeof (gint64) * self->graph->n);
  for (; failed < MOST_FAILED && work < WORK && !g_cancellable_is_cancelled (self->cancellable); work += each)
    {
      int length;

      weigh (self, &exchange);
      length = find_cycle (&exchange, self->tolerance);
      if (length == 0)
        break;
      if (try_cycle (self, &exchange, length))
        {
          found = TRUE;
          failed = 0;
        }
      else
        failed++;
    }
  g_array_set_size (self->steps, 0);
  g_free (exchange.cost);
  g_free (exchange.vertex);
  g_free (exchange.distance);
  g_free (exchange.before);
  g_free (exchange.cycle);
  return found;
}
