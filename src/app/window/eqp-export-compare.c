/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the Compare page as it stands to a PNG, SVG or PDF file, in a thread; eqp_export_finish() tells the end. */
#include "config.h"

#include "eqp-export-compare.h"

#include <glib/gi18n.h>

#include "eqp-export-private.h"
#include "eqp-row-names.h"
#include "presenters/eqp-presenter-compare.h"

typedef struct
{
  EqpExportPicture   head;
  EqpDataset        *dataset;
  EqpProjection     *projection;
  EqpGraph          *graph;      /* whose edges to draw, or NULL */
  char             **vertices;   /* what they are called, or NULL */
  guint              n_runs;
  gint               k;
  guint              first;
  guint              second;
  EqpLabels         *labels[EQP_COMPARE_MAX_RUNS];
  gint32            *unpacked[EQP_COMPARE_MAX_RUNS];
  double            *centers[EQP_COMPARE_MAX_RUNS];
  gint64            *sizes[EQP_COMPARE_MAX_RUNS];
  gint               own_k[EQP_COMPARE_MAX_RUNS];
  gboolean           weighted[EQP_COMPARE_MAX_RUNS];
  char              *names[EQP_COMPARE_MAX_RUNS];
  char              *captions[EQP_COMPARE_MAX_RUNS];
  gint64            *table;
  EqpComparePicture  picture; /* filled in by the thread, points into the above */
} ExportJob;

static void
clear (EqpExportPicture *self)
{
  ExportJob *job = (ExportJob *) self;

  eqp_dataset_unref (job->dataset);
  eqp_projection_unref (job->projection);
  g_clear_pointer (&job->graph, eqp_graph_unref);
  g_strfreev (job->vertices);
  for (guint i = 0; i < job->n_runs; i++)
    {
      eqp_labels_unref (job->labels[i]);
      g_free (job->unpacked[i]);
      g_free (job->centers[i]);
      g_free (job->sizes[i]);
      g_free (job->names[i]);
      g_free (job->captions[i]);
    }
  g_free (job->table);
}

static void
draw (cairo_t  *cr,
      double    width,
      double    height,
      gpointer  user_data)
{
  ExportJob *job = user_data;

  eqp_draw_compare_picture (cr, width, height, &job->picture, &job->head.style);
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
  eqp_labels_unpack (job->labels[run], job->unpacked[run]);
  /* They would lie on vertices, which have no center. */
  if (eqp_dataset_get_graph (job->dataset) == NULL)
    {
      job->centers[run] = g_new (double, 2 * (gsize) MAX (1, job->k));
      eqp_projection_centers (job->projection, job->unpacked[run], job->k, job->centers[run]);
    }
  scatter->n = n;
  scatter->xy = eqp_projection_get_xy (job->projection);
  scatter->x_title = eqp_projection_get_x_title (job->projection);
  scatter->y_title = eqp_projection_get_y_title (job->projection);
  scatter->labels = job->unpacked[run];
  scatter->centers = job->centers[run];
  scatter->k = job->k;
  scatter->names = (const char *const *) job->vertices;
  if (job->graph != NULL && eqp_graph_get_n (job->graph) == n)
    {
      scatter->edge_starts = eqp_graph_get_csr (job->graph)->starts;
      scatter->edge_columns = eqp_graph_get_csr (job->graph)->columns;
    }
}

static void
lay_out (EqpExportPicture *self,
         double           *width,
         double           *height)
{
  ExportJob *job = (ExportJob *) self;
  EqpComparePicture *picture = &job->picture;

  picture->title = self->title;
  picture->subtitle = self->subtitle;
  picture->keep_aspect = job->projection != NULL && eqp_projection_is_plane (job->projection);
  picture->sizes.n_runs = job->n_runs;
  picture->sizes.k = job->k;
  for (guint i = 0; i < job->n_runs; i++)
    {
      picture->sizes.sizes[i] = job->sizes[i];
      picture->sizes.own_k[i] = job->own_k[i];
      picture->sizes.weighted[i] = job->weighted[i];
      picture->sizes.names[i] = job->names[i];
      picture->captions[i] = job->captions[i];
      fill_points (job, i);
    }
  if (job->table != NULL)
    {
      picture->contingency.k = job->k;
      picture->contingency.table = job->table;
      picture->contingency.first_name = job->names[job->first];
      picture->contingency.second_name = job->names[job->second];
    }
  eqp_draw_compare_picture_size (picture, width, height);
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
  ExportJob *job = g_new0 (ExportJob, 1);
  const EqpComparison *comparison = eqp_compare_model_get_comparison (model);
  EqpWorkspace *workspace = eqp_compare_model_get_workspace (model);
  EqpProjection *projection = eqp_workspace_get_projection (workspace);
  EqpGraph *graph = eqp_workspace_get_drawn_graph (workspace);

  job->head = (EqpExportPicture) { .lay_out = lay_out, .draw = draw, .clear = clear };
  job->dataset = eqp_dataset_ref (eqp_workspace_get_dataset (workspace));
  job->head.title = g_strdup (eqp_dataset_get_name (job->dataset));
  job->head.subtitle = eqp_presenter_compare_dup_verdict (model);
  job->projection = projection != NULL ? eqp_projection_ref (projection) : NULL;
  job->graph = graph != NULL ? eqp_graph_ref (graph) : NULL;
  /* Those of the data the comparison is of; they may be others by now. */
  if (eqp_dataset_get_n (job->dataset) == comparison->n)
    job->vertices = eqp_vertices_dup_names (job->dataset);
  job->n_runs = comparison->n_runs;
  job->k = comparison->k;
  job->first = comparison->first;
  job->second = comparison->second;
  for (guint i = 0; i < job->n_runs; i++)
    {
      EqpRunRecord *record = eqp_compare_model_get_record (model, i);

      job->labels[i] = eqp_labels_ref (comparison->labels[i]);
      job->weighted[i] = comparison->weighted[i];
      job->own_k[i] = comparison->own_k[i];
      job->sizes[i] = g_memdup2 (comparison->sizes[i], sizeof (gint64) * (gsize) job->k);
      job->names[i] = eqp_run_record_dup_title (record);
      job->captions[i] = eqp_presenter_compare_dup_caption (record, " · ");
    }
  if (comparison->table != NULL)
    job->table = g_memdup2 (comparison->table, sizeof (gint64) * (gsize) job->k * (gsize) job->k);
  _eqp_export_start (&job->head, widget, path, eqp_export_compare_async, callback, user_data);
}
