/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "import/eqp-reader.h"

G_BEGIN_DECLS

/* How a text with one edge a line is laid out. */
typedef struct
{
  char        separator; /* ' ' means any run of blanks */
  gint64      width;     /* fields a line */
  gint64      from;      /* columns, from 0 */
  gint64      to;
  gint64      weight;    /* or -1 */
  char        decimal;   /* the mark in weights */
  gboolean    dictionaries; /* behind the nodes stands one of Python, as NetworkX writes it; nothing else is known */
  gboolean    bipartite; /* the file says that the columns count nodes of two kinds */
  gboolean    header;    /* the first line that is no comment holds names */
  const char *why;       /* the evidence, half a sentence */
} EqpEdgeLayout;

typedef enum {
  EQP_CHANCE_NONE,     /* this is no list of edges */
  EQP_CHANCE_POSSIBLE, /* it is one where the user says so */
  EQP_CHANCE_EVEN,     /* the user has to be asked */
  EQP_CHANCE_LIKELY
} EqpChance;

/* Whole numbers from the first byte to the last, as nodes are called in most lists. */
gboolean  _eqp_edge_list_parse_id (const char             *text,
                                   gsize                   length,
                                   gint64                 *id);
EqpChance _eqp_edge_list_look     (const EqpProbe         *probe,
                                   const EqpImportOptions *options,
                                   EqpEdgeLayout          *layout,
                                   GError                **error);

G_END_DECLS
