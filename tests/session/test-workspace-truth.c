/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whatever two controls are changed, and however fast: what is shown is of one run, and that of the settings. */
#include "config.h"

#include "eqp-test.h"
#include "eqp-test-workspace.h"

#include <math.h>
#include <string.h>

/* ---- Controls ---------------------------------------------------------------------------------------------------- */

static void
set_solver (EqpWorkspace *workspace, const char *id)
{
  eqp_test_workspace_set_method (workspace, id);
  eqp_workspace_follow (workspace);
}

static void
set_param (EqpWorkspace *workspace, const EqpParam *param, double value)
{
  EqpSettings settings = *eqp_workspace_get_settings (workspace);

  eqp_param_set (param, &settings.params, value);
  eqp_workspace_set_settings (workspace, &settings);
  eqp_workspace_follow (workspace);
}

static void
set_k (EqpWorkspace *workspace, gint k)
{
  EqpSettings settings = *eqp_workspace_get_settings (workspace);

  settings.params.k = k;
  eqp_workspace_set_settings (workspace, &settings);
  eqp_workspace_follow (workspace);
}

static void
set_seed (EqpWorkspace *workspace, guint64 seed)
{
  EqpSettings settings = *eqp_workspace_get_settings (workspace);

  settings.params.seed = seed;
  eqp_workspace_set_settings (workspace, &settings);
  eqp_workspace_follow (workspace);
}

/* What the control goes to; the second time back. */
static void
change (EqpWorkspace *workspace, int control, gboolean back)
{
  const EqpPreparation plain = { 0 }, standard = { .normalize = EQP_NORMALIZE_STANDARD },
                       components = { .pca = 2, .whiten = TRUE };

  switch (control)
    {
    case 0:
      set_solver (workspace, back ? "bkm" : "kmeans");
      break;
    case 1:
      set_solver (workspace, back ? "bkm" : "bmincut");
      break;
    case 2:
      set_k (workspace, back ? 3 : 5);
      break;
    case 3:
      set_k (workspace, back ? 3 : 2);
      break;
    case 4:
      set_seed (workspace, back ? 1 : 77);
      break;
    case 5:
      set_param (workspace, &eqp_param_starts, back ? 1 : 3);
      break;
    case 6:
      eqp_workspace_set_preparation (workspace, back ? &plain : &standard);
      break;
    case 7:
      eqp_workspace_set_preparation (workspace, back ? &plain : &components);
      break;
    case 8:
      set_param (workspace, &eqp_param_neighbors, back ? 5 : 9);
      break;
    default:
      eqp_workspace_set_gamma_rel (workspace, back ? 1.0 : 30.0);
      eqp_workspace_scrub (workspace);
    }
}

#define N_CONTROLS 10

/* ---- Oracle ------------------------------------------------------------------------------------------------------ */

static void
check_axes (EqpWorkspace *workspace, EqpRun *run)
{
  EqpProjection *shown = eqp_workspace_get_projection (workspace);
  g_autoptr (EqpProjection) own =
      eqp_projection_new (eqp_workspace_get_dataset (workspace), eqp_run_get_dataset (run),
                          eqp_run_get_preparation (run)->pca > 0, eqp_workspace_get_projection_spec (workspace), NULL, NULL);

  g_assert_cmpmem (eqp_projection_get_xy (shown), sizeof (float) * 2 * eqp_projection_get_n (shown),
                   eqp_projection_get_xy (own), sizeof (float) * 2 * eqp_projection_get_n (own));
}

/* The same run again, on its own and on two threads. */
static void
check_repeated (EqpRun *run, EqpLabels *shown)
{
  g_autofree gint32 *initial = g_new0 (gint32, eqp_labels_get_n (shown));
  g_autoptr (EqpLabels) again = NULL;
  EqpParams params = *eqp_run_get_params (run);
  EqpContext context = { .graph = eqp_run_get_graph (run), .pool = eqp_pool_new (2) };
  EqpResult *result;

  if (eqp_run_get_initial (run) != NULL)
    {
      eqp_labels_unpack (eqp_run_get_initial (run), initial);
      params.initial_labels = initial;
    }
  result = eqp_solver_run (eqp_run_get_solver (run), eqp_run_get_dataset (run), &params, &context, NULL);
  g_assert_nonnull (result);
  again = eqp_labels_new (result->n, result->k, result->labels);
  eqp_test_assert_same_clusters (again, shown);
  g_assert_cmpfloat_with_epsilon (result->objective, eqp_run_get_result (run)->objective,
                                  1e-9 * fabs (result->objective));
  eqp_result_free (result);
  eqp_pool_free (context.pool);
}

