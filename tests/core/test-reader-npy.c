/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-truth.h"

#include <glib/gstdio.h>
#include <math.h>

#include "base/eqp-memory.h"

static char *folder;

/* An array file with the header as numpy writes it. */
static char *
write_array (const char *name, int version, const char *descr, gboolean fortran, const char *shape, const void *items, gsize length)
{
  g_autofree char *dict = g_strdup_printf ("{'descr': %s, 'fortran_order': %s, 'shape': %s, }", descr, fortran ? "True" : "False", shape);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint8 start[8] = { 0x93, 'N', 'U', 'M', 'P', 'Y', (guint8) version, 0 };
  guint32 size = (guint32) strlen (dict) + 1;
  guint8 size_bytes[4] = { (guint8) size, (guint8) (size >> 8), 0, 0 };
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (folder, name, NULL);

  g_byte_array_append (bytes, start, 8);
  g_byte_array_append (bytes, size_bytes, version == 1 ? 2 : 4);
  g_byte_array_append (bytes, (const guint8 *) dict, (guint) strlen (dict));
  g_byte_array_append (bytes, (const guint8 *) "\n", 1);
  g_byte_array_append (bytes, items, (guint) length);
  g_file_set_contents (path, (const char *) bytes->data, bytes->len, &error);
  g_assert_no_error (error);
  return path;
}

static EqpDataset *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  EqpDataset *dataset = eqp_dataset_load (path, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return dataset;
}

static void
assert_shape (EqpDataset *dataset, gint64 n, gint64 d, int classes)
{
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, n);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, d);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, classes);
}

/* A look reads so many rows and no more, in either order of the items; the shape of a square matrix decides, so that it is read
 * whole. */
static void
test_first_rows (void)
{
  double items[400];
  const EqpImportOptions few = { .max_rows = 3 };

  for (int i = 0; i < 400; i++)
    items[i] = i + 0.5;
  for (int fortran = 0; fortran < 2; fortran++)
    {
      g_autofree char *path = write_array ("long.npy", 1, "'<f8'", fortran, "(200, 2)", items, sizeof items);
      g_autofree char *square = write_array ("square.npy", 1, "'<f8'", fortran, "(20, 20)", items, sizeof items);
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpDataset) dataset = eqp_dataset_load (path, &few, NULL, NULL, &error);
      g_autoptr (EqpDataset) whole = eqp_dataset_load (square, &few, NULL, NULL, &error);

      g_assert_no_error (error);
      assert_shape (dataset, 3, 2, 0);
      for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
          eqp_assert_close (eqp_dataset_get_value (dataset, i, j), items[fortran ? j * 200 + i : i * 2 + j], 1e-6);
      assert_shape (whole, 20, 20, 0);
      g_unlink (path);
      g_unlink (square);
    }
}

/* What does not fit is known from the header. */
static void
test_too_large (void)
{
  double items[400] = { 0 };

  for (int fortran = 0; fortran < 2; fortran++)
    {
      g_autofree char *path = write_array ("large.npy", 1, "'<f8'", fortran, "(200, 2)", items, sizeof items);

      _eqp_set_free_memory (4000);
      eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_TOO_LARGE, "large.npy: the dense matrix of 200 × 2 numbers takes 3.6e-06 GB");
      _eqp_set_free_memory (0);
      g_unlink (path);
    }
}

