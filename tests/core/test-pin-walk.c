/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the multilevel search, each against a slow copy that computes J anew at every step: since a search keeps
 * only what improves, a broken heuristic looks like a good one from outside. */
#include "config.h"

#include "eqp-check-walk.h"
#include "eqp-test.h"

#include <math.h>

#include "solvers/cuts/eqp-multilevel-walk-private.h"

typedef struct
{
  EqpGraph          *graph;
  EqpLevel           level;
  gint32            *mass;
  EqpWalk           *walk;
  EqpCheckPartition  slow;
} Subject;

static void
subject_set (Subject *self, EqpRng *rng, gint64 n, int k, int isolated, gboolean heavy)
{
  const EqpCsr *csr;

  self->graph = eqp_test_random_graph (rng, n, 3, isolated);
  csr = eqp_graph_get_csr (self->graph);
  self->level = (EqpLevel) { .n = n, .starts = csr->starts, .columns = csr->columns, .weights = csr->weights };
  self->mass = heavy ? g_new (gint32, n) : NULL;
  self->level.total_mass = heavy ? 0 : n;
  for (gint64 v = 0; heavy && v < n; v++)
    self->level.total_mass += self->mass[v] = 1 + (gint32) eqp_rng_below (rng, 4);
  self->level.mass = self->mass;
  self->walk = _eqp_walk_new (n, csr->starts[n], k, NULL, NULL);
  self->slow = (EqpCheckPartition) { .graph = &self->level, .k = k, .labels = g_new (gint32, n) };
  for (gint64 v = 0; v < n; v++)
    self->slow.labels[v] = (gint32) eqp_rng_below (rng, k);
}

static void
subject_limit (Subject *self, gint64 fewest, gint64 most)
{
  self->slow.limited = TRUE;
  self->slow.fewest = fewest;
  self->slow.most = most;
  _eqp_walk_set_limits (self->walk, fewest, most);
}

static void
subject_clear (Subject *self)
{
  _eqp_walk_free (self->walk);
  eqp_graph_unref (self->graph);
  g_free (self->mass);
  g_free (self->slow.labels);
}

/* Labels, cut, squares and worth of the walk are those of the slow copy. */
static void
check_state (Subject *self, EqpPrices judge)
{
  gint64 squares = 0;
  double value = eqp_check_value (&self->slow, judge);

  g_assert_cmpmem (_eqp_walk_get_labels (self->walk), sizeof (gint32) * self->level.n, self->slow.labels,
                   sizeof (gint32) * self->level.n);
  eqp_assert_close (_eqp_walk_get_data (self->walk), eqp_check_cut (&self->slow), 1e-12);
  g_assert_cmpfloat (fabs (_eqp_walk_get_worth (self->walk) - value), <=, 1e-12 * (1.0 + fabs (value)));
  for (int c = 0; c < self->slow.k; c++)
    squares += _eqp_walk_get_sizes (self->walk)[c] * _eqp_walk_get_sizes (self->walk)[c];
  g_assert_cmpint (_eqp_walk_get_squares (self->walk), ==, squares);
}

static EqpPrices
some_prices (Subject *self, EqpRng *rng)
{
  double unit = eqp_gamma_unit (EQP_FAMILY_GRAPH, self->level.total_mass, self->slow.k,
                                eqp_graph_get_total_weight (self->graph));

  return (EqpPrices) { eqp_rng_below (rng, 5) == 0 ? 0.0 : unit * exp (2.0 * eqp_rng_normal (rng)),
                       unit * exp (2.0 * eqp_rng_normal (rng)) };
}

/* Move by move the same, with locks that last and locks that expire, with masses, limits and vertices without edges; on
 * dense graphs, which have no queues, and others. */
