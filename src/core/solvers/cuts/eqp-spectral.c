/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The relaxed cut methods: eigenvectors of a matrix of the graph make coordinates, k-means groups them (von Luxburg
 * 2007, A tutorial on spectral clustering). The methods differ in the matrix and in what they call their objective. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-sentence.h"
#include "data/eqp-dataset.h"
#include "eqp-graph-run-private.h"
#include "eqp-multilevel-private.h"
#include "solvers/eqp-registry.h"
#include "eqp-spectral-private.h"

/* Labels of a run that was stopped may cost no more than this, and a stop waits no longer. */
#define QUICK_WORK 1e7
#define QUICK_ITERATIONS 3

/* k-means on so few columns is cheap and depends on its start, the more so the more clusters there are. */
#define LEAST_RESTARTS 10   /* and one a cluster */

/* Seconds, as in EqpSolverCost. Of eigenvectors, steps that each go through n rows of a block a little wider than what
 * is wanted, and for each entry of the graph through another, which a large graph has to fetch. Then of each step of
 * k-means on these n K (per_center + per_square K). */
#define PER_OWN 3e-9
#define PER_OTHER 1.2e-9
#define PER_FETCH 1.5e-12   /* and vertex */
#define MOST_FETCH 1e-7
#define STEPS_OF_AFFINITY 160.0
#define STEPS_OF_LAPLACIAN 240.0
#define BLOCK_LEAST 8.0
#define BLOCK_PER_VECTOR 1.5
#define PER_CENTER 1e-9
#define PER_SQUARE 3.5e-11
#define USUAL_STEPS 40

/* Passes the steps of k-means on as steps of the cut. */
typedef struct
{
  EqpGraph   *graph;
  EqpTrace   *trace;
  EqpCutKind  cut;
  gint32     *labels;  /* n: for the partition, which wants them writable */
} Relay;

static void
relay (const EqpEvent *event, gpointer user_data)
{
  Relay *self = user_data;
  EqpPartition partition;

  if (event->kind != EQP_EVENT_ITERATION || event->labels == NULL)
    return;

  memcpy (self->labels, event->labels, sizeof (gint32) * event->n);
  _eqp_partition_init (&partition, self->graph, event->k, self->labels);
  _eqp_trace_value (self->trace, "k-means", _eqp_partition_value (&partition, self->cut),
                    _eqp_partition_cut (&partition), 0.0, partition.sizes, self->labels, event->moved);
  _eqp_partition_clear (&partition);
}

static EqpDataset *
embed (gint64 n, gint k, gboolean unit_rows, const double *vectors, GError **error)
{
  EqpDatasetParts parts = { .n = n, .d = k };

  parts.features = eqp_try_alloc ((gsize) n * k, sizeof (float), N_ ("the spectral coordinates"), error);
  if (parts.features == NULL)
    return NULL;

  for (gint64 i = 0; i < n; i++)
    {
      double square = 0.0, scale = sqrt ((double) n);

      for (gint v = 0; v < k; v++)
        square += vectors[i * k + v] * vectors[i * k + v];
      if (unit_rows)
        scale = square > 0.0 ? 1.0 / sqrt (square) : 0.0;
      for (gint v = 0; v < k; v++)
        parts.features[i * k + v] = (float) (vectors[i * k + v] * scale);
    }
  return eqp_dataset_new (&parts);
}

static gint
count_restarts (const EqpParams *params)
{
  return MAX (params->restarts, LEAST_RESTARTS + params->k);
}

static gboolean
group (EqpDataset *coordinates, Relay *steps, const EqpParams *params, EqpContext *context, gint32 *labels,
       gboolean *converged, gboolean *cancelled, GError **error)
{
  g_autoptr (EqpResult) result = NULL;
  EqpSink sink = { relay, steps };
  EqpContext inner = { .pool = context->pool,
                       .cancellable = context->cancellable,
                       .progress = context->progress,
                       .sink = steps->trace != NULL ? &sink : NULL };
  EqpParams settings = *params;

  settings.gamma = 0.0;
  settings.restarts = count_restarts (params);
  result = eqp_solver_run (eqp_solver_plain (EQP_FAMILY_KMEANS), coordinates, &settings, &inner, error);
  if (result == NULL)
    return FALSE;

  memcpy (labels, result->labels, sizeof (gint32) * result->n);
  *converged &= result->converged;
  *cancelled = result->cancelled;
  return TRUE;
}

