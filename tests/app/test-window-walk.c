/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A random walk over the controls of the window: at each pause what is on the screen is what the terminal program makes
 * of the command line shown. Where data can be chosen from, the walk goes over columns, weights, copies of rows, Undo,
 * the selection, the list of runs, studies and files that cannot be read, too. EQP_WALK_STEPS: how many changes (60);
 * EQP_WALK_SEED: another walk (1); EQP_WALK_DATA: other data, too. EQP_WALK_LONGEST: how many seconds a run may take (60);
 * one that is forecast to take longer is not asked for, and one that does is stopped, as people would. */
#include "config.h"

#include "window/eqp-window-private.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "eqp-draw.h"
#include "eqp-test-window.h"
#include "eqp-test-workspace.h"
#include "eqp-test.h"
#include "eqp-widgets.h"
#include "pages/eqp-live-view.h"

static const char *
get_setting (const char *name, const char *usual)
{
  const char *value = g_getenv (name);

  return value != NULL ? value : usual;
}

/* ---- Controls ---------------------------------------------------------------------------------------------------- */

static void
collect (GtkWidget *widget, GPtrArray *controls)
{
  if (!gtk_widget_get_visible (widget) || !gtk_widget_get_sensitive (widget))
    return;
  if (GTK_IS_SPIN_BUTTON (widget) || GTK_IS_DROP_DOWN (widget) || GTK_IS_CHECK_BUTTON (widget) ||
      EQP_IS_GAMMA_SCALE (widget))
    {
      g_ptr_array_add (controls, widget);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect (child, controls);
}

/* Small numbers, so that no run takes long. */
static void
turn (GtkWidget *control, GRand *random)
{
  if (EQP_IS_GAMMA_SCALE (control))
    eqp_gamma_scale_set_gamma_rel (EQP_GAMMA_SCALE (control), pow (10.0, g_rand_double_range (random, -2.0, 2.5)));
  else if (GTK_IS_CHECK_BUTTON (control))
    gtk_check_button_set_active (GTK_CHECK_BUTTON (control), !gtk_check_button_get_active (GTK_CHECK_BUTTON (control)));
  else if (GTK_IS_DROP_DOWN (control))
    {
      guint n = g_list_model_get_n_items (gtk_drop_down_get_model (GTK_DROP_DOWN (control)));

      if (n > 0)
        gtk_drop_down_set_selected (GTK_DROP_DOWN (control), (guint) g_rand_int_range (random, 0, (gint32) n));
    }
  else
    {
      double least, most;

      gtk_spin_button_get_range (GTK_SPIN_BUTTON (control), &least, &most);
      gtk_spin_button_set_value (GTK_SPIN_BUTTON (control),
                                 least + (double) g_rand_int_range (random, 0, (gint32) CLAMP (most - least + 1.0, 1.0, 9.0)));
    }
}

/* ---- What is done on the other pages ------------------------------------------------------------------------------- */

static void
change_data (EqpWindow *window, GRand *random)
{
  EqpDataset *base = eqp_data_chain_get_base (window->chain);
  g_autoptr (EqpEdit) edit = eqp_edit_copy (eqp_data_chain_get_edit (window->chain));
  const char *weights = eqp_workspace_get_given_source (window->workspace, EQP_GIVEN_WEIGHTS);
  gint64 column;

  if (base == NULL || eqp_dataset_get_d (base) == 0)
    return;
  column = g_rand_int_range (random, 0, (gint32) eqp_dataset_get_d (base));
  switch (g_rand_int_range (random, 0, 4))
    {
    case 0:
      eqp_edit_set_dropped (edit, column, !eqp_edit_is_dropped (edit, column));
      eqp_data_chain_set_edit (window->chain, edit, "a column");
      break;
    case 1:
      edit->distinct = !edit->distinct;
      eqp_data_chain_set_edit (window->chain, edit, "copies of rows");
      break;
    case 2:
      if (eqp_workspace_get_source (window->workspace) != NULL)
        eqp_data_chain_set_weights (window->chain, weights == NULL ? eqp_dataset_get_column_name (base, column) : NULL, FALSE,
                                    "weights");
      break;
    default:
      eqp_data_chain_undo (window->chain);
    }
}

static void
change_selection (EqpWindow *window, GRand *random)
{
  gint64 row = g_rand_int_range (random, 0, (gint32) eqp_dataset_get_n (eqp_workspace_get_dataset (window->workspace)));
  int what = g_rand_int_range (random, 0, 4);
  gint k, cluster;

  eqp_workspace_get_sizes (window->workspace, &k);
  cluster = g_rand_int_range (random, 0, MAX (1, k));
  if (what == 0)
    eqp_row_selection_set_row (window->selection, row);
  else if (what == 1)
    eqp_row_selection_toggle_row (window->selection, row);
  else if (what == 2 && k > 0)
    eqp_row_selection_toggle_cluster (window->selection, cluster);
  else if (eqp_compare_model_get_comparison (window->compare) != NULL)
    eqp_compare_model_set_cluster (window->compare, cluster % eqp_compare_model_get_comparison (window->compare)->k);
}

static void
change_runs (EqpWindow *window, GRand *random)
{
  guint n = eqp_run_list_get_n (window->runs);
  EqpRunRecord *record = n > 0 ? eqp_run_list_get (window->runs, (guint) g_rand_int_range (random, 0, (gint32) n)) : NULL;

  switch (g_rand_int_range (random, 0, 5))
    {
    case 0:
      gtk_widget_activate_action (eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_COMPARE_PAGE), "compare.remove", NULL);
      break;
    case 1:
      gtk_widget_activate_action (GTK_WIDGET (window), "win.undo-run", NULL);
      break;
    case 2:
      gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
      break;
    case 3:
      if (record != NULL)
        eqp_run_list_restore (window->runs, record);
      break;
    default:
      if (record != NULL)
        eqp_run_list_set_pinned (window->runs, record, !eqp_run_record_get_pinned (record), NULL);
    }
}

