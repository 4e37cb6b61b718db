/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The workspace as a file, under a display: opened it shows what was shown, in an empty window; what cannot be opened is
 * told and changes nothing; what nobody saved is offered after a crash, restored or discarded. */
#include "config.h"

#include "eqp-widgets.h"
#include "window/eqp-window-private.h"

#include "eqp-test-terminal.h"
#include "eqp-test-window.h"
#include "eqp-test-workspace.h"
#include "eqp-truth.h"

static char *folder;

static gboolean
is_at_rest (EqpWindow *window)
{
  return eqp_data_chain_is_settled (window->chain) && !eqp_session_is_opening (window->session) &&
         eqp_test_workspace_is_at_rest (window->workspace);
}

static void
run (EqpWindow  *window,
     const char *method)
{
  guint n = eqp_run_list_get_n (window->runs);

  eqp_test_workspace_set_method (window->workspace, method);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  eqp_wait_until (eqp_run_list_get_n (window->runs) == n + 1 && is_at_rest (window), 30);
}

/* With two runs, one of them named and pinned, on a page and with colors of its own. */
static EqpWindow *
make_session (void)
{
  EqpWindow *window = eqp_test_window_new ();

  eqp_window_open (window, "sample:iris", NULL);
  eqp_wait_until (eqp_workspace_get_dataset (window->workspace) != NULL && is_at_rest (window), 30);
  run (window, "kmeans");
  run (window, "bkm");
  eqp_run_list_rename (window->runs, eqp_run_list_get (window->runs, 0), "plain");
  g_assert_true (eqp_run_list_set_pinned (window->runs, eqp_run_list_get (window->runs, 0), TRUE, NULL));
  g_object_set (window->live_view, "color", 4, NULL);
  eqp_workspace_set_step (window->workspace, 0);
  return window;
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  char **path = user_data;

  *path = eqp_session_save_finish (EQP_SESSION (source), result, &error);
  g_assert_no_error (error);
}

static char *
save (EqpWindow  *window,
      const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *saved = NULL;

  eqp_session_save_async (window->session, path, saved_cb, &saved);
  eqp_wait_until (saved != NULL, 20);
  return saved;
}

static const char *
summary (EqpWindow *window,
         GType      type)
{
  return eqp_plot_view_get_summary (EQP_PLOT_VIEW (eqp_test_find_type (GTK_WIDGET (window->live_view), type)));
}

/* What is seen and said of both is the same. */
static void
assert_alike (EqpWindow *a,
              EqpWindow *b)
{
  const GType plots[] = { EQP_TYPE_SCATTER_VIEW, EQP_TYPE_OBJECTIVE_VIEW, EQP_TYPE_SIZES_VIEW };
  int color_a, color_b;

  g_assert_cmpstr (adw_view_stack_get_visible_child_name (a->pages), ==,
                   adw_view_stack_get_visible_child_name (b->pages));
  g_object_get (a->live_view, "color", &color_a, NULL);
  g_object_get (b->live_view, "color", &color_b, NULL);
  g_assert_cmpint (color_a, ==, color_b);
  g_assert_cmpuint (eqp_run_list_get_n (a->runs), ==, eqp_run_list_get_n (b->runs));
  for (guint i = 0; i < eqp_run_list_get_n (a->runs); i++)
    {
      EqpRunRecord *x = eqp_run_list_get (a->runs, i), *y = eqp_run_list_get (b->runs, i);
      g_autofree char *title_x = eqp_run_record_dup_title (x), *title_y = eqp_run_record_dup_title (y);

      g_assert_cmpstr (title_x, ==, title_y);
      g_assert_true (eqp_run_record_get_pinned (x) == eqp_run_record_get_pinned (y));
    }
  g_assert_cmpint (eqp_workspace_get_step (a->workspace), ==, eqp_workspace_get_step (b->workspace));
  g_assert_true (eqp_workspace_is_outdated (a->workspace) == eqp_workspace_is_outdated (b->workspace));
  /* Plots that are not seen need not follow. */
  for (gsize i = 0; i < G_N_ELEMENTS (plots) && gtk_widget_get_mapped (GTK_WIDGET (a->live_view)); i++)
    {
      g_test_message ("%s | %s", summary (a, plots[i]), summary (b, plots[i]));
      eqp_wait_until (g_strcmp0 (summary (a, plots[i]), summary (b, plots[i])) == 0, 20);
      g_assert_cmpuint (strlen (summary (a, plots[i])), >, 0);
    }
}

