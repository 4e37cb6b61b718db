/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The points of each run that is compared, in the same projection and with one selection. All pictures are drawn by one
 * job in a thread; the main one only hands them over. */
#include "config.h"

#include "eqp-presenter-compare-points.h"

#include <glib/gi18n.h>

#include "eqp-newest.h"
#include "eqp-points-picture.h"
#include "eqp-row-names.h"
#include "eqp-presenter-compare.h"

/* px; below that nothing is told apart. */
#define LEAST_WIDTH 170

typedef struct
{
  GtkWidget      *card;
  GtkLabel       *title;
  GtkLabel       *settings;
  EqpScatterView *view;
} Column;

struct _EqpPresenterComparePoints
{
  GObject          parent_instance;

  EqpCompareModel *model;
  GtkBox          *box;       /* borrowed, with the columns in it */
  Column           columns[EQP_COMPARE_MAX_RUNS];
  guint            n_columns; /* made so far */
  EqpNewest       *renderer;
  EqpNewest       *indexer;
  EqpProjection   *indexed;
  EqpScatterIndex *index;
  EqpRange         range;
  guint            render_source;
  gint64           hovered;   /* row, -1: none */
};

G_DEFINE_FINAL_TYPE (EqpPresenterComparePoints, eqp_presenter_compare_points, G_TYPE_OBJECT)

static guint
count_runs (EqpPresenterComparePoints *self)
{
  const EqpComparison *comparison = eqp_compare_model_get_comparison (self->model);

  return comparison != NULL ? comparison->n_runs : 0;
}

/* ---- Drawing, in the thread ------------------------------------------------------------------------------------- */

typedef struct
{
  guint         n;
  guint         place[EQP_COMPARE_MAX_RUNS];
  EqpPointsJob *jobs[EQP_COMPARE_MAX_RUNS];
  guint         serial; /* of the comparison */
} RenderJob;

typedef struct
{
  guint             n;
  guint             place[EQP_COMPARE_MAX_RUNS];
  EqpPointsPicture *pictures[EQP_COMPARE_MAX_RUNS];
  guint             serial;
} Rendered;

static void
render_job_free (gpointer data)
{
  RenderJob *job = data;

  for (guint i = 0; i < job->n; i++)
    eqp_points_job_free (job->jobs[i]);
  g_free (job);
}

static void
rendered_free (gpointer data)
{
  Rendered *rendered = data;

  for (guint i = 0; i < rendered->n; i++)
    eqp_points_picture_free (rendered->pictures[i]);
  g_free (rendered);
}

static gpointer
render_work (gpointer data)
{
  RenderJob *job = data;
  Rendered *rendered = g_new0 (Rendered, 1);

  rendered->serial = job->serial;
  for (guint i = 0; i < job->n; i++)
    {
      rendered->place[i] = job->place[i];
      rendered->pictures[i] = eqp_points_job_draw (job->jobs[i]);
      rendered->n++;
    }
  return rendered;
}

static void
rendered_cb (gpointer result,
             gpointer user_data)
{
  EqpPresenterComparePoints *self = user_data;
  Rendered *rendered = result;
  const EqpComparison *comparison = eqp_compare_model_get_comparison (self->model);

  for (guint i = 0; comparison != NULL && rendered->serial == comparison->serial && i < rendered->n; i++)
    {
      EqpPointsPicture *picture = rendered->pictures[i];
      EqpScatterView *view = self->columns[rendered->place[i]].view;

      if (picture->projection != self->indexed)
        continue;
      eqp_scatter_view_set_points_texture (view, picture->texture, &picture->range);
      eqp_scatter_view_set_centers (view, picture->k, picture->centers);
    }
  rendered_free (rendered);
}

