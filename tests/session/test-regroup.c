/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another K from labels: the cheapest merge of all, the largest cluster in halves, and the others left as they are. */
#include "config.h"

#include "eqp-regroup.h"

#include <math.h>
#include <string.h>

#include "eqp-test.h"

#define N 30
#define K 6

/* Labels of chance, all clusters of them filled. */
static void
draw_labels (EqpRng *rng, gint32 *labels)
{
  for (gint i = 0; i < N; i++)
    labels[i] = i < K ? i : (gint32) eqp_rng_below (rng, 1 + eqp_rng_below (rng, K));
  eqp_rng_shuffle (rng, labels, N);
}

/* @gone goes into @keep, and the last number takes its place. */
static void
merge (const gint32 *labels, gint keep, gint gone, gint32 *merged)
{
  for (gint i = 0; i < N; i++)
    merged[i] = labels[i] == gone ? keep : labels[i] == K - 1 ? gone : labels[i];
}

/* Of all merges the one that raises the SSE least, or that joins most weight of edges for a pair of rows. */
static void
test_merge (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  for (gint round = 0; round < 60; round++)
    {
      gint32 labels[N], expected[N], found[N], from[N * N], to[N * N];
      double values[2 * N], weights[N * N], between[N][N] = { { 0.0 } }, best = INFINITY;
      gint n_edges = 0;
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (EqpGraph) graph = NULL;
      g_autoptr (EqpLabels) before = NULL, after = NULL;

      draw_labels (&rng, labels);
      for (gint i = 0; i < 2 * N; i++)
        values[i] = eqp_rng_normal (&rng) + labels[i / 2];
      for (gint32 i = 0; i < N; i++)
        for (gint32 j = 0; j < i; j++)
          if (round % 2 && eqp_rng_below (&rng, 3) == 0)
            {
              from[n_edges] = i;
              to[n_edges] = j;
              between[i][j] = between[j][i] = weights[n_edges++] = 0.5 + eqp_rng_uniform (&rng);
            }
      dataset = eqp_test_dataset (N, 2, values);
      if (round % 2)
        graph = eqp_graph_new_from_edges (N, n_edges, from, to, weights, NULL);
      for (gint a = 0; a < K; a++)
        for (gint b = a + 1; b < K; b++)
          {
            gint32 merged[N];
            double cost = 0.0, pairs = 0.0;

            merge (labels, a, b, merged);
            for (gint i = 0; i < N; i++)
              for (gint j = 0; j < N; j++)
                if (labels[i] == a && labels[j] == b)
                  {
                    cost -= between[i][j];
                    pairs += 1.0;
                  }
            cost = round % 2 ? cost / pairs : eqp_metrics_sse (dataset, K - 1, merged);
            if (cost < best)
              {
                best = cost;
                memcpy (expected, merged, sizeof merged);
              }
          }
      before = eqp_labels_new (N, K, labels);
      after = eqp_regroup (dataset, graph, before, K - 1);
      g_assert_cmpint (eqp_labels_get_k (after), ==, K - 1);
      eqp_labels_unpack (after, found);
      g_assert_cmpmem (found, sizeof found, expected, sizeof expected);
    }
}

/* The first of the largest clusters is divided: with features where its halves are settled, on a graph and among equal
 * rows in the middle. */
