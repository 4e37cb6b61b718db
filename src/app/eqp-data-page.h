/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "eqp-workspace.h"

G_BEGIN_DECLS

#define EQP_TYPE_DATA_PAGE (eqp_data_page_get_type ())
G_DECLARE_FINAL_TYPE (EqpDataPage, eqp_data_page, EQP, DATA_PAGE, GtkWidget)

void eqp_data_page_set_workspace (EqpDataPage   *self,
                                  EqpWorkspace  *workspace);

G_END_DECLS
