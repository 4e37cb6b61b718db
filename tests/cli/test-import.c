/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program tells of a file: decisions with their evidence, the ledger, questions; and that options answer them. */
#include "config.h"

#include "eqp-cli-test.h"
#include "eqp-workspace-file.h"

#include <glib/gstdio.h>
#include <string.h>

static char *
write_table (const char *text)
{
  char *path = eqp_cli_temporary ("table.csv");

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

/* What the window saved is told of, and is no data. */
static void
test_workspace (void)
{
  g_autofree char *path = eqp_cli_temporary ("flowers.eqp");
  g_autoptr (EqpWorkspaceFile) file = eqp_workspace_file_new ();
  EqpKeptRun *kept = g_new0 (EqpKeptRun, 1);
  g_autoptr (GPtrArray) lines = NULL;
  const char *const commands[][3] = { { "run", "--k", "2" }, { "score", "--labels-in", "x" }, { "suggest" }, { "replay" } };
  EqpCliRun run;

  file->data = g_strdup ("sample:iris");
  file->hash = g_strdup ("0123");
  file->rows = 150;
  file->settings.solver = kept->facts.solver = eqp_solver_find ("bkm");
  file->settings.params = kept->facts.params = eqp_params_default ();
  file->settings.params.k = kept->facts.params.k = kept->facts.k = 2;
  kept->listed = kept->facts.repeats = TRUE;
  kept->facts.number = 1;
  kept->facts.n = 150;
  kept->facts.sizes = g_new0 (gint64, 2);
  kept->facts.data_name = g_strdup ("Iris");
  kept->facts.command = g_strdup ("equipoise-cli run sample:iris --method bkm --k 2");
  kept->name = g_strdup ("even \033[31m");
  g_ptr_array_add (file->runs, kept);
  g_assert_true (eqp_workspace_file_save (file, path, NULL));

  eqp_cli_call (&run, "info", path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "even"));
  g_assert_null (strchr (run.out, '\033'));
  g_assert_nonnull (strstr (run.out, "    equipoise-cli run sample:iris --method bkm --k 2\n"));
  g_assert_null (strstr (run.out, "went on from other clusters"));
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, "info", path, "--json", NULL);
  lines = eqp_cli_parse (run.out);
  g_assert_cmpint (json_object_get_int_member (g_ptr_array_index (lines, 0), "runs"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (eqp_cli_last (lines, "run"), "method"), ==, "bkm");
  eqp_cli_run_clear (&run);
  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      eqp_cli_call (&run, commands[i][0], path, commands[i][1], commands[i][2], NULL);
      g_assert_cmpint (run.status, ==, 3);
      g_assert_nonnull (strstr (run.err, "is a workspace that was saved in the window, not data"));
      eqp_cli_run_clear (&run);
    }
  g_assert_true (g_file_set_contents (path, "{\"event\":\"workspace\",", -1, NULL));
  eqp_cli_call (&run, "info", path, NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "is damaged in line 1"));
  eqp_cli_run_clear (&run);
}

static void
test_question (void)
{
  g_autofree char *path = write_table ("1.000\n2.500\n3.125\n");
  g_autoptr (GPtrArray) lines = NULL;
  JsonObject *question, *second;
  JsonArray *alternatives;
  EqpCliRun run;

  eqp_cli_call (&run, "info", path, "--json", NULL);
  g_assert_cmpint (run.status, ==, 3);
  g_assert_nonnull (strstr (run.err, "--decimal .), or as 1000 with a thousands mark (--thousands .)."));
  lines = eqp_cli_parse (run.out);
  question = eqp_cli_last (lines, "question");
  g_assert_cmpstr (json_object_get_string_member (question, "key"), ==, "thousands");
  alternatives = json_object_get_array_member (question, "alternatives");
  g_assert_cmpuint (json_array_get_length (alternatives), ==, 2);
  second = json_array_get_object_element (alternatives, 1);
  g_assert_cmpstr (json_object_get_string_member (second, "option"), ==, "thousands");
  g_assert_cmpstr (json_object_get_string_member (second, "value"), ==, ".");
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "run", path, "--k", "2", NULL);
  g_assert_cmpint (run.status, ==, 3);
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, "run", path, "--k", "2", "--thousands", ".", "--quiet", NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
}

static void
test_told (void)
{
  g_autofree char *path = write_table ("x;y;kind\n1.234,5;2;a\n12.345,75;?;b\n7;5;a\n8;6;b\n");
  g_autoptr (GPtrArray) lines = NULL;
  JsonObject *info, *counts;
  JsonArray *choices;
  EqpCliRun run;
  gboolean seen = FALSE;

  eqp_cli_call (&run, "info", path, "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = eqp_cli_parse (run.out);
  info = eqp_cli_last (lines, "info");
  counts = json_object_get_object_member (json_object_get_object_member (info, "ledger"), "counts");
  g_assert_cmpint (json_object_get_int_member (counts, "thousands"), ==, 2);
  g_assert_cmpint (json_object_get_int_member (counts, "missing"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (counts, "imputed"), ==, 1);
  choices = json_object_get_array_member (info, "choices");
  for (guint i = 0; i < json_array_get_length (choices); i++)
    {
      JsonObject *choice = json_array_get_object_element (choices, i);

      g_assert_cmpint (strlen (json_object_get_string_member (choice, "evidence")), >, 0);
      g_assert_cmpuint (json_array_get_length (json_object_get_array_member (choice, "alternatives")), >, 0);
      if (g_str_equal (json_object_get_string_member (choice, "key"), "thousands"))
        {
          g_assert_cmpstr (json_object_get_string_member (choice, "chosen"), ==, ".");
          seen = TRUE;
        }
    }
  g_assert_true (seen);
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "info", path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "--separator semicolon: Semicolon, 3 columns"));
  g_assert_nonnull (strstr (run.out, "line 2, column 1 (x): “1.234,5” -> 1234.5"));
  eqp_cli_run_clear (&run);
}

static void
test_ledger_file (void)
{
  g_autofree char *path = write_table ("x,y\n1,2.5\n2,?\n3,4\n");
  g_autofree char *ledger = eqp_cli_temporary ("ledger.csv");
  g_autofree char *text = NULL;
  EqpCliRun run;

  eqp_cli_call (&run, "info", path, "--missing", "drop", "--ledger", ledger, NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
  g_assert_true (g_file_get_contents (ledger, &text, NULL, NULL));
  g_assert_cmpstr (text, ==,
                   "what,line,row,column,name,before,after\n"
                   "missing,3,2,2,\"y\",\"?\",\n"
                   "row-dropped,3,2,2,\"y\",,\"a cell is missing\"\n");
  eqp_cli_call (&run, "info", path, "--ledger", "/does/not/exist/l.csv", NULL);
  g_assert_cmpint (run.status, ==, 1);
  eqp_cli_run_clear (&run);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/import/question", test_question);
  g_test_add_func ("/cli/import/workspace", test_workspace);
  g_test_add_func ("/cli/import/told", test_told);
  g_test_add_func ("/cli/import/ledger-file", test_ledger_file);
  status = g_test_run ();
  eqp_cli_cleanup ();
  return status;
}
