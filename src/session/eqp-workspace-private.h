/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-newest.h"
#include "eqp-progress-box.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

/* Which start to make once the run in flight has ended. */
typedef enum {
  NEXT_NOTHING,
  NEXT_COLD,
  NEXT_WARM
} EqpNextStart;

typedef struct _EqpWorkspacePath EqpWorkspacePath;
typedef struct _EqpWorkspaceProof EqpWorkspaceProof;
typedef struct _EqpWorkspaceDrag EqpWorkspaceDrag;

struct _EqpWorkspace
{
  GObject            parent_instance;
  guint              threads;

  /* data: eqp-workspace.c */
  char              *source;    /* path, URI or "sample:ID" of the data, NULL where they are from elsewhere */
  EqpImportOptions   import;    /* how they were read; its strings are interned */
  EqpDataset        *dataset;
  EqpDataset        *prepared;
  EqpPreparation     preparation;
  EqpProjection     *projection;
  EqpProjection     *next_projection; /* of a run that is not shown yet */
  EqpDataset        *projected;       /* what the newest projection is of */
  EqpProjectionSpec  projection_spec;
  GCancellable      *load_cancellable;
  GCancellable      *prepare_cancellable;
  GCancellable      *project_cancellable;
  EqpProgressBox    *progress;
  double             busy_fraction;
  char              *busy_what;

  /* settings: eqp-workspace-settings.c */
  EqpSettings        settings;
  GHashTable        *own_params;       /* EqpSolver -> double[EQP_OWN_PARAMS] of methods not chosen now */
  double             gamma;
  double             gamma_rel;
  double             gamma_unit;       /* that @gamma and @gamma_rel agree by; 0: by none yet */
  gboolean           gamma_is_raw;     /* @gamma was given before its unit was known */

  /* what runs are given besides: eqp-workspace-given.c */
  EqpGivenSources    given_sources;
  EqpGivenSources    given_before;     /* in force again when what was asked for last cannot be read */
  gboolean           given_is_new;     /* it was asked for by hand and is not read yet */
  EqpGiven          *given;            /* as read last */
  EqpDataset        *given_of;         /* borrowed, only compared */
  EqpGivenSources    given_reading;    /* what is being read, or could not be */
  EqpDataset        *given_reading_of; /* borrowed, only compared */
  gint               given_reading_k;
  GCancellable      *given_cancellable;
  char              *given_error;      /* why it could not be read */

  /* the graph: eqp-workspace-graph.c */
  GPtrArray         *graphs;           /* cached, the one used last at the end */
  EqpGraph          *graph;            /* of the prepared data and the settings of now; NULL: not built */
  EqpGraph          *drawn_graph;      /* @graph, or the one before it until that is there */
  GCancellable      *graph_cancellable;
  EqpGraphOptions    graph_building;   /* what is being built */
  EqpDataset        *graph_building_of; /* borrowed, only compared */
  EqpProgressBox    *graph_progress;
  double             graph_fraction;
  guint              graph_source;     /* waits until the settings rest */
  gboolean           graph_declined;   /* given up or failed: not built before it is asked for again */
  char              *graph_error;
  gboolean           show_graph[2];    /* for each family */

  /* runs: eqp-workspace-run.c */
  EqpRun            *run;       /* the newest started */
  EqpRun            *shown_run; /* whose steps are shown: @run, once it has any */
  EqpNextStart       next;
  gboolean           waiting;   /* @next waits for the graph */
  gint64             step;      /* -1: follow */
  EqpLabels         *labels;    /* shown */
  EqpLabels         *before;    /* shown of the same data before other rows or columns of them were chosen */
  gboolean           follows;   /* a run was shown of them, which is to be made anew */

  /* how long the next run will take: eqp-workspace-follow.c */
  GHashTable        *slowness;  /* method, cold or warm -> double*: seconds over those of the model */

  /* measures of the labels shown: eqp-workspace-measure.c */
  EqpNewest         *measurer;
  EqpMeasures       *measures;
  guint              measure_source;
  EqpNewest         *late_measurer;    /* what takes seconds */
  EqpMeasures       *late;
  GCancellable      *late_cancellable;

  /* the path of gamma: eqp-workspace-path.c */
  EqpWorkspacePath  *path;

  /* how good the run shown is: eqp-workspace-proof.c */
  EqpWorkspaceProof *proof;

  /* gamma on the move without one: eqp-workspace-drag.c */
  EqpWorkspaceDrag  *drag;

  /* what sizes are compared with: eqp-workspace-reference.c */
  EqpRun            *reference; /* under way */
  char              *reference_key;
  guint              reference_source;
  GHashTable        *references; /* key -> finished EqpRun */
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
  EQP_WORKSPACE_GRAPH_CHANGED,
  EQP_WORKSPACE_PATH_CHANGED,
  EQP_WORKSPACE_RESTART_CHANGED,
  EQP_WORKSPACE_PENDING,
  EQP_WORKSPACE_RUN_OVER,
  EQP_WORKSPACE_FAILED,
  EQP_WORKSPACE_QUESTION,
  EQP_WORKSPACE_N_SIGNALS
};

