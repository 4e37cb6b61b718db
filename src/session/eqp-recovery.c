/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions that nobody has saved, in the user's state folder. Each has a file of its own and beside it one that is
 * locked as long as its window lives; what a program that was killed leaves behind is a file whose lock is free. So
 * windows and programs side by side never take each other's. */
#include "config.h"

#include "eqp-recovery.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "eqp-study-file.h"

#define PREFIX "session-"
#define LAST "last.eqp"
/* So many of those that were left behind are kept. */
#define MOST_LEFT 4

struct _EqpRecovery
{
  GMutex  lock;
  char   *path;
  char   *lock_path;
  int     fd;     /* of the lock; -1: nothing is on the disk yet */
  gboolean ended; /* nothing is written any more */
};

/* Written in one way only, since paths are compared. */
static char *
dup_folder (void)
{
  return g_canonicalize_filename ("equipoise", g_get_user_state_dir ());
}

static EqpRecovery *
new_for (const char *path)
{
  EqpRecovery *self = g_atomic_rc_box_new0 (EqpRecovery);

  g_mutex_init (&self->lock);
  self->path = g_strdup (path);
  self->lock_path = g_strconcat (path, ".lock", NULL);
  self->fd = -1;
  return self;
}

/**
 * eqp_recovery_new:
 *
 * Returns: (transfer full): a place of its own; nothing is on the disk before it is written to
 */
EqpRecovery *
eqp_recovery_new (void)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *id = g_uuid_string_random ();
  g_autofree char *name = g_strdup_printf (PREFIX "%s.eqp", id);
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return new_for (path);
}

EqpRecovery *
eqp_recovery_ref (EqpRecovery *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  EqpRecovery *self = data;

  if (self->fd >= 0)
    close (self->fd);
  g_free (self->path);
  g_free (self->lock_path);
  g_mutex_clear (&self->lock);
}

/**
 * eqp_recovery_unref:
 * @self: (nullable) (transfer full): a place
 *
 * What is in it stays, free to be claimed.
 */
void
eqp_recovery_unref (EqpRecovery *self)
{
  if (self != NULL)
    g_atomic_rc_box_release_full (self, clear);
}

/**
 * eqp_recovery_get_path:
 * @self: a place
 *
 * Returns: (transfer none): the file of the session, whether it is there or not
 */
const char *
eqp_recovery_get_path (EqpRecovery *self)
{
  return self->path;
}

static gboolean
take_lock (EqpRecovery *self)
{
  if (self->fd < 0)
    self->fd = _eqp_open_locked (self->lock_path, O_CREAT | O_NOFOLLOW);
  return self->fd >= 0;
}

/**
 * eqp_recovery_write:
 * @self: a place
 * @file: the session of now
 * @error: one sentence
 *
 * For a thread.
 *
 * Returns: whether it is on the disk
 */
gboolean
eqp_recovery_write (EqpRecovery       *self,
                    EqpWorkspaceFile  *file,
                    GError           **error)
{
  g_autofree char *folder = dup_folder ();
  gboolean written = TRUE;

  g_mutex_lock (&self->lock);
  if (!self->ended)
    {
      g_mkdir_with_parents (folder, 0700);
      take_lock (self);
      written = eqp_workspace_file_save (file, self->path, error);
    }
  g_mutex_unlock (&self->lock);
  return written;
}

static void
remove_files (EqpRecovery *self)
{
  if (self->fd < 0)
    return;
  g_unlink (self->path);
  g_unlink (self->lock_path);
  close (self->fd);
  self->fd = -1;
}

/**
 * eqp_recovery_remove:
 * @self: a place
 *
 * Nothing is in it any more: all is saved, or it was discarded.
 */
void
eqp_recovery_remove (EqpRecovery *self)
{
  g_mutex_lock (&self->lock);
  remove_files (self);
  g_mutex_unlock (&self->lock);
}

/**
 * eqp_recovery_end:
 * @self: a place
 * @file: (nullable): what is not saved of the session
 *
 * The normal end of a session: what was not saved is the last session from now on, and the place is gone. Nothing is
 * written to it any more, also by threads that are about to.
 */
void
eqp_recovery_end (EqpRecovery      *self,
                  EqpWorkspaceFile *file)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *last = g_build_filename (folder, LAST, NULL);

  g_mutex_lock (&self->lock);
  self->ended = TRUE;
  if (file != NULL)
    {
      g_mkdir_with_parents (folder, 0700);
      /* Nobody is there to be told any more; then what was written last stays, to be offered. */
      if (eqp_workspace_file_save (file, last, NULL))
        remove_files (self);
    }
  else
    remove_files (self);
  g_mutex_unlock (&self->lock);
}

/**
 * eqp_recovery_dup_last:
 *
 * Returns: (transfer full) (nullable): the file of the last session that ended without being saved
 */
char *
eqp_recovery_dup_last (void)
{
  g_autofree char *folder = dup_folder ();
  g_autofree char *last = g_build_filename (folder, LAST, NULL);

  return g_file_test (last, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&last) : NULL;
}

static gint64
modified (const char *path)
{
  GStatBuf info;

  return g_stat (path, &info) == 0 ? (gint64) info.st_mtime : -1;
}

static gint
newest_first (gconstpointer a,
              gconstpointer b)
{
  gint64 x = modified (*(const char *const *) a), y = modified (*(const char *const *) b);

  return x != y ? (x < y) - (x > y) : strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* A session is known by its file, by its lock, or by what it was writing when it was killed. */
static void
note_file (const char *folder,
           const char *name,
           GPtrArray  *paths,
           GPtrArray  *parts)
{
  const char *end = g_str_has_prefix (name, PREFIX) ? strstr (name, ".eqp") : NULL;
  g_autofree char *session = NULL;
  g_autofree char *path = NULL;

  if (end == NULL)
    return;
  end += strlen (".eqp");
  session = g_strndup (name, (gsize) (end - name));
  path = g_build_filename (folder, session, NULL);
  if (*end != '\0' && strcmp (end, ".lock") != 0)
    g_ptr_array_add (parts, g_build_filename (folder, name, NULL));
  if (!g_ptr_array_find_with_equal_func (paths, path, g_str_equal, NULL))
    g_ptr_array_add (paths, g_steal_pointer (&path));
}

/**
 * eqp_recovery_claim:
 *
 * Looks for sessions whose program has ended without a word. Of many that nobody wanted the oldest are removed.
 *
 * Returns: (transfer full) (nullable): the newest of them, nobody else's from now on
 */
EqpRecovery *
eqp_recovery_claim (void)
{
  g_autofree char *folder = dup_folder ();
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  g_autoptr (GPtrArray) paths = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (EqpRecovery) claimed = NULL;
  const char *name;
  guint left = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    note_file (folder, name, paths, parts);
  g_ptr_array_sort (paths, newest_first);
  for (guint i = 0; i < paths->len; i++)
    {
      g_autoptr (EqpRecovery) found = new_for (g_ptr_array_index (paths, i));

      if (!take_lock (found))
        continue;
      for (guint j = 0; j < parts->len; j++)
        if (g_str_has_prefix (g_ptr_array_index (parts, j), found->path))
          g_unlink (g_ptr_array_index (parts, j));
      if (!g_file_test (found->path, G_FILE_TEST_IS_REGULAR) || ++left > MOST_LEFT)
        remove_files (found);
      else if (claimed == NULL)
        claimed = g_steal_pointer (&found);
    }
  return g_steal_pointer (&claimed);
}