static gboolean
render_cb (gpointer user_data)
{
  EqpPresenterComparePoints *self = user_data;
  const EqpComparison *comparison = eqp_compare_model_get_comparison (self->model);
  EqpWorkspace *workspace = eqp_compare_model_get_workspace (self->model);
  RenderJob *job = g_new0 (RenderJob, 1);

  self->render_source = 0;
  for (guint i = 0; comparison != NULL && self->indexed != NULL && i < comparison->n_runs; i++)
    {
      EqpScatterView *view = self->columns[i].view;
      EqpPointsJob *points;
      int width, height;
      double scale;
      EqpRange range;

      if (!eqp_scatter_view_get_render_request (view, &width, &height, &scale, &range) || width <= 0 || height <= 0)
        continue;
      points = eqp_points_job_new (self->indexed, comparison->labels[i], eqp_workspace_get_drawn_graph (workspace));
      points->highlight = eqp_compare_model_get_cluster (self->model);
      points->vertices = eqp_dataset_get_graph (eqp_workspace_get_dataset (workspace)) != NULL;
      points->width = width;
      points->height = height;
      points->scale = scale;
      points->range = range;
      points->style = *eqp_plot_view_get_style (EQP_PLOT_VIEW (view));
      job->place[job->n] = i;
      job->jobs[job->n++] = points;
      job->serial = comparison->serial;
    }
  if (job->n > 0)
    eqp_newest_push (self->renderer, job);
  else
    render_job_free (job);
  return G_SOURCE_REMOVE;
}

/* Several plots may ask at once. */
static void
render (EqpPresenterComparePoints *self)
{
  if (self->render_source == 0)
    self->render_source = g_idle_add_full (G_PRIORITY_DEFAULT, render_cb, self, NULL);
}

/* ---- Range and index of a projection, in the other thread ------------------------------------------------------- */

static void
mark_selected (EqpPresenterComparePoints *self)
{
  gint64 row = eqp_compare_model_get_row (self->model);
  gboolean visible = row >= 0 && self->indexed != NULL && row < eqp_projection_get_n (self->indexed);
  const float *xy = visible ? eqp_projection_get_xy (self->indexed) + 2 * row : NULL;

  for (guint i = 0; i < self->n_columns; i++)
    eqp_scatter_view_set_selection (self->columns[i].view, visible, visible ? xy[0] : 0.0, visible ? xy[1] : 0.0);
}

static void
show_projection (EqpPresenterComparePoints *self,
                 Column                    *column)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (eqp_compare_model_get_workspace (self->model));

  if (self->indexed == NULL)
    return;
  eqp_scatter_view_set_titles (column->view, eqp_projection_get_x_title (self->indexed),
                               eqp_projection_get_y_title (self->indexed));
  eqp_scatter_view_set_data_range (column->view, &self->range, eqp_projection_is_plane (self->indexed));
  if (dataset != NULL && eqp_dataset_get_n (dataset) == eqp_projection_get_n (self->indexed))
    eqp_scatter_view_set_names (column->view, eqp_projection_get_n (self->indexed),
                                eqp_projection_get_xy (self->indexed), eqp_vertices_dup_names (dataset));
}

static void
indexed_cb (gpointer result,
            gpointer user_data)
{
  EqpPresenterComparePoints *self = user_data;
  EqpIndexedPoints *indexed = result;

  if (indexed->projection == eqp_workspace_get_projection (eqp_compare_model_get_workspace (self->model)))
    {
      g_clear_pointer (&self->indexed, eqp_projection_unref);
      g_clear_pointer (&self->index, eqp_scatter_index_free);
      self->indexed = eqp_projection_ref (indexed->projection);
      self->index = g_steal_pointer (&indexed->index);
      self->range = indexed->range;
      for (guint i = 0; i < self->n_columns; i++)
        show_projection (self, &self->columns[i]);
      mark_selected (self);
      render (self);
    }
  eqp_indexed_points_free (indexed);
}

static void
projection_changed_cb (EqpPresenterComparePoints *self)
{
  EqpProjection *projection = eqp_workspace_get_projection (eqp_compare_model_get_workspace (self->model));

  /* Nobody looks at points that are not compared. */
  if (projection == self->indexed || (projection != NULL && count_runs (self) == 0))
    return;
  self->hovered = -1;
  if (projection != NULL)
    {
      eqp_newest_push (self->indexer, eqp_projection_ref (projection));
      return;
    }
  g_clear_pointer (&self->indexed, eqp_projection_unref);
  g_clear_pointer (&self->index, eqp_scatter_index_free);
}

/* ---- Pointer ---------------------------------------------------------------------------------------------------- */

