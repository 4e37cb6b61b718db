/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs in METIS and Matrix Market files, and matrices that can be one. */
#include "config.h"

#include "eqp-truth.h"

#include <math.h>
#include <string.h>

#include "base/eqp-memory.h"

/* -- METIS --------------------------------------------------------------------------------------------------------- */

static void
test_metis_plain (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a.graph", "% a comment\n4 3\n2 3\n1\n% another\n1\n\n", NULL);

  eqp_test_assert_edges (dataset, 4, "1-2:1 1-3:1");
  g_assert_cmpstr (eqp_dataset_get_format (dataset), ==, "METIS graph");
  g_assert_cmpstr (eqp_dataset_get_name (dataset), ==, "a.graph");
  /* The header says 3 edges, and node 4 has none. */
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "announces 3 edges"));
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "1 of 4 points has no neighbor"));
}

/* One node is a graph: methods with K = 1 have a result, and it has a place in the picture. */
static void
test_one_node (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "one.graph", "1 0\n\n", NULL);
  EqpGraph *graph = eqp_dataset_get_graph (dataset);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  EqpParams params = eqp_params_default ();
  EqpContext context = { .pool = pool };
  g_autoptr (EqpResult) result = NULL;
  double places[4] = { NAN, NAN, NAN, NAN };

  g_assert_cmpint (eqp_graph_get_n (graph), ==, 1);
  g_assert_true (eqp_graph_layout (graph, 2, pool, NULL, places, NULL));
  g_assert_true (eqp_graph_layout_distances (graph, NULL, places + 2, NULL));
  for (int i = 0; i < 4; i++)
    g_assert_true (isfinite (places[i]));
  params.k = 1;
  result = eqp_solver_run (eqp_solver_find ("bmincut"), dataset, &params, &context, NULL);
  g_assert_nonnull (result);
  g_assert_cmpint (result->sizes[0], ==, 1);
  g_assert_cmpfloat (result->data_term, ==, 0.0);
}

static void
test_metis_weights (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) edges = eqp_test_load_text (fixture, "a.graph", "3 2 1\r\n2 5 3 0.5\r\n1 5\r\n1 0.5\r\n", NULL);
  g_autoptr (EqpDataset) nodes = eqp_test_load_text (fixture, "b.graph", "3 2 10\n7 2 3\n8 1\n9 1\n", NULL);
  g_autoptr (EqpDataset) all = eqp_test_load_text (fixture, "c.graph", "3 2 111 2\n1 7 7 2 5 3 6\n1 8 8 1 5\n1 9 9 1 6\n", NULL);

  eqp_test_assert_edges (edges, 3, "1-2:5 1-3:0.5");
  eqp_test_assert_edges (nodes, 3, "1-2:1 1-3:1");
  eqp_test_assert_edges (all, 3, "1-2:5 1-3:6");
  g_assert_true (eqp_test_tells (nodes, "weights of the nodes were left out"));
  g_assert_true (eqp_test_tells (all, "sizes of the nodes"));
}

/* A file without the usual name is told by its content, a table that begins alike is not. */
static void
test_metis_sniffed (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) graph = eqp_test_load_text (fixture, "ring", "5 5\n2 5\n1 3\n2 4\n3 5\n4 1\n", NULL);
  g_autoptr (EqpDataset) table = eqp_test_load_text (fixture, "table.txt", "5 5\n2 5\n1 3\n2 4\n3 5\n4 2\n", NULL);
  const EqpImportOptions features = { .take = EQP_TAKE_FEATURES };
  g_autoptr (EqpDataset) asked = eqp_test_load_text (fixture, "ring2", "5 5\n2 5\n1 3\n2 4\n3 5\n4 1\n", &features);

  eqp_test_assert_edges (graph, 5, "1-2:1 2-3:1 3-4:1 4-5:1 1-5:1");
  g_assert_null (eqp_dataset_get_graph (table));
  g_assert_cmpint (eqp_dataset_get_n (table), ==, 6);
  g_assert_null (eqp_dataset_get_graph (asked));
}

