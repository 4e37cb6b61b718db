/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands "compare" and "sweep": what they tell, and that neither kills nor shards leave a trace. */
#include "config.h"

#include "eqp-cli-test.h"

#include <math.h>
#include <signal.h>
#include <string.h>

#include <glib/gstdio.h>

static char *
contents (const char *path)
{
  g_autoptr (GMappedFile) file = NULL;
  g_autoptr (GError) error = NULL;

  file = g_mapped_file_new (path, FALSE, &error);
  g_assert_no_error (error);
  return g_strndup (g_mapped_file_get_contents (file), g_mapped_file_get_length (file));
}

static const char *
event_of (GPtrArray *lines,
          guint      i)
{
  return json_object_get_string_member (lines->pdata[i], "event");
}

/* The plan, a row for each seed and method in their order, summaries, tests; a row is what "run" says. */
static void
test_events (void)
{
  g_autoptr (GPtrArray) lines = NULL;
  JsonObject *measures;
  double acc[3], mean = 0.0;
  EqpCliRun run;
  guint at = 7;

  eqp_cli_call (&run, "compare", "sample:digits", "--methods", "bkm,kmeans", "--trials", "3", "--seed", "5", "--gamma-rel", "0.5", "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  lines = eqp_cli_parse (run.out);
  eqp_cli_run_clear (&run);
  g_assert_cmpuint (lines->len, >, 9);
  g_assert_cmpstr (event_of (lines, 0), ==, "study");
  for (guint i = 0; i < 6; i++)
    {
      JsonObject *row = lines->pdata[1 + i];

      g_assert_cmpstr (event_of (lines, 1 + i), ==, "row");
      g_assert_cmpstr (json_object_get_string_member (row, "method"), ==, i % 2 == 0 ? "bkm" : "kmeans");
      g_assert_cmpint (json_object_get_int_member (row, "seed"), ==, 5 + i / 2);
      if (i % 2 == 0)
        acc[i / 2] = json_object_get_double_member (json_object_get_object_member (row, "measures"), "acc");
    }
  g_assert_cmpstr (event_of (lines, at), ==, "summary");
  measures = json_object_get_object_member (lines->pdata[at], "mean");
  for (guint i = 0; i < 3; i++)
    mean += acc[i] / 3.0;
  eqp_assert_close (json_object_get_double_member (measures, "acc"), mean, 1e-12);
  g_assert_cmpstr (event_of (lines, at + 1), ==, "summary");
  for (guint i = at + 2; i < lines->len; i++)
    g_assert_cmpstr (event_of (lines, i), ==, "test");

  {
    g_autoptr (GPtrArray) single = NULL;
    JsonObject *result;
    JsonObject *row = lines->pdata[1 + 4];

    eqp_cli_call (&run, "run", "sample:digits", "--method", "bkm", "--seed", "7", "--gamma-rel", "0.5", "--json", "--quiet", NULL);
    single = eqp_cli_parse (run.out);
    result = eqp_cli_last (single, "result");
    eqp_assert_close (json_object_get_double_member (row, "objective"), json_object_get_double_member (result, "objective"), 0.0);
    eqp_assert_close (json_object_get_double_member (row, "gamma"), json_object_get_double_member (result, "gamma"), 0.0);
    eqp_assert_close (acc[2], json_object_get_double_member (json_object_get_object_member (result, "measures"), "acc"), 0.0);
    eqp_cli_run_clear (&run);
  }
}

static void
test_formats (void)
{
  EqpCliRun run;

  eqp_cli_call (&run, "compare", "sample:iris", "--methods", "kmeans,bkm,bmincut", "--trials", "2", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "sample:iris: 150 rows, 3 classes; K = 3, seeds 1 to 2\n"));
  g_assert_nonnull (strstr (run.out, "p, best against second"));
  g_assert_nonnull (strstr (run.out, " *"));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "compare", "sample:iris", "--methods", "kmeans,bkm", "--trials", "2", "--format", "markdown", "--no-times", NULL);
  g_assert_true (g_str_has_prefix (run.out, "| method | "));
  g_assert_nonnull (strstr (run.out, "| **0."));
  g_assert_null (strstr (run.out, "seconds"));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "compare", "sample:iris", "--methods", "kmeans,bkm", "--trials", "2", "--format", "latex", NULL);
  g_assert_true (g_str_has_prefix (run.out, "\\begin{tabular}"));
  g_assert_nonnull (strstr (run.out, "\\textbf{0."));
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "compare", "sample:iris", "--methods", "kmeans,bkm", "--trials", "2", "--format", "csv", NULL);
  g_assert_true (g_str_has_prefix (run.out, "method,gamma,gamma_rel,trials,failed,objective_mean,"));
  g_assert_nonnull (strstr (run.out, "\nbkm,0.09"));
  eqp_cli_run_clear (&run);
}

