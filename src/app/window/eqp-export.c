/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the Live page as it stands to a PNG, SVG or PDF file, in a thread. */
#include "config.h"

#include "eqp-export.h"

#include <glib/gi18n.h>

#include "eqp-export-private.h"
#include "eqp-row-names.h"
#include "presenters/eqp-presenter-centers.h"
#include "presenters/eqp-presenter-trace.h"

#define PICTURE_WIDTH 1200
#define PICTURE_HEIGHT 720

static void
picture_free (gpointer data)
{
  EqpExportPicture *self = data;

  self->clear (self);
  g_free (self->path);
  g_free (self->title);
  g_free (self->subtitle);
  g_free (self);
}

static void
export_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  EqpExportPicture *self = task_data;
  GError *error = NULL;
  double width, height;

  self->lay_out (self, &width, &height);
  if (eqp_draw_save (self->path, width, height, EQP_EXPORT_SCALE, self->draw, self, &error))
    g_task_return_pointer (task, g_strdup (self->path), g_free);
  else
    g_task_return_error (task, error);
}

/*< private >
 * _eqp_export_start:
 * @self: (transfer full): a copy of what is drawn, with its functions and all texts but the path
 * @widget: whose style to draw with
 * @path: where to; its suffix is the format
 * @tag: the function that was called
 * @callback: called when it is written
 * @user_data: for @callback
 */
void
_eqp_export_start (EqpExportPicture    *self,
                   GtkWidget           *widget,
                   const char          *path,
                   gpointer             tag,
                   GAsyncReadyCallback  callback,
                   gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  self->path = g_strdup (path);
  eqp_style_init_from_widget (&self->style, widget);
  self->style.scale = EQP_EXPORT_SCALE;
  g_task_set_source_tag (task, tag);
  g_task_set_task_data (task, self, picture_free);
  g_task_run_in_thread (task, export_thread);
}

typedef struct
{
  EqpExportPicture head;
  EqpDataset    *dataset;
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
  gboolean       weighted;
  gint64         band_low;     /* what sizes chance alone would give; 0: not known */
  gint64         band_high;
  EqpGraph      *graph;
  gint           reference_k[EQP_N_REFERENCES];
  gint64        *reference[EQP_N_REFERENCES];
  gint32        *unpacked;     /* filled in by the thread, as what follows */
  double        *centers;
  EqpCenterPictures *pictures;
  char         **names;
  EqpLivePage    page;         /* points into the above */
} ExportJob;

static void
clear (EqpExportPicture *self)
{
  ExportJob *job = (ExportJob *) self;

  eqp_dataset_unref (job->dataset);
  eqp_projection_unref (job->projection);
  eqp_labels_unref (job->labels);
  g_free (job->data_term);
  g_free (job->penalty);
  g_free (job->sizes);
  g_clear_pointer (&job->graph, eqp_graph_unref);
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    g_free (job->reference[which]);
  g_free (job->unpacked);
  g_free (job->centers);
  eqp_center_pictures_free (job->pictures);
  g_strfreev (job->names);
}

static void
draw (cairo_t  *cr,
      double    width,
      double    height,
      gpointer  user_data)
{
  ExportJob *job = user_data;

  eqp_draw_live_page (cr, width, height, &job->page, &job->head.style);
}

static void
lay_out (EqpExportPicture *self,
         double           *width,
         double           *height)
{
  ExportJob *job = (ExportJob *) self;
  EqpLivePage *page = &job->page;

  *width = PICTURE_WIDTH;
  *height = PICTURE_HEIGHT;
  eqp_live_page_init (page);
  page->title = self->title;
  page->subtitle = self->subtitle;
  if (job->projection != NULL)
    {
      page->keep_aspect = eqp_projection_is_plane (job->projection);
      page->scatter.n = eqp_projection_get_n (job->projection);
      page->scatter.xy = eqp_projection_get_xy (job->projection);
      page->scatter.x_title = eqp_projection_get_x_title (job->projection);
      page->scatter.y_title = eqp_projection_get_y_title (job->projection);
    }
  if (job->projection != NULL && eqp_dataset_get_n (job->dataset) == page->scatter.n)
    job->names = eqp_vertices_dup_names (job->dataset);
  page->scatter.names = (const char *const *) job->names;
  if (job->projection != NULL && job->labels != NULL && eqp_labels_get_n (job->labels) == page->scatter.n)
    {
      page->scatter.k = eqp_labels_get_k (job->labels);
      job->unpacked = g_new (gint32, MAX (1, page->scatter.n));
      eqp_labels_unpack (job->labels, job->unpacked);
      page->scatter.labels = job->unpacked;
    }
  /* They would lie on vertices, which have no center. */
  if (job->unpacked != NULL && eqp_dataset_get_graph (job->dataset) == NULL)
    {
      job->centers = g_new (double, 2 * (gsize) page->scatter.k);
      eqp_projection_centers (job->projection, job->unpacked, page->scatter.k, job->centers);
      page->scatter.centers = job->centers;
    }
  if (job->graph != NULL && eqp_graph_get_n (job->graph) == page->scatter.n)
    {
      page->scatter.edge_starts = eqp_graph_get_csr (job->graph)->starts;
      page->scatter.edge_columns = eqp_graph_get_csr (job->graph)->columns;
      page->scatter.edges_name = _ ("Edge");
      page->scatter.cut_name = job->unpacked != NULL ? _ ("Cut edge") : NULL;
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
  page->sizes.weighted = job->weighted;
  page->sizes.band_low = job->band_low;
  page->sizes.band_high = job->band_high;
  if (job->labels != NULL)
    job->pictures = eqp_center_pictures_new (job->dataset, job->labels);
  if (job->pictures != NULL && job->pictures->k == job->k)
    {
      page->sizes.picture_width = job->pictures->width;
      page->sizes.picture_height = job->pictures->height;
      page->sizes.pictures = job->pictures->pixels;
    }
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    {
      page->sizes.reference_k[which] = job->reference_k[which];
      page->sizes.reference[which] = job->reference[which];
      page->sizes.reference_name[which] = eqp_presenter_reference_name (which);
    }
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
  job->penalty_floor = eqp_presenter_penalty_floor (run);
  job->weighted = eqp_presenter_is_weighted (run);
  job->data_name = eqp_presenter_data_term_name (solver);
  /* Translators: caption of an exported picture: method, clusters, gamma, seed. */
  job->head.subtitle =
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
  ExportJob *job = g_new0 (ExportJob, 1);
  EqpProjection *projection = eqp_workspace_get_projection (workspace);
  EqpLabels *labels = eqp_workspace_get_labels (workspace);
  EqpRun *run = eqp_workspace_get_run (workspace);
  const EqpMeasures *measures = eqp_workspace_get_measures (workspace);
  const gint64 *sizes = eqp_workspace_get_sizes (workspace, &job->k);

  job->head = (EqpExportPicture) { .lay_out = lay_out, .draw = draw, .clear = clear };
  job->head.title = g_strdup (eqp_dataset_get_name (eqp_workspace_get_dataset (workspace)));
  job->projection = projection != NULL ? eqp_projection_ref (projection) : NULL;
  job->dataset = eqp_dataset_ref (eqp_workspace_get_dataset (workspace));
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
  _eqp_export_start (&job->head, widget, path, eqp_export_async, callback, user_data);
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