static void
test_walk (void)
{
  EqpRng rng;
  int better = 0, dense = 0;

  eqp_rng_init (&rng, 1, 0);
  for (int round = 0; round < 160; round++)
    {
      Subject s;
      gint64 n = 4 + (gint64) eqp_rng_below (&rng, round % 2 ? 22 : 8);
      EqpWalkPlan plan = { .moves = 1 + (gint64) eqp_rng_below (&rng, 30), .patience = 1 + (gint64) eqp_rng_below (&rng, 12),
                           .tenure = round % 4 > 1 ? 1 + (gint64) eqp_rng_below (&rng, 8) : 0 };
      EqpPrices judge;
      EqpRng one, other;
      gboolean found;

      subject_set (&s, &rng, n, 1 + (int) eqp_rng_below (&rng, 5), round % 4, round % 3 == 0);
      if (round % 5 == 0)
        subject_limit (&s, s.level.total_mass / s.slow.k - 1, s.level.total_mass / s.slow.k + 2);
      plan.prices = some_prices (&s, &rng);
      judge = round % 4 ? plan.prices : some_prices (&s, &rng);
      _eqp_walk_set (s.walk, &s.level, judge, s.slow.labels);
      check_state (&s, judge);
      dense += s.slow.dense = _eqp_walk_is_dense (s.walk);
      for (int again = 0; again < 2; again++)
        {
          eqp_rng_init (&one, 5, round);
          other = one;
          found = _eqp_walk_run (s.walk, &plan, &one);
          g_assert_cmpint (found, ==, eqp_check_walk (&s.slow, judge, &plan, &other));
          check_state (&s, judge);
          g_assert_cmpmem (&one, sizeof one, &other, sizeof other);
          better += found;
        }
      subject_clear (&s);
    }
  g_assert_cmpint (better, >, 100);
  g_assert_cmpint (dense, >, 30);
  g_assert_cmpint (dense, <, 130);
}

static void
test_local_walks (void)
{
  EqpRng rng;
  int better = 0;

  eqp_rng_init (&rng, 2, 0);
  for (int round = 0; round < 100; round++)
    {
      Subject s;
      EqpWalkPlan plan = { .patience = 1 + (gint64) eqp_rng_below (&rng, 15) };
      EqpPrices judge;
      EqpRng one, other;
      gboolean found;

      subject_set (&s, &rng, 4 + (gint64) eqp_rng_below (&rng, 30), 1 + (int) eqp_rng_below (&rng, 5), 0, round % 3 == 0);
      if (round % 5 == 0)
        subject_limit (&s, s.level.total_mass / s.slow.k - 2, s.level.total_mass / s.slow.k + 3);
      plan.prices = some_prices (&s, &rng);
      judge = round % 4 ? plan.prices : some_prices (&s, &rng);
      _eqp_walk_set (s.walk, &s.level, judge, s.slow.labels);
      for (int again = 0; again < 2; again++)
        {
          eqp_rng_init (&one, 6, round);
          other = one;
          found = _eqp_walk_run_local (s.walk, &plan, &one);
          g_assert_cmpint (found, ==, eqp_check_walk_local (&s.slow, judge, &plan, &other));
          check_state (&s, judge);
          better += found;
        }
      subject_clear (&s);
    }
  g_assert_cmpint (better, >, 50);
}

static void
test_repair (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (int round = 0; round < 60; round++)
    {
      Subject s;
      gint64 n = 6 + (gint64) eqp_rng_below (&rng, 20);
      int k = 2 + (int) eqp_rng_below (&rng, 4);
      EqpPrices judge = { 0.1, 1e6 };

      subject_set (&s, &rng, n, k, round % 3, FALSE);
      for (gint64 v = 0; v < n && round % 2; v++)
        s.slow.labels[v] = 0;
      subject_limit (&s, n / k - round % 3, (n + k - 1) / k + round % 2);
      _eqp_walk_set (s.walk, &s.level, judge, s.slow.labels);
      _eqp_walk_repair (s.walk);
      eqp_check_walk_repair (&s.slow);
      g_assert_cmpint (_eqp_walk_get_excess (s.walk), ==, 0);
      check_state (&s, judge);
      subject_clear (&s);
    }
}

