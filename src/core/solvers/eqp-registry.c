/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one list of methods. A new method is a file of its own and a line here. */
#include "config.h"

#include "eqp-registry.h"

#include "eqp-solver.h"
#include "eqp-solvers-private.h"

static const EqpSolver * const solvers[] = {
  &_eqp_solver_bkm,
  &_eqp_solver_bkm_published,
  &_eqp_solver_kmeans,
  &_eqp_solver_kmeans_pca,
  &_eqp_solver_discluster,
  &_eqp_solver_diskmeans,
  &_eqp_solver_akm,
  &_eqp_solver_hkm,
  &_eqp_solver_hkm_tree,
  &_eqp_solver_bmincut,
  &_eqp_solver_bmincut_published,
  &_eqp_solver_mincut,
  &_eqp_solver_mincut_exact,
  &_eqp_solver_ratiocut,
  &_eqp_solver_ncut,
  &_eqp_solver_minmaxcut,
#ifdef HAVE_METIS
  &_eqp_solver_metis,
#endif
  NULL
};

/**
 * eqp_solvers_get:
 * @n_solvers: (out) (optional): how many
 *
 * Returns: (transfer none): all methods, in the order people see them, ended by NULL
 */
const EqpSolver * const *
eqp_solvers_get (gsize *n_solvers)
{
  if (n_solvers != NULL)
    *n_solvers = G_N_ELEMENTS (solvers) - 1;

  return solvers;
}

/**
 * eqp_solver_find:
 * @id: "kmeans", "bkm", ...
 *
 * Returns: (transfer none) (nullable): the method
 */
const EqpSolver *
eqp_solver_find (const char *id)
{
  for (gsize i = 0; solvers[i] != NULL; i++)
    if (g_strcmp0 (solvers[i]->id, id) == 0)
      return solvers[i];

  return NULL;
}
