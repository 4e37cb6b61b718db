/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels made elsewhere: shown and measured like a run, gone on from by a warm start, listed as what they are, and
 * refused with a sentence that leaves all as it was. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "eqp-run-list.h"
#include "eqp-test.h"
#include "eqp-test-workspace.h"

static char *
save (const char *text)
{
  char *path = NULL;
  int fd = g_file_open_tmp ("eqp-labels-XXXXXX", &path, NULL);

  g_assert_cmpint (fd, >=, 0);
  g_close (fd, NULL);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static char *
save_iris (gboolean gap)
{
  g_autoptr (GString) text = g_string_new ("species\n");

  for (gint i = 0; i < 150; i++)
    g_string_append (text, gap && i == 20 ? "\n" : i % 50 < 5 ? "d\n" : i < 50 ? "a\n" : i < 100 ? "b\n" : "c\n");
  return save (text->str);
}

static EqpWorkspace *
open_iris (void)
{
  EqpWorkspace *workspace = eqp_test_workspace_new ();

  eqp_workspace_open (workspace, "sample:iris", NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 60);
  return workspace;
}

static void
test_shown (void)
{
  g_autoptr (EqpWorkspace) workspace = open_iris ();
  g_autoptr (EqpRunList) list = eqp_run_list_new (workspace, NULL);
  g_autofree char *path = save_iris (FALSE);
  const EqpMeasures *measures;
  const gint64 *sizes;
  double imported;
  gint k;

  eqp_workspace_import_labels (workspace, path);
  eqp_wait_until (eqp_workspace_get_run (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 60);
  g_assert_true (eqp_run_is_imported (eqp_workspace_get_run (workspace)));
  sizes = eqp_workspace_get_sizes (workspace, &k);
  g_assert_cmpint (k, ==, 4);
  g_assert_cmpint (eqp_workspace_get_settings (workspace)->params.k, ==, 4);
  g_assert_cmpint (sizes[0], ==, 45);
  g_assert_cmpint (sizes[3], ==, 15);
  g_assert_true (eqp_workspace_is_stale (workspace));

  /* Measured like any other run: 45 rows of each class stand for it. */
  eqp_wait_until ((measures = eqp_workspace_get_measures (workspace)) != NULL &&
                      eqp_measure_set_has (&measures->set, EQP_MEASURE_SILHOUETTE), 60);
  eqp_assert_close (measures->set.values[EQP_MEASURE_ACC], 135.0 / 150.0, 1e-12);
  eqp_assert_close (measures->set.values[EQP_MEASURE_SSE] /
                        eqp_run_get_step (eqp_workspace_get_run (workspace), 0)->data_term,
                    1.0, 1e-12);

  /* Listed as made by no method, so that nothing claims to repeat it. */
  g_assert_cmpuint (eqp_run_list_get_n (list), ==, 1);
  g_assert_null (eqp_run_record_get_facts (eqp_run_list_get (list, 0))->solver);

  /* Polished: the next run goes on from them. */
  imported = eqp_run_get_step (eqp_workspace_get_run (workspace), 0)->objective;
  eqp_workspace_start (workspace, EQP_START_WARM);
  eqp_wait_until (!eqp_run_is_imported (eqp_workspace_get_run (workspace)) && eqp_test_workspace_is_at_rest (workspace),
                  60);
  g_assert_cmpfloat (eqp_run_get_result (eqp_workspace_get_run (workspace))->objective, <, imported);
  g_assert_cmpint (eqp_test_failures, ==, 0);
  g_remove (path);
}

static void
test_refused (void)
{
  g_autoptr (EqpWorkspace) workspace = open_iris ();
  g_autofree char *gap = save_iris (TRUE);
  g_autofree char *few = save ("1\n2\n");

  eqp_workspace_import_labels (workspace, few);
  eqp_wait_until (eqp_test_failures == 1, 60);
  g_assert_nonnull (strstr (eqp_test_last_failure, "holds 2 labels, but the data have 150 rows"));
  eqp_workspace_import_labels (workspace, gap);
  eqp_wait_until (eqp_test_failures == 2, 60);
  g_assert_nonnull (strstr (eqp_test_last_failure, "has no label for 1 of the 150 rows"));
  eqp_workspace_import_labels (workspace, "/does/not/exist");
  eqp_wait_until (eqp_test_failures == 3, 60);
  g_assert_null (eqp_workspace_get_run (workspace));
  g_remove (gap);
  g_remove (few);
}

/* Of a graph the data term is the cut. */
static void
test_graph (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *path = NULL;

  for (gint i = 0; i < 34; i++)
    g_string_append (text, i < 17 ? "0\n" : "1\n");
  path = save (text->str);
  eqp_workspace_open (workspace, "sample:karate", NULL);
  eqp_wait_until (eqp_workspace_get_dataset (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 60);
  eqp_workspace_import_labels (workspace, path);
  eqp_wait_until (eqp_workspace_get_run (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 60);
  g_assert_cmpint (eqp_run_get_solver (eqp_workspace_get_run (workspace))->family, ==, EQP_FAMILY_GRAPH);
  g_assert_cmpfloat (eqp_run_get_step (eqp_workspace_get_run (workspace), 0)->data_term, >, 0.0);
  g_assert_cmpint (eqp_test_failures, ==, 0);
  g_remove (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/workspace-labels/shown", test_shown);
  g_test_add_func ("/session/workspace-labels/refused", test_refused);
  g_test_add_func ("/session/workspace-labels/graph", test_graph);
  return g_test_run ();
}
