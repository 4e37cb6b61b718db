/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test-hdf5.h"

#include "base/eqp-memory.h"

static const EqpTruth truths[] = {
  { "data/usps/usps.h5", "HDF5", 9298, 256, 10, 708, 1553, 16, 16, FALSE },
};

static const hsize_t six_by_two[] = { 6, 2 };
static const double six[] = { 1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60.5 };

static void
test_train_and_test (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t two_by_two[] = { 2, 2 }, four[] = { 6 }, two[] = { 2 }, chunk[] = { 4, 1 };
  static const float rest[] = { 7, 70, 8, 80 };
  static const int labels[] = { 1, 1, 1, 0, 0, 0 }, rest_labels[] = { 5, 5 };
  g_autoptr (EqpDataset) dataset = NULL, half = NULL;
  EqpImportOptions options = { .variable = "x_test" };

  /* Alphabetical order would put the tests first. */
  eqp_test_hdf5_write (fixture->file, "x_test", H5T_NATIVE_FLOAT, 2, two_by_two, NULL, rest);
  eqp_test_hdf5_write (fixture->file, "x_train", H5T_NATIVE_DOUBLE, 2, six_by_two, chunk, six);
  eqp_test_hdf5_write (fixture->file, "y_test", H5T_NATIVE_INT, 1, two, NULL, rest_labels);
  eqp_test_hdf5_write (fixture->file, "y_train", H5T_NATIVE_INT, 1, four, NULL, labels);
  dataset = eqp_test_hdf5_load (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 8);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 3);
  for (int i = 0; i < 12; i++)
    eqp_assert_close (eqp_dataset_get_value (dataset, i / 2, i % 2), six[i], 1e-6);
  eqp_assert_close (eqp_dataset_get_value (dataset, 7, 1), 80, 1e-6);
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[7], ==, 2);

  half = eqp_test_load (fixture->path, &options);
  g_assert_cmpint (eqp_dataset_get_n (half), ==, 2);
  g_assert_cmpint (eqp_dataset_get_n_classes (half), ==, 1);
}

/* Packed, and with the choice of an array and the refusal of one too large for the memory. */
static void
test_packed (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t six_rows[] = { 6 };
  static const int labels[] = { 1, 1, 1, 0, 0, 0 };
  EqpImportOptions options = { .variable = "data", .labels = "none" };
  g_autoptr (EqpDataset) dataset = NULL, without = NULL;
  g_autofree char *packed = NULL;

  eqp_test_hdf5_write (fixture->file, "data", H5T_NATIVE_DOUBLE, 2, six_by_two, NULL, six);
  eqp_test_hdf5_write (fixture->file, "target", H5T_NATIVE_INT, 1, six_rows, NULL, labels);
  H5Fclose (fixture->file);
  packed = eqp_test_gzip (fixture->folder, "b.h5.gz", fixture->path);
  dataset = eqp_test_load (packed, NULL);
  without = eqp_test_load (packed, &options);
  g_assert_cmpstr (eqp_dataset_get_name (dataset), ==, "b.h5.gz");
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  for (int i = 0; i < 12; i++)
    eqp_assert_close (eqp_dataset_get_value (dataset, i / 2, i % 2), six[i], 1e-6);
  g_assert_null (eqp_dataset_get_labels (without));
  _eqp_set_free_memory (1000);
  eqp_test_load_fails (packed, NULL, EQP_ERROR, EQP_ERROR_TOO_LARGE, "do not fit into the free memory");
  _eqp_set_free_memory (0);
}

