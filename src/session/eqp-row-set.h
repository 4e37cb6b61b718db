/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Some of n rows. Immutable once it is handed on, reference-counted, read in any thread. */
typedef struct _EqpRowSet EqpRowSet;

EqpRowSet *eqp_row_set_new       (gint64            n) G_GNUC_WARN_UNUSED_RESULT;
EqpRowSet *eqp_row_set_ref       (const EqpRowSet  *self);
void       eqp_row_set_unref     (EqpRowSet        *self);
void       eqp_row_set_add       (EqpRowSet        *self,
                                  gint64            row);
gint64     eqp_row_set_get_n     (const EqpRowSet  *self);
gint64     eqp_row_set_get_count (const EqpRowSet  *self);
gboolean   eqp_row_set_contains  (const EqpRowSet  *self,
                                  gint64            row);
gint64     eqp_row_set_next      (const EqpRowSet  *self,
                                  gint64            row);
gboolean   eqp_row_set_equal     (const EqpRowSet  *self,
                                  const EqpRowSet  *other);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpRowSet, eqp_row_set_unref)

G_END_DECLS
