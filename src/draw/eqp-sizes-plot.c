/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cluster sizes: bars from 0, a rule at n/K, and the sizes of reference runs as outlines over them. From one bar to a
 * thousand: labels thin out first, then gaps close, and at last several bars share a pixel column. */
#include "config.h"

#include "eqp-sizes-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "eqp-format.h"
#include "eqp-palette.h"
#include "eqp-plot-private.h"
#include "eqp-text-private.h"

/* Below this pitch references are one step line instead of outlines of bars. */
#define OUTLINES_FROM 7.0
/* Below this one, levels only. */
#define STEPS_FROM 2.0

/* How far above the bars references may reach; those beyond run out at the top, with their value. */
#define REFERENCE_REACH 3.0
/* How far above them the band of chance may. */
#define BAND_REACH 1.5
/* Between two keys of a line that is too long otherwise, in font sizes. */
#define HEADER_TIGHT 0.55
/* px of a band of chance whose ends have lines. */
#define LEAST_ENDED 8.0
/* Room above the bars for references that run out. */
#define BEYOND_ROOM 1.25

/**
 * eqp_sizes_model_init:
 * @self: the model to fill: no clusters, no references, no cursor
 */
void
eqp_sizes_model_init (EqpSizesModel *self)
{
  *self = (EqpSizesModel) { .cursor = -1 };
}

/**
 * eqp_sizes_scale_init:
 * @self: the scale to fill
 * @model: the sizes
 * @area: the plot area
 * @style: the style
 *
 * Chooses both axes. The axis of sizes begins at 0, as bars must. Plain min-cut may put nearly all rows into one
 * cluster: so that the bars stay large enough to compare, what is more than three times the largest of them is left
 * out.
 */
void
eqp_sizes_scale_init (EqpSizesScale       *self,
                      const EqpSizesModel *model,
                      const EqpRect       *area,
                      const EqpStyle      *style)
{
  double largest = 0.0, reach = INFINITY, room = 1.0, reference = 0.0, n = 0.0;
  int wanted = (int) CLAMP (area->height / (2.8 * style->font_size), 1.0, 6.0);

  self->bars = MAX (model->k, 0);
  for (gint c = 0; c < model->k; c++)
    {
      n += model->sizes[c];
      largest = MAX (largest, model->sizes[c]);
    }
  if (model->k > 0)
    reach = REFERENCE_REACH * largest;
  for (int r = 0; r < 2; r++)
    {
      self->bars = MAX (self->bars, model->reference_k[r]);
      for (gint c = 0; c < model->reference_k[r]; c++)
        if ((double) model->reference[r][c] <= reach)
          reference = MAX (reference, model->reference[r][c]);
        else
          room = BEYOND_ROOM;
    }
  largest = MAX (room * largest, MAX (reference, MIN ((double) model->band_high, BAND_REACH * largest)));
  self->even = model->k > 0 ? n / (model->own_k > 0 ? model->own_k : model->k) : 0.0;
  eqp_axis_init (&self->y, EQP_AXIS_LINEAR, 0.0, MAX (largest, 1.0));
  self->y.integral = TRUE;
  eqp_axis_expand (&self->y, wanted);
  self->device = style->scale;
  self->pitch = area->width / MAX (self->bars, 1);
  /* A single bar as wide as the plot would look like a background. */
  self->width = self->pitch >= 8.0 ? MIN (0.74 * self->pitch, 6.0 * style->font_size)
              : self->pitch >= 3.0 ? self->pitch - 1.0 : self->pitch;
}

/**
 * eqp_draw_sizes_plot_area:
 * @rect: the whole plot
 * @style: the style
 *
 * Returns: the part of @rect where the bars are. Its left edge is the one of eqp_draw_objective_plot_area().
 */
EqpRect
eqp_draw_sizes_plot_area (const EqpRect  *rect,
                          const EqpStyle *style)
{
  double line = style->font_size;

  return _eqp_inset (rect, round (EQP_PLOT_LEFT * line), round (EQP_PLOT_TOP * line), round (0.9 * line),
                     round (EQP_SIZES_FOOT * line));
}

