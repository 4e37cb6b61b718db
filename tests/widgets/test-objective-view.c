/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-widgets-test.h"

static const double data_term[] = { 40, 30, 20, 20 }, penalty[] = { 60, 50, 40, 40 };

static void
take_step_cb (EqpObjectiveView *view,
              gint64            step,
              gint64           *place)
{
  *place = step;
}

static void
test_defaults (void)
{
  EqpObjectiveView *view = EQP_OBJECTIVE_VIEW (g_object_ref_sink (eqp_objective_view_new ()));

  g_assert_cmpint (eqp_objective_view_get_cursor (view), ==, -1);
  g_assert_cmpint (eqp_objective_view_get_n (view), ==, 0);
  g_assert_cmpstr (gtk_widget_get_css_name (GTK_WIDGET (view)), ==, "eqpobjective");
  g_assert_finalize_object (view);
}

static void
test_append_and_clear (void)
{
  EqpObjectiveView *view = EQP_OBJECTIVE_VIEW (g_object_ref_sink (eqp_objective_view_new ()));

  eqp_objective_view_append (view, 3, data_term, penalty);
  eqp_objective_view_append (view, 0, NULL, NULL);
  eqp_objective_view_append (view, 1, data_term + 3, penalty + 3);
  g_assert_cmpint (eqp_objective_view_get_n (view), ==, 4);
  eqp_plot_view_update_summary (EQP_PLOT_VIEW (view));
  g_assert_cmpstr (eqp_plot_view_get_summary (EQP_PLOT_VIEW (view)), ==, "objective fell 40 percent over 3 iterations");
  eqp_objective_view_clear (view);
  g_assert_cmpint (eqp_objective_view_get_n (view), ==, 0);
  /* Another trace may do without a penalty. */
  eqp_objective_view_append (view, 2, data_term, NULL);
  eqp_plot_view_update_summary (EQP_PLOT_VIEW (view));
  g_assert_cmpstr (eqp_plot_view_get_summary (EQP_PLOT_VIEW (view)), ==, "objective fell 25 percent over 1 iteration");
  /* Also while it waits for more steps. */
  g_assert_finalize_object (view);
}

static void
test_cursor (void)
{
  EqpObjectiveView *view = EQP_OBJECTIVE_VIEW (g_object_ref_sink (eqp_objective_view_new ()));
  gint64 step = -7;
  int count = 0;

  g_signal_connect (view, "seek", G_CALLBACK (take_step_cb), &step);
  g_signal_connect_swapped (view, "notify::cursor", G_CALLBACK (eqp_test_count_cb), &count);
  eqp_objective_view_append (view, 4, data_term, penalty);
  eqp_objective_view_set_cursor (view, 2);
  eqp_objective_view_set_cursor (view, 2);
  g_assert_cmpint (count, ==, 1);
  /* Set by the program: nobody sought. */
  g_assert_cmpint (step, ==, -7);

  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_VISUAL_POSITIONS, -1, 0);
  g_assert_cmpint (step, ==, 1);
  g_assert_cmpint (eqp_objective_view_get_cursor (view), ==, 1);
  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_BUFFER_ENDS, 1, 0);
  g_assert_cmpint (step, ==, 3);
  step = -7;
  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  g_assert_cmpint (step, ==, -7);
  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_BUFFER_ENDS, -1, 0);
  g_assert_cmpint (step, ==, 0);
  eqp_objective_view_clear (view);
  g_assert_cmpint (eqp_objective_view_get_cursor (view), ==, -1);
  g_assert_finalize_object (view);
}

/* The trace is drawn, and once no more steps come it takes the whole width. */
static void
test_growing_axis (void)
{
  GtkWidget *view = eqp_objective_view_new ();
  GtkWidget *window;
  EqpRect all = { 0.0 }, area;
  double low;
  EqpRgba white = { 1.0f, 1.0f, 1.0f, 1.0f };

  window = eqp_test_window (view, 500, 300);
  all.width = gtk_widget_get_width (view);
  all.height = gtk_widget_get_height (view);
  area = eqp_draw_objective_plot_area (&all, eqp_plot_view_get_style (EQP_PLOT_VIEW (view)));
  low = area.y + area.height - 8.0;
  eqp_objective_view_append (EQP_OBJECTIVE_VIEW (view), 4, data_term, penalty);
  g_assert_false (eqp_test_pixel_is (eqp_test_pixel (view, area.x + 10.0, low), white));
  g_assert_true (eqp_test_pixel_is (eqp_test_pixel (view, area.x + area.width - 10.0, low), white));
  eqp_test_wait_until (!eqp_test_pixel_is (eqp_test_pixel (view, area.x + area.width - 10.0, low), white));
  eqp_test_destroy (window);
}

static void
test_states (void)
{
  GtkWidget *view = eqp_objective_view_new ();
  GtkWidget *window = eqp_test_window (view, 300, 160);
  EqpObjectiveModel model;

  eqp_objective_model_init (&model);
  model.n = 1;
  model.data_term = data_term;
  eqp_objective_view_set_model (EQP_OBJECTIVE_VIEW (view), &model);
  eqp_test_wait_frame (view);
  model.n = 4;
  model.penalty = penalty;
  model.penalty_floor = 39.0;
  model.cursor = 99;
  eqp_objective_view_set_model (EQP_OBJECTIVE_VIEW (view), &model);
  eqp_test_wait_frame (view);
  eqp_objective_view_set_penalty_floor (EQP_OBJECTIVE_VIEW (view), 0.0);
  eqp_objective_view_set_cursor (EQP_OBJECTIVE_VIEW (view), 1);
  eqp_test_wait_frame (view);
  eqp_objective_view_clear (EQP_OBJECTIVE_VIEW (view));
  eqp_test_wait_frame (view);
  eqp_test_destroy (window);
}

int
main (int argc, char **argv)
{
  if (!eqp_widgets_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/widgets/objective-view/defaults", test_defaults);
  g_test_add_func ("/widgets/objective-view/append-and-clear", test_append_and_clear);
  g_test_add_func ("/widgets/objective-view/cursor", test_cursor);
  g_test_add_func ("/widgets/objective-view/growing-axis", test_growing_axis);
  g_test_add_func ("/widgets/objective-view/states", test_states);
  return g_test_run ();
}
