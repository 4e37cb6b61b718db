/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the arrays of a file (MAT, HDF5, NPZ) to a data set: what eqp-variables-choose.c has chosen is read slice by
 * slice into rows, turned round where samples are columns, and labels are given their names. */
#include "config.h"

#include "eqp-variables-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-number.h"
#include "import/eqp-affinity.h"

#define BLOCK_BYTES (4 << 20)

/* So many arrays that cannot be read are told one by one. */
#define MOST_TOLD 8

/* Where samples run within the slices, each row is touched once a block. */
#define ACROSS_BYTES (16 << 20)
#define ACROSS_ROWS 16384

/* Copied before the user is asked again. */
#define ROWS_A_CHECK 256
#define ITEMS_A_CHECK 65536

/* More numbers than any file of today can have. */
#define MOST_NUMBERS (G_GINT64_CONSTANT (1) << 46)

/**
 * _eqp_variable_free:
 * @data: a variable
 */
void
_eqp_variable_free (gpointer data)
{
  EqpVariable *array = data;

  if (array->free_handle != NULL)
    array->free_handle (array->handle);
  eqp_free (array->numbers);
  g_free (array->name);
  g_free (array);
}

/**
 * _eqp_variables_init:
 * @self: uninitialized
 * @options: (nullable): borrowed
 * @progress: (nullable): borrowed
 * @cancellable: (nullable): borrowed
 */
void
_eqp_variables_init (EqpVariables               *self,
                  const EqpImportOptions  *options,
                  const EqpProgress       *progress,
                  GCancellable            *cancellable)
{
  static const EqpImportOptions guess = { 0 };

  memset (self, 0, sizeof *self);
  self->arrays = g_ptr_array_new_with_free_func (_eqp_variable_free);
  self->options = options != NULL ? options : &guess;
  self->progress = progress;
  self->cancellable = cancellable;
}

/**
 * _eqp_variables_clear:
 * @self: initialized, or all zero
 */
void
_eqp_variables_clear (EqpVariables *self)
{
  g_clear_pointer (&self->arrays, g_ptr_array_unref);
  g_clear_pointer (&self->unread, g_ptr_array_unref);
  eqp_dataset_parts_clear (&self->parts);
}

/**
 * _eqp_variables_add:
 * @self: the arrays
 * @name: its name in the file
 *
 * Returns: (transfer none): a new array for the reader to fill in
 */
EqpVariable *
_eqp_variables_add (EqpVariables  *self,
                 const char *name)
{
  EqpVariable *array = g_new0 (EqpVariable, 1);

  array->name = g_utf8_make_valid (name, -1);
  g_ptr_array_add (self->arrays, array);
  return array;
}

/**
 * _eqp_variables_go_on:
 * @self: the arrays
 * @fraction: how much is done, for the progress
 * @error: return location, G_IO_ERROR_CANCELLED
 *
 * Returns: FALSE when the user wants to stop
 */
gboolean
_eqp_variables_go_on (EqpVariables  *self,
                   double      fraction,
                   GError    **error)
{
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  self->fraction = fraction;
  _eqp_tell_progress (self->progress, &self->reported, EQP_STAGE_READ, fraction, self->file);
  return TRUE;
}

/**
 * _eqp_item_size:
 * @item: a type
 *
 * Returns: its bytes
 */
gsize
_eqp_item_size (EqpItem item)
{
  return item == EQP_ITEM_BYTE ? 1 : item == EQP_ITEM_FLOAT ? sizeof (float) : sizeof (double);
}

/**
 * _eqp_variable_count:
 * @array: an array
 *
 * Returns: its numbers
 */
gint64
_eqp_variable_count (const EqpVariable *array)
{
  gint64 count = 1;

  for (int i = 0; i < array->rank; i++)
    count *= array->dims[i];
  return count;
}

/**
 * _eqp_variable_shape:
 * @array: an array
 *
 * Returns: (transfer full): "400 x 1024"
 */
