/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Live page as one picture: scatter on the left, objective and sizes on the right, as in the window. */
#include "config.h"

#include "eqp-live-page.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "eqp-plot-private.h"
#include "eqp-summary.h"
#include "eqp-text-private.h"

/**
 * eqp_live_page_init:
 * @self: the page to fill: empty plots, distances kept true
 */
void
eqp_live_page_init (EqpLivePage *self)
{
  self->title = NULL;
  self->subtitle = NULL;
  self->keep_aspect = TRUE;
  eqp_scatter_model_init (&self->scatter);
  eqp_objective_model_init (&self->objective);
  eqp_sizes_model_init (&self->sizes);
}

/* Draws a card with its heading. Returns where the plot goes. */
static EqpRect
draw_card (cairo_t        *cr,
           const EqpRect  *rect,
           const char     *heading,
           const EqpStyle *style)
{
  double line = style->font_size;
  g_auto (EqpText) text = { 0 };

  _eqp_draw_card (cr, rect, style);
  _eqp_text_init (&text, cr, style, 1.0, TRUE);
  _eqp_text_draw_in (&text, heading, rect->x + round (1.1 * line), rect->y + round (1.25 * line), 0.0,
                     rect->width - 2.2 * line, style->foreground);
  return _eqp_inset (rect, round (0.4 * line), round (2.05 * line), round (0.4 * line), round (0.4 * line));
}

static void
draw_empty (cairo_t        *cr,
            const EqpRect  *rect,
            char           *sentence,
            const EqpStyle *style)
{
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, 1.0, FALSE);
  _eqp_text_draw_in (&text, sentence, rect->x + rect->width / 2.0, rect->y + rect->height / 2.0 - style->font_size, 0.5,
                     rect->width, style->dim);
  g_free (sentence);
}

/**
 * eqp_draw_live_page:
 * @cr: where to draw
 * @width: application pixels
 * @height: application pixels
 * @page: what to draw
 * @style: the style
 *
 * Draws the whole picture with its background; best from 900 x 600 upwards.
 */
void
eqp_draw_live_page (cairo_t           *cr,
                    double             width,
                    double             height,
                    const EqpLivePage *page,
                    const EqpStyle    *style)
{
  double line = style->font_size, gap = round (0.85 * line);
  double top = page->title != NULL || page->subtitle != NULL ? round (2.9 * line) : gap;
  double left_width = round ((width - 3.0 * gap) * 0.54), right_x = left_width + 2.0 * gap;
  double upper = round ((height - top - 2.0 * gap) * 0.5);
  EqpRect scatter = { gap, top, left_width, height - top - gap };
  EqpRect objective = { right_x, top, width - right_x - gap, upper };
  EqpRect sizes = { right_x, top + upper + gap, width - right_x - gap, height - top - upper - 2.0 * gap };
  EqpScatterModel points = page->scatter;
  EqpRect plot, area;
  double after_title = gap + 0.25 * line;
  g_auto (EqpText) title = { 0 };
  g_auto (EqpText) subtitle = { 0 };

  eqp_rgba_set_source (cr, style->background);
  cairo_rectangle (cr, 0.0, 0.0, width, height);
  cairo_fill (cr);

  _eqp_text_init (&title, cr, style, 1.15, TRUE);
  if (page->title != NULL)
    {
      _eqp_text_draw_in (&title, page->title, after_title, round (1.5 * line), 0.0, width - 2.0 * after_title,
                         style->foreground);
      after_title += _eqp_text_width (&title, page->title) + line;
    }
  _eqp_text_init (&subtitle, cr, style, 1.0, FALSE);
  if (page->subtitle != NULL && after_title < width - 4.0 * line)
    _eqp_text_draw_in (&subtitle, page->subtitle, after_title, round (1.5 * line), 0.0, width - after_title - gap,
                       style->dim);

  plot = draw_card (cr, &scatter, _("Points"), style);
  area = eqp_draw_scatter_plot_area (&plot, style);
  if (!(points.range.x0 < points.range.x1 && points.range.y0 < points.range.y1))
    {
      eqp_scatter_data_range (points.n, points.xy, &points.range);
      /* Cells are bounded by distances. */
      if (page->keep_aspect && !points.show_cells)
        eqp_range_fit_loosely (&points.range, area.width, area.height, 10.0);
      else
        eqp_range_fit (&points.range, area.width, area.height, 10.0, page->keep_aspect);
    }
  if (points.n > 0)
    eqp_draw_scatter (cr, &points, &plot, style);
  else
    draw_empty (cr, &plot, eqp_draw_summary_scatter (&points), style);

  plot = draw_card (cr, &objective, _("Objective"), style);
  if (page->objective.n > 0)
    eqp_draw_objective (cr, &page->objective, &plot, style);
  else
    draw_empty (cr, &plot, eqp_draw_summary_objective (&page->objective), style);

  plot = draw_card (cr, &sizes, _("Cluster sizes"), style);
  if (page->sizes.k > 0 || page->sizes.reference_k[0] > 0)
    eqp_draw_sizes (cr, &page->sizes, &plot, style);
  else
    draw_empty (cr, &plot, eqp_draw_summary_sizes (&page->sizes), style);
}
