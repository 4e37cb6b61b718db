/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Study page in a window: from the empty page to curves with as many points as gammas, a click that shows a run,
 * tables and pictures, and what happens when the data are others or the window goes. */
#include "config.h"

#include "window/eqp-window.h"

#include <glib/gstdio.h>
#include <math.h>

#include "pages/eqp-study-page.h"
#include "presenters/eqp-presenter-study-table.h"
#include "window/eqp-export-study.h"
#include "window/eqp-export.h"
#include "window/eqp-window-private.h"
#include "eqp-test-window.h"
#include "eqp-test-workspace.h"

static EqpStudyPage *
get_page (EqpWindow *window)
{
  return EQP_STUDY_PAGE (eqp_test_find_type (GTK_WIDGET (window), EQP_TYPE_STUDY_PAGE));
}

static gboolean
is_buildable (GtkWidget    *widget,
              gconstpointer id)
{
  return g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), id) == 0;
}

static gpointer
get_child (EqpWindow  *window,
           const char *id)
{
  GtkWidget *child = eqp_test_find (GTK_WIDGET (get_page (window)), is_buildable, id);

  g_assert_nonnull (child);
  return child;
}

static EqpWindow *
open_page (const char *sample)
{
  EqpWindow *window = eqp_test_window_new ();
  EqpWorkspace *workspace = eqp_window_get_workspace (window);

  eqp_workspace_set_threads (workspace, 1);
  eqp_window_open (window, sample, NULL);
  eqp_wait_until (eqp_workspace_get_prepared (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 30);
  eqp_test_workspace_set_method (workspace, "bkm");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "study");
  eqp_wait_until (gtk_widget_get_mapped (GTK_WIDGET (get_page (window))), 20);
  return window;
}

static guint
count_known (const EqpCurve *curve)
{
  guint known = 0;

  for (guint i = 0; i < curve->n; i++)
    known += isfinite (curve->mean[i]);
  return known;
}

static gboolean
is_complete (EqpWindow *window,
             guint      gammas)
{
  EqpStudyPlots *plots = eqp_presenter_study_dup_plots (eqp_study_page_get_presenter (get_page (window)));
  gboolean complete = plots->curves.n_curves == 2 && count_known (&plots->curves.curves[0]) == gammas &&
                      count_known (&plots->curves.curves[1]) == 1 && plots->stream.n_pieces > 0;

  eqp_study_plots_free (plots);
  return complete;
}

static void
run_study (EqpWindow *window)
{
  gtk_editable_set_text (GTK_EDITABLE (get_child (window, "least")), "0.1");
  gtk_spin_button_set_value (get_child (window, "gammas"), 5.0);
  gtk_spin_button_set_value (get_child (window, "seeds"), 3.0);
  gtk_widget_activate_action (GTK_WIDGET (get_page (window)), "study.start", NULL);
  eqp_wait_until (is_complete (window, 5), 60);
}

static gpointer
get_curves (EqpWindow *window)
{
  return get_child (window, "curves");
}

/* As many points as gammas, in all of the page. */
static void
test_run (void)
{
  EqpWindow *window = open_page ("sample:iris");
  EqpStudyPlots *plots;
  EqpTableModel *table;
  guint dots = 0;

  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_child (window, "stack")), ==, "empty");
  run_study (window);
  table = eqp_table_view_get_model (get_child (window, "table"));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (get_child (window, "stack")), ==, "plots");
  plots = eqp_presenter_study_dup_plots (eqp_study_page_get_presenter (get_page (window)));
  g_assert_cmpint (plots->curves.curves[0].n, ==, 5);
  /* Who has not read the paper is told what the shaded band is. */
  g_assert_nonnull (strstr (plots->curves.note, "band: spread of the seeds"));
  g_assert_cmpfloat_with_epsilon (plots->curves.curves[0].gamma[0], 0.1, 1e-9);
  g_assert_cmpfloat_with_epsilon (plots->curves.curves[0].gamma[4], 100.0, 1e-9);
  for (guint i = 0; i < plots->front.n; i++)
    dots += plots->front.points[i].drawn;
  g_assert_cmpint (dots, ==, 3 * (5 + 1));
  /* 150 rows in three clusters of 50. */
  g_assert_cmpfloat (plots->front.least, ==, 7500.0);
  g_assert_cmpint (eqp_table_model_get_n_rows (table), ==, 6);
  g_assert_nonnull (strstr (gtk_label_get_label (get_child (window, "verdict")), "ACC is best at"));
  g_assert_nonnull (eqp_plot_view_get_summary (get_curves (window)));
  for (int i = 0; i < EQP_STUDY_N_CURVES; i++)
    {
      EqpStudyPlots *others;

      gtk_drop_down_set_selected (get_child (window, "curve"), i);
      eqp_wait_until (i != EQP_STUDY_CURVE_STABILITY || is_complete (window, 5), 30);
      others = eqp_presenter_study_dup_plots (eqp_study_page_get_presenter (get_page (window)));
      g_assert_cmpint (count_known (&others->curves.curves[0]), ==, 5);
      g_assert_cmpstr (others->curves.curves[0].name, ==, plots->curves.curves[0].name);
      eqp_study_plots_free (others);
    }
  eqp_study_plots_free (plots);
  eqp_test_window_close (window);
}

