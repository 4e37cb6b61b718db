/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _EqpNewest EqpNewest;

/* On the worker's thread; job is borrowed. Returns what the done function gets. */
typedef gpointer (*EqpNewestWork) (gpointer job);
/* On the owner's thread; result is handed over. */
typedef void     (*EqpNewestDone) (gpointer result,
                                   gpointer user_data);

EqpNewest *eqp_newest_new     (const char      *name,
                               EqpNewestWork    work,
                               GDestroyNotify   job_free,
                               EqpNewestDone    done,
                               GDestroyNotify   result_free,
                               gpointer         user_data) G_GNUC_WARN_UNUSED_RESULT;
void       eqp_newest_push    (EqpNewest       *self,
                               gpointer         job);
gboolean   eqp_newest_is_busy (EqpNewest       *self);
void       eqp_newest_free    (EqpNewest       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpNewest, eqp_newest_free)

G_END_DECLS
