/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <glib/gstdio.h>

static char *folder;

static char *
write_file (const char *name, const guint8 *content, gsize length)
{
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, (const char *) content, (gssize) length, &error);
  g_assert_no_error (error);
  return path;
}

static void
add_u32 (GByteArray *bytes, guint32 value)
{
  guint32 big = GUINT32_TO_BE (value);

  g_byte_array_append (bytes, (const guint8 *) &big, 4);
}

static GByteArray *
header (guint8 type, guint8 n_dims, guint32 a, guint32 b, guint32 c)
{
  GByteArray *bytes = g_byte_array_new ();
  guint8 magic[4] = { 0, 0, type, n_dims };

  g_byte_array_append (bytes, magic, 4);
  add_u32 (bytes, a);
  if (n_dims > 1)
    add_u32 (bytes, b);
  if (n_dims > 2)
    add_u32 (bytes, c);
  return bytes;
}

/* What was decided about the labels, or with a value of NULL the runner-up. */
static void
assert_labels (EqpDataset *dataset, const char *value, const char *title)
{
  GPtrArray *choices = eqp_dataset_get_choices (dataset);

  for (guint i = 0; i < choices->len; i++)
    {
      const EqpDecision *decision = g_ptr_array_index (choices, i);
      const EqpAlternative *alternative = eqp_decision_get_alternative (decision, value != NULL ? 0 : 1);

      if (strcmp (decision->key, "labels") != 0)
        continue;
      if (value != NULL)
        g_assert_cmpstr (alternative->value, ==, value);
      g_assert_cmpstr (alternative->title, ==, title);
      return;
    }
  g_assert_not_reached ();
}

static void
test_images_with_labels (void)
{
  static const guint8 pixels[12] = { 0, 1, 2, 3, 4, 255, 6, 7, 8, 9, 10, 11 };
  static const guint8 classes[2] = { 7, 3 };
  g_autoptr (GByteArray) images = header (0x08, 3, 2, 2, 3);
  g_autoptr (GByteArray) labels = header (0x08, 1, 2, 0, 0);
  g_autofree char *path = NULL, *beside = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL, bare = NULL, part = NULL, last = NULL;
  int width, height;

  g_byte_array_append (images, pixels, 12);
  g_byte_array_append (labels, classes, 2);
  path = write_file ("small-images-idx3-ubyte", images->data, images->len);
  beside = write_file ("small-labels-idx1-ubyte", labels->data, labels->len);

  dataset = eqp_dataset_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 6);
  g_assert_true (eqp_dataset_get_image_shape (dataset, &width, &height, NULL));
  g_assert_cmpint (width, ==, 3);
  g_assert_cmpint (height, ==, 2);
  for (int i = 0; i < 12; i++)
    eqp_assert_close (eqp_dataset_get_value (dataset, i / 6, i % 6), pixels[i], 1e-6);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[0]), ==, "7");
  g_assert_cmpstr (eqp_dataset_get_format (dataset), ==, "IDX");
  assert_labels (dataset, "beside", "from “small-labels-idx1-ubyte”");
  assert_labels (dataset, NULL, "no labels");

  bare = eqp_dataset_load (path, &(EqpImportOptions) { .labels = "none" }, NULL, NULL, &error);
  g_assert_cmpint (eqp_dataset_get_n_classes (bare), ==, 0);
  part = eqp_dataset_load (path, &(EqpImportOptions) { .columns = "2,6" }, NULL, NULL, &error);
  g_assert_cmpint (eqp_dataset_get_d (part), ==, 2);
  eqp_assert_close (eqp_dataset_get_value (part, 0, 1), 255.0, 1e-6);
  g_assert_false (eqp_dataset_get_image_shape (part, NULL, NULL, NULL));

  g_assert_null (eqp_dataset_load (beside, NULL, NULL, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, "only labels; open the data"));
  last = eqp_dataset_load (path, &(EqpImportOptions) { .labels = "last" }, NULL, NULL, NULL);
  g_assert_cmpint (eqp_dataset_get_d (last), ==, 5);
  g_remove (path);
  g_remove (beside);
}

