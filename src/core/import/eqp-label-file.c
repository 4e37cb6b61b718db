/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels of a data set in a file of their own: truth, a labelling made elsewhere, a start. Text or numbers, one a line
 * or in a column of a table, with or without a header, in the order of the rows or by a key. */
#include "config.h"

#include "eqp-label-file.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"
#include "base/eqp-plural.h"
#include "base/eqp-short-name.h"
#include "data/eqp-data-private.h"
#include "eqp-label-cells-private.h"
#include "eqp-roles.h"
#include "eqp-row-keys-private.h"

/* Doubles tell whole numbers apart up to this. */
#define EXACT_NUMBERS 9007199254740992.0

/* What is known while a file is read. */
typedef struct
{
  EqpLabelCells  cells;
  EqpDataset    *dataset;
  gint64         n;        /* rows of the data */
  gint64         first;    /* row of cells below the header */
  gint64         column;
  gint64         key;      /* or -1 */
  gboolean       header;   /* columns were given by name */
  EqpLabelFile  *file;
} Reading;

static void
reading_clear (Reading *self)
{
  _eqp_label_cells_clear (&self->cells);
  g_clear_pointer (&self->file, eqp_label_file_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Reading, reading_clear)

static const char *
label_at (const Reading *self,
          gint64         row)
{
  return _eqp_label_cells_get (&self->cells, row, self->column);
}

static gboolean
as_number (const char *text,
           double     *value)
{
  return eqp_is_number (text, -1, '.', value) && fabs (*value) < EXACT_NUMBERS;
}

/* ---- Columns ---------------------------------------------------------------------------------------------------- */

static char *
list_columns (const EqpLabelCells *cells)
{
  GString *list = g_string_new (NULL);

  for (gint64 j = 0; j < MIN (cells->width, 6); j++)
    {
      g_autofree char *start = eqp_short_name (_eqp_label_cells_get (cells, 0, j));

      g_string_append_printf (list, "%s%s", j > 0 ? ", " : "", start);
    }
  if (cells->width > 6)
    g_string_append (list, ", …");
  return g_string_free (list, FALSE);
}

static gboolean
find_column (Reading     *self,
             const char  *name,
             const char  *what,
             gint64      *column,
             GError     **error)
{
  g_autofree char *list = NULL;
  gboolean by_name;

  *column = _eqp_label_cells_find (&self->cells, name, &by_name);
  self->header |= *column >= 0 && by_name;
  if (*column >= 0)
    return TRUE;
  list = self->cells.rows > 0 ? list_columns (&self->cells) : g_strdup ("");
  return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                     _ ("%s has no column “%s” for the %s; its first line is: %s. Give a name or a number up to "
                        "%" PRId64 "."),
                     self->cells.name, name, what, list, self->cells.width);
}

/* Whether the first column just counts rows, from 0 or from 1. */
static gboolean
is_counting (const EqpLabelCells *cells)
{
  double start, value;

  if (cells->rows < 3 || !as_number (_eqp_label_cells_get (cells, 1, 0), &start))
    return FALSE;
  for (gint64 i = 2; i < cells->rows; i++)
    if (!as_number (_eqp_label_cells_get (cells, i, 0), &value) || value != start + (double) (i - 1))
      return FALSE;
  return TRUE;
}

/* Of a table without a word about it: the one column named like labels, or the one beside the numbers of the rows. */
static gboolean
guess_column (Reading  *self,
              GError  **error)
{
  const EqpLabelCells *cells = &self->cells;
  g_autofree char *list = NULL;
  gint64 found = -1;
  int best = 0, times = 0;

  self->column = 0;
  if (cells->width == 1 || cells->rows == 0)
    return TRUE;
  for (gint64 j = 0; j < cells->width; j++)
    {
      int meaning = j == self->key ? 0 : _eqp_roles_name_labels (_eqp_label_cells_get (cells, 0, j));

      times = meaning > best ? 1 : times + (meaning == best && meaning > 0);
      found = meaning > best ? j : found;
      best = MAX (best, meaning);
    }
  if (times == 1)
    self->header = TRUE;
  else if (cells->width == 2 && self->key >= 0)
    found = 1 - self->key;
  else if (cells->width == 2 && is_counting (cells))
    found = 1;
  else
    found = -1;
  if (found >= 0)
    {
      self->column = found;
      eqp_note (&self->file->notes, _ ("%s: the labels are in column %" PRId64 " of %" PRId64 "."),
                cells->name, found + 1, cells->width);
      return TRUE;
    }
  list = list_columns (cells);
  return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                     _ ("%s has %" PRId64 " columns (%s); tell which has the labels, by its name or number."),
                     cells->name, cells->width, list);
}

