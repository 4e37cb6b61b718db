/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-truth.h"

#include <string.h>

#include "base/eqp-memory.h"

static const EqpTruth truths[] = {
  { "data/arff/segment.arff", "ARFF", 2310, 19, 7, 330, 330, 0, 0, FALSE },
  { "data/arff/dermatology.arff", "ARFF", 366, 34, 6, 20, 112, 0, 0, FALSE },
  { "data/arff/glass.arff", "ARFF", 214, 9, 6, 9, 76, 0, 0, FALSE },
};

typedef struct
{
  char *folder;
  char *path;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer text)
{
  fixture->folder = eqp_test_folder ();
  fixture->path = eqp_test_write (fixture->folder, "a.arff", text, strlen (text));
}

static void
tear_down (Fixture *fixture, gconstpointer text)
{
  eqp_test_remove (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

static const char dense[] =
  "% comment\r\n@RELATION 'a relation'\r\n\r\n"
  "@Attribute 'the width' NUMERIC\r\n@attribute height real % inches\n@attribute note string\n@attribute level {0, 1,2}\n"
  "@attribute kind {'big one', small}\n@data\n"
  "1.5, 2,'it\\'s', 0, small\n% between\n3,4e1,\"a, b\",2,'big one'\n5,6,?,1,small,{0.5}\n";

static void
test_dense (Fixture *fixture, gconstpointer text)
{
  g_autoptr (EqpDataset) dataset = eqp_test_load (fixture->path, NULL);

  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 3);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 3);
  g_assert_cmpstr (eqp_dataset_get_column_name (dataset, 0), ==, "the width");
  g_assert_cmpstr (eqp_dataset_get_column_name (dataset, 2), ==, "level");
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 1), 40, 1e-6);
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 2), 2, 1e-6);
  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, 0), ==, "big one");
  g_assert_cmpint (eqp_dataset_get_labels (dataset)[1], ==, 0);
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "“note”) has text"));
  g_assert_true (eqp_test_tells (dataset, "weight-ignored,13,3,"));
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (dataset), EQP_LEDGER_WEIGHT_IGNORED), ==, 1);
}

static void
test_first_rows (Fixture *fixture, gconstpointer text)
{
  g_autoptr (EqpDataset) dataset = eqp_test_load (fixture->path, &(EqpImportOptions) { .max_rows = 2 });

  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  eqp_assert_close (eqp_dataset_get_value (dataset, 1, 1), 40, 1e-6);
}

static void
test_options (Fixture *fixture, gconstpointer text)
{
  EqpImportOptions options = { .labels = "none", .columns = "height,1" };
  EqpImportOptions level = { .labels = "level" };
  EqpImportOptions absent = { .labels = "depth" };
  g_autoptr (EqpDataset) dataset = eqp_test_load (fixture->path, &options);
  g_autoptr (EqpDataset) other = eqp_test_load (fixture->path, &level);

  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_null (eqp_dataset_get_labels (dataset));
  eqp_assert_close (eqp_dataset_get_value (dataset, 0, 0), 2, 1e-6);
  g_assert_cmpint (eqp_dataset_get_n_classes (other), ==, 3);
  g_assert_cmpint (eqp_dataset_get_d (other), ==, 2);
  eqp_test_load_fails (fixture->path, &absent, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "no label column “depth”");
}

static const char sparse[] =
  "@relation x\n@attribute a numeric\n@attribute b {1,2}\n@attribute class {no,yes}\n@data\n{0 5.5, 2 yes}\n{}\n{1 2}\n{ 0 -1 , 1 1, 2 'yes' }\n";

static void
test_sparse (Fixture *fixture, gconstpointer text)
{
  g_autoptr (EqpDataset) dataset = eqp_test_load (fixture->path, NULL);
  static const double expected[] = { 5.5, 1, 0, 1, 0, 2, -1, 1 };
  static const gint32 labels[] = { 1, 0, 0, 1 };

  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 4);
  for (int i = 0; i < 8; i++)
    eqp_assert_close (eqp_dataset_get_value (dataset, i / 2, i % 2), expected[i], 1e-6);
  for (int i = 0; i < 4; i++)
    g_assert_cmpint (eqp_dataset_get_labels (dataset)[i], ==, labels[i]);
}

#define HEADER "@relation x\n@attribute a numeric\n@attribute b numeric\n@attribute class {x,y}\n@data\n"

static void
test_missing (Fixture *fixture, gconstpointer text)
{
  EqpImportOptions refuse = { .missing = EQP_MISSING_REFUSE };
  EqpImportOptions drop = { .missing = EQP_MISSING_DROP };
  g_autoptr (EqpDataset) dataset = eqp_test_load (fixture->path, &drop);
  g_autoptr (EqpDataset) filled = eqp_test_load (fixture->path, NULL);

  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_missing (dataset), ==, 1);
  g_assert_cmpint (eqp_dataset_get_n (filled), ==, 3);
  eqp_assert_close (eqp_dataset_get_value (filled, 2, 0), 2, 1e-6);
  eqp_test_load_fails (fixture->path, &refuse, EQP_ERROR, EQP_ERROR_INVALID_DATA, "line 9");
}

static void
test_too_large (Fixture *fixture, gconstpointer text)
{
  _eqp_set_free_memory (30);
  eqp_test_load_fails (fixture->path, NULL, EQP_ERROR, EQP_ERROR_TOO_LARGE, "no memory for more than 0 rows");
  _eqp_set_free_memory (0);
}