static char *
describe_row (EqpPresenterComparePoints *self,
              gint64                     row)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (eqp_compare_model_get_workspace (self->model));
  const EqpComparison *comparison = eqp_compare_model_get_comparison (self->model);
  const gint32 *truth = eqp_dataset_get_labels (dataset);
  g_autofree char *number = eqp_format_count (row + 1);
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, _ ("Row %s"), number);
  if (truth != NULL)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, _ ("class %s"), eqp_dataset_get_class_name (dataset, truth[row]));
    }
  for (guint i = 0; comparison != NULL && row < comparison->n && i < comparison->n_runs; i++)
    {
      g_autofree char *title = eqp_run_record_dup_title (eqp_compare_model_get_record (self->model, i));

      g_string_append_printf (text, "\n%s: ", title);
      g_string_append_printf (text, _ ("cluster %d"), eqp_labels_get (comparison->labels[i], row) + 1);
    }
  return g_string_free (text, FALSE);
}

static void
set_hovered (EqpPresenterComparePoints *self,
             EqpScatterView            *where,
             gint64                     row)
{
  const float *xy = row >= 0 ? eqp_projection_get_xy (self->indexed) + 2 * row : NULL;
  g_autofree char *text = row >= 0 ? describe_row (self, row) : NULL;

  self->hovered = row;
  for (guint i = 0; i < self->n_columns; i++)
    {
      EqpScatterView *view = self->columns[i].view;

      eqp_scatter_view_set_highlight (view, row >= 0, xy != NULL ? xy[0] : 0.0, xy != NULL ? xy[1] : 0.0);
      eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (view), view == where ? text : NULL);
    }
}

static gint64
look_up (EqpPresenterComparePoints *self,
         double                     x,
         double                     y,
         double                     radius_x,
         double                     radius_y)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (eqp_compare_model_get_workspace (self->model));
  gint64 row = self->index != NULL ? eqp_scatter_index_lookup (self->index, x, y, radius_x, radius_y) : -1;

  return dataset != NULL && row < eqp_dataset_get_n (dataset) ? row : -1;
}

static void
point_hovered_cb (EqpScatterView            *view,
                  double                     x,
                  double                     y,
                  double                     radius_x,
                  double                     radius_y,
                  EqpPresenterComparePoints *self)
{
  gint64 row = look_up (self, x, y, radius_x, radius_y);

  if (row != self->hovered)
    set_hovered (self, view, row);
}

static void
point_activated_cb (EqpScatterView            *view,
                    double                     x,
                    double                     y,
                    double                     radius_x,
                    double                     radius_y,
                    GdkModifierType            state,
                    EqpPresenterComparePoints *self)
{
  gint64 row = look_up (self, x, y, radius_x, radius_y);

  eqp_compare_model_set_row (self->model, row == eqp_compare_model_get_row (self->model) ? -1 : row);
}

static void
point_left_cb (EqpScatterView            *view,
               EqpPresenterComparePoints *self)
{
  set_hovered (self, NULL, -1);
}

/* ---- Columns ---------------------------------------------------------------------------------------------------- */

static GtkWidget *
make_label (GtkWidget  *card,
            const char *style)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0.0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, style);
  gtk_box_append (GTK_BOX (card), label);
  return label;
}

