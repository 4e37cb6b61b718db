/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all plots share: grid, tick labels, keys. */
#pragma once

#include "eqp-axis.h"
#include "eqp-text-private.h"

G_BEGIN_DECLS

/* Left margin of plots that stand above each other, in font sizes. */
#define EQP_PLOT_LEFT 4.4

/* Height of the header above the plot area, and where its middle is, in font sizes. */
#define EQP_PLOT_TOP 2.3
#define EQP_PLOT_HEADER 1.0

/* How far below the plot area the middle of the labels of x is, in font sizes. */
#define EQP_PLOT_LABELS 1.0

/* Height of what is below the bars of sizes, their numbers, in font sizes. */
#define EQP_SIZES_FOOT 1.85

typedef enum {
  EQP_GRID_HORIZONTAL, /* rules at the ticks of y */
  EQP_GRID_BOTH
} EqpGrid;

typedef enum {
  EQP_KEY_SWATCH,
  EQP_KEY_LINE,
  EQP_KEY_OUTLINE,
  EQP_KEY_DASHED,
  EQP_KEY_DOT
} EqpKey;

EqpRect   _eqp_inset             (const EqpRect   *rect,
                                  double           left,
                                  double           top,
                                  double           right,
                                  double           bottom);
gboolean  _eqp_is_vector         (cairo_t         *cr);
double    _eqp_crisp             (double           position,
                                  const EqpStyle  *style);
double    _eqp_hairline          (const EqpStyle  *style);
void      _eqp_draw_grid         (cairo_t         *cr,
                                  const EqpAxis   *x,
                                  const EqpAxis   *y,
                                  const EqpRect   *area,
                                  EqpGrid          grid,
                                  const EqpStyle  *style);
void      _eqp_draw_tick_labels  (cairo_t         *cr,
                                  const EqpAxis   *x,
                                  const EqpAxis   *y,
                                  const EqpRect   *area,
                                  double           room,
                                  const EqpStyle  *style);
void      _eqp_draw_corner_title (EqpText        *text,
                                  const char      *title,
                                  const EqpRect   *rect,
                                  const EqpRect   *area,
                                  const EqpStyle  *style);
void      _eqp_draw_left_title   (EqpText        *text,
                                  const char      *title,
                                  const EqpRect   *rect,
                                  const EqpRect   *area,
                                  const EqpStyle  *style);
void      _eqp_round_rectangle   (cairo_t         *cr,
                                  double           x,
                                  double           y,
                                  double           width,
                                  double           height,
                                  double           radius);
void      _eqp_draw_card         (cairo_t         *cr,
                                  const EqpRect   *rect,
                                  const EqpStyle  *style);
double    _eqp_draw_key          (EqpText         *text,
                                  EqpKey           key,
                                  const char      *label,
                                  double           x,
                                  double           y,
                                  EqpRgba          color,
                                  const EqpStyle  *style);
double    _eqp_key_width         (EqpText         *text,
                                  const char      *label,
                                  const EqpStyle  *style);
void      _eqp_fill_hatch        (cairo_t         *cr,
                                  const EqpRect   *rect,
                                  int              hatch);

G_END_DECLS
