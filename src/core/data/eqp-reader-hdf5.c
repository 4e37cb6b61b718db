/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HDF5, and MATLAB files v7.3, which are HDF5 with a few habits: dimensions the other way round, sparse matrices in
 * three data sets. Only what is inside the file is followed: no links to other files, no filters from outside. */
#include "config.h"

#include "eqp-readers-private.h"

/* The interface of HDF5 1.10, which later versions still have. */
#define H5_USE_110_API
#include <hdf5.h>
#include <string.h>

#include "../base/eqp-error.h"
#include "eqp-variables-private.h"

#define MOST_DATASETS 10000
#define MOST_CHUNK_BYTES (G_GINT64_CONSTANT (1) << 30)
#define CACHE_BYTES (32 << 20)

/* A packed chunk cannot make more than this many bytes of one. */
#define MOST_PACKED 1032

#define SIGNATURE "\x89HDF\r\n\x1a\n"

typedef struct
{
  hid_t     file;
  gboolean  matlab;
  EqpVariables *arrays;
  guint     skipped;   /* data sets that are no arrays of numbers */
  gint64    size;      /* of the file */
} Hdf5;

/* What an array is read from: a data set, or the three of a sparse matrix. */
typedef struct
{
  hid_t data;
  hid_t minor;   /* sparse only, otherwise H5I_INVALID_HID */
  hid_t starts;
} Handle;

/* The library keeps its state in globals. */
static GMutex library;

static gboolean
is_matlab (const guint8 *head, gsize length)
{
  return length >= 10 && memcmp (head, "MATLAB 7.3", 10) == 0;
}

static int
hdf5_sniff (const EqpProbe *probe)
{
  for (gsize at = 0; at + 8 <= probe->head_length; at = at == 0 ? 512 : at * 2)
    if (memcmp (probe->head + at, SIGNATURE, 8) == 0)
      return 100;
  return 0;
}

static void
handle_free (gpointer data)
{
  Handle *handle = data;

  H5Dclose (handle->data);
  if (handle->minor >= 0)
    H5Dclose (handle->minor);
  if (handle->starts >= 0)
    H5Dclose (handle->starts);
  g_free (handle);
}

static gboolean
has_attribute (hid_t object, const char *name)
{
  return H5Aexists (object, name) > 0;
}

/* A short text attribute such as MATLAB_class. */
static char *
read_text_attribute (hid_t object, const char *name)
{
  hid_t attribute, type, memory;
  char *text = NULL;
  size_t size;

  if (!has_attribute (object, name))
    return NULL;
  attribute = H5Aopen (object, name, H5P_DEFAULT);
  if (attribute < 0)
    return NULL;
  type = H5Aget_type (attribute);
  size = type >= 0 ? H5Tget_size (type) : 0;
  if (type >= 0 && H5Tget_class (type) == H5T_STRING && H5Tis_variable_str (type) == 0 && size > 0 && size < 64
      && H5Aget_storage_size (attribute) == size)
    {
      text = g_malloc0 (size + 1);
      memory = H5Tcopy (H5T_C_S1);
      H5Tset_size (memory, size + 1);
      if (H5Aread (attribute, memory, text) < 0)
        g_clear_pointer (&text, g_free);
      H5Tclose (memory);
    }
  if (type >= 0)
    H5Tclose (type);
  H5Aclose (attribute);
  return text;
}

/* Whole or real numbers, which HDF5 turns into what is asked for; names only as labels. */
static gboolean
describe_type (hid_t data, EqpVariable *array)
{
  hid_t type = H5Dget_type (data);
  gboolean usable = FALSE;

  if (type < 0)
    return FALSE;
  switch (H5Tget_class (type))
    {
    case H5T_INTEGER:
      {
        size_t size = H5Tget_size (type);

        array->whole = TRUE;
        array->item = size == 1 && H5Tget_sign (type) == H5T_SGN_NONE ? EQP_ITEM_BYTE : size <= 2 ? EQP_ITEM_FLOAT : EQP_ITEM_DOUBLE;
        usable = size >= 1 && size <= 8;
        break;
      }
    case H5T_FLOAT:
      array->item = H5Tget_size (type) <= 4 ? EQP_ITEM_FLOAT : EQP_ITEM_DOUBLE;
      usable = H5Tget_size (type) <= 16;
      break;
    case H5T_STRING:
      array->text = TRUE;
      usable = TRUE;
      break;
    default:
      break;
    }
  H5Tclose (type);
  return usable;
}

