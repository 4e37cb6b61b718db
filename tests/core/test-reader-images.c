/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-truth.h"

#include <glib/gstdio.h>
#include <math.h>
#include <stdio.h>

#include <jpeglib.h>
#include <png.h>
#include <string.h>
#include <unistd.h>

#include "base/eqp-memory.h"

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

static void
save_bytes (EqpTestFolder *fixture, const char *name, const char *bytes, gsize length)
{
  g_autofree char *path = inside (fixture, name);

  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));
}

static void
put_number (GByteArray *file, guint32 number, gsize bytes)
{
  number = GUINT32_TO_LE (number);
  g_byte_array_append (file, (const guint8 *) &number, (guint) bytes);
}

/* A TIFF of one channel, little-endian, with a page for each of @n_pages; @bits 8, 16 or 32 of @format, @pixels behind the header. */
static void
save_tiff (EqpTestFolder *fixture, const char *name, int n_pages, int width, int height, int bits, int format, const void *pixels, guint32 orientation)
{
  g_autoptr (GByteArray) file = g_byte_array_new ();
  gsize bytes = (gsize) width * (gsize) height * (gsize) bits / 8, place = 8 + bytes * (gsize) n_pages;

  g_byte_array_append (file, (const guint8 *) "II*\0", 4);
  put_number (file, (guint32) place, 4);
  g_byte_array_append (file, pixels, (guint) (bytes * (gsize) n_pages));
  for (int page = 0; page < n_pages; page++)
    {
      const guint32 tags[][2] = { { 256, (guint32) width }, { 257, (guint32) height }, { 258, (guint32) bits }, { 259, 1 }, { 262, 1 }, { 273, (guint32) (8 + bytes * (gsize) page) },
                                  { 274, orientation }, { 277, 1 }, { 278, (guint32) height }, { 279, (guint32) bytes }, { 339, (guint32) format } };

      put_number (file, G_N_ELEMENTS (tags), 2);
      for (guint i = 0; i < G_N_ELEMENTS (tags); i++)
        {
          put_number (file, tags[i][0], 2);
          put_number (file, 4, 2);
          put_number (file, 1, 4);
          put_number (file, tags[i][1], 4);
        }
      place += 2 + 12 * G_N_ELEMENTS (tags) + 4;
      put_number (file, page + 1 < n_pages ? (guint32) place : 0, 4);
    }
  save_bytes (fixture, name, (const char *) file->data, file->len);
}

static void
save_jpeg (const char *path, int width, int height, const guint8 *pixels)
{
  struct jpeg_compress_struct encoder;
  struct jpeg_error_mgr errors;
  FILE *file = g_fopen (path, "wb");

  g_assert_nonnull (file);
  encoder.err = jpeg_std_error (&errors);
  jpeg_create_compress (&encoder);
  jpeg_stdio_dest (&encoder, file);
  encoder.image_width = (JDIMENSION) width;
  encoder.image_height = (JDIMENSION) height;
  encoder.input_components = 1;
  encoder.in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults (&encoder);
  jpeg_start_compress (&encoder, TRUE);
  for (int y = 0; y < height; y++)
    {
      JSAMPROW row = (JSAMPROW) pixels + y * width;

      jpeg_write_scanlines (&encoder, &row, 1);
    }
  jpeg_finish_compress (&encoder);
  jpeg_destroy_compress (&encoder);
  fclose (file);
}

/* A gray ramp that starts at @first. */
static void
save_image (EqpTestFolder *fixture, const char *name, const char *type, int width, int height, int first)
{
  g_autofree char *path = inside (fixture, name);
  g_autofree guint8 *pixels = g_malloc ((gsize) width * (gsize) height);
  png_image image = { .version = PNG_IMAGE_VERSION, .width = (png_uint_32) width, .height = (png_uint_32) height, .format = PNG_FORMAT_GRAY };

  for (int i = 0; i < width * height; i++)
    pixels[i] = (guint8) (first + i);
  if (strcmp (type, "jpeg") == 0)
    save_jpeg (path, width, height, pixels);
  else if (strcmp (type, "tiff") == 0)
    save_tiff (fixture, name, 1, width, height, 8, 1, pixels, 1);
  else
    g_assert_true (png_image_write_to_file (&image, path, FALSE, pixels, 0, NULL));
}

