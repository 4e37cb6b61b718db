/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balanced min-cut, the project's own solver. Minimises
 *
 *     J = W - Tr(F'AF) + gamma * sum_k n_k^2,
 *
 * which is W less the paper's Tr(F'AF) - gamma * sum_k n_k^2 to be maximised (Chang, Nie, Ma, Yang, Balanced k-Means
 * and Min-Cut Clustering), so that the data term is the cut, each edge counted twice, and the trace falls:
 *
 *   start      multilevel partition, and cycles until several bring nothing (eqp-multilevel.c);
 *   compare    the published algorithm from the same seed; where that ended lower it is taken on and refined;
 *              where sizes came out about even, likewise with a search under limits, its sizes;
 *   combine    the best start with the runners-up;
 *   evolve     where seconds are given, until they are over (eqp-multilevel-evolve.c).
 *
 * Sizes may have limits besides (that they can be met was checked by eqp_solver_check): labels outside them are
 * mended, and none of the run's are outside.
 *
 * Starts are independent and have random numbers of their own, so they may run side by side and labels do not depend on
 * the number of threads. The stream of events holds only states that lower J at the gamma asked for. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-parallel.h"
#include "eqp-balanced-mincut-private.h"
#include "base/eqp-sentence.h"
#include "solvers/eqp-gamma.h"
#include "eqp-graph-run-private.h"
#include "solvers/kmeans/eqp-kmeans-private.h"
#include "eqp-multilevel-private.h"

#define BATCH 8             /* starts side by side; the same on any number of threads */
#define ELITE 6             /* starts that are combined */
#define MOST_RUN_WORK 4000000 /* entries looked at for runs along a line */
#define COMPARE_STEPS 1000
#define PER_ROOT 1e-2       /* seconds, as in EqpSolverCost: of a start, times the root of n; and with K */
#define PER_ROOT_PART 1e-4
#define USUAL_DEGREE 7.0    /* neighbors of a row up to which they do not count */
#define START_PART 0.5      /* of the time of a start, before it is compared; for progress */
#define LIMITS_PART 0.8     /* of what follows, before the best is improved once more */
#define EVEN 0.1            /* of the mean size: a narrower range of sizes is about even */

typedef struct
{
  const EqpParams *params;
  EqpGraph        *graph;
  EqpLevel         level;
  GCancellable    *cancellable;
  EqpTrace         trace;
  EqpMultilevel   *search;      /* holds the best of the run */
  gint32          *shown;       /* n labels of the last event */
  double           rho;         /* of the published algorithm; negative: not needed so far */
  double           hold;        /* a row stays there while gamma times the range of sizes is below */
  GPtrArray       *elite;       /* Finish, the best first */
  EqpTally         tally;       /* of the starts */
} Run;

/* Where a start ended. */
typedef struct
{
  double   worth;
  gint32  *labels;      /* n; NULL: it found nothing */
  gint64   visits;
} Finish;

typedef struct
{
  Run    *run;
  int     first;
  Finish *finishes;
} Batch;

static void
finish_free (gpointer data)
{
  Finish *finish = data;

  g_free (finish->labels);
  g_free (finish);
}

/* -- events -------------------------------------------------------------------------------------------------------- */

static void
report (const EqpMultilevel *search, const char *phase, gpointer user_data)
{
  Run *run = user_data;
  gint64 moved = 0;

  for (gint64 i = 0; i < run->level.n; i++)
    moved += run->shown[i] != search->best_labels[i];
  if (run->trace.iteration == 0 || (run->trace.iteration == 1 && run->params->initial_labels == NULL))
    moved = 0;
  memcpy (run->shown, search->best_labels, sizeof (gint32) * run->level.n);
  /* Kept up to date move by move, it can end below 0 by rounding where nothing is cut. */
  _eqp_trace_step (&run->trace, phase, MAX (0.0, search->best_data),
                   eqp_balance_penalty (search->gamma, search->k, search->best_sizes), search->best_sizes,
                   search->best_labels, moved);
  if (run->params->max_iterations > 0 && run->trace.iteration > run->params->max_iterations)
    run->search->stop = TRUE;
}

/* -- starts -------------------------------------------------------------------------------------------------------- */

