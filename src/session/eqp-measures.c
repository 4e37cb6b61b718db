/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window shows about a labelling besides its objective; computed in a thread, since it looks at every row. */
#include "config.h"

#include "eqp-measures.h"

/* Beyond this the matching, O(K^3), is not worth its time, and the reference keeps its own order. */
#define MATCH_MAX_K 400

/**
 * eqp_measures_job_new:
 * @dataset: whose labels are the truth, if it has any
 * @labels: what to measure
 * @references: (array fixed-size=2): labels of the plain methods on the same rows, each may be %NULL
 *
 * Returns: (transfer full): a job that holds references to all of them
 */
EqpMeasuresJob *
eqp_measures_job_new (EqpDataset *dataset,
                      EqpLabels  *labels,
                      EqpLabels **references)
{
  EqpMeasuresJob *self = g_new0 (EqpMeasuresJob, 1);

  self->dataset = eqp_dataset_ref (dataset);
  self->labels = eqp_labels_ref (labels);
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    self->references[which] = references[which] != NULL ? eqp_labels_ref (references[which]) : NULL;
  return self;
}

/**
 * eqp_measures_job_free:
 * @self: (nullable): a job
 */
void
eqp_measures_job_free (EqpMeasuresJob *self)
{
  if (self == NULL)
    return;
  eqp_dataset_unref (self->dataset);
  eqp_labels_unref (self->labels);
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    eqp_labels_unref (self->references[which]);
  g_free (self);
}

/* Cluster numbers are arbitrary: an outline says something about a bar only when both stand for much the same rows. */
static void
match_reference (EqpReferenceSizes *self,
                 gint64             n,
                 gint               k,
                 const gint32      *labels,
                 const gint32      *reference)
{
  g_autofree gint64 *sizes = g_new0 (gint64, self->k);
  g_autofree double *cost = NULL;
  g_autofree gint *match = NULL;

  for (gint64 i = 0; i < n; i++)
    sizes[reference[i]]++;

  if (self->k != k || k > MATCH_MAX_K)
    {
      self->sizes = g_steal_pointer (&sizes);
      return;
    }

  cost = g_new0 (double, (gsize) k * k);
  match = g_new (gint, k);
  for (gint64 i = 0; i < n; i++)
    cost[(gsize) reference[i] * k + labels[i]] -= 1.0;
  eqp_hungarian (k, k, cost, match);

  self->sizes = g_new0 (gint64, k);
  for (gint r = 0; r < k; r++)
    self->sizes[match[r]] = sizes[r];
}

/**
 * eqp_measures_compute:
 * @job: what to measure
 *
 * For a worker thread. Time O(n + K^3).
 *
 * Returns: (transfer full): the measures
 */
EqpMeasures *
eqp_measures_compute (EqpMeasuresJob *job)
{
  EqpMeasures *self = g_new0 (EqpMeasures, 1);
  const gint32 *truth = eqp_dataset_get_labels (job->dataset);
  gint64 n = eqp_labels_get_n (job->labels);
  g_autofree gint32 *labels = g_new (gint32, MAX (1, n));

  self->labels = eqp_labels_ref (job->labels);
  eqp_labels_unpack (job->labels, labels);

  if (truth != NULL && n > 0)
    {
      self->has_truth = TRUE;
      eqp_metrics_external (n, truth, labels, &self->external);
    }
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    if (job->references[which] != NULL && eqp_labels_get_n (job->references[which]) == n)
      {
        g_autofree gint32 *reference = g_new (gint32, MAX (1, n));

        self->references[which].labels = eqp_labels_ref (job->references[which]);
        self->references[which].k = eqp_labels_get_k (job->references[which]);
        eqp_labels_unpack (job->references[which], reference);
        match_reference (&self->references[which], n, eqp_labels_get_k (job->labels), labels, reference);
      }
  return self;
}

/**
 * eqp_measures_free:
 * @self: (nullable): measures
 */
void
eqp_measures_free (EqpMeasures *self)
{
  if (self == NULL)
    return;
  eqp_labels_unref (self->labels);
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    {
      eqp_labels_unref (self->references[which].labels);
      g_free (self->references[which].sizes);
    }
  g_free (self);
}
