/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-widgets.h"
#include "eqp-row-names.h"
#include "eqp-row-selection.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

/* Why the row that is selected is where it is. Signals:
 * ::explained (): it is there and says something new. */
#define EQP_TYPE_EXPLAIN_PANEL (eqp_explain_panel_get_type ())
G_DECLARE_FINAL_TYPE (EqpExplainPanel, eqp_explain_panel, EQP, EXPLAIN_PANEL, GtkWidget)

void eqp_explain_panel_set_workspace (EqpExplainPanel  *self,
                                      EqpWorkspace     *workspace,
                                      EqpRowSelection  *selection);
void eqp_explain_panel_set_names     (EqpExplainPanel  *self,
                                      EqpRowNames      *names);

G_END_DECLS
