/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table with the results behind it: the cells of the file as they are, read back the same. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "eqp-result-table.h"
#include "eqp-test.h"

static const char table_text[] = "id;length;note;width;kind\n"
                                 "a-1;1,5;\"said \"\"x, y\"\"\";2;left\n"
                                 "a-2;1,25;plain;2,5;left\n"
                                 "b-1;8,5;;9;right\n"
                                 "b-2;8,75;last one;9,125;right\n"
                                 "b-3;9;x;9,5;right\n";

static EqpDataset *
load (const char *path)
{
  g_autoptr (GError) error = NULL;
  EqpDataset *dataset = eqp_dataset_load (path, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return dataset;
}

static char *
write_table (EqpDataset *dataset, const gint32 *labels, double gamma)
{
  const EqpResultTable table = { .opened = dataset, .prepared = dataset, .k = 2, .labels = labels, .gamma = gamma };
  g_autoptr (GOutputStream) stream = g_memory_output_stream_new_resizable ();
  g_autoptr (GError) error = NULL;

  g_assert_true (eqp_result_table_write (&table, stream, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_output_stream_close (stream, NULL, NULL));
  return g_strndup (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (stream)),
                    g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (stream)));
}

/* Also what is no feature, in its own spelling. */
static void
test_original (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "eqp-result-table.csv", NULL);
  const gint32 labels[] = { 0, 0, 1, 1, 1 };
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpOriginalRows) rows = NULL;
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;

  g_assert_true (g_file_set_contents (path, table_text, -1, NULL));
  dataset = load (path);
  g_assert_cmpint (eqp_dataset_get_n (dataset), ==, 5);
  rows = eqp_original_rows_read (dataset, NULL);
  g_assert_nonnull (rows);
  g_assert_cmpint (eqp_original_rows_get_identifier (rows), ==, 0);
  g_assert_cmpstr (eqp_original_rows_get_cell (rows, 3, 0), ==, "b-2");
  text = write_table (dataset, labels, 0.0);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 7);
  g_assert_cmpstr (lines[0], ==, "id,length,note,width,kind,cluster,second_choice,margin,price_paid");
  g_assert_true (g_str_has_prefix (lines[1], "a-1,\"1,5\",\"said \"\"x, y\"\"\",2,left,1,2,"));
  g_assert_true (g_str_has_prefix (lines[3], "b-1,\"8,5\",,9,right,2,1,"));
  g_assert_true (g_str_has_suffix (lines[5], ",0"));
  g_unlink (path);
}

/* Without a header columns are numbered, as everywhere. */
static void
test_no_header (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "eqp-result-no-header.csv", NULL);
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpOriginalRows) rows = NULL;

  g_assert_true (g_file_set_contents (path, "1.5,2\n1.25,3\n8,9.5\n", -1, NULL));
  dataset = load (path);
  rows = eqp_original_rows_read (dataset, NULL);
  g_assert_nonnull (rows);
  g_assert_cmpint (eqp_original_rows_get_n_columns (rows), ==, 2);
  g_assert_cmpstr (eqp_original_rows_get_title (rows, 0), ==, "column 1");
  g_assert_cmpstr (eqp_original_rows_get_title (rows, 1), ==, "column 2");
  g_assert_cmpstr (eqp_original_rows_get_cell (rows, 2, 1), ==, "9.5");
  g_assert_cmpint (eqp_original_rows_get_identifier (rows), ==, -1);
  g_unlink (path);
}

/* Rows that were left out since have no line, and the others keep theirs. */
static void
test_left_out (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "eqp-result-copies.csv", NULL);
  g_autoptr (EqpDataset) dataset = NULL, distinct = NULL;
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  g_autoptr (EqpOriginalRows) rows = NULL;

  g_assert_true (g_file_set_contents (path,
                                      "id,length,width\nann,1.5,2\nbob,1.5,2\ncid,8,9.5\ndan,1.5,2\neve,8.5,9.25\n",
                                      -1, NULL));
  dataset = load (path);
  edit->distinct = TRUE;
  distinct = eqp_dataset_edit (dataset, edit, NULL, NULL);
  g_assert_cmpint (eqp_dataset_get_n (distinct), ==, 3);
  rows = eqp_original_rows_read (distinct, NULL);
  g_assert_nonnull (rows);
  g_assert_cmpint (eqp_original_rows_get_identifier (rows), ==, 0);
  g_assert_cmpstr (eqp_original_rows_get_cell (rows, 0, 0), ==, "ann");
  g_assert_cmpstr (eqp_original_rows_get_cell (rows, 1, 0), ==, "cid");
  g_assert_cmpstr (eqp_original_rows_get_cell (rows, 2, 0), ==, "eve");
  g_unlink (path);
}

