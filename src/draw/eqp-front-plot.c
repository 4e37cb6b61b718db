/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What even sizes cost. Each run is a dot: the further left, the more even its sizes, the lower, the better it fits
 * the data. For every gamma the best of the runs is a corner of their lower left hull, the front. */
#include "config.h"

#include "eqp-front-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "eqp-curves-plot.h"
#include "eqp-format.h"
#include "eqp-plot-private.h"

#define FAR 6.0 /* times what the other dots take of an axis: the plain end is shown at its edge */

/* ---- The front -------------------------------------------------------------------------------------------------- */

static int
compare_points (gconstpointer a,
                gconstpointer b,
                gpointer      user_data)
{
  const EqpFrontPoint *points = user_data;
  const EqpFrontPoint *x = &points[*(const guint *) a], *y = &points[*(const guint *) b];

  if (x->squares != y->squares)
    return x->squares < y->squares ? -1 : 1;
  return (x->data_term > y->data_term) - (x->data_term < y->data_term);
}

/* Whether @b lies on or above the straight line from @a to @c. */
static gboolean
is_above (const EqpFrontPoint *a,
          const EqpFrontPoint *b,
          const EqpFrontPoint *c)
{
  return (b->squares - a->squares) * (c->data_term - a->data_term) -
             (c->squares - a->squares) * (b->data_term - a->data_term) <=
         0.0;
}

/**
 * eqp_front_hull:
 * @n: how many points
 * @points: all of them
 * @hull: (out caller-allocates) (array length=n): the corners of the front, the most even one first
 *
 * Minimizes data term + gamma * squares for each gamma >= 0 (monotone chain, Andrew 1979). Time O(n log n).
 *
 * Returns: how many corners there are
 */
guint
eqp_front_hull (guint                n,
                const EqpFrontPoint *points,
                guint               *hull)
{
  g_autofree guint *order = g_new (guint, MAX (1, n));
  guint known = 0, corners = 0;

  for (guint i = 0; i < n; i++)
    if (isfinite (points[i].squares) && isfinite (points[i].data_term))
      order[known++] = i;
  g_qsort_with_data (order, (gint) known, sizeof (guint), compare_points, (gpointer) points);
  for (guint i = 0; i < known; i++)
    {
      const EqpFrontPoint *point = &points[order[i]];

      /* Less even and no better: never the best of all. */
      if (corners > 0 && point->data_term >= points[hull[corners - 1]].data_term)
        continue;
      while (corners > 1 && is_above (&points[hull[corners - 2]], &points[hull[corners - 1]], point))
        corners--;
      hull[corners++] = order[i];
    }
  return corners;
}

/* ---- The picture ------------------------------------------------------------------------------------------------ */

typedef struct
{
  double x0, x1, y0, y1;
} Extent;

static void
extend (Extent              *self,
        const EqpFrontPoint *point)
{
  self->x0 = fmin (self->x0, point->squares);
  self->x1 = fmax (self->x1, point->squares);
  self->y0 = fmin (self->y0, point->data_term);
  self->y1 = fmax (self->y1, point->data_term);
}

/* What the axes have to hold. Plain ends that would leave the front no room to be seen, such as all rows but a few in
 * one cluster, are not part of it. */
static Extent
find_extent (const EqpFrontModel *model)
{
  Extent all = { INFINITY, -INFINITY, INFINITY, -INFINITY }, balanced = all;

  for (guint i = 0; i < model->n; i++)
    {
      extend (&all, &model->points[i]);
      if (model->points[i].gamma > 0.0)
        extend (&balanced, &model->points[i]);
    }
  if (model->least > 0.0 && isfinite (all.x1))
    {
      all.x0 = fmin (all.x0, model->least);
      balanced.x0 = fmin (balanced.x0, model->least);
    }
  if (balanced.x1 > balanced.x0 && balanced.y1 > balanced.y0 &&
      (all.x1 - all.x0 > FAR * (balanced.x1 - balanced.x0) || all.y1 - all.y0 > FAR * (balanced.y1 - balanced.y0)))
    return balanced;
  return all;
}

