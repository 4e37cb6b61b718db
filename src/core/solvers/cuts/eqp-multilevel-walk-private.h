/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the walks through partitions share: the state, its queues, and one move. */
#pragma once

#include "eqp-multilevel-private.h"
#include "eqp-multilevel-queue-private.h"

G_BEGIN_DECLS

#define EQP_WALK_CANCEL_MOVES 1024

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
  EqpPrices       judge;        /* what states are compared by */
  EqpPrices       prices;       /* what moves are chosen by */
  gboolean        limited;      /* there are limits of size */
  gint64          fewest;       /* mass of a cluster */
  gint64          most;
  gint64          excess;       /* sum of the squares by which sizes are outside */
  gint64          least;        /* sum of squares of even sizes */
  double          heavy;        /* more than any cut */
  double          tolerance;    /* smaller differences are rounding */

  gint32         *labels;
  gint64         *sizes;        /* k, in mass */
  gint64          squares;      /* sum of the squared sizes */
  double          data;         /* W - Tr(F'AF) */
  Slot           *slots;        /* of vertex v: from starts[v] on */
  gint32         *n_slots;
  gint32         *place;        /* k: which slot of a vertex is that of a cluster, while they are filled */

  guint32        *stamps;
  gint64         *locked;       /* move at which the vertex is free again */
  Node           *nodes;
  gint32         *places;       /* k x k: which of a node's queues leads there; NULL: many clusters */
  gint64          n_entries;    /* in all queues */
  double          loose_weight; /* vertices tied to their cluster by more are in no loose queue */
  gint32         *active;       /* k: clusters that have queues in a local walk */
  gint32          n_active;
  GArray         *steps;        /* Step, since the best state */
  GArray         *locks;        /* Lock, a heap by time */
  gint64          visits;       /* entries of graphs looked at so far */
};

void      _eqp_walk_apply         (EqpWalk           *self,
                                   gint32             v,
                                   gint32             to);
void      _eqp_walk_mark_stale    (EqpWalk           *self,
                                   gint32             cluster);
void      _eqp_walk_refresh       (EqpWalk           *self,
                                   gint32             from);
void      _eqp_walk_roll_back     (EqpWalk           *self,
                                   double             best_data);
Queue    *_eqp_walk_queue_between (EqpWalk           *self,
                                   gint32             from,
                                   gint32             to);
gboolean  _eqp_walk_is_dense      (const EqpWalk     *self);
gboolean  _eqp_walk_run_dense     (EqpWalk           *self,
                                   const EqpWalkPlan *plan,
                                   EqpRng            *rng);

static inline gint64
walk_mass (const EqpWalk *self, gint64 v)
{
  return self->graph->mass != NULL ? self->graph->mass[v] : 1;
}

static inline Slot *
walk_slot (EqpWalk *self, gint64 v, gint32 cluster)
{
  Slot *slots = self->slots + self->graph->starts[v];

  for (gint32 s = 0; s < self->n_slots[v]; s++)
    if (slots[s].cluster == cluster)
      return &slots[s];
  return NULL;
}

static inline double
walk_weight_into (EqpWalk *self, gint64 v, gint32 cluster)
{
  const Slot *slot = walk_slot (self, v, cluster);

  return slot != NULL ? slot->weight : 0.0;
}

/* J at the prices states are compared by, less the penalty of even sizes: a huge gamma hides no digits of the cut. */
static inline double
walk_worth (const EqpWalk *self)
{
  double worth = self->data + self->judge.gamma * (double) (self->squares - self->least);

  return self->excess > 0 ? worth + self->judge.limit * (double) self->excess : worth;
}

/* By how much a size is outside the limits, squared. */
static inline gint64
walk_excess_of (const EqpWalk *self, gint64 size)
{
  gint64 outside = MAX (0, MAX (size - self->most, self->fewest - size));

  return outside * outside;
}

/* How much nearer to the limits, negative: farther, two sizes come when @mass goes from one cluster to the other. */
static inline gint64
walk_relief (const EqpWalk *self, gint32 from, gint32 to, gint64 mass)
{
  return walk_excess_of (self, self->sizes[from]) + walk_excess_of (self, self->sizes[to]) -
         walk_excess_of (self, self->sizes[from] - mass) - walk_excess_of (self, self->sizes[to] + mass);
}

/* The smallest cluster, the first of equals, but for @other; -1: there is none. */
static inline gint32
walk_find_smallest (const EqpWalk *self, gint32 other)
{
  gint32 smallest = -1;

  for (gint32 c = 0; c < self->k; c++)
    if (c != other && (smallest < 0 || self->sizes[c] < self->sizes[smallest]))
      smallest = c;
  return smallest;
}

static inline double
walk_gain (const EqpWalk *self, const Entry *entry, gint32 from, gint32 to)
{
  gint64 mass = walk_mass (self, entry->vertex);
  double gain = entry->key + self->prices.gamma * (double) (mass * (self->sizes[from] - self->sizes[to]));

  return self->limited ? gain + 0.5 * self->prices.limit * (double) walk_relief (self, from, to, mass) : gain;
}

static inline void
walk_push (EqpWalk *self, Queue *queue, Entry entry)
{
  queue_push (queue, entry);
  self->n_entries++;
}

G_END_DECLS