static void
study (EqpWindow *window)
{
  GtkWidget *page = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_STUDY_PAGE);

  if (eqp_study_model_is_running (window->study))
    eqp_study_model_stop (window->study);
  else
    gtk_widget_activate_action (page, "study.start", NULL);
}

static void
step_elsewhere (EqpWindow *window, GRand *random)
{
  static const char *const pages[] = { "live", "compare", "study", "data" };

  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
    case 1:
      change_data (window, random);
      break;
    case 2:
    case 3:
      change_selection (window, random);
      break;
    case 4:
      change_runs (window, random);
      break;
    case 5:
      gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", pages[g_rand_int_range (random, 0, 4)]);
      break;
    case 6:
      study (window);
      break;
    default:
      eqp_window_open (window, "/nowhere/at-all.csv", NULL);
    }
}

static void
step (EqpWindow *window, GRand *random)
{
  g_autoptr (GPtrArray) controls = g_ptr_array_new ();
  int what = g_rand_int_range (random, 0, 12);

  if (what == 0)
    gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  else if (what == 1)
    gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  else if (what == 2)
    gtk_widget_activate_action (GTK_WIDGET (window), "win.undo", NULL);
  else
    {
      collect (eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_LIVE_VIEW), controls);
      g_assert_cmpuint (controls->len, >, 5);
      turn (g_ptr_array_index (controls, (guint) g_rand_int_range (random, 0, (gint32) controls->len)), random);
    }
}

/* ---- The terminal ------------------------------------------------------------------------------------------------ */

static gboolean
has_css_class (GtkWidget *widget, gconstpointer name)
{
  return GTK_IS_LABEL (widget) && gtk_widget_has_css_class (widget, name);
}

static gboolean
begins_with (GtkWidget *widget, gconstpointer text)
{
  return GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (widget)), text);
}

