/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-gamma-marks.h"

G_BEGIN_DECLS

/* The sizes of clusters over gamma, a piece of the path at a time. Nothing is owned. */
typedef struct
{
  EqpGammaMarks  marks;
  guint          n_pieces;
  gint           k;
  const double  *from;     /* n_pieces: relative gamma at which each begins, ascending; the first is 0 */
  const gint64  *sizes;    /* n_pieces x k, clusters numbered alike in all */
  const gint64  *moved;    /* n_pieces: rows in another cluster than in the piece before */
} EqpStreamModel;

void      eqp_stream_frame           (const EqpStreamModel  *model,
                                      const EqpRect         *rect,
                                      const EqpStyle        *style,
                                      EqpPlotFrame          *frame);
gint      eqp_stream_piece           (const EqpStreamModel  *model,
                                      double                 gamma);
void      eqp_draw_stream_furniture  (cairo_t               *cr,
                                      const EqpStreamModel  *model,
                                      const EqpRect         *rect,
                                      const EqpPlotFrame    *frame,
                                      const EqpStyle        *style);
void      eqp_draw_stream_data       (cairo_t               *cr,
                                      const EqpStreamModel  *model,
                                      const EqpPlotFrame    *frame,
                                      const EqpStyle        *style);
void      eqp_draw_stream            (cairo_t               *cr,
                                      const EqpStreamModel  *model,
                                      const EqpRect         *rect,
                                      const EqpStyle        *style);
char     *eqp_draw_summary_stream    (const EqpStreamModel  *model) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
