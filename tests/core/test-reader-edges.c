/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of edges, and what tells them from tables of coordinates. */
#include "config.h"

#include "eqp-truth.h"

#include <string.h>

#include "base/eqp-memory.h"

static void
test_headers (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) comma = eqp_test_load_text (fixture, "a.csv", "source,target,weight\n1,2,0.5\n1,4,2\n", NULL);
  g_autoptr (EqpDataset) tab = eqp_test_load_text (fixture, "b.tsv", "From\tTo\r\nann\tbob\r\nbob\tcid\r\n", NULL);
  g_autoptr (EqpDataset) blanks = eqp_test_load_text (fixture, "c.tsv", "From\tTo\nnode 1\tnode 2\nnode 2\tnode 3\n", NULL);
  g_autoptr (EqpDataset) more = eqp_test_load_text (fixture, "c.csv", "Id;Source;Label;Target;Weight\n7;10;x;20;3\n8;20;y;30;4\n", NULL);
  g_autoptr (EqpDataset) narrow = eqp_test_load_text (fixture, "d.csv", "u,v\n5,6\n6,7\n", NULL);

  eqp_test_assert_edges (comma, 3, "1-2:0.5 1-3:2");
  g_assert_cmpstr (eqp_dataset_get_format (comma), ==, "edge list");
  /* Blanks within the names of nodes cut nothing. */
  g_assert_cmpstr (eqp_dataset_get_format (blanks), ==, "edge list");
  g_assert_cmpint (eqp_dataset_get_n (blanks), ==, 3);
  g_assert_true (eqp_test_tells (comma, "from column 1 (“source”) to column 2 (“target”) with its weight in column 3 (“weight”)"));
  g_assert_true (eqp_test_tells (comma, "The header names the two ends"));
  g_assert_true (eqp_test_tells (comma, "3 different numbers, in ascending order"));
  eqp_test_assert_edges (tab, 3, "1-2:1 2-3:1");
  g_assert_true (eqp_test_tells (tab, "3 different names, in the order of their first appearance"));
  eqp_test_assert_edges (more, 3, "1-2:3 2-3:4");
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (more), EQP_LEDGER_COLUMN_IGNORED), ==, 2);
  eqp_test_assert_edges (narrow, 3, "1-2:1 2-3:1");
}

/* Nodes keep what the file calls them; those that are counted from 0 or 1 have numbers anyway. */
static void
test_node_names (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) text = eqp_test_load_text (fixture, "a.tsv", "From\tTo\nann\tbob\nbob\tcid\n", NULL);
  g_autoptr (EqpDataset) ids = eqp_test_load_text (fixture, "b.csv", "source,target\n40,7\n7,1000\n", NULL);
  g_autoptr (EqpDataset) counted = eqp_test_load_text (fixture, "c.csv", "source,target\n3,1\n1,2\n", NULL);
  g_autoptr (EqpDataset) zero = eqp_test_load_text (fixture, "d.csv", "source,target\n2,1\n1,0\n", NULL);
  static const char *const others[][2] = { { "-1,0\n0,1\n", "-1" }, { "2,3\n3,4\n", "2" }, { "0,1\n1,3\n", "0" },
                                           { "1,2\n2,4\n", "1" },
                                           { "2,1\n-9007199254740991,1\n", "-9007199254740991" } };

  g_assert_cmpstr (eqp_dataset_get_row_name (text, 0), ==, "ann");
  g_assert_cmpstr (eqp_dataset_get_row_name (text, 2), ==, "cid");
  g_assert_null (eqp_dataset_get_row_name (text, 3));
  g_assert_null (eqp_dataset_get_row_name (text, -1));
  g_assert_cmpstr (eqp_dataset_get_row_name (ids, 0), ==, "7");
  g_assert_cmpstr (eqp_dataset_get_row_name (ids, 2), ==, "1000");
  g_assert_null (eqp_dataset_get_row_name (counted, 0));
  g_assert_null (eqp_dataset_get_row_name (zero, 0));
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *lines = g_strconcat ("source,target\n", others[i][0], NULL);
      g_autoptr (EqpDataset) other = eqp_test_load_text (fixture, "e.csv", lines, NULL);

      g_assert_cmpstr (eqp_dataset_get_row_name (other, 0), ==, others[i][1]);
    }
}

