/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contract that every method in the registry keeps: edge cases, determinism, cancelling, order of events. */
#include "config.h"

#include "eqp-test.h"

#include "base/eqp-rng.h"
#include "solvers/eqp-solvers-private.h"

#include <float.h>
#include <math.h>

typedef struct
{
  const EqpSolver *solver;
  GCancellable    *cancel_at_first;
  int              started;
  int              finished;
  int              iterations;
  gint64           last_iteration;
  double           last_objective;
  double           worst_rise;
  int              restarts;   /* to be told of */
  int              restart;    /* the newest told; -1: none */
  gint64           n;
} Watch;

static void
watch (const EqpEvent *event, gpointer user_data)
{
  Watch *self = user_data;
  gint64 total = 0;

  g_assert_cmpint (self->finished, ==, 0);
  g_assert_cmpint (event->n, ==, self->n);
  if (event->kind == EQP_EVENT_STARTED)
    {
      g_assert_cmpint (self->started++, ==, 0);
      return;
    }

  g_assert_cmpint (self->started, ==, 1);
  if (event->kind == EQP_EVENT_RESTART)
    {
      g_assert_cmpint (event->restarts, ==, self->restarts);
      g_assert_cmpint (event->restart, >, self->restart);
      g_assert_cmpint (event->restart, <=, event->restarts);
      self->restart = event->restart;
      return;
    }
  /* Where a cluster has no edge inside min-max cut ends with no finite value, and says so. */
  g_assert_true (isfinite (event->objective) || event->kind == EQP_EVENT_FINISHED);
  g_assert_true (isfinite (event->data_term));
  g_assert_true (isfinite (event->penalty));
  g_assert_cmpfloat (event->seconds, >=, 0.0);
  for (int c = 0; c < event->k; c++)
    {
      g_assert_cmpint (event->sizes[c], >=, 0);
      total += event->sizes[c];
    }
  g_assert_cmpint (total, ==, event->n);
  if (event->labels != NULL)
    for (gint64 i = 0; i < event->n; i++)
      g_assert_true (event->labels[i] >= 0 && event->labels[i] < event->k);

  if (event->kind == EQP_EVENT_FINISHED)
    {
      self->finished = 1;
      return;
    }

  if (self->iterations++ > 0)
    {
      double rise = event->objective - self->last_objective;

      if (self->solver->flags & EQP_SOLVER_MAXIMIZES)
        rise = -rise;
      self->worst_rise = MAX (self->worst_rise, rise / MAX (1.0, fabs (self->last_objective)));
      g_assert_cmpint (event->iteration, >, self->last_iteration);
    }
  self->last_iteration = event->iteration;
  self->last_objective = event->objective;
  if (self->cancel_at_first != NULL)
    g_cancellable_cancel (self->cancel_at_first);
}

static void
check_result (const EqpSolver *solver, const EqpResult *result, const EqpParams *params)
{
  g_autofree gint64 *sizes = g_new0 (gint64, params->k);

  for (gint64 i = 0; i < result->n; i++)
    {
      g_assert_true (result->labels[i] >= 0 && result->labels[i] < params->k);
      sizes[result->labels[i]]++;
    }
  g_assert_cmpmem (sizes, sizeof (gint64) * params->k, result->sizes, sizeof (gint64) * params->k);
  g_assert_true (isfinite (result->objective) || result->warnings->len > 0);
  if (solver->objective == NULL)
    eqp_assert_close (result->objective, result->data_term + result->penalty, 1e-9);
  if (solver->flags & EQP_SOLVER_USES_GAMMA)
    eqp_assert_close (result->penalty, eqp_balance_penalty (params->gamma, params->k, sizes), 1e-12);
  if (result->centers != NULL)
    for (gint64 j = 0; j < params->k * result->d; j++)
      g_assert_true (isfinite (result->centers[j]));
}

