/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures of labels and points that need no known classes: SSE, Davies-Bouldin, Calinski-Harabasz. The SSE shown
 * anywhere comes from here or is held against it. */
#include "config.h"

#include "eqp-metrics-private.h"
#include "eqp-metrics.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"
#include "base/eqp-sparse-rows.h"
#include "data/eqp-dataset.h"

#define ROWS_A_LOOK 4096 /* at the cancellable */

/*< private >
 * _eqp_rows_by_cluster_init:
 * @self: (out caller-allocates): the rows; clear it with _eqp_rows_by_cluster_clear()
 * @n: rows
 * @k: clusters, at least 1
 * @labels: @n cluster numbers below @k; rows with a negative one are left out
 *
 * A counting sort. Time and memory O(n + K).
 */
void
_eqp_rows_by_cluster_init (EqpRowsByCluster *self,
                           gint64            n,
                           gint              k,
                           const gint32     *labels)
{
  g_autofree gint64 *next = g_new (gint64, (gsize) k);

  *self = (EqpRowsByCluster) { .k = k, .rows = g_new (gint64, (gsize) MAX (1, n)) };
  self->starts = g_new0 (gint64, (gsize) k + 1);
  for (gint64 i = 0; i < n; i++)
    if (labels[i] >= 0)
      self->starts[labels[i] + 1]++;
  for (gint c = 0; c < k; c++)
    {
      self->filled += self->starts[c + 1] > 0;
      self->starts[c + 1] += self->starts[c];
      next[c] = self->starts[c];
    }
  self->n = self->starts[k];
  for (gint64 i = 0; i < n; i++)
    if (labels[i] >= 0)
      self->rows[next[labels[i]]++] = i;
}

void
_eqp_rows_by_cluster_clear (EqpRowsByCluster *self)
{
  g_clear_pointer (&self->rows, g_free);
  g_clear_pointer (&self->starts, g_free);
}

/*< private >
 * _eqp_mean_of_rows:
 * @points: the points
 * @rows: numbers of some
 * @n_rows: how many, at least 1
 * @mean: (out): d values
 */
void
_eqp_mean_of_rows (EqpPoints     points,
                   const gint64 *rows,
                   gint64        n_rows,
                   double       *mean)
{
  const EqpKernels *kernels = _eqp_kernels_get ();

  memset (mean, 0, sizeof (double) * (gsize) points.d);
  for (gint64 i = 0; i < n_rows; i++)
    if (points.sparse != NULL)
      _eqp_sparse_rows_add (points.sparse, rows[i], 1.0, mean);
    else
      kernels->add (mean, points.x + rows[i] * points.d, 1.0, points.d);
  for (gint64 j = 0; j < points.d; j++)
    mean[j] /= (double) n_rows;
}

/* |h|^2, which only sparse rows need. */
static double
norm_of (EqpPoints     points,
         const double *center)
{
  double norm = 0.0;

  for (gint64 j = 0; points.sparse != NULL && j < points.d; j++)
    norm += center[j] * center[j];
  return norm;
}

static double
distance_to (EqpPoints     points,
             gint64        row,
             const double *center,
             double        norm)
{
  return points.sparse != NULL ? _eqp_sparse_rows_distance (points.sparse, row, center, norm)
                               : _eqp_kernels_get ()->distance (points.x + row * points.d, center, points.d);
}

/* A sum that keeps what it rounds off (Neumaier 1974). */
typedef struct
{
  double total;
  double lost;
} Sum;

static inline void
sum_add (Sum    *self,
         double  value)
{
  double sum = self->total + value;

  self->lost += self->total >= value ? (self->total - sum) + value : (value - sum) + self->total;
  self->total = sum;
}

/*< private >
 * _eqp_sse_of_rows:
 * @points: the points
 * @rows: their clusters
 *
 * Returns: what eqp_metrics_sse() tells of
 */