/**
 * eqp_sizes_bar_rect:
 * @scale: the scale
 * @area: the plot area
 * @bar: its number, from 0
 * @size: rows
 *
 * Returns: where the bar is; it covers whole device pixels, and at least one of them when @size is above 0
 */
EqpRect
eqp_sizes_bar_rect (const EqpSizesScale *scale,
                    const EqpRect       *area,
                    gint                 bar,
                    double               size)
{
  double device = scale->device;
  double left = area->x + (bar + 0.5) * scale->pitch - scale->width / 2.0;
  double right = left + scale->width;
  double height = area->height * eqp_axis_normalize (&scale->y, size);
  double bottom = area->y + area->height;
  double top = round ((bottom - height) * device) / device;

  if (size > 0.0)
    top = MIN (top, bottom - 1.0 / device);
  left = round (left * device) / device;
  right = MAX (round (right * device) / device, left + 1.0 / device);
  return (EqpRect) { left, top, right - left, bottom - top };
}

/**
 * eqp_sizes_bar_at:
 * @scale: the scale
 * @area: the plot area
 * @x: px
 *
 * Returns: the bar whose place @x is in, -1 when there is none
 */
gint
eqp_sizes_bar_at (const EqpSizesScale *scale,
                  const EqpRect       *area,
                  double               x)
{
  double bar = floor ((x - area->x) / scale->pitch);

  return bar >= 0.0 && bar < scale->bars ? (gint) bar : -1;
}

/* A single row is no part of a bar that could be seen. */
static gboolean
fades (const EqpSizesModel *model)
{
  gint64 total = 0;

  for (gint c = 0; model->selected != NULL && c < model->k; c++)
    total += model->selected[c];
  return total > 1;
}

/* Opaque, so that what stands behind bars does not show through. */
static EqpRgba
faded_color (gint            bar,
             const EqpStyle *style)
{
  return eqp_rgba_mix (eqp_palette_color (bar, style), style->card, 0.7);
}

/* More bars than device pixels: a column is solid up to its smallest bar and pale from there to its largest. */
static void
foreach_column (const EqpSizesScale *scale,
                const EqpSizesModel *model,
                const EqpRect       *area,
                const EqpStyle      *style,
                EqpSizesBarFunc      func,
                gpointer             user_data)
{
  gint c = 0;

  while (c < model->k)
    {
      gint64 column = (gint64) ((c + 0.5) * scale->pitch * scale->device);
      gint largest = c, smallest = c;
      EqpRect high, low;

      for (; c < model->k && (gint64) ((c + 0.5) * scale->pitch * scale->device) == column; c++)
        {
          largest = model->sizes[c] > model->sizes[largest] ? c : largest;
          smallest = model->sizes[c] < model->sizes[smallest] ? c : smallest;
        }
      high = eqp_sizes_bar_rect (scale, area, largest, model->sizes[largest]);
      low = eqp_sizes_bar_rect (scale, area, smallest, model->sizes[smallest]);
      high.x = low.x = area->x + column / scale->device;
      high.width = low.width = 1.0 / scale->device;
      high.height = low.y - high.y;
      if (high.height > 0.0)
        func (&high, eqp_rgba_with_alpha (eqp_palette_color (largest, style), 0.5), largest, user_data);
      if (low.height > 0.0)
        func (&low, eqp_palette_color (smallest, style), smallest, user_data);
    }
}

/**
 * eqp_sizes_foreach_bar:
 * @scale: the scale
 * @model: the sizes
 * @area: the plot area
 * @style: the style
 * @func: (scope call): called for each rectangle, from left to right
 * @user_data: for @func
 *
 * Takes the bars apart into rectangles, for who has faster means to fill them than Cairo. At most two a device pixel,
 * or two a bar: where more than a row is selected, what is not is pale.
 */
