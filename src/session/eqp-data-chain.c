/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the file to what the methods see: how it is read, what is chosen of it, how it is prepared. The order of the
 * steps is fixed, and is that of the terminal program, so that a chain is a command line. Each change can be undone:
 * what is kept for that are the choices, not the data. What the columns are like and what is odd about them is found
 * out in threads. */
#include "config.h"

#include "eqp-data-chain-private.h"

#include <glib/gi18n.h>

#include "eqp-release.h"

G_DEFINE_FINAL_TYPE (EqpDataChain, eqp_data_chain, G_TYPE_OBJECT)

enum {
  SIGNAL_CHANGED,
  SIGNAL_FACTS_CHANGED,
  SIGNAL_DONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
push_undo (EqpDataChain *self,
           const char   *what)
{
  g_ptr_array_add (self->undo, _eqp_chain_state_new (self, what));
}

static void
release_dataset (EqpDataset **dataset)
{
  eqp_release (g_steal_pointer (dataset), (GDestroyNotify) eqp_dataset_unref);
}

/**
 * _eqp_data_chain_emit_facts:
 * @self: a chain of whose data more is known now
 */
void
_eqp_data_chain_emit_facts (EqpDataChain *self)
{
  g_signal_emit (self, signals[SIGNAL_FACTS_CHANGED], 0);
}

/* Tells what is in force now, offers to undo it, and lets the run follow. What runs are to be given may still have to
 * be read. */
static void
tell (EqpDataChain *self)
{
  g_autofree char *what = NULL;

  if (self->told != NULL && !eqp_workspace_knows_given (self->workspace))
    {
      self->awaiting_given = TRUE;
      g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
      return;
    }
  what = g_steal_pointer (&self->told);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  if (what != NULL)
    g_signal_emit (self, signals[SIGNAL_DONE], 0, what);
  _eqp_chain_tell_refused (self);
  eqp_workspace_follow (self->workspace);
}

static void
forget_base (EqpDataChain *self)
{
  _eqp_chain_cancel (&self->edit_cancellable);
  _eqp_chain_cancel (&self->profile_cancellable);
  g_clear_pointer (&self->profile, eqp_profile_unref);
  _eqp_data_chain_forget_findings (self);
  release_dataset (&self->base);
}

/* ---- Carrying out ----------------------------------------------------------------------------------------------- */

/* The last part of a change: the workspace has the data, now they are prepared as asked for. */
static void
prepare (EqpDataChain         *self,
         const EqpPreparation *preparation)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  EqpPreparation wanted = *preparation;

  /* There may be fewer columns than there were. */
  wanted.pca = (gint) MIN (wanted.pca, MIN (eqp_dataset_get_n (dataset), eqp_dataset_get_d (dataset)));
  wanted.whiten = wanted.whiten && wanted.pca > 0;
  if (wanted.pca_from > wanted.pca)
    wanted.pca_from = 0;
  self->preparation = wanted;
  if (eqp_preparation_equal (&wanted, eqp_workspace_get_preparation (self->workspace)))
    tell (self);
  else
    {
      self->awaiting = TRUE;
      eqp_workspace_set_preparation (self->workspace, &wanted);
    }
}

static void
give (EqpDataChain         *self,
      EqpDataset           *dataset,
      const EqpPreparation *preparation,
      gint                  k)
{
  EqpOpenSettings settings = { .k = k, .same_data = TRUE };

  self->giving = TRUE;
  eqp_workspace_take_dataset (self->workspace, dataset, &settings);
  self->giving = FALSE;
  _eqp_data_chain_forget_findings (self);
  _eqp_data_chain_look (self);
  prepare (self, preparation);
}

static void
edit_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  EqpChainJob *job = task_data;
  GError *error = NULL;
  EqpDataset *dataset = eqp_dataset_edit (job->dataset, job->edit, cancellable, &error);

  if (dataset != NULL)
    g_task_return_pointer (task, dataset, (GDestroyNotify) eqp_dataset_unref);
  else
    g_task_return_error (task, error);
}

/* What was asked for did not come about; an undo that failed has taken nothing from the stack that should stay. */
static void
drop_told (EqpDataChain *self)
{
  if (self->told != NULL && self->undo->len > 0)
    g_ptr_array_set_size (self->undo, (gint) self->undo->len - 1);
  g_clear_pointer (&self->told, g_free);
}