/* Pair by pair and round by round what a slow copy does that tries all ways to divide; whole weights have many cuts that
 * are equal, among which sizes are made even. */
static void
test_flow (void)
{
  EqpRng rng;
  int better = 0, again = 0;

  eqp_rng_init (&rng, 5, 0);
  for (int round = 0; round < 2000; round++)
    {
      Subject s;
      int k = 2 + round % 3, rounds = 1 + round % 4;
      gint64 n = 6 + (gint64) eqp_rng_below (&rng, 9);
      double share = round % 5 == 0 ? 1.0 : 0.3 + 0.5 * eqp_rng_uniform (&rng);
      g_autofree double *whole = NULL;
      g_autofree gint32 *first = NULL;
      EqpPrices judge;
      gboolean found;

      subject_set (&s, &rng, n, k, round % 7 == 0, round % 3 == 0);
      whole = g_memdup2 (s.level.weights, sizeof (double) * (gsize) s.level.starts[n]);
      for (gint64 e = 0; e < s.level.starts[n]; e++)
        whole[e] = round % 4 == 1 ? 1.0 : 1.0 + floor (2.0 * whole[e]);
      if (round % 2)
        s.level.weights = whole;
      for (gint64 v = 0; v < n; v++)
        s.slow.labels[v] = (gint32) eqp_rng_below (&rng, round % 3 == 2 ? (guint64) k : 2);
      if (round % 5 == 0)
        subject_limit (&s, s.level.total_mass / k - 1, s.level.total_mass / k + 2);
      judge = some_prices (&s, &rng);
      _eqp_walk_set (s.walk, &s.level, judge, s.slow.labels);
      first = g_memdup2 (s.slow.labels, sizeof (gint32) * (gsize) n);
      found = _eqp_walk_flow (s.walk, share, rounds);
      g_assert_cmpint (found, ==, eqp_check_flow (&s.slow, judge, share, rounds));
      check_state (&s, judge);
      better += found;
      if (rounds > 1)
        {
          g_autofree gint32 *all = g_memdup2 (s.slow.labels, sizeof (gint32) * (gsize) n);

          memcpy (s.slow.labels, first, sizeof (gint32) * (gsize) n);
          eqp_check_flow (&s.slow, judge, share, 1);
          again += memcmp (all, s.slow.labels, sizeof (gint32) * (gsize) n) != 0;
        }
      subject_clear (&s);
    }
  g_assert_cmpint (better, >, 100);
  g_assert_cmpint (again, >, 5);
}

/* Where no two of a cycle are neighbors its gain is the sum of its arcs: leaves that hang on the wrong cores come to the
 * right ones as far as sizes allow, and no move and no exchange of two is left that lowers J. */
