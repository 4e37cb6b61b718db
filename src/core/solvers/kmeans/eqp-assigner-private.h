/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-balanced-assignment.h"
#include "eqp-kmeans-private.h"
#include "base/eqp-kernels.h"

G_BEGIN_DECLS

/* Solves (BA) again and again on arrays of the same size, without allocating each time. */
typedef struct _EqpAssigner EqpAssigner;

/* Computes the costs of @rows rows from @first_row on, padded to whole panels. */
typedef void (*EqpCostFunc) (gpointer data,
                             gint64   first_row,
                             int      rows,
                             float   *cost);

EqpAssigner *_eqp_assigner_new       (gint64                n,
                                      int                   k,
                                      EqpPool              *pool,
                                      GCancellable         *cancellable,
                                      GError              **error);
void         _eqp_assigner_free      (EqpAssigner          *self);
void         _eqp_assigner_set_limits (EqpAssigner         *self,
                                      gint64                least,
                                      gint64                most);
void         _eqp_assigner_set_units (EqpAssigner          *self,
                                      const gint64         *weights,
                                      const gint64         *load);
void         _eqp_assigner_set_source (EqpAssigner         *self,
                                      EqpCostFunc           source,
                                      gpointer              data);
void         _eqp_assigner_set_line  (EqpAssigner          *self,
                                      const float          *x,
                                      gint64                step,
                                      const double         *centers);
void         _eqp_assigner_set_column (EqpAssigner         *self,
                                      EqpKMeans            *state,
                                      gint64                step);
gboolean     _eqp_assigner_relax     (EqpAssigner          *self,
                                      const float          *cost,
                                      gint64                stride,
                                      double                gamma,
                                      double               *prices,
                                      gint32               *labels);
gboolean     _eqp_assigner_solve     (EqpAssigner          *self,
                                      const float          *cost_float,
                                      const double         *cost_double,
                                      gint64                stride,
                                      double                gamma,
                                      double               *prices,
                                      gint32               *labels,
                                      EqpAssignmentReport  *report);
gboolean     _eqp_assigner_solve_ahead (EqpAssigner        *self,
                                      const float          *cost,
                                      gint64                stride,
                                      double                gamma,
                                      double               *prices,
                                      gint32               *labels);

gboolean     _eqp_assigner_look_ahead_begin (EqpAssigner    *self,
                                      const float          *cost,
                                      gint64                stride,
                                      gint64                n_chunks,
                                      double               *prices,
                                      gint32               *labels);
void         _eqp_assigner_look_ahead (EqpAssigner          *self,
                                      gint64                chunk,
                                      gint64                first_row,
                                      gint64                rows,
                                      const float          *cost);
void         _eqp_assigner_look_ahead_end (EqpAssigner      *self);

/* eqp-kmeans-pass.c */
gboolean     _eqp_kmeans_costs_ahead (EqpKMeans            *state,
                                      const gint32         *current,
                                      EqpAssigner          *self,
                                      double               *prices,
                                      gint32               *labels,
                                      float                *cost,
                                      double               *sse);

/* eqp-costs-private.h */
void         _eqp_assigner_set_kept  (EqpAssigner          *self,
                                      struct _EqpCosts     *kept);

/* eqp-exchange.c: the repair on the graph of clusters */
typedef struct _EqpExchange EqpExchange;

#define EQP_EXCHANGE_USED_UP (-2) /* in place of a row: the node has to be filled anew */

EqpExchange *_eqp_exchange_new       (int                   k,
                                      GError              **error);
void         _eqp_exchange_free      (EqpExchange          *self);
void         _eqp_exchange_clear     (EqpExchange          *self);
void         _eqp_exchange_clear_node (EqpExchange         *self,
                                      int                   from);
gboolean     _eqp_exchange_add       (EqpExchange          *self,
                                      int                   from,
                                      int                   to,
                                      double                weight,
                                      gint32                row);
gboolean     _eqp_exchange_best      (EqpExchange          *self,
                                      int                   from,
                                      guint                 arc,
                                      const gint32         *labels,
                                      int                  *to,
                                      double               *weight,
                                      gint32               *row);
gboolean     _eqp_exchange_find      (EqpExchange          *self,
                                      int                   from,
                                      int                   to,
                                      const gint32         *labels,
                                      double               *weight,
                                      gint32               *row);

G_END_DECLS
