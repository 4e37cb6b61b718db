/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/eqp-import-private.h"
#include "import/eqp-sparse.h"
#include "import/eqp-store.h"

G_BEGIN_DECLS

void     _eqp_note_take            (EqpDatasetParts        *parts,
                                    const EqpImportOptions *options,
                                    EqpTake                 take,
                                    const char             *why);
gboolean _eqp_affinity_is_likely   (EqpStore               *store,
                                    const EqpImportOptions *options,
                                    GCancellable           *cancellable);
gboolean _eqp_affinity_take        (EqpStore               *store,
                                    GArray                 *columns,
                                    const char             *file,
                                    const EqpImportOptions *options,
                                    EqpDatasetParts        *parts,
                                    GCancellable           *cancellable,
                                    gboolean               *taken,
                                    GError                **error);
gboolean _eqp_affinity_take_sparse (const EqpSparse        *sparse,
                                    gint64                  n,
                                    const char             *file,
                                    const EqpImportOptions *options,
                                    EqpDatasetParts        *parts,
                                    GCancellable           *cancellable,
                                    gboolean               *taken,
                                    GError                **error);

G_END_DECLS
