/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-given.h"
#include "eqp-json-read.h"

G_BEGIN_DECLS

/* Cells of one method at one gamma; they differ in their seeds only. */
typedef struct
{
  char      *method;    /* id */
  double     gamma;     /* on the scale chosen; NAN where the method has no balance term */
  gboolean   relative;
  double     own[EQP_OWN_PARAMS]; /* the method's own parameters, as in EqpParams */
} EqpStudyGroup;

/* What is run: groups x seeds. Cells are numbered seed by seed, in each seed group by group, so that more seeds only
 * add cells. */
typedef struct
{
  char      *data;      /* what people call the data: a path or "sample:NAME" */
  char      *data_hash; /* of the data before their preparation */
  gint64     n;
  gint64     d;
  gint       n_classes; /* 0: no known classes */
  GArray    *groups;    /* EqpStudyGroup */
  guint64    seed;      /* of the first trial; the others count up */
  gint64     trials;
  EqpParams  params;    /* what all cells share; gamma, seed, own parameters, initial labels do not count */
  EqpGiven  *given;     /* to all methods, without centers; NULL: nothing, or read from a file of results */
  EqpMeasureGroups measures; /* that each cell gets; those of the graph need it for all methods */
  GPtrArray *settings;  /* char*, name and value in turn: all else that decides what comes out */
  GStrv      arguments; /* of the terminal program that mean this plan, without the data and files: "sweep",
                         * "--trials", "20"; NULL: not known */
} EqpStudyPlan;

EqpStudyPlan *eqp_study_plan_new            (const char          *data,
                                             EqpDataset          *dataset,
                                             const EqpParams     *params) G_GNUC_WARN_UNUSED_RESULT;
EqpStudyPlan *eqp_study_plan_copy           (const EqpStudyPlan  *self) G_GNUC_WARN_UNUSED_RESULT;
void          eqp_study_plan_free           (EqpStudyPlan        *self);
void          eqp_study_plan_add_group      (EqpStudyPlan        *self,
                                             const EqpSolver     *solver,
                                             double               gamma,
                                             gboolean             relative,
                                             const double        *own);
void          eqp_study_plan_add_setting    (EqpStudyPlan        *self,
                                             const char          *name,
                                             const char          *value);
void          eqp_study_plan_set_given      (EqpStudyPlan        *self,
                                             EqpGiven            *given);
gboolean      eqp_study_plan_check_given    (const EqpStudyPlan  *self,
                                             const EqpSolver     *solver,
                                             GError             **error);
void          eqp_study_plan_apply_given    (const EqpStudyPlan  *self,
                                             const EqpSolver     *solver,
                                             EqpParams           *params);
void          eqp_study_plan_set_arguments  (EqpStudyPlan        *self,
                                             const char *const   *arguments);
void          eqp_study_plan_set_measures   (EqpStudyPlan        *self,
                                             EqpMeasureGroups     measures);
EqpMeasureGroups eqp_study_plan_usual_measures (const EqpStudyPlan *self,
                                             EqpDataset          *dataset);
guint         eqp_study_plan_get_n_cells    (const EqpStudyPlan  *self);
guint         eqp_study_plan_get_group      (const EqpStudyPlan  *self,
                                             guint                cell);
guint64       eqp_study_plan_get_seed       (const EqpStudyPlan  *self,
                                             guint                cell);
guint         eqp_study_plan_get_shard      (const EqpStudyPlan  *self,
                                             guint                cell,
                                             guint                n_shards);
gboolean      eqp_study_plan_find           (const EqpStudyPlan  *self,
                                             const char          *method,
                                             double               gamma,
                                             double               gamma_rel,
                                             guint64              seed,
                                             guint               *cell);
char         *eqp_study_plan_dup_settings_hash (const EqpStudyPlan *self) G_GNUC_WARN_UNUSED_RESULT;
char         *eqp_study_plan_to_json        (const EqpStudyPlan  *self,
                                             guint                shard,
                                             guint                n_shards) G_GNUC_WARN_UNUSED_RESULT;
EqpStudyPlan *eqp_study_plan_from_json      (const EqpJson       *json,
                                             GError             **error) G_GNUC_WARN_UNUSED_RESULT;
gboolean      eqp_study_plan_check_same     (const EqpStudyPlan  *self,
                                             const EqpStudyPlan  *other,
                                             const char          *place,
                                             GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpStudyPlan, eqp_study_plan_free)

G_END_DECLS
