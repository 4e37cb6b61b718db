/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a table, read in blocks: a fast way for plain rows, and one field by field for all others. */
#include "config.h"

#include "eqp-table-private.h"

#include <math.h>
#include <string.h>

#include "../base/eqp-error.h"
#include "eqp-number.h"

#define BLOCK_BYTES (1 << 18)
#define MAX_ROW_BYTES (G_GUINT64_CONSTANT (1) << 28)
#define MAX_QUOTED_BYTES (1 << 20)

/* A text column with more names than this is no label column, unless the user says so. */
#define MANY_NAMES 20000

/**
 * _eqp_table_fill:
 * @self: the table
 * @source: the file
 * @error: return location
 *
 * Drops the text before the position and reads more behind the rest.
 *
 * Returns: FALSE on errors; at_end is set at the end of the file
 */
gboolean
_eqp_table_fill (EqpTable   *self,
                 EqpSource  *source,
                 GError    **error)
{
  gsize rest = self->text->len - self->position;
  gsize room = MAX (BLOCK_BYTES, rest);
  gssize got;
  const char *zero;

  if (rest > MAX_ROW_BYTES)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE, "%s, line %" G_GINT64_FORMAT ": the line is longer than %d MB; check that the file is a table with line breaks.",
                   self->file, self->line, (int) (MAX_ROW_BYTES >> 20));
      return FALSE;
    }
  if (self->position > 0)
    {
      memmove (self->text->data, self->text->data + self->position, rest);
      self->position = 0;
    }
  g_array_set_size (self->text, (guint) (rest + room));
  got = eqp_source_read (source, self->text->data + rest, room, error);
  g_array_set_size (self->text, (guint) (rest + (gsize) MAX (0, got)));
  if (got < 0)
    return FALSE;

  self->at_end = got == 0;
  zero = memchr (self->text->data + rest, '\0', (gsize) got);
  if (zero != NULL)
    {
      gint64 line = self->line;

      for (const char *p = self->text->data; p < zero; p++)
        line += *p == '\n';
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s, line %" G_GINT64_FORMAT ": there is a byte of value 0, which no text has; open a table of text, or save the data as one.", self->file, line);
      return FALSE;
    }
  return TRUE;
}

static const char *
skip_blanks (const char *p, char separator)
{
  while (*p == ' ' || (*p == '\t' && separator != '\t'))
    p++;
  return p;
}

/* A row of plain numbers and unquoted text; NULL where anything calls for a closer look, also when the text ends. */
static const char *
read_plain_row (EqpTable *self, const char *p)
{
  const char separator = self->separator;
  const char decimal = self->decimal;
  const gint32 *slots = self->slots;
  double *values = self->values;

  for (gint64 j = 0; j < self->n_columns; j++)
    {
      if (j > 0 && separator != ' ')
        {
          if (*p != separator)
            return NULL;
          p++;
        }
      while (*p == ' ' || (*p == '\t' && separator != '\t'))
        p++;

      if (slots[j] >= 0)
        {
          p = eqp_parse_number (p, decimal, &values[slots[j]]);
          if (p == NULL || !isfinite (values[slots[j]]))
            return NULL;
          if (separator == ' ' && *p != ' ' && *p != '\t' && *p != '\n' && *p != '\r' && *p != '\0')
            return NULL;
        }
      else
        {
          const char *start = p;

          if (*p == '"')
            return NULL;
          while (*p != separator && *p != '\n' && *p != '\r' && *p != '\0' && (separator != ' ' || *p != '\t'))
            p++;
          self->texts[j] = (EqpField) { start, (gsize) (p - start), FALSE };
          while (self->texts[j].length > 0 && g_ascii_isspace (start[self->texts[j].length - 1]))
            self->texts[j].length--;
          if (self->texts[j].length == 0 && slots[j] == EQP_SLOT_TEXT)
            return NULL;
        }
      if (separator != ' ')
        p = skip_blanks (p, separator);
    }

  p = skip_blanks (p, separator);
  if (*p == separator && separator != ' ')
    p = skip_blanks (p + 1, separator);
  if (*p == '\n')
    return p + 1;
  if (*p == '\r' && p[1] != '\0')
    return p[1] == '\n' ? p + 2 : p + 1;
  return NULL;
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

  if (field->length > 0 && !(field->length == 1 && *field->start == '?'))
    {
      text = _eqp_table_dup_field (self, field);
      number = eqp_label_table_add (&column->names, text);
    }
  else
    column->missing++;
  g_array_append_val (column->numbers, number);

  if (!column->wanted && column->names.names->len > MANY_NAMES)
    {
      eqp_label_table_clear (&column->names);
      g_clear_pointer (&column->numbers, g_array_unref);
    }
}

