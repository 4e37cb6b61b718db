/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels that were made elsewhere as a run of their own: one step, shown, measured, listed and gone on from like any
 * other. */
#include "config.h"

#include "eqp-workspace-private.h"

#include <glib/gi18n.h>

/* What such a run has in place of a method. It is in no list of methods and cannot be started. */
static const EqpSolver imported[] = {
  [EQP_FAMILY_KMEANS] = { .id = "imported",
                          .name = N_ ("Imported labels"),
                          .summary = N_ ("labels from a file"),
                          .reference = "",
                          .family = EQP_FAMILY_KMEANS,
                          .flags = EQP_SOLVER_USES_GAMMA },
  [EQP_FAMILY_GRAPH] = { .id = "imported",
                         .name = N_ ("Imported labels"),
                         .summary = N_ ("labels from a file"),
                         .reference = "",
                         .family = EQP_FAMILY_GRAPH,
                         .flags = EQP_SOLVER_USES_GAMMA },
};

typedef struct
{
  char         *path;
  EqpDataset   *dataset;
  EqpDataset   *prepared;
  EqpGraph     *graph;     /* NULL: the data term is the SSE */
  EqpLabelFile *file;      /* read by the thread */
  double        data_term;
} LabelsJob;

static void
labels_job_free (gpointer data)
{
  LabelsJob *job = data;

  g_free (job->path);
  eqp_dataset_unref (job->dataset);
  eqp_dataset_unref (job->prepared);
  g_clear_pointer (&job->graph, eqp_graph_unref);
  g_clear_pointer (&job->file, eqp_label_file_free);
  g_free (job);
}

static void
labels_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  const EqpLabelFileOptions options = { NULL, NULL };
  LabelsJob *job = task_data;
  GError *error = NULL;

  job->file = eqp_label_file_read (job->path, &options, job->dataset, cancellable, &error);
  if (job->file == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  if (job->file->n_missing > 0)
    {
      g_autofree char *missing = g_strdup_printf ("%" G_GINT64_FORMAT, job->file->n_missing);
      g_autofree char *rows = g_strdup_printf ("%" G_GINT64_FORMAT, job->file->n);

      /* Not g_task_return_new_error (), which ThreadSanitizer is not taught. */
      g_task_return_error (task,
                           g_error_new (EQP_ERROR, EQP_ERROR_INVALID_DATA,
                                        _ ("%s has no label for %s of the %s rows; to be shown every row needs one."),
                                        job->file->file, missing, rows));
      return;
    }
  job->data_term = job->graph != NULL ? eqp_graph_compute_cut (job->graph, job->file->labels)
                                      : eqp_metrics_sse (job->prepared, job->file->n_names, job->file->labels);
  g_task_return_boolean (task, TRUE);
}

static EqpResult *
make_result (EqpWorkspace    *self,
             const LabelsJob *job)
{
  EqpResult *result = eqp_result_new (job->file->n, eqp_dataset_get_d (self->prepared), job->file->n_names);

  for (gint64 i = 0; i < result->n; i++)
    {
      result->labels[i] = job->file->labels[i];
      result->sizes[result->labels[i]]++;
    }
  result->gamma = self->gamma;
  result->data_term = job->data_term;
  result->penalty = eqp_balance_penalty (self->gamma, result->k, result->sizes);
  result->objective = result->data_term + result->penalty;
  result->assignment_gap = -1.0;
  result->converged = TRUE;
  return result;
}

static void
labels_read_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (EqpWorkspace) self = _eqp_workspace_take_owner (user_data);
  LabelsJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  EqpSettings settings;

  /* Other data may have come in the meantime. */
  if (self == NULL || self->dataset != job->dataset || self->prepared != job->prepared)
    return;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      _eqp_workspace_fail (self, error->message);
      return;
    }
  /* With their K the next run can go on from them. */
  settings = self->settings;
  settings.params.k = job->file->n_names;
  eqp_workspace_set_settings (self, &settings);
  _eqp_workspace_drag_forget (self, TRUE);
  _eqp_workspace_run_take (self, &imported[job->graph != NULL ? EQP_FAMILY_GRAPH : EQP_FAMILY_KMEANS],
                           make_result (self, job), NULL);
}

/**
 * eqp_workspace_import_labels:
 * @self: a workspace with data
 * @path: path or URI of a file of labels, see eqp_label_file_read()
 *
 * Shows labels that were made elsewhere, as a run that has one step: read in a thread, or ::failed with the reason. The
 * number of clusters becomes theirs, so that a warm start polishes them.
 */
void
eqp_workspace_import_labels (EqpWorkspace *self,
                             const char   *path)
{
  LabelsJob *job;
  EqpGraph *graph;

  if (self->prepared == NULL)
    return;
  job = g_new0 (LabelsJob, 1);
  graph = eqp_dataset_get_graph (self->prepared);
  if (graph == NULL && eqp_workspace_uses_graph (self))
    graph = self->graph;
  job->path = g_strdup (path);
  job->dataset = eqp_dataset_ref (self->dataset);
  job->prepared = eqp_dataset_ref (self->prepared);
  job->graph = graph != NULL ? eqp_graph_ref (graph) : NULL;
  _eqp_workspace_start_task (self, NULL, labels_read_cb, job, labels_job_free, labels_thread);
}

/**
 * eqp_run_is_imported:
 * @self: a run
 *
 * Returns: whether it shows labels that were made elsewhere: no method made them, and nothing repeats them
 */
gboolean
eqp_run_is_imported (EqpRun *self)
{
  const EqpSolver *solver = eqp_run_get_solver (self);

  return solver >= imported && solver < imported + G_N_ELEMENTS (imported);
}

/**
 * _eqp_solver_of_imported:
 * @family: what the objective of the labels is told as
 *
 * Returns: what a run of labels made elsewhere has in place of a method
 */
const EqpSolver *
_eqp_solver_of_imported (EqpFamily family)
{
  return &imported[family];
}
