/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse rows against the same rows dense: what is said of them, what becomes of them, and that they stay sparse. */
#include "config.h"

#include "eqp-test.h"
#include "eqp-truth.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-memory.h"
#include "base/eqp-sparse-rows.h"
#include "data/eqp-data-private.h"
#include "import/eqp-sparse.h"

#define N 300
#define D 90
#define NEARLY 6 /* a column with a single zero */
#define FULL 7   /* a column without zeros, whose mean is large beside its spread */
#define STEADY 8 /* a column of one value */
#define EMPTY 9

typedef struct
{
  EqpDataset *sparse;
  EqpDataset *dense;
} Pair;

/* Every tenth row is empty but for two columns, every row after 200 a copy of one before. */
static void
fill_row (EqpRng *rng, gint64 i, float *row)
{
  memset (row, 0, D * sizeof (float));
  row[NEARLY] = i == 0 ? 0.0f : 2.5f;
  row[FULL] = 1000.0f + (float) eqp_rng_below (rng, 5);
  row[STEADY] = 0.1f;
  for (gint64 j = 10; i % 10 != 0 && j < D; j++)
    if (eqp_rng_below (rng, 12) == 0)
      row[j] = (float) (j % 3 == 0 ? (double) (1 + eqp_rng_below (rng, 4)) : eqp_rng_normal (rng));
}

static void
set_up (Pair *pair, gconstpointer data)
{
  EqpDatasetParts dense = { .n = N, .d = D }, sparse = { .n = N, .d = D };
  EqpRng rng;
  gint64 entries = 0;

  eqp_rng_init (&rng, GPOINTER_TO_UINT (data), 0);
  dense.features = eqp_try_alloc (N * D, sizeof (float), "a test", NULL);
  sparse.sparse = _eqp_sparse_rows_new (N, D, N * D, NULL);
  dense.labels = g_new (gint32, N);
  for (gint64 i = 0; i < N; i++)
    {
      float *row = dense.features + i * D;

      if (i > 200)
        memcpy (row, dense.features + (i - 200) * D, D * sizeof (float));
      else
        fill_row (&rng, i, row);
      dense.labels[i] = (gint32) (i % 3);
      for (gint32 j = 0; j < D; j++)
        if (row[j] != 0.0f)
          {
            sparse.sparse->columns[entries] = j;
            sparse.sparse->values[entries++] = row[j];
          }
      sparse.sparse->starts[i + 1] = entries;
    }
  sparse.labels = g_memdup2 (dense.labels, N * sizeof (gint32));
  pair->sparse = eqp_dataset_new (&sparse);
  pair->dense = eqp_dataset_new (&dense);
}

static void
tear_down (Pair *pair, gconstpointer data)
{
  eqp_dataset_unref (pair->sparse);
  eqp_dataset_unref (pair->dense);
}

/* @shifted: the dense values are stored less an offset, the sparse ones are not */
static void
assert_same (EqpDataset *sparse, EqpDataset *dense, gboolean shifted)
{
  gint64 n = eqp_dataset_get_n (dense), d = eqp_dataset_get_d (dense);

  g_assert_nonnull (eqp_dataset_get_sparse (sparse));
  g_assert_cmpint (eqp_dataset_get_n (sparse), ==, n);
  g_assert_cmpint (eqp_dataset_get_d (sparse), ==, d);
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < d; j++)
      {
        eqp_assert_close (eqp_dataset_get_value (sparse, i, j), eqp_dataset_get_value (dense, i, j),
                          shifted ? 1e-4 : 0.0);
        if (!shifted)
          g_assert_cmpfloat (eqp_dataset_get_stored (sparse, i, j), ==, eqp_dataset_get_stored (dense, i, j));
      }
  for (gint64 j = 0; j < d; j++)
    {
      if (!shifted)
        eqp_assert_close (eqp_dataset_get_mean (sparse)[j], eqp_dataset_get_mean (dense)[j], 1e-12);
      eqp_assert_close (eqp_dataset_get_column_ss (sparse, j), eqp_dataset_get_column_ss (dense, j),
                        shifted ? 1e-4 : 1e-12);
    }
  eqp_assert_close (eqp_dataset_get_total_ss (sparse), eqp_dataset_get_total_ss (dense), shifted ? 1e-6 : 1e-12);
}

