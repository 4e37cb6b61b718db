/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a table of text says besides its numbers is no part of the data set: it is looked up once more in the file,
 * where that still fits what was read. */
#include "config.h"

#include "eqp-original-rows.h"

#include <math.h>

#include "base/eqp-number.h"
#include "eqp-label-cells-private.h"
#include "eqp-row-keys-private.h"

/* So many rows are compared with the data set, evenly spread. */
#define COMPARED 200

struct _EqpOriginalRows
{
  EqpLabelCells  cells;
  gint64        *rows;       /* n: row of the file, the header counted */
  gint64         n;
  gboolean       header;
  char         **made;       /* titles where the file has none */
  gint64         identifier;
};

/* Which row of the file each row of the data set is. Returns FALSE where the numbers of rows do not tell. */
static gboolean
find_rows (EqpOriginalRows *self,
           EqpDataset      *dataset)
{
  g_autofree gint64 *map = _eqp_row_keys_map (dataset, self->cells.rows);

  self->header = map == NULL;
  if (map == NULL)
    map = _eqp_row_keys_map (dataset, self->cells.rows - 1);
  self->n = eqp_dataset_get_n (dataset);
  self->rows = map != NULL ? g_try_new (gint64, MAX (1, self->n)) : NULL;
  for (gint64 i = 0; self->rows != NULL && i < self->cells.rows - self->header; i++)
    if (map[i] >= 0)
      self->rows[map[i]] = i + self->header;
  return self->rows != NULL;
}

/* Whether a column of the same name says the same, as far as it is plain numbers. */
static gboolean
is_same (const EqpOriginalRows *self,
         EqpDataset            *dataset)
{
  gint64 step = MAX (1, self->n / COMPARED);

  for (gint64 j = 0; self->header && j < MIN (eqp_dataset_get_d (dataset), 20); j++)
    {
      gboolean by_name;
      gint64 column = _eqp_label_cells_find (&self->cells, eqp_dataset_get_column_name (dataset, j), &by_name);
      gint64 differing = 0, compared = 0;

      for (gint64 i = 0; column >= 0 && by_name && i < self->n; i += step)
        {
          double value, kept = eqp_dataset_get_value (dataset, i, j);

          if (!eqp_is_number (eqp_original_rows_get_cell (self, i, column), -1, '.', &value))
            continue;
          compared++;
          differing += !(fabs (value - kept) <= 1e-5 * (fabs (value) + fabs (kept)) + 1e-30);
        }
      if (compared > 0)
        return differing * 10 <= compared;
    }
  return TRUE;
}

/* The first column that is no feature and in which no two rows are alike. */
static gint64
find_identifier (const EqpOriginalRows *self,
                 EqpDataset            *dataset)
{
  for (gint64 column = 0; self->header && column < self->cells.width; column++)
    {
      g_autoptr (GHashTable) seen = NULL;
      const char *title = eqp_original_rows_get_title (self, column);
      gboolean used = FALSE;
      gint64 i;

      for (gint64 j = 0; j < eqp_dataset_get_d (dataset) && !used; j++)
        used = g_str_equal (eqp_dataset_get_column_name (dataset, j), title);
      if (used)
        continue;
      seen = g_hash_table_new (g_str_hash, g_str_equal);
      for (i = 0; i < self->n; i++)
        {
          const char *cell = eqp_original_rows_get_cell (self, i, column);

          if (*cell == '\0' || !g_hash_table_add (seen, (gpointer) cell))
            break;
        }
      if (i == self->n && self->n > 1)
        return column;
    }
  return -1;
}

/**
 * eqp_original_rows_read:
 * @dataset: data that were read from a table of text
 * @cancellable: (nullable): to give up
 *
 * For a worker thread: reads the file again. Time and memory O(bytes of the file).
 *
 * Returns: (transfer full) (nullable): the rows; %NULL where the data come from elsewhere, where the file has changed,
 * or its rows can no longer be told
 */
EqpOriginalRows *
eqp_original_rows_read (EqpDataset   *dataset,
                        GCancellable *cancellable)
{
  g_autoptr (EqpOriginalRows) self = g_new0 (EqpOriginalRows, 1);

  self->identifier = -1;
  if (eqp_dataset_get_d (dataset) == 0 || !_eqp_row_keys_open (dataset, &self->cells, cancellable))
    return NULL;
  if (!find_rows (self, dataset) || self->cells.width < 1 || !is_same (self, dataset))
    return NULL;
  if (!self->header)
    {
      self->made = g_new0 (char *, self->cells.width + 1);
      for (gint64 j = 0; j < self->cells.width; j++)
        self->made[j] = g_strdup_printf ("column %" G_GINT64_FORMAT, j + 1);
    }
  self->identifier = find_identifier (self, dataset);
  return g_steal_pointer (&self);
}

/**
 * eqp_original_rows_free:
 * @self: (nullable) (transfer full): rows
 */
void
eqp_original_rows_free (EqpOriginalRows *self)
{
  if (self == NULL)
    return;
  _eqp_label_cells_clear (&self->cells);
  g_free (self->rows);
  g_strfreev (self->made);
  g_free (self);
}

/**
 * eqp_original_rows_get_n_columns:
 * @self: rows
 *
 * Returns: columns of the file
 */
gint64
eqp_original_rows_get_n_columns (const EqpOriginalRows *self)
{
  return self->cells.width;
}

/**
 * eqp_original_rows_get_title:
 * @self: rows
 * @column: 0..columns - 1
 *
 * Returns: (transfer none): what the column is called, "column 3" where the file has no names
 */
const char *
eqp_original_rows_get_title (const EqpOriginalRows *self,
                             gint64                 column)
{
  return self->header ? _eqp_label_cells_get (&self->cells, 0, column) : self->made[column];
}

/**
 * eqp_original_rows_get_cell:
 * @self: rows
 * @row: 0..n-1, of the data set
 * @column: 0..columns - 1, of the file
 *
 * Returns: (transfer none): the text that stands there
 */
const char *
eqp_original_rows_get_cell (const EqpOriginalRows *self,
                            gint64                 row,
                            gint64                 column)
{
  return _eqp_label_cells_get (&self->cells, self->rows[row], column);
}

/**
 * eqp_original_rows_get_identifier:
 * @self: rows
 *
 * Returns: the column that names the rows: no feature, and no two of them alike; -1: there is none
 */
gint64
eqp_original_rows_get_identifier (const EqpOriginalRows *self)
{
  return self->identifier;
}
