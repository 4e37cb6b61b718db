/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Compare page in a window: from a finished run to the picture beside plain k-means, by action and by keys; one
 * selection in all pictures; tables, export, delete and undo; very many runs. */
#include "config.h"

#include "window/eqp-window.h"

#include <glib/gstdio.h>

#include "pages/eqp-compare-page-private.h"
#include "window/eqp-export-compare.h"
#include "window/eqp-export.h"
#include "eqp-scatter-view-private.h"
#include "eqp-test-window.h"
#include "eqp-test-workspace.h"
#include "eqp-test.h"

static gboolean
is_at_rest (EqpWorkspace *workspace)
{
  return eqp_workspace_get_dataset (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace);
}

static EqpComparePage *
get_page (EqpWindow *window)
{
  return EQP_COMPARE_PAGE (eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_COMPARE_PAGE));
}

static EqpWindow *
open_sample (const char *sample)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);

  eqp_workspace_set_threads (workspace, 1);
  eqp_window_open (window, sample, NULL);
  eqp_wait_until (is_at_rest (workspace) && eqp_workspace_get_projection (workspace) != NULL, 30);
  return window;
}

static void
run (EqpWindow  *window,
     const char *method,
     double      gamma_rel)
{
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  guint n = eqp_run_list_get_n (get_page (window)->list);

  eqp_test_workspace_set_method (workspace, method);
  eqp_workspace_set_gamma_rel (workspace, gamma_rel);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  eqp_wait_until (is_at_rest (workspace) && eqp_run_list_get_n (get_page (window)->list) > n, 30);
}

static gboolean
is_compared (EqpComparePage *page,
             guint           n)
{
  const EqpComparison *comparison = eqp_compare_model_get_comparison (page->model);

  return comparison != NULL && comparison->n_runs == n;
}

static guint
count_scatters (EqpComparePage *page)
{
  guint n = 0;

  for (GtkWidget *card = gtk_widget_get_first_child (GTK_WIDGET (page->points)); card != NULL;
       card = gtk_widget_get_next_sibling (card))
    n += gtk_widget_get_visible (card) && eqp_test_find_type (card, EQP_TYPE_SCATTER_VIEW) != NULL;
  return n;
}

/* One action on the Live page. */
static void
test_beside_plain (void)
{
  EqpWindow *window = open_sample ("sample:iris");
  EqpComparePage *page = get_page (window);
  const EqpComparison *comparison;

  run (window, "bkm", 10.0);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (page)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
  eqp_wait_until (gtk_widget_get_mapped (GTK_WIDGET (page)), 20);
  eqp_wait_until (page->model != NULL && eqp_compare_model_get_comparison (page->model) != NULL &&
                  eqp_compare_model_get_comparison (page->model)->n_runs >= 2, 30);
  comparison = eqp_compare_model_get_comparison (page->model);
  g_assert_cmpint (count_scatters (page), ==, comparison->n_runs);
  g_assert_cmpstr (eqp_run_record_get_facts (eqp_compare_model_get_record (page->model, 0))->solver->id, ==, "bkm");
  g_assert_cmpstr (eqp_run_record_get_facts (eqp_compare_model_get_record (page->model, 1))->solver->id, ==, "kmeans");
  g_assert_nonnull (strstr (eqp_plot_view_get_summary (EQP_PLOT_VIEW (page->sizes)), "sizes 50 to 50"));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->stack), ==, "compared");

  /* What changed, in words and as a list. */
  gtk_stack_set_visible_child_name (page->views, "differences");
  g_assert_cmpint (comparison->n_moved, >, 0);
  g_assert_cmpint (eqp_table_model_get_n_rows (eqp_table_view_get_model (page->changes)), ==, comparison->n_moved);
  g_assert_nonnull (strstr (gtk_label_get_label (page->verdict), "of 150 rows"));

  /* A row that is chosen there is marked everywhere; one cell of the table leaves its rows. */
  eqp_table_view_select (page->changes, 0);
  g_assert_cmpint (eqp_compare_model_get_row (page->model), ==, comparison->moved[0].row);
  g_signal_emit_by_name (page->table, "cell-activated", comparison->moved[0].from, comparison->moved[0].to);
  g_assert_cmpint (eqp_table_model_get_n_rows (eqp_table_view_get_model (page->changes)), ==,
                   comparison->table[comparison->moved[0].from * comparison->k + comparison->moved[0].to]);
  gtk_stack_set_visible_child_name (page->views, "measures");
  g_assert_cmpint (eqp_table_model_get_n_columns (eqp_table_view_get_model (page->measures)), ==,
                   comparison->n_runs + 1);
  eqp_test_window_close (window);
}

