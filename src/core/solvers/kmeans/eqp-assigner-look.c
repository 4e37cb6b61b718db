/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks of the assigner at the rows, see eqp-assigner.c: what each row chooses at given prices.
 *
 * A look at all rows is O(n K). It leaves each row's margin, how much worse its second choice is. While no two prices
 * have moved apart by more than a reach R since then, only rows with a margin of at most R can have changed, and only
 * to clusters that were at most R worse: these few are listed, and a look at the lists is enough. */
#include "config.h"

#include "eqp-assigner-parts-private.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"

#define ROWS_PER_CHUNK 2048
#define LISTED_PER_CHUNK 1024
#define SCAN 32              /* rows that are often all out of reach */
#define MARGIN_BINS 4096     /* of the upper 12 bits of a positive float */
#define REACH 6.0            /* windows that lists reach */
#define SCARCE 16            /* lists are for looks where they hold one row in this many, or all are */
#define BORDER_ROWS 256      /* a cluster that tell the Newton step enough */
#define FEW 256              /* rows a cluster: too few to choose among */
#define LISTED 32            /* clusters of a row that many clusters are restricted to */
#define TRIED 15             /* rows that tell how far these reach */
#define ENTRIES (1 << 22)    /* of all lists; more than twice the rows at least */

/* -- memory ------------------------------------------------------------------------------------------------------ */

