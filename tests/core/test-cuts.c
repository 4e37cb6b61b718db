/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "eqp-test.h"

#include <math.h>

static const char *const methods[] = {
#ifdef HAVE_IGRAPH
  "mincut-exact",
#endif
  "mincut", "ratiocut", "ncut", "minmaxcut"
};

typedef struct
{
  gint64       started;
  gint64       steps;
  gint64       finished;
  double       last;
  gboolean     monotone;
  EqpGraph    *graph;
} Log;

static void
note (const EqpEvent *event, gpointer user_data)
{
  Log *log = user_data;
  gint64 sum = 0;

  switch (event->kind)
    {
    case EQP_EVENT_STARTED:
      g_assert_cmpint (log->started++, ==, 0);
      break;
    case EQP_EVENT_ITERATION:
      g_assert_cmpint (log->finished, ==, 0);
      g_assert_nonnull (event->labels);
      for (gint c = 0; c < event->k; c++)
        sum += event->sizes[c];
      g_assert_cmpint (sum, ==, event->n);
      g_assert_cmpfloat (event->penalty, ==, 0.0);
      g_assert_true (isfinite (event->objective));
      eqp_assert_close (event->data_term, eqp_graph_compute_cut (log->graph, event->labels), 1e-10);
      log->monotone &= log->steps == 0 || event->objective <= log->last * (1.0 + 1e-12);
      log->last = event->objective;
      log->steps++;
      break;
    case EQP_EVENT_RESTART:
      g_assert_cmpint (log->finished, ==, 0);
      break;
    case EQP_EVENT_FINISHED:
    default:
      g_assert_cmpint (log->finished++, ==, 0);
    }
}

static EqpResult *
run (const char *id, EqpDataset *dataset, EqpGraph *graph, const EqpParams *params)
{
  const EqpSolver *solver = eqp_solver_find (id);
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autoptr (GError) error = NULL;
  Log log = { .monotone = TRUE, .graph = graph };
  EqpSink sink = { note, &log };
  EqpContext context = { .pool = pool, .graph = graph, .sink = &sink };
  EqpResult *result;

  g_assert_nonnull (solver);
  result = eqp_solver_run (solver, dataset, params, &context, &error);
  g_assert_no_error (error);
  g_assert_cmpint (log.started, ==, 1);
  g_assert_cmpint (log.steps, >=, 1);
  g_assert_cmpint (log.finished, ==, 1);
  g_assert_true (log.monotone || !(solver->flags & EQP_SOLVER_MONOTONE));
  eqp_assert_close (result->data_term, eqp_graph_compute_cut (graph, result->labels), 1e-12);
  g_assert_true (isfinite (result->objective) || (strcmp (id, "minmaxcut") == 0 && result->warnings->len > 0));
  for (gint64 i = 0; i < result->n; i++)
    g_assert_true (result->labels[i] >= 0 && result->labels[i] < params->k);
  return result;
}

/* A data set that only lends its number of rows to a given graph. */
static EqpDataset *
rows (gint64 n)
{
  g_autofree double *values = g_new (double, n);

  for (gint64 i = 0; i < n; i++)
    values[i] = (double) i;
  return eqp_test_dataset (n, 1, values);
}

/* Groups of size 12 whose members are all joined, and a weak edge from each to the next. */
static EqpGraph *
cliques (gint groups, double weak, gint isolated)
{
  g_autoptr (GArray) from = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GArray) to = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autoptr (GArray) weights = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GError) error = NULL;
  EqpGraph *graph;

  for (gint32 g = 0; g < groups; g++)
    for (gint32 i = 0; i < 12; i++)
      for (gint32 j = i + 1; j < 13; j++)
        {
          gint32 a = 12 * g + i, b = j < 12 ? 12 * g + j : 12 * (g + 1);
          double weight = j < 12 ? 1.0 : weak;

          if (j == 12 && (i != 11 || g == groups - 1))
            continue;
          g_array_append_val (from, a);
          g_array_append_val (to, b);
          g_array_append_val (weights, weight);
        }
  graph = eqp_graph_new_from_edges (12 * groups + isolated, from->len, (gint32 *) from->data, (gint32 *) to->data,
                                    (double *) weights->data, &error);
  g_assert_no_error (error);
  return graph;
}

