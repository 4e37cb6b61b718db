/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* Agreement with known classes. Both label arrays may hold any values, sparse or negative. */
typedef struct
{
  double acc;           /* Kuhn-Munkres matching */
  double nmi;           /* geometric mean: I / sqrt (H(P) H(Q)) */
  double ari;
  double ami;           /* arithmetic mean */
  double purity;
  double homogeneity;
  double completeness;
  double v_measure;
} EqpExternalMeasures;

/* How even the sizes are. */
typedef struct
{
  double size_entropy;       /* entropy of the sizes over ln K; 1 for K = 1 */
  double size_cv;            /* population standard deviation over mean */
  gint64 min;
  gint64 max;
  double sum_squared;        /* sum n_k^2 */
  double sum_squared_ratio;  /* over n^2 / K; 1 is perfectly even */
} EqpBalanceMeasures;

void     eqp_metrics_external          (gint64                 n,
                                        const gint32          *truth,
                                        const gint32          *labels,
                                        EqpExternalMeasures   *measures);
void     eqp_metrics_balance           (gint                   k,
                                        const gint64          *sizes,
                                        EqpBalanceMeasures    *measures);
double   eqp_metrics_sse               (const EqpDataset      *dataset,
                                        gint                   k,
                                        const gint32          *labels);
void     eqp_hungarian                 (gint                   rows,
                                        gint                   columns,
                                        const double          *cost,
                                        gint                  *match);

G_END_DECLS