/* The first ten rows of ten columns are no square matrix, and no graph, where there are more. */
static void
test_square_by_chance (void)
{
  const EqpImportOptions few = { .max_rows = 10 };
  double ones[200];
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  for (int i = 0; i < 200; i++)
    ones[i] = 1.0;
  path = write_array ("chance.npy", 1, "'<f8'", FALSE, "(20, 10)", ones, sizeof ones);
  dataset = eqp_dataset_load (path, &few, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_shape (dataset, 10, 10, 0);
  g_remove (path);
}

static void
test_item_types (void)
{
  static const struct { const char *descr; gsize size; const char *bytes; double first, second; } types[] = {
    { "'|b1'", 1, "\x01\x00", 1, 0 },
    { "'?'", 1, "\x00\x07", 0, 1 },
    { "'|u1'", 1, "\xfe\x05", 254, 5 },
    { "'|i1'", 1, "\xfe\x05", -2, 5 },
    { "'<u2'", 2, "\xfe\xff\x00\x01", 65534, 256 },
    { "'>i2'", 2, "\xff\xfe\x01\x00", -2, 256 },
    { "'<i4'", 4, "\xfe\xff\xff\xff\x00\x00\x01\x00", -2, 65536 },
    { "'>u4'", 4, "\x00\x00\x00\x02\x00\x01\x00\x00", 2, 65536 },
    { "'<i8'", 8, "\xfe\xff\xff\xff\xff\xff\xff\xff\x03\x00\x00\x00\x00\x00\x00\x00", -2, 3 },
    { "'>u8'", 8, "\x00\x00\x00\x00\x00\x00\x00\x02\x00\x00\x00\x00\x00\x01\x00\x00", 2, 65536 },
    { "'<f2'", 2, "\x00\xc1\x00\x38", -2.5, 0.5 },
    { "'>f2'", 2, "\xc1\x00\x00\x01", -2.5, 5.9604644775390625e-08 },
    { "'<f4'", 4, "\x00\x00\x20\xc0\x00\x00\x00\x3f", -2.5, 0.5 },
    { "'>f4'", 4, "\xc0\x20\x00\x00\x3f\x00\x00\x00", -2.5, 0.5 },
    { "'=f8'", 8, "\x00\x00\x00\x00\x00\x00\x04\xc0\x00\x00\x00\x00\x00\x00\xe0\x3f", -2.5, 0.5 },
    { "\">f8\"", 8, "\xc0\x04\x00\x00\x00\x00\x00\x00\x3f\xe0\x00\x00\x00\x00\x00\x00", -2.5, 0.5 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    for (int version = 1; version <= 3; version++)
      {
        g_autofree char *path = write_array ("types.npy", version, types[i].descr, FALSE, "(2,)", types[i].bytes, types[i].size * 2);
        g_autoptr (EqpDataset) dataset = load (path);

        assert_shape (dataset, 2, 1, 0);
        eqp_assert_close (eqp_dataset_get_value (dataset, 0, 0), types[i].first, 1e-7);
        eqp_assert_close (eqp_dataset_get_value (dataset, 1, 0), types[i].second, 1e-7);
        g_remove (path);
      }
}

/* Whole numbers of 64 bits that double does not tell apart. */
static void
test_wide_numbers (void)
{
  gint64 values[] = { (G_GINT64_CONSTANT (1) << 60), (G_GINT64_CONSTANT (1) << 60) + 1, (G_GINT64_CONSTANT (1) << 60) + 2 };
  g_autofree char *path = write_array ("wide.npy", 1, "'<i8'", FALSE, "(3,)", values, sizeof values);
  g_autoptr (EqpDataset) dataset = load (path);

  assert_shape (dataset, 3, 1, 0);
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "near 1.15292150460685e+18"));
  g_remove (path);
}

static void
test_orders (void)
{
  static const guint8 rows[6] = { 1, 2, 3, 4, 5, 6 };
  static const guint8 columns[6] = { 1, 4, 2, 5, 3, 6 };
  g_autofree char *c = write_array ("c.npy", 1, "'|u1'", FALSE, "(2, 3)", rows, 6);
  g_autofree char *fortran = write_array ("f.npy", 1, "'|u1'", TRUE, "(2, 3)", columns, 6);
  g_autoptr (EqpDataset) a = load (c);
  g_autoptr (EqpDataset) b = load (fortran);

  assert_shape (a, 2, 3, 0);
  assert_shape (b, 2, 3, 0);
  for (int i = 0; i < 6; i++)
    {
      eqp_assert_close (eqp_dataset_get_value (a, i / 3, i % 3), rows[i], 1e-6);
      eqp_assert_close (eqp_dataset_get_value (b, i / 3, i % 3), rows[i], 1e-6);
    }
  g_remove (c);
  g_remove (fortran);
}

/* numpy: numpy.asfortranarray (numpy.arange (24).reshape (2, 3, 4)) */
static void
test_images_in_fortran_order (void)
{
  static const guint8 items[24] = { 0, 12, 4, 16, 8, 20, 1, 13, 5, 17, 9, 21, 2, 14, 6, 18, 10, 22, 3, 15, 7, 19, 11, 23 };
  g_autofree char *path = write_array ("images.npy", 2, "'|u1'", TRUE, "(2, 3, 4)", items, 24);
  g_autofree char *packed_path = eqp_test_gzip (folder, "images.npy.gz", path);
  g_autoptr (EqpDataset) dataset = load (path);
  g_autoptr (EqpDataset) packed = load (packed_path);
  int width, height;

  assert_shape (dataset, 2, 12, 0);
  for (int i = 0; i < 24; i++)
    {
      eqp_assert_close (eqp_dataset_get_value (dataset, i / 12, i % 12), i, 1e-6);
      eqp_assert_close (eqp_dataset_get_value (packed, i / 12, i % 12), i, 1e-6);
    }
  g_assert_true (eqp_dataset_get_image_shape (dataset, &width, &height, NULL));
  g_assert_cmpint (width, ==, 4);
  g_assert_cmpint (height, ==, 3);
  g_remove (path);
  g_remove (packed_path);
}

static void
test_packed_fortran (void)
{
  static const guint8 columns[6] = { 1, 4, 2, 5, 3, 6 };
  g_autofree char *plain = write_array ("p.npy", 1, "'|u1'", TRUE, "(2, 3)", columns, 6);
  g_autofree char *path = g_build_filename (folder, "p.npy.gz", NULL);
  g_autofree char *content = NULL;
  g_autoptr (GConverter) zip = G_CONVERTER (g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 6));
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GOutputStream) out = G_OUTPUT_STREAM (g_file_replace (file, NULL, FALSE, G_FILE_CREATE_NONE, NULL, NULL));
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (out, zip);
  g_autoptr (EqpDataset) dataset = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (plain, &content, &length, NULL));
  g_assert_true (g_output_stream_write_all (stream, content, length, NULL, NULL, NULL));
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  dataset = load (path);
  assert_shape (dataset, 2, 3, 0);
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 0), 4.0, 1e-6);
  g_remove (plain);
  g_remove (path);
}

