/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of edges are tables with two nodes and perhaps a weight in every row. Names in the header or a comment above
 * tell most of them; without names, columns of text that share their values do, or whole numbers that behave as nodes
 * do and as coordinates hardly ever. */
#include "config.h"

#include "eqp-table-edges.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-alloc.h"
#include "base/eqp-error.h"
#include "base/eqp-number.h"
#include "base/eqp-plural.h"
#include "data/eqp-data-private.h"
#include "import/eqp-affinity.h"
#include "import/eqp-edges.h"

/* In fewer lines numbers look like nodes by chance. */
#define LEAST_LINES 12

/* So many are looked at. */
#define FEW_LINES 50
#define MOST_LINES 8000

/* How many coincidences of coordinates are missed before somebody is asked, and before they are taken for nodes. */
#define ASK_MISSED 3.0
#define TAKE_MISSED 8.0

/* Doubles count on from one to the next up to here. */
#define LARGEST_ID 0x1p53

#define ROWS_A_CHECK 16384
#define MOST_NAMED 200000

/* Names that stand for the two ends of an edge, and those that do in narrow tables only. */
static const char *const end_names[][2] = {
  { "source", "target" }, { "src", "dst" }, { "src", "dest" }, { "from", "to" }, { "fromnodeid", "tonodeid" },
  { "fromnode", "tonode" }, { "fromid", "toid" }, { "sourceid", "targetid" }, { "sourcenode", "targetnode" },
  { "node1", "node2" }, { "nodea", "nodeb" }, { "nodeid1", "nodeid2" }, { "vertex1", "vertex2" },
  { "person1", "person2" }, { "user1", "user2" }, { "citing", "cited" }, { "follower", "followee" },
  { "sender", "receiver" }, { "origin", "destination" },
};
static const char *const weak_names[][2] = { { "id1", "id2" }, { "v1", "v2" }, { "n1", "n2" }, { "u", "v" },
                                             { "i", "j" } };

static const char *const weight_names[] = { "weight",   "weights",  "w",          "value",
                                            "strength", "affinity", "similarity", "count" };
static const char *const endings[] = { ".edges", ".edgelist", ".edge", ".el", ".wel", ".ncol" };

/* -- whether a table is a list of edges ---------------------------------------------------------------------------- */

/* By letters and digits alone, in any case. */
static gint64
find_name (const EqpField *names, gint64 count, const char *name)
{
  for (gint64 j = 0; j < count; j++)
    {
      const char *p = name;
      gboolean same = TRUE;

      for (gsize i = 0; i < names[j].length && same; i++)
        if (g_ascii_isalnum (names[j].start[i]))
          same = g_ascii_tolower (names[j].start[i]) == *p++;
      if (same && *p == '\0')
        return j;
    }
  return -1;
}

static gboolean
find_ends (const EqpField *names, gint64 count, const char *const pairs[][2], gsize n_pairs, EqpTableEdges *edges)
{
  for (gsize i = 0; i < n_pairs; i++)
    {
      edges->from = find_name (names, count, pairs[i][0]);
      edges->to = find_name (names, count, pairs[i][1]);
      if (edges->from >= 0 && edges->to >= 0)
        return TRUE;
    }
  return FALSE;
}

/* Returns whether the names are those of the two ends of an edge. */
gboolean
_eqp_table_edges_find (const EqpField *names, gint64 count, EqpTableEdges *edges)
{
  *edges = (EqpTableEdges){ -1, -1, -1, FALSE, NULL };
  edges->named = find_ends (names, count, end_names, G_N_ELEMENTS (end_names), edges) ||
                 (count <= 3 && find_ends (names, count, weak_names, G_N_ELEMENTS (weak_names), edges));
  for (guint i = 0; i < G_N_ELEMENTS (weight_names) && edges->weight < 0; i++)
    edges->weight = find_name (names, count, weight_names[i]);
  return edges->named;
}

