/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a run on large data works between two looks at its cancellable. */
#include "config.h"

#include "eqp-long-data.h"
#include "eqp-looks.h"
#include "eqp-test.h"

#include <math.h>


static EqpDataset *
groups (gint64 n, gint64 d, int count)
{
  g_autofree double *x = g_new (double, n * d);
  EqpRng rng;

  eqp_rng_init (&rng, 8, 0);
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j < d; j++)
      x[i * d + j] = eqp_rng_uniform (&rng) + (double) ((i % count) * (j + 1) % count);
  return eqp_test_dataset (n, d, x);
}

typedef struct
{
  const char *method;
  gint64      n;
  gint64      d;
  gint        k;
  gint        most; /* iterations */
} Case;

static const Case cases[] = {
  { "kmeans", 300000, 8, 50, 6 },
  { "kmeans", 30000, 64, 500, 6 },
  { "bkm", 300000, 8, 50, 6 },
  { "bkm", 10000, 4, 600, 60 }, /* as far as the polish */
  { "bkm-published", 300000, 8, 50, 6 },
  { "akm", 100000, 8, 200, 6 },
  { "hkm-tree", 200000, 8, 50, 6 },
  { "hkm", 30000, 8, 20, 3 },
  { "kmeans-pca", 30000, 64, 50, 6 },
  { "discluster", 30000, 64, 50, 6 },
  { "diskmeans", 30000, 64, 50, 6 },
};

/* Runs that are stopped after a while. */
typedef struct
{
  const char *name;
  const char *method;
  const char *on; /* "points", "words", "ring": vertices with a few neighbors; "complete" */
  gint64      n;
  gint        k;
  gboolean    weighed; /* rows count several times, and some belong together */
  double      seconds; /* searched on so long; 0: not */
} Long;

static const Long longs[] = {
  { "bkm-weights", "bkm", "points", 50000, 50, TRUE },
  { "kmeans-weights", "kmeans", "points", 100000, 50, TRUE },
  { "kmeans-words", "kmeans", "words", 20000, 50 },
  { "bkm-words", "bkm", "words", 20000, 50 },
  { "bmincut-ring", "bmincut", "ring", 100000, 8 },
  { "bmincut-ring-many", "bmincut", "ring", 30000, 200 },
  { "bmincut-complete", "bmincut", "complete", 800, 80 },
  { "bmincut-seconds", "bmincut", "ring", 20000, 8, .seconds = 30.0 },
  { "bmincut-published", "bmincut-published", "ring", 50000, 8 },
  { "mincut-exact", "mincut-exact", "ring", 20000, 2 },
  { "mincut-exact-complete", "mincut-exact", "complete", 1200, 2 },
  { "mincut", "mincut", "ring", 100000, 8 },
  { "ratiocut", "ratiocut", "ring", 100000, 8 },
  { "ncut", "ncut", "ring", 100000, 8 },
  { "ncut-complete", "ncut", "complete", 1200, 20 },
  { "minmaxcut", "minmaxcut", "ring", 100000, 8 },
};

static const Case paths[] = {
  { "bkm", 100000, 8, 40, 4 },
  { "bmincut", 3000, 4, 8, 0 },
};

static const char *const spectral[] = { "ncut", "ratiocut", "mincut", "minmaxcut" };

typedef struct
{
  const Case *item;
  EqpDataset *dataset;
} Run;

static void
run (GCancellable *cancellable, gconstpointer data)
{
  const Run *self = data;
  const Case *item = self->item;
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpResult) result = NULL;
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool, .cancellable = cancellable };
  EqpParams params = eqp_params_default ();

  params.k = item->k;
  params.max_iterations = item->most;
  params.gamma = eqp_gamma_unit (EQP_FAMILY_KMEANS, item->n, item->k, eqp_dataset_get_total_ss (self->dataset));
  result = eqp_solver_run (eqp_solver_find (item->method), self->dataset, &params, &context, &error);
  g_assert_no_error (error);
}

