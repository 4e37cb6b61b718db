/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The balanced assignment problem, solved exactly:
 *
 *   minimise  sum_i cost[i][z_i] + gamma * sum_k n_k^2                                                   (BA)
 *
 * It is a transportation problem with K sinks of convex cost, so its linear relaxation is integral and its dual has
 * only K unknowns, the prices p_k: each row goes to the argmin of cost[i][k] + p_k, and at the optimum
 * gamma (2 n_k - 1) <= p_k <= gamma (2 n_k + 1).
 *
 *   1. Newton's method on the (smoothed) concave dual. Its gradient are the size excesses; its Hessian is the Laplacian
 *      of the densities of rows at the borders between clusters, plus 1 / (2 gamma) on the diagonal. An evaluation is
 *      O(n K) and parallel.
 *   2. What is left over, a few units, is moved along shortest paths of the exchange graph (K nodes, and one more that
 *      carries size changes) in reduced costs, which ends in a proven optimum.
 *
 * Newton's method sees one scale at a time. Where clusters are alike, or centers far from all rows, it makes no way;
 * then one row in eight is solved to its optimum in the same way, and so on down to few rows. From the prices
 * of the sample only few rows have to be moved, with many that have the same price at once. Many clusters with few
 * rows each, whose sizes hardly give way to prices, are auctioned instead, and those on a line have prices that the
 * order of the rows tells. Clusters that are quite alike, which no prices can tell apart, are one meanwhile.
 *
 * Limits of size, L <= n_k <= U, make the cost of a size infinite beyond them: the size that suits a price is cut to
 * the limits, and so is what the arc of a cluster to the extra node can carry. All else stays, the certificate
 * included.
 *
 * Prices are kept as p_k = q_k + gamma * base with a whole number base near 2 n / K, so that no digits are lost when
 * gamma is huge. */
#include "config.h"

#include "eqp-assigner-parts-private.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-blas.h"

#define MAX_EVALUATIONS 40
#define PATIENCE 4   /* looks that should halve what is left over */
#define LEFT_OVER 10 /* one row in so many clusters is for the repair */
#define FEW 256      /* rows a cluster, whose borders a density describes but roughly */
#define SAMPLE 4096  /* rows, and rows a cluster, that foretell the prices of all, */
#define SAMPLE_PER_CLUSTER 16
#define SAMPLE_STEP 8          /* one row in this many, and of these again */
#define COPIED_BYTES (1 << 24) /* samples that are not larger are copied */
#define LINE_EXCESS 8          /* clusters are on a line if the prices of one leave no larger part of the rows */
#define AUCTION_ROWS 32        /* a cluster, fewer than this: an auction tells their prices */
#define COLD_ROWS 64           /* samples that are settled end at so many, */
#define COLD_CLUSTERS 8        /* and one for so many clusters */
#define COLD_EXCESS 32         /* where this part of the rows is left to be moved */
#define WIDEST 256.0           /* times the margins of the rows that should move */

/**
 * _eqp_assigner_new:
 * @n: rows
 * @k: clusters
 * @pool: borrowed
 * @cancellable: (nullable): borrowed
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Returns: (transfer full): scratch memory for problems of this size; O(n + K^2)
 */
