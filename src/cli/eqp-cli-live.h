/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-cli-output.h"

G_BEGIN_DECLS

/* What is on the screen at the moment, to be drawn over next time. */
typedef struct
{
  EqpOutput *output;
  GArray    *widths;  /* int: columns taken by each line */
} EqpLive;

/* One look at a run under way. Nothing is owned. */
typedef struct
{
  const char   *title;
  const char   *status;   /* one line: iteration, phase, figures */
  const char   *restarts; /* one line: which start it is at, or NULL */
  gsize         n_trace;
  const double *trace;    /* objective of each iteration */
  gint          k;
  const gint64 *sizes;    /* k */
} EqpLiveView;

void  eqp_live_init    (EqpLive           *self,
                        EqpOutput         *output);
void  eqp_live_clear   (EqpLive           *self);
void  eqp_live_erase   (EqpLive           *self);
void  eqp_live_draw    (EqpLive           *self,
                        const EqpLiveView *view);
void  eqp_sizes_lines  (GPtrArray         *lines,
                        EqpOutput         *output,
                        gint               k,
                        const gint64      *sizes,
                        int                columns,
                        int                max_lines);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpLive, eqp_live_clear)

G_END_DECLS
