/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A limited address space: a run is done, or it ends with one sentence. It never hangs, crashes or leaves a dump. */
#include "config.h"

#include "eqp-cli-test.h"

#include <string.h>
#include <sys/wait.h>

#define PATIENCE "120" /* seconds, for a busy machine; what hangs, hangs for ever */

static void
test_limits (gconstpointer method)
{
  gboolean refused = FALSE, done = FALSE;

  for (int megabytes = 200; megabytes <= 1000; megabytes += megabytes < 400 ? 20 : 200)
    {
      g_autofree char *command = g_strdup_printf ("ulimit -c 0; ulimit -v %d && exec timeout -s KILL " PATIENCE
                                                  " \"$EQP_CLI\" run sample:iris --method %s",
                                                  megabytes * 1000, (const char *) method);
      const char *const arguments[] = { "/bin/sh", "-c", command, NULL };
      g_autofree char *out = NULL, *err = NULL;
      g_autoptr (GError) error = NULL;
      int status = 0;

      g_assert_true (g_spawn_sync (NULL, (char **) arguments, NULL, G_SPAWN_DEFAULT, NULL, NULL, &out, &err, &status,
                                   &error));
      g_assert_no_error (error);
      g_test_message ("%d MB: status %d, %s", megabytes, status, err);
      g_assert_true (WIFEXITED (status));
      if (WEXITSTATUS (status) == 127 && strstr (err, "shared") != NULL) /* not even the libraries could be loaded */
        continue;
      g_assert_true (WEXITSTATUS (status) == 0 || WEXITSTATUS (status) == 1 || WEXITSTATUS (status) == 3);
      if (WEXITSTATUS (status) != 0)
        {
          refused = TRUE;
          g_assert_true (g_str_has_suffix (err, ".\n"));
          g_assert_true (strchr (err, '\n') == err + strlen (err) - 1);
        }
      else
        done = TRUE;
    }
  g_assert_true (refused);
  g_assert_true (done);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (EQP_TEST_IS_WATCHED)
    {
      g_test_message ("sanitizers take all of the address space");
      return g_test_run ();
    }
  g_test_add_data_func ("/cli/little-memory/bkm", "bkm", test_limits);
  g_test_add_data_func ("/cli/little-memory/ncut", "ncut", test_limits);
  return g_test_run ();
}
