/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-rng.h"
#include "eqp-path.h"

G_BEGIN_DECLS

typedef struct
{
  double  data_term;
  gint64  squares;
  gint64 *sizes;
  guint8 *packed;   /* n labels of self->width bytes */
  guint8 *ran;      /* n_gammas: whether the method started from here, or ended here, at that gamma */
  gint    order;    /* of its run in the chains, whichever of them was faster */
} EqpPathPartition;

struct _EqpPath
{
  gint           ref_count;
  gint64         n;
  gint           k;
  gint           width;      /* bytes of a label */
  gint           n_gammas;
  double        *gammas;     /* n_gammas, ascending */
  gboolean       complete;

  GMutex         lock;       /* of what follows, while the path is made */
  GPtrArray     *partitions; /* Partition */
  gint          *best;       /* n_gammas: a partition, or -1 */
  GArray        *pieces;     /* EqpPathPiece, by rising gamma, once the path is made */
  GArray        *piece_of;   /* int: the partition of each piece */
};

static inline EqpPathPartition *
_eqp_path_partition (const EqpPath *self, gint i)
{
  return g_ptr_array_index (self->partitions, i);
}

static inline gint32
_eqp_path_label (const EqpPath *self, const guint8 *packed, gint64 i)
{
  return self->width == 1   ? packed[i]
         : self->width == 2 ? ((const guint16 *) packed)[i]
                            : ((const gint32 *) packed)[i];
}

/* J(gamma) = D + gamma S */
static inline double
_eqp_path_line (const EqpPathPartition *partition, double gamma)
{
  return partition->data_term + gamma * (double) partition->squares;
}

EqpPath *_eqp_path_alloc       (gint64                n,
                                gint                  k,
                                const EqpPathOptions *options);
gint     _eqp_path_keep        (EqpPath              *self,
                                const EqpResult      *result,
                                gint                  order,
                                GError              **error);
void     _eqp_path_join_chains (EqpPath              *self);
void     _eqp_path_unpack      (const EqpPath        *self,
                                const guint8         *packed,
                                gint32               *labels);
void     _eqp_path_make_pieces (EqpPath              *self);
gint     _eqp_path_find_even   (const EqpPath        *self,
                                double                tolerance);

/* eqp-path-elite.c */
#define EQP_PATH_ELITE 8
gint     _eqp_path_find_elite  (const EqpPath        *self,
                                gint                  node,
                                gint                 *found);
gboolean _eqp_path_draw_parents
                               (const EqpPath        *self,
                                gint                  node,
                                EqpRng               *rng,
                                gint                 *better,
                                gint                 *other);

G_END_DECLS
