/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-plot-view.h"

G_BEGIN_DECLS

/* Pointer and keys move a cursor from cluster to cluster.
 * Signal ::cluster-activated (int cluster): clicked, or Return. */
#define EQP_TYPE_COMPARE_SIZES_VIEW (eqp_compare_sizes_view_get_type ())
G_DECLARE_FINAL_TYPE (EqpCompareSizesView, eqp_compare_sizes_view, EQP, COMPARE_SIZES_VIEW, EqpPlotView)

GtkWidget *eqp_compare_sizes_view_new       (void) G_GNUC_WARN_UNUSED_RESULT;
void       eqp_compare_sizes_view_set_model (EqpCompareSizesView         *self,
                                             const EqpCompareSizesModel  *model);
void       eqp_compare_sizes_view_set_selected (EqpCompareSizesView      *self,
                                             const gint                  *clusters,
                                             gboolean                     is_row);

G_END_DECLS
