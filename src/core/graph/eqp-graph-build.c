/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From points to the Gaussian nearest-neighbor graph: A_ij = exp(-|x_i - x_j|^2 / delta^2) where i is among the k
 * nearest of j or j among those of i. With the local scale (Zelnik-Manor and Perona 2004, Self-tuning spectral
 * clustering) delta^2 = s_i s_j, s_i the distance to the 7th nearest. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/eqp-sentence.h"

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "eqp-graph-private.h"

#define LOCAL_NEIGHBOR 7
#define ROWS_A_LOOK 4096 /* at the cancellable */

/* Every pair of points, each with its s_i; the ratios are taken before the product so that neither can overflow. */
typedef struct
{
  const double *scales;  /* n, or NULL: delta for all */
  double        delta;
} Affinity;

static inline double
weigh (const Affinity *affinity, gint64 i, gint64 j, double distance)
{
  double a = affinity->scales != NULL ? affinity->scales[i] : affinity->delta;
  double b = affinity->scales != NULL ? affinity->scales[j] : affinity->delta;

  return exp (-(distance / a) * (distance / b));
}

/**
 * eqp_graph_check_options:
 * @options: neighbors, scale and search
 * @error: EQP_ERROR_INVALID_PARAM, in a sentence
 *
 * Returns: whether a graph can be made with them
 */
gboolean
eqp_graph_check_options (const EqpGraphOptions  *options,
                         GError                **error)
{
  if (options->neighbors < 1)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                  _ ("The graph is to join each point to its %d nearest; that number has to be at least 1."),
                  options->neighbors);
      return FALSE;
    }
  if (options->scale == EQP_SCALE_FIXED && !(isfinite (options->delta) && options->delta > 0.0))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_PARAM,
                   _ ("The scale delta is %g; it has to be a finite number above 0."), options->delta);
      return FALSE;
    }
  return TRUE;
}

/* The s_i, with zeros (duplicates) raised to the smallest positive one. */
static double *
local_scales (const EqpNeighbors *neighbors, GPtrArray *findings)
{
  gint64 n = neighbors->n, n_zero = 0;
  double *scales = g_new (double, n);
  double least = INFINITY;

  for (gint64 i = 0; i < n; i++)
    {
      scales[i] =
          neighbors->k > 0 ? neighbors->distances[i * neighbors->k + MIN (LOCAL_NEIGHBOR, neighbors->k) - 1] : 0.0;
      if (scales[i] > 0.0)
        least = MIN (least, scales[i]);
      else
        n_zero++;
    }

  if (least == INFINITY)
    least = 1.0;
  for (gint64 i = 0; i < n; i++)
    if (!(scales[i] > 0.0))
      scales[i] = least;

  if (n_zero > 0 && neighbors->k > 0)
    g_ptr_array_add (findings, eqp_sentence_dup (g_dngettext (GETTEXT_PACKAGE,
                                                              "%" PRId64 " point has %d or more duplicates, so "
                                                              "its local scale is 0; the smallest positive "
                                                              "scale, %g, was taken for it.",
                                                              "%" PRId64 " points have %d or more duplicates, "
                                                              "so their local scale is 0; the smallest positive "
                                                              "scale, %g, was taken for them.", (gulong) n_zero),
                                                 n_zero, MIN (LOCAL_NEIGHBOR, neighbors->k), least * neighbors->unit));
  return scales;
}

static double
mean_distance (const EqpNeighbors *neighbors, int k, GPtrArray *findings)
{
  double sum = 0.0, mean;

  for (gint64 i = 0; i < neighbors->n; i++)
    for (int j = 0; j < k; j++)
      sum += neighbors->distances[i * neighbors->k + j];
  mean = k > 0 ? sum / ((double) neighbors->n * k) : 0.0;
  if (mean > 0.0)
    return mean;

  if (k > 0)
    g_ptr_array_add (findings, g_strdup (_ ("All nearest neighbors are duplicates, so the mean distance is 0; all "
                                            "edges "
                                            "weigh 1.")));
  return 1.0;
}

