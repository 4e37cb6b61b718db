/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workspace's runs: start, stop, the restart while gamma is dragged, the step shown. */
#include "config.h"

#include "eqp-workspace-private.h"

#include "eqp-regroup.h"

static void start_run (EqpWorkspace *self,
                       EqpStart      how);

/* ---- What is shown ---------------------------------------------------------------------------------------------- */

/* Takes the labels of the step to show; those of the run before stay until the new run has some. */
static void
update_shown (EqpWorkspace *self)
{
  EqpLabels *labels = NULL;

  if (self->shown_run != NULL && self->step < 0)
    {
      labels = eqp_run_get_latest_labels (self->shown_run);
      if (labels != NULL)
        eqp_labels_ref (labels);
    }
  else if (self->shown_run != NULL)
    labels = eqp_run_dup_labels (self->shown_run, self->step, NULL);

  if (labels != NULL && labels != self->labels)
    {
      g_clear_pointer (&self->labels, eqp_labels_unref);
      self->labels = eqp_labels_ref (labels);
      if (self->measures != NULL && eqp_labels_get_k (self->measures->labels) != eqp_labels_get_k (labels))
        g_clear_pointer (&self->measures, eqp_measures_free);
      _eqp_workspace_measure (self);
    }
  eqp_labels_unref (labels);
  _eqp_workspace_emit (self, EQP_WORKSPACE_SHOWN_CHANGED);
}

/**
 * eqp_workspace_get_run:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): the run whose steps are shown
 */
EqpRun *
eqp_workspace_get_run (EqpWorkspace *self)
{
  return self->shown_run;
}

/**
 * eqp_workspace_get_run_error:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): why the newest run ended without a result, or none can start
 */
const char *
eqp_workspace_get_run_error (EqpWorkspace *self)
{
  if (self->run != NULL && eqp_run_get_state (self->run) == EQP_RUN_FAILED && eqp_run_get_error (self->run) != NULL)
    return eqp_run_get_error (self->run)->message;
  return eqp_workspace_get_given_error (self);
}

/**
 * eqp_workspace_get_step:
 * @self: a workspace
 *
 * Returns: the step shown, 0..steps-1; -1 when there is none
 */
gint64
eqp_workspace_get_step (EqpWorkspace *self)
{
  gint64 n = self->shown_run != NULL ? eqp_run_get_n_steps (self->shown_run) : 0;

  return self->step < 0 ? n - 1 : self->step;
}

/**
 * eqp_workspace_set_step:
 * @self: a workspace
 * @step: 0..steps-1, or -1 to follow the newest
 */
void
eqp_workspace_set_step (EqpWorkspace *self,
                        gint64        step)
{
  gint64 n = self->shown_run != NULL ? eqp_run_get_n_steps (self->shown_run) : 0;

  step = step < 0 || n == 0 ? -1 : MIN (step, n - 1);
  if (step == self->step)
    return;
  self->step = step;
  update_shown (self);
}

/**
 * eqp_workspace_is_following:
 * @self: a workspace
 *
 * Returns: whether the newest step is shown, whichever it is
 */
gboolean
eqp_workspace_is_following (EqpWorkspace *self)
{
  return self->step < 0;
}

/**
 * eqp_workspace_get_labels:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): the labels shown
 */
EqpLabels *
eqp_workspace_get_labels (EqpWorkspace *self)
{
  return self->labels;
}

/**
 * eqp_workspace_get_sizes:
 * @self: a workspace
 * @k: (out): how many
 *
 * Returns: (transfer none) (nullable): the cluster sizes of the step shown
 */
const gint64 *
eqp_workspace_get_sizes (EqpWorkspace *self,
                         gint         *k)
{
  gint64 step = eqp_workspace_get_step (self);

  *k = 0;
  if (step < 0)
    return NULL;
  *k = eqp_run_get_k (self->shown_run);
  return eqp_run_get_sizes (self->shown_run, step);
}

/* ---- The run ---------------------------------------------------------------------------------------------------- */

