/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the readers of graphs as text share: lines without comments, sentences with their place, labels beside the file.
 */
#include "config.h"

#include "eqp-graph-file.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

#include "base/eqp-error.h"

/* So much of a line is shown. */
#define SHOWN_BYTES 40

/* Returns FALSE when it cannot be opened, or labels are asked for that graphs do not have. */
gboolean
_eqp_graph_file_open (EqpGraphFile *self, GFile *file, const EqpImportOptions *options, const EqpProgress *progress,
                      GCancellable *cancellable, GError **error)
{
  self->options = options;
  self->cancellable = cancellable;
  self->source = eqp_source_open_member (file, options->variable, options->encoding, progress, cancellable, error);
  if (self->source == NULL)
    return FALSE;
  self->file = eqp_source_get_name (self->source);
  _eqp_lines_init (&self->lines, self->source);
  _eqp_edges_init (&self->edges, self->file, self->options, &self->parts);
  return _eqp_edges_check_labels (self->file, self->options, error);
}

void
_eqp_graph_file_clear (EqpGraphFile *self)
{
  _eqp_lines_clear (&self->lines);
  _eqp_edges_clear (&self->edges);
  eqp_dataset_parts_clear (&self->parts);
  g_clear_pointer (&self->source, eqp_source_close);
}

/* @line: the next line that is no comment (%); NULL at the end. */
gboolean
_eqp_graph_file_next (EqpGraphFile *self, gboolean blank, char **line, GError **error)
{
  const char *start;

  do
    if (!_eqp_lines_next (&self->lines, line, error))
      return FALSE;
  while (*line != NULL && (start = _eqp_skip_blanks (*line)) != NULL && (*start == '%' || (!blank && *start == '\0')));
  return TRUE;
}

/* Returns FALSE. */
gboolean
_eqp_graph_file_refuse (EqpGraphFile *self, const char *text, gsize length, const char *what, GError **error)
{
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) MIN (length, SHOWN_BYTES));

  return eqp_refuse (error, EQP_ERROR_PARSE, _ ("%s, line %" PRId64 ": “%s” %s."), self->file, self->lines.line,
                     valid, what);
}

/* Returns the data set, with labels where a file of them stands beside. */
EqpDataset *
_eqp_graph_file_finish (EqpGraphFile *self, GFile *file, const char *format)
{
  _eqp_edges_take_labels (file, self->options, &self->parts, self->cancellable);
  self->parts.name = g_strdup (self->file);
  self->parts.source = g_file_get_parse_name (file);
  self->parts.format = g_strdup (format);
  return eqp_dataset_new (&self->parts);
}
