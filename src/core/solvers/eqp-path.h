/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-solver.h"

G_BEGIN_DECLS

/* A partition that is the best one known for some gamma. Its objective is the line data_term + gamma * squares. */
typedef struct
{
  double   data_term;   /* SSE, or the cut counted as W - Tr(F'AF) */
  gint64   squares;     /* sum_k n_k^2 */
  gint64  *sizes;       /* k */
  double   from;        /* it is the best one known from this gamma */
  double   to;          /* up to this one; infinite for the last */
} EqpPathPiece;

typedef struct _EqpPath EqpPath;

typedef struct
{
  gint     n_gammas;    /* nodes of the grid, 2 or more */
  double   least;       /* raw gammas of its ends, above 0; between them it goes by equal factors */
  double   most;
  gint     most_breaks; /* breaks that are looked at for something better still; 0: none */
  gboolean rough;       /* no starts but the two of the chains: its shape matters, and no single node */
} EqpPathOptions;

/* Node @node of the grid is known, or known better than before; from any thread, one call at a time. */
typedef void (*EqpPathFunc) (EqpPath  *path,
                             gint      node,
                             gpointer  user_data);

EqpPath            *eqp_path_new          (const EqpSolver       *solver,
                                           EqpDataset            *dataset,
                                           const EqpParams       *params,
                                           const EqpPathOptions  *options,
                                           EqpContext            *context,
                                           EqpPathFunc            func,
                                           gpointer               user_data,
                                           GError               **error) G_GNUC_WARN_UNUSED_RESULT;
EqpPath            *eqp_path_ref          (EqpPath               *self);
void                eqp_path_unref        (EqpPath               *self);

gint                eqp_path_get_k        (const EqpPath         *self);
gint64              eqp_path_get_n        (const EqpPath         *self);
gint                eqp_path_get_n_nodes  (const EqpPath         *self);
double              eqp_path_get_gamma    (const EqpPath         *self,
                                           gint                   node);
gboolean            eqp_path_is_complete  (const EqpPath         *self);
gint                eqp_path_get_n_pieces (const EqpPath         *self);
const EqpPathPiece *eqp_path_get_piece    (const EqpPath         *self,
                                           gint                   piece);
gint                eqp_path_find         (const EqpPath         *self,
                                           double                 gamma);
void                eqp_path_get_labels   (const EqpPath         *self,
                                           gint                   piece,
                                           gint32                *labels);
gint                eqp_path_find_knee    (const EqpPath         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpPath, eqp_path_unref)

G_END_DECLS
