/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The squared distances of all rows to all centers, in float, for the methods of balanced k-means that read them row
 * by row. They are stored once a step where memory for that is well spent, and computed by blocks of rows where they
 * are read elsewhere: the numbers are the same, bit for bit.
 *
 * Of wide rows they need not be computed anew when centers move. A center that was |x - h| away from a row and has
 * moved by s since is |x - h| - s away at the least (Elkan 2003). So stored costs bound those to the present centers,
 * and most rows surely stay where they are, by the exact distance to their own center. Costs are computed for the
 * others, and where they are asked for. */
#include "config.h"

#include "eqp-costs-private.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"

#define BUDGET ((gint64) 1 << 30) /* bytes that are stored at the most */
#define FEW_COLUMNS 16            /* costs of so few columns are sooner computed than fetched, */
#define MANY_COSTS (1 << 21)      /* where there are so many */
#define BLOCK_CHUNKS 4            /* computed at a time, at least */
#define KEPT_COLUMNS 128          /* with fewer, costs are computed as soon as looked at */
#define PLACES 64                 /* centers that stored costs may be to; a byte */
#define NOWHERE 255               /* in place of one: costs are of no use */
#define TOGETHER 32               /* rows that are computed at once */
#define AHEAD 4096                /* rows that are settled at a time: prices change meanwhile */
#define SETTLED_ROWS 512          /* a chunk */
#define OPEN_SHARE 2              /* costs are not kept where one row in so many is open */
#define TRIED 1024                /* rows that tell whether to keep costs */
#define ROUNDING (8.0 * FLT_EPSILON) /* relative, of a cost with a price and of the bound that is compared with it */

static gint64 budget = BUDGET; /* atomic */

/**
 * _eqp_costs_set_budget:
 * @bytes: what the costs of a run may take; negative: what is usual
 *
 * For tests.
 *
 * Returns: what it was
 */
gint64
_eqp_costs_set_budget (gint64 bytes)
{
  return __atomic_exchange_n (&budget, bytes < 0 ? BUDGET : bytes, __ATOMIC_RELAXED);
}

/* Memory to keep costs in while centers move; without it they are not kept. */
static void
keep (EqpCosts *self)
{
  EqpKMeans *state = self->state;
  gint64 length = state->sparse != NULL ? state->sparse->starts[state->n] / state->n : state->d;

  if (state->k <= EQP_PANEL || length < KEPT_COLUMNS)
    return;
  self->scratch_size = (gsize) TOGETHER * (gsize) (state->kp + (state->sparse != NULL ? 0 : state->d)) + 16;
  self->scratch = eqp_try_alloc (self->scratch_size * eqp_pool_get_threads (state->pool), sizeof (float), "", NULL);
  self->drift = eqp_try_alloc ((gsize) PLACES * state->kp, sizeof (float), "", NULL);
  self->own = eqp_try_alloc (state->n, sizeof (float), "", NULL);
  self->margin = eqp_try_alloc (state->n, sizeof (float), "", NULL);
  self->price = eqp_try_alloc (state->kp, sizeof (float), "", NULL);
  self->offset = eqp_try_alloc (state->k, sizeof (double), "", NULL);
  self->scale = eqp_try_alloc (state->k, sizeof (double), "", NULL);
  self->place = eqp_try_alloc (state->n, 1, "", NULL);
  if (self->scratch == NULL || self->drift == NULL || self->own == NULL || self->margin == NULL ||
      self->price == NULL || self->offset == NULL || self->scale == NULL)
    g_clear_pointer (&self->place, eqp_free);
  if (self->place == NULL)
    return;
  _eqp_costs_forget (self);
  state->kept = self;
}

/**
 * _eqp_costs_new:
 * @state: whose rows and centers they are of
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Returns: (transfer full) (nullable): costs to be taken; free with _eqp_costs_free()
 */
