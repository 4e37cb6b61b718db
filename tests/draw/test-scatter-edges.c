/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw-test.h"

#include <math.h>
#include <string.h>

#define WIDTH 120
#define HEIGHT 60

/* A unit is a pixel, y upwards. Points are drawn so small that they hide nothing. */
static void
init_model (EqpScatterModel *model,
            gint64           n,
            const float     *xy,
            const gint32    *labels,
            const gint64    *starts,
            const gint32    *columns)
{
  eqp_scatter_model_init (model);
  model->n = n;
  model->xy = xy;
  model->labels = labels;
  model->k = labels != NULL ? 2 : 0;
  model->edge_starts = starts;
  model->edge_columns = columns;
  model->range = (EqpRange) { 0.0, WIDTH, 0.0, HEIGHT };
  model->radius = 0.5;
}

static void
render (const EqpScatterModel *model,
        gboolean               high_contrast,
        guint32               *pixels)
{
  EqpStyle style;

  eqp_style_init (&style, FALSE, high_contrast);
  memset (pixels, 0xa5, WIDTH * HEIGHT * 4);
  eqp_draw_scatter_pixels (pixels, WIDTH * 4, WIDTH, HEIGHT, 1.0, model, &style);
}

/* How many of the pixels in a column are inked near the row. */
static int
thickness (const guint32 *pixels,
           int            x,
           int            y)
{
  int n = 0;

  for (int j = MAX (0, y - 4); j <= MIN (HEIGHT - 1, y + 4); j++)
    n += (pixels[j * WIDTH + x] >> 24) > 20;
  return n;
}

static int
count_gaps (const guint32 *pixels,
            int            from,
            int            to,
            int            y)
{
  int gaps = 0;

  for (int x = from; x < to; x++)
    gaps += thickness (pixels, x, y) == 0;
  return gaps;
}

/* Two edges along rows of pixels: one within cluster 0, one between the clusters. */
static void
test_kinds (void)
{
  const float xy[] = { 10.5f, 40.5f, 100.5f, 40.5f, 10.5f, 20.5f, 100.5f, 20.5f };
  const gint32 labels[] = { 0, 0, 0, 1 };
  const gint64 starts[] = { 0, 1, 2, 3, 4 };
  const gint32 columns[] = { 1, 0, 3, 2 };
  guint32 pixels[WIDTH * HEIGHT];
  EqpScatterModel model;
  EqpStyle style;
  EqpRgba color;
  guint32 within, cut;

  eqp_style_init (&style, FALSE, TRUE);
  init_model (&model, 4, xy, labels, starts, columns);
  render (&model, TRUE, pixels);

  g_assert_cmpint (count_gaps (pixels, 15, 95, 19), ==, 0);
  g_assert_cmpint (count_gaps (pixels, 15, 95, 39), >, 15);
  g_assert_cmpint (count_gaps (pixels, 15, 95, 39), <, 60);
  g_assert_cmpint (count_gaps (pixels, 0, WIDTH, 30), ==, WIDTH);

  /* The one has its cluster's hue, the other that of texts. */
  within = pixels[19 * WIDTH + 50];
  color = eqp_palette_color (0, &style);
  g_assert_cmpfloat (fabs ((within & 0xff) / (double) (within >> 24) - color.blue), <, 0.05);
  cut = 0;
  for (int x = 40; x < 60; x++)
    if (pixels[39 * WIDTH + x] >> 24 > cut >> 24)
      cut = pixels[39 * WIDTH + x];
  g_assert_cmpfloat (fabs ((cut & 0xff) / (double) (cut >> 24) - style.foreground.blue), <, 0.05);
  /* In high contrast both are opaque. */
  g_assert_cmpuint (cut >> 24, >=, within >> 24);

  /* Without clusters nothing is cut. */
  init_model (&model, 4, xy, NULL, starts, columns);
  render (&model, FALSE, pixels);
  g_assert_cmpint (count_gaps (pixels, 15, 95, 19), ==, 0);
  g_assert_cmpint (count_gaps (pixels, 15, 95, 39), ==, 0);
}

/* Any direction: the ink of an opaque line is its length times its width, which is 1. */
static void
test_directions (void)
{
  const gint64 starts[] = { 0, 1, 2 };
  const gint32 columns[] = { 1, 0 };
  guint32 pixels[WIDTH * HEIGHT];

  for (int angle = 0; angle < 360; angle += 15)
    {
      float dx = (float) (20.0 * cos (angle * G_PI / 180.0)), dy = (float) (20.0 * sin (angle * G_PI / 180.0));
      float xy[] = { 60.25f - dx, 30.25f - dy, 60.25f + dx, 30.25f + dy };
      double ink = 0.0;
      EqpScatterModel model;

      init_model (&model, 2, xy, NULL, starts, columns);
      model.radius = 0.01;
      render (&model, TRUE, pixels);
      for (int i = 0; i < WIDTH * HEIGHT; i++)
        ink += (pixels[i] >> 24) / 255.0;
      g_assert_cmpfloat (ink, >, 40.0 * 0.85);
      g_assert_cmpfloat (ink, <, 40.0 * 1.25 + 6.0);
    }
}