char *
_eqp_variable_shape (const EqpVariable *array)
{
  g_autoptr (GString) shape = g_string_new (NULL);

  for (int i = 0; i < array->rank; i++)
    g_string_append_printf (shape, "%s%" G_GINT64_FORMAT, i > 0 ? " × " : "", array->dims[i]);
  if (array->sparse)
    g_string_append (shape, ", sparse");
  return g_string_free (g_steal_pointer (&shape), FALSE);
}

static gint64
slices_of (const EqpVariable *array)
{
  return array->column_major ? array->dims[array->rank - 1] : array->dims[0];
}

/**
 * _eqp_item_value:
 * @item: a type
 * @items: items of it
 * @i: which one
 *
 * Returns: its value
 */
double
_eqp_item_value (EqpItem      item,
                 const void  *items,
                 gint64       i)
{
  switch (item)
    {
    case EQP_ITEM_BYTE:
      return ((const guint8 *) items)[i];
    case EQP_ITEM_FLOAT:
      return (double) ((const float *) items)[i];
    case EQP_ITEM_DOUBLE:
    default:
      return ((const double *) items)[i];
    }
}

static void
decode_bytes (const void *items, gint64 n, double *values)
{
  for (gint64 i = 0; i < n; i++)
    values[i] = ((const guint8 *) items)[i];
}

static void
decode_floats (const void *items, gint64 n, double *values)
{
  for (gint64 i = 0; i < n; i++)
    values[i] = (double) ((const float *) items)[i];
}

/* Numbers that were text are in memory, all the others in the file. */
static gboolean
read_slices (EqpVariables *self, EqpVariable *array, gint64 first, gint64 count, void *items, GError **error)
{
  gint64 slice = _eqp_variable_count (array) / slices_of (array);
  gint64 step = array->cut_from > 0 && array->cut == (array->column_major ? 0 : 1) ? array->cut_from : slice;

  if (array->numbers == NULL)
    return self->read (self, array, first, count, items, error);
  for (gint64 i = 0; i < count; i++)
    memcpy ((double *) items + i * slice, array->numbers + (first + i) * step, (gsize) slice * sizeof (double));
  return TRUE;
}

/**
 * _eqp_variables_read_doubles:
 * @self: the arrays
 * @array: one that is neither sparse nor text
 * @error: return location
 *
 * Reads a small array whole, in the file's order.
 *
 * Returns: (transfer full) (nullable): its numbers, from g_malloc()
 */
double *
_eqp_variables_read_doubles (EqpVariables  *self,
                          EqpVariable   *array,
                          GError    **error)
{
  gint64 count = _eqp_variable_count (array);
  g_autofree void *items = NULL;
  double *values;

  if (!_eqp_check_memory (self->file, count, 1, sizeof (double), error))
    return NULL;
  values = g_try_new (double, MAX (1, count));
  if (values != NULL && array->item != EQP_ITEM_DOUBLE)
    items = g_try_malloc ((gsize) MAX (1, count) * _eqp_item_size (array->item));
  if (values == NULL || (items == NULL && array->item != EQP_ITEM_DOUBLE))
    {
      g_free (values);
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   "%s: there is no memory for the %" G_GINT64_FORMAT " numbers of “%s”.", self->file, count,
                   array->name);
      return NULL;
    }
  if (!read_slices (self, array, 0, slices_of (array), items != NULL ? items : values, error))
    {
      g_free (values);
      return NULL;
    }
  for (gint64 i = 0; items != NULL && i < count; i++)
    {
      if (i % ITEMS_A_CHECK == 0 && !_eqp_variables_go_on (self, self->fraction, error))
        {
          g_free (values);
          return NULL;
        }
      values[i] = _eqp_item_value (array->item, items, i);
    }
  return values;
}

/* Numbers that stand before and behind the sample dimension in the file's order, slowest first. */
typedef struct
{
  gboolean samples_slowest;
  gint64   per_slice; /* steps of the dimensions slower than the samples, within a slice */
  gint64   n;
  gint64   inner;     /* numbers of the dimensions faster than the samples */
  gint64   slice;     /* numbers of a slice */
} Layout;

