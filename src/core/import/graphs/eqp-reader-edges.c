/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of edges: two nodes and perhaps a weight a line, separated as tables are. Read line by line, because igraph's
 * readers end at the first field that is no number, know no header and tell no lines. */
#include "config.h"

#include "data/eqp-data-private.h"
#include "import/eqp-readers-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "import/eqp-encoding.h"
#include "import/eqp-affinity.h"
#include "eqp-edge-list-private.h"
#include "eqp-graph-file.h"
#include "base/eqp-memory.h"
#include "base/eqp-number.h"
#include "base/eqp-plural.h"
#include "import/tables/eqp-table-private.h"

#define HEAD_BYTES 65536
#define FIRST_NODES 1024

/* Bytes that a name takes with all that is kept about it. */
#define NAME_BYTES 128
#define MOST_NAMED 200000

/* The nodes met so far, numbered in the order of their first appearance. */
typedef struct
{
  EqpLabelTable names;
  gint64 size;    /* so many have room in the memory */
  gboolean whole; /* all are whole numbers */
} Nodes;

typedef struct
{
  EqpGraphFile base;
  const char *encoding; /* NULL: bytes as they are */
  EqpEdgeLayout layout;
  EqpFields fields;
  Nodes nodes;
  GPtrArray *titles; /* of the columns, from the header; or NULL */
} List;