EqpCosts *
_eqp_costs_new (EqpKMeans  *state,
                GError    **error)
{
  EqpCosts *self = g_new0 (EqpCosts, 1);
  gint64 numbers = state->n * state->kp;
  gboolean stored = numbers <= __atomic_load_n (&budget, __ATOMIC_RELAXED) / (gint64) sizeof (float) &&
                    !(state->d <= FEW_COLUMNS && numbers >= MANY_COSTS);

  self->state = state;
  self->room = MIN (state->n, MAX (BLOCK_CHUNKS, 2 * (gint64) eqp_pool_get_threads (state->pool)) * state->chunk_rows);
  if (stored)
    self->whole = eqp_try_alloc (numbers, sizeof (float), N_ ("the costs"), error);
  else
    self->block = eqp_try_alloc (self->room * state->kp, sizeof (float), N_ ("the costs"), error);
  if (self->whole == NULL && self->block == NULL)
    g_clear_pointer (&self, g_free);
  else if (stored)
    keep (self);
  return self;
}

void
_eqp_costs_free (EqpCosts *self)
{
  if (self == NULL)
    return;

  if (self->state->kept == self)
    self->state->kept = NULL;
  eqp_free (self->place);
  eqp_free (self->drift);
  eqp_free (self->own);
  eqp_free (self->margin);
  eqp_free (self->scratch);
  eqp_free (self->price);
  eqp_free (self->offset);
  eqp_free (self->scale);
  eqp_free (self->whole);
  eqp_free (self->block);
  g_free (self);
}

/* All costs are to the present centers, if so. */
static gboolean
taken (EqpCosts *self, gboolean done)
{
  if (self->place != NULL)
    memset (self->place, done ? self->now : NOWHERE, (gsize) self->state->n);
  return done;
}

/**
 * _eqp_costs_take:
 * @self: the costs
 * @current: (nullable): n labels
 * @prices: (nullable): as in _eqp_kmeans_costs()
 * @sse: (out) (optional): as in _eqp_kmeans_assign(), with @current
 *
 * From here on they are those to the centers that the panel of the state holds, until it is packed again.
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_costs_take (EqpCosts     *self,
                 const gint32 *current,
                 const double *prices,
                 double       *sse)
{
  self->n_rows = 0;
  /* A pass takes the norms of the rows along, which costs need. */
  if (self->whole == NULL && current == NULL && self->state->norms_valid)
    return TRUE;
  return taken (self, _eqp_kmeans_costs (self->state, current, prices, self->whole, sse));
}

/**
 * _eqp_costs_take_ahead:
 * @self: the costs
 * @current: n labels
 * @assigner: as in _eqp_kmeans_costs_ahead()
 * @prices: (inout): the same
 * @labels: (inout): the same
 * @sse: (out): the same
 *
 * The same with the first look of the assigner.
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_costs_take_ahead (EqpCosts     *self,
                       const gint32 *current,
                       EqpAssigner  *assigner,
                       double       *prices,
                       gint32       *labels,
                       double       *sse)
{
  return taken (self, _eqp_kmeans_costs_ahead (self->state, current, assigner, prices, labels, self->whole, sse));
}

static void
fetch_chunk (gint64 chunk, guint worker, gpointer data)
{
  EqpCosts *self = data;
  gint64 first = chunk * self->state->chunk_rows, last = MIN (first + self->state->chunk_rows, self->n_rows);

  for (; first < last; first += self->state->block_rows)
    {
      if (_eqp_kmeans_cancelled (self->state))
        __atomic_store_n (&self->cancelled, 1, __ATOMIC_RELAXED);
      if (__atomic_load_n (&self->cancelled, __ATOMIC_RELAXED))
        return;
      _eqp_kmeans_block_costs (self->state, self->first + first, (int) MIN (self->state->block_rows, last - first),
                               self->block + first * self->state->kp);
    }
}

/* Computes a row, and those behind it where costs are not stored. NULL when cancelled. */
const float *
_eqp_costs_fetch (EqpCosts *self,
                  gint64    row)
{
  gint32 number = (gint32) row;

  if (self->whole != NULL)
    {
      _eqp_costs_renew (self, &number, 1, 0);
      return self->whole + row * self->state->kp;
    }
  self->first = row;
  self->n_rows = MIN (self->room, self->state->n - row);
  self->cancelled = 0;
  eqp_pool_run (self->state->pool, (self->n_rows + self->state->chunk_rows - 1) / self->state->chunk_rows, fetch_chunk,
                self);
  if (!self->cancelled)
    return self->block;
  self->n_rows = 0;
  return NULL;
}

