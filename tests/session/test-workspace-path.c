/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"
#include "eqp-test-solver.h"
#include "eqp-test-workspace.h"

#include <math.h>

static void
add_piece (GPtrArray *list, EqpWorkspace *workspace)
{
  gint k;
  const gint64 *sizes = eqp_workspace_get_sizes (workspace, &k);

  g_ptr_array_add (list, g_memdup2 (sizes, sizeof (gint64) * k));
}

static void
run_and_wait (EqpWorkspace *workspace)
{
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_run (workspace) != NULL && !eqp_workspace_is_running (workspace), 20);
}

/* After a run the path comes by itself; scrubbing shows its pieces, and rest refines them. */
static void
test_scrub (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  g_autoptr (GPtrArray) seen = g_ptr_array_new_with_free_func (g_free);
  const EqpPathPiece *piece;
  EqpPath *path;

  eqp_workspace_take_dataset (workspace, eqp_sample_load ("iris", NULL, NULL), NULL);
  eqp_test_workspace_set_method (workspace, "bkm");
  g_assert_null (eqp_workspace_get_path (workspace));
  run_and_wait (workspace);
  eqp_wait_until (eqp_workspace_get_path (workspace) != NULL, 20);
  path = eqp_workspace_get_path (workspace);
  g_assert_cmpint (eqp_path_get_n_pieces (path), >, 1);

  for (gint p = 0; p < eqp_path_get_n_pieces (path); p++)
    {
      piece = eqp_path_get_piece (path, p);
      if (piece->to < eqp_path_get_gamma (path, 0) || piece->from > eqp_path_get_gamma (path, 59))
        continue;
      eqp_workspace_set_gamma (workspace, CLAMP (sqrt (MAX (piece->from, 1e-6) * MIN (piece->to, 1e6)),
                                                 eqp_path_get_gamma (path, 0), eqp_path_get_gamma (path, 59)));
      eqp_workspace_scrub (workspace);
      eqp_wait_until (eqp_run_was_taken (eqp_workspace_get_run (workspace)) &&
                      eqp_run_get_result (eqp_workspace_get_run (workspace))->gamma ==
                          eqp_workspace_get_gamma (workspace), 20);
      g_assert_false (eqp_workspace_is_stale (workspace));
      add_piece (seen, workspace);
      g_assert_cmpmem (g_ptr_array_index (seen, seen->len - 1), sizeof (gint64) * 3, piece->sizes, sizeof (gint64) * 3);
    }
  g_assert_cmpuint (seen->len, >, 1);
  eqp_wait_until (!eqp_run_was_taken (eqp_workspace_get_run (workspace)) && !eqp_workspace_is_running (workspace), 20);
  piece = eqp_path_get_piece (path, eqp_path_find (path, eqp_workspace_get_gamma (workspace)));
  g_assert_cmpfloat (eqp_run_get_result (eqp_workspace_get_run (workspace))->objective, <=,
                     (piece->data_term + eqp_workspace_get_gamma (workspace) * (double) piece->squares) * (1 + 1e-9));
}

/* A path is of its settings: it is not used for others. */
static void
test_of_now (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  EqpSettings settings;

  eqp_workspace_take_dataset (workspace, eqp_sample_load ("iris", NULL, NULL), NULL);
  eqp_test_workspace_set_method (workspace, "bkm");
  run_and_wait (workspace);
  eqp_wait_until (eqp_workspace_get_path (workspace) != NULL, 20);
  settings = *eqp_workspace_get_settings (workspace);
  settings.params.k = 4;
  eqp_workspace_set_settings (workspace, &settings);
  g_assert_null (eqp_workspace_get_path (workspace));
  eqp_workspace_scrub (workspace);
  eqp_wait_until (!eqp_workspace_is_running (workspace), 20);
  g_assert_false (eqp_run_was_taken (eqp_workspace_get_run (workspace)));
  settings.params.k = 3;
  eqp_workspace_set_settings (workspace, &settings);
  eqp_test_workspace_set_method (workspace, "kmeans");
  g_assert_null (eqp_workspace_get_path (workspace));
  g_assert_false (eqp_workspace_find_path (workspace));
}

static void
test_wish (void)
{
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  double two, eight;
  EqpPath *path;
  EqpWish wish;

  eqp_workspace_take_dataset (workspace, eqp_sample_load ("iris", NULL, NULL), NULL);
  eqp_test_workspace_set_method (workspace, "bkm");
  g_assert_true (eqp_wish_parse (&wish, "max-min<=2", NULL));
  g_assert_cmpfloat (eqp_workspace_find_wish (workspace, &wish), <, 0.0);
  run_and_wait (workspace);
  eqp_wait_until (eqp_workspace_get_path (workspace) != NULL, 20);
  two = eqp_workspace_find_wish (workspace, &wish);
  g_assert_true (eqp_wish_parse (&wish, "max-min<=8", NULL));
  eight = eqp_workspace_find_wish (workspace, &wish);
  g_assert_cmpfloat (eight, >, 0.0);
  g_assert_cmpfloat (two, >=, eight);
  /* At the break itself other sizes are worth as much. */
  path = eqp_workspace_get_path (workspace);
  for (gint p = 1; p < eqp_path_get_n_pieces (path); p++)
    g_assert_cmpfloat (two, !=, eqp_path_get_piece (path, p)->from);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/workspace-path/scrub", test_scrub);
  g_test_add_func ("/session/workspace-path/of-now", test_of_now);
  g_test_add_func ("/session/workspace-path/wish", test_wish);
  return g_test_run ();
}
