/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the columns of a table are for: features, labels, row numbers and identifiers. Everything that is guessed is
 * told, with the runner-up. */
#include "config.h"

#include "eqp-table-private.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"

/* A guess about all columns is made from some of the rows: so many cells, but not too few rows. */
#define GLANCE_CELLS 400000
#define GLANCE_ROWS_MIN 300
#define GLANCE_ROWS_MAX 2000

/* Rows between two looks at whether to go on. */
#define CANCEL_ROWS 8192
#define COUNTED_RANGE 65536.0

/**
 * _eqp_table_column_title:
 * @self: the table
 * @column: file column from 0
 *
 * Returns: (transfer full): "column 3 (“age”)"
 */
char *
_eqp_table_column_title (EqpTable *self,
                         gint64    column)
{
  const char *name = eqp_table_column (self, column)->name;

  if (name == NULL)
    return g_strdup_printf ("column %" G_GINT64_FORMAT, column + 1);
  return g_strdup_printf ("column %" G_GINT64_FORMAT " (“%s”)", column + 1, name);
}

static void
log_ignored (EqpTable *self, gint64 j, const char *why)
{
  _eqp_log (&self->parts, &(EqpLedgerEntry){ EQP_LEDGER_COLUMN_IGNORED, .column = j + 1,
                                             .name = eqp_table_column (self, j)->name, .after = (char *) why });
}

/**
 * _eqp_table_last_filled_column:
 * @self: the table
 *
 * Returns: the last column that is not empty, from 0
 */
gint64
_eqp_table_last_filled_column (EqpTable *self)
{
  gint64 j = self->n_columns - 1;

  while (j > 0 && eqp_table_column (self, j)->kind == EQP_COLUMN_NUMBER && !eqp_table_column (self, j)->seen)
    j--;
  return j;
}

/**
 * _eqp_table_find_column:
 * @text: a number from 1 or a name
 * @user_data: the table
 *
 * Returns: the column from 0; -1 when there is no such column
 */
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

      if (j == self->label)
        {
          g_autofree char *title = _eqp_table_column_title (self, j);

          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       "%s: %s was chosen as the labels, so it cannot be left out; choose other labels.", self->file,
                       title);
          return FALSE;
        }
      eqp_table_column (self, j)->kind = EQP_COLUMN_SKIP;
      log_ignored (self, j, "as asked for");
    }
  return TRUE;
}

/**
 * _eqp_table_apply_options:
 * @self: the table, sniffed
 * @error: return location, EQP_ERROR_INVALID_PARAM
 *
 * Settles what the user asked for, and makes room for the rows: one store column for each column of numbers.
 *
 * Returns: FALSE when a column that was asked for does not exist
 */
gboolean
_eqp_table_apply_options (EqpTable  *self,
                          GError   **error)
{
  const char *labels = self->options->labels;
  gint32 slots = 0;

  self->label = -1;
  if (labels != NULL && strcmp (labels, "none") != 0)
    {
      if (strcmp (labels, "first") == 0)
        self->label = 0;
      else if (strcmp (labels, "last") == 0)
        self->label = _eqp_table_last_filled_column (self);
      else
        self->label = _eqp_table_find_column (labels, self);
      if (self->label < 0)
        {
          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       "%s: there is no label column “%s”; give a name of the header, a number from 1 to "
                       "%" G_GINT64_FORMAT ", first, last or none.",
                       self->file, labels, self->n_columns);
          return FALSE;
        }
      eqp_table_column (self, self->label)->kind = EQP_COLUMN_TEXT;
      eqp_table_column (self, self->label)->wanted = TRUE;
    }
  if (!ignore_columns (self, error) || !_eqp_table_want_texts (self, error))
    return FALSE;
  if (self->options->columns != NULL && !eqp_select_columns (self->file, self->options->columns, self->n_columns,
                                                             _eqp_table_find_column, self, self->features, error))
    return FALSE;
  for (guint i = 0; i < self->features->len;)
    {
      gint64 j = g_array_index (self->features, gint64, i);
      EqpTableColumn *column = eqp_table_column (self, j);

      if (column->kind == EQP_COLUMN_TEXT && j != self->label &&
          (column->one_hot || g_strcmp0 (self->options->one_hot, "all") == 0))
        {
          column->one_hot = TRUE;
          g_array_remove_index (self->features, i);
        }
      else if (column->kind != EQP_COLUMN_NUMBER)
        {
          g_autofree char *title = _eqp_table_column_title (self, j);

          g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                       "%s: %s %s, so it cannot be a feature; choose other columns.", self->file, title,
                       j == self->label                  ? "was chosen as the labels"
                       : column->kind == EQP_COLUMN_SKIP ? "is to be left out"
                                                         : "has text");
          return FALSE;
        }
      else
        i++;
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
  self->store = eqp_store_new (slots, sizeof (double), NULL);
  eqp_store_set_cancellable (self->store, self->cancellable);
  return TRUE;
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/**
 * _eqp_table_glance_rows:
 * @self: the table
 *
 * Returns: so many rows are looked at where all columns are compared
 */
