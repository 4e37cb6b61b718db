/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What kind of table a text is, guessed from its first rows: encoding, separator and column types. */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"
#include "base/eqp-plural.h"

#define SAMPLE_ROWS 200

/* A column is one of numbers when so many of its cells are; the others are then errors in the file. */
#define NUMBER_SHARE 0.9

/* A double keeps every whole number up to this one. */
#define LARGEST_WHOLE 9007199254740992.0

/* Where two fit alike the first one is taken: with decimal commas, commas fit as well as the true separator. */
static const char separators[] = { '\t', ';', '|', ',', ' ' };

void
_eqp_table_sample_clear (EqpTableSample *sample)
{
  g_clear_pointer (&sample->fields, g_array_unref);
  g_clear_pointer (&sample->starts, g_array_unref);
}

gint64
_eqp_table_sample_rows (const EqpTableSample *sample)
{
  return (gint64) sample->starts->len - 1;
}

const EqpField *
_eqp_table_sample_row (const EqpTableSample *sample,
                       gint64                row,
                       gint64               *count)
{
  gint64 first = g_array_index (sample->starts, gint64, row);

  *count = g_array_index (sample->starts, gint64, row + 1) - first;
  return &g_array_index (sample->fields, EqpField, first);
}

/* With any thousands mark that goes with the decimal mark. */
static gboolean
may_be_number (const EqpField *field, char decimal)
{
  double value;
  EqpWritten how;

  if (eqp_is_number (field->start, (gssize) field->length, decimal, &value))
    return TRUE;
  return _eqp_table_read_written (field->start, field->length, decimal, decimal == '.' ? ',' : '.', &value, &how)
         || _eqp_table_read_written (field->start, field->length, decimal, ' ', &value, &how)
         || _eqp_table_read_written (field->start, field->length, decimal, '\'', &value, &how);
}

/* Returns whether it is a number as this file writes them. */
gboolean
_eqp_table_is_number (EqpTable       *self,
                      const EqpField *field,
                      double         *value)
{
  EqpWritten how;

  return eqp_is_number (field->start, (gssize) field->length, self->decimal, value)
         || _eqp_table_read_written (field->start, field->length, self->decimal, self->thousands, value, &how);
}

/* Returns whether the user says that it stands for a missing cell. */
gboolean
_eqp_table_is_given_word (EqpTable       *self,
                          const EqpField *field)
{
  g_autofree char *text = NULL;
  g_autofree char *lower = NULL;

  if (self->missing_words == NULL || field->length > 100)
    return FALSE;
  text = _eqp_table_dup_field (self, field);
  lower = g_utf8_strdown (text, -1);
  return g_hash_table_contains (self->missing_words, lower);
}

/* Returns whether it stands for a missing cell, by the usual words or the user's. */
gboolean
_eqp_table_is_missing (EqpTable       *self,
                       const EqpField *field)
{
  return field->length == 0 || (!self->no_words && eqp_is_missing_marker (field->start, field->length)) ||
         _eqp_table_is_given_word (self, field);
}

static void
measure_width (EqpTableSample *sample)
{
  gint64 rows = _eqp_table_sample_rows (sample), first = rows > 1 ? 1 : 0;
  g_autoptr (GHashTable) counts = g_hash_table_new (g_direct_hash, g_direct_equal);
  gint64 best = 0;

  for (gint64 row = first; row < rows; row++)
    {
      gint64 width, times;

      _eqp_table_sample_row (sample, row, &width);
      times = GPOINTER_TO_SIZE (g_hash_table_lookup (counts, GSIZE_TO_POINTER ((gsize) width))) + 1;
      g_hash_table_insert (counts, GSIZE_TO_POINTER ((gsize) width), GSIZE_TO_POINTER ((gsize) times));
      if (times > best)
        {
          best = times;
          sample->width = width;
        }
    }
  sample->even = rows > first ? (double) best / (double) (rows - first) : 0.0;
  if (rows > 0)
    {
      gint64 width;

      _eqp_table_sample_row (sample, 0, &width);
      sample->first = width == sample->width ? 1.0 : 0.0;
    }
}

