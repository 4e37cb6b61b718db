/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every method, every reader, the graph, preparation, measures and what else works on data, again and again, while the
 * first, the second, ... of the checked allocations fails: each ends with a sentence or does without. The same as SQLite
 * is tested for memory that runs out. */
#include "config.h"

#include "eqp-truth.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-sparse-rows.h"

#define MOST 4000 /* allocations of a small run */

typedef gboolean (*Attempt) (gpointer data, GError **error);

/* Fails one allocation after the other, until there are no more; with @stride ever fewer of them, the first so many all. */
static void
sweep_some (Attempt attempt, gpointer data, gint64 stride)
{
  int failed = 0;

  for (gint64 number = 1; number < MOST; number += 1 + (stride > 0 ? number / stride : 0))
    {
      g_autoptr (GError) error = NULL;
      gboolean done;

      _eqp_fail_allocation (number);
      done = attempt (data, &error);
      if (_eqp_fail_allocation (0) > 0)
        {
          g_assert_no_error (error);
          g_assert_true (done);
          g_test_message ("%d allocations, %d led to a sentence", (int) number - 1, failed);
          return;
        }
      g_assert_true (done == (error == NULL));
      if (!done)
        {
          failed++;
          g_assert_cmpint ((int) strlen (error->message), >, 10);
          g_assert_true (g_str_has_suffix (error->message, "."));
        }
    }
  g_assert_not_reached ();
}

static void
sweep (Attempt attempt, gpointer data)
{
  sweep_some (attempt, data, 0);
}

/* -- methods ----------------------------------------------------------------------------------------------------- */

typedef struct
{
  const EqpSolver *solver;
  EqpDataset      *dataset;
  EqpGraph        *graph;
  EqpPool         *pool;
  gint             starts;
  const double    *weights;
  const EqpRowPair *links; /* two that belong together, then one of rows that do not */
} Run;

static EqpDataset *
three_groups (gint64 n)
{
  g_autofree double *x = g_new (double, n * 3);
  EqpRng rng;

  eqp_rng_init (&rng, 5, 0);
  for (gint64 j = 0; j < n * 3; j++)
    x[j] = eqp_rng_normal (&rng) + (double) (j / 3 % 3) * 4.0;
  return eqp_test_dataset (n, 3, x);
}

static gboolean
run_once (gpointer data, GError **error)
{
  Run *run = data;
  EqpContext context = { .pool = run->pool, .graph = run->graph };
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpResult) result = NULL;

  params.k = 3;
  params.gamma = 0.3;
  params.restarts = run->starts;
  params.weights = run->weights;
  params.must_links = run->links;
  params.n_must_links = run->links != NULL ? 2 : 0;
  params.cannot_links = run->links != NULL ? run->links + 2 : NULL;
  params.n_cannot_links = run->links != NULL ? 1 : 0;
  result = eqp_solver_run (run->solver, run->dataset, &params, &context, error);
  for (gint64 i = 0; result != NULL && i < eqp_dataset_get_n (run->dataset); i++)
    g_assert_true (result->labels[i] >= 0 && result->labels[i] < 3);
  return result != NULL;
}

static void
test_method (gconstpointer data)
{
  const EqpSolver *solver = data;
  EqpParams params = eqp_params_default ();
  EqpGraphOptions options = eqp_params_get_graph_options (&params);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpDataset) dataset = three_groups (48);
  g_autoptr (GError) error = NULL;
  Run run = { solver, dataset, NULL, pool, 2 };

  if (solver->family == EQP_FAMILY_GRAPH)
    run.graph = eqp_dataset_build_graph (dataset, &options, pool, NULL, NULL, &error);
  g_assert_no_error (error);
  sweep (run_once, &run);
  g_clear_pointer (&run.graph, eqp_graph_unref);
}

/* Rows with weights and links. */
static void
test_weights (gconstpointer data)
{
  static const EqpRowPair links[] = { { 0, 3 }, { 1, 40 }, { 6, 9 } };
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpDataset) dataset = three_groups (48);
  double weights[48];
  Run run = { eqp_solver_find (data), dataset, NULL, pool, 2, weights, links };

  for (int i = 0; i < 48; i++)
    weights[i] = 1.0 + i % 4;
  sweep (run_once, &run);
}

