/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines without data, and the text of fields. */
#include "config.h"

#include "eqp-table-private.h"

#include <string.h>

/* A line drawn between the names and the rows, such as |---|---|, +-----+ or ======; gives its end, or NULL. */
static const char *
skip_ruler (const char *text)
{
  gssize length = (gssize) strspn (text, "-=+|: \t");
  const char *end = text + length;
  gboolean crossed = strcspn (text, "+|") < (gsize) length;

  return (*end == '\n' || *end == '\r' || *end == '\0') &&
                 (g_strstr_len (text, length, crossed ? "---" : "-----") != NULL ||
                  g_strstr_len (text, length, crossed ? "===" : "=====") != NULL)
             ? end
             : NULL;
}

/* @text: the start of a row; the text ends with a NUL. Returns the start of the next line when this one has nothing
 * but blanks, or is drawn. */
const char *
_eqp_table_skip_blank_line (const char *text,
                            gboolean    at_end)
{
  const char *ruled;

  while (*text == ' ' || *text == '\t')
    text++;
  if (*text != '\0' && strchr ("-=+|", *text) != NULL && (ruled = skip_ruler (text)) != NULL)
    text = ruled;
  if (*text == '\n')
    return text + 1;
  if (*text == '\r' && text[1] == '\n')
    return text + 2;
  if (*text == '\r' && (text[1] != '\0' || at_end))
    return text + 1;
  return *text == '\0' && at_end ? text : NULL;
}

/* Returns whether the text at hand has quotation marks. */
gboolean
_eqp_table_has_quotes (EqpTable *self)
{
  return memchr (self->text->data + self->position, '"', self->text->len - self->position) != NULL;
}

/* Bytes that are not UTF-8 are taken as Windows-1252, which has a character for nearly every byte. Returns its text
 * in UTF-8, quotes in it as they are meant. */
char *
_eqp_table_dup_field (EqpTable       *self,
                      const EqpField *field)
{
  g_autofree char *text = g_malloc (field->length + 1);
  char *converted;

  _eqp_field_copy (field, text);
  if (g_utf8_validate (text, -1, NULL))
    return g_steal_pointer (&text);

  self->foreign = TRUE;
  converted = g_convert (text, -1, "UTF-8", "WINDOWS-1252", NULL, NULL, NULL);
  return converted != NULL ? converted : g_utf8_make_valid (text, -1);
}
