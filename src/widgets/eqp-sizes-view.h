/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-plot-view.h"

G_BEGIN_DECLS

/* Property "cursor" (int): the emphasized cluster, -1: none; hover and keys move it.
 * Signal ::cluster-activated (int cluster): clicked, or Return. */
#define EQP_TYPE_SIZES_VIEW (eqp_sizes_view_get_type ())

G_DECLARE_FINAL_TYPE (EqpSizesView, eqp_sizes_view, EQP, SIZES_VIEW, EqpPlotView)

GtkWidget *eqp_sizes_view_new           (void) G_GNUC_WARN_UNUSED_RESULT;
void       eqp_sizes_view_set_model     (EqpSizesView         *self,
                                         const EqpSizesModel  *model);
void       eqp_sizes_view_set_sizes     (EqpSizesView         *self,
                                         gint                  k,
                                         const gint64         *sizes);
void       eqp_sizes_view_set_held      (EqpSizesView         *self,
                                         gboolean              held);
void       eqp_sizes_view_set_awaits_outlines (EqpSizesView   *self,
                                         gboolean              awaits);
void       eqp_sizes_view_set_reference (EqpSizesView         *self,
                                         int                   which,
                                         gint                  k,
                                         const gint64         *sizes,
                                         const char           *name);
void       eqp_sizes_view_set_weighted (EqpSizesView         *self,
                                         gboolean              weighted);
void       eqp_sizes_view_set_band      (EqpSizesView         *self,
                                         gint64                low,
                                         gint64                high);
void       eqp_sizes_view_set_pictures  (EqpSizesView         *self,
                                         gint                  k,
                                         int                   width,
                                         int                   height,
                                         const guint8         *pixels);
void       eqp_sizes_view_set_selected  (EqpSizesView         *self,
                                         gint                  k,
                                         const gint64         *selected);
int        eqp_sizes_view_get_cursor    (EqpSizesView         *self);
void       eqp_sizes_view_set_cursor    (EqpSizesView         *self,
                                         int                   cluster);

G_END_DECLS