static void
test_text_labels (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t n[] = { 6 };
  static const char *const names[] = { "cat", "cat", "dog", "ape", "dog", "dog" };
  static const char fixed[] = "catcatdogapedogdog";
  hid_t variable = H5Tcopy (H5T_C_S1), three = H5Tcopy (H5T_C_S1);
  EqpImportOptions options = { .labels = "species" };
  g_autoptr (EqpDataset) dataset = NULL, same = NULL;

  H5Tset_size (variable, H5T_VARIABLE);
  H5Tset_size (three, 3);
  eqp_test_hdf5_write (fixture->file, "data", H5T_NATIVE_DOUBLE, 2, six_by_two, NULL, six);
  eqp_test_hdf5_write (fixture->file, "label", variable, 1, n, NULL, names);
  eqp_test_hdf5_write (fixture->file, "species", three, 1, n, NULL, fixed);
  H5Tclose (variable);
  H5Tclose (three);
  dataset = eqp_test_hdf5_load (fixture, NULL);
  same = eqp_test_load (fixture->path, &options);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 3);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "ape");
  for (int i = 0; i < 6; i++)
    {
      g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[i]), ==, names[i]);
      g_assert_cmpint (eqp_dataset_get_labels (dataset)[i], ==, eqp_dataset_get_labels (same)[i]);
    }
}

static void
test_image_stack (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t dims[] = { 4, 2, 3 };
  g_autoptr (EqpDataset) dataset = NULL;
  gint8 pixels[24];
  gint width, height;
  gboolean transposed;

  for (int i = 0; i < 24; i++)
    pixels[i] = (gint8) (i * 7 - 100);
  eqp_test_hdf5_write (fixture->file, "images", H5T_NATIVE_INT8, 3, dims, NULL, pixels);
  dataset = eqp_test_hdf5_load (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  eqp_assert_close (eqp_dataset_get_value (dataset, 3, 5), pixels[23], 1e-6);
  g_assert_true (eqp_dataset_get_image_shape (dataset, &width, &height, &transposed));
  g_assert_cmpint (width, ==, 3);
  g_assert_cmpint (height, ==, 2);
  g_assert_false (transposed);
}

/* A table whose rows have fields; fields of text are left out. */
static void
test_compound (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const struct
  {
    double a;
    gint32 label;
    float  b;
  } rows[] = { { 1, 0, 5 }, { 2, 0, 6 }, { 3, 1, 7 }, { 4, 1, 8.5f } };
  static const hsize_t n[] = { 4 };
  hid_t type = H5Tcreate (H5T_COMPOUND, sizeof rows[0]);
  g_autoptr (EqpDataset) dataset = NULL;

  H5Tinsert (type, "a", 0, H5T_NATIVE_DOUBLE);
  H5Tinsert (type, "label", 8, H5T_NATIVE_INT32);
  H5Tinsert (type, "b", 12, H5T_NATIVE_FLOAT);
  eqp_test_hdf5_write (fixture->file, "table", type, 1, n, NULL, rows);
  H5Tclose (type);
  dataset = eqp_test_hdf5_load (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_column_name (dataset, 1), ==, "b");
  eqp_assert_close (eqp_dataset_get_value (dataset, 3, 1), 8.5, 1e-6);
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[2], ==, 1);
}

/* Of the fields x, y and label, two are coordinates; of x and y alone, y may be the labels. */
static void
test_coordinates (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const gint32 rows[][3] = { { 1, 3, 0 }, { 2, 4, 1 }, { 3, 3, 0 }, { 5, 4, 1 } };
  static const hsize_t n[] = { 4 };
  hid_t type = H5Tcreate (H5T_COMPOUND, sizeof rows[0]);
  g_autoptr (EqpDataset) dataset = NULL;

  H5Tinsert (type, "x", 0, H5T_NATIVE_INT32);
  H5Tinsert (type, "y", 4, H5T_NATIVE_INT32);
  H5Tinsert (type, "label", 8, H5T_NATIVE_INT32);
  eqp_test_hdf5_write (fixture->file, "table", type, 1, n, NULL, rows);
  H5Tclose (type);
  dataset = eqp_test_hdf5_load (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_column_name (dataset, 1), ==, "y");
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[1]), ==, "1");
}

