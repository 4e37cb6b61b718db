/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-truth.h"

#include <math.h>
#include <string.h>

#include "base/eqp-memory.h"

static const EqpTruth truths[] = {
  { "data/libsvm/pendigits", "LIBSVM", 10992, 16, 10, 1055, 1144, 0, 0, FALSE },
  { "data/libsvm/vowel.scale", "LIBSVM", 528, 10, 11, 48, 48, 0, 0, FALSE },
  { "data/libsvm/wine.scale", "LIBSVM", 178, 13, 3, 48, 71, 0, 0, FALSE },
};

static void
test_values (EqpTestFolder *fixture, gconstpointer data)
{
  static const double expected[] = { 0, 0.5, 0, -2, 0, 1e3, 0, 0, 0, 7, 8, 9 };
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a", "# a comment\n+1 2:0.5 # more\n-1 1:-2 3:1e3 \r\n\n1.0\n-1 qid:3 1:7 2:8\t3:9", NULL);

  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 3);
  for (int i = 0; i < 12; i++)
    eqp_assert_close (eqp_dataset_get_value (dataset, i / 3, i % 3), expected[i], 1e-6);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 1), ==, "1");
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[2], ==, 1);
}

/* A column that is the same everywhere is exactly so, whatever its mean rounds to. */
static void
test_constant (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a", "1 1:0.1 2:5\n1 1:0.1 2:6\n2 1:0.1 2:7\n", NULL);

  g_assert_cmpfloat (eqp_dataset_get_column_ss (dataset, 0), ==, 0.0);
  eqp_assert_close (eqp_dataset_get_column_ss (dataset, 1), 2.0, 1e-6);
}

static void
test_first_rows (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a", "1 1:5 2:6\n2 2:7\n1 3:1\n1 1:nan\n", &(EqpImportOptions) { .max_rows = 2 });

  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
}

static void
test_from_zero (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a", "1 0:5 1:6\n2 1:7\n", NULL);

  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_true (eqp_test_tells (dataset, "counted from 0"));
}

static void
test_without_labels (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a", "1:5 2:6\n2:7\n", NULL);

  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  g_assert_null (eqp_dataset_get_labels (dataset));
}

/* One label for all tells nothing apart, unless it is asked for. */
static void
test_one_label (EqpTestFolder *fixture, gconstpointer data)
{
  const EqpImportOptions first = { .labels = (char *) "first" };
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a", "0 1:5 2:6\n0 2:7\n0 1:1\n", NULL);
  g_autoptr (EqpDataset) asked = eqp_test_load_text (fixture, "b", "0 1:5 2:6\n0 2:7\n0 1:1\n", &first);

  g_assert_null (eqp_dataset_get_labels (dataset));
  g_assert_true (eqp_test_tells (dataset, "1 different ones"));
  g_assert_cmpint (eqp_dataset_get_n_classes (asked), ==, 1);
}

static void
test_measurements (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (EqpDataset) dataset = NULL;

  for (int i = 0; i < 100; i++)
    g_string_append_printf (text, "%d.5 1:%d 2:1\n", i, i);
  dataset = eqp_test_load_text (fixture, "a", text->str, NULL);
  g_assert_null (eqp_dataset_get_labels (dataset));
  g_assert_true (eqp_test_tells (dataset, "100 different ones, 100 of them with fractions"));

  /* Few rows, another number in most. */
  g_clear_pointer (&dataset, eqp_dataset_unref);
  dataset = eqp_test_load_text (fixture, "b", "-2.471 1:1\n0.5 1:2\n0.25 1:7\n0.5 1:4\n1.5 1:3\n", NULL);
  g_assert_null (eqp_dataset_get_labels (dataset));
}

/* What a cell of the long file has; 0 where it has none. One row is longer than a block of the store. */
static int
long_value (int row, int column)
{
  if (row == 70)
    return column < 150000 ? column % 97 + 1 : 0;
  if (row % 7 == 3 || column >= 400)
    return 0;
  return row % 2 == 0 || column % 3 != 1 ? (row * 31 + column) % 89 + 1 : 0;
}

/* Rows and runs cross the blocks they are kept in. */
static void
test_blocks (EqpTestFolder *fixture, gconstpointer data)
{
  const int n = 120, d = 150000;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (EqpDataset) dataset = NULL;

  for (int i = 0; i < n; i++)
    {
      g_string_append_printf (text, "%d", i % 4);
      for (int j = 0; j < (i == 70 ? d : 400); j++)
        if (long_value (i, j) != 0)
          g_string_append_printf (text, " %d:%d", j + 1, long_value (i, j));
      g_string_append_c (text, '\n');
    }
  dataset = eqp_test_load_text (fixture, "a", text->str, NULL);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, n);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, d);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < d; j += i == 70 || j < 400 ? 1 : 997)
      g_assert_cmpfloat (eqp_dataset_get_value (dataset, i, j), ==, long_value (i, j));
}

