/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each column is like: type, extremes, mean, deviation, different values, histogram. Immutable and counted by
 * references, so that a thread makes it and the window shows it. */
#include "config.h"

#include "eqp-profile.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"
#include "base/eqp-sparse-rows.h"
#include "eqp-dataset.h"

/* Columns that are looked at together: their floats fill a line of the cache. */
#define GROUP 16
#define CHECK_ROWS 4096
/* More than twice the values counted, a power of two. */
#define SLOTS 2048

struct _EqpProfile
{
  gint64            d;
  EqpColumnProfile *columns;
};

typedef struct
{
  EqpProfile   *profile;
  EqpDataset   *dataset;
  GCancellable *cancellable;
  const EqpSparseRows *turned; /* the columns of sparse rows, or NULL */
} Job;

/* The different values of one column, as bits; 0 is free, and the value 0 is kept apart. */
typedef struct
{
  guint32  slots[SLOTS];
  gint32   count;
  gboolean zero;
  float    low;
  float    high;
  gboolean whole;
} Scan;

static void
count_value (Scan *scan, float value)
{
  guint32 bits;
  guint32 slot;

  value += 0.0f;
  memcpy (&bits, &value, sizeof bits);
  if (bits == 0)
    {
      scan->count += !scan->zero;
      scan->zero = TRUE;
      return;
    }
  slot = (bits * 2654435761u) >> 21;
  while (scan->slots[slot] != 0 && scan->slots[slot] != bits)
    slot = (slot + 1) & (SLOTS - 1);
  if (scan->slots[slot] == 0)
    {
      scan->slots[slot] = bits;
      scan->count++;
    }
}

/* Whether the value in the file's units is a whole number, as far as a float beside its offset can tell. */
static gboolean
is_whole (double stored, double offset, double scale)
{
  double value = offset + stored * scale;
  double error = fabs (stored * scale) * 1.2e-7 + fabs (offset) * 1e-15;

  return fabs (value) < 1e15 && fabs (value - round (value)) <= MIN (error, 0.01);
}

static inline void
scan_value (Scan *scan, float value, double offset, double scale)
{
  scan->low = value < scan->low ? value : scan->low;
  scan->high = value > scan->high ? value : scan->high;
  if (scan->count < EQP_PROFILE_MAX_DISTINCT)
    count_value (scan, value);
  if (scan->whole)
    scan->whole = is_whole (value, offset, scale);
}

/* How many zeros a column of sparse rows has. */
static gint64
count_zeros (const Job *job, gint64 column)
{
  return job->turned->d - (job->turned->starts[column + 1] - job->turned->starts[column]);
}

static gboolean
scan_columns (const Job *job, gint64 first, gint64 end, Scan *scans)
{
  gint64 n = eqp_dataset_get_n (job->dataset), d = eqp_dataset_get_d (job->dataset);
  const float *features = job->turned == NULL ? eqp_dataset_get_features (job->dataset) : NULL;
  const double *offsets = eqp_dataset_get_offsets (job->dataset);
  double scale = eqp_dataset_get_scale (job->dataset);

  for (gint64 j = first; j < end; j++)
    {
      scans[j - first].low = INFINITY;
      scans[j - first].high = -INFINITY;
      scans[j - first].whole = TRUE;
    }
  for (gint64 j = first; j < end && job->turned != NULL; j++)
    {
      if (g_cancellable_is_cancelled (job->cancellable))
        return FALSE;
      for (gint64 e = job->turned->starts[j]; e < job->turned->starts[j + 1]; e++)
        scan_value (&scans[j - first], job->turned->values[e], offsets[j], scale);
      if (count_zeros (job, j) > 0)
        scan_value (&scans[j - first], 0.0f, offsets[j], scale);
    }
  for (gint64 i = 0; i < n && job->turned == NULL; i++)
    {
      if (i % CHECK_ROWS == 0 && g_cancellable_is_cancelled (job->cancellable))
        return FALSE;
      for (gint64 j = first; j < end; j++)
        scan_value (&scans[j - first], features[i * d + j], offsets[j], scale);
    }
  return TRUE;
}

static void
describe (const Job *job, gint64 j, const Scan *scan)
{
  EqpColumnProfile *column = &job->profile->columns[j];
  gint64 n = eqp_dataset_get_n (job->dataset);
  double offset = eqp_dataset_get_offsets (job->dataset)[j];
  double scale = eqp_dataset_get_scale (job->dataset);

  if (n == 0)
    return;
  column->min = offset + scan->low * scale;
  column->max = offset + scan->high * scale;
  column->mean = offset + eqp_dataset_get_mean (job->dataset)[j] * scale;
  column->sd = sqrt (eqp_dataset_get_column_ss (job->dataset, j) / (double) n) * scale;
  column->distinct = scan->count;
  column->type = scan->count == 1 ? EQP_COLUMN_CONSTANT
                 : scan->count == 2 ? EQP_COLUMN_BINARY
                 : scan->whole ? EQP_COLUMN_INTEGER
                               : EQP_COLUMN_REAL;
  column->n_bins = EQP_PROFILE_BINS;
  if (scan->whole)
    {
      column->min = round (column->min);
      column->max = round (column->max);
      /* A bar for each whole number, where these are few: otherwise some bars would stand for two and others for one.
       */
      if (column->max - column->min < EQP_PROFILE_BINS)
        column->n_bins = (gint32) (column->max - column->min) + 1;
    }
  if (scan->count == 1)
    column->n_bins = 1;
}

