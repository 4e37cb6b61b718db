/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plots of the Live page as tables, to be read by number or by ear, and copied. */
#include "config.h"

#include "eqp-tables-window.h"

#include <glib/gi18n.h>

#include "presenters/eqp-presenter-plot-table.h"
#include "eqp-table-view.h"

/* A clipboard is no place for more, and the text is made while the window waits. */
#define MAX_COPIED 100000

struct _EqpTablesWindow
{
  AdwWindow        parent_instance;

  AdwToastOverlay *toasts;
  GtkStack        *stack;
  EqpTableView    *tables[EQP_PLOT_TABLE_N];
};

G_DEFINE_FINAL_TYPE (EqpTablesWindow, eqp_tables_window, ADW_TYPE_WINDOW)

static void
copy_cb (EqpTablesWindow *self)
{
  EqpTableView *view = EQP_TABLE_VIEW (gtk_stack_get_visible_child (self->stack));
  EqpTableModel *model = eqp_table_view_get_model (view);
  g_autofree char *csv = NULL;

  if (eqp_table_model_get_n_rows (model) > MAX_COPIED)
    {
      adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("The table is too long for the clipboard; "
                                                                   "equipoise-cli writes it to a file "
                                                                   "(--labels-out)")));
      return;
    }
  csv = eqp_presenter_plot_table_dup_csv (EQP_PRESENTER_PLOT_TABLE (model));
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), csv);
  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (_ ("Copied as CSV")));
}

static void
eqp_tables_window_class_init (EqpTablesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (EQP_TYPE_TABLE_VIEW);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-tables-window.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpTablesWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, EqpTablesWindow, stack);
  gtk_widget_class_bind_template_child_full (widget_class, "points", FALSE,
                                             G_STRUCT_OFFSET (EqpTablesWindow, tables[EQP_PLOT_TABLE_POINTS]));
  gtk_widget_class_bind_template_child_full (widget_class, "objective", FALSE,
                                             G_STRUCT_OFFSET (EqpTablesWindow, tables[EQP_PLOT_TABLE_OBJECTIVE]));
  gtk_widget_class_bind_template_child_full (widget_class, "sizes", FALSE,
                                             G_STRUCT_OFFSET (EqpTablesWindow, tables[EQP_PLOT_TABLE_SIZES]));
  gtk_widget_class_bind_template_callback (widget_class, copy_cb);
}

static void
eqp_tables_window_init (EqpTablesWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  eqp_table_view_set_label (self->tables[EQP_PLOT_TABLE_POINTS], _ ("Points"));
  eqp_table_view_set_label (self->tables[EQP_PLOT_TABLE_OBJECTIVE], _ ("Objective"));
  eqp_table_view_set_label (self->tables[EQP_PLOT_TABLE_SIZES], _ ("Cluster sizes"));
}

/**
 * eqp_tables_window_show:
 * @parent: the window
 * @workspace: its workspace, with data
 *
 * Shows what the plots show at this moment as tables.
 */
void
eqp_tables_window_show (GtkWindow    *parent,
                        EqpWorkspace *workspace)
{
  EqpTablesWindow *self = g_object_new (EQP_TYPE_TABLES_WINDOW, "transient-for", parent, NULL);

  for (int kind = 0; kind < EQP_PLOT_TABLE_N; kind++)
    {
      g_autoptr (EqpPresenterPlotTable) table = eqp_presenter_plot_table_new (workspace, kind);

      eqp_table_view_set_model (self->tables[kind], EQP_TABLE_MODEL (table));
    }
  gtk_window_present (GTK_WINDOW (self));
}
