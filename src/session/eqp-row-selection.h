/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-row-set.h"
#include "eqp-workspace.h"

G_BEGIN_DECLS

/* What is selected, the same in all pictures of what is open: rows, or a cluster with whatever rows it has.
 * Signal ::changed: something else is, or the cluster has other rows. */
#define EQP_TYPE_ROW_SELECTION (eqp_row_selection_get_type ())
G_DECLARE_FINAL_TYPE (EqpRowSelection, eqp_row_selection, EQP, ROW_SELECTION, GObject)

EqpRowSelection *eqp_row_selection_new         (EqpWorkspace     *workspace) G_GNUC_WARN_UNUSED_RESULT;
gboolean         eqp_row_selection_is_empty    (EqpRowSelection  *self);
gint64           eqp_row_selection_get_count   (EqpRowSelection  *self);
gint64           eqp_row_selection_get_row     (EqpRowSelection  *self);
gint             eqp_row_selection_get_cluster (EqpRowSelection  *self);
gint             eqp_row_selection_get_within  (EqpRowSelection  *self);
EqpRowSet       *eqp_row_selection_get_rows    (EqpRowSelection  *self);
gboolean         eqp_row_selection_contains    (EqpRowSelection  *self,
                                                gint64            row);
gboolean         eqp_row_selection_fill_counts (EqpRowSelection  *self,
                                                gint              k,
                                                gint64           *counts);
void             eqp_row_selection_clear       (EqpRowSelection  *self);
void             eqp_row_selection_set_row     (EqpRowSelection  *self,
                                                gint64            row);
void             eqp_row_selection_toggle_row  (EqpRowSelection  *self,
                                                gint64            row);
void             eqp_row_selection_set_cluster (EqpRowSelection  *self,
                                                gint              cluster);
void             eqp_row_selection_toggle_cluster (EqpRowSelection *self,
                                                gint              cluster);
void             eqp_row_selection_take_rows   (EqpRowSelection  *self,
                                                EqpRowSet        *rows);

G_END_DECLS