gboolean
_eqp_assigner_new_look (EqpAssigner  *self,
                        GError      **error)
{
  EqpCandidates *candidates = &self->candidates;
  gsize threads = eqp_pool_get_threads (self->pool);
  gboolean ok = TRUE;

  self->n_chunks = (self->n + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK;
  candidates->room = (self->n + LISTED_PER_CHUNK - 1) / LISTED_PER_CHUNK;
  candidates->reach = -1.0;

#define ALLOC(field, count)                                                                                            \
  ok = ok && (field = eqp_try_alloc (count, sizeof *field, "the assignment step", error)) != NULL
  ALLOC (self->price, self->kp);
  ALLOC (self->margin, self->n);
  ALLOC (self->chunk_sizes, (gsize) self->n_chunks * self->k);
  ALLOC (self->chunk_value, self->n_chunks);
  ALLOC (self->sizes, self->k);
  ALLOC (self->excess, self->k);
  ALLOC (self->base_q, self->k);
  ALLOC (self->row_scratch, threads * (EQP_ASSIGNER_ROWS + 3) * self->kp);
  ALLOC (self->no_error, self->kp);
  ALLOC (candidates->rows, self->n);
  ALLOC (candidates->chunks, candidates->room);
  ALLOC (candidates->rest_sizes, self->k);
#undef ALLOC
  if (ok)
    for (int c = self->k; c < self->kp; c++)
      self->price[c] = INFINITY;
  return ok;
}

void
_eqp_assigner_free_look (EqpAssigner *self)
{
  EqpCandidates *candidates = &self->candidates;

  for (gint64 chunk = 0; candidates->chunks != NULL && chunk < candidates->room; chunk++)
    {
      eqp_free (candidates->chunks[chunk].end);
      eqp_free (candidates->chunks[chunk].sizes);
      eqp_free (candidates->chunks[chunk].columns);
      eqp_free (candidates->chunks[chunk].costs);
    }
  eqp_free (candidates->chunks);
  eqp_free (candidates->rows);
  eqp_free (candidates->rest_sizes);
  eqp_free (self->price);
  eqp_free (self->margin);
  eqp_free (self->chunk_sizes);
  eqp_free (self->chunk_value);
  eqp_free (self->sizes);
  eqp_free (self->excess);
  eqp_free (self->base_q);
  eqp_free (self->row_scratch);
  eqp_free (self->no_error);
}

/* The prices in float, which come first. */
void
_eqp_assigner_round_prices (EqpAssigner *self)
{
  self->largest_price = 0.0f;
  for (int c = 0; c < self->k; c++)
    {
      self->price[c] = (float) self->q[c];
      self->largest_price = MAX (self->largest_price, fabsf (self->price[c]));
    }
}

/* -- rows -------------------------------------------------------------------------------------------------------- */

static float *
scratch_of (EqpAssigner *self, guint worker)
{
  return self->row_scratch + (gsize) worker * (EQP_ASSIGNER_ROWS + 3) * self->kp;
}

/* The costs of a row; valid until the worker asks for another one. */
EqpCostRow
_eqp_assigner_row (EqpAssigner *self,
                   gint64       row,
                   guint        worker)
{
  if (self->cost_float != NULL)
    return (EqpCostRow) { self->cost_float + row * self->stride, NULL };
  return (EqpCostRow) { NULL, self->cost_double + row * self->stride };
}

/* The clusters, in order, whose cost with price is not more than @reach above @own. */
int
_eqp_assigner_columns_within (EqpAssigner  *self,
                              EqpCostRow    row,
                              double        own,
                              double        reach,
                              guint         worker,
                              gint32      **columns)
{
  float *priced = scratch_of (self, worker) + (gsize) EQP_ASSIGNER_ROWS * self->kp;
  gint32 *found = (gint32 *) (priced + self->kp);
  float scale = (float) fabs (own) + (float) reach + (row.single != NULL ? self->largest_price : 0.0f);
  float bar = (float) (own + reach) + 8.0f * FLT_EPSILON * scale;
  int count, kept = 0;

  /* Floats leave out most. */
  *columns = found;
  if (row.single != NULL)
    count = self->kernels->below (row.single, self->price, bar, self->kp, found);
  else
    {
      for (int c = 0; c < self->k; c++)
        priced[c] = (float) (row.real[c] + self->q[c]);
      for (int c = self->k; c < self->kp; c++)
        priced[c] = INFINITY;
      count = self->kernels->below (priced, self->no_error, bar, self->kp, found);
    }
  for (int t = 0; t < count; t++)
    {
      found[kept] = found[t];
      kept += priced_in (self, row, found[t]) - own <= reach;
    }
  return kept;
}

/* -- a look at all rows ------------------------------------------------------------------------------------------ */

/* In double; a row stays where it is on ties. */
static int
choose_exactly (EqpAssigner *self, EqpCostRow row, int current, double *first, double *second)
{
  int best = MAX (current, 0);
  double least = priced_in (self, row, best), next = INFINITY;

  for (int c = 0; c < self->k; c++)
    if (c != best)
      {
        double value = priced_in (self, row, c);

        if (value < least)
          {
            next = least;
            least = value;
            best = c;
          }
        else if (value < next)
          next = value;
      }
  *first = least;
  *second = next;
  return best;
}

/* The same for costs in double, sixteen lanes at a time. */
static int
choose_real (EqpAssigner *self, const double *cost, int current, double *first, double *second)
{
  const double *q = self->q;
  double least[16], next[16], lowest = INFINITY, above = INFINITY;
  int k = self->k, whole = k / 16 * 16, best = -1;

  for (int l = 0; l < 16; l++)
    least[l] = next[l] = INFINITY;
  for (int c = 0; c < whole; c += 16)
    for (int l = 0; l < 16; l++)
      {
        double value = cost[c + l] + q[c + l];
        double larger = value < least[l] ? least[l] : value;

        least[l] = value < least[l] ? value : least[l];
        next[l] = larger < next[l] ? larger : next[l];
      }
  for (int c = whole; c < k; c++)
    {
      double value = cost[c] + q[c];
      double larger = value < least[c - whole] ? least[c - whole] : value;

      least[c - whole] = MIN (value, least[c - whole]);
      next[c - whole] = MIN (larger, next[c - whole]);
    }
  for (int l = 0; l < 16; l++)
    {
      above = MIN (above, MIN (next[l], MAX (least[l], lowest)));
      lowest = MIN (lowest, least[l]);
    }

  if (current >= 0 && cost[current] + q[current] == lowest)
    best = current;
  else
    for (int c = 0; c < k && best < 0; c++)
      if (cost[c] + q[c] == lowest)
        best = c;
  *first = lowest;
  *second = above;
  return MAX (best, 0);
}

static void
note_choice (EqpAssigner *self, gint64 i, int label, double first, double second, gint64 *sizes, double *value)
{
  self->labels[i] = label;
  self->margin[i] = (float) MAX (0.0, second - first);
  if (self->weights == NULL)
    {
      sizes[label]++;
      *value += first;
    }
  else
    {
      sizes[label] += self->weights[i];
      *value += (double) self->weights[i] * first;
    }
}

/* Rows of costs in float, one after the other. */
static void
look_at_floats (EqpAssigner *self, const float *cost, gint64 first_row, int rows, gint64 *sizes, double *value)
{
  gint32 chosen[EQP_ASSIGNER_ROWS];
  float least[EQP_ASSIGNER_ROWS], next[EQP_ASSIGNER_ROWS];

  if (self->stride == self->kp)
    self->kernels->leasts (cost, rows, self->price, self->kp, chosen, least, next);
  else
    for (int r = 0; r < rows; r++)
      chosen[r] = self->kernels->least (cost + r * self->stride, self->price, self->kp, &least[r], &next[r]);

  for (int r = 0; r < rows; r++)
    {
      EqpCostRow row = { cost + r * self->stride, NULL };
      double first, second = next[r];
      int label = chosen[r];

      if (next[r] - least[r] <= 4.0f * FLT_EPSILON * (fabsf (least[r]) + fabsf (next[r])))
        label = choose_exactly (self, row, self->labels[first_row + r], &first, &second);
      else
        first = priced_in (self, row, label);
      note_choice (self, first_row + r, label, first, second, sizes, value);
    }
}

static void
look_at_chunk (gint64 chunk, guint worker, gpointer data)
{
  EqpAssigner *self = data;
  gint64 *sizes = self->chunk_sizes + chunk * self->k;
  gint64 last = MIN ((chunk + 1) * ROWS_PER_CHUNK, self->n);
  double value = 0.0;

  memset (sizes, 0, sizeof (gint64) * (gsize) self->k);
  self->chunk_value[chunk] = 0.0;
  for (gint64 i = chunk * ROWS_PER_CHUNK; i < last; i += EQP_ASSIGNER_ROWS)
    {
      int rows = (int) MIN (EQP_ASSIGNER_ROWS, last - i);

      if (_eqp_assigner_poll (self))
        return;
      if (self->cost_float != NULL)
        look_at_floats (self, self->cost_float + i * self->stride, i, rows, sizes, &value);
      else
        for (int r = 0; r < rows; r++)
          {
            double first, second;
            int label =
                choose_real (self, self->cost_double + (i + r) * self->stride, self->labels[i + r], &first, &second);

            note_choice (self, i + r, label, first, second, sizes, &value);
          }
    }
  self->chunk_value[chunk] = value;
}

static double
look_at_all (EqpAssigner *self)
{
  double value = 0.0;

  _eqp_assigner_round_prices (self);
  eqp_pool_run (self->pool, self->n_chunks, look_at_chunk, self);
  memset (self->sizes, 0, sizeof (gint64) * (gsize) self->k);
  for (gint64 chunk = 0; chunk < self->n_chunks; chunk++)
    {
      value += self->chunk_value[chunk];
      for (int c = 0; c < self->k; c++)
        self->sizes[c] += self->chunk_sizes[chunk * self->k + c];
    }
  memcpy (self->base_q, self->q, sizeof (double) * (gsize) self->k);
  self->looked = TRUE;
  self->candidates.reach = -1.0;
  return value;
}

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
      note_choice (self, i, best, least, next, chunk->sizes, &chunk->value);
    }
}

