/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The view-model: opening, settings, the restart while gamma is dragged, the reference run, the step shown. */
#include "config.h"

#include <math.h>

#include "eqp-test-solver.h"
#include "eqp-test-workspace.h"

static void
use_test_solver (EqpWorkspace *workspace)
{
  EqpSettings settings = *eqp_workspace_get_settings (workspace);

  settings.solver = &eqp_test_solver_method;
  settings.params.k = 3;
  eqp_workspace_set_settings (workspace, &settings);
}

static void
test_open_sample (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  const EqpMeasures *measures;
  EqpOpenSettings settings = { .solver = eqp_solver_find ("kmeans"), .run = TRUE };
  gint k;

  g_assert_null (eqp_workspace_get_dataset (workspace));
  eqp_workspace_open (workspace, "sample:digits", &settings);
  g_assert_true (eqp_workspace_is_loading (workspace));
  eqp_wait_until (eqp_workspace_get_measures (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 60);
  g_assert_cmpint (eqp_dataset_get_n (eqp_workspace_get_dataset (workspace)), ==, 1797);
  g_assert_cmpint (eqp_workspace_get_settings (workspace)->params.k, ==, 10);
  g_assert_nonnull (eqp_workspace_get_projection (workspace));
  g_assert_true (eqp_projection_is_plane (eqp_workspace_get_projection (workspace)));
  g_assert_nonnull (eqp_workspace_get_sizes (workspace, &k));
  g_assert_cmpint (k, ==, 10);
  g_assert_false (eqp_workspace_is_stale (workspace));
  measures = eqp_workspace_get_measures (workspace);
  g_assert_cmpfloat (measures->set.values[EQP_MEASURE_ACC], >, 0.5);
  g_assert_cmpint (measures->band.k, ==, eqp_workspace_get_settings (workspace)->params.k);
  /* What takes longer comes later. */
  eqp_wait_until ((measures = eqp_workspace_get_measures (workspace)) != NULL &&
                      eqp_measure_set_has (&measures->set, EQP_MEASURE_SILHOUETTE), 60);
  g_assert_cmpfloat (measures->set.values[EQP_MEASURE_SILHOUETTE], >, 0.0);
  g_assert_cmpfloat (measures->set.values[EQP_MEASURE_ACC], >, 0.5);
  g_assert_cmpint (eqp_test_failures, ==, 0);
}

/* A file that cannot be read leaves all as it was, with a sentence. */
static void
test_open_failure (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpDataset *before;

  eqp_workspace_open (workspace, "sample:iris", NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL, 20);
  before = eqp_workspace_get_dataset (workspace);
  eqp_workspace_open (workspace, "/nowhere/at/all.csv", NULL);
  eqp_wait_until (eqp_test_failures == 1, 20);
  g_assert_true (eqp_workspace_get_dataset (workspace) == before);
  g_assert_false (eqp_workspace_is_loading (workspace));
  g_assert_true (g_str_has_suffix (eqp_test_last_failure, "."));

  /* The newest call wins; one that is given up says nothing. */
  eqp_workspace_open (workspace, "/nowhere/at/all.csv", NULL);
  eqp_workspace_open (workspace, "sample:blobs", NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != before, 20);
  g_assert_cmpint (eqp_test_failures, ==, 1);
  g_assert_cmpint (eqp_dataset_get_n (eqp_workspace_get_dataset (workspace)), ==, 1000);
}

static void
test_cancel_loading (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();

  eqp_workspace_open (workspace, "sample:digits", NULL);
  eqp_workspace_cancel_loading (workspace);
  g_assert_false (eqp_workspace_is_loading (workspace));
  g_assert_true (eqp_test_workspace_is_at_rest (workspace));
  g_assert_false (eqp_workspace_can_cancel (workspace));
  for (int i = 0; i < 20; i++)
    {
      g_usleep (2000);
      g_main_context_iteration (NULL, FALSE);
    }
  g_assert_null (eqp_workspace_get_dataset (workspace));
  g_assert_cmpint (eqp_test_failures, ==, 0);
}

static void
test_gamma (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpSettings settings;
  double unit;

  eqp_workspace_take_dataset (workspace, eqp_test_rows_new (100, 2), NULL);
  use_test_solver (workspace);
  unit = eqp_workspace_get_gamma_unit (workspace);
  g_assert_cmpfloat (unit, >, 0.0);
  g_assert_cmpfloat_with_epsilon (eqp_workspace_get_gamma (workspace), unit, 1e-12 * unit);

  eqp_workspace_set_gamma (workspace, 0.1);
  g_assert_cmpfloat (eqp_workspace_get_gamma (workspace), ==, 0.1);
  g_assert_cmpfloat_with_epsilon (eqp_workspace_get_gamma_rel (workspace), 0.1 / unit, 1e-12);

  /* Settings that leave the unit alone leave the value typed in alone. */
  settings = *eqp_workspace_get_settings (workspace);
  settings.params.seed = 77;
  eqp_workspace_set_settings (workspace, &settings);
  g_assert_cmpfloat (eqp_workspace_get_gamma (workspace), ==, 0.1);

  /* The unit grows with K; the relative value stays. */
  settings.params.k = 6;
  eqp_workspace_set_settings (workspace, &settings);
  g_assert_cmpfloat_with_epsilon (eqp_workspace_get_gamma (workspace), 0.2, 1e-12);

  eqp_workspace_set_gamma_rel (workspace, 0.0);
  g_assert_cmpfloat (eqp_workspace_get_gamma (workspace), ==, 0.0);
  eqp_workspace_set_gamma (workspace, -1.0);
  eqp_workspace_set_gamma (workspace, (double) INFINITY);
  eqp_workspace_set_gamma_rel (workspace, (double) NAN);
  g_assert_cmpfloat (eqp_workspace_get_gamma (workspace), ==, 0.0);
}

/* However often gamma moves while a run is stopping, one run follows, with the newest value. */
static void
test_drag (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpLabels *before;

  eqp_test_solver_reset (1000000, 500);
  eqp_workspace_take_dataset (workspace, eqp_test_rows_new (50, 2), NULL);
  use_test_solver (workspace);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_labels (workspace) != NULL, 20);
  g_assert_cmpint (g_atomic_int_get (&eqp_test_solver.last_warm), ==, 0);
  before = eqp_workspace_get_labels (workspace);

  for (int i = 1; i <= 1000; i++)
    {
      eqp_workspace_set_gamma (workspace, i);
      eqp_workspace_start (workspace, EQP_START_WARM);
      g_assert_nonnull (eqp_workspace_get_labels (workspace));
    }
  eqp_wait_until (eqp_run_get_params (eqp_workspace_get_run (workspace))->gamma == 1000.0, 20);
  g_assert_cmpint (g_atomic_int_get (&eqp_test_solver.started), ==, 2);
  g_assert_cmpint (g_atomic_int_get (&eqp_test_solver.last_warm), ==, 1);
  g_assert_nonnull (before);

  eqp_workspace_stop (workspace);
  eqp_wait_until (!eqp_workspace_is_running (workspace), 20);
  g_assert_cmpint (g_atomic_int_get (&eqp_test_solver.started), ==, 2);
  g_assert_cmpint (eqp_test_failures, ==, 0);
}

