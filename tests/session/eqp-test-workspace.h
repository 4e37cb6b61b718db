/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the view-model share. */
#pragma once

#include "eqp-workspace.h"

#include "eqp-test-loop.h"

G_BEGIN_DECLS

static int eqp_test_failures;
static char *eqp_test_last_failure;

static inline void
eqp_test_failed_cb (EqpWorkspace *workspace,
                    const char   *message)
{
  eqp_test_failures++;
  g_free (eqp_test_last_failure);
  eqp_test_last_failure = g_strdup (message);
}

static inline EqpWorkspace *
eqp_test_workspace_new (void)
{
  EqpWorkspace *workspace = eqp_workspace_new ();

  eqp_test_failures = 0;
  eqp_workspace_set_threads (workspace, 1);
  g_signal_connect (workspace, "failed", G_CALLBACK (eqp_test_failed_cb), NULL);
  return workspace;
}

static inline gboolean
eqp_test_workspace_is_at_rest (EqpWorkspace *workspace)
{
  double fraction;
  const char *what;

  return !eqp_workspace_is_running (workspace) && !eqp_workspace_is_busy (workspace, &fraction, &what);
}

static inline void
eqp_test_workspace_set_method (EqpWorkspace *workspace,
                               const char   *id)
{
  EqpSettings settings = *eqp_workspace_get_settings (workspace);

  settings.solver = eqp_solver_find (id);
  g_assert_nonnull (settings.solver);
  eqp_workspace_set_settings (workspace, &settings);
}

G_END_DECLS