gint64
_eqp_table_glance_rows (EqpTable *self)
{
  return CLAMP (GLANCE_CELLS / self->n_columns, GLANCE_ROWS_MIN, GLANCE_ROWS_MAX);
}

static void
add_run (EqpColumnProfile *profile, double *entropy, gint64 run)
{
  double share = (double) run / (double) profile->n;

  profile->distinct++;
  profile->share = MAX (profile->share, share);
  *entropy -= share * log (share);
}

/* Whole numbers close together are counted, which takes a tenth of the time of sorting them. */
static double
count_runs (const double *values, EqpColumnProfile *profile)
{
  g_autofree gint64 *counts = g_new0 (gint64, (gsize) (profile->high - profile->low) + 1);
  double entropy = 0.0;

  for (gint64 i = 0; i < profile->n; i++)
    counts[(gsize) (values[i] - profile->low)]++;
  for (gsize i = 0; i <= (gsize) (profile->high - profile->low); i++)
    if (counts[i] > 0)
      add_run (profile, &entropy, counts[i]);
  return entropy;
}

static double
sort_runs (double *values, EqpColumnProfile *profile)
{
  double entropy = 0.0;
  gint64 run = 0;

  qsort (values, (gsize) profile->n, sizeof (double), compare_doubles);
  for (gint64 i = 0; i < profile->n; i++)
    {
      run++;
      if (i + 1 == profile->n || values[i + 1] != values[i])
        {
          add_run (profile, &entropy, run);
          run = 0;
        }
    }
  return entropy;
}

/**
 * _eqp_table_profile_column:
 * @self: the table with all its rows
 * @column: a column of numbers, from 0
 * @most_rows: about so many rows are looked at; G_MAXINT64 for all
 *
 * A look at all rows is for whole numbers only; it ends at the first other one.
 *
 * Returns: what its values are like
 */
EqpColumnProfile
_eqp_table_profile_column (EqpTable *self,
                           gint64    column,
                           gint64    most_rows)
{
  gint64 rows = eqp_store_get_rows (self->store);
  gint64 stride = MAX (1, rows / most_rows);
  gint32 slot = self->slots[column];
  g_autofree double *values = g_new (double, rows / stride + 1);
  EqpColumnProfile profile = { TRUE, .low = HUGE_VAL, .high = -HUGE_VAL };
  double entropy;

  for (gint64 row = 0; row < rows; row += stride)
    {
      double value = ((const double *) eqp_store_row (self->store, row))[slot];

      if (row % CANCEL_ROWS == 0 && !_eqp_parts_go_on (&self->parts, EQP_STAGE_SETTLE, 0, 1, self->cancellable, NULL))
        return (EqpColumnProfile) { FALSE };
      if (!isfinite (value))
        continue;
      values[profile.n++] = value;
      profile.low = MIN (profile.low, value);
      profile.high = MAX (profile.high, value);
      if (value != floor (value))
        {
          profile.whole = FALSE;
          if (most_rows == G_MAXINT64)
            return (EqpColumnProfile) { FALSE };
        }
    }
  if (profile.n == 0)
    return (EqpColumnProfile) { FALSE };

  if (profile.whole && profile.high - profile.low < COUNTED_RANGE)
    entropy = count_runs (values, &profile);
  else
    entropy = sort_runs (values, &profile);
  profile.evenness = profile.distinct > 1 ? entropy / log ((double) profile.distinct) : 0.0;
  return profile;
}

