/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the columns of a table are for: features, labels, row numbers and identifiers. Everything that is guessed is
 * told, with the runner-up. */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"
#include "base/eqp-plural.h"
#include "data/eqp-data-private.h"

/* So many columns of text, and words in them, get a sentence of their own. */
#define MOST_TOLD 5

/* Returns "column 3 (“age”)". */
char *
_eqp_table_column_title (EqpTable *self,
                         gint64    column)
{
  return _eqp_column_place (eqp_table_column (self, column)->name, column);
}

static double
value_at (gconstpointer rows, gint64 row, gint64 column)
{
  const EqpTable *self = rows;

  return ((const double *) eqp_store_row (self->store, row))[self->slots[column]];
}

static void
describe (gconstpointer rows, gint64 j, EqpRoleColumn *out)
{
  const EqpTable *self = rows;
  const EqpTableColumn *column = eqp_table_column (self, j);

  *out = (EqpRoleColumn){
    .name = column->name,
    .holds = column->kind == EQP_COLUMN_NUMBER ? EQP_HOLDS_NUMBERS
             : column->kind == EQP_COLUMN_TEXT ? EQP_HOLDS_TEXT
                                               : EQP_HOLDS_NOTHING,
    .texts = column->kind == EQP_COLUMN_TEXT && column->numbers != NULL ? &column->names : NULL,
    .missing = column->missing,
    .settled = column->selected || column->one_hot,
    .declared = column->declared,
    .amount = column->grouped || (column->sign != NULL && *column->sign != '%'),
  };
}

/* Returns its columns as those of any file. */
EqpRoleTable
_eqp_table_roles (EqpTable *self)
{
  gint64 n = self->store != NULL ? eqp_store_get_rows (self->store) : 0;

  return (EqpRoleTable){ .n = n, .d = self->n_columns, .header = self->header,
                         .by_name = self->typed, .value = value_at, .describe = describe, .rows = self,
                         .parts = &self->parts, .cancellable = self->cancellable };
}

static void
log_ignored (EqpTable *self, gint64 j, const char *why)
{
  EqpRoleTable rows = _eqp_table_roles (self);

  _eqp_roles_log_ignored (&rows, j, why);
}

/* The last column that is not empty, from 0. */
static gint64
last_filled_column (EqpTable *self)
{
  gint64 j = self->n_columns - 1;

  while (j > 0 && eqp_table_column (self, j)->kind == EQP_COLUMN_NUMBER && !eqp_table_column (self, j)->seen)
    j--;
  return j;
}

/* Returns the column from 0; -1 when there is no such column. */
gint64
_eqp_table_find_column (const char *text,
                        gpointer    user_data)
{
  EqpTable *self = user_data;
  guint64 number;

  if (g_ascii_string_to_unsigned (text, 10, 1, (guint64) self->n_columns, &number, NULL))
    return (gint64) number - 1;
  for (gint64 j = 0; j < self->n_columns; j++)
    if (g_strcmp0 (eqp_table_column (self, j)->name, text) == 0)
      return j;
  for (gint64 j = 0; j < self->n_columns; j++)
    if (eqp_table_column (self, j)->name != NULL && g_ascii_strcasecmp (eqp_table_column (self, j)->name, text) == 0)
      return j;
  return -1;
}

static gboolean
is_label (EqpTable *self, gint64 j)
{
  return self->label >= 0 && j >= self->label && j <= self->label_last;
}

/* The columns that stay features because the user says so; NULL where nothing is said. */
static GArray *
find_kept (EqpTable *self, GError **error)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (gint64));
  const char *list = self->options->keep;

  if (g_strcmp0 (list, "all") == 0)
    for (gint64 j = 0; j < self->n_columns; j++)
      g_array_append_val (kept, j);
  else if (list != NULL && strcmp (list, "none") != 0 &&
           !eqp_select_columns (self->file, list, self->n_columns, _eqp_table_find_column, self, kept, error))
    return NULL;
  return g_steal_pointer (&kept);
}

