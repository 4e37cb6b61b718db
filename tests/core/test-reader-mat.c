/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-truth.h"

#include <math.h>
#include <matio.h>
#include <string.h>

#include "base/eqp-memory.h"
#include "import/eqp-readers-private.h"

static const EqpTruth truths[] = {
  { "data/usps/usps_all.mat", "MAT v5", 9298, 256, 10, 708, 1553, 16, 16, FALSE },
  { "data/yaleb/YaleB_32x32.mat", "MAT v5", 2414, 1024, 38, 59, 64, 32, 32, TRUE },
  { "data/orl/ORL.mat", "MAT v5", 400, 1024, 40, 10, 10, 32, 32, TRUE },
  { "data/orl/ORL_32x32.mat", "MAT v7.3", 400, 1024, 40, 10, 10, 32, 32, TRUE },
  { "data/jaffe/jaffe.mat", "MAT v5", 213, 676, 10, 20, 23, 26, 26, TRUE },
  { "data/jaffe/JAFFE_0based.mat", "MAT v5", 213, 1024, 10, 20, 23, 32, 32, FALSE },
  { "data/jaffe/fs_jaffe.mat", "MAT v5", 213, 676, 10, 20, 23, 26, 26, TRUE },
  { "data/coil20/COIL20.mat", "MAT v5", 1440, 1024, 20, 72, 72, 32, 32, TRUE },
  { "data/coil20/COIL20_adagae.mat", "MAT v5", 1440, 1024, 20, 72, 72, 32, 32, TRUE },
  { "data/pie/PIE_pose27.mat", "MAT v5", 2856, 1024, 68, 42, 42, 32, 32, TRUE },
  { "data/umist/UMIST.mat", "MAT v5", 575, 1024, 20, 19, 48, 32, 32, FALSE },
  { "data/reuters/Reuters21578.mat", "MAT v5", 8293, 18933, 65, 1, 3713, 0, 0, FALSE },
};

static void
write_array (mat_t *mat, const char *name, enum matio_classes class_type, enum matio_types type, int rank, size_t *dims, void *data, enum matio_compression compression)
{
  matvar_t *var = Mat_VarCreate (name, class_type, type, rank, dims, data, MAT_F_DONT_COPY_DATA);

  g_assert_nonnull (var);
  g_assert_cmpint (Mat_VarWrite (mat, var, compression), ==, 0);
  Mat_VarFree (var);
}

static void
write_doubles (mat_t *mat, const char *name, size_t rows, size_t columns, double *values)
{
  size_t dims[2] = { rows, columns };

  write_array (mat, name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, values, MAT_COMPRESSION_ZLIB);
}

typedef struct
{
  char  *folder;
  char  *path;
  mat_t *mat;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  fixture->folder = eqp_test_folder ();
  fixture->path = g_build_filename (fixture->folder, "a.mat", NULL);
  fixture->mat = Mat_CreateVer (fixture->path, NULL, g_strcmp0 (data, "v4") == 0 ? MAT_FT_MAT4 : MAT_FT_MAT5);
  g_assert_nonnull (fixture->mat);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  if (fixture->mat != NULL)
    Mat_Close (fixture->mat);
  eqp_test_remove (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static EqpDataset *
finish (Fixture *fixture, const EqpImportOptions *options)
{
  g_clear_pointer (&fixture->mat, Mat_Close);
  return eqp_test_load (fixture->path, options);
}

/* 6 samples of 2 features, column by column. */
static double six[] = { 1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60.5 };
static double classes[] = { 7, 7, -1, -1, 9, 9 };

static void
test_values (Fixture *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;

  write_doubles (fixture->mat, "fea", 6, 2, six);
  write_doubles (fixture->mat, "gnd", 6, 1, classes);
  dataset = finish (fixture, NULL);
  g_assert_cmpstr (eqp_dataset_get_format (dataset), ==, data != NULL ? "MAT v4" : "MAT v5");
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  for (int i = 0; i < 6; i++)
    for (int j = 0; j < 2; j++)
      eqp_assert_close (eqp_dataset_get_value (dataset, i, j), six[j * 6 + i], 1e-6);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 3);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "-1");
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[0], ==, 1);
}