static void
measure_numbers (EqpTableSample *sample)
{
  gint64 rows = _eqp_table_sample_rows (sample), first = rows > 1 ? 1 : 0;
  gint64 points = 0, commas = 0, total = 0;

  for (gint64 row = first; row < rows; row++)
    {
      gint64 count;
      const EqpField *fields = _eqp_table_sample_row (sample, row, &count);

      /* What is empty behind the last separator is no field that lacks a number. */
      if (count > 1 && fields[count - 1].length == 0)
        count--;
      total += count;
      for (gint64 j = 0; j < count; j++)
        if (!eqp_is_missing_marker (fields[j].start, fields[j].length))
          {
            points += may_be_number (&fields[j], '.');
            commas += may_be_number (&fields[j], ',');
          }
    }
  if (total > 0)
    {
      sample->points = (double) points / (double) total;
      sample->commas = (double) commas / (double) total;
    }
}

/* @most_rows: so many at most, of the text at hand from the position on. */
void
_eqp_table_take_sample (EqpTable       *self,
                        char            separator,
                        gint64          most_rows,
                        EqpTableSample *sample)
{
  const char *p = self->text->data + self->position;
  const char *end = self->text->data + self->text->len;
  gint64 start = 0;

  sample->fields = g_array_new (FALSE, FALSE, sizeof (EqpField));
  sample->starts = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_array_append_val (sample->starts, start);
  while (p < end && _eqp_table_sample_rows (sample) < most_rows)
    {
      const char *next = _eqp_table_skip_blank_line (p, self->at_end);

      if (next == NULL)
        {
          next = _eqp_split_row (separator, p, end, self->at_end, &self->fields);
          if (next == NULL)
            break;
          g_array_append_vals (sample->fields, self->fields.fields->data, self->fields.fields->len);
          start = sample->fields->len;
          g_array_append_val (sample->starts, start);
        }
      p = next;
    }

  measure_width (sample);
  /* More rows are for a closer look at the way they were cut. */
  if (most_rows == SAMPLE_ROWS)
    measure_numbers (sample);
}

static double
rate (const EqpTable *self, const EqpTableSample *sample, char separator)
{
  double numbers = sample->points;
  gboolean within;

  if (self->decimal == ',' || (self->decimal == 0 && separator != ','))
    numbers = self->decimal == ',' ? sample->commas : MAX (sample->points, sample->commas);
  if (_eqp_table_sample_rows (sample) == 0)
    return -1.0;
  if (sample->width < 2)
    return 0.1 * (0.2 + numbers);
  /* Blanks that do not cut the first row as they do the others, and leave more than numbers, are within the cells where
   * anything else cuts: “12.5 kg,30 cm” below “weight,length”; a tabulator is a blank, too. */
  within = separator == ' ' && sample->first < 1.0 && numbers < 0.9;
  return (0.05 + 0.9 * sample->even + 0.1 * sample->first) * (0.2 + numbers) * (within ? 0.25 : 1.0);
}

/* As the option takes it. */
static char *
separator_value (char separator)
{
  return eqp_import_options_get (&(EqpImportOptions){ .separator = separator }, "separator");
}

/* One way to cut the rows. */
typedef struct
{
  char   separator;
  double rating;
  gint64 width;
  double even;
  gint64 rows;
  double numbers;
} Cut;

static Cut
measure_cut (const EqpTable *self, const EqpTableSample *sample, char separator)
{
  return (Cut){ separator,
                rate (self, sample, separator),
                sample->width,
                sample->even,
                _eqp_table_sample_rows (sample),
                separator == ',' ? sample->points : MAX (sample->points, sample->commas) };
}

