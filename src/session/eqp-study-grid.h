/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-study-plan.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

/* Which runs a study of the window makes. */
typedef struct
{
  double   least;     /* relative gammas, above 0; between them it goes by equal factors */
  double   most;
  gint     n_gammas;  /* 2 or more */
  gint64   seeds;     /* 1 or more, counted up from that of the settings */
  gboolean plain;     /* beside the method the one without gamma */
  gboolean published; /* and the published algorithm */
} EqpStudyGrid;

guint         eqp_study_grid_count_cells (const EqpStudyGrid  *self,
                                          const EqpSolver     *solver);
EqpStudyPlan *eqp_study_grid_plan        (const EqpStudyGrid  *self,
                                          const EqpSolver     *solver,
                                          const EqpSettings   *settings,
                                          const char          *data,
                                          EqpDataset          *dataset,
                                          EqpGiven            *given) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