static void
test_comments (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) snap = eqp_test_load_text (fixture, "a.txt", "# Directed graph\n# FromNodeId\tToNodeId\n0\t3\n0\t9\n", NULL);
  g_autoptr (EqpDataset) konect = eqp_test_load_text (fixture, "out.b", "% sym weighted\n% 2 3 3\n1 2 4 1082008561\n1 3 5 1082155839\n", NULL);
  g_autoptr (EqpDataset) named = eqp_test_load_text (fixture, "c.edges", "# nothing\n1 2\n% more\n\n2 3\n", NULL);

  eqp_test_assert_edges (snap, 3, "1-2:1 1-3:1");
  eqp_test_assert_edges (konect, 3, "1-2:4 1-3:5");
  eqp_test_assert_edges (named, 3, "1-2:1 2-3:1");
  g_assert_cmpint (eqp_ledger_get_count (eqp_dataset_get_ledger (named), EQP_LEDGER_LINE_SKIPPED), ==, 2);
}

static void
test_names (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) names = eqp_test_load_text (fixture, "a.csv", "\"Miller, Ann\",Bob\nBob,Cid\nCid,\"Miller, Ann\"\n", NULL);
  g_autoptr (EqpDataset) mixed = eqp_test_load_text (fixture, "b.csv", "from,to\n1,2\n2,x\n01,x\n", NULL);

  eqp_test_assert_edges (names, 3, "1-2:1 2-3:1 1-3:1");
  /* What began as numbers goes on as names, in the same order. */
  eqp_test_assert_edges (mixed, 4, "1-2:1 2-3:1 3-4:1");
}

/* As spreadsheets save what they call Unicode text. */
static void
test_wide_characters (EqpTestFolder *fixture, gconstpointer data)
{
  gsize length;
  g_autofree char *wide = g_convert ("from\tto\r\nÅsa\tBo\r\nBo\tÖrn\r\n", -1, "UTF-16", "UTF-8", NULL, &length, NULL);
  g_autofree char *path = eqp_test_write (fixture->folder, "a.txt", wide, length);
  g_autoptr (EqpDataset) dataset = eqp_test_load (path, NULL);

  eqp_test_assert_edges (dataset, 3, "1-2:1 2-3:1");
  g_assert_true (eqp_test_tells (dataset, "UTF-16"));
}

/* The complete graph of some nodes, all of whose lines go from the lower to the higher number or turn with @every. */
static char *
complete_graph (int nodes, int every)
{
  GString *text = g_string_new (NULL);
  int row = 0;

  for (int i = 1; i <= nodes; i++)
    for (int j = i + 1; j <= nodes; j++)
      {
        gboolean turned = every > 0 && row++ % every == 0;

        g_string_append_printf (text, "%d %d\n", turned ? j : i, turned ? i : j);
      }
  return g_string_free (text, FALSE);
}

static void
test_numbers (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *rising = complete_graph (8, 0);
  g_autofree char *turning = complete_graph (4, 2);
  g_autofree char *many = complete_graph (12, 2);
  g_autoptr (EqpDataset) graph = eqp_test_load_text (fixture, "a.txt", rising, NULL);
  g_autoptr (EqpDataset) shuffled = eqp_test_load_text (fixture, "b.txt", many, NULL);
  g_autoptr (EqpDataset) few = eqp_test_load_text (fixture, "c.txt", turning, NULL);
  const EqpImportOptions as_features = { .take = EQP_TAKE_FEATURES }, as_graph = { .take = EQP_TAKE_GRAPH };
  g_autoptr (EqpDataset) features = eqp_test_load_text (fixture, "a.txt", rising, &as_features);
  g_autoptr (EqpDataset) asked = eqp_test_load_text (fixture, "c.txt", turning, &as_graph);
  const EqpImportOptions unlabeled = { .labels = "none" }, labeled = { .labels = "2" };
  g_autoptr (EqpDataset) without = eqp_test_load_text (fixture, "a.txt", rising, &unlabeled);
  g_autoptr (EqpDataset) classes = eqp_test_load_text (fixture, "a.txt", rising, &labeled);

  g_assert_cmpint (eqp_graph_get_n_edges (eqp_dataset_get_graph (graph)), ==, 28);
  g_assert_true (eqp_test_tells (graph, "behave as nodes do"));
  g_assert_cmpint (eqp_graph_get_n_edges (eqp_dataset_get_graph (shuffled)), ==, 66);
  g_assert_nonnull (eqp_dataset_get_graph (without));
  g_assert_null (eqp_dataset_get_graph (classes));
  g_assert_null (eqp_dataset_get_graph (few));
  g_assert_null (eqp_dataset_get_graph (features));
  g_assert_cmpint (eqp_graph_get_n_edges (eqp_dataset_get_graph (asked)), ==, 6);
}