EqpAssigner *
_eqp_assigner_new (gint64         n,
                   int            k,
                   EqpPool       *pool,
                   GCancellable  *cancellable,
                   GError       **error)
{
  EqpAssigner *self = g_new0 (EqpAssigner, 1);
  gboolean ok = TRUE;

  eqp_blas_init ();
  self->n = n;
  self->k = k;
  self->kp = (k + EQP_PANEL - 1) / EQP_PANEL * EQP_PANEL;
  self->pool = pool;
  self->cancellable = cancellable;
  self->kernels = _eqp_kernels_get ();
  _eqp_assigner_set_units (self, NULL, NULL);
  _eqp_assigner_set_limits (self, 0, n);

#define ALLOC(field, count) \
  ok = ok && (self->field = eqp_try_alloc (count, sizeof *self->field, "the assignment step", error)) != NULL
  ok = _eqp_assigner_new_look (self, error);
  ALLOC (step, k);
  ALLOC (trial, k);
  ALLOC (hessian, k <= EQP_DENSE_NEWTON ? (gsize) k * k : (gsize) k);
  ALLOC (conjugate, 4 * (gsize) k);
  ALLOC (flow, k);
  ALLOC (distance, k + 1);
  ALLOC (parent, k + 1);
  ALLOC (parent_row, k + 1);
  ALLOC (parent_weight, k + 1);
  ALLOC (heap, k + 1);
  ALLOC (heap_place, k + 1);
  ALLOC (touched, k + 1);
  ALLOC (root, k + 1);
  ALLOC (settled, k + 1);
  ALLOC (used, k + 1);
  ALLOC (targets, k + 1);
  ALLOC (start_q, k);
  ALLOC (built_q, k);
  ALLOC (built_reach, k);
  ALLOC (members, k);
#undef ALLOC

  ok = ok && (self->exchange = _eqp_exchange_new (k, error)) != NULL;
  if (!ok)
    g_clear_pointer (&self, _eqp_assigner_free);
  return self;
}

/**
 * _eqp_assigner_set_limits:
 * @self: the solver
 * @least: rows that each cluster gets at the least, 0 or more
 * @most: and at the most; K clusters of at least @least and at most @most rows have to be able to hold all
 */
void
_eqp_assigner_set_limits (EqpAssigner *self,
                          gint64       least,
                          gint64       most)
{
  self->least = least;
  self->most = most;
  self->limited = least > 0 || most < self->total;
}

/**
 * _eqp_assigner_set_units:
 * @self: the solver
 * @weights: (nullable): n: how many times each row counts, for _eqp_assigner_relax(); borrowed
 * @load: (nullable): k: what clusters hold besides the rows; borrowed
 *
 * The size of a cluster is that of its rows and its load together, in penalty and limits. Set the limits anew after.
 */
void
_eqp_assigner_set_units (EqpAssigner  *self,
                         const gint64 *weights,
                         const gint64 *load)
{
  self->weights = weights;
  self->load = load;
  self->copies = NULL;
  self->clusters = self->k;
  self->total = weights != NULL ? 0 : self->n;
  for (gint64 i = 0; weights != NULL && i < self->n; i++)
    self->total += weights[i];
  for (int c = 0; load != NULL && c < self->k; c++)
    self->total += load[c];
}

/* Each cluster stands for so many that are alike, whose sizes are as even as can be. Set the limits of one of these
 * after. */
void
_eqp_assigner_set_copies (EqpAssigner  *self,
                          const gint64 *copies)
{
  self->copies = copies;
  self->clusters = 0;
  for (int c = 0; c < self->k; c++)
    self->clusters += assigner_copies (self, c);
}

/* Twice the size of an even cluster, so that prices near the optimum are small. */
static void
set_base (EqpAssigner *self)
{
  self->base = 2 * (self->total / self->clusters) + (self->total % self->clusters != 0 ? 1 : 0);
}

/**
 * _eqp_assigner_set_source:
 * @self: the solver
 * @source: computes costs in float, the same at each call, in any thread
 * @data: borrowed
 *
 * Costs that are not stored, for _eqp_assigner_solve() without any.
 */
void
_eqp_assigner_set_source (EqpAssigner *self,
                          EqpCostFunc  source,
                          gpointer     data)
{
  self->source = source;
  self->source_data = data;
  self->source_step = 1;
}

/**
 * _eqp_assigner_set_kept:
 * @self: the solver
 * @kept: (nullable): borrowed
 *
 * The costs of all problems to come are these, and labels as in _eqp_costs_follow() where they are not up to date.
 */
void
_eqp_assigner_set_kept (EqpAssigner      *self,
                        struct _EqpCosts *kept)
{
  self->kept = kept != NULL && kept->place != NULL ? kept : NULL;
}