extern guint _eqp_workspace_signals[EQP_WORKSPACE_N_SIGNALS];

void          _eqp_workspace_emit           (EqpWorkspace         *self,
                                             int                   signal);
void          _eqp_workspace_fail           (EqpWorkspace         *self,
                                             const char           *message);
void          _eqp_workspace_cancel         (GCancellable        **cancellable);
void          _eqp_workspace_start_task     (EqpWorkspace         *self,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              job,
                                             GDestroyNotify        job_free,
                                             GTaskThreadFunc       func);
EqpWorkspace *_eqp_workspace_take_owner     (gpointer              user_data);
void          _eqp_workspace_set_busy       (EqpWorkspace         *self,
                                             double                fraction,
                                             const char           *what);
void          _eqp_workspace_release        (EqpDataset          **dataset);
void          _eqp_workspace_project        (EqpWorkspace         *self);

void          _eqp_workspace_settings_init  (EqpWorkspace         *self);
void          _eqp_workspace_follow_unit    (EqpWorkspace         *self);

gboolean      _eqp_workspace_wants_given    (EqpWorkspace         *self);
void          _eqp_workspace_given_update   (EqpWorkspace         *self);
void          _eqp_workspace_given_reset    (EqpWorkspace         *self,
                                             gboolean              keep,
                                             const char           *weights);
void          _eqp_workspace_given_dispose  (EqpWorkspace         *self);

void          _eqp_workspace_graph_init     (EqpWorkspace         *self);
void          _eqp_workspace_graph_dispose  (EqpWorkspace         *self);
void          _eqp_workspace_graph_reset    (EqpWorkspace         *self);
void          _eqp_workspace_graph_update   (EqpWorkspace         *self,
                                             gboolean              rest);
void          _eqp_workspace_graph_ask      (EqpWorkspace         *self);
void          _eqp_workspace_graph_decline  (EqpWorkspace         *self);

void          _eqp_workspace_run_init       (EqpWorkspace         *self);
void          _eqp_workspace_run_dispose    (EqpWorkspace         *self);
void          _eqp_workspace_run_succeed    (EqpWorkspace         *self,
                                             EqpDataset           *dataset);
void          _eqp_workspace_run_reset      (EqpWorkspace         *self);
void          _eqp_workspace_run_prepared   (EqpWorkspace         *self);
void          _eqp_workspace_run_go_on      (EqpWorkspace         *self,
                                             const char           *error);
void          _eqp_workspace_run_projected  (EqpWorkspace         *self);
gboolean      _eqp_workspace_is_of_now      (EqpWorkspace         *self,
                                             EqpRun               *run);
gboolean      _eqp_workspace_projection_settle (EqpWorkspace      *self);
gboolean      _eqp_workspace_projection_is_ready (EqpWorkspace    *self,
                                             EqpRun               *run);
void          _eqp_workspace_forecast_learn (EqpWorkspace         *self);
void          _eqp_workspace_measure        (EqpWorkspace         *self);
void          _eqp_workspace_measure_pause  (EqpWorkspace         *self);
void          _eqp_workspace_measure_forget (EqpWorkspace         *self);
void          _eqp_workspace_measure_init   (EqpWorkspace         *self);
void          _eqp_workspace_measure_dispose (EqpWorkspace        *self);

void          _eqp_workspace_run_take       (EqpWorkspace         *self,
                                             const EqpSolver      *solver,
                                             EqpResult            *result,
                                             EqpLabels            *labels);

EqpRun       *_eqp_workspace_run_restore    (EqpWorkspace         *self,
                                             const EqpSolver      *solver,
                                             const EqpParams      *params,
                                             EqpResult            *result,
                                             EqpRunTrace          *trace,
                                             gboolean              given);
const EqpSolver *_eqp_solver_of_imported    (EqpFamily             family);

void          _eqp_workspace_scrub_end      (EqpWorkspace         *self);
void          _eqp_workspace_drag_init      (EqpWorkspace         *self);
void          _eqp_workspace_drag_dispose   (EqpWorkspace         *self);
gboolean      _eqp_workspace_drag_serves    (EqpWorkspace         *self);
gboolean      _eqp_workspace_drag_is_busy   (EqpWorkspace         *self);
void          _eqp_workspace_drag_forget    (EqpWorkspace         *self,
                                             gboolean              all);
void          _eqp_workspace_drag           (EqpWorkspace         *self);

void          _eqp_workspace_path_init      (EqpWorkspace         *self);
void          _eqp_workspace_path_dispose   (EqpWorkspace         *self);
void          _eqp_workspace_path_drop      (EqpWorkspace         *self);
void          _eqp_workspace_path_consider  (EqpWorkspace         *self);

void          _eqp_workspace_proof_drop     (EqpWorkspace         *self);

void          _eqp_workspace_reference_start (EqpWorkspace        *self);
void          _eqp_workspace_reference_drop (EqpWorkspace         *self);
gboolean      _eqp_workspace_reference_wants_graph (EqpWorkspace  *self);

G_END_DECLS
