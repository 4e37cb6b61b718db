/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ctrl-C in the middle of a long run. */
#include "config.h"

#include "eqp-cli-test.h"

#include <signal.h>
#include <string.h>

/* Loosely: the program promises a tenth of a second, a busy machine with sanitizers is granted more. */
#define PATIENCE_SECONDS 10.0

/* Starts a run that would take hours, waits for its first steps, sends @number and returns the seconds it took to end. */
static double
interrupt (int                number,
           const char *const *arguments,
           EqpCliRun         *run)
{
  GSubprocess *process = eqp_cli_spawn (NULL, arguments);
  GInputStream *out = g_subprocess_get_stdout_pipe (process);
  g_autofree char *rest = NULL;
  GString *all = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  gint64 start;

  while (strstr (all->str, "\"iteration\":3") == NULL)
    {
      char bytes[4096];
      gssize got = g_input_stream_read (out, bytes, sizeof bytes, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpint (got, >, 0);
      g_string_append_len (all, bytes, got);
    }

  start = g_get_monotonic_time ();
  g_subprocess_send_signal (process, number);
  eqp_cli_wait (process, run);
  rest = run->out;
  g_string_append (all, rest);
  run->out = g_string_free (all, FALSE);
  return (double) (g_get_monotonic_time () - start) * 1e-6;
}

/* ThreadSanitizer does not see the locks of Pango and Fontconfig, so nothing is drawn under it. */
#ifdef __SANITIZE_THREAD__
static const gboolean draws = FALSE;
#else
static const gboolean draws = TRUE;
#endif

static void
test_signal (gconstpointer data)
{
  g_autofree char *labels = eqp_cli_temporary ("labels.txt");
  g_autofree char *centers = eqp_cli_temporary ("centers.csv");
  g_autofree char *plot = eqp_cli_temporary ("plot.svg");
  const char *const arguments[] = { "run", "sample:digits", "--method", "kmeans", "--starts", "1000000", "--json",
                                    "--labels-out", labels, "--centres-out", centers,
                                    draws ? "--plot" : NULL, plot, NULL };
  g_autoptr (GPtrArray) lines = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) rows = NULL;
  JsonObject *result;
  EqpCliRun run;
  double seconds = interrupt (GPOINTER_TO_INT (data), arguments, &run);

  g_assert_cmpint (run.status, ==, 130);
  g_test_message ("stopped after %.3f s", seconds);
  g_assert_cmpfloat (seconds, <, PATIENCE_SECONDS);

  lines = eqp_cli_parse (run.out);
  result = eqp_cli_last (lines, "result");
  g_assert_true (json_object_get_boolean_member (result, "cancelled"));
  g_assert_false (json_object_get_boolean_member (result, "converged"));
  g_assert_true (json_object_has_member (json_object_get_object_member (result, "measures"), "acc"));

  g_assert_true (g_file_get_contents (labels, &text, NULL, NULL));
  rows = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (rows), ==, 1798);
  g_assert_true (g_file_test (centers, G_FILE_TEST_IS_REGULAR));
  g_assert_true (g_file_test (plot, G_FILE_TEST_IS_REGULAR) == draws);
  eqp_cli_run_clear (&run);
}

/* Nobody reads the output, so the main thread hangs in a write: the second Ctrl-C gets through all the same. */
static void
test_twice (void)
{
  const char *const arguments[] = { "run", "sample:digits", "--method", "kmeans", "--starts", "1000000", "--json", NULL };
  g_autoptr (GSubprocess) process = eqp_cli_spawn (NULL, arguments);
  GInputStream *out = g_subprocess_get_stdout_pipe (process);
  char byte;

  /* The first byte tells that the signals are being watched. */
  g_assert_cmpint (g_input_stream_read (out, &byte, 1, NULL, NULL), ==, 1);
  g_usleep (300000);
  g_subprocess_send_signal (process, SIGINT);
  g_usleep (50000);
  g_subprocess_send_signal (process, SIGINT);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 130);
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/cli/interrupt/int", GINT_TO_POINTER (SIGINT), test_signal);
  g_test_add_data_func ("/cli/interrupt/term", GINT_TO_POINTER (SIGTERM), test_signal);
  g_test_add_func ("/cli/interrupt/twice", test_twice);
  status = g_test_run ();
  eqp_cli_cleanup ();
  return status;
}
