/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-decision.h"

G_BEGIN_DECLS

typedef enum {
  EQP_FINDING_NOTE,    /* good to know */
  EQP_FINDING_WARNING  /* hurts a run */
} EqpSeverity;

/* What would put it right. */
typedef enum
{
  EQP_MEND_NONE,
  EQP_MEND_DROP_COLUMNS, /* leave the columns out */
  EQP_MEND_STANDARDIZE,
  EQP_MEND_DISTINCT,  /* keep one of equal rows */
  EQP_MEND_IMPUTE,    /* read again with means in missing cells */
  EQP_MEND_DROP_ROWS, /* read again without the rows that have missing cells */
  EQP_MEND_OPTION,    /* read again with this option; where it takes a list, with this added to it */
  EQP_MEND_CLUSTERS   /* take value as the number of clusters */
} EqpMend;

typedef struct
{
  const char  *id;       /* "constant" */
  EqpSeverity  severity;
  char        *sentence;
  EqpMend      mend;
  GArray      *columns;  /* gint64, ascending, or NULL */
  gint64       value;
  EqpAlternative *option; /* or NULL */
} EqpFinding;

GPtrArray *eqp_findings_new (EqpDataset      *dataset,
                             gint             k,
                             const EqpGraph  *graph,
                             GCancellable    *cancellable) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
