/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-kmeans-private.h"

G_BEGIN_DECLS

typedef struct _EqpElite EqpElite;

EqpElite  *_eqp_elite_new           (EqpKMeans        *state);
void       _eqp_elite_free          (EqpElite         *self);
gboolean   _eqp_elite_wants         (EqpElite         *self,
                                     double            worth);
void       _eqp_elite_enter         (EqpElite         *self,
                                     double            worth,
                                     const double     *centers);
const double *_eqp_elite_combine    (EqpElite         *self,
                                     guint64           seed,
                                     int               number);

G_END_DECLS
