/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-labels.h"

G_BEGIN_DECLS

typedef struct _EqpNumbering EqpNumbering;

EqpNumbering *eqp_numbering_new    (EqpLabels       *like) G_GNUC_WARN_UNUSED_RESULT;
void          eqp_numbering_free   (EqpNumbering    *self);
void          eqp_numbering_event  (EqpNumbering    *self,
                                    const EqpEvent  *event,
                                    EqpEvent        *numbered);
void          eqp_numbering_result (EqpNumbering    *self,
                                    EqpResult       *result);

G_END_DECLS
