/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-rng.h"
#include "eqp-kmeans-private.h"

G_BEGIN_DECLS

void       _eqp_cross_centers       (EqpKMeans        *state,
                                     const double     *first,
                                     const double     *second,
                                     EqpRng           *rng,
                                     double           *child);

G_END_DECLS