void
_eqp_assigner_free (EqpAssigner *self)
{
  if (self == NULL)
    return;

  _eqp_exchange_free (self->exchange);
  _eqp_assigner_free_look (self);
  eqp_free (self->line_rows);
  eqp_free (self->step);
  eqp_free (self->trial);
  eqp_free (self->hessian);
  eqp_free (self->conjugate);
  eqp_free (self->pairs);
  eqp_free (self->pair_weight);
  eqp_free (self->flow);
  eqp_free (self->distance);
  eqp_free (self->parent);
  eqp_free (self->parent_row);
  eqp_free (self->parent_weight);
  eqp_free (self->heap);
  eqp_free (self->heap_place);
  eqp_free (self->touched);
  eqp_free (self->root);
  eqp_free (self->settled);
  eqp_free (self->used);
  eqp_free (self->targets);
  eqp_free (self->start_q);
  eqp_free (self->built_q);
  eqp_free (self->built_reach);
  for (int c = 0; self->members != NULL && c < self->k; c++)
    eqp_free (self->members[c].rows);
  eqp_free (self->members);
  g_free (self);
}

/* Forgets what is known of the costs. */
void
_eqp_assigner_begin (EqpAssigner *self)
{
  self->cancelled = 0;
  self->no_memory = FALSE;
  self->looked = FALSE;
  self->candidates.reach = -1.0;
  self->candidates.restricted = FALSE;
  self->rough = FALSE;
  self->cold = FALSE;
}

/* A price common to all changes nothing, unless there are limits. FALSE: all are 0, nothing is known of them. */
gboolean
_eqp_assigner_center_prices (EqpAssigner *self)
{
  double mean = 0.0, largest = 0.0;

  for (int c = 0; c < self->k && !self->limited; c++)
    mean += assigner_part (self, c, self->q[c]);
  for (int c = 0; c < self->k; c++)
    {
      self->q[c] -= mean;
      largest = MAX (largest, fabs (self->q[c]));
    }
  return largest > 0.0;
}

/* Whether to give up. */
gboolean
_eqp_assigner_poll (EqpAssigner *self)
{
  if (self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable))
    __atomic_store_n (&self->cancelled, 1, __ATOMIC_RELAXED);
  return __atomic_load_n (&self->cancelled, __ATOMIC_RELAXED) != 0;
}

/* Returns FALSE. */
gboolean
_eqp_assigner_out_of_memory (EqpAssigner *self)
{
  __atomic_store_n (&self->no_memory, TRUE, __ATOMIC_RELAXED);
  __atomic_store_n (&self->cancelled, 1, __ATOMIC_RELAXED);
  return FALSE;
}

/* Room for at least @least items, what is there kept. FALSE: there is no memory, and the run is to end. */
gboolean
_eqp_assigner_widen (EqpAssigner *self,
                     gpointer    *block,
                     gsize       *room,
                     gsize        size,
                     gsize        least)
{
  gsize wider = MAX (least, *room + *room / 2);
  gpointer fresh;

  if (least <= *room)
    return TRUE;
  fresh = eqp_try_alloc (wider, size, "the assignment step", NULL);
  if (fresh == NULL)
    return _eqp_assigner_out_of_memory (self);
  if (*room > 0)
    memcpy (fresh, *block, size * *room);
  eqp_free (*block);
  *block = fresh;
  *room = wider;
  return TRUE;
}

/* -- the dual ---------------------------------------------------------------------------------------------------- */

/* Rows that would have to move: sizes are whole numbers, half a row off is as near as they come. */
double
_eqp_assigner_total_excess (EqpAssigner *self)
{
  double total = 0.0;

  for (int c = 0; c < self->k; c++)
    total += MAX (0.0, fabs (self->excess[c]) - 0.5);
  return total / 2.0;
}

