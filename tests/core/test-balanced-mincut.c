/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>
#include <string.h>

#include "graph/eqp-graph.h"
#include "solvers/cuts/eqp-balanced-mincut-private.h"

typedef struct
{
  EqpGraph     *graph;
  GArray       *objective; /* double */
  GArray       *moved;     /* gint64 */
  GArray       *sizes;     /* gint64, k a step */
  double        first;     /* seconds until the first step */
  gint64        last_iteration;
  gint          finished;
  GCancellable *cancel;    /* triggered by the first step */
} Steps;

/* Every step is checked against a recomputation from its labels. */
static void
collect (const EqpEvent *event, gpointer user_data)
{
  Steps *steps = user_data;
  g_autofree gint64 *sizes = NULL;
  double cut;

  steps->finished += event->kind == EQP_EVENT_FINISHED;
  if (event->kind != EQP_EVENT_ITERATION)
    return;
  g_assert_cmpint (steps->finished, ==, 0);

  sizes = g_new0 (gint64, event->k);
  for (gint64 i = 0; i < event->n; i++)
    sizes[event->labels[i]]++;
  for (int c = 0; c < event->k; c++)
    g_assert_cmpint (sizes[c], ==, event->sizes[c]);
  cut = eqp_graph_compute_cut (steps->graph, event->labels);
  g_assert_cmpfloat (fabs (event->data_term - cut), <=, 1e-9 * MAX (1.0, cut));
  g_assert_cmpfloat (event->objective, ==, event->data_term + event->penalty);

  if (steps->objective->len == 0)
    steps->first = event->seconds;
  else
    g_assert_cmpint (event->iteration, ==, steps->last_iteration + 1);
  steps->last_iteration = event->iteration;
  g_array_append_val (steps->objective, event->objective);
  g_array_append_val (steps->moved, event->moved);
  g_array_append_vals (steps->sizes, event->sizes, event->k);
  if (steps->cancel != NULL)
    g_cancellable_cancel (steps->cancel);
}

static void
steps_init (Steps *steps)
{
  *steps = (Steps) { .objective = g_array_new (FALSE, FALSE, 8), .moved = g_array_new (FALSE, FALSE, 8), .sizes = g_array_new (FALSE, FALSE, 8) };
}

static void
steps_clear (Steps *steps)
{
  g_array_unref (steps->objective);
  g_array_unref (steps->moved);
  g_array_unref (steps->sizes);
}

static EqpResult *
run_threads (const char *id, EqpGraph *graph, const EqpParams *params, Steps *steps, guint threads)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  g_autoptr (GError) error = NULL;
  g_autofree double *zeros = g_new0 (double, eqp_graph_get_n (graph));
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (eqp_graph_get_n (graph), 1, zeros);
  EqpSink sink = { collect, steps };
  EqpContext context = { .pool = pool, .sink = steps != NULL ? &sink : NULL, .graph = graph,
                         .cancellable = steps != NULL ? steps->cancel : NULL };
  EqpResult *result;

  if (steps != NULL)
    steps->graph = graph;
  result = eqp_solver_run (eqp_solver_find (id), dataset, params, &context, &error);
  g_assert_no_error (error);
  eqp_assert_close (result->data_term, eqp_graph_compute_cut (graph, result->labels), 1e-12);
  eqp_assert_close (result->objective, result->data_term + eqp_balance_penalty (params->gamma, params->k, result->sizes), 1e-12);
  return result;
}

static EqpResult *
run (const char *id, EqpGraph *graph, const EqpParams *params, Steps *steps)
{
  return run_threads (id, graph, params, steps, 2);
}