static void
list_clear (List *self)
{
  _eqp_graph_file_clear (&self->base);
  g_clear_pointer (&self->fields.fields, g_array_unref);
  eqp_label_table_clear (&self->nodes.names);
  g_clear_pointer (&self->titles, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (List, list_clear)

/* -- nodes --------------------------------------------------------------------------------------------------------- */

/* Looks at the memory each time that the nodes have doubled. */
static gboolean
make_room (Nodes *self)
{
  gint64 size = MAX (FIRST_NODES, 2 * self->size);

  if (size > G_MAXINT32 || !_eqp_memory_lasts ((gsize) self->size * NAME_BYTES, (gsize) size * NAME_BYTES))
    return FALSE;
  self->size = size;
  return TRUE;
}

/* The number of a node; -1 when there is no memory. */
static gint64
number_of (Nodes *self, const EqpField *field)
{
  g_autofree char *name = g_strndup (field->start, field->length);
  gint64 id;

  if ((gint64) self->names.names->len == self->size && !make_room (self))
    return -1;
  self->whole = self->whole && _eqp_edge_list_parse_id (field->start, field->length, &id);
  return eqp_label_table_add (&self->names, name);
}

static char *
name_node (gint64 node, gpointer user_data)
{
  Nodes *self = user_data;

  return g_utf8_make_valid (g_ptr_array_index (self->names.names, node), -1);
}

static gint64
id_of (GPtrArray *names, gint64 node)
{
  return g_ascii_strtoll (g_ptr_array_index (names, node), NULL, 10);
}

/* Nodes that are simply counted, from 0 or 1, need no names, and beyond what anybody reads they would only take memory.
 */
static void
keep_names (List *self)
{
  GPtrArray *names = self->nodes.names.names;
  gboolean counted = self->nodes.whole && (names->len == 0 || ABS (id_of (names, 0)) <= 1);

  for (gint64 i = 0; i < names->len && counted; i++)
    counted = id_of (names, i) == id_of (names, 0) + i;
  if (counted || names->len > MOST_NAMED)
    return;
  self->base.parts.row_names = g_new0 (char *, (gsize) names->len + 1);
  for (gint64 i = 0; i < names->len; i++)
    self->base.parts.row_names[i] = name_node (i, &self->nodes);
}

static int
compare_ids (gconstpointer a, gconstpointer b, gpointer ids)
{
  gint64 x = ((const gint64 *) ids)[*(const gint32 *) a], y = ((const gint64 *) ids)[*(const gint32 *) b];

  return (x > y) - (x < y);
}

/* Whole numbers in ascending order, so that row i of the result is the node i. */
static gboolean
order_nodes (List *self, GError **error)
{
  GPtrArray *names = self->nodes.names.names;
  g_autoptr (GPtrArray) met = g_ptr_array_copy (names, NULL, NULL);
  gsize n = names->len;
  g_autofree gint64 *ids = eqp_try_malloc (n, sizeof (gint64), "the order of the nodes", error);
  g_autofree gint32 *order = ids != NULL ? eqp_try_malloc (n, sizeof (gint32), "the order of the nodes", error) : NULL;
  g_autofree gint32 *rank = order != NULL ? eqp_try_malloc (n, sizeof (gint32), "the order of the nodes", error) : NULL;

  g_ptr_array_set_free_func (met, NULL);
  if (rank == NULL || !self->nodes.whole)
    return rank != NULL;
  for (gsize i = 0; i < n; i++)
    {
      order[i] = (gint32) i;
      ids[i] = id_of (names, (gint64) i);
    }
  g_qsort_with_data (order, (gint) n, sizeof (gint32), compare_ids, ids);
  for (gsize i = 0; i < n; i++)
    {
      rank[order[i]] = (gint32) i;
      names->pdata[i] = met->pdata[order[i]];
    }
  for (gint64 e = 0; e < self->base.edges.n_edges; e++)
    {
      self->base.edges.edges[e].from = rank[self->base.edges.edges[e].from];
      self->base.edges.edges[e].to = rank[self->base.edges.edges[e].to];
    }
  return TRUE;
}

/* -- lines --------------------------------------------------------------------------------------------------------- */

static gboolean
is_missing (const EqpField *field)
{
  return eqp_is_missing_marker (field->start, field->length);
}

static gboolean
parse_weight (List *self, const EqpField *field, double *weight, GError **error)
{
  const char *word = field->start + (field->length > 0 && strchr ("+-", *field->start) != NULL);
  const char *end;

  if (g_ascii_strncasecmp (word, "inf", 3) == 0)
    *weight = *field->start == '-' ? -INFINITY : INFINITY;
  else if (is_missing (field))
    *weight = NAN;
  if (g_ascii_strncasecmp (word, "inf", 3) == 0 || is_missing (field))
    return TRUE;
  end = eqp_parse_number (field->start, self->layout.decimal, weight);
  if (self->layout.decimal == ',' && end == field->start + field->length &&
      memchr (field->start, ',', field->length) != NULL)
    {
      g_autofree char *before = g_strndup (field->start, field->length);
      g_autofree char *after = g_strdelimit (g_strdup (before), ",", '.');

      _eqp_log (&self->base.parts,
                &(EqpLedgerEntry){ EQP_LEDGER_DECIMAL_COMMA, .line = self->base.lines.line,
                                   .column = self->layout.weight + 1, .before = before, .after = after });
    }
  return (end != NULL && end == field->start + field->length) ||
         _eqp_graph_file_refuse (&self->base, field->start, field->length,
                                 _ ("stands where the weight of an edge should, which is a number"), error);
}

static gboolean
add_line (List *self, char *line, GError **error)
{
  const EqpField *fields;
  gint64 from, to;
  double weight = 1.0;

  if (_eqp_split_row (self->layout.separator, line, line + strlen (line), TRUE, &self->fields) == NULL)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s, line %" PRId64 ": a quotation mark is opened and not closed; close it or take it out."),
                       self->base.file, self->base.lines.line);
  fields = (const EqpField *) self->fields.fields->data;
  if ((gint64) self->fields.fields->len != self->layout.width)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       eqp_ngettext ("%s, line %" PRId64 ": here is %u field, where other lines have %" PRId64 "; "
                                     "an edge is two nodes and perhaps a weight in every line.",
                                     "%s, line %" PRId64 ": here are %u fields, where other lines have %" PRId64 "; "
                                     "an edge is two nodes and perhaps a weight in every line.",
                                     self->fields.fields->len),
                       self->base.file, self->base.lines.line, self->fields.fields->len, self->layout.width);
  if (is_missing (&fields[self->layout.from]) || is_missing (&fields[self->layout.to]))
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s, line %" PRId64 ": one end of the edge is missing; fill it in or take the line out."),
                       self->base.file, self->base.lines.line);
  if (self->layout.weight >= 0 && !parse_weight (self, &fields[self->layout.weight], &weight, error))
    return FALSE;
  from = number_of (&self->nodes, &fields[self->layout.from]);
  to = from < 0 ? -1 : number_of (&self->nodes, &fields[self->layout.to]);
  if (to < 0)
    return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                       _ ("%s, line %" PRId64 ": there is no memory for more than %" PRId64 " nodes; use a smaller "
                          "graph."),
                       self->base.file, self->base.lines.line, (gint64) self->nodes.names.names->len);
  return _eqp_edges_add (&self->base.edges, from, to, weight, self->base.lines.line, error);
}

