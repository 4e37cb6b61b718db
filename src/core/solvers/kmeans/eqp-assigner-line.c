/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prices of clusters on a line, see eqp-assigner.c: a single column, or centers in a row. Where what two clusters cost
 * differs the more the further a row is along the line, the rows in order and the clusters in order belong together,
 * so many to each. With S_j rows before the border of cluster j to the next one, and D_j (S) the sum over the first S
 * rows of what cluster j costs more than the next one, the optimum is that of a chain of convex functions,
 *
 *   minimise  sum_j D_j (S_j) + sum_j gamma (S_j - S_(j-1))^2,
 *
 * within the limits. Newton's method, whose system has three diagonals, comes close; then all borders are chosen at
 * once within a window each, by a dynamic program whose steps merge two sorted lists of slopes, until no border is at
 * the end of its window: where a chain is convex, that is the optimum. The rows at the borders and the sizes tell the
 * prices. On a chain of thousands of clusters nothing else gets from one end to the other. Where it is no line these
 * are prices like others, and how well sizes suit them tells whether they are of use. */
#include "config.h"

#include "eqp-assigner-parts-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define ROWS_PER_LOOK 1024 /* at the cancellable */
#define FIRST_SHARE 4   /* Newton's steps are no longer than this part of the rows at first, */
#define SMALLER 0.6     /* and so much shorter from one to the next; */
#define TRIED 3         /* where there are labels these are near, and windows do, as a rule */
#define WINDOW 16       /* rows on either side of a border at first, */
#define WIDEST 512      /* twice as many where a border comes to the end of it, up to these, */
#define WIDEST_BYTES (1 << 26) /* as long as all windows take no more */
#define PASSES 64

typedef struct
{
  double along; /* the line */
  gint32 number;
} Place;

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Place *one = a, *other = b;

  return one->along != other->along ? (one->along < other->along ? -1 : 1) : one->number - other->number;
}

static double
cost_of (EqpAssigner *self, gint64 row, int cluster)
{
  return cost_in (_eqp_assigner_row (self, row, 0), cluster);
}

static int
dearest (EqpAssigner *self, gint64 row)
{
  EqpCostRow costs = _eqp_assigner_row (self, row, 0);
  int most = 0;

  for (int c = 1; c < self->k; c++)
    if (cost_in (costs, c) > cost_in (costs, most))
      most = c;
  return most;
}

/* How much more @first costs than @second in the cluster. */
static double
difference (EqpAssigner *self, gint64 first, gint64 second, int cluster)
{
  return cost_of (self, first, cluster) - cost_of (self, second, cluster);
}

/* Rows by what a cluster at one end of the line costs them and one at the other end does not, and clusters by what they
 * cost a row at one end and not the one at the other. FALSE when cancelled. */
static gboolean
put_in_order (EqpAssigner *self, Place *rows, Place *clusters)
{
  int near = dearest (self, 0), far = near;
  gint64 first = 0, last = 0;

  for (gint64 i = 0; i < self->n; i++)
    {
      if (i % ROWS_PER_LOOK == 0 && _eqp_assigner_poll (self))
        return FALSE;
      rows[i].along = cost_of (self, i, near);
      first = rows[i].along < rows[first].along ? i : first;
      last = rows[i].along > rows[last].along ? i : last;
    }
  for (int c = 0; c < self->k; c++)
    clusters[c] = (Place){ fabs (difference (self, first, last, c) - difference (self, first, last, near)), c };
  for (int c = 0; c < self->k; c++)
    far = clusters[c].along > clusters[far].along ? c : far;
  for (gint64 i = 0; i < self->n; i++)
    {
      if (i % ROWS_PER_LOOK == 0 && _eqp_assigner_poll (self))
        return FALSE;
      rows[i] = (Place){ rows[i].along - cost_of (self, i, far), (gint32) i };
    }
  g_qsort_with_data (rows, (int) self->n, sizeof *rows, compare, NULL);
  for (int c = 0; c < self->k; c++)
    clusters[c] = (Place){ difference (self, rows[0].number, rows[self->n - 1].number, c), c };
  g_qsort_with_data (clusters, self->k, sizeof *clusters, compare, NULL);
  return TRUE;
}