static void
save_deep_png (EqpTestFolder *fixture, const char *name, const guint16 *pixels)
{
  g_autofree char *path = inside (fixture, name);
  png_image image = { .version = PNG_IMAGE_VERSION, .width = 2, .height = 2, .format = PNG_FORMAT_LINEAR_Y };

  g_assert_true (png_image_write_to_file (&image, path, FALSE, pixels, 0, NULL));
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
  g_assert_true (eqp_test_lists (dataset, "notes.txt: is no image"));
  g_assert_true (eqp_test_says (eqp_dataset_get_decisions (dataset), "Folders such as “test” only divide the images"));
}

static void
test_too_large (EqpTestFolder *fixture, gconstpointer data)
{
  save_image (fixture, "1.png", "png", 40, 30, 0);
  save_image (fixture, "2.png", "png", 40, 30, 0);
  _eqp_set_free_memory (10000);
  eqp_test_load_fails (fixture->folder, NULL, EQP_ERROR, EQP_ERROR_TOO_LARGE, "2 images of 40 × 30 pixels do not fit into the free memory");
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

static void
assert_values (EqpDataset *dataset, gint64 row, gint64 n, const double *values)
{
  for (gint64 j = 0; j < n; j++)
    eqp_assert_close (eqp_dataset_get_value (dataset, row, j), values[j], 1e-6);
}

/* All 16 bits, of every format. */
static void
test_deep (EqpTestFolder *fixture, gconstpointer data)
{
  static const guint16 pixels[] = { 0, 258, 4660, 65535 };
  static const double values[] = { 0, 258, 4660, 65535 };
  g_autoptr (EqpDataset) dataset = NULL;

  SAVE ("a.pgm", "P5 2 2 65535\n\x00\x00\x01\x02\x12\x34\xff\xff");
  SAVE ("b.pgm", "P2\n2 2\n65535\n0 258\n4660 65535\n");
  SAVE ("c.ppm", "P3 2 2 65535\n0 0 0 258 258 258 4660 4660 4660 65535 65535 65535\n");
  SAVE ("d.ppm", "P6 2 2 65535\n\0\0\0\0\0\0\1\2\1\2\1\2\x12\x34\x12\x34\x12\x34\xff\xff\xff\xff\xff\xff");
  save_tiff (fixture, "e.tif", 1, 2, 2, 16, 1, pixels, 1);
  save_deep_png (fixture, "f.png", pixels);
  dataset = eqp_test_load (fixture->folder, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  for (gint64 row = 0; row < 6; row++)
    assert_values (dataset, row, 4, values);
  g_assert_true (eqp_test_says (eqp_dataset_get_decisions (dataset), "from 0, black, to 65535, white"));
}

/* Values of 12 bits stay what they are; images of different depths are not taken together. */
static void
test_depths (EqpTestFolder *fixture, gconstpointer data)
{
  static const float numbers[] = { 0.5f, -2.0f, 1e6f, 3.25f };
  g_autoptr (EqpDataset) alone = NULL;

  SAVE ("1.pgm", "P5 2 2 4095\n\0\0\0\1\x0f\xff\x08\0");
  alone = eqp_test_load (fixture->folder, NULL);
  assert_values (alone, 0, 4, (const double[]) { 0, 1, 4095, 2048 });

  SAVE ("2.pgm", "P5 2 2 255\n\0\1\xff\x80");
  eqp_test_load_fails (fixture->folder, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "“1.pgm” and “2.pgm” have numbers of different kinds");
  SAVE ("2.pgm", "");
  save_tiff (fixture, "3.tif", 1, 2, 2, 32, 3, numbers, 1);
  eqp_test_load_fails (fixture->folder, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "“1.pgm” and “3.tif” have numbers of different kinds");
}

/* Bits are black or white like all else, and the largest value of an image is no depth of its own. */
static void
test_bits (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;

  SAVE ("1.pbm", "P1\n2 2\n0 1\n1 0\n");
  SAVE ("2.pbm", "P4\n2 2\n\x40\x80");
  SAVE ("3.pgm", "P5 2 2 200\n\0\1\xc8\x80");
  dataset = eqp_test_load (fixture->folder, NULL);
  assert_values (dataset, 0, 4, (const double[]) { 255, 0, 0, 255 });
  assert_values (dataset, 1, 4, (const double[]) { 255, 0, 0, 255 });
  assert_values (dataset, 2, 4, (const double[]) { 0, 1, 200, 128 });
}

static void
test_float (EqpTestFolder *fixture, gconstpointer data)
{
  static const float numbers[] = { 0.5f, -2.0f, 1e6f, 3.25f };
  float gap[] = { 1.5f, 0.0f, 1e6f, 4.0f };
  g_autoptr (EqpDataset) dataset = NULL;

  gap[1] = (float) NAN;
  save_tiff (fixture, "1.tif", 1, 2, 2, 32, 3, numbers, 1);
  save_tiff (fixture, "2.tif", 1, 2, 2, 32, 3, gap, 1);
  dataset = eqp_test_load (fixture->folder, NULL);
  assert_values (dataset, 0, 4, (const double[]) { 0.5, -2, 1e6, 3.25 });
  assert_values (dataset, 1, 4, (const double[]) { 1.5, -2, 1e6, 4 });
  g_assert_cmpint (eqp_dataset_get_missing (dataset), ==, 1);
}

/* Each page is an image, and that is told. */
static void
test_pages (EqpTestFolder *fixture, gconstpointer data)
{
  static const guint8 pixels[] = { 1, 2, 3, 4, 11, 12, 13, 14, 21, 22, 23, 24 };
  g_autoptr (EqpDataset) all = NULL;

  save_tiff (fixture, "stack.tif", 3, 2, 2, 8, 1, pixels, 1);
  SAVE ("z.pgm", "P5 2 2 255\n\1\2\3\4P5 2 2 255\n\x0b\x0c\x0d\x0e" "P5 1 1 255\n\1");
  all = eqp_test_load (fixture->folder, NULL);
  g_assert_cmpint (eqp_dataset_get_n (all), ==, 3);
  assert_values (all, 2, 4, (const double[]) { 21, 22, 23, 24 });
  g_assert_true (eqp_test_says (eqp_dataset_get_decisions (all), "1 file has several pages, each of which was taken as "
                                                                 "an image: “stack.tif”."));
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (all), "“z.pgm” has several images; save each"));
}