/* Version 4 has no magic; what tells it is a name that ends where it is said to, whatever numbers follow. */
static void
test_name_v4 (Fixture *fixture, gconstpointer data)
{
  double sevenths[12];
  g_autoptr (EqpDataset) dataset = NULL;
  g_autofree char *content = NULL;
  gsize length;

  for (int i = 0; i < 12; i++)
    sevenths[i] = (i + 1) / 7.0;
  write_doubles (fixture->mat, "fea", 6, 2, sevenths);
  dataset = finish (fixture, NULL);
  g_assert_cmpstr (eqp_dataset_get_format (dataset), ==, "MAT v4");
  eqp_assert_close (eqp_dataset_get_value (dataset, 5, 1), 12.0 / 7.0, 1e-6);
  for (int at = 20; at < 24; at++)
    {
      g_autoptr (EqpDataset) other = NULL;
      char kept;

      g_assert_true (g_file_get_contents (fixture->path, &content, &length, NULL));
      kept = content[at];
      content[at] = kept == '\0' ? 'x' : '\0';
      g_assert_true (g_file_set_contents (fixture->path, content, (gssize) length, NULL));
      other = eqp_dataset_load (fixture->path, NULL, NULL, NULL, NULL);
      g_assert_null (other);
      content[at] = kept;
      g_assert_true (g_file_set_contents (fixture->path, content, (gssize) length, NULL));
      g_clear_pointer (&content, g_free);
    }
}

/* The five numbers of its header at their limits; a matrix of 2 x 3 with a name of one letter is what fits. */
static void
test_header_v4 (void)
{
  static const struct
  {
    guint32  type, rows, columns, imaginary, name;
    gboolean fits;
  } cases[] = {
    { 0, 2, 3, 0, 2, TRUE },           { 1, 2, 3, 0, 2, TRUE },           { 2, 2, 3, 0, 2, TRUE },
    { 3, 2, 3, 0, 2, FALSE },          { 50, 2, 3, 0, 2, TRUE },          { 60, 2, 3, 0, 2, FALSE },
    { 100, 2, 3, 0, 2, FALSE },        { 1000, 2, 3, 0, 2, FALSE },       { 2000, 2, 3, 0, 2, FALSE },
    { 0, 0, 3, 0, 2, FALSE },          { 0, 1, 1, 0, 2, TRUE },           { 0, 2, 0, 0, 2, FALSE },
    { 0, G_MAXINT32, 3, 0, 2, TRUE },  { 0, 1u << 31, 3, 0, 2, FALSE },   { 0, 2, G_MAXINT32, 0, 2, TRUE },
    { 0, 2, 1u << 31, 0, 2, FALSE },   { 0, 2, 3, 1, 2, TRUE },           { 0, 2, 3, 2, 2, FALSE },
    { 0, 2, 3, 0, 0, FALSE },          { 0, 2, 3, 0, 1, FALSE },          { 0, 2, 3, 0, 64, TRUE },
    { 0, 2, 3, 0, 65, FALSE },
  };

  for (guint at = 0; at < G_N_ELEMENTS (cases); at++)
    for (int big = 0; big < 2; big++)
      {
        guint32 numbers[] = { cases[at].type + (big ? 1000 : 0), cases[at].rows, cases[at].columns,
                              cases[at].imaginary, cases[at].name };
        guint8 head[128] = { 0 };
        EqpProbe probe = { .head = head };

        g_test_message ("%u %s", at, big ? "big" : "little");
        if (big && cases[at].type == 2000)
          numbers[0] = 0;
        for (int i = 0; i < 5; i++)
          numbers[i] = big ? GUINT32_TO_BE (numbers[i]) : GUINT32_TO_LE (numbers[i]);
        memcpy (head, numbers, sizeof numbers);
        memset (head + 20, 'x', cases[at].name < 2 ? 1 : cases[at].name - 1);
        probe.head_length = 20 + MAX (2, cases[at].name);
        g_assert_cmpint (_eqp_reader_mat.sniff (&probe) == 90, ==, cases[at].fits);
        probe.head_length--;
        g_assert_cmpint (_eqp_reader_mat.sniff (&probe), ==, 0);
      }
}

static void
test_packed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;
  g_autofree char *packed = NULL;
  guint open;

  write_doubles (fixture->mat, "fea", 6, 2, six);
  write_doubles (fixture->mat, "gnd", 6, 1, classes);
  g_clear_pointer (&fixture->mat, Mat_Close);
  packed = eqp_test_gzip (fixture->folder, "b.mat.gz", fixture->path);
  /* What the libraries keep open from their first use on is no matter. */
  eqp_dataset_unref (eqp_test_load (packed, NULL));
  open = eqp_test_count_open_files ();
  dataset = eqp_test_load (packed, NULL);
  /* What it was unpacked into is gone. */
  g_assert_cmpuint (eqp_test_count_open_files (), ==, open);
  g_assert_cmpstr (eqp_dataset_get_format (dataset), ==, data != NULL ? "MAT v4" : "MAT v5");
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 3);
  eqp_assert_close (eqp_dataset_get_value (dataset, 5, 1), 60.5, 1e-6);
}