static void
check_picture (EqpWorkspace *workspace)
{
  EqpRun *run = eqp_workspace_get_run (workspace);
  EqpLabels *labels = eqp_workspace_get_labels (workspace);
  g_autofree gint32 *own = g_new (gint32, eqp_labels_get_n (labels));
  gint64 counted[8] = { 0 };
  gint k;
  const gint64 *sizes = eqp_workspace_get_sizes (workspace, &k);
  const EqpStep *step = eqp_run_get_step (run, eqp_workspace_get_step (workspace));
  double data_term;

  eqp_labels_unpack (labels, own);
  g_assert_cmpint (k, ==, eqp_labels_get_k (labels));
  for (gint64 i = 0; i < eqp_labels_get_n (labels); i++)
    counted[own[i]]++;
  g_assert_cmpmem (sizes, sizeof (gint64) * k, counted, sizeof (gint64) * k);
  g_assert_cmpmem (eqp_run_get_result (run)->sizes, sizeof (gint64) * k, counted, sizeof (gint64) * k);
  if (eqp_run_get_solver (run)->family == EQP_FAMILY_GRAPH)
    data_term = eqp_graph_compute_cut (eqp_run_get_graph (run), own);
  else
    data_term = eqp_metrics_sse (eqp_run_get_dataset (run), k, own);
  g_assert_cmpfloat_with_epsilon (step->data_term, data_term, 1e-12 + 1e-6 * fabs (data_term));
  g_assert_cmpfloat_with_epsilon (step->penalty,
                                  eqp_balance_penalty (eqp_run_get_params (run)->gamma, k, counted),
                                  1e-12 + 1e-9 * fabs (step->penalty));
  for (int which = 0; which < EQP_N_REFERENCES; which++)
    {
      EqpRun *outline = eqp_workspace_get_reference (workspace, which);

      if (outline == NULL)
        continue;
      g_assert_true (eqp_run_get_dataset (outline) == eqp_run_get_dataset (run));
      g_assert_cmpint (eqp_run_get_params (outline)->k, ==, k);
      g_assert_cmpuint (eqp_run_get_params (outline)->seed, ==, eqp_run_get_params (run)->seed);
    }
  check_axes (workspace, run);
  check_repeated (run, labels);
}

static void
check_settings (EqpWorkspace *workspace)
{
  EqpRun *run = eqp_workspace_get_run (workspace);

  g_assert_false (eqp_workspace_is_stale (workspace));
  g_assert_false (eqp_workspace_is_outdated (workspace));
  g_assert_true (eqp_run_get_dataset (run) == eqp_workspace_get_prepared (workspace));
  g_assert_true (eqp_run_get_solver (run) == eqp_workspace_get_settings (workspace)->solver);
  g_assert_cmpint (eqp_run_get_k (run), ==, eqp_workspace_get_settings (workspace)->params.k);
  g_assert_true (eqp_preparation_equal (eqp_run_get_preparation (run), eqp_workspace_get_preparation (workspace)));
}

/* A piece of the path is shown first and refined when the hand rests. */
static gboolean
is_settled (EqpWorkspace *workspace)
{
  return eqp_test_workspace_is_at_rest (workspace) && !eqp_workspace_is_scrubbing (workspace) &&
         !eqp_run_was_taken (eqp_workspace_get_run (workspace));
}

static void
settle (EqpWorkspace *workspace)
{
  eqp_wait_until (is_settled (workspace), 30);
  /* On a machine that is slow for once, a run may have been forecast to take long. */
  if (eqp_workspace_is_outdated (workspace) && eqp_workspace_forecast (workspace, EQP_START_COLD) > 2.0)
    {
      eqp_workspace_start (workspace, EQP_START_COLD);
      eqp_wait_until (is_settled (workspace), 30);
    }
  g_assert_cmpint (eqp_test_failures, ==, 0);
  check_settings (workspace);
  check_picture (workspace);
}

/* ---- Tests ------------------------------------------------------------------------------------------------------- */

static EqpWorkspace *
new_workspace (const char *sample)
{
  EqpWorkspace *workspace = eqp_test_workspace_new ();

  eqp_workspace_take_dataset (workspace, eqp_sample_load (sample, NULL, NULL), NULL);
  eqp_test_workspace_set_method (workspace, "bkm");
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_labels (workspace) != NULL && eqp_test_workspace_is_at_rest (workspace), 30);
  return workspace;
}

static void
test_pairs (void)
{
  g_autoptr (EqpWorkspace) workspace = new_workspace ("iris");

  check_picture (workspace);
  for (int first = 0; first < N_CONTROLS; first++)
    for (int second = 0; second < N_CONTROLS; second++)
      {
        change (workspace, first, FALSE);
        if (second % 2 == 0)
          settle (workspace);
        change (workspace, second, FALSE);
        settle (workspace);
        change (workspace, first, TRUE);
        change (workspace, second, TRUE);
        settle (workspace);
      }
}