static void
check_groups (const EqpResult *result, gint groups)
{
  for (gint g = 0; g < groups; g++)
    {
      for (gint i = 1; i < 12; i++)
        g_assert_cmpint (result->labels[12 * g + i], ==, result->labels[12 * g]);
      for (gint other = 0; other < g; other++)
        g_assert_cmpint (result->labels[12 * g], !=, result->labels[12 * other]);
    }
}

static void
test_plain_groups (void)
{
  const double weak[] = { 0.0, 0.01 };

  for (gsize w = 0; w < G_N_ELEMENTS (weak); w++)
    for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
      {
        g_autoptr (EqpGraph) graph = cliques (5, weak[w], 0);
        g_autoptr (EqpDataset) dataset = rows (60);
        g_autoptr (EqpResult) result = NULL;
        EqpParams params = eqp_params_default ();

        params.k = 5;
        result = run (methods[m], dataset, graph, &params);
        eqp_assert_close (result->data_term, 8.0 * weak[w], 1e-12);
        check_groups (result, 5);
      }
}

/* Three components, equal points, points without edges, K = 1, K = n: finite everywhere. */
static void
test_degenerate (void)
{
  for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      const gint ks[] = { 1, 2, 3, 4, 6, 41 };

      for (gsize c = 0; c < G_N_ELEMENTS (ks); c++)
        {
          g_autoptr (EqpGraph) graph = cliques (3, 0.0, 5);
          g_autoptr (EqpDataset) dataset = rows (41);
          g_autoptr (EqpResult) result = NULL;
          EqpParams params = eqp_params_default ();

          params.k = ks[c];
          result = run (methods[m], dataset, graph, &params);
          if (ks[c] <= 3)
            eqp_assert_close (result->data_term, 0.0, 0.0);
        }
    }
}

/* Weights at the end of what a double holds have the values of weights of 1. */
static void
test_tiny_weights (void)
{
  for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
    {
      gint32 from[] = { 0, 1, 2, 3, 4, 0, 2 }, to[] = { 1, 2, 3, 4, 5, 2, 4 };
      double weights[7];
      g_autoptr (EqpGraph) graph = NULL;
      g_autoptr (EqpDataset) dataset = rows (6);
      EqpParams params = eqp_params_default ();

      for (int e = 0; e < 7; e++)
        weights[e] = 1e-320;
      graph = eqp_graph_new_from_edges (6, 7, from, to, weights, NULL);
      for (params.k = 2; params.k <= 6; params.k += 2)
        {
          g_autoptr (EqpResult) result = run (methods[m], dataset, graph, &params);

          g_assert_cmpfloat (result->data_term, >, 0.0);
        }
    }
}

#ifdef HAVE_IGRAPH
/* The true minimum cut of small random graphs, by trying all. */
static void
test_exact (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 9, 0);
  for (int round = 0; round < 60; round++)
    {
      gint32 from[66], to[66];
      double weights[66], best = INFINITY;
      gint n_edges = 0;
      g_autoptr (EqpGraph) graph = NULL;
      g_autoptr (EqpDataset) dataset = rows (12);
      g_autoptr (EqpResult) result = NULL;
      EqpParams params = eqp_params_default ();

      for (gint32 i = 0; i < 12; i++)
        for (gint32 j = 0; j < i; j++)
          if (eqp_rng_uniform (&rng) < 0.15 + 0.01 * round)
            {
              from[n_edges] = i;
              to[n_edges] = j;
              weights[n_edges++] = round % 2 ? 1.0 : 0.1 + eqp_rng_uniform (&rng);
            }
      graph = eqp_graph_new_from_edges (12, n_edges, from, to, weights, NULL);
      for (gint set = 1; set < 2048; set++)
        {
          gint32 labels[12];

          for (gint i = 0; i < 12; i++)
            labels[i] = set >> i & 1;
          best = MIN (best, eqp_graph_compute_cut (graph, labels));
        }
      params.k = 2;
      result = run ("mincut-exact", dataset, graph, &params);
      eqp_assert_close (result->data_term, best, 1e-10);
      g_assert_cmpint (result->sizes[0], >, 0);
      g_assert_cmpint (result->sizes[1], >, 0);
    }
}

