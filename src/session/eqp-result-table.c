/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table that was opened, with what a run found as columns behind it: cluster, second choice, margin, price paid. It
 * has the cells of the file where that can be read again, and else the data as they were understood. */
#include "config.h"

#include "eqp-result-table.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define PIECE_BYTES (1 << 18)

enum {
  ADDED_CLUSTER,
  ADDED_SECOND,
  ADDED_MARGIN,
  ADDED_PRICE,
  N_ADDED
};

static const char *const added[N_ADDED] = { "cluster", "second_choice", "margin", "price_paid" };

typedef struct
{
  const EqpResultTable *table;
  EqpOriginalRows      *original; /* or NULL */
  gint64                n;
  gint64                n_columns;
  gint32               *second;
  double               *margin;
  double               *price;
  GString              *text;
} Writer;

/**
 * eqp_result_table_append_value:
 * @text: a line of CSV
 * @dataset: data
 * @row: 0..n-1
 * @column: 0..d-1
 *
 * Appends the fewest digits that are as near to the value as it is kept: "1.7", not "1.70000005".
 */
void
eqp_result_table_append_value (GString    *text,
                               EqpDataset *dataset,
                               gint64      row,
                               gint64      column)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double value = eqp_dataset_get_value (dataset, row, column);
  double stored = eqp_dataset_get_stored (dataset, row, column);
  double error = fabs (stored) * eqp_dataset_get_scale (dataset) * 0x1p-24;

  if (value == rint (value) && fabs (value) <= 0x1p53)
    {
      g_string_append_printf (text, "%" G_GINT64_FORMAT, (gint64) value);
      return;
    }
  for (int digits = 7; digits <= 17; digits++)
    {
      char format[8];

      g_snprintf (format, sizeof format, "%%.%dg", digits);
      g_ascii_formatd (number, sizeof number, format, value);
      if (fabs (g_ascii_strtod (number, NULL) - value) <= error)
        break;
    }
  g_string_append (text, number);
}

/**
 * eqp_result_table_append_field:
 * @text: a line of CSV
 * @field: what is added, in quotation marks where it needs them
 */
void
eqp_result_table_append_field (GString    *text,
                               const char *field)
{
  if (strpbrk (field, ",;\t\"\r\n") == NULL && *field != ' ' && *field != '#')
    {
      g_string_append (text, field);
      return;
    }

  g_string_append_c (text, '"');
  for (; *field != '\0'; field++)
    g_string_append_printf (text, *field == '"' ? "\"\"" : "%c", *field);
  g_string_append_c (text, '"');
}

/* ---- What was opened -------------------------------------------------------------------------------------------- */

static const char *
get_title (const Writer *writer,
           gint64        column)
{
  EqpDataset *opened = writer->table->opened;

  if (writer->original != NULL)
    return eqp_original_rows_get_title (writer->original, column);
  if (eqp_dataset_get_graph (opened) != NULL)
    return column == 0 ? "node" : "class";
  if (column < eqp_dataset_get_d (opened))
    return eqp_dataset_get_column_name (opened, column);
  return "class";
}

static void
append_cell (const Writer *writer,
             gint64        row,
             gint64        column)
{
  EqpDataset *opened = writer->table->opened;
  const gint32 *labels = eqp_dataset_get_labels (opened);

  if (writer->original != NULL)
    eqp_result_table_append_field (writer->text, eqp_original_rows_get_cell (writer->original, row, column));
  else if (eqp_dataset_get_row_name (opened, row) != NULL && column == 0)
    eqp_result_table_append_field (writer->text, eqp_dataset_get_row_name (opened, row));
  else if (eqp_dataset_get_graph (opened) != NULL && column == 0)
    g_string_append_printf (writer->text, "%" G_GINT64_FORMAT, row + 1);
  else if (column < eqp_dataset_get_d (opened))
    eqp_result_table_append_value (writer->text, opened, row, column);
  else
    eqp_result_table_append_field (writer->text, eqp_dataset_get_class_name (opened, labels[row]));
}

/* Vertices of a graph have a name or a number and nothing else. */
static gint64
count_columns (const Writer *writer)
{
  EqpDataset *opened = writer->table->opened;

  if (writer->original != NULL)
    return eqp_original_rows_get_n_columns (writer->original);
  return eqp_dataset_get_d (opened) + (eqp_dataset_get_labels (opened) != NULL) +
         (eqp_dataset_get_graph (opened) != NULL);
}

/* ---- What was found --------------------------------------------------------------------------------------------- */

static int
count_added (const Writer *writer)
{
  return writer->table->weighted ? 1 : N_ADDED;
}

/* No two columns may have one name. */
static char *
dup_added_title (const Writer *writer,
                 int           which)
{
  g_autoptr (GString) title = g_string_new (added[which]);

  for (gint64 j = 0; j < writer->n_columns; j++)
    if (g_ascii_strcasecmp (get_title (writer, j), title->str) == 0)
      {
        g_string_append_c (title, '_');
        j = -1;
      }
  return g_strdup (title->str);
}

static void
append_real (GString *text,
             double   value)
{
  g_autofree char *number = isfinite (value) ? eqp_real_to_string (value) : g_strdup ("");

  g_string_append (text, number);
}