/* Only the beginning of a large file is looked at. */
static void
test_metis_large (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("30000 30000\n");
  g_autoptr (EqpDataset) dataset = NULL;

  for (int i = 0; i < 30000; i++)
    g_string_append_printf (text, "%d %d\n", (i + 29999) % 30000 + 1, (i + 1) % 30000 + 1);
  dataset = eqp_test_load_text (fixture, "ring", text->str, NULL);
  g_assert_cmpint (eqp_graph_get_n_edges (eqp_dataset_get_graph (dataset)), ==, 30000);
  g_assert_cmpint (eqp_dataset_get_findings (dataset)->len, ==, 0);
}

static const struct
{
  const char *name;
  const char *text;
  int         code;
  const char *part;
} metis_wrong[] = {
  { "zero.graph", "3 2\n2 3\n1\n0\n", EQP_ERROR_PARSE, "zero.graph, line 4: “0” is no node; they count from 1 to 3" },
  { "range.graph", "3 2\n2 3\n1\n4\n", EQP_ERROR_PARSE, "line 4: “4” is no node" },
  { "words.graph", "3 2\n2 3\n1\nhello world\n", EQP_ERROR_PARSE, "line 4: “hello” is no node" },
  { "negative.graph", "3 2\n2 3\n1\n-1\n", EQP_ERROR_PARSE, "line 4: “-1” is no node" },
  { "cut.graph", "30 78\n2 3\n1\n", EQP_ERROR_PARSE, "announces 30 nodes, but only 2 lines of neighbors follow" },
  { "many.graph", "30 4611686018427387905\n2 3\n1\n", EQP_ERROR_PARSE, "line 1: this is no header of a METIS graph" },
  { "short.graph", "9 4\n2 3 4 5 6\n1\n", EQP_ERROR_PARSE, "only 2 lines of neighbors follow" },
  { "long.graph", "2 1\n2\n1\n1 2\n", EQP_ERROR_PARSE, "line 4: the header announces 2 nodes" },
  { "huge.graph", "9999999999 1\n2\n1\n", EQP_ERROR_TOO_LARGE, "the graph has 9999999999 nodes; at most 2147483647" },
  { "weight.graph", "2 1 1\n2 1\n1 x\n", EQP_ERROR_PARSE, "line 3: “x” stands where the weight of an edge" },
  { "lonely.graph", "3 0\n\n\n\n", EQP_ERROR_INVALID_DATA, "no edge" },
  { "oneway.graph", "3 2\n2 3\n1\n\n", EQP_ERROR_AMBIGUOUS, "edges in one direction only: 1, in both with different weights: 0, the first between nodes 1 and 3)" },
  { "minus.graph", "3 2 1\n2 -1 3 1\n1 -1\n1 1\n", EQP_ERROR_AMBIGUOUS, "a negative one: 2, with none that is finite: 0, the first: -1 in line 2)" },
  { "nan.graph", "3 2 1\n2 nan 3 1\n1 1\n1 1\n", EQP_ERROR_AMBIGUOUS, "with none that is finite: 1" },
  { "huge-weight.graph", "3 2 1\n2 1e300 3 1\n1 1e300\n1 1\n", EQP_ERROR_TOO_LARGE, "add up to" },
};

static void
test_metis_wrong (EqpTestFolder *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (metis_wrong); i++)
    {
      g_autofree char *path = eqp_test_write_text (fixture, metis_wrong[i].name, metis_wrong[i].text);

      eqp_test_load_fails (path, NULL, EQP_ERROR, metis_wrong[i].code, metis_wrong[i].part);
    }
}

/* -- mends --------------------------------------------------------------------------------------------------------- */

static void
test_symmetrized (EqpTestFolder *fixture, gconstpointer data)
{
  static const char text[] = "3 3 1\n2 1 3 4\n1 3\n2 8\n";
  const EqpImportOptions mean = { .symmetrize = EQP_SYMMETRIZE_MEAN }, max = { .symmetrize = EQP_SYMMETRIZE_MAX }, sum = { .symmetrize = EQP_SYMMETRIZE_SUM };
  g_autoptr (EqpDataset) means = eqp_test_load_text (fixture, "a.graph", text, &mean);
  g_autoptr (EqpDataset) largest = eqp_test_load_text (fixture, "a.graph", text, &max);
  g_autoptr (EqpDataset) sums = eqp_test_load_text (fixture, "a.graph", text, &sum);

  eqp_test_assert_edges (means, 3, "1-2:2 1-3:2 2-3:4");
  eqp_test_assert_edges (largest, 3, "1-2:3 1-3:4 2-3:8");
  eqp_test_assert_edges (sums, 3, "1-2:4 1-3:4 2-3:8");
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (means), EQP_LEDGER_EDGE_CHANGED), ==, 3);
}