/* Compressed rows with the shape as an attribute, and labels that are true or false, as Python's packages write them. */
static void
test_compressed_rows (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t three[] = { 3 }, four[] = { 4 }, two[] = { 2 };
  static const float values[] = { 5, 6, 7.5f };
  static const gint32 columns[] = { 4, 0, 1 };
  static const gint64 starts[] = { 0, 1, 1, 3 }, shape[] = { 3, 5 };
  static const gint8 truths_of_rows[] = { 0, 0, 1 };
  hid_t group = H5Gcreate2 (fixture->file, "X", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  hid_t space = H5Screate_simple (1, two, NULL), attribute, truth = H5Tenum_create (H5T_NATIVE_INT8);
  g_autoptr (EqpDataset) dataset = NULL;

  H5Tenum_insert (truth, "FALSE", (gint8[]) { 0 });
  H5Tenum_insert (truth, "TRUE", (gint8[]) { 1 });
  eqp_test_hdf5_write (group, "data", H5T_NATIVE_FLOAT, 1, three, NULL, values);
  eqp_test_hdf5_write (group, "indices", H5T_NATIVE_INT32, 1, three, NULL, columns);
  eqp_test_hdf5_write (group, "indptr", H5T_NATIVE_INT64, 1, four, NULL, starts);
  eqp_test_hdf5_write (fixture->file, "y", truth, 1, three, NULL, truths_of_rows);
  attribute = H5Acreate2 (group, "shape", H5T_NATIVE_INT64, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite (attribute, H5T_NATIVE_INT64, shape);
  H5Aclose (attribute);
  H5Sclose (space);
  H5Tclose (truth);
  H5Gclose (group);
  dataset = eqp_test_hdf5_load (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 3);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 5);
  g_assert_cmpfloat (eqp_dataset_get_value (dataset, 0, 4), ==, 5);
  g_assert_cmpfloat (eqp_dataset_get_value (dataset, 2, 1), ==, 7.5);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[2], ==, 1);
}

/* Links in a circle, into nowhere and out of the file. */
static void
test_links (EqpTestHdf5 *fixture, gconstpointer data)
{
  hid_t group = H5Gcreate2 (fixture->file, "group", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  g_autoptr (EqpDataset) dataset = NULL;

  eqp_test_hdf5_write (group, "data", H5T_NATIVE_DOUBLE, 2, six_by_two, NULL, six);
  g_assert_cmpint (H5Lcreate_hard (fixture->file, "/", group, "up", H5P_DEFAULT, H5P_DEFAULT), >=, 0);
  g_assert_cmpint (H5Lcreate_hard (fixture->file, "group", group, "self", H5P_DEFAULT, H5P_DEFAULT), >=, 0);
  g_assert_cmpint (H5Lcreate_soft ("nowhere", fixture->file, "soft", H5P_DEFAULT, H5P_DEFAULT), >=, 0);
  g_assert_cmpint (H5Lcreate_external ("/etc/passwd", "x", fixture->file, "external", H5P_DEFAULT, H5P_DEFAULT), >=, 0);
  H5Gclose (group);
  dataset = eqp_test_hdf5_load (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
}

/* A data set whose values would come from another file. */
static void
test_external_values (EqpTestHdf5 *fixture, gconstpointer data)
{
  hid_t space = H5Screate_simple (2, six_by_two, NULL), plist = H5Pcreate (H5P_DATASET_CREATE), set;

  H5Pset_external (plist, "/etc/passwd", 0, 96);
  set = H5Dcreate2 (fixture->file, "data", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, plist, H5P_DEFAULT);
  g_assert_cmpint (set, >=, 0);
  H5Dclose (set);
  H5Pclose (plist);
  H5Sclose (space);
  H5Fclose (fixture->file);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "lies in another file");
}

/* Terabytes by the header, nothing in the file. */
static void
test_boast (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t dims[] = { 4000000, 4000000 }, chunk[] = { 16, 16 };

  eqp_test_hdf5_write (fixture->file, "data", H5T_NATIVE_DOUBLE, 2, dims, chunk, NULL);
  H5Fclose (fixture->file);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "4000000 × 4000000");
}

