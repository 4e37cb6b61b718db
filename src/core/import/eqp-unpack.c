/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files packed with xz, zstd or bzip2, and members of ZIP and tar archives, as streams through libarchive. Nothing is
 * ever written to disk, so paths of members are names only and cannot lead anywhere. */
#include "config.h"

#include "eqp-unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <string.h>

#include "base/eqp-error.h"
#include "eqp-image-file.h"
#include "eqp-unread.h"

#define BLOCK_BYTES 65536
#define MOST_MEMBERS 2000000
#define MOST_NAME_BYTES (256 << 20)

/* So many images to another file, and an archive is one of images; fewer may be pictures about the data. */
#define IMAGES_TO_OTHERS 3

struct _EqpUnpack
{
  struct archive *archive;
  GInputStream   *stream;
  char           *name;
  EqpUnpackInfo   info;
  GCancellable   *cancellable;
  GError         *cause;     /* of the stream below */
  guint8         *block;
  gint64          n_members; /* met so far */
  gsize           name_bytes;
  gboolean       open;       /* only then libarchive knows a format that may be encrypted */
  gboolean        too_many;  /* of these */
  gboolean        zip;
};

static const char zip_start[] = "PK\x03\x04";

/* Where a tar archive says what it is. */
#define TAR_OFFSET 257
#define TAR_MARK "ustar"

static gboolean
is_tar (const guint8 *head, gsize length)
{
  return length >= TAR_OFFSET + strlen (TAR_MARK) && memcmp (head + TAR_OFFSET, TAR_MARK, strlen (TAR_MARK)) == 0;
}

/* Plain gzip is unpacked elsewhere; what it holds tells. */
static gboolean
is_tar_in_gzip (const guint8 *head, gsize length)
{
  g_autoptr (GConverter) gunzip = NULL;
  guint8 inside[TAR_OFFSET + sizeof TAR_MARK];
  gsize made = 0, taken = 0;

  if (length < 18 || head[0] != 0x1f || head[1] != 0x8b)
    return FALSE;
  gunzip = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  while (made < sizeof inside)
    {
      gsize took, gave;

      if (g_converter_convert (gunzip, head + taken, length - taken, inside + made, sizeof inside - made,
                               G_CONVERTER_NO_FLAGS, &took, &gave, NULL) != G_CONVERTER_CONVERTED ||
          took + gave == 0)
        return FALSE;
      taken += took;
      made += gave;
    }
  return is_tar (inside, made);
}

/* Archives of arrays (NPZ) and office documents are ZIP archives too, but their readers want the whole archive, unless
 * one of the arrays is asked for. @member: what is asked for, or NULL. Returns whether this is packed in a way that is
 * unpacked here. */
gboolean
eqp_unpack_can (const guint8 *head,
                gsize         length,
                const char   *member)
{
  gsize name_length;
  const char *name;

  if ((length >= 6 && memcmp (head, "\xfd" "7zXZ\0", 6) == 0)
      || (length >= 4 && memcmp (head, "\x28\xb5\x2f\xfd", 4) == 0)
      || (length >= 10 && memcmp (head, "BZh", 3) == 0 && memcmp (head + 4, "\x31\x41\x59\x26\x53\x59", 6) == 0))
    return TRUE;
  if (is_tar (head, length) || is_tar_in_gzip (head, length))
    return TRUE;
  if (length < 31 || memcmp (head, zip_start, 4) != 0)
    return FALSE;

  name_length = (gsize) head[26] | (gsize) head[27] << 8;
  name = (const char *) head + 30;
  if (name_length > length - 30 || (member != NULL && g_str_has_suffix (member, ".npy")))
    return TRUE;
  return !(name_length >= 4 && memcmp (name + name_length - 4, ".npy", 4) == 0)
         && !(name_length == 8 && memcmp (name, "mimetype", 8) == 0)
         && !(name_length == 19 && memcmp (name, "[Content_Types].xml", 19) == 0);
}

static la_ssize_t
read_below (struct archive *archive, void *user_data, const void **block)
{
  EqpUnpack *self = user_data;
  gssize got;

  g_clear_error (&self->cause);
  got = g_input_stream_read (self->stream, self->block, BLOCK_BYTES, self->cancellable, &self->cause);
  *block = self->block;
  if (got < 0)
    archive_set_error (archive, EIO, "%s", self->cause->message);
  return got;
}

