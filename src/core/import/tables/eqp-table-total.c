/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A last row of sums or means below a table, as spreadsheets have it. */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

static gboolean
is_total_word (const char *text)
{
  static const char *const words[] = { "total",        "totals", "grand total", "sum",    "sums",      "mean",
                                       "average",      "avg",    "summe",       "gesamt", "insgesamt", "mittelwert",
                                       "durchschnitt", "somme",  "moyenne",     "suma",   "media",     "totale",
                                       "somma",        "soma",   "totaal",      "razem",  "celkem",    "summa",
                                       "итого",        "всего",  "сумма",       "合計",   "合计",      "总计",
                                       "總計",         "합계",   "σύνολο" };
  g_autofree char *lower = g_utf8_strdown (text, -1);
  gsize length = strlen (lower);

  if (length > 0 && lower[length - 1] == ':')
    lower[length - 1] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strcmp (lower, words[i]) == 0)
      return TRUE;
  return FALSE;
}

/* What the last row is called in one of the columns of text, or NULL. */
static const char *
name_of_last (EqpTable *self, gint64 row)
{
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      EqpTableColumn *column = eqp_table_column (self, j);
      gint32 number;

      if (column->kind != EQP_COLUMN_TEXT || column->numbers == NULL)
        continue;
      number = g_array_index (column->numbers, gint32, row);
      if (number >= 0 && is_total_word (g_ptr_array_index (column->names.names, number)))
        return g_ptr_array_index (column->names.names, number);
    }
  return NULL;
}

/* A last row that is named like sums or means is told: it stays, for only its reader knows. */
void
_eqp_table_tell_total (EqpTable *self)
{
  gint64 last = eqp_store_get_rows (self->store) - 1;
  const char *name = last < 2 || self->options->max_rows > 0 ? NULL : name_of_last (self, last);

  if (name != NULL)
    eqp_note (&self->parts.findings,
              _ ("The last row (line %" PRId64 ") is named “%s” and stays a row; if it has sums or means of the "
                 "others, take it out of the file."),
              _eqp_table_line_of_row (self, last), name);
}