static double
look_at_lists (EqpAssigner *self)
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
static double
moved_apart (EqpAssigner *self)
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
static gboolean
lists_cover (EqpAssigner *self, double window)
{
  if (self->candidates.restricted)
    return TRUE;
  return self->candidates.reach >= 0.0 && moved_apart (self) + window <= self->candidates.reach;
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

  candidates->n_chunks = (candidates->n_rows + LISTED_PER_CHUNK - 1) / LISTED_PER_CHUNK;
  for (gint64 number = 0; number < candidates->n_chunks; number++)
    {
      EqpCandidateChunk *chunk = &candidates->chunks[number];

      chunk->first = number * LISTED_PER_CHUNK;
      chunk->n_rows = MIN (LISTED_PER_CHUNK, candidates->n_rows - chunk->first);
      if ((chunk->end == NULL &&
           (chunk->end = eqp_try_alloc (LISTED_PER_CHUNK, sizeof (gint32), "the assignment step", NULL)) == NULL) ||
          (chunk->sizes == NULL &&
           (chunk->sizes = eqp_try_alloc (self->k, sizeof (gint64), "the assignment step", NULL)) == NULL))
        return _eqp_assigner_out_of_memory (self);
    }
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
                    double       window)
{
  if (lists_cover (self, window))
    return TRUE;
  if (!self->looked || moved_apart (self) > 0.0)
    self->plain_value = look_at_all (self);
  if (self->cancelled)
    return FALSE;
  return list_for (self, window);
}

