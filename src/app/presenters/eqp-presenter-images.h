/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"
#include "eqp-widgets.h"

G_BEGIN_DECLS

GdkTexture *eqp_presenter_image_make (EqpDataset *dataset,
                                      gint64      row) G_GNUC_WARN_UNUSED_RESULT;
void eqp_presenter_images_show (EqpImageGrid  *grid,
                                EqpDataset    *dataset,
                                gint64        *rows,
                                gint64         n,
                                double         black,
                                double         white);

G_END_DECLS
