/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-solver.h"

G_BEGIN_DECLS

gboolean eqp_weights_check     (const EqpSolver  *solver,
                                GError          **error);
gboolean eqp_links_check       (const EqpSolver  *solver,
                                GError          **error);
gboolean eqp_rows_check        (const EqpSolver  *solver,
                                gint64            n,
                                const EqpParams  *params,
                                GError          **error);
double   eqp_weights_total     (const double     *weights,
                                gint64            n);
double   eqp_weights_total_ss  (EqpDataset       *dataset,
                                const double     *weights);

G_END_DECLS
