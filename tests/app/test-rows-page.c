/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the Data page in process, under a display: cells of the run shown, sorted by heading, by list and turned round, filtered,
 * told as outdated, updated by another run; and fluid with very many rows. */
#include "config.h"

#include "eqp-row-selection.h"
#include "eqp-widgets.h"
#include "pages/eqp-data-page.h"
#include "window/eqp-window.h"

#include "eqp-test-window.h"
#include "eqp-test-workspace.h"

#include "base/eqp-alloc.h"

typedef struct
{
  EqpWindow    *window;
  EqpWorkspace *workspace;
  GtkWidget    *page;
  GtkStack     *stack;
} Fixture;

static gboolean
is_rows (GtkWidget     *widget,
         gconstpointer  unused)
{
  g_autofree char *first = NULL;

  if (!EQP_IS_TABLE_VIEW (widget) || !gtk_widget_get_mapped (widget) ||
      eqp_table_view_get_model (EQP_TABLE_VIEW (widget)) == NULL)
    return FALSE;
  first = eqp_table_model_dup_title (eqp_table_view_get_model (EQP_TABLE_VIEW (widget)), 0);
  return g_str_has_prefix (first, "Row");
}

static EqpTableView *
get_view (Fixture *fixture)
{
  return EQP_TABLE_VIEW (eqp_test_find (fixture->page, is_rows, NULL));
}

static EqpTableModel *
get_table (Fixture *fixture)
{
  return eqp_table_view_get_model (get_view (fixture));
}

static char *
dup_cell (Fixture *fixture,
          gint64   row,
          gint64   column)
{
  EqpCellFlags flags;

  return eqp_table_model_dup_text (get_table (fixture), row, column, &flags);
}

static gboolean
is_cell (Fixture    *fixture,
         gint64      row,
         gint64      column,
         const char *text)
{
  g_autofree char *cell = NULL;

  if (row >= eqp_table_model_get_n_rows (get_table (fixture)) ||
      column >= eqp_table_model_get_n_columns (get_table (fixture)))
    return FALSE;
  cell = dup_cell (fixture, row, column);
  return g_str_equal (cell, text);
}

static gboolean
is_title (Fixture    *fixture,
          gint64      column,
          const char *text)
{
  g_autofree char *title = eqp_table_model_dup_title (get_table (fixture), column);

  return g_str_equal (title, text);
}

static gboolean
is_at_rest (Fixture *fixture)
{
  return eqp_workspace_get_prepared (fixture->workspace) != NULL &&
         eqp_test_workspace_is_at_rest (fixture->workspace);
}

/* Costs are known when the last column of what was found has a number. */
static gboolean
is_found (Fixture *fixture)
{
  EqpTableModel *table = get_table (fixture);

  return is_at_rest (fixture) && eqp_table_model_get_n_columns (table) > 6 && !is_cell (fixture, 0, 4, "");
}

static Fixture
open_rows (const char *data)
{
  Fixture fixture = { .window = eqp_test_window_new () };

  fixture.workspace = eqp_window_get_workspace (fixture.window);
  fixture.page = eqp_test_find_type (GTK_WIDGET (fixture.window), EQP_TYPE_DATA_PAGE);
  fixture.stack = GTK_STACK (
      gtk_widget_get_ancestor (eqp_test_find_type (fixture.page, EQP_TYPE_TABLE_VIEW), GTK_TYPE_STACK));
  if (data != NULL)
    {
      eqp_window_open (fixture.window, data, NULL);
      eqp_wait_until (is_at_rest (&fixture), 30);
    }
  eqp_test_workspace_set_method (fixture.workspace, "bkm");
  return fixture;
}

static void
show_rows (Fixture *fixture)
{
  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.show-page", "s", "data");
  gtk_stack_set_visible_child_name (fixture->stack, "rows");
  eqp_wait_until (eqp_test_find (fixture->page, is_rows, NULL) != NULL, 20);
}

static void
run (Fixture *fixture)
{
  EqpRun *before = eqp_workspace_get_run (fixture->workspace);

  eqp_workspace_start (fixture->workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_run (fixture->workspace) != before && is_at_rest (fixture), 60);
}

static gboolean
are_clusters_of_now (Fixture *fixture)
{
  EqpLabels *labels = eqp_workspace_get_labels (fixture->workspace);

  for (gint64 i = 0; i < 150; i++)
    {
      g_autofree char *cell = dup_cell (fixture, i, 2);

      if (g_ascii_strtoll (cell, NULL, 10) != eqp_labels_get (labels, i) + 1)
        return FALSE;
    }
  return TRUE;
}

