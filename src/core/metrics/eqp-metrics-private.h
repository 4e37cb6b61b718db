/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-kernels.h"

G_BEGIN_DECLS

/* Rows with a cluster, cluster after cluster, and in their order within each. */
typedef struct
{
  gint    k;
  gint64  n;       /* rows that have a cluster */
  gint64 *rows;    /* n */
  gint64 *starts;  /* k + 1 */
  gint    filled;  /* clusters that are not empty */
} EqpRowsByCluster;

void   _eqp_rows_by_cluster_init  (EqpRowsByCluster  *self,
                                   gint64             n,
                                   gint               k,
                                   const gint32      *labels);
void   _eqp_rows_by_cluster_clear (EqpRowsByCluster  *self);
double _eqp_sse_of_rows           (EqpPoints               points,
                                   const EqpRowsByCluster *rows);
void   _eqp_mean_of_rows          (EqpPoints               points,
                                   const gint64           *rows,
                                   gint64                  n_rows,
                                   double                 *mean);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpRowsByCluster, _eqp_rows_by_cluster_clear)

G_END_DECLS