/* The published algorithm keeps a row where it is when rho is more than it can gain elsewhere. rho is above
 * gamma n - W/n, which the vector of ones tells of the smallest eigenvalue, and a row gains at most its degree. */
static void
find_hold (Run *run)
{
  const EqpCsr *csr = eqp_graph_get_csr (run->graph);
  double largest = 0.0, total = 0.0;

  for (gint64 i = 0; i < csr->n; i++)
    {
      double degree = 0.0;

      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        degree += csr->weights[e];
      largest = MAX (largest, degree);
      total += degree;
    }
  run->hold = (1.0 - 1e-9) * run->params->gamma * (double) csr->n - total / (double) csr->n - largest;
  run->rho = -1.0;
  if (run->hold <= 0.5 * run->params->gamma * (double) csr->n)
    run->rho = _eqp_published_mincut_rho (csr, run->params->gamma, run->cancellable);
}

static gint64
range_of_sizes (const gint32 *labels, gint64 n, int k)
{
  g_autofree gint64 *sizes = g_new0 (gint64, k);
  gint64 least, most;

  for (gint64 i = 0; i < n; i++)
    sizes[labels[i]]++;
  least = most = sizes[0];
  for (int c = 1; c < k; c++)
    {
      least = MIN (least, sizes[c]);
      most = MAX (most, sizes[c]);
    }
  return most - least;
}

/* The published algorithm from the same seed. */
static void
compare_published (Run *run, EqpMultilevel *search, guint64 restart, EqpRng *rng)
{
  const EqpCsr *csr = eqp_graph_get_csr (run->graph);
  g_autofree gint32 *labels = g_new (gint32, csr->n);
  EqpRng start;
  gint64 period;

  eqp_rng_init (&start, run->params->seed, restart);
  _eqp_seed_random_labels (csr->n, search->k, &start, labels);
  /* Where no row can move its end is its start, and finding rho would be the dearest part of a run. */
  if (search->gamma * (double) range_of_sizes (labels, csr->n, search->k) >= run->hold)
    {
      double rho = run->rho >= 0.0 ? run->rho : _eqp_published_mincut_rho (csr, search->gamma, run->cancellable);

      _eqp_published_mincut (csr, search->k, search->gamma, rho, COMPARE_STEPS, run->cancellable, labels, NULL,
                             &period);
    }
  if (_eqp_multilevel_offer (search, "compare", labels))
    _eqp_multilevel_improve (search, rng);
}

/* Where gamma has made sizes about even it does what limits do, and a search under limits goes other ways: the same
 * start once more, held to these sizes. */
static void
compare_limits (Run *run, EqpMultilevel *search, guint64 restart, EqpRng *rng)
{
  gint64 least, most;
  g_autoptr (EqpMultilevel) limited = NULL;
  EqpRng start;

  _eqp_multilevel_get_range (search, &least, &most);
  if ((double) (most - least) > MAX (1.0, EVEN * (double) run->level.n / search->k))
    return;
  limited = _eqp_multilevel_new (&run->level, search->k, 0.0, least, most, run->cancellable, NULL);
  if (limited == NULL)
    return;
  limited->deadline = search->deadline;
  limited->progress = search->progress;
  limited->share = (EqpShare) { search->share.from, search->share.from +
                                                      LIMITS_PART * (search->share.to - search->share.from) };
  eqp_rng_init (&start, run->params->seed, restart);
  _eqp_multilevel_start (limited, &start);
  _eqp_multilevel_share (search, LIMITS_PART, 1.0);
  search->visits += _eqp_multilevel_get_visits (limited);
  if (limited->best < INFINITY && _eqp_multilevel_offer (search, "limits", limited->best_labels))
    _eqp_multilevel_improve (search, rng);
}

static void
one_start (Run *run, EqpMultilevel *search, guint64 restart)
{
  EqpShare share = _eqp_multilevel_share (search, 0.0, START_PART);
  EqpRng rng;

  eqp_rng_init (&rng, run->params->seed, restart);
  _eqp_multilevel_start (search, &rng);
  search->share = share;
  /* The published algorithm knows no limits. */
  if (!search->limited && !_eqp_multilevel_stopped (search))
    compare_published (run, search, restart, &rng);
  _eqp_multilevel_share (search, START_PART, 1.0);
  if (!search->limited && !_eqp_multilevel_stopped (search))
    compare_limits (run, search, restart, &rng);
  search->share = share;
}

