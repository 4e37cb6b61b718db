/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The objective over the iterations, stacked: data term below, what uneven sizes cost on it, the sum as a line on top.
 * The price of even sizes, gamma n^2/K, is the same in each iteration and can be any number of times the rest: it is a
 * base of its own, as high as its label, so that all else is read off the axis. The data term often has most of the
 * height and changes little; then the axis does not begin at 0, and the torn lower edge says so. A start far above the
 * rest (random labels) runs out at the top, with its value written there. */
#include "config.h"

#include "eqp-objective-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "eqp-format.h"
#include "eqp-palette.h"
#include "eqp-plot-private.h"
#include "eqp-text-private.h"

/* px of the torn edge. */
#define TEAR_HEIGHT 4.0
#define TEAR_WIDTH 9.0
/* Of the price of even sizes, in lines of text. */
#define BASE_HEIGHT 1.5

/**
 * eqp_objective_model_init:
 * @self: the model to fill: no steps, no cursor
 */
void
eqp_objective_model_init (EqpObjectiveModel *self)
{
  *self = (EqpObjectiveModel) { .cursor = -1 };
}

static inline double
drawn_total (const EqpObjectiveModel *model,
             gint64                   step)
{
  double penalty = model->penalty != NULL ? model->penalty[step] - model->penalty_floor : 0.0;

  /* The floor is rounded: the difference may miss 0 by an ulp of something huge. */
  return model->data_term[step] + MAX (penalty, 0.0);
}

static inline gboolean
is_drawn (const EqpObjectiveModel *model,
          gint64                   step)
{
  return isfinite (model->data_term[step]) && (model->penalty == NULL || isfinite (model->penalty[step]));
}

static gboolean
has_base (const EqpObjectiveModel *model)
{
  return model->penalty != NULL && model->penalty_floor > 0.0;
}

/* Where the curves are: above the base, if there is one and room for it. */
static EqpRect
area_of_curves (const EqpObjectiveModel *model,
                const EqpRect           *area,
                const EqpStyle          *style)
{
  double base = round (BASE_HEIGHT * style->font_size);
  EqpRect curves = *area;

  if (has_base (model) && area->height > 3.0 * base)
    curves.height -= base;
  return curves;
}

static void
finish_y (EqpObjectiveScale *self,
          double             height,
          const EqpStyle    *style)
{
  eqp_axis_expand (&self->y, (int) CLAMP (height / (3.2 * style->font_size), 1.0, 6.0));
  self->broken = self->y.min > 0.0;
  self->top_clipped = self->peak > self->y.max;
}

/**
 * eqp_objective_scale_init:
 * @self: the scale to fill
 * @model: the trace
 * @height: px of the plot area
 * @style: the style
 *
 * Chooses both axes. The range of y is that of the last two thirds of the steps, and of all when that is not much more.
 * O(n).
 */
void
eqp_objective_scale_init (EqpObjectiveScale       *self,
                          const EqpObjectiveModel *model,
                          double                   height,
                          const EqpStyle          *style)
{
  double low = INFINITY, high = -INFINITY, settled = -INFINITY, top, bottom, span;

  for (gint64 i = 0; i < model->n; i++)
    if (is_drawn (model, i))
      {
        double total = drawn_total (model, i);

        low = MIN (low, model->data_term[i]);
        high = MAX (high, total);
        if (i >= model->n / 3)
          settled = MAX (settled, total);
      }
  if (low > high)
    low = 0.0, high = 1.0;
  settled = isfinite (settled) ? settled : high;
  span = MAX (settled - low, 1e-3 * fabs (settled));
  top = high > low + 4.0 * span ? settled + 0.5 * span : high;
  bottom = MIN (low, 0.0);
  /* A flat trace has no interesting part. */
  if (low > 0.6 * top && top - low > 1e-9 * top)
    {
      bottom = low - 0.35 * (top - low);
      if (bottom < 0.2 * top)
        bottom = 0.0;
    }

  /* A single step stands in the middle, beside none that never was. */
  if (model->n == 1)
    eqp_axis_init (&self->x, EQP_AXIS_LINEAR, model->first - 0.5, model->first + 0.5);
  else
    eqp_axis_init (&self->x, EQP_AXIS_LINEAR, model->first, model->first + MAX (model->n - 1, 1));
  self->x.integral = TRUE;
  eqp_axis_set_ticks (&self->x, 6);
  eqp_axis_init (&self->y, EQP_AXIS_LINEAR, bottom, top);
  self->peak = high;
  finish_y (self, height, style);
}

