/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window looks like: where things stand, and that they stand there again in the next window. */
#include "config.h"

#include "eqp-test-window.h"
#include "eqp-test-workspace.h"
#include "eqp-test.h"

#include <glib/gstdio.h>
#include <math.h>

#include "pages/eqp-compare-page.h"
#include "pages/eqp-data-page.h"
#include "pages/eqp-explain-panel.h"
#include "pages/eqp-gamma-bar.h"
#include "pages/eqp-live-view.h"
#include "pages/eqp-method-list.h"
#include "pages/eqp-sidebar.h"
#include "pages/eqp-study-page.h"
#include "pages/eqp-timeline.h"
#include "presenters/eqp-presenter-plot-table.h"

static const EqpOpenSettings settings = { .run = TRUE };

static gboolean
is_done (EqpWorkspace *workspace)
{
  return !eqp_workspace_is_running (workspace) && eqp_workspace_get_labels (workspace) != NULL && eqp_workspace_get_projection (workspace) != NULL;
}

static EqpWindow *
open_and_run (const char *data)
{
  EqpWindow *window = eqp_test_window_new ();

  eqp_window_open (window, data, &settings);
  eqp_wait_until (is_done (eqp_window_get_workspace (window)), 60);
  return window;
}

static GtkWidget *
find (EqpWindow *window,
      GType      type)
{
  GtkWidget *found = eqp_test_find_type (GTK_WIDGET (window), type);

  g_assert_nonnull (found);
  return found;
}

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

/* ---- All pages ---------------------------------------------------------------------------------------------------- */

#define N_VIEWS G_N_ELEMENTS (page_names)

static const char *const page_names[] = { "compare", "compare", "compare", "study", "data", "data", "data" };
static const char *const views[] = { "pictures", "differences", "measures", NULL, "columns", "rows", "images" };

static gboolean
is_stack_with (GtkWidget     *widget,
               gconstpointer  name)
{
  return GTK_IS_STACK (widget) && gtk_stack_get_child_by_name (GTK_STACK (widget), name) != NULL;
}

/* Returns: the page with that view in sight. */
static GtkWidget *
show_view (EqpWindow *window,
           gsize      view)
{
  GType types[] = { EQP_TYPE_COMPARE_PAGE, EQP_TYPE_COMPARE_PAGE, EQP_TYPE_COMPARE_PAGE, EQP_TYPE_STUDY_PAGE,
                    EQP_TYPE_DATA_PAGE,    EQP_TYPE_DATA_PAGE,    EQP_TYPE_DATA_PAGE };
  GtkWidget *page = find (window, types[view]);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", page_names[view]);
  eqp_wait_until (gtk_widget_get_mapped (page), 20);
  if (views[view] != NULL)
    gtk_stack_set_visible_child_name (GTK_STACK (eqp_test_find (page, is_stack_with, views[view])), views[view]);
  return page;
}

/* ---- Contrast, from pixels --------------------------------------------------------------------------------------- */

/* Letters are drawn so much larger, so that some pixel of each is all ink. */
#define ZOOM 3

typedef struct
{
  cairo_surface_t *surface;
  GtkWidget       *window;
  double           least;
  char            *where;
  int              n;
} Picture;

/* Of WCAG 2: relative luminance of sRGB. */
static double
luminance (guint32 pixel)
{
  double sum = 0.0;
  static const double weights[] = { 0.2126, 0.7152, 0.0722 };

  for (int i = 0; i < 3; i++)
    {
      double c = ((pixel >> (16 - 8 * i)) & 0xff) / 255.0;

      sum += weights[i] * (c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4));
    }
  return sum;
}