/* As the dialog shows it. whole: FALSE where the dialog says that the line reads other columns than the window has */
static char *
dup_line (EqpWindow *window, gboolean *whole)
{
  GtkWidget *dialog = NULL, *found;
  GListModel *toplevels = gtk_window_get_toplevels ();
  char *line = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.command-line", NULL);
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWidget) toplevel = g_list_model_get_item (toplevels, i);

      if (gtk_window_get_transient_for (GTK_WINDOW (toplevel)) == GTK_WINDOW (window))
        dialog = toplevel;
    }
  g_assert_nonnull (dialog);
  found = eqp_test_find (dialog, has_css_class, "command-line");
  g_assert_nonnull (found);
  line = g_strdup (gtk_label_get_label (GTK_LABEL (found)));
  *whole = eqp_test_find (dialog, begins_with, "The terminal program has no options for all that was chosen") == NULL;
  gtk_window_destroy (GTK_WINDOW (dialog));
  return line;
}

static EqpLabels *
run_line (const char *line, EqpRun *run, const char *folder, gint k)
{
  g_autofree char *program = g_test_build_filename (G_TEST_BUILT, "..", "src", "cli", "equipoise-cli", NULL);
  g_autofree char *out = g_build_filename (folder, "labels.csv", NULL);
  g_autofree char *in = g_build_filename (folder, "start.txt", NULL);
  g_autofree char *quoted = g_shell_quote (program);
  g_autofree char *text = NULL, *command = NULL, *said = NULL, *complaint = NULL;
  g_autoptr (GString) start = g_string_new (NULL);
  g_autofree gint32 *labels = NULL;
  g_auto (GStrv) rows = NULL;
  EqpLabels *initial = eqp_run_get_initial (run);
  gint64 n = eqp_dataset_get_n (eqp_run_get_dataset (run)), n_rows;
  int status;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_str_has_prefix (line, "equipoise-cli "));
  for (gint64 i = 0; initial != NULL && i < n; i++)
    g_string_append_printf (start, "%d\n", eqp_labels_get (initial, i));
  g_assert_true (g_file_set_contents (in, start->str, -1, NULL));
  command = g_strdup_printf ("%s %s --quiet --labels-out '%s'%s%s%s", quoted, line + strlen ("equipoise-cli "), out,
                             initial != NULL ? " --initial-labels '" : "", initial != NULL ? in : "",
                             initial != NULL ? "'" : "");
  g_spawn_command_line_sync (command, &said, &complaint, &status, &error);
  g_assert_no_error (error);
  if (!g_spawn_check_wait_status (status, NULL))
    g_error ("%s: %s", command, complaint);
  g_assert_true (g_file_get_contents (out, &text, NULL, NULL));
  rows = g_strsplit (g_strstrip (text), "\n", -1);
  labels = g_new0 (gint32, n);
  n_rows = g_strv_length (rows);
  g_assert_cmpint (n_rows, >=, n);
  for (gint64 i = 0; i < n; i++)
    labels[i] = (gint32) g_ascii_strtoll (rows[n_rows - n + i], NULL, 10);
  return eqp_labels_new (n, k, labels);
}

/* ---- At a pause -------------------------------------------------------------------------------------------------- */

static gboolean
is_quiet (EqpWorkspace *workspace)
{
  return eqp_test_workspace_is_at_rest (workspace) && !eqp_workspace_is_scrubbing (workspace);
}

/* In seconds. */
static double
get_longest (void)
{
  return g_ascii_strtod (get_setting ("EQP_WALK_LONGEST", "60"), NULL);
}

/* Until nothing is under way; a run, or a graph, that takes too long is given up. */
static void
wait_for_rest (EqpWindow *window)
{
  gint64 before = g_get_monotonic_time (), end = before + (gint64) (get_longest () * G_USEC_PER_SEC);

  eqp_wait_until (is_quiet (window->workspace) || g_get_monotonic_time () > end, get_longest () + 300);
  if (!is_quiet (window->workspace))
    {
      double fraction;
      const char *what = NULL;

      eqp_workspace_is_busy (window->workspace, &fraction, &what);
      g_test_message ("stopped after %g s: %s %s", get_longest (),
                      eqp_workspace_get_settings (window->workspace)->solver->id, what != NULL ? what : "");
      gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
      gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel-loading", NULL);
      eqp_wait_until (is_quiet (window->workspace), 300);
      g_test_message ("at rest");
    }
}