/* More rows than a block of the column-wise reading takes. */
static void
test_long_fortran (void)
{
  gint64 n = 300000, d = 8;
  g_autofree double *items = g_new (double, n * d);
  g_autofree char *path = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  for (gint64 j = 0; j < d; j++)
    for (gint64 i = 0; i < n; i++)
      items[j * n + i] = (double) (i * 10 + j);
  path = write_array ("long.npy", 1, "'<f8'", TRUE, "(300000, 8)", items, (gsize) (n * d) * sizeof (double));
  dataset = load (path);
  assert_shape (dataset, n, d, 0);
  for (gint64 i = 0; i < n; i += 997)
    for (gint64 j = 0; j < d; j++)
      g_assert_cmpfloat_with_epsilon (eqp_dataset_get_value (dataset, i, j), (double) (i * 10 + j), 0.2);
  g_remove (path);
}

/* More numbers than a block of the reading across, with places before and behind those of the samples. */
static void
test_long_images (void)
{
  enum { N = 30000, SIDE = 25, D = SIDE * SIDE };
  g_autofree guint8 *items = g_new (guint8, (gsize) N * D);

  for (int fortran = 0; fortran < 2; fortran++)
    {
      const char *shape = fortran ? "(30000, 25, 25)" : "(25, 25, 30000)";
      g_autofree char *path = NULL;
      g_autoptr (EqpDataset) dataset = NULL;

      for (int h = 0; h < SIDE; h++)
        for (int w = 0; w < SIDE; w++)
          for (int i = 0; i < N; i++)
            items[(gsize) (fortran ? w * SIDE + h : h * SIDE + w) * N + i] = (guint8) ((7 * i + 31 * h + 3 * w) % 251);
      path = write_array ("images.npy", 1, "'|u1'", fortran, shape, items, (gsize) N * D);
      dataset = load (path);
      assert_shape (dataset, N, D, 0);
      for (int i = 0; i < N; i += 997)
        for (int j = 0; j < D; j++)
          eqp_assert_close (eqp_dataset_get_value (dataset, i, j), (7 * i + 31 * (j / SIDE) + 3 * (j % SIDE)) % 251, 1e-4);
      g_remove (path);
    }
}

