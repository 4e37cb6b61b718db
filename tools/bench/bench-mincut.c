/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Balanced min-cut beside METIS on the same graph and one thread: bench-mincut SOURCE K [STARTS].
 * SOURCE is a data file or "sample:ID" (5 neighbors, local scale), "grid:N" or "points:N" (random points joined within a
 * radius). METIS runs ten seeds, then relative gamma is scanned, and last METIS's sizes are asked for as limits in place
 * of gamma; cuts.py makes a table of it. */
#include "config.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/eqp-alloc.h"
#include "eqp-core.h"
#include "graph/eqp-graph.h"

typedef struct
{
  GArray *from;
  GArray *to;
  GArray *weights;
} Edges;

static void
add (Edges *edges, gint32 a, gint32 b)
{
  double weight = 1.0;

  g_array_append_val (edges->from, a);
  g_array_append_val (edges->to, b);
  g_array_append_val (edges->weights, weight);
}

static void
make_grid (Edges *edges, gint64 side)
{
  for (gint64 i = 0; i < side * side; i++)
    {
      if (i % side + 1 < side)
        add (edges, (gint32) i, (gint32) (i + 1));
      if (i / side + 1 < side)
        add (edges, (gint32) i, (gint32) (i + side));
    }
}

/* Joined within 0.55 sqrt (ln n / n), found through cells of that size. */
static void
make_points (Edges *edges, gint64 n)
{
  double radius = 0.55 * sqrt (log ((double) n) / (double) n);
  gint64 cells = (gint64) (1.0 / radius);
  g_autofree double *x = g_new (double, 2 * n);
  g_autofree gint32 *next = g_new (gint32, n), *head = g_new (gint32, cells * cells);
  EqpRng rng;

  eqp_rng_init (&rng, 1, 0);
  memset (head, 0xff, sizeof (gint32) * cells * cells);
  for (gint64 i = 0; i < n; i++)
    {
      gint64 cell;

      x[2 * i] = eqp_rng_uniform (&rng);
      x[2 * i + 1] = eqp_rng_uniform (&rng);
      cell = (gint64) (x[2 * i] * (double) cells) * cells + (gint64) (x[2 * i + 1] * (double) cells);
      for (gint64 a = MAX (0, cell / cells - 1); a <= MIN (cells - 1, cell / cells + 1); a++)
        for (gint64 b = MAX (0, cell % cells - 1); b <= MIN (cells - 1, cell % cells + 1); b++)
          for (gint32 j = head[a * cells + b]; j >= 0; j = next[j])
            if (hypot (x[2 * i] - x[2 * j], x[2 * i + 1] - x[2 * j + 1]) <= radius)
              add (edges, j, (gint32) i);
      next[i] = head[cell];
      head[cell] = (gint32) i;
    }
}

static EqpGraph *
load (const char *source, EqpPool *pool, EqpDataset **dataset, GError **error)
{
  EqpGraphOptions options = { .neighbors = 5, .scale = EQP_SCALE_LOCAL };
  Edges edges = { g_array_new (FALSE, FALSE, 4), g_array_new (FALSE, FALSE, 4), g_array_new (FALSE, FALSE, 8) };
  gint64 n = strchr (source, ':') != NULL ? g_ascii_strtoll (strchr (source, ':') + 1, NULL, 10) : 0;
  EqpDatasetParts parts = { 0 };
  EqpGraph *graph;

  if (g_str_has_prefix (source, "grid:"))
    {
      n = (gint64) sqrt ((double) n) * (gint64) sqrt ((double) n);
      make_grid (&edges, (gint64) sqrt ((double) n));
    }
  else if (g_str_has_prefix (source, "points:"))
    make_points (&edges, n);
  else
    {
      *dataset = eqp_dataset_load (source, NULL, NULL, NULL, error);
      return *dataset != NULL ? eqp_dataset_build_graph (*dataset, &options, pool, NULL, NULL, error) : NULL;
    }

  graph = eqp_graph_new_from_edges (n, edges.from->len, (gint32 *) (gpointer) edges.from->data,
                                    (gint32 *) (gpointer) edges.to->data, (double *) (gpointer) edges.weights->data, error);
  /* A run wants data to go with the graph; nothing looks at the values. */
  parts.n = n;
  parts.d = 1;
  parts.features = eqp_try_alloc (n, sizeof (float), "the data", error);
  *dataset = parts.features != NULL ? eqp_dataset_new (&parts) : NULL;
  return graph;
}

/* Prints one line of JSON, and tells the sizes. Seconds are those of the processor, so that a busy machine does not count. */
static void
run (const char *id, gint64 *fewest, gint64 *largest, EqpDataset *dataset, EqpGraph *graph, EqpPool *pool, const EqpParams *params, double relative)
{
  clock_t start = clock ();
  g_autoptr (GError) error = NULL;
  EqpContext context = { .pool = pool, .graph = graph };
  g_autoptr (EqpResult) result = eqp_solver_run (eqp_solver_find (id), dataset, params, &context, &error);
  double seconds = (double) (clock () - start) / CLOCKS_PER_SEC;
  gint64 least = G_MAXINT64, most = 0;

  if (result == NULL)
    g_error ("%s", error->message);
  for (int c = 0; c < result->k; c++)
    {
      least = MIN (least, result->sizes[c]);
      most = MAX (most, result->sizes[c]);
    }
  *fewest = least;
  *largest = most;
  g_print ("{\"method\":\"%s\",\"limits\":%s,\"gamma_rel\":%g,\"cut\":%.6f,\"least\":%" G_GINT64_FORMAT ",\"most\":%" G_GINT64_FORMAT ",\"seconds\":%.4f}\n",
           id, params->max_size > 0 ? "true" : "false", relative, result->data_term, least, most, seconds);
}

int
main (int argc, char **argv)
{
  const double relative[] = { 0.2, 0.4, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 20.0, 1000.0 };
  g_autoptr (EqpPool) pool = eqp_pool_new (1);
  g_autoptr (EqpDataset) dataset = NULL;
  g_autoptr (EqpGraph) graph = NULL;
  g_autoptr (GError) error = NULL;
  EqpParams params = eqp_params_default ();
  gint64 least = 0, most = 0, own_least, own_most;
  double unit;

  setlocale (LC_ALL, "C");
  if (argc < 3)
    {
      g_printerr ("usage: bench-mincut FILE|sample:ID|grid:N|points:N K [STARTS]\n");
      return 2;
    }
  graph = load (argv[1], pool, &dataset, &error);
  if (graph == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }

  params.k = atoi (argv[2]);
  unit = eqp_gamma_unit (EQP_FAMILY_GRAPH, eqp_graph_get_n (graph), params.k, eqp_graph_get_total_weight (graph));
  if (eqp_solver_find ("metis") != NULL)
    {
      params.restarts = 10;
      params.gamma = 0.0; /* METIS's own tolerance */
      run ("metis", &least, &most, dataset, graph, pool, &params, 0.0);
    }
  params.restarts = argc > 3 ? MAX (1, atoi (argv[3])) : 1;
  for (gsize i = 0; i < G_N_ELEMENTS (relative); i++)
    {
      params.gamma = relative[i] * unit;
      run ("bmincut", &own_least, &own_most, dataset, graph, pool, &params, relative[i]);
    }
  if (most > 0)
    {
      params.gamma = 0.0;
      params.min_size = least;
      params.max_size = most;
      run ("bmincut", &own_least, &own_most, dataset, graph, pool, &params, 0.0);
    }
  return 0;
}
