/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far the run shown can be from the best one: a lower bound that grows in a thread of its own, on request. It
 * belongs to the run it was asked for, and ends with it. */
#include "config.h"

#include "eqp-proof.h"
#include "eqp-workspace-private.h"

#include <math.h>

#define LOOK_MS 150

/* Shared with the thread, which writes @bound under the lock. */
struct _EqpWorkspaceProof
{
  gint             references; /* atomic */
  GMutex           lock;
  EqpBound         bound;
  EqpRun          *run;      /* main thread only */
  EqpDataset      *dataset;
  EqpParams        params;
  double           objective;
  gboolean         running;  /* main thread only, as what follows */
  guint            look_source;
  GCancellable    *cancellable;
};

static void
proof_unref (gpointer data)
{
  EqpWorkspaceProof *proof = data;

  if (!g_atomic_int_dec_and_test (&proof->references))
    return;
  eqp_dataset_unref (proof->dataset);
  g_mutex_clear (&proof->lock);
  g_free (proof);
}

static void
tell_cb (const EqpBound *bound,
         gpointer        user_data)
{
  EqpWorkspaceProof *proof = user_data;

  g_mutex_lock (&proof->lock);
  proof->bound = *bound;
  g_mutex_unlock (&proof->lock);
}

static void
prove_thread (GTask        *task,
              gpointer      source,
              gpointer      task_data,
              GCancellable *cancellable)
{
  EqpWorkspaceProof *proof = task_data;
  GError *error = NULL;
  EqpBound bound;

  if (!eqp_bound_find (proof->dataset, &proof->params, proof->objective, 0.0, tell_cb, proof, cancellable, &bound,
                       &error))
    {
      g_task_return_error (task, error);
      return;
    }
  tell_cb (&bound, proof);
  g_task_return_boolean (task, TRUE);
}

static void
proved_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (EqpWorkspace) self = _eqp_workspace_take_owner (user_data);
  EqpWorkspaceProof *proof = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  gboolean done = g_task_propagate_boolean (G_TASK (result), &error);

  if (self == NULL || self->proof != proof)
    return;
  proof->running = FALSE;
  g_clear_handle_id (&proof->look_source, g_source_remove);
  if (!done && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    _eqp_workspace_fail (self, error->message);
  _eqp_workspace_emit (self, EQP_WORKSPACE_MEASURES_CHANGED);
}

static gboolean
look_cb (gpointer user_data)
{
  _eqp_workspace_emit (user_data, EQP_WORKSPACE_MEASURES_CHANGED);
  return G_SOURCE_CONTINUE;
}

void
_eqp_workspace_proof_drop (EqpWorkspace *self)
{
  EqpWorkspaceProof *proof = g_steal_pointer (&self->proof);

  if (proof == NULL)
    return;
  g_clear_handle_id (&proof->look_source, g_source_remove);
  _eqp_workspace_cancel (&proof->cancellable);
  g_clear_object (&proof->run);
  proof_unref (proof);
}

/**
 * eqp_workspace_can_prove:
 * @self: a workspace
 *
 * Returns: whether the run shown is over and minimizes what a lower bound is known of
 */
gboolean
eqp_workspace_can_prove (EqpWorkspace *self)
{
  EqpRun *run = self->shown_run;

  return run != NULL && eqp_run_is_over (run) && eqp_run_get_result (run) != NULL &&
         eqp_run_get_params (run)->weights == NULL &&
         eqp_bound_can_be_found (eqp_run_get_solver (run), eqp_run_get_dataset (run));
}

/**
 * eqp_workspace_prove:
 * @self: a workspace whose run can be judged
 *
 * Begins to raise a lower bound of what the run shown minimizes, until it settles, another run begins or
 * eqp_workspace_stop_proof(). Tells of it by ::measures-changed.
 */
void
eqp_workspace_prove (EqpWorkspace *self)
{
  EqpWorkspaceProof *proof;

  if (!eqp_workspace_can_prove (self))
    return;
  _eqp_workspace_proof_drop (self);
  proof = g_new0 (EqpWorkspaceProof, 1);
  proof->references = 1;
  g_mutex_init (&proof->lock);
  proof->run = g_object_ref (self->shown_run);
  proof->dataset = eqp_dataset_ref (eqp_run_get_dataset (self->shown_run));
  proof->params = *eqp_run_get_params (self->shown_run);
  proof->objective = eqp_proof_settle (eqp_run_get_solver (self->shown_run), eqp_run_get_result (self->shown_run),
                                       &proof->params);
  proof->bound.gap = HUGE_VAL;
  proof->running = TRUE;
  proof->cancellable = g_cancellable_new ();
  proof->look_source = g_timeout_add (LOOK_MS, look_cb, self);
  self->proof = proof;
  g_atomic_int_inc (&proof->references);
  _eqp_workspace_start_task (self, proof->cancellable, proved_cb, proof, proof_unref, prove_thread);
  _eqp_workspace_emit (self, EQP_WORKSPACE_MEASURES_CHANGED);
}

/**
 * eqp_workspace_stop_proof:
 * @self: a workspace
 *
 * Leaves the bound as it is now.
 */
void
eqp_workspace_stop_proof (EqpWorkspace *self)
{
  if (self->proof != NULL && self->proof->running)
    g_cancellable_cancel (self->proof->cancellable);
}

/**
 * eqp_workspace_get_proof:
 * @self: a workspace
 * @bound: (out): what is known so far
 * @running: (out): whether it may still grow
 *
 * Returns: whether a proof was asked for, for the run shown
 */
gboolean
eqp_workspace_get_proof (EqpWorkspace *self,
                         EqpBound     *bound,
                         gboolean     *running)
{
  if (self->proof == NULL || self->proof->run != self->shown_run)
    return FALSE;
  g_mutex_lock (&self->proof->lock);
  *bound = self->proof->bound;
  g_mutex_unlock (&self->proof->lock);
  *running = self->proof->running;
  return TRUE;
}
