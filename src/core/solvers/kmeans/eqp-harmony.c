/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Harmony k-means (Mahdavi and Abolhassani 2009): harmony search (Geem, Kim, Loganathan 2001) over sets of K centres.
 *
 * A memory holds a few sets, harmonies. A new one is improvised centre by centre: with the rate of consideration it is
 * taken from a random harmony of the memory, and then with the rate of adjustment shifted a little, else it is put on a
 * random row. One step of k-means follows, and if the SSE is then less than that of the worst in the memory, it takes
 * its place. The memory starts with what Lloyd's method finds, so the result is never worse than k-means; centres of
 * the others are numbered after it, so that the same number means about the same place. In the end Lloyd's method goes
 * on from every harmony of the memory. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"
#include "base/eqp-rng.h"
#include "data/eqp-dataset.h"
#include "eqp-lloyd-private.h"
#include "solvers/eqp-solvers-private.h"

#define USUAL_STEPS 15.0 /* of Lloyd's method from a start, until one knows better; for progress */
#define USUAL_POLISH 0.5 /* from a harmony it takes so many of these */
#define MORE_OF_LATE 0.5 /* beyond what is usual it takes as many again as it has taken */
#define STREAMS (G_GUINT64_CONSTANT (1) << 34) /* of random numbers: apart from those of the starts */
#define SAME 1e-12 /* of the SSE: harmonies this close are taken for one */
#define MATCH_CENTERS 64

/* Places of its parameters. */
enum
{
  MEMORY,
  CONSIDER,
  ADJUST,
  BANDWIDTH,
  IMPROVISATIONS
};

static const EqpParam memory = {
  .id = "memory",
  .label = N_ ("Memory"),
  .kind = EQP_PARAM_WHOLE,
  .store = EQP_STORE_DOUBLE,
  .at = EQP_PARAM_OWN (MEMORY),
  .argument = "M",
  .usual = 8,
  .least = 1,
  .most = 1000,
  .sentence = N_ ("sets of centers that are kept and combined"),
};

static const EqpParam consider = {
  .id = "consider",
  .other = "hmcr",
  .label = N_ ("Consideration"),
  .kind = EQP_PARAM_REAL,
  .store = EQP_STORE_DOUBLE,
  .at = EQP_PARAM_OWN (CONSIDER),
  .argument = "P",
  .usual = 0.95,
  .least = 0.0,
  .most = 1.0,
  .sentence = N_ ("how often a new center is taken from the memory and not put on a random row (HMCR)"),
};

static const EqpParam adjust = {
  .id = "adjust",
  .other = "par",
  .label = N_ ("Adjustment"),
  .kind = EQP_PARAM_REAL,
  .store = EQP_STORE_DOUBLE,
  .at = EQP_PARAM_OWN (ADJUST),
  .argument = "P",
  .usual = 0.3,
  .least = 0.0,
  .most = 1.0,
  .sentence = N_ ("how often a center from the memory is shifted a little (PAR)"),
};

static const EqpParam bandwidth = {
  .id = "bandwidth",
  .label = N_ ("Bandwidth"),
  .kind = EQP_PARAM_REAL,
  .store = EQP_STORE_DOUBLE,
  .at = EQP_PARAM_OWN (BANDWIDTH),
  .argument = "W",
  .usual = 0.1,
  .least = 0.0,
  .most = 10.0,
  .sentence = N_ ("by how much at the most, in standard deviations of each column"),
};

static const EqpParam improvisations = {
  .id = "improvisations",
  .label = N_ ("Improvisations"),
  .kind = EQP_PARAM_WHOLE,
  .store = EQP_STORE_DOUBLE,
  .at = EQP_PARAM_OWN (IMPROVISATIONS),
  .argument = "N",
  .usual = 100,
  .least = 1,
  .most = 1000000,
  .logarithmic = TRUE,
  .sentence = N_ ("new sets of centers that are tried; each costs a pass over the data"),
};

/* What a run is made of, in the order in which it first comes: starts to find, steps of Lloyd's method, single steps
 * of k-means from new sets of centres. */
typedef enum
{
  STEP_SEED,
  STEP_LLOYD,
  STEP_SINGLE,
  N_STEPS
} StepKind;

