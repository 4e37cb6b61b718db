/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows that pay for balance as a table, the dearest first; it follows what is shown. */
#include "config.h"

#include "eqp-presenter-price-table.h"

#include <glib/gi18n.h>

#include "eqp-draw.h"

#define DIGITS 5

enum {
  COLUMN_ROW,
  COLUMN_PRICE,
  COLUMN_SHARE,
  COLUMN_CLUSTER,
  COLUMN_NEAREST,
  COLUMN_CLASS,
  N_COLUMNS
};

struct _EqpPresenterPriceTable
{
  GObject        parent_instance;

  EqpWorkspace  *workspace;
  EqpPriceModel *model;
  EqpRowPrices  *prices;  /* shown; NULL: none are known */
};

static void table_model_init (EqpTableModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (EqpPresenterPriceTable, eqp_presenter_price_table, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EQP_TYPE_TABLE_MODEL, table_model_init))

static const gint32 *
get_classes (EqpPresenterPriceTable *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);

  return self->prices != NULL && dataset != NULL && eqp_dataset_get_n (dataset) == self->prices->n
             ? eqp_dataset_get_labels (dataset)
             : NULL;
}

static gint64
get_n_rows (EqpTableModel *model)
{
  EqpPresenterPriceTable *self = EQP_PRESENTER_PRICE_TABLE (model);

  return self->prices != NULL ? self->prices->n_paying : 0;
}

static gint64
get_n_columns (EqpTableModel *model)
{
  return get_classes (EQP_PRESENTER_PRICE_TABLE (model)) != NULL ? N_COLUMNS : COLUMN_CLASS;
}

static int
get_n_frozen (EqpTableModel *model)
{
  return 1;
}

static char *
dup_title (EqpTableModel *model,
           gint64         column)
{
  EqpPresenterPriceTable *self = EQP_PRESENTER_PRICE_TABLE (model);

  switch (column)
    {
    case COLUMN_ROW:
      return g_strdup (_ ("Row"));
    case COLUMN_PRICE:
      return g_strdup (self->prices != NULL && self->prices->is_graph ? _ ("Extra Cut Weight") : _ ("Extra Distance²"));
    case COLUMN_SHARE:
      return g_strdup (_ ("Share of All"));
    case COLUMN_CLUSTER:
      return g_strdup (_ ("Cluster"));
    case COLUMN_NEAREST:
      return g_strdup (_ ("Cheapest"));
    default:
      return g_strdup (_ ("Class"));
    }
}

static double
get_width (EqpTableModel *model,
           gint64         column)
{
  g_autofree char *title = dup_title (model, column);

  return (double) CLAMP (g_utf8_strlen (title, -1) + 1, 9, 20);
}

static double
get_align (EqpTableModel *model,
           gint64         column)
{
  return column == COLUMN_CLASS ? 0.0 : 1.0;
}

/* exact: for a file */
static char *
dup_cell (EqpPresenterPriceTable *self,
          gint64                  place,
          gint64                  column,
          gboolean                exact)
{
  gint32 row = self->prices->order[place];
  double price = self->prices->prices[row];
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  switch (column)
    {
    case COLUMN_ROW:
      return exact ? g_strdup_printf ("%d", row + 1) : eqp_format_count (row + 1);
    case COLUMN_PRICE:
      return exact ? g_strdup (g_ascii_dtostr (number, sizeof number, price)) : eqp_format_number (price, DIGITS);
    case COLUMN_SHARE:
      return exact ? g_strdup (g_ascii_dtostr (number, sizeof number, price / self->prices->total))
                   : eqp_format_percent (price / self->prices->total, 2);
    case COLUMN_CLUSTER:
      return g_strdup_printf ("%d", eqp_labels_get (self->prices->labels, row) + 1);
    case COLUMN_NEAREST:
      return g_strdup_printf ("%d", self->prices->nearest[row] + 1);
    default:
      return g_strdup (eqp_dataset_get_class_name (eqp_workspace_get_dataset (self->workspace),
                                                   get_classes (self)[row]));
    }
}

static char *
dup_text (EqpTableModel *model,
          gint64         row,
          gint64         column,
          EqpCellFlags  *flags)
{
  if (column == COLUMN_ROW)
    *flags = EQP_CELL_DIM;
  return dup_cell (EQP_PRESENTER_PRICE_TABLE (model), row, column, FALSE);
}

static char *
dup_exact (EqpTableModel *model,
           gint64         row,
           gint64         column)
{
  return dup_cell (EQP_PRESENTER_PRICE_TABLE (model), row, column, TRUE);
}

static void
table_model_init (EqpTableModelInterface *iface)
{
  iface->get_n_rows = get_n_rows;
  iface->get_n_columns = get_n_columns;
  iface->get_n_frozen = get_n_frozen;
  iface->dup_title = dup_title;
  iface->get_width = get_width;
  iface->get_align = get_align;
  iface->dup_text = dup_text;
  iface->dup_exact = dup_exact;
}

/* Rows of other data are not described by these. */
static void
changed_cb (EqpPresenterPriceTable *self)
{
  const EqpRowPrices *prices = eqp_price_model_get_prices (self->model);

  eqp_row_prices_unref (self->prices);
  self->prices = prices != NULL ? eqp_row_prices_ref (prices) : NULL;
  eqp_table_model_rows_changed (EQP_TABLE_MODEL (self));
}

static void
eqp_presenter_price_table_dispose (GObject *object)
{
  EqpPresenterPriceTable *self = EQP_PRESENTER_PRICE_TABLE (object);

  g_clear_pointer (&self->prices, eqp_row_prices_unref);
  g_clear_object (&self->model);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_presenter_price_table_parent_class)->dispose (object);
}

static void
eqp_presenter_price_table_class_init (EqpPresenterPriceTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_presenter_price_table_dispose;
}

static void
eqp_presenter_price_table_init (EqpPresenterPriceTable *self)
{
}

/**
 * eqp_presenter_price_table_new:
 * @workspace: whose rows
 *
 * Returns: (transfer full): the rows shown that pay something for balance
 */
EqpPresenterPriceTable *
eqp_presenter_price_table_new (EqpWorkspace *workspace)
{
  EqpPresenterPriceTable *self = g_object_new (EQP_TYPE_PRESENTER_PRICE_TABLE, NULL);

  self->workspace = g_object_ref (workspace);
  self->model = eqp_price_model_new (workspace);
  g_signal_connect_object (self->model, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}
