/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first lines of a file as they stand there, to be looked at where the file makes no table. */
#include "config.h"

#include "eqp-reader.h"

#include <string.h>

#include "eqp-encoding.h"
#include "eqp-source.h"

#define PEEK_BYTES 65536
#define LONGEST_LINE 1000

static char *
cut_lines (const char *text, int n_lines)
{
  GString *lines = g_string_new (NULL);

  for (int line = 0; line < n_lines && *text != '\0'; line++)
    {
      gsize length = strcspn (text, "\r\n");
      glong characters = g_utf8_strlen (text, (gssize) length);
      gsize kept = characters > LONGEST_LINE ? (gsize) (g_utf8_offset_to_pointer (text, LONGEST_LINE) - text) : length;

      if (line > 0)
        g_string_append_c (lines, '\n');
      g_string_append_len (lines, text, (gssize) kept);
      if (kept < length)
        g_string_append (lines, "…");
      text += length;
      if (*text != '\0')
        text += text[0] == '\r' && text[1] == '\n' ? 2 : 1;
    }
  return g_string_free (lines, FALSE);
}

/**
 * eqp_peek_text:
 * @data: a path or a URI
 * @options: (nullable): of which encoding and variable count
 * @n_lines: how many lines, 1 or more
 * @cancellable: (nullable): to stop
 *
 * Returns: (transfer full) (nullable): the first lines of the file, unpacked, in UTF-8; NULL where it is no text or
 * cannot be opened
 */
char *
eqp_peek_text (const char             *data,
               const EqpImportOptions *options,
               int                     n_lines,
               GCancellable           *cancellable)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (data);
  g_autoptr (EqpSource) source = NULL;
  g_autofree guint8 *head = g_malloc (PEEK_BYTES);
  g_autofree char *text = NULL;
  gsize length = 0;

  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) == G_FILE_TYPE_DIRECTORY)
    return NULL;
  source = eqp_source_open_member (file, options != NULL ? options->variable : NULL, NULL, NULL, cancellable, NULL);
  if (source == NULL)
    return NULL;
  if (!eqp_source_read_head (source, head, PEEK_BYTES, &length, NULL, NULL) || length == 0)
    return NULL;
  text = _eqp_text_to_utf8 (head, length, options != NULL ? options->encoding : NULL);
  return text != NULL ? cut_lines (text, n_lines) : NULL;
}
