/* SPDX-License-Identifier: GPL-3.0-or-later */
/* NPZ: a ZIP archive of numpy arrays, each in the NPY format. */
#include "config.h"

#include "eqp-readers-private.h"

#include <string.h>

#include "../base/eqp-error.h"
#include "eqp-array.h"
#include "eqp-items.h"
#include "eqp-unpack.h"
#include "eqp-variables-private.h"

#define MOST_ARRAYS 1000

/* deflate cannot pack closer than 1 to 1032. */
#define MOST_PACKED 1032

typedef struct
{
  GFile   *file;
  goffset  size;
} Npz;

/* A member and how far it is read; slices are mostly asked for one after the other. */
typedef struct
{
  EqpArray   header;
  char      *member;
  EqpSource *source;   /* or NULL */
  gint64     position; /* item */
} Handle;

static void
handle_free (gpointer data)
{
  Handle *handle = data;

  eqp_source_close (handle->source);
  g_free (handle->member);
  g_free (handle);
}

static gboolean
open_member (EqpVariables *self, Handle *handle, GError **error)
{
  Npz *npz = self->reader;
  EqpArray header = { 0 };

  g_clear_pointer (&handle->source, eqp_source_close);
  handle->source = eqp_source_open_array (npz->file, handle->member, NULL, self->cancellable, error);
  handle->position = 0;
  return handle->source != NULL && _eqp_npy_read_header (handle->source, &header, error);
}

static gboolean
skip_to (EqpVariables *self, Handle *handle, gint64 item, GError **error)
{
  guint8 scrap[4096];
  guint64 left;

  if ((handle->source == NULL || handle->position > item) && !open_member (self, handle, error))
    return FALSE;
  left = (guint64) (item - handle->position) * (guint64) handle->header.item_size;
  while (left > 0)
    {
      gsize part = MIN (left, sizeof scrap);

      if (!eqp_source_read_exactly (handle->source, scrap, part, error))
        return FALSE;
      left -= part;
    }
  handle->position = item;
  return TRUE;
}

static gint64
slice_of (const EqpVariable *array)
{
  return _eqp_variable_count (array) / (array->column_major ? array->dims[array->rank - 1] : array->dims[0]);
}

static gboolean
npz_read (EqpVariables *self, EqpVariable *array, gint64 first, gint64 count, void *items, GError **error)
{
  Handle *handle = array->handle;
  EqpDecodeFunc decode = eqp_items_decoder (handle->header.kind, handle->header.item_size, handle->header.big_endian);
  gint64 slice = slice_of (array), left = count * slice, done = 0;
  gsize size = (gsize) handle->header.item_size;
  g_autofree guint8 *raw = g_malloc (4096 * size);
  double values[4096];

  if (!skip_to (self, handle, first * slice, error))
    return FALSE;
  while (left > 0)
    {
      gint64 part = MIN (left, 4096);

      if (!eqp_source_read_exactly (handle->source, raw, (gsize) part * size, error))
        return FALSE;
      decode (raw, part, values);
      for (gint64 i = 0; i < part; i++)
        switch (array->item)
          {
          case EQP_ITEM_BYTE:
            ((guint8 *) items)[done + i] = (guint8) values[i];
            break;
          case EQP_ITEM_FLOAT:
            ((float *) items)[done + i] = (float) values[i];
            break;
          case EQP_ITEM_DOUBLE:
          default:
            ((double *) items)[done + i] = values[i];
            break;
          }
      done += part;
      left -= part;
      handle->position += part;
    }
  return TRUE;
}

static GStrv
npz_read_text (EqpVariables *self, EqpVariable *array, GError **error)
{
  Handle *handle = array->handle;
  g_auto (EqpLabelTable) names = { 0 };
  g_autofree gint32 *labels = NULL;
  gint64 n = _eqp_variable_count (array);
  GStrv texts;

  if (!_eqp_check_memory (self->file, n, 1, 2 * (gsize) handle->header.item_size, error) || !open_member (self, handle, error))
    return NULL;
  eqp_label_table_init (&names);
  handle->header.dims[0] = (guint64) n;
  labels = _eqp_array_read_labels (&handle->header, handle->source, &names);
  if (labels == NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE, "%s: the texts of “%s” break off; the file is incomplete, get it again.", self->file, array->name);
      return NULL;
    }
  texts = g_new0 (char *, n + 1);
  for (gint64 i = 0; i < n; i++)
    texts[i] = g_strdup (g_ptr_array_index (names.names, labels[i]));
  return texts;
}

