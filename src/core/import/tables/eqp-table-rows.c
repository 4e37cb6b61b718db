/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a table, read in blocks: plain ones as they stand, all others field by field. */
#include "config.h"

#include "eqp-table-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-memory.h"
#include "base/eqp-number-fast.h"
#include "base/eqp-plural.h"

#define MAX_ROW_BYTES (G_GUINT64_CONSTANT (1) << 28)
#define MAX_QUOTED_BYTES (1 << 20)

/* A text column with more names than this is no label column, unless the user says so. */
#define MANY_NAMES 20000

/* So many words of missing cells are kept for the ledger. */
#define MANY_WORDS 1000000

/* The rows before it are read first, so that the first error of the file is told. */
static gboolean
refuse_zero (EqpTable *self, GError **error)
{
  gint64 line = self->line;

  for (gsize i = self->position; i < self->text->len; i++)
    line += self->text->data[i] == '\n';
  return eqp_refuse (error, EQP_ERROR_PARSE,
                     _ ("%s, line %" PRId64 ": there is a byte of value 0, which no text has; open a table of text, or "
                        "save the data as one."),
                     self->file, line);
}

/* Drops the text before the position and reads more behind the rest. Returns FALSE on errors; at_end is set at the
 * end of the file. */
gboolean
_eqp_table_fill (EqpTable   *self,
                 EqpSource  *source,
                 GError    **error)
{
  gsize rest = self->text->len - self->position;
  gsize room = MAX (self->block_bytes, rest);
  gssize got;
  char *zero;

  if (self->zero)
    return refuse_zero (self, error);
  if (rest > MAX_ROW_BYTES || (rest > 4 * self->block_bytes && !_eqp_memory_lasts (rest, room)))
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s, line %" PRId64 ": the line is longer than %d MB; check that the file is a table with "
                          "line breaks."),
                       self->file, self->line, (int) (rest >> 20));
  if (self->position > 0)
    {
      memmove (self->text->data, self->text->data + self->position, rest);
      self->passed += (gint64) self->position;
      self->position = 0;
    }
  g_array_set_size (self->text, (guint) (rest + room + EQP_NUMBER_PADDING));
  got = eqp_source_read (source, self->text->data + rest, room, error);
  g_array_set_size (self->text, (guint) (rest + (gsize) MAX (0, got)));
  if (got < 0)
    return FALSE;

  self->at_end = got == 0;
  zero = memchr (self->text->data + rest, '\0', (gsize) got);
  if (zero != NULL)
    {
      self->zero = TRUE;
      g_array_set_size (self->text, (guint) (zero - self->text->data));
    }
  return TRUE;
}

static gboolean
is_missing_text (EqpTable *self, const EqpField *field)
{
  return field->length == 0 || _eqp_table_is_given_word (self, field) ||
         (!self->no_words && !self->typed && _eqp_roles_text_missing (field->start, field->length));
}

/* Keeps what stands in a missing cell for the ledger. */
static void
remember_word (EqpTable *self, gint64 j, const EqpField *field)
{
  gint64 *key;

  if (field->length == 0 || !eqp_ledger_is_listing (self->parts.ledger, EQP_LEDGER_MISSING)
      || g_hash_table_size (self->words) >= MANY_WORDS)
    return;
  key = g_new (gint64, 1);
  *key = eqp_store_get_rows (self->store) * self->n_columns + j;
  g_hash_table_replace (self->words, key, _eqp_table_dup_field (self, field));
}

/* What the first line calls the class, where it does. */
static const char *
name_class (EqpTable *self, gint64 column, const char *text)
{
  guint64 number;

  return self->class_names != NULL && column == self->n_columns - 1 &&
                 g_ascii_string_to_unsigned (text, 10, 0, g_strv_length (self->class_names) - 1, &number, NULL)
             ? self->class_names[number]
             : text;
}

