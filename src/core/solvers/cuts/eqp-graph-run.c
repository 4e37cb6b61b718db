/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the methods on graphs share: where a run gets its graph from, and what it says about it. */
#include "config.h"

#include "eqp-graph-run-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/eqp-error.h"
#include "base/eqp-parallel.h"
#include "data/eqp-dataset-graph.h"
#include "solvers/eqp-solvers-private.h"

/*< private >
 * _eqp_graph_check_params:
 * @dataset: the data
 * @params: the settings
 * @error: EQP_ERROR_INVALID_PARAM or EQP_ERROR_INVALID_DATA
 *
 * For the check_params of a method on graphs: the common checks, and those of the graph's own settings.
 *
 * Returns: whether the run may start
 */
gboolean
_eqp_graph_check_params (EqpDataset       *dataset,
                         const EqpParams  *params,
                         GError          **error)
{
  return _eqp_check_settings (dataset, params, error);
}

/*< private >
 * _eqp_graph_for_run:
 * @dataset: the data
 * @params: the settings
 * @context: may carry a ready graph
 * @error: what eqp_graph_build() says; EQP_ERROR_INVALID_DATA when the ready graph is of other data
 *
 * Returns: (transfer full): the graph of the context, or a new one
 */
EqpGraph *
_eqp_graph_for_run (EqpDataset       *dataset,
                    const EqpParams  *params,
                    EqpContext       *context,
                    GError          **error)
{
  EqpGraphOptions options = eqp_params_get_graph_options (params);

  if (context->graph == NULL || eqp_dataset_get_graph (dataset) != NULL)
    return eqp_dataset_build_graph (dataset, &options, context->pool, context->cancellable, NULL, error);

  if (eqp_graph_get_n (context->graph) != eqp_dataset_get_n (dataset))
    {
      eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                  _ ("The graph has %" PRId64 " vertices, but the data have %" PRId64
                     " rows; build the graph from these data."),
                  eqp_graph_get_n (context->graph), eqp_dataset_get_n (dataset));
      return NULL;
    }
  return eqp_graph_ref (context->graph);
}

/*< private >
 * _eqp_graph_warn:
 * @graph: a graph
 * @result: gets the graph's findings as warnings
 */
void
_eqp_graph_warn (EqpGraph  *graph,
                 EqpResult *result)
{
  GPtrArray *findings = eqp_graph_get_findings (graph);

  for (guint i = 0; i < findings->len; i++)
    g_ptr_array_add (result->warnings, g_strdup (g_ptr_array_index (findings, i)));
}
