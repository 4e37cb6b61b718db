/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver contract: one way to call every method, one stream of events, one kind of result. */
#include "config.h"

#include "eqp-solver.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-parallel.h"
#include "data/eqp-dataset.h"
#include "eqp-solvers-private.h"
#include "eqp-weights.h"

#define SAME_WORTH 1e-9     /* of a value: the rounding of two ways to it */

/*< private >
 * _eqp_check_settings:
 * @dataset: the data, features or a graph
 * @params: the settings
 * @error: EQP_ERROR_INVALID_PARAM or EQP_ERROR_INVALID_DATA
 *
 * What every method asks for: 1 <= K <= n, a finite gamma >= 0, at least one start, labels in range.
 *
 * Returns: whether the run may start
 */
gboolean
_eqp_check_settings (EqpDataset       *dataset,
                     const EqpParams  *params,
                     GError          **error)
{
  gint64 n = eqp_dataset_get_n (dataset);

  if (n < 1 || (eqp_dataset_get_d (dataset) < 1 && eqp_dataset_get_graph (dataset) == NULL))
    {
      eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                  g_dngettext (GETTEXT_PACKAGE,
                               "The data have %" PRId64 " row and %" PRId64 " columns; clustering needs at "
                               "least one of each.",
                               "The data have %" PRId64 " rows and %" PRId64 " columns; clustering needs at "
                               "least one of each.", (gulong) n),
                  n, eqp_dataset_get_d (dataset));
      return FALSE;
    }
  if (n > G_MAXINT32)
    {
      eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                  _ ("The data have %" PRId64 " rows; at most %d can be clustered at once, so take a sample."), n,
                  G_MAXINT32);
      return FALSE;
    }
  if (params->k < 1)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  _ ("The number of clusters K is %d; it has to be at least 1."), params->k);
      return FALSE;
    }
  if (params->k > n)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  n == 1 ? _ ("The number of clusters K is %d, but the data have only %" PRId64
                              " row; choose K = %" PRId64 ".")
                         : _ ("The number of clusters K is %d, but the data have only %" PRId64
                              " rows; choose K between 1 and %" PRId64 "."),
                  params->k, n, n);
      return FALSE;
    }
  if (!isfinite (params->gamma) || params->gamma < 0.0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The balance weight gamma is %g; it has to be a finite number of at least 0."), params->gamma);
      return FALSE;
    }
  /* The penalty is at most gamma n^2; prices of moves and their sums get some room above it. */
  if (!isfinite (4.0 * params->gamma * (double) (n + 1) * (double) (n + 1)))
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  _ ("The balance weight gamma is %g, and its penalty for %" PRId64
                     " rows is larger than any number; choose at most %.3g."),
                  params->gamma, n, G_MAXDOUBLE / (8.0 * (double) (n + 1) * (double) (n + 1)));
      return FALSE;
    }
  if (params->initial_labels != NULL)
    for (gint64 i = 0; i < n; i++)
      if (params->initial_labels[i] < 0 || params->initial_labels[i] >= params->k)
        {
          eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                      _ ("The initial label of row %" PRId64 " is %d; with K = %d labels run from 0 to %d."),
                      i + 1, params->initial_labels[i], params->k, params->k - 1);
          return FALSE;
        }

  return TRUE;
}

/**
 * eqp_check_common_params:
 * @dataset: the data
 * @params: the settings
 * @error: EQP_ERROR_INVALID_PARAM or EQP_ERROR_INVALID_DATA
 *
 * What every method on features asks for: features, and settings in range.
 *
 * Returns: whether the run may start
 */
gboolean
eqp_check_common_params (EqpDataset       *dataset,
                         const EqpParams  *params,
                         GError          **error)
{
  const char *name = eqp_dataset_get_name (dataset);

  if (eqp_dataset_get_graph (dataset) != NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("“%s” is a graph without features, which this method needs; choose a method of the graph family, "
                      "such as “Balanced min-cut” or “Normalized cut”."),
                   name != NULL ? name : _ ("The data set"));
      return FALSE;
    }
  return _eqp_check_settings (dataset, params, error);
}