static void
test_case (gconstpointer data)
{
  const Case *item = data;
  g_autoptr (EqpDataset) dataset = groups (item->n, item->d, item->k);
  Run self = { item, dataset };

  eqp_looks_check (item->method, run, &self);
}

/* The whole path of gamma, its starts from nothing and its crosses included. */
static void
run_path (GCancellable *cancellable, gconstpointer data)
{
  const Run *self = data;
  const EqpSolver *solver = eqp_solver_find (self->item->method);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpGraph) graph = NULL;
  g_autoptr (EqpPath) path = NULL;
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool, .cancellable = cancellable };
  EqpParams params = eqp_params_default ();
  const EqpGraphOptions graph_options = eqp_params_get_graph_options (&params);
  EqpPathOptions options = { .n_gammas = 3, .most_breaks = 2 };
  double total;

  if (solver->family == EQP_FAMILY_GRAPH)
    graph = eqp_dataset_build_graph (self->dataset, &graph_options, pool, cancellable, NULL, &error);
  g_assert_no_error (error);
  context.graph = graph;
  total = graph != NULL ? eqp_graph_get_total_weight (graph) : eqp_dataset_get_total_ss (self->dataset);
  params.k = self->item->k;
  params.max_iterations = self->item->most;
  options.least = 0.01 * eqp_gamma_unit (solver->family, self->item->n, self->item->k, total);
  options.most = 1e4 * options.least;
  path = eqp_path_new (solver, self->dataset, &params, &options, &context, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (eqp_path_is_complete (path));
}

static void
test_path (gconstpointer data)
{
  const Case *item = data;
  g_autoptr (EqpDataset) dataset = groups (item->n, item->d, item->k);
  Run self = { item, dataset };

  eqp_looks_check (item->method, run_path, &self);
}

typedef struct
{
  const Long *item;
  EqpDataset *dataset;
  EqpGraph   *graph;
  double     *weights;
  EqpRowPair *links;
} LongRun;

static void
run_long (GCancellable *cancellable, gconstpointer data)
{
  const LongRun *self = data;
  const Long *item = self->item;
  const EqpSolver *solver = eqp_solver_find (item->method);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpResult) result = NULL;
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool, .cancellable = cancellable, .graph = self->graph };
  EqpParams params = eqp_params_default ();
  double spread = self->graph != NULL ? eqp_graph_get_total_weight (self->graph) : eqp_dataset_get_total_ss (self->dataset);

  params.k = item->k;
  params.gamma = eqp_gamma_unit (solver->family, item->n, item->k, spread);
  params.seconds = item->seconds;
  params.weights = self->weights;
  params.must_links = self->links;
  params.n_must_links = self->links != NULL ? item->n / 10 : 0;
  eqp_looks_limit (cancellable, 1.2);
  result = eqp_solver_run (solver, self->dataset, &params, &context, &error);
  if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    g_assert_no_error (error);
}

static void
test_long (gconstpointer data)
{
  const Long *item = data;
  LongRun self = { .item = item };
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpGraph) graph = NULL;
  g_autofree double *weights = NULL;
  g_autofree EqpRowPair *links = NULL;

  if (g_str_equal (item->on, "complete"))
    graph = eqp_test_join (item->n, item->n / 2 - 1, 1);
  else if (g_str_equal (item->on, "ring"))
    graph = eqp_test_join (item->n, 5, 7);
  if (graph != NULL)
    {
      EqpDatasetParts parts = { .n = item->n, .graph = eqp_graph_ref (graph) };

      dataset = eqp_dataset_new (&parts);
    }
  else
    dataset = g_str_equal (item->on, "words") ? eqp_test_words (item->n, 30000, 60) : groups (item->n, 8, item->k);
  if (item->weighed)
    {
      weights = g_new (double, item->n);
      links = g_new (EqpRowPair, item->n / 10);
      for (gint64 i = 0; i < item->n; i++)
        weights[i] = 1.0 + (double) (i % 3);
      for (gint64 l = 0; l < item->n / 10; l++)
        links[l] = (EqpRowPair){ (gint32) l, (gint32) (item->n - 1 - l) };
    }
  self = (LongRun){ item, dataset, graph, weights, links };
  eqp_looks_check (item->name, run_long, &self);
}

