/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workspace's measures of the labels shown: what is quick while a run goes on, what takes seconds when it rests,
 * each in a thread of its own. */
#include "config.h"

#include "eqp-workspace-private.h"

static gpointer
measure_work (gpointer job)
{
  return eqp_measures_compute (job);
}

/* Measures of another data set or another K say nothing about what is shown now. */
static gboolean
is_of_shown (EqpWorkspace      *self,
             const EqpMeasures *measures)
{
  return self->labels != NULL && eqp_labels_get_n (measures->labels) == eqp_labels_get_n (self->labels) &&
         eqp_labels_get_k (measures->labels) == eqp_labels_get_k (self->labels);
}

/* The two come in any order. */
static void
merge_late (EqpWorkspace *self)
{
  if (self->measures != NULL && self->late != NULL && self->measures->labels == self->late->labels)
    eqp_measure_set_merge (&self->measures->set, &self->late->set);
}

static void
measured_cb (gpointer result,
             gpointer user_data)
{
  EqpWorkspace *self = user_data;
  EqpMeasures *measures = result;

  if (!is_of_shown (self, measures))
    {
      eqp_measures_free (measures);
      return;
    }
  g_clear_pointer (&self->measures, eqp_measures_free);
  self->measures = measures;
  merge_late (self);
  _eqp_workspace_emit (self, EQP_WORKSPACE_MEASURES_CHANGED);
}

static void
measured_late_cb (gpointer result,
                  gpointer user_data)
{
  EqpWorkspace *self = user_data;

  g_clear_pointer (&self->late, eqp_measures_free);
  self->late = result;
  merge_late (self);
  _eqp_workspace_emit (self, EQP_WORKSPACE_MEASURES_CHANGED);
}

/* The graph that the labels were cut from, or the one that is there anyway. */
static EqpGraph *
graph_of_shown (EqpWorkspace *self)
{
  EqpGraph *graph = eqp_run_get_graph (self->shown_run);

  if (graph == NULL && eqp_run_get_dataset (self->shown_run) == self->prepared)
    graph = self->graph;
  return graph;
}

/* Labels of the run before stay until the new one has some; they are measured by what that is given. */
static EqpGiven *
given_of_shown (EqpWorkspace *self)
{
  return self->shown_run != NULL ? eqp_run_get_given (self->shown_run) : NULL;
}

/* Silhouette and the like, once the labels rest. */
static void
measure_late (EqpWorkspace *self)
{
  EqpMeasuresJob *job;

  if (self->shown_run == NULL || eqp_workspace_is_running (self) || eqp_workspace_is_scrubbing (self) ||
      (self->late != NULL && self->late->labels == self->labels))
    return;
  _eqp_workspace_cancel (&self->late_cancellable);
  self->late_cancellable = g_cancellable_new ();
  job = eqp_measures_job_new (self->dataset, self->labels, NULL);
  eqp_measures_job_set_given (job, given_of_shown (self));
  eqp_measures_job_set_late (job, eqp_run_get_dataset (self->shown_run), graph_of_shown (self),
                             eqp_run_get_params (self->shown_run)->seed, self->threads, self->late_cancellable);
  eqp_newest_push (self->late_measurer, job);
}

static gboolean
measure_cb (gpointer user_data)
{
  EqpWorkspace *self = user_data;
  EqpLabels *references[EQP_N_REFERENCES] = { NULL };
  EqpMeasuresJob *job;

  self->measure_source = 0;
  if (self->labels == NULL || self->dataset == NULL)
    return G_SOURCE_REMOVE;
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    {
      EqpRun *reference = eqp_workspace_get_reference (self, which);

      if (reference != NULL)
        references[which] = eqp_run_get_latest_labels (reference);
    }
  job = eqp_measures_job_new (self->dataset, self->labels, references);
  eqp_measures_job_set_given (job, given_of_shown (self));
  if (self->measures != NULL)
    job->band = self->measures->band;
  eqp_newest_push (self->measurer, job);
  measure_late (self);
  return G_SOURCE_REMOVE;
}

/* Nobody reads digits that change with every frame, and a run under way has better use for the processor. */
void
_eqp_workspace_measure (EqpWorkspace *self)
{
  gboolean moving = eqp_workspace_is_running (self) || eqp_workspace_is_scrubbing (self);

  if (self->measure_source == 0)
    self->measure_source = g_timeout_add (moving ? 150 : 0, measure_cb, self);
}

/* A run needs the processor; what is late is begun again when it is over. */
void
_eqp_workspace_measure_pause (EqpWorkspace *self)
{
  _eqp_workspace_proof_drop (self);
  _eqp_workspace_cancel (&self->late_cancellable);
}

void
_eqp_workspace_measure_forget (EqpWorkspace *self)
{
  _eqp_workspace_proof_drop (self);
  _eqp_workspace_cancel (&self->late_cancellable);
  g_clear_pointer (&self->measures, eqp_measures_free);
  g_clear_pointer (&self->late, eqp_measures_free);
}

void
_eqp_workspace_measure_init (EqpWorkspace *self)
{
  self->measurer = eqp_newest_new ("eqp-measures", measure_work, (GDestroyNotify) eqp_measures_job_free, measured_cb,
                                   (GDestroyNotify) eqp_measures_free, self);
  self->late_measurer = eqp_newest_new ("eqp-late", measure_work, (GDestroyNotify) eqp_measures_job_free,
                                        measured_late_cb, (GDestroyNotify) eqp_measures_free, self);
}

void
_eqp_workspace_measure_dispose (EqpWorkspace *self)
{
  g_clear_handle_id (&self->measure_source, g_source_remove);
  g_clear_pointer (&self->measurer, eqp_newest_free);
  g_clear_pointer (&self->late_measurer, eqp_newest_free);
  _eqp_workspace_measure_forget (self);
}

/**
 * eqp_workspace_get_measures:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): measures of what is shown, or was shown a moment ago
 */
const EqpMeasures *
eqp_workspace_get_measures (EqpWorkspace *self)
{
  return self->measures;
}
