/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

#include "graph/eqp-graph.h"
#include "solvers/cuts/eqp-multilevel-private.h"

static EqpLevel
level_of (EqpGraph *graph)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);

  return (EqpLevel) { .n = csr->n, .starts = csr->starts, .columns = csr->columns, .weights = csr->weights, .total_mass = csr->n };
}

/* Cut and sizes of a coarse partition are those of the same partition of the rows, and walks keep their sums exact. */
static void
test_levels_are_exact (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 7, 0);
  for (int round = 0; round < 30; round++)
    {
      gint64 n = 30 + (gint64) eqp_rng_below (&rng, 200);
      int k = 2 + (int) eqp_rng_below (&rng, 6);
      g_autoptr (EqpGraph) graph = eqp_test_random_graph (&rng, n, 4, round % 3);
      EqpLevel fine = level_of (graph);
      EqpCoarse *coarse = _eqp_coarsen (&fine, NULL, 6, 2, &rng);
      g_autofree gint32 *labels = g_new (gint32, n), *rows = g_new (gint32, n);
      EqpWalk *walk = _eqp_walk_new (n, fine.starts[n], k, NULL, NULL);
      double gamma = eqp_gamma_unit (EQP_FAMILY_GRAPH, n, k, eqp_graph_get_total_weight (graph)) * pow (10.0, round % 4 - 1);

      g_assert_nonnull (coarse);
      g_assert_cmpint (coarse->graph.n, <, n);
      for (int plan = 0; plan < 4; plan++)
        {
          EqpWalkPlan plans[] = { { { gamma, 0.0 }, G_MAXINT64, 50, 0 }, { { gamma / 5, 0.0 }, 3000, 3000, 7 }, { { gamma * 5, 0.0 }, 500, 100, 3 }, { { 0.0, 0.0 }, 500, 500, 0 } };
          g_autofree gint64 *sizes = g_new0 (gint64, k);
          gint64 squares = 0;
          double before;

          if (plan % 2)
            _eqp_start_random (&coarse->graph, k, &rng, labels);
          else
            _eqp_start_grow (&coarse->graph, k, &rng, labels);
          _eqp_walk_set (walk, &coarse->graph, (EqpPrices) { gamma, 0.0 }, labels);
          before = _eqp_walk_get_worth (walk);
          if (round % 2)
            _eqp_walk_run_local (walk, &plans[plan], &rng);
          _eqp_walk_run (walk, &plans[plan], &rng);
          if (round % 3 == 0)
            _eqp_walk_run_local (walk, &plans[plan], &rng);
          g_assert_cmpfloat (_eqp_walk_get_worth (walk), <=, before + 1e-12 * fabs (before));

          for (gint64 i = 0; i < n; i++)
            {
              rows[i] = _eqp_walk_get_labels (walk)[coarse->map[i]];
              sizes[rows[i]]++;
            }
          eqp_assert_close (_eqp_walk_get_data (walk), eqp_graph_compute_cut (graph, rows), 1e-12);
          for (int c = 0; c < k; c++)
            {
              g_assert_cmpint (_eqp_walk_get_sizes (walk)[c], ==, sizes[c]);
              squares += sizes[c] * sizes[c];
            }
          g_assert_cmpint (_eqp_walk_get_squares (walk), ==, squares);

          /* The same on the input graph, from where the coarse walk ended. */
          _eqp_walk_set (walk, &fine, (EqpPrices) { gamma, 0.0 }, rows);
          _eqp_walk_run (walk, &plans[plan], &rng);
          eqp_assert_close (_eqp_walk_get_data (walk), eqp_graph_compute_cut (graph, _eqp_walk_get_labels (walk)), 1e-12);
        }
      _eqp_walk_free (walk);
      _eqp_coarse_free (coarse);
    }
}

