/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The option --plot: the window's Live page as a file. The rows are laid out before the run, so that an
 * interrupted run can be drawn at once. */
#include "config.h"

#include "eqp-cli-run.h"
#include "eqp-cli-output.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-draw.h"
#include "eqp-row-names.h"

#define PAGE_WIDTH 1200.0
#define PAGE_HEIGHT 800.0
#define PNG_SCALE 2.0

/* Offsets this many times the spread would leave a float no digits for the points. */
#define FAR_OFFSET 1e5

/* One or two columns are shown as they are, in the units of the file. */
static void
lay_out_columns (EqpRunJob *job)
{
  EqpDataset *dataset = job->dataset;
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset);
  const double *offsets = eqp_dataset_get_offsets (dataset);
  double scale = eqp_dataset_get_scale (dataset);

  job->plane_scale = scale == 0.0 ? 1.0 : scale;
  for (gint64 j = 0; j < MIN (2, d); j++)
    {
      double spread = sqrt (eqp_dataset_get_column_ss (dataset, j) / (double) n) * job->plane_scale;
      double offset = offsets != NULL ? offsets[j] : 0.0;
      const char *name = eqp_dataset_get_column_name (dataset, j);

      if (fabs (offset) > FAR_OFFSET * spread)
        job->plane_titles[j] = g_strdup_printf ("%s %+g", name, -offset);
      else
        job->plane_titles[j] = g_strdup (name);
      job->plane_offset[j] = fabs (offset) > FAR_OFFSET * spread ? 0.0 : offset;
    }
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < 2; j++)
      job->plane[2 * i + j] = j < d ? (float) (eqp_dataset_get_stored (dataset, i, j) * job->plane_scale +
                                                  job->plane_offset[j])
                                       : 0.0f;
}

/* A graph without features is shown as the window does: by numbers of edges in between, a large one by eigenvectors. */
static void
lay_out_graph (EqpRunJob *job,
               EqpPool   *pool)
{
  gint64 n = eqp_dataset_get_n (job->dataset);
  EqpGraph *graph = eqp_dataset_get_graph (job->dataset);
  gboolean distances = eqp_graph_can_layout_distances (graph);
  g_autofree double *coordinates = g_try_new (double, 2 * (gsize) n);

  if (coordinates == NULL)
    {
      g_set_error (&job->plot_error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   _ ("there is no memory left for %ld points; leave --plot out."), (long) n);
      g_clear_pointer (&job->plane, g_free);
      return;
    }
  if (distances ? !eqp_graph_layout_distances (graph, job->cancellable, coordinates, &job->plot_error)
                : !eqp_graph_layout (graph, 2, pool, job->cancellable, coordinates, &job->plot_error))
    {
      g_clear_pointer (&job->plane, g_free);
      return;
    }

  job->plane_scale = 1.0;
  for (gint64 i = 0; i < 2 * n; i++)
    job->plane[i] = (float) coordinates[i];
  for (gint c = 0; c < 2; c++)
    job->plane_titles[c] = distances ? g_strdup (c == 0 ? _ ("Graph distances, x") : _ ("Graph distances, y"))
                                     : g_strdup_printf (_ ("Spectral coordinate %d"), c + 1);
}

/**
 * eqp_cli_run_project:
 * @job: a job with data
 * @pool: who works
 *
 * Lays the rows out on the plane of their two leading principal components, or by their columns where there are
 * no more than two, and a graph by coordinates of its own. What goes wrong is kept for the time of drawing.
 */