static EqpResult *
run (const EqpSolver *solver, EqpDataset *dataset, const EqpParams *params, guint threads, gboolean cancel)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (threads);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  Watch watcher = { .solver = solver, .cancel_at_first = cancel ? cancellable : NULL, .restarts = params->restarts, .restart = -1, .n = eqp_dataset_get_n (dataset) };
  EqpSink sink = { watch, &watcher };
  EqpContext context = { .pool = pool, .sink = &sink, .cancellable = cancellable };
  EqpResult *result = eqp_solver_run (solver, dataset, params, &context, &error);

  g_assert_no_error (error);
  g_assert_nonnull (result);
  g_assert_cmpint (watcher.started, ==, 1);
  g_assert_cmpint (watcher.finished, ==, 1);
  g_assert_cmpint (watcher.iterations, >=, 1);
  if (solver->flags & EQP_SOLVER_MONOTONE)
    g_assert_cmpfloat (watcher.worst_rise, <=, 1e-12);
  if (cancel)
    {
      g_assert_true (result->cancelled);
      g_assert_false (result->converged);
      g_assert_cmpint (watcher.iterations, <=, 2);
    }
  check_result (solver, result, params);
  /* Spectral methods make their starts inside of a step. */
  if (params->restarts == 1 || params->initial_labels != NULL)
    g_assert_cmpint (watcher.restart, ==, -1);
  else if (params->k > 1 && !cancel && eqp_solver_takes (solver, &eqp_param_starts) &&
           (solver->family == EQP_FAMILY_KMEANS || (solver->flags & EQP_SOLVER_USES_GAMMA) != 0))
    {
      if (params->gamma > 0.0 && eqp_dataset_get_n (dataset) > 2)
        g_assert_cmpint (watcher.restart, >=, 1);
      /* What is told as the best so far. */
      eqp_assert_close (watcher.last_objective, result->objective, 1e-9);
    }
  return result;
}

static EqpDataset *
blobs (gint64 n, gint64 d, guint64 seed)
{
  g_autofree double *values = g_new (double, n * d);
  EqpRng rng;

  eqp_rng_init (&rng, seed, 0);
  for (gint64 i = 0; i < n; i++)
    {
      gint64 cluster = (gint64) eqp_rng_below (&rng, 5);

      for (gint64 j = 0; j < d; j++)
        values[i * d + j] = (double) ((cluster * (j + 1)) % 5) * 3.0 + eqp_rng_normal (&rng);
    }
  return eqp_test_dataset (n, d, values);
}

static EqpParams
params_for (const EqpSolver *solver, EqpDataset *dataset, gint k, double relative)
{
  EqpParams params = eqp_params_default ();

  params.k = k;
  /* For the graph family the unit is of the right order with W = n. */
  params.gamma = relative * eqp_gamma_unit (solver->family, eqp_dataset_get_n (dataset), k,
                                            solver->family == EQP_FAMILY_GRAPH ? (double) eqp_dataset_get_n (dataset)
                                                                               : eqp_dataset_get_total_ss (dataset));
  return params;
}

static void
test_edges (gconstpointer data)
{
  const EqpSolver *solver = data;
  const double relatives[] = { 0.0, 1.0, 1e12 };
  struct { gint64 n, d; gint k; } shapes[] = {
    { 1, 1, 1 }, { 2, 1, 1 }, { 2, 1, 2 }, { 7, 3, 7 }, { 40, 2, 1 }, { 41, 1, 4 }, { 60, 40, 3 }, { 300, 5, 17 }
  };

  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    for (gsize g = 0; g < G_N_ELEMENTS (relatives); g++)
      {
        g_autoptr (EqpDataset) dataset = blobs (shapes[s].n, shapes[s].d, s + 1);
        EqpParams params = params_for (solver, dataset, shapes[s].k, relatives[g]);
        G_GNUC_UNUSED g_autoptr (EqpResult) result = run (solver, dataset, &params, 1, FALSE);
        g_autoptr (EqpResult) random = NULL;

        params.init = EQP_INIT_RANDOM;
        params.restarts = 3;
        random = run (solver, dataset, &params, 1, FALSE);
      }
}

/* All rows equal; fewer distinct rows than clusters; constant columns beside others. */
static void
test_degenerate (gconstpointer data)
{
  const EqpSolver *solver = data;
  const double relatives[] = { 0.0, 1.0, 1e9 };

  for (int kind = 0; kind < 3; kind++)
    for (gsize g = 0; g < G_N_ELEMENTS (relatives); g++)
      for (int empty = 0; empty < 3; empty++)
        {
          const gint64 n = 60;
          g_autofree double *values = g_new (double, n * 2);
          g_autoptr (EqpDataset) dataset = NULL;
          g_autoptr (EqpResult) result = NULL;
          EqpParams params;

          for (gint64 i = 0; i < n; i++)
            {
              values[2 * i] = kind == 0 ? 4.0 : kind == 1 ? (double) (i % 3) : (double) i;
              values[2 * i + 1] = 7.0;
            }
          dataset = eqp_test_dataset (n, 2, values);
          params = params_for (solver, dataset, 5, relatives[g]);
          if (kind == 0)
            params.gamma = relatives[g];
          params.empty = (EqpEmptyPolicy) empty;
          result = run (solver, dataset, &params, 2, FALSE);
        }
}

