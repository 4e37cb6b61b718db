/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "eqp-compare-model.h"

G_BEGIN_DECLS

#define EQP_TYPE_COMPARE_PAGE (eqp_compare_page_get_type ())
G_DECLARE_FINAL_TYPE (EqpComparePage, eqp_compare_page, EQP, COMPARE_PAGE, GtkWidget)

void     eqp_compare_page_set_model (EqpComparePage   *self,
                                     EqpCompareModel  *model);
gboolean eqp_compare_page_undo      (EqpComparePage   *self);
int      eqp_compare_page_get_pane  (EqpComparePage   *self);
void     eqp_compare_page_set_pane  (EqpComparePage   *self,
                                     int               position);

G_END_DECLS
