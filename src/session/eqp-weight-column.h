/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

double *eqp_weight_column_read    (const char              *data,
                                   const EqpImportOptions  *import,
                                   const char              *column,
                                   EqpDataset              *dataset,
                                   GCancellable            *cancellable,
                                   GError                 **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean eqp_weight_column_is_measured (const double       *weights,
                                   gint64                   n);
gint64  eqp_weight_column_measure (const double            *weights,
                                   const EqpMeasureInput   *input,
                                   EqpMeasureSet           *set,
                                   EqpMeasureGroups         groups,
                                   EqpPool                 *pool,
                                   GCancellable            *cancellable);

G_END_DECLS
