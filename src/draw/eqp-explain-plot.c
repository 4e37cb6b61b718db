/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a row is where it is: one bar for each cluster, distance and price of balance end to end, the cheapest marked. */
#include "config.h"

#include "eqp-explain-plot.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "eqp-format.h"
#include "eqp-palette.h"
#include "eqp-plot-private.h"

/* In font sizes: height of a bar's line and of its bar. */
#define PITCH 1.55
#define BAR 1.0

/**
 * eqp_draw_explain_height:
 * @n: bars
 * @style: the style
 *
 * Returns: the height that a plot of @n bars fills, px
 */
double
eqp_draw_explain_height (gint            n,
                         const EqpStyle *style)
{
  return ceil ((EQP_PLOT_TOP + PITCH * n) * style->font_size);
}

static void
draw_legend (cairo_t               *cr,
             const EqpExplainModel *model,
             const EqpRect         *rect,
             const EqpStyle        *style)
{
  double x = rect->x, y = rect->y + EQP_PLOT_HEADER * style->font_size;
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  x += style->font_size +
       _eqp_draw_key (&text, EQP_KEY_SWATCH, model->data_name, x, y, eqp_palette_data_term (style), style);
  if (model->price_name != NULL)
    _eqp_draw_key (&text, EQP_KEY_SWATCH, model->price_name, x, y, eqp_palette_penalty (style), style);
}

/* A ball of the cluster's color with its number; the cluster of the row has a ring around it. */
static void
draw_number (EqpText        *text,
             gint            cluster,
             gboolean        own,
             double          x,
             double          y,
             double          radius,
             const EqpStyle *style)
{
  cairo_t *cr = text->cr;
  g_autofree char *label = eqp_format_count (cluster + 1);

  _eqp_round_rectangle (cr, x - radius, y - radius, 2.0 * radius, 2.0 * radius, 0.35 * radius);
  eqp_rgba_set_source (cr, eqp_palette_color (cluster, style));
  cairo_fill (cr);
  if (own)
    {
      _eqp_round_rectangle (cr, x - radius - 2.0, y - radius - 2.0, 2.0 * radius + 4.0, 2.0 * radius + 4.0,
                            0.35 * radius + 2.0);
      eqp_rgba_set_source (cr, style->foreground);
      cairo_set_line_width (cr, 1.5);
      cairo_stroke (cr);
    }
  _eqp_text_draw_in (text, label, x, y, 0.5, 2.0 * radius, eqp_palette_text_color (cluster, style));
}

static void
fill (cairo_t *cr,
      double   x,
      double   y,
      double   width,
      double   height,
      EqpRgba  color)
{
  eqp_rgba_set_source (cr, color);
  cairo_rectangle (cr, x, y, width, height);
  cairo_fill (cr);
}

static char *
total_label (const EqpExplainModel *model,
             gint                   bar)
{
  if (isnan (model->data[bar]))
    return g_strdup (_("empty"));
  return eqp_format_number (model->data[bar] + model->prices[bar], 4);
}

/**
 * eqp_draw_explain:
 * @cr: where to draw
 * @model: the costs
 * @rect: the whole plot; see eqp_draw_explain_height()
 * @style: the style
 *
 * Draws legend, bars and totals. The bars begin at 0, so that their lengths compare.
 */
void
eqp_draw_explain (cairo_t               *cr,
                  const EqpExplainModel *model,
                  const EqpRect         *rect,
                  const EqpStyle        *style)
{
  double font = style->font_size, radius = 0.62 * font, height = BAR * font;
  double left = rect->x + 2.0 * radius + 0.9 * font, room = 0.0, largest = 0.0, width;
  g_auto (EqpText) text = { 0 };
  g_auto (EqpText) strong = { 0 };

  draw_legend (cr, model, rect, style);
  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  _eqp_text_init (&strong, cr, style, EQP_TEXT_SMALL, TRUE);
  for (gint b = 0; b < model->n; b++)
    {
      g_autofree char *label = total_label (model, b);

      room = MAX (room, _eqp_text_width (&strong, label));
      if (!isnan (model->data[b]))
        largest = MAX (largest, model->data[b] + model->prices[b]);
    }
  width = MAX (1.0, rect->x + rect->width - room - 0.8 * font - left);

  for (gint b = 0; b < model->n; b++)
    {
      double middle = round (rect->y + (EQP_PLOT_TOP + PITCH * (b + 0.5)) * font), top = round (middle - height / 2.0);
      gboolean cheapest = model->clusters[b] == model->cheapest, empty = isnan (model->data[b]);
      double unit = largest > 0.0 ? width / largest : 0.0;
      double data = empty ? 0.0 : round (model->data[b] * unit), price = empty ? 0.0 : round (model->prices[b] * unit);
      g_autofree char *label = total_label (model, b);

      draw_number (&text, model->clusters[b], model->clusters[b] == model->own, rect->x + radius + 3.0, middle, radius,
                   style);
      fill (cr, left, top, data, height, eqp_palette_data_term (style));
      fill (cr, left + data, top, price, height, eqp_palette_penalty (style));
      if (cheapest)
        {
          cairo_rectangle (cr, left - 0.75, top - 0.75, data + price + 1.5, height + 1.5);
          eqp_rgba_set_source (cr, style->foreground);
          cairo_set_line_width (cr, 1.5);
          cairo_stroke (cr);
        }
      _eqp_text_draw (cheapest ? &strong : &text, label, left + data + price + 0.5 * font, middle, 0.0,
                      cheapest ? style->foreground : style->dim);
    }
}
