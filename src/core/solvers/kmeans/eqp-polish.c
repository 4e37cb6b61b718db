/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hartigan's polish for balanced k-means: single moves and swaps of two rows that count the shift of the centres, which
 * Lloyd steps and the assignment problem leave out. Every accepted step lowers J, by exact values in double.
 *
 *   move i from a to b:   n_b/(n_b+1) |x_i-h_b|^2 - n_a/(n_a-1) |x_i-h_a|^2 + 2 gamma (n_b - n_a + 1)
 *   swap i of a, j of b:  |x_i-h_b|^2 - |x_i-h_a|^2 + |x_j-h_a|^2 - |x_j-h_b|^2 - |x_i-x_j|^2 (1/n_a + 1/n_b)
 *
 * (Hartigan 1975, Clustering Algorithms; with the balance term the prices differ, not the shifts.) */
#include "config.h"

#include "eqp-polish-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define ROWS_PER_LOOK 1024          /* at the cancellable */
#define SWAP_LIST 8                 /* rows kept for each ordered pair of clusters */
#define MOST_PAIRS (1 << 20)        /* beyond, swaps are not looked for */
#define MANY_CLUSTERS 96            /* whose lists do not stay in the cache: only those of pairs that have a swap */
#define SWAP_REACH 2.02             /* |x_i - x_j|^2 <= 2 (|x_i - h_a|^2 + |x_j - h_a|^2), and rounding */
#define RELATIVE_GAIN 1e-12         /* steps that gain less than this part of the costs they compare are noise */
#define FLOAT_ROUNDING 1e-6         /* more than what sums of two floats are off by, relative */

typedef struct
{
  float  weight; /* what it costs to hand the row over */
  float  own;    /* cost where it is */
  float  other;  /* cost where it would go */
  gint32 row;
} Candidate;

struct _EqpPolisher
{
  EqpKMeans *state;
  double    *factor;   /* k: n/(n+1) */
  double    *price;    /* k: 2 gamma n; infinite where no row fits in any more */
  gint64     least;    /* rows of a cluster */
  gint64     most;
  double    *own_scale; /* k: what tells it of a row in its own cluster, see EqpStay */
  double    *own_price; /* k */
  float     *floor;    /* kp: price over shrink; at infinity beyond k */
  double     shrink;   /* no factor is below it */
  Candidate *lists;    /* k x k x SWAP_LIST, ascending; NULL when K is too large or memory short */
  guint8    *filled;   /* k x k */
  float     *bars;     /* k x kp: less the last weights of full lists, which is what rows have to beat */
  gint32    *columns;  /* kp */
  float     *lowest;   /* k x kp, of many clusters: see find_lowest(); NULL: memory is short */
};

EqpPolisher *
_eqp_polisher_new (EqpKMeans *state,
                   gint64     least,
                   gint64     most)
{
  EqpPolisher *self = g_new0 (EqpPolisher, 1);
  gsize pairs = (gsize) state->k * state->k;

  self->state = state;
  self->least = MAX (1, least);
  self->most = most;
  self->factor = g_new (double, state->k);
  self->price = g_new (double, state->k);
  self->own_scale = g_new (double, state->k);
  self->own_price = g_new (double, state->k);
  self->floor = g_new (float, state->kp);
  if (pairs <= MOST_PAIRS)
    {
      self->lists = eqp_try_alloc (pairs * SWAP_LIST, sizeof (Candidate), "swaps", NULL);
      self->bars = eqp_try_alloc ((gsize) state->k * state->kp, sizeof (float), "swaps", NULL);
      if (self->bars == NULL)
        g_clear_pointer (&self->lists, eqp_free);
      if (state->k >= MANY_CLUSTERS)
        self->lowest = eqp_try_alloc ((gsize) state->k * state->kp, sizeof (float), "swaps", NULL);
      self->columns = g_new (gint32, state->kp);
      self->filled = g_malloc0 (pairs);
    }
  return self;
}

