/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weights, pairs and starting centers in the window, under a display: chosen, they act as other controls do, and the line
 * of the run gives the same labels in a terminal; refused with a reason; undone. */
#include "config.h"

#include "pages/eqp-data-page.h"
#include "pages/eqp-pair-rows.h"
#include "pages/eqp-sidebar.h"
#include "eqp-widgets.h"
#include "window/eqp-window-private.h"

#include "eqp-test-terminal.h"
#include "eqp-test-window.h"
#include "eqp-test-workspace.h"
#include "eqp-truth.h"

#define ROWS 120
#define K 3

typedef struct
{
  char         *folder;
  EqpWindow    *window;
  EqpWorkspace *workspace;
} Fixture;

static char *
write_file (Fixture    *f,
            const char *name,
            const char *text)
{
  char *path = g_build_filename (f->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static gboolean
is_at_rest (Fixture *f)
{
  return eqp_workspace_knows_given (f->workspace) && eqp_test_workspace_is_at_rest (f->workspace);
}

static void
set_up (Fixture      *f,
        gconstpointer data)
{
  g_autoptr (GString) text = g_string_new ("name,x,persons,y\n");
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autofree char *table = NULL;
  g_autoptr (GFile) file = NULL;

  for (int i = 0; i < ROWS; i++)
    g_string_append_printf (text, "r%d,%.4f,%d,%.4f\n", i + 1, 3.0 * (i % K) + g_rand_double_range (rand, -2.0, 2.0),
                            1 + i % 4, 2.0 * (i % 2) + g_rand_double_range (rand, -2.0, 2.0));
  f->folder = g_dir_make_tmp ("eqp-given-XXXXXX", NULL);
  table = write_file (f, "table.csv", text->str);
  f->window = eqp_test_window_new ();
  f->workspace = eqp_window_get_workspace (f->window);
  file = g_file_new_for_path (table);
  eqp_window_open_file (f->window, file,
                        &(EqpOpenSettings){ .solver = eqp_solver_find ("bkm"), .k = K, .seed = 1, .has_seed = TRUE });
  eqp_wait_until (eqp_workspace_get_dataset (f->workspace) != NULL && is_at_rest (f), 20);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.run", NULL);
  eqp_wait_until (eqp_run_list_get_n (f->window->runs) == 1 && is_at_rest (f), 20);
}

static void
tear_down (Fixture      *f,
           gconstpointer data)
{
  eqp_test_window_close (f->window);
  eqp_test_remove (f->folder);
  g_free (f->folder);
}

static void
set_k (Fixture *f,
       gint     k)
{
  EqpSettings settings = *eqp_workspace_get_settings (f->workspace);

  settings.params.k = k;
  eqp_workspace_set_settings (f->workspace, &settings);
}

static gboolean
is_shown (GtkWidget     *widget,
          gconstpointer  text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
         strstr (gtk_label_get_label (GTK_LABEL (widget)), text) != NULL;
}

static GtkWidget *
find_text (Fixture    *f,
           const char *text)
{
  return eqp_test_find (GTK_WIDGET (f->window), is_shown, text);
}

/* Gives a file and waits until a run that was given it is shown, and nothing asks for another. */
static EqpRunRecord *
give (Fixture      *f,
      EqpGivenKind  kind,
      const char   *path)
{
  guint before = eqp_run_list_get_n (f->window->runs);

  _eqp_window_give (f->window, kind, path);
  eqp_wait_until (eqp_run_list_get_n (f->window->runs) > before && is_at_rest (f), 20);
  g_assert_false (eqp_workspace_is_stale (f->workspace));
  return eqp_run_list_get (f->window->runs, eqp_run_list_get_n (f->window->runs) - 1);
}

static void
assert_refused (Fixture      *f,
                EqpGivenKind  kind,
                const char   *path,
                const char   *reason)
{
  const char *before = eqp_workspace_get_given_source (f->workspace, kind);

  _eqp_window_give (f->window, kind, path);
  eqp_wait_until (find_text (f, reason) != NULL && is_at_rest (f), 20);
  g_assert_true (eqp_workspace_get_given_source (f->workspace, kind) == before);
}

static gboolean
is_line (GtkWidget     *widget,
         gconstpointer  start)
{
  return GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (widget)), start);
}

/* The line that the window shows of the run is the one the list has of it. */
static void
assert_line_shown (Fixture      *f,
                   EqpRunRecord *record)
{
  g_autoptr (GListModel) windows = g_object_ref (gtk_window_get_toplevels ());
  GtkWidget *line = NULL;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.command-line", NULL);
  for (guint i = 0; i < g_list_model_get_n_items (windows) && line == NULL; i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      line = eqp_test_find (window, is_line, "equipoise-cli run ");
    }
  g_assert_nonnull (line);
  g_assert_cmpstr (gtk_label_get_label (GTK_LABEL (line)), ==, eqp_run_record_get_facts (record)->command);
  gtk_window_destroy (GTK_WINDOW (gtk_widget_get_root (line)));
}

