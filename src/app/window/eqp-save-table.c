/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the table that is open, with the clusters shown behind it, in a thread. */
#include "config.h"

#include "eqp-save-table.h"

#include <glib/gi18n.h>

#include "eqp-result-table.h"

typedef struct
{
  EqpResultTable  table;
  gint32         *labels;
  char           *path;
} SaveJob;

static void
save_job_free (gpointer data)
{
  SaveJob *job = data;

  eqp_dataset_unref (job->table.opened);
  eqp_dataset_unref (job->table.prepared);
  g_clear_pointer (&job->table.graph, eqp_graph_unref);
  g_free (job->labels);
  g_free (job->path);
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

  if (eqp_result_table_save (&job->table, job->path, cancellable, &error))
    g_task_return_pointer (task, g_strdup (job->path), g_free);
  else
    g_task_return_error (task, error);
}

/**
 * eqp_save_table_async:
 * @workspace: whose table, and whose clusters shown
 * @path: where to
 * @callback: called when it is written
 * @user_data: for @callback
 */
void
eqp_save_table_async (EqpWorkspace        *workspace,
                      const char          *path,
                      GAsyncReadyCallback  callback,
                      gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  EqpDataset *opened = eqp_workspace_get_dataset (workspace);
  EqpLabels *labels = eqp_workspace_get_labels (workspace);
  EqpRun *run = eqp_workspace_get_run (workspace);
  EqpDataset *prepared = run != NULL ? eqp_run_get_dataset (run) : NULL;
  const EqpSolver *solver = run != NULL ? eqp_run_get_solver (run) : NULL;
  SaveJob *job;

  g_task_set_source_tag (task, eqp_save_table_async);
  if (opened == NULL || labels == NULL || prepared == NULL || eqp_labels_get_n (labels) != eqp_dataset_get_n (opened) ||
      eqp_dataset_get_n (prepared) != eqp_dataset_get_n (opened))
    {
      g_task_return_new_error (task, EQP_ERROR, EQP_ERROR_INVALID_PARAM, "%s",
                               _ ("There are no clusters of these rows yet; press Run first."));
      return;
    }

  job = g_new0 (SaveJob, 1);
  job->path = g_strdup (path);
  job->labels = g_new (gint32, MAX (1, eqp_labels_get_n (labels)));
  eqp_labels_unpack (labels, job->labels);
  job->table.opened = eqp_dataset_ref (opened);
  job->table.prepared = eqp_dataset_ref (prepared);
  if (solver->family == EQP_FAMILY_GRAPH && eqp_run_get_graph (run) != NULL)
    job->table.graph = eqp_graph_ref (eqp_run_get_graph (run));
  job->table.k = eqp_labels_get_k (labels);
  job->table.labels = job->labels;
  if ((solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    job->table.gamma = eqp_run_get_params (run)->gamma;
  job->table.weighted = eqp_run_get_params (run)->weights != NULL;
  g_task_set_task_data (task, job, save_job_free);
  g_task_run_in_thread (task, save_thread);
}

/**
 * eqp_save_table_finish:
 * @result: what the callback got
 * @error: why it could not be written
 *
 * Returns: (transfer full) (nullable): where it was written to
 */
char *
eqp_save_table_finish (GAsyncResult  *result,
                       GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
