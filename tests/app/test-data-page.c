/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Data page and the import view in process, under a display: a table is opened and read in another way, the first rows follow,
 * a finding is mended and that is undone; where only the user can tell what is meant, it is asked; and the main thread stays free
 * with very many rows and columns. */
#include "config.h"

#include "pages/eqp-data-page.h"
#include "pages/eqp-import-view.h"
#include "eqp-widgets.h"
#include "window/eqp-window.h"

#include "eqp-test-window.h"
#include "eqp-test-workspace.h"
#include "eqp-truth.h"

#include "base/eqp-alloc.h"

static gboolean
is_button (GtkWidget     *widget,
           gconstpointer  label)
{
  return GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0;
}

static gboolean
is_row (GtkWidget     *widget,
        gconstpointer  title)
{
  return ADW_IS_PREFERENCES_ROW (widget) && g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title) == 0;
}

static gboolean
is_at_rest (EqpWindow *window)
{
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  double fraction;
  const char *what;

  return eqp_workspace_get_dataset (workspace) != NULL && !eqp_workspace_is_busy (workspace, &fraction, &what);
}

static EqpDataset *
data_of (EqpWindow *window)
{
  return eqp_workspace_get_dataset (eqp_window_get_workspace (window));
}

static void
open_file (EqpWindow  *window,
           const char *path)
{
  EqpDataset *before = data_of (window);

  eqp_window_open (window, path, NULL);
  eqp_wait_until (data_of (window) != before && is_at_rest (window), 30);
}

static EqpImportView *
find_import_view (void)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (EQP_IS_IMPORT_VIEW (window))
        return EQP_IMPORT_VIEW (window);
    }
  return NULL;
}

static void
accept (EqpImportView *view)
{
  gpointer weak = view;

  g_object_add_weak_pointer (G_OBJECT (view), &weak);
  g_signal_emit_by_name (view, "accepted");
  gtk_window_destroy (GTK_WINDOW (view));
  eqp_wait_until (weak == NULL, 20);
}

static void
test_import (void)
{
  g_autofree char *folder = eqp_test_folder ();
  const char text[] = "a;b;kind\n1,5;2,5;x\n3,5;4,5;y\n7,5;1,5;x\n";
  g_autofree char *path = eqp_test_write (folder, "t.csv", text, sizeof text - 1);
  EqpWindow *window = eqp_test_window_new ();
  EqpImportView *view;

  open_file (window, path);
  g_assert_cmpint (eqp_dataset_get_d (data_of (window)), ==, 2);
  g_assert_true (eqp_dataset_get_labels (data_of (window)) != NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "data");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.import", NULL);
  view = find_import_view ();
  g_assert_nonnull (view);
  eqp_wait_until (eqp_import_view_get_preview (view) != NULL, 20);
  g_assert_cmpint (eqp_dataset_get_d (eqp_import_view_get_preview (view)), ==, 2);

  /* Another separator, other rows; what cannot be read is told in the view, and the window is as it was. */
  g_assert_true (eqp_import_view_set_option (view, "labels", "none"));
  g_assert_true (eqp_import_view_set_option (view, "ignore", "1"));
  eqp_wait_until (eqp_import_view_get_preview (view) != NULL, 20);
  g_assert_cmpint (eqp_dataset_get_d (eqp_import_view_get_preview (view)), ==, 1);
  g_assert_null (eqp_dataset_get_labels (eqp_import_view_get_preview (view)));
  g_assert_cmpint (eqp_dataset_get_d (data_of (window)), ==, 2);

  accept (view);
  eqp_wait_until (is_at_rest (window) && eqp_dataset_get_d (data_of (window)) == 1, 30);
  g_assert_null (eqp_dataset_get_labels (data_of (window)));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  eqp_wait_until (is_at_rest (window) && eqp_dataset_get_d (data_of (window)) == 2, 30);
  eqp_test_window_close (window);
  eqp_test_remove (folder);
}