/* Ends out of the picture, far out, on one point, and not finite. */
static void
test_ends (void)
{
  const float xy[] = { -50.0f, 30.5f, 1e30f, 30.5f, 60.0f, 10.0f, 60.0f, 10.0f, NAN, 10.0f, INFINITY, 50.0f, -9.0f, 90.0f, 300.0f, 91.0f };
  const gint64 starts[] = { 0, 1, 2, 3, 4, 5, 6, 7, 8 };
  const gint32 columns[] = { 1, 0, 3, 2, 5, 4, 7, 6 };
  guint32 pixels[WIDTH * HEIGHT];
  EqpScatterModel model;

  init_model (&model, 8, xy, NULL, starts, columns);
  render (&model, FALSE, pixels);
  g_assert_cmpint (count_gaps (pixels, 0, WIDTH, 29), ==, 0);
  g_assert_cmpint (count_gaps (pixels, 70, WIDTH, 49), ==, 50);
  g_assert_cmpint (count_gaps (pixels, 0, WIDTH, 3), ==, WIDTH);
}

/* A ring of 200,000 points: a share of the edges is drawn, the same each time, and more of them after zooming in. */
static void
test_many (void)
{
  const gint64 n = 200000;
  g_autofree float *xy = g_new (float, 2 * n);
  g_autofree gint64 *starts = g_new (gint64, n + 1);
  g_autofree gint32 *columns = g_new (gint32, 2 * n);
  g_autofree guint32 *first = g_new (guint32, WIDTH * HEIGHT);
  g_autofree guint32 *second = g_new (guint32, WIDTH * HEIGHT);
  EqpScatterModel model;

  for (gint64 i = 0; i < n; i++)
    {
      xy[2 * i] = (float) (60.0 + 50.0 * cos (2.0 * G_PI * i / n));
      xy[2 * i + 1] = (float) (30.0 + 25.0 * sin (2.0 * G_PI * i / n));
      starts[i] = 2 * i;
      columns[2 * i] = (gint32) ((i + 1) % n);
      columns[2 * i + 1] = (gint32) ((i + n - 1) % n);
    }
  starts[n] = 2 * n;
  init_model (&model, n, xy, NULL, starts, columns);
  g_assert_cmpint (eqp_scatter_edge_step (&model), ==, 7);
  render (&model, FALSE, first);
  render (&model, FALSE, second);
  g_assert_cmpint (memcmp (first, second, WIDTH * HEIGHT * 4), ==, 0);

  model.range = (EqpRange) { 108.0, 112.0, 28.0, 32.0 };
  g_assert_cmpint (eqp_scatter_edge_step (&model), ==, 1);
  model.range = (EqpRange) { 0.0, 1.0, 0.0, 1.0 };
  g_assert_cmpint (eqp_scatter_edge_step (&model), ==, 1);
  model.edge_starts = NULL;
  g_assert_cmpint (eqp_scatter_edge_step (&model), ==, 0);
}

/* The key stands where the title of y leaves room. */
static void
test_key (void)
{
  const EqpRect whole = { 0.0, 0.0, 400.0, 200.0 };
  EqpScatterModel model;
  EqpStyle style;
  EqpRect header;

  eqp_style_init (&style, FALSE, FALSE);
  eqp_scatter_model_init (&model);
  model.range = (EqpRange) { 0.0, 1.0, 0.0, 1.0 };
  header = eqp_draw_scatter_plot_area (&whole, &style);
  header = (EqpRect) { header.x + header.width / 2.0, 0.0, header.width / 2.0 - 110.0, header.y - 3.0 };
  for (int with = 0; with < 2; with++)
    {
      g_auto (EqpCanvas) canvas = { 0 };
      g_auto (EqpCanvas) narrow = { 0 };

      model.edges_name = with ? "Edge" : NULL;
      model.cut_name = with ? "Cut edge" : NULL;
      model.y_title = "y";
      eqp_canvas_init (&canvas, 400, 200, &style);
      eqp_draw_scatter_furniture (canvas.cr, &model, &whole, &style);
      g_assert_true (eqp_canvas_blank (&canvas, &header, &style) == !with);

      model.y_title = "A title that ends well past the middle of it";
      eqp_canvas_init (&narrow, 400, 200, &style);
      eqp_draw_scatter_furniture (narrow.cr, &model, &whole, &style);
      header.x += 110.0;
      g_assert_true (eqp_canvas_blank (&narrow, &header, &style));
      header.x -= 110.0;
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/scatter-edges/kinds", test_kinds);
  g_test_add_func ("/draw/scatter-edges/directions", test_directions);
  g_test_add_func ("/draw/scatter-edges/ends", test_ends);
  g_test_add_func ("/draw/scatter-edges/many", test_many);
  g_test_add_func ("/draw/scatter-edges/key", test_key);
  return g_test_run ();
}
