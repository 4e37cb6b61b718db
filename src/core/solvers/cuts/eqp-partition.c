/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A partition of a graph, and the values by which the cut methods judge it. */
#include "config.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-sentence.h"

#include "eqp-spectral-private.h"

/*< private >
 * _eqp_partition_init:
 * @self: (out): cleared by _eqp_partition_clear ()
 * @graph: borrowed
 * @k: clusters
 * @labels: n labels 0..k-1, borrowed
 *
 * Sums up sizes, cuts and inner weights. O(n + edges).
 */
void
_eqp_partition_init (EqpPartition *self,
                     EqpGraph     *graph,
                     gint          k,
                     gint32       *labels)
{
  const EqpCsr *csr = eqp_graph_get_csr (graph);

  self->graph = graph;
  self->k = k;
  self->labels = labels;
  self->sizes = g_new0 (gint64, k);
  self->cuts = g_new0 (double, k);
  self->within = g_new0 (double, k);
  for (gint64 i = 0; i < csr->n; i++)
    {
      gint32 own = labels[i];

      self->sizes[own]++;
      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        *(labels[csr->columns[e]] == own ? &self->within[own] : &self->cuts[own]) += csr->weights[e];
    }
}

void
_eqp_partition_clear (EqpPartition *self)
{
  g_free (self->sizes);
  g_free (self->cuts);
  g_free (self->within);
  memset (self, 0, sizeof *self);
}

double
_eqp_partition_cut (const EqpPartition *self)
{
  return _eqp_partition_value (self, EQP_CUT_SUM);
}

/*< private >
 * _eqp_partition_term:
 * @self: the partition, for its scale
 * @kind: which value
 * @size: rows of a cluster
 * @cut: its cut
 * @within: its inner weight
 *
 * A cluster that is all cut (a single point) would make the min-max value infinite; a trifle in the denominator keeps
 * it a number that is larger than any other.
 *
 * Returns: what a cluster with these sums adds to the value; 0 for an empty one
 */
double
_eqp_partition_term (const EqpPartition *self,
                     EqpCutKind          kind,
                     gint64              size,
                     double              cut,
                     double              within)
{
  double total = eqp_graph_get_total_weight (self->graph);

  if (size == 0 || cut <= 0.0)
    return 0.0;

  switch (kind)
    {
    case EQP_CUT_RATIO:
      return cut / (double) size;
    case EQP_CUT_NORMALIZED:
      return cut / (cut + within);
    case EQP_CUT_MINMAX:
      /* As shares of all, so that the smallest of weights divide as well. */
      return (cut / total) / (within / total + 1e-12);
    case EQP_CUT_SUM:
    default:
      return cut;
    }
}

double
_eqp_partition_value (const EqpPartition *self,
                      EqpCutKind          kind)
{
  double value = 0.0;

  for (gint c = 0; c < self->k; c++)
    value += _eqp_partition_term (self, kind, self->sizes[c], self->cuts[c], self->within[c]);
  return value;
}

/*< private >
 * _eqp_partition_result:
 * @self: the partition
 * @kind: what the method's objective is
 * @params: the settings
 *
 * Returns: (transfer full): a result without centres whose data term is the cut; warnings and flags are left to the
 * caller
 */
EqpResult *
_eqp_partition_result (const EqpPartition *self,
                       EqpCutKind          kind,
                       const EqpParams    *params)
{
  gint64 n = eqp_graph_get_n (self->graph);
  EqpResult *result = eqp_result_new (n, 0, self->k);
  gint64 n_empty = 0;
  gint bare = 0;

  memcpy (result->labels, self->labels, sizeof (gint32) * n);
  memcpy (result->sizes, self->sizes, sizeof (gint64) * self->k);
  result->gamma = params->gamma;
  result->data_term = eqp_graph_compute_cut (self->graph, self->labels);
  result->objective = kind == EQP_CUT_SUM ? result->data_term : _eqp_partition_value (self, kind);
  for (gint c = 0; c < self->k; c++)
    n_empty += self->sizes[c] == 0;
  for (gint c = 0; kind == EQP_CUT_MINMAX && c < self->k; c++)
    bare += self->sizes[c] > 0 && self->cuts[c] > 0.0 && !(self->within[c] > 0.0);
  if (bare > 0)
    {
      result->objective = INFINITY;
      g_ptr_array_add (result->warnings, eqp_sentence_dup (g_dngettext (GETTEXT_PACKAGE,
                                                                        "The min-max cut has no finite value, since %d "
                                                                        "cluster has no edge "
                                                                        "inside.",
                                                                        "The min-max cut has no finite value, since %d "
                                                                        "clusters have no edge "
                                                                        "inside.",
                                                                        (gulong) bare),
                                                           bare));
    }
  if (n_empty > 0)
    g_ptr_array_add (result->warnings, eqp_sentence_dup (g_dngettext (GETTEXT_PACKAGE,
                                                                      "%" PRId64 " of %d clusters is empty: "
                                                                      "fewer than K = %d groups can be told "
                                                                      "apart in this graph.",
                                                                      "%" PRId64 " of %d clusters are empty: "
                                                                      "fewer than K = %d groups can be told "
                                                                      "apart in this graph.", (gulong) n_empty),
                                                         n_empty, self->k, self->k));
  return result;
}
