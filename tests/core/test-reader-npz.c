/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-truth.h"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <string.h>

#include "base/eqp-memory.h"

static const EqpTruth truths[] = {
  { "data/mnist/mnist_test.npz", "NPZ", 10000, 784, 10, 892, 1135, 28, 28, FALSE },
};

typedef struct
{
  char           *folder;
  char           *path;
  struct archive *archive;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer name)
{
  fixture->folder = eqp_test_folder ();
  fixture->path = g_build_filename (fixture->folder, name, NULL);
  fixture->archive = archive_write_new ();
  if (g_str_has_suffix (name, ".xz"))
    archive_write_add_filter_xz (fixture->archive);
  if (g_str_has_suffix (name, ".zst"))
    archive_write_add_filter_zstd (fixture->archive);
  if (g_str_has_suffix (name, ".bz2"))
    archive_write_add_filter_bzip2 (fixture->archive);
  if (g_str_has_suffix (name, ".tgz"))
    archive_write_add_filter_gzip (fixture->archive);
  if (strstr (name, ".tar") != NULL || g_str_has_suffix (name, ".tgz"))
    archive_write_set_format_pax_restricted (fixture->archive);
  else if (g_str_has_suffix (name, ".npz") || g_str_has_suffix (name, ".zip"))
    archive_write_set_format_zip (fixture->archive);
  else
    archive_write_set_format_raw (fixture->archive);
  if (g_str_has_prefix (name, "secret"))
    {
      g_assert_cmpint (archive_write_set_option (fixture->archive, "zip", "encryption", "zipcrypt"), ==, ARCHIVE_OK);
      g_assert_cmpint (archive_write_set_passphrase (fixture->archive, "secret"), ==, ARCHIVE_OK);
    }
  g_assert_cmpint (archive_write_open_filename (fixture->archive, fixture->path), ==, ARCHIVE_OK);
}

static void
tear_down (Fixture *fixture, gconstpointer name)
{
  if (fixture->archive != NULL)
    archive_write_free (fixture->archive);
  eqp_test_remove (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static void
add_file (Fixture *fixture, const char *name, const void *bytes, gsize length)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  archive_entry_set_size (entry, (la_int64_t) length);
  g_assert_cmpint (archive_write_header (fixture->archive, entry), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_data (fixture->archive, bytes, length), ==, length);
  archive_entry_free (entry);
}

static void
add_array (Fixture *fixture, const char *name, const char *type, const char *order, const char *shape, const void *items, gsize length)
{
  g_autofree char *text = g_strdup_printf ("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", type, order, shape);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  guint8 header_length[2] = { 118, 0 };
  char header[119];

  g_snprintf (header, sizeof header, "%-117s\n", text);
  g_byte_array_append (bytes, (const guint8 *) "\x93NUMPY\x01\x00", 8);
  g_byte_array_append (bytes, header_length, 2);
  g_byte_array_append (bytes, (const guint8 *) header, 118);
  g_byte_array_append (bytes, items, (guint) length);
  add_file (fixture, name, bytes->data, bytes->len);
}

static void
close_archive (Fixture *fixture)
{
  g_assert_cmpint (archive_write_close (fixture->archive), ==, ARCHIVE_OK);
  g_clear_pointer (&fixture->archive, archive_write_free);
}

static const double six[] = { 1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60.5 };

static void
test_fortran_order (Fixture *fixture, gconstpointer name)
{
  static const double columns[] = { 1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60.5 };
  static const gint64 labels[] = { 4, 4, 4, 2, 2, 2 };
  g_autoptr (EqpDataset) dataset = NULL;

  add_array (fixture, "y.npy", "<i8", "False", "(6,)", labels, sizeof labels);
  add_array (fixture, "X.npy", "<f8", "True", "(6, 2)", columns, sizeof columns);
  close_archive (fixture);
  dataset = eqp_test_load (fixture->path, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  for (int i = 0; i < 12; i++)
    eqp_assert_close (eqp_dataset_get_value (dataset, i / 2, i % 2), six[i], 1e-6);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "2");
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[0], ==, 1);
}

