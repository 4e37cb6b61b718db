/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The polish of balanced k-means for units with weights and cannot-links. Sets of units change sides between two
 * clusters where that lowers J, the shift of the centers counted. With L leaving a for b, E the other way round, and
 * h, M center and weight of a cluster,
 *
 *   t = sum_E w (x - h_a) - sum_L w (x - h_a),    M' = M_a - w(L) + w(E)
 *   SSE of a changes by  sum_E w |x - h_a|^2 - sum_L w |x - h_a|^2 - |t|^2 / M',
 *
 * and b likewise. A single unit is a Hartigan move, one each way a swap; a heavy unit is exchanged for several light
 * ones. What cannot stay because of a cannot-link changes sides, too (a Kempe chain). */
#include "config.h"

#include "eqp-linked-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define LIST 8                  /* units kept for each ordered pair of clusters */
#define MOST_PAIRS (1 << 18)    /* beyond, swaps are not looked for */
#define MOST_UNITS 64           /* that change sides at once */
#define NOISE 1e-12

typedef struct
{
  float  weight;
  gint32 unit;
} Candidate;

typedef struct
{
  EqpLinked *self;
  double    *shift;             /* 2 d */
  Candidate *lists;             /* k x k x LIST, ascending */
  guint8    *filled;            /* k x k */
  gint32     units[MOST_UNITS]; /* that change sides */
  int        count;
} Polish;

/* -- one exchange ------------------------------------------------------------------------------------------------ */

static gboolean
is_in (const Polish *polish, gint32 u)
{
  for (int i = 0; i < polish->count; i++)
    if (polish->units[i] == u)
      return TRUE;
  return FALSE;
}

/* Adds what has to change sides with the units there. FALSE: too many. */
static gboolean
close_chain (Polish *polish, int a, int b)
{
  const EqpUnits *units = polish->self->units;
  const gint32 *labels = polish->self->current;

  for (int i = 0; i < polish->count; i++)
    {
      gint64 u = polish->units[i] - units->first_apart;
      int to = labels[polish->units[i]] == a ? b : a;

      if (u < 0)
        continue;
      for (gint64 at = units->apart_start[u]; at < units->apart_start[u + 1]; at++)
        if (labels[units->apart[at]] == to && !is_in (polish, units->apart[at]))
          {
            if (polish->count == MOST_UNITS)
              return FALSE;
            polish->units[polish->count++] = units->apart[at];
          }
    }
  return TRUE;
}

/* By how much the SSE of a cluster changes, and the size of the terms that it is a difference of. */
static double
change_of (Polish *polish, int cluster, double *mass, double *terms)
{
  EqpLinked *self = polish->self;
  EqpKMeans *state = self->state;
  const double *h = state->centers + cluster * state->d;
  double change = 0.0, square = 0.0;

  *mass = self->mass[cluster];
  memset (polish->shift, 0, sizeof (double) * (gsize) state->d);
  for (int i = 0; i < polish->count; i++)
    {
      gint64 u = polish->units[i];
      const float *x = state->x + u * state->d;
      double w = self->current[u] == cluster ? -self->units->weight[u] : self->units->weight[u];
      double distance = w * _eqp_kmeans_distance (state, u, cluster);

      for (gint64 j = 0; j < state->d; j++)
        polish->shift[j] += w * ((double) x[j] - h[j]);
      *mass += w;
      change += distance;
      *terms += fabs (distance);
    }
  for (gint64 j = 0; j < state->d; j++)
    square += polish->shift[j] * polish->shift[j];
  return change - (*mass > 0.0 ? square / *mass : 0.0);
}

static void
refresh_center (EqpLinked *self, int cluster)
{
  EqpKMeans *state = self->state;

  for (gint64 j = 0; j < state->d; j++)
    state->centers[cluster * state->d + j] = state->sums[cluster * state->d + j] / self->mass[cluster];
}