static void
test_labels_beside (void)
{
  static const struct { const char *data, *labels, *descr; const char *bytes; gsize length; const char *first; } cases[] = {
    { "train_images.npy", "train_labels.npy", "'<i2'", "\xff\xff\x02\x00\x02\x00", 6, "-1" },
    { "X_train.npy", "y_train.npy", "'|u1'", "\x05\x06\x05", 3, "5" },
    { "any.npy", "any_labels.npy", "'<U2'", "b\0\0\0\0\0\0\0a\0\0\0\0\0\0\0b\0\0\0c\0\0\0", 24, "a" },
    { "any.npy", "labels.npy", "'|S3'", "cat\0\0\0dog", 9, "cat" },
    { "any.npy", "y.npy", "'<f4'", "\x00\x00\x80\x3f\x00\x00\x00\x40\x00\x00\x80\x3f", 12, "1" },
  };
  static const guint8 rows[6] = { 1, 2, 3, 4, 5, 6 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *data = write_array (cases[i].data, 1, "'|u1'", FALSE, "(3, 2)", rows, 6);
      g_autofree char *labels = write_array (cases[i].labels, 1, cases[i].descr, FALSE, "(3,)", cases[i].bytes, cases[i].length);
      g_autoptr (EqpDataset) dataset = load (data);
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpDataset) bare = eqp_dataset_load (data, &(EqpImportOptions) { .labels = "none" }, NULL, NULL, NULL);

      g_test_message ("%s", cases[i].labels);
      g_assert_cmpint (eqp_dataset_get_n_classes (dataset), >=, 2);
      g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, cases[i].first);
      g_assert_cmpint (eqp_dataset_get_n_classes (bare), ==, 0);
      g_assert_null (eqp_dataset_load (labels, NULL, NULL, NULL, &error));
      g_assert_nonnull (strstr (error->message, "only labels; open the data"));
      g_remove (data);
      g_remove (labels);
    }
}

/* Two rules lead from "data" to "labels", which do not fit and are told of once. */
static void
test_labels_of_others (void)
{
  static const guint8 rows[6] = { 1, 2, 3, 4, 5, 6 };
  g_autofree char *data = write_array ("data.npy", 1, "'|u1'", FALSE, "(3, 2)", rows, 6);
  g_autofree char *labels = write_array ("labels.npy", 1, "'|u1'", FALSE, "(2,)", rows, 2);
  g_autoptr (EqpDataset) dataset = load (data);
  GPtrArray *decisions = eqp_dataset_get_decisions (dataset);
  guint told = 0;

  for (guint i = 0; i < decisions->len; i++)
    told += strstr (g_ptr_array_index (decisions, i), "“labels.npy” (2) beside the file does not have one label for each of the 3 rows") != NULL;
  g_assert_cmpint (told, ==, 1);
  g_remove (data);
  g_remove (labels);
}

/* Labels beside that are one-hot, lie in a row, or are neither. */
static void
test_one_hot (void)
{
  static const guint8 hot[] = { 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0 }, row[] = { 1, 2, 1, 2 }, soft[] = { 0, 1, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0 };
  static const float items[] = { 1, 2, 3, 4, 5, 6, 7, 9 };
  g_autofree char *data = write_array ("hot.npy", 1, "'<f4'", FALSE, "(4, 2)", items, sizeof items);
  g_autofree char *labels = write_array ("hot_labels.npy", 1, "'|b1'", FALSE, "(4, 3)", hot, sizeof hot);
  g_autoptr (EqpDataset) one_hot = load (data), in_row = NULL, none = NULL;

  assert_shape (one_hot, 4, 2, 3);
  g_assert_cmpint (eqp_dataset_get_labels (one_hot)[0], ==, 1);
  g_assert_cmpint (eqp_dataset_get_labels (one_hot)[2], ==, 2);
  g_assert_true (eqp_test_tells (one_hot, "has a single 1, whose place, counted from 0, is the label"));
  g_free (labels);
  labels = write_array ("hot_labels.npy", 1, "'|u1'", FALSE, "(1, 4)", row, sizeof row);
  in_row = load (data);
  assert_shape (in_row, 4, 2, 2);
  g_free (labels);
  labels = write_array ("hot_labels.npy", 1, "'|u1'", FALSE, "(4, 3)", soft, sizeof soft);
  none = load (data);
  assert_shape (none, 4, 2, 0);
  g_assert_true (eqp_test_tells (none, "(4 × 3) beside the file does not have one label for each of the 4 rows"));
  g_remove (data);
  g_remove (labels);
}