/* A look at the first samples has the numbers that all of the file has there, however they lie. */
static void
test_first_rows (Fixture *fixture, gconstpointer name)
{
  static const struct { const char *order, *shape; } layouts[] = {
    { "False", "(100, 12)" }, { "True", "(100, 12)" }, { "False", "(12, 100)" }, { "True", "(12, 100)" }, { "False", "(100, 4, 3)" }, { "True", "(100, 4, 3)" },
  };
  const int layout = *(const char *) name - '0';
  EqpImportOptions few = { .max_rows = 7 };
  g_autoptr (EqpDataset) all = NULL, first = NULL;
  double items[1200];
  gint64 labels[100];

  for (int i = 0; i < 1200; i++)
    items[i] = i * 7 % 1013 + 0.25;
  for (int i = 0; i < 100; i++)
    labels[i] = i % 5;
  add_array (fixture, "X.npy", "<f8", layouts[layout].order, layouts[layout].shape, items, sizeof items);
  add_array (fixture, "y.npy", "<i8", "False", "(100,)", labels, sizeof labels);
  close_archive (fixture);
  all = eqp_test_load (fixture->path, NULL);
  first = eqp_test_load (fixture->path, &few);
  g_assert_cmpint (eqp_dataset_get_n (all), ==, 100);
  g_assert_cmpint (eqp_dataset_get_n (first), ==, 7);
  for (int i = 0; i < 7; i++)
    {
      g_assert_cmpint (eqp_dataset_get_labels (first)[i], ==, i % 5);
      for (int j = 0; j < 12; j++)
        eqp_assert_close (eqp_dataset_get_value (first, i, j), eqp_dataset_get_value (all, i, j), 1e-3);
    }
}

/* The value of the option that would choose the same. */
static const char *
chosen (const EqpDataset *dataset, const char *key)
{
  GPtrArray *choices = eqp_dataset_get_choices (dataset);

  for (guint i = 0; i < choices->len; i++)
    if (strcmp (((EqpDecision *) g_ptr_array_index (choices, i))->key, key) == 0)
      return eqp_decision_get_alternative (g_ptr_array_index (choices, i), 0)->value;
  return NULL;
}

/* As a well-known handwritten digits file names its arrays. */
static void
test_train_and_test (Fixture *fixture, gconstpointer name)
{
  static const guint8 train[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 }, test[] = { 13, 14, 15, 16 };
  static const guint8 train_labels[] = { 0, 1, 0 }, test_labels[] = { 1 };
  g_autoptr (EqpDataset) dataset = NULL, again = NULL, part = NULL;
  gint width, height;

  add_array (fixture, "x_test.npy", "|u1", "False", "(1, 2, 2)", test, sizeof test);
  add_array (fixture, "x_train.npy", "|u1", "False", "(3, 2, 2)", train, sizeof train);
  add_array (fixture, "y_train.npy", "|u1", "False", "(3,)", train_labels, sizeof train_labels);
  add_array (fixture, "y_test.npy", "|u1", "False", "(1,)", test_labels, sizeof test_labels);
  close_archive (fixture);
  dataset = eqp_test_load (fixture->path, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 4);
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[3], ==, 1);
  eqp_assert_close (eqp_dataset_get_value (dataset, 3, 3), 16, 1e-6);
  eqp_assert_close (eqp_dataset_get_value (dataset, 0, 0), 1, 1e-6);
  g_assert_true (eqp_dataset_get_image_shape (dataset, &width, &height, NULL));
  g_assert_cmpint (width, ==, 2);

  g_assert_cmpstr (chosen (dataset, "variable"), ==, "x_train+x_test");
  again = eqp_test_load (fixture->path, &(EqpImportOptions) { .variable = "x_train+x_test", .labels = chosen (dataset, "labels") });
  g_assert_cmpint (eqp_dataset_get_n (again), ==, 4);
  g_assert_cmpint (eqp_dataset_get_labels (again)[3], ==, 1);
  part = eqp_test_load (fixture->path, &(EqpImportOptions) { .variable = "x_train" });
  g_assert_cmpint (eqp_dataset_get_n (part), ==, 3);
  eqp_test_load_fails (fixture->path, &(EqpImportOptions) { .variable = "x_train+z" }, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "no array “z”");
}

