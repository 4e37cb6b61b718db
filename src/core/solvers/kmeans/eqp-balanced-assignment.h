/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* The balanced assignment problem (BA): minimise sum_i cost[i][z_i] + gamma * sum_k n_k^2. */
typedef struct
{
  double  objective;   /* of the labels found, in double */
  double  bound;       /* dual lower bound */
  double  gap;         /* objective - bound, the certificate: 0 but for rounding; taken as a sum of terms >= 0 */
  gint64  repairs;     /* rows moved after the dual prices were settled */
  gint    evaluations; /* of the dual function */
} EqpAssignmentReport;

gboolean eqp_balanced_assignment       (gint64                  n,
                                        gint                    k,
                                        const double           *cost,
                                        double                  gamma,
                                        EqpPool                *pool,
                                        double                 *prices,
                                        gint32                 *labels,
                                        EqpAssignmentReport    *report,
                                        GCancellable           *cancellable,
                                        GError                **error);

G_END_DECLS