/* Stoer and Wagner's algorithm in the plainest form, on a full matrix, which it spoils. */
static double
plain_minimum_cut (gint n, double *a)
{
  g_autofree gboolean *gone = g_new0 (gboolean, n);
  double best = INFINITY;

  for (gint left = n; left > 1; left--)
    {
      g_autofree double *attached = g_new0 (double, n);
      g_autofree gboolean *scanned = g_new0 (gboolean, n);
      gint before = -1, last = -1;

      for (gint step = 0; step < left; step++)
        {
          gint next = -1;

          for (gint v = 0; v < n; v++)
            if (!gone[v] && !scanned[v] && (next < 0 || attached[v] > attached[next]))
              next = v;
          scanned[next] = TRUE;
          before = last;
          last = next;
          for (gint v = 0; v < n; v++)
            if (!scanned[v])
              attached[v] += a[next * n + v];
        }
      best = MIN (best, attached[last]);
      gone[last] = TRUE;
      for (gint v = 0; v < n; v++)
        {
          a[before * n + v] += a[last * n + v];
          a[v * n + before] = a[before * n + v];
        }
      a[before * n + before] = 0.0;
    }
  return best;
}

/* Graphs large enough to be merged before the library gets them: random ones, dense and sparse, of equal and of odd weights, in
 * two loosely joined halves or in one piece. */
static void
test_exact_merged (void)
{
  EqpRng rng;

  eqp_rng_init (&rng, 3, 0);
  for (int round = 0; round < 48; round++)
    {
      const gint n = 60 + 2 * round;
      const double share = 0.05 + 0.9 * (round % 6) / 5.0;
      g_autoptr (GArray) from = g_array_new (FALSE, FALSE, sizeof (gint32)), to = g_array_new (FALSE, FALSE, sizeof (gint32));
      g_autoptr (GArray) weights = g_array_new (FALSE, FALSE, sizeof (double));
      g_autofree double *matrix = g_new0 (double, n * n);
      g_autoptr (EqpGraph) graph = NULL;
      g_autoptr (EqpDataset) dataset = rows (n);
      g_autoptr (EqpResult) result = NULL;
      EqpParams params = eqp_params_default ();

      for (gint32 i = 1; i < n; i++)
        for (gint32 j = 0; j < i; j++)
          if (j == i - 1 || eqp_rng_uniform (&rng) < share * (round % 4 < 2 && (i < n / 3) != (j < n / 3) ? 0.01 : 1.0))
            {
              double weight = round % 2 ? 1.0 : 0.1 + eqp_rng_uniform (&rng);

              g_array_append_val (from, i);
              g_array_append_val (to, j);
              g_array_append_val (weights, weight);
              matrix[i * n + j] = matrix[j * n + i] = weight;
            }
      graph = eqp_graph_new_from_edges (n, from->len, (gint32 *) from->data, (gint32 *) to->data, (double *) weights->data, NULL);
      params.k = 2;
      result = run ("mincut-exact", dataset, graph, &params);
      eqp_assert_close (result->data_term, 2.0 * plain_minimum_cut (n, matrix), 1e-10);
    }
}

static gpointer
cancel_soon (gpointer data)
{
  g_usleep (50000);
  g_cancellable_cancel (data);
  return NULL;
}

