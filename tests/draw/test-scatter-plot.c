/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw-test.h"

#include <math.h>
#include <string.h>

typedef struct
{
  int       width;
  int       height;
  guint32  *pixels;
} Picture;

static Picture
render (const EqpScatterModel *model,
        int                    width,
        int                    height,
        double                 scale)
{
  Picture picture = { (int) (width * scale), (int) (height * scale), NULL };
  EqpStyle style;

  eqp_style_init (&style, FALSE, FALSE);
  style.scale = scale;
  picture.pixels = g_new (guint32, picture.width * picture.height);
  memset (picture.pixels, 0xa5, (gsize) picture.width * picture.height * 4);
  eqp_draw_scatter_pixels (picture.pixels, picture.width * 4, picture.width, picture.height, scale, model, &style);
  return picture;
}

static guint32
at (const Picture *picture,
    int            x,
    int            y)
{
  g_assert_true (x >= 0 && x < picture->width && y >= 0 && y < picture->height);
  return picture->pixels[y * picture->width + x];
}

static gint64
count_inked (const Picture *picture)
{
  gint64 n = 0;

  for (int i = 0; i < picture->width * picture->height; i++)
    {
      guint32 alpha = picture->pixels[i] >> 24;

      /* Premultiplied: no channel above alpha. */
      g_assert_cmpuint ((picture->pixels[i] >> 16) & 0xff, <=, alpha);
      g_assert_cmpuint ((picture->pixels[i] >> 8) & 0xff, <=, alpha);
      g_assert_cmpuint (picture->pixels[i] & 0xff, <=, alpha);
      n += alpha != 0;
    }
  return n;
}

static void
init_model (EqpScatterModel *model,
            gint64           n,
            const float     *xy,
            const gint32    *labels,
            gint             k)
{
  eqp_scatter_model_init (model);
  model->n = n;
  model->xy = xy;
  model->labels = labels;
  model->k = k;
  model->range = (EqpRange) { 0.0, 100.0, 0.0, 50.0 };
}

/* Range 0..100 x 0..50 on 100 x 50: a unit is a pixel, y upwards. */
static void
test_places (void)
{
  const float xy[] = { 20.5f, 39.5f, 70.5f, 9.5f };
  const gint32 labels[] = { 0, 1 };
  EqpScatterModel model;
  EqpStyle style;

  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, 2, xy, labels, 2);
  for (int scale = 1; scale <= 2; scale++)
    {
      Picture picture = render (&model, 100, 50, scale);
      int middle = scale / 2;

      g_assert_true (eqp_pixel_is (at (&picture, 20 * scale + middle, 10 * scale + middle), eqp_palette_color (0, &style)));
      g_assert_true (eqp_pixel_is (at (&picture, 70 * scale + middle, 40 * scale + middle), eqp_palette_color (1, &style)));
      g_assert_cmpuint (at (&picture, 20 * scale, 40 * scale), ==, 0);
      /* Two markers of at most 2 x 4.5 + halo px. */
      g_assert_cmpint (count_inked (&picture), >, 2 * 50 * scale * scale);
      g_assert_cmpint (count_inked (&picture), <, 2 * 170 * scale * scale);
      g_free (picture.pixels);
    }
}

static void
test_labels_out_of_range (void)
{
  const float xy[] = { 20.5f, 25.5f, 50.5f, 25.5f, 80.5f, 25.5f };
  const gint32 labels[] = { -7, 2, G_MAXINT32 };
  EqpScatterModel model;
  EqpStyle style;
  Picture picture;

  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, 3, xy, labels, 2);
  picture = render (&model, 100, 50, 1.0);
  for (int x = 20; x <= 80; x += 30)
    g_assert_true (eqp_pixel_is (at (&picture, x, 24), eqp_palette_neutral (&style)));
  g_free (picture.pixels);
}

