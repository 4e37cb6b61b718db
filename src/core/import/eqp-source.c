/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a file for the readers: unpacked and turned into UTF-8 on the way where needed, with progress,
 * cancellation and errors that name the file. */
#include "config.h"

#include "eqp-source.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-memory.h"
#include "data/eqp-data-private.h"
#include "eqp-unpack.h"

#define LAYER_BYTES 65536

/* Bytes waiting for a converter. */
typedef struct
{
  gssize (*below) (EqpSource *self, void *buffer, gsize count, GError **error);
  GConverter *converter;
  guint8     *waiting; /* LAYER_BYTES */
  gsize       start;
  gsize       end;
  gboolean    at_end;   /* nothing more comes from below */
  gboolean    finished; /* the converter has seen its end */
} Layer;

struct _EqpSource
{
  char              *name;
  const char        *encoding;
  GInputStream      *stream;
  goffset            size;     /* of the file, negative when not known */
  goffset            position; /* in the file */
  gint64             unpacked; /* bytes */
  gint64             given;    /* the same, decoded */
  gint64             due;      /* when so many are given, memory is looked at */
  gint64             reported; /* time of the last report */
  Layer              unpack;
  EqpUnpack         *archive;  /* instead of the layer, for what is not gzip */
  Layer              decode;
  const EqpProgress *progress;
  GCancellable      *cancellable;
};

static void
set_open_error (GError **error, const char *name, GError *cause)
{
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_propagate_error (error, g_error_copy (cause));
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_FOUND))
    g_set_error (error, G_IO_ERROR, cause->code, _ ("There is no file “%s”; check the name and the folder."), name);
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_IS_DIRECTORY))
    g_set_error (error, G_IO_ERROR, cause->code, _ ("“%s” is a folder; open one of the files in it."), name);
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED))
    g_set_error (error, G_IO_ERROR, cause->code, _ ("“%s” may not be read by you; ask its owner for permission."),
                 name);
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED) ||
           g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_MOUNTED))
    g_set_error (error, G_IO_ERROR, cause->code,
                 _ ("“%s” cannot be reached from this program; save it as a file first and open that."), name);
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_TOO_MANY_LINKS))
    g_set_error (error, G_IO_ERROR, cause->code,
                 _ ("“%s” is a link that leads back to itself; open the file that it should lead to."), name);
  else if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY))
    g_set_error (error, G_IO_ERROR, cause->code,
                 _ ("“%s” lies below a file that is no folder; check the name and the folder."), name);
  else
    g_set_error (error, G_IO_ERROR, cause->code,
                 _ ("“%s” could not be read (%s); copy it to another place and open it there."), name, cause->message);
}

static void
report (EqpSource *self)
{
  _eqp_tell_stage (self->progress, &self->reported, EQP_STAGE_READ,
                   self->size > 0 ? (double) self->position / (double) self->size : -1.0, self->name);
}

static gssize
read_file (EqpSource *self, void *buffer, gsize count, GError **error)
{
  g_autoptr (GError) cause = NULL;
  gssize got = g_input_stream_read (self->stream, buffer, count, self->cancellable, &cause);

  if (got < 0)
    {
      set_open_error (error, self->name, cause);
      return -1;
    }
  if (got == 0 && count > 0 && self->position < self->size)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                  _ ("%s: the file was changed while it was read: it ends at byte %" PRId64
                     " and had %" PRId64 " bytes when it was opened; open it again."),
                  self->name, self->position, self->size);
      return -1;
    }
  self->position += got;
  report (self);
  return got;
}

static gboolean
fill_layer (EqpSource *self, Layer *layer, GError **error)
{
  gssize got;

  memmove (layer->waiting, layer->waiting + layer->start, layer->end - layer->start);
  layer->end -= layer->start;
  layer->start = 0;
  got = layer->below (self, layer->waiting + layer->end, LAYER_BYTES - layer->end, error);
  if (got < 0)
    return FALSE;
  layer->end += (gsize) got;
  layer->at_end = got == 0;
  return TRUE;
}

/* @cause: why the converter gave up; NULL with -1: there is an error below. Returns bytes that came out of it; 0 at its
 * end. */
