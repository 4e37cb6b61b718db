/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands above the rows of a table: comments, lines of text, and the header, which is found out. */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"
#include "base/eqp-plural.h"
#include "base/eqp-sentence.h"
#include "eqp-table-edges.h"

/* So many lines may stand above the header. */
#define MOST_PREAMBLE 50

/* So many numbers in equal steps are names, wherever they start. */
#define MANY_STEPS 8

static gboolean
is_whole (const EqpField *field, double *value)
{
  return eqp_is_number (field->start, (gssize) field->length, '.', value);
}

/* Enters the line into the ledger, with the number of the line at hand. */
void
_eqp_table_log_line (EqpTable   *self,
                     const char *text,
                     gsize       length,
                     const char *why)
{
  EqpField field = { text, MIN (length, 200), 0 };
  g_autofree char *before = _eqp_table_dup_field (self, &field);

  _eqp_log (&self->parts,
            &(EqpLedgerEntry){ EQP_LEDGER_LINE_SKIPPED, .line = self->line, .before = before, .after = (char *) why });
}

/* Moves on to the next line with fields. */
static void
skip_blank_lines (EqpTable *self)
{
  const char *p = self->text->data + self->position, *next;

  while ((next = _eqp_table_skip_blank_line (p, self->at_end)) != NULL && *p != '\0')
    {
      p = next;
      self->line++;
    }
  self->position = (gsize) (p - self->text->data);
}

static gint64
count_filled (const EqpField *fields, gint64 count)
{
  gint64 filled = 0;

  for (gint64 j = 0; j < count; j++)
    filled += fields[j].length > 0;
  return filled;
}

static gint64
count_numbers (const EqpField *fields, gint64 count)
{
  gint64 numbers = 0;
  double value;

  for (gint64 j = 0; j < count; j++)
    numbers += is_whole (&fields[j], &value);
  return numbers;
}

/* Whether a line with few names, such as ",b,", stands right above the numbers. */
static gboolean
next_is_row (EqpTable *self, const EqpTableSample *sample, gint64 line)
{
  gint64 count;
  const EqpField *fields = _eqp_table_sample_row (sample, line + 1, &count);

  return count == sample->width && count_numbers (fields, count) > 0;
}

/* The first line has the numbers of rows and columns, and the names of the classes that numbers stand for below. */
static gboolean
counts_table (const EqpTableSample *sample)
{
  gint64 count, below;
  const EqpField *fields = _eqp_table_sample_row (sample, 0, &count);
  const EqpField *next = _eqp_table_sample_row (sample, _eqp_table_sample_rows (sample) > 1 ? 1 : 0, &below);
  double value;

  return count > 2 && below == sample->width && count_numbers (fields, count) == 2 && is_whole (&fields[1], &value) &&
         value == (double) (below - 1) && is_whole (&next[below - 1], &value);
}

/* Returns how many rows at the top are lines of text and no header: they have few fields, and the rows below have
 * all. */
gint64
_eqp_table_count_preamble (EqpTable             *self,
                           const EqpTableSample *sample)
{
  gint64 rows = _eqp_table_sample_rows (sample), width = sample->width, count, below, lines = 0, odd = 0;
  const EqpField *fields;

  if (width < 2)
    return 0;
  if (counts_table (sample))
    {
      fields = _eqp_table_sample_row (sample, 0, &count);
      self->class_names = g_new0 (char *, count - 1);
      for (gint64 j = 2; j < count; j++)
        self->class_names[j - 2] = _eqp_table_dup_field (self, &fields[j]);
      return 1;
    }
  /* Lines cut into another number of fields, above a line of words that has all: what instruments write. */
  for (fields = _eqp_table_sample_row (sample, odd, &count); count != width && odd + 2 < rows && odd < MOST_PREAMBLE;)
    fields = _eqp_table_sample_row (sample, ++odd, &count);
  _eqp_table_sample_row (sample, MIN (odd + 1, rows - 1), &below);
  if (odd > 0 && count == width && below == width && count_filled (fields, count) == count &&
      count_numbers (fields, count) == 0)
    return odd;
  for (; lines < MIN (rows - 1, MOST_PREAMBLE); lines++)
    {
      gboolean sentence;
      gint64 filled, numbers;

      fields = _eqp_table_sample_row (sample, lines, &count);
      filled = count_filled (fields, count);
      numbers = count_numbers (fields, count);
      sentence = self->separator == ' ' && count != width - 1 && numbers == 0;

      if ((count == width &&
           (filled > 1 || (filled == 1 && fields[0].length == 0 && next_is_row (self, sample, lines)))) ||
          (!sentence && filled > MAX (1, width / 2 - 1)) ||
          (filled == 1 && width == 2 && numbers > 0))
        break;
    }
  if (lines == 0)
    return 0;
  /* What comes then has to look like a header or a row, and the next one, too. */
  fields = _eqp_table_sample_row (sample, lines, &count);
  if ((count != width && count != width - 1) ||
      (self->options->header == EQP_TRISTATE_YES && count_numbers (fields, count) > 0))
    return 0;
  if (lines + 1 < rows)
    {
      _eqp_table_sample_row (sample, lines + 1, &count);
      if (count != width)
        return 0;
    }
  return lines;
}

