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

static gboolean
set_item_type (guint8 code, EqpStream *stream)
{
  static const struct
  {
    guint8 code;
    char kind;
    int size;
  } types[] = { { 0x08, 'u', 1 }, { 0x09, 'i', 1 }, { 0x0b, 'i', 2 },
                { 0x0c, 'i', 4 }, { 0x0d, 'f', 4 }, { 0x0e, 'f', 8 } };

  for (guint i = 0; i < G_N_ELEMENTS (types); i++)
    if (types[i].code == code)
      {
        stream->kind = types[i].kind;
        stream->item_size = types[i].size;
        stream->big_endian = TRUE;
        return TRUE;
      }
  return FALSE;
}

/* The header of a program that wrote its numbers of 32 bits as they lie in memory: 03 08 00 00 for 00 00 08 03, and
 * sizes that make an array of the file's size, or one that a file can have. */
static gboolean
is_swapped (const guint8 *head, gsize length, gboolean whole)
{
  EqpStream stream;
  double bytes;

  if (length < 8 || head[2] != 0 || head[3] != 0 || !set_item_type (head[1], &stream) || head[0] < 1 || head[0] > 8 ||
      length < 4 + 4 * (gsize) head[0])
    return FALSE;
  bytes = stream.item_size;
  for (int i = 0; i < head[0]; i++)
    {
      guint32 dim;

      memcpy (&dim, head + 4 + 4 * i, 4);
      dim = GUINT32_FROM_LE (dim);
      if (dim == 0 || dim > MOST_SIDE)
        return FALSE;
      bytes *= dim;
    }
  return !whole || bytes + 4.0 + 4.0 * head[0] == (double) length;
}

static gboolean
read_header (EqpStream *self, GError **error)
{
  guint8 magic[4], dims[8 * 4];

  if (!eqp_source_read_exactly (self->source, magic, 4, error))
    return FALSE;
  if (magic[1] != 0 && magic[2] == 0 && magic[3] == 0)
    return eqp_refuse (error, EQP_ERROR_UNSUPPORTED,
                       _ ("%s: this is an IDX file (MNIST) with the bytes of its numbers in the wrong order; write "
                          "them with the highest byte first (big-endian)."),
                       eqp_source_get_name (self->source));
  if (magic[0] != 0 || magic[1] != 0 || !set_item_type (magic[2], self) || magic[3] < 1 || magic[3] > 8)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s: the first four bytes (%02x %02x %02x %02x) are not those of an IDX file."),
                       eqp_source_get_name (self->source), magic[0], magic[1], magic[2], magic[3]);
  self->n_dims = magic[3];
  self->offset = 4 + 4 * self->n_dims;
  if (!eqp_source_read_exactly (self->source, dims, 4 * (gsize) self->n_dims, error))
    return FALSE;
  for (int i = 0; i < self->n_dims; i++)
    {
      guint32 dim;

      memcpy (&dim, dims + 4 * i, 4);
      self->dims[i] = GUINT32_FROM_BE (dim);
    }
  return TRUE;
}

static char *
replace (const char *text, const char *from, const char *to)
{
  g_auto (GStrv) parts = g_strsplit (text, from, -1);

  return g_strjoinv (to, parts);
}

/* The labels of the images in @name: packed or not, whatever the images are. */
static GPtrArray *
label_names_of (const char *name)
{
  g_autofree char *half = replace (name, "images", "labels"), *plain = replace (half, "idx3", "idx1");
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  if (g_str_has_suffix (plain, ".gz"))
    plain[strlen (plain) - 3] = '\0';
  if (!g_str_has_prefix (name, plain))
    {
      g_ptr_array_add (names, g_strdup (plain));
      g_ptr_array_add (names, g_strconcat (plain, ".gz", NULL));
    }
  return names;
}

static gboolean
belongs (GFile *data, GFile *labels, GCancellable *cancellable)
{
  g_autofree char *of_data = g_file_get_basename (data), *name = g_file_get_basename (labels);
  g_autoptr (GPtrArray) names = label_names_of (of_data);

  return g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL);
}

static EqpDataset *
idx_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
          GError **error)
{
  g_auto (EqpVariables) self = { 0 };
  const char *member = options->variable;
  g_autoptr (EqpStream) images = _eqp_stream_open (file, member, FALSE, cancellable, error);
  g_autofree char *name = images != NULL ? g_strdup (eqp_source_get_name (images->source)) : NULL;

  _eqp_variables_init (&self, options, progress, cancellable);
  self.file = name;
  self.format = "IDX";
  self.single = self.beside = TRUE;
  if (images == NULL || !read_header (images, error) || !_eqp_stream_check (images, &self, error) ||
      (images->n_dims == 1 && !_eqp_beside_refuse (file, name, TRUE, belongs, cancellable, error)))
    return NULL;
  _eqp_stream_add (g_steal_pointer (&images), &self, name);
  _eqp_stream_add_beside (&self, file, label_names_of (name), read_header);
  return _eqp_variables_load (&self, file, error);
}

static int
idx_sniff (const EqpProbe *probe)
{
  EqpStream stream;
  const guint8 *head = probe->head;

  if (is_swapped (head, probe->head_length, probe->complete))
    return 90;
  return probe->head_length >= 4 && head[0] == 0 && head[1] == 0 && set_item_type (head[2], &stream) && head[3] >= 1 &&
                 head[3] <= 8
             ? 90
             : 0;
}

const EqpReader _eqp_reader_idx = {
  .id = "idx",
  .name = "IDX (MNIST)",
  .suffixes = "idx;idx3-ubyte;idx3-ubyte.gz;idx.gz",
  .sniff = idx_sniff,
  .read = idx_read,
};
