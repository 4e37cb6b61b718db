/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-axis.h"
#include "eqp-style.h"

G_BEGIN_DECLS

/* Rows in each cluster. Nothing is owned. References are drawn as outlines, bar k over bar k: who compares matches
 * first. */
typedef struct
{
  gint           k;
  const gint64  *sizes;            /* k */
  gint           own_k;            /* clusters of the run, where k has places of others, too; 0: k */
  gint           reference_k[2];   /* 0: no such reference */
  const gint64  *reference[2];     /* for example of plain k-means, of min-cut */
  const char    *reference_name[2];
  gboolean       weighted;         /* sizes are sums of weights of rows */
  gint64         band_low;         /* sizes that chance alone would give, drawn behind the bars; */
  gint64         band_high;        /* 0: no band */
  gint           cursor;           /* emphasized bar; -1: none */
  const gint64  *selected;         /* k: how many rows of each are selected, or NULL */
  int            picture_width;    /* pixels of the picture of each cluster below its bar; 0: there are none */
  int            picture_height;
  const guint8  *pictures;         /* red, green, blue, k x height x width; NULL: only their place is kept */
} EqpSizesModel;

typedef struct
{
  gint     bars;   /* places on the x axis: the largest of k and the reference_k */
  double   even;   /* n / K */
  EqpAxis  y;
  double   pitch;  /* px from bar to bar */
  double   width;  /* px of one bar */
  double   device; /* device pixels an application pixel: bars end on whole ones */
} EqpSizesScale;

/* One filled rectangle of the bars. */
typedef void (*EqpSizesBarFunc) (const EqpRect  *rect,
                                 EqpRgba         color,
                                 gint            bar,
                                 gpointer        user_data);

void     eqp_sizes_model_init        (EqpSizesModel        *self);
void     eqp_sizes_scale_init        (EqpSizesScale        *self,
                                      const EqpSizesModel  *model,
                                      const EqpRect        *area,
                                      const EqpStyle       *style);
EqpRect  eqp_draw_sizes_plot_area    (const EqpRect        *rect,
                                      const EqpStyle       *style);
EqpRect  eqp_sizes_pictured_area     (const EqpSizesModel  *model,
                                      const EqpRect        *rect,
                                      const EqpStyle       *style);
gboolean eqp_sizes_picture_rect      (const EqpSizesModel  *model,
                                      const EqpRect        *whole,
                                      const EqpStyle       *style,
                                      gint                  bar,
                                      EqpRect              *rect);
EqpRect  eqp_sizes_bar_rect          (const EqpSizesScale  *scale,
                                      const EqpRect        *area,
                                      gint                  bar,
                                      double                size);
gint     eqp_sizes_bar_at            (const EqpSizesScale  *scale,
                                      const EqpRect        *area,
                                      double                x);
void     eqp_sizes_foreach_bar       (const EqpSizesScale  *scale,
                                      const EqpSizesModel  *model,
                                      const EqpRect        *area,
                                      const EqpStyle       *style,
                                      EqpSizesBarFunc       func,
                                      gpointer              user_data);
void     eqp_draw_sizes_furniture    (cairo_t              *cr,
                                      const EqpSizesScale  *scale,
                                      const EqpSizesModel  *model,
                                      const EqpRect        *rect,
                                      const EqpStyle       *style);
void     eqp_draw_sizes_bars         (cairo_t              *cr,
                                      const EqpSizesScale  *scale,
                                      const EqpSizesModel  *model,
                                      const EqpRect        *area,
                                      const EqpStyle       *style);
void     eqp_draw_sizes_labels       (cairo_t              *cr,
                                      const EqpSizesScale  *scale,
                                      const EqpSizesModel  *model,
                                      const EqpRect        *area,
                                      const EqpStyle       *style);
void     eqp_draw_sizes_selection    (cairo_t              *cr,
                                      const EqpSizesScale  *scale,
                                      const EqpSizesModel  *model,
                                      const EqpRect        *area,
                                      const EqpStyle       *style);
void     eqp_draw_sizes_pictures     (cairo_t              *cr,
                                      const EqpSizesModel  *model,
                                      const EqpRect        *whole,
                                      const EqpStyle       *style);
void     eqp_draw_sizes_references   (cairo_t              *cr,
                                      const EqpSizesScale  *scale,
                                      const EqpSizesModel  *model,
                                      const EqpRect        *area,
                                      const EqpStyle       *style);
void     eqp_draw_sizes              (cairo_t              *cr,
                                      const EqpSizesModel  *model,
                                      const EqpRect        *rect,
                                      const EqpStyle       *style);

G_END_DECLS
