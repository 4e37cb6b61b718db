/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file dropped on the window is opened in it, further ones in windows of their own. */
#include "config.h"

#include "eqp-window-private.h"

static void
set_highlight (EqpWindow *self,
               gboolean   highlight)
{
  if (highlight)
    gtk_widget_add_css_class (GTK_WIDGET (self->stack), "drop-highlight");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->stack), "drop-highlight");
}

static GdkDragAction
enter_cb (EqpWindow *self)
{
  set_highlight (self, TRUE);
  return GDK_ACTION_COPY;
}

static void
leave_cb (EqpWindow *self)
{
  set_highlight (self, FALSE);
}

static gboolean
drop_cb (EqpWindow    *self,
         const GValue *value)
{
  GSList *files;

  set_highlight (self, FALSE);
  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return FALSE;
  files = g_value_get_boxed (value);
  if (files == NULL)
    return FALSE;
  eqp_window_open_file (self, files->data, NULL);
  for (GSList *next = files->next; next != NULL; next = next->next)
    {
      EqpWindow *window = eqp_window_for_opening (EQP_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))));

      eqp_window_open_file (window, next->data, NULL);
      gtk_window_present (GTK_WINDOW (window));
    }
  return TRUE;
}

/**
 * _eqp_window_init_dnd:
 * @self: a window
 */
void
_eqp_window_init_dnd (EqpWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  g_signal_connect_object (target, "enter", G_CALLBACK (enter_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "leave", G_CALLBACK (leave_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (target, "drop", G_CALLBACK (drop_cb), self, G_CONNECT_SWAPPED);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