/* Enough cells that they stay sparse. */
static EqpDataset *
words (void)
{
  EqpDatasetParts parts = { .n = 60, .d = 500 };

  parts.sparse = _eqp_sparse_rows_new (parts.n, parts.d, parts.n * 5, NULL);
  for (gint64 i = 0; i < parts.n; i++)
    for (gint64 e = 0; e < 5; e++)
      {
        parts.sparse->starts[i + 1] = i * 5 + e + 1;
        parts.sparse->columns[i * 5 + e] = (gint32) (e * 100 + i % 3 * 20 + i % 7);
        parts.sparse->values[i * 5 + e] = (float) (1 + i % 4);
      }
  return eqp_dataset_new (&parts);
}

static void
test_words (gconstpointer data)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpDataset) dataset = words ();
  Run run = { eqp_solver_find (data), dataset, NULL, pool, 2 };

  sweep (run_once, &run);
}

static gboolean
path_once (gpointer data, GError **error)
{
  const EqpPathOptions options = { .n_gammas = 4, .least = 1e-2, .most = 10.0, .most_breaks = 4 };
  Run *run = data;
  EqpContext context = { .pool = run->pool, .graph = run->graph };
  EqpParams params = eqp_params_default ();
  g_autoptr (EqpPath) path = NULL;

  params.k = 3;
  path = eqp_path_new (run->solver, run->dataset, &params, &options, &context, NULL, NULL, error);
  return path != NULL;
}

static void
test_path (gconstpointer data)
{
  EqpParams params = eqp_params_default ();
  EqpGraphOptions options = eqp_params_get_graph_options (&params);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpDataset) dataset = three_groups (30);
  g_autoptr (EqpGraph) graph = eqp_dataset_build_graph (dataset, &options, pool, NULL, NULL, NULL);
  Run run = { eqp_solver_find (data), dataset, NULL, pool, 1 };

  if (run.solver->family == EQP_FAMILY_GRAPH)
    run.graph = graph;
  /* That of cuts makes starts and crosses by the hundred, one like the other. */
  sweep_some (path_once, &run, run.graph != NULL ? 40 : 0);
}

/* -- what else works on data ------------------------------------------------------------------------------------- */

typedef struct
{
  EqpDataset     *dataset;
  EqpPreparation  preparation;
} Prepared;

static gboolean
prepare_once (gpointer data, GError **error)
{
  Prepared *self = data;
  g_autoptr (EqpDataset) made = eqp_dataset_prepare (self->dataset, &self->preparation, 1, NULL, error);

  return made != NULL;
}

static void
test_prepare (void)
{
  static const EqpPreparation preparations[] = {
    { .normalize = EQP_NORMALIZE_STANDARD },
    { .normalize = EQP_NORMALIZE_MINMAX },
    { .normalize = EQP_NORMALIZE_UNIT },
    { .normalize = EQP_NORMALIZE_UNIT, .pca = 2 },
    { .pca = 3, .whiten = TRUE, .pca_from = 2 },
  };
  g_autoptr (EqpDataset) dense = three_groups (48);
  g_autoptr (EqpDataset) sparse = words ();

  for (gsize p = 0; p < G_N_ELEMENTS (preparations); p++)
    {
      Prepared of_dense = { dense, preparations[p] }, of_sparse = { sparse, preparations[p] };

      sweep (prepare_once, &of_dense);
      sweep (prepare_once, &of_sparse);
    }
}

static gboolean
edit_once (gpointer data, GError **error)
{
  g_autoptr (EqpEdit) edit = eqp_edit_new ();
  g_autoptr (EqpDataset) made = NULL;

  edit->distinct = TRUE;
  edit->label = 1;
  eqp_edit_set_dropped (edit, 0, TRUE);
  made = eqp_dataset_edit (data, edit, NULL, error);
  return made != NULL;
}

static gboolean
profile_once (gpointer data, GError **error)
{
  g_autoptr (EqpProfile) made = eqp_profile_new (data, 1, NULL, error);

  return made != NULL;
}

/* These do without what they have no memory for. */
static gboolean
find_once (gpointer data, GError **error)
{
  g_autoptr (GPtrArray) made = eqp_findings_new (data, 3, NULL, NULL);

  return made != NULL;
}

static gboolean
measure_once (gpointer data, GError **error)
{
  EqpDataset *dataset = data;
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autofree gint32 *labels = g_new (gint32, eqp_dataset_get_n (dataset));
  EqpMeasureInput input = { .n = eqp_dataset_get_n (dataset), .k = 3, .labels = labels, .truth = labels,
                            .points = eqp_dataset_get_points (dataset) };
  EqpMeasureSet set;

  for (gint64 i = 0; i < input.n; i++)
    labels[i] = (gint32) (i % 3);
  eqp_measure_set_init (&set);
  eqp_measure_set_compute (&set, &input, (EqpMeasureGroups) -1, pool, NULL);
  for (int m = 0; m < EQP_N_MEASURES; m++)
    g_assert_true (!isnan (set.values[m]) || set.reasons[m] != NULL);
  return TRUE;
}

