/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cblas.h>

#include "eqp-types.h"

G_BEGIN_DECLS

void     eqp_blas_init         (void);
gboolean eqp_symmetric_eigen   (gint64         n,
                                double        *matrix,
                                gint64         n_largest,
                                double        *values,
                                double        *vectors,
                                GCancellable  *cancellable,
                                GError       **error);

G_END_DECLS