static void
test_weights_mended (EqpTestFolder *fixture, gconstpointer data)
{
  static const char text[] = "3 3 1\n2 -1 3 4\n1 -1 3 nan\n1 4 2 nan\n";
  const EqpImportOptions drop = { .weights = EQP_WEIGHTS_DROP }, one = { .weights = EQP_WEIGHTS_ONE }, absolute = { .weights = EQP_WEIGHTS_ABSOLUTE };
  g_autoptr (EqpDataset) dropped = eqp_test_load_text (fixture, "a.graph", text, &drop);
  g_autoptr (EqpDataset) ones = eqp_test_load_text (fixture, "a.graph", text, &one);
  g_autoptr (EqpDataset) signless = eqp_test_load_text (fixture, "b.graph", "3 2 1\n2 -1 3 4\n1 -1\n1 4\n", &absolute);
  g_autofree char *path = eqp_test_write_text (fixture, "a.graph", text);

  eqp_test_assert_edges (dropped, 3, "1-3:4");
  eqp_test_assert_edges (ones, 3, "1-2:1 1-3:1 2-3:1");
  eqp_test_assert_edges (signless, 3, "1-2:1 1-3:4");
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (dropped), EQP_LEDGER_EDGE_DROPPED), ==, 4);
  g_assert_cmpint (eqp_ledger_get_entry (eqp_dataset_get_ledger (dropped), 0)->line, ==, 2);
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (signless), EQP_LEDGER_EDGE_CHANGED), ==, 2);
  eqp_test_load_fails (path, &absolute, EQP_ERROR, EQP_ERROR_AMBIGUOUS, "with none that is finite: 2");
}

static void
test_loops_and_copies (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a.graph", "3 4 1\n1 9 2 1 2 1 3 0\n1 2\n1 0\n", NULL);

  eqp_test_assert_edges (dataset, 3, "1-2:2");
  g_assert_true (eqp_test_tells (dataset, "it leads from a node to itself"));
  g_assert_true (eqp_test_tells (dataset, "the weight is 0"));
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (dataset), EQP_LEDGER_EDGE_DROPPED), ==, 3);
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "no neighbor"));
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (dataset), EQP_LEDGER_EDGE_MERGED), ==, 1);
}

static void
test_labels_beside (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *labels G_GNUC_UNUSED = eqp_test_write_text (fixture, "a.labels", "left\nleft\nright\n");
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a.graph", "3 2\n2 3\n1\n1\n", NULL);
  const EqpImportOptions none = { .labels = "none" }, last = { .labels = "last" };
  g_autoptr (EqpDataset) without = eqp_test_load_text (fixture, "a.graph", "3 2\n2 3\n1\n1\n", &none);
  g_autofree char *path = eqp_test_write_text (fixture, "a.graph", "3 2\n2 3\n1\n1\n");

  g_assert_cmpint (eqp_dataset_get_n_classes (dataset), ==, 2);
  g_assert_cmpstr (eqp_dataset_get_class_name (dataset, eqp_dataset_get_labels (dataset)[2]), ==, "right");
  g_assert_null (eqp_dataset_get_labels (without));
  eqp_test_load_fails (path, &last, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "a graph has no label column “last”");
}

/* -- Matrix Market ------------------------------------------------------------------------------------------------- */

#define MTX "%%MatrixMarket matrix "

