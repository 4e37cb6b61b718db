/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph of a data set: its own where it is one, else that of its nearest neighbors. */
#include "config.h"

#include "eqp-dataset-graph.h"

/**
 * eqp_dataset_build_graph:
 * @self: n x d, or a graph
 * @options: neighbors, scale and search
 * @pool: for the search
 * @cancellable: (nullable): ends it early
 * @progress: (nullable): called from this thread
 * @error: EQP_ERROR_INVALID_PARAM, EQP_ERROR_TOO_LARGE, G_IO_ERROR_CANCELLED
 *
 * Time and memory as eqp_graph_build(). Data that are a graph are that graph, whatever the options.
 *
 * Returns: (transfer full): the graph
 */
EqpGraph *
eqp_dataset_build_graph (EqpDataset             *self,
                         const EqpGraphOptions  *options,
                         EqpPool                *pool,
                         GCancellable           *cancellable,
                         const EqpProgress      *progress,
                         GError                **error)
{
  if (eqp_dataset_get_graph (self) != NULL)
    return eqp_graph_check_options (options, error) ? eqp_graph_ref (eqp_dataset_get_graph (self)) : NULL;

  return eqp_graph_build (eqp_dataset_get_points (self), options, pool, cancellable, progress, error);
}
