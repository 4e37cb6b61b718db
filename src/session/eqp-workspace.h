/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-measures.h"
#include "eqp-projection.h"
#include "eqp-run.h"

G_BEGIN_DECLS

#define EQP_TYPE_WORKSPACE (eqp_workspace_get_type ())
G_DECLARE_FINAL_TYPE (EqpWorkspace, eqp_workspace, EQP, WORKSPACE, GObject)

/* What the user may ask of a method, apart from gamma. */
/* For the next run; gamma is kept beside, on both of its scales. */
typedef struct
{
  const EqpSolver *solver;
  EqpParams        params;   /* without gamma and initial labels; the graph's are for drawing the graph, too */
} EqpSettings;

/* Settings to take over together with a data set, as from the command line. Zeroed: none of them. */
typedef struct
{
  const EqpSolver *solver;
  gint             k;         /* 0: by the data */
  gboolean         has_seed;
  guint64          seed;
  gboolean         has_gamma;
  double           gamma;
  gboolean         has_gamma_rel;
  double           gamma_rel;
  gboolean         same_data; /* those of now, read or chosen in another way: what is given stays, and a run follows */
  gint64           rows;      /* data of another number are refused; 0: any */
  const char      *weights;   /* with this column for the weights of rows, interned, or none */
  gboolean         run;       /* start at once */
} EqpOpenSettings;

typedef enum {
  EQP_START_COLD,
  EQP_START_WARM /* from the labels shown, where the method can */
} EqpStart;

EqpWorkspace            *eqp_workspace_new               (void) G_GNUC_WARN_UNUSED_RESULT;
void                     eqp_workspace_set_threads       (EqpWorkspace             *self,
                                                          guint                     threads);
guint                    eqp_workspace_get_threads       (EqpWorkspace             *self);

/* Data */
void                     eqp_workspace_open              (EqpWorkspace             *self,
                                                          const char               *data,
                                                          const EqpOpenSettings    *settings);
void                     eqp_workspace_open_with         (EqpWorkspace             *self,
                                                          const char               *data,
                                                          const EqpImportOptions   *import,
                                                          const EqpOpenSettings    *settings);
const char              *eqp_workspace_get_source        (EqpWorkspace             *self);
const EqpImportOptions  *eqp_workspace_get_import        (EqpWorkspace             *self);
void                     eqp_workspace_take_dataset      (EqpWorkspace             *self,
                                                          EqpDataset               *dataset,
                                                          const EqpOpenSettings    *settings);
void                     eqp_workspace_cancel_loading    (EqpWorkspace             *self);
gboolean                 eqp_workspace_can_cancel        (EqpWorkspace             *self);
void                     eqp_workspace_cancel_busy       (EqpWorkspace             *self);
EqpDataset              *eqp_workspace_get_dataset       (EqpWorkspace             *self);
EqpDataset              *eqp_workspace_get_prepared      (EqpWorkspace             *self);
const EqpPreparation    *eqp_workspace_get_preparation   (EqpWorkspace             *self);
void                     eqp_workspace_set_preparation   (EqpWorkspace             *self,
                                                          const EqpPreparation     *preparation);
EqpProjection           *eqp_workspace_get_projection    (EqpWorkspace             *self);
const EqpProjectionSpec *eqp_workspace_get_projection_spec (EqpWorkspace           *self);
void                     eqp_workspace_set_projection_spec (EqpWorkspace           *self,
                                                          const EqpProjectionSpec  *spec);
gboolean                 eqp_workspace_is_loading        (EqpWorkspace             *self);
gboolean                 eqp_workspace_is_preparing      (EqpWorkspace             *self);
gboolean                 eqp_workspace_is_busy           (EqpWorkspace             *self,
                                                          double                   *fraction,
                                                          const char              **what);

/* Settings */
const EqpSettings       *eqp_workspace_get_settings      (EqpWorkspace             *self);
void                     eqp_workspace_set_settings      (EqpWorkspace             *self,
                                                          const EqpSettings        *settings);
const double            *eqp_workspace_get_kept_params   (EqpWorkspace             *self,
                                                          const EqpSolver          *solver);
void                     eqp_workspace_keep_params       (EqpWorkspace             *self,
                                                          const EqpSolver          *solver,
                                                          const double             *own);