/* The worst there is: all joined, all alike. It would take minutes, and ends at once when told to. */
static void
test_exact_cancel (void)
{
  const gint32 n = 1500;
  g_autoptr (GArray) from = g_array_new (FALSE, FALSE, sizeof (gint32)), to = g_array_new (FALSE, FALSE, sizeof (gint32));
  g_autofree double *weights = g_new (double, (gsize) n * n / 2);
  g_autoptr (EqpGraph) graph = NULL;
  g_autoptr (EqpDataset) dataset = rows (n);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool, .cancellable = cancellable };
  g_autoptr (EqpResult) result = NULL;
  EqpParams params = eqp_params_default ();
  GThread *thread;

  for (gint32 i = 0; i < n; i++)
    for (gint32 j = 0; j < i; j++)
      {
        weights[from->len] = 1.0;
        g_array_append_val (from, i);
        g_array_append_val (to, j);
      }
  graph = eqp_graph_new_from_edges (n, from->len, (gint32 *) from->data, (gint32 *) to->data, weights, &error);
  g_assert_no_error (error);
  context.graph = graph;
  params.k = 3;
  thread = g_thread_new ("cancel", cancel_soon, cancellable);
  result = eqp_solver_run (eqp_solver_find ("mincut-exact"), dataset, &params, &context, &error);
  g_thread_join (thread);
  g_assert_no_error (error);
  g_assert_true (result->cancelled);
  g_assert_false (result->converged);
  g_assert_cmpint (result->sizes[0], ==, n);
}

#endif

/* Min-max cut never ends worse than the labels it is given, and no single move is left that helps. */
static void
test_minmax_warm (void)
{
  g_autoptr (EqpGraph) graph = cliques (6, 0.3, 0);
  g_autoptr (EqpDataset) dataset = rows (72);
  g_autofree gint32 *start = g_new (gint32, 72);
  g_autoptr (EqpResult) result = NULL;
  EqpParams params = eqp_params_default ();

  for (int i = 0; i < 72; i++)
    start[i] = (i / 12 + (i % 12 == 3)) % 6;
  params.k = 6;
  params.initial_labels = start;
  result = run ("minmaxcut", dataset, graph, &params);
  check_groups (result, 6);
}

static void
test_from_data (void)
{
  g_autofree double *values = g_new (double, 300 * 2);
  g_autoptr (EqpDataset) dataset = NULL;
  EqpRng rng;

  eqp_rng_init (&rng, 4, 0);
  for (int i = 0; i < 300; i++)
    {
      values[2 * i] = eqp_rng_normal (&rng) + 6.0 * (i % 3);
      values[2 * i + 1] = eqp_rng_normal (&rng) + 6.0 * (i % 3 == 1);
    }
  dataset = eqp_test_dataset (300, 2, values);

  for (gsize m = G_N_ELEMENTS (methods) - 3; m < G_N_ELEMENTS (methods); m++)
    {
      g_autoptr (EqpPool) pool = eqp_pool_new (2);
      g_autoptr (GError) error = NULL;
      EqpContext context = { .pool = pool };
      EqpParams params = eqp_params_default ();
      g_autoptr (EqpResult) result = NULL;
      gint64 right = 0;

      params.k = 3;
      params.neighbors = 10;
      result = eqp_solver_run (eqp_solver_find (methods[m]), dataset, &params, &context, &error);
      g_assert_no_error (error);
      for (int i = 3; i < 300; i++)
        right += result->labels[i] == result->labels[i % 3];
      g_assert_cmpint (right, >, 285);
    }
}

