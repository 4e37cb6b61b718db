/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An undirected weighted graph that never changes once it is made, so that runs in several threads share it by
 * reference. This file holds it, checks what comes in, and knows degrees and components; eqp-graph-build.c makes one
 * from points. */
#include "config.h"

#include "eqp-graph.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-sentence.h"

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "eqp-graph-private.h"

#define ROWS_A_LOOK 4096 /* at the cancellable */

struct _EqpGraph
{
  gint             references; /* atomic; the builtins are seen by ThreadSanitizer, a gatomicrefcount is not */
  EqpCsr           csr;
  EqpCsrParts      parts;           /* the same arrays, to free */
  double          *degrees;         /* n */
  gint32          *components;      /* n, numbered by their first vertex */
  gint64          *component_sizes; /* n_components */
  gint64           n_components;
  gint64           n_isolated;
  double           total_weight;
  GPtrArray       *findings;        /* char*, full sentences */
  gint             isolated_finding; /* number of the one about points without neighbors, or -1 */
  EqpNeighbors    *neighbors;       /* or NULL */
  EqpGraphOptions  options;         /* neighbors 0: not made of points */
  double           delta;
};

/* -- arrays ------------------------------------------------------------------------------------------------------ */

void
_eqp_csr_parts_clear (EqpCsrParts *self)
{
  eqp_free (self->starts);
  eqp_free (self->columns);
  eqp_free (self->weights);
  memset (self, 0, sizeof *self);
}

gboolean
_eqp_csr_parts_alloc (EqpCsrParts  *self,
                      gint64        n,
                      gint64        n_entries,
                      GError      **error)
{
  memset (self, 0, sizeof *self);
  self->n = n;
  if ((self->starts = eqp_try_alloc ((gsize) n + 1, sizeof (gint64), N_ ("the rows of the graph"), error)) == NULL ||
      (self->columns = eqp_try_alloc ((gsize) n_entries, sizeof (gint32), N_ ("the edges of the graph"), error)) ==
          NULL ||
      (self->weights = eqp_try_alloc ((gsize) n_entries, sizeof (double), N_ ("the weights of the graph"), error)) ==
          NULL)
    {
      _eqp_csr_parts_clear (self);
      return FALSE;
    }
  return TRUE;
}

/* -- what follows from the edges --------------------------------------------------------------------------------- */

