/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text in a drawing: one Pango layout used again and again, since making one costs more than drawing with it. */
#pragma once

#include <pango/pangocairo.h>

#include "eqp-style.h"

G_BEGIN_DECLS

#define EQP_TEXT_SMALL 0.85

typedef struct
{
  cairo_t      *cr;
  PangoLayout  *layout;
} EqpText;

void    _eqp_text_init    (EqpText         *self,
                           cairo_t         *cr,
                           const EqpStyle  *style,
                           double           size,
                           gboolean         bold);
void    _eqp_text_clear   (EqpText         *self);
double  _eqp_text_width   (EqpText         *self,
                           const char      *text);
void    _eqp_text_draw    (EqpText         *self,
                           const char      *text,
                           double           x,
                           double           y,
                           double           x_align,
                           EqpRgba          color);
void    _eqp_text_draw_in (EqpText         *self,
                           const char      *text,
                           double           x,
                           double           y,
                           double           x_align,
                           double           width,
                           EqpRgba          color);
void    _eqp_text_draw_note (EqpText       *self,
                           const char      *text,
                           double           x,
                           double           y,
                           double           width,
                           EqpRgba          color);
void    _eqp_text_draw_hemmed (EqpText     *self,
                           const char      *text,
                           double           x,
                           double           y,
                           EqpRgba          color,
                           EqpRgba          hem);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpText, _eqp_text_clear)

G_END_DECLS
