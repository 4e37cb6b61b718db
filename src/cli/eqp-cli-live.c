/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The live picture of a run on a terminal: objective as a sparkline, sizes as bars, drawn over itself. */
#include "config.h"

#include "eqp-cli-live.h"
#include "eqp-cli-blocks.h"

#include <glib/gi18n.h>
#include <string.h>

void
eqp_live_init (EqpLive   *self,
               EqpOutput *output)
{
  self->output = output;
  self->widths = g_array_new (FALSE, FALSE, sizeof (int));
}

void
eqp_live_clear (EqpLive *self)
{
  g_clear_pointer (&self->widths, g_array_unref);
}

/* How to get back to the first line. The window may have become narrower since: then lines were wrapped. */
static char *
rewind_sequence (EqpLive *self,
                 int      columns)
{
  int rows = 0;

  for (guint i = 0; i < self->widths->len; i++)
    rows += MAX (1, (g_array_index (self->widths, int, i) + columns - 1) / columns);
  return rows > 0 ? g_strdup_printf ("\r\033[%dA\033[J", rows) : g_strdup ("");
}

/**
 * eqp_live_erase:
 * @self: the picture
 *
 * Takes the picture off the screen, so that lasting text can follow.
 */
void
eqp_live_erase (EqpLive *self)
{
  g_autofree char *rewind = NULL;
  int columns, rows;

  eqp_output_size (self->output, &columns, &rows);
  rewind = rewind_sequence (self, columns);
  eqp_output_write (self->output, rewind, strlen (rewind));
  g_array_set_size (self->widths, 0);
}

/**
 * eqp_sizes_lines:
 * @lines: (element-type utf8): gets the lines, without newlines
 * @output: where they will be shown
 * @k: number of clusters
 * @sizes: their @k sizes
 * @columns: width of a line
 * @max_lines: lines at most, at least 2; what does not fit is summed up in the last
 *
 * Draws the sizes as bars.
 */
void
eqp_sizes_lines (GPtrArray    *lines,
                 EqpOutput    *output,
                 gint          k,
                 const gint64 *sizes,
                 int           columns,
                 int           max_lines)
{
  gint shown = k <= max_lines ? k : MAX (1, max_lines - 1);
  gint64 most = 1, low = G_MAXINT64, high = 0;

  for (gint c = 0; c < k; c++)
    most = MAX (most, sizes[c]);
  for (gint c = 0; c < shown; c++)
    {
      g_autofree char *bar = eqp_blocks_bar ((double) sizes[c] / (double) most, MAX (4, columns - 20), output->utf8);
      g_autofree char *painted = eqp_output_paint (output, EQP_COLOR_BAR, bar);

      g_ptr_array_add (lines, g_strdup_printf ("%6d %9ld %s", c, (long) sizes[c], painted));
    }
  for (gint c = shown; c < k; c++)
    {
      low = MIN (low, sizes[c]);
      high = MAX (high, sizes[c]);
    }
  if (shown < k)
    g_ptr_array_add (lines,
                     g_strdup_printf (ngettext ("       and %d more cluster of %ld to %ld rows",
                                                "       and %d more clusters of %ld to %ld rows", (gulong) (k - shown)),
                                      k - shown, (long) low, (long) high));
}

/* Cuts plain text (no colors) to the width of the window. */
static char *
shorten (const char *text,
         int         columns)
{
  int width = 0;
  const char *end = text;

  while (*end != '\0')
    {
      gunichar character = g_utf8_get_char (end);

      width += g_unichar_iszerowidth (character) ? 0 : g_unichar_iswide (character) ? 2 : 1;
      if (width > columns)
        break;
      end = g_utf8_next_char (end);
    }
  return g_strndup (text, (gsize) (end - text));
}

/**
 * eqp_live_draw:
 * @self: the picture
 * @view: the run at this moment
 *
 * Draws the run in place of the picture before, in one write so that it does not flicker.
 */
void
eqp_live_draw (EqpLive           *self,
               const EqpLiveView *view)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) screen = NULL;
  g_autofree char *rewind = NULL;
  int columns, rows;

  eqp_output_size (self->output, &columns, &rows);
  columns--; /* a full last column would wrap on some terminals */
  rewind = rewind_sequence (self, columns + 1);
  screen = g_string_new (rewind);
  g_array_set_size (self->widths, 0);

  if (view->title != NULL)
    g_ptr_array_add (lines, shorten (view->title, columns));
  if (view->n_trace > 0)
    {
      g_autofree char *spark = eqp_blocks_sparkline (view->n_trace, view->trace, columns, self->output->utf8);

      g_ptr_array_add (lines, eqp_output_paint (self->output, EQP_COLOR_TRACE, spark));
    }
  if (view->status != NULL)
    g_ptr_array_add (lines, shorten (view->status, columns));
  if (view->restarts != NULL)
    g_ptr_array_add (lines, shorten (view->restarts, columns));
  if (view->k > 0 && rows - 2 - (int) lines->len >= 2)
    eqp_sizes_lines (lines, self->output, view->k, view->sizes, columns, rows - 2 - (int) lines->len);

  for (guint i = 0; i < lines->len; i++)
    {
      const char *line = g_ptr_array_index (lines, i);
      int width = eqp_text_width (line);

      g_array_append_val (self->widths, width);
      g_string_append_printf (screen, "%s\n", line);
    }
  eqp_output_text (self->output, screen->str);
}
