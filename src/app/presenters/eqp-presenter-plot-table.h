/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-table-model.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

typedef enum {
  EQP_PLOT_TABLE_POINTS,
  EQP_PLOT_TABLE_OBJECTIVE,
  EQP_PLOT_TABLE_SIZES,
  EQP_PLOT_TABLE_N
} EqpPlotTableKind;

#define EQP_TYPE_PRESENTER_PLOT_TABLE (eqp_presenter_plot_table_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterPlotTable, eqp_presenter_plot_table, EQP, PRESENTER_PLOT_TABLE, GObject)

EqpPresenterPlotTable *eqp_presenter_plot_table_new     (EqpWorkspace           *workspace,
                                                         EqpPlotTableKind        kind) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
