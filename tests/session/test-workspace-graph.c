/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view-model with the graph family: the graph it builds, keeps and waits for, its gamma, its outlines and views. */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>

#include "eqp-row-names.h"
#include "eqp-test-solver.h"
#include "eqp-test-workspace.h"

static void
set_neighbors (EqpWorkspace *workspace,
               gint          neighbors)
{
  EqpSettings settings = *eqp_workspace_get_settings (workspace);

  settings.params.neighbors = neighbors;
  eqp_workspace_set_settings (workspace, &settings);
}

/* Built once, shared by methods and runs, kept for going back to; gamma's unit is that of the graph. */
static void
test_graph (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpOpenSettings open = { .solver = eqp_solver_find ("bmincut"), .run = TRUE };
  EqpGraph *graph, *other;
  double unit, weight;

  eqp_workspace_open (workspace, "sample:blobs", &open);
  eqp_wait_until (eqp_workspace_get_labels (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 60);
  graph = eqp_workspace_get_graph (workspace);
  g_assert_nonnull (graph);
  g_assert_true (eqp_run_get_graph (eqp_workspace_get_run (workspace)) == graph);
  g_assert_false (eqp_workspace_is_stale (workspace));
  unit = eqp_workspace_get_gamma_unit (workspace);
  weight = eqp_graph_get_total_weight (graph);
  g_assert_cmpfloat_with_epsilon (unit, 5.0 * weight / 1e6, 1e-9 * unit);
  g_assert_cmpfloat_with_epsilon (eqp_run_get_params (eqp_workspace_get_run (workspace))->gamma, unit, 1e-12);

  /* Another method on the same graph; another family keeps the relative gamma. */
  eqp_workspace_set_gamma_rel (workspace, 2.5);
  eqp_test_workspace_set_method (workspace, "ncut");
  g_assert_true (eqp_workspace_get_graph (workspace) == graph);
  eqp_test_workspace_set_method (workspace, "bkm");
  g_assert_cmpfloat (eqp_workspace_get_gamma_rel (workspace), ==, 2.5);
  g_assert_cmpfloat (eqp_workspace_get_gamma_unit (workspace), !=, unit);
  eqp_test_workspace_set_method (workspace, "bmincut");
  g_assert_cmpfloat (eqp_workspace_get_gamma_rel (workspace), ==, 2.5);
  g_assert_cmpfloat_with_epsilon (eqp_workspace_get_gamma (workspace), 2.5 * unit, 1e-12);

  /* Other settings, another graph, and the run shown is not the one they would give. */
  set_neighbors (workspace, 8);
  g_assert_null (eqp_workspace_get_graph (workspace));
  g_assert_true (eqp_workspace_get_drawn_graph (workspace) == graph);
  g_assert_false (eqp_workspace_knows_gamma_unit (workspace));
  eqp_wait_until (eqp_workspace_get_graph (workspace) != NULL, 20);
  other = eqp_workspace_get_graph (workspace);
  g_assert_true (other != graph);
  g_assert_true (eqp_workspace_is_stale (workspace));
  g_assert_cmpfloat (eqp_workspace_get_gamma_rel (workspace), ==, 2.5);
  set_neighbors (workspace, 5);
  g_assert_true (eqp_workspace_get_graph (workspace) == graph);
  set_neighbors (workspace, 8);
  g_assert_true (eqp_workspace_get_graph (workspace) == other);
  g_assert_cmpint (eqp_test_failures, ==, 0);
}

/* Going back to a preparation finds its graph again. */
static void
test_graph_preparation (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpPreparation plain = { 0 }, standard = { .normalize = EQP_NORMALIZE_STANDARD };
  EqpGraph *graph, *other;

  eqp_workspace_open (workspace, "sample:iris", NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL, 20);
  eqp_test_workspace_set_method (workspace, "ncut");
  eqp_wait_until (eqp_workspace_get_graph (workspace) != NULL, 20);
  graph = eqp_workspace_get_graph (workspace);
  eqp_workspace_set_preparation (workspace, &standard);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace) && eqp_workspace_get_graph (workspace) != NULL, 20);
  other = eqp_workspace_get_graph (workspace);
  g_assert_true (other != graph);
  eqp_workspace_set_preparation (workspace, &plain);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
  g_assert_true (eqp_workspace_get_graph (workspace) == graph);
}