void
eqp_cli_run_project (EqpRunJob *job,
                     EqpPool   *pool)
{
  gint64 n = eqp_dataset_get_n (job->dataset);

  job->plane = g_try_new (float, 2 * (gsize) n);
  if (job->plane == NULL)
    {
      g_set_error (&job->plot_error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   _ ("there is no memory left for %ld points; leave --plot out."), (long) n);
      return;
    }

  if (eqp_dataset_get_graph (job->dataset) != NULL)
    {
      lay_out_graph (job, pool);
      return;
    }
  if (eqp_dataset_get_d (job->dataset) <= 2)
    {
      lay_out_columns (job);
      return;
    }

  job->pca = eqp_pca_new (job->dataset, (gint) MIN (2, n), job->threads, job->cancellable, &job->plot_error);
  if (job->pca == NULL)
    {
      g_clear_pointer (&job->plane, g_free);
      return;
    }

  if (job->pca->n_components == 2)
    {
      eqp_pca_project (job->pca, job->dataset, job->threads, job->plane);
    }
  else
    {
      /* A single row spans less than a plane. */
      for (gint64 i = 0; i < 2 * n; i++)
        job->plane[i] = 0.0f;
    }
  for (gint c = 0; c < 2; c++)
    {
      double share = c < job->pca->n_components && job->pca->total_variance > 0.0
                         ? job->pca->variances[c] / job->pca->total_variance
                         : 0.0;

      job->plane_titles[c] = g_strdup_printf (_ ("Component %d (%.1f %% of the variance)"), c + 1, share * 100.0);
    }
}

/* The centres on the same plane; NULL for a method without them. */
static double *
place_centers (EqpRunJob *job)
{
  const EqpResult *result = job->result;
  gint64 d = result->d;
  double *placed;

  if (result->centers == NULL || (job->pca != NULL && job->pca->n_components < 2))
    return NULL;

  placed = g_new0 (double, 2 * (gsize) result->k);
  for (gint k = 0; k < result->k; k++)
    {
      const double *center = result->centers + (gsize) k * (gsize) d;

      for (gint c = 0; c < 2; c++)
        if (job->pca != NULL)
          for (gint64 j = 0; j < d; j++)
            placed[2 * k + c] += (center[j] - job->pca->mean[j]) * job->pca->components[c * d + j];
        else if (c < d)
          placed[2 * k + c] = center[c] * job->plane_scale + job->plane_offset[c];
    }
  return placed;
}

/* Prices are squared distances in stored units; the plane may be in the file's. */
static double *
place_prices (EqpRunJob *job)
{
  double *placed;

  if (job->result->prices == NULL)
    return NULL;

  placed = g_memdup2 (job->result->prices, sizeof (double) * (gsize) job->result->k);
  for (gint k = 0; k < job->result->k; k++)
    placed[k] *= job->plane_scale * job->plane_scale;
  return placed;
}

/* One value of every step, by its offset in the step. */
static double *
trace_of (EqpRunJob *job,
          gsize      offset)
{
  double *trace = g_new (double, MAX (1, job->steps->len));

  for (guint i = 0; i < job->steps->len; i++)
    trace[i] = G_STRUCT_MEMBER (double, &g_array_index (job->steps, EqpStep, i), offset);
  return trace;
}

typedef struct
{
  EqpLivePage page;
  EqpStyle    style;
} Picture;

static void
draw_cb (cairo_t *cr,
         double   width,
         double   height,
         gpointer user_data)
{
  Picture *picture = user_data;

  eqp_draw_live_page (cr, width, height, &picture->page, &picture->style);
}

