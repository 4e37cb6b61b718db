/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines with bands, and values with whiskers: the figures of a study. They are made for paper: all names are in the
 * picture, and lines differ in marks and dashes besides their colors. */
#include "config.h"

#include "eqp-series-plot.h"

#include <math.h>

#include "eqp-palette.h"
#include "eqp-plot-private.h"

/* Px, at the usual font size. */
#define MARK 3.5
#define LINE 1.75
#define WHISKER 4.0

/* Share of the width that points at 0 get on a logarithmic axis. */
#define ZERO_SHARE 0.07

/* Where things are. */
typedef struct
{
  cairo_t        *cr;
  const EqpStyle *style;
  EqpRect         area;    /* inside of the axes */
  EqpAxis         x;
  EqpAxis         y;
  gboolean        zeros;   /* points at 0 are shown at the left edge of the area */
  EqpRect         inner;   /* where x goes from end to end */
} Plot;

/* -- marks ------------------------------------------------------------------------------------------------------- */

static void
draw_mark (cairo_t *cr,
           int      index,
           double   x,
           double   y,
           double   size)
{
  cairo_new_path (cr);
  switch (eqp_palette_marker (index))
    {
    case EQP_MARKER_SQUARE:
      cairo_rectangle (cr, x - size * 0.9, y - size * 0.9, size * 1.8, size * 1.8);
      break;
    case EQP_MARKER_TRIANGLE:
    case EQP_MARKER_TRIANGLE_DOWN:
      {
        double up = eqp_palette_marker (index) == EQP_MARKER_TRIANGLE ? 1.0 : -1.0;

        cairo_move_to (cr, x, y - up * size * 1.2);
        cairo_line_to (cr, x + size * 1.1, y + up * size * 0.8);
        cairo_line_to (cr, x - size * 1.1, y + up * size * 0.8);
        cairo_close_path (cr);
        break;
      }
    case EQP_MARKER_DIAMOND:
      cairo_move_to (cr, x, y - size * 1.3);
      cairo_line_to (cr, x + size * 1.3, y);
      cairo_line_to (cr, x, y + size * 1.3);
      cairo_line_to (cr, x - size * 1.3, y);
      cairo_close_path (cr);
      break;
    case EQP_MARKER_PLUS:
    case EQP_MARKER_CROSS:
      {
        double dx = size * 1.2, dy = eqp_palette_marker (index) == EQP_MARKER_CROSS ? size * 1.2 : 0.0;

        cairo_move_to (cr, x - dx, y - dy);
        cairo_line_to (cr, x + dx, y + dy);
        cairo_move_to (cr, x + dy, y - (dy > 0.0 ? dx : size * 1.2));
        cairo_line_to (cr, x - dy, y + (dy > 0.0 ? dx : size * 1.2));
        cairo_set_line_width (cr, LINE);
        cairo_stroke (cr);
        return;
      }
    case EQP_MARKER_RING:
      cairo_arc (cr, x, y, size, 0.0, 2.0 * G_PI);
      cairo_set_line_width (cr, LINE);
      cairo_stroke (cr);
      return;
    case EQP_MARKER_CIRCLE:
    case EQP_N_MARKERS:
    default:
      cairo_arc (cr, x, y, size, 0.0, 2.0 * G_PI);
      break;
    }
  cairo_fill (cr);
}

/* -- axes -------------------------------------------------------------------------------------------------------- */

static void
widen (double  value,
       double *min,
       double *max)
{
  if (!isfinite (value))
    return;
  *min = MIN (*min, value);
  *max = MAX (*max, value);
}

static void
find_values (const EqpSeriesModel *model,
             double               *min,
             double               *max)
{
  *min = INFINITY;
  *max = -INFINITY;
  for (int s = 0; s < model->n_series; s++)
    for (int i = 0; i < model->series[s].n; i++)
      {
        widen (model->series[s].y[i], min, max);
        if (model->series[s].low != NULL)
          widen (model->series[s].low[i], min, max);
        if (model->series[s].high != NULL)
          widen (model->series[s].high[i], min, max);
      }
}

