/* SPDX-License-Identifier: GPL-3.0-or-later */
/* IDX, the format of MNIST: a big-endian array, packed or not, with the labels in a second file beside it. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-error.h"
#include "eqp-stream.h"
#include "import/eqp-beside.h"

#define MOST_SIDE (1 << 24)

/* @swapped: the numbers of 32 bits lie the wrong way round, as a program that wrote them from memory leaves them: 03 08
 * 00 00 for 00 00 08 03. Dimensions behind the @length bytes of @head are 0. */
static gboolean
parse_header (const guint8 *head, gsize length, gboolean swapped, EqpStream *stream)
{
  static const struct
  {
    guint8 code;
    char kind;
    int size;
  } types[] = { { 0x08, 'u', 1 }, { 0x09, 'i', 1 }, { 0x0b, 'i', 2 },
                { 0x0c, 'i', 4 }, { 0x0d, 'f', 4 }, { 0x0e, 'f', 8 } };
  guint8 code, rank;

  if (length < 4 || head[swapped ? 2 : 0] != 0 || head[swapped ? 3 : 1] != 0)
    return FALSE;
  code = head[swapped ? 1 : 2];
  rank = head[swapped ? 0 : 3];
  stream->item_size = 0;
  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].code == code)
      {
        stream->kind = types[i].kind;
        stream->item_size = types[i].size;
      }
  stream->big_endian = TRUE;
  stream->n_dims = rank;
  stream->offset = 4 + 4 * rank;
  for (gsize i = 0; i < rank && rank <= 8; i++)
    {
      guint32 dim = 0;

      if (length >= 8 + 4 * i)
        memcpy (&dim, head + 4 + 4 * i, 4);
      stream->dims[i] = swapped ? GUINT32_FROM_LE (dim) : GUINT32_FROM_BE (dim);
    }
  return stream->item_size > 0 && rank >= 1 && rank <= 8;
}

static gboolean
read_header (EqpStream *self, GError **error)
{
  guint8 head[4 + 8 * 4];

  if (!eqp_source_read_exactly (self->source, head, 4, error))
    return FALSE;
  if (parse_header (head, 4, TRUE, self))
    return eqp_refuse (error, EQP_ERROR_UNSUPPORTED,
                       _ ("%s: this is an IDX file (MNIST) with the bytes of its numbers in the wrong order; write "
                          "them with the highest byte first (big-endian)."),
                       eqp_source_get_name (self->source));
  if (!parse_header (head, 4, FALSE, self))
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s: the first four bytes (%02x %02x %02x %02x) are not those of an IDX file."),
                       eqp_source_get_name (self->source), head[0], head[1], head[2], head[3]);
  return eqp_source_read_exactly (self->source, head + 4, 4 * (gsize) self->n_dims, error) &&
         parse_header (head, sizeof head, FALSE, self);
}

static EqpDataset *
idx_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
          GError **error)
{
  g_auto (EqpVariables) self = { 0 };
  const char *member = options->variable;
  g_autoptr (EqpStream) images = _eqp_stream_open (file, member, cancellable, error);
  g_autofree char *name = images != NULL ? g_strdup (eqp_source_get_name (images->source)) : NULL;

  _eqp_variables_init (&self, options, progress, cancellable);
  self.file = name;
  self.format = "IDX";
  self.single = TRUE;
  self.data = file;
  self.read_header = read_header;
  if (images == NULL || !read_header (images, error) || !_eqp_stream_check (images, &self, error) ||
      (images->n_dims == 1 && !_eqp_beside_refuse (name, TRUE, error)))
    return NULL;
  _eqp_stream_add (g_steal_pointer (&images), &self, name);
  return _eqp_variables_load (&self, file, error);
}

/* Of swapped bytes only sizes that make an array of the file's size are believed, or one that a file can have. */
static int
idx_sniff (const EqpProbe *probe)
{
  EqpStream stream;

  if (parse_header (probe->head, probe->head_length, FALSE, &stream))
    return 90;
  if (!parse_header (probe->head, probe->head_length, TRUE, &stream))
    return 0;
  for (int i = 0; i < stream.n_dims; i++)
    if (stream.dims[i] == 0 || stream.dims[i] > MOST_SIDE)
      return 0;
  if (probe->complete && _eqp_stream_bytes (&stream) + (double) stream.offset != (double) probe->head_length)
    return 0;
  return 90;
}

const EqpReader _eqp_reader_idx = {
  .id = "idx",
  .name = "IDX (MNIST)",
  .suffixes = "idx;idx3-ubyte;idx3-ubyte.gz;idx.gz",
  .sniff = idx_sniff,
  .read = idx_read,
};
