/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact min-cut (Stoer and Wagner 1997, by igraph), applied again and again to the part that is cheapest to split, until there are K
 * parts. It shows what plain min-cut is after: mostly single points at the rim. */
#include "config.h"

#include <string.h>
#ifdef HAVE_IGRAPH
#include <igraph/igraph.h>
#endif

#include "../base/eqp-alloc.h"
#include "../base/eqp-error.h"
#include "../data/eqp-dataset.h"
#include "eqp-graph-run-private.h"
#include "eqp-spectral-private.h"

/* Each split takes about n^2 log n steps. */
#define MOST_POINTS 4000

#ifdef HAVE_IGRAPH

/* A set of vertices and the cheapest way to split it. */
typedef struct
{
  gint32 *vertices;   /* size, those that would leave first */
  gint64  size;
  gint64  n_leaving;  /* 0: a single vertex */
  double  cost;       /* each edge once */
} Part;

typedef struct
{
  EqpGraph  *graph;
  gint32    *local;      /* n: a vertex's number within the part at hand, or -1 */
  gint32    *queue;      /* n */
} Splitter;

static igraph_error_t
interrupt (void *data)
{
  if (!g_cancellable_is_cancelled (g_cancellable_get_current ()))
    return IGRAPH_SUCCESS;

  /* Who interrupts has to release what the library holds; else the next call frees it once more. */
  IGRAPH_FINALLY_FREE ();
  return IGRAPH_INTERRUPTED;
}

static void
part_free (gpointer data)
{
  Part *part = data;

  g_free (part->vertices);
  g_free (part);
}

/* Brings the marked vertices to the front. */
static void
bring_forward (Part *part, const gboolean *leaves)
{
  g_autofree gint32 *sorted = g_new (gint32, part->size);
  gint64 front = 0, back;

  for (gint64 v = 0; v < part->size; v++)
    front += leaves[v];
  part->n_leaving = front;
  back = front;
  front = 0;
  for (gint64 v = 0; v < part->size; v++)
    sorted[leaves[v] ? front++ : back++] = part->vertices[v];
  memcpy (part->vertices, sorted, sizeof (gint32) * part->size);
}

/* Marks the smallest component of the part; returns FALSE when the part is connected. */
static gboolean
smallest_component (Splitter *self, const Part *part, gboolean *leaves)
{
  const EqpCsr *csr = eqp_graph_get_csr (self->graph);
  g_autofree gint32 *component = g_new (gint32, part->size);
  gint64 best_size = part->size + 1;
  gint32 best = -1, n_components = 0;

  for (gint64 v = 0; v < part->size; v++)
    component[v] = -1;
  for (gint64 v = 0; v < part->size; v++)
    {
      gint64 head = 0, tail = 0;

      if (component[v] >= 0)
        continue;
      component[v] = n_components;
      self->queue[tail++] = part->vertices[v];
      while (head < tail)
        {
          gint32 vertex = self->queue[head++];

          for (gint64 e = csr->starts[vertex]; e < csr->starts[vertex + 1]; e++)
            {
              gint32 other = self->local[csr->columns[e]];

              if (other >= 0 && component[other] < 0)
                {
                  component[other] = n_components;
                  self->queue[tail++] = csr->columns[e];
                }
            }
        }
      if (tail < best_size)
        {
          best_size = tail;
          best = n_components;
        }
      n_components++;
    }

  for (gint64 v = 0; v < part->size; v++)
    leaves[v] = component[v] == best;
  return n_components > 1;
}

