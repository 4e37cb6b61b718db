/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of text: CSV, TSV, blank-separated, packed or not. Sniffing, rows and columns live in files of their own;
 * this one puts them together. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "import/eqp-affinity.h"
#include "import/eqp-beside.h"
#include "base/eqp-number.h"
#include "base/eqp-memory.h"
#include "eqp-table-private.h"
#include "import/eqp-image-shape.h"

/* Enough for types and separators; a first row longer than this is still read whole. */
#define SNIFF_BYTES (1 << 18)

/* Looked at for the encoding. */
#define HEAD_BYTES (1 << 16)

/* Read at a time. */
#define BLOCK_BYTES (1 << 18)

/* Rows between two looks at whether to go on. */
#define CANCEL_ROWS 8192

/* Labels that are whole numbers below this are turned into a name once, not once a row. */
#define CACHED_LABELS 1024

/* "none" alone: no word at all; "usual": those that need no saying. */
static void
take_missing_words (EqpTable *self)
{
  g_auto (GStrv) words = NULL;

  self->no_words = g_strcmp0 (self->options->missing_words, "none") == 0;
  if (self->options->missing_words == NULL || self->no_words)
    return;
  words = g_strsplit (self->options->missing_words, ",", -1);
  self->missing_words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *word = g_strstrip (words[i]);
      double value;
      const char *after = eqp_parse_number (word, '.', &value);

      if (strcmp (word, "usual") == 0)
        continue;
      if (after != NULL && *after == '\0' && self->sentinels == NULL)
        self->sentinels = g_array_new (FALSE, FALSE, sizeof (double));
      if (after != NULL && *after == '\0')
        g_array_append_val (self->sentinels, value);
      g_hash_table_add (self->missing_words, g_utf8_strdown (word, -1));
    }
}

static void
table_init (EqpTable *self, const EqpImportOptions *options)
{
  self->options = options;
  self->label = self->label_last = -1;
  self->shape_rows = -1;
  self->line = 1;
  self->block_bytes = BLOCK_BYTES;
  self->columns = g_array_new (FALSE, FALSE, sizeof (EqpTableColumn));
  self->text = g_array_new (TRUE, FALSE, 1);
  self->marks = g_array_new (FALSE, FALSE, sizeof (EqpLineMark));
  self->features = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->text_columns = g_array_new (FALSE, FALSE, sizeof (gint64));
  self->fields.fields = g_array_new (FALSE, FALSE, sizeof (EqpField));
  self->words = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
  self->made = g_array_new (FALSE, FALSE, sizeof (EqpMadeColumn));
  self->odd_lines = g_ptr_array_new_with_free_func (g_free);
  _eqp_ledger_start (&self->parts, options != NULL ? options->ledger_limit : 0);
  take_missing_words (self);
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
  g_clear_pointer (&self->fields.stops, g_array_unref);
  g_strfreev (self->shape_classes);
  g_strfreev (self->words_above);
  g_clear_pointer (&self->loose_names, g_ptr_array_unref);
  g_clear_pointer (&self->missing_words, g_hash_table_unref);
  g_clear_pointer (&self->sentinels, g_array_unref);
  g_hash_table_unref (self->words);
  g_ptr_array_unref (self->odd_lines);
  for (guint i = 0; i < self->made->len; i++)
    g_free (g_array_index (self->made, EqpMadeColumn, i).name);
  g_array_unref (self->made);
  g_free (self->values);
  g_free (self->slots);
  g_free (self->columns_of_slots);
  g_free (self->texts);
  eqp_store_free (self->store);
  eqp_dataset_parts_clear (&self->parts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpTable, table_clear)

/* The column of the file that a column of the store has or was made from. */
static gint64
column_of_slot (EqpTable *self, gint64 slot)
{
  if (slot >= self->made_first && self->made->len > 0)
    return g_array_index (self->made, EqpMadeColumn, slot - self->made_first).column;
  return self->columns_of_slots[slot];
}

static char *
place (gint64 row, gint64 slot, gpointer user_data)
{
  EqpTable *self = user_data;
  gint64 column = column_of_slot (self, slot);
  g_autofree char *title = _eqp_table_column_title (self, column);

  return g_strdup_printf ("line %" G_GINT64_FORMAT ", %s", _eqp_table_line_of_row (self, row), title);
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

  if (self->label_last > self->label)
    {
      EqpRoleTable table = _eqp_table_roles (self);
      EqpRoleLabels chosen = { self->label, self->label_last, -1, NULL };

      *labels = _eqp_roles_take_one_hot (&table, &chosen, names, error);
      if (*labels == NULL)
        g_prefix_error (error, "%s: ", self->file);
      return *labels != NULL;
    }
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
      eqp_name_number (value, text);
      (*labels)[row] = eqp_label_table_add (names, text);
      if (small >= 0)
        known[small] = (*labels)[row];
    }
  return TRUE;
}

