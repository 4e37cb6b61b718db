/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-workspace-file.h"

G_BEGIN_DECLS

/* What a session that is kept may take, about. */
#define EQP_RECOVERY_BYTES ((gsize) 32 << 20)

/* The place in the user's state folder where a session is kept while it goes on. */
typedef struct _EqpRecovery EqpRecovery;

EqpRecovery *eqp_recovery_new       (void) G_GNUC_WARN_UNUSED_RESULT;
EqpRecovery *eqp_recovery_claim     (void) G_GNUC_WARN_UNUSED_RESULT;
EqpRecovery *eqp_recovery_ref       (EqpRecovery       *self);
void         eqp_recovery_unref     (EqpRecovery       *self);
const char  *eqp_recovery_get_path  (EqpRecovery       *self);
gboolean     eqp_recovery_write     (EqpRecovery       *self,
                                     EqpWorkspaceFile  *file,
                                     GError           **error);
void         eqp_recovery_remove    (EqpRecovery       *self);
void         eqp_recovery_end       (EqpRecovery       *self,
                                     EqpWorkspaceFile  *file);
char        *eqp_recovery_dup_last  (void) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpRecovery, eqp_recovery_unref)

G_END_DECLS
