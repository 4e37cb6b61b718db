/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Data page: what was read and how, what is odd about it, how it is prepared, and the table itself by columns, by
 * rows and as images. */
#include "config.h"

#include "eqp-data-page-private.h"

#include <glib/gi18n.h>

#include "presenters/eqp-presenter-edges.h"
#include "presenters/eqp-presenter-ledger.h"

/* px, as narrow as findings are good to read */
#define DEFAULT_PANE 336

G_DEFINE_FINAL_TYPE (EqpDataPage, eqp_data_page, GTK_TYPE_WIDGET)

/* Tables are made when they are looked at. */
static void
show_edges (EqpDataPage *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);
  g_autoptr (EqpTableModel) model = NULL;

  if (self->edges_shown == dataset || dataset == NULL)
    return;
  self->edges_shown = dataset;
  model = eqp_dataset_get_graph (dataset) != NULL ? eqp_presenter_edges_new (dataset) : NULL;
  eqp_table_view_set_model (self->edges, model);
}

static void
show_changes (EqpDataPage *self)
{
  EqpDataset *base = eqp_data_chain_get_base (self->chain);
  g_autoptr (EqpTableModel) model = NULL;

  if (self->changes_shown == base || base == NULL)
    return;
  self->changes_shown = base;
  model = eqp_presenter_ledger_new (eqp_dataset_get_ledger (base));
  eqp_table_view_set_model (self->changes, model);
}

static void
show_visible (EqpDataPage *self)
{
  const char *shown = gtk_stack_get_visible_child_name (self->stack);

  if (self->chain == NULL)
    return;
  if (g_strcmp0 (shown, "rows") != 0 || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    eqp_row_model_set_watched (self->row_model, FALSE);
  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  if (g_strcmp0 (shown, "rows") == 0)
    _eqp_data_page_show_rows (self);
  else if (g_strcmp0 (shown, "images") == 0)
    _eqp_data_page_show_images (self);
  else if (g_strcmp0 (shown, "graph") == 0)
    show_edges (self);
  else if (g_strcmp0 (shown, "changes") == 0)
    show_changes (self);
  gtk_widget_set_visible (GTK_WIDGET (self->roles), g_strcmp0 (shown, "columns") == 0);
}

static void
show_columns (EqpDataPage *self)
{
  EqpDataset *base = eqp_data_chain_get_base (self->chain);

  g_clear_object (&self->columns_model);
  if (eqp_dataset_get_graph (base) == NULL)
    self->columns_model = eqp_presenter_columns_new (self->chain, self->workspace);
  eqp_table_view_set_model (self->columns, EQP_TABLE_MODEL (self->columns_model));
}

/* Data that are open no more are not kept for a page that nobody looks at. */
static void
drop_old_views (EqpDataPage *self,
                EqpDataset  *base,
                EqpDataset  *dataset)
{
  if (self->rows_shown != NULL && self->rows_shown != dataset)
    {
      /* First: nobody selects nothing of them. */
      self->rows_shown = NULL;
      eqp_table_view_set_model (self->rows, NULL);
    }
  if (self->edges_shown != NULL && self->edges_shown != dataset)
    {
      eqp_table_view_set_model (self->edges, NULL);
      self->edges_shown = NULL;
    }
  if (self->changes_shown != NULL && self->changes_shown != base)
    {
      eqp_table_view_set_model (self->changes, NULL);
      self->changes_shown = NULL;
    }
  if (self->images_shown != NULL && self->images_shown != base)
    _eqp_data_page_drop_images (self);
}

/* A view that has nothing to show is not offered. */
static void
offer_views (EqpDataPage *self,
             gboolean     graph,
             gboolean     images,
             gboolean     changes)
{
  const char *shown = gtk_stack_get_visible_child_name (self->stack);
  gboolean stays = g_strcmp0 (shown, "changes") == 0  ? changes
                   : g_strcmp0 (shown, "images") == 0 ? images
                       : g_strcmp0 (shown, "rows") == 0   ? TRUE
                                                      : shown != NULL && graph == (g_strcmp0 (shown, "graph") == 0);

  gtk_stack_page_set_visible (self->columns_page, !graph);
  gtk_stack_page_set_visible (self->graph_page, graph);
  gtk_stack_page_set_visible (self->images_page, images);
  gtk_stack_page_set_visible (self->changes_page, changes);
  if (!stays)
    gtk_stack_set_visible_child_name (self->stack, graph ? "graph" : "columns");
}

static void
chain_changed_cb (EqpDataPage *self)
{
  EqpDataset *base = eqp_data_chain_get_base (self->chain);
  /* Also where some pixels are left out rows can be looked at as images. */
  gboolean images = eqp_dataset_get_image_shape (base, NULL, NULL, NULL);

  drop_old_views (self, base, eqp_workspace_get_dataset (self->workspace));
  if (self->columns_model == NULL || eqp_presenter_columns_get_dataset (self->columns_model) != base)
    show_columns (self);
  else
    eqp_table_model_cells_changed (EQP_TABLE_MODEL (self->columns_model));
  offer_views (self, eqp_dataset_get_graph (base) != NULL, images,
               eqp_ledger_get_n_entries (eqp_dataset_get_ledger (base)) > 0);
  _eqp_data_page_show_reading (self);
  _eqp_data_page_show_findings (self);
  _eqp_data_page_show_steps (self);
  _eqp_data_page_update_roles (self);
  show_visible (self);
}

static void
facts_changed_cb (EqpDataPage *self)
{
  _eqp_data_page_show_findings (self);
  show_visible (self);
}

static void
eqp_data_page_map (GtkWidget *widget)
{
  EqpDataPage *self = EQP_DATA_PAGE (widget);

  GTK_WIDGET_CLASS (eqp_data_page_parent_class)->map (widget);

  if (self->chain != NULL)
    eqp_data_chain_set_watched (self->chain, TRUE);
  show_visible (self);
}

static void
eqp_data_page_unmap (GtkWidget *widget)
{
  EqpDataPage *self = EQP_DATA_PAGE (widget);

  if (self->chain != NULL)
    eqp_data_chain_set_watched (self->chain, FALSE);

  GTK_WIDGET_CLASS (eqp_data_page_parent_class)->unmap (widget);

  show_visible (self);
}

static void
eqp_data_page_dispose (GObject *object)
{
  EqpDataPage *self = EQP_DATA_PAGE (object);

  g_clear_pointer ((GtkWidget **) &self->role_menu, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), EQP_TYPE_DATA_PAGE);
  g_clear_object (&self->columns_model);
  g_clear_object (&self->row_model);
  g_clear_pointer (&self->rows_selected, eqp_row_set_unref);
  g_clear_pointer (&self->images_labels, eqp_labels_unref);
  g_clear_object (&self->selection);
  g_clear_object (&self->chain);
  g_clear_object (&self->workspace);
  g_clear_pointer (&self->reading_rows, g_ptr_array_unref);

  G_OBJECT_CLASS (eqp_data_page_parent_class)->dispose (object);
}

