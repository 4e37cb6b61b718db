/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings the projection and the labels shown to the scatter plot. Everything that looks at each row - drawing the
 * points, the centers, the index for the pointer - happens in a thread; the main one only hands over the picture. */
#include "config.h"

#include "eqp-presenter-scatter.h"

#include <glib/gi18n.h>
#include <math.h>

#include "eqp-newest.h"
#include "eqp-points-picture.h"
#include "eqp-presenter-images.h"
#include "eqp-presenter-note.h"

struct _EqpPresenterScatter
{
  GObject          parent_instance;

  EqpWorkspace    *workspace;
  EqpRowSelection *selection;
  EqpScatterView  *view;        /* borrowed: the view owns the presenter's owner */

  EqpNewest       *renderer;
  EqpNewest       *indexer;
  EqpProjection   *indexed;     /* whose index and range these are */
  EqpScatterIndex *index;
  gint64           hovered;     /* row, -1: none */
  EqpGraph        *drawn_graph; /* borrowed, only compared: what was asked for last */
  gint64           color;       /* EQP_COLOR_CLUSTERS... */
  EqpRowNames     *names;       /* or NULL */
  EqpPriceModel   *prices;      /* while they are the color, or NULL */
};

G_DEFINE_FINAL_TYPE (EqpPresenterScatter, eqp_presenter_scatter, G_TYPE_OBJECT)

/* ---- Drawing ---------------------------------------------------------------------------------------------------- */

static gpointer
render_work (gpointer data)
{
  return eqp_points_job_draw (data);
}

/* The key says it when not all edges are drawn. */
static void
name_edges (EqpPresenterScatter    *self,
            const EqpPointsPicture *rendered)
{
  g_autofree char *every = eqp_format_count (rendered->edge_step);
  g_autofree char *some = g_strdup_printf (_ ("1 edge in %s"), every);

  if (rendered->edge_step == 0)
    eqp_scatter_view_set_edge_names (self->view, NULL, NULL);
  else
    eqp_scatter_view_set_edge_names (self->view, rendered->edge_step == 1 ? _ ("Edge") : some,
                                     rendered->k > 0 ? _ ("Cut edge") : NULL);
}

/* It is spoken, so not in each iteration. */
static void
update_summary (EqpPresenterScatter *self)
{
  g_autofree char *selected = NULL;

  if (eqp_workspace_is_running (self->workspace))
    return;
  selected = eqp_presenter_selection (self->selection);
  eqp_plot_view_set_selected_text (EQP_PLOT_VIEW (self->view), selected);
  eqp_plot_view_update_summary (EQP_PLOT_VIEW (self->view));
}

static void
rendered_cb (gpointer result,
             gpointer user_data)
{
  EqpPresenterScatter *self = user_data;
  EqpPointsPicture *rendered = result;

  if (rendered->projection == eqp_workspace_get_projection (self->workspace))
    {
      eqp_scatter_view_set_points_texture (self->view, rendered->texture, &rendered->range);
      eqp_scatter_view_set_centers (self->view, rendered->k, rendered->centers);
      name_edges (self, rendered);
      eqp_scatter_view_set_counts (self->view, eqp_projection_get_n (rendered->projection), rendered->k);
      update_summary (self);
    }
  eqp_points_picture_free (rendered);
}

static void
render (EqpPresenterScatter *self)
{
  EqpProjection *projection = eqp_workspace_get_projection (self->workspace);
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);
  EqpGraph *graph = eqp_workspace_get_drawn_graph (self->workspace);
  EqpPointsJob *job;
  int width, height;
  double scale;
  EqpRange range;

  self->drawn_graph = graph;
  if (projection == NULL || self->indexed != projection)
    return;
  if (!eqp_scatter_view_get_render_request (self->view, &width, &height, &scale, &range) || width <= 0 || height <= 0)
    return;

  job = eqp_points_job_new (projection, labels, graph);
  job->highlight = eqp_row_selection_get_cluster (self->selection);
  /* A single row is ringed. */
  if (eqp_row_selection_get_rows (self->selection) != NULL && eqp_row_selection_get_row (self->selection) < 0)
    job->rows = eqp_row_set_ref (eqp_row_selection_get_rows (self->selection));
  if (self->prices != NULL && eqp_price_model_get_prices (self->prices) != NULL)
    job->prices = eqp_row_prices_ref (eqp_price_model_get_prices (self->prices));
  if (self->color == EQP_COLOR_CLASSES || self->color >= EQP_COLOR_COLUMNS)
    job->dataset = eqp_dataset_ref (eqp_workspace_get_dataset (self->workspace));
  job->color = self->color;
  job->vertices = eqp_dataset_get_graph (eqp_workspace_get_dataset (self->workspace)) != NULL;
  job->width = width;
  job->height = height;
  job->scale = scale;
  job->range = range;
  job->most = eqp_workspace_get_drag_sample (self->workspace);
  job->style = *eqp_plot_view_get_style (EQP_PLOT_VIEW (self->view));
  eqp_newest_push (self->renderer, job);
}

