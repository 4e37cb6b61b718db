/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program from outside: exit statuses, sentences, lists, locales, pipes. */
#include "config.h"

#include "eqp-cli-test.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void
assert_refused (EqpCliRun  *run,
                int         status,
                const char *part)
{
  g_assert_cmpstr (run->out, ==, "");
  g_assert_true (g_str_has_prefix (run->err, "equipoise-cli: "));
  g_assert_true (g_str_has_suffix (run->err, "\n"));
  /* one sentence is one line */
  g_assert_true (strchr (run->err, '\n') == run->err + strlen (run->err) - 1);
  if (strstr (run->err, part) == NULL)
    g_error ("“%s” lacks “%s”", run->err, part);
  g_assert_cmpint (run->status, ==, status);
  eqp_cli_run_clear (run);
}

static void
test_exit_statuses (void)
{
  g_autofree char *unlabeled = eqp_cli_temporary ("bad-labels.txt");
  EqpCliRun run;

  g_assert_true (g_file_set_contents (unlabeled, "7\n", -1, NULL));
  eqp_cli_call (&run, "frobnicate", NULL);
  assert_refused (&run, 2, "“frobnicate” is not a command");
  eqp_cli_call (&run, "run", "sample:iris", "--sead", "1", NULL);
  assert_refused (&run, 2, "--seed");
  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeens", NULL);
  assert_refused (&run, 2, "kmeans");
  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--k", "151", NULL);
  assert_refused (&run, 3, "150");
  eqp_cli_call (&run, "run", "sample:nothing", "--method", "kmeans", NULL);
  assert_refused (&run, 3, "nothing");
  eqp_cli_call (&run, "info", "/does/not/exist.csv", NULL);
  assert_refused (&run, 3, "/does/not/exist.csv");
  eqp_cli_call (&run, "run", "/does/not/exist.csv", "--method", "kmeans", "--json", NULL);
  assert_refused (&run, 3, "/does/not/exist.csv");
  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--pca", "5", NULL);
  assert_refused (&run, 3, "5");
  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--initial-labels", unlabeled, NULL);
  assert_refused (&run, 3, "holds 1 label, but the data have 150 rows");
  eqp_cli_call (&run, "run", "sample:iris", "--initial-labels", "/does/not/exist.txt", NULL);
  assert_refused (&run, 3, "There is no file “/does/not/exist.txt”");
  eqp_cli_call (&run, "score", "sample:iris", NULL);
  assert_refused (&run, 2, "--labels-in");
  eqp_cli_call (&run, "score", "sample:iris", "--labels-in", unlabeled, NULL);
  assert_refused (&run, 3, "holds 1 label, but the data have 150 rows");
  eqp_cli_call (&run, "score", "sample:iris", "--labels-in", "/dev/zero", "--json", NULL);
  assert_refused (&run, 3, "is a device");
  eqp_cli_call (&run, "run", "sample:iris", "--gamma", "1e308", "--json", NULL);
  assert_refused (&run, 3, "choose at most 9.86e+302");
  eqp_cli_call (&run, "run", "sample:iris", "--columns", "1-2", NULL);
  assert_refused (&run, 3, "the setting “columns” means nothing to it");
  eqp_cli_call (&run, "info", "sample:iris", "--ledger", "/does/not/exist/l.csv", NULL);
  assert_refused (&run, 1, "--ledger cannot be written: its folder does not exist");
  eqp_cli_call (&run, "run", "sample:iris", "--method", "kmeans", "--labels-out", "/does/not/exist/l.txt", NULL);
  assert_refused (&run, 1, "/does/not/exist/l.txt");
}

/* What is opened in place of a closed standard output must not get what was meant for that. */
static void
test_closed_output (void)
{
  g_autofree char *path = eqp_cli_temporary ("closed.txt");
  g_autofree char *line = g_strdup_printf ("\"$EQP_CLI\" run sample:iris --quiet --labels-out '%s' <&- >&- 2>&-", path);
  g_autofree char *labels = NULL;
  const char *argv[] = { "sh", "-c", line, NULL };
  g_autoptr (GError) error = NULL;
  gint status;

  g_spawn_sync (NULL, (gchar **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status, &error);
  g_assert_no_error (error);
  g_assert_true (WIFEXITED (status));
  g_assert_cmpint (WEXITSTATUS (status), ==, 1);
  g_assert_true (g_file_get_contents (path, &labels, NULL, NULL));
  g_assert_cmpuint (strlen (labels), ==, 300);
}

static void
test_sample_without_classes (void)
{
  g_autoptr (GPtrArray) lines = NULL;
  EqpCliRun run;

  eqp_cli_call (&run, "info", "sample:digits", "--labels", "none", "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = eqp_cli_parse (run.out);
  g_assert_true (json_object_get_null_member (eqp_cli_last (lines, "info"), "classes"));
  eqp_cli_run_clear (&run);
}

static void
test_help_and_version (void)
{
  EqpCliRun run;

  eqp_cli_call (&run, "--version", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.out, ==, "equipoise-cli " EQP_VERSION "\n");
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "--help", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "--gamma-rel"));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "info", "--help", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "equipoise-cli info DATA"));
  g_assert_null (strstr (run.out, "--gamma"));
  g_assert_cmpstr (run.err, ==, "");
  eqp_cli_run_clear (&run);
}