/* Powers of ten are exactly these; methods without gamma run once. */
static void
test_sweep (void)
{
  static const double grid[] = { 1e-6, 1e-4, 1e-2, 1.0, 1e2, 1e4, 1e6 };
  g_autoptr (GPtrArray) lines = NULL;
  EqpCliRun run;

  eqp_cli_call (&run, "sweep", "sample:iris", "--methods", "bkm,kmeans", "--gammas", "1e-6:1e6:7", "--trials", "2", "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  lines = eqp_cli_parse (run.out);
  for (guint i = 0; i < 16; i++)
    {
      JsonObject *row = lines->pdata[1 + i];

      g_assert_cmpstr (json_object_get_string_member (row, "method"), ==, i % 8 == 7 ? "kmeans" : "bkm");
      if (i % 8 < 7)
        g_assert_cmpfloat (json_object_get_double_member (row, "gamma"), ==, grid[i % 8]);
    }
  g_assert_cmpstr (event_of (lines, 17), ==, "summary");
  eqp_cli_run_clear (&run);

  eqp_cli_call (&run, "sweep", "sample:karate", "--gammas-rel", "0,0.5", "--trials", "1", "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_nonnull (strstr (run.out, "\"groups\":[{\"method\":\"bmincut\",\"gamma_rel\":0},{\"method\":\"bmincut\",\"gamma_rel\":0.5}]"));
  eqp_cli_run_clear (&run);
}

