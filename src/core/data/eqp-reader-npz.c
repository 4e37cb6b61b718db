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
  GFile     *file;
  goffset    size;
  GPtrArray *parts;  /* EqpVariable: values, indices and starts of a sparse matrix; or NULL */
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

static EqpVariable *
find_array (EqpVariables *self, const char *name)
{
  for (guint i = 0; i < self->arrays->len; i++)
    if (strcmp (((EqpVariable *) g_ptr_array_index (self->arrays, i))->name, name) == 0)
      return g_ptr_array_index (self->arrays, i);
  return NULL;
}

static EqpVariable *
take_array (EqpVariables *self, EqpVariable *array)
{
  guint index;

  g_ptr_array_find (self->arrays, array, &index);
  return g_ptr_array_steal_index (self->arrays, index);
}

/* As SciPy saves a sparse matrix: data, indices, indptr, and its shape. */
static void
join_sparse (EqpVariables *self)
{
  Npz *npz = self->reader;
  EqpVariable *data = find_array (self, "data"), *indices = find_array (self, "indices"), *starts = find_array (self, "indptr");
  EqpVariable *shape = find_array (self, "shape"), *matrix;
  g_autofree double *sizes = NULL;
  gint64 lines;

  if (data == NULL || indices == NULL || starts == NULL || shape == NULL || shape->text || _eqp_variable_vector_length (shape) != 2
      || data->text || data->rank != 1 || indices->text || indices->rank != 1 || starts->text || starts->rank != 1
      || data->dims[0] != indices->dims[0] || starts->dims[0] < 2)
    return;
  sizes = _eqp_variables_read_doubles (self, shape, NULL);
  lines = starts->dims[0] - 1;
  if (sizes == NULL || !(sizes[0] >= 1.0 && sizes[0] <= G_MAXINT32 && sizes[1] >= 1.0 && sizes[1] <= G_MAXINT32)
      || (sizes[0] != (double) lines && sizes[1] != (double) lines))
    return;

  npz->parts = g_ptr_array_new_with_free_func (_eqp_variable_free);
  g_ptr_array_add (npz->parts, take_array (self, data));
  g_ptr_array_add (npz->parts, take_array (self, indices));
  g_ptr_array_add (npz->parts, take_array (self, starts));
  g_ptr_array_remove (self->arrays, shape);
  matrix = _eqp_variables_add (self, "matrix");
  matrix->rank = 2;
  matrix->dims[0] = (gint64) sizes[0];
  matrix->dims[1] = (gint64) sizes[1];
  matrix->column_major = sizes[0] != (double) lines;
  matrix->sparse = TRUE;
  matrix->entries = data->dims[0];
  matrix->item = EQP_ITEM_DOUBLE;
}

static gboolean
npz_read_sparse (EqpVariables *self, EqpVariable *array, EqpSparse *sparse, GError **error)
{
  Npz *npz = self->reader;
  gint64 lines = array->dims[array->column_major ? 1 : 0], across = array->dims[array->column_major ? 0 : 1];
  g_autofree double *indices = _eqp_variables_read_doubles (self, g_ptr_array_index (npz->parts, 1), error);
  g_autofree double *starts = indices != NULL ? _eqp_variables_read_doubles (self, g_ptr_array_index (npz->parts, 2), error) : NULL;
  double last = 0.0;

  sparse->values = starts != NULL ? _eqp_variables_read_doubles (self, g_ptr_array_index (npz->parts, 0), error) : NULL;
  if (sparse->values == NULL)
    return FALSE;
  sparse->starts = g_new (gint64, lines + 1);
  sparse->minor = g_new (gint64, MAX (1, array->entries));
  for (gint64 j = 0; j <= lines; j++)
    {
      if (!(starts[j] >= last && starts[j] <= (double) array->entries) || (j == 0 && starts[j] != 0.0))
        last = -1.0;
      else if (last >= 0.0)
        last = starts[j];
      sparse->starts[j] = (gint64) MAX (0.0, last);
      if (last < 0.0)
        break;
    }
  sparse->count = last >= 0.0 ? sparse->starts[lines] : 0;
  for (gint64 k = 0; k < sparse->count && last >= 0.0; k++)
    {
      if (!(indices[k] >= 0.0 && indices[k] < (double) across))
        last = -1.0;
      sparse->minor[k] = last >= 0.0 ? (gint64) indices[k] : 0;
    }
  if (last < 0.0)
    g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE, "%s: the indices of the sparse matrix point outside of it; the file is damaged, save it again.", self->file);
  return last >= 0.0;
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
  EqpDataset *dataset = NULL;
  Npz npz = { file, 0, NULL };

  _eqp_variables_init (&self, options, progress, cancellable);
  self.file = name;
  self.format = "NPZ";
  self.reader = &npz;
  self.read = npz_read;
  self.read_sparse = npz_read_sparse;
  self.read_text = npz_read_text;
  if (list_arrays (&self, error))
    {
      join_sparse (&self);
      dataset = _eqp_variables_load (&self, file, error);
    }
  g_clear_pointer (&npz.parts, g_ptr_array_unref);
  return dataset;
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
