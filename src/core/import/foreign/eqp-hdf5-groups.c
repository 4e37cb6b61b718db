/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of an HDF5 file that stand for one thing: sparse matrices, categories, the tables of pandas. */
#include "config.h"

#include "eqp-hdf5-private.h"

#include <stdio.h>
#include <string.h>

#define MOST_BLOCKS 1000

/* Columns are read one by one, each with all that is stored beside it, while that is no more than this; otherwise
 * blocks stay whole. */
#define MOST_READ_BYTES 8e9
#define MOST_NAME_BYTES (1 << 20)

/* "table/field", where that is not too long. */
static EqpForeignArray *
next_named (EqpHdf5 *self, const char *name, const char *field)
{
  EqpForeignArray *array =
      self->n_arrays + self->skipped < EQP_HDF5_MOST_ARRAYS ? _eqp_hdf5_next_array (self, name) : NULL;

  if (array == NULL || snprintf (array->name, sizeof array->name, "%s/%s", name, field) >= (int) sizeof array->name)
    return NULL;
  return array;
}

static gboolean
describe_field (EqpHdf5 *self, hid_t data, hid_t type, EqpForeignArray *array)
{
  array->text = H5Tget_class (type) == H5T_STRING && H5Tis_variable_str (type) == 0;
  return H5Tget_class (type) != H5T_ENUM && (array->text || _eqp_hdf5_describe_number (type, array));
}

/* The names that pandas keeps of the columns in a block: a list as the first version of pickle writes it,
 * "(lp0\nVwidth\np1\naV...". */
static char *
column_name (const char *kind, gint64 column)
{
  const char *at = kind;

  for (gint64 i = 0; at != NULL && i <= column; i++)
    {
      const char *next = strstr (at, i == 0 ? "\nV" : "\naV");

      at = next != NULL ? strchr (next, 'V') + 1 : NULL;
    }
  return at != NULL ? g_strndup (at, strcspn (at, "\n")) : NULL;
}

/* A field that is a vector, as a matrix. */
static guint32
add_block (EqpHdf5 *self, hid_t data, hid_t type, const char *name, const char *member, gint64 width)
{
  EqpForeignArray *array = next_named (self, name, member);

  if (array == NULL || !_eqp_hdf5_describe_space (self, data, array) || array->rank != 1 ||
      !_eqp_hdf5_describe_number (type, array) || !_eqp_hdf5_describe_storage (self, data, array))
    return 0;
  array->rank = 2;
  array->dims[1] = width;
  self->handles[self->n_arrays++] =
      (EqpHdf5Handle){ .data = data, .member = g_strdup (member), .column = -1, .width = width };
  return 1;
}

/* A field that is a vector: each of its items is a column. */
static guint32
add_block_member (EqpHdf5 *self, hid_t data, hid_t type, const char *name, const char *member)
{
  hid_t super = H5Tget_super (type);
  hsize_t width = 0;
  g_autofree char *kind = NULL;
  char attribute[80];
  guint32 added = 0;

  if (H5Tget_array_ndims (type) != 1 || H5Tget_array_dims2 (type, &width) < 0 || width > EQP_HDF5_MOST_ARRAYS)
    width = 0;
  snprintf (attribute, sizeof attribute, "%s_kind", member);
  kind = _eqp_hdf5_text_attribute (data, attribute, MOST_NAME_BYTES);
  if ((double) H5Dget_storage_size (data) * (double) width > MOST_READ_BYTES)
    {
      added = add_block (self, data, super, name, member, (gint64) width);
      width = 0;
    }
  for (hsize_t i = 0; i < width; i++)
    {
      g_autofree char *column = kind != NULL ? column_name (kind, (gint64) i) : NULL;
      char numbered[64];
      EqpForeignArray *array;

      snprintf (numbered, sizeof numbered, "%.40s %d", member, (int) i + 1);
      array = next_named (self, name, column != NULL ? column : numbered);
      if (array == NULL || !_eqp_hdf5_describe_space (self, data, array) || array->rank != 1 ||
          !describe_field (self, data, super, array) || !_eqp_hdf5_describe_storage (self, data, array))
        continue;
      self->handles[self->n_arrays++] =
          (EqpHdf5Handle){ .data = data, .member = g_strdup (member), .column = (gint64) i, .width = (gint64) width };
      added++;
    }
  H5Tclose (super);
  return added;
}

