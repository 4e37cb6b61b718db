/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Square matrices that are a graph, or could be one: symmetric ones without negative numbers. A dense one is asked about,
 * because points can look like that, too; a sparse one hardly is anything else. */
#include "config.h"

#include "eqp-affinity.h"

#include <math.h>
#include <string.h>

#include "../base/eqp-error.h"
#include "eqp-edges.h"

/* Smaller squares are symmetric by chance. */
#define LEAST_NODES 3

/* Two halves of a matrix that differ by less were computed one by one, and are the same. */
#define TOLERANCE 1e-9

/**
 * _eqp_note_take:
 * @parts: gets the decision
 * @options: tell whether it was asked for
 * @take: what the file was taken for
 * @why: the evidence, half a sentence
 */
void
_eqp_note_take (EqpDatasetParts        *parts,
                const EqpImportOptions *options,
                EqpTake                 take,
                const char             *why)
{
  static const char *const names[] = { NULL, "features", "graph" };
  static const char *const titles[] = { NULL, "points with features", "a graph" };
  EqpTake other = take == EQP_TAKE_GRAPH ? EQP_TAKE_FEATURES : EQP_TAKE_GRAPH;
  EqpDecision *decision = eqp_decision_new ("as", "%s.", options->take == take ? "As asked for" : why);

  decision->asked = options->take == take;
  *decision->evidence = g_ascii_toupper (*decision->evidence);
  eqp_decision_offer (decision, "as", names[take], "%s", titles[take]);
  eqp_decision_offer (decision, "as", names[other], "%s", titles[other]);
  _eqp_settle (parts, decision);
  if (options->take == take)
    eqp_note (&parts->decisions, "Taken for %s, as asked for.", titles[take]);
  else
    eqp_note (&parts->decisions, "Taken for %s, because %s; the runner-up: %s (--as %s).", titles[take], why, titles[other], names[other]);
}

/* At least 0 or missing, with anything off the diagonal, and its own transpose. */
static gboolean
looks_like_affinity (EqpStore *store, const gint64 *columns, gint64 n, GCancellable *cancellable)
{
  gboolean any = FALSE;

  for (gint64 i = 0; i < n; i++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (gint64 j = 0; j <= i; j++)
        {
          double there = eqp_store_get_value (store, i, columns[j]);
          double back = eqp_store_get_value (store, j, columns[i]);

          if (isnan (there) && isnan (back))
            continue;
          if (!(there >= 0.0 && back >= 0.0 && (there == back || fabs (there - back) <= TOLERANCE * there)))
            return FALSE;
          any |= i != j && there > 0.0;
        }
    }
  return any;
}

/**
 * _eqp_affinity_is_likely:
 * @store: the rows of a whole matrix
 * @options: may say what to take it for
 * @cancellable: (nullable): to stop
 *
 * Returns: whether the matrix is a graph or will be asked about, so that none of its columns are labels
 */
gboolean
_eqp_affinity_is_likely (EqpStore               *store,
                         const EqpImportOptions *options,
                         GCancellable           *cancellable)
{
  gint64 n = eqp_store_get_rows (store);
  g_autofree gint64 *columns = NULL;

  if (options->take == EQP_TAKE_FEATURES || n != eqp_store_get_width (store))
    return FALSE;
  if (options->take == EQP_TAKE_GRAPH)
    return TRUE;
  columns = g_new (gint64, n);
  for (gint64 j = 0; j < n; j++)
    columns[j] = j;
  return n >= LEAST_NODES && looks_like_affinity (store, columns, n, cancellable);
}

/* A square matrix is worth a word, even where it has the wrong numbers for a graph. */
static void
tell_features (EqpDatasetParts *parts, gint64 n)
{
  eqp_note (&parts->decisions,
            "The matrix of %" G_GINT64_FORMAT " x %" G_GINT64_FORMAT " numbers was taken for points with features, because it is not symmetric or has negative numbers; the runner-up: a graph (--as graph).",
            n, n);
}

/* Zeros on the diagonal and nowhere else. */
static gboolean
looks_like_distances (EqpStore *store, const gint64 *columns, gint64 n)
{
  for (gint64 i = 0; i < n; i++)
    for (gint64 j = 0; j <= i; j++)
      if ((eqp_store_get_value (store, i, columns[j]) == 0.0) != (i == j))
        return FALSE;
  return n > LEAST_NODES;
}

static gboolean
ask (gint64 n, gboolean distances, const char *file, GError **error)
{
  EqpDecision *question = eqp_decision_new ("as", "the matrix of %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT " numbers is symmetric and has no negative ones, so it can be both%s", n, n,
                                            distances ? " (only its diagonal is 0, as with distances, which have to be turned into similarities before they are a graph)" : "");

  eqp_decision_offer (question, "as", "graph", "a graph, where a large number means a strong edge");
  eqp_decision_offer (question, "as", "features", "points with features, one a row");
  eqp_error_set_question (error, file, question);
  return FALSE;
}

/* Distances have zeros on the diagonal and nowhere else; similarities that look so have lost their diagonal. */
static void
warn_of_distances (EqpDatasetParts *parts, gint64 n, gint64 diagonal, gint64 zeros)
{
  if (diagonal == 0 && zeros == 0 && n > LEAST_NODES)
    eqp_note (&parts->findings,
              "Only the diagonal of the matrix is 0, as in a matrix of distances; in a graph large numbers join, so distances have to be turned into similarities before.");
}

