/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Images in a ZIP or tar archive, as the folder that it was made of. Members are taken in their order, packed as they
 * are; nothing is written to disk, so their paths are names only, and no size in a header is believed. */
#include "config.h"

#include "eqp-images-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-error.h"
#include "import/eqp-image-file.h"
#include "base/eqp-memory.h"
#include "import/eqp-unpack.h"

#define HEAD_BYTES 65536
#define STEP_BYTES 262144
#define MOST_IMAGE_BYTES ((gsize) 1 << 28)

/* Enough of other files to say what they are. */
#define OTHER_BYTES 4096

/* The path below the archive, with slashes, without what would lead out of it, in UTF-8. */
static char *
clean_path (const char *name)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_auto (GStrv) words = NULL;
  GString *path = g_string_new (NULL);

  if (strchr (valid, '/') == NULL)
    g_strdelimit (valid, "\\", '/');
  words = g_strsplit (valid, "/", -1);
  for (guint i = 0; words[i] != NULL; i++)
    if (*words[i] != '\0' && strcmp (words[i], ".") != 0 && strcmp (words[i], "..") != 0)
      g_string_append_printf (path, "%s%s", path->len > 0 ? "/" : "", words[i]);
  return g_string_free (path, FALSE);
}

static gboolean
is_hidden (const char *path)
{
  return *path == '.' || strstr (path, "/.") != NULL || g_str_has_prefix (path, "__MACOSX/") ||
         strstr (path, "/__MACOSX/") != NULL;
}

/* @read: like read(2); @taken: bytes that are held already. Returns the bytes of an image, or the beginning of another
 * file; NULL with an error. */
GBytes *
_eqp_images_read_all (EqpImagesReadFunc   read,
                      gpointer            source,
                      gsize               taken,
                      GCancellable       *cancellable,
                      GError            **error)
{
  g_autofree guint8 *data = g_malloc (HEAD_BYTES);
  gsize length = 0, room = HEAD_BYTES;
  EqpImageFile kind;

  for (;;)
    {
      gssize got = 1;

      for (; length < room && got > 0; length += (gsize) MAX (got, 0))
        if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
            (got = read (source, data + length, MIN (room - length, STEP_BYTES), error)) < 0)
          return NULL;
      if (!_eqp_image_file_look (data, length, &kind))
        length = MIN (length, OTHER_BYTES);
      if (length < room)
        return g_bytes_new (data, length);
      if (room >= MOST_IMAGE_BYTES || !_eqp_memory_lasts (taken + room, 3 * room))
        return eqp_refuse_null (error, EQP_ERROR_TOO_LARGE, _ ("it has more bytes than can be read at once"));
      data = g_realloc (data, room *= 2);
    }
}

/* Memory is that of the packed images. @take: gets each member; may stop with an error. */
gboolean
_eqp_images_read_archive (GFile                *file,
                          const char           *name,
                          EqpImagesMemberFunc   take,
                          gpointer              user_data,
                          GCancellable         *cancellable,
                          GError              **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autoptr (EqpUnpack) unpack =
      stream != NULL ? eqp_unpack_open_all (G_INPUT_STREAM (stream), name, cancellable, error) : NULL;
  g_autoptr (GHashTable) paths = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *aside;
  const char *member;
  gsize taken = 0;

  if (unpack == NULL)
    return FALSE;
  while (eqp_unpack_next (unpack, &member, error) && member != NULL)
    {
      g_autofree char *path = clean_path (member);
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (GError) cause = NULL;
      const char *why = NULL;

      if (is_hidden (path))
        why = NULL;
      else if (!g_hash_table_add (paths, g_strdup (path)))
        why = _ ("stands in the archive once more");
      else if ((bytes = _eqp_images_read_all ((EqpImagesReadFunc) eqp_unpack_read, unpack, taken, cancellable,
                                              &cause)) == NULL)
        {
          if (!g_error_matches (cause, EQP_ERROR, EQP_ERROR_TOO_LARGE))
            g_propagate_error (error, g_steal_pointer (&cause));
          else
            eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                        _ ("%s: the file “%s” in the archive has more bytes than can be read at once; unpack the "
                           "archive, and open the folder."),
                        name, path);
          return FALSE;
        }
      if (!take (path, bytes, why, user_data, error))
        return FALSE;
      taken += bytes != NULL ? g_bytes_get_size (bytes) : 0;
    }
  if (member != NULL)
    return FALSE;
  aside = eqp_unpack_get_info (unpack)->aside;
  for (guint i = 0; i < aside->len; i++)
    {
      g_autofree char *path = clean_path (g_ptr_array_index (aside, i));

      if (!take (path, NULL, is_hidden (path) ? NULL : _ ("is a link, or holds no data by its name"),
                 user_data, error))
        return FALSE;
    }
  return TRUE;
}
