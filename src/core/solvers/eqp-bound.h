/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"
#include "eqp-solver.h"

G_BEGIN_DECLS

/* Rows of one relaxation at the most; more rows are cut into parts whose bounds add up. */
#define EQP_BOUND_ROWS 400

/* What no labelling can go below. */
typedef struct
{
  double    bound;      /* of SSE + gamma sum n_k^2, with the limits of size kept */
  double    gap;        /* how far the labelling known may be above the least one, as a share of what can be avoided */
  gint      parts;      /* 1: one relaxation of all rows */
  gint64    iterations; /* over all parts */
  gboolean  cancelled;  /* stopped before it had settled; the bound is one all the same */
} EqpBound;

typedef void (*EqpBoundFunc) (const EqpBound *bound,
                              gpointer        user_data);

gboolean eqp_bound_can_be_found (const EqpSolver *solver,
                                 EqpDataset      *dataset);
gboolean eqp_bound_find         (EqpDataset      *dataset,
                                 const EqpParams *params,
                                 double           objective,
                                 double           seconds,
                                 EqpBoundFunc     func,
                                 gpointer         user_data,
                                 GCancellable    *cancellable,
                                 EqpBound        *bound,
                                 GError         **error);

G_END_DECLS
