/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons of runs: numbers matched and kept, the table, the rows that changed sides and their price, against slow
 * definitions; and labels packed into few bits. */
#include "config.h"

#include "eqp-comparison.h"

#include <math.h>

#include "base/eqp-alloc.h"
#include "eqp-test.h"

#define N 240

/* What a random labelling and a permuted copy of it with some rows moved look like. */
static void
make_labels (EqpRng  *rng,
             gint     k,
             gint32  *first,
             gint32  *second)
{
  g_autofree gint *permuted = g_new (gint, k);

  for (gint c = 0; c < k; c++)
    permuted[c] = c;
  for (gint c = k - 1; c > 0; c--)
    {
      gint other = (gint) eqp_rng_below (rng, (guint64) c + 1), kept = permuted[c];

      permuted[c] = permuted[other];
      permuted[other] = kept;
    }
  for (gint64 i = 0; i < N; i++)
    {
      first[i] = (gint32) (i < k ? i : (gint64) eqp_rng_below (rng, (guint64) k));
      second[i] = permuted[eqp_rng_below (rng, 10) == 0 ? (gint) eqp_rng_below (rng, (guint64) k) : first[i]];
    }
}

static EqpComparison *
compare (gint          first_k,
         const gint32 *first,
         gint          second_k,
         const gint32 *second,
         EqpDataset   *dataset,
         EqpGraph     *graph)
{
  g_autoptr (EqpComparisonJob) job = g_new0 (EqpComparisonJob, 1);

  job->n_runs = 2;
  job->labels[0] = eqp_labels_new (N, first_k, first);
  job->labels[1] = eqp_labels_new (N, second_k, second);
  job->second = 1;
  job->dataset = dataset != NULL ? eqp_dataset_ref (dataset) : NULL;
  job->graph = graph != NULL ? eqp_graph_ref (graph) : NULL;
  return eqp_comparison_compute (job);
}

/* The number of rows that stay is the most that any renumbering reaches; found by trying all of 5!. */
static gint64
most_shared (gint          k,
             gint          place,
             gint         *numbers,
             const gint32 *first,
             const gint32 *second)
{
  gint64 best = 0;

  if (place == k)
    {
      for (gint64 i = 0; i < N; i++)
        best += first[i] == numbers[second[i]];
      return best;
    }
  for (gint c = 0; c < k; c++)
    {
      gboolean taken = FALSE;

      for (gint other = 0; other < place; other++)
        taken |= numbers[other] == c;
      if (taken)
        continue;
      numbers[place] = c;
      best = MAX (best, most_shared (k, place + 1, numbers, first, second));
    }
  return best;
}

static void
test_matching (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 7, 0);
  for (int round = 0; round < 20; round++)
    {
      gint32 first[N], second[N];
      gint numbers[5];
      gint64 stays = 0;

      make_labels (&rng, 5, first, second);
      g_autoptr (EqpComparison) comparison = compare (5, first, 5, second, NULL, NULL);
      g_assert_cmpint (comparison->k, ==, 5);
      for (gint64 i = 0; i < N; i++)
        {
          g_assert_cmpint (eqp_labels_get (comparison->labels[0], i), ==, first[i]);
          g_assert_cmpint (eqp_labels_get (comparison->labels[1], i), ==, comparison->numbers[1][second[i]]);
          stays += first[i] == comparison->numbers[1][second[i]];
        }
      g_assert_cmpint (stays, ==, most_shared (5, 0, numbers, first, second));
      g_assert_cmpint (comparison->n_moved, ==, N - stays);
    }
}