void
eqp_sizes_foreach_bar (const EqpSizesScale *scale,
                       const EqpSizesModel *model,
                       const EqpRect       *area,
                       const EqpStyle      *style,
                       EqpSizesBarFunc      func,
                       gpointer             user_data)
{
  gboolean faded = fades (model);

  if (scale->pitch * scale->device < 1.0)
    {
      foreach_column (scale, model, area, style, func, user_data);
      return;
    }
  for (gint c = 0; c < model->k; c++)
    if (model->sizes[c] > 0)
      {
        EqpRect rect = eqp_sizes_bar_rect (scale, area, c, model->sizes[c]);
        EqpRect part = rect;

        if (faded && model->selected[c] < model->sizes[c])
          {
            func (&rect, faded_color (c, style), c, user_data);
            part = eqp_sizes_bar_rect (scale, area, c, MIN (model->selected[c], model->sizes[c]));
          }
        if (part.height > 0.0)
          func (&part, eqp_palette_color (c, style), c, user_data);
      }
}

/* @brief: the axis tells the value, too */
static char *
even_label (const EqpSizesScale *scale,
            gboolean             weighted,
            gboolean             brief)
{
  g_autofree char *value = eqp_format_number (scale->even, scale->even >= 100.0 ? 4 : 3);

  if (brief)
    return g_strdup (weighted ? _("Σw/K") : _("n/K"));
  if (weighted)
    /* Translators: the mean cluster size, where rows count with their weights w; K is the number of clusters. */
    return g_strdup_printf (_("Σw/K\302\240=\302\240%s"), value);
  /* Translators: the mean cluster size; n is the number of rows, K that of clusters. */
  return g_strdup_printf (_("n/K\302\240=\302\240%s"), value);
}

static gboolean
has_band (const EqpSizesModel *model)
{
  return model->k >= 2 && model->band_high > 0;
}

static EqpRgba
band_color (const EqpStyle *style)
{
  return eqp_rgba_with_alpha (style->foreground, style->high_contrast ? 0.3 : 0.12);
}

/* Translators: a key of the plot of sizes: what sizes clusters have if rows are thrown into them at random */
static const char *
band_name (void)
{
  return _("by chance");
}

static double
measure_header (EqpText             *text,
                const EqpSizesModel *model,
                const char          *even,
                double               gap,
                const EqpStyle      *style)
{
  double width = model->k > 0 ? _eqp_key_width (text, even, style) : 0.0;

  for (int r = 0; r < 2; r++)
    if (model->reference_k[r] > 0 && model->reference_name[r] != NULL)
      width += gap + _eqp_key_width (text, model->reference_name[r], style);
  if (has_band (model))
    width += gap + _eqp_key_width (text, band_name (), style);
  return width;
}

/* Begins where the bars do, and ends where they do; a long one takes the room above the labels, too, moves its keys
 * together, and leaves the mean size to the axis. What has no room even then is left out. */
static void
draw_header (cairo_t             *cr,
             const EqpSizesScale *scale,
             const EqpSizesModel *model,
             const EqpRect       *rect,
             const EqpRect       *area,
             const EqpStyle      *style)
{
  double x = area->x, y = rect->y + EQP_PLOT_HEADER * style->font_size, gap = style->font_size;
  double left = rect->x + 0.5 * style->font_size, end = area->x + area->width;
  g_autofree char *even = even_label (scale, model->weighted, FALSE);
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  if (x + measure_header (&text, model, even, gap, style) > end)
    {
      gap = HEADER_TIGHT * style->font_size;
      if (left + measure_header (&text, model, even, gap, style) > end)
        {
          g_free (even);
          even = even_label (scale, model->weighted, TRUE);
        }
      x = CLAMP (end - measure_header (&text, model, even, gap, style), left, x);
    }
  if (model->k > 0)
    x += gap + _eqp_draw_key (&text, EQP_KEY_LINE, even, x, y, style->foreground, style);
  for (int r = 0; r < 2; r++)
    if (model->reference_k[r] > 0 && model->reference_name[r] != NULL &&
        x + _eqp_key_width (&text, model->reference_name[r], style) <= end)
      x += gap + _eqp_draw_key (&text, r == 0 ? EQP_KEY_OUTLINE : EQP_KEY_DASHED, model->reference_name[r], x, y,
                                style->foreground, style);
  if (has_band (model) && x + _eqp_key_width (&text, band_name (), style) <= end)
    _eqp_draw_key (&text, EQP_KEY_SWATCH, band_name (), x, y, band_color (style), style);
}

