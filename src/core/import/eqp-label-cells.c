/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts a file of labels into cells: one label a line, or a table whose lines all have as many fields. */
#include "config.h"

#include "eqp-label-cells-private.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"
#include "eqp-source.h"

#define MAX_BYTES (1 << 30)

/* ---- Text ------------------------------------------------------------------------------------------------------- */

/* Spreadsheets write UTF-16 and Windows-1252, too. */
static char *
decode (const char *data,
        gsize       length)
{
  const guint8 *bytes = (const guint8 *) data;

  if (length >= 2 && ((bytes[0] == 0xff && bytes[1] == 0xfe) || (bytes[0] == 0xfe && bytes[1] == 0xff)))
    return g_convert (data + 2, (gssize) length - 2, "UTF-8", bytes[0] == 0xff ? "UTF-16LE" : "UTF-16BE", NULL, NULL,
                      NULL);
  if (memchr (data, '\0', length) != NULL)
    return NULL;
  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    return g_utf8_make_valid (data + 3, (gssize) length - 3);
  if (!g_utf8_validate (data, (gssize) length, NULL))
    {
      char *text = g_convert (data, (gssize) length, "UTF-8", "WINDOWS-1252", NULL, NULL, NULL);

      return text != NULL ? text : g_utf8_make_valid (data, (gssize) length);
    }
  return g_strndup (data, length);
}

/* Partition files begin with a few lines, the last of them of dashes. */
static char *
skip_partition_header (char *text)
{
  char *dashes = strstr (text, "\n---");

  if (!g_str_has_prefix (text, "VQ ") || dashes == NULL)
    return text;
  dashes++;
  dashes += strcspn (dashes, "\n");
  return *dashes == '\n' ? dashes + 1 : dashes;
}

/* The end of the line at @p, and the start of the next one. */
static char *
line_end (char  *p,
          char **next)
{
  char *end = p + strcspn (p, "\r\n");

  *next = end + (end[0] == '\r' && end[1] == '\n' ? 2 : *end != '\0');
  return end;
}

/* ---- Fields ----------------------------------------------------------------------------------------------------- */

static gboolean
is_between (char c,
            char separator)
{
  return separator == ' ' ? c == ' ' || c == '\t' : separator != '\0' && c == separator;
}

/* Takes the next field off *@p, which ends at @end; blanks and outer quotes are not part of it. With @cut it is ended
 * with NUL and its doubled quotes are made single. FALSE behind the last field. */
static gboolean
next_field (char    **p,
            char     *end,
            char      separator,
            gboolean  cut,
            char    **field)
{
  char *start = *p, *stop, *after;

  if (start == NULL)
    return FALSE;
  while (start < end && (*start == ' ' || (*start == '\t' && separator != '\t')))
    start++;
  if (start < end && *start == '"')
    {
      char *out = ++start;

      for (stop = start; stop < end && (*stop != '"' || (stop + 1 < end && stop[1] == '"')); stop++)
        {
          stop += *stop == '"';
          if (cut)
            *out++ = *stop;
        }
      after = stop + (stop < end);
      if (cut)
        stop = out;
      while (after < end && !is_between (*after, separator))
        after++;
    }
  else
    {
      for (after = start; after < end && !is_between (*after, separator);)
        after++;
      for (stop = after; stop > start && (stop[-1] == ' ' || stop[-1] == '\t');)
        stop--;
    }
  while (separator == ' ' && after + 1 < end && is_between (after[1], ' '))
    after++;
  *p = after < end && !(separator == ' ' && after + 1 == end) ? after + 1 : NULL;
  *field = start;
  if (cut)
    *stop = '\0';
  return TRUE;
}

static gboolean
is_number (const char *start,
           const char *end)
{
  double value;

  return eqp_parse_number (start, '.', &value) == end;
}

/* How many fields all lines have, or 0: not the same number. Blanks only separate numbers: names have them, too. */
static gint64
count_fields (char *text,
              char  separator)
{
  gint64 width = 0, line = 0;
  char *next;

  for (char *p = text; *p != '\0'; p = next)
    {
      char *end = line_end (p, &next), *rest = p, *field;
      gint64 fields = 0;

      if (p + strspn (p, " \t") >= end)
        continue;
      line++;
      while (next_field (&rest, end, separator, FALSE, &field))
        {
          char *stop = field;

          fields++;
          while (separator == ' ' && stop < end && !is_between (*stop, ' '))
            stop++;
          if (separator == ' ' && line > 1 && !is_number (field, stop))
            return 0;
        }
      if (width == 0)
        width = fields;
      if (fields != width || width < 2)
        return 0;
    }
  return separator == ' ' && line < 2 ? 0 : width;
}

