/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view-model of one open data set: data, preparation, projection, settings, runs. Everything in the window looks at
 * this object and at nothing else; it knows no widget. Reading, preparing and projecting happen in threads. The part
 * about settings is in eqp-workspace-settings.c, those about prepared data and points in eqp-workspace-derive.c, about
 * the graph in eqp-workspace-graph.c, about runs in eqp-workspace-run.c and eqp-workspace-reference.c. */
#include "config.h"

#include "eqp-workspace-private.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-release.h"

G_DEFINE_FINAL_TYPE (EqpWorkspace, eqp_workspace, G_TYPE_OBJECT)

guint _eqp_workspace_signals[EQP_WORKSPACE_N_SIGNALS];

void
_eqp_workspace_emit (EqpWorkspace *self,
                     int           signal)
{
  g_signal_emit (self, _eqp_workspace_signals[signal], 0);
}

void
_eqp_workspace_fail (EqpWorkspace *self,
                     const char   *message)
{
  g_signal_emit (self, _eqp_workspace_signals[EQP_WORKSPACE_FAILED], 0, message);
}

void
_eqp_workspace_cancel (GCancellable **cancellable)
{
  if (*cancellable != NULL)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

void
_eqp_workspace_set_busy (EqpWorkspace *self,
                         double        fraction,
                         const char   *what)
{
  self->busy_fraction = fraction;
  g_free (self->busy_what);
  self->busy_what = g_strdup (what);
  _eqp_workspace_emit (self, EQP_WORKSPACE_BUSY_CHANGED);
}

void
_eqp_workspace_release (EqpDataset **dataset)
{
  eqp_release (g_steal_pointer (dataset), (GDestroyNotify) eqp_dataset_unref);
}

static void
eqp_workspace_dispose (GObject *object)
{
  EqpWorkspace *self = EQP_WORKSPACE (object);

  _eqp_workspace_cancel (&self->load_cancellable);
  _eqp_workspace_cancel (&self->prepare_cancellable);
  _eqp_workspace_cancel (&self->project_cancellable);
  if (self->progress != NULL)
    eqp_progress_box_close (self->progress);
  g_clear_pointer (&self->progress, eqp_progress_box_unref);
  _eqp_workspace_path_dispose (self);
  _eqp_workspace_drag_dispose (self);
  _eqp_workspace_run_dispose (self);
  _eqp_workspace_graph_dispose (self);
  _eqp_workspace_given_dispose (self);
  g_clear_pointer (&self->own_params, g_hash_table_unref);
  g_clear_pointer (&self->projection, eqp_projection_unref);
  g_clear_pointer (&self->next_projection, eqp_projection_unref);
  _eqp_workspace_release (&self->projected);
  _eqp_workspace_release (&self->prepared);
  _eqp_workspace_release (&self->dataset);
  g_clear_pointer (&self->busy_what, g_free);
  g_clear_pointer (&self->source, g_free);

  G_OBJECT_CLASS (eqp_workspace_parent_class)->dispose (object);
}

static void
eqp_workspace_class_init (EqpWorkspaceClass *klass)
{
  static const char *const names[] = {
    [EQP_WORKSPACE_DATA_CHANGED] = "data-changed",             /* another data set is open */
    [EQP_WORKSPACE_SETTINGS_CHANGED] = "settings-changed",     /* settings, preparation or gamma */
    [EQP_WORKSPACE_PROJECTION_CHANGED] = "projection-changed", /* where the points stand, or what was asked for */
    [EQP_WORKSPACE_BUSY_CHANGED] = "busy-changed",             /* reading, preparing, projecting */
    [EQP_WORKSPACE_STATE_CHANGED] = "state-changed",           /* running or not, stale or not */
    [EQP_WORKSPACE_STEPS_CHANGED] = "steps-changed",           /* of the run shown; it may be another one */
    [EQP_WORKSPACE_SHOWN_CHANGED] = "shown-changed",           /* step and labels shown */
    [EQP_WORKSPACE_MEASURES_CHANGED] = "measures-changed",
    [EQP_WORKSPACE_GRAPH_CHANGED] = "graph-changed",           /* built, dropped, failed, or shown or not */
    [EQP_WORKSPACE_PATH_CHANGED] = "path-changed",             /* the path of gamma: found or dropped */
    [EQP_WORKSPACE_RESTART_CHANGED] = "restart-changed",       /* of the run shown, with no step for it */
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = eqp_workspace_dispose;

  for (int i = 0; i <= EQP_WORKSPACE_RESTART_CHANGED; i++)
    _eqp_workspace_signals[i] =
        g_signal_new (names[i], EQP_TYPE_WORKSPACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * EqpWorkspace::pending:
   *
   * The run has sent something. A view that draws returns TRUE and calls eqp_workspace_drain() in its next frame;
   * without one it is drained at once.
   */
  _eqp_workspace_signals[EQP_WORKSPACE_PENDING] =
      g_signal_new ("pending", EQP_TYPE_WORKSPACE, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL, NULL,
                    G_TYPE_BOOLEAN, 0);
  /**
   * EqpWorkspace::run-over:
   * @run: a main run that has ended, also cancelled or failed
   * @replaced: whether it was given up for the next one, so that nobody asked for what it has reached
   */
  _eqp_workspace_signals[EQP_WORKSPACE_RUN_OVER] =
      g_signal_new ("run-over", EQP_TYPE_WORKSPACE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                    EQP_TYPE_RUN, G_TYPE_BOOLEAN);
  /**
   * EqpWorkspace::failed:
   * @message: one or more full sentences
   *
   * Something that was asked for could not be done; all is as it was.
   */
  _eqp_workspace_signals[EQP_WORKSPACE_FAILED] = g_signal_new ("failed", EQP_TYPE_WORKSPACE, G_SIGNAL_RUN_LAST, 0, NULL,
                                                               NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  /**
   * EqpWorkspace::question:
   * @data: what was to be opened
   * @import: EqpImportOptions that it was opened with
   * @settings: EqpOpenSettings to take over
   * @question: EqpDecision that only the user can make
   *
   * All is as it was. A view that asks the user returns TRUE; without one the question comes as ::failed.
   */
  _eqp_workspace_signals[EQP_WORKSPACE_QUESTION] =
      g_signal_new ("question", EQP_TYPE_WORKSPACE, G_SIGNAL_RUN_LAST, 0, g_signal_accumulator_true_handled, NULL, NULL,
                    G_TYPE_BOOLEAN, 4, G_TYPE_STRING, G_TYPE_POINTER, G_TYPE_POINTER, G_TYPE_POINTER);
}

static void
eqp_workspace_init (EqpWorkspace *self)
{
  _eqp_workspace_settings_init (self);
  _eqp_workspace_graph_init (self);
  self->step = -1;
  _eqp_workspace_run_init (self);
  _eqp_workspace_path_init (self);
  _eqp_workspace_drag_init (self);
}

/**
 * eqp_workspace_new:
 *
 * Returns: (transfer full): a workspace without data
 */
EqpWorkspace *
eqp_workspace_new (void)
{
  return g_object_new (EQP_TYPE_WORKSPACE, NULL);
}

/**
 * eqp_workspace_set_threads:
 * @self: a workspace
 * @threads: how many threads each run may use; 0: one a processor
 */
void
eqp_workspace_set_threads (EqpWorkspace *self,
                           guint         threads)
{
  self->threads = threads;
}

/**
 * eqp_workspace_get_threads:
 * @self: a workspace
 *
 * Returns: how many threads each run may use; 0: one a processor
 */
guint
eqp_workspace_get_threads (EqpWorkspace *self)
{
  return self->threads;
}

/* ---- Threads ---------------------------------------------------------------------------------------------------- */

/* A task drops its references in whichever thread comes last, but a workspace may go on the main thread only. So tasks
 * know it by a weak reference, and do not keep it. */
void
_eqp_workspace_start_task (EqpWorkspace        *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             job,
                           GDestroyNotify       job_free,
                           GTaskThreadFunc      func)
{
  GWeakRef *owner = g_new0 (GWeakRef, 1);
  g_autoptr (GTask) task = NULL;

  g_weak_ref_init (owner, self);
  task = g_task_new (NULL, cancellable, callback, owner);
  g_task_set_source_tag (task, func);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, func);
}

/* For the callback of a task. */
EqpWorkspace *
_eqp_workspace_take_owner (gpointer user_data)
{
  GWeakRef *owner = user_data;
  EqpWorkspace *self = g_weak_ref_get (owner);

  g_weak_ref_clear (owner);
  g_free (owner);
  return self;
}

/* ---- Opening ---------------------------------------------------------------------------------------------------- */

typedef struct
{
  char             *data;
  EqpImportOptions  import;
  EqpOpenSettings   settings;
  EqpProgressBox   *progress;
} LoadJob;

static void
load_job_free (gpointer data)
{
  LoadJob *job = data;

  g_free (job->data);
  eqp_progress_box_unref (job->progress);
  g_free (job);
}

static void
load_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  LoadJob *job = task_data;
  EqpProgress progress = { .func = eqp_progress_box_report, .user_data = job->progress };
  GError *error = NULL;
  EqpDataset *dataset = eqp_dataset_load (job->data, &job->import, &progress, cancellable, &error);

  if (dataset != NULL && job->settings.rows > 0 && eqp_dataset_get_n (dataset) != job->settings.rows)
    {
      g_autofree char *shown = g_filename_display_name (job->data);
      g_autofree char *found = g_strdup_printf ("%" G_GINT64_FORMAT, eqp_dataset_get_n (dataset));
      g_autofree char *wanted = g_strdup_printf ("%" G_GINT64_FORMAT, job->settings.rows);

      error = g_error_new (EQP_ERROR, EQP_ERROR_INVALID_DATA,
                           _ ("The data in “%s” have %s rows now, but the runs of the workspace are of %s; put the "
                              "file back as it was, or open it alone."),
                           shown, found, wanted);
      g_clear_pointer (&dataset, eqp_dataset_unref);
    }
  if (dataset != NULL)
    g_task_return_pointer (task, dataset, (GDestroyNotify) eqp_dataset_unref);
  else
    g_task_return_error (task, error);
}

static void
ask (EqpWorkspace  *self,
     const LoadJob *job,
     const GError  *error)
{
  gboolean handled = FALSE;

  g_signal_emit (self, _eqp_workspace_signals[EQP_WORKSPACE_QUESTION], 0, job->data, &job->import, &job->settings,
                 eqp_error_get_question (error), &handled);
  if (!handled)
    _eqp_workspace_fail (self, error->message);
}

/* Sizes that cost nothing were a choice for other data; whoever opens more wants to see them balanced. */
static void
forget_free_sizes (EqpWorkspace *self)
{
  if (self->gamma_rel > 0.0)
    return;
  self->gamma_rel = 1.0;
  self->gamma_is_raw = FALSE;
  self->gamma_unit = 0.0;
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (EqpWorkspace) self = _eqp_workspace_take_owner (user_data);
  LoadJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = g_task_propagate_pointer (G_TASK (result), &error);

  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->load_cancellable)
    return;
  g_clear_object (&self->load_cancellable);
  eqp_progress_box_close (self->progress);
  g_clear_pointer (&self->progress, eqp_progress_box_unref);
  _eqp_workspace_set_busy (self, -1.0, NULL);

  if (dataset != NULL)
    {
      gboolean same_file = g_strcmp0 (self->source, job->data) == 0;

      if (!same_file)
        forget_free_sizes (self);
      _eqp_workspace_given_reset (self, same_file && job->settings.same_data, job->settings.weights);
      g_free (self->source);
      self->source = g_strdup (job->data);
      self->import = job->import;
      eqp_workspace_take_dataset (self, g_steal_pointer (&dataset), &job->settings);
    }
  else if (eqp_error_get_question (error) != NULL)
    ask (self, job, error);
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    _eqp_workspace_fail (self, error->message);
}

static void
show_progress_cb (double      fraction,
                  const char *what,
                  gpointer    user_data)
{
  _eqp_workspace_set_busy (user_data, fraction, what);
}

/**
 * eqp_workspace_open:
 * @self: a workspace
 * @data: path, URI or "sample:ID"
 * @settings: (nullable): settings to take over when it could be read
 *
 * Reads the data in a thread; ::data-changed or ::failed follows. Until then, and when it fails, all stays as it is.
 * The newest call wins.
 */
void
eqp_workspace_open (EqpWorkspace          *self,
                    const char            *data,
                    const EqpOpenSettings *settings)
{
  eqp_workspace_open_with (self, data, NULL, settings);
}

/**
 * eqp_workspace_open_with:
 * @self: a workspace
 * @data: path, URI or "sample:ID"
 * @import: (nullable): how to read it where the guesses should not decide; its strings are interned
 * @settings: (nullable): settings to take over when it could be read
 *
 * As eqp_workspace_open(). Where only the user can tell what is meant, ::question is emitted.
 */
void
eqp_workspace_open_with (EqpWorkspace           *self,
                         const char             *data,
                         const EqpImportOptions *import,
                         const EqpOpenSettings  *settings)
{
  LoadJob *job = g_new0 (LoadJob, 1);

  eqp_workspace_cancel_loading (self);

  self->load_cancellable = g_cancellable_new ();
  self->progress = eqp_progress_box_new (show_progress_cb, self);
  job->data = g_strdup (data);
  if (import != NULL)
    job->import = *import;
  job->settings = settings != NULL ? *settings : (EqpOpenSettings) { 0 };
  job->progress = eqp_progress_box_ref (self->progress);

  _eqp_workspace_start_task (self, self->load_cancellable, loaded_cb, job, load_job_free, load_thread);
  _eqp_workspace_set_busy (self, -1.0, NULL);
}

/**
 * eqp_workspace_cancel_loading:
 * @self: a workspace
 *
 * Gives up reading; what was open stays open.
 */
void
eqp_workspace_cancel_loading (EqpWorkspace *self)
{
  if (self->load_cancellable == NULL)
    return;
  _eqp_workspace_cancel (&self->load_cancellable);
  eqp_progress_box_close (self->progress);
  g_clear_pointer (&self->progress, eqp_progress_box_unref);
  _eqp_workspace_set_busy (self, -1.0, NULL);
}

/**
 * eqp_workspace_can_cancel:
 * @self: a workspace
 *
 * Returns: whether what it is busy with may be given up: reading, the graph, spectral coordinates
 */
gboolean
eqp_workspace_can_cancel (EqpWorkspace *self)
{
  return self->load_cancellable != NULL || eqp_workspace_is_building_graph (self) ||
         (self->project_cancellable != NULL && self->projection_spec.spectral);
}

/**
 * eqp_workspace_cancel_busy:
 * @self: a workspace
 *
 * Gives up what eqp_workspace_can_cancel() tells of: the data that were open stay, a graph is built when it is asked
 * for again, and the view goes back to the main plane.
 */
void
eqp_workspace_cancel_busy (EqpWorkspace *self)
{
  if (self->load_cancellable != NULL)
    {
      eqp_workspace_cancel_loading (self);
      return;
    }
  if (self->projection_spec.spectral)
    {
      EqpProjectionSpec spec = self->projection_spec;

      spec.spectral = FALSE;
      eqp_workspace_set_projection_spec (self, &spec);
      _eqp_workspace_emit (self, EQP_WORKSPACE_SETTINGS_CHANGED);
    }
  _eqp_workspace_graph_decline (self);
}

/* Labels tell the number of clusters; without them a small one that is easy to look at. */
static gint
default_k (EqpDataset *dataset)
{
  gint64 n = eqp_dataset_get_n (dataset);
  gint classes = eqp_dataset_get_labels (dataset) != NULL ? eqp_dataset_get_n_classes (dataset) : 0;
  gint64 k = classes >= 2 ? classes : CLAMP ((gint64) sqrt ((double) n / 2.0), 3, 8);

  return (gint) CLAMP (k, 1, MAX (1, n));
}

/**
 * eqp_workspace_take_dataset:
 * @self: a workspace
 * @dataset: (transfer full): what to show from now on
 * @settings: (nullable): settings to take over
 */
void
eqp_workspace_take_dataset (EqpWorkspace          *self,
                            EqpDataset            *dataset,
                            const EqpOpenSettings *settings)
{
  _eqp_workspace_cancel (&self->prepare_cancellable);
  _eqp_workspace_run_succeed (self, settings != NULL && settings->same_data ? dataset : NULL);
  _eqp_workspace_run_reset (self);
  _eqp_workspace_path_drop (self);
  _eqp_workspace_graph_reset (self);
  g_clear_pointer (&self->projection, eqp_projection_unref);
  g_clear_pointer (&self->next_projection, eqp_projection_unref);
  _eqp_workspace_release (&self->projected);
  _eqp_workspace_release (&self->prepared);
  _eqp_workspace_release (&self->dataset);

  self->dataset = dataset;
  self->prepared = eqp_dataset_ref (dataset);
  _eqp_workspace_given_reset (self, TRUE, self->given_sources.from[EQP_GIVEN_WEIGHTS]);
  self->preparation = (EqpPreparation) { 0 };
  self->projection_spec = (EqpProjectionSpec) { .y = 1 };
  self->settings.params.k = default_k (dataset);
  /* A graph without features has no centers and no columns. */
  if (eqp_dataset_get_graph (dataset) != NULL)
    {
      self->projection_spec.spectral = self->projection_spec.distances = TRUE;
      if (!eqp_workspace_uses_graph (self))
        self->settings.solver = eqp_solver_balanced (EQP_FAMILY_GRAPH);
    }
  _eqp_workspace_given_update (self);

  if (settings != NULL)
    {
      if (settings->solver != NULL)
        self->settings.solver = settings->solver;
      if (settings->k > 0)
        self->settings.params.k = (gint) MIN (settings->k, MAX (1, eqp_dataset_get_n (dataset)));
      if (settings->has_seed)
        self->settings.params.seed = settings->seed;
      _eqp_workspace_given_update (self);
      if (settings->has_gamma)
        eqp_workspace_set_gamma (self, settings->gamma);
      else if (settings->has_gamma_rel)
        eqp_workspace_set_gamma_rel (self, settings->gamma_rel);
    }

  _eqp_workspace_graph_update (self, FALSE);
  _eqp_workspace_project (self);
  _eqp_workspace_emit (self, EQP_WORKSPACE_DATA_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_SETTINGS_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_PROJECTION_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
  if (settings != NULL && settings->run)
    eqp_workspace_start (self, EQP_START_COLD);
}

/**
 * eqp_workspace_get_source:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): where the data were read from: path, URI or "sample:ID"
 */
const char *
eqp_workspace_get_source (EqpWorkspace *self)
{
  return self->source;
}

/**
 * eqp_workspace_get_import:
 * @self: a workspace
 *
 * Returns: (transfer none): the options that the data were read with
 */
const EqpImportOptions *
eqp_workspace_get_import (EqpWorkspace *self)
{
  return &self->import;
}

/**
 * eqp_workspace_get_dataset:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): the data as opened
 */
EqpDataset *
eqp_workspace_get_dataset (EqpWorkspace *self)
{
  return self->dataset;
}

/**
 * eqp_workspace_get_prepared:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): the data that the methods see
 */
EqpDataset *
eqp_workspace_get_prepared (EqpWorkspace *self)
{
  return self->prepared;
}

/**
 * eqp_workspace_is_loading:
 * @self: a workspace
 *
 * Returns: whether data are being read
 */
gboolean
eqp_workspace_is_loading (EqpWorkspace *self)
{
  return self->load_cancellable != NULL;
}

/**
 * eqp_workspace_is_preparing:
 * @self: a workspace
 *
 * Returns: whether another preparation was asked for and is not in force yet
 */
gboolean
eqp_workspace_is_preparing (EqpWorkspace *self)
{
  return self->prepare_cancellable != NULL;
}

/**
 * eqp_workspace_is_busy:
 * @self: a workspace
 * @fraction: (out): 0..1, negative when it is not known
 * @what: (out) (transfer none): what is done, for people
 *
 * Returns: whether data are being read, prepared or projected, or their graph is being built
 */
gboolean
eqp_workspace_is_busy (EqpWorkspace  *self,
                       double        *fraction,
                       const char   **what)
{
  *fraction = -1.0;

  if (self->load_cancellable != NULL)
    {
      *fraction = self->busy_fraction;
      *what = self->busy_what != NULL ? self->busy_what : _ ("Reading the data…");
    }
  else if (self->prepare_cancellable != NULL)
    *what = _ ("Preparing the data…");
  else if (eqp_workspace_is_building_graph (self))
    {
      *fraction = self->graph_fraction;
      *what = _ ("Building the neighbor graph…");
    }
  else if (self->project_cancellable != NULL)
    *what = _ ("Computing the view…");
  else
    return FALSE;

  return TRUE;
}
