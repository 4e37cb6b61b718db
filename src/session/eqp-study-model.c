/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The study of the window: runs over a grid of gammas and seeds on what the workspace has at the start, what they come
 * to as they end, how much the seeds agree, and the stream of sizes along the path. All that takes time is done in
 * threads. */
#include "config.h"

#include "eqp-study-model.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#include "eqp-newest.h"

/* Milliseconds from a row to its place in the table: on small data thousands come in a second. */
#define PACE 100
/* Bytes of labels that are kept to compare seeds; of more data stability is not told. */
#define MOST_LABELS (256.0 * 1024.0 * 1024.0)
/* Comparing takes K^3 steps. */
#define STABILITY_MOST_K 256

struct _EqpStudyModel
{
  GObject         parent_instance;

  EqpWorkspace   *workspace;
  EqpStudyGrid    grid;
  GCancellable   *planning;     /* while the plan is made in a thread */
  EqpDataset     *dataset;      /* prepared, of the study */
  EqpStudy       *study;
  EqpStudyTable  *table;
  guint           table_source;
  double         *stability;    /* a group; NAN: not known */
  EqpNewest      *comparer;
  guint           serial;       /* of the study that is compared */
  GCancellable   *comparing;
  EqpNewest      *streamer;
  GCancellable   *streaming;
  EqpPathStream  *stream;
  EqpPath        *stream_of;    /* borrowed, only compared: of @stream or of what is under way */
  double          stream_unit;
};

G_DEFINE_FINAL_TYPE (EqpStudyModel, eqp_study_model, G_TYPE_OBJECT)

