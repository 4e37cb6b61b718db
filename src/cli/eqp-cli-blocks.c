/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bars and curves out of characters: Unicode blocks in eighths, or plain ASCII. */
#include "config.h"

#include "eqp-cli-blocks.h"

#include <math.h>

static const char *const left_blocks[] = { "", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█" };
static const char *const low_blocks[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
static const char *const ascii_levels[] = { "_", ".", "-", "~", "=", "+", "*", "#" };

/**
 * eqp_blocks_bar:
 * @share: length as a share of @width; what is not in 0..1 is brought there
 * @width: columns of a full bar
 * @utf8: whether blocks can be shown
 *
 * Returns: (transfer full): a horizontal bar, without trailing blanks; anything above 0 is visible
 */
char *
eqp_blocks_bar (double   share,
                int      width,
                gboolean utf8)
{
  GString *bar = g_string_new (NULL);
  double length = share > 0.0 ? MIN (share, 1.0) * width : 0.0;
  int eighths = (int) lround (length * 8.0);

  if (length > 0.0 && eighths == 0)
    eighths = 1;
  if (!utf8)
    eighths = length > 0.0 ? MAX (8, (int) lround (length) * 8) : 0;

  for (; eighths >= 8; eighths -= 8)
    g_string_append (bar, utf8 ? left_blocks[8] : "#");
  g_string_append (bar, left_blocks[eighths]);
  return g_string_free (bar, FALSE);
}

/**
 * eqp_blocks_sparkline:
 * @n: how many values
 * @values: the values in time; those that are not finite leave a gap
 * @width: columns at most
 * @utf8: whether blocks can be shown
 *
 * Draws a curve one line high from its least to its largest value. With more values than columns each column
 * shows the last of its share, so the right end is always the present.
 *
 * Returns: (transfer full): the curve, at most @width columns
 */
char *
eqp_blocks_sparkline (gsize         n,
                      const double *values,
                      int           width,
                      gboolean      utf8)
{
  GString *line = g_string_new (NULL);
  gsize columns = MIN (n, (gsize) MAX (0, width));
  double low = INFINITY, high = -INFINITY;

  for (gsize c = 0; c < columns; c++)
    {
      double value = values[(c + 1) * n / columns - 1];

      if (isfinite (value))
        {
          low = MIN (low, value);
          high = MAX (high, value);
        }
    }

  for (gsize c = 0; c < columns; c++)
    {
      double value = values[(c + 1) * n / columns - 1];
      /* Halves first: the difference of two large numbers of opposite sign may overflow. */
      double span = high / 2.0 - low / 2.0;

      if (isfinite (value))
        {
          int level = span > 0.0 ? (int) ((value / 2.0 - low / 2.0) / span * 7.999) : 0;

          g_string_append (line, (utf8 ? low_blocks : ascii_levels)[CLAMP (level, 0, 7)]);
        }
      else
        {
          g_string_append_c (line, ' ');
        }
    }
  return g_string_free (line, FALSE);
}