static void
test_cut (EqpTestHdf5 *fixture, gconstpointer data)
{
  g_autofree char *bytes = NULL, *path = NULL;
  gsize length;

  eqp_test_hdf5_write (fixture->file, "data", H5T_NATIVE_DOUBLE, 2, six_by_two, NULL, six);
  H5Fclose (fixture->file);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  path = eqp_test_write (fixture->folder, "cut.h5", bytes, length - 20);
  eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "incomplete");
}

/* Whatever is wrong in the file, there is a data set or a sentence; the library may die of it, the program not. */
static void
test_flipped (EqpTestHdf5 *fixture, gconstpointer data)
{
  g_autofree char *bytes = NULL;
  gsize length;

  eqp_test_hdf5_write (fixture->file, "data", H5T_NATIVE_DOUBLE, 2, six_by_two, six_by_two, six);
  H5Fclose (fixture->file);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  for (gsize i = 8; i < length; i += 1 + i / 20)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpDataset) dataset = NULL;
      g_autofree char *path = NULL;

      bytes[i] ^= 0x55;
      path = eqp_test_write (fixture->folder, "flipped.h5", bytes, length);
      bytes[i] ^= 0x55;
      dataset = eqp_dataset_load (path, NULL, NULL, NULL, &error);
      g_assert_true ((dataset == NULL) == (error != NULL));
    }
}

static void
test_empty (EqpTestHdf5 *fixture, gconstpointer data)
{
  H5Fclose (fixture->file);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "no array of numbers");
}

