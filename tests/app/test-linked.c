/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One selection in all pictures of the window, under a display: what is selected in the points, the bars, the rows or the images is in
 * the others, said and drawn, and Esc lets it go. */
#include "config.h"

#include "eqp-row-selection.h"
#include "eqp-widgets.h"
#include "pages/eqp-data-page.h"
#include "pages/eqp-explain-panel.h"
#include "pages/eqp-live-view.h"
#include "presenters/eqp-presenter-plot-table.h"
#include "window/eqp-window-private.h"

#include <glib/gstdio.h>

#include "base/eqp-alloc.h"

#include "eqp-test-window.h"
#include "eqp-test-workspace.h"

typedef struct
{
  EqpWindow       *window;
  EqpWorkspace    *workspace;
  EqpRowSelection *selection;
  EqpScatterView  *scatter;
  EqpSizesView    *sizes;
  GtkWidget       *live;
} Fixture;

static gboolean
is_at_rest (Fixture *fixture)
{
  return eqp_workspace_get_prepared (fixture->workspace) != NULL &&
         eqp_test_workspace_is_at_rest (fixture->workspace);
}

static void
run (Fixture *fixture)
{
  EqpRun *before = eqp_workspace_get_run (fixture->workspace);

  eqp_workspace_start (fixture->workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_run (fixture->workspace) != before && is_at_rest (fixture), 60);
}

static Fixture
open_and_run (const char *data,
              const char *method)
{
  Fixture fixture = { .window = eqp_test_window_new () };

  fixture.workspace = eqp_window_get_workspace (fixture.window);
  fixture.selection = eqp_window_get_selection (fixture.window);
  fixture.live = eqp_test_find_type (GTK_WIDGET (fixture.window), EQP_TYPE_LIVE_VIEW);
  fixture.scatter = EQP_SCATTER_VIEW (eqp_test_find_type (fixture.live, EQP_TYPE_SCATTER_VIEW));
  fixture.sizes = EQP_SIZES_VIEW (eqp_test_find_type (fixture.live, EQP_TYPE_SIZES_VIEW));
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.show-page", "s", "live");
  eqp_test_workspace_set_method (fixture.workspace, method);
  eqp_workspace_open (fixture.workspace, data, NULL);
  eqp_wait_until (eqp_workspace_get_dataset (fixture.workspace) != NULL && is_at_rest (&fixture), 60);
  run (&fixture);
  return fixture;
}

static gboolean
says (gpointer    view,
      const char *text)
{
  const char *summary = eqp_plot_view_get_summary (EQP_PLOT_VIEW (view));

  return summary != NULL && strstr (summary, text) != NULL;
}

/* What the clusters of a picture are said to be. */
static gboolean
all_say (Fixture    *fixture,
         const char *text)
{
  return says (fixture->scatter, text) && says (fixture->sizes, text);
}

/* NULL: it is about to be drawn anew. */
static GskRenderNode *
take_node (gpointer widget)
{
  GdkPaintable *paintable = gtk_widget_paintable_new (GTK_WIDGET (widget));
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, GDK_SNAPSHOT (snapshot), gtk_widget_get_width (widget),
                          gtk_widget_get_height (widget));
  g_object_unref (paintable);
  return gtk_snapshot_free_to_node (snapshot);
}

static GBytes *
take_picture (gpointer widget)
{
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  guint8 *pixels = g_malloc0 ((gsize) width * (gsize) height * 4);
  cairo_surface_t *surface =
      cairo_image_surface_create_for_data (pixels, CAIRO_FORMAT_ARGB32, width, height, width * 4);
  cairo_t *cr = cairo_create (surface);
  gint64 frame = gdk_frame_clock_get_frame_counter (gtk_widget_get_frame_clock (widget));
  GskRenderNode *node = NULL;

  /* Of now, not of the frame before. */
  eqp_wait_until ((gtk_widget_queue_draw (GTK_WIDGET (widget)),
                   gdk_frame_clock_get_frame_counter (gtk_widget_get_frame_clock (widget)) > frame + 1), 20);
  eqp_wait_until ((node = take_node (widget)) != NULL, 20);
  gsk_render_node_draw (node, cr);
  gsk_render_node_unref (node);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return g_bytes_new_take (pixels, (gsize) width * (gsize) height * 4);
}