/* Coarsening that keeps a partition merges nothing across it, and nothing beyond the mass allowed. */
static void
test_coarsening_keeps (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 11, 0);
  for (int round = 0; round < 20; round++)
    {
      gint64 n = 50 + (gint64) eqp_rng_below (&rng, 200);
      g_autoptr (EqpGraph) graph = eqp_test_random_graph (&rng, n, 3, 4);
      EqpLevel fine = level_of (graph);
      g_autofree gint32 *keep = g_new (gint32, n), *first = g_new (gint32, n);
      g_autofree gint64 *mass = g_new0 (gint64, n);
      EqpCoarse *coarse;

      for (gint64 i = 0; i < n; i++)
        keep[i] = (gint32) eqp_rng_below (&rng, 3);
      memset (first, 0xff, sizeof (gint32) * n);
      coarse = _eqp_coarsen (&fine, keep, 2, 2, &rng);
      g_assert_nonnull (coarse);
      for (gint64 i = 0; i < n; i++)
        {
          gint32 v = coarse->map[i];

          mass[v]++;
          if (first[v] < 0)
            first[v] = keep[i];
          g_assert_cmpint (first[v], ==, keep[i]);
        }
      for (gint64 v = 0; v < coarse->graph.n; v++)
        {
          g_assert_cmpint (mass[v], ==, coarse->graph.mass[v]);
          g_assert_cmpint (mass[v], <=, 2);
        }
      _eqp_coarse_free (coarse);
    }
}

/* Three clusters of two, each of which has one row that belongs into the next: no swap of two helps, the cycle does. */
static void
test_exchange_cycle (void)
{
  const gint32 from[] = { 0, 2, 4 }, to[] = { 3, 5, 1 };
  const double weights[] = { 1.0, 1.0, 1.0 };
  const gint32 labels[] = { 0, 0, 1, 1, 2, 2 };
  g_autoptr (EqpGraph) graph = eqp_graph_new_from_edges (6, 3, from, to, weights, NULL);
  EqpLevel level = level_of (graph);
  EqpWalk *walk = _eqp_walk_new (6, level.starts[6], 3, NULL, NULL);

  _eqp_walk_set (walk, &level, (EqpPrices) { 1e12, 0.0 }, labels);
  g_assert_cmpfloat (_eqp_walk_get_data (walk), ==, 6.0);
  g_assert_true (_eqp_walk_exchange (walk));
  g_assert_cmpfloat (_eqp_walk_get_data (walk), ==, 0.0);
  for (int c = 0; c < 3; c++)
    g_assert_cmpint (_eqp_walk_get_sizes (walk)[c], ==, 2);
  g_assert_false (_eqp_walk_exchange (walk));
  _eqp_walk_free (walk);
}

/* Exchanges never raise J, leave exact sums, and with limits of size stay within them. */
static void
test_exchange_is_exact (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 19, 0);
  for (int round = 0; round < 60; round++)
    {
      gint64 n = 20 + (gint64) eqp_rng_below (&rng, 200), squares = 0;
      int k = 2 + (int) eqp_rng_below (&rng, 8);
      g_autoptr (EqpGraph) graph = eqp_test_random_graph (&rng, n, 4, round % 3);
      EqpLevel level = level_of (graph);
      g_autofree gint32 *labels = g_new (gint32, n);
      EqpWalk *walk = _eqp_walk_new (n, level.starts[n], k, NULL, NULL);
      double gamma = eqp_gamma_unit (EQP_FAMILY_GRAPH, n, k, eqp_graph_get_total_weight (graph)) * pow (10.0, round % 12 - 1);
      gint64 fewest = n / k - round % 4, most = (n + k - 1) / k + round % 3;
      double before;

      _eqp_start_random (&level, k, &rng, labels);
      if (round % 2)
        _eqp_walk_set_limits (walk, fewest, most);
      _eqp_walk_set (walk, &level, (EqpPrices) { gamma, 1e9 }, labels);
      before = _eqp_walk_get_worth (walk);
      g_assert_true (_eqp_walk_exchange (walk));
      g_assert_cmpfloat (_eqp_walk_get_worth (walk), <, before);
      g_assert_cmpint (_eqp_walk_get_excess (walk), ==, 0);
      eqp_assert_close (_eqp_walk_get_data (walk), eqp_graph_compute_cut (graph, _eqp_walk_get_labels (walk)), 1e-12);
      for (int c = 0; c < k; c++)
        {
          squares += _eqp_walk_get_sizes (walk)[c] * _eqp_walk_get_sizes (walk)[c];
          if (round % 2)
            {
              g_assert_cmpint (_eqp_walk_get_sizes (walk)[c], >=, fewest);
              g_assert_cmpint (_eqp_walk_get_sizes (walk)[c], <=, most);
            }
        }
      g_assert_cmpint (_eqp_walk_get_squares (walk), ==, squares);
      _eqp_walk_free (walk);
    }
}

