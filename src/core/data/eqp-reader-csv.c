/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of text: CSV, TSV, blank-separated, packed or not. Sniffing, rows and columns live in files of their own;
 * this one puts them together. */
#include "config.h"

#include "eqp-readers-private.h"

#include <math.h>
#include <string.h>

#include "../base/eqp-error.h"
#include "eqp-table-private.h"
#include "eqp-variables-private.h"

/* Enough for types and separators; a first row longer than this is still read whole. */
#define SNIFF_BYTES (1 << 18)

/* Rows between two looks at whether to go on. */
#define CANCEL_ROWS 8192

/* Labels that are whole numbers below this are turned into a name once, not once a row. */
#define CACHED_LABELS 1024

static void
table_init (EqpTable *self, const EqpImportOptions *options)
{
  self->options = options;
  self->label = -1;
  self->shape_rows = -1;
  self->line = 1;
  self->columns = g_array_new (FALSE, FALSE, sizeof (EqpTableColumn));
  self->text = g_array_new (TRUE, FALSE, 1);
  self->marks = g_array_new (FALSE, FALSE, sizeof (EqpLineMark));
  self->features = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->text_columns = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->fields.fields = g_array_new (FALSE, FALSE, sizeof (EqpField));
}

static void
table_clear (EqpTable *self)
{
  for (guint j = 0; j < self->columns->len; j++)
    {
      EqpTableColumn *column = eqp_table_column (self, j);

      g_free (column->name);
      g_free (column->text);
      eqp_label_table_clear (&column->names);
      g_clear_pointer (&column->numbers, g_array_unref);
    }
  g_array_unref (self->columns);
  g_array_unref (self->text);
  g_array_unref (self->marks);
  g_array_unref (self->features);
  g_array_unref (self->text_columns);
  g_array_unref (self->fields.fields);
  g_strfreev (self->shape_classes);
  g_free (self->values);
  g_free (self->slots);
  g_free (self->texts);
  eqp_store_free (self->store);
  eqp_dataset_parts_clear (&self->parts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpTable, table_clear)

static char *
place (gint64 row, gint64 slot, gpointer user_data)
{
  EqpTable *self = user_data;

  for (gint64 j = 0; j < self->n_columns; j++)
    if (self->slots[j] == slot)
      {
        g_autofree char *title = _eqp_table_column_title (self, j);

        return g_strdup_printf ("line %" G_GINT64_FORMAT ", %s", _eqp_table_line_of_row (self, row), title);
      }
  g_assert_not_reached ();
}

/* Enough text to sniff: at least two rows where the file has them. */
static gboolean
fill_for_sniffing (EqpTable *self, EqpSource *source, GError **error)
{
  gsize looked = 0;
  int breaks = 0;

  while (!self->at_end && (self->text->len < SNIFF_BYTES || breaks < 2))
    {
      if (!_eqp_table_fill (self, source, error))
        return FALSE;
      for (; looked < self->text->len; looked++)
        breaks += self->text->data[looked] == '\n' || self->text->data[looked] == '\r';
    }
  return TRUE;
}

/* Labels of all rows from the label column, -1 where missing. */
static gboolean
labels_from_column (EqpTable *self, gint32 **labels, EqpLabelTable *names, GError **error)
{
  EqpTableColumn *column = eqp_table_column (self, self->label);
  gint64 rows = eqp_store_get_rows (self->store);
  gint32 known[CACHED_LABELS];

  *labels = g_new (gint32, rows);
  if (column->kind == EQP_COLUMN_TEXT)
    {
      memcpy (*labels, column->numbers->data, (gsize) rows * sizeof (gint32));
      eqp_label_table_clear (names);
      *names = column->names;
      memset (&column->names, 0, sizeof column->names);
      return TRUE;
    }

  for (int i = 0; i < CACHED_LABELS; i++)
    known[i] = -1;
  for (gint64 row = 0; row < rows; row++)
    {
      double value = ((const double *) eqp_store_row (self->store, row))[self->slots[self->label]];
      char text[G_ASCII_DTOSTR_BUF_SIZE];
      int small = value >= 0.0 && value < CACHED_LABELS && value == floor (value) ? (int) value : -1;

      if (row % CANCEL_ROWS == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      if (!isfinite (value))
        {
          (*labels)[row] = -1;
          continue;
        }
      if (small >= 0 && known[small] >= 0)
        {
          (*labels)[row] = known[small];
          continue;
        }
      if (value == floor (value) && fabs (value) < 1e15)
        g_ascii_formatd (text, sizeof text, "%.0f", value + 0.0);
      else
        g_ascii_dtostr (text, sizeof text, value);
      (*labels)[row] = eqp_label_table_add (names, text);
      if (small >= 0)
        known[small] = (*labels)[row];
    }
  return TRUE;
}

/* Rows without a label have nothing to be compared with and go, like rows with other gaps. */
static gboolean
drop_unlabeled (EqpTable *self, const gint32 *labels, guint8 **dropped, GError **error)
{
  gint64 rows = eqp_store_get_rows (self->store), missing = 0, first = -1;

  for (gint64 row = 0; row < rows; row++)
    if (labels[row] < 0)
      {
        if (*dropped == NULL)
          *dropped = g_new0 (guint8, rows);
        (*dropped)[row] = 1;
        missing++;
        first = first < 0 ? row : first;
      }
  if (missing == 0)
    return TRUE;

  if (self->options->missing == EQP_MISSING_REFUSE || missing == rows)
    {
      g_autofree char *title = _eqp_table_column_title (self, self->label);

      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   "%s, line %" G_GINT64_FORMAT ", %s: the label is missing (%" G_GINT64_FORMAT " such in all); fill it in, or choose another label column.",
                   self->file, _eqp_table_line_of_row (self, first), title, missing);
      return FALSE;
    }
  self->parts.missing += missing;
  eqp_note (&self->parts.decisions, "%" G_GINT64_FORMAT " row%s without a label (the first in line %" G_GINT64_FORMAT ") %s left out.",
            missing, missing == 1 ? "" : "s", _eqp_table_line_of_row (self, first), missing == 1 ? "was" : "were");
  return TRUE;
}

/* Features from file columns to store columns; TRUE in *gaps when one has missing cells. */
static GArray *
feature_slots (EqpTable *self, gboolean *gaps)
{
  GArray *slots = g_array_new (FALSE, FALSE, sizeof (gint64));

  *gaps = FALSE;
  for (guint i = 0; i < self->features->len; i++)
    {
      gint64 j = g_array_index (self->features, gint64, i);
      gint64 slot = self->slots[j];

      g_array_append_val (slots, slot);
      *gaps |= eqp_table_column (self, j)->missing > 0;
    }
  return slots;
}

static char *
unique_name (GHashTable *names, const char *name)
{
  g_autofree char *candidate = g_strdup (name);

  for (int i = 2; g_hash_table_contains (names, candidate); i++)
    {
      g_free (candidate);
      candidate = g_strdup_printf ("%s (%d)", name, i);
    }
  return g_steal_pointer (&candidate);
}

static void
name_features (EqpTable *self, GArray *slots)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree gint64 *columns = g_new (gint64, eqp_store_get_width (self->store));
  gint64 renamed = 0;

  for (gint64 j = 0; j < self->n_columns; j++)
    if (self->slots[j] >= 0)
      columns[self->slots[j]] = j;

  self->parts.column_names = g_new0 (char *, slots->len + 1);
  for (guint i = 0; i < slots->len; i++)
    {
      gint64 j = columns[g_array_index (slots, gint64, i)];
      const char *given = eqp_table_column (self, j)->name;
      g_autofree char *name = given != NULL ? g_strdup (given) : g_strdup_printf ("column %" G_GINT64_FORMAT, j + 1);

      self->parts.column_names[i] = unique_name (names, name);
      renamed += strcmp (name, self->parts.column_names[i]) != 0;
      g_hash_table_add (names, self->parts.column_names[i]);
    }
  if (renamed > 0)
    eqp_note (&self->parts.decisions, "%" G_GINT64_FORMAT " column name%s up more than once and got a number.", renamed, renamed == 1 ? " turns" : "s turn");
}