static void
test_separator (void)
{
  g_autofree char *folder = eqp_test_folder ();
  const char text[] = "1;2,5\n3;4,5\n7;1,5\n9;3,25\n";
  g_autofree char *path = eqp_test_write (folder, "t.csv", text, sizeof text - 1);
  EqpWindow *window = eqp_test_window_new ();
  EqpImportView *view;
  GtkWidget *row;

  open_file (window, path);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.import", NULL);
  view = find_import_view ();
  eqp_wait_until (eqp_import_view_get_preview (view) != NULL, 20);
  g_assert_cmpint (eqp_dataset_get_d (eqp_import_view_get_preview (view)), ==, 2);
  eqp_assert_close (eqp_dataset_get_value (eqp_import_view_get_preview (view), 0, 1), 2.5, 1e-6);
  /* By the row itself: the comma comes first, and then there are other columns. */
  row = eqp_test_find (GTK_WIDGET (view), is_row, "Separator");
  g_assert_nonnull (row);
  g_assert_true (gtk_widget_get_visible (row));
  g_assert_nonnull (strstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), "Semicolon"));
  adw_combo_row_set_selected (ADW_COMBO_ROW (row), 1);
  g_assert_cmpint (eqp_import_view_get_import (view)->separator, ==, ',');
  g_assert_null (eqp_import_view_get_preview (view));
  eqp_import_view_set_option (view, "separator", "tab");
  eqp_import_view_set_option (view, "separator", "semicolon");
  eqp_import_view_set_option (view, "decimal", ",");
  eqp_wait_until (eqp_import_view_get_preview (view) != NULL, 20);
  g_assert_cmpint (eqp_dataset_get_d (eqp_import_view_get_preview (view)), ==, 2);
  g_assert_false (eqp_import_view_set_option (view, "decimal", "x"));
  gtk_window_destroy (GTK_WINDOW (view));
  eqp_test_window_close (window);
  eqp_test_remove (folder);
}

/* 1.000 is one or a thousand: only the user knows. */
static void
test_question (void)
{
  g_autofree char *folder = eqp_test_folder ();
  const char text[] = "a;b\n1.000;2\n2.000;3\n4.000;5\n";
  g_autofree char *path = eqp_test_write (folder, "t.csv", text, sizeof text - 1);
  EqpWindow *window = eqp_test_window_new ();
  EqpImportView *view;
  GtkWidget *answer;

  eqp_window_open (window, path, NULL);
  eqp_wait_until (find_import_view () != NULL, 30);
  view = find_import_view ();
  g_assert_null (data_of (window));
  eqp_wait_until ((answer = eqp_test_find (GTK_WIDGET (view), is_button, "As 1000 with a thousands mark")) != NULL, 10);
  g_signal_emit_by_name (answer, "clicked");
  eqp_wait_until (eqp_import_view_get_preview (view) != NULL, 20);
  eqp_assert_close (eqp_dataset_get_value (eqp_import_view_get_preview (view), 1, 0), 2000.0, 1e-6);
  accept (view);
  eqp_wait_until (is_at_rest (window), 30);
  eqp_assert_close (eqp_dataset_get_value (data_of (window), 2, 0), 4000.0, 1e-6);

  /* Asked again and not answered: all is as it was. */
  eqp_window_open (window, path, NULL);
  eqp_wait_until (find_import_view () != NULL, 30);
  gtk_window_destroy (GTK_WINDOW (find_import_view ()));
  eqp_assert_close (eqp_dataset_get_value (data_of (window), 2, 0), 4000.0, 1e-6);
  eqp_test_window_close (window);
  eqp_test_remove (folder);
}