static void
cut (EqpLabelCells *self,
     char          *text,
     char           separator)
{
  gint64 line = 0;
  char *next;

  for (char *p = text; *p != '\0'; p = next)
    {
      char *end = line_end (p, &next), *rest = p, *field;

      line++;
      if (self->width > 1 && p + strspn (p, " \t") >= end)
        continue;
      for (gint64 j = 0; j < self->width && next_field (&rest, end, separator, TRUE, &field); j++)
        g_ptr_array_add (self->cells, field);
      g_array_append_val (self->lines, line);
      self->rows++;
    }
}

/* A table has two or more fields in every line, with tabs, semicolons or commas between them, or numbers with blanks
 * between them. All else is one cell a line. Returns whether it could be read. */
gboolean
_eqp_label_cells_read (EqpLabelCells  *self,
                       GFile          *file,
                       GCancellable   *cancellable,
                       GError        **error)
{
  static const char separators[] = "\t;, ";
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *base = g_file_get_basename (file);
  char *text, separator = '\0';
  const char *data;
  GStatBuf info;
  gsize length;

  *self = (EqpLabelCells) { .name = g_filename_display_name (base != NULL ? base : "-"), .width = 1 };
  self->cells = g_ptr_array_new ();
  self->lines = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (g_file_peek_path (file) != NULL && g_stat (g_file_peek_path (file), &info) == 0 && S_ISCHR (info.st_mode))
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s is a device; give a file with one label a line, or a table with a column of labels."),
                       self->name);
  bytes = eqp_source_load (file, MAX_BYTES, cancellable, error);
  if (bytes == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &length);
  self->text = decode (data, length);
  if (self->text == NULL)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s is not a file of text; give one label a line, or a table with a column of labels."),
                       self->name);

  text = skip_partition_header (self->text);
  for (const char *s = separators; *s != '\0' && separator == '\0'; s++)
    {
      gint64 width = count_fields (text, *s);

      if (width > 1)
        {
          self->width = width;
          separator = *s;
        }
    }
  cut (self, text, separator);
  return TRUE;
}

void
_eqp_label_cells_clear (EqpLabelCells *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->cells, g_ptr_array_unref);
  g_clear_pointer (&self->lines, g_array_unref);
}

const char *
_eqp_label_cells_get (const EqpLabelCells *self,
                      gint64               row,
                      gint64               column)
{
  return g_ptr_array_index (self->cells, row * self->width + column);
}

gint64
_eqp_label_cells_line (const EqpLabelCells *self,
                       gint64               row)
{
  return g_array_index (self->lines, gint64, row);
}

/* Empty lines at the end are no rows beyond that. */
void
_eqp_label_cells_trim (EqpLabelCells *self,
                       gint64         rows)
{
  while (self->rows > rows && self->width == 1 && *_eqp_label_cells_get (self, self->rows - 1, 0) == '\0')
    self->rows--;
}

/* Takes out empty lines. */
void
_eqp_label_cells_compact (EqpLabelCells *self)
{
  gint64 kept = 0;

  for (gint64 i = 0; i < self->rows && self->width == 1; i++)
    if (*_eqp_label_cells_get (self, i, 0) != '\0')
      {
        g_ptr_array_index (self->cells, kept) = g_ptr_array_index (self->cells, i);
        g_array_index (self->lines, gint64, kept++) = g_array_index (self->lines, gint64, i);
      }
  self->rows = self->width == 1 ? kept : self->rows;
}

/* @column: a name in the first row, or a number from 1. Returns the column from 0; -1: there is none. */
gint64
_eqp_label_cells_find (const EqpLabelCells *self,
                       const char          *column,
                       gboolean            *by_name)
{
  gint64 number;

  /* Numbers count columns, for what stands in the first row may be a label. */
  *by_name = !g_ascii_string_to_signed (column, 10, 1, self->width, &number, NULL);
  if (!*by_name)
    return number - 1;
  for (gint64 j = 0; j < self->width && self->rows > 0; j++)
    if (strcmp (_eqp_label_cells_get (self, 0, j), column) == 0)
      return j;
  for (gint64 j = 0; j < self->width && self->rows > 0; j++)
    if (g_ascii_strcasecmp (_eqp_label_cells_get (self, 0, j), column) == 0)
      return j;
  return -1;
}
