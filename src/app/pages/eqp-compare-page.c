/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Compare page: the runs of the session, and those that are pinned side by side as pictures, as differences of two
 * of them, and by their measures. */
#include "config.h"

#include "eqp-compare-page-private.h"
#include "eqp-drop-down.h"

#include <glib/gi18n.h>

/* px: pin, name and relative gamma; three runs fit beside it into a window of 900 px, and in a wide one the first
 * measures do, too. */
#define DEFAULT_PANE 300
#define WIDE_PANE 580
#define WIDE_WINDOW 1500
/* Seen above the pictures, where the list is there. */
#define LEAST_RUNS 4

G_DEFINE_FINAL_TYPE (EqpComparePage, eqp_compare_page, GTK_TYPE_WIDGET)

/* What to do, said where there is nothing to see. */
static void
update_empty (EqpComparePage *self)
{
  EqpRun *run = eqp_workspace_get_run (eqp_compare_model_get_workspace (self->model));
  gboolean runs = eqp_run_list_get_n (self->list) > 0;

  if (runs)
    adw_status_page_set_description (self->empty, _ ("Pin runs in the list, by their boxes or with Space, to see them "
                                                     "side by side. Or put the run of the Live page beside the plain "
                                                     "method."));
  else if (run != NULL)
    adw_status_page_set_description (self->empty, _ ("Every run that ends comes into this list. What the slider only "
                                                     "passes by does not."));
  else
    adw_status_page_set_description (self->empty, _ ("Every run that ends comes into this list: press Run, or drag "
                                                     "gamma on the Live page, then come back to compare."));
  gtk_widget_set_visible (GTK_WIDGET (self->compare_button), runs || run != NULL);
}

/* A graph without features cannot be put beside k-means. */
static void
update_plain (EqpComparePage *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (eqp_compare_model_get_workspace (self->model));

  gtk_widget_set_visible (GTK_WIDGET (self->kmeans_button),
                          dataset == NULL || eqp_dataset_get_graph (dataset) == NULL);
}

void
_eqp_compare_page_update_runs (EqpComparePage *self)
{
  update_plain (self);
  gtk_stack_set_visible_child_name (self->stack, eqp_run_list_get_n_pinned (self->list) > 0 ? "compared" : "empty");
  update_empty (self);
}

/* ---- Differences ------------------------------------------------------------------------------------------------ */

static void
show_changes (EqpComparePage *self)
{
  const EqpComparison *comparison = eqp_compare_model_get_comparison (self->model);
  g_autofree char *title = NULL;

  g_clear_object (&self->changes_model);
  if (comparison != NULL && self->flow_from >= 0)
    self->changes_model = eqp_presenter_compare_table_new_flow (self->model, self->flow_from, self->flow_to);
  else
    self->changes_model = eqp_presenter_compare_table_new (self->model, EQP_COMPARE_TABLE_CHANGES);
  self->showing = TRUE;
  eqp_table_view_set_model (self->changes, EQP_TABLE_MODEL (self->changes_model));
  self->showing = FALSE;
  title = self->flow_from >= 0 ? g_strdup_printf (_ ("Rows from cluster %d to %d"), self->flow_from + 1,
                                                  self->flow_to + 1)
                               : g_strdup (_ ("Rows that change sides"));
  gtk_label_set_label (self->changes_title, title);
  gtk_widget_set_visible (GTK_WIDGET (self->all_changes), self->flow_from >= 0);
  eqp_contingency_view_set_selected (self->table, self->flow_from, self->flow_to);
}

static void
show_names (EqpComparePage      *self,
            const EqpComparison *comparison)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < comparison->n_runs; i++)
    g_ptr_array_add (names, eqp_run_record_dup_title (eqp_compare_model_get_record (self->model, i)));
  g_ptr_array_add (names, NULL);
  self->showing = TRUE;
  eqp_drop_down_show (self->first, (const char *const *) names->pdata, comparison->first);
  eqp_drop_down_show (self->second, (const char *const *) names->pdata, comparison->second);
  self->showing = FALSE;
}

static void
show_verdict (EqpComparePage *self)
{
  g_autofree char *verdict = eqp_presenter_compare_dup_verdict (self->model);

  gtk_label_set_label (self->verdict, verdict != NULL ? verdict : "");
}

static void
pair_changed_cb (EqpComparePage *self)
{
  const EqpComparison *comparison = eqp_compare_model_get_comparison (self->model);
  guint first = gtk_drop_down_get_selected (self->first), second = gtk_drop_down_get_selected (self->second);

  if (self->showing || comparison == NULL || first == GTK_INVALID_LIST_POSITION ||
      second == GTK_INVALID_LIST_POSITION)
    return;
  /* A run against itself says nothing: the two change places. */
  if (first == second && first != comparison->first)
    second = comparison->first;
  else if (first == second)
    first = comparison->second;
  eqp_compare_model_set_pair (self->model, first, second);
}

