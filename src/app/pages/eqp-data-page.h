/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "eqp-data-chain.h"
#include "eqp-row-names.h"
#include "eqp-row-selection.h"

G_BEGIN_DECLS

#define EQP_TYPE_DATA_PAGE (eqp_data_page_get_type ())
G_DECLARE_FINAL_TYPE (EqpDataPage, eqp_data_page, EQP, DATA_PAGE, GtkWidget)

void eqp_data_page_set_chain (EqpDataPage      *self,
                              EqpWorkspace     *workspace,
                              EqpDataChain     *chain,
                              EqpRowSelection  *selection,
                              EqpRowNames      *names);
int  eqp_data_page_get_pane  (EqpDataPage      *self);
void eqp_data_page_set_pane  (EqpDataPage      *self,
                              int               position);

G_END_DECLS
