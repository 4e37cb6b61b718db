/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What kind of table a text is, guessed from its first rows: encoding, separator, decimal mark, header, column types. */
#include "config.h"

#include "eqp-table-private.h"

#include <string.h>

#include "../base/eqp-error.h"
#include "eqp-number.h"

#define SAMPLE_ROWS 200

/* A column is one of numbers when so many of its cells are; the others are then errors in the file. */
#define NUMBER_SHARE 0.9

/* Where two fit alike the first one is taken: with decimal commas, commas fit as well as the true separator. */
static const char separators[] = { '\t', ';', '|', ',', ' ' };

/* The first rows, cut with one separator. */
typedef struct
{
  GArray *fields;  /* EqpField */
  GArray *starts;  /* gint64: first field of each row, and one more */
  gint64  width;   /* the usual number of fields */
  double  even;    /* share of rows with that many, the first row not counted */
  double  first;   /* 1 when the first row has as many, too */
  double  points;  /* share of fields that are numbers with a decimal point */
  double  commas;  /* the same with a decimal comma */
} Sample;

static void
sample_clear (Sample *sample)
{
  g_clear_pointer (&sample->fields, g_array_unref);
  g_clear_pointer (&sample->starts, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sample, sample_clear)

static gint64
sample_rows (const Sample *sample)
{
  return (gint64) sample->starts->len - 1;
}

static const EqpField *
sample_row (const Sample *sample, gint64 row, gint64 *count)
{
  gint64 first = g_array_index (sample->starts, gint64, row);

  *count = g_array_index (sample->starts, gint64, row + 1) - first;
  return &g_array_index (sample->fields, EqpField, first);
}

static gboolean
is_number (const EqpField *field, char decimal)
{
  double value;
  const char *after = field->length > 0 ? eqp_parse_number (field->start, decimal, &value) : NULL;

  return after != NULL && after == field->start + field->length;
}

static gboolean
is_missing (const EqpField *field)
{
  return eqp_is_missing_marker (field->start, field->length);
}

/**
 * _eqp_table_guess_encoding:
 * @head: the first bytes of a file
 * @length: how many
 *
 * Returns: (nullable): an encoding whose characters are wider than a byte, or NULL for bytes that can be read as they are
 */
const char *
_eqp_table_guess_encoding (const guint8 *head,
                           gsize         length)
{
  gsize even = 0, odd = 0, pairs = MIN (length, 4096) / 2;

  if (length >= 4 && memcmp (head, "\xff\xfe\0\0", 4) == 0)
    return "UTF-32LE";
  if (length >= 4 && memcmp (head, "\0\0\xfe\xff", 4) == 0)
    return "UTF-32BE";
  if (length >= 2 && head[0] == 0xff && head[1] == 0xfe)
    return "UTF-16LE";
  if (length >= 2 && head[0] == 0xfe && head[1] == 0xff)
    return "UTF-16BE";

  /* Numbers and separators in UTF-16 have a zero in every other byte, and always in the same one. */
  for (gsize i = 0; i < pairs; i++)
    {
      even += head[2 * i] == 0;
      odd += head[2 * i + 1] == 0;
    }
  if (pairs >= 4 && odd * 10 >= pairs * 8 && even == 0)
    return "UTF-16LE";
  if (pairs >= 4 && even * 10 >= pairs * 8 && odd == 0)
    return "UTF-16BE";
  return NULL;
}

static void
measure_width (Sample *sample)
{
  gint64 rows = sample_rows (sample), first = rows > 1 ? 1 : 0;
  g_autoptr (GHashTable) counts = g_hash_table_new (g_direct_hash, g_direct_equal);
  gint64 best = 0;

  for (gint64 row = first; row < rows; row++)
    {
      gint64 width, times;

      sample_row (sample, row, &width);
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

      sample_row (sample, 0, &width);
      sample->first = width == sample->width ? 1.0 : 0.0;
    }
}

static void
measure_numbers (Sample *sample)
{
  gint64 rows = sample_rows (sample), first = rows > 1 ? 1 : 0;
  gint64 points = 0, commas = 0, total = 0;

  for (gint64 i = g_array_index (sample->starts, gint64, first); i < (gint64) sample->fields->len; i++)
    {
      const EqpField *field = &g_array_index (sample->fields, EqpField, i);

      total++;
      if (is_missing (field))
        continue;
      points += is_number (field, '.');
      commas += is_number (field, ',');
    }
  if (total > 0)
    {
      sample->points = (double) points / (double) total;
      sample->commas = (double) commas / (double) total;
    }
}

/* Cuts up to SAMPLE_ROWS rows from the position on. */
static void
take_sample (EqpTable *self, char separator, Sample *sample)
{
  const char *p = self->text->data + self->position;
  const char *end = self->text->data + self->text->len;
  gint64 start = 0;

  sample->fields = g_array_new (FALSE, FALSE, sizeof (EqpField));
  sample->starts = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_array_append_val (sample->starts, start);
  while (p < end && sample_rows (sample) < SAMPLE_ROWS)
    {
      const char *next = _eqp_table_skip_blank_line (p, self->at_end);

      if (next == NULL)
        {
          next = _eqp_table_split (separator, p, end, self->at_end, &self->fields);
          if (next == NULL)
            break;
          g_array_append_vals (sample->fields, self->fields.fields->data, self->fields.fields->len);
          start = sample->fields->len;
          g_array_append_val (sample->starts, start);
        }
      p = next;
    }

  measure_width (sample);
  measure_numbers (sample);
}

static double
rate (const EqpTable *self, const Sample *sample, char separator)
{
  double numbers = sample->points;

  if (self->decimal == ',' || (self->decimal == 0 && separator != ','))
    numbers = self->decimal == ',' ? sample->commas : MAX (sample->points, sample->commas);
  if (sample_rows (sample) == 0)
    return -1.0;
  if (sample->width < 2)
    return 0.1 * (0.2 + numbers);
  return (0.05 + 0.9 * sample->even + 0.1 * sample->first) * (0.2 + numbers);
}

static const char *
separator_name (char separator)
{
  switch (separator)
    {
    case ',': return "commas";
    case ';': return "semicolons";
    case '\t': return "tabs";
    case '|': return "bars";
    case ' ': return "blanks";
    default: return "the separator given";
    }
}

static void
choose_separator (EqpTable *self, Sample *chosen)
{
  double best = -2.0, second = -2.0;
  char runner_up = 0;
  gint64 runner_up_width = 0;

  if (self->options->separator != 0)
    {
      self->separator = self->options->separator;
      take_sample (self, self->separator, chosen);
    }
  else
    for (guint i = 0; i < G_N_ELEMENTS (separators); i++)
      {
        Sample sample = { 0 };
        double rating;

        if (separators[i] == self->decimal)
          continue;
        take_sample (self, separators[i], &sample);
        rating = rate (self, &sample, separators[i]);
        if (rating > best)
          {
            second = best;
            runner_up = self->separator;
            runner_up_width = chosen->width;
            best = rating;
            sample_clear (chosen);
            *chosen = sample;
            self->separator = separators[i];
          }
        else
          {
            if (rating > second)
              {
                second = rating;
                runner_up = separators[i];
                runner_up_width = sample.width;
              }
            sample_clear (&sample);
          }
      }

  if (self->decimal == 0)
    self->decimal = self->separator != ',' && chosen->commas > chosen->points ? ',' : '.';
  self->n_columns = chosen->width;

  if (self->n_columns == 1)
    eqp_note (&self->parts.decisions, "A table of one column.");
  else if (second > 0.75 * best && runner_up_width > 1 && runner_up != 0 && !(runner_up == ' ' && self->separator == '\t'))
    eqp_note (&self->parts.decisions,
              "A table of %" G_GINT64_FORMAT " columns, separated by %s; the runner-up: %" G_GINT64_FORMAT " columns, separated by %s.",
              self->n_columns, separator_name (self->separator), runner_up_width, separator_name (runner_up));
  else
    eqp_note (&self->parts.decisions, "A table of %" G_GINT64_FORMAT " columns, separated by %s.", self->n_columns, separator_name (self->separator));
  if (self->decimal == ',')
    eqp_note (&self->parts.decisions, "Decimal commas, as in 1,5.");
}

/* Types from the rows first.. of the sample; headers do not count. */
static void
guess_kinds (EqpTable *self, const Sample *sample, gint64 first)
{
  g_autofree gint64 *numbers = g_new0 (gint64, self->n_columns);
  g_autofree gint64 *texts = g_new0 (gint64, self->n_columns);

  for (gint64 row = first; row < sample_rows (sample); row++)
    {
      gint64 count;
      const EqpField *fields = sample_row (sample, row, &count);

      for (gint64 j = 0; j < MIN (count, self->n_columns); j++)
        if (is_number (&fields[j], self->decimal))
          numbers[j]++;
        else if (!is_missing (&fields[j]))
          texts[j]++;
    }
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      EqpTableColumn *column = eqp_table_column (self, j);

      column->seen = numbers[j] > 0;
      column->kind = (double) numbers[j] >= NUMBER_SHARE * (double) (numbers[j] + texts[j]) ? EQP_COLUMN_NUMBER : EQP_COLUMN_TEXT;
    }
}

