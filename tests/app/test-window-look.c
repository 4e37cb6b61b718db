/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window looks like: where things stand, and that they stand there again in the next window. */
#include "config.h"

#include "eqp-test-pages.h"
#include "eqp-test.h"
#include "eqp-widgets.h"

#include <glib/gstdio.h>
#include <math.h>

#include "pages/eqp-explain-panel.h"
#include "pages/eqp-gamma-bar.h"
#include "pages/eqp-live-view.h"
#include "pages/eqp-method-list.h"
#include "pages/eqp-sidebar.h"
#include "pages/eqp-timeline.h"
#include "presenters/eqp-presenter-plot-table.h"

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
  eqp_row_selection_set_row (eqp_window_get_selection (window), 7);
  eqp_wait_until (gtk_widget_get_mapped (panel) && gtk_widget_get_height (panel) > 0, 20);
  g_assert_true (gtk_widget_compute_bounds (panel, GTK_WIDGET (window), &panel_place));
  g_assert_true (gtk_widget_compute_bounds (sizes, GTK_WIDGET (window), &sizes_place));
  g_assert_cmpfloat (panel_place.origin.y + panel_place.size.height, <=, sizes_place.origin.y);
  eqp_live_view_get_panes (view, &points, &after);
  g_assert_cmpint (after, ==, before);

  eqp_row_selection_clear (eqp_window_get_selection (window));
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

static gboolean
says (GtkWidget     *widget,
      gconstpointer  text)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
         g_str_equal (gtk_label_get_text (GTK_LABEL (widget)), text);
}

/* What is offered can be run: on a graph no method that needs features, and no preparation of them. */
static void
test_methods_fit (void)
{
  static const char *const samples[] = { "sample:karate", "sample:iris" };

  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      EqpWindow *window = open_and_run (samples[i]);
      EqpWorkspace *workspace = eqp_window_get_workspace (window);
      GtkWidget *sidebar = find (window, EQP_TYPE_SIDEBAR);
      GtkDropDown *methods = GTK_DROP_DOWN (eqp_test_find_type (sidebar, GTK_TYPE_DROP_DOWN));
      guint n = g_list_model_get_n_items (gtk_drop_down_get_model (methods));
      gboolean graph = i == 0;
      gsize all;

      eqp_solvers_get (&all);
      g_assert_true (graph ? n > 2 && n < all : n == all);
      for (guint m = 0; m < n; m++)
        {
          const EqpSolver *solver;

          gtk_drop_down_set_selected (methods, m);
          solver = eqp_workspace_get_settings (workspace)->solver;
          g_assert_true (eqp_solver_fits (solver, eqp_workspace_get_dataset (workspace)));
          g_assert_true (eqp_method_list_get_selected (methods) == solver);
        }
      g_assert_true ((eqp_test_find (sidebar, says, "Preparation") == NULL) == graph);
      eqp_test_window_close (window);
    }
}

/* ---- Folding ------------------------------------------------------------------------------------------------------ */

/* How far anything in sight reaches over the right edge or the lower one. */
static double
find_overhang (GtkWidget      *widget,
               GtkWidget      *window,
               GtkOrientation  orientation)
{
  graphene_rect_t bounds;
  double most = 0.0;

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_compute_bounds (widget, window, &bounds))
    return 0.0;
  /* What scrolls may be larger than what it scrolls in, and the number at the end of a slider reach into the margin. */
  most = orientation == GTK_ORIENTATION_HORIZONTAL
             ? bounds.origin.x + bounds.size.width - gtk_widget_get_width (window)
             : bounds.origin.y + bounds.size.height - gtk_widget_get_height (window);
  for (GtkWidget *child = gtk_widget_get_first_child (widget);
       child != NULL && !GTK_IS_VIEWPORT (widget) && !EQP_IS_TABLE_VIEW (widget) && !GTK_IS_RANGE (widget);
       child = gtk_widget_get_next_sibling (child))
    {
      double below = find_overhang (child, window, orientation);

      most = MAX (most, below);
    }
  return most;
}

static void
resize (EqpWindow *window,
        int        width,
        int        height)
{
  GtkWidget *widget = GTK_WIDGET (window);

  gtk_window_set_default_size (GTK_WINDOW (window), width, height);
  eqp_wait_until (abs (gtk_widget_get_width (widget) - width) <= 12, 20);
  for (gint64 until = g_get_monotonic_time () + 400000; g_get_monotonic_time () < until;)
    g_main_context_iteration (NULL, FALSE);
}

