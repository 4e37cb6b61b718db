/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the Study page as it stands to a PNG, SVG or PDF file, in a thread; eqp_export_finish() tells the end. */
#include "config.h"

#include "eqp-export-study.h"

#include "eqp-export-private.h"

typedef struct
{
  EqpExportPicture  head;
  EqpStudyPlots    *plots;
} ExportJob;

static void
clear (EqpExportPicture *self)
{
  eqp_study_plots_free (((ExportJob *) self)->plots);
}

static void
lay_out (EqpExportPicture *self,
         double           *width,
         double           *height)
{
  *width = EQP_STUDY_PICTURE_WIDTH;
  *height = EQP_STUDY_PICTURE_HEIGHT;
}

static void
draw (cairo_t  *cr,
      double    width,
      double    height,
      gpointer  user_data)
{
  const ExportJob *job = user_data;
  const EqpStudyPicture picture = { job->head.title, job->head.subtitle, job->plots->curves, job->plots->front,
                                    job->plots->stream };

  eqp_draw_study_picture (cr, width, height, &picture, &job->head.style);
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
  ExportJob *job = g_new0 (ExportJob, 1);

  job->head = (EqpExportPicture) { .lay_out = lay_out, .draw = draw, .clear = clear };
  job->head.title = eqp_presenter_study_dup_caption (model);
  job->head.subtitle = eqp_presenter_study_dup_verdict (model);
  job->plots = eqp_presenter_study_dup_plots (presenter);
  _eqp_export_start (&job->head, widget, path, eqp_export_study_async, callback, user_data);
}