static void
test_not_finite (void)
{
  const float xy[] = { NAN, 25, 50, INFINITY, -INFINITY, 25, 3e38f, -3e38f };
  EqpScatterModel model;
  Picture picture;

  init_model (&model, 4, xy, NULL, 0);
  picture = render (&model, 100, 50, 1.0);
  g_assert_cmpint (count_inked (&picture), ==, 0);
  g_free (picture.pixels);
}

static void
test_empty (void)
{
  const float xy[] = { 1, 1 };
  EqpScatterModel model;
  Picture picture;

  init_model (&model, 0, NULL, NULL, 0);
  picture = render (&model, 40, 30, 1.0);
  g_assert_cmpint (count_inked (&picture), ==, 0);
  g_free (picture.pixels);

  init_model (&model, 1, xy, NULL, 0);
  model.range = (EqpRange) { 1.0, 1.0, 1.0, 1.0 };
  picture = render (&model, 40, 30, 1.0);
  g_assert_cmpint (count_inked (&picture), ==, 0);
  g_free (picture.pixels);
}

/* Markers of all shapes at all edges and corners stay within the picture. */
static void
test_edges (void)
{
  float xy[2 * 800];
  gint32 labels[800];
  EqpScatterModel model;
  Picture picture;

  for (int i = 0; i < 800; i++)
    {
      xy[2 * i] = i % 4 == 0 ? 0.0f : i % 4 == 1 ? 100.0f : (float) (i % 100);
      xy[2 * i + 1] = i % 3 == 0 ? 0.0f : i % 3 == 1 ? 50.0f : (float) (i % 50);
      labels[i] = i % 100;
    }
  init_model (&model, 800, xy, labels, 100);
  picture = render (&model, 100, 50, 2.0);
  g_assert_cmpint (count_inked (&picture), >, 1000);
  g_free (picture.pixels);
  picture = render (&model, 1, 1, 1.0);
  g_free (picture.pixels);
}

/* A crowd of one cluster is dark in the middle; its lone outsider is still seen. */
static void
test_density (void)
{
  const gint64 n = EQP_SCATTER_DENSITY_FROM + 1;
  g_autofree float *xy = g_new (float, 2 * n);
  g_autofree gint32 *labels = g_new0 (gint32, n);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  EqpScatterModel model;

  for (gint64 i = 0; i < n; i++)
    {
      double radius = 15.0 * g_rand_double (rand), angle = g_rand_double_range (rand, 0.0, 2.0 * G_PI);

      xy[2 * i] = (float) (50.5 + radius * cos (angle));
      xy[2 * i + 1] = (float) (25.5 + radius * sin (angle));
    }
  xy[2 * n - 2] = 90.5f;
  xy[2 * n - 1] = 9.5f;
  init_model (&model, n, xy, labels, 1);
  for (int scale = 1; scale <= 2; scale++)
    {
      Picture picture = render (&model, 100, 50, scale);

      g_assert_cmpuint (at (&picture, 50 * scale, 24 * scale) >> 24, >=, 250);
      g_assert_cmpuint (at (&picture, 90 * scale, 40 * scale) >> 24, >=, 100);
      g_assert_cmpuint (at (&picture, 91 * scale, 40 * scale) >> 24, >=, 30);
      g_assert_cmpuint (at (&picture, 10 * scale, 10 * scale), ==, 0);
      g_free (picture.pixels);
    }
}

/* Where clusters overlap the majority decides, whichever comes last in the file. */
static void
test_density_majority (void)
{
  const gint64 n = EQP_SCATTER_DENSITY_FROM + 3000;
  g_autofree float *xy = g_new (float, 2 * n);
  g_autofree gint32 *labels = g_new (gint32, n);
  EqpScatterModel model;
  EqpStyle style;
  Picture picture;
  EqpRgba color;

  eqp_style_init (&style, FALSE, FALSE);
  for (gint64 i = 0; i < n; i++)
    {
      xy[2 * i] = 50.5f;
      xy[2 * i + 1] = 25.5f;
      labels[i] = i < EQP_SCATTER_DENSITY_FROM ? 1 : 3;
    }
  init_model (&model, n, xy, labels, 4);
  picture = render (&model, 100, 50, 1.0);
  /* The thickest color: a quarter of the way to the foreground. */
  color = eqp_rgba_mix (eqp_palette_color (1, &style), style.foreground, 0.25);
  g_assert_true (eqp_pixel_is (at (&picture, 50, 24), color));
  g_free (picture.pixels);
}

