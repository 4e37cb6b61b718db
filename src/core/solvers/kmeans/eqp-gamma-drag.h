/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "solvers/eqp-solver.h"

G_BEGIN_DECLS

/* Rows that prices are found on where all rows would take too long for a hand that moves. */
#define EQP_GAMMA_DRAG_SAMPLE 65536

typedef struct _EqpGammaDrag EqpGammaDrag;

gboolean      eqp_gamma_drag_serves     (const EqpSolver  *solver,
                                         const EqpParams  *params,
                                         gint64            n);
EqpGammaDrag *eqp_gamma_drag_new        (EqpDataset       *dataset,
                                         gint              k,
                                         const gint32     *labels,
                                         guint             threads,
                                         GError          **error) G_GNUC_WARN_UNUSED_RESULT;
void          eqp_gamma_drag_free       (EqpGammaDrag     *self);
gint64        eqp_gamma_drag_get_sample (EqpGammaDrag     *self);
EqpResult    *eqp_gamma_drag_at         (EqpGammaDrag     *self,
                                         double            gamma) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