static void
test_list (void)
{
  EqpWindow *window = open_sample ("sample:iris");
  EqpComparePage *page = get_page (window);
  EqpRunRecord *first, *second;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "compare");
  eqp_wait_until (gtk_widget_get_mapped (GTK_WIDGET (page)), 20);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->stack), ==, "empty");
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (page->compare_button)));
  run (window, "kmeans", 0.0);
  run (window, "bkm", 1.0);
  first = eqp_run_list_get (page->list, 0);
  second = eqp_run_list_get (page->list, 1);

  /* The newest is on top; Space pins the one that is selected. */
  eqp_table_view_select (page->runs, 0);
  gtk_widget_activate_action (GTK_WIDGET (page), "compare.pin", NULL);
  g_assert_true (eqp_run_record_get_pinned (second));
  eqp_wait_until (is_compared (page, 1), 20);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (page->differences), ==, "one");
  g_assert_cmpint (count_scatters (page), ==, 1);

  /* The selection goes with its run through another order. */
  gtk_widget_activate_action (GTK_WIDGET (page), "compare.sort", "s", "k");
  gtk_widget_activate_action (GTK_WIDGET (page), "compare.sort", "s", "number");
  eqp_table_view_select (page->runs, eqp_presenter_run_table_find (page->run_table, first));
  eqp_presenter_run_table_sort_by (page->run_table, "number");
  g_assert_true (_eqp_compare_page_get_selected (page) == first);

  gtk_widget_activate_action (GTK_WIDGET (page), "compare.remove", NULL);
  g_assert_cmpint (eqp_run_list_get_n (page->list), ==, 1);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo-run", NULL);
  g_assert_cmpint (eqp_run_list_get_n (page->list), ==, 2);

  /* Settings come back. */
  eqp_table_view_select (page->runs, eqp_presenter_run_table_find (page->run_table, first));
  gtk_widget_activate_action (GTK_WIDGET (page), "compare.restore", NULL);
  g_assert_cmpstr (eqp_workspace_get_settings (eqp_window_get_workspace (window))->solver->id, ==, "kmeans");
  eqp_wait_until (eqp_run_list_get_n (page->list) == 3, 20);
  g_assert_false (eqp_workspace_is_stale (eqp_window_get_workspace (window)));

  /* A plain method that has been run is only pinned. */
  gtk_widget_activate_action (GTK_WIDGET (page), "compare.plain", "s", "kmeans");
  eqp_wait_until (is_compared (page, 2), 20);
  g_assert_true (eqp_run_record_get_pinned (eqp_run_list_get (page->list, 2)));
  g_assert_cmpint (eqp_run_list_get_n (page->list), ==, 3);
  eqp_test_window_close (window);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(char **) user_data = eqp_export_finish (result, NULL);
}

/* Of a graph names stand beside the vertices, which have no centers to cover them. */
static void
test_graph (void)
{
  EqpWindow *window = open_sample ("sample:karate");
  EqpComparePage *page = get_page (window);
  EqpScatterView *view;

  run (window, "bmincut", 1.0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
  eqp_wait_until (is_compared (page, 2), 30);
  view = EQP_SCATTER_VIEW (eqp_test_find_type (GTK_WIDGET (page->points), EQP_TYPE_SCATTER_VIEW));
  eqp_wait_until (view->texture != NULL, 30);
  g_assert_cmpint (view->n_named, ==, 34);
  g_assert_null (view->centers);
  /* Plain k-means would refuse it. */
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (page->kmeans_button)));
  eqp_test_window_close (window);
}

/* Settings are told in the words of their controls, and the preparation as a whole. */
static void
test_words (void)
{
  const EqpPreparation preparation = { .normalize = EQP_NORMALIZE_STANDARD, .pca = 2, .whiten = TRUE };
  EqpWindow *window = open_sample ("sample:iris");
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpComparePage *page = get_page (window);
  EqpSettings settings = *eqp_workspace_get_settings (workspace);
  g_autofree char *csv = NULL;

  settings.params.empty = EQP_EMPTY_SPLIT;
  eqp_workspace_set_settings (workspace, &settings);
  eqp_workspace_set_preparation (workspace, &preparation);
  eqp_wait_until (is_at_rest (workspace), 30);
  run (window, "bkm", 1.0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
  eqp_wait_until (is_compared (page, 2), 30);
  gtk_stack_set_visible_child_name (page->views, "measures");
  csv = eqp_table_model_dup_csv (eqp_table_view_get_model (page->measures));
  g_assert_nonnull (strstr (csv, "Split Widest"));
  g_assert_nonnull (strstr (csv, "standardized, PCA 2, whitened"));
  eqp_test_window_close (window);
}

static gsize
save_svg (EqpComparePage *page,
          GtkWidget      *window)
{
  g_autofree char *name = g_strdup_printf ("eqp-compare-%d.svg", (int) getpid ());
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), name, NULL);
  g_autofree char *saved = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;

  eqp_export_compare_async (page->model, window, path, saved_cb, &saved);
  eqp_wait_until (saved != NULL, 20);
  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_unlink (path);
  return length;
}

