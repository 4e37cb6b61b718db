/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-recovery.h"
#include "eqp-run-list.h"

G_BEGIN_DECLS

#define EQP_TYPE_SESSION (eqp_session_get_type ())
G_DECLARE_FINAL_TYPE (EqpSession, eqp_session, EQP, SESSION, GObject)

/* Puts the page that is seen, and what points are colored by, into a file that is to be written. */
typedef void (*EqpSessionView) (EqpWorkspaceFile *file,
                                gpointer          user_data);

EqpSession       *eqp_session_new          (EqpWorkspace         *workspace,
                                            EqpDataChain         *chain,
                                            EqpRunList           *runs) G_GNUC_WARN_UNUSED_RESULT;
void              eqp_session_set_view     (EqpSession           *self,
                                            EqpSessionView        view,
                                            gpointer              user_data);
const char       *eqp_session_get_path     (EqpSession           *self);
gboolean          eqp_session_is_unsaved   (EqpSession           *self);
gboolean          eqp_session_can_save     (EqpSession           *self);
EqpWorkspaceFile *eqp_session_capture      (EqpSession           *self) G_GNUC_WARN_UNUSED_RESULT;
void              eqp_session_save_async   (EqpSession           *self,
                                            const char           *path,
                                            GAsyncReadyCallback   callback,
                                            gpointer              user_data);
char             *eqp_session_save_finish  (EqpSession           *self,
                                            GAsyncResult         *result,
                                            GError              **error);

void              eqp_session_open         (EqpSession           *self,
                                            const char           *path,
                                            const char           *data);
gboolean          eqp_session_is_opening   (EqpSession           *self);

/* What nobody has saved */
void              eqp_session_keep         (EqpSession           *self,
                                            guint                 seconds);
void              eqp_session_restore      (EqpSession           *self,
                                            EqpRecovery          *recovery);
void              eqp_session_end          (EqpSession           *self);

G_END_DECLS