/* Images counted by the last dimension, in either order. */
static void
test_images_last (void)
{
  static const char *const shapes[] = { "(8, 8, 3)", "(8, 8, 1, 3)" };
  EqpImportOptions rows = { .orientation = EQP_ORIENTATION_ROWS };
  guint16 items[2][8 * 8 * 3]; /* so wide that places and bytes are not the same */

  for (int h = 0; h < 8; h++)
    for (int w = 0; w < 8; w++)
      for (int i = 0; i < 3; i++)
        items[0][(8 * h + w) * 3 + i] = items[1][(i * 8 + w) * 8 + h] = (guint16) (64 * i + 8 * h + w);
  for (int fortran = 0; fortran < 2; fortran++)
    for (guint k = 0; k < G_N_ELEMENTS (shapes); k++)
      {
        g_autofree char *path = write_array ("last.npy", 1, "'<u2'", fortran, shapes[k], items[fortran], sizeof items[fortran]);
        g_autoptr (EqpDataset) dataset = load (path), asked = NULL;
        g_autoptr (GError) error = NULL;

        assert_shape (dataset, 3, 64, 0);
        for (int i = 0; i < 3; i++)
          for (int j = 0; j < 64; j++)
            eqp_assert_close (eqp_dataset_get_value (dataset, i, j), 64 * i + j, 1e-4);
        asked = eqp_dataset_load (path, &rows, NULL, NULL, &error);
        g_assert_no_error (error);
        assert_shape (asked, 8, 24, 0);
        g_remove (path);
      }
}

/* numpy: numpy.c_[X, y] */
static void
test_label_column (void)
{
  double items[30 * 3];
  static const struct { const char *columns; int d, classes; } asked[] = {
    { "1,2", 2, 3 }, { "2", 1, 3 }, { "1,3", 2, 0 }, { "1-3", 3, 0 }, { "3,1", 2, 0 },
  };
  EqpImportOptions none = { .labels = "none" }, first = { .labels = "first" };
  g_autofree char *path = NULL, *turned = NULL;
  g_autoptr (EqpDataset) guessed = NULL, plain = NULL, bad = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 30; i++)
    {
      items[3 * i] = 0.37 * i + 0.125;
      items[3 * i + 1] = 50.5 - i;
      items[3 * i + 2] = i % 3 + 1;
    }
  path = write_array ("Xy.npy", 1, "'<f8'", FALSE, "(30, 3)", items, sizeof items);
  guessed = load (path);
  assert_shape (guessed, 30, 2, 3);
  g_assert_cmpstr (eqp_dataset_get_class_name (guessed, 2), ==, "3");
  eqp_assert_close (eqp_dataset_get_value (guessed, 29, 1), 21.5, 1e-6);
  plain = eqp_dataset_load (path, &none, NULL, NULL, &error);
  g_assert_no_error (error);
  assert_shape (plain, 30, 3, 0);
  /* A column that is asked for as a feature is no label; others may be. */
  for (guint c = 0; c < G_N_ELEMENTS (asked); c++)
    {
      EqpImportOptions options = { .columns = asked[c].columns };
      g_autoptr (EqpDataset) some = eqp_dataset_load (path, &options, NULL, NULL, &error);

      g_assert_no_error (error);
      assert_shape (some, 30, asked[c].d, asked[c].classes);
    }
  for (int i = 0; i < 30; i++)
    {
      items[3 * i + 2] = items[3 * i];
      items[3 * i] = i % 3 + 1;
    }
  turned = write_array ("yX.npy", 1, "'<f8'", FALSE, "(30, 3)", items, sizeof items);
  for (guint c = 0; c < 2; c++)
    {
      EqpImportOptions options = { .columns = c == 0 ? "2,3" : "1,2" };
      g_autoptr (EqpDataset) some = eqp_dataset_load (turned, &options, NULL, NULL, &error);

      g_assert_no_error (error);
      assert_shape (some, 30, 2, c == 0 ? 3 : 0);
    }
  first.labels = "4";
  bad = eqp_dataset_load (path, &first, NULL, NULL, &error);
  g_assert_null (bad);
  g_assert_nonnull (strstr (error->message, "has 3 columns, so column 4 cannot be the labels"));
  g_remove (turned);
  g_remove (path);
}

