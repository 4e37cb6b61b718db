/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-data-private.h"

G_BEGIN_DECLS

/* Compressed lines, rows or columns: the entries of line j are starts[j]..starts[j + 1] - 1, at the places minor[]. */
typedef struct
{
  gint64 *starts;
  gint64 *minor;
  double *values;
  gint64  count;
} EqpSparse;

void     _eqp_sparse_clear         (EqpSparse        *self);
gboolean _eqp_sparse_make_dense    (const EqpSparse  *self,
                                    gint64            n,
                                    gint64            d,
                                    gboolean          lines_are_rows,
                                    GCancellable     *cancellable,
                                    EqpDatasetParts  *parts,
                                    GError          **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpSparse, _eqp_sparse_clear)

G_END_DECLS