static void
test_refusals (void)
{
  g_autoptr (EqpDataset) large = rows (100001);
  g_autoptr (EqpDataset) small = rows (10);
  g_autoptr (EqpGraph) other = cliques (2, 1.0, 0);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool };
  EqpParams params = eqp_params_default ();

  params.k = 3;
  g_assert_null (eqp_solver_run (eqp_solver_find ("mincut-exact"), large, &params, &context, &error));
  g_assert_true (g_error_matches (error, EQP_ERROR, EQP_ERROR_TOO_LARGE) || g_error_matches (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED));
  g_clear_error (&error);
  params.neighbors = 0;
  g_assert_null (eqp_solver_run (eqp_solver_find ("ncut"), small, &params, &context, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_clear_error (&error);
  params = eqp_params_default ();
  params.k = 3;
  context.graph = other;
  g_assert_null (eqp_solver_run (eqp_solver_find ("ncut"), small, &params, &context, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA);
  g_assert_nonnull (strstr (error->message, "24 vertices"));
}

/* Where a cluster has no edge inside the min-max value is infinite: no number is made up for it. */
static void
test_minmax_infinite (void)
{
  const double x[] = { 0.0, 1.0 };
  g_autoptr (EqpDataset) dataset = eqp_test_dataset (2, 1, x);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  EqpContext context = { .pool = pool };
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) result = NULL;
  gboolean told = FALSE;

  params.k = 2;
  result = eqp_solver_run (eqp_solver_find ("minmaxcut"), dataset, &params, &context, NULL);
  g_assert_true (isinf (result->objective));
  for (guint i = 0; i < result->warnings->len; i++)
    told = told || strstr (g_ptr_array_index (result->warnings, i), "2 clusters have no edge inside") != NULL;
  g_assert_true (told);
}

/* Told to end before there are eigenvectors: the labels given, or runs of equal length along a path. */
static void
test_stopped_at_once (void)
{
  enum { N = 100, K = 7 };
  static const char * const relaxed[] = { "mincut", "ratiocut", "ncut" };
  gint32 from[N - 1], to[N - 1], given[N];
  double weights[N - 1];
  g_autoptr (EqpGraph) graph = NULL;
  g_autoptr (EqpDataset) dataset = rows (N);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  for (gint32 i = 0; i < N; i++)
    {
      given[i] = i * i % K;
      if (i + 1 < N)
        {
          from[i] = i;
          to[i] = i + 1;
          weights[i] = 1.0;
        }
    }
  graph = eqp_graph_new_from_edges (N, N - 1, from, to, weights, NULL);
  g_cancellable_cancel (cancellable);
  for (gsize m = 0; m < G_N_ELEMENTS (relaxed); m++)
    for (int start = 0; start < 2; start++)
      {
        EqpContext context = { .pool = pool, .cancellable = cancellable, .graph = graph };
        EqpParams params = eqp_params_default ();
        g_autoptr (GError) error = NULL;
        g_autoptr (EqpResult) result = NULL;

        params.k = K;
        params.initial_labels = start ? given : NULL;
        result = eqp_solver_run (eqp_solver_find (relaxed[m]), dataset, &params, &context, &error);
        g_assert_no_error (error);
        g_assert_true (result->cancelled);
        g_assert_false (result->converged);
        for (gint32 i = 0; i < N; i++)
          {
            /* The line begins at one end or the other. */
            gint32 along = result->labels[0] == 0 ? i : N - 1 - i;

            g_assert_cmpint (result->labels[i], ==, start ? given[i] : along * K / N);
          }
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/cuts/plain-groups", test_plain_groups);
  g_test_add_func ("/core/cuts/degenerate", test_degenerate);
  g_test_add_func ("/core/cuts/tiny-weights", test_tiny_weights);
#ifdef HAVE_IGRAPH
  g_test_add_func ("/core/cuts/exact", test_exact);
  g_test_add_func ("/core/cuts/exact-merged", test_exact_merged);
  g_test_add_func ("/core/cuts/exact-cancel", test_exact_cancel);
#endif
  g_test_add_func ("/core/cuts/stopped-at-once", test_stopped_at_once);
  g_test_add_func ("/core/cuts/minmax-infinite", test_minmax_infinite);
  g_test_add_func ("/core/cuts/minmax-warm", test_minmax_warm);
  g_test_add_func ("/core/cuts/from-data", test_from_data);
  g_test_add_func ("/core/cuts/refusals", test_refusals);
  return g_test_run ();
}