static void
cell_activated_cb (EqpComparePage *self,
                   int             first,
                   int             second)
{
  const EqpComparison *comparison = eqp_compare_model_get_comparison (self->model);
  gboolean same = self->flow_from == first && self->flow_to == second;
  gboolean none = comparison == NULL || comparison->table == NULL || first == second ||
                  comparison->table[(gsize) first * comparison->k + second] == 0;

  self->flow_from = same || none ? -1 : first;
  self->flow_to = second;
  show_changes (self);
}

static void
all_changes_cb (EqpComparePage *self)
{
  self->flow_from = -1;
  show_changes (self);
  gtk_widget_grab_focus (GTK_WIDGET (self->table));
}

static void
change_selected_cb (EqpComparePage *self)
{
  g_autoptr (GtkBitset) selection = NULL;

  if (self->showing || self->changes_model == NULL)
    return;
  selection = eqp_table_view_dup_selection (self->changes);
  if (!gtk_bitset_is_empty (selection))
    eqp_compare_model_set_row (self->model, eqp_presenter_compare_table_get_row (self->changes_model,
                                                                                 gtk_bitset_get_minimum (selection)));
}

/* A point that was clicked is shown among the changes, too. */
static void
selection_changed_cb (EqpComparePage *self)
{
  gint64 row = eqp_compare_model_get_row (self->model);
  gint64 place = self->changes_model != NULL ? eqp_presenter_compare_table_find (self->changes_model, row) : -1;

  if (place < 0)
    return;
  self->showing = TRUE;
  eqp_table_view_select (self->changes, place);
  self->showing = FALSE;
}

/* ---- What is compared ------------------------------------------------------------------------------------------- */

static gboolean
is_shown (EqpComparePage *self,
          const char     *view)
{
  return gtk_widget_get_mapped (GTK_WIDGET (self)) &&
         g_strcmp0 (gtk_stack_get_visible_child_name (self->views), view) == 0;
}

static void
show_measures (EqpComparePage *self)
{
  g_autoptr (EqpPresenterCompareTable) table = NULL;

  table = eqp_presenter_compare_table_new (self->model, EQP_COMPARE_TABLE_MEASURES);
  eqp_table_view_set_model (self->measures, EQP_TABLE_MODEL (table));
}

/* Tables are made when they are looked at. */
static void
view_changed_cb (EqpComparePage *self)
{
  if (self->model == NULL)
    return;
  if (is_shown (self, "measures"))
    show_measures (self);
  else if (is_shown (self, "differences"))
    show_changes (self);
}

static void
changed_cb (EqpComparePage *self)
{
  const EqpComparison *comparison = eqp_compare_model_get_comparison (self->model);
  gboolean two = comparison != NULL && comparison->first != comparison->second;

  self->flow_from = -1;
  gtk_stack_set_visible_child_name (self->differences, two ? "two" : "one");
  if (comparison != NULL)
    show_names (self, comparison);
  show_verdict (self);
  view_changed_cb (self);
}

/* Measures come some time after their run. */
static void
record_changed_cb (EqpComparePage *self,
                   EqpRunRecord   *record)
{
  if (!eqp_run_record_get_pinned (record))
    return;
  show_verdict (self);
  if (is_shown (self, "measures"))
    show_measures (self);
}

/* ---- Life ------------------------------------------------------------------------------------------------------- */

static void
eqp_compare_page_map (GtkWidget *widget)
{
  EqpComparePage *self = EQP_COMPARE_PAGE (widget);

  GTK_WIDGET_CLASS (eqp_compare_page_parent_class)->map (widget);

  /* Folded, the list is above the pictures, and the handle is at another place. */
  if (gtk_orientable_get_orientation (GTK_ORIENTABLE (self->paned)) == GTK_ORIENTATION_HORIZONTAL &&
      gtk_paned_get_position (self->paned) == self->usual_pane)
    {
      self->usual_pane =
          gtk_widget_get_width (GTK_WIDGET (gtk_widget_get_root (widget))) < WIDE_WINDOW ? DEFAULT_PANE : WIDE_PANE;
      gtk_paned_set_position (self->paned, self->usual_pane);
    }
  if (self->model == NULL)
    return;
  update_plain (self);
  update_empty (self);
  view_changed_cb (self);
}

