/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balanced k-means, the project's own solver. Minimises J = sum_i |x_i - h_(z_i)|^2 + gamma * sum_k n_k^2
 * (Chang, Nie, Ma, Yang, Balanced k-Means and Min-Cut Clustering, equation of section 3) without the freeze of the
 * published algorithm:
 *
 *   start     k-means++ and a few plain Lloyd steps;
 *   balance   centres and the exact assignment problem (BA) by turns, while gamma climbs geometrically to its target;
 *   polish    Hartigan moves and swaps, and (BA) once more with the costs corrected for the shift of the centres;
 *   compare   the published algorithm from the same seed; where that ended lower it is taken on and polished. On large
 *             data it is given up once what it gains grows too small to catch up.
 *
 * On a line none of this is needed to begin with: a run starts at the optimum, see eqp-line-partition.c, unless labels
 * of chance are asked for.
 *
 *   combine   with several starts on data that are not large, the ends of the best are crossed and go down again.
 *
 * The stream of events holds only states that lower J at the gamma asked for, so the trace never rises. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-rng.h"
#include "data/eqp-dataset.h"
#include "eqp-assigner-private.h"
#include "eqp-elite-private.h"
#include "solvers/eqp-gamma.h"
#include "eqp-line-partition-private.h"
#include "eqp-linked-private.h"
#include "eqp-polish-private.h"
#include "eqp-published-private.h"
#include "solvers/eqp-solvers-private.h"

#define DEFAULT_MAX_STEPS 1000
#define LLOYD_STEPS 10          /* plain steps before the climb */
#define LEVEL_STEPS 6          /* at each gamma below the target */
#define LEVEL_STEPS_LARGE 2    /* and where a step takes long */
#define LEVEL_SETTLED 0.005     /* a level below the target is done when a smaller part of the rows moves */
#define POLISH_ROUNDS 200
#define LEAST_GAIN 1e-6         /* on large data a phase is done when a step lowers the SSE by a smaller part */
#define WIDE_GAIN 1e-5          /* but at the steps of rows with more columns than these, which cost more than moves */
#define FEW_COLUMNS 32
#define LARGE_WORK 2e7          /* n k d of "large" */
#define HARD_RELATIVE 100.0     /* above this relative gamma sizes are equal to within one: climb no further by steps */
#define COMPARE_SWEEPS 1000
#define COMPARE_AT_ONCE 5       /* on large data, and no further than it might still catch up: */
#define COMPARE_HOPE 4.0        /* what the last of these gained, so many times */
#define CHILDREN 16             /* of the best ends of starts, for each start, */
#define PATIENCE 6              /* and no more when so many, for each start, brought nothing */
#define SMALL_WORK 5e5          /* n k d up to which a child takes so little that there are twice as many */
#define ROWS_PER_LOOK 1024      /* at the cancellable */
#define SAMPLE 2048             /* rows, and rows a cluster, that foretell the prices of all; */
#define SAMPLE_PER_CLUSTER 64
#define SAMPLE_SHARE 8          /* not where they would be more than one in this many */
#define SAMPLE_NUMBERS (1 << 20) /* values; a step on fewer costs no more than the sample does */
#define STALE_SHARE 4           /* prices do not last when more than one row in this many has moved */

typedef struct
{
  EqpKMeans       *state;
  EqpAssigner     *assigner;
  EqpPolisher     *polisher;
  const EqpParams *params;
  EqpTrace         trace;
  double           unit;            /* gamma that gamma_rel = 1 stands for */
  gint64           limit;
  gint64           least, most;     /* rows of a cluster */
  gboolean         limited;         /* whether these can matter */
  gint64           steps;           /* of this start */
  gint64           moved;           /* rows, since the last event */

  EqpCosts        *costs;
  gboolean         ahead;           /* the assigner has looked at the costs */
  double          *prices;          /* k */
  double           priced;          /* the gamma that they are for; -1: of no use to the next step */
  gint64           sample;          /* rows that foretell prices; 0: too few rows for that */
  EqpAssigner     *sampler;
  float           *sample_cost;     /* sample x kp */
  gint32          *sample_labels;   /* sample */
  gint32          *current, *next;  /* n: sums and sizes of the state belong to the first */
  float           *shares;          /* kp, in a proposal: what costs in other clusters are worth */
  gint32          *plain;           /* n, with limits only: where the start left off */

  double           start_best;      /* best worth of this start */
  gint32          *start_labels;    /* n */
  double           best, best_data; /* best worth of all starts */
  gint32          *best_labels;     /* n */
  double          *best_centers;    /* k x d: kept, so that a cancelled run ends without another pass */
  gint64          *best_sizes;      /* k */
  gboolean         converged;
  EqpTally         tally;           /* of the starts */

  EqpElite        *elite;           /* NULL: they are not combined */
} Run;

