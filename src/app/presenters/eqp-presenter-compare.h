/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-compare-model.h"
#include "eqp-widgets.h"

G_BEGIN_DECLS

#define EQP_TYPE_PRESENTER_COMPARE (eqp_presenter_compare_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterCompare, eqp_presenter_compare, EQP, PRESENTER_COMPARE, GObject)

EqpPresenterCompare *eqp_presenter_compare_new         (EqpCompareModel      *model,
                                                        EqpCompareSizesView  *sizes,
                                                        EqpContingencyView   *table) G_GNUC_WARN_UNUSED_RESULT;
char                *eqp_presenter_compare_dup_caption (EqpRunRecord         *record,
                                                        const char           *separator) G_GNUC_WARN_UNUSED_RESULT;
char                *eqp_presenter_compare_dup_verdict (EqpCompareModel      *model) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
