/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* How many rows each pair of class and cluster shares. Only cells that are not empty are kept: at most n of them. */
typedef struct
{
  gint64  n;
  gint    n_classes;
  gint    n_clusters;
  gint64 *class_sizes;   /* n_classes, all above 0 */
  gint64 *cluster_sizes; /* n_clusters, all above 0 */
  gint64 *starts;        /* n_classes + 1: where the cells of a class begin */
  gint32 *clusters;      /* of each cell */
  gint64 *counts;        /* of each cell, all above 0 */
} EqpContingency;

void   _eqp_contingency_init  (EqpContingency       *self,
                               gint64                n,
                               const gint32         *truth,
                               const gint32         *labels);
void   _eqp_contingency_clear (EqpContingency       *self);
gint64 _eqp_contingency_match (const EqpContingency *self,
                               gint                 *partners);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpContingency, _eqp_contingency_clear)

G_END_DECLS