static void
set_text_column (EqpTable *self, gint64 j)
{
  EqpTableColumn *column = eqp_table_column (self, j);
  const EqpField *field = &self->texts[j];
  g_autofree char *text = NULL;
  gint32 number = -1;

  if (column->numbers == NULL)
    return;

  if (!is_missing_text (self, field))
    {
      text = _eqp_table_dup_field (self, field);
      number = eqp_label_table_add (&column->names, name_class (self, j, text));
    }
  else
    column->missing++;
  if (self->foreign && !g_utf8_validate (field->start, (gssize) field->length, NULL))
    _eqp_log (&self->parts,
              &(EqpLedgerEntry){ EQP_LEDGER_TEXT, .line = self->line, .row = eqp_store_get_rows (self->store),
                                 .column = j + 1, .name = column->name, .after = text });
  g_array_append_val (column->numbers, number);

  if (!column->wanted && column->names.names->len > MANY_NAMES)
    {
      eqp_label_table_clear (&column->names);
      g_clear_pointer (&column->numbers, g_array_unref);
    }
}

/* Choices with which the field would be a number, as they are given; empty where there are none. */
static char *
marks_for (EqpTable *self, const EqpField *field)
{
  static const char marks[] = { '.', ',', ' ', '\'' };
  GString *text = g_string_new (NULL);
  EqpWritten how;
  double value;
  char other = self->decimal == '.' ? ',' : '.';

  for (guint i = 0; i < G_N_ELEMENTS (marks) && self->thousands == 0; i++)
    if (marks[i] != self->decimal &&
        _eqp_table_read_written (field->start, field->length, self->decimal, marks[i], &value, &how))
      g_string_append_printf (text, _ ("set “Thousands Mark” to %s, "), _eqp_table_a_mark (marks[i]));
  if (!self->marks_seen && _eqp_table_read_written (field->start, field->length, other, 0, &value, &how))
    g_string_append_printf (text, _ ("set “Decimal Mark” to %s, "), _eqp_table_a_mark (other));
  return g_string_free (text, FALSE);
}

static gboolean
set_not_a_number (EqpTable *self, gint64 j, const EqpField *field, GError **error)
{
  g_autofree char *title = _eqp_table_column_title (self, j);
  g_autofree char *whole = _eqp_table_dup_field (self, field);
  g_autofree char *text = eqp_short_name (whole);
  g_autofree char *marks = marks_for (self, field);
  g_autofree char *labels = self->options->labels == NULL && !eqp_table_column (self, j)->selected && *marks == '\0'
                                ? g_strdup (_ ("take the column as “Classes”, "))
                                : g_strdup ("");

  return eqp_refuse (error, EQP_ERROR_PARSE,
                     _ ("%s, line %" PRId64 ", %s: “%s” is no number, as others there are; correct it, %s%sput the "
                        "column under “Ignore Columns”, or the word under “Also Missing”."),
                     self->file, self->line, title, text, marks, labels);
}

/* Whether the field is a number with the other decimal mark. */
static gboolean
has_other_mark (EqpTable *self, const EqpField *field)
{
  EqpWritten how;
  double value;
  char other = self->decimal == '.' ? ',' : '.';

  return _eqp_table_read_written (field->start, field->length, other, 0, &value, &how)
         || _eqp_table_read_written (field->start, field->length, other, self->decimal, &value, &how);
}

/* Enters a cell that was not taken as it stands into the ledger. */
static void
log_cell (EqpTable *self, gint64 j, const EqpField *field, EqpLedgerKind kind, double value)
{
  g_autofree char *before = NULL;
  char after[G_ASCII_DTOSTR_BUF_SIZE];

  if (!eqp_ledger_wants (self->parts.ledger, kind))
    return;
  before = _eqp_table_dup_field (self, field);
  g_ascii_formatd (after, sizeof after, "%.15g", value);
  eqp_ledger_add (self->parts.ledger, &(EqpLedgerEntry){ kind, self->line, eqp_store_get_rows (self->store) + 1, j + 1,
                                                         eqp_table_column (self, j)->name, before, after });
}