static void
test_found (void)
{
  Fixture fixture = open_rows ("sample:iris");
  g_autofree char *summary = NULL;
  EqpSettings settings;
  gint k;

  show_rows (&fixture);
  g_assert_cmpint (eqp_table_model_get_n_columns (get_table (&fixture)), ==, 6);
  eqp_workspace_set_gamma_rel (fixture.workspace, 100.0);
  run (&fixture);
  eqp_wait_until (is_found (&fixture), 20);
  g_assert_cmpint (eqp_table_model_get_n_columns (get_table (&fixture)), ==, 10);
  g_assert_cmpint (eqp_table_model_get_n_frozen (get_table (&fixture)), ==, 3);
  g_assert_true (is_title (&fixture, 2, "Cluster") && is_title (&fixture, 5, "Price Paid"));
  g_assert_true (are_clusters_of_now (&fixture));
  summary = eqp_table_model_dup_summary (get_table (&fixture), 0);
  g_assert_nonnull (strstr (summary, "Second Choice"));

  /* By the heading; again turns it round. */
  g_signal_emit_by_name (get_view (&fixture), "header-activated", (gint64) 5);
  eqp_wait_until (is_title (&fixture, 5, "Price Paid ▾"), 20);
  eqp_wait_until (!is_cell (&fixture, 0, 5, "0"), 20);
  g_signal_emit_by_name (get_view (&fixture), "header-activated", (gint64) 5);
  eqp_wait_until (is_title (&fixture, 5, "Price Paid ▴") && is_cell (&fixture, 0, 5, "0"), 20);
  g_signal_emit_by_name (get_view (&fixture), "header-activated", (gint64) 0);
  eqp_wait_until (is_cell (&fixture, 0, 0, "1") && is_cell (&fixture, 149, 0, "150"), 20);

  /* Of another run. */
  settings = *eqp_workspace_get_settings (fixture.workspace);
  settings.params.seed += 1;
  settings.params.k = 5;
  eqp_workspace_set_settings (fixture.workspace, &settings);
  run (&fixture);
  eqp_workspace_get_sizes (fixture.workspace, &k);
  g_assert_cmpint (k, ==, 5);
  eqp_wait_until (are_clusters_of_now (&fixture) && is_found (&fixture), 20);
  eqp_test_window_close (fixture.window);
}

static GtkWidget *
find_list (Fixture *fixture,
           guint    which)
{
  GtkWidget *bar = gtk_widget_get_parent (eqp_test_find_type (fixture->page, GTK_TYPE_SEARCH_ENTRY));
  GtkWidget *list = eqp_test_find_type (bar, GTK_TYPE_DROP_DOWN);

  return which == 0 ? list : gtk_widget_get_next_sibling (list);
}

static void
test_filter (void)
{
  Fixture fixture = open_rows ("sample:iris");
  GtkWidget *entry;
  gint k;

  show_rows (&fixture);
  g_assert_false (gtk_widget_get_visible (find_list (&fixture, 0)));
  run (&fixture);
  eqp_wait_until (is_found (&fixture), 20);
  g_assert_true (gtk_widget_get_visible (find_list (&fixture, 0)));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_list (&fixture, 0)), 2);
  eqp_wait_until (eqp_table_model_get_n_rows (get_table (&fixture)) ==
                  eqp_workspace_get_sizes (fixture.workspace, &k)[1], 20);
  g_assert_true (is_cell (&fixture, 0, 2, "2"));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_list (&fixture, 0)), 0);
  eqp_wait_until (eqp_table_model_get_n_rows (get_table (&fixture)) == 150, 20);

  entry = eqp_test_find_type (fixture.page, GTK_TYPE_SEARCH_ENTRY);
  gtk_editable_set_text (GTK_EDITABLE (entry), "setosa");
  eqp_wait_until (eqp_table_model_get_n_rows (get_table (&fixture)) == 50, 20);
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  eqp_wait_until (eqp_table_model_get_n_rows (get_table (&fixture)) == 150, 20);

  /* By the list of columns: class, then the first of the data. */
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_list (&fixture, 1)), 6);
  eqp_wait_until (is_cell (&fixture, 0, 6, "4.3") && is_cell (&fixture, 149, 6, "7.9"), 20);

  /* Other data come as they are. */
  gtk_editable_set_text (GTK_EDITABLE (entry), "setosa");
  eqp_wait_until (eqp_table_model_get_n_rows (get_table (&fixture)) == 50, 20);
  eqp_window_open (fixture.window, "sample:moons", NULL);
  eqp_wait_until (eqp_test_find (fixture.page, is_rows, NULL) != NULL && is_at_rest (&fixture) &&
                  eqp_table_model_get_n_rows (get_table (&fixture)) ==
                      eqp_dataset_get_n (eqp_workspace_get_dataset (fixture.workspace)), 30);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  g_assert_true (is_cell (&fixture, 0, 0, "1"));
  eqp_test_window_close (fixture.window);
}