/* What is told as chosen gives the same again: vectors side by side, a “+” in a name. */
static void
test_chosen_again (Fixture *fixture, gconstpointer name)
{
  static const double a[] = { 1, 2, 3, 4.5 }, b[] = { 5, 6, 7, 8.5 };
  static const gint32 classes[] = { 1, 1, 2, 2 };
  g_autoptr (EqpDataset) dataset = NULL, again = NULL;

  add_array (fixture, "CD4+.npy", "<f8", "False", "(4,)", a, sizeof a);
  add_array (fixture, "size.npy", "<f8", "False", "(4,)", b, sizeof b);
  add_array (fixture, "label.npy", "<i4", "False", "(4,)", classes, sizeof classes);
  close_archive (fixture);
  dataset = eqp_test_load (fixture->path, NULL);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_cmpstr (chosen (dataset, "variable"), ==, "CD4++size");
  again = eqp_test_load (fixture->path, &(EqpImportOptions) { .variable = chosen (dataset, "variable") });
  g_assert_cmpint (eqp_dataset_get_d (again), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_column_name (again, 0), ==, "CD4+");
  g_assert_cmpint (eqp_dataset_get_n_classes (again), ==, 2);
}

/* Rows with a single 1 are labels by what they are, beside what is called features. */
static void
test_one_hot (Fixture *fixture, gconstpointer name)
{
  static const guint8 one_hot[] = { 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 1, 0 }, two[] = { 1, 1, 0, 1, 1, 0, 0, 1, 1, 0, 0, 0 };
  gboolean proper = *(const char *) name == 'a';
  g_autoptr (EqpDataset) dataset = NULL;

  add_array (fixture, "X.npy", "<f8", "False", "(6, 2)", six, sizeof six);
  add_array (fixture, "T.npy", "|u1", "False", "(6, 2)", proper ? one_hot : two, sizeof one_hot);
  close_archive (fixture);
  dataset = eqp_test_load (fixture->path, NULL);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, proper ? 2 : 0);
}

static void
test_text_labels (Fixture *fixture, gconstpointer name)
{
  static const char labels[] = "ab\0ab\0c\0\0c\0\0c\0\0ab\0";
  static const char objects[] = "\x80\x04.";
  g_autoptr (EqpDataset) dataset = NULL;

  add_array (fixture, "names.npy", "|O", "False", "(2,)", objects, sizeof objects);
  add_array (fixture, "data.npy", "<f8", "False", "(6, 2)", six, sizeof six);
  add_array (fixture, "labels.npy", "|S3", "False", "(6,)", labels, 18);
  close_archive (fixture);
  dataset = eqp_test_load (fixture->path, NULL);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "ab");
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[5], ==, 0);
  g_assert_true (eqp_test_tells (dataset, "Left out: “names” has Python objects"));
}

/* As SciPy saves sparse matrices. */
static void
test_sparse (Fixture *fixture, gconstpointer name)
{
  static const double values[] = { 5, 6, 7.5 };
  static const gint32 columns[] = { 4, 0, 1 }, starts[] = { 0, 1, 1, 3 }, outside[] = { 4, 0, 5 };
  static const gint64 shape[] = { 3, 5 };
  g_autoptr (EqpDataset) dataset = NULL;

  add_array (fixture, "indices.npy", "<i4", "False", "(3,)", g_str_has_prefix (name, "bad") ? outside : columns, sizeof columns);
  add_array (fixture, "indptr.npy", "<i4", "False", "(4,)", starts, sizeof starts);
  add_array (fixture, "format.npy", "|S3", "False", "()", "csr", 3);
  add_array (fixture, "shape.npy", "<i8", "False", "(2,)", shape, sizeof shape);
  add_array (fixture, "data.npy", "<f8", "False", "(3,)", values, sizeof values);
  close_archive (fixture);
  if (g_str_has_prefix (name, "bad"))
    {
      eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "point outside");
      return;
    }
  dataset = eqp_test_load (fixture->path, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 3);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 5);
  g_assert_cmpfloat (eqp_dataset_get_value (dataset, 0, 4), ==, 5);
  g_assert_cmpfloat (eqp_dataset_get_value (dataset, 2, 1), ==, 7.5);
}

/* Where the shape cannot be that of the other arrays, they are no matrix, and two of them are columns. */
static void
test_sparse_shape (Fixture *fixture, gconstpointer name)
{
  static const gint64 shapes[][2] = { { 3, 0 }, { 0, 3 }, { 3, (gint64) 1 << 31 }, { (gint64) 1 << 31, 3 }, { 4, 5 } };
  static const double values[] = { 5, 6, 7.5 };
  static const gint32 columns[] = { 0, 0, 0 }, starts[] = { 0, 1, 1, 3 };
  g_autoptr (EqpDataset) dataset = NULL;

  add_array (fixture, "indices.npy", "<i4", "False", "(3,)", columns, sizeof columns);
  add_array (fixture, "indptr.npy", "<i4", "False", "(4,)", starts, sizeof starts);
  add_array (fixture, "shape.npy", "<i8", "False", "(2,)", shapes[*(const char *) name - '0'], sizeof *shapes);
  add_array (fixture, "data.npy", "<f8", "False", "(3,)", values, sizeof values);
  close_archive (fixture);
  dataset = eqp_test_load (fixture->path, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 3);
  g_assert_cmpint (eqp_dataset_get_d (dataset), <=, 2);
}

