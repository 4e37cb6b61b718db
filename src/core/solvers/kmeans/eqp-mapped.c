/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k-means on linearly mapped rows, y = M (x - mean), for methods that look for clusters in another space than the one
 * the data are given in. Beside the value that the method itself makes small or large, each step tells the SSE of its
 * labels in the data, by direct differences, so that the methods of the family compare: one pass over the mapped rows
 * and a short one over the rows, which meets one centre each. */
#include "config.h"

#include "eqp-mapped-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-blas.h"
#include "base/eqp-parallel.h"
#include "data/eqp-dataset.h"

#define BLOCK_ROWS 64
#define BLOCK_CENTERS 64

static gboolean improved (EqpLloyd *lloyd, gint64 moved, gpointer user_data);

/**
 * _eqp_mapped_new:
 * @dataset: n x d; borrowed
 * @params: k, start, seed, limit of iterations; borrowed
 * @r: columns of the space, at least 1
 * @context: pool and cancellable; borrowed
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Allocates everything a run needs: the mapped rows, n x r floats, and the two states.
 *
 * Returns: (transfer full): the run, whose map is 0 and whose weights are 1
 */
EqpMapped *
_eqp_mapped_new (EqpDataset       *dataset,
                 const EqpParams  *params,
                 gint64            r,
                 EqpContext       *context,
                 GError          **error)
{
  EqpMapped *self = g_new0 (EqpMapped, 1);
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  guint threads = eqp_pool_get_threads (context->pool);
  gsize k = params->k;
  gboolean ok = TRUE;

  eqp_blas_init ();
  self->pool = context->pool;
  self->mean = eqp_dataset_get_mean (dataset);
  self->r = r;
  self->phase = "lloyd";
  self->kept_sse = INFINITY;
  self->scratch_size = (gsize) BLOCK_ROWS * (d + r);

#define ALLOC(field, count, what)                                                                                      \
  ok = ok && (self->field = eqp_try_alloc (count, sizeof *self->field, what, error)) != NULL
  ALLOC (map, (gsize) r * d, "the map");
  ALLOC (weights, r, "the map");
  ALLOC (rows, (gsize) n * r, "the mapped rows");
  ALLOC (scratch, self->scratch_size * threads, "a block of rows");
  ALLOC (offsets, k * d, "the centres");
  ALLOC (mapped, k * r, "the centres");
  ALLOC (followed, n, "the labels");
  ALLOC (kept, n, "the labels");
  ALLOC (kept_centers, k * d, "the centres");
  ALLOC (kept_sizes, k, "the cluster sizes");
#undef ALLOC
  ok = ok && (self->data = _eqp_kmeans_new_dense (dataset, params->k, FALSE, context, error)) != NULL;
  ok = ok && (self->space = _eqp_kmeans_new_rows (self->rows, NULL, n, r, NULL, params->k, TRUE, context, error)) !=
                 NULL;
  ok = ok && (self->lloyd = _eqp_lloyd_new (self->space, params, error)) != NULL;
  if (!ok)
    {
      _eqp_mapped_free (self);
      return NULL;
    }

  self->lloyd->improved = improved;
  self->lloyd->user_data = self;
  for (gint64 j = 0; j < r; j++)
    self->weights[j] = 1.0;
  return self;
}

/**
 * _eqp_mapped_free:
 * @self: (nullable): the run
 */
void
_eqp_mapped_free (EqpMapped *self)
{
  if (self == NULL)
    return;

  _eqp_lloyd_free (self->lloyd);
  _eqp_kmeans_free (self->space);
  _eqp_kmeans_free (self->data);
  eqp_free (self->map);
  eqp_free (self->weights);
  eqp_free (self->rows);
  eqp_free (self->scratch);
  eqp_free (self->offsets);
  eqp_free (self->mapped);
  eqp_free (self->followed);
  eqp_free (self->kept);
  eqp_free (self->kept_centers);
  eqp_free (self->kept_sizes);
  g_free (self);
}

/* Products in double: directions of little spread beside others of much would lose their digits in float. */
static void
map_block (gint64 chunk, guint worker, gpointer user_data)
{
  EqpMapped *self = user_data;
  EqpKMeans *data = self->data;
  gint64 d = data->d, r = self->r, first = chunk * BLOCK_ROWS, rows = MIN (BLOCK_ROWS, data->n - first);
  double *before = self->scratch + worker * self->scratch_size, *after = before + BLOCK_ROWS * d;

  if (_eqp_kmeans_cancelled (data))
    return;

  for (gint64 i = 0; i < rows; i++)
    for (gint64 j = 0; j < d; j++)
      before[i * d + j] = data->x[(first + i) * d + j] - self->mean[j];
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int) rows, (int) r, (int) d, 1.0, before, (int) d, self->map,
               (int) d, 0.0, after, (int) r);
  for (gint64 i = 0; i < rows * r; i++)
    self->rows[first * r + i] = (float) after[i];
}

/**
 * _eqp_mapped_apply:
 * @self: the run
 *
 * Maps the rows anew, after a change of the map. O(n d r).
 *
 * Returns: FALSE when cancelled
 */
gboolean
_eqp_mapped_apply (EqpMapped *self)
{
  eqp_pool_run (self->pool, (self->data->n + BLOCK_ROWS - 1) / BLOCK_ROWS, map_block, self);
  _eqp_kmeans_set_rows (self->space, self->rows, self->data->n);
  return !_eqp_kmeans_cancelled (self->data);
}

typedef struct
{
  EqpMapped    *self;
  const double *map;
  gint64        r;
  double       *mapped;
} CentersJob;