/* The spectral methods, stopped at one look after the other: while eigenvectors are looked for and while k-means groups
 * what they make of the rows. They end soon, with labels. */
static void
test_stop (gconstpointer data)
{
  enum { STOPS = 12, K = 8 };
  const EqpSolver *solver = eqp_solver_find (data);
  g_autoptr (EqpDataset) dataset = groups (2500, 2, 1);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpGraph) graph = NULL;
  g_autoptr (EqpResult) whole = NULL;
  g_autoptr (GError) error = NULL;
  EqpParams params = eqp_params_default ();
  EqpGraphOptions options;
  double slowest = 0.0, first = NAN, best = INFINITY;
  gint64 all = 0;

  params.k = K;
  params.neighbors = 10;
  options = eqp_params_get_graph_options (&params);
  graph = eqp_graph_build (eqp_dataset_get_points (dataset), &options, pool, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (eqp_graph_get_n_components (graph), ==, 1);
  for (int stop = 0; stop <= STOPS; stop++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      EqpContext context = { .pool = pool, .cancellable = cancellable, .graph = graph };
      EqpResult *result;
      gint64 sum = 0;

      eqp_looks_stop (cancellable, stop == 0 ? 0 : MAX (stop, all * (stop - 1) / STOPS));
      result = eqp_solver_run (solver, dataset, &params, &context, &error);
      eqp_looks_end ();
      g_assert_no_error (error);
      g_assert_nonnull (result);
      if (stop == 0)
        {
          all = eqp_looks_count ();
          whole = result;
          g_assert_false (result->cancelled);
          continue;
        }
      g_assert_true (result->cancelled);
      g_assert_false (result->converged);
      for (gint64 i = 0; i < result->n; i++)
        g_assert_true (result->labels[i] >= 0 && result->labels[i] < K);
      for (gint c = 0; c < K; c++)
        sum += result->sizes[c];
      g_assert_cmpint (sum, ==, result->n);
      eqp_assert_close (result->data_term, eqp_graph_compute_cut (graph, result->labels), 1e-12);
      slowest = MAX (slowest, eqp_looks_since_stop ());
      if (stop == 1)
        first = result->objective;
      /* Before the last start of k-means the eigenvectors must have been of use. */
      best = MIN (best, result->objective);
      eqp_result_free (result);
    }
  eqp_looks_stop (NULL, 0);
  g_test_message ("%s: ends %.3f s after a stop; %g from the first look, %g from the best, %g from the whole run",
                  solver->id, slowest, first, best, whole->objective);
  g_assert_cmpfloat (slowest, <=, eqp_looks_allowed ());
  g_assert_cmpfloat (best, <, 0.8 * first);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  if (EQP_TEST_IS_WATCHED)
    {
      g_test_message ("sanitizers take their time");
      return g_test_run ();
    }
  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autofree char *path = g_strdup_printf ("/core/poll-intervals/%s-%d", cases[c].method, (int) cases[c].n);

      g_test_add_data_func (path, &cases[c], test_case);
    }
  for (gsize c = 0; c < G_N_ELEMENTS (paths); c++)
    {
      g_autofree char *path = g_strdup_printf ("/core/poll-intervals/path-%s", paths[c].method);

      g_test_add_data_func (path, &paths[c], test_path);
    }
  for (gsize l = 0; l < G_N_ELEMENTS (longs); l++)
    {
      g_autofree char *path = g_strdup_printf ("/core/poll-intervals/%s", longs[l].name);

      g_test_add_data_func (path, &longs[l], test_long);
    }
  for (gsize m = 0; m < G_N_ELEMENTS (spectral); m++)
    {
      g_autofree char *path = g_strdup_printf ("/core/poll-intervals/stop-%s", spectral[m]);

      g_test_add_data_func (path, spectral[m], test_stop);
    }
  return g_test_run ();
}
