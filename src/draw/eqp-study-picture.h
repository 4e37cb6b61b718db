/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-curves-plot.h"
#include "eqp-front-plot.h"
#include "eqp-stream-plot.h"

G_BEGIN_DECLS

#define EQP_STUDY_PICTURE_WIDTH 1200.0
#define EQP_STUDY_PICTURE_HEIGHT 760.0

/* The Study page as one picture. Nothing is owned. */
typedef struct
{
  const char     *title;
  const char     *subtitle;
  EqpCurvesModel  curves;
  EqpFrontModel   front;
  EqpStreamModel  stream;
} EqpStudyPicture;

void eqp_draw_study_picture (cairo_t                *cr,
                             double                  width,
                             double                  height,
                             const EqpStudyPicture  *picture,
                             const EqpStyle         *style);

G_END_DECLS
