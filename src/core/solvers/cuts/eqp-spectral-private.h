/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph/eqp-eigen-private.h"
#include "solvers/eqp-solvers-private.h"

G_BEGIN_DECLS

/* What a partition costs; s (a, b) is the weight between two sets, cut_k = s (C_k, rest). */
typedef enum {
  EQP_CUT_SUM,          /* sum cut_k: W - Tr (F'AF) */
  EQP_CUT_RATIO,        /* sum cut_k / n_k */
  EQP_CUT_NORMALIZED,   /* sum cut_k / s (C_k, all) */
  EQP_CUT_MINMAX        /* sum cut_k / s (C_k, C_k) */
} EqpCutKind;

typedef struct
{
  EqpSpectrum  spectrum;
  gboolean     unit_rows;   /* rows of the embedding are brought to length 1 */
  EqpCutKind   cut;         /* what is reported as the objective */
} EqpSpectralMethod;

/* A partition of a graph and its sums, kept up to date. */
typedef struct
{
  EqpGraph  *graph;
  gint       k;
  gint32    *labels;    /* n, borrowed */
  gint64    *sizes;     /* k */
  double    *cuts;      /* k: s (C_k, rest) */
  double    *within;    /* k: s (C_k, C_k), every edge twice */
} EqpPartition;

void       _eqp_partition_init     (EqpPartition             *self,
                                    EqpGraph                 *graph,
                                    gint                      k,
                                    gint32                   *labels);
void       _eqp_partition_clear    (EqpPartition             *self);
double     _eqp_partition_cut      (const EqpPartition       *self);
double     _eqp_partition_value    (const EqpPartition       *self,
                                    EqpCutKind                kind);
double     _eqp_partition_term     (const EqpPartition       *self,
                                    EqpCutKind                kind,
                                    gint64                    size,
                                    double                    cut,
                                    double                    within);
EqpResult *_eqp_partition_result   (const EqpPartition       *self,
                                    EqpCutKind                kind,
                                    const EqpParams          *params);
gboolean   _eqp_spectral_labels    (EqpGraph                 *graph,
                                    const EqpSpectralMethod  *method,
                                    const EqpParams          *params,
                                    EqpContext               *context,
                                    EqpTrace                 *trace,
                                    gint32                   *labels,
                                    GPtrArray                *warnings,
                                    gboolean                 *converged,
                                    gboolean                 *cancelled,
                                    GError                  **error);
double     _eqp_spectral_cost_affinity (double                n,
                                    const EqpGraph           *graph,
                                    const EqpParams          *params);
double     _eqp_spectral_cost_laplacian (double               n,
                                    const EqpGraph           *graph,
                                    const EqpParams          *params);
double     _eqp_spectral_cost_starts (double                  n,
                                    const EqpGraph           *graph,
                                    const EqpParams          *params);
EqpResult *_eqp_spectral_run       (EqpDataset               *dataset,
                                    const EqpSpectralMethod  *method,
                                    const EqpParams          *params,
                                    EqpContext               *context,
                                    GError                  **error);

G_END_DECLS
