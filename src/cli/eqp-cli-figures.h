/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-study-table.h"

G_BEGIN_DECLS

/* One figure of a report, drawn. */
typedef struct
{
  char       *id;     /* of its files */
  char       *title;
  char       *text;   /* what it shows, for somebody who has not read the paper */
  GByteArray *svg;    /* dark on light */
  GByteArray *dark;   /* light on dark, as SVG */
  GByteArray *pdf;
} EqpFigure;

GPtrArray *eqp_cli_figures (const EqpStudyTable  *table,
                            GError              **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