static void
test_sums (Pair *pair, gconstpointer data)
{
  GPtrArray *told = eqp_dataset_get_findings (pair->dense);

  assert_same (pair->sparse, pair->dense, FALSE);
  g_assert_cmpfloat (eqp_dataset_get_column_ss (pair->sparse, STEADY), ==, 0.0);
  g_assert_cmpfloat (eqp_dataset_get_column_ss (pair->sparse, EMPTY), ==, 0.0);
  g_assert_cmpuint (eqp_dataset_get_findings (pair->sparse)->len, ==, told->len);
  g_assert_true (eqp_test_says (told, "copies"));
  for (guint i = 0; i < told->len; i++)
    g_assert_cmpstr (g_ptr_array_index (eqp_dataset_get_findings (pair->sparse), i), ==, g_ptr_array_index (told, i));
}

static void
test_rows (Pair *pair, gconstpointer data)
{
  g_autofree double *sums = g_new0 (double, D);
  g_autofree double *expected = g_new0 (double, D);
  g_autofree double *center = g_new (double, D);
  double norm = 0.0;
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (gint64 i = 0; i < N; i += 7)
    {
      eqp_dataset_add_row (pair->sparse, i, -2.0, sums);
      eqp_dataset_add_row (pair->dense, i, -2.0, expected);
    }
  for (gint64 j = 0; j < D; j++)
    {
      g_assert_cmpfloat (sums[j], ==, expected[j]);
      /* So near the rows in one column that most of the norms cancels. */
      center[j] = j == FULL ? 1002.0 : 0.1 * eqp_rng_normal (&rng);
      norm += center[j] * center[j];
    }
  for (gint64 i = 0; i < N; i++)
    {
      eqp_assert_close (eqp_dataset_get_distance (pair->sparse, i, center, norm),
                        eqp_dataset_get_distance (pair->dense, i, center, norm), 1e-12);
      eqp_assert_close (eqp_dataset_get_distance (pair->sparse, i, center, -1.0),
                        eqp_dataset_get_distance (pair->dense, i, center, -1.0), 1e-12);
      for (gint64 j = 0; j < D; j++)
        expected[j] = eqp_dataset_get_stored (pair->dense, (i * 31 + 5) % N, j);
      eqp_assert_close (_eqp_sparse_rows_between (eqp_dataset_get_sparse (pair->sparse), i, (i * 31 + 5) % N),
                        eqp_dataset_get_distance (pair->dense, i, expected, -1.0), 1e-12);
    }
}

static void
test_turn (Pair *pair, gconstpointer data)
{
  const EqpSparseRows *rows = eqp_dataset_get_sparse (pair->sparse);
  g_autoptr (EqpSparseRows) turned = _eqp_sparse_rows_turn (rows, NULL);

  g_assert_cmpint (turned->n, ==, D);
  g_assert_cmpint (turned->d, ==, N);
  g_assert_cmpint (_eqp_sparse_rows_count (turned), ==, _eqp_sparse_rows_count (rows));
  for (gint64 j = 0; j < D; j++)
    for (gint64 i = 0; i < N; i++)
      g_assert_cmpfloat (_eqp_sparse_rows_get (turned, j, i), ==, _eqp_sparse_rows_get (rows, i, j));
}

static void
test_profile (Pair *pair, gconstpointer data)
{
  g_autoptr (EqpProfile) sparse = eqp_profile_new (pair->sparse, 2, NULL, NULL);
  g_autoptr (EqpProfile) dense = eqp_profile_new (pair->dense, 2, NULL, NULL);

  for (gint64 j = 0; j < D; j++)
    {
      const EqpColumnProfile *a = eqp_profile_get_column (sparse, j), *b = eqp_profile_get_column (dense, j);

      g_assert_cmpint (a->type, ==, b->type);
      g_assert_cmpfloat (a->min, ==, b->min);
      g_assert_cmpfloat (a->max, ==, b->max);
      eqp_assert_close (a->mean, b->mean, 1e-12);
      eqp_assert_close (a->sd, b->sd, 1e-12);
      g_assert_cmpint (a->distinct, ==, b->distinct);
      g_assert_cmpint (a->n_bins, ==, b->n_bins);
      g_assert_cmpmem (a->bins, sizeof a->bins, b->bins, sizeof b->bins);
    }
}

