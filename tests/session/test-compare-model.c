/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs that are pinned, compared and linked: the cluster that is emphasized there and the one that is selected on
 * the Live page are the same rows, whichever is chosen, and matched at once or in a thread. */
#include "config.h"

#include "eqp-compare-model.h"

#include <glib/gstdio.h>

#include "eqp-test-workspace.h"

typedef struct
{
  EqpWorkspace    *workspace;
  EqpRunList      *list;
  EqpRowSelection *selection;
  EqpCompareModel *model;
  int              changed;  /* signals */
  int              selected;
} Fixture;

static void
count_cb (int *count)
{
  ++*count;
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  f->workspace = eqp_test_workspace_new ();
  f->list = eqp_run_list_new (f->workspace, NULL);
  f->selection = eqp_row_selection_new (f->workspace);
  f->model = eqp_compare_model_new (f->workspace, f->list, f->selection);
  g_signal_connect_swapped (f->model, "changed", G_CALLBACK (count_cb), &f->changed);
  g_signal_connect_swapped (f->model, "selection-changed", G_CALLBACK (count_cb), &f->selected);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  gpointer weak = f->list;

  g_object_add_weak_pointer (G_OBJECT (f->list), &weak);
  g_object_unref (f->model);
  g_object_unref (f->selection);
  g_object_unref (f->list);
  eqp_wait_until (weak == NULL, 20);
  g_object_unref (f->workspace);
}

static void
open_data (Fixture    *f,
           const char *data)
{
  eqp_workspace_open (f->workspace, data, NULL);
  eqp_wait_until (eqp_workspace_get_dataset (f->workspace) != NULL && eqp_test_workspace_is_at_rest (f->workspace), 30);
}

static void
run_pinned (Fixture    *f,
            const char *method,
            gint        k)
{
  guint n = eqp_run_list_get_n (f->list);
  int changed = f->changed;
  EqpSettings settings = *eqp_workspace_get_settings (f->workspace);

  settings.solver = eqp_solver_find (method);
  settings.params.k = k;
  eqp_workspace_set_settings (f->workspace, &settings);
  eqp_workspace_start (f->workspace, EQP_START_COLD);
  eqp_wait_until (eqp_test_workspace_is_at_rest (f->workspace) && eqp_run_list_get_n (f->list) > n, 30);
  g_assert_true (eqp_run_list_set_pinned (f->list, eqp_run_list_get (f->list, n), TRUE, NULL));
  eqp_wait_until (f->changed > changed, 30);
}

/* Whether a cluster of the run on the Live page has the rows of one of a run that is compared. */
static gboolean
are_same (Fixture *f,
          guint    place,
          gint     live,
          gint     cluster)
{
  EqpLabels *labels = eqp_workspace_get_labels (f->workspace);
  const EqpComparison *comparison = eqp_compare_model_get_comparison (f->model);

  for (gint64 i = 0; i < eqp_labels_get_n (labels); i++)
    if ((eqp_labels_get (labels, i) == live) != (eqp_labels_get (comparison->labels[place], i) == cluster))
      return FALSE;
  return TRUE;
}

/* Both ways, for each cluster; each change is told once, and what is the same is not told. */
static void
check_linked (Fixture *f,
              guint    place,
              gint     k)
{
  eqp_row_selection_clear (f->selection);
  for (gint c = 0; c < k; c++)
    {
      int selected = f->selected;

      eqp_row_selection_set_cluster (f->selection, c);
      eqp_wait_until (f->selected > selected && eqp_compare_model_get_cluster (f->model) >= 0, 20);
      g_assert_true (are_same (f, place, c, eqp_compare_model_get_cluster (f->model)));
    }
  eqp_compare_model_set_cluster (f->model, -1);
  eqp_wait_until (eqp_row_selection_get_cluster (f->selection) < 0, 20);
  for (gint c = 0; c < k; c++)
    {
      int selected = f->selected;

      eqp_compare_model_set_cluster (f->model, c);
      g_assert_cmpint (f->selected, ==, selected + 1);
      g_assert_cmpint (eqp_compare_model_get_cluster (f->model), ==, c);
      eqp_compare_model_set_cluster (f->model, c);
      g_assert_cmpint (f->selected, ==, selected + 1);
      eqp_wait_until (eqp_row_selection_get_cluster (f->selection) >= 0 &&
                      are_same (f, place, eqp_row_selection_get_cluster (f->selection), c), 20);
      g_assert_cmpint (eqp_compare_model_get_cluster (f->model), ==, c);
    }
}

