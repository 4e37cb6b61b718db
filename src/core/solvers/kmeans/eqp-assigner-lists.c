/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of the assigner, see eqp-assigner.c: rows that may change, with the clusters they may change to.
 *
 * A look at all rows leaves each row's margin, how much worse its second choice is. While no two prices have moved
 * apart by more than a reach R since then, only rows with a margin of at most R can have changed, and only to clusters
 * that were at most R worse: these few are listed, and a look at the lists is enough. */
#include "config.h"

#include "eqp-assigner-parts-private.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"

#define REACH 6.0         /* windows that lists reach */
#define SCARCE 16         /* lists are for looks where they hold one row in this many, or all are */
#define TIGHTENED 4       /* margins that are not exact are made so where no more than one row in this many is within */
#define BORDER_ROWS 256   /* a cluster that tell the Newton step enough */
#define FEW 256           /* rows a cluster: too few to choose among */
#define ENTRIES (1 << 22) /* of all lists; more than twice the rows at least */
#define LISTED_LANE 12    /* restricted rows reach to the least of this lane, the best first: some 20 clusters */

/* -- a look at the lists ----------------------------------------------------------------------------------------- */

static void
look_at_list (gint64 number, guint worker, gpointer data)
{
  EqpAssigner *self = data;
  EqpCandidateChunk *chunk = &self->candidates.chunks[number];
  const double *q = self->q;

  if (_eqp_assigner_poll (self))
    return;
  chunk->value = 0.0;
  memset (chunk->sizes, 0, sizeof (gint64) * (gsize) self->k);
  for (gint64 r = 0; r < chunk->n_rows; r++)
    {
      gint64 i = self->candidates.rows[chunk->first + r];
      int current = self->labels[i], from = r > 0 ? chunk->end[r - 1] : 0, best = -1;
      double least = INFINITY, next = INFINITY;

      for (int at = from; at < chunk->end[r]; at++)
        {
          int c = chunk->columns[at];
          double value = chunk->costs[at] + q[c];

          if (value < least || (value == least && c == current))
            {
              next = least;
              least = value;
              best = c;
            }
          else if (value < next)
            next = value;
        }
      /* Those that are not listed are no nearer than the lists reach. */
      if (!self->candidates.restricted)
        next = MIN (next, least + MAX (0.0, self->candidates.reach - self->apart));
      assigner_note_choice (self, i, best, least, next, chunk->sizes, &chunk->value);
    }
}

double
_eqp_assigner_look_at_lists (EqpAssigner *self)
{
  EqpCandidates *candidates = &self->candidates;
  double value = candidates->rest_value;

  eqp_pool_run (self->pool, candidates->n_chunks, look_at_list, self);
  for (int c = 0; c < self->k; c++)
    {
      self->sizes[c] = candidates->rest_sizes[c];
      value += (double) candidates->rest_sizes[c] * (self->q[c] - self->base_q[c]);
    }
  for (gint64 number = 0; number < candidates->n_chunks; number++)
    {
      value += candidates->chunks[number].value;
      for (int c = 0; c < self->k; c++)
        self->sizes[c] += candidates->chunks[number].sizes[c];
    }
  return value;
}

/* How far apart any two prices have moved since the last look at all rows. */
double
_eqp_assigner_moved_apart (EqpAssigner *self)
{
  double lowest = INFINITY, highest = -INFINITY;

  for (int c = 0; c < self->k; c++)
    {
      lowest = MIN (lowest, self->q[c] - self->base_q[c]);
      highest = MAX (highest, self->q[c] - self->base_q[c]);
    }
  return (highest - lowest) * (1.0 + 1e-9);
}

/* Whether the lists hold all rows and clusters that are within the window of a choice. */
gboolean
_eqp_assigner_lists_cover (EqpAssigner *self, double window)
{
  if (self->candidates.restricted)
    return TRUE;
  return self->candidates.reach >= 0.0 && _eqp_assigner_moved_apart (self) + window <= self->candidates.reach;
}

