/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two classical spectral cuts, which are one algorithm (eqp-spectral.c) on two matrices. Ratio cut: k-means on the
 * rows of the K eigenvectors of D - A with the smallest eigenvalues. Normalized cut: k-means on the rows, brought to
 * length 1, of the K leading eigenvectors of D^-1/2 A D^-1/2. */
#include "config.h"

#include "eqp-graph-run-private.h"

#include <glib/gi18n-lib.h>
#include "eqp-spectral-private.h"

static const EqpParam *const params_of_both[] = { &eqp_param_neighbors, &eqp_param_scale, &eqp_param_search,
                                                  &eqp_param_starts, NULL };

static EqpResult *
run_ratiocut (EqpDataset       *dataset,
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
  .cost = { .before = _eqp_spectral_cost_laplacian, .starts = _eqp_spectral_cost_starts },
  .objective = N_ ("Ratio cut"),
  .objective_note = N_ ("The cut of each cluster over its size, added up"),
  .params = params_of_both,
  .check_params = _eqp_graph_check_params,
  .run = run_ratiocut,
};

static EqpResult *
run_ncut (EqpDataset       *dataset,
          const EqpParams  *params,
          EqpContext       *context,
          GError          **error)
{
  static const EqpSpectralMethod method = { EQP_SPECTRUM_NORMALIZED, TRUE, EQP_CUT_NORMALIZED };

  return _eqp_spectral_run (dataset, &method, params, context, error);
}

const EqpSolver _eqp_solver_ncut = {
  .id = "ncut",
  .name = N_ ("Normalized cut"),
  .summary = N_ ("The K leading eigenvectors of the normalized affinity matrix, rows brought to length 1, grouped by "
                "k-means."),
  .reference = "Shi and Malik 2000, Normalized cuts and image segmentation; rows as in Ng, Jordan and Weiss 2001",
  .family = EQP_FAMILY_GRAPH,
  .cost = { .before = _eqp_spectral_cost_laplacian, .starts = _eqp_spectral_cost_starts },
  .objective = N_ ("Normalized cut"),
  .objective_note = N_ ("The cut of each cluster over the weight of all its edges, added up"),
  .params = params_of_both,
  .check_params = _eqp_graph_check_params,
  .run = run_ncut,
};