static void
test_findings (Pair *pair, gconstpointer data)
{
  g_autoptr (GPtrArray) sparse = eqp_findings_new (pair->sparse, 5, NULL, NULL);
  g_autoptr (GPtrArray) dense = eqp_findings_new (pair->dense, 5, NULL, NULL);

  g_assert_cmpuint (sparse->len, ==, dense->len);
  for (guint i = 0; i < dense->len; i++)
    g_assert_cmpstr (((EqpFinding *) g_ptr_array_index (sparse, i))->sentence, ==,
                     ((EqpFinding *) g_ptr_array_index (dense, i))->sentence);
}

static void
test_edit (Pair *pair, gconstpointer data)
{
  for (int round = 0; round < 4; round++)
    {
      g_autoptr (EqpEdit) edit = eqp_edit_new ();
      g_autoptr (EqpDataset) sparse = NULL;
      g_autoptr (EqpDataset) dense = NULL;

      for (gint64 j = round; (round & 1) != 0 && j < D; j += 4)
        eqp_edit_set_dropped (edit, j, TRUE);
      edit->distinct = round != 1;
      edit->label = round == 3 ? FULL - 1 + round % 2 : -1;
      sparse = eqp_dataset_edit (pair->sparse, edit, NULL, NULL);
      dense = eqp_dataset_edit (pair->dense, edit, NULL, NULL);
      assert_same (sparse, dense, FALSE);
      g_assert_true (round == 1 || eqp_dataset_get_n (sparse) < N);
      g_assert_cmpint (eqp_dataset_get_n_classes (sparse), ==, eqp_dataset_get_n_classes (dense));
      g_assert_cmpmem (eqp_dataset_get_labels (sparse), sizeof (gint32) * (gsize) eqp_dataset_get_n (sparse),
                       eqp_dataset_get_labels (dense), sizeof (gint32) * (gsize) eqp_dataset_get_n (dense));
      g_assert_cmpint (eqp_dataset_get_n_read (sparse), ==, N);
      for (gint64 i = 0; i < eqp_dataset_get_n (sparse); i++)
        g_assert_cmpint (eqp_dataset_get_origin (sparse, i), ==, eqp_dataset_get_origin (dense, i));
    }
}

static void
test_take_rows (Pair *pair, gconstpointer data)
{
  static const gint32 rows[] = { 5, 0, 299, 17, 5 };
  g_autoptr (EqpDataset) sparse = eqp_dataset_take_rows (pair->sparse, rows, 5, NULL);
  g_autoptr (EqpDataset) dense = eqp_dataset_take_rows (pair->dense, rows, 5, NULL);

  assert_same (sparse, dense, FALSE);
}

static void
test_prepare (Pair *pair, gconstpointer data)
{
  for (int how = EQP_NORMALIZE_STANDARD; how <= EQP_NORMALIZE_UNIT; how++)
    {
      const EqpPreparation preparation = { .normalize = how };
      g_autoptr (EqpDataset) sparse = eqp_dataset_prepare (pair->sparse, &preparation, 2, NULL, NULL);
      g_autoptr (EqpDataset) dense = eqp_dataset_prepare (pair->dense, &preparation, 2, NULL, NULL);

      assert_same (sparse, dense, TRUE);
    }
}

