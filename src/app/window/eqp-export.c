/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the Live page as it stands to a PNG, SVG or PDF file, in a thread. */
#include "config.h"

#include "eqp-export.h"

#include <glib/gi18n.h>

#include "presenters/eqp-presenter-trace.h"
#include "eqp-widgets.h"

#define PICTURE_WIDTH 1200
#define PICTURE_HEIGHT 720
#define PICTURE_SCALE 2.0

/* A copy of all that is drawn, so that the window may go on. */
typedef struct
{
  char          *path;
  char          *title;
  char          *subtitle;
  EqpStyle       style;
  EqpProjection *projection;
  EqpLabels     *labels;
  gint64         n_steps;
  gint64         first_iteration;
  double        *data_term;
  double        *penalty;
  double         penalty_floor;
  const char    *data_name;
  gint64         cursor;
  gint           k;
  gint64        *sizes;
  gint64         band_low;     /* what sizes chance alone would give; 0: not known */
  gint64         band_high;
  EqpGraph      *graph;
  gint           reference_k[EQP_N_REFERENCES];
  gint64        *reference[EQP_N_REFERENCES];
  EqpLivePage    page; /* filled in by the thread, points into the above */
} ExportJob;

static void
export_job_free (gpointer data)
{
  ExportJob *job = data;

  g_free (job->path);
  g_free (job->title);
  g_free (job->subtitle);
  eqp_projection_unref (job->projection);
  eqp_labels_unref (job->labels);
  g_free (job->data_term);
  g_free (job->penalty);
  g_free (job->sizes);
  g_clear_pointer (&job->graph, eqp_graph_unref);
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    g_free (job->reference[which]);
  g_free (job);
}

static void
draw (cairo_t  *cr,
      double    width,
      double    height,
      gpointer  user_data)
{
  ExportJob *job = user_data;

  eqp_draw_live_page (cr, width, height, &job->page, &job->style);
}

static void
export_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  ExportJob *job = task_data;
  EqpLivePage *page = &job->page;
  g_autofree gint32 *labels = NULL;
  g_autofree double *centers = NULL;
  GError *error = NULL;

  eqp_live_page_init (page);
  page->title = job->title;
  page->subtitle = job->subtitle;
  if (job->projection != NULL)
    {
      page->keep_aspect = eqp_projection_is_plane (job->projection);
      page->scatter.n = eqp_projection_get_n (job->projection);
      page->scatter.xy = eqp_projection_get_xy (job->projection);
      page->scatter.x_title = eqp_projection_get_x_title (job->projection);
      page->scatter.y_title = eqp_projection_get_y_title (job->projection);
    }
  if (job->projection != NULL && job->labels != NULL && eqp_labels_get_n (job->labels) == page->scatter.n)
    {
      page->scatter.k = eqp_labels_get_k (job->labels);
      labels = g_new (gint32, MAX (1, page->scatter.n));
      centers = g_new (double, 2 * (gsize) page->scatter.k);
      eqp_labels_unpack (job->labels, labels);
      eqp_projection_centers (job->projection, labels, page->scatter.k, centers);
      page->scatter.labels = labels;
      page->scatter.centers = centers;
    }
  if (job->graph != NULL && eqp_graph_get_n (job->graph) == page->scatter.n)
    {
      page->scatter.edge_starts = eqp_graph_get_csr (job->graph)->starts;
      page->scatter.edge_columns = eqp_graph_get_csr (job->graph)->columns;
      page->scatter.edges_name = _ ("Edge");
      page->scatter.cut_name = labels != NULL ? _ ("Cut edge") : NULL;
    }
  page->objective.n = job->n_steps;
  page->objective.first = job->first_iteration;
  page->objective.data_term = job->data_term;
  page->objective.penalty = job->penalty;
  page->objective.penalty_floor = job->penalty_floor;
  page->objective.data_name = job->data_name;
  page->objective.cursor = job->cursor;
  page->sizes.k = job->k;
  page->sizes.sizes = job->sizes;
  page->sizes.band_low = job->band_low;
  page->sizes.band_high = job->band_high;
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    {
      page->sizes.reference_k[which] = job->reference_k[which];
      page->sizes.reference[which] = job->reference[which];
      page->sizes.reference_name[which] = eqp_presenter_reference_name (which);
    }

  if (eqp_draw_save (job->path, PICTURE_WIDTH, PICTURE_HEIGHT, PICTURE_SCALE, draw, job, &error))
    g_task_return_pointer (task, g_strdup (job->path), g_free);
  else
    g_task_return_error (task, error);
}

