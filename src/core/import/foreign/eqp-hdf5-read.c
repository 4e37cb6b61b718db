/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and texts out of the data sets of an HDF5 file. */
#include "config.h"

#include "eqp-hdf5-private.h"

#include <string.h>

/* A name of a class is no book. */
#define MOST_CHARACTERS 65536

/* Slices along the first dimension of the data set. */
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
      done = memory >= 0 && H5Sselect_hyperslab (space, H5S_SELECT_SET, start, NULL, dims, NULL) >= 0 &&
             H5Dread (data, type, memory, space, H5P_DEFAULT, items) >= 0;
    }
  if (memory >= 0)
    H5Sclose (memory);
  H5Sclose (space);
  return done;
}

/* A field of a table. */
static gboolean
read_member (const EqpHdf5Handle *handle, hid_t type, gint64 first, gint64 count, void *items)
{
  hid_t whole = H5Tcreate (H5T_COMPOUND, H5Tget_size (type));
  gboolean done = H5Tinsert (whole, handle->member, 0, type) >= 0 &&
                  read_slices (handle->data, whole, first, count, items);

  H5Tclose (whole);
  return done;
}

/* Items of the type asked for: of a whole data set, or a field of a table. */
static gboolean
read_items (const EqpHdf5Handle *handle, hid_t type, gint64 first, gint64 count, void *items)
{
  return handle->member != NULL ? read_member (handle, type, first, count, items)
                                : read_slices (handle->data, type, first, count, items);
}

static hid_t
type_of (const EqpHdf5Handle *handle)
{
  hid_t own = H5Dget_type (handle->data);

  if (handle->member == NULL)
    return own;
  return H5Tget_member_type (own, (unsigned) MAX (0, H5Tget_member_index (own, handle->member)));
}

EqpForeignStatus
_eqp_hdf5_read (gpointer reader, guint32 array, gint64 first, gint64 count, EqpItem item, void *items)
{
  EqpHdf5 *self = reader;
  const EqpHdf5Handle *handle = &self->handles[array];
  hid_t type = item == EQP_ITEM_BYTE ? H5T_NATIVE_UINT8 : item == EQP_ITEM_FLOAT ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  hid_t own = type_of (handle);

  if ((handle->member == NULL || H5Tget_class (own) == H5T_BITFIELD) &&
      (H5Tget_class (own) == H5T_ENUM || H5Tget_class (own) == H5T_BITFIELD))
    {
      if (item != EQP_ITEM_BYTE)
        return EQP_FOREIGN_DAMAGED;
      type = own;
    }
  return read_items (handle, type, first, count, items) ? EQP_FOREIGN_DONE : EQP_FOREIGN_DAMAGED;
}

