/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-kmeans-private.h"
#include "solvers/eqp-solvers-private.h"

G_BEGIN_DECLS

/* Lloyd's method on the rows of a state, for every method that takes it as a whole or in part. */
typedef struct _EqpLloyd EqpLloyd;

struct _EqpLloyd
{
  EqpKMeans       *state;          /* borrowed */
  const EqpParams *params;         /* borrowed */
  gint64           limit;          /* of iterations, from 1 */

  gint32          *current;        /* n: labels to go on from; afterwards scratch */
  gint32          *next;           /* n */
  gint64           moved;          /* rows that the step to current moved */
  gboolean         from_labels;    /* current is a start that people chose, not a first assignment */
  gboolean         converged;
  gint64           iterations;     /* of the last run */
  double           reached;        /* the least SSE of the last run */

  gint32          *best;           /* n: labels of the least SSE known */
  double          *best_centers;   /* k x d: kept, so that a cancelled run ends without another pass */
  gint64          *best_sizes;     /* k */
  double           best_sse;       /* infinite: none yet */
  gint64           best_left_empty;
  EqpTally         tally;          /* of the starts */

  /* Called whenever there is a new best, with how many rows that step moved. FALSE ends the run: cancelled. */
  gboolean       (*improved)       (EqpLloyd     *self,
                                    gint64        moved,
                                    gpointer      user_data);
  /* The assignment step, as _eqp_kmeans_assign(), which it is where this is NULL. */
  gboolean       (*assign)         (EqpLloyd     *self,
                                    const gint32 *current,
                                    gint32       *next,
                                    double       *sse,
                                    gint64       *moved,
                                    gpointer      user_data);
  gpointer         user_data;
  double           least_gain;     /* an iteration that lowers the SSE by less than this share of it is the last */
  gboolean         quick_seeds;    /* k-means++ starts that cost less and are a little worse */
};

EqpLloyd  *_eqp_lloyd_new          (EqpKMeans        *state,
                                    const EqpParams  *params,
                                    GError          **error);
void       _eqp_lloyd_free         (EqpLloyd         *self);
gboolean   _eqp_lloyd_start        (EqpLloyd         *self,
                                    guint64           restart);
gboolean   _eqp_lloyd_run          (EqpLloyd         *self);
gboolean   _eqp_lloyd_starts       (EqpLloyd         *self,
                                    EqpTrace         *trace,
                                    int               starts,
                                    gboolean         *converged);
EqpResult *_eqp_lloyd_result       (EqpLloyd         *self,
                                    gboolean          cancelled,
                                    gboolean          converged);

G_END_DECLS
