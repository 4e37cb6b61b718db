/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-truth.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "data/eqp-memory.h"

static const EqpTruth truths[] = {
  { "data/mnist/png_test_500", "images", 500, 784, 10, 50, 50, 28, 28, FALSE },
  { "data/orl/att_faces", "images", 400, 10304, 40, 10, 10, 92, 112, FALSE },
};

static char *
inside (EqpTestFolder *fixture, const char *name)
{
  char *path = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *parent = g_path_get_dirname (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  return path;
}

/* A gray ramp that starts at @first. */
static void
save_image (EqpTestFolder *fixture, const char *name, const char *type, int width, int height, int first)
{
  g_autoptr (GdkPixbuf) pixbuf = gdk_pixbuf_new (GDK_COLORSPACE_RGB, FALSE, 8, width, height);
  g_autofree char *path = inside (fixture, name);
  g_autoptr (GError) error = NULL;
  int stride = gdk_pixbuf_get_rowstride (pixbuf);

  for (int y = 0; y < height; y++)
    for (int x = 0; x < 3 * width; x++)
      gdk_pixbuf_get_pixels (pixbuf)[y * stride + x] = (guint8) (first + y * width + x / 3);
  gdk_pixbuf_save (pixbuf, path, type, &error, NULL);
  g_assert_no_error (error);
}

static void
save_bytes (EqpTestFolder *fixture, const char *name, const char *bytes, gsize length)
{
  g_autofree char *path = inside (fixture, name);

  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
}

#define SAVE(name, literal) save_bytes (fixture, name, literal, sizeof literal - 1)

static void
test_folders (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;
  gint width, height;
  gboolean transposed;

  save_image (fixture, "train/s10/1.png", "png", 4, 3, 0);
  save_image (fixture, "train/s2/1.tiff", "tiff", 4, 3, 20);
  save_image (fixture, "test/s2/2.png", "png", 4, 3, 40);
  SAVE ("test/s10/2.pgm", "P2\n# gray\n4 3\n255\n9 8 7 6 5 4 3 2 1 0 1 2\n");
  SAVE ("train/s2/notes.txt", "no image");
  SAVE ("train/.hidden.png", "no image");
  dataset = eqp_test_load (fixture->folder, NULL);
  g_assert_cmpstr (eqp_dataset_get_format (dataset), ==, "images");
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 12);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "s2");
  g_assert_true (eqp_dataset_get_image_shape (dataset, &width, &height, &transposed));
  g_assert_cmpint (width, ==, 4);
  g_assert_cmpint (height, ==, 3);
  g_assert_false (transposed);
  /* In natural order: test/s2, test/s10, train/s2, train/s10. */
  eqp_assert_close (eqp_dataset_get_value (dataset, 0, 5), 45, 1e-6);
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 1), 8, 1e-6);
  eqp_assert_close (eqp_dataset_get_value (dataset, 2, 11), 31, 1e-6);
  eqp_assert_close (eqp_dataset_get_value (dataset, 3, 4), 4, 1e-6);
  g_assert_true (eqp_test_says (eqp_dataset_get_decisions (dataset), "1 file that is no image"));
}

static void
test_too_large (EqpTestFolder *fixture, gconstpointer data)
{
  save_image (fixture, "1.png", "png", 40, 30, 0);
  save_image (fixture, "2.png", "png", 40, 30, 0);
  _eqp_set_free_memory (10000);
  eqp_test_load_fails (fixture->folder, NULL, EQP_ERROR, EQP_ERROR_TOO_LARGE, "2 images of 40 × 30 pixels take 9.6e-06 GB");
  _eqp_set_free_memory (0);
}

static void
test_names (EqpTestFolder *fixture, gconstpointer data)
{
  EqpImportOptions none = { .labels = "none" }, name = { .labels = "name" }, by_folder = { .labels = "folder" };
  g_autoptr (EqpDataset) dataset = NULL, plain = NULL, named = NULL;
  g_autoptr (GError) error = NULL;

  save_image (fixture, "obj2__0.png", "png", 2, 2, 0);
  save_image (fixture, "obj2__1.png", "png", 2, 2, 4);
  save_image (fixture, "obj10__0.png", "png", 2, 2, 8);
  save_image (fixture, "obj10__1.jpg", "jpeg", 2, 2, 12);
  dataset = eqp_test_load (fixture->folder, NULL);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "obj2");
  plain = eqp_test_load (fixture->folder, &none);
  g_assert_null (eqp_dataset_get_labels (plain));
  named = eqp_test_load (fixture->folder, &name);
  g_assert_cmpint (eqp_dataset_get_n_classes (named), ==, 2);
  g_assert_null (eqp_dataset_load (fixture->folder, &by_folder, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "the folders of the images do not tell classes"));
}