static void
take_titles (List *self, const char *line)
{
  self->titles = g_ptr_array_new_with_free_func (g_free);
  if (_eqp_split_row (self->layout.separator, line, line + strlen (line), TRUE, &self->fields) == NULL)
    return;
  for (guint j = 0; j < self->fields.fields->len; j++)
    {
      const EqpField *field = &g_array_index (self->fields.fields, EqpField, j);
      g_autofree char *title = g_strndup (field->start, field->length);

      g_ptr_array_add (self->titles, g_utf8_make_valid (title, -1));
    }
}

static gboolean
read_lines (List *self, GError **error)
{
  gboolean header = self->layout.header;
  char *line;

  for (;;)
    {
      const char *start;

      if (!_eqp_lines_next (&self->base.lines, &line, error))
        return FALSE;
      if (line == NULL)
        return TRUE;
      start = _eqp_skip_blanks (line);
      if (*start == '\0')
        continue;
      if (*start == '#' || *start == '%')
        _eqp_log (&self->base.parts, &(EqpLedgerEntry){ EQP_LEDGER_LINE_SKIPPED, .line = self->base.lines.line,
                                                        .after = (char *) "a comment" });
      else if (header)
        {
          take_titles (self, line);
          header = FALSE;
        }
      else if (!add_line (self, line, error) || !_eqp_edges_check_rest (&self->base.edges, &self->base.lines, error))
        return FALSE;
    }
}

/* -- what is told -------------------------------------------------------------------------------------------------- */

static char *
title_of (List *self, gint64 column)
{
  if (self->titles != NULL && column < (gint64) self->titles->len)
    return g_strdup_printf ("“%s”", (char *) g_ptr_array_index (self->titles, column));
  return _eqp_column_usual_name (column);
}

static void
tell (List *self)
{
  const EqpEdgeLayout *layout = &self->layout;
  g_autofree char *from = title_of (self, layout->from);
  g_autofree char *to = title_of (self, layout->to);
  g_autofree char *weight = layout->weight >= 0 ? title_of (self, layout->weight) : NULL;
  GPtrArray **decisions = &self->base.parts.decisions;

  _eqp_note_take (&self->base.parts, self->base.options, EQP_TAKE_GRAPH, _ (layout->why));
  if (weight != NULL)
    eqp_note (decisions, _ ("Every line is an edge from %s to %s with its weight in %s."), from, to, weight);
  else
    eqp_note (decisions, _ ("Every line is an edge from %s to %s; all weigh 1."), from, to);
  if (layout->decimal == ',' && self->base.options->decimal == 0)
    eqp_note (decisions, _ ("Weights have a decimal comma; the runner-up: a decimal point."));
  for (gint64 j = 0; j < layout->width; j++)
    if (j != layout->from && j != layout->to && j != layout->weight)
      {
        g_autofree char *title = title_of (self, j);

        _eqp_log (&self->base.parts, &(EqpLedgerEntry){ EQP_LEDGER_COLUMN_IGNORED, .column = j + 1, .name = title,
                                                        .after = (char *) _ ("neither an end nor the weight of an "
                                                                             "edge") });
      }
  if (!self->nodes.whole)
    eqp_note (decisions,
              eqp_ngettext ("The only node is the %" PRId64 " name that appears.",
                            "The nodes are the %" PRId64 " different names, in the order of their first appearance.",
                            self->nodes.names.names->len),
              (gint64) self->nodes.names.names->len);
  else
    eqp_note (decisions, _ ("The nodes are the %" PRId64 " different numbers, in ascending order."),
              (gint64) self->nodes.names.names->len);
  if (self->encoding != NULL && self->base.options->encoding == NULL)
    eqp_note (decisions, _ ("The text is encoded in %s."), self->encoding);
}

