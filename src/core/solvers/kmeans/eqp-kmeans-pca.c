/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k-means on the leading principal components (Ding and He 2004: the K - 1 leading ones span what the continuous
 * relaxation of k-means finds). Minimises the SSE in their space; that in the data is told beside it. */
#include "config.h"

#include "eqp-mapped-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-parallel.h"
#include "data/eqp-dataset.h"

#define AUTOMATIC 0

static const EqpParamWord components_words[] = { { "auto", AUTOMATIC, N_ ("Auto") }, { NULL } };

static const EqpParam components = {
  .id = "components",
  .label = N_ ("Components"),
  .kind = EQP_PARAM_WHOLE,
  .store = EQP_STORE_DOUBLE,
  .at = EQP_PARAM_OWN (0),
  .argument = "D",
  .usual = AUTOMATIC,
  .least = 1,
  .most = G_MAXINT32,
  .logarithmic = TRUE,
  .words = components_words,
  .sentence = N_ ("leading principal components that the clusters are looked for in; by itself K - 1"),
};

static EqpResult *
run_kmeans_pca (EqpDataset       *dataset,
                const EqpParams  *params,
                EqpContext       *context,
                GError          **error)
{
  gint64 started = g_get_monotonic_time (); /* the components are part of the run */
  int restarts = params->initial_labels != NULL ? 1 : params->restarts;
  gint64 side = MIN (eqp_dataset_get_n (dataset), eqp_dataset_get_d (dataset));
  gint r = (gint) MIN (side, params->own[0] == AUTOMATIC ? MAX (1, params->k - 1) : params->own[0]);
  g_autoptr (EqpPca) pca = eqp_pca_new (dataset, r, eqp_pool_get_threads (context->pool), context->cancellable, error);
  gboolean cancelled, converged = FALSE;
  EqpResult *result;
  EqpMapped *run;

  /* -- allocate -- */
  if (pca == NULL || (run = _eqp_mapped_new (dataset, params, r, context, error)) == NULL)
    return NULL;

  /* -- iterate -- */
  _eqp_trace_start (&run->trace, context, run->data->n, params->k);
  run->trace.start = started;
  memcpy (run->map, pca->components, sizeof (double) * (gsize) r * (gsize) pca->d);
  cancelled = !_eqp_mapped_apply (run) || !_eqp_lloyd_starts (run->lloyd, &run->trace, restarts, &converged);

  /* -- finish -- */
  result = _eqp_mapped_result (run, cancelled, converged, error);
  _eqp_mapped_free (run);
  return result;
}

const EqpSolver _eqp_solver_kmeans_pca = {
  .id = "kmeans-pca",
  .name = N_ ("k-means on principal components"),
  .summary = N_ ("k-means that sees only the leading principal components of the data."),
  .reference = "Ding and He 2004, K-means clustering via principal component analysis",
  .family = EQP_FAMILY_KMEANS,
  .cost = { .per_value = 2e-10, .per_part = 2e-8, .per_side = 5e-11 },
  .flags = EQP_SOLVER_WARM_START | EQP_SOLVER_MONOTONE,
  .objective = N_ ("SSE of components"),
  .objective_note = N_ ("Squared distances to the centers in the space of the components, added up"),
  .params = (const EqpParam *const[]){ &components, &eqp_param_init, &eqp_param_starts, &eqp_param_max_iterations,
                                        &eqp_param_empty, NULL },
  .check_params = eqp_check_common_params,
  .run = run_kmeans_pca,
};
