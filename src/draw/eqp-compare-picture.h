/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-compare-sizes.h"
#include "eqp-contingency-plot.h"
#include "eqp-scatter-plot.h"

G_BEGIN_DECLS

/* The picture of the window's Compare page. Nothing is owned; points of run i are scatter[i], in one range. */
typedef struct
{
  const char           *title;
  const char           *subtitle;    /* how many rows changed sides, or NULL */
  gboolean              keep_aspect;
  EqpScatterModel       scatter[EQP_COMPARE_MAX_RUNS];
  const char           *captions[EQP_COMPARE_MAX_RUNS]; /* below the name of the run, or NULL */
  EqpCompareSizesModel  sizes;
  EqpContingencyModel   contingency; /* k 0: none */
} EqpComparePicture;

void eqp_draw_compare_picture_size (const EqpComparePicture *picture,
                                    double                  *width,
                                    double                  *height);
void eqp_draw_compare_picture      (cairo_t                 *cr,
                                    double                   width,
                                    double                   height,
                                    const EqpComparePicture *picture,
                                    const EqpStyle          *style);

G_END_DECLS
