/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every method, every reader of text and arrays, the graph and the preparation, again and again, while the first, the
 * second, ... of the checked allocations fails: each ends with a sentence or does without. The same as SQLite is tested
 * for memory that runs out. */
#include "config.h"

#include "eqp-test.h"

#include <glib/gstdio.h>
#include <string.h>

#include "base/eqp-alloc.h"

#define MOST 4000 /* allocations of a small run */

typedef gboolean (*Attempt) (gpointer data, GError **error);

/* Fails one allocation after the other, until there are no more. */
static void
sweep (Attempt attempt, gpointer data)
{
  int failed = 0;

  for (gint64 number = 1; number < MOST; number++)
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

/* -- methods ----------------------------------------------------------------------------------------------------- */

typedef struct
{
  const EqpSolver *solver;
  EqpDataset      *dataset;
  EqpGraph        *graph;
  EqpPool         *pool;
  gint             starts;
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
  g_autoptr (EqpDataset) dataset = three_groups (48);
  Run run = { NULL, dataset, NULL, pool, 1 };

  sweep (build_once, &run);
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
  g_test_add_func ("/core/allocation-sweep/graph", test_graph);
  for (gsize at = 0; at < G_N_ELEMENTS (files); at++)
    {
      g_autofree char *path = g_strdup_printf ("/core/allocation-sweep/reader/%s", files[at].name);

      g_test_add_data_func (path, GSIZE_TO_POINTER (at), test_reader);
    }
  return g_test_run ();
}