/* While something changes, what is shown belongs together all the same. */
static void
shown_changed_cb (EqpWorkspace *workspace, int *looks)
{
  EqpRun *run = eqp_workspace_get_run (workspace);
  EqpLabels *labels = eqp_workspace_get_labels (workspace);
  gint64 counted[8] = { 0 };
  gint k;
  const gint64 *sizes = eqp_workspace_get_sizes (workspace, &k);

  if (run == NULL || labels == NULL)
    return;
  for (gint64 i = 0; i < eqp_labels_get_n (labels); i++)
    counted[eqp_labels_get (labels, i)]++;
  g_assert_cmpmem (sizes, sizeof (gint64) * k, counted, sizeof (gint64) * k);
  check_axes (workspace, run);
  (*looks)++;
}

static void
test_meanwhile (void)
{
  g_autoptr (EqpWorkspace) workspace = new_workspace ("iris");
  int looks = 0;

  g_signal_connect (workspace, "shown-changed", G_CALLBACK (shown_changed_cb), &looks);
  for (int round = 0; round < 3; round++)
    for (int control = 0; control < N_CONTROLS; control++)
      {
        change (workspace, control, round % 2 == 1);
        eqp_wait_until (is_settled (workspace), 30);
      }
  g_assert_cmpint (looks, >, 20);
}

/* What would take long waits, and all that is shown stays as it was. */
static void
test_waits (void)
{
  g_autoptr (EqpWorkspace) workspace = new_workspace ("iris");
  EqpRun *before = eqp_workspace_get_run (workspace);
  EqpProjection *axes = eqp_workspace_get_projection (workspace);
  const EqpPreparation standard = { .normalize = EQP_NORMALIZE_STANDARD };

  set_param (workspace, &eqp_param_starts, 1e6);
  g_assert_false (eqp_workspace_is_running (workspace));
  g_assert_cmpfloat (eqp_workspace_forecast (workspace, EQP_START_COLD), >, 2.0);
  g_assert_true (eqp_workspace_is_outdated (workspace));
  eqp_workspace_set_preparation (workspace, &standard);
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 30);
  g_assert_true (eqp_workspace_is_outdated (workspace));
  g_assert_true (eqp_workspace_get_run (workspace) == before);
  g_assert_true (eqp_workspace_get_projection (workspace) == axes);
  check_picture (workspace);
  /* A look at other columns is one at the data of that run. */
  eqp_workspace_set_projection_spec (workspace, &(EqpProjectionSpec){ .columns = TRUE, .x = 1, .y = 3 });
  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace), 30);
  check_picture (workspace);

  set_param (workspace, &eqp_param_starts, 2.0);
  settle (workspace);
  g_assert_true (eqp_workspace_get_run (workspace) != before);
}

/* Of much data the hand sees the assignment to the centers of what was shown, of all rows; at rest a run refines it. */
static void
test_drag (void)
{
  const gint64 n = 60000, d = 12;
  g_autoptr (EqpWorkspace) workspace = eqp_test_workspace_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autofree double *x = g_new (double, n * d);
  EqpRun *before;
  double reached;

  for (gint64 i = 0; i < n * d; i++)
    x[i] = g_rand_double (random) + (double) ((i / d) % 11 % 4) * (double) (1 + i % d % 3);
  eqp_workspace_take_dataset (workspace, eqp_test_dataset (n, d, x), NULL);
  eqp_test_workspace_set_method (workspace, "bkm");
  set_k (workspace, 8);
  eqp_workspace_start (workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_labels (workspace) != NULL && !eqp_workspace_is_running (workspace), 60);
  before = eqp_workspace_get_run (workspace);
  for (int place = 0; place < 5; place++)
    {
      eqp_workspace_set_gamma_rel (workspace, pow (10.0, place % 3 - 1));
      eqp_workspace_scrub (workspace);
      g_assert_false (eqp_workspace_is_outdated (workspace));
    }
  eqp_wait_until (eqp_workspace_get_run (workspace) != before && !eqp_workspace_is_stale (workspace), 60);
  /* Where a sanitizer makes the assignment take longer than the hand rests, the run that refines comes first. */
#ifndef __SANITIZE_THREAD__
  g_assert_true (eqp_run_was_taken (eqp_workspace_get_run (workspace)));
#endif
  reached = eqp_run_was_taken (eqp_workspace_get_run (workspace))
              ? eqp_run_get_result (eqp_workspace_get_run (workspace))->objective
              : HUGE_VAL;
  eqp_wait_until (is_settled (workspace), 60);
  g_assert_false (eqp_workspace_is_stale (workspace));
  g_assert_nonnull (eqp_run_get_initial (eqp_workspace_get_run (workspace)));
  g_assert_cmpfloat (eqp_run_get_result (eqp_workspace_get_run (workspace))->objective, <=, reached * (1.0 + 1e-6));
  check_picture (workspace);
}

