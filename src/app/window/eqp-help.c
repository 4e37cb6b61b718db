/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The short help behind F1: what each part of the window is for. Its text is in eqp-help.ui. */
#include "config.h"

#include "eqp-help.h"

static gboolean
close_cb (GtkWidget *widget,
          GVariant  *arguments,
          gpointer   user_data)
{
  gtk_window_close (GTK_WINDOW (widget));
  return TRUE;
}

/**
 * eqp_help_show:
 * @parent: the window to explain
 */
void
eqp_help_show (GtkWindow *parent)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource ("/io/github/equipoise/Equipoise/ui/eqp-help.ui");
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "help"));
  GtkEventController *keys = gtk_shortcut_controller_new ();

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0), gtk_callback_action_new (close_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (window), keys);
  gtk_window_set_transient_for (window, parent);
  gtk_window_present (window);
}