/* A file that cannot be read as guessed is not lost: the error offers to read it in another way. */
static void
test_refused (void)
{
  g_autofree char *folder = eqp_test_folder ();
  const char text[] = "a,b,c\n1,2,3\n4,5,6,7,8\n9,10,11\n";
  g_autofree char *path = eqp_test_write (folder, "t.csv", text, sizeof text - 1);
  EqpWindow *window = eqp_test_window_new ();
  EqpImportView *view;

  open_file (window, "sample:iris");
  eqp_window_open (window, path, NULL);
  eqp_wait_until (!eqp_workspace_is_loading (eqp_window_get_workspace (window)), 30);
  g_assert_cmpint (eqp_dataset_get_n (data_of (window)), ==, 150);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.import-refused", NULL);
  view = find_import_view ();
  g_assert_nonnull (view);
  g_assert_cmpstr (eqp_import_view_get_data (view), ==, path);
  gtk_window_destroy (GTK_WINDOW (view));
  eqp_test_window_close (window);
  eqp_test_remove (folder);
}

static gboolean
is_lines (GtkWidget     *widget,
          gconstpointer  begin)
{
  g_autofree char *text = NULL;

  if (!GTK_IS_TEXT_VIEW (widget) || !gtk_widget_get_mapped (widget))
    return FALSE;
  g_object_get (gtk_text_view_get_buffer (GTK_TEXT_VIEW (widget)), "text", &text, NULL);
  return g_str_has_prefix (text, begin);
}

/* What makes no table is shown as it stands in the file, with what can be said about text; of what is no text nothing is asked that
 * is about text; and the common size of images can be given. */
static void
test_unread (void)
{
  g_autofree char *folder = eqp_test_folder ();
  g_autofree char *path = eqp_test_write (folder, "t.txt", "no\ttable\n", 9);
  const char header[] = "\x93NUMPY\1\0v\0{'descr': '<f8', 'fortran_order': False, 'shape': (3, 3), }";
  g_autoptr (GByteArray) npy = g_byte_array_new ();
  const double similarity[] = { 1.0, 0.5, 0.25, 0.5, 1.0, 0.125, 0.25, 0.125, 1.0 };
  g_autofree char *matrix = NULL;
  EqpWindow *window = eqp_test_window_new ();
  EqpImportView *view;
  GtkWidget *row;

  eqp_window_open (window, path, NULL);
  eqp_wait_until (!eqp_workspace_is_loading (eqp_window_get_workspace (window)), 30);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.import-refused", NULL);
  view = find_import_view ();
  g_assert_nonnull (view);
  eqp_wait_until (eqp_test_find (GTK_WIDGET (view), is_lines, "no\ttable") != NULL, 20);
  row = eqp_test_find (GTK_WIDGET (view), is_row, "Separator");
  g_assert_true (gtk_widget_get_visible (row));
  gtk_window_destroy (GTK_WINDOW (view));

  g_byte_array_append (npy, (const guint8 *) header, sizeof header - 1);
  while (npy->len < 127)
    g_byte_array_append (npy, (const guint8 *) " ", 1);
  g_byte_array_append (npy, (const guint8 *) "\n", 1);
  g_byte_array_append (npy, (const guint8 *) similarity, sizeof similarity);
  matrix = eqp_test_write (folder, "s.npy", (const char *) npy->data, npy->len);
  eqp_window_open (window, matrix, NULL);
  eqp_wait_until (find_import_view () != NULL, 30);
  view = find_import_view ();
  eqp_wait_until (eqp_test_find (GTK_WIDGET (view), is_button, "Points with features, one a row") != NULL, 10);
  g_assert_false (gtk_widget_get_visible (eqp_test_find (GTK_WIDGET (view), is_row, "Separator")));
  g_assert_null (eqp_test_find (GTK_WIDGET (view), is_lines, ""));
  gtk_window_destroy (GTK_WINDOW (view));

  /* A folder. */
  eqp_window_open (window, folder, NULL);
  eqp_wait_until (!eqp_workspace_is_loading (eqp_window_get_workspace (window)), 30);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.import-refused", NULL);
  view = find_import_view ();
  g_assert_nonnull (view);
  g_assert_true (gtk_widget_get_visible (eqp_test_find (GTK_WIDGET (view), is_row, "Resize Images to Width")));
  gtk_window_destroy (GTK_WINDOW (view));
  eqp_test_window_close (window);
  eqp_test_remove (folder);
}