static void
test_mtx_graphs (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) symmetric = eqp_test_load_text (fixture, "a.mtx", MTX "coordinate real symmetric\n% made\n\n3 3 3\n2 1 1.5\n3 1 2e0\n2 2 7\n", NULL);
  g_autoptr (EqpDataset) general = eqp_test_load_text (fixture, "b.mtx", "%%MatrixMarket MATRIX Coordinate Integer General\n3 3 4\n1 2 5\n2 1 5\n3 2 1\n2 3 1", NULL);
  g_autoptr (EqpDataset) pattern = eqp_test_load_text (fixture, "c.mtx", MTX "coordinate pattern symmetric\r\n3 3 2\r\n2 1\r\n3 1\r\n", NULL);
  g_autoptr (EqpDataset) short_banner = eqp_test_load_text (fixture, "d.mtx", "%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n", NULL);

  eqp_test_assert_edges (short_banner, 3, "1-2:1 1-3:1");
  g_assert_true (eqp_test_says (eqp_dataset_get_findings (short_banner), "Line 1 should begin with “%%MatrixMarket”"));
  eqp_test_assert_edges (symmetric, 3, "1-2:1.5 1-3:2");
  eqp_test_assert_edges (general, 3, "1-2:5 2-3:1");
  eqp_test_assert_edges (pattern, 3, "1-2:1 1-3:1");
  g_assert_cmpstr (eqp_dataset_get_format (pattern), ==, "Matrix Market");
  g_assert_true (eqp_test_tells (general, "The matrix is square and sparse"));
  g_assert_cmpint (eqp_dataset_get_choices (general)->len, ==, 1);
}

static void
test_mtx_features (EqpTestFolder *fixture, gconstpointer data)
{
  static const double sparse_values[] = { 0, 5, 0, 0, 2, 0, 0, 0 };
  static const double array_values[] = { 1, 4, 2, 5, 3, 6 };
  const EqpImportOptions as_features = { .take = EQP_TAKE_FEATURES };
  g_autoptr (EqpDataset) sparse = eqp_test_load_text (fixture, "a.mtx", MTX "coordinate real general\n2 4 3\n1 2 4\n1 2 1\n2 1 2\n", NULL);
  g_autoptr (EqpDataset) array = eqp_test_load_text (fixture, "b.mtx", MTX "array real general\n3 2\n1\n2\n3\n4 5\n6\n", NULL);
  g_autoptr (EqpDataset) square = eqp_test_load_text (fixture, "c.mtx", MTX "coordinate real symmetric\n3 3 2\n2 1 1.5\n3 3 2\n", &as_features);

  g_assert_cmpint (eqp_dataset_get_n (sparse), ==, 2);
  g_assert_cmpint (eqp_dataset_get_d (sparse), ==, 4);
  for (int i = 0; i < 8; i++)
    eqp_assert_close (eqp_dataset_get_value (sparse, i / 4, i % 4), sparse_values[i], 1e-6);
  g_assert_true (eqp_test_tells (sparse, "1 entry repeats a cell"));
  g_assert_cmpint (eqp_dataset_get_n (array), ==, 3);
  for (int i = 0; i < 6; i++)
    eqp_assert_close (eqp_dataset_get_value (array, i / 2, i % 2), array_values[i], 1e-6);
  g_assert_null (eqp_dataset_get_graph (square));
  eqp_assert_close (eqp_dataset_get_value (square, 0, 1), 1.5, 1e-6);
  eqp_assert_close (eqp_dataset_get_value (square, 1, 0), 1.5, 1e-6);
  eqp_assert_close (eqp_dataset_get_value (square, 2, 2), 2.0, 1e-6);
}

