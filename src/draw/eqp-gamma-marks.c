/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The logarithmic axis of gamma that plots above each other share, and the lines at the places in it that have names.
 */
#include "config.h"

#include "eqp-gamma-marks.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "eqp-plot-private.h"

/**
 * eqp_plot_frame_x:
 * @self: a frame
 * @value: on its x axis or not
 *
 * Returns: px from the left
 */
double
eqp_plot_frame_x (const EqpPlotFrame *self,
                  double              value)
{
  return self->area.x + self->area.width * eqp_axis_normalize (&self->x, value);
}

/**
 * eqp_plot_frame_y:
 * @self: a frame
 * @value: on its y axis or not
 *
 * Returns: px from the top
 */
double
eqp_plot_frame_y (const EqpPlotFrame *self,
                  double              value)
{
  return self->area.y + self->area.height * (1.0 - eqp_axis_normalize (&self->y, value));
}

/**
 * eqp_gamma_marks_frame:
 * @self: which gammas are shown
 * @rect: the whole plot
 * @style: the style
 * @frame: (out caller-allocates): the plot area and the axis of gamma; that of y is still to be made
 */
void
eqp_gamma_marks_frame (const EqpGammaMarks *self,
                       const EqpRect       *rect,
                       const EqpStyle      *style,
                       EqpPlotFrame        *frame)
{
  double line = style->font_size;

  frame->area = _eqp_inset (rect, round (EQP_PLOT_LEFT * line), round ((EQP_PLOT_TOP + 0.6) * line), round (1.2 * line),
                            round (1.9 * line));
  eqp_axis_init (&frame->x, EQP_AXIS_LOG, self->least, self->most);
  eqp_axis_set_ticks (&frame->x, (int) CLAMP (frame->area.width / (5.0 * line), 2.0, 8.0));
}

/* Returns the right end of its name. */
static double
draw_mark (EqpText            *text,
           const EqpPlotFrame *frame,
           double              gamma,
           const char         *name,
           gboolean            dashed,
           double              free_from,
           EqpRgba             color,
           const EqpStyle     *style)
{
  const EqpRect *area = &frame->area;
  double position = gamma > 0.0 ? eqp_axis_normalize (&frame->x, gamma) : -1.0, x, left, width;

  if (!(position >= 0.0) || position > 1.0)
    return free_from;
  x = _eqp_crisp (area->x + area->width * position, style);
  /* On a hem of the ground: the clusters' colors are as far from it as the line is. */
  eqp_rgba_set_source (text->cr, style->card);
  cairo_set_line_width (text->cr, 3.5);
  cairo_move_to (text->cr, x, area->y);
  cairo_line_to (text->cr, x, area->y + area->height);
  cairo_stroke (text->cr);
  eqp_rgba_set_source (text->cr, color);
  cairo_set_line_width (text->cr, 1.5);
  if (dashed)
    cairo_set_dash (text->cr, (double[]) { 4.0, 3.0 }, 2, 0.0);
  cairo_move_to (text->cr, x, area->y);
  cairo_line_to (text->cr, x, area->y + area->height);
  cairo_stroke (text->cr);
  cairo_set_dash (text->cr, NULL, 0, 0.0);

  width = _eqp_text_width (text, name);
  left = CLAMP (x - width / 2.0, area->x, area->x + area->width - width);
  if (left < free_from)
    return free_from;
  _eqp_text_draw (text, name, left, area->y - 0.55 * style->font_size, 0.0, color);
  return left + width + 0.5 * style->font_size;
}

/**
 * eqp_draw_gamma_marks:
 * @cr: where to draw
 * @self: what to mark
 * @frame: of the plot
 * @style: the style
 *
 * Draws the lines, with their names above the plot area.
 */
void
eqp_draw_gamma_marks (cairo_t             *cr,
                      const EqpGammaMarks *self,
                      const EqpPlotFrame  *frame,
                      const EqpStyle      *style)
{
  g_auto (EqpText) text = { 0 };
  EqpRgba accent = style->high_contrast ? style->foreground : style->accent;
  double free_from = 0.0;

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  /* From left to right, so that names give way to those before them. */
  if (self->knee > self->current)
    free_from = draw_mark (&text, frame, self->current, _("now"), FALSE, free_from, accent, style);
  /* Translators: where more balance begins to cost more than it brings. */
  free_from = draw_mark (&text, frame, self->knee, _("knee"), TRUE, free_from, style->dim, style);
  if (!(self->knee > self->current))
    draw_mark (&text, frame, self->current, _("now"), FALSE, free_from, accent, style);
}
