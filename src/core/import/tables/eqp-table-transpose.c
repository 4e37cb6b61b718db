/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables that lie on their side: each column of numbers is a point, each row a feature, named by a column of text. */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"

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
  GArray *points = self->points = find_points (self);
  g_autoptr (GArray) slots = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (EqpStore) turned = NULL;
  g_autofree guint8 *dropped = NULL;
  gint64 rows = eqp_store_get_rows (self->store);

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
  if (!_eqp_table_settle_missing (self, turned, slots, &dropped, error))
    return FALSE;
  name_features (self, slots);
  return _eqp_table_finish (self, turned, slots, dropped, error);
}