static void
test_upright (EqpTestFolder *fixture, gconstpointer data)
{
  static const guint8 pixels[] = { 1, 2, 3, 4, 5, 6 };
  g_autoptr (EqpDataset) dataset = NULL;
  gint width, height;

  /* Three wide and two high as stored; its first row belongs to the right. */
  save_tiff (fixture, "1.tif", 1, 3, 2, 8, 1, pixels, 6);
  dataset = eqp_test_load (fixture->folder, NULL);
  g_assert_true (eqp_dataset_get_image_shape (dataset, &width, &height, NULL));
  g_assert_cmpint (width, ==, 2);
  g_assert_cmpint (height, ==, 3);
  assert_values (dataset, 0, 6, (const double[]) { 4, 1, 5, 2, 6, 3 });
  g_assert_true (eqp_test_lists (dataset, "1.tif: turned upright"));
}

/* What its header says of a PGM is held against what follows. */
static void
test_strict (EqpTestFolder *fixture, gconstpointer data)
{
  static const struct { const char *bytes, *why; } odd[] = {
    { "P2 2 1 100\n1 101\n", "has a value above the white" },
    { "P2 2 1 0\n0 0\n", "announces a size or a white that cannot be" },
    { "P2 2 1 65536\n0 0\n", "announces a size or a white that cannot be" },
    { "P2 0 1 255\n", "announces a size or a white that cannot be" },
    { "P2 2 1 255\n1 -1\n", "is damaged" },
    { "P2 2 1 255\n1\n", "breaks off" },
    { "P3 1 1 255\n1 2\n", "breaks off" },
    { "P1 2 2\n01 2\n", "is damaged" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (odd); i++)
    {
      save_bytes (fixture, "a.pgm", odd[i].bytes, strlen (odd[i].bytes));
      eqp_test_load_fails (fixture->folder, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, odd[i].why);
    }
}

/* All that is no row is told, with its name. */
static void
test_aside (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *link = inside (fixture, "a/3.png"), *folder G_GNUC_UNUSED = inside (fixture, "empty/x"), *unreadable = inside (fixture, "b/7.png");
  g_autoptr (EqpDataset) dataset = NULL;
  EqpLedger *ledger;

  save_image (fixture, "a/1.png", "png", 2, 2, 0);
  save_image (fixture, "b/1.png", "png", 2, 2, 9);
  g_assert_cmpint (symlink ("/nonexistent/image.png", link), ==, 0);
  /* Reading where nothing is mapped fails, also for root. */
  g_assert_cmpint (symlink ("/proc/self/mem", unreadable), ==, 0);
  SAVE ("a/2.png", "");
  SAVE ("a/4.png", "<html>not found</html>");
  SAVE ("a/5.gif", "GIF89a\1\0\1\0\0\0\0");
  SAVE ("b/6.jpg", "BM\x46\0\0\0\0\0\0\0\x36\0\0\0");
  SAVE ("a/Thumbs.db", "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1");
  SAVE ("README.txt", "about");
  SAVE ("a/.DS_Store", "mac");
  dataset = eqp_test_load (fixture->folder, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "6 images were left out"));
  g_assert_false (eqp_test_says (eqp_dataset_get_findings (dataset), "cells are missing"));
  g_assert_true (eqp_test_lists (dataset, "README.txt: is no image"));
  g_assert_true (eqp_test_lists (dataset, "a/.DS_Store: is hidden"));
  g_assert_true (eqp_test_lists (dataset, "empty: is an empty folder"));
  ledger = eqp_dataset_get_ledger (dataset);
  g_assert_cmpint (eqp_ledger_get_count (ledger, EQP_LEDGER_ROW_DROPPED), ==, 6);
  g_assert_cmpint (eqp_ledger_get_count (ledger, EQP_LEDGER_FILE_SKIPPED), ==, 4);
}

