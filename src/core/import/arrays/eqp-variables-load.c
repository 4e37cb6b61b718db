/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the arrays of a file to a data set: what eqp-variables-choose.c has chosen is read slice by slice into rows,
 * turned round where samples are columns, and labels are given their names. */
#include "config.h"

#include "eqp-variables-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "data/eqp-data-private.h"
#include "import/eqp-affinity.h"
#include "import/eqp-beside.h"

#define BLOCK_BYTES (4 << 20)

/* Where samples run within the slices, each row is touched once a block. */
#define ACROSS_BYTES (16 << 20)
#define ACROSS_ROWS 16384

/* Copied before the user is asked again. */
#define ROWS_A_CHECK 256

/* More numbers than any file of today can have. */
#define MOST_NUMBERS (G_GINT64_CONSTANT (1) << 46)

/* Numbers that stand before and behind the sample dimension in the file's order, slowest first. */
typedef struct
{
  gboolean samples_slowest;
  gint64 per_slice; /* steps of the dimensions slower than the samples, within a slice */
  gint64 n;
  gint64 inner;    /* numbers of the dimensions faster than the samples */
  gint64 slice;    /* numbers of a slice */
  gint64 *columns; /* of each place in a sample as the file counts them; NULL: the same */
} Layout;

static Layout
layout_of (const EqpVariable *array, int axis)
{
  Layout layout = { FALSE, 1, array->dims[axis], 1, 1, NULL };
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

/* Python counts the places of a sample by its last dimension first, in whichever order the file has them. */
static gint64 *
turn_columns (const EqpVariable *array, int axis, gint64 d, GError **error)
{
  gint64 *columns = eqp_try_malloc ((gsize) d, sizeof (gint64), "one row", error);

  for (gint64 j = 0; j < d && columns != NULL; j++)
    for (gint64 k = 0, left = j; k < array->rank; k++)
      if (k != axis)
        {
          columns[j] = columns[j] * array->dims[k] + left % array->dims[k];
          left /= array->dims[k];
        }
  return columns;
}

static inline void
copy (guint8 *to, const guint8 *from, gsize bytes)
{
  if (bytes == 1)
    *to = *from;
  else if (bytes == sizeof (float))
    memcpy (to, from, sizeof (float));
  else if (bytes == sizeof (double))
    memcpy (to, from, sizeof (double));
  else
    memcpy (to, from, bytes);
}

/* The items of some rows, of @steps steps of the slower dimensions from @first on. */
static void
scatter (EqpStore *store, gint64 base, const Layout *layout, gint64 from_row, gint64 to_row, gint64 first, gint64 steps,
         gsize size, const guint8 *items)
{
  gsize bytes = (gsize) layout->inner * size;

  for (gint64 i = from_row; i < to_row; i++)
    {
      guint8 *row = eqp_store_row (store, base + i);

      for (gint64 o = 0; o < steps; o++)
        {
          const guint8 *from = items + (gsize) (o * layout->n + i) * bytes;
          gint64 at = (first + o) * layout->inner;

          if (layout->columns == NULL)
            copy (row + (gsize) at * size, from, bytes);
          for (gint64 j = 0; j < layout->inner && layout->columns != NULL; j++)
            memcpy (row + (gsize) layout->columns[at + j] * size, from + (gsize) j * size, size);
        }
    }
}

static gboolean
read_array (EqpVariables *self, EqpVariable *array, int axis, gint64 wanted, EqpStore *store, double done, double share,
            GError **error)
{
  Layout layout = layout_of (array, axis);
  g_autofree gint64 *columns = NULL;
  gboolean slowest = layout.samples_slowest;
  gsize size = _eqp_item_size (array->item);
  gint64 slices = slowest ? wanted : _eqp_variable_slices (array), base = eqp_store_get_rows (store);
  gint64 block = CLAMP ((slowest ? BLOCK_BYTES : ACROSS_BYTES) / (gint64) size / MAX (1, layout.slice), 1, slices);
  g_autofree void *items = NULL;

  /* Packed pieces are unpacked once if whole ones are read, but not at any price: the piece is in two processes. */
  if (array->chunk > 1)
    block = MAX (block,
                 MIN ((block + array->chunk - 1) / array->chunk * array->chunk, slices / MAX (1, (gint64) size) + 1));
  items = eqp_try_malloc ((gsize) block * (gsize) layout.slice, size, "a piece of the file", error);
  if (items == NULL || (!self->matlab && array->column_major && array->rank > 2 &&
                        (columns = turn_columns (array, axis, eqp_store_get_width (store), error)) == NULL))
    return FALSE;
  layout.columns = columns;

  for (gint64 i = 0; i < wanted; i++)
    if (eqp_store_append (store, error) == NULL || (i % 1024 == 0 && !_eqp_variables_go_on (self, done, error)))
      return FALSE;
  for (gint64 first = 0; first < slices; first += block)
    {
      gint64 count = MIN (block, slices - first), rows = slowest ? count : wanted;

      if (!_eqp_variables_go_on (self, done + share * (double) first / (double) slices, error) ||
          !self->read (self, array, first, count, items, error))
        return FALSE;
      for (gint64 row = 0, step = slowest ? ROWS_A_CHECK : ACROSS_ROWS; row < rows; row += step)
        {
          if (!_eqp_variables_go_on (self, self->fraction, error))
            return FALSE;
          scatter (store, slowest ? base + first : base, &layout, row, MIN (row + step, rows),
                   slowest ? 0 : first * layout.per_slice, slowest ? 1 : count * layout.per_slice, size, items);
        }
    }
  return TRUE;
}

static gint64
find_by_number (const char *text, gpointer user_data)
{
  EqpVariableRoles *roles = user_data;
  guint64 number;

  return g_ascii_string_to_unsigned (text, 10, 1, (guint64) roles->d, &number, NULL) ? (gint64) number - 1 : -1;
}

/* Those of the features, less the one of the labels. */
static gboolean
drop_label_column (EqpVariables *self, EqpVariableRoles *roles, GArray *columns, GError **error)
{
  for (guint i = columns->len; i > 0; i--)
    if (roles->label_column >= 0 && g_array_index (columns, gint64, i - 1) >= roles->label_column &&
        g_array_index (columns, gint64, i - 1) <= roles->label_last)
      g_array_remove_index (columns, i - 1);
  if (columns->len == 0)
    g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                 _ ("%s: no column is left for the features; choose more columns."), self->file);
  return columns->len > 0;
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
fill_columns (EqpVariables *self, EqpVariableRoles *roles, EqpStore **store, GError **error)
{
  gsize shared = shared_path (roles);

  if (!_eqp_check_memory (self->file, roles->n, roles->d, sizeof (double), error))
    return FALSE;
  *store = eqp_store_new (roles->d, EQP_ITEM_DOUBLE);
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
fill_dense (EqpVariables *self, EqpVariableRoles *roles, EqpStore **store, GError **error)
{
  EqpItem item = EQP_ITEM_BYTE;
  gint64 done = 0;

  for (guint i = 0; i < roles->features->len; i++)
    item = MAX (item, ((EqpVariable *) g_ptr_array_index (roles->features, i))->item);
  if (!_eqp_check_memory (self->file, roles->n, roles->d, _eqp_item_size (item), error))
    return FALSE;
  *store = eqp_store_new (roles->d, item);
  eqp_store_set_cancellable (*store, self->cancellable);
  for (guint i = 0; i < roles->features->len && done < roles->n; i++)
    {
      EqpVariable *array = g_ptr_array_index (roles->features, i);
      gint64 n = MIN (array->dims[roles->axis], roles->n - done);

      array->item = item;
      if (!read_array (self, array, roles->axis, n, *store, (double) done / (double) roles->n,
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
    return eqp_refuse (error, EQP_ERROR_UNSUPPORTED,
                       _ ("%s: the features are in %u sparse matrices; choose one of them as the variable."),
                       self->file, roles->features->len);
  if ((!square && !_eqp_sparse_check_memory (self->file, array->entries, roles->n, roles->d, 1.0, error)) ||
      !self->read_sparse (self, array, &sparse, error) ||
      (square && !_eqp_affinity_take_sparse (&sparse, roles->n, self->file, self->options, &self->parts,
                                             self->cancellable, &graph, error)))
    return FALSE;
  if (graph)
    return TRUE;
  if (self->options->take == EQP_TAKE_GRAPH)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: the sparse matrix “%s” of %" PRId64 " × %" PRId64 " is no graph, which has a row and a "
                          "column for each node."),
                       self->file, array->name, roles->n, roles->d);
  return _eqp_sparse_make_features (&sparse, self->file, roles->n, roles->d,
                                    roles->axis == (array->column_major ? 1 : 0), self->cancellable, &self->parts,
                                    error);
}

/* From the dimensions beside the samples, from two numbers in the file, or from the values. */
static void
find_image_shape (EqpVariables *self, EqpVariableRoles *roles)
{
  EqpVariable *first = g_ptr_array_index (roles->features, 0);
  gint64 sizes[EQP_VARIABLE_MAX_RANK];
  int n_sizes = 0;

  gint64 n_labels = roles->label_column >= 0 ? roles->label_last - roles->label_column + 1 : 0;

  if (self->parts.d != roles->d - n_labels || self->options->columns != NULL || roles->side_by_side || first->sparse ||
      (first->rank > 2 && n_labels > 0))
    return;
  for (int i = 0; i < first->rank; i++)
    if (i != roles->axis && first->dims[i] > 1)
      sizes[n_sizes++] = first->dims[i];

  if (first->rank > 2)
    {
      if (n_sizes != 2 || MAX (sizes[0], sizes[1]) > G_MAXINT)
        return;
      self->parts.image_height = (gint) sizes[0];
      self->parts.image_width = (gint) sizes[1];
      self->parts.image_transposed = first->column_major && self->matlab;
      eqp_note (&self->parts.decisions, _ ("Each sample is an image of %d × %d pixels."), self->parts.image_width,
                self->parts.image_height);
      return;
    }
  /* A label beside the pixels shows that the matrix was a table of text once; those have images row by row. */
  if (roles->label_column >= 0)
    self->rowwise_images = TRUE;
  _eqp_guess_image_shape (&self->parts, self->matlab && !self->rowwise_images);
}

/* Names of the columns that became features: of vectors, or by the numbers of some of many columns. */
static void
keep_names (EqpVariables *self, EqpVariableRoles *roles, GArray *columns)
{
  g_auto (GStrv) all = g_steal_pointer (&self->parts.column_names);

  if (all == NULL && (gint64) columns->len == roles->d)
    return;
  self->parts.column_names = g_new0 (char *, columns->len + 1);
  for (guint i = 0; i < columns->len; i++)
    {
      gint64 column = g_array_index (columns, gint64, i);

      self->parts.column_names[i] =
          all != NULL ? g_strdup (all[column]) : _eqp_column_usual_name (column);
    }
}

/* A square matrix can be a graph, also with labels beside it, and that takes a look at all of it. */
static gboolean
needs_all (EqpVariables *self, const EqpVariableRoles *roles)
{
  if (self->options->max_rows <= 0 || self->options->max_rows >= roles->n || self->options->take == EQP_TAKE_GRAPH)
    return TRUE;
  return self->options->take == EQP_TAKE_GUESS && !roles->side_by_side &&
         (roles->n == roles->d || roles->n == roles->d - 1 || (self->options->columns != NULL && roles->n < roles->d));
}

static gboolean
assemble (EqpVariables *self, EqpVariableRoles *roles, GError **error)
{
  g_autoptr (EqpStore) store = NULL;
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (EqpAssembly) assembly = { self->file, self->options, &self->parts, self->cancellable, .columns = columns,
                                    .n = roles->n, .may_be_graph = roles->first_of == 0, .label = -1 };
  gboolean sparse = ((EqpVariable *) g_ptr_array_index (roles->features, 0))->sparse;

  if (sparse && (self->options->columns != NULL || roles->label_column >= 0))
    return eqp_refuse (error, EQP_ERROR_UNSUPPORTED,
                       _ ("%s: columns of a sparse matrix cannot be chosen; take them out before, or open all of it."),
                       self->file);
  if (sparse                ? !fill_sparse (self, roles, error)
      : roles->side_by_side ? !fill_columns (self, roles, &store, error)
                            : !fill_dense (self, roles, &store, error))
    return FALSE;
  if (!sparse &&
      !eqp_choose_columns (self->file, self->options, roles->d, find_by_number, roles, columns, &self->parts, error))
    return FALSE;
  /* In a matrix of 0 and 1 the last column would look like classes. */
  if ((roles->guess_label_column || roles->label_column >= 0) && !sparse &&
      !(roles->n == roles->d && roles->first_of == 0 &&
        _eqp_affinity_is_likely (store, self->options, self->cancellable)))
    _eqp_variables_guess_label_column (self, roles, store, self->options->columns != NULL ? columns : NULL);
  eqp_label_table_init (&assembly.names);
  assembly.store = store;
  if (!_eqp_variables_read_labels (self, roles, &assembly, error))
    return FALSE;
  if (roles->beside)
    _eqp_beside_tell (&self->parts, self->options, ((EqpVariable *) g_ptr_array_index (roles->labels, 0))->name,
                      MAX (roles->n, roles->first_of), assembly.names.names->len);
  assembly.may_be_graph &= !sparse;
  if ((!sparse && !drop_label_column (self, roles, columns, error)) || !_eqp_variables_go_on (self, 1.0, error) ||
      !_eqp_assemble (&assembly, error))
    return FALSE;
  if (self->parts.graph == NULL)
    {
      if (!sparse)
        keep_names (self, roles, columns);
      find_image_shape (self, roles);
    }
  if (sparse && self->parts.graph == NULL && !needs_all (self, roles))
    self->parts.n = self->options->max_rows;
  return TRUE;
}

/* The first samples alone, for a look at how a file is understood: what the file decides by its sizes and its labels is
 * decided; a column of labels is looked for in what is left. Sparse matrices are read whole, and cut at the end. */
static void
cut_to_first (EqpVariables *self, EqpVariableRoles *roles)
{
  if (needs_all (self, roles) || ((EqpVariable *) g_ptr_array_index (roles->features, 0))->sparse)
    return;
  roles->first_of = roles->n;
  roles->n = self->options->max_rows;
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
      if (useful && array->text && _eqp_variable_vector_length (array) < 0)
        _eqp_variables_leave_out (self, array->name,
                                  _ ("has text in its cells; save them as numbers, as in X.astype (float)"));
      if (!useful || (array->text && _eqp_variable_vector_length (array) < 0))
        g_ptr_array_remove_index (self->arrays, i - 1);
    }
}

/* Chooses features and labels, reads them and makes the data set. */
EqpDataset *
_eqp_variables_load (EqpVariables *self, GFile *file, GError **error)
{
  g_autoptr (GPtrArray) features = NULL;
  g_autoptr (GPtrArray) labels = NULL;
  EqpVariableRoles roles = { 0 };
  gboolean done;

  drop_useless (self);
  if (self->arrays->len == 0 && !_eqp_variables_refuse_unread (self, error))
    return NULL;
  if (self->arrays->len == 0)
    return eqp_refuse_null (error, EQP_ERROR_INVALID_DATA,
                            _ ("%s: the file has no array of numbers that could be features; save a matrix with one "
                               "row a sample."),
                            self->file);
  _eqp_parts_watch (&self->parts, self->progress, self->file);
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
                  _ ("%.3g %% of “%s” was never written and reads as its fill value, mostly 0; check that its "
                     "program came to its end."),
                  100.0 * array->unwritten, array->name);
    }
  cut_to_first (self, &roles);
  if (!assemble (self, &roles, error))
    return NULL;

  self->parts.name = g_strdup (self->file);
  self->parts.source = g_file_get_parse_name (file);
  self->parts.format = g_strdup (self->format);
  return eqp_dataset_new_cancellable (&self->parts, self->cancellable, error);
}