static gboolean
describe_space (Hdf5 *self, hid_t data, EqpVariable *array)
{
  hid_t space = H5Dget_space (data);
  hsize_t dims[H5S_MAX_RANK];
  int rank;

  if (space < 0)
    return FALSE;
  rank = H5Sget_simple_extent_type (space) == H5S_SIMPLE ? H5Sget_simple_extent_ndims (space) : -1;
  if (rank < 1 || rank > EQP_VARIABLE_MAX_RANK || H5Sget_simple_extent_dims (space, dims, NULL) < 0)
    rank = -1;
  H5Sclose (space);
  array->rank = MAX (0, rank);
  for (int i = 0; i < rank; i++)
    array->dims[self->matlab ? rank - 1 - i : i] = dims[i] < (hsize_t) G_MAXINT64 ? (gint64) dims[i] : G_MAXINT64;
  return rank > 0;
}

/* Values outside the file are not followed; chunks have to be of a size that can be unpacked. */
static gboolean
describe_storage (hid_t data, EqpVariable *array)
{
  hid_t plist = H5Dget_create_plist (data);
  gboolean usable = plist >= 0;
  hsize_t chunk[H5S_MAX_RANK];

  if (!usable)
    return FALSE;
  switch (H5Pget_layout (plist))
    {
    case H5D_COMPACT:
      break;
    case H5D_CONTIGUOUS:
      usable = H5Pget_external_count (plist) == 0;
      break;
    case H5D_CHUNKED:
      {
        int rank = H5Pget_chunk (plist, H5S_MAX_RANK, chunk);
        double bytes = 8.0;

        usable = rank == array->rank;
        for (int i = 0; i < rank; i++)
          bytes *= (double) chunk[i];
        usable = usable && bytes <= (double) MOST_CHUNK_BYTES;
        if (usable)
          array->chunk = (gint64) chunk[0];
        break;
      }
    default:
      usable = FALSE;
      break;
    }
  H5Pclose (plist);
  return usable;
}

static hid_t
open_dataset (Hdf5 *self, hid_t parent, const char *name)
{
  hid_t access = H5Pcreate (H5P_DATASET_ACCESS);
  hid_t data;

  H5Pset_chunk_cache (access, 12421, CACHE_BYTES, 1.0);
  data = H5Dopen2 (parent, name, access);
  H5Pclose (access);
  return data;
}

static void
add_dataset (Hdf5 *self, const char *name)
{
  hid_t data = open_dataset (self, self->file, name);
  g_autofree char *class = NULL;
  EqpVariable *array;
  Handle *handle;

  if (data < 0)
    {
      self->skipped++;
      return;
    }
  class = self->matlab ? read_text_attribute (data, "MATLAB_class") : NULL;
  array = _eqp_variables_add (self->arrays, name);
  array->column_major = self->matlab;
  if (g_strcmp0 (class, "char") == 0 || g_strcmp0 (class, "cell") == 0 || has_attribute (data, "MATLAB_empty")
      || !describe_space (self, data, array) || !describe_type (data, array) || !describe_storage (data, array))
    {
      self->skipped++;
      g_ptr_array_remove (self->arrays->arrays, array);
      H5Dclose (data);
      return;
    }
  handle = g_new (Handle, 1);
  *handle = (Handle) { data, H5I_INVALID_HID, H5I_INVALID_HID };
  array->handle = handle;
  array->free_handle = handle_free;
}

static gint64
vector_length (hid_t data)
{
  hid_t space = data >= 0 ? H5Dget_space (data) : H5I_INVALID_HID;
  gint64 length = -1;

  if (space >= 0)
    {
      hssize_t points = H5Sget_simple_extent_npoints (space);

      length = points >= 0 && points < G_MAXINT32 ? (gint64) points : -1;
      H5Sclose (space);
    }
  return length;
}

