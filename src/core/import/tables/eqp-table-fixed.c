/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables whose columns stand at fixed positions: cells may have blanks in them or be blank, as in listings of SAS or
 * SPSS. */
#include "config.h"

#include "eqp-table-private.h"

#include <string.h>

/* Longer lines are no listing. */
#define MOST_CHARACTERS 100000

/* Fewer lines line up by chance. */
#define FEWEST_LINES 3

static const char *
next_character (const char *p, const char *end)
{
  for (p++; p < end && ((guchar) *p & 0xc0) == 0x80; p++)
    ;
  return p;
}

static const char *
find_line_end (const char *text, const char *end)
{
  while (text < end && *text != '\n' && *text != '\r')
    text++;
  return text;
}

/* Blank characters at the end of a row count, but only as long as they reach the column. */
static void
add_field (EqpFields *fields, const char *start, const char *end)
{
  EqpField field;

  while (start < end && *start == ' ')
    start++;
  while (end > start && end[-1] == ' ')
    end--;
  field = (EqpField) { start, (gsize) (end - start), 0 };
  g_array_append_val (fields->fields, field);
}

/* @fields: its stops are where to cut, in characters; the fields of the row, too few where the line ends before a
 * column. Returns the start of the next row, or NULL when the row does not end within the text. */
const char *
_eqp_table_split_fixed (const char *text,
                        const char *end,
                        gboolean    at_end,
                        EqpFields  *fields)
{
  const char *line_end = find_line_end (text, end), *start = text, *p = text;
  guint stop = 1, n_stops = fields->stops->len;

  if ((line_end == end || (line_end + 1 == end && *line_end == '\r')) && !at_end)
    return NULL;
  for (gint64 place = 0; p < line_end && stop < n_stops; place++, p = next_character (p, line_end))
    if (place == g_array_index (fields->stops, gint64, stop))
      {
        if (fields->across == 0 && p[-1] != ' ' && *p != ' ')
          fields->across = stop;
        add_field (fields, start, p);
        start = p;
        stop++;
      }
  add_field (fields, start, line_end);

  if (line_end == end)
    return end;
  return line_end + (line_end[0] == '\r' && line_end[1] == '\n' ? 2 : 1);
}

/* Marks the positions where a line has something else than a blank; FALSE for a line that cannot be of such a table. */
static gboolean
mark_line (const char *text, const char *line_end, GByteArray *used)
{
  gsize place = 0;

  for (const char *p = text; p < line_end; p = next_character (p, line_end), place++)
    {
      if (*p == '\t' || *p == '"' || place >= MOST_CHARACTERS)
        return FALSE;
      if (place >= used->len)
        {
          guint8 zero = 0;

          g_byte_array_append (used, &zero, 1);
        }
      used->data[place] |= *p != ' ';
    }
  return TRUE;
}

/* Finds out where columns begin: behind the positions that are blank in no line. Returns gint64 positions in
 * characters, the first 0; NULL where there are not two columns at least. */
GArray *
_eqp_table_find_stops (EqpTable *self,
                       gint64    most_lines)
{
  g_autoptr (GByteArray) used = g_byte_array_new ();
  g_autoptr (GArray) stops = g_array_new (FALSE, FALSE, sizeof (gint64));
  const char *p = self->text->data + self->position, *end = self->text->data + self->text->len;
  gint64 lines = 0, stop = 0;

  while (p < end && lines < most_lines)
    {
      const char *next = _eqp_table_skip_blank_line (p, self->at_end), *line_end = find_line_end (p, end);

      if (next == NULL)
        {
          if (line_end == end && !self->at_end)
            break;
          if (!mark_line (p, line_end, used))
            return NULL;
          lines++;
          next = line_end + (line_end + 1 < end && line_end[0] == '\r' && line_end[1] == '\n' ? 2 : line_end < end);
        }
      p = next;
    }
  if (lines < FEWEST_LINES)
    return NULL;

  g_array_append_val (stops, stop);
  for (stop = 1; stop < (gint64) used->len; stop++)
    if (used->data[stop - 1] != 0 && used->data[stop] == 0)
      {
        /* What follows has to have something. */
        if (memchr (used->data + stop, 1, used->len - (guint) stop) == NULL)
          break;
        g_array_append_val (stops, stop);
      }
  return stops->len > 1 ? g_steal_pointer (&stops) : NULL;
}
