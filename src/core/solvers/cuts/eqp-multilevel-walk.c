/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A walk through partitions of one graph: always the best move that is not locked, uphill as well, and back to the best
 * state met (Fiduccia, Mattheyses 1982; with locks that expire it is the tabu search of Glover).
 *
 * A move of v from a to b lowers J by twice  w(v,b) - w(v,a) - gamma m (s_b - s_a + m),  m the mass of v. The part
 * w(v,b) - w(v,a) - gamma m^2 depends on v and its neighbors only and is the key of v in the queue of the pair a, b;
 * the part gamma m (s_a - s_b), which every move changes for many vertices at once, is added when the tops of the
 * queues are compared. Entries that went stale are recognized by the stamp of their vertex and dropped at the top.
 *
 * Limits of size are a second price, on the squares by which sizes are outside: states are judged by one so high that
 * nothing outweighs it, and moves chosen by a soft one, so that a walk may pass through states outside. */
#include "config.h"

#include "eqp-multilevel-walk-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define MOST_PLACES 512 /* clusters for which a table of all pairs is worth its room */

/* -- state --------------------------------------------------------------------------------------------------------- */

/* Room for graphs of up to @n vertices and @entries entries. */
EqpWalk *
_eqp_walk_new (gint64         n,
               gint64         entries,
               int            k,
               GCancellable  *cancellable,
               GError       **error)
{
  EqpWalk *self = g_new0 (EqpWalk, 1);

  self->k = k;
  self->cancellable = cancellable;
  self->most = G_MAXINT64;
  self->sizes = g_new0 (gint64, k);
  self->nodes = g_new0 (Node, k);
  self->active = g_new0 (gint32, k);
  self->place = g_new0 (gint32, k);
  if (k <= MOST_PLACES)
    self->places = g_new0 (gint32, (gsize) k * (gsize) k);
  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  self->locks = g_array_new (FALSE, FALSE, sizeof (Lock));
  if ((self->labels = eqp_try_alloc (n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (self->n_slots = eqp_try_alloc (n, sizeof (gint32), N_ ("the neighbor clusters"), error)) == NULL ||
      (self->stamps = eqp_try_alloc (n, sizeof (guint32), N_ ("the stamps"), error)) == NULL ||
      (self->locked = eqp_try_alloc (n, sizeof (gint64), N_ ("the locks"), error)) == NULL ||
      (self->slots = eqp_try_alloc (entries, sizeof (Slot), N_ ("the neighbor clusters"), error)) == NULL)
    {
      _eqp_walk_free (self);
      return NULL;
    }
  return self;
}

void
_eqp_walk_free (EqpWalk *self)
{
  if (self == NULL)
    return;

  for (int c = 0; c < self->k; c++)
    {
      for (gint32 q = 0; q < self->nodes[c].room; q++)
        g_free (self->nodes[c].queues[q].heap);
      g_free (self->nodes[c].loose.heap);
      g_free (self->nodes[c].queues);
    }
  g_free (self->nodes);
  g_free (self->sizes);
  g_free (self->active);
  g_free (self->place);
  g_free (self->places);
  g_array_unref (self->steps);
  g_array_unref (self->locks);
  eqp_free (self->labels);
  eqp_free (self->n_slots);
  eqp_free (self->stamps);
  eqp_free (self->locked);
  eqp_free (self->slots);
  g_free (self);
}

static inline void
slot_add (EqpWalk *self, gint64 v, gint32 cluster, double weight)
{
  Slot *slot = walk_slot (self, v, cluster);

  if (slot != NULL)
    {
      slot->weight += weight;
      slot->count++;
    }
  else
    self->slots[self->graph->starts[v] + self->n_slots[v]++] = (Slot) { cluster, 1, weight };
}

static inline void
slot_remove (EqpWalk *self, gint64 v, gint32 cluster, double weight)
{
  Slot *slot = walk_slot (self, v, cluster);

  /* The last edge takes its slot along: no rounding is left behind. */
  if (--slot->count == 0)
    *slot = self->slots[self->graph->starts[v] + --self->n_slots[v]];
  else
    slot->weight -= weight;
}

/**
 * _eqp_walk_set_limits:
 * @self: a walk
 * @fewest: least mass of a cluster
 * @most: largest mass of a cluster; 0 and 0: no limits any more
 *
 * Keeps sizes within limits from the next _eqp_walk_set() on, as far as its price for them goes.
 */
void
_eqp_walk_set_limits (EqpWalk *self,
                      gint64   fewest,
                      gint64   most)
{
  self->limited = fewest > 0 || most > 0;
  self->fewest = fewest;
  self->most = most;
}

/**
 * _eqp_walk_set:
 * @self: a walk with room for @graph
 * @graph: kept as long as the walk works on it
 * @judge: what states are compared by
 * @labels: a label 0..k-1 for each vertex
 *
 * Starts from @labels. O(entries).
 */
void
_eqp_walk_set (EqpWalk        *self,
               const EqpLevel *graph,
               EqpPrices       judge,
               const gint32   *labels)
{
  gint64 base = graph->total_mass / self->k, larger = graph->total_mass % self->k;
  double total = 0.0, within = 0.0;

  self->graph = graph;
  self->judge = judge;
  self->visits += graph->n + graph->starts[graph->n];
  self->least = larger * (base + 1) * (base + 1) + (self->k - larger) * base * base;
  if (labels != self->labels)
    memcpy (self->labels, labels, sizeof (gint32) * graph->n);

  memset (self->sizes, 0, sizeof (gint64) * self->k);
  for (gint64 v = 0; v < graph->n; v++)
    {
      self->n_slots[v] = 0;
      self->sizes[labels[v]] += walk_mass (self, v);
      for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        {
          gint32 to = labels[graph->columns[e]];
          Slot *slots = self->slots + graph->starts[v];
          gint32 s = self->place[to];

          /* What stands there of another vertex shows by its cluster. */
          if (s >= self->n_slots[v] || slots[s].cluster != to)
            {
              s = self->place[to] = self->n_slots[v]++;
              slots[s] = (Slot) { to, 0, 0.0 };
            }
          slots[s].count++;
          slots[s].weight += graph->weights[e];
          total += graph->weights[e];
          if (to == labels[v])
            within += graph->weights[e];
        }
    }

  self->data = 0.0;
  for (gint64 v = 0; v < graph->n; v++)
    for (gint32 s = 0; s < self->n_slots[v]; s++)
      {
        const Slot *slot = &self->slots[graph->starts[v] + s];

        if (slot->cluster != labels[v])
          self->data += slot->weight;
      }
  self->squares = self->excess = 0;
  for (int c = 0; c < self->k; c++)
    {
      self->squares += self->sizes[c] * self->sizes[c];
      if (self->limited)
        self->excess += walk_excess_of (self, self->sizes[c]);
    }
  self->heavy = total + 1.0;
  self->tolerance = 1e-13 * (total - within + 1e-3 * total);
}

double
_eqp_walk_get_worth (const EqpWalk *self)
{
  return walk_worth (self);
}

double
_eqp_walk_get_data (const EqpWalk *self)
{
  return self->data;
}

gint64
_eqp_walk_get_squares (const EqpWalk *self)
{
  return self->squares;
}

const gint32 *
_eqp_walk_get_labels (const EqpWalk *self)
{
  return self->labels;
}

/* 0 where all sizes are within the limits. */
gint64
_eqp_walk_get_excess (const EqpWalk *self)
{
  return self->excess;
}

gint64
_eqp_walk_get_visits (const EqpWalk *self)
{
  return self->visits;
}

const gint64 *
_eqp_walk_get_sizes (const EqpWalk *self)
{
  return self->sizes;
}

static inline gboolean
on_boundary (EqpWalk *self, gint64 v)
{
  return self->n_slots[v] > 1 ||
         (self->n_slots[v] == 1 && self->slots[self->graph->starts[v]].cluster != self->labels[v]);
}

/* -- queues -------------------------------------------------------------------------------------------------------- */

static Queue *
find_queue (EqpWalk *self, gint32 from, gint32 to)
{
  Node *node = &self->nodes[from];

  if (self->places != NULL)
    {
      gint32 q = self->places[(gsize) from * (gsize) self->k + (gsize) to];

      /* What stood there before the queues were emptied shows by its other end. */
      return q < node->n && node->queues[q].to == to ? &node->queues[q] : NULL;
    }
  for (gint32 q = 0; q < node->n; q++)
    if (node->queues[q].to == to)
      return &node->queues[q];
  return NULL;
}

static void
add_queue (EqpWalk *self, gint32 from, gint32 to)
{
  Node *node = &self->nodes[from];
  Queue *queue;

  if (node->n == node->room)
    {
      gint32 room = MAX (8, node->room * 2);

      node->queues = g_renew (Queue, node->queues, room);
      memset (node->queues + node->room, 0, sizeof (Queue) * (room - node->room));
      node->room = room;
    }
  if (self->places != NULL)
    self->places[(gsize) from * (gsize) self->k + (gsize) to] = node->n;
  queue = &node->queues[node->n++];
  queue->to = to;
  queue->n = 0;
}

Queue *
_eqp_walk_queue_between (EqpWalk *self, gint32 from, gint32 to)
{
  Queue *queue = find_queue (self, from, to);

  if (queue != NULL)
    return queue;
  add_queue (self, from, to);
  if (find_queue (self, to, from) == NULL)
    add_queue (self, to, from);
  return find_queue (self, from, to);
}

/* Drops what is stale; the top, or NULL. */
static inline const Entry *
clean_top (EqpWalk *self, Queue *queue)
{
  while (queue->n > 0 && self->stamps[queue->top.vertex] != queue->top.stamp)
    {
      queue_pop (queue);
      self->n_entries--;
    }
  return queue->n > 0 ? &queue->top : NULL;
}

/* Puts @v into the queues of all its possible moves. */
static inline void
enqueue (EqpWalk *self, gint32 v)
{
  const Slot *slots = self->slots + self->graph->starts[v];
  gint32 own = self->labels[v];
  double mass = (double) walk_mass (self, v), inside = walk_weight_into (self, v, own),
         base = -inside - self->prices.gamma * mass * mass;

  for (gint32 s = 0; s < self->n_slots[v]; s++)
    if (slots[s].cluster != own)
      walk_push (self, _eqp_walk_queue_between (self, own, slots[s].cluster),
                 (Entry){ slots[s].weight + base, v, self->stamps[v] });
  if (inside <= self->loose_weight * mass)
    walk_push (self, &self->nodes[own].loose, (Entry) { base, v, self->stamps[v] });
  self->nodes[own].stale = TRUE;
}

/* What a vertex may be tied by and still go where it has no neighbor. */
static void
set_loose_weight (EqpWalk *self)
{
  gint64 smallest = G_MAXINT64, largest = 0;

  for (int c = 0; c < self->k; c++)
    {
      smallest = MIN (smallest, self->sizes[c]);
      largest = MAX (largest, self->sizes[c]);
    }
  self->loose_weight = self->prices.gamma * (double) (largest - smallest);
  if (self->limited)
    self->loose_weight +=
        self->prices.limit * (double) (1 + MAX (0, largest - self->most) + MAX (0, self->fewest - smallest));
}

static void
fill_queues (EqpWalk *self, gint64 time)
{
  for (int c = 0; c < self->k; c++)
    {
      self->nodes[c].n = 0;
      self->nodes[c].loose.n = 0;
      self->nodes[c].stale = TRUE;
    }
  self->n_entries = 0;
  set_loose_weight (self);
  for (gint64 v = 0; v < self->graph->n; v++)
    if (self->locked[v] <= time)
      {
        double inside = walk_weight_into (self, v, self->labels[v]);

        if (on_boundary (self, v) || inside <= self->loose_weight * (double) walk_mass (self, v))
          enqueue (self, (gint32) v);
      }
}

/* -- moves --------------------------------------------------------------------------------------------------------- */

/* Changes the label and all sums; queues are not touched. */
void
_eqp_walk_apply (EqpWalk *self, gint32 v, gint32 to)
{
  const EqpLevel *graph = self->graph;
  gint32 from = self->labels[v];
  gint64 mass = walk_mass (self, v);

  self->data += 2.0 * (walk_weight_into (self, v, from) - walk_weight_into (self, v, to));
  self->squares += 2 * mass * (self->sizes[to] - self->sizes[from] + mass);
  if (self->limited)
    self->excess -= walk_relief (self, from, to, mass);
  self->sizes[from] -= mass;
  self->sizes[to] += mass;
  self->labels[v] = to;
  self->stamps[v]++;
  self->visits += 1 + graph->starts[v + 1] - graph->starts[v];
  for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
    {
      gint32 u = graph->columns[e];

      slot_remove (self, u, from, graph->weights[e]);
      slot_add (self, u, to, graph->weights[e]);
      self->stamps[u]++;
      self->nodes[self->labels[u]].stale = TRUE;
    }
}

/* The price of moves from and to @cluster has changed. */
void
_eqp_walk_mark_stale (EqpWalk *self, gint32 cluster)
{
  Node *node = &self->nodes[cluster];

  node->stale = TRUE;
  for (gint32 q = 0; q < node->n; q++)
    self->nodes[node->queues[q].to].stale = TRUE;
}

void
_eqp_walk_refresh (EqpWalk *self, gint32 from)
{
  Node *node = &self->nodes[from];
  double bar = -INFINITY;

  node->best = -INFINITY;
  node->stale = FALSE;
  for (gint32 q = 0; q < node->n; q++)
    {
      const Entry *top = clean_top (self, &node->queues[q]);
      double gain;

      if (top == NULL)
        continue;
      gain = walk_gain (self, top, from, node->queues[q].to);
      if (gain > bar)
        {
          bar = gain + self->tolerance;
          node->best = gain;
          node->best_vertex = top->vertex;
          node->best_to = node->queues[q].to;
        }
    }
}

/* The best move that is free: the one that lowers J at the prices of the walk most, or raises it least. */
static gboolean
choose (EqpWalk *self, gint32 *vertex, gint32 *to)
{
  double best = -INFINITY;
  gint32 smallest = walk_find_smallest (self, -1), next = walk_find_smallest (self, smallest);

  for (int a = 0; a < self->k; a++)
    {
      Node *node = &self->nodes[a];
      const Entry *loose = clean_top (self, &node->loose);

      if (node->stale)
        _eqp_walk_refresh (self, a);
      if (node->best > best + self->tolerance || (best == -INFINITY && node->best > best))
        {
          best = node->best;
          *vertex = node->best_vertex;
          *to = node->best_to;
        }
      if (loose != NULL)
        {
          gint32 b = smallest != a ? smallest : next;
          double gain = walk_gain (self, loose, a, b);

          if (gain > best + self->tolerance || best == -INFINITY)
            {
              best = gain;
              *vertex = loose->vertex;
              *to = b;
            }
        }
    }
  return best > -INFINITY;
}

static void
lock (EqpWalk *self, gint32 v, gint64 until)
{
  guint i = self->locks->len;
  Lock entry = { until, v }, *heap;

  self->locked[v] = until;
  g_array_append_val (self->locks, entry);
  heap = (Lock *) (gpointer) self->locks->data;
  for (; i > 0 && heap[(i - 1) / 2].until > until; i = (i - 1) / 2)
    heap[i] = heap[(i - 1) / 2];
  heap[i] = entry;
}

/* To the best state; its cut was @best_data. */
void
_eqp_walk_roll_back (EqpWalk *self, double best_data)
{
  while (self->steps->len > 0)
    {
      const Step *step = &g_array_index (self->steps, Step, self->steps->len - 1);

      _eqp_walk_apply (self, step->vertex, step->from);
      g_array_set_size (self->steps, self->steps->len - 1);
    }
  self->data = best_data;
}

/**
 * _eqp_walk_run:
 * @self: a walk that has been set
 * @plan: how to go
 * @rng: for the lengths of locks
 *
 * Walks, and ends in the best state met, by the prices of _eqp_walk_set(): never above where it began.
 * O(degree * log n + pairs of neighboring clusters) a move.
 *
 * Returns: whether a better state was found
 */
gboolean
_eqp_walk_run (EqpWalk           *self,
               const EqpWalkPlan *plan,
               EqpRng            *rng)
{
  const EqpLevel *graph = self->graph;
  double start = walk_worth (self), best = start, best_data = self->data;
  gint64 since = 0, filled;

  if (self->k < 2)
    return FALSE;

  g_array_set_size (self->steps, 0);
  g_array_set_size (self->locks, 0);
  memset (self->locked, 0, sizeof (gint64) * graph->n);
  self->prices = plan->prices;
  if (_eqp_walk_is_dense (self))
    {
      set_loose_weight (self);
      return _eqp_walk_run_dense (self, plan, rng);
    }
  fill_queues (self, 0);
  filled = self->n_entries;

  for (gint64 time = 1; time <= plan->moves && since < plan->patience; time++)
    {
      gint32 v = -1, to = -1, from;
      Step step;

      while (self->locks->len > 0 && ((Lock *) (gpointer) self->locks->data)->until <= time)
        {
          gint32 freed = ((Lock *) (gpointer) self->locks->data)->vertex;

          locks_pop (self->locks);
          enqueue (self, freed);
        }
      if (self->n_entries > 4 * filled + 4 * graph->n + 1000)
        {
          fill_queues (self, time);
          filled = self->n_entries;
        }
      if (time % EQP_WALK_CANCEL_MOVES == 0 && g_cancellable_is_cancelled (self->cancellable))
        break;
      if (!choose (self, &v, &to))
        {
          if (self->locks->len == 0)
            break;
          since++;
          continue;
        }

      from = self->labels[v];
      _eqp_walk_apply (self, v, to);
      _eqp_walk_mark_stale (self, from);
      _eqp_walk_mark_stale (self, to);
      if (plan->tenure > 0)
        lock (self, v, time + 1 + plan->tenure / 2 + (gint64) eqp_rng_below (rng, plan->tenure));
      else
        self->locked[v] = G_MAXINT64;
      for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        {
          gint32 u = graph->columns[e];

          if (self->locked[u] <= time)
            enqueue (self, u);
        }

      step = (Step) { v, from };
      g_array_append_val (self->steps, step);
      since++;
      if (walk_worth (self) < best - self->tolerance)
        {
          best = walk_worth (self);
          best_data = self->data;
          since = 0;
          g_array_set_size (self->steps, 0);
        }
    }

  _eqp_walk_roll_back (self, best_data);
  return best < start;
}

/**
 * _eqp_walk_repair:
 * @self: a walk that has been set, on a graph whose masses are 1, with limits that its clusters can meet
 *
 * Moves the vertices that matter least until all sizes are within the limits. O(degree * log n + k) a move.
 */
void
_eqp_walk_repair (EqpWalk *self)
{
  const EqpLevel *graph = self->graph;
  double heaviest = 0.0;

  if (self->excess == 0)
    return;

  /* At this price a move towards the limits comes before any other, and there always is one. */
  for (gint64 v = 0; v < graph->n; v++)
    {
      double degree = 0.0;

      for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        degree += graph->weights[e];
      heaviest = MAX (heaviest, degree);
    }
  self->prices.gamma = 0.0;
  self->prices.limit = heaviest > 0.0 ? 4.0 * heaviest : 1.0;
  memset (self->locked, 0, sizeof (gint64) * graph->n);
  fill_queues (self, 0);
  while (self->excess > 0)
    {
      gint32 v = -1, to = -1, from;

      if (!choose (self, &v, &to))
        break;
      from = self->labels[v];
      _eqp_walk_apply (self, v, to);
      _eqp_walk_mark_stale (self, from);
      _eqp_walk_mark_stale (self, to);
      enqueue (self, v);
      for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        enqueue (self, graph->columns[e]);
    }
}