/* The costs of a row where rows are asked for here and there. */
const float *
_eqp_costs_single (EqpCosts *self,
                   gint64    row)
{
  if (self->whole != NULL)
    return eqp_costs_row (self, row);
  self->n_rows = 0;
  _eqp_kmeans_block_costs (self->state, row, 1, self->block);
  return self->block;
}

/* -- costs to centers of before ---------------------------------------------------------------------------------- */

/* Stored costs are of no use any more. */
void
_eqp_costs_forget (EqpCosts *self)
{
  if (self->place != NULL)
    memset (self->place, NOWHERE, (gsize) self->state->n);
}

/* The state has packed other centers, and tells how far each has moved. */
void
_eqp_costs_note_drift (EqpCosts *self)
{
  EqpKMeans *state = self->state;
  int next = (self->now + 1) % PLACES;

  for (int p = 0; p < PLACES; p++)
    for (int c = 0; c < state->k; c++)
      self->drift[p * state->kp + c] = (self->drift[p * state->kp + c] + state->drift[c]) * (1.0f + 1e-6f);
  memset (self->drift + next * state->kp, 0, sizeof (float) * (gsize) state->kp);
  for (gint64 i = 0; i < state->n; i++)
    self->place[i] = self->place[i] == next ? NOWHERE : self->place[i];
  self->now = next;
  self->norm = MAX (self->norm, (double) state->largest_norm);
}

/**
 * _eqp_costs_follow:
 * @self: the costs, some of which are kept
 * @current: n labels
 * @sse: (out): as in _eqp_kmeans_sse()
 *
 * In place of _eqp_costs_take(): from here on costs are those to the centers that the panel of the state holds, and are
 * computed when they are asked for; the distance of each row to the center of its own cluster is known.
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_costs_follow (EqpCosts     *self,
                   const gint32 *current,
                   double       *sse)
{
  return _eqp_kmeans_distances (self->state, current, self->own, sse);
}

/* Computes the costs of these rows. */
void
_eqp_costs_renew (EqpCosts     *self,
                  const gint32 *rows,
                  gint64        count,
                  guint         worker)
{
  for (gint64 at = 0; at < count; at += TOGETHER)
    _eqp_kmeans_costs_of (self->state, rows + at, (int) MIN (TOGETHER, count - at),
                          self->scratch + worker * self->scratch_size, self->whole);
  for (gint64 at = 0; at < count; at++)
    self->place[rows[at]] = (guint8) self->now;
}

/* The stored cost of a row at center @c becomes what the drift lessens to the present distance, or to a little less, as
 * much as rounding may add. Returns that distance, which is to the center that is packed, as all costs and drifts are:
 * polishing moves centers on. */
static double
measure (EqpCosts *self, gint64 row, int c)
{
  EqpKMeans *state = self->state;
  double distance = _eqp_kmeans_distance_to (state, row, state->packed + c * state->d, (double) state->norms[c]);
  double drift = (double) self->drift[self->place[row] * state->kp + c];
  double root = (sqrt (distance) + drift) * (1.0 - 4e-7);

  self->whole[row * state->kp + c] = (float) (root * root);
  return distance;
}