/**
 * eqp_objective_scale_reserve:
 * @self: a scale
 * @steps: how many the x axis shall have room for, at least 2
 *
 * For a trace that is growing: leaves room on the right.
 */
void
eqp_objective_scale_reserve (EqpObjectiveScale *self,
                             gint64             steps)
{
  double first = ceil (self->x.min);

  eqp_axis_init (&self->x, EQP_AXIS_LINEAR, first, first + steps - 1);
  self->x.integral = TRUE;
  eqp_axis_set_ticks (&self->x, 6);
}

/**
 * eqp_objective_scale_hold:
 * @self: a scale
 * @before: the one shown so far, of a plot as high
 * @height: px of the plot area
 * @style: the style
 *
 * For traces that replace each other quickly, as while gamma is dragged: axes do not become shorter than they were, so
 * that the eye can compare.
 */
void
eqp_objective_scale_hold (EqpObjectiveScale       *self,
                          const EqpObjectiveScale *before,
                          double                   height,
                          const EqpStyle          *style)
{
  if (before->x.max > self->x.max)
    eqp_objective_scale_reserve (self, (gint64) (before->x.max - ceil (self->x.min)) + 1);
  if (self->y.min >= before->y.min && self->y.max <= before->y.max)
    {
      self->y = before->y;
      self->broken = self->y.min > 0.0;
      self->top_clipped = self->peak > self->y.max;
      return;
    }
  eqp_axis_init (&self->y, EQP_AXIS_LINEAR, MIN (self->y.min, before->y.min), MAX (self->y.max, before->y.max));
  finish_y (self, height, style);
}

/**
 * eqp_draw_objective_plot_area:
 * @rect: the whole plot
 * @style: the style
 *
 * Returns: the part of @rect where the curves are. Its left edge is the one of eqp_draw_sizes_plot_area().
 */
EqpRect
eqp_draw_objective_plot_area (const EqpRect  *rect,
                              const EqpStyle *style)
{
  double line = style->font_size;

  return _eqp_inset (rect, round (EQP_PLOT_LEFT * line), round (EQP_PLOT_TOP * line), round (0.9 * line),
                     round (1.85 * line));
}

/**
 * eqp_objective_step_at:
 * @scale: the scale
 * @model: the trace
 * @area: the plot area
 * @x: px
 *
 * Returns: the step nearest to @x, -1 when there is none
 */
gint64
eqp_objective_step_at (const EqpObjectiveScale *scale,
                       const EqpObjectiveModel *model,
                       const EqpRect           *area,
                       double                   x)
{
  double step;

  if (model->n <= 0 || area->width <= 0.0)
    return -1;
  step = round (eqp_axis_value (&scale->x, (x - area->x) / area->width)) - model->first;
  return (gint64) CLAMP (step, 0.0, (double) (model->n - 1));
}

/**
 * eqp_draw_objective_furniture:
 * @cr: where to draw
 * @scale: the scale
 * @model: the trace
 * @rect: the whole plot
 * @style: the style
 *
 * Draws grid, ticks and captions; to be drawn below the data.
 */
