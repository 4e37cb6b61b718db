/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workspace's nearest-neighbor graph: built in a thread once for the data, their preparation and the graph's
 * settings, when a method needs it, when it is drawn, or when it is quickly made for the outline of min-cut; the last
 * few are kept. All methods, runs and values of gamma share it. */
#include "config.h"

#include "eqp-workspace-private.h"

#include "eqp-release.h"

/* Graphs kept for going back to. */
#define CACHED 4

/* ms that the settings of the graph have to rest before it is built: a spin button held down makes many. */
#define REST 150

typedef struct
{
  EqpPreparation   preparation; /* of the data set that is open */
  EqpGraphOptions  options;
  EqpGraph        *graph;
} Entry;

typedef struct
{
  EqpDataset      *prepared;
  EqpPreparation   preparation;
  EqpGraphOptions  options;
  EqpProgressBox  *progress;
  guint            threads;
} BuildJob;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  eqp_release (g_steal_pointer (&entry->graph), (GDestroyNotify) eqp_graph_unref);
  g_free (entry);
}

static void
build_job_free (gpointer data)
{
  BuildJob *job = data;

  eqp_dataset_unref (job->prepared);
  eqp_progress_box_unref (job->progress);
  g_free (job);
}

void
_eqp_workspace_graph_init (EqpWorkspace *self)
{
  self->graphs = g_ptr_array_new_with_free_func (entry_free);
  self->show_graph[EQP_FAMILY_GRAPH] = TRUE;
}

/* Of a given delta only the fixed scale knows. */
static gboolean
same_options (const EqpGraphOptions *a,
              const EqpGraphOptions *b)
{
  return a->neighbors == b->neighbors && a->scale == b->scale && a->search == b->search &&
         (a->scale != EQP_SCALE_FIXED || a->delta == b->delta);
}

static gboolean
is_set (EqpWorkspace          *self,
        const EqpGraphOptions *options)
{
  EqpGraphOptions wanted = eqp_params_get_graph_options (&self->settings.params);

  return same_options (options, &wanted);
}

/* Data that are a graph need none built. */
static EqpGraph *
look_up (EqpWorkspace *self)
{
  if (eqp_dataset_get_graph (self->prepared) != NULL)
    return eqp_dataset_get_graph (self->prepared);
  for (guint i = self->graphs->len; i > 0; i--)
    {
      Entry *entry = g_ptr_array_index (self->graphs, i - 1);

      if (eqp_preparation_equal (&entry->preparation, &self->preparation) &&
          is_set (self, &entry->options))
        {
          g_ptr_array_insert (self->graphs, -1, g_ptr_array_steal_index (self->graphs, i - 1));
          return entry->graph;
        }
    }
  return NULL;
}

static void
keep (EqpWorkspace   *self,
      const BuildJob *job,
      EqpGraph       *graph)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->preparation = job->preparation;
  entry->options = job->options;
  entry->graph = graph;
  g_ptr_array_add (self->graphs, entry);
  if (self->graphs->len > CACHED)
    g_ptr_array_remove_index (self->graphs, 0);
}

static void
drop (EqpGraph **graph)
{
  eqp_release (g_steal_pointer (graph), (GDestroyNotify) eqp_graph_unref);
}

/* ---- Building --------------------------------------------------------------------------------------------------- */

static void
stop_building (EqpWorkspace *self)
{
  g_clear_handle_id (&self->graph_source, g_source_remove);
  _eqp_workspace_cancel (&self->graph_cancellable);
  if (self->graph_progress != NULL)
    eqp_progress_box_close (self->graph_progress);
  g_clear_pointer (&self->graph_progress, eqp_progress_box_unref);
}

/**
 * eqp_workspace_is_building_graph:
 * @self: a workspace
 *
 * Returns: whether the graph is being built, or will be when the settings have rested a moment
 */
gboolean
eqp_workspace_is_building_graph (EqpWorkspace *self)
{
  return self->graph_cancellable != NULL || self->graph_source != 0;
}

static void
build_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  BuildJob *job = task_data;
  EqpProgress progress = { .func = eqp_progress_box_report, .user_data = job->progress };
  g_autoptr (EqpPool) pool = eqp_pool_new (job->threads);
  GError *error = NULL;
  EqpGraph *graph = eqp_dataset_build_graph (job->prepared, &job->options, pool, cancellable, &progress, &error);

  if (graph != NULL)
    g_task_return_pointer (task, graph, (GDestroyNotify) eqp_graph_unref);
  else
    g_task_return_error (task, error);
}

