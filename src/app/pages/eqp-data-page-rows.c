/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the Data page: by what they are sorted, which of them are shown, and which are selected, here as in the
 * plots. */
#include "config.h"

#include "eqp-data-page-private.h"
#include "eqp-drop-down.h"

#include <glib/gi18n.h>

#include "presenters/eqp-presenter-note.h"

/* A list of more is no help; any column is sorted by its heading. */
#define MOST_LISTED 500

/* ---- The bar ---------------------------------------------------------------------------------------------------- */

static EqpPresenterRows *
get_table (EqpDataPage *self)
{
  return EQP_PRESENTER_ROWS (eqp_table_view_get_model (self->rows));
}

static guint
count_listed (EqpDataPage *self)
{
  return (guint) MIN (MOST_LISTED, eqp_table_model_get_n_columns (EQP_TABLE_MODEL (get_table (self))));
}

static void
list_columns (EqpDataPage *self)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  gboolean falling;
  gint64 by = eqp_row_model_get_sort (self->row_model, &falling);
  guint selected = GTK_INVALID_LIST_POSITION;

  for (guint j = 0; j < count_listed (self); j++)
    {
      g_ptr_array_add (names, g_strdup_printf (_ ("By %s"), eqp_presenter_rows_get_name (get_table (self), j)));
      if (eqp_presenter_rows_get_by (get_table (self), j) == by)
        selected = j;
    }
  g_ptr_array_add (names, NULL);
  eqp_drop_down_show (self->rows_sort, (const char *const *) names->pdata, selected);
  gtk_button_set_icon_name (self->rows_turn,
                            falling ? "view-sort-descending-symbolic" : "view-sort-ascending-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->rows_turn), falling ? _ ("Smallest First") : _ ("Largest First"));
}

/* The one whose rows are listed; -1: all are. */
static gint
get_cluster (EqpDataPage *self,
             EqpLabels   *labels)
{
  gint cluster = eqp_row_selection_get_within (self->selection);

  return labels != NULL && cluster < eqp_labels_get_k (labels) ? cluster : -1;
}

static void
list_clusters (EqpDataPage *self)
{
  EqpLabels *labels = eqp_row_model_get_labels (self->row_model);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (names, g_strdup (_ ("All Clusters")));
  for (gint c = 0; labels != NULL && c < eqp_labels_get_k (labels); c++)
    {
      g_autofree char *number = eqp_format_count (c + 1);

      g_ptr_array_add (names, g_strdup_printf (_ ("Cluster %s"), number));
    }
  g_ptr_array_add (names, NULL);
  eqp_drop_down_show (self->rows_cluster, (const char *const *) names->pdata, (guint) (get_cluster (self, labels) + 1));
  gtk_widget_set_visible (GTK_WIDGET (self->rows_cluster), labels != NULL);
}

/* How many rows are shown, and what is selected. */
static void
tell (EqpDataPage *self)
{
  gint64 all = eqp_dataset_get_n (eqp_row_model_get_dataset (self->row_model));
  g_autofree char *n = eqp_format_count (eqp_row_model_get_n (self->row_model));
  g_autofree char *total = eqp_format_count (all);
  g_autofree char *selected = eqp_presenter_selection (self->selection);
  g_autofree char *shown = NULL;
  g_autofree char *text = NULL;

  if (eqp_row_model_get_n (self->row_model) == all)
    shown = g_strdup_printf (ngettext ("%s row", "%s rows", (gulong) all), total);
  else
    /* Translators: how many rows of how many are shown. */
    shown = g_strdup_printf (_ ("%s of %s rows"), n, total);
  text = selected != NULL ? g_strdup_printf ("%s · %s", shown, selected) : g_strdup (shown);
  if (g_strcmp0 (gtk_label_get_label (self->rows_note), text) != 0)
    gtk_label_set_label (self->rows_note, text);
}

/* ---- Selection -------------------------------------------------------------------------------------------------- */

/* Of a cluster all rows that are listed are selected, which is not marked row by row. */
static GtkBitset *
find_places (EqpDataPage *self)
{
  GtkBitset *places = gtk_bitset_new_empty ();
  gint64 n = eqp_row_model_get_n (self->row_model), from = -1;

  /* In ranges, since neighbors are often selected together. */
  for (gint64 place = 0; eqp_row_selection_get_rows (self->selection) != NULL && place <= n; place++)
    {
      gboolean in = place < n &&
                    eqp_row_selection_contains (self->selection, eqp_row_model_get_row (self->row_model, place));

      if (in && from < 0)
        from = place;
      else if (!in && from >= 0)
        {
          gtk_bitset_add_range (places, (guint) from, (guint) (place - from));
          from = -1;
        }
    }
  return places;
}

