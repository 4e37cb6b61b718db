/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw.h"

#include <math.h>

typedef struct
{
  double r;
  double g;
  double b;
} Linear;

static double
to_linear (double c)
{
  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static Linear
linear (EqpRgba color)
{
  return (Linear) { to_linear (color.red), to_linear (color.green), to_linear (color.blue) };
}

/* Deuteranopia, protanopia and tritanopia of Machado, Oliveira, Fernandes (2009), severity 1. */
static const double eyes[][9] = {
  { 0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881 },
  { 0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998 },
  { 1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900 }
};

static Linear
seen_by (const double *m,
         Linear        c)
{
  return (Linear) { CLAMP (m[0] * c.r + m[1] * c.g + m[2] * c.b, 0.0, 1.0),
                    CLAMP (m[3] * c.r + m[4] * c.g + m[5] * c.b, 0.0, 1.0),
                    CLAMP (m[6] * c.r + m[7] * c.g + m[8] * c.b, 0.0, 1.0) };
}

/* CIE76 in CIELAB, D65: computed otherwise than the palette was. */
static void
to_lab (Linear  c,
        double *lab)
{
  double xyz[3] = { (0.4124 * c.r + 0.3576 * c.g + 0.1805 * c.b) / 0.95047,
                    0.2126 * c.r + 0.7152 * c.g + 0.0722 * c.b,
                    (0.0193 * c.r + 0.1192 * c.g + 0.9505 * c.b) / 1.08883 };

  for (int i = 0; i < 3; i++)
    xyz[i] = xyz[i] > 0.008856 ? cbrt (xyz[i]) : 7.787 * xyz[i] + 16.0 / 116.0;
  lab[0] = 116.0 * xyz[1] - 16.0;
  lab[1] = 500.0 * (xyz[0] - xyz[1]);
  lab[2] = 200.0 * (xyz[1] - xyz[2]);
}

static double
distance (Linear a,
          Linear b)
{
  double p[3], q[3];

  to_lab (a, p);
  to_lab (b, q);
  return sqrt ((p[0] - q[0]) * (p[0] - q[0]) + (p[1] - q[1]) * (p[1] - q[1]) + (p[2] - q[2]) * (p[2] - q[2]));
}

static double
contrast (EqpRgba a,
          EqpRgba b)
{
  Linear p = linear (a), q = linear (b);
  double x = 0.2126 * p.r + 0.7152 * p.g + 0.0722 * p.b + 0.05;
  double y = 0.2126 * q.r + 0.7152 * q.g + 0.0722 * q.b + 0.05;

  return MAX (x, y) / MIN (x, y);
}

/* The card of the window is a little lighter in the dark than that of pictures in files. */
static void
style_of_window (EqpStyle *style,
                 gboolean  dark,
                 gboolean  high_contrast)
{
  eqp_style_init (style, dark, high_contrast);
  if (dark)
    style->card = (EqpRgba) { 54 / 255.0f, 54 / 255.0f, 54 / 255.0f, 1.0f };
}

static void
test_base_colors (void)
{
  for (int dark = 0; dark < 2; dark++)
    {
      EqpStyle style;

      style_of_window (&style, dark, FALSE);
      for (int i = 0; i < EQP_PALETTE_BASE; i++)
        {
          EqpRgba color = eqp_palette_color (i, &style);

          g_assert_cmpfloat (contrast (color, style.card), >=, 3.0);
          g_assert_cmpfloat (contrast (color, eqp_palette_text_color (i, &style)), >=, 4.5);
          for (int j = 0; j < i; j++)
            {
              Linear a = linear (color), b = linear (eqp_palette_color (j, &style));

              g_assert_cmpfloat (distance (a, b), >=, 20.0);
              for (gsize e = 0; e < G_N_ELEMENTS (eyes); e++)
                g_assert_cmpfloat (distance (seen_by (eyes[e], a), seen_by (eyes[e], b)), >=, i - j == 1 ? 15.0 : 8.0);
            }
        }
    }
}

static void
test_hundreds_differ (void)
{
  for (int dark = 0; dark < 2; dark++)
    {
      EqpStyle style;

      style_of_window (&style, dark, FALSE);
      for (int i = 0; i < 300; i++)
        {
          EqpRgba a = eqp_palette_color (i, &style);

          g_assert_cmpfloat (contrast (a, style.card), >=, 3.0);
          for (int j = 0; j < i; j++)
            {
              EqpRgba b = eqp_palette_color (j, &style);

              g_assert_true (a.red != b.red || a.green != b.green || a.blue != b.blue);
            }
        }
      /* From a thousand on they come again, and not before. */
      for (int i = 0; i < 10; i++)
        {
          EqpRgba a = eqp_palette_color (i, &style), b = eqp_palette_color (1000 + i, &style), c = eqp_palette_color (500 + i, &style);

          g_assert_cmpmem (&a, sizeof a, &b, sizeof b);
          g_assert_true (a.red != c.red || a.green != c.green || a.blue != c.blue);
        }
    }
}

/* What else is filled: the two terms, grades, rows without a cluster. */
static void
test_other_marks (void)
{
  for (int i = 0; i < 4; i++)
    {
      EqpStyle style;

      style_of_window (&style, i & 1, i & 2);
      g_assert_cmpfloat (contrast (eqp_palette_data_term (&style), style.card), >=, 3.0);
      g_assert_cmpfloat (contrast (eqp_palette_penalty (&style), style.card), >=, 3.0);
      g_assert_cmpfloat (contrast (eqp_palette_neutral (&style), style.card), >=, 3.0);
      for (int grade = 0; grade < 6; grade++)
        g_assert_cmpfloat (contrast (eqp_palette_grade (grade, 6, &style), style.card), >=, 3.0);
      for (int grade = 2; grade < 6; grade++)
        g_assert_cmpfloat (contrast (eqp_palette_grade (grade, 6, &style), style.card), >,
                           contrast (eqp_palette_grade (grade - 1, 6, &style), style.card));
      /* The last grade is the strongest color, however many there are. */
      for (int n = 2; n < 9; n++)
        {
          EqpRgba last = eqp_palette_grade (n - 1, n, &style), strongest = eqp_palette_grade (5, 6, &style);

          g_assert_cmpmem (&last, sizeof last, &strongest, sizeof strongest);
        }
    }
}

/* Color and shape together: no two of the first forty clusters look alike. */
static void
test_second_channel (void)
{
  for (int i = 0; i < 40; i++)
    for (int j = 0; j < i; j++)
      g_assert_true (i % EQP_PALETTE_BASE != j % EQP_PALETTE_BASE || eqp_palette_marker (i) != eqp_palette_marker (j));
  /* As many clusters as there are shapes, and hatches, have each their own. */
  for (int i = 0; i < EQP_N_MARKERS; i++)
    for (int j = 0; j < i; j++)
      g_assert_true (eqp_palette_marker (i) != eqp_palette_marker (j) &&
                     (i >= 6 || eqp_palette_hatch (i) != eqp_palette_hatch (j)));
  for (int i = 0; i < 12; i++)
    g_assert_true (eqp_palette_hatch (i) >= 0 && eqp_palette_hatch (i) < 6 && (i == 0 || eqp_palette_hatch (i) != eqp_palette_hatch (i - 1)));
}

static void
test_no_cluster (void)
{
  EqpStyle style;
  EqpRgba neutral, color;

  eqp_style_init (&style, TRUE, FALSE);
  neutral = eqp_palette_neutral (&style);
  color = eqp_palette_color (-1, &style);
  g_assert_cmpfloat (neutral.red, ==, color.red);
  g_assert_cmpfloat (fabs (color.red - color.blue), <, 0.02);
  g_assert_cmpint (eqp_palette_marker (-1), ==, EQP_MARKER_CIRCLE);
}

static void
test_styles (void)
{
  for (int i = 0; i < 4; i++)
    {
      EqpStyle style;

      eqp_style_init (&style, i & 1, i & 2);
      g_assert_cmpfloat (contrast (style.foreground, style.card), >=, 10.0);
      g_assert_cmpfloat (contrast (style.dim, style.card), >=, (i & 2) ? 7.0 : 4.5);
      g_assert_cmpfloat (contrast (style.accent, style.card), >=, 4.5);
    }
}

/* In degrees. */
static double
hue_of (EqpRgba c)
{
  return atan2 (sqrt (3.0) * (c.green - c.blue), 2.0 * c.red - c.green - c.blue) * 180.0 / G_PI;
}

/* Colors beyond the base ones have the same hues, turned a little. */
static void
test_hues (void)
{
  for (int dark = 0; dark < 2; dark++)
    {
      EqpStyle style;

      eqp_style_init (&style, dark, FALSE);
      for (gint cluster = EQP_PALETTE_BASE; cluster < 8 * EQP_PALETTE_BASE; cluster++)
        {
          double turned = hue_of (eqp_palette_color (cluster, &style)) -
                          hue_of (eqp_palette_color (cluster % EQP_PALETTE_BASE, &style));

          g_assert_cmpfloat (fabs (remainder (turned, 360.0)), <, 45.0);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/palette/base-colors", test_base_colors);
  g_test_add_func ("/draw/palette/hundreds-differ", test_hundreds_differ);
  g_test_add_func ("/draw/palette/other-marks", test_other_marks);
  g_test_add_func ("/draw/palette/second-channel", test_second_channel);
  g_test_add_func ("/draw/palette/no-cluster", test_no_cluster);
  g_test_add_func ("/draw/palette/styles", test_styles);
  g_test_add_func ("/draw/palette/hues", test_hues);
  return g_test_run ();
}