/* Has the units change sides between a and b, with all that hangs on them, if that lowers J. */
static gboolean
try_exchange (Polish *polish, int a, int b)
{
  EqpLinked *self = polish->self;
  EqpKMeans *state = self->state;
  double mass_a, mass_b, terms = 0.0, change;

  if (!close_chain (polish, a, b))
    return FALSE;
  change = change_of (polish, a, &mass_a, &terms) + change_of (polish, b, &mass_b, &terms);
  if (!(mass_a > 0.0) || !(mass_b > 0.0))
    return FALSE; /* the last weight of a cluster stays */
  change += _eqp_linked_size_cost (self, mass_a) - _eqp_linked_size_cost (self, self->mass[a]);
  change += _eqp_linked_size_cost (self, mass_b) - _eqp_linked_size_cost (self, self->mass[b]);
  if (change >= -NOISE * terms)
    return FALSE;

  for (int i = 0; i < polish->count; i++)
    {
      gint64 u = polish->units[i];
      int from = self->current[u], to = from == a ? b : a;

      state->kernels->add (state->sums + from * state->d, state->x + u * state->d, -self->units->weight[u], state->d);
      state->kernels->add (state->sums + to * state->d, state->x + u * state->d, self->units->weight[u], state->d);
      self->current[u] = to;
    }
  self->mass[a] = mass_a;
  self->mass[b] = mass_b;
  refresh_center (self, a);
  refresh_center (self, b);
  return TRUE;
}

/* -- moves ------------------------------------------------------------------------------------------------------- */

/* Units with cannot-links try every cluster, for what hangs on them decides; others only the best one. */
static gint64
move_unit (Polish *polish, gint32 u)
{
  EqpLinked *self = polish->self;
  EqpKMeans *state = self->state;
  const float *cost = self->cost + (gint64) u * state->kp;
  double w = self->units->weight[u], least = INFINITY, own;
  int a = self->current[u], best = -1;

  if (w == 0.0)
    return 0;
  if (u >= self->units->first_apart)
    {
      for (int b = 0; b < state->k; b++)
        if (b != self->current[u])
          {
            polish->units[0] = u;
            polish->count = 1;
            if (try_exchange (polish, self->current[u], b))
              return polish->count;
          }
      return 0;
    }
  if (self->mass[a] <= w)
    return 0;
  own = self->mass[a] / (self->mass[a] - w) * w * (double) cost[a] + _eqp_linked_size_cost (self, self->mass[a]) -
        _eqp_linked_size_cost (self, self->mass[a] - w);
  for (int b = 0; b < state->k; b++)
    if (b != a)
      {
        double value = self->mass[b] / (self->mass[b] + w) * w * (double) cost[b] +
                       _eqp_linked_size_cost (self, self->mass[b] + w) - _eqp_linked_size_cost (self, self->mass[b]);

        if (value < least)
          {
            least = value;
            best = b;
          }
      }
  if (best < 0 || least >= own)
    return 0;
  polish->units[0] = u;
  polish->count = 1;
  return try_exchange (polish, a, best) ? 1 : 0;
}

/* -- swaps ------------------------------------------------------------------------------------------------------- */

/* The units of each cluster that it costs least, for their weight, to hand to each other one. */
static void
fill_lists (Polish *polish)
{
  EqpLinked *self = polish->self;
  EqpKMeans *state = self->state;
  gsize k = (gsize) state->k;

  memset (polish->filled, 0, k * k);
  for (gint64 u = 0; u < state->n; u++)
    {
      const float *cost = self->cost + u * state->kp;
      gsize a = (gsize) self->current[u];

      for (gsize b = 0; b < k && self->units->weight[u] > 0.0; b++)
        {
          Candidate *list = polish->lists + (a * k + b) * LIST;
          guint8 *filled = polish->filled + a * k + b;
          float weight = cost[b] - cost[a];
          int at;

          if (b == a || (*filled == LIST && weight >= list[LIST - 1].weight))
            continue;
          at = *filled == LIST ? LIST - 1 : (*filled)++;
          for (; at > 0 && list[at - 1].weight > weight; at--)
            list[at] = list[at - 1];
          list[at] = (Candidate) { weight, (gint32) u };
        }
    }
}

