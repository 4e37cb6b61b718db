/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text on a surface: fonts, measuring, placing. */
#include "config.h"

#include "eqp-text-private.h"

/* @size is a share of the style's font size. */
void
_eqp_text_init (EqpText        *self,
                cairo_t        *cr,
                const EqpStyle *style,
                double          size,
                gboolean        bold)
{
  PangoFontDescription *font = pango_font_description_new ();
  PangoAttrList *attributes = pango_attr_list_new ();

  self->cr = cr;
  self->layout = pango_cairo_create_layout (cr);
  pango_font_description_set_family (font, style->font_family);
  pango_font_description_set_absolute_size (font, style->font_size * size * PANGO_SCALE);
  if (bold)
    pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_layout_set_font_description (self->layout, font);
  pango_font_description_free (font);
  /* Digits of one width: streaming values do not jump. */
  pango_attr_list_insert (attributes, pango_attr_font_features_new ("tnum=1"));
  pango_layout_set_attributes (self->layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_single_paragraph_mode (self->layout, TRUE);
}

void
_eqp_text_clear (EqpText *self)
{
  g_clear_object (&self->layout);
}

double
_eqp_text_width (EqpText    *self,
                 const char *text)
{
  int width;

  pango_layout_set_width (self->layout, -1);
  pango_layout_set_text (self->layout, text, -1);
  pango_layout_get_size (self->layout, &width, NULL);
  return (double) width / PANGO_SCALE;
}

/* @y is the middle of the line: of the height of its capitals, which is what the eye aligns with a rule beside it. */
void
_eqp_text_draw (EqpText    *self,
                const char *text,
                double      x,
                double      y,
                double      x_align,
                EqpRgba     color)
{
  _eqp_text_draw_in (self, text, x, y, x_align, -1.0, color);
}

/* As _eqp_text_draw (), ellipsized to @width when that is not negative. */
void
_eqp_text_draw_in (EqpText    *self,
                   const char *text,
                   double      x,
                   double      y,
                   double      x_align,
                   double      width,
                   EqpRgba     color)
{
  int text_width, baseline;
  double size;

  pango_layout_set_text (self->layout, text, -1);
  pango_layout_set_ellipsize (self->layout, width >= 0.0 ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  pango_layout_set_width (self->layout, width >= 0.0 ? (int) (width * PANGO_SCALE) : -1);
  pango_layout_get_size (self->layout, &text_width, NULL);
  baseline = pango_layout_get_baseline (self->layout);
  size = (double) pango_font_description_get_size (pango_layout_get_font_description (self->layout));

  eqp_rgba_set_source (self->cr, color);
  cairo_move_to (self->cr,
                 x - x_align * text_width / PANGO_SCALE,
                 y - (baseline - 0.35 * size) / PANGO_SCALE);
  pango_cairo_show_layout (self->cr, self->layout);
  cairo_new_path (self->cr);
}

/* As _eqp_text_draw () from the left; of parts between semicolons or commas those that have room. */
void
_eqp_text_draw_note (EqpText    *self,
                     const char *text,
                     double      x,
                     double      y,
                     double      width,
                     EqpRgba     color)
{
  g_autofree char *shown = g_strdup (text);
  char *cut;

  while (_eqp_text_width (self, shown) > width && (cut = strpbrk (shown, ";,")) != NULL)
    {
      for (char *next = cut; next != NULL; next = strpbrk (next + 1, ";,"))
        cut = next;
      *cut = '\0';
    }
  if (_eqp_text_width (self, shown) <= width)
    _eqp_text_draw (self, shown, x, y, 0.0, color);
}

/* As _eqp_text_draw () from the left, with a hem of the ground's color, for text on lines. */
void
_eqp_text_draw_hemmed (EqpText    *self,
                       const char *text,
                       double      x,
                       double      y,
                       EqpRgba     color,
                       EqpRgba     hem)
{
  double size = (double) pango_font_description_get_size (pango_layout_get_font_description (self->layout));

  pango_layout_set_text (self->layout, text, -1);
  pango_layout_set_ellipsize (self->layout, PANGO_ELLIPSIZE_NONE);
  pango_layout_set_width (self->layout, -1);
  cairo_move_to (self->cr, x, y - (pango_layout_get_baseline (self->layout) - 0.35 * size) / PANGO_SCALE);
  pango_cairo_layout_path (self->cr, self->layout);
  eqp_rgba_set_source (self->cr, hem);
  cairo_set_line_width (self->cr, 3.0);
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke (self->cr);
  _eqp_text_draw (self, text, x, y, 0.0, color);
}