static void
test_missing (void)
{
  static const float items[6] = { 1.0f, 2.0f, NAN, 4.0f, 5.0f, 6.0f };
  g_autofree char *path = write_array ("gap.npy", 1, "'<f4'", FALSE, "(3, 2)", items, sizeof items);
  g_autoptr (EqpDataset) dropped = eqp_dataset_load (path, &(EqpImportOptions) { .missing = EQP_MISSING_DROP }, NULL, NULL, NULL);
  g_autoptr (EqpDataset) imputed = load (path);
  g_autoptr (GError) error = NULL;

  assert_shape (dropped, 2, 2, 0);
  eqp_assert_close (eqp_dataset_get_value (dropped, 1, 0), 5.0, 1e-6);
  g_assert_cmpint (eqp_dataset_get_missing (dropped), ==, 1);
  assert_shape (imputed, 3, 2, 0);
  eqp_assert_close (eqp_dataset_get_value (imputed, 1, 0), 3.0, 1e-6);
  g_assert_null (eqp_dataset_load (path, &(EqpImportOptions) { .missing = EQP_MISSING_REFUSE }, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "row 2, column 1"));
  g_remove (path);
}

static void
assert_refused (const char *descr, const char *shape, gsize length, const char *part)
{
  g_autofree guint8 *items = g_malloc0 (length + 1);
  g_autofree char *path = write_array ("bad.npy", 1, descr, FALSE, shape, items, length);
  g_autoptr (GError) error = NULL;

  g_assert_null (eqp_dataset_load (path, NULL, NULL, NULL, &error));
  g_assert_true (g_str_has_suffix (error->message, "."));
  if (strstr (error->message, part) == NULL)
    g_error ("\"%s\" does not say \"%s\"", error->message, part);
  g_remove (path);
}

static void
test_hostile (void)
{
  assert_refused ("'<c16'", "(2, 2)", 64, "complex numbers");
  assert_refused ("'|O'", "(2, 2)", 64, "Python objects");
  assert_refused ("[('a', '<f8'), ('b', '<i4')]", "(2,)", 24, "rows of several fields");
  assert_refused ("'<f8'", "()", 8, "only a single number");
  assert_refused ("'<U5'", "(2,)", 40, "text");
  assert_refused ("'<M8[ns]'", "(2,)", 16, "M8[ns]");
  assert_refused ("'<f16'", "(2,)", 32, "f16");
  assert_refused ("'<f8'", "(0, 4)", 0, "the array is empty (0 × 4); save");
  assert_refused ("'<f8'", "(3, 4)", 95, "take 96 bytes, but only 95 follow");
  assert_refused ("'<f8'", "(4000000000, 4000000000)", 8, "more than the file can have; it is damaged or incomplete, get it again");
  assert_refused ("'<f8'", "(18446744073709551615, 2)", 8, "more than the file can have");
  assert_refused ("'<f8'", "(99999999999999999999999999,)", 8, "more than the file can have");
  assert_refused ("'<f8'", "(2, -2)", 32, "a shape of whole numbers; the file is damaged, get it again");
  assert_refused ("'<f8'", "(2", 32, "a shape of whole numbers; the file is damaged, get it again");
  assert_refused ("'<f8'", "(1,1,1,1,1,1,1,1,1)", 8, "more than 8 dimensions");
  assert_refused ("'<f8'", "7", 8, "a shape of whole numbers; the file is damaged, get it again");
  assert_refused ("7", "(1,)", 8, "a shape of whole numbers; the file is damaged, get it again");
  assert_refused ("'", "(1,)", 8, "items of type");
}

static void
test_broken_header (void)
{
  static const struct { const char *bytes; gsize length; const char *part; } files[] = {
    { "\x93NUMPY\x01", 7, "too early" },
    { "\x93NUMPY\x01\x00\x76\x00{'descr'", 18, "too early" },
    { "\x93NUMPY\x09\x00\x10\x00", 10, "version 9" },
    { "\x93NUMPY\x02\x00\xff\xff\xff\xff", 12, "more than a megabyte" },
    { "\x93NUMPY\x01\x00\x04\x00{ } ", 14, "lacks" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, "broken.npy", NULL);
      g_autoptr (GError) error = NULL;

      g_file_set_contents (path, files[i].bytes, (gssize) files[i].length, NULL);
      g_assert_null (eqp_dataset_load (path, NULL, NULL, NULL, &error));
      if (strstr (error->message, files[i].part) == NULL)
        g_error ("\"%s\" does not say \"%s\"", error->message, files[i].part);
      g_remove (path);
    }
}

