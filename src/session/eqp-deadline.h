/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _EqpDeadline EqpDeadline;

EqpDeadline  *eqp_deadline_new             (GCancellable *outer,
                                            gint64        when) G_GNUC_WARN_UNUSED_RESULT;
void          eqp_deadline_move            (EqpDeadline  *self,
                                            gint64        when);
GCancellable *eqp_deadline_get_cancellable (EqpDeadline  *self);
void          eqp_deadline_free            (EqpDeadline  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpDeadline, eqp_deadline_free)

G_END_DECLS
