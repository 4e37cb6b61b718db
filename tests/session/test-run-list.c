/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of runs: what gets into it, pins, plain methods, rename, delete, undo, restored settings, bounded memory. */
#include "config.h"

#include "eqp-compare-model.h"
#include "eqp-run-list-private.h"

#include <math.h>

#include "eqp-test-solver.h"
#include "eqp-test-workspace.h"

typedef struct
{
  EqpWorkspace *workspace;
  EqpDataChain *chain;
  EqpRunList   *list;
  char         *failure;
} Fixture;

static void
failed_cb (Fixture    *fixture,
           const char *message)
{
  g_free (fixture->failure);
  fixture->failure = g_strdup (message);
}

static void
open_sample (Fixture    *fixture,
             const char *sample)
{
  EqpDataset *before = eqp_workspace_get_dataset (fixture->workspace);

  eqp_workspace_open (fixture->workspace, sample, NULL);
  eqp_wait_until (eqp_workspace_get_dataset (fixture->workspace) != before &&
                  eqp_test_workspace_is_at_rest (fixture->workspace), 30);
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->workspace = eqp_test_workspace_new ();
  fixture->chain = eqp_data_chain_new (fixture->workspace);
  fixture->list = eqp_run_list_new (fixture->workspace, fixture->chain);
  g_signal_connect_swapped (fixture->list, "failed", G_CALLBACK (failed_cb), fixture);
  open_sample (fixture, "sample:iris");
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  gpointer weak = fixture->list;

  g_object_add_weak_pointer (G_OBJECT (fixture->list), &weak);
  g_object_unref (fixture->list);
  eqp_wait_until (weak == NULL, 20);
  g_object_unref (fixture->chain);
  g_object_unref (fixture->workspace);
  g_free (fixture->failure);
}

static EqpRunRecord *
run (Fixture    *fixture,
     const char *method,
     double      gamma_rel)
{
  guint n = eqp_run_list_get_n (fixture->list);

  eqp_test_workspace_set_method (fixture->workspace, method);
  eqp_workspace_set_gamma_rel (fixture->workspace, gamma_rel);
  eqp_workspace_start (fixture->workspace, EQP_START_COLD);
  eqp_wait_until (!eqp_workspace_is_running (fixture->workspace) && eqp_run_list_get_n (fixture->list) > n, 30);
  return eqp_run_list_get (fixture->list, eqp_run_list_get_n (fixture->list) - 1);
}

static void
test_added (Fixture      *fixture,
            gconstpointer data)
{
  EqpRunRecord *plain = run (fixture, "kmeans", 1.0);
  EqpRunRecord *balanced = run (fixture, "bkm", 10.0);
  const EqpRunFacts *facts = eqp_run_record_get_facts (balanced);
  gint64 rows = 0;

  g_assert_cmpint (eqp_run_list_get_n (fixture->list), ==, 2);
  g_assert_cmpint (g_list_model_get_n_items (G_LIST_MODEL (fixture->list)), ==, 2);
  g_assert_cmpint (eqp_run_record_get_facts (plain)->number, ==, 1);
  g_assert_true (isnan (eqp_run_record_get_facts (plain)->gamma_rel));
  g_assert_cmpint (facts->number, ==, 2);
  g_assert_cmpfloat_with_epsilon (facts->gamma_rel, 10.0, 1e-9);
  g_assert_cmpfloat (facts->params.gamma, ==, eqp_workspace_get_gamma (fixture->workspace));
  for (gint c = 0; c < facts->k; c++)
    rows += facts->sizes[c];
  g_assert_cmpint (rows, ==, 150);
  g_assert_cmpstr (eqp_run_record_get_name (balanced), ==, facts->solver->name);
  g_assert_true (g_str_has_prefix (facts->command, "equipoise-cli run sample:iris --method bkm"));
  g_assert_true (facts->repeats);

  /* Measures come by themselves. */
  eqp_wait_until (eqp_run_record_get_measures (balanced) != NULL, 20);
  g_assert_cmpfloat_with_epsilon (eqp_run_record_get_measure (balanced, EQP_MEASURE_SSE), facts->data_term,
                                  1e-6 * facts->data_term);
  g_assert_cmpfloat (eqp_run_record_get_measure (balanced, EQP_MEASURE_ACC), >, 0.5);
  g_assert_cmpfloat (eqp_run_record_get_measure (balanced, EQP_MEASURE_MAX_MINUS_MIN), <=, 1.0);

  /* The silhouette, which takes long, of what is compared. */
  g_assert_true (isnan (eqp_run_record_get_measure (balanced, EQP_MEASURE_SILHOUETTE)));
  eqp_run_list_set_pinned (fixture->list, balanced, TRUE, NULL);
  eqp_wait_until (!isnan (eqp_run_record_get_measure (balanced, EQP_MEASURE_SILHOUETTE)), 20);
  g_assert_cmpfloat (eqp_run_record_get_measure (balanced, EQP_MEASURE_SILHOUETTE), >, 0.4);
  g_assert_cmpfloat (eqp_run_record_get_measure (balanced, EQP_MEASURE_ACC), >, 0.5);
  eqp_run_list_set_pinned (fixture->list, balanced, FALSE, NULL);

  /* The same once more is one more. */
  run (fixture, "bkm", 10.0);
  g_assert_cmpint (eqp_run_list_get_n (fixture->list), ==, 3);
}

