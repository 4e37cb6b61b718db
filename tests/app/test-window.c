/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window in process, under a display: open, run, drag gamma, see the bars change, stop, close; also with very many
 * rows, where the main thread has to stay free. */
#include "config.h"

#include "window/eqp-window.h"

#include <glib/gstdio.h>
#include <math.h>

#include "base/eqp-alloc.h"
#include "presenters/eqp-points-picture.h"
#include "presenters/eqp-presenter-note.h"
#include "presenters/eqp-presenter-trace.h"
#include "eqp-test-window.h"
#include "eqp-test-workspace.h"
#include "eqp-test.h"

static gboolean
is_at_rest (EqpWorkspace *workspace)
{
  return eqp_workspace_get_dataset (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace);
}

static gboolean
shows_text (GtkWidget     *widget,
            gconstpointer  text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
         g_strcmp0 (gtk_label_get_label (GTK_LABEL (widget)), text) == 0;
}

static gint64
size_span (EqpWorkspace *workspace)
{
  gint k;
  const gint64 *sizes = eqp_workspace_get_sizes (workspace, &k);
  gint64 min = G_MAXINT64, max = 0;

  g_assert_nonnull (sizes);
  for (gint c = 0; c < k; c++)
    {
      min = MIN (min, sizes[c]);
      max = MAX (max, sizes[c]);
    }
  return max - min;
}

static void
open_digits (EqpWindow *window)
{
  EqpWorkspace *workspace = eqp_window_get_workspace (window);

  eqp_window_open (window, "sample:digits", NULL);
  eqp_wait_until (is_at_rest (workspace) && eqp_workspace_get_projection (workspace) != NULL, 30);
  eqp_test_workspace_set_method (workspace, "bkm");
}

static void
test_digits (void)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  GtkWidget *objective = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_OBJECTIVE_VIEW);

  open_digits (window);
  g_assert_cmpint (eqp_workspace_get_settings (workspace)->params.k, ==, 10);
  g_assert_cmpint (eqp_objective_view_get_n (EQP_OBJECTIVE_VIEW (objective)), ==, 0);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  eqp_wait_until (eqp_workspace_get_labels (workspace) != NULL && is_at_rest (workspace), 30);
  g_assert_cmpint (eqp_objective_view_get_n (EQP_OBJECTIVE_VIEW (objective)), ==, eqp_run_get_n_steps (eqp_workspace_get_run (workspace)));
  g_assert_false (eqp_workspace_is_stale (workspace));
  eqp_test_window_close (window);
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* From the slider's move to the end of the frame that draws the first step of the new run. Returns ms. */
static double
drag_once (EqpWindow *window,
           double     gamma_rel)
{
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpGammaScale *scale = EQP_GAMMA_SCALE (eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_GAMMA_SCALE));
  EqpRun *before = eqp_workspace_get_run (workspace);
  int frames;
  gint64 start = g_get_monotonic_time ();

  eqp_gamma_scale_set_gamma_rel (scale, gamma_rel);
  g_assert_cmpfloat_with_epsilon (eqp_workspace_get_gamma_rel (workspace), gamma_rel, 1e-9 * (1.0 + gamma_rel));
  eqp_wait_until (eqp_workspace_get_run (workspace) != before, 30);
  frames = eqp_test_frames.frames;
  eqp_wait_until (eqp_test_frames.frames > frames, 30);
  return (double) (g_get_monotonic_time () - start) / 1000.0;
}

static void
test_drag (void)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  GtkWidget *slider = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_GAMMA_SCALE);
  double times[21];
  gint64 wide, narrow;

  open_digits (window);
  eqp_test_frames_watch (GTK_WIDGET (window));
  drag_once (window, 0.0);
  eqp_wait_until (is_at_rest (workspace), 30);
  wide = size_span (workspace);
  drag_once (window, 100.0);
  eqp_wait_until (is_at_rest (workspace), 30);
  narrow = size_span (workspace);
  g_test_message ("sizes differ by %" G_GINT64_FORMAT " at gamma 0 and by %" G_GINT64_FORMAT " at 100", wide, narrow);
  g_assert_cmpint (narrow, <=, 1);
  g_assert_cmpint (wide, >, 20);

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    times[i] = drag_once (window, i % 2 == 0 ? 0.1 : 1.0 + i);
  qsort (times, G_N_ELEMENTS (times), sizeof times[0], compare_doubles);
  g_test_message ("from the slider to the screen: median %.1f ms, worst %.1f ms", times[G_N_ELEMENTS (times) / 2], times[G_N_ELEMENTS (times) - 1]);

  /* As fast as a hand can: the newest value is the one that ends. */
  for (int i = 0; i <= 100; i++)
    {
      gtk_range_set_value (GTK_RANGE (slider), -1.0 + 0.02 * i);
      g_main_context_iteration (NULL, FALSE);
    }
  eqp_wait_until (is_at_rest (workspace), 30);
  g_assert_cmpfloat (eqp_run_get_params (eqp_workspace_get_run (workspace))->gamma, ==, eqp_workspace_get_gamma (workspace));
  eqp_test_window_close (window);
}

