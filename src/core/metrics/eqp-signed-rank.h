/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* Wilcoxon's signed rank test of paired differences. */
typedef struct
{
  gint64   pairs;   /* all */
  gint64   used;    /* without those that do not differ */
  double   w_plus;  /* sum of the ranks of positive differences */
  double   w_minus;
  double   p;       /* two-sided; 1 where nothing differs */
  gboolean exact;   /* counted out; else by the normal distribution */
} EqpSignedRank;

void eqp_signed_rank (gint64         n,
                      const double  *differences,
                      EqpSignedRank *result);

G_END_DECLS