void
eqp_draw_objective_furniture (cairo_t                 *cr,
                              const EqpObjectiveScale *scale,
                              const EqpObjectiveModel *model,
                              const EqpRect           *rect,
                              const EqpStyle          *style)
{
  EqpRect area = eqp_draw_objective_plot_area (rect, style), curves = area_of_curves (model, &area, style);
  double line = style->font_size;
  EqpAxis x = scale->x, no_ticks = scale->y;
  g_auto (EqpText) text = { 0 };

  eqp_axis_set_ticks (&x, (int) (area.width / (4.0 * line)));
  no_ticks.n_ticks = 0;
  _eqp_draw_grid (cr, &x, &scale->y, &curves, EQP_GRID_HORIZONTAL, style);
  _eqp_draw_tick_labels (cr, &x, &no_ticks, &area, area.x - rect->x, style);
  _eqp_draw_tick_labels (cr, NULL, &scale->y, &curves, area.x - rect->x, style);
  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  _eqp_draw_corner_title (&text, _("Iteration"), rect, &area, style);
}

/* Lower edge from right to left, for the area that was drawn from left to right. */
static void
close_below (cairo_t                 *cr,
             const EqpObjectiveScale *scale,
             const EqpRect           *area,
             double                   from,
             double                   to)
{
  double y = area->y + area->height;

  if (scale->broken)
    {
      int n = MAX (1, (int) ((to - from) / TEAR_WIDTH));

      for (int i = 2 * n; i >= 0; i--)
        cairo_line_to (cr, from + (to - from) * i / (2.0 * n), i % 2 == 0 ? y : y - TEAR_HEIGHT);
    }
  else
    {
      double zero = area->y + area->height * (1.0 - eqp_axis_normalize (&scale->y, MAX (0.0, scale->y.min)));

      cairo_line_to (cr, to, zero);
      cairo_line_to (cr, from, zero);
    }
  cairo_close_path (cr);
}

typedef struct
{
  double x;
  double data;
  double low;    /* of the total, in this column */
  double high;
  double last;
} Column;

/* One entry a step, or one a device pixel column when there are more steps than that. px. */
static GArray *
make_columns (const EqpObjectiveScale *scale,
              const EqpObjectiveModel *model,
              const EqpRect           *area,
              const EqpStyle          *style)
{
  GArray *columns = g_array_new (FALSE, FALSE, sizeof (Column));
  double per_step = area->width / (scale->x.max - scale->x.min);
  gboolean decimated = per_step * style->scale < 1.0;
  double to_y = area->height / (scale->y.max - scale->y.min);
  gint64 last = -1;

  for (gint64 i = 0; i < model->n; i++)
    {
      double x = area->x + i * per_step;
      gint64 column = decimated ? (gint64) (x * style->scale) : i;
      double data, total;

      if (!is_drawn (model, i))
        continue;
      data = area->y + (scale->y.max - model->data_term[i]) * to_y;
      total = area->y + (scale->y.max - drawn_total (model, i)) * to_y;
      if (column != last)
        {
          Column added = { x, data, total, total, total };

          g_array_append_val (columns, added);
        }
      else
        {
          Column *current = &g_array_index (columns, Column, columns->len - 1);

          current->data = data;
          current->low = MAX (current->low, total);
          current->high = MIN (current->high, total);
          current->last = total;
        }
      last = column;
    }
  /* A single step is shown as a level over the whole width. */
  if (columns->len == 1)
    {
      Column copy = g_array_index (columns, Column, 0);

      copy.x = area->x + area->width;
      g_array_append_val (columns, copy);
    }
  return columns;
}

/* Words on the areas stand on a patch of the plot's own color: orange behind gray cannot be read. */
static void
draw_note (EqpText        *text,
           const char     *label,
           double          left,
           double          y,
           double          width,
           EqpRgba         color,
           const EqpStyle *style)
{
  double line = style->font_size;

  _eqp_round_rectangle (text->cr, left - 0.3 * line, y - 0.55 * line, width + 0.6 * line, 1.1 * line, 0.3 * line);
  eqp_rgba_set_source (text->cr, eqp_rgba_with_alpha (style->card, 0.85));
  cairo_fill (text->cr);
  _eqp_text_draw_in (text, label, left, y, 0.0, width, color);
}

