/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The path of "sweep --warm-path": breaks known from a small problem, pieces that join, and what is refused. */
#include "config.h"

#include "eqp-cli-test.h"

#include <math.h>
#include <signal.h>
#include <string.h>

/* Loosely: the program promises a tenth of a second. */
#define PATIENCE_SECONDS 2.0

static gboolean
is_event (JsonObject *line,
          const char *event)
{
  return strcmp (json_object_get_string_member (line, "event"), event) == 0;
}

static double
number (JsonObject *line,
        const char *name)
{
  return json_object_get_double_member (line, name);
}

/* 6 + 2 up to 9109/9, 5 + 3 up to 4697/3, then 4 + 4, although no node of the grid is near either. */
static void
test_known (void)
{
  static const double breaks[] = { 0.0, 9109.0 / 9.0, 4697.0 / 3.0 };
  static const gint64 squares[] = { 40, 34, 32 };
  g_autofree char *path = eqp_cli_temporary ("line.csv");
  g_autoptr (GPtrArray) lines = NULL;
  guint pieces = 0, nodes = 0;
  EqpCliRun run;

  g_assert_true (g_file_set_contents (path, "x\n0\n1\n2\n3\n4\n5\n100\n101\n", -1, NULL));
  eqp_cli_call (&run, "sweep", path, "--k", "2", "--warm-path", "--gammas", "1:1e5:5", "--starts", "4", "--json", NULL);
  g_assert_cmpint (run.status, ==, 0);
  g_assert_cmpstr (run.err, ==, "");
  lines = eqp_cli_parse (run.out);
  for (guint i = 0; i < lines->len; i++)
    {
      JsonObject *line = lines->pdata[i];

      if (is_event (line, "piece"))
        {
          g_assert_cmpuint (pieces, <, 3);
          eqp_assert_close (number (line, "from"), breaks[pieces], 1e-9);
          if (pieces < 2)
            eqp_assert_close (number (line, "to"), breaks[pieces + 1], 1e-9);
          else
            g_assert_true (json_object_get_null_member (line, "to"));
          g_assert_cmpint (json_object_get_int_member (line, "squares"), ==, squares[pieces++]);
        }
      else if (is_event (line, "node"))
        {
          gint64 piece = json_object_get_int_member (line, "piece");

          nodes++;
          g_assert_cmpfloat (number (line, "gamma"), >=, breaks[piece]);
          eqp_assert_close (number (line, "objective"), number (line, "data_term") + number (line, "penalty"), 1e-12);
          eqp_assert_close (number (line, "penalty"), number (line, "gamma") * (double) squares[piece], 1e-12);
        }
    }
  g_assert_cmpuint (pieces, ==, 3);
  g_assert_cmpuint (nodes, ==, 5);
  g_assert_true (json_object_get_boolean_member (eqp_cli_last (lines, "path"), "complete"));
  eqp_cli_run_clear (&run);
}

/* The same on any number of threads, for every seed, in every format. */
static void
test_threads (void)
{
  EqpCliRun one, two;

#define CLIMB "sweep", "sample:iris", "--methods", "bkm,bmincut", "--warm-path", "--gammas-rel", "0.01:100:8", "--trials", "2", "--no-times"
  eqp_cli_call (&one, CLIMB, "--json", "--threads", "1", NULL);
  eqp_cli_call (&two, CLIMB, "--json", "--threads", "2", NULL);
  g_assert_cmpint (one.status, ==, 0);
  g_assert_nonnull (strstr (one.out, "\"event\":\"piece\",\"method\":\"bmincut\",\"k\":3,\"seed\":2"));
  g_assert_cmpstr (one.out, ==, two.out);
  eqp_cli_run_clear (&one);
  eqp_cli_run_clear (&two);

  eqp_cli_call (&one, CLIMB, "--format", "csv", NULL);
  g_assert_true (g_str_has_prefix (one.out, "kind,method,seed,from,to,from_rel,to_rel,data_term,squares,smallest,largest,acc,nmi\npiece,bkm,1,0,"));
  g_assert_nonnull (strstr (one.out, ",inf,"));
  eqp_cli_run_clear (&one);
  eqp_cli_call (&one, CLIMB, "--format", "latex", NULL);
  g_assert_nonnull (strstr (one.out, "sum n\\_k\\^{}2"));
  g_assert_nonnull (strstr (one.out, "$\\infty$"));
  eqp_cli_run_clear (&one);
}

static void
test_path_refused (void)
{
  static const struct
  {
    const char *arguments[8];
    const char *sentence;
  } cases[] = {
    { { "sample:iris", "--method", "kmeans" }, "The method kmeans cannot go on along gamma" },
    { { "sample:iris", "--method", "bkm-published" }, "The method bkm-published cannot go on" },
    { { "sample:iris", "--gammas", "0,1,2" }, "the grid is FIRST:LAST:STEPS" },
    { { "sample:iris", "--gammas", "10:1:5" }, "the grid is FIRST:LAST:STEPS" },
    { { "sample:iris", "--gammas", "1:10:1" }, "the grid is FIRST:LAST:STEPS" },
    { { "sample:iris", "--out", "/tmp/x" }, "mean nothing; leave them out" },
    { { "x.jsonl", "--merge" }, "so --warm-path means nothing" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *arguments[12] = { "sweep", "--warm-path" };
      EqpCliRun run;

      for (guint a = 0; cases[i].arguments[a] != NULL; a++)
        arguments[2 + a] = cases[i].arguments[a];
      eqp_cli_wait (eqp_cli_spawn (NULL, arguments), &run);
      if (run.status != 2 || strstr (run.err, cases[i].sentence) == NULL)
        g_error ("status 2 and “%s” were expected, %d and “%s” found", cases[i].sentence, run.status, run.err);
      g_assert_cmpstr (run.out, ==, "");
      eqp_cli_run_clear (&run);
    }
}

/* What was found until then is told. */
static void
test_path_interrupted (void)
{
  const char *const arguments[] = { "sweep", "sample:digits", "--warm-path", "--trials", "100000", "--json", NULL };
  GSubprocess *process = eqp_cli_spawn (NULL, arguments);
  gint64 start;
  EqpCliRun run;
  char byte;

  g_assert_cmpint (g_input_stream_read (g_subprocess_get_stdout_pipe (process), &byte, 1, NULL, NULL), ==, 1);
  start = g_get_monotonic_time ();
  g_subprocess_send_signal (process, SIGINT);
  eqp_cli_wait (process, &run);
  g_test_message ("stopped after %.3f s", (double) (g_get_monotonic_time () - start) * 1e-6);
  g_assert_cmpfloat ((double) (g_get_monotonic_time () - start) * 1e-6, <, PATIENCE_SECONDS);
  g_assert_cmpint (run.status, ==, 130);
  g_assert_nonnull (strstr (run.out, "\"event\":\"piece\""));
  eqp_cli_run_clear (&run);
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/cli/report/path/known", test_known);
  g_test_add_func ("/cli/report/path/threads", test_threads);
  g_test_add_func ("/cli/report/path/refused", test_path_refused);
  g_test_add_func ("/cli/report/path/interrupted", test_path_interrupted);
  status = g_test_run ();
  eqp_cli_cleanup ();
  return status;
}
