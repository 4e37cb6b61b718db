/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-study-plan.h"

G_BEGIN_DECLS

typedef enum {
  EQP_CELL_WAITING,
  EQP_CELL_RUNNING,
  EQP_CELL_DONE,
  EQP_CELL_ELSEWHERE  /* in another shard, or known before */
} EqpCellState;

typedef struct
{
  EqpCellState state;
  double       seconds; /* done: how long it took; running: for how long */
  const char  *part;    /* running: EQP_PART_*, or NULL: it does not tell */
  double       part_seconds; /* from when it was first told of to when it last was */
  double       fraction; /* of that part, as last told */
  double       first_fraction; /* and as first told */
  double       silence; /* seconds since it was last told of */
} EqpCellTime;

double eqp_forecast_processor (void);
double eqp_forecast_first_pace (guint           n_workers);
double eqp_forecast_pace  (double               first,
                           double               processor,
                           double               elapsed,
                           guint                n_workers);
double eqp_study_forecast (const EqpStudyPlan  *plan,
                           const EqpDataset    *dataset,
                           const EqpGraph      *graph,
                           const EqpCellTime   *cells,
                           guint                n_workers,
                           double               pace);

G_END_DECLS