static void
test_pairs (Fixture      *f,
            gconstpointer data)
{
  g_autofree char *same = write_file (f, "same.csv", "one,other\nr1,r2\nr2,r6\n");
  g_autofree char *not = write_file (f, "not.csv", "r1,r4\n");
  g_autofree char *against = write_file (f, "against.csv", "r6,r1\n");
  g_autofree char *nobody = write_file (f, "nobody.csv", "r6,r1000\n");
  GtkWidget *pairs = eqp_test_find_type (GTK_WIDGET (f->window), EQP_TYPE_PAIR_ROWS);
  EqpRunRecord *record = give (f, EQP_GIVEN_MUST_LINKS, same);
  EqpLabels *labels = eqp_run_record_get_labels (record);

  g_assert_true (gtk_widget_get_visible (pairs));
  g_assert_cmpint (eqp_labels_get (labels, 0), ==, eqp_labels_get (labels, 5));
  eqp_test_assert_terminal_agrees (f->folder, record);
  record = give (f, EQP_GIVEN_CANNOT_LINKS, not);
  labels = eqp_workspace_get_labels (f->workspace);
  g_assert_cmpint (eqp_labels_get (labels, 0), !=, eqp_labels_get (labels, 3));
  g_assert_nonnull (strstr (eqp_run_record_get_facts (record)->command, "--key-column name"));
  eqp_test_assert_terminal_agrees (f->folder, record);
  eqp_wait_until (find_text (f, "2 pairs together, 1 apart") != NULL, 10);
  assert_line_shown (f, record);

  assert_refused (f, EQP_GIVEN_CANNOT_LINKS, against, "are a cannot-link pair, but must-link pairs join them");
  assert_refused (f, EQP_GIVEN_CANNOT_LINKS, nobody, "the key “r1000” is none of the data");

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.withdraw", "s", "must-links");
  eqp_wait_until (find_text (f, "1 pair apart") != NULL && is_at_rest (f), 20);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.undo", NULL);
  eqp_wait_until (find_text (f, "2 pairs together, 1 apart") != NULL && is_at_rest (f), 20);
  labels = eqp_workspace_get_labels (f->workspace);
  g_assert_cmpint (eqp_labels_get (labels, 0), ==, eqp_labels_get (labels, 5));

  /* Why no run came out is said until one does. */
  set_k (f, 1);
  eqp_workspace_follow (f->workspace);
  eqp_wait_until (find_text (f, "but K is 1; raise K") != NULL, 20);
  g_assert_true (gtk_revealer_get_reveal_child (f->window->error_revealer));
  set_k (f, K);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.run", NULL);
  eqp_wait_until (!gtk_revealer_get_reveal_child (f->window->error_revealer) && is_at_rest (f), 20);

  /* A method without pairs runs without, and the window says so by the names of methods. */
  eqp_test_workspace_set_method (f->workspace, "bmincut");
  eqp_wait_until (find_text (f, "“Balanced min-cut” keeps no pairs of rows together or apart") != NULL, 10);
  eqp_test_workspace_set_method (f->workspace, "bkm");
  eqp_wait_until (find_text (f, "2 pairs together, 1 apart") != NULL && is_at_rest (f), 20);
}

static gboolean
is_start (GtkWidget     *widget,
          gconstpointer  data)
{
  GListModel *model = GTK_IS_DROP_DOWN (widget) ? gtk_drop_down_get_model (GTK_DROP_DOWN (widget)) : NULL;

  return GTK_IS_STRING_LIST (model) && g_list_model_get_n_items (model) > 0 &&
         g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), 0), "k-means++");
}

static GtkDropDown *
find_start (Fixture *f)
{
  return GTK_DROP_DOWN (eqp_test_find (GTK_WIDGET (f->window), is_start, NULL));
}

static const char *
get_start (Fixture *f)
{
  return gtk_string_object_get_string (gtk_drop_down_get_selected_item (find_start (f)));
}

static void
test_centers (Fixture      *f,
              gconstpointer data)
{
  g_autofree char *centers = write_file (f, "start.csv", "x,persons,y\n6,2,0\n0,2,0\n3,2,2\n");
  g_autofree char *fewer = write_file (f, "fewer.csv", "6,2,0\n0,2,0\n");
  EqpRunRecord *record;

  g_assert_cmpstr (get_start (f), ==, "k-means++");
  record = give (f, EQP_GIVEN_CENTERS, centers);
  g_assert_cmpstr (get_start (f), ==, "start.csv");
  g_assert_nonnull (strstr (eqp_run_record_get_facts (record)->command, "--initial-centers"));
  eqp_test_assert_terminal_agrees (f->folder, record);
  assert_refused (f, EQP_GIVEN_CENTERS, fewer, "fewer.csv holds 2 centers, but K is 3");

  /* Of another K there are none; the sign beside Run says so. */
  set_k (f, K + 1);
  eqp_wait_until (eqp_workspace_get_given_error (f->workspace) != NULL, 20);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (f->window->hurt_button)));
  g_assert_nonnull (strstr (gtk_label_get_label (f->window->hurt_label), "holds 3 centers, but K is 4"));
  /* Another start in the control drops the file. */
  gtk_drop_down_set_selected (find_start (f), 1);
  eqp_wait_until (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_CENTERS) == NULL && is_at_rest (f), 20);
  g_assert_cmpint (eqp_workspace_get_settings (f->workspace)->params.init, ==, EQP_INIT_RANDOM);
  g_assert_cmpstr (get_start (f), ==, "Random");

  /* A method that starts from none has no such choice. */
  eqp_test_workspace_set_method (f->workspace, "diskmeans");
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (find_start (f))), ==, 2);
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.give", "s", "centers");
  eqp_wait_until (find_text (f, "“DisKmeans” takes no centers to start from; choose “k-means”") !=
                  NULL, 10);
}

