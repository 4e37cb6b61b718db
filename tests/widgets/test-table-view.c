/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table view: only what is on the screen is asked for, sideways too; rows have names; selection and notifications. */
#include "config.h"

#include "eqp-widgets-test.h"

#define TEST_TYPE_TABLE (test_table_get_type ())
G_DECLARE_FINAL_TYPE (TestTable, test_table, TEST, TABLE, GObject)

struct _TestTable
{
  GObject parent_instance;
  gint64  rows;
  gint64  columns;
  int     asked;
  gint64  last_column; /* the rightmost asked for */
  int     drawn;
  const char *amount;  /* of row 5; NULL: as the others */
};

static gint64
get_n_rows (EqpTableModel *model)
{
  return TEST_TABLE (model)->rows;
}

static gint64
get_n_columns (EqpTableModel *model)
{
  return TEST_TABLE (model)->columns;
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
  return g_strdup_printf ("c%" G_GINT64_FORMAT, column);
}

static double
get_width (EqpTableModel *model,
           gint64         column)
{
  return 8.0;
}

static double
get_align (EqpTableModel *model,
           gint64         column)
{
  return 1.0;
}

static char *
dup_text (EqpTableModel *model,
          gint64         row,
          gint64         column,
          EqpCellFlags  *flags)
{
  TestTable *self = TEST_TABLE (model);

  self->asked++;
  self->last_column = MAX (self->last_column, column);
  *flags = column == 0 ? EQP_CELL_MENU : EQP_CELL_DIM;
  return column == 1 ? NULL : g_strdup (row == 5 && self->amount != NULL ? self->amount : "7");
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
  g_assert_cmpint (column, ==, 1);
  TEST_TABLE (model)->drawn++;
}

static char *
dup_summary (EqpTableModel *model,
             gint64         row)
{
  return g_strdup_printf ("row %" G_GINT64_FORMAT, row);
}

static void
table_model_init (EqpTableModelInterface *iface)
{
  iface->get_n_rows = get_n_rows;
  iface->get_n_columns = get_n_columns;
  iface->get_n_frozen = get_n_frozen;
  iface->dup_title = dup_title;
  iface->get_width = get_width;
  iface->get_align = get_align;
  iface->dup_text = dup_text;
  iface->draw_cell = draw_cell;
  iface->dup_summary = dup_summary;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestTable, test_table, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EQP_TYPE_TABLE_MODEL, table_model_init))

static void
test_table_class_init (TestTableClass *klass)
{
}

static void
test_table_init (TestTable *self)
{
}

static TestTable *
table_new (gint64 rows,
           gint64 columns)
{
  TestTable *self = g_object_new (TEST_TYPE_TABLE, NULL);

  self->rows = rows;
  self->columns = columns;
  return self;
}

static void
test_virtual (void)
{
  g_autoptr (TestTable) table = table_new (1000000, 100000);
  GtkWidget *view = eqp_table_view_new ();
  GtkWidget *window = eqp_test_window (view, 500, 300);

  eqp_table_view_set_model (EQP_TABLE_VIEW (view), EQP_TABLE_MODEL (table));
  eqp_test_wait_frame (view);
  eqp_test_wait_frame (view);
  g_assert_cmpint (table->asked, >, 20);
  g_assert_cmpint (table->asked, <, 3000);
  g_assert_cmpint (table->drawn, >, 5);
  g_assert_cmpint (table->last_column, <, 20);

  eqp_table_view_scroll_to_column (EQP_TABLE_VIEW (view), 99000);
  eqp_test_wait_frame (view);
  g_assert_cmpint (table->last_column, >=, 99000);
  g_assert_cmpint (table->last_column, <, 99020);
  g_assert_cmpint (eqp_table_view_column_at (EQP_TABLE_VIEW (view), 2.0), ==, 0);
  g_assert_cmpint (eqp_table_view_column_at (EQP_TABLE_VIEW (view), 490.0), >=, 99000);
  eqp_test_destroy (window);
}

static void
test_empty (void)
{
  g_autoptr (TestTable) table = table_new (0, 0);
  GtkWidget *view = eqp_table_view_new ();
  GtkWidget *window = eqp_test_window (view, 300, 200);

  g_assert_cmpint (eqp_table_view_column_at (EQP_TABLE_VIEW (view), 5.0), ==, -1);
  eqp_table_view_set_model (EQP_TABLE_VIEW (view), EQP_TABLE_MODEL (table));
  eqp_test_wait_frame (view);
  g_assert_cmpint (table->asked, ==, 0);
  eqp_table_view_set_model (EQP_TABLE_VIEW (view), NULL);
  eqp_test_destroy (window);
}