/* Brings the prices close to the optimum of the dual. */
void
_eqp_assigner_climb (EqpAssigner *self, int *evaluations)
{
  double value = _eqp_assigner_evaluate (self, self->q), widening = 1.0, past;
  int marked;

  *evaluations = 1;
  if (_eqp_assigner_total_excess (self) > (double) self->n / 4.0)
    {
      /* Prices of other costs may be worse than none. */
      memcpy (self->trial, self->q, sizeof (double) * self->k);
      memset (self->q, 0, sizeof (double) * self->k);
      ++*evaluations;
      if (_eqp_assigner_evaluate (self, self->q) < value)
        {
          value = _eqp_assigner_evaluate (self, self->trial);
          ++*evaluations;
        }
    }

  past = _eqp_assigner_total_excess (self);
  for (marked = *evaluations; *evaluations < MAX_EVALUATIONS && !self->cancelled;)
    {
      double excess = _eqp_assigner_total_excess (self), shrink = 1.0, gain = 0.0, mean = 0.0, window;
      gboolean better = FALSE, few = self->n < FEW * self->k;

      /* Moving this many units one by one costs about as much as looking at all rows once more. */
      if (excess * self->k * MIN (self->k, 16) * 32.0 <= (double) self->n * self->kp ||
          excess <= (double) MIN (self->k, MAX (MAX (1, self->k / LEFT_OVER), self->n / 256)))
        break;
      if (*evaluations >= marked + (self->candidates.restricted ? 3 : 1) * PATIENCE && self->weights == NULL)
        {
          if (excess > 0.5 * past)
            break; /* a sample, or the repair, gets further; rows with weights have neither */
          past = excess;
          marked = *evaluations;
        }

      window = widening * _eqp_assigner_margin_quantile (self, (gint64) MIN (4.0 * excess + 4.0 * self->k,
                                                                             (double) self->n / 2.0 + 1.0));
      if (!(window > 0.0) || window >= FLT_MAX)
        break;
      memcpy (self->trial, self->q, sizeof (double) * self->k);
      _eqp_assigner_newton_step (self, window);
      if (self->cancelled)
        return;
      for (int c = 0; c < self->k && !self->limited; c++)
        mean += assigner_part (self, c, self->step[c]);

      for (int halving = 0; halving < 4 && !better && *evaluations < MAX_EVALUATIONS; halving++, shrink *= 0.25)
        {
          double tried;

          for (int c = 0; c < self->k; c++)
            self->q[c] = self->trial[c] + shrink * (self->step[c] - mean);
          tried = _eqp_assigner_evaluate (self, self->q);
          ++*evaluations;
          if (self->cancelled)
            return;
          better = tried > value;
          gain = tried - value;
          if (better)
            value = tried;
        }
      if (!better)
        {
          _eqp_assigner_evaluate (self, self->trial);
          ++*evaluations;
        }
      if (few && better)
        widening = gain < 0.05 * excess * window ? MAX (1.0 / 16.0, 0.5 * widening) : MIN (1.0, 2.0 * widening);
      else if (!better || gain < 0.2 * excess * window)
        {
          /* So many rows are not held by ties: where they have to go is out of sight. */
          if (excess > (double) self->n / 32.0 && widening < WIDEST)
            {
              widening *= 4.0;
              continue;
            }
          if (!better)
            break;
        }
      else
        widening = MAX (1.0, widening / 4.0);
      if (gain < (self->rough ? 0.1 : few ? 1e-2
                                          : 1e-3) *
                     excess * window)
        break; /* a tie holds these rows together: only the repair can part them */
    }
}

/* Shows one row in @step to the sample: where they lie, or where they are few copied together, so that they stay in
 * the cache. */