/* Where the dot of @point is, px: at the edge where it is beyond. */
static void
place_dot (const EqpPlotFrame  *frame,
           const EqpFrontPoint *point,
           double              *x,
           double              *y)
{
  *x = CLAMP (eqp_plot_frame_x (frame, point->squares), frame->area.x, frame->area.x + frame->area.width);
  *y = CLAMP (eqp_plot_frame_y (frame, point->data_term), frame->area.y, frame->area.y + frame->area.height);
}

/**
 * eqp_front_frame:
 * @model: the points
 * @rect: the whole plot
 * @style: the style
 * @frame: (out caller-allocates): the plot area with axes that hold all points but plain ends that are far off
 */
void
eqp_front_frame (const EqpFrontModel *model,
                 const EqpRect       *rect,
                 const EqpStyle      *style,
                 EqpPlotFrame        *frame)
{
  Extent extent = find_extent (model);
  double line = style->font_size, pad;

  frame->area = _eqp_inset (rect, round (EQP_PLOT_LEFT * line), round ((EQP_PLOT_TOP + 0.6) * line), round (1.2 * line),
                            round (1.9 * line));
  pad = extent.x1 > extent.x0 ? 0.05 * (extent.x1 - extent.x0) : 0.0;
  eqp_axis_init (&frame->x, EQP_AXIS_LINEAR, extent.x0 - pad, extent.x1 + pad);
  eqp_axis_set_ticks (&frame->x, (int) CLAMP (frame->area.width / (6.0 * line), 1.0, 6.0));
  pad = extent.y1 > extent.y0 ? 0.06 * (extent.y1 - extent.y0) : 0.0;
  eqp_axis_init (&frame->y, EQP_AXIS_LINEAR, extent.y0 - pad, extent.y1 + pad);
  eqp_axis_set_ticks (&frame->y, (int) CLAMP (frame->area.height / (2.8 * line), 1.0, 6.0));
}

/**
 * eqp_front_nearest:
 * @model: the points
 * @frame: its frame
 * @x: px
 * @y: px
 *
 * Returns: the point drawn nearest; -1: there is none within reach
 */
gint
eqp_front_nearest (const EqpFrontModel *model,
                   const EqpPlotFrame  *frame,
                   double               x,
                   double               y)
{
  double nearest = 24.0;
  gint found = -1;

  for (guint i = 0; i < model->n; i++)
    {
      double at_x, at_y;

      place_dot (frame, &model->points[i], &at_x, &at_y);
      if (model->points[i].drawn && hypot (at_x - x, at_y - y) < nearest)
        {
          nearest = hypot (at_x - x, at_y - y);
          found = (gint) i;
        }
    }
  return found;
}

/* What dots and line are, at the right of the header. Plain ends have their name beside them, and colors are those of
 * the curves. Returns where it begins, px: the right edge where there is no room. */
static double
draw_legend (EqpText        *text,
             double          left,
             double          right,
             double          y,
             const EqpStyle *style)
{
  const char *labels[] = { C_("front", "a run"), C_("front", "best for some gamma") };
  const EqpKey keys[] = { EQP_KEY_DOT, EQP_KEY_LINE };
  double gap = round (1.2 * style->font_size), width = 0.0, x;

  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    width += gap + _eqp_key_width (text, labels[i], style);
  if (right - width < left)
    return right;
  x = right - width;
  for (guint i = 0; i < G_N_ELEMENTS (labels); i++)
    x += gap + _eqp_draw_key (text, keys[i], labels[i], x + gap, y, i == 0 ? eqp_curve_color (0, FALSE, style)
                                                                           : style->foreground, style);
  return right - width;
}

/**
 * eqp_draw_front_furniture:
 * @cr: where to draw
 * @model: the points
 * @rect: the whole plot
 * @frame: its frame
 * @style: the style
 *
 * Draws grid, labels, title, legend, and the line that no run can pass.
 */
