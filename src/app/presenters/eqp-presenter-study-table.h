/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-study-kept.h"
#include "eqp-table-model.h"

G_BEGIN_DECLS

typedef enum {
  EQP_STUDY_TABLE_GROUPS, /* a row a method and gamma: means over the seeds */
  EQP_STUDY_TABLE_RUNS,   /* a row a run */
  EQP_STUDY_TABLE_PATH    /* a row a piece of the path: where it begins, what it costs, its sizes */
} EqpStudyTableKind;

#define EQP_TYPE_PRESENTER_STUDY_TABLE (eqp_presenter_study_table_get_type ())
G_DECLARE_FINAL_TYPE (EqpPresenterStudyTable, eqp_presenter_study_table, EQP, PRESENTER_STUDY_TABLE, GObject)

EqpPresenterStudyTable *eqp_presenter_study_table_new     (EqpStudyModel           *model,
                                                           EqpStudyTableKind        kind) G_GNUC_WARN_UNUSED_RESULT;
EqpPresenterStudyTable *eqp_presenter_study_table_new_kept (EqpStudyModel          *model,
                                                            EqpStudyKept           *kept) G_GNUC_WARN_UNUSED_RESULT;
gboolean                eqp_presenter_study_table_get_run (EqpPresenterStudyTable  *self,
                                                           gint64                   row,
                                                           const char             **method,
                                                           double                  *gamma_rel);

G_END_DECLS