static void
init_axes (Plot                 *plot,
           const EqpSeriesModel *model)
{
  double min = INFINITY, max = -INFINITY, low, high;

  for (int s = 0; s < model->n_series; s++)
    for (int i = 0; model->series[s].x != NULL && i < model->series[s].n; i++)
      {
        double x = model->series[s].x[i];

        if (model->x_kind == EQP_AXIS_LOG && x <= 0.0)
          plot->zeros = TRUE;
        else
          widen (x, &min, &max);
      }
  eqp_axis_init (&plot->x, model->x_kind, min, max);
  eqp_axis_set_ticks (&plot->x, 7);
  if (model->x_kind == EQP_AXIS_LINEAR)
    eqp_axis_expand (&plot->x, 5);
  find_values (model, &low, &high);
  eqp_axis_init (&plot->y, EQP_AXIS_LINEAR, low, high);
  eqp_axis_expand (&plot->y, 5);
  plot->inner = _eqp_inset (&plot->area, plot->zeros ? ZERO_SHARE * plot->area.width : 0.0, 0.0, 0.0, 0.0);
}

static double
at_x (const Plot *plot,
      double      x)
{
  if (plot->x.kind == EQP_AXIS_LOG && x <= 0.0)
    return plot->area.x + 0.3 * (plot->inner.x - plot->area.x);
  return plot->inner.x + plot->inner.width * eqp_axis_normalize (&plot->x, x);
}

static double
at_y (const Plot *plot,
      double      y)
{
  return plot->area.y + plot->area.height * (1.0 - eqp_axis_normalize (&plot->y, y));
}

/* -- names ------------------------------------------------------------------------------------------------------- */

/* A piece of the line with its mark, and its name. Returns the width. */
static double
draw_key (EqpText         *text,
          const EqpSeries *series,
          double           x,
          double           y,
          const EqpStyle  *style)
{
  const double length = 1.6 * style->font_size;
  cairo_t *cr = text->cr;

  eqp_rgba_set_source (cr, eqp_palette_color (series->look, style));
  cairo_set_line_width (cr, LINE);
  if (series->x == NULL)
    cairo_set_dash (cr, (double[]) { 6.0, 4.0 }, 2, 0.0);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x + length, y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
  if (series->x != NULL)
    draw_mark (cr, series->look, x + length / 2.0, y, MARK);
  _eqp_text_draw (text, series->name, x + length + 0.4 * style->font_size, y, 0.0, style->foreground);
  return length + 0.4 * style->font_size + _eqp_text_width (text, series->name);
}

/* Draws the names below the title, in as many lines as they need; returns their height. */
static double
draw_names (EqpText              *text,
            const EqpSeriesModel *model,
            const EqpRect        *rect,
            const EqpStyle       *style)
{
  double x = rect->x, y = rect->y + 1.9 * style->font_size;

  for (int s = 0; s < model->n_series; s++)
    {
      double width = 3.2 * style->font_size + _eqp_text_width (text, model->series[s].name);

      if (x > rect->x && x + width > rect->x + rect->width)
        {
          x = rect->x;
          y += 1.35 * style->font_size;
        }
      x += draw_key (text, &model->series[s], x, y, style) + 1.2 * style->font_size;
    }
  return y + 1.2 * style->font_size - rect->y;
}

static void
draw_title (cairo_t              *cr,
            const EqpSeriesModel *model,
            const EqpRect        *rect,
            const EqpStyle       *style)
{
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, 1.0, TRUE);
  _eqp_text_draw_in (&text, model->title, rect->x, rect->y + 0.6 * style->font_size, 0.0, rect->width,
                     style->foreground);
}

/* -- lines ------------------------------------------------------------------------------------------------------- */

static gboolean
is_point (const EqpSeries *series,
          int              i)
{
  return isfinite (series->y[i]) && isfinite (series->x[i]);
}

/* Whether point @i goes on from the one before: points at 0 of a logarithmic axis stand alone. */
static gboolean
is_joined (const Plot      *plot,
           const EqpSeries *series,
           int              i)
{
  return i > 0 && is_point (series, i - 1) && (plot->x.kind == EQP_AXIS_LINEAR || series->x[i - 1] > 0.0);
}

static void
draw_band (const Plot      *plot,
           const EqpSeries *series,
           EqpRgba          color)
{
  cairo_t *cr = plot->cr;

  eqp_rgba_set_source (cr, eqp_rgba_with_alpha (color, 0.18));
  for (int i = 1; i < series->n; i++)
    {
      if (!is_point (series, i) || !is_joined (plot, series, i) || !isfinite (series->low[i - 1]) ||
          !isfinite (series->low[i]) || !isfinite (series->high[i - 1]) || !isfinite (series->high[i]))
        continue;
      cairo_move_to (cr, at_x (plot, series->x[i - 1]), at_y (plot, series->low[i - 1]));
      cairo_line_to (cr, at_x (plot, series->x[i]), at_y (plot, series->low[i]));
      cairo_line_to (cr, at_x (plot, series->x[i]), at_y (plot, series->high[i]));
      cairo_line_to (cr, at_x (plot, series->x[i - 1]), at_y (plot, series->high[i - 1]));
      cairo_close_path (cr);
    }
  cairo_fill (cr);
}

