/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a proof starts from: the problem that a result is held against. */
#include "config.h"

#include "eqp-proof.h"

/**
 * eqp_proof_settle:
 * @solver: the method that the result is of
 * @result: labels with their sizes
 * @params: (inout): those of the run; those that eqp_bound_find() takes afterwards
 *
 * Limits that the labels were not made under, as imported ones, say nothing about them and are taken out.
 *
 * Returns: what the labels make of the objective
 */
double
eqp_proof_settle (const EqpSolver *solver,
                  const EqpResult *result,
                  EqpParams       *params)
{
  params->gamma = (solver->flags & EQP_SOLVER_USES_GAMMA) != 0 ? result->gamma : 0.0;
  if (!eqp_solver_takes (solver, &eqp_param_min_size))
    params->min_size = params->max_size = 0;
  return result->data_term + eqp_balance_penalty (params->gamma, result->k, result->sizes);
}
