/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the workspace makes of its data in threads: the prepared data that the methods see, and where the points stand.
 */
#include "config.h"

#include "eqp-workspace-private.h"

/* ---- Projection ------------------------------------------------------------------------------------------------- */

typedef struct
{
  EqpDataset        *dataset;
  EqpDataset        *prepared;
  EqpPreparation     preparation;
  EqpProjectionSpec  spec;
  EqpGraph          *graph;
  guint              threads;
} DataJob;

/* Whose plane is drawn: the data of the run under way or shown; before the first run, those it would see. What is
 * prepared and waits for Run has none yet. */
static EqpRun *
drawn_run (EqpWorkspace *self)
{
  if (self->run != NULL && (self->run == self->shown_run || !eqp_run_is_over (self->run) ||
                            eqp_run_get_n_steps (self->run) > 0))
    return self->run;
  return self->shown_run;
}

static DataJob *
data_job_new (EqpWorkspace *self)
{
  DataJob *job = g_new0 (DataJob, 1);

  job->dataset = eqp_dataset_ref (self->dataset);
  job->prepared = self->prepared != NULL ? eqp_dataset_ref (self->prepared) : NULL;
  job->preparation = self->preparation;
  job->spec = self->projection_spec;
  job->graph = self->projection_spec.spectral && self->graph != NULL ? eqp_graph_ref (self->graph) : NULL;
  job->threads = self->threads;
  return job;
}

static void
data_job_free (gpointer data)
{
  DataJob *job = data;

  eqp_dataset_unref (job->dataset);
  g_clear_pointer (&job->prepared, eqp_dataset_unref);
  g_clear_pointer (&job->graph, eqp_graph_unref);
  g_free (job);
}

static void
project_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  DataJob *job = task_data;
  GError *error = NULL;
  EqpProjection *projection;

  if (job->graph != NULL)
    projection = eqp_projection_new_graph (job->graph, job->spec.distances, job->threads, cancellable, &error);
  else
    projection =
        eqp_projection_new (job->dataset, job->prepared, job->preparation.pca > 0, &job->spec, cancellable, &error);
  if (projection != NULL)
    g_task_return_pointer (task, projection, (GDestroyNotify) eqp_projection_unref);
  else
    g_task_return_error (task, error);
}

static void
projected_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (EqpWorkspace) self = _eqp_workspace_take_owner (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpProjection) projection = g_task_propagate_pointer (G_TASK (result), &error);

  /* A newer projection is on its way, or the workspace goes away. */
  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->project_cancellable)
    return;
  g_clear_object (&self->project_cancellable);

  if (projection != NULL)
    {
      g_clear_pointer (&self->next_projection, eqp_projection_unref);
      self->next_projection = g_steal_pointer (&projection);
      _eqp_workspace_set_busy (self, -1.0, NULL);
      if (_eqp_workspace_projection_settle (self))
        _eqp_workspace_emit (self, EQP_WORKSPACE_PROJECTION_CHANGED);
      _eqp_workspace_run_projected (self);
      return;
    }
  else if (self->projection_spec.spectral)
    {
      /* There is always a plane to go back to. */
      _eqp_workspace_fail (self, error->message);
      self->projection_spec.spectral = FALSE;
      _eqp_workspace_project (self);
      _eqp_workspace_emit (self, EQP_WORKSPACE_SETTINGS_CHANGED);
      return;
    }
  else
    _eqp_workspace_fail (self, error->message);
  _eqp_workspace_emit (self, EQP_WORKSPACE_PROJECTION_CHANGED);
  _eqp_workspace_set_busy (self, -1.0, NULL);
}

/* Takes over a plane that is there, unless it belongs to a run that has nothing to show on it yet. Returns whether the
 * plane is another one now. */
gboolean
_eqp_workspace_projection_settle (EqpWorkspace *self)
{
  if (self->next_projection == NULL ||
      (self->shown_run != NULL && self->projection != NULL && eqp_run_get_dataset (self->shown_run) != self->projected))
    return FALSE;
  g_clear_pointer (&self->projection, eqp_projection_unref);
  self->projection = g_steal_pointer (&self->next_projection);
  return TRUE;
}

/* Whether the run can be shown: its data have a plane, or will not get one. */
gboolean
_eqp_workspace_projection_is_ready (EqpWorkspace *self,
                                    EqpRun       *run)
{
  gboolean waits = self->project_cancellable != NULL ||
                   (self->projection_spec.spectral && eqp_workspace_is_building_graph (self));

  return !waits || self->shown_run == NULL || eqp_run_get_dataset (self->shown_run) == eqp_run_get_dataset (run);
}