static gssize
convert (EqpSource *self, Layer *layer, void *buffer, gsize count, GError **cause, GError **error)
{
  while (!layer->finished)
    {
      gsize taken = 0, made = 0;
      GConverterResult result;

      if (layer->start == layer->end && !layer->at_end && !fill_layer (self, layer, error))
        return -1;
      if (layer->start == layer->end && layer->at_end && layer == &self->decode)
        return 0;
      result = g_converter_convert (layer->converter, layer->waiting + layer->start, layer->end - layer->start, buffer,
                                    count, layer->at_end ? G_CONVERTER_INPUT_AT_END : G_CONVERTER_NO_FLAGS, &taken,
                                    &made, cause);
      layer->start += taken;
      layer->finished = result == G_CONVERTER_FINISHED;
      if (result == G_CONVERTER_ERROR)
        {
          if (layer->at_end || !g_error_matches (*cause, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
            return -1;
          g_clear_error (cause);
          if (!fill_layer (self, layer, error))
            return -1;
        }
      else if (made > 0)
        return (gssize) made;
    }
  return 0;
}

/* Packed files may stand one after the other; what else stands behind the end is no part of them. */
static gssize
gunzip (EqpSource *self, void *buffer, gsize count, GError **error)
{
  Layer *layer = &self->unpack;

  for (;;)
    {
      g_autoptr (GError) cause = NULL;
      gssize got = convert (self, layer, buffer, count, &cause, error);
      const guint8 *next;

      if (cause != NULL)
        eqp_refuse (error, EQP_ERROR_PARSE,
                    g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT)
                        ? _ ("%s: the packed file breaks off at byte %" PRId64 "; it is incomplete, get it again.")
                        : _ ("%s: the packed file is damaged near byte %" PRId64 "; get it again."),
                    self->name, (gint64) self->position);
      if (got != 0)
        return got;
      while (layer->end - layer->start < 2 && !layer->at_end)
        if (!fill_layer (self, layer, error))
          return -1;
      next = layer->waiting + layer->start;
      if (layer->end - layer->start < 2 || next[0] != 0x1f || next[1] != 0x8b)
        break;
      g_converter_reset (layer->converter);
      layer->finished = FALSE;
    }
  return 0;
}

static gssize
read_unpacked (EqpSource *self, void *buffer, gsize count, GError **error)
{
  Layer *layer = &self->unpack;
  gssize got;

  if (self->archive != NULL)
    {
      got = eqp_unpack_read (self->archive, buffer, count, error);
      self->position = g_seekable_tell (G_SEEKABLE (self->stream));
      report (self);
    }
  else if (layer->converter != NULL)
    got = gunzip (self, buffer, count, error);
  else if (layer->start < layer->end)
    {
      /* What was read to recognize gzip. */
      got = (gssize) MIN (count, layer->end - layer->start);
      memcpy (buffer, layer->waiting + layer->start, (gsize) got);
      layer->start += (gsize) got;
    }
  else
    got = read_file (self, buffer, count, error);
  self->unpacked += MAX (0, got);
  return got;
}

static gssize
read_decoded (EqpSource *self, void *buffer, gsize count, GError **error)
{
  g_autoptr (GError) cause = NULL;
  gssize got = convert (self, &self->decode, buffer, count, &cause, error);

  if (cause != NULL)
    eqp_refuse (error, EQP_ERROR_PARSE,
                _ ("%s: the text near byte %" PRId64 " is not valid %s; choose another encoding."), self->name,
                (gint64) self->position, self->encoding);
  return got;
}

static gboolean
open_archive (EqpSource *self, const char *member, GError **error)
{
  char *name;

  if (!G_IS_SEEKABLE (self->stream) ||
      !g_seekable_seek (G_SEEKABLE (self->stream), 0, G_SEEK_SET, self->cancellable, NULL))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   _ ("“%s” is packed and cannot be read where it is; copy it to this machine first."), self->name);
      return FALSE;
    }
  self->archive = eqp_unpack_open (self->stream, self->name, member, self->cancellable, error);
  if (self->archive == NULL)
    return FALSE;
  if (eqp_unpack_get_info (self->archive)->member != NULL)
    {
      g_autofree char *valid = g_utf8_make_valid (eqp_unpack_get_info (self->archive)->member, -1);

      name = g_strdup_printf ("%s in %s", valid, self->name);
      g_free (self->name);
      self->name = name;
    }
  return TRUE;
}

/* Opens @file; gzip, xz, zstd, bzip2, ZIP and tar are recognized by the first bytes. @member: which file to read
 * when @file is an archive of several; @encoding: turn the text from this encoding into UTF-8; NULL: leave the bytes
 * alone. Kept, not copied. Returns the source, at its first byte. */
