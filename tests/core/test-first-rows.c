/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A look at the first samples of a file shows what all of it has there, however the numbers lie in the file. */
#include "config.h"

#include "eqp-test-hdf5.h"

#include <matio.h>
#include <string.h>

#define SAMPLES 500
#define FIRST 7

static double numbers[SAMPLES * 12];
static double classes[SAMPLES];

/* The same numbers and classes where both have rows, and nothing more. */
static void
assert_first (const char *path, const EqpImportOptions *options)
{
  EqpImportOptions few = options != NULL ? *options : (EqpImportOptions) { 0 };
  g_autoptr (EqpDataset) all = eqp_test_load (path, options);
  g_autoptr (EqpDataset) first = NULL;
  const gint32 *labels = eqp_dataset_get_labels (all), *first_labels;

  few.max_rows = FIRST;
  first = eqp_test_load (path, &few);
  first_labels = eqp_dataset_get_labels (first);
  g_assert_cmpint (eqp_dataset_get_n (all), ==, SAMPLES);
  g_assert_cmpint (eqp_dataset_get_n (first), ==, FIRST);
  g_assert_cmpint (eqp_dataset_get_d (first), ==, eqp_dataset_get_d (all));
  g_assert_true ((labels == NULL) == (first_labels == NULL));
  for (gint64 i = 0; i < FIRST; i++)
    {
      for (gint64 j = 0; j < eqp_dataset_get_d (all); j++)
        eqp_assert_close (eqp_dataset_get_value (first, i, j), eqp_dataset_get_value (all, i, j), 1e-3);
      if (labels != NULL)
        g_assert_cmpstr (eqp_dataset_get_class_name (first, first_labels[i]), ==, eqp_dataset_get_class_name (all, labels[i]));
    }
}

static void
fill (void)
{
  for (int i = 0; i < SAMPLES * 12; i++)
    numbers[i] = i * 7 % 1013 + 0.25;
  for (int i = 0; i < SAMPLES; i++)
    classes[i] = i % 5 + 1;
}

/* MATLAB
 * ------ */

static matvar_t *
make_array (const char *name, int rank, size_t a, size_t b, size_t c, double *values)
{
  size_t dims[3] = { a, b, c };

  return Mat_VarCreate (name, MAT_C_DOUBLE, MAT_T_DOUBLE, rank, dims, values, MAT_F_DONT_COPY_DATA);
}

static void
write_mat (const char *path, enum matio_compression packed, matvar_t *features, matvar_t *labels)
{
  mat_t *mat = Mat_CreateVer (path, NULL, MAT_FT_MAT5);

  g_assert_cmpint (Mat_VarWrite (mat, features, packed), ==, 0);
  if (labels != NULL)
    g_assert_cmpint (Mat_VarWrite (mat, labels, packed), ==, 0);
  Mat_VarFree (features);
  Mat_VarFree (labels);
  Mat_Close (mat);
}

