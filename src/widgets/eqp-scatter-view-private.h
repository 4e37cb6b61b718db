/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two files of the scatter plot share: eqp-scatter-view.c draws, eqp-scatter-view-input.c answers to pointer
 * and keys. */
#pragma once

#include "eqp-scatter-view.h"

G_BEGIN_DECLS

/* px to keep free around the points. */
#define EQP_SCATTER_BORDER 14.0

typedef struct
{
  gboolean visible;
  double   x;
  double   y;
} EqpScatterMark;

struct _EqpScatterView
{
  EqpPlotView     parent_instance;
  GdkTexture     *texture;
  EqpRange        texture_range;
  gboolean        has_data;
  gboolean        keep_aspect;
  gboolean        zoomed;
  EqpRange        data_range;
  EqpRange        view;             /* valid once the widget has a size */
  EqpRect         area;
  char           *x_title;
  char           *y_title;
  char           *edges_name;
  char           *cut_name;
  gint64          n_points;         /* for the summary */
  gint            n_clusters;
  gint            k;
  double         *centers;
  GPtrArray      *center_marks;     /* GdkTexture of each cluster's mark, as of center_marks_k clusters and this look */
  gint            center_marks_k;
  gint64          n_named;
  float          *named;            /* 2 n_named coordinates */
  char          **names;            /* n_named, or NULL */
  EqpScatterMark  highlight;
  EqpScatterMark  selection;
  EqpScatterMark  crosshair;        /* keyboard cursor */
  double          pointer_x;
  double          pointer_y;
  gboolean        hovering;
  EqpRange        drag_start;
  gboolean        dragging;
  /* What was last asked for. */
  int             asked_width;
  int             asked_height;
  EqpRange        asked_range;
  EqpStyle        asked_style;
};

double    _eqp_scatter_view_to_px_x       (EqpScatterView  *self,
                                           double           x);
double    _eqp_scatter_view_to_px_y       (EqpScatterView  *self,
                                           double           y);
gboolean  _eqp_scatter_view_is_ready      (EqpScatterView  *self);
gboolean  _eqp_scatter_view_is_in_area    (EqpScatterView  *self,
                                           double           x,
                                           double           y);
EqpCenterPlace *_eqp_scatter_view_place_centers (EqpScatterView *self);
void      _eqp_scatter_view_fit           (EqpScatterView  *self,
                                           EqpRange        *range);
void      _eqp_scatter_view_changed       (EqpScatterView  *self);
void      _eqp_scatter_view_input_class_init (GObjectClass *klass);
void      _eqp_scatter_view_input_init    (EqpScatterView  *self);
void      _eqp_scatter_view_move_cursor   (EqpPlotView     *view,
                                           GtkMovementStep  step,
                                           int              dx,
                                           int              dy);
void      _eqp_scatter_view_point         (EqpPlotView     *view,
                                           double           x,
                                           double           y);
void      _eqp_scatter_view_leave         (EqpPlotView     *view);
void      _eqp_scatter_view_activate      (EqpPlotView     *view);

G_END_DECLS
