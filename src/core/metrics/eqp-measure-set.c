/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All measures of one labelling in one go: the door to this room. What has no value has a reason instead. */
#include "config.h"

#include "eqp-measure-set.h"

#include <glib/gi18n.h>
#include <math.h>

#include "base/eqp-parallel.h"

static const char no_clusters[] = N_ ("no row has a cluster");
static const char cancelled_text[] = N_ ("it was interrupted");

/**
 * eqp_measure_set_init:
 * @self: (out caller-allocates): a set without any measure
 */
void
eqp_measure_set_init (EqpMeasureSet *self)
{
  *self = (EqpMeasureSet) { 0 };
  for (int i = 0; i < EQP_N_MEASURES; i++)
    self->values[i] = NAN;
}

/* A value, or the reason why there is none. */
static void
put (EqpMeasureSet *self,
     EqpMeasureId   measure,
     double         value,
     const char    *reason)
{
  self->values[measure] = isfinite (value) ? value : NAN;
  self->reasons[measure] = isfinite (value) ? NULL : reason;
}

static void
put_group (EqpMeasureSet    *self,
           EqpMeasureGroups  group,
           const char       *reason)
{
  for (int i = 0; i < EQP_N_MEASURES; i++)
    if (eqp_measure_get (i)->group == group)
      put (self, i, NAN, reason);
}

static void
count_rows (EqpMeasureSet         *self,
            const EqpMeasureInput *input)
{
  self->n = self->n_compared = 0;
  for (gint64 i = 0; i < input->n; i++)
    if (input->labels[i] >= 0)
      {
        self->n++;
        self->n_compared += input->truth != NULL && input->truth[i] >= 0;
      }
  self->n_unlabelled = input->n - self->n;
  self->n_unknown = input->truth != NULL ? self->n - self->n_compared : 0;
}

/* ---- Groups ----------------------------------------------------------------------------------------------------- */

static void
measure_truth (EqpMeasureSet         *self,
               const EqpMeasureInput *input)
{
  g_autofree gint32 *pairs = NULL;
  const gint32 *truth = input->truth, *labels = input->labels;
  EqpExternalMeasures external;

  if (truth == NULL || self->n_compared == 0)
    {
      put_group (self, EQP_MEASURES_TRUTH,
                 truth == NULL ? N_ ("no classes are known") : N_ ("no row has both a cluster and a known class"));
      return;
    }
  if (self->n_compared < input->n)
    {
      gint64 next = 0;

      pairs = g_new (gint32, 2 * (gsize) self->n_compared);
      for (gint64 i = 0; i < input->n; i++)
        if (input->labels[i] >= 0 && input->truth[i] >= 0)
          {
            pairs[next] = input->truth[i];
            pairs[self->n_compared + next++] = input->labels[i];
          }
      truth = pairs;
      labels = pairs + self->n_compared;
    }

  eqp_metrics_external (self->n_compared, truth, labels, &external);
  put (self, EQP_MEASURE_ACC, external.acc, NULL);
  put (self, EQP_MEASURE_NMI, external.nmi, NULL);
  put (self, EQP_MEASURE_ARI, external.ari, NULL);
  put (self, EQP_MEASURE_AMI, external.ami, NULL);
  put (self, EQP_MEASURE_PURITY, external.purity, NULL);
  put (self, EQP_MEASURE_HOMOGENEITY, external.homogeneity, NULL);
  put (self, EQP_MEASURE_COMPLETENESS, external.completeness, NULL);
  put (self, EQP_MEASURE_V, external.v_measure, NULL);
}

static gint
count_filled (const EqpMeasureInput *input,
              gint64                *sizes)
{
  gint filled = 0;

  for (gint64 i = 0; i < input->n; i++)
    if (input->labels[i] >= 0)
      filled += sizes[input->labels[i]]++ == 0;
  return filled;
}

static void
measure_balance (EqpMeasureSet         *self,
                 const EqpMeasureInput *input,
                 const gint64          *sizes)
{
  EqpBalanceMeasures balance;

  if (self->n == 0)
    {
      put_group (self, EQP_MEASURES_BALANCE, no_clusters);
      return;
    }
  eqp_metrics_balance (input->k, sizes, &balance);
  put (self, EQP_MEASURE_SIZE_ENTROPY, balance.size_entropy, NULL);
  put (self, EQP_MEASURE_SIZE_CV, balance.size_cv, NULL);
  put (self, EQP_MEASURE_MIN, (double) balance.min, NULL);
  put (self, EQP_MEASURE_MAX, (double) balance.max, NULL);
  put (self, EQP_MEASURE_MAX_MINUS_MIN, (double) (balance.max - balance.min), NULL);
  put (self, EQP_MEASURE_SUM_SQUARED, balance.sum_squared, NULL);
  put (self, EQP_MEASURE_SUM_SQUARED_RATIO, balance.sum_squared_ratio, NULL);
}

/* Why a measure of points that needs 2 to n - 1 clusters has no value. */
static const char *
why_not (const EqpMeasureSet *self,
         gint                 filled,
         GCancellable        *cancellable)
{
  if (filled < 2)
    return N_ ("it needs two clusters that are not empty");
  if (filled >= self->n)
    return N_ ("every row is a cluster of its own");
  return g_cancellable_is_cancelled (cancellable) ? cancelled_text : N_ ("memory is short");
}

