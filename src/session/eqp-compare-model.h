/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-comparison.h"
#include "eqp-row-selection.h"
#include "eqp-run-list.h"

G_BEGIN_DECLS

/* What the Compare page looks at: the runs that are pinned, compared, and one selection for all pictures. */
#define EQP_TYPE_COMPARE_MODEL (eqp_compare_model_get_type ())
G_DECLARE_FINAL_TYPE (EqpCompareModel, eqp_compare_model, EQP, COMPARE_MODEL, GObject)

EqpCompareModel     *eqp_compare_model_new            (EqpWorkspace     *workspace,
                                                       EqpRunList       *list,
                                                       EqpRowSelection  *selection) G_GNUC_WARN_UNUSED_RESULT;
EqpWorkspace        *eqp_compare_model_get_workspace  (EqpCompareModel  *self);
EqpRunList          *eqp_compare_model_get_list       (EqpCompareModel  *self);
const EqpComparison *eqp_compare_model_get_comparison (EqpCompareModel  *self);
EqpRunRecord        *eqp_compare_model_get_record     (EqpCompareModel  *self,
                                                       guint             place);
void                 eqp_compare_model_set_pair       (EqpCompareModel  *self,
                                                       guint             first,
                                                       guint             second);
gint64               eqp_compare_model_get_row        (EqpCompareModel  *self);
void                 eqp_compare_model_set_row        (EqpCompareModel  *self,
                                                       gint64            row);
gint                 eqp_compare_model_get_cluster    (EqpCompareModel  *self);
void                 eqp_compare_model_set_cluster    (EqpCompareModel  *self,
                                                       gint              cluster);

G_END_DECLS
