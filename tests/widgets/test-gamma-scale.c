/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-widgets-test.h"

#include <math.h>

static EqpGammaScale *
make_scale (void)
{
  return EQP_GAMMA_SCALE (g_object_ref_sink (eqp_gamma_scale_new ()));
}

static void
test_defaults (void)
{
  EqpGammaScale *scale = make_scale ();
  GtkAdjustment *adjustment = gtk_range_get_adjustment (GTK_RANGE (scale));

  g_assert_cmpfloat (eqp_gamma_scale_get_gamma_rel (scale), ==, 0.0);
  g_assert_cmpfloat (eqp_gamma_scale_get_gamma (scale), ==, 0.0);
  g_assert_cmpfloat (eqp_gamma_scale_get_unit (scale), ==, 0.0);
  g_assert_cmpfloat (eqp_gamma_scale_get_knee (scale), ==, 0.0);
  g_assert_cmpfloat (eqp_gamma_scale_get_wish (scale), ==, 0.0);
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==, gtk_adjustment_get_lower (adjustment));
  g_assert_cmpfloat_with_epsilon (gtk_adjustment_get_upper (adjustment), 3.0, 1e-9);
  g_assert_cmpfloat (gtk_adjustment_get_page_increment (adjustment), ==, 1.0);
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_ROLE_SLIDER);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_LABEL, "Gamma");
  g_assert_finalize_object (scale);
}

static void
test_round_trip (void)
{
  static const double values[] = { 0.0, 1e-3, 0.0166, 1.0 / 3.0, 1.0, 7.0, 1e3, 5e7, 1e-9 };
  EqpGammaScale *scale = make_scale ();

  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      eqp_gamma_scale_set_gamma_rel (scale, values[i]);
      g_assert_cmpfloat (eqp_gamma_scale_get_gamma_rel (scale), ==, values[i]);
      if (values[i] >= 1e-3 && values[i] <= 1e3)
        g_assert_cmpfloat_with_epsilon (gtk_range_get_value (GTK_RANGE (scale)), log10 (values[i]), 1e-3);
    }
  /* Out of the slider's range: it shows the nearer end. */
  eqp_gamma_scale_set_gamma_rel (scale, 5e7);
  g_assert_cmpfloat_with_epsilon (gtk_range_get_value (GTK_RANGE (scale)), 3.0, 1e-9);
  g_assert_finalize_object (scale);
}

static GtkEventController *
find_wheel (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);
  GtkEventController *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller) &&
          gtk_event_controller_get_propagation_phase (controller) != GTK_PHASE_NONE)
        {
          g_assert_null (found);
          found = controller;
        }
    }
  g_assert_nonnull (found);
  return found;
}

/* A notch is a twentieth of a decade, from the stop for 0 to the smallest value and back. */
static void
test_wheel (void)
{
  EqpGammaScale *scale = make_scale ();
  GtkEventController *wheel = find_wheel (GTK_WIDGET (scale));
  gboolean handled;

  eqp_gamma_scale_set_gamma_rel (scale, 1.0);
  g_signal_emit_by_name (wheel, "scroll", 0.0, -1.0, &handled);
  g_assert_true (handled);
  g_assert_cmpfloat_with_epsilon (eqp_gamma_scale_get_gamma_rel (scale), pow (10.0, 0.05), 1e-6);
  g_signal_emit_by_name (wheel, "scroll", 0.0, 3.0, &handled);
  g_assert_cmpfloat_with_epsilon (eqp_gamma_scale_get_gamma_rel (scale), pow (10.0, -0.1), 1e-6);
  eqp_gamma_scale_set_gamma_rel (scale, 0.0);
  g_signal_emit_by_name (wheel, "scroll", 1.0, 0.0, &handled);
  g_assert_cmpfloat_with_epsilon (eqp_gamma_scale_get_gamma_rel (scale), 1e-3, 1e-9);
  g_signal_emit_by_name (wheel, "scroll", -1.0, 0.0, &handled);
  g_assert_cmpfloat (eqp_gamma_scale_get_gamma_rel (scale), ==, 0.0);
  g_assert_finalize_object (scale);
}

static void
test_notify (void)
{
  EqpGammaScale *scale = make_scale ();
  int relative = 0, raw = 0, unit = 0, changed = 0;

  g_signal_connect_swapped (scale, "notify::gamma-rel", G_CALLBACK (eqp_test_count_cb), &relative);
  g_signal_connect_swapped (scale, "notify::gamma", G_CALLBACK (eqp_test_count_cb), &raw);
  g_signal_connect_swapped (scale, "notify::unit", G_CALLBACK (eqp_test_count_cb), &unit);
  g_signal_connect_swapped (scale, "value-changed", G_CALLBACK (eqp_test_count_cb), &changed);
  eqp_gamma_scale_set_gamma_rel (scale, 2.0);
  eqp_gamma_scale_set_gamma_rel (scale, 2.0);
  g_assert_cmpint (relative, ==, 1);
  g_assert_cmpint (raw, ==, 1);
  g_assert_cmpint (changed, ==, 1);
  eqp_gamma_scale_set_unit (scale, 7.5);
  eqp_gamma_scale_set_unit (scale, 7.5);
  g_assert_cmpint (relative, ==, 1);
  g_assert_cmpint (raw, ==, 2);
  g_assert_cmpint (unit, ==, 1);
  g_assert_cmpfloat (eqp_gamma_scale_get_gamma (scale), ==, 15.0);
  /* As a drag or AT-SPI sets it. */
  gtk_range_set_value (GTK_RANGE (scale), 2.0);
  g_assert_cmpint (relative, ==, 2);
  g_assert_cmpint (changed, ==, 2);
  g_assert_cmpfloat_with_epsilon (eqp_gamma_scale_get_gamma_rel (scale), 100.0, 1e-9);
  g_assert_finalize_object (scale);
}