/* Points and bars, which follow gamma, are in sight together. */
static void
check_in_sight (EqpWindow *window)
{
  GtkWidget *sizes = find (window, EQP_TYPE_SIZES_VIEW);
  GtkWidget *scroller = gtk_widget_get_ancestor (sizes, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t points, bars;

  g_assert_true (gtk_widget_compute_bounds (find (window, EQP_TYPE_SCATTER_VIEW), scroller, &points));
  g_assert_true (gtk_widget_compute_bounds (sizes, scroller, &bars));
  g_assert_cmpfloat (points.origin.y, >=, 0.0);
  g_assert_cmpfloat (bars.origin.y + bars.size.height, <=, gtk_widget_get_height (scroller));
}

/* A sentence of the window itself, which has to fit; names of files and classes may be of any length. */
static gboolean
is_cut_short (GtkWidget     *widget,
              gconstpointer  data)
{
  if (!GTK_IS_LABEL (widget) || !gtk_widget_get_mapped (widget) ||
      !pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))))
    return FALSE;
  g_test_message ("cut short: %s", gtk_label_get_text (GTK_LABEL (widget)));
  return TRUE;
}

/* Down to 360 px nothing is cut off; the settings fold away, can be had, and come back with the room. */
static void
test_folds (void)
{
  static const int widths[] = { 880, 640, 372, 1200 };
  EqpWindow *window = open_and_run ("sample:digits");
  EqpLiveView *view = EQP_LIVE_VIEW (find (window, EQP_TYPE_LIVE_VIEW));
  gboolean shown;

  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      resize (window, widths[i], 700);
      check_in_sight (window);
      g_assert_null (eqp_test_find (GTK_WIDGET (window), is_cut_short, NULL));
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (view)), <=, gtk_widget_get_width (GTK_WIDGET (window)));
      g_assert_cmpfloat (find_overhang (GTK_WIDGET (view), GTK_WIDGET (view), GTK_ORIENTATION_HORIZONTAL), <=, 0.5);
      g_assert_true (eqp_live_view_get_show_sidebar (view) == !eqp_live_view_is_folded (view));
      g_assert_true (eqp_live_view_is_folded (view) == (widths[i] < 900));
      g_assert_true ((eqp_test_find (find (window, EQP_TYPE_TIMELINE), says, "Compare") != NULL) == (widths[i] >= 900));
      g_assert_true ((eqp_test_find (find (window, EQP_TYPE_GAMMA_BAR), says, "Balance γ") != NULL) == (widths[i] >= 900));
      /* The slider is what all is about; where there is little room it has a line of its own. */
      g_assert_cmpint (gtk_widget_get_width (find (window, EQP_TYPE_GAMMA_SCALE)), >,
                       (widths[i] < 900 ? 0.8 : 0.35) * widths[i]);
      if (eqp_live_view_is_folded (view))
        {
          gtk_widget_activate_action (GTK_WIDGET (window), "win.sidebar", NULL);
          g_object_get (window, "show-sidebar", &shown, NULL);
          g_assert_true (shown && eqp_live_view_get_show_sidebar (view));
          gtk_widget_activate_action (GTK_WIDGET (window), "win.sidebar", NULL);
        }
    }
  eqp_test_window_close (window);
}

/* What Tab has to come to, or to something in it: what is done or chosen in the window, each. */
static void
collect_stops (GtkWidget *widget,
               GPtrArray *stops)
{
  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget) || !gtk_widget_get_can_focus (widget))
    return;
  if (GTK_IS_BUTTON (widget) || GTK_IS_CHECK_BUTTON (widget) || GTK_IS_EDITABLE (widget) || GTK_IS_RANGE (widget) ||
      GTK_IS_MENU_BUTTON (widget) || GTK_IS_DROP_DOWN (widget) || EQP_IS_PLOT_VIEW (widget) ||
      EQP_IS_TABLE_VIEW (widget) || EQP_IS_IMAGE_GRID (widget) || EQP_IS_GAMMA_SCALE (widget) ||
      ADW_IS_VIEW_SWITCHER (widget))
    {
      /* Of libadwaita 1.7 on pages are one stop, and arrows go from one to the other. */
      if (!GTK_IS_SCROLLBAR (gtk_widget_get_parent (widget)))
        g_ptr_array_add (stops, widget);
      return;
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect_stops (child, stops);
}