/* The k nearest of row i in ascending order of row numbers. */
static void
sort_own (const EqpNeighbors *neighbors, gint64 i, int k, gint32 *ids, double *distances)
{
  for (int j = 0; j < k; j++)
    {
      gint32 id = neighbors->ids[i * neighbors->k + j];
      double distance = neighbors->distances[i * neighbors->k + j];
      int place = j;

      for (; place > 0 && ids[place - 1] > id; place--)
        {
          ids[place] = ids[place - 1];
          distances[place] = distances[place - 1];
        }
      ids[place] = id;
      distances[place] = distance;
    }
}

/* The rows that have i among their k nearest come in ascending order when they are entered in order; so every row is
 * the merger of two ordered lists. @weights holds distances on the way. */
static gboolean
unite (const EqpNeighbors *neighbors, int k, const Affinity *affinity, EqpCsrParts *parts, gint64 *n_lost,
       GCancellable *cancellable, GError **error)
{
  gint64 n = neighbors->n, end = 0;
  g_autofree gint64 *fill = g_new0 (gint64, n + 1);
  g_autofree gint32 *ids = g_new (gint32, MAX (k, 1));
  g_autofree double *distances = g_new (double, MAX (k, 1));
  gint32 *from;
  double *length;

  for (gint64 i = 0; i < n; i++)
    for (int j = 0; j < k; j++)
      fill[neighbors->ids[i * neighbors->k + j] + 1]++;
  for (gint64 i = 0; i < n; i++)
    fill[i + 1] += fill[i];

  if (!_eqp_csr_parts_alloc (parts, n, 2 * n * k, error))
    return FALSE;

  /* The reverse lists fill the second half; a merged row never runs into what is still to be read. */
  from = parts->columns + n * k;
  length = parts->weights + n * k;
  for (gint64 i = 0; i < n && (i % ROWS_A_LOOK > 0 || !g_cancellable_is_cancelled (cancellable)); i++)
    for (int j = 0; j < k; j++)
      {
        gint64 place = fill[neighbors->ids[i * neighbors->k + j]]++;

        from[place] = (gint32) i;
        length[place] = neighbors->distances[i * neighbors->k + j];
      }

  for (gint64 i = 0, first = 0; i < n; first = fill[i++])
    {
      gint64 reverse = first;
      int own = 0;

      if (i % ROWS_A_LOOK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        {
          _eqp_csr_parts_clear (parts);
          return FALSE;
        }
      sort_own (neighbors, i, k, ids, distances);
      while (own < k || reverse < fill[i])
        {
          gboolean take_own = own < k && (reverse == fill[i] || ids[own] <= from[reverse]);
          gint32 id = take_own ? ids[own] : from[reverse];
          double weight = weigh (affinity, i, id, take_own ? distances[own] : length[reverse]);

          if (take_own && reverse < fill[i] && from[reverse] == id)
            reverse++;
          if (take_own)
            own++;
          else
            reverse++;

          if (weight > 0.0)
            {
              parts->columns[end] = id;
              parts->weights[end++] = weight;
            }
          else
            ++*n_lost;
        }
      parts->starts[i + 1] = end;
    }
  return TRUE;
}

static EqpGraph *
make (EqpNeighbors *neighbors, const EqpGraphOptions *options, GCancellable *cancellable, GError **error)
{
  g_autoptr (EqpNeighbors) owned = neighbors;
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (g_free);
  g_autofree double *scales = NULL;
  Affinity affinity = { NULL, 1.0 };
  EqpCsrParts parts;
  EqpGraph *self;
  gint64 n_lost = 0;
  int k;

  if (!eqp_graph_check_options (options, error))
    return NULL;

  k = MIN (options->neighbors, neighbors->k);
  if (k < options->neighbors)
    g_ptr_array_add (findings, eqp_sentence_dup (_ ("Each of the %" PRId64 " points has only %d others, so the "
                                                    "graph joins %d neighbors and not %d."),
                                                 neighbors->n, k, k, options->neighbors));
  if (neighbors->recall < 1.0 || neighbors->recall_rows > 0)
    g_ptr_array_add (findings, eqp_sentence_dup (_ ("The neighbors were searched approximately: %.2f %% of the true "
                                                    "ones "
                                                    "were found, measured on %" PRId64 " rows."),
                                                 100.0 * neighbors->recall, neighbors->recall_rows));

  if (options->scale == EQP_SCALE_LOCAL)
    affinity.scales = scales = local_scales (neighbors, findings);
  else if (options->scale == EQP_SCALE_MEAN)
    affinity.delta = mean_distance (neighbors, k, findings);
  else
    affinity.delta = options->delta / neighbors->unit;

  if (!unite (neighbors, k, &affinity, &parts, &n_lost, cancellable, error))
    return NULL;
  if (n_lost > 0)
    g_ptr_array_add (findings, eqp_sentence_dup (g_dngettext (GETTEXT_PACKAGE,
                                                              "%" PRId64 " edge weighs less than the smallest "
                                                              "number a double holds and was left out; delta is "
                                                              "too small for the distances of these data.",
                                                              "%" PRId64 " edges weigh less than the smallest "
                                                              "number a double holds and were left out; delta "
                                                              "is too small for the distances of these data.",
                                                              (gulong) (n_lost / 2)),
                                                 n_lost / 2));

  self = _eqp_graph_take (&parts, g_steal_pointer (&findings), cancellable, error);
  if (self != NULL)
    _eqp_graph_take_origin (self, g_steal_pointer (&owned), options,
                            options->scale == EQP_SCALE_LOCAL ? NAN : affinity.delta * neighbors->unit);
  return self;
}

/**
 * eqp_graph_new_from_neighbors:
 * @neighbors: (transfer full): the k nearest of every row; for the local scale the 7 nearest, where there are as many
 * @options: k, which is cut to what @neighbors has, and the scale
 * @error: EQP_ERROR_INVALID_PARAM, EQP_ERROR_TOO_LARGE
 *
 * Joins every point to its nearest ones and weighs the edges. Edges whose weight is too small for a double are left
 * out; this, points that lose all edges so, several components and duplicates are among the graph's findings.
 * O(n k).
 *
 * Returns: (transfer full): the graph
 */
EqpGraph *
eqp_graph_new_from_neighbors (EqpNeighbors           *neighbors,
                              const EqpGraphOptions  *options,
                              GError                **error)
{
  return make (neighbors, options, NULL, error);
}

/**
 * eqp_graph_build:
 * @points: n x d
 * @options: neighbors, scale and search
 * @pool: for the search
 * @cancellable: (nullable): ends it early
 * @progress: (nullable): called from this thread
 * @error: EQP_ERROR_INVALID_PARAM, EQP_ERROR_TOO_LARGE, G_IO_ERROR_CANCELLED
 *
 * Finds the nearest neighbors and makes the graph. Time O(n^2 d) with the exact search, memory O(n k).
 *
 * Returns: (transfer full): the graph, the same one on any number of threads
 */
EqpGraph *
eqp_graph_build (EqpPoints               points,
                 const EqpGraphOptions  *options,
                 EqpPool                *pool,
                 GCancellable           *cancellable,
                 const EqpProgress      *progress,
                 GError                **error)
{
  EqpNeighbors *neighbors;
  int k;

  if (!eqp_graph_check_options (options, error))
    return NULL;

  k = options->scale == EQP_SCALE_LOCAL ? MAX (options->neighbors, LOCAL_NEIGHBOR) : options->neighbors;
  neighbors = eqp_neighbors_find (points, k, options->search, pool, cancellable, progress, error);
  if (neighbors == NULL)
    return NULL;

  return make (neighbors, options, cancellable, error);
}
