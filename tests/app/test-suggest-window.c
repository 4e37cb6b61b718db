/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window that suggests: from the question to the run it proposes, what it says on the way, and what happens when it
 * or the data go. */
#include "config.h"

#include "window/eqp-window.h"
#include "window/eqp-suggest-window.h"
#include "window/eqp-window-private.h"

#include "presenters/eqp-presenter-suggest.h"
#include "eqp-test-window.h"
#include "eqp-test-workspace.h"

static gboolean
is_buildable (GtkWidget    *widget,
              gconstpointer id)
{
  return g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), id) == 0;
}

static gpointer
get_child (EqpSuggestWindow *dialog,
           const char       *id)
{
  GtkWidget *child = eqp_test_find (GTK_WIDGET (dialog), is_buildable, id);

  g_assert_nonnull (child);
  return child;
}

static gboolean
is_row (GtkWidget    *widget,
        gconstpointer title)
{
  return ADW_IS_ACTION_ROW (widget) &&
         g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title);
}

static EqpWindow *
open_window (const char *sample)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);

  eqp_window_open (window, sample, NULL);
  eqp_wait_until (eqp_workspace_get_prepared (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 30);
  return window;
}

/* Question, answer with its reasons, run. */
static void
test_apply (void)
{
  EqpWindow *window = open_window ("sample:iris");
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpSuggestWindow *dialog = eqp_suggest_window_show (GTK_WINDOW (window), window->suggest);
  const EqpSuggestion *suggestion;
  g_autofree char *text = NULL;
  g_autofree char *reason = NULL;
  GtkWidget *row;

  g_assert_false (gtk_widget_get_sensitive (get_child (dialog, "apply")));
  gtk_switch_set_active (get_child (dialog, "choose_k"), TRUE);
  gtk_spin_button_set_value (get_child (dialog, "k_most"), 2.0);
  g_assert_false (gtk_widget_get_sensitive (get_child (dialog, "start")));
  gtk_spin_button_set_value (get_child (dialog, "k_most"), 4.0);
  g_signal_emit_by_name (get_child (dialog, "start"), "clicked");
  g_assert_true (gtk_widget_get_visible (get_child (dialog, "stop")));
  eqp_wait_until (!eqp_suggest_model_is_running (window->suggest), 60);
  suggestion = eqp_suggest_model_get_suggestion (window->suggest);
  g_assert_nonnull (suggestion);
  g_assert_false (gtk_widget_get_visible (get_child (dialog, "stop")));

  row = eqp_test_find (GTK_WIDGET (dialog), is_row, "Preparation");
  g_assert_nonnull (row);
  reason = eqp_suggestion_dup_reason (suggestion, EQP_SUGGEST_PREPARATION);
  g_assert_true (g_str_has_prefix (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), reason));
  g_assert_nonnull (eqp_test_find (GTK_WIDGET (dialog), is_row, "Clusters K"));
  g_assert_nonnull (eqp_test_find (GTK_WIDGET (dialog), is_row, "Plateau"));
  g_assert_nonnull (eqp_test_find (GTK_WIDGET (dialog), is_row, "Lost by not looking at the classes"));
  text = eqp_presenter_suggest_dup_text (window->suggest);
  g_assert_nonnull (strstr (text, reason));
  g_assert_null (strstr (text, "(null)"));

  g_signal_emit_by_name (get_child (dialog, "apply"), "clicked");
  eqp_wait_until (eqp_suggest_model_is_applied (window->suggest) && eqp_test_workspace_is_at_rest (workspace) &&
                  eqp_workspace_get_run (workspace) != NULL, 30);
  g_assert_cmpstr (eqp_workspace_get_settings (workspace)->solver->id, ==, "bmincut");
  g_assert_cmpint (eqp_workspace_get_settings (workspace)->params.k, ==, suggestion->k);
  g_assert_false (gtk_widget_get_sensitive (get_child (dialog, "apply")));
  /* What is set by hand afterwards can be taken back to it. */
  eqp_workspace_set_gamma_rel (workspace, 3.0);
  eqp_wait_until (gtk_widget_get_sensitive (get_child (dialog, "apply")), 10);
  eqp_test_window_close (window);
}

/* Stopped at once it says so; other data leave nothing; the windows may go while it works. */
static void
test_stop (void)
{
  EqpWindow *window = open_window ("sample:digits");
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpSuggestWindow *dialog;

  eqp_test_workspace_set_method (workspace, "bkm");
  dialog = eqp_suggest_window_show (GTK_WINDOW (window), window->suggest);
  g_signal_emit_by_name (get_child (dialog, "start"), "clicked");
  g_signal_emit_by_name (get_child (dialog, "stop"), "clicked");
  eqp_wait_until (!eqp_suggest_model_is_running (window->suggest), 20);
  g_assert_cmpstr (gtk_label_get_label (get_child (dialog, "state")), !=, "");
  g_assert_true (gtk_widget_get_visible (get_child (dialog, "start")));

  g_signal_emit_by_name (get_child (dialog, "start"), "clicked");
  eqp_wait_until (eqp_suggest_model_get_suggestion (window->suggest) != NULL, 60);
  g_assert_true (gtk_widget_get_sensitive (get_child (dialog, "apply")));
  eqp_workspace_open (workspace, "sample:moons", NULL);
  eqp_wait_until (eqp_suggest_model_get_suggestion (window->suggest) == NULL, 30);
  g_assert_false (gtk_widget_get_sensitive (get_child (dialog, "apply")));
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 30);
  g_signal_emit_by_name (get_child (dialog, "start"), "clicked");
  eqp_test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!eqp_test_window_init ())
    return 0;
  g_test_add_func ("/app/suggest-window/apply", test_apply);
  g_test_add_func ("/app/suggest-window/stop", test_stop);
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  return status;
}