static void
test_labels_that_do_not_fit (void)
{
  static const guint8 items[3] = { 1, 2, 3 };
  g_autoptr (GByteArray) images = header (0x08, 2, 3, 1, 0);
  g_autoptr (GByteArray) labels = header (0x08, 1, 2, 0, 0);
  g_autofree char *path = NULL, *beside = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  GPtrArray *decisions;

  g_byte_array_append (images, items, 3);
  g_byte_array_append (labels, items, 2);
  path = write_file ("odd-images.idx", images->data, images->len);
  beside = write_file ("odd-labels.idx", labels->data, labels->len);
  dataset = eqp_dataset_load (path, NULL, NULL, NULL, NULL);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 0);
  decisions = eqp_dataset_get_decisions (dataset);
  g_assert_nonnull (strstr (g_ptr_array_index (decisions, 0), "“odd-labels.idx” (2) beside the file does not have one label for each of the 3 rows"));
  assert_labels (dataset, "none", "no labels");
  g_assert_null (eqp_dataset_load (path, &(EqpImportOptions) { .labels = "beside" }, NULL, NULL, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_remove (path);
  g_remove (beside);
}

static void
test_item_types (void)
{
  static const struct { guint8 code; gsize size; const char *bytes; double first, second; } types[] = {
    { 0x09, 1, "\xfe\x05", -2, 5 },
    { 0x0b, 2, "\xff\xfe\x01\x00", -2, 256 },
    { 0x0c, 4, "\xff\xff\xff\xfe\x00\x01\x00\x00", -2, 65536 },
    { 0x0d, 4, "\xc0\x20\x00\x00\x3f\x00\x00\x00", -2.5, 0.5 },
    { 0x0e, 8, "\xc0\x04\x00\x00\x00\x00\x00\x00\x3f\xe0\x00\x00\x00\x00\x00\x00", -2.5, 0.5 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (GByteArray) bytes = header (types[i].code, 2, 2, 1, 0);
      g_autofree char *path = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpDataset) dataset = NULL;

      g_byte_array_append (bytes, (const guint8 *) types[i].bytes, (guint) types[i].size * 2);
      path = write_file ("types.idx", bytes->data, bytes->len);
      dataset = eqp_dataset_load (path, NULL, NULL, NULL, &error);
      g_assert_no_error (error);
      eqp_assert_close (eqp_dataset_get_value (dataset, 0, 0), types[i].first, 1e-7);
      eqp_assert_close (eqp_dataset_get_value (dataset, 1, 0), types[i].second, 1e-7);
      g_remove (path);
    }
}

static void
assert_refused (GByteArray *bytes, const char *part)
{
  g_autofree char *path = write_file ("bad.idx", bytes->data, bytes->len);
  g_autoptr (GError) error = NULL;

  g_assert_null (eqp_dataset_load (path, NULL, NULL, NULL, &error));
  if (strstr (error->message, part) == NULL)
    g_error ("\"%s\" does not say \"%s\"", error->message, part);
  g_remove (path);
}

static void
test_hostile (void)
{
  g_autoptr (GByteArray) huge = header (0x0e, 3, G_MAXUINT32, G_MAXUINT32, G_MAXUINT32);
  g_autoptr (GByteArray) large = header (0x08, 3, 1000000, 28, 28);
  g_autoptr (GByteArray) empty = header (0x08, 3, 0, 28, 28);
  g_autoptr (GByteArray) cut = header (0x08, 3, 2, 2, 2);
  g_autoptr (GByteArray) headless = header (0x08, 3, 2, 2, 2);
  g_autoptr (GByteArray) alone = header (0x08, 1, 3, 0, 0);

  assert_refused (huge, "more than the file can have");
  assert_refused (large, "incomplete");
  assert_refused (empty, "empty");
  g_byte_array_append (cut, (const guint8 *) "1234567", 7);
  assert_refused (cut, "take 8 bytes, but only 7 follow");
  g_byte_array_set_size (headless, 9);
  assert_refused (headless, "too early");
  g_byte_array_append (alone, (const guint8 *) "123", 3);
  assert_refused (alone, "only labels; open the data");
}

/* Written as they lie in the memory of most machines: the header tells all the same. */
static void
test_swapped (void)
{
  guint8 bytes[4 + 12 + 6] = { 3, 8, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0 };
  guint8 matrix[4 + 8 + 16] = { 2, 0x0d, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0 };
  g_autoptr (GByteArray) images = g_byte_array_new (), floats = g_byte_array_new ();

  g_byte_array_append (images, bytes, sizeof bytes);
  g_byte_array_append (floats, matrix, sizeof matrix);
  assert_refused (images, "this is an IDX file (MNIST) with the bytes of its numbers in the wrong order");
  assert_refused (floats, "this is an IDX file (MNIST) with the bytes of its numbers in the wrong order");
  g_byte_array_append (floats, matrix, 1);
  assert_refused (floats, "no kind this version reads");
}

static void
test_packed_lie (void)
{
  g_autoptr (GByteArray) large = header (0x08, 3, 1000000, 28, 28);
  g_autoptr (GConverter) zip = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6));
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, zip);
  g_autoptr (GBytes) packed = NULL;
  g_autoptr (GByteArray) bytes = g_byte_array_new ();

  g_assert_true (g_output_stream_write_all (stream, large->data, large->len, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  packed = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (memory));
  g_byte_array_append (bytes, g_bytes_get_data (packed, NULL), (guint) g_bytes_get_size (packed));
  assert_refused (bytes, "more than the file can have");
}

