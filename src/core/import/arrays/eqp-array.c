/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of binary arrays share: sizes checked before anything is allocated, rows in either order,
 * labels from a second array, and the way into a data set. */
#include "config.h"

#include "eqp-array.h"

#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "import/eqp-affinity.h"
#include "eqp-items.h"
#include "eqp-variables-private.h"

#define MAX_ROW_BYTES (G_GUINT64_CONSTANT (1) << 30)
#define COLUMN_BLOCK_BYTES (16 << 20)
#define PIECE_BYTES (1 << 18)

/* gzip cannot pack closer than 1 to 1032. */
#define MOST_PACKING 1040

/**
 * _eqp_array_width:
 * @self: an array of at least one dimension
 *
 * Returns: items a row: the product of all dimensions but the first
 */
gint64
_eqp_array_width (const EqpArray *self)
{
  gint64 width = 1;

  for (int i = 1; i < self->n_dims; i++)
    width *= (gint64) self->dims[i];
  return width;
}

/* Bytes of the whole array; FALSE when they are more than could be addressed. */
static gboolean
array_bytes (const EqpArray *self, guint64 *bytes)
{
  *bytes = (guint64) self->item_size;
  for (int i = 0; i < self->n_dims; i++)
    if (!g_uint64_checked_mul (bytes, *bytes, self->dims[i]))
      return FALSE;
  return *bytes < G_MAXINT64 / 2;
}

static char *
shape_text (const EqpArray *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < self->n_dims; i++)
    g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, i > 0 ? " × " : "", self->dims[i]);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * _eqp_array_check:
 * @self: what the header says
 * @source: the file
 * @parts: findings are added to
 * @error: return location, EQP_ERROR_PARSE, EQP_ERROR_INVALID_DATA or EQP_ERROR_TOO_LARGE
 *
 * Compares the header with the size of the file, before anything is allocated on its word.
 *
 * Returns: FALSE when they do not fit
 */
gboolean
_eqp_array_check (const EqpArray   *self,
                  EqpSource        *source,
                  EqpDatasetParts  *parts,
                  GError          **error)
{
  const char *file = eqp_source_get_name (source);
  goffset size = eqp_source_get_size (source);
  g_autofree char *shape = shape_text (self);
  guint64 bytes, row_bytes = (guint64) self->item_size;

  for (int i = 0; i < self->n_dims; i++)
    if (self->dims[i] == 0)
      {
        g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                     "%s: the array is empty (%s); save an array with a row for each point.", file, shape);
        return FALSE;
      }
  if (!array_bytes (self, &bytes))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s: the header announces %s items, more than any file can have; the file is damaged, get it again.",
                   file, shape);
      return FALSE;
    }
  if (size >= 0 && !eqp_source_is_compressed (source) && (guint64) size < (guint64) self->offset + bytes)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s: the header announces %s items, which take %" G_GUINT64_FORMAT
                   " bytes, but only %" G_GINT64_FORMAT " follow; the file is incomplete, get it again.",
                   file, shape, bytes, MAX (0, (gint64) (size - self->offset)));
      return FALSE;
    }
  if (size >= 0 && eqp_source_is_compressed (source) && (guint64) size < bytes / MOST_PACKING)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s: the header announces %s items, which cannot be packed into %" G_GINT64_FORMAT
                   " bytes; the file is damaged or incomplete.",
                   file, shape, (gint64) size);
      return FALSE;
    }
  for (int i = 1; i < self->n_dims; i++)
    row_bytes *= self->dims[i];
  if (row_bytes > MAX_ROW_BYTES)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   "%s: one row of the array (%s) is too large; should it be turned around?", file, shape);
      return FALSE;
    }
  if (size >= 0 && !eqp_source_is_compressed (source) && (guint64) size > (guint64) self->offset + bytes)
    eqp_note (&parts->findings,
              "The file goes on for %" G_GUINT64_FORMAT " bytes behind the array; they were left out.",
              (guint64) size - (guint64) self->offset - bytes);
  return TRUE;
}

/* A look at a matrix that could be one of a graph, also with labels beside it, takes all of it, because its shape
 * decides. */
