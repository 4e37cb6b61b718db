/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-draw-test.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

enum {
  N = 300,
  K = 3,
  STEPS = 12
};

typedef struct
{
  char         *folder;
  float         xy[2 * N];
  gint32        labels[N];
  double        centers[2 * K];
  gint64        sizes[K];
  double        data[STEPS];
  double        penalty[STEPS];
  EqpLivePage   page;
  EqpStyle      style;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->folder = g_dir_make_tmp ("eqp-draw-XXXXXX", NULL);
  g_assert_nonnull (fixture->folder);
  for (int i = 0; i < N; i++)
    {
      fixture->labels[i] = i % K;
      fixture->xy[2 * i] = (float) (10.0 * (i % K) + cos (i));
      fixture->xy[2 * i + 1] = (float) sin (1.7 * i);
    }
  for (int c = 0; c < K; c++)
    {
      fixture->centers[2 * c] = 10.0 * c;
      fixture->sizes[c] = N / K;
    }
  for (int i = 0; i < STEPS; i++)
    {
      fixture->data[i] = 100.0 + 50.0 / (i + 1);
      fixture->penalty[i] = 30.0 + 20.0 / (i + 1);
    }
  eqp_style_init (&fixture->style, FALSE, FALSE);
  eqp_live_page_init (&fixture->page);
  fixture->page.title = "Title & <markup>";
  fixture->page.subtitle = "A subtitle that is longer than the picture is wide, as a path of a file may well be in some folder";
  fixture->page.scatter.n = N;
  fixture->page.scatter.xy = fixture->xy;
  fixture->page.scatter.labels = fixture->labels;
  fixture->page.scatter.k = K;
  fixture->page.scatter.centers = fixture->centers;
  fixture->page.objective.n = STEPS;
  fixture->page.objective.data_term = fixture->data;
  fixture->page.objective.penalty = fixture->penalty;
  fixture->page.sizes.k = K;
  fixture->page.sizes.sizes = fixture->sizes;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_rmdir (fixture->folder);
  g_free (fixture->folder);
}

static void
draw (cairo_t  *cr,
      double    width,
      double    height,
      gpointer  user_data)
{
  Fixture *fixture = user_data;

  eqp_draw_live_page (cr, width, height, &fixture->page, &fixture->style);
}

static void
test_sizes_and_themes (Fixture       *fixture,
                       gconstpointer  data)
{
  static const int sizes[][2] = { { 900, 600 }, { 1600, 1000 }, { 40, 30 }, { 1, 1 } };

  for (int dark = 0; dark < 2; dark++)
    for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
      {
        g_auto (EqpCanvas) canvas = { 0 };

        eqp_style_init (&fixture->style, dark, i == 1);
        eqp_canvas_init (&canvas, sizes[i][0], sizes[i][1], &fixture->style);
        eqp_draw_live_page (canvas.cr, sizes[i][0], sizes[i][1], &fixture->page, &fixture->style);
        g_assert_cmpint (cairo_status (canvas.cr), ==, CAIRO_STATUS_SUCCESS);
        g_assert_true (eqp_pixel_is (eqp_canvas_pixel (&canvas, 0.5, 0.5), fixture->style.background));
      }
}

/* The three plots are where they belong: their colors are found in their thirds of the picture. */
static void
test_contents (Fixture       *fixture,
               gconstpointer  data)
{
  int scatter = 0, bars = 0;
  g_auto (EqpCanvas) canvas = { 0 };

  eqp_canvas_init (&canvas, 900, 600, &fixture->style);
  eqp_draw_live_page (canvas.cr, 900.0, 600.0, &fixture->page, &fixture->style);
  for (int y = 60; y < 590; y++)
    for (int x = 10; x < 890; x++)
      if (eqp_pixel_is (eqp_canvas_pixel (&canvas, x, y), eqp_palette_color (1, &fixture->style)))
        {
          scatter += x < 480;
          bars += x >= 500 && y > 330;
          g_assert_true (x < 480 || y > 330);
        }
  g_assert_cmpint (scatter, >, 300);
  g_assert_cmpint (bars, >, 3000);
}

