/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A session as a whole: what its workspace, its data and its runs are at a moment, saved to a file on request, and kept
 * in the user's state folder while nobody has. Files are made and written in threads. */
#include "config.h"

#include "eqp-session-private.h"

#include <string.h>

G_DEFINE_FINAL_TYPE (EqpSession, eqp_session, G_TYPE_OBJECT)

enum {
  SIGNAL_CHANGED,
  SIGNAL_OPENED,
  SIGNAL_FAILED,
  SIGNAL_TOLD,
  SIGNAL_MISSING,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- What is there ---------------------------------------------------------------------------------------------- */

/* Runs with their names and pins: what there is to save. */
char *
_eqp_session_dup_signature (EqpSession *self)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < self->runs->records->len; i++)
    {
      EqpRunRecord *record = g_ptr_array_index (self->runs->records, i);
      const char *name = _eqp_run_record_get_given_name (record);
      guint place = 0;

      if (!g_ptr_array_find (self->runs->pins, record, &place))
        place = G_MAXUINT;
      g_string_append_printf (text, "%u %u %s\n", eqp_run_record_get_facts (record)->number, place,
                              name != NULL ? name : "");
    }
  return g_string_free (text, FALSE);
}

/**
 * eqp_session_is_unsaved:
 * @self: a session
 *
 * Returns: whether there are runs, and not as they stand in a file that was saved or opened
 */
gboolean
eqp_session_is_unsaved (EqpSession *self)
{
  g_autofree char *now = _eqp_session_dup_signature (self);

  return *now != '\0' && g_strcmp0 (now, self->signature) != 0;
}

/**
 * eqp_session_can_save:
 * @self: a session
 *
 * Returns: whether it has data that can be opened again, and does not change right now
 */
gboolean
eqp_session_can_save (EqpSession *self)
{
  return eqp_workspace_get_source (self->workspace) != NULL && eqp_data_chain_get_base (self->chain) != NULL &&
         self->opening == EQP_OPENING_NOTHING;
}

static EqpKeptRun *
keep_run (EqpSession   *self,
          EqpRunRecord *record)
{
  EqpKeptRun *run = g_new0 (EqpKeptRun, 1);
  EqpRunFacts *facts = &run->facts;
  const EqpMeasureSet *measures = eqp_run_record_get_measures (record);
  EqpLabels *labels = eqp_run_record_get_labels (record);
  const char *source;

  *facts = *eqp_run_record_get_facts (record);
  source = strchr (facts->rows, ' ') + 1;
  /* Where the data are may change, whose rows they are does not. */
  facts->rows =
      g_strcmp0 (source, eqp_dataset_get_source (eqp_workspace_get_dataset (self->workspace))) == 0 ? NULL
                                                                                                    : g_strdup (source);
  facts->command = g_strdup (facts->command);
  facts->data_name = g_strdup (facts->data_name);
  facts->sizes = g_memdup2 (facts->sizes, sizeof (gint64) * (gsize) facts->k);
  run->name = g_strdup (_eqp_run_record_get_given_name (record));
  run->listed = _eqp_run_list_find (self->runs, record, NULL);
  run->labels = labels != NULL ? eqp_labels_ref (labels) : NULL;
  run->measures = measures != NULL ? g_memdup2 (measures, sizeof *measures) : NULL;
  return run;
}

/* The run shown, where it is over and of the data of now. */
static void
keep_shown (EqpSession       *self,
            EqpWorkspaceFile *file)
{
  EqpRun *run = eqp_workspace_get_run (self->workspace);
  const EqpResult *result = run != NULL && eqp_run_is_over (run) ? eqp_run_get_result (run) : NULL;
  EqpRunRecord *record;
  EqpKeptRun *kept;
  EqpLabels **last;
  guint place;

  if (result == NULL || eqp_run_get_n_steps (run) == 0 || eqp_run_get_latest_labels (run) == NULL ||
      eqp_run_get_dataset (run) != eqp_workspace_get_prepared (self->workspace))
    return;
  record = _eqp_run_list_describe (self->runs, run);
  if (record == NULL)
    return;
  if (!_eqp_run_list_find (self->runs, record, &place))
    {
      place = file->runs->len;
      g_ptr_array_add (file->runs, keep_run (self, record));
    }
  kept = g_ptr_array_index (file->runs, place);
  if (kept->labels == NULL)
    kept->labels = eqp_labels_new (result->n, result->k, result->labels);
  file->shown = place;
  file->step = eqp_workspace_is_following (self->workspace) ? -1 : eqp_workspace_get_step (self->workspace);
  file->trace = eqp_run_dup_trace (run);
  last = (EqpLabels **) &g_ptr_array_index (file->trace->labels, file->trace->labels->len - 1);
  if (*last == NULL)
    *last = eqp_labels_ref (eqp_run_get_latest_labels (run));
}

