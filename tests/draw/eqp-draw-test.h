/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small picture in memory, and questions to it. */
#pragma once

#include "eqp-draw.h"

typedef struct
{
  int              width;
  int              height;
  cairo_surface_t *surface;
  cairo_t         *cr;
} EqpCanvas;

void     eqp_canvas_init   (EqpCanvas        *self,
                            int               width,
                            int               height,
                            const EqpStyle   *style);
void     eqp_canvas_clear  (EqpCanvas        *self);
guint32  eqp_canvas_pixel  (EqpCanvas        *self,
                            double            x,
                            double            y);
gboolean eqp_pixel_is      (guint32           pixel,
                            EqpRgba           color);
gboolean eqp_canvas_blank  (EqpCanvas        *self,
                            const EqpRect    *rect,
                            const EqpStyle   *style);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpCanvas, eqp_canvas_clear)