/* The spread of a point that no band leads to. */
static void
draw_whisker (const Plot      *plot,
              const EqpSeries *series,
              int              i)
{
  if (series->low == NULL || !isfinite (series->low[i]) || !isfinite (series->high[i]) ||
      is_joined (plot, series, i) ||
      (i + 1 < series->n && is_point (series, i + 1) && is_joined (plot, series, i + 1)))
    return;
  cairo_move_to (plot->cr, at_x (plot, series->x[i]), at_y (plot, series->low[i]));
  cairo_line_to (plot->cr, at_x (plot, series->x[i]), at_y (plot, series->high[i]));
  cairo_stroke (plot->cr);
}

static void
draw_line (const Plot      *plot,
           const EqpSeries *series)
{
  const EqpRgba color = eqp_palette_color (series->look, plot->style);
  cairo_t *cr = plot->cr;

  if (series->low != NULL)
    draw_band (plot, series, color);
  eqp_rgba_set_source (cr, color);
  cairo_set_line_width (cr, LINE);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  for (int i = 0; i < series->n; i++)
    {
      if (!is_point (series, i))
        continue;
      if (is_joined (plot, series, i))
        cairo_line_to (cr, at_x (plot, series->x[i]), at_y (plot, series->y[i]));
      else
        cairo_move_to (cr, at_x (plot, series->x[i]), at_y (plot, series->y[i]));
    }
  cairo_stroke (cr);
  for (int i = 0; i < series->n; i++)
    if (is_point (series, i))
      {
        draw_whisker (plot, series, i);
        draw_mark (cr, series->look, at_x (plot, series->x[i]), at_y (plot, series->y[i]), MARK);
      }
}

/* One value that holds for all x. */
static void
draw_level (const Plot      *plot,
            const EqpSeries *series)
{
  const EqpRgba color = eqp_palette_color (series->look, plot->style);
  cairo_t *cr = plot->cr;

  if (series->n < 1 || !isfinite (series->y[0]))
    return;
  if (series->low != NULL && isfinite (series->low[0]) && isfinite (series->high[0]))
    {
      double top = at_y (plot, series->high[0]);

      eqp_rgba_set_source (cr, eqp_rgba_with_alpha (color, 0.12));
      cairo_rectangle (cr, plot->area.x, top, plot->area.width, at_y (plot, series->low[0]) - top);
      cairo_fill (cr);
    }
  eqp_rgba_set_source (cr, color);
  cairo_set_line_width (cr, LINE);
  cairo_set_dash (cr, (double[]) { 6.0, 4.0 }, 2, 0.0);
  cairo_move_to (cr, plot->area.x, at_y (plot, series->y[0]));
  cairo_line_to (cr, plot->area.x + plot->area.width, at_y (plot, series->y[0]));
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
}

/* -- pictures ---------------------------------------------------------------------------------------------------- */

static void
draw_frame (const Plot           *plot,
            const EqpSeriesModel *model,
            EqpText              *text,
            const EqpRect        *rect)
{
  const EqpStyle *style = plot->style;
  double below = plot->area.y + plot->area.height;

  _eqp_draw_grid (plot->cr, &plot->x, &plot->y, &plot->area, EQP_GRID_HORIZONTAL, style);
  _eqp_draw_tick_labels (plot->cr, NULL, &plot->y, &plot->area, plot->area.x - rect->x, style);
  _eqp_draw_tick_labels (plot->cr, &plot->x, &(EqpAxis) { .kind = EQP_AXIS_LOG }, &plot->inner, 0.0, style);
  if (plot->zeros)
    _eqp_text_draw (text, "0", at_x (plot, 0.0), below + EQP_PLOT_LABELS * style->font_size, 0.5, style->dim);
  _eqp_text_draw (text, model->x_title, plot->area.x + plot->area.width / 2.0, below + 2.4 * style->font_size, 0.5,
                  style->dim);
}

/**
 * eqp_draw_series:
 * @cr: what to draw with
 * @model: the series
 * @rect: where
 * @style: the looks
 *
 * Draws lines with their bands, axes and names. Time O(points).
 */
