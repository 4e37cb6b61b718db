/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

EqpDataset *eqp_cli_distinct (EqpDataset            *dataset,
                              gint64                *n_copies,
                              GCancellable          *cancellable,
                              GError               **error) G_GNUC_WARN_UNUSED_RESULT;
EqpDataset *eqp_cli_prepare  (EqpDataset            *dataset,
                              const EqpPreparation  *preparation,
                              guint                  threads,
                              GCancellable          *cancellable,
                              GError               **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
