/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measures of the runs in a list, one run after the other in a thread. The silhouette, which takes long, is
 * measured of runs that are compared only. */
#include "config.h"

#include "eqp-run-list-private.h"

#include <math.h>

#include "eqp-weight-column.h"

typedef struct
{
  EqpRunRecord *record;
  EqpLabels    *labels;
  EqpDataset   *dataset; /* NULL: only the cut is wanted */
  gboolean      only_silhouette;
  EqpGraph     *graph;   /* or NULL */
  EqpGiven     *given;   /* or NULL; of it the weights */
  guint64       seed;
} MeasureJob;

static void
measure_job_free (gpointer data)
{
  MeasureJob *job = data;

  g_object_unref (job->record);
  eqp_labels_unref (job->labels);
  g_clear_pointer (&job->dataset, eqp_dataset_unref);
  g_clear_pointer (&job->graph, eqp_graph_unref);
  eqp_given_unref (job->given);
  g_free (job);
}

static void
measure_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  MeasureJob *job = task_data;
  EqpMeasureSet *set = g_new (EqpMeasureSet, 1);
  gint64 n = eqp_labels_get_n (job->labels);
  g_autofree gint32 *labels = g_new (gint32, MAX (1, n));
  /* One thread: a run under way has better use for the others. */
  EqpPool *pool = eqp_pool_new (1);
  EqpMeasureGroups groups = job->only_silhouette     ? EQP_MEASURES_SILHOUETTE
                            : job->dataset != NULL ? EQP_MEASURES_POINTS | EQP_MEASURES_BALANCE
                                                   : 0;
  EqpMeasureInput input = {
    .n = n, .k = eqp_labels_get_k (job->labels), .labels = labels, .graph = job->graph, .seed = job->seed
  };

  eqp_labels_unpack (job->labels, labels);
  if (job->dataset != NULL)
    {
      input.truth = eqp_dataset_get_labels (job->dataset);
      input.points = eqp_dataset_get_points (job->dataset);
    }
  if (input.truth != NULL && !job->only_silhouette)
    groups |= EQP_MEASURES_TRUTH;
  if (input.graph != NULL)
    groups |= EQP_MEASURES_GRAPH;
  eqp_measure_set_init (set);
  eqp_weight_column_measure (job->given != NULL ? job->given->weights : NULL, &input, set, groups, pool, cancellable);
  eqp_pool_free (pool);
  g_task_return_pointer (task, set, g_free);
}

static void measure_next (EqpRunList *self);

static void
measured_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  GWeakRef *owner = user_data;
  g_autoptr (EqpRunList) self = g_weak_ref_get (owner);
  MeasureJob *job = g_task_get_task_data (G_TASK (result));
  g_autofree EqpMeasureSet *measures = g_task_propagate_pointer (G_TASK (result), NULL);

  g_weak_ref_clear (owner);
  g_free (owner);
  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->measuring)
    return;
  g_clear_object (&self->measuring);
  self->measured = NULL;
  if (measures != NULL)
    {
      if (eqp_run_record_get_measures (job->record) != NULL)
        {
          EqpMeasureSet all = *eqp_run_record_get_measures (job->record);

          eqp_measure_set_merge (&all, measures);
          *measures = all;
        }
      _eqp_run_record_take_measures (job->record, g_steal_pointer (&measures));
      _eqp_run_list_record_changed (self, job->record);
      /* It may have been pinned meanwhile, and the graph may have come. */
      if (eqp_run_record_get_pinned (job->record))
        _eqp_run_list_measure_rest (self, job->record);
    }
  measure_next (self);
}

/* One after the other, since each looks at all rows. */
static void
measure_next (EqpRunList *self)
{
  GWeakRef *owner;
  g_autoptr (GTask) task = NULL;

  if (self->measuring != NULL || g_queue_is_empty (&self->to_measure))
    return;
  owner = g_new0 (GWeakRef, 1);
  g_weak_ref_init (owner, self);
  self->measuring = g_cancellable_new ();
  self->measured = ((MeasureJob *) g_queue_peek_head (&self->to_measure))->record;
  task = g_task_new (NULL, self->measuring, measured_cb, owner);
  g_task_set_source_tag (task, measure_next);
  g_task_set_task_data (task, g_queue_pop_head (&self->to_measure), measure_job_free);
  g_task_run_in_thread (task, measure_thread);
}

