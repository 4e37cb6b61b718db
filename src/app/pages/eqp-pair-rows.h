/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-workspace.h"

G_BEGIN_DECLS

#define EQP_TYPE_PAIR_ROWS (eqp_pair_rows_get_type ())
G_DECLARE_FINAL_TYPE (EqpPairRows, eqp_pair_rows, EQP, PAIR_ROWS, GtkWidget)

void eqp_pair_rows_set_workspace (EqpPairRows   *self,
                                  EqpWorkspace  *workspace,
                                  GtkSizeGroup  *group);

G_END_DECLS
