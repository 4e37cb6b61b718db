/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Square matrices that are a graph, or could be one: symmetric ones, and others with one number all along the diagonal.
 * A dense one is asked about, because points can look like that, too; a sparse one without negative numbers hardly is
 * anything else. */
#include "config.h"

#include "eqp-affinity.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

#include "base/eqp-sentence.h"

#include "base/eqp-error.h"
#include "eqp-edges.h"

/* Smaller squares are symmetric by chance. */
#define LEAST_NODES 3

/* Squares that are not symmetric have a diagonal of one number by chance. */
#define LEAST_DIRECTED 5

void
_eqp_note_take (EqpDatasetParts        *parts,
                const EqpImportOptions *options,
                EqpTake                 take,
                const char             *why)
{
  g_autofree char *evidence = g_strdup_printf ("%s.", why);

  *evidence = g_ascii_toupper (*evidence);
  _eqp_settle_option (parts, options, "as", &(EqpImportOptions){ .take = take }, NULL, evidence);
}

/* What a square matrix looks like. */
typedef struct
{
  gint64   n;
  gint64   row;         /* the first two that are not each other's mirror image; -1: it is symmetric */
  gint64   column;
  double   there;
  double   back;
  gboolean nearly;      /* some of these differ in their last digits */
  gint64   n_negative;  /* off the diagonal */
  gboolean any;         /* anything is off the diagonal */
  gboolean same;        /* the diagonal has one number, */
  double   diagonal;    /* this one, */
  gboolean peak;        /* which no other is larger than */
  gboolean distances;   /* zeros are on the diagonal and nowhere else */
} Look;

/* Two numbers that are the same, or would be without rounding where numbers are as large as @scale. */
static gboolean
mirror (double there, double back, double scale)
{
  return there == back || (isnan (there) && isnan (back)) ||
         fabs (there - back) <= EQP_EDGES_TOLERANCE * MAX (MAX (fabs (there), fabs (back)), scale);
}

/* Most tables that are square by chance are left at their first rows. */
static gboolean
look_at (EqpStore *store, const gint64 *columns, Look *look, GCancellable *cancellable)
{
  look->row = -1;
  look->diagonal = eqp_store_get_value (store, 0, columns[0]);
  look->same = look->peak = look->distances = TRUE;
  for (gint64 i = 1; i < look->n && look->same; i++)
    look->same = mirror (eqp_store_get_value (store, i, columns[i]), look->diagonal, 0.0);
  look->distances = look->same && look->diagonal == 0.0;
  for (gint64 i = 1; i < look->n && (look->same || look->row < 0); i++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (gint64 j = 0; j < i; j++)
        {
          double there = eqp_store_get_value (store, j, columns[i]);
          double back = eqp_store_get_value (store, i, columns[j]);

          gboolean same = mirror (there, back,
                                  fmin (fabs (eqp_store_get_value (store, i, columns[i])),
                                        fabs (eqp_store_get_value (store, j, columns[j]))));

          if (look->row < 0 && !same)
            {
              look->row = j;
              look->column = i;
              look->there = there;
              look->back = back;
            }
          look->nearly |= same && there != back && !isnan (there);
          look->n_negative += (there < 0.0) + (back < 0.0);
          look->any |= fabs (there) > 0.0 || fabs (back) > 0.0;
          look->peak &= MAX (fabs (there), fabs (back)) <= look->diagonal * (1.0 + EQP_EDGES_TOLERANCE);
          look->distances &= there > 0.0 && back > 0.0;
        }
    }
  return TRUE;
}

/* Its own mirror image, or with a diagonal that points do not have. */
static gboolean
may_be_graph (const Look *look)
{
  if (!look->any)
    return FALSE;
  if (look->row < 0)
    return TRUE;
  return look->n >= LEAST_DIRECTED && look->same && look->n_negative == 0 && (look->diagonal == 0.0 || look->peak);
}

