/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-style.h"

G_BEGIN_DECLS

#define EQP_AXIS_MAX_TICKS 24

typedef enum {
  EQP_AXIS_LINEAR,
  EQP_AXIS_LOG
} EqpAxisKind;

/* One direction of a plot: never degenerate, whatever it was made from. */
typedef struct
{
  EqpAxisKind kind;
  gboolean    integral;  /* ticks at whole numbers only */
  double      min;
  double      max;
  int         n_ticks;
  double      step;      /* linear: between ticks; log: decades between ticks */
  double      ticks[EQP_AXIS_MAX_TICKS];
} EqpAxis;

void    eqp_axis_init        (EqpAxis      *self,
                              EqpAxisKind   kind,
                              double        min,
                              double        max);
void    eqp_axis_set_ticks   (EqpAxis      *self,
                              int           wanted);
void    eqp_axis_expand      (EqpAxis      *self,
                              int           wanted);
double  eqp_axis_normalize   (const EqpAxis *self,
                              double        value);
double  eqp_axis_value       (const EqpAxis *self,
                              double        position);
char   *eqp_axis_label       (const EqpAxis *self,
                              double        value) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
