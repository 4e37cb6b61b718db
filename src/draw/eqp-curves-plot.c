/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A number over gamma for several methods: its mean over the seeds as a line with a dot at each gamma that was run,
 * and a band for how much the seeds differ. A method without gamma is a dashed line all across; what is known at every
 * gamma goes in steps. */
#include "config.h"

#include "eqp-curves-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "eqp-format.h"
#include "eqp-palette.h"
#include "eqp-plot-private.h"

static gboolean
is_flat (const EqpCurve *curve)
{
  return curve->n == 1 && curve->gamma[0] <= 0.0;
}

/**
 * eqp_curve_color:
 * @curve: its number
 * @flat: whether its method has no gamma
 * @style: the style
 *
 * Returns: its color, which is none of a cluster for the first two and for methods without gamma
 */
EqpRgba
eqp_curve_color (guint           curve,
                 gboolean        flat,
                 const EqpStyle *style)
{
  if (flat)
    return eqp_palette_neutral (style);
  if (curve == 0)
    return style->high_contrast ? style->foreground : style->accent;
  if (curve == 1)
    return eqp_rgba_mix (eqp_palette_penalty (style), style->foreground, 0.15);
  return eqp_palette_color ((gint) curve, style);
}

static void
widen (double *least,
       double *most,
       double  value)
{
  if (!isfinite (value))
    return;
  *least = fmin (*least, value);
  *most = fmax (*most, value);
}

static gboolean
is_shown (const EqpCurvesModel *model,
          const EqpCurve       *curve,
          guint                 i)
{
  double to = curve->steps ? (i + 1 < curve->n ? curve->gamma[i + 1] : INFINITY) : curve->gamma[i];

  return is_flat (curve) ||
         (to >= model->marks.least * (1.0 - 1e-9) && curve->gamma[i] <= model->marks.most * (1.0 + 1e-9));
}

/**
 * eqp_curves_frame:
 * @model: the curves
 * @rect: the whole plot
 * @style: the style
 * @frame: (out caller-allocates): the plot area with axes that hold all that is known
 */
void
eqp_curves_frame (const EqpCurvesModel *model,
                  const EqpRect        *rect,
                  const EqpStyle       *style,
                  EqpPlotFrame         *frame)
{
  double least = INFINITY, most = -INFINITY;

  eqp_gamma_marks_frame (&model->marks, rect, style, frame);
  for (guint c = 0; c < model->n_curves; c++)
    for (guint i = 0; i < model->curves[c].n; i++)
      if (is_shown (model, &model->curves[c], i))
        {
          widen (&least, &most, model->curves[c].mean[i]);
          widen (&least, &most, model->curves[c].low[i]);
          widen (&least, &most, model->curves[c].high[i]);
        }
  eqp_axis_init (&frame->y, EQP_AXIS_LINEAR, least, most);
  frame->y.integral = model->integral;
  eqp_axis_expand (&frame->y, (int) CLAMP (frame->area.height / (2.8 * style->font_size), 1.0, 6.0));
}

/**
 * eqp_curves_nearest:
 * @model: the curves
 * @frame: its frame
 * @x: px
 * @gamma: (out): the gamma of a run that is drawn nearest
 *
 * Returns: whether there is one
 */
gboolean
eqp_curves_nearest (const EqpCurvesModel *model,
                    const EqpPlotFrame   *frame,
                    double                x,
                    double               *gamma)
{
  double nearest = INFINITY;

  for (guint c = 0; c < model->n_curves; c++)
    for (guint i = 0; !is_flat (&model->curves[c]) && i < model->curves[c].n; i++)
      {
        double at = fmax (model->curves[c].gamma[i], model->marks.least);
        double distance = fabs (eqp_plot_frame_x (frame, at) - x);

        if (is_shown (model, &model->curves[c], i) && distance < nearest)
          {
            nearest = distance;
            *gamma = at;
          }
      }
  return isfinite (nearest);
}

/* Names at the right, as many as there is room for beside the title. Returns their left end. */
static double
draw_keys (cairo_t              *cr,
           const EqpCurvesModel *model,
           const EqpRect        *area,
           double                from,
           double                y,
           const EqpStyle       *style)
{
  double right = area->x + area->width, wanted = 0.0, x;
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  for (guint c = 0; c < model->n_curves; c++)
    wanted += _eqp_key_width (&text, model->curves[c].name, style) + 1.2 * style->font_size;
  x = MAX (from, right - wanted + 1.2 * style->font_size);
  for (guint c = 0; c < model->n_curves; c++)
    {
      double width = _eqp_key_width (&text, model->curves[c].name, style);

      if (x + width > right + 1.0)
        break;
      _eqp_draw_key (&text, is_flat (&model->curves[c]) ? EQP_KEY_DASHED : EQP_KEY_LINE, model->curves[c].name, x, y,
                     eqp_curve_color (c, is_flat (&model->curves[c]), style), style);
      x += width + 1.2 * style->font_size;
    }
  return MAX (from, right - wanted + 1.2 * style->font_size);
}

