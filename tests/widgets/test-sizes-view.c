/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-widgets-test.h"

#include <string.h>

static const gint64 sizes[] = { 100, 60, 80 };

static void
test_defaults (void)
{
  EqpSizesView *view = EQP_SIZES_VIEW (g_object_ref_sink (eqp_sizes_view_new ()));
  int minimum, natural;

  g_assert_cmpint (eqp_sizes_view_get_cursor (view), ==, -1);
  g_assert_cmpstr (gtk_widget_get_css_name (GTK_WIDGET (view)), ==, "eqpsizes");
  gtk_widget_measure (GTK_WIDGET (view), GTK_ORIENTATION_HORIZONTAL, -1, &minimum, &natural, NULL, NULL);
  g_assert_cmpint (minimum, >, 100);
  g_assert_cmpint (natural, >=, minimum);
  g_assert_finalize_object (view);
}

static void
test_bars (void)
{
  GtkWidget *view = eqp_sizes_view_new ();
  GtkWidget *window;
  const EqpStyle *style;
  EqpRect all = { 0.0 }, area;
  EqpSizesModel model;
  EqpSizesScale scale;

  eqp_sizes_model_init (&model);
  model.k = 3;
  model.sizes = sizes;
  eqp_sizes_view_set_model (EQP_SIZES_VIEW (view), &model);
  window = eqp_test_window (view, 500, 300);
  all.width = gtk_widget_get_width (view);
  all.height = gtk_widget_get_height (view);
  style = eqp_plot_view_get_style (EQP_PLOT_VIEW (view));
  area = eqp_draw_sizes_plot_area (&all, style);
  eqp_sizes_scale_init (&scale, &model, &area, style);
  for (gint c = 0; c < 3; c++)
    {
      EqpRect bar = eqp_sizes_bar_rect (&scale, &area, c, sizes[c]);

      g_assert_true (eqp_test_pixel_is (eqp_test_pixel (view, bar.x + 2.0, bar.y + 2.0), eqp_palette_color (c, style)));
      g_assert_false (eqp_test_pixel_is (eqp_test_pixel (view, bar.x + 2.0, bar.y - 2.0), eqp_palette_color (c, style)));
    }
  eqp_test_destroy (window);
}

/* Pictures are drawn below the bars, told of, and shown with the bar under the pointer; those of another number of
 * clusters are not. */
static void
test_pictures (void)
{
  const guint8 pixels[3 * 3] = { 10, 10, 10, 120, 120, 120, 240, 240, 240 };
  GtkWidget *view = eqp_sizes_view_new ();
  EqpSizesModel model;
  GtkWidget *window;
  const EqpStyle *style;
  EqpRect all = { 0.0 }, rect;

  eqp_sizes_model_init (&model);
  model.k = 3;
  model.sizes = sizes;
  model.picture_width = model.picture_height = 1;
  model.pictures = pixels;
  eqp_sizes_view_set_model (EQP_SIZES_VIEW (view), &model);
  window = eqp_test_window (view, 500, 300);
  all.width = gtk_widget_get_width (view);
  all.height = gtk_widget_get_height (view);
  style = eqp_plot_view_get_style (EQP_PLOT_VIEW (view));
  for (gint c = 0; c < 3; c++)
    {
      float gray = pixels[3 * c] / 255.0f;

      g_assert_true (eqp_sizes_picture_rect (&model, &all, style, c, &rect));
      g_assert_true (eqp_test_pixel_is (eqp_test_pixel (view, rect.x + rect.width / 2.0, rect.y + rect.height / 2.0),
                                        (EqpRgba){ gray, gray, gray, 1.0f }));
    }
  eqp_plot_view_update_summary (EQP_PLOT_VIEW (view));
  g_assert_nonnull (strstr (eqp_plot_view_get_summary (EQP_PLOT_VIEW (view)), "mean picture"));

  eqp_sizes_view_set_pictures (EQP_SIZES_VIEW (view), 2, 1, 1, pixels);
  eqp_plot_view_update_summary (EQP_PLOT_VIEW (view));
  g_assert_null (strstr (eqp_plot_view_get_summary (EQP_PLOT_VIEW (view)), "mean picture"));
  eqp_test_destroy (window);
}

