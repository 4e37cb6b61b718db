/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

double   eqp_gamma_unit        (EqpFamily      family,
                                gint64         n,
                                gint           k,
                                double         scale_total);
double   eqp_balance_price     (double         gamma,
                                gint64         size_without);
double   eqp_balance_penalty   (double         gamma,
                                gint           k,
                                const gint64  *sizes);

G_END_DECLS
