/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several partitions of the same graph, made briefly and combined: what good partitions agree on is mostly right, and
 * where they differ the better of both ways is found on a coarse level (Sanders, Schulz 2012). */
#include "config.h"

#include "eqp-multilevel-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MEMBERS 7           /* under limits; half as many without them, or of a large graph */
#define MEMBERS_OF_FEW 16   /* for two and three clusters a partition is made faster */
#define FEW 3
#define FRESH_PART 0.6      /* of the time of a brief partition, before it is improved; for progress */
#define CROSS_STEPS 0.25    /* what combining two takes, in parts of making one */
#define LAST_STEPS 1.0      /* and what refining the best takes */
#define FEW_SHARE 0.25      /* of the work that may be done, for each of them */

typedef struct
{
  double  worth;
  gint32 *labels;
} Member;

static int
better_first (gconstpointer a, gconstpointer b)
{
  const Member *x = a, *y = b;

  return (x->worth > y->worth) - (x->worth < y->worth);
}

/**
 * _eqp_multilevel_brief:
 * @self: a search
 * @rng: all that is left to chance
 *
 * One partition from nothing, made with few tries of everything.
 */
void
_eqp_multilevel_brief (EqpMultilevel *self,
                       EqpRng        *rng)
{
  EqpShare share = _eqp_multilevel_share (self, 0.0, FRESH_PART);

  self->brief = TRUE;
  _eqp_multilevel_fresh (self, rng);
  self->share = share;
  _eqp_multilevel_share (self, FRESH_PART, 1.0);
  _eqp_multilevel_improve (self, rng);
  self->share = share;
  self->brief = FALSE;
}

/* A partition from nothing, on the side: the best of @self stays what it is. Without labels when stopped. @held: no
 * size is outside those of the best. */
static Member
make_member (EqpMultilevel *self, gboolean held, EqpRng *rng)
{
  EqpMultilevel saved = *self;
  g_autofree gint64 *sizes = g_new0 (gint64, self->k);
  Member member = { INFINITY, g_new (gint32, self->graph.n) };

  self->best = INFINITY;
  self->best_sizes = sizes;
  self->best_labels = member.labels;
  self->report = NULL;
  if (held)
    {
      self->limited = TRUE;
      _eqp_multilevel_get_range (&saved, &self->fewest, &self->most);
      _eqp_walk_set_limits (self->walk, self->fewest, self->most);
    }
  _eqp_multilevel_brief (self, rng);
  if (held)
    {
      self->limited = FALSE;
      self->fewest = saved.fewest;
      self->most = saved.most;
      _eqp_walk_set_limits (self->walk, 0, 0);
    }
  member.worth = self->best;
  self->best = saved.best;
  self->best_data = saved.best_data;
  self->best_sizes = saved.best_sizes;
  self->best_labels = saved.best_labels;
  self->report = saved.report;
  if (member.worth == INFINITY)
    g_clear_pointer (&member.labels, g_free);
  return member;
}

/**
 * _eqp_multilevel_cross:
 * @self: a search that has labels
 * @other: n labels of another good partition
 * @rng: all that is left to chance
 *
 * The better of the best labels and @other, combined with the worse of them.
 */
void
_eqp_multilevel_cross (EqpMultilevel *self,
                       const gint32  *other,
                       EqpRng        *rng)
{
  g_autofree gint32 *own = g_memdup2 (self->best_labels, sizeof (gint32) * self->graph.n);

  _eqp_multilevel_combine (self, _eqp_multilevel_offer (self, "member", other) ? own : other, rng);
}

/**
 * _eqp_multilevel_start:
 * @self: a search
 * @rng: all that is left to chance
 *
 * A few partitions from nothing, fewer for large graphs, the best combined with the others in turn, and refined. Where
 * there are no limits every other one is held to the sizes of the best: it comes by other ways.
 */
void
_eqp_multilevel_start (EqpMultilevel *self,
                       EqpRng        *rng)
{
  gboolean few = self->k <= FEW;
  int all = few ? MEMBERS_OF_FEW : MEMBERS;
  int most = self->limited && !self->local ? all : (all + 1) / 2;
  int wanted = _eqp_multilevel_affordable (self, few ? FEW_SHARE * most : 1.0, 1, most);
  Member members[MAX (MEMBERS, MEMBERS_OF_FEW)];
  double all_steps = wanted + (wanted - 1) * CROSS_STEPS + LAST_STEPS;
  EqpShare share = _eqp_multilevel_share (self, 0.0, 1.0 / all_steps);
  int n = 0;

  _eqp_multilevel_brief (self, rng);
  self->share = share;
  while (n < wanted - 1 && !_eqp_multilevel_stopped (self))
    {
      _eqp_multilevel_share (self, (1 + n) / all_steps, (2 + n) / all_steps);
      members[n] = make_member (self, !self->limited && n % 2 == 0, rng);
      n += members[n].labels != NULL;
      self->share = share;
    }
  qsort (members, n, sizeof (Member), better_first);
  for (int i = 0; i < n; i++)
    {
      _eqp_multilevel_share (self, (wanted + i * CROSS_STEPS) / all_steps,
                             (wanted + (i + 1) * CROSS_STEPS) / all_steps);
      if (!_eqp_multilevel_stopped (self))
        _eqp_multilevel_cross (self, members[i].labels, rng);
      g_free (members[i].labels);
      self->share = share;
    }
  _eqp_multilevel_share (self, 1.0 - LAST_STEPS / all_steps, 1.0);
  if (!_eqp_multilevel_stopped (self))
    _eqp_multilevel_improve (self, rng);
  self->share = share;
}