static void
keep_params (EqpSession       *self,
             EqpWorkspaceFile *file)
{
  gsize n;
  const EqpSolver *const *solvers = eqp_solvers_get (&n);

  for (gsize i = 0; i < n; i++)
    {
      const double *own = eqp_workspace_get_kept_params (self->workspace, solvers[i]);

      if (own != NULL && solvers[i] != file->settings.solver)
        g_hash_table_replace (file->kept_params, (gpointer) solvers[i],
                              g_memdup2 (own, sizeof file->settings.params.own));
    }
}

/**
 * eqp_session_capture:
 * @self: a session that can be saved
 *
 * Time O(runs k), nothing that grows with the rows.
 *
 * Returns: (transfer full): all of it, to be written in a thread
 */
EqpWorkspaceFile *
eqp_session_capture (EqpSession *self)
{
  EqpWorkspaceFile *file = eqp_workspace_file_new ();
  EqpDataset *base = eqp_data_chain_get_base (self->chain);

  file->data = g_strdup (eqp_workspace_get_source (self->workspace));
  file->rows = eqp_dataset_get_n (base);
  file->base = eqp_dataset_ref (base);
  if (base == self->hash_of)
    file->hash = g_strdup (self->hash);
  file->import = *eqp_data_chain_get_import (self->chain);
  eqp_edit_free (file->edit);
  file->edit = eqp_edit_copy (eqp_data_chain_get_edit (self->chain));
  file->preparation = *eqp_workspace_get_preparation (self->workspace);
  for (int kind = 0; kind < EQP_N_GIVEN; kind++)
    file->given.from[kind] = eqp_workspace_get_given_source (self->workspace, kind);
  file->settings = *eqp_workspace_get_settings (self->workspace);
  keep_params (self, file);
  file->gamma = eqp_workspace_get_gamma (self->workspace);
  file->gamma_rel = eqp_workspace_get_gamma_rel (self->workspace);
  file->projection = *eqp_workspace_get_projection_spec (self->workspace);
  file->show_graph = eqp_workspace_get_show_graph (self->workspace);
  if (self->view != NULL)
    self->view (file, self->view_data);
  for (guint i = 0; i < self->runs->records->len; i++)
    g_ptr_array_add (file->runs, keep_run (self, g_ptr_array_index (self->runs->records, i)));
  for (guint i = 0; i < self->runs->pins->len; i++)
    {
      guint place;

      if (_eqp_run_list_find (self->runs, g_ptr_array_index (self->runs->pins, i), &place))
        g_array_append_val (file->pins, place);
    }
  keep_shown (self, file);
  return file;
}

/* ---- Writing ---------------------------------------------------------------------------------------------------- */

typedef struct
{
  EqpWorkspaceFile *file;
  char             *path;
  char             *signature;
  EqpRecovery      *recovery;  /* where the file is kept, not saved */
} SaveJob;

static void
save_job_free (gpointer data)
{
  SaveJob *job = data;

  eqp_workspace_file_free (job->file);
  g_free (job->path);
  g_free (job->signature);
  eqp_recovery_unref (job->recovery);
  g_free (job);
}

static void
save_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  SaveJob *job = task_data;
  GError *error = NULL;
  gboolean saved = job->recovery != NULL ? eqp_recovery_write (job->recovery, job->file, &error)
                                         : eqp_workspace_file_save (job->file, job->path, &error);

  if (saved)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* What it took to find out need not be found out again. */
static void
take_hash (EqpSession    *self,
           const SaveJob *job)
{
  if (job->file->base != eqp_data_chain_get_base (self->chain) || job->file->hash == NULL)
    return;
  self->hash_of = job->file->base;
  g_free (self->hash);
  self->hash = g_strdup (job->file->hash);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) outer = user_data;
  EqpSession *self = g_task_get_source_object (outer);
  SaveJob *job = g_task_get_task_data (G_TASK (result));
  GError *error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      g_task_return_error (outer, error);
      return;
    }
  take_hash (self, job);
  /* Other data may have come while it was written; they are another workspace. */
  if (self->opening == EQP_OPENING_NOTHING &&
      g_strcmp0 (job->file->data, eqp_workspace_get_source (self->workspace)) == 0)
    {
      g_free (self->path);
      self->path = g_strdup (job->path);
      g_free (self->data);
      self->data = g_strdup (job->file->data);
      g_free (self->signature);
      self->signature = g_strdup (job->signature);
    }
  if (self->recovery != NULL && !eqp_session_is_unsaved (self))
    eqp_recovery_remove (self->recovery);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  g_task_return_pointer (outer, g_strdup (job->path), g_free);
}

