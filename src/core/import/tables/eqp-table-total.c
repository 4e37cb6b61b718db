/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A last row of sums or means below a table, as spreadsheets have it: no point of the data. */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Sums of numbers that were rounded for print agree so far. */
#define TOLERANCE 1e-6

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

/* Whether the last number of a column is the sum or the mean of those above; 0 where there is nothing to compare. */
static int
compare_total (EqpTable *self, gint64 j, gint64 row)
{
  double sum = 0.0, size = 0.0, last = ((const double *) eqp_store_row (self->store, row))[self->slots[j]];
  gint64 n = 0;

  if (!isfinite (last))
    return 0;
  for (gint64 i = 0; i < row; i++)
    {
      double value = ((const double *) eqp_store_row (self->store, i))[self->slots[j]];

      if (!isfinite (value))
        continue;
      sum += value;
      size += fabs (value);
      n++;
    }
  if (size == 0.0)
    return last == 0.0 ? 0 : -1;
  return fabs (sum - last) <= TOLERANCE * size || fabs (sum / (double) n - last) <= TOLERANCE * size / (double) n ? 1
                                                                                                                  : -1;
}

/* Leaves out the last row where it is named a total and has the sums or means of the columns; told in any case.
 * @dropped: one byte a row, non-zero for rows to leave out; made where it is NULL and needed. */
void
_eqp_table_drop_total (EqpTable  *self,
                       guint8   **dropped)
{
  gint64 last = eqp_store_get_rows (self->store) - 1, line;
  gint64 fit = 0, unfit = 0;
  const char *name;

  if (last < 2 || self->options->max_rows > 0 || (name = name_of_last (self, last)) == NULL)
    return;
  for (guint i = 0; i < self->features->len; i++)
    {
      int answer = compare_total (self, g_array_index (self->features, gint64, i), last);

      fit += answer > 0;
      unfit += answer < 0;
    }
  line = _eqp_table_line_of_row (self, last);
  if (fit == 0 || unfit > 0)
    {
      eqp_note (&self->parts.findings,
                _ ("The last row (line %" PRId64 ") is named “%s”; if it is no row of data, take it out of the file."),
                line, name);
      return;
    }
  if (*dropped == NULL)
    *dropped = g_new0 (guint8, last + 1);
  (*dropped)[last] = 1;
  _eqp_log (&self->parts,
            &(EqpLedgerEntry){ EQP_LEDGER_ROW_DROPPED, .line = line, .row = last + 1, .before = (char *) name,
                               .after = (char *) _ ("it has the sums or means of the rows above") });
}
