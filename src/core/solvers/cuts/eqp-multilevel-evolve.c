/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memetic search until time is up (Sanders, Schulz 2012, Distributed evolutionary graph partitioning): a population of
 * good partitions, of which two are combined and the child refined. A child takes the place of the member most like it
 * among those that are no better, so the population stays diverse; like are partitions that cut the same edges. Where
 * children bring nothing any more, all but the best make room for new ones. */
#include "config.h"

#include "eqp-multilevel-private.h"

#include <math.h>
#include <string.h>

#define BATCH 4             /* children side by side; the same on any number of threads */
#define MEMBERS 12
#define LEAST_MEMBERS 3
#define FILL_SHARE 0.2      /* of the time, for partitions from nothing in the beginning */
#define FRESH_ONE_IN 10     /* later: every so many children is from nothing */
#define MOST_IDLE 60        /* children that brought nothing */
#define FIRST_STREAM 1000000

typedef struct
{
  double  worth;
  gint32 *labels;           /* n */
} Member;

typedef struct
{
  const gint32 *first;      /* parents; NULL: from nothing */
  const gint32 *second;
  guint64       stream;
  Member        member;
} Child;

typedef struct
{
  EqpMultilevel *best;
  guint64        seed;
  guint64        streams;   /* used up */
  Member         members[MEMBERS];
  int            n;
  int            idle;
  Child          children[BATCH];
} Evolution;

static void
make_child (gint64 chunk, guint worker, gpointer user_data)
{
  Evolution *self = user_data;
  const EqpMultilevel *best = self->best;
  Child *child = &self->children[chunk];
  g_autoptr (EqpMultilevel) search = NULL;
  EqpRng rng;

  /* Without memory for a search of its own there is one child less. */
  search = _eqp_multilevel_new (&best->graph, best->k, best->gamma, best->limited ? best->fewest : 0,
                                best->limited ? best->most : 0, best->cancellable, NULL);
  if (search == NULL)
    return;
  search->deadline = best->deadline;
  eqp_rng_init (&rng, self->seed, child->stream);
  if (child->first != NULL)
    {
      _eqp_multilevel_offer (search, "parent", child->first);
      _eqp_multilevel_cross (search, child->second, &rng);
    }
  else
    _eqp_multilevel_brief (search, &rng);
  if (child->first != NULL && search->best < INFINITY && !_eqp_multilevel_stopped (search))
    _eqp_multilevel_improve (search, &rng);
  if (search->best < INFINITY)
    child->member = (Member) { search->best, g_memdup2 (search->best_labels, sizeof (gint32) * best->graph.n) };
}

/* Edges that one of two partitions cuts and the other does not, each counted twice. O(entries). */
static gint64
distance (const EqpLevel *graph, const gint32 *a, const gint32 *b)
{
  gint64 count = 0;

  for (gint64 i = 0; i < graph->n; i++)
    for (gint64 e = graph->starts[i]; e < graph->starts[i + 1]; e++)
      count += (a[i] != a[graph->columns[e]]) != (b[i] != b[graph->columns[e]]);
  return count;
}

/* Takes the labels of @child. Returns whether it became a member. */
static gboolean
enter (Evolution *self, Member child)
{
  gint64 nearest = G_MAXINT64;
  int place = -1;

  for (int m = 0; m < self->n; m++)
    {
      gint64 apart = distance (&self->best->graph, child.labels, self->members[m].labels);

      if (apart == 0 && child.worth >= self->members[m].worth)
        {
          g_free (child.labels);
          return FALSE;
        }
      if (self->members[m].worth >= child.worth && apart < nearest)
        {
          nearest = apart;
          place = m;
        }
    }
  if (self->n < MEMBERS)
    place = self->n++;
  else if (place >= 0)
    g_free (self->members[place].labels);
  else
    {
      g_free (child.labels);
      return FALSE;
    }
  self->members[place] = child;
  return TRUE;
}

/* The better of two drawn. */
static const Member *
draw (const Evolution *self, EqpRng *rng, const Member *but)
{
  const Member *chosen = NULL;

  for (int t = 0; t < 2; t++)
    {
      const Member *member = &self->members[eqp_rng_below (rng, (guint64) self->n)];

      if (member != but && (chosen == NULL || member->worth < chosen->worth))
        chosen = member;
    }
  return chosen;
}

static void
plan (Evolution *self, Child *child, gboolean filling, EqpRng *rng)
{
  const Member *first = NULL, *second = NULL;

  if (!filling && self->n >= 2 && eqp_rng_below (rng, FRESH_ONE_IN) != 0)
    {
      first = draw (self, rng, NULL);
      while (second == NULL)
        second = draw (self, rng, first);
    }
  *child = (Child) { .first = first != NULL ? first->labels : NULL,
                     .second = second != NULL ? second->labels : NULL,
                     .stream = FIRST_STREAM + self->streams++ };
}

/* All but the best member make room. */
static void
renew (Evolution *self)
{
  int best = 0;

  for (int m = 1; m < self->n; m++)
    if (self->members[m].worth < self->members[best].worth)
      best = m;
  for (int m = 0; m < self->n; m++)
    if (m != best)
      g_free (self->members[m].labels);
  self->members[0] = self->members[best];
  self->n = 1;
  self->idle = 0;
}

/**
 * _eqp_multilevel_evolve:
 * @self: a search that has labels and a deadline
 * @pool: who works
 * @seed: all that is left to chance, but for the time
 *
 * Searches on until the deadline, and offers what it finds to @self. How far it gets depends on the machine.
 */
void
_eqp_multilevel_evolve (EqpMultilevel *self,
                        EqpPool       *pool,
                        guint64        seed)
{
  Evolution evolution = { .best = self, .seed = seed };
  gint64 now = g_get_monotonic_time ();
  gint64 filled = now + (gint64) (FILL_SHARE * (double) (self->deadline - now));
  gboolean filling = TRUE;
  EqpRng rng;

  eqp_rng_init (&rng, seed, FIRST_STREAM - 1);
  evolution.members[evolution.n++] =
      (Member) { self->best, g_memdup2 (self->best_labels, sizeof (gint32) * self->graph.n) };
  while (!_eqp_multilevel_stopped (self))
    {
      filling = filling && evolution.n < MEMBERS &&
                (evolution.n < LEAST_MEMBERS || g_get_monotonic_time () < filled);
      for (int c = 0; c < BATCH; c++)
        plan (&evolution, &evolution.children[c], filling, &rng);
      eqp_pool_run (pool, BATCH, make_child, &evolution);
      for (int c = 0; c < BATCH; c++)
        {
          Child *child = &evolution.children[c];
          gboolean better;

          evolution.idle++;
          if (child->member.labels == NULL)
            continue;
          better = _eqp_multilevel_offer (self, "child", child->member.labels);
          if (enter (&evolution, child->member) || better)
            evolution.idle = 0;
        }
      if (evolution.idle > MOST_IDLE)
        {
          renew (&evolution);
          now = g_get_monotonic_time ();
          filled = now + (gint64) (FILL_SHARE * (double) (self->deadline - now));
          filling = TRUE;
        }
    }
  for (int m = 0; m < evolution.n; m++)
    g_free (evolution.members[m].labels);
}