/* Entries made by the store know its rows and columns; here they get line, column and name of the file, and its word.
 */
static void
complete_entry (EqpLedgerEntry *entry, gpointer user_data)
{
  EqpTable *self = user_data;
  gint64 column, key;

  if (entry->row > 0)
    entry->line = _eqp_table_line_of_row (self, entry->row - 1);
  if (entry->column == 0)
    return;
  column = column_of_slot (self, entry->column - 1);
  key = (entry->row - 1) * self->n_columns + column;
  entry->column = column + 1;
  entry->name = g_strdup (eqp_table_column (self, column)->name);
  if (entry->kind == EQP_LEDGER_MISSING && g_hash_table_contains (self->words, &key))
    {
      g_free (entry->before);
      entry->before = g_strdup (g_hash_table_lookup (self->words, &key));
    }
}

static gboolean
settle_missing (EqpTable *self, GArray *slots, guint8 **dropped, GError **error)
{
  guint first = eqp_ledger_get_n_entries (self->parts.ledger);

  if (!eqp_store_settle_missing (self->store, slots, self->options->missing, self->file, place, self, dropped,
                                 &self->parts, error))
    return FALSE;
  eqp_ledger_complete (self->parts.ledger, first, complete_entry, self);
  return TRUE;
}

static void
log_unlabeled (EqpTable *self, gint64 row)
{
  gint64 line;
  const char *name = eqp_table_column (self, MAX (0, self->label))->name;
  EqpLedgerEntry entry = { EQP_LEDGER_MISSING, .row = row + 1, .column = self->label + 1, .name = (char *) name };

  if (eqp_ledger_is_listing (self->parts.ledger, EQP_LEDGER_MISSING))
    {
      line = _eqp_table_line_of_row (self, row);
      entry.line = line;
    }
  _eqp_log (&self->parts, &entry);
  entry.kind = EQP_LEDGER_ROW_DROPPED;
  entry.after = (char *) "the label is missing";
  _eqp_log (&self->parts, &entry);
}

/* Rows without a label have nothing to be compared with and go, like rows with other gaps. */
static gboolean
drop_unlabeled (EqpTable *self, const gint32 *labels, guint8 **dropped, GError **error)
{
  gint64 rows = eqp_store_get_rows (self->store), missing = 0, first = -1;

  for (gint64 row = 0; row < rows; row++)
    if (labels[row] < 0 && (*dropped == NULL || !(*dropped)[row]))
      {
        if (*dropped == NULL)
          *dropped = g_new0 (guint8, rows);
        (*dropped)[row] = 1;
        missing++;
        first = first < 0 ? row : first;
        log_unlabeled (self, row);
      }
  if (missing == 0)
    return TRUE;

  if (self->options->missing == EQP_MISSING_REFUSE || missing == rows)
    {
      g_autofree char *title = _eqp_table_column_title (self, self->label);

      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   "%s, line %" G_GINT64_FORMAT ", %s: the label is missing (%" G_GINT64_FORMAT
                   " such in all); fill it in, or choose another label column.",
                   self->file, _eqp_table_line_of_row (self, first), title, missing);
      return FALSE;
    }
  self->parts.missing += missing;
  eqp_note (&self->parts.decisions,
            "%" G_GINT64_FORMAT " row%s without a label (the first in line %" G_GINT64_FORMAT ") %s left out.", missing,
            missing == 1 ? "" : "s", _eqp_table_line_of_row (self, first), missing == 1 ? "was" : "were");
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
  for (guint i = 0; i < self->made->len; i++)
    {
      gint64 slot = self->made_first + i;

      g_array_append_val (slots, slot);
      *gaps |= eqp_table_column (self, g_array_index (self->made, EqpMadeColumn, i).column)->missing > 0;
    }
  return slots;
}

