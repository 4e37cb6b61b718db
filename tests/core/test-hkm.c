/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Harmony k-means and hierarchical k-means: never worse than k-means, and each step what it says it is. */
#include "config.h"

#include "eqp-test.h"

#include <math.h>
#include <string.h>

static EqpResult *
run (const char *method, EqpDataset *dataset, const EqpParams *params, EqpSink *sink)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (2);
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool, .sink = sink };
  EqpResult *result = eqp_solver_run (eqp_solver_find (method), dataset, params, &context, &error);

  g_assert_no_error (error);
  return result;
}

static EqpDataset *
noise (gint64 n, gint64 d, guint64 seed)
{
  g_autofree double *values = g_new (double, n * d);
  EqpRng rng;

  eqp_rng_init (&rng, seed, 0);
  for (gint64 i = 0; i < n * d; i++)
    values[i] = eqp_rng_normal (&rng) + 4.0 * sin ((double) (i / d % 9 * 5 + i % d));
  return eqp_test_dataset (n, d, values);
}

/* Whatever the start, the seed and the parameters. */
static void
test_never_worse (void)
{
  const char *methods[] = { "hkm", "hkm-tree" };
  struct { gint64 n, d; gint k; } shapes[] = { { 300, 2, 12 }, { 200, 40, 7 }, { 60, 1, 20 } };

  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    for (int seed = 1; seed <= 6; seed++)
      {
        g_autoptr (EqpDataset) dataset = noise (shapes[s].n, shapes[s].d, seed);
        g_autoptr (EqpResult) plain = NULL;
        EqpParams params = eqp_params_default ();

        params.k = shapes[s].k;
        params.seed = seed;
        params.init = seed % 2 ? EQP_INIT_KMEANSPP : EQP_INIT_RANDOM;
        params.restarts = 1 + seed % 3;
        plain = run ("kmeans", dataset, &params, NULL);
        for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
          {
            g_autoptr (EqpResult) result = NULL;

            params.own[0] = 2 + seed % 4; /* the memory, the branches */
            result = run (methods[m], dataset, &params, NULL);
            eqp_params_reset_own (&params);
            g_assert_cmpfloat (result->objective, <=, plain->objective * (1.0 + 1e-12));
            eqp_assert_close (result->data_term, eqp_metrics_sse (dataset, params.k, result->labels), 1e-12);
            if (result->warnings->len > 0 && strstr (g_ptr_array_index (result->warnings, 0), "Plain k-means") != NULL)
              g_assert_cmpmem (result->labels, sizeof (gint32) * result->n, plain->labels, sizeof (gint32) * plain->n);
          }
      }
}

/* With a memory of one and nothing new there is nothing to combine. */
static void
test_nothing_to_combine (void)
{
  g_autoptr (EqpDataset) dataset = noise (300, 3, 5);
  g_autoptr (EqpResult) plain = NULL, result = NULL;
  EqpParams params = eqp_params_default ();

  params.k = 9;
  plain = run ("kmeans", dataset, &params, NULL);
  params.own[0] = 1.0; /* memory */
  params.own[1] = 1.0; /* consideration */
  params.own[2] = 0.0; /* adjustment */
  result = run ("hkm", dataset, &params, NULL);
  g_assert_cmpmem (result->labels, sizeof (gint32) * result->n, plain->labels, sizeof (gint32) * plain->n);
}

/* A grid of tight groups, from random labels: k-means mixes some of them up, and combining mends it. */
static void
test_harmony_finds_the_grid (void)
{
  enum { SIDE = 5, EACH = 12, N = SIDE * SIDE * EACH };
  g_autofree double *values = g_new (double, 2 * N);
  g_autofree gint32 *truth = g_new (gint32, N);
  g_autoptr (EqpDataset) dataset = NULL;
  EqpParams params = eqp_params_default ();
  int plain_failed = 0;
  double best;
  EqpRng rng;

  eqp_rng_init (&rng, 12, 0);
  for (int i = 0; i < N; i++)
    {
      truth[i] = i % (SIDE * SIDE);
      values[2 * i] = 10.0 * (truth[i] % SIDE) + eqp_rng_normal (&rng);
      values[2 * i + 1] = 10.0 * (truth[i] / SIDE) + eqp_rng_normal (&rng);
    }
  dataset = eqp_test_dataset (N, 2, values);
  best = eqp_metrics_sse (dataset, SIDE * SIDE, truth);
  params.k = SIDE * SIDE;
  params.init = EQP_INIT_RANDOM;
  for (params.seed = 1; params.seed <= 5; params.seed++)
    {
      g_autoptr (EqpResult) plain = run ("kmeans", dataset, &params, NULL);
      g_autoptr (EqpResult) result = run ("hkm", dataset, &params, NULL);

      plain_failed += plain->objective > 1.5 * best;
      eqp_assert_close (result->objective, best, 1e-9);
    }
  g_assert_cmpint (plain_failed, >=, 3);
}

/* -- the tree -------------------------------------------------------------------------------------------------- */

typedef struct
{
  EqpDataset *dataset;
  gint        k;
  int         branches;
  int         splits;
  gint32     *labels;  /* of the step before */
} Tree;

/* SSE of one cluster, from its mean. */
static double
cluster_sse (EqpDataset *dataset, const gint32 *labels, int cluster)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset), size = 0;
  const float *x = eqp_dataset_get_features (dataset);
  double sse = 0.0;

  for (gint64 i = 0; i < n; i++)
    size += labels[i] == cluster;
  for (gint64 j = 0; j < d; j++)
    {
      double mean = 0.0;

      for (gint64 i = 0; i < n; i++)
        mean += labels[i] == cluster ? x[i * d + j] / (double) size : 0.0;
      for (gint64 i = 0; i < n; i++)
        sse += labels[i] == cluster ? (x[i * d + j] - mean) * (x[i * d + j] - mean) : 0.0;
    }
  return sse;
}

