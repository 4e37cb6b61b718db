/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-newest.h"
#include "eqp-progress.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

/* Which start to make once the run in flight has ended. */
typedef enum {
  NEXT_NOTHING,
  NEXT_COLD,
  NEXT_WARM
} EqpNextStart;

struct _EqpWorkspace
{
  GObject            parent_instance;
  guint              threads;

  /* data: eqp-workspace.c */
  EqpDataset        *dataset;
  EqpDataset        *prepared;
  EqpPreparation     preparation;
  EqpProjection     *projection;
  EqpProjectionSpec  projection_spec;
  GCancellable      *load_cancellable;
  GCancellable      *prepare_cancellable;
  GCancellable      *project_cancellable;
  EqpProgressBox    *progress;
  double             busy_fraction;
  char              *busy_what;

  /* settings: eqp-workspace.c */
  EqpSettings        settings;
  double             gamma;
  double             gamma_rel;

  /* runs: eqp-workspace-run.c */
  EqpRun            *run;       /* the newest started */
  EqpRun            *shown_run; /* whose steps are shown: @run, once it has any */
  EqpNextStart       next;
  gint64             step;      /* -1: follow */
  EqpLabels         *labels;    /* shown */
  EqpRun            *reference;
  char              *reference_key;
  GHashTable        *references; /* key -> finished EqpRun of plain k-means */
  EqpNewest         *measurer;
  EqpMeasures       *measures;
  guint              measure_source;
};

enum {
  EQP_WORKSPACE_DATA_CHANGED,
  EQP_WORKSPACE_SETTINGS_CHANGED,
  EQP_WORKSPACE_PROJECTION_CHANGED,
  EQP_WORKSPACE_BUSY_CHANGED,
  EQP_WORKSPACE_STATE_CHANGED,
  EQP_WORKSPACE_STEPS_CHANGED,
  EQP_WORKSPACE_SHOWN_CHANGED,
  EQP_WORKSPACE_MEASURES_CHANGED,
  EQP_WORKSPACE_PENDING,
  EQP_WORKSPACE_FAILED,
  EQP_WORKSPACE_N_SIGNALS
};

extern guint _eqp_workspace_signals[EQP_WORKSPACE_N_SIGNALS];

void _eqp_workspace_emit         (EqpWorkspace  *self,
                                  int            signal);
void _eqp_workspace_fail         (EqpWorkspace  *self,
                                  const char    *message);
void _eqp_workspace_run_init     (EqpWorkspace  *self);
void _eqp_workspace_run_dispose  (EqpWorkspace  *self);
void _eqp_workspace_run_reset    (EqpWorkspace  *self);
void _eqp_workspace_run_prepared (EqpWorkspace  *self);

G_END_DECLS
