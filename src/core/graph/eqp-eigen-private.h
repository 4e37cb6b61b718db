/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-progress.h"
#include "eqp-graph.h"

G_BEGIN_DECLS

typedef enum {
  EQP_SPECTRUM_ADJACENCY,   /* A, the largest first */
  EQP_SPECTRUM_LAPLACIAN,   /* D - A, the smallest first */
  EQP_SPECTRUM_NORMALIZED   /* D^-1/2 A D^-1/2, the largest first */
} EqpSpectrum;

gboolean _eqp_graph_eigen (EqpGraph           *graph,
                           EqpSpectrum         spectrum,
                           gint                count,
                           EqpPool            *pool,
                           GCancellable       *cancellable,
                           const EqpProgress  *progress,
                           double             *values,
                           double             *vectors,
                           gboolean           *converged,
                           GError            **error);

G_END_DECLS
