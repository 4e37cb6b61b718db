/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-cli.h"

G_BEGIN_DECLS

/* What a run is told of rows besides their features. */
typedef struct
{
  char        *ignore;   /* columns that are no features, that of the weights with them */
  double      *weights;  /* n, or NULL */
  EqpRowPair  *must;
  EqpRowPair  *cannot;
} EqpCliRows;

void      eqp_cli_rows_clear    (EqpCliRows             *self);
gboolean  eqp_cli_rows_prepare  (EqpCliRows             *self,
                                 const EqpCliOptions    *options,
                                 EqpImportOptions       *import,
                                 GError                **error);
gboolean  eqp_cli_rows_read     (EqpCliRows             *self,
                                 const EqpCliOptions    *options,
                                 const EqpSolver        *solver,
                                 EqpDataset             *dataset,
                                 EqpParams              *params,
                                 GCancellable           *cancellable,
                                 GError                **error);

G_END_DECLS