static void
test_mend (void)
{
  EqpWindow *window = eqp_test_window_new ();
  GtkWidget *page = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_DATA_PAGE);
  GtkWidget *button;

  open_file (window, "sample:digits");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "data");
  eqp_wait_until (gtk_widget_get_mapped (page), 10);
  eqp_wait_until ((button = eqp_test_find (page, is_button, "Leave Them Out")) != NULL, 20);
  g_signal_emit_by_name (button, "clicked");
  eqp_wait_until (is_at_rest (window) && eqp_dataset_get_d (data_of (window)) == 61, 20);
  eqp_wait_until (eqp_test_find (page, is_button, "Leave Them Out") == NULL, 20);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  eqp_wait_until (is_at_rest (window) && eqp_dataset_get_d (data_of (window)) == 64, 20);
  eqp_wait_until (eqp_test_find (page, is_button, "Leave Them Out") != NULL, 20);
  /* What normalizing mends is not told any more once that is a step. */
  open_file (window, "sample:iris");
  gtk_widget_activate_action (page, "data.normalize", "s", "minmax");
  eqp_wait_until (is_at_rest (window) && eqp_workspace_get_preparation (eqp_window_get_workspace (window))->normalize == EQP_NORMALIZE_MINMAX, 20);
  g_assert_null (eqp_test_find (page, is_button, "Standardize"));
  eqp_test_window_close (window);
}

static gboolean
is_table (GtkWidget     *widget,
          gconstpointer  title)
{
  g_autofree char *first = NULL;

  if (!EQP_IS_TABLE_VIEW (widget) || !gtk_widget_get_mapped (widget) || eqp_table_view_get_model (EQP_TABLE_VIEW (widget)) == NULL)
    return FALSE;
  first = eqp_table_model_dup_title (eqp_table_view_get_model (EQP_TABLE_VIEW (widget)), 0);
  return g_strcmp0 (first, title) == 0;
}

static void
assert_cells (GtkWidget  *table,
              gint64      row,
              const char *cells)
{
  EqpTableModel *model = eqp_table_view_get_model (EQP_TABLE_VIEW (table));
  g_autoptr (GString) text = g_string_new (NULL);

  for (gint64 column = 0; column < eqp_table_model_get_n_columns (model); column++)
    {
      EqpCellFlags flags = EQP_CELL_NORMAL;
      g_autofree char *cell = eqp_table_model_dup_text (model, row, column, &flags);

      g_string_append_printf (text, "%s%s", column > 0 ? "|" : "", cell);
    }
  g_assert_cmpstr (text->str, ==, cells);
}

