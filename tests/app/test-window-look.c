/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window looks like: where things stand, and that they stand there again in the next window. */
#include "config.h"

#include "eqp-test-window.h"

#include <glib/gstdio.h>

#include "pages/eqp-data-page.h"
#include "pages/eqp-explain-panel.h"
#include "pages/eqp-live-view.h"
#include "presenters/eqp-presenter-plot-table.h"

static const EqpOpenSettings settings = { .run = TRUE };

static gboolean
is_done (EqpWorkspace *workspace)
{
  return !eqp_workspace_is_running (workspace) && eqp_workspace_get_labels (workspace) != NULL && eqp_workspace_get_projection (workspace) != NULL;
}

static EqpWindow *
open_and_run (const char *data)
{
  EqpWindow *window = eqp_test_window_new ();

  eqp_window_open (window, data, &settings);
  eqp_wait_until (is_done (eqp_window_get_workspace (window)), 60);
  return window;
}

static GtkWidget *
find (EqpWindow *window,
      GType      type)
{
  GtkWidget *found = eqp_test_find_type (GTK_WIDGET (window), type);

  g_assert_nonnull (found);
  return found;
}

/* The page and the handles between the plots are where the last window had them. */
static void
test_remembered (void)
{
  EqpWindow *first = open_and_run ("sample:iris");
  EqpWindow *second;
  int points, objective;

  eqp_live_view_get_panes (EQP_LIVE_VIEW (find (first, EQP_TYPE_LIVE_VIEW)), &points, &objective);
  g_assert_cmpint (points, ==, -1);
  g_assert_cmpint (objective, ==, -1);
  eqp_live_view_set_panes (EQP_LIVE_VIEW (find (first, EQP_TYPE_LIVE_VIEW)), 401, 233);
  gtk_widget_activate_action (GTK_WIDGET (first), "win.show-page", "s", "data");
  eqp_test_window_close (first);

  second = open_and_run ("sample:iris");
  eqp_live_view_get_panes (EQP_LIVE_VIEW (find (second, EQP_TYPE_LIVE_VIEW)), &points, &objective);
  g_assert_cmpint (points, ==, 401);
  g_assert_cmpint (objective, ==, 233);
  g_assert_cmpstr (adw_view_stack_get_visible_child_name (ADW_VIEW_STACK (find (second, ADW_TYPE_VIEW_STACK))), ==, "data");
  gtk_widget_activate_action (GTK_WIDGET (second), "win.show-page", "s", "live");
  eqp_test_window_close (second);
}

/* The explanation covers the objective and nothing of the sizes; afterwards the handle is where it was. */
static void
test_explanation_place (void)
{
  EqpWindow *window = open_and_run ("sample:digits");
  EqpLiveView *view = EQP_LIVE_VIEW (find (window, EQP_TYPE_LIVE_VIEW));
  GtkWidget *panel = find (window, EQP_TYPE_EXPLAIN_PANEL), *sizes = find (window, EQP_TYPE_SIZES_VIEW);
  graphene_rect_t panel_place, sizes_place;
  int points, before, after;

  eqp_live_view_get_panes (view, &points, &before);
  eqp_explain_panel_set_row (EQP_EXPLAIN_PANEL (panel), 7);
  eqp_wait_until (gtk_widget_get_mapped (panel) && gtk_widget_get_height (panel) > 0, 20);
  g_assert_true (gtk_widget_compute_bounds (panel, GTK_WIDGET (window), &panel_place));
  g_assert_true (gtk_widget_compute_bounds (sizes, GTK_WIDGET (window), &sizes_place));
  g_assert_cmpfloat (panel_place.origin.y + panel_place.size.height, <=, sizes_place.origin.y);
  eqp_live_view_get_panes (view, &points, &after);
  g_assert_cmpint (after, ==, before);

  eqp_explain_panel_set_row (EQP_EXPLAIN_PANEL (panel), -1);
  eqp_wait_until (!gtk_widget_get_visible (panel), 20);
  eqp_live_view_get_panes (view, &points, &after);
  g_assert_cmpint (after, ==, before);
  eqp_test_window_close (window);
}

/* Data of one column have one coordinate, on screen and in the table. */
static void
test_one_column (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "eqp-one-column.csv", NULL);
  GString *text = g_string_new ("height\n");
  g_autoptr (EqpPresenterPlotTable) table = NULL;
  g_autofree char *csv = NULL;
  EqpWindow *window;

  for (int i = 0; i < 40; i++)
    g_string_append_printf (text, "%d.5\n", i * i);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  window = open_and_run (path);
  table = eqp_presenter_plot_table_new (eqp_window_get_workspace (window), EQP_PLOT_TABLE_POINTS);
  csv = eqp_table_model_dup_csv (EQP_TABLE_MODEL (table));
  g_assert_cmpint (eqp_table_model_get_n_columns (EQP_TABLE_MODEL (table)), ==, 3);
  g_assert_nonnull (strstr (csv, ",Cluster\n1,"));
  eqp_test_window_close (window);
  g_unlink (path);
  g_string_free (text, TRUE);
}

/* From plot to plot in reading order, and through a table in one step. */
static void
test_tab_order (void)
{
  EqpWindow *window = open_and_run ("sample:iris");
  GtkWidget *scatter = find (window, EQP_TYPE_SCATTER_VIEW), *objective = find (window, EQP_TYPE_OBJECTIVE_VIEW);
  GtkWidget *page, *table;

  gtk_widget_grab_focus (scatter);
  g_assert_true (gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (window)) == objective);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "data");
  page = find (window, EQP_TYPE_DATA_PAGE);
  eqp_wait_until (gtk_widget_get_mapped (page), 20);
  table = eqp_test_find_type (page, EQP_TYPE_TABLE_VIEW);
  eqp_wait_until (gtk_widget_get_height (table) > 0, 20);
  g_assert_true (gtk_widget_child_focus (table, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), table));
  g_assert_true (gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD));
  g_assert_false (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), table));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "live");
  eqp_test_window_close (window);
}

int
main (int    argc,
      char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!eqp_test_window_init ())
    return 0;
  g_test_add_func ("/app/window-look/remembered", test_remembered);
  g_test_add_func ("/app/window-look/explanation-place", test_explanation_place);
  g_test_add_func ("/app/window-look/one-column", test_one_column);
  g_test_add_func ("/app/window-look/tab-order", test_tab_order);
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  return status;
}