static gboolean
explain_once (gpointer data, GError **error)
{
  EqpDataset *dataset = data;
  gint64 n = eqp_dataset_get_n (dataset);
  g_autofree gint32 *labels = g_new0 (gint32, n), *second = g_new (gint32, n);
  g_autofree double *margins = g_new (double, n);
  const EqpRowChoices choices = { .second = second, .margins = margins };

  labels[0] = 1;
  return eqp_explain_all (dataset, NULL, 2, labels, 1.0, NULL, &choices, error);
}

static gboolean
bound_once (gpointer data, GError **error)
{
  EqpParams params = eqp_params_default ();
  EqpBound bound;

  params.k = 3;
  params.gamma = 0.3;
  return eqp_bound_find (data, &params, 1e6, 0.02, NULL, NULL, NULL, &bound, error);
}

static const struct
{
  const char *name;
  Attempt     attempt;
  gboolean    sparse; /* rows are welcome, too */
} works[] = {
  { "edit", edit_once, TRUE },       { "profile", profile_once, TRUE }, { "findings", find_once, TRUE },
  { "measures", measure_once, TRUE }, { "explain", explain_once, TRUE }, { "bound", bound_once, FALSE },
};

static void
test_work (gconstpointer data)
{
  gsize at = GPOINTER_TO_SIZE (data);
  g_autoptr (EqpDataset) dense = three_groups (30);
  g_autoptr (EqpDataset) sparse = words ();

  sweep (works[at].attempt, dense);
  if (works[at].sparse)
    sweep (works[at].attempt, sparse);
}

/* -- graph ------------------------------------------------------------------------------------------------------- */

static gboolean
build_once (gpointer data, GError **error)
{
  Run *run = data;
  EqpParams params = eqp_params_default ();
  EqpGraphOptions options = eqp_params_get_graph_options (&params);
  EqpGraph *graph = eqp_dataset_build_graph (run->dataset, &options, run->pool, NULL, NULL, error);
  gboolean done = graph != NULL;

  g_clear_pointer (&graph, eqp_graph_unref);
  return done;
}

static void
test_graph (void)
{
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpDataset) dense = three_groups (48);
  g_autoptr (EqpDataset) sparse = words ();
  Run run = { NULL, dense, NULL, pool, 1 };

  sweep (build_once, &run);
  run.dataset = sparse;
  sweep (build_once, &run);
}

static gboolean
lay_out_once (gpointer data, GError **error)
{
  Run *run = data;
  double coordinates[2 * 48];

  return eqp_graph_layout (run->graph, 2, run->pool, NULL, coordinates, error) &&
         eqp_graph_layout_distances (run->graph, NULL, coordinates, error);
}

static void
test_layout (void)
{
  EqpParams params = eqp_params_default ();
  EqpGraphOptions options = eqp_params_get_graph_options (&params);
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpDataset) dataset = three_groups (48);
  g_autoptr (EqpGraph) graph = eqp_dataset_build_graph (dataset, &options, pool, NULL, NULL, NULL);
  Run run = { NULL, dataset, graph, pool, 1 };

  sweep (lay_out_once, &run);
}

/* -- readers ----------------------------------------------------------------------------------------------------- */

static const struct
{
  const char *name;
  const char *text;
} files[] = {
  { "table.csv", "a,b,class\n1,2,x\n3,4,y\n5.5,6,x\n7,8,y\n" },
  { "table.tsv", "1\t2\t3\n4\t5\t6\n7\t8\t10\n" },
  { "blanks.txt", " 1.5 2 3\n 4 5 6\n 7 8 9.25\n" },
  { "set.arff", "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute class {x,y}\n@data\n1,2,x\n3,4,y\n" },
  { "set.libsvm", "1 1:0.5 3:2\n2 2:1.5\n1 1:3 2:4\n" },
  { "cut.graph", "4 4\n2 4\n1 3\n2 4\n1 3\n" },
  { "matrix.mtx", "%%MatrixMarket matrix array real general\n3 2\n1\n2\n3\n4\n5\n6.5\n" },
};

static gboolean
load_once (gpointer data, GError **error)
{
  g_autoptr (EqpDataset) dataset = eqp_dataset_load (data, NULL, NULL, NULL, error);

  return dataset != NULL;
}

