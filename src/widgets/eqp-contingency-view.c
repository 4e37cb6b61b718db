/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of two runs as a heat map, with a cursor that goes from cell to cell. */
#include "config.h"

#include "eqp-contingency-view.h"

#include <glib/gi18n-lib.h>

struct _EqpContingencyView
{
  EqpPlotView          parent_instance;
  EqpContingencyModel  model;    /* with copies of its own */
  EqpRect              area;
  int                  first;    /* cursor, -1: none */
  int                  second;
  int                  selected_first; /* -1: none */
  int                  selected_second;
};

G_DEFINE_FINAL_TYPE (EqpContingencyView, eqp_contingency_view, EQP_TYPE_PLOT_VIEW)

enum {
  SIGNAL_CELL_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gboolean
eqp_contingency_view_is_empty (EqpPlotView *view)
{
  return EQP_CONTINGENCY_VIEW (view)->model.k == 0;
}

static void
eqp_contingency_view_prepare (EqpPlotView    *view,
                              double          width,
                              double          height,
                              const EqpStyle *style)
{
  EqpContingencyView *self = EQP_CONTINGENCY_VIEW (view);

  self->area = eqp_draw_contingency_area (&self->model, &(EqpRect){ 0.0, 0.0, width, height }, style);
}

static void
append_frame (EqpContingencyView *self,
              GtkSnapshot        *snapshot,
              int                 first,
              int                 second,
              float               line,
              const EqpStyle     *style)
{
  EqpRect cell = eqp_contingency_cell (&self->model, &self->area, first, second);
  EqpRgba color = style->high_contrast ? style->foreground : style->accent;
  GdkRGBA side = { color.red, color.green, color.blue, 1.0f };
  GskRoundedRect frame;

  gsk_rounded_rect_init_from_rect (&frame,
                                   &GRAPHENE_RECT_INIT ((float) cell.x - line, (float) cell.y - line,
                                                        (float) cell.width + 2.0f * line,
                                                        (float) cell.height + 2.0f * line),
                                   2.0f);
  gtk_snapshot_append_border (snapshot, &frame, (float[]){ line, line, line, line },
                              (GdkRGBA[]){ side, side, side, side });
}

static void
eqp_contingency_view_draw_tier (EqpPlotView    *view,
                                EqpPlotTier     tier,
                                GtkSnapshot    *snapshot,
                                double          width,
                                double          height,
                                const EqpStyle *style)
{
  EqpContingencyView *self = EQP_CONTINGENCY_VIEW (view);
  cairo_t *cr;

  if (tier == EQP_PLOT_OVERLAY)
    {
      if (self->selected_first >= 0)
        append_frame (self, snapshot, self->selected_first, self->selected_second, 3.0f, style);
      if (self->first >= 0)
        append_frame (self, snapshot, self->first, self->second, 2.0f, style);
      return;
    }
  if (tier != EQP_PLOT_DATA)
    return;
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0.0f, 0.0f, (float) width, (float) height));
  eqp_draw_contingency (cr, &self->model, &(EqpRect){ 0.0, 0.0, width, height }, style);
  cairo_destroy (cr);
}

static char *
eqp_contingency_view_dup_summary (EqpPlotView *view)
{
  return eqp_draw_summary_contingency (&EQP_CONTINGENCY_VIEW (view)->model);
}

static void
set_cursor (EqpContingencyView *self,
            int                 first,
            int                 second)
{
  g_autofree char *rows = NULL;
  g_autofree char *text = NULL;
  gint64 count;

  if (self->first == first && self->second == second)
    return;
  self->first = first;
  self->second = second;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
  if (first < 0)
    {
      eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self), NULL);
      return;
    }
  count = self->model.table[(gsize) first * self->model.k + second];
  rows = eqp_format_count (count);
  if (first == second)
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row stays in cluster %d", "%s rows stay in cluster %d",
                                         (gulong) count),
                            rows, first + 1);
  else
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s row changes from cluster %d to %d",
                                         "%s rows change from cluster %d to %d", (gulong) count),
                            rows, first + 1, second + 1);
  eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (self), text);
}

static void
eqp_contingency_view_move_cursor (EqpPlotView    *view,
                                  GtkMovementStep step,
                                  int             dx,
                                  int             dy)
{
  EqpContingencyView *self = EQP_CONTINGENCY_VIEW (view);
  int last = self->model.k - 1, stride = step == GTK_MOVEMENT_PAGES ? MAX (1, self->model.k / 10) : 1;
  int first = MAX (0, self->first), second = MAX (0, self->second);
  EqpRect cell;

  if (step == GTK_MOVEMENT_BUFFER_ENDS)
    second = dx < 0 ? 0 : last;
  else if (step == GTK_MOVEMENT_PAGES)
    first -= dy * stride;
  else if (self->first >= 0)
    {
      first -= dy;
      second += dx;
    }
  first = CLAMP (first, 0, last);
  second = CLAMP (second, 0, last);
  cell = eqp_contingency_cell (&self->model, &self->area, first, second);
  eqp_plot_view_set_hover_position (view, cell.x + cell.width / 2.0, cell.y + cell.height / 2.0);
  set_cursor (self, first, second);
}