/* Returns whether the matrix is a graph or will be asked about, so that none of its columns are labels. */
gboolean
_eqp_affinity_is_likely (EqpStore               *store,
                         const EqpImportOptions *options,
                         GCancellable           *cancellable)
{
  gint64 n = eqp_store_get_rows (store);
  g_autofree gint64 *columns = NULL;
  Look look = { n };

  if (options->take == EQP_TAKE_FEATURES || n != eqp_store_get_width (store))
    return FALSE;
  if (options->take == EQP_TAKE_GRAPH)
    return TRUE;
  columns = g_new (gint64, n);
  for (gint64 j = 0; j < n; j++)
    columns[j] = j;
  return n >= LEAST_NODES && look_at (store, columns, &look, cancellable) && may_be_graph (&look);
}

static char *
text_of (double value)
{
  return isnan (value) ? g_strdup ("missing") : g_strdup_printf ("%.6g", value);
}

/* A square matrix is worth a word, even where it is no graph. */
static void
tell_features (EqpDatasetParts *parts, const EqpImportOptions *options, const Look *look)
{
  g_autofree char *there = text_of (look->there), *back = text_of (look->back), *why = NULL;

  if (look->row < 0)
    why = g_strdup_printf (_ ("it has %s"), look->diagonal != 0.0 || !look->same
                                                ? _ ("no numbers but those on its diagonal")
                                                : _ ("nothing but zeros"));
  else
    why = eqp_sentence_dup (_ ("it is not symmetric (row %" PRId64 ", column %" PRId64
                               " is %s, and row %" PRId64 ", column %" PRId64 " is %s)"),
                            look->row + 1, look->column + 1, there, look->column + 1, look->row + 1, back);
  _eqp_note_take (parts, options, EQP_TAKE_FEATURES, why);
}

static gboolean
ask (const Look *look, const char *file, GError **error)
{
  g_autofree char *size =
      eqp_sentence_dup (_ ("the matrix of %" PRId64 " × %" PRId64 " numbers"), look->n, look->n);
  g_autofree char *there = text_of (look->there), *back = text_of (look->back);
  const char *last = look->nearly ? _ (" but for the last digits") : "";
  const char *hint = look->n_negative > 0 && look->same && look->diagonal > 0.0 && look->peak
                         ? _ (" and a diagonal of one number, as correlations have")
                     : look->distances && look->n > LEAST_NODES
                         ? _ (" and zeros on its diagonal alone, as distances have, which have to be turned into "
                              "similarities before they are a graph")
                         : "";
  EqpDecision *question;

  if (look->row >= 0)
    question = eqp_decision_new ("as",
                                 _ ("%s has %.6g along its diagonal, as directed graphs have it, but row %" PRId64
                                    ", column %" PRId64 " is %s, and back %s: it can be both"),
                                 size, look->diagonal, look->row + 1, look->column + 1, there, back);
  else
    question = eqp_decision_new ("as",
                                 _ ("%s is symmetric%s and has %" PRId64 " negative ones%s, so it can be both"), size,
                                 last, look->n_negative, hint);
  eqp_decision_offer (question, "as", "graph", _ ("a graph, where a large number means a strong edge"));
  eqp_decision_offer (question, "as", "features", _ ("points with features, one a row"));
  eqp_error_set_question (error, file, question);
  return FALSE;
}