static gboolean
looks_like (gpointer  widget,
            GBytes   *before)
{
  g_autoptr (GBytes) now = take_picture (widget);

  return g_bytes_equal (now, before);
}

/* The index of the points comes from a thread: until then no point is hit. */
static void
click_row (Fixture         *fixture,
           gint64           row,
           GdkModifierType  state)
{
  const float *xy = eqp_projection_get_xy (eqp_workspace_get_projection (fixture->workspace)) + 2 * row;

  g_signal_emit_by_name (fixture->scatter, "point-activated", (double) xy[0], (double) xy[1], 1e-5, 1e-5, state);
}

static gboolean
has_outlines (Fixture *fixture)
{
  const EqpMeasures *measures = eqp_workspace_get_measures (fixture->workspace);

  for (int which = 0; measures != NULL && which < EQP_N_REFERENCES; which++)
    if (measures->references[which].labels == NULL)
      return FALSE;
  return measures != NULL && measures->band.k > 0;
}

static void
wait_for_points (Fixture *fixture)
{
  eqp_wait_until (is_at_rest (fixture) && has_outlines (fixture), 30);
  eqp_wait_until ((eqp_row_selection_clear (fixture->selection), click_row (fixture, 7, 0),
                   eqp_row_selection_get_row (fixture->selection) == 7), 30);
  eqp_row_selection_clear (fixture->selection);
}

static void
count_cb (int *count)
{
  (*count)++;
}

static void
test_from_points (void)
{
  Fixture fixture = open_and_run ("sample:iris", "bkm");
  GtkWidget *panel = eqp_test_find_type (fixture.live, EQP_TYPE_EXPLAIN_PANEL);
  gint cluster = eqp_labels_get (eqp_workspace_get_labels (fixture.workspace), 7);
  g_autofree char *said = g_strdup_printf ("cluster %d selected", cluster + 1);
  g_autoptr (GBytes) bars = NULL;

  wait_for_points (&fixture);
  bars = take_picture (fixture.sizes);
  click_row (&fixture, 7, 0);
  g_assert_cmpint (eqp_row_selection_get_row (fixture.selection), ==, 7);
  g_assert_true (all_say (&fixture, "row 8 selected"));
  g_assert_false (looks_like (fixture.sizes, bars));
  eqp_wait_until (gtk_widget_get_mapped (panel), 20);

  /* One more, then the other no more. */
  click_row (&fixture, 8, GDK_CONTROL_MASK);
  g_assert_cmpint (eqp_row_selection_get_count (fixture.selection), ==, 2);
  g_assert_true (all_say (&fixture, "2 rows selected"));
  g_assert_false (gtk_widget_get_visible (panel));
  click_row (&fixture, 7, GDK_CONTROL_MASK);
  g_assert_cmpint (eqp_row_selection_get_row (fixture.selection), ==, 8);

  click_row (&fixture, 7, GDK_SHIFT_MASK);
  g_assert_cmpint (eqp_row_selection_get_cluster (fixture.selection), ==, cluster);
  g_assert_true (all_say (&fixture, said));

  /* A second click on the center lets its cluster go. */
  g_signal_emit_by_name (fixture.scatter, "center-activated", cluster);
  g_assert_true (eqp_row_selection_is_empty (fixture.selection));
  g_assert_false (says (fixture.sizes, "selected"));
  /* Once the explanation has given its room back. */
  eqp_wait_until (looks_like (fixture.sizes, bars), 20);
  g_signal_emit_by_name (fixture.scatter, "center-activated", cluster);
  g_assert_true (all_say (&fixture, said));
  eqp_test_window_close (fixture.window);
}