/* -- the states of a run ----------------------------------------------------------------------------------------- */

static gint64
sum_of_squares (const gint64 *sizes, int k)
{
  gint64 sum = 0;

  for (int c = 0; c < k; c++)
    sum += sizes[c] * sizes[c];
  return sum;
}

/* J less the penalty of perfectly even sizes. States are compared by this, in which a huge gamma hides no digits of the
 * SSE. */
static double
worth (Run *run, double sse)
{
  EqpKMeans *state = run->state;
  gint64 base = state->n / state->k, larger = state->n % state->k;
  gint64 least = larger * (base + 1) * (base + 1) + (state->k - larger) * base * base;

  return sse + run->params->gamma * (double) (sum_of_squares (state->sizes, state->k) - least);
}

static gboolean
within_limits (Run *run)
{
  for (int c = 0; c < run->state->k; c++)
    if (run->state->sizes[c] < run->least || run->state->sizes[c] > run->most)
      return FALSE;
  return TRUE;
}

/* Prices for a gamma that none are known for yet, from the assignment of a few rows, so that most others are where they
 * will be before the assignment proper. FALSE when cancelled. */
static gboolean
foresee (Run *run, double gamma)
{
  EqpKMeans *state = run->state;
  gint64 count = run->sample, step = state->n / MAX (count, 1);

  if (count == 0 || gamma == run->priced)
    return TRUE;

  _eqp_kmeans_sample_costs (state, step, count, run->sample_cost);
  for (gint64 s = 0; s < count; s++)
    run->sample_labels[s] = run->current[s * step];
  run->priced = gamma;
  return _eqp_assigner_solve (run->sampler, run->sample_cost, NULL, state->kp,
                              gamma * ((double) state->n / (double) count), run->prices, run->sample_labels, NULL);
}

/* Centres of the current labels, costs to them, and what the current labels are worth. With a gamma the next labels are
 * those of the assignment problem at that gamma, from run->prices; -1: they are not. What is not within the limits is
 * worth nothing. FALSE when cancelled. */
static gboolean
value_current (Run *run, const char *phase, double gamma, double *value)
{
  EqpKMeans *state = run->state;
  double sse;

  _eqp_kmeans_update_centers (state);
  _eqp_kmeans_pack (state);
  if (gamma >= 0.0 && !foresee (run, gamma))
    return FALSE;
  if (gamma >= 0.0)
    memcpy (run->next, run->current, sizeof (gint32) * state->n);
  run->ahead = gamma >= 0.0 && !_eqp_costs_pay (run->costs, run->current, run->prices);
  if (run->ahead ? !_eqp_costs_take_ahead (run->costs, run->current, run->assigner, run->prices, run->next, &sse)
      : gamma >= 0.0 || run->costs->place != NULL ? !_eqp_costs_follow (run->costs, run->current, &sse)
                                                  : !_eqp_costs_take (run->costs, run->current, NULL, &sse))
    return FALSE;

  *value = !run->limited || within_limits (run) ? worth (run, sse) : INFINITY;
  if (*value < run->start_best)
    {
      run->start_best = *value;
      memcpy (run->start_labels, run->current, sizeof (gint32) * state->n);
    }
  if (*value < run->best)
    {
      run->best = *value;
      run->best_data = sse;
      memcpy (run->best_labels, run->current, sizeof (gint32) * state->n);
      memcpy (run->best_centers, state->centers, sizeof (double) * state->k * state->d);
      memcpy (run->best_sizes, state->sizes, sizeof (gint64) * state->k);
      _eqp_trace_step (&run->trace, phase, sse, eqp_balance_penalty (run->params->gamma, state->k, state->sizes),
                       state->sizes, run->best_labels, MIN (run->moved, state->n));
      run->moved = 0;
    }
  return TRUE;
}

