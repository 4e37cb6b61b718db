/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _EqpDataset      EqpDataset;
typedef struct _EqpDecision     EqpDecision;
typedef struct _EqpGraph        EqpGraph;
typedef struct _EqpLedger       EqpLedger;
typedef struct _EqpPool         EqpPool;
typedef struct _EqpRng          EqpRng;
typedef struct _EqpSolver       EqpSolver;
typedef struct _EqpResult       EqpResult;

/* Rows most of whose values are 0: the others of row i stand at starts[i]..starts[i + 1] - 1, by rising column. */
typedef struct
{
  gint64   n;
  gint64   d;
  gint64  *starts;      /* n + 1 */
  gint32  *columns;
  float   *values;      /* none is 0 */
} EqpSparseRows;

/* Rows of features as plain numbers, borrowed. */
typedef struct
{
  const float  *x;      /* n x d row-major; NULL where they are sparse */
  gint64        n;
  gint64        d;
  double        unit;   /* what 1 stands for in the units of the data */
  const EqpSparseRows *sparse; /* or NULL */
} EqpPoints;

/* Two rows that a problem says something about. */
typedef struct
{
  gint32 first;
  gint32 second;
} EqpRowPair;

/* Two families share one registry; each has its own relative gamma (algorithms: section 1). */
typedef enum {
  EQP_FAMILY_KMEANS,
  EQP_FAMILY_GRAPH
} EqpFamily;

typedef enum {
  EQP_INIT_KMEANSPP, /* k-means++ seeding of centres */
  EQP_INIT_RANDOM    /* random labels ("random partition") */
} EqpInit;

/* What a method does with a cluster that lost its last row. */
typedef enum {
  EQP_EMPTY_RELOCATE, /* move the centre to the row farthest from its own centre */
  EQP_EMPTY_SPLIT,    /* split the cluster with the largest SSE */
  EQP_EMPTY_KEEP      /* keep the last centre, the cluster may stay empty */
} EqpEmptyPolicy;

/* How the Gaussian affinity of two neighbours scales (algorithms: section 3). */
typedef enum {
  EQP_SCALE_LOCAL,   /* delta^2 = s_i s_j, s_i the distance to the 7th nearest */
  EQP_SCALE_MEAN,    /* delta = the mean distance to the k nearest */
  EQP_SCALE_FIXED    /* delta by hand */
} EqpScale;

/* How nearest neighbors are searched. */
typedef enum {
  EQP_SEARCH_AUTO,         /* exact up to the budget, approximate above it */
  EQP_SEARCH_EXACT,
  EQP_SEARCH_APPROXIMATE
} EqpSearch;

G_END_DECLS
