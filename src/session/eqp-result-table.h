/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

/* What a table of results is made of; nothing is owned. */
typedef struct
{
  EqpDataset   *opened;   /* as read */
  EqpDataset   *prepared; /* as the method saw it */
  EqpGraph     *graph;    /* of a method of the graph family, else NULL */
  gint          k;
  const gint32 *labels;   /* n */
  double        gamma;    /* 0 for a method that does not balance */
  gboolean      weighted; /* rows count differently: then there are no costs to tell */
} EqpResultTable;

void      eqp_result_table_append_value (GString               *text,
                                         EqpDataset            *dataset,
                                         gint64                 row,
                                         gint64                 column);
void      eqp_result_table_append_field (GString               *text,
                                         const char            *field);
gboolean  eqp_result_table_write        (const EqpResultTable  *self,
                                         GOutputStream         *stream,
                                         GCancellable          *cancellable,
                                         GError               **error);
gboolean  eqp_result_table_save         (const EqpResultTable  *self,
                                         const char            *path,
                                         GCancellable          *cancellable,
                                         GError               **error);

G_END_DECLS