/* The same with the graph family: the graph is built once, and gamma is dragged on it. */
static void
test_drag_graph (void)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  static const double stops[] = { 0.3, 1.0, 3.0, 10.0, 2.0, 0.5, 1.5, 30.0, 0.8, 5.0 };
  double first[G_N_ELEMENTS (stops)], settled[G_N_ELEMENTS (stops)];
  gint64 narrow;
  EqpGraph *graph;

  open_digits (window);
  eqp_test_workspace_set_method (workspace, "bmincut");
  eqp_test_frames_watch (GTK_WIDGET (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  eqp_wait_until (eqp_workspace_get_labels (workspace) != NULL && is_at_rest (workspace), 60);
  graph = eqp_workspace_get_graph (workspace);
  g_assert_nonnull (graph);
  g_assert_true (eqp_workspace_get_drawn_graph (workspace) == graph);
  for (int i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
  eqp_test_frames_reset ();

  for (guint i = 0; i < G_N_ELEMENTS (stops); i++)
    {
      gint64 start = g_get_monotonic_time ();

      first[i] = drag_once (window, stops[i]);
      eqp_wait_until (!eqp_workspace_is_running (workspace), 30);
      settled[i] = (double) (g_get_monotonic_time () - start) / 1000.0;
      g_assert_true (eqp_workspace_get_graph (workspace) == graph);
      g_assert_nonnull (eqp_run_get_initial (eqp_workspace_get_run (workspace)));
      g_assert_cmpfloat (eqp_run_get_params (eqp_workspace_get_run (workspace))->gamma, ==, eqp_workspace_get_gamma (workspace));
      g_test_message ("relative gamma %g: on the screen after %.1f ms, settled after %.1f ms, cut %.2f", stops[i], first[i], settled[i],
                      eqp_run_get_result (eqp_workspace_get_run (workspace))->data_term);
    }
  qsort (first, G_N_ELEMENTS (first), sizeof first[0], compare_doubles);
  qsort (settled, G_N_ELEMENTS (settled), sizeof settled[0], compare_doubles);
  g_test_message ("medians: on the screen after %.1f ms, settled after %.1f ms", first[G_N_ELEMENTS (first) / 2], settled[G_N_ELEMENTS (settled) / 2]);

  drag_once (window, 1000.0);
  eqp_wait_until (is_at_rest (workspace), 30);
  narrow = size_span (workspace);
  g_assert_cmpint (narrow, <=, 1);
  eqp_test_check_turns ("on the graph");
  eqp_test_window_close (window);
}

static gboolean
says (EqpWorkspace *workspace,
      const char   *outcome,
      const char   *what)
{
  g_autofree char *status = eqp_presenter_status (workspace);
  g_autofree char *caption = eqp_presenter_caption (workspace);

  return g_str_has_suffix (status, outcome) && g_str_equal (caption, what);
}

/* No method made them, so that none converged. */
static void
import_labels (EqpWorkspace *workspace)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "eqp-window-labels.txt", NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < 1797; i++)
    g_string_append_printf (text, "%d\n", i % 5);
  g_assert_true (g_file_set_contents (path, text->str, (gssize) text->len, NULL));
  eqp_workspace_import_labels (workspace, path);
  eqp_wait_until (eqp_run_is_imported (eqp_workspace_get_run (workspace)), 30);
  g_unlink (path);
}

