/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The suggestion of the window: the same as that of the terminal, carried out to the very labels it was judged by, and
 * stopped, replaced and left alone at any time. */
#include "config.h"

#include "eqp-suggest-model.h"

#include <math.h>

#include "eqp-test-workspace.h"
#include "eqp-test.h"

typedef struct
{
  EqpWorkspace    *workspace;
  EqpDataChain    *chain;
  EqpSuggestModel *model;
  char            *failure;
  guint            n_progress;
} Fixture;

static void
failed_cb (Fixture    *fixture,
           const char *message)
{
  g_free (fixture->failure);
  fixture->failure = g_strdup (message);
}

static void
progress_cb (Fixture *fixture)
{
  EqpSuggestProgress progress;

  eqp_suggest_model_get_progress (fixture->model, &progress);
  g_assert_cmpfloat (progress.fraction, >=, 0.0);
  g_assert_cmpfloat (progress.fraction, <=, 1.0);
  g_assert_cmpstr (progress.what, !=, "");
  fixture->n_progress++;
}

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  fixture->workspace = eqp_test_workspace_new ();
  fixture->chain = eqp_data_chain_new (fixture->workspace);
  fixture->model = eqp_suggest_model_new (fixture->workspace, fixture->chain);
  g_signal_connect_swapped (fixture->model, "failed", G_CALLBACK (failed_cb), fixture);
  g_signal_connect_swapped (fixture->model, "progress", G_CALLBACK (progress_cb), fixture);
  eqp_workspace_open (fixture->workspace, data, NULL);
  eqp_wait_until (eqp_workspace_get_prepared (fixture->workspace) != NULL &&
                  eqp_test_workspace_is_at_rest (fixture->workspace), 30);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  gpointer weak_model = fixture->model, weak_workspace = fixture->workspace;

  g_object_add_weak_pointer (G_OBJECT (fixture->model), &weak_model);
  g_object_add_weak_pointer (G_OBJECT (fixture->workspace), &weak_workspace);
  g_object_unref (fixture->model);
  g_object_unref (fixture->chain);
  g_object_unref (fixture->workspace);
  eqp_wait_until (weak_model == NULL && weak_workspace == NULL, 20);
  g_free (fixture->failure);
}

static const EqpSuggestion *
finish (Fixture                 *fixture,
        const EqpSuggestOptions *options)
{
  eqp_suggest_model_start (fixture->model, options);
  g_assert_true (eqp_suggest_model_is_running (fixture->model));
  eqp_wait_until (!eqp_suggest_model_is_running (fixture->model), 600);
  return eqp_suggest_model_get_suggestion (fixture->model);
}

/* Nothing is another than what the terminal gets from the same calls. */
static void
test_same (Fixture      *fixture,
           gconstpointer data)
{
  const EqpSuggestOptions options = { .k_least = 2, .k_most = 3, .threads = 1 };
  EqpDataset *dataset = eqp_workspace_get_dataset (fixture->workspace);
  const EqpSuggestion *found = finish (fixture, &options);
  g_autoptr (EqpSuggestion) expected = eqp_suggest (dataset, &options, NULL, NULL, NULL);

  g_assert_nonnull (found);
  g_assert_true (eqp_suggest_model_knows_classes (fixture->model));
  eqp_suggest_beside (expected, eqp_dataset_get_labels (dataset), 1, NULL, NULL);
  g_assert_cmpint (found->chosen, ==, expected->chosen);
  g_assert_cmpint (found->k, ==, expected->k);
  g_assert_cmpint (found->ks->len, ==, 2);
  for (int part = 0; part < EQP_N_SUGGEST_PARTS; part++)
    {
      g_autofree char *reason = eqp_suggestion_dup_reason (found, (EqpSuggestPart) part);
      g_autofree char *other = eqp_suggestion_dup_reason (expected, (EqpSuggestPart) part);

      g_assert_cmpstr (reason, ==, other);
    }
  g_assert_false (isnan (found->beside.acc));
  g_assert_cmpfloat (found->beside.acc, ==, expected->beside.acc);
  g_assert_cmpfloat (found->beside.best_acc, ==, expected->beside.best_acc);
  g_assert_cmpfloat (found->beside.plateau_from, ==, expected->beside.plateau_from);
  g_assert_cmpint (fixture->n_progress, >, 0);
  g_assert_null (fixture->failure);
}