typedef struct
{
  EqpKMeans       *state;
  EqpLloyd        *lloyd;
  const EqpParams *params;
  EqpTrace         trace;
  int              restarts;
  double           steps[N_STEPS];   /* that are done; for progress, as is what follows */
  double           seconds[N_STEPS]; /* that they took */
  gint64           clock;            /* at the end of the last one */
  double           ended;            /* steps of Lloyd's method when a run of it last ended */
  int              descents;         /* such runs from starts that ended, */
  double           descended;        /* and their steps; */
  int              polishes;         /* likewise from harmonies */
  double           polished;
  const char      *phase;
  int              size;       /* of the memory */
  double          *harmonies;  /* size x k x d */
  double          *values;     /* size: the SSE after a step of k-means */
  double          *spread;     /* d: standard deviations of the columns */
  gint32          *places;     /* k: scratch of the numbering */
  double          *matched;    /* k x d: likewise */
  double          *distances;  /* k */

  gint32          *kept;       /* n: the best so far */
  double          *kept_centers;
  gint64          *kept_sizes;
  double           kept_sse;   /* infinite: none yet */
  double           reached;    /* the least SSE of this start */
  gint64           kept_empty;
} Run;

static double *
harmony (Run *run, int m)
{
  return run->harmonies + (gsize) m * run->state->k * run->state->d;
}

/* Keeps labels, whose centres and sizes the state has, if they are the best so far, and tells how things stand. */
static void
keep (Run *run, const gint32 *labels, double sse, gint64 empty, gint64 moved)
{
  EqpKMeans *state = run->state;

  run->reached = MIN (run->reached, sse);
  if (sse < run->kept_sse)
    {
      run->kept_sse = sse;
      run->kept_empty = empty;
      memcpy (run->kept, labels, sizeof (gint32) * (gsize) state->n);
      memcpy (run->kept_centers, state->centers, sizeof (double) * (gsize) state->k * (gsize) state->d);
      memcpy (run->kept_sizes, state->sizes, sizeof (gint64) * (gsize) state->k);
    }
  else
    moved = 0;
  _eqp_trace_step (&run->trace, run->phase, run->kept_sse, 0.0, run->kept_sizes, run->kept, moved);
}

static gint64
count_improvisations (const Run *run)
{
  gint64 wanted = (gint64) run->params->own[IMPROVISATIONS];

  return run->params->max_iterations > 0 ? MIN (wanted, run->params->max_iterations) : wanted;
}

/* Steps that are left, as far as one can tell: of Lloyd's method as many as it took on average so far, with what is
 * usual as another run from a harmony. */
static double
count_left (const Run *run, StepKind kind)
{
  double starts = run->restarts, harmonies = starts * run->size;
  double descent = run->descents > 0 ? run->descended / run->descents : USUAL_STEPS;
  double polish = (USUAL_POLISH * descent + run->polished) / (1 + run->polishes);
  double passed = run->steps[STEP_LLOYD] - run->ended;
  double usual = run->polishes == run->descents * run->size ? descent : polish;
  double most = (double) (run->lloyd->limit + (run->lloyd->from_labels ? 1 : 0));

  switch (kind)
    {
    case STEP_SEED:
      return harmonies - run->steps[kind];
    case STEP_SINGLE:
      return starts * (double) (run->size - 1 + count_improvisations (run)) - run->steps[kind];
    default:
      /* With one under way. */
      return (starts - run->descents) * descent + (harmonies - run->polishes) * polish +
             (passed > 0.0 ? MIN (MAX (usual - passed, MORE_OF_LATE * passed), most - passed) - usual : 0.0);
    }
}

/* Tells how far the run is, by the time that steps of each kind take. */
static void
tell (Run *run)
{
  double passed = 0.0, left = 0.0, each = 0.0;

  for (StepKind kind = 0; kind < N_STEPS; kind++)
    {
      passed += run->seconds[kind];
      if (run->steps[kind] > 0.0)
        each = run->seconds[kind] / run->steps[kind]; /* else as the kind before */
      left += count_left (run, kind) * each;
    }
  if (passed > 0.0)
    eqp_progress_tell (run->trace.progress, NULL, passed / (passed + left), EQP_PART_STARTS);
}

static void
count_step (Run *run, StepKind kind)
{
  gint64 now = g_get_monotonic_time ();

  run->steps[kind] += 1.0;
  run->seconds[kind] += (double) (now - run->clock) * 1e-6;
  run->clock = now;
  tell (run);
}