/* Which matrix holds the features: by its name, else the largest, else the first; what belongs together counts
 * together. */
static void
test_which_matrix (EqpTestFolder *fixture, gconstpointer data)
{
  static const struct
  {
    const char *arrays;  /* name rows columns */
    const char *offered; /* as told, what was chosen first; with ? a question */
  } cases[] = {
    { "a 4 2,b 5 2", "b|a" },
    { "b 5 2,a 4 2", "b|a" },
    { "a 4 2,b 5 2,c 6 2", "c|b|a" },
    { "c 6 2,a 4 2,b 5 2", "c|b|a" },
    { "a 5 2,b 5 2", "?a|b" },
    { "a 5 2,b 5 2,c 4 2", "?a|b" },
    { "a 4 2,b 5 2,c 5 2", "?b|c" },
    { "big 50 2,X 3 2", "X|big" },
    { "X 3 2,data 5 2", "X|data" },
    { "data 5 2,X 3 2", "data|X" },
    { "v 50 1,m 3 2", "m|v" },
    { "a_train 10 2,b 9 2,a_test 2 2", "a_train+a_test|b" },
    { "a_train 10 2,b 13 2,a_test 2 2", "b|a_train+a_test" },
    { "a_test 2 2,a_train 10 2,b 9 2", "a_train+a_test|b" },
    { "a_train 4 2,a_test 3 3,b 5 2", "b|a_test|a_train" },
    { "a_train 4 2,b_test 3 2", "a_train|b_test" },
    { "a_train 10 2,a_test 5 2,b_train 8 2,b_test 8 2", "b_train+b_test|a_train+a_test" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, "a.mat", NULL);
      mat_t *mat = Mat_CreateVer (path, NULL, MAT_FT_MAT5);
      g_auto (GStrv) arrays = g_strsplit (cases[i].arrays, ",", -1);
      g_autoptr (GString) offered = g_string_new (NULL);
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (GError) error = NULL;
      const EqpDecision *decision = NULL;
      double items[100];

      g_test_message ("%s", cases[i].arrays);
      for (guint at = 0; at < G_N_ELEMENTS (items); at++)
        items[at] = 3.0 + 2.0 * at;
      for (guint at = 0; arrays[at] != NULL; at++)
        {
          g_auto (GStrv) words = g_strsplit (arrays[at], " ", 3);

          write_doubles (mat, words[0], (gsize) atoi (words[1]), (gsize) atoi (words[2]), items);
        }
      Mat_Close (mat);
      dataset = eqp_dataset_load (path, NULL, NULL, NULL, &error);
      if (dataset == NULL)
        decision = eqp_error_get_question (error);
      for (guint at = 0; dataset != NULL && at < eqp_dataset_get_choices (dataset)->len; at++)
        if (strcmp (((EqpDecision *) g_ptr_array_index (eqp_dataset_get_choices (dataset), at))->key, "variable") == 0)
          decision = g_ptr_array_index (eqp_dataset_get_choices (dataset), at);
      g_assert_nonnull (decision);
      for (guint at = 0; at < decision->alternatives->len; at++)
        g_string_append_printf (offered, "%s%s", at > 0 ? "|" : dataset == NULL ? "?" : "",
                                eqp_decision_get_alternative (decision, at)->value);
      g_assert_cmpstr (offered->str, ==, cases[i].offered);
    }
}

static void
test_transposed (Fixture *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;
  double values[] = { 1, 10, 2, 20, 3, 30, 4, 40, 5, 50, 6, 60.5 };

  write_doubles (fixture->mat, "X", 2, 6, values);
  write_doubles (fixture->mat, "Y", 1, 6, classes);
  dataset = finish (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  eqp_assert_close (eqp_dataset_get_value (dataset, 5, 1), 60.5, 1e-6);
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 0), 2, 1e-6);
}

static void
test_one_hot (Fixture *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;
  double hot[] = { 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0 };

  write_doubles (fixture->mat, "X", 6, 2, six);
  write_doubles (fixture->mat, "Y", 6, 3, hot);
  dataset = finish (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 3);
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[1], ==, 1);
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[2], ==, 2);
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[4], ==, 0);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "1");
}

