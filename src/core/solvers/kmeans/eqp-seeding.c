/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a run starts: k-means++ centres (Arthur and Vassilvitskii 2007, greedy as in their section 6) or random labels.
 */
#include "config.h"

#include <float.h>
#include <math.h>

#include "base/eqp-alloc.h"
#include "base/eqp-parallel.h"
#include "base/eqp-rng.h"
#include "eqp-kmeans-private.h"

/* Seeds are drawn among this many rows a cluster at the most: more would cost time and change nothing. */
#define ROWS_PER_CLUSTER 512
#define SAMPLE_AT_LEAST 8192
#define MAX_TRIALS EQP_PANEL
#define TOGETHER 4 /* seeds out of a panel of candidates, where time matters */

typedef struct
{
  EqpKMeans *self;
  int        trials;     /* candidates at a time */
  gint64     n_sample;
  gint64    *sample;     /* rows */
  gint64     candidates[EQP_PANEL]; /* rows that the panel holds, of sparse ones; -1: none */
  float     *nearest;    /* n_sample: squared distance to the nearest seed so far */
  float     *distances;  /* n_sample x EQP_PANEL, to the candidates */
  float     *panel;      /* d x EQP_PANEL */
  double     norms[EQP_PANEL]; /* squared, of the candidates */
  gint32    *labels;     /* n_sample: the nearest seed so far, or NULL */
} Seeding;

#define SEED_CHUNK 256

/* Products in double; where the difference of norms and products has lost digits, direct differences. */
static void
sparse_distances (Seeding *seeding, gint64 row, float *distances)
{
  EqpKMeans *self = seeding->self;
  const EqpSparseRows *rows = self->sparse;
  double products[EQP_PANEL] = { 0.0 }, norm = _eqp_sparse_rows_norm (rows, row);

  for (gint64 e = rows->starts[row]; e < rows->starts[row + 1]; e++)
    {
      const float *panel = seeding->panel + (gint64) rows->columns[e] * EQP_PANEL;
      double value = rows->values[e];

      for (int t = 0; t < EQP_PANEL; t++)
        products[t] += value * (double) panel[t];
    }
  for (int t = 0; t < seeding->trials; t++)
    {
      double sum = norm + seeding->norms[t], distance = sum - 2.0 * products[t];

      if (!(distance > EQP_SPARSE_CANCELED * sum))
        distance = _eqp_sparse_rows_between (rows, row, seeding->candidates[t]);
      distances[t] = (float) distance;
    }
}

static void
distances_chunk (gint64 chunk, guint worker, gpointer data)
{
  Seeding *seeding = data;
  EqpKMeans *self = seeding->self;
  gint64 last = MIN ((chunk + 1) * SEED_CHUNK, seeding->n_sample);

  for (gint64 s = chunk * SEED_CHUNK; s < last && self->sparse != NULL; s++)
    sparse_distances (seeding, seeding->sample[s], seeding->distances + s * EQP_PANEL);
  for (gint64 s = chunk * SEED_CHUNK; s < last && self->sparse == NULL; s++)
    self->kernels->direct (self->x + seeding->sample[s] * self->d, self->d, 1, self->d, seeding->panel, EQP_PANEL,
                           seeding->distances + s * EQP_PANEL);
}

/* A row drawn with probability proportional to its squared distance from the seeds so far. */
static gint64
draw (Seeding *seeding, double total, EqpRng *rng)
{
  double mark = eqp_rng_uniform (rng) * total;

  for (gint64 s = 0; s < seeding->n_sample; s++)
    {
      mark -= seeding->nearest[s];
      if (mark < 0.0)
        return s;
    }
  return (gint64) eqp_rng_below (rng, seeding->n_sample);
}

/* The entries of a candidate among zeros, or zeros again. */
static void
spread (Seeding *seeding, int t, gboolean fill)
{
  const EqpSparseRows *rows = seeding->self->sparse;
  gint64 row = seeding->candidates[t];

  for (gint64 e = rows->starts[row]; e < rows->starts[row + 1]; e++)
    seeding->panel[(gint64) rows->columns[e] * EQP_PANEL + t] = fill ? rows->values[e] : 0.0f;
}

/* Draws candidates, as many as there are trials, and notes how far each row of the sample is from each. */
static void
draw_candidates (Seeding *seeding, int trials, double total, EqpRng *rng)
{
  EqpKMeans *self = seeding->self;

  for (int t = 0; t < trials; t++)
    {
      gint64 candidate = total > 0.0 ? draw (seeding, total, rng) : (gint64) eqp_rng_below (rng, seeding->n_sample);
      gint64 row = seeding->sample[candidate];

      if (self->sparse != NULL)
        {
          if (seeding->candidates[t] >= 0)
            spread (seeding, t, FALSE);
          seeding->candidates[t] = row;
          seeding->norms[t] = _eqp_sparse_rows_norm (self->sparse, row);
          spread (seeding, t, TRUE);
        }
      else
        for (gint64 j = 0; j < self->d; j++)
          seeding->panel[j * EQP_PANEL + t] = self->x[row * self->d + j];
    }

  eqp_pool_run (self->pool, (seeding->n_sample + SEED_CHUNK - 1) / SEED_CHUNK, distances_chunk, seeding);
}