static gboolean
set_not_a_number (EqpTable *self, gint64 j, const EqpField *field, GError **error)
{
  g_autofree char *title = _eqp_table_column_title (self, j);
  g_autofree char *text = _eqp_table_dup_field (self, field);

  if (g_utf8_strlen (text, -1) > 40)
    {
      char *cut = g_utf8_offset_to_pointer (text, 40);

      *cut = '\0';
    }
  g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
               "%s, line %" G_GINT64_FORMAT ", %s: “%s” is not a number, but the column has numbers elsewhere; correct it, leave the column out, or mark a missing cell with “?”.",
               self->file, self->line, title, text);
  return FALSE;
}

static gboolean
read_number_field (EqpTable *self, gint64 j, const EqpField *field, GError **error)
{
  EqpTableColumn *column = eqp_table_column (self, j);
  const char *after = field->length > 0 ? eqp_parse_number (field->start, self->decimal, &self->values[self->slots[j]]) : NULL;

  if (after == field->start + field->length && after != NULL)
    {
      column->seen = TRUE;
      if (!isfinite (self->values[self->slots[j]]))
        column->missing++;
      return TRUE;
    }

  self->values[self->slots[j]] = NAN;
  if (eqp_is_missing_marker (field->start, field->length))
    {
      column->missing++;
      return TRUE;
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

static gboolean
read_fields (EqpTable *self, GError **error)
{
  const EqpField *fields = (const EqpField *) self->fields.fields->data;
  gint64 count = self->fields.fields->len;

  while (count > self->n_columns && fields[count - 1].length == 0)
    count--;
  if (count != self->n_columns)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s, line %" G_GINT64_FORMAT ": %" G_GINT64_FORMAT " field%s found where %" G_GINT64_FORMAT " were expected; complete the line or take it out, or choose another separator.",
                   self->file, self->line, count, count == 1 ? " was" : "s were", self->n_columns);
      return FALSE;
    }

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

static gboolean
append_row (EqpTable *self, GError **error)
{
  gint64 row = eqp_store_get_rows (self->store);
  double *target = eqp_store_append (self->store, error);
  EqpLineMark *last = self->marks->len > 0 ? &g_array_index (self->marks, EqpLineMark, self->marks->len - 1) : NULL;

  if (target == NULL)
    return FALSE;
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
  g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
               "%s, line %" G_GINT64_FORMAT ": a quotation mark is opened and not closed; close it or take it out.", self->file, self->line);
  return FALSE;
}

static gboolean
is_comment (EqpTable *self)
{
  const EqpField *first = (const EqpField *) self->fields.fields->data;

  return self->fields.fields->len > 0 && first->length > 0 && *first->start == '#'
         && self->slots[0] >= 0;
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
      next = _eqp_table_split (self->separator, p, end, self->at_end, &self->fields);
      if (next == NULL && self->fields.unclosed && (self->at_end || end - p > MAX_QUOTED_BYTES))
        return refuse_open_quote (self, error);
      if (next == NULL)
        {
          *more = TRUE;
          return TRUE;
        }
      if (is_comment (self))
        self->comments++;
      else if (!read_fields (self, error) || !append_row (self, error))
        return FALSE;
      self->line += self->fields.lines;
    }
  self->position = (gsize) (next - self->text->data);
  return TRUE;
}

/**
 * _eqp_table_read_rows:
 * @self: the table, sniffed, positioned at its first row of data
 * @source: the file
 * @error: return location
 *
 * Reads all rows into the store and the text columns.
 *
 * Returns: FALSE on errors
 */
gboolean
_eqp_table_read_rows (EqpTable   *self,
                      EqpSource  *source,
                      GError    **error)
{
  for (;;)
    {
      const char *p = self->text->data + self->position;
      const char *next = *p == '\n' || *p == '\r' ? NULL : read_plain_row (self, p);
      gboolean more;

      if (self->options->max_rows > 0 && eqp_store_get_rows (self->store) >= self->options->max_rows)
        return TRUE;

      if (next != NULL)
        {
          if (!append_row (self, error))
            return FALSE;
          self->line++;
          self->position = (gsize) (next - self->text->data);
          continue;
        }

      if (self->position == self->text->len)
        {
          if (self->at_end)
            return TRUE;
          more = TRUE;
        }
      else if (!read_careful_row (self, p, &more, error))
        return FALSE;
      if (more && !_eqp_table_fill (self, source, error))
        return FALSE;
    }
}

/**
 * _eqp_table_line_of_row:
 * @self: the table
 * @row: a row of data
 *
 * Returns: the line of the file it starts on, counted from 1
 */
gint64
_eqp_table_line_of_row (EqpTable *self,
                        gint64    row)
{
  gint64 line = row + 1;

  for (guint i = 0; i < self->marks->len; i++)
    {
      const EqpLineMark *mark = &g_array_index (self->marks, EqpLineMark, i);

      if (mark->row > row)
        break;
      line = mark->line + row - mark->row;
    }
  return line;
}
