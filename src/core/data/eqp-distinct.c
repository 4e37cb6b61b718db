/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rows are copies of an earlier row. Hashes only point at a candidate, the rows themselves decide. */
#include "config.h"

#include "eqp-data-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define CHECK_ROWS 4096

static guint64
hash_row (const float *row, gint64 d)
{
  guint64 hash = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  for (gint64 j = 0; j < d; j++)
    {
      /* Adding 0 makes -0 and 0 the same. */
      float value = row[j] + 0.0f;
      guint32 bits;

      memcpy (&bits, &value, sizeof bits);
      hash = (hash ^ bits) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
      hash ^= hash >> 32;
    }
  return hash;
}

static gboolean
equal_rows (const float *a, const float *b, gint64 d)
{
  for (gint64 j = 0; j < d; j++)
    if (a[j] != b[j])
      return FALSE;
  return TRUE;
}

static guint64
hash_sparse (const EqpSparseRows *rows, gint64 row)
{
  guint64 hash = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  for (gint64 e = rows->starts[row]; e < rows->starts[row + 1]; e++)
    {
      guint32 bits;

      memcpy (&bits, &rows->values[e], sizeof bits);
      hash = (hash ^ bits ^ ((guint64) rows->columns[e] << 32)) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
      hash ^= hash >> 32;
    }
  return hash;
}

static gboolean
equal_sparse (const EqpSparseRows *rows, gint64 a, gint64 b)
{
  gint64 first = rows->starts[a], count = rows->starts[a + 1] - first, second = rows->starts[b];

  return rows->starts[b + 1] - second == count &&
         memcmp (rows->columns + first, rows->columns + second, (gsize) count * sizeof (gint32)) == 0 &&
         memcmp (rows->values + first, rows->values + second, (gsize) count * sizeof (float)) == 0;
}

/* A table of row numbers + 1; 0 is free. */
static gint64
mark (EqpDataset *dataset, gint64 *table, gsize size, guint8 *copies, GCancellable *cancellable)
{
  const EqpSparseRows *sparse = eqp_dataset_get_sparse (dataset);
  const float *features = sparse == NULL ? eqp_dataset_get_features (dataset) : NULL;
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset), distinct = 0;

  for (gint64 i = 0; i < n; i++)
    {
      gsize slot = (sparse != NULL ? hash_sparse (sparse, i) : hash_row (features + i * d, d)) & (size - 1);

      if (i % CHECK_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
        return -1;
      while (table[slot] != 0 && !(sparse != NULL ? equal_sparse (sparse, table[slot] - 1, i)
                                                  : equal_rows (features + (table[slot] - 1) * d, features + i * d, d)))
        slot = (slot + 1) & (size - 1);
      if (copies != NULL)
        copies[i] = table[slot] != 0;
      if (table[slot] == 0)
        {
          table[slot] = i + 1;
          distinct++;
        }
    }
  return distinct;
}

/**
 * _eqp_find_copies:
 * @dataset: the data
 * @copies: (nullable): gets 1 for each of the n rows that equals an earlier one, 0 for the others
 * @cancellable: (nullable): to give up
 * @error: return location, EQP_ERROR_TOO_LARGE or G_IO_ERROR_CANCELLED
 *
 * Compares rows as they are stored. Time O(n d), memory O(n).
 *
 * Returns: how many rows are distinct, -1 on error
 */
gint64
_eqp_find_copies (EqpDataset *dataset, guint8 *copies, GCancellable *cancellable, GError **error)
{
  gint64 n = eqp_dataset_get_n (dataset), distinct;
  gint64 *table;
  gsize size = 16;

  while (size < (gsize) n * 2)
    size *= 2;
  table = eqp_try_alloc (size, sizeof (gint64), N_ ("counting distinct rows"), error);
  if (table == NULL)
    return -1;
  memset (table, 0, size * sizeof (gint64));
  distinct = mark (dataset, table, size, copies, cancellable);
  eqp_free (table);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return -1;
  return distinct;
}