static void
show_sample (EqpAssigner *self, EqpAssigner *sample, gint64 step, gpointer *block)
{
  gsize size = self->cost_float != NULL ? sizeof (float) : sizeof (double), row = (gsize) self->stride * size;
  const char *costs = self->cost_float != NULL ? (const char *) self->cost_float : (const char *) self->cost_double;

  sample->cost_float = self->cost_float;
  sample->cost_double = self->cost_double;
  sample->stride = self->stride * step;
  sample->source = self->source;
  sample->source_data = self->source_data;
  sample->source_step = self->source_step * step;
  for (gint64 i = 0; i < sample->n; i++)
    sample->labels[i] = self->labels[i * step];
  if (costs == NULL || (gsize) sample->n * row > COPIED_BYTES ||
      (*block = eqp_try_alloc ((gsize) sample->n, row, "the assignment step", NULL)) == NULL)
    return;
  for (gint64 i = 0; i < sample->n; i++)
    {
      __builtin_prefetch (costs + (gsize) (MIN (i + 8, sample->n - 1) * step) * row);
      memcpy ((char *) *block + (gsize) i * row, costs + (gsize) (i * step) * row, row);
    }
  sample->cost_float = self->cost_float != NULL ? *block : NULL;
  sample->cost_double = self->cost_float != NULL ? NULL : *block;
  sample->stride = self->stride;
}

static void ascend (EqpAssigner *self, gboolean known, int *evaluations);

/* Prices from one row in SAMPLE_STEP. Where Newton's method makes no way on them, their optimum: few rows are cheap to
 * settle, and leave little to be moved among more. */
static void
foretell_by_sample (EqpAssigner *self)
{
  gint64 count = self->n / SAMPLE_STEP;
  EqpAssigner *sample = _eqp_assigner_new (count, self->k, self->pool, self->cancellable, NULL);
  gint32 *labels = eqp_try_alloc (count, sizeof (gint32), "the assignment step", NULL);
  gpointer costs = NULL;
  double sink_q;
  int evaluations;

  if (sample != NULL && labels != NULL)
    {
      sample->gamma = self->gamma * (double) SAMPLE_STEP;
      sample->labels = labels;
      sample->q = self->q;
      sample->cold = self->cold;
      _eqp_assigner_set_copies (sample, self->copies);
      set_base (sample);
      _eqp_assigner_set_limits (sample, self->least / SAMPLE_STEP, (self->most + SAMPLE_STEP - 1) / SAMPLE_STEP);
      show_sample (self, sample, SAMPLE_STEP, &costs);
      ascend (sample, FALSE, &evaluations);
      self->cold = sample->cold;
      if (sample->cold && !sample->cancelled && _eqp_assigner_repair (sample, &sink_q) >= 0)
        for (int c = 0; c < self->k; c++)
          self->q[c] -= sink_q;
      self->cancelled |= sample->cancelled;
      self->no_memory |= sample->no_memory;
      self->effort += sample->effort;
    }
  eqp_free (costs);
  eqp_free (labels);
  _eqp_assigner_free (sample);
}

/* Prices at which all clusters cost the same on average: centers may be far from all rows. */
static void
even_out (EqpAssigner *self)
{
  gint64 step = MAX (1, self->n / COLD_ROWS);

  memset (self->q, 0, sizeof (double) * (gsize) self->k);
  for (gint64 i = 0; i < self->n; i += step)
    {
      EqpCostRow row = _eqp_assigner_row (self, i, 0);

      for (int c = 0; c < self->k; c++)
        self->q[c] -= cost_in (row, c) / (double) ((self->n + step - 1) / step);
    }
  _eqp_assigner_center_prices (self);
}

/* Prices that nothing is known of: a sample of the rows tells them roughly, and where clusters are many and rows few,
 * the clusters that are best for each row. */
