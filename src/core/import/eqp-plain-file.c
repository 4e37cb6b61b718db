/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packed files and members of archives for libraries that only open files by their paths: unpacked into memory that has
 * a path, so that nothing is left on the disk whatever happens. */
#include "config.h"

#include "eqp-plain-file.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/eqp-error.h"
#include "base/eqp-memory.h"

#define BLOCK_BYTES (1 << 20)

void
_eqp_plain_file_clear (EqpPlainFile *self)
{
  if (self->path != NULL && self->memory >= 0)
    close (self->memory);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->member, g_free);
  g_clear_pointer (&self->array, g_free);
}

static gboolean
write_all (int file, const guint8 *bytes, gsize length)
{
  while (length > 0)
    {
      gssize written = write (file, bytes, length);

      if (written < 0 && errno == EINTR)
        continue;
      if (written <= 0)
        return FALSE;
      bytes += written;
      length -= (gsize) written;
    }
  return TRUE;
}

static gboolean
unpack (EqpPlainFile *self, EqpSource *source, GError **error)
{
  g_autofree guint8 *block = g_malloc (BLOCK_BYTES);
  gsize total = 0, checked = 0;
  double length, share;

  self->memory = memfd_create ("equipoise", MFD_CLOEXEC);
  /* The process that opens it keeps no other files of this one, but may look at them. */
  self->path = g_strdup_printf ("/proc/%ld/fd/%d", (long) getpid (), self->memory);
  for (;;)
    {
      gssize got = eqp_source_read (source, block, BLOCK_BYTES, error);

      if (got < 0)
        return FALSE;
      if (got == 0)
        return TRUE;
      total += (gsize) got;
      length = eqp_source_guess_length (source, &share);
      /* What is unpacked has to fit beside what is read from it. */
      if (total > checked && (!_eqp_memory_lasts (total, MAX (total, BLOCK_BYTES)) ||
                              !_eqp_memory_will_last ((double) total, 2.0 * length, share)))
        {
          g_autofree char *text = _eqp_gigabytes (MAX ((double) total, length));

          return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                             _ ("%s: unpacked, the file has %s or more, which do not fit into the free memory; unpack "
                                "it first."),
                             self->name, text);
        }
      if (total > checked)
        checked = total + total / 4;
      if (!write_all (self->memory, block, (gsize) got))
        return eqp_refuse (error, EQP_ERROR_TOO_LARGE, _ ("%s: there is no memory to unpack it into: %s."), self->name,
                           g_strerror (errno));
    }
}

/* Returns FALSE when the file cannot be opened or unpacked. */
gboolean
_eqp_plain_file_open (EqpPlainFile            *self,
                      GFile                   *file,
                      const EqpImportOptions  *options,
                      const EqpProgress       *progress,
                      GCancellable            *cancellable,
                      GError                 **error)
{
  g_autoptr (EqpSource) source =
      eqp_source_open_member (file, options->variable, NULL, progress, cancellable, error);

  if (source == NULL)
    return FALSE;
  self->name = g_strdup (eqp_source_get_name (source));
  self->memory = -1;
  self->member = g_strdup (eqp_source_get_archive (source)->member);
  self->array = g_strdup (eqp_source_get_archive (source)->array);
  if (!eqp_source_is_compressed (source))
    self->path = g_file_get_path (file);
  return self->path != NULL || unpack (self, source, error);
}
