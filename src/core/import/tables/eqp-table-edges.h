/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-table-private.h"

G_BEGIN_DECLS

/* The columns that make edges of the rows of a table, from 0. */
typedef struct
{
  gint64      from;   /* -1: its rows are no edges */
  gint64      to;
  gint64      weight; /* -1: all weigh 1 */
  gboolean    named;  /* by the header, or by the user */
  const char *why;    /* the evidence, half a sentence */
} EqpTableEdges;

gboolean _eqp_table_edges_find (const EqpField    *names,
                                gint64             count,
                                EqpTableEdges     *edges);
gboolean _eqp_table_edges_look (EqpTable          *self,
                                EqpImportOptions  *options,
                                EqpTableEdges     *edges,
                                GError           **error);
gboolean _eqp_table_edges_take (EqpTable          *self,
                                EqpTableEdges     *edges,
                                GFile             *file,
                                GError           **error);

G_END_DECLS