static gboolean
change (EqpGammaScale *scale,
        GtkScrollType  scroll,
        double         value)
{
  gboolean handled;

  g_signal_emit_by_name (scale, "change-value", scroll, value, &handled);
  return handled;
}

static void
test_stop_at_zero (void)
{
  EqpGammaScale *scale = make_scale ();

  /* Dragged into the gap: the nearer of 0 and the smallest value. */
  change (scale, GTK_SCROLL_JUMP, -3.4);
  g_assert_cmpfloat (eqp_gamma_scale_get_gamma_rel (scale), ==, 0.0);
  change (scale, GTK_SCROLL_JUMP, -3.1);
  g_assert_cmpfloat_with_epsilon (eqp_gamma_scale_get_gamma_rel (scale), 1e-3, 1e-9);
  /* Keys cross it in one step, both ways. */
  change (scale, GTK_SCROLL_STEP_LEFT, -3.1);
  g_assert_cmpfloat (eqp_gamma_scale_get_gamma_rel (scale), ==, 0.0);
  change (scale, GTK_SCROLL_STEP_RIGHT, -3.4);
  g_assert_cmpfloat_with_epsilon (eqp_gamma_scale_get_gamma_rel (scale), 1e-3, 1e-9);
  g_assert_finalize_object (scale);
}

static void
test_keys (void)
{
  GtkWidget *scale = eqp_gamma_scale_new ();
  GtkWidget *window = eqp_test_window (scale, 400, 60);

  eqp_gamma_scale_set_gamma_rel (EQP_GAMMA_SCALE (scale), 1.0);
  g_signal_emit_by_name (scale, "move-slider", GTK_SCROLL_PAGE_FORWARD);
  g_assert_cmpfloat_with_epsilon (eqp_gamma_scale_get_gamma_rel (EQP_GAMMA_SCALE (scale)), 10.0, 1e-6);
  g_signal_emit_by_name (scale, "move-slider", GTK_SCROLL_PAGE_BACKWARD);
  g_assert_cmpfloat_with_epsilon (eqp_gamma_scale_get_gamma_rel (EQP_GAMMA_SCALE (scale)), 1.0, 1e-6);
  g_signal_emit_by_name (scale, "move-slider", GTK_SCROLL_STEP_RIGHT);
  g_assert_cmpfloat_with_epsilon (eqp_gamma_scale_get_gamma_rel (EQP_GAMMA_SCALE (scale)), pow (10.0, 0.1), 1e-2);
  g_signal_emit_by_name (scale, "move-slider", GTK_SCROLL_START);
  g_assert_cmpfloat (eqp_gamma_scale_get_gamma_rel (EQP_GAMMA_SCALE (scale)), ==, 0.0);
  g_signal_emit_by_name (scale, "move-slider", GTK_SCROLL_END);
  g_assert_cmpfloat_with_epsilon (eqp_gamma_scale_get_gamma_rel (EQP_GAMMA_SCALE (scale)), 1000.0, 1e-6);
  eqp_test_destroy (window);
}

static void
test_marks (void)
{
  GtkWidget *scale = g_object_new (EQP_TYPE_GAMMA_SCALE, "minimum", 1e-6, "maximum", 1e6, NULL);
  GtkWidget *window = eqp_test_window (scale, 600, 80);
  int knee = 0;

  g_signal_connect_swapped (scale, "notify::knee", G_CALLBACK (eqp_test_count_cb), &knee);
  eqp_gamma_scale_set_unit (EQP_GAMMA_SCALE (scale), 1e-30);
  eqp_gamma_scale_set_unit (EQP_GAMMA_SCALE (scale), 0.003);
  eqp_gamma_scale_set_knee (EQP_GAMMA_SCALE (scale), 0.7);
  eqp_gamma_scale_set_knee (EQP_GAMMA_SCALE (scale), 0.7);
  eqp_gamma_scale_set_wish (EQP_GAMMA_SCALE (scale), 1e9);
  g_assert_cmpint (knee, ==, 1);
  g_assert_cmpfloat (eqp_gamma_scale_get_wish (EQP_GAMMA_SCALE (scale)), ==, 1e9);
  eqp_test_wait_frame (scale);
  eqp_gamma_scale_set_knee (EQP_GAMMA_SCALE (scale), NAN);
  g_assert_cmpfloat (eqp_gamma_scale_get_knee (EQP_GAMMA_SCALE (scale)), ==, 0.0);
  eqp_test_destroy (window);
}

static void
test_value_text (void)
{
  EqpGammaScale *scale = make_scale ();

  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "0, sizes are free");
  eqp_gamma_scale_set_gamma_rel (scale, 2.0);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "relative 2");
  eqp_gamma_scale_set_unit (scale, 7.58);
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "15.2, relative 2");
  g_assert_finalize_object (scale);
}

int
main (int argc, char **argv)
{
  if (!eqp_widgets_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/widgets/gamma-scale/defaults", test_defaults);
  g_test_add_func ("/widgets/gamma-scale/round-trip", test_round_trip);
  g_test_add_func ("/widgets/gamma-scale/notify", test_notify);
  g_test_add_func ("/widgets/gamma-scale/wheel", test_wheel);
  g_test_add_func ("/widgets/gamma-scale/stop-at-zero", test_stop_at_zero);
  g_test_add_func ("/widgets/gamma-scale/keys", test_keys);
  g_test_add_func ("/widgets/gamma-scale/marks", test_marks);
  g_test_add_func ("/widgets/gamma-scale/value-text", test_value_text);
  return g_test_run ();
}