/* Before a grid was run curves and table are those of the path; Return on a piece brings it to the Live page. */
static void
test_path (void)
{
  EqpWindow *window = open_page ("sample:iris");
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  const EqpPathStream *stream;
  EqpStudyPlots *plots;
  double unit;
  guint piece;

  g_assert_true (eqp_workspace_find_path (workspace));
  eqp_wait_until (eqp_study_model_get_stream (window->study, &unit) != NULL, 30);
  stream = eqp_study_model_get_stream (window->study, &unit);
  g_assert_cmpint (stream->n_pieces, >, 2);
  g_assert_cmpint (eqp_table_model_get_n_rows (eqp_table_view_get_model (get_child (window, "table"))), ==, stream->n_pieces);
  plots = eqp_presenter_study_dup_plots (eqp_study_page_get_presenter (get_page (window)));
  g_assert_cmpint (plots->curves.n_curves, ==, 1);
  g_assert_true (plots->curves.curves[0].steps);
  g_assert_cmpint (count_known (&plots->curves.curves[0]), ==, stream->n_pieces);
  eqp_study_plots_free (plots);

  piece = stream->n_pieces / 2;
  g_signal_emit_by_name (get_child (window, "table"), "cell-activated", (gint64) piece, (gint64) -1);
  eqp_wait_until (!gtk_widget_get_mapped (GTK_WIDGET (get_page (window))), 20);
  g_assert_cmpfloat (eqp_workspace_get_gamma_rel (workspace), >, stream->from[piece] / unit);
  g_assert_cmpfloat (eqp_workspace_get_gamma_rel (workspace), <, stream->from[piece + 1] / unit);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace) && eqp_workspace_get_run (workspace) != NULL &&
                  eqp_run_get_result (eqp_workspace_get_run (workspace)) != NULL, 20);
  /* Refined at rest: no worse than the piece. */
  g_assert_cmpfloat (eqp_run_get_result (eqp_workspace_get_run (workspace))->objective, <=,
                     (stream->data_term[piece] + eqp_workspace_get_gamma (workspace) * stream->squares[piece]) * (1.0 + 1e-9));
  eqp_test_window_close (window);
}

/* Return on a gamma shows that run on the Live page. */
static void
test_show (void)
{
  EqpWindow *window = open_page ("sample:iris");
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpPlotViewClass *klass = EQP_PLOT_VIEW_GET_CLASS (get_curves (window));

  run_study (window);
  klass->move_cursor (get_curves (window), GTK_MOVEMENT_BUFFER_ENDS, -1, 0);
  klass->activate (get_curves (window));
  eqp_wait_until (!gtk_widget_get_mapped (GTK_WIDGET (get_page (window))), 20);
  g_assert_cmpfloat_with_epsilon (eqp_workspace_get_gamma_rel (workspace), 0.1, 1e-9);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);

  /* Of other data the page says so and stays. */
  eqp_workspace_open (workspace, "sample:moons", NULL);
  eqp_wait_until (!eqp_workspace_is_loading (workspace) && eqp_test_workspace_is_at_rest (workspace), 30);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "study");
  eqp_wait_until (gtk_widget_get_mapped (GTK_WIDGET (get_page (window))), 20);
  klass->move_cursor (get_curves (window), GTK_MOVEMENT_BUFFER_ENDS, 1, 0);
  klass->activate (get_curves (window));
  g_assert_true (gtk_widget_get_visible (get_child (window, "failure")));
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (get_page (window))));
  eqp_test_window_close (window);
}

