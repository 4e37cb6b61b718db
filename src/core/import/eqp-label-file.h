/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "data/eqp-dataset.h"

G_BEGIN_DECLS

/* For EqpImportOptions.ledger_limit: all rows that were left out are known, so that labels of the whole file fit. */
#define EQP_LABEL_FILE_LEDGER 10000000

/* Where the labels are in their file. Zeroed: one label a row, in the order of the data. */
typedef struct
{
  const char *column;  /* of the labels: a name or a number from 1; NULL: guess */
  const char *key;     /* column that tells the row of each label; NULL: labels stand in the order of the rows */
} EqpLabelFileOptions;

/* Labels of all rows of a data set that were made elsewhere. */
typedef struct
{
  gint64      n;
  gint32     *labels;     /* n numbers of names; -1: the row has none */
  gint        n_names;
  GStrv       names;      /* as the file spells them, in natural order; numbers without needless digits */
  gint64      n_missing;  /* rows without a label */
  GPtrArray  *notes;      /* char*: what was decided; never NULL */
  char       *file;       /* name, for messages */
} EqpLabelFile;

EqpLabelFile *eqp_label_file_read         (const char                 *path,
                                           const EqpLabelFileOptions  *options,
                                           EqpDataset                 *dataset,
                                           GCancellable               *cancellable,
                                           GError                    **error) G_GNUC_WARN_UNUSED_RESULT;
void          eqp_label_file_free         (EqpLabelFile               *self);
gboolean      eqp_label_file_number       (EqpLabelFile               *self,
                                           gint                        k,
                                           GError                    **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpLabelFile, eqp_label_file_free)

G_END_DECLS