/* @taken: whether the matrix became a graph, so that nothing is left to do. */
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
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: a matrix of %" PRId64 " × %u numbers is no graph, which has a row and a column for each "
                          "node."),
                       file, n, columns->len);
  if (options->take == EQP_TAKE_GUESS && n < LEAST_NODES)
    return TRUE;
  if (options->take == EQP_TAKE_GUESS)
    {
      Look look = { n };

      if (!look_at (store, index, &look, cancellable))
        return !g_cancellable_set_error_if_cancelled (cancellable, error);
      if (may_be_graph (&look))
        return ask (&look, file, error);
      tell_features (parts, options, &look);
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
    eqp_note (&parts->decisions, _ ("The diagonal of the matrix was left out; no cut can cross an edge from a node to "
                                    "itself."));
  /* Distances have zeros on the diagonal and nowhere else; similarities that look so have lost their diagonal. */
  if (diagonal == 0 && zeros == 0 && n > LEAST_NODES)
    eqp_note (&parts->findings, _ ("Only the diagonal of the matrix is 0, as of distances; in a graph large "
                                   "numbers join, so turn distances into similarities before."));
  _eqp_note_take (parts, options, EQP_TAKE_GRAPH, "");
  *taken = TRUE;
  return _eqp_edges_finish (&edges, n, EQP_EDGES_MATRIX, TRUE, cancellable, error);
}

/* An entry of a line in order. */
static double
find_sparse (const EqpSparse *sparse, gint64 i, gint64 j)
{
  gint64 from = sparse->starts[i], to = sparse->starts[i + 1];

  while (from < to)
    {
      gint64 middle = from + (to - from) / 2;

      if (sparse->minor[middle] < j)
        from = middle + 1;
      else
        to = middle;
    }
  return from < sparse->starts[i + 1] && sparse->minor[from] == j ? sparse->values[from] : 0.0;
}

/* The same for compressed lines, by looking every entry up from the other side; FALSE where they are not in order. */
static gboolean
look_at_sparse (const EqpSparse *sparse, Look *look, GCancellable *cancellable)
{
  look->row = -1;
  for (gint64 i = 0; i < look->n; i++)
    for (gint64 k = sparse->starts[i]; k < sparse->starts[i + 1]; k++)
      {
        gint64 j = sparse->minor[k];

        if (k > sparse->starts[i] && sparse->minor[k - 1] >= j)
          return FALSE;
        look->any |= i != j && sparse->values[k] != 0.0;
        look->n_negative += i != j && sparse->values[k] < 0.0;
        if (i == j && sparse->values[k] != 0.0)
          look->diagonal = sparse->values[k];
      }
  look->same = look->diagonal == 0.0;
  for (gint64 i = 0; i < look->n && look->row < 0; i++)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      for (gint64 k = sparse->starts[i]; k < sparse->starts[i + 1] && look->row < 0; k++)
        {
          double back = find_sparse (sparse, sparse->minor[k], i);

          look->nearly |= sparse->values[k] != back;
          if (mirror (sparse->values[k], back, 0.0))
            continue;
          look->row = i;
          look->column = sparse->minor[k];
          look->there = sparse->values[k];
          look->back = back;
        }
    }
  return TRUE;
}

/* A symmetric matrix without negative numbers is taken for a graph unless features are asked for; one with negative
 * numbers is asked about. */
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
  Look look = { n };

  *taken = options->take == EQP_TAKE_GRAPH;
  if (options->take == EQP_TAKE_GUESS && n >= LEAST_NODES && look_at_sparse (sparse, &look, cancellable))
    {
      *taken = look.row < 0 && look.any && look.n_negative == 0;
      if (look.row < 0 && look.n_negative > 0)
        return ask (&look, file, error);
      if (!*taken)
        tell_features (parts, options, &look);
    }
  if (!*taken)
    return TRUE;

  _eqp_edges_init (&edges, file, options, parts);
  for (gint64 i = 0; i < n; i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (gint64 k = sparse->starts[i]; k < sparse->starts[i + 1]; k++)
        if (!_eqp_edges_add (&edges, i, sparse->minor[k], sparse->values[k], 0, error))
          return FALSE;
    }
  _eqp_note_take (parts, options, EQP_TAKE_GRAPH, _ ("the matrix is square, sparse and symmetric"));
  return _eqp_edges_finish (&edges, n, EQP_EDGES_MATRIX, TRUE, cancellable, error);
}