static Layout
layout_of (const EqpVariable *array, int axis)
{
  Layout layout = { FALSE, 1, array->dims[axis], 1, 1 };
  int place = array->column_major ? array->rank - 1 - axis : axis;

  for (int i = 0; i < array->rank; i++)
    {
      gint64 size = array->dims[array->column_major ? array->rank - 1 - i : i];

      if (i > 0)
        layout.slice *= size;
      if (i > 0 && i < place)
        layout.per_slice *= size;
      if (i > place)
        layout.inner *= size;
    }
  layout.samples_slowest = place == 0;
  return layout;
}

#define SCATTER(type) \
  for (gint64 i = from_row; i < to_row; i++) \
    { \
      type *row = (type *) eqp_store_row (store, base + i) + first * layout->per_slice; \
      const type *from = (const type *) items + i; \
      for (gint64 o = 0; o < steps; o++) \
        row[o] = from[o * layout->n]; \
    }

/* Slices whose samples run within them, into the columns of some rows. */
static void
scatter (EqpStore *store, gint64 base, const Layout *layout, gint64 from_row, gint64 to_row, gint64 first, gint64 count,
         EqpItem item, const void *items)
{
  gint64 steps = count * layout->per_slice;
  gsize size = _eqp_item_size (item);

  if (layout->inner == 1)
    switch (item)
      {
      case EQP_ITEM_BYTE:
        SCATTER (guint8)
        break;
      case EQP_ITEM_FLOAT:
        SCATTER (float)
        break;
      case EQP_ITEM_DOUBLE:
      default:
        SCATTER (double)
        break;
      }
  else
    for (gint64 o = 0; o < steps; o++)
      for (gint64 i = from_row; i < to_row; i++)
        memcpy ((guint8 *) eqp_store_row (store, base + i) +
                    (gsize) ((first * layout->per_slice + o) * layout->inner) * size,
                (const guint8 *) items + (gsize) ((o * layout->n + i) * layout->inner) * size,
                (gsize) layout->inner * size);
}

static gboolean
read_array (EqpVariables *self, EqpVariable *array, int axis, EqpStore *store, double done, double share,
            GError **error)
{
  Layout layout = layout_of (array, axis);
  gsize size = _eqp_item_size (array->item);
  gint64 slices = slices_of (array);
  gint64 base = eqp_store_get_rows (store);
  gint64 block =
      CLAMP ((layout.samples_slowest ? BLOCK_BYTES : ACROSS_BYTES) / (gint64) size / MAX (1, layout.slice), 1, slices);
  g_autofree void *items = NULL;

  /* Packed pieces are unpacked once if whole ones are read, but not at any price: the piece is in two processes. */
  if (array->chunk > 1)
    block = MAX (block,
                 MIN ((block + array->chunk - 1) / array->chunk * array->chunk, slices / MAX (1, (gint64) size) + 1));
  items = g_try_malloc ((gsize) block * (gsize) layout.slice * size);
  if (items == NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   "%s: there is no memory to read “%s” in pieces of %" G_GINT64_FORMAT " numbers.", self->file,
                   array->name, block * layout.slice);
      return FALSE;
    }

  for (gint64 i = 0; i < array->dims[axis]; i++)
    if (eqp_store_append (store, error) == NULL || (i % 1024 == 0 && !_eqp_variables_go_on (self, done, error)))
      return FALSE;
  for (gint64 first = 0; first < slices; first += block)
    {
      gint64 count = MIN (block, slices - first);

      if (!_eqp_variables_go_on (self, done + share * (double) first / (double) slices, error)
          || !read_slices (self, array, first, count, items, error))
        return FALSE;
      if (layout.samples_slowest)
        for (gint64 i = 0; i < count; i++)
          {
            if (i % ROWS_A_CHECK == 0 && !_eqp_variables_go_on (self, self->fraction, error))
              return FALSE;
            memcpy (eqp_store_row (store, base + first + i), (guint8 *) items + (gsize) (i * layout.slice) * size,
                    (gsize) layout.slice * size);
          }
      else
        for (gint64 row = 0; row < layout.n; row += ACROSS_ROWS)
          {
            if (!_eqp_variables_go_on (self, self->fraction, error))
              return FALSE;
            scatter (store, base, &layout, row, MIN (row + ACROSS_ROWS, layout.n), first, count, array->item, items);
          }
    }
  return TRUE;
}