/* Vertices have numbers and clusters, too. */
static void
test_graph (void)
{
  Fixture fixture = open_rows ("sample:karate");

  eqp_test_workspace_set_method (fixture.workspace, "bmincut");
  show_rows (&fixture);
  run (&fixture);
  eqp_wait_until (is_at_rest (&fixture) && eqp_table_model_get_n_columns (get_table (&fixture)) == 6 &&
                  !is_cell (&fixture, 0, 4, ""), 20);
  g_assert_cmpint (eqp_table_model_get_n_rows (get_table (&fixture)), ==, 34);
  eqp_test_window_close (fixture.window);
}

static EqpDataset *
make_big (gint64 n,
          gint64 d)
{
  EqpDatasetParts parts = { .n = n, .d = d };
  EqpRng rng;

  parts.features = eqp_try_alloc ((gsize) n * (gsize) d, sizeof (float), "a test", NULL);
  g_assert_nonnull (parts.features);
  eqp_rng_init (&rng, 1, 0);
  for (gint64 i = 0; i < n * d; i++)
    parts.features[i] = (float) eqp_rng_uniform (&rng);
  parts.name = g_strdup ("big");
  parts.format = g_strdup ("test");
  return eqp_dataset_new (&parts);
}

static void
wait_frames (GtkWidget *widget,
             int        n)
{
  for (int i = 0; i < n; i++)
    {
      int until = eqp_test_frames.frames + 1;

      gtk_widget_queue_draw (widget);
      eqp_wait_until (eqp_test_frames.frames >= until, 20);
    }
}

/* Sorting, filtering and selecting half of the rows never hold the window up. */
static void
test_big (void)
{
  Fixture fixture = open_rows (NULL);
  EqpSettings settings;
  GtkBitset *half;

  eqp_workspace_take_dataset (fixture.workspace, make_big (70000, 20), NULL);
  eqp_wait_until (is_at_rest (&fixture), 100);
  eqp_test_workspace_set_method (fixture.workspace, "kmeans");
  settings = *eqp_workspace_get_settings (fixture.workspace);
  settings.params.k = 5;
  eqp_workspace_set_settings (fixture.workspace, &settings);
  run (&fixture);
  eqp_test_frames_watch (GTK_WIDGET (fixture.window));
  show_rows (&fixture);
  eqp_wait_until (eqp_table_model_get_n_columns (get_table (&fixture)) == 25 && !is_cell (&fixture, 0, 3, ""), 60);
  wait_frames (GTK_WIDGET (fixture.window), 3);
  eqp_test_frames_reset ();
  for (gint64 column = 0; column < 6; column++)
    {
      g_autofree char *before = eqp_table_model_dup_title (get_table (&fixture), column);

      g_signal_emit_by_name (get_view (&fixture), "header-activated", column);
      eqp_wait_until (!is_title (&fixture, column, before), 20);
      wait_frames (GTK_WIDGET (fixture.window), 2);
    }
  eqp_test_check_turns ("sorting");
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_list (&fixture, 0)), 1);
  eqp_wait_until (eqp_table_model_get_n_rows (get_table (&fixture)) < 70000, 20);
  wait_frames (GTK_WIDGET (fixture.window), 2);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (find_list (&fixture, 0)), 0);
  eqp_wait_until (eqp_table_model_get_n_rows (get_table (&fixture)) == 70000, 20);
  wait_frames (GTK_WIDGET (fixture.window), 2);
  eqp_test_check_turns ("filtering");
  half = gtk_bitset_new_range (0, 35000);
  eqp_table_view_set_selection (get_view (&fixture), half);
  wait_frames (GTK_WIDGET (fixture.window), 2);
  /* What is selected goes with its rows. */
  g_signal_emit_by_name (get_view (&fixture), "header-activated", (gint64) 5);
  wait_frames (GTK_WIDGET (fixture.window), 2);
  eqp_wait_until (!is_cell (&fixture, 0, 0, "1"), 20);
  eqp_test_check_turns ("selecting");
  gtk_bitset_unref (half);
  half = eqp_table_view_dup_selection (get_view (&fixture));
  g_assert_cmpint (gtk_bitset_get_size (half), ==, 35000);
  gtk_bitset_unref (half);
  eqp_test_window_close (fixture.window);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!eqp_test_window_init ())
    return 0;

  g_test_add_func ("/app/rows-page/found", test_found);
  g_test_add_func ("/app/rows-page/filter", test_filter);
  g_test_add_func ("/app/rows-page/graph", test_graph);
  g_test_add_func ("/app/rows-page/70000-rows", test_big);
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  return status;
}