/* -- borders ----------------------------------------------------------------------------------------------------- */

/* The chain: clusters by their places in order from here on. */
typedef struct
{
  EqpAssigner  *self;
  const gint32 *rows;     /* n, in order */
  const gint32 *clusters; /* k, in order */
  gint64       *least;    /* k: rows */
  gint64       *most;
  gint64       *border;   /* k + 1: rows before it are of the clusters before it */
  gint64       *lowest;   /* k + 1: what the limits leave it */
  gint64       *highest;
  gint64       *low;      /* k + 1: its window */
  gint64       *high;
  gint64        room;     /* slopes a border in the following */
  double       *slopes;   /* (k + 1) x room: how much less each row of the window costs beyond the border */
  gint32       *before;   /* (k + 1) x room: for each place of a border the best of the one before it, from low on */
  double       *best;     /* room: slopes of the best value up to a border */
  double       *next;     /* room */
  double       *mean;     /* room */
  double       *scratch;  /* these three */
  gint32       *count;    /* room */
} Chain;

/* What cluster @j costs a row more than the next one. */
static double
more_in (Chain *chain, EqpCostRow row, int j)
{
  return cost_in (row, chain->clusters[j]) - cost_in (row, chain->clusters[j + 1]);
}

static double
more (Chain *chain, int j, gint64 at)
{
  return more_in (chain, _eqp_assigner_row (chain->self, chain->rows[at], 0), j);
}

/* FALSE: no sizes are within them. */
static gboolean
find_limits (Chain *chain)
{
  EqpAssigner *self = chain->self;
  int k = self->k;

  chain->lowest[0] = chain->highest[0] = 0;
  chain->lowest[k] = chain->highest[k] = self->n;
  for (int j = 0; j < k; j++)
    {
      chain->least[j] = MIN (assigner_least (self, chain->clusters[j]), self->n);
      chain->most[j] = MIN (assigner_most (self, chain->clusters[j]), self->n);
    }
  for (int j = 1; j < k; j++)
    {
      chain->lowest[j] = chain->lowest[j - 1] + chain->least[j - 1];
      chain->highest[j] = MIN (self->n, chain->highest[j - 1] + chain->most[j - 1]);
    }
  for (int j = k - 1; j >= 0; j--)
    {
      chain->lowest[j] = MAX (chain->lowest[j], chain->lowest[j + 1] - chain->most[j]);
      chain->highest[j] = MIN (chain->highest[j], chain->highest[j + 1] - chain->least[j]);
      if (chain->lowest[j] > chain->highest[j])
        return FALSE;
    }
  return TRUE;
}

/* What is within the limits and near. */
static void
keep_limits (Chain *chain)
{
  for (int j = 1; j < chain->self->k; j++)
    {
      gint64 past = chain->border[j - 1];

      chain->border[j] = CLAMP (chain->border[j], MAX (chain->lowest[j], past + chain->least[j - 1]),
                                MIN (chain->highest[j], past + chain->most[j - 1]));
    }
}

/* What one more row costs a cluster at this size, which need not be whole. */
static double
size_slope (EqpAssigner *self, int cluster, double size)
{
  double each = size / (double) assigner_copies (self, cluster) + (double) assigner_load (self, cluster);

  return self->gamma * (2.0 * each - (double) self->base);
}