/* A spin button held down: nothing is built before it rests, and then the last one. */
static void
test_graph_newest (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  int changes = 0;

  eqp_workspace_open (workspace, "sample:digits", NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 20);
  eqp_test_workspace_set_method (workspace, "bmincut");
  eqp_wait_until (eqp_workspace_get_graph (workspace) != NULL, 20);
  for (int neighbors = 6; neighbors <= 30; neighbors++)
    {
      EqpGraph *before = eqp_workspace_get_graph (workspace);

      set_neighbors (workspace, neighbors);
      g_main_context_iteration (NULL, FALSE);
      changes += eqp_workspace_get_graph (workspace) != NULL && eqp_workspace_get_graph (workspace) != before;
    }
  eqp_wait_until (eqp_workspace_get_graph (workspace) != NULL, 20);
  g_assert_cmpint (changes, ==, 0);
  g_assert_cmpint (eqp_graph_get_n_edges (eqp_workspace_get_graph (workspace)), >=, 30 * 1797 / 2);
  g_assert_false (eqp_workspace_is_building_graph (workspace));
}

/* A run waits for its graph; what is set meanwhile counts, and stop and cancel are heard. */
static void
test_graph_wait (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  double fraction;
  const char *what;

  eqp_workspace_take_dataset (workspace, eqp_test_rows_new (12000, 40), NULL);
  eqp_test_workspace_set_method (workspace, "bmincut");
  eqp_workspace_start (workspace, EQP_START_COLD);
  g_assert_true (eqp_workspace_is_running (workspace));
  g_assert_true (eqp_workspace_is_busy (workspace, &fraction, &what));
  g_assert_true (eqp_workspace_can_cancel (workspace));
  eqp_workspace_set_gamma_rel (workspace, 7.0);
  eqp_workspace_stop (workspace);
  g_assert_false (eqp_workspace_is_running (workspace));
  g_assert_true (eqp_workspace_is_building_graph (workspace));

  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_workspace_cancel_busy (workspace);
  g_assert_false (eqp_workspace_is_running (workspace));
  g_assert_false (eqp_workspace_is_building_graph (workspace));
  eqp_test_workspace_set_method (workspace, "bmincut");
  g_assert_false (eqp_workspace_is_building_graph (workspace));

  /* Asked for again, and left by another method: that one runs at once. */
  eqp_workspace_start (workspace, EQP_START_COLD);
  g_assert_true (eqp_workspace_is_building_graph (workspace));
  eqp_test_workspace_set_method (workspace, "kmeans");
  eqp_wait_until (eqp_workspace_get_run (workspace) != NULL, 20);
  g_assert_cmpstr (eqp_run_get_solver (eqp_workspace_get_run (workspace))->id, ==, "kmeans");
  eqp_workspace_stop (workspace);

  eqp_test_workspace_set_method (workspace, "bmincut");
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_run_get_solver (eqp_workspace_get_run (workspace))->family == EQP_FAMILY_GRAPH, 60);
  g_assert_cmpfloat_with_epsilon (eqp_run_get_params (eqp_workspace_get_run (workspace))->gamma, 7.0 * eqp_workspace_get_gamma_unit (workspace), 1e-9);
  eqp_workspace_stop (workspace);
  eqp_wait_until (!eqp_workspace_is_running (workspace), 20);
  g_assert_cmpint (eqp_test_failures, ==, 0);
}

