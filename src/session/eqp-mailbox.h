/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-labels.h"

G_BEGIN_DECLS

typedef struct _EqpMailbox EqpMailbox;

/* The scalars of one event. */
typedef struct
{
  gint64      iteration;
  double      objective;
  double      data_term;
  double      penalty;
  double      seconds;
  gint64      moved;
  const char *phase; /* interned, or NULL */
} EqpStep;

/* What was in the box. */
typedef struct
{
  GArray     *steps;    /* EqpStep, in order; NULL when there are none */
  GArray     *sizes;    /* gint64, k a step */
  gint        k;
  EqpLabels  *labels;   /* the newest, or NULL when there are none newer than those already taken */
  gboolean    restarted; /* another of several starts has begun since */
  gint        restart;  /* starts that are over */
  gint        restarts; /* of how many; 0: they were never told */
  double      seconds;  /* when the newest of them began */
  gboolean    finished; /* the run is over; then either result or error is set */
  EqpResult  *result;
  GError     *error;
} EqpMail;

/* Called on the thread of the context given to eqp_mailbox_new (). */
typedef void (*EqpWakeFunc) (gpointer user_data);

EqpMailbox *eqp_mailbox_new            (GMainContext    *context,
                                        gsize            label_budget,
                                        EqpWakeFunc      wake,
                                        gpointer         user_data) G_GNUC_WARN_UNUSED_RESULT;
EqpMailbox *eqp_mailbox_ref            (EqpMailbox      *self);
void        eqp_mailbox_unref          (EqpMailbox      *self);

void        eqp_mailbox_post           (EqpMailbox      *self,
                                        const EqpEvent  *event);
void        eqp_mailbox_take_step      (EqpMailbox      *self,
                                        const EqpEvent  *event,
                                        EqpLabels       *labels);
void        eqp_mailbox_finish         (EqpMailbox      *self,
                                        EqpResult       *result,
                                        GError          *error);

gboolean    eqp_mailbox_drain          (EqpMailbox      *self,
                                        EqpMail         *mail);
void        eqp_mailbox_close          (EqpMailbox      *self);
EqpLabels  *eqp_mailbox_dup_labels     (EqpMailbox      *self,
                                        gint64           step,
                                        gint64          *found);
gboolean    eqp_mailbox_is_thinned     (EqpMailbox      *self);
guint64     eqp_mailbox_get_replaced   (EqpMailbox      *self);

void        eqp_mail_clear             (EqpMail         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpMailbox, eqp_mailbox_unref)
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (EqpMail, eqp_mail_clear)

G_END_DECLS
