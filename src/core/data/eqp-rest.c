/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What large whole numbers lose as float, beside the features: distances do without, but whoever asks for a value gets
 * the one of the file. */
#include "config.h"

#include "eqp-data-private.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/eqp-alloc.h"
#include "base/eqp-sparse-rows.h"

/* Double tells whole numbers up to here apart. */
#define EXACT_WHOLE 0x1p53

static gint32 *
rest_of (EqpDatasetParts *parts, gint64 column)
{
  if (parts->rest == NULL)
    parts->rest = g_new0 (gint32 *, MAX (1, parts->d));
  if (parts->rest[column] == NULL)
    parts->rest[column] = eqp_try_alloc ((gsize) parts->n, sizeof (gint32), N_ ("whole numbers"), NULL);
  return parts->rest[column];
}

/**
 * _eqp_parts_get_stored:
 * @parts: with n, d and features, dense or sparse
 * @row: 0..n-1
 * @column: 0..d-1
 *
 * Returns: a feature
 */
float
_eqp_parts_get_stored (const EqpDatasetParts *parts, gint64 row, gint64 column)
{
  return parts->sparse != NULL ? _eqp_sparse_rows_get (parts->sparse, row, column)
                               : parts->features[row * parts->d + column];
}

/**
 * _eqp_parts_get_value:
 * @parts: with n, d, offsets, scale and features
 * @row: 0..n-1
 * @column: 0..d-1
 *
 * Returns: the value that a feature stands for, always finite
 */
double
_eqp_parts_get_value (const EqpDatasetParts *parts, gint64 row, gint64 column)
{
  double stored = _eqp_parts_get_stored (parts, row, column), value;

  if (parts->scale == 1.0)
    value = parts->offsets[column] + stored;
  else
    /* Added up in stored units: offset and difference may both be near the end of the range. */
    value = CLAMP ((parts->offsets[column] / parts->scale + stored) * parts->scale, -DBL_MAX, DBL_MAX);
  return parts->rest != NULL && parts->rest[column] != NULL && parts->rest[column][row] != 0
             ? rint (value) + parts->rest[column][row]
             : value;
}

/**
 * _eqp_rest_keep:
 * @parts: with n, d, offsets, scale and features; gets the rest
 * @row: 0..n-1
 * @column: 0..d-1
 * @value: of the file
 *
 * Keeps what the float of a whole number lacks. Float has 24 bits and double 53, so that the rest is below 2^29.
 *
 * Returns: whether eqp_dataset_get_value() will give @value back
 */
gboolean
_eqp_rest_keep (EqpDatasetParts *parts, gint64 row, gint64 column, double value)
{
  double kept = _eqp_parts_get_value (parts, row, column);
  double rest = value - rint (kept);
  gint32 *rests;

  if (kept == value)
    return TRUE;
  if (!(fabs (value) <= EXACT_WHOLE) || value != rint (value) || rest == 0.0 || fabs (rest) >= 0x1p31)
    return FALSE;
  rests = rest_of (parts, column);
  if (rests == NULL)
    return FALSE;
  rests[row] = (gint32) rest;
  return TRUE;
}

/**
 * _eqp_rest_clear:
 * @parts: loses the rest of its numbers
 */
void
_eqp_rest_clear (EqpDatasetParts *parts)
{
  for (gint64 j = 0; parts->rest != NULL && j < parts->d; j++)
    eqp_free (parts->rest[j]);
  g_clear_pointer (&parts->rest, g_free);
}