static void
draw_peak (cairo_t                 *cr,
           const EqpObjectiveScale *scale,
           const EqpRect           *area,
           double                   x,
           const EqpStyle          *style)
{
  g_auto (EqpText) text = { 0 };
  g_autofree char *value = eqp_format_tick (scale->peak, scale->peak / 100.0, scale->peak);
  g_autofree char *label = g_strconcat ("\342\206\221\302\240", value, NULL);
  double width;

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  width = ceil (_eqp_text_width (&text, label));
  x += 0.5 * style->font_size;
  draw_note (&text, label, x, area->y + 0.6 * style->font_size, width, style->foreground, style);
}

/* Below @curves, down to the end of @area. */
static void
draw_base (cairo_t                 *cr,
           const EqpObjectiveModel *model,
           const EqpRect           *area,
           const EqpRect           *curves,
           const EqpStyle          *style)
{
  double top = curves->y + curves->height + 2.0, height = area->y + area->height - top, line = style->font_size;
  int n = MAX (1, (int) (area->width / TEAR_WIDTH));
  g_auto (EqpText) text = { 0 };
  g_autofree char *value = eqp_format_number (model->penalty_floor, 7);
  /* Translators: %s is a number; what perfectly even sizes cost, the same in each iteration. */
  g_autofree char *label = g_strdup_printf (_("+ %s in each iteration: γn²/K, the price of even sizes"), value);
  g_autofree char *brief = g_strdup_printf (_("+ γn²/K = %s"), value);

  for (int i = 0; i <= 2 * n; i++)
    cairo_line_to (cr, area->x + area->width * i / (2.0 * n), i % 2 == 0 ? top + TEAR_HEIGHT : top);
  cairo_line_to (cr, area->x + area->width, top + height);
  cairo_line_to (cr, area->x, top + height);
  cairo_close_path (cr);
  eqp_rgba_set_source (cr, style->grid);
  cairo_fill (cr);
  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  _eqp_text_draw_in (&text, _eqp_text_width (&text, label) + line <= area->width ? label : brief, area->x + 0.5 * line,
                     top + 0.5 * (TEAR_HEIGHT + height), 0.0, MAX (0.0, area->width - line), style->foreground);
}

/**
 * eqp_draw_objective_data:
 * @cr: where to draw
 * @scale: the scale
 * @model: the trace
 * @whole: the plot area
 * @style: the style
 *
 * Draws areas and line, O(n) with at most a few points a pixel column.
 */
