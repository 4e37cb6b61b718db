/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the data sets of an HDF5 file are: type, shape, how they are stored, and what cannot be read of them. */
#include "config.h"

#include "eqp-hdf5-private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_CHUNK_BYTES (G_GINT64_CONSTANT (1) << 30)
#define CACHE_BYTES (32 << 20)

/* No attribute that is looked at is longer. */
#define MOST_CHARACTERS 64

/* A short text attribute such as MATLAB_class. */
char *
_eqp_hdf5_text_attribute (hid_t object, const char *name)
{
  g_auto (EqpHid) attribute = H5Aexists (object, name) > 0 ? H5Aopen (object, name, H5P_DEFAULT) : H5I_INVALID_HID;
  g_auto (EqpHid) type = attribute >= 0 ? H5Aget_type (attribute) : H5I_INVALID_HID;
  size_t size = type >= 0 ? H5Tget_size (type) : 0;
  g_autofree char *text = g_malloc0 (MOST_CHARACTERS);

  if (type < 0 || H5Tget_class (type) != H5T_STRING || H5Tis_variable_str (type) != 0 || size >= MOST_CHARACTERS ||
      H5Aget_storage_size (attribute) != size || H5Aread (attribute, type, text) < 0)
    return NULL;
  return g_steal_pointer (&text);
}

/* Whole or real numbers, which HDF5 turns into what is asked for; true or false, which h5py keeps as an enumeration of
 * bytes and PyTables as bits of a byte. */
gboolean
_eqp_hdf5_describe_number (hid_t type, EqpForeignArray *array)
{
  size_t size = H5Tget_size (type);

  switch (H5Tget_class (type))
    {
    case H5T_INTEGER:
      array->is.whole = TRUE;
      array->is.item = size == 1 && H5Tget_sign (type) == H5T_SGN_NONE ? EQP_ITEM_BYTE
                    : size <= 2                                     ? EQP_ITEM_FLOAT
                                                                    : EQP_ITEM_DOUBLE;
      return size >= 1 && size <= 8;
    case H5T_FLOAT:
      array->is.item = size <= 4 ? EQP_ITEM_FLOAT : EQP_ITEM_DOUBLE;
      return size <= 16;
    case H5T_ENUM:
    case H5T_BITFIELD:
      array->is.whole = TRUE;
      array->is.item = EQP_ITEM_BYTE;
      return size == 1;
    default:
      return FALSE;
    }
}

gboolean
_eqp_hdf5_describe_space (EqpHdf5 *self, hid_t data, EqpForeignArray *array)
{
  g_auto (EqpHid) space = H5Dget_space (data);
  hsize_t dims[H5S_MAX_RANK];
  int rank = space >= 0 && H5Sget_simple_extent_type (space) == H5S_SIMPLE ? H5Sget_simple_extent_ndims (space) : -1;

  if (rank < 1 || rank > EQP_VARIABLE_MAX_RANK || H5Sget_simple_extent_dims (space, dims, NULL) < 0)
    return FALSE;
  array->is.column_major = self->matlab;
  array->is.rank = rank;
  for (int i = 0; i < rank; i++)
    array->is.dims[self->matlab ? rank - 1 - i : i] = dims[i] < (hsize_t) G_MAXINT64 ? (gint64) dims[i] : G_MAXINT64;
  return TRUE;
}

/* Chunks that were never written, as when a program was stopped on its way, read as if all were well. */
static double
unwritten_share (EqpHdf5 *self, hid_t data, const EqpForeignArray *array, const hsize_t *chunk)
{
  g_auto (EqpHid) space = H5Dget_space (data);
  hsize_t written = 0;
  double all = 1.0;

  for (int i = 0; i < array->is.rank; i++)
    all *= ceil ((double) array->is.dims[self->matlab ? array->is.rank - 1 - i : i] / (double) chunk[i]);
  if (space < 0 || H5Dget_num_chunks (data, space, &written) < 0 || (double) written >= all)
    return 0.0;
  return (all - (double) written) / all;
}

/* Values outside the file are not followed; chunks have to be of a size that can be unpacked. */
gboolean
_eqp_hdf5_describe_storage (EqpHdf5 *self, hid_t data, EqpForeignArray *array)
{
  g_auto (EqpHid) plist = H5Dget_create_plist (data);
  H5D_layout_t layout = plist >= 0 ? H5Pget_layout (plist) : H5D_LAYOUT_ERROR;
  hsize_t chunk[H5S_MAX_RANK];

  array->stored = (double) H5Dget_storage_size (data);
  array->packed = layout == H5D_CONTIGUOUS ? 1.0 : EQP_HDF5_MOST_PACKED;
  if (array->stored > self->size)
    array->stored = 0.0;
  if (layout == H5D_CONTIGUOUS && H5Pget_external_count (plist) > 0)
    array->unread = EQP_FOREIGN_LINK;
  else if (layout == H5D_CHUNKED)
    {
      int rank = H5Pget_chunk (plist, H5S_MAX_RANK, chunk);
      double bytes = 8.0;

      for (int i = 0; i < rank; i++)
        bytes *= (double) chunk[i];
      if (rank != array->is.rank || bytes > (double) MOST_CHUNK_BYTES)
        return FALSE;
      array->is.chunk = (gint64) chunk[0];
      array->is.unwritten = unwritten_share (self, data, array, chunk);
    }
  else if (layout != H5D_COMPACT && layout != H5D_CONTIGUOUS)
    array->unread = EQP_FOREIGN_VIRTUAL;
  for (int i = 0, n = plist >= 0 ? H5Pget_nfilters (plist) : 0; array->unread == 0 && i < n; i++)
    {
      size_t n_values = 0;
      unsigned flags, config;
      H5Z_filter_t filter = H5Pget_filter2 (plist, (unsigned) i, &flags, &n_values, NULL, 0, NULL, &config);

      if (filter >= 0 && H5Zfilter_avail (filter) <= 0)
        {
          array->unread = EQP_FOREIGN_FILTER;
          array->is.entries = filter;
        }
    }
  return array->unread == 0;
}

