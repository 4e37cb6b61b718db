/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where data come from: samples and recent files, in the menu of the Open button and on the start page. */
#include "config.h"

#include "eqp-window-private.h"

#include <glib/gi18n.h>

#define MAX_RECENT 8
#define SOURCE_KEY "eqp-source"

static GtkWidget *
source_row_new (const char *title,
                const char *tooltip,
                const char *source)
{
  GtkWidget *label = gtk_label_new (title);
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_label_set_xalign (GTK_LABEL (label), 0.0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 40);
  gtk_widget_set_tooltip_text (row, tooltip);
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
  g_object_set_data_full (G_OBJECT (row), SOURCE_KEY, g_strdup (source), g_free);
  return row;
}

static void
sample_row_activated_cb (EqpWindow    *self,
                         AdwActionRow *row)
{
  eqp_window_open (self, g_object_get_data (G_OBJECT (row), SOURCE_KEY), NULL);
}

/**
 * _eqp_window_init_sources:
 * @self: a window
 *
 * Fills in the rows that the registry of samples knows.
 */
void
_eqp_window_init_sources (EqpWindow *self)
{
  gsize n_samples;
  const EqpSample *samples = eqp_samples_get (&n_samples);

  for (gsize i = 0; i < n_samples; i++)
    {
      g_autofree char *source = g_strconcat ("sample:", samples[i].id, NULL);
      GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW,
                                     "title", _ (samples[i].name),
                                     "subtitle", _ (samples[i].summary),
                                     "use-markup", FALSE,
                                     "activatable", TRUE,
                                     NULL);

      gtk_list_box_append (self->sample_list, source_row_new (_ (samples[i].name), _ (samples[i].summary), source));

      adw_action_row_add_suffix (ADW_ACTION_ROW (row),
                                 g_object_new (GTK_TYPE_IMAGE, "icon-name", "go-next-symbolic", "accessible-role",
                                               GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL));
      g_object_set_data_full (G_OBJECT (row), SOURCE_KEY, g_steal_pointer (&source), g_free);
      g_signal_connect_object (row, "activated", G_CALLBACK (sample_row_activated_cb), self, G_CONNECT_SWAPPED);
      adw_preferences_group_add (self->start_samples, row);
    }
}

static int
newer_first (gconstpointer a,
             gconstpointer b)
{
  return g_date_time_compare (gtk_recent_info_get_modified ((GtkRecentInfo *) b),
                              gtk_recent_info_get_modified ((GtkRecentInfo *) a));
}

/**
 * _eqp_window_update_recent:
 * @self: a window
 *
 * Lists the files opened last with this program, newest first.
 */
void
_eqp_window_update_recent (EqpWindow *self)
{
  GList *items = g_list_sort (gtk_recent_manager_get_items (gtk_recent_manager_get_default ()), newer_first);
  GtkListBoxRow *row;
  int shown = 0;

  while ((row = gtk_list_box_get_row_at_index (self->recent_list, 0)) != NULL)
    gtk_list_box_remove (self->recent_list, GTK_WIDGET (row));

  for (GList *l = items; l != NULL && shown < MAX_RECENT; l = l->next)
    {
      GtkRecentInfo *info = l->data;
      g_autofree char *where = NULL;

      if (!gtk_recent_info_has_application (info, g_get_application_name ()))
        continue;
      where = gtk_recent_info_get_uri_display (info);
      gtk_list_box_append (self->recent_list, source_row_new (gtk_recent_info_get_display_name (info), where,
                                                              gtk_recent_info_get_uri (info)));
      shown++;
    }
  g_list_free_full (items, (GDestroyNotify) gtk_recent_info_unref);

  gtk_widget_set_visible (GTK_WIDGET (self->recent_list), shown > 0);
  gtk_widget_set_visible (GTK_WIDGET (self->recent_heading), shown > 0);
}

/**
 * _eqp_window_source_activated:
 * @self: a window
 * @row: a row of one of the lists
 */
void
_eqp_window_source_activated (EqpWindow     *self,
                              GtkListBoxRow *row)
{
  const char *source = g_object_get_data (G_OBJECT (row), SOURCE_KEY);

  if (source == NULL)
    return;
  if (g_str_has_prefix (source, "sample:"))
    eqp_window_open (self, source, NULL);
  else
    {
      g_autoptr (GFile) file = g_file_new_for_uri (source);

      eqp_window_open_file (self, file, NULL);
    }
}

/**
 * _eqp_window_note_recent:
 * @self: a window
 * @data: what was opened
 */
void
_eqp_window_note_recent (EqpWindow  *self,
                         const char *data)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *uri = NULL;

  if (g_str_has_prefix (data, "sample:"))
    return;
  file = g_file_new_for_commandline_arg (data);
  uri = g_file_get_uri (file);
  gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
}
