/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Matrix Market (NIST): a square coordinate matrix is a graph, another one sparse features, an array is dense features
 * or, where the user says so, a graph. Read by hand: the libraries for it trust the sizes in the header and tell no
 * lines. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <math.h>
#include <string.h>

#include "base/eqp-error.h"
#include "import/eqp-affinity.h"
#include "import/eqp-edges.h"
#include "import/eqp-lines.h"
#include "base/eqp-memory.h"
#include "base/eqp-number.h"
#include "import/eqp-sparse.h"

/* With more nodes than these, a graph has to have an entry for so many of them. */
#define MANY_NODES 1000000
#define NODES_AN_ENTRY 64

#define BANNER "MatrixMarket"

typedef struct
{
  const char             *file;
  const EqpImportOptions *options;
  GCancellable           *cancellable;
  EqpLines                lines;
  EqpEdges                edges;
  gboolean                array;
  gboolean                pattern;
  gboolean                symmetric;
  gint64                  rows;
  gint64                  columns;
  gint64                  count;     /* entries that follow */
  EqpDatasetParts         parts;
} Matrix;

static void
matrix_clear (Matrix *self)
{
  _eqp_lines_clear (&self->lines);
  _eqp_edges_clear (&self->edges);
  eqp_dataset_parts_clear (&self->parts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Matrix, matrix_clear)

/* -- the header ---------------------------------------------------------------------------------------------------- */

static gboolean
refuse_banner (Matrix *self, const char *word, const char *what, GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (word, (gssize) MIN (strlen (word), 30));

  g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED, "%s, line 1: “%s” %s.", self->file, valid, what);
  return FALSE;
}

static gboolean
parse_banner (Matrix *self, const char *line, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (line, -1);
  g_auto (GStrv) given = g_strsplit_set (lower, " \t", -1);
  const char *words[5] = { "", "", "", "", "" };
  guint n_words = 0;

  for (guint i = 0; given[i] != NULL && n_words < G_N_ELEMENTS (words); i++)
    if (*given[i] != '\0')
      words[n_words++] = given[i];

  if (strspn (line, "%") != 2)
    eqp_note (&self->parts.findings, "Line 1 should begin with “%%%%MatrixMarket”, and was read as if it did.");
  if (strcmp (words[1], "matrix") != 0)
    return refuse_banner (self, words[1], "is no kind of object that is read here; it has to be “matrix”", error);
  self->array = strcmp (words[2], "array") == 0;
  if (!self->array && strcmp (words[2], "coordinate") != 0)
    return refuse_banner (self, words[2], "is no format of Matrix Market; the formats are coordinate and array", error);
  self->pattern = strcmp (words[3], "pattern") == 0;
  if (strcmp (words[3], "complex") == 0)
    return refuse_banner (self, words[3],
                          "numbers are neither features nor weights; save the real and the imaginary part, or the "
                          "absolute values",
                          error);
  if (!self->pattern && strcmp (words[3], "real") != 0 && strcmp (words[3], "double") != 0 &&
      strcmp (words[3], "integer") != 0 && strcmp (words[3], "unsigned-integer") != 0)
    return refuse_banner (self, words[3], "is no kind of number of Matrix Market; known are real, integer and pattern",
                          error);
  if (self->array && self->pattern)
    return refuse_banner (
        self, words[3], "tells where entries are and not what they are, so an array cannot have it; correct it", error);
  self->symmetric = strcmp (words[4], "symmetric") == 0;
  if (!self->symmetric && strcmp (words[4], "general") != 0)
    return refuse_banner (self, words[4], "matrices are neither features nor graphs; known are general and symmetric",
                          error);
  return TRUE;
}

/* The next line that is neither blank nor a comment. */
static gboolean
next_line (Matrix *self, char **line, GError **error)
{
  do
    if (!_eqp_lines_next (&self->lines, line, error))
      return FALSE;
  while (*line != NULL && (**line == '%' || *_eqp_skip_blanks (*line) == '\0'));
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
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s, line %" G_GINT64_FORMAT ": here the numbers of rows%s have to stand, all whole and above 0.",
                   self->file, MAX (1, self->lines.line), self->array ? " and columns" : ", columns and entries");
      return FALSE;
    }
  if (self->symmetric && self->rows != self->columns)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                   "%s, line %" G_GINT64_FORMAT ": a symmetric matrix cannot have %" G_GINT64_FORMAT
                   " rows and %" G_GINT64_FORMAT " columns; correct the header or get the file again.",
                   self->file, self->lines.line, self->rows, self->columns);
      return FALSE;
    }
  if (self->rows > G_MAXINT32 || self->columns > G_MAXINT32)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   "%s, line %" G_GINT64_FORMAT ": the header announces %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                   " cells; at most %d rows and columns can be held.",
                   self->file, self->lines.line, self->rows, self->columns, G_MAXINT32);
      return FALSE;
    }
  if (self->array)
    self->count = self->symmetric ? self->rows * (self->rows + 1) / 2 : self->rows * self->columns;
  return TRUE;
}