/* ---- Order ------------------------------------------------------------------------------------------------------ */

static gboolean
fits (const Reading *self,
      gint64         count)
{
  g_autofree gint64 *rows = count != self->n ? _eqp_row_keys_map (self->dataset, count) : NULL;

  return count == self->n || rows != NULL;
}

/* Whether the first line of one more than there are rows is a name: no number above numbers, no word that is a label
 * further down. *surely: it can be nothing but a name: a word above numbers, one that means "label", or one above
 * labels with empty lines between them, since the last line then is a missing label, too. */
static gboolean
begins_with_name (const Reading *self,
                  gboolean      *surely)
{
  const char *name = label_at (self, 0);
  gint64 numbers = 0, others = 0;
  gboolean empty = FALSE, between = FALSE;
  double value;

  *surely = FALSE;
  /* ",0" above "0,3", "1,2": a name may be a number where row numbers stand beside it. */
  if (self->header || (self->cells.width > 1 && self->column > 0 &&
                       !as_number (_eqp_label_cells_get (&self->cells, 0, 0), &value) && is_counting (&self->cells)))
    return TRUE;
  if (as_number (name, &value))
    return FALSE;
  for (gint64 i = 1; i < self->cells.rows; i++)
    {
      const char *label = label_at (self, i);

      if (strcmp (label, name) == 0)
        return FALSE;
      between |= empty && *label != '\0';
      empty = *label == '\0';
      if (as_number (label, &value))
        numbers++;
      else
        others += !eqp_is_missing_label (label, strlen (label));
    }
  *surely = !eqp_is_missing_label (name, strlen (name)) &&
            (_eqp_roles_name_labels (name) > 0 || (numbers > 0 && others == 0) || between);
  return TRUE;
}

static gboolean
settle_order (Reading  *self,
              GError  **error)
{
  EqpLabelCells *cells = &self->cells;
  gboolean surely;

  if (!self->header && *label_at (self, 0) == '#' && cells->rows > self->n)
    self->header = TRUE;
  /* Below a name the last line may be empty because the last label is missing. */
  if (fits (self, cells->rows - 1) && begins_with_name (self, &surely) && surely)
    self->header = TRUE;
  for (int attempt = 0; attempt < 2; attempt++)
    {
      _eqp_label_cells_trim (cells, self->n + (self->header ? 1 : 0));
      if (!self->header && fits (self, cells->rows))
        return TRUE;
      if (fits (self, cells->rows - 1) && begins_with_name (self, &surely))
        {
          self->first = 1;
          eqp_note (&self->file->notes, _ ("%s: its first line is a header."), cells->name);
          return TRUE;
        }
      /* Empty lines may be missing labels; they are none where it fits without them. */
      _eqp_label_cells_compact (cells);
    }
  eqp_refuse (error, EQP_ERROR_INVALID_DATA,
              eqp_ngettext ("%s holds %" PRId64 " label, but the data have %" PRId64 " rows; write one label for "
                            "every row.",
                            "%s holds %" PRId64 " labels, but the data have %" PRId64 " rows; write one label for "
                            "every row.", cells->rows - (self->header ? 1 : 0)),
              cells->name, cells->rows - (self->header ? 1 : 0), self->n);
  return FALSE;
}

static void
map_by_order (Reading *self,
              gint64  *cell_rows)
{
  gint64 count = self->cells.rows - self->first;
  g_autofree gint64 *rows = count != self->n ? _eqp_row_keys_map (self->dataset, count) : NULL;

  for (gint64 i = 0; i < count; i++)
    if (rows == NULL || rows[i] >= 0)
      cell_rows[rows != NULL ? rows[i] : i] = self->first + i;
  if (count > self->n)
    eqp_note (&self->file->notes,
              eqp_ngettext ("%s: the label of %" PRId64 " row that was left out of the data was left out, too.",
                            "%s: labels of %" PRId64 " rows that were left out of the data were left out, too.",
                            count - self->n),
              self->cells.name, count - self->n);
}

/* ---- Keys ------------------------------------------------------------------------------------------------------- */

