/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The number of a row, made when a list asks for it. */
#define EQP_TYPE_TABLE_ITEM (eqp_table_item_get_type ())
G_DECLARE_FINAL_TYPE (EqpTableItem, eqp_table_item, EQP, TABLE_ITEM, GObject)

#define EQP_TYPE_TABLE_ITEMS (eqp_table_items_get_type ())
G_DECLARE_FINAL_TYPE (EqpTableItems, eqp_table_items, EQP, TABLE_ITEMS, GObject)

gint64      _eqp_table_item_get_row (EqpTableItem *self);
GListModel *_eqp_table_items_new    (gint64        n) G_GNUC_WARN_UNUSED_RESULT;
void        _eqp_table_items_resize (EqpTableItems *self,
                                     gint64         n);

G_END_DECLS