/* Every entry takes its numbers with a blank or line end behind each; the last line end may be missing. */
static gboolean
check_size (Matrix *self, EqpSource *source, GError **error)
{
  goffset size = eqp_source_get_size (source);
  double least = self->array ? 2.0 : self->pattern ? 4.0 : 6.0;

  if (size < 0 || eqp_source_is_compressed (source) || least * (double) self->count <= (double) size + 1.0)
    return TRUE;

  g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
               "%s, line %" G_GINT64_FORMAT ": the header announces %" G_GINT64_FORMAT
               " entries, which do not fit into the %" G_GINT64_FORMAT
               " bytes of the file; it is incomplete, get it again.",
               self->file, self->lines.line, self->count, (gint64) size);
  return FALSE;
}

static gboolean
read_header (Matrix *self, EqpSource *source, GError **error)
{
  char *line;

  return _eqp_lines_next (&self->lines, &line, error) && parse_banner (self, line != NULL ? line : "", error) &&
         next_line (self, &line, error) && parse_sizes (self, line, error) && check_size (self, source, error);
}

/* -- entries ------------------------------------------------------------------------------------------------------- */

static gboolean
refuse_entry (Matrix *self, const char *text, const char *what, GError **error)
{
  g_autofree char *start = g_utf8_make_valid (text, (gssize) MIN (strlen (text), 40));

  g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE, "%s, line %" G_GINT64_FORMAT ": “%s” %s.", self->file,
               self->lines.line, start, what);
  return FALSE;
}

static gboolean
refuse_number (Matrix *self, gint64 found, GError **error)
{
  if (found < self->count)
    g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                 "%s: the header announces %" G_GINT64_FORMAT " entries, but only %" G_GINT64_FORMAT
                 " follow; the file is incomplete, get it again.",
                 self->file, self->count, found);
  else
    g_set_error (error, EQP_ERROR, EQP_ERROR_PARSE,
                 "%s, line %" G_GINT64_FORMAT ": the header announces no more than %" G_GINT64_FORMAT
                 " entries; correct the header.",
                 self->file, self->lines.line, self->count);
  return FALSE;
}

/* A number with a blank or the end behind it; words such as nan become NaN. */
static const char *
parse_value (const char *p, double *value)
{
  const char *end = eqp_parse_number (p, '.', value);

  if (end == NULL)
    {
      const char *word = p + strspn (p, "+-");

      if (g_ascii_strncasecmp (word, "nan", 3) != 0 && g_ascii_strncasecmp (word, "inf", 3) != 0)
        return NULL;
      *value = NAN;
      end = word + strspn (word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    }
  return *end == '\0' || *end == ' ' || *end == '\t' || *end == '\r' ? _eqp_skip_blanks (end) : NULL;
}

static gboolean
add_feature (Matrix *self, gint64 i, gint64 j, double value, GError **error)
{
  if (!isfinite (value))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   "%s, line %" G_GINT64_FORMAT ": the entry is no finite number; fill it in or take it out.",
                   self->file, self->lines.line);
      return FALSE;
    }
  return _eqp_edges_append (&self->edges, i, j, value, error)
         && (!self->symmetric || i == j || _eqp_edges_append (&self->edges, j, i, value, error));
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

      if (!next_line (self, &line, error))
        return FALSE;
      if (line == NULL)
        break;
      if (found == self->count)
        return refuse_number (self, found + 1, error);

      p = _eqp_parse_count (_eqp_skip_blanks (line), &i);
      if (p != NULL)
        p = _eqp_parse_count (p, &j);
      if (p != NULL && !self->pattern)
        p = parse_value (p, &value);
      if (p == NULL || *p != '\0')
        return refuse_entry (self, line,
                             self->pattern ? "is no entry, which is a row and a column; correct it"
                                           : "is no entry, which is a row, a column and a number; correct it",
                             error);
      if (i < 1 || i > self->rows || j < 1 || j > self->columns)
        {
          g_autofree char *what = g_strdup_printf ("lies outside of the %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                                                   " cells, which count from 1; correct the entry or the sizes above",
                                                   self->rows, self->columns);

          return refuse_entry (self, line, what, error);
        }
      if (self->symmetric && i < j)
        return refuse_entry (
            self, line,
            "lies above the diagonal, where a symmetric matrix has no entries in a file; save it as general", error);
      if (graph ? !_eqp_edges_add (&self->edges, i - 1, j - 1, value, self->lines.line, error)
                : !add_feature (self, i - 1, j - 1, value, error))
        return FALSE;
      if (!_eqp_edges_check_rest (&self->edges, &self->lines, error))
        return FALSE;
    }
  return found == self->count || refuse_number (self, found, error);
}

