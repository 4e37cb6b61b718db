/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"
#include "eqp-neighbors.h"

G_BEGIN_DECLS

/* A symmetric matrix in compressed rows: every edge stands twice, columns ascend, nothing on the diagonal, all
 * weights are finite and positive. Borrowed from the graph. */
typedef struct
{
  gint64         n;
  const gint64  *starts;    /* n + 1: row i has the entries starts[i] .. starts[i + 1] - 1 */
  const gint32  *columns;   /* starts[n] */
  const double  *weights;   /* starts[n] */
} EqpCsr;

/* What a graph is made of, besides the data. */
typedef struct
{
  gint       neighbors;   /* k, 1 or more */
  EqpScale   scale;
  double     delta;       /* with EQP_SCALE_FIXED, in the units of the data */
  EqpSearch  search;
} EqpGraphOptions;

gboolean                eqp_graph_check_options        (const EqpGraphOptions  *options,
                                                        GError                **error);
EqpGraph               *eqp_graph_build                (EqpPoints               points,
                                                        const EqpGraphOptions  *options,
                                                        EqpPool                *pool,
                                                        GCancellable           *cancellable,
                                                        const EqpProgress      *progress,
                                                        GError                **error) G_GNUC_WARN_UNUSED_RESULT;
EqpGraph               *eqp_graph_new_from_neighbors   (EqpNeighbors           *neighbors,
                                                        const EqpGraphOptions  *options,
                                                        GError                **error) G_GNUC_WARN_UNUSED_RESULT;
EqpGraph               *eqp_graph_new_from_csr         (gint64                  n,
                                                        const gint64           *starts,
                                                        const gint32           *columns,
                                                        const double           *weights,
                                                        GError                **error) G_GNUC_WARN_UNUSED_RESULT;
EqpGraph               *eqp_graph_new_from_edges       (gint64                  n,
                                                        gint64                  n_edges,
                                                        const gint32           *from,
                                                        const gint32           *to,
                                                        const double           *weights,
                                                        GError                **error) G_GNUC_WARN_UNUSED_RESULT;
EqpGraph               *eqp_graph_ref                  (EqpGraph               *self);
void                    eqp_graph_unref                (EqpGraph               *self);

const EqpCsr           *eqp_graph_get_csr              (const EqpGraph         *self);
gint64                  eqp_graph_get_n                (const EqpGraph         *self);
gint64                  eqp_graph_get_n_edges          (const EqpGraph         *self);
double                  eqp_graph_get_total_weight     (const EqpGraph         *self);
const double           *eqp_graph_get_degrees          (const EqpGraph         *self);
gint64                  eqp_graph_get_n_components     (const EqpGraph         *self);
const gint32           *eqp_graph_get_components       (const EqpGraph         *self);
const gint64           *eqp_graph_get_component_sizes  (const EqpGraph         *self);
gint64                  eqp_graph_get_n_isolated       (const EqpGraph         *self);
gint                    eqp_graph_get_isolated_finding (const EqpGraph         *self);
GPtrArray              *eqp_graph_get_findings         (const EqpGraph         *self);
const EqpNeighbors     *eqp_graph_get_neighbors        (const EqpGraph         *self);
double                  eqp_graph_get_delta            (const EqpGraph         *self);
gboolean                eqp_graph_is_made_of           (const EqpGraph         *self,
                                                        const EqpGraphOptions  *options);
double                  eqp_graph_compute_cut          (const EqpGraph         *self,
                                                        const gint32           *labels);
gboolean                eqp_graph_layout               (EqpGraph               *self,
                                                        gint                    dimensions,
                                                        EqpPool                *pool,
                                                        GCancellable           *cancellable,
                                                        double                 *coordinates,
                                                        GError                **error);
gboolean                eqp_graph_can_layout_distances (EqpGraph               *self);
gboolean                eqp_graph_layout_distances     (EqpGraph               *self,
                                                        GCancellable           *cancellable,
                                                        double                 *coordinates,
                                                        GError                **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpGraph, eqp_graph_unref)

G_END_DECLS