/* Twice: what was standardized has offsets, so that unit rows of it are not sparse. */
static void
test_prepare_twice (Pair *pair, gconstpointer data)
{
  const EqpPreparation first = { .normalize = EQP_NORMALIZE_STANDARD }, second = { .normalize = EQP_NORMALIZE_UNIT };
  g_autoptr (EqpDataset) sparse = eqp_dataset_prepare (pair->sparse, &first, 1, NULL, NULL);
  g_autoptr (EqpDataset) dense = eqp_dataset_prepare (pair->dense, &first, 1, NULL, NULL);
  g_autoptr (EqpDataset) a = eqp_dataset_prepare (sparse, &second, 1, NULL, NULL);
  g_autoptr (EqpDataset) b = eqp_dataset_prepare (dense, &second, 1, NULL, NULL);

  g_assert_null (eqp_dataset_get_sparse (a));
  for (gint64 i = 0; i < N; i++)
    for (gint64 j = 0; j < D; j++)
      eqp_assert_close (eqp_dataset_get_value (a, i, j), eqp_dataset_get_value (b, i, j), 1e-4);
}

/* Both ways of computing components: the matrix of the smaller side, and the iteration. */
static void
assert_components (EqpDataset *sparse, EqpDataset *dense, gint count, double tolerance)
{
  gint64 n = eqp_dataset_get_n (dense);
  g_autoptr (EqpPca) a = eqp_pca_new (sparse, count, 1, NULL, NULL);
  g_autoptr (EqpPca) b = eqp_pca_new (dense, count, 1, NULL, NULL);
  g_autoptr (EqpPca) again = eqp_pca_new (sparse, count, 3, NULL, NULL);
  g_autofree float *x = g_new (float, (gsize) (n * count));
  g_autofree float *y = g_new (float, (gsize) (n * count));

  g_assert_cmpmem (a->components, sizeof (double) * (gsize) (count * a->d), again->components,
                   sizeof (double) * (gsize) (count * a->d));
  eqp_pca_project (a, sparse, 2, x);
  eqp_pca_project (a, dense, 1, y);
  for (gint c = 0; c < count; c++)
    eqp_assert_close (a->variances[c], b->variances[c], tolerance * b->variances[0]);
  for (gint64 e = 0; e < n * count; e++)
    eqp_assert_close (x[e], y[e], 1e-3);
}

static void
test_pca (Pair *pair, gconstpointer data)
{
  assert_components (pair->sparse, pair->dense, 5, 1e-9);
  assert_components (pair->sparse, pair->dense, 40, 1e-9);
}

/* Neither side is small enough for a matrix of all pairs; the smaller one is that of the columns, or of the rows. */
static void
test_pca_large (gconstpointer rows)
{
  const gint64 n = GPOINTER_TO_INT (rows), d = 1600 - n;
  EqpDatasetParts parts = { .n = n, .d = d }, copy = { .n = n, .d = d };
  g_autoptr (EqpDataset) sparse = NULL;
  g_autoptr (EqpDataset) dense = NULL;
  EqpRng rng;
  gint64 entries = 0;

  eqp_rng_init (&rng, 8, 0);
  parts.sparse = _eqp_sparse_rows_new (n, d, n * d, NULL);
  copy.features = eqp_try_alloc ((gsize) (n * d), sizeof (float), "a test", NULL);
  for (gint64 i = 0; i < n; i++)
    {
      for (gint32 j = 0; j < d; j++)
        if (eqp_rng_below (&rng, 20) == 0 || (j - i) % 7 == 0)
          {
            parts.sparse->columns[entries] = j;
            copy.features[i * d + j] = parts.sparse->values[entries++] =
                (float) (1.0 + (double) ((i % 7) + 1) * eqp_rng_uniform (&rng));
          }
      parts.sparse->starts[i + 1] = entries;
    }
  sparse = eqp_dataset_new (&parts);
  dense = eqp_dataset_new (&copy);
  assert_components (sparse, dense, 6, 1e-5);
  assert_components (sparse, dense, 2, 1e-4);
}