/* The labels in next become the current ones. Returns how many differ. */
static gint64
take_next (Run *run)
{
  gint64 moved = _eqp_kmeans_sum_moved (run->state, run->current, run->next);
  gint32 *swap = run->current;

  run->current = run->next;
  run->next = swap;
  run->moved += moved;
  return moved;
}

static void
return_to (Run *run, const gint32 *labels)
{
  memcpy (run->next, labels, sizeof (gint32) * run->state->n);
  take_next (run);
}

/* -- phases ------------------------------------------------------------------------------------------------------ */

static gboolean
takes_more (const Run *run, double work)
{
  return (double) run->state->n * run->state->k * (double) run->state->d > work;
}

/* Centres and assignments by turns at one gamma, until few rows move. FALSE when cancelled or out of steps. */
static gboolean
balance (Run *run, double gamma, gint64 most_steps, gint64 settled, const char *phase)
{
  EqpKMeans *state = run->state;
  double value, previous = INFINITY;

  for (gint64 step = 0; step < most_steps; step++)
    {
      gint64 moved;

      if (!value_current (run, phase, gamma, &value))
        return FALSE;
      /* At its own gamma every step lowers J; where rounding says otherwise it has arrived. */
      if (gamma == run->params->gamma && value >= previous)
        return TRUE;
      if (gamma == run->params->gamma && takes_more (run, LARGE_WORK) &&
          previous - value < (run->state->d > FEW_COLUMNS ? WIDE_GAIN : LEAST_GAIN) * run->best_data)
        return TRUE;
      previous = value;
      if (++run->steps >= run->limit)
        return FALSE;

      if (run->ahead ? !_eqp_assigner_solve_ahead (run->assigner, run->costs->whole, state->kp, gamma, run->prices,
                                                   run->next)
                     : !_eqp_assigner_solve (run->assigner, run->costs->whole, NULL, state->kp, gamma, run->prices,
                                             run->next, NULL))
        return FALSE;
      run->priced = gamma;
      moved = take_next (run);
      if (moved > state->n / STALE_SHARE)
        run->priced = -1.0;
      if (moved == 0)
        return TRUE;
      _eqp_kmeans_fill_empty (state, run->current, gamma > 0.0 ? EQP_EMPTY_KEEP : run->params->empty);
      if (moved <= settled)
        return TRUE;
    }
  return TRUE;
}

static inline void
scale_panel (float *restrict cost, const float *restrict shares)
{
  for (int l = 0; l < EQP_PANEL; l++)
    cost[l] *= shares[l];
}

/* Raises the cost of each row in its own cluster to n/(n-1) and lowers the others to n/(n+1). */
static void
weigh_rows (Run *run, gint64 first, gint64 rows, float *cost)
{
  EqpKMeans *state = run->state;

  for (gint64 i = first; i < first + rows; i++, cost += state->kp)
    {
      int own = run->current[i];
      double size = (double) state->sizes[own];
      float own_cost = (float) (size > 1.0 ? size / (size - 1.0) * cost[own] : 0.0);

      for (int c = 0; c < state->kp; c += EQP_PANEL)
        scale_panel (cost + c, run->shares + c);
      cost[own] = own_cost;
    }
}

static void
weighed_costs (gpointer data, gint64 first, int rows, float *cost)
{
  Run *run = data;

  _eqp_kmeans_block_costs (run->state, first, rows, cost);
  weigh_rows (run, first, rows, cost);
}