/* Each split divides the cluster of the largest SSE and no other, into as many as there are branches. */
static void
watch_splits (const EqpEvent *event, gpointer user_data)
{
  Tree *self = user_data;
  int worst = 0, before = 0, after = 0, first = (self->k - 1) % (self->branches - 1) + 1;
  g_autofree double *sse = g_new0 (double, self->k);

  if (event->kind != EQP_EVENT_ITERATION || !g_str_equal (event->phase, "split"))
    return;

  for (int c = 0; c < self->k; c++)
    {
      sse[c] = cluster_sse (self->dataset, self->labels, c);
      worst = sse[c] > sse[worst] ? c : worst;
      before += sse[c] > 0.0;
      after += event->sizes[c] > 0;
    }
  for (gint64 i = 0; i < event->n; i++)
    if (event->labels[i] != self->labels[i])
      g_assert_cmpint (self->labels[i], ==, worst);
  eqp_assert_close (event->objective, eqp_metrics_sse (self->dataset, self->k, event->labels), 1e-12);
  if (self->splits++ == 0)
    g_assert_cmpint (after, ==, first == 1 ? self->branches : first);
  else
    g_assert_cmpint (after, ==, before + self->branches - 1);
  memcpy (self->labels, event->labels, sizeof (gint32) * event->n);
}

static void
test_splits (void)
{
  struct { gint k; int branches; int splits; } trees[] = { { 9, 2, 8 }, { 10, 4, 3 }, { 9, 4, 3 }, { 8, 100, 1 } };

  for (gsize t = 0; t < G_N_ELEMENTS (trees); t++)
    {
      g_autoptr (EqpDataset) dataset = noise (250, 3, t + 1);
      g_autoptr (EqpResult) result = NULL;
      g_autofree gint32 *labels = g_new0 (gint32, 250);
      Tree tree = { dataset, trees[t].k, trees[t].branches, 0, labels };
      EqpSink sink = { watch_splits, &tree };
      EqpParams params = eqp_params_default ();

      params.k = trees[t].k;
      params.own[0] = trees[t].branches;
      result = run ("hkm-tree", dataset, &params, &sink);
      g_assert_cmpint (tree.splits, ==, trees[t].splits);
    }
}

/* Fewer distinct rows than clusters, and rows of which a split makes nothing. */
static void
test_equal_rows (void)
{
  double values[40];
  g_autoptr (EqpDataset) dataset = NULL;
  EqpParams params = eqp_params_default ();

  for (int i = 0; i < 40; i++)
    values[i] = i < 30 ? 0.0 : i < 35 ? 1.0 : 5.0;
  dataset = eqp_test_dataset (40, 1, values);
  params.k = 6;
  for (int branching = 2; branching <= 4; branching++)
    {
      g_autoptr (EqpResult) result = NULL;

      params.own[0] = branching;
      result = run ("hkm-tree", dataset, &params, NULL);
      g_assert_cmpfloat (result->objective, ==, 0.0);
    }
}

static void
keep_fraction (double fraction, const char *part, gpointer user_data)
{
  GArray *told = user_data;

  g_assert_cmpstr (part, ==, EQP_PART_STARTS);
  g_array_append_val (told, fraction);
}

/* It tells of every step, and nothing is left when the last run of Lloyd's method ends, not before, whatever number of
 * steps the runs take. */
static void
test_progress (void)
{
  for (int starts = 1; starts <= 3; starts++)
    for (int far = 0; far < 2; far++)
      {
        g_autoptr (EqpDataset) dataset = noise (400, 3, 7 + starts);
        g_autoptr (GArray) told = g_array_new (FALSE, FALSE, sizeof (double));
        g_autoptr (EqpPool) pool = eqp_pool_new (1);
        g_autoptr (EqpResult) result = NULL;
        const EqpProgress progress = { keep_fraction, told };
        EqpContext context = { .pool = pool, .progress = &progress };
        EqpParams params = eqp_params_default ();

        params.k = 14;
        params.restarts = starts;
        params.max_iterations = far ? 2 : 0;
        params.own[0] = 6;
        params.own[4] = 5;
        result = eqp_solver_run (eqp_solver_find ("hkm"), dataset, &params, &context, NULL);
        g_assert_nonnull (result);
        /* Six starts, five others in the memory, improvisations, and seven runs of at least two steps. */
        g_assert_cmpuint (told->len, >, starts * (6 + 5 + (far ? 2 : 5) + 14));
        g_assert_cmpfloat (g_array_index (told, double, 0), ==, 0.0);
        g_assert_cmpfloat (g_array_index (told, double, told->len - 1), ==, 1.0);
        /* The last step may be the last allowed. */
        for (guint i = 0; i < told->len - 2; i++)
          {
            g_assert_cmpfloat (g_array_index (told, double, i), >=, 0.0);
            g_assert_cmpfloat (g_array_index (told, double, i), <, 1.0);
          }
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/hkm/never-worse", test_never_worse);
  g_test_add_func ("/core/hkm/nothing-to-combine", test_nothing_to_combine);
  g_test_add_func ("/core/hkm/harmony-finds-the-grid", test_harmony_finds_the_grid);
  g_test_add_func ("/core/hkm/splits", test_splits);
  g_test_add_func ("/core/hkm/equal-rows", test_equal_rows);
  g_test_add_func ("/core/hkm/progress", test_progress);
  return g_test_run ();
}