static void
eqp_data_page_class_init (EqpDataPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = eqp_data_page_dispose;
  widget_class->map = eqp_data_page_map;
  widget_class->unmap = eqp_data_page_unmap;

  g_type_ensure (EQP_TYPE_IMAGE_GRID);
  g_type_ensure (EQP_TYPE_TABLE_VIEW);
  gtk_widget_class_set_css_name (widget_class, "datapage");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-data-page.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, scroller);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, paned);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, source);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, reading);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, change_button);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, findings);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, findings_list);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, steps_list);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, steps_result);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, add_button);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, stack);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, columns_page);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, graph_page);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, images_page);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, changes_page);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, roles);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, columns);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, edges);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, changes);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, role_menu);
  gtk_widget_class_bind_template_callback_full (widget_class, "show_visible", G_CALLBACK (show_visible));
  gtk_widget_class_bind_template_callback_full (widget_class, "selection_changed_cb",
                                                G_CALLBACK (_eqp_data_page_update_roles));
  gtk_widget_class_bind_template_callback_full (widget_class, "cell_activated_cb",
                                                G_CALLBACK (_eqp_data_page_cell_activated_cb));
  _eqp_data_page_side_class_init (widget_class);
  _eqp_data_page_roles_class_init (widget_class);
  _eqp_data_page_rows_class_init (widget_class);
  _eqp_data_page_images_class_init (widget_class);
}

static void
eqp_data_page_init (EqpDataPage *self)
{
  self->reading_rows = g_ptr_array_new ();
  self->menu_row = -1;
  self->cluster_selected = -1;
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_paned_set_position (self->paned, DEFAULT_PANE);
  gtk_widget_set_parent (GTK_WIDGET (self->role_menu), GTK_WIDGET (self));
  eqp_table_view_set_label (self->columns, _ ("Columns"));
  eqp_table_view_set_label (self->rows, _ ("Rows"));
  eqp_table_view_set_label (self->edges, _ ("Edges"));
  eqp_table_view_set_label (self->changes, _ ("Changes"));
  eqp_image_grid_set_label (self->images, _ ("Images"));
  _eqp_data_page_update_roles (self);
}

/**
 * eqp_data_page_set_chain:
 * @self: a page without a workspace
 * @workspace: whose data to show
 * @chain: how they come about
 * @selection: what is selected in all pictures
 * @names: what rows are called
 */
void
eqp_data_page_set_chain (EqpDataPage     *self,
                         EqpWorkspace    *workspace,
                         EqpDataChain    *chain,
                         EqpRowSelection *selection,
                         EqpRowNames     *names)
{
  g_return_if_fail (self->workspace == NULL);

  self->workspace = g_object_ref (workspace);
  self->chain = g_object_ref (chain);
  _eqp_data_page_init_rows (self, selection, names);
  _eqp_data_page_init_images (self);
  g_signal_connect_object (chain, "changed", G_CALLBACK (chain_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (chain, "facts-changed", G_CALLBACK (facts_changed_cb), self, G_CONNECT_SWAPPED);
}

/**
 * eqp_data_page_get_pane:
 * @self: a page
 *
 * Returns: px of the pane beside the table; -1 as long as nobody has moved its handle
 */
int
eqp_data_page_get_pane (EqpDataPage *self)
{
  int position = gtk_paned_get_position (self->paned);

  return position == DEFAULT_PANE ? -1 : position;
}

/**
 * eqp_data_page_set_pane:
 * @self: a page
 * @position: px of the pane beside the table; -1: as it is at first
 */
void
eqp_data_page_set_pane (EqpDataPage *self,
                        int          position)
{
  gtk_paned_set_position (self->paned, position >= 0 ? position : DEFAULT_PANE);
}