static void
test_table (void)
{
  gint32 first[N], second[N];
  gint64 rows = 0;
  EqpRng rng;

  eqp_rng_init (&rng, 8, 0);
  make_labels (&rng, 6, first, second);
  g_autoptr (EqpComparison) comparison = compare (6, first, 6, second, NULL, NULL);
  for (gint a = 0; a < 6; a++)
    for (gint b = 0; b < 6; b++)
      {
        gint64 count = 0;

        for (gint64 i = 0; i < N; i++)
          count += first[i] == a && comparison->numbers[1][second[i]] == b;
        g_assert_cmpint (comparison->table[a * comparison->k + b], ==, count);
        rows += count;
      }
  g_assert_cmpint (rows, ==, N);
  for (gint64 i = 0; i < comparison->n_moved; i++)
    {
      const EqpMovedRow *moved = &comparison->moved[i];

      g_assert_cmpint (moved->from, ==, first[moved->row]);
      g_assert_cmpint (moved->to, ==, comparison->numbers[1][second[moved->row]]);
      g_assert_cmpint (moved->from, !=, moved->to);
      g_assert_true (isnan (moved->cost));
    }
}

/* More clusters in one than in the other: those without a partner get numbers of their own. */
static void
test_other_k (void)
{
  gint32 first[N], second[N];
  gboolean taken[9] = { FALSE };

  for (gint64 i = 0; i < N; i++)
    {
      first[i] = (gint32) (i % 3);
      second[i] = (gint32) (8 - i % 9);
    }
  g_autoptr (EqpComparison) comparison = compare (3, first, 9, second, NULL, NULL);
  g_assert_cmpint (comparison->k, ==, 9);
  for (gint c = 0; c < 9; c++)
    {
      g_assert_false (taken[comparison->numbers[1][c]]);
      taken[comparison->numbers[1][c]] = TRUE;
      g_assert_cmpint (comparison->sizes[0][c], ==, c < 3 ? N / 3 : 0);
    }
}

/* A run that has been shown keeps its numbers whatever comes beside it, wherever it stands. */
static void
test_kept_numbers (void)
{
  g_autoptr (EqpComparisonJob) job = g_new0 (EqpComparisonJob, 1);
  g_autoptr (EqpComparison) comparison = NULL;
  gint32 labels[N];
  const gint kept[] = { 2, 0, 1 };

  for (gint64 i = 0; i < N; i++)
    labels[i] = (gint32) (i % 3);
  job->n_runs = 2;
  job->labels[0] = eqp_labels_new (N, 3, labels);
  job->labels[1] = eqp_labels_new (N, 3, labels);
  job->numbers[1] = g_memdup2 (kept, sizeof kept);
  comparison = eqp_comparison_compute (job);
  for (gint c = 0; c < 3; c++)
    {
      g_assert_cmpint (comparison->numbers[1][c], ==, kept[c]);
      g_assert_cmpint (comparison->numbers[0][c], ==, kept[c]);
    }
  g_assert_null (comparison->table);
}

/* Of several that have been shown the first leads; sizes count weights of rows where a run took them. */
static void
test_leader (void)
{
  g_autoptr (EqpComparisonJob) job = g_new0 (EqpComparisonJob, 1);
  g_autoptr (EqpComparison) comparison = NULL;
  gint32 labels[N], turned[N];
  const gint first[] = { 1, 2, 0 }, second[] = { 2, 0, 1 };
  const gint64 weighed[] = { 7, 70, 700 };

  for (gint64 i = 0; i < N; i++)
    {
      labels[i] = (gint32) (i % 3);
      turned[i] = (labels[i] + 1) % 3;
    }
  job->n_runs = 4;
  for (int i = 0; i < 4; i++)
    job->labels[i] = eqp_labels_new (N, 3, i == 3 ? turned : labels);
  job->numbers[1] = g_memdup2 (first, sizeof first);
  job->numbers[2] = g_memdup2 (second, sizeof second);
  job->weighed[3] = g_memdup2 (weighed, sizeof weighed);
  comparison = eqp_comparison_compute (job);
  for (gint c = 0; c < 3; c++)
    {
      g_assert_cmpint (comparison->numbers[0][c], ==, first[c]);
      g_assert_cmpint (comparison->numbers[2][c], ==, second[c]);
      g_assert_cmpint (comparison->numbers[3][(c + 1) % 3], ==, first[c]);
      g_assert_cmpint (comparison->sizes[0][c], ==, N / 3);
      g_assert_cmpint (comparison->sizes[3][first[c]], ==, weighed[(c + 1) % 3]);
    }
  g_assert_true (comparison->weighted[3] && !comparison->weighted[0]);
}

