/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-row-names.h"
#include "eqp-row-selection.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

#define EQP_TYPE_LIVE_VIEW (eqp_live_view_get_type ())
G_DECLARE_FINAL_TYPE (EqpLiveView, eqp_live_view, EQP, LIVE_VIEW, GtkWidget)

void     eqp_live_view_set_workspace    (EqpLiveView   *self,
                                         EqpWorkspace  *workspace,
                                         EqpRowSelection *selection,
                                         EqpRowNames   *names);
void     eqp_live_view_set_show_sidebar (EqpLiveView   *self,
                                         gboolean       show);
gboolean eqp_live_view_get_show_sidebar (EqpLiveView   *self);
gboolean eqp_live_view_is_folded        (EqpLiveView   *self);
gboolean eqp_live_view_get_playing      (EqpLiveView   *self);
void     eqp_live_view_set_playing      (EqpLiveView   *self,
                                         gboolean       playing);
void     eqp_live_view_get_panes        (EqpLiveView   *self,
                                         int           *points,
                                         int           *objective);
void     eqp_live_view_set_panes        (EqpLiveView   *self,
                                         int            points,
                                         int            objective);
void     eqp_live_view_lay_over         (EqpLiveView   *self,
                                         GtkWidget     *bar);
void     eqp_live_view_focus            (EqpLiveView   *self);
void     eqp_live_view_focus_gamma      (EqpLiveView   *self);

G_END_DECLS
