/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw-test.h"

#include <math.h>

static const gint clusters[] = { 0, 1, 4 };
static const double data[] = { 50, 100, NAN }, prices[] = { 50, 100, 10 };
static const EqpExplainModel model = { 3, clusters, data, prices, 0, 0, "Distance", "Price" };

static gboolean
has_color (EqpCanvas *canvas,
           EqpRgba    color,
           double     from_y,
           double     to_y)
{
  for (double y = from_y; y < to_y; y += 1.0)
    for (double x = 40.0; x < canvas->width; x += 1.0)
      if (eqp_pixel_is (eqp_canvas_pixel (canvas, x, y), color))
        return TRUE;
  return FALSE;
}

static void
test_bars (void)
{
  g_auto (EqpCanvas) canvas = { 0 };
  EqpStyle style;
  EqpRect all = { 0.0, 0.0, 400.0, 0.0 };
  double header, pitch;

  eqp_style_init (&style, FALSE, FALSE);
  all.height = eqp_draw_explain_height (model.n, &style);
  header = eqp_draw_explain_height (0, &style);
  pitch = (all.height - header) / model.n;
  eqp_canvas_init (&canvas, 400, (int) all.height, &style);
  eqp_draw_explain (canvas.cr, &model, &all, &style);

  /* Both parts in the first two lines, none where the cluster is empty. */
  for (int bar = 0; bar < 2; bar++)
    {
      double top = header + bar * pitch;

      g_assert_true (has_color (&canvas, eqp_palette_data_term (&style), top + 2.0, top + pitch - 2.0));
      g_assert_true (has_color (&canvas, eqp_palette_penalty (&style), top + 2.0, top + pitch - 2.0));
    }
  g_assert_false (has_color (&canvas, eqp_palette_data_term (&style), header + 2.0 * pitch + 2.0, all.height));
  g_assert_false (has_color (&canvas, eqp_palette_penalty (&style), header + 2.0 * pitch + 2.0, all.height));
}

static void
test_no_room (void)
{
  g_auto (EqpCanvas) canvas = { 0 };
  EqpStyle style;
  EqpRect all = { 0.0, 0.0, 12.0, 9.0 };
  EqpExplainModel empty = { 0 };

  eqp_style_init (&style, TRUE, TRUE);
  eqp_canvas_init (&canvas, 12, 9, &style);
  eqp_draw_explain (canvas.cr, &model, &all, &style);
  empty.data_name = "Distance";
  eqp_draw_explain (canvas.cr, &empty, &all, &style);
  g_assert_cmpint (cairo_status (canvas.cr), ==, CAIRO_STATUS_SUCCESS);
}

static void
test_summary (void)
{
  EqpExplainModel few = model;
  g_autofree char *text = eqp_draw_summary_explain (&model);
  g_autofree char *alone = NULL;
  g_autofree char *none = NULL;

  g_assert_cmpstr (text, ==, "cluster 1 costs least, 100; next is cluster 2, 200");
  few.n = 1;
  alone = eqp_draw_summary_explain (&few);
  g_assert_cmpstr (alone, ==, "cluster 1 costs least, 100");
  few.n = 0;
  none = eqp_draw_summary_explain (&few);
  g_assert_cmpstr (none, ==, "No costs yet");
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/draw/explain-plot/bars", test_bars);
  g_test_add_func ("/draw/explain-plot/no-room", test_no_room);
  g_test_add_func ("/draw/explain-plot/summary", test_summary);
  return g_test_run ();
}