/* Sizes that cost nothing are a choice for the data they were chosen for. */
static void
test_gamma_zero (void)
{
  g_autoptr (EqpWorkspace) workspace = new_workspace ("iris");

  eqp_workspace_set_gamma (workspace, 0.0);
  eqp_workspace_open (workspace, "sample:blobs", NULL);
  eqp_wait_until (eqp_dataset_get_n (eqp_workspace_get_dataset (workspace)) == 1000, 20);
  g_assert_cmpfloat (eqp_workspace_get_gamma_rel (workspace), ==, 1.0);
  g_assert_cmpfloat (eqp_workspace_get_gamma (workspace), >, 0.0);
}

/* ---- Numbers ----------------------------------------------------------------------------------------------------- */

/* No cluster that keeps over half of its rows has another number, but where two of them became one. */
static void
check_numbers (EqpLabels *before, EqpLabels *after)
{
  gint k = eqp_labels_get_k (before), now = eqp_labels_get_k (after);
  g_autofree gint64 *both = g_new0 (gint64, k * now);
  g_autofree gint64 *sizes = g_new0 (gint64, k);
  g_autofree gint *heirs = g_new0 (gint, now);

  for (gint64 i = 0; i < eqp_labels_get_n (before); i++)
    {
      both[eqp_labels_get (before, i) * now + eqp_labels_get (after, i)]++;
      sizes[eqp_labels_get (before, i)]++;
    }
  for (gint a = 0; a < k; a++)
    for (gint b = 0; b < now; b++)
      if (2 * both[a * now + b] > sizes[a])
        heirs[b]++;
  for (gint a = 0; a < MIN (k, now); a++)
    for (gint b = 0; b < now; b++)
      if (2 * both[a * now + b] > sizes[a] && heirs[b] == 1)
        g_assert_cmpint (a, ==, b);
}

static void
next_labels (EqpWorkspace *workspace, EqpLabels **shown)
{
  gint64 late = g_get_monotonic_time () + 10 * G_USEC_PER_SEC;

  eqp_wait_until (eqp_test_workspace_is_at_rest (workspace) &&
                      (!eqp_workspace_is_stale (workspace) || g_get_monotonic_time () > late), 60);
  /* On a machine that is busy a run may be forecast to be long, and waits to be started. */
  if (eqp_workspace_is_stale (workspace))
    {
      eqp_workspace_start (workspace, EQP_START_WARM);
      eqp_wait_until (eqp_test_workspace_is_at_rest (workspace) && !eqp_workspace_is_stale (workspace), 60);
    }
  check_numbers (*shown, eqp_workspace_get_labels (workspace));
  g_clear_pointer (shown, eqp_labels_unref);
  *shown = eqp_labels_ref (eqp_workspace_get_labels (workspace));
}

G_GNUC_UNUSED static void
test_numbers (void)
{
  static const char *const methods[] = { "kmeans", "bmincut", "bkm-published", "bkm" };
  g_autoptr (EqpWorkspace) workspace = new_workspace ("digits");
  EqpLabels *shown = eqp_labels_ref (eqp_workspace_get_labels (workspace));

  for (guint m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      /* All ways of gamma with the last, some with the others that have one. */
      int steps = m == G_N_ELEMENTS (methods) - 1 ? 200 : m > 0 ? 20 : 0;

      set_solver (workspace, methods[m]);
      next_labels (workspace, &shown);
      for (int step = 0; step < steps; step++)
        {
          eqp_workspace_set_gamma_rel (workspace, pow (10.0, -2.0 + 5.0 * ((step * 77) % 200) / 199.0));
          eqp_workspace_scrub (workspace);
          next_labels (workspace, &shown);
        }
      for (guint64 seed = 1; seed <= 20; seed++)
        {
          set_seed (workspace, seed);
          next_labels (workspace, &shown);
        }
    }
  for (gint k = 4; k <= 13; k += 3)
    {
      set_k (workspace, k);
      next_labels (workspace, &shown);
    }
  eqp_labels_unref (shown);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/workspace-truth/pairs", test_pairs);
  g_test_add_func ("/session/workspace-truth/meanwhile", test_meanwhile);
  g_test_add_func ("/session/workspace-truth/waits", test_waits);
  g_test_add_func ("/session/workspace-truth/drag", test_drag);
  g_test_add_func ("/session/workspace-truth/gamma-zero", test_gamma_zero);
#ifndef __SANITIZE_THREAD__ /* takes the ways of the others, some 250 times: an hour there */
  g_test_add_func ("/session/workspace-truth/numbers", test_numbers);
#endif
  return g_test_run ();
}
