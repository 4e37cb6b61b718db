/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-explain-plot.h"
#include "eqp-live-page.h"

G_BEGIN_DECLS

char *eqp_draw_summary_scatter    (const EqpScatterModel    *model) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_draw_summary_objective  (const EqpObjectiveModel  *model) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_draw_summary_restarts   (gint                      restart,
                                   gint                      restarts,
                                   double                    best) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_draw_summary_sizes      (const EqpSizesModel      *model) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_draw_summary_explain    (const EqpExplainModel    *model) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_draw_summary_live_page  (const EqpLivePage        *page) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
