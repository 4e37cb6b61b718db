/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-suggest.h"
#include "eqp-test.h"

#include <math.h>

static EqpSuggestion *
suggest (EqpDataset *dataset, gint k)
{
  const EqpSuggestOptions options = { .k_least = k, .k_most = k, .threads = 2 };
  g_autoptr (GError) error = NULL;
  EqpSuggestion *suggestion = eqp_suggest (dataset, &options, NULL, NULL, &error);

  g_assert_no_error (error);
  return suggestion;
}

/* The same rows with classes drawn anew, or without any, get the same suggestion: classes are not looked at. */
static void
test_blind (void)
{
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, NULL);
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  g_autoptr (EqpDataset) bare = NULL;
  g_autoptr (EqpSuggestion) seeing = NULL, blind = NULL;

  edit->no_labels = TRUE;
  bare = eqp_dataset_edit (iris, edit, NULL, NULL);
  seeing = suggest (iris, 3);
  blind = suggest (bare, 3);
  g_assert_cmpint (seeing->chosen, ==, blind->chosen);
  g_assert_cmpint (seeing->runner_up, ==, blind->runner_up);
  g_assert_cmpfloat (seeing->gamma_rel, ==, blind->gamma_rel);
  for (gint i = 0; i < EQP_N_SUGGEST; i++)
    if (seeing->candidates[i].left_out == NULL)
      g_assert_cmpfloat (seeing->candidates[i].modularity, ==, blind->candidates[i].modularity);
}

/* The greatest modularity wins, and each part says why. */
static void
test_choice (void)
{
  g_autoptr (EqpDataset) iris = eqp_sample_load ("iris", NULL, NULL);
  g_autoptr (EqpSuggestion) suggestion = suggest (iris, 3);

  for (gint i = 0; i < EQP_N_SUGGEST; i++)
    if (suggestion->candidates[i].left_out == NULL)
      g_assert_cmpfloat (suggestion->candidates[i].modularity, <=,
                         suggestion->candidates[suggestion->chosen].modularity);
  for (gint part = 0; part < EQP_N_SUGGEST_PARTS; part++)
    {
      g_autofree char *reason = eqp_suggestion_dup_reason (suggestion, part);

      g_assert_true (g_str_has_suffix (reason, "."));
    }
}

/* Two pairs joined by one edge: Q = sum of in/W - (vol/W)^2, here 2 (2/6 - (3/6)^2) = 1/6. */
static void
test_modularity (void)
{
  const gint32 from[] = { 0, 2, 1 }, to[] = { 1, 3, 2 }, labels[] = { 0, 0, 1, 1 };
  const double weights[] = { 1.0, 1.0, 1.0 };
  g_autoptr (EqpGraph) graph = eqp_graph_new_from_edges (4, 3, from, to, weights, NULL);

  g_assert_cmpfloat_with_epsilon (eqp_suggest_modularity (graph, 5, 2, labels), 1.0 / 6.0, 1e-12);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/suggest/blind", test_blind);
  g_test_add_func ("/session/suggest/choice", test_choice);
  g_test_add_func ("/session/suggest/modularity", test_modularity);
  return g_test_run ();
}
