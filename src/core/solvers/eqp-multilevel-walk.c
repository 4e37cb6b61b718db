/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A walk through partitions of one graph: always the best move that is not locked, uphill as well, and back to the best
 * state met (Fiduccia, Mattheyses 1982; with locks that expire it is the tabu search of Glover).
 *
 * A move of v from a to b lowers J by twice  w(v,b) - w(v,a) - gamma m (s_b - s_a + m),  m the mass of v. The part
 * w(v,b) - w(v,a) - gamma m^2 depends on v and its neighbors only and is the key of v in the queue of the pair a, b; the
 * part gamma m (s_a - s_b), which every move changes for many vertices at once, is added when the tops of the queues
 * are compared. Entries that went stale are recognized by the stamp of their vertex and dropped at the top. */
#include "config.h"

#include "eqp-multilevel-private.h"

#include <math.h>
#include <string.h>

#include "../base/eqp-alloc.h"
#include "eqp-multilevel-queue-private.h"

#define CANCEL_MOVES 1024
#define SEED_SHARE 0.25
#define LEAST_STEPS 3
#define HOPE 5.0

/* Weight and number of the edges from a vertex into one cluster. */
typedef struct
{
  gint32 cluster;
  gint32 count;
  double weight;
} Slot;

/* The moves out of one cluster. */
typedef struct
{
  Queue   *queues;         /* to the clusters it touches; where there is one there is one back */
  gint32   n;
  gint32   room;
  Queue    loose;          /* vertices that may go where they have no neighbor */
  gboolean active;         /* has queues in a local walk */
  gboolean stale;          /* the best move below has to be looked for again */
  double   best;           /* gain of the best move but the loose ones */
  gint32   best_vertex;
  gint32   best_to;
} Node;

typedef struct
{
  gint32 vertex;
  gint32 from;
} Step;

struct _EqpWalk
{
  int             k;
  GCancellable   *cancellable;

  const EqpLevel *graph;
  double          gamma;        /* what states are compared by */
  gint64          least;        /* sum of squares of even sizes */
  double          tolerance;    /* smaller differences are rounding */

  gint32         *labels;
  gint64         *sizes;        /* k, in mass */
  gint64          squares;      /* sum of the squared sizes */
  double          data;         /* W - Tr(F'AF) */
  Slot           *slots;        /* of vertex v: from starts[v] on */
  gint32         *n_slots;

  guint32        *stamps;
  gint64         *locked;       /* move at which the vertex is free again */
  Node           *nodes;
  gint64          n_entries;    /* in all queues */
  double          loose_weight; /* vertices tied to their cluster by more are in no loose queue */
  gint32         *active;       /* k: clusters that have queues in a local walk */
  gint32          n_active;
  GArray         *steps;        /* Step, since the best state */
  GArray         *locks;        /* Lock, a heap by time */
};

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
  self->sizes = g_new0 (gint64, k);
  self->nodes = g_new0 (Node, k);
  self->active = g_new0 (gint32, k);
  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  self->locks = g_array_new (FALSE, FALSE, sizeof (Lock));
  if ((self->labels = eqp_try_alloc (n, sizeof (gint32), "the labels", error)) == NULL ||
      (self->n_slots = eqp_try_alloc (n, sizeof (gint32), "the neighbor clusters", error)) == NULL ||
      (self->stamps = eqp_try_alloc (n, sizeof (guint32), "the stamps", error)) == NULL ||
      (self->locked = eqp_try_alloc (n, sizeof (gint64), "the locks", error)) == NULL ||
      (self->slots = eqp_try_alloc (entries, sizeof (Slot), "the neighbor clusters", error)) == NULL)
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
  g_array_unref (self->steps);
  g_array_unref (self->locks);
  eqp_free (self->labels);
  eqp_free (self->n_slots);
  eqp_free (self->stamps);
  eqp_free (self->locked);
  eqp_free (self->slots);
  g_free (self);
}

static inline gint64
mass_of (const EqpWalk *self, gint64 v)
{
  return self->graph->mass != NULL ? self->graph->mass[v] : 1;
}