static gint64
rows_wanted (const EqpArray *self)
{
  gint64 n = (gint64) self->dims[0], width = _eqp_array_width (self);

  return self->most_rows > 0 && n != width && n != width - 1 ? MIN (n, self->most_rows) : n;
}

/* Where the item of column j (all dimensions but the first, the last one fastest) stands when the first runs fastest.
 * Rolled, the others are in that order already, or the rows are to be brought to it. */
static gint64
fortran_column (const EqpArray *self, gint64 j)
{
  gint64 index[8], column = 0;

  if (self->rolled && self->fortran)
    return j;
  for (int i = self->n_dims - 1; i >= 1; i--)
    {
      index[i] = j % (gint64) self->dims[i];
      j /= (gint64) self->dims[i];
    }
  for (int i = self->n_dims - 1; i >= 1; i--)
    column = column * (gint64) self->dims[i] + index[i];
  return column;
}

/* A row of items of which the first index runs fastest, with the last one fastest. */
static void
turn_row (const EqpArray *self, guint8 *row, guint8 *turned)
{
  gint64 width = _eqp_array_width (self);
  gsize size = (gsize) self->item_size;

  for (gint64 j = 0; j < width; j++)
    memcpy (turned + (gsize) j * size, row + (gsize) fortran_column (self, j) * size, size);
  memcpy (row, turned, (gsize) width * size);
}

static gboolean
read_rows (const EqpArray *self, EqpSource *source, EqpStore *store, GError **error)
{
  gint64 left = rows_wanted (self);
  gsize row_bytes = (gsize) _eqp_array_width (self) * (gsize) self->item_size;
  g_autofree guint8 *turned = self->rolled ? g_malloc (row_bytes) : NULL;

  while (left > 0)
    {
      gint64 got;
      void *rows = eqp_store_append_many (store, left, &got, error);

      if (rows == NULL || !eqp_source_read_exactly (source, rows, (gsize) got * row_bytes, error))
        return FALSE;
      for (gint64 i = 0; i < got && self->rolled; i++)
        turn_row (self, (guint8 *) rows + (gsize) i * row_bytes, turned);
      left -= got;
    }
  return TRUE;
}

/* Column by column, a block of rows at a time, looked up in the file. */
static gboolean
read_columns (const EqpArray *self, EqpSource *source, EqpStore *store, GError **error)
{
  gint64 n = (gint64) self->dims[0], d = _eqp_array_width (self), wanted = rows_wanted (self);
  gsize size = (gsize) self->item_size;
  gint64 block = CLAMP (COLUMN_BLOCK_BYTES / (d * self->item_size), 1, wanted);
  g_autofree guint8 *part = g_malloc ((gsize) block * size);

  for (gint64 first = 0; first < wanted; first += block)
    {
      gint64 rows = MIN (block, wanted - first);

      for (gint64 i = 0; i < rows; i++)
        if (eqp_store_append (store, error) == NULL)
          return FALSE;
      for (gint64 j = 0; j < d; j++)
        {
          goffset place = (fortran_column (self, j) * n + first) * self->item_size;

          if (!eqp_source_seek (source, self->offset + place, error)
              || !eqp_source_read_exactly (source, part, (gsize) rows * size, error))
            return FALSE;
          for (gint64 i = 0; i < rows; i++)
            memcpy ((guint8 *) eqp_store_row (store, first + i) + (gsize) j * size, part + (gsize) i * size, size);
        }
    }
  return TRUE;
}

/* The same for a packed file, which cannot be read out of order: each piece goes where it belongs, so that nothing is
 * held but the store. */
static gboolean
unpack_columns (const EqpArray *self, EqpSource *source, EqpStore *store, GError **error)
{
  gint64 n = (gint64) self->dims[0], d = _eqp_array_width (self), wanted = rows_wanted (self);
  gsize size = (gsize) self->item_size;
  gint64 block = CLAMP (PIECE_BYTES / self->item_size, 1, n);
  g_autofree guint8 *part = g_malloc ((gsize) block * size);
  g_autofree gint64 *columns = g_new (gint64, MAX (1, d));

  for (gint64 j = 0; j < d; j++)
    columns[fortran_column (self, j)] = j;
  for (gint64 i = 0; i < wanted; i++)
    if (eqp_store_append (store, error) == NULL)
      return FALSE;
  for (gint64 j = 0; j < d; j++)
    for (gint64 first = 0; first < n; first += block)
      {
        gint64 rows = MIN (block, n - first);

        if (!eqp_source_read_exactly (source, part, (gsize) rows * size, error))
          return FALSE;
        for (gint64 i = 0; i < rows && first + i < wanted; i++)
          memcpy ((guint8 *) eqp_store_row (store, first + i) + (gsize) columns[j] * size, part + (gsize) i * size,
                  size);
      }
  return TRUE;
}