static void
add_column (EqpPresenterComparePoints *self)
{
  Column *column = &self->columns[self->n_columns++];

  column->card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  gtk_widget_add_css_class (column->card, "card");
  gtk_widget_add_css_class (column->card, "compare-run");
  column->title = GTK_LABEL (make_label (column->card, "heading"));
  /* The end tells gamma. */
  gtk_label_set_ellipsize (column->title, PANGO_ELLIPSIZE_MIDDLE);
  column->settings = GTK_LABEL (make_label (column->card, "dim-label"));
  gtk_widget_add_css_class (GTK_WIDGET (column->settings), "caption");
  column->view = EQP_SCATTER_VIEW (eqp_scatter_view_new ());
  gtk_widget_set_vexpand (GTK_WIDGET (column->view), TRUE);
  gtk_widget_set_size_request (GTK_WIDGET (column->view), LEAST_WIDTH, 220);
  eqp_plot_view_set_empty_text (EQP_PLOT_VIEW (column->view), _ ("The points appear in a moment."));
  gtk_box_append (GTK_BOX (column->card), GTK_WIDGET (column->view));
  gtk_box_append (self->box, column->card);
  g_signal_connect_object (column->view, "render-needed", G_CALLBACK (render), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (column->view, "point-hovered", G_CALLBACK (point_hovered_cb), self, 0);
  g_signal_connect_object (column->view, "point-activated", G_CALLBACK (point_activated_cb), self, 0);
  g_signal_connect_object (column->view, "point-left", G_CALLBACK (point_left_cb), self, 0);
  show_projection (self, column);
}

static void
show_run (EqpPresenterComparePoints *self,
          const EqpComparison       *comparison,
          guint                      place)
{
  Column *column = &self->columns[place];
  EqpRunRecord *record = eqp_compare_model_get_record (self->model, place);
  g_autofree char *title = eqp_run_record_dup_title (record);
  g_autofree char *settings = eqp_presenter_compare_dup_caption (record, "\n");
  g_autofree char *line = eqp_presenter_compare_dup_caption (record, " · ");
  g_autofree char *label = g_strdup_printf (_ ("Points of %s"), title);
  g_autofree char *rows = eqp_format_count (comparison->n);
  g_autofree char *summary =
      g_strdup_printf (_ ("%s points in %d clusters. %s"), rows, eqp_run_record_get_facts (record)->k, line);

  gtk_label_set_label (column->title, title);
  gtk_widget_set_tooltip_text (GTK_WIDGET (column->title), title);
  gtk_label_set_label (column->settings, settings);
  gtk_widget_set_tooltip_text (GTK_WIDGET (column->settings), line);
  eqp_plot_view_set_label (EQP_PLOT_VIEW (column->view), label);
  eqp_plot_view_set_summary (EQP_PLOT_VIEW (column->view), summary);
}

static void
changed_cb (EqpPresenterComparePoints *self)
{
  const EqpComparison *comparison = eqp_compare_model_get_comparison (self->model);
  guint n = count_runs (self);

  while (self->n_columns < n)
    add_column (self);
  for (guint i = 0; i < self->n_columns; i++)
    gtk_widget_set_visible (self->columns[i].card, i < n);
  for (guint i = 0; i < n; i++)
    show_run (self, comparison, i);
  projection_changed_cb (self);
  mark_selected (self);
  render (self);
}

/* Measures come some time after their run, and names change. */
static void
record_changed_cb (EqpPresenterComparePoints *self,
                   EqpRunRecord              *record)
{
  const EqpComparison *comparison = eqp_compare_model_get_comparison (self->model);

  for (guint i = 0; i < count_runs (self); i++)
    if (eqp_compare_model_get_record (self->model, i) == record)
      show_run (self, comparison, i);
}

static void
selection_changed_cb (EqpPresenterComparePoints *self)
{
  mark_selected (self);
  render (self);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_presenter_compare_points_dispose (GObject *object)
{
  EqpPresenterComparePoints *self = EQP_PRESENTER_COMPARE_POINTS (object);

  g_clear_handle_id (&self->render_source, g_source_remove);
  g_clear_pointer (&self->renderer, eqp_newest_free);
  g_clear_pointer (&self->indexer, eqp_newest_free);
  g_clear_pointer (&self->indexed, eqp_projection_unref);
  g_clear_pointer (&self->index, eqp_scatter_index_free);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (eqp_presenter_compare_points_parent_class)->dispose (object);
}

static void
eqp_presenter_compare_points_class_init (EqpPresenterComparePointsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = eqp_presenter_compare_points_dispose;
}

static void
eqp_presenter_compare_points_init (EqpPresenterComparePoints *self)
{
  self->hovered = -1;
  self->renderer = eqp_newest_new ("eqp-points", render_work, render_job_free, rendered_cb, rendered_free, self);
  self->indexer =
      eqp_newest_new ("eqp-index", eqp_indexed_points_make, (GDestroyNotify) eqp_projection_unref, indexed_cb,
                      eqp_indexed_points_free, self);
}

/**
 * eqp_presenter_compare_points_new:
 * @model: what is compared
 * @box: an empty box, to be filled with a column for each run; must outlive the presenter
 *
 * Returns: (transfer full): a presenter
 */
EqpPresenterComparePoints *
eqp_presenter_compare_points_new (EqpCompareModel *model,
                                  GtkBox          *box)
{
  EqpPresenterComparePoints *self = g_object_new (EQP_TYPE_PRESENTER_COMPARE_POINTS, NULL);
  EqpWorkspace *workspace = eqp_compare_model_get_workspace (model);

  self->model = g_object_ref (model);
  self->box = box;
  g_signal_connect_object (model, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "selection-changed", G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (eqp_compare_model_get_list (model), "record-changed", G_CALLBACK (record_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "projection-changed", G_CALLBACK (projection_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (workspace, "graph-changed", G_CALLBACK (render), self, G_CONNECT_SWAPPED);
  return self;
}
