/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts the built terminal program the way a shell would, and takes its JSON Lines apart. */
#include "config.h"

#include "eqp-cli-test.h"

#include <stdarg.h>

#include <glib/gstdio.h>

static char *folder;

/**
 * eqp_cli_spawn:
 * @environment: (nullable) (array zero-terminated=1): names and values in turn, on top of the test's own
 * @arguments: (array zero-terminated=1): without the program's name
 *
 * Returns: (transfer full): the running program, its output in pipes
 */
GSubprocess *
eqp_cli_spawn (const char *const *environment,
               const char *const *arguments)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_ptr_array_add (argv, (gpointer) g_getenv ("EQP_CLI"));
  for (; *arguments != NULL; arguments++)
    g_ptr_array_add (argv, (gpointer) *arguments);
  g_ptr_array_add (argv, NULL);
  for (; environment != NULL && *environment != NULL; environment += 2)
    g_subprocess_launcher_setenv (launcher, environment[0], environment[1], TRUE);

  process = g_subprocess_launcher_spawnv (launcher, (const char *const *) argv->pdata, &error);
  g_assert_no_error (error);
  return process;
}

/**
 * eqp_cli_wait:
 * @process: (transfer full): a running program
 * @run: (out caller-allocates): what it left
 *
 * Reads all output and waits for the end, which has to be an orderly one.
 */
void
eqp_cli_wait (GSubprocess *process,
              EqpCliRun   *run)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8 (process, NULL, NULL, &run->out, &run->err, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  run->status = g_subprocess_get_exit_status (process);
  g_object_unref (process);
}

/**
 * eqp_cli_call:
 * @run: (out caller-allocates): what the program left
 * @first: its first argument, the others follow, NULL at the end
 */
void
eqp_cli_call (EqpCliRun  *run,
              const char *first,
              ...)
{
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();
  const char *argument;
  va_list args;

  va_start (args, first);
  for (argument = first; argument != NULL; argument = va_arg (args, const char *))
    g_ptr_array_add (arguments, (gpointer) argument);
  va_end (args);
  g_ptr_array_add (arguments, NULL);
  eqp_cli_wait (eqp_cli_spawn (NULL, (const char *const *) arguments->pdata), run);
}

void
eqp_cli_run_clear (EqpCliRun *run)
{
  g_clear_pointer (&run->out, g_free);
  g_clear_pointer (&run->err, g_free);
}

/**
 * eqp_cli_parse:
 * @out: JSON Lines
 *
 * Returns: (transfer full) (element-type JsonObject): an object for every line; each line has to be one
 */
GPtrArray *
eqp_cli_parse (const char *out)
{
  GPtrArray *objects = g_ptr_array_new_with_free_func ((GDestroyNotify) json_object_unref);
  g_auto (GStrv) lines = g_strsplit (out, "\n", -1);

  g_assert_true (g_str_has_suffix (out, "\n"));
  for (guint i = 0; lines[i + 1] != NULL; i++)
    {
      g_autoptr (JsonParser) parser = json_parser_new ();
      g_autoptr (GError) error = NULL;

      json_parser_load_from_data (parser, lines[i], -1, &error);
      g_assert_no_error (error);
      g_ptr_array_add (objects, json_object_ref (json_node_get_object (json_parser_get_root (parser))));
    }
  return objects;
}

/**
 * eqp_cli_last:
 * @lines: (element-type JsonObject): parsed output
 * @event: which event the last line has to be
 *
 * Returns: (transfer none): the last line
 */
JsonObject *
eqp_cli_last (GPtrArray  *lines,
              const char *event)
{
  JsonObject *last;

  g_assert_cmpuint (lines->len, >, 0);
  last = g_ptr_array_index (lines, lines->len - 1);
  g_assert_cmpstr (json_object_get_string_member (last, "event"), ==, event);
  return last;
}

/**
 * eqp_cli_temporary:
 * @name: a file name
 *
 * Returns: (transfer full): a path in a folder of this test program only
 */
char *
eqp_cli_temporary (const char *name)
{
  g_autoptr (GError) error = NULL;

  if (folder == NULL)
    folder = g_dir_make_tmp ("eqp-cli-XXXXXX", &error);
  g_assert_no_error (error);
  return g_build_filename (folder, name, NULL);
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR) && !g_file_test (child, G_FILE_TEST_IS_SYMLINK))
        remove_folder (child);
      else
        g_remove (child);
    }
  g_rmdir (path);
}

/**
 * eqp_cli_cleanup:
 *
 * Removes what the tests have written, at the end of the program.
 */
void
eqp_cli_cleanup (void)
{
  if (folder != NULL)
    remove_folder (folder);
  g_clear_pointer (&folder, g_free);
}