/* A structure of both, as data.X and data.Y; one-hot with -1 for the others. */
static void
test_structure (Fixture *fixture, gconstpointer data)
{
  const char *fields[] = { "X", "Y" };
  double hot[] = { 1, -1, -1, -1, 1, -1, -1, 1, -1, -1, -1, 1, -1, -1, 1, 1, -1, -1 };
  size_t one[2] = { 1, 1 }, dims[2] = { 6, 2 }, hot_dims[2] = { 6, 3 };
  matvar_t *var = Mat_VarCreateStruct ("data", 2, one, fields, 2);
  g_autoptr (EqpDataset) dataset = NULL;

  Mat_VarSetStructFieldByName (var, "X", 0, Mat_VarCreate ("X", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, six, 0));
  Mat_VarSetStructFieldByName (var, "Y", 0, Mat_VarCreate ("Y", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, hot_dims, hot, 0));
  g_assert_cmpint (Mat_VarWrite (fixture->mat, var, MAT_COMPRESSION_ZLIB), ==, 0);
  Mat_VarFree (var);
  dataset = finish (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 3);
  eqp_assert_close (eqp_dataset_get_value (dataset, 5, 1), 60.5, 1e-6);
  g_assert_nonnull (strstr (eqp_test_choice (dataset, "variable")->evidence, "“data.X” (6 × 2)"));
}

static void
test_vectors (Fixture *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;

  write_doubles (fixture->mat, "width", 6, 1, six);
  write_doubles (fixture->mat, "height", 1, 6, six + 6);
  write_doubles (fixture->mat, "gnd", 6, 1, classes);
  dataset = finish (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 3);
  g_assert_cmpstr (eqp_dataset_get_column_name (dataset, 1), ==, "height");
  eqp_assert_close (eqp_dataset_get_value (dataset, 5, 1), 60.5, 1e-6);
}

static void
test_image_stack (Fixture *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;
  size_t dims[3] = { 2, 3, 4 };
  guint8 pixels[24];
  gint width, height;
  gboolean transposed;

  for (int i = 0; i < 24; i++)
    pixels[i] = (guint8) (i * i % 251);
  write_array (fixture->mat, "images", MAT_C_UINT8, MAT_T_UINT8, 3, dims, pixels, MAT_COMPRESSION_ZLIB);
  dataset = finish (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 6);
  eqp_assert_close (eqp_dataset_get_value (dataset, 2, 3), pixels[2 * 6 + 3], 1e-6);
  g_assert_true (eqp_dataset_get_image_shape (dataset, &width, &height, &transposed));
  g_assert_cmpint (width, ==, 3);
  g_assert_cmpint (height, ==, 2);
  g_assert_true (transposed);
}

static void
test_missing (Fixture *fixture, gconstpointer data)
{
  double gaps[] = { 1, NAN, 3, 4, 5, 6, 10, 20, 30, INFINITY, 50, 60 };
  EqpImportOptions options = { .missing = EQP_MISSING_DROP };
  g_autoptr (EqpDataset) dataset = NULL, filled = NULL;

  write_doubles (fixture->mat, "fea", 6, 2, gaps);
  write_doubles (fixture->mat, "gnd", 6, 1, classes);
  dataset = finish (fixture, &options);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  g_assert_cmpint (eqp_dataset_get_missing (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[1], ==, 0);
  filled = eqp_test_load (fixture->path, NULL);
  g_assert_cmpint (eqp_dataset_get_n (filled), ==, 6);
  eqp_assert_close (eqp_dataset_get_value (filled, 1, 0), 3.8, 1e-6);
}

static void
test_options (Fixture *fixture, gconstpointer data)
{
  double other[] = { 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, -1, -2, 1, 1, 2, 2, 3, 3 };
  EqpImportOptions variable = { .variable = "other", .labels = "last" };
  EqpImportOptions none = { .labels = "none", .columns = "2" };
  EqpImportOptions absent = { .variable = "nothing" };
  EqpImportOptions beyond = { .columns = "1-9" };
  g_autoptr (EqpDataset) chosen = NULL, plain = NULL;

  write_doubles (fixture->mat, "fea", 6, 2, six);
  write_doubles (fixture->mat, "gnd", 6, 1, classes);
  write_doubles (fixture->mat, "other", 6, 3, other);
  chosen = finish (fixture, &variable);
  g_assert_cmpint (eqp_dataset_get_d (chosen), ==, 2);
  g_assert_cmpint (eqp_dataset_get_n_classes (chosen), ==, 3);
  g_assert_cmpstr (eqp_dataset_get_class_name (chosen, 2), ==, "3");
  plain = eqp_test_load (fixture->path, &none);
  g_assert_cmpint (eqp_dataset_get_d (plain), ==, 1);
  g_assert_null (eqp_dataset_get_labels (plain));
  eqp_assert_close (eqp_dataset_get_value (plain, 5, 0), 60.5, 1e-6);
  eqp_test_load_fails (fixture->path, &absent, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "“fea” (6 × 2)");
  eqp_test_load_fails (fixture->path, &beyond, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "numbered 1 to 2");
}

static void
test_sparse (Fixture *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;
  mat_uint32_t rows[] = { 0, 3, 1 }, starts[] = { 0, 2, 2, 3 };
  double values[] = { 5, 6, 7.5 };
  mat_sparse_t sparse = { 3, rows, 3, starts, 4, 3, values };
  size_t dims[2] = { 4, 3 };

  write_array (fixture->mat, "fea", MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &sparse, MAT_COMPRESSION_NONE);
  dataset = finish (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 3);
  g_assert_cmpfloat (eqp_dataset_get_value (dataset, 3, 0), ==, 6);
  g_assert_cmpfloat (eqp_dataset_get_value (dataset, 1, 2), ==, 7.5);
  g_assert_cmpfloat (eqp_dataset_get_total_ss (dataset), >, 0);

  _eqp_set_free_memory (50);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_TOO_LARGE, "4 × 3");
  _eqp_set_free_memory (0);
}

