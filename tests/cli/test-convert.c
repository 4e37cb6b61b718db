/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What "convert" writes is read back as the same data. */
#include "config.h"

#include "eqp-cli-test.h"
#include "eqp-core.h"

#include <string.h>

static EqpDataset *
load (const char             *path,
      const EqpImportOptions *import)
{
  g_autoptr (GError) error = NULL;
  EqpDataset *dataset = eqp_dataset_load (path, import, NULL, NULL, &error);

  g_assert_no_error (error);
  return dataset;
}

static void
convert (const char *data,
         const char *out)
{
  EqpCliRun run;

  eqp_cli_call (&run, "convert", data, out, NULL);
  g_assert_cmpstr (run.err, ==, "");
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, out));
  eqp_cli_run_clear (&run);
}

/* Both keep a value as a float less an offset, and offsets may differ. */
static void
assert_same (EqpDataset *a,
             EqpDataset *b)
{
  g_assert_cmpint (eqp_dataset_get_n (a), ==, eqp_dataset_get_n (b));
  g_assert_cmpint (eqp_dataset_get_d (a), ==, eqp_dataset_get_d (b));
  g_assert_cmpint (eqp_dataset_get_n_classes (a), ==, eqp_dataset_get_n_classes (b));
  for (gint64 i = 0; i < eqp_dataset_get_n (a); i++)
    {
      for (gint64 j = 0; j < eqp_dataset_get_d (a); j++)
        g_assert_cmpfloat_with_epsilon (eqp_dataset_get_value (a, i, j), eqp_dataset_get_value (b, i, j), 1e-6);
      g_assert_cmpstr (eqp_dataset_get_class_name (a, eqp_dataset_get_labels (a)[i]), ==, eqp_dataset_get_class_name (b, eqp_dataset_get_labels (b)[i]));
    }
}

/* Names of columns and classes that need quotation marks, numbers in the file's own digits. */
static void
test_csv (void)
{
  g_autofree char *path = eqp_cli_temporary ("odd.tsv");
  g_autofree char *out = eqp_cli_temporary ("written.csv");
  g_autofree char *text = NULL;

  g_assert_true (g_file_set_contents (path, "a,1\tclass\tkind\n1,7\t1000,25\tred, dark\n2,5\t-12,25\t“blue”\n0\t3\tred, dark\n-4,125\t7,5\t“blue”\n", -1, NULL));
  convert (path, out);
  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "\"a,1\",class,class_\n1.7,1000.25,\"red, dark\"\n2.5,-12.25,“blue”\n0,3,\"red, dark\"\n-4.125,7.5,“blue”\n");
}

/* Small values beside one large one stay what they are, and so do whole numbers of more digits than float has. */
static void
test_one_output (void)
{
  g_auto (EqpCliRun) run = { 0 };

  eqp_cli_call (&run, "convert", "sample:iris", "-", "--json", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "cannot take both --json and the data"));
}

static void
test_digits (void)
{
  g_autofree char *path = eqp_cli_temporary ("spread.csv");
  g_autofree char *long_path = eqp_cli_temporary ("long.csv");
  EqpCliRun run;

  g_assert_true (g_file_set_contents (path, "a,b\n0.001,441543\n0.57,1000000000\n1000000000,441545\n-301249.3,7\n", -1, NULL));
  eqp_cli_call (&run, "convert", path, "-", "--labels", "none", NULL);
  g_assert_cmpstr (run.out, ==, "a,b\n0.001,441543\n0.57,1000000000\n1000000000,441545\n-301249.3,7\n");
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, "info", path, "--labels", "none", NULL);
  g_assert_null (strstr (run.out, "rounded"));
  eqp_cli_run_clear (&run);

  g_assert_true (g_file_set_contents (long_path, "t,v\n1700000000123,1.5\n1700000000456,2.5\n1731536000000,7.5\n", -1, NULL));
  eqp_cli_call (&run, "info", long_path, "--labels", "none", NULL);
  g_assert_null (strstr (run.out, "rounded"));
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, "convert", long_path, "-", "--labels", "none", NULL);
  g_assert_cmpstr (run.out, ==, "t,v\n1700000000123,1.5\n1700000000456,2.5\n1731536000000,7.5\n");
  eqp_cli_run_clear (&run);
}