/* @what: what the column cannot be; its role so far says why. Returns FALSE. */
gboolean
_eqp_table_refuse_role (EqpTable    *self,
                        gint64       column,
                        const char  *what,
                        GError     **error)
{
  g_autofree char *title = _eqp_table_column_title (self, column);

  return eqp_refuse (error, EQP_ERROR_INVALID_PARAM, _ ("%s: %s %s, so it cannot %s; choose other columns."),
                     self->file, title,
                     is_label (self, column)                                    ? _ ("was chosen as the labels")
                     : eqp_table_column (self, column)->kind == EQP_COLUMN_SKIP ? _ ("is to be left out")
                                                                                : _ ("has text"),
                     what);
}

/* Takes out what the user does not want to have looked at. */
static gboolean
ignore_columns (EqpTable *self, GError **error)
{
  g_autoptr (GArray) ignored = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (self->options->ignore == NULL)
    return TRUE;
  if (!eqp_select_columns (self->file, self->options->ignore, self->n_columns, _eqp_table_find_column, self, ignored,
                           error))
    return FALSE;
  for (guint i = 0; i < ignored->len; i++)
    {
      gint64 j = g_array_index (ignored, gint64, i);

      if (is_label (self, j))
        return _eqp_table_refuse_role (self, j, _ ("be left out"), error);
      eqp_table_column (self, j)->kind = EQP_COLUMN_SKIP;
      log_ignored (self, j, _ ("as asked for"));
    }
  return TRUE;
}

/* Several columns of numbers are those of classes, one for each (one-hot). */
static gboolean
find_asked_one_hot (EqpTable *self)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (!eqp_select_columns (self->file, self->options->labels, self->n_columns, _eqp_table_find_column, self, columns,
                           NULL) || columns->len < 2)
    return FALSE;
  for (guint i = 0; i < columns->len; i++)
    if (g_array_index (columns, gint64, i) != g_array_index (columns, gint64, 0) + i ||
        eqp_table_column (self, g_array_index (columns, gint64, i))->kind != EQP_COLUMN_NUMBER)
      return FALSE;
  self->label = g_array_index (columns, gint64, 0);
  self->label_last = self->label + columns->len - 1;
  return TRUE;
}

static gboolean
find_asked_labels (EqpTable *self, GError **error)
{
  const EqpImportOptions *options = self->options;
  /* Unless something else is asked of the columns. */
  gboolean named = self->class_names != NULL && options->columns == NULL && options->ignore == NULL &&
                   options->keep == NULL && options->orientation != EQP_ORIENTATION_COLUMNS;
  const char *labels = options->labels == NULL && named ? "last" : options->labels;

  self->label = self->label_last = -1;
  if (labels == NULL || strcmp (labels, "none") == 0)
    return TRUE;
  self->label = strcmp (labels, "first") == 0  ? 0
                : strcmp (labels, "last") == 0 ? last_filled_column (self)
                                               : _eqp_table_find_column (labels, self);
  if (self->label < 0 && find_asked_one_hot (self))
    return TRUE;
  if (self->label < 0)
    return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                       _ ("%s: there is no label column “%s”; give a name of the header, a number from 1 to %" PRId64
                          ", first, last or none."),
                       self->file, labels, self->n_columns);
  self->label_last = self->label;
  eqp_table_column (self, self->label)->kind = EQP_COLUMN_TEXT;
  eqp_table_column (self, self->label)->wanted = TRUE;
  return TRUE;
}

/* Whole numbers of too many digits stay text, unless the user wants them as features. */
static gboolean
keep_long_digits (EqpTable *self, GError **error)
{
  g_autoptr (GArray) kept = find_kept (self, error);

  for (guint i = 0; kept != NULL && i < kept->len; i++)
    {
      EqpTableColumn *column = eqp_table_column (self, g_array_index (kept, gint64, i));

      if (column->long_digits && !is_label (self, g_array_index (kept, gint64, i)))
        column->kind = EQP_COLUMN_NUMBER;
    }
  return kept != NULL;
}

/* Settles what the user asked for, and makes room for the rows: one store column for each column of numbers. Returns
 * FALSE when a column that was asked for does not exist. */
