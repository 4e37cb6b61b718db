/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-widgets-test.h"

#include <locale.h>
#include <math.h>

/* Returns FALSE when there is no display; then nothing else may be called, and the program is to end with 0. */
gboolean
eqp_widgets_test_init (int    *argc,
                       char ***argv)
{
  setlocale (LC_ALL, "");
  if (g_getenv ("DISPLAY") == NULL && g_getenv ("WAYLAND_DISPLAY") == NULL)
    {
      g_print ("1..0 # SKIP there is no display\n");
      return FALSE;
    }
  g_test_init (argc, argv, NULL);
  adw_init ();
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_LIGHT);
  return TRUE;
}

static void
after_paint_cb (gboolean *painted)
{
  *painted = TRUE;
}

/* Waits until a frame was drawn that began after this call. */
void
eqp_test_wait_frame (GtkWidget *widget)
{
  GdkFrameClock *clock = gtk_widget_get_frame_clock (widget);
  gboolean painted = FALSE;
  gulong id = g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (after_paint_cb), &painted);

  gtk_widget_queue_draw (widget);
  eqp_test_wait_until (painted);
  g_signal_handler_disconnect (clock, id);
}

/* Shows @child, at least of this size, in a window that is mapped and drawn. */
GtkWidget *
eqp_test_window (GtkWidget *child,
                 int        width,
                 int        height)
{
  GtkWidget *window = gtk_window_new ();

  gtk_widget_set_size_request (child, width, height);
  gtk_widget_set_halign (child, GTK_ALIGN_START);
  gtk_widget_set_valign (child, GTK_ALIGN_START);
  gtk_window_set_child (GTK_WINDOW (window), child);
  gtk_window_present (GTK_WINDOW (window));
  eqp_test_wait_until (gtk_widget_get_mapped (child) && gtk_widget_get_width (child) > 0);
  eqp_test_wait_frame (child);
  return window;
}

/* Destroys the window and asserts that it and its child were released. */
void
eqp_test_destroy (GtkWidget *window)
{
  GtkWidget *child = gtk_window_get_child (GTK_WINDOW (window));

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  g_object_add_weak_pointer (G_OBJECT (child), (gpointer *) &child);
  gtk_window_destroy (GTK_WINDOW (window));
  eqp_test_wait_until (window == NULL && child == NULL);
}

/* What @widget draws at a place within it, on white; application pixels. */
guint32
eqp_test_pixel (GtkWidget *widget,
                double     x,
                double     y)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, 1, 1);
  cairo_t *cr = cairo_create (surface);
  GskRenderNode *node;
  guint32 pixel;

  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  cairo_set_source_rgb (cr, 1.0, 1.0, 1.0);
  cairo_paint (cr);
  cairo_translate (cr, -floor (x), -floor (y));
  if (node != NULL)
    {
      gsk_render_node_draw (node, cr);
      gsk_render_node_unref (node);
    }
  cairo_surface_flush (surface);
  pixel = *(const guint32 *) (const void *) cairo_image_surface_get_data (surface);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return pixel;
}

gboolean
eqp_test_pixel_is (guint32 pixel,
                   EqpRgba color)
{
  return fabs (((pixel >> 16) & 0xff) - 255.0 * color.red) <= 3.0 &&
         fabs (((pixel >> 8) & 0xff) - 255.0 * color.green) <= 3.0 &&
         fabs ((pixel & 0xff) - 255.0 * color.blue) <= 3.0;
}

/* For g_signal_connect_swapped () with a counter. */
void
eqp_test_count_cb (int *count)
{
  (*count)++;
}

/* As a key does. */
void
eqp_test_move (EqpPlotView    *view,
               GtkMovementStep step,
               int             dx,
               int             dy)
{
  EQP_PLOT_VIEW_GET_CLASS (view)->move_cursor (view, step, dx, dy);
}
