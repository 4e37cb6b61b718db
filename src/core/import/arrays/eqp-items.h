/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/eqp-store.h"

G_BEGIN_DECLS

/* The smallest type that holds an array's numbers exactly. */
typedef enum {
  EQP_ITEM_BYTE,
  EQP_ITEM_FLOAT,
  EQP_ITEM_DOUBLE
} EqpItem;

static inline gsize
_eqp_item_size (EqpItem item)
{
  return item == EQP_ITEM_BYTE ? 1 : item == EQP_ITEM_FLOAT ? sizeof (float) : sizeof (double);
}

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
