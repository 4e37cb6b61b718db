/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-data-private.h"

G_BEGIN_DECLS

/* Beyond these, squares leave the range where float distances mean anything (gamma and objectives are squares). */
#define EQP_LARGEST_SPREAD 1e15
#define EQP_SMALLEST_SPREAD 1e-15

/* What is known of the values of each column. */
typedef struct
{
  double *low;    /* more than high where none was met */
  double *high;
  double *sum;
  gint64 *count;
} EqpRanges;

gboolean _eqp_ranges_init          (EqpRanges            *self,
                                    gint64                d,
                                    GError              **error);
void     _eqp_ranges_clear         (EqpRanges            *self);
void     _eqp_ranges_settle        (EqpRanges            *self,
                                    gint64                n,
                                    gint64                d,
                                    double               *offsets);
double   _eqp_column_offset        (double                mean,
                                    double                low,
                                    double                high);
void     _eqp_choose_scale         (double                size,
                                    double                unit,
                                    EqpDatasetParts      *parts);

static inline void
_eqp_ranges_add (EqpRanges *self, gint64 column, double value)
{
  self->sum[column] += value;
  self->low[column] = value < self->low[column] ? value : self->low[column];
  self->high[column] = value > self->high[column] ? value : self->high[column];
  self->count[column]++;
}

/* Cells of which less than seven digits are kept. */
typedef struct
{
  gint64 count;
  char   first[128]; /* where the first of them is, and what became of it */
} EqpRounded;

void     _eqp_rounded_look         (EqpRounded           *self,
                                    gint64                row,
                                    const double         *values,
                                    const gint64         *index,
                                    gint64                d,
                                    const float          *out,
                                    EqpDatasetParts      *parts);
void     _eqp_rounded_note         (const EqpRounded     *self,
                                    EqpDatasetParts      *parts);
void     _eqp_rounded_wide         (const double         *low,
                                    const double         *high,
                                    gint64                d,
                                    EqpDatasetParts      *parts);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpRanges, _eqp_ranges_clear)

G_END_DECLS
