/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and texts out of the data sets of an HDF5 file. */
#include "config.h"

#include "eqp-hdf5-private.h"

#include <string.h>

/* A name of a class is no book. */
#define MOST_CHARACTERS 65536

static gboolean
read_all (hid_t data, hid_t type, void *items)
{
  return H5Dread (data, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, items) >= 0;
}

/* Slices along the first dimension, of the type asked for: of a whole data set, or a field of a table. */
static gboolean
read_items (const EqpHdf5Handle *handle, hid_t type, gint64 first, gint64 count, void *items)
{
  g_auto (EqpHid) space = H5Dget_space (handle->data), memory = H5I_INVALID_HID, table = H5I_INVALID_HID;
  hsize_t start[H5S_MAX_RANK] = { 0 }, dims[H5S_MAX_RANK];
  int rank = space >= 0 ? H5Sget_simple_extent_dims (space, dims, NULL) : -1;

  if (rank < 1 || first < 0 || (hsize_t) first + (hsize_t) count > dims[0])
    return FALSE;
  start[0] = (hsize_t) first;
  dims[0] = (hsize_t) count;
  memory = H5Screate_simple (rank, dims, NULL);
  if (handle->member != NULL)
    {
      table = H5Tcreate (H5T_COMPOUND, H5Tget_size (type));
      H5Tinsert (table, handle->member, 0, type);
    }
  return memory >= 0 && H5Sselect_hyperslab (space, H5S_SELECT_SET, start, NULL, dims, NULL) >= 0 &&
         H5Dread (handle->data, handle->member != NULL ? table : type, memory, space, H5P_DEFAULT, items) >= 0;
}

static hid_t
type_of (const EqpHdf5Handle *handle)
{
  g_auto (EqpHid) own = H5Dget_type (handle->data);

  if (handle->member == NULL)
    return H5Tcopy (own);
  return H5Tget_member_type (own, (unsigned) MAX (0, H5Tget_member_index (own, handle->member)));
}

EqpForeignStatus
_eqp_hdf5_read (gpointer reader, guint32 array, gint64 first, gint64 count, EqpItem item, void *items)
{
  const EqpHdf5Handle *handle = &((EqpHdf5 *) reader)->handles[array];
  hid_t type = item == EQP_ITEM_BYTE ? H5T_NATIVE_UINT8 : item == EQP_ITEM_FLOAT ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  g_auto (EqpHid) own = type_of (handle);
  gboolean bits = H5Tget_class (own) == H5T_BITFIELD || (H5Tget_class (own) == H5T_ENUM && handle->member == NULL);

  if (bits && item != EQP_ITEM_BYTE)
    return EQP_FOREIGN_DAMAGED;
  return read_items (handle, bits ? own : type, first, count, items) ? EQP_FOREIGN_DONE : EQP_FOREIGN_DAMAGED;
}

/* Returns how it went. */
EqpForeignStatus
_eqp_hdf5_read_sparse (gpointer reader, guint32 array, gint64 *starts, gint32 *minor, double *values)
{
  EqpHdf5 *self = reader;
  const EqpHdf5Handle *handle = &self->handles[array];

  if (read_all (handle->starts, H5T_NATIVE_INT64, starts) &&
      (self->arrays[array].is.entries == 0 || (read_all (handle->minor, H5T_NATIVE_INT32, minor) &&
                                            read_all (handle->data, H5T_NATIVE_DOUBLE, values))))
    return EQP_FOREIGN_DONE;
  return EQP_FOREIGN_DAMAGED;
}

static gboolean
read_variable_texts (hid_t data, hid_t own, gint64 count, GPtrArray *texts)
{
  g_autofree char **read = g_new0 (char *, count + 1);
  g_auto (EqpHid) type = H5Tcopy (H5T_C_S1);

  H5Tset_size (type, H5T_VARIABLE);
  H5Tset_cset (type, H5Tget_cset (own));
  if (!read_all (data, type, read))
    return FALSE;
  for (gint64 i = 0; i < count; i++)
    g_ptr_array_add (texts, g_strdup (read[i] != NULL ? read[i] : ""));
  return TRUE;
}