/* A number with marks and signs around it; *taken is FALSE when it is none. */
static gboolean
read_written_field (EqpTable *self, gint64 j, const EqpField *field, gboolean *taken, GError **error)
{
  EqpTableColumn *column = eqp_table_column (self, j);
  double *value = &self->values[self->slots[j]];
  EqpWritten how;

  *taken = _eqp_table_read_written (field->start, field->length, self->decimal, self->thousands, value, &how);
  if (!*taken)
    return TRUE;
  column->seen = TRUE;
  if (how.thousands)
    {
      column->grouped = TRUE;
      log_cell (self, j, field, EQP_LEDGER_THOUSANDS, *value);
    }
  if (how.sign != NULL)
    {
      if (column->sign != NULL && strcmp (column->sign, how.sign) != 0)
        {
          g_autofree char *title = _eqp_table_column_title (self, j);

          return eqp_refuse (error, EQP_ERROR_PARSE,
                             _ ("%s, line %" PRId64 ", %s: a number in %s stands in a column of numbers in %s; convert "
                                "them to one, or leave the column out."),
                             self->file, self->line, title, how.sign, column->sign);
        }
      column->sign = how.sign;
      if (column->signs++ == 0)
        column->sign_line = self->line;
      log_cell (self, j, field, EQP_LEDGER_SIGN, *value);
    }
  if (how.spelled)
    log_cell (self, j, field, EQP_LEDGER_SPELLING, *value);
  return TRUE;
}

static gboolean
read_number_field (EqpTable *self, gint64 j, const EqpField *field, GError **error)
{
  EqpTableColumn *column = eqp_table_column (self, j);
  double *value = &self->values[self->slots[j]];
  gboolean taken = eqp_is_number (field->start, (gssize) field->length, self->decimal, value);

  if (!taken && !read_written_field (self, j, field, &taken, error))
    return FALSE;
  if (taken)
    {
      column->seen = TRUE;
      if (!isfinite (*value))
        {
          column->missing++;
          remember_word (self, j, field);
        }
      return TRUE;
    }

  *value = NAN;
  if (_eqp_table_is_missing (self, field))
    {
      /* "inf", "-Infinity", "1.#INF" */
      if (field->length >= 3 && g_ascii_strncasecmp (field->start + strspn (field->start, "+-1.#"), "inf", 3) == 0)
        *value = *field->start == '-' ? -HUGE_VAL : HUGE_VAL;
      column->missing++;
      remember_word (self, j, field);
      return TRUE;
    }
  if (!column->seen && has_other_mark (self, field))
    {
      g_autofree char *title = _eqp_table_column_title (self, j);
      g_autofree char *text = _eqp_table_dup_field (self, field);

      return eqp_refuse (error, EQP_ERROR_PARSE,
                         _ ("%s, line %" PRId64 ", %s: “%s” has another decimal mark than the other columns; write all "
                            "alike, or put the column under “Ignore Columns”."),
                         self->file, self->line, title, text);
    }
  /* Only missing cells so far: then this is a column of text with gaps. */
  if (!column->seen && column->missing == eqp_store_get_rows (self->store))
    {
      column->kind = EQP_COLUMN_SKIP;
      self->slots[j] = EQP_SLOT_SKIP;
      column->text_line = self->line;
      column->text = _eqp_table_dup_field (self, field);
      return TRUE;
    }
  return set_not_a_number (self, j, field, error);
}

/* The same number, or one of those largest numbers of their kind that are written with more or fewer digits. */
static gboolean
is_sentinel (double value, double sentinel)
{
  return value == sentinel || (fabs (sentinel) >= 1e15 && fabs (value - sentinel) <= 1e-4 * fabs (sentinel));
}

/* Numbers that the user says mean a missing cell. */
static void
take_sentinels (EqpTable *self)
{
  for (gint64 j = 0; j < self->n_columns; j++)
    if (self->slots[j] >= 0)
      for (guint i = 0; i < self->sentinels->len; i++)
        if (is_sentinel (self->values[self->slots[j]], g_array_index (self->sentinels, double, i)))
          {
            char text[G_ASCII_DTOSTR_BUF_SIZE];
            EqpField field = { text, 0, 0 };

            g_ascii_formatd (text, sizeof text, "%.15g", self->values[self->slots[j]]);
            field.length = strlen (text);
            remember_word (self, j, &field);
            self->values[self->slots[j]] = NAN;
            eqp_table_column (self, j)->missing++;
            break;
          }
}

