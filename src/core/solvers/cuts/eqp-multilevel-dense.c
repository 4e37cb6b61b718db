/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk of eqp-multilevel-walk.c for graphs in which about every vertex is a neighbor of every other: there a move
 * would renew nearly all entries of all queues. Instead of queues, the weight of each vertex into each cluster stands
 * in a table, and beside it the best cluster; a move looks once at all vertices. Chooses the same moves, but where
 * masses differ: there it finds the best one, not the best of those that would be if sizes were equal. */
#include "config.h"

#include "eqp-multilevel-walk-private.h"

#include <math.h>
#include <string.h>

#define LEAST_SHARE 4           /* one in so many pairs of vertices has an edge */
#define MOST_TABLE 4000000      /* vertices times clusters */

typedef struct
{
  EqpWalk *walk;
  int      k;
  double  *weights;     /* n x k */
  gint32  *counts;      /* n x k: edges */
  double  *best;        /* n: gain, as far as it depends on the cluster moved to, of the best one with a neighbor */
  gint32  *target;      /* n: that cluster; -1: none */
} Dense;

/* What the sizes add to the gain of a move of @mass into @c. */
static inline double
enter (const EqpWalk *walk, gint32 c, gint64 mass)
{
  gint64 size = walk->sizes[c];
  double gain = -walk->prices.gamma * (double) (mass * (size + mass));

  if (walk->limited)
    gain += 0.5 * walk->prices.limit * (double) (walk_excess_of (walk, size) - walk_excess_of (walk, size + mass));
  return gain;
}

/* And to that of a move out of it. */
static inline double
leave (const EqpWalk *walk, gint32 c, gint64 mass)
{
  gint64 size = walk->sizes[c];
  double gain = walk->prices.gamma * (double) (mass * size);

  if (walk->limited)
    gain += 0.5 * walk->prices.limit * (double) (walk_excess_of (walk, size) - walk_excess_of (walk, size - mass));
  return gain;
}

static void
find_target (Dense *self, gint64 v)
{
  const double *weights = self->weights + v * self->k;
  const gint32 *counts = self->counts + v * self->k;
  gint64 mass = walk_mass (self->walk, v);

  self->best[v] = -INFINITY;
  self->target[v] = -1;
  for (gint32 c = 0; c < self->k; c++)
    if (counts[c] > 0 && c != self->walk->labels[v])
      {
        double gain = weights[c] + enter (self->walk, c, mass);

        if (gain > self->best[v])
          {
            self->best[v] = gain;
            self->target[v] = c;
          }
      }
}

/* The best cluster of @v after the sizes of @a and @b and its ties to them have changed. */
static inline void
update_target (Dense *self, gint64 v, gint32 a, gint32 b)
{
  const double *weights = self->weights + v * self->k;
  const gint32 *counts = self->counts + v * self->k;
  const gint32 changed[] = { MIN (a, b), MAX (a, b) };
  gint64 mass = walk_mass (self->walk, v);

  for (int i = 0; i < 2; i++)
    {
      gint32 c = changed[i];
      double gain = counts[c] > 0 ? weights[c] + enter (self->walk, c, mass) : -INFINITY;

      if (c == self->target[v] && gain < self->best[v])
        {
          find_target (self, v);
          return;
        }
      if (c != self->walk->labels[v] && gain > self->best[v])
        {
          self->best[v] = gain;
          self->target[v] = c;
        }
    }
}

/* Changes the label and all sums but those of the slots. */
static void
apply (Dense *self, gint32 v, gint32 to)
{
  EqpWalk *walk = self->walk;
  const EqpLevel *graph = walk->graph;
  gint32 from = walk->labels[v];
  gint64 mass = walk_mass (walk, v);
  double *own = self->weights + (gint64) v * self->k;

  walk->data += 2.0 * (own[from] - own[to]);
  walk->squares += 2 * mass * (walk->sizes[to] - walk->sizes[from] + mass);
  if (walk->limited)
    walk->excess -= walk_relief (walk, from, to, mass);
  walk->sizes[from] -= mass;
  walk->sizes[to] += mass;
  walk->labels[v] = to;
  for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
    {
      gint64 row = (gint64) graph->columns[e] * self->k;

      /* The last edge leaves no rounding behind. */
      if (--self->counts[row + from] == 0)
        self->weights[row + from] = 0.0;
      else
        self->weights[row + from] -= graph->weights[e];
      self->counts[row + to]++;
      self->weights[row + to] += graph->weights[e];
    }
}

