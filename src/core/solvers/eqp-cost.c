/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run costs, as its method tells: for forecasts, which put it to the pace of the machine. */
#include "config.h"

#include "eqp-solver.h"

/* Of any run. */
#define BASE 2e-4

/* Of methods that do not tell. */
static const EqpSolverCost usual[] = {
  [EQP_FAMILY_KMEANS] = { .per_value = 2e-9, .per_part = 5e-8 },
  [EQP_FAMILY_GRAPH] = { .per_part = 6e-6 },
};

static double
cost_of_starts (const EqpSolverCost *cost, double n, double d, const EqpParams *params)
{
  double k = MAX (1, params->k);

  if (cost->starts != NULL)
    return BASE + cost->starts (n, d, params);
  return (double) MAX (1, params->restarts) *
         (BASE + n * (cost->per_value * d * k + cost->per_row + cost->per_part * k + cost->per_side * d * MIN (n, d)));
}

static const EqpSolverCost *
cost_of (const EqpSolver *solver)
{
  const EqpSolverCost *cost = &solver->cost;
  gboolean tells = cost->per_value > 0.0 || cost->per_row > 0.0 || cost->per_part > 0.0 || cost->per_side > 0.0 ||
                   cost->starts != NULL;

  return tells ? cost : &usual[solver->family];
}

/**
 * eqp_solver_cost:
 * @solver: a method
 * @n_rows: rows
 * @n_columns: columns
 * @params: what it is run with
 *
 * Returns: seconds that a cold run would take on a core of about 2024, without the building of a graph
 */
double
eqp_solver_cost (const EqpSolver *solver,
                 gint64           n_rows,
                 gint64           n_columns,
                 const EqpParams *params)
{
  const EqpSolverCost *cost = cost_of (solver);
  double n = (double) n_rows, d = (double) MAX (1, n_columns);

  return (cost->before != NULL ? cost->before (n, d, params) : 0.0) + cost_of_starts (cost, n, d, params);
}

/**
 * eqp_solver_cost_after:
 * @solver: a method
 * @part: EQP_PART_*
 * @n_rows: rows
 * @n_columns: columns
 * @params: what it is run with
 *
 * Returns: likewise, of what follows the part
 */
double
eqp_solver_cost_after (const EqpSolver *solver,
                       const char      *part,
                       gint64           n_rows,
                       gint64           n_columns,
                       const EqpParams *params)
{
  return g_strcmp0 (part, EQP_PART_EIGENVECTORS) == 0
           ? cost_of_starts (cost_of (solver), (double) n_rows, (double) MAX (1, n_columns), params)
           : 0.0;
}