/**
 * eqp_solver_fits:
 * @solver: the method
 * @dataset: the data
 *
 * Returns: whether it runs on data of this kind: the graph family does on all, the others need features
 */
gboolean
eqp_solver_fits (const EqpSolver *solver,
                 EqpDataset      *dataset)
{
  return solver->family == EQP_FAMILY_GRAPH || eqp_dataset_get_graph (dataset) == NULL;
}

/**
 * eqp_solver_check_from_centers:
 * @solver: the method
 * @error: EQP_ERROR_INVALID_PARAM, in a sentence
 *
 * Returns: whether it can start from centers
 */
gboolean
eqp_solver_check_from_centers (const EqpSolver  *solver,
                               GError          **error)
{
  if ((solver->flags & EQP_SOLVER_FROM_CENTERS) != 0)
    return TRUE;
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
               _ ("“%s” takes no centers to start from; choose “k-means”, “Approximate k-means” or “Balanced k-means”, "
                  "or leave them out."),
               _ (solver->name));
  return FALSE;
}

static gboolean
check_centers (const EqpSolver *solver, EqpDataset *dataset, const EqpParams *params, GError **error)
{
  gint64 d = eqp_dataset_get_d (dataset);

  if (params->initial_centers == NULL)
    return TRUE;
  if (!eqp_solver_check_from_centers (solver, error))
    return FALSE;
  for (gint64 at = 0; at < params->k * d; at++)
    if (!isfinite (params->initial_centers[at]))
      {
        eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                    _ ("Value %" PRId64 " of initial center %" PRId64 " is not a finite number; give one."),
                    at % d + 1, at / d + 1);
        return FALSE;
      }
  return TRUE;
}

/* Whether K clusters within the limits can hold the rows at all. */
static gboolean
check_limits (const EqpSolver *solver, EqpDataset *dataset, const EqpParams *params, GError **error)
{
  gint64 n = (gint64) eqp_weights_total (params->weights, eqp_dataset_get_n (dataset));

  if (params->min_size == 0 && params->max_size == 0)
    return TRUE;
  if (!eqp_solver_takes (solver, &eqp_param_min_size))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("“%s” keeps no limits of cluster sizes; choose a method that does, such as “Balanced k-means” or "
                      "“Balanced min-cut”, or leave the limits out."),
                   _ (solver->name));
      return FALSE;
    }
  if (params->max_size > 0 && params->min_size > params->max_size)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  _ ("The smallest cluster size allowed, %" PRId64 ", is above the largest, %" PRId64
                     "; exchange them."),
                  params->min_size, params->max_size);
      return FALSE;
    }
  if (params->min_size > n / params->k)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  params->weights == NULL
                      ? _ ("The smallest cluster size asked for, %" PRId64 ", is too large for n = %" PRId64
                           " and K = %d; ask for %" PRId64 " or less.")
                      : _ ("The smallest cluster size asked for, %" PRId64 ", is too large for weights of %" PRId64
                           " in all and K = %d; ask for %" PRId64 " or less."),
                  params->min_size, n, params->k, n / params->k);
      return FALSE;
    }
  if (params->max_size > 0 && params->max_size < (n + params->k - 1) / params->k)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  params->weights == NULL
                      ? _ ("The largest cluster size allowed, %" PRId64 ", is too small for n = %" PRId64
                           " and K = %d; allow %" PRId64 " or more.")
                      : _ ("The largest cluster size allowed, %" PRId64 ", is too small for weights of %" PRId64
                           " in all and K = %d; allow %" PRId64 " or more."),
                  params->max_size, n, params->k, (n + params->k - 1) / params->k);
      return FALSE;
    }
  return TRUE;
}