/* Marks the lighter side of the minimum cut of a connected part. */
static igraph_error_t
minimum_cut (Splitter *self, const Part *part, gboolean *leaves, double *cost)
{
  const EqpCsr *csr = eqp_graph_get_csr (self->graph);
  igraph_vector_int_t edges, side;
  igraph_vector_t weights;
  igraph_t graph;
  igraph_error_t status;
  igraph_real_t value = 0.0;
  gboolean invert;

  igraph_vector_int_init (&edges, 0);
  igraph_vector_int_init (&side, 0);
  igraph_vector_init (&weights, 0);
  for (gint64 v = 0; v < part->size; v++)
    for (gint64 e = csr->starts[part->vertices[v]]; e < csr->starts[part->vertices[v] + 1]; e++)
      if (self->local[csr->columns[e]] > v)
        {
          igraph_vector_int_push_back (&edges, v);
          igraph_vector_int_push_back (&edges, self->local[csr->columns[e]]);
          igraph_vector_push_back (&weights, csr->weights[e]);
        }

  status = igraph_create (&graph, &edges, part->size, IGRAPH_UNDIRECTED);
  if (status == IGRAPH_SUCCESS)
    {
      status = igraph_mincut (&graph, &value, &side, NULL, NULL, &weights);
      igraph_destroy (&graph);
    }
  if (status == IGRAPH_SUCCESS)
    {
      invert = 2 * igraph_vector_int_size (&side) > part->size;
      for (gint64 v = 0; v < part->size; v++)
        leaves[v] = invert;
      for (gint64 v = 0; v < igraph_vector_int_size (&side); v++)
        leaves[VECTOR (side)[v]] = !invert;
      *cost = value;
    }

  igraph_vector_int_destroy (&edges);
  igraph_vector_int_destroy (&side);
  igraph_vector_destroy (&weights);
  return status;
}

/* Finds out how the part is best split. */
static gboolean
consider (Splitter *self, Part *part, GError **error)
{
  g_autofree gboolean *leaves = g_new (gboolean, part->size);
  igraph_error_t status = IGRAPH_SUCCESS;

  if (part->size < 2)
    return TRUE;

  for (gint64 v = 0; v < part->size; v++)
    self->local[part->vertices[v]] = (gint32) v;
  if (!smallest_component (self, part, leaves))
    status = minimum_cut (self, part, leaves, &part->cost);
  for (gint64 v = 0; v < part->size; v++)
    self->local[part->vertices[v]] = -1;

  if (status == IGRAPH_INTERRUPTED)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "The run was cancelled.");
  else if (status != IGRAPH_SUCCESS)
    g_set_error (error, EQP_ERROR, EQP_ERROR_NUMERICAL,
                 "The minimum cut of %" G_GINT64_FORMAT " points could not be found: %s.", part->size, igraph_strerror (status));
  else
    bring_forward (part, leaves);
  return status == IGRAPH_SUCCESS;
}

static Part *
cheapest (GPtrArray *parts)
{
  Part *best = NULL;

  for (guint p = 0; p < parts->len; p++)
    {
      Part *part = g_ptr_array_index (parts, p);

      if (part->n_leaving > 0 && (best == NULL || part->cost < best->cost || (part->cost == best->cost && part->size > best->size)))
        best = part;
    }
  return best;
}

/* The smaller side becomes the next cluster. */
static gboolean
split (Splitter *self, GPtrArray *parts, gint32 *labels, gint32 label, GError **error)
{
  Part *part = cheapest (parts), *left = g_new0 (Part, 1);

  left->size = part->n_leaving;
  left->vertices = g_memdup2 (part->vertices, sizeof (gint32) * left->size);
  part->size -= left->size;
  memmove (part->vertices, part->vertices + left->size, sizeof (gint32) * part->size);
  part->n_leaving = 0;
  part->cost = 0.0;
  g_ptr_array_add (parts, left);
  for (gint64 v = 0; v < left->size; v++)
    labels[left->vertices[v]] = label;
  return consider (self, part, error) && consider (self, left, error);
}

static void
report (EqpGraph *graph, gint k, gint32 *labels, gint64 moved, EqpTrace *trace)
{
  EqpPartition partition;

  _eqp_partition_init (&partition, graph, k, labels);
  _eqp_trace_step (trace, "split", _eqp_partition_cut (&partition), 0.0, partition.sizes, labels, moved);
  _eqp_partition_clear (&partition);
}