/**
 * _eqp_costs_margin:
 * @self: the costs, after _eqp_costs_follow()
 * @row: whose costs are not to the present centers
 * @label: its cluster
 * @stay: what it does
 * @worker: whose memory to use
 *
 * Where only one other cluster may be as good, the distance to its center is measured.
 *
 * Returns: how much more than in its own cluster the row costs at the least in any other one; where that is not above
 * 0, it may as well cost less
 */
double
_eqp_costs_margin (EqpCosts      *self,
                   gint64         row,
                   int            label,
                   const EqpStay *stay,
                   guint          worker)
{
  EqpKMeans *state = self->state;
  float *lower = self->scratch + worker * self->scratch_size, first, second;
  double scale = stay->scale != NULL ? stay->scale[label] : 1.0, offset = stay->offset[label];
  double own = scale * (double) self->own[row], least, reached;
  int at;

  if (self->place[row] == NOWHERE)
    return -INFINITY;
  reached = own + offset + ROUNDING * (2.0 * stay->below + own + fabs (offset)) +
            (2.0 + scale) * _eqp_kmeans_product_tolerance (state, row, self->norm);
  least = (double) state->kernels->lowest (self->whole + row * state->kp,
                                           self->drift + self->place[row] * state->kp, stay->price, state->kp, label,
                                           lower);
  if (least - ROUNDING * fabs (least) <= reached)
    {
      lower[label] = INFINITY;
      at = state->kernels->least (lower, stay->price, state->kp, &first, &second);
      if ((double) second - ROUNDING * fabs ((double) second) > reached)
        least = MIN ((double) second, measure (self, row, at) + (double) stay->price[at]);
    }
  return least - ROUNDING * fabs (least) - reached;
}

/**
 * _eqp_costs_settle:
 * @self: the costs, after _eqp_costs_follow()
 * @labels: n labels, the same
 * @stay: what each row does
 * @first: row
 * @last: row, not included
 * @worker: whose memory to use
 * @margin: (out): n: of rows whose costs are not to the present centers: they surely stay, by so much at the least
 *
 * Computes the costs of the rows that may do otherwise.
 */
void
_eqp_costs_settle (EqpCosts      *self,
                   const gint32  *labels,
                   const EqpStay *stay,
                   gint64         first,
                   gint64         last,
                   guint          worker,
                   float         *margin)
{
  gint32 open[TOGETHER];
  int count = 0;

  for (gint64 i = first; i < last; i++)
    {
      double surely;

      if (eqp_costs_fresh (self, i))
        continue;
      surely = _eqp_costs_margin (self, i, labels[i], stay, worker);
      margin[i] = (float) surely;
      if (surely > 0.0)
        continue;
      open[count++] = (gint32) i;
      if (count < TOGETHER)
        continue;
      if (_eqp_kmeans_cancelled (self->state))
        return;
      _eqp_costs_renew (self, open, count, worker);
      count = 0;
    }
  _eqp_costs_renew (self, open, count, worker);
}

typedef struct
{
  EqpCosts      *self;
  const gint32  *labels;
  const EqpStay *stay;   /* NULL: all are renewed */
  gint64         first;
  gint64         last;
} SettleJob;

static void
settle_chunk (gint64 chunk, guint worker, gpointer data)
{
  SettleJob *job = data;
  gint64 first = job->first + chunk * SETTLED_ROWS, last = MIN (first + SETTLED_ROWS, job->last);

  if (job->stay != NULL)
    _eqp_costs_settle (job->self, job->labels, job->stay, first, last, worker, job->self->margin);
  else
    for (gint64 i = first; i < last && !_eqp_kmeans_cancelled (job->self->state);)
      {
        gint32 rows[TOGETHER];
        int count = 0;

        for (; i < last && count < TOGETHER; i++)
          if (!eqp_costs_fresh (job->self, i))
            rows[count++] = (gint32) i;
        _eqp_costs_renew (job->self, rows, count, worker);
      }
}

static gboolean
run_settle (SettleJob *job)
{
  eqp_pool_run (job->self->state->pool, (job->last - job->first + SETTLED_ROWS - 1) / SETTLED_ROWS, settle_chunk, job);
  return !_eqp_kmeans_cancelled (job->self->state);
}