/* What a screen reader has been told of the plot is what it would be told now. */
static gboolean
is_told (EqpWindow *window, GtkWidget *plot)
{
  g_autofree char *now = EQP_PLOT_VIEW_GET_CLASS (plot)->dup_summary (EQP_PLOT_VIEW (plot));
  g_autofree char *told = gtk_test_accessible_check_property (GTK_ACCESSIBLE (plot), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, now);

  /* Behind it what is selected. */
  return told == NULL || (!eqp_row_selection_is_empty (window->selection) && g_str_has_prefix (told, now));
}

static void
check_summary (EqpWindow *window, GType type)
{
  g_assert_true (is_told (window, eqp_test_find_type (GTK_WIDGET (window), type)));
}

/* The points are told with their picture, which is drawn in a thread and only where it is seen. */
static void
check_points_told (EqpWindow *window)
{
  GtkWidget *plot = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_SCATTER_VIEW);

  if (gtk_widget_get_mapped (plot))
    eqp_wait_until (is_told (window, plot), 30);
}

static gboolean
is_dimmed (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_PANED (widget) && gtk_widget_has_css_class (widget, "outdated");
}

/* All of the picture is told to be of other settings, or none of it. */
static void
check_dimmed (EqpWindow *window)
{
  GtkWidget *live = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_LIVE_VIEW);
  GtkWidget *dimmed = eqp_test_find (live, is_dimmed, NULL);

  g_assert_cmpint (dimmed != NULL, ==, eqp_workspace_is_outdated (window->workspace));
  if (dimmed == NULL)
    return;
  g_assert_true (gtk_widget_is_ancestor (eqp_test_find_type (live, EQP_TYPE_SCATTER_VIEW), dimmed));
  g_assert_true (gtk_widget_is_ancestor (eqp_test_find_type (live, EQP_TYPE_OBJECTIVE_VIEW), dimmed));
  g_assert_true (gtk_widget_is_ancestor (eqp_test_find_type (live, EQP_TYPE_SIZES_VIEW), dimmed));
}

/* compared: gets one more, where there is something to compare; last: what was compared last, not compared again */
static void
check (EqpWindow *window, const char *folder, int *compared, EqpRun **last)
{
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpRun *run = eqp_workspace_get_run (workspace);
  EqpLabels *labels = eqp_workspace_get_labels (workspace);
  g_autoptr (EqpLabels) own = NULL;
  g_autoptr (EqpLabels) again = NULL;
  g_autofree char *line = NULL;
  gint64 before = g_get_monotonic_time ();
  gboolean whole;
  gint k;

  check_dimmed (window);
  if (run == NULL || labels == NULL || eqp_run_get_result (run) == NULL || eqp_run_get_result (run)->cancelled ||
      eqp_run_was_taken (run))
    return;
  eqp_workspace_get_sizes (workspace, &k);
  (*compared)++;
  check_points_told (window);
  check_summary (window, EQP_TYPE_SIZES_VIEW);
  check_summary (window, EQP_TYPE_OBJECTIVE_VIEW);
  g_assert_cmpint (eqp_objective_view_get_n (EQP_OBJECTIVE_VIEW (eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_OBJECTIVE_VIEW))),
                   ==, eqp_run_get_n_steps (run));

  own = eqp_labels_new (eqp_run_get_result (run)->n, k, eqp_run_get_result (run)->labels);
  eqp_test_assert_same_clusters (own, labels);
  line = dup_line (window, &whole);
  g_test_message ("%s%s%s", line, eqp_run_get_initial (run) != NULL ? " from labels" : "", whole ? "" : " of other columns");
  if (!whole || run == *last)
    return;
  g_set_object (last, run);
  again = run_line (line, run, folder, k);
  eqp_test_assert_same_clusters (again, labels);
  g_test_message ("%.1f s in the window, %.1f s in the terminal", eqp_run_get_result (run)->seconds,
                  (double) (g_get_monotonic_time () - before) / G_USEC_PER_SEC);
}

