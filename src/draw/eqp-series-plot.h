/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-axis.h"
#include "eqp-style.h"

G_BEGIN_DECLS

/* One line of a plot. Nothing is owned. Points whose y is not finite are left out. */
typedef struct
{
  const char   *name;
  int           look;  /* number of its color and mark, the same in all pictures that it is in */
  int           n;
  const double *x;     /* n; NULL: one value that holds everywhere, drawn from edge to edge */
  const double *y;     /* n */
  const double *low;   /* n: edges of the band around it; NULL: none */
  const double *high;
} EqpSeries;

/* Values of several things against one axis. */
typedef struct
{
  const char      *title;
  const char      *x_title;
  EqpAxisKind      x_kind;    /* on a logarithmic axis points at 0 stand apart at its left end */
  int              n_series;
  const EqpSeries *series;
} EqpSeriesModel;

/* One value a name, such as one measure of several methods. A series has one point, and no x. */
typedef EqpSeriesModel EqpIntervalModel;

void    eqp_draw_series           (cairo_t                *cr,
                                   const EqpSeriesModel   *model,
                                   const EqpRect          *rect,
                                   const EqpStyle         *style);
double  eqp_intervals_height      (const EqpIntervalModel *model,
                                   const EqpStyle         *style);
void    eqp_draw_intervals        (cairo_t                *cr,
                                   const EqpIntervalModel *model,
                                   const EqpRect          *rect,
                                   const EqpStyle         *style);

G_END_DECLS