static void
draw_bar_numbers (cairo_t             *cr,
                  const EqpSizesScale *scale,
                  const EqpRect       *area,
                  const EqpStyle      *style)
{
  static const int nice[] = { 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000 };
  g_autofree char *widest = eqp_format_count (scale->bars);
  double y = area->y + area->height + EQP_PLOT_LABELS * style->font_size, width;
  gsize every = 0;
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  width = _eqp_text_width (&text, widest) + 0.25 * style->font_size;
  while (every + 1 < G_N_ELEMENTS (nice) && nice[every] * scale->pitch < width)
    every++;
  /* 1, 3, 5 ... or 1, 10, 20 ...: the first bar always has its number. */
  for (gint bar = 0; bar < scale->bars; bar = bar == 0 && nice[every] > 2 ? nice[every] - 1 : bar + nice[every])
    {
      g_autofree char *label = eqp_format_count (bar + 1);

      _eqp_text_draw (&text, label, area->x + (bar + 0.5) * scale->pitch, y, 0.5, style->dim);
    }
}

/* From edge to edge, so that the gaps between bars show it and the ends of bars stand against it. What is as faint as a
 * ground has to be shows its ends by lines, where these are not one with that of n/K; the grid is below them. */
static void
draw_grid_and_band (cairo_t             *cr,
                    const EqpSizesScale *scale,
                    const EqpSizesModel *model,
                    const EqpRect       *area,
                    const EqpStyle      *style)
{
  double top = CLAMP (eqp_axis_normalize (&scale->y, (double) model->band_high), 0.0, 1.0);
  double bottom = CLAMP (eqp_axis_normalize (&scale->y, (double) model->band_low), 0.0, 1.0);
  double height = MAX (area->height * (top - bottom), 1.0), ends[] = { top, bottom };

  if (has_band (model))
    {
      cairo_rectangle (cr, area->x, area->y + area->height * (1.0 - top), area->width, height);
      eqp_rgba_set_source (cr, band_color (style));
      cairo_fill (cr);
    }
  _eqp_draw_grid (cr, NULL, &scale->y, area, EQP_GRID_HORIZONTAL, style);
  if (!has_band (model) || height < LEAST_ENDED)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      double y = round (area->y + area->height * (1.0 - ends[i])) + 0.5;

      cairo_move_to (cr, area->x, y);
      cairo_line_to (cr, area->x + area->width, y);
    }
  eqp_rgba_set_source (cr, eqp_palette_neutral (style));
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
}

/**
 * eqp_draw_sizes_furniture:
 * @cr: where to draw
 * @scale: the scale
 * @model: the sizes
 * @rect: the whole plot
 * @style: the style
 *
 * Draws the band of chance, grid, ticks, cluster numbers (from 1) and legend; to be drawn below the bars. It depends on
 * the sizes only through @scale.
 */
void
eqp_draw_sizes_furniture (cairo_t             *cr,
                          const EqpSizesScale *scale,
                          const EqpSizesModel *model,
                          const EqpRect       *rect,
                          const EqpStyle      *style)
{
  EqpRect area = eqp_sizes_pictured_area (model, rect, style), corner = area;
  g_auto (EqpText) text = { 0 };

  draw_grid_and_band (cr, scale, model, &area, style);
  _eqp_draw_tick_labels (cr, NULL, &scale->y, &area, area.x - rect->x, style);
  draw_bar_numbers (cr, scale, &area, style);
  draw_header (cr, scale, model, rect, &area, style);
  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  /* The first number stands under the middle of its bar: there is room, which the other side of the title needs. */
  corner.x += round (0.35 * style->font_size);
  _eqp_draw_corner_title (&text, _("Cluster"), rect, &corner, style);
}

/* px of the plain edge of a hatched bar. */
#define EDGE 2.0

typedef struct
{
  cairo_t        *cr;
  const EqpStyle *style;
  gboolean        hatched;
} BarPainter;

