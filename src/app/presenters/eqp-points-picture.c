/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the points of a projection by their clusters into a texture, in a thread: for the Live page and for each run of
 * the Compare page. */
#include "config.h"

#include "eqp-points-picture.h"

#include <string.h>

/* Colors for what rows pay, the first for nothing. */
#define GRADES 8
/* So many values tell where the ends of a column are. */
#define MOST_SORTED 20000
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
  g_clear_pointer (&job->dataset, eqp_dataset_unref);
  eqp_row_prices_unref (job->prices);
  eqp_row_set_unref (job->rows);
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

static int
compare_floats (gconstpointer a,
                gconstpointer b)
{
  float x = *(const float *) a, y = *(const float *) b;

  return (x > y) - (x < y);
}

/* grade = 1 + (GRADES - 2) (x - low) / (high - low), where low and high are such that one value in fifty is beyond */
static gint32 *
grade_column (EqpDataset *dataset,
              gint64      column)
{
  gint64 n = eqp_dataset_get_n (dataset), step = MAX (1, n / MOST_SORTED), m = 0;
  gint32 *grades = g_new0 (gint32, (gsize) MAX (1, n));
  g_autofree float *some = g_new (float, (gsize) (n / step + 1));
  double low, high;

  for (gint64 i = 0; i < n; i += step)
    some[m++] = (float) eqp_dataset_get_value (dataset, i, column);
  qsort (some, (gsize) m, sizeof (float), compare_floats);
  low = m > 0 ? some[m / 50] : 0.0;
  high = m > 0 ? some[m - 1 - m / 50] : 0.0;
  for (gint64 i = 0; i < n; i++)
    {
      double share = high > low ? (eqp_dataset_get_value (dataset, i, column) - low) / (high - low) : 0.5;

      grades[i] = 1 + (gint32) ((GRADES - 2) * CLAMP (share, 0.0, 1.0) + 0.5);
    }
  return grades;
}

/* Other colors than those of the clusters. Returns what has to live as long as the model. */
static gint32 *
color_rows (EqpPointsJob    *job,
            EqpScatterModel *model)
{
  gint32 *grades = NULL;

  if (job->prices != NULL && job->prices->n == model->n)
    grades = grade_rows (job->prices);
  else if (job->dataset == NULL || eqp_dataset_get_n (job->dataset) != model->n)
    return NULL;
  else if (job->color == EQP_COLOR_CLASSES && eqp_dataset_get_labels (job->dataset) != NULL)
    {
      model->labels = eqp_dataset_get_labels (job->dataset);
      model->k = eqp_dataset_get_n_classes (job->dataset);
    }
  else if (job->color >= EQP_COLOR_COLUMNS && job->color - EQP_COLOR_COLUMNS < eqp_dataset_get_d (job->dataset))
    grades = grade_column (job->dataset, job->color - EQP_COLOR_COLUMNS);
  if (grades != NULL)
    {
      model->labels = grades;
      model->k = GRADES;
      model->is_graded = TRUE;
    }
  return grades;
}

/* Rows that are not emphasized, where these are not told by their color. NULL: color tells, or all are. */
static guint8 *
fade_rows (const EqpPointsJob *job,
           const gint32       *labels,
           gint64              n)
{
  gboolean by_cluster = job->highlight >= 0 && labels != NULL && job->color != EQP_COLOR_CLUSTERS;
  gboolean by_row = job->rows != NULL && eqp_row_set_get_n (job->rows) == n;
  guint8 *faded = by_cluster || by_row ? g_try_new (guint8, (gsize) MAX (1, n)) : NULL;

  for (gint64 i = 0; faded != NULL && i < n; i++)
    faded[i] = by_row ? !eqp_row_set_contains (job->rows, i) : labels[i] != job->highlight;
  return faded;
}

