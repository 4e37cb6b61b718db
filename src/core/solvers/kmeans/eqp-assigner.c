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
#include "base/eqp-parallel.h"

#define ROWS_PER_CHUNK 2048
#define SCAN 32              /* rows that are often all out of reach */
#define MAX_EVALUATIONS 40
#define WIDEST 256.0         /* times the margins of the rows that should move */
#define DENSE_NEWTON 512     /* up to this many clusters the Newton step is solved exactly */
#define MARGIN_BINS 4096     /* of the upper 12 bits of a positive float */

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
  self->exchange = _eqp_exchange_new (k);
  self->n_chunks = (n + ROWS_PER_CHUNK - 1) / ROWS_PER_CHUNK;
  _eqp_assigner_set_units (self, NULL, NULL);
  _eqp_assigner_set_limits (self, 0, n);

#define ALLOC(field, count)                                                                                            \
  ok = ok && (self->field = eqp_try_alloc (count, sizeof *self->field, "the assignment step", error)) != NULL
  ALLOC (price, self->kp);
  ALLOC (margin, n);
  ALLOC (chunk_sizes, (gsize) self->n_chunks * k);
  ALLOC (chunk_value, self->n_chunks);
  ALLOC (sizes, k);
  ALLOC (excess, k);
  ALLOC (step, k);
  ALLOC (trial, k);
  ALLOC (hessian, k <= DENSE_NEWTON ? (gsize) k * k : (gsize) k);
  ALLOC (flow, k);
  ALLOC (distance, k + 1);
  ALLOC (parent, k + 1);
  ALLOC (parent_row, k + 1);
  ALLOC (settled, k + 1);
#undef ALLOC

  if (!ok)
    {
      _eqp_assigner_free (self);
      return NULL;
    }
  for (int c = k; c < self->kp; c++)
    self->price[c] = INFINITY;
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
  self->total = weights != NULL ? 0 : self->n;
  for (gint64 i = 0; weights != NULL && i < self->n; i++)
    self->total += weights[i];
  for (int c = 0; load != NULL && c < self->k; c++)
    self->total += load[c];
}

void
_eqp_assigner_free (EqpAssigner *self)
{
  if (self == NULL)
    return;

  _eqp_exchange_free (self->exchange);
  eqp_free (self->price);
  eqp_free (self->margin);
  eqp_free (self->chunk_sizes);
  eqp_free (self->chunk_value);
  eqp_free (self->sizes);
  eqp_free (self->excess);
  eqp_free (self->step);
  eqp_free (self->trial);
  eqp_free (self->hessian);
  eqp_free (self->flow);
  eqp_free (self->distance);
  eqp_free (self->parent);
  eqp_free (self->parent_row);
  eqp_free (self->settled);
  g_free (self);
}

/* -- the dual function ------------------------------------------------------------------------------------------- */