static const struct
{
  const char *name;
  const char *text;
  int         code;
  const char *part;
} mtx_wrong[] = {
  { "skew.mtx", MTX "coordinate real skew-symmetric\n2 2 1\n2 1 1\n", EQP_ERROR_UNSUPPORTED, "skew.mtx, line 1: “skew-symmetric” is not read here; it has to be one of: general, symmetric." },
  { "hermitian.mtx", MTX "coordinate complex hermitian\n2 2 1\n2 1 1 0\n", EQP_ERROR_UNSUPPORTED, "“complex” is not read here" },
  { "vector.mtx", "%%MatrixMarket vector coordinate real general\n2 1\n2 1\n", EQP_ERROR_UNSUPPORTED, "“vector” is not read here" },
  { "format.mtx", MTX "sparse real general\n2 2 1\n2 1 1\n", EQP_ERROR_UNSUPPORTED, "“sparse” is not read here" },
  { "banner.mtx", "%%MatrixMarket", EQP_ERROR_PARSE, "" },
  { "sizes.mtx", MTX "coordinate real general\n% only this\n", EQP_ERROR_PARSE, "numbers of rows, columns and entries" },
  { "minus.mtx", MTX "coordinate real general\n-2 2 1\n", EQP_ERROR_PARSE, "line 2: here the numbers" },
  { "wide.mtx", MTX "coordinate real symmetric\n2 3 1\n2 1 1\n", EQP_ERROR_PARSE, "cannot have 2 rows and 3 columns" },
  { "range.mtx", MTX "coordinate real general\n2 2 2\n1 2 1\n2 3 1\n", EQP_ERROR_PARSE, "line 4: “2 3 1” lies outside of the 2 × 2 cells, which count from 1; correct the entry" },
  { "zero.mtx", MTX "coordinate real general\n2 2 1\n0 1 1\n", EQP_ERROR_PARSE, "line 3: “0 1 1” lies outside" },
  { "short.mtx", MTX "coordinate pattern general\n2 2 5\n1 2\n2 1\n1 2\n", EQP_ERROR_PARSE, "5 entries, but only 3 follow" },
  { "long.mtx", MTX "coordinate pattern general\n2 2 1\n1 2\n2 1\n", EQP_ERROR_PARSE, "line 4: the header announces no more than 1 entries" },
  { "fits.mtx", MTX "coordinate real general\n2 2 4611686018427387904\n1 2 1\n", EQP_ERROR_PARSE, "announces 4611686018427387904 entries, but only 1 follows" },
  { "huge.mtx", MTX "coordinate real general\n999999999999 999999999999 1\n1 2 1\n", EQP_ERROR_TOO_LARGE, "at most 2147483647" },
  { "gaps.mtx", MTX "coordinate pattern symmetric\n2000000000 2000000000 1\n2 1\n", EQP_ERROR_INVALID_DATA, "nearly all nodes would have no edge" },
  { "word.mtx", MTX "coordinate real general\n2 2 1\n1 2 one\n", EQP_ERROR_PARSE, "line 3: “1 2 one” is no entry" },
  { "upper.mtx", MTX "coordinate real symmetric\n2 2 1\n1 2 1\n", EQP_ERROR_PARSE, "line 3: “1 2 1” lies above the diagonal" },
  { "triangle.mtx", MTX "coordinate real general\n3 3 2\n2 1 1\n3 1 1\n", EQP_ERROR_AMBIGUOUS, "edges in one direction only: 2, in both with different weights: 0" },
  { "nan.mtx", MTX "coordinate real general\n2 3 1\n1 2 nan\n", EQP_ERROR_INVALID_DATA, "line 3: the entry is no finite number" },
  { "summed.mtx", MTX "coordinate real general\n2 3 3\n1 1 1\n1 2 1e308\n1 2 1e308\n", EQP_ERROR_INVALID_DATA, "entry 2 of the sparse matrix is no finite number" },
  { "array-huge.mtx", MTX "array real general\n2000000000 2000000000\n1\n", EQP_ERROR_PARSE, "do not fit into the" },
  { "array-short.mtx", MTX "array real general\n2 2\n1\n2\n3 \n", EQP_ERROR_PARSE, "4 entries, but only 3 follow" },
  { "array-long.mtx", MTX "array real general\n1 2\n1\n2\n3\n", EQP_ERROR_PARSE, "line 5: the header announces no more than 2 entries" },
  { "array-pattern.mtx", MTX "array pattern general\n1 2\n", EQP_ERROR_UNSUPPORTED, "cannot have it" },
  { "wide-dense.mtx", MTX "coordinate real general\n2000000000 2000000 1\n1 2 1\n", EQP_ERROR_TOO_LARGE, "2000000000 × 2000000" },
};

static void
test_mtx_wrong (EqpTestFolder *fixture, gconstpointer data)
{
  _eqp_set_free_memory (1 << 30);
  for (guint i = 0; i < G_N_ELEMENTS (mtx_wrong); i++)
    {
      g_autofree char *path = eqp_test_write_text (fixture, mtx_wrong[i].name, mtx_wrong[i].text);

      eqp_test_load_fails (path, NULL, EQP_ERROR, mtx_wrong[i].code, mtx_wrong[i].part);
    }
  _eqp_set_free_memory (0);
}

