/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balanced min-cut as published: Algorithm 2 of Chang, Nie, Ma, Yang, Balanced k-Means and Min-Cut Clustering.
 *
 * B = (rho I + A - gamma 1 1')F; all rows move at once to the largest entry of their row of B, a row stays on ties;
 * until nothing moves. With rho above -lambda_min (A - gamma 1 1') the matrix is positive definite and Tr(F'AF) - gamma
 * sum_k n_k^2 never falls.
 *
 * It is kept to the letter as a lesson. That rho grows like gamma n, and it is a bonus for staying: no row ever has
 * reason to leave, and the run stops where it began. With rho = 0 all rows jump at once and the run may swing for ever.
 */
#include "config.h"

#include "eqp-balanced-mincut-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-rng.h"
#include "base/eqp-sentence.h"
#include "solvers/eqp-gamma.h"
#include "eqp-graph-run-private.h"
#include "solvers/kmeans/eqp-kmeans-private.h"

#define DEFAULT_MAX_ITERATIONS 1000

/**
 * _eqp_published_mincut_rho:
 * @csr: A
 * @gamma: raw gamma
 * @cancellable: (nullable): looked at once an iteration of the eigenvalue
 *
 * Returns: a rho that makes rho I + A - gamma 1 1' positive definite, and hardly more
 */
double
_eqp_published_mincut_rho (const EqpCsr *csr,
                           double        gamma,
                           GCancellable *cancellable)
{
  double smallest = _eqp_smallest_eigenvalue (csr, gamma, cancellable);

  return -smallest + MAX (1e-6 * MIN (1.0, fabs (smallest)), 1e-9 * fabs (smallest));
}

static guint64
hash_labels (const gint32 *labels, gint64 n)
{
  guint64 hash = G_GUINT64_CONSTANT (0xcbf29ce484222325);

  for (gint64 i = 0; i < n; i++)
    {
      hash = (hash ^ (guint64) (guint32) labels[i]) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
      hash ^= hash >> 29;
    }
  return hash;
}

/* One step of all rows at once; the number of rows that moved. */
static gint64
step (const EqpCsr *csr, int k, double gamma, double rho, const gint64 *sizes, double *b, const gint32 *labels,
      gint32 *next)
{
  gint64 moved = 0;

  for (gint64 i = 0; i < csr->n; i++)
    {
      gint32 own = labels[i], best = own;

      for (int c = 0; c < k; c++)
        b[c] = 0.0;
      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        b[labels[csr->columns[e]]] += csr->weights[e];
      for (int c = 0; c < k; c++)
        b[c] -= gamma * (double) sizes[c];
      b[own] += rho;
      for (int c = 0; c < k; c++)
        if (b[c] > b[best])
          best = c;
      next[i] = best;
      moved += best != own;
    }
  return moved;
}

static double
measure (const EqpCsr *csr, int k, const gint32 *labels, gint64 *sizes)
{
  double cut = 0.0;

  memset (sizes, 0, sizeof (gint64) * k);
  for (gint64 i = 0; i < csr->n; i++)
    {
      sizes[labels[i]]++;
      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        if (labels[csr->columns[e]] != labels[i])
          cut += csr->weights[e];
    }
  return cut;
}

/**
 * _eqp_published_mincut:
 * @csr: A
 * @k: clusters
 * @gamma: raw gamma
 * @rho: the bonus for staying
 * @limit: iterations at the most
 * @cancellable: (nullable): looked at once an iteration
 * @labels: (inout): n labels
 * @trace: (nullable): gets the start and a step for every iteration
 * @period: (out): after how many iterations the labels repeat, when they oscillate
 *
 * Algorithm 2 from the given labels. O(n k + entries) an iteration.
 *
 * Returns: how it ended
 */
EqpPublishedEnd
_eqp_published_mincut (const EqpCsr *csr,
                       int           k,
                       double        gamma,
                       double        rho,
                       gint64        limit,
                       GCancellable *cancellable,
                       gint32       *labels,
                       EqpTrace     *trace,
                       gint64       *period)
{
  g_autofree double *b = g_new (double, k);
  g_autofree gint64 *sizes = g_new (gint64, k);
  g_autofree gint32 *next = g_new (gint32, csr->n);
  g_autoptr (GArray) seen = g_array_new (FALSE, FALSE, sizeof (guint64));
  double cut = measure (csr, k, labels, sizes);

  *period = 0;
  if (trace != NULL)
    _eqp_trace_step (trace, "start", cut, eqp_balance_penalty (gamma, k, sizes), sizes, labels, 0);
  for (gint64 iteration = 0; iteration < limit; iteration++)
    {
      guint64 hash = hash_labels (labels, csr->n);
      gint64 moved;

      if (g_cancellable_is_cancelled (cancellable))
        return EQP_PUBLISHED_CANCELLED;
      for (guint t = seen->len; t > 0; t--)
        if (g_array_index (seen, guint64, t - 1) == hash)
          {
            *period = seen->len - (t - 1);
            return EQP_PUBLISHED_OSCILLATES;
          }
      g_array_append_val (seen, hash);

      moved = step (csr, k, gamma, rho, sizes, b, labels, next);
      memcpy (labels, next, sizeof (gint32) * csr->n);
      if (moved > 0)
        cut = measure (csr, k, labels, sizes);
      if (trace != NULL)
        _eqp_trace_step (trace, "all rows", cut, eqp_balance_penalty (gamma, k, sizes), sizes, labels, moved);
      if (moved == 0)
        return EQP_PUBLISHED_CONVERGED;
    }
  return EQP_PUBLISHED_LIMIT;
}

/* Of all edges of one row together. */
static double
largest_pull (EqpGraph *graph)
{
  const double *degrees = eqp_graph_get_degrees (graph);
  double largest = 0.0;

  for (gint64 i = 0; i < eqp_graph_get_n (graph); i++)
    largest = MAX (largest, degrees[i]);
  return largest;
}

static void
explain (EqpResult *result, EqpGraph *graph, EqpPublishedEnd end, const EqpParams *params, double rho, gint64 period,
         gint64 moved)
{
  gint64 empty = 0;

  if (end == EQP_PUBLISHED_OSCILLATES)
    g_ptr_array_add (result->warnings,
                     eqp_sentence_dup (_ ("With rho = %g the published algorithm oscillates: all rows move at once, "
                                          "and the labels repeat every %" PRId64 " iterations; a larger rho makes it "
                                          "settle."),
                                       rho, period));
  else if (end == EQP_PUBLISHED_CONVERGED && params->own[0] < 0.0 && moved <= result->n / 5)
    g_ptr_array_add (result->warnings, eqp_sentence_dup (_ ("The published algorithm stops where it began: rho = %g "
                                                            "(for a positive definite matrix) rewards staying, and "
                                                            "the edges of a row weigh at most %g. Of all rows "
                                                            "%" PRId64 " of %" PRId64 " moved; compare with "
                                                            "“Balanced min-cut”."),
                                                         rho, largest_pull (graph), moved, result->n));
  else if (end == EQP_PUBLISHED_CONVERGED && rho > 0.0 && moved <= result->n / 5)
    g_ptr_array_add (result->warnings, eqp_sentence_dup (_ ("With rho = %g, which each row earns by staying, the "
                                                            "published algorithm stops where it began: the edges of a "
                                                            "row weigh at most %g. Of all rows %" PRId64
                                                            " of %" PRId64 " moved; a smaller rho lets more go."),
                                                         rho, largest_pull (graph), moved, result->n));

  for (int c = 0; c < result->k; c++)
    empty += result->sizes[c] == 0;
  if (empty > 0)
    g_ptr_array_add (result->warnings, eqp_sentence_dup (g_dngettext (GETTEXT_PACKAGE,
                                                                      "%" PRId64 " of %d clusters is empty; the "
                                                                      "published algorithm has nothing that "
                                                                      "would fill it. Compare with "
                                                                      "“Balanced min-cut”.",
                                                                      "%" PRId64 " of %d clusters are empty; "
                                                                      "the published algorithm has nothing that "
                                                                      "would fill them. Compare with "
                                                                      "“Balanced min-cut”.", (gulong) empty),
                                                         empty, result->k));
}

static EqpResult *
run_published (EqpDataset       *dataset,
               const EqpParams  *params,
               EqpContext       *context,
               GError          **error)
{
  g_autoptr (EqpGraph) graph = _eqp_graph_for_run (dataset, params, context, error);
  gint64 limit = params->max_iterations > 0 ? params->max_iterations : DEFAULT_MAX_ITERATIONS;
  int restarts = params->initial_labels != NULL ? 1 : params->restarts;
  EqpPublishedEnd end = EQP_PUBLISHED_CANCELLED, best_end = EQP_PUBLISHED_CANCELLED;
  g_autofree gint32 *labels = NULL, *best = NULL, *start = NULL;
  g_autofree gint64 *sizes = NULL;
  double rho = params->own[0], best_objective = INFINITY;
  gint64 period = 0, best_period = 0, moved = 0, best_moved = 0;
  EqpResult *result;
  const EqpCsr *csr;
  EqpTally tally;
  EqpTrace trace;

  if (graph == NULL)
    return NULL;
  csr = eqp_graph_get_csr (graph);
  labels = g_new (gint32, csr->n);
  best = g_new0 (gint32, csr->n);
  start = g_new (gint32, csr->n);
  sizes = g_new0 (gint64, params->k);

  /* -- iterate: the first start is streamed, further ones only compete -- */
  _eqp_trace_start (&trace, context, csr->n, params->k);
  _eqp_tally_init (&tally, 0.0);
  if (rho < 0.0)
    rho = _eqp_published_mincut_rho (csr, params->gamma, context->cancellable);
  for (int restart = 0; restart < restarts && (restart == 0 || end != EQP_PUBLISHED_CANCELLED); restart++)
    {
      double cut, objective;

      _eqp_trace_restart (&trace, restart, restarts);
      if (params->initial_labels != NULL)
        memcpy (labels, params->initial_labels, sizeof (gint32) * csr->n);
      else
        {
          EqpRng rng;

          eqp_rng_init (&rng, params->seed, restart);
          _eqp_seed_random_labels (csr->n, params->k, &rng, labels);
        }
      memcpy (start, labels, sizeof (gint32) * csr->n);
      end = _eqp_published_mincut (csr, params->k, params->gamma, rho, limit, context->cancellable, labels,
                                   restart == 0 ? &trace : NULL, &period);
      cut = measure (csr, params->k, labels, sizes);
      objective = cut + eqp_balance_penalty (params->gamma, params->k, sizes);
      if (end != EQP_PUBLISHED_CANCELLED)
        _eqp_tally_add_priced (&tally, objective, params, csr->n);
      if (objective < best_objective)
        {
          moved = 0;
          for (gint64 i = 0; i < csr->n; i++)
            moved += labels[i] != start[i];
          best_objective = objective;
          best_end = end;
          best_period = period;
          best_moved = moved;
          memcpy (best, labels, sizeof (gint32) * csr->n);
          if (restart > 0)
            _eqp_trace_step (&trace, "restart", cut, objective - cut, sizes, labels, 0);
        }
    }

  /* -- finish -- */
  result = eqp_result_new (csr->n, 0, params->k);
  memcpy (result->labels, best, sizeof (gint32) * csr->n);
  result->gamma = params->gamma;
  result->data_term = measure (csr, params->k, best, result->sizes);
  result->penalty = eqp_balance_penalty (params->gamma, params->k, result->sizes);
  result->objective = result->data_term + result->penalty;
  result->converged = best_end == EQP_PUBLISHED_CONVERGED;
  result->cancelled = end == EQP_PUBLISHED_CANCELLED;
  _eqp_tally_close (&tally, tally.best, result);
  explain (result, graph, best_end, params, rho, best_period, best_moved);
  _eqp_graph_warn (graph, result);
  _eqp_trace_finish (&trace, result);
  return result;
}

static const EqpParamWord rho_words[] = { { "auto", -1.0, N_ ("Auto") }, { NULL } };

static const EqpParam rho = {
  .id = "rho",
  .label = N_ ("Rho ρ"),
  .kind = EQP_PARAM_REAL,
  .at = EQP_PARAM_OWN (0),
  .argument = "RHO",
  .usual = -1.0,
  .least = 0.0,
  .most = HUGE_VAL,
  .words = rho_words,
  .sentence = N_ ("the bonus for staying: by itself what makes the matrix positive definite; with 0 all rows jump at "
                  "once"),
};

/* Never worse than the start, and never falling, with the automatic rho; a rho by hand may break both, which is what it
 * is there to show. */
const EqpSolver _eqp_solver_bmincut_published = {
  .id = "bmincut-published",
  .name = N_ ("Balanced min-cut, as published"),
  .summary = N_ ("Algorithm 2 of the paper to the letter: all rows move at once, and with the rho it needs it stops "
                 "where "
                 "it began."),
  .reference = "Chang, Nie, Ma, Yang, Balanced k-Means and Min-Cut Clustering, Algorithm 2",
  .family = EQP_FAMILY_GRAPH,
  .cost = { .per_row = 1e-6 },
  .flags = EQP_SOLVER_USES_GAMMA | EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE | EQP_SOLVER_PUBLISHED,
  .params = (const EqpParam *const[]){ &eqp_param_neighbors, &eqp_param_scale, &eqp_param_search, &eqp_param_starts,
                                       &eqp_param_max_iterations, &rho, NULL },
  .check_params = _eqp_graph_check_params,
  .run = run_published,
};