/* graph: or NULL; one of another number of vertices is not looked at. given: to the run, or NULL */
void
_eqp_run_list_measure (EqpRunList   *self,
                       EqpRunRecord *record,
                       EqpDataset   *dataset,
                       EqpGraph     *graph,
                       EqpGiven     *given)
{
  MeasureJob *job = g_new0 (MeasureJob, 1);

  job->record = g_object_ref (record);
  job->labels = eqp_labels_ref (eqp_run_record_get_labels (record));
  job->dataset = eqp_dataset_ref (dataset);
  if (graph != NULL && eqp_graph_get_n (graph) == eqp_labels_get_n (job->labels))
    job->graph = eqp_graph_ref (graph);
  job->given = given != NULL ? eqp_given_ref (given) : NULL;
  job->seed = eqp_run_record_get_facts (record)->params.seed;
  g_queue_push_tail (&self->to_measure, job);
  measure_next (self);
}

static gboolean
is_waiting (EqpRunList   *self,
            EqpRunRecord *record)
{
  if (self->measured == record)
    return TRUE;
  for (GList *link = self->to_measure.head; link != NULL; link = link->next)
    if (((MeasureJob *) link->data)->record == record)
      return TRUE;
  return FALSE;
}

/* Whether it has no value yet, nor a reason why it has none. */
static gboolean
is_missing (EqpRunRecord *record,
            EqpMeasureId  measure)
{
  return isnan (eqp_run_record_get_measure (record, measure)) &&
         eqp_run_record_get_measures (record)->reasons[measure] == NULL;
}

/* Whether the data are as the run saw them. */
static gboolean
has_points (EqpRunList   *self,
            EqpRunRecord *record)
{
  const EqpRunFacts *facts = eqp_run_record_get_facts (record);
  EqpDataset *prepared = eqp_workspace_get_prepared (self->workspace);

  return prepared != NULL && eqp_dataset_get_d (prepared) > 0 && eqp_dataset_get_n (prepared) == facts->n &&
         eqp_preparation_equal (&facts->preparation, eqp_workspace_get_preparation (self->workspace)) &&
         eqp_given_sources_are_empty (&facts->given);
}

/* What a run that is compared lacks: its cut, where it was measured before there was a graph, and its silhouette. */
void
_eqp_run_list_measure_rest (EqpRunList   *self,
                            EqpRunRecord *record)
{
  EqpGraph *graph = eqp_workspace_get_graph (self->workspace);
  gboolean cut, silhouette;
  MeasureJob *job;

  if (eqp_run_record_get_measures (record) == NULL || eqp_run_record_get_labels (record) == NULL ||
      is_waiting (self, record))
    return;
  cut = graph != NULL && eqp_graph_get_n (graph) == eqp_run_record_get_facts (record)->n &&
        is_missing (record, EQP_MEASURE_CUT);
  silhouette = is_missing (record, EQP_MEASURE_SILHOUETTE) && has_points (self, record);
  if (!cut && !silhouette)
    return;
  job = g_new0 (MeasureJob, 1);
  job->record = g_object_ref (record);
  job->labels = eqp_labels_ref (eqp_run_record_get_labels (record));
  if (cut)
    job->graph = eqp_graph_ref (graph);
  if (silhouette)
    job->dataset = eqp_dataset_ref (eqp_workspace_get_prepared (self->workspace));
  job->only_silhouette = silhouette;
  job->seed = eqp_run_record_get_facts (record)->params.seed;
  g_queue_push_tail (&self->to_measure, job);
  measure_next (self);
}

void
_eqp_run_list_measure_drop (EqpRunList *self)
{
  if (self->measuring != NULL)
    g_cancellable_cancel (self->measuring);
  g_clear_object (&self->measuring);
  g_queue_clear_full (&self->to_measure, measure_job_free);
}
