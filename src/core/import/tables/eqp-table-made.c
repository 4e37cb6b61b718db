/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of features made from columns of text: truth values become 0 and 1, and on request each value becomes a
 * column of its own (one-hot). */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/eqp-error.h"
#include "data/eqp-data-private.h"

/* More columns than this are no values but names. */
#define MOST_VALUES 1000

static gboolean
wants_all (EqpTable *self)
{
  return g_strcmp0 (self->options->one_hot, "all") == 0;
}

/* Marks the columns that are to become several, so that their texts are kept. Returns FALSE when one of them does
 * not exist or is the label. */
gboolean
_eqp_table_want_texts (EqpTable  *self,
                       GError   **error)
{
  g_autoptr (GArray) wanted = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (self->options->one_hot == NULL || wants_all (self))
    return TRUE;
  if (!eqp_select_columns (self->file, self->options->one_hot, self->n_columns, _eqp_table_find_column, self, wanted,
                           error))
    return FALSE;
  for (guint i = 0; i < wanted->len; i++)
    {
      gint64 j = g_array_index (wanted, gint64, i);
      EqpTableColumn *column = eqp_table_column (self, j);

      if (j == self->label || column->kind == EQP_COLUMN_SKIP)
        return _eqp_table_refuse_role (self, j, _ ("become one-hot columns"), error);
      column->kind = EQP_COLUMN_TEXT;
      column->wanted = TRUE;
      column->one_hot = TRUE;
    }
  return TRUE;
}

/* The name that stands for 1 where a column has truth values; -1: it has others. */
static gint32
true_value (const EqpTableColumn *column)
{
  static const char *const pairs[][2] = { { "true", "false" }, { "yes", "no" }, { "t", "f" }, { "y", "n" } };

  if (column->names.names->len != 2)
    return -1;
  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    for (gint32 k = 0; k < 2; k++)
      if (g_ascii_strcasecmp (g_ptr_array_index (column->names.names, k), pairs[i][0]) == 0
          && g_ascii_strcasecmp (g_ptr_array_index (column->names.names, 1 - k), pairs[i][1]) == 0)
        return k;
  return -1;
}

static void
add_made (EqpTable *self, gint64 j, gint32 value, gboolean several)
{
  EqpTableColumn *column = eqp_table_column (self, j);
  const char *text = g_ptr_array_index (column->names.names, value);
  g_autofree char *name =
      column->name != NULL ? g_strdup (column->name) : _eqp_column_usual_name (j);
  EqpMadeColumn made = { j, value, several ? g_strdup_printf ("%s=%s", name, text) : g_strdup (name) };

  g_array_append_val (self->made, made);
  if (several)
    _eqp_log (&self->parts, &(EqpLedgerEntry){ EQP_LEDGER_COLUMN_MADE, .column = j + 1, .name = column->name,
                                               .before = (char *) text, .after = made.name });
}

static gboolean
plan_column (EqpTable *self, gint64 j, GError **error)
{
  EqpTableColumn *column = eqp_table_column (self, j);
  g_autofree char *title = _eqp_table_column_title (self, j);
  guint n_values = column->numbers != NULL ? column->names.names->len : 0;
  gint32 yes = column->numbers != NULL ? true_value (column) : -1;

  if (column->one_hot || (wants_all (self) && self->options->columns == NULL))
    {
      if (column->numbers == NULL || n_values > MOST_VALUES)
        return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                           _ ("%s: %s has more than %d different texts, too many for a column each; leave it out."),
                           self->file, title, MOST_VALUES);
      for (gint32 value = 0; value < (gint32) n_values; value++)
        add_made (self, j, value, TRUE);
    }
  else if (yes >= 0 && self->options->columns == NULL)
    add_made (self, j, yes, FALSE);
  return TRUE;
}

static void
log_boolean (EqpTable *self, gint64 j, gint64 row, gint32 number, gint32 yes)
{
  EqpTableColumn *column = eqp_table_column (self, j);

  if (eqp_ledger_wants (self->parts.ledger, EQP_LEDGER_BOOLEAN))
    _eqp_log (&self->parts, &(EqpLedgerEntry){ EQP_LEDGER_BOOLEAN, _eqp_table_line_of_row (self, row), row + 1, j + 1,
                                               column->name, g_ptr_array_index (column->names.names, number),
                                               (char *) (number == yes ? "1" : "0") });
}

static void
fill_columns (EqpTable *self)
{
  gint64 rows = eqp_store_get_rows (self->store);

  for (gint64 row = 0; row < rows; row++)
    {
      double *values = eqp_store_row (self->store, row);

      for (guint i = 0; i < self->made->len; i++)
        {
          const EqpMadeColumn *made = &g_array_index (self->made, EqpMadeColumn, i);
          EqpTableColumn *column = eqp_table_column (self, made->column);
          gint32 number = g_array_index (column->numbers, gint32, row);

          values[self->made_first + i] = number < 0 ? NAN : number == made->value;
          if (number >= 0 && !column->one_hot && !wants_all (self))
            log_boolean (self, made->column, row, number, made->value);
        }
    }
}

/* Adds columns to the store: truth values, and the values of the columns that are to be one-hot. A missing text is
 * missing in all of them. Returns FALSE when there are too many values. */
gboolean
_eqp_table_make_columns (EqpTable  *self,
                         GError   **error)
{
  self->made_first = eqp_store_get_width (self->store);
  for (gint64 j = 0; j < self->n_columns; j++)
    if (eqp_table_column (self, j)->kind == EQP_COLUMN_TEXT && j != self->label && !plan_column (self, j, error))
      return FALSE;
  if (self->made->len == 0)
    return TRUE;
  if (!eqp_store_widen (&self->store, self->made->len, error))
    return FALSE;
  fill_columns (self);
  return TRUE;
}