static EqpMultilevel *
new_search (Run *run, GError **error)
{
  const EqpParams *params = run->params;

  return _eqp_multilevel_new (&run->level, params->k, params->gamma, params->min_size, params->max_size,
                              run->cancellable, error);
}

static void
start_chunk (gint64 chunk, guint worker, gpointer user_data)
{
  Batch *batch = user_data;
  Run *run = batch->run;
  g_autoptr (EqpMultilevel) search = NULL;

  /* Without memory for a search of its own a start is left out; the first one has room. */
  search = new_search (run, NULL);
  if (search == NULL)
    return;
  one_start (run, search, batch->first + chunk);
  batch->finishes[chunk].visits = _eqp_multilevel_get_visits (search);
  if (search->best < INFINITY)
    {
      batch->finishes[chunk].worth = search->best;
      batch->finishes[chunk].labels = g_memdup2 (search->best_labels, sizeof (gint32) * run->level.n);
    }
}

/* Keeps a few of the best ends; ties stay in the order of the starts. */
static void
enter_elite (Run *run, double worth, gint32 *labels)
{
  Finish *finish;
  guint place = run->elite->len;

  while (place > 0 && ((Finish *) g_ptr_array_index (run->elite, place - 1))->worth > worth)
    place--;
  if (place >= ELITE)
    {
      g_free (labels);
      return;
    }
  finish = g_new0 (Finish, 1);
  finish->worth = worth;
  finish->labels = labels;
  g_ptr_array_insert (run->elite, (gint) place, finish);
  if (run->elite->len > ELITE)
    g_ptr_array_remove_index (run->elite, ELITE);
}

/* The starts after the first, side by side. */
static void
more_starts (Run *run, EqpPool *pool)
{
  for (int first = 1; first < run->params->restarts && !_eqp_multilevel_stopped (run->search);)
    {
      Finish finishes[BATCH] = { { 0 } };
      Batch batch = { .run = run, .first = first, .finishes = finishes };
      int count = MIN (BATCH, run->params->restarts - first);

      _eqp_trace_restart (&run->trace, first, run->params->restarts);
      eqp_pool_run (pool, count, start_chunk, &batch);
      for (int i = 0; i < count; i++)
        run->search->visits += finishes[i].visits;
      for (int i = 0; i < count; i++)
        if (finishes[i].labels != NULL)
          {
            _eqp_tally_add (&run->tally, finishes[i].worth);
            _eqp_multilevel_offer (run->search, "restart", finishes[i].labels);
            enter_elite (run, finishes[i].worth, finishes[i].labels);
          }
      first += count;
    }
}

static void
combine (Run *run)
{
  EqpRng rng;

  eqp_rng_init (&rng, run->params->seed, (guint64) run->params->restarts);
  for (guint i = 0; i < run->elite->len && !_eqp_multilevel_stopped (run->search); i++)
    {
      const Finish *finish = g_ptr_array_index (run->elite, i);
      double before = run->search->best;

      if (memcmp (finish->labels, run->search->best_labels, sizeof (gint32) * run->level.n) != 0)
        _eqp_multilevel_combine (run->search, finish->labels, &rng);
      if (run->search->best < before)
        _eqp_multilevel_improve (run->search, &rng);
    }
}

/* Runs of equal length along a line through the graph, in every number of clusters. */
static void
offer_runs (Run *run)
{
  gint64 n = run->level.n;
  int k = run->params->k;
  g_autofree gint32 *line = NULL, *labels = NULL;
  gboolean better = FALSE;
  EqpRng rng;

  if ((run->level.starts[n] + n) * k > MOST_RUN_WORK)
    return;
  line = g_new (gint32, n);
  labels = g_new (gint32, n);
  for (int deep = 0; deep < 2; deep++)
    {
      _eqp_start_line_up (&run->level, deep, line);
      for (int parts = 2; parts <= k && !_eqp_multilevel_stopped (run->search); parts++)
        {
          /* Mending what is far outside the limits would be dear, and leave nothing of the line. */
          if (run->search->limited && (n / parts > run->search->most || (parts < k && run->search->fewest > 0)))
            continue;
          for (gint64 i = 0; i < n; i++)
            labels[line[i]] = (gint32) (i * parts / n);
          better |= _eqp_multilevel_offer (run->search, "runs", labels);
        }
    }
  if (!better)
    return;
  eqp_rng_init (&rng, run->params->seed, (guint64) run->params->restarts + 1);
  _eqp_multilevel_improve (run->search, &rng);
}

