/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-plot-view.h"

G_BEGIN_DECLS

#define EQP_TYPE_EXPLAIN_VIEW (eqp_explain_view_get_type ())

G_DECLARE_FINAL_TYPE (EqpExplainView, eqp_explain_view, EQP, EXPLAIN_VIEW, EqpPlotView)

GtkWidget *eqp_explain_view_new       (void) G_GNUC_WARN_UNUSED_RESULT;
void       eqp_explain_view_set_model (EqpExplainView         *self,
                                       const EqpExplainModel  *model);

G_END_DECLS