static void
test_weights (Fixture      *f,
              gconstpointer data)
{
  GtkWidget *page = eqp_test_find_type (GTK_WIDGET (f->window), EQP_TYPE_DATA_PAGE);
  guint before = eqp_run_list_get_n (f->window->runs);
  EqpTableView *columns;
  EqpTableModel *model;
  EqpCellFlags flags;
  g_autofree char *summary = NULL;
  g_autofree char *role = NULL;
  const EqpComparison *comparison;
  EqpRunRecord *record;
  gint64 total = 0;
  gint k;

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.show-page", "s", "data");
  eqp_wait_until (gtk_widget_get_mapped (page), 10);
  columns = EQP_TABLE_VIEW (eqp_test_find_type (page, EQP_TYPE_TABLE_VIEW));
  eqp_table_view_select (columns, 1);
  gtk_widget_activate_action (page, "data.set-role", "s", "weights");
  eqp_wait_until (eqp_workspace_get_given (f->workspace) != NULL && is_at_rest (f), 20);
  g_assert_cmpint (eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)), ==, 2);
  model = eqp_table_view_get_model (columns);
  for (gint64 row = 0; row < eqp_table_model_get_n_rows (model) && role == NULL; row++)
    {
      g_autofree char *name = eqp_table_model_dup_text (model, row, 0, &flags);

      if (g_str_equal (name, "persons"))
        role = eqp_table_model_dup_text (model, row, 1, &flags);
    }
  g_assert_cmpstr (role, ==, "Weights");

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.run", NULL);
  eqp_wait_until (eqp_run_list_get_n (f->window->runs) > before && is_at_rest (f), 20);
  record = eqp_run_list_get (f->window->runs, eqp_run_list_get_n (f->window->runs) - 1);
  g_assert_nonnull (strstr (eqp_run_record_get_facts (record)->command, "--weights-column persons"));
  eqp_test_assert_terminal_agrees (f->folder, record);
  eqp_workspace_get_sizes (f->workspace, &k);
  for (gint c = 0; c < k; c++)
    total += eqp_workspace_get_sizes (f->workspace, &k)[c];
  g_assert_cmpint (total, ==, ROWS / 4 * (1 + 2 + 3 + 4));
  summary = g_strdup (eqp_plot_view_get_summary (EQP_PLOT_VIEW (eqp_test_find_type (GTK_WIDGET (f->window),
                                                                                   EQP_TYPE_SIZES_VIEW))));
  g_assert_nonnull (strstr (summary, "rows count with their weights"));

  /* Side by side, too. */
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.compare", NULL);
  eqp_wait_until ((comparison = eqp_compare_model_get_comparison (f->window->compare)) != NULL &&
                      comparison->n_runs >= 2, 20);
  for (guint i = 0; i < 2; i++)
    {
      total = 0;
      for (gint c = 0; c < comparison->k; c++)
        total += comparison->sizes[i][c];
      g_assert_true (comparison->weighted[i]);
      g_assert_cmpint (total, ==, ROWS / 4 * (1 + 2 + 3 + 4));
    }

  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.undo", NULL);
  eqp_wait_until (eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)) == 3 && is_at_rest (f), 20);
  g_assert_null (eqp_workspace_get_given_source (f->workspace, EQP_GIVEN_WEIGHTS));

  /* What cannot be weights stays a feature, and the reason outlasts the reading. */
  gtk_widget_activate_action (GTK_WIDGET (f->window), "win.show-page", "s", "data");
  eqp_wait_until (eqp_table_view_get_model (columns) != NULL && gtk_widget_get_mapped (page), 10);
  eqp_table_view_select (columns, 0);
  gtk_widget_activate_action (page, "data.set-role", "s", "weights");
  eqp_wait_until (find_text (f, "weights are finite numbers of at least 0") != NULL && is_at_rest (f), 20);
  g_assert_cmpint (eqp_dataset_get_d (eqp_workspace_get_dataset (f->workspace)), ==, 3);
  g_assert_true (gtk_revealer_get_reveal_child (f->window->error_revealer));
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!eqp_test_window_init ())
    return 0;
  g_test_add ("/app/window-given/pairs", Fixture, NULL, set_up, test_pairs, tear_down);
  g_test_add ("/app/window-given/centers", Fixture, NULL, set_up, test_centers, tear_down);
  g_test_add ("/app/window-given/weights", Fixture, NULL, set_up, test_weights, tear_down);
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  return status;
}