/* Returns how it went. */
EqpForeignStatus
_eqp_hdf5_read_sparse (gpointer reader, guint32 array, gint64 *starts, gint64 *minor, double *values)
{
  EqpHdf5 *self = reader;
  const EqpHdf5Handle *handle = &self->handles[array];

  if (H5Dread (handle->starts, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, starts) < 0 ||
      (self->arrays[array].entries > 0 &&
       (H5Dread (handle->minor, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, minor) < 0 ||
        H5Dread (handle->data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0)))
    return EQP_FOREIGN_DAMAGED;
  return EQP_FOREIGN_DONE;
}

static EqpForeignStatus
read_variable_texts (hid_t data, hid_t own, gint64 count, GString *texts)
{
  g_autofree char **read = g_new0 (char *, count + 1);
  hid_t type = H5Tcopy (H5T_C_S1);

  H5Tset_size (type, H5T_VARIABLE);
  H5Tset_cset (type, H5Tget_cset (own));
  if (H5Dread (data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, read) < 0)
    return EQP_FOREIGN_DAMAGED;
  for (gint64 i = 0; i < count; i++)
    g_string_append_len (texts, read[i] != NULL ? read[i] : "", read[i] != NULL ? (gssize) strlen (read[i]) + 1 : 1);
  return EQP_FOREIGN_DONE;
}

static EqpForeignStatus
read_fixed_texts (const EqpHdf5Handle *handle, hid_t own, gint64 count, GString *texts)
{
  gsize size = H5Tget_size (own);
  g_autofree char *raw = g_malloc0_n ((gsize) count, MAX (1, size));

  if (size == 0 || (handle->member == NULL
                        ? H5Dread (handle->data, own, H5S_ALL, H5S_ALL, H5P_DEFAULT, raw) < 0
                        : !read_items (handle, own, 0, count, raw)))
    return EQP_FOREIGN_DAMAGED;
  for (gint64 i = 0; i < count; i++)
    {
      const char *text = raw + (gsize) i * size;

      g_string_append_len (texts, text, (gssize) strnlen (text, size));
      g_string_append_c (texts, '\0');
    }
  return EQP_FOREIGN_DONE;
}

/* UTF-16 as MATLAB stores text. */
static void
put_utf16 (GString *texts, const guint16 *units, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    {
      gunichar c = units[i];

      if (c >= 0xd800 && c < 0xdc00 && i + 1 < n && units[i + 1] >= 0xdc00 && units[i + 1] < 0xe000)
        c = 0x10000 + ((c - 0xd800) << 10) + (units[++i] - 0xdc00u);
      g_string_append_unichar (texts, c != 0 && g_unichar_validate (c) ? c : 0xfffd);
    }
  g_string_append_c (texts, '\0');
}

/* The text that a cell refers to; FALSE when it is none. */
static gboolean
read_cell (EqpHdf5 *self, const hobj_ref_t *reference, GString *texts)
{
  hid_t cell = H5Rdereference2 (self->file, H5P_DEFAULT, H5R_OBJECT, reference);
  g_autofree char *class =
      cell >= 0 && H5Iget_type (cell) == H5I_DATASET ? _eqp_hdf5_text_attribute (cell, "MATLAB_class", 64) : NULL;
  gboolean empty = class != NULL && _eqp_hdf5_has_attribute (cell, "MATLAB_empty");
  gint64 n = class != NULL && !empty ? _eqp_hdf5_length (cell) : 0;
  gboolean done = class != NULL && strcmp (class, "char") == 0 && n >= 0 && n <= MOST_CHARACTERS;
  g_autofree guint16 *units = done ? g_new0 (guint16, n + 1) : NULL;

  done = done && (n == 0 || H5Dread (cell, H5T_NATIVE_UINT16, H5S_ALL, H5S_ALL, H5P_DEFAULT, units) >= 0);
  if (done)
    put_utf16 (texts, units, n);
  if (cell >= 0)
    H5Oclose (cell);
  return done;
}

/* MATLAB keeps the texts of a cell array in data sets of their own. */
static EqpForeignStatus
read_cell_texts (EqpHdf5 *self, hid_t data, gint64 count, GString *texts)
{
  g_autofree hobj_ref_t *references = g_new0 (hobj_ref_t, count);

  if (H5Dread (data, H5T_STD_REF_OBJ, H5S_ALL, H5S_ALL, H5P_DEFAULT, references) < 0)
    return EQP_FOREIGN_DAMAGED;
  for (gint64 i = 0; i < count; i++)
    if (!read_cell (self, &references[i], texts))
      return EQP_FOREIGN_DAMAGED;
  return EQP_FOREIGN_DONE;
}

/* The texts are added one behind the other, each with its NUL. */
static EqpForeignStatus
read_texts (hid_t data, gint64 count, GString *texts)
{
  hid_t own = H5Dget_type (data);
  EqpHdf5Handle handle = { .data = data };
  g_autofree double *numbers = NULL;

  if (H5Tget_class (own) == H5T_STRING)
    return H5Tis_variable_str (own) > 0 ? read_variable_texts (data, own, count, texts)
                                        : read_fixed_texts (&handle, own, count, texts);
  numbers = g_new0 (double, MAX (1, count));
  if (H5Dread (data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers) < 0)
    return EQP_FOREIGN_DAMAGED;
  for (gint64 i = 0; i < count; i++)
    {
      g_string_append_printf (texts, "%.15g", numbers[i]);
      g_string_append_c (texts, '\0');
    }
  return EQP_FOREIGN_DONE;
}

/* Codes that count names; those that count none are missing. */
static EqpForeignStatus
read_coded_texts (const EqpHdf5Handle *handle, gint64 count, GString *texts)
{
  gint64 n_names = _eqp_hdf5_length (handle->minor);
  g_autofree gint32 *codes = g_new0 (gint32, count);
  g_autofree const char **starts = g_new0 (const char *, MAX (1, n_names));
  g_autoptr (GString) names = g_string_new (NULL);
  const char *at;

  if (n_names < 1 || read_texts (handle->minor, n_names, names) != EQP_FOREIGN_DONE ||
      H5Dread (handle->data, H5T_NATIVE_INT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, codes) < 0)
    return EQP_FOREIGN_DAMAGED;
  at = names->str;
  for (gint64 i = 0; i < n_names; i++, at += strlen (at) + 1)
    {
      starts[i] = at;
      if (strlen (at) > MOST_CHARACTERS)
        return EQP_FOREIGN_DAMAGED;
    }
  for (gint64 i = 0; i < count; i++)
    {
      const char *text = codes[i] >= 0 && codes[i] < n_names ? starts[codes[i]] : "";

      g_string_append_len (texts, text, (gssize) strlen (text) + 1);
    }
  return EQP_FOREIGN_DONE;
}

/* @texts: the texts are added one behind the other, each with its NUL. Returns how it went. */
EqpForeignStatus
_eqp_hdf5_read_text (gpointer reader, guint32 array, gint64 count, GString *texts)
{
  EqpHdf5 *self = reader;
  const EqpHdf5Handle *handle = &self->handles[array];
  hid_t own = type_of (handle);

  if (handle->minor > 0)
    return read_coded_texts (handle, count, texts);
  if (H5Tget_class (own) == H5T_REFERENCE)
    return read_cell_texts (self, handle->data, count, texts);
  return H5Tis_variable_str (own) > 0 ? read_variable_texts (handle->data, own, count, texts)
                                      : read_fixed_texts (handle, own, count, texts);
}
