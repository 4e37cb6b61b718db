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

  /* While gamma moves along a known path no run is under way; one follows when it rests. */
  return !eqp_workspace_is_running (workspace) && !eqp_workspace_is_scrubbing (workspace) &&
         !eqp_workspace_is_busy (workspace, &fraction, &what);
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

/* Whatever numbers they have. */
static inline void
eqp_test_assert_same_clusters (EqpLabels *a,
                               EqpLabels *b)
{
  gint there[64], back[64];

  for (int c = 0; c < 64; c++)
    there[c] = back[c] = -1;
  g_assert_cmpint (eqp_labels_get_n (a), ==, eqp_labels_get_n (b));
  for (gint64 i = 0; i < eqp_labels_get_n (a); i++)
    {
      gint x = eqp_labels_get (a, i), y = eqp_labels_get (b, i);

      there[x] = there[x] < 0 ? y : there[x];
      back[y] = back[y] < 0 ? x : back[y];
      g_assert_cmpint (there[x], ==, y);
      g_assert_cmpint (back[y], ==, x);
    }
}

G_END_DECLS
