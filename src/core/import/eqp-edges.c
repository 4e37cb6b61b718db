/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the edges of a file to an undirected graph with positive weights: what does not fit is counted and told, and
 * mended only where the user says how. */
#include "config.h"

#include "eqp-edges.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-sentence.h"
#include "graph/eqp-graph-private.h"
#include "eqp-beside.h"
#include "eqp-sparse.h"
#include "base/eqp-memory.h"
#include "base/eqp-plural.h"

/* So many tell what the others take. */
#define LOOK_EDGES 1000

/* Between two looks at the cancellable. */
#define EDGES_A_LOOK 65536

/* Sums of weights and their products with the number of nodes have to stay far from the end of the range. */
#define LARGEST_TOTAL 1e200

/* @options: what to do with weights and directions; borrowed; @parts: gets what comes of it; borrowed. */
void
_eqp_edges_init (EqpEdges               *self,
                 const char             *file,
                 const EqpImportOptions *options,
                 EqpDatasetParts        *parts)
{
  *self = (EqpEdges) { .file = file, .options = options, .parts = parts };
  if (parts->ledger == NULL)
    _eqp_ledger_start (parts, options->ledger_limit);
}

/* @name: says what a node is called in the file. */
void
_eqp_edges_set_names (EqpEdges        *self,
                      EqpNameNodeFunc  name,
                      gpointer         user_data)
{
  self->name = name;
  self->name_data = user_data;
}

static char *
name_node (const EqpEdges *self, gint64 node)
{
  return self->name != NULL ? self->name (node, self->name_data) : g_strdup_printf ("%" G_GINT64_FORMAT, node + 1);
}

void
_eqp_edges_clear (EqpEdges *self)
{
  g_clear_pointer (&self->edges, g_free);
  g_clear_pointer (&self->bad, g_free);
}

static gboolean
grow (EqpEdges *self, GError **error)
{
  EqpEdge *edges = eqp_try_grow (self->edges, &self->size, sizeof (EqpEdge));

  if (edges == NULL)
    return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                       _ ("%s: there is no memory for more than %" PRId64 " edges; use a smaller graph."), self->file,
                       self->n_edges);
  self->edges = edges;
  return TRUE;
}

/* Returns whether all edges will fit into the memory, as far as that can be told. */
gboolean
_eqp_edges_check_rest (EqpEdges  *self,
                       EqpLines  *lines,
                       GError   **error)
{
  return self->n_edges < LOOK_EDGES ||
         eqp_source_check_rows (lines->source, 0, lines->bytes, self->n_edges, 0, 0, sizeof (EqpEdge), error);
}

/* Appends an entry as it is, for matrices that are no graph. */
gboolean
_eqp_edges_append (EqpEdges  *self,
                   gint64     from,
                   gint64     to,
                   double     weight,
                   GError   **error)
{
  if (self->n_edges == self->size && !grow (self, error))
    return FALSE;
  self->edges[self->n_edges++] = (EqpEdge) { (gint32) from, (gint32) to, weight };
  return TRUE;
}

/* "0.5", "-inf"; what is missing is no number. */
static char *
name_weight (double weight)
{
  return isnan (weight) ? g_strdup (_ ("no number")) : g_strdup_printf ("%g", weight);
}

static void
log_edge (EqpEdges *self, EqpLedgerKind kind, gint64 from, gint64 to, double weight, gint64 line, const char *why)
{
  g_autofree char *before = NULL;
  g_autofree char *start = NULL;
  g_autofree char *end = NULL;
  g_autofree char *value = NULL;

  if (!eqp_ledger_wants (self->parts->ledger, kind))
    return;
  value = name_weight (weight);
  start = name_node (self, from);
  end = name_node (self, to);
  before = g_strdup_printf ("%s - %s: %s", start, end, value);
  _eqp_log (self->parts, &(EqpLedgerEntry){ kind, .line = line, .before = before, .after = (char *) _ (why) });
}

static void
note_bad (EqpEdges *self, gint64 from, gint64 to, double weight, gint64 line)
{
  g_autofree char *value = self->bad == NULL ? name_weight (weight) : NULL;

  if (self->bad != NULL)
    return;
  if (line > 0)
    self->bad = eqp_sentence_dup (_ ("%s in line %" PRId64), value, line);
  else
    self->bad =
        eqp_sentence_dup (_ ("%s between nodes %" PRId64 " and %" PRId64), value, from + 1, to + 1);
}