static void
paint_bar (const EqpRect *rect,
           EqpRgba        color,
           gint           bar,
           gpointer       user_data)
{
  BarPainter *painter = user_data;

  eqp_rgba_set_source (painter->cr, color);
  cairo_rectangle (painter->cr, rect->x, rect->y, rect->width, rect->height);
  cairo_fill (painter->cr);
  if (painter->hatched && eqp_palette_hatch (bar) != 0)
    {
      eqp_rgba_set_source (painter->cr, eqp_palette_text_color (bar, painter->style));
      _eqp_fill_hatch (painter->cr, rect, eqp_palette_hatch (bar));
      /* Lines of the ground's color would open its edges. */
      cairo_rectangle (painter->cr, rect->x + EDGE / 2.0, rect->y + EDGE / 2.0, rect->width - EDGE,
                       MAX (rect->height - EDGE, 0.0));
      eqp_rgba_set_source (painter->cr, color);
      cairo_set_line_width (painter->cr, EDGE);
      cairo_stroke (painter->cr);
    }
}

/**
 * eqp_draw_sizes_bars:
 * @cr: where to draw
 * @scale: the scale
 * @model: the sizes
 * @area: the plot area
 * @style: the style; in high contrast wide bars are hatched
 *
 * Draws the bars alone.
 */
void
eqp_draw_sizes_bars (cairo_t             *cr,
                     const EqpSizesScale *scale,
                     const EqpSizesModel *model,
                     const EqpRect       *area,
                     const EqpStyle      *style)
{
  BarPainter painter = { cr, style, style->high_contrast && scale->width >= 8.0 };

  eqp_sizes_foreach_bar (scale, model, area, style, paint_bar, &painter);
}

/* Where a reference runs out at the top: an arrow and its value, where there is room. */
static void
draw_beyond (cairo_t             *cr,
             const EqpSizesScale *scale,
             const EqpSizesModel *model,
             int                  which,
             const EqpRect       *area,
             const EqpStyle      *style)
{
  double free_from = area->x, y = area->y + 0.6 * style->font_size;
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  /* The second one gives way to the first. */
  for (gint c = 0; which == 1 && c < model->reference_k[0]; c++)
    if ((double) model->reference[0][c] > scale->y.max)
      y = area->y + 1.8 * style->font_size;
  for (gint c = 0; c < model->reference_k[which]; c++)
    if ((double) model->reference[which][c] > scale->y.max)
      {
        g_autofree char *value = eqp_format_count (model->reference[which][c]);
        g_autofree char *label = g_strconcat ("\342\206\221\302\240", value, NULL);
        double width = _eqp_text_width (&text, label), x = area->x + (c + 0.5) * scale->pitch - width / 2.0;

        x = CLAMP (x, area->x, area->x + area->width - width);
        if (x < free_from)
          continue;
        /* Outlines that reach up to here go behind it. */
        eqp_rgba_set_source (cr, eqp_rgba_with_alpha (style->card, 0.85));
        _eqp_round_rectangle (cr, x - 3.0, y - 0.55 * style->font_size, width + 6.0, 1.1 * style->font_size, 3.0);
        cairo_fill (cr);
        _eqp_text_draw (&text, label, x, y, 0.0, style->foreground);
        free_from = x + width + 0.5 * style->font_size;
      }
}