gboolean                 eqp_workspace_uses_gamma        (EqpWorkspace             *self);
gboolean                 eqp_workspace_knows_gamma_unit  (EqpWorkspace             *self);
double                   eqp_workspace_get_gamma         (EqpWorkspace             *self);
double                   eqp_workspace_get_gamma_rel     (EqpWorkspace             *self);
double                   eqp_workspace_get_gamma_unit    (EqpWorkspace             *self);
void                     eqp_workspace_set_gamma         (EqpWorkspace             *self,
                                                          double                    gamma);
void                     eqp_workspace_set_gamma_rel     (EqpWorkspace             *self,
                                                          double                    gamma_rel);

/* What runs are given besides settings: of what the method looks at */
const char              *eqp_workspace_get_given_source  (EqpWorkspace             *self,
                                                          EqpGivenKind              kind);
void                     eqp_workspace_set_given_source  (EqpWorkspace             *self,
                                                          EqpGivenKind              kind,
                                                          const char               *source);
gboolean                 eqp_workspace_knows_given       (EqpWorkspace             *self);
EqpGiven                *eqp_workspace_get_given         (EqpWorkspace             *self);
const char              *eqp_workspace_get_given_error   (EqpWorkspace             *self);

/* The graph */
gboolean                 eqp_workspace_uses_graph        (EqpWorkspace             *self);
EqpGraph                *eqp_workspace_get_graph         (EqpWorkspace             *self);
EqpGraph                *eqp_workspace_get_drawn_graph   (EqpWorkspace             *self);
gboolean                 eqp_workspace_is_building_graph (EqpWorkspace             *self);
const char              *eqp_workspace_get_graph_error   (EqpWorkspace             *self);
gboolean                 eqp_workspace_get_show_graph    (EqpWorkspace             *self);
void                     eqp_workspace_set_show_graph    (EqpWorkspace             *self,
                                                          gboolean                  show);

/* Runs */
void                     eqp_workspace_start             (EqpWorkspace             *self,
                                                          EqpStart                  how);
void                     eqp_workspace_follow            (EqpWorkspace             *self);
void                     eqp_workspace_follow_anew       (EqpWorkspace             *self);
gboolean                 eqp_workspace_is_outdated       (EqpWorkspace             *self);
double                   eqp_workspace_forecast          (EqpWorkspace             *self,
                                                          EqpStart                  how);
void                     eqp_workspace_stop              (EqpWorkspace             *self);
void                     eqp_workspace_drain             (EqpWorkspace             *self);
gboolean                 eqp_workspace_is_running        (EqpWorkspace             *self);
gboolean                 eqp_workspace_is_stale          (EqpWorkspace             *self);
EqpRun                  *eqp_workspace_get_run           (EqpWorkspace             *self);
const char              *eqp_workspace_get_run_error     (EqpWorkspace             *self);
void                     eqp_workspace_import_labels     (EqpWorkspace             *self,
                                                          const char               *path);
gboolean                 eqp_run_is_imported             (EqpRun                   *self);

/* What is shown of the run: -1 follows the newest step. */
gint64                   eqp_workspace_get_step          (EqpWorkspace             *self);
void                     eqp_workspace_set_step          (EqpWorkspace             *self,
                                                          gint64                    step);
gboolean                 eqp_workspace_is_following      (EqpWorkspace             *self);
EqpLabels               *eqp_workspace_get_labels        (EqpWorkspace             *self);
const gint64            *eqp_workspace_get_sizes         (EqpWorkspace             *self,
                                                          gint                     *k);
const EqpMeasures       *eqp_workspace_get_measures      (EqpWorkspace             *self);
gboolean                 eqp_workspace_can_prove         (EqpWorkspace             *self);
void                     eqp_workspace_prove             (EqpWorkspace             *self);
void                     eqp_workspace_stop_proof        (EqpWorkspace             *self);
gboolean                 eqp_workspace_get_proof         (EqpWorkspace             *self,
                                                          EqpBound                 *bound,
                                                          gboolean                 *running);
gboolean                 eqp_workspace_find_path         (EqpWorkspace             *self);
EqpPath                 *eqp_workspace_get_path          (EqpWorkspace             *self);
double                   eqp_workspace_find_wish         (EqpWorkspace             *self,
                                                          const EqpWish            *wish);
void                     eqp_workspace_scrub             (EqpWorkspace             *self);
gboolean                 eqp_workspace_is_scrubbing      (EqpWorkspace             *self);
gint64                   eqp_workspace_get_drag_sample   (EqpWorkspace             *self);
EqpRun                  *eqp_workspace_get_reference     (EqpWorkspace             *self,
                                                          EqpReference              which);

G_END_DECLS