static void
copy_run (ExportJob *job,
          EqpRun    *run)
{
  const EqpSolver *solver = eqp_run_get_solver (run);
  const EqpParams *params = eqp_run_get_params (run);
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, params->seed);

  job->n_steps = eqp_run_get_n_steps (run);
  job->first_iteration = job->n_steps > 0 ? eqp_run_get_step (run, 0)->iteration : 0;
  job->data_term = g_new (double, MAX (1, job->n_steps));
  if ((solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    job->penalty = g_new (double, MAX (1, job->n_steps));
  for (gint64 i = 0; i < job->n_steps; i++)
    {
      job->data_term[i] = eqp_presenter_data_term (solver, eqp_run_get_step (run, i));
      if (job->penalty != NULL)
        job->penalty[i] = eqp_run_get_step (run, i)->penalty;
    }
  job->penalty_floor = eqp_presenter_penalty_floor (params, eqp_dataset_get_n (eqp_run_get_dataset (run)));
  job->data_name = eqp_presenter_data_term_name (solver);
  /* Translators: caption of an exported picture: method, clusters, gamma, seed. */
  job->subtitle =
      g_strdup_printf (_ ("%s, K = %d, gamma = %.6g, seed %s"), _ (solver->name), params->k, params->gamma, seed);
}

/**
 * eqp_export_async:
 * @workspace: what to draw
 * @widget: whose style to draw with
 * @path: where to; its suffix is the format
 * @callback: called when it is written
 * @user_data: for @callback
 */
void
eqp_export_async (EqpWorkspace        *workspace,
                  GtkWidget           *widget,
                  const char          *path,
                  GAsyncReadyCallback  callback,
                  gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  ExportJob *job = g_new0 (ExportJob, 1);
  EqpProjection *projection = eqp_workspace_get_projection (workspace);
  EqpLabels *labels = eqp_workspace_get_labels (workspace);
  EqpRun *run = eqp_workspace_get_run (workspace);
  const EqpMeasures *measures = eqp_workspace_get_measures (workspace);
  const gint64 *sizes = eqp_workspace_get_sizes (workspace, &job->k);

  job->path = g_strdup (path);
  job->title = g_strdup (eqp_dataset_get_name (eqp_workspace_get_dataset (workspace)));
  eqp_style_init_from_widget (&job->style, widget);
  job->style.scale = PICTURE_SCALE;
  job->projection = projection != NULL ? eqp_projection_ref (projection) : NULL;
  job->labels = labels != NULL ? eqp_labels_ref (labels) : NULL;
  job->cursor = eqp_workspace_is_following (workspace) ? -1 : eqp_workspace_get_step (workspace);
  if (measures != NULL && measures->band.k == job->k)
    {
      job->band_low = measures->band.low;
      job->band_high = measures->band.high;
    }
  if (sizes != NULL)
    job->sizes = g_memdup2 (sizes, job->k * sizeof (gint64));
  if (run != NULL)
    copy_run (job, run);
  if (eqp_workspace_get_drawn_graph (workspace) != NULL)
    job->graph = eqp_graph_ref (eqp_workspace_get_drawn_graph (workspace));
  for (int which = 0; measures != NULL && which < EQP_N_REFERENCES; which++)
    if (measures->references[which].sizes != NULL && measures->references[which].k == job->k)
      {
        job->reference_k[which] = job->k;
        job->reference[which] = g_memdup2 (measures->references[which].sizes, job->k * sizeof (gint64));
      }

  g_task_set_source_tag (task, eqp_export_async);
  g_task_set_task_data (task, job, export_job_free);
  g_task_run_in_thread (task, export_thread);
}

/**
 * eqp_export_finish:
 * @result: what the callback got
 * @error: why it could not be written
 *
 * Returns: (transfer full) (nullable): where it was written to
 */
char *
eqp_export_finish (GAsyncResult  *result,
                   GError       **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
