/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ctrl-C: the first asks the work to stop, the second ends the program at once. A thread of its own cancels, so
 * that it also works while the main thread waits for a slow reader of its output. */
#include "config.h"

#include "eqp-cli-signals.h"
#include "eqp-cli.h"

#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include <glib-unix.h>

/* A signal handler reaches nothing but globals. */
static int wake_pipe[2];
static volatile sig_atomic_t n_signals;

static void
signal_cb (int number)
{
  int saved = errno;

  if (n_signals > 0)
    _exit (EQP_EXIT_INTERRUPTED);
  n_signals = 1;
  if (write (wake_pipe[1], "", 1) < 0)
    _exit (EQP_EXIT_INTERRUPTED);
  errno = saved;
}

static gpointer
signal_main (gpointer data)
{
  g_autoptr (GCancellable) cancellable = data;
  char byte;
  gssize got;

  do
    got = read (wake_pipe[0], &byte, 1);
  while (got < 0 && errno == EINTR);

  if (got == 1)
    g_cancellable_cancel (cancellable);
  return NULL;
}

/**
 * eqp_signals_watch:
 * @cancellable: cancelled by SIGINT, SIGTERM and SIGHUP
 *
 * Call once, before other threads start. A closed pipe is no signal any more but an error of write().
 */
void
eqp_signals_watch (GCancellable *cancellable)
{
  struct sigaction action = { .sa_handler = signal_cb, .sa_flags = SA_RESTART };
  struct sigaction ignore = { .sa_handler = SIG_IGN };
  struct sigaction inherited;
  GThread *thread;

  sigaction (SIGPIPE, &ignore, NULL);
  if (!g_unix_open_pipe (wake_pipe, FD_CLOEXEC, NULL))
    return;

  thread = g_thread_try_new ("eqp-signals", signal_main, g_object_ref (cancellable), NULL);
  if (thread == NULL)
    {
      g_object_unref (cancellable);
      return;
    }
  g_thread_unref (thread);

  sigemptyset (&action.sa_mask);
  sigaction (SIGINT, &action, NULL);
  sigaction (SIGTERM, &action, NULL);
  /* nohup asks to be left alone. */
  if (sigaction (SIGHUP, NULL, &inherited) == 0 && inherited.sa_handler != SIG_IGN)
    sigaction (SIGHUP, &action, NULL);
}
