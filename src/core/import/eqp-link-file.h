/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "data/eqp-dataset.h"

G_BEGIN_DECLS

EqpRowPair *eqp_link_file_read (const char    *path,
                                const char    *key,
                                EqpDataset    *dataset,
                                gint64        *n_pairs,
                                GCancellable  *cancellable,
                                GError       **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
