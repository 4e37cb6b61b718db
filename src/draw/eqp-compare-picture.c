/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Compare page as one picture: the points of each run side by side, the sizes below them on one axis, and the table
 * of the two runs that are looked at closely. */
#include "config.h"

#include "eqp-compare-picture.h"

#include <math.h>

#include "eqp-plot-private.h"
#include "eqp-text-private.h"

#define COLUMN_WIDTH 440.0
#define TABLE_WIDTH 560.0
#define HEIGHT 760.0

/**
 * eqp_draw_compare_picture_size:
 * @picture: what to draw
 * @width: (out): application pixels
 * @height: (out): application pixels
 *
 * Says how large a picture of so many runs is to be.
 */
void
eqp_draw_compare_picture_size (const EqpComparePicture *picture,
                               double                  *width,
                               double                  *height)
{
  *width = COLUMN_WIDTH * MAX (2u, picture->sizes.n_runs) + (picture->contingency.k > 0 ? TABLE_WIDTH : 0.0);
  *height = HEIGHT;
}

static void
draw_points (cairo_t                 *cr,
             const EqpComparePicture *picture,
             guint                    run,
             const EqpRect           *rect,
             const EqpStyle          *style)
{
  double line = style->font_size;
  const char *caption = picture->captions[run];
  double top = caption != NULL ? 3.25 : 2.05;
  EqpRect plot = _eqp_inset (rect, round (0.4 * line), round (top * line), round (0.4 * line), round (0.4 * line));
  EqpRect area = eqp_draw_scatter_plot_area (&plot, style);
  EqpScatterModel points = picture->scatter[run];
  g_auto (EqpText) text = { 0 };
  g_auto (EqpText) small = { 0 };

  _eqp_draw_card (cr, rect, style);
  _eqp_text_init (&text, cr, style, 1.0, TRUE);
  _eqp_text_draw_in (&text, picture->sizes.names[run], rect->x + round (1.1 * line), rect->y + round (1.25 * line), 0.0,
                     rect->width - 2.2 * line, style->foreground);
  _eqp_text_init (&small, cr, style, 0.9, FALSE);
  if (caption != NULL)
    _eqp_text_draw_in (&small, caption, rect->x + round (1.1 * line), rect->y + round (2.5 * line), 0.0,
                       rect->width - 2.2 * line, style->dim);
  if (points.n == 0)
    return;
  eqp_scatter_data_range (points.n, points.xy, &points.range);
  if (picture->keep_aspect)
    eqp_range_fit_loosely (&points.range, area.width, area.height, 10.0);
  else
    eqp_range_fit (&points.range, area.width, area.height, 10.0, FALSE);
  eqp_draw_scatter (cr, &points, &plot, style);
}

/**
 * eqp_draw_compare_picture:
 * @cr: where to draw
 * @width: application pixels
 * @height: application pixels
 * @picture: what to draw
 * @style: the style
 *
 * Draws the whole picture with its background.
 */
void
eqp_draw_compare_picture (cairo_t                 *cr,
                          double                   width,
                          double                   height,
                          const EqpComparePicture *picture,
                          const EqpStyle          *style)
{
  double line = style->font_size, gap = round (0.85 * line), top = round (2.9 * line), after;
  double table = picture->contingency.k > 0 ? TABLE_WIDTH - gap : 0.0;
  double left = width - 2.0 * gap - (table > 0.0 ? table + gap : 0.0);
  double upper = round ((height - top - 2.0 * gap) * 0.58);
  EqpCompareSizesModel sizes = picture->sizes;
  double column = sizes.n_runs > 0 ? (left - (sizes.n_runs - 1.0) * gap) / sizes.n_runs : left;
  EqpRect below = { gap, top + upper + gap, left, height - top - upper - 2.0 * gap };
  g_auto (EqpText) title = { 0 };
  g_auto (EqpText) subtitle = { 0 };

  eqp_rgba_set_source (cr, style->background);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_fill (cr);
  _eqp_text_init (&title, cr, style, 1.15, TRUE);
  _eqp_text_draw (&title, picture->title, 1.25 * gap, round (1.5 * line), 0.0, style->foreground);
  after = 1.25 * gap + _eqp_text_width (&title, picture->title) + line;
  _eqp_text_init (&subtitle, cr, style, 1.0, FALSE);
  if (picture->subtitle != NULL && after < width - 4.0 * line)
    _eqp_text_draw_in (&subtitle, picture->subtitle, after, round (1.5 * line), 0.0, width - after - gap, style->dim);

  for (guint run = 0; run < sizes.n_runs; run++)
    {
      EqpRect rect = { round (gap + run * (column + gap)), top, floor (column), upper };

      draw_points (cr, picture, run, &rect, style);
    }
  _eqp_draw_card (cr, &below, style);
  sizes.gap = gap;
  eqp_draw_compare_sizes (cr, &sizes, &below, style);
  if (table > 0.0)
    {
      EqpRect side = { width - gap - table, top, table, height - top - gap };

      _eqp_draw_card (cr, &side, style);
      eqp_draw_contingency (cr, &picture->contingency, &side, style);
    }
}