static void
test_real_files (void)
{
  static const struct { const char *file; gint64 n, d; int classes, width; } expected[] = {
    { "vectors.npy", 240, 104, 10, 0 },
    { "skeletons.npy", 240, 576, 10, 24 },
    { "clusterable_data.npy", 2309, 2, 0, 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_autofree char *relative = g_build_filename ("data", "npy", expected[i].file, NULL);
      g_autofree char *path = eqp_test_shared_path (relative);
      g_autoptr (EqpDataset) dataset = NULL;
      int width, height;

      if (path == NULL)
        return;
      dataset = load (path);
      assert_shape (dataset, expected[i].n, expected[i].d, expected[i].classes);
      g_assert_cmpint (eqp_dataset_get_image_shape (dataset, &width, &height, NULL), ==, expected[i].width > 0);
      g_assert_cmpint (width, ==, expected[i].width);
      g_assert_cmpint (height, ==, expected[i].width);
    }
}

/* What only text has is refused, not left aside. */
static void
test_options_of_text (void)
{
  static const char *const options[][2] = {
    { "encoding", "UTF-8" }, { "separator", ";" }, { "decimal", "," }, { "thousands", "." }, { "header", "yes" },
  };
  static const guint8 rows[6] = { 1, 2, 3, 4, 5, 6 };
  g_autofree char *path = write_array ("plain.npy", 1, "'|u1'", FALSE, "(3, 2)", rows, 6);

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      EqpImportOptions given = { 0 };
      g_autoptr (GError) error = NULL;

      g_assert_true (eqp_import_options_set (&given, options[i][0], options[i][1], NULL));
      g_assert_null (eqp_dataset_load (path, &given, NULL, NULL, &error));
      g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
      g_assert_nonnull (strstr (error->message, "leave it out"));
    }
  g_remove (path);
}

/* One point is a way to read a matrix as well. */
static void
test_one_point (void)
{
  static const char *const cases[][2] = { { "(1, 5)", "rows" }, { "(5, 1)", "columns" } };
  static const guint8 row[] = { 1, 9, 3, 4, 7 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = write_array ("row.npy", 1, "'|u1'", FALSE, cases[i][0], row, 5);
      EqpImportOptions options = { 0 };
      g_autoptr (EqpDataset) dataset = NULL;
      const EqpDecision *decision;

      g_assert_true (eqp_import_options_set (&options, "orientation", cases[i][1], NULL));
      dataset = eqp_test_load (path, &options);
      assert_shape (dataset, 1, 5, 0);
      decision = eqp_test_choice (dataset, "orientation");
      g_assert_cmpuint (decision->alternatives->len, ==, 2);
      g_assert_cmpstr (eqp_decision_get_alternative (decision, 0)->value, ==, cases[i][1]);
      g_remove (path);
    }
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("eqp-npy-XXXXXX", NULL);
  g_test_add_func ("/core/reader-npy/item-types", test_item_types);
  g_test_add_func ("/core/reader-npy/options-of-text", test_options_of_text);
  g_test_add_func ("/core/reader-npy/one-point", test_one_point);
  g_test_add_func ("/core/reader-npy/first-rows", test_first_rows);
  g_test_add_func ("/core/reader-npy/too-large", test_too_large);
  g_test_add_func ("/core/reader-npy/square-by-chance", test_square_by_chance);
  g_test_add_func ("/core/reader-npy/wide-numbers", test_wide_numbers);
  g_test_add_func ("/core/reader-npy/orders", test_orders);
  g_test_add_func ("/core/reader-npy/images-in-fortran-order", test_images_in_fortran_order);
  g_test_add_func ("/core/reader-npy/packed-fortran", test_packed_fortran);
  g_test_add_func ("/core/reader-npy/long-fortran", test_long_fortran);
  g_test_add_func ("/core/reader-npy/long-images", test_long_images);
  g_test_add_func ("/core/reader-npy/labels-beside", test_labels_beside);
  g_test_add_func ("/core/reader-npy/labels-of-others", test_labels_of_others);
  g_test_add_func ("/core/reader-npy/label-column", test_label_column);
  g_test_add_func ("/core/reader-npy/missing", test_missing);
  g_test_add_func ("/core/reader-npy/one-hot", test_one_hot);
  g_test_add_func ("/core/reader-npy/images-last", test_images_last);
  g_test_add_func ("/core/reader-npy/hostile", test_hostile);
  g_test_add_func ("/core/reader-npy/broken-header", test_broken_header);
  g_test_add_func ("/core/reader-npy/real-files", test_real_files);
  status = g_test_run ();
  g_rmdir (folder);
  g_free (folder);
  return status;
}