/* Breadth first from every vertex that has no number yet; of no use when it was cancelled. */
static void
find_components (EqpGraph *self, gint32 *queue, GCancellable *cancellable)
{
  const EqpCsr *csr = &self->csr;
  g_autoptr (GArray) sizes = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (gint64 i = 0; i < csr->n; i++)
    self->components[i] = -1;

  for (gint64 i = 0, met = 0; i < csr->n; i++)
    {
      gint64 head = 0, tail = 0;

      if (self->components[i] >= 0)
        continue;

      self->components[i] = (gint32) sizes->len;
      queue[tail++] = (gint32) i;
      while (head < tail)
        {
          gint32 v = queue[head++];

          if (met++ % ROWS_A_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
            break;

          for (gint64 e = csr->starts[v]; e < csr->starts[v + 1]; e++)
            if (self->components[csr->columns[e]] < 0)
              {
                self->components[csr->columns[e]] = (gint32) sizes->len;
                queue[tail++] = csr->columns[e];
              }
        }
      g_array_append_val (sizes, tail);
    }

  self->n_components = sizes->len;
  self->component_sizes = (gint64 *) g_array_free (g_steal_pointer (&sizes), FALSE);
}

static void
tell (EqpGraph *self)
{
  gint64 largest = 0;

  for (gint64 c = 0; c < self->n_components; c++)
    largest = MAX (largest, self->component_sizes[c]);

  self->isolated_finding = -1;
  if (self->n_isolated > 0)
    {
      self->isolated_finding = (gint) self->findings->len;
      g_ptr_array_add (
          self->findings,
          eqp_sentence_dup (g_dngettext (GETTEXT_PACKAGE,
                                         "%" PRId64 " of %" PRId64 " points has no neighbor in the graph; it is placed "
                                         "only by the sizes of the clusters.",
                                         "%" PRId64 " of %" PRId64 " points have no neighbor in the graph; they are "
                                         "placed only by the sizes of the clusters.", (gulong) self->n_isolated),
                            self->n_isolated, self->csr.n));
    }
  if (self->n_components - self->n_isolated > 1)
    g_ptr_array_add (self->findings,
                     eqp_sentence_dup (_ ("The graph falls into %" PRId64 " components that no edge joins; the largest "
                                          "has %" PRId64 " of %" PRId64 " points."),
                                       self->n_components, largest, self->csr.n));
}

/*< private >
 * _eqp_graph_take:
 * @parts: (transfer full): rows with ascending columns, symmetric, positive weights; cleared also on failure
 * @findings: (transfer full): sentences found so far
 * @cancellable: (nullable): ends it early
 *
 * Returns: (transfer full) (nullable): the graph, or NULL when there is no memory or it was cancelled
 */
EqpGraph *
_eqp_graph_take (EqpCsrParts  *parts,
                 GPtrArray    *findings,
                 GCancellable *cancellable,
                 GError      **error)
{
  EqpGraph *self = g_new0 (EqpGraph, 1);
  gint32 *queue;

  self->references = 1;
  self->parts = *parts;
  memset (parts, 0, sizeof *parts);
  self->csr = (EqpCsr) { self->parts.n, self->parts.starts, self->parts.columns, self->parts.weights };
  self->findings = findings;
  self->delta = NAN;

  self->degrees = eqp_try_alloc ((gsize) self->csr.n, sizeof (double), N_ ("the degrees of the graph"), error);
  self->components = eqp_try_alloc ((gsize) self->csr.n, sizeof (gint32), N_ ("the components of the graph"), error);
  queue = eqp_try_alloc ((gsize) self->csr.n, sizeof (gint32), N_ ("the components of the graph"),
                         self->degrees != NULL && self->components != NULL ? error : NULL);
  if (self->degrees == NULL || self->components == NULL || queue == NULL)
    {
      eqp_free (queue);
      eqp_graph_unref (self);
      return NULL;
    }

  for (gint64 i = 0; i < self->csr.n; i++)
    {
      double degree = 0.0;

      if (i % ROWS_A_LOOK == 0 && g_cancellable_is_cancelled (cancellable))
        break;

      for (gint64 e = self->csr.starts[i]; e < self->csr.starts[i + 1]; e++)
        degree += self->csr.weights[e];
      self->degrees[i] = degree;
      self->total_weight += degree;
      self->n_isolated += self->csr.starts[i] == self->csr.starts[i + 1];
    }

  find_components (self, queue, cancellable);
  eqp_free (queue);
  tell (self);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    g_clear_pointer (&self, eqp_graph_unref);
  return self;
}

void
_eqp_graph_take_origin (EqpGraph              *self,
                        EqpNeighbors          *neighbors,
                        const EqpGraphOptions *options,
                        double                 delta)
{
  if (self->n_components - self->n_isolated > 1)
    g_ptr_array_add (self->findings, g_strdup (_ ("More neighbors would join the components of the graph.")));
  self->neighbors = neighbors;
  self->options = *options;
  self->delta = delta;
}

/* -- from given edges -------------------------------------------------------------------------------------------- */

static gboolean
check_size (gint64 n, GError **error)
{
  if (n >= 1 && n <= G_MAXINT32)
    return TRUE;

  eqp_refuse (error, n < 1 ? EQP_ERROR_INVALID_DATA : EQP_ERROR_TOO_LARGE,
              _ ("The graph has %" PRId64 " vertices; it has to have at least 1 and at most %d."), n, G_MAXINT32);
  return FALSE;
}

static gboolean
check_edge (gint64 n, gint64 i, gint64 j, double weight, GError **error)
{
  if (i < 0 || i >= n || j < 0 || j >= n)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                  _ ("The graph has an edge between vertices %" PRId64 " and %" PRId64
                     ", but only %" PRId64 " vertices."),
                  i + 1, j + 1, n);
      return FALSE;
    }
  if (!isfinite (weight) || weight < 0.0)
    {
      eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                  _ ("The edge between vertices %" PRId64 " and %" PRId64
                     " weighs %g; weights have to be finite and at least 0."),
                  i + 1, j + 1, weight);
      return FALSE;
    }
  return TRUE;
}

/*< private >
 * _eqp_csr_parts_transpose:
 * @from: rows in any order
 * @to: as large, with all starts 0
 * @cancellable: (nullable): ends it early; what is in @to is of no use then
 *
 * Turns the rows into columns; afterwards the columns of every row ascend, since rows are met in order.
 */