/* What is selected is of the rows and clusters that there are. */
static void
check_selection (EqpWindow *window)
{
  EqpRowSet *rows = eqp_row_selection_get_rows (window->selection);
  gint cluster = eqp_row_selection_get_cluster (window->selection), k;

  if (rows != NULL)
    g_assert_cmpint (eqp_row_set_get_n (rows), ==, eqp_dataset_get_n (eqp_workspace_get_dataset (window->workspace)));
  eqp_workspace_get_sizes (window->workspace, &k);
  g_assert_cmpint (cluster, <, MAX (k, 1));
}

/* elsewhere: of how many steps one is on another page; 0: none */
static void
walk_on (const char *data, int elsewhere)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) atoi (get_setting ("EQP_WALK_SEED", "1")));
  g_autofree char *folder = g_dir_make_tmp ("walk-XXXXXX", NULL);
  int steps = atoi (get_setting ("EQP_WALK_STEPS", "60")), checked = 0, compared = 0;
  g_autoptr (EqpRun) last = NULL;
  EqpSettings usual;

  eqp_window_open (window, data, NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL && is_quiet (workspace), 100);
  usual = *eqp_workspace_get_settings (workspace);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  for (int i = 0; i < steps; i++)
    {
      if (elsewhere > 0 && g_rand_int_range (random, 0, elsewhere) == 0)
        step_elsewhere (window, random);
      else
        step (window, random);
      if (g_rand_int_range (random, 0, 3) > 0)
        continue;
      wait_for_rest (window);
      /* What takes long waits for Run. */
      if (eqp_workspace_is_outdated (workspace) && g_rand_int_range (random, 0, 3) > 0 &&
          eqp_workspace_forecast (workspace, EQP_START_COLD) <= get_longest ())
        gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
      wait_for_rest (window);
      check (window, folder, &compared, &last);
      /* Few settings go with a graph, and fewer with each other: what cannot run is not walked on from. */
      if (eqp_workspace_get_run_error (workspace) != NULL)
        {
          eqp_workspace_set_settings (workspace, &usual);
          gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
        }
      check_selection (window);
      checked++;
    }
  g_assert_cmpint (checked, >, steps / 6);
  g_assert_cmpint (compared, >, checked / 3);
  eqp_test_window_close (window);
}

static void
walk (gconstpointer sample)
{
  walk_on (sample, 0);
}

typedef enum {
  TABLE,  /* with copies of rows, names and a column of weights */
  SPARSE, /* LIBSVM, few cells filled */
  GRAPH   /* nodes with names */
} Kind;