/**
 * eqp_draw_curves_furniture:
 * @cr: where to draw
 * @model: the curves
 * @rect: the whole plot
 * @frame: its frame
 * @style: the style
 *
 * Draws grid, labels, title and names.
 */
void
eqp_draw_curves_furniture (cairo_t              *cr,
                           const EqpCurvesModel *model,
                           const EqpRect        *rect,
                           const EqpPlotFrame   *frame,
                           const EqpStyle       *style)
{
  double y = rect->y + EQP_PLOT_HEADER * style->font_size, x = rect->x + round (0.9 * style->font_size), right;
  g_auto (EqpText) title = { 0 };
  g_auto (EqpText) text = { 0 };

  _eqp_draw_grid (cr, &frame->x, &frame->y, &frame->area, EQP_GRID_BOTH, style);
  _eqp_draw_tick_labels (cr, &frame->x, &frame->y, &frame->area, frame->area.x - rect->x, style);
  _eqp_text_init (&title, cr, style, 1.0, TRUE);
  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  if (model->title != NULL)
    {
      _eqp_text_draw (&title, model->title, x, y, 0.0, style->foreground);
      x += _eqp_text_width (&title, model->title) + 0.6 * style->font_size;
    }
  right = draw_keys (cr, model, &frame->area, x, y, style) - 0.8 * style->font_size;
  if (model->note != NULL && right - x > 5.0 * style->font_size)
    _eqp_text_draw_note (&text, model->note, x, y, right - x, style->dim);
  _eqp_draw_left_title (&text, _("γ rel."), rect, &frame->area, style);
}

