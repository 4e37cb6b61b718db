/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and texts out of the data sets of an HDF5 file. In the other process. */
#include "config.h"

#include "eqp-hdf5-private.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A name of a class is no book. */
#define MOST_CHARACTERS 65536

#define PIECE_BYTES (4 << 20)

/* Reads count slices along the first dimension of the data set, of the others no more than is wanted. */
static gboolean
read_slices (hid_t data, hid_t type, const gint64 *wanted, gint64 first, gint64 count, void *items)
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
      for (int i = 1; wanted != NULL && i < rank; i++)
        dims[i] = MIN (dims[i], (hsize_t) wanted[i]);
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
read_column (hid_t data, hid_t type, gint64 column, gint64 first, gint64 count, void *items)
{
  hid_t space = H5Dget_space (data), memory;
  hsize_t start[2] = { (hsize_t) first, (hsize_t) column }, size[2] = { (hsize_t) count, 1 };
  gboolean done;

  if (space < 0)
    return FALSE;
  memory = H5Screate_simple (2, size, NULL);
  done = memory >= 0 && H5Sget_simple_extent_ndims (space) == 2 &&
         H5Sselect_hyperslab (space, H5S_SELECT_SET, start, NULL, size, NULL) >= 0 &&
         H5Dread (data, type, memory, space, H5P_DEFAULT, items) >= 0;
  if (memory >= 0)
    H5Sclose (memory);
  H5Sclose (space);
  return done;
}

/* A field, or one column of a field that is a vector itself, piece by piece. */
static gboolean
read_member (const EqpHdf5Handle *handle, hid_t type, gint64 first, gint64 count, char *items)
{
  gsize size = H5Tget_size (type), width = (gsize) MAX (1, handle->width);
  gint64 piece = MAX (1, (gint64) (PIECE_BYTES / (width * size)));
  hsize_t dims[1] = { width };
  hid_t field = handle->width > 0 ? H5Tarray_create2 (type, 1, dims) : H5Tcopy (type);
  hid_t whole = H5Tcreate (H5T_COMPOUND, width * size);
  char *buffer = malloc ((gsize) MIN (piece, MAX (1, count)) * width * size);
  gboolean done = buffer != NULL && H5Tinsert (whole, handle->member, 0, field) >= 0;

  for (gint64 row = 0; row < count && done; row += piece)
    {
      gint64 part = MIN (piece, count - row);

      done = read_slices (handle->data, whole, NULL, first + row, part, buffer);
      if (handle->column < 0 && done)
        memcpy (items + (gsize) row * width * size, buffer, (gsize) part * width * size);
      for (gint64 i = 0; i < part && done && handle->column >= 0; i++)
        memcpy (items + (gsize) (row + i) * size, buffer + ((gsize) i * width + (gsize) handle->column) * size, size);
    }
  free (buffer);
  H5Tclose (field);
  H5Tclose (whole);
  return done;
}

/* Items of the type asked for: of a whole data set, a column of it, or a field of a table. */
static gboolean
read_items (const EqpHdf5Handle *handle, hid_t type, const gint64 *wanted, gint64 first, gint64 count, void *items)
{
  if (handle->member != NULL)
    return read_member (handle, type, first, count, items);
  return handle->column >= 0 ? read_column (handle->data, type, handle->column, first, count, items)
                             : read_slices (handle->data, type, wanted, first, count, items);
}

/**
 * _eqp_hdf5_read:
 * @reader: the file
 * @array: number of an array
 * @dims: its sizes, one of them perhaps less than in the file: only the first ones are wanted there
 * @first: slice along its slowest dimension
 * @count: slices
 * @item: what they are wanted as
 * @items: (out): room for them
 *
 * Returns: how it went
 */
