/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-style.h"

G_BEGIN_DECLS

/* From this many points on, hits are counted a pixel and shaded; below, every point is a marker. */
#define EQP_SCATTER_DENSITY_FROM 20000

/* How much longer a unit may be on one axis than on the other where both have the same. */
#define EQP_SCATTER_STRETCH 2.5

/* A cloud of points. Nothing is owned. Rows with a coordinate that is not finite are not drawn; labels outside
 * 0..k-1 count as "no cluster" and are drawn in the neutral color. */
typedef struct
{
  gint64         n;
  const float   *xy;                /* 2n: x, y of each row */
  const gint32  *labels;            /* n, or NULL */
  const guint8  *faded;             /* n: rows that are not what it is about, or NULL */
  gint           k;
  gboolean       is_graded;         /* labels are not clusters but grades 0..k-1, from none to most */
  const double  *centers;           /* 2k in plot coordinates, or NULL */
  const double  *prices;            /* k, or NULL; with centers: cells of the power diagram |x - h_k|^2 + p_k */
  gboolean       show_cells;        /* only right when the two columns are all there is */
  const gint64
      *edge_starts; /* n + 1, or NULL: edges of row i are edge_columns[edge_starts[i] ... edge_starts[i + 1] - 1] */
  const gint32  *edge_columns;      /* the other ends; each edge stands twice */
  gint64         edge_step;         /* one edge in so many is drawn; 0: as eqp_scatter_edge_step () says */
  const char    *edges_name;        /* for the key: an edge within a cluster, or NULL: no key */
  const char    *cut_name;          /* for the key: an edge between clusters, or NULL */
  EqpRange       range;             /* what the plot area shows */
  gint           highlight_cluster; /* the others are faded; -1: none */
  gint64         highlight_row;     /* ringed above the points; -1: none */
  const char *const *names;         /* n: what points are called, or NULL */
  const char    *x_title;           /* or NULL */
  const char    *y_title;
  double         radius;            /* px of a marker; 0: by the number of points */
} EqpScatterModel;

/* px from the middle of the dot at the end of a mark's leader to its edge. */
#define EQP_LEADER_DOT 4.5

/* The mark of a center in the plane of the screen, in px. */
typedef struct
{
  double   at_x;  /* the center */
  double   at_y;
  double   x;     /* its mark */
  double   y;
  gboolean seen;  /* within the plot */
} EqpCenterPlace;

void     eqp_scatter_model_init       (EqpScatterModel       *self);
gboolean eqp_scatter_data_range       (gint64                 n,
                                       const float           *xy,
                                       EqpRange              *range);
void     eqp_range_fit                (EqpRange              *range,
                                       double                 width,
                                       double                 height,
                                       double                 padding,
                                       gboolean               keep_aspect);

void     eqp_range_fit_loosely        (EqpRange              *range,
                                       double                 width,
                                       double                 height,
                                       double                 padding);

gint64   eqp_scatter_edge_step        (const EqpScatterModel *model);
void     eqp_draw_scatter_pixels      (guint32               *pixels,
                                       gsize                  stride,
                                       int                    width,
                                       int                    height,
                                       double                 scale,
                                       const EqpScatterModel *model,
                                       const EqpStyle        *style);

EqpRect  eqp_draw_scatter_plot_area   (const EqpRect         *rect,
                                       const EqpStyle        *style);
void     eqp_draw_scatter_furniture   (cairo_t               *cr,
                                       const EqpScatterModel *model,
                                       const EqpRect         *rect,
                                       const EqpStyle        *style);
double   eqp_scatter_center_radius    (gint                   k,
                                       const EqpStyle        *style);
gint     eqp_scatter_center_crowd     (gint                   k,
                                       const EqpRect         *area,
                                       const EqpStyle        *style);
void     eqp_draw_scatter_center      (cairo_t               *cr,
                                       gint                   cluster,
                                       gint                   k,
                                       double                 x,
                                       double                 y,
                                       const EqpStyle        *style);
void     eqp_scatter_place_centers    (EqpCenterPlace        *places,
                                       gint                   k,
                                       const EqpRect         *area,
                                       const EqpStyle        *style);
gboolean eqp_scatter_center_is_led_to (const EqpCenterPlace  *place,
                                       gint                   k,
                                       const EqpStyle        *style);
void     eqp_draw_scatter_leader      (cairo_t               *cr,
                                       gint                   cluster,
                                       const EqpCenterPlace  *place,
                                       const EqpStyle        *style);
void     eqp_draw_scatter_centers     (cairo_t               *cr,
                                       const EqpScatterModel *model,
                                       const EqpRect         *area,
                                       const EqpStyle        *style);
void     eqp_draw_scatter_names       (cairo_t               *cr,
                                       const EqpScatterModel *model,
                                       const EqpRect         *area,
                                       const EqpStyle        *style);
void     eqp_draw_scatter_ring        (cairo_t               *cr,
                                       double                 x,
                                       double                 y,
                                       double                 radius,
                                       const EqpStyle        *style);
void     eqp_draw_scatter_crosshair   (cairo_t               *cr,
                                       double                 x,
                                       double                 y,
                                       const EqpStyle        *style);
void     eqp_draw_scatter             (cairo_t               *cr,
                                       const EqpScatterModel *model,
                                       const EqpRect         *rect,
                                       const EqpStyle        *style);

G_END_DECLS