/* Every side of the division has room for its clusters: labels within the limits, whatever K's factors. */
static void
test_division_keeps_limits (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 23, 0);
  for (int round = 0; round < 24; round++)
    {
      const int counts[] = { 4, 6, 8, 9, 10, 15 };
      gint64 n = 60 + (gint64) eqp_rng_below (&rng, 200);
      int k = counts[round % 6];
      g_autoptr (EqpGraph) graph = eqp_test_random_graph (&rng, n, 4, round % 3);
      EqpLevel level = level_of (graph);
      gint64 fewest = n / k - round % 3, most = (n + k - 1) / k + round % 2;
      g_autoptr (EqpMultilevel) search = _eqp_multilevel_new (&level, k, round % 4, fewest, most, NULL, NULL);
      g_autofree gint32 *labels = g_new (gint32, n);
      g_autofree gint64 *sizes = g_new0 (gint64, k);

      g_assert_true (_eqp_multilevel_divide (search, &rng, labels));
      for (gint64 i = 0; i < n; i++)
        sizes[labels[i]]++;
      for (int c = 0; c < k; c++)
        {
          g_assert_cmpint (sizes[c], >=, fewest);
          g_assert_cmpint (sizes[c], <=, most);
        }
    }
}

/* A grid of 16 x 16 falls into 16 squares of 4 x 4: halves, quarters and so on are optimal, and known. */
static void
test_division_of_a_grid (void)
{
  g_autoptr (GArray) from = g_array_new (FALSE, FALSE, 4), to = g_array_new (FALSE, FALSE, 4), weights = g_array_new (FALSE, FALSE, 8);
  g_autoptr (EqpGraph) graph = NULL;
  g_autoptr (EqpMultilevel) search = NULL;
  g_autofree gint32 *labels = g_new (gint32, 256);
  EqpLevel level;
  EqpRng rng;

  for (gint32 i = 0; i < 256; i++)
    for (int down = 0; down < 2; down++)
      {
        gint32 j = down ? i + 16 : i + 1;
        double weight = 1.0;

        if (j >= 256 || (!down && j % 16 == 0))
          continue;
        g_array_append_val (from, i);
        g_array_append_val (to, j);
        g_array_append_val (weights, weight);
      }
  graph = eqp_graph_new_from_edges (256, from->len, (gint32 *) (gpointer) from->data, (gint32 *) (gpointer) to->data,
                                    (double *) (gpointer) weights->data, NULL);
  level = level_of (graph);
  eqp_rng_init (&rng, 3, 0);
  search = _eqp_multilevel_new (&level, 16, 0.0, 16, 16, NULL, NULL);
  g_assert_true (_eqp_multilevel_divide (search, &rng, labels));
  g_assert_cmpfloat (eqp_graph_compute_cut (graph, labels), <=, 2.0 * 100.0);
  _eqp_multilevel_offer (search, "test", labels);
  _eqp_multilevel_pairs (search, &rng);
  g_assert_cmpfloat (search->best_data, ==, 2.0 * 96.0);
}

