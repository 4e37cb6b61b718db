/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the base class does, tested through one of its subclasses. */
#include "config.h"

#include "eqp-widgets-test.h"

static void
test_defaults (void)
{
  EqpPlotView *view = EQP_PLOT_VIEW (g_object_ref_sink (eqp_sizes_view_new ()));

  g_assert_null (eqp_plot_view_get_label (view));
  g_assert_null (eqp_plot_view_get_summary (view));
  g_assert_null (eqp_plot_view_get_empty_text (view));
  g_assert_null (eqp_plot_view_get_hover_text (view));
  g_assert_true (gtk_widget_get_focusable (GTK_WIDGET (view)));
  gtk_test_accessible_assert_role (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_ROLE_IMG);
  g_assert_finalize_object (view);
}

static void
test_notify (void)
{
  static const char *const names[] = { "label", "summary", "empty-text", "hover-text" };
  EqpPlotView *view = EQP_PLOT_VIEW (g_object_ref_sink (eqp_sizes_view_new ()));

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *signal = g_strconcat ("notify::", names[i], NULL);
      g_autofree char *value = NULL;
      int count = 0;

      g_signal_connect_swapped (view, signal, G_CALLBACK (eqp_test_count_cb), &count);
      g_object_set (view, names[i], "text", NULL);
      g_assert_cmpint (count, ==, 1);
      g_object_set (view, names[i], "text", NULL);
      g_assert_cmpint (count, ==, 1);
      g_object_get (view, names[i], &value, NULL);
      g_assert_cmpstr (value, ==, "text");
      g_object_set (view, names[i], NULL, NULL);
      g_assert_cmpint (count, ==, 2);
    }
  g_assert_finalize_object (view);
}

static void
test_accessible (void)
{
  const gint64 sizes[] = { 5, 6 };
  EqpSizesView *view = EQP_SIZES_VIEW (g_object_ref_sink (eqp_sizes_view_new ()));

  eqp_plot_view_set_label (EQP_PLOT_VIEW (view), "Cluster sizes");
  eqp_sizes_view_set_sizes (view, 2, sizes);
  eqp_plot_view_update_summary (EQP_PLOT_VIEW (view));
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_LABEL, "Cluster sizes");
  gtk_test_accessible_assert_property (GTK_ACCESSIBLE (view), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, "2 clusters, sizes 5 to 6");
  g_assert_finalize_object (view);
}

/* An empty plot says what to do, in text: something is drawn, and it is none of a plot's colors. */
static void
test_empty_text (void)
{
  GtkWidget *view = eqp_sizes_view_new ();
  GtkWidget *window = eqp_test_window (view, 300, 200);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;

  GTK_WIDGET_GET_CLASS (view)->snapshot (view, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_null (node);

  eqp_plot_view_set_empty_text (EQP_PLOT_VIEW (view), "Open a file");
  snapshot = gtk_snapshot_new ();
  GTK_WIDGET_GET_CLASS (view)->snapshot (view, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  gsk_render_node_unref (node);
  eqp_test_destroy (window);
}

static GskRenderNode *
first_node (GtkWidget *view)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node, *first;

  GTK_WIDGET_GET_CLASS (view)->snapshot (view, snapshot);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_cmpint (gsk_render_node_get_node_type (node), ==, GSK_CONTAINER_NODE);
  first = gsk_render_node_ref (gsk_container_node_get_child (node, 0));
  gsk_render_node_unref (node);
  return first;
}

/* Furniture is the same node from frame to frame while data change, and another one when the theme does. */
static void
test_nodes_are_kept (void)
{
  const gint64 sizes[] = { 50, 61 }, others[] = { 51, 60 };
  GtkWidget *view = eqp_sizes_view_new ();
  GtkWidget *window;
  GskRenderNode *before, *after;

  eqp_sizes_view_set_sizes (EQP_SIZES_VIEW (view), 2, sizes);
  window = eqp_test_window (view, 300, 200);
  before = first_node (view);
  eqp_sizes_view_set_sizes (EQP_SIZES_VIEW (view), 2, others);
  after = first_node (view);
  g_assert_true (before == after);
  gsk_render_node_unref (after);

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_DARK);
  eqp_test_wait_frame (view);
  after = first_node (view);
  g_assert_true (before != after);
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_FORCE_LIGHT);
  gsk_render_node_unref (before);
  gsk_render_node_unref (after);
  eqp_test_destroy (window);
}

static void
test_hover_text (void)
{
  const gint64 sizes[] = { 50, 61 };
  GtkWidget *view = eqp_sizes_view_new ();
  GtkWidget *window;
  guint32 before;

  eqp_sizes_view_set_sizes (EQP_SIZES_VIEW (view), 2, sizes);
  window = eqp_test_window (view, 300, 200);
  before = eqp_test_pixel (view, 120.0, 80.0);
  eqp_plot_view_set_hover_position (EQP_PLOT_VIEW (view), 100.0, 60.0);
  eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (view), "Some text that is long enough");
  g_assert_cmpuint (eqp_test_pixel (view, 120.0, 80.0), !=, before);
  /* At the far corner the label still is within the widget. */
  eqp_plot_view_set_hover_position (EQP_PLOT_VIEW (view), 299.0, 199.0);
  eqp_test_wait_frame (view);
  eqp_plot_view_set_hover_text (EQP_PLOT_VIEW (view), NULL);
  g_assert_cmpuint (eqp_test_pixel (view, 120.0, 80.0), ==, before);
  eqp_test_destroy (window);
}

int
main (int argc, char **argv)
{
  if (!eqp_widgets_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/widgets/plot-view/defaults", test_defaults);
  g_test_add_func ("/widgets/plot-view/notify", test_notify);
  g_test_add_func ("/widgets/plot-view/accessible", test_accessible);
  g_test_add_func ("/widgets/plot-view/empty-text", test_empty_text);
  g_test_add_func ("/widgets/plot-view/nodes-are-kept", test_nodes_are_kept);
  g_test_add_func ("/widgets/plot-view/hover-text", test_hover_text);
  return g_test_run ();
}