static void
test_million (void)
{
  const gint64 n = 1000000;
  g_autofree float *xy = g_new (float, 2 * n);
  g_autofree gint32 *labels = g_new (gint32, n);
  EqpScatterModel model;
  Picture picture;

  for (gint64 i = 0; i < n; i++)
    {
      xy[2 * i] = (float) (i % 1009) / 10.0f;
      xy[2 * i + 1] = (float) (i % 997) / 20.0f;
      labels[i] = (gint32) (i % 1500);
    }
  init_model (&model, n, xy, labels, 1500);
  picture = render (&model, 300, 200, 2.0);
  g_assert_cmpint (count_inked (&picture), >, 600 * 300);
  g_free (picture.pixels);
}

static void
test_highlight_fades_others (void)
{
  const float xy[] = { 20.5f, 25.5f, 80.5f, 25.5f };
  const gint32 labels[] = { 0, 1 };
  EqpScatterModel model;
  EqpStyle style;
  Picture picture;

  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, 2, xy, labels, 2);
  model.highlight_cluster = 1;
  picture = render (&model, 100, 50, 1.0);
  g_assert_true (eqp_pixel_is (at (&picture, 80, 24), eqp_palette_color (1, &style)));
  g_assert_false (eqp_pixel_is (at (&picture, 20, 24), eqp_palette_color (0, &style)));
  g_free (picture.pixels);
}

/* Row by row, whatever the color: few as markers, many by density. */
static void
test_faded_rows (void)
{
  const float xy[] = { 20.5f, 25.5f, 50.5f, 25.5f, 80.5f, 25.5f };
  const gint32 labels[] = { 0, 0, -1 };
  const guint8 faded[] = { 1, 0, 1 };
  gint64 n = EQP_SCATTER_DENSITY_FROM;
  g_autofree float *many = g_new (float, 2 * n);
  g_autofree gint32 *ones = g_new (gint32, n);
  g_autofree guint8 *marks = g_new (guint8, n);
  EqpScatterModel model;
  EqpStyle style;
  Picture picture;

  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, 3, xy, labels, 2);
  model.faded = faded;
  picture = render (&model, 100, 50, 1.0);
  g_assert_true (eqp_pixel_is (at (&picture, 50, 24), eqp_palette_color (0, &style)));
  g_assert_false (eqp_pixel_is (at (&picture, 20, 24), eqp_palette_color (0, &style)));
  g_assert_false (eqp_pixel_is (at (&picture, 80, 24), eqp_palette_neutral (&style)));
  g_free (picture.pixels);

  for (gint64 i = 0; i < n; i++)
    {
      many[2 * i] = i % 2 == 0 ? 20.5f : 80.5f;
      many[2 * i + 1] = 25.5f;
      ones[i] = 1;
      marks[i] = i % 2 == 0;
    }
  init_model (&model, n, many, ones, 2);
  model.faded = marks;
  picture = render (&model, 100, 50, 1.0);
  g_assert_cmpint (at (&picture, 80, 24) >> 24, ==, 255);
  g_assert_cmpint (at (&picture, 20, 24) >> 24, <, 128);
  g_assert_cmpint (at (&picture, 20, 24) >> 24, >, 0);
  g_free (picture.pixels);
}

