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
 * Prices are kept as p_k = q_k + gamma * base with a whole number base near 2 n / K, so that no digits are lost when
 * gamma is huge. */
#include "config.h"

#include "eqp-assigner-private.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-blas.h"
#include "base/eqp-parallel.h"

#define ROWS_PER_CHUNK 2048
#define ROWS_AT_ONCE 64
#define SCAN 32              /* rows that are often all out of reach */
#define MAX_EVALUATIONS 40
#define WIDEST 256.0         /* times the margins of the rows that should move */
#define DENSE_NEWTON 512     /* up to this many clusters the Newton step is solved exactly */
#define MARGIN_BINS 4096     /* of the upper 12 bits of a positive float */

struct _EqpAssigner
{
  gint64            n;
  int               k;
  int               kp;
  EqpPool          *pool;
  GCancellable     *cancellable;
  const EqpKernels *kernels;
  EqpExchange      *exchange;

  /* the problem at hand */
  const float      *cost_float;
  const double     *cost_double;
  gint64            stride;
  double            gamma;
  gint64            base;
  gint32           *labels;
  double           *q;
  int               cancelled;

  /* an evaluation of the dual */
  gint64            n_chunks;
  float            *price;        /* kp: q as float, padding infinite */
  float            *margin;       /* n: how much worse the second choice is */
  gint64           *chunk_sizes;  /* n_chunks x k */
  double           *chunk_value;  /* n_chunks */
  gint64           *sizes;        /* k */

  /* Newton */
  double           *excess;       /* k: n_k - n/K - q_k / (2 gamma) */
  double           *step;         /* k */
  double           *trial;        /* k */
  double           *hessian;      /* k x k, or k when there are many clusters */

  /* repair */
  gint64           *flow;         /* k: what the sink arcs carry */
  double           *distance;     /* k + 1 */
  int              *parent;       /* k + 1 */
  gint32           *parent_row;   /* k + 1: the row handed over, -1 for size changes */
  guint8           *settled;      /* k + 1 */
};

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

static inline double
cost_at (EqpAssigner *self, gint64 row, int cluster)
{
  gint64 at = row * self->stride + cluster;

  return self->cost_float != NULL ? (double) self->cost_float[at] : self->cost_double[at];
}

static inline double
priced (EqpAssigner *self, gint64 row, int cluster)
{
  return cost_at (self, row, cluster) + self->q[cluster];
}

/* -- the dual function ------------------------------------------------------------------------------------------- */

/* In double; a row stays where it is on ties. */
static int
choose_exactly (EqpAssigner *self, gint64 row, double *first, double *second)
{
  int best = self->labels[row] >= 0 ? self->labels[row] : 0;
  double least = priced (self, row, best), next = INFINITY;

  for (int c = 0; c < self->k; c++)
    if (c != best)
      {
        double value = priced (self, row, c);

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
  gint32 chosen[ROWS_AT_ONCE];
  float least[ROWS_AT_ONCE], next[ROWS_AT_ONCE];
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
          int r = (int) (i - chunk * ROWS_PER_CHUNK) % ROWS_AT_ONCE;

          if (r == 0)
            self->kernels->leasts (self->cost_float + i * self->stride, (int) MIN (ROWS_AT_ONCE, last - i), self->price,
                                   self->kp, chosen, least, next);
          label = chosen[r];
          first = least[r];
          second = next[r];
          if (next[r] - least[r] <= 4.0f * FLT_EPSILON * (fabsf (least[r]) + fabsf (next[r])))
            label = choose_exactly (self, i, &first, &second);
          else
            first = priced (self, i, label);
        }
      else
        label = choose_exactly (self, i, &first, &second);

      self->labels[i] = label;
      self->margin[i] = (float) MAX (0.0, second - first);
      sizes[label]++;
      value += first;
    }
  self->chunk_value[chunk] = value;
}

/* Labels, margins, sizes and excesses for the prices q; returns the smoothed dual function
 * sum_i min_k (c_ik + q_k) - n/K sum_k q_k - sum_k q_k^2 / (4 gamma), whose gradient are the excesses. */