static void
test_cursor (void)
{
  EqpSizesView *view = EQP_SIZES_VIEW (g_object_ref_sink (eqp_sizes_view_new ()));
  int count = 0, activated = 0;

  eqp_sizes_view_set_sizes (view, 3, sizes);
  eqp_sizes_view_set_reference (view, 0, 3, sizes, "Plain k-means");
  g_signal_connect_swapped (view, "notify::cursor", G_CALLBACK (eqp_test_count_cb), &count);
  g_signal_connect_swapped (view, "cluster-activated", G_CALLBACK (eqp_test_count_cb), &activated);
  eqp_sizes_view_set_cursor (view, 1);
  eqp_sizes_view_set_cursor (view, 1);
  g_assert_cmpint (count, ==, 1);
  g_assert_cmpstr (eqp_plot_view_get_hover_text (EQP_PLOT_VIEW (view)), ==,
                   "Cluster 2: 60 rows, 25.0\302\240%\nPlain k-means: 60");

  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  g_assert_cmpint (eqp_sizes_view_get_cursor (view), ==, 2);
  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  g_assert_cmpint (eqp_sizes_view_get_cursor (view), ==, 2);
  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_BUFFER_ENDS, -1, 0);
  g_assert_cmpint (eqp_sizes_view_get_cursor (view), ==, 0);
  EQP_PLOT_VIEW_GET_CLASS (view)->activate (EQP_PLOT_VIEW (view));
  g_assert_cmpint (activated, ==, 1);

  /* Fewer clusters: the cursor does not point at one that is gone. */
  eqp_sizes_view_set_cursor (view, 2);
  eqp_sizes_view_set_reference (view, 0, 0, NULL, NULL);
  eqp_sizes_view_set_sizes (view, 2, sizes);
  g_assert_cmpint (eqp_sizes_view_get_cursor (view), ==, -1);
  g_assert_null (eqp_plot_view_get_hover_text (EQP_PLOT_VIEW (view)));
  g_assert_finalize_object (view);
}