static void
test_lists (void)
{
  const char *const commands[] = { "methods", "samples" };
  const char *const known[] = { "kmeans", "digits" };

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autoptr (GPtrArray) lines = NULL;
      g_auto (GStrv) text = NULL;
      gboolean found = FALSE;
      EqpCliRun json, plain;

      eqp_cli_call (&json, commands[i], "--json", NULL);
      eqp_cli_call (&plain, commands[i], NULL);
      lines = eqp_cli_parse (json.out);
      text = g_strsplit (plain.out, "\n", -1);
      g_assert_cmpuint (g_strv_length (text), ==, lines->len + 1);
      for (guint line = 0; line < lines->len; line++)
        {
          const char *id = json_object_get_string_member (lines->pdata[line], "id");

          g_assert_true (g_str_has_prefix (text[line], id));
          found = found || g_str_equal (id, known[i]);
        }
      g_assert_true (found);
      eqp_cli_run_clear (&json);
      eqp_cli_run_clear (&plain);
    }
}

/* All methods in their order, each with what the registry has of it. */
static void
test_methods (void)
{
  static const struct { const char *member; EqpSolverFlags flag; } flags[] = {
    { "uses_gamma", EQP_SOLVER_USES_GAMMA }, { "warm_start", EQP_SOLVER_WARM_START },
    { "monotone", EQP_SOLVER_MONOTONE },     { "maximizes", EQP_SOLVER_MAXIMIZES },
    { "published", EQP_SOLVER_PUBLISHED },
  };
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);
  g_auto (EqpCliRun) run = { 0 };
  g_autoptr (GPtrArray) lines = NULL;

  eqp_cli_call (&run, "methods", "--json", NULL);
  lines = eqp_cli_parse (run.out);
  g_assert_cmpuint (lines->len, ==, n_solvers);
  for (gsize s = 0; s < n_solvers; s++)
    {
      JsonObject *line = g_ptr_array_index (lines, s);
      JsonArray *params = json_object_get_array_member (line, "parameters");
      guint n_params = 0;

      g_assert_cmpstr (json_object_get_string_member (line, "id"), ==, solvers[s]->id);
      g_assert_cmpstr (json_object_get_string_member (line, "name"), ==, solvers[s]->name);
      g_assert_cmpstr (json_object_get_string_member (line, "summary"), ==, solvers[s]->summary);
      g_assert_cmpstr (json_object_get_string_member (line, "reference"), ==, solvers[s]->reference);
      g_assert_cmpstr (json_object_get_string_member (line, "family"), ==,
                       solvers[s]->family == EQP_FAMILY_GRAPH ? "graph" : "kmeans");
      for (gsize f = 0; f < G_N_ELEMENTS (flags); f++)
        g_assert_cmpint (json_object_get_boolean_member (line, flags[f].member), ==,
                         (solvers[s]->flags & flags[f].flag) != 0);
      g_assert_cmpint (json_object_get_boolean_member (line, "size_limits"), ==,
                       eqp_solver_takes (solvers[s], &eqp_param_min_size));
      for (; solvers[s]->params != NULL && solvers[s]->params[n_params] != NULL; n_params++)
        {
          JsonObject *param = json_array_get_object_element (params, n_params);
          g_autofree char *range = eqp_param_dup_range (solvers[s]->params[n_params]);

          g_assert_cmpstr (json_object_get_string_member (param, "id"), ==, solvers[s]->params[n_params]->id);
          g_assert_cmpstr (json_object_get_string_member (param, "label"), ==, solvers[s]->params[n_params]->label);
          g_assert_cmpstr (json_object_get_string_member (param, "summary"), ==, solvers[s]->params[n_params]->sentence);
          g_assert_cmpstr (json_object_get_string_member (param, "takes"), ==, range);
        }
      g_assert_cmpuint (json_array_get_length (params), ==, n_params);
    }
}