/* The assignment problem with costs that count the shift of the centres: a bulk of Hartigan moves, swaps and longer
 * exchanges at once. A proposal; whether it is taken is up to its exact value. */
static gboolean
propose_hartigan (Run *run)
{
  EqpKMeans *state = run->state;
  g_autofree float *shares = run->shares = g_new (float, state->kp);
  gboolean done;

  if (!_eqp_costs_complete (run->costs))
    return FALSE;
  for (int c = state->k; c < state->kp; c++)
    shares[c] = 1.0f; /* the padding may be infinite */
  for (int c = 0; c < state->k; c++)
    shares[c] = (float) ((double) state->sizes[c] / ((double) state->sizes[c] + 1.0));
  for (gint64 i = 0; i < state->n && run->costs->whole != NULL; i += ROWS_PER_LOOK)
    {
      if (_eqp_kmeans_cancelled (state))
        return FALSE;
      weigh_rows (run, i, MIN (ROWS_PER_LOOK, state->n - i), run->costs->whole + i * state->kp);
    }
  memcpy (run->next, run->current, sizeof (gint32) * state->n);
  _eqp_assigner_set_source (run->assigner, weighed_costs, run);
  done = _eqp_assigner_solve (run->assigner, run->costs->whole, NULL, state->kp, run->params->gamma, run->prices,
                              run->next, NULL);
  _eqp_assigner_set_source (run->assigner, _eqp_kmeans_block_costs, state);
  _eqp_costs_forget (run->costs);
  return done;
}

/* From the best labels of this start to a state that no move, swap or proposal improves. FALSE when cancelled. */
static gboolean
polish (Run *run)
{
  gboolean large = takes_more (run, LARGE_WORK), proposed = FALSE, swapped = !large;
  double previous = INFINITY;

  return_to (run, run->start_labels);
  for (int round = 0; round < POLISH_ROUNDS; round++)
    {
      double value;
      gint64 changed;

      if (!value_current (run, "polish", -1.0, &value))
        return FALSE;
      if (proposed && value > run->start_best)
        {
          /* The proposal was not an improvement: what was polished before it stands. */
          return_to (run, run->start_labels);
          return TRUE;
        }
      if (++run->steps >= run->limit)
        return FALSE;
      if (large && previous - value < LEAST_GAIN * run->best_data)
        {
          if (swapped)
            return TRUE;
          swapped = TRUE;
        }
      previous = value;

      changed = _eqp_polisher_moves (run->polisher, run->params->gamma, run->costs, run->current);
      if (swapped || changed == 0)
        changed += 2 * _eqp_polisher_swaps (run->polisher, run->costs, run->current);
      run->moved += changed;
      proposed = changed == 0;
      if (proposed)
        {
          if (!propose_hartigan (run))
            return FALSE;
          if (take_next (run) == 0)
            return TRUE;
        }
    }
  return TRUE;
}

/* Climbs to the target gamma from the current labels, then balances and polishes there. */
static gboolean
descend (Run *run, gboolean climb)
{
  double target = run->params->gamma;
  gint64 settled = (gint64) (LEVEL_SETTLED * (double) run->state->n);
  int steps = takes_more (run, LARGE_WORK) ? LEVEL_STEPS_LARGE : LEVEL_STEPS;

  if (climb)
    for (double relative = 0.1; relative < HARD_RELATIVE && relative * run->unit < target; relative *= 3.0)
      if (!balance (run, relative * run->unit, steps, settled, "climb"))
        return FALSE;

  if (!balance (run, target, run->limit, 0, "balance"))
    return FALSE;
  return polish (run);
}