/* Stopped before k-means had labels: a few of its steps on the coordinates that there are, if that is quick. */
static gboolean
group_quickly (EqpDataset *coordinates, const EqpParams *params, EqpContext *context, gint32 *labels)
{
  g_autoptr (EqpResult) result = NULL;
  EqpContext inner = { .pool = context->pool };
  EqpParams settings = *params;

  if ((double) eqp_dataset_get_n (coordinates) * params->k * params->k > QUICK_WORK)
    return FALSE;
  settings.gamma = 0.0;
  settings.restarts = 1;
  settings.max_iterations = QUICK_ITERATIONS;
  result = eqp_solver_run (eqp_solver_plain (EQP_FAMILY_KMEANS), coordinates, &settings, &inner, NULL);
  if (result != NULL)
    memcpy (labels, result->labels, sizeof (gint32) * (gsize) result->n);
  return result != NULL;
}

/* Stopped before there were coordinates: the labels that were given, or runs of equal length along a line through the
 * graph. */
static void
divide_line (EqpGraph *graph, const EqpParams *params, gint32 *labels)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);
  EqpLevel level = {
    .n = csr->n, .starts = csr->starts, .columns = csr->columns, .weights = csr->weights, .total_mass = csr->n
  };
  g_autofree gint32 *line = NULL;

  if (params->initial_labels != NULL)
    {
      memcpy (labels, params->initial_labels, sizeof (gint32) * (gsize) csr->n);
      return;
    }
  line = g_new (gint32, csr->n);
  _eqp_start_line_up (&level, FALSE, line);
  for (gint64 i = 0; i < csr->n; i++)
    labels[line[i]] = (gint32) (i * params->k / csr->n);
}

/* The labels of a run that was stopped before k-means had any. */
static void
end_early (EqpDataset *coordinates, Relay *steps, const EqpParams *params, EqpContext *context, gint32 *labels)
{
  EqpEvent event = { .kind = EQP_EVENT_ITERATION, .n = eqp_graph_get_n (steps->graph), .k = params->k,
                     .labels = labels };

  if (coordinates == NULL || !group_quickly (coordinates, params, context, labels))
    divide_line (steps->graph, params, labels);
  if (steps->trace != NULL)
    relay (&event, steps);
}

/*< private >
 * _eqp_spectral_labels:
 * @graph: a graph
 * @method: which matrix
 * @params: the settings
 * @context: pool, cancellable and maybe progress
 * @trace: (nullable): gets the steps
 * @labels: (out): n
 * @warnings: gets sentences
 * @converged: (out): whether eigenvectors and k-means did
 * @cancelled: (out): whether the labels are those of a run that was stopped
 * @error: what _eqp_graph_eigen () and k-means say
 *
 * Stopped, it ends with the best labels of k-means; before there are any with those of the eigenvectors found so far,
 * and before there are any with what a line through the graph gives.
 *
 * Returns: whether there are labels
 */
