/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables that lie on their side: each column of numbers is a point, each row a feature, named by a column of text. */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"
#include "base/eqp-sentence.h"

/* Columns of the file that are points, in order. */
typedef struct
{
  EqpTable *table;
  GArray   *points; /* gint64 */
} Sideways;

static char *
place (gint64 row, gint64 column, gpointer user_data)
{
  Sideways *side = user_data;
  g_autofree char *title = _eqp_table_column_title (side->table, g_array_index (side->points, gint64, row));

  return eqp_sentence_dup (_ ("line %" PRId64 ", %s"), _eqp_table_line_of_row (side->table, column), title);
}

/* The store counts points and features; the file has lines and columns. */
static void
complete_entry (EqpLedgerEntry *entry, gpointer user_data)
{
  Sideways *side = user_data;
  gint64 line = entry->column > 0 ? _eqp_table_line_of_row (side->table, entry->column - 1) : 0;

  entry->column = 0;
  if (entry->row > 0)
    {
      gint64 j = g_array_index (side->points, gint64, entry->row - 1);

      entry->column = j + 1;
      entry->name = g_strdup (eqp_table_column (side->table, j)->name);
    }
  entry->line = line;
}

static GArray *
find_points (EqpTable *self)
{
  GArray *points = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gint64 j = 0; j < self->n_columns; j++)
    if (eqp_table_column (self, j)->kind == EQP_COLUMN_NUMBER && j != self->label
        && !(j == self->n_columns - 1 && eqp_table_column (self, j)->missing == eqp_store_get_rows (self->store)))
      g_array_append_val (points, j);
  return points;
}

static EqpStore *
turn (EqpTable *self, GArray *points, GError **error)
{
  gint64 rows = eqp_store_get_rows (self->store);
  g_autoptr (EqpStore) turned = eqp_store_new (rows, sizeof (double), NULL);

  for (guint i = 0; i < points->len; i++)
    {
      gint32 slot = self->slots[g_array_index (points, gint64, i)];
      double *target = eqp_store_append (turned, error);

      if (target == NULL)
        return NULL;
      for (gint64 row = 0; row < rows; row++)
        target[row] = ((const double *) eqp_store_row (self->store, row))[slot];
    }
  return g_steal_pointer (&turned);
}

/* The names of the features are the first column of text, where there is one. */
static void
name_features (EqpTable *self, GArray *slots)
{
  const EqpTableColumn *names = NULL;
  g_autoptr (GHashTable) used = g_hash_table_new (g_str_hash, g_str_equal);

  for (gint64 j = 0; j < self->n_columns && names == NULL; j++)
    if (eqp_table_column (self, j)->kind == EQP_COLUMN_TEXT && eqp_table_column (self, j)->numbers != NULL)
      names = eqp_table_column (self, j);
  self->parts.column_names = g_new0 (char *, slots->len + 1);
  for (guint i = 0; i < slots->len; i++)
    {
      gint64 row = g_array_index (slots, gint64, i);
      gint32 number = names != NULL ? g_array_index (names->numbers, gint32, row) : -1;
      const char *name = number >= 0 ? g_ptr_array_index (names->names.names, number) : NULL;

      self->parts.column_names[i] = name != NULL && !g_hash_table_contains (used, name)
                                        ? g_strdup (name)
                                        : g_strdup_printf (_ ("row %" PRId64), row + 1);
      g_hash_table_add (used, self->parts.column_names[i]);
    }
}

/* Makes the features of a table whose points are its columns. Labels there are where a line above the points has
 * them. */
gboolean
_eqp_table_assemble_sideways (EqpTable  *self,
                              GError   **error)
{
  g_autoptr (GArray) points = find_points (self);
  g_autoptr (GArray) slots = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (EqpStore) turned = NULL;
  g_autofree guint8 *dropped = NULL;
  gint64 rows = eqp_store_get_rows (self->store);
  guint first = eqp_ledger_get_n_entries (self->parts.ledger);
  Sideways side = { self, points };

  if (rows == 0 || points->len == 0)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s: no column has numbers that could be a point; check the separator and the decimal "
                          "mark."),
                       self->file);
  if (self->label >= 0)
    return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                       _ ("%s: where the points are the columns of a table there is no label column; choose labels "
                          "“none”."),
                       self->file);
  turned = turn (self, points, error);
  if (turned == NULL)
    return FALSE;
  for (gint64 row = 0; row < rows; row++)
    g_array_append_val (slots, row);
  if (!eqp_store_settle_missing (turned, slots, self->options->missing, self->file, place, &side, &dropped,
                                 &self->parts, error))
    return FALSE;
  eqp_ledger_complete (self->parts.ledger, first, complete_entry, &side);
  name_features (self, slots);
  first = eqp_ledger_get_n_entries (self->parts.ledger);
  if (!eqp_store_finish (turned, slots, dropped, &self->parts, error))
    return FALSE;
  eqp_ledger_complete (self->parts.ledger, first, complete_entry, &side);
  return TRUE;
}
