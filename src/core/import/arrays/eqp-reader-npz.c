/* SPDX-License-Identifier: GPL-3.0-or-later */
/* NPZ: a ZIP archive of numpy arrays, each in the NPY format. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"
#include "eqp-stream.h"
#include "import/eqp-unpack.h"

#define MOST_ARRAYS 1000

/* deflate cannot pack closer than 1 to 1032. */
#define MOST_PACKED 1032

/* Arrays that cannot be features or labels are told and left out. */
static gboolean
add_array (EqpVariables *self, GFile *file, const char *member, goffset size, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autofree char *name = g_strndup (member, strlen (member) - strlen (".npy"));
  g_autoptr (EqpStream) stream = _eqp_stream_open (file, member, self->cancellable, error);
  EqpVariable *array;
  double bytes;

  if (stream == NULL)
    return FALSE;
  if (!_eqp_npy_read_header (stream, &cause))
    {
      if (stream->unread != NULL)
        _eqp_variables_leave_out (self, name, "%s", stream->unread);
      else
        g_propagate_error (error, g_steal_pointer (&cause));
      return stream->unread != NULL;
    }
  bytes = _eqp_stream_bytes (stream);
  g_clear_pointer (&stream->source, eqp_source_close);
  array = _eqp_stream_add (g_steal_pointer (&stream), self, name);
  if (bytes > (double) size * MOST_PACKED)
    {
      g_autofree char *shape = _eqp_variable_shape (array);

      return eqp_refuse (error, EQP_ERROR_PARSE,
                         _ ("%s: “%s” should have %s items, which a file of %" PRId64 " bytes cannot hold; the file is "
                            "damaged, save it again."),
                         self->file, array->name, shape, (gint64) size);
    }
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

/* "adj_" and "data": an array of one dimension. */
static EqpVariable *
find_part (EqpVariables *self, const char *prefix, const char *part)
{
  g_autofree char *name = g_strconcat (prefix, part, NULL);
  EqpVariable *array = find_array (self, name);

  return array != NULL && !array->text && array->rank == 1 ? array : NULL;
}

/* As SciPy saves a sparse matrix of compressed rows or columns: data, indices, indptr and its shape; several in one
 * file have their names in front. */
static void
join_sparse (EqpVariables *self, const char *prefix, EqpVariable *shape)
{
  EqpVariable *data = find_part (self, prefix, "data"), *matrix;
  EqpVariable *indices = find_part (self, prefix, "indices"), *starts = find_part (self, prefix, "indptr");
  EqpVariable *const three[] = { data, indices, starts };
  g_autofree double *sizes = NULL;
  g_autofree char *name = g_strdup (*prefix != '\0' ? prefix : "matrix");
  GPtrArray *parts;
  gint64 lines;

  if (data == NULL || indices == NULL || starts == NULL || data->dims[0] != indices->dims[0] || starts->dims[0] < 2)
    return;
  lines = starts->dims[0] - 1;
  sizes = _eqp_variables_read_doubles (self, shape, NULL);
  if (sizes == NULL || !(sizes[0] >= 1.0 && sizes[0] <= G_MAXINT32 && sizes[1] >= 1.0 && sizes[1] <= G_MAXINT32) ||
      (sizes[0] != (double) lines && sizes[1] != (double) lines))
    return;

  parts = g_ptr_array_new_with_free_func (_eqp_variable_free);
  for (guint i = 0, at; i < G_N_ELEMENTS (three); i++)
    if (g_ptr_array_find (self->arrays, three[i], &at))
      g_ptr_array_add (parts, g_ptr_array_steal_index (self->arrays, at));
  g_ptr_array_remove (self->arrays, shape);
  if (g_str_has_suffix (name, "_") || g_str_has_suffix (name, "."))
    name[strlen (name) - 1] = '\0';
  matrix = _eqp_variables_add (self, name);
  matrix->rank = 2;
  matrix->dims[0] = (gint64) sizes[0];
  matrix->dims[1] = (gint64) sizes[1];
  matrix->column_major = sizes[0] != (double) lines;
  matrix->sparse = TRUE;
  matrix->entries = ((EqpVariable *) g_ptr_array_index (parts, 0))->dims[0];
  matrix->item = EQP_ITEM_DOUBLE;
  matrix->handle = parts;
  matrix->free_handle = (GDestroyNotify) g_ptr_array_unref;
}

/* Parts of SciPy's other formats (COO, DIA, BSR) have no meaning one by one, and their rows are nowhere together. */
static gboolean
is_other_sparse (EqpVariables *self, const char *prefix)
{
  g_autofree char *name = g_strconcat (prefix, "data", NULL);
  EqpVariable *data = find_array (self, name);

  return data != NULL && !data->text &&
         ((find_part (self, prefix, "row") != NULL && find_part (self, prefix, "col") != NULL) ||
          (data->rank == 2 && find_part (self, prefix, "offsets") != NULL) ||
          (data->rank == 3 && find_part (self, prefix, "indptr") != NULL));
}

static gboolean
join_all_sparse (EqpVariables *self, GError **error)
{
  g_autoptr (GPtrArray) shapes = g_ptr_array_new ();

  for (guint i = 0; i < self->arrays->len; i++)
    if (g_str_has_suffix (((EqpVariable *) g_ptr_array_index (self->arrays, i))->name, "shape"))
      g_ptr_array_add (shapes, g_ptr_array_index (self->arrays, i));
  for (guint i = 0; i < shapes->len; i++)
    {
      EqpVariable *shape = g_ptr_array_index (shapes, i);
      g_autofree char *prefix = g_strndup (shape->name, strlen (shape->name) - strlen ("shape"));

      if (find_part (self, prefix, "shape") == NULL || shape->dims[0] != 2)
        continue;
      if (is_other_sparse (self, prefix))
        return eqp_refuse (error, EQP_ERROR_UNSUPPORTED,
                           _ ("%s: the sparse matrix is stored in a format of SciPy that is not read here (COO, DIA or "
                              "BSR); save it with save_npz (file, A.tocsr ())."),
                           self->file);
      join_sparse (self, prefix, shape);
    }
  return TRUE;
}

static gboolean
refuse_indices (EqpVariables *self, GError **error)
{
  return eqp_refuse (error, EQP_ERROR_PARSE,
                     _ ("%s: the indices of the sparse matrix point outside of it; the file is damaged, save it "
                        "again."),
                     self->file);
}

static gboolean
npz_read_sparse (EqpVariables *self, EqpVariable *array, EqpSparse *sparse, GError **error)
{
  GPtrArray *parts = array->handle;
  gint64 lines = array->dims[array->column_major ? 1 : 0], across = array->dims[array->column_major ? 0 : 1];
  g_autofree double *indices = _eqp_variables_read_doubles (self, g_ptr_array_index (parts, 1), error);
  g_autofree double *starts =
      indices != NULL ? _eqp_variables_read_doubles (self, g_ptr_array_index (parts, 2), error) : NULL;
  g_autofree double *values =
      starts != NULL ? _eqp_variables_read_doubles (self, g_ptr_array_index (parts, 0), error) : NULL;

  if (values == NULL)
    return FALSE;
  if (!_eqp_sparse_alloc (sparse, lines, array->entries, error))
    return FALSE;
  memcpy (sparse->values, values, (gsize) array->entries * sizeof (double));
  for (gint64 j = 0; j <= lines; j++)
    {
      if (!(starts[j] >= (j > 0 ? starts[j - 1] : 0.0) && starts[j] <= (double) array->entries) ||
          (j == 0 && starts[j] != 0.0))
        return refuse_indices (self, error);
      sparse->starts[j] = (gint64) starts[j];
    }
  sparse->count = sparse->starts[lines];
  for (gint64 k = 0; k < sparse->count; k++)
    {
      if (!(indices[k] >= 0.0 && indices[k] < (double) across))
        return refuse_indices (self, error);
      sparse->minor[k] = (gint32) indices[k];
    }
  return TRUE;
}

static gboolean
list_arrays (EqpVariables *self, GFile *file, GError **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, self->cancellable, error);
  g_autoptr (GFileInfo) info = NULL;
  g_auto (GStrv) members = NULL;
  guint n = 0;

  if (stream == NULL)
    return FALSE;
  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, self->cancellable, error);
  members = info != NULL ? eqp_unpack_list (G_INPUT_STREAM (stream), self->file, NULL, self->cancellable, error) : NULL;
  if (members == NULL)
    return FALSE;
  for (guint i = 0; members[i] != NULL; i++)
    if (!g_str_has_suffix (members[i], ".npy"))
      {
        g_autofree char *member = g_utf8_make_valid (members[i], -1);

        eqp_note (&self->parts.decisions, _ ("“%s” is no array and was set aside."), member);
        _eqp_log (&self->parts,
                  &(EqpLedgerEntry){ EQP_LEDGER_FILE_SKIPPED, .before = member, .after = (char *) _ ("is no array") });
      }
    else if (n++ == MOST_ARRAYS)
      return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                         _ ("%s: the file has more than %d arrays; save the features in a file of their own."),
                         self->file, MOST_ARRAYS);
    else if (!add_array (self, file, members[i], g_file_info_get_size (info), error))
      return FALSE;
  return TRUE;
}

static EqpDataset *
npz_read_file (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
               GError **error)
{
  g_auto (EqpVariables) self = { 0 };
  g_autofree char *name = g_file_get_basename (file);

  _eqp_variables_init (&self, options, progress, cancellable);
  self.file = name;
  self.format = "NPZ";
  self.read_sparse = npz_read_sparse;
  if (!list_arrays (&self, file, error) || !join_all_sparse (&self, error))
    return NULL;
  return _eqp_variables_load (&self, file, error);
}

/* A ZIP archive whose first member is an array. */
static int
npz_sniff (const EqpProbe *probe)
{
  gsize length;

  if (probe->head_length < 30 || memcmp (probe->head, "PK\x03\x04", 4) != 0)
    return 0;
  length = (gsize) probe->head[26] | (gsize) probe->head[27] << 8;
  return length >= 4 && length + 30 <= probe->head_length && memcmp (probe->head + 30 + length - 4, ".npy", 4) == 0
             ? 100
             : 0;
}

const EqpReader _eqp_reader_npz = {
  .id = "npz",
  .name = "NPZ (numpy)",
  .suffixes = "npz",
  .sniff = npz_sniff,
  .read = npz_read_file,
};
