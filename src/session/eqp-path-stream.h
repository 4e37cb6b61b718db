/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

/* More are no stream to the eye, and matching them takes too long. */
#define EQP_STREAM_MOST_CLUSTERS 128

/* The path of gamma as sizes over gamma, clusters numbered alike in all pieces. */
typedef struct
{
  guint    n_pieces;
  gint     k;
  double  *from;      /* n_pieces: raw gammas; the first is 0 */
  gint64  *sizes;     /* n_pieces x k */
  gint64  *moved;     /* n_pieces: rows in another cluster than in the piece before; 0 of the first */
  double  *data_term; /* n_pieces */
  double  *squares;   /* n_pieces */
  double  *measures;  /* n_pieces x EQP_N_MEASURES: those of classes and of sizes; NaN where one is not defined */
  gint     knee;      /* piece; -1: there is none */
} EqpPathStream;

EqpPathStream *eqp_path_stream_new  (EqpPath        *path,
                                     const gint32   *truth,
                                     GCancellable   *cancellable) G_GNUC_WARN_UNUSED_RESULT;
void           eqp_path_stream_free (EqpPathStream  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpPathStream, eqp_path_stream_free)

G_END_DECLS
