/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-core.h"

G_BEGIN_DECLS

void             eqp_method_list_init         (GtkDropDown      *drop_down);
void             eqp_method_list_offer        (GtkDropDown      *drop_down,
                                               EqpDataset       *dataset,
                                               const EqpSolver  *chosen);
const EqpSolver *eqp_method_list_get_selected (GtkDropDown      *drop_down);
void             eqp_method_list_select       (GtkDropDown      *drop_down,
                                               const EqpSolver  *solver);

G_END_DECLS
