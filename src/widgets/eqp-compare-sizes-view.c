/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bars of several runs on one axis. The cursor is on a cluster, in all panels at once. */
#include "config.h"

#include "eqp-compare-sizes-view.h"

#include <glib/gi18n-lib.h>

struct _EqpCompareSizesView
{
  EqpPlotView           parent_instance;
  EqpCompareSizesModel  model;    /* with copies of its own */
  EqpCompareSizesPanel  panels[EQP_COMPARE_MAX_RUNS];
  int                   cursor;   /* cluster, -1: none */
};

G_DEFINE_FINAL_TYPE (EqpCompareSizesView, eqp_compare_sizes_view, EQP_TYPE_PLOT_VIEW)

enum {
  SIGNAL_CLUSTER_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
eqp_compare_sizes_view_is_empty (EqpPlotView *view)
{
  EqpCompareSizesView *self = EQP_COMPARE_SIZES_VIEW (view);

  return self->model.n_runs == 0 || self->model.k == 0;
}

static void
eqp_compare_sizes_view_prepare (EqpPlotView    *view,
                                double          width,
                                double          height,
                                const EqpStyle *style)
{
  EqpCompareSizesView *self = EQP_COMPARE_SIZES_VIEW (view);

  eqp_compare_sizes_layout (&self->model, &(EqpRect){ 0.0, 0.0, width, height }, style, self->panels);
}

static void
draw_cursor (EqpCompareSizesView *self,
             GtkSnapshot         *snapshot,
             const EqpStyle      *style)
{
  EqpRgba color = style->high_contrast ? style->foreground : style->accent;

  for (guint run = 0; run < self->model.n_runs; run++)
    {
      const EqpCompareSizesPanel *panel = &self->panels[run];
      double width = MAX (panel->scale.pitch, 3.0);
      double left = panel->area.x + (self->cursor + 0.5) * panel->scale.pitch - width / 2.0;

      gtk_snapshot_append_color (
          snapshot, &(GdkRGBA){ color.red, color.green, color.blue, 0.18f },
          &GRAPHENE_RECT_INIT ((float) left, (float) panel->area.y, (float) width, (float) panel->area.height));
      gtk_snapshot_append_color (
          snapshot, &(GdkRGBA){ color.red, color.green, color.blue, 1.0f },
          &GRAPHENE_RECT_INIT ((float) left, (float) (panel->area.y + panel->area.height), (float) width, 2.0f));
    }
}

static void
eqp_compare_sizes_view_draw_tier (EqpPlotView    *view,
                                  EqpPlotTier     tier,
                                  GtkSnapshot    *snapshot,
                                  double          width,
                                  double          height,
                                  const EqpStyle *style)
{
  EqpCompareSizesView *self = EQP_COMPARE_SIZES_VIEW (view);
  cairo_t *cr;

  if (tier == EQP_PLOT_OVERLAY && self->cursor >= 0 && self->cursor < self->model.k)
    draw_cursor (self, snapshot, style);
  if (tier != EQP_PLOT_FURNITURE && tier != EQP_PLOT_DATA)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) width, (float) height));
  if (tier == EQP_PLOT_FURNITURE)
    eqp_draw_compare_sizes_furniture (cr, &self->model, self->panels, style);
  else
    eqp_draw_compare_sizes_bars (cr, &self->model, self->panels, style);
  cairo_destroy (cr);
}

static char *
eqp_compare_sizes_view_dup_summary (EqpPlotView *view)
{
  return eqp_draw_summary_compare_sizes (&EQP_COMPARE_SIZES_VIEW (view)->model);
}

static void
set_cursor (EqpCompareSizesView *self,
            int                  cluster)
{
  g_autoptr (GString) text = NULL;

  cluster = cluster < self->model.k ? cluster : -1;
  if (self->cursor == cluster)
    return;
  self->cursor = cluster;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
  if (cluster < 0)
    {
      eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self), NULL);
      return;
    }
  text = g_string_new (NULL);
  g_string_append_printf (text, _("Cluster %d"), cluster + 1);
  for (guint run = 0; run < self->model.n_runs; run++)
    {
      g_autofree char *size = eqp_format_count (self->model.sizes[run][cluster]);

      g_string_append_printf (text, "\n%s: %s", self->model.names[run], size);
    }
  eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self), text->str);
}

static void
eqp_compare_sizes_view_move_cursor (EqpPlotView    *view,
                                    GtkMovementStep step,
                                    int             dx,
                                    int             dy)
{
  EqpCompareSizesView *self = EQP_COMPARE_SIZES_VIEW (view);
  int k = self->model.k, cursor = self->cursor;

  if (step == GTK_MOVEMENT_BUFFER_ENDS)
    cursor = dx < 0 ? 0 : k - 1;
  else if (cursor < 0)
    cursor = dx > 0 || dy > 0 ? 0 : k - 1;
  else
    cursor += (dx != 0 ? dx : dy) * (step == GTK_MOVEMENT_PAGES ? MAX (1, k / 10) : 1);
  cursor = CLAMP (cursor, 0, k - 1);
  eqp_plot_view_set_hover_position (view, self->panels[0].area.x + (cursor + 0.5) * self->panels[0].scale.pitch,
                                    self->panels[0].area.y);
  set_cursor (self, cursor);
}

