/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs as METIS, KaHIP and Chaco take them: a header, then a line for each node with its neighbors. Read by hand:
 * METIS itself exports no reader, and igraph's formats do not include it. */
#include "config.h"

#include "base/eqp-sentence.h"
#include "import/eqp-readers-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

#include "base/eqp-error.h"
#include "base/eqp-plural.h"
#include "eqp-graph-file.h"

/* More weights a node than any file has. */
#define MOST_EDGES (G_MAXINT64 / 4)
#define MOST_CONSTRAINTS 100000

/* Entries whose way back has to be in sight before a text without the usual name is taken for a graph. */
#define LEAST_PAIRS 8

typedef struct
{
  gint64 n;
  gint64 m;
  gboolean node_sizes;
  gboolean node_weights;
  gboolean edge_weights;
  gint64 skip; /* numbers in front of the neighbors of a node */
} Header;

typedef struct
{
  EqpGraphFile *base;
  Header header;
  gint64 entries;
} Metis;

/* "34 78", "34 78 1", "34 78 011 2". */
static gboolean
parse_header (const char *line, Header *header)
{
  const char *p = _eqp_skip_blanks (line);
  gint64 constraints = 1;

  *header = (Header){ 0 };
  if ((p = _eqp_parse_count (p, &header->n)) == NULL || (p = _eqp_parse_count (p, &header->m)) == NULL)
    return FALSE;
  if (*p != '\0')
    {
      gsize length = strspn (p, "01");

      if (length < 1 || length > 3 || (p[length] != '\0' && strchr (" \t\r", p[length]) == NULL))
        return FALSE;
      header->edge_weights = p[length - 1] == '1';
      header->node_weights = length > 1 && p[length - 2] == '1';
      header->node_sizes = length > 2 && p[length - 3] == '1';
      p = _eqp_skip_blanks (p + length);
      if (*p != '\0')
        {
          p = _eqp_parse_count (p, &constraints);
          if (p == NULL || *p != '\0' || constraints > MOST_CONSTRAINTS)
            return FALSE;
        }
    }
  header->skip = header->node_sizes + (header->node_weights ? constraints : 0);
  return TRUE;
}

/* The number or word at @text. */
static gboolean
refuse (Metis *self, const char *text, const char *what, GError **error)
{
  return _eqp_graph_file_refuse (self->base, text, strcspn (text, " \t\r"), what, error);
}

static gboolean
read_header (Metis *self, GError **error)
{
  char *line;

  if (!_eqp_graph_file_next (self->base, FALSE, &line, error))
    return FALSE;
  if (line == NULL || !parse_header (line, &self->header) || self->header.m > MOST_EDGES)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s, line %" PRId64 ": this is no header of a METIS graph: numbers of nodes and edges, "
                          "perhaps a format, and how many weights a node has."),
                       self->base->file, MAX (1, self->base->lines.line));

  return _eqp_edges_check_nodes (&self->base->edges, self->header.n, error);
}

static gboolean
skip_node_numbers (Metis *self, const char **p, GError **error)
{
  for (gint64 i = 0; i < self->header.skip; i++)
    {
      double weight;
      const char *end = _eqp_parse_value (*p, &weight);

      if (end == NULL)
        return refuse (self, *p, _ ("stands where the header announces a weight of the node"), error);
      *p = end;
    }
  return TRUE;
}

static gboolean
add_node (Metis *self, gint64 node, const char *line, GError **error)
{
  const char *p = _eqp_skip_blanks (line);

  /* A node without neighbors may leave out its weights, too. */
  if (*p != '\0' && !skip_node_numbers (self, &p, error))
    return FALSE;
  while (*p != '\0')
    {
      const char *end;
      gint64 neighbor;
      double weight = 1.0;

      end = _eqp_parse_count (p, &neighbor);
      if (end == NULL)
        return refuse (self, p, _ ("is no node; a line holds the numbers of the neighbors"), error);
      if (neighbor < 1 || neighbor > self->header.n)
        {
          g_autofree char *what =
              eqp_sentence_dup (_ ("is no node; they count from 1 to %" PRId64), self->header.n);

          return refuse (self, p, what, error);
        }
      p = end;
      if (self->header.edge_weights)
        {
          end = _eqp_parse_value (p, &weight);
          if (end == NULL)
            return refuse (self, p,
                           _ ("stands where the weight of an edge should; the header announces one behind each "
                              "neighbor"),
                           error);
          p = end;
        }
      if (!_eqp_edges_add (&self->base->edges, node, neighbor - 1, weight, self->base->lines.line, error))
        return FALSE;
      self->entries++;
    }
  return TRUE;
}

