/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-style.h"

G_BEGIN_DECLS

void eqp_image_pixels (const float  *values,
                       int           width,
                       int           height,
                       gboolean      transposed,
                       double        black,
                       double        white,
                       int           step,
                       guint8       *pixels);

G_END_DECLS