static void
tell_separator (EqpTable *self, const Cut *cuts, guint n_cuts)
{
  g_autoptr (GString) evidence = g_string_new (NULL);
  EqpDecision *decision;

  for (guint i = 0; i < MIN (n_cuts, 2) && (i == 0 || cuts[i].width > 1); i++)
    {
      g_autofree char *value = separator_value (cuts[i].separator);

      g_string_append_printf (evidence,
                              eqp_ngettext ("%sWith “%s”, %.0f %% of the %" PRId64 " rows looked at have %" PRId64
                                            " field (%.0f %% numbers).",
                                            "%sWith “%s”, %.0f %% of the %" PRId64 " rows looked at have %" PRId64
                                            " fields (%.0f %% numbers).", cuts[i].width),
                              i > 0 ? " " : "", _eqp_import_label ("separator", value), cuts[i].even * 100.0,
                              cuts[i].rows, cuts[i].width, cuts[i].numbers * 100.0);
    }
  decision = eqp_decision_new ("separator", "%s", evidence->str);
  decision->asked = self->options->separator != 0;
  for (guint i = 0; i < n_cuts; i++)
    {
      g_autofree char *value = separator_value (cuts[i].separator);

      eqp_decision_offer (decision, "separator", value,
                          eqp_ngettext ("%s, %" PRId64 " column", "%s, %" PRId64 " columns", cuts[i].width),
                          _eqp_import_label ("separator", value), cuts[i].width);
    }
  _eqp_settle (&self->parts, decision);
}

/* What rows like "1,5" say: two columns, or one with decimal commas. */
typedef struct
{
  gint64      rows;
  gint64      groups;        /* 1,500: may have a thousands mark */
  gint64      ends_in_zero;  /* 1,50 */
  gsize       shortest;      /* digits behind the comma */
  gsize       longest;
  const char *example;       /* the first row */
} Pairs;

/* Whether the rows from @p on are nothing but two whole numbers each with a comma between them, as far as they are at
 * hand. */
static gboolean
are_pairs (EqpTable *self, const char *p, Pairs *pairs)
{
  static const char digits[] = "0123456789";

  *pairs = (Pairs){ .shortest = G_MAXSIZE, .example = p };
  for (; *p != '\0' && (self->at_end || p[strcspn (p, "\r\n")] != '\0'); pairs->rows++)
    {
      gsize sign = *p == '-' || *p == '+', whole = strspn (p + sign, digits);
      const char *behind = p + sign + whole + 1;
      gsize part = whole > 0 && behind[-1] == ',' ? strspn (behind, digits) : 0;

      if (part == 0 || strchr ("\r\n", behind[part]) == NULL)
        return FALSE;
      pairs->groups += whole <= 3 && p[sign] != '0' && part == 3;
      pairs->ends_in_zero += part > 1 && behind[part - 1] == '0';
      pairs->shortest = MIN (pairs->shortest, part);
      pairs->longest = MAX (pairs->longest, part);
      p = behind + part;
      p += strspn (p, "\r\n");
    }
  return pairs->rows > 0;
}

/* Rows of two whole numbers with a comma between them: two columns, or one with decimal commas? They are one below one
 * name, or where the comma is given as the thousands mark: then @separator is one that cuts nothing. */