static gboolean
read_nodes (Metis *self, GError **error)
{
  gint64 node = 0;
  char *line;

  for (;;)
    {
      if (!_eqp_graph_file_next (self->base, TRUE, &line, error))
        return FALSE;
      if (line == NULL)
        break;
      if (node < self->header.n)
        {
          if (!add_node (self, node++, line, error) ||
              !_eqp_edges_check_rest (&self->base->edges, &self->base->lines, error))
            return FALSE;
        }
      else if (*_eqp_skip_blanks (line) != '\0')
        return eqp_refuse (error, EQP_ERROR_PARSE,
                           _ ("%s, line %" PRId64 ": the header announces %" PRId64 " nodes, one a line, but more "
                              "lines follow; correct the header."),
                           self->base->file, self->base->lines.line, self->header.n);
    }

  /* Empty lines of nodes without neighbors get lost at the end of files. */
  if (node < self->header.n && self->entries != 2 * self->header.m)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       eqp_ngettext ("%s: the header announces %" PRId64 " nodes, but only %" PRId64 " line of "
                                     "neighbors follows; the file is incomplete, get it again.",
                                     "%s: the header announces %" PRId64 " nodes, but only %" PRId64 " lines of "
                                     "neighbors follow; the file is incomplete, get it again.", node),
                       self->base->file, self->header.n, node);
  return TRUE;
}

static void
tell (Metis *self)
{
  const Header *header = &self->header;

  if (header->node_weights)
    eqp_note (&self->base->parts.decisions,
              _ ("The weights of the nodes were left out: in the balance every node counts 1."));
  if (header->node_sizes)
    eqp_note (&self->base->parts.decisions, _ ("The sizes of the nodes were left out."));
  if (self->entries != 2 * header->m)
    eqp_note (&self->base->parts.findings,
              _ ("The header announces %" PRId64 " edges, but %" PRId64
                 " neighbors are listed and not twice as many."),
              header->m, self->entries);
}

static EqpDataset *
metis_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
            GError **error)
{
  g_auto (EqpGraphFile) base = { 0 };
  Metis self = { &base };

  if (!_eqp_graph_file_open (&base, file, options, progress, cancellable, error) ||
      !read_header (&self, error) || !read_nodes (&self, error))
    return NULL;
  tell (&self);
  return _eqp_edges_finish (&base.edges, self.header.n, EQP_EDGES_MATRIX, FALSE, cancellable, error)
             ? _eqp_graph_file_finish (&base, file, N_ ("METIS graph"))
             : NULL;
}

/* -- telling it from a table of whole numbers ---------------------------------------------------------------------- */

/* Whether all numbers are as the header says, and each neighbor further up has the way back. */
static gboolean
looks_like_graph (GStrv lines, guint n_lines, gboolean complete, const Header *header)
{
  g_autoptr (GHashTable) ways = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  gint64 node = 0, pairs = 0, neighbor;

  for (guint i = 0; i < n_lines; i++)
    {
      const char *p = _eqp_skip_blanks (lines[i]);
      double weight;

      if (*p == '%' || (*p == '\0' && node == header->n))
        continue;
      if (++node > header->n)
        return FALSE;
      for (gint64 k = 0; k < header->skip && p != NULL && *p != '\0'; k++)
        p = _eqp_parse_value (p, &weight);
      while (p != NULL && *p != '\0')
        {
          p = _eqp_parse_count (p, &neighbor);
          if (p == NULL || neighbor < 1 || neighbor > header->n)
            return FALSE;
          if (header->edge_weights)
            p = _eqp_parse_value (p, &weight);
          if (neighbor > node)
            g_hash_table_add (ways, g_memdup2 (&(gint64){ node << 32 | neighbor }, sizeof (gint64)));
          else if (!g_hash_table_remove (ways, &(gint64){ neighbor << 32 | node }) || ++pairs > header->m)
            return FALSE;
        }
      if (p == NULL)
        return FALSE;
    }
  return complete ? node == header->n && pairs == header->m && g_hash_table_size (ways) == 0 : pairs >= LEAST_PAIRS;
}

static int
metis_sniff (const EqpProbe *probe)
{
  g_autofree char *text = g_strndup ((const char *) probe->head, probe->head_length);
  g_auto (GStrv) lines = NULL;
  gboolean whole = probe->complete && strlen (text) == probe->head_length;
  guint n_lines, first = 0;
  Header header;

  if (!whole && strlen (text) < probe->head_length)
    return 0;
  lines = g_strsplit (text, "\n", -1);
  n_lines = g_strv_length (lines);
  /* Behind the last line end there is nothing, or a line that may be cut. */
  n_lines -= n_lines > 0 && (!whole || *lines[n_lines - 1] == '\0');
  while (first < n_lines && (*_eqp_skip_blanks (lines[first]) == '%' || *_eqp_skip_blanks (lines[first]) == '\0'))
    first++;
  if (first >= n_lines || !parse_header (lines[first], &header))
    return 0;
  if (header.n >= 2 && header.n <= G_MAXINT32 && header.m >= 1 && header.m <= MOST_EDGES &&
      looks_like_graph (lines + first + 1, n_lines - first - 1, whole, &header))
    return 92;
  if (probe->basename != NULL &&
      (strstr (probe->basename, ".graph") != NULL || strstr (probe->basename, ".metis") != NULL))
    return 91;
  return 0;
}

const EqpReader _eqp_reader_metis = {
  .id = "metis",
  .name = N_ ("METIS graph"),
  .suffixes = "graph;metis;graph.gz",
  .sniff = metis_sniff,
  .read = metis_read,
};