static void
test_asked (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *path = eqp_test_write_text (fixture, "a.txt", "1 2\n3 1\n1 4\n2 3\n4 2\n2 5\n3 4\n5 3\n5 4\n1 5\n6 1\n6 2\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = eqp_dataset_load (path, NULL, NULL, NULL, &error);

  g_assert_null (dataset);
  g_assert_error (error, EQP_ERROR, EQP_ERROR_AMBIGUOUS);
  g_assert_nonnull (eqp_error_get_question (error));
  g_assert_cmpstr (eqp_error_get_question (error)->key, ==, "as");
}

/* Where pairs of whole numbers are edges (g), may be (?), are points (p), and make no sense (e). All nodes are joined to the next one, then
 * to the next but one, and so on. */
static void
test_coincidences (EqpTestFolder *fixture, gconstpointer data)
{
  static const struct
  {
    int         nodes, rows, first;
    char        turned; /* u: from the lower to the higher; d: down; m: in turn; b: both ways */
    int         hole;   /* numbers left out before the last node */
    const char *more;
    char        told;
  } cases[] = {
    { 6, 12, 1, 'u', 0, "", 'g' },     { 6, 12, 1, 'd', 0, "", 'g' },     { 6, 11, 1, 'u', 0, "", 'p' },
    { 4, 12, 1, 'b', 0, "", 'g' },     { 6, 12, 1, 'm', 0, "", '?' },     { 6, 12, 0, 'm', 0, "", '?' },
    { 6, 12, 2, 'm', 0, "", 'p' },     { 6, 12, -1, 'm', 0, "", 'p' },    { 6, 12, 1, 'm', 0, "1 2\n", 'p' },
    { 6, 12, 1, 'm', 0, "2 1\n", '?' }, { 6, 12, 1, 'm', 0, "6 6\n", 'p' }, { 6, 12, 1, 'm', 0, "1 2.5\n", 'p' },
    { 6, 12, 1, 'm', 0, "1 x\n", 'e' }, { 10, 12, 1, 'u', 0, "", 'g' },    { 11, 12, 1, 'u', 0, "", 'p' },
    { 10, 12, 1, 'u', 1, "", 'g' },    { 10, 12, 1, 'u', 2, "", 'p' },    { 10, 12, 1, 'm', 0, "", 'p' },
    { 10, 13, 1, 'm', 0, "", 'p' },    { 10, 14, 1, 'm', 0, "", '?' },    { 7, 16, 1, 'm', 0, "", '?' },
    { 7, 17, 1, 'm', 0, "", 'g' },     { 7, 17, 1, 'm', 0, "2 1\n", '?' },
  };

  for (guint at = 0; at < G_N_ELEMENTS (cases); at++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *path = NULL;
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (GError) error = NULL;
      const EqpDecision *question;
      int rows = 0;

      for (int step = 1; step < cases[at].nodes; step++)
        for (int i = 0; i + step < cases[at].nodes; i++)
          for (int back = 0; back < (cases[at].turned == 'b' ? 2 : 1) && rows < cases[at].rows; back++, rows++)
            {
              int low = i + cases[at].first, high = low + step;
              gboolean down = cases[at].turned == 'd' || (cases[at].turned == 'm' && rows % 2 == 1) || back > 0;

              if (i + step + 1 == cases[at].nodes)
                high += cases[at].hole;
              g_string_append_printf (text, "%d %d\n", down ? high : low, down ? low : high);
            }
      g_string_append (text, cases[at].more);
      g_test_message ("%u: %s", at, text->str);
      path = eqp_test_write_text (fixture, "a.txt", text->str);
      dataset = eqp_dataset_load (path, NULL, NULL, NULL, &error);
      question = eqp_error_get_question (error);
      g_assert_cmpint (dataset != NULL ? (eqp_dataset_get_graph (dataset) != NULL ? 'g' : 'p')
                       : question != NULL && strcmp (question->key, "as") == 0 ? '?' : 'e', ==, cases[at].told);
    }
}

/* Two columns of names are edges where enough names stand in both. */
static void
test_shared_names (EqpTestFolder *fixture, gconstpointer data)
{
  static const struct
  {
    int      from, to, shared;
    gboolean graph;
  } cases[] = { { 6, 5, 1, TRUE }, { 6, 6, 1, FALSE }, { 5, 6, 1, TRUE }, { 12, 10, 2, TRUE }, { 12, 11, 2, FALSE },
                { 4, 3, 0, FALSE }, { 1, 2, 1, TRUE } };

  for (guint at = 0; at < G_N_ELEMENTS (cases); at++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (EqpDataset) dataset = NULL;
      g_autofree char *path = NULL;

      for (int i = 0; i < MAX (cases[at].from, cases[at].to); i++)
        g_string_append_printf (text, "x%c %c%c\n", 'a' + i % cases[at].from,
                                i % cases[at].to < cases[at].shared ? 'x' : 'y', 'a' + i % cases[at].to);
      g_test_message ("%s", text->str);
      path = eqp_test_write_text (fixture, "a.txt", text->str);
      dataset = eqp_dataset_load (path, NULL, NULL, NULL, NULL);
      g_assert_cmpint (dataset != NULL && eqp_dataset_get_graph (dataset) != NULL, ==, cases[at].graph);
    }
}

/* Coordinates stay coordinates: large numbers, equal pairs, a step function, a table with a fraction. */
static void
test_no_graphs (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (GString) grid = g_string_new (NULL);
  g_autoptr (GString) series = g_string_new (NULL);
  g_autoptr (GString) wide = g_string_new (NULL);
  const char *texts[4];

  for (int i = 0; i < 100; i++)
    {
      g_string_append_printf (grid, "%d %d\n", i / 10 + 1, i % 10 + 1);
      g_string_append_printf (series, "%d %d\n", i + 1, i % 7 + 1);
      g_string_append_printf (wide, "%d %d\n", 100000 + 977 * (i % 31), 200000 + 5003 * i % 65536);
    }
  texts[0] = grid->str;
  texts[1] = series->str;
  texts[2] = wide->str;
  texts[3] = "from,to\n0.5,1.5\n1.5,2.5\n2.5,3.5\n";
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a.txt", texts[i], NULL);

      g_assert_null (eqp_dataset_get_graph (dataset));
    }
}