/* Whole numbers below 2^53, with and without marks, in every column and format; also of columns that are chosen later. */
static void
test_whole_numbers (void)
{
  g_autofree char *table = eqp_cli_temporary ("whole.csv");
  g_autofree char *sparse = eqp_cli_temporary ("whole.libsvm");
  g_autofree char *array = eqp_cli_temporary ("whole.npy");
  EqpCliRun run;

  g_assert_true (g_file_set_contents (table, "x,\"a, b\",c\n-5,\"67,311,748\",9007199254740991\n7,\"7,311,748\",-9007199254740990\n1,\"61,222,001\",3\n7,\"9,003,555\",4\n", -1, NULL));
  eqp_cli_call (&run, "convert", table, "-", "--labels", "none", NULL);
  g_assert_cmpstr (run.out, ==, "x,\"a, b\",c\n-5,67311748,9007199254740991\n7,7311748,-9007199254740990\n1,61222001,3\n7,9003555,4\n");
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, "convert", table, array, "--labels", "none", NULL);
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, "convert", array, "-", "--labels", "none", "--columns", "3,2", NULL);
  g_assert_cmpstr (run.out, ==, "column 3,column 2\n9007199254740991,67311748\n-9007199254740990,7311748\n3,61222001\n4,9003555\n");
  eqp_cli_run_clear (&run);
  g_assert_true (g_file_set_contents (sparse, "0 1:67311749 2:1\n1 2:16777217\n", -1, NULL));
  eqp_cli_call (&run, "convert", sparse, "-", "--labels", "none", NULL);
  g_assert_cmpstr (run.out, ==, "column 1,column 2\n67311749,1\n0,16777217\n");
  eqp_cli_run_clear (&run);
}

static void
test_round_trip (gconstpointer data)
{
  g_autofree char *name = g_strconcat ("iris", data, NULL);
  g_autofree char *out = eqp_cli_temporary (name);
  g_autoptr (EqpDataset) before = load ("sample:iris", NULL);
  g_autoptr (EqpDataset) after = NULL;

  convert ("sample:iris", out);
  after = load (out, NULL);
  /* Labels of LIBSVM are numbers; the names of the classes stand in comments. */
  if (strcmp (data, ".libsvm") == 0)
    {
      g_assert_cmpint (eqp_dataset_get_n (after), ==, 150);
      g_assert_cmpint (eqp_dataset_get_d (after), ==, 4);
      g_assert_cmpint (eqp_dataset_get_n_classes (after), ==, 3);
      g_assert_cmpmem (eqp_dataset_get_labels (after), 150 * sizeof (gint32), eqp_dataset_get_labels (before), 150 * sizeof (gint32));
      eqp_assert_close (eqp_dataset_get_total_ss (after), eqp_dataset_get_total_ss (before), 1e-6);
    }
  else
    assert_same (before, after);
}

static void
test_graph (void)
{
  const EqpImportOptions as_graph = { .take = EQP_TAKE_GRAPH };
  g_autofree char *out = eqp_cli_temporary ("karate.csv");
  g_autofree char *array = eqp_cli_temporary ("karate.npy");
  g_autoptr (EqpDataset) after = NULL;
  EqpCliRun run;

  convert ("sample:karate", out);
  after = load (out, &as_graph);
  g_assert_cmpint (eqp_graph_get_n (eqp_dataset_get_graph (after)), ==, 34);
  g_assert_cmpint (eqp_graph_get_n_edges (eqp_dataset_get_graph (after)), ==, 78);
  eqp_cli_call (&run, "convert", "sample:karate", array, NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, ".csv"));
  g_assert_false (g_file_test (array, G_FILE_TEST_EXISTS));
  eqp_cli_run_clear (&run);
}

static void
test_refusals (void)
{
  g_autofree char *path = eqp_cli_temporary ("mine.csv");
  g_autofree char *text = NULL;
  EqpCliRun run;

  g_assert_true (g_file_set_contents (path, "1.5,2\n3,4.5\n", -1, NULL));
  eqp_cli_call (&run, "convert", path, path, NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "holds the data"));
  eqp_cli_run_clear (&run);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "1.5,2\n3,4.5\n");

  eqp_cli_call (&run, "convert", path, NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, "second name"));
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, "convert", path, "x.parquet", NULL);
  g_assert_cmpint (run.status, ==, 2);
  g_assert_nonnull (strstr (run.err, ".svmlight"));
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, "convert", path, "/nowhere/x.csv", NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "folder"));
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, "convert", path, "-", "--labels", "none", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.out, ==, "column 1,column 2\n1.5,2\n3,4.5\n");
  eqp_cli_run_clear (&run);
}

static void
assert_same_graph (EqpGraph *a,
                   EqpGraph *b)
{
  const EqpCsr *x = eqp_graph_get_csr (a), *y = eqp_graph_get_csr (b);

  g_assert_cmpint (x->n, ==, y->n);
  g_assert_cmpmem (x->starts, sizeof (gint64) * (x->n + 1), y->starts, sizeof (gint64) * (y->n + 1));
  g_assert_cmpmem (x->columns, sizeof (gint32) * x->starts[x->n], y->columns, sizeof (gint32) * y->starts[y->n]);
  for (gint64 e = 0; e < x->starts[x->n]; e++)
    g_assert_cmpfloat (x->weights[e], ==, y->weights[e]);
}