/* scikit-learn's own files begin with "rows,columns,class,class,...". */
static gboolean
is_shape_row (EqpTable *self, const Sample *sample)
{
  gint64 count;
  const EqpField *fields = sample_row (sample, 0, &count);
  double rows, columns;

  if (sample_rows (sample) < 2 || count < 3 || !is_number (&fields[0], '.') || !is_number (&fields[1], '.'))
    return FALSE;
  eqp_parse_number (fields[0].start, '.', &rows);
  eqp_parse_number (fields[1].start, '.', &columns);
  if (columns != (double) (self->n_columns - 1) || !(rows >= 1.0 && rows < 1e15) || rows != (double) (gint64) rows)
    return FALSE;
  for (gint64 j = 2; j < count; j++)
    if (is_number (&fields[j], '.') || is_missing (&fields[j]))
      return FALSE;

  self->shape_rows = (gint64) rows;
  self->shape_classes = g_new0 (char *, count - 1);
  for (gint64 j = 2; j < count; j++)
    self->shape_classes[j - 2] = _eqp_table_dup_field (self, &fields[j]);
  return TRUE;
}

static gboolean
is_header (EqpTable *self, const Sample *sample)
{
  gint64 count, texts = 0, numbers = 0, running = 0;
  gboolean text_first = FALSE;
  const EqpField *fields = sample_row (sample, 0, &count);

  for (gint64 j = 0; j < count; j++)
    {
      double value;
      gint64 column = count == self->n_columns - 1 ? j + 1 : j;

      if (is_number (&fields[j], self->decimal))
        {
          numbers++;
          eqp_parse_number (fields[j].start, self->decimal, &value);
          running += value == (double) j || value == (double) (j + 1);
        }
      else if (!is_missing (&fields[j]) && column < self->n_columns
               && (sample_rows (sample) == 1 || eqp_table_column (self, column)->kind == EQP_COLUMN_NUMBER))
        {
          texts++;
          text_first |= j == 0;
        }
    }

  /* Years and the like may be names, too. */
  if (texts > 0)
    return text_first || texts * 2 >= numbers;
  /* Numbers as names: 0, 1, 2, ... as some programs write them. */
  if (running == count && count >= 4 && sample_rows (sample) > 1)
    {
      eqp_note (&self->parts.decisions, "The first line counts the columns and was taken as a header; the runner-up: as data.");
      return TRUE;
    }
  return FALSE;
}