static void
test_directions (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) both = eqp_test_load_text (fixture, "a.csv", "from,to,w\n1,2,3\n2,1,3\n2,3,4\n3,2,4\n", NULL);
  g_autoptr (EqpDataset) copies = eqp_test_load_text (fixture, "b.csv", "from,to,w\n1,2,3\n1,2,4\n3,3,9\n3,2,1\n", NULL);
  const EqpImportOptions sum = { .symmetrize = EQP_SYMMETRIZE_SUM };
  g_autofree char *directed = eqp_test_write_text (fixture, "c.csv", "from,to,w\n1,2,3\n2,1,5\n2,3,4\n");
  g_autoptr (EqpDataset) sums = eqp_test_load (directed, &sum);

  eqp_test_assert_edges (both, 3, "1-2:3 2-3:4");
  g_assert_true (eqp_test_tells (both, "both directions and was taken once"));
  eqp_test_assert_edges (copies, 3, "1-2:7 2-3:1");
  g_assert_true (eqp_test_tells (copies, "it leads from a node to itself"));
  eqp_test_assert_edges (sums, 3, "1-2:8 2-3:4");
  eqp_test_load_fails (directed, NULL, EQP_ERROR, EQP_ERROR_AMBIGUOUS, "the two directions differ");
}

static void
test_options (EqpTestFolder *fixture, gconstpointer data)
{
  static const char text[] = "a;b;c;d\n9;1;2;0,5\n9;2;3;1,5\n";
  const EqpImportOptions chosen = { .take = EQP_TAKE_GRAPH, .columns = "b,c,d", .decimal = ',', .header = EQP_TRISTATE_YES };
  const EqpImportOptions one = { .take = EQP_TAKE_GRAPH, .columns = "2" };
  const EqpImportOptions bare = { .take = EQP_TAKE_GRAPH, .separator = '/', .header = EQP_TRISTATE_NO };
  g_autoptr (EqpDataset) dataset = eqp_test_load_text (fixture, "a.csv", text, &chosen);
  g_autoptr (EqpDataset) slashes = eqp_test_load_text (fixture, "b.csv", "from/to\nto/a\n", &bare);
  g_autofree char *path = eqp_test_write_text (fixture, "c.edges", "1 2\n2 3\n");

  eqp_test_assert_edges (dataset, 3, "1-2:0.5 2-3:1.5");
  eqp_test_assert_edges (slashes, 3, "1-2:1 2-3:1");
  eqp_test_load_fails (path, &one, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "an edge takes two for its ends");
}

