/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ratio cut: k-means on the rows of the K eigenvectors of D - A with the smallest eigenvalues. */
#include "config.h"

#include "eqp-graph-run-private.h"

#include <glib/gi18n-lib.h>
#include "eqp-spectral-private.h"

static EqpResult *
run (EqpDataset       *dataset,
     const EqpParams  *params,
     EqpContext       *context,
     GError          **error)
{
  static const EqpSpectralMethod method = { EQP_SPECTRUM_LAPLACIAN, FALSE, EQP_CUT_RATIO };

  return _eqp_spectral_run (dataset, &method, params, context, error);
}

const EqpSolver _eqp_solver_ratiocut = {
  .id = "ratiocut",
  .name = N_ ("Ratio cut"),
  .summary = N_ ("The K smallest eigenvectors of the Laplacian, grouped by k-means; a cluster's cut is divided by its "
                "size."),
  .reference = "Hagen and Kahng 1992, New spectral methods for ratio cut partitioning and clustering",
  .family = EQP_FAMILY_GRAPH,
  .flags = EQP_SOLVER_OWN_OBJECTIVE,
  .params = (const EqpParam *const[]) { &eqp_param_neighbors, &eqp_param_scale, &eqp_param_search, &eqp_param_starts,
                                        NULL },
  .check_params = _eqp_graph_check_params,
  .run = run,
};