/* The run after it has the very labels that spoke for the suggestion, whatever was set before; and all of it can be
 * taken back. */
static void
test_apply (Fixture      *fixture,
            gconstpointer data)
{
  const EqpSuggestOptions options = { .k_least = 4, .k_most = 4 };
  const EqpPreparation other = { .normalize = EQP_NORMALIZE_UNIT };
  EqpSettings settings;
  const EqpSuggestion *found;
  const EqpResult *result;

  eqp_data_chain_set_preparation (fixture->chain, &other, "other");
  eqp_wait_until (!eqp_workspace_is_preparing (fixture->workspace), 20);
  eqp_test_workspace_set_method (fixture->workspace, "bmincut");
  settings = *eqp_workspace_get_settings (fixture->workspace);
  settings.params.neighbors = 9;
  settings.params.restarts = 5;
  eqp_workspace_set_settings (fixture->workspace, &settings);
  eqp_test_workspace_set_method (fixture->workspace, "kmeans");

  found = finish (fixture, &options);
  g_assert_nonnull (found);
  g_assert_false (eqp_suggest_model_is_applied (fixture->model));
  for (int round = 0; round < 2; round++)
    {
      EqpRun *before = eqp_workspace_get_run (fixture->workspace);
      const EqpSuggestCandidate *chosen = &found->candidates[found->chosen];

      g_assert_true (eqp_suggest_model_apply (fixture->model));
      eqp_wait_until (eqp_workspace_get_run (fixture->workspace) != before &&
                      !eqp_workspace_is_running (fixture->workspace) &&
                      eqp_run_get_result (eqp_workspace_get_run (fixture->workspace)) != NULL, 30);
      g_assert_true (eqp_suggest_model_is_applied (fixture->model));
      g_assert_true (eqp_preparation_equal (eqp_workspace_get_preparation (fixture->workspace),
                                            &chosen->preparation));
      result = eqp_run_get_result (eqp_workspace_get_run (fixture->workspace));
      g_assert_cmpint (result->k, ==, 4);
      g_assert_cmpmem (result->labels, (gsize) result->n * sizeof (gint32), chosen->labels,
                       (gsize) result->n * sizeof (gint32));
    }
  g_assert_true (eqp_data_chain_can_undo (fixture->chain));
  eqp_data_chain_undo (fixture->chain);
  eqp_wait_until (!eqp_workspace_is_preparing (fixture->workspace), 20);
  g_assert_true (eqp_preparation_equal (eqp_workspace_get_preparation (fixture->workspace), &other));
  g_assert_false (eqp_suggest_model_is_applied (fixture->model));
}