static EqpGraph *
graph_json (JsonObject *item)
{
  JsonArray *edges = json_object_get_array_member (item, "edges");
  guint n_edges = json_array_get_length (edges);
  g_autofree gint32 *from = g_new (gint32, n_edges), *to = g_new (gint32, n_edges);
  g_autofree double *weights = g_new (double, n_edges);
  g_autoptr (GError) error = NULL;
  EqpGraph *graph;

  for (guint e = 0; e < n_edges; e++)
    {
      JsonArray *edge = json_array_get_array_element (edges, e);

      from[e] = (gint32) json_array_get_int_element (edge, 0);
      to[e] = (gint32) json_array_get_int_element (edge, 1);
      weights[e] = json_array_get_double_element (edge, 2);
    }
  graph = eqp_graph_new_from_edges (json_object_get_int_member (item, "n"), n_edges, from, to, weights, &error);
  g_assert_no_error (error);
  return graph;
}

/* The digits' 5-neighbor graph of local scale. */
static EqpGraph *
digits_graph (void)
{
  g_autoptr (EqpDataset) digits = eqp_sample_load ("digits", NULL, NULL);
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autoptr (GError) error = NULL;
  EqpGraphOptions options = { .neighbors = 5, .scale = EQP_SCALE_LOCAL };
  EqpGraph *graph = eqp_dataset_build_graph (digits, &options, pool, NULL, NULL, &error);

  g_assert_no_error (error);
  return graph;
}

static double
unit (EqpGraph *graph, int k)
{
  return eqp_gamma_unit (EQP_FAMILY_GRAPH, eqp_graph_get_n (graph), k, eqp_graph_get_total_weight (graph));
}

/* -- the published algorithm --------------------------------------------------------------------------------------- */

/* Whole traces of Algorithm 2: labels, sizes, rows moved, objectives, and the rho they need. */
static void
test_published_traces (void)
{
  g_autoptr (JsonArray) cases = eqp_test_cases ("algorithm2.json");

  if (cases == NULL)
    return;

  for (guint c = 0; c < json_array_get_length (cases); c++)
    {
      JsonObject *item = json_array_get_object_element (cases, c);
      JsonArray *iterations = json_object_get_array_member (item, "iterations");
      g_autoptr (EqpGraph) graph = graph_json (item);
      g_autofree gint32 *initial = eqp_test_labels_json (json_object_get_array_member (item, "initial_labels"));
      g_autofree gint32 *expected = eqp_test_labels_json (json_object_get_array_member (item, "labels"));
      double total = eqp_graph_get_total_weight (graph);
      EqpParams params = eqp_params_default ();
      g_autoptr (EqpResult) result = NULL;
      Steps steps;

      params.k = (gint) json_object_get_int_member (item, "k");
      params.gamma = json_object_get_double_member (item, "gamma");
      params.initial_labels = initial;
      eqp_assert_close (_eqp_smallest_eigenvalue (eqp_graph_get_csr (graph), params.gamma, NULL),
                        json_object_get_double_member (item, "smallest_eigenvalue_of_A_minus_gamma_ones"), 1e-8);
      eqp_assert_close (_eqp_published_mincut_rho (eqp_graph_get_csr (graph), params.gamma, NULL),
                        json_object_get_double_member (item, "rho"), 1e-7);

      steps_init (&steps);
      result = run ("bmincut-published", graph, &params, &steps);
      for (gint64 i = 0; i < result->n; i++)
        g_assert_cmpint (result->labels[i], ==, expected[i]);
      /* Step 0 is the start. */
      g_assert_cmpint (steps.objective->len, ==, json_array_get_length (iterations) + 1);
      for (guint t = 0; t < json_array_get_length (iterations); t++)
        {
          JsonObject *step = json_array_get_object_element (iterations, t);
          JsonArray *sizes = json_object_get_array_member (step, "sizes");

          eqp_assert_close (total - g_array_index (steps.objective, double, t + 1), json_object_get_double_member (step, "objective"), 1e-9);
          g_assert_cmpint (g_array_index (steps.moved, gint64, t + 1), ==, json_object_get_int_member (step, "moved"));
          for (gint j = 0; j < params.k; j++)
            g_assert_cmpint (g_array_index (steps.sizes, gint64, (t + 1) * params.k + j), ==, json_array_get_int_element (sizes, j));
        }
      steps_clear (&steps);
    }
}

