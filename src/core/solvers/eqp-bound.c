/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a labelling can be from the best one: a lower bound of SSE + gamma sum n_k^2 over all labellings into K
 * clusters within the limits of size.
 *
 * Up to EQP_BOUND_ROWS rows are one relaxation. More rows are cut into parts, every P-th row a part: a labelling of all
 * rows has at least the SSE of its restrictions, each of which has at most K clusters no larger than allowed, so
 *     SSE >= sum of the parts' bounds of SSE,   sum n_k^2 >= the sum of the most even sizes.
 * What is known of a good labelling narrows the sizes: clusters whose sizes alone would cost more than it have to be in
 * no better one. */
#include "config.h"

#include "eqp-bound.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "data/eqp-dataset.h"
#include "eqp-relaxation-private.h"

#define PER_CHECK 20      /* steps between two looks at the bound */
#define STEPS 4000        /* of a part at the most */
#define CLOSED 1e-7       /* a gap that is none */
#define STALL 20          /* looks without ... */
#define PROGRESS 0.001    /* ... this share of the gap gained: settled */

typedef struct
{
  EqpDataset   *dataset;
  EqpParams     params;
  gint64        least;      /* of sizes */
  gint64        most;
  double        avoidable;  /* of the labelling known: SSE + gamma (sum n_k^2 - unavoidable) */
  double        unavoidable; /* the least sum n_k^2 */
  double        settled;    /* sum of the bounds of the parts that are done */
  gint64        deadline;   /* of the part, monotonic time; 0: none */
  EqpBoundFunc  func;
  gpointer      user_data;
  GCancellable *cancellable;
  EqpBound     *bound;
} Search;

/* The least sum n_k^2 of @n rows in @k clusters: sizes within one of each other. */
static double
most_even (gint64 n, gint k)
{
  double low = (double) (n / k), more = (double) (n % k);

  return (k - more) * low * low + more * (low + 1.0) * (low + 1.0);
}

/* gamma times what sum n_k^2 is above the least at least, where one cluster has @size rows. */
static double
price_of_size (const Search *search, gint64 size)
{
  gint64 n = eqp_dataset_get_n (search->dataset);
  double squares = (double) size * (double) size + most_even (n - size, search->params.k - 1);

  return search->params.gamma * (squares - search->unavoidable);
}

/* Sizes that a labelling as good as the known one can have: a cluster of s rows leaves the rest at best even, so gamma
 * times what sum n_k^2 is then above the least may not exceed what the labelling known costs. */
static void
narrow_sizes (Search *search)
{
  gint64 n = eqp_dataset_get_n (search->dataset), low, high;
  gint k = search->params.k;
  double budget = search->avoidable * (1.0 + 1e-9);

  if (search->params.gamma <= 0.0)
    return;
  for (low = n / k; low > search->least; low--)
    if (price_of_size (search, low - 1) > budget)
      break;
  for (high = (n + k - 1) / k; high < search->most; high++)
    if (price_of_size (search, high + 1) > budget)
      break;
  search->least = low;
  search->most = high;
}

static void
tell (Search *search, double bound)
{
  EqpBound *self = search->bound;

  bound = MAX (bound, 0.0);
  self->bound = bound + search->params.gamma * search->unavoidable;
  /* Rounding of the labelling known and of the bound may cross. */
  self->gap = bound >= search->avoidable * (1.0 - CLOSED) ? 0.0
              : bound > 0.0                               ? search->avoidable / bound - 1.0
                                                          : HUGE_VAL;
  if (search->func != NULL)
    search->func (self, search->user_data);
}

/* Keeps the primal and the dual residual within a factor of each other. */
static void
balance (EqpRelaxation *relaxation)
{
  double scale = relaxation->rho;

  if (relaxation->primal * scale > 5.0 * relaxation->dual)
    relaxation->rho *= 1.7;
  else if (relaxation->dual > 5.0 * relaxation->primal * scale)
    relaxation->rho /= 1.7;
}

/* Raises the bound of one part until it has settled. */
static gboolean
climb (Search *search, EqpRelaxation *relaxation, double unit, double *best, GError **error)
{
  double found, marked = -HUGE_VAL;
  gint stalled = 0;

  *best = 0.0;
  for (gint64 step = 0; step <= STEPS; step++)
    {
      if (step % PER_CHECK == 0)
        {
          double gap;

          if (!_eqp_relaxation_bound (relaxation, &found, error))
            return FALSE;
          *best = MAX (*best, found * unit);
          tell (search, search->settled + *best);
          gap = search->avoidable - search->settled - *best;
          if (gap <= CLOSED * search->avoidable)
            return TRUE;
          stalled = *best - marked > PROGRESS * gap ? 0 : stalled + 1;
          if (stalled == 0)
            marked = *best;
          if (stalled >= STALL)
            return TRUE;
          if (step > 0)
            balance (relaxation);
        }
      if (g_cancellable_is_cancelled (search->cancellable) ||
          (search->deadline > 0 && g_get_monotonic_time () > search->deadline))
        {
          search->bound->cancelled = TRUE;
          return TRUE;
        }
      if (!_eqp_relaxation_step (relaxation, error))
        return FALSE;
      search->bound->iterations++;
    }
  return TRUE;
}

