/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The suggestion of the window: looked for in a thread, shown as soon as it stands, while what it is held against is
 * still being looked for, and carried out with one call. */
#include "config.h"

#include "eqp-suggest-model.h"

#include <glib/gi18n-lib.h>

#include "eqp-progress-box.h"

struct _EqpSuggestModel
{
  GObject         parent_instance;

  EqpWorkspace   *workspace;
  EqpDataChain   *chain;
  EqpDataset     *dataset;      /* what it is about, as read */
  GCancellable   *cancellable;  /* NULL: nothing is under way */
  EqpProgressBox *box;
  gint64          begun;        /* microseconds */
  double          budget;
  double          fraction;
  char           *what;

  EqpSuggestion  *suggestion;   /* NULL while a thread has it */
  EqpSuggestion   shown;        /* a copy of its fields; what they point at, no thread changes */
  gboolean        has_shown;

  EqpDataset     *applied_to;   /* as prepared before, borrowed, only compared */
  gboolean        applying;     /* the run waits for the preparation */
};

G_DEFINE_FINAL_TYPE (EqpSuggestModel, eqp_suggest_model, G_TYPE_OBJECT)

enum {
  SIGNAL_CHANGED,
  SIGNAL_PROGRESS,
  SIGNAL_FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

/* ---- In the thread ---------------------------------------------------------------------------------------------- */

typedef struct
{
  EqpDataset        *dataset;
  EqpSuggestOptions  options;
  EqpProgressBox    *box;
  EqpSuggestion     *suggestion; /* to be held against others; NULL: to be found */
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  eqp_dataset_unref (job->dataset);
  eqp_progress_box_unref (job->box);
  eqp_suggestion_free (job->suggestion);
  g_free (job);
}

static void
job_work (GTask        *task,
          gpointer      source,
          gpointer      data,
          GCancellable *cancellable)
{
  Job *job = data;
  const EqpProgress progress = { eqp_progress_box_report, job->box };
  EqpSuggestion *suggestion = g_steal_pointer (&job->suggestion);
  GError *error = NULL;

  if (suggestion == NULL)
    suggestion = eqp_suggest (job->dataset, &job->options, &progress, cancellable, &error);
  else
    eqp_suggest_beside (suggestion, eqp_dataset_get_labels (job->dataset), job->options.threads, &progress,
                        cancellable);
  if (suggestion != NULL)
    g_task_return_pointer (task, suggestion, (GDestroyNotify) eqp_suggestion_free);
  else
    g_task_return_error (task, error);
}

/* ---- On the main thread ----------------------------------------------------------------------------------------- */

static void
show_progress_cb (double      fraction,
                  const char *what,
                  gpointer    user_data)
{
  EqpSuggestModel *self = user_data;

  self->fraction = fraction;
  g_free (self->what);
  self->what = g_strdup (what);
  g_signal_emit (self, signals[SIGNAL_PROGRESS], 0);
}

static void
end (EqpSuggestModel *self)
{
  g_clear_object (&self->cancellable);
  if (self->box != NULL)
    eqp_progress_box_close (self->box);
  g_clear_pointer (&self->box, eqp_progress_box_unref);
  g_clear_pointer (&self->what, g_free);
  self->fraction = -1.0;
}

static void
drop (EqpSuggestModel *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  end (self);
  self->has_shown = FALSE;
  self->applying = FALSE;
  g_clear_pointer (&self->suggestion, eqp_suggestion_free);
  g_clear_pointer (&self->dataset, eqp_dataset_unref);
}

static void launch (EqpSuggestModel         *self,
                    const EqpSuggestOptions *options);

static void
worked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  GWeakRef *owner = user_data;
  g_autoptr (EqpSuggestModel) self = g_weak_ref_get (owner);
  Job *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  /* A suggestion that was found before it was stopped is one. */
  EqpSuggestion *suggestion = g_task_propagate_pointer (G_TASK (result), &error);
  gboolean found;

  g_weak_ref_clear (owner);
  g_free (owner);
  if (self == NULL || self->cancellable != g_task_get_cancellable (G_TASK (result)))
    {
      eqp_suggestion_free (suggestion);
      return;
    }
  found = !self->has_shown;
  self->suggestion = suggestion;
  self->has_shown = suggestion != NULL;
  if (suggestion == NULL)
    {
      gboolean stopped = g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);

