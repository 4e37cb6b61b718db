/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one place that asks GTK for colors and fonts: the calls for it are others in later GTK. */
#include "config.h"

#include "eqp-style-widget.h"

#include <adwaita.h>

static EqpRgba
from_gdk (const GdkRGBA *color)
{
  return (EqpRgba) { color->red, color->green, color->blue, color->alpha };
}

/* @under: what a translucent @color lies on */
static EqpRgba
flatten (EqpRgba color,
         EqpRgba under)
{
  EqpRgba opaque = color;

  opaque.alpha = 1.0f;
  return eqp_rgba_mix (under, opaque, color.alpha);
}

static void
take_colors (EqpStyle  *style,
             GtkWidget *widget)
{
  GtkStyleContext *context;
  GdkRGBA color;

  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  context = gtk_widget_get_style_context (widget);
  if (gtk_style_context_lookup_color (context, "window_bg_color", &color))
    style->background = flatten (from_gdk (&color), style->background);
  if (gtk_style_context_lookup_color (context, "card_bg_color", &color))
    style->card = flatten (from_gdk (&color), style->background);
  if (gtk_style_context_lookup_color (context, "accent_color", &color))
    style->accent = flatten (from_gdk (&color), style->card);
  gtk_style_context_get_color (context, &color);
  G_GNUC_END_IGNORE_DEPRECATIONS
  style->foreground = flatten (from_gdk (&color), style->card);
}

static void
take_font (EqpStyle  *style,
           GtkWidget *widget)
{
  PangoContext *context = gtk_widget_get_pango_context (widget);
  const PangoFontDescription *font = pango_context_get_font_description (context);
  double size = (double) pango_font_description_get_size (font) / PANGO_SCALE;

  if (!pango_font_description_get_size_is_absolute (font))
    size *= pango_cairo_context_get_resolution (context) > 0.0 ? pango_cairo_context_get_resolution (context) / 72.0
                                                               : 96.0 / 72.0;
  if (size > 0.0)
    style->font_size = size;
  if (pango_font_description_get_family (font) != NULL)
    style->font_family = g_intern_string (pango_font_description_get_family (font));
}

/**
 * eqp_style_init_from_widget:
 * @style: the style to fill
 * @widget: a widget
 *
 * Takes colors, font, scale factor, darkness and contrast from where @widget is.
 */
void
eqp_style_init_from_widget (EqpStyle  *style,
                            GtkWidget *widget)
{
  AdwStyleManager *manager = adw_style_manager_get_for_display (gtk_widget_get_display (widget));

  eqp_style_init (style, adw_style_manager_get_dark (manager), adw_style_manager_get_high_contrast (manager));
  take_colors (style, widget);
  take_font (style, widget);
  style->dim = eqp_rgba_mix (style->foreground, style->card, style->high_contrast ? 0.1 : 0.26);
  style->grid = eqp_rgba_mix (style->card, style->foreground, style->high_contrast ? 0.3 : style->dark ? 0.14 : 0.10);
  style->scale = gtk_widget_get_scale_factor (widget);
}
