/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colors and marks of clusters. The ten base colors were found by maximizing the smallest distance in OKLab between any
 * two of them, as seen by normal, deuteranope, protanope and tritanope eyes (Machado, Oliveira, Fernandes 2009), among
 * those of contrast 3:1 to the ground, once for light and once for dark; a cluster keeps its hue in both. Color is
 * never the only channel: see the markers and hatches. */
#include "config.h"

#include "eqp-palette.h"

#include <math.h>

/* blue, orange, green, purple, red, sky, pink, ochre, brown, slate */
static const guint32 base_light[EQP_PALETTE_BASE] = {
  0x2f4fb0, 0xe87201, 0x1b7f64, 0x8a5adc, 0x87001d, 0x2e99e6, 0xc54f9a, 0x8f9765, 0x845524, 0x334058
};
static const guint32 base_dark[EQP_PALETTE_BASE] = {
  0x5ca4ff, 0xfeaa1e, 0x62ffb9, 0x936cdc, 0xff7b7a, 0xabdeff, 0xc95c91, 0xe8e652, 0xa27b41, 0xa6adba
};

/* After this many clusters colors repeat. */
#define PALETTE_CYCLE 1000

typedef struct
{
  double l;
  double a;
  double b;
} Lab;

static double
to_linear (double c)
{
  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static double
to_srgb (double c)
{
  c = CLAMP (c, 0.0, 1.0);
  return c <= 0.0031308 ? 12.92 * c : 1.055 * pow (c, 1.0 / 2.4) - 0.055;
}

/* OKLab (Ottosson 2020). */
static Lab
lab_from_hex (guint32 hex)
{
  double r = to_linear (((hex >> 16) & 0xff) / 255.0);
  double g = to_linear (((hex >> 8) & 0xff) / 255.0);
  double b = to_linear ((hex & 0xff) / 255.0);
  double l = cbrt (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  double m = cbrt (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  double s = cbrt (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);

  return (Lab) { 0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
                 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
                 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s };
}

static EqpRgba
lab_to_rgba (Lab c)
{
  double l = c.l + 0.3963377774 * c.a + 0.2158037573 * c.b;
  double m = c.l - 0.1055613458 * c.a - 0.0638541728 * c.b;
  double s = c.l - 0.0894841775 * c.a - 1.2914855480 * c.b;

  l = l * l * l;
  m = m * m * m;
  s = s * s * s;
  return (EqpRgba) { (float) to_srgb (4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                     (float) to_srgb (-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                     (float) to_srgb (-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s), 1.0f };
}

/**
 * eqp_palette_color:
 * @cluster: its number, from 0; negative: no cluster
 * @style: for light or dark ground
 *
 * Returns: the cluster's color: base colors first, then the same hues turned a little at other lightnesses
 */
EqpRgba
eqp_palette_color (gint            cluster,
                   const EqpStyle *style)
{
  gint variant;
  Lab lab;
  double turn, cosine, sine, chroma, lightness;

  if (cluster < 0)
    return eqp_palette_neutral (style);
  cluster %= PALETTE_CYCLE;
  variant = cluster / EQP_PALETTE_BASE;
  lab = lab_from_hex ((style->dark ? base_dark : base_light)[cluster % EQP_PALETTE_BASE]);
  if (variant == 0)
    return lab_to_rgba (lab);

  /* Lightness walks the usable span by the golden ratio, so that neighboring variants differ most. */
  lightness = lab.l + 0.618034 * 0.4 * variant;
  lightness = style->dark ? 0.66 + fmod (lightness, 0.26) : 0.34 + fmod (lightness, 0.29);
  turn = fmod (variant * 0.381966, 1.0) * 0.5 - 0.25;
  chroma = variant % 3 == 2 ? 0.7 : 0.9;
  cosine = cos (turn);
  sine = sin (turn);
  return lab_to_rgba ((Lab) { lightness,
                              chroma * (cosine * lab.a - sine * lab.b),
                              chroma * (sine * lab.a + cosine * lab.b) });
}

/**
 * eqp_palette_grade:
 * @grade: 0..@n - 1, from none to most; outside: not known
 * @n: how many grades there are
 * @style: for light or dark ground
 *
 * Returns: gray for the first; for the others, colors from a pale to a strong orange red: the stronger, the farther
 *   from the ground, so that they read without colors, too; all of contrast 3:1
 */
EqpRgba
eqp_palette_grade (gint            grade,
                   gint            n,
                   const EqpStyle *style)
{
  EqpRgba none = eqp_rgba_mix (style->card, style->foreground, style->dark ? 0.38 : 0.53);
  EqpRgba pale = style->dark ? (EqpRgba) { 0.80f, 0.42f, 0.16f, 1.0f } : (EqpRgba) { 0.90f, 0.45f, 0.07f, 1.0f };
  EqpRgba strong = style->dark ? (EqpRgba) { 1.0f, 0.90f, 0.66f, 1.0f } : (EqpRgba) { 0.45f, 0.03f, 0.03f, 1.0f };

  if (grade <= 0 || grade >= n)
    return none;
  return eqp_rgba_mix (pale, strong, n > 2 ? (grade - 1.0) / (n - 2.0) : 1.0);
}

/**
 * eqp_palette_text_color:
 * @cluster: its number
 * @style: the style
 *
 * Returns: black or white, whichever reads better on the cluster's color
 */
EqpRgba
eqp_palette_text_color (gint            cluster,
                        const EqpStyle *style)
{
  EqpRgba color = eqp_palette_color (cluster, style);
  double luminance =
      0.2126 * to_linear (color.red) + 0.7152 * to_linear (color.green) + 0.0722 * to_linear (color.blue);
  float level = (luminance + 0.05) * (luminance + 0.05) > 1.05 * 0.05 ? 0.0f : 1.0f;

  return (EqpRgba) { level, level, level, 1.0f };
}

/**
 * eqp_palette_neutral:
 * @style: the style
 *
 * Returns: what rows without a cluster are drawn with
 */
EqpRgba
eqp_palette_neutral (const EqpStyle *style)
{
  return eqp_rgba_mix (style->card, style->foreground, style->high_contrast ? 0.75 : 0.53);
}

/**
 * eqp_palette_marker:
 * @cluster: its number; negative: no cluster
 *
 * Returns: the shape of its points. With eight shapes and ten colors no two of the first forty clusters share both.
 */
EqpMarker
eqp_palette_marker (gint cluster)
{
  return cluster < 0 ? EQP_MARKER_CIRCLE : (EqpMarker) (cluster % EQP_N_MARKERS);
}

/**
 * eqp_palette_hatch:
 * @cluster: its number
 *
 * Returns: 0 to 5, how the bar of the cluster is hatched in high contrast; 0 is plain
 */
int
eqp_palette_hatch (gint cluster)
{
  return cluster < 0 ? 0 : cluster % 6;
}

/**
 * eqp_palette_data_term:
 * @style: the style
 *
 * Returns: the color of what the data cost, distances or cut edges, wherever it is shown
 */
EqpRgba
eqp_palette_data_term (const EqpStyle *style)
{
  return eqp_rgba_mix (style->card, style->accent, style->high_contrast ? 1.0 : style->dark ? 0.70 : 0.80);
}

/**
 * eqp_palette_penalty:
 * @style: the style
 *
 * Returns: the color of what imbalance costs, wherever it is shown
 */
EqpRgba
eqp_palette_penalty (const EqpStyle *style)
{
  EqpRgba orange = style->dark ? (EqpRgba) { 1.0f, 0.64f, 0.28f, 1.0f } : (EqpRgba) { 0.85f, 0.42f, 0.0f, 1.0f };

  return eqp_rgba_mix (style->card, orange, style->high_contrast ? 1.0 : style->dark ? 0.8 : 0.95);
}