/* The class stands in the name. */
static void
test_words (EqpTestFolder *fixture, gconstpointer data)
{
  static const struct { const char *names[4]; const char *classes; } cases[] = {
    { { "cat.1.pgm", "cat.2.pgm", "dog.1.pgm", "dog.2.pgm" }, "cat,dog" },
    { { "subject01.happy", "subject01.sad", "subject02.happy", "subject02.sad" }, "subject01,subject02" },
    { { "img_3_001.pgm", "img_3_002.pgm", "img_4_001.pgm", "img_4_002.pgm" }, NULL },
    { { "IMG_1.pgm", "IMG_2.pgm", "IMG_3.pgm", "IMG_4.pgm" }, NULL },
    { { "2020-01-02.pgm", "2020-01-03.pgm", "2020-02-02.pgm", "2020-02-03.pgm" }, NULL },
    { { "face1.pgm", "face2.pgm", "face3.pgm", "face4.pgm" }, NULL },
    { { "train/cat/1.pgm", "train/dog/1.pgm", "test/cat/1.pgm", "test/dog/1.pgm" }, "cat,dog" },
    { { "train/1.pgm", "train/2.pgm", "test/1.pgm", "test/2.pgm" }, "test,train" },
    { { "cat/a/1.pgm", "cat/b/2.pgm", "dog/a/1.pgm", "dog/b/2.pgm" }, "cat,dog" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *folder = g_strdup_printf ("%u", i), *path = g_build_filename (fixture->folder, folder, NULL);
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (GString) classes = g_string_new (NULL);

      for (guint j = 0; j < 4; j++)
        {
          g_autofree char *name = g_build_filename (folder, cases[i].names[j], NULL);

          SAVE (name, "P5 1 1 255\n\1");
        }
      dataset = eqp_test_load (path, NULL);
      for (gint k = 0; k < eqp_dataset_get_n_classes (dataset); k++)
        g_string_append_printf (classes, "%s%s", k > 0 ? "," : "", eqp_dataset_get_class_name (dataset, k));
      g_assert_cmpstr (classes->str, ==, cases[i].classes != NULL ? cases[i].classes : "");
    }
}

/* The mean of what a pixel covers, also of 16 bits. */
static void
test_means (EqpTestFolder *fixture, gconstpointer data)
{
  static const guint16 pixels[] = { 1000, 2000, 3001, 5000, 60000, 60002, 0, 65535, 7, 7, 7, 7 };
  EqpImportOptions small = { .image_width = 2, .image_height = 1 };
  g_autoptr (EqpDataset) dataset = NULL;

  save_tiff (fixture, "1.tif", 1, 3, 4, 16, 1, pixels, 1);
  dataset = eqp_test_load (fixture->folder, &small);
  assert_values (dataset, 0, 2, (const double[]) { (1000 + 2000 / 2.0 + 5000 + 60000 / 2.0 + 0 + 65535 / 2.0 + 7 + 3.5) / 6, (3001 + 1000 + 60002 + 30000 + 7 + 65535 / 2.0 + 7 + 3.5) / 6 });
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (dataset), EQP_LEDGER_ROW_CHANGED), ==, 1);
  g_assert_true (eqp_test_lists (dataset, ": resized"));
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (dataset), EQP_LEDGER_ROW_CHANGED), ==, 1);
}