/* The parts of coordinates are no columns, whatever stands in front of their names. */
static void
test_coordinates (Fixture *fixture, gconstpointer name)
{
  static const double values[] = { 7, 5, 6, 1.5 };
  static const gint32 rows[] = { 2, 0, 2, 2 }, columns[] = { 1, 4, 0, 1 };
  static const gint64 shape[] = { 3, 5 };

  add_array (fixture, "attr_row.npy", "<i4", "False", "(4,)", rows, sizeof rows);
  add_array (fixture, "attr_col.npy", "<i4", "False", "(4,)", columns, sizeof columns);
  add_array (fixture, "attr_shape.npy", "<i8", "False", "(2,)", shape, sizeof shape);
  add_array (fixture, "attr_data.npy", "<f8", "False", "(4,)", values, sizeof values);
  close_archive (fixture);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "tocsr");
}

/* Nor are those of dense blocks. */
static void
test_blocks (Fixture *fixture, gconstpointer name)
{
  static const gint64 shape[] = { 2, 6 };
  static const gint32 indices[] = { 0, 1, 2 }, starts[] = { 0, 3 };

  add_array (fixture, "data.npy", "<f8", "False", "(3, 1, 2)", six, sizeof six);
  add_array (fixture, "indices.npy", "<i4", "False", "(3,)", indices, sizeof indices);
  add_array (fixture, "indptr.npy", "<i4", "False", "(2,)", starts, sizeof starts);
  add_array (fixture, "format.npy", "|S3", "False", "()", "bsr", 3);
  add_array (fixture, "shape.npy", "<i8", "False", "(2,)", shape, sizeof shape);
  close_archive (fixture);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "tocsr");
}

/* The diagonals of a sparse matrix are no rows. */
static void
test_diagonals (Fixture *fixture, gconstpointer name)
{
  static const gint64 shape[] = { 6, 2 }, offsets[] = { 0, 1, 2, 3, 4, 5 };

  add_array (fixture, "data.npy", "<f8", "False", "(6, 2)", six, sizeof six);
  add_array (fixture, "offsets.npy", "<i8", "False", "(6,)", offsets, sizeof offsets);
  add_array (fixture, "format.npy", "|S3", "False", "()", "dia", 3);
  add_array (fixture, "shape.npy", "<i8", "False", "(2,)", shape, sizeof shape);
  close_archive (fixture);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "tocsr");
}

/* The labels are no features only because the features cannot be read. */
static void
test_complex (Fixture *fixture, gconstpointer name)
{
  static const gint64 labels[] = { 4, 4, 4, 2, 2, 2 };

  add_array (fixture, "X.npy", "<c16", "False", "(6, 1)", six, sizeof six);
  add_array (fixture, "y.npy", "<i8", "False", "(6,)", labels, sizeof labels);
  close_archive (fixture);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "“X” has complex numbers");
}

/* A matrix of text and what only Python can read are told with what to do, without that code; so they are where they
 * are asked for. */
static void
test_cells_of_text (Fixture *fixture, gconstpointer name)
{
  static const gint64 labels[] = { 4, 2 };
  static const guint32 items[6][4] = { 0 };
  gboolean objects = g_str_has_prefix (name, "objects");
  const char *what = objects ? "“X” has Python objects, which cannot be clustered; save it as an array of numbers."
                             : "“X” has text in its cells; save them as numbers, as in X.astype (float).";
  g_autoptr (EqpDataset) other = NULL;

  add_array (fixture, "X.npy", objects ? "|O" : "<U4", "False", "(2, 3)", items, sizeof items);
  add_array (fixture, "y.npy", "<i8", "False", "(2,)", labels, sizeof labels);
  close_archive (fixture);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, what);
  eqp_test_load_fails (fixture->path, &(EqpImportOptions) { .variable = "X" }, EQP_ERROR, EQP_ERROR_UNSUPPORTED, what);
  other = eqp_test_load (fixture->path, &(EqpImportOptions) { .variable = "y" });
  g_assert_cmpint (eqp_dataset_get_n (other), ==, 2);
  g_assert_true (eqp_test_says (eqp_dataset_get_decisions (other), "Left out: “X” has"));
}