      end (self);
      g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
      g_signal_emit (self, signals[SIGNAL_FAILED], 0,
                     stopped ? _ ("It was stopped before there was a suggestion.") : error->message);
      return;
    }
  self->shown = *suggestion;
  if (found && !g_cancellable_is_cancelled (self->cancellable))
    launch (self, &job->options);
  else
    end (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* Looks for a suggestion, or for what to hold it against. */
static void
launch (EqpSuggestModel         *self,
        const EqpSuggestOptions *options)
{
  GWeakRef *owner = g_new0 (GWeakRef, 1);
  g_autoptr (GTask) task = NULL;
  Job *job = g_new0 (Job, 1);

  job->dataset = eqp_dataset_ref (self->dataset);
  job->options = *options;
  job->box = eqp_progress_box_ref (self->box);
  job->suggestion = g_steal_pointer (&self->suggestion);
  /* The task may go last in its thread, and the model may not. */
  g_weak_ref_init (owner, self);
  task = g_task_new (NULL, self->cancellable, worked_cb, owner);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_source_tag (task, launch);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, job_work);
}

/**
 * eqp_suggest_model_start:
 * @self: a model whose workspace has data
 * @options: K or its range, and the seconds there are
 *
 * Looks for a suggestion in the place of the one before; ::changed tells when it stands, and once more when knee,
 * plateau and, of data with classes, the paper's grid search beside it are known.
 */
void
eqp_suggest_model_start (EqpSuggestModel         *self,
                         const EqpSuggestOptions *options)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  EqpSuggestOptions all = *options;

  if (dataset == NULL)
    return;
  drop (self);
  self->dataset = eqp_dataset_ref (dataset);
  self->cancellable = g_cancellable_new ();
  self->box = eqp_progress_box_new (show_progress_cb, self);
  self->begun = g_get_monotonic_time ();
  self->budget = options->seconds;
  all.threads = eqp_workspace_get_threads (self->workspace);
  all.weighted = eqp_workspace_get_given_source (self->workspace, EQP_GIVEN_WEIGHTS) != NULL;
  launch (self, &all);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/**
 * eqp_suggest_model_stop:
 * @self: a model
 *
 * Ends the search; the best of what was tried by then is suggested.
 */
void
eqp_suggest_model_stop (EqpSuggestModel *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
}

/**
 * eqp_suggest_model_get_workspace:
 * @self: a model
 *
 * Returns: (transfer none): whose data it is about
 */
EqpWorkspace *
eqp_suggest_model_get_workspace (EqpSuggestModel *self)
{
  return self->workspace;
}

/**
 * eqp_suggest_model_is_running:
 * @self: a model
 *
 * Returns: whether something is looked for
 */
gboolean
eqp_suggest_model_is_running (EqpSuggestModel *self)
{
  return self->cancellable != NULL;
}

/**
 * eqp_suggest_model_get_progress:
 * @self: a model
 * @progress: (out caller-allocates): where it stands; its text lives until the next ::progress
 */
void
eqp_suggest_model_get_progress (EqpSuggestModel    *self,
                                EqpSuggestProgress *progress)
{
  *progress = (EqpSuggestProgress) { self->fraction, self->what != NULL ? self->what : "",
                                     (double) (g_get_monotonic_time () - self->begun) / G_USEC_PER_SEC,
                                     self->budget };
}

/**
 * eqp_suggest_model_get_suggestion:
 * @self: a model
 *
 * Returns: (transfer none) (nullable): what is suggested, until ::changed; what is beside it may not be known yet
 */
const EqpSuggestion *
eqp_suggest_model_get_suggestion (EqpSuggestModel *self)
{
  return self->has_shown ? &self->shown : NULL;
}

/**
 * eqp_suggest_model_knows_classes:
 * @self: a model
 *
 * Returns: whether the data have classes that the suggestion can be held against
 */
gboolean
eqp_suggest_model_knows_classes (EqpSuggestModel *self)
{
  return self->dataset != NULL && eqp_dataset_get_labels (self->dataset) != NULL;
}

/* ---- Carrying it out -------------------------------------------------------------------------------------------- */

static void
run (EqpSuggestModel *self)
{
  self->applying = FALSE;
  eqp_workspace_start (self->workspace, EQP_START_COLD);
}

static void
state_changed_cb (EqpSuggestModel *self)
{
  if (!self->applying || eqp_workspace_is_preparing (self->workspace))
    return;
  if (eqp_workspace_get_prepared (self->workspace) != self->applied_to)
    run (self);
  else
    self->applying = FALSE;
}