/* Two joined vertices in two clusters: with rho = 0 each jumps to the other's, for ever. It is told, and it ends. */
static void
test_published_oscillation (void)
{
  const gint32 from[] = { 0 }, to[] = { 1 }, start[] = { 0, 1 };
  const double weights[] = { 1.0 };
  g_autoptr (EqpGraph) graph = eqp_graph_new_from_edges (2, 1, from, to, weights, NULL);
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) zero = NULL, automatic = NULL, large = NULL;

  params.k = 2;
  params.own[0] = 0.0;
  params.initial_labels = start;
  zero = run ("bmincut-published", graph, &params, NULL);
  g_assert_false (zero->converged);
  g_assert_nonnull (strstr (g_ptr_array_index (zero->warnings, 0), "oscillates"));
  g_assert_nonnull (strstr (g_ptr_array_index (zero->warnings, 0), "every 2 iterations"));

  params.own[0] = -1.0;
  automatic = run ("bmincut-published", graph, &params, NULL);
  g_assert_true (automatic->converged);
  g_assert_cmpint (automatic->labels[0], ==, 0);
  g_assert_cmpint (automatic->labels[1], ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (automatic->warnings, 0), "stops where it began"));
  g_assert_nonnull (strstr (g_ptr_array_index (automatic->warnings, 0), "0 of 2 moved"));

  params.own[0] = 12.5;
  large = run ("bmincut-published", graph, &params, NULL);
  g_assert_nonnull (strstr (g_ptr_array_index (large->warnings, 0), "With rho = 12.5"));
  g_assert_nonnull (strstr (g_ptr_array_index (large->warnings, 0), "weigh at most 1"));
}

/* -- the solver ---------------------------------------------------------------------------------------------------- */

/* Global optima of small graphs: never below them, and reached with restarts. */
static void
test_known_optima (void)
{
  g_autoptr (JsonArray) cases = eqp_test_cases ("balanced_mincut_optimum.json");

  if (cases == NULL)
    return;

  for (guint c = 0; c < json_array_get_length (cases); c++)
    {
      JsonObject *item = json_array_get_object_element (cases, c);
      g_autoptr (EqpGraph) graph = graph_json (item);
      double total = eqp_graph_get_total_weight (graph), optimum = total - json_object_get_double_member (item, "optimum");
      EqpParams params = eqp_params_default ();
      g_autoptr (EqpResult) one = NULL, many = NULL;

      params.k = (gint) json_object_get_int_member (item, "k");
      params.gamma = json_object_get_double_member (item, "gamma");
      one = run ("bmincut", graph, &params, NULL);
      params.restarts = 10;
      many = run ("bmincut", graph, &params, NULL);
      g_assert_cmpfloat (one->objective, >=, optimum - 1e-9 * MAX (1.0, fabs (optimum)));
      eqp_assert_close (many->objective, optimum, 1e-9);
    }
}

/* At least as good as the published algorithm from the same seed, on graphs of many shapes and at every gamma; the trace
 * falls; the same labels on one thread and on three. */