static la_int64_t
seek_below (struct archive *archive, void *user_data, la_int64_t offset, int whence)
{
  EqpUnpack *self = user_data;
  GSeekType type = whence == SEEK_SET ? G_SEEK_SET : whence == SEEK_CUR ? G_SEEK_CUR : G_SEEK_END;

  g_clear_error (&self->cause);
  if (!g_seekable_seek (G_SEEKABLE (self->stream), offset, type, self->cancellable, &self->cause))
    {
      archive_set_error (archive, EIO, "%s", self->cause->message);
      return ARCHIVE_FATAL;
    }
  return g_seekable_tell (G_SEEKABLE (self->stream));
}

static void
set_error (EqpUnpack *self, GError **error)
{
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return;
  if (self->too_many)
    eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                _ ("%s: the archive has more than %d files, or names of files without end; unpack it first."),
                self->name, MOST_MEMBERS);
  else if (archive_errno (self->archive) == ENOMEM)
    eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                _ ("%s: unpacking takes more memory than allowed; unpack the file first."), self->name);
  else if (self->open && archive_read_has_encrypted_entries (self->archive) > 0)
    eqp_refuse (error, EQP_ERROR_UNSUPPORTED,
                _ ("%s: the archive is encrypted; unpack it with its password, and open the file that comes out."),
                self->name);
  else
    eqp_refuse (error, EQP_ERROR_PARSE, _ ("%s: the packed file is damaged or incomplete; get it again."), self->name);
}

/* Returns the archive before its first member, for eqp_unpack_next(). */
EqpUnpack *
eqp_unpack_open_all (GInputStream  *stream,
                     const char    *name,
                     GCancellable  *cancellable,
                     GError       **error)
{
  g_autoptr (EqpUnpack) self = g_new0 (EqpUnpack, 1);

  self->archive = archive_read_new ();
  self->stream = g_object_ref (stream);
  self->name = g_strdup (name);
  self->cancellable = cancellable;
  self->block = g_malloc (BLOCK_BYTES);
  self->info.aside = g_ptr_array_new_with_free_func (g_free);

  /* Only what is inside the library: some filters of libarchive would start programs. */
  archive_read_support_filter_gzip (self->archive);
  archive_read_support_filter_xz (self->archive);
  archive_read_support_filter_zstd (self->archive);
  archive_read_support_filter_bzip2 (self->archive);
  archive_read_support_format_raw (self->archive);
  archive_read_support_format_zip (self->archive);
  archive_read_support_format_tar (self->archive);
  archive_read_set_read_callback (self->archive, read_below);
  if (G_IS_SEEKABLE (stream) && g_seekable_can_seek (G_SEEKABLE (stream)))
    archive_read_set_seek_callback (self->archive, seek_below);
  archive_read_set_callback_data (self->archive, self);
  if (archive_read_open1 (self->archive) != ARCHIVE_OK)
    {
      set_error (self, error);
      return NULL;
    }
  self->open = TRUE;
  return g_steal_pointer (&self);
}

/* Neither folders and links nor what systems put beside the files. */
static gboolean
is_data (struct archive_entry *entry)
{
  const char *path = archive_entry_pathname (entry);
  const char *base;

  if (path == NULL || archive_entry_filetype (entry) != AE_IFREG)
    return FALSE;
  base = strrchr (path, '/');
  base = base != NULL ? base + 1 : path;
  return *base != '\0' && *base != '.' && strncmp (path, "__MACOSX/", 9) != 0 &&
         g_ascii_strcasecmp (base, "Thumbs.db") != 0 && g_ascii_strcasecmp (base, "desktop.ini") != 0;
}

static gboolean
is_text_about (const char *path)
{
  static const char *const endings[] = { ".md", ".rst", ".html", ".htm", ".pdf", ".names", ".info", ".license" };
  static const char *const beginnings[] = { "readme", "license", "licence", "copying", "citation", "index" };
  g_autofree char *lower = g_ascii_strdown (path, -1);
  const char *base = strrchr (lower, '/');

  base = base != NULL ? base + 1 : lower;
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_str_has_suffix (base, endings[i]))
      return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (beginnings); i++)
    if (g_str_has_prefix (base, beginnings[i]))
      return TRUE;
  return FALSE;
}

/* The next member with data; NULL at the end or on errors, of which names without end are one. The library turns names
 * into the charset of the locale, and loses those that do not fit; here they are wanted in UTF-8, whatever the locale
 * of the program. */