/* One chunk of lists, at the base prices. */
static void
list_chunk (gint64 number, guint worker, gpointer data)
{
  EqpAssigner *self = data;
  EqpCandidates *candidates = &self->candidates;
  EqpCandidateChunk *chunk = &candidates->chunks[number];
  gint64 most = MAX (ENTRIES, 2 * self->n);
  gsize room = chunk->room;

  chunk->n = 0;
  chunk->value = 0.0;
  memset (chunk->sizes, 0, sizeof (gint64) * (gsize) self->k);
  for (gint64 r = 0; r < chunk->n_rows; r++)
    {
      gint64 i = candidates->rows[chunk->first + r];
      EqpCostRow row = _eqp_assigner_row (self, i, worker);
      gint32 *columns;
      double own = priced_in (self, row, self->labels[i]);
      int count = _eqp_assigner_columns_within (self, row, own, candidates->reach, worker, &columns);
      gpointer wider = chunk->columns;

      if (_eqp_assigner_poll (self) || __atomic_load_n (&candidates->entries, __ATOMIC_RELAXED) > most)
        return;
      if (chunk->n + (gsize) count > chunk->room)
        {
          if (!_eqp_assigner_widen (self, &wider, &room, sizeof (gint32), MAX (chunk->n + (gsize) count, 4096)))
            return;
          chunk->columns = wider;
          wider = chunk->costs;
          if (!_eqp_assigner_widen (self, &wider, &chunk->room, sizeof (double),
                                    MAX (chunk->n + (gsize) count, 4096)))
            return;
          chunk->costs = wider;
        }
      for (int t = 0; t < count; t++)
        {
          chunk->columns[chunk->n] = columns[t];
          chunk->costs[chunk->n++] = cost_in (row, columns[t]);
        }
      chunk->end[r] = (gint32) chunk->n;
      __atomic_add_fetch (&candidates->entries, count, __ATOMIC_RELAXED);
      chunk->value += assigner_weight (self, i) * own;
      chunk->sizes[self->labels[i]] += self->weights != NULL ? self->weights[i] : 1;
    }
}

/* Chunks for the lists of so many rows. FALSE: there is no memory for them. */
static gboolean
divide (EqpAssigner *self, gint64 n_rows)
{
  EqpCandidates *candidates = &self->candidates;

  candidates->n_rows = n_rows;
  candidates->n_chunks = (n_rows + EQP_LISTED_PER_CHUNK - 1) / EQP_LISTED_PER_CHUNK;
  for (gint64 number = 0; number < candidates->n_chunks; number++)
    {
      EqpCandidateChunk *chunk = &candidates->chunks[number];

      chunk->first = number * EQP_LISTED_PER_CHUNK;
      chunk->n_rows = MIN (EQP_LISTED_PER_CHUNK, n_rows - chunk->first);
      if ((chunk->end == NULL &&
           (chunk->end = eqp_try_alloc (EQP_LISTED_PER_CHUNK, sizeof (gint32), "the assignment step", NULL)) == NULL) ||
          (chunk->sizes == NULL &&
           (chunk->sizes = eqp_try_alloc (self->k, sizeof (gint64), "the assignment step", NULL)) == NULL))
        return _eqp_assigner_out_of_memory (self);
    }
  return TRUE;
}

/* Lists the rows whose margin is not above @margin, every @step of them, with the clusters within @reach. FALSE: that
 * would be too much. */
