/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The assignment step with weights and links, at fixed centers:
 *
 *   minimise  sum_u w_u |x_u - h_(z_u)|^2 + gamma * sum_k W_k^2,   W_k = sum of w_u in k,   pairs kept.
 *
 * Without gamma and limits each unit goes to its nearest center, and each part of the cannot-links is placed by itself.
 * Else units of several rows make it a packing problem, so it is solved in three steps: prices of the problem in which
 * units may be divided; units that are heavy or have cannot-links by these prices; the others, rows that count once,
 * exactly beside them. The prices found there place the heavy ones again, while that helps. The divided problem bounds
 * what can be reached, which the certificate tells. */
#include "config.h"

#include "eqp-linked-private.h"

#include <math.h>
#include <string.h>

#define ROUNDS 6
#define NEXT_TO_NOTHING 1e-100 /* weight by which units that do not count choose among clusters */

/* Units with cannot-links, at prices; their labels so far are where the search starts. */
static void
place_apart (EqpLinked *self, const double *prices, gint32 *labels)
{
  EqpKMeans *state = self->state;
  gint64 first = self->units->first_apart;

  if (self->apart == NULL)
    return;
  for (gint64 u = first; u < state->n; u++)
    {
      double weight = MAX (self->units->weight[u], NEXT_TO_NOTHING);
      double *cost = self->apart_cost + (u - first) * state->k;

      for (int c = 0; c < state->k; c++)
        cost[c] = weight * (self->cost != NULL ? (double) self->cost[u * state->kp + c] + prices[c]
                                               : _eqp_kmeans_distance (state, u, c));
    }
  _eqp_apart_place (self->apart, self->apart_cost, FALSE, labels + first);
}

static gboolean
assign_nearest (EqpLinked *self, gboolean from_current)
{
  EqpKMeans *state = self->state;

  if (!_eqp_kmeans_assign (state, from_current ? self->current : NULL, self->next, NULL, NULL))
    return FALSE;
  for (gint64 u = self->units->first_apart; u < state->n && from_current; u++)
    self->next[u] = self->current[u];
  place_apart (self, NULL, self->next);
  return TRUE;
}

/* -- balanced ---------------------------------------------------------------------------------------------------- */

static void
weigh (EqpLinked *self, const gint32 *labels, double *mass)
{
  memset (mass, 0, sizeof (double) * (gsize) self->state->k);
  for (gint64 u = 0; u < self->units->m; u++)
    mass[labels[u]] += self->units->weight[u];
}

static double
value_of (EqpLinked *self, const gint32 *labels)
{
  double value = 0.0;

  weigh (self, labels, self->mass);
  for (gint64 u = 0; u < self->units->m; u++)
    value += self->units->weight[u] * (double) self->cost[u * self->state->kp + labels[u]];
  for (int c = 0; c < self->state->k; c++)
    value += _eqp_linked_size_cost (self, self->mass[c]);
  return value;
}

/* Whether a unit may go to the cluster, as the others stand. */
static gboolean
fits_in (EqpLinked *self, gint64 u, int c, const gint32 *labels)
{
  const EqpUnits *units = self->units;
  gint64 place = u - units->first_apart;

  if (place < 0)
    return TRUE;
  for (gint64 at = units->apart_start[place]; at < units->apart_start[place + 1]; at++)
    if (labels[units->apart[at]] == c)
      return FALSE;
  return TRUE;
}

/* Heavy units one by one to where they cost least, sizes counted: what divided units left over. */
static void
settle (EqpLinked *self, gint32 *labels)
{
  EqpKMeans *state = self->state;
  double *mass = self->mass;

  weigh (self, labels, mass);
  for (int round = 0; round < ROUNDS; round++)
    {
      gboolean changed = FALSE;

      for (gint64 u = self->units->n_free; u < state->n; u++)
        {
          const float *cost = self->cost + u * state->kp;
          double w = self->units->weight[u], least = 0.0;
          int a = labels[u], best = a;
          double out = _eqp_linked_size_cost (self, mass[a] - w) - _eqp_linked_size_cost (self, mass[a]);

          for (int b = 0; b < state->k; b++)
            if (b != a)
              {
                double change = w * ((double) cost[b] - (double) cost[a]) + out +
                                _eqp_linked_size_cost (self, mass[b] + w) - _eqp_linked_size_cost (self, mass[b]);

                if (change < least - 1e-12 * w * (double) cost[a] && fits_in (self, u, b, labels))
                  {
                    least = change;
                    best = b;
                  }
              }
          if (best != a)
            {
              labels[u] = best;
              mass[a] -= w;
              mass[best] += w;
              changed = TRUE;
            }
        }
      if (!changed)
        break;
    }
}

