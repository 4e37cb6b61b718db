/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Study page as one picture: curves above the stream of sizes, on one axis of gamma, and the front beside them. */
#include "config.h"

#include "eqp-study-picture.h"

#include <math.h>

#include "eqp-plot-private.h"

/**
 * eqp_draw_study_picture:
 * @cr: where to draw
 * @width: application pixels
 * @height: application pixels
 * @picture: what to draw
 * @style: the style
 *
 * Draws the whole picture with its background; a plot of nothing is left out, and the others take its room.
 */
void
eqp_draw_study_picture (cairo_t               *cr,
                        double                 width,
                        double                 height,
                        const EqpStudyPicture *picture,
                        const EqpStyle        *style)
{
  double line = style->font_size, gap = round (0.85 * line), top = round (4.4 * line);
  gboolean curves = picture->curves.n_curves > 0, stream = picture->stream.n_pieces > 0, front = picture->front.n > 0;
  double left = front && (curves || stream) ? round ((width - 3.0 * gap) * 0.6) : width - 2.0 * gap;
  double upper = stream ? round ((height - top - 2.0 * gap) / 2.0) : height - top - gap;
  EqpRect rect = { gap, top, left, upper };
  g_auto (EqpText) title = { 0 };
  g_auto (EqpText) subtitle = { 0 };

  eqp_rgba_set_source (cr, style->background);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_fill (cr);
  _eqp_text_init (&title, cr, style, 1.15, TRUE);
  _eqp_text_init (&subtitle, cr, style, 1.0, FALSE);
  if (picture->title != NULL)
    _eqp_text_draw_in (&title, picture->title, 1.25 * gap, round (1.5 * line), 0.0, width - 2.5 * gap,
                       style->foreground);
  if (picture->subtitle != NULL)
    _eqp_text_draw_in (&subtitle, picture->subtitle, 1.25 * gap, round (3.2 * line), 0.0, width - 2.5 * gap,
                       style->dim);
  if (curves)
    {
      _eqp_draw_card (cr, &rect, style);
      eqp_draw_curves (cr, &picture->curves, &rect, style);
    }
  if (stream)
    {
      if (curves)
        rect.y += upper + gap;
      rect.height = height - gap - rect.y;
      _eqp_draw_card (cr, &rect, style);
      eqp_draw_stream (cr, &picture->stream, &rect, style);
    }
  if (front)
    {
      rect.x = curves || stream ? left + 2.0 * gap : gap;
      rect.width = width - gap - rect.x;
      rect.y = top;
      rect.height = height - top - gap;
      _eqp_draw_card (cr, &rect, style);
      eqp_draw_front (cr, &picture->front, &rect, style);
    }
}