enum {
  SIGNAL_CHANGED,
  SIGNAL_STATE_CHANGED,
  SIGNAL_STREAM_CHANGED,
  SIGNAL_FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- Agreement of seeds ----------------------------------------------------------------------------------------- */

typedef struct
{
  guint         serial;
  GCancellable *cancellable;
  guint         group;
  GPtrArray    *labels;      /* EqpLabels */
} CompareJob;

typedef struct
{
  guint  serial;
  guint  group;
  double value;
} CompareResult;

static void
compare_job_free (gpointer data)
{
  CompareJob *job = data;

  g_ptr_array_unref (job->labels);
  g_object_unref (job->cancellable);
  g_free (job);
}

/* The mean of the adjusted Rand index over all pairs of seeds. */
static gpointer
compare_work (gpointer data)
{
  CompareJob *job = data;
  CompareResult *result = g_new0 (CompareResult, 1);
  gint64 n = eqp_labels_get_n (g_ptr_array_index (job->labels, 0));
  g_autofree gint32 *a = g_new (gint32, MAX (1, n));
  g_autofree gint32 *b = g_new (gint32, MAX (1, n));
  double sum = 0.0;
  guint pairs = 0;

  for (guint i = 0; i < job->labels->len; i++)
    {
      eqp_labels_unpack (g_ptr_array_index (job->labels, i), a);
      for (guint j = i + 1; j < job->labels->len && !g_cancellable_is_cancelled (job->cancellable); j++)
        {
          EqpExternalMeasures measures;

          eqp_labels_unpack (g_ptr_array_index (job->labels, j), b);
          eqp_metrics_external (n, a, b, &measures);
          sum += measures.ari;
          pairs++;
        }
    }
  *result = (CompareResult) { job->serial, job->group, pairs > 0 ? sum / pairs : NAN };
  return result;
}

/* The next group all of whose seeds are there. */
static void
compare_next (EqpStudyModel *self)
{
  const EqpStudyPlan *plan;

  if (self->study == NULL || self->stability == NULL || eqp_newest_is_busy (self->comparer))
    return;
  plan = eqp_study_get_plan (self->study);
  for (guint g = 0; g < plan->groups->len; g++)
    {
      g_autoptr (GPtrArray) labels = g_ptr_array_new_with_free_func ((GDestroyNotify) eqp_labels_unref);

      for (gint64 t = 0; isnan (self->stability[g]) && t < plan->trials; t++)
        {
          const EqpStudyRow *row = eqp_study_get_row (self->study, (guint) t * plan->groups->len + g);

          if (row != NULL && row->labels != NULL)
            g_ptr_array_add (labels, eqp_labels_ref (row->labels));
        }
      if (labels->len > 1 && labels->len == plan->trials)
        {
          CompareJob *job = g_new0 (CompareJob, 1);

          job->serial = self->serial;
          job->group = g;
          job->labels = g_steal_pointer (&labels);
          job->cancellable = g_object_ref (self->comparing);
          eqp_newest_push (self->comparer, job);
          return;
        }
    }
}

static gboolean update_table_cb (gpointer user_data);

static void
update_soon (EqpStudyModel *self)
{
  if (self->table_source == 0)
    self->table_source = g_timeout_add (PACE, update_table_cb, self);
}

static void
compared_cb (gpointer data,
             gpointer user_data)
{
  EqpStudyModel *self = user_data;
  g_autofree CompareResult *result = data;

  if (result->serial == self->serial && self->stability != NULL && !isnan (result->value))
    {
      self->stability[result->group] = result->value;
      compare_next (self);
      update_soon (self);
    }
}

/* ---- The study -------------------------------------------------------------------------------------------------- */

static gboolean
update_table_cb (gpointer user_data)
{
  EqpStudyModel *self = user_data;
  g_autoptr (GPtrArray) rows = NULL;

  self->table_source = 0;
  if (self->study == NULL)
    return G_SOURCE_REMOVE;
  rows = eqp_study_dup_rows (self->study);
  eqp_study_table_free (self->table);
  self->table = eqp_study_table_new (eqp_study_get_plan (self->study), rows);
  compare_next (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  return G_SOURCE_REMOVE;
}

static void
study_over_cb (EqpStudyModel *self,
               EqpStudy      *study)
{
  const GError *error = eqp_study_get_error (study);

  if (study != self->study)
    return;
  update_soon (self);
  g_signal_emit (self, signals[SIGNAL_STATE_CHANGED], 0);
  if (error != NULL)
    g_signal_emit (self, signals[SIGNAL_FAILED], 0, error->message);
}

static void
drop (EqpStudyModel *self)
{
  g_clear_handle_id (&self->table_source, g_source_remove);
  if (self->planning != NULL)
    g_cancellable_cancel (self->planning);
  g_clear_object (&self->planning);
  if (self->comparing != NULL)
    g_cancellable_cancel (self->comparing);
  g_clear_object (&self->comparing);
  if (self->study != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->study, self);
      eqp_study_cancel (self->study);
    }
  g_clear_object (&self->study);
  g_clear_pointer (&self->table, eqp_study_table_free);
  g_clear_pointer (&self->stability, g_free);
  g_clear_pointer (&self->dataset, eqp_dataset_unref);
  self->serial++;
}

static void
fail (EqpStudyModel *self,
      const char    *message)
{
  g_autofree char *text = g_strdup (message);

  drop (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  g_signal_emit (self, signals[SIGNAL_STATE_CHANGED], 0);
  g_signal_emit (self, signals[SIGNAL_FAILED], 0, text);
}

/* Labels are kept as long as they are few enough to compare. */
static gboolean
wants_labels (const EqpStudyPlan *plan)
{
  double bytes = (double) plan->n * eqp_study_plan_get_n_cells (plan) * (plan->params.k <= 256 ? 1.0 : 4.0);

  return plan->trials > 1 && plan->params.k <= STABILITY_MOST_K && bytes <= MOST_LABELS;
}

static void
run (EqpStudyModel      *self,
     const EqpStudyPlan *plan)
{
  EqpGraph *graph = eqp_workspace_uses_graph (self->workspace) ? eqp_workspace_get_graph (self->workspace) : NULL;
  g_autoptr (GError) error = NULL;

  self->study = eqp_study_new (plan, self->dataset);
  if (!eqp_study_check (self->study, &error))
    {
      fail (self, error->message);
      return;
    }
  if (eqp_workspace_get_threads (self->workspace) > 0)
    eqp_study_set_threads (self->study, eqp_workspace_get_threads (self->workspace));
  if (graph != NULL && eqp_workspace_get_prepared (self->workspace) == self->dataset)
    eqp_study_set_graph (self->study, graph);
  if (wants_labels (plan))
    {
      eqp_study_set_keep_labels (self->study, TRUE);
      self->stability = g_new (double, MAX (1, plan->groups->len));
      for (guint i = 0; i < plan->groups->len; i++)
        self->stability[i] = NAN;
    }
  g_signal_connect_object (self->study, "changed", G_CALLBACK (update_soon), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->study, "over", G_CALLBACK (study_over_cb), self, G_CONNECT_SWAPPED);
  if (!eqp_study_start (self->study, &error))
    {
      fail (self, error->message);
      return;
    }
  eqp_workspace_find_path (self->workspace);
  update_table_cb (self);
  g_signal_emit (self, signals[SIGNAL_STATE_CHANGED], 0);
}

/* ---- The plan --------------------------------------------------------------------------------------------------- */

/**
 * eqp_study_model_get_solver:
 * @self: a model
 *
 * Returns: the method that a study would run: that of the settings, or where that has no gamma the balanced one of its
 *   family
 */
const EqpSolver *
eqp_study_model_get_solver (EqpStudyModel *self)
{
  const EqpSolver *solver = eqp_workspace_get_settings (self->workspace)->solver;

  if (solver == NULL || (solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    return solver;
  return eqp_solver_balanced (solver->family);
}

typedef struct
{
  char            *data;
  EqpDataset      *dataset;
  EqpStudyGrid     grid;
  const EqpSolver *solver;
  EqpSettings      settings;
  EqpGiven        *given; /* or NULL */
} PlanJob;

static void
plan_job_free (gpointer data)
{
  PlanJob *job = data;

  g_free (job->data);
  eqp_dataset_unref (job->dataset);
  eqp_given_unref (job->given);
  g_free (job);
}

static void
plan_work (GTask        *task,
           gpointer      source,
           gpointer      data,
           GCancellable *cancellable)
{
  PlanJob *job = data;

  g_task_return_pointer (task, eqp_study_grid_plan (&job->grid, job->solver, &job->settings, job->data, job->dataset,
                                                    job->given),
                         (GDestroyNotify) eqp_study_plan_free);
}

static void
planned_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  GWeakRef *owner = user_data;
  g_autoptr (EqpStudyModel) self = g_weak_ref_get (owner);
  g_autoptr (EqpStudyPlan) plan = g_task_propagate_pointer (G_TASK (result), NULL);

  g_weak_ref_clear (owner);
  g_free (owner);
  if (self == NULL || plan == NULL || g_task_get_cancellable (G_TASK (result)) != self->planning)
    return;
  g_clear_object (&self->planning);
  run (self, plan);
}

/**
 * eqp_study_model_start:
 * @self: a model whose workspace has prepared data and a method
 * @grid: what to run
 *
 * Starts a study of what is set now in the place of the one before. ::failed tells what cannot be run.
 */
void
eqp_study_model_start (EqpStudyModel      *self,
                       const EqpStudyGrid *grid)
{
  EqpDataset *prepared = eqp_workspace_get_prepared (self->workspace);
  g_autoptr (GTask) task = NULL;
  EqpGiven *given;
  GWeakRef *owner;
  PlanJob *job;

  g_return_if_fail (grid->least > 0.0 && grid->most > grid->least && grid->n_gammas > 1 && grid->seeds > 0);

  drop (self);
  if (prepared == NULL || eqp_study_model_get_solver (self) == NULL)
    {
      fail (self, _("There are no data to study yet; open some first."));
      return;
    }
  if (!eqp_workspace_knows_given (self->workspace))
    {
      const char *error = eqp_workspace_get_given_error (self->workspace);

      fail (self, error != NULL ? error : _("Weights and pairs are still being read; start again in a moment."));
      return;
    }
  given = eqp_workspace_get_given (self->workspace);
  self->grid = *grid;
  self->dataset = eqp_dataset_ref (prepared);
  self->comparing = g_cancellable_new ();
  self->planning = g_cancellable_new ();
  job = g_new0 (PlanJob, 1);
  job->data = g_strdup (eqp_dataset_get_name (prepared));
  job->dataset = eqp_dataset_ref (prepared);
  job->grid = *grid;
  job->solver = eqp_study_model_get_solver (self);
  job->settings = *eqp_workspace_get_settings (self->workspace);
  job->given = given != NULL ? eqp_given_ref (given) : NULL;
  /* The task may go last in its thread, and the model may not. */
  owner = g_new0 (GWeakRef, 1);
  g_weak_ref_init (owner, self);
  task = g_task_new (NULL, self->planning, planned_cb, owner);
  g_task_set_task_data (task, job, plan_job_free);
  g_task_run_in_thread (task, plan_work);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  g_signal_emit (self, signals[SIGNAL_STATE_CHANGED], 0);
}

/**
 * eqp_study_model_pause:
 * @self: a model
 * @pause: whether to rest
 */
void
eqp_study_model_pause (EqpStudyModel *self,
                       gboolean       pause)
{
  if (self->study != NULL)
    eqp_study_pause (self->study, pause);
  g_signal_emit (self, signals[SIGNAL_STATE_CHANGED], 0);
}

/**
 * eqp_study_model_stop:
 * @self: a model
 *
 * Ends the study; what is done is kept.
 */
void
eqp_study_model_stop (EqpStudyModel *self)
{
  if (self->planning != NULL)
    drop (self);
  if (self->study != NULL)
    eqp_study_cancel (self->study);
  g_signal_emit (self, signals[SIGNAL_STATE_CHANGED], 0);
}

/* ---- The stream ------------------------------------------------------------------------------------------------- */

typedef struct
{
  EqpPath      *path;
  EqpDataset   *dataset;
  GCancellable *cancellable;
} StreamJob;

typedef struct
{
  EqpPath       *of;   /* only compared */
  EqpPathStream *stream;
} StreamResult;

static void
stream_job_free (gpointer data)
{
  StreamJob *job = data;

  eqp_path_unref (job->path);
  eqp_dataset_unref (job->dataset);
  g_object_unref (job->cancellable);
  g_free (job);
}

static void
stream_result_free (gpointer data)
{
  StreamResult *result = data;

  eqp_path_stream_free (result->stream);
  g_free (result);
}

static gpointer
stream_work (gpointer data)
{
  StreamJob *job = data;
  StreamResult *result = g_new0 (StreamResult, 1);

  result->of = job->path;
  result->stream = eqp_path_stream_new (job->path, eqp_dataset_get_labels (job->dataset), job->cancellable);
  return result;
}

static void
streamed_cb (gpointer data,
             gpointer user_data)
{
  EqpStudyModel *self = user_data;
  StreamResult *result = data;

  if (result->of == self->stream_of)
    {
      g_clear_pointer (&self->stream, eqp_path_stream_free);
      self->stream = g_steal_pointer (&result->stream);
      g_signal_emit (self, signals[SIGNAL_STREAM_CHANGED], 0);
    }
  stream_result_free (result);
}

static void
path_changed_cb (EqpStudyModel *self)
{
  EqpPath *path = eqp_workspace_get_path (self->workspace);
  StreamJob *job;

  if (path == self->stream_of)
    return;
  if (self->streaming != NULL)
    g_cancellable_cancel (self->streaming);
  g_clear_object (&self->streaming);
  g_clear_pointer (&self->stream, eqp_path_stream_free);
  self->stream_of = path;
  if (path != NULL)
    {
      self->stream_unit = eqp_workspace_get_gamma_unit (self->workspace);
      self->streaming = g_cancellable_new ();
      job = g_new0 (StreamJob, 1);
      job->path = eqp_path_ref (path);
      job->dataset = eqp_dataset_ref (eqp_workspace_get_prepared (self->workspace));
      job->cancellable = g_object_ref (self->streaming);
      eqp_newest_push (self->streamer, job);
    }
  g_signal_emit (self, signals[SIGNAL_STREAM_CHANGED], 0);
}

/* ---- Answers ---------------------------------------------------------------------------------------------------- */

/**
 * eqp_study_model_get_workspace:
 * @self: a model
 *
 * Returns: (transfer none): whose data are studied
 */
EqpWorkspace *
eqp_study_model_get_workspace (EqpStudyModel *self)
{
  return self->workspace;
}

/**
 * eqp_study_model_is_running:
 * @self: a model
 *
 * Returns: whether a study is under way, paused or not
 */
gboolean
eqp_study_model_is_running (EqpStudyModel *self)
{
  return self->planning != NULL || (self->study != NULL && !eqp_study_is_over (self->study));
}

/**
 * eqp_study_model_get_progress:
 * @self: a model
 * @progress: (out caller-allocates): where it stands
 *
 * Returns: whether there is a study
 */
gboolean
eqp_study_model_get_progress (EqpStudyModel    *self,
                              EqpStudyProgress *progress)
{
  *progress = (EqpStudyProgress) { 0 };
  if (self->study != NULL)
    eqp_study_get_progress (self->study, progress);
  return self->study != NULL;
}

/**
 * eqp_study_model_get_table:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): what has come out so far, until ::changed
 */
const EqpStudyTable *
eqp_study_model_get_table (EqpStudyModel *self)
{
  return self->table;
}

/**
 * eqp_study_model_get_study:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): the study itself, until the next start
 */
EqpStudy *
eqp_study_model_get_study (EqpStudyModel *self)
{
  return self->study;
}

/**
 * eqp_study_model_get_stability:
 * @self: a model
 *
 * Returns: (nullable): of each group of the table the mean adjusted Rand index between its seeds, NAN where it is not
 *   known yet; %NULL where it is not looked at: one seed, or too many labels to keep
 */
const double *
eqp_study_model_get_stability (EqpStudyModel *self)
{
  return self->stability;
}

/**
 * eqp_study_model_get_stream:
 * @self: a model
 * @unit: (out): raw gamma of a relative gamma of 1
 *
 * Returns: (transfer none) (nullable): the path of what is set in the workspace
 */
const EqpPathStream *
eqp_study_model_get_stream (EqpStudyModel *self,
                            double        *unit)
{
  *unit = self->stream_unit;
  return self->stream;
}

/**
 * eqp_study_model_get_grid:
 * @self: a model
 *
 * Returns: what the study was started with
 */
const EqpStudyGrid *
eqp_study_model_get_grid (EqpStudyModel *self)
{
  return &self->grid;
}

/**
 * eqp_study_model_get_dataset:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): the data of the study, as prepared
 */
EqpDataset *
eqp_study_model_get_dataset (EqpStudyModel *self)
{
  return self->dataset;
}

/**
 * eqp_study_model_show:
 * @self: a model
 * @method: id of a method of the study; %NULL: the one of the settings
 * @gamma_rel: its relative gamma; not positive: it has none
 *
 * Runs in the workspace what the study ran with its first seed.
 *
 * Returns: whether the workspace still has the data of the study
 */
gboolean
eqp_study_model_show (EqpStudyModel *self,
                      const char    *method,
                      double         gamma_rel)
{
  EqpSettings settings = *eqp_workspace_get_settings (self->workspace);
  const EqpSolver *solver = method != NULL ? eqp_solver_find (method) : settings.solver;
  const EqpStudyPlan *plan = self->study != NULL ? eqp_study_get_plan (self->study) : NULL;

  if (solver == NULL || (plan != NULL && self->dataset != eqp_workspace_get_prepared (self->workspace)))
    return FALSE;
  if (plan != NULL)
    {
      settings.params.k = plan->params.k;
      settings.params.seed = plan->seed;
    }
  settings.solver = solver;
  eqp_workspace_set_settings (self->workspace, &settings);
  if (gamma_rel > 0.0)
    eqp_workspace_set_gamma_rel (self->workspace, gamma_rel);
  if (plan != NULL)
    eqp_workspace_start (self->workspace, EQP_START_COLD);
  else
    eqp_workspace_scrub (self->workspace);
  return TRUE;
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_study_model_dispose (GObject *object)
{
  EqpStudyModel *self = EQP_STUDY_MODEL (object);

  drop (self);
  if (self->streaming != NULL)
    g_cancellable_cancel (self->streaming);
  g_clear_object (&self->streaming);
  g_clear_pointer (&self->comparer, eqp_newest_free);
  g_clear_pointer (&self->streamer, eqp_newest_free);
  g_clear_pointer (&self->stream, eqp_path_stream_free);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_study_model_parent_class)->dispose (object);
}

static void
eqp_study_model_class_init (EqpStudyModelClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = eqp_study_model_dispose;

  /* EqpStudyModel::changed: the table is another, or there is none any more. */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* EqpStudyModel::state-changed: started, paused, resumed, stopped, over. */
  signals[SIGNAL_STATE_CHANGED] =
      g_signal_new ("state-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* EqpStudyModel::stream-changed: the stream of sizes is another, or there is none any more. */
  signals[SIGNAL_STREAM_CHANGED] =
      g_signal_new ("stream-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /* EqpStudyModel::failed (string): why there is no study. */
  signals[SIGNAL_FAILED] =
      g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
eqp_study_model_init (EqpStudyModel *self)
{
  self->comparer = eqp_newest_new ("eqp-stability", compare_work, compare_job_free, compared_cb, g_free, self);
  self->streamer = eqp_newest_new ("eqp-stream", stream_work, stream_job_free, streamed_cb, stream_result_free, self);
}

/**
 * eqp_study_model_new:
 * @workspace: whose data are studied
 *
 * Returns: (transfer full): a model without a study
 */
EqpStudyModel *
eqp_study_model_new (EqpWorkspace *workspace)
{
  EqpStudyModel *self = g_object_new (EQP_TYPE_STUDY_MODEL, NULL);

  self->workspace = g_object_ref (workspace);
  g_signal_connect_object (workspace, "path-changed", G_CALLBACK (path_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}