/* Whether shifts of centers could make up for what handing over the two units costs. */
static gboolean
may_pay (Polish *polish, int a, int b, const Candidate *out, const Candidate *in)
{
  EqpLinked *self = polish->self;
  int kp = self->state->kp;
  const float *cost_u = self->cost + (gint64) out->unit * kp, *cost_v = self->cost + (gint64) in->unit * kp;
  double w = self->units->weight[out->unit], v = self->units->weight[in->unit];
  double way_a = w * sqrt (cost_u[a]) + v * sqrt (cost_v[a]), way_b = w * sqrt (cost_u[b]) + v * sqrt (cost_v[b]);
  double mass_a = self->mass[a] - w + v, mass_b = self->mass[b] - v + w;

  if (w != v || !(mass_a > 0.0) || !(mass_b > 0.0))
    return TRUE; /* more units may follow */
  return w * (double) out->weight + v * (double) in->weight <
         1.1 * (way_a * way_a / mass_a + way_b * way_b / mass_b);
}

/* The pair at s and t, with more of the lighter side while they weigh no more than the heavier unit. */
static gint64
swap_pair (Polish *polish, int a, int b, const Candidate *out, int n_out, const Candidate *in, int n_in, int s, int t)
{
  EqpLinked *self = polish->self;
  const double *weight = self->units->weight;
  double w = weight[out[s].unit], v = weight[in[t].unit];

  if (self->current[out[s].unit] != a || self->current[in[t].unit] != b || !may_pay (polish, a, b, &out[s], &in[t]))
    return 0;
  polish->units[0] = out[s].unit;
  polish->units[1] = in[t].unit;
  polish->count = 2;
  for (int i = t + 1; i < n_in && v < w; i++)
    if (v + weight[in[i].unit] <= w && self->current[in[i].unit] == b)
      {
        polish->units[polish->count++] = in[i].unit;
        v += weight[in[i].unit];
      }
  for (int i = s + 1; i < n_out && w < v; i++)
    if (w + weight[out[i].unit] <= v && self->current[out[i].unit] == a)
      {
        polish->units[polish->count++] = out[i].unit;
        w += weight[out[i].unit];
      }
  return try_exchange (polish, a, b) ? polish->count : 0;
}

static gint64
swap_all (Polish *polish)
{
  EqpLinked *self = polish->self;
  int k = self->state->k;
  gint64 moved = 0;

  fill_lists (polish);
  for (int a = 0; a < k && !_eqp_kmeans_cancelled (self->state); a++)
    for (int b = a + 1; b < k; b++)
      {
        const Candidate *out = polish->lists + ((gsize) a * (gsize) k + (gsize) b) * LIST;
        const Candidate *in = polish->lists + ((gsize) b * (gsize) k + (gsize) a) * LIST;
        int n_out = polish->filled[a * k + b], n_in = polish->filled[b * k + a];

        for (int s = 0; s < n_out; s++)
          for (int t = 0; t < n_in; t++)
            moved += swap_pair (polish, a, b, out, n_out, in, n_in, s, t);
      }
  return moved;
}

/*< private >
 * _eqp_linked_polish:
 * @self: the run; centers, sums and weights of its clusters belong to current
 *
 * One round of moves, and of exchanges where K is not too large. Every step taken lowers J, by exact values in double.
 *
 * Returns: units that changed sides
 */
gint64
_eqp_linked_polish (EqpLinked *self)
{
  EqpKMeans *state = self->state;
  gsize pairs = (gsize) state->k * (gsize) state->k;
  g_autofree double *shift = g_new (double, (gsize) state->d);
  Polish polish = { .self = self, .shift = shift };
  gint64 moved = 0;

  _eqp_kmeans_pack (state);
  if (!_eqp_kmeans_costs (state, NULL, NULL, self->cost, NULL))
    return 0;
  for (gint64 u = 0; u < state->n; u++)
    {
      if ((u & 1023) == 0 && _eqp_kmeans_cancelled (state))
        return moved;
      moved += move_unit (&polish, (gint32) u);
    }
  if (pairs <= MOST_PAIRS)
    {
      polish.lists = eqp_try_alloc (pairs * LIST, sizeof (Candidate), "swaps", NULL);
      polish.filled = g_malloc0 (pairs);
      if (polish.lists != NULL)
        moved += swap_all (&polish);
      eqp_free (polish.lists);
      g_free (polish.filled);
    }
  return moved;
}