/* The limits of the free units beside the load; where they cannot be met the limits are left to the polish. */
static void
set_limits (EqpLinked *self, EqpAssigner *assigner)
{
  gint64 least = (gint64) self->least, most = (gint64) MIN (self->most, self->units->total), lower = 0, upper = 0;

  for (int c = 0; c < self->state->k; c++)
    {
      lower += MAX (0, least - self->load[c]);
      upper += MAX (0, most - self->load[c]);
    }
  if (lower > self->units->n_free || upper < self->units->n_free)
    {
      least = 0;
      most = (gint64) self->units->total;
    }
  _eqp_assigner_set_limits (assigner, least, most);
}

/* The free units, exactly, beside what the others weigh. FALSE when cancelled. */
static gboolean
solve_rest (EqpLinked *self, gint32 *labels, double *prices)
{
  if (self->rest == NULL)
    return TRUE;
  memset (self->load, 0, sizeof (gint64) * (gsize) self->state->k);
  for (gint64 u = self->units->n_free; u < self->units->m; u++)
    self->load[labels[u]] += self->units->count[u];
  _eqp_assigner_set_units (self->rest, NULL, self->load);
  set_limits (self, self->rest);
  return _eqp_assigner_solve (self->rest, self->cost, NULL, self->state->kp, self->gamma, prices, labels, NULL);
}

/* Heavy units by prices. Returns whether one moved. */
static gboolean
place_heavy (EqpLinked *self, const double *prices, gint32 *labels)
{
  EqpKMeans *state = self->state;
  gboolean moved = FALSE;

  for (gint64 u = self->units->n_free; u < self->units->first_apart; u++)
    {
      const float *cost = self->cost + u * state->kp;
      int best = labels[u];

      for (int c = 0; c < state->k; c++)
        if ((double) cost[c] + prices[c] < (double) cost[best] + prices[best])
          best = c;
      moved |= best != labels[u];
      labels[u] = best;
    }
  return moved;
}

/* FALSE when cancelled. */
static gboolean
assign_balanced (EqpLinked *self, gboolean from_current)
{
  EqpKMeans *state = self->state;
  gsize bytes = sizeof (gint32) * (gsize) state->n;
  double least = INFINITY;

  if (!_eqp_kmeans_costs (state, NULL, NULL, self->cost, NULL))
    return FALSE;
  for (gint64 u = 0; u < state->n; u++)
    self->trial[u] = from_current ? self->current[u] : -1;
  if (!_eqp_assigner_relax (self->all, self->cost, state->kp, self->gamma, self->prices, self->trial))
    return FALSE;
  if (from_current)
    {
      memcpy (self->next, self->current, bytes);
      least = value_of (self, self->next);
      for (gint64 u = self->units->first_apart; u < state->n; u++)
        self->trial[u] = self->current[u];
    }
  memcpy (self->trial_prices, self->prices, sizeof (double) * (gsize) state->k);

  for (int round = 0; round < ROUNDS; round++)
    {
      double value;

      if (round > 0 && !place_heavy (self, self->trial_prices, self->trial) && self->apart == NULL)
        break;
      place_apart (self, self->trial_prices, self->trial);
      settle (self, self->trial);
      if (!solve_rest (self, self->trial, self->trial_prices))
        return FALSE;
      value = value_of (self, self->trial);
      if (!(value < least))
        break;
      least = value;
      memcpy (self->next, self->trial, bytes);
      if (self->rest == NULL)
        break;
    }
  return TRUE;
}

/*< private >
 * _eqp_linked_assign:
 * @self: the run; its centers are those of the state
 * @from_current: whether current keeps all pairs; the labels found are then never worse at these centers
 *
 * Sets next to the labels of the assignment step at self->gamma; all pairs are kept.
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_linked_assign (EqpLinked *self,
                    gboolean   from_current)
{
  _eqp_kmeans_pack (self->state);
  return self->balanced ? assign_balanced (self, from_current) : assign_nearest (self, from_current);
}