/* More clusters than are matched exactly: the largest overlaps first. Two rows a cluster, numbered the other way round,
 * and one row elsewhere. */
static void
test_many_clusters (void)
{
  for (int turned = 0; turned < 2; turned++)
    {
      const gint32 many = EQP_COMPARISON_MAX_TABLE + turned;
      g_autofree gint32 *first = g_new (gint32, 2 * many);
      g_autofree gint32 *second = g_new (gint32, 2 * many);
      g_autoptr (EqpComparisonJob) job = g_new0 (EqpComparisonJob, 1);
      g_autoptr (EqpComparison) comparison = NULL;

      for (gint32 i = 0; i < 2 * many; i++)
        {
          first[i] = turned ? many - 1 - i / 2 : i / 2;
          second[i] = turned ? i / 2 : many - 1 - i / 2;
        }
      second[turned ? 2 : 0] = second[turned ? 0 : 2];
      job->n_runs = 2;
      job->labels[0] = eqp_labels_new (2 * many, many, first);
      job->labels[1] = eqp_labels_new (2 * many, many, second);
      job->second = 1;
      comparison = eqp_comparison_compute (job);
      g_assert_cmpint (comparison->table != NULL, ==, !turned);
      g_assert_cmpint (comparison->n_moved, ==, 1);
      g_assert_cmpint (comparison->moved[0].row, ==, turned ? 2 : 0);
      g_assert_cmpint (comparison->moved[0].from, ==, turned ? many - 2 : 0);
      g_assert_cmpint (comparison->moved[0].to, ==, turned ? many - 1 : 1);
    }
}

/* Squares to the means, by definition. */
static void
test_distance_price (void)
{
  gint32 first[N], second[N];
  double values[2 * N], sum = 0.0;
  EqpDatasetParts parts = { .n = N, .d = 2, .scale = 4.0 };
  EqpRng rng;
  g_autoptr (EqpDataset) dataset = NULL;

  eqp_rng_init (&rng, 9, 0);
  make_labels (&rng, 4, first, second);
  for (int i = 0; i < 2 * N; i++)
    values[i] = eqp_rng_normal (&rng);
  /* Stored a quarter as large: prices are in the units of the file. */
  parts.features = eqp_try_alloc (2 * N, sizeof (float), "a test", NULL);
  for (int i = 0; i < 2 * N; i++)
    parts.features[i] = (float) (0.25 * values[i]);
  dataset = eqp_dataset_new (&parts);
  g_autoptr (EqpComparison) comparison = compare (4, first, 4, second, dataset, NULL);
  for (gint64 m = 0; m < comparison->n_moved; m++)
    {
      const EqpMovedRow *moved = &comparison->moved[m];
      double cost = 0.0;

      for (int run = 0; run < 2; run++)
        {
          const gint32 *labels = run == 0 ? first : second;
          double center[2] = { 0.0, 0.0 }, count = 0.0;

          for (gint64 i = 0; i < N; i++)
            if (labels[i] == labels[moved->row])
              {
                center[0] += values[2 * i];
                center[1] += values[2 * i + 1];
                count++;
              }
          for (int j = 0; j < 2; j++)
            cost += (run == 0 ? -1.0 : 1.0) * pow (values[2 * moved->row + j] - center[j] / count, 2.0);
        }
      g_assert_cmpfloat_with_epsilon (moved->cost, cost, 1e-5);
      g_assert_true (m == 0 || comparison->moved[m - 1].cost >= moved->cost);
      sum += cost;
    }
  g_assert_cmpfloat_with_epsilon (comparison->cost, sum, 1e-3);
}

static void
test_edge_price (void)
{
  gint32 first[N], second[N];
  EqpRng rng;
  g_autoptr (EqpGraph) graph = NULL;
  const EqpCsr *csr;

  eqp_rng_init (&rng, 10, 0);
  make_labels (&rng, 4, first, second);
  graph = eqp_test_random_graph (&rng, N, 4, 0);
  csr = eqp_graph_get_csr (graph);
  g_autoptr (EqpComparison) comparison = compare (4, first, 4, second, NULL, graph);
  g_assert_true (comparison->by_edges);
  for (gint64 m = 0; m < comparison->n_moved; m++)
    {
      gint64 row = comparison->moved[m].row;
      double cost = 0.0;

      for (gint64 e = csr->starts[row]; e < csr->starts[row + 1]; e++)
        cost += csr->weights[e] * ((first[csr->columns[e]] == first[row]) - (second[csr->columns[e]] == second[row]));
      g_assert_cmpfloat_with_epsilon (comparison->moved[m].cost, cost, 1e-9);
    }
}