/* A folder around all the others tells no class. */
static void
test_folder_around (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;

  save_image (fixture, "set/more/a/1.png", "png", 2, 2, 0);
  save_image (fixture, "set/more/b/1.png", "png", 2, 2, 4);
  SAVE ("README", "about the images");
  dataset = eqp_test_load (fixture->folder, NULL);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 1), ==, "b");
}

/* What an image loses is told. */
static void
test_losses (EqpTestFolder *fixture, gconstpointer data)
{
  static const guint8 pages[] = {
    'I', 'I', 42, 0, 8, 0, 0, 0,
    9, 0,
    0, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0,
    2, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0, 3, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0,
    6, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, 17, 1, 4, 0, 1, 0, 0, 0, 122, 0, 0, 0,
    21, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0, 22, 1, 3, 0, 1, 0, 0, 0, 1, 0, 0, 0,
    23, 1, 4, 0, 1, 0, 0, 0, 1, 0, 0, 0,
    8, 0, 0, 0, 77
  };
  g_autofree char *link = inside (fixture, "3.png");
  g_autoptr (EqpDataset) dataset = NULL;

  SAVE ("1.pgm", "P5\n1 1\n65535\n\x4d\x01");
  save_bytes (fixture, "2.tif", (const char *) pages, sizeof pages);
  g_assert_cmpint (symlink ("/nonexistent/image.png", link), ==, 0);
  dataset = eqp_test_load (fixture->folder, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "1 image has more than 8 bits a pixel"));
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "1 image has several pages"));
  g_assert_true (eqp_test_says (eqp_dataset_get_decisions (dataset), "1 link to nothing"));
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (dataset), EQP_LEDGER_ROW_DROPPED), ==, 1);
}

static void
test_other_kind (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  SAVE ("1.webp", "RIFF\x20\0\0\0WEBPVP8 ");
  g_assert_null (eqp_dataset_load (fixture->folder, NULL, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "“1.webp” is a WebP image; save each image as PNG"));
}

static void
test_no_classes (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;

  save_image (fixture, "IMG_1.png", "png", 2, 2, 0);
  save_image (fixture, "IMG_2.png", "png", 2, 2, 4);
  dataset = eqp_test_load (fixture->folder, NULL);
  g_assert_null (eqp_dataset_get_labels (dataset));
}

static void
test_sizes (EqpTestFolder *fixture, gconstpointer data)
{
  EqpImportOptions small = { .image_width = 2, .image_height = 1 };
  EqpImportOptions half = { .image_width = 2 };
  g_autoptr (EqpDataset) dataset = NULL;

  save_image (fixture, "a1.png", "png", 4, 2, 10);
  save_image (fixture, "a2.png", "png", 2, 1, 100);
  eqp_test_load_fails (fixture->folder, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "“a2.png” has 2 × 1 pixels, but “a1.png” has 4 × 2");
  eqp_test_load_fails (fixture->folder, &half, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "2 × 0");
  dataset = eqp_test_load (fixture->folder, &small);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  /* The mean of 10, 11, 14 and 15. */
  g_assert_cmpfloat_with_epsilon (eqp_dataset_get_value (dataset, 0, 0), 12.5, 1.01);
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 1), 101, 1e-6);
  g_assert_true (eqp_test_says (eqp_dataset_get_decisions (dataset), "1 image was resized to 2 × 1"));
}

static void
test_colors (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;

  SAVE ("a.ppm", "P6 2 1 255\n\xff\x00\x00\x00\x00\xff");
  SAVE ("b.ppm", "P6 2 1 255\n\x01\x01\x01\x02\x02\x02");
  dataset = eqp_test_load (fixture->folder, NULL);
  eqp_assert_close (eqp_dataset_get_value (dataset, 0, 0), 76, 1e-6);
  eqp_assert_close (eqp_dataset_get_value (dataset, 0, 1), 29, 1e-6);
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 1), 2, 1e-6);
  g_assert_true (eqp_test_says (eqp_dataset_get_decisions (dataset), "1 image has colors and was made gray"));
}

static void
test_links (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;
  g_autofree char *loop = inside (fixture, "b/loop"), *dead = inside (fixture, "b/dead.png"), *file = inside (fixture, "b/3.png");

  save_image (fixture, "a/1.png", "png", 2, 2, 0);
  save_image (fixture, "b/2.png", "png", 2, 2, 4);
  g_assert_cmpint (symlink ("..", loop), ==, 0);
  g_assert_cmpint (symlink ("nowhere", dead), ==, 0);
  g_assert_cmpint (symlink ("2.png", file), ==, 0);
  dataset = eqp_test_load (fixture->folder, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 3);
  g_assert_true (eqp_test_says (eqp_dataset_get_decisions (dataset), "1 link to a folder was not followed"));
}