/* Every column of numbers. */
static GArray *
all_slots (EqpTable *self, gboolean *gaps)
{
  GArray *slots = g_array_new (FALSE, FALSE, sizeof (gint64));

  *gaps = TRUE;
  for (gint64 slot = 0; slot < eqp_store_get_width (self->store); slot++)
    g_array_append_val (slots, slot);
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
  gint64 renamed = 0;

  self->parts.column_names = g_new0 (char *, slots->len + 1);
  for (guint i = 0; i < slots->len; i++)
    {
      gint64 slot = g_array_index (slots, gint64, i), j = column_of_slot (self, slot);
      gboolean made = self->made->len > 0 && slot >= self->made_first;
      const char *given = made ? g_array_index (self->made, EqpMadeColumn, slot - self->made_first).name
                               : eqp_table_column (self, j)->name;
      g_autofree char *name = given != NULL ? g_strdup (given) : g_strdup_printf ("column %" G_GINT64_FORMAT, j + 1);

      self->parts.column_names[i] = unique_name (names, name);
      if (strcmp (name, self->parts.column_names[i]) != 0)
        {
          renamed++;
          _eqp_log (&self->parts, &(EqpLedgerEntry){ EQP_LEDGER_COLUMN_RENAMED, .column = j + 1, .name = name,
                                                     .before = name, .after = self->parts.column_names[i] });
        }
      g_hash_table_add (names, self->parts.column_names[i]);
    }
  if (renamed > 0)
    eqp_note (&self->parts.decisions, "%" G_GINT64_FORMAT " column name%s up more than once and got a number.", renamed,
              renamed == 1 ? " turns" : "s turn");
}