void
_eqp_csr_parts_transpose (const EqpCsrParts *from,
                          EqpCsrParts       *to,
                          GCancellable      *cancellable)
{
  gint64 n = from->n;

  for (gint64 e = 0; e < from->starts[n]; e++)
    to->starts[from->columns[e] + 1]++;
  for (gint64 i = 0; i < n; i++)
    to->starts[i + 1] += to->starts[i];
  for (gint64 i = 0; i < n && (i % ROWS_A_LOOK > 0 || !g_cancellable_is_cancelled (cancellable)); i++)
    for (gint64 e = from->starts[i]; e < from->starts[i + 1]; e++)
      {
        gint64 place = to->starts[from->columns[e]]++;

        to->columns[place] = (gint32) i;
        to->weights[place] = from->weights[e];
      }
  memmove (to->starts + 1, to->starts, sizeof (gint64) * n);
  to->starts[0] = 0;
}

/* Adds up entries that stand twice in an ordered row and leaves out zeros and the diagonal. */
static void
compact (EqpCsrParts *parts, gint64 *n_loops)
{
  gint64 end = 0, first = 0;

  for (gint64 i = 0; i < parts->n; i++)
    {
      gint64 start = end, last = parts->starts[i + 1];

      for (gint64 e = first; e < last; e++)
        if (parts->columns[e] == i)
          ++*n_loops;
        else if (parts->weights[e] > 0.0)
          {
            if (end > start && parts->columns[end - 1] == parts->columns[e])
              parts->weights[end - 1] += parts->weights[e];
            else
              {
                parts->columns[end] = parts->columns[e];
                parts->weights[end++] = parts->weights[e];
              }
          }
      first = last;
      parts->starts[i + 1] = end;
    }
}

static GPtrArray *
loop_findings (gint64 n_loops)
{
  GPtrArray *findings = g_ptr_array_new_with_free_func (g_free);

  if (n_loops > 0)
    g_ptr_array_add (findings, eqp_sentence_dup (g_dngettext (GETTEXT_PACKAGE,
                                                              "%" PRId64 " edge from a vertex to itself was "
                                                              "left out; no cut can cross it.",
                                                              "%" PRId64 " edges from a vertex to itself were "
                                                              "left out; no cut can cross them.", (gulong) n_loops),
                                                 n_loops));
  return findings;
}

/* @raw is any order of entries; on success the graph owns an ordered copy. */
static EqpGraph *
order_and_take (EqpCsrParts *raw, GError **error)
{
  EqpCsrParts turned, ordered;
  gint64 n_loops = 0;

  if (!_eqp_csr_parts_alloc (&turned, raw->n, raw->starts[raw->n], error))
    return NULL;
  _eqp_csr_parts_transpose (raw, &turned, NULL);
  if (!_eqp_csr_parts_alloc (&ordered, raw->n, raw->starts[raw->n], error))
    {
      _eqp_csr_parts_clear (&turned);
      return NULL;
    }
  _eqp_csr_parts_transpose (&turned, &ordered, NULL);
  compact (&ordered, &n_loops);

  /* A symmetric matrix is its own transpose, and both are ordered now. */
  memset (turned.starts, 0, sizeof (gint64) * (turned.n + 1));
  _eqp_csr_parts_transpose (&ordered, &turned, NULL);
  for (gint64 i = 0; i < ordered.n; i++)
    for (gint64 e = MIN (ordered.starts[i], turned.starts[i]); e < MAX (ordered.starts[i + 1], turned.starts[i + 1]);
         e++)
      if (ordered.starts[i] != turned.starts[i] || ordered.starts[i + 1] != turned.starts[i + 1] ||
          ordered.columns[e] != turned.columns[e] ||
          fabs (ordered.weights[e] - turned.weights[e]) > 1e-9 * ordered.weights[e])
        {
          eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                      _ ("The matrix of the graph is not symmetric in row %" PRId64
                         "; every edge has to stand there from both ends with the same weight."),
                      i + 1);
          _eqp_csr_parts_clear (&turned);
          _eqp_csr_parts_clear (&ordered);
          return NULL;
        }

  _eqp_csr_parts_clear (&turned);
  return _eqp_graph_take (&ordered, loop_findings (n_loops / 2 + n_loops % 2), NULL, error);
}

/**
 * eqp_graph_new_from_csr:
 * @n: vertices, 1 or more
 * @starts: n + 1 ascending row starts, the first 0
 * @columns: starts[n] vertices, in any order
 * @weights: (nullable): starts[n] weights of at least 0; NULL: all 1
 * @error: EQP_ERROR_INVALID_DATA with the edge that is wrong, EQP_ERROR_TOO_LARGE
 *
 * Copies a symmetric matrix. The diagonal and zeros are left out, entries that stand twice add up. O(n + entries).
 *
 * Returns: (transfer full): the graph
 */