void
eqp_draw_objective_data (cairo_t                 *cr,
                         const EqpObjectiveScale *scale,
                         const EqpObjectiveModel *model,
                         const EqpRect           *whole,
                         const EqpStyle          *style)
{
  const EqpRect curves = area_of_curves (model, whole, style), *area = &curves;
  g_autoptr (GArray) columns = make_columns (scale, model, area, style);
  const Column *column = (const Column *) (void *) columns->data;
  int n = (int) columns->len;
  double crossing = area->x;

  if (n == 0)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, area->x, area->y, area->width, area->height);
  cairo_clip (cr);

  for (int i = 0; i < n; i++)
    cairo_line_to (cr, column[i].x, column[i].data);
  close_below (cr, scale, area, column[0].x, column[n - 1].x);
  eqp_rgba_set_source (cr, eqp_palette_data_term (style));
  cairo_fill (cr);

  if (model->penalty != NULL)
    {
      for (int i = 0; i < n; i++)
        cairo_line_to (cr, column[i].x, column[i].last);
      for (int i = n - 1; i >= 0; i--)
        cairo_line_to (cr, column[i].x, column[i].data);
      cairo_close_path (cr);
      eqp_rgba_set_source (cr, eqp_palette_penalty (style));
      cairo_fill (cr);
    }
  cairo_restore (cr);

  /* The line may stand half its width above the area: a flat trace at the top end is not to be cut. */
  cairo_save (cr);
  cairo_rectangle (cr, area->x - 2.0, area->y - (scale->top_clipped ? 0.0 : 2.0), area->width + 4.0,
                   area->height + 4.0);
  cairo_clip (cr);
  for (int i = 0; i < n; i++)
    {
      if (column[i].low > column[i].high)
        {
          cairo_line_to (cr, column[i].x, column[i].high);
          cairo_line_to (cr, column[i].x, column[i].low);
        }
      cairo_line_to (cr, column[i].x, column[i].last);
      if (column[i].last < area->y)
        crossing = column[MIN (i + 1, n - 1)].x;
    }
  eqp_rgba_set_source (cr, style->foreground);
  cairo_set_line_width (cr, style->high_contrast ? 2.5 : 2.0);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (cr);
  cairo_restore (cr);

  if (scale->top_clipped)
    draw_peak (cr, scale, area, crossing, style);
  if (curves.height < whole->height)
    draw_base (cr, model, whole, &curves, style);
}

/* How much the header says: it takes the first form that fits. */
enum {
  HEADER_FULL,
  HEADER_SHORT,
  HEADER_NAMES,
  HEADER_N_FORMS
};

static char *
header_label (const char *name,
              double      value,
              gboolean    known,
              int         form)
{
  g_autofree char *number = NULL;

  if (form == HEADER_NAMES || !known)
    return g_strdup (name);
  number = form == HEADER_FULL ? eqp_format_number (value, 6) : eqp_format_tick (value, fabs (value) / 1000.0, value);
  return g_strdup_printf ("%s\302\240\302\240%s", name, number);
}

/**
 * eqp_draw_objective_values:
 * @cr: where to draw
 * @model: the trace
 * @rect: the whole plot
 * @style: the style
 *
 * Draws the line above the plot area: what the colors mean, with the values at the cursor or at the last step, as they
 * are read off the axis.
 */
void
eqp_draw_objective_values (cairo_t                 *cr,
                           const EqpObjectiveModel *model,
                           const EqpRect           *rect,
                           const EqpStyle          *style)
{
  EqpRect area = eqp_draw_objective_plot_area (rect, style);
  gint64 step = model->cursor >= 0 && model->cursor < model->n ? model->cursor : model->n - 1;
  double data = step >= 0 ? model->data_term[step] : NAN;
  double sum = step >= 0 ? drawn_total (model, step) : NAN;
  const char *names[3] = { model->data_name != NULL ? model->data_name : _("Data term"),
                           model->penalty_name != NULL ? model->penalty_name
                           : has_base (model)          ? _("Unevenness")
                                                       : _("Balance penalty"),
                           has_base (model) ? _("Sum") : _("Total") };
  const double values[3] = { data, sum - data, sum };
  const EqpRgba colors[3] = { eqp_palette_data_term (style), eqp_palette_penalty (style), style->foreground };
  double gap = 0.85 * style->font_size, room = area.width;
  double x = area.x, y = rect->y + EQP_PLOT_HEADER * style->font_size;
  char *labels[3] = { NULL, NULL, NULL };
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  for (int form = 0; form < HEADER_N_FORMS; form++)
    {
      double width = -gap;

      for (int i = 0; i < 3; i++)
        {
          g_free (labels[i]);
          labels[i] = header_label (names[i], values[i], step >= 0, form);
          if (i != 1 || model->penalty != NULL)
            width += gap + _eqp_key_width (&text, labels[i], style);
        }
      /* In a narrow plot the line begins left of the axis. */
      x = CLAMP (area.x + room - width, rect->x + gap, area.x);
      if (x + width <= area.x + room)
        break;
    }
  for (int i = 0; i < 3; i++)
    {
      if ((i != 1 || model->penalty != NULL) && x + _eqp_key_width (&text, labels[i], style) <= area.x + room)
        x += gap + _eqp_draw_key (&text, i == 2 ? EQP_KEY_LINE : EQP_KEY_SWATCH, labels[i], x, y, colors[i], style);
      g_free (labels[i]);
    }
}