static void
mark_selected (EqpPresenterScatter *self)
{
  gint64 row = eqp_row_selection_get_row (self->selection);
  gboolean visible = row >= 0 && self->indexed != NULL && row < eqp_projection_get_n (self->indexed);
  const float *xy = visible ? eqp_projection_get_xy (self->indexed) + 2 * row : NULL;

  eqp_scatter_view_set_selection (self->view, visible, visible ? xy[0] : 0.0, visible ? xy[1] : 0.0);
}

/* ---- Range and index of a new projection, in the other thread ----------------------------------------------------*/

static char **
dup_names (EqpPresenterScatter *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);

  return dataset != NULL && eqp_dataset_get_n (dataset) == eqp_projection_get_n (self->indexed)
             ? eqp_vertices_dup_names (dataset)
             : NULL;
}

static void
indexed_cb (gpointer result,
            gpointer user_data)
{
  EqpPresenterScatter *self = user_data;
  EqpIndexedPoints *indexed = result;

  if (indexed->projection == eqp_workspace_get_projection (self->workspace))
    {
      g_clear_pointer (&self->indexed, eqp_projection_unref);
      g_clear_pointer (&self->index, eqp_scatter_index_free);
      self->indexed = eqp_projection_ref (indexed->projection);
      self->index = g_steal_pointer (&indexed->index);
      eqp_scatter_view_set_titles (self->view, eqp_projection_get_x_title (self->indexed),
                                   eqp_projection_get_y_title (self->indexed));
      eqp_scatter_view_set_data_range (self->view, &indexed->range, eqp_projection_is_plane (self->indexed));
      eqp_scatter_view_set_names (self->view, eqp_projection_get_n (self->indexed),
                                  eqp_projection_get_xy (self->indexed), dup_names (self));
      mark_selected (self);
      render (self);
    }
  eqp_indexed_points_free (indexed);
}

/* ---- Signals ---------------------------------------------------------------------------------------------------- */

static void
set_hovered (EqpPresenterScatter *self,
             gint64               row)
{
  const float *xy;

  self->hovered = row;
  if (row < 0)
    {
      eqp_scatter_view_set_highlight (self->view, FALSE, 0.0, 0.0);
      eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self->view), NULL);
      return;
    }
  xy = eqp_projection_get_xy (self->indexed);
  eqp_scatter_view_set_highlight (self->view, TRUE, xy[2 * row], xy[2 * row + 1]);
}

static void
projection_changed_cb (EqpPresenterScatter *self)
{
  EqpProjection *projection = eqp_workspace_get_projection (self->workspace);

  if (projection == self->indexed)
    return;
  set_hovered (self, -1);
  if (projection != NULL)
    {
      eqp_newest_push (self->indexer, eqp_projection_ref (projection));
      return;
    }
  g_clear_pointer (&self->indexed, eqp_projection_unref);
  g_clear_pointer (&self->index, eqp_scatter_index_free);
  eqp_scatter_view_set_points_texture (self->view, NULL, NULL);
  eqp_scatter_view_set_centers (self->view, 0, NULL);
}

/* Another family of methods may be drawn with the graph, or without. */
static void
settings_changed_cb (EqpPresenterScatter *self)
{
  EqpGraph *graph = eqp_workspace_get_drawn_graph (self->workspace);

  if (graph != self->drawn_graph)
    render (self);
}

