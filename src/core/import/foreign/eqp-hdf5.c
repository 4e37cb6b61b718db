/* SPDX-License-Identifier: GPL-3.0-or-later */
/* HDF5, and MATLAB files v7.3, which are HDF5 with a few habits: dimensions the other way round, sparse matrices in
 * three data sets. Only what is inside the file is followed: no links to other files, no filters from outside. */
#include "config.h"

#include "eqp-hdf5-private.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#define CORE_BLOCK_BYTES (1 << 20)

/* A name of a class is no book. */
#define MOST_CHARACTERS 65536

/* Each object comes once, however links run in circles. */
static herr_t
visit (hid_t file, const char *name, const H5O_info_t *info, void *user_data)
{
  EqpHdf5 *self = user_data;

  /* MATLAB's cells and its bookkeeping. */
  if (name[0] == '#' || _eqp_hdf5_is_taken (self, name))
    return 0;
  if (self->n_arrays + self->skipped >= EQP_HDF5_MOST_ARRAYS)
    return 1;
  if (info->type == H5O_TYPE_DATASET)
    _eqp_hdf5_add_dataset (self, name);
  else if (info->type == H5O_TYPE_GROUP)
    _eqp_hdf5_add_group (self, name);
  return 0;
}

static EqpForeignStatus
hdf5_list (gpointer reader, EqpForeignArray **arrays, guint32 *n_arrays, guint32 *skipped)
{
  EqpHdf5 *self = reader;
  herr_t result;

  /* One more, which is filled in before it is known to be wanted. */
  self->arrays = g_new0 (EqpForeignArray, EQP_HDF5_MOST_ARRAYS + 1);
  self->handles = g_new0 (EqpHdf5Handle, EQP_HDF5_MOST_ARRAYS + 1);
  result = H5Ovisit (self->file, H5_INDEX_NAME, H5_ITER_NATIVE, visit, self);
  *arrays = self->arrays;
  *n_arrays = self->n_arrays;
  *skipped = self->skipped;
  return result < 0 ? EQP_FOREIGN_DAMAGED : result > 0 ? EQP_FOREIGN_TOO_MANY : EQP_FOREIGN_DONE;
}

static EqpForeignStatus
hdf5_open (const char *path, gpointer *reader)
{
  EqpHdf5 *self = g_new0 (EqpHdf5, 1);
  struct stat info;
  guint8 head[16];
  FILE *stream = fopen (path, "rb");
  hid_t access;

  if (stream == NULL || fstat (fileno (stream), &info) != 0)
    return EQP_FOREIGN_DAMAGED;
  self->size = (double) info.st_size;
  self->matlab = fread (head, 1, sizeof head, stream) >= 10 && memcmp (head, "MATLAB 7.3", 10) == 0;
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

static EqpForeignStatus
hdf5_read (gpointer reader, guint32 array, gint64 first, gint64 count, EqpItem item, void *items)
{
  const EqpHdf5Handle *handle = &((EqpHdf5 *) reader)->handles[array];
  hid_t type = item == EQP_ITEM_BYTE ? H5T_NATIVE_UINT8 : item == EQP_ITEM_FLOAT ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
  g_auto (EqpHid) own = type_of (handle);
  gboolean bits = H5Tget_class (own) == H5T_BITFIELD || (H5Tget_class (own) == H5T_ENUM && handle->member == NULL);

  if (bits && item != EQP_ITEM_BYTE)
    return EQP_FOREIGN_DAMAGED;
  return read_items (handle, bits ? own : type, first, count, items) ? EQP_FOREIGN_DONE : EQP_FOREIGN_DAMAGED;
}

static EqpForeignStatus
hdf5_read_sparse (gpointer reader, guint32 array, gint64 *starts, gint32 *minor, double *values)
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

static EqpForeignStatus
hdf5_read_text (gpointer reader, guint32 array, gint64 count, GPtrArray *texts)
{
  EqpHdf5 *self = reader;

  return read_texts (self, &self->handles[array], count, texts) ? EQP_FOREIGN_DONE : EQP_FOREIGN_DAMAGED;
}

const EqpForeignCalls _eqp_hdf5_calls = { hdf5_open, hdf5_list, hdf5_read, hdf5_read_sparse, hdf5_read_text };
