/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Preparation, graph, eigenvectors, layout, measures and what else is done to data beside a run of a method: how long
 * they work on large data between two looks at their cancellable. */
#include "config.h"

#include "eqp-long-data.h"
#include "eqp-looks.h"
#include "eqp-test.h"

#include <math.h>

#include "graph/eqp-eigen-private.h"

/* What the steps are tried on. */
static EqpDataset *tall;    /* 1,000,000 x 8 */
static EqpDataset *wide;    /* 4,000 x 1,000 */
static EqpDataset *sparse;  /* 20,000 x 30,000, 60 values a row */
static EqpGraph *graph;     /* 100,000 vertices on a ring of rings */
static gint32 *labels;      /* 1,000,000 below 50 */

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

/* -- preparation ------------------------------------------------------------------------------------------------- */

typedef struct
{
  const char     *name;
  EqpDataset    **dataset;
  EqpPreparation  preparation;
} Prepared;

static const Prepared prepared[] = {
  { "standard", &tall, { .normalize = EQP_NORMALIZE_STANDARD } },
  { "minmax", &tall, { .normalize = EQP_NORMALIZE_MINMAX } },
  { "unit", &tall, { .normalize = EQP_NORMALIZE_UNIT } },
  { "pca", &tall, { .pca = 4 } },
  { "whiten", &tall, { .pca = 6, .whiten = TRUE, .pca_from = 2 } },
  { "wide-standard", &wide, { .normalize = EQP_NORMALIZE_STANDARD } },
  { "wide-pca", &wide, { .pca = 40 } },
  { "wide-many", &wide, { .pca = 240, .whiten = TRUE } },
  { "sparse-standard", &sparse, { .normalize = EQP_NORMALIZE_UNIT } },
  { "sparse-pca", &sparse, { .pca = 20, .whiten = TRUE } },
};

static void
prepare (GCancellable *cancellable, gconstpointer data)
{
  const Prepared *item = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) made = eqp_dataset_prepare (*item->dataset, &item->preparation, 1, cancellable, &error);

  g_assert_no_error (error);
  g_assert_nonnull (made);
}

static void
test_prepare (gconstpointer data)
{
  eqp_looks_check (((const Prepared *) data)->name, prepare, data);
}

/* -- the rest ---------------------------------------------------------------------------------------------------- */

static void
build_exact (GCancellable *cancellable, gconstpointer data)
{
  const EqpGraphOptions options = { .neighbors = 10, .scale = EQP_SCALE_LOCAL, .search = EQP_SEARCH_EXACT };
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpGraph) made G_GNUC_UNUSED = eqp_dataset_build_graph (wide, &options, pool, cancellable, NULL, &error);

  g_assert_no_error (error);
}

static void
build_sparse (GCancellable *cancellable, gconstpointer data)
{
  const EqpGraphOptions options = { .neighbors = 10, .scale = EQP_SCALE_MEAN, .search = EQP_SEARCH_EXACT };
  g_autoptr (EqpDataset) some = eqp_test_words (5000, 30000, 60);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpGraph) made = NULL;

  eqp_looks_begin ();
  made = eqp_dataset_build_graph (some, &options, pool, cancellable, NULL, &error);
  g_assert_no_error (error);
}

static void
build_trees (GCancellable *cancellable, gconstpointer data)
{
  const EqpGraphOptions options = { .neighbors = 10, .scale = EQP_SCALE_LOCAL, .search = EQP_SEARCH_APPROXIMATE };
  g_autoptr (EqpDataset) some = groups (50000, 8, 50);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpGraph) made = NULL;

  eqp_looks_begin ();
  made = eqp_dataset_build_graph (some, &options, pool, cancellable, NULL, &error);
  g_assert_no_error (error);
}

static void
find_eigen (GCancellable *cancellable, gconstpointer data)
{
  enum { COUNT = 20 };
  gint64 n = eqp_graph_get_n (graph);
  g_autofree double *vectors = g_new (double, n * COUNT);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GError) error = NULL;
  double values[COUNT];
  gboolean converged;

  eqp_looks_limit (cancellable, 0.8);
  _eqp_graph_eigen (graph, (EqpSpectrum) GPOINTER_TO_INT (data), COUNT, pool, cancellable, NULL, values, vectors,
                    &converged, &error);
}

static void
lay_out (GCancellable *cancellable, gconstpointer data)
{
  g_autoptr (EqpGraph) small = GPOINTER_TO_INT (data) != 0 ? eqp_test_join (3000, 5, 7) : eqp_graph_ref (graph);
  gint64 n = eqp_graph_get_n (small);
  g_autofree double *coordinates = g_new (double, n * 2);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (GError) error = NULL;

  eqp_looks_begin ();
  eqp_looks_limit (cancellable, 0.8);
  if (GPOINTER_TO_INT (data) != 0)
    eqp_graph_layout_distances (small, cancellable, coordinates, &error);
  else
    eqp_graph_layout (small, 2, pool, cancellable, coordinates, &error);
}

static void
profile (GCancellable *cancellable, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpProfile) made = eqp_profile_new (*(EqpDataset *const *) data, 1, cancellable, &error);

  g_assert_no_error (error);
  eqp_profile_get_d (made);
}

