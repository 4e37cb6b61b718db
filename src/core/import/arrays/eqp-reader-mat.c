/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MATLAB files, v4 to v7: what can be said of them without a library; the arrays come from eqp-mat.c. Files of v7.3 are
 * HDF5 and are read there. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-error.h"
#include "eqp-foreign.h"

#define HEADER_BYTES 128
#define TYPE_MATRIX 14
#define TYPE_COMPRESSED 15

#define SCRAP_BYTES (256 << 10)

static gboolean
is_v5 (const guint8 *head, gsize length)
{
  return length >= HEADER_BYTES && memcmp (head, "MATLAB 5.0", 10) == 0 &&
         ((head[126] == 'I' && head[127] == 'M') || (head[126] == 'M' && head[127] == 'I'));
}

static guint32
number_at (const guint8 *bytes, gboolean big)
{
  guint32 number;

  memcpy (&number, bytes, sizeof number);
  return big ? GUINT32_FROM_BE (number) : GUINT32_FROM_LE (number);
}

/* v4 has no magic: five small numbers, then a name of exactly the announced length. */
static gboolean
is_v4 (const guint8 *head, gsize length)
{
  gboolean big;
  guint32 type, rows, columns, imaginary, name;

  if (length < 20)
    return FALSE;
  big = head[2] != 0; /* types of big-endian machines are at least 1000, all others small */
  type = number_at (head, big);
  rows = number_at (head + 4, big);
  columns = number_at (head + 8, big);
  imaginary = number_at (head + 12, big);
  name = number_at (head + 16, big);
  if (type / 1000 != (big ? 1 : 0) || type / 100 % 10 != 0 || type / 10 % 10 > 5 || type % 10 > 2 || imaginary > 1 ||
      rows == 0 || columns == 0 || rows > G_MAXINT32 || columns > G_MAXINT32 || name == 0 || name > 64 ||
      20 + (gsize) name > length || head[20 + name - 1] != 0 || !g_ascii_isalpha (head[20]))
    return FALSE;
  for (guint32 i = 0; i + 1 < name; i++)
    if (!g_ascii_isalnum (head[20 + i]) && head[20 + i] != '_')
      return FALSE;
  return TRUE;
}

static int
mat_sniff (const EqpProbe *probe)
{
  if (is_v5 (probe->head, probe->head_length))
    return 100;
  return is_v4 (probe->head, probe->head_length) ? 90 : 0;
}

/* Unpacks an element into nowhere: the library does not look at the sum that tells whether the bytes are sound. */
static gboolean
check_packed (const char *name, const guint8 *bytes, guint32 length, gsize at, GCancellable *cancellable,
              GError **error)
{
  g_autoptr (GConverter) unpacker = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB));
  g_autofree guint8 *scrap = g_malloc (SCRAP_BYTES);
  GConverterResult result = G_CONVERTER_CONVERTED;

  for (gsize from = 0, read, written; result == G_CONVERTER_CONVERTED; from += read)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      result = g_converter_convert (unpacker, bytes + from, length - from, scrap, SCRAP_BYTES, G_CONVERTER_INPUT_AT_END,
                                    &read, &written, NULL);
      if (result == G_CONVERTER_ERROR)
        return eqp_refuse (error, EQP_ERROR_PARSE,
                           _ ("%s: the packed array at byte %zu is damaged; get the file again."), name, at);
    }
  return TRUE;
}

/* Walks over the elements of a v5 file by their announced sizes, so that a cut or broken one is told by its place. */
static gboolean
check_elements (const char *name, const guint8 *bytes, gsize size, gboolean first, GCancellable *cancellable,
                GError **error)
{
  gboolean big = bytes[126] == 'M';
  gsize at = HEADER_BYTES;

  while (at < size)
    {
      guint32 type, length;

      if (size - at < 8)
        break;
      type = number_at (bytes + at, big);
      length = number_at (bytes + at + 4, big);
      if (type != TYPE_MATRIX && type != TYPE_COMPRESSED)
        return eqp_refuse (error, EQP_ERROR_PARSE,
                           _ ("%s: at byte %zu there is no array but something of type %u; the file is damaged, save "
                              "it again."),
                           name, at, type);
      if (length > size - at - 8)
        return eqp_refuse (error, EQP_ERROR_PARSE,
                           _ ("%s: the array at byte %zu takes %u bytes, but only %zu are left; the file is "
                              "incomplete, get it again."),
                           name, at, length, size - at - 8);
      /* A look at the first samples waits for no more than these. */
      if (type == TYPE_COMPRESSED && !first && !check_packed (name, bytes + at + 8, length, at, cancellable, error))
        return FALSE;
      at += 8 + (gsize) length;
    }
  return TRUE;
}

/* What can be said about the file without unpacking anything. */
static gboolean
look (EqpVariables *self, const guint8 *bytes, gsize size, GError **error)
{
  gboolean v5 = bytes != NULL && is_v5 (bytes, size);

  if (!v5 && (bytes == NULL || !is_v4 (bytes, size)))
    return eqp_refuse (error, EQP_ERROR_UNSUPPORTED, _ ("%s: this is no MAT file; it is damaged, get it again."),
                       self->file);
  self->format = v5 ? "MAT v5" : "MAT v4";
  self->matlab = TRUE;
  /* SciPy says so in the header; Python stores images row by row. */
  self->rowwise_images = v5 && g_strstr_len ((const char *) bytes, 116, "MATLAB 5.0 MAT-file Platform: ") != NULL;
  return !v5 || check_elements (self->file, bytes, size, self->options->max_rows > 0, self->cancellable, error);
}

static EqpDataset *
mat_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
          GError **error)
{
  return _eqp_foreign_load ("mat", look, NULL, file, options, progress, cancellable, error);
}

const EqpReader _eqp_reader_mat = {
  .id = "mat",
  .name = "MATLAB",
  .suffixes = "mat",
  .sniff = mat_sniff,
  .read = mat_read,
};