static int
compare_entries (gconstpointer a, gconstpointer b)
{
  const EqpEdge *x = a, *y = b;

  return x->from != y->from ? (x->from > y->from) - (x->from < y->from) : (x->to > y->to) - (x->to < y->to);
}

/* Rows in order, entries of one cell added up. */
static gboolean
make_features (Matrix *self, GError **error)
{
  EqpEdge *entries = self->edges.edges;
  g_autofree gint64 *starts = g_new0 (gint64, self->rows + 1);
  g_autofree gint64 *minor = g_try_new (gint64, MAX (1, self->edges.n_edges));
  g_autofree double *values = g_try_new (double, MAX (1, self->edges.n_edges));
  EqpSparse sparse = { starts, minor, values, 0 };

  if (minor == NULL || values == NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_TOO_LARGE,
                   "%s: there is no memory for its %" G_GINT64_FORMAT " entries.", self->file, self->edges.n_edges);
      return FALSE;
    }
  if (self->edges.n_edges > 0)
    qsort (entries, (gsize) self->edges.n_edges, sizeof (EqpEdge), compare_entries);
  for (gint64 e = 0; e < self->edges.n_edges; e++)
    {
      if (e > 0 && compare_entries (&entries[e - 1], &entries[e]) == 0)
        {
          values[sparse.count - 1] += entries[e].weight;
          continue;
        }
      minor[sparse.count] = entries[e].to;
      values[sparse.count++] = entries[e].weight;
      starts[entries[e].from + 1] = sparse.count;
    }
  for (gint64 i = 0; i < self->rows; i++)
    starts[i + 1] = MAX (starts[i + 1], starts[i]);
  for (gint64 k = 0; k < sparse.count; k++)
    if (!isfinite (values[k]))
      {
        g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                     "%s: entries of one cell add up to more than a number can hold; take out the repeated ones.",
                     self->file);
        return FALSE;
      }

  if (sparse.count < self->edges.n_edges)
    eqp_note (&self->parts.decisions, "%" G_GINT64_FORMAT " %s a cell and %s added up.",
              self->edges.n_edges - sparse.count,
              self->edges.n_edges - sparse.count == 1 ? "entry repeats" : "entries repeat",
              self->edges.n_edges - sparse.count == 1 ? "was" : "were");
  eqp_note (&self->parts.decisions,
            "The rows of the sparse matrix (%" G_GINT64_FORMAT
            " entries, %.2g %% of the cells) are the points; it was made dense.",
            sparse.count, 100.0 * (double) sparse.count / ((double) self->rows * (double) self->columns));
  return _eqp_sparse_make_dense (&sparse, self->rows, self->columns, TRUE, self->cancellable, &self->parts, error);
}

static gboolean
load_coordinates (Matrix *self, GError **error)
{
  gboolean square = self->rows == self->columns;

  if (self->options->take == EQP_TAKE_GRAPH && !square)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   "%s: a matrix of %" G_GINT64_FORMAT " × %" G_GINT64_FORMAT
                   " is no graph, which has a row and a column for each node; take it for features (--as features).",
                   self->file, self->rows, self->columns);
      return FALSE;
    }
  if (!square || self->options->take == EQP_TAKE_FEATURES)
    return _eqp_check_memory (self->file, self->rows, self->columns, sizeof (float), error) &&
           read_coordinates (self, FALSE, error) && make_features (self, error);

  if (self->rows > MAX (MANY_NODES, NODES_AN_ENTRY * self->count))
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_INVALID_DATA,
                   "%s: the header announces %" G_GINT64_FORMAT " nodes and %" G_GINT64_FORMAT
                   " entries, so nearly all nodes would have no edge; it is damaged, or number the nodes without gaps.",
                   self->file, self->rows, self->count);
      return FALSE;
    }
  _eqp_note_take (&self->parts, self->options, EQP_TAKE_GRAPH, "the matrix is square and sparse");
  return _eqp_edges_check_nodes (&self->edges, self->rows, error) && read_coordinates (self, TRUE, error) &&
         _eqp_edges_finish (&self->edges, self->rows, self->symmetric ? EQP_EDGES_LIST : EQP_EDGES_MATRIX, TRUE,
                            self->cancellable, error);
}