static void
test_info (void)
{
  g_autoptr (GPtrArray) lines = NULL;
  JsonObject *info;
  JsonArray *shape;
  EqpCliRun run;
  gint64 total = 0;

  eqp_cli_call (&run, "info", "sample:digits", "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = eqp_cli_parse (run.out);
  g_assert_cmpuint (lines->len, ==, 1);
  info = eqp_cli_last (lines, "info");
  g_assert_cmpint (json_object_get_int_member (info, "n"), ==, 1797);
  g_assert_cmpint (json_object_get_int_member (info, "d"), ==, 64);
  g_assert_cmpint (json_object_get_int_member (info, "classes"), ==, 10);
  g_assert_cmpint (json_object_get_int_member (info, "missing"), ==, 0);
  shape = json_object_get_array_member (info, "image_shape");
  g_assert_cmpint (json_array_get_int_element (shape, 0), ==, 8);
  g_assert_cmpint (json_array_get_int_element (shape, 1), ==, 8);
  for (guint i = 0; i < 10; i++)
    total += json_array_get_int_element (json_object_get_array_member (info, "class_sizes"), i);
  g_assert_cmpint (total, ==, 1797);
  g_assert_nonnull (json_object_get_array_member (info, "decisions"));
  g_assert_nonnull (json_object_get_array_member (info, "findings"));
  g_assert_nonnull (json_object_get_string_member (info, "format"));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "info", "sample:iris", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "150"));
  g_assert_nonnull (strstr (run.out, "setosa"));
  eqp_cli_run_clear (&run);
}

/* A locale with a decimal comma, made in a folder of its own where the system can do that. */
static char *
make_comma_locale (void)
{
  g_autofree char *path = eqp_cli_temporary ("de_DE.UTF-8");
  const char *const argv[] = { "localedef", "-i", "de_DE", "-f", "UTF-8", path, NULL };
  g_autoptr (GSubprocess) process = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, NULL);

  if (process == NULL || !g_subprocess_wait_check (process, NULL, NULL))
    return NULL;
  return g_path_get_dirname (path);
}

