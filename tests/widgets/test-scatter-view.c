/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-widgets-test.h"

#include <math.h>

typedef struct
{
  int       requests;
  int       width;
  int       height;
  EqpRange  range;
  int       hovered;
  int       activated;
  int       left;
  double    x;
  double    y;
  double    radius_x;
} Log;

static void
render_needed_cb (EqpScatterView *view,
                  int             width,
                  int             height,
                  double          scale,
                  EqpRange       *range,
                  Log            *log)
{
  log->requests++;
  log->width = width;
  log->height = height;
  log->range = *range;
}

static void
point_cb (Log   *log,
          double x,
          double y,
          double radius_x,
          double radius_y)
{
  log->x = x;
  log->y = y;
  log->radius_x = radius_x;
}

/* One color all over. */
static GdkTexture *
make_texture (int     width,
              int     height,
              guint32 pixel)
{
  guint32 *pixels = g_new (guint32, width * height);
  g_autoptr (GBytes) bytes = g_bytes_new_take (pixels, (gsize) width * height * 4);

  for (int i = 0; i < width * height; i++)
    pixels[i] = pixel;
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, width * 4);
}

static GtkWidget *
make_view (Log *log)
{
  GtkWidget *view = eqp_scatter_view_new ();

  *log = (Log) { 0 };
  g_signal_connect (view, "render-needed", G_CALLBACK (render_needed_cb), log);
  g_signal_connect_swapped (view, "point-hovered", G_CALLBACK (eqp_test_count_cb), &log->hovered);
  g_signal_connect_swapped (view, "point-activated", G_CALLBACK (eqp_test_count_cb), &log->activated);
  g_signal_connect_swapped (view, "point-left", G_CALLBACK (eqp_test_count_cb), &log->left);
  g_signal_connect_swapped (view, "point-hovered", G_CALLBACK (point_cb), log);
  return view;
}

static void
test_defaults (void)
{
  EqpScatterView *view = EQP_SCATTER_VIEW (g_object_ref_sink (eqp_scatter_view_new ()));
  int width, height;
  double scale;
  EqpRange range;

  g_assert_false (eqp_scatter_view_get_render_request (view, &width, &height, &scale, &range));
  g_assert_cmpstr (gtk_widget_get_css_name (GTK_WIDGET (view)), ==, "eqpscatter");
  g_assert_finalize_object (view);
}

static void
test_render_request (void)
{
  const EqpRange data = { 0.0, 10.0, 0.0, 5.0 };
  Log log;
  GtkWidget *view = make_view (&log);
  GtkWidget *window = eqp_test_window (view, 400, 300);
  EqpRect area;
  int requests;

  /* Nothing is asked for while there is nothing. */
  g_assert_cmpint (log.requests, ==, 0);
  eqp_scatter_view_set_data_range (EQP_SCATTER_VIEW (view), &data, TRUE);
  g_assert_cmpint (log.requests, ==, 1);
  g_assert_true (eqp_scatter_view_get_plot_area (EQP_SCATTER_VIEW (view), &area));
  g_assert_cmpint (log.width, ==, area.width * gtk_widget_get_scale_factor (view));
  g_assert_cmpint (log.height, ==, area.height * gtk_widget_get_scale_factor (view));
  g_assert_cmpfloat (log.range.x0, <, 0.0);
  g_assert_cmpfloat (log.range.x1, >, 10.0);
  /* Stretched a little, the points fill it both ways. */
  g_assert_cmpfloat_with_epsilon (10.0 * area.width / (log.range.x1 - log.range.x0), area.width - 28.0, 1e-6);
  g_assert_cmpfloat_with_epsilon (5.0 * area.height / (log.range.y1 - log.range.y0), area.height - 28.0, 1e-6);

  /* The same look asks for nothing new, another theme does, and so do other data. */
  requests = log.requests;
  eqp_test_wait_frame (view);
  eqp_scatter_view_reset_view (EQP_SCATTER_VIEW (view));
  g_assert_cmpint (log.requests, ==, requests);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_DARK);
  eqp_test_wait_frame (view);
  g_assert_cmpint (log.requests, >, requests);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_LIGHT);
  eqp_test_wait_frame (view);
  requests = log.requests;
  eqp_scatter_view_set_data_range (EQP_SCATTER_VIEW (view), &data, TRUE);
  g_assert_cmpint (log.requests, ==, requests + 1);
  eqp_test_destroy (window);
}

