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

/* SSE, Davies-Bouldin, Calinski-Harabasz; NaN where they are not defined. */
typedef struct
{
  double sse;
  double davies_bouldin;
  double calinski_harabasz;
} EqpCenterMeasures;

typedef struct
{
  double value;    /* NaN: not defined */
  double error;    /* standard error where a sample was looked at; 0: all rows were */
  gint64 sampled;  /* rows it is the mean of */
  gint64 n;        /* of so many */
  double  seconds; /* that it took */
} EqpSilhouette;

/* Of how many rows the silhouette is taken. */
typedef enum {
  EQP_SILHOUETTE_AUTO,   /* all up to 20,000, a sample of more */
  EQP_SILHOUETTE_SAMPLE  /* a sample wherever all would take more than a second or two */
} EqpSilhouetteRows;

/* Those but the cut are NaN where they are not defined. */
typedef struct
{
  double cut;              /* W - Tr(F'AF): each edge twice */
  double conductance_max;
  double conductance_mean;
  double modularity;
} EqpGraphMeasures;

/* What sizes chance alone would give to n rows in k clusters: quantiles at 5 % and 95 %. */
typedef struct
{
  gint64 n;
  gint   k;
  gint64 low;            /* of any one cluster */
  gint64 high;
  gint64 largest_low;    /* of the largest */
  gint64 largest_high;
  gint64 smallest_low;   /* of the smallest */
  gint64 smallest_high;
} EqpSizeBand;

/* A class and the cluster that stands for it. */
typedef struct
{
  gint32 klass;
  gint32 cluster;
  gint64 shared;  /* rows */
} EqpMatch;

void     eqp_metrics_external          (gint64                 n,
                                        const gint32          *truth,
                                        const gint32          *labels,
                                        EqpExternalMeasures   *measures);
GArray  *eqp_metrics_match             (gint64                 n,
                                        const gint32          *truth,
                                        const gint32          *labels) G_GNUC_WARN_UNUSED_RESULT;
void     eqp_metrics_balance           (gint                   k,
                                        const gint64          *sizes,
                                        EqpBalanceMeasures    *measures);
double   eqp_metrics_sse               (const EqpDataset      *dataset,
                                        gint                   k,
                                        const gint32          *labels);
void     eqp_metrics_centers           (EqpPoints              points,
                                        gint                   k,
                                        const gint32          *labels,
                                        EqpPool               *pool,
                                        GCancellable          *cancellable,
                                        EqpCenterMeasures     *measures);
void     eqp_metrics_silhouette        (EqpPoints              points,
                                        gint                   k,
                                        const gint32          *labels,
                                        EqpSilhouetteRows      how_many,
                                        guint64                seed,
                                        EqpPool               *pool,
                                        GCancellable          *cancellable,
                                        EqpSilhouette         *silhouette);
void     eqp_metrics_graph             (const EqpGraph        *graph,
                                        gint                   k,
                                        const gint32          *labels,
                                        EqpGraphMeasures      *measures);
void     eqp_size_band                 (gint64                 n,
                                        gint                   k,
                                        EqpSizeBand           *band);
void     eqp_hungarian                 (gint                   rows,
                                        gint                   columns,
                                        const double          *cost,
                                        gint                  *match);

G_END_DECLS