/* What is selected has its color and an outline, what is not is pale. */
static void
test_selected (void)
{
  const gint64 one[] = { 0, 60, 0 }, some[] = { 20, 0, 0 }, single[] = { 0, 0, 1 };
  GtkWidget *view = eqp_sizes_view_new ();
  GtkWidget *window;
  const EqpStyle *style;
  EqpSizesModel model;
  EqpSizesScale scale;
  EqpRect all = { 0.0 }, area, bar;

  eqp_sizes_model_init (&model);
  model.k = 3;
  model.sizes = sizes;
  eqp_sizes_view_set_model (EQP_SIZES_VIEW (view), &model);
  window = eqp_test_window (view, 500, 300);
  all.width = gtk_widget_get_width (view);
  all.height = gtk_widget_get_height (view);
  style = eqp_plot_view_get_style (EQP_PLOT_VIEW (view));
  area = eqp_draw_sizes_plot_area (&all, style);
  eqp_sizes_scale_init (&scale, &model, &area, style);

#define COLOR_IS(c, share, color) \
  (bar = eqp_sizes_bar_rect (&scale, &area, c, sizes[c]), \
   eqp_test_pixel_is (eqp_test_pixel (view, bar.x + 6.0, bar.y + (1.0 - (share)) * bar.height), color))
  g_assert_true (COLOR_IS (0, 0.2, eqp_palette_color (0, style)));
  eqp_sizes_view_set_selected (EQP_SIZES_VIEW (view), 3, one);
  g_assert_true (COLOR_IS (1, 0.2, eqp_palette_color (1, style)));
  g_assert_false (COLOR_IS (0, 0.2, eqp_palette_color (0, style)));
  bar = eqp_sizes_bar_rect (&scale, &area, 1, sizes[1]);
  g_assert_true (eqp_test_pixel_is (eqp_test_pixel (view, bar.x, bar.y + 0.3 * bar.height), style->accent));
  eqp_sizes_view_set_cursor (EQP_SIZES_VIEW (view), 1);
  g_assert_nonnull (strstr (eqp_plot_view_get_hover_text (EQP_PLOT_VIEW (view)), "60 selected"));
  eqp_sizes_view_set_cursor (EQP_SIZES_VIEW (view), -1);
  /* In part. */
  eqp_sizes_view_set_selected (EQP_SIZES_VIEW (view), 3, some);
  g_assert_true (COLOR_IS (0, 0.5 * 20.0 / sizes[0], eqp_palette_color (0, style)));
  g_assert_false (COLOR_IS (0, 0.9, eqp_palette_color (0, style)));
  /* One row says where it is, and nothing fades. */
  eqp_sizes_view_set_selected (EQP_SIZES_VIEW (view), 3, single);
  g_assert_true (COLOR_IS (0, 0.2, eqp_palette_color (0, style)));
  bar = eqp_sizes_bar_rect (&scale, &area, 2, sizes[2]);
  g_assert_true (eqp_test_pixel_is (eqp_test_pixel (view, bar.x, bar.y + 0.3 * bar.height), style->accent));
  /* Of another number of clusters. */
  eqp_sizes_view_set_selected (EQP_SIZES_VIEW (view), 2, one);
  g_assert_true (COLOR_IS (0, 0.2, eqp_palette_color (0, style)));
  g_assert_false (eqp_test_pixel_is (eqp_test_pixel (view, bar.x, bar.y + 0.3 * bar.height), style->accent));
#undef COLOR_IS

  eqp_plot_view_set_selected_text (EQP_PLOT_VIEW (view), "row 7 selected");
  g_assert_true (g_str_has_suffix (eqp_plot_view_get_summary (EQP_PLOT_VIEW (view)), "; row 7 selected"));
  eqp_plot_view_set_selected_text (EQP_PLOT_VIEW (view), NULL);
  g_assert_null (strstr (eqp_plot_view_get_summary (EQP_PLOT_VIEW (view)), "selected"));
  eqp_test_destroy (window);
}

/* Every state is drawn: none, references alone, more references than clusters, a thousand clusters. */
static void
test_states (void)
{
  g_autofree gint64 *many = g_new (gint64, 1000);
  GtkWidget *view = eqp_sizes_view_new ();
  GtkWidget *window = eqp_test_window (view, 300, 160);

  for (int i = 0; i < 1000; i++)
    many[i] = i % 9;
  eqp_sizes_view_set_reference (EQP_SIZES_VIEW (view), 1, 3, sizes, "Min-cut");
  eqp_test_wait_frame (view);
  eqp_sizes_view_set_sizes (EQP_SIZES_VIEW (view), 1, sizes);
  eqp_sizes_view_set_cursor (EQP_SIZES_VIEW (view), 2);
  eqp_test_wait_frame (view);
  eqp_sizes_view_set_sizes (EQP_SIZES_VIEW (view), 1000, many);
  eqp_sizes_view_set_reference (EQP_SIZES_VIEW (view), 0, 1000, many, "Plain k-means");
  eqp_test_wait_frame (view);
  eqp_sizes_view_set_sizes (EQP_SIZES_VIEW (view), 0, NULL);
  eqp_sizes_view_set_reference (EQP_SIZES_VIEW (view), 0, 0, NULL, NULL);
  eqp_sizes_view_set_reference (EQP_SIZES_VIEW (view), 1, 0, NULL, NULL);
  eqp_test_wait_frame (view);
  eqp_test_destroy (window);
}

int
main (int argc, char **argv)
{
  if (!eqp_widgets_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/widgets/sizes-view/defaults", test_defaults);
  g_test_add_func ("/widgets/sizes-view/bars", test_bars);
  g_test_add_func ("/widgets/sizes-view/pictures", test_pictures);
  g_test_add_func ("/widgets/sizes-view/cursor", test_cursor);
  g_test_add_func ("/widgets/sizes-view/selected", test_selected);
  g_test_add_func ("/widgets/sizes-view/states", test_states);
  return g_test_run ();
}