/* Lloyd's method from a start or from a harmony, and how many steps it took. FALSE when cancelled. */
static gboolean
descend (Run *run, int *runs, double *steps)
{
  if (!_eqp_lloyd_run (run->lloyd))
    return FALSE;
  *runs += 1;
  *steps += run->steps[STEP_LLOYD] - run->ended;
  run->ended = run->steps[STEP_LLOYD];
  tell (run);
  return TRUE;
}

static gboolean
improved (EqpLloyd *lloyd, gint64 moved, gpointer user_data)
{
  Run *run = user_data;

  count_step (run, STEP_LLOYD);
  run->reached = MIN (run->reached, lloyd->best_sse);
  if (lloyd->best_sse < run->kept_sse)
    {
      if (!lloyd->from_labels && run->trace.iteration == 0)
        run->trace.iteration = 1; /* 0 is for a start that has labels */
      keep (run, lloyd->best, lloyd->best_sse, lloyd->best_left_empty, moved);
    }
  return TRUE;
}

/* -- the memory ------------------------------------------------------------------------------------------------ */

typedef struct
{
  Run          *run;
  const double *center;
} MatchJob;

static void
match_chunk (gint64 chunk, guint worker, gpointer user_data)
{
  MatchJob *job = user_data;
  EqpKMeans *state = job->run->state;
  gint64 d = state->d, last = MIN ((chunk + 1) * MATCH_CENTERS, state->k);

  for (gint64 c = chunk * MATCH_CENTERS; c < last; c++)
    {
      const double *other = state->centers + c * d;
      double sum = 0.0;

      for (gint64 j = 0; j < d; j++)
        sum += (other[j] - job->center[j]) * (other[j] - job->center[j]);
      job->run->distances[c] = sum;
    }
}

/* Numbers the centres of the state after those of harmony 0: each of these takes the nearest one that is left. FALSE
 * when cancelled. O(k^2 d). */
static gboolean
number_alike (Run *run)
{
  EqpKMeans *state = run->state;
  gint64 d = state->d;
  int k = state->k;

  for (int c = 0; c < k; c++)
    run->places[c] = 0; /* whether it is taken */
  for (int c = 0; c < k; c++)
    {
      MatchJob job = { run, harmony (run, 0) + c * d };
      int nearest = -1;

      if (_eqp_kmeans_cancelled (state))
        return FALSE;
      eqp_pool_run (state->pool, (k + MATCH_CENTERS - 1) / MATCH_CENTERS, match_chunk, &job);
      for (int o = 0; o < k; o++)
        if (!run->places[o] && (nearest < 0 || run->distances[o] < run->distances[nearest]))
          nearest = o;
      run->places[nearest] = 1;
      memcpy (run->matched + c * d, state->centers + nearest * d, sizeof (double) * (gsize) d);
    }
  memcpy (state->centers, run->matched, sizeof (double) * (gsize) k * (gsize) d);
  return TRUE;
}

/* One step of k-means from the centres of the state: labels, means, and their SSE. A centre that no row is nearest to
 * keeps its place. FALSE when cancelled. */
static gboolean
step (Run *run, double *sse)
{
  EqpKMeans *state = run->state;
  gint32 *labels = run->lloyd->current;

  state->lower_valid = FALSE;
  _eqp_kmeans_pack (state);
  if (!_eqp_kmeans_assign (state, NULL, labels, NULL, NULL))
    return FALSE;
  _eqp_kmeans_sum_all (state, labels);
  _eqp_kmeans_update_centers (state);
  return _eqp_kmeans_sse (state, labels, sse);
}

static gint64
count_empty (EqpKMeans *state)
{
  gint64 empty = 0;

  for (int c = 0; c < state->k; c++)
    empty += state->sizes[c] == 0;
  return empty;
}

/* Fills the memory: what Lloyd's method finds, and k-means++ centres with one step each. FALSE when cancelled. */
static gboolean
fill_memory (Run *run, guint64 restart, EqpRng *rng)
{
  EqpKMeans *state = run->state;
  EqpLloyd *lloyd = run->lloyd;
  gsize bytes = sizeof (double) * (gsize) state->k * (gsize) state->d;

  run->phase = "lloyd";
  lloyd->best_sse = INFINITY;
  if (!_eqp_lloyd_start (lloyd, restart))
    return FALSE;
  count_step (run, STEP_SEED);
  if (!descend (run, &run->descents, &run->descended))
    return FALSE;
  memcpy (harmony (run, 0), lloyd->best_centers, bytes);
  run->values[0] = lloyd->best_sse;

  run->phase = "memory";
  for (int m = 1; m < run->size; m++)
    {
      if (!_eqp_seed_kmeanspp (state, rng))
        return FALSE;
      count_step (run, STEP_SEED);
      if (!number_alike (run) || !step (run, &run->values[m]))
        return FALSE;
      memcpy (harmony (run, m), state->centers, bytes);
      keep (run, lloyd->current, run->values[m], count_empty (state), state->n);
      count_step (run, STEP_SINGLE);
      if (_eqp_kmeans_cancelled (state))
        return FALSE;
    }
  return TRUE;
}