/* A raw gamma given before its unit is known is the one that holds. */
static void
test_graph_raw_gamma (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpOpenSettings open = { .solver = eqp_solver_find ("bmincut"), .has_gamma = TRUE, .gamma = 0.0166, .run = TRUE };

  eqp_workspace_open (workspace, "sample:digits", &open);
  eqp_wait_until (eqp_workspace_get_labels (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 60);
  g_assert_cmpfloat (eqp_workspace_get_gamma (workspace), ==, 0.0166);
  g_assert_cmpfloat (eqp_run_get_params (eqp_workspace_get_run (workspace))->gamma, ==, 0.0166);
  g_assert_cmpfloat_with_epsilon (eqp_workspace_get_gamma_rel (workspace), 0.0166 / eqp_workspace_get_gamma_unit (workspace), 1e-12);
}

/* Every method on data with few rows, with duplicates only, in pieces: a result or a sentence. */
static void
test_graph_odd_data (void)
{
  const double same[20] = { 0.0 }, pieces[] = { 0.0, 1e-9, 2e-9, 1e9, 1.1e9, 1.2e9, -1e9, -1.1e9, -1.2e9, -1.3e9 };
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);

  for (gsize i = 0; i < n_solvers; i++)
    for (int kind = 0; kind < 4; kind++)
      {
        g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
        EqpOpenSettings open = { .solver = solvers[i], .k = kind == 0 ? 1 : 3, .run = TRUE };
        EqpDataset *dataset = kind == 0 ? eqp_test_rows_new (1, 2) : kind == 1 ? eqp_test_dataset (20, 1, same) : kind == 2 ? eqp_test_dataset (10, 1, pieces) : eqp_test_rows_new (3, 2);

        eqp_workspace_take_dataset (workspace, dataset, &open);
        eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 60);
        if (eqp_workspace_get_labels (workspace) == NULL)
          {
            g_assert_cmpint (eqp_test_failures, >, 0);
            g_assert_true (g_str_has_suffix (eqp_test_last_failure, "."));
          }
        g_assert_true (isfinite (eqp_workspace_get_gamma (workspace)));
        if (eqp_workspace_get_step (workspace) >= 0)
          g_assert_true (isfinite (eqp_run_get_step (eqp_workspace_get_run (workspace), eqp_workspace_get_step (workspace))->data_term));
      }
}

static void
test_graph_bad_settings (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpSettings settings;

  eqp_workspace_take_dataset (workspace, eqp_test_rows_new (50, 2), NULL);
  eqp_test_workspace_set_method (workspace, "bmincut");
  eqp_wait_until (eqp_workspace_get_graph (workspace) != NULL, 20);
  settings = *eqp_workspace_get_settings (workspace);
  settings.params.scale = 0.0;
  eqp_workspace_set_settings (workspace, &settings);
  eqp_wait_until (eqp_workspace_get_graph_error (workspace) != NULL, 20);
  g_assert_true (g_str_has_suffix (eqp_workspace_get_graph_error (workspace), "."));
  g_assert_null (eqp_workspace_get_drawn_graph (workspace));
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_test_failures == 1, 20);
  g_assert_false (eqp_workspace_is_running (workspace));
  settings.params.scale = 1.0;
  eqp_workspace_set_settings (workspace, &settings);
  eqp_wait_until (eqp_workspace_get_graph (workspace) != NULL, 20);
  g_assert_null (eqp_workspace_get_graph_error (workspace));
}

/* Both outlines, whichever family is shown, and none of the method itself. */
static void
test_references (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpOpenSettings open = { .solver = eqp_solver_find ("bmincut"), .run = TRUE };
  const EqpMeasures *measures;

  eqp_workspace_open (workspace, "sample:blobs", &open);
  eqp_wait_until ((measures = eqp_workspace_get_measures (workspace)) != NULL && measures->references[EQP_REFERENCE_MINCUT].labels != NULL, 60);
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    {
      gint64 sum = 0;

      for (int i = 0; i < 5; i++)
        sum += measures->references[which].sizes[i];
      g_assert_cmpint (measures->references[which].k, ==, 5);
      g_assert_cmpint (sum, ==, 1000);
    }
  eqp_test_workspace_set_method (workspace, "mincut");
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (!eqp_workspace_is_running (workspace), 20);
  g_assert_null (eqp_workspace_get_reference (workspace, EQP_REFERENCE_MINCUT));
  g_assert_nonnull (eqp_workspace_get_reference (workspace, EQP_REFERENCE_KMEANS));

  /* For the k-means family the graph is made for the outline alone, where that is quick. */
  eqp_workspace_take_dataset (workspace, eqp_test_rows_new (300, 3), NULL);
  eqp_test_workspace_set_method (workspace, "bkm");
  g_assert_null (eqp_workspace_get_graph (workspace));
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_reference (workspace, EQP_REFERENCE_MINCUT) != NULL, 30);
  g_assert_null (eqp_workspace_get_drawn_graph (workspace));
  eqp_workspace_set_show_graph (workspace, TRUE);
  g_assert_nonnull (eqp_workspace_get_drawn_graph (workspace));
  /* One that was given up is built when it is to be seen. */
  eqp_test_workspace_set_method (workspace, "mincut");
  eqp_workspace_set_show_graph (workspace, FALSE);
  set_neighbors (workspace, 40);
  g_assert_true (eqp_workspace_is_building_graph (workspace));
  eqp_workspace_cancel_busy (workspace);
  g_assert_false (eqp_workspace_is_building_graph (workspace));
  eqp_workspace_set_show_graph (workspace, TRUE);
  eqp_wait_until (eqp_workspace_get_drawn_graph (workspace) != NULL, 30);
  g_assert_cmpint (eqp_test_failures, ==, 0);
}

