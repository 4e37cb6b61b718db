/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "data/eqp-dataset.h"

G_BEGIN_DECLS

GArray     *_eqp_row_keys_dropped  (EqpDataset    *dataset);
char       *_eqp_row_key_dup       (const char    *text);
GHashTable *_eqp_row_keys_find     (EqpDataset    *dataset,
                                    GArray        *dropped,
                                    const char    *name,
                                    GCancellable  *cancellable);

G_END_DECLS