/* Each field of numbers or texts is a column. @indexed: whether a field "index" is there that numbers the rows.
 * Returns whether there is any. */
gboolean
_eqp_hdf5_add_members (EqpHdf5 *self, hid_t data, hid_t type, const char *name, gboolean indexed)
{
  int n = H5Tget_nmembers (type);
  guint32 before = self->n_arrays;

  for (int i = 0; i < n && self->n_arrays + self->skipped < EQP_HDF5_MOST_ARRAYS; i++)
    {
      char *member = H5Tget_member_name (type, (unsigned) i);
      hid_t own = H5Tget_member_type (type, (unsigned) i);
      EqpForeignArray *array = member != NULL && own >= 0 && !(indexed && strcmp (member, "index") == 0)
                                   ? next_named (self, name, member)
                                   : NULL;

      if (array != NULL && H5Tget_class (own) == H5T_ARRAY)
        add_block_member (self, data, own, name, member);
      else if (array != NULL && _eqp_hdf5_describe_space (self, data, array) && array->rank == 1 &&
               describe_field (self, data, own, array) && _eqp_hdf5_describe_storage (self, data, array))
        self->handles[self->n_arrays++] = (EqpHdf5Handle){ .data = data, .member = g_strdup (member), .column = -1 };
      else if (array != NULL && array->unread != 0)
        {
          /* The whole table, and once. */
          strcpy (array->name, name);
          self->handles[self->n_arrays++] = (EqpHdf5Handle){ .column = -1 };
          i = n;
        }
      H5free_memory (member);
      if (own >= 0)
        H5Tclose (own);
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
  hid_t attribute = _eqp_hdf5_has_attribute (object, name) ? H5Aopen (object, name, H5P_DEFAULT) : H5I_INVALID_HID;
  hid_t space = attribute >= 0 ? H5Aget_space (attribute) : H5I_INVALID_HID;
  hid_t type = attribute >= 0 ? H5Aget_type (attribute) : H5I_INVALID_HID;
  gboolean done = space >= 0 && type >= 0 && H5Sget_simple_extent_npoints (space) == n &&
                  H5Tget_class (type) == H5T_INTEGER && H5Aread (attribute, H5T_NATIVE_INT64, sizes) >= 0;

  if (type >= 0)
    H5Tclose (type);
  if (space >= 0)
    H5Sclose (space);
  if (attribute >= 0)
    H5Aclose (attribute);
  return done;
}

/* The same two numbers in a small data set. */
static gboolean
read_sizes (hid_t group, const char *name, gint64 *sizes)
{
  hid_t data = has_child (group, name) ? _eqp_hdf5_open_dataset (group, name) : H5I_INVALID_HID;
  hid_t type = data >= 0 ? H5Dget_type (data) : H5I_INVALID_HID;
  gboolean done = type >= 0 && _eqp_hdf5_length (data) == 2 && H5Tget_class (type) == H5T_INTEGER &&
                  H5Dread (data, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT, sizes) >= 0;

  if (type >= 0)
    H5Tclose (type);
  if (data >= 0)
    H5Dclose (data);
  return done;
}

/* Sparse matrices in a group. MATLAB has data, ir and jc, compressed columns, and the rows as an attribute; Python's
 * packages have data, indices and indptr, compressed rows or columns, and the shape as an attribute or beside them. */
static void
add_sparse (EqpHdf5 *self, hid_t group, const char *name)
{
  EqpForeignArray *array = _eqp_hdf5_next_array (self, name);
  gboolean matlab = has_child (group, "ir") && has_child (group, "jc");
  gint64 sizes[2] = { 0, 0 }, starts, entries;
  EqpHdf5Handle handle = { .column = -1 };

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
  array->column_major = matlab || sizes[0] != starts - 1;
  if (sizes[0] < 1 || sizes[0] > G_MAXINT32 || sizes[1] < 1 || sizes[1] > G_MAXINT32 || starts < 2 ||
      sizes[array->column_major ? 1 : 0] != starts - 1 || entries < 0 || entries != _eqp_hdf5_length (handle.minor) ||
      (double) starts + 2.0 * (double) entries > self->size * EQP_HDF5_MOST_PACKED)
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

/* Codes and the names they count, as AnnData keeps columns of few texts. */
static void
add_categories (EqpHdf5 *self, hid_t group, const char *name)
{
  EqpForeignArray *array = _eqp_hdf5_next_array (self, name);
  hid_t codes = _eqp_hdf5_open_dataset (group, "codes"), names = _eqp_hdf5_open_dataset (group, "categories");
  hid_t type = codes >= 0 ? H5Dget_type (codes) : H5I_INVALID_HID;

  if (array != NULL && names >= 0 && type >= 0 && H5Tget_class (type) == H5T_INTEGER &&
      _eqp_hdf5_describe_space (self, codes, array) && array->rank == 1 && _eqp_hdf5_length (names) >= 1 &&
      _eqp_hdf5_describe_storage (self, codes, array))
    {
      array->text = TRUE;
      self->handles[self->n_arrays++] = (EqpHdf5Handle){ .data = codes, .minor = names, .column = -1 };
    }
  else
    self->skipped++;
  if (type >= 0)
    H5Tclose (type);
}

/* A column of a block, by the name that the table's list of columns has. */
typedef struct
{
  hid_t data;
  char *name;
  gint64 column;
} Column;

/* Columns of a block that is pickled. */
static void
leave_out_columns (EqpHdf5 *self, const char *table, const char *names, gint64 n)
{
  for (gint64 k = 0; k < n; k++)
    {
      char name[EQP_FOREIGN_NAME_BYTES];

      if (snprintf (name, sizeof name, "%s/%s", table, names) < (int) sizeof name)
        _eqp_hdf5_leave_out (self, name, EQP_FOREIGN_PICKLED);
      names += strlen (names) + 1;
    }
}

static void
take_blocks (EqpHdf5 *self, hid_t group, const char *table, GArray *columns)
{
  for (int i = 0; i < MOST_BLOCKS; i++)
    {
      g_autoptr (GString) names = g_string_new (NULL);
      char values[32], items[32];
      EqpForeignArray probe = { 0 };
      hid_t data, list, type;
      const char *at;
      gint64 n;

      snprintf (values, sizeof values, "block%d_values", i);
      snprintf (items, sizeof items, "block%d_items", i);
      if (!has_child (group, values) || !has_child (group, items))
        break;
      data = _eqp_hdf5_open_dataset (group, values);
      list = _eqp_hdf5_open_dataset (group, items);
      n = _eqp_hdf5_length (list);
      type = data >= 0 ? H5Dget_type (data) : H5I_INVALID_HID;
      if (type < 0 || !_eqp_hdf5_describe_space (self, data, &probe) || n < 1 ||
          columns->len + n > EQP_HDF5_MOST_ARRAYS || _eqp_hdf5_read_texts (list, n, names) != EQP_FOREIGN_DONE)
        {
          self->skipped++;
          continue;
        }
      if (H5Tget_class (type) == H5T_VLEN || probe.rank != 2 || probe.dims[1] != n ||
          !_eqp_hdf5_describe_number (type, &probe))
        {
          leave_out_columns (self, table, names->str, n);
          continue;
        }
      at = names->str;
      for (gint64 k = 0; k < n; k++, at += strlen (at) + 1)
        g_array_append_vals (columns, &(Column){ data, g_strdup (at), k }, 1);
    }
}

static void
add_column (EqpHdf5 *self, const char *table, Column *column, const char *name, gboolean whole)
{
  hid_t type = H5Dget_type (column->data);
  EqpForeignArray *array = next_named (self, table, name);

  if (array != NULL && _eqp_hdf5_describe_space (self, column->data, array) &&
      _eqp_hdf5_describe_number (type, array) && _eqp_hdf5_describe_storage (self, column->data, array))
    {
      if (!whole)
        {
          array->rank = 1;
          array->chunk = 0;
        }
      self->handles[self->n_arrays++] = (EqpHdf5Handle){ .data = column->data, .column = whole ? -1 : column->column };
    }
  H5Tclose (type);
}

/* A table of pandas in its usual format: blocks of columns of one type, and lists of their names. */
static void
add_frame (EqpHdf5 *self, hid_t group, const char *name)
{
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (Column));
  g_autoptr (GString) names = g_string_new (NULL);
  hid_t order = _eqp_hdf5_open_dataset (group, "axis0");
  gint64 n = _eqp_hdf5_length (order);
  const char *at;
  double bytes = 0.0;

  if (n < 1 || _eqp_hdf5_read_texts (order, n, names) != EQP_FOREIGN_DONE)
    {
      self->skipped++;
      return;
    }
  take_blocks (self, group, name, columns);
  for (guint k = 0; k < columns->len; k++)
    bytes += (double) H5Dget_storage_size (g_array_index (columns, Column, k).data);
  at = names->str;
  for (gint64 i = 0; i < n; i++, at += strlen (at) + 1)
    for (guint k = 0; k < columns->len; k++)
      {
        Column *column = &g_array_index (columns, Column, k);
        gboolean alone =
            (k == 0 || column[-1].data != column->data) && (k + 1 == columns->len || column[1].data != column->data);
        gboolean whole = bytes > MOST_READ_BYTES && !alone;

        if (column->name == NULL || strcmp (column->name, at) != 0)
          continue;
        if (!whole || column->column == 0)
          add_column (self, name, column, whole ? "block" : at, whole);
        g_clear_pointer (&column->name, g_free);
        break;
      }
}

/* The same in the format that can be searched: one table, with the columns of a type as a field each. */
static void
add_frame_table (EqpHdf5 *self, hid_t group, const char *name)
{
  hid_t data = _eqp_hdf5_open_dataset (group, "table");
  hid_t type = data >= 0 ? H5Dget_type (data) : H5I_INVALID_HID;

  self->skipped +=
      type < 0 || H5Tget_class (type) != H5T_COMPOUND || !_eqp_hdf5_add_members (self, data, type, name, TRUE);
  if (type >= 0)
    H5Tclose (type);
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
  hid_t group = H5Gopen2 (self->file, name, H5P_DEFAULT);
  g_autofree char *kind = group >= 0 ? _eqp_hdf5_text_attribute (group, "pandas_type", 64) : NULL;
  gboolean whole = TRUE;

  if (group < 0)
    return;
  H5Literate (group, H5_INDEX_NAME, H5_ITER_NATIVE, NULL, look_at_link, self);
  if (kind != NULL && strcmp (kind, "frame") == 0 && has_child (group, "axis0"))
    add_frame (self, group, name);
  else if (kind != NULL && strcmp (kind, "frame_table") == 0 && has_child (group, "table"))
    add_frame_table (self, group, name);
  else if (has_child (group, "codes") && has_child (group, "categories"))
    add_categories (self, group, name);
  else
    whole = FALSE;
  if (whole && strlen (name) < sizeof self->done)
    strcpy (self->done, name);
  if (!whole && strcmp (name, ".") != 0)
    add_sparse (self, group, name);
  H5Gclose (group);
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
  static const char *const parts[] = { "data", "ir", "jc", "indices", "indptr", "shape" };

  if (is_below (name, self->done) || is_bookkeeping (name))
    return TRUE;
  for (guint32 i = 0; i < self->n_arrays; i++)
    for (guint k = 0; k < G_N_ELEMENTS (parts) && self->arrays[i].sparse && is_below (name, self->arrays[i].name); k++)
      if (strcmp (name + strlen (self->arrays[i].name) + 1, parts[k]) == 0)
        return TRUE;
  return FALSE;
}