/* Settles the weight by the options; FALSE: the edge is not to be kept. */
static gboolean
settle_weight (EqpEdges *self, gint64 from, gint64 to, double *weight, gint64 line)
{
  if (self->options->weights == EQP_WEIGHTS_ONE)
    {
      *weight = 1.0;
      return TRUE;
    }
  if (isfinite (*weight) && *weight < 0.0 && self->options->weights == EQP_WEIGHTS_ABSOLUTE)
    {
      log_edge (self, EQP_LEDGER_EDGE_CHANGED, from, to, *weight, line, N_ ("the sign was taken off"));
      *weight = -*weight;
    }
  if (!isfinite (*weight) || *weight < 0.0)
    {
      if (self->options->weights == EQP_WEIGHTS_DROP)
        log_edge (self, EQP_LEDGER_EDGE_DROPPED, from, to, *weight, line,
                  N_ ("the weight is no finite number of at least 0"));
      else
        {
          note_bad (self, from, to, *weight, line);
          self->n_negative += isfinite (*weight) != 0;
          self->n_infinite += isfinite (*weight) == 0;
        }
      return FALSE;
    }
  if (*weight == 0.0)
    log_edge (self, EQP_LEDGER_EDGE_DROPPED, from, to, *weight, line, N_ ("the weight is 0"));
  return *weight > 0.0;
}

/* Takes one edge in. Loops and zeros are left out and counted; weights that do not fit are settled by the options or
 * counted, to be refused by _eqp_edges_finish(). */
gboolean
_eqp_edges_add (EqpEdges  *self,
                gint64     from,
                gint64     to,
                double     weight,
                gint64     line,
                GError   **error)
{
  if (from == to)
    {
      log_edge (self, EQP_LEDGER_EDGE_DROPPED, from, to, weight, line, N_ ("it leads from a node to itself"));
      return TRUE;
    }
  if (!settle_weight (self, from, to, &weight, line))
    return TRUE;
  return _eqp_edges_append (self, from, to, weight, error);
}

/* Returns FALSE when a graph of that size cannot be held. */
gboolean
_eqp_edges_check_nodes (EqpEdges  *self,
                        gint64     n,
                        GError   **error)
{
  /* Starts of three matrices, degrees, components and what a run needs for each node; two matrices and the graph. */
  double needed = 64.0 * (double) n + 48.0 * (double) self->n_edges;

  if (n >= 1 && n <= G_MAXINT32 && needed <= (double) _eqp_usable_memory ())
    return TRUE;

  if (n < 1)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA, _ ("%s: the graph has no nodes."), self->file);
  else if (n > G_MAXINT32)
    return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                       _ ("%s: the graph has %" PRId64 " nodes; at most %d can be held, so use a part of it."),
                       self->file, n, G_MAXINT32);
  else
    return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                       _ ("%s: the graph of %" PRId64 " nodes and %" PRId64 " entries takes %.3g GB, and %.3g GB of "
                          "memory may be used; use a part of it."),
                       self->file, n, self->n_edges, needed / 1e9, (double) _eqp_usable_memory () / 1e9);
}

/* -- the two directions -------------------------------------------------------------------------------------------- */

/* Pairs of nodes. */
typedef struct
{
  gint64 upper;     /* only from the lower to the higher number */
  gint64 lower;     /* only the other way */
  gint64 equal;     /* both, with the same weight */
  gint64 rounded;   /* of these, those that differ in their last digits */
  gint64 different;
  gint64 from;      /* the first pair that is not equal */
  gint64 to;
} Directions;

static gboolean
are_equal (double there, double back)
{
  return fabs (there - back) <= EQP_EDGES_TOLERANCE * MAX (there, back);
}

static void
count_pair (Directions *directions, gint64 i, gint64 j, double there, double back)
{
  if (are_equal (there, back))
    {
      directions->equal++;
      directions->rounded += there != back;
      return;
    }
  if (directions->upper + directions->lower + directions->different == 0)
    {
      directions->from = i;
      directions->to = j;
    }
  if (there > 0.0 && back > 0.0)
    directions->different++;
  else if (there > 0.0)
    directions->upper++;
  else
    directions->lower++;
}

/* Puts both ways of each pair together, the lower node first, with the weight of the way to the higher one, and adds up
 * what stands twice; @back: the weights of the ways back; 0: there is none. */