static void
render_needed_cb (EqpPresenterScatter *self)
{
  render (self);
}

/* Of the labels shown, where they are known already. */
static void
append_price (EqpPresenterScatter *self,
              gint64               row,
              GString             *text)
{
  const EqpRowPrices *prices = self->prices != NULL ? eqp_price_model_get_prices (self->prices) : NULL;
  g_autofree char *price = NULL;

  if (prices == NULL || prices->labels != eqp_workspace_get_labels (self->workspace) || row >= prices->n)
    return;
  g_string_append (text, "\n");
  if (!(prices->prices[row] > 0.0))
    {
      g_string_append (text, _ ("pays nothing for balance"));
      return;
    }
  price = eqp_format_number (prices->prices[row], 4);
  /* Translators: a squared distance or a weight of edges, and a cluster's number. */
  g_string_append_printf (text, _ ("pays %s more than in cluster %d"), price, prices->nearest[row] + 1);
}

static char *
describe_row (EqpPresenterScatter *self,
              gint64               row)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);
  const gint32 *truth = eqp_dataset_get_labels (dataset);
  g_autofree char *number = eqp_format_count (row + 1);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("Row %s"), number);
  if (self->names != NULL && eqp_row_names_get (self->names, row) != NULL)
    {
      g_autofree char *name = eqp_short_name (eqp_row_names_get (self->names, row));

      g_string_append_printf (text, "\n%s", name);
    }
  if (labels != NULL && row < eqp_labels_get_n (labels))
    {
      g_string_append (text, "\n");
      g_string_append_printf (text, _ ("cluster %d"), eqp_labels_get (labels, row) + 1);
    }
  if (truth != NULL)
    {
      g_string_append (text, "\n");
      g_string_append_printf (text, _ ("class %s"), eqp_dataset_get_class_name (dataset, truth[row]));
    }
  if (self->color >= EQP_COLOR_COLUMNS && self->color - EQP_COLOR_COLUMNS < eqp_dataset_get_d (dataset))
    {
      gint64 column = self->color - EQP_COLOR_COLUMNS;
      g_autofree char *value = eqp_format_number (eqp_dataset_get_value (dataset, row, column), 6);

      g_string_append_printf (text, "\n%s %s", eqp_dataset_get_column_name (dataset, column), value);
    }
  append_price (self, row, text);
  return g_string_free (text, FALSE);
}

static void
point_hovered_cb (EqpPresenterScatter *self,
                  double               x,
                  double               y,
                  double               radius_x,
                  double               radius_y)
{
  gint64 row = self->index != NULL ? eqp_scatter_index_lookup (self->index, x, y, radius_x, radius_y) : -1;
  g_autoptr (GdkTexture) picture = NULL;
  g_autofree char *text = NULL;

  /* The points of what was open before are there until those of the new data come. */
  if (row >= eqp_dataset_get_n (eqp_workspace_get_dataset (self->workspace)))
    row = -1;
  if (row == self->hovered)
    return;
  set_hovered (self, row);
  if (row < 0)
    return;
  text = describe_row (self, row);
  picture = eqp_presenter_image_make (eqp_workspace_get_dataset (self->workspace), row);
  eqp_plot_view_set_hover_picture (EQP_PLOT_VIEW (self->view), picture);
  eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self->view), text);
}

/* A second click on the same point, or one beside all points, takes the selection away. Control adds a point to it or
 * takes it out, Shift selects its cluster. */
static void
point_activated_cb (EqpPresenterScatter *self,
                    double               x,
                    double               y,
                    double               radius_x,
                    double               radius_y,
                    GdkModifierType      state)
{
  gint64 row = self->index != NULL ? eqp_scatter_index_lookup (self->index, x, y, radius_x, radius_y) : -1;
  EqpLabels *labels = eqp_workspace_get_labels (self->workspace);

  if (row >= 0 && (state & GDK_CONTROL_MASK) != 0)
    eqp_row_selection_toggle_row (self->selection, row);
  else if (row >= 0 && (state & GDK_SHIFT_MASK) != 0 && labels != NULL && row < eqp_labels_get_n (labels))
    eqp_row_selection_toggle_cluster (self->selection, eqp_labels_get (labels, row));
  else if ((state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) == 0)
    eqp_row_selection_set_row (self->selection, row == eqp_row_selection_get_row (self->selection) ? -1 : row);
}

