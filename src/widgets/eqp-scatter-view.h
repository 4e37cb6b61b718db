/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-plot-view.h"

G_BEGIN_DECLS

/* Signals:
 * ::render-needed (int width, int height, double scale, EqpRange *range): the points have to be drawn anew, at
 *   width x height device pixels. Answer, now or later, by eqp_scatter_view_set_points_texture ().
 * ::point-hovered (double x, double y, double radius_x, double radius_y): pointer or keyboard cursor, in plot
 *   coordinates; the radii are the reach of a finger tip there, ready for eqp_scatter_index_lookup ().
 * ::point-left (): nothing is hovered any more.
 * ::point-activated (double x, double y, double radius_x, double radius_y, GdkModifierType state): clicked, or Return;
 *   with Control or Shift held, or without.
 * ::center-activated (int cluster): the mark of its center was clicked. */
#define EQP_TYPE_SCATTER_VIEW (eqp_scatter_view_get_type ())

G_DECLARE_FINAL_TYPE (EqpScatterView, eqp_scatter_view, EQP, SCATTER_VIEW, EqpPlotView)

GtkWidget  *eqp_scatter_view_new                (void) G_GNUC_WARN_UNUSED_RESULT;
gboolean    eqp_scatter_view_get_render_request (EqpScatterView  *self,
                                                 int             *width,
                                                 int             *height,
                                                 double          *scale,
                                                 EqpRange        *range);
void        eqp_scatter_view_set_points_texture (EqpScatterView  *self,
                                                 GdkTexture      *texture,
                                                 const EqpRange  *range);
void        eqp_scatter_view_set_data_range     (EqpScatterView  *self,
                                                 const EqpRange  *range,
                                                 gboolean         keep_aspect);
void        eqp_scatter_view_reset_view         (EqpScatterView  *self);
void        eqp_scatter_view_set_titles         (EqpScatterView  *self,
                                                 const char      *x_title,
                                                 const char      *y_title);
void        eqp_scatter_view_set_edge_names     (EqpScatterView  *self,
                                                 const char      *edges_name,
                                                 const char      *cut_name);
void        eqp_scatter_view_set_counts         (EqpScatterView  *self,
                                                 gint64           n_points,
                                                 gint             n_clusters);
void        eqp_scatter_view_set_centers        (EqpScatterView  *self,
                                                 gint             k,
                                                 const double    *xy);
void        eqp_scatter_view_set_names          (EqpScatterView  *self,
                                                 gint64           n,
                                                 const float     *xy,
                                                 char           **names);
void        eqp_scatter_view_set_highlight      (EqpScatterView  *self,
                                                 gboolean         visible,
                                                 double           x,
                                                 double           y);
void        eqp_scatter_view_set_selection      (EqpScatterView  *self,
                                                 gboolean         visible,
                                                 double           x,
                                                 double           y);
gboolean    eqp_scatter_view_get_plot_area      (EqpScatterView  *self,
                                                 EqpRect         *area);

G_END_DECLS
