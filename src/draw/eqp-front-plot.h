/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-gamma-marks.h"

G_BEGIN_DECLS

/* A run, or a piece of the path of gamma. */
typedef struct
{
  double    squares;    /* sum n_k^2 */
  double    data_term;
  double    gamma;      /* relative; 0 where the method has none */
  guint     curve;      /* whose color it has */
  gboolean  drawn;      /* with a dot of its own; FALSE: counts for the front only */
} EqpFrontPoint;

/* What even sizes cost: the data term against sum n_k^2. Nothing is owned. */
typedef struct
{
  guint                n;
  const EqpFrontPoint *points;
  const char          *data_name;   /* "SSE" */
  double               least;       /* sum n_k^2 of sizes as even as can be; 0: not known */
} EqpFrontModel;

guint     eqp_front_hull            (guint                 n,
                                     const EqpFrontPoint  *points,
                                     guint                *hull);
void      eqp_front_frame           (const EqpFrontModel  *model,
                                     const EqpRect        *rect,
                                     const EqpStyle       *style,
                                     EqpPlotFrame         *frame);
gint      eqp_front_nearest         (const EqpFrontModel  *model,
                                     const EqpPlotFrame   *frame,
                                     double                x,
                                     double                y);
void      eqp_draw_front_furniture  (cairo_t              *cr,
                                     const EqpFrontModel  *model,
                                     const EqpRect        *rect,
                                     const EqpPlotFrame   *frame,
                                     const EqpStyle       *style);
void      eqp_draw_front_data       (cairo_t              *cr,
                                     const EqpFrontModel  *model,
                                     const EqpPlotFrame   *frame,
                                     const EqpStyle       *style);
void      eqp_draw_front            (cairo_t              *cr,
                                     const EqpFrontModel  *model,
                                     const EqpRect        *rect,
                                     const EqpStyle       *style);
char     *eqp_draw_summary_front    (const EqpFrontModel  *model) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
