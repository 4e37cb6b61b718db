/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures of rows that count several times, against the data with each row as often as it counts. */
#include "config.h"

#include "eqp-weight-column.h"

#include <math.h>

#include "eqp-test.h"

#define N 60
#define D 3
#define K 4

static void
test_copies (void)
{
  double values[N * D], weights[N], *copies = NULL;
  gint32 labels[N], truth[N], *copied_labels = NULL, *copied_truth = NULL;
  g_autoptr (EqpDataset) once = NULL, often = NULL;
  g_autoptr (EqpGraph) graph = NULL;
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  gint64 total = 0;
  EqpRng rng;

  eqp_rng_init (&rng, 4, 0);
  copies = g_new (double, 5 * N * D);
  copied_labels = g_new (gint32, 5 * N);
  copied_truth = g_new (gint32, 5 * N);
  for (int i = 0; i < N; i++)
    {
      weights[i] = (double) eqp_rng_below (&rng, 5);
      labels[i] = (gint32) (i < K ? i : (gint64) eqp_rng_below (&rng, K));
      truth[i] = (gint32) eqp_rng_below (&rng, 3) - (i % 9 == 0);
      for (int j = 0; j < D; j++)
        values[i * D + j] = eqp_rng_normal (&rng) + labels[i] * (j == 0);
      for (int copy = 0; copy < (int) weights[i]; copy++, total++)
        {
          copied_labels[total] = labels[i];
          copied_truth[total] = truth[i];
          memcpy (copies + total * D, values + i * D, sizeof (double) * D);
        }
    }
  once = eqp_test_dataset (N, D, values);
  often = eqp_test_dataset (total, D, copies);
  graph = eqp_test_random_graph (&rng, N, 3, 0);
  g_assert_true (eqp_weight_column_is_measured (weights, N));

  for (int with = 0; with < 4; with++)
    {
      EqpMeasureInput input = { .n = N, .k = K, .labels = labels, .truth = with & 1 ? truth : NULL, .graph = graph,
                                .seed = 1 };
      EqpMeasureInput expected = { .n = total, .k = K, .labels = copied_labels, .truth = with & 1 ? copied_truth : NULL,
                                   .seed = 1 };
      EqpMeasureSet set, all, edges;

      if (with & 2)
        {
          input.points = eqp_dataset_get_points (once);
          expected.points = eqp_dataset_get_points (often);
        }
      eqp_measure_set_init (&set);
      eqp_measure_set_init (&all);
      eqp_measure_set_init (&edges);
      g_assert_cmpint (eqp_weight_column_measure (weights, &input, &set, EQP_MEASURES_ALL, pool, NULL), ==, total);
      eqp_measure_set_compute (&all, &expected, EQP_MEASURES_ALL & ~EQP_MEASURES_GRAPH, pool, NULL);
      eqp_measure_set_compute (&edges, &input, EQP_MEASURES_GRAPH, pool, NULL);
      for (int m = 0; m < EQP_N_MEASURES; m++)
        {
          double value = eqp_measure_get ((EqpMeasureId) m)->group == EQP_MEASURES_GRAPH ? edges.values[m] : all.values[m];

          g_assert_cmpint (isnan (set.values[m]), ==, isnan (value));
          if (!isnan (value))
            eqp_assert_close (set.values[m], value, 1e-6);
        }
      g_assert_cmpint (set.n, ==, all.n);
      g_assert_cmpint (set.n_compared, ==, all.n_compared);
    }
  g_free (copies);
  g_free (copied_labels);
  g_free (copied_truth);
}

/* Parts of rows, and copies without end, are not counted: then each row counts once, and that is told. */
static void
test_once (void)
{
  static const struct { double weights[3]; gboolean counted; } cases[] = {
    { { 1, 2, 3 }, TRUE },       { { 0, 0, 1 }, TRUE },    { { 1, 1.5, 1 }, FALSE },
    { { 1e6 - 2, 1, 1 }, TRUE }, { { 1e6, 1, 0 }, FALSE }, { { 0.25, 0.25, 0.5 }, FALSE },
  };
  const gint32 labels[] = { 0, 1, 0 };
  const EqpMeasureInput input = { .n = 3, .k = 2, .labels = labels };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      EqpMeasureSet set;

      eqp_measure_set_init (&set);
      g_assert_cmpint (eqp_weight_column_is_measured (cases[i].weights, 3), ==, cases[i].counted);
      g_assert_cmpint (eqp_weight_column_measure (cases[i].weights, &input, &set, EQP_MEASURES_BALANCE, NULL, NULL), ==,
                       cases[i].counted ? (gint64) (cases[i].weights[0] + cases[i].weights[1] + cases[i].weights[2]) : -1);
      if (!cases[i].counted)
        g_assert_cmpint (set.n, ==, 3);
    }
  {
    EqpMeasureSet set;

    eqp_measure_set_init (&set);
    g_assert_cmpint (eqp_weight_column_measure (NULL, &input, &set, EQP_MEASURES_BALANCE, NULL, NULL), ==, 3);
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/weight-column/copies", test_copies);
  g_test_add_func ("/session/weight-column/once", test_once);
  return g_test_run ();
}
