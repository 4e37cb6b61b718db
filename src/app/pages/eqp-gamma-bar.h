/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-workspace.h"

G_BEGIN_DECLS

#define EQP_TYPE_GAMMA_BAR (eqp_gamma_bar_get_type ())
G_DECLARE_FINAL_TYPE (EqpGammaBar, eqp_gamma_bar, EQP, GAMMA_BAR, GtkWidget)

void eqp_gamma_bar_set_workspace (EqpGammaBar   *self,
                                  EqpWorkspace  *workspace);
void eqp_gamma_bar_focus_scale   (EqpGammaBar   *self);

G_END_DECLS
