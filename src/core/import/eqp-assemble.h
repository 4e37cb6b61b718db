/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-roles.h"
#include "eqp-store.h"

G_BEGIN_DECLS

/* Rows of a file of any format that are to become points, and what is known of their labels. */
typedef struct
{
  const char             *file;    /* name for messages */
  const EqpImportOptions *options;
  EqpDatasetParts        *parts;
  GCancellable           *cancellable;
  EqpStore               *store;   /* borrowed; NULL: the points are made already, and none can go */
  GArray                 *columns; /* gint64: of the store, meant as features; those without a number are taken out */
  gint64                  n;
  gboolean                whole;   /* no cell is missing */
  gboolean                may_be_graph;
  EqpPlaceFunc            place;   /* NULL: the number of the row; a column of -1 is that of the labels */
  gpointer                place_data;
  gint32                 *labels;  /* numbers into names, -1 where missing; or NULL */
  EqpLabelTable           names;
  gint64                  label;   /* the column of the file that they are from, or -1 */
  guint8                 *dropped; /* rows that went, or NULL */
} EqpAssembly;

void     _eqp_assembly_clear       (EqpAssembly         *self);
gboolean _eqp_assembly_take_labels (EqpAssembly         *self,
                                    const EqpRoleTable  *table,
                                    gint64               column,
                                    gint64               last,
                                    GError             **error);
gboolean _eqp_assemble             (EqpAssembly         *self,
                                    GError             **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpAssembly, _eqp_assembly_clear)

G_END_DECLS
