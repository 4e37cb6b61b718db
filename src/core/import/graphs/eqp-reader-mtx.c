/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix Market (NIST): a square coordinate matrix is a graph, another one sparse features, an array is dense features
 * or, where the user says so, a graph. Read by hand: the libraries for it trust the sizes in the header and tell no
 * lines. */
#include "config.h"

#include "base/eqp-sentence.h"
#include "import/eqp-readers-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "import/eqp-affinity.h"
#include "import/eqp-assemble.h"
#include "eqp-graph-file.h"
#include "base/eqp-memory.h"
#include "import/eqp-sparse.h"

/* With more nodes than these, a graph has to have an entry for so many of them. */
#define MANY_NODES 1000000
#define NODES_AN_ENTRY 64

typedef struct
{
  EqpGraphFile *base;
  gboolean array;
  gboolean pattern;
  gboolean symmetric;
  gint64 rows;
  gint64 columns;
  gint64 count; /* entries that follow */
} Matrix;

/* -- the header ---------------------------------------------------------------------------------------------------- */

/* "%%MatrixMarket matrix coordinate real general" */
static gboolean
parse_banner (Matrix *self, const char *line, GError **error)
{
  static const char *const known[][6] = { { "matrix" },
                                          { "coordinate", "array" },
                                          { "real", "double", "integer", "unsigned-integer", "pattern" },
                                          { "general", "symmetric" } };
  g_autofree char *lower = g_ascii_strdown (line, -1);
  g_auto (GStrv) given = g_strsplit_set (lower, " \t", -1);
  const char *words[1 + G_N_ELEMENTS (known)] = { "", "", "", "", "" };
  guint n_words = 0;

  for (guint i = 0; given[i] != NULL && n_words < G_N_ELEMENTS (words); i++)
    if (*given[i] != '\0')
      words[n_words++] = given[i];
  if (strspn (line, "%") != 2)
    eqp_note (&self->base->parts.findings, _ ("Line 1 should begin with “%%%%MatrixMarket”, and was read as if it "
                                             "did."));
  self->array = strcmp (words[2], "array") == 0;
  self->pattern = strcmp (words[3], "pattern") == 0;
  self->symmetric = strcmp (words[4], "symmetric") == 0;
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    if (!g_strv_contains (known[i], words[i + 1]) || (i == 2 && self->array && self->pattern))
      {
        g_autofree char *valid = g_utf8_make_valid (words[i + 1], (gssize) MIN (strlen (words[i + 1]), 30));
        g_autofree char *list = g_strjoinv (", ", (char **) known[i]);

        return eqp_refuse (error, EQP_ERROR_UNSUPPORTED,
                           self->array && self->pattern
                               ? _ ("%s, line 1: “%s” tells where entries are and not what they are, so an array "
                                    "cannot have it; correct it.")
                               : _ ("%s, line 1: “%s” is not read here; it has to be one of: %s. Save the matrix so."),
                           self->base->file, valid, list);
      }
  return TRUE;
}

static gboolean
parse_sizes (Matrix *self, const char *line, GError **error)
{
  const char *p = line != NULL ? _eqp_skip_blanks (line) : NULL;

  if (p != NULL)
    p = _eqp_parse_count (p, &self->rows);
  if (p != NULL)
    p = _eqp_parse_count (p, &self->columns);
  if (p != NULL && !self->array)
    p = _eqp_parse_count (p, &self->count);
  if (p == NULL || *p != '\0' || self->rows < 1 || self->columns < 1)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s, line %" PRId64 ": here the numbers of rows%s have to stand, all whole and above 0."),
                       self->base->file, MAX (1, self->base->lines.line),
                       self->array ? _ (" and columns") : _ (", columns and entries"));
  if (self->symmetric && self->rows != self->columns)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s, line %" PRId64 ": a symmetric matrix cannot have %" PRId64 " rows and %" PRId64
                          " columns; correct the header or get the file again."),
                       self->base->file, self->base->lines.line, self->rows, self->columns);
  if (self->rows > G_MAXINT32 || self->columns > G_MAXINT32)
    return eqp_refuse (error, EQP_ERROR_TOO_LARGE,
                       _ ("%s, line %" PRId64 ": the header announces %" PRId64 " × %" PRId64 " cells; at most %d rows "
                          "and columns can be held."),
                       self->base->file, self->base->lines.line, self->rows, self->columns, G_MAXINT32);
  if (self->array)
    self->count = self->symmetric ? self->rows * (self->rows + 1) / 2 : self->rows * self->columns;
  return TRUE;
}