/* The names that stand in the first line, for labels 0, 1, 2, ... */
static void
apply_shape_classes (EqpTable *self, EqpLabelTable *names)
{
  gint64 classes = (gint64) g_strv_length (self->shape_classes);

  for (guint i = 0; i < names->names->len; i++)
    {
      guint64 number;

      if (!g_ascii_string_to_unsigned (g_ptr_array_index (names->names, i), 10, 0, (guint64) classes - 1, &number, NULL))
        return;
    }
  for (gint64 i = 0; i < self->parts.n; i++)
    self->parts.labels[i] = atoi (g_ptr_array_index (names->names, self->parts.labels[i]));
  self->parts.class_names = g_steal_pointer (&self->shape_classes);
}

static void
settle_labels (EqpTable *self, const gint32 *labels, const guint8 *dropped, gint64 rows, EqpLabelTable *names)
{
  gint64 n = 0;

  self->parts.labels = g_new (gint32, rows);
  for (gint64 row = 0; row < rows; row++)
    if (dropped == NULL || !dropped[row])
      self->parts.labels[n++] = labels[row];

  if (self->shape_classes != NULL)
    apply_shape_classes (self, names);
  if (self->parts.class_names == NULL)
    self->parts.class_names = eqp_label_table_settle (names, n, self->parts.labels);
}