/* Plain Lloyd steps from seeded centres. */
static gboolean
plain_start (Run *run, guint64 restart)
{
  EqpKMeans *state = run->state;
  EqpRng rng;

  eqp_rng_init (&rng, run->params->seed, restart);
  if (run->params->init == EQP_INIT_RANDOM)
    {
      _eqp_seed_random_labels (state->n, state->k, &rng, run->current);
      _eqp_kmeans_sum_all (state, run->current);
      return TRUE;
    }

  if (!_eqp_seed_kmeanspp (state, &rng))
    return FALSE;
  _eqp_kmeans_pack (state);
  if (!_eqp_kmeans_assign (state, NULL, run->current, NULL, NULL))
    return FALSE;
  _eqp_kmeans_sum_all (state, run->current);
  run->moved = state->n;
  if (run->trace.iteration == 0)
    run->trace.iteration = 1; /* 0 is for a start that has labels */

  for (int step = 0; step < LLOYD_STEPS; step++)
    {
      gint64 moved;

      _eqp_kmeans_update_centers (state);
      _eqp_kmeans_fill_empty (state, run->current, EQP_EMPTY_RELOCATE);
      _eqp_kmeans_pack (state);
      if (!_eqp_kmeans_assign (state, run->current, run->next, NULL, &moved))
        return FALSE;
      if (moved == 0)
        break;
      take_next (run);
    }
  return TRUE;
}

/* On a line, unless chance was asked for: labels of the least J of all. FALSE when cancelled, or there are none. */
static gboolean
line_start (Run *run)
{
  EqpKMeans *state = run->state;

  if (state->d != 1 || state->x == NULL || state->n < state->k || run->params->init == EQP_INIT_RANDOM ||
      !_eqp_line_partition (state->x, NULL, state->n, state->k, run->params->gamma, (double) run->least,
                            run->limited ? (double) run->most : INFINITY, state->cancellable, run->current))
    return FALSE;
  _eqp_kmeans_sum_all (state, run->current);
  run->moved = state->n;
  if (run->trace.iteration == 0)
    run->trace.iteration = 1; /* 0 is for a start that has labels */
  return TRUE;
}

/* The exact assignment to the packed centers at the gamma asked for. FALSE when cancelled. */
static gboolean
assign (Run *run, gint32 *labels, EqpAssignmentReport *report)
{
  EqpKMeans *state = run->state;

  return _eqp_costs_take (run->costs, NULL, NULL, NULL) &&
         _eqp_assigner_solve (run->assigner, run->costs->whole, NULL, state->kp, run->params->gamma, run->prices,
                              labels, report);
}

/* The exact assignment to given centers. FALSE when cancelled. */
static gboolean
start_from_centers (Run *run, const double *centers)
{
  EqpKMeans *state = run->state;

  memcpy (state->centers, centers, sizeof (double) * state->k * state->d);
  _eqp_kmeans_pack (state);
  for (gint64 i = 0; i < state->n; i++)
    run->current[i] = -1; /* nothing to prefer on ties */
  if (!assign (run, run->current, NULL))
    return FALSE;
  run->priced = run->params->gamma;
  _eqp_kmeans_sum_all (state, run->current);
  run->moved = state->n;
  if (run->trace.iteration == 0)
    run->trace.iteration = 1; /* 0 is for a start that has labels */
  return TRUE;
}

/* The published algorithm from the same seed; its end is polished when it is lower than ours. */
static gboolean
compare_published (Run *run, guint64 restart)
{
  EqpKMeans *state = run->state;
  gint64 left = run->params->max_iterations > 0 ? run->params->max_iterations : COMPARE_SWEEPS;
  gint64 at_once = takes_more (run, LARGE_WORK) ? COMPARE_AT_ONCE : left;
  double ours = run->start_best, value = INFINITY, before;
  gboolean converged;
  EqpRng rng;

  eqp_rng_init (&rng, run->params->seed, restart);
  _eqp_seed_random_labels (state->n, state->k, &rng, run->current);
  do
    {
      before = value;
      if (!_eqp_published_run (state, run->params->gamma, MIN (left, at_once), run->costs, run->current, NULL,
                               &converged) ||
          !value_current (run, "compare", -1.0, &value))
        return FALSE;
      left -= at_once;
    }
  while (!converged && left > 0 && value >= ours && value - ours < COMPARE_HOPE * (before - value) &&
         (!takes_more (run, LARGE_WORK) || before - value > (double) at_once * LEAST_GAIN * run->best_data));
  return value < ours ? descend (run, FALSE) : TRUE;
}