/* A square of so few nodes is features, unless a graph is asked for. */
static void
test_sparse_as_graph (Fixture *fixture, gconstpointer data)
{
  const EqpImportOptions as_graph = { .take = EQP_TAKE_GRAPH }, as_features = { .take = EQP_TAKE_FEATURES };
  g_autoptr (EqpDataset) graph = NULL, features = NULL, guessed = NULL;
  mat_uint32_t rows[] = { 1, 0 }, starts[] = { 0, 1, 2 };
  double values[] = { 1.5, 1.5 };
  mat_sparse_t sparse = { 2, rows, 2, starts, 3, 2, values };
  size_t dims[2] = { 2, 2 };

  write_array (fixture->mat, "W", MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &sparse, MAT_COMPRESSION_NONE);
  graph = finish (fixture, &as_graph);
  features = eqp_test_load (fixture->path, &as_features);
  guessed = eqp_test_load (fixture->path, NULL);
  eqp_test_assert_edges (graph, 2, "1-2:1.5");
  g_assert_null (eqp_dataset_get_graph (features));
  g_assert_null (eqp_dataset_get_graph (guessed));
  g_assert_cmpint (eqp_dataset_get_d (features), ==, 2);
}

/* A sparse matrix with a single 1 for each sample is its classes, whichever way it lies; with two 1 for one it is not. */
static void
test_one_hot_sparse (Fixture *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;
  const char *kind = data;
  double values[] = { 1, 2, 3, 4, 5, 6, 10, 20, 30, 40, 50, 60.5 }, ones[] = { 1, 1, 1, 1, 1, 1 };
  /* 6 samples below each other and 3 classes; or 3 rows and 6 columns. */
  mat_uint32_t below[] = { 0, 5, 1, 3, 2, 4 }, starts_below[] = { 0, 2, 4, 6 };
  mat_uint32_t beside[] = { 0, 1, 2, 1, 2, 0 }, starts_beside[] = { 0, 1, 2, 3, 4, 5, 6 };
  mat_sparse_t sparse = { 6, below, 6, starts_below, 4, 6, ones };
  size_t dims[2] = { 6, 3 };

  if (strcmp (kind, "beside") == 0)
    {
      sparse = (mat_sparse_t) { 6, beside, 6, starts_beside, 7, 6, ones };
      dims[0] = 3;
      dims[1] = 6;
    }
  if (strcmp (kind, "twice") == 0)
    below[1] = 1;
  write_doubles (fixture->mat, "X", 2, 6, values);
  write_array (fixture->mat, "Y", MAT_C_SPARSE, MAT_T_DOUBLE, 2, dims, &sparse, MAT_COMPRESSION_NONE);
  dataset = finish (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, strcmp (kind, "twice") == 0 ? 2 : 6);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, strcmp (kind, "twice") == 0 ? 0 : 3);
  if (strcmp (kind, "twice") == 0)
    return;
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "1");
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[0], ==, 0);
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[3], ==, 1);
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[4], ==, 2);
  g_clear_pointer (&dataset, eqp_dataset_unref);
  dataset = eqp_test_load (fixture->path, &(EqpImportOptions) { .max_rows = 4 });
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 3);
}