/* Every change is listed, and the rows with gaps can be left out as a step of their own. */
static void
test_changes (void)
{
  g_autofree char *folder = eqp_test_folder ();
  const char text[] = "a;b\n1,5-;2\n?;3\n7,25-;1\n";
  g_autofree char *path = eqp_test_write (folder, "t.csv", text, sizeof text - 1);
  EqpWindow *window = eqp_test_window_new ();
  GtkWidget *page = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_DATA_PAGE);
  g_autoptr (GString) many = NULL;
  GtkWidget *table;

  open_file (window, path);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "data");
  eqp_wait_until (gtk_widget_get_mapped (page), 10);
  gtk_widget_activate_action (page, "data.show-ledger", NULL);
  eqp_wait_until ((table = eqp_test_find (page, is_table, "Change")) != NULL, 10);
  g_assert_cmpint (eqp_table_model_get_n_rows (eqp_table_view_get_model (EQP_TABLE_VIEW (table))), ==, 4);
  assert_cells (table, 0, "One number is written in an unusual way|2|1|a|1,5-|-1.5");

  gtk_widget_activate_action (page, "data.missing", "s", "drop");
  eqp_wait_until (is_at_rest (window) && eqp_dataset_get_n (data_of (window)) == 2, 20);
  eqp_wait_until (eqp_test_find (page, is_row, "Leave out rows with gaps") != NULL, 20);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  eqp_wait_until (is_at_rest (window) && eqp_dataset_get_n (data_of (window)) == 3, 20);

  /* What was done to very many cells alike is one line, with an example. */
  many = g_string_new ("a;b\n");
  for (int i = 0; i < 700; i++)
    g_string_append_printf (many, "%d,5-;%d\n", i, i % 7);
  g_free (path);
  path = eqp_test_write (folder, "many.csv", many->str, many->len);
  open_file (window, path);
  gtk_widget_activate_action (page, "data.show-ledger", NULL);
  eqp_wait_until ((table = eqp_test_find (page, is_table, "Change")) != NULL && eqp_table_model_get_n_rows (eqp_table_view_get_model (EQP_TABLE_VIEW (table))) == 1, 10);
  assert_cells (table, 0, "700 numbers are written in an unusual way||||0,5-, for example|-0.5");

  /* Where nothing was changed there is no such list. */
  open_file (window, "sample:iris");
  eqp_wait_until (eqp_test_find (page, is_table, "Change") == NULL, 10);
  g_assert_nonnull (eqp_test_find (page, is_table, "Column"));
  eqp_test_window_close (window);
  eqp_test_remove (folder);
}

/* Of a graph the edges are shown, each once. */
static void
test_edges (void)
{
  g_autofree char *folder = eqp_test_folder ();
  const char text[] = "5 4 1\n3 2.5\n\n1 2.5 4 1 5 2\n3 1 5 7\n3 2 4 7\n";
  g_autofree char *path = eqp_test_write (folder, "t.graph", text, sizeof text - 1);
  EqpWindow *window = eqp_test_window_new ();
  GtkWidget *page = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_DATA_PAGE);
  EqpImportView *view;
  GtkWidget *table;

  open_file (window, path);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "data");
  eqp_wait_until ((table = eqp_test_find (page, is_table, "Point")) != NULL, 10);
  g_assert_cmpint (eqp_table_model_get_n_rows (eqp_table_view_get_model (EQP_TABLE_VIEW (table))), ==, 4);
  assert_cells (table, 0, "1|3|2.5");
  assert_cells (table, 1, "3|4|1");
  assert_cells (table, 2, "3|5|2");
  assert_cells (table, 3, "4|5|7");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.import", NULL);
  view = find_import_view ();
  eqp_wait_until (eqp_test_find (GTK_WIDGET (view), is_table, "Point") != NULL, 20);
  gtk_window_destroy (GTK_WINDOW (view));
  open_file (window, "sample:iris");
  eqp_wait_until (eqp_test_find (page, is_table, "Column") != NULL, 10);
  eqp_test_window_close (window);
  eqp_test_remove (folder);
}