static void
find_by_header (EqpTable *self, EqpTableEdges *edges)
{
  g_autofree EqpField *names = g_new0 (EqpField, self->n_columns);

  for (gint64 j = 0; j < self->n_columns; j++)
    if (eqp_table_column (self, j)->name != NULL)
      names[j] = (EqpField){ eqp_table_column (self, j)->name, strlen (eqp_table_column (self, j)->name), FALSE };
  _eqp_table_edges_find (names, self->n_columns, edges);
}

static gboolean
take_columns (EqpTable *self, const char *list, EqpTableEdges *edges, GError **error)
{
  g_autoptr (GArray) chosen = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (!eqp_select_columns (self->file, list, self->n_columns, _eqp_table_find_column, self, chosen, error))
    return FALSE;
  if (chosen->len != 2 && chosen->len != 3)
    return eqp_refuse (error, EQP_ERROR_INVALID_PARAM,
                       _ ("%s: %u columns were chosen; an edge takes two for its ends and perhaps one for its "
                          "weight."),
                       self->file, chosen->len);
  edges->from = g_array_index (chosen, gint64, 0);
  edges->to = g_array_index (chosen, gint64, 1);
  edges->weight = chosen->len == 3 ? g_array_index (chosen, gint64, 2) : -1;
  return TRUE;
}

/* KONECT's files begin with "% sym ...", and with "% bip ..." where nodes are of two kinds, each counted from 1. */
static gboolean
begins_with (EqpTable *self, const char *word)
{
  const char *text = self->text->data;

  return *text == '%' && g_str_has_prefix (text + 1 + strspn (text + 1, " \t"), word);
}

static gboolean
name_tells (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      const char *found = strstr (name, endings[i]);

      if (found != NULL && (found[strlen (endings[i])] == '\0' || strchr (". ", found[strlen (endings[i])]) != NULL))
        return TRUE;
    }
  return FALSE;
}

/* A pair of whole numbers, the lower one first. */
typedef struct
{
  gint64 low;
  gint64 high;
  gboolean turned;
} Pair;

/* What the ends of all edges in sight are like. */
typedef struct
{
  gint64 seen;       /* rows, also those that do not fit */
  gint64 rows;
  gint64 text;       /* rows with two texts */
  gboolean complete; /* there are no more */
  gboolean fits;     /* every row has its ends and weight */
  gboolean fraction; /* a number is none of a node */
  GArray *pairs;     /* Pair, of the rows with two whole numbers */
  GArray *ids;       /* gint64, their ends */
  GHashTable *names[2]; /* of each column */
} Ends;