double
_eqp_sse_of_rows (EqpPoints               points,
                  const EqpRowsByCluster *rows)
{
  g_autofree double *mean = g_new (double, (gsize) MAX (1, points.d));
  Sum sum = { 0.0, 0.0 };

  for (gint c = 0; c < rows->k; c++)
    {
      gint64 start = rows->starts[c], end = rows->starts[c + 1];
      double norm;

      if (start == end)
        continue;
      _eqp_mean_of_rows (points, rows->rows + start, end - start, mean);
      norm = norm_of (points, mean);
      for (gint64 i = start; i < end; i++)
        sum_add (&sum, distance_to (points, rows->rows[i], mean, norm));
    }
  return sum.total + sum.lost;
}

/**
 * eqp_metrics_sse:
 * @dataset: the points
 * @k: clusters, at least 1
 * @labels: n cluster numbers below @k; rows with a negative one are left out
 *
 * Sums the squared distances of all rows to the mean of their cluster, by direct differences in double: the
 * expanded square loses every digit where clusters are tight and far apart. The sum over rows is compensated
 * (Neumaier 1974). Units are the data set's stored ones, which differ from the file's only where values were
 * scaled to keep squares finite.
 *
 * Time O(n d + K), memory O(n + K + d).
 *
 * Returns: the SSE, at least 0; NaN for a graph without features
 */
double
eqp_metrics_sse (const EqpDataset *dataset,
                 gint              k,
                 const gint32     *labels)
{
  EqpPoints points = eqp_dataset_get_points (dataset);
  g_auto (EqpRowsByCluster) rows = { 0 };

  if (points.x == NULL && points.sparse == NULL)
    return NAN;
  _eqp_rows_by_cluster_init (&rows, points.n, k, labels);
  return _eqp_sse_of_rows (points, &rows);
}

/* ---- Davies-Bouldin and Calinski-Harabasz ----------------------------------------------------------------------- */

/* The clusters that are not empty. */
typedef struct
{
  gint          k;
  gint64        d;
  double       *centers;  /* k x d */
  double       *widths;   /* k: mean distance of the rows to their center */
  double       *worst;    /* k: max over the others of (s_k + s_l) / |h_k - h_l| */
  double        inside;   /* sum of squared distances to the own center */
  double        between;  /* sum_k n_k |h_k - h|^2 */
  GCancellable *cancellable;
} Centers;