/* One byte of a value is another one: only the sum at the end tells. */
static void
test_damaged (Fixture *fixture, gconstpointer name)
{
  g_autofree char *bytes = NULL;
  gsize length;
  char *value;

  archive_write_free (fixture->archive);
  fixture->archive = archive_write_new ();
  archive_write_set_format_zip (fixture->archive);
  archive_write_set_options (fixture->archive, "zip:compression=store");
  g_assert_cmpint (archive_write_open_filename (fixture->archive, fixture->path), ==, ARCHIVE_OK);
  add_array (fixture, "X.npy", "<f8", "False", "(6, 2)", six, sizeof six);
  close_archive (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  value = memmem (bytes, length, &six[6], sizeof (double));
  g_assert_nonnull (value);
  value[6] ^= 0x10;
  g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) length, NULL));
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "damaged");
}

/* The packed size is right, the other one is 2 GB; of what the library says, no stray byte is left. */
static void
test_lying_size (Fixture *fixture, gconstpointer name)
{
  static const char packed[] =
    "UEsDBBQAAAAIAAAAIQDe3YPRDgAAAP///38FAAAAYS5jc3Yz1DHiMtYx4TLVMecCAFBLAQIUAxQAAAAIAAAAIQDe3YPRDgAAAP///38FAAAAAA"
    "AAAAAAAACAAQAAAABhLmNzdlBLBQYAAAAAAQABADMAAAAxAAAAAAA=";
  g_autofree guint8 *bytes = NULL;
  gsize length;

  close_archive (fixture);
  bytes = g_base64_decode (packed, &length);
  g_assert_true (g_file_set_contents (fixture->path, (const char *) bytes, (gssize) length, NULL));
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "is damaged or incomplete; get it again.");
}

/* Names beyond ASCII do not depend on the locale. */
static void
test_foreign_names (Fixture *fixture, gconstpointer name)
{
  g_autofree char *locale = g_strdup (setlocale (LC_ALL, NULL));
  EqpImportOptions options = { .variable = "数据" };
  g_autoptr (EqpDataset) dataset = NULL;

  add_array (fixture, "数据.npy", "<f8", "False", "(6, 2)", six, sizeof six);
  close_archive (fixture);
  setlocale (LC_ALL, "C");
  dataset = eqp_test_load (fixture->path, &options);
  setlocale (LC_ALL, locale);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
}

static void
test_boast (Fixture *fixture, gconstpointer name)
{
  add_array (fixture, "X.npy", "<f8", "False", "(1000, 1000)", six, sizeof six);
  close_archive (fixture);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "cannot hold");
}

static void
test_short (Fixture *fixture, gconstpointer name)
{
  add_array (fixture, "X.npy", "<f8", "False", "(7, 2)", six, sizeof six);
  close_archive (fixture);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "X.npy in a.npz");
}

static const char table[] = "1,2.5\n3,4\n5,7\n";

static void
test_packed_table (Fixture *fixture, gconstpointer name)
{
  g_autoptr (EqpDataset) dataset = NULL;

  add_file (fixture, "table.csv", table, strlen (table));
  close_archive (fixture);
  dataset = eqp_test_load (fixture->path, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 3);
  eqp_assert_close (eqp_dataset_get_value (dataset, 2, 1), 7, 1e-6);
}

/* Files that no name tells apart are not offered by it. */
static void
test_twins (Fixture *fixture, gconstpointer name)
{
  add_file (fixture, "table.csv", table, strlen (table));
  add_file (fixture, "table.csv", table, strlen (table) - 4);
  close_archive (fixture);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "several files of the name “table.csv”");
}

static void
test_packed_twice (Fixture *fixture, gconstpointer name)
{
  g_autofree char *once = NULL, *twice = NULL;

  add_file (fixture, "table.csv", "a,b\n1,2\n3,4\n", 12);
  close_archive (fixture);
  once = eqp_test_gzip (fixture->folder, "b.csv.gz", fixture->path);
  twice = eqp_test_gzip (fixture->folder, "c.csv.gz", once);
  eqp_test_load_fails (twice, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "a packed file within a packed file");
}