/* Spectral coordinates wait for the graph; until then the points stay where they are. */
void
_eqp_workspace_project (EqpWorkspace *self)
{
  EqpRun *run = drawn_run (self);
  DataJob *job;

  _eqp_workspace_cancel (&self->project_cancellable);
  g_clear_pointer (&self->next_projection, eqp_projection_unref);
  /* The graph is of the data of now. */
  if (self->prepared == NULL ||
      (self->projection_spec.spectral && self->projection != NULL &&
       (self->graph == NULL || (run != NULL && eqp_run_get_dataset (run) != self->prepared))))
    return;

  job = data_job_new (self);
  if (run != NULL)
    {
      eqp_dataset_unref (job->prepared);
      job->prepared = eqp_dataset_ref (eqp_run_get_dataset (run));
      job->preparation = *eqp_run_get_preparation (run);
    }
  _eqp_workspace_release (&self->projected);
  self->projected = eqp_dataset_ref (job->prepared);
  self->project_cancellable = g_cancellable_new ();
  _eqp_workspace_start_task (self, self->project_cancellable, projected_cb, job, data_job_free, project_thread);
  _eqp_workspace_set_busy (self, -1.0, NULL);
}

/* ---- Preparation ------------------------------------------------------------------------------------------------ */

static void
prepare_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  DataJob *job = task_data;
  GError *error = NULL;
  EqpDataset *prepared = eqp_dataset_prepare (job->dataset, &job->preparation, 0, cancellable, &error);

  if (prepared != NULL)
    g_task_return_pointer (task, prepared, (GDestroyNotify) eqp_dataset_unref);
  else
    g_task_return_error (task, error);
}

static void
prepared_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (EqpWorkspace) self = _eqp_workspace_take_owner (user_data);
  DataJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) prepared = g_task_propagate_pointer (G_TASK (result), &error);

  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->prepare_cancellable)
    return;
  g_clear_object (&self->prepare_cancellable);
  _eqp_workspace_set_busy (self, -1.0, NULL);

  if (prepared != NULL)
    {
      _eqp_workspace_release (&self->prepared);
      self->prepared = g_steal_pointer (&prepared);
      self->preparation = job->preparation;
      _eqp_workspace_given_update (self);
      _eqp_workspace_run_prepared (self);
      _eqp_workspace_graph_update (self, FALSE);
      if (self->shown_run == NULL)
        _eqp_workspace_project (self);
    }
  else
    _eqp_workspace_fail (self, error->message);
  _eqp_workspace_emit (self, EQP_WORKSPACE_SETTINGS_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
  eqp_workspace_follow (self);
}

/**
 * eqp_workspace_get_preparation:
 * @self: a workspace
 *
 * Returns: (transfer none): how the data that the methods see were prepared
 */
const EqpPreparation *
eqp_workspace_get_preparation (EqpWorkspace *self)
{
  return &self->preparation;
}

/**
 * eqp_workspace_set_preparation:
 * @self: a workspace
 * @preparation: what to do with the data
 *
 * Prepares in a thread; ::settings-changed follows when it is in force, or ::failed when all stays as it was. The
 * newest call wins. Relative gamma is kept: it does not depend on units.
 */
void
eqp_workspace_set_preparation (EqpWorkspace         *self,
                               const EqpPreparation *preparation)
{
  DataJob *job;

  if (self->dataset == NULL)
    return;

  _eqp_workspace_cancel (&self->prepare_cancellable);
  self->prepare_cancellable = g_cancellable_new ();
  job = data_job_new (self);
  job->preparation = *preparation;
  _eqp_workspace_start_task (self, self->prepare_cancellable, prepared_cb, job, data_job_free, prepare_thread);
  _eqp_workspace_set_busy (self, -1.0, NULL);
}

/**
 * eqp_workspace_get_projection:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): where the points stand, once it is known
 */
EqpProjection *
eqp_workspace_get_projection (EqpWorkspace *self)
{
  return self->projection;
}

/**
 * eqp_workspace_get_projection_spec:
 * @self: a workspace
 *
 * Returns: (transfer none): what is drawn, or will be in a moment
 */
const EqpProjectionSpec *
eqp_workspace_get_projection_spec (EqpWorkspace *self)
{
  return &self->projection_spec;
}

/**
 * eqp_workspace_set_projection_spec:
 * @self: a workspace
 * @spec: what to draw
 *
 * Projects in a thread; ::projection-changed follows. The newest call wins.
 */
void
eqp_workspace_set_projection_spec (EqpWorkspace            *self,
                                   const EqpProjectionSpec *spec)
{
  self->projection_spec = *spec;
  _eqp_workspace_graph_update (self, FALSE);
  _eqp_workspace_project (self);
}