static void
draw_reference (cairo_t             *cr,
                const EqpSizesScale *scale,
                const EqpSizesModel *model,
                int                  which,
                const EqpRect       *area,
                const EqpStyle      *style)
{
  double bottom = area->y + area->height, line = style->high_contrast ? 2.0 : 1.5;

  for (gint c = 0; c < model->reference_k[which]; c++)
    {
      EqpRect bar = eqp_sizes_bar_rect (scale, area, c, model->reference[which][c]);
      gboolean beyond = (double) model->reference[which][c] > scale->y.max;
      double top = CLAMP (bar.y + line / 2.0, area->y, bottom);

      if (scale->pitch >= OUTLINES_FROM && which == 0)
        {
          cairo_move_to (cr, bar.x - 1.5, bottom);
          cairo_line_to (cr, bar.x - 1.5, top);
          if (beyond)
            cairo_move_to (cr, bar.x + bar.width + 1.5, top);
          else
            cairo_line_to (cr, bar.x + bar.width + 1.5, top);
          cairo_line_to (cr, bar.x + bar.width + 1.5, bottom);
        }
      /* Two nested boxes are hard to tell apart: of the second reference only the level is marked. */
      else if (scale->pitch >= OUTLINES_FROM)
        {
          if (beyond)
            continue;
          cairo_move_to (cr, bar.x - 3.0, top);
          cairo_line_to (cr, bar.x + bar.width + 3.0, top);
        }
      else if (scale->pitch >= STEPS_FROM)
        {
          double left = area->x + c * scale->pitch;

          cairo_line_to (cr, left, top);
          cairo_line_to (cr, left + scale->pitch, top);
        }
      /* A line up and down every other pixel would be a dark block: only the levels are marked. */
      else
        {
          cairo_move_to (cr, bar.x, top);
          cairo_line_to (cr, bar.x + MAX (bar.width, 1.0), top);
        }
    }
  /* A hem of the plot's own color, so that a line is seen on a bar of any color. */
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  if (scale->pitch >= OUTLINES_FROM)
    {
      eqp_rgba_set_source (cr, style->card);
      cairo_set_line_width (cr, line + 2.0);
      cairo_stroke_preserve (cr);
    }
  eqp_rgba_set_source (cr, style->foreground);
  cairo_set_line_width (cr, scale->pitch >= OUTLINES_FROM ? line : 1.0);
  if (which == 1)
    cairo_set_dash (cr, (double[]) { 3.0, 2.0 }, 2, 0.0);
  cairo_stroke (cr);
  cairo_set_dash (cr, NULL, 0, 0.0);
}

/* Where in a bar no outline crosses its label: at its foot, where labels of bars of any size stand in a row, or else as
 * near to it as possible. Returns NAN where there is no such place: a number that is struck out cannot be read. */
static double
label_place (const EqpSizesScale *scale,
             const EqpSizesModel *model,
             const EqpRect       *area,
             gint                 bar,
             const EqpRect       *rect,
             double               line)
{
  static const double places[] = { 1.0, 0.7, 0.5, 0.3, 0.0 };

  for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
    {
      double y = rect->y + CLAMP (places[i] * rect->height, 0.85 * line, rect->height - 0.85 * line);
      gboolean free = TRUE;

      for (int r = 0; r < 2; r++)
        if (bar < model->reference_k[r])
          free &= fabs (eqp_sizes_bar_rect (scale, area, bar, model->reference[r][bar]).y - y) > 0.75 * line;
      if (free)
        return y;
    }
  return NAN;
}

/**
 * eqp_draw_sizes_labels:
 * @cr: where to draw
 * @scale: the scale
 * @model: the sizes
 * @area: the plot area
 * @style: the style
 *
 * Writes the sizes, where there is room, into the feet of the bars, or where no outline is in the way; of bars that run
 * out at the top, or are crossed everywhere, none.
 */
void
eqp_draw_sizes_labels (cairo_t             *cr,
                       const EqpSizesScale *scale,
                       const EqpSizesModel *model,
                       const EqpRect       *area,
                       const EqpStyle      *style)
{
  g_autofree char *widest = eqp_format_count ((gint64) scale->y.max);
  double line = style->font_size;
  gboolean hatched = style->high_contrast, faded = fades (model);
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  if (_eqp_text_width (&text, widest) + 4.0 > scale->width)
    return;
  for (gint c = 0; c < model->k; c++)
    {
      EqpRect bar = eqp_sizes_bar_rect (scale, area, c, model->sizes[c]);
      gboolean inside = bar.height >= 1.7 * line;
      double y = inside ? label_place (scale, model, area, c, &bar, line) : bar.y - 0.75 * line;
      g_autofree char *label = (double) model->sizes[c] <= scale->y.max ? eqp_format_count (model->sizes[c]) : NULL;
      gboolean whole = !faded || model->selected[c] == model->sizes[c], pale = faded && model->selected[c] == 0;

      if (label == NULL || isnan (y))
        continue;
      /* On both colors of a bar that is selected in part. */
      if (inside && (hatched || !(whole || pale)))
        {
          double width = MIN (bar.width - 2.0, _eqp_text_width (&text, label) + 0.7 * line);

          eqp_rgba_set_source (cr, pale ? faded_color (c, style) : eqp_palette_color (c, style));
          cairo_rectangle (cr, round (bar.x + (bar.width - width) / 2.0), y - 0.6 * line, round (width), 1.2 * line);
          cairo_fill (cr);
        }
      _eqp_text_draw (&text, label, bar.x + bar.width / 2.0, y, 0.5,
                      inside && !pale ? eqp_palette_text_color (c, style) : style->foreground);
    }
}