static void
ends_clear (Ends *self)
{
  g_array_unref (self->pairs);
  g_array_unref (self->ids);
  g_hash_table_unref (self->names[0]);
  g_hash_table_unref (self->names[1]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ends, ends_clear)

static void
add_row (Ends *self, const EqpField *const fields[2])
{
  gboolean numbers[2];
  gint64 ids[2] = { 0, 0 };

  self->rows++;
  for (int side = 0; side < 2; side++)
    {
      const EqpField *field = fields[side];
      double value = 0.0;

      numbers[side] = eqp_is_number (field->start, (gssize) field->length, '.', &value);
      if (numbers[side] && strspn (field->start, "+-0123456789") < field->length)
        self->fraction = TRUE;
      ids[side] = fabs (value) < LARGEST_ID ? (gint64) value : 0;
      g_hash_table_add (self->names[side], g_strndup (field->start, field->length));
    }
  self->text += !numbers[0] && !numbers[1];
  if (numbers[0] && numbers[1])
    {
      Pair pair = { MIN (ids[0], ids[1]), MAX (ids[0], ids[1]), ids[0] > ids[1] };

      g_array_append_val (self->pairs, pair);
      g_array_append_vals (self->ids, ids, 2);
    }
}

static gboolean
is_missing (EqpTable *self, const EqpField *field)
{
  return field->length == 0 || eqp_is_missing_marker (field->start, field->length);
}

/* Most tables have a fraction in their first rows. */
static void
collect (EqpTable *self, const EqpTableEdges *edges, gint64 most, Ends *ends)
{
  g_auto (EqpTableSample) sample = { 0 };

  _eqp_table_take_sample (self, self->separator, most, &sample);
  ends->complete = self->at_end && _eqp_table_sample_rows (&sample) < most;
  for (gint64 row = ends->seen; row < _eqp_table_sample_rows (&sample) && !ends->fraction; row++)
    {
      gint64 count;
      const EqpField *fields = _eqp_table_sample_row (&sample, row, &count);
      const EqpField *both[2] = { &fields[edges->from], &fields[edges->to] };
      double value;

      if (count > 0 && fields[0].length > 0 && strchr ("#%", *fields[0].start) != NULL)
        continue;
      if (count != self->n_columns || is_missing (self, both[0]) || is_missing (self, both[1]) ||
          (edges->weight >= 0 && !_eqp_table_is_number (self, &fields[edges->weight], &value) &&
           !_eqp_table_is_missing (self, &fields[edges->weight])))
        ends->fits = FALSE;
      else
        add_row (ends, both);
    }
  ends->seen = _eqp_table_sample_rows (&sample);
}

static int
compare_pairs (gconstpointer a, gconstpointer b)
{
  const Pair *x = a, *y = b;

  return x->low != y->low     ? (x->low > y->low) - (x->low < y->low)
         : x->high != y->high ? (x->high > y->high) - (x->high < y->high)
                              : x->turned - y->turned;
}

static int
compare_ids (gconstpointer a, gconstpointer b)
{
  gint64 x = *(const gint64 *) a, y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* How many coincidences are missed that coordinates would have: of numbers that are nodes no edge stands twice or leads
 * from a node to itself, and all numbers from 0 or 1 on are met. HUGE_VAL: they can be no coordinates. */
static double
count_missed (const Ends *ends)
{
  const Pair *pairs = (const Pair *) (void *) ends->pairs->data;
  const gint64 *ids = (const gint64 *) (void *) ends->ids->data;
  gint64 rows = ends->rows, turned = 0, backward = 0, nodes = 1, span;
  gboolean sorted = TRUE;
  double ratio;

  if (rows < LEAST_LINES)
    return 0.0;
  for (gint64 i = 1; i < rows && sorted; i++)
    sorted = ids[2 * i] > ids[2 * i - 2] || (ids[2 * i] == ids[2 * i - 2] && ids[2 * i + 1] > ids[2 * i - 1]);
  g_array_sort (ends->pairs, compare_pairs);
  g_array_sort (ends->ids, compare_ids);
  for (gint64 i = 0; i < rows; i++)
    {
      gboolean same = i > 0 && pairs[i].low == pairs[i - 1].low && pairs[i].high == pairs[i - 1].high;

      if (pairs[i].low == pairs[i].high || (same && pairs[i].turned == pairs[i - 1].turned))
        return 0.0;
      turned += pairs[i].turned;
      backward += same;
    }
  for (gint64 i = 1; i < 2 * rows; i++)
    nodes += ids[i] != ids[i - 1];
  span = ids[2 * rows - 1] - ids[0] + 1;
  if (ids[0] < 0 || ids[0] > 1 || (double) rows < 1.2 * (double) nodes)
    return 0.0;
  if (!ends->complete)
    return sorted && (double) nodes >= 0.02 * (double) span ? HUGE_VAL : 0.0;
  if ((double) nodes < 0.9 * (double) span)
    return 0.0;
  if (turned == 0 || turned == rows || 2 * backward == rows)
    return HUGE_VAL;

  /* Of coordinates drawn from as many values, so many points would lie on the diagonal, on each other, and on each
   * other's mirror image. */
  ratio = (double) rows / (double) nodes;
  return ratio + 0.5 * ratio * ratio * (backward == 0 ? 2.0 : 1.0);
}

static gboolean
share_names (const Ends *ends)
{
  GHashTableIter iter;
  gpointer name;
  gint64 shared = 0, nodes = g_hash_table_size (ends->names[0]) + g_hash_table_size (ends->names[1]);

  g_hash_table_iter_init (&iter, ends->names[0]);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    shared += g_hash_table_contains (ends->names[1], name);
  return ends->rows >= 2 && shared * 10 >= nodes - shared;
}

static gboolean
ask (EqpTable *self, GError **error)
{
  EqpDecision *question =
      eqp_decision_new ("as", _ ("every line has two whole numbers, which can be the ends of an edge "
                                 "as well as coordinates"));

  eqp_decision_offer (question, "as", "graph", _ ("a graph, an edge a line"));
  eqp_decision_offer (question, "as", "features", _ ("points with features, one a line"));
  eqp_error_set_question (error, self->file, question);
  return FALSE;
}

/* Whether the rows are edges: edges->why is set then. FALSE where somebody has to be asked. A line that does not fit
 * speaks against numbers and names, but where the file says that it has edges it will be told. */
static gboolean
rate (EqpTable *self, const Ends *ends, EqpTake take, EqpTableEdges *edges, GError **error)
{
  double missed;

  if (ends->fraction || ends->rows == 0)
    return TRUE;
  if (take == EQP_TAKE_GRAPH || edges->named)
    edges->why = N_ ("the header names the two ends of an edge");
  else if (begins_with (self, "sym ") || begins_with (self, "asym ") || begins_with (self, "bip "))
    edges->why = N_ ("a comment says so");
  else if (name_tells (self->file))
    edges->why = N_ ("the name of the file says so");
  else if (!ends->fits || self->n_columns > 3)
    return TRUE;
  else if (ends->text == ends->rows && share_names (ends))
    edges->why = N_ ("two columns share their values, which are names of nodes");
  else if ((gint64) ends->pairs->len == ends->rows)
    {
      missed = count_missed (ends);
      if (missed >= ASK_MISSED && missed < TAKE_MISSED)
        return ask (self, error);
      if (missed >= TAKE_MISSED)
        edges->why = N_ ("its whole numbers behave as nodes do: no pair stands there twice, none has two equal "
                         "numbers, and hardly a number is left out");
    }
  return TRUE;
}

/* "1 2 {'weight': 3.0}" in the first line that is no comment. */
static gboolean
has_dictionary (EqpTable *self)
{
  const char *line = self->text->data, *brace;
  gsize length = strcspn (line, "\r\n");

  while (*line == '#' || *line == '%' || *line == '\r' || *line == '\n')
    {
      line += length + (line[length] != '\0');
      length = strcspn (line, "\r\n");
    }
  brace = memchr (line, '{', length);

  return brace != NULL && brace > line && strchr (" \t,", brace[-1]) != NULL && line[length - 1] == '}';
}

/* Looks at the text at hand behind the header. @options: of the table, which are changed so that its columns are read
 * as edges need them. Returns FALSE where options cannot be met, or somebody has to be asked. */
gboolean
_eqp_table_edges_look (EqpTable *self, EqpImportOptions *options, EqpTableEdges *edges, GError **error)
{
  g_auto (Ends) ends = { .fits = TRUE };
  EqpTableEdges found;
  gboolean text = FALSE;

  *edges = (EqpTableEdges){ -1, -1, -1, FALSE, NULL };
  ends.pairs = g_array_new (FALSE, FALSE, sizeof (Pair));
  ends.ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (int side = 0; side < 2; side++)
    ends.names[side] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (options->take == EQP_TAKE_FEATURES)
    return TRUE;
  if (has_dictionary (self))
    return eqp_refuse (error, EQP_ERROR_UNSUPPORTED,
                       _ ("%s: behind the nodes of each edge stands a dictionary of Python (NetworkX); save the graph "
                          "with write_weighted_edgelist, or with data=False."),
                       self->file);
  find_by_header (self, &found);
  if (options->columns != NULL && (found.named || options->take == EQP_TAKE_GRAPH))
    {
      if (!take_columns (self, options->columns, &found, error))
        return FALSE;
      found.named = TRUE;
    }
  if (!found.named)
    {
      if (self->n_columns < 2 || (options->take == EQP_TAKE_GRAPH && self->n_columns > 3) || options->columns != NULL ||
          (options->take == EQP_TAKE_GUESS && options->labels != NULL && strcmp (options->labels, "none") != 0))
        return TRUE;
      found = (EqpTableEdges){ 0, 1, self->n_columns > 2 ? 2 : -1, FALSE, NULL };
      /* What is not named and no weight may be anything. */
      if (found.weight == 2 && eqp_table_column (self, 2)->kind != EQP_COLUMN_NUMBER)
        return TRUE;
    }
  collect (self, &found, FEW_LINES, &ends);
  if (ends.seen == FEW_LINES && !ends.fraction)
    collect (self, &found, MOST_LINES, &ends);
  if (!rate (self, &ends, options->take, &found, error))
    return FALSE;
  if (found.why == NULL)
    return TRUE;
  if (begins_with (self, "bip "))
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: the graph is bipartite (“%% bip”), and counts nodes of two kinds, each from 1; give "
                          "the second other numbers, and take the comment out."),
                       self->file);
  if (!_eqp_edges_check_labels (self->file, self->given, error))
    return FALSE;

  *edges = found;
  /* Of edges the last column is no class. */
  g_clear_pointer (&self->class_names, g_strfreev);
  options->columns = NULL;
  options->max_rows = 0;
  text = (gint64) ends.pairs->len < ends.rows || eqp_table_column (self, found.from)->long_digits ||
         eqp_table_column (self, found.to)->long_digits;
  for (gint64 j = 0; j < self->n_columns; j++)
    {
      EqpTableColumn *column = eqp_table_column (self, j);
      gboolean end = j == found.from || j == found.to;

      column->wanted = column->selected = end || j == found.weight;
      column->kind = end && text ? EQP_COLUMN_TEXT : column->wanted ? EQP_COLUMN_NUMBER : EQP_COLUMN_SKIP;
    }
  return TRUE;
}

