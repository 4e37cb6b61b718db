/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opens a workspace: the file is read in a thread, its data as any data are, and what was done to them; then settings
 * are set, and once graph and weights are there the runs are listed and the one that was shown is shown again, with all
 * its steps. Nothing is run. Until the data are read all stays as it is. */
#include "config.h"

#include "eqp-session-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "eqp-command-line.h"
#include "eqp-study-hash.h"
#include "eqp-workspace-private.h"

/* ---- Runs ------------------------------------------------------------------------------------------------------- */

/* The line that repeats a run names its data, which may be elsewhere now. */
static char *
dup_command (EqpSession *self,
             const char *command)
{
  g_autofree char *before = eqp_shell_word (self->file->data);
  g_autofree char *now = eqp_shell_word (self->data);
  g_autofree char *start = g_strdup_printf ("equipoise-cli run %s ", before);

  if (command == NULL || !g_str_has_prefix (command, start))
    return g_strdup (command);
  return g_strdup_printf ("equipoise-cli run %s %s", now, command + strlen (start));
}

static EqpRunRecord *
make_record (EqpSession *self,
             EqpKeptRun *run)
{
  EqpRunFacts facts = run->facts;
  EqpRunRecord *record;
  const char *source =
      facts.rows != NULL ? facts.rows : eqp_dataset_get_source (eqp_workspace_get_dataset (self->workspace));

  facts.rows = g_strdup_printf ("%" G_GINT64_FORMAT " %s", facts.n, source);
  facts.command = run->facts.rows == NULL ? dup_command (self, facts.command) : g_strdup (facts.command);
  facts.data_name = g_strdup (facts.data_name);
  facts.sizes = g_memdup2 (facts.sizes, sizeof (gint64) * (gsize) facts.k);
  record = eqp_run_record_new (&facts, run->labels);
  if (run->name != NULL)
    _eqp_run_record_set_name (record, run->name);
  if (run->measures != NULL)
    _eqp_run_record_take_measures (record, g_memdup2 (run->measures, sizeof *run->measures));
  return record;
}

static EqpResult *
make_result (const EqpKeptRun *run)
{
  const EqpRunFacts *facts = &run->facts;
  EqpResult *result = eqp_result_new (facts->n, 0, facts->k);

  eqp_labels_unpack (run->labels, result->labels);
  memcpy (result->sizes, facts->sizes, sizeof (gint64) * (gsize) facts->k);
  result->gamma = facts->params.gamma;
  result->objective = facts->objective;
  result->data_term = facts->data_term;
  result->penalty = facts->penalty;
  result->iterations = facts->iterations;
  result->seconds = facts->seconds;
  result->converged = facts->converged;
  result->cancelled = facts->cancelled;
  return result;
}

static void
show (EqpSession   *self,
      EqpKeptRun   *run,
      EqpRunRecord *record)
{
  EqpGiven *given = eqp_workspace_get_given (self->workspace);
  const EqpSolver *solver = run->facts.solver;
  EqpRun *shown;

  if (run->facts.n != eqp_dataset_get_n (eqp_workspace_get_prepared (self->workspace)) ||
      !eqp_preparation_equal (&run->facts.preparation, eqp_workspace_get_preparation (self->workspace)))
    return;
  if (solver == NULL)
    solver = _eqp_solver_of_imported (eqp_workspace_uses_graph (self->workspace) ? EQP_FAMILY_GRAPH
                                                                                  : EQP_FAMILY_KMEANS);
  shown = _eqp_workspace_run_restore (self->workspace, solver, &run->facts.params, make_result (run),
                                      self->file->trace, given != NULL && given->hash == run->facts.given_hash);
  _eqp_run_list_bind (shown, record);
  eqp_workspace_drain (self->workspace);
  if (eqp_workspace_get_run (self->workspace) == shown)
    eqp_workspace_set_step (self->workspace, self->file->step);
}

static void
take_runs (EqpSession *self)
{
  g_autoptr (GPtrArray) records = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) listed = g_ptr_array_new ();
  g_autoptr (GPtrArray) pinned = g_ptr_array_new ();
  EqpWorkspaceFile *file = self->file;

  for (guint i = 0; i < file->runs->len; i++)
    {
      EqpKeptRun *run = g_ptr_array_index (file->runs, i);

      g_ptr_array_add (records, make_record (self, run));
      if (run->listed)
        g_ptr_array_add (listed, g_ptr_array_index (records, i));
    }
  _eqp_run_list_append_kept (self->runs, listed);
  for (guint i = 0; i < file->runs->len; i++)
    {
      EqpKeptRun *run = g_ptr_array_index (file->runs, i);
      EqpRunRecord *record = g_ptr_array_index (records, i);

      /* Measures that were not there yet; those of data that were prepared otherwise nobody can make now. */
      if (run->listed && run->measures == NULL && run->labels != NULL &&
          eqp_run_list_is_comparable (self->runs, record) &&
          eqp_preparation_equal (&run->facts.preparation, eqp_workspace_get_preparation (self->workspace)))
        _eqp_run_list_measure (self->runs, record, eqp_workspace_get_prepared (self->workspace),
                               eqp_workspace_get_graph (self->workspace), eqp_workspace_get_given (self->workspace));
    }
  for (guint i = 0; i < file->pins->len; i++)
    g_ptr_array_add (pinned, g_ptr_array_index (records, g_array_index (file->pins, guint, i)));
  _eqp_run_list_pin_kept (self->runs, pinned);
  if (file->shown >= 0)
    show (self, g_ptr_array_index (file->runs, file->shown), g_ptr_array_index (records, file->shown));
}

