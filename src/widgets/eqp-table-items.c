/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of n rows that holds none of them: each item is made when it is asked for and knows its number only. */
#include "config.h"

#include "eqp-table-items-private.h"

struct _EqpTableItem
{
  GObject parent_instance;
  gint64  row;
};

G_DEFINE_FINAL_TYPE (EqpTableItem, eqp_table_item, G_TYPE_OBJECT)

static void
eqp_table_item_class_init (EqpTableItemClass *klass)
{
}

static void
eqp_table_item_init (EqpTableItem *self)
{
}

gint64
_eqp_table_item_get_row (EqpTableItem *self)
{
  return self->row;
}

struct _EqpTableItems
{
  GObject parent_instance;
  guint   n;
};

static GType
get_item_type (GListModel *list)
{
  return EQP_TYPE_TABLE_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return EQP_TABLE_ITEMS (list)->n;
}

static gpointer
get_item (GListModel *list,
          guint       position)
{
  EqpTableItem *item;

  if (position >= EQP_TABLE_ITEMS (list)->n)
    return NULL;
  item = g_object_new (EQP_TYPE_TABLE_ITEM, NULL);
  item->row = position;
  return item;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (EqpTableItems, eqp_table_items, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static void
eqp_table_items_class_init (EqpTableItemsClass *klass)
{
}

static void
eqp_table_items_init (EqpTableItems *self)
{
}

/* n: more rows than a list can count are cut off, at 2^32 - 2. */
GListModel *
_eqp_table_items_new (gint64 n)
{
  EqpTableItems *self = g_object_new (EQP_TYPE_TABLE_ITEMS, NULL);

  self->n = (guint) CLAMP (n, 0, (gint64) G_MAXUINT - 1);
  return G_LIST_MODEL (self);
}

/* The rows that were there before may be other ones: only their number is known of them. */
void
_eqp_table_items_resize (EqpTableItems *self,
                         gint64         n)
{
  guint before = self->n;

  self->n = (guint) CLAMP (n, 0, (gint64) G_MAXUINT - 1);
  if (self->n > before)
    g_list_model_items_changed (G_LIST_MODEL (self), before, 0, self->n - before);
  else if (self->n < before)
    g_list_model_items_changed (G_LIST_MODEL (self), self->n, before - self->n, 0);
}
