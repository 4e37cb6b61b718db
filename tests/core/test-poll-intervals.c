/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a run on large data works between two looks at its cancellable: the linker leads these looks here, where the
 * processor time since the last one is taken (-Wl,--wrap). A tenth of a second is what Ctrl-C is promised. */
#include "config.h"

#include "eqp-test.h"

#include <math.h>
#include <time.h>

#define MOST_SECONDS 0.1

gboolean __real_g_cancellable_is_cancelled (GCancellable *cancellable);
gboolean __wrap_g_cancellable_is_cancelled (GCancellable *cancellable);
gboolean __real_g_cancellable_set_error_if_cancelled (GCancellable *cancellable, GError **error);
gboolean __wrap_g_cancellable_set_error_if_cancelled (GCancellable *cancellable, GError **error);

static __thread double last_look = -1.0;
static double longest;

/* A stop at one of the looks. */
static gint64 looks;
static gint64 stop_at; /* 0: never */
static double stopped_at;
static GCancellable *stopped;

static double
processor_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static void
look (void)
{
  double now = processor_seconds ();

  if (last_look >= 0.0)
    longest = MAX (longest, now - last_look);
  last_look = now;
  if (++looks == stop_at && stopped != NULL)
    {
      g_cancellable_cancel (stopped);
      stopped_at = now;
    }
}

gboolean
__wrap_g_cancellable_is_cancelled (GCancellable *cancellable)
{
  look ();
  return __real_g_cancellable_is_cancelled (cancellable);
}

gboolean
__wrap_g_cancellable_set_error_if_cancelled (GCancellable *cancellable, GError **error)
{
  look ();
  return __real_g_cancellable_set_error_if_cancelled (cancellable, error);
}

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
};

static const char *const spectral[] = { "ncut", "ratiocut", "mincut", "minmaxcut" };

/* From the start to the end of the run, what comes before the first look and after the last one included. */
static void
test_case (gconstpointer data)
{
  const Case *item = data;
  g_autoptr (EqpDataset) dataset = groups (item->n, item->d, item->k);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpResult) result = NULL;
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool, .cancellable = cancellable };
  EqpParams params = eqp_params_default ();

  params.k = item->k;
  params.max_iterations = item->most;
  params.gamma = eqp_gamma_unit (EQP_FAMILY_KMEANS, item->n, item->k, eqp_dataset_get_total_ss (dataset));
  longest = 0.0;
  last_look = processor_seconds ();
  result = eqp_solver_run (eqp_solver_find (item->method), dataset, &params, &context, &error);
  look ();
  g_assert_no_error (error);
  g_test_message ("%s %d x %d, K = %d: at the most %.3f s without a look", item->method, (int) item->n, (int) item->d,
                  item->k, longest);
  g_assert_cmpfloat (longest, <=, MOST_SECONDS);
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

      looks = 0;
      stopped = cancellable;
      stop_at = stop == 0 ? 0 : MAX (stop, all * (stop - 1) / STOPS);
      result = eqp_solver_run (solver, dataset, &params, &context, &error);
      look ();
      g_assert_no_error (error);
      g_assert_nonnull (result);
      stopped = NULL;
      if (stop == 0)
        {
          all = looks;
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
      slowest = MAX (slowest, last_look - stopped_at);
      if (stop == 1)
        first = result->objective;
      /* Before the last start of k-means the eigenvectors must have been of use. */
      best = MIN (best, result->objective);
      eqp_result_free (result);
    }
  stop_at = 0;
  g_test_message ("%s: ends %.3f s after a stop; %g from the first look, %g from the best, %g from the whole run",
                  solver->id, slowest, first, best, whole->objective);
  g_assert_cmpfloat (slowest, <=, MOST_SECONDS);
  g_assert_cmpfloat (best, <, 0.8 * first);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  g_test_message ("sanitizers take their time");
#else
  for (gsize c = 0; c < G_N_ELEMENTS (cases); c++)
    {
      g_autofree char *path = g_strdup_printf ("/core/poll-intervals/%s-%d", cases[c].method, (int) cases[c].n);

      g_test_add_data_func (path, &cases[c], test_case);
    }
  for (gsize m = 0; m < G_N_ELEMENTS (spectral); m++)
    {
      g_autofree char *path = g_strdup_printf ("/core/poll-intervals/stop-%s", spectral[m]);

      g_test_add_data_func (path, spectral[m], test_stop);
    }
#endif
  return g_test_run ();
}