static void
check_mnist (const char *file, gint64 n, gint64 smallest, gint64 largest)
{
  g_autofree char *relative = g_build_filename ("data", "mnist", file, NULL);
  g_autofree char *path = eqp_test_shared_path (relative);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;
  gint64 sizes[10] = { 0 }, low = G_MAXINT64, high = 0;
  int width, height;

  if (path == NULL)
    return;
  dataset = eqp_dataset_load (path, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, n);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 784);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 10);
  g_assert_true (eqp_dataset_get_image_shape (dataset, &width, &height, NULL));
  g_assert_cmpint (width, ==, 28);
  g_assert_cmpint (height, ==, 28);
  for (gint64 i = 0; i < n; i++)
    sizes[eqp_dataset_get_labels (dataset)[i]]++;
  for (int k = 0; k < 10; k++)
    {
      low = MIN (low, sizes[k]);
      high = MAX (high, sizes[k]);
    }
  g_assert_cmpint (low, ==, smallest);
  g_assert_cmpint (high, ==, largest);
}

static void
test_mnist_raw (void)
{
  check_mnist ("t10k-images-idx3-ubyte", 10000, 892, 1135);
}

static void
test_mnist_packed (void)
{
  check_mnist ("train-images-idx3-ubyte.gz", 60000, 5421, 6742);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("eqp-idx-XXXXXX", NULL);
  g_test_add_func ("/core/reader-idx/images-with-labels", test_images_with_labels);
  g_test_add_func ("/core/reader-idx/labels-that-do-not-fit", test_labels_that_do_not_fit);
  g_test_add_func ("/core/reader-idx/item-types", test_item_types);
  g_test_add_func ("/core/reader-idx/hostile", test_hostile);
  g_test_add_func ("/core/reader-idx/swapped", test_swapped);
  g_test_add_func ("/core/reader-idx/packed-lie", test_packed_lie);
  g_test_add_func ("/core/reader-idx/mnist-raw", test_mnist_raw);
  g_test_add_func ("/core/reader-idx/mnist-packed", test_mnist_packed);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
