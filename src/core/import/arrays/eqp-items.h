/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/eqp-store.h"

G_BEGIN_DECLS

gboolean eqp_items_are_known (char        kind,
                              int         size);
void     eqp_items_convert   (char        kind,
                              int         size,
                              gboolean    big_endian,
                              const void *from,
                              gint64      count,
                              EqpItem     item,
                              void       *to);

G_END_DECLS