/* Those of the highest grades are drawn last, so that none is hidden by a lower one. */
static float *
sort_points (const float  *xy,
             gint64        n,
             gint32       *grades,
             guint8      **faded)
{
  float *sorted = g_try_new (float, 2 * (gsize) MAX (1, n));
  guint8 *marks = *faded != NULL ? g_try_new (guint8, (gsize) MAX (1, n)) : NULL;
  gint64 starts[GRADES + 1] = { 0 };

  if (sorted == NULL || (*faded != NULL && marks == NULL))
    {
      g_free (sorted);
      g_free (marks);
      return NULL;
    }
  for (gint64 i = 0; i < n; i++)
    starts[grades[i] + 1]++;
  for (gint g = 0; g < GRADES; g++)
    starts[g + 1] += starts[g];
  for (gint64 i = 0; i < n; i++)
    {
      gint64 place = starts[grades[i]]++;

      memcpy (sorted + 2 * place, xy + 2 * i, 2 * sizeof (float));
      if (marks != NULL)
        marks[place] = (*faded)[i];
    }
  if (marks != NULL)
    {
      g_free (*faded);
      *faded = marks;
    }
  /* Each start has come to where the next grade begins. */
  for (gint g = 0; g < GRADES; g++)
    for (gint64 i = g > 0 ? starts[g - 1] : 0; i < starts[g]; i++)
      grades[i] = g;
  return sorted;
}

/* As many of the points as are asked for, evenly of all rows, with their colors, which go to @colors, and marks.
 * Returns: (nullable): x and y of those left; NULL: all are */
static float *
thin_points (const EqpPointsJob *job,
             EqpScatterModel    *model,
             gint32             *colors,
             guint8             *faded)
{
  float *some = job->most > 0 && job->most < model->n && job->graph == NULL && colors != NULL
                    ? g_try_new (float, 2 * (gsize) job->most)
                    : NULL;

  if (some == NULL)
    return NULL;
  for (gint64 i = 0; i < job->most; i++)
    {
      gint64 row = i * model->n / job->most;

      memcpy (some + 2 * i, model->xy + 2 * row, 2 * sizeof (float));
      colors[i] = model->labels[row];
      if (faded != NULL)
        faded[i] = faded[row];
    }
  model->n = job->most;
  model->xy = some;
  model->labels = colors;
  return some;
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
  g_autofree guint8 *faded = NULL;
  g_autofree float *sorted = NULL;
  g_autofree float *some = NULL;
  g_autoptr (GBytes) bytes = NULL;
  EqpScatterModel model;

  eqp_scatter_model_init (&model);
  model.n = eqp_projection_get_n (job->projection);
  model.xy = eqp_projection_get_xy (job->projection);
  model.range = job->range;
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
  faded = fade_rows (job, labels, model.n);
  if (faded == NULL)
    model.highlight_cluster = job->highlight;
  grades = color_rows (job, &model);
  some = thin_points (job, &model, grades != NULL ? grades : labels, faded);
  /* Edges know points by their rows. */
  if (grades != NULL && job->graph == NULL && (sorted = sort_points (model.xy, model.n, grades, &faded)) != NULL)
    model.xy = sorted;
  model.faded = faded;
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

/**
 * eqp_indexed_points_make:
 * @data: (type EqpProjection): borrowed
 *
 * The work of an #EqpNewest. O(n).
 *
 * Returns: (transfer full) (type EqpIndexedPoints): its points with range and index
 */
gpointer
eqp_indexed_points_make (gpointer data)
{
  EqpProjection *projection = data;
  EqpIndexedPoints *indexed = g_new0 (EqpIndexedPoints, 1);
  gint64 n = eqp_projection_get_n (projection);

  indexed->projection = eqp_projection_ref (projection);
  eqp_scatter_data_range (n, eqp_projection_get_xy (projection), &indexed->range);
  indexed->index = eqp_scatter_index_new (n, eqp_projection_get_xy (projection));
  return indexed;
}

/**
 * eqp_indexed_points_free:
 * @data: (type EqpIndexedPoints): points
 */
void
eqp_indexed_points_free (gpointer data)
{
  EqpIndexedPoints *indexed = data;

  eqp_projection_unref (indexed->projection);
  eqp_scatter_index_free (indexed->index);
  g_free (indexed);
}
