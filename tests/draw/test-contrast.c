/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far what is drawn stands out from its ground, from pixels: edges of a graph, lone points among very many, what is
 * faded beside a selection, the ends of the band of chance. */
#include "config.h"

#include "eqp-draw-test.h"

#include <math.h>
#include <string.h>

#define WIDTH 100
#define HEIGHT 40

static double
luminance (double red, double green, double blue)
{
  const double weights[] = { 0.2126, 0.7152, 0.0722 }, colors[] = { red, green, blue };
  double sum = 0.0;

  for (int i = 0; i < 3; i++)
    sum += weights[i] * (colors[i] <= 0.04045 ? colors[i] / 12.92 : pow ((colors[i] + 0.055) / 1.055, 2.4));
  return sum;
}

/* How far a pixel, laid on the card, stands out from it. */
static double
pixel_contrast (guint32 pixel, const EqpStyle *style)
{
  double ground = luminance (style->card.red, style->card.green, style->card.blue);
  double rest = 1.0 - (pixel >> 24) / 255.0;
  double ink = luminance ((pixel >> 16 & 0xff) / 255.0 + rest * style->card.red,
                          (pixel >> 8 & 0xff) / 255.0 + rest * style->card.green,
                          (pixel & 0xff) / 255.0 + rest * style->card.blue);

  return (MAX (ink, ground) + 0.05) / (MIN (ink, ground) + 0.05);
}

/* The most that any pixel of the picture does. */
static double
contrast (const guint32 *pixels, const EqpStyle *style)
{
  double best = 1.0;

  for (int i = 0; i < WIDTH * HEIGHT; i++)
    best = MAX (best, pixel_contrast (pixels[i], style));
  return best;
}

/* The least over clusters of base colors, as many as there are. */
static double
least_contrast (EqpScatterModel *model, gint32 *labels, gboolean dark, gboolean high_contrast)
{
  static guint32 pixels[WIDTH * HEIGHT];
  EqpStyle style;
  double least = G_MAXDOUBLE;

  eqp_style_init (&style, dark, high_contrast);
  model->k = EQP_PALETTE_BASE;
  model->labels = labels;
  model->range = (EqpRange) { 0.0, WIDTH, 0.0, HEIGHT };
  for (gint c = 0; c < EQP_PALETTE_BASE; c++)
    {
      for (gint64 i = 0; i < model->n; i++)
        labels[i] = c;
      memset (pixels, 0, sizeof pixels);
      eqp_draw_scatter_pixels (pixels, WIDTH * 4, WIDTH, HEIGHT, 1.0, model, &style);
      least = MIN (least, contrast (pixels, &style));
    }
  return least;
}

static void
check (const char *what, EqpScatterModel *model, gint32 *labels, double least, double least_high)
{
  for (int i = 0; i < 4; i++)
    {
      double found = least_contrast (model, labels, i & 1, i & 2);

      g_test_message ("%s, %s%s: %.2f", what, i & 1 ? "dark" : "light", i & 2 ? ", high contrast" : "", found);
      g_assert_cmpfloat (found, >=, i & 2 ? least_high : least);
    }
}

/* An edge within a cluster, of a graph of so few that each is to be seen. */
static void
test_edges (void)
{
  const float xy[] = { 3.0f, 3.0f, 95.0f, 37.0f };
  const gint64 starts[] = { 0, 1, 2 };
  const gint32 columns[] = { 1, 0 };
  const guint8 faded[] = { 1, 1 };
  gint32 labels[2];
  EqpScatterModel model;

  eqp_scatter_model_init (&model);
  model.n = 2;
  model.xy = xy;
  model.edge_starts = starts;
  model.edge_columns = columns;
  /* So small that they hide nothing and cannot be what is seen. */
  model.radius = 0.05;
  check ("edge", &model, labels, 2.5, 3.0);
  model.faded = faded;
  check ("faded edge", &model, labels, 1.35, 1.8);
}

static void
test_points (void)
{
  const float xy[] = { 50.0f, 20.0f };
  const guint8 faded[] = { 1 };
  gint32 labels[1];
  EqpScatterModel model;

  eqp_scatter_model_init (&model);
  model.n = 1;
  model.xy = xy;
  check ("point", &model, labels, 3.0, 3.0);
  model.faded = faded;
  check ("faded point", &model, labels, 1.45, 1.9);
}

/* A point alone where others lie by the hundred. */
static void
test_density (void)
{
  gint64 n = EQP_SCATTER_DENSITY_FROM + 1;
  g_autofree float *xy = g_new (float, 2 * n);
  g_autofree gint32 *labels = g_new (gint32, n);
  g_autofree guint8 *faded = g_new (guint8, n);
  EqpScatterModel model;

  eqp_scatter_model_init (&model);
  for (gint64 i = 0; i < n; i++)
    {
      xy[2 * i] = -100.0f;
      xy[2 * i + 1] = 20.5f;
      faded[i] = 1;
    }
  xy[0] = 50.5f;
  model.n = n;
  model.xy = xy;
  check ("lone point", &model, labels, 2.5, 3.0);
  model.faded = faded;
  check ("faded lone point", &model, labels, 1.35, 1.8);
}

/* The ends of the band of chance, right of the last bar. */
static void
test_band (void)
{
  const gint64 sizes[] = { 100, 100, 100 };
  const EqpRect whole = { 0.0, 0.0, 400.0, 220.0 };

  for (int i = 0; i < 4; i++)
    {
      EqpStyle style;
      EqpSizesModel model;
      EqpSizesScale scale;
      EqpRect area;
      int lines = 0;
      g_auto (EqpCanvas) canvas = { 0 };

      eqp_style_init (&style, i & 1, i & 2);
      eqp_canvas_init (&canvas, 400, 220, &style);
      eqp_sizes_model_init (&model);
      model.k = 3;
      model.sizes = sizes;
      model.band_low = 50;
      model.band_high = 120;
      area = eqp_draw_sizes_plot_area (&whole, &style);
      eqp_sizes_scale_init (&scale, &model, &area, &style);
      eqp_draw_sizes_furniture (canvas.cr, &scale, &model, &whole, &style);
      /* The lines of the grid are fainter, also the one where the band ends. */
      for (double y = area.y; y < area.y + area.height; y += 1.0)
        lines += pixel_contrast (eqp_canvas_pixel (&canvas, area.x + area.width - 1.0, y), &style) >= 3.0;
      g_test_message ("band, %s%s", i & 1 ? "dark" : "light", i & 2 ? ", high contrast" : "");
      g_assert_cmpint (lines, ==, 2);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/contrast/edges", test_edges);
  g_test_add_func ("/draw/contrast/points", test_points);
  g_test_add_func ("/draw/contrast/density", test_density);
  g_test_add_func ("/draw/contrast/band", test_band);
  return g_test_run ();
}
