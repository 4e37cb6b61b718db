/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-source.h"

G_BEGIN_DECLS

/* The lines of a text, one at a time. */
typedef struct
{
  EqpSource *source;  /* borrowed */
  char      *buffer;
  gsize      size;
  gsize      start;   /* of the next line */
  gsize      end;
  gsize      looked;  /* up to where there is no line end */
  gint64     line;    /* number of the line read last, from 1 */
  gint64     bytes;   /* of all lines so far */
  gboolean   at_end;
} EqpLines;

void     _eqp_lines_init           (EqpLines    *self,
                                    EqpSource   *source);
void     _eqp_lines_clear          (EqpLines    *self);
gboolean _eqp_lines_next           (EqpLines    *self,
                                    char       **line,
                                    GError     **error);
const char *_eqp_skip_blanks       (const char  *text);
const char *_eqp_parse_count       (const char  *text,
                                    gint64      *value);
const char *_eqp_parse_value       (const char  *text,
                                    double      *value);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpLines, _eqp_lines_clear)

G_END_DECLS