/* -- from its rows to a graph -------------------------------------------------------------------------------------- */

/* The nodes met so far, numbered in the order of their first appearance. */
typedef struct
{
  gboolean text;
  EqpLabelTable names; /* where they have such, */
  gint32 *known[2];    /* and which of the nodes these are, by the columns' own numbers, and 1 added; 0: not met yet */
  GArray *ids;         /* gint64: otherwise */
  GHashTable *numbers; /* of these, and 1 added */
} Nodes;

static void
nodes_clear (Nodes *self)
{
  eqp_label_table_clear (&self->names);
  g_free (self->known[0]);
  g_free (self->known[1]);
  g_array_unref (self->ids);
  g_hash_table_unref (self->numbers);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Nodes, nodes_clear)

static gint64
count_nodes (const Nodes *self)
{
  return self->text ? self->names.names->len : self->ids->len;
}

static char *
name_node (gint64 node, gpointer user_data)
{
  Nodes *self = user_data;

  return self->text ? g_utf8_make_valid (g_ptr_array_index (self->names.names, node), -1)
                    : g_strdup_printf ("%" G_GINT64_FORMAT, g_array_index (self->ids, gint64, node));
}

/* The node in a cell; -1: there is none. */
static gint64
node_at (EqpTable *self, Nodes *nodes, gint64 column, int side, gint64 row)
{
  const EqpTableColumn *texts = eqp_table_column (self, column);
  gint64 id;
  gint32 node;
  double value;

  if (nodes->text)
    {
      gint32 number = g_array_index (texts->numbers, gint32, row);

      if (number < 0)
        return -1;
      if (nodes->known[side] == NULL)
        nodes->known[side] = g_new0 (gint32, texts->names.names->len);
      if (nodes->known[side][number] == 0)
        nodes->known[side][number] =
            1 + eqp_label_table_add (&nodes->names, g_ptr_array_index (texts->names.names, number));
      return nodes->known[side][number] - 1;
    }
  value = ((const double *) eqp_store_row (self->store, row))[self->slots[column]];
  if (!(fabs (value) < LARGEST_ID))
    return -1;
  id = (gint64) value;
  node = GPOINTER_TO_INT (g_hash_table_lookup (nodes->numbers, GSIZE_TO_POINTER ((gsize) id)));
  if (node > 0)
    return node - 1;
  g_array_append_val (nodes->ids, id);
  g_hash_table_insert (nodes->numbers, GSIZE_TO_POINTER ((gsize) id), GINT_TO_POINTER ((gint) nodes->ids->len));
  return nodes->ids->len - 1;
}