static void
test_selection (void)
{
  g_autoptr (TestTable) table = table_new (50, 3);
  GtkWidget *view = eqp_table_view_new ();
  GtkWidget *window;
  GtkBitset *selection;
  int changes = 0, notified = 0;

  g_signal_connect_swapped (view, "notify::multiple", G_CALLBACK (eqp_test_count_cb), &notified);
  eqp_table_view_set_multiple (EQP_TABLE_VIEW (view), TRUE);
  eqp_table_view_set_multiple (EQP_TABLE_VIEW (view), TRUE);
  g_assert_cmpint (notified, ==, 1);
  window = eqp_test_window (view, 300, 200);
  eqp_table_view_set_model (EQP_TABLE_VIEW (view), EQP_TABLE_MODEL (table));
  g_assert_true (eqp_table_view_get_model (EQP_TABLE_VIEW (view)) == EQP_TABLE_MODEL (table));

  g_signal_connect_swapped (view, "selection-changed", G_CALLBACK (eqp_test_count_cb), &changes);
  eqp_table_view_select (EQP_TABLE_VIEW (view), 7);
  g_assert_cmpint (changes, ==, 1);
  selection = eqp_table_view_dup_selection (EQP_TABLE_VIEW (view));
  g_assert_cmpint (gtk_bitset_get_size (selection), ==, 1);
  g_assert_cmpint (gtk_bitset_get_nth (selection, 0), ==, 7);
  gtk_bitset_unref (selection);
  eqp_test_destroy (window);
}

/*
 * Cells that say something else are asked for again, and none is asked for by a frame in which nothing changed. The
 * window manager may yet give the window its focus or another state, which asks once more; a view that asks in every
 * frame never comes to rest.
 */
static void
test_changes (void)
{
  g_autoptr (TestTable) table = table_new (50, 3);
  GtkWidget *view = eqp_table_view_new ();
  GtkWidget *window = eqp_test_window (view, 300, 200);
  int asked = -1;

  eqp_table_view_set_model (EQP_TABLE_VIEW (view), EQP_TABLE_MODEL (table));
  eqp_test_wait_frame (view);
  for (int frame = 0; frame < 20 && table->asked != asked; frame++)
    {
      asked = table->asked;
      eqp_test_wait_frame (view);
    }
  g_assert_cmpint (table->asked, ==, asked);
  eqp_table_model_cells_changed (EQP_TABLE_MODEL (table));
  eqp_test_wait_frame (view);
  g_assert_cmpint (table->asked, >, asked);
  eqp_test_destroy (window);
}

static int
get_least_height (GtkWidget *view)
{
  int least;

  gtk_widget_measure (view, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  return least;
}

/* Room for as many rows as are asked for, and none for rows that are not there. */
static void
test_least_rows (void)
{
  g_autoptr (TestTable) table = table_new (1, 3);
  GtkWidget *view = eqp_table_view_new ();
  GtkWidget *window = eqp_test_window (view, 300, 200);
  int one, two;

  gtk_widget_set_size_request (view, -1, -1);
  eqp_table_view_set_model (EQP_TABLE_VIEW (view), EQP_TABLE_MODEL (table));
  one = get_least_height (view);
  eqp_table_view_set_least_rows (EQP_TABLE_VIEW (view), 4);
  g_assert_cmpint (get_least_height (view), ==, one);
  table->rows = 2;
  eqp_table_model_rows_changed (EQP_TABLE_MODEL (table));
  two = get_least_height (view);
  g_assert_cmpint (two, >, one);
  table->rows = 400;
  eqp_table_model_rows_changed (EQP_TABLE_MODEL (table));
  g_assert_cmpint (get_least_height (view), ==, one + 3 * (two - one));
  eqp_test_destroy (window);
}

/* A column of amounts is as wide as the longest of them, counted in letters. */
static void
test_fit_width (void)
{
  g_autoptr (TestTable) table = g_object_new (TEST_TYPE_TABLE, NULL);

  table->rows = 9;
  table->columns = 3;
  g_assert_cmpfloat (eqp_table_model_fit_width (EQP_TABLE_MODEL (table), 2, 9.0), ==, 9.0);
  table->amount = "547,554,051,624";
  g_assert_cmpfloat (eqp_table_model_fit_width (EQP_TABLE_MODEL (table), 2, 9.0), ==, 15.0);
  g_assert_cmpfloat (eqp_table_model_fit_width (EQP_TABLE_MODEL (table), 1, 9.0), ==, 9.0);
  table->amount = "8.49511×10¹²";
  g_assert_cmpfloat (eqp_table_model_fit_width (EQP_TABLE_MODEL (table), 2, 9.0), ==, 12.0);
}

int
main (int   argc,
      char *argv[])
{
  if (!eqp_widgets_test_init (&argc, &argv))
    return 0;
  g_test_add_func ("/widgets/table-view/fit-width", test_fit_width);
  g_test_add_func ("/widgets/table-view/virtual", test_virtual);
  g_test_add_func ("/widgets/table-view/empty", test_empty);
  g_test_add_func ("/widgets/table-view/selection", test_selection);
  g_test_add_func ("/widgets/table-view/changes", test_changes);
  g_test_add_func ("/widgets/table-view/least-rows", test_least_rows);
  return g_test_run ();
}