static const struct
{
  const char *name;
  const char *text;
  int         code;
  const char *part;
} wrong[] = {
  { "end.csv", "from,to\na,b\nb,\n", EQP_ERROR_PARSE, "end.csv, line 3: one end of the edge is missing" },
  { "fields.csv", "from,to\na,b\n\nb,c,d\n", EQP_ERROR_PARSE, "line 4: 3 fields were found instead of 2" },
  { "weight.csv", "from,to,weight\na,b,1\nb,c,heavy\n", EQP_ERROR_PARSE, "line 3, column 3 (“weight”): “heavy” is no number" },
  { "quote.csv", "from,to\na,b\nb,\"c\n", EQP_ERROR_PARSE, "line 3: a quotation mark is opened" },
  { "minus.csv", "from,to,weight\na,b,1\nb,c,-2\n", EQP_ERROR_AMBIGUOUS, "a negative one: 1, with none that is finite: 0, the first: -2 in line 3)" },
  { "missing.csv", "from,to,weight\na,b,1\nb,c,\n", EQP_ERROR_AMBIGUOUS, "a negative one: 0, with none that is finite: 1" },
  { "infinite.csv", "from,to,weight\na,b,1\nb,c,-inf\n", EQP_ERROR_AMBIGUOUS, "a negative one: 0, with none that is finite: 1" },
  { "low.csv", "from,to\n1,2\n-9007199254740992,1\n", EQP_ERROR_PARSE, "line 3: one end of the edge is missing" },
  { "high.csv", "from,to\n1,2\n1,9007199254740992\n", EQP_ERROR_PARSE, "line 3: one end of the edge is missing" },
  { "loops.csv", "from,to\na,a\nb,b\n", EQP_ERROR_INVALID_DATA, "the graph of 2 nodes has no edge" },
};

static void
test_wrong (EqpTestFolder *fixture, gconstpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *path = eqp_test_write_text (fixture, wrong[i].name, wrong[i].text);

      eqp_test_load_fails (path, NULL, EQP_ERROR, wrong[i].code, wrong[i].part);
    }
}

/* Other formats of graphs are named, so that nobody takes their refusal for a damaged table. */
static void
test_foreign (EqpTestFolder *fixture, gconstpointer data)
{
  g_autofree char *gml = eqp_test_write_text (fixture, "a.gml", "graph [\n  node [ id 1 ]\n  node [ id 2 ]\n  edge [ source 1 target 2 ]\n]\n");
  g_autofree char *pajek = eqp_test_write_text (fixture, "a.net", "*Vertices 2\n1 \"a\"\n2 \"b\"\n*Edges\n1 2\n");

  eqp_test_load_fails (gml, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "a graph in the GML format");
  eqp_test_load_fails (pajek, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "a graph in the Pajek format");
}

static void
test_memory (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("from,to\n");
  g_autofree char *path = NULL;

  for (int i = 0; i < 200000; i++)
    g_string_append_printf (text, "%d,%d\n", i, i + 1);
  path = eqp_test_write_text (fixture, "a.csv", text->str);
  _eqp_set_free_memory (4 << 20);
  eqp_test_load_fails (path, NULL, EQP_ERROR, EQP_ERROR_TOO_LARGE, "a.csv");
  _eqp_set_free_memory (0);
}