static void
walk_elsewhere (gconstpointer data)
{
  static const char *const names[] = { "table.csv", "rows.libsvm", "edges.tsv" };
  Kind kind = GPOINTER_TO_INT (data);
  g_autofree char *folder = g_dir_make_tmp ("data-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, names[kind], NULL);
  g_autoptr (GString) text = g_string_new (kind == TABLE ? "name,x,y,z,often\n" : kind == GRAPH ? "From\tTo\n" : "");

  for (int i = 0; i < 90; i++)
    {
      int row = i % 83;

      if (kind == TABLE)
        g_string_append_printf (text, "row %d,%.2f,%.2f,%.1f,%d\n", i, row % 4 * 3.0 + row % 7 * 0.31, row % 3 + row * 0.013,
                                row * row % 17 * 0.5, 1 + row % 5);
      else if (kind == SPARSE)
        g_string_append_printf (text, "%d %d:1 %d:%.1f %d:2\n", row % 3, 1 + row % 3 * 40 + row % 5, 121 + row % 11,
                                0.5 + row % 4, 140 + row % 160);
      else
        g_string_append_printf (text, "node %d\tnode %d\nnode %d\tnode %d\n", i, i + 1, i, i + 2 + i % 5);
    }
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  walk_on (path, 3);
  g_unlink (path);
  g_rmdir (folder);
}

/* Three blobs and what lies between them, as NPY. */
static void
write_rows (const char *path, gint64 n, gint64 d)
{
  g_autoptr (GString) text = g_string_new_len ("\x93NUMPY\x01\x00\x76\x00", 10);
  g_autofree float *row = g_new (float, d);
  EqpRng rng;

  g_string_append_printf (text, "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d), }", (int) n, (int) d);
  while (text->len < 127)
    g_string_append_c (text, ' ');
  g_string_append_c (text, '\n');
  eqp_rng_init (&rng, 1, 0);
  for (gint64 i = 0; i < n; i++)
    {
      for (gint64 j = 0; j < d; j++)
        row[j] = (float) (eqp_rng_uniform (&rng) * (i % 4 == 3 ? 9.0 : 2.0) + (double) ((i * i + j) % 3) * 3.0);
      g_string_append_len (text, (const char *) row, (gssize) sizeof (float) * d);
    }
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
}

#define PLACES 25

/* Where the hand rests after it has passed by many places. Of so many rows what is shown meanwhile is no run; with
 * EQP_WALK_DATA of those there. */
static void
test_drag (void)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpGammaScale *scale = EQP_GAMMA_SCALE (eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_GAMMA_SCALE));
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) atoi (get_setting ("EQP_WALK_SEED", "1")));
  g_autofree char *folder = g_dir_make_tmp ("drag-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "rows.npy", NULL);
  int compared = 0, taken = 0;
  g_autoptr (EqpRun) last = NULL;
  const EqpResult *result;
  EqpSettings settings;

  write_rows (path, 52000, 10);
  eqp_window_open (window, get_setting ("EQP_WALK_DATA", path), NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL && is_quiet (workspace), 100);
  settings = *eqp_workspace_get_settings (workspace);
  settings.solver = eqp_solver_find ("bkm");
  settings.params.k = 10;
  eqp_workspace_set_settings (workspace, &settings);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  wait_for_rest (window);
  for (int place = 0; place < PLACES; place++)
    {
      gint64 next = g_get_monotonic_time () + 20000;

      eqp_gamma_scale_set_gamma_rel (scale, pow (10.0, g_rand_double_range (random, -2.0, 2.0)));
      g_assert_true (eqp_workspace_is_scrubbing (workspace));
      eqp_wait_until (g_get_monotonic_time () > next, 30);
      taken += eqp_run_was_taken (eqp_workspace_get_run (workspace));
    }
  wait_for_rest (window);
  g_assert_false (eqp_workspace_is_stale (workspace));
  result = eqp_run_get_result (eqp_workspace_get_run (workspace));
  check (window, folder, &compared, &last);
  g_assert_cmpint (compared, ==, result != NULL && result->cancelled ? 0 : 1);
  g_test_message ("%d of %d places shown before the next", taken, PLACES);
  eqp_test_window_close (window);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (!eqp_test_window_init ())
    return 0;
  g_test_add_data_func ("/app/walk/iris", "sample:iris", walk);
  g_test_add_data_func ("/app/walk/karate", "sample:karate", walk);
  g_test_add_data_func ("/app/walk/table", GINT_TO_POINTER (TABLE), walk_elsewhere);
  g_test_add_data_func ("/app/walk/sparse", GINT_TO_POINTER (SPARSE), walk_elsewhere);
  g_test_add_data_func ("/app/walk/graph", GINT_TO_POINTER (GRAPH), walk_elsewhere);
  g_test_add_func ("/app/walk/drag", test_drag);
  if (g_getenv ("EQP_WALK_DATA") != NULL)
    g_test_add_data_func ("/app/walk/data", g_getenv ("EQP_WALK_DATA"), walk);
  return g_test_run ();
}
