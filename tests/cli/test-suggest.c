/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "suggest": its line does what it says, classes only count behind it, ranges of K, refusals. */
#include "config.h"

#include <string.h>

#include "eqp-cli-test.h"

static JsonObject *
suggestion_of (GPtrArray **lines,
               EqpCliRun  *run)
{
  g_assert_cmpstr (run->err, ==, "");
  g_assert_cmpint (run->status, ==, 0);
  *lines = eqp_cli_parse (run->out);
  return eqp_cli_last (*lines, "suggest");
}

/* The run that is suggested has the accuracy that the suggestion tells of. */
static void
test_line (void)
{
  g_auto (EqpCliRun) run = { 0 };
  g_auto (EqpCliRun) repeated = { 0 };
  g_autoptr (GPtrArray) lines = NULL;
  g_autoptr (GPtrArray) repeated_lines = NULL;
  g_auto (GStrv) words = NULL;
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  JsonObject *suggestion, *beside, *measures;
  int argc;

  eqp_cli_call (&run, "suggest", "sample:digits", "--json", NULL);
  suggestion = suggestion_of (&lines, &run);
  beside = json_object_get_object_member (suggestion, "beside");
  g_assert_cmpint (json_array_get_length (json_object_get_array_member (suggestion, "candidates")), ==, 4);
  g_assert_true (
      g_shell_parse_argv (json_object_get_string_member (suggestion, "line"), &argc, &words, NULL));
  g_assert_cmpstr (words[1], ==, "run");
  for (int i = 1; i < argc; i++)
    g_ptr_array_add (arguments, words[i]);
  g_ptr_array_add (arguments, (gpointer) "--json");
  g_ptr_array_add (arguments, (gpointer) "--quiet");
  g_ptr_array_add (arguments, NULL);
  eqp_cli_wait (eqp_cli_spawn (NULL, (const char *const *) arguments->pdata), &repeated);
  g_assert_cmpint (repeated.status, ==, 0);
  repeated_lines = eqp_cli_parse (repeated.out);
  measures = json_object_get_object_member (eqp_cli_last (repeated_lines, "result"), "measures");
  eqp_assert_close (json_object_get_double_member (measures, "acc"), json_object_get_double_member (beside, "acc"),
                    1e-12);
  g_assert_cmpfloat (json_object_get_double_member (beside, "acc"), >, 0.9);
}

static void
test_range (void)
{
  g_auto (EqpCliRun) run = { 0 };
  g_auto (EqpCliRun) text = { 0 };
  g_autoptr (GPtrArray) lines = NULL;
  JsonObject *suggestion;

  eqp_cli_call (&run, "suggest", "sample:iris", "--labels", "none", "--k", "2..6", "--json", NULL);
  suggestion = suggestion_of (&lines, &run);
  g_assert_cmpint (json_array_get_length (json_object_get_array_member (suggestion, "ks")), ==, 5);
  g_assert_true (json_object_get_null_member (json_object_get_object_member (suggestion, "beside"), "acc"));

  eqp_cli_call (&text, "suggest", "sample:iris", "--seconds", "0.001", NULL);
  g_assert_cmpint (text.status, ==, 0);
  g_assert_nonnull (strstr (text.out, "without looking at classes"));
  g_assert_nonnull (strstr (text.out, "did not suffice"));
  g_assert_nonnull (strstr (text.out, "  equipoise-cli run sample:iris --method bmincut --k 3 --gamma-rel 1 --seed"));
}

/* The column of the weights is no feature, and that they do not count is told. */
static void
test_weights (void)
{
  g_autofree char *path = eqp_cli_temporary ("weighed.csv");
  g_autoptr (GString) text = g_string_new ("a,b,w\n");
  g_autoptr (GPtrArray) lines = NULL;
  g_auto (EqpCliRun) run = { 0 };
  g_auto (EqpCliRun) plain = { 0 };
  JsonObject *suggestion;

  for (int i = 0; i < 40; i++)
    g_string_append_printf (text, "%d.%d,%d.%d,%d\n", i % 2 * 9, i * 7 % 10, i % 3, i * 3 % 10, 1 + i * i % 90);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  eqp_cli_call (&run, "suggest", path, "--weights-column", "w", "--k", "2", "--json", NULL);
  suggestion = suggestion_of (&lines, &run);
  g_assert_cmpint (json_object_get_int_member (suggestion, "d"), ==, 2);
  g_assert_nonnull (strstr (run.out, "takes no weights of rows"));
  g_assert_nonnull (strstr (json_object_get_string_member (suggestion, "line"), "--ignore w"));
  eqp_cli_call (&plain, "suggest", path, "--ignore", "w", "--k", "2", "--json", NULL);
  g_assert_cmpint (plain.status, ==, 0);
  g_assert_null (strstr (plain.out, "takes no weights of rows"));
}

static void
test_refused (void)
{
  static const struct
  {
    const char *words[6];
    int         status;
    const char *part;
  } cases[] = { { { "run", "sample:iris", "--k", "2..5" }, 2, "only “suggest” takes" },
                { { "suggest", "sample:iris", "--k", "5..2" }, 2, "a range of them" },
                { { "suggest", "sample:iris", "--k", "200" }, 3, "from 2 to 149" },
                { { "suggest", "sample:iris", "--labels", "none" }, 3, "such as --k 2..20" },
                { { "suggest", "sample:iris", "--seconds", "-1" }, 2, "--seconds" },
                { { "suggest", "sample:iris", "--pca", "2" }, 2, "means nothing" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (EqpCliRun) run = { 0 };

      eqp_cli_wait (eqp_cli_spawn (NULL, cases[i].words), &run);
      g_assert_cmpint (run.status, ==, cases[i].status);
      if (strstr (run.err, cases[i].part) == NULL)
        g_error ("\"%s\" does not say \"%s\"", run.err, cases[i].part);
    }
  for (int rows = 1; rows <= 2; rows++)
    {
      g_auto (EqpCliRun) run = { 0 };
      g_autofree char *path = eqp_cli_temporary ("few.csv");

      g_assert_true (g_file_set_contents (path, rows == 1 ? "a,b\n1,2\n" : "a,b\n1,2\n3,5\n", -1, NULL));
      eqp_cli_call (&run, "suggest", path, "--labels", "none", "--k", "2", NULL);
      g_assert_cmpint (run.status, ==, 3);
      g_assert_nonnull (strstr (run.err, rows == 1 ? "have 1 row, and a suggestion needs at least 3"
                                                   : "have 2 rows, and a suggestion needs at least 3"));
    }
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/suggest/line", test_line);
  g_test_add_func ("/cli/suggest/range", test_range);
  g_test_add_func ("/cli/suggest/weights", test_weights);
  g_test_add_func ("/cli/suggest/refused", test_refused);
  return g_test_run ();
}