static gboolean
read_header (Matrix *self, GError **error)
{
  char *line;

  return _eqp_lines_next (&self->base->lines, &line, error) && parse_banner (self, line != NULL ? line : "", error) &&
         _eqp_graph_file_next (self->base, FALSE, &line, error) && parse_sizes (self, line, error);
}

/* -- entries ------------------------------------------------------------------------------------------------------- */

static gboolean
refuse_entry (Matrix *self, const char *text, const char *what, GError **error)
{
  return _eqp_graph_file_refuse (self->base, text, strlen (text), what, error);
}

static gboolean
refuse_number (Matrix *self, gint64 found, GError **error)
{
  if (found < self->count)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                 g_dngettext (GETTEXT_PACKAGE,
                              "%s: the header announces %" PRId64 " entries, but only %" PRId64 " follows; the "
                              "file is incomplete, get it again.",
                              "%s: the header announces %" PRId64 " entries, but only %" PRId64 " follow; the "
                              "file is incomplete, get it again.", (gulong) found),
                 self->base->file, self->count, found);
  else
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s, line %" PRId64 ": the header announces no more than %" PRId64 " entries; correct the "
                          "header."),
                       self->base->file, self->base->lines.line, self->count);
}

static gboolean
add_feature (Matrix *self, gint64 i, gint64 j, double value, GError **error)
{
  if (!isfinite (value))
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s, line %" PRId64 ": the entry is no finite number; fill it in or take it out."),
                       self->base->file, self->base->lines.line);
  return _eqp_edges_append (&self->base->edges, i, j, value, error) &&
         (!self->symmetric || i == j || _eqp_edges_append (&self->base->edges, j, i, value, error));
}

static gboolean
read_coordinates (Matrix *self, gboolean graph, GError **error)
{
  gint64 found = 0;
  char *line;

  for (;; found++)
    {
      const char *p;
      gint64 i, j;
      double value = 1.0;

      if (!_eqp_graph_file_next (self->base, FALSE, &line, error))
        return FALSE;
      if (line == NULL)
        break;
      if (found == self->count)
        return refuse_number (self, found + 1, error);

      p = _eqp_parse_count (_eqp_skip_blanks (line), &i);
      if (p != NULL)
        p = _eqp_parse_count (p, &j);
      if (p != NULL && !self->pattern)
        p = _eqp_parse_value (p, &value);
      if (p == NULL || *p != '\0')
        return refuse_entry (self, line,
                             self->pattern ? _ ("is no entry, which is a row and a column; correct it")
                                           : _ ("is no entry, which is a row, a column and a number; correct it"),
                             error);
      if (i < 1 || i > self->rows || j < 1 || j > self->columns)
        {
          g_autofree char *what =
              eqp_sentence_dup (_ ("lies outside of the %" PRId64 " × %" PRId64 " cells, which count from 1; correct "
                                                                                "the entry or the sizes above"),
                                self->rows, self->columns);

          return refuse_entry (self, line, what, error);
        }
      if (self->symmetric && i < j)
        return refuse_entry (
            self, line,
            _ ("lies above the diagonal, where a symmetric matrix has no entries in a file; save it as "
               "general"), error);
      if (graph ? !_eqp_edges_add (&self->base->edges, i - 1, j - 1, value, self->base->lines.line, error)
                : !add_feature (self, i - 1, j - 1, value, error))
        return FALSE;
      if (!_eqp_edges_check_rest (&self->base->edges, &self->base->lines, error))
        return FALSE;
    }
  return found == self->count || refuse_number (self, found, error);
}

static gboolean
make_features (Matrix *self, GError **error)
{
  g_auto (EqpSparse) sparse = { 0 };

  return _eqp_sparse_sort (&sparse, self->rows, self->base->edges.edges, self->base->edges.n_edges,
                           self->base->cancellable, &self->base->parts, error) &&
         _eqp_sparse_make_features (&sparse, self->base->file, self->rows, self->columns, TRUE, self->base->cancellable,
                                    &self->base->parts, error);
}