static void
test_mtx_as_graph (EqpTestFolder *fixture, gconstpointer data)
{
  const EqpImportOptions graph = { .take = EQP_TAKE_GRAPH };
  g_autofree char *wide = eqp_test_write_text (fixture, "a.mtx", MTX "coordinate real general\n2 3 1\n1 2 1\n");
  g_autofree char *tall = eqp_test_write_text (fixture, "b.mtx", MTX "array real general\n3 1\n1\n2\n3\n");

  eqp_test_load_fails (wide, &graph, EQP_ERROR, EQP_ERROR_INVALID_DATA, "a matrix of 2 × 3 is no graph");
  eqp_test_load_fails (tall, &graph, EQP_ERROR, EQP_ERROR_INVALID_DATA, "a matrix of 3 × 1 numbers is no graph");
}

/* -- square matrices ----------------------------------------------------------------------------------------------- */

#define SQUARE "1,0.5,0,0\n0.5,1,2,0\n0,2,1,0.25\n0,0,0.25,1\n"

static void
test_square_asked (EqpTestFolder *fixture, gconstpointer data)
{
  const EqpImportOptions as_graph = { .take = EQP_TAKE_GRAPH }, as_features = { .take = EQP_TAKE_FEATURES };
  g_autofree char *path = eqp_test_write_text (fixture, "a.csv", SQUARE);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) asked = eqp_dataset_load (path, NULL, NULL, NULL, &error);
  g_autoptr (EqpDataset) graph = eqp_test_load (path, &as_graph);
  g_autoptr (EqpDataset) features = eqp_test_load (path, &as_features);
  const EqpDecision *question = eqp_error_get_question (error);

  g_assert_null (asked);
  g_assert_nonnull (question);
  g_assert_cmpstr (question->key, ==, "as");
  g_assert_cmpstr (eqp_decision_get_alternative (question, 0)->value, ==, "graph");
  g_assert_cmpstr (eqp_decision_get_alternative (question, 1)->value, ==, "features");
  eqp_test_assert_edges (graph, 4, "1-2:0.5 2-3:2 3-4:0.25");
  g_assert_cmpint (eqp_dataset_get_d (features), ==, 4);
  g_assert_true (eqp_test_tells (graph, "diagonal of the matrix was left out"));
}

/* Names of nodes in the first line and column, and a matrix of whole numbers whose last column looks like classes. */
static void
test_square_names (EqpTestFolder *fixture, gconstpointer data)
{
  const EqpImportOptions as_graph = { .take = EQP_TAKE_GRAPH };
  g_autoptr (EqpDataset) named = eqp_test_load_text (fixture, "a.csv", ",A,B,C,D\nA,0,1,0,0\nB,1,0,1,1\nC,0,1,0,0\nD,0,1,0,0\n", &as_graph);
  g_autoptr (EqpDataset) bare = eqp_test_load_text (fixture, "b.csv", "0,1,0,0\n1,0,1,1\n0,1,0,0\n0,1,0,0\n", &as_graph);

  eqp_test_assert_edges (named, 4, "1-2:1 2-3:1 2-4:1");
  eqp_test_assert_edges (bare, 4, "1-2:1 2-3:1 2-4:1");
  g_assert_null (eqp_dataset_get_labels (bare));
}