/* A Newton step of at most @radius rows a border: how D bends is told by as many to either side. */
static void
step_of (Chain *chain, gint64 radius, double *upper, double *step)
{
  EqpAssigner *self = chain->self;
  int k = self->k;

  for (int j = 1; j < k; j++)
    {
      int cluster = chain->clusters[j - 1], after = chain->clusters[j];
      gint64 at = MIN (chain->border[j], self->n - 1);
      gint64 from = MAX (0, at - radius), to = MIN (self->n - 1, at + radius);
      double bend = MAX (0.0, (more (chain, j - 1, to) - more (chain, j - 1, from)) / (double) MAX (1, to - from));
      double before = 2.0 * self->gamma / (double) assigner_copies (self, cluster);
      double behind = 2.0 * self->gamma / (double) assigner_copies (self, after);
      double slope = more (chain, j - 1, at) +
                     size_slope (self, cluster, (double) (chain->border[j] - chain->border[j - 1])) -
                     size_slope (self, after, (double) (chain->border[j + 1] - chain->border[j]));
      double pivot = bend + before + behind + (j > 1 ? before * upper[j - 1] : 0.0);

      upper[j] = step[j] = 0.0;
      if (!(pivot > 0.0))
        continue;
      upper[j] = -behind / pivot;
      step[j] = (-slope + (j > 1 ? before * step[j - 1] : 0.0)) / pivot;
    }
  for (int j = k - 2; j > 0; j--)
    step[j] -= upper[j] * step[j + 1];
}

/* Where the borders are at the labels so far, or if there are none, where all sizes are even. Returns whether there
 * are. */
static gboolean
begin (Chain *chain)
{
  EqpAssigner *self = chain->self;
  gboolean known = TRUE;

  for (gint64 i = 0; i < self->n && known; i++)
    known = self->labels[i] >= 0;
  memset (self->sizes, 0, sizeof (gint64) * (gsize) self->k);
  for (gint64 i = 0; i < self->n && known; i++)
    self->sizes[self->labels[i]]++;
  chain->border[0] = 0;
  for (int j = 1; j <= self->k; j++)
    chain->border[j] = known ? chain->border[j - 1] + self->sizes[chain->clusters[j - 1]] : self->n * j / self->k;
  keep_limits (chain);
  return known;
}

/* Borders near the best ones, from those so far. FALSE when cancelled. */
static gboolean
approach (Chain *chain, double *upper, double *step)
{
  EqpAssigner *self = chain->self;

  for (double radius = (double) self->n / FIRST_SHARE; radius >= 1.0; radius *= SMALLER)
    {
      if (_eqp_assigner_poll (self))
        return FALSE;
      step_of (chain, (gint64) radius, upper, step);
      for (int j = 1; j < self->k; j++)
        if (isfinite (step[j]))
          chain->border[j] += (gint64) rint (CLAMP (step[j], -radius, radius));
      keep_limits (chain);
    }
  return TRUE;
}

/* The nearest slopes that never fall: rounding, or costs that are not quite those of a line, make some fall. */
static void
make_convex (Chain *chain, double *slopes, gint64 n_slopes)
{
  gint64 blocks = 0, at = 0;

  for (gint64 t = 0; t < n_slopes; t++)
    {
      double mean = slopes[t];
      gint32 count = 1;

      for (; blocks > 0 && chain->mean[blocks - 1] > mean; blocks--)
        {
          gint32 more_of = chain->count[blocks - 1];

          mean = (mean * (double) count + chain->mean[blocks - 1] * (double) more_of) / (double) (count + more_of);
          count += more_of;
        }
      chain->mean[blocks] = mean;
      chain->count[blocks++] = count;
    }
  for (gint64 b = 0; b < blocks; b++)
    for (gint32 t = 0; t < chain->count[b]; t++)
      slopes[at++] = chain->mean[b];
}

/* The best value up to each place of border @j, from that of the border before it. */
static void
go_on (Chain *chain, int j)
{
  EqpAssigner *self = chain->self;
  int cluster = chain->clusters[j - 1];
  gint64 width = chain->high[j - 1] - chain->low[j - 1], taken = 0, units = chain->least[j - 1];
  gint32 *before = chain->before + j * chain->room;
  double *swap = chain->best;

  for (gint64 at = chain->low[j - 1] + units;; at++)
    {
      double held = taken < width ? chain->best[taken] : INFINITY, slope;

      if (at >= chain->low[j])
        before[at - chain->low[j]] = (gint32) taken;
      if (at >= chain->high[j])
        break;
      slope = units < chain->most[j - 1] ? assigner_sink_price (self, cluster, units) : INFINITY;
      if (held <= slope)
        taken++;
      else
        units++;
      if (at >= chain->low[j])
        chain->next[at - chain->low[j]] = MIN (held, slope);
    }
  chain->best = chain->next;
  chain->next = swap;
}