static inline Slot *
find_slot (EqpWalk *self, gint64 v, gint32 cluster)
{
  Slot *slots = self->slots + self->graph->starts[v];

  for (gint32 s = 0; s < self->n_slots[v]; s++)
    if (slots[s].cluster == cluster)
      return &slots[s];
  return NULL;
}

static inline void
slot_add (EqpWalk *self, gint64 v, gint32 cluster, double weight)
{
  Slot *slot = find_slot (self, v, cluster);

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
  Slot *slot = find_slot (self, v, cluster);

  /* The last edge takes its slot along: no rounding is left behind. */
  if (--slot->count == 0)
    *slot = self->slots[self->graph->starts[v] + --self->n_slots[v]];
  else
    slot->weight -= weight;
}

static inline double
weight_into (EqpWalk *self, gint64 v, gint32 cluster)
{
  const Slot *slot = find_slot (self, v, cluster);

  return slot != NULL ? slot->weight : 0.0;
}

/**
 * _eqp_walk_set:
 * @self: a walk with room for @graph
 * @graph: kept as long as the walk works on it
 * @gamma: what states are compared by
 * @labels: a label 0..k-1 for each vertex
 *
 * Starts from @labels. O(entries).
 */
void
_eqp_walk_set (EqpWalk        *self,
               const EqpLevel *graph,
               double          gamma,
               const gint32   *labels)
{
  gint64 base = graph->total_mass / self->k, larger = graph->total_mass % self->k;
  double total = 0.0, within = 0.0;

  self->graph = graph;
  self->gamma = gamma;
  self->least = larger * (base + 1) * (base + 1) + (self->k - larger) * base * base;
  if (labels != self->labels)
    memcpy (self->labels, labels, sizeof (gint32) * graph->n);

  memset (self->sizes, 0, sizeof (gint64) * self->k);
  for (gint64 v = 0; v < graph->n; v++)
    {
      self->n_slots[v] = 0;
      self->sizes[labels[v]] += mass_of (self, v);
      for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        {
          gint32 to = labels[graph->columns[e]];

          slot_add (self, v, to, graph->weights[e]);
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
  self->squares = 0;
  for (int c = 0; c < self->k; c++)
    self->squares += self->sizes[c] * self->sizes[c];
  self->tolerance = 1e-13 * (total - within + 1e-3 * total);
}

/* J at the gamma states are compared by, less the penalty of even sizes: a huge gamma hides no digits of the cut. */
static inline double
worth (const EqpWalk *self)
{
  return self->data + self->gamma * (double) (self->squares - self->least);
}

double
_eqp_walk_get_worth (const EqpWalk *self)
{
  return worth (self);
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

const gint64 *
_eqp_walk_get_sizes (const EqpWalk *self)
{
  return self->sizes;
}

static inline gboolean
on_boundary (EqpWalk *self, gint64 v)
{
  return self->n_slots[v] > 1 || (self->n_slots[v] == 1 && self->slots[self->graph->starts[v]].cluster != self->labels[v]);
}

/* -- queues -------------------------------------------------------------------------------------------------------- */

static Queue *
find_queue (Node *node, gint32 to)
{
  for (gint32 q = 0; q < node->n; q++)
    if (node->queues[q].to == to)
      return &node->queues[q];
  return NULL;
}

static void
add_queue (Node *node, gint32 to)
{
  Queue *queue;

  if (node->n == node->room)
    {
      gint32 room = MAX (8, node->room * 2);

      node->queues = g_renew (Queue, node->queues, room);
      memset (node->queues + node->room, 0, sizeof (Queue) * (room - node->room));
      node->room = room;
    }
  queue = &node->queues[node->n++];
  queue->to = to;
  queue->n = 0;
}

static inline Queue *
queue_between (EqpWalk *self, gint32 from, gint32 to)
{
  Queue *queue = find_queue (&self->nodes[from], to);

  if (queue != NULL)
    return queue;
  add_queue (&self->nodes[from], to);
  if (find_queue (&self->nodes[to], from) == NULL)
    add_queue (&self->nodes[to], from);
  return find_queue (&self->nodes[from], to);
}

static inline void
push (EqpWalk *self, Queue *queue, Entry entry)
{
  queue_push (queue, entry);
  self->n_entries++;
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
enqueue (EqpWalk *self, gint32 v, double gamma)
{
  const Slot *slots = self->slots + self->graph->starts[v];
  gint32 own = self->labels[v];
  double mass = (double) mass_of (self, v), inside = weight_into (self, v, own), base = -inside - gamma * mass * mass;

  for (gint32 s = 0; s < self->n_slots[v]; s++)
    if (slots[s].cluster != own)
      push (self, queue_between (self, own, slots[s].cluster), (Entry) { slots[s].weight + base, v, self->stamps[v] });
  if (inside <= self->loose_weight * mass)
    push (self, &self->nodes[own].loose, (Entry) { base, v, self->stamps[v] });
  self->nodes[own].stale = TRUE;
}

static void
fill_queues (EqpWalk *self, double gamma, gint64 time)
{
  gint64 smallest = G_MAXINT64, largest = 0;

  for (int c = 0; c < self->k; c++)
    {
      smallest = MIN (smallest, self->sizes[c]);
      largest = MAX (largest, self->sizes[c]);
      self->nodes[c].n = 0;
      self->nodes[c].loose.n = 0;
      self->nodes[c].stale = TRUE;
    }
  self->n_entries = 0;
  self->loose_weight = gamma * (double) (largest - smallest);
  for (gint64 v = 0; v < self->graph->n; v++)
    if (self->locked[v] <= time)
      {
        double inside = weight_into (self, v, self->labels[v]);

        if (on_boundary (self, v) || inside <= self->loose_weight * (double) mass_of (self, v))
          enqueue (self, (gint32) v, gamma);
      }
}

/* -- moves --------------------------------------------------------------------------------------------------------- */

/* Changes the label and all sums; queues are not touched. */
static void
apply (EqpWalk *self, gint32 v, gint32 to)
{
  const EqpLevel *graph = self->graph;
  gint32 from = self->labels[v];
  gint64 mass = mass_of (self, v);

  self->data += 2.0 * (weight_into (self, v, from) - weight_into (self, v, to));
  self->squares += 2 * mass * (self->sizes[to] - self->sizes[from] + mass);
  self->sizes[from] -= mass;
  self->sizes[to] += mass;
  self->labels[v] = to;
  self->stamps[v]++;
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
static inline void
mark_stale (EqpWalk *self, gint32 cluster)
{
  Node *node = &self->nodes[cluster];

  node->stale = TRUE;
  for (gint32 q = 0; q < node->n; q++)
    self->nodes[node->queues[q].to].stale = TRUE;
}

static inline double
gain_of (EqpWalk *self, double gamma, const Entry *entry, gint32 from, gint32 to)
{
  return entry->key + gamma * (double) (mass_of (self, entry->vertex) * (self->sizes[from] - self->sizes[to]));
}

static void
refresh (EqpWalk *self, gint32 from, double gamma)
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
      gain = gain_of (self, gamma, top, from, node->queues[q].to);
      if (gain > bar)
        {
          bar = gain + self->tolerance;
          node->best = gain;
          node->best_vertex = top->vertex;
          node->best_to = node->queues[q].to;
        }
    }
}

/* The best move that is free: the one that lowers J at @gamma most, or raises it least. */
static gboolean
choose (EqpWalk *self, double gamma, gint32 *vertex, gint32 *to)
{
  double best = -INFINITY;
  gint32 smallest = 0, next = -1;

  for (int c = 1; c < self->k; c++)
    if (self->sizes[c] < self->sizes[smallest])
      {
        next = smallest;
        smallest = c;
      }
    else if (next < 0 || self->sizes[c] < self->sizes[next])
      next = c;

  for (int a = 0; a < self->k; a++)
    {
      Node *node = &self->nodes[a];
      const Entry *loose = clean_top (self, &node->loose);

      if (node->stale)
        refresh (self, a, gamma);
      if (node->best > best + self->tolerance || (best == -INFINITY && node->best > best))
        {
          best = node->best;
          *vertex = node->best_vertex;
          *to = node->best_to;
        }
      if (loose != NULL)
        {
          gint32 b = smallest != a ? smallest : next;
          double gain = gain_of (self, gamma, loose, a, b);

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
static void
roll_back (EqpWalk *self, double best_data)
{
  while (self->steps->len > 0)
    {
      const Step *step = &g_array_index (self->steps, Step, self->steps->len - 1);

      apply (self, step->vertex, step->from);
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
 * Walks, and ends in the best state met, by the gamma of _eqp_walk_set(): never above where it began.
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
  double start = worth (self), best = start, best_data = self->data;
  gint64 since = 0, filled;

  if (self->k < 2)
    return FALSE;

  g_array_set_size (self->steps, 0);
  g_array_set_size (self->locks, 0);
  memset (self->locked, 0, sizeof (gint64) * graph->n);
  fill_queues (self, plan->gamma, 0);
  filled = self->n_entries;

  for (gint64 time = 1; time <= plan->moves && since < plan->patience; time++)
    {
      gint32 v = -1, to = -1, from;
      Step step;

      while (self->locks->len > 0 && ((Lock *) (gpointer) self->locks->data)->until <= time)
        {
          gint32 freed = ((Lock *) (gpointer) self->locks->data)->vertex;

          locks_pop (self->locks);
          enqueue (self, freed, plan->gamma);
        }
      if (self->n_entries > 4 * filled + 4 * graph->n + 1000)
        {
          fill_queues (self, plan->gamma, time);
          filled = self->n_entries;
        }
      if (time % CANCEL_MOVES == 0 && g_cancellable_is_cancelled (self->cancellable))
        break;
      if (!choose (self, plan->gamma, &v, &to))
        {
          if (self->locks->len == 0)
            break;
          since++;
          continue;
        }

      from = self->labels[v];
      apply (self, v, to);
      mark_stale (self, from);
      mark_stale (self, to);
      if (plan->tenure > 0)
        lock (self, v, time + 1 + plan->tenure / 2 + (gint64) eqp_rng_below (rng, plan->tenure));
      else
        self->locked[v] = G_MAXINT64;
      for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        {
          gint32 u = graph->columns[e];

          if (self->locked[u] <= time)
            enqueue (self, u, plan->gamma);
        }

      step = (Step) { v, from };
      g_array_append_val (self->steps, step);
      since++;
      if (worth (self) < best - self->tolerance)
        {
          best = worth (self);
          best_data = self->data;
          since = 0;
          g_array_set_size (self->steps, 0);
        }
    }

  roll_back (self, best_data);
  return best < start;
}

/* -- local walks --------------------------------------------------------------------------------------------------- */

static inline void
activate (EqpWalk *self, gint32 cluster)
{
  Node *node = &self->nodes[cluster];

  if (node->active)
    return;
  node->active = TRUE;
  node->n = 0;
  node->stale = TRUE;
  self->active[self->n_active++] = cluster;
}

/* As enqueue(), but clusters get queues only when a walk reaches them. */
static inline void
enqueue_local (EqpWalk *self, gint32 v, double gamma)
{
  const Slot *slots = self->slots + self->graph->starts[v];
  gint32 own = self->labels[v];
  double mass = (double) mass_of (self, v), base = -weight_into (self, v, own) - gamma * mass * mass;

  activate (self, own);
  for (gint32 s = 0; s < self->n_slots[v]; s++)
    if (slots[s].cluster != own)
      {
        activate (self, slots[s].cluster);
        push (self, queue_between (self, own, slots[s].cluster), (Entry) { slots[s].weight + base, v, self->stamps[v] });
      }
  self->nodes[own].stale = TRUE;
}

static gboolean
choose_local (EqpWalk *self, double gamma, gint32 *vertex, gint32 *to)
{
  double best = -INFINITY;

  for (gint32 i = 0; i < self->n_active; i++)
    {
      Node *node = &self->nodes[self->active[i]];

      if (node->stale)
        refresh (self, self->active[i], gamma);
      if (node->best > best + self->tolerance || (best == -INFINITY && node->best > best))
        {
          best = node->best;
          *vertex = node->best_vertex;
          *to = node->best_to;
        }
    }
  return best > -INFINITY;
}

/* A vertex that hangs on another cluster by a good part of its weight: from others no walk comes to anything. */
static gboolean
is_seed (EqpWalk *self, gint64 v)
{
  const Slot *slots = self->slots + self->graph->starts[v];
  double inside = weight_into (self, v, self->labels[v]);

  for (gint32 s = 0; s < self->n_slots[v]; s++)
    if (slots[s].cluster != self->labels[v] && slots[s].weight >= SEED_SHARE * inside)
      return TRUE;
  return FALSE;
}

/* From @seed outwards; ends in the best state met. Gives up where, taking the steps since then for independent draws,
 * a way back up is not to be expected (Osipov, Sanders 2010). */
static void
walk_from (EqpWalk *self, gint32 seed, const EqpWalkPlan *plan)
{
  const EqpLevel *graph = self->graph;
  double best = worth (self), best_data = self->data, losses = 0.0, squares = 0.0;

  g_array_set_size (self->steps, 0);
  self->n_entries = 0;
  enqueue_local (self, seed, plan->gamma);
  for (gint64 since = 0; since < plan->patience; since++)
    {
      gint32 v = -1, to = -1, from;
      double loss = -worth (self);
      Step step;

      if (since >= LEAST_STEPS && losses > 0.0 && losses * losses > HOPE * (squares - losses * losses / (double) since))
        break;
      if (!choose_local (self, plan->gamma, &v, &to))
        break;
      from = self->labels[v];
      apply (self, v, to);
      self->locked[v] = 1;
      mark_stale (self, from);
      mark_stale (self, to);
      for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        if (!self->locked[graph->columns[e]])
          enqueue_local (self, graph->columns[e], plan->gamma);

      step = (Step) { v, from };
      g_array_append_val (self->steps, step);
      loss += worth (self);
      losses += loss;
      squares += loss * loss;
      if (worth (self) < best - self->tolerance)
        {
          best = worth (self);
          best_data = self->data;
          since = 0;
          losses = squares = 0.0;
          g_array_set_size (self->steps, 0);
        }
    }
  roll_back (self, best_data);

  while (self->n_active > 0)
    self->nodes[self->active[--self->n_active]].active = FALSE;
}

/**
 * _eqp_walk_run_local:
 * @self: a walk that has been set
 * @plan: its gamma and patience are looked at, the latter for each walk
 * @rng: the order of the seeds
 *
 * A round of short walks, one from each vertex on a boundary that no earlier one has moved, in random order: on a large
 * graph a single walk would be over before it had seen more than a corner of the boundary.
 *
 * Returns: whether a better state was found
 */
gboolean
_eqp_walk_run_local (EqpWalk           *self,
                     const EqpWalkPlan *plan,
                     EqpRng            *rng)
{
  const EqpLevel *graph = self->graph;
  g_autofree gint32 *seeds = g_new (gint32, graph->n);
  double start = worth (self);
  gint64 n_seeds = 0;

  if (self->k < 2)
    return FALSE;

  for (gint64 v = 0; v < graph->n; v++)
    if (is_seed (self, v))
      seeds[n_seeds++] = (gint32) v;
  eqp_rng_shuffle (rng, seeds, n_seeds);
  memset (self->locked, 0, sizeof (gint64) * graph->n);
  for (gint64 s = 0; s < n_seeds; s++)
    {
      if (s % CANCEL_MOVES == 0 && g_cancellable_is_cancelled (self->cancellable))
        break;
      if (!self->locked[seeds[s]] && is_seed (self, seeds[s]))
        walk_from (self, seeds[s], plan);
    }
  return worth (self) < start - self->tolerance;
}