/* A matrix that cannot fit is refused by the first rows and the size of the file, and the sentence says what it takes. */
static void
test_too_large (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;

  for (int i = 0; i < 100000; i++)
    g_string_append (text, "1 1:1 500:2\n");
  path = eqp_test_write (fixture->folder, "a", text->str, text->len);
  _eqp_set_free_memory (100 << 20);
  eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_TOO_LARGE, "reading about 100000 rows of 500 columns takes 0.204 GB");
  _eqp_set_free_memory (0);
}

static const struct
{
  const char *name;
  const char *text;
  int         code;
  const char *part;
} wrong[] = {
  { "late-text", "1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 1:1\n1 x:1\n",
    EQP_ERROR_PARSE, "line 22: “x:1”" },
  { "not-a-number", "1 1:2 2:nan\n2 1:4\n", EQP_ERROR_PARSE, "line 1: “2:nan” is no finite number" },
  { "half-labeled", "1 1:1\n1:5 2:6\n", EQP_ERROR_PARSE, "line 2: this row has no label" },
  { "huge-index", "1 1:1\n2 2147483646:1\n1 2:1\n", EQP_ERROR_TOO_LARGE, "3 × 2147483646" },
  { "wide-index", "1 1:1\n2 8899990:1\n", EQP_ERROR_TOO_LARGE, "2 × 8899990" },
};

static void
test_wrong (EqpTestFolder *fixture, gconstpointer data)
{
  _eqp_set_free_memory (1 << 30);
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *path = eqp_test_write (fixture->folder, wrong[i].name, wrong[i].text, strlen (wrong[i].text));

      eqp_test_load_fails (path, NULL, EQP_ERROR, wrong[i].code, wrong[i].part);
    }
  _eqp_set_free_memory (0);
}

/* Behind a byte order mark, and a torn line that does not make a table of it. */
static void
test_mark (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a.svm", "\xef\xbb\xbf""1 1:1 2:2\n2 1:2\n", NULL);
  g_autofree char *torn = eqp_test_write_text (fixture, "b.svm", "1 1:1 2:2\n2 1:1 2\n1 1:2\n");

  g_assert_cmpstr (eqp_dataset_get_format (dataset), ==, "LIBSVM");
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 0), 2, 1e-6);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  eqp_test_load_fails (torn, NULL, EQP_ERROR, EQP_ERROR_PARSE, "b.svm, line 2");
}

/* Where a column has its number in every row, something near their mean is taken off; else the others are 0. */
static void
test_offsets (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (EqpDataset) dataset = NULL;

  for (int i = 0; i < 12; i++)
    g_string_append_printf (text, i < 11 ? "%d 1:%d 2:%d 3:%d\n" : "%d 1:%d 2:%d\n", i % 2, 1000 + i, -500 + i, 1000 + i);
  dataset = eqp_test_load_text (fixture, "a", text->str, NULL);
  g_assert_cmpfloat (fabs (eqp_dataset_get_offsets (dataset)[0] - 1005.5), <, 2.0);
  g_assert_cmpfloat (fabs (eqp_dataset_get_offsets (dataset)[1] + 494.5), <, 2.0);
  g_assert_cmpfloat (eqp_dataset_get_offsets (dataset)[2], ==, 0.0);
  for (int i = 0; i < 12; i++)
    for (int j = 0; j < 3; j++)
      g_assert_cmpfloat (eqp_dataset_get_value (dataset, i, j), ==, j == 1 ? -500 + i : j < 2 || i < 11 ? 1000 + i : 0);
}

#define ADD(name, function) g_test_add ("/core/reader-svmlight/" name, EqpTestFolder, NULL, eqp_test_folder_set_up, function, eqp_test_folder_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  eqp_test_add_truths ("/core/reader-svmlight", truths, G_N_ELEMENTS (truths));
  ADD ("values", test_values);
  ADD ("constant", test_constant);
  ADD ("blocks", test_blocks);
  ADD ("too-large", test_too_large);
  ADD ("first-rows", test_first_rows);
  ADD ("from-zero", test_from_zero);
  ADD ("without-labels", test_without_labels);
  ADD ("one-label", test_one_label);
  ADD ("measurements", test_measurements);
  ADD ("wrong", test_wrong);
  ADD ("mark", test_mark);
  ADD ("offsets", test_offsets);
  return g_test_run ();
}