void
eqp_draw_front_furniture (cairo_t             *cr,
                          const EqpFrontModel *model,
                          const EqpRect       *rect,
                          const EqpPlotFrame  *frame,
                          const EqpStyle      *style)
{
  const EqpRect *area = &frame->area;
  double y = rect->y + EQP_PLOT_HEADER * style->font_size, x = rect->x + round (0.9 * style->font_size);
  g_autofree char *heading = g_strdup_printf (_("%s against Σ n²"), model->data_name);
  const char *note = _("left: more even, low: fits better");
  double right;
  g_auto (EqpText) title = { 0 };
  g_auto (EqpText) text = { 0 };

  _eqp_draw_grid (cr, &frame->x, &frame->y, area, EQP_GRID_BOTH, style);
  _eqp_draw_tick_labels (cr, &frame->x, &frame->y, area, area->x - rect->x, style);
  _eqp_text_init (&title, cr, style, 1.0, TRUE);
  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  _eqp_text_draw (&title, heading, x, y, 0.0, style->foreground);
  x += _eqp_text_width (&title, heading) + 0.6 * style->font_size;
  right = draw_legend (&text, x + _eqp_text_width (&text, note), rect->x + rect->width - round (0.9 * style->font_size),
                       y, style);
  _eqp_text_draw_note (&text, note, x, y, right - x - 6.0, style->dim);
  _eqp_draw_left_title (&text, _("Σ n²"), rect, area, style);
  if (model->least > 0.0 && model->least >= frame->x.min && model->least <= frame->x.max)
    {
      double at = _eqp_crisp (eqp_plot_frame_x (frame, model->least), style);

      eqp_rgba_set_source (cr, style->dim);
      cairo_set_line_width (cr, 1.0);
      cairo_set_dash (cr, (double[]) { 3.0, 3.0 }, 2, 0.0);
      cairo_move_to (cr, at, area->y);
      cairo_line_to (cr, at, area->y + area->height);
      cairo_stroke (cr);
      cairo_set_dash (cr, NULL, 0, 0.0);
      _eqp_text_draw (&text, _("equal sizes"), MAX (area->x, at - 0.5 * style->font_size),
                      area->y - 0.55 * style->font_size, 0.0, style->dim);
    }
}

static void
draw_hull (cairo_t             *cr,
           const EqpFrontModel *model,
           const EqpPlotFrame  *frame,
           const EqpStyle      *style)
{
  g_autofree guint *hull = g_new (guint, MAX (1, model->n));
  guint corners = eqp_front_hull (model->n, model->points, hull);

  for (guint i = 0; i < corners; i++)
    cairo_line_to (cr, eqp_plot_frame_x (frame, model->points[hull[i]].squares),
                   eqp_plot_frame_y (frame, model->points[hull[i]].data_term));
  eqp_rgba_set_source (cr, style->foreground);
  cairo_set_line_width (cr, 1.5);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
}

static void
draw_dots (cairo_t             *cr,
           const EqpFrontModel *model,
           const EqpPlotFrame  *frame,
           const EqpStyle      *style)
{
  for (guint i = 0; i < model->n; i++)
    {
      const EqpFrontPoint *point = &model->points[i];
      EqpRgba color = eqp_curve_color (point->curve, point->gamma <= 0.0, style);
      double x, y;

      if (!point->drawn || !isfinite (point->squares) || !isfinite (point->data_term))
        continue;
      place_dot (frame, point, &x, &y);
      if (point->gamma <= 0.0)
        cairo_rectangle (cr, x - 4.0, y - 4.0, 8.0, 8.0);
      else
        cairo_arc (cr, x, y, 3.2, 0.0, 2.0 * G_PI);
      /* Pale, so that those of the front stand out; the rim is what is seen on any ground. */
      eqp_rgba_set_source (cr, eqp_rgba_mix (style->card, color, 0.55));
      cairo_fill_preserve (cr);
      eqp_rgba_set_source (cr, color);
      cairo_set_line_width (cr, 1.2);
      cairo_stroke (cr);
    }
}