static gboolean
bound_part (Search *search, gint part, gint parts, GError **error)
{
  gint64 n = eqp_dataset_get_n (search->dataset), d = eqp_dataset_get_d (search->dataset);
  gint64 m = (n - part + parts - 1) / parts;
  double spread, best = 0.0;
  EqpRelaxation relaxation = { .k = search->params.k, .least = 1, .most = MIN (search->most, m) };
  double *rows;
  gboolean done;

  if (m <= search->params.k)
    return TRUE;
  if (parts == 1)
    {
      relaxation.least = search->least;
      /* Sizes within one of each other leave sum n_k^2 no choice. */
      relaxation.gamma = search->most - search->least <= 1 ? 0.0 : search->params.gamma;
      relaxation.free = search->unavoidable / (double) n;
    }
  rows = eqp_try_alloc ((gsize) (m * d), sizeof (double), N_ ("the proof"), error);
  if (rows == NULL)
    return FALSE;
  for (gint64 i = 0; i < m; i++)
    eqp_dataset_add_row (search->dataset, part + i * parts, 1.0, rows + i * d);

  /* In units in which all rows together vary by 1, the multipliers are of the size that the method expects. */
  spread = sqrt (eqp_dataset_get_total_ss (search->dataset) / parts);
  for (gint64 i = 0; spread > 0.0 && i < m * d; i++)
    rows[i] /= spread;
  relaxation.gamma /= spread * spread;
  done = _eqp_relaxation_init (&relaxation, m, d, rows, error) &&
         climb (search, &relaxation, spread * spread, &best, error);
  search->settled += best;
  _eqp_relaxation_clear (&relaxation);
  eqp_free (rows);
  return done;
}

/**
 * eqp_bound_can_be_found:
 * @solver: the method whose labelling is judged
 * @dataset: what it ran on
 *
 * Returns: whether what the method minimizes is SSE + gamma sum n_k^2 of points
 */
gboolean
eqp_bound_can_be_found (const EqpSolver *solver, EqpDataset *dataset)
{
  return solver->family == EQP_FAMILY_KMEANS && solver->objective == NULL &&
         eqp_dataset_get_graph (dataset) == NULL;
}

/**
 * eqp_bound_find:
 * @dataset: points
 * @params: k, gamma and limits of size are used
 * @objective: SSE + gamma sum n_k^2 of the best labelling known
 * @seconds: to spend; 0: until nothing is gained any more
 * @func: (nullable): told of each better bound, from this thread
 * @user_data: for @func
 * @cancellable: (nullable): stops after one step; what was found until then stays
 * @bound: (out): the bound
 * @error: return location
 *
 * Finds what no labelling can go below. Time O(n^3) a step up to EQP_BOUND_ROWS rows, O(n) parts of that beyond.
 * Null cases: k = 1 and k >= n leave nothing to be proven.
 *
 * Returns: FALSE when memory ran out or LAPACK gave up
 */
gboolean
eqp_bound_find (EqpDataset *dataset, const EqpParams *params, double objective, double seconds, EqpBoundFunc func,
                gpointer user_data, GCancellable *cancellable, EqpBound *bound, GError **error)
{
  gint64 n = eqp_dataset_get_n (dataset), begun = g_get_monotonic_time ();
  gint k = params->k, parts = (gint) ((n + EQP_BOUND_ROWS - 1) / EQP_BOUND_ROWS);
  Search search = { dataset, *params, MAX (params->min_size, 1), n - k + 1, 0.0, most_even (n, k), 0.0, 0, func,
                    user_data, cancellable, bound };

  memset (bound, 0, sizeof *bound);
  bound->parts = parts;
  if (params->max_size > 0)
    search.most = MIN (search.most, params->max_size);
  search.avoidable = objective - params->gamma * search.unavoidable;
  if (k == 1)
    search.settled = eqp_dataset_get_total_ss (dataset);
  else if (k < n && eqp_dataset_get_total_ss (dataset) > 0.0)
    {
      narrow_sizes (&search);
      for (gint part = 0; part < parts; part++)
        {
          if (seconds > 0.0)
            search.deadline = begun + (gint64) (seconds * 1e6 * (part + 1) / parts);
          if (!bound_part (&search, part, parts, error))
            return FALSE;
        }
    }
  search.func = NULL;
  tell (&search, search.settled);
  return TRUE;
}
