/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* The leading principal components of a data set. */
typedef struct
{
  gint64   d;            /* features of the data set it was computed from */
  gint     n_components;
  double  *mean;         /* d, in stored (offset, scaled) units */
  double  *components;   /* n_components x d, unit rows, sign: the largest entry by size is positive */
  double  *variances;    /* n_components, descending, divided by n */
  double   total_variance;
} EqpPca;

EqpPca     *eqp_pca_new            (EqpDataset     *dataset,
                                    gint            n_components,
                                    guint           threads,
                                    GCancellable   *cancellable,
                                    GError        **error) G_GNUC_WARN_UNUSED_RESULT;
void        eqp_pca_free           (EqpPca         *self);
void        eqp_pca_project        (const EqpPca   *self,
                                    EqpDataset     *dataset,
                                    guint           threads,
                                    float          *scores);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpPca, eqp_pca_free)

G_END_DECLS
