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
#define SCAN 32          /* rows that are often all out of reach */
#define MARGINS_TRIED (1 << 17) /* rows at least, */
#define MARGINS_WITHIN 256      /* so many of them within a quantile */
#define MARGIN_BINS 4096 /* of the upper 12 bits of a positive float */

/* -- memory ------------------------------------------------------------------------------------------------------ */

gboolean
_eqp_assigner_new_look (EqpAssigner *self,
                        GError **error)
{
  EqpCandidates *candidates = &self->candidates;
  gsize threads = eqp_pool_get_threads (self->pool);
  gboolean ok = TRUE;

  self->n_chunks = (self->n + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK;
  candidates->room = (self->n + EQP_LISTED_PER_CHUNK - 1) / EQP_LISTED_PER_CHUNK;
  candidates->reach = -1.0;

#define ALLOC(field, count) \
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
  ALLOC (candidates->listed, self->k);
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
  eqp_free (candidates->listed);
  eqp_free (candidates->bar);
  eqp_free (self->price);
  eqp_free (self->margin);
  eqp_free (self->chunk_sizes);
  eqp_free (self->chunk_value);
  eqp_free (self->sizes);
  eqp_free (self->excess);
  eqp_free (self->base_q);
  eqp_free (self->row_scratch);
  eqp_free (self->no_error);
  eqp_free (self->ahead_sizes);
  eqp_free (self->ahead_value);
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

float *
_eqp_assigner_scratch (EqpAssigner *self, guint worker)
{
  return self->row_scratch + (gsize) worker * (EQP_ASSIGNER_ROWS + 3) * self->kp;
}

/* The costs of a row; valid until the worker asks for another one. */
EqpCostRow
_eqp_assigner_row (EqpAssigner *self,
                   gint64 row,
                   guint worker)
{
  if (self->cost_float != NULL)
    {
      gint32 number = (gint32) row;

      if (self->kept != NULL && !eqp_costs_fresh (self->kept, row))
        _eqp_costs_renew (self->kept, &number, 1, worker);
      return (EqpCostRow){ self->cost_float + row * self->stride, NULL };
    }
  if (self->cost_double == NULL)
    {
      float *cost = _eqp_assigner_scratch (self, worker) + (gsize) (EQP_ASSIGNER_ROWS + 2) * self->kp;

      self->source (self->source_data, row * self->source_step, 1, cost);
      return (EqpCostRow){ cost, NULL };
    }
  return (EqpCostRow){ NULL, self->cost_double + row * self->stride };
}

/* The clusters, in order, whose cost with price is not more than @reach above @own. */
int
_eqp_assigner_columns_within (EqpAssigner *self,
                              EqpCostRow row,
                              double own,
                              double reach,
                              guint worker,
                              gint32 **columns)
{
  float *priced = _eqp_assigner_scratch (self, worker) + (gsize) EQP_ASSIGNER_ROWS * self->kp;
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

/* Rows of costs in float, one after the other. */
static void
look_at_floats (EqpAssigner *self, const float *cost, gint64 stride, gint64 first_row, int rows, gint64 *sizes,
                double *value)
{
  gint32 chosen[EQP_ASSIGNER_ROWS];
  float least[EQP_ASSIGNER_ROWS], next[EQP_ASSIGNER_ROWS];

  if (stride == self->kp && rows > 1)
    self->kernels->leasts (cost, rows, self->price, self->kp, chosen, least, next);
  else
    for (int r = 0; r < rows; r++)
      chosen[r] = self->kernels->least (cost + r * stride, self->price, self->kp, &least[r], &next[r]);

  for (int r = 0; r < rows; r++)
    {
      EqpCostRow row = { cost + r * stride, NULL };
      double first, second = next[r];
      int label = chosen[r];

      if (next[r] - least[r] <= 4.0f * FLT_EPSILON * (fabsf (least[r]) + fabsf (next[r])))
        label = choose_exactly (self, row, self->labels[first_row + r], &first, &second);
      else
        first = priced_in (self, row, label);
      assigner_note_choice (self, first_row + r, label, first, second, sizes, value);
    }
}

/* A few rows, at most EQP_ASSIGNER_ROWS, one after the other. Returns where float costs of them lie, until the worker
 * asks for others; NULL: they are in double. */
const float *
_eqp_assigner_look_at_rows (EqpAssigner *self,
                            gint64       first_row,
                            int          rows,
                            guint        worker,
                            gint64      *sizes,
                            double      *value)
{
  float *block = _eqp_assigner_scratch (self, worker);

  if (self->cost_float != NULL)
    {
      look_at_floats (self, self->cost_float + first_row * self->stride, self->stride, first_row, rows, sizes, value);
      return self->cost_float + first_row * self->stride;
    }
  if (self->cost_double == NULL)
    {
      if (self->source_step == 1)
        self->source (self->source_data, first_row, rows, block);
      else
        for (int r = 0; r < rows; r++)
          self->source (self->source_data, (first_row + r) * self->source_step, 1, block + (gint64) r * self->kp);
      look_at_floats (self, block, self->kp, first_row, rows, sizes, value);
      return block;
    }
  for (gint64 i = first_row; i < first_row + rows; i++)
    {
      double first, second;
      int label = choose_real (self, self->cost_double + i * self->stride, self->labels[i], &first, &second);

      assigner_note_choice (self, i, label, first, second, sizes, value);
    }
  return NULL;
}

/* Rows whose costs are not up to date, but where they stay is known; the others between them. */
static void
look_at_kept_rows (EqpAssigner *self, gint64 first, gint64 last, guint worker, gint64 *sizes, double *value)
{
  while (first < last)
    {
      gint64 i = first;
      int label = self->labels[i];

      if (!eqp_costs_fresh (self->kept, i))
        {
          double own = (double) self->kept->own[i] + self->q[label];

          assigner_note_choice (self, i, label, own, own + (double) self->margin[i], sizes, value);
          first++;
          continue;
        }
      while (i < last && eqp_costs_fresh (self->kept, i))
        i++;
      _eqp_assigner_look_at_rows (self, first, (int) (i - first), worker, sizes, value);
      first = i;
    }
}

static void
look_at_chunk (gint64 chunk, guint worker, gpointer data)
{
  EqpAssigner *self = data;
  EqpStay stay = { self->price, self->q, NULL, (double) self->largest_price };
  gint64 *sizes = self->chunk_sizes + chunk * self->k;
  gint64 last = MIN ((chunk + 1) * ROWS_PER_CHUNK, self->n);
  double value = 0.0;

  memset (sizes, 0, sizeof (gint64) * (gsize) self->k);
  self->chunk_value[chunk] = 0.0;
  if (self->kept != NULL)
    _eqp_costs_settle (self->kept, self->labels, &stay, chunk * ROWS_PER_CHUNK, last, worker, self->margin);
  for (gint64 i = chunk * ROWS_PER_CHUNK; i < last; i += EQP_ASSIGNER_ROWS)
    {
      int rows = (int) MIN (EQP_ASSIGNER_ROWS, last - i);

      if (_eqp_assigner_poll (self))
        return;
      if (self->kept != NULL)
        look_at_kept_rows (self, i, i + rows, worker, sizes, &value);
      else
        _eqp_assigner_look_at_rows (self, i, rows, worker, sizes, &value);
    }
  self->chunk_value[chunk] = value;
}

/* What all rows choose at the present prices, which become the base prices. */
double
_eqp_assigner_look_at_all (EqpAssigner *self)
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

/* -- a look ahead ------------------------------------------------------------------------------------------------ */

/**
 * _eqp_assigner_look_ahead_begin:
 * @self: the solver
 * @cost: (nullable): n x stride costs, padded to whole panels, that are about to be filled; or those of the source
 * @stride: numbers a row
 * @n_chunks: in so many chunks of rows
 * @prices: (inout): k prices; a number common to all is taken off
 * @labels: n labels to prefer on ties
 *
 * The next problem will have these costs, prices and labels: its first look at all rows can be taken by whoever fills
 * the costs, rows by rows with _eqp_assigner_look_ahead(), while they are in the cache.
 *
 * Returns: FALSE where that is of no use, because nothing is known of the prices, or they come from a line
 */
gboolean
_eqp_assigner_look_ahead_begin (EqpAssigner *self,
                                const float *cost,
                                gint64       stride,
                                gint64       n_chunks,
                                double      *prices,
                                gint32      *labels)
{
  self->ahead = FALSE;
  self->q = prices;
  if (self->k < 2 || self->line_rows != NULL || !_eqp_assigner_center_prices (self))
    return FALSE;
  if (self->n_ahead < n_chunks)
    {
      eqp_free (self->ahead_sizes);
      eqp_free (self->ahead_value);
      self->ahead_sizes = eqp_try_alloc ((gsize) n_chunks * self->k, sizeof (gint64), "the assignment step", NULL);
      self->ahead_value = eqp_try_alloc (n_chunks, sizeof (double), "the assignment step", NULL);
      self->n_ahead = self->ahead_sizes != NULL && self->ahead_value != NULL ? n_chunks : 0;
      if (self->n_ahead == 0)
        return FALSE;
    }
  memset (self->ahead_sizes, 0, sizeof (gint64) * (gsize) self->n_ahead * (gsize) self->k);
  memset (self->ahead_value, 0, sizeof (double) * (gsize) self->n_ahead);
  self->cost_float = cost;
  self->cost_double = NULL;
  self->stride = stride;
  self->labels = labels;
  _eqp_assigner_begin (self);
  _eqp_assigner_round_prices (self);
  return TRUE;
}

/* Rows whose costs are there now, @stride numbers apart. Those of a chunk come in order, from one thread. */
void
_eqp_assigner_look_ahead (EqpAssigner *self,
                          gint64       chunk,
                          gint64       first_row,
                          gint64       rows,
                          const float *cost)
{
  for (gint64 i = 0; i < rows; i += EQP_ASSIGNER_ROWS)
    look_at_floats (self, cost + i * self->kp, self->kp, first_row + i, (int) MIN (EQP_ASSIGNER_ROWS, rows - i),
                    self->ahead_sizes + chunk * self->k, self->ahead_value + chunk);
}

/* All rows have been looked at. */
void
_eqp_assigner_look_ahead_end (EqpAssigner *self)
{
  self->plain_value = 0.0;
  memset (self->sizes, 0, sizeof (gint64) * (gsize) self->k);
  for (gint64 chunk = 0; chunk < self->n_ahead; chunk++)
    {
      self->plain_value += self->ahead_value[chunk];
      for (int c = 0; c < self->k; c++)
        self->sizes[c] += self->ahead_sizes[chunk * self->k + c];
    }
  memcpy (self->base_q, self->q, sizeof (double) * (gsize) self->k);
  self->looked = self->ahead = TRUE;
}

/* -- the dual function ------------------------------------------------------------------------------------------- */

/* What rows a cluster has to take to be of the mean size. */
static double
mean_size (EqpAssigner *self, int c)
{
  return assigner_part (self, c, (double) self->total) - (double) assigner_load (self, c);
}

/* The size s within the limits that suits the price best: it minimises gamma (s - n/K)^2 - q s, for
 * each cluster that c stands for. */
static double
suitable_size (EqpAssigner *self, int c)
{
  double copies = (double) assigner_copies (self, c);

  return CLAMP (mean_size (self, c) + self->q[c] * copies / (2.0 * self->gamma), (double) assigner_least (self, c),
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
  self->apart = self->looked ? _eqp_assigner_moved_apart (self) : 0.0;
  if (self->looked && self->candidates.share == 1.0 && _eqp_assigner_lists_cover (self, 0.0))
    value = _eqp_assigner_look_at_lists (self);
  else if (self->looked && memcmp (self->base_q, self->q, sizeof (double) * (gsize) self->k) == 0)
    value = self->plain_value;
  else
    value = self->plain_value = _eqp_assigner_look_at_all (self);

  for (int c = 0; c < self->k; c++)
    if (_eqp_assigner_at_limit (self, c))
      {
        double size = suitable_size (self, c), mean = mean_size (self, c);

        self->excess[c] = (double) self->sizes[c] - size;
        value -= size * self->q[c] - self->gamma * (size - mean) * (size - mean) / (double) assigner_copies (self, c);
      }
    else
      {
        double mean = mean_size (self, c), copies = (double) assigner_copies (self, c);

        self->excess[c] = (double) self->sizes[c] - mean - self->q[c] * copies / (2.0 * self->gamma);
        value -= mean * self->q[c] + self->q[c] * self->q[c] * copies / (4.0 * self->gamma);
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

  if (!self->looked || self->candidates.reach < 0.0 || _eqp_assigner_moved_apart (self) == 0.0)
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

typedef struct
{
  EqpAssigner *self;
  const double *q;
  float       *price;   /* kp: the same */
  float        largest; /* of these */
  float        limit;
} TightenJob;

static void
tighten_chunk (gint64 chunk, guint worker, gpointer data)
{
  TightenJob *job = data;
  EqpAssigner *self = job->self;
  EqpStay stay = { job->price, job->q, NULL, (double) job->largest };
  gint64 first = chunk * ROWS_PER_CHUNK, last = MIN (first + ROWS_PER_CHUNK, self->n);
  gint32 rows[EQP_ASSIGNER_ROWS];

  while (first < last && !_eqp_assigner_poll (self))
    {
      int count = 0;

      for (; first < last && count < EQP_ASSIGNER_ROWS; first++)
        if (!eqp_costs_fresh (self->kept, first) && self->margin[first] <= job->limit)
          {
            double margin = _eqp_costs_margin (self->kept, first, self->labels[first], &stay, worker);

            if (margin > (double) self->margin[first])
              self->margin[first] = (float) margin;
            if (!(margin > job->limit))
              rows[count++] = (gint32) first;
          }
      _eqp_costs_renew (self->kept, rows, count, worker);
      for (int r = 0; r < count; r++)
        {
          EqpCostRow row = _eqp_assigner_row (self, rows[r], worker);
          int label = self->labels[rows[r]];
          double own = cost_in (row, label) + job->q[label];
          float least, second;
          int best = self->kernels->least (row.single, job->price, self->kp, &least, &second);
          double other = (double) (best == label ? second : least) - own;

          other -= 8.0 * FLT_EPSILON * (fabs (own) + fabs (other) + job->largest);
          if (other > (double) self->margin[rows[r]])
            self->margin[rows[r]] = (float) other;
        }
    }
}

/* Sees to it that margins within @limit, which are those at the prices @q, are as large as they can be, and that the
 * costs of these rows are up to date. */
void
_eqp_assigner_tighten (EqpAssigner *self, const double *q, double limit)
{
  g_autofree float *price = NULL;
  TightenJob job = { self, q, NULL, 0.0f, limit < FLT_MAX ? (float) limit : INFINITY };

  if (self->kept == NULL)
    return;
  job.price = price = g_new (float, self->kp);
  eqp_pad_prices (q, self->k, self->kp, price);
  for (int c = 0; c < self->k; c++)
    job.largest = MAX (job.largest, fabsf (price[c]));
  eqp_pool_run (self->pool, self->n_chunks, tighten_chunk, &job);
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
            if (self->cost_float != NULL)
              __builtin_prefetch (self->cost_float + i * self->stride);
            else if (self->cost_double != NULL)
              __builtin_prefetch (self->cost_double + i * self->stride);
            __builtin_prefetch (self->labels + i);
            rows[count++] = (gint32) i;
          }
    }
  *at = i;
  return count;
}

/* The margin below which about @count rows lie. Where these are many, some of the rows tell. */
double
_eqp_assigner_margin_quantile (EqpAssigner *self, gint64 count)
{
  g_autofree gint64 *bins = g_new0 (gint64, MARGIN_BINS);
  gint64 seen = 0, step = MAX (1, MIN (self->n / MARGINS_TRIED, count / MARGINS_WITHIN));

  for (gint64 i = 0; i < self->n; i += step)
    {
      guint32 bits;

      memcpy (&bits, &self->margin[i], sizeof bits);
      bins[bits >> 20]++;
    }
  for (guint32 bin = 0; bin < MARGIN_BINS; bin++)
    if ((seen += bins[bin] * step) >= count)
      {
        guint32 bits = (bin + 1) << 20;
        float edge;

        memcpy (&edge, &bits, sizeof edge);
        return isfinite (edge) ? edge : FLT_MAX;
      }
  return FLT_MAX;
}