/* Train and test of different sizes, with samples as columns; the labels are told by their names. */
static void
test_joined_columns (Fixture *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL, bare = NULL;
  double train[] = { 1, 10, 2, 20, 3, 30, 4, 40 }, test[] = { 5, 50, 6, 60.5, 7, 70 }, classes_of[] = { 1, 2, 1, 2, 2, 1, 2 };

  write_doubles (fixture->mat, "Train_DAT", 2, 4, train);
  write_doubles (fixture->mat, "Test_DAT", 2, 3, test);
  write_doubles (fixture->mat, "trainlabels", 1, 4, classes_of);
  write_doubles (fixture->mat, "testlabels", 1, 3, classes_of + 4);
  dataset = finish (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 7);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  eqp_assert_close (eqp_dataset_get_value (dataset, 5, 1), 60.5, 1e-6);
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[5], ==, 0);
  g_assert_cmpstr (eqp_decision_get_alternative (eqp_test_choice (dataset, "orientation"), 0)->title, ==,
                   "7 points, the columns");
  bare = eqp_test_load (fixture->path, &(EqpImportOptions) { .labels = "none" });
  g_assert_cmpint (eqp_dataset_get_n (bare), ==, 7);
}

static void
test_text_only (Fixture *fixture, gconstpointer data)
{
  size_t dims[2] = { 1, 5 };
  char text[] = "hello";

  write_array (fixture->mat, "note", MAT_C_CHAR, MAT_T_UINT8, 2, dims, text, MAT_COMPRESSION_NONE);
  g_clear_pointer (&fixture->mat, Mat_Close);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "no array of numbers");
}

static void
test_text_labels (Fixture *fixture, gconstpointer data)
{
  static const char *const texts[] = { "cat", "cat", "ox", "ox", "emu", "emu" };
  size_t one[2] = { 1, 0 }, cells_dims[2] = { 6, 1 }, rows[2] = { 6, 3 };
  char matrix[] = "ccooeeaaxxmmtt  uu";
  EqpImportOptions options = { .labels = "rows" }, features = { .variable = "rows" };
  g_autoptr (EqpDataset) dataset = NULL, same = NULL;
  matvar_t *cells[7] = { NULL }, *var;

  for (int i = 0; i < 6; i++)
    {
      one[1] = strlen (texts[i]);
      cells[i] = Mat_VarCreate (NULL, MAT_C_CHAR, MAT_T_UINT8, 2, one, (void *) texts[i], 0);
    }
  write_doubles (fixture->mat, "X", 6, 2, six);
  var = Mat_VarCreate ("labels", MAT_C_CELL, MAT_T_CELL, 2, cells_dims, cells, 0);
  g_assert_cmpint (Mat_VarWrite (fixture->mat, var, MAT_COMPRESSION_NONE), ==, 0);
  Mat_VarFree (var);
  write_array (fixture->mat, "rows", MAT_C_CHAR, MAT_T_UINT8, 2, rows, matrix, MAT_COMPRESSION_ZLIB);

  dataset = finish (fixture, NULL);
  same = eqp_test_load (fixture->path, &options);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 3);
  g_assert_cmpint (eqp_dataset_get_n_classes (same), ==, 3);
  for (int i = 0; i < 6; i++)
    {
      g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[i]), ==, texts[i]);
      g_assert_cmpstr (eqp_dataset_get_class_name (same, eqp_dataset_get_labels (same)[i]), ==, texts[i]);
    }
  eqp_test_load_fails (fixture->path, &features, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "“rows” holds text");
}

/* Those of kinds that have no real numbers are left out, and told. */
static void
test_skipped (Fixture *fixture, gconstpointer data)
{
  size_t dims[2] = { 1, 5 };
  char text[] = "hello";
  g_autoptr (EqpDataset) dataset = NULL;

  write_array (fixture->mat, "note", MAT_C_CHAR, MAT_T_UINT8, 2, dims, text, MAT_COMPRESSION_NONE);
  write_doubles (fixture->mat, "X", 6, 2, six);
  write_array (fixture->mat, "remark", MAT_C_CHAR, MAT_T_UINT8, 2, dims, text, MAT_COMPRESSION_NONE);
  dataset = finish (fixture, NULL);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_true (eqp_test_says (eqp_dataset_get_decisions (dataset), "2 arrays have no real numbers"));
}

