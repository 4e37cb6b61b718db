/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the plots share: grid, tick labels, titles and keys. */
#include "config.h"

#include "eqp-plot-private.h"

#include <math.h>

#include "eqp-format.h"

EqpRect
_eqp_inset (const EqpRect *rect,
            double         left,
            double         top,
            double         right,
            double         bottom)
{
  return (EqpRect) { rect->x + left, rect->y + top,
                     MAX (0.0, rect->width - left - right), MAX (0.0, rect->height - top - bottom) };
}

gboolean
_eqp_is_vector (cairo_t *cr)
{
  switch (cairo_surface_get_type (cairo_get_target (cr)))
    {
    case CAIRO_SURFACE_TYPE_PDF:
    case CAIRO_SURFACE_TYPE_PS:
    case CAIRO_SURFACE_TYPE_SVG:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Thickness of a rule: one device pixel, more on very fine screens. */
double
_eqp_hairline (const EqpStyle *style)
{
  return style->high_contrast ? 1.0 : MAX (1.0, floor (style->scale / 2.0 + 0.25)) / style->scale;
}

/* Moves the middle of a rule so that it covers whole device pixels. */
double
_eqp_crisp (double          position,
            const EqpStyle *style)
{
  double half = _eqp_hairline (style) / 2.0;

  return round ((position - half) * style->scale) / style->scale + half;
}

void
_eqp_draw_grid (cairo_t        *cr,
                const EqpAxis  *x,
                const EqpAxis  *y,
                const EqpRect  *area,
                EqpGrid         grid,
                const EqpStyle *style)
{
  for (int i = 0; i < y->n_ticks; i++)
    {
      double at = _eqp_crisp (area->y + area->height * (1.0 - eqp_axis_normalize (y, y->ticks[i])), style);

      cairo_move_to (cr, area->x, at);
      cairo_line_to (cr, area->x + area->width, at);
    }
  for (int i = 0; grid == EQP_GRID_BOTH && i < x->n_ticks; i++)
    {
      double at = _eqp_crisp (area->x + area->width * eqp_axis_normalize (x, x->ticks[i]), style);

      cairo_move_to (cr, at, area->y);
      cairo_line_to (cr, at, area->y + area->height);
    }
  eqp_rgba_set_source (cr, style->grid);
  cairo_set_line_width (cr, _eqp_hairline (style));
  cairo_stroke (cr);
}

/* Labels of x that would leave the area are moved inwards, ones that would touch the last are left out. */
static void
draw_x_labels (EqpText        *text,
               const EqpAxis  *x,
               const EqpRect  *area,
               const EqpStyle *style)
{
  double y = area->y + area->height + EQP_PLOT_LABELS * style->font_size;
  double free_from = -G_MAXDOUBLE;

  for (int i = 0; i < x->n_ticks; i++)
    {
      g_autofree char *label = eqp_axis_label (x, x->ticks[i]);
      double width = _eqp_text_width (text, label);
      double left = area->x + area->width * eqp_axis_normalize (x, x->ticks[i]) - width / 2.0;

      left = MIN (left, area->x + area->width + 0.5 * style->font_size - width);
      if (left < free_from)
        continue;
      _eqp_text_draw (text, label, left, y, 0.0, style->dim);
      free_from = left + width + 0.5 * style->font_size;
    }
}

static double
widest_label (EqpText       *text,
              const EqpAxis *axis)
{
  double widest = 0.0;

  for (int i = 0; i < axis->n_ticks; i++)
    {
      g_autofree char *label = eqp_axis_label (axis, axis->ticks[i]);

      widest = MAX (widest, _eqp_text_width (text, label));
    }
  return widest;
}

/* Numbers that do not fit beside the plot area are written without a power of ten that stands once above them all. */
static void
draw_scaled_y_labels (EqpText        *text,
                      const EqpAxis  *y,
                      const EqpRect  *area,
                      double          room,
                      const EqpStyle *style)
{
  static const char *const superscript[] = { "⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹" };
  double largest = MAX (fabs (y->min), fabs (y->max));
  int exponent = 3 * (int) floor (log10 (largest) / 3.0);
  double unit = pow (10.0, exponent);
  g_autofree char *digits = g_strdup_printf ("%d", ABS (exponent));
  g_autoptr (GString) power = g_string_new (exponent < 0 ? "×10⁻" : "×10");

  for (const char *p = digits; *p != '\0'; p++)
    g_string_append (power, superscript[*p - '0']);
  for (int i = 0; i < y->n_ticks; i++)
    {
      g_autofree char *label = eqp_format_tick (y->ticks[i] / unit, y->step / unit, largest / unit);

      _eqp_text_draw_in (text, label, area->x - 0.5 * style->font_size,
                         area->y + area->height * (1.0 - eqp_axis_normalize (y, y->ticks[i])), 1.0, room, style->dim);
    }
  _eqp_text_draw (text, power->str, area->x - 0.5 * style->font_size, area->y - 0.85 * style->font_size, 1.0,
                  style->dim);
}

/* @room: px between the left edge of the plot and the plot area */
void
_eqp_draw_tick_labels (cairo_t        *cr,
                       const EqpAxis  *x,
                       const EqpAxis  *y,
                       const EqpRect  *area,
                       double          room,
                       const EqpStyle *style)
{
  g_auto (EqpText) text = { 0 };

  _eqp_text_init (&text, cr, style, EQP_TEXT_SMALL, FALSE);
  if (x != NULL)
    draw_x_labels (&text, x, area, style);
  room -= 0.6 * style->font_size;
  if (y->kind == EQP_AXIS_LINEAR && y->n_ticks > 0 && widest_label (&text, y) > room)
    {
      draw_scaled_y_labels (&text, y, area, room, style);
      return;
    }
  for (int i = 0; i < y->n_ticks; i++)
    {
      g_autofree char *label = eqp_axis_label (y, y->ticks[i]);

      _eqp_text_draw (&text, label, area->x - 0.5 * style->font_size,
                      area->y + area->height * (1.0 - eqp_axis_normalize (y, y->ticks[i])), 1.0, style->dim);
    }
}

/* The name of the x axis stands left of its tick labels, in the corner below the labels of y: no line of its own. */
void
_eqp_draw_corner_title (EqpText        *text,
                        const char     *title,
                        const EqpRect  *rect,
                        const EqpRect  *area,
                        const EqpStyle *style)
{
  double right = area->x - 0.75 * style->font_size;

  _eqp_text_draw_in (text, title, right, area->y + area->height + EQP_PLOT_LABELS * style->font_size, 1.0,
                     right - rect->x, style->dim);
}

/* Likewise, but at the left edge: where the first label of x is wide and stands under the corner of the area. */
void
_eqp_draw_left_title (EqpText        *text,
                      const char     *title,
                      const EqpRect  *rect,
                      const EqpRect  *area,
                      const EqpStyle *style)
{
  double left = rect->x + round (0.9 * style->font_size);

  _eqp_text_draw_in (text, title, left, area->y + area->height + EQP_PLOT_LABELS * style->font_size, 0.0,
                     MAX (0.0, area->x - left), style->dim);
}

void
_eqp_round_rectangle (cairo_t *cr,
                      double   x,
                      double   y,
                      double   width,
                      double   height,
                      double   radius)
{
  radius = MIN (radius, MIN (width, height) / 2.0);
  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI / 2.0, 0.0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0.0, G_PI / 2.0);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI / 2.0, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 1.5 * G_PI);
  cairo_close_path (cr);
}

