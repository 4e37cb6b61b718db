/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What rows pay for balance, against what is explained of each row alone. */
#include "config.h"

#include <math.h>

#include "eqp-test.h"

static void
compare (EqpDataset *dataset, EqpGraph *graph, gint k, const gint32 *labels)
{
  gint64 n = eqp_dataset_get_n (dataset), paying = 0;
  g_autofree double *prices = g_new (double, n);
  g_autofree gint32 *nearest = g_new (gint32, n);

  g_assert_true (eqp_explain_all (dataset, graph, k, labels, 0.0, NULL, &(EqpRowChoices) { .nearest = nearest, .prices = prices }, NULL));
  for (gint64 i = 0; i < n; i++)
    {
      g_autoptr (EqpExplanation) why = eqp_explain_row (dataset, graph, k, labels, NULL, 0.0, i);
      double expected = why->data[why->own] - why->data[why->nearest];

      g_assert_cmpfloat_with_epsilon (prices[i], expected, 1e-9 * (1.0 + fabs (why->data[why->own])));
      if (expected > 1e-6)
        g_assert_cmpint (nearest[i], ==, why->nearest);
      paying += prices[i] > 0.0;
    }
  g_assert_cmpint (paying, >, 0);
  g_assert_cmpint (paying, <, n);
}

static void
test_against_explained (void)
{
  g_autoptr (EqpDataset) dataset = eqp_sample_load ("iris", NULL, NULL);
  gint64 n = eqp_dataset_get_n (dataset);
  g_autofree gint32 *labels = g_new (gint32, n);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  EqpParams params = eqp_params_default ();
  const EqpGraphOptions options = eqp_params_get_graph_options (&params);
  g_autoptr (EqpGraph) graph = eqp_dataset_build_graph (dataset, &options, pool, NULL, NULL, NULL);

  /* Classes with every seventh row somewhere else, and a cluster without rows. */
  for (gint64 i = 0; i < n; i++)
    labels[i] = (gint32) ((i / 50 + (i % 7 == 0)) % 3);
  compare (dataset, NULL, 4, labels);
  compare (dataset, graph, 4, labels);
}

/* Where each row is nearest nobody pays; and one row by hand. */
static void
test_by_hand (void)
{
  const double values[] = { 0, 2, 10, 11, 15 };
  const gint32 good[] = { 0, 0, 1, 1, 1 }, bad[] = { 0, 0, 0, 1, 1 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (5, 1, values);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  double prices[5];
  gint32 nearest[5];

  g_assert_true (eqp_explain_all (dataset, NULL, 2, good, 0.0, NULL, &(EqpRowChoices) { .nearest = nearest, .prices = prices }, NULL));
  for (int i = 0; i < 5; i++)
    {
      g_assert_cmpfloat (prices[i], ==, 0.0);
      g_assert_cmpint (nearest[i], ==, good[i]);
    }
  g_assert_true (eqp_explain_all (dataset, NULL, 2, bad, 0.0, NULL, &(EqpRowChoices) { .nearest = nearest, .prices = prices }, NULL));
  /* Centers 4 and 13: (10 - 4)^2 - (10 - 13)^2. */
  eqp_assert_close (prices[2], 36.0 - 9.0, 1e-9);
  g_assert_cmpint (nearest[2], ==, 1);
  g_assert_cmpfloat (prices[0], ==, 0.0);
  g_cancellable_cancel (cancelled);
  g_assert_false (eqp_explain_all (dataset, NULL, 2, bad, 0.0, cancelled, &(EqpRowChoices) { .nearest = nearest, .prices = prices }, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/row-prices/against-explained", test_against_explained);
  g_test_add_func ("/core/row-prices/by-hand", test_by_hand);
  return g_test_run ();
}
