/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal program: reads the command line and hands over to the command. */
#include "config.h"

#include "eqp-cli.h"
#include "eqp-cli-complain.h"
#include "eqp-cli-output.h"
#include "eqp-cli-signals.h"
#include "eqp-cli-workspace.h"
#include "eqp-locale.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>
#include <unistd.h>

/* Messages follow the user's language, numbers never do: the output is read by programs. */
static void
set_locale (void)
{
  eqp_locale_init ();
  setlocale (LC_NUMERIC, "C");
}

/* A file opened later must not take the place of a closed standard output; writing there goes on to fail. */
static void
guard_descriptors (void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl (fd, F_GETFD) < 0 && errno == EBADF && open ("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY) < 0)
      return;
}

static EqpExit
print_and_leave (const char *text)
{
  EqpOutput output;

  eqp_output_init (&output, STDOUT_FILENO);
  eqp_output_text (&output, text);
  return eqp_output_close (&output) ? EQP_EXIT_DONE : EQP_EXIT_FAILED;
}

/* Translated while there is memory. */
static const char *no_memory;

/* GLib ends the program where it gets no memory or no thread; that is to be a sentence, not a dump. */
static void
log_cb (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  if ((level & G_LOG_LEVEL_ERROR) != 0 && g_strcmp0 (domain, "GLib") == 0 &&
      (strstr (message, "failed to allocate") != NULL || strstr (message, "creating thread") != NULL))
    {
      if (write (STDERR_FILENO, no_memory, strlen (no_memory)) < 0)
        _exit (EQP_EXIT_FAILED);
      _exit (EQP_EXIT_FAILED);
    }
  g_log_default_handler (domain, level, message, data);
}

static gboolean
computes (EqpCommand command)
{
  return command != EQP_COMMAND_METHODS && command != EQP_COMMAND_SAMPLES && command != EQP_COMMAND_MEASURES &&
         command != EQP_COMMAND_NONE;
}

/**
 * eqp_cli_main:
 * @argc: number of arguments
 * @argv: the arguments
 *
 * Runs the terminal program.
 *
 * Returns: its exit status
 */
EqpExit
eqp_cli_main (int    argc,
              char **argv)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *help = NULL;
  g_auto (EqpCliOptions) options = { 0 };

  guard_descriptors ();
  set_locale ();
  if (!eqp_cli_options_parse (&options, argc, argv, &error))
    {
      eqp_cli_complain (error, NULL);
      return EQP_EXIT_USAGE;
    }

  if (options.help)
    {
      help = eqp_cli_help (options.command);
      return print_and_leave (help);
    }
  if (options.version)
    return print_and_leave ("equipoise-cli " EQP_VERSION "\n");

  no_memory = _ ("equipoise-cli: There is no memory left for this; use fewer rows, columns or clusters, or allow more "
                 "(ulimit -v).\n");
  g_log_set_default_handler (log_cb, NULL);
  if (computes (options.command) && !eqp_reserve_memory (&error))
    {
      eqp_cli_complain (error, NULL);
      return EQP_EXIT_FAILED;
    }
  if (eqp_cli_is_workspace (&options))
    return eqp_cli_workspace (&options);
  eqp_signals_watch (cancellable);
  switch (options.command)
    {
    case EQP_COMMAND_RUN:
      return eqp_cli_run (&options, cancellable);
    case EQP_COMMAND_COMPARE:
    case EQP_COMMAND_SWEEP:
      return eqp_cli_study (&options, cancellable);
    case EQP_COMMAND_SUGGEST:
      return eqp_cli_suggest (&options, cancellable);
    case EQP_COMMAND_REPLAY:
      return eqp_cli_replay (&options, cancellable);
    case EQP_COMMAND_SCORE:
      return eqp_cli_score (&options, cancellable);
    case EQP_COMMAND_INFO:
      return eqp_cli_info (&options, cancellable);
    case EQP_COMMAND_CONVERT:
      return eqp_cli_convert (&options, cancellable);
    case EQP_COMMAND_METHODS:
      return eqp_cli_methods (&options);
    case EQP_COMMAND_SAMPLES:
      return eqp_cli_samples (&options);
    case EQP_COMMAND_MEASURES:
      return eqp_cli_measures (&options);
    case EQP_COMMAND_NONE:
    default:
      g_assert_not_reached ();
    }
}
