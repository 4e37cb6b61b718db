/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph/eqp-graph.h"
#include "solvers/eqp-solver.h"

G_BEGIN_DECLS

gboolean  _eqp_graph_check_params  (EqpDataset       *dataset,
                                    const EqpParams  *params,
                                    GError          **error);
EqpGraph *_eqp_graph_for_run       (EqpDataset       *dataset,
                                    const EqpParams  *params,
                                    EqpContext       *context,
                                    GError          **error) G_GNUC_WARN_UNUSED_RESULT;
void      _eqp_graph_warn          (EqpGraph         *graph,
                                    EqpResult        *result);

G_END_DECLS
