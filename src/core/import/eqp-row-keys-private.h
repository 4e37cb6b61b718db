/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "data/eqp-dataset.h"
#include "eqp-label-cells-private.h"

G_BEGIN_DECLS

gint64     *_eqp_row_keys_map      (EqpDataset    *dataset,
                                    gint64         count);
gboolean    _eqp_row_keys_open     (EqpDataset    *dataset,
                                    EqpLabelCells *cells,
                                    GCancellable  *cancellable);
gint64      _eqp_row_keys_get      (GHashTable    *keys,
                                    const char    *text,
                                    gint64         lowest,
                                    gint64         n);
GHashTable *_eqp_row_keys_find     (EqpDataset    *dataset,
                                    const char    *name,
                                    GCancellable  *cancellable);

G_END_DECLS