/* Six cliques of eight in a ring. */
static EqpGraph *
ring_of_cliques (void)
{
  g_autoptr (GArray) from = g_array_new (FALSE, FALSE, 4), to = g_array_new (FALSE, FALSE, 4), weights = g_array_new (FALSE, FALSE, 8);

  for (gint32 i = 0; i < 48; i++)
    for (gint32 j = i + 1; j < 48; j++)
      if (i / 8 == j / 8 || (i % 8 == 7 && j == i + 1) || (i == 0 && j == 47))
        {
          double weight = 1.0;

          g_array_append_val (from, i);
          g_array_append_val (to, j);
          g_array_append_val (weights, weight);
        }
  return eqp_graph_new_from_edges (48, from->len, (gint32 *) (gpointer) from->data, (gint32 *) (gpointer) to->data,
                                   (double *) (gpointer) weights->data, NULL);
}

/* Cliques in a ring, two of which have swapped halves: no single move or swap helps, the search in the pair does. What
 * the search says of its best labels is true, with limits and without. */
static void
test_pairs (void)
{
  g_autoptr (EqpGraph) graph = ring_of_cliques ();
  gint32 labels[48];
  EqpLevel level;

  level = level_of (graph);
  for (gint32 i = 0; i < 48; i++)
    labels[i] = i < 16 ? (i / 4) % 2 : i / 8;
  for (int limits = 0; limits < 2; limits++)
    {
      g_autoptr (EqpMultilevel) search = _eqp_multilevel_new (&level, 6, limits ? 0.0 : 1.0, limits * 8, limits * 8, NULL, NULL);
      EqpRng rng;

      eqp_rng_init (&rng, 5, 0);
      g_assert_true (_eqp_multilevel_offer (search, "test", labels));
      g_assert_cmpfloat (search->best_data, >, 12.0);
      g_assert_true (_eqp_multilevel_pairs (search, &rng));
      g_assert_cmpfloat (search->best_data, ==, 12.0);
      g_assert_cmpfloat (eqp_graph_compute_cut (graph, search->best_labels), ==, 12.0);
      for (int c = 0; c < 6; c++)
        g_assert_cmpint (search->best_sizes[c], ==, 8);
      g_assert_false (_eqp_multilevel_pairs (search, &rng));
    }
}

/* Three neighboring clusters that share their rows evenly are put right at once, the others stay as they are, and what
 * is best is left alone. */
static void
test_renew (void)
{
  g_autoptr (EqpGraph) graph = ring_of_cliques ();
  EqpLevel level = level_of (graph);
  gint32 labels[48];

  for (gint32 i = 0; i < 48; i++)
    labels[i] = i < 24 ? i / 8 : 3 + i % 3;
  for (int limits = 0; limits < 2; limits++)
    {
      g_autoptr (EqpMultilevel) search = _eqp_multilevel_new (&level, 6, limits ? 0.0 : 1.0, limits * 8, limits * 8, NULL, NULL);
      int better = 0;
      EqpRng rng;

      eqp_rng_init (&rng, 5, 0);
      g_assert_true (_eqp_multilevel_offer (search, "test", labels));
      g_assert_cmpfloat (search->best_data, >, 12.0);
      for (int t = 0; t < 30; t++)
        {
          double before = search->best;

          g_assert_cmpint (_eqp_multilevel_renew (search, &rng), ==, search->best < before);
          g_assert_cmpfloat (search->best, <=, before);
          better += search->best < before;
        }
      g_assert_cmpint (better, >, 0);
      g_assert_cmpfloat (search->best_data, ==, 12.0);
      g_assert_cmpfloat (eqp_graph_compute_cut (graph, search->best_labels), ==, 12.0);
      for (int c = 0; c < 6; c++)
        g_assert_cmpint (search->best_sizes[c], ==, 8);
      g_assert_false (_eqp_multilevel_renew (search, &rng));
    }

  /* Two clusters have no part. */
  {
    g_autoptr (EqpMultilevel) search = _eqp_multilevel_new (&level, 2, 1.0, 0, 0, NULL, NULL);
    EqpRng rng;

    eqp_rng_init (&rng, 5, 0);
    for (gint32 i = 0; i < 48; i++)
      labels[i] = i % 2;
    g_assert_true (_eqp_multilevel_offer (search, "test", labels));
    g_assert_false (_eqp_multilevel_renew (search, &rng));
  }
}

