/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-graph.h"

G_BEGIN_DECLS

/* A CSR in the making: arrays from eqp_try_alloc (), handed over to the graph. */
typedef struct
{
  gint64   n;
  gint64  *starts;
  gint32  *columns;
  double  *weights;
} EqpCsrParts;

void      _eqp_csr_parts_clear     (EqpCsrParts          *self);
gboolean  _eqp_csr_parts_alloc     (EqpCsrParts          *self,
                                    gint64                n,
                                    gint64                n_entries,
                                    GError              **error);
void      _eqp_csr_parts_transpose (const EqpCsrParts    *from,
                                    EqpCsrParts          *to,
                                    GCancellable         *cancellable);
EqpGraph *_eqp_graph_take          (EqpCsrParts          *parts,
                                    GPtrArray            *findings,
                                    GCancellable         *cancellable,
                                    GError              **error);
void      _eqp_graph_take_origin   (EqpGraph             *self,
                                    EqpNeighbors         *neighbors,
                                    const EqpGraphOptions *options,
                                    double                delta);

gboolean _eqp_graph_stress (EqpGraph      *graph,
                            gint           dimensions,
                            EqpPool       *pool,
                            GCancellable  *cancellable,
                            double        *coordinates,
                            GError       **error);

G_END_DECLS
