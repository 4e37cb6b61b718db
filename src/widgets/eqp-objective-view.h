/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-plot-view.h"

G_BEGIN_DECLS

/* Property "cursor" (int64): the step shown, -1: the last one, no cursor line.
 * Signal ::seek (gint64 step): the user moved the cursor, by click, drag or key; "cursor" is already set. */
#define EQP_TYPE_OBJECTIVE_VIEW (eqp_objective_view_get_type ())

G_DECLARE_FINAL_TYPE (EqpObjectiveView, eqp_objective_view, EQP, OBJECTIVE_VIEW, EqpPlotView)

GtkWidget *eqp_objective_view_new        (void) G_GNUC_WARN_UNUSED_RESULT;
void       eqp_objective_view_set_model  (EqpObjectiveView         *self,
                                          const EqpObjectiveModel  *model);
void       eqp_objective_view_append     (EqpObjectiveView         *self,
                                          gint64                    n,
                                          const double             *data_term,
                                          const double             *penalty);
void       eqp_objective_view_clear      (EqpObjectiveView         *self);
void       eqp_objective_view_set_held   (EqpObjectiveView         *self,
                                          gboolean                  held);
void       eqp_objective_view_set_penalty_floor (EqpObjectiveView *self,
                                          double                    penalty_floor);
gint64     eqp_objective_view_get_n      (EqpObjectiveView         *self);
gint64     eqp_objective_view_get_cursor (EqpObjectiveView         *self);
void       eqp_objective_view_set_cursor (EqpObjectiveView         *self,
                                          gint64                    step);

G_END_DECLS