static void
run_over_cb (EqpWorkspace *self,
             EqpRun       *run)
{
  EqpNextStart next = self->next;

  if (run != self->run)
    return;

  self->next = NEXT_NOTHING;
  /* What was looked up on the path is passed by, not a run of its own. */
  g_signal_emit (self, _eqp_workspace_signals[EQP_WORKSPACE_RUN_OVER], 0, run,
                 next != NEXT_NOTHING || eqp_workspace_is_scrubbing (self) ||
                     (eqp_run_was_taken (run) && !eqp_run_is_imported (run)));
  if (next != NEXT_NOTHING)
    start_run (self, next == NEXT_WARM ? EQP_START_WARM : EQP_START_COLD);
  else if (eqp_run_get_error (run) != NULL && eqp_run_get_state (run) == EQP_RUN_FAILED)
    _eqp_workspace_fail (self, eqp_run_get_error (run)->message);

  if (run == self->run)
    {
      _eqp_workspace_forecast_learn (self);
      _eqp_workspace_drag_forget (self, FALSE);
      _eqp_workspace_reference_start (self);
      _eqp_workspace_measure (self);
      _eqp_workspace_path_consider (self);
    }
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
}

static void
run_pending_cb (EqpWorkspace *self,
                EqpRun       *run)
{
  gboolean handled = FALSE;

  if (run != self->run)
    return;
  g_signal_emit (self, _eqp_workspace_signals[EQP_WORKSPACE_PENDING], 0, &handled);
  if (!handled)
    eqp_workspace_drain (self);
}

/* The axes change together with what stands on them. */
static void
follow_with_axes (EqpWorkspace *self)
{
  if (self->projected != self->prepared)
    _eqp_workspace_project (self);
}

