/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-progress.h"

G_BEGIN_DECLS

/* The nearest rows of every row, nearest first, the row itself left out; equal distances go by the lower row. */
typedef struct
{
  gint64   n;
  gint     k;
  gint32  *ids;          /* n x k, from eqp_try_alloc () */
  double  *distances;    /* n x k, not squared, in stored units: times @unit in those of the data */
  double   unit;
  double   recall;       /* share of true neighbours among those found; 1 when exact */
  gint64   recall_rows;  /* rows the recall was measured on; 0 when exact */
} EqpNeighbors;

EqpNeighbors *eqp_neighbors_new   (gint64               n,
                                   gint                 k,
                                   GError             **error) G_GNUC_WARN_UNUSED_RESULT;
EqpNeighbors *eqp_neighbors_find  (EqpPoints            points,
                                   gint                 k,
                                   EqpSearch            search,
                                   EqpPool             *pool,
                                   GCancellable        *cancellable,
                                   const EqpProgress   *progress,
                                   GError             **error) G_GNUC_WARN_UNUSED_RESULT;
void          eqp_neighbors_free  (EqpNeighbors        *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpNeighbors, eqp_neighbors_free)

G_END_DECLS