void
_eqp_polisher_free (EqpPolisher *self)
{
  if (self == NULL)
    return;

  g_free (self->factor);
  g_free (self->price);
  g_free (self->own_scale);
  g_free (self->own_price);
  eqp_free (self->lists);
  g_free (self->filled);
  g_free (self->floor);
  eqp_free (self->bars);
  eqp_free (self->lowest);
  g_free (self->columns);
  g_free (self);
}

/* Moves one row and brings sums and the two centres up to date. O(d). */
static void
transfer (EqpKMeans *state, gint64 row, int from, int to, gint32 *labels)
{
  _eqp_kmeans_add (state, row, -1.0, state->sums + from * state->d);
  _eqp_kmeans_add (state, row, 1.0, state->sums + to * state->d);
  state->sizes[from]--;
  state->sizes[to]++;
  labels[row] = to;
}

static void
set_prices (EqpPolisher *self, double gamma, int cluster)
{
  double size = (double) self->state->sizes[cluster];

  self->factor[cluster] = size / (size + 1.0);
  self->price[cluster] = self->state->sizes[cluster] < self->most ? 2.0 * gamma * size : INFINITY;
  self->floor[cluster] = (float) (self->price[cluster] / self->shrink);
  self->own_scale[cluster] = size / (size - 1.0) / self->shrink;
  self->own_price[cluster] = 2.0 * gamma * (size - 1.0) / self->shrink;
}

/* Prices of all clusters, and what tells at a glance that a row stays: factor c + price >= shrink (c + floor). */
static void
set_all_prices (EqpPolisher *self, double gamma)
{
  EqpKMeans *state = self->state;
  gint64 smallest = G_MAXINT64;

  for (int c = 0; c < state->k; c++)
    smallest = MIN (smallest, state->sizes[c]);
  /* Half of the smallest size: it may shrink on the way. An empty cluster gives a floor of no use, which is right. */
  self->shrink = (double) (smallest / 2) / ((double) (smallest / 2) + 1.0);
  for (int c = 0; c < state->kp; c++)
    self->floor[c] = INFINITY;
  for (int c = 0; c < state->k; c++)
    set_prices (self, gamma, c);
}

/* Whether no cluster but @own has the row for less than @value, as far as floats can tell. */
static inline gboolean
stays (EqpPolisher *self, const float *row, int own, double value)
{
  float least, second;
  int at;

  if (self->shrink == 0.0)
    return FALSE;
  at = self->state->kernels->least (row, self->floor, self->state->kp, &least, &second);
  return self->shrink * (1.0 - FLOAT_ROUNDING) * (double) (at == own ? second : least) >= value;
}

/**
 * _eqp_polisher_moves:
 * @self: the polisher; sums, sizes and centres of its state belong to @labels
 * @gamma: raw gamma
 * @costs: squared distances to the centres as they were at the start, to find candidates
 * @labels: (inout): n labels
 *
 * One pass over the rows in order. The last row of a cluster never leaves it, and sizes stay within the limits.
 *
 * Returns: rows moved
 */