/* @rows: how many rows to leave out at the top; @why: what they are. */
void
_eqp_table_skip_rows (EqpTable   *self,
                      gint64      rows,
                      const char *why)
{
  for (gint64 row = 0; row < rows; row++)
    {
      const char *p;

      skip_blank_lines (self);
      p = self->text->data + self->position;
      _eqp_table_log_line (self, p, strcspn (p, "\r\n"), why);
      _eqp_table_skip_first_row (self);
    }
}

/* The names are numbers that go up in equal steps: 0, 1, 2, ... as programs count columns, years, or 1100, 1102, ... as
 * in spectra. Names above columns of text and words do not count. Gives how many numbers there are; 0: they do not go
 * up. */
static gint64
counts_up (EqpTable *self, const EqpField *fields, gint64 count, double *start, double *step)
{
  gint64 numbers = 0;

  *start = *step = 1.0;

  for (gint64 j = 0; j < count; j++)
    {
      double value;

      if ((j < self->n_columns && eqp_table_column (self, j)->kind == EQP_COLUMN_TEXT) ||
          (j == 0 && fields[j].length == 0))
        continue;
      if (!_eqp_table_is_number (self, &fields[j], &value))
        {
          if (_eqp_table_is_missing (self, &fields[j]))
            return 0;
          continue;
        }
      if (fabs (value) > 1e9)
        return 0;
      if (numbers == 0)
        *start = value;
      else if (numbers == 1)
        *step = value - *start;
      if (*step <= 0.0 || fabs (value - (*start + (double) numbers * *step)) > 1e-6 * *step)
        return 0;
      numbers++;
    }
  return numbers;
}

/* Hardly any number below the first row is whole, in a column of numbers that has a name. */
static gboolean
has_fractions_below (EqpTable *self, const EqpTableSample *sample)
{
  gint64 rows = _eqp_table_sample_rows (sample), count, whole = 0, all = 0;
  const EqpField *names = _eqp_table_sample_row (sample, 0, &count);
  gint64 first = count > 0 && names[0].length == 0;

  for (gint64 row = 1; row < rows; row++)
    {
      const EqpField *fields = _eqp_table_sample_row (sample, row, &count);

      for (gint64 j = first; j < MIN (count, self->n_columns); j++)
        {
          double value;

          if (!_eqp_table_is_number (self, &fields[j], &value))
            continue;
          all++;
          whole += value == floor (value);
        }
    }
  return all >= 4 && whole * 10 <= all;
}

/* Numbers that count the columns: alone they are names from four on, with an empty corner, as above the numbers of the
 * rows, from one on, and where the values below have fractions from two on. Other equal steps have to be many. */
static gboolean
counts_columns (EqpTable *self, const EqpTableSample *sample, gint64 running, double start, double step)
{
  gint64 count;
  const EqpField *names = _eqp_table_sample_row (sample, 0, &count);

  if (step != 1.0 || (start != 0.0 && start != 1.0))
    return running >= MANY_STEPS;
  return running >= 4 || (running >= 1 && names[0].length == 0) || (running >= 2 && has_fractions_below (self, sample));
}