/* Every number of clusters that asks for another number of bits, and rows that do not fill a byte. */
static void
test_packing (void)
{
  static const gint ks[] = { 1, 2, 3, 4, 5, 16, 17, 256, 257, 65536, 65537 };

  for (gsize i = 0; i < G_N_ELEMENTS (ks); i++)
    for (gint64 n = 0; n <= 9; n++)
      {
        gint32 labels[9], back[9];
        EqpLabels *packed;

        for (gint64 row = 0; row < n; row++)
          labels[row] = (gint32) ((row * 7919 + ks[i] - 1) % ks[i]);
        packed = eqp_labels_new (n, ks[i], labels);
        eqp_labels_unpack (packed, back);
        for (gint64 row = 0; row < n; row++)
          {
            g_assert_cmpint (back[row], ==, labels[row]);
            g_assert_cmpint (eqp_labels_get (packed, row), ==, labels[row]);
          }
        eqp_labels_unref (packed);
      }
  /* Ten clusters take half a byte a row. */
  g_autofree gint32 *many = g_new0 (gint32, 100000);
  g_autoptr (EqpLabels) labels = eqp_labels_new (100000, 10, many);

  g_assert_cmpint (eqp_labels_get_bytes (labels), <, 50100);
}

/* Rows that cost the same stand in their order; of a graph without edges at hand nothing is known. */
static void
test_ties (void)
{
  g_autoptr (EqpDataset) karate = eqp_sample_load ("karate", NULL, NULL);
  g_autofree double *equal = g_new0 (double, N);
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (N, 1, equal);
  gint64 n = eqp_dataset_get_n (karate);
  g_autoptr (EqpComparisonJob) job = g_new0 (EqpComparisonJob, 1);
  gint32 first[N], second[N];
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  make_labels (&rng, 4, first, second);
  for (int priced = 0; priced < 2; priced++)
    {
      g_autoptr (EqpComparison) comparison = compare (4, first, 4, second, priced ? dataset : NULL, NULL);

      g_assert_cmpint (comparison->n_moved, >, 10);
      g_assert_cmpint (isnan (comparison->cost), ==, !priced);
      for (gint64 m = 0; m < comparison->n_moved; m++)
        {
          g_assert_true (priced ? comparison->moved[m].cost == 0.0 : isnan (comparison->moved[m].cost));
          g_assert_true (m == 0 || comparison->moved[m - 1].row < comparison->moved[m].row);
        }
    }
  job->n_runs = 2;
  job->labels[0] = eqp_labels_new (n, 4, first);
  job->labels[1] = eqp_labels_new (n, 4, second);
  job->second = 1;
  job->dataset = eqp_dataset_ref (karate);
  {
    g_autoptr (EqpComparison) comparison = eqp_comparison_compute (job);

    g_assert_cmpint (comparison->n_moved, >, 0);
    g_assert_true (isnan (comparison->cost) && isnan (comparison->moved[0].cost));
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/comparison/matching", test_matching);
  g_test_add_func ("/session/comparison/table", test_table);
  g_test_add_func ("/session/comparison/other-k", test_other_k);
  g_test_add_func ("/session/comparison/kept-numbers", test_kept_numbers);
  g_test_add_func ("/session/comparison/leader", test_leader);
  g_test_add_func ("/session/comparison/many-clusters", test_many_clusters);
  g_test_add_func ("/session/comparison/distance-price", test_distance_price);
  g_test_add_func ("/session/comparison/edge-price", test_edge_price);
  g_test_add_func ("/session/comparison/ties", test_ties);
  g_test_add_func ("/session/comparison/packing", test_packing);
  return g_test_run ();
}