/* The windows of @half rows on either side of the borders, and their slopes; what a row costs is asked for once. FALSE
 * when cancelled. */
static gboolean
look_within (Chain *chain, gint64 half)
{
  EqpAssigner *self = chain->self;
  int k = self->k, from = 1;

  chain->low[0] = chain->high[0] = 0;
  for (int j = 1; j <= k; j++)
    {
      chain->low[j] = MAX (MAX (chain->border[j] - half, chain->lowest[j]), chain->low[j - 1] + chain->least[j - 1]);
      chain->high[j] = MIN (MIN (chain->border[j] + half, chain->highest[j]), chain->high[j - 1] + chain->most[j - 1]);
    }
  for (gint64 at = chain->low[1]; at < self->n && from < k; at++)
    {
      EqpCostRow row;

      while (from < k && chain->high[from] <= at)
        from++;
      if (from == k)
        break;
      at = MAX (at, chain->low[from]);
      if (at % ROWS_PER_LOOK == 0 && _eqp_assigner_poll (self))
        return FALSE;
      row = _eqp_assigner_row (self, chain->rows[at], 0);
      for (int j = from; j < k && chain->low[j] <= at; j++)
        if (at < chain->high[j])
          chain->slopes[j * chain->room + at - chain->low[j]] = more_in (chain, row, j - 1);
    }
  for (int j = 1; j < k; j++)
    make_convex (chain, chain->slopes + j * chain->room, chain->high[j] - chain->low[j]);
  return !_eqp_assigner_poll (self);
}

/* The best borders within @half rows of those so far. FALSE when cancelled. @arrived: none is at the end of its window,
 * unless that is where the limits end. */
static gboolean
choose_within (Chain *chain, gint64 half, gboolean *arrived)
{
  int k = chain->self->k;
  gint64 next = chain->self->n;

  if (!look_within (chain, half))
    return FALSE;
  for (int j = 1; j <= k; j++)
    {
      go_on (chain, j);
      for (gint64 t = 0; t < chain->high[j] - chain->low[j]; t++)
        chain->best[t] += chain->slopes[j * chain->room + t];
    }
  *arrived = TRUE;
  for (int j = k; j > 0; j--)
    {
      gint64 past = chain->border[j];

      chain->border[j] = next;
      next = chain->low[j - 1] + chain->before[j * chain->room + next - chain->low[j]];
      if ((chain->border[j] == past - half && past - half > chain->lowest[j]) ||
          (chain->border[j] == past + half && past + half < chain->highest[j]))
        *arrived = FALSE;
    }
  return TRUE;
}

/* -- prices ------------------------------------------------------------------------------------------------------ */

typedef struct
{
  double low;
  double high;
} Range;

/* Well within the range, if it has an inside; @beyond: how far from its only end. */
static double
pick (Range range, double beyond)
{
  if (isfinite (range.low) && isfinite (range.high))
    return 0.5 * (range.low + range.high);
  return isfinite (range.low) ? range.low + beyond : isfinite (range.high) ? range.high - beyond
                                                                           : 0.0;
}

static Range
overlap (Range one, Range other)
{
  Range both = { MAX (one.low, other.low), MIN (one.high, other.high) };

  if (both.low > both.high) /* by rounding */
    both.low = both.high = 0.5 * (both.low + both.high);
  return both;
}

/* How much dearer the price of the cluster behind border @j may be than that of the one before it. */
static Range
rise_at (Chain *chain, int j)
{
  const double *slopes = chain->slopes + j * chain->room;
  gint64 at = chain->border[j];
  Range rise = { -INFINITY, INFINITY };

  if (at > 0)
    rise.low = at > chain->low[j] ? slopes[at - 1 - chain->low[j]] : more (chain, j - 1, at - 1);
  if (at < chain->self->n)
    rise.high = at < chain->high[j] ? slopes[at - chain->low[j]] : more (chain, j - 1, at);
  return rise;
}