/* A part of gamma, and back. */
static void
test_zoom (void)
{
  EqpWindow *window = open_page ("sample:iris");
  EqpPresenterStudy *presenter = eqp_study_page_get_presenter (get_page (window));
  EqpStudyPlots *plots;

  run_study (window);
  g_assert_false (gtk_widget_get_visible (get_child (window, "unzoom")));
  g_signal_emit_by_name (get_curves (window), "range-selected", 0.5, 20.0);
  g_assert_true (gtk_widget_get_visible (get_child (window, "unzoom")));
  plots = eqp_presenter_study_dup_plots (presenter);
  g_assert_cmpfloat (plots->curves.marks.least, ==, 0.5);
  g_assert_cmpfloat (plots->stream.marks.most, ==, 20.0);
  eqp_study_plots_free (plots);
  g_signal_emit_by_name (get_child (window, "unzoom"), "clicked");
  g_assert_false (eqp_presenter_study_is_zoomed (presenter));
  eqp_test_window_close (window);
}

/* One preparation beside another: curves of both, each named, and a table of its own. */
static void
test_keep (void)
{
  EqpWindow *window = open_page ("sample:iris");
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  EqpPresenterStudy *presenter = eqp_study_page_get_presenter (get_page (window));
  const EqpPreparation standard = { .normalize = EQP_NORMALIZE_STANDARD };
  g_autofree double *before = NULL;
  EqpStudyPlots *plots;

  g_assert_false (gtk_widget_get_sensitive (get_child (window, "keep")));
  run_study (window);
  eqp_wait_until (gtk_widget_get_sensitive (get_child (window, "keep")), 20);
  gtk_toggle_button_set_active (get_child (window, "keep"), TRUE);
  g_assert_true (gtk_widget_get_visible (get_child (window, "kept")));
  plots = eqp_presenter_study_dup_plots (presenter);
  g_assert_cmpint (plots->curves.n_curves, ==, 2);
  before = g_memdup2 (plots->curves.curves[0].mean, sizeof (double) * 5);
  eqp_study_plots_free (plots);

  eqp_workspace_set_preparation (workspace, &standard);
  eqp_wait_until (!eqp_workspace_is_preparing (workspace) && eqp_test_workspace_is_at_rest (workspace), 30);
  gtk_widget_activate_action (GTK_WIDGET (get_page (window)), "study.start", NULL);
  eqp_wait_until (!eqp_study_model_is_running (window->study), 60);
  eqp_wait_until (eqp_study_model_get_table (window->study)->groups[5].done == 3, 20);
  plots = eqp_presenter_study_dup_plots (presenter);
  g_assert_cmpint (plots->curves.n_curves, ==, 3);
  g_assert_nonnull (strstr (plots->curves.curves[0].name, "standardized"));
  g_assert_nonnull (strstr (plots->curves.curves[2].name, "as it is"));
  g_assert_cmpmem (plots->curves.curves[2].mean, sizeof (double) * 5, before, sizeof (double) * 5);
  /* SSE of other data is in other units. */
  for (guint i = 0; i < plots->front.n; i++)
    g_assert_cmpint (plots->front.points[i].curve, <, 2);
  eqp_study_plots_free (plots);

  /* Its runs are none of the settings of now. */
  g_signal_emit_by_name (get_curves (window), "gamma-activated", 2, 1.0);
  g_assert_true (gtk_widget_get_visible (get_child (window, "failure")));
  gtk_widget_activate_action (GTK_WIDGET (window), "win.tables", NULL);
  gtk_toggle_button_set_active (get_child (window, "keep"), FALSE);
  plots = eqp_presenter_study_dup_plots (presenter);
  g_assert_cmpint (plots->curves.n_curves, ==, 2);
  eqp_study_plots_free (plots);
  eqp_test_window_close (window);
}