static void
test_other_kind (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  SAVE ("1.webp", "RIFF\x20\0\0\0WEBPVP8 ");
  g_assert_null (eqp_dataset_load (fixture->folder, NULL, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "“1.webp” is a WebP image, which is not read; save each image as PNG"));
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
  static const int wrong[][2] = { { 2, 0 }, { 0, 2 }, { -1, -1 }, { 2, -1 }, { -1, 2 }, { 8193, 1 }, { 1, 8193 } };
  g_autofree char *name = NULL;
  g_autoptr (EqpDataset) dataset = NULL, large = NULL;

  save_image (fixture, "a1.png", "png", 4, 2, 10);
  save_image (fixture, "a2.png", "png", 2, 1, 100);
  eqp_test_load_fails (fixture->folder, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "“a2.png” has 2 × 1 pixels, but “a1.png” has 4 × 2");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      EqpImportOptions options = { .image_width = wrong[i][0], .image_height = wrong[i][1] };
      g_autofree char *told = g_strdup_printf ("from 1 to 8192, such as 32 × 32, not %d × %d", wrong[i][0], wrong[i][1]);

      eqp_test_load_fails (fixture->folder, &options, EQP_ERROR, EQP_ERROR_INVALID_PARAM, told);
    }
  large = eqp_test_load (fixture->folder, &(EqpImportOptions) { .image_width = 8192, .image_height = 1 });
  g_assert_cmpint (eqp_dataset_get_d (large), ==, 8192);
  name = g_path_get_basename (fixture->folder);
  g_assert_cmpstr (eqp_dataset_get_name (large), ==, name);
  dataset = eqp_test_load (fixture->folder, &small);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  /* The mean of 10, 11, 14 and 15. */
  g_assert_cmpfloat_with_epsilon (eqp_dataset_get_value (dataset, 0, 0), 12.5, 1.01);
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 1), 101, 1e-6);
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (dataset), EQP_LEDGER_ROW_CHANGED), ==, 1);
  g_assert_true (eqp_test_lists (dataset, ": resized"));
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
  g_assert_true (eqp_test_lists (dataset, "a.ppm: made gray"));
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
  g_assert_true (eqp_test_lists (dataset, "b/loop: is a link to a folder"));
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

/* Pixels that libjpeg makes up where data are missing in the middle are told. */
static void
test_doubtful (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *path = inside (fixture, "1.jpg"), *bytes = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  gsize length;

  save_image (fixture, "1.jpg", "jpeg", 32, 32, 3);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  memcpy (bytes + length - 42, "\xff\xd9", 2);
  save_bytes (fixture, "1.jpg", bytes, length - 40);
  dataset = eqp_test_load (fixture->folder, NULL);
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "1 image is damaged in places"));
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (dataset), EQP_LEDGER_ROW_CHANGED), ==, 1);
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
  ADD ("deep", test_deep);
  ADD ("depths", test_depths);
  ADD ("bits", test_bits);
  ADD ("float", test_float);
  ADD ("pages", test_pages);
  ADD ("upright", test_upright);
  ADD ("strict", test_strict);
  ADD ("aside", test_aside);
  ADD ("words", test_words);
  ADD ("means", test_means);
  ADD ("other-kind", test_other_kind);
  ADD ("no-classes", test_no_classes);
  ADD ("sizes", test_sizes);
  ADD ("colors", test_colors);
  ADD ("links", test_links);
  ADD ("damaged", test_damaged);
  ADD ("cut", test_cut);
  ADD ("doubtful", test_doubtful);
  ADD ("single", test_single);
  ADD ("empty", test_empty);
  ADD ("cancel", test_cancel);
  return g_test_run ();
}
