/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-axis.h"

G_BEGIN_DECLS

/* Where the data of a plot are, and what its directions mean. */
typedef struct
{
  EqpRect area;
  EqpAxis x;
  EqpAxis y;
} EqpPlotFrame;

/* What plots over gamma have in common: the part that is shown, and the places in it that have names. Relative gammas;
 * 0: there is none. */
typedef struct
{
  double least;
  double most;
  double current;
  double knee;
} EqpGammaMarks;

double  eqp_plot_frame_x         (const EqpPlotFrame   *self,
                                  double                value);
double  eqp_plot_frame_y         (const EqpPlotFrame   *self,
                                  double                value);
void    eqp_gamma_marks_frame    (const EqpGammaMarks  *self,
                                  const EqpRect        *rect,
                                  const EqpStyle       *style,
                                  EqpPlotFrame         *frame);
void    eqp_draw_gamma_marks     (cairo_t              *cr,
                                  const EqpGammaMarks  *self,
                                  const EqpPlotFrame   *frame,
                                  const EqpStyle       *style);

G_END_DECLS
