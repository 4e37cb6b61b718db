/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"
#include "eqp-widgets.h"

G_BEGIN_DECLS

#define EQP_TYPE_PRESENTER_EDGES (eqp_presenter_edges_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterEdges, eqp_presenter_edges, EQP, PRESENTER_EDGES, GObject)

EqpTableModel *eqp_presenter_edges_new (EqpDataset *dataset) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
