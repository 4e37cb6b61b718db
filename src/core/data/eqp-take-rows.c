/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Some rows of a data set, as a data set of their own. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-sparse-rows.h"
#include "eqp-dataset.h"
#include "eqp-edit.h"

static EqpSparseRows *
take_sparse (const EqpSparseRows  *from,
             const gint32         *rows,
             gint64                n,
             GError              **error)
{
  EqpSparseRows *taken;
  gint64 entries = 0;

  for (gint64 i = 0; i < n; i++)
    entries += from->starts[rows[i] + 1] - from->starts[rows[i]];
  taken = _eqp_sparse_rows_new (n, from->d, entries, error);
  for (gint64 i = 0; taken != NULL && i < n; i++)
    {
      gint64 first = from->starts[rows[i]], to = taken->starts[i];
      gsize count = (gsize) (from->starts[rows[i] + 1] - first);

      memcpy (taken->columns + to, from->columns + first, count * sizeof (gint32));
      memcpy (taken->values + to, from->values + first, count * sizeof (float));
      taken->starts[i + 1] = to + (gint64) count;
    }
  return taken;
}

/**
 * eqp_dataset_take_rows:
 * @dataset: a data set with features
 * @rows: row numbers, in any order
 * @n: how many, at least 1
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Features alone, at the same offsets and scale: neither classes nor names of columns come along, so that what is
 * judged on such rows cannot have seen them; sparse rows stay so. O(n d).
 *
 * Returns: (transfer full): these rows
 */
EqpDataset *
eqp_dataset_take_rows (EqpDataset    *dataset,
                       const gint32  *rows,
                       gint64         n,
                       GError       **error)
{
  gint64 d = eqp_dataset_get_d (dataset);
  const EqpSparseRows *sparse = eqp_dataset_get_sparse (dataset);
  const float *features = sparse == NULL ? eqp_dataset_get_features (dataset) : NULL;
  g_auto (EqpDatasetParts) parts = { .n = n, .d = d, .scale = eqp_dataset_get_scale (dataset) };

  if (sparse != NULL)
    parts.sparse = take_sparse (sparse, rows, n, error);
  else
    parts.features = eqp_try_alloc ((gsize) n, (gsize) d * sizeof (float), N_ ("a sample of the rows"), error);
  if (parts.features == NULL && parts.sparse == NULL)
    return NULL;
  for (gint64 i = 0; sparse == NULL && i < n; i++)
    memcpy (parts.features + i * d, features + rows[i] * d, (gsize) d * sizeof (float));
  parts.offsets = g_memdup2 (eqp_dataset_get_offsets (dataset), (gsize) d * sizeof (double));
  parts.name = g_strdup (eqp_dataset_get_name (dataset));
  return eqp_dataset_new (&parts);
}