static inline void
fill_bin (EqpColumnProfile *column, float value, double low, double factor, gint64 times)
{
  column->bins[CLAMP ((gint) ((value - low) * factor), 0, column->n_bins - 1)] += times;
}

static void
fill_bins (const Job *job, gint64 first, gint64 end, const Scan *scans)
{
  gint64 n = eqp_dataset_get_n (job->dataset), d = eqp_dataset_get_d (job->dataset);
  const float *features = job->turned == NULL ? eqp_dataset_get_features (job->dataset) : NULL;
  double factor[GROUP], low[GROUP];

  for (gint64 j = first; j < end; j++)
    {
      const Scan *scan = &scans[j - first];
      const EqpColumnProfile *column = &job->profile->columns[j];
      double range = (double) scan->high - scan->low;
      gboolean by_number = column->n_bins < EQP_PROFILE_BINS && column->n_bins > 1;

      /* Whole numbers stand in the middle of their bars. */
      low[j - first] = by_number ? scan->low - range / (column->n_bins - 1) / 2.0 : scan->low;
      factor[j - first] = range > 0.0 ? (by_number ? (column->n_bins - 1) / range : column->n_bins / range) : 0.0;
    }
  for (gint64 j = first; j < end && job->turned != NULL; j++)
    {
      EqpColumnProfile *column = &job->profile->columns[j];

      for (gint64 e = job->turned->starts[j]; e < job->turned->starts[j + 1]; e++)
        fill_bin (column, job->turned->values[e], low[j - first], factor[j - first], 1);
      if (count_zeros (job, j) > 0)
        fill_bin (column, 0.0f, low[j - first], factor[j - first], count_zeros (job, j));
    }
  for (gint64 i = 0; i < n && job->turned == NULL; i++)
    {
      if (i % CHECK_ROWS == 0 && g_cancellable_is_cancelled (job->cancellable))
        return;
      for (gint64 j = first; j < end; j++)
        fill_bin (&job->profile->columns[j], features[i * d + j], low[j - first], factor[j - first], 1);
    }
}

static void
profile_group (gint64 chunk, guint worker, gpointer user_data)
{
  const Job *job = user_data;
  gint64 first = chunk * GROUP;
  gint64 end = MIN (first + GROUP, job->profile->d);
  g_autofree Scan *scans = g_new0 (Scan, GROUP);

  if (!scan_columns (job, first, end, scans))
    return;
  for (gint64 j = first; j < end; j++)
    describe (job, j, &scans[j - first]);
  fill_bins (job, first, end, scans);
}

static void
clear (gpointer data)
{
  eqp_free (((EqpProfile *) data)->columns);
}

/**
 * eqp_profile_new:
 * @dataset: a data set
 * @threads: how many threads may work; 0: one a processor
 * @cancellable: (nullable): to give up
 * @error: return location, EQP_ERROR_TOO_LARGE or G_IO_ERROR_CANCELLED
 *
 * Two passes over the features, O(n d), or over what sparse rows have.
 *
 * Returns: (transfer full): the profiles of all columns
 */
EqpProfile *
eqp_profile_new (EqpDataset    *dataset,
                 guint          threads,
                 GCancellable  *cancellable,
                 GError       **error)
{
  g_autoptr (EqpProfile) self = g_atomic_rc_box_new0 (EqpProfile);
  g_autoptr (EqpPool) pool = NULL;
  g_autoptr (EqpSparseRows) turned = NULL;
  Job job = { self, dataset, cancellable };

  self->d = eqp_dataset_get_d (dataset);
  self->columns =
      eqp_try_alloc ((gsize) MAX (1, self->d), sizeof (EqpColumnProfile), N_ ("the profiles of the columns"), error);
  if (self->columns == NULL)
    return NULL;
  memset (self->columns, 0, (gsize) self->d * sizeof (EqpColumnProfile));

  if (eqp_dataset_get_sparse (dataset) != NULL &&
      (job.turned = turned = _eqp_sparse_rows_turn (eqp_dataset_get_sparse (dataset), error)) == NULL)
    return NULL;
  pool = eqp_pool_new (threads);
  eqp_pool_run (pool, (self->d + GROUP - 1) / GROUP, profile_group, &job);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

/**
 * eqp_profile_ref:
 * @self: profiles
 *
 * Returns: (transfer full): @self; may be called from any thread
 */
EqpProfile *
eqp_profile_ref (EqpProfile *self)
{
  return g_atomic_rc_box_acquire (self);
}

/**
 * eqp_profile_unref:
 * @self: (transfer full): profiles
 */
void
eqp_profile_unref (EqpProfile *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/**
 * eqp_profile_get_d:
 * @self: profiles
 *
 * Returns: of how many columns
 */
gint64
eqp_profile_get_d (const EqpProfile *self)
{
  return self->d;
}

/**
 * eqp_profile_get_column:
 * @self: profiles
 * @column: 0..d-1
 *
 * Returns: (transfer none): what the column is like
 */
const EqpColumnProfile *
eqp_profile_get_column (const EqpProfile *self,
                        gint64            column)
{
  return &self->columns[column];
}

/**
 * eqp_profile_get_range:
 * @self: profiles
 * @min: (out): the smallest value of all
 * @max: (out): the largest
 */
void
eqp_profile_get_range (const EqpProfile *self,
                       double           *min,
                       double           *max)
{
  *min = self->d > 0 ? self->columns[0].min : 0.0;
  *max = self->d > 0 ? self->columns[0].max : 0.0;
  for (gint64 j = 1; j < self->d; j++)
    {
      *min = MIN (*min, self->columns[j].min);
      *max = MAX (*max, self->columns[j].max);
    }
}