/* What cannot be run cannot be started, and is said. */
static void
test_grid (void)
{
  EqpWindow *window = open_page ("sample:iris");
  GtkEntry *least = get_child (window, "least");
  static const char *const bad[] = { "", "abc", "0", "-1", "nan", "inf", "1e300", "100", "200" };

  g_assert_true (gtk_widget_get_sensitive (get_child (window, "start_button")));
  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      gtk_editable_set_text (GTK_EDITABLE (least), bad[i]);
      g_assert_false (gtk_widget_get_sensitive (get_child (window, "start_button")));
    }
  gtk_editable_set_text (GTK_EDITABLE (least), "0,5");
  g_assert_true (gtk_widget_get_sensitive (get_child (window, "start_button")));
  g_assert_cmpstr (gtk_label_get_label (get_child (window, "count")), ==, "90 runs");
  eqp_test_window_close (window);
}

static void
exported_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  *(char **) user_data = eqp_export_finish (result, &error);
  g_assert_no_error (error);
}

static void
test_export (void)
{
  EqpWindow *window = open_page ("sample:iris");
  EqpStudyModel *model;
  g_autofree char *folder = g_dir_make_tmp ("equipoise-XXXXXX", NULL);
  static const char *const suffixes[] = { "png", "svg", "pdf" };
  static const EqpStudyTableKind kinds[] = { EQP_STUDY_TABLE_GROUPS, EQP_STUDY_TABLE_RUNS, EQP_STUDY_TABLE_PATH };
  gint64 rows[] = { 6, 18, 0 };

  run_study (window);
  model = window->study;
  for (gsize i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/study.%s", folder, suffixes[i]);
      g_autofree char *written = NULL;
      GStatBuf info;

      eqp_export_study_async (eqp_study_page_get_presenter (get_page (window)), model, GTK_WIDGET (window), path,
                              exported_cb, &written);
      eqp_wait_until (written != NULL, 30);
      g_assert_cmpint (g_stat (path, &info), ==, 0);
      g_assert_cmpint (info.st_size, >, 2000);
      g_unlink (path);
    }
  g_rmdir (folder);
  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (EqpPresenterStudyTable) table = eqp_presenter_study_table_new (model, kinds[i]);
      g_autofree char *csv = eqp_table_model_dup_csv (EQP_TABLE_MODEL (table));
      gint64 lines = 0;

      for (const char *p = csv; *p != '\0'; p++)
        lines += *p == '\n';
      if (rows[i] > 0)
        g_assert_cmpint (lines, ==, rows[i] + 1);
      else
        g_assert_cmpint (lines, >, 2);
    }
  /* The window of tables, which may outlive the page. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.tables", NULL);
  eqp_test_window_close (window);
}

/* The window goes while thousands of runs are under way. */
static void
test_close (void)
{
  EqpWindow *window = open_page ("sample:iris");
  EqpStudyProgress progress;

  gtk_spin_button_set_value (get_child (window, "gammas"), 500.0);
  gtk_spin_button_set_value (get_child (window, "seeds"), 200.0);
  gtk_widget_activate_action (GTK_WIDGET (get_page (window)), "study.start", NULL);
  eqp_wait_until (eqp_study_model_get_progress (window->study, &progress) && progress.done > 5, 30);
  gtk_toggle_button_set_active (get_child (window, "pause_button"), TRUE);
  eqp_wait_until (eqp_study_model_get_progress (window->study, &progress) && progress.running == 0, 30);
  g_assert_true (progress.paused);
  gtk_toggle_button_set_active (get_child (window, "pause_button"), FALSE);
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
  g_test_add_func ("/app/study-page/run", test_run);
  g_test_add_func ("/app/study-page/path", test_path);
  g_test_add_func ("/app/study-page/show", test_show);
  g_test_add_func ("/app/study-page/zoom", test_zoom);
  g_test_add_func ("/app/study-page/keep", test_keep);
  g_test_add_func ("/app/study-page/grid", test_grid);
  g_test_add_func ("/app/study-page/export", test_export);
  g_test_add_func ("/app/study-page/close", test_close);
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  return status;
}
