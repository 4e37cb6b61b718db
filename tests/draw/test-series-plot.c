/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw-test.h"

#include <math.h>

#define WIDTH 500
#define HEIGHT 320

static const double gammas[] = { 0.0, 0.1, 1.0, 10.0 };
static const double values[] = { 0.2, 0.4, NAN, 0.8 };
static const double low[] = { 0.1, 0.3, NAN, 0.7 }, high[] = { 0.3, 0.5, NAN, 0.9 };
static const double level[] = { 0.5 };

/* Where a color is first found in a row of pixels from the left, and last; -1: nowhere. */
static void
find_color (EqpCanvas *canvas,
            EqpRgba    color,
            double     from_y,
            double    *first,
            double    *last)
{
  *first = *last = -1.0;
  for (double x = 0.0; x < canvas->width; x += 1.0)
    for (double y = from_y; y < canvas->height; y += 1.0)
      if (eqp_pixel_is (eqp_canvas_pixel (canvas, x, y), color))
        {
          *first = *first < 0.0 ? x : *first;
          *last = x;
        }
}

/* Gamma 0 stands at the left, 10 at the right edge; a level goes from edge to edge; a look is a color. */
static void
test_lines (void)
{
  const EqpSeries series[] = { { "bkm", 3, 4, gammas, values, low, high }, { "kmeans", 1, 1, NULL, level, NULL, NULL } };
  const EqpSeriesModel model = { "NMI", "gamma", EQP_AXIS_LOG, 2, series };
  const EqpRect all = { 0.0, 0.0, WIDTH, HEIGHT };
  g_auto (EqpCanvas) canvas = { 0 };
  double first, last, left, right;
  EqpStyle style;

  eqp_style_init (&style, FALSE, FALSE);
  eqp_canvas_init (&canvas, WIDTH, HEIGHT, &style);
  eqp_draw_series (canvas.cr, &model, &all, &style);
  find_color (&canvas, eqp_palette_color (3, &style), 3.0 * style.font_size, &first, &last);
  find_color (&canvas, eqp_palette_color (1, &style), 3.0 * style.font_size, &left, &right);
  g_assert_cmpfloat (left, >, 0.0);
  g_assert_cmpfloat (first, >, left);
  g_assert_cmpfloat (first, <, left + 0.1 * WIDTH);
  g_assert_cmpfloat (fabs (last - right), <, 12.0);
  find_color (&canvas, eqp_palette_color (0, &style), 3.0 * style.font_size, &left, &right);
  g_assert_cmpfloat (left, ==, -1.0);
}

static void
test_intervals (void)
{
  const EqpSeries series[] = { { "bkm", 0, 1, NULL, values, low, high }, { "kmeans", 1, 1, NULL, level, NULL, NULL } };
  const EqpIntervalModel model = { "NMI", "NMI", EQP_AXIS_LINEAR, 2, series };
  g_auto (EqpCanvas) canvas = { 0 };
  double first, last, mark, end;
  EqpStyle style;
  EqpRect all = { 0.0, 0.0, WIDTH, 0.0 };

  eqp_style_init (&style, FALSE, FALSE);
  all.height = eqp_intervals_height (&model, &style);
  eqp_canvas_init (&canvas, WIDTH, (int) all.height, &style);
  eqp_draw_intervals (canvas.cr, &model, &all, &style);
  find_color (&canvas, eqp_palette_color (0, &style), 0.0, &first, &last);
  find_color (&canvas, eqp_palette_color (1, &style), 0.0, &mark, &end);
  /* 0.1 to 0.3 with whiskers, and a mark of a few pixels at 0.5. */
  g_assert_cmpfloat (last - first, >, 0.3 * WIDTH);
  g_assert_cmpfloat (mark, >, last);
  g_assert_cmpfloat (end - mark, <, 12.0);
}

/* Nothing, nothing finite, one point, no room. */
static void
test_odd (void)
{
  static const double nothing[] = { NAN, INFINITY }, one[] = { 0.0 };
  const EqpSeries series[] = { { "a", 0, 2, nothing, nothing, nothing, nothing }, { "b", 1, 1, one, one, NULL, NULL }, { "c", 2, 0, NULL, NULL, NULL, NULL } };
  EqpStyle style;

  eqp_style_init (&style, TRUE, FALSE);
  for (int n = 0; n <= 3; n++)
    for (int room = 4; room <= 400; room *= 10)
      {
        const EqpSeriesModel model = { "t", "x", n % 2 == 0 ? EQP_AXIS_LOG : EQP_AXIS_LINEAR, n, series };
        const EqpRect all = { 0.0, 0.0, room, room };
        g_auto (EqpCanvas) canvas = { 0 };

        eqp_canvas_init (&canvas, room, room, &style);
        eqp_draw_series (canvas.cr, &model, &all, &style);
        eqp_draw_intervals (canvas.cr, &model, &all, &style);
        g_assert_cmpint (cairo_status (canvas.cr), ==, CAIRO_STATUS_SUCCESS);
      }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/series-plot/lines", test_lines);
  g_test_add_func ("/draw/series-plot/intervals", test_intervals);
  g_test_add_func ("/draw/series-plot/odd", test_odd);
  return g_test_run ();
}