static void
eqp_compare_page_dispose (GObject *object)
{
  EqpComparePage *self = EQP_COMPARE_PAGE (object);

  g_clear_weak_pointer (&self->undo_toast);
  g_clear_object (&self->points_presenter);
  g_clear_object (&self->presenter);
  g_clear_pointer ((GtkWidget **) &self->rename_popover, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), EQP_TYPE_COMPARE_PAGE);
  g_clear_object (&self->run_table);
  g_clear_object (&self->changes_model);
  g_clear_object (&self->renaming);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (eqp_compare_page_parent_class)->dispose (object);
}

static void
eqp_compare_page_class_init (EqpComparePageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = eqp_compare_page_dispose;
  widget_class->map = eqp_compare_page_map;

  g_type_ensure (EQP_TYPE_COMPARE_SIZES_VIEW);
  g_type_ensure (EQP_TYPE_CONTINGENCY_VIEW);
  g_type_ensure (EQP_TYPE_TABLE_VIEW);
  gtk_widget_class_set_css_name (widget_class, "comparepage");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/io/github/equipoise/Equipoise/ui/eqp-compare-page.ui");
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, scroller);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, paned);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, menu_button);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, runs);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, kmeans_button);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, mincut_button);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, spinner);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, stack);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, empty);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, compare_button);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, views);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, points);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, sizes);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, differences);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, first);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, second);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, verdict);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, table);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, changes_title);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, all_changes);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, changes);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, measures);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, rename_popover);
  gtk_widget_class_bind_template_child (widget_class, EqpComparePage, rename_entry);
  gtk_widget_class_bind_template_callback (widget_class, view_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, pair_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, all_changes_cb);
  gtk_widget_class_bind_template_callback (widget_class, change_selected_cb);
  _eqp_compare_page_runs_class_init (widget_class);
}

static void
eqp_compare_page_init (EqpComparePage *self)
{
  self->flow_from = -1;
  self->showing = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  self->showing = FALSE;
  eqp_compare_page_set_pane (self, -1);
  gtk_widget_set_parent (GTK_WIDGET (self->rename_popover), GTK_WIDGET (self->menu_button));
  eqp_table_view_set_label (self->runs, _ ("Runs"));
  eqp_table_view_set_least_rows (self->runs, LEAST_RUNS);
  eqp_table_view_set_label (self->changes, _ ("Rows that change sides"));
  eqp_table_view_set_label (self->measures, _ ("Measures"));
  eqp_plot_view_set_label (EQP_PLOT_VIEW (self->sizes), _ ("Cluster sizes of the runs"));
  eqp_plot_view_set_label (EQP_PLOT_VIEW (self->table), _ ("Clusters of two runs against each other"));
  eqp_plot_view_set_empty_text (EQP_PLOT_VIEW (self->sizes), _ ("The sizes appear in a moment."));
  eqp_plot_view_set_empty_text (EQP_PLOT_VIEW (self->table),
                                _ ("There are too many clusters for a table; the list of rows tells which change."));
  g_signal_connect_object (self->table, "cell-activated", G_CALLBACK (cell_activated_cb), self, G_CONNECT_SWAPPED);
}

/**
 * eqp_compare_page_set_model:
 * @self: a page without a model
 * @model: what to compare
 */
void
eqp_compare_page_set_model (EqpComparePage  *self,
                            EqpCompareModel *model)
{
  g_return_if_fail (self->model == NULL);

  self->model = g_object_ref (model);
  self->list = eqp_compare_model_get_list (model);
  self->presenter = eqp_presenter_compare_new (model, self->sizes, self->table);
  self->points_presenter = eqp_presenter_compare_points_new (model, self->points);
  _eqp_compare_page_runs_init (self);
  g_signal_connect_object (model, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "selection-changed", G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "record-changed", G_CALLBACK (record_changed_cb), self, G_CONNECT_SWAPPED);
  _eqp_compare_page_update_runs (self);
}

/**
 * eqp_compare_page_get_pane:
 * @self: a page
 *
 * Returns: px of the list of runs; -1 as long as nobody has moved its handle
 */
int
eqp_compare_page_get_pane (EqpComparePage *self)
{
  int position = gtk_paned_get_position (self->paned);

  return position == self->usual_pane ? -1 : position;
}

/**
 * eqp_compare_page_set_pane:
 * @self: a page
 * @position: px of the list of runs; -1: as it is at first
 */
void
eqp_compare_page_set_pane (EqpComparePage *self,
                           int             position)
{
  self->usual_pane = DEFAULT_PANE;
  gtk_paned_set_position (self->paned, position >= 0 ? position : self->usual_pane);
}