static void
test_empty (Fixture       *fixture,
            gconstpointer  data)
{
  EqpLivePage empty;
  g_auto (EqpCanvas) canvas = { 0 };

  eqp_live_page_init (&empty);
  eqp_canvas_init (&canvas, 900, 600, &fixture->style);
  eqp_draw_live_page (canvas.cr, 900.0, 600.0, &empty, &fixture->style);
  g_assert_cmpint (cairo_status (canvas.cr), ==, CAIRO_STATUS_SUCCESS);
}

static void
test_save (Fixture       *fixture,
           gconstpointer  data)
{
  static const char *const names[] = { "a.png", "b.SVG", "c.pdf" };
  static const char *const starts[] = { "\211PNG", "<?xml", "%PDF" };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, names[i], NULL);
      g_autofree char *contents = NULL;
      g_autoptr (GError) error = NULL;
      gsize length;

      g_assert_true (eqp_draw_can_save (path, &error));
      g_assert_no_error (error);
      g_assert_true (eqp_draw_save (path, 900.0, 600.0, 2.0, draw, fixture, &error));
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (path, &contents, &length, &error));
      g_assert_cmpint (length, >, 2000);
      g_assert_cmpint (strncmp (contents, starts[i], strlen (starts[i])), ==, 0);
      if (i == 0)
        {
          cairo_surface_t *surface = cairo_image_surface_create_from_png (path);

          g_assert_cmpint (cairo_image_surface_get_width (surface), ==, 1800);
          g_assert_cmpint (cairo_image_surface_get_height (surface), ==, 1200);
          cairo_surface_destroy (surface);
        }
      g_unlink (path);
    }
}

/* Many points become a picture within the vector file, which stays small. */
static void
test_save_many_points (Fixture       *fixture,
                       gconstpointer  data)
{
  const gint64 n = 200000;
  g_autofree float *xy = g_new (float, 2 * n);
  g_autofree char *path = g_build_filename (fixture->folder, "many.svg", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  for (gint64 i = 0; i < n; i++)
    {
      xy[2 * i] = (float) (i % 500);
      xy[2 * i + 1] = (float) (i % 400);
    }
  fixture->page.scatter.n = n;
  fixture->page.scatter.xy = xy;
  fixture->page.scatter.labels = NULL;
  g_assert_true (eqp_draw_save (path, 900.0, 600.0, 1.0, draw, fixture, &error));
  g_assert_true (g_file_get_contents (path, &contents, &length, &error));
  g_assert_cmpint (length, <, 6000000);
  g_assert_nonnull (strstr (contents, "image/png"));
  g_unlink (path);
}

static void
test_save_failures (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autofree char *unknown = g_build_filename (fixture->folder, "a.jpeg", NULL);
  g_autofree char *nowhere = g_build_filename (fixture->folder, "none", "a.png", NULL);
  g_autofree char *kept = g_build_filename (fixture->folder, "kept.png", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_false (eqp_draw_can_save (unknown, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_clear_error (&error);
  g_assert_false (eqp_draw_save (unknown, 90.0, 60.0, 1.0, draw, fixture, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED);
  g_clear_error (&error);
  g_assert_false (eqp_draw_save (nowhere, 90.0, 60.0, 1.0, draw, fixture, &error));
  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_nonnull (strstr (error->message, "a.png”: No such file or directory; make room"));
  g_clear_error (&error);

  g_assert_true (g_file_set_contents (kept, "old", -1, NULL));
  g_assert_false (eqp_draw_save (kept, 900000.0, 600000.0, 1.0, draw, fixture, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_FAILED);
  g_assert_true (g_file_get_contents (kept, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, "old");
  g_unlink (kept);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/draw/live-page/sizes-and-themes", Fixture, NULL, set_up, test_sizes_and_themes, tear_down);
  g_test_add ("/draw/live-page/contents", Fixture, NULL, set_up, test_contents, tear_down);
  g_test_add ("/draw/live-page/empty", Fixture, NULL, set_up, test_empty, tear_down);
  g_test_add ("/draw/live-page/save", Fixture, NULL, set_up, test_save, tear_down);
  g_test_add ("/draw/live-page/save-many-points", Fixture, NULL, set_up, test_save_many_points, tear_down);
  g_test_add ("/draw/live-page/save-failures", Fixture, NULL, set_up, test_save_failures, tear_down);
  return g_test_run ();
}
