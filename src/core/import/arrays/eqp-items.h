/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/eqp-store.h"

G_BEGIN_DECLS

EqpDecodeFunc eqp_items_decoder    (char      kind,
                                    int       size,
                                    gboolean  big_endian);

G_END_DECLS