/* The method without gamma is named above its best run, where the front, which falls to the right, leaves room; below
 * where it is at the top. */
static void
draw_plain_name (cairo_t             *cr,
                 const EqpFrontModel *model,
                 const EqpPlotFrame  *frame,
                 const EqpStyle      *style)
{
  const EqpFrontPoint *best = NULL;
  g_auto (EqpText) text = { 0 };
  const char *name;
  double x, y, width;

  for (guint i = 0; i < model->n; i++)
    if (model->points[i].drawn && model->points[i].gamma <= 0.0 &&
        (best == NULL || model->points[i].data_term < best->data_term))
      best = &model->points[i];
  if (best == NULL)
    return;
  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  place_dot (frame, best, &x, &y);
  if (best->squares > frame->x.max)
    name = _("plain, far off →"); /* Translators: the method without balance; its dot is beyond the right edge. */
  else
    name = _("plain"); /* Translators: the method without balance, beside its dot. */
  width = _eqp_text_width (&text, name);
  y += y - 1.8 * style->font_size < frame->area.y ? 1.2 * style->font_size : -1.2 * style->font_size;
  x = CLAMP (x - width / 2.0, frame->area.x, frame->area.x + frame->area.width - width);
  _eqp_text_draw (&text, name, x, y, 0.0, style->foreground);
}

/**
 * eqp_draw_front_data:
 * @cr: where to draw
 * @model: the points
 * @frame: its frame
 * @style: the style
 *
 * Draws a dot for each run, a square for those without gamma, and the front through the best of them.
 */
void
eqp_draw_front_data (cairo_t             *cr,
                     const EqpFrontModel *model,
                     const EqpPlotFrame  *frame,
                     const EqpStyle      *style)
{
  cairo_save (cr);
  cairo_rectangle (cr, frame->area.x - 4.0, frame->area.y - 4.0, frame->area.width + 8.0, frame->area.height + 8.0);
  cairo_clip (cr);
  draw_hull (cr, model, frame, style);
  draw_dots (cr, model, frame, style);
  draw_plain_name (cr, model, frame, style);
  cairo_restore (cr);
}

/**
 * eqp_draw_front:
 * @cr: where to draw
 * @model: the points
 * @rect: the whole plot
 * @style: the style
 *
 * Draws the whole plot, for pictures and print.
 */
void
eqp_draw_front (cairo_t             *cr,
                const EqpFrontModel *model,
                const EqpRect       *rect,
                const EqpStyle      *style)
{
  EqpPlotFrame frame;

  eqp_front_frame (model, rect, style, &frame);
  eqp_draw_front_furniture (cr, model, rect, &frame, style);
  eqp_draw_front_data (cr, model, &frame, style);
}

/**
 * eqp_draw_summary_front:
 * @model: the points
 *
 * Returns: (transfer full): both ends of the front, in a sentence
 */
char *
eqp_draw_summary_front (const EqpFrontModel *model)
{
  g_autofree guint *hull = g_new (guint, MAX (1, model->n));
  guint corners = eqp_front_hull (model->n, model->points, hull);
  const EqpFrontPoint *even, *best;
  g_autofree char *even_data = NULL;
  g_autofree char *even_squares = NULL;
  g_autofree char *best_data = NULL;
  g_autofree char *best_squares = NULL;

  if (corners == 0)
    return g_strdup ("");
  even = &model->points[hull[0]];
  best = &model->points[hull[corners - 1]];
  even_data = eqp_format_number (even->data_term, 6);
  even_squares = eqp_format_number (even->squares, 9);
  best_data = eqp_format_number (best->data_term, 6);
  best_squares = eqp_format_number (best->squares, 9);
  /* Translators: SSE or Cut, its value and the sum of squared sizes at the most even end; the same at the other end. */
  return g_strdup_printf (_("%s goes from %s at Σ n² %s, the most even, to %s at Σ n² %s."),
                          model->data_name, even_data, even_squares, best_data, best_squares);
}
