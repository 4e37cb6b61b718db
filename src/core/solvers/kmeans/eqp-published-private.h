/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-costs-private.h"
#include "solvers/eqp-solvers-private.h"

G_BEGIN_DECLS

gboolean _eqp_published_run (EqpKMeans *state,
                             double     gamma,
                             gint64     limit,
                             EqpCosts  *costs,
                             gint32    *labels,
                             EqpTrace  *trace,
                             gboolean  *converged);

G_END_DECLS
