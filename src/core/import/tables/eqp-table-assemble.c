/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the rows of a table to a data set: labels, gaps, names. All formats with columns end here. */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-number.h"
#include "base/eqp-plural.h"
#include "base/eqp-sentence.h"
#include "data/eqp-data-private.h"
#include "import/eqp-affinity.h"
#include "import/eqp-assemble.h"
#include "import/eqp-beside.h"

/* Read at a time. */
#define BLOCK_BYTES (1 << 18)

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

      if (strcmp (word, "usual") == 0)
        continue;
      if (eqp_is_number (word, -1, '.', &value))
        {
          if (self->sentinels == NULL)
            self->sentinels = g_array_new (FALSE, FALSE, sizeof (double));
          g_array_append_val (self->sentinels, value);
        }
      g_hash_table_add (self->missing_words, g_utf8_strdown (word, -1));
    }
}

void
_eqp_table_init (EqpTable               *self,
                 const EqpImportOptions *options)
{
  self->options = options;
  self->label = self->label_last = -1;
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
  _eqp_ledger_start (&self->parts, options->ledger_limit);
  take_missing_words (self);
}

void
_eqp_table_clear (EqpTable *self)
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
  g_strfreev (self->class_names);
  g_array_unref (self->text);
  g_array_unref (self->marks);
  g_array_unref (self->features);
  g_array_unref (self->text_columns);
  g_array_unref (self->fields.fields);
  g_clear_pointer (&self->missing_words, g_hash_table_unref);
  g_clear_pointer (&self->sentinels, g_array_unref);
  g_hash_table_unref (self->words);
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
  g_autofree char *title = _eqp_table_column_title (self, slot < 0 ? self->label : column_of_slot (self, slot));

  return eqp_sentence_dup (_ ("line %" PRId64 ", %s"), _eqp_table_line_of_row (self, row), title);
}

/* Labels of all rows from the label column. */
static gboolean
take_labels (EqpTable *self, EqpAssembly *assembly, GError **error)
{
  EqpTableColumn *column = eqp_table_column (self, self->label);
  EqpRoleTable table = _eqp_table_roles (self);

  if (self->label_last > self->label || column->kind != EQP_COLUMN_TEXT)
    return _eqp_assembly_take_labels (assembly, &table, self->label, self->label_last, error);
  assembly->label = self->label;
  assembly->labels = (gint32 *) g_array_free (g_steal_pointer (&column->numbers), FALSE);
  eqp_label_table_clear (&assembly->names);
  assembly->names = column->names;
  memset (&column->names, 0, sizeof column->names);
  return TRUE;
}

/* Entries made by the store know its rows and columns, and those of labels the file's columns; here they get line,
 * column and name of the file, and its word. */
static void
complete_entry (EqpLedgerEntry *entry, gpointer user_data)
{
  EqpTable *self = user_data;
  gint64 column, key;

  if (entry->row > 0)
    entry->line = _eqp_table_line_of_row (self, entry->row - 1);
  if (entry->column == 0)
    return;
  column = entry->reason == EQP_LEDGER_LABEL_MISSING ? entry->column - 1 : column_of_slot (self, entry->column - 1);
  key = (entry->row - 1) * self->n_columns + column;
  entry->column = column + 1;
  entry->name = g_strdup (eqp_table_column (self, column)->name);
  if (entry->kind == EQP_LEDGER_MISSING && g_hash_table_contains (self->words, &key))
    {
      g_free (entry->before);
      entry->before = g_strdup (g_hash_table_lookup (self->words, &key));
    }
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

  self->parts.column_names = g_new0 (char *, slots->len + 1);
  for (guint i = 0; i < slots->len; i++)
    {
      gint64 slot = g_array_index (slots, gint64, i), j = column_of_slot (self, slot);
      gboolean made = self->made->len > 0 && slot >= self->made_first;
      const char *given = made ? g_array_index (self->made, EqpMadeColumn, slot - self->made_first).name
                               : eqp_table_column (self, j)->name;
      g_autofree char *name = given != NULL ? g_strdup (given) : _eqp_column_usual_name (j);

      self->parts.column_names[i] = unique_name (names, name);
      if (strcmp (name, self->parts.column_names[i]) != 0)
        _eqp_log (&self->parts, &(EqpLedgerEntry){ EQP_LEDGER_COLUMN_RENAMED, .column = j + 1, .name = name,
                                                   .before = name, .after = self->parts.column_names[i] });
      g_hash_table_add (names, self->parts.column_names[i]);
    }
}