static gboolean
is_year (double value)
{
  return value >= 1800.0 && value <= 2200.0;
}

static gboolean
has_year (EqpTable *self, const EqpField *fields, gint64 count)
{
  for (gint64 j = 0; j < count; j++)
    {
      double value;

      if (_eqp_table_is_number (self, &fields[j], &value) && is_year (value))
        return TRUE;
    }
  return FALSE;
}

/* Text columns: names stand in the first row only, while the texts below come back, or all begin with a digit and it
 * has none. */
static gboolean
is_name_above_texts (const EqpTableSample *sample, gint64 column, gint64 n_columns)
{
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gint64 rows = _eqp_table_sample_rows (sample), count, seen = 0, measured = 0;
  const EqpField *first = _eqp_table_sample_row (sample, 0, &count);
  g_autofree char *name = NULL;

  if (count != n_columns)
    return FALSE;
  name = g_strndup (first[column].start, first[column].length);
  for (gint64 row = 1; row < rows; row++)
    {
      const EqpField *fields = _eqp_table_sample_row (sample, row, &count);

      if (column < count)
        {
          g_hash_table_add (texts, g_strndup (fields[column].start, fields[column].length));
          measured += fields[column].length > 0 && g_ascii_isdigit (*fields[column].start);
          seen++;
        }
    }
  if (measured >= 2 && measured == seen && *name != '\0' && strpbrk (name, "0123456789") == NULL)
    return TRUE;
  return seen >= 4 && (gint64) g_hash_table_size (texts) * 2 <= seen && !g_hash_table_contains (texts, name);
}

/* Numbers as names: 0, 1, 2, ... as some programs write them, or years; those of the line below do not go up so. */
static gboolean
names_count (EqpTable *self, const EqpTableSample *sample, gint64 *running, double *start, double *step)
{
  gint64 count, width, counted;
  const EqpField *fields = _eqp_table_sample_row (sample, 0, &count), *next;
  double second, second_step;

  *running = _eqp_table_sample_rows (sample) > 1 ? counts_up (self, fields, count, start, step) : 0;
  if (*running == 0 || (!counts_columns (self, sample, *running, *start, *step) &&
                        (*running < 2 || *step != 1.0 || !is_year (*start))))
    return FALSE;
  next = _eqp_table_sample_row (sample, 1, &width);
  counted = counts_up (self, next, width, &second, &second_step);
  /* Two numbers always go up in equal steps. */
  return (fields[0].length == 0 || counted == 0 || (counted < 3 && second_step != *step)) &&
         (*running > 2 || !is_year (*start) || !has_year (self, next, width));
}

/* Returns whether the first row has names, as far as one can tell. */
gboolean
_eqp_table_is_header (EqpTable             *self,
                      const EqpTableSample *sample)
{
  gint64 count, texts = 0, numbers = 0, above_texts = 0, text_columns = 0, running,
                rows = _eqp_table_sample_rows (sample);
  gboolean text_first = FALSE, words, yes = TRUE;
  const EqpField *fields = _eqp_table_sample_row (sample, 0, &count);
  double start, step;
  g_autofree char *evidence = NULL;
  EqpTableEdges edges;

  for (gint64 j = 0; j < count; j++)
    {
      double value;
      gint64 column = count == self->n_columns - 1 ? j + 1 : j;

      if (column < self->n_columns && eqp_table_column (self, column)->kind == EQP_COLUMN_TEXT && rows > 1)
        {
          text_columns++;
          above_texts += is_name_above_texts (sample, column, self->n_columns);
        }
      if (_eqp_table_is_number (self, &fields[j], &value))
        numbers++;
      else if (!_eqp_table_is_missing (self, &fields[j]) && column < self->n_columns
               && (rows == 1 || eqp_table_column (self, column)->kind == EQP_COLUMN_NUMBER))
        {
          texts++;
          text_first |= j == 0;
        }
    }

  /* Years and the like may be names, too. */
  words = texts > 0 && (text_first || texts * 2 >= numbers);
  if (self->options->header != EQP_TRISTATE_GUESS)
    yes = self->options->header == EQP_TRISTATE_YES;
  else if (texts + text_columns == count && _eqp_table_edges_find (fields, count, &edges))
    evidence = g_strdup (_ ("The first line names the two ends of an edge."));
  else if (texts == 0 && numbers == 0 && text_columns == self->n_columns && above_texts == text_columns)
    evidence = eqp_sentence_dup (_ ("The %" PRId64 " texts of the first line do not come back below, while the others "
                                    "do, or all begin with digits."), count);
  else if (!words && names_count (self, sample, &running, &start, &step))
    evidence = eqp_sentence_dup (_ ("The %" PRId64 " numbers of the first line, %g to %g, go up by %g each; those of "
                                    "the second line do not."),
                                 running, start, start + (double) (running - 1) * step, step);
  else
    {
      yes = words;
      evidence = eqp_sentence_dup (eqp_ngettext ("%" PRId64 " of the %" PRId64 " fields in the first line is a word "
                                                 "above columns of numbers.",
                                                 "%" PRId64 " of the %" PRId64 " fields in the first line are words "
                                                 "above columns of numbers.", texts),
                                   texts, count);
    }
  _eqp_settle_option (&self->parts, self->options, "header",
                      &(EqpImportOptions){ .header = yes ? EQP_TRISTATE_YES : EQP_TRISTATE_NO }, NULL, evidence);
  return yes;
}