static EqpWindow *
newest (EqpWindow *than)
{
  GList *windows = gtk_application_get_windows (GTK_APPLICATION (eqp_test_application));

  for (; windows != NULL; windows = windows->next)
    if (EQP_IS_WINDOW (windows->data) && windows->data != than)
      return windows->data;
  return NULL;
}

static void
test_open (void)
{
  EqpWindow *window = make_session (), *other;
  g_autofree char *path = NULL;

  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "Iris – Equipoise");
  adw_view_stack_set_visible_child_name (window->pages, "compare");
  path = save (window, "three flowers.eqp");
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, "three flowers – Iris – Equipoise");
  g_assert_cmpstr (gtk_label_get_label (window->data_name), ==, "three flowers");

  /* This window has data: it comes to another one. */
  eqp_window_open (window, path, NULL);
  other = newest (window);
  g_assert_nonnull (other);
  eqp_wait_until (eqp_workspace_get_dataset (other->workspace) != NULL && is_at_rest (other), 30);
  g_assert_cmpuint (eqp_run_list_get_n (window->runs), ==, 2);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (other)), ==, "three flowers – Iris – Equipoise");
  assert_alike (window, other);
  adw_view_stack_set_visible_child_name (window->pages, "live");
  adw_view_stack_set_visible_child_name (other->pages, "live");
  eqp_wait_until (is_at_rest (window) && is_at_rest (other), 20);
  assert_alike (window, other);
  /* The timeline is there, and nothing was run for it. */
  g_assert_true (eqp_run_was_taken (eqp_workspace_get_run (other->workspace)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.step-last", NULL);
  gtk_widget_activate_action (GTK_WIDGET (other), "win.step-last", NULL);
  assert_alike (window, other);
  /* And it goes on from here. */
  run (other, "kmeans");
  g_assert_true (eqp_session_is_unsaved (other->session));
  eqp_test_window_close (other);
  eqp_test_window_close (window);
}

static void
test_refused (void)
{
  g_autofree char *path = g_build_filename (folder, "half.eqp", NULL);
  EqpWindow *window = eqp_test_window_new ();

  g_assert_true (g_file_set_contents (path, "{\"event\":\"workspace\",\"format\":1,\"version\":\"1\"}\n", -1, NULL));
  eqp_window_open (window, path, NULL);
  eqp_wait_until (gtk_revealer_get_reveal_child (window->error_revealer), 20);
  g_assert_nonnull (strstr (gtk_label_get_label (window->error_label), "is not whole"));
  g_assert_null (eqp_workspace_get_dataset (window->workspace));
  /* Read as a table it would make no sense. */
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->error_import)));
  eqp_test_window_close (window);
}

/* Of other data than were saved with it, such as have lost a row or are no table at all. */
static void
test_other_data (void)
{
  g_autofree char *data = g_build_filename (folder, "points.csv", NULL);
  const char *points = "x,y\n1,2\n2,1\n1,1\n9,8\n8,9\n9,9\n", *others[] = { "x,y\n1,2\n2,1\n9,8\n8,9\n", "" };
  EqpWindow *window = eqp_test_window_new ();
  g_autofree char *path = NULL;

  g_assert_true (g_file_set_contents (data, points, -1, NULL));
  eqp_window_open (window, data, NULL);
  eqp_wait_until (eqp_workspace_get_dataset (window->workspace) != NULL && is_at_rest (window), 30);
  run (window, "kmeans");
  path = save (window, "other data.eqp");
  eqp_test_window_close (window);
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_assert_true (g_file_set_contents (data, others[i], -1, NULL));
      window = eqp_test_window_new ();
      eqp_window_open (window, path, NULL);
      eqp_wait_until (gtk_revealer_get_reveal_child (window->error_revealer), 20);
      eqp_wait_until (!eqp_session_is_opening (window->session), 20);
      g_assert_null (eqp_workspace_get_dataset (window->workspace));
      /* The window is good for anything else. */
      eqp_window_open (window, "sample:iris", NULL);
      eqp_wait_until (eqp_workspace_get_dataset (window->workspace) != NULL && is_at_rest (window), 30);
      eqp_test_window_close (window);
    }
}