static gboolean
read_fixed_texts (const EqpHdf5Handle *handle, hid_t own, gint64 count, GPtrArray *texts)
{
  gsize size = H5Tget_size (own);
  g_autofree char *raw = g_malloc0_n ((gsize) count, MAX (1, size));

  if (size == 0 || !(handle->member == NULL ? read_all (handle->data, own, raw)
                                            : read_items (handle, own, 0, count, raw)))
    return FALSE;
  for (gint64 i = 0; i < count; i++)
    g_ptr_array_add (texts, g_strndup (raw + (gsize) i * size, size));
  return TRUE;
}

/* The text that a cell refers to, in UTF-16; NULL when it is none. */
static char *
read_cell (EqpHdf5 *self, const hobj_ref_t *reference)
{
  g_auto (EqpHid) cell = H5Rdereference2 (self->file, H5P_DEFAULT, H5R_OBJECT, reference);
  g_autofree char *class =
      cell >= 0 && H5Iget_type (cell) == H5I_DATASET ? _eqp_hdf5_text_attribute (cell, "MATLAB_class") : NULL;
  gint64 n = class != NULL && H5Aexists (cell, "MATLAB_empty") <= 0 ? _eqp_hdf5_length (cell) : 0;
  g_autofree guint16 *units = NULL;

  if (g_strcmp0 (class, "char") != 0 || n < 0 || n > MOST_CHARACTERS)
    return NULL;
  units = g_new0 (guint16, n + 1);
  return n == 0 || read_all (cell, H5T_NATIVE_UINT16, units) ? g_utf16_to_utf8 (units, n, NULL, NULL, NULL) : NULL;
}

/* MATLAB keeps the texts of a cell array in data sets of their own. */
static gboolean
read_cell_texts (EqpHdf5 *self, hid_t data, gint64 count, GPtrArray *texts)
{
  g_autofree hobj_ref_t *references = g_new0 (hobj_ref_t, count);

  if (!read_all (data, H5T_STD_REF_OBJ, references))
    return FALSE;
  for (gint64 i = 0; i < count; i++)
    {
      char *text = read_cell (self, &references[i]);

      if (text == NULL)
        return FALSE;
      g_ptr_array_add (texts, text);
    }
  return TRUE;
}

static gboolean read_coded_texts (EqpHdf5 *self, const EqpHdf5Handle *handle, gint64 count, GPtrArray *texts);

static gboolean
read_texts (EqpHdf5 *self, const EqpHdf5Handle *handle, gint64 count, GPtrArray *texts)
{
  g_auto (EqpHid) own = type_of (handle);
  g_autofree double *numbers = NULL;

  if (handle->minor > 0)
    return read_coded_texts (self, handle, count, texts);
  if (H5Tget_class (own) == H5T_REFERENCE)
    return read_cell_texts (self, handle->data, count, texts);
  if (H5Tget_class (own) == H5T_STRING)
    return H5Tis_variable_str (own) > 0 ? read_variable_texts (handle->data, own, count, texts)
                                        : read_fixed_texts (handle, own, count, texts);
  numbers = g_new0 (double, MAX (1, count));
  if (!read_all (handle->data, H5T_NATIVE_DOUBLE, numbers))
    return FALSE;
  for (gint64 i = 0; i < count; i++)
    g_ptr_array_add (texts, g_strdup_printf ("%.15g", numbers[i]));
  return TRUE;
}

/* Codes that count names; those that count none are missing. */
static gboolean
read_coded_texts (EqpHdf5 *self, const EqpHdf5Handle *handle, gint64 count, GPtrArray *texts)
{
  gint64 n_names = _eqp_hdf5_length (handle->minor);
  g_autofree gint32 *codes = g_new0 (gint32, count);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  if (n_names < 1 || !read_texts (self, &(EqpHdf5Handle){ .data = handle->minor }, n_names, names) ||
      !read_all (handle->data, H5T_NATIVE_INT32, codes))
    return FALSE;
  for (gint64 i = 0; i < count; i++)
    {
      const char *text = codes[i] >= 0 && codes[i] < n_names ? g_ptr_array_index (names, codes[i]) : "";

      if (strlen (text) > MOST_CHARACTERS)
        return FALSE;
      g_ptr_array_add (texts, g_strdup (text));
    }
  return TRUE;
}

/* @texts: gets them. Returns how it went. */
EqpForeignStatus
_eqp_hdf5_read_text (gpointer reader, guint32 array, gint64 count, GPtrArray *texts)
{
  EqpHdf5 *self = reader;

  return read_texts (self, &self->handles[array], count, texts) ? EQP_FOREIGN_DONE : EQP_FOREIGN_DAMAGED;
}
