/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What numbers lose when they are kept as float less an offset, told where it can be seen. */
#include "config.h"

#include "eqp-import-private.h"
#include "base/eqp-plural.h"
#include "data/eqp-ledger.h"

#include <float.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

/* Whole numbers up to here are kept by double, and none beyond the second has 64 bits. */
#define EXACT_WHOLE 0x1p53
#define LARGEST_WHOLE 0x1p64

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