static void
test_stop (Fixture      *fixture,
           gconstpointer data)
{
  const EqpSuggestOptions options = { .k_least = 10, .k_most = 10 }, impossible = { .k_least = 1, .k_most = 1 };

  /* Before there is anything. */
  eqp_suggest_model_start (fixture->model, &options);
  eqp_suggest_model_stop (fixture->model);
  eqp_wait_until (!eqp_suggest_model_is_running (fixture->model), 20);
  g_assert_nonnull (fixture->failure);
  g_assert_null (eqp_suggest_model_get_suggestion (fixture->model));
  g_assert_false (eqp_suggest_model_apply (fixture->model));

  /* While it is held against others: it stands. */
  g_clear_pointer (&fixture->failure, g_free);
  eqp_suggest_model_start (fixture->model, &options);
  eqp_wait_until (eqp_suggest_model_get_suggestion (fixture->model) != NULL, 600);
  g_assert_true (eqp_suggest_model_is_running (fixture->model));
  eqp_suggest_model_stop (fixture->model);
  eqp_wait_until (!eqp_suggest_model_is_running (fixture->model), 20);
  g_assert_nonnull (eqp_suggest_model_get_suggestion (fixture->model));
  g_assert_false (eqp_suggest_model_get_suggestion (fixture->model)->cancelled);
  g_assert_null (fixture->failure);

  g_assert_null (finish (fixture, &impossible));
  g_assert_nonnull (fixture->failure);

  /* One takes the place of the other, other data of both; and it may go at any time. */
  eqp_suggest_model_start (fixture->model, &options);
  eqp_suggest_model_start (fixture->model, &options);
  eqp_workspace_open (fixture->workspace, "sample:moons", NULL);
  eqp_wait_until (!eqp_suggest_model_is_running (fixture->model), 600);
  g_assert_null (eqp_suggest_model_get_suggestion (fixture->model));
  eqp_wait_until (eqp_test_workspace_is_at_rest (fixture->workspace), 30);
  eqp_suggest_model_start (fixture->model, &options);
}

static void
add_ks (EqpSuggestion *self, gint n, const EqpSuggestK *ks, gint wanted, gint k, gint runner_up)
{
  g_array_set_size (self->ks, 0);
  g_array_append_vals (self->ks, ks, (guint) n);
  self->n_ks = wanted;
  self->k = k;
  self->k_runner_up = runner_up;
}

/* What a suggestion says of its K and of what is beside it. */
static void
test_words (void)
{
  const EqpSuggestK ks[] = { { 2, 0.25 }, { 4, 0.875 }, { 5, 0.75 } };
  gint32 label = 0;
  EqpSuggestion self = { .solver = eqp_solver_find ("bmincut"), .runner_up = -1, .n = 90, .d = 40, .n_seeds = 5, .n_seeds_wanted = 5 };
  const struct
  {
    gint        wanted, known, k, runner_up;
    const char *reason, *next;
  } cases[] = {
    { 0, 0, 3, 0, "It was given.", NULL },
    { 9, 3, 4, 5, "Its clusters are the most stable ones: subsamples of 80 % of the rows agree with all rows at AMI 0.875.",
      "K = 5, AMI 0.750" },
    { 9, 1, 6, 0, "There was no time to compare, so it is the middle of the range.", NULL },
  };

  self.ks = g_array_new (FALSE, FALSE, sizeof (EqpSuggestK));
  self.gamma_rel = 0.5;
  self.candidates[0].labels = &label;
  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autofree char *reason = NULL;
      g_autofree char *next = NULL;
      g_autofree char *choice = NULL;
      g_autofree char *number = g_strdup_printf ("%d", cases[c].k);

      add_ks (&self, cases[c].known, ks, cases[c].wanted, cases[c].k, cases[c].runner_up);
      reason = eqp_suggestion_dup_reason (&self, EQP_SUGGEST_K);
      next = eqp_suggestion_dup_runner_up (&self, EQP_SUGGEST_K);
      choice = eqp_suggestion_dup_choice (&self, EQP_SUGGEST_K);
      g_assert_cmpstr (reason, ==, cases[c].reason);
      g_assert_cmpstr (next, ==, cases[c].next);
      g_assert_cmpstr (choice, ==, number);
    }
  g_array_unref (self.ks);
}

