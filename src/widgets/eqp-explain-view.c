/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a row is where it is, on the screen: as high as its bars need. */
#include "config.h"

#include "eqp-explain-view.h"

struct _EqpExplainView
{
  EqpPlotView      parent_instance;
  EqpExplainModel  model; /* owns its arrays */
  gint            *clusters;
  double          *data;
  double          *prices;
  char            *data_name;
  char            *price_name;
};

G_DEFINE_FINAL_TYPE (EqpExplainView, eqp_explain_view, EQP_TYPE_PLOT_VIEW)

static gboolean
eqp_explain_view_is_empty (EqpPlotView *view)
{
  return EQP_EXPLAIN_VIEW (view)->model.n == 0;
}

static void
eqp_explain_view_draw_tier (EqpPlotView    *view,
                            EqpPlotTier     tier,
                            GtkSnapshot    *snapshot,
                            double          width,
                            double          height,
                            const EqpStyle *style)
{
  EqpExplainView *self = EQP_EXPLAIN_VIEW (view);
  EqpRect all = { 0.0, 0.0, width, height };
  cairo_t *cr;

  if (tier != EQP_PLOT_DATA)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) width, (float) height));
  eqp_draw_explain (cr, &self->model, &all, style);
  cairo_destroy (cr);
}

static void
fit_height (EqpExplainView *self)
{
  double height = eqp_draw_explain_height (self->model.n, eqp_plot_view_get_style (EQP_PLOT_VIEW (self)));

  gtk_widget_set_size_request (GTK_WIDGET (self), -1, self->model.n > 0 ? (int) height : -1);
}

static void
eqp_explain_view_look_changed (EqpPlotView *view)
{
  fit_height (EQP_EXPLAIN_VIEW (view));
}

static char *
eqp_explain_view_dup_summary (EqpPlotView *view)
{
  return eqp_draw_summary_explain (&EQP_EXPLAIN_VIEW (view)->model);
}

static void
forget_model (EqpExplainView *self)
{
  g_clear_pointer (&self->clusters, g_free);
  g_clear_pointer (&self->data, g_free);
  g_clear_pointer (&self->prices, g_free);
  g_clear_pointer (&self->data_name, g_free);
  g_clear_pointer (&self->price_name, g_free);
}

static void
eqp_explain_view_finalize (GObject *object)
{
  forget_model (EQP_EXPLAIN_VIEW (object));
  G_OBJECT_CLASS (eqp_explain_view_parent_class)->finalize (object);
}

static void
eqp_explain_view_class_init (EqpExplainViewClass *klass)
{
  EqpPlotViewClass *view_class = EQP_PLOT_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = eqp_explain_view_finalize;
  view_class->draw_tier = eqp_explain_view_draw_tier;
  view_class->is_empty = eqp_explain_view_is_empty;
  view_class->look_changed = eqp_explain_view_look_changed;
  view_class->dup_summary = eqp_explain_view_dup_summary;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "eqpexplain");
}

static void
eqp_explain_view_init (EqpExplainView *self)
{
}

/**
 * eqp_explain_view_new:
 *
 * Returns: (transfer floating): a plot of nothing
 */
GtkWidget *
eqp_explain_view_new (void)
{
  return g_object_new (EQP_TYPE_EXPLAIN_VIEW, NULL);
}

/**
 * eqp_explain_view_set_model:
 * @self: a plot
 * @model: the costs, copied
 */
void
eqp_explain_view_set_model (EqpExplainView        *self,
                            const EqpExplainModel *model)
{
  gint *clusters = g_memdup2 (model->clusters, sizeof (gint) * (gsize) model->n);
  double *data = g_memdup2 (model->data, sizeof (double) * (gsize) model->n);
  double *prices = g_memdup2 (model->prices, sizeof (double) * (gsize) model->n);
  char *data_name = g_strdup (model->data_name), *price_name = g_strdup (model->price_name);

  g_return_if_fail (EQP_IS_EXPLAIN_VIEW (self));

  forget_model (self);
  self->model = *model;
  self->model.clusters = self->clusters = clusters;
  self->model.data = self->data = data;
  self->model.prices = self->prices = prices;
  self->model.data_name = self->data_name = data_name;
  self->model.price_name = self->price_name = price_name;
  fit_height (self);
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_DATA);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  eqp_plot_view_update_summary (EQP_PLOT_VIEW (self));
}