EqpForeignStatus
_eqp_hdf5_read (gpointer reader, guint32 array, const gint64 *dims, gint64 first, gint64 count, EqpItem item,
                void *items)
{
  EqpHdf5 *self = reader;
  const EqpHdf5Handle *handle = &self->handles[array];
  hid_t type = item == EQP_ITEM_BYTE ? H5T_NATIVE_UINT8 : item == EQP_ITEM_FLOAT ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  hid_t own = H5Dget_type (handle->data);
  gint64 wanted[H5S_MAX_RANK];

  for (int i = 0; i < H5S_MAX_RANK; i++)
    wanted[i] = G_MAXINT64;
  for (int i = 0, rank = self->arrays[array].rank; i < rank; i++)
    wanted[self->matlab ? rank - 1 - i : i] = dims[i];
  if (handle->member != NULL)
    {
      own = H5Tget_member_type (own, (unsigned) MAX (0, H5Tget_member_index (own, handle->member)));
      own = H5Tget_class (own) == H5T_ARRAY ? H5Tget_super (own) : own;
    }
  if ((handle->member == NULL || H5Tget_class (own) == H5T_BITFIELD) &&
      (H5Tget_class (own) == H5T_ENUM || H5Tget_class (own) == H5T_BITFIELD))
    {
      if (item != EQP_ITEM_BYTE)
        return EQP_FOREIGN_DAMAGED;
      type = own;
    }
  return read_items (handle, type, wanted, first, count, items) ? EQP_FOREIGN_DONE : EQP_FOREIGN_DAMAGED;
}

/**
 * _eqp_hdf5_read_sparse:
 * @reader: the file
 * @array: number of a sparse one
 * @starts: (out): of its lines
 * @minor: (out): places in them
 * @values: (out): numbers
 *
 * Returns: how it went
 */
