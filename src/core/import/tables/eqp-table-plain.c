/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fast way through plain rows of a table. */
#include "config.h"

#include "eqp-table-private.h"

#include <math.h>

#include "base/eqp-number-fast.h"

static const char *
skip_blanks (const char *p, char separator)
{
  while (*p == ' ' || (*p == '\t' && separator != '\t'))
    p++;
  return p;
}

/* The text between quotes, where nothing but them is special; NULL where a quote is doubled or not closed in the line.
 */
static const char *
read_plain_quotes (const char *p, EqpField *field)
{
  const char *start = ++p;

  while (*p != '"' && *p != '\n' && *p != '\r' && *p != '\0')
    p++;
  if (*p != '"' || p[1] == '"')
    return NULL;
  *field = (EqpField) { start, (gsize) (p - start), 0 };
  return p + 1;
}

static const char *
read_plain_text (const char *p, char separator, EqpField *field)
{
  const char *start = p;

  while (*p != separator && *p != '\n' && *p != '\r' && *p != '\0' && (separator != ' ' || *p != '\t'))
    p++;
  *field = (EqpField) { start, (gsize) (p - start), 0 };
  while (field->length > 0 && g_ascii_isspace (start[field->length - 1]))
    field->length--;
  return p;
}

static inline gboolean
ends_word (char c)
{
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0';
}

/* Reads a row of plain numbers and text, with simple quotes or without. @text: the start of a row, in a text that
 * ends with a NUL and EQP_NUMBER_PADDING more readable bytes. Returns the start of the next row; NULL where anything
 * calls for a closer look, also when the text ends. */
const char *
_eqp_table_read_plain (EqpTable   *self,
                       const char *text)
{
  const char *p = text;
  const char separator = self->separator;
  const char decimal = self->decimal;
  const gint32 *slots = self->slots;
  const gint64 n_columns = self->n_columns;
  double *values = self->values;

  if (*p == '\n' || *p == '\r' || separator == decimal)
    return NULL;
  for (gint64 j = 0; j < n_columns; j++)
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
          double *value = &values[slots[j]];
          gboolean quoted = *p == '"';

          p = _eqp_parse_number_fast (p + quoted, decimal, value);
          if (p == NULL || !isfinite (*value))
            return NULL;
          if (quoted && *p++ != '"')
            return NULL;
        }
      else
        {
          EqpField *field = &self->texts[j];

          p = *p == '"' ? read_plain_quotes (p, field) : read_plain_text (p, separator, field);
          if (p == NULL || (field->length == 0 && slots[j] == EQP_SLOT_TEXT))
            return NULL;
        }
      if (separator != ' ')
        p = skip_blanks (p, separator);
      else if (!ends_word (*p))
        return NULL;
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
