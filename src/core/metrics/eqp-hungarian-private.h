/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* Fills cost[0..columns-1] with one row of the table, so that a sparse table need not be spread out in memory. */
typedef void (*EqpCostRowFunc) (gint     row,
                                double  *cost,
                                gpointer user_data);

void _eqp_hungarian_rows (gint           rows,
                          gint           columns,
                          EqpCostRowFunc fill,
                          gpointer       user_data,
                          gint          *match);

G_END_DECLS
