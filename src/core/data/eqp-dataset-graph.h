/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-dataset.h"
#include "graph/eqp-graph.h"

G_BEGIN_DECLS

EqpGraph *eqp_dataset_build_graph (EqpDataset             *self,
                                   const EqpGraphOptions  *options,
                                   EqpPool                *pool,
                                   GCancellable           *cancellable,
                                   const EqpProgress      *progress,
                                   GError                **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