static void
test_timeline (void)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  GtkWidget *widget = GTK_WIDGET (window);
  gint64 last;

  open_digits (window);
  gtk_widget_activate_action (widget, "win.run", NULL);
  eqp_wait_until (eqp_workspace_get_labels (workspace) != NULL && is_at_rest (workspace), 30);
  last = eqp_run_get_n_steps (eqp_workspace_get_run (workspace)) - 1;
  g_assert_cmpint (last, >, 3);
  g_assert_cmpint (eqp_workspace_get_step (workspace), ==, last);

  gtk_widget_activate_action (widget, "win.step-back", NULL);
  g_assert_cmpint (eqp_workspace_get_step (workspace), ==, last - 1);
  gtk_widget_activate_action (widget, "win.step-first", NULL);
  g_assert_cmpint (eqp_workspace_get_step (workspace), ==, 0);
  g_assert_cmpint (eqp_objective_view_get_cursor (EQP_OBJECTIVE_VIEW (eqp_test_find_type (widget, EQP_TYPE_OBJECTIVE_VIEW))), ==, 0);
  gtk_widget_activate_action (widget, "win.step-forward", NULL);
  g_assert_cmpint (eqp_workspace_get_step (workspace), ==, 1);
  gtk_widget_activate_action (widget, "win.play", NULL);
  eqp_wait_until (eqp_workspace_is_following (workspace), 30);
  g_assert_cmpint (eqp_workspace_get_step (workspace), ==, last);
  gtk_widget_activate_action (widget, "win.step-first", NULL);
  gtk_widget_activate_action (widget, "win.step-last", NULL);
  g_assert_true (eqp_workspace_is_following (workspace));
  gtk_widget_activate_action (widget, "win.step-first", NULL);
  g_assert_false (says (workspace, "converged", "no row moved"));
  /* From there nothing is to be gained. */
  gtk_widget_activate_action (widget, "win.step-last", NULL);
  eqp_workspace_start (workspace, EQP_START_WARM);
  eqp_wait_until (is_at_rest (workspace) && eqp_run_get_n_steps (eqp_workspace_get_run (workspace)) == 1, 30);
  g_assert_true (says (workspace, "converged", "no row moved"));
  import_labels (workspace);
  g_assert_true (says (workspace, "made elsewhere", ""));
  eqp_test_window_close (window);
}

/* Hands files to the window as the toolkit does when they are dropped. */
static void
drop (EqpWindow *window,
      GSList    *files)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, gdk_file_list_new_from_list (files));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 1.0, 1.0, &taken);
    }
  g_assert_true (taken);
}

/* Of several files dropped none is forgotten. */
static void
test_drop (void)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWindow *other = NULL;
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  g_autofree char *folder = g_dir_make_tmp ("eqp-window-XXXXXX", NULL);
  g_autofree char *one = g_build_filename (folder, "one.csv", NULL);
  g_autofree char *two = g_build_filename (folder, "two.csv", NULL);
  g_autoslist (GFile) files = NULL;

  g_assert_true (g_file_set_contents (one, "x,y\n1,2\n3,5\n", -1, NULL));
  g_assert_true (g_file_set_contents (two, "x,y\n1,2\n3,5\n4,4\n", -1, NULL));
  files = g_slist_append (files, g_file_new_for_path (one));
  files = g_slist_append (files, g_file_new_for_path (two));
  drop (window, files);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL && is_at_rest (workspace), 30);
  g_assert_cmpint (eqp_dataset_get_n (eqp_workspace_get_dataset (workspace)), ==, 2);

  g_assert_cmpuint (g_list_length (gtk_application_get_windows (GTK_APPLICATION (eqp_test_application))), ==, 2);
  for (GList *next = gtk_application_get_windows (GTK_APPLICATION (eqp_test_application)); next != NULL; next = next->next)
    if (next->data != window)
      other = next->data;
  workspace = eqp_window_get_workspace (other);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL && is_at_rest (workspace), 30);
  g_assert_cmpint (eqp_dataset_get_n (eqp_workspace_get_dataset (workspace)), ==, 3);
  eqp_test_window_close (other);
  eqp_test_window_close (window);
  g_unlink (one);
  g_unlink (two);
  g_rmdir (folder);
}

