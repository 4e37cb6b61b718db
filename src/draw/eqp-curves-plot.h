/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-gamma-marks.h"

G_BEGIN_DECLS

#define EQP_CURVES_MAX 8

/* One number over gamma, with a band around it. Nothing is owned. */
typedef struct
{
  const char   *name;
  guint         n;      /* 1 with a gamma of 0: a method that has none; drawn all across */
  const double *gamma;  /* ascending */
  const double *mean;   /* NAN: not known yet */
  const double *low;    /* NAN: no band */
  const double *high;
  gboolean      steps;  /* each value holds up to the next gamma; without dots */
} EqpCurve;

typedef struct
{
  EqpGammaMarks  marks;
  const char    *title;    /* of the number */
  const char    *note;     /* below it, dim: which way is better; NULL: none */
  gboolean       integral;
  guint          n_curves;
  EqpCurve       curves[EQP_CURVES_MAX];
} EqpCurvesModel;

EqpRgba   eqp_curve_color            (guint                  curve,
                                      gboolean               flat,
                                      const EqpStyle        *style);
void      eqp_curves_frame           (const EqpCurvesModel  *model,
                                      const EqpRect         *rect,
                                      const EqpStyle        *style,
                                      EqpPlotFrame          *frame);
gboolean  eqp_curves_nearest         (const EqpCurvesModel  *model,
                                      const EqpPlotFrame    *frame,
                                      double                 x,
                                      double                *gamma);
void      eqp_draw_curves_furniture  (cairo_t               *cr,
                                      const EqpCurvesModel  *model,
                                      const EqpRect         *rect,
                                      const EqpPlotFrame    *frame,
                                      const EqpStyle        *style);
void      eqp_draw_curves_data       (cairo_t               *cr,
                                      const EqpCurvesModel  *model,
                                      const EqpPlotFrame    *frame,
                                      const EqpStyle        *style);
void      eqp_draw_curves            (cairo_t               *cr,
                                      const EqpCurvesModel  *model,
                                      const EqpRect         *rect,
                                      const EqpStyle        *style);
char     *eqp_draw_summary_curves    (const EqpCurvesModel  *model) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