static void
press (EqpSizesView *view,
       int           steps)
{
  EqpPlotViewClass *klass = EQP_PLOT_VIEW_GET_CLASS (view);

  for (int i = 0; i < steps; i++)
    klass->move_cursor (EQP_PLOT_VIEW (view), GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  klass->activate (EQP_PLOT_VIEW (view));
}

static void
test_from_bars (void)
{
  Fixture fixture = open_and_run ("sample:iris", "bkm");
  g_autoptr (GBytes) points = NULL;

  wait_for_points (&fixture);
  eqp_wait_until (is_at_rest (&fixture), 30);
  points = take_picture (fixture.scatter);
  press (fixture.sizes, 2);
  g_assert_cmpint (eqp_row_selection_get_cluster (fixture.selection), ==, 1);
  g_assert_true (all_say (&fixture, "cluster 2 selected"));
  eqp_wait_until (!looks_like (fixture.scatter, points), 20);

  /* Of the next run it is the cluster of that number, and told so. */
  run (&fixture);
  g_assert_cmpint (eqp_row_selection_get_cluster (fixture.selection), ==, 1);
  g_assert_true (all_say (&fixture, "cluster 2 selected"));

  press (fixture.sizes, 0);
  g_assert_true (eqp_row_selection_is_empty (fixture.selection));
  press (fixture.sizes, 0);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (fixture.sizes), "win.clear-selection", NULL));
  g_assert_true (eqp_row_selection_is_empty (fixture.selection));
  g_assert_false (says (fixture.scatter, "selected"));
  eqp_test_window_close (fixture.window);
}

/* ---- The Data page ---------------------------------------------------------------------------------------------- */

static GtkWidget *
show_data (Fixture    *fixture,
           const char *view)
{
  GtkWidget *page = eqp_test_find_type (GTK_WIDGET (fixture->window), EQP_TYPE_DATA_PAGE);
  GtkStack *stack = GTK_STACK (gtk_widget_get_ancestor (eqp_test_find_type (page, EQP_TYPE_TABLE_VIEW), GTK_TYPE_STACK));

  gtk_widget_activate_action (GTK_WIDGET (fixture->window), "win.show-page", "s", "data");
  gtk_stack_set_visible_child_name (stack, view);
  return gtk_stack_get_visible_child (stack);
}

static gint64
count_rows (GtkWidget *rows)
{
  EqpTableModel *model = eqp_table_view_get_model (EQP_TABLE_VIEW (eqp_test_find_type (rows, EQP_TYPE_TABLE_VIEW)));

  return model != NULL ? eqp_table_model_get_n_rows (model) : -1;
}

static gboolean
has_names (GtkWidget *rows)
{
  EqpTableModel *model = eqp_table_view_get_model (EQP_TABLE_VIEW (eqp_test_find_type (rows, EQP_TYPE_TABLE_VIEW)));
  g_autofree char *title = eqp_table_model_get_n_columns (model) > 1 ? eqp_table_model_dup_title (model, 1) : NULL;

  return g_strcmp0 (title, "Name") == 0;
}

static gint64
size_of (Fixture *fixture,
         gint     cluster)
{
  gint k;

  return eqp_workspace_get_sizes (fixture->workspace, &k)[cluster];
}

static gint64
get_marked (GtkWidget *rows)
{
  g_autoptr (GtkBitset) marked = eqp_table_view_dup_selection (EQP_TABLE_VIEW (eqp_test_find_type (rows, EQP_TYPE_TABLE_VIEW)));

  return gtk_bitset_get_size (marked) == 1 ? (gint64) gtk_bitset_get_minimum (marked) : -1;
}

static void
test_rows (void)
{
  Fixture fixture = open_and_run ("sample:iris", "bkm");
  GtkWidget *rows = show_data (&fixture, "rows");
  EqpTableView *table = EQP_TABLE_VIEW (eqp_test_find_type (rows, EQP_TYPE_TABLE_VIEW));
  GtkDropDown *clusters = GTK_DROP_DOWN (eqp_test_find_type (rows, GTK_TYPE_DROP_DOWN));
  g_autoptr (GtkBitset) one = gtk_bitset_new_range (3, 1);

  /* A bar: its rows are listed, and the list says so. */
  eqp_wait_until (count_rows (rows) == 150, 20);
  press (fixture.sizes, 1);
  eqp_wait_until (count_rows (rows) == size_of (&fixture, 0), 20);
  g_assert_cmpint (gtk_drop_down_get_selected (clusters), ==, 1);
  /* A row of them: the list stays, and it is in the plots. */
  eqp_table_view_set_selection (table, one);
  g_signal_emit_by_name (table, "selection-changed");
  g_assert_cmpint (eqp_row_selection_get_count (fixture.selection), ==, 1);
  g_assert_cmpint (eqp_labels_get (eqp_workspace_get_labels (fixture.workspace),
                                   eqp_row_selection_get_row (fixture.selection)), ==, 0);
  eqp_wait_until (is_at_rest (&fixture), 20);
  g_assert_cmpint (count_rows (rows), ==, size_of (&fixture, 0));
  g_assert_true (says (fixture.sizes, "selected"));

  /* A point that is not listed: all are, and it is marked. */
  for (gint64 i = 149; eqp_row_selection_get_within (fixture.selection) >= 0; i--)
    eqp_row_selection_set_row (fixture.selection, i);
  eqp_wait_until (count_rows (rows) == 150 && get_marked (rows) == eqp_row_selection_get_row (fixture.selection), 20);
  g_assert_cmpint (gtk_drop_down_get_selected (clusters), ==, 0);

  /* The list of clusters selects in the plots. */
  gtk_drop_down_set_selected (clusters, 3);
  g_assert_cmpint (eqp_row_selection_get_cluster (fixture.selection), ==, 2);
  g_assert_true (all_say (&fixture, "cluster 3 selected"));
  eqp_wait_until (count_rows (rows) == size_of (&fixture, 2), 20);
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.clear-selection", NULL);
  eqp_wait_until (count_rows (rows) == 150 && get_marked (rows) < 0, 20);
  eqp_test_window_close (fixture.window);
}

