/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph/eqp-graph.h"
#include "solvers/eqp-solvers-private.h"

G_BEGIN_DECLS

/* How a run of the published algorithm ended. */
typedef enum {
  EQP_PUBLISHED_CONVERGED,
  EQP_PUBLISHED_OSCILLATES,
  EQP_PUBLISHED_LIMIT,
  EQP_PUBLISHED_CANCELLED
} EqpPublishedEnd;

double           _eqp_smallest_eigenvalue        (const EqpCsr  *csr,
                                                  double         gamma,
                                                  GCancellable  *cancellable);
double           _eqp_published_mincut_rho       (const EqpCsr  *csr,
                                                  double         gamma,
                                                  GCancellable  *cancellable);
EqpPublishedEnd  _eqp_published_mincut           (const EqpCsr  *csr,
                                                  int            k,
                                                  double         gamma,
                                                  double         rho,
                                                  gint64         limit,
                                                  GCancellable  *cancellable,
                                                  gint32        *labels,
                                                  EqpTrace      *trace,
                                                  gint64        *period);

G_END_DECLS