static void
describe (EqpRunJob  *job,
          char      **title,
          char      **subtitle)
{
  const EqpResult *result = job->result;
  g_autofree char *gamma = g_strdup_printf ("%.6g", job->params.gamma);
  g_autofree char *relative =
      !isfinite (job->gamma_rel) ? g_strdup (_ ("not defined")) : g_strdup_printf ("%.6g", job->gamma_rel);
  g_autofree char *seed = g_strdup_printf ("%" G_GUINT64_FORMAT, job->params.seed);
  /* A graph without features has no sum of squares. */
  double sse = job->measures.values[EQP_MEASURE_SSE_PER_N];
  g_autofree char *value = isnan (sse) ? g_strdup_printf (_ ("cut = %.7g"), result->data_term)
                                       : g_strdup_printf (_ ("SSE/n = %.7g"), sse);

  *title = g_strdup (job->title);
  if ((job->solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    *subtitle = g_strdup_printf (_ ("%s, K = %d, gamma = %s (relative %s), seed %s: %s"), _ (job->solver->name),
                                 result->k, gamma, relative, seed, value);
  else
    *subtitle = g_strdup_printf (_ ("%s, K = %d, seed %s: %s"), _ (job->solver->name), result->k, seed, value);
}

static void
fill_page (EqpRunJob    *job,
           EqpLivePage  *page,
           const double *centers,
           const double *prices,
           const double *data_term,
           const double *penalty)
{
  const EqpResult *result = job->result;

  eqp_live_page_init (page);
  page->scatter.n = result->n;
  page->scatter.xy = job->plane;
  page->scatter.labels = result->labels;
  page->scatter.k = result->k;
  page->scatter.centers = centers;
  page->scatter.prices = prices;
  page->scatter.show_cells = result->d == 2 && centers != NULL;
  page->scatter.x_title = job->plane_titles[0];
  page->scatter.y_title = job->plane_titles[1];
  page->keep_aspect = job->pca != NULL || page->scatter.show_cells;

  page->objective.n = job->steps->len;
  page->objective.first = job->steps->len > 0 ? g_array_index (job->steps, EqpStep, 0).iteration : 0;
  page->objective.data_term = data_term;
  if ((job->solver->flags & EQP_SOLVER_USES_GAMMA) != 0)
    {
      page->objective.penalty = penalty;
      page->objective.penalty_floor = job->params.gamma * (double) result->n * (double) result->n / result->k;
    }
  page->objective.data_name = job->solver->family == EQP_FAMILY_KMEANS ? _ ("Sum of squares") : _ ("Cut");

  page->sizes.k = result->k;
  page->sizes.sizes = result->sizes;
  page->sizes.band_low = job->band.low;
  page->sizes.band_high = job->band.high;
  if (job->reference != NULL)
    {
      page->sizes.reference_k[0] = job->reference->k;
      page->sizes.reference[0] = job->reference->sizes;
      page->sizes.reference_name[0] = _ ("k-means");
    }
}

/**
 * eqp_cli_run_plot:
 * @job: a job with a result
 * @path: a file name that ends in .svg, .pdf or .png
 * @error: return location for a sentence
 *
 * Draws the Live page: rows with their clusters, the trace of the objective, sizes over those of plain k-means.
 *
 * Returns: whether the file was written
 */
gboolean
eqp_cli_run_plot (EqpRunJob   *job,
                  const char  *path,
                  GError     **error)
{
  g_autofree double *centers = NULL;
  g_autofree double *prices = NULL;
  g_autofree double *data_term = trace_of (job, G_STRUCT_OFFSET (EqpStep, data_term));
  g_autofree double *penalty = trace_of (job, G_STRUCT_OFFSET (EqpStep, penalty));
  g_autofree char *title = NULL;
  g_autofree char *subtitle = NULL;
  g_auto (GStrv) names = NULL;
  Picture picture;

  if (job->plane == NULL)
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&job->plot_error), _ ("The plot could not be drawn: "));
      return FALSE;
    }

  centers = place_centers (job);
  prices = place_prices (job);
  describe (job, &title, &subtitle);
  fill_page (job, &picture.page, centers, prices, data_term, penalty);
  names = eqp_vertices_dup_names (job->dataset);
  picture.page.scatter.names = (const char *const *) names;
  picture.page.title = title;
  picture.page.subtitle = subtitle;
  eqp_style_init (&picture.style, FALSE, FALSE);
  return eqp_draw_save (path, PAGE_WIDTH, PAGE_HEIGHT, PNG_SCALE, draw_cb, &picture, error);
}