/* The disk as it is when the program is killed: the file is there and its lock is free. */
static void
leave_behind (const char *saved)
{
  g_autofree char *state = g_build_filename (g_get_user_state_dir (), "equipoise", NULL);
  g_autofree char *left = g_build_filename (state, "session-left.eqp", NULL);
  g_autofree char *text = NULL;

  g_mkdir_with_parents (state, 0700);
  g_assert_true (g_file_get_contents (saved, &text, NULL, NULL));
  g_assert_true (g_file_set_contents (left, text, -1, NULL));
}

static void
test_recover (void)
{
  EqpWindow *window = make_session (), *other;
  g_autofree char *path = save (window, "saved.eqp");
  g_autofree char *last = NULL;

  leave_behind (path);
  other = eqp_test_window_new ();
  g_assert_false (gtk_revealer_get_reveal_child (other->recovery_revealer));
  eqp_window_offer_recovery (other);
  g_assert_true (gtk_revealer_get_reveal_child (other->recovery_revealer));
  /* Something else is opened first: it is offered again. */
  eqp_window_open (other, "sample:iris", NULL);
  eqp_wait_until (!gtk_revealer_get_reveal_child (other->recovery_revealer) && is_at_rest (other), 30);
  eqp_test_window_close (other);

  other = eqp_test_window_new ();
  eqp_window_offer_recovery (other);
  gtk_widget_activate_action (GTK_WIDGET (other), "win.recover", NULL);
  eqp_wait_until (eqp_workspace_get_dataset (other->workspace) != NULL && is_at_rest (other), 30);
  g_assert_false (gtk_revealer_get_reveal_child (other->recovery_revealer));
  assert_alike (window, other);
  g_assert_true (eqp_session_is_unsaved (other->session));
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (other)), ==, "Iris – Equipoise");
  /* Closed without being saved it is the last session, and is not offered any more. */
  eqp_test_window_close (other);
  last = eqp_recovery_dup_last ();
  g_assert_nonnull (last);
  other = eqp_test_window_new ();
  eqp_window_offer_recovery (other);
  g_assert_false (gtk_revealer_get_reveal_child (other->recovery_revealer));
  gtk_widget_activate_action (GTK_WIDGET (other), "win.restore-last", NULL);
  eqp_wait_until (eqp_workspace_get_dataset (other->workspace) != NULL && is_at_rest (other), 30);
  assert_alike (window, other);
  eqp_test_window_close (other);

  /* Discarded it is gone. */
  leave_behind (path);
  other = eqp_test_window_new ();
  eqp_window_offer_recovery (other);
  g_assert_true (gtk_revealer_get_reveal_child (other->recovery_revealer));
  gtk_widget_activate_action (GTK_WIDGET (other), "win.discard-recovered", NULL);
  g_assert_false (gtk_revealer_get_reveal_child (other->recovery_revealer));
  eqp_window_offer_recovery (other);
  g_assert_false (gtk_revealer_get_reveal_child (other->recovery_revealer));
  eqp_test_window_close (other);
  eqp_test_window_close (window);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *state = NULL;
  int status;

  folder = g_dir_make_tmp ("eqp-session-XXXXXX", NULL);
  state = g_build_filename (folder, "state", NULL);
  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);
  if (!eqp_test_window_init ())
    return 0;
  g_test_add_func ("/app/window-session/open", test_open);
  g_test_add_func ("/app/window-session/refused", test_refused);
  g_test_add_func ("/app/window-session/other-data", test_other_data);
  g_test_add_func ("/app/window-session/recover", test_recover);
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  eqp_test_remove (folder);
  g_free (folder);
  return status;
}
