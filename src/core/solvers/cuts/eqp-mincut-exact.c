/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact min-cut (Stoer and Wagner 1997), applied again and again to the part that is cheapest to split, until there are
 * K parts. It shows what plain min-cut is after: mostly single points at the rim. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "data/eqp-dataset.h"
#include "eqp-graph-run-private.h"
#include "eqp-minimum-cut-private.h"
#include "eqp-spectral-private.h"

/* A split takes some scans of the graph: tenths of a second at this size, and there are 2 K of them. */
#define MOST_POINTS 100000

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
  EqpGraph      *graph;
  GCancellable  *cancellable;
  gint32        *local;      /* n: a vertex's number within the part at hand, or -1 */
  gint32        *queue;      /* n */
} Splitter;

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

/* Marks the smaller side of the minimum cut of a connected part. */
static EqpMinimumCutEnd
minimum_cut (Splitter *self, const Part *part, gboolean *leaves, double *cost, const char **problem)
{
  const EqpCsr *csr = eqp_graph_get_csr (self->graph);
  gint64 entries = 0, end = 0;
  g_autofree gint64 *starts = g_new (gint64, part->size + 1);
  g_autofree gint32 *columns = NULL;
  g_autofree double *weights = NULL;
  EqpCsr inner;

  for (gint64 v = 0; v < part->size; v++)
    entries += csr->starts[part->vertices[v] + 1] - csr->starts[part->vertices[v]];
  columns = g_new (gint32, entries);
  weights = g_new (double, entries);
  starts[0] = 0;
  for (gint64 v = 0; v < part->size; v++)
    {
      for (gint64 e = csr->starts[part->vertices[v]]; e < csr->starts[part->vertices[v] + 1]; e++)
        if (self->local[csr->columns[e]] >= 0)
          {
            columns[end] = self->local[csr->columns[e]];
            weights[end++] = csr->weights[e];
          }
      starts[v + 1] = end;
    }
  inner = (EqpCsr) { .n = part->size, .starts = starts, .columns = columns, .weights = weights };
  return _eqp_minimum_cut (&inner, self->cancellable, leaves, cost, problem);
}

/* Finds out how the part is best split. */
static gboolean
consider (Splitter *self, Part *part, GError **error)
{
  g_autofree gboolean *leaves = g_new (gboolean, part->size);
  EqpMinimumCutEnd end = EQP_MINIMUM_CUT_FOUND;
  const char *problem = NULL;

  if (part->size < 2)
    return TRUE;

  for (gint64 v = 0; v < part->size; v++)
    self->local[part->vertices[v]] = (gint32) v;
  if (!smallest_component (self, part, leaves))
    end = minimum_cut (self, part, leaves, &part->cost, &problem);
  for (gint64 v = 0; v < part->size; v++)
    self->local[part->vertices[v]] = -1;

  if (end == EQP_MINIMUM_CUT_CANCELLED || g_cancellable_is_cancelled (self->cancellable))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The run was cancelled."));
  else if (end == EQP_MINIMUM_CUT_FAILED)
    eqp_refuse (error, EQP_ERROR_NUMERICAL,
                _ ("The minimum cut of %" PRId64 " points could not be found: %s."), part->size, problem);
  else
    {
      bring_forward (part, leaves);
      return TRUE;
    }
  return FALSE;
}

static Part *
cheapest (GPtrArray *parts)
{
  Part *best = NULL;

  for (guint p = 0; p < parts->len; p++)
    {
      Part *part = g_ptr_array_index (parts, p);

      if (part->n_leaving > 0 &&
          (best == NULL || part->cost < best->cost || (part->cost == best->cost && part->size > best->size)))
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
split_all (EqpGraph *graph, gint k, gint32 *labels, EqpTrace *trace, GCancellable *cancellable, gboolean *cancelled,
           GError **error)
{
  gint64 n = eqp_graph_get_n (graph);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (part_free);
  g_autofree gint32 *local = g_new (gint32, n);
  g_autofree gint32 *queue = g_new (gint32, n);
  g_autoptr (GError) problem = NULL;
  Splitter self = { graph, cancellable, local, queue };
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
  gboolean cancelled = FALSE;
  EqpPartition partition;
  EqpTrace trace;
  EqpResult *result;

  if (graph == NULL)
    return NULL;
  labels = g_new0 (gint32, eqp_graph_get_n (graph));
  _eqp_trace_start (&trace, context, eqp_graph_get_n (graph), params->k);
  if (!split_all (graph, params->k, labels, &trace, context->cancellable, &cancelled, error))
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
  g_set_error_literal (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED,
                       _ ("This program was built without igraph, which exact min-cut needs."));
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
                       _ ("This program was built without igraph, which exact min-cut needs; install libigraph-dev and "
                          "build it again, or take relaxed min-cut."));
  return FALSE;
#endif
  if (!_eqp_graph_check_params (dataset, params, error))
    return FALSE;
  if (eqp_dataset_get_n (dataset) > MOST_POINTS)
    {
      eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                  _ ("Exact min-cut takes at most %d points, and the data have %" PRId64
                     "; take a sample, or relaxed min-cut."),
                  MOST_POINTS, eqp_dataset_get_n (dataset));
      return FALSE;
    }
  return TRUE;
}

const EqpSolver _eqp_solver_mincut_exact = {
  .id = "mincut-exact",
  .name = N_ ("Min-cut, exact"),
  .summary = N_ ("The truly cheapest cut, again and again until there are K parts; mostly it cuts off single points."),
  .reference = "Stoer and Wagner 1997, A simple min-cut algorithm",
  .family = EQP_FAMILY_GRAPH,
  .cost = { .per_row = 5e-6, .per_part = 5e-7 },
  .params = (const EqpParam *const[]) { &eqp_param_neighbors, &eqp_param_scale, &eqp_param_search, NULL },
  .check_params = check_params,
  .run = run,
};