/* A stop while the next start waits means that there is no next start. */
static void
test_stop_wins (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();

  eqp_test_solver_reset (1000000, 500);
  eqp_workspace_take_dataset (workspace, eqp_test_rows_new (50, 2), NULL);
  use_test_solver (workspace);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_workspace_stop (workspace);
  eqp_wait_until (!eqp_workspace_is_running (workspace), 20);
  g_assert_cmpint (g_atomic_int_get (&eqp_test_solver.started), ==, 1);
}

static void
test_steps (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  gint k;

  eqp_test_solver_reset (20, 0);
  eqp_workspace_take_dataset (workspace, eqp_test_rows_new (50, 2), NULL);
  use_test_solver (workspace);
  g_assert_cmpint (eqp_workspace_get_step (workspace), ==, -1);
  eqp_workspace_set_step (workspace, 3);
  g_assert_true (eqp_workspace_is_following (workspace));

  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (!eqp_workspace_is_running (workspace), 20);
  g_assert_cmpint (eqp_workspace_get_step (workspace), ==, 19);
  eqp_workspace_set_step (workspace, 4);
  g_assert_false (eqp_workspace_is_following (workspace));
  g_assert_cmpint (eqp_workspace_get_step (workspace), ==, 4);
  g_assert_cmpint (eqp_labels_get (eqp_workspace_get_labels (workspace), 0), ==, 4 % 3);
  g_assert_nonnull (eqp_workspace_get_sizes (workspace, &k));
  eqp_workspace_set_step (workspace, 0);
  g_assert_cmpint (eqp_workspace_get_step (workspace), ==, 0);
  eqp_workspace_set_step (workspace, 1000);
  g_assert_cmpint (eqp_workspace_get_step (workspace), ==, 19);

  /* A warm start goes on from the step that is looked at. */
  eqp_workspace_set_step (workspace, 5);
  eqp_workspace_start (workspace, EQP_START_WARM);
  eqp_wait_until (!eqp_workspace_is_running (workspace), 20);
  g_assert_cmpint (g_atomic_int_get (&eqp_test_solver.last_label), ==, 5 % 3);
  g_assert_true (eqp_workspace_is_following (workspace));
}