/* What does not know sparse rows gets dense ones, or a sentence. */
static void
test_dense (Pair *pair, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  const float *features;

  _eqp_set_free_memory (1000);
  g_assert_false (eqp_dataset_check_dense (pair->sparse, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE);
  g_assert_null (eqp_dataset_get_features (pair->sparse));
  _eqp_set_free_memory (0);
  g_assert_true (eqp_dataset_check_dense (pair->sparse, NULL));
  features = eqp_dataset_get_features (pair->sparse);
  g_assert_cmpmem (features, N * D * sizeof (float), eqp_dataset_get_features (pair->dense), N * D * sizeof (float));
  g_assert_true (eqp_dataset_get_features (pair->sparse) == features);
  g_assert_true (eqp_dataset_check_dense (pair->dense, NULL));
}

/* -- files ------------------------------------------------------------------------------------------------------- */

#define LINES 2100
#define WIDTH 2000

/* Entry e of line i, by rising column: no column but the last is met twice. */
static gint64
place_of (gint64 i, int e)
{
  return e == 2 ? WIDTH : 1 + (i * 3 + e * 911) % (WIDTH - 1);
}

static double
number_of (gint64 i, int e)
{
  return (double) (i % 7) - 2.5 + e;
}

static void
assert_read (EqpDataset *dataset)
{
  const EqpSparseRows *rows = eqp_dataset_get_sparse (dataset);

  g_assert_nonnull (rows);
  g_assert_cmpint (rows->n, ==, LINES);
  g_assert_cmpint (rows->d, ==, WIDTH);
  g_assert_true (eqp_test_says (eqp_dataset_get_decisions (dataset), "only its"));
  for (gint64 i = 0; i < LINES; i++)
    {
      g_assert_cmpint (rows->starts[i + 1] - rows->starts[i], ==, i % 5 == 0 ? 0 : 3);
      for (int e = 0; e < 3 && i % 5 != 0; e++)
        g_assert_cmpfloat (eqp_dataset_get_value (dataset, i, place_of (i, e) - 1), ==, number_of (i, e));
    }
}

static GString *
write_rows (gboolean zeros)
{
  GString *text = g_string_new (NULL);

  for (gint64 i = 0; i < LINES; i++)
    {
      gboolean turned = place_of (i, 0) > place_of (i, 1);

      g_string_append_printf (text, "%d", (int) (i % 2));
      for (int e = 0; e < 3 && i % 5 != 0; e++)
        {
          int at = turned && e < 2 ? 1 - e : e;

          g_string_append_printf (text, " %d:%g", (int) place_of (i, at), number_of (i, at));
        }
      if (zeros && i % 5 == 0)
        g_string_append (text, " 5:0 8:-0.0");
      g_string_append_c (text, '\n');
    }
  return text;
}

static void
test_svmlight (EqpTestFolder *fixture, gconstpointer data)
{
  for (int zeros = 0; zeros < 2; zeros++)
    {
      g_autoptr (GString) text = write_rows (zeros);
      g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a", text->str, NULL);

      assert_read (dataset);
      g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
    }
}

/* A number that float has not, one of another size and many entries: these rows are dense. */
static void
test_svmlight_dense (EqpTestFolder *fixture, gconstpointer data)
{
  static const char *const lines[] = { "1 1:16777217\n", "1 1:1e20\n" };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (GString) text = write_rows (FALSE);
      g_autoptr (EqpDataset) dataset = NULL;

      g_string_append (text, lines[i]);
      dataset = eqp_test_load_text (fixture, "a", text->str, NULL);
      g_assert_null (eqp_dataset_get_sparse (dataset));
      eqp_assert_close (eqp_dataset_get_value (dataset, LINES, 0), i == 0 ? 16777217.0 : 1e20, i == 0 ? 0.0 : 1e-6);
    }
}

/* Entries in any order, columns before rows. */
static void
test_mtx (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("%%MatrixMarket matrix coordinate real general\n");
  g_autoptr (EqpDataset) dataset = NULL;

  g_string_append_printf (text, "%d %d %d\n", LINES, WIDTH, LINES * 4 / 5 * 3);
  for (int e = 0; e < 3; e++)
    for (gint64 i = LINES - 1; i >= 0; i--)
      if (i % 5 != 0)
        g_string_append_printf (text, "%d %d %g\n", (int) i + 1, (int) place_of (i, e), number_of (i, e));
  dataset = eqp_test_load_text (fixture, "a.mtx", text->str, NULL);
  assert_read (dataset);
}