/* Among names comments cannot be told from a row. */
static gboolean
is_comment (EqpTable *self, gint64 row)
{
  const EqpTableColumn *first = eqp_table_column (self, 0);
  gint32 number = first->kind == EQP_COLUMN_TEXT ? g_array_index (first->numbers, gint32, row) : -1;

  if (number < 0 || strchr ("#%", *(const char *) g_ptr_array_index (first->names.names, number)) == NULL)
    return FALSE;
  _eqp_log (&self->parts, &(EqpLedgerEntry){ EQP_LEDGER_LINE_SKIPPED, .line = _eqp_table_line_of_row (self, row),
                                             .after = (char *) _ ("a comment") });
  return TRUE;
}

static gboolean
add_edges (EqpTable *self, const EqpTableEdges *at, Nodes *nodes, EqpEdges *edges, GError **error)
{
  gint64 rows = eqp_store_get_rows (self->store);
  gboolean ends = eqp_table_column (self, at->from)->kind != EQP_COLUMN_SKIP &&
                  eqp_table_column (self, at->to)->kind != EQP_COLUMN_SKIP;

  for (gint64 row = 0; row < rows; row++)
    {
      gint64 from, to;
      double weight = 1.0;

      if (is_comment (self, row))
        continue;
      from = ends ? node_at (self, nodes, at->from, 0, row) : -1;
      to = from >= 0 ? node_at (self, nodes, at->to, 1, row) : -1;
      if (to < 0)
        return eqp_refuse (error, EQP_ERROR_PARSE,
                           _ ("%s, line %" PRId64 ": one end of the edge is missing; fill it in or take the line out."),
                           self->file, _eqp_table_line_of_row (self, row));
      if (at->weight >= 0)
        weight = ((const double *) eqp_store_row (self->store, row))[self->slots[at->weight]];
      if ((row % ROWS_A_CHECK == 0 && g_cancellable_set_error_if_cancelled (self->cancellable, error)) ||
          !_eqp_edges_add (edges, from, to, weight, _eqp_table_line_of_row (self, row), error))
        return FALSE;
    }
  return TRUE;
}

