/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-path-stream.h"
#include "eqp-study-grid.h"
#include "eqp-study-table.h"
#include "eqp-study.h"

G_BEGIN_DECLS

#define EQP_TYPE_STUDY_MODEL (eqp_study_model_get_type ())
G_DECLARE_FINAL_TYPE (EqpStudyModel, eqp_study_model, EQP, STUDY_MODEL, GObject)

EqpStudyModel       *eqp_study_model_new             (EqpWorkspace         *workspace) G_GNUC_WARN_UNUSED_RESULT;
EqpWorkspace        *eqp_study_model_get_workspace   (EqpStudyModel        *self);
const EqpSolver     *eqp_study_model_get_solver      (EqpStudyModel        *self);
void                 eqp_study_model_start           (EqpStudyModel        *self,
                                                      const EqpStudyGrid   *grid);
void                 eqp_study_model_pause           (EqpStudyModel        *self,
                                                      gboolean              pause);
void                 eqp_study_model_stop            (EqpStudyModel        *self);

gboolean             eqp_study_model_is_running      (EqpStudyModel        *self);
gboolean             eqp_study_model_get_progress    (EqpStudyModel        *self,
                                                      EqpStudyProgress     *progress);
const EqpStudyTable *eqp_study_model_get_table       (EqpStudyModel        *self);
EqpStudy            *eqp_study_model_get_study       (EqpStudyModel        *self);
const double        *eqp_study_model_get_stability   (EqpStudyModel        *self);
const EqpPathStream *eqp_study_model_get_stream      (EqpStudyModel        *self,
                                                      double               *unit);
const EqpStudyGrid  *eqp_study_model_get_grid        (EqpStudyModel        *self);
EqpDataset          *eqp_study_model_get_dataset     (EqpStudyModel        *self);
gboolean             eqp_study_model_show            (EqpStudyModel        *self,
                                                      const char           *method,
                                                      double                gamma_rel);

G_END_DECLS