/* What has the keyboard in a drop-down is spoken by the name of the drop-down, if it has one, and by the row it shows. */
static void
check_button_name (GtkWidget *button)
{
  GtkDropDown *list = GTK_DROP_DOWN (gtk_widget_get_parent (button));
  GListModel *rows = gtk_drop_down_get_model (list);
  g_autoptr (GList) names = gtk_widget_list_mnemonic_labels (GTK_WIDGET (list));
  g_autofree char *name = NULL;

  if (names == NULL || !GTK_IS_STRING_LIST (rows))
    return;
  name = g_strdup_printf ("%s: %s", gtk_label_get_text (names->data),
                          gtk_string_list_get_string (GTK_STRING_LIST (rows), gtk_drop_down_get_selected (list)));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, name);
}

/* By Tab alone everything on a page is come to, once around, and back by Shift+Tab. */
static void
check_tabs (EqpWindow        *window,
            GtkDirectionType  direction)
{
  g_autoptr (GPtrArray) stops = g_ptr_array_new ();
  g_autoptr (GHashTable) reached = g_hash_table_new (NULL, NULL);
  GtkWidget *focus = NULL;

  collect_stops (GTK_WIDGET (window), stops);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  for (int turns = 0; turns < 400; turns++)
    {
      gtk_widget_child_focus (GTK_WIDGET (window), direction);
      focus = gtk_window_get_focus (GTK_WINDOW (window));
      if (focus != NULL && !g_hash_table_add (reached, focus))
        break;
      if (focus != NULL && GTK_IS_DROP_DOWN (gtk_widget_get_parent (focus)))
        check_button_name (focus);
      for (GtkWidget *above = focus; above != NULL; above = gtk_widget_get_parent (above))
        g_hash_table_add (reached, above);
    }
  g_assert_cmpuint (stops->len, >, 5);
  for (guint i = 0; i < stops->len; i++)
    if (!g_hash_table_contains (reached, g_ptr_array_index (stops, i)))
      {
        GtkWidget *stop = g_ptr_array_index (stops, i);

        g_error ("no Tab comes to this %s in %s: %s", G_OBJECT_TYPE_NAME (stop),
                 G_OBJECT_TYPE_NAME (gtk_widget_get_parent (stop)), gtk_widget_get_tooltip_text (stop));
      }
}

static void
test_tabs (void)
{
  static const int widths[] = { 1200, 372 };
  EqpWindow *window = open_and_run ("sample:digits");

  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
  eqp_wait_until (gtk_widget_get_mapped (find (window, EQP_TYPE_COMPARE_SIZES_VIEW)), 20);
  for (gsize w = 0; w < G_N_ELEMENTS (widths); w++)
    {
      resize (window, widths[w], 780);
      for (gsize view = 0; view <= N_VIEWS; view++)
        {
          if (view < N_VIEWS)
            show_view (window, view);
          else
            gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "live");
          for (gint64 until = g_get_monotonic_time () + 200000; g_get_monotonic_time () < until;)
            g_main_context_iteration (NULL, FALSE);
          check_tabs (window, GTK_DIR_TAB_FORWARD);
          check_tabs (window, GTK_DIR_TAB_BACKWARD);
        }
    }
  resize (window, 1200, 780);
  eqp_test_window_close (window);
}

/* No window is kept hidden: GTK 4.18 crashes on it when a screen reader asks for one window too many. */
static GtkWindow *
find_over (EqpWindow *window)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      g_assert_true (gtk_widget_get_visible (GTK_WIDGET (toplevel)));
      if (gtk_window_get_transient_for (toplevel) == GTK_WINDOW (window))
        return toplevel;
    }
  return NULL;
}

static gboolean
starts_with (GtkWidget     *widget,
             gconstpointer  text)
{
  return GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (widget)), text);
}