/* Clusters count from 1, as pictures number them. */
static void
append_found (const Writer *writer,
              gint64        row)
{
  GString *text = writer->text;

  g_string_append_printf (text, ",%d", writer->table->labels[row] + 1);
  if (writer->table->weighted)
    return;
  g_string_append_c (text, ',');
  if (writer->second[row] >= 0)
    g_string_append_printf (text, "%d", writer->second[row] + 1);
  g_string_append_c (text, ',');
  append_real (text, writer->margin[row]);
  g_string_append_c (text, ',');
  append_real (text, writer->price[row]);
}

static gboolean
no_memory (GError **error)
{
  g_set_error_literal (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                       _ ("There is not enough memory for the columns of results; take a sample."));
  return FALSE;
}

static gboolean
find_costs (Writer        *writer,
            GCancellable  *cancellable,
            GError       **error)
{
  const EqpResultTable *table = writer->table;
  g_autofree gint32 *nearest = NULL;

  writer->second = g_try_new (gint32, MAX (1, writer->n));
  writer->margin = g_try_new (double, MAX (1, writer->n));
  writer->price = g_try_new (double, MAX (1, writer->n));
  if (writer->second == NULL || writer->margin == NULL || writer->price == NULL)
    return no_memory (error);
  if (table->weighted)
    return TRUE;
  nearest = g_try_new (gint32, MAX (1, writer->n));
  if (nearest == NULL)
    return no_memory (error);
  return eqp_explain_all (table->prepared, table->graph, table->k, table->labels, table->gamma, cancellable,
                          &(EqpRowChoices) { writer->second, writer->margin, nearest, writer->price }, error);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------ */

static gboolean
write_lines (Writer         *writer,
             GOutputStream  *stream,
             GCancellable   *cancellable,
             GError        **error)
{
  GString *text = writer->text;

  for (gint64 j = 0; j < writer->n_columns; j++)
    {
      eqp_result_table_append_field (text, get_title (writer, j));
      g_string_append_c (text, ',');
    }
  for (int which = 0; which < count_added (writer); which++)
    {
      g_autofree char *title = dup_added_title (writer, which);

      g_string_append_printf (text, "%s%s", which > 0 ? "," : "", title);
    }
  g_string_append_c (text, '\n');
  for (gint64 i = 0; i < writer->n; i++)
    {
      for (gint64 j = 0; j < writer->n_columns; j++)
        {
          if (j > 0)
            g_string_append_c (text, ',');
          append_cell (writer, i, j);
        }
      append_found (writer, i);
      g_string_append_c (text, '\n');
      if (text->len < PIECE_BYTES)
        continue;
      if (!g_output_stream_write_all (stream, text->str, text->len, NULL, cancellable, error))
        return FALSE;
      g_string_truncate (text, 0);
    }
  return g_output_stream_write_all (stream, text->str, text->len, NULL, cancellable, error);
}

/**
 * eqp_result_table_write:
 * @self: what there is to write
 * @stream: where to
 * @cancellable: (nullable): to give up
 * @error: EQP_ERROR_TOO_LARGE, G_IO_ERROR
 *
 * For a worker thread. Time that of eqp_explain_all() and of reading the file again.
 *
 * Returns: whether all is written
 */
gboolean
eqp_result_table_write (const EqpResultTable  *self,
                        GOutputStream         *stream,
                        GCancellable          *cancellable,
                        GError               **error)
{
  g_autoptr (EqpOriginalRows) original = eqp_original_rows_read (self->opened, cancellable);
  g_autoptr (GString) text = g_string_sized_new (PIECE_BYTES + 4096);
  Writer writer = { .table = self, .original = original, .n = eqp_dataset_get_n (self->opened), .text = text };
  gboolean done;

  writer.n_columns = count_columns (&writer);
  done = find_costs (&writer, cancellable, error) && write_lines (&writer, stream, cancellable, error);
  g_free (writer.second);
  g_free (writer.margin);
  g_free (writer.price);
  return done;
}

/**
 * eqp_result_table_save:
 * @self: what there is to write
 * @path: a file, replaced whole or not at all
 * @cancellable: (nullable): to give up
 * @error: one sentence
 *
 * Returns: whether the file is there
 */
gboolean
eqp_result_table_save (const EqpResultTable  *self,
                       const char            *path,
                       GCancellable          *cancellable,
                       GError               **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFileOutputStream) stream = NULL;
  g_autoptr (GCancellable) drop = g_cancellable_new ();
  g_autoptr (GError) cause = NULL;
  g_autofree char *shown = g_filename_display_name (path);
  gboolean is_new = !g_file_query_exists (file, NULL), done;

  stream = g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, cancellable, &cause);
  done = stream != NULL && eqp_result_table_write (self, G_OUTPUT_STREAM (stream), cancellable, &cause);
  /* Closed by a cancelled operation what was written does not take the place of the file before it. */
  if (!done)
    g_cancellable_cancel (drop);
  if (stream != NULL && !g_output_stream_close (G_OUTPUT_STREAM (stream), drop, done ? &cause : NULL))
    done = FALSE;
  if (done)
    return TRUE;
  if (stream != NULL && is_new)
    g_file_delete (file, NULL, NULL);
  if (cause->domain == EQP_ERROR || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_steal_pointer (&cause));
  else
    g_set_error (error, cause->domain, cause->code,
                 _ ("The file “%s” could not be written: %s; make room or name another one."), shown, cause->message);
  return FALSE;
}
