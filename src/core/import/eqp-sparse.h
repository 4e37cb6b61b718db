/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-edges.h"
#include "eqp-import-private.h"

G_BEGIN_DECLS

/* Compressed lines, rows or columns: the entries of line j are starts[j]..starts[j + 1] - 1, at the places minor[]. */
typedef struct
{
  gint64 *starts;
  gint32 *minor;
  double *values;
  gint64  count;
  gint64  lines;      /* that were added one by one, */
  gint64  line_room;  /* and for how many of them, */
  gint64  room;       /* and of their entries there is memory */
} EqpSparse;

gboolean _eqp_sparse_alloc         (EqpSparse        *self,
                                    gint64            lines,
                                    gint64            entries,
                                    GError          **error);
void     _eqp_sparse_clear         (EqpSparse        *self);
gboolean _eqp_sparse_add           (EqpSparse        *self,
                                    gint64            minor,
                                    double            value,
                                    GError          **error);
gboolean _eqp_sparse_end_line      (EqpSparse        *self,
                                    GError          **error);
gboolean _eqp_sparse_is_kept       (gint64            entries,
                                    gint64            n,
                                    gint64            d,
                                    double            largest);
gboolean _eqp_sparse_check_memory  (const char       *file,
                                    gint64            entries,
                                    gint64            n,
                                    gint64            d,
                                    double            largest,
                                    GError          **error);
gboolean _eqp_sparse_sort_entries  (EqpEdge          *entries,
                                    gint64            n,
                                    GCancellable     *cancellable,
                                    GError          **error);
gboolean _eqp_sparse_sort          (EqpSparse        *self,
                                    gint64            rows,
                                    EqpEdge          *entries,
                                    gint64            n_entries,
                                    GCancellable     *cancellable,
                                    EqpDatasetParts  *parts,
                                    GError          **error);
gboolean _eqp_sparse_make_features (const EqpSparse  *self,
                                    const char       *file,
                                    gint64            n,
                                    gint64            d,
                                    gboolean          lines_are_rows,
                                    GCancellable     *cancellable,
                                    EqpDatasetParts  *parts,
                                    GError          **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpSparse, _eqp_sparse_clear)

G_END_DECLS