static gboolean
take_header (EqpTable *self, const Sample *sample, GError **error)
{
  gint64 count, shift = 0;
  const EqpField *fields = sample_row (sample, 0, &count);

  while (count > self->n_columns && fields[count - 1].length == 0)
    count--;
  if (count == self->n_columns - 1)
    {
      /* One name fewer than fields: row names without a name, or a separator at the end of each row. */
      gboolean trailing = sample_rows (sample) > 1;

      for (gint64 row = 1; row < sample_rows (sample) && trailing; row++)
        {
          gint64 width;
          const EqpField *cells = sample_row (sample, row, &width);

          trailing = width < self->n_columns || cells[self->n_columns - 1].length == 0;
        }
      shift = trailing ? 0 : 1;
    }
  else if (count != self->n_columns)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s, line %" G_GINT64_FORMAT ": the header names %" G_GINT64_FORMAT " column%s, but the rows have %" G_GINT64_FORMAT " fields; correct the header, or choose another separator.",
                   self->file, self->line, count, count == 1 ? "" : "s", self->n_columns);
      return FALSE;
    }

  for (gint64 j = 0; j < count; j++)
    if (fields[j].length > 0)
      eqp_table_column (self, j + shift)->name = _eqp_table_dup_field (self, &fields[j]);
  return TRUE;
}

