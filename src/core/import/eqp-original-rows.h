/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "data/eqp-dataset.h"

G_BEGIN_DECLS

/* The rows of a table of text as they stand in its file: what was ignored and what names the rows, too. */
typedef struct _EqpOriginalRows EqpOriginalRows;

EqpOriginalRows *eqp_original_rows_read           (EqpDataset             *dataset,
                                                   GCancellable           *cancellable) G_GNUC_WARN_UNUSED_RESULT;
void             eqp_original_rows_free           (EqpOriginalRows        *self);
gint64           eqp_original_rows_get_n_columns  (const EqpOriginalRows  *self);
const char      *eqp_original_rows_get_title      (const EqpOriginalRows  *self,
                                                   gint64                  column);
const char      *eqp_original_rows_get_cell       (const EqpOriginalRows  *self,
                                                   gint64                  row,
                                                   gint64                  column);
gint64           eqp_original_rows_get_identifier (const EqpOriginalRows  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpOriginalRows, eqp_original_rows_free)

G_END_DECLS
