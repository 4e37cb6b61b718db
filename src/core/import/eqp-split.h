/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A field in the text buffer, blanks and outer quotes taken off. */
typedef struct
{
  const char *start;
  gsize       length;
  char        escape; /* quotes within it are doubled ('"'), stand behind a '\\', or there are none (0) */
} EqpField;

typedef struct
{
  GArray   *fields;     /* EqpField */
  gint64    lines;      /* of the file that the row takes: more than one with line breaks in quotes */
  gboolean  unclosed;   /* a quote was still open at the end of the text */
} EqpFields;

const char *_eqp_split_row (char        separator,
                            const char *text,
                            const char *end,
                            gboolean    at_end,
                            EqpFields  *fields);
void        _eqp_field_copy (const EqpField *field,
                             char           *to);

G_END_DECLS
