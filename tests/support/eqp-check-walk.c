/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks through partitions without queues, slots or sums: at every step all moves are tried, and J is computed from the
 * graph. And one level of coarsening, by the words of its comment. Where gains are equal the choice is open, so graphs
 * with random weights are for these. */
#include "config.h"

#include <math.h>

#include "eqp-check-walk.h"

static gint64
mass_of (const EqpLevel *graph, gint64 v)
{
  return graph->mass != NULL ? graph->mass[v] : 1;
}

static gint64
size_of (const EqpCheckPartition *self, int cluster)
{
  gint64 size = 0;

  for (gint64 v = 0; v < self->graph->n; v++)
    if (self->labels[v] == cluster)
      size += mass_of (self->graph, v);
  return size;
}

static double
weight_into (const EqpCheckPartition *self, gint64 v, int cluster)
{
  double weight = 0.0;

  for (gint64 e = self->graph->starts[v]; e < self->graph->starts[v + 1]; e++)
    if (self->labels[self->graph->columns[e]] == cluster)
      weight += self->graph->weights[e];
  return weight;
}

/* Each cut edge twice. */
double
eqp_check_cut (const EqpCheckPartition *self)
{
  double cut = 0.0;

  for (gint64 v = 0; v < self->graph->n; v++)
    for (gint64 e = self->graph->starts[v]; e < self->graph->starts[v + 1]; e++)
      if (self->labels[self->graph->columns[e]] != self->labels[v])
        cut += self->graph->weights[e];
  return cut;
}

/* Cut + gamma (sum of squares less that of even sizes) + limit (sum of squares by which sizes are outside). */
double
eqp_check_value (const EqpCheckPartition *self, EqpPrices prices)
{
  gint64 base = self->graph->total_mass / self->k, larger = self->graph->total_mass % self->k, squares = 0, excess = 0;

  for (int c = 0; c < self->k; c++)
    {
      gint64 size = size_of (self, c), even = c < larger ? base + 1 : base;

      squares += size * size - even * even;
      if (self->limited && size > self->most)
        excess += (size - self->most) * (size - self->most);
      if (self->limited && size < self->fewest)
        excess += (self->fewest - size) * (self->fewest - size);
    }
  return eqp_check_cut (self) + prices.gamma * (double) squares + (excess > 0 ? prices.limit * (double) excess : 0.0);
}

/* Half of what J falls by when @v moves. */
static double
gain_of (EqpCheckPartition *self, EqpPrices prices, gint64 v, gint32 to)
{
  gint32 from = self->labels[v];
  double before = eqp_check_value (self, prices), after;

  self->labels[v] = to;
  after = eqp_check_value (self, prices);
  self->labels[v] = from;
  return (before - after) / 2.0;
}

/* Of each pair of clusters the vertex that would gain most if sizes were equal (in a dense graph: that gains most), of
 * these the best move: to a cluster where it has a neighbor, or, for those that are tied by no more than @loose for each
 * unit of mass, to the smallest of the other clusters. */
static gboolean
choose (EqpCheckPartition *self, EqpPrices prices, const gboolean *may, double loose, gint64 *vertex, gint32 *to)
{
  double best = -INFINITY, tiny = 1e-12 * (1.0 + eqp_check_cut (self));

  for (int a = 0; a < self->k; a++)
    {
      int b = -1;
      gint64 loosest = -1;
      double least = INFINITY;

      for (int c = 0; c < self->k; c++)
        {
          gint64 top = -1;
          double most = -INFINITY;

          for (gint64 v = 0; v < self->graph->n; v++)
            {
              double mass = (double) mass_of (self->graph, v);
              double key = weight_into (self, v, c) - weight_into (self, v, a) - prices.gamma * mass * mass;

              if (self->dense && c != a && self->labels[v] == a)
                key = gain_of (self, prices, v, c);
              if (may[v] && self->labels[v] == a && c != a && weight_into (self, v, c) > 0.0 && key > most)
                {
                  most = key;
                  top = v;
                }
            }
          if (top >= 0 && gain_of (self, prices, top, c) > best + tiny)
            {
              best = gain_of (self, prices, top, c);
              *vertex = top;
              *to = c;
            }
        }
      for (int c = 0; c < self->k; c++)
        if (c != a && (b < 0 || size_of (self, c) < size_of (self, b)))
          b = c;
      for (gint64 v = 0; v < self->graph->n && b >= 0; v++)
        {
          double mass = (double) mass_of (self->graph, v), tie = weight_into (self, v, a) + prices.gamma * mass * mass;

          if (self->dense && self->labels[v] == a)
            tie = weight_into (self, v, b) - gain_of (self, prices, v, b);
          if (may[v] && self->labels[v] == a && weight_into (self, v, a) <= loose * mass && tie < least)
            {
              least = tie;
              loosest = v;
            }
        }
      /* What it may weigh there is not looked at: then it is among the neighbors as well. */
      if (loosest >= 0 && gain_of (self, prices, loosest, b) - weight_into (self, loosest, b) > best + tiny)
        {
          best = gain_of (self, prices, loosest, b) - weight_into (self, loosest, b);
          *vertex = loosest;
          *to = b;
        }
    }
  return best > -INFINITY;
}