static void
test_open_failure (void)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  g_autofree char *title = NULL;
  EqpDataset *dataset;

  open_digits (window);
  title = g_strdup (gtk_window_get_title (GTK_WINDOW (window)));
  dataset = eqp_workspace_get_dataset (workspace);
  eqp_window_open (window, "/nowhere/at/all.csv", NULL);
  eqp_wait_until (!eqp_workspace_is_loading (workspace), 30);
  g_assert_true (eqp_workspace_get_dataset (workspace) == dataset);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, title);
  eqp_test_window_close (window);
}

static void
test_no_gamma (void)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  GtkWidget *scale = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_GAMMA_SCALE);

  open_digits (window);
  g_assert_true (gtk_widget_get_mapped (scale));
  eqp_test_workspace_set_method (workspace, "kmeans");
  eqp_wait_until (!gtk_widget_get_mapped (scale), 10);
  eqp_test_workspace_set_method (workspace, "bkm");
  eqp_wait_until (gtk_widget_get_mapped (scale), 10);
  eqp_test_window_close (window);
}

/* Rows of noise around 10 corners; as float, the way a reader would make them. */
static EqpDataset *
big_dataset_new (gint64 n,
                 gint64 d)
{
  EqpDatasetParts parts = { .n = n, .d = d };
  guint32 state = 12345;

  parts.features = eqp_try_alloc ((gsize) (n * d), sizeof (float), "a test", NULL);
  g_assert_nonnull (parts.features);
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < d; j++)
      {
        state = state * 1664525u + 1013904223u;
        parts.features[i * d + j] = (float) (state >> 8) / 16777216.0f - 0.5f + (j % 10 == i % 10 ? 0.5f : 0.0f);
      }
  parts.name = g_strdup ("Noise");
  parts.source = g_strdup ("test");
  parts.format = g_strdup ("test");
  return eqp_dataset_new (&parts);
}

static void
run_big (gint64 n,
         gint64 d)
{
  EqpDataset *dataset = big_dataset_new (n, d);
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpOpenSettings settings = { .solver = eqp_solver_find ("bkm"), .k = 10, .run = TRUE };
  double times[5];
  gint64 end;

  eqp_test_frames_watch (GTK_WIDGET (window));
  eqp_workspace_take_dataset (workspace, dataset, &settings);
  eqp_wait_until (eqp_workspace_get_labels (workspace) != NULL, 60);
  /* The projection of so many rows takes a while; what is measured is a window with everything in it. */
  eqp_wait_until (eqp_workspace_get_projection (workspace) != NULL, 120);
  for (int i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);

  eqp_test_frames_reset ();
  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    {
      times[i] = drag_once (window, 0.1 * pow (3.0, i));
      end = g_get_monotonic_time () + G_USEC_PER_SEC;
      eqp_wait_until (g_get_monotonic_time () > end || is_at_rest (workspace), 30);
    }
  qsort (times, G_N_ELEMENTS (times), sizeof times[0], compare_doubles);
  g_test_message ("from the slider to the screen: median %.1f ms, worst %.1f ms", times[G_N_ELEMENTS (times) / 2], times[G_N_ELEMENTS (times) - 1]);
  g_assert_cmpint (eqp_test_frames.frames, >, 3);
  eqp_test_check_turns ("while running and dragging");

  eqp_workspace_start (workspace, EQP_START_COLD);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.stop", NULL);
  eqp_wait_until (!eqp_workspace_is_running (workspace), 30);

  /* Closed while it works. */
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_test_window_close (window);
}

static void
test_70000 (void)
{
  run_big (70000, 784);
}

static void
test_1000000 (void)
{
  run_big (1000000, 2);
}

static char *
run_and_note (EqpWindow  *window,
              const char *id,
              double      gamma_rel)
{
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpRun *before = eqp_workspace_get_run (workspace);

  eqp_test_workspace_set_method (workspace, id);
  eqp_workspace_set_gamma_rel (workspace, gamma_rel);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_run (workspace) != before && is_at_rest (workspace), 60);
  return eqp_presenter_note (workspace);
}