static void
center_activated_cb (EqpPresenterScatter *self,
                     int                  cluster)
{
  eqp_row_selection_toggle_cluster (self->selection, cluster);
}

static void
selection_changed_cb (EqpPresenterScatter *self)
{
  mark_selected (self);
  render (self);
  update_summary (self);
}

static void
point_left_cb (EqpPresenterScatter *self)
{
  set_hovered (self, -1);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_presenter_scatter_dispose (GObject *object)
{
  EqpPresenterScatter *self = EQP_PRESENTER_SCATTER (object);

  g_clear_object (&self->names);
  g_clear_object (&self->prices);
  g_clear_pointer (&self->renderer, eqp_newest_free);
  g_clear_pointer (&self->indexer, eqp_newest_free);
  g_clear_pointer (&self->indexed, eqp_projection_unref);
  g_clear_pointer (&self->index, eqp_scatter_index_free);
  g_clear_object (&self->selection);
  g_clear_object (&self->workspace);

  G_OBJECT_CLASS (eqp_presenter_scatter_parent_class)->dispose (object);
}

static void
eqp_presenter_scatter_class_init (EqpPresenterScatterClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_presenter_scatter_dispose;
}

static void
eqp_presenter_scatter_init (EqpPresenterScatter *self)
{
  self->hovered = -1;
  self->renderer = eqp_newest_new ("eqp-points", render_work, eqp_points_job_free, rendered_cb,
                                   eqp_points_picture_free, self);
  self->indexer =
      eqp_newest_new ("eqp-index", eqp_indexed_points_make, (GDestroyNotify) eqp_projection_unref, indexed_cb,
                      eqp_indexed_points_free, self);
}

/**
 * eqp_presenter_scatter_new:
 * @workspace: whose rows to show
 * @selection: of them
 * @view: where; must outlive the presenter
 *
 * Returns: (transfer full): a presenter
 */
EqpPresenterScatter *
eqp_presenter_scatter_new (EqpWorkspace    *workspace,
                           EqpRowSelection *selection,
                           EqpScatterView  *view)
{
  EqpPresenterScatter *self = g_object_new (EQP_TYPE_PRESENTER_SCATTER, NULL);

  self->workspace = g_object_ref (workspace);
  self->selection = g_object_ref (selection);
  self->view = view;
  g_signal_connect_object (workspace, "projection-changed", G_CALLBACK (projection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "shown-changed", G_CALLBACK (render), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "state-changed", G_CALLBACK (update_summary), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "graph-changed", G_CALLBACK (render), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "settings-changed", G_CALLBACK (settings_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "render-needed", G_CALLBACK (render_needed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "point-hovered", G_CALLBACK (point_hovered_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "point-activated", G_CALLBACK (point_activated_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "center-activated", G_CALLBACK (center_activated_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "changed", G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "point-left", G_CALLBACK (point_left_cb), self, G_CONNECT_SWAPPED);
  projection_changed_cb (self);
  return self;
}

/**
 * eqp_presenter_scatter_set_names:
 * @self: a presenter
 * @names: what rows are called beside the pointer
 */
void
eqp_presenter_scatter_set_names (EqpPresenterScatter *self,
                                 EqpRowNames         *names)
{
  g_set_object (&self->names, names);
}

/**
 * eqp_presenter_scatter_set_color:
 * @self: a presenter
 * @color: %EQP_COLOR_CLUSTERS, %EQP_COLOR_CLASSES, %EQP_COLOR_PRICES, or %EQP_COLOR_COLUMNS plus a column
 *
 * What the points are colored by; also before the first run.
 */
void
eqp_presenter_scatter_set_color (EqpPresenterScatter *self,
                                 gint64               color)
{
  if (self->color == color)
    return;
  self->color = color;
  g_clear_object (&self->prices);
  if (color == EQP_COLOR_PRICES)
    {
      self->prices = eqp_price_model_new (self->workspace);
      g_signal_connect_object (self->prices, "changed", G_CALLBACK (render), self, G_CONNECT_SWAPPED);
    }
  render (self);
}