static void
dense_init (Dense *self, EqpWalk *walk)
{
  gint64 n = walk->graph->n;

  self->walk = walk;
  self->k = walk->k;
  self->weights = g_new0 (double, n * self->k);
  self->counts = g_new0 (gint32, n * self->k);
  self->best = g_new (double, n);
  self->target = g_new (gint32, n);
  for (gint64 v = 0; v < n; v++)
    for (gint32 s = 0; s < walk->n_slots[v]; s++)
      {
        const Slot *slot = &walk->slots[walk->graph->starts[v] + s];

        self->weights[v * self->k + slot->cluster] = slot->weight;
        self->counts[v * self->k + slot->cluster] = slot->count;
      }
  for (gint64 v = 0; v < n; v++)
    find_target (self, v);
}

/* Back to slots. */
static void
dense_clear (Dense *self)
{
  EqpWalk *walk = self->walk;

  for (gint64 v = 0; v < walk->graph->n; v++)
    {
      Slot *slots = walk->slots + walk->graph->starts[v];

      walk->n_slots[v] = 0;
      for (gint32 c = 0; c < self->k; c++)
        if (self->counts[v * self->k + c] > 0)
          slots[walk->n_slots[v]++] =
              (Slot) { c, self->counts[v * self->k + c], self->weights[v * self->k + c] };
    }
  g_free (self->weights);
  g_free (self->counts);
  g_free (self->best);
  g_free (self->target);
}

/* The best of the moves met; ties go to the lower cluster, as where each has queues of its own, then to the lower
 * vertex. */
typedef struct
{
  double gain;
  gint32 vertex;
  gint32 from;
  gint32 to;
} Move;

static inline void
consider (Move *best, double tolerance, double gain, gint32 vertex, gint32 from, gint32 to)
{
  if (best->vertex < 0 || gain > best->gain + tolerance || (from < best->from && gain >= best->gain - tolerance))
    *best = (Move) { gain, vertex, from, to };
}

/* The best move that is free at @time; to a cluster without a neighbor only where that is the smallest other one. */
static Move
choose (Dense *self, gint64 time)
{
  EqpWalk *walk = self->walk;
  Move best = { -INFINITY, -1, -1, -1 };
  gint32 smallest = walk_find_smallest (walk, -1), next = walk_find_smallest (walk, smallest);

  for (gint32 v = 0; v < walk->graph->n; v++)
    {
      gint32 own = walk->labels[v], loose = smallest != own ? smallest : next;
      gint64 mass = walk_mass (walk, v);
      double inside = self->weights[(gint64) v * self->k + own], rest = leave (walk, own, mass) - inside;

      if (walk->locked[v] > time)
        continue;
      if (self->target[v] >= 0)
        consider (&best, walk->tolerance, self->best[v] + rest, v, own, self->target[v]);
      if (inside <= walk->loose_weight * (double) mass)
        consider (&best, walk->tolerance, enter (walk, loose, mass) + rest, v, own, loose);
    }
  return best;
}

/* Whether a walk is better done here. */
gboolean
_eqp_walk_is_dense (const EqpWalk *self)
{
  const EqpLevel *graph = self->graph;

  return graph->starts[graph->n] >= graph->n * (graph->n / LEAST_SHARE) && graph->n >= self->k &&
         graph->n * self->k <= MOST_TABLE;
}

/* As _eqp_walk_run(), which has made everything ready. O(n + degree) a move. */
gboolean
_eqp_walk_run_dense (EqpWalk           *self,
                     const EqpWalkPlan *plan,
                     EqpRng            *rng)
{
  double start = walk_worth (self), best = start, best_data = self->data;
  gint64 since = 0, locked_until = 0;
  Dense dense;

  dense_init (&dense, self);
  for (gint64 time = 1; time <= plan->moves && since < plan->patience; time++)
    {
      Move move;
      Step step;

      if (time % EQP_WALK_CANCEL_MOVES == 0 && g_cancellable_is_cancelled (self->cancellable))
        break;
      since++;
      move = choose (&dense, time);
      if (move.vertex < 0)
        {
          if (locked_until <= time)
            break;
          continue;
        }

      apply (&dense, move.vertex, move.to);
      for (gint64 v = 0; v < self->graph->n; v++)
        update_target (&dense, v, move.from, move.to);
      find_target (&dense, move.vertex);
      self->locked[move.vertex] = G_MAXINT64;
      if (plan->tenure > 0)
        {
          self->locked[move.vertex] = time + 1 + plan->tenure / 2 + (gint64) eqp_rng_below (rng, plan->tenure);
          locked_until = MAX (locked_until, self->locked[move.vertex]);
        }

      step = (Step) { move.vertex, move.from };
      g_array_append_val (self->steps, step);
      if (walk_worth (self) < best - self->tolerance)
        {
          best = walk_worth (self);
          best_data = self->data;
          since = 0;
          g_array_set_size (self->steps, 0);
        }
    }

  while (self->steps->len > 0)
    {
      const Step *back = &g_array_index (self->steps, Step, self->steps->len - 1);

      apply (&dense, back->vertex, back->from);
      g_array_set_size (self->steps, self->steps->len - 1);
    }
  self->data = best_data;
  dense_clear (&dense);
  return best < start;
}