/* MATLAB keeps a sparse matrix in a group: values, their rows, and where columns start; the number of rows is an attribute. */
static gboolean
add_sparse (Hdf5 *self, hid_t group, const char *name)
{
  EqpVariable *array;
  Handle *handle;
  hid_t attribute;
  guint64 rows = 0;
  gint64 starts;

  if (!has_attribute (group, "MATLAB_sparse") || H5Lexists (group, "data", H5P_DEFAULT) <= 0
      || H5Lexists (group, "ir", H5P_DEFAULT) <= 0 || H5Lexists (group, "jc", H5P_DEFAULT) <= 0)
    return FALSE;
  attribute = H5Aopen (group, "MATLAB_sparse", H5P_DEFAULT);
  if (attribute >= 0)
    {
      if (H5Aget_storage_size (attribute) > 8 || H5Aread (attribute, H5T_NATIVE_UINT64, &rows) < 0)
        rows = 0;
      H5Aclose (attribute);
    }

  handle = g_new (Handle, 1);
  handle->data = open_dataset (self, group, "data");
  handle->minor = open_dataset (self, group, "ir");
  handle->starts = open_dataset (self, group, "jc");
  starts = vector_length (handle->starts);
  if (rows == 0 || rows > G_MAXINT32 || starts < 2 || vector_length (handle->data) < 0
      || vector_length (handle->data) != vector_length (handle->minor))
    {
      handle_free (handle);
      self->skipped++;
      return TRUE;
    }
  array = _eqp_variables_add (self->arrays, name);
  array->column_major = self->matlab;
  array->rank = 2;
  array->dims[0] = (gint64) rows;
  array->dims[1] = starts - 1;
  array->sparse = TRUE;
  array->item = EQP_ITEM_DOUBLE;
  array->handle = handle;
  array->free_handle = handle_free;
  return TRUE;
}

static gboolean
is_inside_sparse (Hdf5 *self, const char *name)
{
  for (guint i = 0; i < self->arrays->arrays->len; i++)
    {
      EqpVariable *array = g_ptr_array_index (self->arrays->arrays, i);
      gsize length = strlen (array->name);

      if (array->sparse && strncmp (name, array->name, length) == 0 && name[length] == '/')
        return TRUE;
    }
  return FALSE;
}

/* Each object comes once, however links run in circles. */
static herr_t
visit (hid_t file, const char *name, const H5O_info_t *info, void *user_data)
{
  Hdf5 *self = user_data;

  if (g_cancellable_is_cancelled (self->arrays->cancellable))
    return 1;
  /* MATLAB's cells and its bookkeeping. */
  if (g_str_has_prefix (name, "#") || is_inside_sparse (self, name))
    return 0;
  if (self->arrays->arrays->len + self->skipped >= MOST_DATASETS)
    return 1;
  if (info->type == H5O_TYPE_DATASET)
    add_dataset (self, name);
  else if (info->type == H5O_TYPE_GROUP && self->matlab && strcmp (name, ".") != 0)
    {
      hid_t group = H5Gopen2 (file, name, H5P_DEFAULT);

      if (group >= 0)
        {
          add_sparse (self, group, name);
          H5Gclose (group);
        }
    }
  return 0;
}

static gboolean
refuse_data (EqpVariables *self, EqpVariable *array, GError **error)
{
  g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
               "%s: the data set “%s” could not be read; the file is damaged, or packed in a way that this version does not know. Save it again.",
               self->file, array->name);
  return FALSE;
}

/* Reads count slices along the first dimension of the data set. */
static gboolean
read_slices (hid_t data, hid_t type, gint64 first, gint64 count, void *items)
{
  hid_t space = H5Dget_space (data), memory = H5I_INVALID_HID;
  hsize_t start[H5S_MAX_RANK] = { 0 }, dims[H5S_MAX_RANK];
  gboolean done = FALSE;
  int rank;

  if (space < 0)
    return FALSE;
  rank = H5Sget_simple_extent_dims (space, dims, NULL);
  if (rank >= 1 && first >= 0 && (hsize_t) first + (hsize_t) count <= dims[0])
    {
      start[0] = (hsize_t) first;
      dims[0] = (hsize_t) count;
      memory = H5Screate_simple (rank, dims, NULL);
      done = memory >= 0 && H5Sselect_hyperslab (space, H5S_SELECT_SET, start, NULL, dims, NULL) >= 0
             && H5Dread (data, type, memory, space, H5P_DEFAULT, items) >= 0;
    }
  if (memory >= 0)
    H5Sclose (memory);
  H5Sclose (space);
  return done;
}