static int
compare_floats (gconstpointer a, gconstpointer b)
{
  float x = *(const float *) a, y = *(const float *) b;

  return (x > y) - (x < y);
}

/* How far the LISTED best clusters of a row reach, the median of a few rows. */
static double
usual_reach (EqpAssigner *self)
{
  float *priced = scratch_of (self, 0) + (gsize) EQP_ASSIGNER_ROWS * self->kp, reach[TRIED];

  for (int t = 0; t < TRIED; t++)
    {
      EqpCostRow row = _eqp_assigner_row (self, self->n * t / TRIED, 0);

      for (int c = 0; c < self->k; c++)
        priced[c] = (float) priced_in (self, row, c);
      qsort (priced, (gsize) self->k, sizeof (float), compare_floats);
      reach[t] = priced[MIN (LISTED, self->k - 1)] - priced[0];
    }
  qsort (reach, TRIED, sizeof (float), compare_floats);
  return reach[TRIED / 2];
}

/* Many clusters, and prices that are not known at all: has all rows choose among the clusters that are best for them at
 * the present prices only, until that is lifted. FALSE: it is not worth it. */
gboolean
_eqp_assigner_restrict (EqpAssigner *self)
{
  double reach;

  self->plain_value = look_at_all (self);
  reach = usual_reach (self);
  if (self->cancelled || !(reach > 0.0) || !make_lists (self, self->plain_value, reach, INFINITY, 1))
    return FALSE;
  self->candidates.restricted = TRUE;
  return TRUE;
}

/* All clusters count again. */
void
_eqp_assigner_lift (EqpAssigner *self)
{
  self->candidates.restricted = FALSE;
  self->candidates.reach = -1.0;
  self->looked = FALSE;
}

/* Whether the lists surely hold all clusters that a row costs at most @reach more in than in its own: then what it
 * costs there, and in those listed. */
gboolean
_eqp_assigner_listed (EqpAssigner  *self,
                      gint32        row,
                      double        reach,
                      double       *own,
                      gint32      **columns,
                      double      **costs,
                      int          *count)
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

  chunk = &candidates->chunks[low / LISTED_PER_CHUNK];
  r = low % LISTED_PER_CHUNK;
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

/* -- the dual function ------------------------------------------------------------------------------------------- */

/* What rows a cluster has to take to be of the mean size. */
static double
mean_size (EqpAssigner *self, int c)
{
  return (double) self->total / self->k - (double) assigner_load (self, c);
}

/* The size s within the limits that suits the price best: it minimises gamma (s - n/K)^2 - q s. */
static double
suitable_size (EqpAssigner *self, int c)
{
  return CLAMP (mean_size (self, c) + self->q[c] / (2.0 * self->gamma), (double) assigner_least (self, c),
                (double) assigner_most (self, c));
}

gboolean
_eqp_assigner_at_limit (EqpAssigner *self, int c)
{
  double size = suitable_size (self, c);

  return self->limited && (size <= (double) assigner_least (self, c) || size >= (double) assigner_most (self, c));
}

/* Labels, margins, sizes and excesses for the prices q; returns the smoothed dual function
 * sum_i min_k (c_ik + q_k) - n/K sum_k q_k - sum_k q_k^2 / (4 gamma), whose gradient are the excesses. Margins of rows
 * that are not listed are those at the base prices. */
