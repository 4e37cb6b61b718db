/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One method, one data set and many gammas: what a run needs is kept from one to the next where the method knows how,
 * and a run goes on where the last one ended. */
#include "config.h"

#include "eqp-warm-private.h"

#include <string.h>

struct _EqpWarm
{
  const EqpSolver    *solver;
  EqpDataset         *dataset;  /* borrowed */
  EqpParams           params;
  EqpContext          context;
  const EqpWarmClass *class;    /* NULL: each run is one of its own */
  gpointer            engine;
};

static const EqpWarmClass *
find_class (const EqpSolver *solver)
{
  if (strcmp (solver->id, "bkm") == 0)
    return &_eqp_warm_bkm;
  return strcmp (solver->id, "bmincut") == 0 ? &_eqp_warm_bmincut : NULL;
}

/**
 * _eqp_warm_new:
 * @solver: a method that takes a start
 * @dataset: n x d, or a graph; borrowed
 * @params: its settings, checked; gamma and initial labels do not count
 * @context: pool, cancellable and graph; borrowed, its sink is not used
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Returns: (transfer full): what runs of @solver need
 */
EqpWarm *
_eqp_warm_new (const EqpSolver  *solver,
               EqpDataset       *dataset,
               const EqpParams  *params,
               EqpContext       *context,
               GError          **error)
{
  g_autoptr (EqpWarm) self = g_new0 (EqpWarm, 1);

  self->solver = solver;
  self->dataset = dataset;
  self->params = eqp_params_fill_own (params, solver);
  self->params.initial_labels = NULL;
  self->context = (EqpContext){ .pool = context->pool, .cancellable = context->cancellable, .graph = context->graph };
  self->class = find_class (solver);
  if (self->class != NULL && !self->class->serves (dataset, &self->params, &self->context))
    self->class = NULL;
  if (self->class != NULL &&
      (self->engine = self->class->new (dataset, &self->params, &self->context, error)) == NULL)
    return NULL;
  return g_steal_pointer (&self);
}

void
_eqp_warm_free (EqpWarm *self)
{
  if (self == NULL)
    return;
  if (self->engine != NULL)
    self->class->free (self->engine);
  g_free (self);
}

/**
 * _eqp_warm_run:
 * @self: what _eqp_warm_new() gave
 * @gamma: raw gamma, above 0
 * @labels: (nullable): n labels to go on from; %NULL: from nothing, as eqp_solver_run()
 * @thorough: whether to end where the method itself would; else what is left to gain is a small part of what it was
 * @error: as eqp_solver_run()
 *
 * The same labels on any number of threads, given the same calls before.
 *
 * Returns: (transfer full) (nullable): labels no worse at @gamma than @labels
 */
EqpResult *
_eqp_warm_run (EqpWarm       *self,
               double         gamma,
               const gint32  *labels,
               gboolean       thorough,
               GError       **error)
{
  EqpParams params = self->params;

  if (labels != NULL && self->engine != NULL)
    return self->class->run (self->engine, gamma, labels, thorough, error);

  params.gamma = gamma;
  params.initial_labels = labels;
  return eqp_solver_run (self->solver, self->dataset, &params, &self->context, error);
}

/**
 * _eqp_warm_finishes:
 * @self: what _eqp_warm_new() gave
 *
 * Returns: whether runs that are not thorough leave so much that what counts should be run thoroughly, once
 */
gboolean
_eqp_warm_finishes (const EqpWarm *self)
{
  return self->class != NULL && self->class->finishes;
}