/* -- arrays -------------------------------------------------------------------------------------------------------- */

static char *
place (gint64 row, gint64 column, gpointer user_data)
{
  return g_strdup_printf ("row %" G_GINT64_FORMAT ", column %" G_GINT64_FORMAT, row + 1, column + 1);
}

/* Column by column; of a symmetric matrix from the diagonal down. */
static gboolean
read_cells (Matrix *self, EqpStore *store, GError **error)
{
  gint64 i = 0, j = 0, found = 0;
  char *line;

  for (;;)
    {
      const char *p;

      if (!next_line (self, &line, error))
        return FALSE;
      if (line == NULL)
        break;
      /* Some programs put several numbers into a line. */
      for (p = _eqp_skip_blanks (line); *p != '\0'; found++)
        {
          double value;
          const char *end = parse_value (p, &value);

          if (end == NULL)
            return refuse_entry (self, p, "is no number", error);
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
  g_autoptr (EqpStore) store = eqp_store_new (self->columns, sizeof (double), NULL);
  g_autoptr (GArray) columns = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autofree guint8 *dropped = NULL;
  gboolean taken = FALSE;

  if (!_eqp_check_memory (self->file, self->rows, self->columns, sizeof (double), error))
    return FALSE;
  for (gint64 i = 0; i < self->rows; i++)
    if (eqp_store_append (store, error) == NULL)
      return FALSE;
  for (gint64 j = 0; j < self->columns; j++)
    g_array_append_val (columns, j);
  if (!read_cells (self, store, error) ||
      !_eqp_affinity_take (store, columns, self->file, self->options, &self->parts, self->cancellable, &taken, error))
    return FALSE;
  return taken || (eqp_store_settle_missing (store, columns, self->options->missing, self->file, place, self, &dropped,
                                             &self->parts, error) &&
                   eqp_store_finish (store, columns, dropped, &self->parts, error));
}

static EqpDataset *
mtx_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
          GError **error)
{
  static const EqpImportOptions guess = { 0 };
  g_autoptr (EqpSource) source = NULL;
  g_auto (Matrix) self = { 0 };

  self.options = options != NULL ? options : &guess;
  self.cancellable = cancellable;
  source = eqp_source_open_member (file, self.options->variable, self.options->encoding, progress, cancellable, error);
  if (source == NULL)
    return NULL;
  self.file = eqp_source_get_name (source);
  _eqp_lines_init (&self.lines, source);
  _eqp_edges_init (&self.edges, self.file, self.options, &self.parts);
  if (self.options->columns != NULL)
    {
      g_set_error (error, EQP_ERROR, EQP_ERROR_UNSUPPORTED,
                   "%s: columns of this format cannot be chosen; open all of it.", self.file);
      return NULL;
    }
  if (!_eqp_edges_check_labels (self.file, self.options, error) || !read_header (&self, source, error)
      || !(self.array ? load_array (&self, error) : load_coordinates (&self, error)))
    return NULL;

  _eqp_edges_take_labels (file, self.options, &self.parts, cancellable);
  eqp_source_tell_rest (source, &self.parts);
  self.parts.name = g_strdup (self.file);
  self.parts.source = g_file_get_parse_name (file);
  self.parts.format = g_strdup ("Matrix Market");
  return eqp_dataset_new (&self.parts);
}

/* Two percent signs, as it has to be, or as many as there are. */
static int
mtx_sniff (const EqpProbe *probe)
{
  gsize signs = 0;

  while (signs < probe->head_length && probe->head[signs] == '%')
    signs++;
  if (signs == 0 || probe->head_length - signs <= strlen (BANNER) ||
      g_ascii_strncasecmp ((const char *) probe->head + signs, BANNER, strlen (BANNER)) != 0)
    return 0;
  return signs == 2 ? 100 : 95;
}

const EqpReader _eqp_reader_mtx = {
  .id = "mtx",
  .name = "Matrix Market",
  .suffixes = "mtx;mtx.gz",
  .sniff = mtx_sniff,
  .read = mtx_read,
};
