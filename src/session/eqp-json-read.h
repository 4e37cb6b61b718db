/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "eqp-core.h"

G_BEGIN_DECLS

/* A value of JSON, with all that is inside of it. */
typedef struct _EqpJson EqpJson;

EqpJson       *eqp_json_parse         (const char      *text,
                                       gsize            length) G_GNUC_WARN_UNUSED_RESULT;
void           eqp_json_free          (EqpJson         *self);
const EqpJson *eqp_json_find          (const EqpJson   *object,
                                       const char      *key);
guint          eqp_json_get_length    (const EqpJson   *self);
const EqpJson *eqp_json_get_at        (const EqpJson   *self,
                                       guint            index);
const char    *eqp_json_get_key       (const EqpJson   *self);
const char    *eqp_json_get_text      (const EqpJson   *self);
double         eqp_json_get_real      (const EqpJson   *self);
gboolean       eqp_json_get_integer   (const EqpJson   *self,
                                       gint64           least,
                                       gint64           most,
                                       gint64          *value);
gboolean       eqp_json_get_unsigned  (const EqpJson   *self,
                                       guint64         *value);
gboolean       eqp_json_is_true       (const EqpJson   *self);
gboolean       eqp_json_is_object     (const EqpJson   *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (EqpJson, eqp_json_free)

G_END_DECLS
