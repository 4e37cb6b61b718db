/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-style.h"

G_BEGIN_DECLS

void eqp_draw_histogram (cairo_t         *cr,
                         const guint32   *bins,
                         int              n_bins,
                         double           width,
                         double           height,
                         EqpRgba          color,
                         const EqpStyle  *style);

G_END_DECLS