static void
count_cb (gpointer data)
{
  ++*(int *) data;
}

/* Starts that find nothing better are told of, and nothing else of the window is made anew for them. */
static void
test_restarts (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  int restarts_told = 0, steps_told = 0;
  gint first, restarts;
  EqpRun *run;

  eqp_workspace_take_dataset (workspace, eqp_test_rows_new (60, 2), NULL);
  use_test_solver (workspace);
  eqp_test_solver_reset (2, 0);
  g_atomic_int_set (&eqp_test_solver.restarts, G_MAXINT);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until ((run = eqp_workspace_get_run (workspace)) != NULL && eqp_run_get_n_steps (run) == 2, 20);

  first = eqp_run_get_restart (run, &restarts);
  g_signal_connect_swapped (workspace, "restart-changed", G_CALLBACK (count_cb), &restarts_told);
  g_signal_connect_swapped (workspace, "steps-changed", G_CALLBACK (count_cb), &steps_told);
  eqp_wait_until (restarts_told >= 3, 20);
  g_assert_cmpint (eqp_run_get_restart (run, &restarts), >=, first + 3);
  g_assert_cmpint (restarts, ==, G_MAXINT);
  g_assert_cmpint (steps_told, ==, 0);
  g_assert_true (eqp_workspace_is_running (workspace));

  eqp_workspace_stop (workspace);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
}

static void
test_reference (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpOpenSettings open = { .solver = eqp_solver_find ("bkm"), .has_gamma_rel = TRUE, .gamma_rel = 10.0, .run = TRUE };
  EqpSettings settings;
  const EqpMeasures *measures;
  EqpRun *reference;
  gint64 sum = 0;

  if (open.solver == NULL)
    {
      g_test_skip ("there is no balanced method");
      return;
    }
  eqp_workspace_open (workspace, "sample:blobs", &open);
  eqp_wait_until ((measures = eqp_workspace_get_measures (workspace)) != NULL && measures->references[EQP_REFERENCE_KMEANS].labels != NULL, 60);
  g_assert_cmpint (measures->references[EQP_REFERENCE_KMEANS].k, ==, 5);
  for (int i = 0; i < 5; i++)
    sum += measures->references[EQP_REFERENCE_KMEANS].sizes[i];
  g_assert_cmpint (sum, ==, 1000);
  reference = eqp_workspace_get_reference (workspace, EQP_REFERENCE_KMEANS);
  g_assert_nonnull (reference);

  /* Gamma does not change it, another seed does once its run is shown, and going back finds it again. */
  eqp_workspace_set_gamma_rel (workspace, 3.0);
  eqp_workspace_start (workspace, EQP_START_WARM);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
  g_assert_true (eqp_workspace_get_reference (workspace, EQP_REFERENCE_KMEANS) == reference);
  settings = *eqp_workspace_get_settings (workspace);
  settings.params.seed = 5;
  eqp_workspace_set_settings (workspace, &settings);
  g_assert_true (eqp_workspace_get_reference (workspace, EQP_REFERENCE_KMEANS) == reference);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
  g_assert_true (eqp_workspace_get_reference (workspace, EQP_REFERENCE_KMEANS) != reference);
  eqp_wait_until (eqp_workspace_get_reference (workspace, EQP_REFERENCE_KMEANS) != NULL, 20);
  settings.params.seed = 1;
  eqp_workspace_set_settings (workspace, &settings);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
  g_assert_true (eqp_workspace_get_reference (workspace, EQP_REFERENCE_KMEANS) == reference);

  /* Plain k-means is its own reference. */
  settings.solver = eqp_solver_find ("kmeans");
  eqp_workspace_set_settings (workspace, &settings);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
  g_assert_null (eqp_workspace_get_reference (workspace, EQP_REFERENCE_KMEANS));
}