/**
 * eqp_solver_check:
 * @solver: the method
 * @dataset: n x d
 * @params: the settings
 * @error: EQP_ERROR_INVALID_PARAM or EQP_ERROR_INVALID_DATA, in a sentence
 *
 * The checks of the method, and whether it keeps the limits of size asked for and they can be met, and takes the start
 * that is given. O(n + k d).
 *
 * Returns: whether the run may start
 */
gboolean
eqp_solver_check (const EqpSolver  *solver,
                  EqpDataset       *dataset,
                  const EqpParams  *params,
                  GError          **error)
{
  EqpParams filled = eqp_params_for (params, solver);

  for (gsize i = 0; solver->params != NULL && solver->params[i] != NULL; i++)
    if (!eqp_param_check (solver->params[i], params, error))
      return FALSE;
  return solver->check_params (dataset, &filled, error) &&
         _eqp_check_rows (solver, eqp_dataset_get_n (dataset), params, error) &&
         check_limits (solver, dataset, params, error) &&
         check_centers (solver, dataset, params, error);
}

static gboolean
needs_dense (const EqpSolver *solver, const EqpParams *params)
{
  return solver->family == EQP_FAMILY_KMEANS &&
         ((solver->flags & EQP_SOLVER_READS_SPARSE) == 0 || params->weights != NULL || params->n_must_links > 0 ||
          params->n_cannot_links > 0);
}

/**
 * eqp_solver_run:
 * @solver: the method
 * @dataset: n x d
 * @params: the settings, checked first
 * @context: pool, sink and cancellable
 * @error: EQP_ERROR, or G_IO_ERROR_CANCELLED when cancelled before there was anything to keep
 *
 * Runs the method in the calling thread. Events go to the sink: started, the iterations, finished. A cancelled run
 * ends with the best result so far, marked as cancelled.
 *
 * Returns: (transfer full) (nullable): the result
 */
EqpResult *
eqp_solver_run (const EqpSolver  *solver,
                EqpDataset       *dataset,
                const EqpParams  *params,
                EqpContext       *context,
                GError          **error)
{
  EqpParams filled = eqp_params_for (params, solver);

  if (!eqp_solver_check (solver, dataset, params, error) ||
      (needs_dense (solver, params) && !eqp_dataset_check_dense (dataset, error)))
    return NULL;

  return solver->run (dataset, &filled, context, error);
}

/**
 * eqp_result_new:
 * @n: rows
 * @d: columns; 0 for methods without centres
 * @k: clusters
 *
 * Returns: (transfer full): a result with zeroed arrays
 */
