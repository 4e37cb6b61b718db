/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"
#include "solvers/cuts/eqp-multilevel-private.h"

/* A partition that is judged anew, from the graph alone, at every question (eqp-check-walk.c, eqp-check-flow.c). */
typedef struct
{
  const EqpLevel *graph;
  int             k;
  gboolean        limited;
  gint64          fewest, most;
  gboolean        dense;
  gint32         *labels;     /* n */
} EqpCheckPartition;

double    eqp_check_value          (const EqpCheckPartition *self,
                                    EqpPrices                prices);
double    eqp_check_cut            (const EqpCheckPartition *self);
gboolean  eqp_check_walk           (EqpCheckPartition       *self,
                                    EqpPrices                judge,
                                    const EqpWalkPlan       *plan,
                                    EqpRng                  *rng);
gboolean  eqp_check_walk_local     (EqpCheckPartition       *self,
                                    EqpPrices                judge,
                                    const EqpWalkPlan       *plan,
                                    EqpRng                  *rng);
gboolean  eqp_check_flow           (EqpCheckPartition       *self,
                                    EqpPrices                judge,
                                    double                   share,
                                    int                      rounds);
void      eqp_check_walk_repair    (EqpCheckPartition       *self);
gint64    eqp_check_coarsen        (const EqpLevel          *fine,
                                    const gint32            *keep,
                                    gint64                   most_mass,
                                    gint64                   wanted,
                                    EqpRng                  *rng,
                                    gint32                  *map);