static void
edited_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (EqpDataChain) self = _eqp_chain_job_take_owner (result);
  EqpChainJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = g_task_propagate_pointer (G_TASK (result), &error);
  g_autoptr (EqpEdit) old = NULL;
  EqpPreparation preparation;

  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->edit_cancellable)
    return;
  g_clear_object (&self->edit_cancellable);
  if (dataset == NULL)
    {
      drop_told (self);
      g_signal_emit_by_name (self->workspace, "failed", error->message);
      g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
      return;
    }
  old = g_steal_pointer (&self->edit);
  self->edit = g_steal_pointer (&job->edit);
  preparation = self->preparation;
  give (self, g_steal_pointer (&dataset), &preparation, job->k);
}

static void
carry_out_edit (EqpDataChain  *self,
                const EqpEdit *edit,
                gint           k)
{
  EqpChainJob *job = _eqp_chain_job_new (self, self->base);

  job->edit = eqp_edit_copy (edit);
  job->k = k;
  _eqp_chain_job_start (job, &self->edit_cancellable, edited_cb, edit_thread);
}

/* Brings about a state that is not in force: read again where that differs, then chosen, then prepared. */
static void
reach (EqpDataChain  *self,
       EqpChainState *state)
{
  EqpSettings settings = *eqp_workspace_get_settings (self->workspace);

  if (!_eqp_chain_same_import (&state->import, eqp_workspace_get_import (self->workspace)))
    {
      EqpOpenSettings open = { .k = state->k,
                               .same_data = TRUE,
                               .weights = state->given.from[EQP_GIVEN_WEIGHTS] };

      g_clear_pointer (&self->pending, _eqp_chain_state_free);
      self->pending = state;
      eqp_workspace_open_with (self->workspace, eqp_workspace_get_source (self->workspace), &state->import, &open);
      return;
    }
  self->preparation = state->preparation;
  _eqp_chain_give (self, &state->given, 0);
  if (!eqp_edit_equal (state->edit, self->edit))
    carry_out_edit (self, state->edit, state->k);
  else
    {
      if (settings.params.k != state->k)
        {
          settings.params.k = state->k;
          eqp_workspace_set_settings (self->workspace, &settings);
          eqp_workspace_follow (self->workspace);
        }
      prepare (self, &state->preparation);
    }
  _eqp_chain_state_free (state);
}

/* ---- From the workspace ----------------------------------------------------------------------------------------- */

static void
data_changed_cb (EqpDataChain *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  EqpChainState *state;

  if (self->giving)
    return;
  state = g_steal_pointer (&self->pending);
  /* Something else was opened before the reading that was asked for here came to its end. */
  if (state != NULL
      && (g_strcmp0 (state->source, eqp_workspace_get_source (self->workspace)) != 0
          || !_eqp_chain_same_import (&state->import, eqp_workspace_get_import (self->workspace))))
    g_clear_pointer (&state, _eqp_chain_state_free);
  if (state != NULL && state->by_name)
    {
      EqpEdit *carried = _eqp_chain_carry_over (self->base, state->edit, dataset);

      eqp_edit_free (state->edit);
      state->edit = carried;
    }
  forget_base (self);
  self->base = eqp_dataset_ref (dataset);
  g_clear_pointer (&self->edit, eqp_edit_free);
  self->edit = eqp_edit_new ();
  self->preparation = (EqpPreparation){ 0 };
  self->awaiting = self->awaiting_given = FALSE;
  /* Other data: what was done to the ones before has no meaning for them. */
  if (state == NULL || state->fresh)
    {
      g_ptr_array_set_size (self->undo, 0);
      g_clear_pointer (&self->told, g_free);
    }
  if (state == NULL)
    {
      g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
      _eqp_data_chain_look (self);
      return;
    }

  self->preparation = state->preparation;
  _eqp_chain_give (self, &state->given, EQP_GIVEN_WEIGHTS + 1);
  _eqp_data_chain_look (self);
  if (!eqp_edit_is_empty (state->edit))
    carry_out_edit (self, state->edit, state->k);
  else
    prepare (self, &state->preparation);
  _eqp_chain_state_free (state);
}

/* What was asked for here cannot be read: all is as it was. */
static void
give_up (EqpDataChain *self)
{
  self->awaiting_given = FALSE;
  g_clear_pointer (&self->told, g_free);
  if (self->undo->len > 0)
    reach (self, g_ptr_array_steal_index (self->undo, self->undo->len - 1));
}

/* Whether the workspace has gone back to what was given before the newest change. */
static gboolean
is_as_before (EqpDataChain *self)
{
  const EqpChainState *before = self->undo->len > 0 ? g_ptr_array_index (self->undo, self->undo->len - 1) : NULL;
  EqpGivenSources now = _eqp_chain_given (self);

  return before != NULL && eqp_given_sources_equal (&before->given, &now);
}