/* A row of weight 2 is two rows, in studies as in runs; results of other weights do not go together. */
static void
test_weights (void)
{
  g_autofree char *weighed = eqp_cli_temporary ("weighed.csv"), *copied = eqp_cli_temporary ("copied.csv");
  g_autofree char *first = eqp_cli_temporary ("first.jsonl"), *folder = eqp_cli_temporary ("weighed");
  g_autofree char *pairs = eqp_cli_temporary ("pairs.csv");
  g_autoptr (GString) one = g_string_new ("a,b,w\n"), copies = g_string_new ("a,b\n");
  g_autoptr (GPtrArray) a = NULL, b = NULL;
  g_auto (EqpCliRun) run = { 0 }, other = { 0 }, refused = { 0 }, again = { 0 }, mixed = { 0 }, path = { 0 };

  for (int i = 0; i < 60; i++)
    {
      g_autofree char *row = g_strdup_printf ("%d.%d,%d.%d", (i % 3) * 9 + i % 7, i % 10, (i % 5) + (i % 3) * 2, i / 7);

      g_string_append_printf (one, "%s,%d\n", row, 1 + i % 2);
      for (int copy = 0; copy <= i % 2; copy++)
        g_string_append_printf (copies, "%s\n", row);
    }
  g_assert_true (g_file_set_contents (weighed, one->str, -1, NULL));
  g_assert_true (g_file_set_contents (copied, copies->str, -1, NULL));
  eqp_cli_call (&run, "compare", weighed, "--weights-column", "w", "--k", "3", "--methods", "kmeans,bkm", "--trials", "2",
                "--json", "--out", first, NULL);
  eqp_cli_call (&other, "compare", copied, "--labels", "none", "--k", "3", "--methods", "kmeans,bkm", "--trials", "2",
                "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpint (other.status, ==, 0);
  a = eqp_cli_parse (run.out);
  b = eqp_cli_parse (other.out);
  for (guint i = 1; i <= 4; i++)
    {
      static const char *const members[] = { "objective", "data_term", "gamma" };

      g_assert_cmpstr (event_of (a, i), ==, "row");
      for (gsize j = 0; j < G_N_ELEMENTS (members); j++)
        eqp_assert_close (json_object_get_double_member (a->pdata[i], members[j]),
                          json_object_get_double_member (b->pdata[i], members[j]), 1e-9);
      eqp_assert_close (
          json_object_get_double_member (json_object_get_object_member (a->pdata[i], "measures"), "size_entropy"),
          json_object_get_double_member (json_object_get_object_member (b->pdata[i], "measures"), "size_entropy"), 1e-9);
    }

  eqp_cli_call (&refused, "compare", weighed, "--weights-column", "w", "--k", "3", "--methods", "kmeans,akm", NULL);
  g_assert_cmpint (refused.status, ==, 3);
  g_assert_nonnull (strstr (refused.err, "takes no weights of rows"));
  eqp_cli_call (&mixed, "compare", weighed, "--ignore", "w", "--k", "3", "--methods", "kmeans,bkm", "--trials", "2",
                "--resume", first, NULL);
  g_assert_cmpint (mixed.status, ==, 3);
  g_assert_nonnull (strstr (mixed.err, "were made with weights-column: w, not the usual value"));

  g_assert_true (g_file_set_contents (pairs, "1,2\n4,5\n", -1, NULL));
  eqp_cli_call (&again, "sweep", weighed, "--weights-column", "w", "--must-link", pairs, "--k", "3", "--method", "bkm",
                "--trials", "2", "--gammas-rel", "0.1,1", "--report", folder, NULL);
  g_assert_cmpint (again.status, ==, 0);
  eqp_cli_run_clear (&again);
  eqp_cli_call (&again, "replay", folder, NULL);
  g_assert_cmpint (again.status, ==, 0);
  g_assert_nonnull (strstr (again.out, "reproduced: 4 runs"));
  eqp_cli_run_clear (&again);
  g_assert_true (g_file_set_contents (pairs, "1,2\n4,6\n", -1, NULL));
  eqp_cli_call (&again, "replay", folder, NULL);
  g_assert_cmpint (again.status, !=, 0);
  g_assert_nonnull (strstr (again.err, "weights-and-pairs"));

  /* A path of a method that does not take them is none without them. */
  eqp_cli_call (&path, "sweep", weighed, "--weights-column", "w", "--k", "3", "--methods", "bkm,bmincut", "--warm-path",
                NULL);
  g_assert_cmpint (path.status, ==, 3);
  g_assert_nonnull (strstr (path.err, "takes no weights of rows"));
}

#define LONG "compare", "sample:digits", "--methods", "kmeans,bkm,bmincut,ncut", "--trials", "5", "--no-times", "--json"

/* Killed again and again, no matter when. */
static void
test_killed (void)
{
  g_autofree char *whole = eqp_cli_temporary ("whole.jsonl");
  g_autofree char *path = eqp_cli_temporary ("killed.jsonl");
  const char *const arguments[] = { LONG, "--resume", path, NULL };
  g_autofree char *expected = NULL;
  g_autofree char *found = NULL;
  g_autofree char *out = NULL;
  EqpCliRun run;
  EqpRng rng;
  guint kills = 0;

  eqp_cli_call (&run, LONG, "--out", whole, NULL);
  g_assert_cmpint (run.status, ==, 0);
  expected = contents (whole);
  out = g_steal_pointer (&run.out);
  eqp_cli_run_clear (&run);

  eqp_rng_init (&rng, 3, 0);
  for (guint round = 0; round < 12; round++)
    {
      g_autoptr (GSubprocess) process = eqp_cli_spawn (NULL, arguments);

      g_usleep ((gulong) (eqp_rng_uniform (&rng) * 400000.0));
      g_subprocess_force_exit (process);
      g_subprocess_wait (process, NULL, NULL);
      kills += g_subprocess_get_if_signaled (process);
    }
  g_test_message ("%u kills", kills);
  eqp_cli_wait (eqp_cli_spawn (NULL, arguments), &run);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.out, ==, out);
  found = contents (path);
  g_assert_cmpstr (found, ==, expected);
  eqp_cli_run_clear (&run);

  /* With nothing left to do the same is told again. */
  eqp_cli_wait (eqp_cli_spawn (NULL, arguments), &run);
  g_assert_cmpstr (run.out, ==, out);
  eqp_cli_run_clear (&run);
}

