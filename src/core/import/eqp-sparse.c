/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse matrices of files, straight into the dense float matrix of a data set, so that the peak is that matrix. */
#include "config.h"

#include "eqp-sparse.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "base/eqp-alloc.h"

/* Beyond these, squares leave the range where float distances mean anything. */
#define LARGEST 1e15
#define SMALLEST 1e-15

#define DENSE_SHARE 0.25

/* Float keeps whole numbers up to here. */
#define FLOAT_WHOLE 0x1p24

gboolean
_eqp_sparse_alloc (EqpSparse *self, gint64 lines, gint64 entries, GError **error)
{
  self->starts = eqp_try_malloc ((gsize) lines + 1, sizeof (gint64), "the sparse matrix", error);
  self->minor =
      self->starts != NULL ? eqp_try_malloc ((gsize) entries, sizeof (gint64), "the sparse matrix", error) : NULL;
  self->values =
      self->minor != NULL ? eqp_try_malloc ((gsize) entries, sizeof (double), "the sparse matrix", error) : NULL;
  self->count = entries;
  return self->values != NULL;
}

void
_eqp_sparse_clear (EqpSparse *self)
{
  g_clear_pointer (&self->starts, g_free);
  g_clear_pointer (&self->minor, g_free);
  g_clear_pointer (&self->values, g_free);
}

static double
largest_entry (const EqpSparse *self)
{
  double largest = 0.0;

  for (gint64 k = 0; k < self->count; k++)
    largest = fmax (largest, fabs (self->values[k]));
  return largest;
}

/* @parts: scale is set; findings may be added to. */
void
_eqp_sparse_choose_scale (double largest, EqpDatasetParts *parts)
{
  int exponent;

  parts->scale = 1.0;
  if (largest == 0.0 || (largest <= LARGEST && largest >= SMALLEST))
    return;

  frexp (largest, &exponent);
  exponent = CLAMP (exponent, -1000, 1023);
  parts->scale = ldexp (1.0, exponent);
  eqp_note (&parts->findings,
            _ ("The values go up to %.3g, whose squares are beyond the numbers used here, so all were divided by "
               "2^%d (%.3g)."),
            largest, exponent, parts->scale);
  _eqp_find_about (parts, "overflow");
}

/* Returns whether means are taken off: with more entries than a share of the cells, zero is no usual value. */
gboolean
_eqp_sparse_is_shifted (gint64 count, gint64 n, gint64 d)
{
  return (double) count >= DENSE_SHARE * (double) n * (double) d;
}

/* Keeps the digits of a large whole number that float lacks. */
void
_eqp_sparse_keep_whole (EqpDatasetParts *parts, gint64 row, gint64 column, double value)
{
  if (fabs (value) > FLOAT_WHOLE)
    _eqp_rest_keep (parts, row, column, value);
}

gboolean
_eqp_ranges_init (EqpRanges *self, gint64 d, GError **error)
{
  self->low = eqp_try_malloc (4 * (gsize) MAX (1, d), sizeof (double), "the ranges of the columns", error);
  if (self->low == NULL)
    return FALSE;
  self->high = self->low + d;
  self->sum = self->high + d;
  self->count = (gint64 *) (void *) (self->sum + d);
  for (gint64 j = 0; j < d; j++)
    {
      self->low[j] = HUGE_VAL;
      self->high[j] = -HUGE_VAL;
    }
  return TRUE;
}

void
_eqp_ranges_clear (EqpRanges *self)
{
  g_clear_pointer (&self->low, g_free);
}

void
_eqp_ranges_settle (EqpRanges *self, gint64 n, gint64 d, double *offsets)
{
  for (gint64 j = 0; j < d; j++)
    {
      if (self->count[j] < n)
        {
          self->low[j] = fmin (self->low[j], 0.0);
          self->high[j] = fmax (self->high[j], 0.0);
        }
      offsets[j] = _eqp_column_offset (self->sum[j] / (double) n, self->low[j], self->high[j]);
    }
}

/* @parts: n, d, features, offsets and scale are set; findings may be added to. */
gboolean
_eqp_sparse_make_dense (const EqpSparse *self, gint64 n, gint64 d, gboolean lines_are_rows, GCancellable *cancellable,
                        EqpDatasetParts *parts, GError **error)
{
  gint64 lines = lines_are_rows ? n : d;
  gboolean shifted = _eqp_sparse_is_shifted (self->count, n, d);

  parts->features = eqp_try_alloc ((gsize) n * (gsize) d, sizeof (float), N_ ("the feature matrix"), error);
  if (parts->features == NULL)
    return FALSE;
  parts->n = n;
  parts->d = d;
  parts->offsets = g_new0 (double, MAX (1, d));
  _eqp_sparse_choose_scale (largest_entry (self), parts);

  if (shifted)
    {
      g_auto (EqpRanges) ranges = { 0 };

      if (!_eqp_ranges_init (&ranges, d, error))
        return FALSE;
      for (gint64 line = 0; line < lines; line++)
        for (gint64 k = self->starts[line]; k < self->starts[line + 1]; k++)
          _eqp_ranges_add (&ranges, lines_are_rows ? self->minor[k] : line, self->values[k]);
      _eqp_ranges_settle (&ranges, n, d, parts->offsets);
      for (gint64 i = 0; i < n; i++)
        {
          if (i % 1024 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
            return FALSE;
          for (gint64 j = 0; j < d; j++)
            parts->features[i * d + j] = (float) (-parts->offsets[j] / parts->scale);
        }
    }
  for (gint64 j = 0; j < lines; j++)
    {
      if (j % 1024 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (gint64 k = self->starts[j]; k < self->starts[j + 1]; k++)
        {
          gint64 row = lines_are_rows ? j : self->minor[k], column = lines_are_rows ? self->minor[k] : j;

          parts->features[row * d + column] = (float) ((self->values[k] - parts->offsets[column]) / parts->scale);
          _eqp_sparse_keep_whole (parts, row, column, self->values[k]);
        }
    }
  return TRUE;
}
