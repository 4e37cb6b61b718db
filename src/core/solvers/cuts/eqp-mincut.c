/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Relaxed min-cut: k-means on the rows of the K leading eigenvectors of A. */
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
  static const EqpSpectralMethod method = { EQP_SPECTRUM_ADJACENCY, FALSE, EQP_CUT_SUM };

  return _eqp_spectral_run (dataset, &method, params, context, error);
}

const EqpSolver _eqp_solver_mincut = {
  .id = "mincut",
  .name = N_ ("Min-cut, relaxed"),
  .summary = N_ ("The K leading eigenvectors of the affinity matrix, grouped by k-means; nothing keeps the sizes "
                 "apart."),
  .reference = "Relaxation of max Tr(F'AF); von Luxburg 2007, A tutorial on spectral clustering",
  .family = EQP_FAMILY_GRAPH,
  .cost = { .before = _eqp_spectral_cost_affinity, .starts = _eqp_spectral_cost_starts },
  .params =
      (const EqpParam *const[]){ &eqp_param_neighbors, &eqp_param_scale, &eqp_param_search, &eqp_param_starts, NULL },
  .check_params = _eqp_graph_check_params,
  .run = run,
};