static void
test_linked (Fixture       *f,
             gconstpointer  data)
{
  const EqpComparison *comparison;

  open_data (f, "sample:iris");
  g_assert_null (eqp_compare_model_get_comparison (f->model));
  eqp_row_selection_set_cluster (f->selection, 0);
  g_assert_cmpint (eqp_compare_model_get_cluster (f->model), ==, -1);
  run_pinned (f, "kmeans", 3);
  run_pinned (f, "bkm", 5);
  comparison = eqp_compare_model_get_comparison (f->model);
  g_assert_cmpuint (comparison->n_runs, ==, 2);
  g_assert_cmpuint (comparison->first, ==, 1);
  g_assert_cmpuint (comparison->second, ==, 0);
  for (guint r = 0; r < 2; r++)
    g_assert_true (eqp_compare_model_get_record (f->model, r) == eqp_run_list_get_pinned (f->list, r));
  check_linked (f, 1, 5);

  /* A row in place of the cluster. */
  eqp_compare_model_set_cluster (f->model, 2);
  f->selected = 0;
  eqp_compare_model_set_row (f->model, 7);
  g_assert_cmpint (f->selected, ==, 1);
  g_assert_cmpint (eqp_compare_model_get_row (f->model), ==, 7);
  g_assert_cmpint (eqp_row_selection_get_row (f->selection), ==, 7);
  g_assert_cmpint (eqp_compare_model_get_cluster (f->model), ==, -1);
  eqp_compare_model_set_cluster (f->model, 1);
  g_assert_cmpint (eqp_compare_model_get_row (f->model), ==, -1);

  /* Runs of before, whose numbers these have to take over; on the Live page they are others. */
  open_data (f, "sample:iris");
  g_assert_true (eqp_run_list_set_pinned (f->list, eqp_run_list_get (f->list, 1), TRUE, NULL));
  {
    EqpSettings settings = *eqp_workspace_get_settings (f->workspace);

    settings.params.seed = 5;
    eqp_workspace_set_settings (f->workspace, &settings);
  }
  run_pinned (f, "bkm", 5);
  check_linked (f, 1, 5);
  g_assert_false (are_same (f, 1, 0, 0) && are_same (f, 1, 1, 1) && are_same (f, 1, 2, 2));

  /* Other data have none of these clusters. */
  eqp_workspace_open (f->workspace, "sample:moons", NULL);
  eqp_wait_until (eqp_compare_model_get_comparison (f->model) == NULL, 20);
  g_assert_cmpint (eqp_compare_model_get_cluster (f->model), ==, -1);
  eqp_wait_until (eqp_test_workspace_is_at_rest (f->workspace), 20);
}

/* What rows change between, and nothing is left once nothing is pinned. */
static void
test_pair (Fixture       *f,
           gconstpointer  data)
{
  static const struct { guint first, second; gboolean taken; } pairs[] = {
    { 1, 0, FALSE }, { 0, 1, TRUE }, { 0, 1, FALSE }, { 3, 0, FALSE }, { 0, 3, FALSE }, { 2, 1, TRUE }, { 2, 0, TRUE },
  };
  guint first = 1, second = 0;

  eqp_compare_model_set_pair (f->model, 0, 0);
  open_data (f, "sample:iris");
  run_pinned (f, "kmeans", 3);
  run_pinned (f, "bkm", 3);
  run_pinned (f, "kmeans", 4);
  for (gsize p = 0; p < G_N_ELEMENTS (pairs); p++)
    {
      int changed = f->changed;

      eqp_compare_model_set_pair (f->model, pairs[p].first, pairs[p].second);
      if (pairs[p].taken)
        {
          eqp_wait_until (f->changed > changed, 20);
          first = pairs[p].first;
          second = pairs[p].second;
        }
      while (g_main_context_iteration (NULL, FALSE))
        ;
      g_assert_cmpint (f->changed, ==, changed + pairs[p].taken);
      g_assert_cmpuint (eqp_compare_model_get_comparison (f->model)->first, ==, first);
      g_assert_cmpuint (eqp_compare_model_get_comparison (f->model)->second, ==, second);
    }
  f->changed = 0;
  while (eqp_run_list_get_n_pinned (f->list) > 0)
    g_assert_true (eqp_run_list_set_pinned (f->list, eqp_run_list_get_pinned (f->list, 0), FALSE, NULL));
  eqp_wait_until (f->changed == 1, 20);
  g_assert_null (eqp_compare_model_get_comparison (f->model));
}

/* So many rows that clusters are matched in a thread. */
static void
test_thread (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *folder = g_dir_make_tmp ("eqp-compare-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "long.csv", NULL);

  for (int i = 0; i < 100100; i++)
    g_string_append_printf (text, "%d.5\n", i % 3 * 10 + i % 7 / 6);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  open_data (f, path);
  run_pinned (f, "kmeans", 3);
  check_linked (f, 0, 3);
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/session/compare-model/linked", Fixture, NULL, set_up, test_linked, tear_down);
  g_test_add ("/session/compare-model/pair", Fixture, NULL, set_up, test_pair, tear_down);
  g_test_add ("/session/compare-model/thread", Fixture, NULL, set_up, test_thread, tear_down);
  return g_test_run ();
}