/* What the slider passes by is not listed, what it rests on is. */
static void
test_dragged (Fixture      *fixture,
              gconstpointer data)
{
  static const double way[] = { 1.0, 1.2, 1.5, 2.0, 3.0 };

  /* However slow the machine is; the end of the rest is called for below. */
  fixture->list->rest_ms = 100000;
  run (fixture, "bkm", 0.5);
  for (gsize i = 0; i < G_N_ELEMENTS (way); i++)
    {
      eqp_workspace_set_gamma_rel (fixture->workspace, way[i]);
      eqp_workspace_start (fixture->workspace, EQP_START_WARM);
      eqp_wait_until (!eqp_workspace_is_running (fixture->workspace), 30);
    }
  g_assert_cmpint (eqp_run_list_get_n (fixture->list), ==, 1);
  _eqp_run_list_flush (fixture->list);
  g_assert_cmpint (eqp_run_list_get_n (fixture->list), ==, 2);
  g_assert_cmpfloat_with_epsilon (eqp_run_record_get_facts (eqp_run_list_get (fixture->list, 1))->gamma_rel, 3.0, 1e-9);
  g_assert_true (eqp_run_record_get_facts (eqp_run_list_get (fixture->list, 1))->warm);
  g_assert_false (eqp_run_record_get_facts (eqp_run_list_get (fixture->list, 1))->repeats);

  /* By itself, too. */
  fixture->list->rest_ms = 1;
  eqp_workspace_set_gamma_rel (fixture->workspace, 4.0);
  eqp_workspace_start (fixture->workspace, EQP_START_WARM);
  eqp_wait_until (eqp_run_list_get_n (fixture->list) == 3, 30);
}

/* Stopped by hand it is listed and marked; given up for another one it is not. */
static void
test_cancelled (Fixture      *fixture,
                gconstpointer data)
{
  EqpSettings settings = *eqp_workspace_get_settings (fixture->workspace);

  eqp_test_solver_reset (1000000, 2000);
  settings.solver = &eqp_test_solver_method;
  settings.params.k = 3;
  eqp_workspace_set_settings (fixture->workspace, &settings);
  eqp_workspace_start (fixture->workspace, EQP_START_COLD);
  eqp_wait_until (eqp_workspace_get_labels (fixture->workspace) != NULL, 20);
  eqp_workspace_start (fixture->workspace, EQP_START_COLD);
  eqp_wait_until (g_atomic_int_get (&eqp_test_solver.started) == 2, 20);
  g_assert_cmpint (eqp_run_list_get_n (fixture->list), ==, 0);
  eqp_workspace_stop (fixture->workspace);
  eqp_wait_until (!eqp_workspace_is_running (fixture->workspace), 20);
  g_assert_cmpint (eqp_run_list_get_n (fixture->list), ==, 1);
  g_assert_true (eqp_run_record_get_facts (eqp_run_list_get (fixture->list, 0))->cancelled);
}

