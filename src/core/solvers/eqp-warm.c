/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One method, one data set and many gammas: what a run needs is kept from one to the next where the method knows how,
 * and a run goes on where the last one ended. */
#include "config.h"

#include "eqp-warm-private.h"

#include "data/eqp-dataset.h"
#include "eqp-solvers-private.h"

#define SEED_STEP G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) /* seeds that people choose are not so far apart */

struct _EqpWarm
{
  const EqpSolver    *solver;
  EqpDataset         *dataset;  /* borrowed */
  EqpParams           params;
  EqpContext          context;
  const EqpWarmClass *class;    /* NULL: each run is one of its own */
  gpointer            engine;
};

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
  self->params = eqp_params_for (params, solver);
  self->params.initial_labels = NULL;
  self->context = (EqpContext){ .pool = context->pool, .cancellable = context->cancellable, .graph = context->graph };
  self->class = solver->warm;
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
 * @labels: n labels to go on from
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

  if (self->engine != NULL)
    return self->class->run (self->engine, gamma, labels, thorough, error);

  params.gamma = gamma;
  params.initial_labels = labels;
  return eqp_solver_run (self->solver, self->dataset, &params, &self->context, error);
}

/**
 * _eqp_warm_start:
 * @self: what _eqp_warm_new() gave
 * @gamma: raw gamma, above 0
 * @number: 0: what a run of its own ends with; others are single starts with a seed of their own
 * @thorough: whether these are not made with less effort where the method can
 * @error: as eqp_solver_run()
 *
 * Returns: (transfer full) (nullable): a result from nothing
 */
EqpResult *
_eqp_warm_start (EqpWarm  *self,
                 double    gamma,
                 guint     number,
                 gboolean  thorough,
                 GError  **error)
{
  EqpParams params = self->params;

  params.gamma = gamma;
  if (number > 0)
    {
      params.seed += number * SEED_STEP;
      params.restarts = 1;
      if (!thorough && self->engine != NULL && self->class->start != NULL)
        return self->class->start (self->engine, gamma, params.seed, error);
    }
  return eqp_solver_run (self->solver, self->dataset, &params, &self->context, error);
}

/**
 * _eqp_warm_starts_briefly:
 * @self: what _eqp_warm_new() gave
 *
 * Returns: whether starts but the one of the settings are made with less effort
 */
gboolean
_eqp_warm_starts_briefly (const EqpWarm *self)
{
  return self->class != NULL && self->class->start != NULL;
}

/**
 * _eqp_warm_cross:
 * @self: what _eqp_warm_new() gave, for which _eqp_warm_crosses()
 * @gamma: raw gamma, above 0
 * @labels: n labels
 * @other: n labels, no better at @gamma
 * @number: of the cross: each has a seed of its own
 * @thorough: as for _eqp_warm_start()
 * @error: as eqp_solver_run()
 *
 * Returns: (transfer full) (nullable): what comes of two good partitions; it may be worse than either
 */
EqpResult *
_eqp_warm_cross (EqpWarm       *self,
                 double         gamma,
                 const gint32  *labels,
                 const gint32  *other,
                 guint          number,
                 gboolean       thorough,
                 GError       **error)
{
  guint64 seed = self->params.seed + number * SEED_STEP;
  g_autofree double *centers = NULL;
  EqpParams params = self->params;

  if (self->engine != NULL && self->class->cross != NULL)
    return self->class->cross (self->engine, gamma, labels, other, seed, thorough, error);

  centers = _eqp_warm_cross_labels (self->dataset, params.k, labels, other, seed, &self->context, error);
  if (centers == NULL)
    return NULL;
  params.gamma = gamma;
  params.initial_centers = centers;
  return eqp_solver_run (self->solver, self->dataset, &params, &self->context, error);
}

/**
 * _eqp_warm_crosses:
 * @self: what _eqp_warm_new() gave
 *
 * Returns: whether partitions can be crossed
 */
gboolean
_eqp_warm_crosses (const EqpWarm *self)
{
  return (self->class != NULL && self->class->cross != NULL) ||
         ((self->solver->flags & EQP_SOLVER_FROM_CENTERS) != 0 &&
          _eqp_rows_are_plain (&self->params, eqp_dataset_get_n (self->dataset)));
}

/**
 * _eqp_warm_renew:
 * @self: what _eqp_warm_new() gave, for which _eqp_warm_renews()
 * @gamma: raw gamma, above 0
 * @labels: n labels
 * @number: of the run: each has a seed of its own
 * @error: as eqp_solver_run()
 *
 * Makes a few clusters anew while the others stay, many times.
 *
 * Returns: (transfer full) (nullable): labels no worse at @gamma than @labels
 */
EqpResult *
_eqp_warm_renew (EqpWarm       *self,
                 double         gamma,
                 const gint32  *labels,
                 guint          number,
                 GError       **error)
{
  return self->class->renew (self->engine, gamma, labels, self->params.seed + number * SEED_STEP, error);
}

/**
 * _eqp_warm_renews:
 * @self: what _eqp_warm_new() gave
 *
 * Returns: whether parts of a partition can be made anew
 */
gboolean
_eqp_warm_renews (const EqpWarm *self)
{
  return self->class != NULL && self->class->renew != NULL;
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
