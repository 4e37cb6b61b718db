/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plots of a study: numbers over gamma, the front, the stream of sizes. */
#include "config.h"

#include <math.h>

#include "eqp-draw-test.h"

#define WIDTH 400
#define HEIGHT 260

static const EqpRect all = { 0.0, 0.0, WIDTH, HEIGHT };
static const double gammas[] = { 0.01, 1.0, 100.0 }, means[] = { 10.0, 20.0, 15.0 };
static const double lows[] = { 9.0, 18.0, 15.0 }, highs[] = { 11.0, 22.0, 15.0 };
static const double none[] = { 0.0 }, flat[] = { 12.0 }, unknown[] = { NAN };

static void
make_curves (EqpCurvesModel *model)
{
  *model = (EqpCurvesModel){ .marks = { 0.01, 100.0, 10.0, 0.0 }, .title = "SSE", .n_curves = 2 };
  model->curves[0] = (EqpCurve){ "Balanced", 3, gammas, means, lows, highs };
  model->curves[1] = (EqpCurve){ "Plain", 1, none, flat, unknown, unknown };
}

/* Lines are where their numbers say, bands around them, and the method without gamma goes all across. */
static void
test_curves (void)
{
  g_auto (EqpCanvas) canvas = { 0 };
  EqpCurvesModel model;
  EqpPlotFrame frame;
  EqpStyle style;
  double gamma, x, y;

  eqp_style_init (&style, FALSE, FALSE);
  make_curves (&model);
  eqp_curves_frame (&model, &all, &style, &frame);
  g_assert_cmpfloat (frame.y.min, <=, 9.0);
  g_assert_cmpfloat (frame.y.max, >=, 22.0);
  g_assert_cmpfloat_with_epsilon (eqp_plot_frame_x (&frame, 1.0), frame.area.x + frame.area.width / 2.0, 1e-6);

  eqp_canvas_init (&canvas, WIDTH, HEIGHT, &style);
  eqp_draw_curves_data (canvas.cr, &model, &frame, &style);
  for (int i = 0; i < 3; i++)
    g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, eqp_plot_frame_x (&frame, gammas[i]),
                                                   eqp_plot_frame_y (&frame, means[i])),
                                 eqp_curve_color (0, FALSE, &style)));
  x = eqp_plot_frame_x (&frame, 1.0);
  y = eqp_plot_frame_y (&frame, 21.2);
  g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, x, y),
                               eqp_rgba_mix (style.card, eqp_curve_color (0, FALSE, &style), 0.2)));
  y = eqp_plot_frame_y (&frame, 23.5);
  g_assert_true (eqp_canvas_blank (&canvas, &(EqpRect){ x, y, 1.0, 1.0 }, &style));
  g_assert_false (eqp_canvas_blank (&canvas, &(EqpRect){ frame.area.x, eqp_plot_frame_y (&frame, 12.0), 12.0, 1.0 },
                                    &style));

  g_assert_true (eqp_curves_nearest (&model, &frame, x + 30.0, &gamma));
  g_assert_cmpfloat (gamma, ==, 1.0);
  g_assert_true (eqp_curves_nearest (&model, &frame, WIDTH, &gamma));
  g_assert_cmpfloat (gamma, ==, 100.0);

  /* What lies outside the part shown is not found there, and does not stretch the axis. */
  model.marks.least = 50.0;
  model.marks.most = 200.0;
  model.n_curves = 1;
  eqp_curves_frame (&model, &all, &style, &frame);
  g_assert_true (eqp_curves_nearest (&model, &frame, 0.0, &gamma));
  g_assert_cmpfloat (gamma, ==, 100.0);
  g_assert_cmpfloat (frame.y.max, <, 20.0);
}

