/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-cli.h"
#include "eqp-given.h"

G_BEGIN_DECLS

gboolean  eqp_cli_rows_import (const EqpCliOptions   *options,
                               EqpImportOptions      *import,
                               char                 **ignore,
                               GError               **error);
gboolean  eqp_cli_rows_read   (const EqpCliOptions   *options,
                               const EqpSolver       *solver,
                               EqpDataset            *original,
                               EqpDataset            *dataset,
                               gint                   k,
                               GCancellable          *cancellable,
                               EqpGiven             **given,
                               GError               **error);

G_END_DECLS