/* As arrays of files have it: lines are rows or columns, in any order, with zeros, and cells that come twice. */
static void
test_lines (void)
{
  for (int kind = 0; kind < 3; kind++)
    {
      gboolean are_rows = kind != 2;
      gint64 lines = are_rows ? LINES : WIDTH, across = are_rows ? WIDTH : LINES, at = 0;
      g_auto (EqpSparse) sparse = { 0 };
      g_auto (EqpDatasetParts) parts = { 0 };
      g_autoptr (EqpDataset) dataset = NULL;

      g_assert_true (_eqp_sparse_alloc (&sparse, lines, 4 * lines, NULL));
      for (gint64 line = 0; line < lines; line++)
        {
          for (int e = 0; e < 4; e++)
            {
              /* The last one comes again in the first line, and counts there. */
              int from = line == 0 && e == 0 ? 3 : e;

              sparse.minor[at] = (line + 500 * (kind == 1 ? 3 - from : from)) % across;
              sparse.values[at++] = e == 2 ? 0.0 : (double) (line % 9 + e + 1);
            }
          sparse.starts[line + 1] = at;
        }
      sparse.count = at;
      g_assert_true (_eqp_sparse_make_features (&sparse, "lines", LINES, WIDTH, are_rows, NULL, &parts, NULL));
      dataset = eqp_dataset_new (&parts);
      g_assert_cmpint (_eqp_sparse_rows_count (eqp_dataset_get_sparse (dataset)), ==, 3 * lines - 1);
      for (gint64 line = 0; line < lines; line++)
        for (int e = line == 0; e < 4; e++)
          {
            gint64 place = (line + 500 * (kind == 1 ? 3 - e : e)) % across;

            g_assert_cmpfloat (eqp_dataset_get_value (dataset, are_rows ? line : place, are_rows ? place : line), ==,
                               e == 2 ? 0.0 : (double) (line % 9 + e + 1));
          }
    }
}

/* What is forecast of a method goes by the values that it reads: few of sparse rows, though dearer ones; all where it
 * wants them dense. */
static void
test_cost (Pair *pair, gconstpointer data)
{
  EqpParams params = eqp_params_default ();
  double share;

  params.k = 100;
  share = eqp_solver_cost (eqp_solver_find ("kmeans"), pair->sparse, NULL, &params) /
          eqp_solver_cost (eqp_solver_find ("kmeans"), pair->dense, NULL, &params);
  g_assert_cmpfloat (share, <, 0.7);
  g_assert_cmpfloat (share, >, 0.4);
  g_assert_cmpfloat (eqp_solver_cost (eqp_solver_find ("akm"), pair->sparse, NULL, &params), ==,
                     eqp_solver_cost (eqp_solver_find ("akm"), pair->dense, NULL, &params));
}

#define ADD(name, func) g_test_add ("/core/sparse/" name, Pair, GUINT_TO_POINTER (5), set_up, func, tear_down)
#define ADD_FILE(name, func)                                                                                           \
  g_test_add ("/core/sparse/" name, EqpTestFolder, NULL, eqp_test_folder_set_up, func, eqp_test_folder_tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("cost", test_cost);
  ADD ("sums", test_sums);
  ADD ("rows", test_rows);
  ADD ("turn", test_turn);
  ADD ("profile", test_profile);
  ADD ("findings", test_findings);
  ADD ("edit", test_edit);
  ADD ("take-rows", test_take_rows);
  ADD ("prepare", test_prepare);
  ADD ("prepare-twice", test_prepare_twice);
  ADD ("pca", test_pca);
  g_test_add_data_func ("/core/sparse/pca-long", GINT_TO_POINTER (900), test_pca_large);
  g_test_add_data_func ("/core/sparse/pca-wide", GINT_TO_POINTER (700), test_pca_large);
  ADD ("dense", test_dense);
  ADD_FILE ("svmlight", test_svmlight);
  ADD_FILE ("svmlight-dense", test_svmlight_dense);
  ADD_FILE ("mtx", test_mtx);
  g_test_add_func ("/core/sparse/lines", test_lines);
  return g_test_run ();
}