static void
test_never_worse_than_published (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (int round = 0; round < 30; round++)
    {
      gint64 n = 10 + (gint64) eqp_rng_below (&rng, 150);
      g_autoptr (EqpGraph) graph = eqp_test_random_graph (&rng, n, 1 + round % 5, round % 4);
      g_autoptr (EqpResult) ours = NULL, same = NULL, published = NULL;
      EqpParams params = eqp_params_default ();
      Steps steps;

      params.k = 1 + (gint) eqp_rng_below (&rng, 8);
      params.seed = round;
      params.restarts = 1 + round % 3 * 2;
      params.gamma = unit (graph, params.k) * pow (10.0, round % 7 - 3);
      steps_init (&steps);
      ours = run ("bmincut", graph, &params, &steps);
      same = run_threads ("bmincut", graph, &params, NULL, 1 + 2 * (round % 2));
      published = run ("bmincut-published", graph, &params, NULL);
      g_assert_cmpfloat (ours->objective, <=, published->objective + 1e-12 * published->objective);
      g_assert_cmpmem (ours->labels, sizeof (gint32) * n, same->labels, sizeof (gint32) * n);
      g_assert_cmpint (steps.finished, ==, 1);
      g_assert_cmpint (steps.objective->len, >, 0);
      for (guint t = 1; t < steps.objective->len; t++)
        g_assert_cmpfloat (g_array_index (steps.objective, double, t), <=, g_array_index (steps.objective, double, t - 1));
      g_assert_cmpfloat (ours->objective, ==, MIN (ours->objective, g_array_index (steps.objective, double, steps.objective->len - 1) * (1.0 + 1e-12)));
      steps_clear (&steps);
    }
}

/* What gamma reaches is no worse than what a run from the same seed reaches within limits that are its sizes. */
static void
test_never_worse_than_limits (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 13, 0);
  for (int round = 0; round < 24; round++)
    {
      gint64 n = 100 + (gint64) eqp_rng_below (&rng, 200);
      g_autoptr (EqpGraph) graph = eqp_test_random_graph (&rng, n, 1 + round % 7, 0);
      g_autoptr (EqpResult) ours = NULL, limited = NULL;
      EqpParams params = eqp_params_default ();
      gint64 least = n, most = 0;

      params.k = 2 + round % 6;
      params.seed = round;
      params.gamma = 1000.0 * unit (graph, params.k);
      ours = run ("bmincut", graph, &params, NULL);
      for (int c = 0; c < params.k; c++)
        {
          least = MIN (least, ours->sizes[c]);
          most = MAX (most, ours->sizes[c]);
        }
      g_assert_cmpint (most - least, <=, 1);
      params.gamma = 0.0;
      params.min_size = least;
      params.max_size = most;
      limited = run ("bmincut", graph, &params, NULL);
      g_assert_cmpfloat (ours->data_term, <=, limited->data_term * (1.0 + 1e-12));
    }
}

/* Large enough for rounds of short walks. Halves of a square grid, and quarters, are cut along straight lines at best. */
static void
test_large_grid (void)
{
  const gint64 side = 150;
  g_autofree gint32 *from = g_new (gint32, 2 * side * side), *to = g_new (gint32, 2 * side * side);
  g_autofree double *weights = g_new (double, 2 * side * side);
  g_autoptr (EqpGraph) graph = NULL;
  gint64 n_edges = 0;

  for (gint64 i = 0; i < side * side; i++)
    for (int down = 0; down < 2; down++)
      if ((down ? i / side : i % side) + 1 < side)
        {
          from[n_edges] = (gint32) i;
          to[n_edges] = (gint32) (i + (down ? side : 1));
          weights[n_edges++] = 1.0;
        }
  graph = eqp_graph_new_from_edges (side * side, n_edges, from, to, weights, NULL);

  for (int round = 0; round < 2; round++)
    {
      EqpParams params = eqp_params_default ();
      g_autoptr (EqpResult) ours = NULL, same = NULL;
      double best = 2.0 * (double) side * (round + 1);
      Steps steps;

      params.k = 2 << round;
      params.gamma = 100.0 * unit (graph, params.k);
      params.restarts = 2;
      steps_init (&steps);
      ours = run ("bmincut", graph, &params, &steps);
      same = run_threads ("bmincut", graph, &params, NULL, 1);
      g_assert_cmpmem (ours->labels, sizeof (gint32) * ours->n, same->labels, sizeof (gint32) * same->n);
      for (int c = 0; c < params.k; c++)
        g_assert_cmpint (ours->sizes[c], ==, side * side / params.k);
      g_assert_cmpfloat (ours->data_term, >=, best);
      g_assert_cmpfloat (ours->data_term, <=, 1.1 * best);
      for (guint t = 1; t < steps.objective->len; t++)
        g_assert_cmpfloat (g_array_index (steps.objective, double, t), <=, g_array_index (steps.objective, double, t - 1));
      steps_clear (&steps);
    }
}