EqpGraph *
eqp_graph_new_from_csr (gint64         n,
                        const gint64  *starts,
                        const gint32  *columns,
                        const double  *weights,
                        GError       **error)
{
  EqpCsrParts raw;
  EqpGraph *self;

  if (!check_size (n, error))
    return NULL;
  for (gint64 i = 0; i < n; i++)
    {
      if (starts[0] != 0 || starts[i + 1] < starts[i])
        {
          eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                      _ ("The row starts of the graph do not ascend from 0 at row %" PRId64 "."), i + 1);
          return NULL;
        }
      for (gint64 e = starts[i]; e < starts[i + 1]; e++)
        if (!check_edge (n, i, columns[e], weights != NULL ? weights[e] : 1.0, error))
          return NULL;
    }

  if (!_eqp_csr_parts_alloc (&raw, n, starts[n], error))
    return NULL;
  memcpy (raw.starts, starts, sizeof (gint64) * (n + 1));
  memcpy (raw.columns, columns, sizeof (gint32) * starts[n]);
  for (gint64 e = 0; e < starts[n]; e++)
    raw.weights[e] = weights != NULL ? weights[e] : 1.0;

  self = order_and_take (&raw, error);
  _eqp_csr_parts_clear (&raw);
  return self;
}

/**
 * eqp_graph_new_from_edges:
 * @n: vertices, 1 or more
 * @n_edges: edges, 0 or more
 * @from: one end of each
 * @to: the other end; an edge stands once, in either direction
 * @weights: (nullable): weights of at least 0; NULL: all 1
 * @error: EQP_ERROR_INVALID_DATA with the edge that is wrong, EQP_ERROR_TOO_LARGE
 *
 * Loops and zeros are left out, parallel edges add up. O(n + n_edges).
 *
 * Returns: (transfer full): the graph
 */
EqpGraph *
eqp_graph_new_from_edges (gint64         n,
                          gint64         n_edges,
                          const gint32  *from,
                          const gint32  *to,
                          const double  *weights,
                          GError       **error)
{
  EqpCsrParts raw;
  EqpGraph *self;

  if (!check_size (n, error))
    return NULL;
  for (gint64 e = 0; e < n_edges; e++)
    if (!check_edge (n, from[e], to[e], weights != NULL ? weights[e] : 1.0, error))
      return NULL;

  if (!_eqp_csr_parts_alloc (&raw, n, 2 * n_edges, error))
    return NULL;
  for (gint64 e = 0; e < n_edges; e++)
    {
      raw.starts[from[e] + 1]++;
      raw.starts[to[e] + 1]++;
    }
  for (gint64 i = 0; i < n; i++)
    raw.starts[i + 1] += raw.starts[i];
  for (gint64 e = 0; e < n_edges; e++)
    for (int end = 0; end < 2; end++)
      {
        gint64 place = raw.starts[end == 0 ? from[e] : to[e]]++;

        raw.columns[place] = end == 0 ? to[e] : from[e];
        raw.weights[place] = weights != NULL ? weights[e] : 1.0;
      }
  memmove (raw.starts + 1, raw.starts, sizeof (gint64) * n);
  raw.starts[0] = 0;

  self = order_and_take (&raw, error);
  _eqp_csr_parts_clear (&raw);
  return self;
}

/* -- sharing and asking ------------------------------------------------------------------------------------------ */

/**
 * eqp_graph_ref:
 * @self: a graph
 *
 * Returns: (transfer full): @self; from any thread
 */
EqpGraph *
eqp_graph_ref (EqpGraph *self)
{
  g_atomic_int_inc (&self->references);
  return self;
}

/**
 * eqp_graph_unref:
 * @self: (nullable): a graph
 */
void
eqp_graph_unref (EqpGraph *self)
{
  if (self == NULL || !g_atomic_int_dec_and_test (&self->references))
    return;

  _eqp_csr_parts_clear (&self->parts);
  eqp_free (self->degrees);
  eqp_free (self->components);
  g_free (self->component_sizes);
  g_ptr_array_unref (self->findings);
  eqp_neighbors_free (self->neighbors);
  g_free (self);
}

/**
 * eqp_graph_get_csr:
 * @self: a graph
 *
 * Returns: (transfer none): the matrix A
 */