static int
compare_nodes (gconstpointer a, gconstpointer b, gpointer ids)
{
  return compare_ids ((const gint64 *) ids + *(const gint32 *) a, (const gint64 *) ids + *(const gint32 *) b);
}

/* Whole numbers in ascending order, so that row i of the result is the node i. */
static gboolean
order_nodes (Nodes *nodes, EqpEdges *edges, GError **error)
{
  gsize n = nodes->ids->len;
  g_autofree gint32 *order = eqp_try_malloc (n, sizeof (gint32), "the order of the nodes", error);
  g_autofree gint32 *rank = order != NULL ? eqp_try_malloc (n, sizeof (gint32), "the order of the nodes", error) : NULL;

  if (rank == NULL)
    return FALSE;
  for (gsize i = 0; i < n; i++)
    order[i] = (gint32) i;
  g_qsort_with_data (order, (gint) n, sizeof (gint32), compare_nodes, nodes->ids->data);
  for (gsize i = 0; i < n; i++)
    rank[order[i]] = (gint32) i;
  g_array_sort (nodes->ids, compare_ids);
  for (gint64 e = 0; e < edges->n_edges; e++)
    {
      edges->edges[e].from = rank[edges->edges[e].from];
      edges->edges[e].to = rank[edges->edges[e].to];
    }
  return TRUE;
}

