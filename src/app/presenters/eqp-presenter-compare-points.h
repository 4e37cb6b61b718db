/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-compare-model.h"
#include "eqp-widgets.h"

G_BEGIN_DECLS

#define EQP_TYPE_PRESENTER_COMPARE_POINTS (eqp_presenter_compare_points_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterComparePoints, eqp_presenter_compare_points, EQP, PRESENTER_COMPARE_POINTS, GObject)

EqpPresenterComparePoints *eqp_presenter_compare_points_new (EqpCompareModel  *model,
                                                             GtkBox           *box) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
