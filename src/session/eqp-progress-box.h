/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

typedef struct _EqpProgressBox EqpProgressBox;

/* On the main thread; what may be NULL. */
typedef void (*EqpProgressShow) (double      fraction,
                                 const char *what,
                                 gpointer    user_data);

EqpProgressBox *eqp_progress_box_new    (EqpProgressShow   show,
                                         gpointer          user_data) G_GNUC_WARN_UNUSED_RESULT;
EqpProgressBox *eqp_progress_box_ref    (EqpProgressBox   *self);
void            eqp_progress_box_unref  (EqpProgressBox   *self);
void            eqp_progress_box_close  (EqpProgressBox   *self);
void            eqp_progress_box_report (double            fraction,
                                         const char       *what,
                                         gpointer          box);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpProgressBox, eqp_progress_box_unref)

G_END_DECLS