hid_t
_eqp_hdf5_open_dataset (hid_t parent, const char *name)
{
  g_auto (EqpHid) access = H5Pcreate (H5P_DATASET_ACCESS);

  H5Pset_chunk_cache (access, 12421, CACHE_BYTES, 1.0);
  return H5Dopen2 (parent, name, access);
}

/* The next free description, emptied and named, also "table/field"; NULL where that is too long, or there are too many.
 */
EqpForeignArray *
_eqp_hdf5_next_array (EqpHdf5 *self, const char *name, const char *field)
{
  EqpForeignArray *array = &self->arrays[self->n_arrays];

  if (self->n_arrays + self->skipped >= EQP_HDF5_MOST_ARRAYS)
    return NULL;
  memset (array, 0, sizeof *array);
  return snprintf (array->name, sizeof array->name, "%s%s%s", name, field != NULL ? "/" : "",
                   field != NULL ? field : "") < (int) sizeof array->name ? array : NULL;
}

gint64
_eqp_hdf5_length (hid_t data)
{
  g_auto (EqpHid) space = data >= 0 ? H5Dget_space (data) : H5I_INVALID_HID;
  hssize_t points = space >= 0 ? H5Sget_simple_extent_npoints (space) : -1;

  return points >= 0 && points < G_MAXINT32 ? (gint64) points : -1;
}

/* Tells the program, which may have to say so. */
void
_eqp_hdf5_leave_out (EqpHdf5 *self, const char *name, EqpForeignUnread why)
{
  EqpForeignArray *array = _eqp_hdf5_next_array (self, name, NULL);

  if (array == NULL)
    return;
  array->unread = (gint32) why;
  self->handles[self->n_arrays++] = (EqpHdf5Handle){ 0 };
}

/* MATLAB's classes of numbers and truth values; it keeps the others, such as tables, in ways of its own. */
static gboolean
is_class_of_numbers (const char *class)
{
  static const char *const classes[] = { "double", "single", "logical", "int8",  "uint8",  "int16",
                                         "uint16", "int32",  "uint32",  "int64", "uint64", NULL };

  return g_strv_contains (classes, class);
}

static gboolean
describe_dataset (EqpHdf5 *self, hid_t data, hid_t type, EqpForeignArray *array)
{
  g_autofree char *class = self->matlab ? _eqp_hdf5_text_attribute (data, "MATLAB_class") : NULL;
  gboolean characters = g_strcmp0 (class, "char") == 0, cells = g_strcmp0 (class, "cell") == 0;
  gboolean other = class != NULL && !cells && !characters && !is_class_of_numbers (class);

  if (other)
    array->unread = EQP_FOREIGN_OBJECT;
  if (H5Tget_class (type) == H5T_VLEN && !self->matlab)
    {
      g_auto (EqpHid) items = H5Tget_super (type);

      /* Python's pickled objects are bytes so. */
      if (items >= 0 &&
          (H5Tget_class (items) == H5T_FLOAT || (H5Tget_class (items) == H5T_INTEGER && H5Tget_size (items) > 1)))
        array->unread = EQP_FOREIGN_RAGGED;
    }
  if (characters || other || (cells && H5Tequal (type, H5T_STD_REF_OBJ) <= 0) ||
      H5Aexists (data, "MATLAB_empty") > 0 || !_eqp_hdf5_describe_space (self, data, array) ||
      !_eqp_hdf5_describe_storage (self, data, array))
    return FALSE;
  array->is.text = cells || H5Tget_class (type) == H5T_STRING;
  return array->is.text || _eqp_hdf5_describe_number (type, array);
}

/* Two floating-point numbers: a complex one, as MATLAB and h5py keep it. */
static gboolean
is_complex (hid_t type)
{
  static const char *const names[][2] = { { "real", "imag" }, { "r", "i" } };
  gboolean complex = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (names) && H5Tget_nmembers (type) == 2; i++)
    complex |= H5Tget_member_index (type, names[i][0]) == 0 && H5Tget_member_index (type, names[i][1]) == 1 &&
               H5Tget_member_class (type, 0) == H5T_FLOAT;
  return complex;
}

/* Describes it when it can be features or labels; otherwise it is counted, or told as what it is. */
void
_eqp_hdf5_add_dataset (EqpHdf5 *self, const char *name)
{
  EqpForeignArray *array = _eqp_hdf5_next_array (self, name, NULL);
  hid_t data = _eqp_hdf5_open_dataset (self->file, name);
  g_auto (EqpHid) type = data >= 0 ? H5Dget_type (data) : H5I_INVALID_HID;

  if (array == NULL || type < 0)
    self->skipped++;
  else if (H5Tget_class (type) == H5T_COMPOUND && is_complex (type))
    _eqp_hdf5_leave_out (self, name, EQP_FOREIGN_COMPLEX);
  else if (H5Tget_class (type) == H5T_COMPOUND)
    self->skipped += !_eqp_hdf5_add_members (self, data, type, name);
  else if (describe_dataset (self, data, type, array) || array->unread != 0)
    self->handles[self->n_arrays++] = (EqpHdf5Handle){ .data = data };
  else
    self->skipped++;
}
