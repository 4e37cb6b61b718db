/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-dataset.h"
#include "eqp-pca.h"

G_BEGIN_DECLS

/* Both fill components and variances of a PCA whose sizes and mean are set. */
gboolean _eqp_pca_exact              (EqpPca         *self,
                                      EqpDataset     *dataset,
                                      EqpPool        *pool,
                                      GCancellable   *cancellable,
                                      GError        **error);
gboolean _eqp_pca_iterate            (EqpPca         *self,
                                      EqpDataset     *dataset,
                                      EqpPool        *pool,
                                      GCancellable   *cancellable,
                                      GError        **error);
gint64   _eqp_pca_orthonormalize     (double         *rows,
                                      gint64          first,
                                      gint64          n_rows,
                                      gint64          d,
                                      double          tolerance,
                                      GCancellable   *cancellable);

G_END_DECLS