/* A warm start never ends above the labels it began with, whatever they were made for. */
static void
test_warm_start (void)
{
  g_autoptr (EqpGraph) graph = digits_graph ();
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) cold = NULL;
  double scale;

  params.k = 10;
  scale = unit (graph, 10);
  params.gamma = scale;
  cold = run ("bmincut", graph, &params, NULL);
  for (int step = 0; step < 6; step++)
    {
      const double relative[] = { 0.0, 0.01, 1.0, 1.5, 100.0, 1e9 };
      double start = cold->data_term + eqp_balance_penalty (relative[step] * scale, 10, cold->sizes);
      g_autoptr (EqpResult) warm = NULL;
      Steps steps;

      steps_init (&steps);
      params.gamma = relative[step] * scale;
      params.initial_labels = cold->labels;
      warm = run ("bmincut", graph, &params, &steps);
      g_assert_cmpfloat (warm->objective, <=, start + 1e-12 * start);
      eqp_assert_close (g_array_index (steps.objective, double, 0), start, 1e-12);
      g_assert_cmpint (g_array_index (steps.moved, gint64, 0), ==, 0);
      steps_clear (&steps);
    }
}

/* Where in the end nothing is cut, the sums kept up to date move by move may not fall below 0. */
static void
test_never_below_zero (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 11, 0);
  for (int trial = 0; trial < 10; trial++)
    {
      gint32 from[30], to[30], start[30];
      double weights[30];
      g_autoptr (EqpGraph) graph = NULL;
      g_autoptr (EqpResult) result = NULL;
      EqpParams params = eqp_params_default ();
      Steps steps;

      /* ten triangles */
      for (gint32 i = 0; i < 30; i++)
        {
          from[i] = i;
          to[i] = i / 3 * 3 + (i + 1) % 3;
          weights[i] = eqp_rng_uniform (&rng) + 1e-3;
          start[i] = (gint32) eqp_rng_below (&rng, 10);
        }
      graph = eqp_graph_new_from_edges (30, 30, from, to, weights, NULL);
      params.k = 10;
      params.gamma = 1e-300;
      params.initial_labels = start;
      steps_init (&steps);
      result = run ("bmincut", graph, &params, &steps);
      g_assert_cmpfloat (result->data_term, ==, 0.0);
      for (guint i = 0; i < steps.objective->len; i++)
        g_assert_cmpfloat (g_array_index (steps.objective, double, i), >=, 0.0);
      steps_clear (&steps);
    }
}

/* Dragging gamma on the digits: the first step within 50 ms, all of it within 300 ms, as the issue of the graph family asks. */
static void
test_warm_start_is_fast (void)
{
  g_autoptr (EqpGraph) graph = NULL;
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) result = NULL;

  if (!g_test_perf ())
    {
      g_test_skip ("only with -m perf");
      return;
    }
  graph = digits_graph ();
  params.k = 10;
  params.gamma = unit (graph, 10);
  result = run ("bmincut", graph, &params, NULL);
  for (double relative = 0.01; relative < 2000.0; relative *= 2.0)
    {
      g_autofree gint32 *labels = g_memdup2 (result->labels, sizeof (gint32) * result->n);
      Steps steps;

      steps_init (&steps);
      params.gamma = relative * unit (graph, 10);
      params.initial_labels = labels;
      g_clear_pointer (&result, eqp_result_free);
      result = run ("bmincut", graph, &params, &steps);
      g_assert_cmpfloat (steps.first, <, 0.05);
      g_assert_cmpfloat (result->seconds, <, 0.3);
      steps_clear (&steps);
    }
}

