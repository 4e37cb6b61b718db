/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-workspace.h"

G_BEGIN_DECLS

#define EQP_TYPE_SIDEBAR (eqp_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (EqpSidebar, eqp_sidebar, EQP, SIDEBAR, GtkWidget)

void eqp_sidebar_set_workspace (EqpSidebar    *self,
                                EqpWorkspace  *workspace);

G_END_DECLS