static void
test_shards (void)
{
  g_autofree char *whole = eqp_cli_temporary ("whole.jsonl");
  g_autofree char *merged = eqp_cli_temporary ("merged.jsonl");
  g_autofree char *partly = eqp_cli_temporary ("partly.jsonl");
  g_autofree char *expected = NULL;
  g_autofree char *found = NULL;
  g_autofree char *filled = NULL;
  char *paths[5];
  EqpCliRun run;

  if (!g_file_test (whole, G_FILE_TEST_EXISTS))
    {
      eqp_cli_call (&run, LONG, "--out", whole, NULL);
      eqp_cli_run_clear (&run);
    }
  expected = contents (whole);
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *name = g_strdup_printf ("shard%u.jsonl", i);
      g_autofree char *part = g_strdup_printf ("%u/5", i + 1);

      paths[i] = eqp_cli_temporary (name);
      eqp_cli_call (&run, LONG, "--shard", part, "--out", paths[i], NULL);
      g_assert_cmpint (run.status, ==, 0);
      eqp_cli_run_clear (&run);
    }

  eqp_cli_call (&run, "compare", "--merge", paths[3], paths[0], paths[4], paths[2], paths[1], "--out", merged, "--no-times", NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
  found = contents (merged);
  g_assert_cmpstr (found, ==, expected);

  /* What no file has is told, and can be added. */
  eqp_cli_call (&run, "compare", "--merge", paths[3], paths[0], "--out", partly, "--no-times", NULL);
  g_assert_cmpint (run.status, ==, 1);
  g_assert_nonnull (strstr (run.err, "12 runs of 20 are in none of the files"));
  eqp_cli_run_clear (&run);
  eqp_cli_call (&run, LONG, "--resume", partly, NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
  filled = contents (partly);
  g_assert_cmpstr (filled, ==, expected);
  for (guint i = 0; i < 5; i++)
    g_free (paths[i]);
}

/* Loosely: the program promises a tenth of a second. */
#define PATIENCE_SECONDS 10.0

static void
test_interrupted (void)
{
  g_autofree char *path = eqp_cli_temporary ("interrupted.jsonl");
  const char *const arguments[] = { "compare", "sample:digits", "--methods", "kmeans,bkm", "--trials", "10", "--starts", "1000000", "--json", "--out", path, NULL };
  const char *const quick[] = { "compare", "sample:iris", "--methods", "kmeans", "--trials", "1000000", "--json", NULL };
  GSubprocess *process = eqp_cli_spawn (NULL, arguments);
  char byte;
  gint64 start;
  EqpCliRun run;

  g_assert_cmpint (g_input_stream_read (g_subprocess_get_stdout_pipe (process), &byte, 1, NULL, NULL), ==, 1);
  g_usleep (200000);
  start = g_get_monotonic_time ();
  g_subprocess_send_signal (process, SIGINT);
  eqp_cli_wait (process, &run);
  g_test_message ("stopped after %.3f s", (double) (g_get_monotonic_time () - start) * 1e-6);
  g_assert_cmpfloat ((double) (g_get_monotonic_time () - start) * 1e-6, <, PATIENCE_SECONDS);
  g_assert_cmpint (run.status, ==, 130);
  g_assert_nonnull (strstr (run.err, "Interrupted after 0 of 20 runs; repeat the line with --resume "));
  eqp_cli_run_clear (&run);

  /* What is done by then is told. */
  process = eqp_cli_spawn (NULL, quick);
  g_assert_cmpint (g_input_stream_read (g_subprocess_get_stdout_pipe (process), &byte, 1, NULL, NULL), ==, 1);
  g_usleep (200000);
  g_subprocess_send_signal (process, SIGINT);
  eqp_cli_wait (process, &run);
  g_assert_cmpint (run.status, ==, 130);
  g_assert_nonnull (strstr (run.out, "{\"event\":\"row\""));
  g_assert_nonnull (strstr (run.out, "{\"event\":\"summary\""));
  eqp_cli_run_clear (&run);
}

static void
assert_refused (int         status,
                const char *sentence,
                const char *first,
                ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  EqpCliRun run;
  va_list args;

  va_start (args, first);
  for (const char *argument = first; argument != NULL; argument = va_arg (args, const char *))
    g_ptr_array_add (arguments, (gpointer) argument);
  va_end (args);
  g_ptr_array_add (arguments, NULL);
  eqp_cli_wait (eqp_cli_spawn (NULL, (const char *const *) arguments->pdata), &run);
  if (strstr (run.err, sentence) == NULL || run.status != status)
    g_error ("status %d and “%s” were expected, %d and “%s” found", status, sentence, run.status, run.err);
  g_assert_cmpstr (run.out, ==, "");
  g_assert_true (strchr (run.err, '\n') == run.err + strlen (run.err) - 1);
  eqp_cli_run_clear (&run);
}

static void
test_refused (void)
{
  g_autofree char *path = eqp_cli_temporary ("base.jsonl");
  g_autofree char *table = eqp_cli_temporary ("table.csv");
  g_autofree char *contents = NULL;
  g_autoptr (GString) spoilt = NULL;
  EqpCliRun run;

  eqp_cli_call (&run, "compare", "sample:iris", "--methods", "kmeans,bkm", "--trials", "2", "--quiet", "--out", path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
  g_assert_true (g_file_set_contents (table, "a,b\n1,2\n3,4\n", -1, NULL));

  assert_refused (3, "holds results of other data (sample:iris, 150 rows)", "compare", "sample:blobs", "--methods", "kmeans,bkm", "--trials", "2", "--resume", path, NULL);
  assert_refused (3, "made with k: 3, not 4", "compare", "sample:iris", "--methods", "kmeans,bkm", "--trials", "2", "--k", "4", "--resume", path, NULL);
  assert_refused (3, "made with starts: the usual value, not 2", "compare", "sample:iris", "--methods", "kmeans,bkm", "--trials", "2", "--starts", "2", "--resume", path, NULL);
  assert_refused (3, "made with normalise: the usual value, not standard", "compare", "sample:iris", "--methods", "kmeans,bkm", "--trials", "2", "--normalise", "standard", "--resume", path, NULL);
  assert_refused (3, "a row of kmeans, which is not asked for", "compare", "sample:iris", "--methods", "bkm", "--trials", "2", "--resume", path, NULL);
  assert_refused (3, "line 1 is not that of a study", "compare", "sample:iris", "--methods", "bkm", "--resume", table, NULL);
  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  spoilt = g_string_new (contents);
  g_assert_cmpuint (g_string_replace (spoilt, "\"gamma_rel\":1}", "\"gamma_rel\":\"x\"}", 1), ==, 1);
  g_assert_true (g_file_set_contents (table, spoilt->str, -1, NULL));
  assert_refused (3, "line 1 is not that of a study", "compare", "sample:iris", "--methods", "kmeans,bkm", "--trials", "2", "--resume", table, NULL);
  assert_refused (1, "is not empty; go on with it by --resume", "compare", "sample:iris", "--methods", "bkm", "--out", path, NULL);
  assert_refused (1, "is not a regular file", "compare", "sample:iris", "--methods", "bkm", "--out", "/dev/null", NULL);
  assert_refused (3, "is a graph without features", "compare", "sample:karate", "--methods", "kmeans,bmincut", NULL);
  assert_refused (2, "needs --methods LIST", "compare", "sample:iris", NULL);
  assert_refused (2, "“kmean” is no method", "compare", "sample:iris", "--methods", "bkm,kmean", NULL);
  assert_refused (2, "One data set is taken at a time", "compare", "sample:iris", "sample:blobs", "--methods", "bkm", NULL);
  assert_refused (2, "--rho means nothing to these methods", "compare", "sample:iris", "--methods", "bkm,kmeans", "--rho", "1", NULL);
  assert_refused (2, "such as 2/5; “6/5” was found", "compare", "sample:iris", "--methods", "bkm", "--shard", "6/5", NULL);
  assert_refused (2, "“1:x:3” was found", "sweep", "sample:iris", "--gammas", "1:x:3", NULL);
  assert_refused (2, "“-1” was found", "sweep", "sample:iris", "--gammas", "-1", NULL);
  assert_refused (2, "needs the files to join", "compare", "--merge", NULL);
  assert_refused (2, "needs data", "compare", "--methods", "bkm", NULL);
  assert_refused (3, "No such file", "compare", "--merge", "/nonexistent.jsonl", NULL);
}

/* Two methods that keep parameters of their own in one place each get theirs; the file says which. */
static void
test_own (void)
{
  g_autofree char *path = eqp_cli_temporary ("own.jsonl");
  g_autofree char *text = NULL;
  EqpCliRun run;

  eqp_cli_call (&run, "compare", "sample:iris", "--methods", "bmincut-published,bkm", "--rho", "3", "--trials", "1", "--quiet", "--out", path, NULL);
  g_assert_cmpint (run.status, ==, 0);
  eqp_cli_run_clear (&run);
  text = contents (path);
  g_assert_nonnull (strstr (text, "\"bmincut-published:rho\":\"3\""));
  assert_refused (3, "made with bmincut-published:rho: 3, not the usual value", "compare", "sample:iris", "--methods", "bmincut-published,bkm", "--trials", "1", "--resume", path, NULL);
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/compare/events", test_events);
  g_test_add_func ("/cli/compare/formats", test_formats);
  g_test_add_func ("/cli/compare/sweep", test_sweep);
  g_test_add_func ("/cli/compare/killed", test_killed);
  g_test_add_func ("/cli/compare/shards", test_shards);
  g_test_add_func ("/cli/compare/interrupted", test_interrupted);
  g_test_add_func ("/cli/compare/refused", test_refused);
  g_test_add_func ("/cli/compare/weights", test_weights);
  g_test_add_func ("/cli/compare/own", test_own);
  status = g_test_run ();
  eqp_cli_cleanup ();
  return status;
}