/**
 * _eqp_array_read:
 * @self: the array, checked
 * @source: the file, at the first item
 * @store: of the array's width and item size
 * @error: return location
 *
 * Returns: FALSE on errors
 */
gboolean
_eqp_array_read (const EqpArray  *self,
                 EqpSource       *source,
                 EqpStore        *store,
                 GError         **error)
{
  if (!_eqp_check_memory (eqp_source_get_name (source), rows_wanted (self), _eqp_array_width (self),
                          (gsize) self->item_size, error))
    return FALSE;
  if (!self->fortran || self->n_dims == 1)
    return read_rows (self, source, store, error);
  return eqp_source_is_compressed (source) ? unpack_columns (self, source, store, error)
                                           : read_columns (self, source, store, error);
}

static char *
text_item (const EqpArray *self, const guint8 *item)
{
  gsize characters = (gsize) self->item_size / 4;
  g_autoptr (GString) text = g_string_new (NULL);

  if (self->kind == 'S')
    {
      g_autofree char *bytes = g_strndup ((const char *) item, (gsize) self->item_size);

      return g_utf8_make_valid (bytes, -1);
    }
  for (gsize i = 0; i < characters; i++)
    {
      guint32 character;

      memcpy (&character, item + 4 * i, 4);
      character = self->big_endian ? GUINT32_FROM_BE (character) : GUINT32_FROM_LE (character);
      if (character == 0)
        break;
      g_string_append_unichar (text, g_unichar_validate (character) ? character : 0xfffd);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/**
 * _eqp_array_read_labels:
 * @self: a checked array of one dimension (or with only one column)
 * @source: its file, at the first item
 * @names: an empty table
 *
 * Returns: (transfer full) (nullable): numbers into @names, or NULL when these are no labels
 */
gint32 *
_eqp_array_read_labels (const EqpArray *self,
                        EqpSource      *source,
                        EqpLabelTable  *names)
{
  gint64 n = (gint64) self->dims[0];
  gboolean is_text = self->kind == 'U' || self->kind == 'S';
  EqpDecodeFunc decode = is_text ? NULL : eqp_items_decoder (self->kind, self->item_size, self->big_endian);
  g_autofree gint32 *labels = g_try_new (gint32, n);
  g_autofree guint8 *item = g_malloc0 ((gsize) self->item_size * 4096);

  if (labels == NULL || (decode == NULL && !is_text))
    return NULL;

  for (gint64 first = 0; first < n; first += 4096)
    {
      gint64 count = MIN (4096, n - first);

      if (!eqp_source_read_exactly (source, item, (gsize) count * (gsize) self->item_size, NULL))
        return NULL;
      for (gint64 i = 0; i < count; i++)
        {
          const guint8 *place = item + i * self->item_size;
          g_autofree char *text = NULL;

          if (is_text)
            text = text_item (self, place);
          else
            {
              double value;

              decode (place, 1, &value);
              if (!isfinite (value) || value != floor (value) || fabs (value) > 1e15)
                return NULL;
              text = g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) value);
            }
          labels[first + i] = eqp_label_table_add (names, text);
        }
    }
  return g_steal_pointer (&labels);
}

static char *
place_in_array (gint64 row, gint64 column, gpointer user_data)
{
  return g_strdup_printf ("row %" G_GINT64_FORMAT ", column %" G_GINT64_FORMAT, row + 1, column + 1);
}

static gint64
find_by_number (const char *text, gpointer user_data)
{
  guint64 number;

  return g_ascii_string_to_unsigned (text, 10, 1, (guint64) * (gint64 *) user_data, &number, NULL) ? (gint64) number - 1
                                                                                                   : -1;
}

