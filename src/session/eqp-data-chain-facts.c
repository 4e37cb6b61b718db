/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the columns are like and what is odd about the data: found out in threads, when somebody looks. */
#include "config.h"

#include "eqp-data-chain-private.h"

/* Of n d: findings of so many numbers are made unasked. */
#define UNASKED 1e7

/**
 * _eqp_chain_cancel:
 * @cancellable: (inout): of a job under way, or NULL
 */
void
_eqp_chain_cancel (GCancellable **cancellable)
{
  if (*cancellable != NULL)
    g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

/* ---- Threads ---------------------------------------------------------------------------------------------------- */

/**
 * _eqp_chain_job_new:
 * @self: who waits for it; known by a weak reference, so that it goes on the main thread
 * @dataset: the data to work on
 *
 * Returns: (transfer full): a job for a thread
 */
EqpChainJob *
_eqp_chain_job_new (EqpDataChain *self,
                    EqpDataset   *dataset)
{
  EqpChainJob *job = g_new0 (EqpChainJob, 1);

  g_weak_ref_init (&job->owner, self);
  job->dataset = eqp_dataset_ref (dataset);
  return job;
}

static void
job_free (gpointer data)
{
  EqpChainJob *job = data;

  g_weak_ref_clear (&job->owner);
  eqp_dataset_unref (job->dataset);
  g_clear_pointer (&job->edit, eqp_edit_free);
  g_clear_pointer (&job->graph, eqp_graph_unref);
  g_free (job);
}

/**
 * _eqp_chain_job_start:
 * @job: (transfer full): what to do
 * @cancellable: (inout): the job of this kind before is cancelled by it
 * @callback: called when it is done
 * @func: does it
 */
void
_eqp_chain_job_start (EqpChainJob          *job,
                      GCancellable        **cancellable,
                      GAsyncReadyCallback   callback,
                      GTaskThreadFunc       func)
{
  g_autoptr (GTask) task = NULL;

  _eqp_chain_cancel (cancellable);
  *cancellable = g_cancellable_new ();
  task = g_task_new (NULL, *cancellable, callback, NULL);
  g_task_set_source_tag (task, func);
  g_task_set_task_data (task, job, job_free);
  g_task_run_in_thread (task, func);
}

/**
 * _eqp_chain_job_take_owner:
 * @result: what the callback got
 *
 * Returns: (transfer full) (nullable): who waited, where it is still there
 */
EqpDataChain *
_eqp_chain_job_take_owner (GAsyncResult *result)
{
  EqpChainJob *job = g_task_get_task_data (G_TASK (result));

  return g_weak_ref_get (&job->owner);
}

/* ---- Facts ------------------------------------------------------------------------------------------------------ */

static void
profile_thread (GTask        *task,
                gpointer      source,
                gpointer      task_data,
                GCancellable *cancellable)
{
  EqpChainJob *job = task_data;
  GError *error = NULL;
  EqpProfile *profile = eqp_profile_new (job->dataset, 0, cancellable, &error);

  if (profile != NULL)
    g_task_return_pointer (task, profile, (GDestroyNotify) eqp_profile_unref);
  else
    g_task_return_error (task, error);
}

static void
profiled_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (EqpDataChain) self = _eqp_chain_job_take_owner (result);
  g_autoptr (EqpProfile) profile = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->profile_cancellable)
    return;
  g_clear_object (&self->profile_cancellable);
  g_clear_pointer (&self->profile, eqp_profile_unref);
  self->profile = g_steal_pointer (&profile);
  _eqp_data_chain_emit_facts (self);
}

static void
find_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  EqpChainJob *job = task_data;
  GPtrArray *findings = eqp_findings_new (job->dataset, job->k, job->graph, cancellable);

  /* Pixels are all in the same unit. */
  for (guint i = findings->len; i > 0 && job->pixels; i--)
    if (g_str_equal (((const EqpFinding *) g_ptr_array_index (findings, i - 1))->id, "spread"))
      g_ptr_array_remove_index (findings, i - 1);
  g_task_return_pointer (task, findings, (GDestroyNotify) g_ptr_array_unref);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (EqpDataChain) self = _eqp_chain_job_take_owner (result);
  g_autoptr (GPtrArray) findings = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->findings_cancellable)
    return;
  g_clear_object (&self->findings_cancellable);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
  self->findings = g_steal_pointer (&findings);
  _eqp_data_chain_emit_facts (self);
}

/**
 * _eqp_data_chain_look:
 * @self: a chain
 *
 * Has profile and findings made that are not known; nobody pays for much that nobody looks at.
 */
void
_eqp_data_chain_look (EqpDataChain *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  gint k = eqp_workspace_get_settings (self->workspace)->params.k;
  EqpGraph *graph = eqp_workspace_get_graph (self->workspace);
  EqpChainJob *job;

  /* What hurts a run is told whether somebody looks or not, where it is found at once. */
  if (self->base == NULL || dataset == NULL ||
      (!self->watched && (double) eqp_dataset_get_n (dataset) * (double) eqp_dataset_get_d (dataset) > UNASKED))
    return;
  if (self->watched && self->profile == NULL && self->profile_cancellable == NULL)
    _eqp_chain_job_start (_eqp_chain_job_new (self, self->base), &self->profile_cancellable, profiled_cb,
                          profile_thread);
  if ((self->findings != NULL || self->findings_cancellable != NULL) && self->findings_k == k &&
      self->findings_graph == graph)
    return;
  job = _eqp_chain_job_new (self, dataset);
  job->k = self->findings_k = k;
  job->pixels = eqp_dataset_get_image_shape (self->base, NULL, NULL, NULL);
  job->graph = graph != NULL ? eqp_graph_ref (graph) : NULL;
  self->findings_graph = graph;
  _eqp_chain_job_start (job, &self->findings_cancellable, found_cb, find_thread);
}

/**
 * _eqp_data_chain_forget_findings:
 * @self: a chain whose data are others now
 */
void
_eqp_data_chain_forget_findings (EqpDataChain *self)
{
  _eqp_chain_cancel (&self->findings_cancellable);
  g_clear_pointer (&self->findings, g_ptr_array_unref);
}
