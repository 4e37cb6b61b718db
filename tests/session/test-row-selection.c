/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of rows against plain arrays, and the one selection: rows stay over runs, a cluster is that of the run shown, both end with the
 * data, and nothing is told twice. */
#include "config.h"

#include "eqp-row-selection.h"

#include "eqp-test-workspace.h"
#include "eqp-test.h"

static void
test_rows (void)
{
  static const gint64 sizes[] = { 0, 1, 63, 64, 65, 128, 1000 };

  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gint64 n = sizes[s], count = 0, at = 0;
      g_autoptr (EqpRowSet) set = eqp_row_set_new (n);
      g_autoptr (EqpRowSet) same = eqp_row_set_new (n);
      g_autofree gboolean *in = g_new0 (gboolean, n + 1);

      eqp_row_set_add (set, -1);
      eqp_row_set_add (set, n);
      g_assert_cmpint (eqp_row_set_get_count (set), ==, 0);
      g_assert_cmpint (eqp_row_set_next (set, 0), ==, -1);
      for (gint64 i = 0; i < n; i++)
        if ((i * i + 3 * i) % 7 < 2 || i == n - 1)
          {
            in[i] = TRUE;
            count++;
            eqp_row_set_add (set, i);
            eqp_row_set_add (set, i);
          }
      g_assert_cmpint (eqp_row_set_get_count (set), ==, count);
      g_assert_cmpint (eqp_row_set_equal (set, same), ==, count == 0);
      for (gint64 i = 0; i < n; i++)
        {
          g_assert_cmpint (eqp_row_set_contains (set, i), ==, in[i]);
          if (!in[i])
            continue;
          at = eqp_row_set_next (set, at);
          g_assert_cmpint (at++, ==, i);
          eqp_row_set_add (same, i);
        }
      g_assert_cmpint (eqp_row_set_next (set, at), ==, -1);
      g_assert_false (eqp_row_set_contains (set, n));
      g_assert_true (eqp_row_set_equal (set, same));
    }
}

static void
count_cb (EqpRowSelection *selection,
          int          *count)
{
  (*count)++;
}

static EqpRowSet *
make_rows (gint64 n,
           gint64 from,
           gint64 to)
{
  EqpRowSet *rows = eqp_row_set_new (n);

  for (gint64 i = from; i < to; i++)
    eqp_row_set_add (rows, i);
  return rows;
}

static void
run (EqpWorkspace *workspace)
{
  EqpRun *before = eqp_workspace_get_run (workspace);

  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_run (workspace) != before && eqp_test_workspace_is_at_rest (workspace), 30);
}