/* Leaves out '#' lines at the top; numpy writes its header there, so the last one may hold the names. */
static void
skip_comments (EqpTable *self, char **last)
{
  for (;;)
    {
      const char *p = self->text->data + self->position;
      const char *next = _eqp_table_skip_blank_line (p, self->at_end);

      if (*p == '\0')
        return;
      if (next == NULL)
        {
          gsize length = strcspn (p, "\r\n");

          if (*p != '#' || (p[length] == '\0' && !self->at_end))
            return;
          g_free (*last);
          *last = g_strndup (p + 1, length - 1);
          next = p + length;
          next += next[0] == '\r' && next[1] == '\n' ? 2 : *next != '\0';
          self->comments++;
        }
      self->line++;
      self->position = (gsize) (next - self->text->data);
    }
}

/* Names from a comment that stands right above the data and has the right number of fields. */
static void
take_comment_header (EqpTable *self, const char *comment)
{
  const EqpField *fields;

  if (_eqp_table_split (self->separator, comment, comment + strlen (comment), TRUE, &self->fields) == NULL
      || (gint64) self->fields.fields->len != self->n_columns || self->n_columns < 2)
    return;
  fields = (const EqpField *) self->fields.fields->data;
  for (gint64 j = 0; j < self->n_columns; j++)
    if (fields[j].length == 0 || is_number (&fields[j], self->decimal))
      return;
  for (gint64 j = 0; j < self->n_columns; j++)
    eqp_table_column (self, j)->name = _eqp_table_dup_field (self, &fields[j]);
  eqp_note (&self->parts.decisions, "The column names were taken from the comment above the data.");
}

static void
skip_first_row (EqpTable *self)
{
  const char *p = self->text->data + self->position;
  const char *end = self->text->data + self->text->len;
  const char *next;

  while ((next = _eqp_table_skip_blank_line (p, self->at_end)) != NULL && next < end)
    {
      p = next;
      self->line++;
    }
  next = _eqp_table_split (self->separator, p, end, self->at_end, &self->fields);
  if (next != NULL)
    {
      self->line += self->fields.lines;
      self->position = (gsize) (next - self->text->data);
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

/**
 * _eqp_table_sniff:
 * @self: the table with the beginning of its text, of several rows if it has them
 * @error: return location, EQP_ERROR_PARSE
 *
 * Settles separator, decimal mark, header and the kind of each column, and moves on to the first row of data.
 *
 * Returns: FALSE when the text is no table
 */
gboolean
_eqp_table_sniff (EqpTable  *self,
                  GError   **error)
{
  g_auto (Sample) sample = { 0 };
  g_autofree char *comment = NULL;
  gboolean shape;

  self->decimal = self->options->decimal;
  if (self->text->len >= 3 && memcmp (self->text->data, "\xef\xbb\xbf", 3) == 0)
    self->position = 3;
  skip_comments (self, &comment);
  choose_separator (self, &sample);

  if (self->text->data[self->position] == '\0')
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE, "%s: the file has no rows; it is empty or holds only blank lines and comments.", self->file);
      return FALSE;
    }
  if (sample_rows (&sample) == 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s, line %" G_GINT64_FORMAT ": a quotation mark is opened and not closed; close it or take it out.", self->file, self->line);
      return FALSE;
    }
  if (self->n_columns > EQP_TABLE_MAX_COLUMNS)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   "%s, line %" G_GINT64_FORMAT ": a row has %" G_GINT64_FORMAT " fields, more than the %d that can be read; check the line breaks and the separator.",
                   self->file, self->line, self->n_columns, EQP_TABLE_MAX_COLUMNS);
      return FALSE;
    }

  add_columns (self);
  guess_kinds (self, &sample, sample_rows (&sample) > 1 ? 1 : 0);
  shape = self->options->header == EQP_TRISTATE_GUESS && is_shape_row (self, &sample);
  self->header = self->options->header == EQP_TRISTATE_YES
                 || (self->options->header == EQP_TRISTATE_GUESS && !shape && is_header (self, &sample));
  if (self->header)
    {
      if (!take_header (self, &sample, error))
        return FALSE;
      eqp_note (&self->parts.decisions, "The first line is a header.");
    }
  else if (shape)
    eqp_note (&self->parts.decisions, "The first line gives the number of rows, of columns and the names of the classes.");
  else
    {
      guess_kinds (self, &sample, 0);
      if (comment != NULL)
        take_comment_header (self, comment);
    }
  if (self->header || shape)
    skip_first_row (self);
  return TRUE;
}
