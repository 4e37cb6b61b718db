/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

EqpSparseRows *_eqp_sparse_rows_new      (gint64                n,
                                          gint64                d,
                                          gint64                entries,
                                          GError              **error) G_GNUC_WARN_UNUSED_RESULT;
void           _eqp_sparse_rows_free     (EqpSparseRows        *self);
EqpSparseRows *_eqp_sparse_rows_turn     (const EqpSparseRows  *self,
                                          GError              **error) G_GNUC_WARN_UNUSED_RESULT;
void           _eqp_sparse_rows_take     (EqpSparseRows        *self,
                                          const EqpSparseRows  *from,
                                          const gint32         *rows,
                                          gint64                n);
float          _eqp_sparse_rows_get      (const EqpSparseRows  *self,
                                          gint64                row,
                                          gint64                column);
void           _eqp_sparse_rows_spread   (const EqpSparseRows  *self,
                                          gint64                row,
                                          float                *values);
void           _eqp_sparse_rows_add      (const EqpSparseRows  *self,
                                          gint64                row,
                                          double                factor,
                                          double               *sums);
double         _eqp_sparse_rows_norm     (const EqpSparseRows  *self,
                                          gint64                row);
double         _eqp_sparse_rows_between  (const EqpSparseRows  *self,
                                          gint64                a,
                                          gint64                b);
void           _eqp_sparse_rows_products (const EqpSparseRows  *self,
                                          const EqpSparseRows  *turned,
                                          gint64                row,
                                          double               *products);
double        *_eqp_sparse_rows_norms    (const EqpSparseRows  *self,
                                          GError              **error) G_GNUC_WARN_UNUSED_RESULT;
double         _eqp_sparse_rows_distance (const EqpSparseRows  *self,
                                          gint64                row,
                                          const double         *center,
                                          double                norm);

static inline gint64
_eqp_sparse_rows_count (const EqpSparseRows *self)
{
  return self->starts[self->n];
}

/* A distance below this share of the norms that it is the difference of has lost more than four of sixteen digits. */
#define EQP_SPARSE_CANCELED 1e-4

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpSparseRows, _eqp_sparse_rows_free)

G_END_DECLS
