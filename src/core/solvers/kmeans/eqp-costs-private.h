/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-kmeans-private.h"

G_BEGIN_DECLS

/* The costs of all rows to the centers that the panel of a state holds, row by row. */
typedef struct
{
  EqpKMeans *state;       /* borrowed */
  float     *whole;       /* n x kp; NULL: costs are computed where they are asked for, */
  float     *block;       /* room x kp: those of some rows, one after the other */
  gint64     room;
  gint64     first;       /* of these rows */
  gint64     n_rows;
  int        cancelled;   /* atomic */
} EqpCosts;

EqpCosts    *_eqp_costs_new        (EqpKMeans    *state,
                                    GError      **error);
void         _eqp_costs_free       (EqpCosts     *self);
gint64       _eqp_costs_set_budget (gint64        bytes);
gboolean     _eqp_costs_take       (EqpCosts     *self,
                                    const gint32 *current,
                                    const double *prices,
                                    double       *sse);
const float *_eqp_costs_fetch      (EqpCosts     *self,
                                    gint64        row);
const float *_eqp_costs_single     (EqpCosts     *self,
                                    gint64        row);

/* The kp costs of a row, valid until the next one is asked for; cheap where rows are asked for in order. NULL when
 * cancelled. */
static inline const float *
eqp_costs_row (EqpCosts *self, gint64 row)
{
  if (self->whole != NULL)
    return self->whole + row * self->state->kp;
  if (row >= self->first && row < self->first + self->n_rows)
    return self->block + (row - self->first) * self->state->kp;
  return _eqp_costs_fetch (self, row);
}

G_END_DECLS
