/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-study-kept.h"
#include "eqp-widgets.h"

G_BEGIN_DECLS

/* What the curves can show, in the order people see it. */
typedef enum {
  EQP_STUDY_CURVE_ACC,
  EQP_STUDY_CURVE_NMI,
  EQP_STUDY_CURVE_ENTROPY,
  EQP_STUDY_CURVE_SPAN,
  EQP_STUDY_CURVE_DATA_TERM,
  EQP_STUDY_CURVE_SQUARES,
  EQP_STUDY_CURVE_STABILITY,
  EQP_STUDY_CURVE_SECONDS,
  EQP_STUDY_N_CURVES
} EqpStudyCurve;

/* The plots as they stand, with all that they need, for a thread that draws them. */
typedef struct
{
  EqpCurvesModel  curves;
  EqpFrontModel   front;
  EqpStreamModel  stream;
  GPtrArray      *keep;   /* what the arrays live in */
} EqpStudyPlots;

#define EQP_TYPE_PRESENTER_STUDY (eqp_presenter_study_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterStudy, eqp_presenter_study, EQP, PRESENTER_STUDY, GObject)

/* Signals ::activated (string method, double gamma_rel): a run is wanted; method is NULL where that of the settings is,
 *           and "" where it is one of the study that was kept.
 *         ::zoomed: another part of gamma is shown. */
EqpPresenterStudy *eqp_presenter_study_new         (EqpStudyModel      *model,
                                                    EqpGammaView       *curves,
                                                    EqpGammaView       *front,
                                                    EqpGammaView       *stream) G_GNUC_WARN_UNUSED_RESULT;
const char        *eqp_study_curve_get_title       (EqpStudyCurve       curve);
void               eqp_presenter_study_set_curve   (EqpPresenterStudy  *self,
                                                    EqpStudyCurve       curve);
gboolean           eqp_presenter_study_is_zoomed   (EqpPresenterStudy  *self);
void               eqp_presenter_study_unzoom      (EqpPresenterStudy  *self);
const char        *eqp_presenter_study_get_data_name
                                                   (EqpStudyModel      *model);
char              *eqp_presenter_study_dup_caption (EqpStudyModel      *model) G_GNUC_WARN_UNUSED_RESULT;
char              *eqp_presenter_study_dup_verdict (EqpStudyModel      *model) G_GNUC_WARN_UNUSED_RESULT;
void               eqp_presenter_study_keep        (EqpPresenterStudy  *self,
                                                    gboolean            keep);
EqpStudyKept      *eqp_presenter_study_get_kept    (EqpPresenterStudy  *self);
EqpStudyPlots     *eqp_presenter_study_dup_plots   (EqpPresenterStudy  *self) G_GNUC_WARN_UNUSED_RESULT;
void               eqp_study_plots_free            (EqpStudyPlots      *plots);

G_END_DECLS