/* Without identifiers keys are numbers of rows: from 1, or from 0 where one of them is 0. */
static gint64
lowest_number (const Reading *self)
{
  double value;

  for (gint64 i = self->first; i < self->cells.rows; i++)
    if (as_number (_eqp_label_cells_get (&self->cells, i, self->key), &value) && value == 0.0)
      return 0;
  return 1;
}

static gboolean
map_by_key (Reading       *self,
            const char    *name,
            gint64        *cell_rows,
            GCancellable  *cancellable,
            GError       **error)
{
  const char *title = self->header ? _eqp_label_cells_get (&self->cells, 0, self->key) : name;
  g_autoptr (GHashTable) keys = _eqp_row_keys_find (self->dataset, title, cancellable);
  gint64 lowest;
  double value;

  self->first = self->header || (keys == NULL && self->cells.rows > 0 &&
                                 !as_number (_eqp_label_cells_get (&self->cells, 0, self->key), &value));
  lowest = lowest_number (self);
  if (keys != NULL)
    eqp_note (&self->file->notes, _ ("%s: its keys are those of the column “%s” of the data."), self->cells.name,
              title);
  else
    eqp_note (&self->file->notes,
              _ ("%s: its keys are taken as numbers of rows from %" PRId64
                 ", for the data keep no identifiers named “%s”."),
              self->cells.name, lowest, title);
  for (gint64 i = self->first; i < self->cells.rows; i++)
    {
      const char *key = _eqp_label_cells_get (&self->cells, i, self->key);
      gint64 row = _eqp_row_keys_get (keys, key, lowest, self->n);

      if (row == -2 || (row >= 0 && cell_rows[row] >= 0))
        {
          g_autofree char *start = eqp_short_name (key);

          eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                      row >= 0 ? _ ("%s, line %" PRId64 ": the key “%s” stands there twice; keep one label for "
                                    "each row.")
                      : keys != NULL
                          ? _ ("%s, line %" PRId64 ": the key “%s” is none of the data; leave the line out.")
                          : _ ("%s, line %" PRId64 ": the key “%s” is no number of a row of the data."),
                      self->cells.name, _eqp_label_cells_line (&self->cells, i), start);
          return FALSE;
        }
      if (row >= 0)
        cell_rows[row] = i;
    }
  return TRUE;
}

/* ---- Names ------------------------------------------------------------------------------------------------------ */

/* Numbers are the same class however they are spelled, if all labels are numbers. */
static void
take_names (Reading      *self,
            const gint64 *cell_rows)
{
  g_auto (EqpLabelTable) names = { 0 };
  EqpLabelFile *file = self->file;
  g_autofree gint32 *present = g_new (gint32, (gsize) MAX (1, self->n));
  gboolean numbers = TRUE;
  gint64 next = 0;
  double value;

  for (gint64 i = 0; i < self->n && numbers; i++)
    {
      const char *text = cell_rows[i] >= 0 ? label_at (self, cell_rows[i]) : "";

      numbers = eqp_is_missing_label (text, strlen (text)) || as_number (text, &value);
    }

  eqp_label_table_init (&names);
  for (gint64 i = 0; i < self->n; i++)
    {
      const char *text = cell_rows[i] >= 0 ? label_at (self, cell_rows[i]) : "";

      file->labels[i] = -1;
      if (eqp_is_missing_label (text, strlen (text)))
        file->n_missing++;
      else if (numbers && as_number (text, &value))
        file->labels[i] = eqp_label_table_add_number (&names, value);
      else
        file->labels[i] = eqp_label_table_add (&names, text);
      if (file->labels[i] >= 0)
        present[next++] = file->labels[i];
    }
  file->names = eqp_label_table_settle (&names, next, present);
  file->n_names = (gint) g_strv_length (file->names);
  next = 0;
  for (gint64 i = 0; i < self->n; i++)
    if (file->labels[i] >= 0)
      file->labels[i] = present[next++];
}

/* ---- The door --------------------------------------------------------------------------------------------------- */

/**
 * eqp_label_file_read:
 * @path: path or URI of a file of text, also a packed one
 * @options: which columns
 * @dataset: the data the labels belong to
 * @cancellable: (nullable): to stop
 * @error: return location for a sentence
 *
 * Reads one label for each row. Without a key they stand in the order of the rows; where rows of the data's file were
 * left out and the ledger lists them, labels of all rows of that file do as well. With a key they stand in any order;
 * rows that no key tells of have no label. Keys are looked up in the column of the same name of the data's file, where
 * it is a table of text, or else are numbers of rows. Empty cells and NA, NaN, null, ? are missing labels.
 *
 * Time and memory O(bytes + n).
 *
 * Returns: (transfer full): the labels
 */