static gboolean
settle_pairs (EqpTable *self, char *separator, GError **error)
{
  const EqpImportOptions *options = self->options;
  const char *text = self->text->data + self->position;
  gsize first = strcspn (text, "\r\n");
  g_autofree char *example = NULL;
  EqpDecision *question;
  gboolean named, grouped;
  Pairs pairs;
  double value;

  if (*separator != 0 || self->decimal != 0 || options->take == EQP_TAKE_GRAPH || options->columns != NULL ||
      options->ignore != NULL || (options->labels != NULL && strcmp (options->labels, "none") != 0))
    return TRUE;
  named = memchr (text, ',', first) == NULL && !eqp_is_number (text, (gssize) first, '.', &value);
  if ((options->header == EQP_TRISTATE_YES && !named) ||
      !are_pairs (self, named ? text + first + strspn (text + first, "\r\n") : text, &pairs))
    return TRUE;
  grouped = pairs.groups == pairs.rows;
  /* Commas in front of three digits everywhere may also be thousands marks: that is asked with the marks. */
  if (named || (grouped && options->thousands == ','))
    *separator = ';';
  /* With a fixed number of digits, decimals are equally long; written as short as possible, none ends in zero. */
  if (*separator != 0 || (pairs.shortest < pairs.longest && pairs.ends_in_zero > 0))
    return TRUE;

  example = g_strndup (pairs.example, strcspn (pairs.example, "\r\n"));
  question = eqp_decision_new ("separator",
                               _ ("The rows are like “%s” (all %" PRId64
                                  " of those looked at), which can be read in %s ways"),
                               example, pairs.rows, grouped ? "three" : "two");
  eqp_decision_offer (question, "separator", "comma", _ ("as two columns of whole numbers"));
  eqp_decision_offer (question, "decimal", ",", _ ("as one column with decimal commas"));
  if (grouped)
    eqp_decision_offer (question, "thousands", ",", _ ("as one column with thousands marks"));
  eqp_error_set_question (error, self->file, question);
  return FALSE;
}

static gboolean
choose_separator (EqpTable *self, EqpTableSample *chosen, GError **error)
{
  Cut cuts[G_N_ELEMENTS (separators)];
  char given = self->options->separator != 0 ? self->options->separator : self->given_separator;
  guint n_cuts = 0;

  if (!settle_pairs (self, &given, error))
    return FALSE;
  for (guint i = 0; i < (given != 0 ? 1 : G_N_ELEMENTS (separators)); i++)
    {
      char separator = given != 0 ? given : separators[i];
      g_auto (EqpTableSample) sample = { 0 };
      guint place;
      Cut cut;

      if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
        return FALSE;
      /* Decimal commas between commas stand in quotation marks. */
      if (given == 0 && separator == self->decimal && !_eqp_table_has_quotes (self))
        continue;
      _eqp_table_take_sample (self, separator, SAMPLE_ROWS, &sample);
      cut = measure_cut (self, &sample, separator);
      /* The best in front; in the order of the separators where they fit alike. */
      for (place = n_cuts++; place > 0 && cuts[place - 1].rating < cut.rating; place--)
        cuts[place] = cuts[place - 1];
      cuts[place] = cut;
      if (place == 0)
        {
          EqpTableSample other = *chosen;

          self->separator = separator;
          *chosen = sample;
          sample = other;
        }
    }
  self->n_columns = chosen->width;
  tell_separator (self, cuts, n_cuts);
  return TRUE;
}

/* Types from the rows first.. of the sample; headers do not count. */
static void
guess_kinds (EqpTable *self, const EqpTableSample *sample, gint64 first)
{
  g_autofree gint64 *numbers = g_new0 (gint64, self->n_columns);
  g_autofree gint64 *texts = g_new0 (gint64, self->n_columns);
  g_autofree gint64 *longs = g_new0 (gint64, self->n_columns);
  g_autofree gint64 *foreign = g_new0 (gint64, self->n_columns); /* numbers with the other decimal mark */

  for (gint64 row = first; row < _eqp_table_sample_rows (sample); row++)
    {
      gint64 count;
      const EqpField *fields = _eqp_table_sample_row (sample, row, &count);
      double value;

      /* Lines of text below the table tell nothing. */
      if (count < self->n_columns && row > 0)
        continue;
      for (gint64 j = 0; j < MIN (count, self->n_columns); j++)
        if (_eqp_table_is_number (self, &fields[j], &value))
          {
            numbers[j]++;
            longs[j] += fabs (value) > LARGEST_WHOLE && isfinite (value) &&
                        strspn (fields[j].start, "0123456789") == fields[j].length;
          }
        else if (may_be_number (&fields[j], self->decimal == '.' ? ',' : '.'))
          foreign[j]++;
        else if (!_eqp_table_is_missing (self, &fields[j]))
          texts[j]++;
    }
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      EqpTableColumn *column = eqp_table_column (self, j);

      column->seen = numbers[j] > 0;
      column->long_digits = longs[j] > 0 && longs[j] == numbers[j] + texts[j];
      if (column->long_digits)
        {
          column->kind = EQP_COLUMN_TEXT;
          continue;
        }
      column->kind = (double) (numbers[j] + foreign[j]) >= NUMBER_SHARE * (double) (numbers[j] + foreign[j] + texts[j])
                         ? EQP_COLUMN_NUMBER
                         : EQP_COLUMN_TEXT;
    }
}