static void
foretell (EqpAssigner *self)
{
  gboolean plain = self->weights == NULL && self->load == NULL;
  gint64 per_cluster = self->n / self->k;
  int evaluations;

  if (self->kept != NULL && !_eqp_costs_complete (self->kept))
    {
      self->cancelled = 1;
      return;
    }
  if (self->cold)
    {
      if (self->gamma > 0.0 && self->k > EQP_DENSE_NEWTON &&
          _eqp_assigner_price_line (self, (double) self->n / LINE_EXCESS))
        return;
      if (self->gamma > 0.0 && self->k > EQP_DENSE_NEWTON && per_cluster < AUCTION_ROWS)
        {
          even_out (self);
          if (_eqp_assigner_auction (self))
            return;
        }
      if (self->n / SAMPLE_STEP >= MAX (COLD_ROWS, self->k / COLD_CLUSTERS))
        foretell_by_sample (self);
      else
        even_out (self);
      return;
    }
  if (self->k <= EQP_DENSE_NEWTON || per_cluster >= FEW)
    {
      if (plain && self->n / SAMPLE_STEP >= MAX (SAMPLE, SAMPLE_PER_CLUSTER * (gint64) self->k))
        foretell_by_sample (self);
      return;
    }

  self->rough = TRUE;
  if (_eqp_assigner_restrict (self))
    _eqp_assigner_climb (self, &evaluations);
  self->rough = FALSE;
  if (self->cancelled || !_eqp_assigner_restrict (self))
    return;
  _eqp_assigner_climb (self, &evaluations);
  if (!self->cancelled)
    _eqp_assigner_lift (self);
}

/* Sizes that only limits hold have no price within them. A small gamma stands in while the prices climb; then those of
 * clusters off their limits are taken back, and the repair does the rest for the gamma that is meant. */
static void
climb_without_gamma (EqpAssigner *self, int *evaluations)
{
  double spread = 0.0;

  for (gint64 i = 0; i < self->n; i += MAX (1, self->n / 1024))
    {
      EqpCostRow row = _eqp_assigner_row (self, i, 0);

      for (int c = 0; c < self->k; c++)
        spread = MAX (spread, fabs (cost_in (row, c)));
    }
  if (!(spread > 0.0))
    spread = 1.0;
  self->gamma = 1e-3 * spread * (double) self->clusters / (double) self->n;
  _eqp_assigner_climb (self, evaluations);
  for (int c = 0; c < self->k; c++)
    if (self->sizes[c] > assigner_least (self, c) && self->sizes[c] < assigner_most (self, c))
      self->q[c] = 0.0;
  if (!self->cancelled)
    _eqp_assigner_evaluate (self, self->q);
  ++*evaluations;
  self->gamma = 0.0;
}

/* Prices close to the optimum, whatever is known of them. */
static void
ascend (EqpAssigner *self, gboolean known, int *evaluations)
{
  gboolean plain = self->weights == NULL && self->load == NULL;

  *evaluations = 1;
  if (self->line_rows != NULL && plain && _eqp_assigner_price_line (self, 0.0))
    return; /* what is left over are ties and rounding */
  if (self->cancelled)
    return;
  for (;;)
    {
      if (!known && (self->gamma > 0.0 || self->cold))
        foretell (self);
      if (self->cancelled)
        return;
      if (self->gamma > 0.0)
        _eqp_assigner_climb (self, evaluations);
      else
        climb_without_gamma (self, evaluations);
      if (self->cancelled || self->cold || !plain ||
          _eqp_assigner_total_excess (self) <= (double) self->n / COLD_EXCESS)
        return;
      self->cold = TRUE;
      known = FALSE;
    }
}

/**
 * _eqp_assigner_relax:
 * @self: the solver
 * @cost: n x stride costs, padded to whole panels
 * @stride: numbers a row
 * @gamma: raw gamma, >= 0
 * @prices: (inout): k prices less gamma * base, to start from and found
 * @labels: (inout): n labels: the argmins at these prices
 *
 * The prices of the problem in which a row of weight w may be divided, and where each row stands at them: sizes are
 * only near what suits them, for the rows at the borders go whole.
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_assigner_relax (EqpAssigner *self,
                     const float *cost,
                     gint64       stride,
                     double       gamma,
                     double      *prices,
                     gint32      *labels)
{
  int evaluations;

  self->cost_float = cost;
  self->cost_double = NULL;
  self->stride = stride;
  self->gamma = gamma;
  self->labels = labels;
  self->q = prices;
  _eqp_assigner_begin (self);
  set_base (self);
  if (gamma > 0.0)
    _eqp_assigner_climb (self, &evaluations);
  else if (self->limited)
    climb_without_gamma (self, &evaluations);
  else
    {
      memset (prices, 0, sizeof (double) * self->k);
      self->gamma = 1.0; /* for the excess only */
      _eqp_assigner_evaluate (self, prices);
    }
  return !self->cancelled;
}

