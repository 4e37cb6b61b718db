/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Histograms in a line, and rows as images: bars where there are counts, gray levels between black and white. */
#include "config.h"

#include "eqp-draw-test.h"

#include <math.h>
#include <string.h>

/* Rows of pixels that the bars of a column of the picture take. */
static int
bar_height (cairo_surface_t *surface,
            int              x)
{
  const guint8 *data = cairo_image_surface_get_data (surface);
  int stride = cairo_image_surface_get_stride (surface), height = 0;

  for (int y = 0; y < cairo_image_surface_get_height (surface) - 1; y++)
    {
      guint32 pixel;

      memcpy (&pixel, data + y * stride + 4 * x, 4);
      height += (pixel & 0xff0000) == 0xff0000;
    }
  return height;
}

static void
test_bars (void)
{
  const guint32 bins[] = { 10, 0, 5, 1 };
  const EqpRgba red = { 1.0f, 0.0f, 0.0f, 1.0f };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 40, 21);
  cairo_t *cr = cairo_create (surface);
  EqpStyle style;

  eqp_style_init (&style, FALSE, FALSE);
  eqp_draw_histogram (cr, bins, 4, 40.0, 21.0, red, &style);
  cairo_surface_flush (surface);
  g_assert_cmpint (bar_height (surface, 4), ==, 20);
  g_assert_cmpint (bar_height (surface, 14), ==, 0);
  g_assert_cmpint (bar_height (surface, 24), >=, 9);
  g_assert_cmpint (bar_height (surface, 24), <=, 11);
  g_assert_cmpint (bar_height (surface, 34), >=, 1);
  g_assert_cmpint (bar_height (surface, 34), <=, 3);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

/* A bar of one among thousands is a line still, and few bars stand in the middle. */
static void
test_few (void)
{
  const guint32 bins[] = { 10000, 1 };
  const EqpRgba red = { 1.0f, 0.0f, 0.0f, 1.0f };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 60, 21);
  cairo_t *cr = cairo_create (surface);
  EqpStyle style;

  eqp_style_init (&style, FALSE, FALSE);
  /* The lowest row of pixels is not counted, so the picture ends above it. */
  eqp_draw_histogram (cr, bins, 2, 60.0, 20.0, red, &style);
  cairo_surface_flush (surface);
  g_assert_cmpint (bar_height (surface, 8), ==, 0);
  g_assert_cmpint (bar_height (surface, 20), ==, 20);
  g_assert_cmpint (bar_height (surface, 35), ==, 1);
  g_assert_cmpint (bar_height (surface, 52), ==, 0);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_nothing (void)
{
  const guint32 bins[] = { 0, 0 };
  const EqpRgba red = { 1.0f, 0.0f, 0.0f, 1.0f };
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 20, 10);
  cairo_t *cr = cairo_create (surface);
  EqpStyle style;

  eqp_style_init (&style, TRUE, FALSE);
  eqp_draw_histogram (cr, bins, 2, 20.0, 10.0, red, &style);
  eqp_draw_histogram (cr, bins, 0, 20.0, 10.0, red, &style);
  eqp_draw_histogram (cr, bins, 2, 0.0, 10.0, red, &style);
  cairo_surface_flush (surface);
  g_assert_cmpint (bar_height (surface, 5), ==, 0);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

static void
test_image (void)
{
  const float values[] = { 0.0f, 1.0f, 2.0f, 3.0f, 4.0f, 9.0f };
  guint8 pixels[18];

  eqp_image_pixels (values, 3, 2, FALSE, 0.0, 4.0, 1, pixels);
  g_assert_cmpint (pixels[0], ==, 0);
  g_assert_cmpint (pixels[3], ==, 64);
  g_assert_cmpint (pixels[6], ==, 128);
  g_assert_cmpint (pixels[12], ==, 255);
  g_assert_cmpint (pixels[17], ==, 255);

  /* Stored column by column: the second value is below the first. */
  eqp_image_pixels (values, 3, 2, TRUE, 0.0, 4.0, 1, pixels);
  g_assert_cmpint (pixels[3], ==, 128);
  g_assert_cmpint (pixels[9], ==, 64);

  /* Every other pixel, and no range at all. */
  eqp_image_pixels (values, 3, 2, FALSE, 0.0, 4.0, 2, pixels);
  g_assert_cmpint (pixels[3], ==, 128);
  eqp_image_pixels (values, 3, 2, FALSE, 4.0, 4.0, 1, pixels);
  g_assert_cmpint (pixels[15], ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/histogram/bars", test_bars);
  g_test_add_func ("/draw/histogram/few", test_few);
  g_test_add_func ("/draw/histogram/nothing", test_nothing);
  g_test_add_func ("/draw/histogram/image", test_image);
  return g_test_run ();
}
