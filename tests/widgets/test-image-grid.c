/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The grid of images: only those on the screen are made, and what they are made from is freed. */
#include "config.h"

#include "eqp-widgets-test.h"

typedef struct
{
  int    made;
  int    named;
  int    freed;
  gint64 last;
} Source;

static GdkTexture *
make_image (gint64   row,
            gpointer user_data)
{
  Source *source = user_data;
  g_autoptr (GBytes) bytes = g_bytes_new_take (g_malloc0 (4 * 4 * 3), 4 * 4 * 3);

  source->made++;
  source->last = MAX (source->last, row);
  return gdk_memory_texture_new (4, 4, GDK_MEMORY_R8G8B8, bytes, 12);
}

static char *
make_name (gint64   row,
           gpointer user_data)
{
  ((Source *) user_data)->named++;
  return g_strdup_printf ("Row %d", (int) row + 1);
}

static void
source_free (gpointer user_data)
{
  ((Source *) user_data)->freed++;
}

static void
test_virtual (void)
{
  Source source = { 0 };
  GtkWidget *grid = eqp_image_grid_new ();
  GtkWidget *window;

  eqp_image_grid_set_label (EQP_IMAGE_GRID (grid), "Images");
  window = eqp_test_window (grid, 400, 300);
  eqp_image_grid_set_images (EQP_IMAGE_GRID (grid), 70000, make_image, make_name, &source, source_free);
  eqp_test_wait_frame (grid);
  eqp_test_wait_frame (grid);
  g_assert_cmpint (source.made, >, 5);
  g_assert_cmpint (source.made, <, 100);
  g_assert_cmpint (source.last, <, 100);
  g_assert_cmpint (source.named, >=, source.made);
  eqp_image_grid_set_images (EQP_IMAGE_GRID (grid), 0, NULL, NULL, NULL, NULL);
  g_assert_cmpint (source.freed, ==, 1);
  eqp_test_destroy (window);
  g_assert_cmpint (source.freed, ==, 1);
}

static void
test_few (void)
{
  Source source = { 0 };
  GtkWidget *grid = eqp_image_grid_new ();
  GtkWidget *window = eqp_test_window (grid, 400, 300);

  eqp_image_grid_set_images (EQP_IMAGE_GRID (grid), 1, make_image, NULL, &source, source_free);
  eqp_test_wait_frame (grid);
  eqp_test_wait_frame (grid);
  g_assert_cmpint (source.made, ==, 1);
  eqp_test_destroy (window);
  g_assert_cmpint (source.freed, ==, 1);
}

int
main (int   argc,
      char *argv[])
{
  if (!eqp_widgets_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/widgets/image-grid/virtual", test_virtual);
  g_test_add_func ("/widgets/image-grid/few", test_few);
  return g_test_run ();
}