static void
test_exchange (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 4, 0);
  for (int round = 0; round < 60; round++)
    {
      const int leaves = 18;
      int k = 2 + round % 4, core = 2 * k, n_edges = 0;
      gint64 n = core + leaves;
      gint32 from[128], to[128], labels[64];
      double weights[128];
      g_autoptr (EqpGraph) graph = NULL;
      const EqpCsr *csr;
      EqpLevel level;
      EqpWalk *walk;
      EqpCheckPartition slow;
      EqpPrices judge = { round % 3 == 0 ? 0.02 : round % 3 == 1 ? 1e3 : 0.2, 1e9 };

      /* Vertices 2 c and 2 c + 1 are the core of cluster c; each leaf hangs on two cores. */
      for (int c = 0; c < k; c++)
        {
          from[n_edges] = 2 * c;
          to[n_edges] = 2 * c + 1;
          weights[n_edges++] = 1e4;
          labels[2 * c] = labels[2 * c + 1] = c;
        }
      for (int leaf = core; leaf < n; leaf++)
        {
          int one = (int) eqp_rng_below (&rng, k), other = (one + 1 + (int) eqp_rng_below (&rng, k - 1)) % k;

          from[n_edges] = 2 * one;
          to[n_edges] = leaf;
          weights[n_edges++] = 0.5 + eqp_rng_uniform (&rng);
          from[n_edges] = 2 * other + 1;
          to[n_edges] = leaf;
          weights[n_edges++] = 0.2 + eqp_rng_uniform (&rng);
          labels[leaf] = leaf % k;
        }
      graph = eqp_graph_new_from_edges (n, n_edges, from, to, weights, NULL);
      csr = eqp_graph_get_csr (graph);
      level = (EqpLevel) { .n = n, .starts = csr->starts, .columns = csr->columns, .weights = csr->weights,
                           .total_mass = n };
      walk = _eqp_walk_new (n, csr->starts[n], k, NULL, NULL);
      slow = (EqpCheckPartition) { .graph = &level, .k = k, .labels = labels };
      if (round % 2)
        {
          slow.limited = TRUE;
          slow.fewest = n / k - 1;
          slow.most = n / k + 2;
          _eqp_walk_set_limits (walk, slow.fewest, slow.most);
        }
      _eqp_walk_set (walk, &level, judge, labels);
      _eqp_walk_exchange (walk);
      memcpy (labels, _eqp_walk_get_labels (walk), sizeof (gint32) * n);
      g_assert_cmpint (_eqp_walk_get_excess (walk), ==, 0);
      eqp_assert_close (_eqp_walk_get_worth (walk), eqp_check_value (&slow, judge), 1e-12);

      for (gint64 v = core; v < n; v++)
        for (int c = 0; c < k; c++)
          {
            double before = eqp_check_value (&slow, judge);
            gint32 own = labels[v];

            labels[v] = c;
            g_assert_cmpfloat (eqp_check_value (&slow, judge), >=, before - 1e-8);
            for (gint64 u = core; u < n; u++)
              if (labels[u] == c && u != v)
                {
                  labels[u] = own;
                  g_assert_cmpfloat (eqp_check_value (&slow, judge), >=, before - 1e-8);
                  labels[u] = c;
                }
            labels[v] = own;
          }
      _eqp_walk_free (walk);
    }
}

/* Pairs, map, masses and weights of a coarser graph. */
static void
test_coarsening (void)
{
  EqpRng rng;
  int refused = 0;

  eqp_rng_init (&rng, 5, 0);
  for (int round = 0; round < 200; round++)
    {
      Subject s;
      gint64 n = 2 + (gint64) eqp_rng_below (&rng, 60), wanted = 1 + (gint64) eqp_rng_below (&rng, n), expected;
      gint64 most_mass = 2 + (gint64) eqp_rng_below (&rng, 8);
      g_autofree gint32 *keep = g_new (gint32, n), *map = g_new (gint32, n);
      EqpCoarse *coarse;
      EqpRng one, other;

      subject_set (&s, &rng, n, 1, round % 3 == 2 ? (int) n / 2 : round % 3, round % 2);
      for (gint64 v = 0; v < n; v++)
        keep[v] = (gint32) eqp_rng_below (&rng, 2);
      eqp_rng_init (&one, 7, round);
      other = one;
      coarse = _eqp_coarsen (&s.level, round % 4 == 0 ? keep : NULL, most_mass, wanted, &one);
      expected = eqp_check_coarsen (&s.level, round % 4 == 0 ? keep : NULL, most_mass, wanted, &other, map);
      g_assert_cmpint (coarse != NULL ? coarse->graph.n : 0, ==, expected);
      if (coarse != NULL)
        {
          gint64 nc = coarse->graph.n;
          g_autofree double *dense = g_new0 (double, nc * nc);
          g_autofree gint64 *mass = g_new0 (gint64, nc);

          g_assert_cmpmem (coarse->map, sizeof (gint32) * n, map, sizeof (gint32) * n);
          for (gint64 v = 0; v < n; v++)
            {
              mass[map[v]] += s.mass != NULL ? s.mass[v] : 1;
              for (gint64 e = s.level.starts[v]; e < s.level.starts[v + 1]; e++)
                if (map[s.level.columns[e]] != map[v])
                  dense[map[v] * nc + map[s.level.columns[e]]] += s.level.weights[e];
            }
          for (gint64 v = 0; v < nc; v++)
            {
              g_assert_cmpint (coarse->graph.mass[v], ==, mass[v]);
              for (gint64 e = coarse->graph.starts[v]; e < coarse->graph.starts[v + 1]; e++)
                {
                  double *cell = &dense[v * nc + coarse->graph.columns[e]];

                  g_assert_cmpfloat (*cell, >, 0.0);
                  eqp_assert_close (coarse->graph.weights[e], *cell, 1e-14);
                  *cell = 0.0;
                }
            }
          for (gint64 cell = 0; cell < nc * nc; cell++)
            g_assert_cmpfloat (dense[cell], ==, 0.0);
          g_assert_cmpint (coarse->graph.total_mass, ==, s.level.total_mass);
        }
      else
        refused++;
      _eqp_coarse_free (coarse);
      subject_clear (&s);
    }
  g_assert_cmpint (refused, >, 5);
  g_assert_cmpint (refused, <, 100);
}

