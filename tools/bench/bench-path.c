/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole path of gamma beside one cold run at relative gamma 1, in processor time; and how far its nodes are above
 * the best of cold starts, where these are asked for.
 * usage: bench-path DATA METHOD K [NODES [BREAKS [STARTS]]]     DATA as the terminal program takes it */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

#include "eqp-core.h"

#define CHECKED 8 /* nodes that are held against cold starts */

static double
seconds_since (gint64 start)
{
  return (double) (g_get_monotonic_time () - start) * 1e-6;
}

static double
worked (void)
{
  return (double) clock () / CLOCKS_PER_SEC;
}

/* Each node beside the best of @starts runs from nothing, by part of the latter. */
static void
check_nodes (const EqpSolver *solver,
             EqpDataset      *dataset,
             EqpPath         *path,
             EqpParams        params,
             EqpContext      *context,
             int              starts)
{
  gint nodes = eqp_path_get_n_nodes (path);
  double worst = -INFINITY;

  for (gint check = 0; check < CHECKED; check++)
    {
      gint node = check * (nodes - 1) / (CHECKED - 1);
      double gamma = params.gamma = eqp_path_get_gamma (path, node), best = INFINITY, ours;
      const EqpPathPiece *piece = eqp_path_get_piece (path, eqp_path_find (path, gamma));

      for (int start = 0; start < starts; start++)
        {
          g_autoptr (EqpResult) cold = NULL;

          params.seed = 1000 + (guint64) start;
          cold = eqp_solver_run (solver, dataset, &params, context, NULL);
          if (cold != NULL)
            best = MIN (best, cold->data_term + cold->penalty);
        }
      ours = piece->data_term + gamma * (double) piece->squares;
      worst = MAX (worst, ours / best - 1.0);
      g_print ("  node %d: %+.4f %%\n", node, 100.0 * (ours / best - 1.0));
    }
  g_print ("  worst node: %+.4f %% of the best of %d cold starts\n", 100.0 * worst, starts);
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
  EqpPathOptions options = { .n_gammas = argc > 4 ? atoi (argv[4]) : 60,
                             .most_breaks = argc > 5 ? atoi (argv[5]) : 0 };
  double unit, once, whole, cold_work, work;
  gint64 start;

  if (dataset == NULL)
    {
      g_printerr ("bench-path: %s\n",
                  error != NULL ? error->message : "usage: bench-path DATA METHOD K [NODES [BREAKS [STARTS [SEED]]]]");
      return 2;
    }
  params.k = atoi (argv[3]);
  if (argc > 7)
    params.seed = (guint64) g_ascii_strtoull (argv[7], NULL, 10);
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
  cold_work = worked ();
  cold = eqp_solver_run (solver, dataset, &params, &context, &error);
  once = seconds_since (start);
  cold_work = worked () - cold_work;
  options.least = 0.01 * unit;
  options.most = 1000.0 * unit;
  start = g_get_monotonic_time ();
  work = worked ();
  path = cold != NULL ? eqp_path_new (solver, dataset, &params, &options, &context, NULL, NULL, &error) : NULL;
  whole = seconds_since (start);
  work = worked () - work;
  if (path == NULL)
    {
      g_printerr ("bench-path: %s\n", error->message);
      return 1;
    }
  g_print ("%s %s: one cold run %.3f s (processors %.3f s), path of %d nodes %.3f s (processors %.3f s: %.1f runs), "
           "%d pieces\n",
           argv[1], argv[2], once, cold_work, options.n_gammas, whole, work, work / cold_work,
           eqp_path_get_n_pieces (path));
  if (argc > 6)
    check_nodes (solver, dataset, path, params, &context, atoi (argv[6]));
  return 0;
}
