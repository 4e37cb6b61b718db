/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-axis.h"
#include "eqp-style.h"

G_BEGIN_DECLS

/* The trace of one run: total = data term + penalty at each step. Nothing is owned. Steps that are not finite are gaps.
 */
typedef struct
{
  gint64         n;             /* steps */
  gint64 first; /* number that step 0 is shown by: 0 where it is the start, 1 where it is the first iteration */
  const double  *data_term;     /* n */
  const double  *penalty;       /* n, or NULL: no penalty */
  double         penalty_floor; /* gamma n^2 / K, what even sizes cost: a base below the axis */
  const char    *data_name;     /* NULL: "Data term" */
  const char    *penalty_name;  /* NULL: "Unevenness" above a floor, else "Balance penalty" */
  const char    *data_note;     /* how the data term is counted, for who looks closer; or NULL */
  gint64         cursor;        /* step shown elsewhere; -1: none */
} EqpObjectiveModel;

/* What the y axis shows. base > 0 means that the axis is broken there; top_clipped that the start runs out at the top.
 */
typedef struct
{
  EqpAxis   x;
  EqpAxis   y;
  gboolean  broken;
  gboolean  top_clipped;
  double    peak;               /* the largest total, which may lie above y.max */
} EqpObjectiveScale;

void     eqp_objective_model_init        (EqpObjectiveModel        *self);
void     eqp_objective_scale_init        (EqpObjectiveScale        *self,
                                          const EqpObjectiveModel  *model,
                                          double                    height,
                                          const EqpStyle           *style);
void     eqp_objective_scale_reserve     (EqpObjectiveScale        *self,
                                          gint64                    steps);
void     eqp_objective_scale_hold        (EqpObjectiveScale        *self,
                                          const EqpObjectiveScale  *before,
                                          double                    height,
                                          const EqpStyle           *style);
EqpRect  eqp_draw_objective_plot_area    (const EqpRect            *rect,
                                          const EqpStyle           *style);
gint64   eqp_objective_step_at           (const EqpObjectiveScale  *scale,
                                          const EqpObjectiveModel  *model,
                                          const EqpRect            *area,
                                          double                    x);
void     eqp_draw_objective_furniture    (cairo_t                  *cr,
                                          const EqpObjectiveScale  *scale,
                                          const EqpObjectiveModel  *model,
                                          const EqpRect            *rect,
                                          const EqpStyle           *style);
void     eqp_draw_objective_data         (cairo_t                  *cr,
                                          const EqpObjectiveScale  *scale,
                                          const EqpObjectiveModel  *model,
                                          const EqpRect            *area,
                                          const EqpStyle           *style);
void     eqp_draw_objective_values       (cairo_t                  *cr,
                                          const EqpObjectiveModel  *model,
                                          const EqpRect            *rect,
                                          const EqpStyle           *style);
void     eqp_draw_objective_cursor       (cairo_t                  *cr,
                                          const EqpObjectiveScale  *scale,
                                          const EqpObjectiveModel  *model,
                                          const EqpRect            *area,
                                          gint64                    step,
                                          const EqpStyle           *style);
void     eqp_draw_objective              (cairo_t                  *cr,
                                          const EqpObjectiveModel  *model,
                                          const EqpRect            *rect,
                                          const EqpStyle           *style);

G_END_DECLS