/* Of starts from random labels, each run alone, so many end at the least objective. */
static void
test_starts_told (void)
{
  static const char *const ids[] = { "kmeans", "bkm-published", "bmincut-published" };
  const gint64 n = 60;
  const int starts = 24;
  int several = 0;

  for (gsize m = 0; m < G_N_ELEMENTS (ids); m++)
    for (guint64 seed = 1; seed <= 4; seed++)
      {
        const EqpSolver *solver = eqp_solver_find (ids[m]);
        g_autoptr (EqpDataset) dataset = blobs (n, 2, seed);
        EqpParams params = params_for (solver, dataset, 3, 0.3);
        g_autoptr (EqpResult) all = NULL;
        g_autofree double *ends = g_new (double, starts);
        double least = INFINITY;
        int reached = 0;

        params.init = EQP_INIT_RANDOM;
        params.seed = seed;
        params.restarts = starts;
        all = run (solver, dataset, &params, 2, FALSE);
        for (int s = 0; s < starts; s++)
          {
            g_autofree gint32 *labels = g_new (gint32, n);
            g_autoptr (EqpResult) one = NULL;
            EqpRng rng;

            eqp_rng_init (&rng, seed, (guint64) s);
            for (gint64 i = 0; i < n; i++)
              labels[i] = (gint32) eqp_rng_below (&rng, 3);
            params.initial_labels = labels;
            one = run (solver, dataset, &params, 1, FALSE);
            g_assert_cmpint (one->starts, ==, 1);
            g_assert_cmpint (one->reached, ==, 1);
            ends[s] = one->objective;
            least = MIN (least, ends[s]);
          }
        for (int s = 0; s < starts; s++)
          reached += ends[s] <= least * (1.0 + 1e-8);
        g_assert_cmpint (all->starts, ==, starts);
        g_assert_cmpint (all->reached, ==, reached);
        several += reached > 1 && reached < starts;
      }
  g_assert_cmpint (several, >, 2);
}

/* What only the search after the starts found, no start reached; a huge gamma hides no difference of the rest. */
static void
test_starts_tally (void)
{
  EqpParams params = eqp_params_default ();
  EqpResult *result = eqp_result_new (1, 0, 1);
  EqpTally tally;

  _eqp_tally_init (&tally, 0.0);
  _eqp_tally_add (&tally, 5.0);
  _eqp_tally_add (&tally, 3.0 * (1.0 + 1e-12));
  _eqp_tally_add (&tally, 4.0);
  _eqp_tally_add (&tally, 3.0);
  _eqp_tally_close (&tally, 3.0, result);
  g_assert_cmpint (result->starts, ==, 4);
  g_assert_cmpint (result->reached, ==, 2);
  _eqp_tally_close (&tally, 2.9, result);
  g_assert_cmpint (result->reached, ==, 0);

  params.k = 3;
  params.gamma = 1e9;
  _eqp_tally_init (&tally, 0.0);
  _eqp_tally_add_priced (&tally, 1e9 * (16 + 9 + 9) + 70.0, &params, 10);
  _eqp_tally_add_priced (&tally, 1e9 * (16 + 9 + 9) + 69.0, &params, 10);
  _eqp_tally_close (&tally, tally.best, result);
  g_assert_cmpint (result->reached, ==, 1);
  eqp_result_free (result);
}

static void
test_threads (gconstpointer data)
{
  const EqpSolver *solver = data;
  struct { gint64 n, d; gint k; } shapes[] = { { 3000, 3, 6 }, { 900, 150, 20 } };

  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      g_autoptr (EqpDataset) dataset = blobs (shapes[s].n, shapes[s].d, 9);
      EqpParams params = params_for (solver, dataset, shapes[s].k, 1.0);
      g_autoptr (EqpResult) one = run (solver, dataset, &params, 1, FALSE);
      g_autoptr (EqpResult) two = run (solver, dataset, &params, 2, FALSE);
      g_autoptr (EqpResult) four = run (solver, dataset, &params, 4, FALSE);

      g_assert_cmpmem (one->labels, sizeof (gint32) * one->n, two->labels, sizeof (gint32) * two->n);
      g_assert_cmpmem (one->labels, sizeof (gint32) * one->n, four->labels, sizeof (gint32) * four->n);
      g_assert_cmpfloat (one->objective, ==, four->objective);
    }
}