static void
test_rename_delete_undo (Fixture      *fixture,
                         gconstpointer data)
{
  EqpRunRecord *first = run (fixture, "kmeans", 0.0);
  EqpRunRecord *second = run (fixture, "bkm", 1.0);
  g_autofree char *own = g_strdup (eqp_run_record_get_name (first));

  g_assert_false (eqp_run_list_undo (fixture->list));
  eqp_run_list_rename (fixture->list, first, "  the plain one ");
  g_assert_cmpstr (eqp_run_record_get_name (first), ==, "the plain one");
  g_assert_true (eqp_run_list_set_pinned (fixture->list, first, TRUE, NULL));
  g_assert_true (eqp_run_list_set_pinned (fixture->list, second, TRUE, NULL));
  eqp_run_list_remove (fixture->list, first);
  g_assert_cmpint (eqp_run_list_get_n (fixture->list), ==, 1);
  g_assert_cmpint (eqp_run_list_get_n_pinned (fixture->list), ==, 1);
  g_assert_true (eqp_run_list_get (fixture->list, 0) == second);

  /* It is back in its place, in the list and side by side. */
  g_assert_true (eqp_run_list_undo (fixture->list));
  g_assert_true (eqp_run_list_get (fixture->list, 0) == first);
  g_assert_true (eqp_run_list_get_pinned (fixture->list, 0) == first);
  g_assert_true (eqp_run_list_get_pinned (fixture->list, 1) == second);
  g_assert_true (eqp_run_list_undo (fixture->list));
  g_assert_cmpstr (eqp_run_record_get_name (first), ==, own);
  g_assert_false (eqp_run_list_can_undo (fixture->list));
  /* An empty name is that of the method. */
  eqp_run_list_rename (fixture->list, first, "x");
  eqp_run_list_rename (fixture->list, first, " ");
  g_assert_cmpstr (eqp_run_record_get_name (first), ==, own);
}

/* A click on Compare: the run shown, and the plain method beside it, which is run when it is not there yet. */
static void
test_compare_shown (Fixture      *fixture,
                    gconstpointer data)
{
  EqpRunRecord *balanced = run (fixture, "bkm", 10.0);
  g_autoptr (EqpRowSelection) selection = eqp_row_selection_new (fixture->workspace);
  g_autoptr (EqpCompareModel) model = eqp_compare_model_new (fixture->workspace, fixture->list, selection);
  const EqpComparison *comparison;
  guint n_mincut = 0;

  eqp_wait_until (eqp_workspace_get_reference (fixture->workspace, EQP_REFERENCE_MINCUT) != NULL, 30);
  eqp_run_list_compare_shown (fixture->list);
  eqp_wait_until (!eqp_run_list_is_running_plain (fixture->list, EQP_REFERENCE_KMEANS) &&
                  !eqp_run_list_is_running_plain (fixture->list, EQP_REFERENCE_MINCUT), 30);
  /* The one of the other family was run for its outline. */
  for (guint i = 0; i < eqp_run_list_get_n_pinned (fixture->list); i++)
    n_mincut += strcmp (eqp_run_record_get_facts (eqp_run_list_get_pinned (fixture->list, i))->solver->id, "mincut") == 0;
  g_assert_cmpuint (n_mincut, ==, 1);
  eqp_wait_until (eqp_compare_model_get_comparison (model) != NULL &&
                  eqp_compare_model_get_comparison (model)->n_runs >= 2, 30);
  comparison = eqp_compare_model_get_comparison (model);
  g_assert_true (eqp_compare_model_get_record (model, 0) == balanced);
  g_assert_cmpstr (eqp_run_record_get_facts (eqp_compare_model_get_record (model, 1))->solver->id, ==, "kmeans");
  /* From plain to balanced, and the numbers of the run that was looked at stay. */
  g_assert_cmpint (comparison->second, ==, 0);
  g_assert_cmpint (comparison->first, ==, 1);
  for (gint c = 0; c < comparison->k; c++)
    g_assert_cmpint (comparison->numbers[0][c], ==, c);
  g_assert_cmpint (comparison->n_moved, >, 0);
  g_assert_nonnull (eqp_run_record_get_numbers (balanced));

  /* Unpinned and pinned again beside the other, its clusters take over the numbers of the other. */
  eqp_run_list_pin_plain (fixture->list, EQP_REFERENCE_KMEANS);
  g_assert_cmpint (eqp_run_list_get_n_pinned (fixture->list), ==, comparison->n_runs);
  g_assert_null (fixture->failure);
}