/* In double; a row stays where it is on ties. */
static int
choose_exactly (EqpAssigner *self, gint64 row, double *first, double *second)
{
  int best = self->labels[row] >= 0 ? self->labels[row] : 0;
  double least = assigner_priced (self, row, best), next = INFINITY;

  for (int c = 0; c < self->k; c++)
    if (c != best)
      {
        double value = assigner_priced (self, row, c);

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

static void
evaluate_chunk (gint64 chunk, guint worker, gpointer data)
{
  EqpAssigner *self = data;
  gint64 *sizes = self->chunk_sizes + chunk * self->k;
  gint64 last = MIN ((chunk + 1) * ROWS_PER_CHUNK, self->n);
  gint32 chosen[EQP_ASSIGNER_ROWS];
  float least[EQP_ASSIGNER_ROWS], next[EQP_ASSIGNER_ROWS];
  double value = 0.0;

  if (self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable))
    __atomic_store_n (&self->cancelled, 1, __ATOMIC_RELAXED);

  memset (sizes, 0, sizeof (gint64) * self->k);
  for (gint64 i = chunk * ROWS_PER_CHUNK; i < last; i++)
    {
      double first, second;
      int label;

      if (self->cost_float != NULL)
        {
          int r = (int) (i - chunk * ROWS_PER_CHUNK) % EQP_ASSIGNER_ROWS;

          if (r == 0)
            self->kernels->leasts (self->cost_float + i * self->stride, (int) MIN (EQP_ASSIGNER_ROWS, last - i),
                                   self->price, self->kp, chosen, least, next);
          label = chosen[r];
          first = least[r];
          second = next[r];
          if (next[r] - least[r] <= 4.0f * FLT_EPSILON * (fabsf (least[r]) + fabsf (next[r])))
            label = choose_exactly (self, i, &first, &second);
          else
            first = assigner_priced (self, i, label);
        }
      else
        label = choose_exactly (self, i, &first, &second);

      self->labels[i] = label;
      self->margin[i] = (float) MAX (0.0, second - first);
      if (self->weights == NULL)
        {
          sizes[label]++;
          value += first;
        }
      else
        {
          sizes[label] += self->weights[i];
          value += (double) self->weights[i] * first;
        }
    }
  self->chunk_value[chunk] = value;
}

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

static gboolean
at_limit (EqpAssigner *self, int c)
{
  double size = suitable_size (self, c);

  return self->limited && (size <= (double) assigner_least (self, c) || size >= (double) assigner_most (self, c));
}

/* Labels, margins, sizes and excesses for the prices q; returns the smoothed dual function
 * sum_i min_k (c_ik + q_k) - n/K sum_k q_k - sum_k q_k^2 / (4 gamma), whose gradient are the excesses. */
double
_eqp_assigner_evaluate (EqpAssigner *self, const double *q)
{
  double value = 0.0;

  if (q != self->q)
    memcpy (self->q, q, sizeof (double) * self->k);
  for (int c = 0; c < self->k; c++)
    self->price[c] = (float) self->q[c];

  eqp_pool_run (self->pool, self->n_chunks, evaluate_chunk, self);

  memset (self->sizes, 0, sizeof (gint64) * self->k);
  for (gint64 chunk = 0; chunk < self->n_chunks; chunk++)
    {
      value += self->chunk_value[chunk];
      for (int c = 0; c < self->k; c++)
        self->sizes[c] += self->chunk_sizes[chunk * self->k + c];
    }
  for (int c = 0; c < self->k; c++)
    if (at_limit (self, c))
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

/* Rows that would have to move. */
static double
total_excess (EqpAssigner *self)
{
  double total = 0.0;

  for (int c = 0; c < self->k; c++)
    total += fabs (self->excess[c]);
  return total / 2.0;
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

/* -- Newton ------------------------------------------------------------------------------------------------------ */

extern void dposv_ (const char *uplo, const int *n, const int *nrhs, double *a, const int *lda, double *b,
                    const int *ldb, int *info);

/* Solves (border Laplacian + 1/(2 gamma) I) step = excess. A size at its limit does not follow its price. */
void
_eqp_assigner_newton_step (EqpAssigner *self, double window)
{
  gboolean dense = self->k <= DENSE_NEWTON;
  double density = 1.0 / (2.0 * window), diagonal = 1.0 / (2.0 * self->gamma), limit, mean = 0.0;
  gint32 rows[EQP_ASSIGNER_ROWS];
  gint64 at = 0;
  int k = self->k, one = 1, info = 0, count;

  memset (self->hessian, 0, sizeof (double) * (dense ? (gsize) k * k : (gsize) k));
  while ((count = _eqp_assigner_next_within (self, &at, window, rows)) > 0)
    for (int r = 0; r < count; r++)
      {
        gint32 i = rows[r];
        int a = self->labels[i];
        double own = assigner_priced (self, i, a);
        double weight = self->weights != NULL ? (double) self->weights[i] * density : density;

        for (int b = 0; b < k; b++)
          if (b != a && assigner_priced (self, i, b) - own <= window)
            {
              if (dense)
                {
                  self->hessian[a * k + a] += weight;
                  self->hessian[b * k + b] += weight;
                  self->hessian[a * k + b] -= weight;
                  self->hessian[b * k + a] -= weight;
                }
              else
                {
                  self->hessian[a] += 2.0 * weight; /* the Laplacian's diagonal dominates: safe, slower */
                  self->hessian[b] += 2.0 * weight;
                }
            }
      }

  /* A cluster without rows at its borders tells nothing; one row in ten windows keeps the step finite. */
  diagonal += 0.1 * density;
  memcpy (self->step, self->excess, sizeof (double) * k);
  if (dense)
    {
      for (int c = 0; c < k; c++)
        self->hessian[c * k + c] += at_limit (self, c) ? 0.1 * density : diagonal;
      dposv_ ("U", &k, &one, self->hessian, &k, self->step, &k, &info);
    }
  if (!dense || info != 0)
    for (int c = 0; c < k; c++)
      self->step[c] = self->excess[c] / ((dense ? self->hessian[c * k + c] : self->hessian[c]) + diagonal);

  /* Without limits a price common to all changes nothing. */
  limit = 8.0 * window;
  for (int c = 0; c < k && !self->limited; c++)
    mean += self->step[c] / k;
  for (int c = 0; c < k; c++)
    self->step[c] = CLAMP (self->step[c] - mean, -limit, limit);
}

/* Brings the prices close to the optimum of the dual. */
void
_eqp_assigner_climb (EqpAssigner *self, int *evaluations)
{
  double value = _eqp_assigner_evaluate (self, self->q), widening = 1.0;

  *evaluations = 1;
  if (total_excess (self) > (double) self->n / 4.0)
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

  while (*evaluations < MAX_EVALUATIONS && !self->cancelled)
    {
      double excess = total_excess (self), shrink = 1.0, gain = 0.0, window;
      gboolean better = FALSE;

      /* Moving this many units one by one costs about as much as looking at all rows once more. */
      if (excess * self->k * self->k * 32.0 <= (double) self->n * self->kp || excess <= self->k)
        break;

      window = widening * _eqp_assigner_margin_quantile (self, (gint64) MIN (4.0 * excess + 4.0 * self->k,
                                                                             (double) self->n / 2.0 + 1.0));
      if (!(window > 0.0) || window >= FLT_MAX)
        break;
      memcpy (self->trial, self->q, sizeof (double) * self->k);
      _eqp_assigner_newton_step (self, window);

      for (int halving = 0; halving < 4 && !better && *evaluations < MAX_EVALUATIONS; halving++, shrink *= 0.25)
        {
          double tried;

          for (int c = 0; c < self->k; c++)
            self->q[c] = self->trial[c] + shrink * self->step[c];
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
      if (!better || gain < 0.2 * excess * window)
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
      if (gain < 1e-3 * excess * window)
        break; /* a tie holds these rows together: only the repair can part them */
    }
}

/* Sizes that only limits hold have no price within them. A small gamma stands in while the prices climb; then those of
 * clusters off their limits are taken back, and the repair does the rest for the gamma that is meant. */
static void
climb_without_gamma (EqpAssigner *self, int *evaluations)
{
  double spread = 0.0;

  for (gint64 i = 0; i < self->n; i += MAX (1, self->n / 1024))
    for (int c = 0; c < self->k; c++)
      spread = MAX (spread, fabs (assigner_cost (self, i, c)));
  if (!(spread > 0.0))
    spread = 1.0;
  self->gamma = 1e-3 * spread * self->k / (double) self->n;
  _eqp_assigner_climb (self, evaluations);
  for (int c = 0; c < self->k; c++)
    if (self->sizes[c] > assigner_least (self, c) && self->sizes[c] < assigner_most (self, c))
      self->q[c] = 0.0;
  if (!self->cancelled)
    _eqp_assigner_evaluate (self, self->q);
  ++*evaluations;
  self->gamma = 0.0;
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
  self->cancelled = 0;
  self->base = 2 * (self->total / self->k) + (self->total % self->k != 0 ? 1 : 0);
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

/**
 * _eqp_assigner_solve:
 * @self: the solver
 * @cost_float: (nullable): n x stride costs, padded to whole panels, or
 * @cost_double: (nullable): n x stride costs
 * @stride: numbers a row
 * @gamma: raw gamma, >= 0
 * @prices: (inout): k prices less gamma * base, to start from and found; zeros at first
 * @labels: (inout): n labels to prefer on ties (-1: none), and the optimum
 * @report: (nullable): filled with the certificate, which costs one more look at all costs
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
  int evaluations = 1;
  gint64 moved = 0;
  double sink_q = 0.0;

  self->cost_float = cost_float;
  self->cost_double = cost_double;
  self->stride = stride;
  self->gamma = gamma;
  self->labels = labels;
  self->q = prices;
  self->cancelled = 0;
  self->base = 2 * (self->total / self->k) + (self->total % self->k != 0 ? 1 : 0);

  if ((gamma > 0.0 || self->limited) && self->k > 1)
    {
      double mean = 0.0;

      for (int c = 0; c < self->k && !self->limited; c++)
        mean += prices[c] / self->k;
      for (int c = 0; c < self->k; c++)
        prices[c] -= mean;
      if (gamma > 0.0)
        _eqp_assigner_climb (self, &evaluations);
      else
        climb_without_gamma (self, &evaluations);
      if (!self->cancelled)
        moved = _eqp_assigner_repair (self, &sink_q);
    }
  else
    {
      memset (prices, 0, sizeof (double) * self->k);
      self->gamma = 1.0; /* for the excess only */
      _eqp_assigner_evaluate (self, prices);
      self->gamma = gamma;
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
