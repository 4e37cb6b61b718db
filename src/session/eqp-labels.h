/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

typedef struct _EqpLabels EqpLabels;

EqpLabels *eqp_labels_new          (gint64            n,
                                    gint              k,
                                    const gint32     *labels) G_GNUC_WARN_UNUSED_RESULT;
EqpLabels *eqp_labels_ref          (EqpLabels        *self);
void       eqp_labels_unref        (EqpLabels        *self);
gint64     eqp_labels_get_n        (const EqpLabels  *self);
gint       eqp_labels_get_k        (const EqpLabels  *self);
gsize      eqp_labels_get_bytes    (const EqpLabels  *self);
gint32     eqp_labels_get          (const EqpLabels  *self,
                                    gint64            row);
void       eqp_labels_unpack       (const EqpLabels  *self,
                                    gint32           *labels);
char      *eqp_labels_to_text      (const EqpLabels  *self) G_GNUC_WARN_UNUSED_RESULT;
EqpLabels *eqp_labels_from_text    (const char       *text,
                                    gint64            n,
                                    gint              k) G_GNUC_WARN_UNUSED_RESULT;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpLabels, eqp_labels_unref)

G_END_DECLS
