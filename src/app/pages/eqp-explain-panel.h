/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-widgets.h"
#include "eqp-row-names.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

/* Signals:
 * ::row-changed (): another row is explained, or none any more. */
#define EQP_TYPE_EXPLAIN_PANEL (eqp_explain_panel_get_type ())
G_DECLARE_FINAL_TYPE (EqpExplainPanel, eqp_explain_panel, EQP, EXPLAIN_PANEL, GtkWidget)

void    eqp_explain_panel_set_workspace (EqpExplainPanel  *self,
                                         EqpWorkspace     *workspace);
void    eqp_explain_panel_set_names     (EqpExplainPanel  *self,
                                         EqpRowNames      *names);
void    eqp_explain_panel_set_row       (EqpExplainPanel  *self,
                                         gint64            row);
gint64  eqp_explain_panel_get_row       (EqpExplainPanel  *self);

G_END_DECLS
