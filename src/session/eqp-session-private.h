/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-run-list-private.h"
#include "eqp-session.h"

G_BEGIN_DECLS

typedef enum {
  EQP_OPENING_NOTHING,
  EQP_OPENING_FILE,     /* the workspace is read in a thread */
  EQP_OPENING_DATA,     /* its data are, and prepared */
  EQP_OPENING_REST      /* the graph is built, weights and pairs are read */
} EqpOpening;

struct _EqpSession
{
  GObject           parent_instance;

  EqpWorkspace     *workspace;
  EqpDataChain     *chain;
  EqpRunList       *runs;
  EqpSessionView    view;
  gpointer          view_data;

  char             *path;      /* where it was saved or opened, or NULL */
  char             *signature; /* of the runs that are there */
  EqpDataset       *hash_of;   /* only compared */
  char             *hash;      /* of the data as read, once it is known */

  /* eqp-session-restore.c */
  EqpOpening        opening;
  EqpWorkspaceFile *file;      /* that is opened */
  char             *file_path;
  char             *data;      /* where its data are now */
  GCancellable     *cancellable;
  guint             look_source;
  gboolean          owned;     /* nobody has saved the file: it is that of @restored, or the last session */

  /* what nobody has saved */
  EqpRecovery      *recovery;
  EqpRecovery      *restored;     /* what is opened of it; it becomes @recovery only once all of it is here */
  guint             keep_seconds; /* 0: nothing is kept */
  guint             keep_source;
  gboolean          keeping;      /* a thread writes */
};

GWeakRef   *_eqp_session_owner_new (EqpSession *self) G_GNUC_WARN_UNUSED_RESULT;
EqpSession *_eqp_session_take_owner (gpointer    user_data);
void  _eqp_session_told          (EqpSession *self,
                                  const char *message);
void  _eqp_session_opened        (EqpSession *self,
                                  const EqpWorkspaceFile *file);
void  _eqp_session_failed        (EqpSession *self,
                                  const char *message);
void  _eqp_session_missing       (EqpSession *self,
                                  const char *path,
                                  const char *data);
void  _eqp_session_look          (EqpSession *self);
void  _eqp_session_give_up       (EqpSession *self);
char *_eqp_session_dup_signature (EqpSession *self) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