/* A PNG of a few bytes that announces 60000 x 60000 pixels, and others that break off. */
static void
test_damaged (EqpTestFolder *fixture, gconstpointer data)
{
  static const char boast[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xea\x60\0\0\xea\x60\x08\0\0\0\0\xf5\x1b\x60\xf4";
  EqpImportOptions refuse = { .missing = EQP_MISSING_REFUSE };
  g_autoptr (EqpDataset) dataset = NULL;

  save_bytes (fixture, "1.png", boast, sizeof boast - 1);
  SAVE ("2.pgm", "P5 60000 60000 255\n");
  SAVE ("3.jpg", "\xff\xd8\xff\xe0 nothing");
  SAVE ("4.tif", "II*\0\xff\xff\xff\xff");
  eqp_test_load_fails (fixture->folder, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "none of the 4 images");
  save_image (fixture, "5.png", "png", 2, 2, 4);
  save_image (fixture, "6.png", "png", 2, 2, 8);
  dataset = eqp_test_load (fixture->folder, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "4 images were left out; the first: “1.png”"));
  eqp_test_load_fails (fixture->folder, &refuse, EQP_ERROR, EQP_ERROR_INVALID_DATA, "“1.png”");
}

/* The decoders would show the upper half. */
static void
test_cut (EqpTestFolder *fixture, gconstpointer data)
{
  static const char *const types[] = { "png", "jpeg", "tiff" };
  EqpImportOptions refuse = { .missing = EQP_MISSING_REFUSE };
  g_autoptr (EqpDataset) dataset = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autofree char *whole = g_strconcat (types[i], "-whole", NULL), *cut = g_strconcat (types[i], "-cut", NULL);
      g_autofree char *path = inside (fixture, whole), *bytes = NULL;
      gsize length;

      save_image (fixture, whole, types[i], 16, 16, 0);
      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      save_bytes (fixture, cut, bytes, length * 3 / 4);
    }
  SAVE ("a.pgm", "P5 16 16 255\n0123");
  SAVE ("b.pgm", "P2 16 16 255\n1 2 3\n");
  SAVE ("c.pbm", "P4 16 16\n1");
  dataset = eqp_test_load (fixture->folder, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 3);
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "6 images were left out; the first: “a.pgm” breaks off"));
  eqp_test_load_fails (fixture->folder, &refuse, EQP_ERROR, EQP_ERROR_INVALID_DATA, "“a.pgm” breaks off");
}

static void
test_single (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *path = inside (fixture, "a.pgm");

  SAVE ("a.pgm", "P5 2 2 255\n0123");
  eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "open the folder");
}

static void
test_empty (EqpTestFolder *fixture, gconstpointer data)
{
  SAVE ("a/readme.txt", "text");
  eqp_test_load_fails (fixture->folder, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "no images");
}

static void
test_cancel (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  save_image (fixture, "1.png", "png", 2, 2, 0);
  g_cancellable_cancel (cancellable);
  dataset = eqp_dataset_load (fixture->folder, NULL, NULL, cancellable, &error);
  g_assert_null (dataset);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A look takes some of every folder. */
static void
test_some (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  for (int i = 0; i < 12; i++)
    {
      g_autofree char *name = g_strdup_printf ("%c/%d.png", 'a' + i / 4, i);

      save_image (fixture, name, "png", 2, 2, i);
    }
  dataset = eqp_dataset_load (fixture->folder, &(EqpImportOptions) { .max_rows = 6 }, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 3);
}

#define ADD(name, function) g_test_add ("/core/reader-images/" name, EqpTestFolder, NULL, eqp_test_folder_set_up, function, eqp_test_folder_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  eqp_test_add_truths ("/core/reader-images", truths, G_N_ELEMENTS (truths));
  ADD ("folders", test_folders);
  ADD ("names", test_names);
  ADD ("too-large", test_too_large);
  ADD ("some", test_some);
  ADD ("folder-around", test_folder_around);
  ADD ("losses", test_losses);
  ADD ("other-kind", test_other_kind);
  ADD ("no-classes", test_no_classes);
  ADD ("sizes", test_sizes);
  ADD ("colors", test_colors);
  ADD ("links", test_links);
  ADD ("damaged", test_damaged);
  ADD ("cut", test_cut);
  ADD ("single", test_single);
  ADD ("empty", test_empty);
  ADD ("cancel", test_cancel);
  return g_test_run ();
}
