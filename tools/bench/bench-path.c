/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole path of gamma beside one cold run at relative gamma 1.
 * usage: bench-path DATA METHOD K [NODES]     DATA as the terminal program takes it */
#include "config.h"

#include <stdlib.h>

#include "eqp-core.h"

static double
seconds_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) * 1e-6;
}

int
main (int argc, char **argv)
{
  const EqpSolver *solver = argc > 3 ? eqp_solver_find (argv[2]) : NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (EqpDataset) dataset = solver != NULL ? eqp_dataset_load (argv[1], NULL, NULL, NULL, &error) : NULL;
  g_autoptr (EqpPool) pool = eqp_pool_new (0);
  g_autoptr (EqpGraph) graph = NULL;
  g_autoptr (EqpResult) cold = NULL;
  g_autoptr (EqpPath) path = NULL;
  EqpContext context = { .pool = pool };
  EqpParams params = eqp_params_default ();
  EqpGraphOptions graph_options = eqp_params_get_graph_options (&params);
  EqpPathOptions options = { .n_gammas = argc > 4 ? atoi (argv[4]) : 60 };
  double unit, once, whole;
  gint64 start;

  if (dataset == NULL)
    {
      g_printerr ("bench-path: %s\n", error != NULL ? error->message : "usage: bench-path DATA METHOD K [NODES]");
      return 2;
    }
  params.k = atoi (argv[3]);
  if (solver->family == EQP_FAMILY_GRAPH)
    {
      graph = eqp_dataset_build_graph (dataset, &graph_options, pool, NULL, NULL, &error);
      if (graph == NULL)
        {
          g_printerr ("bench-path: %s\n", error->message);
          return 1;
        }
    }
  context.graph = graph;
  unit = eqp_gamma_unit (solver->family, eqp_dataset_get_n (dataset), params.k,
                         graph != NULL ? eqp_graph_get_total_weight (graph) : eqp_dataset_get_total_ss (dataset));
  params.gamma = unit;
  start = g_get_monotonic_time ();
  cold = eqp_solver_run (solver, dataset, &params, &context, &error);
  once = seconds_since (start);
  options.least = 0.01 * unit;
  options.most = 1000.0 * unit;
  start = g_get_monotonic_time ();
  path = cold != NULL ? eqp_path_new (solver, dataset, &params, &options, &context, NULL, NULL, &error) : NULL;
  whole = seconds_since (start);
  if (path == NULL)
    {
      g_printerr ("bench-path: %s\n", error->message);
      return 1;
    }
  g_print ("%s %s: one cold run %.3f s, path of %d nodes %.3f s (%.1f runs), %d pieces\n", argv[1], argv[2], once,
           options.n_gammas, whole, whole / once, eqp_path_get_n_pieces (path));
  return 0;
}