typedef struct
{
  EqpVariables     *self;
  EqpVariableRoles *roles;
} Place;

static char *
place_of_cell (gint64 row, gint64 column, gpointer user_data)
{
  Place *place = user_data;

  if (place->roles->side_by_side)
    return g_strdup_printf ("sample %" G_GINT64_FORMAT " of “%s”", row + 1,
                            ((EqpVariable *) g_ptr_array_index (place->roles->features, column))->name);
  for (guint i = 0; i < place->roles->features->len; i++)
    {
      EqpVariable *array = g_ptr_array_index (place->roles->features, i);
      gint64 n = array->dims[place->roles->axis];

      if (row < n)
        return g_strdup_printf ("sample %" G_GINT64_FORMAT ", column %" G_GINT64_FORMAT " of “%s”", row + 1, column + 1,
                                array->name);
      row -= n;
    }
  g_assert_not_reached ();
}

static gint64
find_by_number (const char *text, gpointer user_data)
{
  EqpVariableRoles *roles = user_data;
  guint64 number;

  return g_ascii_string_to_unsigned (text, 10, 1, (guint64) roles->d, &number, NULL) ? (gint64) number - 1 : -1;
}

static gboolean
choose_columns (EqpVariables *self, EqpVariableRoles *roles, GArray *columns, GError **error)
{
  if (!eqp_choose_columns (self->file, self->options, roles->d, find_by_number, roles, columns, &self->parts, error))
    return FALSE;
  for (guint i = columns->len; i > 0; i--)
    if (g_array_index (columns, gint64, i - 1) == roles->label_column)
      g_array_remove_index (columns, i - 1);
  if (columns->len == 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   "%s: no column is left for the features; choose more columns.", self->file);
      return FALSE;
    }
  return TRUE;
}

/* How much of the names is the table that all of the columns are in: "table/". */
static gsize
shared_path (const EqpVariableRoles *roles)
{
  const char *first = ((const EqpVariable *) g_ptr_array_index (roles->features, 0))->name;
  const char *slash = strrchr (first, '/');
  gsize length = slash != NULL ? (gsize) (slash + 1 - first) : 0;

  for (guint i = 1; i < roles->features->len && length > 0; i++)
    if (strncmp (first, ((const EqpVariable *) g_ptr_array_index (roles->features, i))->name, length) != 0)
      length = 0;
  return length;
}

/* Vectors become the columns. */
static gboolean
fill_columns (EqpVariables *self, EqpVariableRoles *roles, EqpStore **store, EqpItem *item, GError **error)
{
  gsize shared = shared_path (roles);

  *item = EQP_ITEM_DOUBLE;
  if (!_eqp_check_memory (self->file, roles->n, roles->d, sizeof (double), error))
    return FALSE;
  *store = eqp_store_new (roles->d, sizeof (double), NULL);
  eqp_store_set_cancellable (*store, self->cancellable);
  for (gint64 i = 0; i < roles->n; i++)
    if (eqp_store_append (*store, error) == NULL)
      return FALSE;
  self->parts.column_names = g_new0 (char *, roles->d + 1);
  for (gint64 j = 0; j < roles->d; j++)
    {
      EqpVariable *array = g_ptr_array_index (roles->features, j);
      g_autofree double *values = NULL;

      self->parts.column_names[j] = g_strdup (array->name + shared);
      if (!_eqp_variables_go_on (self, (double) j / (double) roles->d, error))
        return FALSE;
      values = _eqp_variables_read_doubles (self, array, error);
      if (values == NULL)
        return FALSE;
      for (gint64 i = 0; i < roles->n; i++)
        ((double *) eqp_store_row (*store, i))[j] = values[i];
    }
  return TRUE;
}