/* What ties a vertex by more than this has no reason to go where it has no neighbor. */
static double
loose_weight (const EqpCheckPartition *self, EqpPrices prices)
{
  gint64 smallest = G_MAXINT64, largest = 0;

  for (int c = 0; c < self->k; c++)
    {
      smallest = MIN (smallest, size_of (self, c));
      largest = MAX (largest, size_of (self, c));
    }
  return prices.gamma * (double) (largest - smallest) +
         (self->limited ? prices.limit * (double) (1 + MAX (0, largest - self->most) + MAX (0, self->fewest - smallest))
                        : 0.0);
}

/* The best move that is not locked, again and again, and back to the best state. For short walks: the queues of the real
 * one are never filled anew. */
gboolean
eqp_check_walk (EqpCheckPartition *self, EqpPrices judge, const EqpWalkPlan *plan, EqpRng *rng)
{
  gint64 n = self->graph->n, since = 0;
  g_autofree gint64 *until = g_new0 (gint64, n);
  g_autofree gboolean *may = g_new (gboolean, n);
  g_autofree gint32 *best_labels = g_memdup2 (self->labels, sizeof (gint32) * n);
  double start = eqp_check_value (self, judge), best = start, loose = loose_weight (self, plan->prices);
  double tiny = 1e-12 * (1.0 + eqp_check_cut (self));

  for (gint64 time = 1; time <= plan->moves && since < plan->patience && self->k > 1; time++)
    {
      gboolean locks = FALSE;
      gint64 v;
      gint32 to;

      for (gint64 u = 0; u < n; u++)
        {
          may[u] = until[u] <= time;
          locks |= !may[u] && plan->tenure > 0;
        }
      if (!choose (self, plan->prices, may, loose, &v, &to))
        {
          if (!locks)
            break;
          since++;
          continue;
        }
      self->labels[v] = to;
      until[v] = plan->tenure > 0 ? time + 1 + plan->tenure / 2 + (gint64) eqp_rng_below (rng, plan->tenure) : G_MAXINT64;
      since++;
      if (eqp_check_value (self, judge) < best - tiny)
        {
          best = eqp_check_value (self, judge);
          memcpy (best_labels, self->labels, sizeof (gint32) * n);
          since = 0;
        }
    }
  memcpy (self->labels, best_labels, sizeof (gint32) * n);
  return best < start;
}

/* A quarter of what holds a vertex pulls it elsewhere. */
static gboolean
is_seed (const EqpCheckPartition *self, gint64 v)
{
  for (int c = 0; c < self->k; c++)
    if (c != self->labels[v] && weight_into (self, v, c) > 0.0 &&
        weight_into (self, v, c) >= 0.25 * weight_into (self, v, self->labels[v]))
      return TRUE;
  return FALSE;
}

/* From each seed, in random order: the seed and then the neighbors of what has moved; given up where the losses since
 * the best state are so alike that none above their mean is to be hoped for. What moved once in the round stays. */
gboolean
eqp_check_walk_local (EqpCheckPartition *self, EqpPrices judge, const EqpWalkPlan *plan, EqpRng *rng)
{
  gint64 n = self->graph->n, n_seeds = 0;
  g_autofree gint32 *seeds = g_new (gint32, n), *best_labels = g_new (gint32, n);
  g_autofree gboolean *locked = g_new0 (gboolean, n), *may = g_new (gboolean, n);
  double start = eqp_check_value (self, judge);

  for (gint64 v = 0; v < n && self->k > 1; v++)
    if (is_seed (self, v))
      seeds[n_seeds++] = (gint32) v;
  eqp_rng_shuffle (rng, seeds, n_seeds);
  for (gint64 s = 0; s < n_seeds; s++)
    {
      double best = eqp_check_value (self, judge), sum = 0.0, squares = 0.0;
      double tiny = 1e-12 * (1.0 + eqp_check_cut (self));

      if (locked[seeds[s]] || !is_seed (self, seeds[s]))
        continue;
      memcpy (best_labels, self->labels, sizeof (gint32) * n);
      memset (may, 0, sizeof (gboolean) * n);
      may[seeds[s]] = TRUE;
      for (gint64 since = 0; since < plan->patience; since++)
        {
          double before = eqp_check_value (self, judge), loss;
          gint64 v;
          gint32 to;

          if (since >= 3 && sum > 0.0 && sum * sum > 5.0 * (squares - sum * sum / (double) since))
            break;
          if (!choose (self, plan->prices, may, -1.0, &v, &to))
            break;
          self->labels[v] = to;
          locked[v] = TRUE;
          may[v] = FALSE;
          for (gint64 e = self->graph->starts[v]; e < self->graph->starts[v + 1]; e++)
            may[self->graph->columns[e]] = !locked[self->graph->columns[e]];
          loss = eqp_check_value (self, judge) - before;
          sum += loss;
          squares += loss * loss;
          if (eqp_check_value (self, judge) < best - tiny)
            {
              best = eqp_check_value (self, judge);
              memcpy (best_labels, self->labels, sizeof (gint32) * n);
              since = 0;
              sum = squares = 0.0;
            }
        }
      memcpy (self->labels, best_labels, sizeof (gint32) * n);
    }
  return eqp_check_value (self, judge) < start - 1e-12 * (1.0 + eqp_check_cut (self));
}

