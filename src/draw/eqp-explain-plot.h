/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-style.h"

G_BEGIN_DECLS

/* What one row costs in some of the clusters. Nothing is owned. */
typedef struct
{
  gint           n;            /* bars, from top to bottom */
  const gint    *clusters;     /* n numbers from 0 */
  const double  *data;         /* n; NaN: the cluster is empty */
  const double  *prices;       /* n */
  gint           own;          /* cluster numbers */
  gint           cheapest;
  const char    *data_name;
  const char    *price_name;   /* NULL: sizes have no price */
} EqpExplainModel;

double  eqp_draw_explain_height   (gint                    n,
                                   const EqpStyle         *style);
void    eqp_draw_explain          (cairo_t                *cr,
                                   const EqpExplainModel  *model,
                                   const EqpRect          *rect,
                                   const EqpStyle         *style);

G_END_DECLS