static gboolean
fill_dense (EqpVariables *self, EqpVariableRoles *roles, EqpStore **store, EqpItem *item, GError **error)
{
  gint64 done = 0;

  *item = ((EqpVariable *) g_ptr_array_index (roles->features, 0))->item;
  for (guint i = 1; i < roles->features->len; i++)
    *item = MAX (*item, ((EqpVariable *) g_ptr_array_index (roles->features, i))->item);
  for (guint i = 0; i < roles->features->len; i++)
    ((EqpVariable *) g_ptr_array_index (roles->features, i))->item = *item;

  if (!_eqp_check_memory (self->file, roles->n, roles->d, _eqp_item_size (*item), error))
    return FALSE;
  *store = eqp_store_new (roles->d, _eqp_item_size (*item),
                          *item == EQP_ITEM_BYTE ? decode_bytes : *item == EQP_ITEM_FLOAT ? decode_floats : NULL);
  eqp_store_set_cancellable (*store, self->cancellable);
  for (guint i = 0; i < roles->features->len; i++)
    {
      EqpVariable *array = g_ptr_array_index (roles->features, i);
      gint64 n = array->dims[roles->axis];

      if (!read_array (self, array, roles->axis, *store, (double) done / (double) roles->n,
                       (double) n / (double) roles->n, error))
        return FALSE;
      done += n;
    }
  return TRUE;
}

static gboolean
fill_sparse (EqpVariables *self, EqpVariableRoles *roles, GError **error)
{
  EqpVariable *array = g_ptr_array_index (roles->features, 0);
  gboolean square = roles->n == roles->d && roles->first_of == 0 && roles->n <= G_MAXINT32 &&
                    self->options->take != EQP_TAKE_FEATURES,
           graph = FALSE;
  g_auto (EqpSparse) sparse = { 0 };

  if (roles->features->len > 1)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED,
                   "%s: the features are in %u sparse matrices; choose one of them as the variable.", self->file,
                   roles->features->len);
      return FALSE;
    }
  if ((!square && !_eqp_check_memory (self->file, roles->n, roles->d, sizeof (float), error)) ||
      !self->read_sparse (self, array, &sparse, error) ||
      (square && !_eqp_affinity_take_sparse (&sparse, roles->n, self->file, self->options, &self->parts,
                                             self->cancellable, &graph, error)))
    return FALSE;
  if (graph)
    return TRUE;
  if (self->options->take == EQP_TAKE_GRAPH)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   "%s: the sparse matrix “%s” of %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                   " is no graph, which has a row and a column for each node.",
                   self->file, array->name, roles->n, roles->d);
      return FALSE;
    }
  if (square && !_eqp_check_memory (self->file, roles->n, roles->d, sizeof (float), error))
    return FALSE;

  for (gint64 i = 0; i < sparse.count; i++)
    if (!isfinite (sparse.values[i]))
      {
        g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                     "%s: entry %" G_GINT64_FORMAT " of the sparse matrix “%s” is not a finite number; fill it in.",
                     self->file, i + 1, array->name);
        return FALSE;
      }
  if (roles->first_of > 0)
    _eqp_variables_cut_sparse (roles, roles->axis == (array->column_major ? 1 : 0), &sparse);
  if (!_eqp_sparse_make_dense (&sparse, roles->n, roles->d, roles->axis == (array->column_major ? 1 : 0),
                               self->cancellable, &self->parts, error))
    return FALSE;
  eqp_note (&self->parts.decisions,
            "“%s” is sparse (%" G_GINT64_FORMAT " entries, %.2g %% of the cells) and was made dense.", array->name,
            sparse.count, 100.0 * (double) sparse.count / ((double) roles->n * (double) roles->d));
  return TRUE;
}