/* Views go back to what can be shown without it. */
static void
fail (EqpWorkspace *self,
      const char   *message)
{
  self->graph_declined = TRUE;
  g_free (self->graph_error);
  self->graph_error = g_strdup (message);
  drop (&self->drawn_graph);
  if (self->projection_spec.spectral)
    {
      self->projection_spec.spectral = FALSE;
      _eqp_workspace_fail (self, message);
      _eqp_workspace_project (self);
    }
  _eqp_workspace_emit (self, EQP_WORKSPACE_GRAPH_CHANGED);
  _eqp_workspace_run_go_on (self, message);
}

static void
built_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (EqpWorkspace) self = _eqp_workspace_take_owner (user_data);
  BuildJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  EqpGraph *graph = g_task_propagate_pointer (G_TASK (result), &error);

  /* A newer graph is on its way, or the workspace goes away. */
  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->graph_cancellable)
    {
      g_clear_pointer (&graph, eqp_graph_unref);
      return;
    }
  stop_building (self);

  if (graph != NULL)
    keep (self, job, graph);
  else
    fail (self, error->message);
  _eqp_workspace_graph_update (self, FALSE);
  if (graph != NULL)
    _eqp_workspace_reference_start (self);
  _eqp_workspace_emit (self, EQP_WORKSPACE_SETTINGS_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_STATE_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_BUSY_CHANGED);
}

static void
show_progress_cb (double      fraction,
                  const char *what,
                  gpointer    user_data)
{
  EqpWorkspace *self = user_data;

  self->graph_fraction = fraction;
  _eqp_workspace_emit (self, EQP_WORKSPACE_BUSY_CHANGED);
}

static void
build (EqpWorkspace *self)
{
  BuildJob *job = g_new0 (BuildJob, 1);

  self->graph_cancellable = g_cancellable_new ();
  self->graph_progress = eqp_progress_box_new (show_progress_cb, self);
  self->graph_fraction = -1.0;
  job->prepared = eqp_dataset_ref (self->prepared);
  job->preparation = self->preparation;
  job->options = self->graph_building;
  job->threads = self->threads;
  job->progress = eqp_progress_box_ref (self->graph_progress);
  _eqp_workspace_start_task (self, self->graph_cancellable, built_cb, job, build_job_free, build_thread);
  _eqp_workspace_emit (self, EQP_WORKSPACE_BUSY_CHANGED);
}

static gboolean
rested_cb (gpointer user_data)
{
  EqpWorkspace *self = user_data;

  self->graph_source = 0;
  build (self);
  return G_SOURCE_REMOVE;
}

static gboolean
is_wanted (EqpWorkspace *self)
{
  return eqp_workspace_uses_graph (self) || eqp_workspace_get_show_graph (self) || self->projection_spec.spectral ||
         _eqp_workspace_reference_wants_graph (self);
}

/* The graph of now, as everybody knows it from here on. */
static void
take (EqpWorkspace *self,
      EqpGraph     *graph)
{
  drop (&self->graph);
  if (graph != NULL)
    {
      self->graph = eqp_graph_ref (graph);
      drop (&self->drawn_graph);
      self->drawn_graph = eqp_graph_ref (graph);
      g_clear_pointer (&self->graph_error, g_free);
      if (self->projection_spec.spectral)
        _eqp_workspace_project (self);
    }
  _eqp_workspace_emit (self, EQP_WORKSPACE_GRAPH_CHANGED);
}

/* Brings the graph in line with data, settings and views: from the cache, or built, after a moment of rest when asked
 * for. A run that waits for it is let go. */
void
_eqp_workspace_graph_update (EqpWorkspace *self,
                             gboolean      rest)
{
  EqpGraph *found = self->prepared != NULL ? look_up (self) : NULL;
  gboolean same = eqp_workspace_is_building_graph (self) && self->graph_building_of == self->prepared &&
                  is_set (self, &self->graph_building);

  if (found != self->graph)
    take (self, found);
  _eqp_workspace_follow_unit (self);
  if (found == NULL && self->prepared != NULL &&
      (self->graph_building_of != self->prepared || !is_set (self, &self->graph_building)))
    {
      self->graph_declined = FALSE;
      g_clear_pointer (&self->graph_error, g_free);
    }

  if (found != NULL || self->prepared == NULL || !is_wanted (self))
    {
      if (eqp_workspace_is_building_graph (self))
        {
          stop_building (self);
          _eqp_workspace_emit (self, EQP_WORKSPACE_BUSY_CHANGED);
        }
      self->graph_building_of = NULL;
      _eqp_workspace_run_go_on (self, NULL);
      return;
    }
  if (same || self->graph_declined)
    return;

  stop_building (self);
  self->graph_building = eqp_params_get_graph_options (&self->settings.params);
  self->graph_building_of = self->prepared;
  if (rest)
    {
      self->graph_source = g_timeout_add (REST, rested_cb, self);
      _eqp_workspace_emit (self, EQP_WORKSPACE_BUSY_CHANGED);
    }
  else
    build (self);
}