/* Marks of centers never hide the points, however small the plot is. */
static void
test_crowd (void)
{
  const EqpRect large = { 0.0, 0.0, 500.0, 400.0 }, small = { 0.0, 0.0, 110.0, 130.0 };
  EqpStyle style;

  eqp_style_init (&style, FALSE, FALSE);
  g_assert_cmpint (eqp_scatter_center_crowd (20, &large, &style), ==, 20);
  g_assert_cmpint (eqp_scatter_center_crowd (200, &small, &style), ==, 200);
  for (gint k = 1; k < 40; k++)
    {
      gint crowd = eqp_scatter_center_crowd (k, &small, &style);
      double side = 2.0 * eqp_scatter_center_radius (crowd, &style);

      g_assert_cmpint (crowd, >=, k);
      g_assert_cmpfloat (k * side * side, <=, 0.6 * small.width * small.height);
    }
  g_assert_cmpint (eqp_scatter_center_crowd (3, &small, &style), ==, 3);
  /* Smaller with a number before it is without. */
  g_assert_cmpint (eqp_scatter_center_crowd (10, &small, &style), >, 10);
  g_assert_cmpint (eqp_scatter_center_crowd (10, &small, &style), <, 40);
  g_assert_cmpfloat (eqp_scatter_center_radius (eqp_scatter_center_crowd (10, &small, &style), &style), <,
                     eqp_scatter_center_radius (10, &style));
}

/* The number of each center is free of the other marks, wherever centers lie, and only marks in a crowd are moved. */
static void
test_center_places (void)
{
  const EqpRect area = { 40.0, 20.0, 500.0, 400.0 };
  /* On one another, in a corner, in a row that is too tight, one that is alone, and two that are not there. */
  static const double at[][2] = { { 200, 200 }, { 200, 200 }, { 203, 200 }, { 40, 20 }, { 40, 20 }, { 45, 25 },
                                  { 300, 300 }, { 312, 300 }, { 324, 300 }, { 336, 300 }, { 450, 100 },
                                  { NAN, 50 }, { 200, -5 } };
  enum { K = G_N_ELEMENTS (at), ALONE = 10 };
  EqpCenterPlace places[K], again[K];
  EqpStyle style;
  double radius;

  eqp_style_init (&style, FALSE, FALSE);
  radius = eqp_scatter_center_radius (K, &style);
  for (int c = 0; c < K; c++)
    again[c] = places[c] = (EqpCenterPlace) { .at_x = at[c][0], .at_y = at[c][1] };
  eqp_scatter_place_centers (places, K, &area, &style);
  for (int a = 0; a < K; a++)
    {
      g_assert_cmpint (places[a].seen, ==, a <= ALONE);
      if (!places[a].seen)
        continue;
      g_assert_cmpfloat (places[a].x, >=, area.x);
      g_assert_cmpfloat (places[a].y, >=, area.y);
      for (int b = 0; b < a; b++)
        g_assert_cmpfloat (hypot (places[a].x - places[b].x, places[a].y - places[b].y), >=, 2.0 * radius - 3.0);
    }
  g_assert_cmpfloat (places[ALONE].x, ==, at[ALONE][0]);
  g_assert_cmpfloat (places[ALONE].y, ==, at[ALONE][1]);
  g_assert_false (eqp_scatter_center_is_led_to (&places[ALONE], K, &style));

  /* A step of a run moves centers a little, and so the marks. */
  for (int c = 0; c < K; c++)
    again[c].at_x += c % 2 == 0 ? 0.2 : -0.2;
  eqp_scatter_place_centers (again, K, &area, &style);
  for (int c = 6; c < ALONE; c++)
    g_assert_cmpfloat (hypot (places[c].x - again[c].x, places[c].y - again[c].y), <, 4.0);

  /* Without numbers there is nothing to be read. */
  {
    g_autofree EqpCenterPlace *many = g_new0 (EqpCenterPlace, 50);

    for (int c = 0; c < 50; c++)
      many[c].at_x = many[c].at_y = 100.0;
    eqp_scatter_place_centers (many, 50, &area, &style);
    g_assert_cmpfloat (many[49].x, ==, 100.0);
  }
}

