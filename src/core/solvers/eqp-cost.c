/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a run costs, as its method tells: for forecasts, which put it to the pace of the machine. */
#include "config.h"

#include <string.h>

#include "data/eqp-dataset.h"
#include "eqp-solver.h"

/* Of any run. */
#define BASE 2e-4

/* Beyond that side of a matrix its few components come from an iteration, as if the side were shorter. */
#define LARGE_SIDE 2000.0
#define SIDE_OF_FEW 200.0

/* A value of sparse rows takes as long as so many of dense ones. */
#define SPARSE 5.0

/* Of methods that do not tell. */
static const EqpSolverCost usual[] = {
  [EQP_FAMILY_KMEANS] = { .per_value = 2e-9, .per_part = 5e-8 },
  [EQP_FAMILY_GRAPH] = { .per_part = 6e-6 },
};

static const EqpSolverCost *
cost_of (const EqpSolver *solver)
{
  const EqpSolverCost *cost = &solver->cost;
  gboolean tells = cost->per_value > 0.0 || cost->per_row > 0.0 || cost->per_part > 0.0 || cost->per_side > 0.0 ||
                   cost->starts != NULL;

  return tells ? cost : &usual[solver->family];
}

/**
 * eqp_solver_cost_after:
 * @solver: a method
 * @part: EQP_PART_*
 * @dataset: what it is run on
 * @graph: (nullable): its graph, where there is one already
 * @params: what it is run with
 *
 * Returns: as eqp_solver_cost(), of what follows the part
 */
double
eqp_solver_cost_after (const EqpSolver  *solver,
                       const char       *part,
                       const EqpDataset *dataset,
                       const EqpGraph   *graph,
                       const EqpParams  *params)
{
  const EqpSolverCost *cost = cost_of (solver);
  double n = (double) eqp_dataset_get_n (dataset), k = (double) MAX (1, params->k), d, side;

  if (strcmp (part, EQP_PART_EIGENVECTORS) != 0)
    return 0.0;
  if (cost->starts != NULL)
    return BASE + cost->starts (n, graph, params);
  d = MAX (1.0, (double) eqp_dataset_get_d (dataset));
  if ((solver->flags & EQP_SOLVER_READS_SPARSE) != 0)
    d = MIN (d, SPARSE * eqp_dataset_get_row_length (dataset));
  side = MIN (n, d) > LARGE_SIDE ? SIDE_OF_FEW : MIN (n, d);
  return (double) MAX (1, params->restarts) *
         (BASE + n * (cost->per_value * d * k + cost->per_row + cost->per_part * k + cost->per_side * d * side));
}

/**
 * eqp_solver_cost:
 * @solver: a method
 * @dataset: what it is run on
 * @graph: (nullable): its graph, where there is one already
 * @params: what it is run with
 *
 * Returns: seconds that a cold run would take on a core of about 2024, without the building of a graph
 */
double
eqp_solver_cost (const EqpSolver  *solver,
                 const EqpDataset *dataset,
                 const EqpGraph   *graph,
                 const EqpParams  *params)
{
  const EqpSolverCost *cost = cost_of (solver);
  double before = cost->before != NULL ? cost->before ((double) eqp_dataset_get_n (dataset), graph, params) : 0.0;

  return before + eqp_solver_cost_after (solver, EQP_PART_EIGENVECTORS, dataset, graph, params);
}