/* Somebody wants it now, also after it was given up. */
void
_eqp_workspace_graph_ask (EqpWorkspace *self)
{
  self->graph_declined = FALSE;
  g_clear_pointer (&self->graph_error, g_free);
  _eqp_workspace_graph_update (self, FALSE);
}

/* Gives up building it. */
void
_eqp_workspace_graph_decline (EqpWorkspace *self)
{
  if (!eqp_workspace_is_building_graph (self))
    return;
  stop_building (self);
  self->graph_declined = TRUE;
  drop (&self->drawn_graph);
  if (self->waiting)
    eqp_workspace_stop (self);
  _eqp_workspace_emit (self, EQP_WORKSPACE_GRAPH_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_BUSY_CHANGED);
}

/* Other data are shown from now on. */
void
_eqp_workspace_graph_reset (EqpWorkspace *self)
{
  stop_building (self);
  self->graph_building_of = NULL;
  self->graph_declined = FALSE;
  g_clear_pointer (&self->graph_error, g_free);
  g_ptr_array_set_size (self->graphs, 0);
  drop (&self->graph);
  drop (&self->drawn_graph);
  _eqp_workspace_emit (self, EQP_WORKSPACE_GRAPH_CHANGED);
}

void
_eqp_workspace_graph_dispose (EqpWorkspace *self)
{
  stop_building (self);
  g_clear_pointer (&self->graph_error, g_free);
  g_clear_pointer (&self->graphs, g_ptr_array_unref);
  drop (&self->graph);
  drop (&self->drawn_graph);
}

/* ---- For the views ---------------------------------------------------------------------------------------------- */

/**
 * eqp_workspace_uses_graph:
 * @self: a workspace
 *
 * Returns: whether the method chosen works on the graph
 */
gboolean
eqp_workspace_uses_graph (EqpWorkspace *self)
{
  return self->settings.solver != NULL && self->settings.solver->family == EQP_FAMILY_GRAPH;
}

/**
 * eqp_workspace_get_graph:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): the graph of the prepared data by the settings of now, once it is built
 */
EqpGraph *
eqp_workspace_get_graph (EqpWorkspace *self)
{
  return self->graph;
}

/**
 * eqp_workspace_get_drawn_graph:
 * @self: a workspace
 *
 * While a graph is built anew the one before it stays on the screen.
 *
 * Returns: (transfer none) (nullable): the graph to draw, NULL when none is to be drawn or there is none
 */
EqpGraph *
eqp_workspace_get_drawn_graph (EqpWorkspace *self)
{
  return eqp_workspace_get_show_graph (self) ? self->drawn_graph : NULL;
}

/**
 * eqp_workspace_get_graph_error:
 * @self: a workspace
 *
 * Returns: (transfer none) (nullable): why the graph could not be built
 */
const char *
eqp_workspace_get_graph_error (EqpWorkspace *self)
{
  return self->graph_error;
}

/**
 * eqp_workspace_get_show_graph:
 * @self: a workspace
 *
 * Returns: whether the graph is drawn: unless it was set, for the methods that work on it
 */
gboolean
eqp_workspace_get_show_graph (EqpWorkspace *self)
{
  return self->settings.solver != NULL && self->show_graph[self->settings.solver->family];
}

/**
 * eqp_workspace_set_show_graph:
 * @self: a workspace
 * @show: whether to draw the graph while the method is of the family it is now
 */
void
eqp_workspace_set_show_graph (EqpWorkspace *self,
                              gboolean      show)
{
  if (self->settings.solver == NULL || self->show_graph[self->settings.solver->family] == show)
    return;
  self->show_graph[self->settings.solver->family] = show;
  if (show)
    _eqp_workspace_graph_ask (self);
  else
    _eqp_workspace_graph_update (self, FALSE);
  _eqp_workspace_emit (self, EQP_WORKSPACE_GRAPH_CHANGED);
  _eqp_workspace_emit (self, EQP_WORKSPACE_SETTINGS_CHANGED);
}
