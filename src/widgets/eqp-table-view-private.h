/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-table-view.h"

G_BEGIN_DECLS

#define EQP_TABLE_PADDING 8.0 /* px at both sides of a cell */
#define EQP_TABLE_INDENT 4.0  /* px before the first: text begins where that of the bars above does */

struct _EqpTableView
{
  GtkWidget       parent_instance;

  EqpTableModel  *model;
  GListModel     *items;       /* of @list, borrowed */
  gboolean        multiple;
  GtkWidget      *header;
  GtkWidget      *scroller;
  GtkWidget      *list;
  GtkWidget      *scrollbar;
  GtkAdjustment  *horizontal;

  double         *edges;       /* columns + 1, px; of all columns without scrolling */
  double          total_width; /* px of all columns where none has room to spare */
  gint64          n_columns;
  int             n_frozen;
  double          char_width;
  double          row_height;
  int             least_rows;
  EqpStyle        style;
  gboolean        style_valid;
};

#define EQP_TYPE_TABLE_ROW (eqp_table_row_get_type ())
G_DECLARE_FINAL_TYPE (EqpTableRow, eqp_table_row, EQP, TABLE_ROW, GtkWidget)

struct _EqpTableRow
{
  GtkWidget     parent_instance;
  EqpTableView *view;  /* borrowed: rows are inside of it */
  gint64        row;   /* -1: the header */
};

GtkWidget *_eqp_table_row_new       (EqpTableView *view) G_GNUC_WARN_UNUSED_RESULT;
gint64     _eqp_table_column_beyond (EqpTableView *view,
                                     double        x);

G_END_DECLS
