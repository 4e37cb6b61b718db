/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-objective-plot.h"
#include "eqp-scatter-plot.h"
#include "eqp-sizes-plot.h"

G_BEGIN_DECLS

/* The picture of the window's Live page. Nothing is owned. scatter.range may be left zero: then all points are shown.
 */
typedef struct
{
  const char        *title;       /* "Digits - 1,797 x 64, 10 classes" */
  const char        *subtitle;    /* method and settings, or NULL */
  gboolean           keep_aspect;
  EqpScatterModel    scatter;
  EqpObjectiveModel  objective;
  EqpSizesModel      sizes;
} EqpLivePage;

void eqp_live_page_init (EqpLivePage        *self);
void eqp_draw_live_page (cairo_t            *cr,
                         double              width,
                         double              height,
                         const EqpLivePage  *page,
                         const EqpStyle     *style);

G_END_DECLS