/* The move that brings sizes nearest to the limits, and of these the one that costs least, until all are within. */
void
eqp_check_walk_repair (EqpCheckPartition *self)
{
  gint64 n = self->graph->n;
  g_autofree gboolean *may = g_new (gboolean, n);
  EqpPrices prices = { 0.0, 1.0 };
  double heaviest = 0.0;

  for (gint64 v = 0; v < n; v++)
    {
      double degree = 0.0;

      may[v] = TRUE;
      for (gint64 e = self->graph->starts[v]; e < self->graph->starts[v + 1]; e++)
        degree += self->graph->weights[e];
      heaviest = MAX (heaviest, degree);
    }
  if (heaviest > 0.0)
    prices.limit = 4.0 * heaviest;
  while (eqp_check_value (self, (EqpPrices) { 0.0, 1.0 }) > eqp_check_cut (self))
    {
      gint64 v;
      gint32 to;

      g_assert_true (choose (self, prices, may, INFINITY, &v, &to));
      self->labels[v] = to;
    }
}

static gint64
degree_of (const EqpLevel *graph, gint32 v)
{
  return graph->starts[v + 1] - graph->starts[v];
}

/* In random order, fewer edges first, each vertex takes the free neighbor with the largest w^2 / mass or (as chance has
 * it) w / mass; if more than six in ten are left,
 * those that have none join by twos at the neighbor they hang on most. Returns the vertices of the coarser graph, 0
 * where that would hardly be fewer. */
gint64
eqp_check_coarsen (const EqpLevel *fine, const gint32 *keep, gint64 most_mass, gint64 wanted, EqpRng *rng, gint32 *map)
{
  gint64 n = fine->n, left = n, used = 0;
  g_autofree gint32 *order = g_new (gint32, n), *mate = g_new (gint32, n), *waiting = g_new (gint32, n + 1);
  gboolean squared = eqp_rng_below (rng, 2) == 0;

  for (gint64 v = 0; v < n; v++)
    {
      order[v] = (gint32) v;
      mate[v] = waiting[v] = -1;
    }
  waiting[n] = -1;
  eqp_rng_shuffle (rng, order, n);
  /* Fewer edges first, equals as they are. */
  for (gint64 o = 1; o < n; o++)
    for (gint64 p = o; p > 0 && degree_of (fine, order[p]) < degree_of (fine, order[p - 1]); p--)
      {
        gint32 swapped = order[p];

        order[p] = order[p - 1];
        order[p - 1] = swapped;
      }
  for (gint64 o = 0; o < n && left > wanted; o++)
    {
      gint32 v = order[o], choice = -1;
      double best = -1.0;

      if (mate[v] >= 0)
        continue;
      for (gint64 e = fine->starts[v]; e < fine->starts[v + 1]; e++)
        {
          gint32 u = fine->columns[e];
          double rating = fine->weights[e] * (squared ? fine->weights[e] : 1.0) / (double) mass_of (fine, u);

          if (mate[u] < 0 && mass_of (fine, u) + mass_of (fine, v) <= most_mass && (keep == NULL || keep[u] == keep[v]) &&
              rating > best)
            {
              best = rating;
              choice = u;
            }
        }
      if (choice >= 0)
        {
          mate[v] = choice;
          mate[choice] = v;
          left--;
        }
    }
  if (left > wanted && (double) left > 0.6 * (double) n)
    for (gint64 o = 0; o < n; o++)
      {
        gint32 v = order[o], hub = fine->starts[v] == fine->starts[v + 1] ? (gint32) n : -1;
        double most = -1.0;

        if (mate[v] >= 0)
          continue;
        for (gint64 e = fine->starts[v]; e < fine->starts[v + 1]; e++)
          if (fine->weights[e] > most && (keep == NULL || keep[fine->columns[e]] == keep[v]))
            {
              most = fine->weights[e];
              hub = fine->columns[e];
            }
        if (hub >= 0 && waiting[hub] >= 0 && mass_of (fine, v) + mass_of (fine, waiting[hub]) <= most_mass &&
            (keep == NULL || keep[waiting[hub]] == keep[v]))
          {
            mate[v] = waiting[hub];
            mate[waiting[hub]] = v;
            waiting[hub] = -1;
            left--;
          }
        else if (hub >= 0)
          waiting[hub] = v;
      }
  if ((double) left > 0.97 * (double) n)
    return 0;
  for (gint64 v = 0; v < n; v++)
    map[v] = mate[v] >= 0 && mate[v] < v ? map[mate[v]] : (gint32) used++;
  return used;
}
