/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best ends of several starts, as centers, and children of two of them each, see eqp-cross.c. */
#include "config.h"

#include "eqp-elite-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-rng.h"
#include "eqp-cross-private.h"

#define KEPT 10
#define CHILD_STREAM 1000000 /* random numbers of their own */

typedef struct
{
  double  worth;
  double *centers; /* k x d */
} Finish;

struct _EqpElite
{
  EqpKMeans *state;      /* borrowed */
  Finish     best[KEPT]; /* the best first */
  int        n;
  double    *child;      /* k x d */
};

static double *
new_centers (EqpKMeans *state)
{
  return eqp_try_alloc ((gsize) state->k * (gsize) state->d, sizeof (double), "", NULL);
}

/* NULL: there is no memory for it. */
EqpElite *
_eqp_elite_new (EqpKMeans *state)
{
  EqpElite *self = g_new0 (EqpElite, 1);

  self->state = state;
  self->child = new_centers (state);
  if (self->child == NULL)
    g_clear_pointer (&self, g_free);
  return self;
}

void
_eqp_elite_free (EqpElite *self)
{
  if (self == NULL)
    return;

  for (int e = 0; e < self->n; e++)
    eqp_free (self->best[e].centers);
  eqp_free (self->child);
  g_free (self);
}

/* Where an end of this worth has its place; -1: it is not among the best, or one of the same worth is there. */
static int
find_place (EqpElite *self, double worth)
{
  int place = 0;

  while (place < self->n && self->best[place].worth < worth * (1.0 - 1e-9))
    place++;
  return place == KEPT || (place < self->n && self->best[place].worth <= worth * (1.0 + 1e-9)) ? -1 : place;
}

/* Of no elite at all: none is wanted, and there is nothing to combine. */
gboolean
_eqp_elite_wants (EqpElite *self,
                  double    worth)
{
  return self != NULL && isfinite (worth) && find_place (self, worth) >= 0;
}

/* An end that is wanted; the worst one makes room. Without memory it is left out. */
void
_eqp_elite_enter (EqpElite     *self,
                  double        worth,
                  const double *centers)
{
  int place = find_place (self, worth);
  double *kept = self->n == KEPT ? self->best[--self->n].centers : new_centers (self->state);

  if (kept == NULL)
    return;
  memcpy (kept, centers, sizeof (double) * (gsize) self->state->k * (gsize) self->state->d);
  memmove (self->best + place + 1, self->best + place, sizeof (Finish) * (gsize) (self->n - place));
  self->best[place] = (Finish) { worth, kept };
  self->n++;
}

/* The better of two. */
static int
choose_parent (EqpElite *self, EqpRng *rng)
{
  int one = (int) eqp_rng_below (rng, (guint64) self->n);
  int other = (int) eqp_rng_below (rng, (guint64) self->n);

  return MIN (one, other);
}

/* Centers of child @number, until the next one; NULL: there are no two to combine. */
const double *
_eqp_elite_combine (EqpElite *self,
                    guint64   seed,
                    int       number)
{
  int first, second;
  EqpRng rng;

  if (self == NULL || self->n < 2)
    return NULL;
  eqp_rng_init (&rng, seed, CHILD_STREAM + (guint64) number);
  first = choose_parent (self, &rng);
  do
    second = (int) eqp_rng_below (&rng, (guint64) self->n);
  while (second == first);
  _eqp_cross_centers (self->state, self->best[first].centers, self->best[second].centers, &rng, self->child);
  return self->child;
}
