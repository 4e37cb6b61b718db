/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measures of the runs in a list: all but the silhouette, which takes long, one run after the other in a thread. */
#include "config.h"

#include "eqp-run-list-private.h"

typedef struct
{
  EqpRunRecord *record;
  EqpLabels    *labels;
  EqpDataset   *dataset;
  EqpGraph     *graph; /* or NULL */
  guint64       seed;
} MeasureJob;

static void
measure_job_free (gpointer data)
{
  MeasureJob *job = data;

  g_object_unref (job->record);
  eqp_labels_unref (job->labels);
  eqp_dataset_unref (job->dataset);
  g_clear_pointer (&job->graph, eqp_graph_unref);
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
  EqpMeasureGroups groups = EQP_MEASURES_POINTS | EQP_MEASURES_BALANCE;
  EqpMeasureInput input = {
    .n = n,
    .k = eqp_labels_get_k (job->labels),
    .labels = labels,
    .truth = eqp_dataset_get_labels (job->dataset),
    .points = eqp_dataset_get_points (job->dataset),
    .graph = job->graph,
    .seed = job->seed,
  };

  eqp_labels_unpack (job->labels, labels);
  if (input.truth != NULL)
    groups |= EQP_MEASURES_TRUTH;
  if (input.graph != NULL)
    groups |= EQP_MEASURES_GRAPH;
  eqp_measure_set_init (set);
  eqp_measure_set_compute (set, &input, groups, pool, cancellable);
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
  if (measures != NULL)
    {
      _eqp_run_record_take_measures (job->record, g_steal_pointer (&measures));
      _eqp_run_list_record_changed (self, job->record);
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
  task = g_task_new (NULL, self->measuring, measured_cb, owner);
  g_task_set_source_tag (task, measure_next);
  g_task_set_task_data (task, g_queue_pop_head (&self->to_measure), measure_job_free);
  g_task_run_in_thread (task, measure_thread);
}

/* graph: or NULL; one of another number of vertices is not looked at */
void
_eqp_run_list_measure (EqpRunList   *self,
                       EqpRunRecord *record,
                       EqpDataset   *dataset,
                       EqpGraph     *graph)
{
  MeasureJob *job = g_new0 (MeasureJob, 1);

  job->record = g_object_ref (record);
  job->labels = eqp_labels_ref (eqp_run_record_get_labels (record));
  job->dataset = eqp_dataset_ref (dataset);
  if (graph != NULL && eqp_graph_get_n (graph) == eqp_labels_get_n (job->labels))
    job->graph = eqp_graph_ref (graph);
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
