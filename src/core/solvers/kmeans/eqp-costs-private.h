/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-assigner-private.h"
#include "eqp-kmeans-private.h"

G_BEGIN_DECLS

/* What a row does: it stays in its cluster a where the cost in each other one and its price are above
 * scale[a] * own + offset[a]. */
typedef struct
{
  const float  *price;    /* kp: padding infinite */
  const double *offset;   /* k */
  const double *scale;    /* k; NULL: all are 1 */
  double        below;    /* no price is further below 0 */
} EqpStay;

/* The costs of all rows to the centers that the panel of a state holds, row by row. */
typedef struct _EqpCosts EqpCosts;

struct _EqpCosts
{
  EqpKMeans *state;       /* borrowed */
  float     *whole;       /* n x kp; NULL: costs are computed where they are asked for, */
  float     *block;       /* room x kp: those of some rows, one after the other */
  gint64     room;
  gint64     first;       /* of these rows */
  gint64     n_rows;
  int        cancelled;   /* atomic */

  /* costs to centers of before; NULL: there are none */
  guint8    *place;       /* n: of the centers that the stored costs of a row are to */
  float     *drift;       /* places x kp: how far those have moved since, at most */
  int        now;         /* place of the present ones */
  double     norm;        /* of the longest center so far */
  float     *own;         /* n: exact cost in the own cluster, see _eqp_costs_follow() */
  float     *margin;      /* n: of rows that are not up to date, see _eqp_costs_stays() */
  float     *price;       /* kp: what rows did then */
  double    *offset;      /* k */
  double    *scale;       /* k */
  double     fallen;      /* no price is lower by more now */
  float     *scratch;     /* for each worker */
  gsize      scratch_size;
};

EqpCosts    *_eqp_costs_new        (EqpKMeans    *state,
                                    GError      **error);
void         _eqp_costs_free       (EqpCosts     *self);
gint64       _eqp_costs_set_budget (gint64        bytes);
gboolean     _eqp_costs_take       (EqpCosts     *self,
                                    const gint32 *current,
                                    const double *prices,
                                    double       *sse);
gboolean     _eqp_costs_take_ahead (EqpCosts     *self,
                                    const gint32 *current,
                                    EqpAssigner  *assigner,
                                    double       *prices,
                                    gint32       *labels,
                                    double       *sse);
gboolean     _eqp_costs_follow     (EqpCosts     *self,
                                    const gint32 *current,
                                    double       *sse);
void         _eqp_costs_note_drift (EqpCosts     *self);
gboolean     _eqp_costs_pay        (EqpCosts     *self,
                                    const gint32 *current,
                                    const double *prices);
double       _eqp_costs_margin     (EqpCosts     *self,
                                    gint64        row,
                                    int           label,
                                    const EqpStay *stay,
                                    guint         worker);
void         _eqp_costs_settle     (EqpCosts     *self,
                                    const gint32 *labels,
                                    const EqpStay *stay,
                                    gint64        first,
                                    gint64        last,
                                    guint         worker,
                                    float        *margin);
gboolean     _eqp_costs_stays      (EqpCosts     *self,
                                    const gint32 *labels,
                                    const EqpStay *stay,
                                    gint64        row,
                                    gint64       *settled);
void         _eqp_costs_change     (EqpCosts     *self,
                                    const EqpStay *stay,
                                    int           cluster);
void         _eqp_costs_renew      (EqpCosts     *self,
                                    const gint32 *rows,
                                    gint64        count,
                                    guint         worker);
gboolean     _eqp_costs_complete   (EqpCosts     *self);
void         _eqp_costs_forget     (EqpCosts     *self);
const float *_eqp_costs_fetch      (EqpCosts     *self,
                                    gint64        row);
const float *_eqp_costs_single     (EqpCosts     *self,
                                    gint64        row);

/* Whether the costs of a row are to the present centers. */
static inline gboolean
eqp_costs_fresh (EqpCosts *self, gint64 row)
{
  return self->place == NULL || self->place[row] == self->now;
}

/* The kp costs of a row, valid until the next one is asked for; cheap where rows are asked for in order. NULL when
 * cancelled. */
static inline const float *
eqp_costs_row (EqpCosts *self, gint64 row)
{
  if (self->whole != NULL && eqp_costs_fresh (self, row))
    return self->whole + row * self->state->kp;
  if (row >= self->first && row < self->first + self->n_rows)
    return self->block + (row - self->first) * self->state->kp;
  return _eqp_costs_fetch (self, row);
}

G_END_DECLS