EqpLabelFile *
eqp_label_file_read (const char                 *path,
                     const EqpLabelFileOptions  *options,
                     EqpDataset                 *dataset,
                     GCancellable               *cancellable,
                     GError                    **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_auto (Reading) self = { .dataset = dataset, .n = eqp_dataset_get_n (dataset), .key = -1 };
  g_autofree gint64 *cell_rows = g_new (gint64, (gsize) MAX (1, self.n));

  self.file = g_new0 (EqpLabelFile, 1);
  self.file->n = self.n;
  self.file->notes = g_ptr_array_new_with_free_func (g_free);
  if (!_eqp_label_cells_read (&self.cells, file, cancellable, error))
    return NULL;
  self.file->file = g_strdup (self.cells.name);
  if (self.cells.rows == 0)
    return eqp_refuse_null (error, EQP_ERROR_INVALID_DATA,
                            _ ("%s holds 0 labels, but the data have %" PRId64 " rows; write one label for every "
                               "row."),
                            self.cells.name, self.n);
  if (options->key != NULL && !find_column (&self, options->key, "keys", &self.key, error))
    return NULL;
  if (options->column != NULL ? !find_column (&self, options->column, "labels", &self.column, error)
                              : !guess_column (&self, error))
    return NULL;

  for (gint64 i = 0; i < self.n; i++)
    cell_rows[i] = -1;
  if (self.key >= 0)
    {
      if (!map_by_key (&self, options->key, cell_rows, cancellable, error))
        return NULL;
    }
  else
    {
      if (!settle_order (&self, error))
        return NULL;
      map_by_order (&self, cell_rows);
    }
  self.file->labels = g_new (gint32, (gsize) MAX (1, self.n));
  take_names (&self, cell_rows);
  return g_steal_pointer (&self.file);
}

/**
 * eqp_label_file_free:
 * @self: (nullable): labels
 */
void
eqp_label_file_free (EqpLabelFile *self)
{
  if (self == NULL)
    return;
  g_free (self->labels);
  g_strfreev (self->names);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_free (self->file);
  g_free (self);
}

/* The number that each name is, if all are whole numbers below @k. */
static gboolean
names_are_clusters (const EqpLabelFile *self,
                    gint                k,
                    gint32             *clusters)
{
  for (gint i = 0; i < self->n_names; i++)
    {
      gint64 number;

      if (!g_ascii_string_to_signed (self->names[i], 10, 0, k - 1, &number, NULL))
        return FALSE;
      clusters[i] = (gint32) number;
    }
  return TRUE;
}

/**
 * eqp_label_file_number:
 * @self: labels
 * @k: clusters, at least 1
 * @error: return location for a sentence with both numbers
 *
 * Makes cluster numbers 0..@k-1 of the labels. Where all names are such numbers they are kept, so that a cluster may be
 * empty; else names are numbered in their natural order. There are @k names afterwards.
 *
 * Returns: FALSE where there are more names than @k
 */
gboolean
eqp_label_file_number (EqpLabelFile  *self,
                       gint           k,
                       GError       **error)
{
  g_autofree gint32 *clusters = g_new (gint32, (gsize) MAX (1, self->n_names));
  g_auto (GStrv) names = NULL;

  if (!names_are_clusters (self, k, clusters))
    {
      if (self->n_names > k)
        return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                           eqp_ngettext ("%s has %d label, but K is %d; give a K of at least %d.",
                                         "%s has %d different labels, but K is %d; give a K of at least %d.",
                                         self->n_names), self->file,
                           self->n_names, k, self->n_names);
      for (gint i = 0; i < self->n_names; i++)
        clusters[i] = i;
    }
  names = g_new0 (char *, (gsize) k + 1);
  for (gint i = 0; i < self->n_names; i++)
    names[clusters[i]] = g_strdup (self->names[i]);
  for (gint c = 0; c < k; c++)
    if (names[c] == NULL)
      names[c] = g_strdup_printf ("%d", c);
  for (gint64 i = 0; i < self->n; i++)
    if (self->labels[i] >= 0)
      self->labels[i] = clusters[self->labels[i]];
  g_strfreev (self->names);
  self->names = g_steal_pointer (&names);
  self->n_names = k;
  return TRUE;
}
