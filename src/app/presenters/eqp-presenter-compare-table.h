/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-compare-model.h"
#include "eqp-widgets.h"

G_BEGIN_DECLS

typedef enum {
  EQP_COMPARE_TABLE_MEASURES,
  EQP_COMPARE_TABLE_SIZES,
  EQP_COMPARE_TABLE_CLUSTERS, /* of one run against those of another */
  EQP_COMPARE_TABLE_CHANGES,  /* rows that changed sides */
  EQP_COMPARE_TABLE_POINTS
} EqpCompareTableKind;

#define EQP_TYPE_PRESENTER_COMPARE_TABLE (eqp_presenter_compare_table_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterCompareTable, eqp_presenter_compare_table, EQP, PRESENTER_COMPARE_TABLE, GObject)

EqpPresenterCompareTable *eqp_presenter_compare_table_new      (EqpCompareModel           *model,
                                                                EqpCompareTableKind        kind);
EqpPresenterCompareTable *eqp_presenter_compare_table_new_flow (EqpCompareModel           *model,
                                                                gint                       from,
                                                                gint                       to);
gint64                    eqp_presenter_compare_table_get_row  (EqpPresenterCompareTable  *self,
                                                                gint64                     row);
gint64                    eqp_presenter_compare_table_find     (EqpPresenterCompareTable  *self,
                                                                gint64                     row);

G_END_DECLS