static double
contrast (guint32 a,
          guint32 b)
{
  double x = luminance (a), y = luminance (b);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

/* The most that any pixel of the part stands out from what is there most often. */
static double
measure_contrast (Picture            *picture,
                  const graphene_rect_t *part)
{
  const guint32 *pixels = (const guint32 *) (const void *) cairo_image_surface_get_data (picture->surface);
  int stride = cairo_image_surface_get_stride (picture->surface) / 4;
  int x0 = MAX (0, (int) (ZOOM * part->origin.x)), y0 = MAX (0, (int) (ZOOM * part->origin.y));
  int x1 = MIN (stride, (int) (ZOOM * (part->origin.x + part->size.width)));
  int y1 = MIN (cairo_image_surface_get_height (picture->surface), (int) (ZOOM * (part->origin.y + part->size.height)));
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  guint32 ground = 0;
  guint most = 0;
  double best = 1.0;

  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      {
        gpointer key = GUINT_TO_POINTER (pixels[y * stride + x]);
        guint count = GPOINTER_TO_UINT (g_hash_table_lookup (counts, key)) + 1;

        g_hash_table_insert (counts, key, GUINT_TO_POINTER (count));
        if (count > most)
          {
            most = count;
            ground = GPOINTER_TO_UINT (key);
          }
      }
  for (int y = y0; y < y1; y++)
    for (int x = x0; x < x1; x++)
      best = MAX (best, contrast (pixels[y * stride + x], ground));
  return best;
}

static void
take_picture (Picture   *picture,
              EqpWindow *window)
{
  GdkPaintable *paintable = gtk_widget_paintable_new (GTK_WIDGET (window));
  int width = gtk_widget_get_width (GTK_WIDGET (window)), height = gtk_widget_get_height (GTK_WIDGET (window));
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;
  cairo_t *cr;

  gdk_paintable_snapshot (paintable, GDK_SNAPSHOT (snapshot), width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  picture->surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, ZOOM * width, ZOOM * height);
  cr = cairo_create (picture->surface);
  cairo_scale (cr, ZOOM, ZOOM);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (picture->surface);
  gsk_render_node_unref (node);
  g_object_unref (paintable);
  picture->window = GTK_WIDGET (window);
  picture->least = G_MAXDOUBLE;
}

static void
judge (Picture              *picture,
       const graphene_rect_t *part,
       const char           *what)
{
  double found = measure_contrast (picture, part);

  picture->n++;
  if (found >= picture->least)
    return;
  picture->least = found;
  g_free (picture->where);
  picture->where = g_strdup (what);
}

/* All labels in sight that can be used; what is insensitive may be faint. */
static void
judge_labels (Picture         *picture,
              GtkWidget       *widget,
              graphene_rect_t  seen)
{
  graphene_rect_t bounds;

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget) ||
      !gtk_widget_compute_bounds (widget, picture->window, &bounds) ||
      !graphene_rect_intersection (&bounds, &seen, &seen) || seen.size.width < 8.0f ||
      seen.size.height < 0.7f * bounds.size.height * GTK_IS_LABEL (widget))
    return;
  if (GTK_IS_LABEL (widget) && g_strcmp0 (gtk_label_get_text (GTK_LABEL (widget)), "") != 0)
    judge (picture, &seen, gtk_label_get_text (GTK_LABEL (widget)));
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL; child = gtk_widget_get_next_sibling (child))
    judge_labels (picture, child, seen);
}

static void
check_contrast (Picture *picture)
{
  g_test_message ("least contrast %.2f: %s", picture->least, picture->where);
  g_assert_cmpfloat (picture->least, >=, 4.5);
  cairo_surface_destroy (picture->surface);
  g_clear_pointer (&picture->where, g_free);
  picture->n = 0;
}

/* They change over some frames. */
static void
wait_for_colors (void)
{
  for (gint64 until = g_get_monotonic_time () + 600000; g_get_monotonic_time () < until;)
    g_main_context_iteration (NULL, FALSE);
}

static void
test_contrast (gconstpointer scheme)
{
  EqpWindow *window;
  Picture picture = { 0 };
  graphene_rect_t all, ticks;
  GtkWidget *scatter;

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), GPOINTER_TO_INT (scheme));
  window = open_and_run ("sample:digits");
  scatter = find (window, EQP_TYPE_SCATTER_VIEW);
  eqp_wait_until (eqp_workspace_get_measures (eqp_window_get_workspace (window)) != NULL, 20);
  wait_for_colors ();
  take_picture (&picture, window);
  g_assert_true (gtk_widget_compute_bounds (GTK_WIDGET (window), GTK_WIDGET (window), &all));
  judge_labels (&picture, GTK_WIDGET (window), all);
  g_assert_cmpint (picture.n, >, 30);
  /* Beside the points there is nothing but the numbers of the axis. */
  g_assert_true (gtk_widget_compute_bounds (scatter, GTK_WIDGET (window), &ticks));
  ticks.origin.x += 4.0f;
  ticks.origin.y += 40.0f;
  ticks.size.width = 34.0f;
  ticks.size.height -= 60.0f;
  judge (&picture, &ticks, "ticks of the points");
  check_contrast (&picture);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.compare", NULL);
  eqp_wait_until (gtk_widget_get_mapped (find (window, EQP_TYPE_COMPARE_SIZES_VIEW)), 20);
  for (gsize view = 0; view < N_VIEWS; view++)
    {
      show_view (window, view);
      wait_for_colors ();
      take_picture (&picture, window);
      judge_labels (&picture, GTK_WIDGET (window), all);
      g_assert_cmpint (picture.n, >, 10);
      check_contrast (&picture);
    }
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "live");
  eqp_test_window_close (window);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
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

