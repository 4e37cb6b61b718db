/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/eqp-source.h"
#include "import/eqp-store.h"

G_BEGIN_DECLS

/* An array in a binary file: its shape and what its items are. */
typedef struct
{
  int      n_dims;
  guint64  dims[8];
  char     kind;        /* as of eqp_items_decoder(); 'U', 'S' for text in labels */
  int      item_size;
  gboolean big_endian;
  gboolean fortran;     /* the first index runs fastest */
  gboolean rolled;      /* the first index is the last of the file, and the order is that of all others */
  goffset  offset;      /* of the first item in the unpacked file */
  gint64   most_rows;   /* 0: all; for a look at how it is understood */
} EqpArray;

gboolean _eqp_npy_read_header      (EqpSource               *source,
                                    EqpArray                *array,
                                    GError                 **error);
gboolean _eqp_array_check          (const EqpArray          *self,
                                    EqpSource               *source,
                                    EqpDatasetParts         *parts,
                                    GError                 **error);
gint64   _eqp_array_width          (const EqpArray          *self);
gboolean _eqp_array_read           (const EqpArray          *self,
                                    EqpSource               *source,
                                    EqpStore                *store,
                                    GError                 **error);
gint32  *_eqp_array_read_labels    (const EqpArray          *self,
                                    EqpSource               *source,
                                    EqpLabelTable           *names);
gboolean _eqp_array_assemble       (const EqpArray          *self,
                                    EqpStore                *store,
                                    const EqpImportOptions  *options,
                                    const char              *file,
                                    const gint32            *labels,
                                    gint64                   label_column,
                                    EqpLabelTable           *names,
                                    EqpDatasetParts         *parts,
                                    GCancellable            *cancellable,
                                    GError                 **error);
gboolean _eqp_array_find_label_column (const EqpArray       *self,
                                    EqpStore                *store,
                                    const EqpImportOptions  *options,
                                    const char              *file,
                                    EqpDatasetParts         *parts,
                                    gint64                  *column,
                                    GError                 **error);
gint32  *_eqp_array_take_label_column (EqpStore             *store,
                                    gint64                   column,
                                    const char              *file,
                                    EqpLabelTable           *names,
                                    GError                 **error);

G_END_DECLS