EqpSource *
eqp_source_open_member (GFile              *file,
                        const char         *member,
                        const char         *encoding,
                        const EqpProgress  *progress,
                        GCancellable       *cancellable,
                        GError            **error)
{
  g_autoptr (EqpSource) self = g_new0 (EqpSource, 1);
  g_autoptr (GFileInputStream) stream = NULL;
  g_autoptr (GFileInfo) info = NULL;
  g_autoptr (GError) cause = NULL;
  g_autofree char *parse_name = g_file_get_parse_name (file);

  self->name = g_path_get_basename (parse_name);
  self->encoding = encoding;
  self->progress = progress;
  self->cancellable = cancellable;
  self->size = -1;

  /* A pipe or a device would be waited for without end. */
  info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_TYPE, G_FILE_QUERY_INFO_NONE, cancellable, NULL);
  if (info != NULL && g_file_info_get_file_type (info) == G_FILE_TYPE_SPECIAL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                   _ ("“%s” is a device or a pipe, not a file; save the data in a file first."), parse_name);
      return NULL;
    }
  g_clear_object (&info);
  stream = g_file_read (file, cancellable, &cause);
  if (stream == NULL)
    {
      set_open_error (error, parse_name, cause);
      return NULL;
    }
  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, cancellable, NULL);
  if (info != NULL && g_file_info_has_attribute (info, G_FILE_ATTRIBUTE_STANDARD_SIZE))
    self->size = g_file_info_get_size (info);
  self->stream = G_INPUT_STREAM (g_steal_pointer (&stream));

  self->unpack.waiting = g_malloc (LAYER_BYTES);
  self->unpack.below = read_file;
  while (self->unpack.end < 512 && !self->unpack.at_end)
    if (!fill_layer (self, &self->unpack, error))
      return NULL;
  if (eqp_unpack_can (self->unpack.waiting, self->unpack.end, member))
    {
      if (!open_archive (self, member, error))
        return NULL;
    }
  else if (self->unpack.end >= 2 && self->unpack.waiting[0] == 0x1f && self->unpack.waiting[1] == 0x8b)
    self->unpack.converter = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));

  if (encoding != NULL)
    {
      self->decode.converter = G_CONVERTER (g_charset_converter_new ("UTF-8", encoding, NULL));
      if (self->decode.converter == NULL)
        return eqp_refuse_null (error, EQP_ERROR_INVALID_PARAM,
                                _ ("The encoding “%s” is not known; UTF-8, UTF-16 or ISO-8859-1 are usual."), encoding);
      self->decode.waiting = g_malloc (LAYER_BYTES);
      self->decode.below = read_unpacked;
    }

  return g_steal_pointer (&self);
}

void
eqp_source_close (EqpSource *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->archive, eqp_unpack_close);
  g_clear_object (&self->stream);
  g_clear_object (&self->unpack.converter);
  g_clear_object (&self->decode.converter);
  g_free (self->unpack.waiting);
  g_free (self->decode.waiting);
  g_free (self->name);
  g_free (self);
}

/* Returns the file's name without its folder, for messages. */
const char *
eqp_source_get_name (EqpSource *self)
{
  return self->name;
}

/* Returns whether the file is packed. */
gboolean
eqp_source_is_compressed (EqpSource *self)
{
  return self->unpack.converter != NULL || self->archive != NULL;
}

/* What it is of an archive; nothing in it for other files. */
const EqpUnpackInfo *
eqp_source_get_archive (EqpSource *self)
{
  return eqp_unpack_get_info (self->archive);
}

/* Returns bytes of the file as it is stored, negative when that is not known or does not limit what comes out of it. */
goffset
eqp_source_get_size (EqpSource *self)
{
  return self->archive != NULL ? -1 : self->size;
}

/* Returns how many bytes were read, 0 at the end, -1 on errors. */
gssize
eqp_source_read (EqpSource  *self,
                 void       *buffer,
                 gsize       count,
                 GError    **error)
{
  gssize got;

  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return -1;
  got = self->decode.converter != NULL ? read_decoded (self, buffer, count, error)
                                       : read_unpacked (self, buffer, count, error);
  self->given += MAX (0, got);
  return got;
}

/* @complete: (nullable): whether that is the whole file. Returns whether its first @most bytes could be read, as far as
 * it has them. */
gboolean
eqp_source_read_head (EqpSource  *self,
                      guint8     *head,
                      gsize       most,
                      gsize      *length,
                      gboolean   *complete,
                      GError    **error)
{
  gssize got = 1;

  for (*length = 0; *length < most && got > 0; *length += (gsize) MAX (0, got))
    got = eqp_source_read (self, head + *length, most - *length, error);
  if (complete != NULL)
    *complete = got == 0;
  return got >= 0;
}