static gboolean
assemble (EqpTable *self, GFile *file, GCancellable *cancellable, GError **error)
{
  g_auto (EqpLabelTable) names = { 0 };
  g_autofree gint32 *labels = NULL;
  g_autofree guint8 *dropped = NULL;
  g_autoptr (GArray) slots = NULL;
  gint64 rows = eqp_store_get_rows (self->store);
  gboolean gaps, beside;

  eqp_label_table_init (&names);
  beside = self->options->labels == NULL && self->shape_rows < 0 && rows > 0
           && _eqp_labels_beside (file, rows, &self->parts, &labels, &names, cancellable);
  if (!_eqp_table_choose_roles (self, beside, error) || g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (self->label >= 0 && !labels_from_column (self, &labels, &names, error))
    return FALSE;
  if (labels != NULL && !drop_unlabeled (self, labels, &dropped, error))
    return FALSE;

  slots = feature_slots (self, &gaps);
  if (gaps && !eqp_store_settle_missing (self->store, slots, self->options->missing, self->file, place, self, &dropped, &self->parts, error))
    return FALSE;
  name_features (self, slots);
  if (!eqp_store_finish (self->store, slots, dropped, &self->parts, error))
    return FALSE;
  if (self->parts.d == (gint64) self->features->len)
    _eqp_guess_image_shape (&self->parts, FALSE);
  if (labels != NULL)
    settle_labels (self, labels, dropped, rows, &names);

  if (self->shape_rows >= 0 && self->shape_rows != rows)
    eqp_note (&self->parts.findings, "The first line announces %" G_GINT64_FORMAT " rows, but there are %" G_GINT64_FORMAT ".", self->shape_rows, rows);
  if (self->comments > 0)
    eqp_note (&self->parts.decisions, "%" G_GINT64_FORMAT " comment line%s left out.", self->comments, self->comments == 1 ? " was" : "s were");
  if (self->foreign)
    eqp_note (&self->parts.decisions, "The text is not UTF-8 and was taken as Windows-1252 (Latin-1).");
  return TRUE;
}

static EqpDataset *
csv_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable, GError **error)
{
  static const EqpImportOptions guess = { 0 };
  g_auto (EqpTable) self = { 0 };
  g_autoptr (EqpSource) source = NULL;
  const char *encoding;
  guint8 head[4096];
  gssize got;

  table_init (&self, options != NULL ? options : &guess);
  self.cancellable = cancellable;
  encoding = self.options->encoding;
  source = eqp_source_open_member (file, self.options->variable, NULL, progress, cancellable, error);
  if (source == NULL)
    return NULL;
  if (encoding == NULL)
    {
      got = eqp_source_read (source, head, sizeof head, error);
      if (got < 0)
        return NULL;
      encoding = _eqp_table_guess_encoding (head, (gsize) got);
      if (encoding != NULL)
        eqp_note (&self.parts.decisions, "The text is encoded in %s.", encoding);
    }
  eqp_source_close (source);
  source = eqp_source_open_member (file, self.options->variable, encoding, progress, cancellable, error);
  if (source == NULL)
    return NULL;
  self.file = eqp_source_get_name (source);

  if (!fill_for_sniffing (&self, source, error)
      || !_eqp_table_sniff (&self, error)
      || !_eqp_table_apply_options (&self, error)
      || !_eqp_table_read_rows (&self, source, error)
      || !assemble (&self, file, cancellable, error))
    return NULL;

  self.parts.name = g_strdup (self.file);
  self.parts.source = g_file_get_parse_name (file);
  self.parts.format = g_strdup (self.separator == '\t' ? "TSV" : self.separator == ' ' ? "space-separated table" : "CSV");
  return eqp_dataset_new_cancellable (&self.parts, cancellable, error);
}

static int
csv_sniff (const EqpProbe *probe)
{
  static const char *const endings[] = { ".csv", ".tsv", ".tab", ".txt", ".dat", ".data", ".csv.gz", ".tsv.gz", ".txt.gz", ".data.gz" };
  gsize control = 0;

  if (_eqp_table_guess_encoding (probe->head, probe->head_length) != NULL)
    return 40;
  for (gsize i = 0; i < probe->head_length; i++)
    {
      if (probe->head[i] == 0)
        return 0;
      control += probe->head[i] < 32 && !g_ascii_isspace (probe->head[i]);
    }
  if (control * 100 > probe->head_length)
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (probe->basename != NULL && g_str_has_suffix (probe->basename, endings[i]))
      return 60;
  return 40;
}

const EqpReader _eqp_reader_csv = {
  "csv",
  "Table (CSV, TSV, blanks)",
  "csv;tsv;tab;txt;dat;data;csv.gz;tsv.gz;txt.gz;dat.gz;data.gz",
  csv_sniff,
  csv_read
};
