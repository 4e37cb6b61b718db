/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

double eqp_proof_settle (const EqpSolver *solver,
                         const EqpResult *result,
                         EqpParams       *params);

G_END_DECLS