/* Returns how many lines below the names have no data, but units, types or further names: 0 to 2. They have text, and
 * no number, over two or more columns of numbers, as the rows below them tell. */
gint64
_eqp_table_count_second_headers (EqpTable             *self,
                                 const EqpTableSample *sample)
{
  gint64 lines = 0, count, width, texts = 0;
  const EqpField *fields = _eqp_table_sample_row (sample, 0, &count);
  double value;

  if (self->options->header == EQP_TRISTATE_NO || count_numbers (fields, count) > 0)
    return 0;
  for (; lines < 2 && lines + 3 < _eqp_table_sample_rows (sample); lines++)
    {
      fields = _eqp_table_sample_row (sample, lines + 1, &width);
      if (width != self->n_columns || count_filled (fields, width) == 0)
        return lines;
      for (gint64 j = 0; j < width; j++)
        if (eqp_table_column (self, j)->kind == EQP_COLUMN_NUMBER && eqp_table_column (self, j)->seen)
          {
            if (_eqp_table_is_number (self, &fields[j], &value))
              return lines;
            texts += !_eqp_table_is_missing (self, &fields[j]);
          }
      if (texts < 2)
        return 0;
    }
  return lines;
}

/* The first fields of the rows below the header: texts or whole numbers, each another one. */
static gboolean
begin_with_row_names (EqpTable *self, const EqpTableSample *sample)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (gint64 row = 1; row < _eqp_table_sample_rows (sample); row++)
    {
      gint64 width;
      const EqpField *cells = _eqp_table_sample_row (sample, row, &width);
      double value;

      if (width == self->n_columns && ((_eqp_table_is_number (self, &cells[0], &value) && value != floor (value))
                                       || !g_hash_table_add (names, g_strndup (cells[0].start, cells[0].length))))
        return FALSE;
    }
  return TRUE;
}

/* Gives the columns the names of the first row. Where it is one name short, the first column may have the names of
 * the rows. Returns FALSE when they are not as many as the columns. */
gboolean
_eqp_table_take_header (EqpTable              *self,
                        const EqpTableSample  *sample,
                        GError               **error)
{
  gint64 count, shift = 0;
  const EqpField *fields = _eqp_table_sample_row (sample, 0, &count);

  while (count > self->n_columns && fields[count - 1].length == 0)
    count--;
  if (count == self->n_columns - 1)
    {
      /* One name fewer than fields: row names without a name, or a separator at the end of each row. */
      gboolean trailing = _eqp_table_sample_rows (sample) > 1;

      for (gint64 row = 1; row < _eqp_table_sample_rows (sample) && trailing; row++)
        {
          gint64 width;
          const EqpField *cells = _eqp_table_sample_row (sample, row, &width);

          trailing = width < self->n_columns || cells[self->n_columns - 1].length == 0;
        }
      shift = trailing ? 0 : 1;
    }
  if (shift == 1 && begin_with_row_names (self, sample))
    eqp_note (&self->parts.decisions, _ ("The header has one name fewer than the rows have fields; the first "
                                         "column was taken for names of the rows, as R writes them."));
  else if (shift == 1 || (count != self->n_columns && count != self->n_columns - 1))
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       eqp_ngettext ("%s, line %" PRId64 ": the header names %" PRId64 " column, but the rows have "
                                     "%" PRId64 " fields; correct the header, or choose another separator.",
                                     "%s, line %" PRId64 ": the header names %" PRId64 " columns, but the rows have "
                                     "%" PRId64 " fields; correct the header, or choose another separator.", count),
                       self->file, self->line, count, self->n_columns);

  for (gint64 j = 0; j < count; j++)
    if (fields[j].length > 0)
      eqp_table_column (self, j + shift)->name = _eqp_table_dup_field (self, &fields[j]);
  return TRUE;
}