gboolean
_eqp_table_apply_options (EqpTable  *self,
                          GError   **error)
{
  gint32 slots = 0;

  if (!find_asked_labels (self, error))
    return FALSE;
  if (!keep_long_digits (self, error) || !ignore_columns (self, error) || !_eqp_table_want_texts (self, error))
    return FALSE;
  if (self->options->columns != NULL && !eqp_select_columns (self->file, self->options->columns, self->n_columns,
                                                             _eqp_table_find_column, self, self->features, error))
    return FALSE;
  for (guint i = 0; i < self->features->len;)
    {
      gint64 j = g_array_index (self->features, gint64, i);
      EqpTableColumn *column = eqp_table_column (self, j);

      if (column->kind == EQP_COLUMN_TEXT && !is_label (self, j) &&
          (column->one_hot || g_strcmp0 (self->options->one_hot, "all") == 0))
        {
          column->one_hot = TRUE;
          g_array_remove_index (self->features, i);
        }
      else if (column->kind != EQP_COLUMN_NUMBER || is_label (self, j))
        return _eqp_table_refuse_role (self, j, _ ("be a feature"), error);
      else
        {
          column->selected = TRUE;
          i++;
        }
    }

  self->slots = g_new (gint32, self->n_columns);
  self->columns_of_slots = g_new (gint64, self->n_columns);
  self->texts = g_new0 (EqpField, self->n_columns);
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      EqpTableColumn *column = eqp_table_column (self, j);

      if (column->kind == EQP_COLUMN_TEXT)
        {
          eqp_label_table_init (&column->names);
          column->numbers = g_array_new (FALSE, FALSE, sizeof (gint32));
          g_array_append_val (self->text_columns, j);
          self->slots[j] = EQP_SLOT_TEXT;
        }
      else if (column->kind == EQP_COLUMN_SKIP)
        self->slots[j] = EQP_SLOT_SKIP;
      else
        {
          self->columns_of_slots[slots] = j;
          self->slots[j] = slots++;
        }
    }
  self->values = g_new0 (double, MAX (1, slots));
  self->store = eqp_store_new (slots, EQP_ITEM_DOUBLE);
  eqp_store_set_cancellable (self->store, self->cancellable);
  return TRUE;
}

static gboolean
choose_features (EqpTable *self, const EqpRoleTable *rows, GError **error)
{
  gint64 trailing = self->n_columns - 1;
  EqpTableColumn *last = eqp_table_column (self, trailing);
  g_autoptr (GArray) kept = find_kept (self, error);
  gboolean drop_trailing = self->n_columns > 1 && last->name == NULL && last->kind == EQP_COLUMN_NUMBER
                           && last->missing == eqp_store_get_rows (self->store);

  if (kept == NULL)
    return FALSE;
  if (drop_trailing)
    _eqp_roles_log_ignored (rows, trailing, _ ("empty: the rows end with a separator"));
  for (gint64 j = 0; j < self->n_columns; j++)
    if (eqp_table_column (self, j)->kind == EQP_COLUMN_NUMBER && !is_label (self, j) &&
        !(drop_trailing && j == trailing))
      g_array_append_val (self->features, j);
  return _eqp_roles_leave_out (rows, self->options->keep != NULL ? kept : NULL,
                               self->options->keep != NULL ? self->options->keep : "none", self->features) ||
         !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

static gboolean
is_made (EqpTable *self, gint64 j)
{
  for (guint i = 0; i < self->made->len; i++)
    if (g_array_index (self->made, EqpMadeColumn, i).column == j)
      return TRUE;
  return FALSE;
}

/* The first texts of a column, for people. */
static char *
examples_of (const EqpTableColumn *column)
{
  GString *text = g_string_new (NULL);

  if (column->text != NULL)
    {
      g_autofree char *start = eqp_short_name (column->text);

      g_string_append_printf (text, _ ("such as “%s”"), start);
    }
  else if (column->numbers == NULL)
    g_string_append (text, _ ("a different one in nearly every row"));
  else
    for (guint i = 0; i < MIN (3, column->names.names->len); i++)
      {
        g_autofree char *start = eqp_short_name (g_ptr_array_index (column->names.names, i));

        g_string_append_printf (text, "%s“%s”", i == 0 ? "" : ", ", start);
      }
  return g_string_free (text, FALSE);
}

/* Why a column of text is none of the features, and the option that makes features of it, where there is one. */
static char *
explain_text (EqpTable *self, gint64 j, EqpAlternative **mend)
{
  EqpTableColumn *column = eqp_table_column (self, j);
  gboolean known = column->kind == EQP_COLUMN_TEXT && column->numbers != NULL && column->names.names->len > 0;
  g_autofree char *examples = examples_of (column);
  g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT, j + 1);

  *mend = NULL;
  if (column->long_digits)
    {
      *mend = eqp_alternative_new ("keep", value, _ ("numbers, rounded to 15 digits"));
      return g_strdup_printf (_ ("has whole numbers of too many digits (%s), as keys have them"), examples);
    }
  if (known && _eqp_roles_are_moments (&column->names))
    return g_strdup_printf (_ ("holds moments in time (%s)"), examples);
  if (!known || (gint64) column->names.names->len * 2 > eqp_store_get_rows (self->store))
    return column->text == NULL && column->numbers == NULL
               ? g_strdup (_ ("has text, another one in most rows,"))
               : g_strdup_printf (_ ("has text (%s), another one in most rows,"), examples);
  *mend = eqp_alternative_new ("one-hot", value, _ ("columns of 0 and 1"));
  return g_strdup_printf (_ ("has text (%s)"), examples);
}

