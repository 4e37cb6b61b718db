/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window shows about a labelling besides its objective; computed in a thread, since it looks at every row. */
#include "config.h"

#include "eqp-measures.h"

#include <math.h>

#include "eqp-weight-column.h"

/**
 * eqp_reference_solver:
 * @which: of the methods compared with
 *
 * Returns: (transfer none): the method
 */
const EqpSolver *
eqp_reference_solver (EqpReference which)
{
  return eqp_solver_plain (which == EQP_REFERENCE_KMEANS ? EQP_FAMILY_KMEANS : EQP_FAMILY_GRAPH);
}

/* Beyond this the matching, O(K^3), is not worth its time, and the reference keeps its own order. */
#define MATCH_MAX_K 400

/**
 * eqp_measures_job_new:
 * @dataset: whose labels are the truth, if it has any
 * @labels: what to measure
 * @references: (array fixed-size=2) (nullable): labels of the plain methods on the same rows, each may be %NULL
 *
 * Returns: (transfer full): a job that holds references to all of them, for what is quick: agreement with the classes,
 * balance, and the sizes of the plain methods
 */
EqpMeasuresJob *
eqp_measures_job_new (EqpDataset *dataset,
                      EqpLabels  *labels,
                      EqpLabels **references)
{
  EqpMeasuresJob *self = g_new0 (EqpMeasuresJob, 1);

  self->dataset = eqp_dataset_ref (dataset);
  self->labels = eqp_labels_ref (labels);
  self->groups = EQP_MEASURES_BALANCE;
  if (eqp_dataset_get_labels (dataset) != NULL)
    self->groups |= EQP_MEASURES_TRUTH;
  for (int which = 0; which < EQP_N_REFERENCES && references != NULL; which++)
    self->references[which] = references[which] != NULL ? eqp_labels_ref (references[which]) : NULL;
  return self;
}

/**
 * eqp_measures_job_set_late:
 * @self: a new job
 * @points: the data as the method saw them
 * @graph: (nullable): their graph
 * @seed: of samples
 * @threads: that may work; 0: one a processor
 * @cancellable: ends the job early; it has no result then
 *
 * Makes it a job for what takes seconds: the shape of the clusters, and measures on the graph.
 */
void
eqp_measures_job_set_late (EqpMeasuresJob *self,
                           EqpDataset     *points,
                           EqpGraph       *graph,
                           guint64         seed,
                           guint           threads,
                           GCancellable   *cancellable)
{
  self->groups = EQP_MEASURES_POINTS | EQP_MEASURES_SILHOUETTE | (graph != NULL ? EQP_MEASURES_GRAPH : 0);
  self->points = eqp_dataset_ref (points);
  self->graph = graph != NULL ? eqp_graph_ref (graph) : NULL;
  self->seed = seed;
  self->threads = threads;
  self->cancellable = g_object_ref (cancellable);
}

/**
 * eqp_measures_job_set_given:
 * @self: a job
 * @given: (nullable): what the run was given: rows count as often as its weights say
 */
void
eqp_measures_job_set_given (EqpMeasuresJob *self,
                            EqpGiven       *given)
{
  self->given = given != NULL ? eqp_given_ref (given) : NULL;
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
  g_clear_pointer (&self->points, eqp_dataset_unref);
  g_clear_pointer (&self->graph, eqp_graph_unref);
  eqp_given_unref (self->given);
  g_clear_object (&self->cancellable);
  g_free (self);
}

/* Cluster numbers are arbitrary: an outline says something about a bar only when both stand for much the same rows. */
static void
match_reference (EqpReferenceSizes *self,
                 gint64             n,
                 gint               k,
                 const gint32      *labels,
                 const gint32      *reference,
                 const double      *weights)
{
  g_autofree gint64 *sizes = g_new0 (gint64, self->k);
  g_autofree double *masses = g_new0 (double, self->k);
  g_autofree double *cost = NULL;
  g_autofree gint *match = NULL;

  for (gint64 i = 0; i < n; i++)
    masses[reference[i]] += weights != NULL ? weights[i] : 1.0;
  for (gint r = 0; r < self->k; r++)
    sizes[r] = (gint64) llround (masses[r]);

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

static void
measure (EqpMeasures    *self,
         EqpMeasuresJob *job,
         const gint32   *labels)
{
  gint64 n = eqp_labels_get_n (job->labels), counted;
  EqpMeasureInput input = {
    .n = n,
    .k = MAX (1, eqp_labels_get_k (job->labels)),
    .labels = labels,
    .truth = eqp_dataset_get_n (job->dataset) == n ? eqp_dataset_get_labels (job->dataset) : NULL,
    .seed = job->seed,
  };
  g_autoptr (EqpPool) pool = NULL;

  if (job->points != NULL && eqp_dataset_get_n (job->points) == n)
    input.points = eqp_dataset_get_points (job->points);
  if (job->graph != NULL && eqp_graph_get_n (job->graph) == n)
    input.graph = job->graph;
  if (job->points != NULL)
    pool = eqp_pool_new (job->threads > 0 ? job->threads : eqp_default_threads ());
  eqp_measure_set_init (&self->set);
  self->counted = eqp_weight_column_measure (job->given != NULL ? job->given->weights : NULL, &input, &self->set,
                                             job->groups, pool, job->cancellable);
  counted = self->counted >= 0 ? self->counted : n;
  self->band = job->band;
  if (self->band.n != counted || self->band.k != input.k)
    eqp_size_band (counted, input.k, &self->band);
}

/**
 * eqp_measures_compute:
 * @job: what to measure
 *
 * For a worker thread. Time O(n + K^3), of a late job that of eqp_measure_set_compute().
 *
 * Returns: (transfer full) (nullable): the measures; NULL when they were cancelled
 */
EqpMeasures *
eqp_measures_compute (EqpMeasuresJob *job)
{
  EqpMeasures *self = g_new0 (EqpMeasures, 1);
  gint64 n = eqp_labels_get_n (job->labels);
  g_autofree gint32 *labels = g_new (gint32, MAX (1, n));

  self->labels = eqp_labels_ref (job->labels);
  eqp_labels_unpack (job->labels, labels);
  measure (self, job, labels);
  if (job->cancellable != NULL && g_cancellable_is_cancelled (job->cancellable))
    {
      eqp_measures_free (self);
      return NULL;
    }
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    if (job->references[which] != NULL && eqp_labels_get_n (job->references[which]) == n)
      {
        g_autofree gint32 *reference = g_new (gint32, MAX (1, n));

        self->references[which].labels = eqp_labels_ref (job->references[which]);
        self->references[which].k = eqp_labels_get_k (job->references[which]);
        eqp_labels_unpack (job->references[which], reference);
        match_reference (&self->references[which], n, eqp_labels_get_k (job->labels), labels, reference,
                         job->given != NULL ? job->given->weights : NULL);
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