gint64
_eqp_polisher_moves (EqpPolisher *self,
                     double       gamma,
                     EqpCosts    *costs,
                     gint32      *labels)
{
  EqpKMeans *state = self->state;
  gint64 moved = 0, settled = 0;
  EqpStay stay = { self->floor, self->own_price, self->own_scale, 0.0 };

  set_all_prices (self, gamma);
  for (gint64 i = 0; i < state->n; i++)
    {
      const float *row;
      int a = labels[i], b = -1;
      double size = (double) state->sizes[a], own, least = INFINITY, gain;

      if (i % ROWS_PER_LOOK == 0 && _eqp_kmeans_cancelled (state))
        break;
      if (state->sizes[a] <= self->least)
        continue;
      if (_eqp_costs_stays (costs, labels, &stay, i, &settled))
        continue;
      row = eqp_costs_row (costs, i);
      if (row == NULL)
        break;

      own = size / (size - 1.0) * row[a] + 2.0 * gamma * (size - 1.0);
      if (stays (self, row, a, own))
        continue;
      for (int c = 0; c < state->k; c++)
        {
          double value = self->factor[c] * row[c] + self->price[c];

          if (value < least && c != a)
            {
              least = value;
              b = c;
            }
        }
      if (b < 0 || least >= own)
        continue;

      own = size / (size - 1.0) * _eqp_kmeans_distance (state, i, a);
      least = self->factor[b] * _eqp_kmeans_distance (state, i, b);
      gain = own - least - 2.0 * gamma * ((double) state->sizes[b] - size + 1.0);
      if (gain <= RELATIVE_GAIN * (own + least))
        continue;

      transfer (state, i, a, b, labels);
      _eqp_kmeans_update_center (state, a);
      _eqp_kmeans_update_center (state, b);
      if (self->factor[a] < self->shrink)
        {
          set_all_prices (self, gamma);
          _eqp_costs_change (costs, &stay, -1);
        }
      set_prices (self, gamma, a);
      set_prices (self, gamma, b);
      _eqp_costs_change (costs, &stay, a);
      moved++;
    }
  return moved;
}

/* -- swaps ------------------------------------------------------------------------------------------------------- */

/* What of the price of a swap, less the most that it may gain, falls to the row that cluster a hands to each other one,
 * at the least; with that of the other row it says whether two clusters can have a swap at all. */
static void
find_lowest (EqpPolisher *self, EqpCosts *costs, const gint32 *labels)
{
  EqpKMeans *state = self->state;
  gsize k = state->k, kp = state->kp;
  const float rounding = 2.0f * (float) FLOAT_ROUNDING;
  g_autofree float *share = g_new0 (float, k);

  for (gsize a = 0; a < k; a++)
    share[a] = (float) (SWAP_REACH / (double) MAX (1, state->sizes[a]));
  for (gsize at = 0; at < k * kp; at++)
    self->lowest[at] = INFINITY;
  for (gint64 i = 0; i < state->n; i++)
    {
      const float *row = eqp_costs_row (costs, i);
      int a = labels[i];
      float *lowest = self->lowest + (gsize) a * kp, own = row != NULL ? row[a] : 0.0f;

      if (row == NULL || (i % ROWS_PER_LOOK == 0 && _eqp_kmeans_cancelled (state)))
        return;
      for (int b = 0; b < a; b++)
        lowest[b] = MIN (lowest[b], row[b] * (1.0f - share[a] - share[b] - rounding) - own * (1.0f + rounding));
      for (int b = a + 1; b < state->k; b++)
        lowest[b] =
            MIN (lowest[b], row[b] * (1.0f - rounding) - own * (1.0f + share[a] + share[b]) * (1.0f + rounding));
    }
}

/* The rows of each cluster that it costs least to hand to each other one. */
static void
fill_lists (EqpPolisher *self, EqpCosts *costs, const gint32 *labels)
{
  EqpKMeans *state = self->state;
  gsize k = state->k, kp = state->kp;
  g_autofree float *reach = g_new0 (float, k);
  gboolean some = self->lowest != NULL && (costs->whole != NULL || state->d <= EQP_NARROW);

  memset (self->filled, 0, k * k);
  if (some)
    find_lowest (self, costs, labels);
  for (gsize a = 0; a < k; a++)
    for (gsize c = 0; c < kp; c++)
      self->bars[a * kp + c] =
          c < k && c != a && !(some && self->lowest[a * kp + c] + self->lowest[c * kp + a] >= 0.0f) ? -INFINITY
                                                                                                   : INFINITY;
  for (gint64 i = 0; i < state->n; i++)
    {
      const float *row = eqp_costs_row (costs, i);
      gsize a = labels[i];
      int count;

      if (row == NULL || (i % ROWS_PER_LOOK == 0 && _eqp_kmeans_cancelled (state)))
        return;
      count = state->kernels->below (row, self->bars + a * kp, row[a] + (float) FLOAT_ROUNDING * (row[a] + reach[a]),
                                     state->kp, self->columns);
      for (int t = 0; t < count; t++)
        {
          gsize b = self->columns[t], pair = a * k + b;
          Candidate *list = self->lists + pair * SWAP_LIST;
          float weight = row[b] - row[a];
          int at;

          if (self->filled[pair] == SWAP_LIST && weight >= list[SWAP_LIST - 1].weight)
            continue;
          at = self->filled[pair] == SWAP_LIST ? SWAP_LIST - 1 : self->filled[pair]++;
          for (; at > 0 && list[at - 1].weight > weight; at--)
            list[at] = list[at - 1];
          list[at] = (Candidate) { weight, row[a], row[b], (gint32) i };
          if (self->filled[pair] == SWAP_LIST)
            {
              self->bars[a * kp + b] = -list[SWAP_LIST - 1].weight;
              reach[a] = MAX (reach[a], fabsf (list[SWAP_LIST - 1].weight));
            }
        }
    }
}

