/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

typedef enum {
  EQP_PAGE_TEXT,   /* for a terminal of 80 columns */
  EQP_PAGE_ROFF,   /* for a page of the manual */
  EQP_PAGE_MARKUP  /* for a label */
} EqpPageFormat;

char *eqp_method_page    (const EqpSolver *solver,
                          EqpPageFormat    format) G_GNUC_WARN_UNUSED_RESULT;
char *eqp_methods_manual (void) G_GNUC_WARN_UNUSED_RESULT;
void  eqp_append_wrapped (GString         *text,
                          const char      *sentence,
                          int              indent);

G_END_DECLS
