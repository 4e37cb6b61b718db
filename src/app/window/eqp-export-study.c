/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the Study page as it stands to a PNG, SVG or PDF file, in a thread; eqp_export_finish() tells the end. */
#include "config.h"

#include "eqp-export-study.h"

#define PICTURE_SCALE 2.0

/* A copy of all that is drawn, so that the window may go on. */
typedef struct
{
  char          *path;
  char          *title;
  char          *subtitle;
  EqpStyle       style;
  EqpStudyPlots *plots;
} ExportJob;

static void
export_job_free (gpointer data)
{
  ExportJob *job = data;

  g_free (job->path);
  g_free (job->title);
  g_free (job->subtitle);
  eqp_study_plots_free (job->plots);
  g_free (job);
}

static void
draw (cairo_t  *cr,
      double    width,
      double    height,
      gpointer  user_data)
{
  const ExportJob *job = user_data;
  const EqpStudyPicture picture = { job->title, job->subtitle, job->plots->curves, job->plots->front,
                                    job->plots->stream };

  eqp_draw_study_picture (cr, width, height, &picture, &job->style);
}

static void
export_thread (GTask        *task,
               gpointer      source,
               gpointer      task_data,
               GCancellable *cancellable)
{
  ExportJob *job = task_data;
  GError *error = NULL;

  if (eqp_draw_save (job->path, EQP_STUDY_PICTURE_WIDTH, EQP_STUDY_PICTURE_HEIGHT, PICTURE_SCALE, draw, job, &error))
    g_task_return_pointer (task, g_strdup (job->path), g_free);
  else
    g_task_return_error (task, error);
}

/**
 * eqp_export_study_async:
 * @presenter: the plots
 * @model: their study
 * @widget: whose style to draw with
 * @path: where to; its suffix is the format
 * @callback: called when it is written
 * @user_data: for @callback
 */
void
eqp_export_study_async (EqpPresenterStudy   *presenter,
                        EqpStudyModel       *model,
                        GtkWidget           *widget,
                        const char          *path,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);
  ExportJob *job = g_new0 (ExportJob, 1);

  job->path = g_strdup (path);
  job->title = eqp_presenter_study_dup_caption (model);
  job->subtitle = eqp_presenter_study_dup_verdict (model);
  job->plots = eqp_presenter_study_dup_plots (presenter);
  eqp_style_init_from_widget (&job->style, widget);
  job->style.scale = PICTURE_SCALE;
  g_task_set_source_tag (task, eqp_export_study_async);
  g_task_set_task_data (task, job, export_job_free);
  g_task_run_in_thread (task, export_thread);
}