static gboolean
pair_up (EqpEdges *self, double *back, Directions *directions, GCancellable *cancellable, GError **error)
{
  gint64 end = 0;

  /* The sign of the weight tells the way meanwhile. */
  for (gint64 e = 0; e < self->n_edges; e++)
    if (self->edges[e].from > self->edges[e].to)
      self->edges[e] = (EqpEdge){ self->edges[e].to, self->edges[e].from, -self->edges[e].weight };
  if (!_eqp_sparse_sort_entries (self->edges, self->n_edges, cancellable, error))
    return FALSE;
  for (gint64 e = 0; e < self->n_edges;)
    {
      const gint32 i = self->edges[e].from, j = self->edges[e].to;
      double sums[2] = { 0.0, 0.0 };

      if (end % EDGES_A_LOOK == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (; e < self->n_edges && self->edges[e].from == i && self->edges[e].to == j; e++)
        {
          gboolean down = self->edges[e].weight < 0.0;
          double weight = fabs (self->edges[e].weight);

          if (sums[down] > 0.0)
            log_edge (self, EQP_LEDGER_EDGE_MERGED, down ? j : i, down ? i : j, weight, 0,
                      N_ ("added to an equal edge"));
          sums[down] += weight;
        }
      count_pair (directions, i, j, sums[0], sums[1]);
      self->edges[end] = (EqpEdge){ i, j, sums[0] };
      back[end++] = sums[1];
    }
  self->n_edges = end;
  return TRUE;
}

/* A file that could be points with features as well is offered as these, too. */
static gboolean
ask (EqpEdges *self, EqpDecision *question, gboolean maybe_features, GError **error)
{
  if (maybe_features)
    eqp_decision_offer (question, "as", "features", _ ("take the rows of the matrix for points"));
  eqp_error_set_question (error, self->file, question);
  return FALSE;
}

/* Finds how the two directions go together; FALSE where only the user can say. */
static gboolean
settle_directions (EqpEdges *self, const Directions *directions, EqpEdgesForm form, gboolean maybe_features,
                   EqpSymmetrize *how, GError **error)
{
  gint64 single = directions->upper + directions->lower;
  EqpDecision *question;

  *how = EQP_SYMMETRIZE_MAX;
  if (directions->rounded > 0)
    eqp_note (&self->parts->decisions,
              eqp_ngettext ("The two directions of %" PRId64 " edge differ in the last digits only; the larger "
                            "weight was taken.",
                            "The two directions of %" PRId64 " edges differ in the last digits only; the larger "
                            "weight was taken.", directions->rounded),
              directions->rounded);
  if (single + directions->different == 0)
    {
      if (form == EQP_EDGES_LIST)
        eqp_note (&self->parts->decisions, _ ("Every edge stands in both directions and was taken once."));
      return TRUE;
    }
  if (form == EQP_EDGES_LIST && directions->equal + directions->different == 0)
    return TRUE;
  if (self->options->symmetrize == EQP_SYMMETRIZE_REFUSE)
    {
      question = eqp_decision_new (
          "symmetrise",
          _ ("the two directions differ (edges in one direction only: %" PRId64 ", in both with different weights: "
             "%" PRId64 ", the first between nodes %" PRId64 " and %" PRId64 ")"),
          single, directions->different, directions->from + 1, directions->to + 1);
      eqp_decision_offer (question, "symmetrise", "mean", _ ("take the mean of the two directions"));
      eqp_decision_offer (question, "symmetrise", "max", _ ("take the larger of the two"));
      eqp_decision_offer (question, "symmetrise", "sum", _ ("take their sum"));
      return ask (self, question, maybe_features, error);
    }

  *how = self->options->symmetrize;
  return TRUE;
}

/* Both ends of each pair; rows are filled in order, since lower nodes come first. */
static gboolean
make_graph (EqpEdges *self, gint64 n, const double *back, const Directions *directions, EqpEdgesForm form,
            EqpSymmetrize how, GCancellable *cancellable, GError **error)
{
  gboolean undirected = form == EQP_EDGES_LIST && directions->equal + directions->different == 0;
  double total = 0.0;
  EqpCsrParts parts;

  if (!_eqp_csr_parts_alloc (&parts, n, 2 * self->n_edges, error))
    return FALSE;
  for (gint64 e = 0; e < self->n_edges; e++)
    {
      parts.starts[self->edges[e].from + 1]++;
      parts.starts[self->edges[e].to + 1]++;
    }
  for (gint64 i = 0; i < n; i++)
    parts.starts[i + 1] += parts.starts[i];
  for (gint64 e = 0; e < self->n_edges && (e % EDGES_A_LOOK > 0 || !g_cancellable_is_cancelled (cancellable)); e++)
    {
      const EqpEdge *edge = &self->edges[e];
      gint64 up = parts.starts[edge->from]++, down = parts.starts[edge->to]++;

      if (!undirected && !are_equal (edge->weight, back[e]))
        log_edge (self, EQP_LEDGER_EDGE_CHANGED, edge->from, edge->to, edge->weight, 0,
                  back[e] > 0.0 ? N_ ("the way back has another weight") : N_ ("there is no way back"));
      parts.columns[up] = edge->to;
      parts.columns[down] = edge->from;
      parts.weights[up] = parts.weights[down] = how == EQP_SYMMETRIZE_MEAN  ? 0.5 * edge->weight + 0.5 * back[e]
                                                : how == EQP_SYMMETRIZE_SUM ? edge->weight + back[e]
                                                                            : MAX (edge->weight, back[e]);
      total += 2.0 * parts.weights[up];
    }
  memmove (parts.starts + 1, parts.starts, sizeof (gint64) * (gsize) n);
  parts.starts[0] = 0;
  g_clear_pointer (&self->edges, g_free);
  if (!(total < LARGEST_TOTAL) || g_cancellable_is_cancelled (cancellable))
    {
      if (!g_cancellable_set_error_if_cancelled (cancellable, error))
        eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                    _ ("%s: the weights add up to %g, beyond the numbers that cuts can be counted in; divide all of "
                       "them by the same number."),
                    self->file, total);
      _eqp_csr_parts_clear (&parts);
      return FALSE;
    }

  self->parts->n = n;
  self->parts->graph = _eqp_graph_take (&parts, g_ptr_array_new_with_free_func (g_free), cancellable, error);
  return self->parts->graph != NULL;
}

