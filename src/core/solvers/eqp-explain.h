/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* What it costs to have one row in each of the clusters, everything else staying where it is. */
typedef struct
{
  gint    k;
  gint    own;       /* the cluster of the row */
  gint    nearest;   /* least data cost; @own among equals */
  gint    cheapest;  /* least data cost + price; @own among equals */
  double *data;      /* k: squared distance to the center, or edge weight lost; NaN: an empty cluster has no center */
  double *prices;    /* k: gamma * (2 s + 1) */
  gint64 *others;    /* k: s, rows in the cluster besides this one */
} EqpExplanation;

EqpExplanation *eqp_explain_row      (EqpDataset      *dataset,
                                      EqpGraph        *graph,
                                      gint             k,
                                      const gint32    *labels,
                                      double           gamma,
                                      gint64           row) G_GNUC_WARN_UNUSED_RESULT;
gboolean        eqp_explain_all      (EqpDataset      *dataset,
                                      EqpGraph        *graph,
                                      gint             k,
                                      const gint32    *labels,
                                      double           gamma,
                                      GCancellable    *cancellable,
                                      gint32          *second,
                                      double          *margin,
                                      GError         **error);
void            eqp_explanation_free (EqpExplanation  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpExplanation, eqp_explanation_free)

G_END_DECLS