/* Twelve images of four pixels, each twice: half of the rows are left out, and a pixel. */
static EqpDataset *
make_images (void)
{
  EqpDatasetParts parts = { .n = 12, .d = 4, .image_width = 2, .image_height = 2 };

  parts.features = eqp_try_alloc (48, sizeof (float), "a test", NULL);
  g_assert_nonnull (parts.features);
  for (int i = 0; i < 48; i++)
    parts.features[i] = (float) (i / 8 * 2 + (i >= 24 ? 100 : 0) + i % 4);
  parts.name = g_strdup ("images");
  parts.format = g_strdup ("test");
  return eqp_dataset_new (&parts);
}

static gboolean
is_called (GtkWidget     *widget,
           gconstpointer  name)
{
  g_autofree char *other = gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name);

  return other == NULL && gtk_widget_get_mapped (widget);
}

static void
test_images (void)
{
  Fixture fixture = open_and_run ("sample:iris", "kmeans");
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  EqpSettings settings;
  GtkWidget *images;
  gint cluster;

  eqp_workspace_take_dataset (fixture.workspace, make_images (), NULL);
  eqp_wait_until (is_at_rest (&fixture) && eqp_dataset_get_n (eqp_workspace_get_dataset (fixture.workspace)) == 12, 30);
  edit->distinct = TRUE;
  eqp_edit_set_dropped (edit, 1, TRUE);
  eqp_data_chain_set_edit (fixture.window->chain, edit, "Left out");
  eqp_wait_until (is_at_rest (&fixture) && eqp_dataset_get_n (eqp_workspace_get_dataset (fixture.workspace)) == 6, 30);
  settings = *eqp_workspace_get_settings (fixture.workspace);
  settings.params.k = 2;
  eqp_workspace_set_settings (fixture.workspace, &settings);
  run (&fixture);
  images = show_data (&fixture, "images");
  eqp_wait_until (eqp_test_find (images, is_called, "Row 12") != NULL, 20);
  g_assert_true (gtk_widget_is_visible (eqp_test_find_type (images, GTK_TYPE_DROP_DOWN)));

  cluster = eqp_labels_get (eqp_workspace_get_labels (fixture.workspace), 3);
  press (fixture.sizes, cluster + 1);
  eqp_wait_until (eqp_test_find (images, is_called, "Row 7") != NULL && eqp_test_find (images, is_called, "Row 12") == NULL,
                  20);
  g_assert_nonnull (eqp_test_find (images, is_called, "Row 11"));
  g_assert_null (eqp_test_find (images, is_called, "Row 8"));
  g_assert_null (eqp_test_find (images, is_called, "Row 4"));
  eqp_test_window_close (fixture.window);
}

