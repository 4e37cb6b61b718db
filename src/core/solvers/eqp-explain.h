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
  double *data;      /* k: squared distance to the center, with weights times w, or edge weight lost; NaN: no center */
  double *prices;    /* k: gamma * (2 s + 1), with weights gamma * w (2 s + w) */
  gint64 *others;    /* k: s, rows in the cluster besides this one */
} EqpExplanation;

/* What is told of each of n rows; what is NULL is not looked for. */
typedef struct
{
  gint32 *second;  /* the cheapest cluster besides the own one, the first of equal ones; -1: there is none */
  double *margins; /* how much more that one would cost; below 0 where a move would help; NaN without a second choice */
  gint32 *nearest; /* the cluster of least data cost; the own one among equals */
  double *prices;  /* how much more the own cluster costs than that one, in the data alone: what is paid for balance */
} EqpRowChoices;

EqpExplanation *eqp_explain_row      (EqpDataset      *dataset,
                                      EqpGraph        *graph,
                                      gint             k,
                                      const gint32    *labels,
                                      const double    *weights,
                                      double           gamma,
                                      gint64           row) G_GNUC_WARN_UNUSED_RESULT;
gboolean        eqp_explain_all      (EqpDataset      *dataset,
                                      EqpGraph        *graph,
                                      gint             k,
                                      const gint32    *labels,
                                      double           gamma,
                                      GCancellable    *cancellable,
                                      const EqpRowChoices *choices,
                                      GError         **error);
void            eqp_explanation_free (EqpExplanation  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpExplanation, eqp_explanation_free)

G_END_DECLS
