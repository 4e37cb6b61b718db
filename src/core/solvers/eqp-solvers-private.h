/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-solver.h"

G_BEGIN_DECLS

gboolean _eqp_check_settings   (EqpDataset      *dataset,
                                const EqpParams *params,
                                GError         **error);

/* eqp-weights.c */
gboolean _eqp_check_rows       (const EqpSolver *solver,
                                gint64           n,
                                const EqpParams *params,
                                GError         **error);
gint32  *_eqp_links_join       (gint64           n,
                                const EqpParams *params,
                                GError         **error);
gboolean _eqp_rows_are_plain   (const EqpParams *params,
                                gint64           n);

/* A start that is given is the only one. */
static inline int
_eqp_params_count_starts (const EqpParams *params)
{
  return params->initial_labels != NULL || params->initial_centers != NULL ? 1 : params->restarts;
}

/* How many of the starts of a run reached its best. Values are to be small, and without what all labels have in common:
 * a huge gamma must not make different cuts look alike. */
typedef struct
{
  double best;
  double rounding;   /* differences below this, or below a billionth, are none */
  gint   starts;
  gint   reached;
} EqpTally;

void     _eqp_tally_init       (EqpTally        *self,
                                double           rounding);
void     _eqp_tally_add        (EqpTally        *self,
                                double           value);
void     _eqp_tally_add_priced (EqpTally        *self,
                                double           objective,
                                const EqpParams *params,
                                gint64           n);
void     _eqp_tally_close      (const EqpTally  *self,
                                double           value,
                                EqpResult       *result);

/* The event stream of one run: numbers the steps, keeps the time, sends nothing when there is no sink. */
typedef struct
{
  EqpSink *sink;
  const EqpProgress *progress;
  gint64   n;
  gint     k;
  gint64   iteration;  /* of the next event */
  gint64   start;      /* monotonic time, microseconds */
} EqpTrace;

void     _eqp_trace_start      (EqpTrace       *self,
                                EqpContext     *context,
                                gint64          n,
                                gint            k);
void     _eqp_trace_restart    (EqpTrace       *self,
                                gint            restart,
                                gint            restarts);
void     _eqp_trace_step       (EqpTrace       *self,
                                const char     *phase,
                                double          data_term,
                                double          penalty,
                                const gint64   *sizes,
                                const gint32   *labels,
                                gint64          moved);
void     _eqp_trace_value      (EqpTrace       *self,
                                const char     *phase,
                                double          objective,
                                double          data_term,
                                double          penalty,
                                const gint64   *sizes,
                                const gint32   *labels,
                                gint64          moved);
double   _eqp_trace_seconds    (EqpTrace       *self);
void     _eqp_trace_finish     (EqpTrace       *self,
                                EqpResult      *result);

/* Beside their methods; see eqp-warm-private.h. */
extern const EqpWarmClass _eqp_warm_bkm;
extern const EqpWarmClass _eqp_warm_bmincut;

G_END_DECLS
