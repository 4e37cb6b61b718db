/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-plot-view.h"

G_BEGIN_DECLS

/* Pointer and keys move a cursor from cell to cell.
 * Signal ::cell-activated (int first, int second): clicked, or Return. */
#define EQP_TYPE_CONTINGENCY_VIEW (eqp_contingency_view_get_type ())
G_DECLARE_FINAL_TYPE (EqpContingencyView, eqp_contingency_view, EQP, CONTINGENCY_VIEW, EqpPlotView)

GtkWidget *eqp_contingency_view_new          (void) G_GNUC_WARN_UNUSED_RESULT;
void       eqp_contingency_view_set_model    (EqpContingencyView         *self,
                                              const EqpContingencyModel  *model);
void       eqp_contingency_view_set_selected (EqpContingencyView         *self,
                                              int                         first,
                                              int                         second);

G_END_DECLS