/* Whether two single numbers of the file tell the size of images of @d pixels. */
static gboolean
read_image_size (EqpVariables *self, gint64 d, gint *width, gint *height)
{
  static const char *const widths[] = {
    "imwidth", "imgwidth", "imagewidth", "width", "w", "ncols", "facew", "nx", NULL
  };
  static const char *const heights[] = { "imheight", "imgheight", "imageheight", "height", "h",
                                         "nrows",    "faceh",     "ny",          NULL };
  double w = 0.0, h = 0.0;

  for (guint i = 0; i < self->arrays->len; i++)
    {
      EqpVariable *array = g_ptr_array_index (self->arrays, i);
      g_autofree char *plain = _eqp_name_plain (array->name);
      g_autofree double *value = NULL;

      if (_eqp_variable_count (array) != 1 || array->text || array->sparse)
        continue;
      if (!g_strv_contains (widths, plain) && !g_strv_contains (heights, plain))
        continue;
      value = _eqp_variables_read_doubles (self, array, NULL);
      if (value != NULL && g_strv_contains (widths, plain))
        w = *value;
      else if (value != NULL)
        h = *value;
    }
  if (!(w >= 2.0 && h >= 2.0 && w * h == (double) d) || w != floor (w) || h != floor (h))
    return FALSE;
  *width = (gint) w;
  *height = (gint) h;
  return TRUE;
}

/* From the dimensions beside the samples, from two numbers in the file, or from the values. */
static void
find_image_shape (EqpVariables *self, EqpVariableRoles *roles)
{
  EqpVariable *first = g_ptr_array_index (roles->features, 0);
  gint64 sizes[EQP_VARIABLE_MAX_RANK];
  int n_sizes = 0;
  gint width, height;

  if (self->parts.d != roles->d - (roles->label_column >= 0) || self->options->columns != NULL || roles->side_by_side)
    return;
  for (int i = 0; i < first->rank; i++)
    if (i != roles->axis && first->dims[i] > 1)
      sizes[n_sizes++] = first->dims[i];

  if (first->rank > 2)
    {
      if (n_sizes == 2 && MAX (sizes[0], sizes[1]) <= G_MAXINT)
        {
          self->parts.image_height = (gint) sizes[0];
          self->parts.image_width = (gint) sizes[1];
          self->parts.image_transposed = first->column_major;
          eqp_note (&self->parts.decisions, "Each sample is an image of %d × %d pixels.", self->parts.image_width,
                    self->parts.image_height);
        }
      return;
    }
  if (first->sparse)
    return;
  /* A label beside the pixels shows that the matrix was a table of text once; those have images row by row. */
  if (roles->label_column >= 0)
    self->rowwise_images = TRUE;
  _eqp_guess_image_shape (&self->parts, self->matlab && !self->rowwise_images);
  if (self->parts.image_width == 0 && read_image_size (self, self->parts.d, &width, &height))
    {
      self->parts.image_width = width;
      self->parts.image_height = height;
      self->parts.image_transposed = self->matlab && !self->rowwise_images;
      eqp_note (&self->parts.decisions, "The rows are images of %d × %d pixels, as the file says.", width, height);
    }
}

/* Names of the columns that became features. */
static void
keep_names (EqpDatasetParts *parts, GArray *columns)
{
  g_auto (GStrv) all = g_steal_pointer (&parts->column_names);

  if (all == NULL)
    return;
  parts->column_names = g_new0 (char *, columns->len + 1);
  for (guint i = 0; i < columns->len; i++)
    parts->column_names[i] = g_strdup (all[g_array_index (columns, gint64, i)]);
}