/* Sets the centres of the state. */
static void
improvise (Run *run, EqpRng *rng)
{
  EqpKMeans *state = run->state;
  const double *own = run->params->own;
  gint64 d = state->d;

  for (int c = 0; c < state->k; c++)
    {
      double *center = state->centers + c * d;

      if (eqp_rng_uniform (rng) < own[CONSIDER])
        {
          const double *known = harmony (run, (int) eqp_rng_below (rng, run->size)) + c * d;
          double width = eqp_rng_uniform (rng) < own[ADJUST] ? own[BANDWIDTH] : 0.0;

          for (gint64 j = 0; j < d; j++)
            center[j] = known[j] + (width > 0.0 ? width * run->spread[j] * (2.0 * eqp_rng_uniform (rng) - 1.0) : 0.0);
        }
      else
        {
          memset (center, 0, sizeof (double) * (gsize) d);
          _eqp_kmeans_add (state, (gint64) eqp_rng_below (rng, state->n), 1.0, center);
        }
    }
}

/* Puts the centres of the state in the place of the worst harmony, if they are better and not there already. */
static void
remember (Run *run, double sse)
{
  int worst = 0;

  for (int m = 0; m < run->size; m++)
    {
      if (fabs (run->values[m] - sse) <= SAME * sse)
        return;
      if (run->values[m] > run->values[worst])
        worst = m;
    }
  if (!(sse < run->values[worst]))
    return;

  run->values[worst] = sse;
  memcpy (harmony (run, worst), run->state->centers,
          sizeof (double) * (gsize) run->state->k * (gsize) run->state->d);
}

/* Lloyd's method from every harmony. FALSE when cancelled. */
static gboolean
polish (Run *run)
{
  EqpKMeans *state = run->state;
  EqpLloyd *lloyd = run->lloyd;

  run->phase = "polish";
  for (int m = 0; m < run->size; m++)
    {
      memcpy (state->centers, harmony (run, m), sizeof (double) * (gsize) state->k * (gsize) state->d);
      state->lower_valid = FALSE;
      _eqp_kmeans_pack (state);
      if (!_eqp_kmeans_assign (state, NULL, lloyd->current, NULL, NULL))
        return FALSE;
      lloyd->best_sse = INFINITY;
      lloyd->from_labels = TRUE;
      lloyd->moved = state->n;
      if (!descend (run, &run->polishes, &run->polished))
        return FALSE;
    }
  return TRUE;
}

/* FALSE when cancelled. */
static gboolean
search (Run *run, guint64 restart)
{
  EqpRng rng;

  eqp_rng_init (&rng, run->params->seed, STREAMS + restart);
  run->reached = INFINITY;
  if (!fill_memory (run, restart, &rng))
    return FALSE;

  run->phase = "harmony";
  for (gint64 i = 0; i < count_improvisations (run); i++)
    {
      double sse;

      improvise (run, &rng);
      if (!step (run, &sse))
        return FALSE;
      remember (run, sse);
      keep (run, run->lloyd->current, sse, count_empty (run->state), run->state->n);
      count_step (run, STEP_SINGLE);
      if (_eqp_kmeans_cancelled (run->state))
        return FALSE;
    }
  if (!polish (run))
    return FALSE;
  _eqp_tally_add (&run->lloyd->tally, run->reached);
  return TRUE;
}

