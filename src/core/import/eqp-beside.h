/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-import-private.h"

G_BEGIN_DECLS

/* For EqpImportOptions.labels: from the file beside. */
#define EQP_LABELS_BESIDE "beside"

GPtrArray *_eqp_beside_names        (const char             *name,
                                     gboolean                arrays);
gboolean _eqp_beside_is_wanted      (const EqpImportOptions *options);
void     _eqp_beside_tell           (EqpDatasetParts        *parts,
                                     const EqpImportOptions *options,
                                     const char             *labels,
                                     gint64                  n,
                                     guint                   classes);
gboolean _eqp_beside_was_found      (const EqpImportOptions *options,
                                     gboolean                found,
                                     const char             *file,
                                     GError                **error);
gboolean _eqp_beside_check_data     (const char             *name,
                                     const EqpImportOptions *options,
                                     GError                **error);
gboolean _eqp_beside_refuse         (const char             *name,
                                     gboolean                surely,
                                     GError                **error);

gboolean    _eqp_labels_beside         (GFile           *file,
                                        gint64           n,
                                        const EqpImportOptions *options,
                                        EqpDatasetParts *parts,
                                        gint32         **labels,
                                        EqpLabelTable   *names,
                                        GCancellable    *cancellable);

G_END_DECLS