/* A large list whose numbers have gaps, in the order of a hash. */
static void
test_large (EqpTestFolder *fixture, gconstpointer data)
{
  const int n = 50000;
  g_autoptr (GString) text = g_string_new ("from to\n");
  g_autoptr (EqpDataset) dataset = NULL;
  const EqpCsr *csr;

  for (int i = 0; i < n; i++)
    {
      int a = (int) ((gint64) i * 7919 % n), b = (a + 1) % n;

      g_string_append_printf (text, "%d %d\n", 1000 * a, 1000 * b);
    }
  dataset = eqp_test_load_text (fixture, "a.txt", text->str, NULL);
  csr = eqp_graph_get_csr (eqp_dataset_get_graph (dataset));
  g_assert_cmpint (csr->n, ==, n);
  for (int i = 0; i < n; i++)
    {
      g_assert_cmpint (csr->starts[i + 1] - csr->starts[i], ==, 2);
      g_assert_cmpint (csr->columns[csr->starts[i]], ==, i == 0 ? 1 : i == n - 1 ? 0 : i - 1);
    }
}

/* As spreadsheets of half of Europe and as NetworkX write edges, and what is said of single cells. */
static void
test_written_elsewhere (EqpTestFolder *fixture, gconstpointer data)
{
  g_autoptr (EqpDataset) comma = eqp_test_load_text (fixture, "a.csv", "source;target;weight\n1;2;0,5\n2;3;1,25\n1;3;2\n", NULL);
  g_autofree char *plain = eqp_test_write_text (fixture, "b.txt", "1 2 {}\n2 3 {}\n");
  g_autofree char *weighted = eqp_test_write_text (fixture, "c.txt", "1 2 {'weight': 3.0, 'color': 'red'}\n2 3 {'weight': 0.5}\n");
  g_autofree char *hole = eqp_test_write_text (fixture, "d.csv", "source,target,weight\n1,,3\n2,3,1\n");
  g_autofree char *infinite = eqp_test_write_text (fixture, "e.csv", "source,target,weight\n1,2,-inf\n2,3,1\n");
  g_autofree char *missing = eqp_test_write_text (fixture, "f.csv", "source,target,weight\n1,2,\n2,3,1\n");
  g_autofree char *kinds = eqp_test_write_text (fixture, "out.g", "% bip unweighted\n1 1\n2 1\n2 2\n");

  eqp_test_assert_edges (comma, 3, "1-2:0.5 2-3:1.25 1-3:2");
  eqp_test_load_fails (plain, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "write_weighted_edgelist");
  eqp_test_load_fails (weighted, NULL, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "a dictionary of Python");
  eqp_test_load_fails (hole, NULL, EQP_ERROR, EQP_ERROR_PARSE, "line 2: one end of the edge is missing");
  eqp_test_load_fails (infinite, NULL, EQP_ERROR, EQP_ERROR_AMBIGUOUS, "the first: -inf in line 2");
  eqp_test_load_fails (missing, NULL, EQP_ERROR, EQP_ERROR_AMBIGUOUS, "the first: no number in line 2");
  eqp_test_load_fails (kinds, NULL, EQP_ERROR, EQP_ERROR_INVALID_DATA, "bipartite");
}

#define ADD(name, function) g_test_add ("/core/reader-edges/" name, EqpTestFolder, NULL, eqp_test_folder_set_up, function, eqp_test_folder_tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("headers", test_headers);
  ADD ("node-names", test_node_names);
  ADD ("comments", test_comments);
  ADD ("names", test_names);
  ADD ("wide-characters", test_wide_characters);
  ADD ("numbers", test_numbers);
  ADD ("asked", test_asked);
  ADD ("coincidences", test_coincidences);
  ADD ("shared-names", test_shared_names);
  ADD ("no-graphs", test_no_graphs);
  ADD ("directions", test_directions);
  ADD ("options", test_options);
  ADD ("wrong", test_wrong);
  ADD ("foreign", test_foreign);
  ADD ("memory", test_memory);
  ADD ("large", test_large);
  ADD ("written-elsewhere", test_written_elsewhere);
  return g_test_run ();
}