static gboolean
hdf5_read (EqpVariables *self, EqpVariable *array, gint64 first, gint64 count, void *items, GError **error)
{
  Handle *handle = array->handle;
  hid_t type = array->item == EQP_ITEM_BYTE ? H5T_NATIVE_UINT8 : array->item == EQP_ITEM_FLOAT ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;

  return read_slices (handle->data, type, first, count, items) || refuse_data (self, array, error);
}

static gboolean
hdf5_read_sparse (EqpVariables *self, EqpVariable *array, EqpSparse *sparse, GError **error)
{
  Handle *handle = array->handle;
  gint64 columns = array->dims[1], count = vector_length (handle->data);

  if (!_eqp_check_memory (self->file, MAX (count, columns + 1), 2, sizeof (double), error))
    return FALSE;
  sparse->starts = g_new (gint64, columns + 1);
  sparse->minor = g_new (gint64, MAX (1, count));
  sparse->values = g_new (double, MAX (1, count));
  sparse->count = count;
  if (H5Dread (handle->starts, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, sparse->starts) < 0
      || (count > 0
          && (H5Dread (handle->minor, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, sparse->minor) < 0
              || H5Dread (handle->data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, sparse->values) < 0)))
    return refuse_data (self, array, error);

  for (gint64 j = 0; j < columns; j++)
    if (sparse->starts[j + 1] < sparse->starts[j])
      return refuse_data (self, array, error);
  if (sparse->starts[0] != 0 || sparse->starts[columns] != count)
    return refuse_data (self, array, error);
  for (gint64 k = 0; k < count; k++)
    if (sparse->minor[k] < 0 || sparse->minor[k] >= array->dims[0])
      return refuse_data (self, array, error);
  return TRUE;
}

static GStrv
read_variable_texts (hid_t data, gint64 count)
{
  g_autofree char **texts = g_new0 (char *, count);
  hid_t type = H5Tcopy (H5T_C_S1), space = H5Dget_space (data);
  GStrv names = NULL;
  hid_t own = H5Dget_type (data);

  H5Tset_size (type, H5T_VARIABLE);
  H5Tset_cset (type, H5Tget_cset (own));
  if (space >= 0 && H5Dread (data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) >= 0)
    {
      names = g_new0 (char *, count + 1);
      for (gint64 i = 0; i < count; i++)
        names[i] = g_strdup (texts[i] != NULL ? texts[i] : "");
      H5Dvlen_reclaim (type, space, H5P_DEFAULT, texts);
    }
  H5Tclose (own);
  H5Tclose (type);
  if (space >= 0)
    H5Sclose (space);
  return names;
}

static GStrv
read_fixed_texts (hid_t data, gint64 count, gsize size)
{
  g_autofree char *bytes = g_try_malloc0 ((gsize) count * size + 1);
  hid_t type = H5Dget_type (data);
  GStrv names = NULL;

  if (bytes != NULL && H5Dread (data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0)
    {
      names = g_new0 (char *, count + 1);
      for (gint64 i = 0; i < count; i++)
        names[i] = g_strndup (bytes + (gsize) i * size, size);
    }
  H5Tclose (type);
  return names;
}

static GStrv
hdf5_read_text (EqpVariables *self, EqpVariable *array, GError **error)
{
  Handle *handle = array->handle;
  gint64 count = _eqp_variable_count (array);
  hid_t type = H5Dget_type (handle->data);
  gsize size = H5Tget_size (type);
  gboolean variable = H5Tis_variable_str (type) > 0;
  GStrv names = NULL;

  H5Tclose (type);
  if (!_eqp_check_memory (self->file, count, 1, variable ? 32 : MAX (32, 2 * size), error))
    return NULL;
  names = variable ? read_variable_texts (handle->data, count) : read_fixed_texts (handle->data, count, size);
  if (names == NULL)
    refuse_data (self, array, error);
  return names;
}

static gboolean
open_hdf5 (Hdf5 *self, GFile *file, GError **error)
{
  g_autofree char *path = g_file_get_path (file);
  g_autoptr (GFileInputStream) stream = NULL;
  g_autoptr (GFileInfo) info = NULL;
  guint8 head[16];
  gsize got = 0;

  if (path == NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "%s: HDF5 files are read from this machine only; copy the file here first.", self->arrays->file);
      return FALSE;
    }
  stream = g_file_read (file, self->arrays->cancellable, error);
  if (stream == NULL || !g_input_stream_read_all (G_INPUT_STREAM (stream), head, sizeof head, &got, self->arrays->cancellable, error))
    return FALSE;
  info = g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, NULL, NULL);
  self->size = info != NULL ? g_file_info_get_size (info) : 0;
  self->matlab = is_matlab (head, got);
  self->arrays->matlab = self->matlab;
  self->arrays->format = self->matlab ? "MAT v7.3" : "HDF5";
  if (H5Fis_hdf5 (path) <= 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "%s: HDF5 files are read as they are, not packed; unpack the file first.", self->arrays->file);
      return FALSE;
    }

  self->file = H5Fopen (path, H5F_ACC_RDONLY, H5P_DEFAULT);
  if (self->file < 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s: the file begins like HDF5, but it is incomplete, damaged or being written to; get it again.", self->arrays->file);
      return FALSE;
    }
  return TRUE;
}