static void
renew_run (EqpWorkspace *self)
{
  _eqp_workspace_reference_drop (self);
  _eqp_workspace_measure_pause (self);
  g_clear_object (&self->run);
  self->run = eqp_run_new ();
  g_signal_connect_object (self->run, "pending", G_CALLBACK (run_pending_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->run, "over", G_CALLBACK (run_over_cb), self, G_CONNECT_SWAPPED);
  eqp_run_set_preparation (self->run, &self->preparation);
  eqp_run_set_like (self->run, self->labels != NULL ? self->labels : self->before);
  if (eqp_workspace_uses_graph (self))
    eqp_run_set_graph (self->run, self->graph);
}

/* A run whose end is known takes the place of the one in flight. */
void
_eqp_workspace_run_take (EqpWorkspace    *self,
                         const EqpSolver *solver,
                         EqpResult       *result,
                         EqpLabels       *labels)
{
  EqpParams params = self->settings.params;

  params.gamma = result->gamma;
  self->next = NEXT_NOTHING;
  renew_run (self);
  eqp_run_take (self->run, self->prepared, solver, &params, result, labels);
  follow_with_axes (self);
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
}

/* A run of an earlier session, with all its steps, as if it had just ended. given: it had what runs are given now.
 * Returns: (transfer none): the run; it is shown */
EqpRun *
_eqp_workspace_run_restore (EqpWorkspace    *self,
                            const EqpSolver *solver,
                            const EqpParams *params,
                            EqpResult       *result,
                            EqpRunTrace     *trace,
                            gboolean         given)
{
  self->next = NEXT_NOTHING;
  renew_run (self);
  if (given)
    eqp_run_set_given (self->run, eqp_workspace_get_given (self));
  eqp_run_take_trace (self->run, self->prepared, solver, params, result, trace);
  follow_with_axes (self);
  return self->run;
}

static void
start_now (EqpWorkspace *self,
           EqpStart      how)
{
  const EqpSettings *settings = &self->settings;
  EqpParams params = eqp_params_for (&settings->params, settings->solver);
  EqpLabels *initial = NULL;

  params.gamma = eqp_workspace_uses_gamma (self) ? self->gamma : 0.0;
  if (how == EQP_START_WARM && (settings->solver->flags & EQP_SOLVER_WARM_START) != 0 && self->labels != NULL &&
      eqp_labels_get_n (self->labels) == eqp_dataset_get_n (self->prepared) &&
      ABS (eqp_labels_get_k (self->labels) - settings->params.k) <= EQP_REGROUP_MOST)
    initial = self->labels;

  self->follows = FALSE;
  renew_run (self);
  eqp_run_set_given (self->run, eqp_workspace_get_given (self));
  eqp_run_start (self->run, self->prepared, settings->solver, &params, initial, self->threads);
  follow_with_axes (self);
}

/* Whether the method would run at all is found out before a graph is built for it. */
static gboolean
refuse (EqpWorkspace *self)
{
  EqpParams params = eqp_params_for (&self->settings.params, self->settings.solver);
  g_autoptr (GError) error = NULL;

  if (eqp_solver_check (self->settings.solver, self->prepared, &params, &error))
    return FALSE;
  _eqp_workspace_fail (self, error->message);
  return TRUE;
}

/* At once, or when the graph, or what the run is to be given, is there. */
static void
start_run (EqpWorkspace *self,
           EqpStart      how)
{
  gboolean graph = !eqp_workspace_uses_graph (self) || self->graph != NULL;

  if (graph && eqp_workspace_knows_given (self))
    {
      start_now (self, how);
      return;
    }
  if (eqp_workspace_get_given_error (self) != NULL)
    {
      _eqp_workspace_fail (self, eqp_workspace_get_given_error (self));
      return;
    }
  if (refuse (self))
    return;
  self->next = how == EQP_START_WARM ? NEXT_WARM : NEXT_COLD;
  self->waiting = TRUE;
  if (!graph)
    _eqp_workspace_graph_ask (self);
}

/* What a run waits for is there, or not needed any more, or for the reason of @error will not be. */
void
_eqp_workspace_run_go_on (EqpWorkspace *self,
                          const char   *error)
{
  EqpNextStart next = self->next;

  if (!self->waiting || (error == NULL && ((eqp_workspace_uses_graph (self) && self->graph == NULL) ||
                                           !eqp_workspace_knows_given (self))))
    return;

  self->waiting = FALSE;
  self->next = NEXT_NOTHING;
  if (error != NULL)
    _eqp_workspace_fail (self, error);
  else
    start_now (self, next == NEXT_WARM ? EQP_START_WARM : EQP_START_COLD);
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
}

/**
 * eqp_workspace_start:
 * @self: a workspace
 * @how: from the start that was set, or from what is shown
 *
 * Starts a run with the settings of now. A run in flight is cancelled first and the new one starts as soon as it has
 * ended and the graph is built where the method needs one, with the settings of that moment: the newest wins and
 * nothing is queued.
 */
void
eqp_workspace_start (EqpWorkspace *self,
                     EqpStart      how)
{
  if (self->prepared == NULL || self->settings.solver == NULL)
    return;

  _eqp_workspace_scrub_end (self);
  if (self->run != NULL && !eqp_run_is_over (self->run))
    {
      self->next = how == EQP_START_WARM ? NEXT_WARM : NEXT_COLD;
      /* However fast the hand, each run gives something to see before it is replaced; else nothing would move. */
      if (how != EQP_START_WARM || !_eqp_workspace_is_of_now (self, self->run) || eqp_run_get_n_steps (self->run) > 0)
        eqp_run_cancel (self->run);
    }
  else
    start_run (self, how);
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
}

/**
 * eqp_workspace_stop:
 * @self: a workspace
 *
 * Cancels the run in flight; what it has reached stays.
 */
void
eqp_workspace_stop (EqpWorkspace *self)
{
  _eqp_workspace_scrub_end (self);
  self->next = NEXT_NOTHING;
  self->waiting = FALSE;
  if (self->run != NULL)
    eqp_run_cancel (self->run);
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
}

/* The newest run takes the place of the one shown, with all that belongs to it, as soon as it has a step and the axes
 * of its data are there. */
static void
show_run (EqpWorkspace *self,
          EqpRun       *run)
{
  gboolean other_data =
      self->shown_run != NULL && eqp_run_get_dataset (self->shown_run) != eqp_run_get_dataset (run);

  g_set_object (&self->shown_run, run);
  self->step = -1;
  if (other_data)
    g_hash_table_remove_all (self->references);
  if (_eqp_workspace_projection_settle (self))
    _eqp_workspace_emit (self, EQP_WORKSPACE_PROJECTION_CHANGED);
  if (eqp_run_is_over (run))
    {
      _eqp_workspace_reference_start (self);
      _eqp_workspace_measure (self);
    }
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
}

static void
show_newest (EqpWorkspace *self,
             EqpRun       *run)
{
  if (eqp_run_get_n_steps (run) == 0)
    return;
  if (self->shown_run != run)
    {
      if (!_eqp_workspace_projection_is_ready (self, run))
        return;
      show_run (self, run);
    }
  _eqp_workspace_emit (self, EQP_WORKSPACE_STEPS_CHANGED);
  if (self->step < 0)
    update_shown (self);
}

/* The axes of the newest run's data are there. */
void
_eqp_workspace_run_projected (EqpWorkspace *self)
{
  if (self->run != NULL && self->run != self->shown_run)
    show_newest (self, self->run);
}

/**
 * eqp_workspace_drain:
 * @self: a workspace
 *
 * Takes what the run has sent since the last call and tells the views. Time O(new steps).
 */
void
eqp_workspace_drain (EqpWorkspace *self)
{
  g_autoptr (EqpRun) run = self->run != NULL ? g_object_ref (self->run) : NULL;
  G_GNUC_UNUSED g_autoptr (EqpWorkspace) keep = g_object_ref (self);
  gint64 before;
  gint restart, restarts;

  if (run == NULL)
    return;
  before = eqp_run_get_n_steps (run);
  restart = eqp_run_get_restart (run, &restarts);
  if (!eqp_run_drain (run))
    return;
  if (eqp_run_get_n_steps (run) == before)
    {
      if (run == self->shown_run && eqp_run_get_restart (run, &restarts) != restart)
        _eqp_workspace_emit (self, EQP_WORKSPACE_RESTART_CHANGED);
      return;
    }
  /* The end of the run, told during the drain, may have started the next one; these steps are shown all the same. */
  show_newest (self, run);
  /* A run that is to be replaced has given something now. */
  if (self->run == run && self->next != NEXT_NOTHING && !self->waiting)
    eqp_run_cancel (run);
}

/**
 * eqp_workspace_is_running:
 * @self: a workspace
 *
 * Returns: whether a run is under way, also one that was asked to stop, or waits for the graph
 */
gboolean
eqp_workspace_is_running (EqpWorkspace *self)
{
  return self->waiting || (self->run != NULL && !eqp_run_is_over (self->run));
}

/* Whether the run is of the data and settings of now, but for gamma. */
gboolean
_eqp_workspace_is_of_now (EqpWorkspace *self,
                          EqpRun       *run)
{
  const EqpSettings *settings = &self->settings;
  const EqpParams *params = eqp_run_get_params (run);

  if (eqp_run_get_dataset (run) != self->prepared || eqp_run_get_solver (run) != settings->solver ||
      params->k != settings->params.k || params->seed != settings->params.seed)
    return FALSE;
  for (const EqpParam *const *param = settings->solver->params; param != NULL && *param != NULL; param++)
    if (eqp_param_get (*param, params) != eqp_param_get (*param, &settings->params))
      return FALSE;
  if (!eqp_workspace_knows_given (self) ||
      !eqp_given_equal (eqp_run_get_given (run), eqp_workspace_get_given (self)))
    return FALSE;
  return !eqp_workspace_uses_graph (self) || (self->graph != NULL && eqp_run_get_graph (run) == self->graph);
}

/**
 * eqp_workspace_is_stale:
 * @self: a workspace
 *
 * Returns: whether another run than the one shown would come out of the settings of now
 */
gboolean
eqp_workspace_is_stale (EqpWorkspace *self)
{
  if (self->prepared == NULL)
    return FALSE;
  if (self->shown_run == NULL || !_eqp_workspace_is_of_now (self, self->shown_run))
    return TRUE;
  return eqp_workspace_uses_gamma (self) && eqp_run_get_params (self->shown_run)->gamma != self->gamma;
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

void
_eqp_workspace_run_init (EqpWorkspace *self)
{
  self->references = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->slowness = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  _eqp_workspace_measure_init (self);
}

/* The methods see other data from now on. What is shown, with the reference runs, stays that of the data before. */
void
_eqp_workspace_run_prepared (EqpWorkspace *self)
{
  _eqp_workspace_reference_drop (self);
  if (self->shown_run == NULL)
    g_hash_table_remove_all (self->references);
}

/* The labels shown, for rows of the same data of which others may be chosen; rows that had none are a cluster more. */
static EqpLabels *
carry_labels (EqpDataset *from,
              EqpLabels  *labels,
              EqpDataset *to)
{
  gint64 read = eqp_dataset_get_n_read (from), n = eqp_dataset_get_n (to);
  gint k = eqp_labels_get_k (labels);
  g_autofree gint32 *of_read = g_new (gint32, MAX (1, read));
  g_autofree gint32 *carried = g_new (gint32, MAX (1, n));

  for (gint64 i = 0; i < read; i++)
    of_read[i] = k;
  for (gint64 i = 0; i < eqp_labels_get_n (labels); i++)
    of_read[eqp_dataset_get_origin (from, i)] = eqp_labels_get (labels, i);
  for (gint64 i = 0; i < n; i++)
    {
      gint64 origin = eqp_dataset_get_origin (to, i);

      carried[i] = origin < read ? of_read[origin] : k;
    }
  return eqp_labels_new (n, k + 1, carried);
}

/* Called before others come in place of the data of now. dataset: the same ones, read or chosen in another way, so that
 * a run of them is made anew, with the clusters numbered as they are now; NULL: others. */
void
_eqp_workspace_run_succeed (EqpWorkspace *self,
                            EqpDataset   *dataset)
{
  EqpRun *run = self->run != NULL ? self->run : self->shown_run;
  EqpLabels *shown = self->labels != NULL ? self->labels : self->before, *carried = NULL;

  if (dataset != NULL && shown != NULL && eqp_labels_get_n (shown) == eqp_dataset_get_n (self->dataset))
    carried = carry_labels (self->dataset, shown, dataset);
  self->follows = dataset != NULL && (self->follows || (run != NULL && !eqp_run_is_imported (run)));
  g_clear_pointer (&self->before, eqp_labels_unref);
  self->before = carried;
}

/* Forgets all runs: another data set is shown from now on. */
void
_eqp_workspace_run_reset (EqpWorkspace *self)
{
  _eqp_workspace_scrub_end (self);
  _eqp_workspace_drag_forget (self, TRUE);
  self->next = NEXT_NOTHING;
  self->waiting = FALSE;
  self->step = -1;
  _eqp_workspace_reference_drop (self);
  g_hash_table_remove_all (self->references);
  g_clear_object (&self->run);
  g_clear_object (&self->shown_run);
  g_clear_pointer (&self->labels, eqp_labels_unref);
  _eqp_workspace_measure_forget (self);
  _eqp_workspace_emit (self, EQP_WORKSPACE_STEPS_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_SHOWN_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_MEASURES_CHANGED);
}

void
_eqp_workspace_run_dispose (EqpWorkspace *self)
{
  _eqp_workspace_reference_drop (self);
  g_clear_object (&self->run);
  g_clear_object (&self->shown_run);
  _eqp_workspace_measure_dispose (self);
  g_clear_pointer (&self->labels, eqp_labels_unref);
  g_clear_pointer (&self->before, eqp_labels_unref);
  g_clear_pointer (&self->references, g_hash_table_unref);
  g_clear_pointer (&self->slowness, g_hash_table_unref);
}