static gboolean
allocate (Run *run, EqpDataset *dataset, EqpContext *context, GError **error)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  gsize k = run->params->k;

  if ((run->state = _eqp_kmeans_new (dataset, (int) k, TRUE, context, error)) == NULL ||
      (run->lloyd = _eqp_lloyd_new (run->state, run->params, error)) == NULL ||
      (run->harmonies = eqp_try_alloc (k * run->size * d, sizeof (double), N_ ("the memory"), error)) == NULL ||
      (run->values = eqp_try_alloc (run->size, sizeof (double), N_ ("the memory"), error)) == NULL ||
      (run->spread = eqp_try_alloc (d, sizeof (double), N_ ("the memory"), error)) == NULL ||
      (run->places = eqp_try_alloc (k, sizeof (gint32), N_ ("the memory"), error)) == NULL ||
      (run->matched = eqp_try_alloc (k * d, sizeof (double), N_ ("the memory"), error)) == NULL ||
      (run->distances = eqp_try_alloc (k, sizeof (double), N_ ("the memory"), error)) == NULL ||
      (run->kept = eqp_try_alloc (n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (run->kept_centers = eqp_try_alloc (k * d, sizeof (double), N_ ("the centres"), error)) == NULL ||
      (run->kept_sizes = eqp_try_alloc (k, sizeof (gint64), N_ ("the cluster sizes"), error)) == NULL)
    return FALSE;

  for (gint64 j = 0; j < d; j++)
    run->spread[j] = sqrt (eqp_dataset_get_column_ss (dataset, j) / (double) n);
  run->lloyd->improved = improved;
  run->lloyd->user_data = run;
  return TRUE;
}

static EqpResult *
finish (Run *run, gboolean cancelled)
{
  EqpKMeans *state = run->state;
  EqpResult *result = eqp_result_new (state->n, state->d, state->k);

  memcpy (result->labels, run->kept, sizeof (gint32) * (gsize) state->n);
  memcpy (result->centers, run->kept_centers, sizeof (double) * (gsize) state->k * (gsize) state->d);
  memcpy (result->sizes, run->kept_sizes, sizeof (gint64) * (gsize) state->k);
  result->gamma = run->params->gamma;
  result->data_term = result->objective = run->kept_sse;
  result->cancelled = cancelled;
  result->converged = !cancelled;
  _eqp_tally_close (&run->lloyd->tally, run->kept_sse, result);
  _eqp_empty_clusters_warn (run->kept_empty, state->k, result->warnings);
  _eqp_trace_finish (&run->trace, result);
  return result;
}

static EqpResult *
run_hkm (EqpDataset       *dataset,
         const EqpParams  *params,
         EqpContext       *context,
         GError          **error)
{
  int restarts = params->initial_labels != NULL ? 1 : params->restarts;
  Run run = { .params = params, .size = (int) params->own[MEMORY], .restarts = restarts, .kept_sse = INFINITY };
  gboolean cancelled = FALSE;
  EqpResult *result = NULL;

  /* -- allocate -- */
  if (!allocate (&run, dataset, context, error))
    goto out;

  /* -- iterate -- */
  _eqp_trace_start (&run.trace, context, run.state->n, params->k);
  eqp_progress_tell (run.trace.progress, NULL, 0.0, EQP_PART_STARTS);
  run.clock = g_get_monotonic_time ();
  for (int restart = 0; restart < restarts && !cancelled; restart++)
    {
      _eqp_trace_restart (&run.trace, restart, restarts);
      cancelled = !search (&run, restart);
    }

  /* -- finish -- */
  if (run.kept_sse == INFINITY)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         _ ("The run was cancelled before its first step was done."));
  else
    result = finish (&run, cancelled);

out:
  _eqp_lloyd_free (run.lloyd);
  _eqp_kmeans_free (run.state);
  eqp_free (run.harmonies);
  eqp_free (run.values);
  eqp_free (run.spread);
  eqp_free (run.places);
  eqp_free (run.matched);
  eqp_free (run.distances);
  eqp_free (run.kept);
  eqp_free (run.kept_centers);
  eqp_free (run.kept_sizes);
  return result;
}

const EqpSolver _eqp_solver_hkm = {
  .id = "hkm",
  .name = N_ ("Harmony k-means"),
  .summary = N_ ("Combines the centers of several starts at random and keeps what k-means makes the best of; never "
                 "worse than k-means."),
  .reference = "Mahdavi and Abolhassani 2009, Harmony k-means algorithm for document clustering",
  .family = EQP_FAMILY_KMEANS,
  .cost = { .per_value = 1.2e-8, .per_part = 1e-7 },
  .flags = EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE | EQP_SOLVER_READS_SPARSE,
  .params = (const EqpParam *const[]){ &memory, &improvisations, &consider, &adjust, &bandwidth, &eqp_param_init,
                                        &eqp_param_starts, &eqp_param_max_iterations, &eqp_param_empty, NULL },
  .check_params = eqp_check_common_params,
  .run = run_hkm,
};
