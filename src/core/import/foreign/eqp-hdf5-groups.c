/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of an HDF5 file that stand for one thing: sparse matrices, categories, the tables of pandas. */
#include "config.h"

#include "eqp-hdf5-private.h"

#include <string.h>

static gboolean
describe_field (hid_t type, EqpForeignArray *array)
{
  array->is.text = H5Tget_class (type) == H5T_STRING && H5Tis_variable_str (type) == 0;
  return H5Tget_class (type) != H5T_ENUM && (array->is.text || _eqp_hdf5_describe_number (type, array));
}

/* Each field of numbers or texts is a column. Returns whether there is any. */
gboolean
_eqp_hdf5_add_members (EqpHdf5 *self, hid_t data, hid_t type, const char *name)
{
  int n = H5Tget_nmembers (type);
  guint32 before = self->n_arrays;

  for (int i = 0; i < n; i++)
    {
      char *member = H5Tget_member_name (type, (unsigned) i);
      g_auto (EqpHid) own = H5Tget_member_type (type, (unsigned) i);
      EqpForeignArray *array = member != NULL && own >= 0 ? _eqp_hdf5_next_array (self, name, member) : NULL;

      if (array != NULL && _eqp_hdf5_describe_space (self, data, array) && array->is.rank == 1 &&
          describe_field (own, array) && _eqp_hdf5_describe_storage (self, data, array))
        self->handles[self->n_arrays++] = (EqpHdf5Handle){ .data = data, .member = g_strdup (member) };
      else if (array != NULL && array->unread != 0)
        {
          /* The whole table, and once. */
          strcpy (array->name, name);
          self->handles[self->n_arrays++] = (EqpHdf5Handle){ 0 };
          i = n;
        }
      H5free_memory (member);
    }
  return self->n_arrays > before;
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
  g_auto (EqpHid) attribute = H5Aexists (object, name) > 0 ? H5Aopen (object, name, H5P_DEFAULT) : H5I_INVALID_HID;
  g_auto (EqpHid) space = attribute >= 0 ? H5Aget_space (attribute) : H5I_INVALID_HID;
  g_auto (EqpHid) type = attribute >= 0 ? H5Aget_type (attribute) : H5I_INVALID_HID;

  return space >= 0 && type >= 0 && H5Sget_simple_extent_npoints (space) == n && H5Tget_class (type) == H5T_INTEGER &&
         H5Aread (attribute, H5T_NATIVE_INT64, sizes) >= 0;
}

/* The same two numbers in a small data set. */
static gboolean
read_sizes (hid_t group, const char *name, gint64 *sizes)
{
  g_auto (EqpHid) data = has_child (group, name) ? _eqp_hdf5_open_dataset (group, name) : H5I_INVALID_HID;
  g_auto (EqpHid) type = data >= 0 ? H5Dget_type (data) : H5I_INVALID_HID;

  return type >= 0 && _eqp_hdf5_length (data) == 2 && H5Tget_class (type) == H5T_INTEGER &&
         H5Dread (data, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, sizes) >= 0;
}

/* Sparse matrices in a group. MATLAB has data, ir and jc, compressed columns, and the rows as an attribute; Python's
 * packages have data, indices and indptr, compressed rows or columns, and the shape as an attribute or beside them. */
static void
add_sparse (EqpHdf5 *self, hid_t group, const char *name)
{
  EqpForeignArray *array = _eqp_hdf5_next_array (self, name, NULL);
  gboolean matlab = has_child (group, "ir") && has_child (group, "jc");
  gint64 sizes[2] = { 0, 0 }, starts, entries;
  EqpHdf5Handle handle = { 0 };

  if (array == NULL || !has_child (group, "data") ||
      (!matlab && !(has_child (group, "indices") && has_child (group, "indptr"))) ||
      !(matlab ? read_sizes_attribute (group, "MATLAB_sparse", sizes, 1)
               : read_sizes_attribute (group, "shape", sizes, 2) ||
                     read_sizes_attribute (group, "h5sparse_shape", sizes, 2) || read_sizes (group, "shape", sizes)))
    return;

  handle.data = _eqp_hdf5_open_dataset (group, "data");
  handle.minor = _eqp_hdf5_open_dataset (group, matlab ? "ir" : "indices");
  handle.starts = _eqp_hdf5_open_dataset (group, matlab ? "jc" : "indptr");
  starts = _eqp_hdf5_length (handle.starts);
  entries = _eqp_hdf5_length (handle.data);
  if (matlab)
    sizes[1] = starts - 1;
  array->is.column_major = matlab || sizes[0] != starts - 1;
  if (sizes[0] < 1 || sizes[0] > G_MAXINT32 || sizes[1] < 1 || sizes[1] > G_MAXINT32 || starts < 2 ||
      sizes[array->is.column_major ? 1 : 0] != starts - 1 || entries < 0 ||
      entries != _eqp_hdf5_length (handle.minor) ||
      (double) starts + 2.0 * (double) entries > self->size * EQP_HDF5_MOST_PACKED)
    {
      self->skipped++;
      return;
    }
  array->is.rank = 2;
  array->is.dims[0] = sizes[0];
  array->is.dims[1] = sizes[1];
  array->is.sparse = TRUE;
  array->is.entries = entries;
  array->is.item = EQP_ITEM_DOUBLE;
  self->handles[self->n_arrays++] = handle;
}