static void
test_selection (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  g_autoptr (EqpRowSelection) selection = eqp_row_selection_new (workspace);
  int told = 0;
  gint64 counts[3] = { 0 };
  EqpSettings settings;
  gint k;

  g_signal_connect (selection, "changed", G_CALLBACK (count_cb), &told);
  /* Nothing is open. */
  eqp_row_selection_set_row (selection, 4);
  eqp_row_selection_take_rows (selection, make_rows (10, 0, 5));
  g_assert_true (eqp_row_selection_is_empty (selection));
  g_assert_cmpint (told, ==, 0);

  eqp_workspace_open (workspace, "sample:iris", NULL);
  eqp_wait_until (eqp_workspace_get_prepared (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 30);
  eqp_row_selection_set_row (selection, 4);
  eqp_row_selection_set_row (selection, 4);
  g_assert_cmpint (told, ==, 1);
  g_assert_cmpint (eqp_row_selection_get_row (selection), ==, 4);
  g_assert_cmpint (eqp_row_selection_get_cluster (selection), ==, -1);
  g_assert_false (eqp_row_selection_fill_counts (selection, 3, counts));
  eqp_row_selection_toggle_row (selection, 9);
  g_assert_cmpint (eqp_row_selection_get_count (selection), ==, 2);
  g_assert_cmpint (eqp_row_selection_get_row (selection), ==, -1);
  g_assert_true (eqp_row_selection_contains (selection, 4) && eqp_row_selection_contains (selection, 9));
  eqp_row_selection_toggle_row (selection, 4);
  g_assert_cmpint (eqp_row_selection_get_row (selection), ==, 9);
  eqp_row_selection_set_row (selection, 1000);
  g_assert_true (eqp_row_selection_is_empty (selection));

  eqp_test_workspace_set_method (workspace, "kmeans");
  run (workspace);
  eqp_row_selection_take_rows (selection, make_rows (150, 40, 60));
  g_assert_true (eqp_row_selection_fill_counts (selection, 3, counts));
  g_assert_cmpint (counts[0] + counts[1] + counts[2], ==, 20);
  for (gint c = 0; c < 3; c++)
    {
      gint64 count = 0;

      for (gint64 i = 40; i < 60; i++)
        count += eqp_labels_get (eqp_workspace_get_labels (workspace), i) == c;
      g_assert_cmpint (counts[c], ==, count);
    }
  run (workspace);
  g_assert_cmpint (eqp_row_selection_get_count (selection), ==, 20);

  eqp_row_selection_set_cluster (selection, 2);
  g_assert_null (eqp_row_selection_get_rows (selection));
  g_assert_cmpint (eqp_row_selection_get_count (selection), ==, eqp_workspace_get_sizes (workspace, &k)[2]);
  for (gint64 i = 0; i < 150; i++)
    g_assert_cmpint (eqp_row_selection_contains (selection, i), ==,
                     eqp_labels_get (eqp_workspace_get_labels (workspace), i) == 2);
  /* The rows of a cluster become rows. */
  for (k = 0; eqp_row_selection_contains (selection, k); k++)
    ;
  eqp_row_selection_toggle_row (selection, k);
  g_assert_cmpint (eqp_row_selection_get_cluster (selection), ==, -1);
  g_assert_cmpint (eqp_row_selection_get_count (selection), ==, eqp_workspace_get_sizes (workspace, &k)[2] + 1);

  /* A cluster that there is no more. */
  eqp_row_selection_set_cluster (selection, 2);
  settings = *eqp_workspace_get_settings (workspace);
  settings.params.k = 2;
  eqp_workspace_set_settings (workspace, &settings);
  run (workspace);
  g_assert_true (eqp_row_selection_is_empty (selection));

  eqp_row_selection_take_rows (selection, make_rows (150, 0, 3));
  eqp_row_selection_take_rows (selection, make_rows (150, 0, 0));
  g_assert_true (eqp_row_selection_is_empty (selection));
  eqp_row_selection_set_cluster (selection, 1);
  eqp_workspace_open (workspace, "sample:moons", NULL);
  eqp_wait_until (eqp_row_selection_is_empty (selection), 30);
}

/* Lists of rows stay with a cluster while rows are chosen from it. */
static void
test_within (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  g_autoptr (EqpRowSelection) selection = eqp_row_selection_new (workspace);
  gint64 inside = -1, outside = -1;

  eqp_workspace_open (workspace, "sample:iris", NULL);
  eqp_wait_until (eqp_workspace_get_prepared (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 30);
  eqp_test_workspace_set_method (workspace, "kmeans");
  run (workspace);
  for (gint64 i = 0; i < 150; i++)
    if (eqp_labels_get (eqp_workspace_get_labels (workspace), i) == 1)
      inside = i;
    else
      outside = i;

  eqp_row_selection_set_row (selection, inside);
  g_assert_cmpint (eqp_row_selection_get_within (selection), ==, -1);
  eqp_row_selection_toggle_cluster (selection, 1);
  g_assert_cmpint (eqp_row_selection_get_within (selection), ==, 1);
  eqp_row_selection_set_row (selection, inside);
  g_assert_cmpint (eqp_row_selection_get_cluster (selection), ==, -1);
  g_assert_cmpint (eqp_row_selection_get_within (selection), ==, 1);
  /* None of them is left. */
  eqp_row_selection_take_rows (selection, eqp_row_set_new (150));
  g_assert_cmpint (eqp_row_selection_get_cluster (selection), ==, 1);
  eqp_row_selection_set_row (selection, inside);
  eqp_row_selection_toggle_row (selection, outside);
  g_assert_cmpint (eqp_row_selection_get_within (selection), ==, -1);
  eqp_row_selection_set_cluster (selection, 1);
  eqp_row_selection_toggle_cluster (selection, 1);
  g_assert_true (eqp_row_selection_is_empty (selection));
  g_assert_cmpint (eqp_row_selection_get_within (selection), ==, -1);

  /* A row that is in another cluster now. */
  eqp_row_selection_set_cluster (selection, 1);
  eqp_row_selection_set_row (selection, inside);
  for (gint64 s = 0; s < eqp_run_get_n_steps (eqp_workspace_get_run (workspace)); s++)
    {
      gint within = eqp_row_selection_get_within (selection);

      eqp_workspace_set_step (workspace, s);
      if (eqp_labels_get (eqp_workspace_get_labels (workspace), inside) != 1)
        within = -1;
      g_assert_cmpint (eqp_row_selection_get_within (selection), ==, within);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/row-selection/rows", test_rows);
  g_test_add_func ("/session/row-selection/linked", test_selection);
  g_test_add_func ("/session/row-selection/within", test_within);
  return g_test_run ();
}