/* Whether what was asked for here is read. */
static void
settle_given (EqpDataChain *self)
{
  if (eqp_workspace_get_given_error (self->workspace) != NULL)
    {
      g_free (self->refused);
      self->refused = g_strdup (eqp_workspace_get_given_error (self->workspace));
      give_up (self);
    }
  else if (eqp_workspace_knows_given (self->workspace))
    {
      self->awaiting_given = FALSE;
      tell (self);
    }
}

/* What was changed elsewhere in the window can be undone here, too. */
static void
settings_changed_cb (EqpDataChain *self)
{
  const EqpPreparation *preparation = eqp_workspace_get_preparation (self->workspace);
  gboolean same = eqp_preparation_equal (preparation, &self->preparation);

  if (self->giving || self->base == NULL)
    return;
  _eqp_data_chain_look (self);
  if (self->pending != NULL || self->edit_cancellable != NULL || eqp_workspace_is_preparing (self->workspace))
    return;
  if (self->awaiting_given && !self->awaiting)
    {
      settle_given (self);
      return;
    }
  if (self->awaiting && same)
    {
      self->awaiting = FALSE;
      tell (self);
      return;
    }
  if (self->awaiting)
    drop_told (self);
  else if (!same)
    push_undo (self, _ ("Preparation changed"));
  else
    return;
  self->awaiting = FALSE;
  self->preparation = *preparation;
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Reading that was asked for here may fail; then all is as it was, and so is the stack. */
static void
failed_cb (EqpDataChain *self)
{
  if (self->awaiting_given && self->pending == NULL && is_as_before (self))
    give_up (self);
  if (self->pending == NULL || eqp_workspace_is_loading (self->workspace))
    return;
  g_clear_pointer (&self->pending, _eqp_chain_state_free);
  drop_told (self);
  /* Where there were no data before there are none now. */
  if (self->base != NULL)
    g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static gboolean
check_pending_cb (gpointer user_data)
{
  failed_cb (user_data);
  return G_SOURCE_REMOVE;
}

/* Where the user gives the reading up there is no other word of it; where it has come to its end the data follow at
 * once. */
static void
busy_changed_cb (EqpDataChain *self)
{
  if (self->pending != NULL && !eqp_workspace_is_loading (self->workspace))
    g_idle_add_full (G_PRIORITY_DEFAULT, check_pending_cb, g_object_ref (self), g_object_unref);
}

static gboolean
question_cb (EqpDataChain *self)
{
  failed_cb (self);
  return FALSE;
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_data_chain_dispose (GObject *object)
{
  EqpDataChain *self = EQP_DATA_CHAIN (object);

  forget_base (self);
  if (self->workspace != NULL)
    g_signal_handlers_disconnect_by_data (self->workspace, self);
  g_clear_object (&self->workspace);
  g_clear_pointer (&self->pending, _eqp_chain_state_free);
  g_clear_pointer (&self->edit, eqp_edit_free);
  g_clear_pointer (&self->undo, g_ptr_array_unref);
  g_clear_pointer (&self->told, g_free);
  g_clear_pointer (&self->refused, g_free);

  G_OBJECT_CLASS (eqp_data_chain_parent_class)->dispose (object);
}

static void
eqp_data_chain_class_init (EqpDataChainClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_data_chain_dispose;

  /**
   * EqpDataChain::changed:
   *
   * Other data, or other steps are in force.
   */
  signals[SIGNAL_CHANGED] =
      g_signal_new ("changed", EQP_TYPE_DATA_CHAIN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * EqpDataChain::facts-changed:
   *
   * Profile or findings are known.
   */
  signals[SIGNAL_FACTS_CHANGED] =
      g_signal_new ("facts-changed", EQP_TYPE_DATA_CHAIN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * EqpDataChain::done:
   * @what: the change that is in force now, for people
   *
   * A change that was asked for here, and that can be undone.
   */
  signals[SIGNAL_DONE] =
      g_signal_new ("done", EQP_TYPE_DATA_CHAIN, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
eqp_data_chain_init (EqpDataChain *self)
{
  self->edit = eqp_edit_new ();
  self->undo = g_ptr_array_new_with_free_func (_eqp_chain_state_free);
}

/**
 * eqp_data_chain_new:
 * @workspace: what gets the data
 *
 * Returns: (transfer full): the chain of its data
 */
EqpDataChain *
eqp_data_chain_new (EqpWorkspace *workspace)
{
  EqpDataChain *self = g_object_new (EQP_TYPE_DATA_CHAIN, NULL);

  self->workspace = g_object_ref (workspace);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (settings_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "failed", G_CALLBACK (failed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "busy-changed", G_CALLBACK (busy_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "question", G_CALLBACK (question_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/**
 * eqp_data_chain_get_base:
 * @self: a chain
 *
 * Returns: (transfer none) (nullable): the data as they were read, with all columns and rows
 */
EqpDataset *
eqp_data_chain_get_base (EqpDataChain *self)
{
  return self->base;
}

/**
 * eqp_data_chain_get_import:
 * @self: a chain
 *
 * Returns: (transfer none): how they were read
 */
const EqpImportOptions *
eqp_data_chain_get_import (EqpDataChain *self)
{
  return eqp_workspace_get_import (self->workspace);
}

/**
 * eqp_data_chain_get_edit:
 * @self: a chain
 *
 * Returns: (transfer none): what is chosen of them
 */
const EqpEdit *
eqp_data_chain_get_edit (EqpDataChain *self)
{
  return self->edit;
}

/**
 * eqp_data_chain_get_profile:
 * @self: a chain
 *
 * Returns: (transfer none) (nullable): what the columns as read are like, once it is known
 */
EqpProfile *
eqp_data_chain_get_profile (EqpDataChain *self)
{
  return self->profile;
}

/**
 * eqp_data_chain_get_findings:
 * @self: a chain
 *
 * Returns: (transfer none) (nullable) (element-type EqpFinding): what is odd about the chosen data, once it is known;
 * columns are counted among those chosen
 */
GPtrArray *
eqp_data_chain_get_findings (EqpDataChain *self)
{
  return self->findings;
}

/**
 * eqp_data_chain_set_watched:
 * @self: a chain
 * @watched: whether somebody looks at profile and findings
 */
void
eqp_data_chain_set_watched (EqpDataChain *self,
                            gboolean      watched)
{
  self->watched = watched;
  _eqp_data_chain_look (self);
}

/* ---- Changes ---------------------------------------------------------------------------------------------------- */

static void
change (EqpDataChain *self,
        const char   *what)
{
  push_undo (self, what);
  g_free (self->told);
  self->told = g_strdup (what);
}

/**
 * eqp_data_chain_set_edit:
 * @self: a chain with data
 * @edit: what to choose of them
 * @what: the change, for people
 *
 * Carried out in a thread; ::done follows, or the workspace's ::failed, and all is as it was.
 */
void
eqp_data_chain_set_edit (EqpDataChain  *self,
                         const EqpEdit *edit,
                         const char    *what)
{
  if (self->base == NULL || self->edit_cancellable != NULL || self->pending != NULL ||
      eqp_edit_equal (edit, self->edit))
    return;
  change (self, what);
  /* Other classes ask for another number of clusters. */
  carry_out_edit (self, edit,
                  edit->label == self->edit->label && edit->no_labels == self->edit->no_labels
                      ? eqp_workspace_get_settings (self->workspace)->params.k
                      : 0);
}

/**
 * eqp_data_chain_set_preparation:
 * @self: a chain with data
 * @preparation: how to prepare what was chosen
 * @what: the change, for people
 */
void
eqp_data_chain_set_preparation (EqpDataChain         *self,
                                const EqpPreparation *preparation,
                                const char           *what)
{
  if (self->base == NULL || eqp_preparation_equal (preparation, &self->preparation))
    return;
  change (self, what);
  prepare (self, preparation);
}

/**
 * eqp_data_chain_set_import:
 * @self: a chain whose data come from a file
 * @import: how to read them
 * @what: the change, for people
 *
 * Reads again; columns of the same names keep their roles, the preparation stays, and so do the weights, where their
 * column is still left out.
 */
void
eqp_data_chain_set_import (EqpDataChain           *self,
                           const EqpImportOptions *import,
                           const char             *what)
{
  const char *weights = eqp_workspace_get_given_source (self->workspace, EQP_GIVEN_WEIGHTS);
  EqpChainState *state;

  if (self->base == NULL || self->pending != NULL || self->edit_cancellable != NULL ||
      eqp_workspace_get_source (self->workspace) == NULL)
    return;
  state = _eqp_chain_state_new (self, NULL);
  change (self, what);
  state->import = *import;
  state->by_name = TRUE;
  if (g_strcmp0 (import->labels, weights) == 0)
    state->import.ignore = _eqp_chain_change_ignored (import->ignore, weights, NULL);
  if (!_eqp_chain_is_ignored (&state->import, weights))
    state->given.from[EQP_GIVEN_WEIGHTS] = NULL;
  reach (self, state);
}

static void
set_weights (EqpChainState *state,
             const char    *column,
             gboolean       ignored)
{
  const char *before = state->given.from[EQP_GIVEN_WEIGHTS];

  state->import.ignore = _eqp_chain_change_ignored (state->import.ignore, ignored ? NULL : before, column);
  if (column != NULL)
    state->import.ledger_limit = EQP_LABEL_FILE_LEDGER;
  state->given.from[EQP_GIVEN_WEIGHTS] = g_intern_string (column);
  state->by_name = TRUE;
}

/**
 * eqp_data_chain_set_weights:
 * @self: a chain whose data come from a file
 * @column: (nullable): name or number of the column that says how many times each row counts; %NULL: once
 * @ignored: whether the column that said it so far is left out from now on; it is a feature otherwise
 * @what: the change, for people
 *
 * Reads again, since the column is no feature then.
 */
void
eqp_data_chain_set_weights (EqpDataChain *self,
                            const char   *column,
                            gboolean      ignored,
                            const char   *what)
{
  EqpChainState *state;

  if (self->base == NULL || self->pending != NULL || self->edit_cancellable != NULL ||
      eqp_workspace_get_source (self->workspace) == NULL ||
      g_strcmp0 (column, eqp_workspace_get_given_source (self->workspace, EQP_GIVEN_WEIGHTS)) == 0)
    return;
  state = _eqp_chain_state_new (self, NULL);
  change (self, what);
  set_weights (state, column, ignored);
  reach (self, state);
}

/**
 * eqp_data_chain_set_given:
 * @self: a chain with data
 * @kind: what runs are given, but the weights
 * @source: (nullable): see eqp_workspace_set_given_source()
 * @what: the change, for people
 *
 * Read in a thread; ::done follows, or the workspace's ::failed, and all is as it was.
 */
void
eqp_data_chain_set_given (EqpDataChain *self,
                          EqpGivenKind  kind,
                          const char   *source,
                          const char   *what)
{
  if (self->base == NULL || self->pending != NULL || self->edit_cancellable != NULL || self->awaiting ||
      (source == NULL && eqp_workspace_get_given_source (self->workspace, kind) == NULL))
    return;
  change (self, what);
  self->awaiting_given = TRUE;
  eqp_workspace_set_given_source (self->workspace, kind, source);
}

/**
 * eqp_data_chain_restore:
 * @self: a chain with data
 * @preparation: how to prepare what was chosen
 * @weights: (nullable): column of the file for the weights of rows
 * @what: the change, for people
 *
 * Brings back what an earlier run had of both.
 */
void
eqp_data_chain_restore (EqpDataChain         *self,
                        const EqpPreparation *preparation,
                        const char           *weights,
                        const char           *what)
{
  EqpChainState *state;

  if (weights == eqp_workspace_get_given_source (self->workspace, EQP_GIVEN_WEIGHTS))
    {
      eqp_data_chain_set_preparation (self, preparation, what);
      return;
    }
  if (self->base == NULL || self->pending != NULL || self->edit_cancellable != NULL)
    return;
  state = _eqp_chain_state_new (self, NULL);
  change (self, what);
  set_weights (state, weights, FALSE);
  state->preparation = *preparation;
  reach (self, state);
}

/**
 * eqp_data_chain_set_k:
 * @self: a chain with data
 * @k: number of clusters
 * @what: the change, for people
 */
void
eqp_data_chain_set_k (EqpDataChain *self,
                      gint          k,
                      const char   *what)
{
  EqpSettings settings = *eqp_workspace_get_settings (self->workspace);

  if (settings.params.k == k)
    return;
  change (self, what);
  settings.params.k = k;
  eqp_workspace_set_settings (self->workspace, &settings);
  eqp_workspace_follow (self->workspace);
  tell (self);
}

/* ---- Undo ------------------------------------------------------------------------------------------------------- */

/**
 * eqp_data_chain_can_undo:
 * @self: a chain
 *
 * Returns: whether there is a change to take back
 */
gboolean
eqp_data_chain_can_undo (EqpDataChain *self)
{
  return self->undo->len > 0 && self->pending == NULL && self->edit_cancellable == NULL;
}

/**
 * eqp_data_chain_undo:
 * @self: a chain
 *
 * Takes the last change back.
 */
void
eqp_data_chain_undo (EqpDataChain *self)
{
  if (!eqp_data_chain_can_undo (self))
    return;
  g_clear_pointer (&self->told, g_free);
  reach (self, g_ptr_array_steal_index (self->undo, self->undo->len - 1));
}