static void
eqp_compare_sizes_view_activate (EqpPlotView *view)
{
  EqpCompareSizesView *self = EQP_COMPARE_SIZES_VIEW (view);

  if (self->cursor >= 0)
    g_signal_emit (self, signals[SIGNAL_CLUSTER_ACTIVATED], 0, self->cursor);
}

static void
eqp_compare_sizes_view_point (EqpPlotView *view,
                              double       x,
                              double       y)
{
  EqpCompareSizesView *self = EQP_COMPARE_SIZES_VIEW (view);
  guint run;
  gint cluster = -1;

  if (self->model.k > 0 && !eqp_compare_sizes_at (&self->model, self->panels, x, y, &run, &cluster))
    cluster = -1;
  set_cursor (self, cluster);
}

static void
eqp_compare_sizes_view_leave (EqpPlotView *view)
{
  set_cursor (EQP_COMPARE_SIZES_VIEW (view), -1);
}

static void
clear_model (EqpCompareSizesView *self)
{
  for (guint run = 0; run < self->model.n_runs; run++)
    {
      g_free ((gpointer) self->model.sizes[run]);
      g_free ((gpointer) self->model.names[run]);
    }
  self->model.n_runs = 0;
  self->model.k = 0;
}

static void
eqp_compare_sizes_view_finalize (GObject *object)
{
  clear_model (EQP_COMPARE_SIZES_VIEW (object));

  G_OBJECT_CLASS (eqp_compare_sizes_view_parent_class)->finalize (object);
}

static void
eqp_compare_sizes_view_class_init (EqpCompareSizesViewClass *klass)
{
  EqpPlotViewClass *view_class = EQP_PLOT_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = eqp_compare_sizes_view_finalize;
  view_class->prepare = eqp_compare_sizes_view_prepare;
  view_class->draw_tier = eqp_compare_sizes_view_draw_tier;
  view_class->is_empty = eqp_compare_sizes_view_is_empty;
  view_class->move_cursor = eqp_compare_sizes_view_move_cursor;
  view_class->point = eqp_compare_sizes_view_point;
  view_class->leave = eqp_compare_sizes_view_leave;
  view_class->activate = eqp_compare_sizes_view_activate;
  view_class->dup_summary = eqp_compare_sizes_view_dup_summary;

  /**
   * EqpCompareSizesView::cluster-activated:
   * @self: the plot
   * @cluster: its number, from 0
   *
   * Clicked, or Return.
   */
  signals[SIGNAL_CLUSTER_ACTIVATED] = g_signal_new ("cluster-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                                    0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_INT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "eqpcomparesizes");
}

static void
eqp_compare_sizes_view_init (EqpCompareSizesView *self)
{
  self->cursor = -1;
  eqp_plot_view_activate_by_click (EQP_PLOT_VIEW (self));
}

/**
 * eqp_compare_sizes_view_new:
 *
 * Returns: (transfer floating): a plot of no runs
 */
GtkWidget *
eqp_compare_sizes_view_new (void)
{
  return g_object_new (EQP_TYPE_COMPARE_SIZES_VIEW, NULL);
}

/**
 * eqp_compare_sizes_view_set_model:
 * @self: a plot
 * @model: sizes and names, copied
 */
void
eqp_compare_sizes_view_set_model (EqpCompareSizesView        *self,
                                  const EqpCompareSizesModel *model)
{
  clear_model (self);
  self->model = *model;
  for (guint run = 0; run < model->n_runs; run++)
    {
      self->model.sizes[run] = g_memdup2 (model->sizes[run], sizeof (gint64) * (gsize) model->k);
      self->model.names[run] = g_strdup (model->names[run]);
    }
  set_cursor (self, -1);
  eqp_plot_view_invalidate_all (EQP_PLOT_VIEW (self));
  eqp_plot_view_update_summary (EQP_PLOT_VIEW (self));
}

/**
 * eqp_compare_sizes_view_set_selected:
 * @self: a plot
 * @clusters: the cluster of each run that is selected; -1: none
 * @is_row: whether a row of them is, and not all of it
 */
void
eqp_compare_sizes_view_set_selected (EqpCompareSizesView *self,
                                     const gint          *clusters,
                                     gboolean             is_row)
{
  for (guint run = 0; run < self->model.n_runs; run++)
    self->model.selected[run] = clusters[run] + 1;
  self->model.selected_row = is_row;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_DATA);
}