static gboolean
make_lists (EqpAssigner *self, double value, double reach, double margin, gint64 step)
{
  EqpCandidates *candidates = &self->candidates;
  gint32 rows[EQP_ASSIGNER_ROWS];
  gint64 at = 0, seen = 0;
  int count;

  candidates->n_rows = 0;
  candidates->entries = 0;
  candidates->share = (double) step;
  candidates->reach = reach;
  while ((count = _eqp_assigner_next_within (self, &at, margin, rows)) > 0)
    for (int r = 0; r < count; r++)
      if (seen++ % step == 0)
        candidates->rows[candidates->n_rows++] = rows[r];

  if (!divide (self, candidates->n_rows))
    return FALSE;
  eqp_pool_run (self->pool, candidates->n_chunks, list_chunk, self);
  if (candidates->entries > MAX (ENTRIES, 2 * self->n))
    {
      candidates->reach = -1.0;
      return FALSE;
    }

  candidates->rest_value = value;
  memcpy (candidates->rest_sizes, self->sizes, sizeof (gint64) * (gsize) self->k);
  for (gint64 number = 0; number < candidates->n_chunks; number++)
    {
      candidates->rest_value -= candidates->chunks[number].value;
      for (int c = 0; c < self->k; c++)
        candidates->rest_sizes[c] -= candidates->chunks[number].sizes[c];
    }
  return TRUE;
}

/* How many rows have a margin of at most @limit. */
static gint64
count_within (EqpAssigner *self, float limit)
{
  gint64 count = 0;

  for (gint64 i = 0; i < self->n; i++)
    count += self->margin[i] <= limit;
  return count;
}

static gboolean
list_for (EqpAssigner *self, double window)
{
  gboolean few = self->n < FEW * (gint64) self->k;
  gint64 step = 1;

  if (self->kept != NULL)
    _eqp_assigner_tighten (self, self->q,
                           (few || count_within (self, (float) (REACH * window)) <= self->n / TIGHTENED ? REACH : 1.0) *
                               window * (1.0 + 1e-6));
  if ((few || count_within (self, (float) (REACH * window)) <= self->n / SCARCE) &&
      make_lists (self, self->plain_value, REACH * window, REACH * window * (1.0 + 1e-6), 1))
    return TRUE;
  if (!few)
    step = MAX (1, count_within (self, (float) window) / (BORDER_ROWS * (gint64) self->k));
  while (!self->cancelled && !make_lists (self, self->plain_value, window, window * (1.0 + 1e-6), step))
    step *= 4;
  return !self->cancelled;
}

/* Sees to it that the lists hold all rows and clusters within @window of a choice, or some of them in their place.
 * FALSE when cancelled. */
gboolean
_eqp_assigner_list (EqpAssigner *self,
                    double window)
{
  if (_eqp_assigner_lists_cover (self, window))
    return TRUE;
  if (!self->looked || _eqp_assigner_moved_apart (self) > 0.0)
    self->plain_value = _eqp_assigner_look_at_all (self);
  if (self->cancelled)
    return FALSE;
  return list_for (self, window);
}

/* How far the lists of a row reach that is restricted to its best clusters. */
static float
usual_bar (EqpAssigner *self, const float *cost, const float *price)
{
  float lanes[EQP_PANEL];

  self->kernels->lanes (cost, price, self->kp, lanes);
  for (int l = 1; l < EQP_PANEL; l++)
    {
      float value = lanes[l];
      int at = l;

      for (; at > 0 && lanes[at - 1] > value; at--)
        lanes[at] = lanes[at - 1];
      lanes[at] = value;
    }
  return lanes[LISTED_LANE - 1];
}

