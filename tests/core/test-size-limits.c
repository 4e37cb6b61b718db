/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>
#include <string.h>

#include "graph/eqp-graph.h"

/* What the steps of a run came to. */
typedef struct
{
  GArray *objective; /* double */
  gint64  fewest;    /* rows of a cluster in any step */
  gint64  most;
} Steps;

static void
collect (const EqpEvent *event, gpointer user_data)
{
  Steps *steps = user_data;

  if (event->kind != EQP_EVENT_ITERATION)
    return;
  g_array_append_val (steps->objective, event->objective);
  for (int c = 0; c < event->k; c++)
    {
      steps->fewest = MIN (steps->fewest, event->sizes[c]);
      steps->most = MAX (steps->most, event->sizes[c]);
    }
}

static EqpResult *
run (EqpGraph *graph, const EqpParams *params, Steps *steps, guint threads)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  g_autoptr (GError) error = NULL;
  g_autofree double *zeros = g_new0 (double, eqp_graph_get_n (graph));
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (eqp_graph_get_n (graph), 1, zeros);
  EqpSink sink = { collect, steps };
  EqpContext context = { .pool = pool, .sink = steps != NULL ? &sink : NULL, .graph = graph };
  EqpResult *result = eqp_solver_run (eqp_solver_find ("bmincut"), dataset, params, &context, &error);

  g_assert_no_error (error);
  eqp_assert_close (result->data_term, eqp_graph_compute_cut (graph, result->labels), 1e-12);
  return result;
}

/* Limits that K clusters can meet, from none to even sizes. */
static void
draw_limits (EqpRng *rng, gint64 n, EqpParams *params)
{
  gint64 floor = n / params->k, ceiling = (n + params->k - 1) / params->k;

  params->min_size = (gint64) eqp_rng_below (rng, floor + 1);
  params->max_size = ceiling + (gint64) eqp_rng_below (rng, n - ceiling + 1);
  if (eqp_rng_below (rng, 4) == 0)
    params->max_size = 0;
}

static void
assert_within (const EqpResult *result, gint64 fewest, gint64 most)
{
  for (int c = 0; c < result->k; c++)
    {
      g_assert_cmpint (result->sizes[c], >=, fewest);
      g_assert_cmpint (result->sizes[c], <=, most);
    }
}

/* METIS's sizes on the digits are simply asked for: a cut that no gamma has at these sizes. Every step is within the
 * limits, the trace falls, and the labels do not depend on the number of threads. */
static void
test_digits (void)
{
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  const EqpGraphOptions options = { .neighbors = 5, .scale = EQP_SCALE_LOCAL };
  g_autoptr (EqpGraph) graph = eqp_dataset_build_graph (digits, &options, pool, NULL, NULL, NULL);
  g_autoptr (GArray) objective = g_array_new (FALSE, FALSE, sizeof (double));
  Steps steps = { objective, G_MAXINT64, 0 };
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) ours = NULL, same = NULL;

  params.k = 10;
  params.restarts = 3;
  params.min_size = 174;
  params.max_size = 185;
  ours = run (graph, &params, &steps, 2);
  same = run (graph, &params, NULL, 4);
  assert_within (ours, 174, 185);
  g_assert_cmpfloat (ours->data_term, <=, 75.8);
  g_assert_cmpmem (ours->labels, sizeof (gint32) * ours->n, same->labels, sizeof (gint32) * same->n);
  g_assert_cmpint (steps.fewest, >=, 174);
  g_assert_cmpint (steps.most, <=, 185);
  for (guint t = 1; t < objective->len; t++)
    g_assert_cmpfloat (g_array_index (objective, double, t), <=, g_array_index (objective, double, t - 1));
}