/* Vertices of a graph have a number, or a name. */
static void
test_graph (void)
{
  static const struct
  {
    const char *file, *text, *written;
  } cases[] = {
    { "eqp-result.graph", "4 3\n2\n1 3\n2 4\n3\n", "node,cluster,|\n1,1,|\n4,2," },
    { "eqp-result.csv", "source,target\nann,bob\nbob,cid\ncid,dan\n", "node,cluster,|\nann,1,|\ndan,2," },
  };
  const gint32 labels[] = { 0, 0, 1, 1 };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_filename (g_get_tmp_dir (), cases[i].file, NULL);
      g_auto (GStrv) parts = g_strsplit (cases[i].written, "|", -1);
      g_autoptr (EqpDataset) dataset = NULL;
      g_autofree char *text = NULL;

      g_assert_true (g_file_set_contents (path, cases[i].text, -1, NULL));
      dataset = load (path);
      text = write_table (dataset, labels, 0.0);
      for (guint at = 0; parts[at] != NULL; at++)
        if (strstr (text, parts[at]) == NULL)
          g_error ("“%s” is not in “%s”", parts[at], text);
      g_unlink (path);
    }
}

/* Without the file: the data as they were understood. Either way they are read back the same. */
static void
test_read_back (gconstpointer with_file)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "eqp-result-source.csv", NULL);
  g_autofree char *copy = g_build_filename (g_get_tmp_dir (), "eqp-result-copy.csv", NULL);
  g_autoptr (GString) source = g_string_new ("x,y,cluster,kind\n");
  g_autoptr (EqpDataset) dataset = NULL, again = NULL;
  g_autofree gint32 *labels = g_new (gint32, 60);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  for (int i = 0; i < 60; i++)
    {
      g_string_append_printf (source, "%d.%03d,%d.5,%d,%s\n", i % 7, (i * 37) % 1000, (i * i) % 11, 3 * i % 10, i % 2 == 0 ? "even" : "odd");
      labels[i] = i % 2;
    }
  g_assert_true (g_file_set_contents (path, source->str, -1, NULL));
  dataset = load (path);
  if (!GPOINTER_TO_INT (with_file))
    g_unlink (path);
  {
    const EqpResultTable table = { .opened = dataset, .prepared = dataset, .k = 2, .labels = labels, .gamma = 0.5 };

    g_assert_true (eqp_result_table_save (&table, copy, NULL, &error));
    g_assert_no_error (error);
  }
  again = load (copy);
  g_assert_cmpint (eqp_dataset_get_n (again), ==, 60);
  for (gint64 j = 0; j < eqp_dataset_get_d (dataset); j++)
    {
      gint64 other = 0;

      while (other < eqp_dataset_get_d (again) &&
             strcmp (eqp_dataset_get_column_name (again, other), eqp_dataset_get_column_name (dataset, j)) != 0)
        other++;
      g_assert_cmpint (other, <, eqp_dataset_get_d (again));
      for (gint64 i = 0; i < 60; i++)
        g_assert_cmpfloat (eqp_dataset_get_value (again, i, other), ==, eqp_dataset_get_value (dataset, i, j));
    }
  /* The name was taken; of the data as understood that column is "class". */
  g_assert_true (g_file_get_contents (copy, &text, NULL, NULL));
  g_assert_true (strstr (text, ",cluster_,second_choice,margin,price_paid\n") != NULL || !GPOINTER_TO_INT (with_file));
  g_unlink (path);
  g_unlink (copy);
}

/* A place where nothing can be written is told, and nothing is left behind. */
static void
test_no_place (void)
{
  const double values[] = { 0, 1, 5, 6 };
  const gint32 labels[] = { 0, 0, 1, 1 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 1, values);
  const EqpResultTable table = { .opened = dataset, .prepared = dataset, .k = 2, .labels = labels };
  g_autoptr (GError) error = NULL;

  g_assert_false (eqp_result_table_save (&table, "/nowhere/at/all.csv", NULL, &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "all.csv"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/result-table/original", test_original);
  g_test_add_func ("/session/result-table/left-out", test_left_out);
  g_test_add_func ("/session/result-table/no-header", test_no_header);
  g_test_add_data_func ("/session/result-table/read-back/file", GINT_TO_POINTER (TRUE), test_read_back);
  g_test_add_data_func ("/session/result-table/read-back/understood", GINT_TO_POINTER (FALSE), test_read_back);
  g_test_add_func ("/session/result-table/graph", test_graph);
  g_test_add_func ("/session/result-table/no-place", test_no_place);
  return g_test_run ();
}