/* Both numbers of two centers on one another are seen, and a line leads to where a crowd of them is. */
static void
test_centers_apart (void)
{
  static const double centers[] = { 50, 25, 50, 25, 50, 25, 50, 25, 50, 25 };
  const EqpRect area = { 0.0, 0.0, 300.0, 200.0 };
  EqpScatterModel model;
  EqpStyle style;
  EqpCenterPlace places[5];
  int lines = 0;
  g_auto (EqpCanvas) canvas = { 0 };

  eqp_style_init (&style, FALSE, FALSE);
  eqp_canvas_init (&canvas, 300, 200, &style);
  eqp_scatter_model_init (&model);
  model.range = (EqpRange) { 0, 100, 0, 50 };
  model.k = 5;
  model.centers = centers;
  eqp_draw_scatter_centers (canvas.cr, &model, &area, &style);
  for (int c = 0; c < 5; c++)
    places[c] = (EqpCenterPlace) { .at_x = 150.0, .at_y = 100.0 };
  eqp_scatter_place_centers (places, 5, &area, &style);
  for (int c = 0; c < 5; c++)
    {
      /* Beside the digit. */
      g_assert_true (
          eqp_pixel_is (eqp_canvas_pixel (&canvas, places[c].x - 7.0, places[c].y), eqp_palette_color (c, &style)));
    }
  /* Where no mark covers it, the line that was drawn last is seen. */
  for (int c = 0; c < 5; c++)
    for (double t = 0.0; eqp_scatter_center_is_led_to (&places[c], 5, &style) && t < 1.0; t += 0.01)
      {
        double x = 150.0 + t * (places[c].x - 150.0), y = 100.0 + t * (places[c].y - 100.0);
        gboolean covered = FALSE;

        for (int other = 0; other < 5; other++)
          covered |= hypot (x - places[other].x, y - places[other].y) < eqp_scatter_center_radius (5, &style) + 1.0;
        lines += !covered && eqp_pixel_is (eqp_canvas_pixel (&canvas, x, y), eqp_palette_color (c, &style));
      }
  g_assert_cmpint (lines, >, 0);
}

static gboolean
has_ink (cairo_surface_t *surface,
         double           x0,
         double           x1,
         double           y0,
         double           y1)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface);

  for (int y = (int) y0; y < (int) y1; y++)
    for (int x = (int) x0; x < (int) x1; x++)
      if (((const guint32 *) (const void *) (data + (gsize) y * (gsize) stride))[x] >> 24 > 200)
        return TRUE;
  return FALSE;
}