const EqpCsr *
eqp_graph_get_csr (const EqpGraph *self)
{
  return &self->csr;
}

/**
 * eqp_graph_get_n:
 * @self: a graph
 *
 * Returns: vertices
 */
gint64
eqp_graph_get_n (const EqpGraph *self)
{
  return self->csr.n;
}

/**
 * eqp_graph_get_n_edges:
 * @self: a graph
 *
 * Returns: undirected edges
 */
gint64
eqp_graph_get_n_edges (const EqpGraph *self)
{
  return self->csr.starts[self->csr.n] / 2;
}

/**
 * eqp_graph_get_total_weight:
 * @self: a graph
 *
 * Returns: W = sum_ij A_ij, every edge counted twice
 */
double
eqp_graph_get_total_weight (const EqpGraph *self)
{
  return self->total_weight;
}

/**
 * eqp_graph_get_degrees:
 * @self: a graph
 *
 * Returns: (transfer none): n sums of the rows of A
 */
const double *
eqp_graph_get_degrees (const EqpGraph *self)
{
  return self->degrees;
}

/**
 * eqp_graph_get_n_components:
 * @self: a graph
 *
 * Returns: connected components, isolated vertices included
 */
gint64
eqp_graph_get_n_components (const EqpGraph *self)
{
  return self->n_components;
}

/**
 * eqp_graph_get_components:
 * @self: a graph
 *
 * Returns: (transfer none): for every vertex its component, numbered in the order of their first vertices
 */
const gint32 *
eqp_graph_get_components (const EqpGraph *self)
{
  return self->components;
}

/**
 * eqp_graph_get_component_sizes:
 * @self: a graph
 *
 * Returns: (transfer none): vertices of each component
 */
const gint64 *
eqp_graph_get_component_sizes (const EqpGraph *self)
{
  return self->component_sizes;
}

/**
 * eqp_graph_get_n_isolated:
 * @self: a graph
 *
 * Returns: vertices without an edge
 */
gint64
eqp_graph_get_n_isolated (const EqpGraph *self)
{
  return self->n_isolated;
}

/**
 * eqp_graph_get_isolated_finding:
 * @self: a graph
 *
 * Returns: number of the finding about points without neighbors, from 0, or -1
 */
gint
eqp_graph_get_isolated_finding (const EqpGraph *self)
{
  return self->isolated_finding;
}

/**
 * eqp_graph_get_findings:
 * @self: a graph
 *
 * Returns: (transfer none) (element-type utf8): what may hurt a run, one sentence each; never NULL
 */
GPtrArray *
eqp_graph_get_findings (const EqpGraph *self)
{
  return self->findings;
}

/**
 * eqp_graph_get_neighbors:
 * @self: a graph
 *
 * Returns: (transfer none) (nullable): the neighbors it was made of, more than its k where the scale needs them; NULL
 * for a graph of given edges
 */
const EqpNeighbors *
eqp_graph_get_neighbors (const EqpGraph *self)
{
  return self->neighbors;
}

/**
 * eqp_graph_get_delta:
 * @self: a graph
 *
 * Returns: the one delta of a fixed or mean scale, in the units of the data; NaN with the local scale and given edges
 */
double
eqp_graph_get_delta (const EqpGraph *self)
{
  return self->delta;
}

/**
 * eqp_graph_is_made_of:
 * @self: a graph
 * @options: settings
 *
 * Returns: whether eqp_graph_build() with @options and the same data would make this graph again
 */
gboolean
eqp_graph_is_made_of (const EqpGraph         *self,
                      const EqpGraphOptions  *options)
{
  return self->options.neighbors == options->neighbors && self->options.scale == options->scale &&
         (options->scale != EQP_SCALE_FIXED || self->options.delta == options->delta) &&
         self->options.search == options->search;
}

/**
 * eqp_graph_compute_cut:
 * @self: a graph
 * @labels: n labels of any values
 *
 * Returns: W - Tr(F'AF): the weight of the edges whose ends have different labels, each counted twice. O(n + edges).
 */
double
eqp_graph_compute_cut (const EqpGraph *self,
                       const gint32   *labels)
{
  const EqpCsr *csr = &self->csr;
  double cut = 0.0;

  for (gint64 i = 0; i < csr->n; i++)
    {
      double row = 0.0;

      for (gint64 e = csr->starts[i]; e < csr->starts[i + 1]; e++)
        if (labels[csr->columns[e]] != labels[i])
          row += csr->weights[e];
      cut += row;
    }
  return cut;
}