/**
 * _eqp_table_is_selected:
 * @self: the table
 * @j: a column, from 0
 *
 * Returns: whether the user wants the column as a feature
 */
gboolean
_eqp_table_is_selected (EqpTable *self,
                        gint64    j)
{
  for (guint i = 0; i < self->features->len; i++)
    if (g_array_index (self->features, gint64, i) == j)
      return TRUE;
  return FALSE;
}

static gboolean
name_means_id (const char *name)
{
  static const char *const names[] = {
    "",   "id", "ids",    "index",    "idx", "row",      "rownumber",        "rownames", "rowid",
    "no", "nr", "number", "unnamed0", "x1",  "sampleid", "samplecodenumber", "uid"
  };
  g_autoptr (GString) plain = g_string_new (NULL);

  for (const char *p = name; *p != '\0'; p++)
    if (g_ascii_isalnum (*p))
      g_string_append_c (plain, g_ascii_tolower (*p));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (strcmp (plain->str, names[i]) == 0)
      return TRUE;
  return g_str_has_suffix (name, "ID") || g_str_has_suffix (name, "Id") || g_str_has_suffix (name, "_id") ||
         g_str_has_suffix (name, " id");
}

static double
largest_elsewhere (EqpTable *self, gint64 column)
{
  double largest = 0.0;

  for (gint64 j = 0; j < self->n_columns; j++)
    if (j != column && j != self->label && eqp_table_column (self, j)->kind == EQP_COLUMN_NUMBER)
      {
        EqpColumnProfile other = _eqp_table_profile_column (self, j, _eqp_table_glance_rows (self));

        if (other.n > 0)
          largest = MAX (largest, MAX (fabs (other.low), fabs (other.high)));
      }
  return largest;
}

/* What makes a column an identifier, or NULL. */
static const char *
identifier_reason (EqpTable *self, gint64 j)
{
  EqpTableColumn *column = eqp_table_column (self, j);
  gboolean unnamed = self->header && column->name == NULL;
  gboolean named = column->name != NULL && name_means_id (column->name);
  EqpColumnProfile profile;

  if (column->kind != EQP_COLUMN_NUMBER || (j > 0 && !named))
    return NULL;
  profile = _eqp_table_profile_column (self, j, _eqp_table_glance_rows (self));
  if (!profile.whole || profile.distinct * 10 < profile.n * 9)
    return NULL;
  profile = _eqp_table_profile_column (self, j, G_MAXINT64);
  if (!profile.whole || profile.n < 2)
    return NULL;

  if (profile.distinct == profile.n && (profile.low == 0.0 || profile.low == 1.0) &&
      profile.high == profile.low + (double) (profile.n - 1) && (profile.n >= 10 || named || unnamed))
    return "counts the rows";
  if (profile.distinct * 10 >= profile.n * 9 && profile.n >= 10)
    {
      if (named)
        return "has identifiers by its name";
      /* Amounts are written with marks, identifiers are not. */
      if (j == 0 && !column->grouped && column->currency == NULL &&
          fabs (profile.high) >= 100.0 * MAX (1.0, largest_elsewhere (self, j)))
        return "looks like identifiers";
    }
  return NULL;
}