EqpResult *
eqp_result_new (gint64 n,
                gint64 d,
                gint   k)
{
  EqpResult *self = g_new0 (EqpResult, 1);

  self->n = n;
  self->d = d;
  self->k = k;
  self->labels = g_new0 (gint32, n);
  self->sizes = g_new0 (gint64, k);
  self->centers = d > 0 ? g_new0 (double, (gsize) k * d) : NULL;
  self->assignment_gap = -1.0;
  self->warnings = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/**
 * eqp_result_free:
 * @self: (nullable): a result
 */
void
eqp_result_free (EqpResult *self)
{
  if (self == NULL)
    return;

  g_free (self->labels);
  g_free (self->sizes);
  g_free (self->masses);
  g_free (self->centers);
  g_free (self->prices);
  g_ptr_array_unref (self->warnings);
  g_free (self);
}

/* -- starts ---------------------------------------------------------------------------------------------------- */

void
_eqp_tally_init (EqpTally *self,
                 double    rounding)
{
  *self = (EqpTally) { .best = INFINITY, .rounding = rounding };
}

static gboolean
is_below (const EqpTally *self,
          double          value,
          double          other)
{
  return value < other - MAX (self->rounding, SAME_WORTH * fabs (value));
}

/* A start came to its end at @value. */
void
_eqp_tally_add (EqpTally *self,
                double    value)
{
  self->starts++;
  if (self->starts == 1 || is_below (self, value, self->best))
    self->reached = 0;
  if (!is_below (self, self->best, value))
    self->reached++;
  self->best = MIN (self->best, value);
}

/* A start came to its end at @objective, the penalty of sizes included. */
void
_eqp_tally_add_priced (EqpTally        *self,
                       double           objective,
                       const EqpParams *params,
                       gint64           n)
{
  gint64 base = n / params->k, larger = n % params->k;
  double even = params->gamma * (double) (larger * (base + 1) * (base + 1) + (params->k - larger) * base * base);

  self->rounding = MAX (self->rounding, 4.0 * DBL_EPSILON * fabs (objective));
  _eqp_tally_add (self, objective - even);
}

/* Tells @result, which is worth @value: what came after the starts may have found better than any of them. */
void
_eqp_tally_close (const EqpTally *self,
                  double          value,
                  EqpResult      *result)
{
  result->starts = self->starts;
  result->reached = is_below (self, value, self->best) ? 0 : self->reached;
}

/* -- the event stream ------------------------------------------------------------------------------------------ */

static void
emit (EqpTrace *self, const EqpEvent *event)
{
  if (self->sink != NULL && self->sink->emit != NULL)
    self->sink->emit (event, self->sink->user_data);
}

void
_eqp_trace_start (EqpTrace   *self,
                  EqpContext *context,
                  gint64      n,
                  gint        k)
{
  EqpEvent event = { .kind = EQP_EVENT_STARTED, .n = n, .k = k };

  self->sink = context->sink;
  self->progress = context->progress;
  self->n = n;
  self->k = k;
  self->iteration = 0;
  self->start = g_get_monotonic_time ();
  emit (self, &event);
}

/* Before the start that follows @restart others of @restarts. A single start is not told of. */
void
_eqp_trace_restart (EqpTrace *self,
                    gint      restart,
                    gint      restarts)
{
  EqpEvent event = {
    .kind = EQP_EVENT_RESTART, .iteration = MAX (0, self->iteration - 1), .n = self->n, .k = self->k,
    .restart = restart, .restarts = restarts, .seconds = _eqp_trace_seconds (self)
  };

  if (restarts <= 1)
    return;
  emit (self, &event);
  eqp_progress_tell (self->progress, NULL, (double) restart / restarts, EQP_PART_STARTS);
}

double
_eqp_trace_seconds (EqpTrace *self)
{
  return (double) (g_get_monotonic_time () - self->start) * 1e-6;
}

/* For methods whose objective is not data term + penalty. */
void
_eqp_trace_value (EqpTrace     *self,
                  const char   *phase,
                  double        objective,
                  double        data_term,
                  double        penalty,
                  const gint64 *sizes,
                  const gint32 *labels,
                  gint64        moved)
{
  EqpEvent event = {
    .kind = EQP_EVENT_ITERATION, .iteration = self->iteration++, .phase = phase, .n = self->n, .k = self->k,
    .objective = objective, .data_term = data_term, .penalty = penalty,
    .sizes = sizes, .labels = labels, .moved = moved, .seconds = _eqp_trace_seconds (self)
  };

  emit (self, &event);
}

void
_eqp_trace_step (EqpTrace     *self,
                 const char   *phase,
                 double        data_term,
                 double        penalty,
                 const gint64 *sizes,
                 const gint32 *labels,
                 gint64        moved)
{
  _eqp_trace_value (self, phase, data_term + penalty, data_term, penalty, sizes, labels, moved);
}

/* Closes the stream and the books: @result has its labels, sizes and values. */
void
_eqp_trace_finish (EqpTrace  *self,
                   EqpResult *result)
{
  EqpEvent event = {
    .kind = EQP_EVENT_FINISHED, .iteration = MAX (0, self->iteration - 1), .n = self->n, .k = self->k,
    .objective = result->objective, .data_term = result->data_term, .penalty = result->penalty,
    .sizes = result->sizes, .labels = result->labels
  };

  result->iterations = event.iteration;
  result->seconds = event.seconds = _eqp_trace_seconds (self);
  emit (self, &event);
}
