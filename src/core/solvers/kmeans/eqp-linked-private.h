/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run with weights or links, for its files; see eqp-linked.c. */
#pragma once

#include "eqp-assigner-private.h"
#include "eqp-kmeans-private.h"
#include "eqp-units-private.h"
#include "solvers/eqp-solvers-private.h"

G_BEGIN_DECLS

typedef struct
{
  EqpUnits        *units;
  EqpKMeans       *state;     /* of the units; its sums and sizes are not used, weights are taken here */
  EqpApart        *apart;     /* NULL: no cannot-links */
  const EqpParams *params;
  EqpTrace         trace;
  gboolean         balanced;  /* sizes cost something or have limits */
  double           gamma;     /* of the step at hand */
  double           least;     /* weight of a cluster at the least, and at the most */
  double           most;
  double           fine;      /* for a unit of weight outside of these; 0: no limits */

  double          *mass;      /* k: weights of the clusters of current */
  gint32          *current;   /* m */
  gint32          *next;      /* m */
  double          *apart_cost; /* k for each unit with cannot-links */

  /* balanced only */
  float           *cost;      /* m x kp */
  EqpAssigner     *all;       /* all units, divisible */
  EqpAssigner     *rest;      /* free units beside the load of the others; NULL: there are none */
  gint64          *load;      /* k */
  double          *prices;    /* k */
  double          *trial_prices; /* k */
  gint32          *trial;     /* m */

  double           best;      /* worth */
  double           start_best; /* of this start */
  EqpTally         tally;     /* of the starts */
  gint32          *best_labels; /* n: of rows */
  gint32          *best_units; /* m */
  double          *best_centers; /* k x d */
  double          *best_mass; /* k */
  double           best_data; /* SSE of the units */
  gint64           moved;     /* units, since the last event */
  gint64           steps;
  gint64           limit;
  gboolean         converged;
} EqpLinked;

/* What the size of a cluster costs, about the mean size, so that a huge gamma hides no digits. */
static inline double
_eqp_linked_size_cost (const EqpLinked *self, double mass)
{
  double off = mass - self->units->total / self->state->k;
  double outside = MAX (0.0, mass - self->most) + MAX (0.0, self->least - mass);

  return self->gamma * off * off + (outside > 0.0 ? self->fine * outside : 0.0);
}

EqpResult *_eqp_linked_run     (EqpDataset       *dataset,
                                const EqpParams  *params,
                                gboolean          balanced,
                                EqpContext       *context,
                                GError          **error);

gboolean   _eqp_linked_open    (EqpLinked        *self,
                                EqpDataset       *dataset,
                                EqpContext       *context,
                                GError          **error);
void       _eqp_linked_close   (EqpLinked        *self);
void       _eqp_linked_center  (EqpLinked        *self);

/* eqp-linked-start.c */
gboolean   _eqp_linked_start   (EqpLinked        *self,
                                guint64           restart,
                                gboolean          chance,
                                gboolean         *at_once);

/* eqp-linked-assign.c */
gboolean   _eqp_linked_assign  (EqpLinked        *self,
                                gboolean          from_current);

/* eqp-linked-polish.c */
gint64     _eqp_linked_polish  (EqpLinked        *self);

G_END_DECLS
