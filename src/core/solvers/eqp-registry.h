/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

const EqpSolver * const *eqp_solvers_get      (gsize       *n_solvers);
const EqpSolver         *eqp_solver_find      (const char  *id);
const EqpSolver         *eqp_solver_balanced  (EqpFamily    family);
const EqpSolver         *eqp_solver_plain     (EqpFamily    family);

G_END_DECLS