/* -- the run ------------------------------------------------------------------------------------------------------- */

/* Without a price on sizes nothing need be cut. */
static void
run_trivial (Run *run)
{
  g_autofree gint32 *labels = g_new (gint32, run->level.n);

  if (run->params->initial_labels != NULL)
    _eqp_multilevel_offer (run->search, "start", run->params->initial_labels);
  _eqp_start_components (&run->level, run->params->k, labels);
  _eqp_multilevel_offer (run->search, "components", labels);
}

static void
run_warm (Run *run)
{
  EqpRng rng;

  eqp_rng_init (&rng, run->params->seed, 0);
  _eqp_multilevel_offer (run->search, "start", run->params->initial_labels);
  _eqp_multilevel_improve (run->search, &rng);
}

static void
run_cold (Run *run, EqpPool *pool)
{
  run->trace.iteration = 1; /* 0 is for a start that has labels */
  if (!run->search->limited)
    find_hold (run);
  _eqp_trace_restart (&run->trace, 0, run->params->restarts);
  run->search->share.to = 1.0 / run->params->restarts;
  run->search->progress = run->trace.progress;
  one_start (run, run->search, 0);
  run->search->progress = NULL;
  if (!_eqp_multilevel_stopped (run->search))
    _eqp_tally_add (&run->tally, run->search->best);
  if (run->params->restarts > 1 && run->search->best < INFINITY)
    {
      enter_elite (run, run->search->best, g_memdup2 (run->search->best_labels, sizeof (gint32) * run->level.n));
      more_starts (run, pool);
      _eqp_trace_restart (&run->trace, run->params->restarts, run->params->restarts);
      combine (run);
    }
  offer_runs (run);
}

static void
warn (Run *run, EqpResult *result)
{
  gint64 components = eqp_graph_get_n_components (run->graph);
  gint64 empty = 0;

  for (int c = 0; c < result->k; c++)
    empty += result->sizes[c] == 0;
  if (run->params->gamma <= 0.0 && result->k > 1 && !run->search->limited)
    {
      if (components > 1)
        g_ptr_array_add (result->warnings,
                         eqp_sentence_dup (_ ("With gamma = 0 this is plain min-cut, and cutting nothing is best: the "
                                              "%" PRId64 " components of the graph were dealt out whole. Choose "
                                                                  "gamma above 0 for clusters of balanced size."),
                                           components));
      else
        g_ptr_array_add (result->warnings, g_strdup (_ ("With gamma = 0 this is plain min-cut, and its optimum is "
                                                        "trivial: all rows in one cluster, nothing cut. Choose gamma "
                                                        "above 0 for clusters of balanced size.")));
    }
  else if (empty > 0)
    g_ptr_array_add (result->warnings, eqp_sentence_dup (g_dngettext (GETTEXT_PACKAGE,
                                                                      "%" PRId64 " of %d clusters is empty: "
                                                                      "with gamma this small, cutting the graph "
                                                                      "further costs more than uneven sizes do.",
                                                                      "%" PRId64 " of %d clusters are empty: "
                                                                      "with gamma this small, cutting the graph "
                                                                      "further costs more than uneven sizes do.",
                                                                      (gulong) empty),
                                                         empty, result->k));
  _eqp_graph_warn (run->graph, result);
}

