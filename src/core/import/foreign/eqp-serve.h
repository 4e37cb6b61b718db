/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/arrays/eqp-foreign.h"

G_BEGIN_DECLS

/* What one library does. Where memory ends the program ends, and the other one says that the file cannot be read. */
typedef struct
{
  EqpForeignStatus (*open)        (const char *path, gpointer *reader);
  EqpForeignStatus (*list)        (gpointer reader, EqpForeignArray **arrays, guint32 *n_arrays, guint32 *skipped);
  /* Slices along the slowest dimension. */
  EqpForeignStatus (*read)        (gpointer reader, guint32 array, gint64 first, gint64 count, EqpItem item,
                                   void *items);
  EqpForeignStatus (*read_sparse) (gpointer reader, guint32 array, gint64 *starts, gint32 *minor, double *values);
  EqpForeignStatus (*read_text)   (gpointer reader, guint32 array, gint64 count, GPtrArray *texts);
} EqpForeignCalls;

extern const EqpForeignCalls _eqp_hdf5_calls;
extern const EqpForeignCalls _eqp_mat_calls;

G_END_DECLS