/* A small file that unpacks to more than there is memory for. */
static void
test_bomb (Fixture *fixture, gconstpointer name)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < 300000; i++)
    g_string_append (text, "1.5,2\n");
  add_file (fixture, "table.csv", text->str, text->len);
  close_archive (fixture);
  _eqp_set_free_memory (2 << 20);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_TOO_LARGE, "a.csv.xz: there is no memory for more than");
  _eqp_set_free_memory (0);
}

/* The same with a single line, which never becomes a row. */
static void
test_line_bomb (Fixture *fixture, gconstpointer name)
{
  g_autofree char *text = g_strnfill (16 << 20, '1');

  add_file (fixture, "table.csv", text, 16 << 20);
  close_archive (fixture);
  _eqp_set_free_memory (4 << 20);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "line 1: the line is longer than");
  _eqp_set_free_memory (0);
}

static void
test_two_tables (Fixture *fixture, gconstpointer name)
{
  EqpImportOptions options = { .variable = "../../b.csv" };
  EqpImportOptions absent = { .variable = "nothing" };
  g_autoptr (EqpDataset) dataset = NULL;

  add_file (fixture, "a.csv", table, strlen (table));
  add_file (fixture, "../../b.csv", "8;9\n10;11\n", 10);
  add_file (fixture, "README.md", "Two tables.\n", 12);
  close_archive (fixture);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "2 files (“a.csv”, “../../b.csv”)");
  eqp_test_load_fails (fixture->path, &absent, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "no file “nothing”");
  dataset = eqp_test_load (fixture->path, &options);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
}

static void
test_cut (Fixture *fixture, gconstpointer name)
{
  g_autofree char *bytes = NULL, *path = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  gsize length;

  for (int i = 0; i < 20000; i++)
    g_string_append_printf (text, "%d,%d\n", i * 7919 % 1009, i * 104729 % 997);
  add_file (fixture, "table.csv", text->str, text->len);
  close_archive (fixture);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  path = eqp_test_write (fixture->folder, name, bytes, length / 2);
  eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "damaged or incomplete");
}

#define ADD(name, file, function) g_test_add ("/core/reader-npz/" name, Fixture, file, set_up, function, tear_down)

/* The members of an archive that is none of data, and what is said of it. */
static void
assert_refused (Fixture *fixture, const char *member, const char *part)
{
  g_autoptr (GError) error = NULL;

  add_file (fixture, "first.txt", "1 2\n", 4);
  add_file (fixture, member, "PK\x03\x04", 4);
  close_archive (fixture);
  g_assert_null (eqp_dataset_load (fixture->path, NULL, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, part));
}

static void
test_workbook (Fixture *fixture, gconstpointer name)
{
  assert_refused (fixture, "xl/workbook.xml", "an Excel workbook");
}

static void
test_torch (Fixture *fixture, gconstpointer name)
{
  assert_refused (fixture, "model/data.pkl", "PyTorch");
}

static void
test_archive_of_images (Fixture *fixture, gconstpointer name)
{
  g_autoptr (GError) error = NULL;

  add_file (fixture, "a/1.png", "\x89PNG\r\n\x1a\n", 8);
  add_file (fixture, "b/2.PNG", "\x89PNG\r\n\x1a\n", 8);
  add_file (fixture, "b/3.png", "\x89PNG\r\n\x1a\n", 8);
  add_file (fixture, "b/Thumbs.db", "windows", 7);
  add_file (fixture, "labels.csv", "1,2", 3);
  close_archive (fixture);
  g_assert_null (eqp_dataset_load (fixture->path, NULL, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "none of the 3 images can be read"));
}

/* Square images tell by which dimension they are counted. */
static void
test_images_last (Fixture *fixture, gconstpointer name)
{
  guint8 items[8 * 8 * 3];
  g_autoptr (EqpDataset) dataset = NULL;

  for (gsize i = 0; i < sizeof items; i++)
    items[i] = (guint8) i;
  add_array (fixture, "images.npy", "|u1", "False", "(8, 8, 3)", items, sizeof items);
  close_archive (fixture);
  dataset = eqp_test_load (fixture->path, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 3);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 64);
  g_assert_cmpfloat (eqp_dataset_get_value (dataset, 2, 1), ==, 5.0);
}