/* What the window says about a run, and what it calls the numbers of each method. */
static void
test_words (void)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  g_autofree char *published = NULL;
  g_autofree char *swings = NULL;
  g_autofree char *free_of_charge = NULL;
  g_autofree char *balanced = NULL;
  EqpSettings settings;

  open_digits (window);
  published = run_and_note (window, "bmincut-published", 1.0);
  g_assert_nonnull (strstr (published, "stops where it began: rho = "));
  g_assert_nonnull (strstr (published, "of 1,797 moved"));
  g_assert_null (strstr (published, "components")); /* stands beside the graph's settings */
  settings = *eqp_workspace_get_settings (workspace);
  settings.params.own[0] = 0.0;
  eqp_workspace_set_settings (workspace, &settings);
  swings = run_and_note (window, "bmincut-published", 1.0);
  g_assert_nonnull (strstr (swings, "oscillates"));

  free_of_charge = run_and_note (window, "bmincut", 0.0);
  g_assert_nonnull (strstr (free_of_charge, "With gamma = 0 this is plain min-cut"));
  balanced = run_and_note (window, "bmincut", 1.0);
  g_assert_null (balanced);

  g_assert_cmpstr (eqp_presenter_data_term_name (eqp_solver_find ("bkm")), ==, "SSE");
  g_assert_cmpstr (eqp_presenter_data_term_name (eqp_solver_find ("bmincut")), ==, "Cut");
  g_assert_cmpstr (eqp_presenter_data_term_name (eqp_solver_find ("ncut")), ==, "Normalized cut");
  g_assert_nonnull (strstr (eqp_presenter_data_term_note (eqp_solver_find ("mincut")), "twice"));
  eqp_test_window_close (window);
}

static void
note_progress_cb (EqpWorkspace *workspace,
                  double       *farthest)
{
  const char *what;
  double fraction;

  if (eqp_workspace_is_building_graph (workspace) && eqp_workspace_is_busy (workspace, &fraction, &what))
    *farthest = MAX (*farthest, fraction);
}

/* The graph of many rows: built with progress, given up, built again, drawn and dragged on, all beside a free main loop. */
static void
test_big_graph (void)
{
  EqpDataset *dataset = big_dataset_new (70000, 64);
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpOpenSettings settings = { .solver = eqp_solver_find ("bmincut"), .k = 10 };
  GtkWidget *scatter = eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_SCATTER_VIEW);
  double farthest = -1.0;
  gint64 start, end;

  eqp_test_frames_watch (GTK_WIDGET (window));
  eqp_workspace_take_dataset (workspace, dataset, &settings);
  g_assert_true (eqp_workspace_is_building_graph (workspace));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel-loading", NULL);
  g_assert_false (eqp_workspace_is_building_graph (workspace));
  g_assert_null (eqp_workspace_get_graph (workspace));

  g_signal_connect (workspace, "busy-changed", G_CALLBACK (note_progress_cb), &farthest);
  start = g_get_monotonic_time ();
  gtk_widget_activate_action (GTK_WIDGET (window), "win.run", NULL);
  g_assert_true (eqp_workspace_is_running (workspace));
  eqp_wait_until (eqp_workspace_get_graph (workspace) != NULL, 120);
  g_test_message ("built in %.1f s, progress seen up to %.2f", (double) (g_get_monotonic_time () - start) / 1e6, farthest);
  g_assert_true (farthest > 0.0 || g_get_monotonic_time () - start < 10 * G_USEC_PER_SEC);
  eqp_wait_until (eqp_workspace_get_labels (workspace) != NULL, 120);
  eqp_wait_until (eqp_workspace_get_projection (workspace) != NULL, 120);
  for (int i = 0; i < 20; i++)
    g_main_context_iteration (NULL, FALSE);
  eqp_test_frames_reset ();
  for (int i = 0; i < 5; i++)
    {
      g_test_message ("on the screen after %.1f ms", drag_once (window, 0.3 * pow (2.0, i)));
      end = g_get_monotonic_time () + G_USEC_PER_SEC / 2;
      eqp_wait_until (g_get_monotonic_time () > end, 30);
    }
  g_assert_true (gtk_widget_get_mapped (scatter));
  g_assert_cmpint (eqp_test_frames.frames, >, 3);
  eqp_test_check_turns ("with the graph of 70,000 rows");
  eqp_test_window_close (window);
}

