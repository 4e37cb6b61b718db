/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-sizes-plot.h"

G_BEGIN_DECLS

#define EQP_COMPARE_MAX_RUNS 6

/* Sizes of several runs, one panel each, on one axis. Clusters are matched by who compares. Nothing is owned. */
typedef struct
{
  guint          n_runs;
  gint           k;
  const gint64  *sizes[EQP_COMPARE_MAX_RUNS]; /* k each */
  gint           own_k[EQP_COMPARE_MAX_RUNS]; /* clusters of the run: the other places are those of others; 0: k */
  const char    *names[EQP_COMPARE_MAX_RUNS];
  gboolean       weighted[EQP_COMPARE_MAX_RUNS]; /* sizes are sums of weights of rows */
  gint           selected[EQP_COMPARE_MAX_RUNS]; /* 1 + the cluster that is selected, or is that of a row; 0: none */
  gboolean       selected_row;                /* a row is: its clusters are outlined, and nothing fades */
  double         gap;                         /* px between panels */
} EqpCompareSizesModel;

typedef struct
{
  EqpRect        rect;
  EqpRect        area;
  EqpSizesScale  scale;
  gboolean       beyond; /* some bars run out at the top */
} EqpCompareSizesPanel;

void     eqp_compare_sizes_layout         (const EqpCompareSizesModel  *model,
                                           const EqpRect               *rect,
                                           const EqpStyle              *style,
                                           EqpCompareSizesPanel        *panels);
gboolean eqp_compare_sizes_at             (const EqpCompareSizesModel  *model,
                                           const EqpCompareSizesPanel  *panels,
                                           double                       x,
                                           double                       y,
                                           guint                       *run,
                                           gint                        *cluster);
void     eqp_draw_compare_sizes_furniture (cairo_t                     *cr,
                                           const EqpCompareSizesModel  *model,
                                           const EqpCompareSizesPanel  *panels,
                                           const EqpStyle              *style);
void     eqp_draw_compare_sizes_bars      (cairo_t                     *cr,
                                           const EqpCompareSizesModel  *model,
                                           const EqpCompareSizesPanel  *panels,
                                           const EqpStyle              *style);
void     eqp_draw_compare_sizes           (cairo_t                     *cr,
                                           const EqpCompareSizesModel  *model,
                                           const EqpRect               *rect,
                                           const EqpStyle              *style);
char    *eqp_draw_summary_compare_sizes   (const EqpCompareSizesModel  *model) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
