/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-row-selection.h"
#include "eqp-widgets.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

#define EQP_TYPE_PRESENTER_TRACE (eqp_presenter_trace_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterTrace, eqp_presenter_trace, EQP, PRESENTER_TRACE, GObject)

EqpPresenterTrace *eqp_presenter_trace_new           (EqpWorkspace      *workspace,
                                                     EqpRowSelection   *selection,
                                                      EqpObjectiveView  *objective,
                                                      EqpSizesView      *sizes) G_GNUC_WARN_UNUSED_RESULT;
const char        *eqp_presenter_reference_name      (EqpReference       which);
double             eqp_presenter_data_term           (const EqpSolver   *solver,
                                                      const EqpStep     *step);
const char        *eqp_presenter_data_term_note      (const EqpSolver   *solver);
const char        *eqp_presenter_data_term_name      (const EqpSolver   *solver);
double             eqp_presenter_penalty_floor       (EqpRun            *run);
gboolean           eqp_presenter_is_weighted         (EqpRun            *run);

G_END_DECLS