/* Prices that suit all sizes and all rows at the borders. */
static void
find_prices (Chain *chain, Range *ranges)
{
  EqpAssigner *self = chain->self;

  for (int j = 0; j < self->k; j++)
    {
      gint64 size = chain->border[j + 1] - chain->border[j];
      Range suits = { -INFINITY, INFINITY };

      if (size > chain->least[j])
        suits.low = assigner_sink_price (self, chain->clusters[j], size - 1);
      if (size < chain->most[j])
        suits.high = assigner_sink_price (self, chain->clusters[j], size);
      ranges[j] = suits;
      if (j > 0)
        {
          Range rise = rise_at (chain, j);

          ranges[j] = overlap (suits, (Range){ ranges[j - 1].low + rise.low, ranges[j - 1].high + rise.high });
        }
    }
  for (int j = self->k - 1; j >= 0; j--)
    {
      if (j < self->k - 1)
        {
          Range rise = rise_at (chain, j + 1);
          double price = self->q[chain->clusters[j + 1]];

          ranges[j] = overlap (ranges[j], (Range){ price - rise.high, price - rise.low });
        }
      self->q[chain->clusters[j]] = pick (ranges[j], self->gamma);
    }
}

/* Room for windows of @half rows on either side. */
static gboolean
make_room (Chain *chain, gint64 half)
{
  gsize room = (gsize) (2 * half + 1), all = room * ((gsize) chain->self->k + 1);

  eqp_free (chain->slopes);
  eqp_free (chain->before);
  eqp_free (chain->scratch);
  eqp_free (chain->count);
  chain->room = (gint64) room;
  chain->slopes = eqp_try_alloc (all, sizeof (double), "the assignment step", NULL);
  chain->before = eqp_try_alloc (all, sizeof (gint32), "the assignment step", NULL);
  chain->scratch = eqp_try_alloc (3 * room, sizeof (double), "the assignment step", NULL);
  chain->count = eqp_try_alloc (room, sizeof (gint32), "the assignment step", NULL);
  if (chain->slopes == NULL || chain->before == NULL || chain->scratch == NULL || chain->count == NULL)
    return FALSE;
  chain->best = chain->scratch;
  chain->next = chain->scratch + room;
  chain->mean = chain->scratch + 2 * room;
  return TRUE;
}

/* Borders and prices, from rows and clusters in order. FALSE: it was cancelled, memory is short, or the borders go on
 * and on. */
static gboolean
solve_chain (EqpAssigner *self, const gint32 *rows, const gint32 *clusters)
{
  gsize k1 = (gsize) self->k + 1;
  g_autofree gint64 *numbers = g_new0 (gint64, 7 * k1);
  g_autofree double *reals = g_new0 (double, 2 * k1);
  Chain chain = { .self = self, .rows = rows, .clusters = clusters, .least = numbers, .most = numbers + k1,
                  .border = numbers + 2 * k1, .lowest = numbers + 3 * k1, .highest = numbers + 4 * k1,
                  .low = numbers + 5 * k1, .high = numbers + 6 * k1 };
  gboolean arrived = FALSE, going = find_limits (&chain);
  int tried = going && begin (&chain) ? TRIED : 0;
  gint64 half = 0, widest = (gint64) (WIDEST_BYTES / (2 * (sizeof (double) + sizeof (gint32)) * k1));

  widest = CLAMP (widest, WINDOW, WIDEST);
  for (int pass = 0; pass < PASSES && going && !arrived; pass++)
    {
      if (pass == tried)
        going = approach (&chain, reals, reals + k1);
      if (going && half < widest)
        {
          half = half == 0 ? WINDOW : MIN (2 * half, widest);
          going = make_room (&chain, half);
        }
      going = going && choose_within (&chain, half, &arrived);
    }
  if (arrived)
    find_prices (&chain, (Range *) reals);
  eqp_free (chain.slopes);
  eqp_free (chain.before);
  eqp_free (chain.scratch);
  eqp_free (chain.count);
  return arrived;
}

/* -- the line ---------------------------------------------------------------------------------------------------- */