/* A warm start outside the limits is mended; one within them is never made worse. */
static void
test_warm (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 41, 0);
  for (int round = 0; round < 40; round++)
    {
      gint64 n = 10 + (gint64) eqp_rng_below (&rng, 200);
      g_autoptr (EqpGraph) graph = eqp_test_random_graph (&rng, n, 1 + round % 5, round % 4);
      g_autofree gint32 *labels = g_new (gint32, n);
      g_autoptr (EqpResult) mended = NULL, again = NULL;
      EqpParams params = eqp_params_default ();

      params.k = 2 + (gint) eqp_rng_below (&rng, 6);
      params.gamma = round % 3 == 0 ? 0.0 : eqp_gamma_unit (EQP_FAMILY_GRAPH, n, params.k, eqp_graph_get_total_weight (graph)) * pow (10.0, round % 5 - 2);
      draw_limits (&rng, n, &params);
      for (gint64 i = 0; i < n; i++)
        labels[i] = round % 2 == 0 ? 0 : (gint32) eqp_rng_below (&rng, params.k);
      params.initial_labels = labels;
      mended = run (graph, &params, NULL, 2);
      assert_within (mended, params.min_size, params.max_size > 0 ? params.max_size : n);
      params.initial_labels = mended->labels;
      again = run (graph, &params, NULL, 2);
      assert_within (again, params.min_size, params.max_size > 0 ? params.max_size : n);
      g_assert_cmpfloat (again->objective, <=, mended->objective * (1.0 + 1e-12));
    }
}

/* Limits that cannot be met, or that the method does not keep, are refused with what would do. */
static void
test_refused (void)
{
  const struct
  {
    const char *id;
    gint64 fewest, most;
    const char *part;
  } cases[] = {
    { "bmincut", 180, 0, "ask for 179 or less" },
    { "bmincut", 0, 179, "allow 180 or more" },
    { "bmincut", 100, 90, "exchange them" },
    { "bmincut", -1, 0, "of at least 1" },
    { "kmeans", 1, 0, "keeps no limits" },
    { "bmincut-published", 0, 500, "keeps no limits" },
  };
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      EqpParams params = eqp_params_default ();
      g_autoptr (GError) error = NULL;

      params.k = 10;
      params.min_size = cases[i].fewest;
      params.max_size = cases[i].most;
      g_assert_false (eqp_solver_check (eqp_solver_find (cases[i].id), digits, &params, &error));
      g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
      g_assert_nonnull (strstr (error->message, cases[i].part));
    }
}

/* -- every partition of a small graph ------------------------------------------------------------------------------ */

/* Weights of one kind a graph: equal, uniform, over twelve orders of magnitude, or huge. */
static double
odd_weight (EqpRng *rng, int kind)
{
  switch (kind)
    {
    case 0:
      return 1.0;
    case 1:
      return eqp_rng_uniform (rng) + 1e-3;
    case 2:
      return pow (10.0, 12.0 * eqp_rng_uniform (rng) - 6.0);
    default:
      return 1e100 * (1.0 + eqp_rng_uniform (rng));
    }
}

/* J less the penalty of even sizes, so that a huge gamma hides no digits of the cut; infinite outside the limits of size. */
static double
worth_of (EqpGraph *graph, const EqpParams *params, const gint32 *labels)
{
  int k = params->k;
  gint64 n = eqp_graph_get_n (graph), base = n / k, larger = n % k, sizes[8] = { 0 };
  gint64 squares = -larger * (base + 1) * (base + 1) - (k - larger) * base * base;

  for (gint64 i = 0; i < n; i++)
    sizes[labels[i]]++;
  for (int c = 0; c < k; c++)
    {
      squares += sizes[c] * sizes[c];
      if (sizes[c] < params->min_size || (params->max_size > 0 && sizes[c] > params->max_size))
        return INFINITY;
    }
  return eqp_graph_compute_cut (graph, labels) + params->gamma * (double) squares;
}

/* The least over all ways to put rows @row to n-1 into at most K clusters, those before them being placed. Clusters
 * are numbered as they appear, so none is looked at twice. */
static double
least_worth (EqpGraph *graph, const EqpParams *params, gint32 *labels, gint64 row, gint32 used)
{
  double best = INFINITY;

  if (row == eqp_graph_get_n (graph))
    return worth_of (graph, params, labels);
  for (gint32 c = 0; c <= MIN (used, params->k - 1); c++)
    {
      labels[row] = c;
      best = MIN (best, least_worth (graph, params, labels, row + 1, MAX (used, c + 1)));
    }
  return best;
}

