/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A method over a range of gamma and several seeds, with plain and published methods beside it, as a plan. */
#include "config.h"

#include "eqp-study-grid.h"

#include <math.h>

static const EqpSolver *
find_beside (const EqpSolver *solver,
             gboolean         published)
{
  const EqpSolver *const *solvers = eqp_solvers_get (NULL);

  if (!published)
    return eqp_solver_plain (solver->family);
  for (gsize i = 0; solvers[i] != NULL; i++)
    if (solvers[i]->family == solver->family && (solvers[i]->flags & EQP_SOLVER_PUBLISHED) != 0 &&
        (solvers[i]->flags & EQP_SOLVER_USES_GAMMA) != 0)
      return solvers[i];
  return NULL;
}

/* gamma_i = least (most / least)^(i / (n - 1)), rounded to what people can read. */
static double
gamma_of (const EqpStudyGrid *self,
          gint                i)
{
  double gamma = self->least * pow (self->most / self->least, (double) i / MAX (1, self->n_gammas - 1));
  double unit = pow (10.0, floor (log10 (gamma)) - 3.0);

  return round (gamma / unit) * unit;
}

/**
 * eqp_study_grid_count_cells:
 * @self: a grid
 * @solver: (nullable): its method
 *
 * Returns: how many runs that is
 */
guint
eqp_study_grid_count_cells (const EqpStudyGrid *self,
                            const EqpSolver    *solver)
{
  gint64 groups = self->n_gammas;

  if (solver == NULL)
    return 0;
  if (self->published && find_beside (solver, TRUE) != NULL && find_beside (solver, TRUE) != solver)
    groups += self->n_gammas;
  if (self->plain && find_beside (solver, FALSE) != NULL)
    groups++;
  return (guint) MIN (groups * self->seeds, G_MAXINT);
}

static void
add_method (const EqpStudyGrid *self,
            EqpStudyPlan       *plan,
            const EqpSolver    *solver,
            const EqpSettings  *settings)
{
  const double *own = solver == settings->solver ? settings->params.own : NULL;

  if ((solver->flags & EQP_SOLVER_USES_GAMMA) == 0)
    eqp_study_plan_add_group (plan, solver, NAN, TRUE, own);
  else
    for (gint i = 0; i < self->n_gammas; i++)
      eqp_study_plan_add_group (plan, solver, gamma_of (self, i), TRUE, own);
}

/**
 * eqp_study_grid_plan:
 * @self: a grid
 * @solver: its method
 * @settings: all else
 * @data: what people call the data
 * @dataset: the data as methods see them
 * @given: (nullable): of it weights and pairs of rows, for all methods
 *
 * For a thread: looks at all values of the data.
 *
 * Returns: (transfer full): what is to be run
 */
EqpStudyPlan *
eqp_study_grid_plan (const EqpStudyGrid *self,
                     const EqpSolver    *solver,
                     const EqpSettings  *settings,
                     const char         *data,
                     EqpDataset         *dataset,
                     EqpGiven           *given)
{
  EqpStudyPlan *plan = eqp_study_plan_new (data, dataset, &settings->params);
  const EqpSolver *plain = find_beside (solver, FALSE), *published = find_beside (solver, TRUE);

  add_method (self, plan, solver, settings);
  if (self->published && published != NULL)
    add_method (self, plan, published, settings);
  if (self->plain && plain != NULL)
    add_method (self, plan, plain, settings);
  plan->seed = settings->params.seed;
  plan->trials = self->seeds;
  if (given != NULL && eqp_given_tells_rows (given))
    eqp_study_plan_set_given (plan, given);
  eqp_study_plan_set_measures (plan, eqp_study_plan_usual_measures (plan, dataset));
  return plan;
}