static gboolean
split_all (EqpGraph *graph, gint k, gint32 *labels, EqpTrace *trace, gboolean *cancelled, GError **error)
{
  gint64 n = eqp_graph_get_n (graph);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (part_free);
  g_autofree gint32 *local = g_new (gint32, n);
  g_autofree gint32 *queue = g_new (gint32, n);
  g_autoptr (GError) problem = NULL;
  Splitter self = { graph, local, queue };
  Part *all = g_new0 (Part, 1);
  gboolean done;

  g_ptr_array_add (parts, all);
  all->size = n;
  all->vertices = g_new (gint32, n);
  for (gint64 i = 0; i < n; i++)
    {
      all->vertices[i] = (gint32) i;
      local[i] = -1;
    }

  report (graph, k, labels, 0, trace);
  done = k == 1 || consider (&self, all, &problem);
  for (gint label = 1; done && label < k; label++)
    {
      done = split (&self, parts, labels, label, &problem);
      report (graph, k, labels, ((Part *) g_ptr_array_index (parts, label))->size, trace);
    }

  *cancelled = g_error_matches (problem, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  if (!done && !*cancelled)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  return TRUE;
}

static EqpResult *
run (EqpDataset       *dataset,
     const EqpParams  *params,
     EqpContext       *context,
     GError          **error)
{
  g_autoptr (EqpGraph) graph = _eqp_graph_for_run (dataset, params, context, error);
  g_autofree gint32 *labels = NULL;
  g_autoptr (GCancellable) never = NULL;
  GCancellable *cancellable = context->cancellable;
  gboolean cancelled = FALSE, done;
  EqpPartition partition;
  EqpTrace trace;
  EqpResult *result;

  if (graph == NULL)
    return NULL;
  if (cancellable == NULL)
    cancellable = never = g_cancellable_new ();

  labels = g_new0 (gint32, eqp_graph_get_n (graph));
  _eqp_trace_start (&trace, context, eqp_graph_get_n (graph), params->k);

  /* igraph keeps its handlers and its stack of what to free for each thread. */
  igraph_set_error_handler (igraph_error_handler_ignore);
  igraph_set_interruption_handler (interrupt);
  g_cancellable_push_current (cancellable);
  done = split_all (graph, params->k, labels, &trace, &cancelled, error);
  g_cancellable_pop_current (cancellable);
  if (!done)
    return NULL;

  _eqp_partition_init (&partition, graph, params->k, labels);
  result = _eqp_partition_result (&partition, EQP_CUT_SUM, params);
  _eqp_partition_clear (&partition);
  if (cancelled)
    g_ptr_array_set_size (result->warnings, 0);
  result->converged = !cancelled;
  result->cancelled = cancelled;
  _eqp_graph_warn (graph, result);
  _eqp_trace_finish (&trace, result);
  return result;
}

#else

static EqpResult *
run (EqpDataset       *dataset,
     const EqpParams  *params,
     EqpContext       *context,
     GError          **error)
{
  g_set_error_literal (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "This program was built without igraph, which exact min-cut needs.");
  return NULL;
}

#endif

static gboolean
check_params (EqpDataset       *dataset,
              const EqpParams  *params,
              GError          **error)
{
#ifndef HAVE_IGRAPH
  g_set_error_literal (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED,
                       "This program was built without igraph, which exact min-cut needs; install libigraph-dev and build it again, or take relaxed min-cut.");
  return FALSE;
#endif
  if (!_eqp_graph_check_params (dataset, params, error))
    return FALSE;
  if (eqp_dataset_get_n (dataset) > MOST_POINTS)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   "Exact min-cut takes at most %d points, and the data have %" G_GINT64_FORMAT "; take a sample, or relaxed min-cut.",
                   MOST_POINTS, eqp_dataset_get_n (dataset));
      return FALSE;
    }
  return TRUE;
}

const EqpSolver _eqp_solver_mincut_exact = {
  .id = "mincut-exact",
  .name = "Min-cut, exact",
  .summary = "The truly cheapest cut, again and again until there are K parts; mostly it cuts off single points.",
  .reference = "Stoer and Wagner 1997, A simple min-cut algorithm",
  .family = EQP_FAMILY_GRAPH,
  .check_params = check_params,
  .run = run,
};