static gboolean
assemble (EqpVariables *self, EqpVariableRoles *roles, GError **error)
{
  g_autoptr (EqpStore) store = NULL;
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (EqpLabelTable) names = { 0 };
  g_autofree gint32 *labels = NULL;
  g_autofree guint8 *dropped = NULL;
  gboolean sparse = ((EqpVariable *) g_ptr_array_index (roles->features, 0))->sparse;
  gboolean graph = FALSE;
  EqpItem item = EQP_ITEM_DOUBLE;
  Place place = { self, roles };

  if (sparse                  ? !fill_sparse (self, roles, error)
      : roles->side_by_side ? !fill_columns (self, roles, &store, &item, error)
                            : !fill_dense (self, roles, &store, &item, error))
    return FALSE;
  /* In a matrix of 0 and 1 the last column would look like classes. */
  if (roles->guess_label_column && !sparse &&
      !(roles->n == roles->d && roles->first_of == 0 &&
        _eqp_affinity_is_likely (store, self->options, self->cancellable)))
    _eqp_variables_guess_label_column (self, roles, store, item);
  eqp_label_table_init (&names);
  if (!_eqp_variables_read_labels (self, roles, store, item, &names, &labels, error))
    return FALSE;

  if (!sparse)
    {
      if ((labels != NULL && !_eqp_variables_drop_unlabeled (self, labels, roles->n, &dropped, error)) ||
          !choose_columns (self, roles, columns, error) || !_eqp_variables_go_on (self, 1.0, error) ||
          (dropped == NULL && roles->first_of == 0 &&
           !_eqp_affinity_take (store, columns, self->file, self->options, &self->parts, self->cancellable, &graph,
                                error)))
        return FALSE;
      if (!graph && ((item != EQP_ITEM_BYTE &&
                      !eqp_store_settle_missing (store, columns, self->options->missing, self->file, place_of_cell,
                                                 &place, &dropped, &self->parts, error)) ||
                     !_eqp_variables_go_on (self, 1.0, error) ||
                     !eqp_store_finish (store, columns, dropped, &self->parts, error)))
        return FALSE;
      keep_names (&self->parts, columns);
    }
  else if (self->options->columns != NULL || roles->label_column >= 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED,
                   "%s: columns of a sparse matrix cannot be chosen; take them out before, or open all of it.",
                   self->file);
      return FALSE;
    }

  if (labels != NULL)
    {
      gint64 n = 0;

      if (!_eqp_variables_go_on (self, 1.0, error))
        return FALSE;
      for (gint64 i = 0; i < roles->n; i++)
        if (dropped == NULL || !dropped[i])
          labels[n++] = labels[i];
      if (sparse)
        {
          for (gint64 i = 0; i < n; i++)
            if (labels[i] < 0)
              {
                g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                             "%s, sample %" G_GINT64_FORMAT ": the label is missing; fill it in, or choose no labels.",
                             self->file, i + 1);
                return FALSE;
              }
        }
      if (!_eqp_variables_go_on (self, 1.0, error))
        return FALSE;
      self->parts.labels = g_steal_pointer (&labels);
      self->parts.class_names = eqp_label_table_settle (&names, n, self->parts.labels);
    }
  if (self->parts.graph == NULL)
    find_image_shape (self, roles);
  return TRUE;
}

/* Arrays without numbers, or with sizes that cannot be. */
static void
drop_useless (EqpVariables *self)
{
  for (guint i = self->arrays->len; i > 0; i--)
    {
      EqpVariable *array = g_ptr_array_index (self->arrays, i - 1);
      gboolean useful = array->rank >= 1 && array->rank <= EQP_VARIABLE_MAX_RANK;
      gint64 count = 1;

      for (int k = 0; k < array->rank && useful; k++)
        useful = array->dims[k] > 0 && !__builtin_mul_overflow (count, array->dims[k], &count) && count <= MOST_NUMBERS;
      if (!useful)
        g_ptr_array_remove_index (self->arrays, i - 1);
    }
}

/* A matrix of text whose texts are all numbers, or words for missing ones, is taken for these numbers. */
static gboolean
read_numbers (EqpVariables *self, EqpVariable *array, GError **error)
{
  g_auto (GStrv) texts = self->read_text (self, array, error);
  gint64 count = _eqp_variable_count (array), found = 0;
  double *numbers =
      texts != NULL ? eqp_try_alloc ((gsize) count, sizeof (double), "the numbers of a matrix of text", error) : NULL;

  if (numbers == NULL)
    return FALSE;
  for (gint64 i = 0; i < count && found >= 0; i++)
    {
      const char *text = g_strstrip (texts[i]), *end = eqp_parse_number (text, '.', &numbers[i]);

      if (end != NULL && *end == '\0')
        found++;
      else if (eqp_is_missing_marker (text, strlen (text)))
        numbers[i] = NAN;
      else
        found = -1;
    }
  if (found <= 0)
    {
      eqp_free (numbers);
      return TRUE;
    }
  array->numbers = numbers;
  array->text = FALSE;
  array->item = EQP_ITEM_DOUBLE;
  eqp_note (&self->parts.decisions, "“%s” has its numbers as text, and was read as numbers.", array->name);
  return TRUE;
}