static void
settle_labels (const gint32 *labels, EqpLabelTable *names, gint64 rows, const guint8 *dropped, EqpDatasetParts *parts)
{
  gint64 n = 0;

  parts->labels = g_new (gint32, rows);
  for (gint64 row = 0; row < rows; row++)
    if (dropped == NULL || !dropped[row])
      parts->labels[n++] = labels[row];
  parts->class_names = eqp_label_table_settle (names, n, parts->labels);
}

static void
set_image_shape (const EqpArray *self, EqpDatasetParts *parts)
{
  guint64 height = 0, width = 0;

  if (self->n_dims == 3 || (self->n_dims == 4 && self->dims[3] == 1))
    {
      height = self->dims[1];
      width = self->dims[2];
    }
  else if (self->n_dims == 4 && self->dims[1] == 1)
    {
      height = self->dims[2];
      width = self->dims[3];
    }
  /* One row or column of pixels is no picture. */
  if (height > 1 && width > 1 && height < G_MAXINT && width < G_MAXINT)
    {
      parts->image_height = (gint) height;
      parts->image_width = (gint) width;
      eqp_note (&parts->decisions, "Each row is an image of %d × %d pixels.", parts->image_width, parts->image_height);
    }
  else if (self->n_dims > 2)
    {
      g_autofree char *shape = shape_text (self);

      eqp_note (&parts->decisions, "The array of %s was laid out as %" G_GUINT64_FORMAT " rows.", shape, self->dims[0]);
    }
}

/**
 * _eqp_array_assemble:
 * @self: the array
 * @store: its rows; empty afterwards
 * @options: columns and missing are heeded
 * @file: the file's name, for messages
 * @labels: (nullable): one number into @names a row
 * @label_column: the column that they come from, which is no feature; -1 for none
 * @names: the names of the classes
 * @parts: features (or a graph), labels, image shape, decisions are set
 * @cancellable: (nullable): to stop
 * @error: return location
 *
 * Returns: FALSE on errors
 */
gboolean
_eqp_array_assemble (const EqpArray          *self,
                     EqpStore                *store,
                     const EqpImportOptions  *options,
                     const char              *file,
                     const gint32            *labels,
                     gint64                   label_column,
                     EqpLabelTable           *names,
                     EqpDatasetParts         *parts,
                     GCancellable            *cancellable,
                     GError                 **error)
{
  gint64 width = _eqp_array_width (self), rows = eqp_store_get_rows (store);
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree guint8 *dropped = NULL;
  gboolean graph = FALSE;

  if (!eqp_choose_columns (file, options, width, find_by_number, &width, columns, parts, error))
    return FALSE;
  for (guint i = 0; i < columns->len && columns->len > 1; i++)
    if (g_array_index (columns, gint64, i) == label_column)
      g_array_remove_index (columns, i);
  /* The first rows alone may be square by chance. */
  if ((guint64) rows == self->dims[0] &&
      !_eqp_affinity_take (store, columns, file, options, parts, cancellable, &graph, error))
    return FALSE;
  if (graph)
    {
      if (labels != NULL)
        settle_labels (labels, names, rows, NULL, parts);
      return TRUE;
    }
  if (self->kind == 'f' &&
      !eqp_store_settle_missing (store, columns, options->missing, file, place_in_array, NULL, &dropped, parts, error))
    return FALSE;
  if ((gint64) columns->len == width)
    set_image_shape (self, parts);
  else
    {
      parts->column_names = g_new0 (char *, columns->len + 1);
      for (guint i = 0; i < columns->len; i++)
        parts->column_names[i] = g_strdup_printf ("column %" G_GINT64_FORMAT, g_array_index (columns, gint64, i) + 1);
    }
  if (!eqp_store_finish (store, columns, dropped, parts, error))
    return FALSE;
  if (self->n_dims == 2 && (gint64) columns->len == width - (label_column >= 0))
    _eqp_guess_image_shape (parts, FALSE);
  if (labels != NULL)
    settle_labels (labels, names, rows, dropped, parts);
  return TRUE;
}