EqpForeignStatus
_eqp_hdf5_read_sparse (gpointer reader, guint32 array, gint64 *starts, gint64 *minor, double *values)
{
  EqpHdf5 *self = reader;
  const EqpHdf5Handle *handle = &self->handles[array];

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
read_fixed_texts (const EqpHdf5Handle *handle, hid_t own, gint64 count, char **bytes, gint64 *length)
{
  gsize size = H5Tget_size (own), total;
  char *raw, *to;

  if (size == 0 || !g_size_checked_mul (&total, (gsize) count, size + 1))
    return EQP_FOREIGN_DAMAGED;
  raw = calloc ((gsize) count, size);
  to = *bytes = malloc (total);
  if (raw == NULL || to == NULL ||
      (handle->member == NULL && handle->column < 0
           ? H5Dread (handle->data, own, H5S_ALL, H5S_ALL, H5P_DEFAULT, raw) < 0
           : !read_items (handle, own, NULL, 0, count, raw)))
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
read_cell (EqpHdf5 *self, const hobj_ref_t *reference)
{
  hid_t cell = H5Rdereference2 (self->file, H5P_DEFAULT, H5R_OBJECT, reference);
  char *class =
      cell >= 0 && H5Iget_type (cell) == H5I_DATASET ? _eqp_hdf5_text_attribute (cell, "MATLAB_class", 64) : NULL;
  gboolean empty = class != NULL && _eqp_hdf5_has_attribute (cell, "MATLAB_empty");
  gint64 n = class != NULL && !empty ? _eqp_hdf5_length (cell) : 0;
  guint16 *units = NULL;
  char *text = NULL;

  if (class != NULL && strcmp (class, "char") == 0 && n >= 0 && n <= MOST_CHARACTERS)
    {
      units = calloc ((gsize) n + 1, sizeof (guint16));
      text = calloc ((gsize) n + 1, 3);
      if (units == NULL || text == NULL ||
          (n > 0 && H5Dread (cell, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, units) < 0))
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
read_cell_texts (EqpHdf5 *self, hid_t data, gint64 count, char **bytes, gint64 *length)
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

/**
 * _eqp_hdf5_read_texts:
 * @data: a vector of texts or numbers
 * @count: its length
 * @bytes: (out): the texts one behind the other, from malloc()
 * @length: (out): of all
 *
 * Returns: how it went
 */
EqpForeignStatus
_eqp_hdf5_read_texts (hid_t data, gint64 count, char **bytes, gint64 *length)
{
  hid_t own = H5Dget_type (data);
  EqpHdf5Handle handle = { .data = data, .column = -1 };
  double *numbers;
  char *to;

  if (H5Tget_class (own) == H5T_STRING)
    return H5Tis_variable_str (own) > 0 ? read_variable_texts (data, own, count, bytes, length)
                                        : read_fixed_texts (&handle, own, count, bytes, length);
  numbers = calloc ((gsize) MAX (1, count), sizeof (double));
  to = *bytes = calloc ((gsize) MAX (1, count), 32);
  if (numbers == NULL || to == NULL || H5Dread (data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) < 0)
    return EQP_FOREIGN_DAMAGED;
  for (gint64 i = 0; i < count; i++)
    to += snprintf (to, 32, "%.15g", numbers[i]) + 1;
  *length = to - *bytes;
  free (numbers);
  return EQP_FOREIGN_DONE;
}

/* Codes that count names; those that count none are missing. */
static EqpForeignStatus
read_coded_texts (const EqpHdf5Handle *handle, gint64 count, char **bytes, gint64 *length)
{
  gint64 n_names = _eqp_hdf5_length (handle->minor), name_bytes = 0, longest = 0, at = 0;
  gint32 *codes = calloc ((gsize) count, sizeof (gint32));
  gint64 *starts = calloc ((gsize) MAX (1, n_names), sizeof (gint64));
  char *names = NULL, *to;

  if (codes == NULL || starts == NULL || n_names < 1 ||
      _eqp_hdf5_read_texts (handle->minor, n_names, &names, &name_bytes) != EQP_FOREIGN_DONE ||
      H5Dread (handle->data, H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, codes) < 0)
    return EQP_FOREIGN_DAMAGED;
  for (gint64 i = 0; i < n_names && at < name_bytes; i++)
    {
      gint64 size = (gint64) strlen (names + at) + 1;

      starts[i] = at;
      longest = MAX (longest, size);
      at += size;
    }
  if (longest > MOST_CHARACTERS)
    return EQP_FOREIGN_DAMAGED;
  to = *bytes = malloc ((gsize) count * (gsize) MAX (1, longest));
  if (to == NULL)
    return EQP_FOREIGN_DAMAGED;
  for (gint64 i = 0; i < count; i++)
    to = stpcpy (to, codes[i] >= 0 && codes[i] < n_names ? names + starts[codes[i]] : "") + 1;
  *length = to - *bytes;
  free (names);
  free (starts);
  free (codes);
  return EQP_FOREIGN_DONE;
}

/**
 * _eqp_hdf5_read_text:
 * @reader: the file
 * @array: number of an array of texts
 * @count: how many
 * @bytes: (out): the texts one behind the other, from malloc()
 * @length: (out): of all
 *
 * Returns: how it went
 */
EqpForeignStatus
_eqp_hdf5_read_text (gpointer reader, guint32 array, gint64 count, char **bytes, gint64 *length)
{
  EqpHdf5 *self = reader;
  const EqpHdf5Handle *handle = &self->handles[array];
  hid_t own = H5Dget_type (handle->data);

  if (handle->minor > 0)
    return read_coded_texts (handle, count, bytes, length);
  if (handle->member != NULL)
    {
      own = H5Tget_member_type (own, (unsigned) MAX (0, H5Tget_member_index (own, handle->member)));
      own = H5Tget_class (own) == H5T_ARRAY ? H5Tget_super (own) : own;
    }
  if (H5Tget_class (own) == H5T_REFERENCE)
    return read_cell_texts (self, handle->data, count, bytes, length);
  return H5Tis_variable_str (own) > 0 ? read_variable_texts (handle->data, own, count, bytes, length)
                                      : read_fixed_texts (handle, own, count, bytes, length);
}