/* Names stand beside their points, none where there is no room, and none of very many. */
static void
test_names (void)
{
  const float xy[] = { 20.0f, 25.0f, 95.0f, 25.0f, 60.0f, 40.0f };
  const char *const names[] = { "Ann", "Bartholomew", "" };
  const EqpRect area = { 0.0, 0.0, 300.0, 150.0 };
  g_autofree float *crowd = g_new (float, 2 * 400);
  g_autofree const char **many = g_new0 (const char *, 400);
  EqpScatterModel model;
  EqpStyle style;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 150);
  cairo_t *cr = cairo_create (surface);

  eqp_style_init (&style, FALSE, FALSE);
  init_model (&model, 3, xy, NULL, 0);
  model.range = (EqpRange) { 0.0, 100.0, 0.0, 50.0 };
  model.names = names;
  eqp_draw_scatter_names (cr, &model, &area, &style);
  cairo_surface_flush (surface);
  /* The first to the right; the second would leave the plot there, so it is to the left. */
  g_assert_true (has_ink (surface, 64.0, 90.0, 68.0, 82.0));
  g_assert_false (has_ink (surface, 40.0, 60.0, 60.0, 90.0));
  g_assert_true (has_ink (surface, 220.0, 280.0, 68.0, 82.0));
  g_assert_false (has_ink (surface, 288.0, 300.0, 60.0, 90.0));
  g_assert_false (has_ink (surface, 100.0, 200.0, 0.0, 60.0));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 300, 150);
  cr = cairo_create (surface);
  for (int i = 0; i < 400; i++)
    {
      crowd[2 * i] = (float) (i % 20) * 5.0f;
      crowd[2 * i + 1] = (float) (i / 20) * 2.5f;
      many[i] = "x";
    }
  init_model (&model, 400, crowd, NULL, 0);
  model.range = (EqpRange) { 0.0, 100.0, 0.0, 50.0 };
  model.names = many;
  eqp_draw_scatter_names (cr, &model, &area, &style);
  cairo_surface_flush (surface);
  g_assert_false (has_ink (surface, 0.0, 300.0, 0.0, 150.0));
  /* A part of them can be read. */
  model.range = (EqpRange) { 0.0, 20.0, 0.0, 10.0 };
  eqp_draw_scatter_names (cr, &model, &area, &style);
  cairo_surface_flush (surface);
  g_assert_true (has_ink (surface, 0.0, 300.0, 0.0, 150.0));
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* Every pixel has the tint of the argmin of the power distance, found here the slow way. */
static void
test_cells (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  double centers[2 * 12], prices[12];
  EqpScatterModel model;
  Picture picture;
  guint32 tints[12] = { 0 };
  int wrong = 0;

  for (int c = 0; c < 12; c++)
    {
      centers[2 * c] = g_rand_double_range (rand, 0.0, 100.0);
      centers[2 * c + 1] = g_rand_double_range (rand, 0.0, 50.0);
      prices[c] = g_rand_double_range (rand, 0.0, 200.0);
    }
  /* Two centers above each other give lines of one slope. */
  centers[2] = centers[0];
  /* One that never wins, one that is not a number. */
  prices[10] = 1e9;
  centers[22] = NAN;
  init_model (&model, 0, NULL, NULL, 12);
  model.centers = centers;
  model.prices = prices;
  model.show_cells = TRUE;
  picture = render (&model, 200, 100, 1.0);
  for (int y = 0; y < 100; y++)
    for (int x = 0; x < 200; x++)
      {
        double px = (x + 0.5) / 2.0, py = 50.0 - (y + 0.5) / 2.0, best = INFINITY;
        int winner = -1;

        for (int c = 0; c < 11; c++)
          {
            double dx = px - centers[2 * c], dy = py - centers[2 * c + 1];
            double power = dx * dx + dy * dy + prices[c];

            winner = power < best ? c : winner;
            best = MIN (power, best);
          }
        if (tints[winner] == 0)
          tints[winner] = at (&picture, x, y);
        wrong += tints[winner] != at (&picture, x, y);
      }
  /* Ties at borders round either way. */
  g_assert_cmpint (wrong, <, 20);
  g_assert_cmpuint (tints[10], ==, 0);
  for (int c = 0; c < 10; c++)
    for (int other = 0; other < c; other++)
      g_assert_true (tints[c] == 0 || tints[c] != tints[other]);
  g_free (picture.pixels);
}

