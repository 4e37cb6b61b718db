/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one list of methods. A new method is a file of its own and a row here. */
#include "config.h"

#include "eqp-registry.h"

#include "eqp-solver.h"

/* The _eqp_solver_ constants, in the order people see them. */
#define METHODS(X) \
  X (bkm)               \
  X (bkm_published)     \
  X (kmeans)            \
  X (kmeans_pca)        \
  X (discluster)        \
  X (diskmeans)         \
  X (akm)               \
  X (hkm)               \
  X (hkm_tree)          \
  X (bmincut)           \
  X (bmincut_published) \
  X (mincut)            \
  X (mincut_exact)      \
  X (ratiocut)          \
  X (ncut)              \
  X (minmaxcut)

#ifdef HAVE_METIS
#define OPTIONAL_METHODS(X) X (metis)
#else
#define OPTIONAL_METHODS(X)
#endif

#define DECLARE(name) extern const EqpSolver _eqp_solver_##name;
#define ADDRESS(name) &_eqp_solver_##name,

METHODS (DECLARE)
OPTIONAL_METHODS (DECLARE)

static const EqpSolver * const solvers[] = { METHODS (ADDRESS) OPTIONAL_METHODS (ADDRESS) NULL };

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

/**
 * eqp_solver_balanced:
 * @family: of methods
 *
 * Returns: (transfer none): its method that is meant where none was chosen: gamma weighs balance there
 */
const EqpSolver *
eqp_solver_balanced (EqpFamily family)
{
  return family == EQP_FAMILY_GRAPH ? &_eqp_solver_bmincut : &_eqp_solver_bkm;
}

/**
 * eqp_solver_plain:
 * @family: of methods
 *
 * Returns: (transfer none): its method that balanced ones are compared with: it knows no balance
 */
const EqpSolver *
eqp_solver_plain (EqpFamily family)
{
  return family == EQP_FAMILY_GRAPH ? &_eqp_solver_mincut : &_eqp_solver_kmeans;
}