/**
 * _eqp_assigner_set_line:
 * @self: the solver
 * @x: where rows stand on a line, those of the problem @step numbers apart
 * @step: the same
 * @centers: k: where clusters stand when a problem is posed; borrowed
 *
 * What two clusters cost differs the more the further along the line a row is: prices of many clusters come from there.
 * Costs alone would tell, too, but rounded as they are.
 */
void
_eqp_assigner_set_line (EqpAssigner  *self,
                        const float  *x,
                        gint64        step,
                        const double *centers)
{
  Place *rows;

  if (self->k <= EQP_DENSE_NEWTON)
    return;
  rows = eqp_try_alloc (self->n, sizeof (Place), "the assignment step", NULL);
  self->line_rows = eqp_try_alloc (self->n, sizeof (gint32), "the assignment step", NULL);
  if (rows != NULL && self->line_rows != NULL)
    {
      for (gint64 i = 0; i < self->n; i++)
        rows[i] = (Place){ (double) x[i * step], (gint32) i };
      g_qsort_with_data (rows, (int) self->n, sizeof *rows, compare, NULL);
      for (gint64 i = 0; i < self->n; i++)
        self->line_rows[i] = rows[i].number;
      self->line_centers = centers;
    }
  else
    g_clear_pointer (&self->line_rows, eqp_free);
  eqp_free (rows);
}

/**
 * _eqp_assigner_set_column:
 * @self: (nullable): the solver
 * @state: rows and centers that costs are computed from
 * @step: of one row in so many
 *
 * The same where these have a single column; else nothing.
 */
void
_eqp_assigner_set_column (EqpAssigner *self,
                          EqpKMeans   *state,
                          gint64       step)
{
  if (self != NULL && state->d == 1 && state->x != NULL)
    _eqp_assigner_set_line (self, state->x, step, state->centers);
}

/* Rows and clusters in order, as told or as costs tell. FALSE when cancelled, or memory is short. */
static gboolean
find_order (EqpAssigner *self, gint32 *rows, gint32 *clusters)
{
  g_autofree Place *places = g_new (Place, self->k);
  gboolean done = TRUE;

  if (self->line_rows != NULL)
    {
      memcpy (rows, self->line_rows, sizeof (gint32) * (gsize) self->n);
      for (int c = 0; c < self->k; c++)
        places[c] = (Place){ self->line_centers[c], c };
      g_qsort_with_data (places, self->k, sizeof *places, compare, NULL);
    }
  else
    {
      Place *along = eqp_try_alloc (self->n, sizeof (Place), "the assignment step", NULL);

      done = along != NULL && put_in_order (self, along, places);
      for (gint64 i = 0; i < self->n && done; i++)
        rows[i] = along[i].number;
      eqp_free (along);
    }
  for (int c = 0; c < self->k && done; c++)
    clusters[c] = places[c].number;
  return done;
}

/* Prices as on a line, in place of those so far; on one that has been told they are those of the optimum. FALSE: it is
 * none, and prices are what they were; or it was cancelled, or memory is short. @most: what may be left to be moved at
 * prices of a line that has not been told. */
gboolean
_eqp_assigner_price_line (EqpAssigner *self,
                          double       most)
{
  gint32 *rows = eqp_try_alloc (self->n, sizeof (gint32), "the assignment step", NULL);
  g_autofree gint32 *clusters = g_new (gint32, self->k);
  g_autofree double *before = g_memdup2 (self->q, sizeof (double) * (gsize) self->k);
  gboolean line = FALSE;

  if (rows != NULL && find_order (self, rows, clusters) && solve_chain (self, rows, clusters))
    {
      if (self->line_rows != NULL)
        self->plain_value = _eqp_assigner_look_at_all (self);
      else
        {
          _eqp_assigner_center_prices (self);
          _eqp_assigner_evaluate (self, self->q);
        }
      line = !self->cancelled && (self->line_rows != NULL || _eqp_assigner_total_excess (self) <= most);
    }
  if (!line)
    memcpy (self->q, before, sizeof (double) * (gsize) self->k);
  eqp_free (rows);
  return line;
}