/* Sparse rows say little in the file and take much in memory, which the first of them tell. */
static void
test_too_wide (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("@relation x\n");
  g_autofree char *path = NULL;

  for (int j = 0; j < 300; j++)
    g_string_append_printf (text, "@attribute a%d numeric\n", j);
  g_string_append (text, "@data\n");
  for (int i = 0; i < 2000; i++)
    g_string_append_printf (text, "{%d 1}\n", 100 + i % 200);
  path = eqp_test_write (fixture->folder, "wide.arff", text->str, text->len);
  _eqp_set_free_memory (3 << 20);
  eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_TOO_LARGE, "wide.arff: reading about 2000 rows of 300 columns takes 0.0048");
  _eqp_set_free_memory (0);
}

/* What is wrong, and the part of the sentence that tells where. */
static const struct
{
  const char *name;
  const char *text;
  int         code;
  const char *part;
} wrong[] = {
  { "few-values", HEADER "1,2,x\n1,x\n", EQP_ERROR_PARSE, "line 7: “x” is no number" },
  { "short-row", HEADER "1,2,x\n1,2\n", EQP_ERROR_PARSE, "line 7: the row has 2 values for 3 attributes" },
  { "long-row", HEADER "1,2,x,4\n", EQP_ERROR_PARSE, "line 6: the row has more than 3 values" },
  { "open-quote", HEADER "1,2,'x\n", EQP_ERROR_PARSE, "line 6: a quote" },
  { "no-rows", HEADER, EQP_ERROR_INVALID_DATA, "no row below @data" },
  { "no-data", "@relation x\n@attribute a numeric\n", EQP_ERROR_PARSE, "ends before its rows" },
  { "no-attributes", "@relation x\n@data\n1\n", EQP_ERROR_PARSE, "no attribute" },
  { "unknown-type", "@relation x\n@attribute a complex\n@data\n1\n", EQP_ERROR_PARSE, "line 2: attribute “a” has the type “complex”" },
  { "open-brace", "@relation x\n@attribute a {1,2\n@data\n1\n", EQP_ERROR_PARSE, "end without a brace" },
  { "sparse-index", HEADER "{7 1}\n", EQP_ERROR_PARSE, "from 0 to 2" },
  { "sparse-cut-within-a-character", HEADER "{aéééééééééééé 1}\n", EQP_ERROR_PARSE, "is no attribute" },
  { "sparse-order", HEADER "{1 1, 0 1}\n", EQP_ERROR_PARSE, "have to go up" },
  { "sparse-open", HEADER "{1 1", EQP_ERROR_PARSE, "ends without a brace" },
  { "sparse-open-comma", HEADER "{1 1,", EQP_ERROR_PARSE, "sparse row needs pairs" },
  { "only-text", "@relation x\n@attribute a string\n@data\nhello\n", EQP_ERROR_INVALID_DATA, "no attribute has numbers" },
};

static void
test_wrong (Fixture *fixture, gconstpointer text)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *path = eqp_test_write (fixture->folder, wrong[i].name, wrong[i].text, strlen (wrong[i].text));

      eqp_test_load_fails (path, NULL, EQP_ERROR, wrong[i].code, wrong[i].part);
    }
}

/* With wide characters, "y" beside "x", a range behind a type, and weights of sparse rows. */
static void
test_odd (Fixture *fixture, gconstpointer data)
{
  static const char text[] = "@relation r\n@attribute x numeric\n@attribute y real[0,9]\n@data\n{0 1, 1 2},{3}\n{0 4}\n";
  static const char torn[] = "@relation r\n@attribute x numeric\n@data\n{0 1} 5\n";
  gsize length;
  g_autofree char *wide = g_convert (text, -1, "UTF-16", "UTF-8", NULL, &length, NULL);
  g_autofree char *path = eqp_test_write (fixture->folder, "wide.arff", wide, length);
  g_autofree char *broken = eqp_test_write (fixture->folder, "torn.arff", torn, strlen (torn));
  g_autoptr (EqpDataset) dataset = eqp_test_load (path, NULL);

  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 2);
  g_assert_cmpint (eqp_dataset_get_d (dataset), ==, 2);
  g_assert_null (eqp_dataset_get_labels (dataset));
  eqp_assert_close (eqp_dataset_get_value (dataset, 0, 1), 2, 1e-6);
  g_assert_true (eqp_test_tells (dataset, "weight-ignored,5,1,"));
  eqp_test_load_fails (broken, NULL, EQP_ERROR, EQP_ERROR_PARSE, "behind the brace");
}

#define ADD(name, text, function) g_test_add ("/core/reader-arff/" name, Fixture, text, set_up, function, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  eqp_test_add_truths ("/core/reader-arff", truths, G_N_ELEMENTS (truths));
  ADD ("dense", dense, test_dense);
  ADD ("first-rows", dense, test_first_rows);
  ADD ("options", dense, test_options);
  ADD ("sparse", sparse, test_sparse);
  ADD ("missing", HEADER "1,2,x\n3,4,y\n% no\n?,4,y\n", test_missing);
  ADD ("too-large", dense, test_too_large);
  ADD ("too-wide", dense, test_too_wide);
  ADD ("wrong", dense, test_wrong);
  ADD ("odd", dense, test_odd);
  return g_test_run ();
}