static gboolean
read_all_numbers (EqpVariables *self, GError **error)
{
  for (guint i = 0; i < self->arrays->len; i++)
    {
      EqpVariable *array = g_ptr_array_index (self->arrays, i);

      if (array->text && array->rank == 2 && _eqp_variable_vector_length (array) < 0 &&
          !read_numbers (self, array, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * _eqp_variables_leave_out:
 * @self: the arrays
 * @name: of something that may well be the data
 * @why_format: printf format of what is wrong with it, and what to do: "has ...; save ..."
 * @...: its arguments
 *
 * Tells that it is left out; where nothing else can be the features, that is the error.
 */
void
_eqp_variables_leave_out (EqpVariables *self,
                          const char   *name,
                          const char   *why_format,
                          ...)
{
  g_autofree char *valid = g_utf8_make_valid (name, -1);
  g_autofree char *why = NULL;
  va_list args;

  va_start (args, why_format);
  why = g_strdup_vprintf (why_format, args);
  va_end (args);
  if (self->unread == NULL)
    self->unread = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (self->unread, g_strdup_printf ("“%s” %s.", valid, why));
  if (self->unread->len <= MOST_TOLD)
    eqp_note (&self->parts.decisions, "Left out: “%s” %s.", valid, why);
}

/**
 * _eqp_variables_refuse_unread:
 * @self: the arrays
 * @error: return location, EQP_ERROR_UNSUPPORTED
 *
 * Returns: FALSE, with the reason, when something was left out that may well be the data
 */
gboolean
_eqp_variables_refuse_unread (EqpVariables  *self,
                              GError       **error)
{
  if (self->unread == NULL)
    return TRUE;
  g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "%s: %s", self->file,
               (const char *) g_ptr_array_index (self->unread, 0));
  return FALSE;
}

/**
 * _eqp_variables_load:
 * @self: the arrays of a file with the reader's functions; nothing is read yet
 * @file: where they come from
 * @error: return location
 *
 * Chooses features and labels, reads them and makes the data set.
 *
 * Returns: (transfer full) (nullable): the data set
 */
EqpDataset *
_eqp_variables_load (EqpVariables  *self,
                  GFile      *file,
                  GError    **error)
{
  g_autoptr (GPtrArray) features = NULL;
  g_autoptr (GPtrArray) labels = NULL;
  EqpVariableRoles roles = { 0 };
  gboolean done;

  drop_useless (self);
  if (self->arrays->len == 0 && !_eqp_variables_refuse_unread (self, error))
    return NULL;
  if (self->arrays->len == 0)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   "%s: the file has no array of numbers that could be features; save a matrix with one row a sample.",
                   self->file);
      return NULL;
    }
  _eqp_parts_watch (&self->parts, self->progress, self->file);
  if (!read_all_numbers (self, error))
    return NULL;
  done = _eqp_variables_choose (self, &roles, error);
  features = roles.features;
  labels = roles.labels;
  if (!done)
    return NULL;
  for (guint i = 0; i < roles.features->len; i++)
    {
      const EqpVariable *array = g_ptr_array_index (roles.features, i);

      if (array->unwritten > 0.0)
        eqp_note (&self->parts.findings,
                  "%.3g %% of “%s” was never written to the file and reads as its fill value, mostly 0; check that the "
                  "program that wrote it came to its end.",
                  100.0 * array->unwritten, array->name);
    }
  _eqp_variables_cut (self, &roles);
  if (!assemble (self, &roles, error))
    return NULL;

  self->parts.name = g_strdup (self->file);
  self->parts.source = g_file_get_parse_name (file);
  self->parts.format = g_strdup (self->format);
  return eqp_dataset_new_cancellable (&self->parts, self->cancellable, error);
}
