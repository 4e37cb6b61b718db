/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-table-model.h"

G_BEGIN_DECLS

#define EQP_TYPE_TABLE_VIEW (eqp_table_view_get_type ())
G_DECLARE_FINAL_TYPE (EqpTableView, eqp_table_view, EQP, TABLE_VIEW, GtkWidget)

GtkWidget     *eqp_table_view_new               (void) G_GNUC_WARN_UNUSED_RESULT;
EqpTableModel *eqp_table_view_get_model         (EqpTableView   *self);
void           eqp_table_view_set_model         (EqpTableView   *self,
                                                 EqpTableModel  *model);
void           eqp_table_view_set_label         (EqpTableView   *self,
                                                 const char     *label);
void           eqp_table_view_set_least_rows    (EqpTableView   *self,
                                                 int             rows);
void           eqp_table_view_set_multiple      (EqpTableView   *self,
                                                 gboolean        multiple);
GtkBitset     *eqp_table_view_dup_selection     (EqpTableView   *self) G_GNUC_WARN_UNUSED_RESULT;
void           eqp_table_view_select            (EqpTableView   *self,
                                                 gint64          row);
void           eqp_table_view_set_selection     (EqpTableView   *self,
                                                 GtkBitset      *rows);
void           eqp_table_view_scroll_to_row     (EqpTableView   *self,
                                                 gint64          row);
gint64         eqp_table_view_column_at         (EqpTableView   *self,
                                                 double          x);
void           eqp_table_view_scroll_to_column  (EqpTableView   *self,
                                                 gint64          column);

G_END_DECLS