static void
add_columns (EqpTable *self)
{
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      EqpTableColumn column = { 0 };

      g_array_append_val (self->columns, column);
    }
}

/* Settles separator, decimal mark, header and the kind of each column, and moves on to the first row of data.
 * Returns FALSE when the text is no table. */
gboolean
_eqp_table_sniff (EqpTable  *self,
                  GError   **error)
{
  g_auto (EqpTableSample) sample = { 0 };
  g_autofree char *comment = NULL;
  gint64 preamble, second = 0;
  gboolean turned;

  self->decimal = self->options->decimal;
  /* Files that were put together may begin with more than one. */
  while (g_str_has_prefix (self->text->data + self->position, "\xef\xbb\xbf"))
    self->position += 3;
  _eqp_table_skip_comments (self, &comment);
  if (!choose_separator (self, &sample, error) || g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;

  if (_eqp_table_sample_rows (&sample) == 0)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _eqp_table_has_quotes (self)
                           ? _ ("%s, line %" PRId64 ": a quotation mark is opened and not closed, or the row is too "
                                "long; check quotation marks and line breaks.")
                           : _ ("%s, line %" PRId64 ": the file has no rows up to here; it is empty or holds only "
                                "blank lines and comments."),
                       self->file, self->line);
  if (self->n_columns > EQP_TABLE_MAX_COLUMNS)
    return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                       _ ("%s, line %" PRId64 ": a row has %" PRId64 " fields, more than the %d that can be read; "
                          "check the line breaks and the separator."),
                       self->file, self->line, self->n_columns, EQP_TABLE_MAX_COLUMNS);

  preamble = _eqp_table_count_preamble (self, &sample);
  if (preamble > 0)
    {
      _eqp_table_skip_rows (self, preamble, _ ("text above the table"));
    }
  turned = self->options->orientation == EQP_ORIENTATION_COLUMNS;
  if (turned && !_eqp_table_turn (self, error))
    return FALSE;
  if (preamble > 0 || turned)
    {
      _eqp_table_sample_clear (&sample);
      _eqp_table_take_sample (self, self->separator, SAMPLE_ROWS, &sample);
    }
  if (turned)
    self->n_columns = sample.width;
  if (!_eqp_table_choose_marks (self, &sample, error) ||
      g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  add_columns (self);
  guess_kinds (self, &sample, 3);
  second = _eqp_table_count_second_headers (self, &sample);
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  guess_kinds (self, &sample, _eqp_table_sample_rows (&sample) > 1 ? 1 + second : 0);
  self->header = _eqp_table_is_header (self, &sample);
  if (self->header && !_eqp_table_take_header (self, &sample, error))
    return FALSE;
  if (!self->header)
    {
      guess_kinds (self, &sample, 0);
      if (comment != NULL)
        _eqp_table_take_comment_header (self, comment);
    }
  if (self->header)
    {
      _eqp_table_skip_first_row (self);
      _eqp_table_skip_rows (self, second, _ ("a further line of names or units"));
    }
  return TRUE;
}