/* A texture is drawn over the plot area and nowhere else, and where its range is when the view has moved on. */
static void
test_texture (void)
{
  const EqpRange data = { 0.0, 10.0, 0.0, 10.0 };
  Log log;
  GtkWidget *view = make_view (&log);
  GtkWidget *window = eqp_test_window (view, 400, 300);
  g_autoptr (GdkTexture) texture = NULL;
  EqpRgba red = { 1.0f, 0.0f, 0.0f, 1.0f };
  EqpRange half;
  EqpRect area;

  eqp_scatter_view_set_data_range (EQP_SCATTER_VIEW (view), &data, FALSE);
  texture = make_texture (log.width, log.height, 0xffff0000);
  eqp_scatter_view_set_points_texture (EQP_SCATTER_VIEW (view), texture, &log.range);
  eqp_scatter_view_get_plot_area (EQP_SCATTER_VIEW (view), &area);
  g_assert_true (eqp_test_pixel_is (eqp_test_pixel (view, area.x + 1.0, area.y + 1.0), red));
  g_assert_true (eqp_test_pixel_is (eqp_test_pixel (view, area.x + area.width - 2.0, area.y + area.height - 2.0), red));
  g_assert_false (eqp_test_pixel_is (eqp_test_pixel (view, area.x - 2.0, area.y + area.height / 2.0), red));
  g_assert_false (eqp_test_pixel_is (eqp_test_pixel (view, area.x + area.width / 2.0, area.y + area.height + 2.0), red));

  half = log.range;
  half.x1 = (half.x0 + half.x1) / 2.0;
  eqp_scatter_view_set_points_texture (EQP_SCATTER_VIEW (view), texture, &half);
  g_assert_true (eqp_test_pixel_is (eqp_test_pixel (view, area.x + 0.25 * area.width, area.y + 5.0), red));
  g_assert_false (eqp_test_pixel_is (eqp_test_pixel (view, area.x + 0.75 * area.width, area.y + 5.0), red));
  eqp_scatter_view_set_points_texture (EQP_SCATTER_VIEW (view), NULL, NULL);
  g_assert_false (eqp_test_pixel_is (eqp_test_pixel (view, area.x + 0.25 * area.width, area.y + 5.0), red));
  eqp_test_destroy (window);
}

static void
test_centers (void)
{
  const EqpRange data = { 0.0, 10.0, 0.0, 10.0 };
  const double centers[] = { 5.0, 5.0, 1e9, 5.0, NAN, 2.0 }, on_one_another[] = { 5.0, 5.0, 5.0, 5.0 };
  EqpCenterPlace places[2];
  Log log;
  GtkWidget *view = make_view (&log);
  GtkWidget *window = eqp_test_window (view, 400, 300);
  EqpRect area;
  guint32 pixel;

  eqp_scatter_view_set_data_range (EQP_SCATTER_VIEW (view), &data, TRUE);
  eqp_scatter_view_set_centers (EQP_SCATTER_VIEW (view), 3, centers);
  eqp_scatter_view_get_plot_area (EQP_SCATTER_VIEW (view), &area);
  pixel = eqp_test_pixel (view, area.x + area.width / 2.0 - 7.0, area.y + area.height / 2.0);
  g_assert_true (eqp_test_pixel_is (pixel, eqp_palette_color (0, eqp_plot_view_get_style (EQP_PLOT_VIEW (view)))));

  /* Two on one another, beside each other on the screen. */
  eqp_scatter_view_set_centers (EQP_SCATTER_VIEW (view), 2, on_one_another);
  for (int c = 0; c < 2; c++)
    places[c] = (EqpCenterPlace) { .at_x = area.x + area.width / 2.0, .at_y = area.y + area.height / 2.0 };
  eqp_scatter_place_centers (places, 2, &area, eqp_plot_view_get_style (EQP_PLOT_VIEW (view)));
  for (int c = 0; c < 2; c++)
    g_assert_true (eqp_test_pixel_is (eqp_test_pixel (view, places[c].x - 7.0, places[c].y),
                                      eqp_palette_color (c, eqp_plot_view_get_style (EQP_PLOT_VIEW (view)))));
  eqp_test_destroy (window);
}