/* Heavy as can be, so that sizes are equal next to never; up to three clusters, which begin in order. */
static void
weigh_down (Subject *s, EqpRng *rng)
{
  s->mass = g_new (gint32, s->level.n);
  s->level.total_mass = 0;
  for (gint64 v = 0; v < s->level.n; v++)
    s->level.total_mass += s->mass[v] = 1 + (gint32) eqp_rng_below (rng, 1000000);
  s->level.mass = s->mass;
}

static int
smallest_of (const gint64 *sizes, int k)
{
  int smallest = 0;

  for (int c = 1; c < k; c++)
    if (sizes[c] < sizes[smallest])
      smallest = c;
  return smallest;
}

/* Each next vertex to the smallest cluster: by chance, or the one that hangs on it by the largest share. */
static void
test_starts (void)
{
  EqpRng rng;
  int compared = 0;

  eqp_rng_init (&rng, 6, 0);
  for (int round = 0; round < 120; round++)
    {
      Subject s;
      gint64 n = 3 + (gint64) eqp_rng_below (&rng, 25), sizes[3] = { 0 };
      int k = 1 + round % 3;
      gboolean tie = FALSE;
      g_autofree gint32 *labels = g_new (gint32, n), *expected = g_new (gint32, n), *order = g_new (gint32, n);
      EqpRng one, other;

      subject_set (&s, &rng, n, k, round % 4 == 3 ? 2 : 0, FALSE);
      weigh_down (&s, &rng);
      eqp_rng_init (&one, 8, round);
      other = one;
      _eqp_start_random (&s.level, k, &one, labels);
      for (gint64 v = 0; v < n; v++)
        order[v] = (gint32) v;
      eqp_rng_shuffle (&other, order, n);
      for (gint64 o = 0; o < n; o++)
        {
          g_assert_cmpint (labels[order[o]], ==, smallest_of (sizes, k));
          sizes[labels[order[o]]] += s.mass[order[o]];
        }

      other = one;
      _eqp_start_grow (&s.level, k, &one, labels);
      for (gint64 v = 0; v < n; v++)
        {
          order[v] = (gint32) v;
          expected[v] = -1;
        }
      eqp_rng_shuffle (&other, order, n);
      memset (sizes, 0, sizeof sizes);
      for (gint64 left = n; left > 0; left--)
        {
          int c = smallest_of (sizes, k);
          gint64 chosen = -1;
          double most = 0.0;

          for (gint64 v = 0; v < n; v++)
            {
              double into = 0.0, all = 0.0;

              for (gint64 e = s.level.starts[v]; e < s.level.starts[v + 1]; e++)
                {
                  all += s.level.weights[e];
                  into += expected[s.level.columns[e]] == c ? s.level.weights[e] : 0.0;
                }
              if (expected[v] >= 0 || into == 0.0)
                continue;
              tie |= into / all == most;
              if (into / all > most)
                {
                  most = into / all;
                  chosen = v;
                }
            }
          for (gint64 o = 0; chosen < 0; o++)
            if (expected[order[o]] < 0)
              chosen = order[o];
          expected[chosen] = c;
          sizes[c] += s.mass[chosen];
        }
      if (!tie)
        {
          g_assert_cmpmem (labels, sizeof (gint32) * n, expected, sizeof (gint32) * n);
          compared++;
        }
      subject_clear (&s);
    }
  g_assert_cmpint (compared, >, 30);
}