static void
count_and_cancel (const EqpMultilevel *search, const char *phase, gpointer user_data)
{
  if (g_str_equal (phase, "child"))
    g_cancellable_cancel (user_data);
}

/* From labels that cut nearly everything the search until time is up finds the optimum, and it stops when it is told to
 * long before. */
static void
test_evolution (void)
{
  g_autoptr (EqpGraph) graph = ring_of_cliques ();
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  EqpLevel level = level_of (graph);
  gint32 labels[48];

  for (gint32 i = 0; i < 48; i++)
    labels[i] = i % 6;
  for (int limits = 0; limits < 2; limits++)
    {
      g_autoptr (EqpMultilevel) search = _eqp_multilevel_new (&level, 6, limits ? 0.0 : 1.0, limits * 8, limits * 8, NULL, NULL);

      g_assert_true (_eqp_multilevel_offer (search, "test", labels));
      search->deadline = g_get_monotonic_time () + G_USEC_PER_SEC;
      _eqp_multilevel_evolve (search, pool, 1 + limits);
      g_assert_cmpint (g_get_monotonic_time (), >=, search->deadline);
      g_assert_cmpfloat (search->best_data, ==, 12.0);
      g_assert_cmpfloat (eqp_graph_compute_cut (graph, search->best_labels), ==, 12.0);
    }

  {
    g_autoptr (EqpMultilevel) search = _eqp_multilevel_new (&level, 6, 1.0, 0, 0, cancellable, NULL);

    g_assert_true (_eqp_multilevel_offer (search, "test", labels));
    search->report = count_and_cancel;
    search->user_data = cancellable;
    search->deadline = g_get_monotonic_time () + G_GINT64_CONSTANT (1000) * G_USEC_PER_SEC;
    _eqp_multilevel_evolve (search, pool, 3);
    g_assert_true (g_cancellable_is_cancelled (cancellable));
    g_assert_cmpint (g_get_monotonic_time (), <, search->deadline);
  }
}

/* A sparse graph under limits, of the Walshaw archive: 246 is the best cut known, at a single price on coarse levels it
 * is 281. */
static void
test_sparse_limits (void)
{
  g_autofree char *file = eqp_test_shared_path ("data/walshaw/uk.graph");
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autoptr (EqpDataset) uk = NULL;
  g_autoptr (EqpResult) result = NULL;
  EqpContext context = { .pool = pool };
  EqpParams params = eqp_params_default ();

  if (file == NULL)
    return;
  uk = eqp_dataset_load (file, NULL, NULL, NULL, NULL);
  params.k = 32;
  params.gamma = 0.0;
  params.min_size = 1;
  params.max_size = 151;
  result = eqp_solver_run (eqp_solver_find ("bmincut"), uk, &params, &context, NULL);
  for (gint c = 0; c < 32; c++)
    g_assert_cmpint (result->sizes[c], <=, 151);
  g_assert_cmpfloat (result->data_term / 2.0, <=, 276.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/multilevel/levels-are-exact", test_levels_are_exact);
  g_test_add_func ("/core/multilevel/coarsening-keeps", test_coarsening_keeps);
  g_test_add_func ("/core/multilevel/exchange-cycle", test_exchange_cycle);
  g_test_add_func ("/core/multilevel/exchange-is-exact", test_exchange_is_exact);
  g_test_add_func ("/core/multilevel/division-keeps-limits", test_division_keeps_limits);
  g_test_add_func ("/core/multilevel/division-of-a-grid", test_division_of_a_grid);
  g_test_add_func ("/core/multilevel/pairs", test_pairs);
  g_test_add_func ("/core/multilevel/renew", test_renew);
  g_test_add_func ("/core/multilevel/evolution", test_evolution);
  g_test_add_func ("/core/multilevel/sparse-limits", test_sparse_limits);
  return g_test_run ();
}
