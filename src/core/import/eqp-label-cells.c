/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cuts a file of labels into cells: one label a line, or a table whose lines all have as many fields. */
#include "config.h"

#include "eqp-label-cells-private.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"
#include "eqp-encoding.h"
#include "eqp-source.h"
#include "eqp-split.h"

#define MAX_BYTES (1 << 30)

/* Partition files begin with a few lines, the last of them of dashes. */
static const char *
skip_partition_header (const char *text)
{
  const char *dashes = strstr (text, "\n---");

  if (!g_str_has_prefix (text, "VQ ") || dashes == NULL)
    return text;
  dashes++;
  dashes += strcspn (dashes, "\n");
  return *dashes == '\n' ? dashes + 1 : dashes;
}

/* Cuts the line at @p, of which the next one is returned. A quote that is not closed is text. */
static const char *
next_line (const char *p, const char *end, char separator, EqpFields *fields)
{
  const char *next = _eqp_split_row (separator, p, end, TRUE, fields);

  if (next == NULL)
    {
      gsize length = strcspn (p, "\r\n");

      g_array_set_size (fields->fields, 0);
      g_array_append_vals (fields->fields, &(EqpField){ p, length, 0 }, 1);
      next = p + length + strspn (p + length, "\r\n");
    }
  return next;
}

/* Cuts all lines; FALSE where they are no table with that separator, since they have not the same number of fields.
 * Blanks only separate numbers: names have them, too. @separator: '\0': a cell a line. */
static gboolean
cut (EqpLabelCells *self, const char *text, char separator)
{
  g_autoptr (GArray) row = g_array_new (FALSE, FALSE, sizeof (EqpField));
  EqpFields fields = { row, 1 };
  const char *end = text + strlen (text);
  gint64 line = 1;
  double value;

  g_array_set_size (self->cells, 0);
  g_array_set_size (self->lines, 0);
  for (const char *p = text, *next; *p != '\0'; p = next, line += fields.lines)
    {
      gboolean blank = p + strspn (p, " \t") >= p + strcspn (p, "\r\n");

      next = next_line (p, end, separator, &fields);
      if (separator != '\0' && blank)
        continue;
      for (guint j = 0; separator == ' ' && self->lines->len > 0 && j < row->len; j++)
        if (!eqp_is_number (g_array_index (row, EqpField, j).start, (gssize) g_array_index (row, EqpField, j).length,
                            '.', &value))
          return FALSE;
      if (self->lines->len == 0)
        self->width = row->len;
      if (row->len != self->width || (separator != '\0' && row->len < 2))
        return FALSE;
      g_array_append_vals (self->cells, row->data, row->len);
      g_array_append_val (self->lines, line);
    }
  self->rows = self->lines->len;
  return separator == '\0' || self->rows > (separator == ' ');
}

/* A table has two or more fields in every line, with tabs, semicolons or commas between them, or numbers with blanks
 * between them. All else is one cell a line. Returns whether it could be read. */
gboolean
_eqp_label_cells_read (EqpLabelCells  *self,
                       GFile          *file,
                       GCancellable   *cancellable,
                       GError        **error)
{
  static const char separators[] = { '\t', ';', ',', ' ', '\0' };
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *base = g_file_get_basename (file);
  const char *data;
  GStatBuf info;
  gsize length;

  *self = (EqpLabelCells) { .name = g_filename_display_name (base != NULL ? base : "-"), .width = 1 };
  self->cells = g_array_new (FALSE, FALSE, sizeof (EqpField));
  self->lines = g_array_new (FALSE, FALSE, sizeof (gint64));
  if (g_file_peek_path (file) != NULL && g_stat (g_file_peek_path (file), &info) == 0 && S_ISCHR (info.st_mode))
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s is a device; give a file with one label a line, or a table with a column of labels."),
                       self->name);
  bytes = eqp_source_load (file, MAX_BYTES, cancellable, error);
  if (bytes == NULL)
    return FALSE;
  data = g_bytes_get_data (bytes, &length);
  self->text = _eqp_text_to_utf8 ((const guint8 *) data, length, NULL);
  if (self->text == NULL)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s is not a file of text; give one label a line, or a table with a column of labels."),
                       self->name);

  for (guint i = 0; !cut (self, skip_partition_header (self->text), separators[i]); i++)
    ;
  /* The cells end with a NUL each, where a separator, a quote or the line ended before. */
  for (guint i = 0; i < self->cells->len; i++)
    {
      const EqpField *field = &g_array_index (self->cells, EqpField, i);

      _eqp_field_copy (field, self->text + (field->start - self->text));
    }
  return TRUE;
}

void
_eqp_label_cells_clear (EqpLabelCells *self)
{
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->text, g_free);
  g_clear_pointer (&self->cells, g_array_unref);
  g_clear_pointer (&self->lines, g_array_unref);
}

const char *
_eqp_label_cells_get (const EqpLabelCells *self,
                      gint64               row,
                      gint64               column)
{
  return g_array_index (self->cells, EqpField, row * self->width + column).start;
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
        g_array_index (self->cells, EqpField, kept) = g_array_index (self->cells, EqpField, i);
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