/* Codes and the names they count, as AnnData keeps columns of few texts. */
static void
add_categories (EqpHdf5 *self, hid_t group, const char *name)
{
  EqpForeignArray *array = _eqp_hdf5_next_array (self, name, NULL);
  hid_t codes = _eqp_hdf5_open_dataset (group, "codes"), names = _eqp_hdf5_open_dataset (group, "categories");
  g_auto (EqpHid) type = codes >= 0 ? H5Dget_type (codes) : H5I_INVALID_HID;

  if (array != NULL && names >= 0 && type >= 0 && H5Tget_class (type) == H5T_INTEGER &&
      _eqp_hdf5_describe_space (self, codes, array) && array->is.rank == 1 && _eqp_hdf5_length (names) >= 1 &&
      _eqp_hdf5_describe_storage (self, codes, array))
    {
      array->is.text = TRUE;
      self->handles[self->n_arrays++] = (EqpHdf5Handle){ .data = codes, .minor = names };
    }
  else
    self->skipped++;
}

static herr_t
look_at_link (hid_t group, const char *name, const H5L_info_t *info, void *user_data)
{
  if (info->type == H5L_TYPE_EXTERNAL)
    _eqp_hdf5_leave_out (user_data, name, EQP_FOREIGN_LINK);
  return 0;
}

/* Takes a group that stands for one thing. @name: of a group; its members come later unless _eqp_hdf5_is_taken(). */
void
_eqp_hdf5_add_group (EqpHdf5 *self, const char *name)
{
  g_auto (EqpHid) group = H5Gopen2 (self->file, name, H5P_DEFAULT);
  g_autofree char *kind = group >= 0 ? _eqp_hdf5_text_attribute (group, "pandas_type") : NULL;
  gboolean whole = TRUE;

  if (group < 0)
    return;
  H5Literate (group, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, look_at_link, self);
  /* Its columns lie in blocks and pickled lists that only Python puts together again. */
  if (kind != NULL && g_str_has_prefix (kind, "frame"))
    _eqp_hdf5_leave_out (self, name, EQP_FOREIGN_PICKLED);
  else if (has_child (group, "codes") && has_child (group, "categories"))
    add_categories (self, group, name);
  else
    whole = FALSE;
  if (whole && strlen (name) < sizeof self->done)
    strcpy (self->done, name);
  if (!whole && strcmp (name, ".") != 0)
    add_sparse (self, group, name);
}

static gboolean
is_below (const char *name, const char *group)
{
  gsize length = strlen (group);

  return length > 0 && strncmp (name, group, length) == 0 && name[length] == '/';
}

/* The groups that a table is searched with, and old lists of categories. */
static gboolean
is_bookkeeping (const char *name)
{
  return strncmp (name, "_i_", 3) == 0 || strstr (name, "/_i_") != NULL || strstr (name, "__categories") != NULL;
}

/* Returns whether it belongs to something that was taken already, or says nothing by itself. */
gboolean
_eqp_hdf5_is_taken (EqpHdf5 *self, const char *name)
{
  static const char *const parts[] = { "data", "ir", "jc", "indices", "indptr", "shape", NULL };

  if (is_below (name, self->done) || is_bookkeeping (name))
    return TRUE;
  for (guint32 i = 0; i < self->n_arrays; i++)
    if (self->arrays[i].is.sparse && is_below (name, self->arrays[i].name) &&
        g_strv_contains (parts, name + strlen (self->arrays[i].name) + 1))
      return TRUE;
  return FALSE;
}