/* Of a full panel of candidates the best become seeds, one after the other. */
static void
seed_next (Seeding *seeding, int cluster, int count, double *total)
{
  EqpKMeans *self = seeding->self;

  for (int s = cluster; s < cluster + count; s++)
    {
      double potential[EQP_PANEL] = { 0.0 };
      int best = 0;

      for (gint64 i = 0; i < seeding->n_sample; i++)
        for (int t = 0; t < EQP_PANEL; t++)
          potential[t] += MIN (seeding->nearest[i], seeding->distances[i * EQP_PANEL + t]);
      for (int t = 1; t < seeding->trials; t++)
        if (potential[t] < potential[best])
          best = t;

      for (gint64 i = 0; i < seeding->n_sample; i++)
        if (seeding->distances[i * EQP_PANEL + best] < seeding->nearest[i])
          {
            seeding->nearest[i] = seeding->distances[i * EQP_PANEL + best];
            if (seeding->labels != NULL)
              seeding->labels[i] = s;
          }
      for (gint64 j = 0; j < self->d; j++)
        self->centers[s * self->d + j] = seeding->panel[j * EQP_PANEL + best];
      *total = potential[best];
    }
}

static gboolean
set_up (Seeding *seeding, EqpKMeans *self, EqpRng *rng)
{
  seeding->self = self;
  seeding->n_sample = MIN (self->n, MAX (SAMPLE_AT_LEAST, (gint64) ROWS_PER_CLUSTER * self->k));
  seeding->sample = eqp_try_alloc (seeding->n_sample, sizeof (gint64), "a sample", NULL);
  seeding->nearest = eqp_try_alloc (seeding->n_sample, sizeof (float), "a sample", NULL);
  seeding->distances = eqp_try_alloc (seeding->n_sample * EQP_PANEL, sizeof (float), "a sample", NULL);
  seeding->panel = eqp_try_alloc (self->d * EQP_PANEL, sizeof (float), "a sample", NULL);
  if (seeding->sample == NULL || seeding->nearest == NULL || seeding->distances == NULL || seeding->panel == NULL)
    return FALSE;

  for (int t = 0; t < EQP_PANEL; t++)
    seeding->candidates[t] = -1;
  /* One row out of each of n_sample equal stretches: without repetition, in order, spread over sorted files. */
  for (gint64 s = 0; s < seeding->n_sample; s++)
    {
      gint64 first = (gint64) ((double) self->n / (double) seeding->n_sample * (double) s);
      gint64 last = (gint64) ((double) self->n / (double) seeding->n_sample * (double) (s + 1));

      seeding->sample[s] =
          self->n == seeding->n_sample ? s : first + (gint64) eqp_rng_below (rng, MAX (1, last - first));
      seeding->nearest[s] = FLT_MAX;
    }
  return TRUE;
}

static void
clear (Seeding *seeding)
{
  eqp_free (seeding->sample);
  eqp_free (seeding->nearest);
  eqp_free (seeding->distances);
  eqp_free (seeding->panel);
}

static gboolean
seed (EqpKMeans *self, int trials, int together, EqpRng *rng, gint32 *labels)
{
  Seeding seeding = { .labels = labels };
  double total = 0.0;
  gboolean done = set_up (&seeding, self, rng);

  for (int c = 0, count; c < self->k && done; c += count)
    {
      count = c == 0 ? 1 : MIN (together, self->k - c);
      done = !_eqp_kmeans_cancelled (self);
      if (!done)
        break;
      seeding.trials = c == 0 ? 1 : trials;
      draw_candidates (&seeding, seeding.trials, total, rng);
      seed_next (&seeding, c, count, &total);
    }
  clear (&seeding);
  return done;
}

/**
 * _eqp_seed_kmeanspp:
 * @self: the state; its centres are set
 * @rng: the run's generator
 *
 * Greedy k-means++: every seed is the best of 2 + ln k candidates drawn by squared distance. On large data a random
 * sample of the rows stands for all of them. O(min (n, 512 k) d k).
 *
 * Returns: FALSE when cancelled, or without memory for the sample (then the centres are not set)
 */
gboolean
_eqp_seed_kmeanspp (EqpKMeans *self,
                    EqpRng    *rng)
{
  return seed (self, CLAMP (2 + (int) log ((double) self->k), 1, MAX_TRIALS), 1, rng, NULL);
}

/**
 * _eqp_seed_quickly:
 * @self: the state; its centres are set
 * @rng: the run's generator
 * @labels: (out): n labels: the nearest seed of each row, where all rows were met; the first is -1 where they were not
 *
 * For many clusters: of sixteen candidates drawn together not one but the best few become seeds, one after the other,
 * so that distances are needed a few times less often.
 *
 * Returns: as _eqp_seed_kmeanspp()
 */
gboolean
_eqp_seed_quickly (EqpKMeans *self,
                   EqpRng    *rng,
                   gint32    *labels)
{
  gboolean all = self->n <= MAX (SAMPLE_AT_LEAST, (gint64) ROWS_PER_CLUSTER * self->k);

  labels[0] = -1;
  return seed (self, MAX_TRIALS, TOGETHER, rng, all ? labels : NULL);
}

/**
 * _eqp_seed_random_labels:
 * @n: rows
 * @k: clusters
 * @rng: the run's generator
 * @labels: (out): n labels, each drawn evenly from 0..k-1
 *
 * The random partition that the published algorithm starts from.
 */
void
_eqp_seed_random_labels (gint64  n,
                         int     k,
                         EqpRng *rng,
                         gint32 *labels)
{
  for (gint64 i = 0; i < n; i++)
    labels[i] = (gint32) eqp_rng_below (rng, k);
}