static void
note_text_columns (EqpTable *self)
{
  gint64 number = 0, made = 0;

  for (gint64 j = 0; j < self->n_columns; j++)
    {
      EqpTableColumn *column = eqp_table_column (self, j);
      g_autofree char *title = NULL;
      g_autofree char *why = NULL;
      EqpAlternative *mend;

      if (is_label (self, j) || is_made (self, j) || (column->kind != EQP_COLUMN_TEXT && column->text == NULL))
        continue;
      title = _eqp_table_column_title (self, j);
      why = explain_text (self, j, &mend);
      log_ignored (self, j, why);
      if (number++ >= MOST_TOLD)
        {
          made += mend != NULL;
          eqp_alternative_free (mend);
        }
      else if (mend != NULL && strcmp (mend->option, "one-hot") == 0)
        _eqp_find (&self->parts, mend,
                   _ ("%c%s %s and is no feature; one-hot encoding would make a column of 0 and 1 of each of its %u "
                      "values."),
                   g_ascii_toupper (*title), title + 1, why, column->names.names->len);
      else
        _eqp_find (&self->parts, mend, _ ("%c%s %s and is no feature."), g_ascii_toupper (*title), title + 1, why);
    }
  if (number > MOST_TOLD)
    _eqp_find (&self->parts, made > 0 ? eqp_alternative_new ("one-hot", "all", _ ("columns of 0 and 1")) : NULL,
               _ ("%" PRId64 " more columns have text and are no features."), number - MOST_TOLD);
}

