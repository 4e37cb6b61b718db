/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-workspace.h"

G_BEGIN_DECLS

#define EQP_TYPE_GRAPH_SETTINGS (eqp_graph_settings_get_type ())
G_DECLARE_FINAL_TYPE (EqpGraphSettings, eqp_graph_settings, EQP, GRAPH_SETTINGS, GtkWidget)

void eqp_graph_settings_set_workspace (EqpGraphSettings  *self,
                                       EqpWorkspace      *workspace,
                                       GtkSizeGroup      *group);

G_END_DECLS