static gboolean
read_fields (EqpTable *self, GError **error)
{
  const EqpField *fields = (const EqpField *) self->fields.fields->data;
  gint64 count = self->fields.fields->len;

  while (count > self->n_columns && fields[count - 1].length == 0)
    count--;
  if (count != self->n_columns)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       eqp_ngettext ("%s, line %" PRId64 ": %" PRId64 " field was found instead of %" PRId64 "; "
                                     "complete the line or take it out, or choose another separator.",
                                     "%s, line %" PRId64 ": %" PRId64 " fields were found instead of %" PRId64
                                     "; complete the line or take it out, or choose another separator.", count),
                       self->file, self->line, count, self->n_columns);

  for (gint64 j = 0; j < count; j++)
    {
      if (self->slots[j] >= 0)
        {
          if (!read_number_field (self, j, &fields[j], error))
            return FALSE;
        }
      else
        self->texts[j] = fields[j];
    }
  return TRUE;
}

gboolean
_eqp_table_append_row (EqpTable  *self,
                       GError   **error)
{
  gint64 row = eqp_store_get_rows (self->store);
  double *target = eqp_store_append (self->store, error);
  EqpLineMark *last = self->marks->len > 0 ? &g_array_index (self->marks, EqpLineMark, self->marks->len - 1) : NULL;

  if (target == NULL)
    return FALSE;
  if (self->sentinels != NULL)
    take_sentinels (self);
  memcpy (target, self->values, (gsize) eqp_store_get_width (self->store) * sizeof (double));
  for (guint i = 0; i < self->text_columns->len; i++)
    set_text_column (self, g_array_index (self->text_columns, gint64, i));

  if (last == NULL || row - last->row != self->line - last->line)
    {
      EqpLineMark mark = { row, self->line };

      g_array_append_val (self->marks, mark);
    }
  return TRUE;
}

static gboolean
refuse_open_quote (EqpTable *self, GError **error)
{
  return eqp_refuse (error, EQP_ERROR_PARSE,
                     _ ("%s, line %" PRId64 ": a quotation mark is opened and not closed; close it or take it out."),
                     self->file, self->line);
}

static gboolean
is_comment (EqpTable *self)
{
  const EqpField *first = (const EqpField *) self->fields.fields->data;

  return self->fields.fields->len > 0 && first->length > 0 && self->slots[0] >= 0
         && (*first->start == '#' || *first->start == '%' || (*first->start == '/' && first->start[1] == '/'))
         && !eqp_is_missing_marker (first->start, first->length);
}

/* Whether it is a last line of words, such as a number of rows, and blank lines. @next: the line behind it. */
static gboolean
is_footer (EqpTable *self, const char *next)
{
  const EqpField *fields = (const EqpField *) self->fields.fields->data;
  gint64 count = self->fields.fields->len;
  double value;

  if (count >= self->n_columns || next[strspn (next, " \t\r\n")] != '\0')
    return FALSE;
  for (gint64 j = 0; j < count; j++)
    if (_eqp_table_is_number (self, &fields[j], &value) || (j > 0 && self->separator != ' ' && fields[j].length > 0))
      return FALSE;
  return TRUE;
}

