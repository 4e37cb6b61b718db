/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drop-downs whose rows follow what is shown. */
#include "config.h"

#include "eqp-drop-down.h"

/**
 * eqp_drop_down_show:
 * @list: a drop-down of strings, filled by this function alone
 * @strings: its rows, NULL at the end
 * @selected: the row to select
 *
 * Makes the rows anew only where they would say something else, since an open list would close.
 */
void
eqp_drop_down_show (GtkDropDown       *list,
                    const char *const *strings,
                    guint              selected)
{
  GListModel *model = gtk_drop_down_get_model (list);
  guint n = g_strv_length ((char **) strings);
  gboolean same = model != NULL && g_list_model_get_n_items (model) == n;

  for (guint i = 0; same && i < n; i++)
    same = g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), i), strings[i]);
  if (!same)
    {
      g_autoptr (GtkStringList) fresh = gtk_string_list_new (strings);

      gtk_drop_down_set_model (list, G_LIST_MODEL (fresh));
    }
  if (gtk_drop_down_get_selected (list) != selected)
    gtk_drop_down_set_selected (list, selected);
}

static GtkWidget *
find_label (GtkWidget *widget)
{
  GtkWidget *label = GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && label == NULL;
       child = gtk_widget_get_next_sibling (child))
    label = find_label (child);
  return label;
}

/**
 * eqp_drop_down_name_button:
 * @focus: (nullable): what has the keyboard now
 *
 * A drop-down hands the keyboard to a button inside of it that has no name, so that it would be spoken as nothing: it
 * gets that of the drop-down, with the row that is selected.
 */
void
eqp_drop_down_name_button (GtkWidget *focus)
{
  GtkWidget *list = focus != NULL ? gtk_widget_get_parent (focus) : NULL;
  g_autoptr (GList) names = NULL;
  g_autoptr (GString) text = NULL;
  GtkWidget *row;

  if (list == NULL || !GTK_IS_DROP_DOWN (list) || !GTK_IS_TOGGLE_BUTTON (focus))
    return;
  names = gtk_widget_list_mnemonic_labels (list);
  row = find_label (focus);
  text = g_string_new (names != NULL ? gtk_label_get_text (names->data) : gtk_widget_get_tooltip_text (list));
  if (row != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ": " : "", gtk_label_get_text (GTK_LABEL (row)));
  gtk_accessible_update_property (GTK_ACCESSIBLE (focus), GTK_ACCESSIBLE_PROPERTY_LABEL, text->str, -1);
}