static void
test_keyboard (void)
{
  const EqpRange data = { 0.0, 10.0, 0.0, 10.0 };
  Log log;
  GtkWidget *view = make_view (&log);
  GtkWidget *window = eqp_test_window (view, 400, 300);
  EqpRange whole;
  double x, y;

  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  g_assert_cmpint (log.hovered, ==, 0);
  eqp_scatter_view_set_data_range (EQP_SCATTER_VIEW (view), &data, TRUE);
  whole = log.range;

  /* The first key shows the cursor in the middle, the next ones move it. */
  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  g_assert_cmpint (log.hovered, ==, 1);
  g_assert_cmpfloat_with_epsilon (log.x, 5.0, 0.05);
  g_assert_cmpfloat_with_epsilon (log.y, 5.0, 0.05);
  /* From anywhere there is a nearest point. */
  g_assert_cmpfloat (log.radius_x, >=, data.x1 - data.x0);
  x = log.x;
  y = log.y;
  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  g_assert_cmpfloat (log.x, >, x);
  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_VISUAL_POSITIONS, 0, 1);
  g_assert_cmpfloat (log.y, >, y);
  EQP_PLOT_VIEW_GET_CLASS (view)->activate (EQP_PLOT_VIEW (view));
  g_assert_cmpint (log.activated, ==, 1);

  /* It cannot leave the plot. */
  for (int i = 0; i < 200; i++)
    eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_VISUAL_POSITIONS, -1, 0);
  g_assert_cmpfloat (log.x, >=, log.range.x0);

  /* Page Up shows more detail, Home everything. */
  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_PAGES, -1, 1);
  g_assert_cmpfloat (log.range.x1 - log.range.x0, <, whole.x1 - whole.x0);
  for (int i = 0; i < 100; i++)
    eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_PAGES, -1, 1);
  g_assert_cmpfloat (log.range.x1, >, log.range.x0);
  for (int i = 0; i < 100; i++)
    eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_PAGES, 1, -1);
  g_assert_cmpfloat (log.range.x1 - log.range.x0, <, 10.0 * (whole.x1 - whole.x0));
  eqp_test_wait_frame (view);
  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_BUFFER_ENDS, -1, 0);
  g_assert_cmpfloat_with_epsilon (log.range.x0, whole.x0, 1e-9);
  g_assert_cmpfloat_with_epsilon (log.range.x1, whole.x1, 1e-9);
  eqp_test_destroy (window);
}

/* A zoomed view keeps its middle and scale when the widget changes size; an unzoomed one shows all. */
static void
test_resize (void)
{
  const EqpRange data = { 0.0, 10.0, 0.0, 10.0 };
  Log log;
  GtkWidget *view = make_view (&log);
  GtkWidget *window = eqp_test_window (view, 400, 300);
  EqpRange before;
  int width;

  eqp_scatter_view_set_data_range (EQP_SCATTER_VIEW (view), &data, TRUE);
  eqp_test_move (EQP_PLOT_VIEW (view), GTK_MOVEMENT_PAGES, -1, 1);
  before = log.range;
  width = log.width;
  gtk_widget_set_size_request (view, 500, 300);
  eqp_test_wait_until (log.width > width);
  g_assert_cmpfloat_with_epsilon (log.range.x0 + log.range.x1, before.x0 + before.x1, 1e-6);
  g_assert_cmpfloat_with_epsilon ((log.range.x1 - log.range.x0) / log.width, (before.x1 - before.x0) / width, 1e-9);
  eqp_test_destroy (window);
}

static void
test_marks (void)
{
  const EqpRange data = { 0.0, 10.0, 0.0, 10.0 };
  Log log;
  GtkWidget *view = make_view (&log);
  GtkWidget *window = eqp_test_window (view, 400, 300);
  EqpRect area;
  guint32 before, highlighted;

  eqp_scatter_view_set_data_range (EQP_SCATTER_VIEW (view), &data, TRUE);
  eqp_scatter_view_set_titles (EQP_SCATTER_VIEW (view), "PC 1", "PC 2");
  eqp_scatter_view_get_plot_area (EQP_SCATTER_VIEW (view), &area);
  before = eqp_test_pixel (view, area.x + area.width / 2.0 + 6.0, area.y + area.height / 2.0);
  eqp_scatter_view_set_highlight (EQP_SCATTER_VIEW (view), TRUE, 5.0, 5.0);
  highlighted = eqp_test_pixel (view, area.x + area.width / 2.0 + 6.0, area.y + area.height / 2.0);
  g_assert_cmpuint (highlighted, !=, before);
  eqp_scatter_view_set_highlight (EQP_SCATTER_VIEW (view), FALSE, 0.0, 0.0);
  eqp_scatter_view_set_selection (EQP_SCATTER_VIEW (view), TRUE, 5.0, 5.0);
  g_assert_cmpuint (eqp_test_pixel (view, area.x + area.width / 2.0 + 8.0, area.y + area.height / 2.0), !=, before);
  /* Other data: old marks mean nothing. */
  eqp_scatter_view_set_data_range (EQP_SCATTER_VIEW (view), &data, TRUE);
  g_assert_cmpuint (eqp_test_pixel (view, area.x + area.width / 2.0 + 6.0, area.y + area.height / 2.0), ==, before);
  eqp_scatter_view_set_data_range (EQP_SCATTER_VIEW (view), NULL, TRUE);
  eqp_test_wait_frame (view);
  eqp_test_destroy (window);
}

int
main (int argc, char **argv)
{
  if (!eqp_widgets_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/widgets/scatter-view/defaults", test_defaults);
  g_test_add_func ("/widgets/scatter-view/render-request", test_render_request);
  g_test_add_func ("/widgets/scatter-view/texture", test_texture);
  g_test_add_func ("/widgets/scatter-view/centers", test_centers);
  g_test_add_func ("/widgets/scatter-view/keyboard", test_keyboard);
  g_test_add_func ("/widgets/scatter-view/resize", test_resize);
  g_test_add_func ("/widgets/scatter-view/marks", test_marks);
  return g_test_run ();
}