/* A plain run is put beside the newest run of another method. */
static void
test_compare_plain (Fixture      *fixture,
                    gconstpointer data)
{
  EqpRunRecord *balanced = run (fixture, "bkm", 10.0);
  EqpRunRecord *plain = run (fixture, "kmeans", 0.0);

  eqp_run_list_compare_shown (fixture->list);
  g_assert_cmpint (eqp_run_list_get_n_pinned (fixture->list), >=, 2);
  g_assert_true (eqp_run_list_get_pinned (fixture->list, 0) == plain);
  g_assert_true (eqp_run_list_get_pinned (fixture->list, 1) == balanced);
}

static void
set_k_and_seed (Fixture *fixture,
                gint     k,
                guint64  seed)
{
  EqpSettings settings = *eqp_workspace_get_settings (fixture->workspace);

  settings.params.k = k;
  settings.params.seed = seed;
  eqp_workspace_set_settings (fixture->workspace, &settings);
}

static const EqpParams *
pin_plain (Fixture *fixture)
{
  eqp_run_list_pin_plain (fixture->list, EQP_REFERENCE_KMEANS);
  eqp_wait_until (!eqp_run_list_is_running_plain (fixture->list, EQP_REFERENCE_KMEANS), 30);
  g_assert_null (fixture->failure);
  return &eqp_run_record_get_facts (
      eqp_run_list_get_pinned (fixture->list, eqp_run_list_get_n_pinned (fixture->list) - 1))->params;
}

static void
unpin (Fixture *fixture)
{
  while (eqp_run_list_get_n_pinned (fixture->list) > 0)
    eqp_run_list_set_pinned (fixture->list, eqp_run_list_get_pinned (fixture->list, 0), FALSE, NULL);
}

/* The plain method has the settings of the first run that is pinned, or else of the one shown, which is pinned then, or
 * of the next one. */
static void
test_plain_settings (Fixture      *fixture,
                     gconstpointer data)
{
  const EqpParams *plain;
  EqpRunRecord *pinned;

  set_k_and_seed (fixture, 2, 3);
  plain = pin_plain (fixture);
  g_assert_cmpint (plain->k, ==, 2);
  g_assert_cmpuint (plain->seed, ==, 3);
  g_assert_cmpuint (eqp_run_list_get_n_pinned (fixture->list), ==, 1);
  unpin (fixture);

  set_k_and_seed (fixture, 4, 7);
  pinned = run (fixture, "bkm", 1.0);
  set_k_and_seed (fixture, 5, 9);
  plain = pin_plain (fixture);
  g_assert_cmpint (plain->k, ==, 4);
  g_assert_cmpuint (plain->seed, ==, 7);
  g_assert_cmpfloat (plain->gamma, ==, 0.0);
  g_assert_cmpuint (eqp_run_list_get_n_pinned (fixture->list), ==, 2);
  g_assert_true (eqp_run_list_get_pinned (fixture->list, 0) == pinned);
  unpin (fixture);

  run (fixture, "bkm", 1.0);
  eqp_run_list_set_pinned (fixture->list, pinned, TRUE, NULL);
  eqp_run_list_remove (fixture->list, eqp_run_list_get (fixture->list, 2));
  set_k_and_seed (fixture, 6, 1);
  plain = pin_plain (fixture);
  g_assert_cmpint (plain->k, ==, 4);
  g_assert_cmpuint (plain->seed, ==, 7);
}