/* Within limits two ways lead down: gamma evens the sizes out first, or the limits hold at once. Neither is always the
 * better one. */
static gboolean
descend_limited (Run *run)
{
  EqpKMeans *state = run->state;

  memcpy (run->plain, run->current, sizeof (gint32) * state->n);
  _eqp_assigner_set_limits (run->assigner, 0, state->n);
  if (run->unit > 0.0)
    for (double relative = 0.1; relative < HARD_RELATIVE && !within_limits (run); relative *= 3.0)
      if (!balance (run, relative * run->unit, LEVEL_STEPS, (gint64) (LEVEL_SETTLED * (double) state->n), "climb"))
        return FALSE;
  _eqp_assigner_set_limits (run->assigner, run->least, run->most);
  run->priced = -1.0;
  if (!descend (run, FALSE))
    return FALSE;

  return_to (run, run->plain);
  memset (run->prices, 0, sizeof (double) * state->k);
  run->priced = -1.0;
  return descend (run, FALSE);
}

static void
begin_start (Run *run)
{
  run->steps = 0;
  run->moved = 0;
  run->start_best = INFINITY;
  memset (run->prices, 0, sizeof (double) * run->state->k);
  run->priced = -1.0;
}

/* One start. FALSE when cancelled or out of steps. */
static gboolean
one_start (Run *run, guint64 restart)
{
  begin_start (run);
  if (run->params->initial_labels != NULL)
    {
      run->steps = -1; /* the start itself is no iteration */
      memcpy (run->current, run->params->initial_labels, sizeof (gint32) * run->state->n);
      _eqp_kmeans_sum_all (run->state, run->current);
      return descend (run, FALSE);
    }

  if (run->params->initial_centers != NULL)
    return start_from_centers (run, run->params->initial_centers) && descend (run, FALSE);
  if (line_start (run))
    return descend (run, FALSE);
  if (!plain_start (run, restart))
    return FALSE;
  if (!run->limited)
    return descend (run, TRUE) && compare_published (run, restart);
  return descend_limited (run);
}

/* -- starts combined --------------------------------------------------------------------------------------------- */

static void
keep_finish (Run *run)
{
  if (!_eqp_elite_wants (run->elite, run->start_best))
    return;
  return_to (run, run->start_labels);
  _eqp_kmeans_update_centers (run->state);
  _eqp_elite_enter (run->elite, run->start_best, run->state->centers);
}

/* Good ends of starts are combined, and what comes of it, as long as that leads on. */
static void
combine_starts (Run *run, int restarts)
{
  int share = takes_more (run, SMALL_WORK) ? restarts : 2 * restarts, idle = 0;

  for (int number = 0; number < CHILDREN * share && idle < PATIENCE * share; number++)
    {
      const double *child = _eqp_elite_combine (run->elite, run->params->seed, number);
      double before = run->best;
      gboolean done;

      if (child == NULL)
        return;
      begin_start (run);
      done = start_from_centers (run, child) && descend (run, FALSE);
      if (_eqp_kmeans_cancelled (run->state))
        return;
      keep_finish (run);
      idle = run->best < before ? 0 : idle + 1;
      if (run->best < before)
        run->converged = done;
    }
}

/* -- result ------------------------------------------------------------------------------------------------------ */

/* The certificate of the last assignment step: how far the labels may be from an optimum at their own centres. */
static void
certify (Run *run, EqpResult *result)
{
  EqpKMeans *state = run->state;
  EqpAssignmentReport report;
  double more;

  memcpy (state->centers, run->best_centers, sizeof (double) * state->k * state->d);
  _eqp_kmeans_pack (state);
  memcpy (run->next, run->best_labels, sizeof (gint32) * state->n);
  if (!assign (run, run->next, &report))
    return;

  memset (state->sizes, 0, sizeof (gint64) * state->k);
  for (gint64 i = 0; i < state->n; i++)
    state->sizes[run->next[i]]++;
  more = run->params->gamma *
         (double) (sum_of_squares (run->best_sizes, state->k) - sum_of_squares (state->sizes, state->k));
  for (gint64 i = 0; i < state->n; i++)
    if (run->best_labels[i] != run->next[i])
      {
        const float *cost = _eqp_costs_single (run->costs, i);

        more += (double) cost[run->best_labels[i]] - (double) cost[run->next[i]];
      }
  result->assignment_gap = MAX (0.0, report.gap + more);
  result->prices = g_memdup2 (run->prices, sizeof (double) * state->k);
}