static SaveJob *
save_job_new (EqpSession *self)
{
  SaveJob *job = g_new0 (SaveJob, 1);

  job->file = eqp_session_capture (self);
  job->signature = _eqp_session_dup_signature (self);
  return job;
}

/**
 * eqp_session_save_async:
 * @self: a session that can be saved
 * @path: where to
 * @callback: called when it is written
 * @user_data: for @callback
 */
void
eqp_session_save_async (EqpSession          *self,
                        const char          *path,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  GTask *outer = g_task_new (self, NULL, callback, user_data);
  g_autoptr (GTask) task = NULL;
  SaveJob *job;

  g_task_set_source_tag (outer, eqp_session_save_async);
  /* What the slider has come to rest on is a run of the list. */
  _eqp_run_list_flush (self->runs);
  job = save_job_new (self);
  job->path = g_strdup (path);
  eqp_workspace_file_limit (job->file, EQP_RUN_LIST_BUDGET * 4);
  task = g_task_new (NULL, NULL, saved_cb, outer);
  g_task_set_task_data (task, job, save_job_free);
  g_task_run_in_thread (task, save_thread);
}

/**
 * eqp_session_save_finish:
 * @self: a session
 * @result: what the callback got
 * @error: one sentence
 *
 * Returns: (transfer full) (nullable): where it was saved
 */
char *
eqp_session_save_finish (EqpSession    *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

/* ---- What nobody has saved -------------------------------------------------------------------------------------- */

/* Tasks do not hold the session, which may go on the main thread only. */
GWeakRef *
_eqp_session_owner_new (EqpSession *self)
{
  GWeakRef *owner = g_new0 (GWeakRef, 1);

  g_weak_ref_init (owner, self);
  return owner;
}

/* For the callback of a task. */
EqpSession *
_eqp_session_take_owner (gpointer user_data)
{
  GWeakRef *owner = user_data;
  EqpSession *self = g_weak_ref_get (owner);

  g_weak_ref_clear (owner);
  g_free (owner);
  return self;
}

static void
kept_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (EqpSession) self = _eqp_session_take_owner (user_data);

  if (self == NULL)
    return;
  self->keeping = FALSE;
  /* A disk that is full is told when something is saved; until then there is nothing that anybody asked for. */
  if (g_task_propagate_boolean (G_TASK (result), NULL))
    take_hash (self, g_task_get_task_data (G_TASK (result)));
  /* All may have been saved meanwhile. */
  if (!eqp_session_is_unsaved (self))
    eqp_recovery_remove (self->recovery);
}

static gboolean
keep_cb (gpointer user_data)
{
  EqpSession *self = user_data;
  g_autoptr (GTask) task = NULL;
  SaveJob *job;

  if (self->keeping)
    return G_SOURCE_CONTINUE;
  self->keep_source = 0;
  if (!eqp_session_can_save (self) || !eqp_session_is_unsaved (self))
    return G_SOURCE_REMOVE;
  if (self->recovery == NULL)
    self->recovery = eqp_recovery_new ();
  job = save_job_new (self);
  job->recovery = eqp_recovery_ref (self->recovery);
  eqp_workspace_file_limit (job->file, EQP_RECOVERY_BYTES);
  task = g_task_new (NULL, NULL, kept_cb, _eqp_session_owner_new (self));
  g_task_set_task_data (task, job, save_job_free);
  self->keeping = TRUE;
  g_task_run_in_thread (task, save_thread);
  return G_SOURCE_REMOVE;
}

static void
consider_keeping (EqpSession *self)
{
  if (self->keep_seconds > 0 && self->keep_source == 0 && self->opening == EQP_OPENING_NOTHING)
    self->keep_source = g_timeout_add_seconds (self->keep_seconds, keep_cb, self);
}

/**
 * eqp_session_keep:
 * @self: a session
 * @seconds: how long after a run, at most, it is written down, and so seldom; 0: never
 *
 * What is not saved survives the program from now on.
 */
void
eqp_session_keep (EqpSession *self,
                  guint       seconds)
{
  self->keep_seconds = seconds;
  consider_keeping (self);
}

/**
 * eqp_session_end:
 * @self: a session
 *
 * The window is closed: what was not saved is the last session from now on.
 */
