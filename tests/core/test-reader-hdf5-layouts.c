/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test-hdf5.h"

static const double rows[] = { 1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60.5 };
static const hsize_t six_by_two[] = { 6, 2 }, six[] = { 6 };

/* Texts of one byte each. */
static void
write_letters (hid_t place, const char *name, const char *letters)
{
  hid_t type = H5Tcopy (H5T_C_S1);
  hsize_t n[] = { strlen (letters) };

  H5Tset_size (type, 1);
  eqp_test_hdf5_write (place, name, type, 1, n, NULL, letters);
  H5Tclose (type);
}

static void
mark (hid_t object, const char *name, const char *text)
{
  hid_t type = H5Tcopy (H5T_C_S1), space = H5Screate (H5S_SCALAR), attribute;

  /* As PyTables and h5py do. */
  H5Tset_size (type, strlen (text));
  H5Tset_cset (type, H5T_CSET_UTF8);
  attribute = H5Acreate2 (object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  g_assert_cmpint (H5Awrite (attribute, type, text), >=, 0);
  H5Aclose (attribute);
  H5Sclose (space);
  H5Tclose (type);
}

static hid_t
make_group (EqpTestHdf5 *fixture, const char *name)
{
  return H5Gcreate2 (fixture->file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
}

/* Six rows of (i, 10 i), or nearly, and classes that change in the middle. */
static void
assert_rows (EqpDataset *dataset, const char *first, const char *last)
{
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  for (int i = 0; i < 12; i++)
    eqp_assert_close (eqp_dataset_get_value (dataset, i / 2, i % 2), rows[i], 1e-6);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[0]), ==, first);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[5]), ==, last);
}

/* The blocks of columns are Python's own, which is told. */
static void
test_pandas (EqpTestHdf5 *fixture, gconstpointer kind)
{
  static const double numbers[] = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 };
  hid_t group = make_group (fixture, "df");

  mark (group, "pandas_type", kind);
  eqp_test_hdf5_write (group, "block0_values", H5T_NATIVE_DOUBLE, 2, six_by_two, NULL, numbers);
  H5Gclose (group);
  H5Fclose (fixture->file);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "“df” is a table of pandas");
}

/* Codes and categories, and names of the genes that are no labels. */
static void
test_anndata (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const gint8 codes[] = { 1, 1, 1, 0, 0, 0 };
  static const hsize_t two[] = { 2 };
  static const gint32 flags[] = { 0, 1 };
  hid_t obs = make_group (fixture, "obs"), types = make_group (fixture, "obs/cell_type"), var = make_group (fixture, "var");
  g_autoptr (EqpDataset) dataset = NULL;

  eqp_test_hdf5_write (fixture->file, "X", H5T_NATIVE_DOUBLE, 2, six_by_two, NULL, rows);
  write_letters (obs, "_index", "uvwxyz");
  eqp_test_hdf5_write (types, "codes", H5T_NATIVE_INT8, 1, six, NULL, codes);
  write_letters (types, "categories", "BT");
  write_letters (var, "_index", "gh");
  eqp_test_hdf5_write (var, "variable", H5T_NATIVE_INT32, 1, two, NULL, flags);
  H5Gclose (obs);
  H5Gclose (types);
  H5Gclose (var);
  dataset = eqp_test_hdf5_load (fixture, NULL);
  assert_rows (dataset, "T", "B");
}

/* Compressed columns with their shape beside them; genes are the rows, cells the columns. */
static void
test_cells (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const hsize_t two[] = { 2 }, three[] = { 3 }, four[] = { 4 };
  static const gint32 counts[] = { 7, 8, 9 }, genes[] = { 1, 0, 1 }, starts[] = { 0, 1, 1, 3 }, shape[] = { 2, 3 };
  hid_t group = make_group (fixture, "matrix");
  g_autoptr (EqpDataset) dataset = NULL;

  eqp_test_hdf5_write (group, "data", H5T_NATIVE_INT32, 1, three, NULL, counts);
  eqp_test_hdf5_write (group, "indices", H5T_NATIVE_INT32, 1, three, NULL, genes);
  eqp_test_hdf5_write (group, "indptr", H5T_NATIVE_INT32, 1, four, NULL, starts);
  eqp_test_hdf5_write (group, "shape", H5T_NATIVE_INT32, 1, two, NULL, shape);
  if (data != NULL)
    write_letters (group, "barcodes", "abc");
  H5Gclose (group);
  dataset = eqp_test_hdf5_load (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, data != NULL ? 3 : 2);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, data != NULL ? 2 : 3);
  eqp_assert_close (data != NULL ? eqp_dataset_get_value (dataset, 0, 1) : eqp_dataset_get_value (dataset, 1, 0), 7, 1e-6);
  eqp_assert_close (data != NULL ? eqp_dataset_get_value (dataset, 2, 0) : eqp_dataset_get_value (dataset, 0, 2), 8, 1e-6);
  g_assert_null (eqp_dataset_get_labels (dataset));
}