static void
test_square_wrong (EqpTestFolder *fixture, gconstpointer data)
{
  const EqpImportOptions as_graph = { .take = EQP_TAKE_GRAPH };
  g_autofree char *oblong = eqp_test_write_text (fixture, "a.csv", "1,2,9,4\n5,6,7,8\n");
  g_autofree char *skew = eqp_test_write_text (fixture, "b.csv", "0,1,2,1\n3,0,1,1\n2,1,0,1\n0,0,1,0\n");
  g_autofree char *minus = eqp_test_write_text (fixture, "c.csv", "1,-0.5,0.1,0\n-0.5,1,2,0\n0.1,2,1,0\n0,0,0,1\n");
  g_autoptr (EqpDataset) asymmetric = eqp_test_load (skew, NULL);

  /* Points are as likely to have four zeros on the diagonal, so nobody is asked. */
  g_assert_null (eqp_dataset_get_graph (asymmetric));
  g_assert_true (eqp_test_tells (asymmetric, "t is not symmetric (row 1, column 2 is 1, and row 2, column 1 is 3)"));
  eqp_test_load_fails (oblong, &as_graph, EQP_ERROR, EQP_ERROR_INVALID_DATA, "a matrix of 2 × 4 numbers is no graph");
  eqp_test_load_fails (skew, &as_graph, EQP_ERROR, EQP_ERROR_AMBIGUOUS, "the two directions differ");
  eqp_test_load_fails (minus, &as_graph, EQP_ERROR, EQP_ERROR_AMBIGUOUS, "a negative one: 2, with none that is finite: 0, the first: -0.5 between nodes 1 and 2)");
}

/* What is asked about, and by which words; and what is not, and why. */
static void
test_square_kinds (EqpTestFolder *fixture, gconstpointer data)
{
  static const struct { const char *name, *text, *part; } asked[] = {
    { "correlations.csv", "1,-0.5,0.1\n-0.5,1,0.25\n0.1,0.25,1\n", "symmetric and has 2 negative ones and a diagonal of one number, as correlations have" },
    { "rounded-peak.csv", "1,-0.5,1.0000001\n-0.5,1,0.25\n1.0000001,0.25,1\n", "as correlations have" },
    { "named.csv", ",a,b,c\na,1,-0.5,0.1\nb,-0.5,1,0.25\nc,0.1,0.25,1\n", "as correlations have" },
    { "products.csv", "3,-2,1\n-2,5,4\n1,4,2\n", "is symmetric and has 2 negative ones" },
    { "rounded.csv", "1,0.3333333,0.1\n0.3333334,1,0.25\n0.1,0.25,1\n", "symmetric but for the last digits" },
    { "distances.csv", "0,3,4,5\n3,0,5,4\n4,5,0,3\n5,4,3,0\n", "as distances have" },
    { "directed.csv", "0,1,0,0,1\n0,0,1,0,0\n0,0,0,1,0\n0,1,0,0,1\n1,0,0,0,0\n", "0 along its diagonal, as directed graphs have it, but row 1, column 2 is 1, and back 0" },
    { "products.mtx", MTX "array real general\n3 3\n1\n-2\n3\n-2\n1\n4\n3\n4\n1\n", "is symmetric and has 2 negative ones" },
  };
  static const struct { const char *name, *text, *part; } told[] = {
    { "eye.csv", "1,0,0\n0,1,0\n0,0,1\n", "It has no numbers but those on its diagonal" },
    { "nearly.csv", "1,0.3333,0.1\n0.33333,1,0.25\n0.1,0.25,1\n", "t is not symmetric (row 1, column 2 is 0.3333, and row 2, column 1 is 0.33333)" },
    { "gap.csv", "1,2,3\n2,1,\n3,4,1\n", "row 2, column 3 is missing, and row 3, column 2 is 4" },
    { "points.csv", "0.5,1.5,2.5\n3.5,0.1,-2.5\n1.5,2.5,4.5\n", "t is not symmetric (row 1, column 2 is 1.5, and row 2, column 1 is 3.5)" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (asked); i++)
    {
      g_autofree char *path = eqp_test_write_text (fixture, asked[i].name, asked[i].text);

      eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_AMBIGUOUS, asked[i].part);
    }
  for (guint i = 0; i < G_N_ELEMENTS (told); i++)
    {
      g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, told[i].name, told[i].text, NULL);

      g_assert_true (eqp_test_tells (dataset, told[i].part));
    }
}

/* Directions that differ by rounding are one edge, and that is told. */
static void
test_square_rounded (EqpTestFolder *fixture, gconstpointer data)
{
  const EqpImportOptions as_graph = { .take = EQP_TAKE_GRAPH };
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a.csv", "1,0.5,0.1\n0.5000001,1,0.25\n0.1,0.25,1\n", &as_graph);

  g_assert_cmpint (eqp_graph_get_n_edges (eqp_dataset_get_graph (dataset)), ==, 3);
  g_assert_true (eqp_test_tells (dataset, "two directions of 1 edge differ in the last digits only"));
}