/* What is so faint that lines above it are seen is told from the ground by its edge. */
static void
fill_band (cairo_t *cr,
           EqpRgba  color,
           double   alpha)
{
  cairo_save (cr);
  eqp_rgba_set_source (cr, eqp_rgba_with_alpha (color, alpha));
  cairo_fill_preserve (cr);
  eqp_rgba_set_source (cr, eqp_rgba_with_alpha (color, 0.8));
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_band (cairo_t            *cr,
           const EqpCurve     *curve,
           const EqpPlotFrame *frame,
           EqpRgba             color)
{
  guint from = 0;

  while (from < curve->n)
    {
      guint to = from;

      while (to < curve->n && isfinite (curve->low[to]) && isfinite (curve->high[to]))
        to++;
      for (guint i = from; i < to; i++)
        cairo_line_to (cr, eqp_plot_frame_x (frame, curve->gamma[i]), eqp_plot_frame_y (frame, curve->high[i]));
      for (guint i = to; i > from; i--)
        cairo_line_to (cr, eqp_plot_frame_x (frame, curve->gamma[i - 1]), eqp_plot_frame_y (frame, curve->low[i - 1]));
      cairo_close_path (cr);
      from = to + 1;
    }
  fill_band (cr, color, 0.2);
}

static void
draw_flat (cairo_t            *cr,
           const EqpCurve     *curve,
           const EqpPlotFrame *frame,
           EqpRgba             color)
{
  double left = frame->area.x, right = left + frame->area.width;
  double y = eqp_plot_frame_y (frame, curve->mean[0]);

  if (!isfinite (curve->mean[0]))
    return;
  if (isfinite (curve->low[0]) && isfinite (curve->high[0]))
    {
      double top = eqp_plot_frame_y (frame, curve->high[0]);

      cairo_rectangle (cr, left, top, right - left, eqp_plot_frame_y (frame, curve->low[0]) - top);
      fill_band (cr, color, 0.13);
    }
  eqp_rgba_set_source (cr, color);
  cairo_set_dash (cr, (double[]) { 6.0, 4.0 }, 2, 0.0);
  cairo_move_to (cr, left, y);
  cairo_line_to (cr, right, y);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
}

/* Dots tell methods apart by more than color: filled, hollow, square. */
static void
draw_dot (cairo_t        *cr,
          guint           c,
          double          x,
          double          y,
          EqpRgba         color,
          const EqpStyle *style)
{
  double radius = 3.2;

  if (c % 3 == 2)
    cairo_rectangle (cr, x - radius, y - radius, 2.0 * radius, 2.0 * radius);
  else
    cairo_arc (cr, x, y, radius, 0.0, 2.0 * G_PI);
  eqp_rgba_set_source (cr, c % 3 == 1 ? style->card : color);
  cairo_fill_preserve (cr);
  eqp_rgba_set_source (cr, color);
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
}

static void
draw_steps (cairo_t            *cr,
            const EqpCurve     *curve,
            const EqpPlotFrame *frame,
            EqpRgba             color)
{
  double left = frame->area.x, right = left + frame->area.width;

  for (guint i = 0; i < curve->n; i++)
    {
      double from = curve->gamma[i] > 0.0 ? fmax (left, eqp_plot_frame_x (frame, curve->gamma[i])) : left;
      double to = i + 1 < curve->n ? eqp_plot_frame_x (frame, curve->gamma[i + 1]) : right;
      double y = eqp_plot_frame_y (frame, curve->mean[i]);

      if (!isfinite (curve->mean[i]))
        cairo_new_sub_path (cr);
      else if (to >= left && from <= right)
        {
          cairo_line_to (cr, from, y);
          cairo_line_to (cr, fmin (to, right), y);
        }
    }
  eqp_rgba_set_source (cr, color);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
}

static void
draw_curve (cairo_t              *cr,
            const EqpCurvesModel *model,
            guint                 c,
            const EqpPlotFrame   *frame,
            const EqpStyle       *style)
{
  const EqpCurve *curve = &model->curves[c];
  EqpRgba color = eqp_curve_color (c, is_flat (&model->curves[c]), style);

  cairo_set_line_width (cr, 2.0);
  if (is_flat (curve))
    {
      draw_flat (cr, curve, frame, color);
      return;
    }
  if (curve->steps)
    {
      draw_steps (cr, curve, frame, color);
      return;
    }
  draw_band (cr, curve, frame, color);
  for (guint i = 0; i < curve->n; i++)
    if (isfinite (curve->mean[i]))
      cairo_line_to (cr, eqp_plot_frame_x (frame, curve->gamma[i]), eqp_plot_frame_y (frame, curve->mean[i]));
    else
      cairo_new_sub_path (cr);
  eqp_rgba_set_source (cr, color);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  for (guint i = 0; i < curve->n; i++)
    if (isfinite (curve->mean[i]))
      draw_dot (cr, c, eqp_plot_frame_x (frame, curve->gamma[i]), eqp_plot_frame_y (frame, curve->mean[i]), color,
                style);
}

/**
 * eqp_draw_curves_data:
 * @cr: where to draw
 * @model: the curves
 * @frame: its frame
 * @style: the style
 *
 * Draws bands, lines and dots; the first curve on top.
 */
void
eqp_draw_curves_data (cairo_t              *cr,
                      const EqpCurvesModel *model,
                      const EqpPlotFrame   *frame,
                      const EqpStyle       *style)
{
  cairo_save (cr);
  cairo_rectangle (cr, frame->area.x - 4.0, frame->area.y - 4.0, frame->area.width + 8.0, frame->area.height + 8.0);
  cairo_clip (cr);
  for (guint c = model->n_curves; c > 0; c--)
    draw_curve (cr, model, c - 1, frame, style);
  cairo_restore (cr);
}

/**
 * eqp_draw_curves:
 * @cr: where to draw
 * @model: the curves
 * @rect: the whole plot
 * @style: the style
 *
 * Draws the whole plot, for pictures and print.
 */
void
eqp_draw_curves (cairo_t              *cr,
                 const EqpCurvesModel *model,
                 const EqpRect        *rect,
                 const EqpStyle       *style)
{
  EqpPlotFrame frame;

  eqp_curves_frame (model, rect, style, &frame);
  eqp_draw_curves_furniture (cr, model, rect, &frame, style);
  eqp_draw_gamma_marks (cr, &model->marks, &frame, style);
  eqp_draw_curves_data (cr, model, &frame, style);
}

/**
 * eqp_draw_summary_curves:
 * @model: the curves
 *
 * Returns: (transfer full): from where to where each curve goes, in a sentence a curve
 */
char *
eqp_draw_summary_curves (const EqpCurvesModel *model)
{
  GString *text = g_string_new (NULL);

  for (guint c = 0; c < model->n_curves; c++)
    {
      const EqpCurve *curve = &model->curves[c];
      guint first = 0, last = curve->n;
      g_autofree char *from = NULL;
      g_autofree char *to = NULL;
      g_autofree char *least = NULL;
      g_autofree char *most = NULL;

      while (first < curve->n && !isfinite (curve->mean[first]))
        first++;
      while (last > first && !isfinite (curve->mean[last - 1]))
        last--;
      if (first >= last)
        continue;
      from = eqp_format_number (curve->mean[first], 4);
      to = eqp_format_number (curve->mean[last - 1], 4);
      least = eqp_format_number (curve->gamma[first], 3);
      most = eqp_format_number (curve->gamma[last - 1], 3);
      if (text->len > 0)
        g_string_append_c (text, ' ');
      if (is_flat (curve))
        /* Translators: method, number, value. */
        g_string_append_printf (text, _("%s: %s %s at any gamma."), curve->name, model->title, from);
      else
        /* Translators: method, number, value at the least gamma, that gamma, value at the greatest, that gamma. */
        g_string_append_printf (text, _("%s: %s %s at relative gamma %s, %s at %s."), curve->name, model->title, from,
                                least, to, most);
    }
  return g_string_free (text, FALSE);
}
