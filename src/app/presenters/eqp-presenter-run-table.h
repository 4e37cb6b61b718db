/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-run-list.h"
#include "eqp-widgets.h"

G_BEGIN_DECLS

#define EQP_TYPE_PRESENTER_RUN_TABLE (eqp_presenter_run_table_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterRunTable, eqp_presenter_run_table, EQP, PRESENTER_RUN_TABLE, GObject)

EqpPresenterRunTable *eqp_presenter_run_table_new        (EqpRunList            *list) G_GNUC_WARN_UNUSED_RESULT;
EqpRunRecord         *eqp_presenter_run_table_get_record (EqpPresenterRunTable  *self,
                                                          gint64                 row);
gint64                eqp_presenter_run_table_find       (EqpPresenterRunTable  *self,
                                                          EqpRunRecord          *record);
gboolean              eqp_presenter_run_table_is_pin     (gint64                 column);
void                  eqp_presenter_run_table_sort_by    (EqpPresenterRunTable  *self,
                                                          const char            *key);
void                  eqp_presenter_run_table_sort_column (EqpPresenterRunTable *self,
                                                          gint64                 column);

G_END_DECLS