/* What was set for other methods has no say. */
static void
test_others (gconstpointer data)
{
  const EqpSolver *solver = data;
  g_autoptr (EqpDataset) dataset = blobs (200, 3, 11);
  EqpParams params = params_for (solver, dataset, 7, 1.0), odd;
  const struct { const EqpParam *param; double value; } set[] = {
    { &eqp_param_init, EQP_INIT_RANDOM }, { &eqp_param_starts, 3 },  { &eqp_param_max_iterations, 1 },
    { &eqp_param_empty, EQP_EMPTY_KEEP },        { &eqp_param_neighbors, 9 }, { &eqp_param_seconds, 0.01 },
  };

  odd = params;
  for (gsize i = 0; i < G_N_ELEMENTS (set); i++)
    if (!eqp_solver_takes (solver, set[i].param))
      eqp_param_set (set[i].param, &odd, set[i].value);
  {
    g_autoptr (EqpResult) one = run (solver, dataset, &params, 1, FALSE);
    g_autoptr (EqpResult) two = run (solver, dataset, &odd, 1, FALSE);

    g_assert_cmpmem (one->labels, sizeof (gint32) * one->n, two->labels, sizeof (gint32) * two->n);
    g_assert_cmpfloat (one->objective, ==, two->objective);
    g_assert_cmpint (one->iterations, ==, two->iterations);
  }
}

static void
test_cancel (gconstpointer data)
{
  const EqpSolver *solver = data;
  g_autoptr (EqpDataset) dataset = blobs (2000, 20, 4);
  EqpParams params = params_for (solver, dataset, 8, 1.0);
  g_autoptr (EqpResult) result = run (solver, dataset, &params, 2, TRUE);
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool, .cancellable = cancelled };

  /* Cancelled before it began: nothing to keep, or the start, marked. */
  g_cancellable_cancel (cancelled);
  g_clear_pointer (&result, eqp_result_free);
  result = eqp_solver_run (solver, dataset, &params, &context, &error);
  if (result == NULL)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  else
    g_assert_true (result->cancelled);
}

static void
expect_refusal (const EqpSolver *solver, EqpDataset *dataset, const EqpParams *params, const char *part)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool };

  g_assert_null (eqp_solver_run (solver, dataset, params, &context, &error));
  g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
  g_assert_nonnull (strstr (error->message, part));
}

static void
test_refusals (gconstpointer data)
{
  const EqpSolver *solver = data;
  g_autoptr (EqpDataset) dataset = blobs (10, 2, 1);
  g_autoptr (EqpDataset) single = blobs (1, 2, 1);
  const gint32 labels[10] = { 0, 1, 2, 0, 1, 2, 0, 1, 2, 3 };
  EqpParams params = eqp_params_default ();

  expect_refusal (solver, dataset, &params, "K is 0");
  params.k = 11;
  expect_refusal (solver, dataset, &params, "only 10 rows");
  expect_refusal (solver, single, &params, "only 1 row; choose K = 1.");
  params.k = 3;
  params.gamma = NAN;
  expect_refusal (solver, dataset, &params, "gamma");
  params.gamma = -1.0;
  expect_refusal (solver, dataset, &params, "gamma");
  params.gamma = 1.0;
  params.restarts = 0;
  if (eqp_solver_takes (solver, &eqp_param_starts))
    expect_refusal (solver, dataset, &params, "“Restarts” is 0; it has to be a whole number from 1");
  params.restarts = 1;
  params.initial_labels = labels;
  expect_refusal (solver, dataset, &params, "row 10 is 3");
}

