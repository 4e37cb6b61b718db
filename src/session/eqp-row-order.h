/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-row-model.h"

G_BEGIN_DECLS

/* Which rows, and in which order; nothing is owned. */
typedef struct
{
  EqpDataset        *dataset;
  EqpLabels         *labels;  /* or NULL */
  const EqpRowCosts *costs;   /* or NULL */
  GPtrArray         *names;   /* char*, one a row, or NULL */
  gint64             by;      /* EQP_ROWS_BY_... */
  gboolean           falling;
  gint               cluster; /* only its rows; -1: of all */
  const char        *text;    /* what name or class contains or the number is; NULL or empty: anything */
} EqpRowQuery;

gboolean  eqp_row_query_is_plain (const EqpRowQuery  *self);
gint32   *eqp_row_query_run      (const EqpRowQuery  *self,
                                  gint64             *n) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