static void
test_prepare (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpPreparation preparation = { .normalize = EQP_NORMALIZE_STANDARD, .pca = 2 };

  eqp_workspace_open (workspace, "sample:iris", NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 20);
  eqp_workspace_set_preparation (workspace, &preparation);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
  g_assert_cmpint (eqp_dataset_get_d (eqp_workspace_get_prepared (workspace)), ==, 2);
  g_assert_cmpint (eqp_dataset_get_d (eqp_workspace_get_dataset (workspace)), ==, 4);
  g_assert_cmpint (eqp_test_failures, ==, 0);

  preparation.pca = 99;
  eqp_workspace_set_preparation (workspace, &preparation);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
  g_assert_cmpint (eqp_workspace_get_preparation (workspace)->pca, <=, 4);
}

static void
test_projection (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpProjectionSpec spec = { .columns = TRUE, .x = 2, .y = 0 };
  EqpProjection *projection;
  EqpDataset *dataset;

  eqp_workspace_open (workspace, "sample:iris", NULL);
  eqp_wait_until (eqp_workspace_get_projection (workspace) != NULL, 20);
  eqp_workspace_set_projection_spec (workspace, &spec);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
  projection = eqp_workspace_get_projection (workspace);
  dataset = eqp_workspace_get_dataset (workspace);
  g_assert_cmpstr (eqp_projection_get_x_title (projection), ==, eqp_dataset_get_column_name (dataset, 2));
  for (gint64 i = 0; i < 150; i++)
    {
      g_assert_cmpfloat_with_epsilon (eqp_projection_get_xy (projection)[2 * i], eqp_dataset_get_value (dataset, i, 2), 1e-5);
      g_assert_cmpfloat_with_epsilon (eqp_projection_get_xy (projection)[2 * i + 1], eqp_dataset_get_value (dataset, i, 0), 1e-5);
    }
}

/* A single row spans no plane of principal components and is drawn all the same. */
static void
test_one_row (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();

  eqp_workspace_take_dataset (workspace, eqp_test_rows_new (1, 3), NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 20);
  g_assert_cmpint (eqp_test_failures, ==, 0);
  g_assert_nonnull (eqp_workspace_get_projection (workspace));
}

static void
test_one_column (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();

  eqp_workspace_take_dataset (workspace, eqp_test_rows_new (30, 1), NULL);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
  g_assert_nonnull (eqp_workspace_get_projection (workspace));
  g_assert_null (eqp_projection_get_y_title (eqp_workspace_get_projection (workspace)));
  eqp_workspace_take_dataset (workspace, eqp_test_rows_new (1, 1), NULL);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
  g_assert_cmpint (eqp_workspace_get_settings (workspace)->params.k, ==, 1);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 20);
  g_assert_cmpint (eqp_test_failures, ==, 0);
}

/* Threads may be reading, running, measuring and projecting; nothing keeps the workspace. */
static void
test_drop_busy (void)
{
  EqpWorkspace *workspace = eqp_test_workspace_new ();
  gpointer weak = workspace;

  eqp_test_solver_reset (1000000, 100);
  eqp_workspace_take_dataset (workspace, eqp_test_rows_new (2000, 20), NULL);
  use_test_solver (workspace);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_workspace_open (workspace, "sample:digits", NULL);
  eqp_wait_until (eqp_workspace_get_labels (workspace) != NULL || eqp_workspace_get_dataset (workspace) != NULL, 20);
  g_object_add_weak_pointer (G_OBJECT (workspace), &weak);
  g_object_unref (workspace);
  g_assert_null (weak);
  eqp_wait_until (g_atomic_int_get (&eqp_test_solver.ended) == g_atomic_int_get (&eqp_test_solver.started), 20);
}

int
main (int   argc,
      char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/workspace/open-sample", test_open_sample);
  g_test_add_func ("/session/workspace/open-failure", test_open_failure);
  g_test_add_func ("/session/workspace/cancel-loading", test_cancel_loading);
  g_test_add_func ("/session/workspace/gamma", test_gamma);
  g_test_add_func ("/session/workspace/drag", test_drag);
  g_test_add_func ("/session/workspace/stop-wins", test_stop_wins);
  g_test_add_func ("/session/workspace/steps", test_steps);
  g_test_add_func ("/session/workspace/restarts", test_restarts);
  g_test_add_func ("/session/workspace/reference", test_reference);
  g_test_add_func ("/session/workspace/prepare", test_prepare);
  g_test_add_func ("/session/workspace/projection", test_projection);
  g_test_add_func ("/session/workspace/one-row", test_one_row);
  g_test_add_func ("/session/workspace/one-column", test_one_column);
  g_test_add_func ("/session/workspace/drop-busy", test_drop_busy);
  status = g_test_run ();
  g_free (eqp_test_last_failure);
  return status;
}