/* What opens over a narrow window is no wider, and high enough for lines that wrap. */
static void
test_windows_over (void)
{
  static const char *const actions[] = { "win.tables", "win.command-line", "win.help", "win.suggest", "win.import-refused" };
  g_autofree char *folder = g_dir_make_tmp ("over-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "empty.csv", NULL);
  EqpWindow *window = open_and_run ("sample:digits");

  g_assert_true (g_file_set_contents (path, "a,b\n", -1, NULL));
  eqp_window_open (window, path, NULL);
  eqp_wait_until (eqp_test_find (GTK_WIDGET (window), starts_with, "empty.csv: ") != NULL, 20);

  resize (window, 372, 780);
  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    {
      GtkWindow *over;
      GtkWidget *content;
      int least;

      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), actions[i], NULL));
      eqp_wait_until (find_over (window) != NULL, 20);
      over = find_over (window);
      gtk_widget_measure (GTK_WIDGET (over), GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      if (least > gtk_widget_get_width (GTK_WIDGET (window)))
        g_error ("%s: %d px are needed over %d", actions[i], least, gtk_widget_get_width (GTK_WIDGET (window)));
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (over)), <=, gtk_widget_get_width (GTK_WIDGET (window)));
      content = adw_window_get_content (ADW_WINDOW (over));
      eqp_wait_until (gtk_widget_get_height (content) > 0, 20);
      g_assert_cmpfloat (find_overhang (content, content, GTK_ORIENTATION_VERTICAL), <=, 0.5);
      gtk_window_destroy (over);
    }
  resize (window, 1200, 780);
  eqp_test_window_close (window);
  g_unlink (path);
  g_rmdir (folder);
}

static gboolean
is_page_of_method (GtkWidget     *widget,
                   gconstpointer  data)
{
  return GTK_IS_LABEL (widget) && strlen (gtk_label_get_text (GTK_LABEL (widget))) > 200;
}

static gboolean
is_shortcut_of (GtkWidget     *widget,
                gconstpointer  action)
{
  g_autofree char *name = NULL;

  if (!GTK_IS_SHORTCUTS_SHORTCUT (widget))
    return FALSE;
  g_object_get (widget, "action-name", &name, NULL);
  return g_strcmp0 (name, action) == 0;
}

/* Each shortcut is told with its keys. */
static void
test_shortcuts (void)
{
  EqpWindow *window = open_and_run ("sample:iris");
  g_autofree char *keys = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-help-overlay", NULL);
  eqp_wait_until (find_over (window) != NULL, 20);
  g_object_get (eqp_test_find (GTK_WIDGET (find_over (window)), is_shortcut_of, "win.run"), "accelerator", &keys, NULL);
  g_assert_cmpstr (keys, ==, "F5 <Control>r");
  gtk_window_close (find_over (window));
  g_assert_null (find_over (window));
  eqp_test_window_close (window);
}

/* The page of a method is there once it is looked at, and once only. */
static void
test_help (void)
{
  EqpWindow *window = open_and_run ("sample:iris");
  GtkWidget *row, *page;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.help", NULL);
  eqp_wait_until (find_over (window) != NULL, 20);
  row = eqp_test_find_type (GTK_WIDGET (find_over (window)), ADW_TYPE_EXPANDER_ROW);
  g_assert_null (eqp_test_find (row, is_page_of_method, NULL));
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  g_assert_nonnull (page = eqp_test_find (row, is_page_of_method, NULL));
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), FALSE);
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (row), TRUE);
  gtk_label_set_label (GTK_LABEL (page), "");
  g_assert_null (eqp_test_find (row, is_page_of_method, NULL));
  gtk_window_destroy (find_over (window));
  eqp_test_window_close (window);
}

/* All pages have room at every width and in a low window, with their contents: the runs of a comparison, the plots of
 * a study, images. */
static void
test_pages_fold (void)
{
  static const int widths[] = { 1200, 914, 890, 640, 590, 372, 1200 };
  EqpWindow *window = open_and_run ("sample:digits");

  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
  eqp_wait_until (gtk_widget_get_mapped (find (window, EQP_TYPE_COMPARE_SIZES_VIEW)), 20);
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    for (gsize p = 0; p < N_VIEWS; p++)
      {
        GtkWidget *page = show_view (window, p);
        int least;

        resize (window, widths[i], 780);
        gtk_widget_measure (page, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
        if (least > gtk_widget_get_width (GTK_WIDGET (window)))
          g_error ("the page “%s”, %s, takes %d px of %d", page_names[p], views[p], least, gtk_widget_get_width (GTK_WIDGET (window)));
        g_assert_cmpint (gtk_widget_get_width (page), <=, gtk_widget_get_width (GTK_WIDGET (window)));
        gtk_widget_measure (page, GTK_ORIENTATION_VERTICAL, gtk_widget_get_width (page), &least, NULL, NULL, NULL);
        g_assert_cmpint (least, <, 340);
        /* How the data were read is in sight above the table, too. */
        if (EQP_IS_DATA_PAGE (page))
          g_assert_cmpint (gtk_widget_get_height (gtk_paned_get_start_child (GTK_PANED (eqp_test_find_type (page, GTK_TYPE_PANED)))), >=, 140);
      }
  /* The next window begins where this one ends. */
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "live");
  eqp_test_window_close (window);
}