void
eqp_session_end (EqpSession *self)
{
  g_autoptr (EqpWorkspaceFile) file = NULL;

  g_clear_handle_id (&self->keep_source, g_source_remove);
  if (self->keep_seconds == 0)
    return;
  self->keep_seconds = 0;
  if (eqp_session_can_save (self) && eqp_session_is_unsaved (self))
    {
      file = eqp_session_capture (self);
      eqp_workspace_file_limit (file, EQP_RECOVERY_BYTES);
      if (self->recovery == NULL)
        self->recovery = eqp_recovery_new ();
    }
  if (self->recovery != NULL)
    eqp_recovery_end (self->recovery, file);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
data_changed_cb (EqpSession *self)
{
  if (self->hash_of != eqp_data_chain_get_base (self->chain))
    self->hash_of = NULL;
  /* Other data were opened: what is saved from now on is another workspace. */
  if (self->opening == EQP_OPENING_NOTHING && self->path != NULL && self->data != NULL &&
      g_strcmp0 (self->data, eqp_workspace_get_source (self->workspace)) != 0)
    {
      g_clear_pointer (&self->path, g_free);
      g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
    }
  _eqp_session_look (self);
}

static gboolean
question_cb (EqpSession *self)
{
  _eqp_session_look (self);
  return FALSE;
}

static void
eqp_session_dispose (GObject *object)
{
  EqpSession *self = EQP_SESSION (object);

  g_clear_handle_id (&self->keep_source, g_source_remove);
  _eqp_session_give_up (self);
  g_clear_pointer (&self->recovery, eqp_recovery_unref);
  g_clear_pointer (&self->restored, eqp_recovery_unref);
  g_clear_object (&self->runs);
  g_clear_object (&self->chain);
  g_clear_object (&self->workspace);
  g_clear_pointer (&self->path, g_free);
  g_clear_pointer (&self->signature, g_free);
  g_clear_pointer (&self->hash, g_free);
  g_clear_pointer (&self->data, g_free);

  G_OBJECT_CLASS (eqp_session_parent_class)->dispose (object);
}

static void
eqp_session_class_init (EqpSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_session_dispose;

  /**
   * EqpSession::changed:
   *
   * It has another file, or none any more.
   */
  signals[SIGNAL_CHANGED] =
      g_signal_new ("changed", EQP_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * EqpSession::opened:
   * @file: EqpWorkspaceFile of which all but page and colors is in force
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", EQP_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_POINTER);
  /**
   * EqpSession::failed:
   * @message: a full sentence; all is as it was
   */
  signals[SIGNAL_FAILED] = g_signal_new ("failed", EQP_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
  /**
   * EqpSession::told:
   * @message: a full sentence about what was opened
   */
  signals[SIGNAL_TOLD] = g_signal_new ("told", EQP_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                                       G_TYPE_STRING);
  /**
   * EqpSession::missing:
   * @path: the file of a workspace
   * @data: where its data were; it can be opened with the place where they are now
   */
  signals[SIGNAL_MISSING] = g_signal_new ("missing", EQP_TYPE_SESSION, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_STRING);
}

static void
eqp_session_init (EqpSession *self)
{
}

/**
 * eqp_session_new:
 * @workspace: what is open
 * @chain: how its data come about
 * @runs: its runs
 *
 * Returns: (transfer full): the session that they are
 */
EqpSession *
eqp_session_new (EqpWorkspace *workspace,
                 EqpDataChain *chain,
                 EqpRunList   *runs)
{
  EqpSession *self = g_object_new (EQP_TYPE_SESSION, NULL);

  self->workspace = g_object_ref (workspace);
  self->chain = g_object_ref (chain);
  self->runs = g_object_ref (runs);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (_eqp_session_look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "graph-changed", G_CALLBACK (_eqp_session_look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "busy-changed", G_CALLBACK (_eqp_session_look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "failed", G_CALLBACK (_eqp_session_look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "question", G_CALLBACK (question_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (chain, "changed", G_CALLBACK (_eqp_session_look), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (runs, "items-changed", G_CALLBACK (consider_keeping), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (runs, "record-changed", G_CALLBACK (consider_keeping), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * eqp_session_set_view:
 * @self: a session
 * @view: (nullable): tells what is seen
 * @user_data: for @view
 */
void
eqp_session_set_view (EqpSession     *self,
                      EqpSessionView  view,
                      gpointer        user_data)
{
  self->view = view;
  self->view_data = user_data;
}

/**
 * eqp_session_get_path:
 * @self: a session
 *
 * Returns: (transfer none) (nullable): the file it was saved to or opened from
 */
const char *
eqp_session_get_path (EqpSession *self)
{
  return self->path;
}

void
_eqp_session_told (EqpSession *self,
                   const char *message)
{
  g_signal_emit (self, signals[SIGNAL_TOLD], 0, message);
}

void
_eqp_session_failed (EqpSession *self,
                     const char *message)
{
  g_signal_emit (self, signals[SIGNAL_FAILED], 0, message);
}

void
_eqp_session_missing (EqpSession *self,
                      const char *path,
                      const char *data)
{
  g_signal_emit (self, signals[SIGNAL_MISSING], 0, path, data);
}

void
_eqp_session_opened (EqpSession             *self,
                     const EqpWorkspaceFile *file)
{
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, file);
  consider_keeping (self);
}