/* Marks of the best public partitioner on the digits at hard balance, and of METIS at its own balance. */
static void
test_digits_marks (void)
{
  g_autoptr (EqpGraph) graph = digits_graph ();
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) hard = NULL, soft = NULL, huge = NULL;

  params.k = 10;
  params.restarts = 4;
  params.gamma = 1000.0 * unit (graph, 10);
  hard = run ("bmincut", graph, &params, NULL);
  for (int c = 0; c < 10; c++)
    g_assert_true (hard->sizes[c] == 179 || hard->sizes[c] == 180);
  g_assert_cmpfloat (hard->data_term, <, 100.0);

  params.gamma = 1e12;
  huge = run ("bmincut", graph, &params, NULL);
  for (int c = 0; c < 10; c++)
    g_assert_true (huge->sizes[c] == 179 || huge->sizes[c] == 180);
  g_assert_cmpfloat (huge->data_term, <, 100.0);

  params.gamma = unit (graph, 10);
  soft = run ("bmincut", graph, &params, NULL);
  g_assert_cmpfloat (soft->data_term, <=, 75.8);
}

/* METIS, where it was built in: its best cut at its own tolerance is no better than ours at the same range of sizes. */
static void
test_metis (void)
{
  g_autoptr (EqpGraph) graph = NULL, empty = NULL;
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) metis = NULL, ours = NULL, one = NULL, none = NULL;
  gint64 largest = 0;

  if (eqp_solver_find ("metis") == NULL)
    {
      g_test_skip ("built without METIS");
      return;
    }
  graph = digits_graph ();
  params.k = 10;
  params.restarts = 10;
  params.gamma = unit (graph, 10);
  metis = run ("metis", graph, &params, NULL);
  params.restarts = 1;
  ours = run ("bmincut", graph, &params, NULL);
  for (int c = 0; c < 10; c++)
    largest = MAX (largest, metis->sizes[c]);
  g_assert_cmpint (largest, <=, 186);
  g_assert_cmpfloat (metis->data_term, <, 90.0);
  g_assert_cmpfloat (ours->data_term, <=, metis->data_term);

  params.k = 1;
  one = run ("metis", graph, &params, NULL);
  g_assert_cmpfloat (one->data_term, ==, 0.0);
  params.k = 5;
  empty = eqp_graph_new_from_edges (12, 0, NULL, NULL, NULL, NULL);
  none = run ("metis", empty, &params, NULL);
  for (int c = 0; c < 5; c++)
    g_assert_cmpint (none->sizes[c], <=, 3);
}

/* gamma = 0: nothing is cut, and it is said; whole components are dealt out where there are some. */
static void
test_gamma_zero (void)
{
  EqpRng rng;
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpGraph) one = NULL, three = NULL;
  g_autoptr (EqpResult) whole = NULL, dealt = NULL;
  const gint32 from[] = { 0, 1, 3, 4, 6, 7 }, to[] = { 1, 2, 4, 5, 7, 8 };
  const double weights[] = { 1, 1, 1, 1, 1, 1 };

  eqp_rng_init (&rng, 5, 0);
  one = eqp_test_random_graph (&rng, 60, 1, 0);
  if (eqp_graph_get_n_components (one) == 1)
    {
      params.k = 3;
      whole = run ("bmincut", one, &params, NULL);
      g_assert_cmpfloat (whole->objective, ==, 0.0);
      g_assert_cmpint (MAX (whole->sizes[0], MAX (whole->sizes[1], whole->sizes[2])), ==, 60);
      g_assert_nonnull (strstr (g_ptr_array_index (whole->warnings, 0), "trivial"));
    }

  three = eqp_graph_new_from_edges (9, 6, from, to, weights, NULL);
  params.k = 3;
  dealt = run ("bmincut", three, &params, NULL);
  g_assert_cmpfloat (dealt->objective, ==, 0.0);
  for (int c = 0; c < 3; c++)
    g_assert_cmpint (dealt->sizes[c], ==, 3);
}