/* Whatever is wrong in the file, there is a data set or a sentence; the library may die of it, the program not. */
/* Characters beyond ASCII, as MATLAB writes them, and as others do. */
static void
check_foreign_labels (Fixture *fixture, gboolean narrow)
{
  static const char *const texts[] = { "甲", "甲", "乙", "乙", "Größe", "Größe" };
  size_t cells_dims[2] = { 6, 1 };
  matvar_t *cells[6], *var;
  g_autoptr (EqpDataset) dataset = NULL;

  write_doubles (fixture->mat, "X", 6, 2, six);
  for (int i = 0; i < 6; i++)
    {
      g_autofree gunichar2 *wide = g_utf8_to_utf16 (texts[i], -1, NULL, NULL, NULL);
      size_t one[2] = { 1, (size_t) g_utf8_strlen (texts[i], -1) };

      cells[i] = Mat_VarCreate (NULL, MAT_C_CHAR, MAT_T_UINT16, 2, one, wide, 0);
    }
  var = Mat_VarCreate ("labels", MAT_C_CELL, MAT_T_CELL, 2, cells_dims, cells, 0);
  g_assert_cmpint (Mat_VarWrite (fixture->mat, var, MAT_COMPRESSION_NONE), ==, 0);
  Mat_VarFree (var);
  if (!narrow)
    dataset = finish (fixture, NULL);
  else
    {
      g_autofree char *bytes = NULL;
      gsize length;

      /* The same texts with their bytes in place of their wide characters: type 16 and 3 or 7 bytes. */
      g_clear_pointer (&fixture->mat, Mat_Close);
      g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
      for (gsize i = 0; i + 16 <= length; i += 4)
        if (memcmp (bytes + i, "\x04\x00\x02\x00\x32\x75", 6) == 0 || memcmp (bytes + i, "\x04\x00\x02\x00\x59\x4e", 6) == 0)
          {
            bytes[i] = 16;
            bytes[i + 2] = 3;
            memcpy (bytes + i + 4, bytes[i + 4] == 0x32 ? "甲" : "乙", 3);
          }
      g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) length, NULL));
      dataset = eqp_test_load (fixture->path, NULL);
    }
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 3);
  for (int i = 0; i < 6; i++)
    g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[i]), ==, texts[i]);
}

static void
test_foreign_labels (Fixture *fixture, gconstpointer data)
{
  check_foreign_labels (fixture, FALSE);
}

static void
test_narrow_labels (Fixture *fixture, gconstpointer data)
{
  check_foreign_labels (fixture, TRUE);
}

/* The sum at the end of a packed array tells that a byte of it is another one. */
static void
test_sum (Fixture *fixture, gconstpointer data)
{
  g_autofree char *bytes = NULL;
  gsize length;

  write_doubles (fixture->mat, "X", 6, 2, six);
  g_clear_pointer (&fixture->mat, Mat_Close);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  bytes[length - 1] ^= 1;
  g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) length, NULL));
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "is damaged");
}

/* Labels alone are not taken for features because the features are complex. */
static void
test_complex (Fixture *fixture, gconstpointer data)
{
  size_t dims[2] = { 6, 2 };
  mat_complex_split_t parts = { six, six };
  matvar_t *var = Mat_VarCreate ("X", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, &parts, MAT_F_COMPLEX);

  g_assert_cmpint (Mat_VarWrite (fixture->mat, var, MAT_COMPRESSION_NONE), ==, 0);
  Mat_VarFree (var);
  write_doubles (fixture->mat, "y", 6, 1, classes);
  g_clear_pointer (&fixture->mat, Mat_Close);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "“X” has complex numbers");
}

static void
test_flipped (Fixture *fixture, gconstpointer data)
{
  g_autofree char *bytes = NULL;
  gsize length;

  write_doubles (fixture->mat, "fea", 6, 2, six);
  write_doubles (fixture->mat, "gnd", 6, 1, classes);
  g_clear_pointer (&fixture->mat, Mat_Close);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  for (gsize i = 128; i < length; i += 3)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (EqpDataset) dataset = NULL;
      g_autofree char *path = NULL;

      bytes[i] ^= 0x55;
      path = eqp_test_write (fixture->folder, "flipped.mat", bytes, length);
      bytes[i] ^= 0x55;
      dataset = eqp_dataset_load (path, NULL, NULL, NULL, &error);
      g_assert_true ((dataset == NULL) == (error != NULL));
    }
}

static void
test_cut (Fixture *fixture, gconstpointer data)
{
  g_autofree char *bytes = NULL, *path = NULL;
  gsize length;

  write_doubles (fixture->mat, "fea", 6, 2, six);
  g_clear_pointer (&fixture->mat, Mat_Close);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  path = eqp_test_write (fixture->folder, "cut.mat", bytes, length - 20);
  eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "at byte 128");
}