static const char *
why_no_points (const EqpMeasureSet   *self,
               const EqpMeasureInput *input)
{
  if (self->n == 0)
    return no_clusters;
  return input->points.x == NULL && input->points.sparse == NULL ? N_ ("a graph has no features") : NULL;
}

static void
measure_points (EqpMeasureSet         *self,
                const EqpMeasureInput *input,
                gint                   filled,
                EqpPool               *pool,
                GCancellable          *cancellable)
{
  const char *reason = why_no_points (self, input);
  EqpCenterMeasures centers;

  if (reason != NULL)
    {
      put_group (self, EQP_MEASURES_POINTS, reason);
      return;
    }
  eqp_metrics_centers (input->points, input->k, input->labels, pool, cancellable, &centers);
  reason = why_not (self, filled, cancellable);
  put (self, EQP_MEASURE_SSE, centers.sse, cancelled_text);
  put (self, EQP_MEASURE_SSE_PER_N, centers.sse / (double) self->n, cancelled_text);
  put (self, EQP_MEASURE_DAVIES_BOULDIN, centers.davies_bouldin, reason);
  put (self, EQP_MEASURE_CALINSKI_HARABASZ, centers.calinski_harabasz, reason);
}

static void
measure_silhouette (EqpMeasureSet         *self,
                    const EqpMeasureInput *input,
                    gint                   filled,
                    EqpPool               *pool,
                    GCancellable          *cancellable)
{
  const char *reason = why_no_points (self, input);

  self->silhouette = (EqpSilhouette) { .value = NAN };
  if (reason == NULL)
    {
      eqp_metrics_silhouette (input->points, input->k, input->labels, input->silhouette, input->seed, pool,
                              cancellable, &self->silhouette);
      reason = why_not (self, filled, cancellable);
    }
  put (self, EQP_MEASURE_SILHOUETTE, self->silhouette.value, reason);
}

static void
measure_graph (EqpMeasureSet         *self,
               const EqpMeasureInput *input)
{
  const char *no_edges = N_ ("the graph has no edges between rows with a cluster");
  EqpGraphMeasures graph;

  if (input->graph == NULL || self->n == 0)
    {
      put_group (self, EQP_MEASURES_GRAPH, self->n == 0 ? no_clusters : N_ ("there is no graph"));
      return;
    }
  eqp_metrics_graph (input->graph, input->k, input->labels, &graph);
  put (self, EQP_MEASURE_CUT, graph.cut, NULL);
  put (self, EQP_MEASURE_MODULARITY, graph.modularity, no_edges);
  no_edges = isnan (graph.modularity) ? no_edges : N_ ("it needs two clusters with edges");
  put (self, EQP_MEASURE_CONDUCTANCE_MAX, graph.conductance_max, no_edges);
  put (self, EQP_MEASURE_CONDUCTANCE_MEAN, graph.conductance_mean, no_edges);
}

/**
 * eqp_measure_set_compute:
 * @self: an initialized set
 * @input: what to measure
 * @groups: which measures; those computed before stay
 * @pool: for the silhouette and for pairs of centers
 * @cancellable: (nullable): ends these two early; they have no value then
 *
 * Computes measures. None is ever infinite or shown as NaN: what is not defined has a reason. Time and memory are those
 * of eqp_metrics_external(), eqp_metrics_centers(), eqp_metrics_silhouette(), eqp_metrics_graph().
 */
void
eqp_measure_set_compute (EqpMeasureSet         *self,
                         const EqpMeasureInput *input,
                         EqpMeasureGroups       groups,
                         EqpPool               *pool,
                         GCancellable          *cancellable)
{
  g_autofree gint64 *sizes = g_new0 (gint64, (gsize) MAX (1, input->k));
  gint filled = count_filled (input, sizes);

  count_rows (self, input);
  if ((groups & EQP_MEASURES_TRUTH) != 0)
    measure_truth (self, input);
  if ((groups & EQP_MEASURES_BALANCE) != 0)
    measure_balance (self, input, sizes);
  if ((groups & EQP_MEASURES_POINTS) != 0)
    measure_points (self, input, filled, pool, cancellable);
  if ((groups & EQP_MEASURES_GRAPH) != 0)
    measure_graph (self, input);
  if ((groups & EQP_MEASURES_SILHOUETTE) != 0)
    measure_silhouette (self, input, filled, pool, cancellable);
  self->groups |= groups;
}

/**
 * eqp_measure_set_merge:
 * @self: a set
 * @other: another one of the same labelling; its groups take the place of those of @self
 */
void
eqp_measure_set_merge (EqpMeasureSet       *self,
                       const EqpMeasureSet *other)
{
  for (int i = 0; i < EQP_N_MEASURES; i++)
    if ((eqp_measure_get (i)->group & other->groups) != 0)
      {
        self->values[i] = other->values[i];
        self->reasons[i] = other->reasons[i];
      }
  if ((other->groups & EQP_MEASURES_SILHOUETTE) != 0)
    self->silhouette = other->silhouette;
  self->groups |= other->groups;
}

/**
 * eqp_measure_set_has:
 * @self: a set
 * @measure: which one
 *
 * Returns: whether it was computed; it may have no value all the same
 */
gboolean
eqp_measure_set_has (const EqpMeasureSet *self,
                     EqpMeasureId         measure)
{
  return (self->groups & eqp_measure_get (measure)->group) != 0;
}