static void
test_reader (gconstpointer data)
{
  gsize at = GPOINTER_TO_SIZE (data);
  g_autofree char *folder = g_dir_make_tmp ("eqp-sweep-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, files[at].name, NULL);

  g_assert_true (g_file_set_contents (path, files[at].text, -1, NULL));
  sweep (load_once, path);
  g_unlink (path);
  g_rmdir (folder);
}

/* Files of the fuzzers: arrays, images, and what is read by a program of its own. */
static const char *const seeds[] = {
  "npy/f8.npy",       "npy/fortran.npy",  "npy/stack.npy",   "npz/plain.npz",    "npz/packed.npz",   "idx/images",
  "idx/images.gz",    "mat/v4.mat",       "mat/v5z.mat",     "mat/sparse.mat",   "mat/stack.mat",    "hdf5/plain.h5",
  "hdf5/groups.h5",   "hdf5/v73.mat",     "images/a.pgm",    "images/a.png",     "images/a.jpg",     "images/a.tif",
  "images/big.tif",   "images/tiles.tif", "arff/sparse.arff", "csv/table.csv.gz", "csv/table.zip",    "csv/missing.data",
  "csv/table.xz",     "edges/names",      "edges/weights.csv", "metis/weights",   "mtx/symmetric",    "mtx/pattern",
  "svmlight/plain",
};

/* What is refused with all the memory there is says nothing. */
static void
test_seed (gconstpointer data)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fuzz", "corpus", (const char *) data, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = eqp_dataset_load (path, NULL, NULL, NULL, &error);

  if (dataset == NULL)
    {
      g_test_skip (error->message);
      return;
    }
  sweep (load_once, path);
}

/* A folder of images of two classes. */
static void
test_folder (void)
{
  g_autofree char *folder = eqp_test_folder ();

  for (int i = 0; i < 6; i++)
    {
      g_autofree char *inside = g_strdup_printf ("%s/%s", folder, i % 2 == 0 ? "even" : "odd");
      g_autofree char *path = g_strdup_printf ("%s/%d.pgm", inside, i);
      g_autofree char *text = g_strdup_printf ("P2 2 2 9\n%d 2 3 %d\n", i, 9 - i);

      g_mkdir_with_parents (inside, 0700);
      g_assert_true (g_file_set_contents (path, text, -1, NULL));
    }
  sweep (load_once, folder);
  eqp_test_remove (folder);
}

int
main (int argc, char **argv)
{
  gsize count;
  const EqpSolver *const *solvers = eqp_solvers_get (&count);

  g_test_init (&argc, &argv, NULL);
  for (gsize s = 0; s < count; s++)
    {
      g_autofree char *path = g_strdup_printf ("/core/allocation-sweep/method/%s", solvers[s]->id);

      g_test_add_data_func (path, solvers[s], test_method);
    }
  for (gsize s = 0; s < 2; s++)
    {
      static const char *const weighing[] = { "kmeans", "bkm" };
      g_autofree char *weights = g_strdup_printf ("/core/allocation-sweep/weights/%s", weighing[s]);
      g_autofree char *sparse = g_strdup_printf ("/core/allocation-sweep/words/%s", weighing[s]);

      g_test_add_data_func (weights, weighing[s], test_weights);
      g_test_add_data_func (sparse, weighing[s], test_words);
    }
  g_test_add_data_func ("/core/allocation-sweep/path/bkm", "bkm", test_path);
  g_test_add_data_func ("/core/allocation-sweep/path/bmincut", "bmincut", test_path);
  g_test_add_func ("/core/allocation-sweep/prepare", test_prepare);
  for (gsize w = 0; w < G_N_ELEMENTS (works); w++)
    {
      g_autofree char *path = g_strdup_printf ("/core/allocation-sweep/work/%s", works[w].name);

      g_test_add_data_func (path, GSIZE_TO_POINTER (w), test_work);
    }
  g_test_add_func ("/core/allocation-sweep/graph", test_graph);
  g_test_add_func ("/core/allocation-sweep/layout", test_layout);
  for (gsize f = 0; f < G_N_ELEMENTS (seeds); f++)
    {
      g_autofree char *path = g_strdup_printf ("/core/allocation-sweep/file/%s", seeds[f]);

      g_test_add_data_func (path, seeds[f], test_seed);
    }
  g_test_add_func ("/core/allocation-sweep/folder", test_folder);
  for (gsize at = 0; at < G_N_ELEMENTS (files); at++)
    {
      g_autofree char *path = g_strdup_printf ("/core/allocation-sweep/reader/%s", files[at].name);

      g_test_add_data_func (path, GSIZE_TO_POINTER (at), test_reader);
    }
  return g_test_run ();
}
