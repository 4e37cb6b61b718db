/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One selection in all pictures of the window, under a display: what is selected in the points, the bars, the rows or the images is in
 * the others, said and drawn, and Esc lets it go. */
#include "config.h"

#include "eqp-row-selection.h"
#include "eqp-widgets.h"
#include "pages/eqp-data-page.h"
#include "pages/eqp-explain-panel.h"
#include "pages/eqp-live-view.h"

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
  status = g_test_run ();
  g_object_unref (eqp_test_application);
  return status;
}