static void
test_ranges (void)
{
  const float xy[] = { 3, 7, NAN, 100, 5, 7, 1, 7 };
  EqpRange range;

  g_assert_true (eqp_scatter_data_range (4, xy, &range));
  g_assert_cmpfloat (range.x0, ==, 1.0);
  g_assert_cmpfloat (range.x1, ==, 5.0);
  g_assert_cmpfloat (range.y0, ==, 7.0);
  g_assert_cmpfloat (range.y1, ==, 7.0);
  eqp_range_fit (&range, 400.0, 200.0, 0.0, TRUE);
  g_assert_cmpfloat_with_epsilon (range.x1 - range.x0, 4.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (range.y1 - range.y0, 2.0, 1e-9);
  g_assert_cmpfloat_with_epsilon ((range.y0 + range.y1) / 2.0, 7.0, 1e-9);

  range = (EqpRange) { 0.0, 10.0, 0.0, 1000.0 };
  eqp_range_fit (&range, 120.0, 120.0, 10.0, FALSE);
  g_assert_cmpfloat_with_epsilon (range.x0, -1.0, 1e-9);
  g_assert_cmpfloat_with_epsilon (range.y1, 1100.0, 1e-9);

  g_assert_false (eqp_scatter_data_range (1, xy + 2, &range));
  eqp_range_fit (&range, 0.0, 0.0, 10.0, TRUE);
  g_assert_true (range.x0 < range.x1 && range.y0 < range.y1);
}

/* The whole plot, on a surface and as paths in a vector format. */
static void
test_whole_plot (void)
{
  const float xy[] = { 10, 10, 90, 40 };
  const gint32 labels[] = { 0, 1 };
  const double centers[] = { 50, 25, NAN, INFINITY };
  EqpRect rect = { 0.0, 0.0, 300.0, 200.0 }, area;
  EqpScatterModel model;
  EqpStyle style;
  g_auto (EqpCanvas) canvas = { 0 };

  eqp_style_init (&style, TRUE, FALSE);
  eqp_canvas_init (&canvas, 300, 200, &style);
  init_model (&model, 2, xy, labels, 2);
  model.centers = centers;
  model.x_title = "x";
  model.y_title = "y";
  model.highlight_row = 1;
  area = eqp_draw_scatter_plot_area (&rect, &style);
  eqp_draw_scatter (canvas.cr, &model, &rect, &style);
  g_assert_cmpint (cairo_status (canvas.cr), ==, CAIRO_STATUS_SUCCESS);
  /* Beside the digit of the center's mark. */
  g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, area.x + area.width / 2.0 - 7.0, area.y + area.height / 2.0),
                               eqp_palette_color (0, &style)));
}

/* A flat cloud is stretched so far and no further, and one that fits anyway stays as it is. */
static void
test_range_loosely (void)
{
  EqpRange flat = { 0.0, 100.0, 3.0, 4.0 }, square = { -1.0, 1.0, -1.0, 1.0 }, one = { 2.0, 2.0, 5.0, 5.0 };

  eqp_range_fit_loosely (&flat, 400.0, 400.0, 10.0);
  g_assert_cmpfloat_with_epsilon ((flat.x1 - flat.x0) / (flat.y1 - flat.y0), EQP_SCATTER_STRETCH, 1e-9);
  g_assert_cmpfloat_with_epsilon (flat.y0 + flat.y1, 7.0, 1e-9);
  eqp_range_fit_loosely (&square, 300.0, 300.0, 10.0);
  g_assert_cmpfloat_with_epsilon (square.x1 - square.x0, square.y1 - square.y0, 1e-12);
  eqp_range_fit_loosely (&one, 300.0, 200.0, 10.0);
  g_assert_true (one.x0 < 2.0 && one.x1 > 2.0 && one.y0 < 5.0 && one.y1 > 5.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/scatter-plot/places", test_places);
  g_test_add_func ("/draw/scatter-plot/labels-out-of-range", test_labels_out_of_range);
  g_test_add_func ("/draw/scatter-plot/not-finite", test_not_finite);
  g_test_add_func ("/draw/scatter-plot/empty", test_empty);
  g_test_add_func ("/draw/scatter-plot/edges", test_edges);
  g_test_add_func ("/draw/scatter-plot/density", test_density);
  g_test_add_func ("/draw/scatter-plot/density-majority", test_density_majority);
  g_test_add_func ("/draw/scatter-plot/million", test_million);
  g_test_add_func ("/draw/scatter-plot/highlight-fades-others", test_highlight_fades_others);
  g_test_add_func ("/draw/scatter-plot/faded-rows", test_faded_rows);
  g_test_add_func ("/draw/scatter-plot/names", test_names);
  g_test_add_func ("/draw/scatter-plot/crowd", test_crowd);
  g_test_add_func ("/draw/scatter-plot/center-places", test_center_places);
  g_test_add_func ("/draw/scatter-plot/centers-apart", test_centers_apart);
  g_test_add_func ("/draw/scatter-plot/cells", test_cells);
  g_test_add_func ("/draw/scatter-plot/ranges", test_ranges);
  g_test_add_func ("/draw/scatter-plot/whole-plot", test_whole_plot);
  g_test_add_func ("/draw/scatter-plot/range-loosely", test_range_loosely);
  return g_test_run ();
}