static void
test_distances (EqpTestFolder *fixture, gconstpointer data)
{
  const EqpImportOptions as_graph = { .take = EQP_TAKE_GRAPH };
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a.csv", "0,3,4,5\n3,0,5,4\n4,5,0,3\n5,4,3,0\n", &as_graph);

  g_assert_true (eqp_test_says (eqp_dataset_get_findings (dataset), "as of distances"));
}

static void
test_cancelled (EqpTestFolder *fixture, gconstpointer data)
{
  static const char *const texts[] = { "3 2\n2 3\n1\n1\n", MTX "coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n" };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *path = eqp_test_write_text (fixture, "a.graph", texts[i]);
      g_autoptr (GError) error = NULL;

      g_assert_null (eqp_dataset_load (path, NULL, NULL, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
}

/* Byte order marks, capitals in a banner, gaps in a symmetric matrix, and formats that are named. */
static void
test_odd (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) metis = eqp_test_load_text (fixture, "a.graph", "\xef\xbb\xbf""3 2\n2\n1 3\n2\n", NULL);
  g_autoptr (EqpDataset) capitals = eqp_test_load_text (fixture, "b.mtx", "%%MATRIXMARKET MATRIX COORDINATE REAL SYMMETRIC\n3 3 2\n2 1 5\n3 2 7\n", NULL);
  g_autofree char *gaps = eqp_test_write_text (fixture, "c.csv", "1,0.5,NaN,0.1\n0.5,1,0.2,0\nNaN,0.2,1,0.3\n0.1,0,0.3,1\n");
  g_autofree char *dimacs = eqp_test_write_text (fixture, "d.gr", "c roads\np sp 3 2\na 1 2 5\na 2 3 6\n");
  g_autofree char *lemon = eqp_test_write_text (fixture, "e.lgf", "@nodes\nlabel\n0\n1\n@arcs\n\tlabel\n0 1 0\n");
  EqpImportOptions graph = { .take = EQP_TAKE_GRAPH };

  eqp_test_assert_edges (metis, 3, "1-2:1 2-3:1");
  eqp_test_assert_edges (capitals, 3, "1-2:5 2-3:7");
  eqp_test_load_fails (gaps, NULL, EQP_ERROR, EQP_ERROR_AMBIGUOUS, "can be both");
  eqp_test_load_fails (gaps, &graph, EQP_ERROR, EQP_ERROR_AMBIGUOUS, "no number between nodes 1 and 3");
  eqp_test_load_fails (dimacs, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "DIMACS");
  eqp_test_load_fails (lemon, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "LEMON");
}

#define ADD(name, function) g_test_add ("/core/reader-graphs/" name, EqpTestFolder, NULL, eqp_test_folder_set_up, function, eqp_test_folder_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("metis-plain", test_metis_plain);
  ADD ("one-node", test_one_node);
  ADD ("metis-weights", test_metis_weights);
  ADD ("metis-sniffed", test_metis_sniffed);
  ADD ("metis-large", test_metis_large);
  ADD ("metis-wrong", test_metis_wrong);
  ADD ("symmetrized", test_symmetrized);
  ADD ("weights-mended", test_weights_mended);
  ADD ("loops-and-copies", test_loops_and_copies);
  ADD ("labels-beside", test_labels_beside);
  ADD ("mtx-graphs", test_mtx_graphs);
  ADD ("mtx-features", test_mtx_features);
  ADD ("mtx-wrong", test_mtx_wrong);
  ADD ("mtx-as-graph", test_mtx_as_graph);
  ADD ("square-asked", test_square_asked);
  ADD ("square-names", test_square_names);
  ADD ("square-wrong", test_square_wrong);
  ADD ("square-kinds", test_square_kinds);
  ADD ("square-rounded", test_square_rounded);
  ADD ("distances", test_distances);
  ADD ("cancelled", test_cancelled);
  ADD ("odd", test_odd);
  return g_test_run ();
}