/* A small file that announces a large array. */
static void
test_boast (Fixture *fixture, gconstpointer data)
{
  g_autofree char *bytes = NULL, *path = NULL;
  guint32 rows = 2000000000;
  gsize length;
  size_t dims[2] = { 6, 2 };

  write_array (fixture->mat, "fea", MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, six, MAT_COMPRESSION_NONE);
  g_clear_pointer (&fixture->mat, Mat_Close);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  /* Element, flags and the tag of the dimensions stand before. */
  memcpy (bytes + 128 + 8 + 16 + 8, &rows, sizeof rows);
  path = eqp_test_write (fixture->folder, "boast.mat", bytes, length);
  eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "2000000000 × 2");
}

static void
test_cancel (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = NULL;

  write_doubles (fixture->mat, "fea", 6, 2, six);
  g_clear_pointer (&fixture->mat, Mat_Close);
  g_cancellable_cancel (cancellable);
  dataset = eqp_dataset_load (fixture->path, NULL, NULL, cancellable, &error);
  g_assert_null (dataset);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

#define ADD(name, function) g_test_add ("/core/reader-mat/" name, Fixture, NULL, set_up, function, tear_down)

/* matio makes zeros of what a file of version 4 lacks. */
static void
test_cut_v4 (Fixture *fixture, gconstpointer data)
{
  double items[40];
  g_autofree char *bytes = NULL, *path = NULL;
  gsize length;

  for (int i = 0; i < 40; i++)
    items[i] = i * 0.5;
  write_doubles (fixture->mat, "W", 2, 20, items);
  write_doubles (fixture->mat, "X", 10, 4, items);
  g_clear_pointer (&fixture->mat, Mat_Close);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &length, NULL));
  path = eqp_test_write (fixture->folder, "cut.mat", bytes, length - 9);
  eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "“X” should have 10 × 4 values");
}

/* Without the program that the library runs in there is a sentence; with another program in its place, too. */
static void
test_no_reader (Fixture *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = NULL;

  write_doubles (fixture->mat, "fea", 6, 2, six);
  g_clear_pointer (&fixture->mat, Mat_Close);
  g_setenv ("EQP_READER", "/nowhere/equipoise-reader", TRUE);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "“equipoise-reader” that reads such files is missing");
  g_setenv ("EQP_READER", "/bin/true", TRUE);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_PARSE, "the list of arrays");
  g_unsetenv ("EQP_READER");
  dataset = eqp_test_load (fixture->path, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  eqp_test_add_truths ("/core/reader-mat", truths, G_N_ELEMENTS (truths));
  ADD ("values", test_values);
  g_test_add ("/core/reader-mat/values-v4", Fixture, "v4", set_up, test_values, tear_down);
  ADD ("packed", test_packed);
  g_test_add ("/core/reader-mat/cut-v4", Fixture, "v4", set_up, test_cut_v4, tear_down);
  g_test_add ("/core/reader-mat/name-v4", Fixture, "v4", set_up, test_name_v4, tear_down);
  g_test_add_func ("/core/reader-mat/header-v4", test_header_v4);
  g_test_add ("/core/reader-mat/packed-v4", Fixture, "v4", set_up, test_packed, tear_down);
  g_test_add ("/core/reader-mat/which-matrix", EqpTestFolder, NULL, eqp_test_folder_set_up, test_which_matrix,
              eqp_test_folder_tear_down);
  ADD ("transposed", test_transposed);
  ADD ("one-hot", test_one_hot);
  ADD ("structure", test_structure);
  ADD ("vectors", test_vectors);
  ADD ("image-stack", test_image_stack);
  ADD ("missing", test_missing);
  ADD ("options", test_options);
  ADD ("sparse", test_sparse);
  ADD ("sparse-as-graph", test_sparse_as_graph);
  g_test_add ("/core/reader-mat/one-hot-sparse-below", Fixture, "below", set_up, test_one_hot_sparse, tear_down);
  g_test_add ("/core/reader-mat/one-hot-sparse-beside", Fixture, "beside", set_up, test_one_hot_sparse, tear_down);
  g_test_add ("/core/reader-mat/one-hot-sparse-twice", Fixture, "twice", set_up, test_one_hot_sparse, tear_down);
  ADD ("joined-columns", test_joined_columns);
  ADD ("text-only", test_text_only);
  ADD ("skipped", test_skipped);
  ADD ("text-labels", test_text_labels);
  ADD ("flipped", test_flipped);
  ADD ("cut", test_cut);
  ADD ("boast", test_boast);
  ADD ("cancel", test_cancel);
  ADD ("foreign-labels", test_foreign_labels);
  ADD ("foreign-labels-utf-8", test_narrow_labels);
  ADD ("sum", test_sum);
  ADD ("complex", test_complex);
  ADD ("no-reader", test_no_reader);
  return g_test_run ();
}