/* Steps hold their value up to the next gamma, at both ends of what is shown, too. */
static void
test_steps (void)
{
  static const double from[] = { 0.0, 1.0, 1e6 }, values[] = { 10.0, 20.0, 90.0 }, bands[] = { NAN, NAN, NAN };
  g_auto (EqpCanvas) canvas = { 0 };
  EqpCurvesModel model = { .marks = { 0.01, 100.0, 0.0, 0.0 }, .title = "ACC", .n_curves = 1 };
  EqpPlotFrame frame;
  EqpStyle style;
  double gamma;

  model.curves[0] = (EqpCurve){ "Path", 3, from, values, bands, bands, TRUE };
  eqp_style_init (&style, FALSE, FALSE);
  eqp_curves_frame (&model, &all, &style, &frame);
  /* The first is shown although its gamma is not; the last is not. */
  g_assert_cmpfloat (frame.y.min, <=, 10.0);
  g_assert_cmpfloat (frame.y.max, <, 50.0);
  eqp_canvas_init (&canvas, WIDTH, HEIGHT, &style);
  eqp_draw_curves_data (canvas.cr, &model, &frame, &style);
  for (int i = 0; i < 4; i++)
    {
      static const double at[] = { 0.011, 0.9, 1.1, 90.0 };
      static const double low[] = { 20.0, 20.0, 10.0, 10.0 }, high[] = { 10.0, 10.0, 20.0, 20.0 };
      double x = eqp_plot_frame_x (&frame, at[i]);

      g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, x, eqp_plot_frame_y (&frame, high[i])),
                                   eqp_curve_color (0, FALSE, &style)));
      g_assert_true (eqp_canvas_blank (&canvas, &(EqpRect){ x, eqp_plot_frame_y (&frame, low[i]) - 1.0, 1.0, 3.0 }, &style));
    }
  g_assert_true (eqp_curves_nearest (&model, &frame, frame.area.x + 5.0, &gamma));
  g_assert_cmpfloat (gamma, ==, 0.01);
}

/* Of the note beside the title a part is left out where it has no room, never cut off in a word. */
static void
test_note (void)
{
  static const EqpRect begin = { 60.0, 4.0, 30.0, 20.0 }, end = { WIDTH - 80.0, 4.0, 55.0, 20.0 };
  static const char *const notes[] = { "higher; of all rows and columns that there are in these many data",
                                       "higher is better here",
                                       "of all the rows and of all the columns that there are in these many data" };

  for (gsize i = 0; i < G_N_ELEMENTS (notes); i++)
    {
      g_auto (EqpCanvas) canvas = { 0 };
      EqpCurvesModel model = { .marks = { 0.01, 100.0, 0.0, 0.0 }, .title = "ACC", .note = notes[i] };
      EqpPlotFrame frame;
      EqpStyle style;

      eqp_style_init (&style, FALSE, FALSE);
      eqp_curves_frame (&model, &all, &style, &frame);
      eqp_canvas_init (&canvas, WIDTH, HEIGHT, &style);
      eqp_draw_curves_furniture (canvas.cr, &model, &all, &frame, &style);
      g_assert_true (eqp_canvas_blank (&canvas, &begin, &style) == (i == 2));
      g_assert_true (eqp_canvas_blank (&canvas, &end, &style));
    }
}

/* The front against the definition: the best of all for many gammas, and nothing but those. */
static void
test_hull (void)
{
  for (int round = 0; round < 200; round++)
    {
      EqpFrontPoint points[30];
      guint hull[30], n = (guint) g_test_rand_int_range (1, 31), corners;
      gboolean is_corner[30] = { FALSE };

      for (guint i = 0; i < n; i++)
        points[i] = (EqpFrontPoint){ g_test_rand_int_range (0, 12), g_test_rand_int_range (0, 12), 1.0, 0, TRUE };
      corners = eqp_front_hull (n, points, hull);
      g_assert_cmpint (corners, >=, 1);
      for (guint i = 0; i < corners; i++)
        is_corner[hull[i]] = TRUE;
      for (double gamma = 0.0; gamma < 14.0; gamma += 0.05)
        {
          double best = INFINITY, front = INFINITY;

          for (guint i = 0; i < n; i++)
            {
              double value = points[i].data_term + gamma * points[i].squares;

              best = fmin (best, value);
              if (is_corner[i])
                front = fmin (front, value);
            }
          g_assert_cmpfloat_with_epsilon (front, best, 1e-9);
        }
      /* From even to fitting, ever less steep. */
      for (guint i = 1; i < corners; i++)
        {
          g_assert_cmpfloat (points[hull[i]].squares, >, points[hull[i - 1]].squares);
          g_assert_cmpfloat (points[hull[i]].data_term, <, points[hull[i - 1]].data_term);
        }
    }
}

