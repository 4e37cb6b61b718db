/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "graph/eqp-graph.h"

G_BEGIN_DECLS

/* How a search for a minimum cut ended. */
typedef enum
{
  EQP_MINIMUM_CUT_FOUND,
  EQP_MINIMUM_CUT_CANCELLED,
  EQP_MINIMUM_CUT_FAILED        /* the library says so */
} EqpMinimumCutEnd;

EqpMinimumCutEnd  _eqp_minimum_cut  (const EqpCsr   *csr,
                                     GCancellable   *cancellable,
                                     gboolean       *side,
                                     double         *cost,
                                     const char    **problem);

G_END_DECLS