/* The ground of one plot of a picture. */
void
_eqp_draw_card (cairo_t        *cr,
                const EqpRect  *rect,
                const EqpStyle *style)
{
  _eqp_round_rectangle (cr, rect->x, rect->y, rect->width, rect->height, 12.0);
  eqp_rgba_set_source (cr, style->card);
  cairo_fill (cr);
  _eqp_round_rectangle (cr, rect->x + 0.5, rect->y + 0.5, rect->width - 1.0, rect->height - 1.0, 11.5);
  eqp_rgba_set_source (cr, style->grid);
  cairo_set_line_width (cr, 1.0);
  cairo_stroke (cr);
}

double
_eqp_key_width (EqpText        *text,
                const char     *label,
                const EqpStyle *style)
{
  return round (1.1 * style->font_size) + _eqp_text_width (text, label);
}

/* Draws one entry of a legend, @y is its middle. Returns its width. */
double
_eqp_draw_key (EqpText        *text,
               EqpKey          key,
               const char     *label,
               double          x,
               double          y,
               EqpRgba         color,
               const EqpStyle *style)
{
  cairo_t *cr = text->cr;
  double side = round (0.72 * style->font_size);
  double top = round (y - side / 2.0);

  eqp_rgba_set_source (cr, color);
  switch (key)
    {
    case EQP_KEY_SWATCH:
      cairo_rectangle (cr, x, top, side, side);
      cairo_fill (cr);
      break;
    case EQP_KEY_OUTLINE:
      cairo_rectangle (cr, x + 0.75, top + 0.75, side - 1.5, side - 1.5);
      cairo_set_line_width (cr, 1.5);
      cairo_stroke (cr);
      break;
    case EQP_KEY_DOT:
      cairo_arc (cr, x + side / 2.0, y, 3.2, 0.0, 2.0 * G_PI);
      cairo_set_line_width (cr, 1.2);
      cairo_stroke (cr);
      break;
    case EQP_KEY_DASHED:
      cairo_set_dash (cr, (double[]) { 3.0, 2.0 }, 2, 0.0);
      G_GNUC_FALLTHROUGH;
    case EQP_KEY_LINE:
    default:
      cairo_set_line_width (cr, 2.0);
      cairo_move_to (cr, x - 1.0, round (y));
      cairo_line_to (cr, x + side + 1.0, round (y));
      cairo_stroke (cr);
      cairo_set_dash (cr, NULL, 0, 0.0);
    }
  _eqp_text_draw (text, label, x + round (1.1 * style->font_size), y, 0.0, style->foreground);
  return _eqp_key_width (text, label, style);
}

