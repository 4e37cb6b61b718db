/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the methods of the k-means family promise of each other, held to on real data: what is true of made-up groups may
 * fail on tables of mixed units, equal rows and pictures. */
#include "config.h"

#include "eqp-check-kernel.h"
#include "eqp-check.h"
#include "eqp-test.h"

#include <math.h>
#include <string.h>

typedef struct
{
  const char *path;
  gboolean    small;    /* n x n is fine for a checker */
} Set;

static const Set sets[] = {
  { "data/csv/wine.data", TRUE },         { "data/csv/glass.data", TRUE },   { "data/csv/seeds_dataset.txt", TRUE },
  { "data/csv/iris.data", TRUE },         { "data/npy/vectors.npy", TRUE },  { "data/uef/a1.txt", FALSE },
  { "data/libsvm/vowel.scale", FALSE },   { "data/uef/dim32.txt", FALSE },   { "data/uef/ionosphere.txt", FALSE },
  { "data/mnist/png_test_500", FALSE },
};

/* Returns NULL, with a message, where the sets are not at hand. */
static EqpDataset *
load (const Set *set, gint *k)
{
  g_autofree char *path = eqp_test_shared_path (set->path);
  g_autoptr (GError) error = NULL;
  EqpImportOptions options = { 0 };
  EqpDataset *dataset;

  if (path == NULL)
    return NULL;
  dataset = eqp_dataset_load (path, &options, NULL, NULL, &error);
  g_assert_no_error (error);
  *k = MAX (2, eqp_dataset_get_n_classes (dataset));
  return dataset;
}

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

/* Lloyd by definition, with the seeds that the book has for it, until nothing moves; a center without rows stays. */
static double
plain_lloyd (EqpDataset *dataset, gint k, gint32 *labels)
{
  gint64 n = eqp_dataset_get_n (dataset), d = eqp_dataset_get_d (dataset), moved = 1;
  const float *x = eqp_dataset_get_features (dataset);
  g_autofree double *centers = g_new0 (double, k * d);

  eqp_check_centers (n, d, x, k, labels, centers);
  for (int round = 0; moved > 0 && round < 1000; round++)
    {
      moved = 0;
      for (gint64 i = 0; i < n; i++)
        {
          int nearest = eqp_check_nearest (x + i * d, centers, k, d, labels[i]);

          moved += nearest != labels[i];
          labels[i] = nearest;
        }
      eqp_check_centers (n, d, x, k, labels, centers);
    }
  return (double) eqp_check_sse (n, d, x, k, labels);
}

/* From the same labels k-means ends where Lloyd by definition does, or lower; from the same seed no other method of
 * k-means' objective ends above it. */
static void
test_never_above_lloyd (void)
{
  for (gsize s = 0; s < G_N_ELEMENTS (sets); s++)
    for (guint64 seed = 1; seed <= 3; seed++)
      {
        gint k;
        g_autoptr (EqpDataset) dataset = load (&sets[s], &k);
        g_autofree gint32 *start = NULL;
        g_autofree gint32 *labels = NULL;
        g_autoptr (EqpResult) from_labels = NULL, plain = NULL, harmony = NULL, tree = NULL;
        EqpParams params = eqp_params_default ();
        double lloyd;
        EqpRng rng;

        if (dataset == NULL)
          return;
        start = g_new (gint32, eqp_dataset_get_n (dataset));
        eqp_rng_init (&rng, seed, 0);
        for (gint64 i = 0; i < eqp_dataset_get_n (dataset); i++)
          start[i] = (gint32) eqp_rng_below (&rng, (guint64) k);
        labels = g_memdup2 (start, sizeof (gint32) * (gsize) eqp_dataset_get_n (dataset));
        lloyd = plain_lloyd (dataset, k, labels);

        params.k = k;
        params.seed = seed;
        params.initial_labels = start;
        from_labels = run ("kmeans", dataset, &params, NULL);
        g_assert_cmpfloat (from_labels->objective, <=, lloyd * (1.0 + 1e-12));

        params.initial_labels = NULL;
        plain = run ("kmeans", dataset, &params, NULL);
        harmony = run ("hkm", dataset, &params, NULL);
        tree = run ("hkm-tree", dataset, &params, NULL);
        memcpy (labels, plain->labels, sizeof (gint32) * (gsize) plain->n);
        lloyd = plain_lloyd (dataset, k, labels);
        g_assert_cmpfloat (plain->objective, <=, lloyd * (1.0 + 1e-12));
        g_assert_cmpfloat (harmony->objective, <=, plain->objective * (1.0 + 1e-12));
        g_assert_cmpfloat (tree->objective, <=, plain->objective * (1.0 + 1e-12));
      }
}

/* Comparing with every center is k-means, label by label. */
static void
test_exhaustive_akm (void)
{
  for (gsize s = 0; s < G_N_ELEMENTS (sets); s++)
    for (guint64 seed = 1; seed <= 3; seed++)
      {
        gint k;
        g_autoptr (EqpDataset) dataset = load (&sets[s], &k);
        g_autoptr (EqpResult) plain = NULL, result = NULL;
        EqpParams params = eqp_params_default ();

        if (dataset == NULL)
          return;
        params.k = seed == 3 ? (gint) MIN (150, eqp_dataset_get_n (dataset) / 2) : k;
        params.seed = seed;
        plain = run ("kmeans", dataset, &params, NULL);
        params.own[1] = params.k; /* checks */
        result = run ("akm", dataset, &params, NULL);
        g_assert_cmpmem (result->labels, sizeof (gint32) * result->n, plain->labels, sizeof (gint32) * plain->n);
        g_assert_cmpfloat (result->objective, ==, plain->objective);
      }
}