/* As MATLAB writes sparse matrices: a group with values, rows and starts. */
static void
test_matlab_sparse (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t three[] = { 3 }, four[] = { 4 };
  static const double values[] = { 5, 6, 7.5 };
  static const guint64 rows[] = { 0, 3, 1 }, starts[] = { 0, 2, 2, 3 };
  static const guint64 n_rows = 4;
  hid_t plist = H5Pcreate (H5P_FILE_CREATE), group, space = H5Screate (H5S_SCALAR), attribute;
  g_autoptr (EqpDataset) dataset = NULL;
  g_autofree char *bytes = NULL, *path = NULL;
  gsize length;

  H5Fclose (fixture->file);
  H5Pset_userblock (plist, 512);
  fixture->file = H5Fcreate (fixture->path, H5F_ACC_TRUNC, plist, H5P_DEFAULT);
  H5Pclose (plist);
  group = H5Gcreate2 (fixture->file, "fea", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  eqp_test_hdf5_write (group, "data", H5T_NATIVE_DOUBLE, 1, three, NULL, values);
  eqp_test_hdf5_write (group, "ir", H5T_NATIVE_UINT64, 1, three, NULL, rows);
  eqp_test_hdf5_write (group, "jc", H5T_NATIVE_UINT64, 1, four, NULL, starts);
  attribute = H5Acreate2 (group, "MATLAB_sparse", H5T_NATIVE_UINT64, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite (attribute, H5T_NATIVE_UINT64, &n_rows);
  H5Aclose (attribute);
  H5Sclose (space);
  H5Gclose (group);
  H5Fclose (fixture->file);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  memcpy (bytes, "MATLAB 7.3 MAT-file", 19);
  path = eqp_test_write (fixture->folder, "a.mat", bytes, length);

  dataset = eqp_test_load (path, NULL);
  g_assert_cmpstr (eqp_dataset_get_format (dataset), ==, "MAT v7.3");
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 3);
  g_assert_cmpfloat (eqp_dataset_get_value (dataset, 3, 0), ==, 6);
  g_assert_cmpfloat (eqp_dataset_get_value (dataset, 1, 2), ==, 7.5);
}

static void
write_class (hid_t place, const char *class)
{
  hid_t space = H5Screate (H5S_SCALAR), type = H5Tcopy (H5T_C_S1), attribute;

  H5Tset_size (type, strlen (class));
  attribute = H5Acreate2 (place, "MATLAB_class", type, space, H5P_DEFAULT, H5P_DEFAULT);
  H5Awrite (attribute, type, class);
  H5Aclose (attribute);
  H5Tclose (type);
  H5Sclose (space);
}

/* Names of classes in a cell array, which is one of references to texts. */
static void
test_matlab_cells (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const guint16 texts[3][3] = { { 'c', 'a', 't' }, { 'o', 'x', 0 }, { 0xc4, 0x20ac, 0 } };
  static const hsize_t lengths[3] = { 3, 2, 2 }, turned[] = { 2, 6 }, six_cells[] = { 1, 6 };
  static const int which[] = { 0, 0, 1, 2, 1, 1 };
  static const double columns[] = { 1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60 };
  hid_t plist = H5Pcreate (H5P_FILE_CREATE), group, place;
  g_autoptr (EqpDataset) dataset = NULL;
  g_autofree char *bytes = NULL, *path = NULL;
  hobj_ref_t references[6];
  gsize length;

  H5Fclose (fixture->file);
  H5Pset_userblock (plist, 512);
  fixture->file = H5Fcreate (fixture->path, H5F_ACC_TRUNC, plist, H5P_DEFAULT);
  H5Pclose (plist);
  group = H5Gcreate2 (fixture->file, "#refs#", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
  for (int i = 0; i < 3; i++)
    {
      const hsize_t dims[] = { lengths[i], 1 };
      const char name[] = { (char) ('a' + i), '\0' };

      eqp_test_hdf5_write (group, name, H5T_NATIVE_UINT16, 2, dims, NULL, texts[i]);
      place = H5Dopen2 (group, name, H5P_DEFAULT);
      write_class (place, "char");
      H5Dclose (place);
    }
  for (int i = 0; i < 6; i++)
    {
      const char name[] = { '#', 'r', 'e', 'f', 's', '#', '/', (char) ('a' + which[i]), '\0' };

      g_assert_cmpint (H5Rcreate (&references[i], fixture->file, name, H5R_OBJECT, -1), >=, 0);
    }
  eqp_test_hdf5_write (fixture->file, "fea", H5T_NATIVE_DOUBLE, 2, turned, NULL, columns);
  eqp_test_hdf5_write (fixture->file, "species", H5T_STD_REF_OBJ, 2, six_cells, NULL, references);
  place = H5Dopen2 (fixture->file, "species", H5P_DEFAULT);
  write_class (place, "cell");
  H5Dclose (place);
  H5Gclose (group);
  H5Fclose (fixture->file);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  memcpy (bytes, "MATLAB 7.3 MAT-file", 19);
  path = eqp_test_write (fixture->folder, "a.mat", bytes, length);

  dataset = eqp_test_load (path, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 3);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[0]), ==, "cat");
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[2]), ==, "ox");
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[3]), ==, "Ä€");
}

/* A program that was stopped on its way leaves chunks unwritten, which read as 0. */
static void
test_half_written (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t chunk[] = { 3, 2 }, start[] = { 0, 0 };
  hid_t array, space, memory;
  g_autoptr (EqpDataset) dataset = NULL;

  eqp_test_hdf5_write (fixture->file, "X", H5T_NATIVE_DOUBLE, 2, six_by_two, chunk, NULL);
  array = H5Dopen2 (fixture->file, "X", H5P_DEFAULT);
  space = H5Dget_space (array);
  memory = H5Screate_simple (2, chunk, NULL);
  H5Sselect_hyperslab (space, H5S_SELECT_SET, start, NULL, chunk, NULL);
  g_assert_cmpint (H5Dwrite (array, H5T_NATIVE_DOUBLE, memory, space, H5P_DEFAULT, six), >=, 0);
  H5Sclose (memory);
  H5Sclose (space);
  H5Dclose (array);
  dataset = eqp_test_hdf5_load (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "50 % of “X” was never written"));
}