/* All that hangs together with the vertex, marked with the number. */
static void
spread (const EqpLevel *graph, gint32 *component, gint64 v, gint32 number)
{
  component[v] = number;
  for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
    if (component[graph->columns[e]] < 0)
      spread (graph, component, graph->columns[e], number);
}

static void
walk_deep (const EqpLevel *graph, gboolean *met, gint64 v, gint32 *line, gint64 *length)
{
  met[v] = TRUE;
  line[(*length)++] = (gint32) v;
  for (gint64 e = graph->starts[v]; e < graph->starts[v + 1]; e++)
    if (!met[graph->columns[e]])
      walk_deep (graph, met, graph->columns[e], line, length);
}

static void
walk_broad (const EqpLevel *graph, gboolean *met, gint64 v, gint32 *line, gint64 *length)
{
  gint64 next = *length;

  met[v] = TRUE;
  line[(*length)++] = (gint32) v;
  for (; next < *length; next++)
    for (gint64 e = graph->starts[line[next]]; e < graph->starts[line[next] + 1]; e++)
      if (!met[graph->columns[e]])
        {
          met[graph->columns[e]] = TRUE;
          line[(*length)++] = graph->columns[e];
        }
}

/* Whole components, the heaviest first, each into the smallest cluster; and lines through them. */
static void
test_components_and_lines (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 7, 0);
  for (int round = 0; round < 100; round++)
    {
      Subject s;
      gint64 n = 3 + (gint64) eqp_rng_below (&rng, 40), sizes[3] = { 0 }, count = 0;
      int k = 1 + round % 3;
      g_autofree gint32 *labels = g_new (gint32, n), *component = g_new (gint32, n), *line = g_new (gint32, n);
      g_autofree gint32 *expected = g_new (gint32, n);
      g_autofree gint64 *mass = g_new0 (gint64, n);
      g_autofree gboolean *met = g_new0 (gboolean, n);
      gint64 length = 0;

      subject_set (&s, &rng, n, k, (int) MIN (n, round % 8), FALSE);
      weigh_down (&s, &rng);
      for (gint64 v = 0; v < n; v++)
        component[v] = -1;
      for (gint64 v = 0; v < n; v++)
        if (component[v] < 0)
          spread (&s.level, component, v, (gint32) count++);
      for (gint64 v = 0; v < n; v++)
        mass[component[v]] += s.mass[v];
      g_assert_cmpint (_eqp_start_components (&s.level, k, labels), ==, count);
      for (gint64 done = 0; done < count; done++)
        {
          gint64 heaviest = 0;
          int c = smallest_of (sizes, k);

          for (gint64 other = 1; other < count; other++)
            if (mass[other] > mass[heaviest])
              heaviest = other;
          for (gint64 v = 0; v < n; v++)
            if (component[v] == heaviest)
              g_assert_cmpint (labels[v], ==, c);
          sizes[c] += mass[heaviest];
          mass[heaviest] = 0;
        }

      for (int deep = 0; deep < 2; deep++)
        {
          _eqp_start_line_up (&s.level, deep, line);
          memset (met, 0, sizeof (gboolean) * n);
          length = 0;
          for (gint64 root = 0; root < n; root++)
            if (!met[root])
              {
                gint64 first = length, end;
                gint32 rim;

                walk_broad (&s.level, met, root, expected, &length);
                end = length;
                rim = expected[end - 1];
                for (gint64 i = first; i < end; i++)
                  met[expected[i]] = FALSE;
                length = first;
                if (deep)
                  walk_deep (&s.level, met, rim, expected, &length);
                else
                  walk_broad (&s.level, met, rim, expected, &length);
                g_assert_cmpint (length, ==, end);
              }
          g_assert_cmpmem (line, sizeof (gint32) * n, expected, sizeof (gint32) * n);
        }
      subject_clear (&s);
    }
}

