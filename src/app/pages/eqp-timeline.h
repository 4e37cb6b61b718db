/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-workspace.h"

G_BEGIN_DECLS

#define EQP_TYPE_TIMELINE (eqp_timeline_get_type ())
G_DECLARE_FINAL_TYPE (EqpTimeline, eqp_timeline, EQP, TIMELINE, GtkWidget)

void     eqp_timeline_set_workspace (EqpTimeline   *self,
                                     EqpWorkspace  *workspace);
gboolean eqp_timeline_get_playing   (EqpTimeline   *self);
void     eqp_timeline_set_playing   (EqpTimeline   *self,
                                     gboolean       playing);

G_END_DECLS
