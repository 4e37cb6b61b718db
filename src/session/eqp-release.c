/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lets go of large things in a thread: giving memory back to the system takes its time, page by page, and the main
 * thread has none to spare. */
#include "config.h"

#include "eqp-release.h"

typedef struct
{
  gpointer       data;
  GDestroyNotify destroy;
} Release;

static gpointer
release_thread (gpointer data)
{
  Release *release = data;

  release->destroy (release->data);
  g_free (release);
  return NULL;
}

/**
 * eqp_release:
 * @data: (nullable) (transfer full): what is not needed any more
 * @destroy: frees it, or drops a reference to it; safe on any thread
 *
 * Returns at once.
 */
void
eqp_release (gpointer       data,
             GDestroyNotify destroy)
{
  Release *release;
  GThread *thread;

  if (data == NULL)
    return;
  release = g_new (Release, 1);
  release->data = data;
  release->destroy = destroy;
  thread = g_thread_try_new ("eqp-release", release_thread, release, NULL);
  if (thread != NULL)
    g_thread_unref (thread);
  else
    release_thread (release);
}