void
eqp_draw_series (cairo_t              *cr,
                 const EqpSeriesModel *model,
                 const EqpRect        *rect,
                 const EqpStyle       *style)
{
  g_auto (EqpText) text = { 0 };
  Plot plot = { .cr = cr, .style = style };

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  plot.area = _eqp_inset (rect, EQP_PLOT_LEFT * style->font_size, draw_names (&text, model, rect, style),
                          0.8 * style->font_size, 3.2 * style->font_size);
  draw_title (cr, model, rect, style);
  init_axes (&plot, model);
  draw_frame (&plot, model, &text, rect);
  for (int s = 0; s < model->n_series; s++)
    if (model->series[s].x == NULL)
      draw_level (&plot, &model->series[s]);
  for (int s = 0; s < model->n_series; s++)
    if (model->series[s].x != NULL)
      draw_line (&plot, &model->series[s]);
}

/**
 * eqp_intervals_height:
 * @model: the values
 * @style: the looks
 *
 * Returns: how high their picture should be
 */
double
eqp_intervals_height (const EqpIntervalModel *model,
                      const EqpStyle         *style)
{
  return (5.2 + 1.8 * model->n_series) * style->font_size;
}

static double
widest_name (EqpText                *text,
             const EqpIntervalModel *model)
{
  double widest = 0.0;

  for (int s = 0; s < model->n_series; s++)
    widest = MAX (widest, _eqp_text_width (text, model->series[s].name));
  return widest;
}

static void
draw_interval (const Plot      *plot,
               const EqpSeries *series,
               double           y)
{
  cairo_t *cr = plot->cr;

  if (series->n < 1 || !isfinite (series->y[0]))
    return;
  eqp_rgba_set_source (cr, eqp_palette_color (series->look, plot->style));
  cairo_set_line_width (cr, LINE);
  if (series->low != NULL && isfinite (series->low[0]) && isfinite (series->high[0]))
    {
      const double ends[] = { at_x (plot, series->low[0]), at_x (plot, series->high[0]) };

      cairo_move_to (cr, ends[0], y);
      cairo_line_to (cr, ends[1], y);
      for (int end = 0; end < 2; end++)
        {
          cairo_move_to (cr, ends[end], y - WHISKER);
          cairo_line_to (cr, ends[end], y + WHISKER);
        }
      cairo_stroke (cr);
    }
  draw_mark (cr, series->look, at_x (plot, series->y[0]), y, MARK * 1.2);
}

/**
 * eqp_draw_intervals:
 * @cr: what to draw with
 * @model: the values; the titles of its x are used, their kind is not
 * @rect: where
 * @style: the looks
 *
 * Draws a line for each name with its value and, as whiskers, its spread.
 */
void
eqp_draw_intervals (cairo_t                *cr,
                    const EqpIntervalModel *model,
                    const EqpRect          *rect,
                    const EqpStyle         *style)
{
  const double font = style->font_size;
  g_auto (EqpText) text = { 0 };
  Plot plot = { .cr = cr, .style = style };
  double low, high, left, each;

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  draw_title (cr, model, rect, style);
  left = MIN (widest_name (&text, model) + font, 0.45 * rect->width);
  plot.area = plot.inner = _eqp_inset (rect, left, 1.6 * font, 1.2 * font, 3.2 * font);
  find_values (model, &low, &high);
  eqp_axis_init (&plot.x, EQP_AXIS_LINEAR, low, high);
  eqp_axis_expand (&plot.x, 5);
  eqp_axis_init (&plot.y, EQP_AXIS_LINEAR, 0.0, 1.0);
  plot.y.n_ticks = 0;
  _eqp_draw_grid (cr, &plot.x, &plot.y, &plot.area, EQP_GRID_BOTH, style);
  _eqp_draw_tick_labels (cr, &plot.x, &plot.y, &plot.area, left, style);
  _eqp_text_draw (&text, model->x_title, plot.area.x + plot.area.width / 2.0,
                  plot.area.y + plot.area.height + 2.4 * font, 0.5, style->dim);
  each = plot.area.height / MAX (1, model->n_series);
  for (int s = 0; s < model->n_series; s++)
    {
      double y = plot.area.y + (s + 0.5) * each;

      _eqp_text_draw_in (&text, model->series[s].name, plot.area.x - 0.6 * font, y, 1.0, left - 0.6 * font,
                         style->foreground);
      draw_interval (&plot, &model->series[s], y);
    }
}