/* Graphs with known optima: no edges, isolated rows, loose parts, stars, equal, tiny and huge weights. */
static void
check_small_optima (guint64 seed, gboolean limited)
{
  EqpRng rng;

  eqp_rng_init (&rng, seed, 0);
  for (int round = 0; round < 240; round++)
    {
      gint64 n = 1 + (gint64) eqp_rng_below (&rng, 9), n_edges = 0;
      int kind = round % 4, density = (int) eqp_rng_below (&rng, 5);
      gint32 from[64], to[64], labels[16];
      double weights[64], best, total;
      g_autoptr (EqpGraph) graph = NULL;
      g_autoptr (EqpResult) ours = NULL;
      g_autoptr (GError) error = NULL;
      EqpParams params = eqp_params_default ();

      for (gint32 a = 0; a < n; a++)
        for (gint32 b = a + 1; b < n; b++)
          if (round % 7 == 0 ? a == 0 : (int) eqp_rng_below (&rng, 5) < density)
            {
              from[n_edges] = a;
              to[n_edges] = b;
              weights[n_edges++] = odd_weight (&rng, kind);
            }
      graph = eqp_graph_new_from_edges (n, n_edges, from, to, weights, &error);
      g_assert_no_error (error);

      params.k = 1 + (gint) eqp_rng_below (&rng, MIN (n, 5));
      total = eqp_graph_get_total_weight (graph);
      params.gamma = (total > 0.0 ? total : 1.0) / (double) (n * n) * params.k * pow (10.0, (double) (round % 5) - 2.0);
      if (round % 11 == 0)
        params.gamma = 1e12 * MAX (total, 1.0);
      if (limited)
        {
          if (round % 5 == 0)
            params.gamma = 0.0;
          draw_limits (&rng, n, &params);
        }
      params.restarts = 10;
      params.seed = (guint64) round;
      ours = run (graph, &params, NULL, 2);
      best = least_worth (graph, &params, labels, 0, 0);
      g_assert_true (isfinite (ours->objective));
      g_assert_cmpfloat (fabs (worth_of (graph, &params, ours->labels) - best), <=, 1e-9 * best + 1e-12 * total);
    }
}

static void
test_small_optima (void)
{
  check_small_optima (29, FALSE);
}

static void
test_limited_optima (void)
{
  check_small_optima (31, TRUE);
}

/* Paths, rings and ladders: never worse than cut into equal runs, at any gamma. */
static void
test_families (void)
{
  for (int family = 0; family < 3; family++)
    for (gint64 n = 12; n <= 36; n += 12)
      {
        gint64 n_edges = 0;
        gint32 from[64], to[64], labels[36];
        double weights[64];
        g_autoptr (EqpGraph) graph = NULL;
        g_autoptr (GError) error = NULL;

        for (gint32 v = 0; v < n; v++)
          for (gint32 w = v + 1; w < n; w++)
            if (family == 2 ? w == v + 2 || (w == v + 1 && v % 2 == 0) : w == v + 1 || (family == 1 && v == 0 && w == n - 1))
              {
                from[n_edges] = v;
                to[n_edges] = w;
                weights[n_edges++] = 1.0;
              }
        graph = eqp_graph_new_from_edges (n, n_edges, from, to, weights, &error);
        g_assert_no_error (error);
        for (int step = 0; step < 7; step++)
          {
            g_autoptr (EqpResult) ours = NULL;
            EqpParams params = eqp_params_default ();

            params.k = 4;
            params.gamma = 0.03 * pow (10.0, 0.5 * step) * eqp_gamma_unit (EQP_FAMILY_GRAPH, n, params.k, eqp_graph_get_total_weight (graph));
            params.restarts = 10;
            ours = run (graph, &params, NULL, 2);
            for (int parts = 1; parts <= params.k; parts++)
              {
                for (gint64 i = 0; i < n; i++)
                  labels[i] = (gint32) (i * parts / n);
                g_assert_cmpfloat (worth_of (graph, &params, ours->labels), <=, worth_of (graph, &params, labels) * (1.0 + 1e-9));
              }
          }
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/size-limits/digits", test_digits);
  g_test_add_func ("/core/size-limits/warm", test_warm);
  g_test_add_func ("/core/size-limits/refused", test_refused);
  g_test_add_func ("/core/size-limits/small-optima", test_small_optima);
  g_test_add_func ("/core/size-limits/limited-optima", test_limited_optima);
  g_test_add_func ("/core/size-limits/families", test_families);
  return g_test_run ();
}