static void
centers_clear (Centers *self)
{
  g_clear_pointer (&self->centers, eqp_free);
  g_clear_pointer (&self->widths, g_free);
  g_clear_pointer (&self->worst, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Centers, centers_clear)

static double
distance_squared (const double *a,
                  const double *b,
                  gint64        d)
{
  double sum = 0.0;

  for (gint64 j = 0; j < d; j++)
    sum += (a[j] - b[j]) * (a[j] - b[j]);
  return sum;
}

static gboolean
centers_init (Centers                *self,
              EqpPoints               points,
              const EqpRowsByCluster *rows,
              GCancellable           *cancellable)
{
  g_autofree double *grand = g_new0 (double, (gsize) MAX (1, points.d));
  Sum inside = { 0.0, 0.0 }, between = { 0.0, 0.0 };
  gint c = 0;

  *self = (Centers) { .k = rows->filled, .d = points.d, .cancellable = cancellable };
  self->centers = eqp_try_alloc ((gsize) self->k * (gsize) points.d, sizeof (double), N_ ("the centers"), NULL);
  self->widths = g_new0 (double, (gsize) self->k);
  self->worst = g_new0 (double, (gsize) self->k);
  if (self->centers == NULL)
    return FALSE;

  _eqp_mean_of_rows (points, rows->rows, rows->n, grand);
  for (gint label = 0; label < rows->k; label++)
    {
      gint64 start = rows->starts[label], end = rows->starts[label + 1];
      double *center = self->centers + (gsize) c * (gsize) points.d;
      Sum width = { 0.0, 0.0 };
      double norm;

      if (start == end)
        continue;
      _eqp_mean_of_rows (points, rows->rows + start, end - start, center);
      norm = norm_of (points, center);
      for (gint64 i = start; i < end; i++)
        {
          double squared = distance_to (points, rows->rows[i], center, norm);

          if (i % ROWS_A_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
            return FALSE;
          sum_add (&inside, squared);
          sum_add (&width, sqrt (squared));
        }
      self->widths[c++] = (width.total + width.lost) / (double) (end - start);
      sum_add (&between, (double) (end - start) * distance_squared (center, grand, points.d));
    }
  self->inside = inside.total + inside.lost;
  self->between = between.total + between.lost;
  return TRUE;
}

static void
find_worst (gint64   chunk,
            guint    worker,
            gpointer user_data)
{
  Centers *self = user_data;
  const double *center = self->centers + chunk * self->d;

  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  for (gint other = 0; other < self->k; other++)
    {
      double distance = sqrt (distance_squared (center, self->centers + other * self->d, self->d));

      if (other == chunk || distance == 0.0)
        continue;
      self->worst[chunk] = MAX (self->worst[chunk], (self->widths[chunk] + self->widths[other]) / distance);
    }
}

/* Davies, Bouldin, "A cluster separation measure", IEEE PAMI 1 (1979): mean_k max_l (s_k + s_l) / |h_k - h_l|.
 * Centers that coincide say nothing of each other and are passed over; so does scikit-learn. */
static double
davies_bouldin (Centers *self,
                EqpPool *pool)
{
  double sum = 0.0;

  eqp_pool_run (pool, self->k, find_worst, self);
  for (gint c = 0; c < self->k; c++)
    sum += self->worst[c];
  return sum / self->k;
}

/* Calinski, Harabasz, "A dendrite method for cluster analysis", Communications in Statistics 3 (1974):
 * (between / (K - 1)) / (inside / (n - K)). */
static double
calinski_harabasz (const Centers *self,
                   gint64         n)
{
  if (self->inside == 0.0)
    return 1.0;
  return self->between * (double) (n - self->k) / (self->inside * (double) (self->k - 1));
}

/**
 * eqp_metrics_centers:
 * @points: the points, dense or sparse
 * @k: clusters, at least 1; empty ones do not count
 * @labels: n cluster numbers below @k; rows with a negative one are left out
 * @pool: for the pairs of centers
 * @cancellable: (nullable): ends it early
 * @measures: (out caller-allocates): the measures; all but the SSE NaN where they are not defined or it was cancelled
 *
 * SSE, Davies-Bouldin and Calinski-Harabasz, the latter as scikit-learn defines them, by direct differences in double.
 * They are defined for 2 to n - 1 clusters. Where all rows stand on their centers, Davies-Bouldin is 0 and
 * Calinski-Harabasz 1; where all centers coincide Davies-Bouldin is 0.
 *
 * Time O(n d + K^2 d), memory O(n + K d).
 */
void
eqp_metrics_centers (EqpPoints          points,
                     gint               k,
                     const gint32      *labels,
                     EqpPool           *pool,
                     GCancellable      *cancellable,
                     EqpCenterMeasures *measures)
{
  g_auto (EqpRowsByCluster) rows = { 0 };
  g_auto (Centers) centers = { 0 };

  *measures = (EqpCenterMeasures) { NAN, NAN, NAN };
  _eqp_rows_by_cluster_init (&rows, points.n, k, labels);
  if (rows.n == 0)
    return;
  if (rows.filled < 2 || rows.filled >= rows.n || g_cancellable_is_cancelled (cancellable) ||
      !centers_init (&centers, points, &rows, cancellable))
    {
      measures->sse = _eqp_sse_of_rows (points, &rows);
      return;
    }
  measures->sse = centers.inside;
  measures->calinski_harabasz = calinski_harabasz (&centers, rows.n);
  measures->davies_bouldin = davies_bouldin (&centers, pool);
  if (g_cancellable_is_cancelled (cancellable))
    measures->davies_bouldin = NAN;
}
