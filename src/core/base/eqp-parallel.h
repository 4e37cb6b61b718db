/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-types.h"

G_BEGIN_DECLS

/* Called once a chunk; worker is 0..threads-1, for scratch memory. */
typedef void (*EqpChunkFunc) (gint64   chunk,
                              guint    worker,
                              gpointer user_data);

EqpPool *eqp_pool_new          (guint          threads) G_GNUC_WARN_UNUSED_RESULT;
void     eqp_pool_free         (EqpPool       *self);
guint    eqp_pool_get_threads  (EqpPool       *self);
void     eqp_pool_run          (EqpPool       *self,
                                gint64         n_chunks,
                                EqpChunkFunc   func,
                                gpointer       user_data);
guint    eqp_default_threads   (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpPool, eqp_pool_free)

G_END_DECLS
