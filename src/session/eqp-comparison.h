/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-labels.h"

G_BEGIN_DECLS

#define EQP_COMPARISON_MAX_RUNS 6

/* Beyond so many clusters the table of both would be larger than anybody reads. */
#define EQP_COMPARISON_MAX_TABLE 1000

/* A question to a thread: everything that looks at each row. */
typedef struct
{
  guint       n_runs;
  EqpLabels  *labels[EQP_COMPARISON_MAX_RUNS];  /* in the numbers of their methods */
  gint       *numbers[EQP_COMPARISON_MAX_RUNS]; /* by which clusters have been shown so far; NULL: not yet */
  gint64     *weighed[EQP_COMPARISON_MAX_RUNS]; /* sizes that count weights of rows; NULL: each row counts once */
  guint       first;                            /* the two that are looked at closely; equal: none */
  guint       second;
  EqpDataset *dataset;                          /* as the methods see it, or NULL */
  EqpGraph   *graph;                            /* instead: costs are edges; or NULL */
  guint       serial;                           /* for the asker */
} EqpComparisonJob;

/* A row that is in another cluster in the second run. */
typedef struct
{
  gint64 row;
  gint32 from;  /* by the number shown */
  gint32 to;
  double cost;  /* how much farther from its center in squares, or how much edge weight lost; NaN: not known */
} EqpMovedRow;

/* Clusters are told by the numbers they are shown by: those that share the most rows have the same. */
typedef struct
{
  guint        serial;
  guint        n_runs;
  gint64       n;
  gint         k;                                /* numbers shown: 0..k-1 */
  EqpLabels   *labels[EQP_COMPARISON_MAX_RUNS];  /* by them */
  gint        *numbers[EQP_COMPARISON_MAX_RUNS]; /* of each cluster of the method */
  gint64      *sizes[EQP_COMPARISON_MAX_RUNS];   /* k; 0 also where a run has no such cluster */
  gint         own_k[EQP_COMPARISON_MAX_RUNS];   /* clusters that a run has */
  gboolean     weighted[EQP_COMPARISON_MAX_RUNS]; /* they are sums of weights of rows */
  guint        first;
  guint        second;
  gint64      *table;                            /* k x k, rows of the table are clusters of the first; or NULL */
  gint64       n_moved;
  EqpMovedRow *moved;                            /* n_moved, the dearest first; or NULL: memory is short */
  gboolean     by_edges;                         /* what costs are */
  double       cost;                             /* of all; NaN: not known */
} EqpComparison;

void           eqp_comparison_job_free (EqpComparisonJob       *self);
EqpComparison *eqp_comparison_compute  (const EqpComparisonJob *job) G_GNUC_WARN_UNUSED_RESULT;
void           eqp_comparison_free     (EqpComparison          *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpComparison, eqp_comparison_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpComparisonJob, eqp_comparison_job_free)

G_END_DECLS