static const char *
next_member (EqpUnpack *self, gboolean *failed)
{
  locale_t utf8 = newlocale (LC_CTYPE_MASK, "C.UTF-8", (locale_t) 0);
  locale_t before = utf8 != (locale_t) 0 ? uselocale (utf8) : (locale_t) 0;
  struct archive_entry *entry;
  const char *name = NULL;

  while (name == NULL)
    {
      int result = g_cancellable_is_cancelled (self->cancellable) ? ARCHIVE_FATAL
                                                                  : archive_read_next_header (self->archive, &entry);

      *failed = result < ARCHIVE_WARN;
      if (*failed || result == ARCHIVE_EOF)
        break;
      self->zip = archive_format (self->archive) != ARCHIVE_FORMAT_RAW;
      self->info.size = archive_entry_size_is_set (entry) ? archive_entry_size (entry) : -1;
      name = archive_entry_pathname (entry);
      if (self->zip && !is_data (entry))
        {
          if (name != NULL && archive_entry_filetype (entry) != AE_IFDIR)
            g_ptr_array_add (self->info.aside, g_strdup (name));
          name = NULL;
        }
      else if (name == NULL)
        name = "";
    }
  if (name != NULL && (++self->n_members > MOST_MEMBERS || (self->name_bytes += strlen (name)) > MOST_NAME_BYTES))
    {
      self->too_many = *failed = TRUE;
      name = NULL;
    }
  if (utf8 != (locale_t) 0)
    {
      uselocale (before);
      freelocale (utf8);
    }
  return name;
}

/* Returns the members that are files; those that are no data go to @aside, where that is not NULL. */
GStrv
eqp_unpack_list (GInputStream  *stream,
                 const char    *name,
                 GPtrArray     *aside,
                 GCancellable  *cancellable,
                 GError       **error)
{
  g_autoptr (EqpUnpack) self = eqp_unpack_open_all (stream, name, cancellable, error);
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free);
  const char *member;
  gboolean failed;

  if (self == NULL)
    return NULL;
  while ((member = next_member (self, &failed)) != NULL)
    g_ptr_array_add (members, g_strdup (member));
  if (failed)
    {
      set_error (self, error);
      return NULL;
    }
  if (aside != NULL)
    g_ptr_array_extend_and_steal (aside, g_steal_pointer (&self->info.aside));
  g_ptr_array_add (members, NULL);
  return (GStrv) g_ptr_array_free (g_steal_pointer (&members), FALSE);
}

/* The only file with data of an archive, or the first of them where they are images for the most part; texts about the
 * data do not count. */
static const char *
choose_member (GStrv members, const char *name, GPtrArray *aside, GError **error)
{
  g_autoptr (GString) list = g_string_new (NULL);
  guint n = 0, n_images = 0, n_members = g_strv_length (members);
  const char *chosen = NULL, *image = NULL, *kind, *advice;
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *twin = NULL;

  kind = _eqp_unread_archive ((const char *const *) members, &advice);
  if (kind != NULL)
    return eqp_refuse_null (error, EQP_ERROR_UNSUPPORTED, _ ("%s: this is %s, which this version does not read; %s."),
                            name, _ (kind), _ (advice));
  for (guint i = 0; members[i] != NULL; i++)
    {
      g_autofree char *valid = g_utf8_make_valid (members[i], -1);

      if (twin == NULL && !g_hash_table_add (seen, members[i]))
        twin = g_strdup (valid);
      if (is_text_about (members[i]) && n_members > 1)
        {
          g_ptr_array_add (aside, g_strdup (members[i]));
          continue;
        }
      chosen = members[i];
      if (_eqp_image_file_ending (chosen) != NULL && n_images++ == 0)
        image = chosen;
      if (++n <= 8)
        g_string_append_printf (list, "%s“%s”", n > 1 ? ", " : "", valid);
    }
  if (n == 1)
    return chosen;
  if (n_images >= IMAGES_TO_OTHERS * (n - n_images) && n_images > 0)
    return image;
  if (n == 0)
    return eqp_refuse_null (error, EQP_ERROR_INVALID_DATA,
                            _ ("%s: there is no file with data in the archive; open an archive that has one."), name);
  else if (twin != NULL)
    return eqp_refuse_null (error, EQP_ERROR_INVALID_DATA,
                            _ ("%s: the archive has several files of the name “%s”, which cannot be told apart by it; "
                               "unpack it, and open the file that is meant."),
                            name, twin);
  else
    return eqp_refuse_null (error, EQP_ERROR_INVALID_PARAM,
                            _ ("%s: the archive has %u files (%s%s); choose one of them as “Array or File”, or "
                               "unpack it."),
                            name, n, list->str, n > 8 ? ", ..." : "");
}

/* What is asked for that is no file: "file.mat:X" means an array in a file of the archive, and "X" one in its only
 * file. Returns the file. */
