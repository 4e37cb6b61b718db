/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a run with weights or links starts: given labels or centers, the best stretches of a line, random labels, or
 * k-means++ centers drawn by weight times squared distance (Arthur and Vassilvitskii 2007, greedy). */
#include "config.h"

#include "eqp-linked-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"
#include "base/eqp-rng.h"
#include "eqp-line-partition-private.h"

#define CHUNK 1024

typedef struct
{
  EqpLinked *self;
  gint64     candidate;  /* unit */
  double    *nearest;    /* m: squared distance to the nearest seed so far */
  double    *distance;   /* m: to the candidate, if that is nearer */
  double    *potential;  /* a sum for each chunk */
} Seeding;

static void
measure_chunk (gint64 chunk, guint worker, gpointer data)
{
  Seeding *job = data;
  EqpKMeans *state = job->self->state;
  const float *x = state->x + job->candidate * state->d;
  double sum = 0.0;

  for (gint64 u = chunk * CHUNK; u < MIN ((chunk + 1) * CHUNK, state->n); u++)
    {
      job->distance[u] = MIN (job->nearest[u], state->kernels->between (state->x + u * state->d, x, state->d));
      sum += job->self->units->weight[u] * job->distance[u];
    }
  job->potential[chunk] = sum;
}

/* A unit drawn by its weight and, once there are seeds, its squared distance from them. */
static gint64
draw (Seeding *job, gboolean first, double total, EqpRng *rng)
{
  const EqpUnits *units = job->self->units;
  double mark = eqp_rng_uniform (rng) * total;

  for (gint64 u = 0; u < units->m; u++)
    {
      mark -= units->weight[u] * (first ? 1.0 : job->nearest[u]);
      if (mark < 0.0)
        return u;
    }
  return (gint64) eqp_rng_below (rng, (guint64) units->m);
}

/* FALSE when cancelled. */
static gboolean
seed (EqpLinked *self, EqpRng *rng)
{
  EqpKMeans *state = self->state;
  gint64 n_chunks = (state->n + CHUNK - 1) / CHUNK;
  g_autofree double *nearest = g_new (double, (gsize) state->n);
  g_autofree double *distance = g_new (double, (gsize) state->n);
  g_autofree double *kept = g_new (double, (gsize) state->n);
  g_autofree double *potential = g_new (double, (gsize) n_chunks);
  int trials = 2 + (int) log ((double) state->k);
  Seeding job = { .self = self, .nearest = nearest, .potential = potential };
  double total = self->units->total;

  for (gint64 u = 0; u < state->n; u++)
    nearest[u] = INFINITY;
  for (int c = 0; c < state->k; c++)
    {
      double least = INFINITY;
      gint64 best = 0;

      for (int t = 0; t < (c == 0 ? 1 : trials); t++)
        {
          double sum = 0.0;

          if (_eqp_kmeans_cancelled (state))
            return FALSE;
          job.candidate = draw (&job, c == 0, total, rng);
          job.distance = distance;
          eqp_pool_run (state->pool, n_chunks, measure_chunk, &job);
          for (gint64 chunk = 0; chunk < n_chunks; chunk++)
            sum += potential[chunk];
          if (sum < least)
            {
              double *swap = kept;

              least = sum;
              best = job.candidate;
              kept = distance;
              distance = swap;
            }
        }
      memcpy (nearest, kept, sizeof (double) * (gsize) state->n);
      total = least;
      for (gint64 j = 0; j < state->d; j++)
        state->centers[c * state->d + j] = state->x[best * state->d + j];
    }
  return TRUE;
}

/* Units get the label that most of their weight has, if one has more than half (Boyer and Moore's vote), so that labels
 * which break must-links become some that keep them, and all others stay. */
static void
take_labels (EqpLinked *self, const gint32 *row_labels)
{
  const EqpUnits *units = self->units;
  g_autofree double *lead = g_new0 (double, (gsize) units->m);

  for (gint64 u = 0; u < units->m; u++)
    self->current[u] = -1;
  for (gint64 i = 0; i < units->n; i++)
    {
      gint64 u = units->unit[i];
      double weight = self->params->weights != NULL ? self->params->weights[i] : 1.0;

      if (self->current[u] == row_labels[i])
        lead[u] += weight;
      else if (self->current[u] < 0 || weight > lead[u])
        {
          lead[u] = weight - lead[u];
          self->current[u] = row_labels[i];
        }
      else
        lead[u] -= weight;
    }
}

/* Labels that break cannot-links: their units are placed anew at the centers of all. */
static void
mend_labels (EqpLinked *self)
{
  EqpKMeans *state = self->state;
  gint64 first = self->units->first_apart;

  if (self->apart == NULL)
    return;
  _eqp_linked_center (self);
  for (gint64 u = first; u < self->units->m; u++)
    for (int c = 0; c < state->k; c++)
      self->apart_cost[(u - first) * state->k + c] =
        self->units->weight[u] * _eqp_kmeans_distance (state, u, c);
  _eqp_apart_place (self->apart, self->apart_cost, TRUE, self->current + first);
}

/* The first assignment is an iteration of its own. */
static void
tell_start (EqpLinked *self)
{
  self->moved = self->state->n;
  if (self->trace.iteration == 0)
    self->trace.iteration = 1; /* 0 is for a start that has labels */
}

/* On a line, where no units have to be apart: the division of least J into stretches. FALSE where that is none. */
static gboolean
line_start (EqpLinked *self)
{
  EqpKMeans *state = self->state;
  gboolean limited = self->least > 0.0 || self->most < self->units->total;

  return self->balanced && state->d == 1 && self->apart == NULL && self->params->init != EQP_INIT_RANDOM &&
         _eqp_line_partition (state->x, self->units->weight, state->n, state->k, self->params->gamma, self->least,
                              limited ? self->most : INFINITY, state->cancellable, self->current);
}

/*< private >
 * _eqp_linked_start:
 * @self: the run
 * @restart: number of the start, from 0
 * @chance: labels of chance it is, whatever the settings say, unless a start is given
 * @at_once: (out): whether they are to be gone on from at the full gamma
 *
 * Sets current to labels that keep all links, from what the settings say. O(m k d).
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_linked_start (EqpLinked *self,
                   guint64    restart,
                   gboolean   chance,
                   gboolean  *at_once)
{
  EqpKMeans *state = self->state;
  const EqpParams *params = self->params;
  EqpRng rng;

  eqp_rng_init (&rng, params->seed, restart);
  state->lower_valid = FALSE;
  self->gamma = 0.0;
  *at_once = chance || params->initial_labels != NULL || params->initial_centers != NULL;
  if (params->initial_labels != NULL)
    take_labels (self, params->initial_labels);
  else if (!*at_once && restart == 0 && line_start (self))
    {
      *at_once = TRUE;
      tell_start (self);
    }
  else if (params->initial_centers == NULL && (chance || params->init == EQP_INIT_RANDOM))
    _eqp_seed_random_labels (state->n, state->k, &rng, self->current);
  else
    {
      if (params->initial_centers != NULL)
        {
          memcpy (state->centers, params->initial_centers, sizeof (double) * (gsize) state->k * (gsize) state->d);
          self->gamma = params->gamma;
        }
      else if (!seed (self, &rng))
        return FALSE;
      if (!_eqp_linked_assign (self, FALSE))
        return FALSE;
      memcpy (self->current, self->next, sizeof (gint32) * (gsize) state->n);
      tell_start (self);
      return TRUE;
    }
  mend_labels (self);
  return TRUE;
}
