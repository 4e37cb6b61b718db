/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A random walk over the controls of the window: at each pause what is on the screen is what the terminal program makes
 * of the command line shown. EQP_WALK_STEPS: how many changes (60); EQP_WALK_SEED: another walk (1); EQP_WALK_DATA: other
 * data, too. */
#include "config.h"

#include "window/eqp-window.h"

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

/* As the dialog shows it. */
static char *
dup_line (EqpWindow *window)
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
  gint64 n = eqp_dataset_get_n (eqp_run_get_dataset (run));
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
  g_assert_cmpint (g_strv_length (rows), >=, n);
  for (gint64 i = 0; i < n; i++)
    labels[i] = (gint32) g_ascii_strtoll (rows[g_strv_length (rows) - (guint) n + (guint) i], NULL, 10);
  return eqp_labels_new (n, k, labels);
}

/* ---- At a pause -------------------------------------------------------------------------------------------------- */

static gboolean
is_quiet (EqpWorkspace *workspace)
{
  return eqp_test_workspace_is_at_rest (workspace) && !eqp_workspace_is_scrubbing (workspace);
}

/* What a screen reader has been told of the plot is what it would be told now. */
static void
check_summary (EqpWindow *window, GType type)
{
  GtkWidget *plot = eqp_test_find_type (GTK_WIDGET (window), type);
  g_autofree char *now = EQP_PLOT_VIEW_GET_CLASS (plot)->dup_summary (EQP_PLOT_VIEW (plot));
  char *told = gtk_test_accessible_check_property (GTK_ACCESSIBLE (plot), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, now);

  g_assert_cmpstr (told, ==, NULL);
}

static void
check (EqpWindow *window, const char *folder)
{
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpRun *run = eqp_workspace_get_run (workspace);
  EqpLabels *labels = eqp_workspace_get_labels (workspace);
  g_autoptr (EqpLabels) own = NULL;
  g_autoptr (EqpLabels) again = NULL;
  g_autofree char *line = NULL;
  gint k;

  if (run == NULL || labels == NULL || eqp_run_get_result (run) == NULL || eqp_run_get_result (run)->cancelled ||
      eqp_run_was_taken (run))
    return;
  eqp_workspace_get_sizes (workspace, &k);
  check_summary (window, EQP_TYPE_SIZES_VIEW);
  check_summary (window, EQP_TYPE_OBJECTIVE_VIEW);
  g_assert_cmpint (eqp_objective_view_get_n (EQP_OBJECTIVE_VIEW (eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_OBJECTIVE_VIEW))),
                   ==, eqp_run_get_n_steps (run));

  own = eqp_labels_new (eqp_run_get_result (run)->n, k, eqp_run_get_result (run)->labels);
  eqp_test_assert_same_clusters (own, labels);
  line = dup_line (window);
  g_test_message ("%s%s", line, eqp_run_get_initial (run) != NULL ? " from labels" : "");
  again = run_line (line, run, folder, k);
  eqp_test_assert_same_clusters (again, labels);
}

static void
walk (gconstpointer sample)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  g_autoptr (GRand) random = g_rand_new_with_seed ((guint32) atoi (get_setting ("EQP_WALK_SEED", "1")));
  g_autofree char *folder = g_dir_make_tmp ("walk-XXXXXX", NULL);
  int steps = atoi (get_setting ("EQP_WALK_STEPS", "60")), checked = 0;

  eqp_window_open (window, sample, NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL && is_quiet (workspace), 30);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  for (int i = 0; i < steps; i++)
    {
      step (window, random);
      if (g_rand_int_range (random, 0, 3) > 0)
        continue;
      eqp_wait_until (is_quiet (workspace), 60);
      check (window, folder);
      checked++;
    }
  g_assert_cmpint (checked, >, steps / 6);
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
  if (g_getenv ("EQP_WALK_DATA") != NULL)
    g_test_add_data_func ("/app/walk/data", g_getenv ("EQP_WALK_DATA"), walk);
  return g_test_run ();
}
