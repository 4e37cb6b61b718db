/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

/* xoshiro256**; a plain value, copied by assignment. The same seed and stream give the same numbers everywhere. */
struct _EqpRng
{
  guint64 s[4];
};

void     eqp_rng_init          (EqpRng        *self,
                                guint64        seed,
                                guint64        stream);
guint64  eqp_rng_next          (EqpRng        *self);
double   eqp_rng_uniform       (EqpRng        *self);
guint64  eqp_rng_below         (EqpRng        *self,
                                guint64        bound);
double   eqp_rng_normal        (EqpRng        *self);
void     eqp_rng_shuffle       (EqpRng        *self,
                                gint32        *values,
                                gsize          n);

G_END_DECLS