static void
test_front (void)
{
  const EqpFrontPoint points[] = {
    { 100.0, 40.0, 10.0, 0, TRUE }, { 150.0, 20.0, 1.0, 0, TRUE }, { 150.0, 30.0, 1.0, 0, TRUE },
    { 220.0, 10.0, 0.0, 1, TRUE }, { 210.0, 38.0, 1.0, 0, FALSE },
  };
  g_auto (EqpCanvas) canvas = { 0 };
  EqpFrontModel model = { .n = G_N_ELEMENTS (points), .points = points, .data_name = "SSE", .least = 99.0 };
  g_autofree char *summary = eqp_draw_summary_front (&model);
  EqpPlotFrame frame;
  EqpStyle style;

  g_assert_cmpstr (summary, ==, "SSE goes from 40 at Σ n² 100, the most even, to 10 at Σ n² 220.");
  eqp_style_init (&style, FALSE, FALSE);
  eqp_front_frame (&model, &all, &style, &frame);
  g_assert_cmpfloat (frame.x.min, <, 99.0);
  for (gint i = 0; i < 4; i++)
    g_assert_cmpint (eqp_front_nearest (&model, &frame, eqp_plot_frame_x (&frame, points[i].squares) + 1.0,
                                        eqp_plot_frame_y (&frame, points[i].data_term)), ==, i);
  /* What has no dot cannot be found. */
  g_assert_cmpint (eqp_front_nearest (&model, &frame, eqp_plot_frame_x (&frame, 210.0),
                                      eqp_plot_frame_y (&frame, 38.0)), ==, -1);
  eqp_canvas_init (&canvas, WIDTH, HEIGHT, &style);
  eqp_draw_front_data (canvas.cr, &model, &frame, &style);
  g_assert_false (eqp_canvas_blank (&canvas, &(EqpRect){ eqp_plot_frame_x (&frame, 125.0) - 1.0,
                                                         eqp_plot_frame_y (&frame, 30.0) - 1.0, 3.0, 3.0 }, &style));
}

/* A plain end with nearly all rows in one cluster is shown at the edge, and the front keeps the whole plot; one that is
 * near is within the axes. It is named where there is room. */
static void
test_plain_end (void)
{
  const double squares[] = { 200.0, 900.0, 160.0 }, data_terms[] = { 60.0, 42.0, 200.0 };

  for (gsize i = 0; i < G_N_ELEMENTS (squares); i++)
    {
      const EqpFrontPoint points[] = {
        { 100.0, 40.0, 10.0, 0, TRUE }, { 150.0, 20.0, 1.0, 0, TRUE }, { squares[i], data_terms[i], 0.0, 1, TRUE },
      };
      EqpFrontModel model = { .n = G_N_ELEMENTS (points), .points = points, .data_name = "Cut" };
      g_auto (EqpCanvas) canvas = { 0 };
      EqpPlotFrame frame;
      EqpStyle style;
      double x, y;

      eqp_style_init (&style, FALSE, FALSE);
      eqp_front_frame (&model, &all, &style, &frame);
      x = CLAMP (eqp_plot_frame_x (&frame, squares[i]), frame.area.x, frame.area.x + frame.area.width);
      y = CLAMP (eqp_plot_frame_y (&frame, data_terms[i]), frame.area.y, frame.area.y + frame.area.height);
      if (i == 0)
        g_assert_cmpfloat (frame.x.max, >=, squares[i]);
      else
        g_assert_cmpfloat (frame.x.max, <, 200.0);
      g_assert_cmpfloat (frame.y.max, <, 70.0);
      g_assert_cmpint (eqp_front_nearest (&model, &frame, x - 1.0, y), ==, 2);

      eqp_canvas_init (&canvas, WIDTH, HEIGHT, &style);
      eqp_draw_front_data (canvas.cr, &model, &frame, &style);
      g_assert_false (eqp_canvas_blank (&canvas, &(EqpRect){ x - 3.0, y - 2.0, 3.0, 4.0 }, &style));
      g_assert_false (eqp_canvas_blank (
          &canvas, &(EqpRect){ x - 12.0, y + 1.2 * style.font_size - 4.0, 12.0, 8.0 }, &style));
    }
}

