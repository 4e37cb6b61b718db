/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short walks from everywhere on the boundary, for graphs on which a single walk sees no more than a corner. */
#include "config.h"

#include "eqp-multilevel-walk-private.h"

#include <math.h>
#include <string.h>

#define SEED_SHARE 0.25
#define LEAST_STEPS 3
#define HOPE 5.0

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
enqueue_local (EqpWalk *self, gint32 v)
{
  const Slot *slots = self->slots + self->graph->starts[v];
  gint32 own = self->labels[v];
  double mass = (double) walk_mass (self, v),
         base = -walk_weight_into (self, v, own) - self->prices.gamma * mass * mass;

  activate (self, own);
  for (gint32 s = 0; s < self->n_slots[v]; s++)
    if (slots[s].cluster != own)
      {
        activate (self, slots[s].cluster);
        walk_push (self, _eqp_walk_queue_between (self, own, slots[s].cluster),
                   (Entry){ slots[s].weight + base, v, self->stamps[v] });
      }
  self->nodes[own].stale = TRUE;
}

static gboolean
choose_local (EqpWalk *self, gint32 *vertex, gint32 *to)
{
  double best = -INFINITY;

  for (gint32 i = 0; i < self->n_active; i++)
    {
      Node *node = &self->nodes[self->active[i]];

      if (node->stale)
        _eqp_walk_refresh (self, self->active[i]);
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
  double inside = walk_weight_into (self, v, self->labels[v]);

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
  double best = walk_worth (self), best_data = self->data, losses = 0.0, squares = 0.0;

  g_array_set_size (self->steps, 0);
  self->n_entries = 0;
  enqueue_local (self, seed);
  for (gint64 since = 0; since < plan->patience; since++)
    {
      gint32 v = -1, to = -1, from;
      double loss = -walk_worth (self);
      Step step;

      if (since >= LEAST_STEPS && losses > 0.0 && losses * losses > HOPE * (squares - losses * losses / (double) since))
        break;
      if (!choose_local (self, &v, &to))
        break;
      from = self->labels[v];
      _eqp_walk_apply (self, v, to);
      self->locked[v] = 1;
      _eqp_walk_mark_stale (self, from);
      _eqp_walk_mark_stale (self, to);
      for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
        if (!self->locked[graph->columns[e]])
          enqueue_local (self, graph->columns[e]);

      step = (Step) { v, from };
      g_array_append_val (self->steps, step);
      loss += walk_worth (self);
      losses += loss;
      squares += loss * loss;
      if (walk_worth (self) < best - self->tolerance)
        {
          best = walk_worth (self);
          best_data = self->data;
          since = 0;
          losses = squares = 0.0;
          g_array_set_size (self->steps, 0);
        }
    }
  _eqp_walk_roll_back (self, best_data);

  while (self->n_active > 0)
    self->nodes[self->active[--self->n_active]].active = FALSE;
}

/**
 * _eqp_walk_run_local:
 * @self: a walk that has been set
 * @plan: its prices and patience are looked at, the latter for each walk
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
  double start = walk_worth (self);
  gint64 n_seeds = 0;

  if (self->k < 2)
    return FALSE;

  self->prices = plan->prices;
  for (gint64 v = 0; v < graph->n; v++)
    if (is_seed (self, v))
      seeds[n_seeds++] = (gint32) v;
  eqp_rng_shuffle (rng, seeds, n_seeds);
  memset (self->locked, 0, sizeof (gint64) * graph->n);
  for (gint64 s = 0; s < n_seeds; s++)
    {
      if (s % EQP_WALK_CANCEL_MOVES == 0 && g_cancellable_is_cancelled (self->cancellable))
        break;
      if (!self->locked[seeds[s]] && is_seed (self, seeds[s]))
        walk_from (self, seeds[s], plan);
    }
  return walk_worth (self) < start - self->tolerance;
}
