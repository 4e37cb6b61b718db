/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the points of a projection by their clusters into a texture, in a thread: for the Live page and for each run of
 * the Compare page. */
#include "config.h"

#include "eqp-points-picture.h"

/* Colors for what rows pay, the first for nothing. */
#define GRADES 8
/* One paying row in so many is off the scale, which would else be that of a single outlier. */
#define OFF_SCALE 50

/**
 * eqp_points_job_new:
 * @projection: where the points stand
 * @labels: (nullable): their clusters; those of another number of rows are not used
 * @graph: (nullable): whose edges to draw; the same holds for it
 *
 * Returns: (transfer full): a job; size, range, style, highlight and prices are to be filled in
 */
EqpPointsJob *
eqp_points_job_new (EqpProjection *projection,
                    EqpLabels     *labels,
                    EqpGraph      *graph)
{
  EqpPointsJob *job = g_new0 (EqpPointsJob, 1);

  job->projection = eqp_projection_ref (projection);
  if (labels != NULL && eqp_labels_get_n (labels) == eqp_projection_get_n (projection))
    job->labels = eqp_labels_ref (labels);
  if (graph != NULL && eqp_graph_get_n (graph) == eqp_projection_get_n (projection))
    job->graph = eqp_graph_ref (graph);
  job->highlight = -1;
  return job;
}

/**
 * eqp_points_job_free:
 * @data: a job
 */
void
eqp_points_job_free (gpointer data)
{
  EqpPointsJob *job = data;

  eqp_projection_unref (job->projection);
  eqp_labels_unref (job->labels);
  g_clear_pointer (&job->graph, eqp_graph_unref);
  eqp_row_prices_unref (job->prices);
  g_free (job);
}

/**
 * eqp_points_picture_free:
 * @data: a picture
 */
void
eqp_points_picture_free (gpointer data)
{
  EqpPointsPicture *rendered = data;

  eqp_projection_unref (rendered->projection);
  g_clear_object (&rendered->texture);
  g_free (rendered->centers);
  g_free (rendered);
}

/* grade = 0 where nothing is paid, else 1 + (GRADES - 1) price / high, cut off at the last */
static gint32 *
grade_rows (const EqpRowPrices *prices)
{
  gint32 *grades = g_new0 (gint32, (gsize) MAX (1, prices->n));
  double high = prices->n_paying > 0 ? prices->prices[prices->order[prices->n_paying / OFF_SCALE]] : 0.0;

  for (gint64 i = 0; i < prices->n_paying; i++)
    {
      gint32 row = prices->order[i];

      grades[row] = 1 + (gint32) MIN (GRADES - 2.0, (GRADES - 1.0) * prices->prices[row] / high);
    }
  return grades;
}

/**
 * eqp_points_job_draw:
 * @job: what to draw
 *
 * For a worker thread. Time O(n).
 *
 * Returns: (transfer full): the points as a texture, and where the centers are
 */
EqpPointsPicture *
eqp_points_job_draw (EqpPointsJob *job)
{
  EqpPointsPicture *rendered = g_new0 (EqpPointsPicture, 1);
  gsize stride = (gsize) job->width * 4;
  guint32 *pixels = g_malloc0_n (job->height, stride);
  g_autofree gint32 *labels = NULL;
  g_autofree gint32 *grades = NULL;
  g_autoptr (GBytes) bytes = NULL;
  EqpScatterModel model;

  eqp_scatter_model_init (&model);
  model.n = eqp_projection_get_n (job->projection);
  model.xy = eqp_projection_get_xy (job->projection);
  model.range = job->range;
  model.highlight_cluster = job->highlight;
  if (job->labels != NULL)
    {
      labels = g_new (gint32, MAX (1, model.n));
      eqp_labels_unpack (job->labels, labels);
      model.labels = labels;
      model.k = rendered->k = eqp_labels_get_k (job->labels);
      /* They would lie on vertices, which have no center. */
      rendered->centers = job->vertices ? NULL : g_new (double, 2 * (gsize) model.k);
      if (rendered->centers != NULL)
        eqp_projection_centers (job->projection, labels, model.k, rendered->centers);
    }
  if (job->prices != NULL && job->prices->n == model.n)
    {
      model.labels = grades = grade_rows (job->prices);
      model.k = GRADES;
      model.is_graded = TRUE;
      model.highlight_cluster = -1;
    }
  if (job->graph != NULL)
    {
      const EqpCsr *csr = eqp_graph_get_csr (job->graph);

      model.edge_starts = csr->starts;
      model.edge_columns = csr->columns;
      model.edge_step = rendered->edge_step = eqp_scatter_edge_step (&model);
    }
  eqp_draw_scatter_pixels (pixels, stride, job->width, job->height, job->scale, &model, &job->style);

  bytes = g_bytes_new_take (pixels, job->height * stride);
  rendered->texture = gdk_memory_texture_new (job->width, job->height, GDK_MEMORY_DEFAULT, bytes, stride);
  rendered->range = job->range;
  rendered->projection = eqp_projection_ref (job->projection);
  return rendered;
}
