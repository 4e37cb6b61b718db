/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run controller: states, cancelling, being dropped while it works, nothing lost on the way. */
#include "config.h"

#include "eqp-run.h"

#include "eqp-test-loop.h"
#include "eqp-test-solver.h"

static int overs;

static void
count_over_cb (EqpRun *run)
{
  overs++;
}

static EqpRun *
run_new (EqpDataset *dataset,
         EqpLabels  *initial)
{
  EqpRun *run = eqp_run_new ();
  EqpParams params = eqp_params_default ();

  params.k = 3;
  overs = 0;
  g_signal_connect (run, "pending", G_CALLBACK (eqp_run_drain), NULL);
  g_signal_connect (run, "over", G_CALLBACK (count_over_cb), NULL);
  g_assert_cmpint (eqp_run_get_state (run), ==, EQP_RUN_IDLE);
  eqp_run_start (run, dataset, &eqp_test_solver_method, &params, initial, 1);
  g_assert_cmpint (eqp_run_get_state (run), ==, EQP_RUN_RUNNING);
  return run;
}

static void
test_done (void)
{
  g_autoptr (EqpDataset) dataset = eqp_test_rows_new (60, 2);
  g_autoptr (EqpRun) run = NULL;
  gpointer weak;

  eqp_test_solver_reset (500, 0);
  run = run_new (dataset, NULL);
  eqp_wait_until (eqp_run_is_over (run), 20);

  g_assert_cmpint (eqp_run_get_state (run), ==, EQP_RUN_DONE);
  g_assert_cmpint (overs, ==, 1);
  g_assert_null (eqp_run_get_error (run));
  g_assert_nonnull (eqp_run_get_result (run));
  g_assert_cmpint (eqp_run_get_n_steps (run), ==, 500);
  for (gint64 i = 0; i < 500; i++)
    {
      gint64 found = -1;
      g_autoptr (EqpLabels) labels = eqp_run_dup_labels (run, i, &found);

      g_assert_cmpint (eqp_run_get_step (run, i)->iteration, ==, i);
      g_assert_cmpint (eqp_run_get_sizes (run, i)[0] + eqp_run_get_sizes (run, i)[1] + eqp_run_get_sizes (run, i)[2], ==, 60);
      g_assert_cmpint (found, ==, i);
      g_assert_cmpint (eqp_labels_get (labels, 0), ==, i % 3);
    }
  g_assert_cmpint (eqp_labels_get (eqp_run_get_latest_labels (run), 0), ==, 499 % 3);
  g_assert_false (eqp_run_is_thinned (run));

  weak = run;
  g_object_add_weak_pointer (G_OBJECT (run), &weak);
  g_clear_object (&run);
  g_assert_null (weak);
}

static void
test_cancel (void)
{
  g_autoptr (EqpDataset) dataset = eqp_test_rows_new (60, 2);
  g_autoptr (EqpRun) run = NULL;

  eqp_test_solver_reset (1000000, 100);
  run = run_new (dataset, NULL);
  eqp_wait_until (eqp_run_get_n_steps (run) > 3, 20);
  eqp_run_cancel (run);
  g_assert_cmpint (eqp_run_get_state (run), ==, EQP_RUN_STOPPING);
  eqp_run_cancel (run);
  eqp_wait_until (eqp_run_is_over (run), 20);
  g_assert_cmpint (eqp_run_get_state (run), ==, EQP_RUN_CANCELLED);
  g_assert_cmpint (overs, ==, 1);
  g_assert_cmpint (eqp_run_get_n_steps (run), >, 3);
  g_assert_nonnull (eqp_run_get_latest_labels (run));
}

static void
test_cancel_at_once (void)
{
  g_autoptr (EqpDataset) dataset = eqp_test_rows_new (60, 2);
  g_autoptr (EqpRun) run = NULL;

  eqp_test_solver_reset (1000000, 100);
  run = run_new (dataset, NULL);
  eqp_run_cancel (run);
  eqp_wait_until (eqp_run_is_over (run), 20);
  g_assert_cmpint (eqp_run_get_state (run), ==, EQP_RUN_CANCELLED);
}

static void
test_fail (void)
{
  g_autoptr (EqpDataset) dataset = eqp_test_rows_new (60, 2);
  g_autoptr (EqpRun) run = NULL;

  eqp_test_solver_reset (5, 0);
  eqp_test_solver.fail = 1;
  run = run_new (dataset, NULL);
  eqp_wait_until (eqp_run_is_over (run), 20);
  g_assert_cmpint (eqp_run_get_state (run), ==, EQP_RUN_FAILED);
  g_assert_error (eqp_run_get_error (run), EQP_ERROR, EQP_ERROR_NUMERICAL);
  g_assert_null (eqp_run_get_result (run));
  g_assert_cmpint (eqp_run_get_n_steps (run), ==, 5);
}