gboolean
_eqp_spectral_labels (EqpGraph                 *graph,
                      const EqpSpectralMethod  *method,
                      const EqpParams          *params,
                      EqpContext               *context,
                      EqpTrace                 *trace,
                      gint32                   *labels,
                      GPtrArray                *warnings,
                      gboolean                 *converged,
                      gboolean                 *cancelled,
                      GError                  **error)
{
  gint64 n = eqp_graph_get_n (graph), n_components = eqp_graph_get_n_components (graph);
  gint k = params->k;
  g_autofree double *values = g_new0 (double, k);
  g_autoptr (EqpDataset) coordinates = NULL;
  Relay steps = { .graph = graph, .trace = trace, .cut = method->cut };
  double *vectors = NULL;
  gboolean done = FALSE;
  GError *failed = NULL;

  *converged = TRUE;
  if (method->spectrum == EQP_SPECTRUM_NORMALIZED)
    n_components -= eqp_graph_get_n_isolated (graph);
  if (n_components > k && method->spectrum != EQP_SPECTRUM_ADJACENCY)
    g_ptr_array_add (warnings, eqp_sentence_dup (_ ("The graph has %" PRId64 " components and K is %d: its %d "
                                                    "eigenvectors show the largest components only; take more "
                                                    "neighbors or a larger K."),
                                                 n_components, k, k));

  if ((vectors = eqp_try_alloc ((gsize) n * k, sizeof (double), N_ ("the eigenvectors"), error)) != NULL &&
      (steps.labels = eqp_try_alloc (n, sizeof (gint32), N_ ("the labels"), error)) != NULL &&
      _eqp_graph_eigen (graph, method->spectrum, k, context->pool, context->cancellable, context->progress, values,
                        vectors, converged, &failed))
    {
      if (!*converged && !g_cancellable_is_cancelled (context->cancellable))
        g_ptr_array_add (warnings, g_strdup (_ ("The eigenvectors were not found to full precision; clusters may "
                                                "differ a "
                                                "little from exact ones.")));
      coordinates = embed (n, k, method->unit_rows, vectors, error);
      eqp_free (vectors);
      vectors = NULL;
      done = coordinates != NULL && group (coordinates, &steps, params, context, labels, converged, cancelled, &failed);
    }
  if (g_error_matches (failed, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      g_clear_error (&failed);
      end_early (coordinates, &steps, params, context, labels);
      *cancelled = done = TRUE;
      *converged = FALSE;
    }
  if (failed != NULL)
    g_propagate_error (error, failed);

  eqp_free (vectors);
  eqp_free (steps.labels);
  return done;
}

/* What @wanted eigenvectors take that are found in so many steps. */
static double
cost_of_vectors (double n, double wanted, double steps, const EqpGraph *graph, const EqpParams *params)
{
  double block = BLOCK_LEAST + BLOCK_PER_VECTOR * wanted;
  double neighbors = graph != NULL ? (double) eqp_graph_get_csr (graph)->starts[eqp_graph_get_n (graph)] / n
                                   : 1.5 * params->neighbors;

  if (wanted <= 0.0)
    return 0.0;
  return steps * n * (PER_OWN * block + neighbors * (PER_OTHER * block + MIN (PER_FETCH * n, MOST_FETCH)));
}

/* What all eigenvectors of the affinity matrix take. */
double
_eqp_spectral_cost_affinity (double n, const EqpGraph *graph, const EqpParams *params)
{
  return cost_of_vectors (n, params->k, STEPS_OF_AFFINITY, graph, params);
}

/* What those of the Laplacian take: one of each component is known. */
double
_eqp_spectral_cost_laplacian (double n, const EqpGraph *graph, const EqpParams *params)
{
  double known = graph != NULL ? (double) eqp_graph_get_n_components (graph) : 1.0;

  return cost_of_vectors (n, params->k - known, STEPS_OF_LAPLACIAN, graph, params);
}

/* What k-means on them takes. */
double
_eqp_spectral_cost_starts (double n, const EqpGraph *graph, const EqpParams *params)
{
  double k = params->k, steps = params->max_iterations > 0 ? MIN (params->max_iterations, USUAL_STEPS) : USUAL_STEPS;

  return count_restarts (params) * steps * n * k * (PER_CENTER + PER_SQUARE * k);
}

/*< private >
 * _eqp_spectral_run:
 * @dataset: the data
 * @method: which matrix
 * @params: the settings
 * @context: pool, sink, cancellable and maybe the graph
 * @error: what went wrong
 *
 * Returns: (transfer full) (nullable): the result
 */
EqpResult *
_eqp_spectral_run (EqpDataset               *dataset,
                   const EqpSpectralMethod  *method,
                   const EqpParams          *params,
                   EqpContext               *context,
                   GError                  **error)
{
  g_autoptr (EqpGraph) graph = _eqp_graph_for_run (dataset, params, context, error);
  g_autoptr (GPtrArray) warnings = g_ptr_array_new_with_free_func (g_free);
  gboolean converged = FALSE, cancelled = FALSE;
  EqpPartition partition;
  EqpTrace trace;
  EqpResult *result;
  gint32 *labels;

  if (graph == NULL)
    return NULL;
  labels = eqp_try_alloc (eqp_graph_get_n (graph), sizeof (gint32), N_ ("the labels"), error);
  if (labels == NULL)
    return NULL;

  _eqp_trace_start (&trace, context, eqp_graph_get_n (graph), params->k);
  if (!_eqp_spectral_labels (graph, method, params, context, &trace, labels, warnings, &converged, &cancelled, error))
    {
      eqp_free (labels);
      return NULL;
    }

  _eqp_partition_init (&partition, graph, params->k, labels);
  result = _eqp_partition_result (&partition, method->cut, params);
  _eqp_partition_clear (&partition);
  eqp_free (labels);
  result->converged = converged && !cancelled;
  result->cancelled = cancelled;
  _eqp_graph_warn (graph, result);
  g_ptr_array_extend_and_steal (result->warnings, g_steal_pointer (&warnings));
  _eqp_trace_finish (&trace, result);
  return result;
}
