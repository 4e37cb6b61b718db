/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HDF5, and MATLAB files v7.3, which are HDF5 with a few habits: dimensions the other way round, sparse matrices in
 * three data sets. The library works in a process of its own. Only what is inside the file is followed: no links to
 * other files, no filters from outside. */
#include "config.h"

#include "eqp-readers-private.h"

/* The interface of HDF5 1.10, which later versions still have. */
#define H5_USE_110_API
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../base/eqp-error.h"
#include "eqp-foreign.h"
#include "eqp-plain-file.h"

#define MOST_ARRAYS 10000
#define MOST_CHUNK_BYTES (G_GINT64_CONSTANT (1) << 30)
#define CACHE_BYTES (32 << 20)

#define CORE_BLOCK_BYTES (1 << 20)

/* A name of a class is no book. */
#define MOST_CHARACTERS 65536

/* A packed chunk cannot make more than this many bytes of one. */
#define MOST_PACKED 1032

#define SIGNATURE "\x89HDF\r\n\x1a\n"
#define SIGNATURE_BYTES 8

static gboolean
is_matlab (const guint8 *head, gsize length)
{
  return length >= 10 && memcmp (head, "MATLAB 7.3", 10) == 0;
}

/* The signature stands at the beginning, or behind a block of 512 bytes or a doubling of that. */
static gboolean
has_signature (const guint8 *bytes, gsize length)
{
  for (gsize at = 0; at + SIGNATURE_BYTES <= length; at = at == 0 ? 512 : at * 2)
    if (memcmp (bytes + at, SIGNATURE, SIGNATURE_BYTES) == 0)
      return TRUE;
  return FALSE;
}

static int
hdf5_sniff (const EqpProbe *probe)
{
  return has_signature (probe->head, probe->head_length) ? 100 : 0;
}

/* In the other process
 * -------------------- */

/* What an array is read from: a data set, or the three of a sparse matrix. */
typedef struct
{
  hid_t data;
  hid_t minor;   /* sparse only, otherwise H5I_INVALID_HID */
  hid_t starts;
  char *member;  /* of a compound type, or NULL */
} Handle;

typedef struct
{
  hid_t            file;
  gboolean         matlab;
  double           size;      /* of the file */
  EqpForeignArray *arrays;
  Handle          *handles;
  guint32          n_arrays;
  guint32          skipped;   /* data sets that are no arrays of numbers */
} Reader;

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
      text = calloc (1, size + 1);
      memory = H5Tcopy (H5T_C_S1);
      H5Tset_size (memory, size + 1);
      if (text != NULL && H5Aread (attribute, memory, text) < 0)
        {
          free (text);
          text = NULL;
        }
      H5Tclose (memory);
    }
  if (type >= 0)
    H5Tclose (type);
  H5Aclose (attribute);
  return text;
}

/* Whole or real numbers, which HDF5 turns into what is asked for; true or false, which h5py keeps as an enumeration of bytes. */
static gboolean
describe_number (hid_t type, EqpForeignArray *array)
{
  size_t size = H5Tget_size (type);

  switch (H5Tget_class (type))
    {
    case H5T_INTEGER:
      array->whole = TRUE;
      array->item = size == 1 && H5Tget_sign (type) == H5T_SGN_NONE ? EQP_ITEM_BYTE : size <= 2 ? EQP_ITEM_FLOAT : EQP_ITEM_DOUBLE;
      return size >= 1 && size <= 8;
    case H5T_FLOAT:
      array->item = size <= 4 ? EQP_ITEM_FLOAT : EQP_ITEM_DOUBLE;
      return size <= 16;
    case H5T_ENUM:
      array->whole = TRUE;
      array->item = EQP_ITEM_BYTE;
      return size == 1;
    default:
      return FALSE;
    }
}

static gboolean
describe_space (Reader *self, hid_t data, EqpForeignArray *array)
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
  array->column_major = self->matlab;
  array->rank = MAX (0, rank);
  for (int i = 0; i < rank; i++)
    array->dims[self->matlab ? rank - 1 - i : i] = dims[i] < (hsize_t) G_MAXINT64 ? (gint64) dims[i] : G_MAXINT64;
  return rank > 0;
}

