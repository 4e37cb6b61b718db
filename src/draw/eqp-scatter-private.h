/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-palette.h"
#include "eqp-scatter-plot.h"

G_BEGIN_DECLS

/* A picture being made: native-endian premultiplied ARGB, row-major, stride in pixels. */
typedef struct
{
  guint32               *pixels;
  gsize                  stride;
  int                    width;
  int                    height;
  double                 scale;
  double                 to_x[2]; /* device x = to_x[0] + to_x[1] * data x */
  double                 to_y[2];
  const EqpScatterModel *model;
  const EqpStyle        *style;
} EqpScatterCanvas;

void     _eqp_scatter_markers  (const EqpScatterCanvas  *canvas);
void     _eqp_scatter_density  (const EqpScatterCanvas  *canvas);
void     _eqp_scatter_cells    (const EqpScatterCanvas  *canvas);
void     _eqp_scatter_edges    (const EqpScatterCanvas  *canvas);
void     _eqp_scatter_edge_paths (cairo_t               *cr,
                                const EqpScatterModel   *model,
                                const EqpRect           *area,
                                const EqpStyle          *style);
double   _eqp_scatter_radius   (const EqpScatterModel   *model);
EqpMarker _eqp_scatter_marker  (const EqpScatterModel   *model,
                                gint                     label);
EqpRgba  _eqp_scatter_color    (const EqpScatterModel   *model,
                                gint                     cluster,
                                gboolean                 faded,
                                const EqpStyle          *style);
double   _eqp_marker_distance  (EqpMarker                marker,
                                double                   radius,
                                double                   x,
                                double                   y);
void     _eqp_marker_path      (cairo_t                 *cr,
                                EqpMarker                marker,
                                double                   radius,
                                double                   x,
                                double                   y);

/* Multiplies the four bytes of a pixel by a / 255, two at a time, rounded exactly. */
static inline guint32
_eqp_pixel_scaled (guint32 pixel,
                   guint32 a)
{
  guint32 low = (pixel & 0x00ff00ff) * a + 0x00800080;
  guint32 high = ((pixel >> 8) & 0x00ff00ff) * a + 0x00800080;

  low = ((low + ((low >> 8) & 0x00ff00ff)) >> 8) & 0x00ff00ff;
  high = (high + ((high >> 8) & 0x00ff00ff)) & 0xff00ff00;
  return low | high;
}

static inline guint32
_eqp_pixel_premultiplied (EqpRgba color)
{
  float a = color.alpha * 255.0f;

  return ((guint32) (a + 0.5f) << 24) | ((guint32) (color.red * a + 0.5f) << 16) |
         ((guint32) (color.green * a + 0.5f) << 8) | (guint32) (color.blue * a + 0.5f);
}

/* The row's cluster, or -1 when it has none that exists. */
static inline gint
_eqp_scatter_label (const EqpScatterModel *model,
                    gint64                 row)
{
  gint32 label = model->labels != NULL ? model->labels[row] : -1;

  return label >= 0 && label < model->k ? label : -1;
}

static inline gboolean
_eqp_scatter_is_faded (const EqpScatterModel *model,
                       gint64                 row)
{
  return model->faded != NULL && model->faded[row] != 0;
}

G_END_DECLS
