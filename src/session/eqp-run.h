/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-given.h"
#include "eqp-mailbox.h"

G_BEGIN_DECLS

typedef enum {
  EQP_RUN_IDLE,
  EQP_RUN_RUNNING,
  EQP_RUN_STOPPING,
  EQP_RUN_DONE,
  EQP_RUN_FAILED,
  EQP_RUN_CANCELLED
} EqpRunState;

/* What was seen of a run that is over, so that it can be seen again without running. */
typedef struct
{
  GArray    *steps;   /* EqpStep */
  GArray    *sizes;   /* gint64, k a step */
  GPtrArray *labels;  /* EqpLabels, one a step; NULL: not kept of that step */
  gboolean   thinned; /* not of all that had some */
  EqpLabels *initial; /* what it started from, or NULL */
  gint       restart;
  gint       restarts;
  gint       starts;  /* the rest is of its result */
  gint       reached;
  double     assignment_gap;
  GPtrArray *warnings;
} EqpRunTrace;

#define EQP_TYPE_RUN (eqp_run_get_type ())
G_DECLARE_FINAL_TYPE (EqpRun, eqp_run, EQP, RUN, GObject)

/* What the label history of one run may take. */
#define EQP_RUN_LABEL_BUDGET ((gsize) 64 << 20)

EqpRun          *eqp_run_new               (void) G_GNUC_WARN_UNUSED_RESULT;
void             eqp_run_set_label_budget  (EqpRun           *self,
                                            gsize             bytes);
void             eqp_run_set_graph         (EqpRun           *self,
                                            EqpGraph         *graph);
void             eqp_run_set_like          (EqpRun           *self,
                                            EqpLabels        *like);
void             eqp_run_set_given         (EqpRun           *self,
                                            EqpGiven         *given);
EqpGiven        *eqp_run_get_given         (EqpRun           *self);
void             eqp_run_set_preparation   (EqpRun           *self,
                                            const EqpPreparation *preparation);
const EqpPreparation *eqp_run_get_preparation (EqpRun        *self);
void             eqp_run_start             (EqpRun           *self,
                                            EqpDataset       *dataset,
                                            const EqpSolver  *solver,
                                            const EqpParams  *params,
                                            EqpLabels        *initial,
                                            guint             threads);
void             eqp_run_take              (EqpRun           *self,
                                            EqpDataset       *dataset,
                                            const EqpSolver  *solver,
                                            const EqpParams  *params,
                                            EqpResult        *result,
                                            EqpLabels        *labels);
void             eqp_run_take_trace        (EqpRun           *self,
                                            EqpDataset       *dataset,
                                            const EqpSolver  *solver,
                                            const EqpParams  *params,
                                            EqpResult        *result,
                                            EqpRunTrace      *trace);
EqpRunTrace     *eqp_run_dup_trace         (EqpRun           *self) G_GNUC_WARN_UNUSED_RESULT;
EqpRunTrace     *eqp_run_trace_new         (void) G_GNUC_WARN_UNUSED_RESULT;
void             eqp_run_trace_free        (EqpRunTrace      *self);
gboolean         eqp_run_was_taken         (EqpRun           *self);
void             eqp_run_cancel            (EqpRun           *self);
gboolean         eqp_run_drain             (EqpRun           *self);

EqpRunState      eqp_run_get_state         (EqpRun           *self);
gboolean         eqp_run_is_over           (EqpRun           *self);
EqpDataset      *eqp_run_get_dataset       (EqpRun           *self);
EqpGraph        *eqp_run_get_graph         (EqpRun           *self);
const EqpSolver *eqp_run_get_solver        (EqpRun           *self);
const EqpParams *eqp_run_get_params        (EqpRun           *self);
EqpLabels       *eqp_run_get_initial       (EqpRun           *self);
const EqpResult *eqp_run_get_result        (EqpRun           *self);
const GError    *eqp_run_get_error         (EqpRun           *self);
gint             eqp_run_get_restart       (EqpRun           *self,
                                            gint             *restarts);
gint64           eqp_run_get_n_steps       (EqpRun           *self);
const EqpStep   *eqp_run_get_step          (EqpRun           *self,
                                            gint64            step);
const gint64    *eqp_run_get_sizes         (EqpRun           *self,
                                            gint64            step);
gint             eqp_run_get_k             (EqpRun           *self);
EqpLabels       *eqp_run_get_latest_labels (EqpRun           *self);
EqpLabels       *eqp_run_dup_labels        (EqpRun           *self,
                                            gint64            step,
                                            gint64           *found);
gboolean         eqp_run_is_thinned        (EqpRun           *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpRunTrace, eqp_run_trace_free)

G_END_DECLS