/* The row of a difference is the one that is explained on the Live page, and the other way round. */
static void
test_compare (void)
{
  Fixture fixture = open_and_run ("sample:iris", "bkm");
  EqpCompareModel *compare = fixture.window->compare;
  GtkWidget *panel = eqp_test_find_type (fixture.live, EQP_TYPE_EXPLAIN_PANEL);
  int told = 0;

  g_signal_connect_swapped (compare, "selection-changed", G_CALLBACK (count_cb), &told);
  eqp_compare_model_set_row (compare, 60);
  g_assert_cmpint (eqp_row_selection_get_row (fixture.selection), ==, 60);
  eqp_wait_until (gtk_widget_get_visible (panel), 20);
  g_assert_cmpint (told, ==, 1);
  eqp_row_selection_set_row (fixture.selection, 7);
  g_assert_cmpint (eqp_compare_model_get_row (compare), ==, 7);
  g_assert_cmpint (told, ==, 2);
  /* Another run has the same row, of which nothing new is told. */
  run (&fixture);
  g_assert_cmpint (told, ==, 2);
  eqp_row_selection_set_cluster (fixture.selection, 1);
  g_assert_cmpint (eqp_compare_model_get_row (compare), ==, -1);
  eqp_test_window_close (fixture.window);
}

static gboolean
is_compared_as (EqpCompareModel *compare,
                gint64           row,
                gint             cluster)
{
  const EqpComparison *comparison = eqp_compare_model_get_comparison (compare);

  for (guint i = 0; i < comparison->n_runs; i++)
    if (eqp_labels_get (comparison->labels[i], row) == cluster)
      return TRUE;
  return FALSE;
}

/* A cluster of the bars of the Compare page, by keys, and the clusters of a row in each run. */
static void
test_compare_bars (void)
{
  Fixture fixture = open_and_run ("sample:iris", "bkm");
  EqpCompareModel *compare = fixture.window->compare;
  GtkWidget *page = eqp_test_find_type (GTK_WIDGET (fixture.window), EQP_TYPE_COMPARE_PAGE);
  EqpPlotView *bars = EQP_PLOT_VIEW (eqp_test_find_type (page, EQP_TYPE_COMPARE_SIZES_VIEW));
  EqpPlotViewClass *klass = EQP_PLOT_VIEW_GET_CLASS (bars);
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) row = NULL;
  gint64 shared = 0;
  gint live;

  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.compare", NULL);
  eqp_wait_until (eqp_compare_model_get_comparison (compare) != NULL &&
                      eqp_compare_model_get_comparison (compare)->n_runs >= 2 && is_at_rest (&fixture), 30);
  before = take_picture (bars);
  eqp_compare_model_set_row (compare, 60);
  g_assert_true (says (bars, "row 61 selected"));
  row = take_picture (bars);
  g_assert_false (g_bytes_equal (row, before));

  klass->move_cursor (bars, GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  klass->activate (bars);
  g_assert_cmpint (eqp_compare_model_get_cluster (compare), ==, 0);
  g_assert_cmpint (eqp_compare_model_get_row (compare), ==, -1);
  g_assert_true (says (bars, "cluster 1 selected"));
  g_assert_false (looks_like (bars, row));
  /* It is selected in all pictures, by its rows: the number of the Live page may be another. */
  live = eqp_row_selection_get_cluster (fixture.selection);
  g_assert_cmpint (live, >=, 0);
  for (gint64 i = 0; i < 150; i++)
    shared += eqp_row_selection_contains (fixture.selection, i) && is_compared_as (compare, i, 0);
  g_assert_cmpint (2 * shared, >, size_of (&fixture, live));
  for (gint c = 2; c >= 0; c--)
    {
      eqp_row_selection_set_cluster (fixture.selection, c);
      g_assert_true (all_say (&fixture, c == 0 ? "cluster 1 selected" : c == 1 ? "cluster 2 selected" : "cluster 3 selected"));
      g_assert_cmpint (eqp_compare_model_get_cluster (compare), >=, 0);
      g_assert_true (c != live || eqp_compare_model_get_cluster (compare) == 0);
    }
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.clear-selection", NULL);
  g_assert_cmpint (eqp_compare_model_get_cluster (compare), ==, -1);
  klass->activate (bars);
  g_assert_cmpint (eqp_row_selection_get_cluster (fixture.selection), ==, live);
  klass->activate (bars);
  g_assert_true (eqp_row_selection_is_empty (fixture.selection));
  klass->activate (bars);
  eqp_compare_model_set_row (compare, 60);
  g_assert_cmpint (eqp_compare_model_get_cluster (compare), ==, -1);
  klass->activate (bars);
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.clear-selection", NULL);
  g_assert_cmpint (eqp_compare_model_get_cluster (compare), ==, -1);
  g_assert_false (says (bars, "selected"));
  eqp_wait_until (is_at_rest (&fixture), 30);
  eqp_test_window_close (fixture.window);
}