static void
test_export (void)
{
  static const char *const suffixes[] = { "png", "svg", "pdf" };
  EqpWindow *window = open_sample ("sample:karate");
  EqpComparePage *page = get_page (window);
  g_autoptr (EqpPresenterCompareTable) table = NULL;
  g_autofree char *csv = NULL;
  gsize edged;

  run (window, "bmincut", 1.0);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
  eqp_wait_until (is_compared (page, 2), 30);
  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *name = g_strdup_printf ("eqp-compare-%d.%s", (int) getpid (), suffixes[i]);
      g_autofree char *path = g_build_filename (g_get_tmp_dir (), name, NULL);
      g_autofree char *saved = NULL;

      eqp_export_compare_async (page->model, GTK_WIDGET (window), path, saved_cb, &saved);
      eqp_wait_until (saved != NULL, 20);
      g_assert_true (g_file_test (path, G_FILE_TEST_IS_REGULAR));
      g_unlink (path);
    }
  /* The picture has the edges that are on the screen. */
  edged = save_svg (page, GTK_WIDGET (window));
  eqp_workspace_set_show_graph (eqp_window_get_workspace (window), FALSE);
  g_assert_cmpint (edged, >, save_svg (page, GTK_WIDGET (window)) + 1000);
  table = eqp_presenter_compare_table_new (page->model, EQP_COMPARE_TABLE_SIZES);
  csv = eqp_table_model_dup_csv (EQP_TABLE_MODEL (table));
  g_assert_true (g_str_has_prefix (csv, "Cluster,"));
  g_assert_nonnull (strstr (csv, "\n1,"));
  eqp_test_window_close (window);
}

/* 200 runs of 20,000 rows: fluid, and labels in few bits. */
static void
test_many (void)
{
  g_autofree double *values = g_new (double, 40000);
  g_autofree gint32 *labels = g_new (gint32, 20000);
  EqpWindow *window = eqp_test_window_new ();
  EqpComparePage *page = get_page (window);
  gsize bytes = 0;
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  for (int i = 0; i < 40000; i++)
    values[i] = eqp_rng_normal (&rng);
  eqp_workspace_take_dataset (eqp_window_get_workspace (window), eqp_test_dataset (20000, 2, values), NULL);
  eqp_wait_until (is_at_rest (eqp_window_get_workspace (window)), 30);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "compare");
  for (int r = 0; r < 200; r++)
    {
      g_autofree char *name = g_strdup_printf ("Run number %d", r);

      for (int i = 0; i < 20000; i++)
        labels[i] = (gint32) eqp_rng_below (&rng, 10);
      g_assert_nonnull (eqp_run_list_add_labels (page->list, name, 20000, 10, labels, NULL));
    }
  for (int r = 0; r < 200; r++)
    bytes += eqp_run_record_get_bytes (eqp_run_list_get (page->list, r));
  g_assert_cmpint (bytes, <, 200 * 11000);
  eqp_wait_until (eqp_run_record_get_measures (eqp_run_list_get (page->list, 199)) != NULL, 60);

  /* What GTK does when a page is first seen is its own. */
  for (int r = 0; r < 3; r++)
    g_assert_true (eqp_run_list_set_pinned (page->list, eqp_run_list_get (page->list, 50 * r), TRUE, NULL));
  eqp_test_frames_watch (GTK_WIDGET (window));
  eqp_wait_until (is_compared (page, 3), 30);
  while (eqp_test_frames.frames <= 2)
    {
      int frames = eqp_test_frames.frames;

      gtk_widget_queue_draw (GTK_WIDGET (window));
      eqp_wait_until (eqp_test_frames.frames > frames, 20);
    }
  eqp_test_frames_reset ();
  eqp_run_list_set_pinned (page->list, eqp_run_list_get (page->list, 0), FALSE, NULL);
  eqp_wait_until (is_compared (page, 2), 30);
  eqp_presenter_run_table_sort_by (page->run_table, "sse");
  for (int r = 0; r < 20; r++)
    {
      int frames = eqp_test_frames.frames;

      eqp_table_view_select (page->runs, 10 * r);
      gtk_widget_queue_draw (GTK_WIDGET (page));
      eqp_wait_until (eqp_test_frames.frames > frames, 20);
    }
  eqp_test_check_turns ("sorting and selecting");
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

  g_test_add_func ("/app/compare-page/beside-plain", test_beside_plain);
  g_test_add_func ("/app/compare-page/list", test_list);
  g_test_add_func ("/app/compare-page/graph", test_graph);
  g_test_add_func ("/app/compare-page/words", test_words);
  g_test_add_func ("/app/compare-page/export", test_export);
  g_test_add_func ("/app/compare-page/many", test_many);
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  return status;
}
