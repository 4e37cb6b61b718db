/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Identifiers of the rows of a data set, which are no part of it: they are looked up once more in its file. */
#include "config.h"

#include "eqp-row-keys-private.h"

#include <math.h>

#include "base/eqp-number.h"
#include "data/eqp-ledger.h"
#include "eqp-label-cells-private.h"

/* Doubles tell whole numbers apart up to this. */
#define EXACT_NUMBERS 9007199254740992.0

/* Returns for each of @count rows of the file which row of the data it is; -1: it was left out, or not chosen
 * since. NULL where the numbers of rows do not tell. */
gint64 *
_eqp_row_keys_map (EqpDataset *dataset,
                   gint64      count)
{
  gint64 n = eqp_dataset_get_n (dataset), gone = count - eqp_dataset_get_n_read (dataset), next = 0, passed = 0;
  g_autoptr (GArray) dropped = gone != 0 ? eqp_ledger_list_dropped (eqp_dataset_get_ledger (dataset)) : NULL;
  gint64 *rows;

  if (gone != 0 && (dropped == NULL || gone != (gint64) dropped->len))
    return NULL;
  rows = g_new (gint64, (gsize) MAX (1, count));
  for (gint64 row = 0; row < count; row++)
    {
      gboolean is_dropped = passed < gone && g_array_index (dropped, gint64, passed) == row;
      gboolean is_chosen = !is_dropped && next < n && eqp_dataset_get_origin (dataset, next) == row - passed;

      passed += is_dropped;
      rows[row] = is_chosen ? next++ : -1;
    }
  return rows;
}

/* The same however a number is spelled. */
static char *
key_dup (const char *text)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  double value;

  if (!eqp_is_number (text, -1, '.', &value) || !(fabs (value) < EXACT_NUMBERS))
    return g_strdup (text);
  eqp_name_number (value, number);
  return g_strdup (number);
}

/* @cells: of the file the data come from, to be cleared. Returns FALSE where that is no file of text. */
gboolean
_eqp_row_keys_open (EqpDataset    *dataset,
                    EqpLabelCells *cells,
                    GCancellable  *cancellable)
{
  const char *source = eqp_dataset_get_source (dataset);
  g_autoptr (GFile) file = NULL;

  if (source == NULL || g_str_has_prefix (source, "sample:"))
    return FALSE;
  file = g_file_new_for_commandline_arg (source);
  return g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) == G_FILE_TYPE_REGULAR &&
         _eqp_label_cells_read (cells, file, cancellable, NULL);
}

/* @keys: numbers of rows from 1 by their keys; NULL: keys are numbers of rows, from @lowest on. Returns the row of @n,
 * from 0; -1: one that was left out; -2: none. */
gint64
_eqp_row_keys_get (GHashTable *keys,
                   const char *text,
                   gint64      lowest,
                   gint64      n)
{
  g_autofree char *key = keys != NULL ? key_dup (text) : NULL;
  gpointer row;
  double value;

  if (keys != NULL)
    return g_hash_table_lookup_extended (keys, key, NULL, &row) ? (gint64) GPOINTER_TO_SIZE (row) - 1 : -2;
  if (!eqp_is_number (text, -1, '.', &value) || value != floor (value) || value < (double) lowest ||
      value >= (double) (n + lowest))
    return -2;
  return (gint64) value - lowest;
}

/* @name: of the column that identifies rows. Returns numbers of rows from 1 by their keys, 0 for rows that were left
 * out; NULL where the file has no such column or a key twice. */
GHashTable *
_eqp_row_keys_find (EqpDataset   *dataset,
                    const char   *name,
                    GCancellable *cancellable)
{
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_auto (EqpLabelCells) cells = { 0 };
  g_autofree gint64 *rows = NULL;
  gint64 column;
  gboolean by_name;

  if (!_eqp_row_keys_open (dataset, &cells, cancellable))
    return NULL;
  column = _eqp_label_cells_find (&cells, name, &by_name);
  rows = column >= 0 && by_name ? _eqp_row_keys_map (dataset, cells.rows - 1) : NULL;
  if (rows == NULL)
    return NULL;
  /* A key that stands there twice tells nothing. */
  for (gint64 i = 1; i < cells.rows; i++)
    if (!g_hash_table_replace (keys, key_dup (_eqp_label_cells_get (&cells, i, column)),
                               GSIZE_TO_POINTER ((gsize) (rows[i - 1] + 1))))
      return NULL;
  return g_steal_pointer (&keys);
}
