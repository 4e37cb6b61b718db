/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables whose points are their columns: the text is turned, and read like any other then. */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/eqp-error.h"
#include "base/eqp-memory.h"
#include "base/eqp-number-fast.h"

/* The field as it stands, with the quotes around it. */
static void
append_field (EqpTable *self, GArray *text, const EqpField *field)
{
  gboolean quoted = field->start > self->text->data && field->start[-1] == '"';

  g_array_append_vals (text, field->start - quoted, (guint) (field->length + 2 * quoted));
}

/* Makes the rows of the text at hand its columns; all of it has to be at hand. Columns without a cell, as separators at
 * the ends of rows make them, go. Returns FALSE where rows differ in length. */
gboolean
_eqp_table_turn (EqpTable  *self,
                 GError   **error)
{
  g_auto (EqpTableSample) all = { 0 };
  g_autoptr (GArray) text = g_array_new (TRUE, FALSE, 1);
  gint64 rows, count;

  if (!_eqp_memory_lasts (self->text->len, self->text->len * sizeof (EqpField)))
    return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                       _ ("%s: there is no memory to make points of the columns; save the table the other way."),
                       self->file);
  _eqp_table_take_sample (self, self->separator, G_MAXINT64, &all);
  rows = _eqp_table_sample_rows (&all);
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      guint start = text->len;
      gint64 filled = 0;

      for (gint64 row = 0; row < rows; row++)
        {
          const EqpField *fields = _eqp_table_sample_row (&all, row, &count);

          if (count != self->n_columns)
            return eqp_refuse (error, EQP_ERROR_PARSE,
                               _ ("%s: row %" PRId64 " has %" PRId64 " fields instead of %" PRId64
                                  ", so columns cannot be points; complete it or take it out."),
                               self->file, row + 1, count, self->n_columns);
          if (row > 0)
            g_array_append_val (text, self->separator);
          append_field (self, text, &fields[j]);
          filled += fields[j].length > 0;
        }
      if (filled > 0)
        g_array_append_vals (text, "\n", 1);
      else
        g_array_set_size (text, start);
    }
  g_array_set_size (text, text->len + EQP_NUMBER_PADDING);
  g_array_set_size (text, text->len - EQP_NUMBER_PADDING);
  g_array_unref (self->text);
  self->text = g_steal_pointer (&text);
  self->position = 0;
  self->line = 1;
  return TRUE;
}