static void
test_split (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 2, 0);
  for (gint round = 0; round < 60; round++)
    {
      gboolean cut = round % 3 == 1, equal = round % 3 == 2;
      gint32 labels[N], found[N], from[N * N], to[N * N];
      double values[2 * N], center[2][2] = { { 0.0 } };
      gint64 sizes[K + 1] = { 0 }, halves[2] = { 0 };
      gint n_edges = 0, largest = 0;
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (EqpGraph) graph = NULL;
      g_autoptr (EqpLabels) before = NULL, after = NULL;

      draw_labels (&rng, labels);
      for (gint i = 0; i < N; i++)
        sizes[labels[i]]++;
      for (gint c = 1; c < K; c++)
        largest = sizes[c] > sizes[largest] ? c : largest;
      for (gint i = 0; i < 2 * N; i++)
        values[i] = equal ? 1.0 : eqp_rng_normal (&rng) + (i % 4 < 2 ? 9.0 : 0.0);
      for (gint32 i = 0; i < N; i++)
        for (gint32 j = 0; j < i && cut; j++)
          if (eqp_rng_below (&rng, 4) == 0)
            {
              from[n_edges] = i;
              to[n_edges++] = j;
            }
      dataset = eqp_test_dataset (N, 2, values);
      graph = cut ? eqp_graph_new_from_edges (N, n_edges, from, to, NULL, NULL) : NULL;
      before = eqp_labels_new (N, K, labels);
      after = eqp_regroup (dataset, graph, before, K + 1);
      g_assert_cmpint (eqp_labels_get_k (after), ==, K + 1);
      eqp_labels_unpack (after, found);
      for (gint i = 0; i < N; i++)
        if (labels[i] != largest)
          g_assert_cmpint (found[i], ==, labels[i]);
        else
          {
            gint half = found[i] == K;

            g_assert_true (half || found[i] == largest);
            halves[half]++;
            center[half][0] += values[2 * i];
            center[half][1] += values[2 * i + 1];
          }
      if (cut || equal)
        {
          g_assert_cmpint (halves[1], ==, sizes[largest] / 2);
          continue;
        }
      g_assert_true (halves[0] > 0 && halves[1] > 0);
      /* The clouds are nine apart, so that the halves are what lies in each. */
      for (gint i = 0; i < N; i++)
        for (gint j = 0; j < i; j++)
          if (labels[i] == largest && labels[j] == largest && fabs (center[0][0] / (double) halves[0] -
                                                                    center[1][0] / (double) halves[1]) > 5.0)
            g_assert_cmpint (found[i] == found[j], ==, i % 2 == j % 2);
    }
}

/* Several steps at once are the same as one by one; no cluster gets empty; what cannot be is refused. */
static void
test_steps (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (gint round = 0; round < 10; round++)
    {
      gint32 labels[N], found[N], again[N];
      double values[2 * N];
      g_autoptr (EqpDataset) dataset = NULL;
      g_autoptr (EqpLabels) before = NULL, same = NULL;

      draw_labels (&rng, labels);
      for (gint i = 0; i < 2 * N; i++)
        values[i] = eqp_rng_normal (&rng);
      dataset = eqp_test_dataset (N, 2, values);
      before = eqp_labels_new (N, K, labels);
      same = eqp_regroup (dataset, NULL, before, K);
      g_assert_true (same == before);
      for (gint k = 1; k <= N; k++)
        {
          g_autoptr (EqpLabels) after = eqp_regroup (dataset, NULL, before, k);
          g_autoptr (EqpLabels) nearly = eqp_regroup (dataset, NULL, before, k < K ? k + 1 : k > K ? k - 1 : k);
          g_autoptr (EqpLabels) whole = eqp_regroup (dataset, NULL, nearly, k);
          gint64 sizes[N] = { 0 };

          g_assert_cmpint (eqp_labels_get_k (after), ==, k);
          eqp_labels_unpack (after, found);
          eqp_labels_unpack (whole, again);
          g_assert_cmpmem (again, sizeof again, found, sizeof found);
          for (gint i = 0; i < N; i++)
            sizes[found[i]]++;
          for (gint c = 0; c < k; c++)
            g_assert_cmpint (sizes[c], >, 0);
        }
      g_assert_null (eqp_regroup (dataset, NULL, before, 0));
      g_assert_null (eqp_regroup (dataset, NULL, before, N + 1));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session/regroup/merge", test_merge);
  g_test_add_func ("/session/regroup/split", test_split);
  g_test_add_func ("/session/regroup/steps", test_steps);
  return g_test_run ();
}