/* Why the data cannot be read is the error, and the labels alone are not taken instead. */
static void
test_unread (EqpTestHdf5 *fixture, gconstpointer data)
{
  static const double complex[24] = { 1 };
  static const gint32 labels[] = { 1, 1, 1, 2, 2, 2 };
  const char *kind = data;

  eqp_test_hdf5_write (fixture->file, "y", H5T_NATIVE_INT32, 1, six, NULL, labels);
  if (strcmp (kind, "complex numbers") == 0)
    {
      hid_t type = H5Tcreate (H5T_COMPOUND, 16);

      H5Tinsert (type, "r", 0, H5T_NATIVE_DOUBLE);
      H5Tinsert (type, "i", 8, H5T_NATIVE_DOUBLE);
      eqp_test_hdf5_write (fixture->file, "X", type, 2, six_by_two, NULL, complex);
      H5Tclose (type);
    }
  else if (strcmp (kind, "another file") == 0)
    H5Lcreate_external ("b.h5", "/X", fixture->file, "X", H5P_DEFAULT, H5P_DEFAULT);
  else if (strcmp (kind, "virtual") == 0)
    {
      hid_t plist = H5Pcreate (H5P_DATASET_CREATE), space = H5Screate_simple (2, six_by_two, NULL);

      H5Pset_virtual (plist, space, "b.h5", "X", space);
      H5Dclose (H5Dcreate2 (fixture->file, "X", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, plist, H5P_DEFAULT));
      H5Sclose (space);
      H5Pclose (plist);
    }
  else
    {
      hid_t plist = H5Pcreate (H5P_DATASET_CREATE), space = H5Screate_simple (2, six_by_two, NULL);

      H5Pset_chunk (plist, 2, six_by_two);
      H5Pset_filter (plist, 32001, H5Z_FLAG_OPTIONAL, 0, NULL);
      H5Dclose (H5Dcreate2 (fixture->file, "X", H5T_NATIVE_DOUBLE, space, H5P_DEFAULT, plist, H5P_DEFAULT));
      H5Sclose (space);
      H5Pclose (plist);
    }
  H5Fclose (fixture->file);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, kind);
}

/* Two matrices that could both be the features are asked about, others beside them are not; a name decides. */
static void
test_two_alike (EqpTestHdf5 *fixture, gconstpointer data)
{
  EqpImportOptions options = { .variable = "beta" };
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (GError) error = NULL;

  eqp_test_hdf5_write (fixture->file, "alpha", H5T_NATIVE_DOUBLE, 2, six_by_two, NULL, rows);
  eqp_test_hdf5_write (fixture->file, data != NULL ? data : "beta", H5T_NATIVE_DOUBLE, 2, six_by_two, NULL, rows);
  if (data == NULL)
    eqp_test_hdf5_write (fixture->file, "targets", H5T_NATIVE_DOUBLE, 2, six_by_two, NULL, rows);
  H5Fclose (fixture->file);
  if (data == NULL)
    {
      eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_AMBIGUOUS, "“beta”");
      g_assert_null (eqp_dataset_load (fixture->path, NULL, NULL, NULL, &error));
      g_assert_cmpint (eqp_error_get_question (error)->alternatives->len, ==, 2);
    }
  dataset = eqp_test_load (fixture->path, data == NULL ? &options : NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
}

#define ADD(name, data, function) g_test_add ("/core/reader-hdf5-layouts/" name, EqpTestHdf5, data, eqp_test_hdf5_set_up, function, eqp_test_hdf5_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("pandas", "frame", test_pandas);
  ADD ("pandas-table", "frame_table", test_pandas);
  ADD ("anndata", NULL, test_anndata);
  ADD ("genes-and-cells", "cells", test_cells);
  ADD ("shape-beside", NULL, test_cells);
  ADD ("complex", "complex numbers", test_unread);
  ADD ("link", "another file", test_unread);
  ADD ("virtual", "virtual", test_unread);
  ADD ("filter", "number 32,001", test_unread);
  ADD ("two-alike", NULL, test_two_alike);
  ADD ("one-named", "features", test_two_alike);
  return g_test_run ();
}
