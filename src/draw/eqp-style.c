/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The looks that drawings share. The values are Adwaita's, for pictures made without a window; widgets replace them
 * by what their theme says. */
#include "config.h"

#include "eqp-style.h"

static EqpRgba
from_hex (guint32 hex)
{
  return (EqpRgba) { ((hex >> 16) & 0xff) / 255.0f, ((hex >> 8) & 0xff) / 255.0f, (hex & 0xff) / 255.0f, 1.0f };
}

/**
 * eqp_style_init:
 * @self: the style to fill
 * @dark: light on dark
 * @high_contrast: for eyes that need it: no faint colors, hatched bars, thicker lines
 *
 * Sets the platform's colors, Cantarell 11 pt (14.67 px) and one device pixel an application pixel.
 */
void
eqp_style_init (EqpStyle *self,
                gboolean  dark,
                gboolean  high_contrast)
{
  self->foreground = dark ? from_hex (0xffffff) : from_hex (high_contrast ? 0x000000 : 0x2e2e33);
  self->background = dark ? from_hex (0x242424) : from_hex (0xfafafa);
  self->card = dark ? from_hex (high_contrast ? 0x1c1c1c : 0x323232) : from_hex (0xffffff);
  self->accent = dark ? from_hex (0x78aeed) : from_hex (0x1c71d8);
  self->dim = eqp_rgba_mix (self->foreground, self->card, high_contrast ? 0.1 : 0.26);
  self->grid = eqp_rgba_mix (self->card, self->foreground, high_contrast ? 0.3 : dark ? 0.14 : 0.10);
  self->dark = dark;
  self->high_contrast = high_contrast;
  self->font_family = g_intern_static_string ("Cantarell");
  self->font_size = 44.0 / 3.0;
  self->scale = 1.0;
}

/**
 * eqp_rgba_mix:
 * @a: a color
 * @b: another
 * @amount: 0 gives @a, 1 gives @b
 *
 * Returns: the color in between, component by component
 */
EqpRgba
eqp_rgba_mix (EqpRgba a,
              EqpRgba b,
              double  amount)
{
  float t = (float) CLAMP (amount, 0.0, 1.0);

  return (EqpRgba) { a.red + t * (b.red - a.red), a.green + t * (b.green - a.green),
                     a.blue + t * (b.blue - a.blue), a.alpha + t * (b.alpha - a.alpha) };
}

/**
 * eqp_rgba_with_alpha:
 * @color: a color
 * @alpha: opacity to multiply into it
 *
 * Returns: the more transparent color
 */
EqpRgba
eqp_rgba_with_alpha (EqpRgba color,
                     double  alpha)
{
  color.alpha *= (float) alpha;
  return color;
}

/**
 * eqp_rgba_set_source:
 * @cr: a context
 * @color: what it shall draw with
 */
void
eqp_rgba_set_source (cairo_t *cr,
                     EqpRgba  color)
{
  cairo_set_source_rgba (cr, color.red, color.green, color.blue, color.alpha);
}
