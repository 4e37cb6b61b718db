/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Some rows of a data set, as a data set of their own. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "eqp-dataset.h"
#include "eqp-edit.h"

/**
 * eqp_dataset_take_rows:
 * @dataset: a data set with features
 * @rows: row numbers, in any order
 * @n: how many, at least 1
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Features alone, at the same offsets and scale: neither classes nor names of columns come along, so that what is
 * judged on such rows cannot have seen them. O(n d).
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
  const float *features = eqp_dataset_get_features (dataset);
  g_auto (EqpDatasetParts) parts = { .n = n, .d = d, .scale = eqp_dataset_get_scale (dataset) };

  parts.features = eqp_try_alloc ((gsize) n, (gsize) d * sizeof (float), N_ ("a sample of the rows"), error);
  if (parts.features == NULL)
    return NULL;
  for (gint64 i = 0; i < n; i++)
    memcpy (parts.features + i * d, features + rows[i] * d, (gsize) d * sizeof (float));
  parts.offsets = g_memdup2 (eqp_dataset_get_offsets (dataset), (gsize) d * sizeof (double));
  parts.name = g_strdup (eqp_dataset_get_name (dataset));
  return eqp_dataset_new (&parts);
}
