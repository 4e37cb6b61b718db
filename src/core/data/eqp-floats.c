/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How numbers become the floats of a data set: what is taken off each column, what all are divided by, and what they
 * lose by it, told where it can be seen. */
#include "config.h"

#include "eqp-floats-private.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/eqp-alloc.h"
#include "base/eqp-plural.h"
#include "eqp-ledger.h"

/* Whole numbers up to here are kept by double, and none beyond the second has 64 bits. */
#define EXACT_WHOLE 0x1p53
#define LARGEST_WHOLE 0x1p64

/**
 * _eqp_column_offset:
 * @mean: of the column
 * @low: its lowest value
 * @high: its highest value
 *
 * Nothing is taken off a column whose mean is at most twice as far from 0 as its values are from the mean: float then
 * keeps seven digits of every value, also of small ones beside large ones (and of the values of other columns, none of
 * which is near 0). What is taken off others is near the mean, and has few digits: a multiple of a power of two, an
 * eighth to a sixteenth of the spread. Whole numbers (and others of few digits) less such an offset are exact in float,
 * so that distances that are equal stay so; less the mean itself they would be rounded, and ties be broken by chance.
 *
 * Returns: 0, or an offset within the column; for a constant column its value
 */
double
_eqp_column_offset (double mean,
                    double low,
                    double high)
{
  double spread = fmax (high * 0.5 - mean * 0.5, mean * 0.5 - low * 0.5);
  double step;
  int exponent;

  if (fabs (mean) * 0.25 <= spread)
    return 0.0;
  frexp (spread, &exponent);
  step = ldexp (1.0, exponent - 3);
  if (spread > 0.0 && step > 0.0)
    mean = nearbyint (mean / step) * step;
  return CLAMP (mean, low, high);
}

/* @size: what the values differ by at most, times @unit, so that it stays a number; @parts: scale is set; findings may
 * be added to. */
