/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs of rows to the centres that the panel of a state holds, in float: of a block of rows, of rows here and there,
 * of a sample. */
#include "config.h"

#include "eqp-kmeans-private.h"

#include <string.h>

#include "base/eqp-parallel.h"

#define SAMPLE_ROWS 64

/* Up to the norm of the row, which all of its costs lack: those of one sparse row. */
void
_eqp_kmeans_sparse_costs (EqpKMeans *self, gint64 row, float *cost)
{
  gint64 first = self->sparse->starts[row];

  self->kernels->entries (self->sparse->columns + first, self->sparse->values + first,
                          self->sparse->starts[row + 1] - first, self->panel, self->kp, self->norms, cost);
}

/* Those of rows of numbers, one after the other. */
void
_eqp_kmeans_dense_costs (EqpKMeans *self, const float *x, int rows, float *cost)
{
  if (self->direct)
    self->kernels->direct (x, self->d, rows, self->d, self->panel, self->kp, cost);
  else
    self->kernels->dots (x, self->d, rows, self->d, self->panel, self->kp, self->norms, cost);
}

/* The same for rows of the data, dense or sparse. */
void
_eqp_kmeans_row_costs (EqpKMeans *self, gint64 first, int rows, float *cost)
{
  if (self->sparse == NULL)
    _eqp_kmeans_dense_costs (self, self->x + first * self->d, rows, cost);
  else
    for (int r = 0; r < rows; r++)
      _eqp_kmeans_sparse_costs (self, first + r, cost + (gint64) r * self->kp);
}

/* From what lacks the norm of the row to the squared distance. */
static inline void
add_norm (EqpKMeans *self, gint64 row, const float *from, float *to)
{
  float norm = self->row_norms[row];

  for (int c = 0; c < self->kp; c++)
    {
      float value = from[c] + norm;

      to[c] = value > 0.0f ? value : 0.0f;
    }
}

/**
 * _eqp_kmeans_block_costs:
 * @data: an EqpKMeans; its panel holds the centres
 * @first: 0..n-1
 * @rows: from there on
 * @cost: (out): rows x kp squared distances; the padding is not meaningful
 *
 * Costs for the assignment problem: the squared distance itself, so that they can be weighed. Those of a row do not
 * depend on the rows beside it.
 */
void
_eqp_kmeans_block_costs (gpointer data,
                         gint64   first,
                         int      rows,
                         float   *cost)
{
  EqpKMeans *self = data;
  int kp = self->kp;

  _eqp_kmeans_row_costs (self, first, rows, cost);
  if (!self->direct)
    for (int r = 0; r < rows; r++)
      add_norm (self, first + r, cost + (gint64) r * kp, cost + (gint64) r * kp);
}

/**
 * _eqp_kmeans_costs_of:
 * @self: the state; its panel holds the centres, its norms of rows are there
 * @rows: numbers of rows
 * @count: of these
 * @scratch: @count x (d + kp) numbers
 * @cost: (out): n x kp; those of these rows become what _eqp_kmeans_block_costs() says, bit for bit
 *
 * The same for rows here and there of more than a few columns.
 */
void
_eqp_kmeans_costs_of (EqpKMeans    *self,
                      const gint32 *rows,
                      int           count,
                      float        *scratch,
                      float        *cost)
{
  float *found = scratch;

  if (self->sparse != NULL)
    for (int t = 0; t < count; t++)
      _eqp_kmeans_sparse_costs (self, rows[t], found + (gint64) t * self->kp);
  else
    {
      float *gathered = scratch + (gsize) count * self->kp;

      for (int t = 0; t < count; t++)
        memcpy (gathered + t * self->d, self->x + rows[t] * self->d, sizeof (float) * self->d);
      _eqp_kmeans_dense_costs (self, gathered, count, found);
    }
  for (int t = 0; t < count; t++)
    add_norm (self, rows[t], found + (gint64) t * self->kp, cost + (gint64) rows[t] * self->kp);
}

typedef struct
{
  EqpKMeans *self;
  gint64     step;
  gint64     count;
  float     *cost;
} SampleJob;

static void
sample_chunk (gint64 chunk, guint worker, gpointer data)
{
  SampleJob *job = data;
  EqpKMeans *self = job->self;
  gint64 first = chunk * SAMPLE_ROWS, stride = job->step * self->d;
  int rows = (int) MIN (SAMPLE_ROWS, job->count - first);

  if (self->sparse != NULL)
    for (int r = 0; r < rows; r++)
      _eqp_kmeans_sparse_costs (self, (first + r) * job->step, job->cost + (first + r) * self->kp);
  else if (self->direct)
    self->kernels->direct (self->x + first * stride, stride, rows, self->d, self->panel, self->kp,
                           job->cost + first * self->kp);
  else
    self->kernels->dots (self->x + first * stride, stride, rows, self->d, self->panel, self->kp, self->norms,
                         job->cost + first * self->kp);
}

/**
 * _eqp_kmeans_sample_costs:
 * @self: the state; its panel holds the centres
 * @step: rows to the next one taken
 * @count: rows taken, the first one first
 * @cost: (out): count x kp squared distances, up to a number that is the same in all a row; the padding is not
 * meaningful
 */
void
_eqp_kmeans_sample_costs (EqpKMeans *self,
                          gint64     step,
                          gint64     count,
                          float     *cost)
{
  SampleJob job = { self, step, count, cost };

  eqp_pool_run (self->pool, (count + SAMPLE_ROWS - 1) / SAMPLE_ROWS, sample_chunk, &job);
}