/* Prices, as far as they are not known, and labels of the optimum. Returns the units that were left to be moved; -1
 * when cancelled. */
gint64
_eqp_assigner_settle (EqpAssigner *self,
                      gboolean     known,
                      int         *evaluations,
                      double      *sink_q)
{
  ascend (self, known, evaluations);
  return self->cancelled ? -1 : _eqp_assigner_repair (self, sink_q);
}

static gboolean
solve (EqpAssigner *self, const float *cost_float, const double *cost_double, gint64 stride, double gamma,
       double *prices, gint32 *labels, gboolean ahead, EqpAssignmentReport *report)
{
  int evaluations = 1;
  gint64 moved = 0;
  double sink_q = 0.0;

  self->cost_float = cost_float;
  self->cost_double = cost_double;
  self->stride = stride;
  self->gamma = gamma;
  self->labels = labels;
  self->q = prices;
  self->ahead = FALSE;
  if (!ahead)
    _eqp_assigner_begin (self);
  set_base (self);

  if ((gamma > 0.0 || self->limited) && self->k > 1)
    {
      gboolean known = ahead || _eqp_assigner_center_prices (self);

      if (!_eqp_assigner_solve_alike (self, &evaluations, &moved, &sink_q))
        moved = _eqp_assigner_settle (self, known, &evaluations, &sink_q);
    }
  else
    {
      memset (prices, 0, sizeof (double) * self->k);
      self->gamma = 1.0; /* for the excess only */
      _eqp_assigner_evaluate (self, prices);
      self->gamma = gamma;
      memcpy (self->start_q, prices, sizeof (double) * self->k);
    }

  if (self->cancelled)
    return FALSE;
  if (report != NULL)
    {
      report->evaluations = evaluations;
      report->repairs = moved;
      _eqp_assigner_certify (self, sink_q, report);
    }
  for (int c = 0; c < self->k; c++)
    prices[c] -= sink_q;
  return TRUE;
}

/**
 * _eqp_assigner_solve:
 * @self: the solver
 * @cost_float: (nullable): n x stride costs, padded to whole panels, or
 * @cost_double: (nullable): n x stride costs; or neither, see _eqp_assigner_set_source()
 * @stride: numbers a row
 * @gamma: raw gamma, >= 0
 * @prices: (inout): k prices less gamma * base, to start from and found; zeros at first
 * @labels: (inout): n labels to prefer on ties (-1: none), and the optimum
 * @report: (nullable): filled with the certificate, which costs a look at the rows near a border
 *
 * Returns: FALSE when cancelled; labels are then the argmins of some prices
 */
gboolean
_eqp_assigner_solve (EqpAssigner         *self,
                     const float         *cost_float,
                     const double        *cost_double,
                     gint64               stride,
                     double               gamma,
                     double              *prices,
                     gint32              *labels,
                     EqpAssignmentReport *report)
{
  return solve (self, cost_float, cost_double, stride, gamma, prices, labels, FALSE, report);
}

/**
 * _eqp_assigner_solve_ahead:
 * @self: the solver
 * @cost: (nullable): as in _eqp_assigner_solve()
 * @stride: the same
 * @gamma: the same
 * @prices: (inout): the same
 * @labels: (inout): the same
 *
 * The same after _eqp_assigner_look_ahead_begin() with the same costs, prices and labels; where a look ahead was of no
 * use the first look is taken now.
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_assigner_solve_ahead (EqpAssigner *self,
                           const float *cost,
                           gint64       stride,
                           double       gamma,
                           double      *prices,
                           gint32      *labels)
{
  return solve (self, cost, NULL, stride, gamma, prices, labels, self->ahead, NULL);
}
