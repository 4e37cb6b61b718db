/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a table cut into fields, one row at a time, with quotes, line breaks inside them and padding. */
#include "config.h"

#include "eqp-split.h"

#include <string.h>

static gboolean
is_blank (char c, char separator)
{
  return c == ' ' || (c == '\t' && separator != '\t');
}

static gboolean
ends_row (char c)
{
  return c == '\n' || c == '\r';
}

static gboolean
ends_field (char c, char separator)
{
  return ends_row (c) || (separator == ' ' ? c == ' ' || c == '\t' : c == separator);
}

static const char *
skip_blanks (char separator, const char *p, const char *end)
{
  while (p < end && is_blank (*p, separator) && !ends_field (*p, separator))
    p++;
  return p;
}

/* A field in quotes; NULL when it is not closed, or when something follows the closing quote, so that the quotes are
 * just text. Where something follows a quote behind a backslash, all such quotes are within the field. */
static const char *
split_quoted (char separator, const char *p, const char *end, EqpField *field, EqpFields *fields)
{
  const char *q = p + 1, *behind;
  gint64 lines = 0;

  field->start = q;
  field->escape = 0;
  for (;; q++)
    {
      q = q < end ? memchr (q, '"', (gsize) (end - q)) : NULL;
      if (q == NULL)
        {
          fields->unclosed = TRUE;
          return NULL;
        }
      behind = skip_blanks (separator, q + 1, end);
      if (q[-1] == '\\' && field->escape != '"' &&
          (field->escape == '\\' || (behind < end && !ends_field (*behind, separator))))
        field->escape = '\\';
      else if (q + 1 < end && q[1] == '"' && field->escape != '\\')
        {
          field->escape = '"';
          q++;
        }
      else
        break;
    }
  field->length = (gsize) (q - field->start);
  if (behind < end && !ends_field (*behind, separator))
    return NULL;
  for (gsize i = 0; i < field->length; i++)
    lines += field->start[i] == '\n' || (field->start[i] == '\r' && field->start[i + 1] != '\n');
  fields->lines += lines;
  return behind;
}

static const char *
split_plain (char separator, const char *p, const char *end, EqpField *field)
{
  const char *q = p;

  while (q < end && !ends_field (*q, separator))
    q++;
  field->start = p;
  field->escape = 0;
  field->length = (gsize) (q - p);
  while (field->length > 0 && is_blank (p[field->length - 1], separator))
    field->length--;
  return q;
}

/* @separator: ' ' means any run of blanks and tabs. Returns the start of
 * the next row, or NULL when the row does not end within the text. */
const char *
_eqp_split_row (char separator, const char *text, const char *end, gboolean at_end, EqpFields *fields)
{
  const char *p = text;

  g_array_set_size (fields->fields, 0);
  fields->lines = 1;
  fields->unclosed = FALSE;

  for (;;)
    {
      EqpField field;
      const char *next = NULL;

      while (p < end && is_blank (*p, separator))
        p++;
      /* Blanks at the end of a row separate nothing. */
      if (separator == ' ' && (p == end ? at_end : ends_row (*p)))
        {
          next = p;
        }
      else
        {
          if (p < end && *p == '"')
            {
              next = split_quoted (separator, p, end, &field, fields);
              if (next == NULL && fields->unclosed)
                return NULL;
            }
          if (next == NULL)
            next = split_plain (separator, p, end, &field);
          g_array_append_val (fields->fields, field);
        }

      if (next == end)
        return at_end ? end : NULL;
      if (*next == '\n')
        return next + 1;
      if (*next == '\r')
        {
          if (next + 1 == end)
            return at_end ? end : NULL;
          return next[1] == '\n' ? next + 2 : next + 1;
        }
      p = next + 1;
    }
}

/* Copies the field to @to, which may be where it starts, with quotes in it as they are meant and a NUL behind. */
void
_eqp_field_copy (const EqpField *field,
                 char           *to)
{
  for (const char *p = field->start, *end = p + field->length; p < end; p++)
    {
      p += field->escape != 0 && *p == field->escape && p + 1 < end && p[1] == '"';
      *to++ = *p;
    }
  *to = '\0';
}
