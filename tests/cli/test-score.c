/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "score": the same figures as "run" for the same labels, J at any gamma of both families, labels of all kinds, rows
 * without a label or class, the matching, polishing of what others made. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "eqp-cli-test.h"

static char *
save (const char *name,
      const char *text)
{
  char *path = eqp_cli_temporary (name);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static JsonObject *
score_of (GPtrArray **lines,
          EqpCliRun  *run)
{
  g_assert_cmpstr (run->err, ==, "");
  g_assert_cmpint (run->status, ==, 0);
  *lines = eqp_cli_parse (run->out);
  g_assert_cmpuint ((*lines)->len, ==, 1);
  return eqp_cli_last (*lines, "score");
}

/* What run tells of its labels score tells of them, too. */
static void
test_as_run (void)
{
  static const char *const methods[] = { "bkm", "bmincut" };

  for (gsize i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      g_autofree char *path = eqp_cli_temporary ("made.txt");
      g_auto (EqpCliRun) run = { 0 };
      g_auto (EqpCliRun) score = { 0 };
      g_autoptr (GPtrArray) run_lines = NULL;
      g_autoptr (GPtrArray) score_lines = NULL;
      g_autoptr (GList) members = NULL;
      JsonObject *made, *scored, *measures;

      eqp_cli_call (&run, "run", "sample:digits", "--method", methods[i], "--gamma-rel", "0.5", "--labels-out", path,
                    "--json", "--quiet", NULL);
      eqp_cli_call (&score, "score", "sample:digits", "--labels-in", path, "--method", methods[i], "--gamma-rel", "0.5",
                    "--json", NULL);
      run_lines = eqp_cli_parse (run.out);
      made = eqp_cli_last (run_lines, "result");
      scored = score_of (&score_lines, &score);
      measures = json_object_get_object_member (made, "measures");
      members = json_object_get_members (measures);
      g_assert_cmpuint (g_list_length (members), >, 20 - 4 * (i == 0));
      for (GList *m = members; m != NULL; m = m->next)
        eqp_assert_close (json_object_get_double_member (json_object_get_object_member (scored, "measures"), m->data),
                          json_object_get_double_member (measures, m->data), 1e-12);
      eqp_assert_close (json_object_get_double_member (scored, "objective") /
                            json_object_get_double_member (made, "objective"),
                        1.0, 1e-12);
      g_assert_cmpfloat (json_object_get_double_member (scored, "gamma"), ==,
                         json_object_get_double_member (made, "gamma"));
    }
}

/* J = data term + gamma sum n_k^2, of both families, at a raw gamma. */
static void
test_gamma (void)
{
  g_autofree char *data = save ("points.csv", "x,y\n0,0\n0,1\n5,5\n5,6\n9,9\n");
  g_autofree char *labels = save ("five.txt", "a\na\nb\nb\na\n");
  g_auto (EqpCliRun) run = { 0 };
  g_autoptr (GPtrArray) lines = NULL;
  JsonObject *score, *part;

  eqp_cli_call (&run, "score", data, "--labels", "none", "--labels-in", labels, "--gamma", "2", "--neighbours", "2",
                "--json", NULL);
  score = score_of (&lines, &run);
  part = json_object_get_object_member (score, "kmeans");
  /* 9 + 4 rows squared; the first cluster has its mean in (3, 10/3). */
  eqp_assert_close (json_object_get_double_member (part, "penalty"), 26.0, 0.0);
  eqp_assert_close (json_object_get_double_member (part, "data_term"), 54.0 + 146.0 / 3.0 + 0.5, 1e-5);
  eqp_assert_close (json_object_get_double_member (score, "objective"),
                    json_object_get_double_member (part, "objective"), 0.0);
  /* TSS 113.6, so relative gamma 1 is 2 x 113.6 / 25. */
  eqp_assert_close (json_object_get_double_member (part, "gamma_rel"), 2.0 / (2.0 * 113.6 / 25.0), 1e-6);
  part = json_object_get_object_member (score, "graph");
  eqp_assert_close (json_object_get_double_member (part, "objective"),
                    json_object_get_double_member (part, "data_term") + 26.0, 1e-12);
  eqp_assert_close (json_object_get_double_member (part, "data_term"),
                    json_object_get_double_member (json_object_get_object_member (score, "measures"), "cut"), 0.0);
}

/* Text with gaps on both sides: counted, left out, and the pairs that are left agree. */
static void
test_gaps (void)
{
  g_autofree char *data = save ("points.csv", "x,y\n0,0\n0,1\n5,5\n5,6\n9,9\n1,1\n");
  g_autofree char *labels = save ("made.csv", "id;group\n1;u\n2;u\n3;v\n4;\n5;v\n6;NA\n");
  g_autofree char *truth = save ("truth.txt", "class\ncat\ncat\ndog\ndog\n\ncat\n");
  g_auto (EqpCliRun) run = { 0 };
  g_auto (EqpCliRun) text = { 0 };
  g_autoptr (GPtrArray) lines = NULL;
  JsonObject *score, *pair;
  JsonArray *matching;

  eqp_cli_call (&run, "score", data, "--labels", "none", "--labels-in", labels, "--labels-column", "group", "--truth",
                truth, "--json", NULL);
  score = score_of (&lines, &run);
  g_assert_cmpint (json_object_get_int_member (score, "rows_without_label"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (score, "rows_without_class"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (score, "rows_compared"), ==, 3);
  g_assert_cmpfloat (json_object_get_double_member (json_object_get_object_member (score, "measures"), "acc"), ==, 1.0);
  matching = json_object_get_array_member (score, "matching");
  g_assert_cmpuint (json_array_get_length (matching), ==, 2);
  pair = json_array_get_object_element (matching, 0);
  g_assert_cmpstr (json_object_get_string_member (pair, "class"), ==, "cat");
  g_assert_cmpstr (json_object_get_string_member (pair, "cluster"), ==, "u");
  g_assert_cmpint (json_object_get_int_member (pair, "shared"), ==, 2);

  eqp_cli_call (&text, "score", data, "--labels", "none", "--labels-in", labels, "--labels-column", "group", "--truth",
                truth, NULL);
  g_assert_nonnull (strstr (text.out, "2 rows have no label and are left out of all measures"));
  g_assert_nonnull (strstr (text.out, "1 row has no known class and is left out of the agreement"));
  g_assert_nonnull (strstr (text.out, "cluster “v” stands for class “dog”: 1 row"));
  g_assert_nonnull (strstr (text.out, "Sizes (n/K = 2)"));
  /* Shares have six places, amounts ten digits. */
  g_assert_nonnull (strstr (text.out, " 1.000000\n"));
  g_assert_nonnull (strstr (text.out, " 16.5\n"));
  g_assert_null (strstr (text.out, "nan"));
  /* Of four rows in two clusters one may have all by chance. */
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (score, "size_band"), "largest_high"), ==, 4);
}

/* What is asked for besides: prepared data, as many clusters as K says, no silhouette; of a graph the objective is its
 * own; and rows without a class match nothing. */
static void
test_options (void)
{
  g_autofree char *data = save ("points.csv", "x,y\n0,0\n0,1\n5,5\n5,6\n9,9\n1,1\n");
  g_autofree char *one = save ("one.txt", "0\n0\n0\n0\n0\n0\n");
  g_autofree char *labels = save ("gaps.txt", "0\n0\n2\n2\n2\n2\n");
  g_autofree char *truth = save ("truth.txt", "cat\ncat\ndog\n\n\n\n");
  g_autofree char *few = save ("few.txt", "0\n1\n");
  g_autofree char *club = eqp_cli_temporary ("club.txt");
  g_auto (EqpCliRun) prepared = { 0 };
  g_auto (EqpCliRun) wide = { 0 };
  g_auto (EqpCliRun) made = { 0 };
  g_auto (EqpCliRun) graph = { 0 };
  g_auto (EqpCliRun) wrong = { 0 };
  g_autoptr (GPtrArray) prepared_lines = NULL;
  g_autoptr (GPtrArray) wide_lines = NULL;
  g_autoptr (GPtrArray) graph_lines = NULL;
  JsonObject *score, *pair;
  JsonArray *matching;

  eqp_cli_call (&prepared, "score", data, "--labels", "none", "--labels-in", one, "--normalise", "standard", "--silhouette",
                "none", "--json", NULL);
  score = score_of (&prepared_lines, &prepared);
  eqp_assert_close (json_object_get_double_member (json_object_get_object_member (score, "measures"), "sse"), 12.0, 1e-5);
  g_assert_false (json_object_has_member (json_object_get_object_member (score, "measures"), "silhouette"));

  eqp_cli_call (&wide, "score", data, "--labels", "none", "--labels-in", labels, "--truth", truth, "--k", "4", "--json", NULL);
  score = score_of (&wide_lines, &wide);
  g_assert_cmpint (json_object_get_int_member (score, "k"), ==, 4);
  g_assert_cmpint (json_array_get_int_element (json_object_get_array_member (score, "sizes"), 1), ==, 0);
  matching = json_object_get_array_member (score, "matching");
  g_assert_cmpuint (json_array_get_length (matching), ==, 2);
  pair = json_array_get_object_element (matching, 1);
  g_assert_cmpstr (json_object_get_string_member (pair, "class"), ==, "dog");
  g_assert_cmpint (json_object_get_int_member (pair, "shared"), ==, 1);

  eqp_cli_call (&made, "run", "sample:karate", "--method", "mincut", "--k", "2", "--labels-out", club, "--quiet", NULL);
  g_assert_cmpint (made.status, ==, 0);
  eqp_cli_call (&graph, "score", "sample:karate", "--labels-in", club, "--json", NULL);
  score = score_of (&graph_lines, &graph);
  g_assert_cmpstr (json_object_get_string_member (score, "family"), ==, "graph");

  eqp_cli_call (&wrong, "score", data, "--labels", "none", "--labels-in", few, NULL);
  g_assert_cmpint (wrong.status, ==, 3);
}

/* Whether sizes are as uneven as chance makes them: the largest of 60 rows in 5 clusters has 14 to 20, the smallest 5 to
 * 10. For sizes to be more even both have to be. */
static void
test_chance (void)
{
  const struct { gint sizes[5]; const char *words; } cases[] = {
    { { 12, 12, 12, 12, 12 }, "These sizes are more even than" },   { { 13, 13, 12, 11, 11 }, "These sizes are more even than" },
    { { 13, 13, 13, 11, 10 }, "Chance alone makes sizes as" },      { { 14, 12, 12, 11, 11 }, "Chance alone makes sizes as" },
    { { 20, 10, 10, 10, 10 }, "Chance alone makes sizes as" },      { { 21, 10, 10, 10, 9 }, "These sizes are more uneven than" },
    { { 19, 12, 12, 12, 5 }, "Chance alone makes sizes as" },       { { 18, 13, 13, 12, 4 }, "These sizes are more uneven than" },
  };
  const char *const members[] = { "low", "high", "largest_low", "largest_high", "smallest_low", "smallest_high" };
  const gint64 known[] = { 7, 17, 14, 20, 5, 10 };
  g_autoptr (GString) rows = g_string_new ("x\n");
  g_autofree char *data = NULL;
  g_autofree char *path = NULL;

  for (gint i = 0; i < 60; i++)
    g_string_append_printf (rows, "%d\n", i * i % 61);
  data = save ("sixty.csv", rows->str);
  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autoptr (GString) labels = g_string_new (NULL);
      g_auto (EqpCliRun) run = { 0 };

      for (gint k = 0; k < 5; k++)
        for (gint i = 0; i < cases[c].sizes[k]; i++)
          g_string_append_printf (labels, "%d\n", k);
      g_free (path);
      path = save ("sizes.txt", labels->str);
      eqp_cli_call (&run, "score", data, "--labels", "none", "--labels-in", path, "--silhouette", "none", NULL);
      g_assert_nonnull (strstr (run.out, cases[c].words));
      g_assert_nonnull (strstr (run.out, " 5 to 10\n"));
      g_assert_true (strstr (run.out, " 5 to 10\n") < strstr (run.out, " 14 to 20\n"));
    }
  {
    g_auto (EqpCliRun) run = { 0 };
    g_autoptr (GPtrArray) lines = NULL;
    JsonObject *band;

    eqp_cli_call (&run, "score", data, "--labels", "none", "--labels-in", path, "--json", NULL);
    band = json_object_get_object_member (score_of (&lines, &run), "size_band");
    for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
      g_assert_cmpint (json_object_get_int_member (band, members[i]), ==, known[i]);
  }
}