/* Arrays that cannot be features or labels are told and left out. */
static gboolean
add_array (EqpVariables *self, const char *member, GError **error)
{
  Npz *npz = self->reader;
  g_autoptr (GError) cause = NULL;
  g_autofree char *name = g_strndup (member, strlen (member) - strlen (".npy"));
  Handle *handle = g_new0 (Handle, 1);
  EqpVariable *array = _eqp_variables_add (self, name);
  double bytes;

  handle->member = g_strdup (member);
  array->handle = handle;
  array->free_handle = handle_free;
  handle->source = eqp_source_open_array (npz->file, member, NULL, self->cancellable, error);
  if (handle->source == NULL)
    return FALSE;
  if (!_eqp_npy_read_header (handle->source, &handle->header, &cause))
    {
      if (!g_error_matches (cause, EQP_ERROR, EQP_ERROR_UNSUPPORTED))
        {
          g_propagate_error (error, g_steal_pointer (&cause));
          return FALSE;
        }
      eqp_note (&self->parts.decisions, "“%s” was left out: %s", array->name, cause->message);
      g_ptr_array_remove (self->arrays, array);
      return TRUE;
    }
  g_clear_pointer (&handle->source, eqp_source_close);

  /* A single number has no dimension. */
  array->rank = MAX (1, handle->header.n_dims);
  array->dims[0] = 1;
  bytes = (double) handle->header.item_size;
  for (int i = 0; i < handle->header.n_dims; i++)
    {
      array->dims[i] = handle->header.dims[i] < G_MAXINT64 ? (gint64) handle->header.dims[i] : G_MAXINT64;
      bytes *= (double) handle->header.dims[i];
    }
  if (bytes > (double) npz->size * MOST_PACKED)
    {
      g_autofree char *shape = _eqp_variable_shape (array);

      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s: “%s” should have %s items, which a file of %" G_GINT64_FORMAT " bytes cannot hold; the file is damaged, save it again.",
                   self->file, array->name, shape, (gint64) npz->size);
      return FALSE;
    }
  array->column_major = handle->header.fortran && array->rank > 1;
  array->text = handle->header.kind == 'U' || handle->header.kind == 'S';
  array->whole = strchr ("iub", handle->header.kind) != NULL;
  array->item = (handle->header.kind == 'u' && handle->header.item_size == 1) || handle->header.kind == 'b' ? EQP_ITEM_BYTE
                : handle->header.item_size <= (handle->header.kind == 'f' ? 4 : 2)                          ? EQP_ITEM_FLOAT
                                                                                                            : EQP_ITEM_DOUBLE;
  return TRUE;
}

static gboolean
list_arrays (EqpVariables *self, GError **error)
{
  Npz *npz = self->reader;
  g_autoptr (GFileInputStream) stream = g_file_read (npz->file, self->cancellable, error);
  g_autoptr (GFileInfo) info = NULL;
  g_auto (GStrv) members = NULL;
  guint n = 0;

  if (stream == NULL)
    return FALSE;
  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, self->cancellable, error);
  if (info == NULL)
    return FALSE;
  npz->size = g_file_info_get_size (info);
  members = eqp_unpack_list (G_INPUT_STREAM (stream), self->file, self->cancellable, error);
  if (members == NULL)
    return FALSE;
  for (guint i = 0; members[i] != NULL; i++)
    if (g_str_has_suffix (members[i], ".npy"))
      {
        if (n++ == MOST_ARRAYS)
          {
            g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE, "%s: the file has more than %d arrays; save the features in a file of their own.", self->file, MOST_ARRAYS);
            return FALSE;
          }
        if (!add_array (self, members[i], error))
          return FALSE;
      }
  return TRUE;
}

static EqpDataset *
npz_read_file (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable, GError **error)
{
  g_auto (EqpVariables) self = { 0 };
  g_autofree char *name = g_file_get_basename (file);
  Npz npz = { file, 0 };

  _eqp_variables_init (&self, options, progress, cancellable);
  self.file = name;
  self.format = "NPZ";
  self.reader = &npz;
  self.read = npz_read;
  self.read_text = npz_read_text;
  return list_arrays (&self, error) ? _eqp_variables_load (&self, file, error) : NULL;
}

/* A ZIP archive whose first member is an array. */
static int
npz_sniff (const EqpProbe *probe)
{
  gsize length;

  if (probe->head_length < 30 || memcmp (probe->head, "PK\x03\x04", 4) != 0)
    return 0;
  length = (gsize) probe->head[26] | (gsize) probe->head[27] << 8;
  return length >= 4 && length + 30 <= probe->head_length && memcmp (probe->head + 30 + length - 4, ".npy", 4) == 0 ? 100 : 0;
}

const EqpReader _eqp_reader_npz = {
  .id = "npz",
  .name = "NPZ (numpy)",
  .suffixes = "npz",
  .sniff = npz_sniff,
  .read = npz_read_file,
};