/* -- what is told ---------------------------------------------------------------------------------------------------
 */

static gboolean
check_weights (EqpEdges *self, gboolean maybe_features, GError **error)
{
  EqpDecision *question;

  if (self->n_negative + self->n_infinite == 0)
    return TRUE;

  question = eqp_decision_new ("weights",
                               _ ("cuts need finite weights of at least 0 (edges with a negative one: %" PRId64
                                  ", with none that is finite: %" PRId64 ", the first: %s)"),
                               self->n_negative, self->n_infinite, self->bad);
  eqp_decision_offer (question, "weights", "drop", _ ("leave these edges out"));
  if (self->n_infinite == 0)
    eqp_decision_offer (question, "weights", "absolute", _ ("take the sign off"));
  eqp_decision_offer (question, "weights", "one", _ ("let all edges weigh 1"));
  return ask (self, question, maybe_features, error);
}

/* Makes the graph and puts it into the parts. Time and memory O(n + edges). @maybe_features: whether the file could
 * be points with features as well, which is offered then. */
gboolean
_eqp_edges_finish (EqpEdges      *self,
                   gint64         n,
                   EqpEdgesForm   form,
                   gboolean       maybe_features,
                   GCancellable  *cancellable,
                   GError       **error)
{
  Directions directions = { 0 };
  EqpSymmetrize how;
  double *back;
  gboolean done;

  if (!check_weights (self, maybe_features, error) || !_eqp_edges_check_nodes (self, n, error))
    return FALSE;
  /* One node alone is a graph, if a dull one. */
  if (self->n_edges == 0 && n > 1)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: the graph of %" PRId64 " nodes has no edge between two of them, so there is nothing to "
                          "cut."),
                       self->file, n);

  back = eqp_try_alloc ((gsize) self->n_edges + 1, sizeof (double), N_ ("the weights of the ways back"), error);
  done = back != NULL && pair_up (self, back, &directions, cancellable, error) &&
         settle_directions (self, &directions, form, maybe_features, &how, error) &&
         make_graph (self, n, back, &directions, form, how, cancellable, error) &&
         !g_cancellable_set_error_if_cancelled (cancellable, error);
  eqp_free (back);
  return done;
}

/* Returns FALSE when labels or columns are asked for that graphs do not have. */
gboolean
_eqp_edges_check_labels (const char              *file,
                         const EqpImportOptions  *options,
                         GError                 **error)
{
  if (_eqp_beside_is_wanted (options) || strcmp (options->labels, "none") == 0)
    return TRUE;

  return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                     _ ("%s: a graph has no label column “%s”; labels come from a file beside it with one line a node, "
                        "such as %s.labels."),
                     file, options->labels, file);
}

/* @parts: with the graph; gets labels where a file with one for each node stands beside. */
void
_eqp_edges_take_labels (GFile                  *file,
                        const EqpImportOptions *options,
                        EqpDatasetParts        *parts,
                        GCancellable           *cancellable)
{
  g_auto (EqpLabelTable) names = { 0 };
  gint32 *labels = NULL;

  if (!_eqp_beside_is_wanted (options))
    return;
  eqp_label_table_init (&names);
  if (!_eqp_labels_beside (file, parts->n, options, parts, &labels, &names, cancellable))
    return;
  parts->labels = labels;
  parts->class_names = eqp_label_table_settle (&names, parts->n, labels);
}