/* Roles by the selection in the list of columns. */
static void
test_roles (void)
{
  EqpWindow *window = eqp_test_window_new ();
  GtkWidget *page = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_DATA_PAGE);
  GtkWidget *columns;

  open_file (window, "sample:iris");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "data");
  eqp_wait_until (gtk_widget_get_mapped (page), 10);
  columns = eqp_test_find_type (page, EQP_TYPE_TABLE_VIEW);
  eqp_table_view_select (EQP_TABLE_VIEW (columns), 2);
  gtk_widget_activate_action (page, "data.set-role", "s", "ignored");
  eqp_wait_until (is_at_rest (window) && eqp_dataset_get_d (data_of (window)) == 3, 20);
  g_assert_cmpstr (eqp_dataset_get_column_name (data_of (window), 1), !=, eqp_dataset_get_column_name (eqp_workspace_get_dataset (eqp_window_get_workspace (window)), 2));
  /* The classes of the file are the first row. */
  eqp_table_view_select (EQP_TABLE_VIEW (columns), 0);
  gtk_widget_activate_action (page, "data.set-role", "s", "ignored");
  eqp_wait_until (is_at_rest (window) && eqp_dataset_get_labels (data_of (window)) == NULL, 20);
  gtk_widget_activate_action (page, "data.normalize", "s", "standard");
  eqp_wait_until (is_at_rest (window) && eqp_workspace_get_preparation (eqp_window_get_workspace (window))->normalize == EQP_NORMALIZE_STANDARD, 20);
  gtk_widget_activate_action (page, "data.remove-step", "u", (guint) EQP_CHAIN_COLUMNS);
  eqp_wait_until (is_at_rest (window) && eqp_dataset_get_d (data_of (window)) == 4, 20);
  eqp_wait_until (eqp_workspace_get_preparation (eqp_window_get_workspace (window))->normalize == EQP_NORMALIZE_STANDARD, 20);
  eqp_test_window_close (window);
}

static EqpDataset *
big_dataset (gint64   n,
             gint64   d,
             gboolean images)
{
  EqpDatasetParts parts = { .n = n, .d = d };
  EqpRng rng;

  parts.features = eqp_try_alloc ((gsize) n * (gsize) d, sizeof (float), "a test", NULL);
  g_assert_nonnull (parts.features);
  eqp_rng_init (&rng, 1, 0);
  for (gint64 i = 0; i < n * d; i++)
    parts.features[i] = (float) eqp_rng_uniform (&rng);
  parts.labels = g_new (gint32, n);
  for (gint64 i = 0; i < n; i++)
    parts.labels[i] = (gint32) (i % 10);
  if (images)
    {
      parts.image_width = 28;
      parts.image_height = (gint) (d / 28);
    }
  parts.name = g_strdup ("big");
  parts.format = g_strdup ("test");
  return eqp_dataset_new (&parts);
}

/* Also where nothing has changed that would be drawn. */
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

static void
look_at_big (gint64   n,
             gint64   d,
             gboolean images)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  GtkWidget *page = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_DATA_PAGE);
  GtkStack *stack = GTK_STACK (gtk_widget_get_ancestor (eqp_test_find_type (page, EQP_TYPE_TABLE_VIEW), GTK_TYPE_STACK));
  const char *const shown[] = { "rows", "columns", "images" };

  /* The method of the test before may need a graph, which takes long for so many points. */
  eqp_test_workspace_set_method (workspace, "bkm");
  eqp_workspace_take_dataset (workspace, big_dataset (n, d, images), NULL);
  eqp_wait_until (is_at_rest (window), 200);
  eqp_test_frames_watch (GTK_WIDGET (window));
  wait_frames (GTK_WIDGET (window), 2);
  eqp_test_frames_reset ();

  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "data");
  eqp_wait_until (eqp_test_find (page, is_button, "Undo") == NULL && gtk_widget_get_mapped (page), 10);
  wait_frames (GTK_WIDGET (window), 2);
  eqp_test_check_turns ("showing the page");
  for (guint i = 0; i < (images ? 3 : 2); i++)
    {
      GtkWidget *scroller;
      GtkAdjustment *adjustment;

      gtk_stack_set_visible_child_name (stack, shown[i]);
      wait_frames (GTK_WIDGET (window), 2);
      eqp_test_check_turns (shown[i]);
      scroller = eqp_test_find_type (gtk_stack_get_visible_child (stack), GTK_TYPE_SCROLLED_WINDOW);
      adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
      for (int step = 1; step <= 4; step++)
        {
          gtk_adjustment_set_value (adjustment, gtk_adjustment_get_upper (adjustment) * step / 4.0);
          wait_frames (GTK_WIDGET (window), 1);
        }
      eqp_test_check_turns ("scrolling");
    }
  eqp_wait_until (is_at_rest (window), 200);
  eqp_test_window_close (window);
}

