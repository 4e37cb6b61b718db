/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-edges.h"
#include "eqp-import-private.h"

G_BEGIN_DECLS

/* Compressed lines, rows or columns: the entries of line j are starts[j]..starts[j + 1] - 1, at the places minor[]. */
typedef struct
{
  gint64 *starts;
  gint64 *minor;
  double *values;
  gint64  count;
} EqpSparse;

/* What is known of the values of each column. */
typedef struct
{
  double *low;    /* more than high where none was met */
  double *high;
  double *sum;
  gint64 *count;
} EqpRanges;

gboolean _eqp_ranges_init          (EqpRanges        *self,
                                    gint64            d,
                                    GError          **error);
void     _eqp_ranges_clear         (EqpRanges        *self);
void     _eqp_ranges_settle        (EqpRanges        *self,
                                    gint64            n,
                                    gint64            d,
                                    double           *offsets);

static inline void
_eqp_ranges_add (EqpRanges *self, gint64 column, double value)
{
  self->sum[column] += value;
  self->low[column] = value < self->low[column] ? value : self->low[column];
  self->high[column] = value > self->high[column] ? value : self->high[column];
  self->count[column]++;
}

gboolean _eqp_sparse_alloc         (EqpSparse        *self,
                                    gint64            lines,
                                    gint64            entries,
                                    GError          **error);
void     _eqp_sparse_clear         (EqpSparse        *self);
void     _eqp_choose_scale         (double            size,
                                    double            unit,
                                    EqpDatasetParts  *parts);
void     _eqp_sparse_keep_whole    (EqpDatasetParts  *parts,
                                    gint64            row,
                                    gint64            column,
                                    double            value);
gboolean _eqp_sparse_is_shifted    (gint64            count,
                                    gint64            n,
                                    gint64            d);
gboolean _eqp_sparse_is_kept       (gint64            entries,
                                    gint64            n,
                                    gint64            d,
                                    double            largest);
gboolean _eqp_sparse_check_memory  (const char       *file,
                                    gint64            entries,
                                    gint64            n,
                                    gint64            d,
                                    double            largest,
                                    GError          **error);
void     _eqp_sparse_take_rows     (EqpDatasetParts  *parts,
                                    EqpSparseRows    *rows);
gboolean _eqp_sparse_sort          (EqpSparse        *self,
                                    gint64            rows,
                                    EqpEdge          *entries,
                                    gint64            n_entries,
                                    EqpDatasetParts  *parts,
                                    GError          **error);
double   _eqp_sparse_find_largest  (const EqpSparse  *self);
gboolean _eqp_sparse_make_features (const EqpSparse  *self,
                                    gint64            n,
                                    gint64            d,
                                    gboolean          lines_are_rows,
                                    GCancellable     *cancellable,
                                    EqpDatasetParts  *parts,
                                    GError          **error);

/* Rows of entries as a text file has them, packed: a run of neighbors takes eight bytes, and eight for each of its
 * values. A dense row takes no more than its doubles so. In blocks that are given back while the matrix fills. */
typedef struct
{
  GPtrArray *blocks; /* from eqp_map_block () */
  gsize      used;   /* words of the last block */
  gint64     rows;
  gint64     count;  /* entries */
  double     largest; /* absolute value */
} EqpRuns;

void     _eqp_runs_init            (EqpRuns          *self);
void     _eqp_runs_clear           (EqpRuns          *self);
gboolean _eqp_runs_add_row         (EqpRuns          *self,
                                    const gint64     *minor,
                                    const double     *values,
                                    gint64            n,
                                    GError          **error);
gboolean _eqp_runs_make_features   (EqpRuns          *self,
                                    gint64            base,
                                    gint64            d,
                                    GCancellable     *cancellable,
                                    EqpDatasetParts  *parts,
                                    GError          **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpRanges, _eqp_ranges_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpRuns, _eqp_runs_clear)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpSparse, _eqp_sparse_clear)

G_END_DECLS