static EqpSettings
settings_of (EqpSuggestModel *self)
{
  const EqpSuggestion *suggestion = &self->shown;
  EqpSettings settings = *eqp_workspace_get_settings (self->workspace);

  /* It was judged with all the rest as it is by itself. */
  settings.params = eqp_params_default ();
  settings.solver = suggestion->solver;
  settings.params.k = suggestion->k;
  settings.params.seed = suggestion->candidates[suggestion->chosen].seed;
  settings.params.restarts = suggestion->restarts;
  return settings;
}

/**
 * eqp_suggest_model_apply:
 * @self: a model with a suggestion
 *
 * Prepares the data as suggested, sets method, K, gamma, seed and starts, and runs. The preparation is a step of the
 * data chain, which can be taken back.
 *
 * Returns: whether there was a suggestion for the data as they are
 */
gboolean
eqp_suggest_model_apply (EqpSuggestModel *self)
{
  const EqpPreparation *wanted;
  EqpSettings settings;

  if (!self->has_shown || self->dataset != eqp_workspace_get_dataset (self->workspace))
    return FALSE;
  wanted = &self->shown.candidates[self->shown.chosen].preparation;
  settings = settings_of (self);
  eqp_workspace_stop (self->workspace);
  /* Taking up a method brings back its own parameters as they were left; the second time they are those given. */
  eqp_workspace_set_settings (self->workspace, &settings);
  eqp_workspace_set_settings (self->workspace, &settings);
  eqp_workspace_set_gamma_rel (self->workspace, self->shown.gamma_rel);
  if (eqp_preparation_equal (wanted, eqp_workspace_get_preparation (self->workspace)) &&
      !eqp_workspace_is_preparing (self->workspace))
    {
      run (self);
      return TRUE;
    }
  self->applied_to = eqp_workspace_get_prepared (self->workspace);
  self->applying = TRUE;
  eqp_data_chain_set_preparation (self->chain, wanted, _ ("Prepared as suggested"));
  return TRUE;
}

/**
 * eqp_suggest_model_is_applied:
 * @self: a model
 *
 * Returns: whether what is suggested is what is set
 */
gboolean
eqp_suggest_model_is_applied (EqpSuggestModel *self)
{
  const EqpSettings *now = eqp_workspace_get_settings (self->workspace);
  EqpSettings wanted;

  if (!self->has_shown || self->dataset != eqp_workspace_get_dataset (self->workspace))
    return FALSE;
  wanted = settings_of (self);
  return now->solver == wanted.solver && now->params.k == wanted.params.k && now->params.seed == wanted.params.seed &&
         now->params.restarts == wanted.params.restarts &&
         eqp_workspace_get_gamma_rel (self->workspace) == self->shown.gamma_rel &&
         eqp_preparation_equal (&self->shown.candidates[self->shown.chosen].preparation,
                                eqp_workspace_get_preparation (self->workspace));
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
data_changed_cb (EqpSuggestModel *self)
{
  if (self->dataset == NULL || self->dataset == eqp_workspace_get_dataset (self->workspace))
    return;
  drop (self);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

static void
eqp_suggest_model_dispose (GObject *object)
{
  EqpSuggestModel *self = EQP_SUGGEST_MODEL (object);

  drop (self);
  g_clear_object (&self->chain);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_suggest_model_parent_class)->dispose (object);
}

static void
eqp_suggest_model_class_init (EqpSuggestModelClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = eqp_suggest_model_dispose;

  signals[SIGNAL_CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_PROGRESS] = g_signal_new ("progress", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[SIGNAL_FAILED] =
      g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
eqp_suggest_model_init (EqpSuggestModel *self)
{
  self->fraction = -1.0;
}

/**
 * eqp_suggest_model_new:
 * @workspace: whose data it is about
 * @chain: the way of these data
 *
 * Returns: (transfer full): a model without a suggestion
 */
EqpSuggestModel *
eqp_suggest_model_new (EqpWorkspace *workspace,
                       EqpDataChain *chain)
{
  EqpSuggestModel *self = g_object_new (EQP_TYPE_SUGGEST_MODEL, NULL);

  self->workspace = g_object_ref (workspace);
  self->chain = g_object_ref (chain);
  g_signal_connect_object (workspace, "data-changed", G_CALLBACK (data_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "state-changed", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}