/* ---- Settings --------------------------------------------------------------------------------------------------- */

static void
take_settings (EqpSession *self)
{
  const EqpWorkspaceFile *file = self->file;
  GHashTableIter iter;
  gpointer solver, own;

  /* Another method brings its own parameters as they were left; they are set after it. */
  eqp_workspace_set_settings (self->workspace, &file->settings);
  eqp_workspace_set_settings (self->workspace, &file->settings);
  g_hash_table_iter_init (&iter, file->kept_params);
  while (g_hash_table_iter_next (&iter, &solver, &own))
    eqp_workspace_keep_params (self->workspace, solver, own);
  eqp_workspace_set_gamma_rel (self->workspace, file->gamma_rel);
  if (eqp_workspace_get_gamma (self->workspace) != file->gamma)
    eqp_workspace_set_gamma (self->workspace, file->gamma);
  eqp_workspace_set_projection_spec (self->workspace, &file->projection);
  if (file->show_graph != eqp_workspace_get_show_graph (self->workspace))
    eqp_workspace_set_show_graph (self->workspace, file->show_graph);
}

/* ---- Data that are others now ----------------------------------------------------------------------------------- */

static void
hash_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  g_task_return_pointer (task, eqp_dataset_dup_hash (task_data), g_free);
}

static void
hashed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (EqpSession) self = _eqp_session_take_owner (user_data);
  g_autofree char *hash = g_task_propagate_pointer (G_TASK (result), NULL);
  EqpDataset *base = g_task_get_task_data (G_TASK (result));
  g_autofree char *told = g_object_steal_data (G_OBJECT (result), "eqp-told");

  if (self == NULL || hash == NULL || base != eqp_data_chain_get_base (self->chain))
    return;
  if (strcmp (hash, told) != 0)
    _eqp_session_told (self, _ ("The data have changed since the workspace was saved; its runs show the clusters of "
                                "the data before."));
  self->hash_of = base;
  g_free (self->hash);
  self->hash = g_steal_pointer (&hash);
}

static void
compare_data (EqpSession *self)
{
  EqpDataset *base = eqp_data_chain_get_base (self->chain);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, hashed_cb, _eqp_session_owner_new (self));

  g_task_set_task_data (task, eqp_dataset_ref (base), (GDestroyNotify) eqp_dataset_unref);
  g_object_set_data_full (G_OBJECT (task), "eqp-told", g_strdup (self->file->hash), g_free);
  g_task_run_in_thread (task, hash_thread);
}

/* ---- One after the other ---------------------------------------------------------------------------------------- */

/* Forgets what is being opened. */
void
_eqp_session_give_up (EqpSession *self)
{
  self->opening = EQP_OPENING_NOTHING;
  g_clear_handle_id (&self->look_source, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->file, eqp_workspace_file_free);
  g_clear_pointer (&self->file_path, g_free);
}

/* Whether the file that is opened is that of the place that is restored. */
static gboolean
is_restored (EqpSession *self,
             const char *path)
{
  return self->restored != NULL && strcmp (path, eqp_recovery_get_path (self->restored)) == 0;
}

static void
finish (EqpSession *self)
{
  g_autoptr (EqpWorkspaceFile) file = NULL;

  take_runs (self);
  compare_data (self);
  g_free (self->path);
  g_free (self->signature);
  /* What nobody has saved is still to be saved. */
  self->path = self->owned ? NULL : g_strdup (self->file_path);
  self->signature = self->owned ? NULL : _eqp_session_dup_signature (self);
  if (is_restored (self, self->file_path))
    {
      eqp_recovery_unref (self->recovery);
      self->recovery = g_steal_pointer (&self->restored);
    }
  file = g_steal_pointer (&self->file);
  _eqp_session_give_up (self);
  _eqp_session_opened (self, file);
}

/* Whether the data that are open, and settled, are those that are waited for. */
static gboolean
are_those (EqpSession *self)
{
  EqpDataset *base = eqp_data_chain_get_base (self->chain);

  return g_strcmp0 (self->data, eqp_workspace_get_source (self->workspace)) == 0 &&
         eqp_dataset_get_n (base) == self->file->rows &&
         eqp_edit_equal (self->file->edit, eqp_data_chain_get_edit (self->chain));
}

