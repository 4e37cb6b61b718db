/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The short help behind F1: what each part of the window is for, and the shortcuts. Their texts are in eqp-help.ui and
 * help-overlay.ui. */
#include "config.h"

#include "eqp-help.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "eqp-method-page.h"
#include "eqp-window.h"

static gboolean
close_cb (GtkWidget *widget,
          GVariant  *arguments,
          gpointer   user_data)
{
  gtk_window_close (GTK_WINDOW (widget));
  return TRUE;
}

/* What the tables say of a method. Labels of all the pages together take a second to be laid out, so each is made when
 * it is first looked at. */
static void
expanded_cb (AdwExpanderRow  *row,
             GParamSpec      *property,
             const EqpSolver *solver)
{
  g_autofree char *page = eqp_method_page (solver, EQP_PAGE_MARKUP);
  GtkWidget *text = g_object_new (GTK_TYPE_LABEL, "label", g_strchomp (page), "use-markup", TRUE, "wrap", TRUE,
                                  "xalign", 0.0, "margin-top", 12, "margin-bottom", 12, "margin-start", 12,
                                  "margin-end", 12, NULL);

  adw_expander_row_add_row (row, text);
  g_signal_handlers_disconnect_by_func (row, expanded_cb, (gpointer) solver);
}

static void
add_methods (AdwPreferencesGroup *group)
{
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);

  for (gsize i = 0; i < n_solvers; i++)
    {
      GtkWidget *row = g_object_new (ADW_TYPE_EXPANDER_ROW, "title", _ (solvers[i]->name), NULL);

      g_signal_connect (row, "notify::expanded", G_CALLBACK (expanded_cb), (gpointer) solvers[i]);
      adw_preferences_group_add (group, row);
    }
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

  add_methods (ADW_PREFERENCES_GROUP (gtk_builder_get_object (builder, "methods")));

  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0), gtk_callback_action_new (close_cb, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (window), keys);
  gtk_window_set_transient_for (window, parent);
  eqp_window_fit_over (window, parent);
  gtk_window_present (window);
}

/* Those of the list that the search goes through, too. */
static void
set_keys (GtkWidget      *widget,
          GtkApplication *application)
{
  g_autofree char *action = NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child; child = gtk_widget_get_next_sibling (child))
    set_keys (child, application);
  if (!GTK_IS_SHORTCUTS_SHORTCUT (widget))
    return;
  g_object_get (widget, "action-name", &action, NULL);
  if (action != NULL)
    {
      g_auto (GStrv) accelerators = gtk_application_get_accels_for_action (application, action);
      g_autofree char *keys = g_strjoinv (" ", accelerators);

      g_object_set (widget, "accelerator", keys, NULL);
    }
}

/**
 * eqp_help_show_shortcuts:
 * @parent: the window whose shortcuts they are
 *
 * GTK would make this window with each main window and keep it hidden, and GTK 4.18 crashes when a screen reader asks
 * for one window more than are seen.
 */
void
eqp_help_show_shortcuts (GtkWindow *parent)
{
  g_autoptr (GtkBuilder) builder =
      gtk_builder_new_from_resource ("/io/github/equipoise/Equipoise/ui/help-overlay.ui");
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "help_overlay"));

  set_keys (GTK_WIDGET (window), gtk_window_get_application (parent));
  gtk_window_set_transient_for (window, parent);
  gtk_window_present (window);
}