/**
 * eqp_draw_objective_cursor:
 * @cr: where to draw
 * @scale: the scale
 * @model: the trace
 * @area: the plot area
 * @step: the step to point at; others than 0..n-1 draw nothing
 * @style: the style
 *
 * Draws a line at @step, dots on the curves and the number of the step below.
 */
void
eqp_draw_objective_cursor (cairo_t                 *cr,
                           const EqpObjectiveScale *scale,
                           const EqpObjectiveModel *model,
                           const EqpRect           *area,
                           gint64                   step,
                           const EqpStyle          *style)
{
  EqpRgba color = style->high_contrast ? style->foreground : style->accent;
  EqpRect curves = area_of_curves (model, area, style);
  double x, y, width;
  g_autofree char *label = NULL;
  g_auto (EqpText) text = { 0 };

  if (step < 0 || step >= model->n)
    return;
  x = _eqp_crisp (area->x + area->width * eqp_axis_normalize (&scale->x, step + model->first), style);
  cairo_move_to (cr, x, area->y);
  cairo_line_to (cr, x, area->y + area->height + 3.0);
  eqp_rgba_set_source (cr, color);
  cairo_set_line_width (cr, MAX (1.0, _eqp_hairline (style)));
  cairo_stroke (cr);
  if (is_drawn (model, step))
    {
      y = curves.y + curves.height * (1.0 - eqp_axis_normalize (&scale->y, drawn_total (model, step)));
      if (y >= curves.y && y <= curves.y + curves.height)
        {
          cairo_arc (cr, x, y, 4.5, 0.0, 2.0 * G_PI);
          eqp_rgba_set_source (cr, style->card);
          cairo_fill (cr);
          cairo_arc (cr, x, y, 3.0, 0.0, 2.0 * G_PI);
          eqp_rgba_set_source (cr, color);
          cairo_fill (cr);
        }
    }

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, TRUE);
  label = eqp_format_count (model->first + step);
  width = _eqp_text_width (&text, label) + style->font_size;
  y = area->y + area->height + EQP_PLOT_LABELS * style->font_size;
  x = CLAMP (x, area->x + width / 2.0 - style->font_size, area->x + area->width - width / 2.0 + 0.9 * style->font_size);
  _eqp_round_rectangle (cr, x - width / 2.0, y - 0.65 * style->font_size, width, 1.3 * style->font_size,
                        0.65 * style->font_size);
  eqp_rgba_set_source (cr, color);
  cairo_fill (cr);
  _eqp_text_draw (&text, label, x, y, 0.5, style->card);
}

/**
 * eqp_draw_objective:
 * @cr: where to draw
 * @model: the trace
 * @rect: the whole plot
 * @style: the style
 *
 * Draws the whole plot, for pictures and print.
 */
void
eqp_draw_objective (cairo_t                 *cr,
                    const EqpObjectiveModel *model,
                    const EqpRect           *rect,
                    const EqpStyle          *style)
{
  EqpRect area = eqp_draw_objective_plot_area (rect, style);
  EqpObjectiveScale scale;

  eqp_objective_scale_init (&scale, model, area.height, style);
  eqp_draw_objective_furniture (cr, &scale, model, rect, style);
  eqp_draw_objective_data (cr, &scale, model, &area, style);
  eqp_draw_objective_values (cr, model, rect, style);
  if (model->cursor >= 0)
    eqp_draw_objective_cursor (cr, &scale, model, &area, model->cursor, style);
}