static double
evaluate (EqpAssigner *self, const double *q)
{
  double value = 0.0, mean = (double) self->n / self->k;

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
    {
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
static int
next_within (EqpAssigner *self, gint64 *at, double limit, gint32 *rows)
{
  float above = limit < FLT_MAX ? nextafterf ((float) limit, INFINITY) : INFINITY;
  gint64 i = *at;
  int count = 0;

  while (i < self->n && count <= ROWS_AT_ONCE - SCAN)
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
static double
margin_quantile (EqpAssigner *self, gint64 count)
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
    if ((seen += bins[bin]) >= count || bin + 1 == MARGIN_BINS)
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

/* Solves (border Laplacian + 1/(2 gamma) I) step = excess. */
static void
newton_step (EqpAssigner *self, double window)
{
  gboolean dense = self->k <= DENSE_NEWTON;
  double weight = 1.0 / (2.0 * window), diagonal = 1.0 / (2.0 * self->gamma), limit, mean = 0.0;
  gint32 rows[ROWS_AT_ONCE];
  gint64 at = 0;
  int k = self->k, one = 1, info = 0, count;

  memset (self->hessian, 0, sizeof (double) * (dense ? (gsize) k * k : (gsize) k));
  while ((count = next_within (self, &at, window, rows)) > 0)
    for (int r = 0; r < count; r++)
      {
        gint32 i = rows[r];
        int a = self->labels[i];
        double own = priced (self, i, a);

        for (int b = 0; b < k; b++)
          if (b != a && priced (self, i, b) - own <= window)
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
  diagonal += 0.1 * weight;
  memcpy (self->step, self->excess, sizeof (double) * k);
  if (dense)
    {
      for (int c = 0; c < k; c++)
        self->hessian[c * k + c] += diagonal;
      dposv_ ("U", &k, &one, self->hessian, &k, self->step, &k, &info);
    }
  if (!dense || info != 0)
    for (int c = 0; c < k; c++)
      self->step[c] = self->excess[c] / ((dense ? self->hessian[c * k + c] : self->hessian[c]) + diagonal);

  limit = 8.0 * window;
  for (int c = 0; c < k; c++)
    mean += self->step[c] / k;
  for (int c = 0; c < k; c++)
    self->step[c] = CLAMP (self->step[c] - mean, -limit, limit);
}

/* Brings the prices close to the optimum of the dual. */
static void
climb (EqpAssigner *self, int *evaluations)
{
  double value = evaluate (self, self->q), widening = 1.0;

  *evaluations = 1;
  if (total_excess (self) > (double) self->n / 4.0)
    {
      /* Prices of other costs may be worse than none. */
      memcpy (self->trial, self->q, sizeof (double) * self->k);
      memset (self->q, 0, sizeof (double) * self->k);
      ++*evaluations;
      if (evaluate (self, self->q) < value)
        {
          value = evaluate (self, self->trial);
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

      window =
          widening * margin_quantile (self, (gint64) MIN (4.0 * excess + 4.0 * self->k, (double) self->n / 2.0 + 1.0));
      if (!(window > 0.0) || window >= FLT_MAX)
        break;
      memcpy (self->trial, self->q, sizeof (double) * self->k);
      newton_step (self, window);

      for (int halving = 0; halving < 4 && !better && *evaluations < MAX_EVALUATIONS; halving++, shrink *= 0.25)
        {
          double tried;

          for (int c = 0; c < self->k; c++)
            self->q[c] = self->trial[c] + shrink * self->step[c];
          tried = evaluate (self, self->q);
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
          evaluate (self, self->trial);
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

/* -- sinks ------------------------------------------------------------------------------------------------------- */

/* What one more unit costs at a sink arc that carries @units, less gamma * base. The whole number is exact. */
static inline double
sink_price (EqpAssigner *self, gint64 units)
{
  return self->gamma * (double) (2 * units + 1 - self->base);
}

/* The flow of a sink arc that suits the price q, sink_price (flow - 1) <= q <= sink_price (flow), nearest to @wish. */
static gint64
sink_flow (EqpAssigner *self, double q, gint64 wish)
{
  double middle = (double) self->base / 2.0 + q / (2.0 * self->gamma);
  gint64 flow = (gint64) CLAMP ((double) wish, CLAMP (middle - 1.0, 0.0, (double) self->n),
                                CLAMP (middle + 1.0, 0.0, (double) self->n));

  while (flow < self->n && sink_price (self, flow) < q)
    flow++;
  while (flow > 0 && sink_price (self, flow - 1) > q)
    flow--;
  return flow;
}

/* -- repair ------------------------------------------------------------------------------------------------------ */

/* Puts all rows into the exchange graph whose reduced cost to some other cluster is at most @reach. Margins were taken
 * before prices rose by at most @risen, so they still tell which rows cannot be. */
static void
fill_exchange (EqpAssigner *self, double reach, double risen)
{
  gint32 rows[ROWS_AT_ONCE];
  gint64 at = 0;
  int count;

  _eqp_exchange_clear (self->exchange);
  while ((count = next_within (self, &at, reach + risen, rows)) > 0)
    for (int r = 0; r < count; r++)
      {
        gint32 i = rows[r];
        int a = self->labels[i];
        double own = priced (self, i, a);

        for (int b = 0; b < self->k; b++)
          if (b != a && priced (self, i, b) - own <= reach)
            _eqp_exchange_add (self->exchange, a, b, cost_at (self, i, b) - cost_at (self, i, a), i);
      }
}

/* Dijkstra in reduced costs from all clusters with too many rows to the nearest node that can take one. Node k stands
 * for the sink: an arc c -> k lets the size of c grow, k -> c lets it shrink. Returns the node found, or -1. */
static int
nearest_deficit (EqpAssigner *self, double sink_q, gint64 sink_excess)
{
  int k = self->k;

  for (int v = 0; v <= k; v++)
    {
      gint64 excess = v < k ? self->sizes[v] - self->flow[v] : sink_excess;

      self->distance[v] = excess > 0 ? 0.0 : INFINITY;
      self->parent[v] = -1;
      self->settled[v] = FALSE;
    }

  for (;;)
    {
      int v = -1;

      for (int u = 0; u <= k; u++)
        if (!self->settled[u] && self->distance[u] < INFINITY && (v < 0 || self->distance[u] < self->distance[v]))
          v = u;
      if (v < 0)
        return -1;
      self->settled[v] = TRUE;
      if ((v < k ? self->sizes[v] - self->flow[v] : sink_excess) < 0)
        return v;

#define RELAX(u, cost, via)                                               \
  G_STMT_START                                                            \
  {                                                                       \
    double through = self->distance[v] + MAX (0.0, (cost));               \
    if (through < self->distance[u])                                      \
      {                                                                   \
        self->distance[u] = through;                                      \
        self->parent[u] = v;                                              \
        self->parent_row[u] = (via);                                      \
      }                                                                   \
  }                                                                       \
  G_STMT_END

      if (v == k)
        {
          for (int c = 0; c < k; c++)
            if (self->flow[c] > 0)
              RELAX (c, self->q[c] - sink_q - sink_price (self, self->flow[c] - 1), -1);
        }
      else
        {
          double weight;
          gint32 row;
          int to;

          RELAX (k, sink_price (self, self->flow[v]) - self->q[v] + sink_q, -1);
          for (guint arc = 0; _eqp_exchange_best (self->exchange, v, arc, self->labels, &to, &weight, &row); arc++)
            if (row >= 0)
              RELAX (to, weight + self->q[to] - self->q[v], row);
        }
#undef RELAX
    }
}

/* A row in its new cluster is within reach of others again. */
static void
hand_over (EqpAssigner *self, gint32 row, int to, double reach)
{
  double own;

  self->labels[row] = to;
  self->margin[row] = 0.0f;
  own = priced (self, row, to);
  for (int c = 0; c < self->k; c++)
    if (c != to && priced (self, row, c) - own <= reach)
      _eqp_exchange_add (self->exchange, to, c, cost_at (self, row, c) - cost_at (self, row, to), row);
}

/* Successive shortest paths until every cluster holds just what its sink arc carries. Reduced costs stay >= 0
 * throughout, which proves the optimum. Returns the units moved, or -1 when cancelled. */
static gint64
repair (EqpAssigner *self, double *sink_q_out)
{
  double sink_q = 0.0, raised = 0.0, risen = 0.0, scale = DBL_MIN, reach;
  gint64 sink_excess = -self->n, moved = 0, total = 0;
  int k = self->k;

  for (int c = 0; c < k; c++)
    {
      self->flow[c] = sink_flow (self, self->q[c], self->sizes[c]);
      sink_excess += self->flow[c];
      total += MAX (0, self->sizes[c] - self->flow[c]);
      scale = MAX (scale, fabs (self->q[c]));
    }
  total += MAX (0, sink_excess);
  *sink_q_out = 0.0;
  if (total == 0)
    return 0;

  reach = margin_quantile (self, MIN (self->n, 4 * total + 32 * k));
  fill_exchange (self, reach, 0.0);

  while (total > 0)
    {
      int target = nearest_deficit (self, sink_q, sink_excess), v;
      double far = target >= 0 ? self->distance[target] : INFINITY;

      if ((moved & 63) == 0 && self->cancellable != NULL && g_cancellable_is_cancelled (self->cancellable))
        {
          self->cancelled = 1;
          return -1;
        }

      /* A row outside the graph might be on a shorter path: put more rows in. */
      if (far > reach - raised && reach < DBL_MAX)
        {
          reach = MAX (2.0 * reach, MAX (isfinite (far) ? 2.0 * far : 0.0, 1e-6 * scale));
          scale *= 16.0;
          if (!(reach < 1e300))
            reach = DBL_MAX;
          fill_exchange (self, reach, risen);
          raised = 0.0;
          continue;
        }
      g_return_val_if_fail (target >= 0, -1);

      for (int u = 0; u <= k; u++)
        if (self->distance[u] < far)
          {
            if (u < k)
              self->q[u] += far - self->distance[u];
            else
              sink_q += far - self->distance[u];
          }
      raised += far;
      risen += far;

      for (v = target; self->parent[v] >= 0; v = self->parent[v])
        {
          int from = self->parent[v];

          if (from == k)
            self->flow[v]--;
          else if (v == k)
            self->flow[from]++;
          else
            {
              self->sizes[from]--;
              self->sizes[v]++;
              hand_over (self, self->parent_row[v], v, reach);
            }
        }
      /* v: the cluster the unit came from. At the sink's end of the path its excess changes. */
      if (target == k)
        sink_excess++;
      if (v == k)
        sink_excess--;
      total--;
      moved++;
    }

  *sink_q_out = sink_q;
  return moved;
}

/* -- certificate ------------------------------------------------------------------------------------------------- */

/* objective - bound as a sum of terms that are all >= 0, so that a small gap of large numbers is still exact. */
static void
certify (EqpAssigner *self, double sink_q, EqpAssignmentReport *report)
{
  double gap = 0.0, data = 0.0, squares = 0.0;

  for (gint64 i = 0; i < self->n; i++)
    {
      double own = priced (self, i, self->labels[i]), least = own;

      for (int c = 0; c < self->k; c++)
        least = MIN (least, priced (self, i, c));
      gap += own - least;
      data += cost_at (self, i, self->labels[i]);
    }
  for (int c = 0; c < self->k; c++)
    {
      double size = (double) self->sizes[c], q = self->q[c] - sink_q;
      double best = self->gamma > 0.0 ? (double) sink_flow (self, q, self->sizes[c]) : size;

      squares += size * size;
      gap += MAX (0.0, (size - best) * (self->gamma * (size + best - (double) self->base) - q));
    }
  report->objective = data + self->gamma * squares;
  report->gap = gap;
  report->bound = report->objective - gap;
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
  self->base = 2 * (self->n / self->k) + (self->n % self->k != 0 ? 1 : 0);

  if (gamma > 0.0 && self->k > 1)
    {
      double mean = 0.0;

      for (int c = 0; c < self->k; c++)
        mean += prices[c] / self->k;
      for (int c = 0; c < self->k; c++)
        prices[c] -= mean;
      climb (self, &evaluations);
      if (!self->cancelled)
        moved = repair (self, &sink_q);
    }
  else
    {
      memset (prices, 0, sizeof (double) * self->k);
      self->gamma = 1.0; /* for the excess only */
      evaluate (self, prices);
      self->gamma = gamma;
    }

  if (self->cancelled)
    return FALSE;
  if (report != NULL)
    {
      report->evaluations = evaluations;
      report->repairs = moved;
      certify (self, sink_q, report);
    }
  for (int c = 0; c < self->k; c++)
    prices[c] -= sink_q;
  return TRUE;
}
