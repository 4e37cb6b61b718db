/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-costs-private.h"

G_BEGIN_DECLS

typedef struct _EqpPolisher EqpPolisher;

EqpPolisher *_eqp_polisher_new    (EqpKMeans     *state,
                                      gint64       least,
                                      gint64       most);
void         _eqp_polisher_free   (EqpPolisher   *self);
gint64       _eqp_polisher_moves  (EqpPolisher   *self,
                                   double         gamma,
                                   EqpCosts      *costs,
                                   gint32        *labels);
gint64       _eqp_polisher_swaps  (EqpPolisher   *self,
                                   EqpCosts      *costs,
                                   gint32        *labels);

G_END_DECLS