static void
test_warm_start (gconstpointer data)
{
  const EqpSolver *solver = data;
  g_autoptr (EqpDataset) dataset = blobs (500, 4, 2);
  EqpParams params = params_for (solver, dataset, 5, 1.0);
  g_autoptr (EqpResult) first = NULL, again = NULL;

  if (!(solver->flags & EQP_SOLVER_WARM_START))
    return;

  first = run (solver, dataset, &params, 1, FALSE);
  params.initial_labels = first->labels;
  again = run (solver, dataset, &params, 1, FALSE);
  if (solver->flags & EQP_SOLVER_MAXIMIZES)
    g_assert_cmpfloat (again->objective, >=, first->objective - 1e-9 * fabs (first->objective));
  else
    g_assert_cmpfloat (again->objective, <=, first->objective + 1e-9 * fabs (first->objective));
}

static void
test_descriptor (gconstpointer data)
{
  const EqpSolver *solver = data;

  g_assert_true (eqp_solver_find (solver->id) == solver);
  g_assert_nonnull (solver->name);
  g_assert_nonnull (solver->reference);
  g_assert_true (g_str_has_suffix (solver->summary, "."));
}

/* Every row of every table says something, takes what it says of itself, and means one thing. */
static void
test_params (void)
{
  gsize n_solvers;
  const EqpSolver *const *solvers = eqp_solvers_get (&n_solvers);
  g_autoptr (GHashTable) by_id = g_hash_table_new (g_str_hash, g_str_equal);

  for (gsize i = 0; i < n_solvers; i++)
    {
      g_autoptr (GHashTable) places = g_hash_table_new (g_direct_hash, g_direct_equal);

      for (const EqpParam *const *row = solvers[i]->params; row != NULL && *row != NULL; row++)
        {
          const EqpParam *param = *row, *other = g_hash_table_lookup (by_id, param->id);
          EqpParams params = eqp_params_default ();
          g_autoptr (GError) error = NULL;
          g_autofree char *usual = NULL;
          g_autofree char *range = eqp_param_dup_range (param);

          g_assert_true (param->sentence != NULL && *param->sentence != '\0' && *range != '\0');
          g_assert_false (g_str_has_suffix (param->sentence, "."));
          g_assert_true (g_hash_table_add (places, GSIZE_TO_POINTER (param->at + 1)));
          /* Two methods may spell a row alike only where it is the same one. */
          g_assert_true (other == NULL || other == param);
          g_hash_table_insert (by_id, (gpointer) param->id, (gpointer) param);

          g_assert_true (eqp_param_is_usual (param, &params) || eqp_param_is_own (param));
          g_assert_cmpfloat (eqp_param_get (param, &params), ==, param->usual);
          g_assert_true (eqp_param_check (param, &params, &error));
          usual = eqp_param_format (param, &params);
          if (param->kind != EQP_PARAM_SWITCH)
            {
              g_assert_true (eqp_param_parse (param, usual, &params, &error));
              g_assert_cmpfloat (eqp_param_get (param, &params), ==, param->usual);
            }
          g_assert_false (eqp_param_parse (param, "no such value", &params, &error));
          g_assert_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
          if (param->kind == EQP_PARAM_WHOLE || param->kind == EQP_PARAM_REAL)
            {
              g_autoptr (GError) outside = NULL;

              eqp_param_set (param, &params, -7.5);
              g_assert_false (eqp_param_check (param, &params, &outside));
              g_assert_error (outside, EQP_ERROR, EQP_ERROR_INVALID_PARAM);
            }
        }
    }
  g_assert_cmpuint (g_hash_table_size (by_id), >, 10);
}

int
main (int argc, char **argv)
{
  struct { const char *name; GTestDataFunc func; } checks[] = {
    { "descriptor", test_descriptor },
    { "edges", test_edges },
    { "degenerate", test_degenerate },
    { "threads", test_threads },
    { "others", test_others },
    { "cancel", test_cancel },
    { "refusals", test_refusals },
    { "warm-start", test_warm_start },
  };
  const EqpSolver * const *solvers = eqp_solvers_get (NULL);

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/solvers/params", test_params);
  g_test_add_func ("/core/solvers/starts-told", test_starts_told);
  g_test_add_func ("/core/solvers/starts-tally", test_starts_tally);
  for (gsize s = 0; solvers[s] != NULL; s++)
    for (gsize c = 0; c < G_N_ELEMENTS (checks); c++)
      {
        g_autofree char *path = g_strdup_printf ("/core/solvers/%s/%s", solvers[s]->id, checks[c].name);

        g_test_add_data_func (path, solvers[s], checks[c].func);
      }
  return g_test_run ();
}