/* One column of whole numbers or text in a file that is named like the labels of another one. */
static gboolean
check_not_labels (EqpTable *self, GError **error)
{
  gint64 rows = eqp_store_get_rows (self->store);

  if (self->n_columns != 1 || self->typed)
    return TRUE;
  for (gint64 row = 0; row < rows && eqp_store_get_width (self->store) > 0; row++)
    {
      double value = eqp_store_get_value (self->store, row, 0);

      if (isfinite (value) && value != floor (value))
        return TRUE;
    }
  return _eqp_beside_check_data (self->file, self->options, error);
}

/* Settles what the columns are for, labels and gaps, and makes the features. */
gboolean
_eqp_table_assemble (EqpTable      *self,
                     GFile         *file,
                     GCancellable  *cancellable,
                     GError       **error)
{
  gint64 rows = eqp_store_get_rows (self->store);
  g_autoptr (GArray) slots = NULL;
  g_auto (EqpAssembly) assembly = { self->file, self->options, &self->parts, cancellable, .n = rows,
                                    .may_be_graph = !self->typed, .place = place, .place_data = self, .label = -1 };
  gboolean gaps, beside, matrix;
  guint first;

  eqp_label_table_init (&assembly.names);
  beside = self->options->labels == NULL && self->label < 0 && rows > 0 && !self->typed
           && _eqp_labels_beside (file, rows, self->given, &self->parts, &assembly.labels, &assembly.names,
                                  cancellable);
  if (!_eqp_beside_was_found (self->given, beside, self->file, error) ||
      !check_not_labels (self, error))
    return FALSE;
  /* Of a matrix of a graph no column is the labels. */
  matrix = !self->typed && _eqp_affinity_is_likely (self->store, self->options, cancellable);
  if ((!matrix && !_eqp_table_choose_roles (self, beside, error)) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (self->label >= 0 && !take_labels (self, &assembly, error))
    return FALSE;

  slots = matrix ? all_slots (self, &gaps) : feature_slots (self, &gaps);
  first = eqp_ledger_get_n_entries (self->parts.ledger);
  assembly.store = self->store;
  assembly.columns = slots;
  assembly.whole = !gaps;
  if (!_eqp_assemble (&assembly, error))
    return FALSE;
  if (self->parts.graph != NULL)
    return TRUE;
  eqp_ledger_complete (self->parts.ledger, first, complete_entry, self);
  name_features (self, slots);
  if (self->parts.d == (gint64) self->features->len && !self->typed)
    _eqp_guess_image_shape (&self->parts, FALSE);
  return TRUE;
}

/* Keeps the decision about missing cells. */
void
_eqp_table_tell_missing (EqpTable *self)
{
  EqpMissingPolicy policy = self->options->missing;
  g_autofree char *evidence = eqp_sentence_dup (
      eqp_ngettext ("%" PRId64 " cell is missing; with the mean put in, every row of the file gets a cluster.",
                    "%" PRId64 " cells are missing; with the mean put in, every row of the file gets a cluster.",
                    self->parts.missing),
      self->parts.missing);

  _eqp_settle_option (&self->parts, self->options, "missing",
                      &(EqpImportOptions){ .missing = policy == EQP_MISSING_GUESS ? EQP_MISSING_MEAN : policy }, NULL,
                      self->parts.missing > 0 ? evidence : _ ("No cell is missing."));
}
