/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the assigner, for its two files and for tests: from outside, the repair hides what a broken ascent
 * leaves over. */
#pragma once

#include "eqp-assigner-private.h"

G_BEGIN_DECLS

#define EQP_ASSIGNER_ROWS 64  /* at once */

struct _EqpAssigner
{
  gint64            n;
  int               k;
  int               kp;
  EqpPool          *pool;
  GCancellable     *cancellable;
  const EqpKernels *kernels;
  EqpExchange      *exchange;
  gint64            least;        /* rows of a cluster */
  gint64            most;
  gboolean          limited;      /* whether these can matter */
  const gint64     *weights;      /* n: how many times each row counts; borrowed; NULL: once */
  const gint64     *load;         /* k: what clusters hold besides these rows; borrowed; NULL: nothing */
  gint64            total;        /* of weights and load */

  /* the problem at hand */
  const float      *cost_float;
  const double     *cost_double;
  gint64            stride;
  double            gamma;
  gint64            base;
  gint32           *labels;
  double           *q;
  int               cancelled;

  /* an evaluation of the dual */
  gint64            n_chunks;
  float            *price;        /* kp: q as float, padding infinite */
  float            *margin;       /* n: how much worse the second choice is */
  gint64           *chunk_sizes;  /* n_chunks x k */
  double           *chunk_value;  /* n_chunks */
  gint64           *sizes;        /* k */

  /* Newton */
  double           *excess;       /* k: n_k less the size that suits q_k: n/K + q_k / (2 gamma), within the limits */
  double           *step;         /* k */
  double           *trial;        /* k */
  double           *hessian;      /* k x k, or k when there are many clusters */

  /* repair */
  gint64           *flow;         /* k: what the sink arcs carry */
  double           *distance;     /* k + 1 */
  int              *parent;       /* k + 1 */
  gint32           *parent_row;   /* k + 1: the row handed over, -1 for size changes */
  guint8           *settled;      /* k + 1 */
};

double   _eqp_assigner_evaluate        (EqpAssigner          *self,
                                        const double         *q);
int      _eqp_assigner_next_within     (EqpAssigner          *self,
                                        gint64               *at,
                                        double                limit,
                                        gint32               *rows);
double   _eqp_assigner_margin_quantile (EqpAssigner          *self,
                                        gint64                count);
void     _eqp_assigner_newton_step     (EqpAssigner          *self,
                                        double                window);
void     _eqp_assigner_climb           (EqpAssigner          *self,
                                        int                  *evaluations);

/* eqp-assigner-repair.c */
gint64   _eqp_assigner_sink_flow       (EqpAssigner          *self,
                                        int                   cluster,
                                        double                q,
                                        gint64                wish);
gint64   _eqp_assigner_repair          (EqpAssigner          *self,
                                        double               *sink_q_out);
void     _eqp_assigner_certify         (EqpAssigner          *self,
                                        double                sink_q,
                                        EqpAssignmentReport  *report);

static inline double
assigner_cost (EqpAssigner *self, gint64 row, int cluster)
{
  gint64 at = row * self->stride + cluster;

  return self->cost_float != NULL ? (double) self->cost_float[at] : self->cost_double[at];
}

static inline gint64
assigner_load (EqpAssigner *self, int cluster)
{
  return self->load != NULL ? self->load[cluster] : 0;
}

/* The limits that are left for the rows beside what a cluster holds already. */
static inline gint64
assigner_least (EqpAssigner *self, int cluster)
{
  return MAX (0, self->least - assigner_load (self, cluster));
}

static inline gint64
assigner_most (EqpAssigner *self, int cluster)
{
  return MAX (0, self->most - assigner_load (self, cluster));
}

static inline double
assigner_priced (EqpAssigner *self, gint64 row, int cluster)
{
  return assigner_cost (self, row, cluster) + self->q[cluster];
}

G_END_DECLS
