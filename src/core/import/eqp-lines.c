/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a text file one after the other, in a buffer that is used again and again. */
#include "config.h"

#include "eqp-lines.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"

#define FIRST_BYTES (1 << 18)
#define MOST_BYTES (1 << 28)

void
_eqp_lines_init (EqpLines   *self,
                 EqpSource  *source)
{
  memset (self, 0, sizeof *self);
  self->source = source;
  self->size = FIRST_BYTES;
  self->buffer = g_malloc (self->size + 1);
}

void
_eqp_lines_clear (EqpLines *self)
{
  g_clear_pointer (&self->buffer, g_free);
}

static gboolean
fill (EqpLines *self, GError **error)
{
  gssize got;

  memmove (self->buffer, self->buffer + self->start, self->end - self->start);
  self->end -= self->start;
  self->looked -= self->start;
  self->start = 0;
  if (self->size - self->end < FIRST_BYTES / 2)
    {
      if (self->size >= MOST_BYTES)
        return eqp_refuse (error, EQP_ERROR_PARSE,
                           _ ("%s, line %" PRId64 ": the line goes on for more than %d MB; this is no text of rows."),
                           eqp_source_get_name (self->source), self->line + 1, MOST_BYTES >> 20);
      self->size *= 2;
      self->buffer = g_realloc (self->buffer, self->size + 1);
    }
  got = eqp_source_read (self->source, self->buffer + self->end, self->size - self->end, error);
  if (got < 0)
    return FALSE;
  self->end += (gsize) got;
  self->at_end = got == 0;
  return TRUE;
}

/* Lines end with LF or CR LF. A byte order mark is left out; NUL bytes are refused, because text has none. @line:
 * the next line without its end, NUL-terminated, to be written into until the next call; NULL when there is none. */
gboolean
_eqp_lines_next (EqpLines  *self,
                 char     **line,
                 GError   **error)
{
  char *stop;

  *line = NULL;
  while ((stop = memchr (self->buffer + self->looked, '\n', self->end - self->looked)) == NULL && !self->at_end)
    {
      self->looked = self->end;
      if (!fill (self, error))
        return FALSE;
    }
  if (stop == NULL && self->start == self->end)
    return TRUE;

  *line = self->buffer + self->start;
  self->line++;
  if (stop == NULL)
    stop = self->buffer + self->end;
  self->start = MIN ((gsize) (stop - self->buffer) + 1, self->end);
  self->looked = self->start;
  self->bytes += self->buffer + self->start - *line;
  if (memchr (*line, '\0', (gsize) (stop - *line)) != NULL)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s, line %" PRId64 ": there is a NUL byte, which text does not have; the file is damaged, "
                          "or choose its encoding."),
                       eqp_source_get_name (self->source), self->line);
  if (stop > *line && stop[-1] == '\r')
    stop--;
  *stop = '\0';
  if (self->line == 1 && g_str_has_prefix (*line, "\xef\xbb\xbf"))
    *line += 3;
  return TRUE;
}

/* Returns what comes behind blanks. */
const char *
_eqp_skip_blanks (const char *text)
{
  return text + strspn (text, " \t\r");
}

/* Returns what comes behind the number and blanks; NULL when this is no such number, or something hangs on it. */
const char *
_eqp_parse_count (const char *text,
                  gint64     *value)
{
  char *end;
  guint64 number;

  if (!g_ascii_isdigit (*text))
    return NULL;
  number = g_ascii_strtoull (text, &end, 10);
  if (number > G_MAXINT64 || (*end != '\0' && *end != ' ' && *end != '\t' && *end != '\r'))
    return NULL;
  *value = (gint64) number;
  return _eqp_skip_blanks (end);
}

/* @value: a number; words such as nan and inf give NaN. Returns what comes behind the number and blanks; NULL when
 * this is no number, or something hangs on it. */
const char *
_eqp_parse_value (const char *text, double *value)
{
  const char *end = eqp_parse_number (text, '.', value);

  if (end == NULL)
    {
      const char *word = text + strspn (text, "+-");

      if (g_ascii_strncasecmp (word, "nan", 3) != 0 && g_ascii_strncasecmp (word, "inf", 3) != 0)
        return NULL;
      *value = NAN;
      end = word + strspn (word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    }
  return *end == '\0' || *end == ' ' || *end == '\t' || *end == '\r' ? _eqp_skip_blanks (end) : NULL;
}
