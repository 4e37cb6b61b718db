/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-widgets-test.h"

static void
test_themes (void)
{
  AdwStyleManager *manager = adw_style_manager_get_default ();
  GtkWidget *label = gtk_label_new ("text");
  GtkWidget *window = eqp_test_window (label, 100, 40);

  for (int dark = 0; dark < 2; dark++)
    {
      EqpStyle style;

      adw_style_manager_set_color_scheme (manager, dark ? ADW_COLOR_SCHEME_FORCE_DARK : ADW_COLOR_SCHEME_FORCE_LIGHT);
      eqp_test_wait_frame (label);
      eqp_style_init_from_widget (&style, label);
      g_assert_cmpint (style.dark, ==, dark);
      g_assert_true (dark ? style.foreground.red > style.card.red + 0.5f : style.foreground.red < style.card.red - 0.5f);
      g_assert_cmpfloat (style.card.alpha, ==, 1.0f);
      g_assert_cmpfloat (style.foreground.alpha, ==, 1.0f);
      g_assert_cmpfloat (style.scale, ==, gtk_widget_get_scale_factor (label));
      g_assert_cmpfloat (style.font_size, >, 8.0);
      g_assert_cmpfloat (style.font_size, <, 40.0);
      g_assert_nonnull (style.font_family);
    }
  adw_style_manager_set_color_scheme (manager, ADW_COLOR_SCHEME_FORCE_LIGHT);
  eqp_test_destroy (window);
}

int
main (int argc, char **argv)
{
  if (!eqp_widgets_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/widgets/style-widget/themes", test_themes);
  return g_test_run ();
}
