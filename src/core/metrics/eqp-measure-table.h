/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* Every measure there is, in the order people see them. */
typedef enum {
  EQP_MEASURE_ACC,
  EQP_MEASURE_NMI,
  EQP_MEASURE_ARI,
  EQP_MEASURE_AMI,
  EQP_MEASURE_PURITY,
  EQP_MEASURE_HOMOGENEITY,
  EQP_MEASURE_COMPLETENESS,
  EQP_MEASURE_V,
  EQP_MEASURE_SSE,
  EQP_MEASURE_SSE_PER_N,
  EQP_MEASURE_SILHOUETTE,
  EQP_MEASURE_DAVIES_BOULDIN,
  EQP_MEASURE_CALINSKI_HARABASZ,
  EQP_MEASURE_CUT,
  EQP_MEASURE_CONDUCTANCE_MAX,
  EQP_MEASURE_CONDUCTANCE_MEAN,
  EQP_MEASURE_MODULARITY,
  EQP_MEASURE_SIZE_ENTROPY,
  EQP_MEASURE_SIZE_CV,
  EQP_MEASURE_MIN,
  EQP_MEASURE_MAX,
  EQP_MEASURE_MAX_MINUS_MIN,
  EQP_MEASURE_SUM_SQUARED,
  EQP_MEASURE_SUM_SQUARED_RATIO,
  EQP_N_MEASURES
} EqpMeasureId;

/* What a measure is computed from; one computation gives all measures of a group. */
typedef enum {
  EQP_MEASURES_TRUTH      = 1 << 0, /* labels and known classes */
  EQP_MEASURES_POINTS     = 1 << 1, /* labels and points, in time linear in the rows */
  EQP_MEASURES_SILHOUETTE = 1 << 2, /* labels and all pairs of points: takes seconds */
  EQP_MEASURES_GRAPH      = 1 << 3, /* labels and a graph */
  EQP_MEASURES_BALANCE    = 1 << 4, /* labels alone */
  EQP_MEASURES_ALL        = (1 << 5) - 1
} EqpMeasureGroups;

typedef enum {
  EQP_BETTER_NONE, /* neither: it tells, it does not judge */
  EQP_BETTER_HIGH,
  EQP_BETTER_LOW
} EqpBetter;

typedef enum {
  EQP_MEASURE_SHARE,   /* around 0..1, shown with fixed digits */
  EQP_MEASURE_AMOUNT,  /* in units of the data, shown with significant digits */
  EQP_MEASURE_COUNT    /* a whole number */
} EqpMeasureKind;

/* The card of a measure. Texts are in English and marked for translation. */
typedef struct
{
  const char       *id;         /* as in JSON */
  const char       *name;       /* short, for a row of a table */
  const char       *meaning;    /* one sentence */
  const char       *formula;    /* plain text */
  const char       *variant;    /* of the variants that go by this name: which one */
  const char       *degenerate; /* one sentence: what is shown where the formula says nothing */
  EqpBetter         better;
  EqpMeasureGroups  group;
  EqpMeasureKind    kind;
} EqpMeasure;

const EqpMeasure *eqp_measure_get  (EqpMeasureId  measure);
int               eqp_measure_find (const char   *id);

G_END_DECLS