/* Spectral coordinates wait for the graph and follow it; neighbors stand close together. */
static void
test_spectral (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpProjectionSpec spec = { .spectral = TRUE, .y = 1 };
  EqpProjection *plane, *first;

  eqp_workspace_open (workspace, "sample:blobs", NULL);
  eqp_wait_until (eqp_workspace_get_projection (workspace) != NULL, 20);
  plane = eqp_workspace_get_projection (workspace);
  eqp_workspace_set_projection_spec (workspace, &spec);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace) && eqp_workspace_get_projection (workspace) != plane, 20);
  first = eqp_workspace_get_projection (workspace);
  for (gint64 i = 0; i < 2000; i++)
    g_assert_true (isfinite (eqp_projection_get_xy (first)[i]));
  set_neighbors (workspace, 9);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace) && eqp_workspace_get_projection (workspace) != first, 20);
  g_assert_cmpint (eqp_test_failures, ==, 0);
}

/* Data that are a graph: nothing to build, no columns, and a sentence from the methods that need some. */
static void
test_graph_data (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpOpenSettings open = { .run = TRUE };

  eqp_workspace_open (workspace, "sample:karate", &open);
  eqp_wait_until (eqp_workspace_get_labels (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 30);
  g_assert_cmpint (eqp_workspace_get_settings (workspace)->solver->family, ==, EQP_FAMILY_GRAPH);
  g_assert_true (eqp_workspace_get_graph (workspace) == eqp_dataset_get_graph (eqp_workspace_get_dataset (workspace)));
  g_assert_nonnull (eqp_workspace_get_projection (workspace));
  eqp_wait_until (eqp_workspace_get_reference (workspace, EQP_REFERENCE_MINCUT) != NULL, 30);
  g_assert_null (eqp_workspace_get_reference (workspace, EQP_REFERENCE_KMEANS));
  eqp_test_workspace_set_method (workspace, "bkm");
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_test_failures == 1 && eqp_test_workspace_is_at_rest (workspace), 30);
}

/* Nodes are called what the file calls them, from the moment it is open. */
static void
test_node_names (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  g_autoptr (EqpRowNames) names = eqp_row_names_new (workspace);
  g_auto (GStrv) drawn = NULL;
  g_autofree char *folder = g_dir_make_tmp ("eqp-names-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "friends.tsv", NULL);

  g_assert_true (g_file_set_contents (path, "From\tTo\nann\tbob\nbob\tcid\n", -1, NULL));
  g_assert_null (eqp_row_names_get (names, 0));
  eqp_workspace_open (workspace, path, NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL, 20);
  g_assert_cmpstr (eqp_row_names_get (names, 1), ==, "bob");
  g_assert_null (eqp_row_names_get (names, 3));
  drawn = eqp_vertices_dup_names (eqp_workspace_get_dataset (workspace));
  g_assert_cmpuint (g_strv_length (drawn), ==, 3);
  g_assert_cmpstr (drawn[2], ==, "cid");
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
  g_remove (path);
  g_rmdir (folder);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/workspace-graph/built-once", test_graph);
  g_test_add_func ("/session/workspace-graph/node-names", test_node_names);
  g_test_add_func ("/session/workspace-graph/preparation", test_graph_preparation);
  g_test_add_func ("/session/workspace-graph/newest", test_graph_newest);
  g_test_add_func ("/session/workspace-graph/wait", test_graph_wait);
  g_test_add_func ("/session/workspace-graph/raw-gamma", test_graph_raw_gamma);
  g_test_add_func ("/session/workspace-graph/odd-data", test_graph_odd_data);
  g_test_add_func ("/session/workspace-graph/bad-settings", test_graph_bad_settings);
  g_test_add_func ("/session/workspace-graph/references", test_references);
  g_test_add_func ("/session/workspace-graph/spectral", test_spectral);
  g_test_add_func ("/session/workspace-graph/data", test_graph_data);
  status = g_test_run ();
  g_free (eqp_test_last_failure);
  return status;
}