/* Files that are no data are told by name. */
static void
test_aside (Fixture *fixture, gconstpointer name)
{
  g_autoptr (EqpDataset) dataset = NULL;

  add_file (fixture, "README.txt", "about", 5);
  add_file (fixture, "__MACOSX/set/._data.csv", "mac", 3);
  add_file (fixture, "set/Thumbs.db", "win", 3);
  add_file (fixture, "set/data.csv", "x,y\n1,2.5\n3,4\n", 14);
  add_file (fixture, "set/LICENCE", "free", 4);
  close_archive (fixture);
  dataset = eqp_test_load (fixture->path, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  g_assert_true (eqp_test_tells (dataset, "holds no data, by its name"));
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (dataset), EQP_LEDGER_FILE_SKIPPED), ==, 4);
}

static void
test_aside_of_arrays (Fixture *fixture, gconstpointer name)
{
  g_autoptr (EqpDataset) dataset = NULL;

  add_array (fixture, "X.npy", "<f8", "False", "(6, 2)", six, sizeof six);
  add_file (fixture, "readme.md", "about", 5);
  close_archive (fixture);
  dataset = eqp_test_load (fixture->path, NULL);
  g_assert_true (eqp_test_tells (dataset, "“readme.md” is no array and was set aside"));
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (dataset), EQP_LEDGER_FILE_SKIPPED), ==, 1);
}

/* Which file is given by name, also of formats that look for their labels beside. */
static void
test_chosen_idx (Fixture *fixture, gconstpointer name)
{
  g_autoptr (EqpDataset) dataset = NULL;

  add_file (fixture, "images-idx3-ubyte", "\0\0\x08\x03\0\0\0\2\0\0\0\1\0\0\0\2\1\2\3\4", 20);
  add_file (fixture, "labels-idx1-ubyte", "\0\0\x08\x01\0\0\0\2\1\2", 10);
  close_archive (fixture);
  dataset = eqp_test_load (fixture->path, &(EqpImportOptions) { .variable = "images-idx3-ubyte" });
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 0), 3, 1e-6);
}

static void
test_archive_in_archive (Fixture *fixture, gconstpointer name)
{
  g_autoptr (GError) error = NULL;

  add_file (fixture, "x.csv.gz", "\x1f\x8b\x08\0\0\0\0\0", 8);
  close_archive (fixture);
  g_assert_null (eqp_dataset_load (fixture->path, NULL, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "a packed file within a packed file"));
}

static void
test_encrypted (Fixture *fixture, gconstpointer name)
{
  g_autoptr (GError) error = NULL;

  add_file (fixture, "x.csv", "1,2.5\n3,4\n", 10);
  close_archive (fixture);
  g_assert_null (eqp_dataset_load (fixture->path, NULL, NULL, NULL, &error));
  g_assert_nonnull (strstr (error->message, "encrypted"));
  g_assert_null (strstr (error->message, "get it again"));
}

/* MAT v4: type, rows, columns, imaginary, length of the name, name, values column by column. */
static void
append_matrix (GByteArray *bytes, const char *name, gint32 rows, gint32 columns)
{
  gint32 header[] = { GINT32_TO_LE (0), GINT32_TO_LE (rows), GINT32_TO_LE (columns), GINT32_TO_LE (0), GINT32_TO_LE (2) };

  g_byte_array_append (bytes, (const guint8 *) header, sizeof header);
  g_byte_array_append (bytes, (const guint8 *) name, 2);
  for (gint32 i = 0; i < rows * columns; i++)
    {
      union { double number; guint64 bits; } value = { .number = 0.5 * i * i };

      value.bits = GUINT64_TO_LE (value.bits);
      g_byte_array_append (bytes, (const guint8 *) &value.bits, 8);
    }
}

static void
assert_array (Fixture *fixture, const char *variable, gint64 d)
{
  EqpImportOptions options = { .variable = variable };
  g_autoptr (EqpDataset) dataset = eqp_test_load (fixture->path, &options);

  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 5);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, d);
}

static void
test_array_in_member (Fixture *fixture, gconstpointer name)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  EqpImportOptions of_table = { .variable = "x.csv:A" }, unknown = { .variable = "d/m.mat:Q" };

  append_matrix (bytes, "A", 5, 2);
  append_matrix (bytes, "B", 5, 3);
  add_file (fixture, "d/m.mat", bytes->data, bytes->len);
  if (g_str_has_prefix (name, "two"))
    add_file (fixture, "x.csv", "1,2.5\n3,4\n", 10);
  close_archive (fixture);
  assert_array (fixture, "d/m.mat", 3);
  assert_array (fixture, "d/m.mat:A", 2);
  eqp_test_load_fails (fixture->path, &unknown, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "no array “Q”");
  if (g_str_has_prefix (name, "two"))
    eqp_test_load_fails (fixture->path, &of_table, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "no arrays with names");
  else
    assert_array (fixture, "A", 2);
}

