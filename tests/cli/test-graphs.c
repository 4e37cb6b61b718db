/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data that are a graph, from the command line to the picture. */
#include "config.h"

#include "eqp-cli-test.h"

#include <string.h>

#define SQUARE "0,1,0,0\n1,0,2,0\n0,2,0,1\n0,0,1,0\n"

static char *
write_square (void)
{
  char *path = eqp_cli_temporary ("square.csv");

  g_assert_true (g_file_set_contents (path, SQUARE, -1, NULL));
  return path;
}

/* Without a method a graph is cut in a balanced way. */
static void
test_usual_method (void)
{
  g_autoptr (GPtrArray) lines = NULL;
  JsonObject *start, *result, *measures;
  g_auto (EqpCliRun) run = { 0 };

  eqp_cli_call (&run, "run", "sample:karate", "--json", "--seed", "1", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = eqp_cli_parse (run.out);
  start = lines->pdata[0];
  g_assert_cmpstr (json_object_get_string_member (start, "method"), ==, "bmincut");
  g_assert_cmpint (json_object_get_int_member (start, "d"), ==, 0);
  g_assert_cmpint (json_object_get_int_member (start, "edges"), ==, 78);
  g_assert_cmpint (json_object_get_int_member (start, "k"), ==, 2);
  result = eqp_cli_last (lines, "result");
  measures = json_object_get_object_member (result, "measures");
  /* The smallest cut into two halves leads through 10 edges, each counted twice. */
  eqp_assert_close (json_object_get_double_member (result, "data_term"), 20.0, 1e-9);
  g_assert_true (json_object_get_null_member (measures, "sse"));
  g_assert_cmpint (json_object_get_int_member (measures, "max_minus_min"), ==, 0);
}

static void
test_refused (void)
{
  static const char *const arguments[][3] = {
    { "--method", "bkm", "a graph without features, which this method needs; choose a method of the graph family" },
    { "--method", "kmeans", "a graph without features" },
    { "--pca", "2", "nothing to normalize or to project" },
    { "--normalise", "standard", "nothing to normalize or to project" },
    { "--centres-out", "centres.csv", "no centres" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (arguments); i++)
    {
      g_auto (EqpCliRun) run = { 0 };

      eqp_cli_call (&run, "run", "sample:karate", arguments[i][0], arguments[i][1], NULL);
      g_assert_cmpint (run.status, ==, 3);
      g_assert_nonnull (strstr (run.err, arguments[i][2]));
      g_assert_cmpstr (run.out, ==, "");
    }
}

static void
test_info (void)
{
  g_autoptr (GPtrArray) lines = NULL;
  g_auto (EqpCliRun) text = { 0 };
  g_auto (EqpCliRun) json = { 0 };
  g_auto (EqpCliRun) weighted = { 0 };
  g_autofree char *path = eqp_cli_temporary ("weighted.csv");
  JsonObject *info;

  eqp_cli_call (&text, "info", "sample:karate", NULL);
  g_assert_cmpint (text.status, ==, 0);
  g_assert_nonnull (strstr (text.out, "Nodes:       34\nEdges:       78\nWeights:     1 each\nComponents:  1\n"));
  g_assert_null (strstr (text.out, "Columns:"));

  eqp_cli_call (&json, "info", "sample:karate", "--json", NULL);
  lines = eqp_cli_parse (json.out);
  info = eqp_cli_last (lines, "info");
  g_assert_cmpint (json_object_get_int_member (info, "n"), ==, 34);
  g_assert_cmpint (json_object_get_int_member (info, "edges"), ==, 78);
  eqp_assert_close (json_object_get_double_member (info, "total_weight"), 78.0, 0.0);
  g_assert_false (json_object_get_boolean_member (info, "weighted"));
  g_assert_cmpint (json_object_get_int_member (info, "components"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (info, "isolated"), ==, 0);

  /* The largest weight stands in the middle. */
  g_assert_true (g_file_set_contents (path, "source,target,weight\na,b,0.5\nb,c,2\nc,d,1.25\n", -1, NULL));
  eqp_cli_call (&weighted, "info", path, NULL);
  g_assert_nonnull (strstr (weighted.out, "Weights:     0.5 to 2, 3.75 in all\n"));
}

static void
test_asked (void)
{
  g_autofree char *path = write_square ();
  g_autoptr (GPtrArray) lines = NULL;
  g_auto (EqpCliRun) asked = { 0 };
  g_auto (EqpCliRun) graph = { 0 };
  g_auto (EqpCliRun) features = { 0 };

  eqp_cli_call (&asked, "info", path, "--json", NULL);
  g_assert_cmpint (asked.status, ==, 3);
  g_assert_nonnull (strstr (asked.err, "(--as graph)"));
  g_assert_nonnull (strstr (asked.err, "(--as features)"));
  lines = eqp_cli_parse (asked.out);
  g_assert_cmpstr (json_object_get_string_member (eqp_cli_last (lines, "question"), "key"), ==, "as");

  eqp_cli_call (&graph, "run", path, "--as", "graph", "--k", "2", "--quiet", NULL);
  g_assert_cmpint (graph.status, ==, 0);
  g_assert_nonnull (strstr (graph.out, "--method bmincut --k 2"));
  g_assert_nonnull (strstr (graph.out, " --as graph\n"));
  eqp_cli_call (&features, "run", path, "--as", "features", "--k", "2", "--quiet", NULL);
  g_assert_cmpint (features.status, ==, 0);
  g_assert_nonnull (strstr (features.out, "--method bkm --k 2"));
}

static void
test_picture (void)
{
  g_autofree char *path = eqp_cli_temporary ("karate.svg");
  g_autofree char *picture = NULL;
  g_auto (EqpCliRun) run = { 0 };

  eqp_cli_call (&run, "run", "sample:karate", "--plot", path, "--quiet", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_true (g_file_get_contents (path, &picture, NULL, NULL));
  g_assert_nonnull (strstr (picture, "<svg"));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/graphs/usual-method", test_usual_method);
  g_test_add_func ("/cli/graphs/refused", test_refused);
  g_test_add_func ("/cli/graphs/info", test_info);
  g_test_add_func ("/cli/graphs/asked", test_asked);
  g_test_add_func ("/cli/graphs/picture", test_picture);
  status = g_test_run ();
  eqp_cli_cleanup ();
  return status;
}