/* The value of DisKmeans is that of kernel k-means with G = I - (I + Xc Xc' / lambda)^-1, and that finds no better row
 * for row. Lambda goes over the whole range in which directions count differently. */
static void
test_kernel_form (void)
{
  static const double shares[] = { 1e-4, 1e-2, 1.0 };

  for (gsize s = 0; s < G_N_ELEMENTS (sets); s++)
    for (gsize l = 0; l < G_N_ELEMENTS (shares) && sets[s].small; l++)
      {
        gint k;
        g_autoptr (EqpDataset) dataset = load (&sets[s], &k);
        g_autofree double *gram = NULL;
        g_autoptr (EqpResult) result = NULL;
        EqpParams params = eqp_params_default ();

        if (dataset == NULL)
          return;
        params.k = k;
        params.own[0] = shares[l] * eqp_dataset_get_total_ss (dataset); /* lambda */
        gram = eqp_check_gram (dataset, params.own[0]);
        result = run ("diskmeans", dataset, &params, NULL);
        eqp_assert_close (result->objective, eqp_check_kernel_value (result->n, k, gram, result->labels), 1e-9);
      }
}

typedef struct
{
  double last;
  int    steps;
  double worst_fall;
} Watch;

static void
watch (const EqpEvent *event, gpointer user_data)
{
  Watch *self = user_data;

  if (event->kind != EQP_EVENT_ITERATION)
    return;
  if (self->steps++ > 0)
    self->worst_fall = MAX (self->worst_fall, self->last - event->objective);
  self->last = event->objective;
}

/* Neither the new subspace nor the k-means in it lowers what DisCluster maximizes. */
static void
test_discluster_rises (void)
{
  for (gsize s = 0; s < G_N_ELEMENTS (sets); s++)
    for (guint64 seed = 1; seed <= 3; seed++)
      {
        gint k;
        g_autoptr (EqpDataset) dataset = load (&sets[s], &k);
        g_autoptr (EqpResult) result = NULL;
        EqpParams params = eqp_params_default ();
        Watch watcher = { 0 };
        EqpSink sink = { watch, &watcher };

        if (dataset == NULL)
          return;
        params.k = k;
        params.seed = seed;
        result = run ("discluster", dataset, &params, &sink);
        g_assert_cmpint (watcher.steps, >, 0);
        g_assert_cmpfloat (watcher.worst_fall, <=, 0.0);
      }
}

/* The rows from the last to the first, and clusters called by other numbers: the same division. Methods that draw rows
 * by their number start from labels here; the published algorithm goes through the rows one by one, and is not meant.
 * So does the polish of balanced k-means, which may end beside: its value, then, is nearly the same. */
static void
test_order_and_names (void)
{
  static const char *const methods[] = { "kmeans", "kmeans-pca", "discluster", "diskmeans", "akm", "bkm" };

  for (gsize s = 0; s < G_N_ELEMENTS (sets); s++)
    for (gsize m = 0; m < G_N_ELEMENTS (methods); m++)
      {
        gint k;
        g_autoptr (EqpDataset) dataset = load (&sets[s], &k), reversed = NULL;
        g_autoptr (GError) error = NULL;
        g_autoptr (EqpResult) result = NULL, other = NULL;
        g_autofree gint32 *start = NULL, *turned = NULL, *rows = NULL;
        EqpParams params = eqp_params_default ();
        gint64 n, differ = 0;
        EqpRng rng;

        if (dataset == NULL)
          return;
        n = eqp_dataset_get_n (dataset);
        rows = g_new (gint32, n);
        start = g_new (gint32, n);
        turned = g_new (gint32, n);
        eqp_rng_init (&rng, 7, 0);
        for (gint64 i = 0; i < n; i++)
          {
            start[i] = (gint32) eqp_rng_below (&rng, (guint64) k);
            rows[i] = (gint32) (n - 1 - i);
            turned[n - 1 - i] = (start[i] + 1) % k;
          }
        reversed = eqp_dataset_take_rows (dataset, rows, n, &error);
        g_assert_no_error (error);
        params.k = k;
        params.gamma = 0.1 * eqp_gamma_unit (EQP_FAMILY_KMEANS, n, k, eqp_dataset_get_total_ss (dataset));
        params.initial_labels = start;
        result = run (methods[m], dataset, &params, NULL);
        params.initial_labels = turned;
        other = run (methods[m], reversed, &params, NULL);
        for (gint64 i = 0; i < n; i++)
          differ += other->labels[n - 1 - i] != (result->labels[i] + 1) % k;
        g_test_message ("%s %s: %.17g %.17g, %ld rows differ", sets[s].path, methods[m], result->objective,
                        other->objective, (long) differ);
        if (strcmp (methods[m], "bkm") != 0)
          g_assert_cmpint (differ, ==, 0);
        /* Components are computed in the order of the rows, and the rows in their space are floats. */
        eqp_assert_close (other->objective, result->objective,
                          strcmp (methods[m], "bkm") == 0 ? 1e-3 : strcmp (methods[m], "kmeans-pca") == 0 ? 1e-7 : 1e-9);
      }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/core/real-sets/never-above-lloyd", test_never_above_lloyd);
  g_test_add_func ("/core/real-sets/exhaustive-akm", test_exhaustive_akm);
  g_test_add_func ("/core/real-sets/kernel-form", test_kernel_form);
  g_test_add_func ("/core/real-sets/discluster-rises", test_discluster_rises);
  g_test_add_func ("/core/real-sets/order-and-names", test_order_and_names);
  return g_test_run ();
}
