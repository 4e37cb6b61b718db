/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A proof belongs to the run it was asked for, tells its bound while it grows, and goes with the next run. */
#include "config.h"

#include <math.h>

#include "eqp-test.h"
#include "eqp-test-workspace.h"

static EqpWorkspace *
run_iris (const char *method,
          double      gamma_rel)
{
  EqpWorkspace *workspace = eqp_test_workspace_new ();
  const EqpOpenSettings settings = { .solver = eqp_solver_find (method), .k = 3, .has_gamma_rel = TRUE,
                                     .gamma_rel = gamma_rel, .run = TRUE };

  eqp_workspace_open (workspace, "sample:iris", &settings);
  eqp_wait_until (eqp_workspace_get_run (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 60);
  return workspace;
}

static gboolean
is_over (EqpWorkspace *workspace)
{
  gboolean running;
  EqpBound bound;

  return eqp_workspace_get_proof (workspace, &bound, &running) && !running;
}

static void
test_proven (void)
{
  g_autoptr (EqpWorkspace) workspace = run_iris ("bkm", 1e4);
  const EqpResult *result = eqp_run_get_result (eqp_workspace_get_run (workspace));
  gboolean running;
  EqpBound bound;

  g_assert_false (eqp_workspace_get_proof (workspace, &bound, &running));
  g_assert_true (eqp_workspace_can_prove (workspace));
  eqp_workspace_prove (workspace);
  g_assert_true (eqp_workspace_get_proof (workspace, &bound, &running));
  g_assert_true (running);
  eqp_wait_until (is_over (workspace), 120);
  g_assert_true (eqp_workspace_get_proof (workspace, &bound, &running));
  g_assert_cmpfloat (bound.bound, <=, result->objective * (1.0 + 1e-12));
  g_assert_cmpfloat (bound.gap, <, 1e-4);

  /* The next run has none. */
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 60);
  g_assert_false (eqp_workspace_get_proof (workspace, &bound, &running));
}

static void
test_stopped (void)
{
  g_autoptr (EqpWorkspace) workspace = run_iris ("bkm", 1.0);
  gboolean running;
  EqpBound bound;

  eqp_workspace_prove (workspace);
  eqp_workspace_stop_proof (workspace);
  eqp_wait_until (is_over (workspace), 60);
  g_assert_true (eqp_workspace_get_proof (workspace, &bound, &running));
  g_assert_cmpfloat (bound.bound, <=, eqp_run_get_result (eqp_workspace_get_run (workspace))->objective);

  /* Closed in the middle. */
  eqp_workspace_prove (workspace);
}

/* What a method of another kind minimizes has no bound here. */
static void
test_others (void)
{
  g_autoptr (EqpWorkspace) workspace = run_iris ("bmincut", 1.0);
  gboolean running;
  EqpBound bound;

  g_assert_false (eqp_workspace_can_prove (workspace));
  eqp_workspace_prove (workspace);
  g_assert_false (eqp_workspace_get_proof (workspace, &bound, &running));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspace-proof/proven", test_proven);
  g_test_add_func ("/workspace-proof/stopped", test_stopped);
  g_test_add_func ("/workspace-proof/others", test_others);
  return g_test_run ();
}