static void
test_mat (EqpTestFolder *fixture, gconstpointer data)
{
  static const enum matio_compression packings[] = { MAT_COMPRESSION_NONE, MAT_COMPRESSION_ZLIB };
  g_autofree char *path = g_build_filename (fixture->folder, "a.mat", NULL);

  for (guint i = 0; i < G_N_ELEMENTS (packings); i++)
    {
      const char *fields[] = { "X", "y" };
      size_t one[2] = { 1, 1 };
      matvar_t *inside = Mat_VarCreateStruct ("data", 2, one, fields, 2);

      write_mat (path, packings[i], make_array ("X", 2, SAMPLES, 12, 0, numbers), make_array ("y", 2, SAMPLES, 1, 0, classes));
      assert_first (path, NULL);
      assert_first (path, &(EqpImportOptions) { .labels = "none" });
      assert_first (path, &(EqpImportOptions) { .labels = "3" });
      write_mat (path, packings[i], make_array ("X", 2, 12, SAMPLES, 0, numbers), make_array ("y", 2, 1, SAMPLES, 0, classes));
      assert_first (path, NULL);
      write_mat (path, packings[i], make_array ("X", 3, 4, 3, SAMPLES, numbers), make_array ("y", 2, 1, SAMPLES, 0, classes));
      assert_first (path, NULL);
      write_mat (path, packings[i], make_array ("X", 3, SAMPLES, 4, 3, numbers), make_array ("y", 2, SAMPLES, 1, 0, classes));
      assert_first (path, NULL);
      write_mat (path, packings[i], make_array ("X", 3, 4, SAMPLES, 3, numbers), make_array ("y", 2, SAMPLES, 1, 0, classes));
      assert_first (path, NULL);
      Mat_VarSetStructFieldByName (inside, "X", 0, make_array ("X", 3, 4, SAMPLES, 3, numbers));
      Mat_VarSetStructFieldByName (inside, "y", 0, make_array ("y", 2, SAMPLES, 1, 0, classes));
      write_mat (path, packings[i], inside, NULL);
      assert_first (path, NULL);
    }
}

/* Columns in arrays of their own. */
static void
test_mat_many (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "a.mat", NULL);
  mat_t *mat = Mat_CreateVer (path, NULL, MAT_FT_MAT5);

  for (int i = 0; i < 4; i++)
    {
      static const char *const names[] = { "u", "v", "w", "label" };
      matvar_t *var = make_array (names[i], 2, SAMPLES, 1, 0, i < 3 ? numbers + i * SAMPLES : classes);

      g_assert_cmpint (Mat_VarWrite (mat, var, MAT_COMPRESSION_ZLIB), ==, 0);
      Mat_VarFree (var);
    }
  Mat_Close (mat);
  assert_first (path, NULL);
}

static void
test_mat_sparse (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "a.mat", NULL);
  mat_uint32_t rows[SAMPLES], starts[13] = { 0 };
  mat_sparse_t sparse = { .nzmax = SAMPLES, .ir = rows, .nir = SAMPLES, .jc = starts, .njc = 13, .ndata = SAMPLES, .data = numbers };
  int at = 0;

  for (guint j = 0; j < 12; j++)
    {
      for (guint i = j; i < SAMPLES; i += 12)
        rows[at++] = i;
      starts[j + 1] = (mat_uint32_t) at;
    }
  for (int turned = 0; turned < 2; turned++)
    {
      size_t dims[2] = { SAMPLES, 12 };
      mat_uint32_t columns[SAMPLES], lines[SAMPLES + 1];
      matvar_t *var;

      if (turned)
        {
          for (guint i = 0; i < SAMPLES; i++)
            {
              columns[i] = i % 12;
              lines[i] = i;
            }
          lines[SAMPLES] = SAMPLES;
          sparse.ir = columns;
          sparse.jc = lines;
          sparse.njc = SAMPLES + 1;
          dims[0] = 12;
          dims[1] = SAMPLES;
        }
      var = Mat_VarCreate ("fea", MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &sparse, MAT_F_DONT_COPY_DATA);
      write_mat (path, MAT_COMPRESSION_NONE, var, make_array ("gnd", 2, SAMPLES, 1, 0, classes));
      assert_first (path, NULL);
    }
}

/* HDF5
 * ---- */