static void
show_selection (EqpDataPage *self)
{
  GtkBitset *before = eqp_table_view_dup_selection (self->rows);
  GtkBitset *places = find_places (self);

  if (!gtk_bitset_equals (before, places))
    {
      self->showing = TRUE;
      eqp_table_view_set_selection (self->rows, places);
      self->showing = FALSE;
    }
  /* Not among rows that are about to be others. */
  if (self->to_selected && !eqp_row_model_is_busy (self->row_model))
    {
      if (!gtk_bitset_is_empty (places))
        eqp_table_view_scroll_to_row (self->rows, gtk_bitset_get_minimum (places));
      self->to_selected = FALSE;
    }
  gtk_bitset_unref (before);
  gtk_bitset_unref (places);
}

static gboolean
is_shown (EqpDataPage *self)
{
  return self->rows_shown != NULL && eqp_row_model_get_dataset (self->row_model) == self->rows_shown &&
         gtk_widget_get_mapped (GTK_WIDGET (self->rows));
}

static void update (EqpDataPage *self);

/* Whether it is something else, not the same in other clusters. */
static gboolean
is_other_selection (EqpDataPage *self)
{
  EqpRowSet *rows = eqp_row_selection_get_rows (self->selection);
  gint cluster = eqp_row_selection_get_cluster (self->selection);

  if (rows == self->rows_selected && cluster == self->cluster_selected)
    return FALSE;
  g_clear_pointer (&self->rows_selected, eqp_row_set_unref);
  self->rows_selected = rows != NULL ? eqp_row_set_ref (rows) : NULL;
  self->cluster_selected = cluster;
  return TRUE;
}

/* What was selected, here or in another picture. */
static void
selection_changed_cb (EqpDataPage *self)
{
  gboolean other = is_other_selection (self);

  if (self->showing)
    return;
  if (other && self->cluster_selected >= 0)
    self->to_top = TRUE;
  else if (other)
    self->to_selected = self->rows_selected != NULL;
  if (is_shown (self))
    update (self);
}

static void
rows_selected_cb (EqpDataPage *self)
{
  EqpRowSet *rows;
  GtkBitset *places;
  GtkBitsetIter iter;
  guint place;

  if (self->showing || !is_shown (self))
    return;
  rows = eqp_row_set_new (eqp_dataset_get_n (self->rows_shown));
  if (rows == NULL)
    return;
  places = eqp_table_view_dup_selection (self->rows);
  if (gtk_bitset_iter_init_first (&iter, places, &place))
    do
      eqp_row_set_add (rows, eqp_row_model_get_row (self->row_model, place));
    while (gtk_bitset_iter_next (&iter, &place));
  gtk_bitset_unref (places);
  self->showing = TRUE;
  eqp_row_selection_take_rows (self->selection, rows);
  self->showing = FALSE;
  update (self);
}

/* ---- What is asked for ------------------------------------------------------------------------------------------ */

static void
sort_by (EqpDataPage *self,
         gint64       column)
{
  gboolean falling;
  gint64 before = eqp_row_model_get_sort (self->row_model, &falling);
  gint64 by = eqp_presenter_rows_get_by (get_table (self), column);

  self->to_top = TRUE;
  eqp_row_model_set_sort (self->row_model, by,
                          by == before ? !falling : eqp_presenter_rows_falls_first (get_table (self), column));
}

static void
header_activated_cb (EqpDataPage *self,
                     gint64       column)
{
  if (is_shown (self))
    sort_by (self, column);
}

static void
sort_chosen_cb (EqpDataPage *self)
{
  guint column = gtk_drop_down_get_selected (self->rows_sort);
  gboolean falling;

  if (self->showing || !is_shown (self) || column >= count_listed (self) ||
      eqp_presenter_rows_get_by (get_table (self), column) == eqp_row_model_get_sort (self->row_model, &falling))
    return;
  sort_by (self, column);
}

static void
turned_cb (EqpDataPage *self)
{
  gboolean falling;
  gint64 by = eqp_row_model_get_sort (self->row_model, &falling);

  self->to_top = TRUE;
  eqp_row_model_set_sort (self->row_model, by, !falling);
}

