/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of text: CSV, TSV, blank-separated, packed or not. Sniffing, rows and columns live in files of their own;
 * this one puts them together. */
#include "config.h"

#include "import/eqp-readers-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "import/eqp-encoding.h"
#include "import/eqp-beside.h"
#include "eqp-table-edges.h"
#include "eqp-table-private.h"

/* Enough for types and separators; a first row longer than this is still read whole. */
#define SNIFF_BYTES (1 << 18)

/* Looked at for the encoding. */
#define HEAD_BYTES (1 << 16)

/* Enough text to sniff: at least two rows where the file has them, and all where columns are points. */
static gboolean
fill_for_sniffing (EqpTable *self, EqpSource *source, GError **error)
{
  gsize looked = 0;
  int breaks = 0;

  while (!self->at_end && (self->text->len < SNIFF_BYTES || breaks < 2 ||
                           self->options->orientation == EQP_ORIENTATION_COLUMNS))
    {
      if (!_eqp_table_fill (self, source, error))
        return FALSE;
      for (; looked < self->text->len; looked++)
        breaks += self->text->data[looked] == '\n' || self->text->data[looked] == '\r';
    }
  return TRUE;
}

static void
tell_encoding (EqpTable *self, const char *encoding, const char *evidence)
{
  const char *chosen = encoding != NULL ? encoding : self->foreign ? "WINDOWS-1252" : "UTF-8";

  if (self->foreign || evidence == NULL)
    evidence = _ ("Bytes that are not valid UTF-8 were met; Windows-1252 has a character for nearly every byte.");
  _eqp_settle_option (&self->parts, self->options, "encoding", &(EqpImportOptions){ .encoding = chosen }, NULL,
                      evidence);
}

static void
tell_orientation (EqpTable *self)
{
  EqpOrientation orientation = MAX (self->options->orientation, EQP_ORIENTATION_ROWS);

  _eqp_settle_option (&self->parts, self->options, "orientation", &(EqpImportOptions){ .orientation = orientation },
                      NULL, _ ("The points of a table are its rows as a rule."));
}

/* Whether the rows will fit, going by those at hand. */
static gboolean
check_memory (EqpTable *self, EqpSource *source, GError **error)
{
  const char *p = self->text->data + self->position, *end = self->text->data + self->text->len;
  gint64 lines = 0;

  for (const char *q = p; !self->at_end && (q = memchr (q, '\n', (gsize) (end - q))) != NULL; q++)
    lines++;
  return _eqp_table_check_memory (self, source, (gint64) self->position, end - p, lines, error);
}

static EqpDataset *
csv_read (GFile *file, const EqpImportOptions *options, const EqpProgress *progress, GCancellable *cancellable,
          GError **error)
{
  g_auto (EqpTable) self = { 0 };
  g_autoptr (EqpSource) source = NULL;
  g_autofree char *evidence = NULL;
  const char *encoding;
  g_autofree guint8 *head = g_malloc (HEAD_BYTES);
  EqpImportOptions columns_only;
  EqpTableEdges edges;
  gsize length = 0;

  /* Labels of a file beside are no column. */
  columns_only = *options;
  if (_eqp_beside_is_wanted (&columns_only))
    columns_only.labels = NULL;
  _eqp_table_init (&self, &columns_only);
  self.given = options;
  self.cancellable = cancellable;
  encoding = self.options->encoding;
  source = eqp_source_open_member (file, self.options->variable, NULL, progress, cancellable, error);
  if (source == NULL)
    return NULL;
  if (encoding == NULL)
    {
      if (!eqp_source_read_head (source, head, HEAD_BYTES, &length, NULL, error))
        return NULL;
      encoding = _eqp_guess_encoding (head, length, &evidence);
      if (encoding == NULL && !_eqp_guess_script (eqp_source_get_name (source), head, length, &encoding,
                                                   &evidence, error))
        return NULL;
    }
  eqp_source_close (source);
  source = eqp_source_open_member (file, self.options->variable, encoding, progress, cancellable, error);
  if (source == NULL)
    return NULL;
  self.file = eqp_source_get_name (source);
  _eqp_parts_watch (&self.parts, progress, self.file);

  if (!fill_for_sniffing (&self, source, error))
    return NULL;
  if (!_eqp_table_sniff (&self, error) || !_eqp_table_edges_look (&self, &columns_only, &edges, error) ||
      !_eqp_table_apply_options (&self, error) || !check_memory (&self, source, error) ||
      !_eqp_table_read_rows (&self, source, error) ||
      !(edges.from >= 0 ? _eqp_table_edges_take (&self, &edges, file, error)
                        : _eqp_table_assemble (&self, file, cancellable, error)))
    return NULL;

  tell_encoding (&self, encoding, evidence);
  if (edges.from < 0)
    {
      _eqp_table_tell_missing (&self);
      tell_orientation (&self);
    }
  self.parts.name = g_strdup (self.file);
  self.parts.source = g_file_get_parse_name (file);
  self.parts.format = g_strdup (edges.from >= 0                         ? N_ ("edge list")
                                : self.n_columns == 1                   ? N_ ("table of one column")
                                : self.separator == '\t'                ? "TSV"
                                : self.separator == ' '                 ? N_ ("space-separated table")
                                                                        : "CSV");
  return eqp_dataset_new_cancellable (&self.parts, cancellable, error);
}

static int
csv_sniff (const EqpProbe *probe)
{
  static const char *const endings[] = { ".csv",  ".tsv",    ".tab",    ".txt",    ".dat",
                                         ".data", ".csv.gz", ".tsv.gz", ".txt.gz", ".data.gz" };
  gsize control = 0, zeros = 0, length = probe->head_length;

  if (_eqp_guess_encoding (probe->head, probe->head_length, NULL) != NULL)
    return 40;
  /* Loggers that lost their power leave zeros behind the text; the reader tells where. */
  while (length > 0 && probe->head[length - 1] == 0)
    length--;
  for (gsize i = 0; i < length; i++)
    {
      zeros += probe->head[i] == 0;
      control += probe->head[i] < 32 && !g_ascii_isspace (probe->head[i]);
    }
  /* A few zero bytes do not make a text binary; the reader then tells where they are. */
  if (length == 0 || (control * 100 > length && (zeros == 0 || control != zeros || zeros * 20 > length || zeros > 3)))
    return 0;
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    if (probe->basename != NULL && g_str_has_suffix (probe->basename, endings[i]))
      return 60;
  return 40;
}

const EqpReader _eqp_reader_csv = {
  "csv",
  N_ ("Table (CSV, TSV, blanks)"),
  "csv;tsv;tab;txt;dat;data;csv.gz;tsv.gz;txt.gz;dat.gz;data.gz",
  csv_sniff,
  csv_read
};

/* The reader of tables finds them among its files; this row is for dialogs. */
const EqpReader _eqp_reader_edges = {
  "edges",
  N_ ("List of edges"),
  "edges;edgelist;el;wel;ncol",
  csv_sniff,
  csv_read
};