/* Whatever was pinned before, the run that is shown comes first and alone with its plain one. */
static void
test_compare_pinned (Fixture      *fixture,
                     gconstpointer data)
{
  for (guint shown_was_pinned = 0; shown_was_pinned < 2; shown_was_pinned++)
    {
      EqpRunRecord *plain = run (fixture, "kmeans", 0.0), *first = run (fixture, "bkm", 0.3);
      EqpRunRecord *second = run (fixture, "bkm", 3.0), *shown = run (fixture, "bkm", 10.0);

      while (eqp_run_list_get_n_pinned (fixture->list) > 0)
        eqp_run_list_set_pinned (fixture->list, eqp_run_list_get_pinned (fixture->list, 0), FALSE, NULL);
      eqp_run_list_set_pinned (fixture->list, first, TRUE, NULL);
      if (shown_was_pinned)
        eqp_run_list_set_pinned (fixture->list, shown, TRUE, NULL);
      eqp_run_list_set_pinned (fixture->list, second, TRUE, NULL);
      eqp_run_list_compare_shown (fixture->list);
      eqp_wait_until (!eqp_run_list_is_running_plain (fixture->list, EQP_REFERENCE_KMEANS), 30);
      g_assert_true (eqp_run_list_get_pinned (fixture->list, 0) == shown);
      g_assert_false (eqp_run_record_get_pinned (first) || eqp_run_record_get_pinned (second));
      /* The one that is there is taken, not run again. */
      g_assert_true (eqp_run_list_get_pinned (fixture->list, 1) == plain);
    }
}