/* Equal masses: the component with the lowest vertex first. */
static void
test_equal_components (void)
{
  const gint32 from[] = { 0, 2, 4 }, to[] = { 1, 3, 5 };
  const double weights[] = { 1.0, 1.0, 1.0 };
  g_autoptr (EqpGraph) graph = eqp_graph_new_from_edges (6, 3, from, to, weights, NULL);
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  EqpLevel level = { .n = 6, .starts = csr->starts, .columns = csr->columns, .weights = csr->weights, .total_mass = 6 };
  gint32 labels[6];

  g_assert_cmpint (_eqp_start_components (&level, 3, labels), ==, 3);
  for (int v = 0; v < 6; v++)
    g_assert_cmpint (labels[v], ==, v / 2);
}

/* The largest key first and of equal ones the lower vertex; locks by their time. */
static void
test_queues (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 8, 0);
  for (int round = 0; round < 50; round++)
    {
      Queue queue = { 0 };
      GArray *locks = g_array_new (FALSE, FALSE, sizeof (Lock));
      Entry entries[60];
      gboolean in[60] = { 0 };

      for (int i = 0; i < 60; i++)
        {
          entries[i] = (Entry) { (double) eqp_rng_below (&rng, 9), i, 0 };
          in[i] = TRUE;
          queue_push (&queue, entries[i]);
          for (int pop = 0; pop < (eqp_rng_below (&rng, 3) == 0 ? 1 : 0); pop++)
            {
              int best = -1;

              for (int j = 0; j <= i; j++)
                if (in[j] && (best < 0 || entries[j].key > entries[best].key))
                  best = j;
              g_assert_cmpint (queue.top.vertex, ==, best);
              in[best] = FALSE;
              queue_pop (&queue);
            }
        }
      while (queue.n > 0)
        {
          int best = -1;

          for (int j = 0; j < 60; j++)
            if (in[j] && (best < 0 || entries[j].key > entries[best].key))
              best = j;
          g_assert_cmpint (queue.top.vertex, ==, best);
          in[best] = FALSE;
          queue_pop (&queue);
        }
      g_free (queue.heap);

      /* A heap to begin with: times in order. */
      for (int i = 0; i < 40; i++)
        {
          Lock lock = { 3 * i + (gint64) eqp_rng_below (&rng, 3), i };

          g_array_append_val (locks, lock);
        }
      for (gint64 last = -1; locks->len > 0; locks_pop (locks))
        {
          g_assert_cmpint (g_array_index (locks, Lock, 0).until, >=, last);
          last = g_array_index (locks, Lock, 0).until;
        }
      g_array_unref (locks);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/pin-walk/walk", test_walk);
  g_test_add_func ("/core/pin-walk/local-walks", test_local_walks);
  g_test_add_func ("/core/pin-walk/repair", test_repair);
  g_test_add_func ("/core/pin-walk/exchange", test_exchange);
  g_test_add_func ("/core/pin-walk/flow", test_flow);
  g_test_add_func ("/core/pin-walk/coarsening", test_coarsening);
  g_test_add_func ("/core/pin-walk/starts", test_starts);
  g_test_add_func ("/core/pin-walk/components-and-lines", test_components_and_lines);
  g_test_add_func ("/core/pin-walk/equal-components", test_equal_components);
  g_test_add_func ("/core/pin-walk/queues", test_queues);
  return g_test_run ();
}