/* The names that stand in the first line, for labels 0, 1, 2, ... */
static void
apply_shape_classes (EqpTable *self, EqpLabelTable *names)
{
  gint64 classes = (gint64) g_strv_length (self->shape_classes);

  for (guint i = 0; i < names->names->len; i++)
    {
      guint64 number;

      if (!g_ascii_string_to_unsigned (g_ptr_array_index (names->names, i), 10, 0, (guint64) classes - 1, &number,
                                       NULL))
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

/* Two columns of whole numbers from the same range, never twice the same in a row: the ends of edges may look so. */
static void
tell_edges (EqpTable *self, GArray *slots)
{
  gint64 rows = eqp_store_get_rows (self->store);
  double low[2] = { HUGE_VAL, HUGE_VAL }, high[2] = { -HUGE_VAL, -HUGE_VAL };

  if (slots->len != 2 || self->label >= 0 || self->options->take != EQP_TAKE_GUESS || rows < 3)
    return;
  for (gint64 row = 0; row < rows; row++)
    {
      const double *values = eqp_store_row (self->store, row);
      double ends[2] = { values[g_array_index (slots, gint64, 0)], values[g_array_index (slots, gint64, 1)] };

      if (ends[0] == ends[1])
        return;
      for (int k = 0; k < 2; k++)
        {
          if (!(ends[k] >= 0.0) || ends[k] != floor (ends[k]))
            return;
          low[k] = MIN (low[k], ends[k]);
          high[k] = MAX (high[k], ends[k]);
        }
    }
  if ((MIN (high[0], high[1]) - MAX (low[0], low[1])) * 2.0 >= MAX (high[0], high[1]) - MIN (low[0], low[1]))
    eqp_note (&self->parts.decisions, "The rows were taken for points with two features; the runner-up: edges of a "
                                      "graph (--as graph).");
}

/* One column of whole numbers or text in a file that is named like the labels of another one. */
static gboolean
check_not_labels (EqpTable *self, GFile *file, GCancellable *cancellable, GError **error)
{
  gint64 rows = eqp_store_get_rows (self->store);

  if (self->n_columns != 1)
    return TRUE;
  for (gint64 row = 0; row < rows && eqp_store_get_width (self->store) > 0; row++)
    {
      double value = eqp_store_get_value (self->store, row, 0);

      if (isfinite (value) && value != floor (value))
        return TRUE;
    }
  return _eqp_beside_check_data (file, self->file, self->options, _eqp_beside_of_table, cancellable, error);
}

static gboolean
assemble (EqpTable *self, GFile *file, GCancellable *cancellable, GError **error)
{
  g_auto (EqpLabelTable) names = { 0 };
  g_autofree gint32 *labels = NULL;
  g_autofree guint8 *dropped = NULL;
  g_autoptr (GArray) slots = NULL;
  gint64 rows = eqp_store_get_rows (self->store);
  gboolean gaps, beside, matrix, graph = FALSE;
  guint before;

  eqp_label_table_init (&names);
  beside = self->options->labels == NULL && self->shape_rows < 0 && rows > 0
           && _eqp_labels_beside (file, rows, self->given, &self->parts, &labels, &names, cancellable);
  if (!_eqp_beside_was_found (self->given, beside, self->file, error) ||
      !check_not_labels (self, file, cancellable, error))
    return FALSE;
  /* Of a matrix of a graph no column is the labels. */
  matrix = _eqp_affinity_is_likely (self->store, self->options, cancellable);
  if ((!matrix && !_eqp_table_choose_roles (self, beside, error)) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (!matrix)
    _eqp_table_drop_total (self, &dropped);
  if (self->label >= 0 && !labels_from_column (self, &labels, &names, error))
    return FALSE;
  if (labels != NULL && !drop_unlabeled (self, labels, &dropped, error))
    return FALSE;

  slots = matrix ? all_slots (self, &gaps) : feature_slots (self, &gaps);
  if (dropped == NULL &&
      !_eqp_affinity_take (self->store, slots, self->file, self->options, &self->parts, cancellable, &graph, error))
    return FALSE;
  if (graph)
    {
      if (labels != NULL)
        settle_labels (self, labels, NULL, rows, &names);
      return TRUE;
    }
  tell_edges (self, slots);
  if (gaps && !settle_missing (self, slots, &dropped, error))
    return FALSE;
  name_features (self, slots);
  before = eqp_ledger_get_n_entries (self->parts.ledger);
  if (!eqp_store_finish (self->store, slots, dropped, &self->parts, error))
    return FALSE;
  eqp_ledger_complete (self->parts.ledger, before, complete_entry, self);
  if (self->parts.d == (gint64) self->features->len)
    _eqp_guess_image_shape (&self->parts, FALSE);
  if (labels != NULL)
    settle_labels (self, labels, dropped, rows, &names);

  if (self->shape_rows >= 0 && self->shape_rows != rows)
    eqp_note (&self->parts.findings,
              "The first line announces %" G_GINT64_FORMAT " rows, but there are %" G_GINT64_FORMAT ".",
              self->shape_rows, rows);
  if (self->comments > 0)
    eqp_note (&self->parts.decisions, "%" G_GINT64_FORMAT " comment line%s left out.", self->comments,
              self->comments == 1 ? " was" : "s were");
  if (self->backslashed > 0)
    eqp_note (&self->parts.decisions,
              "Quotation marks behind backslashes (\\\") were taken as part of their cells in %" G_GINT64_FORMAT
              " row%s, the first in line %" G_GINT64_FORMAT ".",
              self->backslashed, self->backslashed == 1 ? "" : "s", self->backslashed_line);
  if (self->foreign)
    eqp_note (&self->parts.decisions, "The text is not UTF-8 and was taken as Windows-1252 (Latin-1).");
  return TRUE;
}

/* Why the bytes are read as they are, from the text at hand; before anything of it is consumed. */
static char *
explain_bytes (EqpTable *self)
{
  const char *text = self->text->data;
  gsize length = self->text->len, wide = 0;
  const char *end;

  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    return g_strdup ("The file begins with the byte order mark of UTF-8.");
  for (gsize i = 0; i < length; i++)
    wide += (guchar) text[i] >= 0x80;
  if (wide == 0)
    return g_strdup_printf ("All %" G_GSIZE_FORMAT
                            " bytes looked at are ASCII, which reads the same in UTF-8, Latin-1 and Windows-1252.",
                            length);
  /* The last character may be cut. */
  if (!g_utf8_validate (text, (gssize) length, &end) && (gsize) (text + length - end) > 3)
    return NULL;
  return g_strdup_printf ("%" G_GSIZE_FORMAT " of the %" G_GSIZE_FORMAT
                          " bytes looked at are not ASCII, and all are valid UTF-8.",
                          wide, length);
}

static void
tell_encoding (EqpTable *self, const char *encoding, const char *evidence)
{
  static const char *const others[] = { "UTF-8",        "WINDOWS-1252", "ISO-8859-1",   "ISO-8859-15",  "WINDOWS-1250",
                                        "ISO-8859-2",   "WINDOWS-1251", "KOI8-R",       "IBM866",       "WINDOWS-1253",
                                        "WINDOWS-1254", "WINDOWS-1255", "WINDOWS-1256", "WINDOWS-1257", "IBM850",
                                        "MACINTOSH",    "SHIFT_JIS",    "EUC-JP",       "EUC-KR",       "GB18030",
                                        "BIG5",         "UTF-16LE",     "UTF-16BE" };
  const char *chosen = encoding != NULL ? encoding : self->foreign ? "WINDOWS-1252" : "UTF-8";
  EqpDecision *decision;

  if (self->options->encoding != NULL)
    decision = eqp_decision_new ("encoding", "It was given.");
  else if (self->foreign || evidence == NULL)
    decision = eqp_decision_new ("encoding", "Bytes that are not valid UTF-8 were met; Windows-1252 has a character "
                                             "for nearly every byte.");
  else
    decision = eqp_decision_new ("encoding", "%s", evidence);
  decision->asked = self->options->encoding != NULL;
  eqp_decision_offer (decision, "encoding", chosen, "%s", chosen);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    if (g_ascii_strcasecmp (others[i], chosen) != 0)
      eqp_decision_offer (decision, "encoding", others[i], "%s", others[i]);
  _eqp_settle (&self->parts, decision);
}

static void
tell_missing (EqpTable *self)
{
  static const char *const values[] = { "mean", "drop", "median", "refuse" };
  static const char *const titles[] = { "the mean of the column is put into missing cells",
                                        "rows with a missing cell are left out",
                                        "the median of the column is put into missing cells",
                                        "a missing cell is an error" };
  static const EqpMissingPolicy policies[] = { EQP_MISSING_MEAN, EQP_MISSING_DROP, EQP_MISSING_MEDIAN,
                                               EQP_MISSING_REFUSE };
  EqpMissingPolicy policy = self->options->missing == EQP_MISSING_GUESS ? EQP_MISSING_MEAN : self->options->missing;
  EqpDecision *decision;

  if (self->options->missing != EQP_MISSING_GUESS)
    decision = eqp_decision_new ("missing", "It was given; %" G_GINT64_FORMAT " %s missing.", self->parts.missing,
                                 self->parts.missing == 1 ? "cell is" : "cells are");
  else if (self->parts.missing == 0)
    decision = eqp_decision_new ("missing", "No cell is missing.");
  else
    decision = eqp_decision_new (
        "missing", "%" G_GINT64_FORMAT " %s missing; with the mean put in, every row of the file gets a cluster.",
        self->parts.missing, self->parts.missing == 1 ? "cell is" : "cells are");
  decision->asked = self->options->missing != EQP_MISSING_GUESS;
  for (int pass = 0; pass < 2; pass++)
    for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
      if ((policies[i] == policy) == (pass == 0))
        eqp_decision_offer (decision, "missing", values[i], "%s", titles[i]);
  _eqp_settle (&self->parts, decision);
}

static gboolean
settle_columns (EqpTable *self, GFile *file, GCancellable *cancellable, GError **error)
{
  _eqp_table_names_beside (self, file, cancellable);
  return _eqp_table_apply_options (self, error);
}

static void
tell_orientation (EqpTable *self)
{
  static const char *const values[] = { "rows", "columns" };
  gboolean columns = self->options->orientation == EQP_ORIENTATION_COLUMNS;
  EqpDecision *decision = eqp_decision_new (
      "orientation", "%s; there are %" G_GINT64_FORMAT " points with %" G_GINT64_FORMAT " feature%s so.",
      self->options->orientation == EQP_ORIENTATION_GUESS ? "The points of a table are its rows as a rule"
                                                          : "It was given",
      self->parts.n, self->parts.d, self->parts.d == 1 ? "" : "s");

  decision->asked = self->options->orientation != EQP_ORIENTATION_GUESS;
  eqp_decision_offer (decision, "orientation", values[columns], "the points are the %s", values[columns]);
  eqp_decision_offer (decision, "orientation", values[!columns], "the points are the %s", values[!columns]);
  _eqp_settle (&self->parts, decision);
}

/* Whether the rows will fit, going by those at hand. */
static gboolean
check_memory (EqpTable *self, EqpSource *source, GError **error)
{
  const char *p = self->text->data + self->position, *end = self->text->data + self->text->len;
  gint64 lines = 0;

  for (const char *q = p; !self->at_end && (q = memchr (q, '\n', (gsize) (end - q))) != NULL; q++)
    lines++;
  return _eqp_table_check_memory (self, source, (gint64) self->position, end - p, lines, error);
}

/* Octave's text format has each variable below a comment with its name; a table has one. */
static gboolean
check_variables (EqpTable *self, GError **error)
{
  static const char mark[] = "# name: ";
  g_autoptr (GString) names = g_string_new (NULL);
  int n = 0;

  if (self->text->len == 0 || *self->text->data != '#')
    return TRUE;
  for (const char *p = self->text->data; p != NULL; p = strchr (p, '\n'))
    {
      p += *p == '\n';
      if (!g_str_has_prefix (p, mark))
        continue;
      if (n++ < 5)
        {
          EqpField field = { p + strlen (mark), MIN (strcspn (p + strlen (mark), "\r\n"), 40), 0 };
          g_autofree char *name = _eqp_table_dup_field (self, &field);

          g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", name);
        }
    }
  if (n < 2)
    return TRUE;
  g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
               "%s: this is a text file of Octave with several variables (%s%s); save the one with the data alone, or "
               "all of them with save -v7, which is read.",
               self->file, names->str, n > 5 ? ", …" : "");
  return FALSE;
}

static EqpDataset *
csv_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
          GError **error)
{
  static const EqpImportOptions guess = { 0 };
  g_auto (EqpTable) self = { 0 };
  g_autoptr (EqpSource) source = NULL;
  g_autofree char *evidence = NULL;
  const char *encoding;
  g_autofree guint8 *head = g_malloc (HEAD_BYTES);
  EqpImportOptions columns_only;
  gsize length = 0;
  gssize got;

  /* Labels of a file beside are no column. */
  columns_only = options != NULL ? *options : guess;
  if (_eqp_beside_is_wanted (&columns_only))
    columns_only.labels = NULL;
  table_init (&self, &columns_only);
  self.given = options != NULL ? options : &guess;
  self.cancellable = cancellable;
  encoding = self.options->encoding;
  source = eqp_source_open_member (file, self.options->variable, NULL, progress, cancellable, error);
  if (source == NULL)
    return NULL;
  if (encoding == NULL)
    {
      do
        {
          got = eqp_source_read (source, head + length, HEAD_BYTES - length, error);
          if (got < 0)
            return NULL;
          length += (gsize) got;
        }
      while (got > 0 && length < HEAD_BYTES);
      encoding = _eqp_table_guess_encoding (head, length, &evidence);
      if (encoding != NULL)
        eqp_note (&self.parts.decisions, "The text is encoded in %s.", encoding);
      else if ((encoding = _eqp_table_guess_script (head, length, &evidence)) != NULL)
        eqp_note (&self.parts.decisions,
                  "The text is not UTF-8 and was taken as %s; the runner-up: Windows-1252 (--encoding WINDOWS-1252).",
                  encoding);
    }
  eqp_source_close (source);
  source = eqp_source_open_member (file, self.options->variable, encoding, progress, cancellable, error);
  if (source == NULL)
    return NULL;
  self.file = eqp_source_get_name (source);
  _eqp_parts_watch (&self.parts, progress, self.file);

  if (!fill_for_sniffing (&self, source, error))
    return NULL;
  if (evidence == NULL)
    evidence = explain_bytes (&self);
  if (!check_variables (&self, error) || !_eqp_table_sniff (&self, error) ||
      !settle_columns (&self, file, cancellable, error) || !check_memory (&self, source, error) ||
      !_eqp_table_read_rows (&self, source, error) ||
      !(self.options->orientation == EQP_ORIENTATION_COLUMNS ? _eqp_table_assemble_sideways (&self, error)
                                                             : assemble (&self, file, cancellable, error)))
    return NULL;

  eqp_source_tell_rest (source, &self.parts);
  tell_encoding (&self, encoding, evidence);
  tell_missing (&self);
  tell_orientation (&self);
  self.parts.name = g_strdup (self.file);
  self.parts.source = g_file_get_parse_name (file);
  self.parts.format = g_strdup (self.separator == '\t'                  ? "TSV"
                                : self.separator == ' '                 ? "space-separated table"
                                : self.separator == EQP_SEPARATOR_FIXED ? "fixed-width table"
                                                                        : "CSV");
  return eqp_dataset_new_cancellable (&self.parts, cancellable, error);
}

static int
csv_sniff (const EqpProbe *probe)
{
  static const char *const endings[] = { ".csv",  ".tsv",    ".tab",    ".txt",    ".dat",
                                         ".data", ".csv.gz", ".tsv.gz", ".txt.gz", ".data.gz" };
  gsize control = 0, zeros = 0, length = probe->head_length;

  if (_eqp_table_guess_encoding (probe->head, probe->head_length, NULL) != NULL)
    return 40;
  /* Loggers that lost their power leave zeros behind the text; the reader tells where. */
  while (length > 0 && probe->head[length - 1] == 0)
    length--;
  for (gsize i = 0; i < length; i++)
    {
      zeros += probe->head[i] == 0;
      control += probe->head[i] < 32 && !g_ascii_isspace (probe->head[i]);
    }
  /* A few zero bytes do not make a text binary; the reader then tells where they are. */
  if (length == 0 || (control * 100 > length && (zeros == 0 || control != zeros || zeros * 20 > length || zeros > 3)))
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