/* Also where squares of gamma or of weights are no numbers, rho is what the smallest eigenvalue asks for: the path of three has
 * -sqrt (2), and with gamma the vector of ones comes close. */
static void
test_published_rho_at_extremes (void)
{
  const gint32 from[] = { 0, 1 }, to[] = { 1, 2 };
  const double sizes[] = { 1e-300, 1e-5, 1.0, 1e200 }, gammas[] = { 1e160, 1e250, 1e300 };

  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      const double weights[] = { sizes[i], sizes[i] };
      g_autoptr (EqpGraph) path = eqp_graph_new_from_edges (3, 2, from, to, weights, NULL);

      eqp_assert_close (_eqp_published_mincut_rho (eqp_graph_get_csr (path), 0.0, NULL) / sizes[i], G_SQRT2, 2e-6);
    }

  for (gsize i = 0; i < G_N_ELEMENTS (gammas); i++)
    {
      const double weights[] = { 1.0, 1.0 };
      g_autoptr (EqpGraph) path = eqp_graph_new_from_edges (3, 2, from, to, weights, NULL);

      eqp_assert_close (_eqp_published_mincut_rho (eqp_graph_get_csr (path), gammas[i], NULL) / gammas[i], 3.0, 1e-8);
    }
}

/* Nothing in the published algorithm fills a cluster that ran empty; it is told. */
static void
test_published_tells_empty (void)
{
  const gint32 from[] = { 0, 1, 2 }, to[] = { 1, 2, 3 }, labels[] = { 0, 0, 2, 2 };
  const double weights[] = { 1.0, 1.0, 1.0 };
  g_autoptr (EqpGraph) path = eqp_graph_new_from_edges (4, 3, from, to, weights, NULL);
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) result = NULL;
  gboolean told = FALSE;

  params.k = 3;
  params.gamma = 0.01;
  params.initial_labels = labels;
  result = run ("bmincut-published", path, &params, NULL);
  g_assert_cmpint (result->sizes[1], ==, 0);
  for (guint i = 0; i < result->warnings->len; i++)
    told |= g_str_has_prefix (g_ptr_array_index (result->warnings, i), "1 of 3 clusters is empty");
  g_assert_true (told);
}

/* No edges, isolated points, K = 1, K = n, several components, all at small and huge gamma. */
static void
test_degenerate_graphs (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 9, 0);
  for (int shape = 0; shape < 6; shape++)
    for (int power = -9; power <= 12; power += 7)
      {
        gint64 n = shape == 0 ? 1 : 40;
        g_autoptr (EqpGraph) graph = eqp_test_random_graph (&rng, n, shape < 3 ? 1 : 8, shape == 1 ? 40 : shape == 2 ? 15 : 0);
        const gint ks[] = { 1, 2, 7, 40 };

        for (int i = 0; i < 4; i++)
          {
            EqpParams params = eqp_params_default ();
            g_autoptr (EqpResult) ours = NULL, published = NULL;
            gint64 total = 0;

            params.k = (gint) MIN (ks[i], n);
            params.gamma = pow (10.0, power);
            ours = run ("bmincut", graph, &params, NULL);
            published = run ("bmincut-published", graph, &params, NULL);
            g_assert_true (isfinite (ours->objective));
            g_assert_true (isfinite (published->objective));
            for (int c = 0; c < params.k; c++)
              {
                total += ours->sizes[c];
                if (power > 4)
                  g_assert_cmpint (ours->sizes[c] - n / params.k, <=, 1);
              }
            g_assert_cmpint (total, ==, n);
          }
      }
}

/* Cancelled by its first step: ends soon, with what it has. */
static void
test_cancel (void)
{
  g_autoptr (EqpGraph) graph = digits_graph ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) result = NULL;
  Steps steps;

  steps_init (&steps);
  steps.cancel = cancellable;
  params.k = 10;
  params.gamma = unit (graph, 10);
  params.restarts = 100000;
  result = run ("bmincut", graph, &params, &steps);
  g_assert_true (result->cancelled);
  g_assert_false (result->converged);
  g_assert_cmpint (steps.finished, ==, 1);
  steps_clear (&steps);
}

