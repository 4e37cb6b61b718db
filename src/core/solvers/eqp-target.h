/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-solver.h"
#include "eqp-wish.h"

G_BEGIN_DECLS

EqpResult *eqp_target_run (const EqpSolver  *solver,
                           EqpDataset       *dataset,
                           const EqpParams  *params,
                           const EqpWish    *wish,
                           double            unit,
                           EqpContext       *context,
                           GError          **error) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