static EqpResult *
finish (Run *run, gboolean cancelled)
{
  EqpKMeans *state = run->state;
  EqpResult *result = eqp_result_new (state->n, state->d, state->k);
  gint64 empty = 0;

  memcpy (result->labels, run->best_labels, sizeof (gint32) * state->n);
  memcpy (result->sizes, run->best_sizes, sizeof (gint64) * state->k);
  memcpy (result->centers, run->best_centers, sizeof (double) * state->k * state->d);
  result->gamma = run->params->gamma;
  result->data_term = run->best_data;
  result->penalty = eqp_balance_penalty (run->params->gamma, state->k, result->sizes);
  result->objective = result->data_term + result->penalty;
  result->cancelled = cancelled;
  result->converged = run->converged && !cancelled;
  _eqp_tally_close (&run->tally, run->best, result);
  if (!cancelled)
    certify (run, result);

  for (int c = 0; c < state->k; c++)
    empty += result->sizes[c] == 0;
  _eqp_empty_clusters_warn (empty, state->k, result->warnings);
  _eqp_trace_finish (&run->trace, result);
  return result;
}

static EqpResult *
run_bkm (EqpDataset       *dataset,
         const EqpParams  *params,
         EqpContext       *context,
         GError          **error)
{
  Run run = { .params = params, .best = INFINITY };
  gint64 n = eqp_dataset_get_n (dataset);
  int restarts = _eqp_params_count_starts (params);
  gboolean cancelled = FALSE;
  EqpResult *result = NULL;

  if (!_eqp_rows_are_plain (params, n))
    return _eqp_linked_run (dataset, params, TRUE, context, error);

  /* -- allocate -- */
  if ((run.state = _eqp_kmeans_new (dataset, params->k, FALSE, context, error)) == NULL ||
      (run.assigner = _eqp_assigner_new (n, params->k, context->pool, context->cancellable, error)) == NULL ||
      (run.costs = _eqp_costs_new (run.state, error)) == NULL ||
      (run.prices = eqp_try_alloc (params->k, sizeof (double), N_ ("the prices"), error)) == NULL ||
      (run.current = eqp_try_alloc (n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (run.next = eqp_try_alloc (n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (run.start_labels = eqp_try_alloc (n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (run.best_labels = eqp_try_alloc (n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (run.best_centers =
           eqp_try_alloc ((gsize) params->k * run.state->d, sizeof (double), N_ ("the centres"), error)) == NULL ||
      (run.best_sizes = eqp_try_alloc (params->k, sizeof (gint64), N_ ("the cluster sizes"), error)) == NULL)
    goto out;
  if (n * run.state->d >= SAMPLE_NUMBERS && n / SAMPLE_SHARE >= MAX (SAMPLE, SAMPLE_PER_CLUSTER * params->k))
    {
      run.sample = MAX (SAMPLE, SAMPLE_PER_CLUSTER * params->k);
      if ((run.sampler = _eqp_assigner_new (run.sample, params->k, context->pool, context->cancellable, error)) ==
              NULL ||
          (run.sample_cost =
               eqp_try_alloc ((gsize) run.sample * run.state->kp, sizeof (float), N_ ("the costs"), error)) == NULL ||
          (run.sample_labels = eqp_try_alloc (run.sample, sizeof (gint32), N_ ("the labels"), error)) == NULL)
        goto out;
    }
  if (restarts > 1 && params->k > 1 && !takes_more (&run, LARGE_WORK))
    run.elite = _eqp_elite_new (run.state);
  _eqp_assigner_set_source (run.assigner, _eqp_kmeans_block_costs, run.state);
  _eqp_assigner_set_kept (run.assigner, run.costs);
  _eqp_assigner_set_column (run.assigner, run.state, 1);
  _eqp_assigner_set_column (run.sampler, run.state, n / MAX (run.sample, 1));
  run.least = params->min_size;
  run.most = params->max_size > 0 ? params->max_size : n;
  run.limited = run.least > 0 || run.most < n;
  if (run.limited)
    {
      if ((run.plain = eqp_try_alloc (n, sizeof (gint32), N_ ("the labels"), error)) == NULL)
        goto out;
      _eqp_assigner_set_limits (run.assigner, run.least, run.most);
      if (run.sampler != NULL)
        _eqp_assigner_set_limits (run.sampler, run.least * run.sample / n, (run.most * run.sample + n - 1) / n);
    }
  run.polisher = _eqp_polisher_new (run.state, run.least, run.most);
  _eqp_tally_init (&run.tally, 0.0);
  run.unit = eqp_gamma_unit (EQP_FAMILY_KMEANS, n, params->k, eqp_dataset_get_total_ss (dataset));
  run.limit = params->max_iterations > 0 ? params->max_iterations : DEFAULT_MAX_STEPS;

  /* -- iterate -- */
  _eqp_trace_start (&run.trace, context, n, params->k);
  for (int restart = 0; restart < restarts && !cancelled; restart++)
    {
      double before = run.best;
      gboolean done;

      _eqp_trace_restart (&run.trace, restart, restarts);
      done = one_start (&run, restart);
      cancelled = _eqp_kmeans_cancelled (run.state);
      if (run.best < before)
        run.converged = done;
      if (!cancelled)
        _eqp_tally_add (&run.tally, run.start_best);
      if (!cancelled && restarts > 1)
        keep_finish (&run);
    }
  if (!cancelled && restarts > 1)
    {
      _eqp_trace_restart (&run.trace, restarts, restarts);
      combine_starts (&run, restarts);
      cancelled = _eqp_kmeans_cancelled (run.state);
    }

  /* -- finish -- */
  if (run.best == INFINITY)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         _ ("The run was cancelled before its first step was done."));
  else
    result = finish (&run, cancelled);

out:
  _eqp_polisher_free (run.polisher);
  _eqp_assigner_free (run.assigner);
  _eqp_assigner_free (run.sampler);
  eqp_free (run.sample_cost);
  eqp_free (run.sample_labels);
  _eqp_costs_free (run.costs);
  _eqp_kmeans_free (run.state);
  eqp_free (run.prices);
  eqp_free (run.current);
  eqp_free (run.next);
  eqp_free (run.plain);
  eqp_free (run.start_labels);
  eqp_free (run.best_labels);
  eqp_free (run.best_centers);
  eqp_free (run.best_sizes);
  _eqp_elite_free (run.elite);
  return result;
}

const EqpSolver _eqp_solver_bkm = {
  .id = "bkm",
  .name = N_ ("Balanced k-means"),
  .summary = N_ ("k-means with a price on uneven sizes: gamma times the sum of the squared sizes."),
  .reference = N_ ("Chang, Nie, Ma, Yang, Balanced k-Means and Min-Cut Clustering; solved by exact assignment, "
                   "gamma climb and Hartigan polish"),
  .family = EQP_FAMILY_KMEANS,
  .cost = { .per_value = 3e-9, .per_part = 1e-7 },
  .flags = EQP_SOLVER_USES_GAMMA | EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE | EQP_SOLVER_FROM_CENTERS |
           EQP_SOLVER_WEIGHS_ROWS | EQP_SOLVER_READS_SPARSE | EQP_SOLVER_DRAGS_GAMMA,
  .params = (const EqpParam *const[]) { &eqp_param_init, &eqp_param_starts, &eqp_param_max_iterations, &eqp_param_empty,
                                        &eqp_param_min_size, &eqp_param_max_size, NULL },
  .warm = &_eqp_warm_bkm,
  .check_params = eqp_check_common_params,
  .run = run_bkm,
};