/* Values outside the file are not followed; chunks have to be of a size that can be unpacked. */
static gboolean
describe_storage (Reader *self, hid_t data, EqpForeignArray *array)
{
  hid_t plist = H5Dget_create_plist (data);
  gboolean usable = plist >= 0;
  hsize_t chunk[H5S_MAX_RANK];

  if (!usable)
    return FALSE;
  array->stored = (double) H5Dget_storage_size (data);
  array->packed = MOST_PACKED;
  if (array->stored > self->size)
    array->stored = 0.0;
  switch (H5Pget_layout (plist))
    {
    case H5D_COMPACT:
      break;
    case H5D_CONTIGUOUS:
      usable = H5Pget_external_count (plist) == 0;
      array->packed = 1.0;
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
open_dataset (hid_t parent, const char *name)
{
  hid_t access = H5Pcreate (H5P_DATASET_ACCESS);
  hid_t data;

  H5Pset_chunk_cache (access, 12421, CACHE_BYTES, 1.0);
  data = H5Dopen2 (parent, name, access);
  H5Pclose (access);
  return data;
}

/* The next free description, emptied and named. */
static EqpForeignArray *
next_array (Reader *self, const char *name)
{
  EqpForeignArray *array = &self->arrays[self->n_arrays];

  memset (array, 0, sizeof *array);
  if (strlen (name) >= sizeof array->name)
    return NULL;
  strcpy (array->name, name);
  return array;
}

/* A table with fields of several types: each field of numbers is a column. */
static gboolean
add_members (Reader *self, hid_t data, hid_t type, const char *name)
{
  int n = H5Tget_nmembers (type);
  guint32 before = self->n_arrays;

  for (int i = 0; i < n && self->n_arrays + self->skipped < MOST_ARRAYS; i++)
    {
      char *member = H5Tget_member_name (type, (unsigned) i);
      hid_t own = H5Tget_member_type (type, (unsigned) i);
      EqpForeignArray *array = next_array (self, name);
      gsize length = array != NULL ? strlen (array->name) : 0;

      if (array != NULL && member != NULL && own >= 0 && length + strlen (member) + 2 <= sizeof array->name && H5Tget_class (own) != H5T_ENUM
          && describe_space (self, data, array) && array->rank == 1 && describe_number (own, array) && describe_storage (self, data, array))
        {
          array->name[length] = '/';
          strcpy (array->name + length + 1, member);
          self->handles[self->n_arrays++] = (Handle) { data, H5I_INVALID_HID, H5I_INVALID_HID, member };
        }
      else
        H5free_memory (member);
      if (own >= 0)
        H5Tclose (own);
    }
  return self->n_arrays > before;
}

static gboolean
describe_dataset (Reader *self, hid_t data, hid_t type, EqpForeignArray *array)
{
  char *class = self->matlab ? read_text_attribute (data, "MATLAB_class") : NULL;
  gboolean characters = class != NULL && strcmp (class, "char") == 0;
  gboolean cells = class != NULL && strcmp (class, "cell") == 0;

  free (class);
  if (characters || (cells && H5Tequal (type, H5T_STD_REF_OBJ) <= 0) || has_attribute (data, "MATLAB_empty") || !describe_space (self, data, array) || !describe_storage (self, data, array))
    return FALSE;
  array->text = cells || H5Tget_class (type) == H5T_STRING;
  return array->text || describe_number (type, array);
}

static void
add_dataset (Reader *self, const char *name)
{
  EqpForeignArray *array = next_array (self, name);
  hid_t data = open_dataset (self->file, name);
  hid_t type = data >= 0 ? H5Dget_type (data) : H5I_INVALID_HID;

  if (array == NULL || type < 0)
    self->skipped++;
  else if (H5Tget_class (type) == H5T_COMPOUND)
    self->skipped += !add_members (self, data, type, name);
  else if (describe_dataset (self, data, type, array))
    self->handles[self->n_arrays++] = (Handle) { data, H5I_INVALID_HID, H5I_INVALID_HID, NULL };
  else
    self->skipped++;
  if (type >= 0)
    H5Tclose (type);
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

static gboolean
has_child (hid_t group, const char *name)
{
  return H5Lexists (group, name, H5P_DEFAULT) > 0;
}

/* One or two whole numbers. */
static gboolean
read_sizes_attribute (hid_t object, const char *name, gint64 *sizes, hssize_t n)
{
  hid_t attribute = has_attribute (object, name) ? H5Aopen (object, name, H5P_DEFAULT) : H5I_INVALID_HID;
  hid_t space = attribute >= 0 ? H5Aget_space (attribute) : H5I_INVALID_HID;
  hid_t type = attribute >= 0 ? H5Aget_type (attribute) : H5I_INVALID_HID;
  gboolean done = space >= 0 && type >= 0 && H5Sget_simple_extent_npoints (space) == n && H5Tget_class (type) == H5T_INTEGER
                  && H5Aread (attribute, H5T_NATIVE_INT64, sizes) >= 0;

  if (type >= 0)
    H5Tclose (type);
  if (space >= 0)
    H5Sclose (space);
  if (attribute >= 0)
    H5Aclose (attribute);
  return done;
}

/* Sparse matrices in a group. MATLAB has data, ir and jc, compressed columns, and the rows as an attribute; Python's
 * packages have data, indices and indptr, compressed rows or columns, and the shape as an attribute. */
static void
add_sparse (Reader *self, hid_t group, const char *name)
{
  EqpForeignArray *array = next_array (self, name);
  gboolean matlab = has_child (group, "ir") && has_child (group, "jc");
  gint64 sizes[2] = { 0, 0 }, starts, entries;
  Handle handle;

  if (array == NULL || !has_child (group, "data") || (!matlab && !(has_child (group, "indices") && has_child (group, "indptr")))
      || !(matlab ? read_sizes_attribute (group, "MATLAB_sparse", sizes, 1)
                  : read_sizes_attribute (group, "shape", sizes, 2) || read_sizes_attribute (group, "h5sparse_shape", sizes, 2)))
    return;

  handle = (Handle) { open_dataset (group, "data"), open_dataset (group, matlab ? "ir" : "indices"), open_dataset (group, matlab ? "jc" : "indptr"), NULL };
  starts = vector_length (handle.starts);
  entries = vector_length (handle.data);
  if (matlab)
    sizes[1] = starts - 1;
  array->column_major = matlab || sizes[0] != starts - 1;
  if (sizes[0] < 1 || sizes[0] > G_MAXINT32 || sizes[1] < 1 || sizes[1] > G_MAXINT32 || starts < 2
      || sizes[array->column_major ? 1 : 0] != starts - 1 || entries < 0 || entries != vector_length (handle.minor)
      || (double) starts + 2.0 * (double) entries > self->size * MOST_PACKED)
    {
      self->skipped++;
      return;
    }
  array->rank = 2;
  array->dims[0] = sizes[0];
  array->dims[1] = sizes[1];
  array->sparse = TRUE;
  array->entries = entries;
  array->item = EQP_ITEM_DOUBLE;
  self->handles[self->n_arrays++] = handle;
}

static gboolean
is_inside_sparse (Reader *self, const char *name)
{
  for (guint32 i = 0; i < self->n_arrays; i++)
    {
      gsize length = strlen (self->arrays[i].name);

      if (self->arrays[i].sparse && strncmp (name, self->arrays[i].name, length) == 0 && name[length] == '/')
        return TRUE;
    }
  return FALSE;
}

/* Each object comes once, however links run in circles. */
static herr_t
visit (hid_t file, const char *name, const H5O_info_t *info, void *user_data)
{
  Reader *self = user_data;

  /* MATLAB's cells and its bookkeeping. */
  if (name[0] == '#' || is_inside_sparse (self, name))
    return 0;
  if (self->n_arrays + self->skipped >= MOST_ARRAYS)
    return 1;
  if (info->type == H5O_TYPE_DATASET)
    add_dataset (self, name);
  else if (info->type == H5O_TYPE_GROUP && strcmp (name, ".") != 0)
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

static EqpForeignStatus
hdf5_list (gpointer reader, EqpForeignArray **arrays, guint32 *n_arrays, guint32 *skipped)
{
  Reader *self = reader;
  herr_t result;

  /* One more, which is filled in before it is known to be wanted. */
  self->arrays = calloc (MOST_ARRAYS + 1, sizeof (EqpForeignArray));
  self->handles = calloc (MOST_ARRAYS + 1, sizeof (Handle));
  if (self->arrays == NULL || self->handles == NULL)
    return EQP_FOREIGN_DAMAGED;
  result = H5Ovisit (self->file, H5_INDEX_NAME, H5_ITER_NATIVE, visit, self);
  *arrays = self->arrays;
  *n_arrays = self->n_arrays;
  *skipped = self->skipped;
  return result < 0 ? EQP_FOREIGN_DAMAGED : result > 0 ? EQP_FOREIGN_TOO_MANY : EQP_FOREIGN_DONE;
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

static EqpForeignStatus
hdf5_read (gpointer reader, guint32 array, gint64 first, gint64 count, EqpItem item, void *items)
{
  Reader *self = reader;
  const Handle *handle = &self->handles[array];
  hid_t type = item == EQP_ITEM_BYTE ? H5T_NATIVE_UINT8 : item == EQP_ITEM_FLOAT ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  hid_t own = H5Dget_type (handle->data);

  if (handle->member != NULL)
    {
      hid_t field = type;

      type = H5Tcreate (H5T_COMPOUND, _eqp_item_size (item));
      if (H5Tinsert (type, handle->member, 0, field) < 0)
        return EQP_FOREIGN_DAMAGED;
    }
  else if (H5Tget_class (own) == H5T_ENUM)
    {
      if (item != EQP_ITEM_BYTE)
        return EQP_FOREIGN_DAMAGED;
      type = own;
    }
  return read_slices (handle->data, type, first, count, items) ? EQP_FOREIGN_DONE : EQP_FOREIGN_DAMAGED;
}

static EqpForeignStatus
hdf5_read_sparse (gpointer reader, guint32 array, gint64 *starts, gint64 *minor, double *values)
{
  Reader *self = reader;
  const Handle *handle = &self->handles[array];

  if (H5Dread (handle->starts, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, starts) < 0
      || (self->arrays[array].entries > 0
          && (H5Dread (handle->minor, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, minor) < 0
              || H5Dread (handle->data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)))
    return EQP_FOREIGN_DAMAGED;
  return EQP_FOREIGN_DONE;
}

static EqpForeignStatus
read_variable_texts (hid_t data, hid_t own, gint64 count, char **bytes, gint64 *length)
{
  char **texts = calloc ((gsize) count, sizeof (char *));
  hid_t type = H5Tcopy (H5T_C_S1);
  gsize room = 0;
  char *to;

  H5Tset_size (type, H5T_VARIABLE);
  H5Tset_cset (type, H5Tget_cset (own));
  if (texts == NULL || H5Dread (data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) < 0)
    return EQP_FOREIGN_DAMAGED;
  for (gint64 i = 0; i < count; i++)
    room += (texts[i] != NULL ? strlen (texts[i]) : 0) + 1;
  to = *bytes = malloc (room);
  if (to == NULL)
    return EQP_FOREIGN_DAMAGED;
  for (gint64 i = 0; i < count; i++)
    to = stpcpy (to, texts[i] != NULL ? texts[i] : "") + 1;
  *length = to - *bytes;
  return EQP_FOREIGN_DONE;
}

static EqpForeignStatus
read_fixed_texts (hid_t data, hid_t own, gint64 count, char **bytes, gint64 *length)
{
  gsize size = H5Tget_size (own), total;
  char *raw, *to;

  if (size == 0 || !g_size_checked_mul (&total, (gsize) count, size + 1))
    return EQP_FOREIGN_DAMAGED;
  raw = calloc ((gsize) count, size);
  to = *bytes = malloc (total);
  if (raw == NULL || to == NULL || H5Dread (data, own, H5S_ALL, H5S_ALL, H5P_DEFAULT, raw) < 0)
    return EQP_FOREIGN_DAMAGED;
  for (gint64 i = 0; i < count; i++)
    {
      gsize used = strnlen (raw + (gsize) i * size, size);

      memcpy (to, raw + (gsize) i * size, used);
      to[used] = '\0';
      to += used + 1;
    }
  *length = to - *bytes;
  free (raw);
  return EQP_FOREIGN_DONE;
}

/* UTF-16 as MATLAB stores text, in UTF-8; three bytes for each unit are enough. */
static char *
put_utf16 (char *to, const guint16 *units, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    {
      guint32 c = units[i];

      if (c >= 0xd800 && c < 0xdc00 && i + 1 < n && units[i + 1] >= 0xdc00 && units[i + 1] < 0xe000)
        c = 0x10000 + ((c - 0xd800) << 10) + (units[++i] - 0xdc00);
      else if (c == 0 || (c >= 0xd800 && c < 0xe000))
        c = 0xfffd;
      if (c < 0x80)
        *to++ = (char) c;
      else if (c < 0x800)
        {
          *to++ = (char) (0xc0 | c >> 6);
          *to++ = (char) (0x80 | (c & 0x3f));
        }
      else
        {
          if (c >= 0x10000)
            *to++ = (char) (0xf0 | c >> 18);
          *to++ = (char) ((c >= 0x10000 ? 0x80 : 0xe0) | (c >> 12 & 0x3f));
          *to++ = (char) (0x80 | (c >> 6 & 0x3f));
          *to++ = (char) (0x80 | (c & 0x3f));
        }
    }
  return to;
}

/* The text that a cell refers to; NULL when it is none. */
static char *
read_cell (Reader *self, const hobj_ref_t *reference)
{
  hid_t cell = H5Rdereference2 (self->file, H5P_DEFAULT, H5R_OBJECT, reference);
  char *class = cell >= 0 && H5Iget_type (cell) == H5I_DATASET ? read_text_attribute (cell, "MATLAB_class") : NULL;
  gboolean empty = class != NULL && has_attribute (cell, "MATLAB_empty");
  gint64 n = class != NULL && !empty ? vector_length (cell) : 0;
  guint16 *units = NULL;
  char *text = NULL;

  if (class != NULL && strcmp (class, "char") == 0 && n >= 0 && n <= MOST_CHARACTERS)
    {
      units = calloc ((gsize) n + 1, sizeof (guint16));
      text = calloc ((gsize) n + 1, 3);
      if (units == NULL || text == NULL || (n > 0 && H5Dread (cell, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, units) < 0))
        {
          free (text);
          text = NULL;
        }
      else
        *put_utf16 (text, units, n) = '\0';
    }
  free (units);
  free (class);
  if (cell >= 0)
    H5Oclose (cell);
  return text;
}

/* MATLAB keeps the texts of a cell array in data sets of their own. */
static EqpForeignStatus
read_cell_texts (Reader *self, hid_t data, gint64 count, char **bytes, gint64 *length)
{
  hobj_ref_t *references = calloc ((gsize) count, sizeof (hobj_ref_t));
  gsize used = 0, room = 0;

  if (references == NULL || H5Dread (data, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, references) < 0)
    return EQP_FOREIGN_DAMAGED;
  for (gint64 i = 0; i < count; i++)
    {
      char *text = read_cell (self, &references[i]);
      gsize more = text != NULL ? strlen (text) + 1 : 0;

      if (used + more > room)
        {
          room = 2 * (used + more);
          *bytes = realloc (*bytes, room);
        }
      if (text == NULL || *bytes == NULL)
        return EQP_FOREIGN_DAMAGED;
      memcpy (*bytes + used, text, more);
      used += more;
      free (text);
    }
  *length = (gint64) used;
  free (references);
  return EQP_FOREIGN_DONE;
}

static EqpForeignStatus
hdf5_read_text (gpointer reader, guint32 array, gint64 count, char **bytes, gint64 *length)
{
  Reader *self = reader;
  hid_t data = self->handles[array].data, own = H5Dget_type (data);

  if (H5Tget_class (own) == H5T_REFERENCE)
    return read_cell_texts (self, data, count, bytes, length);
  return H5Tis_variable_str (own) > 0 ? read_variable_texts (data, own, count, bytes, length) : read_fixed_texts (data, own, count, bytes, length);
}

static EqpForeignStatus
hdf5_open (const char *path, gpointer *reader)
{
  Reader *self = calloc (1, sizeof *self);
  struct stat info;
  guint8 head[16];
  FILE *stream = fopen (path, "rb");
  hid_t access;

  if (self == NULL || stream == NULL || fstat (fileno (stream), &info) != 0)
    return EQP_FOREIGN_DAMAGED;
  self->size = (double) info.st_size;
  self->matlab = is_matlab (head, fread (head, 1, sizeof head, stream));
  fclose (stream);

  H5open ();
  H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
  /* A file must not make the program load code. */
  H5PLset_loading_state (0);
  access = H5Pcreate (H5P_FILE_ACCESS);
  /* Unpacked bytes in memory have a path, but not the real one that the usual driver looks for. */
  if (strncmp (path, "/proc/", 6) == 0)
    H5Pset_fapl_core (access, CORE_BLOCK_BYTES, FALSE);
  self->file = H5Fopen (path, H5F_ACC_RDONLY, access);
  H5Pclose (access);
  *reader = self;
  return self->file >= 0 ? EQP_FOREIGN_DONE : EQP_FOREIGN_DAMAGED;
}

static const EqpForeignCalls calls = { hdf5_open, hdf5_list, hdf5_read, hdf5_read_sparse, hdf5_read_text };

/* In this process
 * --------------- */

static gboolean
look_at_file (EqpVariables *self, const char *path, GError **error)
{
  g_autoptr (GError) cause = NULL;
  g_autoptr (GMappedFile) mapped = g_mapped_file_new (path, FALSE, &cause);
  const guint8 *bytes;
  gsize size;

  if (mapped == NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "“%s” could not be read: %s.", self->file, cause->message);
      return FALSE;
    }
  bytes = (const guint8 *) g_mapped_file_get_contents (mapped);
  size = g_mapped_file_get_length (mapped);
  if (bytes == NULL || !has_signature (bytes, size))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "%s: this is no HDF5 file; it is damaged, get it again.", self->file);
      return FALSE;
    }
  self->matlab = is_matlab (bytes, size);
  self->format = self->matlab ? "MAT v7.3" : "HDF5";
  return TRUE;
}

static EqpDataset *
hdf5_read_file (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable, GError **error)
{
  g_auto (EqpVariables) self = { 0 };
  g_autoptr (EqpForeign) process = NULL;
  g_auto (EqpPlainFile) plain = { 0 };
  EqpImportOptions own = { 0 };
  guint skipped = 0;

  if (!_eqp_plain_file_open (&plain, file, options, progress, cancellable, error))
    return NULL;
  if (options != NULL)
    own = *options;
  if (plain.member != NULL)
    own.variable = plain.array;
  _eqp_variables_init (&self, &own, progress, cancellable);
  self.member = plain.member;
  self.file = plain.name;
  if (!look_at_file (&self, plain.path, error))
    return NULL;
  process = _eqp_foreign_start (&calls, plain.path, plain.name, cancellable, error);
  if (process == NULL || !_eqp_foreign_list (process, &self, &skipped, error))
    return NULL;
  if (skipped > 0)
    eqp_note (&self.parts.decisions, "%u data set%s no real numbers (text, compounds, references) and %s left out.",
              skipped, skipped == 1 ? " has" : "s have", skipped == 1 ? "was" : "were");
  return _eqp_variables_load (&self, file, error);
}

const EqpReader _eqp_reader_hdf5 = {
  .id = "hdf5",
  .name = "HDF5",
  .suffixes = "h5;hdf5;hdf;he5;mat",
  .sniff = hdf5_sniff,
  .read = hdf5_read_file,
};