/* What a file that cannot be read is told in hides nothing of a page, moves no plot of a run, and goes with its page. */
static void
test_error_place (void)
{
  static const char *const pages[] = { "live", "data", "compare", "live", "study", "live" };
  g_autofree char *folder = g_dir_make_tmp ("error-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "empty.csv", NULL);
  EqpWindow *window = open_and_run ("sample:iris");
  AdwViewStack *stack = ADW_VIEW_STACK (find (window, ADW_TYPE_VIEW_STACK));
  GtkWidget *scatter = find (window, EQP_TYPE_SCATTER_VIEW), *gamma = find (window, EQP_TYPE_GAMMA_BAR), *bar = NULL;
  graphene_rect_t before, gamma_before, after, error, page;

  g_assert_true (g_file_set_contents (path, "a,b\n", -1, NULL));
  resize (window, 1200, 780);
  g_assert_true (gtk_widget_compute_bounds (scatter, GTK_WIDGET (window), &before));
  g_assert_true (gtk_widget_compute_bounds (gamma, GTK_WIDGET (window), &gamma_before));
  eqp_window_open (window, path, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", pages[i]);
      eqp_wait_until ((bar = eqp_test_find (GTK_WIDGET (window), starts_with, "empty.csv: ")) != NULL, 20);
      bar = gtk_widget_get_ancestor (bar, GTK_TYPE_REVEALER);
      resize (window, 1200, 780);
      eqp_wait_until (gtk_widget_get_mapped (bar) && gtk_widget_get_height (bar) > 20, 20);
      g_assert_true (gtk_widget_compute_bounds (bar, GTK_WIDGET (window), &error));
      g_assert_true (gtk_widget_compute_bounds (adw_view_stack_get_visible_child (stack), GTK_WIDGET (window), &page));
      if (!g_str_equal (pages[i], "live"))
        {
          g_assert_cmpfloat (error.origin.y + error.size.height, <=, page.origin.y);
          continue;
        }
      g_assert_true (gtk_widget_compute_bounds (scatter, GTK_WIDGET (window), &after));
      g_assert_true (graphene_rect_equal (&after, &before));
      g_assert_true (gtk_widget_compute_bounds (gamma, GTK_WIDGET (window), &after));
      g_assert_true (graphene_rect_equal (&after, &gamma_before));
      /* Not over the settings. */
      g_assert_cmpfloat (error.origin.x, >=, gamma_before.origin.x);
    }
  /* In a narrow window it has room beside what it offers, too. */
  resize (window, 372, 780);
  g_assert_cmpint (gtk_widget_get_width (eqp_test_find (bar, starts_with, "empty.csv: ")), >, 372 / 2);
  resize (window, 1200, 780);
  eqp_test_window_close (window);
  g_unlink (path);
  g_rmdir (folder);
}

/* ---- Lecture ------------------------------------------------------------------------------------------------------ */

static int
get_dpi (void)
{
  int dpi;

  g_object_get (gtk_settings_get_default (), "gtk-xft-dpi", &dpi, NULL);
  return dpi;
}

/* Letters grow step by step, plots with them, and come back exactly. */
static void
test_letters (void)
{
  EqpWindow *window = open_and_run ("sample:iris");
  EqpPlotView *scatter = EQP_PLOT_VIEW (find (window, EQP_TYPE_SCATTER_VIEW));
  GActionGroup *actions = G_ACTION_GROUP (eqp_test_application);
  double before;
  int usual;

  g_action_group_activate_action (actions, "text-usual", NULL);
  usual = get_dpi ();
  before = eqp_plot_view_get_style (scatter)->font_size;
  for (int i = 0; i < 4; i++)
    g_action_group_activate_action (actions, "text-larger", NULL);
  eqp_assert_close (get_dpi () / (double) usual, 1.4641, 1e-3);
  eqp_wait_until (eqp_plot_view_get_style (scatter)->font_size > 1.3 * before, 20);
  for (int i = 0; i < 4; i++)
    g_action_group_activate_action (actions, "text-smaller", NULL);
  g_assert_cmpint (get_dpi (), ==, usual);
  eqp_test_window_close (window);
}

/* Playing takes as long as was chosen, but no step is skipped in a run this short. */
static void
test_play (void)
{
  EqpWindow *window = open_and_run ("sample:digits");
  EqpLiveView *view = EQP_LIVE_VIEW (find (window, EQP_TYPE_LIVE_VIEW));
  EqpWorkspace *workspace = eqp_window_get_workspace (window);
  GtkWidget *speed = eqp_test_find_type (find (window, EQP_TYPE_TIMELINE), GTK_TYPE_DROP_DOWN);
  gint64 started, shown = -1, n = 0;

  gtk_drop_down_set_selected (GTK_DROP_DOWN (speed), 0);
  started = g_get_monotonic_time ();
  eqp_live_view_set_playing (view, TRUE);
  while (eqp_live_view_get_playing (view) && g_get_monotonic_time () < started + 20 * G_USEC_PER_SEC)
    {
      g_main_context_iteration (NULL, TRUE);
      n += eqp_workspace_get_step (workspace) != shown;
      shown = eqp_workspace_get_step (workspace);
    }
  g_assert_false (eqp_live_view_get_playing (view));
  g_assert_cmpint (g_get_monotonic_time () - started, >=, 800000);
  g_assert_cmpint (n, ==, eqp_run_get_n_steps (eqp_workspace_get_run (workspace)));
  eqp_test_window_close (window);
}

/* ---- The wheel and the measures ----------------------------------------------------------------------------------- */

static gboolean
hears_wheel (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_SCROLL (controller) &&
          gtk_event_controller_get_propagation_phase (controller) != GTK_PHASE_NONE)
        return TRUE;
    }
  return FALSE;
}

