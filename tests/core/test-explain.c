/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <math.h>

#include "eqp-test.h"

/* Clusters {0, 2}, {10, 11, 15} and none: row 1 stands at 2. */
static void
test_distances (void)
{
  const double values[] = { 0, 2, 10, 11, 15 };
  const gint32 labels[] = { 0, 0, 1, 1, 1 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (5, 1, values);
  g_autoptr (EqpExplanation) why = eqp_explain_row (dataset, NULL, 3, labels, NULL, 2.0, 1);

  g_assert_cmpint (why->own, ==, 0);
  g_assert_cmpint (why->nearest, ==, 0);
  g_assert_cmpint (why->cheapest, ==, 0);
  g_assert_cmpint (why->others[0], ==, 1);
  g_assert_cmpint (why->others[1], ==, 3);
  eqp_assert_close (why->data[0], 1.0, 1e-6);
  eqp_assert_close (why->data[1], 100.0, 1e-6);
  g_assert_true (isnan (why->data[2]));
  g_assert_cmpfloat (why->prices[0], ==, 6.0);
  g_assert_cmpfloat (why->prices[1], ==, 14.0);
  g_assert_cmpfloat (why->prices[2], ==, 2.0);
}

/* Rows that count several times are so many rows: 2 counts for three, 10 for two. */
static void
test_weights (void)
{
  const double values[] = { 0, 2, 10, 11 }, copies[] = { 0, 2, 2, 2, 10, 10, 11 }, weights[] = { 1, 3, 2, 1 };
  const gint32 labels[] = { 0, 0, 1, 1 }, copied[] = { 0, 0, 0, 0, 1, 1, 1 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 1, values);
  g_autoptr (EqpDataset) expanded = eqp_test_dataset (7, 1, copies);
  g_autoptr (EqpExplanation) light = eqp_explain_row (dataset, NULL, 3, labels, weights, 2.0, 3);
  g_autoptr (EqpExplanation) same = eqp_explain_row (expanded, NULL, 3, copied, NULL, 2.0, 6);
  g_autoptr (EqpExplanation) heavy = eqp_explain_row (dataset, NULL, 3, labels, weights, 2.0, 1);

  for (gint c = 0; c < 2; c++)
    {
      eqp_assert_close (light->data[c], same->data[c], 1e-6);
      g_assert_cmpfloat (light->prices[c], ==, same->prices[c]);
    }
  g_assert_true (isnan (light->data[2]));
  g_assert_cmpint (light->cheapest, ==, same->cheapest);
  /* Three times (2 - 1.5)^2, and 2 (4^2 - 1^2), 2 (6^2 - 3^2), 2 (3^2). */
  eqp_assert_close (heavy->data[0], 0.75, 1e-6);
  g_assert_cmpfloat (heavy->prices[0], ==, 30.0);
  g_assert_cmpfloat (heavy->prices[1], ==, 54.0);
  g_assert_cmpfloat (heavy->prices[2], ==, 18.0);
}

/* Row 2 stands at 10 beside {0, 2} and {10, 11, 15}: without a price it belongs to the second, with a high one to the first. */
static void
test_price_decides (void)
{
  const double values[] = { 0, 2, 10, 11, 15 };
  const gint32 labels[] = { 0, 0, 1, 1, 1 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (5, 1, values);
  g_autoptr (EqpExplanation) cheap = eqp_explain_row (dataset, NULL, 2, labels, NULL, 0.0, 2);
  const gint32 crowded[] = { 0, 1, 1, 1, 1 };
  g_autoptr (EqpExplanation) dear = eqp_explain_row (dataset, NULL, 2, crowded, NULL, 100.0, 1);

  g_assert_cmpint (cheap->cheapest, ==, 1);
  g_assert_cmpint (dear->own, ==, 1);
  g_assert_cmpint (dear->nearest, ==, 0);
  g_assert_cmpint (dear->cheapest, ==, 0);
  g_assert_cmpfloat (dear->prices[1] - dear->prices[0], ==, 100.0 * (7.0 - 3.0));
}

/* A path 0 - 1 - 2 with weights 3 and 1: row 1 would lose 2 * 3 in the cluster of row 2. */
static void
test_edges (void)
{
  const double values[] = { 0, 1, 2 }, weights[] = { 3.0, 1.0 };
  const gint32 from[] = { 0, 1 }, to[] = { 1, 2 }, labels[] = { 0, 0, 1 };
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (3, 1, values);
  g_autoptr (EqpGraph) graph = eqp_graph_new_from_edges (3, 2, from, to, weights, &error);
  g_autoptr (EqpExplanation) why = NULL;

  g_assert_no_error (error);
  why = eqp_explain_row (dataset, graph, 3, labels, NULL, 0.5, 1);
  g_assert_cmpfloat (why->data[0], ==, 2.0);
  g_assert_cmpfloat (why->data[1], ==, 6.0);
  g_assert_cmpfloat (why->data[2], ==, 8.0);
  g_assert_cmpfloat (why->prices[0], ==, 1.5);
  g_assert_cmpfloat (why->prices[2], ==, 0.5);
  g_assert_cmpint (why->cheapest, ==, 0);
}

/* Where the solver stops, no row sees a cheaper place: that is what the window says. */
static void
test_result_is_cheapest (gconstpointer data)
{
  double gamma_rel = *(const double *) data;
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = eqp_sample_load ("iris", NULL, &error);
  g_autoptr (EqpResult) result = NULL;
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  EqpContext context = { .pool = pool };
  gint64 n;

  g_assert_no_error (error);
  n = eqp_dataset_get_n (dataset);
  params.k = 4;
  params.gamma = gamma_rel * eqp_gamma_unit (EQP_FAMILY_KMEANS, n, params.k, eqp_dataset_get_total_ss (dataset));
  result = eqp_solver_run (eqp_solver_find ("bkm"), dataset, &params, &context, &error);
  g_assert_no_error (error);
  for (gint64 row = 0; row < n; row++)
    {
      g_autoptr (EqpExplanation) why = eqp_explain_row (dataset, NULL, params.k, result->labels, NULL, params.gamma, row);

      g_assert_cmpint (why->cheapest, ==, why->own);
    }
}

/* Of all rows what is told of each. */
static void
test_all (gconstpointer with_graph)
{
  enum { N = 40, K = 5 };
  double values[2 * N], margin[N];
  gint32 labels[N], second[N], from[3 * N], to[3 * N];
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpGraph) graph = NULL;
  g_autoptr (GError) error = NULL;
  EqpRng rng;

  eqp_rng_init (&rng, 11, 0);
  for (int i = 0; i < N; i++)
    {
      values[2 * i] = eqp_rng_uniform (&rng);
      values[2 * i + 1] = eqp_rng_uniform (&rng);
      /* The last cluster is empty. */
      labels[i] = (gint32) eqp_rng_below (&rng, K - 1);
    }
  for (int e = 0; e < 3 * N; e++)
    {
      from[e] = e % N;
      to[e] = (gint32) ((e % N + 1 + eqp_rng_below (&rng, N - 1)) % N);
    }
  dataset = eqp_test_dataset (N, 2, values);
  if (GPOINTER_TO_INT (with_graph))
    graph = eqp_graph_new_from_edges (N, 3 * N, from, to, NULL, NULL);
  g_assert_true (eqp_explain_all (dataset, graph, K, labels, 0.01, NULL, &(EqpRowChoices) { .second = second, .margins = margin }, &error));
  g_assert_no_error (error);
  for (gint64 i = 0; i < N; i++)
    {
      g_autoptr (EqpExplanation) why = eqp_explain_row (dataset, graph, K, labels, NULL, 0.01, i);
      double least = INFINITY, own = why->data[why->own] + why->prices[why->own];
      gint best = -1;

      for (gint c = 0; c < K; c++)
        if (c != why->own && why->data[c] + why->prices[c] < least)
          {
            least = why->data[c] + why->prices[c];
            best = c;
          }
      g_assert_cmpint (second[i], ==, best);
      eqp_assert_close (margin[i], least - own, 1e-9);
    }
}

/* Cancelled, no row is explained, and that is told. */
static void
test_cancelled (void)
{
  const double values[] = { 0, 1, 5, 6 };
  const gint32 labels[] = { 0, 0, 1, 1 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (4, 1, values);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  gint32 second[] = { 7, 7, 7, 7 };
  double margins[4];

  g_cancellable_cancel (cancellable);
  g_assert_false (eqp_explain_all (dataset, NULL, 2, labels, 0.0, cancellable,
                                   &(EqpRowChoices) { .second = second, .margins = margins }, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (second[0], ==, 7);
}

int
main (int    argc,
      char **argv)
{
  static const double gammas[] = { 0.0, 0.3, 10.0 };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/explain/distances", test_distances);
  g_test_add_func ("/core/explain/weights", test_weights);
  g_test_add_func ("/core/explain/price-decides", test_price_decides);
  g_test_add_func ("/core/explain/edges", test_edges);
  g_test_add_data_func ("/core/explain/result-is-cheapest/free", &gammas[0], test_result_is_cheapest);
  g_test_add_data_func ("/core/explain/result-is-cheapest/knee", &gammas[1], test_result_is_cheapest);
  g_test_add_data_func ("/core/explain/result-is-cheapest/hard", &gammas[2], test_result_is_cheapest);
  g_test_add_data_func ("/core/explain/all/points", GINT_TO_POINTER (FALSE), test_all);
  g_test_add_data_func ("/core/explain/all/graph", GINT_TO_POINTER (TRUE), test_all);
  g_test_add_func ("/core/explain/cancelled", test_cancelled);
  return g_test_run ();
}