/* What can stand between fields and in none of them, nor in a message as half a character. */
static gboolean
is_separator (char c)
{
  return c == ' ' || c == '\t' || (g_ascii_ispunct (c) && strchr ("\"+-.", c) == NULL);
}

/* Leaves out lines at the top that begin with '#', '%' or "//", and the line "sep=;" that spreadsheets write. @last:
 * the last comment, which may hold the names, as numpy writes them. */
void
_eqp_table_skip_comments (EqpTable  *self,
                          char     **last)
{
  for (;;)
    {
      const char *p = self->text->data + self->position;
      const char *next = _eqp_table_skip_blank_line (p, self->at_end);

      if (*p == '\0')
        return;
      if (self->line == 1 && (g_str_has_prefix (p, "sep=") || g_str_has_prefix (p, "SEP=")) && is_separator (p[4]) &&
          (p[5] == '\r' || p[5] == '\n'))
        {
          self->given_separator = p[4];
          _eqp_table_log_line (self, p, 5, _ ("it names the separator"));
          self->position += 5;
          self->position += p[5] == '\r' && p[6] == '\n' ? 2 : 1;
          self->line++;
          continue;
        }
      if (next == NULL)
        {
          gsize length = strcspn (p, "\r\n");

          /* Such as "#N/A,1,2". */
          gboolean cell = eqp_is_missing_marker (p, strcspn (p, " ,;|\t\r\n"));
          gsize mark = *p == '#' || *p == '%' ? 1 : g_str_has_prefix (p, "//") ? 2 : 0;

          if (mark == 0 || cell || (p[length] == '\0' && !self->at_end))
            return;
          g_free (*last);
          *last = g_strndup (p + mark, length - mark);
          _eqp_table_log_line (self, p, length, _ ("a comment"));
          next = p + length;
          next += next[0] == '\r' && next[1] == '\n' ? 2 : *next != '\0';
        }
      self->line++;
      self->position = (gsize) (next - self->text->data);
    }
}

/* Takes the names from it when it has the right number of fields. @comment: what stands behind the mark of the last
 * comment above the data. */
void
_eqp_table_take_comment_header (EqpTable   *self,
                                const char *comment)
{
  const EqpField *fields;

  if (_eqp_split_row (self->separator, comment, comment + strlen (comment), TRUE, &self->fields) == NULL
      || (gint64) self->fields.fields->len != self->n_columns || self->n_columns < 2)
    return;
  fields = (const EqpField *) self->fields.fields->data;
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      double value;

      if (fields[j].length == 0 || _eqp_table_is_number (self, &fields[j], &value))
        return;
    }
  for (gint64 j = 0; j < self->n_columns; j++)
    eqp_table_column (self, j)->name = _eqp_table_dup_field (self, &fields[j]);
  eqp_note (&self->parts.decisions, _ ("The column names were taken from the comment above the data."));
}

/* Moves on behind the header. */
void
_eqp_table_skip_first_row (EqpTable *self)
{
  const char *end = self->text->data + self->text->len;
  const char *next;

  skip_blank_lines (self);
  next = _eqp_split_row (self->separator, self->text->data + self->position, end, self->at_end, &self->fields);
  if (next != NULL)
    {
      self->line += self->fields.lines;
      self->position = (gsize) (next - self->text->data);
    }
}

