/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balanced k-means for a gamma that changes many times a second: the costs of all rows to the centers of some labels
 * are computed once and kept, and so are the prices from gamma to gamma; what is left of an iteration is the balanced
 * assignment problem, a few looks at n x K numbers whatever the number of columns. Beyond some millions of these the
 * prices are those of a sample, and one look gives all rows their clusters. */
#include "config.h"

#include "eqp-gamma-drag.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"
#include "data/eqp-dataset.h"
#include "eqp-assigner-private.h"
#include "eqp-kmeans-private.h"
#include "solvers/eqp-gamma.h"
#include "solvers/eqp-solvers-private.h"

/* Of n K: up to here all rows decide on the prices. */
#define ALL_ROWS 4000000
#define SAMPLE_PER_CLUSTER 256
#define CHUNK_ROWS 8192
#define LOOK_ROWS 64 /* that are still in the cache when their costs are added up */

struct _EqpGammaDrag
{
  EqpPool      *pool;
  EqpContext    context;
  EqpDataset   *dataset;
  gint64        n;
  int           k;
  EqpKMeans    *state;      /* its centers stay; its sums are those of @labels */
  float        *cost;       /* n x kp */
  gint64        sample;     /* 0: all rows decide */
  EqpAssigner  *assigner;   /* of the sample, or of all */
  float        *sample_cost;
  gint32       *sample_labels;
  double       *prices;     /* k */
  gint32       *labels;     /* n, of the last call */
  gint32       *next;
};

/**
 * eqp_gamma_drag_serves:
 * @solver: a method
 * @params: its settings
 * @n: rows
 *
 * Returns: whether eqp_gamma_drag_at() gives what an iteration of the method would
 */
gboolean
eqp_gamma_drag_serves (const EqpSolver *solver,
                       const EqpParams *params,
                       gint64           n)
{
  return (solver->flags & EQP_SOLVER_DRAGS_GAMMA) != 0 && params->k > 1 && params->k <= n && params->min_size <= 0 &&
         (params->max_size <= 0 || params->max_size >= n) && _eqp_rows_are_plain (params, n);
}

/* The costs of every so many rows, one after the other. */
static void
take_sample (EqpGammaDrag *self)
{
  gsize kp = (gsize) self->state->kp;

  for (gint64 s = 0; s < self->sample; s++)
    memcpy (self->sample_cost + (gsize) s * kp, self->cost + (gsize) (s * self->n / self->sample) * kp,
            sizeof (float) * kp);
}

/**
 * eqp_gamma_drag_new:
 * @dataset: the rows
 * @k: clusters
 * @labels: n labels, whose centers are kept
 * @threads: how many threads may work; 0: one a processor
 * @error: EQP_ERROR_TOO_LARGE
 *
 * Time O(n d K), memory O(n K).
 *
 * Returns: (transfer full): costs and prices; for one thread at a time
 */