/* A row that needs a closer look: *more is set when the text at hand does not hold all of it. */
static gboolean
read_careful_row (EqpTable *self, const char *p, gboolean *more, GError **error)
{
  const char *end = self->text->data + self->text->len;
  const char *next = _eqp_table_skip_blank_line (p, self->at_end);

  *more = FALSE;
  if (next != NULL)
    self->line++;
  else
    {
      next = _eqp_split_row (self->separator, p, end, self->at_end, &self->fields);
      if (next == NULL && self->fields.unclosed && (self->at_end || end - p > MAX_QUOTED_BYTES))
        return refuse_open_quote (self, error);
      if (next == NULL)
        {
          *more = TRUE;
          return TRUE;
        }
      if (is_comment (self))
        _eqp_table_log_line (self, p, strcspn (p, "\r\n"), _ ("a comment"));
      else if (is_footer (self, next))
        {
          if (!self->at_end)
            {
              *more = TRUE;
              return TRUE;
            }
          _eqp_table_log_line (self, p, strcspn (p, "\r\n"), _ ("text below the table"));
        }
      else if (!read_fields (self, error) || !_eqp_table_append_row (self, error))
        return FALSE;
      self->line += self->fields.lines;
    }
  self->position = (gsize) (next - self->text->data);
  return TRUE;
}

/* A column has percentages throughout, or none. */
static gboolean
check_percents (EqpTable *self, GError **error)
{
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      EqpTableColumn *column = eqp_table_column (self, j);
      gint64 numbers = eqp_store_get_rows (self->store) - column->missing;

      if (column->signs > 0 && *column->sign == '%' && column->signs < numbers)
        {
          g_autofree char *title = _eqp_table_column_title (self, j);

          return eqp_refuse (error, EQP_ERROR_PARSE,
                             _ ("%s, line %" PRId64 ", %s: %" PRId64 " of the %" PRId64 " numbers have a percent "
                                "sign, the first in this line; write all alike, or leave the column out."),
                             self->file, column->sign_line, title, column->signs, numbers);
        }
    }
  return TRUE;
}

static gboolean
take_plain (EqpTable *self, const char *next, GError **error)
{
  if (!_eqp_table_append_row (self, error))
    return FALSE;
  self->line++;
  self->position = (gsize) (next - self->text->data);
  return TRUE;
}

/* Returns whether all rows will fit into the memory, as far as that can be told. */
gboolean
_eqp_table_check_memory (EqpTable   *self,
                         EqpSource  *source,
                         gint64      before,
                         gint64      bytes,
                         gint64      rows,
                         GError    **error)
{
  gsize row_bytes =
      (gsize) eqp_store_get_width (self->store) * sizeof (double) + self->text_columns->len * sizeof (gint32);

  return eqp_source_check_rows (source, before, bytes, rows, self->options->max_rows, self->n_columns, row_bytes,
                                error);
}

/* Reads all rows into the store and the text columns. */
gboolean
_eqp_table_read_rows (EqpTable   *self,
                      EqpSource  *source,
                      GError    **error)
{
  gint64 first = self->passed + (gint64) self->position;

  if (self->options->block_bytes > 0)
    self->block_bytes = MAX (64, (gsize) self->options->block_bytes);
  for (;;)
    {
      const char *p = self->text->data + self->position;
      const char *next;
      gboolean more;

      if (self->options->max_rows > 0 && eqp_store_get_rows (self->store) >= self->options->max_rows)
        return TRUE;

      next = _eqp_table_read_plain (self, p);
      if (next != NULL)
        {
          if (!take_plain (self, next, error))
            return FALSE;
          continue;
        }

      if (self->position == self->text->len)
        {
          if (self->at_end)
            return check_percents (self, error);
          more = TRUE;
        }
      else if (!read_careful_row (self, p, &more, error))
        return FALSE;
      if (more && (!_eqp_table_fill (self, source, error) ||
                   !_eqp_table_check_memory (self, source, first, self->passed - first,
                                             eqp_store_get_rows (self->store), error)))
        return FALSE;
    }
}

/* Returns the line of the file it starts on, counted from 1. */
gint64
_eqp_table_line_of_row (EqpTable *self,
                        gint64    row)
{
  guint low = 0, high = self->marks->len;
  const EqpLineMark *mark;

  /* The last mark at or before the row. */
  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (self->marks, EqpLineMark, middle).row <= row)
        low = middle;
      else
        high = middle;
    }
  if (high == 0)
    return row + 1;
  mark = &g_array_index (self->marks, EqpLineMark, low);
  return mark->line + row - mark->row;
}