static gboolean
try_swap (EqpPolisher *self, double price, gint32 i, gint32 j, int a, int b, gint32 *labels)
{
  EqpKMeans *state = self->state;
  double shrink = 1.0 / (double) state->sizes[a] + 1.0 / (double) state->sizes[b];
  double bonus = shrink * _eqp_kmeans_between (state, i, j);
  double before, after;

  /* The listed costs are a little old; a swap far from paying is not looked at again. */
  if (bonus < 0.9 * price)
    return FALSE;
  before = _eqp_kmeans_distance (state, i, a) + _eqp_kmeans_distance (state, j, b);
  after = _eqp_kmeans_distance (state, i, b) + _eqp_kmeans_distance (state, j, a);
  if (before - after + bonus <= RELATIVE_GAIN * (before + after))
    return FALSE;

  transfer (state, i, a, b, labels);
  transfer (state, j, b, a, labels);
  _eqp_kmeans_update_center (state, a);
  _eqp_kmeans_update_center (state, b);
  return TRUE;
}

/**
 * _eqp_polisher_swaps:
 * @self: the polisher; sums, sizes and centres of its state belong to @labels
 * @costs: squared distances, to find candidates
 * @labels: (inout): n labels
 *
 * Tries the best candidates of every pair of clusters against each other; sizes stay as they are.
 *
 * Returns: pairs swapped
 */
gint64
_eqp_polisher_swaps (EqpPolisher *self,
                     EqpCosts    *costs,
                     gint32      *labels)
{
  EqpKMeans *state = self->state;
  int k = state->k;
  gint64 swapped = 0;

  if (self->lists == NULL)
    return 0;

  if (!_eqp_costs_complete (costs))
    return 0;
  fill_lists (self, costs, labels);
  for (int a = 0; a < k && !_eqp_kmeans_cancelled (state); a++)
    for (int b = a + 1; b < k; b++)
      {
        const Candidate *out = self->lists + ((gsize) a * k + b) * SWAP_LIST;
        const Candidate *in = self->lists + ((gsize) b * k + a) * SWAP_LIST;
        double shrink;

        if (state->sizes[a] == 0 || state->sizes[b] == 0)
          continue;
        shrink = 1.0 / (double) state->sizes[a] + 1.0 / (double) state->sizes[b];
        for (int s = 0; s < self->filled[(gsize) a * k + b]; s++)
          for (int t = 0; t < self->filled[(gsize) b * k + a]; t++)
            {
              gint64 i = out[s].row, j = in[t].row;
              double price = (double) out[s].weight + in[t].weight;

              if (price >= SWAP_REACH * shrink * ((double) out[s].own + in[t].other))
                continue;
              if (labels[i] == a && labels[j] == b)
                swapped += try_swap (self, price, (gint32) i, (gint32) j, a, b, labels);
            }
      }
  return swapped;
}