static void
map_centers_block (gint64 chunk, guint worker, gpointer user_data)
{
  CentersJob *job = user_data;
  EqpMapped *self = job->self;
  gint64 d = self->data->d, first = chunk * BLOCK_CENTERS, count = MIN (BLOCK_CENTERS, self->data->k - first);

  for (gint64 c = first; c < first + count; c++)
    for (gint64 j = 0; j < d; j++)
      self->offsets[c * d + j] = self->data->centers[c * d + j] - self->mean[j];
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int) count, (int) job->r, (int) d, 1.0,
               self->offsets + first * d, (int) d, job->map, (int) d, 0.0, job->mapped + first * job->r, (int) job->r);
}

/**
 * _eqp_mapped_map_centers:
 * @self: the run, whose data state has centres
 * @map: r x d
 * @r: rows of the map
 * @mapped: (out): k x r
 *
 * M (h_c - mean) for all centres in the data, in double. O(k d r).
 */
void
_eqp_mapped_map_centers (EqpMapped    *self,
                         const double *map,
                         gint64        r,
                         double       *mapped)
{
  CentersJob job = { self, map, r, mapped };

  eqp_pool_run (self->pool, (self->data->k + BLOCK_CENTERS - 1) / BLOCK_CENTERS, map_centers_block, &job);
}

/**
 * _eqp_mapped_between:
 * @self: the run, whose data state has the centres of the labels in question
 *
 * Returns: sum_c n_c |M (h_c - mean)|^2 with the weights, in double from the centres in the data: the mapped rows are
 *   rounded, and this is not. O(k d r).
 */
double
_eqp_mapped_between (EqpMapped *self)
{
  double total = 0.0;

  _eqp_mapped_map_centers (self, self->map, self->r, self->mapped);
  for (int c = 0; c < self->data->k; c++)
    {
      const double *center = self->mapped + c * self->r;
      double sum = 0.0;

      for (gint64 j = 0; j < self->r; j++)
        sum += self->weights[j] * center[j] * center[j];
      total += (double) self->data->sizes[c] * sum;
    }
  return total;
}

/**
 * _eqp_mapped_follow:
 * @self: the run
 * @labels: n
 *
 * Brings sums, sizes and centres in the data to these labels. O(moved d).
 */
void
_eqp_mapped_follow (EqpMapped    *self,
                    const gint32 *labels)
{
  EqpKMeans *data = self->data;

  if (self->follows)
    _eqp_kmeans_sum_moved (data, self->followed, labels);
  else
    _eqp_kmeans_sum_all (data, labels);
  self->follows = TRUE;
  memcpy (self->followed, labels, sizeof (gint32) * data->n);
  _eqp_kmeans_update_centers (data);
}

/* Lloyd found labels of a smaller SSE in the space. They are kept and told if the value says the same, which rounding
 * may deny at the very end, and where the space is not yet the one that the value is taken in. */
static gboolean
improved (EqpLloyd *lloyd, gint64 moved, gpointer user_data)
{
  EqpMapped *self = user_data;
  EqpKMeans *data = self->data;
  double sse, value;

  _eqp_mapped_follow (self, lloyd->best);
  if (!_eqp_kmeans_sse (data, lloyd->best, &sse))
    return FALSE;
  value = self->value != NULL ? self->value (self) : lloyd->best_sse;
  self->last_value = value;
  if (self->kept_sse < INFINITY && !(self->value != NULL ? value > self->kept_value : value < self->kept_value))
    return TRUE;

  self->kept_value = value;
  self->kept_sse = sse;
  self->kept_left_empty = lloyd->best_left_empty;
  memcpy (self->kept, lloyd->best, sizeof (gint32) * data->n);
  memcpy (self->kept_centers, data->centers, sizeof (double) * data->k * data->d);
  memcpy (self->kept_sizes, data->sizes, sizeof (gint64) * data->k);
  if (!lloyd->from_labels && self->trace.iteration == 0)
    self->trace.iteration = 1; /* 0 is for a start that has labels */
  _eqp_trace_value (&self->trace, self->phase, value, sse, 0.0, self->kept_sizes, self->kept, moved);
  return TRUE;
}

/**
 * _eqp_mapped_result:
 * @self: the run
 * @cancelled: whether it was
 * @converged: whether the start that led to the best came to its end
 * @error: G_IO_ERROR_CANCELLED when nothing has been kept
 *
 * Closes the stream of events.
 *
 * Returns: (transfer full) (nullable): the best by value, with its centres in the data
 */
EqpResult *
_eqp_mapped_result (EqpMapped  *self,
                    gboolean    cancelled,
                    gboolean    converged,
                    GError    **error)
{
  EqpKMeans *data = self->data;
  EqpResult *result;

  if (self->kept_sse == INFINITY)
    {
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           _ ("The run was cancelled before its first step was done."));
      return NULL;
    }

  result = eqp_result_new (data->n, data->d, data->k);
  memcpy (result->labels, self->kept, sizeof (gint32) * data->n);
  memcpy (result->sizes, self->kept_sizes, sizeof (gint64) * data->k);
  memcpy (result->centers, self->kept_centers, sizeof (double) * data->k * data->d);
  result->gamma = self->lloyd->params->gamma;
  result->objective = self->kept_value;
  result->data_term = self->kept_sse;
  result->cancelled = cancelled;
  result->converged = converged && !cancelled;
  _eqp_tally_close (&self->lloyd->tally, self->lloyd->tally.best, result);
  _eqp_empty_clusters_warn (self->kept_left_empty, data->k, result->warnings);
  _eqp_trace_finish (&self->trace, result);
  return result;
}