static gboolean
ask (List *self, GError **error)
{
  EqpDecision *question =
      eqp_decision_new ("as", _ ("every line has two whole numbers, which can be the ends of an edge "
                                 "as well as coordinates"));

  eqp_decision_offer (question, "as", "graph", _ ("a graph, an edge a line"));
  eqp_decision_offer (question, "as", "features", _ ("points with features, one a line"));
  eqp_error_set_question (error, self->base.file, question);
  return FALSE;
}

/* Looks at the beginning of the text and settles its layout. */
static gboolean
look (List *self, GError **error)
{
  g_autofree guint8 *head = g_malloc (HEAD_BYTES);
  EqpProbe probe = { head, .basename = self->base.file };
  g_autoptr (GError) refusal = NULL;
  EqpChance chance;

  if (!eqp_source_read_head (self->base.source, head, HEAD_BYTES, &probe.head_length, &probe.complete, error))
    return FALSE;
  self->encoding = self->base.options->encoding != NULL
                       ? self->base.options->encoding
                       : _eqp_guess_encoding (probe.head, probe.head_length, NULL);
  chance = _eqp_edge_list_look (&probe, self->base.options, &self->layout, &refusal);
  if (refusal != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&refusal));
      return FALSE;
    }
  if (chance == EQP_CHANCE_NONE)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s: this is no list of edges, which has two nodes and perhaps a weight in every line; check "
                          "the separator, or choose the columns."),
                       self->base.file);
  if (self->layout.dictionaries)
    return eqp_refuse (error, EQP_ERROR_UNSUPPORTED,
                       _ ("%s: behind the nodes of each edge stands a dictionary of Python (NetworkX); save the graph "
                          "with write_weighted_edgelist, or with data=False."),
                       self->base.file);
  if (self->layout.bipartite)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: the graph is bipartite (“%% bip”), and counts nodes of two kinds, each from 1; give "
                          "the second other numbers, and take the comment out."),
                       self->base.file);
  return chance != EQP_CHANCE_EVEN || self->base.options->take == EQP_TAKE_GRAPH || ask (self, error);
}

static EqpDataset *
edges_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
            GError **error)
{
  g_auto (List) self = { 0 };
  const char *encoding = options->encoding;

  self.fields.fields = g_array_new (FALSE, FALSE, sizeof (EqpField));
  eqp_label_table_init (&self.nodes.names);
  self.nodes.whole = TRUE;
  /* The beginning tells the layout and the encoding. */
  if (!_eqp_graph_file_open (&self.base, file, options, encoding, NULL, cancellable, error) || !look (&self, error))
    return NULL;
  _eqp_graph_file_clear (&self.base);
  if (!_eqp_graph_file_open (&self.base, file, options, self.encoding, progress, cancellable, error))
    return NULL;
  _eqp_edges_set_names (&self.base.edges, name_node, &self.nodes);
  if (!read_lines (&self, error) || !order_nodes (&self, error))
    return NULL;
  tell (&self);
  keep_names (&self);
  return _eqp_edges_finish (&self.base.edges, self.nodes.names.names->len, EQP_EDGES_LIST, FALSE, cancellable, error)
             ? _eqp_graph_file_finish (&self.base, file, N_ ("edge list"))
             : NULL;
}

static int
edges_sniff (const EqpProbe *probe)
{
  static const EqpImportOptions guess = { 0 };
  EqpEdgeLayout layout;
  EqpChance chance = _eqp_edge_list_look (probe, &guess, &layout, NULL);

  return chance == EQP_CHANCE_LIKELY ? 80 : chance == EQP_CHANCE_EVEN ? 70 : 0;
}

const EqpReader _eqp_reader_edges = {
  .id = "edges",
  .name = N_ ("List of edges"),
  .suffixes = "edges;edgelist;el;wel;ncol",
  .sniff = edges_sniff,
  .read = edges_read,
};