static void
cluster_chosen_cb (EqpDataPage *self)
{
  guint chosen = gtk_drop_down_get_selected (self->rows_cluster);

  if (self->showing || !is_shown (self) || chosen == GTK_INVALID_LIST_POSITION)
    return;
  eqp_row_selection_set_cluster (self->selection, (gint) chosen - 1);
}

static void
text_changed_cb (EqpDataPage *self)
{
  if (self->showing)
    return;
  self->to_top = TRUE;
  eqp_row_model_set_text (self->row_model, gtk_editable_get_text (GTK_EDITABLE (self->rows_text)));
}

/* ---- What is shown ---------------------------------------------------------------------------------------------- */

/* All of the table is of one run; where that is of other settings than those of now, it says so, as the plots do. */
static void
update_outdated (EqpDataPage *self)
{
  gboolean outdated = eqp_workspace_is_outdated (self->workspace) && eqp_row_model_get_labels (self->row_model) != NULL;

  if (outdated)
    {
      g_autofree char *text = eqp_presenter_outdated (self->workspace);

      gtk_button_set_label (self->rows_outdated, text);
      gtk_widget_add_css_class (GTK_WIDGET (self->rows), "outdated");
    }
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->rows), "outdated");
  gtk_widget_set_visible (GTK_WIDGET (self->rows_outdated), outdated);
}

static void
update (EqpDataPage *self)
{
  gboolean showing = self->showing;

  self->showing = TRUE;
  list_columns (self);
  list_clusters (self);
  self->showing = showing;
  show_selection (self);
  tell (self);
  update_outdated (self);
}

static void
model_changed_cb (EqpDataPage *self)
{
  /* Other data may be open, of which the page was told first. */
  if (gtk_widget_get_mapped (GTK_WIDGET (self->rows)))
    _eqp_data_page_show_rows (self);
  if (self->to_top && !eqp_row_model_is_busy (self->row_model))
    {
      self->to_top = FALSE;
      eqp_table_view_scroll_to_row (self->rows, 0);
    }
}

static void
state_changed_cb (EqpDataPage *self)
{
  if (is_shown (self))
    update_outdated (self);
}

/**
 * _eqp_data_page_show_rows:
 * @self: a page with data
 *
 * The table is made when it is looked at first.
 */
void
_eqp_data_page_show_rows (EqpDataPage *self)
{
  EqpDataset *dataset = eqp_workspace_get_dataset (self->workspace);

  if (dataset == NULL || eqp_row_model_get_dataset (self->row_model) != dataset)
    return;
  if (self->rows_shown != dataset)
    {
      g_autoptr (EqpPresenterRows) model = eqp_presenter_rows_new_of (self->row_model);

      self->rows_shown = dataset;
      self->showing = TRUE;
      gtk_editable_set_text (GTK_EDITABLE (self->rows_text), "");
      eqp_table_view_set_model (self->rows, EQP_TABLE_MODEL (model));
      self->showing = FALSE;
    }
  eqp_row_model_set_watched (self->row_model, TRUE);
  update (self);
}

/**
 * _eqp_data_page_init_rows:
 * @self: a page that has got its workspace
 * @selection: what is selected in all pictures
 * @names: what rows are called
 */
void
_eqp_data_page_init_rows (EqpDataPage     *self,
                          EqpRowSelection *selection,
                          EqpRowNames     *names)
{
  self->selection = g_object_ref (selection);
  self->row_model = eqp_row_model_new (self->workspace, selection, names);
  g_signal_connect_object (self->row_model, "changed", G_CALLBACK (model_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (selection, "changed", G_CALLBACK (selection_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->workspace, "state-changed", G_CALLBACK (state_changed_cb), self, G_CONNECT_SWAPPED);
}

/**
 * _eqp_data_page_rows_class_init:
 * @widget_class: of the page
 */
void
_eqp_data_page_rows_class_init (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, rows);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, rows_text);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, rows_cluster);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, rows_sort);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, rows_turn);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, rows_note);
  gtk_widget_class_bind_template_child (widget_class, EqpDataPage, rows_outdated);
  gtk_widget_class_bind_template_callback (widget_class, rows_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, header_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, sort_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, turned_cb);
  gtk_widget_class_bind_template_callback (widget_class, cluster_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, text_changed_cb);
}
