/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the Compare page as it stands to a PNG, SVG or PDF file, in a thread; eqp_export_finish() tells the end. */
#include "config.h"

#include "eqp-export-compare.h"

#include <glib/gi18n.h>

#include "eqp-widgets.h"
#include "presenters/eqp-presenter-compare.h"

#define PICTURE_SCALE 2.0

/* A copy of all that is drawn, so that the window may go on. */
typedef struct
{
  char              *path;
  char              *title;
  char              *subtitle;
  EqpStyle           style;
  EqpProjection     *projection;
  guint              n_runs;
  gint               k;
  guint              first;
  guint              second;
  EqpLabels         *labels[EQP_COMPARE_MAX_RUNS];
  gint32            *unpacked[EQP_COMPARE_MAX_RUNS];
  double            *centers[EQP_COMPARE_MAX_RUNS];
  gint64            *sizes[EQP_COMPARE_MAX_RUNS];
  char              *names[EQP_COMPARE_MAX_RUNS];
  gint64            *table;
  EqpComparePicture  picture; /* filled in by the thread, points into the above */
} ExportJob;

static void
export_job_free (gpointer data)
{
  ExportJob *job = data;

  g_free (job->path);
  g_free (job->title);
  g_free (job->subtitle);
  eqp_projection_unref (job->projection);
  for (guint i = 0; i < job->n_runs; i++)
    {
      eqp_labels_unref (job->labels[i]);
      g_free (job->unpacked[i]);
      g_free (job->centers[i]);
      g_free (job->sizes[i]);
      g_free (job->names[i]);
    }
  g_free (job->table);
  g_free (job);
}

static void
draw (cairo_t  *cr,
      double    width,
      double    height,
      gpointer  user_data)
{
  ExportJob *job = user_data;

  eqp_draw_compare_picture (cr, width, height, &job->picture, &job->style);
}

static void
fill_points (ExportJob *job,
             guint      run)
{
  EqpScatterModel *scatter = &job->picture.scatter[run];
  gint64 n = eqp_labels_get_n (job->labels[run]);

  eqp_scatter_model_init (scatter);
  if (job->projection == NULL || eqp_projection_get_n (job->projection) != n)
    return;
  job->unpacked[run] = g_new (gint32, MAX (1, n));
  job->centers[run] = g_new (double, 2 * (gsize) MAX (1, job->k));
  eqp_labels_unpack (job->labels[run], job->unpacked[run]);
  eqp_projection_centers (job->projection, job->unpacked[run], job->k, job->centers[run]);
  scatter->n = n;
  scatter->xy = eqp_projection_get_xy (job->projection);
  scatter->x_title = eqp_projection_get_x_title (job->projection);
  scatter->y_title = eqp_projection_get_y_title (job->projection);
  scatter->labels = job->unpacked[run];
  scatter->centers = job->centers[run];
  scatter->k = job->k;
}

static void
export_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  ExportJob *job = task_data;
  EqpComparePicture *picture = &job->picture;
  GError *error = NULL;
  double width, height;

  picture->title = job->title;
  picture->subtitle = job->subtitle;
  picture->keep_aspect = job->projection != NULL && eqp_projection_is_plane (job->projection);
  picture->sizes.n_runs = job->n_runs;
  picture->sizes.k = job->k;
  for (guint i = 0; i < job->n_runs; i++)
    {
      picture->sizes.sizes[i] = job->sizes[i];
      picture->sizes.names[i] = job->names[i];
      fill_points (job, i);
    }
  if (job->table != NULL)
    {
      picture->contingency.k = job->k;
      picture->contingency.table = job->table;
      picture->contingency.first_name = job->names[job->first];
      picture->contingency.second_name = job->names[job->second];
    }
  eqp_draw_compare_picture_size (picture, &width, &height);
  if (eqp_draw_save (job->path, width, height, PICTURE_SCALE, draw, job, &error))
    g_task_return_pointer (task, g_strdup (job->path), g_free);
  else
    g_task_return_error (task, error);
}

/**
 * eqp_export_compare_async:
 * @model: what is compared
 * @widget: whose style to draw with
 * @path: where to; its suffix is the format
 * @callback: called when it is written
 * @user_data: for @callback
 */
void
eqp_export_compare_async (EqpCompareModel     *model,
                          GtkWidget           *widget,
                          const char          *path,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  ExportJob *job = g_new0 (ExportJob, 1);
  const EqpComparison *comparison = eqp_compare_model_get_comparison (model);
  EqpWorkspace *workspace = eqp_compare_model_get_workspace (model);
  EqpProjection *projection = eqp_workspace_get_projection (workspace);

  job->path = g_strdup (path);
  job->title = g_strdup (eqp_dataset_get_name (eqp_workspace_get_dataset (workspace)));
  job->subtitle = eqp_presenter_compare_dup_verdict (model);
  eqp_style_init_from_widget (&job->style, widget);
  job->style.scale = PICTURE_SCALE;
  job->projection = projection != NULL ? eqp_projection_ref (projection) : NULL;
  job->n_runs = comparison->n_runs;
  job->k = comparison->k;
  job->first = comparison->first;
  job->second = comparison->second;
  for (guint i = 0; i < job->n_runs; i++)
    {
      job->labels[i] = eqp_labels_ref (comparison->labels[i]);
      job->sizes[i] = g_memdup2 (comparison->sizes[i], sizeof (gint64) * (gsize) job->k);
      job->names[i] = eqp_run_record_dup_title (eqp_compare_model_get_record (model, i));
    }
  if (comparison->table != NULL)
    job->table = g_memdup2 (comparison->table, sizeof (gint64) * (gsize) job->k * (gsize) job->k);

  g_task_set_source_tag (task, eqp_export_compare_async);
  g_task_set_task_data (task, job, export_job_free);
  g_task_run_in_thread (task, export_thread);
}
