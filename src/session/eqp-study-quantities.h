/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

/* What a cell of a study tells in numbers, in the order people see it: these, and then all measures. */
enum {
  EQP_QUANTITY_OBJECTIVE,
  EQP_QUANTITY_DATA_TERM,
  EQP_QUANTITY_PENALTY,
  EQP_QUANTITY_ITERATIONS,
  EQP_QUANTITY_SECONDS,
  EQP_QUANTITY_FIRST_MEASURE,
  EQP_N_QUANTITIES = EQP_QUANTITY_FIRST_MEASURE + EQP_N_MEASURES
};

const char     *eqp_quantity_get_id      (guint               quantity);
const char     *eqp_quantity_get_name    (guint               quantity);
EqpBetter       eqp_quantity_get_better  (guint               quantity);
EqpMeasureKind  eqp_quantity_get_kind    (guint               quantity);
void            eqp_quantities_take      (EqpDataset         *dataset,
                                          EqpGraph           *graph,
                                          const double       *weights,
                                          EqpMeasureGroups    groups,
                                          const EqpResult    *result,
                                          EqpPool            *pool,
                                          GCancellable       *cancellable,
                                          double             *values);

G_END_DECLS
