/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a table view asks for: any number of rows and columns, made into text only where they are looked at. */
#include "config.h"

#include "eqp-table-model.h"

#include <string.h>

/* Whose texts a column of amounts is as wide as. */
#define FITTED_ROWS 200

#define MAX_SPOKEN 40 /* cells of a row */

G_DEFINE_INTERFACE (EqpTableModel, eqp_table_model, G_TYPE_OBJECT)

static guint cells_changed_signal;
static guint rows_changed_signal;

static void
eqp_table_model_default_init (EqpTableModelInterface *iface)
{
  /**
   * EqpTableModel::cells-changed:
   *
   * Cells say something else; how many rows and columns there are stays.
   */
  cells_changed_signal =
      g_signal_new ("cells-changed", EQP_TYPE_TABLE_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * EqpTableModel::rows-changed:
   *
   * There are more rows or fewer, and cells say something else.
   */
  rows_changed_signal =
      g_signal_new ("rows-changed", EQP_TYPE_TABLE_MODEL, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

/**
 * eqp_table_model_get_n_rows:
 * @self: a table
 *
 * Returns: how many rows
 */
gint64
eqp_table_model_get_n_rows (EqpTableModel *self)
{
  return EQP_TABLE_MODEL_GET_IFACE (self)->get_n_rows (self);
}

/**
 * eqp_table_model_get_n_columns:
 * @self: a table
 *
 * Returns: how many columns
 */
gint64
eqp_table_model_get_n_columns (EqpTableModel *self)
{
  return EQP_TABLE_MODEL_GET_IFACE (self)->get_n_columns (self);
}

/**
 * eqp_table_model_get_n_frozen:
 * @self: a table
 *
 * Returns: how many leading columns stay in view
 */
int
eqp_table_model_get_n_frozen (EqpTableModel *self)
{
  return EQP_TABLE_MODEL_GET_IFACE (self)->get_n_frozen (self);
}

/**
 * eqp_table_model_dup_title:
 * @self: a table
 * @column: 0..columns-1
 *
 * Returns: (transfer full): the heading
 */
char *
eqp_table_model_dup_title (EqpTableModel *self,
                           gint64         column)
{
  return EQP_TABLE_MODEL_GET_IFACE (self)->dup_title (self, column);
}

/**
 * eqp_table_model_get_width:
 * @self: a table
 * @column: 0..columns-1
 *
 * Returns: the width in characters
 */
double
eqp_table_model_get_width (EqpTableModel *self,
                           gint64         column)
{
  return EQP_TABLE_MODEL_GET_IFACE (self)->get_width (self, column);
}

/**
 * eqp_table_model_fit_width:
 * @self: a table
 * @column: 0..columns-1
 * @least: characters
 *
 * For models to say how wide a column of amounts is: these are as long as the units of the data make them, and a number
 * that is cut off is another number.
 *
 * Returns: @least, or what the longest text of the first rows needs
 */
double
eqp_table_model_fit_width (EqpTableModel *self,
                           gint64         column,
                           double         least)
{
  gint64 rows = MIN (eqp_table_model_get_n_rows (self), FITTED_ROWS);

  for (gint64 i = 0; i < rows; i++)
    {
      EqpCellFlags flags = 0;
      g_autofree char *text = EQP_TABLE_MODEL_GET_IFACE (self)->dup_text (self, i, column, &flags);

      least = MAX (least, text != NULL ? (double) g_utf8_strlen (text, -1) : 0.0);
    }
  return least;
}

/**
 * eqp_table_model_get_most_width:
 * @self: a table
 * @column: 0..columns-1
 *
 * Returns: the width in characters that it may grow to where there is room
 */
double
eqp_table_model_get_most_width (EqpTableModel *self,
                                gint64         column)
{
  EqpTableModelInterface *iface = EQP_TABLE_MODEL_GET_IFACE (self);

  return iface->get_most_width != NULL ? iface->get_most_width (self, column) : iface->get_width (self, column);
}

/**
 * eqp_table_model_get_align:
 * @self: a table
 * @column: 0..columns-1
 *
 * Returns: 0 for the left edge, 1 for the right one
 */
double
eqp_table_model_get_align (EqpTableModel *self,
                           gint64         column)
{
  return EQP_TABLE_MODEL_GET_IFACE (self)->get_align (self, column);
}

/**
 * eqp_table_model_dup_text:
 * @self: a table
 * @row: 0..rows-1
 * @column: 0..columns-1
 * @flags: (out): how it looks
 *
 * Returns: (transfer full) (nullable): the text of a cell, NULL where it is drawn
 */
char *
eqp_table_model_dup_text (EqpTableModel *self,
                          gint64         row,
                          gint64         column,
                          EqpCellFlags  *flags)
{
  *flags = EQP_CELL_NORMAL;
  return EQP_TABLE_MODEL_GET_IFACE (self)->dup_text (self, row, column, flags);
}

/**
 * eqp_table_model_draw_cell:
 * @self: a table
 * @row: 0..rows-1
 * @column: 0..columns-1
 * @cr: where the cell begins at 0, 0
 * @width: of the cell, px
 * @height: of the cell, px
 * @style: colors and font
 *
 * Returns: whether the table has pictures at all
 */
gboolean
eqp_table_model_draw_cell (EqpTableModel  *self,
                           gint64          row,
                           gint64          column,
                           cairo_t        *cr,
                           double          width,
                           double          height,
                           const EqpStyle *style)
{
  EqpTableModelInterface *iface = EQP_TABLE_MODEL_GET_IFACE (self);

  if (iface->draw_cell == NULL)
    return FALSE;
  iface->draw_cell (self, row, column, cr, width, height, style);
  return TRUE;
}

/**
 * eqp_table_model_dup_summary:
 * @self: a table
 * @row: 0..rows-1
 *
 * Returns: (transfer full): the row as a sentence for a screen reader
 */
char *
eqp_table_model_dup_summary (EqpTableModel *self,
                             gint64         row)
{
  EqpTableModelInterface *iface = EQP_TABLE_MODEL_GET_IFACE (self);
  gint64 columns = MIN (eqp_table_model_get_n_columns (self), MAX_SPOKEN);
  GString *text = NULL;

  if (iface->dup_summary != NULL)
    return iface->dup_summary (self, row);

  text = g_string_new (NULL);
  for (gint64 column = 0; column < columns; column++)
    {
      EqpCellFlags flags;
      g_autofree char *title = eqp_table_model_dup_title (self, column);
      g_autofree char *cell = eqp_table_model_dup_text (self, row, column, &flags);

      if (cell != NULL && *cell != '\0')
        g_string_append_printf (text, "%s%s %s", text->len > 0 ? ", " : "", title, cell);
    }
  return g_string_free (text, FALSE);
}

/**
 * eqp_table_model_cells_changed:
 * @self: a table
 *
 * To be called by a table whose cells say something else.
 */
void
eqp_table_model_cells_changed (EqpTableModel *self)
{
  g_signal_emit (self, cells_changed_signal, 0);
}

/**
 * eqp_table_model_rows_changed:
 * @self: a table
 *
 * To be called by a table that has more rows or fewer, or other ones.
 */
void
eqp_table_model_rows_changed (EqpTableModel *self)
{
  g_signal_emit (self, rows_changed_signal, 0);
}

static void
append_quoted (GString    *csv,
               const char *text)
{
  if (strpbrk (text, ",\"\n\r") == NULL)
    {
      g_string_append (csv, text);
      return;
    }
  g_string_append_c (csv, '"');
  for (const char *c = text; *c != '\0'; c++)
    {
      if (*c == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *c);
    }
  g_string_append_c (csv, '"');
}

/**
 * eqp_table_model_dup_csv:
 * @self: a table
 *
 * Columns that are drawn are left out. Time and memory O(rows columns).
 *
 * Returns: (transfer full): the table as CSV text with a header
 */
char *
eqp_table_model_dup_csv (EqpTableModel *self)
{
  EqpTableModelInterface *iface = EQP_TABLE_MODEL_GET_IFACE (self);
  gint64 n_rows = eqp_table_model_get_n_rows (self), n_columns = eqp_table_model_get_n_columns (self);
  g_autofree gboolean *drawn = g_new0 (gboolean, MAX (1, n_columns));
  GString *csv = g_string_new (NULL);

  for (gint64 row = -1; row < n_rows; row++)
    {
      gboolean begun = FALSE;

      for (gint64 column = 0; column < n_columns; column++)
        {
          EqpCellFlags flags;
          g_autofree char *text = NULL;

          if (row < 0)
            {
              g_autofree char *first = n_rows > 0 ? eqp_table_model_dup_text (self, 0, column, &flags) : g_strdup ("");

              drawn[column] = first == NULL;
            }
          if (drawn[column])
            continue;
          if (row < 0)
            text = eqp_table_model_dup_title (self, column);
          else if (iface->dup_exact != NULL)
            text = iface->dup_exact (self, row, column);
          if (text == NULL)
            text = eqp_table_model_dup_text (self, row, column, &flags);
          if (begun)
            g_string_append_c (csv, ',');
          begun = TRUE;
          append_quoted (csv, text);
        }
      g_string_append_c (csv, '\n');
    }
  return g_string_free (csv, FALSE);
}
