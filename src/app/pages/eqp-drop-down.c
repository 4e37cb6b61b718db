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