/* Each cluster has its color over its rows, at every gamma. */
static void
test_stream (void)
{
  const double from[] = { 0.0, 1.0, 10.0 };
  const gint64 sizes[] = { 10, 30, 60, 20, 30, 50, 33, 33, 34 }, moved[] = { 0, 10, 16 };
  g_auto (EqpCanvas) canvas = { 0 };
  EqpStreamModel model = { { 0.01, 100.0, 0.0, 0.0 }, 3, 3, from, sizes, moved };
  g_autofree char *summary = eqp_draw_summary_stream (&model);
  EqpPlotFrame frame;
  EqpStyle style;
  const double seen[] = { 0.1, 3.0, 40.0 };

  g_assert_cmpstr (summary, ==, "Sizes go from 10 – 60 to 33 – 34; rows move at 2 gammas.");
  eqp_style_init (&style, FALSE, FALSE);
  eqp_stream_frame (&model, &all, &style, &frame);
  eqp_canvas_init (&canvas, WIDTH, HEIGHT, &style);
  eqp_draw_stream_data (canvas.cr, &model, &frame, &style);
  for (gint p = 0; p < 3; p++)
    {
      gint64 below = 0;

      g_assert_cmpint (eqp_stream_piece (&model, seen[p]), ==, p);
      for (gint c = 0; c < 3; c++)
        {
          double y = eqp_plot_frame_y (&frame, (double) below + (double) sizes[3 * p + c] / 2.0);

          g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, eqp_plot_frame_x (&frame, seen[p]), y),
                                       eqp_palette_color (c, &style)));
          below += sizes[3 * p + c];
        }
    }
  /* A tick at a move, and none elsewhere. */
  for (int at = 0; at < 2; at++)
    g_assert_true (eqp_canvas_blank (&canvas, &(EqpRect){ eqp_plot_frame_x (&frame, at == 0 ? 1.0 : 3.0) - 1.5,
                                                          frame.area.y + frame.area.height + 2.5, 3.0, 1.0 },
                                     &style) == (at == 1));
  g_assert_cmpint (eqp_stream_piece (&model, 0.0), ==, 0);
  g_assert_cmpint (eqp_stream_piece (&model, 1e9), ==, 2);
}

/* Nothing, one of all, too little room. */
static void
test_extremes (void)
{
  static const EqpRect rects[] = { { 0, 0, WIDTH, HEIGHT }, { 0, 0, 30, 20 }, { 0, 0, 0, 0 } };
  g_auto (EqpCanvas) canvas = { 0 };
  const EqpFrontPoint point = { 100.0, 40.0, 10.0, 0, TRUE }, odd = { NAN, NAN, NAN, 9, TRUE };
  const double from[] = { 0.0 };
  const gint64 size[] = { 0 };
  EqpStyle style;

  eqp_style_init (&style, TRUE, TRUE);
  eqp_canvas_init (&canvas, WIDTH, HEIGHT, &style);
  for (gsize i = 0; i < G_N_ELEMENTS (rects); i++)
    {
      EqpCurvesModel curves = { 0 };
      EqpFrontModel front = { .data_name = "SSE" };
      EqpStreamModel stream = { 0 };
      EqpPlotFrame frame;
      double gamma;

      eqp_draw_curves (canvas.cr, &curves, &rects[i], &style);
      eqp_curves_frame (&curves, &rects[i], &style, &frame);
      g_assert_false (eqp_curves_nearest (&curves, &frame, 10.0, &gamma));
      make_curves (&curves);
      curves.curves[0] = (EqpCurve){ "Unknown", 1, gammas, unknown, unknown, unknown };
      curves.marks.current = curves.marks.knee = 1.0;
      eqp_draw_curves (canvas.cr, &curves, &rects[i], &style);

      eqp_draw_front (canvas.cr, &front, &rects[i], &style);
      front.n = 1;
      front.points = &point;
      eqp_draw_front (canvas.cr, &front, &rects[i], &style);
      front.points = &odd;
      eqp_draw_front (canvas.cr, &front, &rects[i], &style);

      eqp_draw_stream (canvas.cr, &stream, &rects[i], &style);
      g_assert_cmpint (eqp_stream_piece (&stream, 1.0), ==, -1);
      stream = (EqpStreamModel){ { 0.01, 1.0, 0.0, 0.0 }, 1, 1, from, size, size };
      eqp_draw_stream (canvas.cr, &stream, &rects[i], &style);
    }
  g_assert_cmpint (cairo_status (canvas.cr), ==, CAIRO_STATUS_SUCCESS);
}

static void
test_summary (void)
{
  EqpCurvesModel model;
  g_autofree char *text = NULL;

  make_curves (&model);
  text = eqp_draw_summary_curves (&model);
  g_assert_cmpstr (text, ==, "Balanced: SSE 10 at relative gamma 0.01, 15 at 100. Plain: SSE 12 at any gamma.");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/study-plots/curves", test_curves);
  g_test_add_func ("/draw/study-plots/steps", test_steps);
  g_test_add_func ("/draw/study-plots/note", test_note);
  g_test_add_func ("/draw/study-plots/hull", test_hull);
  g_test_add_func ("/draw/study-plots/front", test_front);
  g_test_add_func ("/draw/study-plots/plain-end", test_plain_end);
  g_test_add_func ("/draw/study-plots/stream", test_stream);
  g_test_add_func ("/draw/study-plots/extremes", test_extremes);
  g_test_add_func ("/draw/study-plots/summary", test_summary);
  return g_test_run ();
}