/* Looks at one chunk of all rows and lists the best clusters of each. */
static void
restrict_chunk (gint64 number, guint worker, gpointer data)
{
  EqpAssigner *self = data;
  EqpCandidateChunk *chunk = &self->candidates.chunks[number];
  float *priced = _eqp_assigner_scratch (self, worker) + (gsize) EQP_ASSIGNER_ROWS * self->kp;
  gint32 *found = (gint32 *) (priced + self->kp);
  gsize room = chunk->room;
  const float *block = NULL;
  gint64 stride = self->kp;

  chunk->n = 0;
  chunk->value = 0.0;
  memset (chunk->sizes, 0, sizeof (gint64) * (gsize) self->k);
  for (gint64 r = 0; r < chunk->n_rows; r++)
    {
      gint64 i = chunk->first + r;
      const float *cost, *price = self->price;
      gpointer wider = chunk->columns;
      int count;
      float bar;

      if (r % EQP_ASSIGNER_ROWS == 0)
        {
          if (_eqp_assigner_poll (self))
            return;
          block = _eqp_assigner_look_at_rows (self, i, (int) MIN (EQP_ASSIGNER_ROWS, chunk->n_rows - r), worker,
                                              chunk->sizes, &chunk->value);
          stride = self->cost_float != NULL ? self->stride : self->kp;
        }
      cost = block != NULL ? block + r % EQP_ASSIGNER_ROWS * stride : NULL;
      if (cost == NULL)
        {
          for (int c = 0; c < self->k; c++)
            priced[c] = (float) (self->cost_double[i * self->stride + c] + self->q[c]);
          for (int c = self->k; c < self->kp; c++)
            priced[c] = INFINITY;
          cost = priced;
          price = self->no_error;
        }
      bar = usual_bar (self, cost, price);
      self->candidates.bar[i] = bar;
      count = self->kernels->below (cost, price, bar, self->kp, found);
      if (chunk->n + (gsize) count + 1 > chunk->room)
        {
          if (!_eqp_assigner_widen (self, &wider, &room, sizeof (gint32), MAX (chunk->n + (gsize) count + 1, 32768)))
            return;
          chunk->columns = wider;
          wider = chunk->costs;
          if (!_eqp_assigner_widen (self, &wider, &chunk->room, sizeof (double),
                                    MAX (chunk->n + (gsize) count + 1, 32768)))
            return;
          chunk->costs = wider;
        }
      for (int t = 0; t < count; t++)
        {
          chunk->columns[chunk->n] = found[t];
          chunk->costs[chunk->n++] =
              block != NULL ? (double) cost[found[t]] : self->cost_double[i * self->stride + found[t]];
        }
      chunk->end[r] = (gint32) chunk->n;
    }
}

/* Many clusters, and prices that are not known at all: has all rows choose among the clusters that are best for them at
 * the present prices only, until that is lifted. FALSE when cancelled. */
gboolean
_eqp_assigner_restrict (EqpAssigner *self)
{
  EqpCandidates *candidates = &self->candidates;

  if (candidates->bar == NULL &&
      (candidates->bar = eqp_try_alloc (self->n, sizeof (float), "the assignment step", NULL)) == NULL)
    return _eqp_assigner_out_of_memory (self);
  _eqp_assigner_round_prices (self);
  for (gint64 i = 0; i < self->n; i++)
    candidates->rows[i] = (gint32) i;
  if (!divide (self, self->n))
    return FALSE;
  eqp_pool_run (self->pool, candidates->n_chunks, restrict_chunk, self);
  if (self->cancelled)
    return FALSE;

  memset (self->sizes, 0, sizeof (gint64) * (gsize) self->k);
  memset (candidates->rest_sizes, 0, sizeof (gint64) * (gsize) self->k);
  memset (candidates->listed, 0, sizeof (gint64) * (gsize) self->k);
  self->plain_value = 0.0;
  for (gint64 number = 0; number < candidates->n_chunks; number++)
    {
      const EqpCandidateChunk *chunk = &candidates->chunks[number];

      self->plain_value += chunk->value;
      for (int c = 0; c < self->k; c++)
        self->sizes[c] += chunk->sizes[c];
      for (gsize at = 0; at < chunk->n; at++)
        candidates->listed[chunk->columns[at]]++;
    }
  candidates->rest_value = 0.0;
  candidates->share = 1.0;
  candidates->reach = 0.0;
  candidates->restricted = TRUE;
  memcpy (self->base_q, self->q, sizeof (double) * (gsize) self->k);
  self->looked = TRUE;
  return TRUE;
}

/* Whether a restricted cluster has all rows that could choose it. */
gboolean
_eqp_assigner_used_up (EqpAssigner *self, int cluster)
{
  return self->candidates.restricted && self->sizes[cluster] >= self->candidates.listed[cluster];
}