/**
 * _eqp_costs_stays:
 * @self: the costs, after _eqp_costs_follow()
 * @labels: n labels, those of @row and the rows after it the same
 * @stay: what each row does now
 * @row: rows are asked for in order
 * @settled: (inout): 0 at first
 *
 * For rows that are looked at one after the other while prices change, see _eqp_costs_change(). Those of the rows ahead
 * that may leave are computed together.
 *
 * Returns: whether the row surely stays; else its costs can be asked for with eqp_costs_row()
 */
gboolean
_eqp_costs_stays (EqpCosts      *self,
                  const gint32  *labels,
                  const EqpStay *stay,
                  gint64         row,
                  gint64        *settled)
{
  int k = self->state->k, label = labels[row];
  double risen;

  if (eqp_costs_fresh (self, row))
    return FALSE;
  if (row >= *settled)
    {
      SettleJob job = { self, labels, stay, row, MIN (row + AHEAD, self->state->n) };

      memcpy (self->price, stay->price, sizeof (float) * (gsize) self->state->kp);
      memcpy (self->offset, stay->offset, sizeof (double) * (gsize) k);
      if (stay->scale != NULL)
        memcpy (self->scale, stay->scale, sizeof (double) * (gsize) k);
      self->fallen = run_settle (&job) ? 0.0 : INFINITY;
      *settled = job.last;
      if (eqp_costs_fresh (self, row))
        return FALSE;
    }
  risen = stay->offset[label] - self->offset[label];
  if (stay->scale != NULL)
    risen += (stay->scale[label] - self->scale[label]) * (double) self->own[row];
  return (double) self->margin[row] > (MAX (0.0, risen) + self->fallen) * (1.0 + 1e-6) ||
         _eqp_costs_margin (self, row, label, stay, 0) > 0.0;
}

/* The price of @cluster has changed; -1: all may have. */
void
_eqp_costs_change (EqpCosts      *self,
                   const EqpStay *stay,
                   int            cluster)
{
  double fall = INFINITY;

  if (self->place == NULL)
    return;
  if (cluster >= 0)
    fall = (double) self->price[cluster] - (double) stay->price[cluster];
  self->fallen = fall > self->fallen || isnan (fall) ? fall : self->fallen;
}

/* Computes the costs of all rows that are not up to date. FALSE when cancelled. */
gboolean
_eqp_costs_complete (EqpCosts *self)
{
  SettleJob job = { self, NULL, NULL, 0, self->state->n };

  return self->place == NULL || run_settle (&job);
}

/**
 * _eqp_costs_pay:
 * @self: the costs
 * @current: n labels
 * @prices: k prices of the assignment problem to come
 *
 * Returns: whether so few rows may leave their clusters at these prices that _eqp_costs_follow() is the cheaper way
 */
gboolean
_eqp_costs_pay (EqpCosts     *self,
                const gint32 *current,
                const double *prices)
{
  EqpKMeans *state = self->state;
  gint64 step = MAX (1, state->n / TRIED), tried = 0, open = 0;
  g_autofree float *price = NULL;
  EqpStay stay = { NULL, prices, NULL, 0.0 };
  gboolean known = FALSE;

  if (self->place == NULL)
    return FALSE;
  price = g_new (float, state->kp);
  eqp_pad_prices (prices, state->k, state->kp, price);
  for (int c = 0; c < state->k; c++)
    {
      known |= prices[c] != 0.0;
      stay.below = MAX (stay.below, -prices[c]);
    }
  stay.price = price;
  for (gint64 i = 0; i < state->n && known; i += step, tried++)
    {
      self->own[i] = (float) _eqp_kmeans_distance (state, i, current[i]);
      open += _eqp_costs_margin (self, i, current[i], &stay, 0) <= 0.0;
    }
  return known && open * OPEN_SHARE < tried;
}