/* @hatch: as eqp_palette_hatch () says, in the color that is set */
void
_eqp_fill_hatch (cairo_t       *cr,
                 const EqpRect *rect,
                 int            hatch)
{
  double reach = rect->width + rect->height;
  /* Two sets of lines together leave half of the color that one leaves. */
  double pitch = hatch == 3 ? 8.0 : 6.0;

  cairo_save (cr);
  cairo_rectangle (cr, rect->x, rect->y, rect->width, rect->height);
  cairo_clip (cr);
  if (hatch == 1 || hatch == 3)
    for (double d = 0.0; d < reach; d += pitch)
      {
        cairo_move_to (cr, rect->x + d, rect->y + rect->height);
        cairo_rel_line_to (cr, -rect->height, -rect->height);
      }
  if (hatch == 2 || hatch == 3)
    for (double d = 0.0; d < reach; d += pitch)
      {
        cairo_move_to (cr, rect->x + rect->width - d, rect->y + rect->height);
        cairo_rel_line_to (cr, rect->height, -rect->height);
      }
  if (hatch == 4)
    for (double d = 3.0; d < rect->height; d += pitch)
      {
        cairo_move_to (cr, rect->x, rect->y + rect->height - d);
        cairo_rel_line_to (cr, rect->width, 0.0);
      }
  if (hatch == 5)
    for (double d = 3.0; d < rect->width; d += pitch)
      {
        cairo_move_to (cr, rect->x + d, rect->y);
        cairo_rel_line_to (cr, 0.0, rect->height);
      }
  cairo_set_line_width (cr, 1.5);
  cairo_stroke (cr);
  cairo_restore (cr);
}
