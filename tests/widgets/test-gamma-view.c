/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plots of a study on the screen: cursors by key, what is said at them, what a click asks for. */
#include "config.h"

#include "eqp-widgets-test.h"

#include <math.h>

static const double gammas[] = { 0.1, 1.0, 10.0 }, means[] = { 0.5, 0.75, 0.25 }, band[] = { 0.6, 0.8, 0.3 };
static const double none[] = { 0.0 }, flat[] = { 0.4 }, unknown[] = { NAN };

typedef struct
{
  int    curve;
  double gamma;
  double cursor;
} Heard;

static void
activated_cb (gpointer view,
              int      curve,
              double   gamma,
              Heard   *heard)
{
  heard->curve = curve;
  heard->gamma = gamma;
}

static void
moved_cb (gpointer view,
          double   gamma,
          Heard   *heard)
{
  heard->cursor = gamma;
}

static EqpPlotView *
make_view (Heard *heard)
{
  EqpPlotView *view = EQP_PLOT_VIEW (g_object_ref_sink (eqp_gamma_view_new ()));

  *heard = (Heard){ -2, -2.0, -2.0 };
  g_signal_connect (view, "gamma-activated", G_CALLBACK (activated_cb), heard);
  g_signal_connect (view, "cursor-moved", G_CALLBACK (moved_cb), heard);
  g_assert_true (EQP_PLOT_VIEW_GET_CLASS (view)->is_empty (view));
  return view;
}

static void
count_cb (gpointer data)
{
  ++*(int *) data;
}

static void
test_curves (void)
{
  EqpCurvesModel model = { .marks = { 0.1, 10.0, 0.0, 0.0 }, .title = "ACC", .n_curves = 2 };
  int freed = 0;
  Heard heard;
  EqpPlotView *view = make_view (&heard);

  model.curves[0] = (EqpCurve){ "Balanced", 3, gammas, means, means, band };
  model.curves[1] = (EqpCurve){ "Plain", 1, none, flat, unknown, unknown };
  eqp_gamma_view_set_curves (EQP_GAMMA_VIEW (view), &model, &freed, count_cb);
  g_assert_cmpstr (eqp_plot_view_get_summary (view), ==,
                   "Balanced: ACC 0.5 at relative gamma 0.1, 0.25 at 10. Plain: ACC 0.4 at any gamma.");
  eqp_test_move (view, GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  eqp_test_move (view, GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  g_assert_cmpstr (eqp_plot_view_get_hover_text (view), ==,
                   "Relative gamma 1\nBalanced: 0.75 ± 0.05\nPlain: 0.4");
  g_assert_cmpfloat (heard.cursor, ==, 1.0);
  EQP_PLOT_VIEW_GET_CLASS (view)->activate (view);
  g_assert_cmpint (heard.curve, ==, 0);
  g_assert_cmpfloat (heard.gamma, ==, 1.0);

  /* The part shown limits the keys; a cursor set from elsewhere is not told again. */
  model.marks.least = 0.5;
  eqp_gamma_view_set_curves (EQP_GAMMA_VIEW (view), &model, &freed, count_cb);
  g_assert_cmpint (freed, ==, 1);
  eqp_test_move (view, GTK_MOVEMENT_BUFFER_ENDS, -1, 0);
  g_assert_cmpfloat (heard.cursor, ==, 1.0);
  eqp_gamma_view_set_cursor (EQP_GAMMA_VIEW (view), 10.0);
  g_assert_cmpfloat (heard.cursor, ==, 1.0);
  g_assert_null (eqp_plot_view_get_hover_text (view));
  g_assert_finalize_object (view);
  g_assert_cmpint (freed, ==, 2);
}

static void
test_front (void)
{
  const EqpFrontPoint points[] = {
    { 100.0, 40.0, 10.0, 0, TRUE }, { 120.0, 30.0, 5.0, 0, FALSE }, { 200.0, 10.0, 0.0, 1, TRUE }
  };
  EqpFrontModel model = { .n = 3, .points = points, .data_name = "SSE" };
  Heard heard;
  EqpPlotView *view = make_view (&heard);

  eqp_gamma_view_set_front (EQP_GAMMA_VIEW (view), &model, NULL, NULL);
  eqp_test_move (view, GTK_MOVEMENT_BUFFER_ENDS, -1, 0);
  g_assert_cmpstr (eqp_plot_view_get_hover_text (view), ==, "Relative gamma 10\nSSE: 40\nΣ n²: 100");
  eqp_test_move (view, GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  g_assert_cmpstr (eqp_plot_view_get_hover_text (view), ==, "Without gamma\nSSE: 10\nΣ n²: 200");
  EQP_PLOT_VIEW_GET_CLASS (view)->activate (view);
  g_assert_cmpint (heard.curve, ==, 1);
  g_assert_cmpfloat (heard.gamma, ==, 0.0);
  g_assert_finalize_object (view);
}

static void
test_stream (void)
{
  const double from[] = { 0.0, 0.01, 1.0, 5.0 };
  const gint64 sizes[] = { 1, 9, 2, 8, 4, 6, 5, 5 }, moved[] = { 0, 1, 2, 1 };
  EqpStreamModel model = { { 0.1, 10.0, 0.0, 0.0 }, 4, 2, from, sizes, moved };
  Heard heard;
  EqpPlotView *view = make_view (&heard);

  eqp_gamma_view_set_stream (EQP_GAMMA_VIEW (view), &model, NULL, NULL);
  /* The first piece is left of what is shown. */
  eqp_test_move (view, GTK_MOVEMENT_BUFFER_ENDS, -1, 0);
  g_assert_cmpstr (eqp_plot_view_get_hover_text (view), ==,
                   "Relative gamma 0.1\nSizes 2 – 8\n1 row moved to get here");
  eqp_test_move (view, GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  g_assert_cmpstr (eqp_plot_view_get_hover_text (view), ==, "Relative gamma 1\nSizes 4 – 6\n2 rows moved to get here");
  EQP_PLOT_VIEW_GET_CLASS (view)->activate (view);
  g_assert_cmpint (heard.curve, ==, -1);
  g_assert_cmpint (eqp_stream_piece (&model, heard.gamma), ==, 2);
  g_assert_finalize_object (view);
}

int
main (int   argc,
      char *argv[])
{
  if (!eqp_widgets_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/widgets/gamma-view/curves", test_curves);
  g_test_add_func ("/widgets/gamma-view/front", test_front);
  g_test_add_func ("/widgets/gamma-view/stream", test_stream);
  return g_test_run ();
}