int
main (int argc, char **argv)
{
  setlocale (LC_ALL, "");
  g_test_init (&argc, &argv, NULL);
  eqp_test_add_truths ("/core/reader-npz", truths, G_N_ELEMENTS (truths));
  ADD ("fortran-order", "a.npz", test_fortran_order);
  ADD ("first-rows-0", "0.npz", test_first_rows);
  ADD ("first-rows-1", "1.npz", test_first_rows);
  ADD ("first-rows-2", "2.npz", test_first_rows);
  ADD ("first-rows-3", "3.npz", test_first_rows);
  ADD ("first-rows-4", "4.npz", test_first_rows);
  ADD ("first-rows-5", "5.npz", test_first_rows);
  ADD ("train-and-test", "a.npz", test_train_and_test);
  ADD ("chosen-again", "a.npz", test_chosen_again);
  ADD ("one-hot", "a.npz", test_one_hot);
  ADD ("one-hot-not-quite", "b.npz", test_one_hot);
  ADD ("lying-size", "a.zip", test_lying_size);
  ADD ("text-labels", "a.npz", test_text_labels);
  ADD ("sparse", "a.npz", test_sparse);
  ADD ("sparse-shape-0", "0.npz", test_sparse_shape);
  ADD ("sparse-shape-1", "1.npz", test_sparse_shape);
  ADD ("sparse-shape-2", "2.npz", test_sparse_shape);
  ADD ("sparse-shape-3", "3.npz", test_sparse_shape);
  ADD ("sparse-shape-4", "4.npz", test_sparse_shape);
  ADD ("sparse-damaged", "bad.npz", test_sparse);
  ADD ("coordinates", "a.npz", test_coordinates);
  ADD ("blocks", "a.npz", test_blocks);
  ADD ("diagonals", "a.npz", test_diagonals);
  ADD ("complex", "a.npz", test_complex);
  ADD ("cells-of-text", "a.npz", test_cells_of_text);
  ADD ("cells-of-objects", "objects.npz", test_cells_of_text);
  ADD ("damaged", "a.npz", test_damaged);
  ADD ("foreign-names", "a.npz", test_foreign_names);
  ADD ("boast", "a.npz", test_boast);
  ADD ("short", "a.npz", test_short);
  ADD ("table-zip", "a.zip", test_packed_table);
  ADD ("table-xz", "a.csv.xz", test_packed_table);
  ADD ("table-zstd", "a.csv.zst", test_packed_table);
  ADD ("table-bzip2", "a.csv.bz2", test_packed_table);
  ADD ("table-tar", "a.tar", test_packed_table);
  ADD ("twins", "a.zip", test_twins);
  ADD ("table-tar-gzip", "a.tgz", test_packed_table);
  ADD ("table-tar-xz", "a.tar.xz", test_packed_table);
  ADD ("two-tables-tar", "a.tgz", test_two_tables);
  ADD ("cut-tar", "a.tar", test_cut);
  ADD ("cut-tar-gzip", "a.tgz", test_cut);
  ADD ("packed-twice", "a.csv", test_packed_twice);
  ADD ("bomb", "a.csv.xz", test_bomb);
  ADD ("line-bomb", "a.csv.xz", test_line_bomb);
  ADD ("two-tables", "a.zip", test_two_tables);
  ADD ("cut-zip", "a.zip", test_cut);
  ADD ("cut-xz", "a.csv.xz", test_cut);
  ADD ("cut-zstd", "a.csv.zst", test_cut);
  ADD ("array-in-member", "two.zip", test_array_in_member);
  ADD ("array-in-only-member", "one.zip", test_array_in_member);
  ADD ("workbook", "book.zip", test_workbook);
  ADD ("torch", "model.zip", test_torch);
  ADD ("images-last", "last.npz", test_images_last);
  ADD ("archive-of-images", "images.zip", test_archive_of_images);
  ADD ("aside", "a.zip", test_aside);
  ADD ("aside-tar", "a.tgz", test_aside);
  ADD ("aside-of-arrays", "a.npz", test_aside_of_arrays);
  ADD ("chosen-idx", "a.zip", test_chosen_idx);
  ADD ("archive-in-archive", "outer.zip", test_archive_in_archive);
  ADD ("encrypted", "secret.zip", test_encrypted);
  return g_test_run ();
}
