/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text on its way out: terminals and pipes, character sets, colors, and readers that went away. */
#include "config.h"

#include "eqp-cli-output.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/**
 * eqp_output_init:
 * @self: (out caller-allocates): the output
 * @fd: an open file descriptor
 *
 * Finds out what the other end can show.
 */
void
eqp_output_init (EqpOutput *self,
                 int        fd)
{
  const char *term = g_getenv ("TERM");
  const char *no_color = g_getenv ("NO_COLOR");

  *self = (EqpOutput) { .fd = fd };
  self->terminal = isatty (fd) && term != NULL && *term != '\0' && strcmp (term, "dumb") != 0;
  self->color = self->terminal && (no_color == NULL || *no_color == '\0');
  self->utf8 = g_get_charset (NULL);
}

/**
 * eqp_output_write:
 * @self: the output
 * @bytes: what to write as it is
 * @length: how many bytes
 *
 * Writes all of it or notes why not; a pipe that nobody reads any more is not an error to speak of.
 */
void
eqp_output_write (EqpOutput  *self,
                  const char *bytes,
                  gsize       length)
{
  while (length > 0 && self->failed == 0)
    {
      gssize written = write (self->fd, bytes, length);

      if (written >= 0)
        {
          bytes += written;
          length -= (gsize) written;
        }
      else if (errno == EAGAIN)
        {
          g_usleep (1000);
        }
      else if (errno != EINTR)
        {
          self->failed = errno;
        }
    }
}

/* UTF-8 to the character set of the locale, with a stand-in for what that does not have. */
static char *
to_locale (const char *text)
{
  const char *charset;
  char *converted;
  g_autoptr (GString) plain = NULL;

  if (g_get_charset (&charset))
    return g_strdup (text);

  converted = g_convert (text, -1, charset, "UTF-8", NULL, NULL, NULL);
  if (converted != NULL)
    return converted;
  /* Of these there would be question marks. */
  plain = g_string_new (text);
  g_string_replace (plain, "Σ", "sum", 0);
  g_string_replace (plain, "²", "^2", 0);
  return g_str_to_ascii (plain->str, "C");
}

void
eqp_output_text (EqpOutput  *self,
                 const char *text)
{
  g_autofree char *converted = to_locale (text);

  eqp_output_write (self, converted, strlen (converted));
}

void
eqp_output_print (EqpOutput  *self,
                  const char *format,
                  ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  eqp_output_text (self, text);
}

/**
 * eqp_output_size:
 * @self: the output
 * @columns: (out): characters in a line, at least 20
 * @rows: (out): lines, at least 4
 *
 * Asked anew at every redraw, so a window that changes its size is followed.
 */
void
eqp_output_size (EqpOutput *self,
                 int       *columns,
                 int       *rows)
{
  struct winsize size = { 0 };
  const char *wanted = g_getenv ("COLUMNS");

  if (self->terminal && ioctl (self->fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    {
      *columns = MAX (20, size.ws_col);
      *rows = MAX (4, size.ws_row);
    }
  else
    {
      *columns = wanted != NULL ? CLAMP (atoi (wanted), 20, 1000) : 80;
      *rows = 24;
    }
}

/**
 * eqp_output_paint:
 * @self: the output
 * @color: a role
 * @text: some text
 *
 * Returns: (transfer full): the text, in color where that is wanted and possible
 */
char *
eqp_output_paint (EqpOutput  *self,
                  EqpColor    color,
                  const char *text)
{
  static const char *const codes[] = { "1", "2", "34", "36", "33" };

  if (!self->color)
    return g_strdup (text);
  return g_strdup_printf ("\033[%sm%s\033[0m", codes[color], text);
}

/**
 * eqp_output_clean:
 * @text: anything that came from a file or a file name
 *
 * Returns: (transfer full): the same as UTF-8 that cannot move the cursor or change the terminal
 */
char *
eqp_output_clean (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  GString *clean = g_string_new (NULL);

  for (const char *c = valid; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar character = g_utf8_get_char (c);

      if (character == '\t' || character == '\n' || character == '\r')
        character = ' ';
      g_string_append_unichar (clean, g_unichar_iscntrl (character) ? 0xfffd : character);
    }
  return g_string_free (clean, FALSE);
}

/**
 * eqp_text_width:
 * @text: UTF-8, perhaps with color codes
 *
 * Returns: how many columns of a terminal it takes
 */
int
eqp_text_width (const char *text)
{
  int width = 0;

  for (const char *c = text; *c != '\0'; c = g_utf8_next_char (c))
    {
      gunichar character;

      if (c[0] == '\033' && c[1] == '[')
        {
          c += strcspn (c, "m");
          if (*c == '\0')
            break;
          continue;
        }
      character = g_utf8_get_char (c);
      width += g_unichar_iszerowidth (character) ? 0 : g_unichar_iswide (character) ? 2 : 1;
    }
  return width;
}

/**
 * eqp_output_close:
 * @self: the output, after the last write
 *
 * Complains if something could not be written. A reader that left early, as "head" does, has all it wanted.
 *
 * Returns: whether all is well
 */
gboolean
eqp_output_close (EqpOutput *self)
{
  g_autofree char *sentence = NULL;

  if (self->failed == 0 || self->failed == EPIPE)
    return TRUE;

  sentence = g_strdup_printf (_ ("The output could not be written: %s."), g_strerror (self->failed));
  eqp_output_complain (sentence);
  return FALSE;
}

/**
 * eqp_output_complain:
 * @sentence: what went wrong and what to do, translated
 *
 * Writes to standard error.
 */
void
eqp_output_complain (const char *sentence)
{
  EqpOutput output = { .fd = STDERR_FILENO };
  g_autofree char *clean = eqp_output_clean (sentence);

  eqp_output_print (&output, "equipoise-cli: %s\n", clean);
}