static void
test_other_rows (Fixture      *fixture,
                 gconstpointer data)
{
  EqpRunRecord *record = run (fixture, "kmeans", 0.0);
  g_autoptr (GError) error = NULL;

  g_assert_true (eqp_run_list_set_pinned (fixture->list, record, TRUE, NULL));
  open_sample (fixture, "sample:moons");
  g_assert_cmpint (eqp_run_list_get_n (fixture->list), ==, 1);
  g_assert_cmpint (eqp_run_list_get_n_pinned (fixture->list), ==, 0);
  g_assert_false (eqp_run_list_set_pinned (fixture->list, record, TRUE, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
  open_sample (fixture, "sample:iris");
  g_assert_true (eqp_run_list_set_pinned (fixture->list, record, TRUE, NULL));
}

static void
test_restore (Fixture      *fixture,
              gconstpointer data)
{
  EqpPreparation standard = { .normalize = EQP_NORMALIZE_STANDARD };
  EqpSettings settings;
  EqpRunRecord *record, *again;
  const EqpRunFacts *facts;
  double gamma;

  eqp_data_chain_set_preparation (fixture->chain, &standard, "standardize");
  eqp_wait_until (eqp_workspace_get_preparation (fixture->workspace)->normalize == EQP_NORMALIZE_STANDARD, 20);
  eqp_test_workspace_set_method (fixture->workspace, "bkm");
  settings = *eqp_workspace_get_settings (fixture->workspace);
  settings.params.k = 4;
  settings.params.seed = 11;
  settings.params.restarts = 3;
  eqp_workspace_set_settings (fixture->workspace, &settings);
  record = run (fixture, "bkm", 0.7);
  facts = eqp_run_record_get_facts (record);
  g_assert_cmpint (facts->preparation.normalize, ==, EQP_NORMALIZE_STANDARD);
  gamma = facts->params.gamma;

  eqp_data_chain_set_preparation (fixture->chain, &(EqpPreparation){ 0 }, "nothing");
  eqp_wait_until (eqp_workspace_get_preparation (fixture->workspace)->normalize == EQP_NORMALIZE_NONE, 20);
  settings.solver = eqp_solver_find ("kmeans");
  settings.params = eqp_params_default ();
  settings.params.k = 2;
  eqp_workspace_set_settings (fixture->workspace, &settings);
  eqp_workspace_set_gamma_rel (fixture->workspace, 5.0);

  eqp_run_list_restore (fixture->list, record);
  eqp_wait_until (eqp_test_workspace_is_at_rest (fixture->workspace) &&
                  eqp_workspace_get_preparation (fixture->workspace)->normalize == EQP_NORMALIZE_STANDARD, 20);
  settings = *eqp_workspace_get_settings (fixture->workspace);
  g_assert_cmpstr (settings.solver->id, ==, "bkm");
  g_assert_cmpint (settings.params.k, ==, 4);
  g_assert_cmpint (settings.params.seed, ==, 11);
  g_assert_cmpint (settings.params.restarts, ==, 3);
  g_assert_cmpfloat (eqp_workspace_get_gamma (fixture->workspace), ==, gamma);

  /* And the run is there again, unasked; its numbers are those of what was shown in between. */
  again = eqp_run_list_get (fixture->list, eqp_run_list_get_n (fixture->list) - 1);
  g_assert_true (again != record);
  g_assert_false (eqp_workspace_is_stale (fixture->workspace));
  g_assert_false (eqp_run_record_get_facts (again)->warm);
  eqp_test_assert_same_clusters (eqp_run_record_get_labels (again), eqp_run_record_get_labels (record));

  /* Also where only gamma was another one since, from which a run would go on. */
  eqp_workspace_set_gamma_rel (fixture->workspace, 5.0);
  eqp_workspace_follow (fixture->workspace);
  eqp_wait_until (eqp_test_workspace_is_at_rest (fixture->workspace), 20);
  g_assert_nonnull (eqp_run_get_initial (eqp_workspace_get_run (fixture->workspace)));
  eqp_run_list_restore (fixture->list, record);
  g_assert_true (eqp_workspace_is_running (fixture->workspace));
  eqp_wait_until (eqp_test_workspace_is_at_rest (fixture->workspace), 20);
  g_assert_null (eqp_run_get_initial (eqp_workspace_get_run (fixture->workspace)));
  eqp_test_assert_same_clusters (eqp_workspace_get_labels (fixture->workspace), eqp_run_record_get_labels (record));
}

static void
test_budget (Fixture      *fixture,
             gconstpointer data)
{
  gint32 labels[150] = { 0 };
  EqpRunRecord *first, *second;
  gsize bytes;
  g_autoptr (GError) error = NULL;

  g_assert_null (eqp_run_list_add_labels (fixture->list, NULL, 149, 1, labels, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
  g_clear_error (&error);
  for (int i = 0; i < 150; i++)
    labels[i] = i % 20;
  first = eqp_run_list_add_labels (fixture->list, "mine", 150, 20, labels, NULL);
  second = eqp_run_list_add_labels (fixture->list, NULL, 150, 20, labels, NULL);
  for (int i = 2; i < 200; i++)
    g_assert_nonnull (eqp_run_list_add_labels (fixture->list, NULL, 150, 20, labels, NULL));
  g_assert_cmpstr (eqp_run_record_get_name (first), ==, "mine");
  g_assert_cmpint (eqp_run_record_get_facts (first)->sizes[3], ==, 8);
  g_assert_cmpint (eqp_run_record_get_facts (first)->k, ==, 20);
  g_assert_cmpint (eqp_run_record_get_facts (first)->params.k, ==, 20);
  g_assert_true (eqp_run_list_set_pinned (fixture->list, first, TRUE, NULL));

  /* Room for some of them: the oldest give up their labels, not the one that is pinned. */
  bytes = eqp_run_record_get_bytes (first);
  eqp_run_list_set_budget (fixture->list, 199 * bytes);
  g_assert_nonnull (eqp_run_record_get_labels (first));
  g_assert_null (eqp_run_record_get_labels (second));
  g_assert_false (eqp_run_list_set_pinned (fixture->list, second, TRUE, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE);
  /* Hardly any: the oldest go. */
  eqp_run_list_set_budget (fixture->list, 10 * bytes);
  g_assert_cmpint (eqp_run_list_get_n (fixture->list), <, 100);
  g_assert_true (eqp_run_list_get (fixture->list, 0) == first);
  /* None: what is pinned and the newest stay as they are. */
  eqp_run_list_set_budget (fixture->list, 1);
  g_assert_cmpint (eqp_run_list_get_n (fixture->list), ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_nonnull (eqp_run_record_get_labels (eqp_run_list_get (fixture->list, i)));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/session/run-list/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("added", test_added);
  ADD ("dragged", test_dragged);
  ADD ("cancelled", test_cancelled);
  ADD ("rename-delete-undo", test_rename_delete_undo);
  ADD ("compare-shown", test_compare_shown);
  ADD ("compare-plain", test_compare_plain);
  ADD ("plain-settings", test_plain_settings);
  ADD ("compare-pinned", test_compare_pinned);
  ADD ("other-rows", test_other_rows);
  ADD ("restore", test_restore);
  ADD ("budget", test_budget);
  return g_test_run ();
}