/**
 * _eqp_affinity_take:
 * @store: the rows of a matrix
 * @columns: gint64 columns that are meant
 * @file: its name, for messages
 * @options: may say what to take it for
 * @parts: gets the graph
 * @cancellable: (nullable): to stop
 * @taken: (out): whether the matrix became a graph, so that nothing is left to do
 * @error: return location, EQP_ERROR_AMBIGUOUS where the matrix can be both, EQP_ERROR_INVALID_DATA where it cannot be the
 *   graph that was asked for
 *
 * Returns: FALSE on errors
 */
gboolean
_eqp_affinity_take (EqpStore                *store,
                    GArray                  *columns,
                    const char              *file,
                    const EqpImportOptions  *options,
                    EqpDatasetParts         *parts,
                    GCancellable            *cancellable,
                    gboolean                *taken,
                    GError                 **error)
{
  const gint64 *index = (const gint64 *) columns->data;
  gint64 n = eqp_store_get_rows (store), diagonal = 0, zeros = 0;
  g_auto (EqpEdges) edges = { 0 };

  *taken = FALSE;
  if (options->take == EQP_TAKE_FEATURES || (options->take == EQP_TAKE_GUESS && n != (gint64) columns->len))
    return TRUE;
  if (n != (gint64) columns->len)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   "%s: a matrix of %" G_GINT64_FORMAT " × %u numbers is no graph, which has a row and a column for each node.", file, n, columns->len);
      return FALSE;
    }
  if (options->take == EQP_TAKE_GUESS && n >= LEAST_NODES && looks_like_affinity (store, index, n, cancellable))
    return ask (n, looks_like_distances (store, index, n), file, error);
  if (options->take == EQP_TAKE_GUESS)
    {
      if (n >= LEAST_NODES)
        tell_features (parts, n);
      return TRUE;
    }

  _eqp_edges_init (&edges, file, options, parts);
  for (gint64 i = 0; i < n; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (gint64 j = 0; j < n; j++)
        {
          double weight = eqp_store_get_value (store, i, index[j]);

          zeros += i != j && weight == 0.0;
          diagonal += i == j && weight != 0.0;
          if (i != j && weight != 0.0 && !_eqp_edges_add (&edges, i, j, weight, 0, error))
            return FALSE;
        }
    }
  if (diagonal > 0)
    eqp_note (&parts->decisions, "The diagonal of the matrix was left out; no cut can cross an edge from a node to itself.");
  warn_of_distances (parts, n, diagonal, zeros);
  _eqp_note_take (parts, options, EQP_TAKE_GRAPH, "");
  *taken = TRUE;
  return _eqp_edges_finish (&edges, n, EQP_EDGES_MATRIX, TRUE, cancellable, error);
}

/* The same for compressed lines, by looking every entry up from the other side. */
static gboolean
looks_like_sparse_affinity (const EqpSparse *sparse, gint64 n)
{
  g_autofree gint64 *next = g_try_new (gint64, n);
  gboolean any = FALSE;

  if (next == NULL)
    return FALSE;
  memcpy (next, sparse->starts, sizeof (gint64) * (gsize) n);
  /* In order, the entries below the diagonal of a column are met just as its line lists them. */
  for (gint64 i = 0; i < n; i++)
    for (gint64 k = sparse->starts[i]; k < sparse->starts[i + 1]; k++)
      {
        gint64 j = sparse->minor[k];

        if (!(sparse->values[k] >= 0.0) || !isfinite (sparse->values[k]) || (k > sparse->starts[i] && sparse->minor[k - 1] >= j))
          return FALSE;
        any |= i != j;
        if (next[j] == sparse->starts[j + 1] || sparse->minor[next[j]] != i || fabs (sparse->values[next[j]] - sparse->values[k]) > TOLERANCE * sparse->values[k])
          return FALSE;
        next[j]++;
      }
  return any;
}

/**
 * _eqp_affinity_take_sparse:
 * @sparse: a sparse matrix of n lines
 * @n: its other side, too
 * @file: its name, for messages
 * @options: may say what to take it for
 * @parts: gets the graph
 * @cancellable: (nullable): to stop
 * @taken: (out): whether the matrix became a graph
 * @error: return location, as for _eqp_edges_finish()
 *
 * A symmetric matrix without negative numbers is taken for a graph unless features are asked for.
 *
 * Returns: FALSE on errors
 */
gboolean
_eqp_affinity_take_sparse (const EqpSparse         *sparse,
                           gint64                   n,
                           const char              *file,
                           const EqpImportOptions  *options,
                           EqpDatasetParts         *parts,
                           GCancellable            *cancellable,
                           gboolean                *taken,
                           GError                 **error)
{
  g_auto (EqpEdges) edges = { 0 };

  *taken = options->take == EQP_TAKE_GRAPH || (options->take == EQP_TAKE_GUESS && n >= LEAST_NODES && looks_like_sparse_affinity (sparse, n));
  if (!*taken)
    {
      if (options->take == EQP_TAKE_GUESS && n >= LEAST_NODES)
        tell_features (parts, n);
      return TRUE;
    }

  _eqp_edges_init (&edges, file, options, parts);
  for (gint64 i = 0; i < n; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (gint64 k = sparse->starts[i]; k < sparse->starts[i + 1]; k++)
        if (!_eqp_edges_add (&edges, i, sparse->minor[k], sparse->values[k], 0, error))
          return FALSE;
    }
  _eqp_note_take (parts, options, EQP_TAKE_GRAPH, "the matrix is square, sparse and symmetric");
  return _eqp_edges_finish (&edges, n, EQP_EDGES_MATRIX, TRUE, cancellable, error);
}