/* Messages may be in any language, numbers are not. */
static void
test_wide_names (void)
{
  g_autofree char *path = eqp_cli_temporary ("wide-names.csv");
  g_autofree char *a = g_strnfill (70, 'a'), *b = g_strnfill (30, 'b');
  g_autofree char *text = g_strdup_printf ("x,y,k\n1,2.5,%s\n3,4,%s\n5,6.5,%s\n7,8,%s\n", a, b, a, b);
  g_auto (EqpCliRun) run = { 0 };
  g_auto (GStrv) lines = NULL;
  guint bars = 0;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  eqp_cli_call (&run, "info", path, NULL);
  lines = g_strsplit (run.out, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    if (strstr (lines[i], "█") != NULL)
      {
        g_assert_cmpint (g_utf8_strlen (lines[i], -1), <=, 80);
        bars++;
      }
  g_assert_cmpuint (bars, ==, 2);
}

static void
test_comma_locale (void)
{
  const char *const arguments[] = { "run", "sample:iris", "--method", "kmeans", "--json", "--normalise", "standard", NULL };
  const char *const text_arguments[] = { "run", "sample:iris", "--method", "kmeans", NULL };
  g_autofree char *folder = make_comma_locale ();
  /* glibc 2.36 loses the list of folders made from LOCPATH, which a leak sanitizer would report. */
  const char *const environment[] = { "LOCPATH", folder, "LC_ALL", "de_DE.UTF-8", "LANGUAGE", "C", "LSAN_OPTIONS", "detect_leaks=0", NULL };
  g_autoptr (GPtrArray) a = NULL;
  g_autoptr (GPtrArray) b = NULL;
  EqpCliRun here, there;

  if (folder == NULL)
    {
      g_test_skip ("localedef cannot make a locale with a decimal comma here");
      return;
    }

  eqp_cli_wait (eqp_cli_spawn (NULL, arguments), &here);
  eqp_cli_wait (eqp_cli_spawn (environment, arguments), &there);
  g_assert_cmpint (there.status, ==, 0);
  a = eqp_cli_parse (here.out);
  b = eqp_cli_parse (there.out);
  g_assert_cmpuint (a->len, ==, b->len);
  g_assert_cmpfloat (json_object_get_double_member (eqp_cli_last (a, "result"), "objective"), ==,
                     json_object_get_double_member (eqp_cli_last (b, "result"), "objective"));
  eqp_cli_run_clear (&here);
  eqp_cli_run_clear (&there);

  eqp_cli_wait (eqp_cli_spawn (NULL, text_arguments), &here);
  eqp_cli_wait (eqp_cli_spawn (environment, text_arguments), &there);
  g_assert_cmpstr (strstr (here.out, "\nAgreement"), ==, strstr (there.out, "\nAgreement"));
  eqp_cli_run_clear (&here);
  eqp_cli_run_clear (&there);
}

/* In a pipe and under NO_COLOR nothing but text comes out; in an ASCII locale nothing but ASCII. */
static void
test_plain_output (void)
{
  const char *const ascii[] = { "LC_ALL", "C", NULL };
  const char *const arguments[] = { "run", "sample:iris", "--method", "kmeans", NULL };
  EqpCliRun run;

  eqp_cli_wait (eqp_cli_spawn (NULL, arguments), &run);
  g_assert_null (strchr (run.out, '\033'));
  g_assert_nonnull (strstr (run.out, "█"));
  g_assert_nonnull (strstr (run.out, "Iteration 1 "));
  g_assert_nonnull (strstr (run.out, "equipoise-cli run sample:iris --method kmeans --k 3 --seed 1\n"));
  eqp_cli_run_clear (&run);

  eqp_cli_wait (eqp_cli_spawn (ascii, arguments), &run);
  g_assert_true (g_str_is_ascii (run.out));
  g_assert_nonnull (strstr (run.out, "####"));
  g_assert_nonnull (strstr (run.out, "sum n^2 over n^2/K"));
  eqp_cli_run_clear (&run);
}

/* On a real terminal: with colors as usual, without a single one under NO_COLOR. */
static void
test_terminal (void)
{
  g_autofree char *script = g_find_program_in_path ("script");
  int terminal = posix_openpt (O_RDWR | O_NOCTTY);

  if (terminal < 0)
    {
      g_test_skip ("this system makes no pseudo-terminals");
      return;
    }
  close (terminal);

  if (script == NULL)
    {
      g_test_skip ("the program script, which makes a terminal, is not installed");
      return;
    }

  for (gint colors = 0; colors < 2; colors++)
    {
      g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDIN_PIPE);
      g_autoptr (GSubprocess) process = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *quoted = g_shell_quote (g_getenv ("EQP_CLI"));
      g_autofree char *command = g_strdup_printf ("%s run sample:blobs --method kmeans --starts 20", quoted);
      g_autofree char *out = NULL;

      g_subprocess_launcher_setenv (launcher, "TERM", "xterm", TRUE);
      if (colors)
        g_subprocess_launcher_unsetenv (launcher, "NO_COLOR");
      else
        g_subprocess_launcher_setenv (launcher, "NO_COLOR", "1", TRUE);
      process = g_subprocess_launcher_spawn (launcher, &error, script, "-qec", command, "/dev/null", NULL);
      g_assert_no_error (error);
      g_subprocess_communicate_utf8 (process, "", NULL, &out, NULL, &error);
      g_assert_no_error (error);
      g_assert_nonnull (strstr (out, "ACC"));
      g_assert_cmpint (strstr (out, "\033[34m") != NULL, ==, colors);
    }
}

/* "| head -1": the reader has what it wanted, so there is nothing to complain about. */
static void
test_pipe_closed (void)
{
  const char *const arguments[] = { "run", "sample:digits", "--method", "kmeans", "--json", "--starts", "100000", NULL };
  g_autoptr (GSubprocess) process = eqp_cli_spawn (NULL, arguments);
  GInputStream *out = g_subprocess_get_stdout_pipe (process);
  char bytes[64];
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_input_stream_read (out, bytes, sizeof bytes, NULL, &error), >, 0);
  g_input_stream_close (out, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  g_assert_cmpint (g_input_stream_read (g_subprocess_get_stderr_pipe (process), bytes, sizeof bytes, NULL, NULL), ==, 0);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/program/exit-statuses", test_exit_statuses);
  g_test_add_func ("/cli/program/closed-output", test_closed_output);
  g_test_add_func ("/cli/program/sample-without-classes", test_sample_without_classes);
  g_test_add_func ("/cli/program/help-and-version", test_help_and_version);
  g_test_add_func ("/cli/program/lists", test_lists);
  g_test_add_func ("/cli/program/methods", test_methods);
  g_test_add_func ("/cli/program/info", test_info);
  g_test_add_func ("/cli/program/comma-locale", test_comma_locale);
  g_test_add_func ("/cli/program/wide-names", test_wide_names);
  g_test_add_func ("/cli/program/plain-output", test_plain_output);
  g_test_add_func ("/cli/program/terminal", test_terminal);
  g_test_add_func ("/cli/program/pipe-closed", test_pipe_closed);
  status = g_test_run ();
  eqp_cli_cleanup ();
  return status;
}
