/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  float red;
  float green;
  float blue;
  float alpha;
} EqpRgba;

/* Application pixels, y downwards. */
typedef struct
{
  double x;
  double y;
  double width;
  double height;
} EqpRect;

/* Data coordinates of a plot area; y0 is its lower edge. x0 < x1 and y0 < y1 once it has passed eqp_range_fit (). */
typedef struct
{
  double x0;
  double x1;
  double y0;
  double y1;
} EqpRange;

/* Everything that the look of a picture depends on besides its model. A plain value, copied by assignment. */
typedef struct
{
  EqpRgba     foreground;
  EqpRgba     dim;        /* tick labels, captions */
  EqpRgba     grid;       /* rules, frames */
  EqpRgba     background; /* behind everything */
  EqpRgba     card;       /* behind a plot */
  EqpRgba     accent;     /* cursor, selection */
  gboolean    dark;
  gboolean    high_contrast;
  const char *font_family; /* interned */
  double      font_size;   /* px; ticks and captions take 0.85 of it */
  double      scale;       /* device pixels an application pixel */
} EqpStyle;

void     eqp_style_init        (EqpStyle       *self,
                                gboolean        dark,
                                gboolean        high_contrast);
EqpRgba  eqp_rgba_mix          (EqpRgba         a,
                                EqpRgba         b,
                                double          amount);
EqpRgba  eqp_rgba_with_alpha   (EqpRgba         color,
                                double          alpha);
void     eqp_rgba_set_source   (cairo_t        *cr,
                                EqpRgba         color);

G_END_DECLS