static const char *
resolve (GStrv members, const char *name, const char *asked, EqpUnpackInfo *info, GError **error)
{
  const char *only;

  for (guint i = 0; asked != NULL && members[i] != NULL; i++)
    if (g_str_has_prefix (asked, members[i]) && asked[strlen (members[i])] == ':')
      {
        info->array = g_strdup (asked + strlen (members[i]) + 1);
        return members[i];
      }
  only = choose_member (members, name, info->aside, asked == NULL ? error : NULL);
  if (only == NULL && asked != NULL)
    return eqp_refuse_null (error, EQP_ERROR_INVALID_PARAM, _ ("%s: there is no file “%s” in the archive."), name,
                            asked);
  info->array = g_strdup (asked);
  return only;
}

/* Goes on to the file, or the first one; *found is NULL where there is none. */
static gboolean
find_member (EqpUnpack *self, const char *member, const char **found, GError **error)
{
  gboolean failed;

  do
    *found = next_member (self, &failed);
  while (*found != NULL && self->zip && member != NULL && strcmp (*found, member) != 0);
  if (failed)
    set_error (self, error);
  self->info.member = *found != NULL && self->zip ? g_strdup (*found) : NULL;
  return !failed;
}

/* @stream: what eqp_unpack_can() is true for, at its beginning, and seekable; @member: which
 * file of an archive, perhaps with an array in it behind a colon; or an array of its only file; NULL: the only file.
 * Ignored for packed files. Returns the unpacked bytes, at their beginning. */
EqpUnpack *
eqp_unpack_open (GInputStream  *stream,
                 const char    *name,
                 const char    *member,
                 GCancellable  *cancellable,
                 GError       **error)
{
  g_autoptr (EqpUnpack) self = eqp_unpack_open_all (stream, name, cancellable, error);
  g_autoptr (EqpUnpack) chosen = NULL;
  g_auto (GStrv) members = NULL;
  const char *found, *only;

  if (self == NULL)
    return NULL;
  if (!find_member (self, member, &found, error))
    return NULL;
  g_ptr_array_set_size (self->info.aside, 0);
  if (found != NULL && (!self->zip || member != NULL))
    return g_steal_pointer (&self);

  if (!g_seekable_seek (G_SEEKABLE (stream), 0, G_SEEK_SET, cancellable, error) ||
      (members = eqp_unpack_list (stream, name, self->info.aside, cancellable, error)) == NULL ||
      (only = resolve (members, name, member, &self->info, error)) == NULL ||
      !g_seekable_seek (G_SEEKABLE (stream), 0, G_SEEK_SET, cancellable, error) ||
      (chosen = eqp_unpack_open_all (stream, name, cancellable, error)) == NULL ||
      !find_member (chosen, only, &found, error))
    return NULL;
  chosen->info.array = g_steal_pointer (&self->info.array);
  g_ptr_array_unref (chosen->info.aside);
  chosen->info.aside = g_steal_pointer (&self->info.aside);
  return g_steal_pointer (&chosen);
}

/* @member: the name of the next file with data, which is read by eqp_unpack_read(); NULL at the end. */
gboolean
eqp_unpack_next (EqpUnpack   *self,
                 const char **member,
                 GError     **error)
{
  gboolean failed;

  *member = next_member (self, &failed);
  if (failed)
    set_error (self, error);
  return !failed;
}

void
eqp_unpack_close (EqpUnpack *self)
{
  if (self == NULL)
    return;

  archive_read_free (self->archive);
  g_object_unref (self->stream);
  g_clear_error (&self->cause);
  g_free (self->name);
  g_free (self->info.member);
  g_free (self->info.array);
  g_clear_pointer (&self->info.aside, g_ptr_array_unref);
  g_free (self->block);
  g_free (self);
}

/* What is known of it, NULL for what is not packed. */
const EqpUnpackInfo *
eqp_unpack_get_info (EqpUnpack *self)
{
  static const EqpUnpackInfo plain = { .size = -1 };

  return self != NULL ? &self->info : &plain;
}

/* Returns how many bytes of the file they were in. */
gint64
eqp_unpack_get_taken (EqpUnpack *self)
{
  return archive_filter_bytes (self->archive, -1);
}

/* Returns how many bytes were read, 0 at the end, -1 on errors. */
gssize
eqp_unpack_read (EqpUnpack  *self,
                 void       *buffer,
                 gsize       count,
                 GError    **error)
{
  la_ssize_t got = archive_read_data (self->archive, buffer, count);

  if (got >= 0)
    return (gssize) got;
  set_error (self, error);
  return -1;
}
