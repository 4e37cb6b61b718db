/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Finds the row under the pointer. Immutable once made, so it may be made in one thread and used in another. */
typedef struct _EqpScatterIndex EqpScatterIndex;

EqpScatterIndex *eqp_scatter_index_new    (gint64                 n,
                                           const float           *xy) G_GNUC_WARN_UNUSED_RESULT;
void             eqp_scatter_index_free   (EqpScatterIndex       *self);
gint64           eqp_scatter_index_lookup (const EqpScatterIndex *self,
                                           double                 x,
                                           double                 y,
                                           double                 radius_x,
                                           double                 radius_y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpScatterIndex, eqp_scatter_index_free)

G_END_DECLS
