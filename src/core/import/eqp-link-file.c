/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of rows in a file of their own, for rows that belong together or apart: two columns, row numbers or keys. */
#include "config.h"

#include "eqp-link-file.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/eqp-error.h"
#include "base/eqp-number.h"
#include "base/eqp-short-name.h"
#include "data/eqp-ledger.h"
#include "eqp-label-cells-private.h"
#include "eqp-row-keys-private.h"

/* What the cells are looked up in; without a key they are numbers, which have to mean rows of the file and the data. */
static gboolean
find_keys (const char    *key,
           EqpDataset    *dataset,
           const char    *file,
           GCancellable  *cancellable,
           GHashTable   **keys,
           GError       **error)
{
  const EqpLedger *ledger = eqp_dataset_get_ledger (dataset);
  gint64 left_out = ledger != NULL ? eqp_ledger_get_count (ledger, EQP_LEDGER_ROW_DROPPED) : 0;

  *keys = NULL;
  if (key != NULL)
    {
      *keys = _eqp_row_keys_find (dataset, key, cancellable);
      if (*keys == NULL)
        g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                     _ ("The file of the data has no column “%s” with a key of its own for every row; give another, or "
                        "numbers of rows."),
                     key);
      return *keys != NULL;
    }
  if (left_out == 0)
    return TRUE;
  return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                     _ ("%" PRId64 " rows of the data were left out, so numbers of rows in %s are not sure; write keys "
                        "and choose their column under “Rows Named By”."),
                     left_out, file);
}

/**
 * eqp_link_file_read:
 * @path: a file of text, also a packed one
 * @key: (nullable): the column of the data's file whose cells tell rows apart; %NULL: numbers of rows from 1
 * @dataset: the data the pairs are of
 * @n_pairs: (out): how many; of a file that is refused, how many came before
 * @cancellable: (nullable): to stop
 * @error: return location for a sentence with file, line and what was found
 *
 * Reads a pair of rows from each line: two fields, with or without a header. Pairs with a row that was left out of the
 * data are left out, too. O(bytes + pairs log n).
 *
 * Returns: (transfer full) (nullable): the pairs, rows from 0
 */
EqpRowPair *
eqp_link_file_read (const char    *path,
                    const char    *key,
                    EqpDataset    *dataset,
                    gint64        *n_pairs,
                    GCancellable  *cancellable,
                    GError       **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_auto (EqpLabelCells) cells = { 0 };
  g_autoptr (GHashTable) keys = NULL;
  g_autofree EqpRowPair *pairs = NULL;
  g_autofree gint64 *chosen = NULL;
  gint64 n = eqp_dataset_get_n_read (dataset), first = 0;
  double value;

  *n_pairs = 0;
  if (!_eqp_label_cells_read (&cells, file, cancellable, error))
    return NULL;
  _eqp_label_cells_compact (&cells);
  if (cells.rows > 0 && cells.width != 2)
    return eqp_refuse_null (error, EQP_ERROR_INVALID_DATA,
                            _ ("%s is no table of two columns; write a pair of rows in every line, with a comma "
                               "between them."),
                            cells.name);
  if (!find_keys (key, dataset, cells.name, cancellable, &keys, error))
    return NULL;

  chosen = _eqp_row_keys_map (dataset, n);
  pairs = g_new (EqpRowPair, (gsize) cells.rows + 1);
  if (cells.rows > 0 && _eqp_row_keys_get (keys, _eqp_label_cells_get (&cells, 0, 0), 1, n) == -2 &&
      _eqp_row_keys_get (keys, _eqp_label_cells_get (&cells, 0, 1), 1, n) == -2 &&
      !eqp_is_number (_eqp_label_cells_get (&cells, 0, 0), -1, '.', &value) &&
      !eqp_is_number (_eqp_label_cells_get (&cells, 0, 1), -1, '.', &value))
    first = 1; /* a header */
  for (gint64 i = first; i < cells.rows; i++)
    {
      gint64 rows[2];

      for (gint64 j = 0; j < 2; j++)
        {
          const char *text = _eqp_label_cells_get (&cells, i, j);
          g_autofree char *start = eqp_short_name (text);

          rows[j] = _eqp_row_keys_get (keys, text, 1, n);
          /* Numbers are those of the rows as read. */
          if (keys == NULL && rows[j] >= 0)
            rows[j] = chosen[rows[j]];
          if (rows[j] != -2)
            continue;
          if (keys != NULL)
            return eqp_refuse_null (error, EQP_ERROR_INVALID_DATA,
                                    _ ("%s, line %" PRId64 ": the key “%s” is none of the data; leave the line out."),
                                    cells.name, _eqp_label_cells_line (&cells, i), start);
          return eqp_refuse_null (error, EQP_ERROR_INVALID_DATA,
                                  _ ("%s, line %" PRId64 ": “%s” is no number of a row; rows run from 1 to %" PRId64
                                     "; keys need their column under “Rows Named By”."),
                                  cells.name, _eqp_label_cells_line (&cells, i), start, n);
        }
      if (rows[0] >= 0 && rows[1] >= 0)
        pairs[(*n_pairs)++] = (EqpRowPair) { (gint32) rows[0], (gint32) rows[1] };
    }
  return g_steal_pointer (&pairs);
}