/* @share: how much of the file is behind the guess, as for _eqp_memory_will_last(). Returns how many bytes will have
 * come out of it at its end, going by those that have; negative when that is not known. */
double
eqp_source_guess_length (EqpSource *self,
                         double    *share)
{
  gint64 size = self->size, taken = self->position - (gint64) (self->unpack.end - self->unpack.start);

  *share = 1.0;
  if (self->archive != NULL)
    taken = eqp_unpack_get_taken (self->archive);
  if (eqp_unpack_get_info (self->archive)->member != NULL)
    {
      size = eqp_unpack_get_info (self->archive)->size;
      taken = self->unpacked;
    }
  else if (eqp_source_is_compressed (self) && size > 0)
    *share = MIN (1.0, (double) taken / (double) size);
  return size < 0 || taken < 1 || self->given < 1 ? -1.0
                                                  : (double) self->given / (double) taken * (double) MAX (size, taken);
}

/* To be called again and again while rows are read; it looks when a quarter more was read than the time before.
 * @before: bytes given out that stand before the first row; @d: columns; 0: the rows are edges of a graph. Returns
 * whether all rows will fit into the memory, as far as that can be told. */
gboolean
eqp_source_check_rows (EqpSource  *self,
                       gint64      before,
                       gint64      taken,
                       gint64      rows,
                       gint64      most,
                       gint64      d,
                       gsize       row_bytes,
                       GError    **error)
{
  double share, length, all;

  if (self->given < self->due || taken < 1 || rows < 1)
    return TRUE;
  self->due = self->given + self->given / 4;
  length = eqp_source_guess_length (self, &share);
  all = (length - (double) before) / (double) taken * (double) rows;
  if (length < 0.0 || (most > 0 && all > (double) most))
    return TRUE;
  return _eqp_check_memory_guess (self->name, (gint64) MIN (all, 1e18), d, row_bytes, rows, share, error);
}

/* Returns FALSE when the file cannot be read out of order. */
gboolean
eqp_source_seek (EqpSource  *self,
                 goffset     offset,
                 GError    **error)
{
  g_autoptr (GError) cause = NULL;

  if (!G_IS_SEEKABLE (self->stream) ||
      !g_seekable_seek (G_SEEKABLE (self->stream), offset, G_SEEK_SET, self->cancellable, &cause))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                   _ ("“%s” cannot be read out of order where it is; copy it to this machine first."), self->name);
      return FALSE;
    }
  self->unpack.start = self->unpack.end = 0;
  self->position = offset;
  return TRUE;
}

/* Returns whether all were there. */
gboolean
eqp_source_read_exactly (EqpSource  *self,
                         void       *buffer,
                         gsize       count,
                         GError    **error)
{
  gsize length;

  if (!eqp_source_read_head (self, buffer, count, &length, NULL, error))
    return FALSE;
  return length == count || eqp_refuse (error, EQP_ERROR_PARSE,
                                        _ ("%s: the file ends %zu bytes too early; it is incomplete, get it again."),
                                        self->name, count - length);
}

/* Returns the whole file, unpacked, with a NUL behind the last byte that does not count. */
GBytes *
eqp_source_load (GFile         *file,
                 gsize          limit,
                 GCancellable  *cancellable,
                 GError       **error)
{
  g_autoptr (EqpSource) self = eqp_source_open_member (file, NULL, NULL, NULL, cancellable, error);
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree guint8 *block = g_malloc (LAYER_BYTES);
  const guint8 *data;
  gssize got;
  gsize length;

  if (self == NULL)
    return NULL;

  while ((got = eqp_source_read (self, block, LAYER_BYTES, error)) > 0)
    {
      if (bytes->len + (gsize) got > MIN (limit, G_MAXUINT32 / 2))
        return eqp_refuse_null (error, EQP_ERROR_TOO_LARGE, _ ("%s is too large for what it should hold."), self->name);
      g_byte_array_append (bytes, block, (guint) got);
    }
  if (got < 0)
    return NULL;

  length = bytes->len;
  g_byte_array_append (bytes, (const guint8 *) "", 1);
  data = bytes->data;
  return g_bytes_new_with_free_func (data, length, (GDestroyNotify) g_byte_array_unref, g_steal_pointer (&bytes));
}