static gboolean
list_arrays (Hdf5 *self, GError **error)
{
  herr_t result = H5Ovisit (self->file, H5_INDEX_NAME, H5_ITER_NATIVE, visit, self);

  if (!_eqp_variables_go_on (self->arrays, 0.0, error))
    return FALSE;
  if (result < 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE, "%s: the list of data sets in the file is damaged; save it again.", self->arrays->file);
      return FALSE;
    }
  if (result > 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE, "%s: the file has more than %d data sets; save the features in a file of their own.",
                   self->arrays->file, MOST_DATASETS);
      return FALSE;
    }
  if (self->skipped > 0)
    eqp_note (&self->arrays->parts.decisions, "%u data set%s no real numbers (text, compounds, references) and %s left out.",
              self->skipped, self->skipped == 1 ? " has" : "s have", self->skipped == 1 ? "was" : "were");
  return TRUE;
}

/* Sizes that the file cannot hold: all values have to stand in it, packed at most. */
static gboolean
check_sizes (Hdf5 *self, GError **error)
{
  for (guint i = 0; i < self->arrays->arrays->len; i++)
    {
      EqpVariable *array = g_ptr_array_index (self->arrays->arrays, i);
      Handle *handle = array->handle;
      double stored = (double) H5Dget_storage_size (handle->data), count = 1.0;

      for (int k = 0; k < array->rank; k++)
        count *= (double) array->dims[k];
      if (!array->sparse && count > 0.0 && (stored > (double) self->size || count > stored * MOST_PACKED))
        {
          g_autofree char *shape = _eqp_variable_shape (array);

          g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                       "%s: “%s” should have %s values, but %.0f bytes of the file belong to it; it was not written to its end, or is damaged.",
                       self->arrays->file, array->name, shape, stored);
          return FALSE;
        }
    }
  return TRUE;
}

static EqpDataset *
hdf5_read_file (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable, GError **error)
{
  g_auto (EqpVariables) arrays = { 0 };
  g_autofree char *name = g_file_get_basename (file);
  Hdf5 self = { H5I_INVALID_HID };
  EqpDataset *dataset = NULL;
  H5E_auto2_t print;
  void *print_data;

  g_mutex_lock (&library);
  H5open ();
  H5Eget_auto2 (H5E_DEFAULT, &print, &print_data);
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
  /* A file must not make the program load code. */
  H5PLset_loading_state (0);

  _eqp_variables_init (&arrays, options, progress, cancellable);
  arrays.file = name;
  arrays.reader = &self;
  arrays.read = hdf5_read;
  arrays.read_sparse = hdf5_read_sparse;
  arrays.read_text = hdf5_read_text;
  self.arrays = &arrays;
  if (open_hdf5 (&self, file, error) && list_arrays (&self, error) && check_sizes (&self, error))
    dataset = _eqp_variables_load (&arrays, file, error);
  _eqp_variables_clear (&arrays);
  if (self.file >= 0)
    H5Fclose (self.file);

  H5Eset_auto2 (H5E_DEFAULT, print, print_data);
  g_mutex_unlock (&library);
  return dataset;
}

const EqpReader _eqp_reader_hdf5 = {
  .id = "hdf5",
  .name = "HDF5",
  .suffixes = "h5;hdf5;hdf;he5;mat",
  .sniff = hdf5_sniff,
  .read = hdf5_read_file,
};