static EqpResult *
finish (Run *run)
{
  EqpMultilevel *search = run->search;
  EqpResult *result = eqp_result_new (run->level.n, 0, search->k);

  memcpy (result->labels, search->best_labels, sizeof (gint32) * run->level.n);
  memcpy (result->sizes, search->best_sizes, sizeof (gint64) * search->k);
  result->gamma = search->gamma;
  result->data_term = eqp_graph_compute_cut (run->graph, result->labels);
  result->penalty = eqp_balance_penalty (search->gamma, search->k, result->sizes);
  result->objective = result->data_term + result->penalty;
  result->visits = _eqp_multilevel_get_visits (search);
  result->cancelled = g_cancellable_is_cancelled (run->cancellable);
  result->converged = !search->stop && !result->cancelled;
  _eqp_tally_close (&run->tally, search->best, result);
  warn (run, result);
  _eqp_trace_finish (&run->trace, result);
  return result;
}

static EqpResult *
run_bmincut (EqpDataset       *dataset,
             const EqpParams  *params,
             EqpContext       *context,
             GError          **error)
{
  g_autoptr (EqpGraph) graph = _eqp_graph_for_run (dataset, params, context, error);
  Run run = { .params = params, .graph = graph, .cancellable = context->cancellable };
  EqpResult *result = NULL;
  const EqpCsr *csr;
  gboolean trivial;

  if (graph == NULL)
    return NULL;

  /* -- allocate -- */
  csr = eqp_graph_get_csr (graph);
  run.level = (EqpLevel){
    .n = csr->n, .starts = csr->starts, .columns = csr->columns, .weights = csr->weights, .total_mass = csr->n
  };
  run.search = new_search (&run, error);
  if (run.search == NULL)
    return NULL;
  _eqp_tally_init (&run.tally, run.search->tolerance);
  run.search->report = report;
  run.search->user_data = &run;
  if (params->seconds > 0.0)
    run.search->deadline = g_get_monotonic_time () + (gint64) (params->seconds * G_USEC_PER_SEC);
  trivial = (params->gamma <= 0.0 && !run.search->limited) || params->k == 1;
  run.shown = g_new0 (gint32, csr->n);
  run.elite = g_ptr_array_new_with_free_func (finish_free);

  /* -- iterate -- */
  _eqp_trace_start (&run.trace, context, csr->n, params->k);
  if (trivial)
    run_trivial (&run);
  else if (params->initial_labels != NULL)
    run_warm (&run);
  else
    run_cold (&run, context->pool);
  if (run.search->deadline > 0 && run.search->best < INFINITY && !trivial)
    _eqp_multilevel_evolve (run.search, context->pool, params->seed);

  /* -- finish -- */
  if (run.search->best == INFINITY)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                         _ ("The run was cancelled before its first step was done."));
  else
    result = finish (&run);

  _eqp_multilevel_free (run.search);
  g_ptr_array_unref (run.elite);
  g_free (run.shown);
  return result;
}

/* The larger a graph is, the less of everything it gets. */
static double
cost_of_starts (double n, const EqpGraph *graph, const EqpParams *params)
{
  double degree = graph != NULL ? (double) eqp_graph_get_csr (graph)->starts[eqp_graph_get_n (graph)] / n : 0.0;

  if (params->seconds > 0.0)
    return params->seconds;
  return MAX (1, params->restarts) * sqrt (n * MAX (1.0, degree / USUAL_DEGREE)) *
         (PER_ROOT + PER_ROOT_PART * params->k);
}

const EqpSolver _eqp_solver_bmincut = {
  .id = "bmincut",
  .name = N_ ("Balanced min-cut"),
  .summary = N_ ("The smallest cut of the neighbor graph, with a price on uneven sizes: gamma times the sum of the "
                 "squared "
                 "sizes."),
  .reference = N_ ("Chang, Nie, Ma, Yang, Balanced k-Means and Min-Cut Clustering; solved by multilevel refinement "
                   "with "
               "cycles and combination"),
  .family = EQP_FAMILY_GRAPH,
  .cost = { .starts = cost_of_starts },
  .flags = EQP_SOLVER_USES_GAMMA | EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE,
  .params = (const EqpParam *const[]){ &eqp_param_neighbors, &eqp_param_scale, &eqp_param_search, &eqp_param_starts,
                                       &eqp_param_max_iterations, &eqp_param_min_size, &eqp_param_max_size,
                                       &eqp_param_seconds, NULL },
  .warm = &_eqp_warm_bmincut,
  .check_params = _eqp_graph_check_params,
  .run = run_bmincut,
};