static void
find (GCancellable *cancellable, gconstpointer data)
{
  g_autoptr (GPtrArray) made = eqp_findings_new (*(EqpDataset *const *) data, 50, NULL, cancellable);

  g_assert_nonnull (made);
}

static void
edit (GCancellable *cancellable, gconstpointer data)
{
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  g_autoptr (EqpDataset) made = NULL;
  g_autoptr (GError) error = NULL;

  edit->distinct = TRUE;
  eqp_edit_set_dropped (edit, 3, TRUE);
  made = eqp_dataset_edit (*(EqpDataset *const *) data, edit, cancellable, &error);
  g_assert_no_error (error);
}

static void
measure (GCancellable *cancellable, gconstpointer data)
{
  EqpMeasureInput input = { .n = eqp_dataset_get_n (tall),
                            .k = 50,
                            .labels = labels,
                            .truth = labels,
                            .points = eqp_dataset_get_points (tall),
                            .silhouette = EQP_SILHOUETTE_AUTO };
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  EqpMeasureSet set;

  eqp_measure_set_init (&set);
  eqp_measure_set_compute (&set, &input, (EqpMeasureGroups) -1, pool, cancellable);
}

static void
explain (GCancellable *cancellable, gconstpointer data)
{
  gint64 n = eqp_dataset_get_n (tall);
  g_autofree gint32 *second = g_new (gint32, n);
  g_autofree double *margins = g_new (double, n);
  const EqpRowChoices choices = { .second = second, .margins = margins };
  g_autoptr (GError) error = NULL;

  g_assert_true (eqp_explain_all (tall, NULL, 50, labels, 1.0, cancellable, &choices, &error));
  g_assert_no_error (error);
}

static void
bound (GCancellable *cancellable, gconstpointer data)
{
  g_autoptr (EqpDataset) some = groups (GPOINTER_TO_INT (data), 4, 10);
  g_autoptr (GError) error = NULL;
  EqpParams params = eqp_params_default ();
  EqpBound found;

  params.k = 10;
  params.gamma = 0.1;
  eqp_looks_begin ();
  g_assert_true (eqp_bound_find (some, &params, 1e9, 3.0, NULL, NULL, cancellable, &found, &error));
  g_assert_no_error (error);
}

static const struct
{
  const char   *name;
  EqpLooksFunc  func;
  gconstpointer data;
} steps[] = {
  { "graph-exact", build_exact, NULL },
  { "graph-sparse", build_sparse, NULL },
  { "graph-trees", build_trees, NULL },
  { "eigen-adjacency", find_eigen, GINT_TO_POINTER (EQP_SPECTRUM_ADJACENCY) },
  { "eigen-laplacian", find_eigen, GINT_TO_POINTER (EQP_SPECTRUM_LAPLACIAN) },
  { "eigen-normalized", find_eigen, GINT_TO_POINTER (EQP_SPECTRUM_NORMALIZED) },
  { "layout", lay_out, GINT_TO_POINTER (0) },
  { "layout-distances", lay_out, GINT_TO_POINTER (1) },
  { "profile", profile, &tall },
  { "profile-wide", profile, &wide },
  { "profile-sparse", profile, &sparse },
  { "findings", find, &tall },
  { "findings-wide", find, &wide },
  { "findings-sparse", find, &sparse },
  { "edit", edit, &tall },
  { "edit-wide", edit, &wide },
  { "edit-sparse", edit, &sparse },
  { "measures", measure, NULL },
  { "explain", explain, NULL },
  { "bound", bound, GINT_TO_POINTER (400) },
  { "bound-parts", bound, GINT_TO_POINTER (20000) },
};

static void
test_step (gconstpointer data)
{
  gsize at = GPOINTER_TO_SIZE (data);

  eqp_looks_check (steps[at].name, steps[at].func, steps[at].data);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  if (EQP_TEST_IS_WATCHED)
    {
      g_test_message ("sanitizers take their time");
      return g_test_run ();
    }
  tall = groups (1000000, 8, 50);
  wide = groups (4000, 1000, 50);
  sparse = eqp_test_words (20000, 30000, 60);
  graph = eqp_test_join (100000, 5, 7);
  labels = g_new (gint32, 1000000);
  for (int i = 0; i < 1000000; i++)
    labels[i] = i % 50;
  for (gsize p = 0; p < G_N_ELEMENTS (prepared); p++)
    {
      g_autofree char *path = g_strdup_printf ("/core/poll-steps/prepare-%s", prepared[p].name);

      g_test_add_data_func (path, &prepared[p], test_prepare);
    }
  for (gsize s = 0; s < G_N_ELEMENTS (steps); s++)
    {
      g_autofree char *path = g_strdup_printf ("/core/poll-steps/%s", steps[s].name);

      g_test_add_data_func (path, GSIZE_TO_POINTER (s), test_step);
    }
  status = g_test_run ();
  g_clear_pointer (&tall, eqp_dataset_unref);
  g_clear_pointer (&wide, eqp_dataset_unref);
  g_clear_pointer (&sparse, eqp_dataset_unref);
  g_clear_pointer (&graph, eqp_graph_unref);
  g_free (labels);
  return status;
}