/* How many of several starts reached the best stands beside the measures; of one start there is nothing to tell. */
static void
test_starts (void)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpSettings settings;
  g_autofree char *note = NULL;
  g_autofree char *more = NULL;
  g_autofree char *shown = NULL;

  open_digits (window);
  note = run_and_note (window, "kmeans", 0.0);
  eqp_wait_until (eqp_test_find (GTK_WIDGET (window), shows_text, "Best reached") == NULL, 20);
  settings = *eqp_workspace_get_settings (workspace);
  settings.params.restarts = 4;
  eqp_workspace_set_settings (workspace, &settings);
  more = run_and_note (window, "kmeans", 0.0);
  shown = g_strdup_printf ("by %d of 4 starts", eqp_run_get_result (eqp_workspace_get_run (workspace))->reached);
  eqp_wait_until (eqp_test_find (GTK_WIDGET (window), shows_text, "Best reached") != NULL &&
                      eqp_test_find (GTK_WIDGET (window), shows_text, shown) != NULL, 20);
  eqp_test_window_close (window);
}

/* Painted pixels of a quarter of a picture of 200 x 100, and whether there is more red than blue in all. */
static int
count_painted (EqpPointsJob *job, int left, int top, gboolean *red)
{
  EqpPointsPicture *picture = eqp_points_job_draw (job);
  g_autofree guint32 *pixels = g_new (guint32, 200 * 100);
  int painted = 0, more = 0;

  gdk_texture_download (picture->texture, (guchar *) pixels, 200 * 4);
  for (int y = top; y < top + 50; y++)
    for (int x = left; x < left + 100; x++)
      {
        painted += pixels[y * 200 + x] >> 24 > 0;
        more += (int) (pixels[y * 200 + x] >> 16 & 255) - (int) (pixels[y * 200 + x] & 255);
      }
  *red = more > 0;
  eqp_points_picture_free (picture);
  return painted;
}

/* Half of the points: every other row, with its own cluster. */
static void
test_some_points (void)
{
  double values[2 * 400];
  gint32 labels[400];
  gboolean low, high;
  EqpProjectionSpec spec = { .columns = TRUE, .y = 1 };
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpProjection) projection = NULL;
  g_autoptr (EqpLabels) packed = NULL;
  EqpPointsJob *job;

  for (int i = 0; i < 400; i++)
    {
      labels[i] = i / 2 % 2;
      values[2 * i] = (i % 2 == 0 ? 0.5 : 1.5) + 0.001 * (i % 7);
      values[2 * i + 1] = labels[i] + 0.5 + 0.001 * (i % 5);
    }
  dataset = eqp_test_dataset (400, 2, values);
  projection = eqp_projection_new (dataset, dataset, FALSE, &spec, NULL, NULL);
  packed = eqp_labels_new (400, 2, labels);
  job = eqp_points_job_new (projection, packed, NULL);
  job->width = 200;
  job->height = 100;
  job->scale = 1.0;
  job->range = (EqpRange) { 0.0, 2.0, 0.0, 2.0 };
  eqp_style_init (&job->style, FALSE, FALSE);
  g_assert_cmpint (count_painted (job, 100, 0, &high), >, 0);
  job->most = 200;
  g_assert_cmpint (count_painted (job, 100, 0, &high), ==, 0);
  g_assert_cmpint (count_painted (job, 100, 50, &high), ==, 0);
  g_assert_cmpint (count_painted (job, 0, 0, &high), >, 0);
  g_assert_cmpint (count_painted (job, 0, 50, &low), >, 0);
  g_assert_false (low);
  g_assert_true (high);
  eqp_points_job_free (job);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (!eqp_test_window_init ())
    return 0;

  g_test_add_func ("/app/window/digits", test_digits);
  g_test_add_func ("/app/window/drag", test_drag);
  g_test_add_func ("/app/window/drag-graph", test_drag_graph);
  g_test_add_func ("/app/window/words", test_words);
  g_test_add_func ("/app/window/starts", test_starts);
  g_test_add_func ("/app/window/some-points", test_some_points);
  g_test_add_func ("/app/window/timeline", test_timeline);
  g_test_add_func ("/app/window/drop", test_drop);
  g_test_add_func ("/app/window/open-failure", test_open_failure);
  g_test_add_func ("/app/window/no-gamma", test_no_gamma);
  g_test_add_func ("/app/window/70000-rows", test_70000);
  g_test_add_func ("/app/window/1000000-rows", test_1000000);
  g_test_add_func ("/app/window/70000-rows-graph", test_big_graph);
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  return status;
}
