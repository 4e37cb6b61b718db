/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Multilevel search for balanced min-cut: minimises J = W - Tr(F'AF) + gamma * sum_k n_k^2 over all labels of a graph
 * (Hendrickson, Leland 1995; Karypis, Kumar 1998; cycles and combination after Walshaw 2004 and Sanders, Schulz 2012).
 *
 *   fresh     coarsen, partition the coarsest graph in several ways, refine on the way back; besides, divide the graph
 *             step by step (eqp-multilevel-parts.c);
 *   improve   cycles: coarsen without merging across the best partition, so that it survives, and refine it again on
 *             every level. On coarse levels whole groups move, down to whole clusters; then the same in the union of
 *             every two clusters that touch;
 *   combine   a cycle that merges only what two partitions agree on; a start makes several partitions briefly, and
 *             combines them (eqp-multilevel-population.c).
 *
 * A level whose vertices are heavy cannot reach even sizes, and a large gamma would hold everything in place there.
 * Each level therefore works at the gamma that makes the typical weight of a vertex and the price of its move
 * comparable, or at the gamma asked for if that is smaller; the finest level climbs from there to the gamma asked for.
 * What counts as best is always J at the gamma asked for.
 *
 * On the levels of large graphs flows between pairs of clusters (eqp-multilevel-flow.c) find what walks miss.
 *
 * Limits of size are a price as well, soft in the same way on the way down and back up. Only labels within them count
 * as best, and where the finest level does not get there by itself its sizes are mended. */
#include "config.h"

#include "eqp-multilevel-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define TRIES 8                 /* partitions of the coarsest graph */
#define FRESH_CHUNKS 6          /* vertices a cluster on the coarsest level of a fresh start */
#define CYCLE_CHUNKS 20         /* the most in a cycle; the number is drawn anew each time */
#define LEAST_COARSE 60
#define SOFT_PRICE 0.15         /* price of a move in parts of the typical weight of a vertex */
#define SPARSE 4.0              /* entries a row: on graphs of fewer, under limits, that price is */
#define SOFT_RANGE 14.0         /* up to so many times as high, as chance has it for each cycle */
#define LOCAL_LEAST 20000       /* vertices from which on short walks take part */
#define LOCAL_ROUNDS 3
#define LOCAL_PATIENCE 30
#define LOCAL_CYCLES 2
#define LOCAL_SLACK 0.05        /* of the mean size: how far sizes may differ on the levels of a large graph */
#define FLOW_LEAST 500          /* vertices: on smaller levels walks see everything */
#define FLOW_SHARE 0.2
#define FLOW_ROUNDS 2
#define CLIMB 4.0
#define PASSES 10
#define LEVEL_PATIENCE 150      /* moves without a new best; what is found at all is found soon */
#define CYCLES_MOST 24
#define CYCLES_FAILED 4         /* without success: enough */
#define WORK 1.6e6 /* entries that all partitions from nothing may visit: large graphs get fewer of everything */
#define CYCLES_SHARE 6.0        /* of that, for cycles */
#define STEP_WORK 4e6           /* entries of queues that a walk may renew without finding anything */
#define LEAST_STEPS 20
#define MAX_LEVELS 64
#define FIRM                                                                                                           \
  0.3 /* gamma in parts of the price at which a row moves for its whole weight: exchanges pay from there on */
#define EXCHANGES 3
#define TABU_MOVES 2000
#define TABU_TENURE 20
#define LEVELS_PART 0.5         /* of the time of a cycle; the finest level takes the rest to settle; for progress */
#define WHOLE_PART 0.5          /* of that of a partition from nothing, before its division */
#define CYCLES_PART 0.5         /* of that of improving, before pairs */
#define BRIEF_FAILED 2          /* the same for one of several partitions that are combined later */
#define BRIEF_TABU 300

/**
 * _eqp_multilevel_new:
 * @graph: the input graph, all masses 1; its arrays have to outlive the search
 * @k: clusters
 * @gamma: raw gamma
 * @fewest: rows of a cluster at the least; 0 is no limit
 * @most: rows of a cluster at the most; 0 is no limit
 * @cancellable: (nullable): looked at every 1000 moves or so
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Returns: (transfer full): a search that has met no labels yet
 */
EqpMultilevel *
_eqp_multilevel_new (const EqpLevel *graph,
                     int             k,
                     double          gamma,
                     gint64          fewest,
                     gint64          most,
                     GCancellable   *cancellable,
                     GError        **error)
{
  EqpMultilevel *self = g_new0 (EqpMultilevel, 1);
  gint64 base = graph->n / k, larger = graph->n % k;
  double total = 0.0;

  for (gint64 e = 0; e < graph->starts[graph->n]; e++)
    total += graph->weights[e];
  self->graph = *graph;
  self->k = k;
  self->gamma = gamma;
  self->local = graph->n > LOCAL_LEAST;
  self->soft = SOFT_PRICE;
  self->tolerance = 1e-13 * total;
  self->limited = fewest > 0 || most > 0;
  self->outside = CLAMP (2.0 * (total + gamma * (double) graph->n * (double) graph->n), 1.0, 1e250);
  self->least = larger * (base + 1) * (base + 1) + (k - larger) * base * base;
  self->cancellable = cancellable;
  self->best = INFINITY;
  self->best_sizes = g_new0 (gint64, k);
  if ((self->best_labels = eqp_try_alloc (graph->n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (self->walk = _eqp_walk_new (graph->n, graph->starts[graph->n], k, cancellable, error)) == NULL)
    {
      _eqp_multilevel_free (self);
      return NULL;
    }
  self->fewest = fewest;
  self->most = most > 0 ? most : graph->n;
  if (self->limited)
    _eqp_walk_set_limits (self->walk, self->fewest, self->most);
  return self;
}

void
_eqp_multilevel_free (EqpMultilevel *self)
{
  if (self == NULL)
    return;

  _eqp_walk_free (self->walk);
  g_free (self->best_sizes);
  eqp_free (self->best_labels);
  g_free (self);
}

gboolean
_eqp_multilevel_stopped (const EqpMultilevel *self)
{
  if (self->stop || g_cancellable_is_cancelled (self->cancellable))
    return TRUE;
  /* Time may be short, but labels there have to be. */
  return self->deadline > 0 && self->best < INFINITY && g_get_monotonic_time () >= self->deadline;
}

/**
 * _eqp_multilevel_tell:
 * @self: a search
 * @part: how much of the present step is done, 0..1
 */
void
_eqp_multilevel_tell (EqpMultilevel *self,
                      double         part)
{
  self->done = MAX (self->done, self->share.from + part * (self->share.to - self->share.from));
  eqp_progress_tell (self->progress, &self->told, self->done, EQP_PART_STARTS);
}

/**
 * _eqp_multilevel_share:
 * @self: a search
 * @from: 0..1, of the present step
 * @to: likewise
 *
 * From now on what is told is a part of that step, until its share is put back.
 *
 * Returns: the share of the present step
 */
EqpShare
_eqp_multilevel_share (EqpMultilevel *self,
                       double         from,
                       double         to)
{
  EqpShare whole = self->share;
  double width = whole.to - whole.from;

  self->share = (EqpShare) { whole.from + from * width, whole.from + to * width };
  _eqp_multilevel_tell (self, 0.0);
  return whole;
}

/* Entries of graphs that walks have looked at so far, those of searches in parts among them. */
gint64
_eqp_multilevel_get_visits (const EqpMultilevel *self)
{
  return self->visits + _eqp_walk_get_visits (self->walk);
}

/* The sizes of the best labels. */
void
_eqp_multilevel_get_range (const EqpMultilevel *self, gint64 *least, gint64 *most)
{
  *least = *most = self->best_sizes[0];
  for (int c = 1; c < self->k; c++)
    {
      *least = MIN (*least, self->best_sizes[c]);
      *most = MAX (*most, self->best_sizes[c]);
    }
}

/* What counts in the end. */
static EqpPrices
goal (const EqpMultilevel *self)
{
  return (EqpPrices) { self->gamma, self->outside };
}

/* -- the best state ------------------------------------------------------------------------------------------------ */

/* The walk stands on the graph that levels[n_levels - 1] leads to; what it has is kept when it is the best so far. */
static gboolean
note (EqpMultilevel *self, const char *phase, EqpCoarse * const *levels, int n_levels)
{
  double data = _eqp_walk_get_data (self->walk);
  double value = data + self->gamma * (double) (_eqp_walk_get_squares (self->walk) - self->least);
  const gint32 *labels = _eqp_walk_get_labels (self->walk);

  if (_eqp_walk_get_excess (self->walk) > 0 || !(value < self->best - self->tolerance))
    return FALSE;

  self->best = value;
  self->best_data = data;
  memcpy (self->best_sizes, _eqp_walk_get_sizes (self->walk), sizeof (gint64) * self->k);
  for (gint64 i = 0; i < self->graph.n; i++)
    {
      gint32 v = (gint32) i;

      for (int l = 0; l < n_levels; l++)
        v = levels[l]->map[v];
      self->best_labels[i] = labels[v];
    }
  if (self->report != NULL)
    self->report (self, phase, self->user_data);
  return TRUE;
}

/**
 * _eqp_multilevel_offer:
 * @self: a search
 * @phase: for the report
 * @labels: n labels
 *
 * Takes @labels when they are better than the best, mended first where sizes are outside the limits. O(entries).
 *
 * Returns: whether they were
 */
gboolean
_eqp_multilevel_offer (EqpMultilevel *self,
                       const char    *phase,
                       const gint32  *labels)
{
  g_autofree gint64 *sizes = g_new0 (gint64, self->k);
  gint64 squares = 0;
  double data = 0.0;

  if (self->limited)
    {
      _eqp_walk_set (self->walk, &self->graph, goal (self), labels);
      _eqp_walk_repair (self->walk);
      return note (self, phase, NULL, 0);
    }

  for (gint64 i = 0; i < self->graph.n; i++)
    {
      sizes[labels[i]]++;
      for (gint64 e = self->graph.starts[i]; e < self->graph.starts[i + 1]; e++)
        if (labels[self->graph.columns[e]] != labels[i])
          data += self->graph.weights[e];
    }
  for (int c = 0; c < self->k; c++)
    squares += sizes[c] * sizes[c];
  if (data + self->gamma * (double) (squares - self->least) >= self->best)
    return FALSE;
  _eqp_walk_set (self->walk, &self->graph, goal (self), labels);
  return note (self, phase, NULL, 0);
}

/* -- refinement ---------------------------------------------------------------------------------------------------- */

/* The price at which a move between clusters whose sizes differ by @slack costs @part of the typical weight of a
 * vertex. A move of mass m costs 2 gamma m slack and may gain up to twice the weight of the vertex. */
static double
price_for (const EqpLevel *graph, double slack, double part)
{
  double mass = (double) graph->total_mass / (double) graph->n, total = 0.0;

  for (gint64 e = 0; e < graph->starts[graph->n]; e++)
    total += graph->weights[e];
  return part * total / (double) graph->n / (2.0 * mass * MAX (mass, slack));
}

/* Where there are no limits a price above the gamma asked for has no use. */
static double
useful (const EqpMultilevel *self, double price)
{
  return self->limited ? price : MIN (self->gamma, price);
}

static EqpPrices
prices_at (const EqpMultilevel *self, double price)
{
  return (EqpPrices) { MIN (self->gamma, price), price };
}

static double
soft_price (const EqpMultilevel *self, const EqpLevel *graph)
{
  double slack = self->local ? LOCAL_SLACK * (double) graph->total_mass / (double) self->k : 0.0;

  return price_for (graph, slack, self->soft);
}

/* @most steps, or fewer where one is dear: each changes the place of its neighbors in the queues to all clusters they
 * touch. */
static gint64
steps (const EqpMultilevel *self, const EqpLevel *graph, gint64 most)
{
  double degree = (double) graph->starts[graph->n] / (double) MAX (1, graph->n);

  return (gint64) CLAMP (STEP_WORK / (1.0 + degree * MIN (degree, self->k)), LEAST_STEPS, (double) most);
}

/* Rounds of short walks, for graphs on which a pass sees too little. */
static void
refine_locally (EqpMultilevel *self, EqpPrices prices, int rounds, EqpRng *rng)
{
  EqpWalkPlan plan = { .prices = prices, .patience = LOCAL_PATIENCE };

  for (int round = 0; round < rounds && !_eqp_multilevel_stopped (self); round++)
    if (!_eqp_walk_run_local (self->walk, &plan, rng))
      break;
}

/* Passes at the same prices until one brings nothing. */
static void
refine (EqpMultilevel *self, const EqpLevel *graph, EqpPrices prices, EqpRng *rng)
{
  EqpWalkPlan plan = { .prices = prices, .moves = G_MAXINT64,
                       .patience = steps (self, graph, CLAMP (graph->n / 10, 50, LEVEL_PATIENCE)) };

  for (int pass = 0; pass < PASSES && !_eqp_multilevel_stopped (self); pass++)
    if (!_eqp_walk_run (self->walk, &plan, rng))
      break;
  if (self->local)
    refine_locally (self, prices, LOCAL_ROUNDS, rng);
  if (self->local && graph->n > FLOW_LEAST && !_eqp_multilevel_stopped (self) &&
      _eqp_walk_flow (self->walk, FLOW_SHARE, FLOW_ROUNDS))
    _eqp_walk_run (self->walk, &plan, rng);
}

/* The long way from the prices of a large level to those of single rows; states are judged by the prices of each step.
 */
static void
climb (EqpMultilevel *self, double end, const char *phase, EqpRng *rng)
{
  for (double price = CLIMB * useful (self, soft_price (self, &self->graph));
       price < end && !_eqp_multilevel_stopped (self); price *= CLIMB)
    {
      EqpPrices prices = prices_at (self, price);

      _eqp_walk_set (self->walk, &self->graph, prices, _eqp_walk_get_labels (self->walk));
      refine_locally (self, prices, 1, rng);
      note (self, phase, NULL, 0);
    }
  _eqp_walk_set (self->walk, &self->graph, goal (self), _eqp_walk_get_labels (self->walk));
}

/* On the finest level: from the prices of the level up to those that count, then a walk with short locks, and exchanges
 * where sizes are held firmly. */
static void
settle (EqpMultilevel *self, const gint32 *labels, const char *phase, EqpRng *rng)
{
  double row = price_for (&self->graph, 0.0, 1.0), unit = useful (self, row);
  gboolean firm = self->limited || self->gamma > FIRM * row;
  gint64 moves = steps (self, &self->graph, self->brief ? BRIEF_TABU : TABU_MOVES);
  EqpWalkPlan tabu = {
    .prices = prices_at (self, unit), .moves = moves, .patience = moves / 2, .tenure = TABU_TENURE
  };

  _eqp_walk_set (self->walk, &self->graph, goal (self), labels);
  if (self->local)
    climb (self, 0.3 * unit, phase, rng);
  for (double part = 0.3; part < 3.0; part *= self->brief ? 4.0 : 2.0)
    {
      EqpWalkPlan plan = { .prices = prices_at (self, part * unit), .moves = G_MAXINT64,
                           .patience = steps (self, &self->graph,
                                              CLAMP (self->graph.n / 4, 100, 2 * LEVEL_PATIENCE)) };

      _eqp_walk_run (self->walk, &plan, rng);
      if (self->local)
        refine_locally (self, plan.prices, 1, rng);
      note (self, phase, NULL, 0);
    }
  _eqp_walk_repair (self->walk);
  _eqp_walk_run (self->walk, &tabu, rng);
  note (self, phase, NULL, 0);
  if (firm)
    for (int i = 0; i < EXCHANGES && !_eqp_multilevel_stopped (self) && _eqp_walk_exchange (self->walk); i++)
      {
        _eqp_walk_run (self->walk, &tabu, rng);
        note (self, "exchange", NULL, 0);
      }
}

/* -- cycles -------------------------------------------------------------------------------------------------------- */

/* The several partitions of a coarsest graph, refined; the best at the gamma of that level. */
static gint32 *
partition_coarsest (EqpMultilevel *self, const EqpLevel *graph, EqpRng *rng)
{
  EqpPrices prices = prices_at (self, soft_price (self, graph));
  double best = INFINITY;
  gint32 *labels = g_new (gint32, graph->n);
  g_autofree gint32 *next = g_new (gint32, graph->n);

  for (int t = 0; t < TRIES && (best == INFINITY || !_eqp_multilevel_stopped (self)); t++)
    {
      if (t == 0 && _eqp_start_components (graph, self->k, next) == 1)
        continue;
      if (t % 4 == 3)
        _eqp_start_random (graph, self->k, rng, next);
      else if (t > 0)
        _eqp_start_grow (graph, self->k, rng, next);
      _eqp_walk_set (self->walk, graph, prices, next);
      refine (self, graph, prices, rng);
      if (_eqp_walk_get_worth (self->walk) < best)
        {
          best = _eqp_walk_get_worth (self->walk);
          memcpy (labels, _eqp_walk_get_labels (self->walk), sizeof (gint32) * graph->n);
        }
    }
  return labels;
}

static gint32 *
to_coarse (const EqpCoarse *coarse, gint64 n_fine, const gint32 *values)
{
  gint32 *result = g_new (gint32, coarse->graph.n);

  for (gint64 v = 0; v < n_fine; v++)
    result[coarse->map[v]] = values[v];
  return result;
}

static gint32 *
to_fine (const EqpCoarse *coarse, gint64 n_fine, const gint32 *values)
{
  gint32 *result = g_new (gint32, n_fine);

  for (gint64 v = 0; v < n_fine; v++)
    result[v] = values[coarse->map[v]];
  return result;
}

/* Down to about @wanted vertices and back up. With @labels: they are refined, and only vertices with equal @keep are
 * merged; without: a fresh partition. */
static void
cycle (EqpMultilevel *self, const gint32 *keep, const gint32 *labels, gint64 wanted, EqpRng *rng)
{
  const char *phase = labels == NULL ? "level" : "cycle";
  EqpCoarse *levels[MAX_LEVELS];
  const EqpLevel *graph = &self->graph;
  gint64 most_mass = MAX (2, (gint64) (1.5 * (double) self->graph.n / (double) wanted));
  gint32 *coarse_keep = NULL, *coarse_labels = NULL;
  gint64 vertices = graph->n, done = 0; /* of all levels */
  int n_levels = 0;

  /* Where few edges hold a row there are many ways to move the sizes by a little, and what is found at one price is
   * missed at another. */
  if (self->limited && !self->local && (double) self->graph.starts[self->graph.n] < SPARSE * (double) self->graph.n)
    self->soft = SOFT_PRICE * pow (SOFT_RANGE, eqp_rng_uniform (rng));
  if (labels != NULL)
    {
      coarse_keep = g_memdup2 (keep, sizeof (gint32) * graph->n);
      coarse_labels = g_memdup2 (labels, sizeof (gint32) * graph->n);
    }

  while (graph->n > wanted && n_levels < MAX_LEVELS && !_eqp_multilevel_stopped (self))
    {
      EqpCoarse *coarse = _eqp_coarsen (graph, coarse_keep, most_mass, wanted, rng);

      if (coarse == NULL)
        break;
      if (labels != NULL)
        {
          gint32 *kept = to_coarse (coarse, graph->n, coarse_keep);
          gint32 *labeled = to_coarse (coarse, graph->n, coarse_labels);

          g_free (coarse_keep);
          g_free (coarse_labels);
          coarse_keep = kept;
          coarse_labels = labeled;
        }
      levels[n_levels++] = coarse;
      graph = &coarse->graph;
      vertices += graph->n;
    }

  if (labels == NULL)
    coarse_labels = partition_coarsest (self, graph, rng);

  for (int l = n_levels; l >= 0; l--)
    {
      EqpPrices prices;

      graph = l > 0 ? &levels[l - 1]->graph : &self->graph;
      prices = prices_at (self, soft_price (self, graph));
      _eqp_walk_set (self->walk, graph, prices, coarse_labels);
      refine (self, graph, prices, rng);
      note (self, phase, levels, l);
      done += graph->n;
      _eqp_multilevel_tell (self, LEVELS_PART * (double) done / (double) vertices);
      g_free (coarse_labels);
      if (l > 0)
        {
          coarse_labels = to_fine (levels[l - 1], l > 1 ? levels[l - 2]->graph.n : self->graph.n,
                                   _eqp_walk_get_labels (self->walk));
          _eqp_coarse_free (levels[l - 1]);
        }
      else
        coarse_labels = g_memdup2 (_eqp_walk_get_labels (self->walk), sizeof (gint32) * self->graph.n);
    }
  if (!_eqp_multilevel_stopped (self))
    settle (self, coarse_labels, phase, rng);
  g_free (coarse_labels);
  g_free (coarse_keep);
}

/* Whole clusters as vertices: merges that a small gamma makes worth while. */
static void
merge_clusters (EqpMultilevel *self, EqpRng *rng)
{
  gint32 *map = g_new (gint32, self->graph.n);
  g_autofree gint32 *number = g_new (gint32, self->k);
  g_autofree gint32 *labels = g_new (gint32, self->k);
  EqpCoarse *coarse;
  gint32 used = 0;

  for (int c = 0; c < self->k; c++)
    if (self->best_sizes[c] > 0)
      {
        labels[used] = c;
        number[c] = used++;
      }
  for (gint64 i = 0; i < self->graph.n; i++)
    map[i] = number[self->best_labels[i]];
  coarse = _eqp_contract (&self->graph, map, used);
  _eqp_walk_set (self->walk, &coarse->graph, goal (self), labels);
  refine (self, &coarse->graph, goal (self), rng);
  note (self, "merge", &coarse, 1);
  _eqp_coarse_free (coarse);
}

/**
 * _eqp_multilevel_affordable:
 * @self: a search
 * @share: of the work that may be done; 1 is that of partitions from nothing
 * @least: for large graphs
 * @most: for small graphs
 *
 * Returns: how often something is done that takes time in proportion to the graph
 */
int
_eqp_multilevel_affordable (const EqpMultilevel *self, double share, int least, int most)
{
  /* A move looks at all clusters. */
  double visits = (double) MAX (self->graph.starts[self->graph.n], 1) * (1.0 + self->k / 32.0);

  return (int) CLAMP (share * WORK / visits, least, most);
}

/**
 * _eqp_multilevel_fresh:
 * @self: a search
 * @rng: all that is left to chance
 *
 * A multilevel run from nothing, and one by recursive division; on a large graph, from the second time on, the one of
 * them that was better. What they find is kept when it is the best so far.
 */
void
_eqp_multilevel_fresh (EqpMultilevel *self,
                       EqpRng        *rng)
{
  EqpShare share = _eqp_multilevel_share (self, 0.0, self->way == EQP_WAY_BOTH ? WHOLE_PART : 1.0);
  double whole;

  if (self->way != EQP_WAY_DIVIDED && !_eqp_multilevel_stopped (self))
    cycle (self, NULL, NULL, MAX (LEAST_COARSE, (gint64) FRESH_CHUNKS * self->k), rng);
  whole = self->best;
  self->share = share;

  if (self->way != EQP_WAY_WHOLE && !_eqp_multilevel_stopped (self))
    {
      g_autofree gint32 *labels = g_new (gint32, self->graph.n);

      if (_eqp_multilevel_divide (self, rng, labels))
        settle (self, labels, "divide", rng);
      if (self->local)
        self->way = self->best < whole ? EQP_WAY_DIVIDED : EQP_WAY_WHOLE;
    }
}

/**
 * _eqp_multilevel_improve:
 * @self: a search that has labels
 * @rng: all that is left to chance
 *
 * Cycles from the best labels until several in a row bring nothing, then searches in pairs of clusters.
 */
void
_eqp_multilevel_improve (EqpMultilevel *self,
                         EqpRng        *rng)
{
  EqpShare share = self->share;
  int failed = 0, most = _eqp_multilevel_affordable (self, CYCLES_SHARE, CYCLES_FAILED, CYCLES_MOST),
      most_failed = _eqp_multilevel_affordable (self, 1.0, 2, CYCLES_FAILED);

  if (self->brief)
    most_failed = MIN (most_failed, BRIEF_FAILED);
  if (self->local)
    {
      most = LOCAL_CYCLES;
      most_failed = 1;
    }

  for (int i = 0; i < most && failed < most_failed && !_eqp_multilevel_stopped (self); i++)
    {
      gint64 chunks = 2 + (gint64) eqp_rng_below (rng, CYCLE_CHUNKS - 1);
      double before = self->best, cycles = self->brief ? 1.0 : CYCLES_PART;
      int usual = MIN (most, i + most_failed - failed);

      _eqp_multilevel_share (self, cycles * i / usual, cycles * (i + 1) / usual);
      cycle (self, self->best_labels, self->best_labels, MAX (LEAST_COARSE, chunks * self->k), rng);
      merge_clusters (self, rng);
      failed = self->best < before ? 0 : failed + 1;
      self->share = share;
    }
  if (!self->brief)
    {
      _eqp_multilevel_share (self, CYCLES_PART, 1.0);
      _eqp_multilevel_pairs (self, rng);
    }
  self->share = share;
}

/**
 * _eqp_multilevel_combine:
 * @self: a search that has labels
 * @other: n labels of another good partition
 * @rng: all that is left to chance
 *
 * A cycle from the best labels in which only rows are merged that are together in both partitions: groups on which they
 * disagree move as a whole. Never ends above the best.
 */
void
_eqp_multilevel_combine (EqpMultilevel *self,
                         const gint32  *other,
                         EqpRng        *rng)
{
  g_autofree gint32 *both = NULL;

  if (self->k > G_MAXINT16)
    return;

  both = g_new (gint32, self->graph.n);
  for (gint64 i = 0; i < self->graph.n; i++)
    both[i] = self->best_labels[i] * self->k + other[i];
  cycle (self, both, self->best_labels, MAX (LEAST_COARSE, (gint64) 2 * self->k), rng);
}
