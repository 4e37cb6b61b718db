/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-kernels.h"
#include "base/eqp-types.h"

G_BEGIN_DECLS

/* Randomised k-d trees over the same centres. */
typedef struct _EqpCenterForest EqpCenterForest;

EqpCenterForest *_eqp_center_forest_new     (int               k,
                                             gint64            d,
                                             int               trees,
                                             EqpPool          *pool,
                                             GError          **error);
void             _eqp_center_forest_free    (EqpCenterForest  *self);
void             _eqp_center_forest_build   (EqpCenterForest  *self,
                                             const double     *centers,
                                             guint64           seed,
                                             guint64           stream);
int              _eqp_center_forest_nearest (EqpCenterForest  *self,
                                             guint             worker,
                                             const float      *x,
                                             int               checks,
                                             double            reach,
                                             int              *second,
                                             float            *distance,
                                             float            *second_distance);

G_END_DECLS