static int
count_spin_buttons (GtkWidget *widget)
{
  int n = GTK_IS_SPIN_BUTTON (widget);

  if (n > 0)
    g_assert_false (hears_wheel (widget));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    n += count_spin_buttons (child);
  return n;
}

/* No number beside the plots hears the wheel, also after another method brought other ones. */
static void
test_wheel (void)
{
  EqpWindow *window = open_and_run ("sample:iris");
  GtkWidget *sidebar = find (window, EQP_TYPE_SIDEBAR);

  g_assert_cmpint (count_spin_buttons (sidebar), >=, 4);
  eqp_test_workspace_set_method (eqp_window_get_workspace (window), "mincut");
  g_assert_cmpint (count_spin_buttons (sidebar), >=, 4);
  g_assert_true (hears_wheel (eqp_test_find_type (sidebar, GTK_TYPE_SCROLLED_WINDOW)));
  eqp_test_window_close (window);
}

/* All measures are one step of Tab. */
static void
test_measures_tab (void)
{
  EqpWindow *window = open_and_run ("sample:iris");
  GtkWidget *list = eqp_test_find_type (find (window, EQP_TYPE_SIDEBAR), GTK_TYPE_LIST_BOX);
  int n = 0;

  g_assert_true (gtk_widget_child_focus (list, GTK_DIR_TAB_FORWARD));
  g_assert_true (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), list));
  for (GtkWidget *row = gtk_widget_get_first_child (list); row != NULL; row = gtk_widget_get_next_sibling (row))
    n += gtk_widget_get_focusable (row) && gtk_widget_get_visible (row);
  g_assert_cmpint (n, ==, 1);
  g_assert_true (gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD));
  g_assert_false (gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (window)), list));
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
  g_test_add_func ("/app/window-look/tabs", test_tabs);
  g_test_add_func ("/app/window-look/methods-fit", test_methods_fit);
  g_test_add_func ("/app/window-look/folds", test_folds);
  g_test_add_func ("/app/window-look/pages-fold", test_pages_fold);
  g_test_add_func ("/app/window-look/windows-over", test_windows_over);
  g_test_add_func ("/app/window-look/help", test_help);
  g_test_add_func ("/app/window-look/shortcuts", test_shortcuts);
  g_test_add_func ("/app/window-look/error-place", test_error_place);
  g_test_add_func ("/app/window-look/letters", test_letters);
  g_test_add_func ("/app/window-look/play", test_play);
  g_test_add_func ("/app/window-look/wheel", test_wheel);
  g_test_add_func ("/app/window-look/measures-tab", test_measures_tab);
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  return status;
}