/* Each of the things that a suggestion warns of, alone: from where on, and in which words. */
static void
test_warnings (void)
{
  const double values[] = { 1, 2, 3, 4 };
  g_autoptr (EqpDataset) judged = eqp_test_dataset (4, 1, values);
  const EqpSuggestK ks[] = { { 2, 0.25 }, { 4, 0.875 } };
  gint32 label = 0, rows = 0;
  const struct
  {
    gint64      d;
    double      first, second; /* modularities; of a runner-up above 0 */
    gint        seeds, ks;
    gboolean    is_graph, cancelled, out_of_time, weighted, drawn;
    const char *words;         /* of the one warning; NULL: there is none */
  } cases[] = {
    { 40, 0.5, 0.489, 5, 0, FALSE, FALSE, FALSE, FALSE, FALSE, NULL },
    { 40, 0.5, 0.491, 5, 0, FALSE, FALSE, FALSE, FALSE, FALSE, "The runner-up of the preparation is close" },
    { 39, 0.5, 0.1, 5, 0, FALSE, FALSE, FALSE, FALSE, FALSE, "The data have only 39 columns;" },
    { 1, 0.5, 0.1, 5, 0, FALSE, FALSE, FALSE, FALSE, FALSE, "The data have only 1 column;" },
    { 1, 0.5, 0.1, 5, 0, TRUE, FALSE, FALSE, FALSE, FALSE, NULL },
    { 40, 0.0, 0.1, 5, 0, FALSE, FALSE, FALSE, FALSE, FALSE, "At modularity 0.000 rows are joined within clusters no more than" },
    { 40, 1e-9, 0.0, 5, 0, FALSE, FALSE, FALSE, FALSE, FALSE, NULL },
    { 40, 0.5, 0.1, 4, 0, FALSE, FALSE, FALSE, FALSE, FALSE, "There was time for 4 of 5 seeds of each preparation." },
    { 40, 0.5, 0.1, 5, 3, FALSE, FALSE, FALSE, FALSE, FALSE, "There was time for 2 of 3 values of K." },
    { 40, 0.5, 0.1, 5, 2, FALSE, FALSE, FALSE, FALSE, FALSE, NULL },
    { 40, 0.5, 0.1, 5, 0, FALSE, TRUE, FALSE, FALSE, FALSE, "The search was stopped;" },
    { 40, 0.5, 0.1, 5, 0, FALSE, FALSE, TRUE, FALSE, FALSE, "The 7.5 seconds there were did not suffice for everything;" },
    { 40, 0.5, 0.1, 5, 0, FALSE, FALSE, FALSE, TRUE, FALSE, "Every row counted once:" },
    { 40, 0.5, 0.1, 5, 0, FALSE, FALSE, FALSE, FALSE, TRUE, "It was judged on 4 rows drawn from 90." },
  };

  for (guint c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      EqpSuggestion self = { .solver = eqp_solver_find ("bmincut"), .chosen = 1, .runner_up = cases[c].second > 0.0 ? 2 : -1, .n = 90,
                             .d = cases[c].d, .n_seeds = cases[c].seeds, .n_seeds_wanted = 5, .judged = judged, .budget = 7.5,
                             .is_graph = cases[c].is_graph, .cancelled = cases[c].cancelled, .out_of_time = cases[c].out_of_time,
                             .weighted = cases[c].weighted, .rows = cases[c].drawn ? &rows : NULL };
      g_autoptr (GPtrArray) warnings = NULL;

      self.candidates[1].labels = &label;
      self.candidates[1].modularity = cases[c].first;
      self.candidates[2].modularity = cases[c].second;
      self.ks = g_array_new (FALSE, FALSE, sizeof (EqpSuggestK));
      add_ks (&self, cases[c].ks > 0 ? 2 : 0, ks, cases[c].ks, 4, 2);
      warnings = eqp_suggestion_dup_warnings (&self);
      g_array_unref (self.ks);
      g_assert_cmpuint (warnings->len, ==, cases[c].words != NULL);
      if (cases[c].words != NULL)
        g_assert_true (g_str_has_prefix (g_ptr_array_index (warnings, 0), cases[c].words));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, sample, func)                                                                                      \
  g_test_add ("/session/suggest-model/" name, Fixture, "sample:" sample, set_up, func, tear_down)
  ADD ("same", "iris", test_same);
  ADD ("apply", "iris", test_apply);
  ADD ("stop", "digits", test_stop);
  g_test_add_func ("/session/suggest-model/words", test_words);
  g_test_add_func ("/session/suggest-model/warnings", test_warnings);
  return g_test_run ();
}
