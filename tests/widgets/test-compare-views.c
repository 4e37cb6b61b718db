/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plots of the Compare page: cursors by key, what is said of them, and tables that grow. */
#include "config.h"

#include "eqp-widgets-test.h"

static const gint64 even[] = { 20, 20, 20 }, uneven[] = { 5, 15, 40 };
static const gint64 table[] = { 18, 2, 0, 0, 20, 0, 3, 0, 17 };

static void
activated_cb (gpointer view,
              int      cluster,
              int     *place)
{
  *place = cluster;
}

static void
test_sizes (void)
{
  EqpPlotView *view = EQP_PLOT_VIEW (g_object_ref_sink (eqp_compare_sizes_view_new ()));
  EqpCompareSizesModel model = { .n_runs = 2, .k = 3, .gap = 12.0 };
  int cluster = -1;

  model.sizes[0] = even;
  model.sizes[1] = uneven;
  model.names[0] = "Balanced";
  model.names[1] = "Plain";
  eqp_compare_sizes_view_set_model (EQP_COMPARE_SIZES_VIEW (view), &model);
  g_assert_cmpstr (eqp_plot_view_get_summary (view), ==, "Balanced: sizes 20 to 20. Plain: sizes 5 to 40.");
  g_signal_connect (view, "cluster-activated", G_CALLBACK (activated_cb), &cluster);
  eqp_test_move (view, GTK_MOVEMENT_BUFFER_ENDS, 1, 0);
  g_assert_cmpstr (eqp_plot_view_get_hover_text (view), ==, "Cluster 3\nBalanced: 20\nPlain: 40");
  eqp_test_move (view, GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  eqp_test_move (view, GTK_MOVEMENT_VISUAL_POSITIONS, -1, 0);
  EQP_PLOT_VIEW_GET_CLASS (view)->activate (view);
  g_assert_cmpint (cluster, ==, 1);

  /* Fewer clusters, and none. */
  model.k = 1;
  eqp_compare_sizes_view_set_model (EQP_COMPARE_SIZES_VIEW (view), &model);
  g_assert_null (eqp_plot_view_get_hover_text (view));
  model.n_runs = 0;
  eqp_compare_sizes_view_set_model (EQP_COMPARE_SIZES_VIEW (view), &model);
  g_assert_true (EQP_PLOT_VIEW_GET_CLASS (view)->is_empty (view));
  g_assert_finalize_object (view);
}

static void
cell_cb (gpointer view,
         int      first,
         int      second,
         int     *cell)
{
  cell[0] = first;
  cell[1] = second;
}

static void
test_contingency (void)
{
  GtkWidget *widget = eqp_contingency_view_new ();
  EqpPlotView *view = EQP_PLOT_VIEW (widget);
  EqpContingencyModel model = { 3, table, "Plain", "Balanced" };
  GtkWidget *window = eqp_test_window (widget, 400, 300);
  int cell[2] = { -1, -1 };

  eqp_contingency_view_set_model (EQP_CONTINGENCY_VIEW (widget), &model);
  eqp_test_wait_frame (widget);
  g_signal_connect (view, "cell-activated", G_CALLBACK (cell_cb), cell);
  eqp_test_move (view, GTK_MOVEMENT_VISUAL_POSITIONS, 1, 0);
  g_assert_cmpstr (eqp_plot_view_get_hover_text (view), ==, "18 rows stay in cluster 1");
  eqp_test_move (view, GTK_MOVEMENT_VISUAL_POSITIONS, 0, -1);
  eqp_test_move (view, GTK_MOVEMENT_VISUAL_POSITIONS, 0, -1);
  eqp_test_move (view, GTK_MOVEMENT_VISUAL_POSITIONS, 0, -1);
  g_assert_cmpstr (eqp_plot_view_get_hover_text (view), ==, "3 rows change from cluster 3 to 1");
  EQP_PLOT_VIEW_GET_CLASS (view)->activate (view);
  g_assert_cmpint (cell[0], ==, 2);
  g_assert_cmpint (cell[1], ==, 0);
  eqp_contingency_view_set_selected (EQP_CONTINGENCY_VIEW (widget), 2, 0);
  eqp_test_wait_frame (widget);
  eqp_contingency_view_set_model (EQP_CONTINGENCY_VIEW (widget), NULL);
  eqp_contingency_view_set_selected (EQP_CONTINGENCY_VIEW (widget), 2, 0);
  eqp_test_wait_frame (widget);
  g_assert_null (eqp_plot_view_get_hover_text (view));
  eqp_test_destroy (window);
}

/* ---- A table that grows ----------------------------------------------------------------------------------------- */

typedef struct
{
  GObject parent_instance;
  gint64  n;
} GrowingTable;

typedef GObjectClass GrowingTableClass;

static GType growing_table_get_type (void);

static gint64
get_n_rows (EqpTableModel *model)
{
  return ((GrowingTable *) model)->n;
}

static gint64
get_n_columns (EqpTableModel *model)
{
  return 3;
}

static int
get_n_frozen (EqpTableModel *model)
{
  return 1;
}

static char *
dup_title (EqpTableModel *model,
           gint64         column)
{
  return g_strdup (column == 1 ? "say \"x\"" : "c");
}

static double
get_width (EqpTableModel *model,
           gint64         column)
{
  return 6.0;
}

static double
get_align (EqpTableModel *model,
           gint64         column)
{
  return 0.0;
}

static char *
dup_text (EqpTableModel *model,
          gint64         row,
          gint64         column,
          EqpCellFlags  *flags)
{
  if (column == 0)
    *flags = EQP_CELL_TOGGLE;
  return column == 0 ? NULL : g_strdup_printf ("%d,%d", (int) row, (int) column);
}

static char *
dup_exact (EqpTableModel *model,
           gint64         row,
           gint64         column)
{
  return column == 2 ? g_strdup ("0.5") : NULL;
}

static void
draw_cell (EqpTableModel  *model,
           gint64          row,
           gint64          column,
           cairo_t        *cr,
           double          width,
           double          height,
           const EqpStyle *style)
{
}

static char *
dup_summary (EqpTableModel *model,
             gint64         row)
{
  return g_strdup_printf ("row %d", (int) row);
}

static void
table_init (EqpTableModelInterface *iface)
{
  iface->get_n_rows = get_n_rows;
  iface->get_n_columns = get_n_columns;
  iface->get_n_frozen = get_n_frozen;
  iface->dup_title = dup_title;
  iface->get_width = get_width;
  iface->get_align = get_align;
  iface->dup_text = dup_text;
  iface->dup_exact = dup_exact;
  iface->draw_cell = draw_cell;
  iface->dup_summary = dup_summary;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (GrowingTable, growing_table, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EQP_TYPE_TABLE_MODEL, table_init))

static void
growing_table_class_init (GrowingTableClass *klass)
{
}

static void
growing_table_init (GrowingTable *self)
{
}

/* What is selected stays selected as long as its row is there. */
static void
test_growing (void)
{
  GrowingTable *model = g_object_new (growing_table_get_type (), NULL);
  GtkWidget *view = eqp_table_view_new ();
  GtkWidget *window = eqp_test_window (view, 300, 200);
  g_autofree char *csv = NULL;

  model->n = 2;
  eqp_table_view_set_model (EQP_TABLE_VIEW (view), EQP_TABLE_MODEL (model));
  eqp_table_view_select (EQP_TABLE_VIEW (view), 1);
  model->n = 500;
  eqp_table_model_rows_changed (EQP_TABLE_MODEL (model));
  eqp_test_wait_frame (view);
  g_assert_cmpint (eqp_table_model_get_n_rows (eqp_table_view_get_model (EQP_TABLE_VIEW (view))), ==, 500);
  for (int round = 0; round < 2; round++)
    {
      g_autoptr (GtkBitset) selection = eqp_table_view_dup_selection (EQP_TABLE_VIEW (view));

      g_assert_cmpint (gtk_bitset_get_size (selection), ==, round == 0 ? 1 : 0);
      if (round == 0)
        g_assert_true (gtk_bitset_contains (selection, 1));
      model->n = 1;
      eqp_table_model_rows_changed (EQP_TABLE_MODEL (model));
      eqp_test_wait_frame (view);
    }
  /* Drawn columns are left out, commas and quotes are quoted, exact cells come as they are. */
  csv = eqp_table_model_dup_csv (EQP_TABLE_MODEL (model));
  g_assert_cmpstr (csv, ==, "\"say \"\"x\"\"\",c\n\"0,1\",0.5\n");
  eqp_test_destroy (window);
  g_assert_finalize_object (model);
}

int
main (int   argc,
      char *argv[])
{
  if (!eqp_widgets_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/widgets/compare-views/sizes", test_sizes);
  g_test_add_func ("/widgets/compare-views/contingency", test_contingency);
  g_test_add_func ("/widgets/compare-views/growing-table", test_growing);
  return g_test_run ();
}