EqpGammaDrag *
eqp_gamma_drag_new (EqpDataset    *dataset,
                    gint           k,
                    const gint32  *labels,
                    guint          threads,
                    GError       **error)
{
  EqpGammaDrag *self = g_new0 (EqpGammaDrag, 1);
  gint64 n = eqp_dataset_get_n (dataset), rows;

  self->dataset = eqp_dataset_ref (dataset);
  self->n = n;
  self->k = k;
  self->pool = eqp_pool_new (threads);
  self->context.pool = self->pool;
  if ((double) n * k > ALL_ROWS)
    self->sample = MIN (n, MAX (EQP_GAMMA_DRAG_SAMPLE, (gint64) SAMPLE_PER_CLUSTER * k));
  rows = self->sample > 0 ? self->sample : n;
  if ((self->state = _eqp_kmeans_new (dataset, k, FALSE, &self->context, error)) == NULL ||
      (self->assigner = _eqp_assigner_new (rows, k, self->pool, NULL, error)) == NULL ||
      (self->cost = eqp_try_alloc ((gsize) n * (gsize) self->state->kp, sizeof (float), N_ ("the costs"), error)) ==
          NULL ||
      (self->sample_cost = eqp_try_alloc ((gsize) self->sample * (gsize) self->state->kp, sizeof (float),
                                          N_ ("the costs"), error)) == NULL ||
      (self->sample_labels =
           eqp_try_alloc ((gsize) self->sample, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (self->prices = eqp_try_alloc ((gsize) k, sizeof (double), N_ ("the prices"), error)) == NULL ||
      (self->labels = eqp_try_alloc ((gsize) n, sizeof (gint32), N_ ("the labels"), error)) == NULL ||
      (self->next = eqp_try_alloc ((gsize) n, sizeof (gint32), N_ ("the labels"), error)) == NULL)
    {
      eqp_gamma_drag_free (self);
      return NULL;
    }
  memcpy (self->labels, labels, sizeof (gint32) * (gsize) n);
  memset (self->sample_labels, -1, sizeof (gint32) * (gsize) self->sample);
  _eqp_kmeans_sum_all (self->state, labels);
  _eqp_kmeans_update_centers (self->state);
  _eqp_kmeans_pack (self->state);
  _eqp_kmeans_costs (self->state, NULL, NULL, self->cost, NULL);
  take_sample (self);
  return self;
}

/**
 * eqp_gamma_drag_free:
 * @self: (nullable) (transfer full): what eqp_gamma_drag_new() gave
 */
void
eqp_gamma_drag_free (EqpGammaDrag *self)
{
  if (self == NULL)
    return;
  if (self->assigner != NULL)
    _eqp_assigner_free (self->assigner);
  _eqp_kmeans_free (self->state);
  eqp_free (self->cost);
  eqp_free (self->sample_cost);
  eqp_free (self->sample_labels);
  eqp_free (self->prices);
  eqp_free (self->labels);
  eqp_free (self->next);
  eqp_dataset_unref (self->dataset);
  eqp_pool_free (self->pool);
  g_free (self);
}

/**
 * eqp_gamma_drag_get_sample:
 * @self: what eqp_gamma_drag_new() gave
 *
 * Returns: how many rows decide on the prices; 0: all
 */
gint64
eqp_gamma_drag_get_sample (EqpGammaDrag *self)
{
  return self->sample;
}

typedef struct
{
  EqpGammaDrag *self;
  float        *price; /* kp, the padding at infinity */
  double       *sse;   /* of each chunk, to the centers that are kept */
} LookJob;

/* Each row of a sampled problem goes to the argmin of cost + price; then what the rows cost is added up. */
static void
look_chunk (gint64 chunk, guint worker, gpointer data)
{
  LookJob *job = data;
  EqpGammaDrag *self = job->self;
  gsize kp = (gsize) self->state->kp;
  gint64 end = MIN (self->n, (chunk + 1) * CHUNK_ROWS);
  float least[LOOK_ROWS], second[LOOK_ROWS];
  double sum = 0.0;

  for (gint64 first = chunk * CHUNK_ROWS; first < end; first += LOOK_ROWS)
    {
      int rows = (int) MIN (LOOK_ROWS, end - first);
      const float *cost = self->cost + (gsize) first * kp;

      if (self->sample > 0)
        self->state->kernels->leasts (cost, rows, job->price, (int) kp, self->next + first, least, second);
      for (int r = 0; r < rows; r++)
        sum += (double) cost[(gsize) r * kp + (gsize) self->next[first + r]];
    }
  job->sse[chunk] = sum;
}

/* Of the labels, with centers of their own:
 *     sum_i |x_i - m_(z_i)|^2 = sum_i |x_i - c_(z_i)|^2 - sum_k n_k |m_k - c_k|^2. */
static double
value_labels (EqpGammaDrag *self,
              double        to_kept)
{
  const EqpKMeans *state = self->state;
  double shift = 0.0;

  for (int c = 0; c < self->k; c++)
    for (gint64 j = 0; j < state->d && state->sizes[c] > 0; j++)
      {
        double size = (double) state->sizes[c];
        double move = state->sums[c * state->d + j] / size - state->centers[c * state->d + j];

        shift += size * move * move;
      }
  return MAX (0.0, to_kept - shift);
}

/**
 * eqp_gamma_drag_at:
 * @self: what eqp_gamma_drag_new() gave
 * @gamma: raw gamma, finite, >= 0
 *
 * Solves the assignment problem at @gamma with the centers that are kept. The sum of squares told is that of the labels
 * with centers of their own, as exact as single precision costs are. Time a few looks at n K costs, and O(d) a row that
 * changes its cluster since the last call.
 *
 * Returns: (transfer full): the labels of all rows, without centers; %NULL for a lack of memory
 */
EqpResult *
eqp_gamma_drag_at (EqpGammaDrag *self,
                   double        gamma)
{
  gint64 chunks = (self->n + CHUNK_ROWS - 1) / CHUNK_ROWS, start = g_get_monotonic_time ();
  g_autofree double *sse = g_new0 (double, chunks);
  g_autofree float *price = g_new (float, self->state->kp);
  LookJob job = { self, price, sse };
  EqpResult *result;
  gint32 *swap;
  double to_kept = 0.0;

  memcpy (self->next, self->labels, sizeof (gint32) * (gsize) self->n);
  /* Sizes of a sample are a share of those of all rows, so that a place in it costs so much more. */
  if (!_eqp_assigner_solve (self->assigner, self->sample > 0 ? self->sample_cost : self->cost, NULL, self->state->kp,
                            self->sample > 0 ? gamma * (double) self->n / (double) self->sample : gamma, self->prices,
                            self->sample > 0 ? self->sample_labels : self->next, NULL))
    return NULL;
  for (int c = 0; c < self->state->kp; c++)
    price[c] = c < self->k ? (float) self->prices[c] : INFINITY;
  eqp_pool_run (self->pool, chunks, look_chunk, &job);
  for (gint64 chunk = 0; chunk < chunks; chunk++)
    to_kept += sse[chunk];
  _eqp_kmeans_sum_moved (self->state, self->labels, self->next);
  swap = self->labels;
  self->labels = self->next;
  self->next = swap;

  result = eqp_result_new (self->n, 0, self->k);
  memcpy (result->labels, self->labels, sizeof (gint32) * (gsize) self->n);
  memcpy (result->sizes, self->state->sizes, sizeof (gint64) * (gsize) self->k);
  result->gamma = gamma;
  result->data_term = value_labels (self, to_kept);
  result->penalty = eqp_balance_penalty (gamma, self->k, result->sizes);
  result->objective = result->data_term + result->penalty;
  result->assignment_gap = -1.0;
  result->iterations = 1;
  result->converged = TRUE;
  result->seconds = (double) (g_get_monotonic_time () - start) / G_USEC_PER_SEC;
  return result;
}