double
_eqp_assigner_evaluate (EqpAssigner *self, const double *q)
{
  double value;

  if (q != self->q)
    memcpy (self->q, q, sizeof (double) * (gsize) self->k);
  self->apart = self->looked ? moved_apart (self) : 0.0;
  if (self->looked && self->candidates.share == 1.0 && lists_cover (self, 0.0))
    value = look_at_lists (self);
  else
    value = self->plain_value = look_at_all (self);

  for (int c = 0; c < self->k; c++)
    if (_eqp_assigner_at_limit (self, c))
      {
        double size = suitable_size (self, c), mean = mean_size (self, c);

        self->excess[c] = (double) self->sizes[c] - size;
        value -= size * self->q[c] - self->gamma * (size - mean) * (size - mean);
      }
    else
      {
        double mean = mean_size (self, c);

        self->excess[c] = (double) self->sizes[c] - mean - self->q[c] / (2.0 * self->gamma);
        value -= mean * self->q[c] + self->q[c] * self->q[c] / (4.0 * self->gamma);
      }
  return value;
}

/* -- margins ----------------------------------------------------------------------------------------------------- */

/* Margins of the base prices become what the present ones leave of them at the least. */
void
_eqp_assigner_freshen (EqpAssigner *self)
{
  g_autofree float *less = NULL;
  double lowest = INFINITY;
  gint64 next = 0;

  self->fallen = INFINITY;
  for (int c = 0; c < self->k && self->looked; c++)
    self->fallen = MIN (self->fallen, self->q[c] - self->base_q[c]);

  if (!self->looked || self->candidates.reach < 0.0 || moved_apart (self) == 0.0)
    return;
  less = g_new (float, self->k);
  for (int c = 0; c < self->k; c++)
    lowest = MIN (lowest, self->q[c] - self->base_q[c]);
  for (int c = 0; c < self->k; c++)
    less[c] = (float) ((self->q[c] - self->base_q[c] - lowest) * (1.0 + 1e-6));
  for (gint64 i = 0; i < self->n; i++)
    if (next < self->candidates.n_rows && self->candidates.rows[next] == i)
      next++;
    else
      self->margin[i] = MAX (0.0f, self->margin[i] * (1.0f - 1e-6f) - less[self->labels[i]]);
}

/* The next rows, from @at on, whose margin is within @limit. They are few and far between, so what is known of them is
 * fetched before it is asked for. Returns how many; 0: there are no more. */
int
_eqp_assigner_next_within (EqpAssigner *self, gint64 *at, double limit, gint32 *rows)
{
  float above = limit < FLT_MAX ? nextafterf ((float) limit, INFINITY) : INFINITY;
  gint64 i = *at;
  int count = 0;

  while (i < self->n && count <= EQP_ASSIGNER_ROWS - SCAN)
    {
      gint64 last = MIN (i + SCAN, self->n);
      int any = 0;

      if (last - i == SCAN)
        for (int s = 0; s < SCAN; s++)
          any |= self->margin[i + s] <= above;
      if (!any && last - i == SCAN)
        {
          i = last;
          continue;
        }
      for (; i < last; i++)
        if (self->margin[i] <= limit)
          {
            const char *cost = self->cost_float != NULL ? (const char *) (self->cost_float + i * self->stride)
                                                        : (const char *) (self->cost_double + i * self->stride);

            __builtin_prefetch (cost);
            __builtin_prefetch (self->labels + i);
            rows[count++] = (gint32) i;
          }
    }
  *at = i;
  return count;
}

/* The margin below which about @count rows lie. */
double
_eqp_assigner_margin_quantile (EqpAssigner *self, gint64 count)
{
  g_autofree gint64 *bins = g_new0 (gint64, MARGIN_BINS);
  gint64 seen = 0;

  for (gint64 i = 0; i < self->n; i++)
    {
      guint32 bits;

      memcpy (&bits, &self->margin[i], sizeof bits);
      bins[bits >> 20]++;
    }
  for (guint32 bin = 0; bin < MARGIN_BINS; bin++)
    if ((seen += bins[bin]) >= count)
      {
        guint32 bits = (bin + 1) << 20;
        float edge;

        memcpy (&edge, &bits, sizeof edge);
        return isfinite (edge) ? edge : FLT_MAX;
      }
  return FLT_MAX;
}