static gboolean
look_cb (gpointer user_data)
{
  EqpSession *self = user_data;
  EqpWorkspace *workspace = self->workspace;

  self->look_source = 0;
  if (self->opening == EQP_OPENING_DATA)
    {
      /* They could not be read, which the workspace has told, or the user gave them up. */
      if (!eqp_workspace_is_loading (workspace) && g_strcmp0 (self->data, eqp_workspace_get_source (workspace)) != 0)
        _eqp_session_give_up (self);
      else if (eqp_data_chain_is_settled (self->chain) && !are_those (self))
        _eqp_session_give_up (self);
      else if (eqp_data_chain_is_settled (self->chain))
        {
          self->opening = EQP_OPENING_REST;
          take_settings (self);
        }
    }
  if (self->opening == EQP_OPENING_REST && !(eqp_workspace_uses_graph (workspace) &&
                                             eqp_workspace_get_graph (workspace) == NULL &&
                                             eqp_workspace_is_building_graph (workspace)) &&
      (eqp_workspace_knows_given (workspace) || eqp_workspace_get_given_error (workspace) != NULL))
    finish (self);
  return G_SOURCE_REMOVE;
}

/* Not in the midst of a signal, since others hear of it, too. */
void
_eqp_session_look (EqpSession *self)
{
  if (self->opening >= EQP_OPENING_DATA && self->look_source == 0)
    self->look_source = g_idle_add_full (G_PRIORITY_DEFAULT, look_cb, self, NULL);
}

static void
load_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  GError *error = NULL;
  EqpWorkspaceFile *file = eqp_workspace_file_load (task_data, &error);

  if (file != NULL)
    g_task_return_pointer (task, file, (GDestroyNotify) eqp_workspace_file_free);
  else
    g_task_return_error (task, error);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (EqpSession) self = _eqp_session_take_owner (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpWorkspaceFile) file = g_task_propagate_pointer (G_TASK (result), &error);
  g_autofree char *found = NULL;
  EqpOpenSettings settings = { 0 };

  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;
  if (file == NULL)
    {
      _eqp_session_give_up (self);
      _eqp_session_failed (self, error->message);
      return;
    }
  found = self->data != NULL ? g_strdup (self->data) : eqp_workspace_file_find_data (file, self->file_path);
  if (found == NULL)
    {
      g_autofree char *path = g_strdup (self->file_path);

      _eqp_session_give_up (self);
      _eqp_session_missing (self, path, file->data);
      return;
    }
  g_free (self->data);
  self->data = g_steal_pointer (&found);
  self->file = g_steal_pointer (&file);
  self->opening = EQP_OPENING_DATA;
  settings.solver = self->file->settings.solver;
  settings.k = self->file->settings.params.k;
  settings.rows = self->file->rows;
  eqp_data_chain_open (self->chain, self->data, &self->file->import, self->file->edit, &self->file->preparation,
                       &self->file->given, &settings);
}

static void
open_file (EqpSession *self,
           const char *path,
           const char *data,
           gboolean    owned)
{
  g_autoptr (GTask) task = NULL;

  _eqp_session_give_up (self);
  self->opening = EQP_OPENING_FILE;
  self->owned = owned;
  self->file_path = g_canonicalize_filename (path, NULL);
  g_free (self->data);
  self->data = g_strdup (data);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (NULL, self->cancellable, loaded_cb, _eqp_session_owner_new (self));
  g_task_set_task_data (task, g_strdup (self->file_path), g_free);
  g_task_run_in_thread (task, load_thread);
}

/**
 * eqp_session_open:
 * @self: a session without runs
 * @path: the file of a workspace
 * @data: (nullable): where its data are now, where they are not found
 *
 * ::opened follows; or ::failed, ::missing or that the workspace failed to read the data, and all stays as it is. The
 * last session, which nobody has saved, stays unsaved.
 */
void
eqp_session_open (EqpSession *self,
                  const char *path,
                  const char *data)
{
  g_autofree char *last = eqp_recovery_dup_last ();
  gboolean owned = g_strcmp0 (path, last) == 0 || is_restored (self, path);

  open_file (self, path, data, owned);
}

/**
 * eqp_session_restore:
 * @self: a session without runs
 * @recovery: a place that was claimed; it is this session's once it is opened
 *
 * As eqp_session_open(), for a session whose program has ended without a word. What cannot be opened, now or by this
 * version, stays to be offered again.
 */
void
eqp_session_restore (EqpSession  *self,
                     EqpRecovery *recovery)
{
  eqp_recovery_ref (recovery);
  eqp_recovery_unref (self->restored);
  self->restored = recovery;
  open_file (self, eqp_recovery_get_path (recovery), NULL, TRUE);
}

/**
 * eqp_session_is_opening:
 * @self: a session
 *
 * Returns: whether a workspace is being opened
 */
gboolean
eqp_session_is_opening (EqpSession *self)
{
  return self->opening != EQP_OPENING_NOTHING;
}