/* One cluster, all alone, equal rows: a value or a reason, never a number that is none. */
static void
test_degenerate (void)
{
  static const char *const labels[] = { "0\n0\n0\n", "0\n1\n2\n", "\n\n\n", "7\n7\nNA\n" };
  g_autofree char *data = save ("equal.csv", "x,y\n4,4\n4,4\n4,4\n");

  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      g_autofree char *path = save ("labels.txt", labels[i]);
      g_auto (EqpCliRun) run = { 0 };
      g_auto (EqpCliRun) text = { 0 };
      g_autoptr (GPtrArray) lines = NULL;
      JsonObject *score;

      eqp_cli_call (&run, "score", data, "--labels", "none", "--labels-in", path, "--json", NULL);
      score = score_of (&lines, &run);
      g_assert_nonnull (json_object_get_string_member (json_object_get_object_member (score, "undefined"),
                                                       "silhouette"));
      eqp_cli_call (&text, "score", data, "--labels", "none", "--labels-in", path, NULL);
      g_assert_cmpint (text.status, ==, 0);
      g_assert_nonnull (strstr (text.out, "not defined: "));
      g_assert_cmpint (strstr (text.out, "Sizes by chance") != NULL, ==, json_object_get_int_member (score, "k") > 1);
      g_assert_null (strstr (text.out, "nan"));
      g_assert_null (strstr (text.out, "inf"));
    }
}