/* Where rows are many the cluster of the other page is found beside the main loop. */
static void
test_compare_many (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "eqp-linked-many.csv", NULL);
  g_autoptr (GString) text = g_string_new ("x,y\n");
  EqpCompareModel *compare;
  Fixture fixture;
  gint live;

  for (int i = 0; i < 60000; i++)
    g_string_append_printf (text, "%d.%d,%d.%d\n", i % 3 * 10, i % 7, i % 3 % 2 * 9, i % 11);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  fixture = open_and_run (path, "bkm");
  compare = fixture.window->compare;
  gtk_widget_activate_action (GTK_WIDGET (fixture.window), "win.compare", NULL);
  eqp_wait_until (eqp_compare_model_get_comparison (compare) != NULL &&
                      eqp_compare_model_get_comparison (compare)->n_runs >= 2 && is_at_rest (&fixture), 60);
  eqp_compare_model_set_cluster (compare, 0);
  g_assert_cmpint (eqp_compare_model_get_cluster (compare), ==, 0);
  eqp_wait_until (eqp_row_selection_get_cluster (fixture.selection) >= 0, 30);
  live = eqp_row_selection_get_cluster (fixture.selection);
  for (gint64 i = 0; i < 60000; i += 777)
    g_assert_true (eqp_row_selection_contains (fixture.selection, i) == is_compared_as (compare, i, 0));
  eqp_row_selection_set_cluster (fixture.selection, -1);
  eqp_wait_until (eqp_compare_model_get_cluster (compare) == -1, 30);
  eqp_row_selection_set_cluster (fixture.selection, live);
  eqp_wait_until (eqp_compare_model_get_cluster (compare) == 0, 30);
  eqp_wait_until (is_at_rest (&fixture), 30);
  eqp_test_window_close (fixture.window);
  g_unlink (path);
}

/* Nodes are called what the file calls them, in every table; those without names by their numbers, beside them. */
static void
test_nodes (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "eqp-linked-nodes.tsv", NULL);
  g_autoptr (EqpPresenterPlotTable) points = NULL;
  g_autofree char *csv = NULL;
  g_autofree char *edge = NULL;
  g_autofree char *name = NULL;
  EqpCellFlags flags;
  EqpTableModel *edges;
  Fixture fixture;
  GtkWidget *rows;

  g_assert_true (g_file_set_contents (path, "From\tTo\nann\tbob\nbob\tcid\ncid\tdora\nann\tcid\n", -1, NULL));
  fixture = open_and_run (path, "bmincut");
  points = eqp_presenter_plot_table_new (fixture.workspace, EQP_PLOT_TABLE_POINTS);
  csv = eqp_table_model_dup_csv (EQP_TABLE_MODEL (points));
  g_assert_nonnull (strstr (csv, ",Name\n1,"));
  g_assert_nonnull (strstr (csv, ",dora\n"));
  rows = show_data (&fixture, "rows");
  eqp_wait_until (count_rows (rows) == 4 && has_names (rows), 20);
  name = eqp_table_model_dup_text (eqp_table_view_get_model (EQP_TABLE_VIEW (eqp_test_find_type (rows, EQP_TYPE_TABLE_VIEW))),
                                   1, 1, &flags);
  g_assert_cmpstr (name, ==, "bob");
  edges = eqp_table_view_get_model (EQP_TABLE_VIEW (eqp_test_find_type (show_data (&fixture, "graph"), EQP_TYPE_TABLE_VIEW)));
  edge = eqp_table_model_dup_text (edges, 0, 1, &flags);
  g_assert_cmpstr (edge, ==, "2 · bob");
  eqp_test_window_close (fixture.window);
  g_remove (path);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!eqp_test_window_init ())
    return 0;

  g_test_add_func ("/app/linked/from-points", test_from_points);
  g_test_add_func ("/app/linked/from-bars", test_from_bars);
  g_test_add_func ("/app/linked/rows", test_rows);
  g_test_add_func ("/app/linked/images", test_images);
  g_test_add_func ("/app/linked/compare", test_compare);
  g_test_add_func ("/app/linked/compare-bars", test_compare_bars);
  g_test_add_func ("/app/linked/compare-many", test_compare_many);
  g_test_add_func ("/app/linked/nodes", test_nodes);
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  return status;
}
