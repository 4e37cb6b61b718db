/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-import-private.h"

G_BEGIN_DECLS

int  _eqp_guess_image_axis  (int              rank,
                             const gint64    *dims);
void _eqp_guess_image_shape (EqpDatasetParts *parts,
                             gboolean         columnwise);

G_END_DECLS