static void
test_rows (void)
{
  look_at_big (1000000, 3, FALSE);
}

static void
test_columns (void)
{
  look_at_big (500, 5000, FALSE);
}

static void
test_images (void)
{
  look_at_big (20000, 784, TRUE);
}

static guint
count_images (GtkWidget *grid)
{
  GtkGridView *view = GTK_GRID_VIEW (eqp_test_find_type (grid, GTK_TYPE_GRID_VIEW));

  return gtk_grid_view_get_model (view) != NULL
             ? g_list_model_get_n_items (G_LIST_MODEL (gtk_grid_view_get_model (view)))
             : 0;
}

static gint64
size_of (EqpWorkspace *workspace,
         gint          cluster)
{
  gint k;
  const gint64 *sizes = eqp_workspace_get_sizes (workspace, &k);

  return sizes != NULL && cluster < k ? sizes[cluster] : -1;
}

/* The images of a cluster are those it has, also after another run; and all are there again when it is let go. */
static void
test_images_of_cluster (void)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  GtkWidget *page = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_DATA_PAGE);
  GtkStack *stack = GTK_STACK (gtk_widget_get_ancestor (eqp_test_find_type (page, EQP_TYPE_TABLE_VIEW), GTK_TYPE_STACK));
  EqpSettings settings;
  GtkWidget *grid, *clusters;

  eqp_test_workspace_set_method (workspace, "kmeans");
  eqp_workspace_open (workspace, "sample:digits", NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL, 60);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (is_at_rest (window) && eqp_workspace_get_labels (workspace) != NULL, 60);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "data");
  gtk_stack_set_visible_child_name (stack, "images");
  grid = eqp_test_find_type (gtk_stack_get_visible_child (stack), EQP_TYPE_IMAGE_GRID);
  clusters = eqp_test_find_type (gtk_stack_get_visible_child (stack), GTK_TYPE_DROP_DOWN);
  eqp_wait_until (count_images (grid) == 1797, 60);
  g_assert_true (gtk_widget_is_visible (clusters));

  gtk_drop_down_set_selected (GTK_DROP_DOWN (clusters), 3);
  g_assert_cmpint (count_images (grid), ==, size_of (workspace, 2));

  settings = *eqp_workspace_get_settings (workspace);
  settings.params.k = 7;
  eqp_workspace_set_settings (workspace, &settings);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (is_at_rest (window) && eqp_labels_get_k (eqp_workspace_get_labels (workspace)) == 7 &&
                      count_images (grid) == size_of (workspace, 2), 60);
  g_assert_cmpint (gtk_drop_down_get_selected (GTK_DROP_DOWN (clusters)), ==, 3);
  g_assert_cmpint (g_list_model_get_n_items (gtk_drop_down_get_model (GTK_DROP_DOWN (clusters))), ==, 8);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (clusters), 0);
  g_assert_cmpint (count_images (grid), ==, 1797);
  eqp_wait_until (is_at_rest (window), 60);
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

  g_test_add_func ("/app/data-page/import", test_import);
  g_test_add_func ("/app/data-page/separator", test_separator);
  g_test_add_func ("/app/data-page/question", test_question);
  g_test_add_func ("/app/data-page/refused", test_refused);
  g_test_add_func ("/app/data-page/unread", test_unread);
  g_test_add_func ("/app/data-page/mend", test_mend);
  g_test_add_func ("/app/data-page/changes", test_changes);
  g_test_add_func ("/app/data-page/edges", test_edges);
  g_test_add_func ("/app/data-page/roles", test_roles);
  g_test_add_func ("/app/data-page/images-of-cluster", test_images_of_cluster);
  g_test_add_func ("/app/data-page/1000000-rows", test_rows);
  g_test_add_func ("/app/data-page/5000-columns", test_columns);
  g_test_add_func ("/app/data-page/images", test_images);
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  return status;
}
