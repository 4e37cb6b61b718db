/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "base/eqp-types.h"

G_BEGIN_DECLS

/* What the sizes of clusters are to be like; all of it at once. */
typedef struct
{
  gint64  range;     /* largest less smallest size, at most; -1: no wish */
  double  entropy;   /* of the sizes over ln K, at least; negative: no wish */
  double  largest;   /* times n/K, at most; negative: no wish */
  gint64  smallest;  /* rows, at least; -1: no wish */
} EqpWish;

gboolean  eqp_wish_parse     (EqpWish        *self,
                              const char     *text,
                              GError        **error);
gboolean  eqp_wish_is_met    (const EqpWish  *self,
                              gint            k,
                              const gint64   *sizes);
gboolean  eqp_wish_check     (const EqpWish  *self,
                              gint64          n,
                              gint            k,
                              GError        **error);
void      eqp_wish_as_limits (const EqpWish  *self,
                              gint64          n,
                              gint            k,
                              gint64         *least,
                              gint64         *most);

G_END_DECLS
