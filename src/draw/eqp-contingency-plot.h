/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-style.h"

G_BEGIN_DECLS

/* How many rows each cluster of one run shares with each of another; matched ones have the same number. Nothing is
 * owned. */
typedef struct
{
  gint           k;
  const gint64  *table;        /* k x k, a row for each cluster of the first run */
  const char    *first_name;
  const char    *second_name;
} EqpContingencyModel;

EqpRect   eqp_draw_contingency_area      (const EqpContingencyModel  *model,
                                          const EqpRect              *rect,
                                          const EqpStyle             *style);
EqpRect   eqp_contingency_cell           (const EqpContingencyModel  *model,
                                          const EqpRect              *area,
                                          gint                        first,
                                          gint                        second);
gboolean  eqp_contingency_at             (const EqpContingencyModel  *model,
                                          const EqpRect              *area,
                                          double                      x,
                                          double                      y,
                                          gint                       *first,
                                          gint                       *second);
void      eqp_draw_contingency           (cairo_t                    *cr,
                                          const EqpContingencyModel  *model,
                                          const EqpRect              *rect,
                                          const EqpStyle             *style);
char     *eqp_draw_summary_contingency   (const EqpContingencyModel  *model) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