/* Nodes keep their names and their order, which is not that in which the edges name them; numbers in place of names are
 * told. */
static void
test_names (void)
{
  g_autofree char *in = eqp_cli_temporary ("names.csv");
  g_autofree char *edges = eqp_cli_temporary ("names.edges");
  g_autofree char *metis = eqp_cli_temporary ("names.graph");
  g_autoptr (EqpDataset) before = NULL, after = NULL;
  EqpCliRun run;

  g_assert_true (g_file_set_contents (in,
                                      "source,target,weight\n"
                                      "Zoë,\"Bell, Ann\",2\n"
                                      "Kim,Zoë,0.5\n"
                                      "alone,alone,0\n"
                                      "Zoë,Lee,1\n"
                                      "Lee,Kim,3\n",
                                      -1, NULL));
  before = load (in, NULL);
  convert (in, edges);
  after = load (edges, NULL);
  assert_same_graph (eqp_dataset_get_graph (before), eqp_dataset_get_graph (after));
  g_assert_cmpint (eqp_dataset_get_n (after), ==, 5);
  for (gint64 i = 0; i < 5; i++)
    g_assert_cmpstr (eqp_dataset_get_row_name (after, i), ==, eqp_dataset_get_row_name (before, i));
  g_assert_cmpstr (eqp_dataset_get_row_name (after, 1), ==, "Bell, Ann");
  eqp_cli_call (&run, "convert", in, metis, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "to keep their names"));
  eqp_cli_run_clear (&run);
}

/* A graph with a node that has no edge, and weights that are no whole numbers. */
static void
test_graph_files (gconstpointer ending)
{
  g_autofree char *path = eqp_cli_temporary ("lonely.mtx");
  g_autofree char *name = g_strconcat ("again", ending, NULL);
  g_autofree char *out = eqp_cli_temporary (name);
  g_autoptr (EqpDataset) dataset = NULL, again = NULL;

  g_assert_true (g_file_set_contents (path, "%%MatrixMarket matrix coordinate real symmetric\n5 5 4\n2 1 0.25\n3 1 1\n3 2 7.125\n5 2 3\n", -1, NULL));
  convert (path, out);
  dataset = load (path, NULL);
  again = load (out, NULL);
  g_assert_nonnull (eqp_dataset_get_graph (dataset));
  g_assert_nonnull (eqp_dataset_get_graph (again));
  assert_same_graph (eqp_dataset_get_graph (dataset), eqp_dataset_get_graph (again));
}

/* The graph of nearest neighbors is the one that the methods use. */
static void
test_neighbor_graph (void)
{
  g_autofree char *out = eqp_cli_temporary ("neighbors.mtx");
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, &error), again = NULL;
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpGraph) graph = NULL;
  EqpParams params = eqp_params_default ();
  EqpGraphOptions options;
  EqpCliRun run;

  eqp_cli_call (&run, "convert", "sample:iris", out, "--neighbours", "4", NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
  params.neighbors = 4;
  options = eqp_params_get_graph_options (&params);
  graph = eqp_dataset_build_graph (iris, &options, pool, NULL, NULL, &error);
  g_assert_no_error (error);
  again = load (out, NULL);
  g_assert_cmpint (eqp_graph_get_n (graph), ==, 150);
  assert_same_graph (graph, eqp_dataset_get_graph (again));
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/convert/csv", test_csv);
  g_test_add_func ("/cli/convert/digits", test_digits);
  g_test_add_func ("/cli/convert/one-output", test_one_output);
  g_test_add_func ("/cli/convert/whole-numbers", test_whole_numbers);
  g_test_add_data_func ("/cli/convert/round-trip/csv", ".csv", test_round_trip);
  g_test_add_data_func ("/cli/convert/round-trip/npy", ".npy", test_round_trip);
  g_test_add_data_func ("/cli/convert/round-trip/libsvm", ".libsvm", test_round_trip);
  g_test_add_func ("/cli/convert/graph", test_graph);
  g_test_add_data_func ("/cli/convert/graph-files/metis", ".graph", test_graph_files);
  g_test_add_data_func ("/cli/convert/graph-files/matrix-market", ".mtx", test_graph_files);
  g_test_add_func ("/cli/convert/names", test_names);
  g_test_add_data_func ("/cli/convert/graph-files/edges", ".edges", test_graph_files);
  g_test_add_data_func ("/cli/convert/graph-files/csv", ".csv", test_graph_files);
  g_test_add_func ("/cli/convert/neighbor-graph", test_neighbor_graph);
  g_test_add_func ("/cli/convert/refusals", test_refusals);
  status = g_test_run ();
  eqp_cli_cleanup ();
  return status;
}