static void
choose_features (EqpTable *self)
{
  gint64 trailing = self->n_columns - 1;
  EqpTableColumn *last = eqp_table_column (self, trailing);
  gboolean drop_trailing = self->n_columns > 1 && last->name == NULL && last->kind == EQP_COLUMN_NUMBER
                           && last->missing == eqp_store_get_rows (self->store);

  if (drop_trailing)
    log_ignored (self, trailing, "empty: the rows end with a separator");
  if (drop_trailing)
    eqp_note (&self->parts.decisions, "The rows end with a separator; the empty column behind it was left out.");
  for (gint64 j = 0; j < self->n_columns; j++)
    if (eqp_table_column (self, j)->kind == EQP_COLUMN_NUMBER && j != self->label && !(drop_trailing && j == trailing))
      g_array_append_val (self->features, j);

  for (guint i = 0; i < self->features->len && self->features->len > 1;)
    {
      gint64 j = g_array_index (self->features, gint64, i);
      const char *reason = identifier_reason (self, j);

      if (reason != NULL)
        {
          g_autofree char *title = _eqp_table_column_title (self, j);

          eqp_note (&self->parts.decisions, "Left out: %s, which %s; the runner-up: to keep it as a feature.", title,
                    reason);
          log_ignored (self, j, reason);
          g_array_remove_index (self->features, i);
        }
      else
        i++;
    }
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
      g_autofree char *start = _eqp_table_start_of (column->text);

      g_string_append_printf (text, "such as “%s”", start);
    }
  else if (column->numbers == NULL)
    g_string_append (text, "a different one in nearly every row");
  else
    for (guint i = 0; i < MIN (3, column->names.names->len); i++)
      {
        g_autofree char *start = _eqp_table_start_of (g_ptr_array_index (column->names.names, i));

        g_string_append_printf (text, "%s“%s”", i == 0 ? "" : ", ", start);
      }
  return g_string_free (text, FALSE);
}

static void
note_text_columns (EqpTable *self)
{
  g_autoptr (GString) titles = g_string_new (NULL);
  gint64 number = 0;

  for (gint64 j = 0; j < self->n_columns; j++)
    {
      EqpTableColumn *column = eqp_table_column (self, j);

      if (j != self->label && !is_made (self, j) && (column->kind == EQP_COLUMN_TEXT || column->text != NULL))
        {
          g_autofree char *title = _eqp_table_column_title (self, j);
          g_autofree char *examples = examples_of (column);
          g_autofree char *why = g_strdup_printf (
              "%s: %s",
              column->long_digits ? "has whole numbers of too many digits, as identifiers have them" : "has text",
              examples);

          log_ignored (self, j, why);
          if (number++ >= 5)
            continue;
          g_string_append_printf (titles, "%s%s", titles->len > 0 ? ", " : "", title);
          if (column->kind != EQP_COLUMN_TEXT || column->numbers == NULL || column->names.names->len == 0)
            continue;
          if ((gint64) column->names.names->len * 2 > eqp_store_get_rows (self->store))
            eqp_note (&self->parts.findings, "%c%s has text (%s), another one in most rows, and is no feature.",
                      g_ascii_toupper (*title), title + 1, examples);
          else
            eqp_note (&self->parts.findings,
                      "%c%s has text (%s) and is no feature; one-hot encoding would make a column of 0 and 1 of each "
                      "of its %u values.",
                      g_ascii_toupper (*title), title + 1, examples, column->names.names->len);
        }
    }
  if (number > 5)
    g_string_append_printf (titles, " and %" G_GINT64_FORMAT " more", number - 5);
  if (number > 0)
    eqp_note (&self->parts.decisions, "Left out because of text: %s.", titles->str);
}

/* A cell of a column that could not be taken, for people; NULL where there is none. */
static const char *
first_text (EqpTable *self)
{
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      EqpTableColumn *column = eqp_table_column (self, j);

      if (column->kind != EQP_COLUMN_TEXT)
        continue;
      if (column->text != NULL)
        return column->text;
      if (column->numbers != NULL && column->names.names->len > 0)
        return g_ptr_array_index (column->names.names, 0);
    }
  return NULL;
}