static gboolean
load_coordinates (Matrix *self, GError **error)
{
  gboolean square = self->rows == self->columns;

  if (self->base->options->take == EQP_TAKE_GRAPH && !square)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: a matrix of %" PRId64 " × %" PRId64 " is no graph, which has a row and a column for "
                          "each node; choose features under “Taken As”."),
                       self->base->file, self->rows, self->columns);
  if (!square || self->base->options->take == EQP_TAKE_FEATURES)
    return _eqp_sparse_check_memory (self->base->file, self->count, self->rows, self->columns, 1.0, error) &&
           read_coordinates (self, FALSE, error) && make_features (self, error);

  if (self->rows > MANY_NODES && (self->rows - 1) / NODES_AN_ENTRY >= self->count)
    return eqp_refuse (error, EQP_ERROR_INVALID_DATA,
                       _ ("%s: the header announces %" PRId64 " nodes and %" PRId64 " entries, so nearly all nodes "
                          "would have no edge; it is damaged, or number the nodes without gaps."),
                       self->base->file, self->rows, self->count);
  _eqp_note_take (&self->base->parts, self->base->options, EQP_TAKE_GRAPH, _ ("the matrix is square and sparse"));
  return _eqp_edges_check_nodes (&self->base->edges, self->rows, error) && read_coordinates (self, TRUE, error) &&
         _eqp_edges_finish (&self->base->edges, self->rows, self->symmetric ? EQP_EDGES_LIST : EQP_EDGES_MATRIX, TRUE,
                            self->base->cancellable, error);
}

/* -- arrays -------------------------------------------------------------------------------------------------------- */

/* Column by column; of a symmetric matrix from the diagonal down. */
static gboolean
read_cells (Matrix *self, EqpStore *store, GError **error)
{
  gint64 i = 0, j = 0, found = 0;
  char *line;

  for (;;)
    {
      const char *p;

      if (!_eqp_graph_file_next (self->base, FALSE, &line, error))
        return FALSE;
      if (line == NULL)
        break;
      /* Some programs put several numbers into a line. */
      for (p = _eqp_skip_blanks (line); *p != '\0'; found++)
        {
          double value;
          const char *end = _eqp_parse_value (p, &value);

          if (end == NULL)
            return refuse_entry (self, p, _ ("is no number"), error);
          if (found == self->count)
            return refuse_number (self, found + 1, error);
          p = end;
          ((double *) eqp_store_row (store, i))[j] = value;
          if (self->symmetric)
            ((double *) eqp_store_row (store, j))[i] = value;
          if (++i == self->rows)
            i = self->symmetric ? ++j : (j++, 0);
        }
    }
  return found == self->count || refuse_number (self, found, error);
}

static gboolean
load_array (Matrix *self, GError **error)
{
  g_autoptr (EqpStore) store = eqp_store_new (self->columns, EQP_ITEM_DOUBLE);
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (EqpAssembly) assembly = { self->base->file, self->base->options, &self->base->parts, self->base->cancellable,
                                    store, columns, self->rows, .may_be_graph = TRUE };
  goffset size = eqp_source_get_size (self->base->source);

  /* Every number takes a digit with a blank or a line end behind it, which the last one may lack. */
  if (size >= 0 && !eqp_source_is_compressed (self->base->source) && 2.0 * (double) self->count > (double) size + 1.0)
    return eqp_refuse (error, EQP_ERROR_PARSE,
                       _ ("%s: the header announces %" PRId64 " entries, which do not fit into the %" PRId64 " bytes "
                          "of the file; it is incomplete, get it again."),
                       self->base->file, self->count, (gint64) size);
  if (!_eqp_check_memory (self->base->file, self->rows, self->columns, sizeof (double), error))
    return FALSE;
  for (gint64 i = 0; i < self->rows; i++)
    if (eqp_store_append (store, error) == NULL)
      return FALSE;
  for (gint64 j = 0; j < self->columns; j++)
    g_array_append_val (columns, j);
  return read_cells (self, store, error) && _eqp_assemble (&assembly, error);
}

static EqpDataset *
mtx_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
          GError **error)
{
  g_auto (EqpGraphFile) base = { 0 };
  Matrix self = { &base };

  if (!_eqp_graph_file_open (&base, file, options, progress, cancellable, error))
    return NULL;
  if (base.options->columns != NULL)
    return eqp_refuse_null (error, EQP_ERROR_UNSUPPORTED,
                            _ ("%s: columns of this format cannot be chosen; open all of it."), base.file);
  if (!read_header (&self, error) || !(self.array ? load_array (&self, error) : load_coordinates (&self, error)))
    return NULL;
  return _eqp_graph_file_finish (&base, file, "Matrix Market");
}

/* Two percent signs, as it has to be, or as many as there are. */
static int
mtx_sniff (const EqpProbe *probe)
{
  g_autofree char *text = g_strndup ((const char *) probe->head, probe->head_length);

  if (!g_regex_match_simple ("^%+MatrixMarket.", text, G_REGEX_RAW | G_REGEX_CASELESS, 0))
    return 0;
  return strspn (text, "%") == 2 ? 100 : 95;
}

const EqpReader _eqp_reader_mtx = {
  .id = "mtx",
  .name = "Matrix Market",
  .suffixes = "mtx;mtx.gz",
  .sniff = mtx_sniff,
  .read = mtx_read,
};
