/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

gboolean eqp_row_prices (EqpDataset    *dataset,
                         EqpGraph      *graph,
                         gint           k,
                         const gint32  *labels,
                         GCancellable  *cancellable,
                         double        *prices,
                         gint32        *nearest);

G_END_DECLS