static void
test_hdf5 (EqpTestFolder *fixture, gconstpointer data)
{
  static const hsize_t shapes[][4] = { { 2, SAMPLES, 12, 0 }, { 2, 12, SAMPLES, 0 }, { 3, SAMPLES, 4, 3 } };
  g_autofree char *path = g_build_filename (fixture->folder, "a.h5", NULL);

  for (guint i = 0; i < 2 * G_N_ELEMENTS (shapes); i++)
    {
      const hsize_t *shape = shapes[i / 2], *dims = shape + 1;
      const hsize_t chunk[] = { (dims[0] + 3) / 4, (dims[1] + 2) / 3, (dims[2] + 1) / 2 };
      const hsize_t n[] = { SAMPLES }, quarter[] = { (SAMPLES + 3) / 4 };
      hid_t file = H5Fcreate (path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);

      eqp_test_hdf5_write (file, "X", H5T_NATIVE_DOUBLE, (int) shape[0], dims, i % 2 ? chunk : NULL, numbers);
      eqp_test_hdf5_write (file, "y", H5T_NATIVE_DOUBLE, 1, n, i % 2 ? quarter : NULL, classes);
      H5Fclose (file);
      assert_first (path, NULL);
      if (shape[1] == SAMPLES)
        assert_first (path, &(EqpImportOptions) { .labels = "none" });
    }
}

/* Without an array of labels a column is looked for in what is read, and this is told. */
static void
test_label_column (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "a.mat", NULL);
  EqpImportOptions few = { .max_rows = 20 };
  double values[SAMPLES * 13];
  g_autoptr (EqpDataset) dataset = NULL;
  gboolean told = FALSE;

  memcpy (values, numbers, sizeof numbers);
  memcpy (values + SAMPLES * 12, classes, sizeof classes);
  write_mat (path, MAT_COMPRESSION_ZLIB, make_array ("X", 2, SAMPLES, 13, 0, values), NULL);
  assert_first (path, &(EqpImportOptions) { .labels = "last" });
  dataset = eqp_test_load (path, &few);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 5);
  for (guint i = 0; i < eqp_dataset_get_choices (dataset)->len; i++)
    {
      const EqpDecision *decision = g_ptr_array_index (eqp_dataset_get_choices (dataset), i);

      told |= strcmp (decision->key, "labels") == 0 && strstr (decision->evidence, "the first of 500") != NULL;
    }
  g_assert_true (told);
}

/* Rows that are read one after the other: no more are than were asked for. */
static void
test_text (EqpTestFolder *fixture, gconstpointer data)
{
  static const char *const formats[][3] = {
    { "a.csv", "x,y,kind\n", "%.2f,%.2f,c%d\n" },
    { "b.csv", "x;y;kind\n", "\"%.2f\";%.2f;c%d\n" },
    { "a.arff", "@relation r\n@attribute x real\n@attribute y real\n@attribute class {c0,c1,c2,c3,c4}\n@data\n",
      "%.2f,%.2f,c%d\n" },
    { "b.arff", "@relation r\n@attribute x real\n@attribute y real\n@attribute class {c0,c1,c2,c3,c4}\n@data\n",
      "{0 %.2f,1 %.2f,2 c%d}\n" },
    { "a.svm", "", "%3$d 1:%1$.2f 2:%2$.2f\n" },
  };

  for (guint at = 0; at < G_N_ELEMENTS (formats); at++)
    {
      g_autoptr (GString) text = g_string_new (formats[at][1]);
      g_autofree char *path = NULL;

      for (int i = 0; i < SAMPLES; i++)
        {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
          g_string_append_printf (text, formats[at][2], numbers[i], numbers[i + SAMPLES], i % 5);
#pragma GCC diagnostic pop
        }
      path = eqp_test_write (fixture->folder, formats[at][0], text->str, text->len);
      g_test_message ("%s", formats[at][0]);
      assert_first (path, NULL);
      assert_first (path, &(EqpImportOptions) { .labels = "none" });
    }
}

#define ADD(name, function) g_test_add ("/core/first-rows/" name, EqpTestFolder, NULL, eqp_test_folder_set_up, function, eqp_test_folder_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  fill ();
  ADD ("text", test_text);
  ADD ("mat", test_mat);
  ADD ("mat-many", test_mat_many);
  ADD ("mat-sparse", test_mat_sparse);
  ADD ("hdf5", test_hdf5);
  ADD ("label-column", test_label_column);
  return g_test_run ();
}