void
_eqp_choose_scale (double size, double unit, EqpDatasetParts *parts)
{
  int exponent;

  parts->scale = 1.0;
  if (size == 0.0 || (size <= EQP_LARGEST_SPREAD * unit && size >= EQP_SMALLEST_SPREAD * unit))
    return;

  frexp (size, &exponent);
  exponent = CLAMP (exponent, -1000, 1023);
  parts->scale = ldexp (1.0, exponent);
  eqp_note (&parts->findings,
            exponent > 0 ? _ ("The values differ by up to %.3g, whose squares are beyond the numbers used here, so all "
                              "were divided by 2^%d (%.3g).")
                         : _ ("The values differ by up to %.3g, whose squares are too small for the numbers used here, "
                              "so all were multiplied by 2^%d (%.3g)."),
            size / unit < HUGE_VAL ? size / unit : size, ABS (exponent), ldexp (1.0, ABS (exponent)));
  _eqp_find_about (parts, "overflow");
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

/* @n: how many rows there are; those that were not met have 0. @offsets: gets what is taken off each column. */
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

/* How far a value may be from what is kept of it without a word: a unit in the seventh digit, and half of a whole
 * number. */
static inline gboolean
is_rounded (double value, double kept)
{
  double error = fabs (kept - value);

  return (error > 1e-6 * fabs (value)) | (error >= 0.5);
}

/* The same for values divided by a scale; halves, because a sum may be beyond the range. */
static gboolean
is_rounded_half (double half, double kept)
{
  double error = fabs (kept - half);

  return (error > 1e-6 * fabs (half)) | ((error >= 0.25) & (fabs (half) <= 0.5 * EXACT_WHOLE));
}

/* Half of what is kept. */
static double
half_kept (const EqpDatasetParts *parts, gint64 j, float out)
{
  return (double) out * (parts->scale * 0.5) + parts->offsets[j] * 0.5;
}

/* Float keeps seven digits beside the spread of a column. What whole numbers lack is kept beside them; other cells
 * that lose more are listed, so that none changes without a word. @index: the places of the @d features among them;
 * NULL: the first ones; @out: what is kept of them, less the offsets and divided by the scale. */
void
_eqp_rounded_look (EqpRounded *self, gint64 row, const double *values, const gint64 *index, gint64 d, const float *out,
                   EqpDatasetParts *parts)
{
  gint64 n = 0, kept_row = (out - parts->features) / MAX (1, d);
  gboolean scaled = parts->scale != 1.0;

  if (scaled)
    for (gint64 j = 0; j < d; j++)
      n += is_rounded_half (values[index != NULL ? index[j] : j] * 0.5, half_kept (parts, j, out[j]));
  else if (index == NULL)
    for (gint64 j = 0; j < d; j++)
      n += is_rounded (values[j], (double) out[j] + parts->offsets[j]);
  else
    for (gint64 j = 0; j < d; j++)
      n += is_rounded (values[index[j]], (double) out[j] + parts->offsets[j]);
  for (gint64 j = 0; j < d && n > 0; j++)
    {
      gint64 column = index != NULL ? index[j] : j;
      double kept =
          scaled ? CLAMP (2.0 * half_kept (parts, j, out[j]), -DBL_MAX, DBL_MAX) : (double) out[j] + parts->offsets[j];
      char before[G_ASCII_DTOSTR_BUF_SIZE], after[G_ASCII_DTOSTR_BUF_SIZE];

      if (scaled ? !is_rounded_half (values[column] * 0.5, half_kept (parts, j, out[j]))
                 : !is_rounded (values[column], kept))
        continue;
      n--;
      /* Its seven digits are enough for distances, and the others are not lost. */
      if (_eqp_rest_keep (parts, kept_row, j, values[column]) &&
          fabs (kept - values[column]) <= 1e-6 * fabs (values[column]))
        continue;
      self->count++;
      if (parts->ledger != NULL && !eqp_ledger_wants (parts->ledger, EQP_LEDGER_ROUNDED))
        continue;
      g_ascii_formatd (before, sizeof before, "%.15g", values[column]);
      g_ascii_formatd (after, sizeof after, "%.15g", kept);
      if (self->first[0] == '\0')
        g_snprintf (self->first, sizeof self->first, _ ("%s as %s, in row %" PRId64), before, after, row + 1);
      _eqp_log (parts, &(EqpLedgerEntry){ EQP_LEDGER_ROUNDED, .row = row + 1, .column = column + 1, .before = before,
                                          .after = after });
    }
}

void
_eqp_rounded_note (const EqpRounded *self, EqpDatasetParts *parts)
{
  if (self->count > 0)
    eqp_note (
        &parts->findings,
        eqp_ngettext ("%" PRId64 " cell is kept rounded (the first: %s), because a column keeps seven digits beside "
                      "its spread; leave extreme cells out if that matters.",
                      "%" PRId64 " cells are kept rounded (the first: %s), because a column keeps seven digits "
                      "beside its spread; leave extreme cells out if that matters.", self->count),
        self->count, self->first);
}

/* Tells columns whose values are so large and so close to each other that double does not tell them apart, as whole
 * numbers of 64 bits can be. What the file had is not known here any more. @high: d largest ones, less than the
 * smallest for columns without a number. */
void
_eqp_rounded_wide (const double *low, const double *high, gint64 d, EqpDatasetParts *parts)
{
  gint64 columns = 0;
  double first = 0.0;

  for (gint64 j = 0; j < d; j++)
    {
      double most = fmax (fabs (low[j]), fabs (high[j]));

      if (low[j] <= high[j] && most > EXACT_WHOLE && most <= LARGEST_WHOLE &&
          high[j] - low[j] < 1e6 * (nextafter (most, HUGE_VAL) - most) && columns++ == 0)
        first = most;
    }
  if (columns > 0)
    eqp_note (&parts->findings,
              eqp_ngettext ("%" PRId64 " column has numbers near %.15g, where numbers of 64 bits are %g apart, and "
                            "is kept rounded; subtract what they have in common.",
                            "%" PRId64 " columns have numbers near %.15g, where numbers of 64 bits are %g apart, "
                            "and are kept rounded; subtract what they have in common.", columns),
              columns, first, nextafter (first, HUGE_VAL) - first);
}