/* Down to 360 px nothing is cut off; the settings fold away, can be had, and come back with the room. */
static void
test_folds (void)
{
  static const int widths[] = { 900, 640, 372, 1200 };
  EqpWindow *window = open_and_run ("sample:digits");
  EqpLiveView *view = EQP_LIVE_VIEW (find (window, EQP_TYPE_LIVE_VIEW));
  gboolean shown;

  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      resize (window, widths[i], 700);
      check_in_sight (window);
      g_assert_cmpint (gtk_widget_get_width (GTK_WIDGET (view)), <=, gtk_widget_get_width (GTK_WIDGET (window)));
      g_assert_cmpfloat (find_overhang (GTK_WIDGET (view), GTK_WIDGET (view), GTK_ORIENTATION_HORIZONTAL), <=, 0.5);
      g_assert_true (eqp_live_view_get_show_sidebar (view) == !eqp_live_view_is_folded (view));
      g_assert_true (eqp_live_view_is_folded (view) == (widths[i] <= 900));
      g_assert_true ((eqp_test_find (find (window, EQP_TYPE_TIMELINE), says, "Compare") != NULL) == (widths[i] > 900));
      g_assert_true ((eqp_test_find (find (window, EQP_TYPE_GAMMA_BAR), says, "Balance γ") != NULL) == (widths[i] > 600));
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

/* The window of shortcuts is always there. */
static GtkWindow *
find_over (EqpWindow *window)
{
  GListModel *toplevels = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (gtk_window_get_transient_for (toplevel) == GTK_WINDOW (window) && gtk_widget_get_mapped (GTK_WIDGET (toplevel)))
        return toplevel;
    }
  return NULL;
}

/* What opens over a narrow window is no wider, and high enough for lines that wrap. */
static void
test_windows_over (void)
{
  static const char *const actions[] = { "win.tables", "win.command-line", "win.help", "win.suggest" };
  EqpWindow *window = open_and_run ("sample:digits");

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
}

static gboolean
is_page_of_method (GtkWidget     *widget,
                   gconstpointer  data)
{
  return GTK_IS_LABEL (widget) && strlen (gtk_label_get_text (GTK_LABEL (widget))) > 200;
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

static gboolean
starts_with (GtkWidget     *widget,
             gconstpointer  text)
{
  return GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (widget)), text);
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
  g_test_add_func ("/app/window-look/methods-fit", test_methods_fit);
  g_test_add_data_func ("/app/window-look/contrast/light", GINT_TO_POINTER (ADW_COLOR_SCHEME_FORCE_LIGHT), test_contrast);
  g_test_add_data_func ("/app/window-look/contrast/dark", GINT_TO_POINTER (ADW_COLOR_SCHEME_FORCE_DARK), test_contrast);
  g_test_add_func ("/app/window-look/folds", test_folds);
  g_test_add_func ("/app/window-look/pages-fold", test_pages_fold);
  g_test_add_func ("/app/window-look/windows-over", test_windows_over);
  g_test_add_func ("/app/window-look/help", test_help);
  g_test_add_func ("/app/window-look/error-place", test_error_place);
  g_test_add_func ("/app/window-look/letters", test_letters);
  g_test_add_func ("/app/window-look/play", test_play);
  g_test_add_func ("/app/window-look/wheel", test_wheel);
  g_test_add_func ("/app/window-look/measures-tab", test_measures_tab);
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  return status;
}