/* Chunks that were never written take no byte of the file, and the whole far more memory than there is. */
static void
test_unwritten (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t million[] = { 1000000, 1000000 }, chunk[] = { 1000, 1000 };

  eqp_test_hdf5_write (fixture->file, "X", H5T_NATIVE_FLOAT, 2, million, chunk, NULL);
  H5Fclose (fixture->file);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "“X” should have 1000000 × 1000000 values (4000 GB of memory)");
}

/* Labels that are asked for tell which dimension counts the points, whatever is usual. */
static void
test_turned_by_labels (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t two_by_six[] = { 2, 6 }, six_rows[] = { 6 };
  static const int labels[] = { 1, 1, 1, 0, 0, 0 };
  g_autoptr (EqpDataset) dataset = NULL;

  eqp_test_hdf5_write (fixture->file, "X", H5T_NATIVE_DOUBLE, 2, two_by_six, NULL, six);
  eqp_test_hdf5_write (fixture->file, "kind", H5T_NATIVE_INT, 1, six_rows, NULL, labels);
  dataset = eqp_test_hdf5_load (fixture, &(EqpImportOptions) { .variable = "X", .labels = "kind" });
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
}

/* Parts are joined where they have as many dimensions only, asked for or not. */
static void
test_other_ranks (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t deep[] = { 6, 2, 2 };
  double more[24];
  EqpImportOptions both = { .variable = "x_train+x_test" };
  g_autoptr (EqpDataset) dataset = NULL;

  for (int i = 0; i < 24; i++)
    more[i] = 1.5 * i;
  eqp_test_hdf5_write (fixture->file, "x_test", H5T_NATIVE_DOUBLE, 3, deep, NULL, more);
  eqp_test_hdf5_write (fixture->file, "x_train", H5T_NATIVE_DOUBLE, 2, six_by_two, NULL, six);
  dataset = eqp_test_hdf5_load (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  g_assert_cmpint (eqp_test_choice (dataset, "variable")->alternatives->len, ==, 2);
  eqp_test_load_fails (fixture->path, &both, EQP_ERROR, EQP_ERROR_INVALID_DATA, "do not have samples of the same size");
}

/* Larger pieces than can be unpacked. */
static void
test_large_pieces (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t sides[] = { 16384, 16384 };

  eqp_test_hdf5_write (fixture->file, "X", H5T_NATIVE_FLOAT, 2, sides, sides, NULL);
  H5Fclose (fixture->file);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "no array of numbers");
}

#define ADD(name, function) g_test_add ("/core/reader-hdf5/" name, EqpTestHdf5, NULL, eqp_test_hdf5_set_up, function, eqp_test_hdf5_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  eqp_test_add_truths ("/core/reader-hdf5", truths, G_N_ELEMENTS (truths));
  ADD ("train-and-test", test_train_and_test);
  ADD ("packed", test_packed);
  ADD ("text-labels", test_text_labels);
  ADD ("image-stack", test_image_stack);
  ADD ("compound", test_compound);
  ADD ("coordinates", test_coordinates);
  ADD ("compressed-rows", test_compressed_rows);
  ADD ("links", test_links);
  ADD ("external-values", test_external_values);
  ADD ("boast", test_boast);
  ADD ("half-written", test_half_written);
  ADD ("unwritten", test_unwritten);
  ADD ("turned-by-labels", test_turned_by_labels);
  ADD ("other-ranks", test_other_ranks);
  ADD ("large-pieces", test_large_pieces);
  ADD ("cut", test_cut);
  ADD ("flipped", test_flipped);
  ADD ("empty", test_empty);
  ADD ("matlab-sparse", test_matlab_sparse);
  ADD ("matlab-cells", test_matlab_cells);
  return g_test_run ();
}