static void
test_bad_settings (void)
{
  g_autoptr (EqpDataset) dataset = eqp_test_rows_new (5, 2);
  g_autoptr (EqpRun) run = eqp_run_new ();
  EqpParams params = eqp_params_default ();

  eqp_test_solver_reset (5, 0);
  params.k = 6;
  g_signal_connect (run, "pending", G_CALLBACK (eqp_run_drain), NULL);
  eqp_run_start (run, dataset, &eqp_test_solver_method, &params, NULL, 1);
  eqp_wait_until (eqp_run_is_over (run), 20);
  g_assert_cmpint (eqp_run_get_state (run), ==, EQP_RUN_FAILED);
  g_assert_error (eqp_run_get_error (run), EQP_ERROR, EQP_ERROR_INVALID_PARAM);
}

/* The last reference goes while the thread works: it is told to stop, and ends alone with what it still needs. */
static void
test_drop (void)
{
  EqpDataset *dataset = eqp_test_rows_new (60, 2);
  EqpRun *run;

  eqp_test_solver_reset (1000000, 100);
  run = run_new (dataset, NULL);
  eqp_dataset_unref (dataset);
  eqp_wait_until (eqp_run_get_n_steps (run) > 0, 20);
  g_object_unref (run);
  eqp_wait_until (g_atomic_int_get (&eqp_test_solver.ended) == 1, 20);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpint (overs, ==, 0);
}

static void
test_drop_stubborn (void)
{
  EqpDataset *dataset = eqp_test_rows_new (60, 2);
  EqpRun *run;

  eqp_test_solver_reset (300, 1000);
  eqp_test_solver.stubborn = 1;
  run = run_new (dataset, NULL);
  eqp_dataset_unref (dataset);
  g_object_unref (run);
  eqp_wait_until (g_atomic_int_get (&eqp_test_solver.ended) == 1, 20);
  g_assert_cmpint (overs, ==, 0);
}

static void
test_warm (void)
{
  g_autoptr (EqpDataset) dataset = eqp_test_rows_new (4, 2);
  const gint32 values[] = { 2, 1, 0, 2 };
  g_autoptr (EqpLabels) labels = eqp_labels_new (4, 3, values);
  g_autoptr (EqpRun) run = NULL;

  eqp_test_solver_reset (2, 0);
  run = run_new (dataset, labels);
  g_assert_nonnull (eqp_run_get_initial (run));
  g_clear_pointer (&labels, eqp_labels_unref);
  eqp_wait_until (eqp_run_is_over (run), 20);
  g_assert_cmpint (g_atomic_int_get (&eqp_test_solver.last_warm), ==, 1);
  g_assert_cmpint (g_atomic_int_get (&eqp_test_solver.last_label), ==, 2);
}

static void
test_budget (void)
{
  g_autoptr (EqpDataset) dataset = eqp_test_rows_new (1000, 2);
  g_autoptr (EqpRun) run = eqp_run_new ();
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpLabels) last = NULL;
  gint64 found = -1;

  eqp_test_solver_reset (300, 0);
  params.k = 3;
  eqp_run_set_label_budget (run, 20000);
  g_signal_connect (run, "pending", G_CALLBACK (eqp_run_drain), NULL);
  eqp_run_start (run, dataset, &eqp_test_solver_method, &params, NULL, 1);
  eqp_wait_until (eqp_run_is_over (run), 20);
  g_assert_true (eqp_run_is_thinned (run));
  g_assert_cmpint (eqp_run_get_n_steps (run), ==, 300);
  last = eqp_run_dup_labels (run, 299, &found);
  g_assert_cmpint (found, ==, 299);
}

static void
test_real_methods (void)
{
  g_autoptr (EqpDataset) dataset = eqp_test_rows_new (200, 3);
  const EqpSolver *const *solvers = eqp_solvers_get (NULL);

  for (gsize i = 0; solvers[i] != NULL; i++)
    {
      g_autoptr (EqpRun) run = eqp_run_new ();
      EqpParams params = eqp_params_default ();

      params.k = 4;
      params.gamma = 0.5;
      g_signal_connect (run, "pending", G_CALLBACK (eqp_run_drain), NULL);
      eqp_run_start (run, dataset, solvers[i], &params, NULL, 2);
      eqp_wait_until (eqp_run_is_over (run), 20);
      g_assert_cmpint (eqp_run_get_state (run), ==, EQP_RUN_DONE);
      g_assert_cmpint (eqp_run_get_n_steps (run), >=, 1);
      g_assert_nonnull (eqp_run_get_latest_labels (run));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/run/done", test_done);
  g_test_add_func ("/session/run/cancel", test_cancel);
  g_test_add_func ("/session/run/cancel-at-once", test_cancel_at_once);
  g_test_add_func ("/session/run/fail", test_fail);
  g_test_add_func ("/session/run/bad-settings", test_bad_settings);
  g_test_add_func ("/session/run/drop", test_drop);
  g_test_add_func ("/session/run/drop-stubborn", test_drop_stubborn);
  g_test_add_func ("/session/run/warm", test_warm);
  g_test_add_func ("/session/run/budget", test_budget);
  g_test_add_func ("/session/run/real-methods", test_real_methods);
  return g_test_run ();
}