/* Looks at the rows of a chunk in all clusters where what is not listed might be better. */
static void
lift_chunk (gint64 number, guint worker, gpointer data)
{
  EqpAssigner *self = data;
  EqpCandidateChunk *chunk = &self->candidates.chunks[number];

  if (_eqp_assigner_poll (self))
    return;
  chunk->value = 0.0;
  memset (chunk->sizes, 0, sizeof (gint64) * (gsize) self->k);
  for (gint64 i = chunk->first; i < chunk->first + chunk->n_rows; i++)
    {
      EqpCostRow row = _eqp_assigner_row (self, i, worker);
      double own = priced_in (self, row, self->labels[i]);
      double bar = (double) self->candidates.bar[i] + self->fallen;

      bar -= 8.0 * FLT_EPSILON * (fabs (bar) + fabs (own) + self->largest_price);
      if (own < bar)
        assigner_note_choice (self, i, self->labels[i], own, MIN (own + self->margin[i], bar), chunk->sizes,
                                   &chunk->value);
      else
        _eqp_assigner_look_at_rows (self, i, 1, worker, chunk->sizes, &chunk->value);
    }
}

/* All clusters count again, at the present prices. Returns what look_at_all () would. */
void
_eqp_assigner_lift (EqpAssigner *self)
{
  EqpCandidates *candidates = &self->candidates;

  self->fallen = INFINITY;
  for (int c = 0; c < self->k; c++)
    self->fallen = MIN (self->fallen, self->q[c] - self->base_q[c]);
  _eqp_assigner_round_prices (self);
  eqp_pool_run (self->pool, candidates->n_chunks, lift_chunk, self);
  self->plain_value = 0.0;
  memset (self->sizes, 0, sizeof (gint64) * (gsize) self->k);
  for (gint64 number = 0; number < candidates->n_chunks; number++)
    {
      self->plain_value += candidates->chunks[number].value;
      for (int c = 0; c < self->k; c++)
        self->sizes[c] += candidates->chunks[number].sizes[c];
    }
  memcpy (self->base_q, self->q, sizeof (double) * (gsize) self->k);
  candidates->restricted = FALSE;
  candidates->reach = -1.0;
  self->rough = FALSE;
}

/* Whether the lists surely hold all clusters that a row costs at most @reach more in than in its own: then what it
 * costs there, and in those listed. */
gboolean
_eqp_assigner_listed (EqpAssigner *self,
                      gint32 row,
                      double reach,
                      double *own,
                      gint32 **columns,
                      double **costs,
                      int *count)
{
  EqpCandidates *candidates = &self->candidates;
  EqpCandidateChunk *chunk;
  gint64 low = 0, high = candidates->n_rows, r;
  int from, label = self->labels[row];
  double least = INFINITY, known = NAN;

  if (candidates->reach < 0.0)
    return FALSE;
  while (low < high)
    if (candidates->rows[(low + high) / 2] < row)
      low = (low + high) / 2 + 1;
    else
      high = (low + high) / 2;
  if (low == candidates->n_rows || candidates->rows[low] != row)
    return FALSE;

  chunk = &candidates->chunks[low / EQP_LISTED_PER_CHUNK];
  r = low % EQP_LISTED_PER_CHUNK;
  from = r > 0 ? chunk->end[r - 1] : 0;
  *columns = chunk->columns + from;
  *costs = chunk->costs + from;
  *count = chunk->end[r] - from;
  for (int t = 0; t < *count; t++)
    {
      double value = (*costs)[t] + self->base_q[(*columns)[t]];

      least = MIN (least, value);
      if ((*columns)[t] == label)
        {
          *own = (*costs)[t];
          known = value;
        }
    }

  /* What is not listed was worse than the least by more than they reach, and prices have moved since. */
  return candidates->reach - (known - least) - (self->q[label] - self->base_q[label] - self->fallen) >= reach;
}
