/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-run.h"

G_BEGIN_DECLS

/* The labels a run starts from. Where they have another K the thread makes those of the right one. */
typedef struct
{
  EqpLabels *given;
  EqpLabels *made;  /* atomic: set once by the thread */
} EqpRunStart;

struct _EqpRun
{
  GObject          parent_instance;

  EqpRunState      state;
  EqpMailbox      *mailbox;
  GCancellable    *cancellable;
  gsize            label_budget;

  EqpDataset      *dataset;
  EqpGraph        *graph;
  const EqpSolver *solver;
  EqpParams        params;
  EqpPreparation   preparation; /* of the data set */
  EqpGiven        *given;   /* what @params borrow from; NULL: nothing */
  EqpRunStart     *start;   /* NULL: a cold start */
  EqpLabels       *like;    /* what its clusters are numbered like; NULL: nothing */
  gboolean         taken;   /* its result was there before it */
  gboolean         thinned; /* and labels of some of its steps were not */

  GArray          *steps; /* EqpStep */
  GArray          *sizes; /* gint64, k a step */
  gint             k;
  EqpLabels       *latest;
  gint             restart;  /* starts that are over */
  gint             restarts; /* 0: a single one */
  EqpResult       *result;
  GError          *error;
};

void _eqp_run_set_state (EqpRun          *self,
                         EqpRunState      state);
void _eqp_run_set_up    (EqpRun          *self,
                         EqpDataset      *dataset,
                         const EqpSolver *solver,
                         const EqpParams *params);

G_END_DECLS