/* The limit of iterations is kept. */
static void
test_limit (void)
{
  g_autoptr (EqpGraph) graph = digits_graph ();
  EqpParams params = eqp_params_default ();

  params.k = 10;
  params.gamma = unit (graph, 10);
  for (gint64 limit = 1; limit < 8; limit += 3)
    {
      g_autoptr (EqpResult) result = NULL;

      params.max_iterations = limit;
      result = run ("bmincut", graph, &params, NULL);
      g_assert_cmpint (result->iterations, <=, limit);
      g_assert_false (result->converged);
      g_assert_false (result->cancelled);
    }
}

static void
keep_fraction (double fraction, const char *part, gpointer user_data)
{
  GArray *told = user_data;

  g_assert_cmpstr (part, ==, EQP_PART_STARTS);
  g_array_append_val (told, fraction);
}

/* A single start tells how far it is again and again, and never that it is less far than it was. */
static void
test_progress (void)
{
  g_autoptr (EqpGraph) graph = digits_graph ();
  g_autofree double *zeros = g_new0 (double, eqp_graph_get_n (graph));
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (eqp_graph_get_n (graph), 1, zeros);
  g_autoptr (GArray) told = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  const EqpProgress progress = { keep_fraction, told };
  EqpContext context = { .pool = pool, .graph = graph, .progress = &progress };
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) result = NULL;

  params.k = 20;
  params.gamma = unit (graph, 20);
  result = eqp_solver_run (eqp_solver_find ("bmincut"), dataset, &params, &context, NULL);
  g_assert_nonnull (result);
  g_assert_cmpuint (told->len, >=, 3); /* ten times a second at the most */
  g_assert_cmpfloat (g_array_index (told, double, 0), ==, 0.0);
  for (guint i = 1; i < told->len; i++)
    g_assert_cmpfloat (g_array_index (told, double, i), >=, g_array_index (told, double, i - 1));
  g_assert_cmpfloat (g_array_index (told, double, told->len - 1), >, 0.4);
  g_assert_cmpfloat (g_array_index (told, double, told->len - 1), <=, 1.0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/balanced-mincut/published-traces", test_published_traces);
  g_test_add_func ("/core/balanced-mincut/published-oscillation", test_published_oscillation);
  g_test_add_func ("/core/balanced-mincut/published-rho-at-extremes", test_published_rho_at_extremes);
  g_test_add_func ("/core/balanced-mincut/published-tells-empty", test_published_tells_empty);
  g_test_add_func ("/core/balanced-mincut/known-optima", test_known_optima);
  g_test_add_func ("/core/balanced-mincut/never-worse-than-published", test_never_worse_than_published);
  g_test_add_func ("/core/balanced-mincut/never-worse-than-limits", test_never_worse_than_limits);
  g_test_add_func ("/core/balanced-mincut/large-grid", test_large_grid);
  g_test_add_func ("/core/balanced-mincut/never-below-zero", test_never_below_zero);
  g_test_add_func ("/core/balanced-mincut/warm-start", test_warm_start);
  g_test_add_func ("/core/balanced-mincut/warm-start-is-fast", test_warm_start_is_fast);
  g_test_add_func ("/core/balanced-mincut/digits-marks", test_digits_marks);
  g_test_add_func ("/core/balanced-mincut/metis", test_metis);
  g_test_add_func ("/core/balanced-mincut/gamma-zero", test_gamma_zero);
  g_test_add_func ("/core/balanced-mincut/degenerate-graphs", test_degenerate_graphs);
  g_test_add_func ("/core/balanced-mincut/cancel", test_cancel);
  g_test_add_func ("/core/balanced-mincut/limit", test_limit);
  g_test_add_func ("/core/balanced-mincut/progress", test_progress);
  return g_test_run ();
}