/* What others made can be a start, as text, and the polish is at least as good. */
static void
test_polish (void)
{
  g_autoptr (GString) words = g_string_new ("species\n");
  g_autofree char *path = NULL;
  g_auto (EqpCliRun) score = { 0 };
  g_auto (EqpCliRun) run = { 0 };
  g_autoptr (GPtrArray) score_lines = NULL;
  g_autoptr (GPtrArray) run_lines = NULL;
  double before;

  for (gint i = 0; i < 150; i++)
    g_string_append (words, i % 7 < 3 ? "left\n" : i % 7 < 5 ? "middle\n" : "right\n");
  path = save ("words.txt", words->str);
  eqp_cli_call (&score, "score", "sample:iris", "--labels-in", path, "--json", NULL);
  before = json_object_get_double_member (score_of (&score_lines, &score), "objective");
  eqp_cli_call (&run, "run", "sample:iris", "--k", "3", "--initial-labels", path, "--json", "--quiet", NULL);
  run_lines = eqp_cli_parse (run.out);
  g_assert_cmpfloat (json_object_get_double_member (eqp_cli_last (run_lines, "result"), "objective"), <, before);
}

static void
test_start_with_gaps (void)
{
  g_autofree char *data = save ("points.csv", "x,y\n0,0\n0,1\n5,5\n5,6\n");
  g_autofree char *path = save ("gaps.txt", "a\n\nb\nb\n");
  g_autofree char *many = save ("many.txt", "a\nb\nc\nd\n");
  g_auto (EqpCliRun) run = { 0 };
  g_auto (EqpCliRun) more = { 0 };

  eqp_cli_call (&run, "run", data, "--labels", "none", "--k", "2", "--initial-labels", path, NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "has no label for 1 of the 4 rows"));
  eqp_cli_call (&more, "run", data, "--labels", "none", "--k", "2", "--initial-labels", many, NULL);
  g_assert_cmpint (more.status, ==, 3);
  g_assert_nonnull (strstr (more.err, "has 4 different labels, but K is 2"));
}

/* Every measure of the JSON has a card, and the cards are whole. */
static void
test_cards (void)
{
  g_auto (EqpCliRun) run = { 0 };
  g_autoptr (GPtrArray) lines = NULL;

  eqp_cli_call (&run, "measures", "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = eqp_cli_parse (run.out);
  g_assert_cmpuint (lines->len, ==, EQP_N_MEASURES);
  g_assert_cmpstr (json_object_get_string_member (eqp_cli_last (lines, "measure"), "formula"), ==,
                   "K sum_k n_k^2 / n^2");
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/score/as-run", test_as_run);
  g_test_add_func ("/cli/score/gamma", test_gamma);
  g_test_add_func ("/cli/score/gaps", test_gaps);
  g_test_add_func ("/cli/score/options", test_options);
  g_test_add_func ("/cli/score/chance", test_chance);
  g_test_add_func ("/cli/score/degenerate", test_degenerate);
  g_test_add_func ("/cli/score/polish", test_polish);
  g_test_add_func ("/cli/score/start-with-gaps", test_start_with_gaps);
  g_test_add_func ("/cli/score/cards", test_cards);
  status = g_test_run ();
  eqp_cli_cleanup ();
  return status;
}