/* Nodes that are simply counted, from 0 or 1, need no names, and beyond what anybody reads they would only take memory.
 */
static void
keep_names (EqpTable *self, Nodes *nodes)
{
  const gint64 *ids = (const gint64 *) (void *) nodes->ids->data;
  gint64 n = count_nodes (nodes);

  if (n > MOST_NAMED || (!nodes->text && (n == 0 || (ids[0] >= 0 && ids[0] <= 1 && ids[n - 1] - ids[0] == n - 1))))
    return;
  self->parts.row_names = g_new0 (char *, (gsize) n + 1);
  for (gint64 i = 0; i < n; i++)
    self->parts.row_names[i] = name_node (i, nodes);
}

static void
tell (EqpTable *self, const EqpTableEdges *at, const Nodes *nodes)
{
  g_autofree char *from = _eqp_table_column_title (self, at->from), *to = _eqp_table_column_title (self, at->to);
  g_autofree char *weight = at->weight >= 0 ? _eqp_table_column_title (self, at->weight) : NULL;
  GPtrArray **decisions = &self->parts.decisions;
  EqpRoleTable table = _eqp_table_roles (self);

  _eqp_note_take (&self->parts, self->given, EQP_TAKE_GRAPH, _ (at->why));
  if (weight != NULL)
    eqp_note (decisions, _ ("Every line is an edge from %s to %s with its weight in %s."), from, to, weight);
  else
    eqp_note (decisions, _ ("Every line is an edge from %s to %s; all weigh 1."), from, to);
  for (gint64 j = 0; j < self->n_columns; j++)
    if (j != at->from && j != at->to && j != at->weight)
      _eqp_roles_log_ignored (&table, j, _ ("neither an end nor the weight of an edge"));
  if (nodes->text)
    eqp_note (decisions,
              eqp_ngettext ("The only node is the %" PRId64 " name that appears.",
                            "The nodes are the %" PRId64 " different names, in the order of their first appearance.",
                            count_nodes (nodes)),
              count_nodes (nodes));
  else
    eqp_note (decisions, _ ("The nodes are the %" PRId64 " different numbers, in ascending order."),
              count_nodes (nodes));
}

/* Makes the graph of all rows, and looks for labels beside @file. The rows of the table are gone then. */
gboolean
_eqp_table_edges_take (EqpTable *self, EqpTableEdges *at, GFile *file, GError **error)
{
  g_auto (EqpEdges) edges = { 0 };
  g_auto (Nodes) nodes = { eqp_table_column (self, at->from)->kind == EQP_COLUMN_TEXT };
  EqpTableColumn *weight = at->weight >= 0 ? eqp_table_column (self, at->weight) : NULL;

  eqp_label_table_init (&nodes.names);
  nodes.ids = g_array_new (FALSE, FALSE, sizeof (gint64));
  nodes.numbers = g_hash_table_new (g_direct_hash, g_direct_equal);
  if (weight != NULL && weight->kind == EQP_COLUMN_SKIP && weight->text != NULL)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s, line %" PRId64 ": “%s” stands where the weight of an edge should, which is a number."),
                       self->file, weight->text_line, weight->text);
  if (weight != NULL && weight->kind == EQP_COLUMN_SKIP)
    at->weight = -1;
  _eqp_edges_init (&edges, self->file, self->options, &self->parts);
  _eqp_edges_set_names (&edges, name_node, &nodes);
  if (!add_edges (self, at, &nodes, &edges, error) || (!nodes.text && !order_nodes (&nodes, &edges, error)))
    return FALSE;
  g_clear_pointer (&self->store, eqp_store_free);
  tell (self, at, &nodes);
  keep_names (self, &nodes);
  if (!_eqp_edges_finish (&edges, count_nodes (&nodes), EQP_EDGES_LIST, FALSE, self->cancellable, error))
    return FALSE;
  _eqp_edges_take_labels (file, self->given, &self->parts, self->cancellable);
  return TRUE;
}