/* "12.5 kg", "20 °C": a number and letters. */
static gboolean
has_unit (EqpTable *self, const char *text)
{
  double value;
  const char *unit = eqp_parse_number (text, self->decimal, &value);
  gunichar first;

  if (unit == NULL || strpbrk (unit, "0123456789") != NULL)
    return FALSE;
  first = g_utf8_get_char (unit + strspn (unit, " "));
  return g_unichar_isalpha (first) || first == 0xb0;
}

/* Whether a column of text has few enough values for one-hot encoding. */
static gboolean
can_be_made (EqpTable *self)
{
  gint64 rows = eqp_store_get_rows (self->store);

  for (gint64 j = 0; j < self->n_columns; j++)
    {
      const EqpTableColumn *column = eqp_table_column (self, j);

      if (j != self->label && column->kind == EQP_COLUMN_TEXT && column->numbers != NULL &&
          (gint64) column->names.names->len * 2 <= rows)
        return TRUE;
    }
  return FALSE;
}

/* Columns of numbers that the user did not choose. */
static void
log_not_chosen (EqpTable *self)
{
  for (gint64 j = 0; j < self->n_columns; j++)
    if (eqp_table_column (self, j)->kind == EQP_COLUMN_NUMBER && j != self->label && !_eqp_table_is_selected (self, j))
      log_ignored (self, j, "not among the columns asked for");
}

/**
 * _eqp_table_choose_roles:
 * @self: the table with all its rows
 * @labels_beside: labels come from another file
 * @error: return location, EQP_ERROR_PARSE
 *
 * Settles the label column and the features.
 *
 * Returns: FALSE when there is no column of numbers
 */
gboolean
_eqp_table_choose_roles (EqpTable  *self,
                         gboolean   labels_beside,
                         GError   **error)
{
  if (eqp_store_get_rows (self->store) == 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE, "%s: there is a header but no row of data below it.", self->file);
      return FALSE;
    }

  if (self->options->labels == NULL && !labels_beside)
    _eqp_table_guess_label (self);
  else if (self->label >= 0)
    {
      g_autofree char *title = _eqp_table_column_title (self, self->label);

      _eqp_table_tell_labels (self, -1, "because it was asked for", TRUE);
      eqp_note (&self->parts.decisions, "Labels: %s, as asked for.", title);
    }
  else if (!labels_beside)
    _eqp_table_tell_labels (self, -1, "No labels were asked for.", TRUE);
  _eqp_table_place_names (self);
  if (self->options->columns == NULL)
    choose_features (self);
  else
    log_not_chosen (self);
  if (!_eqp_table_make_columns (self, error))
    return FALSE;
  note_text_columns (self);

  if (self->features->len + self->made->len == 0)
    {
      const char *example = first_text (self);
      g_autofree char *start = _eqp_table_start_of (example != NULL ? example : "");
      g_autofree char *cell =
          example != NULL ? g_strdup_printf (" (the first cell of text is “%s”)", start) : g_strdup ("");
      g_autofree char *separator = self->separator == '\t'                  ? g_strdup ("a tab")
                                   : self->separator == ' '                 ? g_strdup ("blanks")
                                   : self->separator == EQP_SEPARATOR_FIXED ? g_strdup ("fixed width")
                                                                            : g_strdup_printf ("“%c”", self->separator);

      if (example != NULL && has_unit (self, example))
        g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                     "%s: no column has numbers to work with: they have units in their cells, such as “%s”; take the "
                     "units out, or write them into the names of the columns.",
                     self->file, start);
      else
        g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                     "%s: no column has numbers to work with%s; check the separator (%s was taken) and the decimal "
                     "mark (“%c” was taken)%s.",
                     self->file, cell, separator, self->decimal,
                     can_be_made (self) ? ", or make columns of numbers of the texts (--one-hot all)" : "");
      return FALSE;
    }
  return TRUE;
}