/* A word that would mean a missing cell among numbers is a value like any other in a column of text. */
static void
tell_missing_words (EqpTable *self)
{
  const char *given = self->options->missing_words;
  int told = 0;

  for (gint64 j = 0; j < self->n_columns; j++)
    {
      EqpTableColumn *column = eqp_table_column (self, j);

      if (column->kind != EQP_COLUMN_TEXT || column->numbers == NULL)
        continue;
      for (guint k = 0; k < column->names.names->len && told < MOST_TOLD; k++)
        {
          const char *word = g_ptr_array_index (column->names.names, k);
          g_autofree char *title = NULL;
          gint64 rows = 0;

          if (!eqp_is_missing_marker (word, strlen (word)) || strchr (word, ',') != NULL)
            continue;
          title = _eqp_table_column_title (self, j);
          for (guint i = 0; i < column->numbers->len; i++)
            rows += g_array_index (column->numbers, gint32, i) == (gint32) k;
          told++;
          _eqp_find (&self->parts, eqp_alternative_new ("missing-words", word, _ ("“%s” means a missing cell"), word),
                     eqp_ngettext ("“%s” in %s is taken as a value like any other (in %" PRId64 " row), though it "
                                   "may mean a missing cell.",
                                   "“%s” in %s is taken as a value like any other (in %" PRId64 " rows), though it "
                                   "may mean a missing cell.", rows),
                     word, title, rows);
        }
    }
  if (given != NULL)
    {
      EqpDecision *decision = eqp_decision_new ("missing-words", _ ("It was given."));

      decision->asked = TRUE;
      eqp_decision_offer (decision, "missing-words", given, "%s",
                          self->no_words ? _ ("only empty cells are missing") : _ ("these words mean missing, too"));
      if (strcmp (given, "usual") != 0)
        eqp_decision_offer (decision, "missing-words", "usual", _ ("the usual words only"));
      _eqp_settle (&self->parts, decision);
    }
}

/* Columns of numbers that the user did not choose. */
static void
log_not_chosen (EqpTable *self)
{
  for (gint64 j = 0; j < self->n_columns; j++)
    if (eqp_table_column (self, j)->kind == EQP_COLUMN_NUMBER && !is_label (self, j) &&
        !eqp_table_column (self, j)->selected)
      log_ignored (self, j, _ ("not among the columns asked for"));
}

/* Settles the label column and the features. Returns FALSE when there is no column of numbers. */
gboolean
_eqp_table_choose_roles (EqpTable  *self,
                         gboolean   labels_beside,
                         GError   **error)
{
  EqpRoleTable rows = _eqp_table_roles (self);
  g_auto (EqpRoleLabels) labels = { self->label, self->label_last, -1, NULL };

  if (eqp_store_get_rows (self->store) == 0)
    return eqp_refuse (error, EQP_ERROR_PARSE, _ ("%s: there is a header but no row of data below it."), self->file);

  if (self->options->labels == NULL && !labels_beside && self->label < 0)
    _eqp_roles_guess_labels (&rows, &labels);
  else if (!labels_beside)
    labels.why = g_strdup (self->options->labels == NULL ? _ ("because the first line names its classes")
                           : self->label >= 0            ? _ ("because it was asked for")
                                                         : _ ("No labels were asked for."));
  if (!labels_beside)
    _eqp_roles_tell_labels (&rows, &labels, self->options->labels != NULL);
  self->label = labels.column;
  self->label_last = labels.last;
  if (self->options->columns != NULL)
    log_not_chosen (self);
  else if (!choose_features (self, &rows, error))
    return FALSE;
  if (!_eqp_table_make_columns (self, error))
    return FALSE;
  tell_missing_words (self);
  note_text_columns (self);

  if (self->features->len + self->made->len == 0)
    {
      g_autofree char *cell = g_strdup ("");

      for (gint64 j = self->n_columns - 1; j >= 0; j--)
        {
          EqpTableColumn *column = eqp_table_column (self, j);
          g_autofree char *examples = examples_of (column);

          if (column->kind != EQP_COLUMN_TEXT || *examples == '\0')
            continue;
          g_free (cell);
          cell = g_strdup_printf (_ (" (the first has text: %s)"), examples);
        }
      g_autofree char *separator = self->separator == '\t'                  ? g_strdup ("a tab")
                                   : self->separator == ' '                 ? g_strdup ("blanks")
                                                                            : g_strdup_printf ("“%c”", self->separator);

      if (self->typed)
        g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                     _ ("%s: no attribute has numbers to work with%s; make numbers of those with names "
                        "(“Text Columns”, or NominalToBinary of Weka)."),
                     self->file, cell);
      else
        g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                     _ ("%s: no column has numbers to work with%s; check the separator (now %s) and the decimal "
                        "mark (now “%c”), take units out, or use “Text Columns”."),
                     self->file, cell, separator, self->decimal);
      return FALSE;
    }
  return TRUE;
}