/**
 * eqp_draw_sizes_selection:
 * @cr: where to draw
 * @scale: the scale
 * @model: the sizes, and what is selected of them
 * @area: the plot area
 * @style: the style
 *
 * Outlines the bars that have selected rows, and marks their places below the axis, which shows where bars are narrow.
 * To be drawn above all others.
 */
void
eqp_draw_sizes_selection (cairo_t             *cr,
                          const EqpSizesScale *scale,
                          const EqpSizesModel *model,
                          const EqpRect       *area,
                          const EqpStyle      *style)
{
  EqpRgba color = style->high_contrast ? style->foreground : style->accent;

  for (gint c = 0; model->selected != NULL && c < model->k; c++)
    {
      EqpRect bar = eqp_sizes_bar_rect (scale, area, c, model->sizes[c]);
      double width = MAX (scale->pitch, 3.0), left = area->x + (c + 0.5) * scale->pitch - width / 2.0;

      if (model->selected[c] == 0)
        continue;
      cairo_rectangle (cr, left, area->y + area->height, width, 3.0);
      eqp_rgba_set_source (cr, color);
      cairo_fill (cr);
      if (scale->pitch < OUTLINES_FROM)
        continue;
      cairo_rectangle (cr, bar.x, bar.y, bar.width, bar.height);
      eqp_rgba_set_source (cr, style->card);
      cairo_set_line_width (cr, 5.0);
      cairo_stroke_preserve (cr);
      eqp_rgba_set_source (cr, color);
      cairo_set_line_width (cr, 3.0);
      cairo_stroke (cr);
    }
}

/**
 * eqp_draw_sizes_references:
 * @cr: where to draw
 * @scale: the scale
 * @model: the references
 * @area: the plot area
 * @style: the style
 *
 * Draws what the bars are compared with: the sizes of other runs and the rule at n/K. To be drawn above the bars.
 */
void
eqp_draw_sizes_references (cairo_t             *cr,
                           const EqpSizesScale *scale,
                           const EqpSizesModel *model,
                           const EqpRect       *area,
                           const EqpStyle      *style)
{
  for (int r = 1; r >= 0; r--)
    if (model->reference_k[r] > 0)
      draw_reference (cr, scale, model, r, area, style);
  for (int r = 1; r >= 0; r--)
    draw_beyond (cr, scale, model, r, area, style);
  if (scale->even > 0.0)
    {
      double y = _eqp_crisp (area->y + area->height * (1.0 - eqp_axis_normalize (&scale->y, scale->even)), style);

      cairo_move_to (cr, area->x, y);
      cairo_line_to (cr, area->x + area->width, y);
      eqp_rgba_set_source (cr, style->foreground);
      cairo_set_line_width (cr, _eqp_hairline (style));
      cairo_stroke (cr);
    }
}

/**
 * eqp_draw_sizes:
 * @cr: where to draw
 * @model: the sizes
 * @rect: the whole plot
 * @style: the style
 *
 * Draws the whole plot, for pictures and print.
 */
void
eqp_draw_sizes (cairo_t             *cr,
                const EqpSizesModel *model,
                const EqpRect       *rect,
                const EqpStyle      *style)
{
  EqpRect area = eqp_sizes_pictured_area (model, rect, style);
  EqpSizesScale scale;

  eqp_sizes_scale_init (&scale, model, &area, style);
  eqp_draw_sizes_furniture (cr, &scale, model, rect, style);
  eqp_draw_sizes_bars (cr, &scale, model, &area, style);
  eqp_draw_sizes_labels (cr, &scale, model, &area, style);
  eqp_draw_sizes_references (cr, &scale, model, &area, style);
  eqp_draw_sizes_pictures (cr, model, rect, style);
  eqp_draw_sizes_selection (cr, &scale, model, &area, style);
}