static void
eqp_contingency_view_activate (EqpPlotView *view)
{
  EqpContingencyView *self = EQP_CONTINGENCY_VIEW (view);

  if (self->first >= 0)
    g_signal_emit (self, signals[SIGNAL_CELL_ACTIVATED], 0, self->first, self->second);
}

static void
eqp_contingency_view_point (EqpPlotView *view,
                            double       x,
                            double       y)
{
  EqpContingencyView *self = EQP_CONTINGENCY_VIEW (view);
  gint first = -1, second = -1;

  if (eqp_contingency_at (&self->model, &self->area, x, y, &first, &second))
    set_cursor (self, first, second);
  else
    set_cursor (self, -1, -1);
}

static void
eqp_contingency_view_leave (EqpPlotView *view)
{
  set_cursor (EQP_CONTINGENCY_VIEW (view), -1, -1);
}

static void
clear_model (EqpContingencyView *self)
{
  g_free ((gpointer) self->model.table);
  g_free ((gpointer) self->model.first_name);
  g_free ((gpointer) self->model.second_name);
  self->model = (EqpContingencyModel){ 0 };
}

static void
eqp_contingency_view_finalize (GObject *object)
{
  clear_model (EQP_CONTINGENCY_VIEW (object));

  G_OBJECT_CLASS (eqp_contingency_view_parent_class)->finalize (object);
}

static void
eqp_contingency_view_class_init (EqpContingencyViewClass *klass)
{
  EqpPlotViewClass *view_class = EQP_PLOT_VIEW_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = eqp_contingency_view_finalize;
  view_class->prepare = eqp_contingency_view_prepare;
  view_class->draw_tier = eqp_contingency_view_draw_tier;
  view_class->is_empty = eqp_contingency_view_is_empty;
  view_class->move_cursor = eqp_contingency_view_move_cursor;
  view_class->point = eqp_contingency_view_point;
  view_class->leave = eqp_contingency_view_leave;
  view_class->activate = eqp_contingency_view_activate;
  view_class->dup_summary = eqp_contingency_view_dup_summary;

  /**
   * EqpContingencyView::cell-activated:
   * @self: the plot
   * @first: a cluster of the first run, from 0
   * @second: a cluster of the second one, from 0
   *
   * Clicked, or Return.
   */
  signals[SIGNAL_CELL_ACTIVATED] = g_signal_new ("cell-activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                                 NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "eqpcontingency");
}

static void
eqp_contingency_view_init (EqpContingencyView *self)
{
  self->first = self->second = self->selected_first = self->selected_second = -1;
  eqp_plot_view_activate_by_click (EQP_PLOT_VIEW (self));
}

/**
 * eqp_contingency_view_new:
 *
 * Returns: (transfer floating): a plot of no table
 */
GtkWidget *
eqp_contingency_view_new (void)
{
  return g_object_new (EQP_TYPE_CONTINGENCY_VIEW, NULL);
}

/**
 * eqp_contingency_view_set_model:
 * @self: a plot
 * @model: (nullable): table and names, copied
 */
void
eqp_contingency_view_set_model (EqpContingencyView        *self,
                                const EqpContingencyModel *model)
{
  clear_model (self);
  if (model != NULL && model->table != NULL)
    {
      self->model.k = model->k;
      self->model.table = g_memdup2 (model->table, sizeof (gint64) * (gsize) model->k * (gsize) model->k);
      self->model.first_name = g_strdup (model->first_name);
      self->model.second_name = g_strdup (model->second_name);
    }
  self->selected_first = self->selected_second = -1;
  set_cursor (self, -1, -1);
  eqp_plot_view_invalidate_all (EQP_PLOT_VIEW (self));
  eqp_plot_view_update_summary (EQP_PLOT_VIEW (self));
}

/**
 * eqp_contingency_view_set_selected:
 * @self: a plot
 * @first: a cluster of the first run; -1: no cell is marked
 * @second: a cluster of the second one
 */
void
eqp_contingency_view_set_selected (EqpContingencyView *self,
                                   int                 first,
                                   int                 second)
{
  self->selected_first = first < self->model.k && second < self->model.k ? first : -1;
  self->selected_second = second;
  eqp_plot_view_invalidate (EQP_PLOT_VIEW (self), EQP_PLOT_OVERLAY);
}
